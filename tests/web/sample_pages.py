"""Every page of the product with made-up, rich views: the pattern book the pages are judged by.

``pages()`` gives (name of the sample, HTML). Run as a script with a folder to write them out and look at them:
``python -m tests.web.sample_pages FOLDER``; serve the folder together with ``/static``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import SimpleNamespace as Made
from typing import Any, cast

import segno
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from msgspec.structs import replace

from companion.core.boxes import BoxField, BoxKind
from companion.core.options import Amount, Option
from companion.core.questions import Answer, AnyQuestion, Confirm, Count, Dice, Fit, Pick, PickMany, Place, Text
from companion.core.scoring import Line, ScoreSheet, SideScore, TieBreak
from companion.core.secrecy import seal
from companion.core.setup import ChanceKind, GameOption, Meta
from companion.core.widgets import (
    AnyWidget,
    Bar,
    Card,
    Cell,
    Column,
    Figure,
    ForecastLine,
    Grid,
    Hand,
    Ledger,
    LegendEntry,
    Meter,
    Note,
    Rondel,
    Row,
    Space,
    Token,
    Track,
)
from companion.core.wording import Message, SeatName, Speaker, Wording, say, verbatim
from companion.games import score_sheet
from companion.games.score_sheet import SheetProblem, sheet_form
from companion.locale import LANGUAGES, Direction, catalogue, direction, own_name, speaker, tag
from companion.plays.reports.history import LogLine, PiecesLine
from companion.plays.reports.score_history import Gain, ScoreCurve, ScoreHistory
from companion.service.agreement.guided_setup import SetupTask, SetupView
from companion.service.agreement.printed_values import PrintedRow, PrintedTable, PrintedView, minutes
from companion.service.panel.table_voice import VoiceView, voice_trouble
from companion.service.panel.wiring.hardware_test import HardwareView, WireInput, WireRow
from companion.service.panel.wiring.pod_pairing import NewPods
from companion.service.panel.wiring.wiring_status import complaint, fault_of_pod
from companion.service.play.notices import Notice
from companion.service.play.play_views import Answered, Dialogue, FigureChange, Meaning, Outlook, Preview, UndoOffer
from companion.service.screens.moment import PutAwayPlay
from companion.service.screens.views import (
    AskedOfAll,
    HostingView,
    LobbyView,
    ProposalView,
    ScribeView,
    SeatInfo,
    SeatView,
    TableView,
    Turn,
)
from companion.service.seats.host_role import PinWays
from companion.service.seats.seats_state import LONGEST_NAME, Gathering
from companion.service.seats.table_setup import SetupStage, TableSetupView
from companion.service.session.table_identity import IdentityView
from hardware.ports import Fault, Pin, UnseatedPod, Wire
from tests.web.audit_samples import audit_samples
from tests.web.box_samples import box_samples
from tests.web.codes_samples import codes_samples
from tests.web.help_samples import help_samples
from tests.web.history_samples import history_samples
from tests.web.keeping_samples import GOOD, keeping_samples, rescue_samples
from tests.web.large_samples import large
from tests.web.network_samples import network_samples
from tests.web.outside_samples import LEFT_OUT, OUTSIDE
from tests.web.presence_samples import presence_samples
from tests.web.safe_mode_samples import safe_mode_samples
from web.http.identity import CHOICES
from web.http.table_addresses import qr_svg
from web.pages.editors import sheet_builder
from web.pages.editors.cell_text import CellTexts, cell_type
from web.pages.editors.sheet import NEW, SheetDraft
from web.pages.host.hardware_rows import hardware_rows
from web.pages.host.tags import TagList, TagThing
from web.pages.play.points_chart import chart
from web.pages.seats.numbers import CountedThing
from web.templating.helpers import HELPERS
from web.templating.seat_layout import LAYOUT

TEMPLATES = Path(__file__).parents[2] / "web" / "templates"
NAMES = {
    1: "Marco",
    2: "Lucía",
    3: "María del Carmen",
    4: "Nuria",
    5: "Maximiliano José",
    6: "Íñigo",
    7: "Encarnación Belén",
    8: "Ximena",
}
WORDS = verbatim


def seats(taken: int = 8) -> tuple[SeatInfo, ...]:
    return tuple(
        SeatInfo(
            seat=n,
            name=NAMES[n] if n <= taken else "",
            taken=n <= taken,
            claimed=n <= taken,
            awake=n != 5,
            awaited=n in (2, 5),
            may=n == 4,
            phone=n != 3,
        )
        for n in range(1, 9)
    )


# -- widgets -----------------------------------------------------------------------------------------------------


def time_track(to: str = "6") -> Track:
    spaces = tuple(
        Space(str(n), WORDS(str(n)), marked=n == 8, icon="hourglass" if n == 8 else "") for n in range(1, 12)
    )
    tokens = (Token("2", 2, to=to), Token("5", 3), Token("5", 1), Token("9", 6))
    return Track(key="time", title=WORDS("Ronda del tiempo"), big=True, spaces=spaces, tokens=tokens)


def long_track() -> Track:
    spaces = tuple(Space(str(n), WORDS(str(n)) if n % 5 == 0 else None, marked=n == 50) for n in range(60))
    tokens = (
        *(Token("0", n) for n in range(1, 9) if n not in (2, 6)),
        Token("17", 2, to="21"),
        Token("23", 6),
        Token("23", None, "crown", WORDS("El primero")),
    )
    return Track(key="points", title=WORDS("Marcador"), big=True, spaces=spaces, tokens=tokens, loop=True)


def word_track() -> Track:
    names = ("Ática", "Beocia", "Peloponeso", "Macedonia", "Creta", "Tesalia", "Islas Jónicas")
    spaces = tuple(
        Space(f"land-{n}", WORDS(word), ("temple", "wheat", "sword", "stone", "ship", "horse", "")[n], WORDS("+2"))
        for n, word in enumerate(names)
    )
    return Track(key="lands", title=WORDS("Provincias"), spaces=spaces, tokens=(Token("land-1", 4), Token("land-4", 7)))


def rondel() -> Rondel:
    names = ("Hierro", "Templo", "Oro", "Maniobra", "Armas", "Mármol", "Saber", "Maniobra")
    icons = ("iron", "temple", "gold", "ship", "sword", "marble", "scroll", "ship")
    prices = ("+1", "gratis", "gratis", "gratis", "", "+5", "+4", "+3")
    spaces = tuple(
        Space(f"r{n}", WORDS(name), icons[n], WORDS(prices[n]) if prices[n] else None, n == 4)
        for n, name in enumerate(names)
    )
    tokens = (Token("r4", 1), Token("r1", 2), Token("r1", 3), *(Token("r6", n) for n in range(4, 9)))
    return Rondel(
        key="rondel",
        title=WORDS("Rondel"),
        big=True,
        spaces=spaces,
        tokens=tokens,
        centre=WORDS("+6"),
        centre_note=WORDS("mármol si vas a Mármol"),
    )


def ledger(players: int = 8) -> Ledger:
    columns = ("Hierro", "Mármol", "Oro", "Ciudades", "Templos", "Conocimientos", "Puntos")
    icons = ("iron", "marble", "gold", "city", "temple", "scroll", "")
    rows = tuple(
        Row((3 * n % 7, n, None if n % 3 == 0 else 2, n + 1, n // 2, WORDS("sí") if n % 2 else 0, 10 + 7 * n), n)
        for n in range(1, players + 1)
    )
    rows = tuple(replace(row, marked=row.seat == 2, out=row.seat == 7) for row in rows)
    return Ledger(
        key="ledger",
        title=WORDS("La mesa"),
        big=True,
        columns=tuple(Column(WORDS(word), icon) for word, icon in zip(columns, icons, strict=True)),
        rows=rows,
        total=True,
    )


def meter(players: int = 8) -> Meter:
    bars = tuple(Bar(None if n == 6 else n % 7 + 1, 8, n, marked=n == 2) for n in range(1, players + 1))
    return Meter(key="kings", title=WORDS("Reyes y sabios"), big=True, bars=bars, pips=True)


def stores() -> Meter:
    bars = tuple(
        Bar(n, top, None, WORDS(word), icon)
        for word, icon, n, top in (("Trigo", "wheat", 14, 40), ("Madera", "wood", 3, 40), ("Piedra", "stone", 40, 40))
    )
    return Meter(key="stores", title=WORDS("Almacén"), bars=bars)


def hand(*, secret: bool) -> Hand:
    cards = (
        Card(
            "c1",
            WORDS("Oráculo" if secret else "Sirena"),
            (WORDS("Nadie entra en tu mar hasta tu próximo turno."),),
            "sea",
        ),
        Card("c2", WORDS("Caballo de Troya"), (WORDS("Ataque 2"), WORDS("Se descarta al usarlo")), "horse", spent=True),
        Card("c3", WORDS("Conocimiento"), (), "scroll"),
    )
    title = WORDS("Cartas de destino" if secret else "Descubrimientos")
    return Hand(
        key="destiny" if secret else "open-cards",
        title=title,
        secret=secret,
        cards=cards,
        hidden=0 if secret else 4,
        seat=None if secret else 4,
    )


def grid() -> Grid:
    legend = (
        LegendEntry("field", WORDS("Campo"), "wheat"),
        LegendEntry("wood", WORDS("Bosque"), "wood"),
        LegendEntry("sea", WORDS("Mar"), "sea"),
        LegendEntry("city", WORDS("Ciudad"), "city"),
    )
    cells = (
        *(Cell(x, y, "sea") for x in range(9) for y in (6, 7)),
        Cell(1, 1, "field"),
        Cell(2, 1, "field", "", WORDS("Granja")),
        Cell(4, 2, "wood"),
        Cell(5, 2, "wood", "hammer"),
        Cell(3, 4, "city", "", None, 2),
        Cell(6, 4, "city", "", WORDS("Roma"), 1),
    )
    return Grid(key="map", title=WORDS("Plano de la ciudad"), width=9, height=8, cells=cells, legend=legend)


def notes() -> tuple[Note, ...]:
    lines = (
        WORDS("La ronda acaba cuando alguien pasa la casilla 50."),
        WORDS("Quedan 4 reyes, 2 eruditos y 6 generales."),
    )
    return (
        Note(key="note-plain", title=WORDS("Recuerda"), lines=lines),
        Note(key="note-good", title=WORDS("A tu favor"), lines=lines[:1], tone="good", icon="shield"),
        Note(key="note-warning", title=WORDS("Cuidado"), lines=lines[1:], tone="warning"),
    )


def all_widgets() -> tuple[AnyWidget, ...]:
    return (
        time_track(), hand(secret=True), rondel(), ledger(), long_track(), word_track(), meter(), stores(),
        hand(secret=False), grid(), *notes(),
    )  # fmt: skip


# -- questions ---------------------------------------------------------------------------------------------------


STOP = Option("stop", say("Stop here"), apart=True)


def pick(*, secret: bool = False, listed: bool = False) -> Pick[str]:
    return Pick(
        key="expand",
        prompt=say("Expansion: the price"),
        hint=WORDS("colono nuevo 2 · mar 2 · tierra 1 · combate 1"),
        secret=secret,
        open="list" if listed else "nothing",
        options=(
            Option("attack-1", WORDS("Atacar a Marco"), (Amount(6, "hourglass", WORDS("tiempo")),), seat=1),
            Option("tribe", WORDS("Tribu en el Ática"), (Amount(5, "hourglass"), Amount(2, "coin")), icon="tower"),
            Option(
                "attack-4",
                WORDS("Atacar a Nuria"),
                (Amount(7, "hourglass"),),
                say("{who} has the Siren: you may not enter the sea", who=SeatName(4)),
                seat=4,
            ),
            Option("wait", WORDS("Esperar"), hint=WORDS("No haces nada y avanzas una casilla")),
        ),
    )


def place(widget: str, values: tuple[str, ...], labels: tuple[str, ...] = ()) -> Place[str]:
    options = tuple(
        Option(
            value,
            WORDS(labels[n] if labels else f"Casilla {value}"),
            (Amount(n, "marble"),),
            say("Too far: at most {n} spaces", n=5) if n > 5 else None,
        )
        for n, value in enumerate(values)
    )
    return Place(key=f"where-{widget}", prompt=say("Where to?"), widget=widget, options=options)


CITY = 7
"""The squares of a city each way."""


def city(*, secret: bool = False) -> Grid:
    """A city of 7 by 7 with a few buildings in it."""
    legend = (
        LegendEntry("house", WORDS("Casa"), "city"), LegendEntry("market", WORDS("Mercado"), "coin"),
        LegendEntry("grave", WORDS("Tumba")),
    )  # fmt: skip
    built = {(0, 0): "house", (1, 0): "house", (3, 3): "market", (4, 3): "market", (5, 6): "grave", (6, 6): "grave"}
    cells = tuple(Cell(x, y, kind) for (x, y), kind in built.items())
    return Grid(
        key="city", title=WORDS("Tu ciudad"), secret=secret, width=CITY, height=CITY, cells=cells, legend=legend
    )


CROOKED = (((0, 0), (1, 0), (1, 1)), ((0, 0), (0, 1), (-1, 1)), ((0, 0), (0, 1), (1, 1)), ((0, 0), (1, 0), (0, 1)))
"""A piece of three squares, in the four directions it can be turned to."""


def fit(*, secret: bool = False) -> Fit:
    """Where the crooked piece may lie in the city."""
    built = {cell.at for cell in city().cells}
    options = []
    for turn, squares in enumerate(CROOKED):
        for y in range(CITY):
            for x in range(CITY):
                covered = [(x + right, y + down) for right, down in squares]
                if not all(0 <= at < CITY for square in covered for at in square):
                    continue
                taken = any(f"{right},{down}" in built for right, down in covered)
                reason = say("Something stands there already.") if taken else None
                label = WORDS(f"Columna {x + 1}, fila {y + 1}, giro {turn + 1}")
                options.append(Option(f"{x},{y},{turn}", label, reason=reason))
    return Fit(
        key="stable",
        prompt=say("Where does the stable go?"),
        act=say("Build the stable here"),
        widget="city",
        turns=CROOKED,
        icon="horse",
        options=tuple(options),
        secret=secret,
    )


SYMBOLS = (
    ("Estandarte amarillo", ""),
    ("Estandarte verde", ""),
    ("Estandarte rojo", ""),
    ("Espada", "sword"),
    ("Ambrosía", "amphora"),
    ("Conocimiento", "scroll"),
    ("Ingreso de ambrosía", "amphora"),
    ("Límite de ejércitos", "shield"),
    ("Ciudadano", "man"),
)
"""Many options of a word or two each."""


def questions() -> dict[str, AnyQuestion]:
    goods = ("Hierro", "Mármol", "Oro", "Trigo", "Madera")
    return {
        "pick": pick(),
        "pick-apart": replace(pick(), options=(*pick().options, STOP)),
        "pick-all-apart": replace(pick(), options=(STOP,)),
        "place-rondel": place("rondel", tuple(f"r{n}" for n in (5, 6, 7, 0, 1, 2, 3))),
        "place-track": place("points", tuple(str(n) for n in range(18, 30))),
        "place-words": place("lands", ("land-0", "land-2", "land-3"), ("Ática", "Peloponeso", "Macedonia")),
        "place-grid": place("map", ("1,2", "2,2", "3,3", "7,4")),
        "fit": fit(),
        "fit-secret": fit(secret=True),
        "pick-many": PickMany(
            key="keep",
            prompt=say("Which ones do you keep?"),
            least=1,
            most=3,
            options=tuple(
                Option(word.lower(), WORDS(word), icon=icon, copies=n + 1)
                for n, (word, icon) in enumerate(zip(goods, ("iron", "marble", "gold", "wheat", "wood"), strict=True))
            ),
        ),
        "pick-many-words": PickMany(
            key="symbols",
            prompt=say("Which ones do you keep?"),
            most=9,
            options=tuple(Option(word.lower(), WORDS(word), icon=icon) for word, icon in SYMBOLS),
        ),
        "count": Count(key="pay", prompt=say("How much marble?"), high=9, start=3, icon="marble"),
        "count-large": Count(key="points", prompt=say("How many points?"), low=-20, high=200, start=42),
        "dice": Dice(key="roll", prompt=say("What do the dice show?"), dice=3),
        "dice-many": Dice(key="roll-20", prompt=say("What do the dice show?"), dice=2, faces=20),
        "text": Text(key="name", prompt=say("What is the city called?"), start="Nueva Cartago"),
        "confirm": Confirm(
            key="go",
            prompt=say("{who} asks to take back the last step", who=SeatName(3)),
            yes=say("Yes, take it back"),
            no=say("No"),
        ),
        "secret": pick(secret=True),
        "same-list": pick(secret=True, listed=True),
    }


def dialogue(question: AnyQuestion, seat: int = 2, service: str = "", *, deep: bool = False) -> Dialogue:
    said = ("Expandirte", "Beocia", "dos tribus", "por el camino largo", "con la ficha de Zeus")
    answered = tuple(Answered(say("What do you do?"), WORDS(word)) for word in said) if deep else ()
    given: list[Answer] = ["expand"] if deep else []
    meanings = (Meaning(question.prompt, say("Go on")),) if not service else ()
    return Dialogue(seat, question, f"digest-{question.key}-{seat}", given, answered, service, meanings=meanings)


def preview() -> Preview:
    return Preview(
        act=say("Attack {who} for {n}", who=SeatName(1), n=6),
        told=(
            say("{who} loses a settler in Attica", who=SeatName(1)),
            say("You draw {what}", what=seal("Sirena", 2)),
        ),
        final="chance",
        after=Outlook(
            (
                FigureChange(say("Marble"), 12, 5, icon="marble"),
                FigureChange(say("Points"), 4, 9, icon="medal", secret=True),
            ),
            (1,),
        ),
    )


# -- views -------------------------------------------------------------------------------------------------------


def log() -> tuple[LogLine, ...]:
    lines: tuple[tuple[Any, ...], ...] = (
        (say("{who} founds a city in {where}", who=SeatName(1), where=verbatim("Tiro")), 1),
        (say("{who} attracts a king ({n} of {all})", who=SeatName(2), n=2, all=9), 2),
        (say("Corrected: marble of {who} from {old} to {new}", who=SeatName(7), old=3, new=5), 0),
        (seal(say("You draw {what}", what="Sirena"), 2), 2),
        (say("{who} moves to {where}", who=SeatName(6), where=verbatim("Maniobra")), 6),
        (say("{who} pays {n} marble", who=SeatName(5), n=1), 5),
    )
    pieces = {
        1: (
            PiecesLine(1, say("Put your disc on {place}.", place=verbatim("Tiro"))),
            PiecesLine(2, say("Take {n}.", n=1)),
        ),
        3: (PiecesLine(2, say("Put {what} back.", what="Sirena"), secret=True),),
        4: (PiecesLine(6, say("Move your marker to {place}.", place=verbatim("Maniobra"))),),
    }
    return tuple(
        LogLine(
            n + 1,
            told,
            seat,
            "move",
            begins=n != 1,
            undone=n == 4,
            marked=n == 2,
            scribe=n == 5,
            pieces=pieces.get(n, ()),
        )
        for n, (told, seat) in enumerate(lines)
    )


def score(*, final: bool) -> ScoreSheet:
    def side(n: int) -> SideScore:
        lines = (
            Line("cities", 3 * n, WORDS("Ciudades"), WORDS(f"{n} ciudades a 3 puntos")),
            Line("temples", 4, WORDS("Templos"), WORDS("2 templos a 2 puntos")),
            Line(
                "fate", 2 if final else None, WORDS("Carta de destino"), WORDS("Guardián de Delfos") if final else None
            ),
            Line("debt", -n // 2, WORDS("Deudas")),
        )
        return SideScore(f"side {n}", (n,), say("{who}", who=SeatName(n)), lines, (n % 3, 12 - n), out=n == 3)

    twin = SideScore("side 8", (8,), say("{who}", who=SeatName(8)), side(7).lines, (0, 9))
    return ScoreSheet(
        (*(side(n) for n in range(1, 8)), twin),
        final,
        ladder=(TieBreak(WORDS("Más hierro")), TieBreak(WORDS("Orden de turno"), highest=False)),
    )


def course() -> ScoreHistory:
    """The points of three steps."""
    sides = score(final=True).sides
    return ScoreHistory(3, tuple(ScoreCurve(side.side, side.seats, side.called, (0, 4, side.total)) for side in sides))


def by_condition(won: Wording | None) -> ScoreSheet:
    """A play that is over, where points decide nothing; won by seat 1 if there is a reason."""
    counted = score(final=True)
    first = replace(counted.sides[0], won=won)
    return replace(counted, sides=(first, *counted.sides[1:]), counted=False)


def table(phase: Any = "playing", *, widgets: tuple[AnyWidget, ...] = (), taken: int = 8) -> TableView:
    return TableView(
        version="v-table",
        phase=phase,
        title=WORDS("Antike"),
        sentence=say("Round {n}: {who} moves on the rondel", n=9, who=SeatName(2)),
        seats=seats(taken),
        widgets=widgets,
        log=tuple(line for line in log() if isinstance(line.told, Message)),
        score=score(final=phase == "over"),
        problem=None,
        turn=Turn((2,), say("{who}'s turn", who=SeatName(2)), say("{who} moves", who=WORDS("Persia")), 3)
        if phase == "playing"
        else None,
        game="antike",
    )


def seat(*dialogues: Dialogue, widgets: tuple[AnyWidget, ...] | None = None, phase: Any = "playing") -> SeatView:
    return SeatView(
        version="v-seat",
        seat=2,
        table=table(phase),
        sentence=say("Your turn: you are last."),
        dialogues=dialogues,
        widgets=all_widgets() if widgets is None else widgets,
        strip=strip(),
        forecast=forecast(),
        log=log(),
        undo=UndoOffer(say("your last step"), "free"),
        redo=UndoOffer(say("the attack on {who}", who=SeatName(1)), "vote", marked=True),
        notices=(Notice(say("The price was {old}, now it is {new}.", old=3, new=5), "warning"),),
        score=score(final=phase == "over"),
    )


def strip() -> tuple[Figure, ...]:
    """Five numbers, of which one is for their owner alone."""
    known = (("Hierro", "iron", 3), ("Mármol", "marble", 12), ("Oro", "gold", None), ("Puntos", "medal", WORDS("6/9")))
    figures = [Figure(WORDS(label), value, icon) for label, icon, value in known]
    return (*figures, Figure(WORDS("Prestigio"), 31, "point", secret=True))


def forecast() -> tuple[ForecastLine, ...]:
    """What a seat could do, of which one line is for its owner alone."""
    return (
        ForecastLine(WORDS("Puedes pagar un templo y una ciudad nueva."), "coin"),
        ForecastLine(WORDS("Con una carta secreta ganas un combate."), "cards", secret=True),
    )


def games() -> list[Meta]:
    words = ("Antike", "Antiquity", "Atenas y Esparta", "El mundo antiguo", "Olympos", "Hoja de puntos")
    return [
        Meta(
            f"game-{n}",
            WORDS(word),
            (2, 8 - n),
            summary=WORDS("El companion lleva el rondel, los recursos y los conocimientos."),
            options=(
                GameOption(
                    "long",
                    WORDS("Partida larga"),
                    False,
                    ((False, WORDS("No: gana quien junta 7")), (True, WORDS("Sí: gana quien junta 9"))),
                    "Reglamento, página 4",
                ),
            ),
            chance=(ChanceKind("deck", WORDS("Cartas")), ChanceKind("dice", WORDS("Dados"), "cardboard")),
            levels=(("full", WORDS("Todo: reglas, precios y puntos")), ("light", WORDS("Solo lo oculto y los puntos"))),
        )
        for n, word in enumerate(words)
    ]


def devices() -> list[Made]:
    keys = ("left", "right", "up", "down", "back", "ok", "peek")
    return [
        Made(
            id=f"pod-{n}" if n else "panel",
            seat=n or None,
            picture=f"/specimen-{n}.png",
            width=128,
            height=64,
            words=WORDS("Te toca"),
            cut=n == 3,
            peeks=n == 2,
            reader=n == 2,
            keys=keys if n % 2 == 0 else keys[2:],
        )
        for n in range(9)
    ]


WIRES = (
    Wire("panel.keys", "ok", (Pin(26, 37),)),
    Wire("panel.display", "display", (Pin(25, 22, "dc"), Pin(24, 18, "reset")), "/dev/spidev0.0"),
    Wire("panel.buzzer", "buzzer", (Pin(12, 32),)),
    Wire("seat1.keys", "up", (Pin(4, 7),)),
    Wire("seat1.keys", "ok", (Pin(17, 11),), fault=Fault("busy", "/dev/gpiochip0")),
    Wire("seat1.keys", "encoder", (Pin(27, 13, "a"), Pin(22, 15, "b"))),
    Wire("seat1.display", "display", (), "/dev/i2c-1", 3, 0x3C, Fault("silent", "/dev/i2c-1")),
    Wire("seat1.light", "light", (Pin(5, 29, "red"), Pin(6, 31, "green"), Pin(13, 33, "blue"))),
)


def hardware(*, testing: bool = True) -> dict[str, Any]:
    """The devices of a table, some of them out of order."""
    heard = {"up": WireInput(True, 3), "encoder": WireInput(detents=-2)} if testing else {}
    rows = [WireRow(wire, heard.get(wire.line, WireInput()), wire.line == "light" and testing) for wire in WIRES]
    panel, seat = rows[:3], rows[3:]
    places = hardware_rows(HardwareView(testing, ((0, tuple(panel)), (1, tuple(seat)))))
    quiet = ["22:30", "07:00"] if testing else None
    shown = arrivals(offered=2 if testing else None)
    voice = VoiceView(testing, voice_trouble(Fault("silent")) if testing else None)
    return {
        "notices": (),
        "testing": testing,
        "places": places,
        "voice": voice,
        "quiet": quiet,
        "readers": testing,
        "arrivals": shown,
    }


def tags(*, teaching: bool) -> dict[str, Any]:
    """Readers at the panel and a seat, and what their tags were taught to be."""
    people = tuple(TagThing(f"person/{name}", verbatim(name), int(name == "Ana")) for name in ("Ana", "Luis", "Zoë"))
    cards = tuple(TagThing(f"card/x/card/{n}", WORDS(f"Naturaleza número {n}"), n % 3) for n in range(1, 25))
    lists = (TagList("people", WORDS("Personas"), people), TagList("x-card", WORDS("Juego: cartas"), cards))
    return {
        "notices": (),
        "readers": (0, 2),
        "teaching": teaching,
        "longest": LONGEST_NAME,
        "place": 2 if teaching else None,
        "known": WORDS("Naturaleza número 7") if teaching else None,
        "possible": True,
        "lists": lists,
        "games": [("x", WORDS("Juego")), ("y", WORDS("Otro"))],
        "taught": [thing for each in lists for thing in each.things if thing.tags],
    }


def arrivals(*, offered: int | None = None) -> NewPods:
    """Two new pods, one of them with old firmware, and a seat that has its own."""
    old = Fault("older", "/dev/serial/by-path/platform-1.4")
    pods = (
        UnseatedPod("e66058388b4a2c21", "north", "/dev/serial/by-path/platform-1.3"),
        UnseatedPod("", "", old.what, old),
    )
    return NewPods(tuple((pod, fault_of_pod(pod.fault, pod.node)) for pod in pods), (2, 3, 5, 8), offered, (1,))


def tracked(key: str, words: str, value: int | None, icon: str = "", seats: tuple[int, ...] = (1,)) -> Made:
    return Made(key=key, label=WORDS(words), value=value, low=0, high=99, icon=icon, seats=seats, meanings=())


# -- rendering ---------------------------------------------------------------------------------------------------


class Words:
    """The helpers a page speaks through, for one language."""

    def __init__(self, language: str = "en") -> None:
        self.catalogue = catalogue(language)
        self.language = language
        self.direction: Direction = direction(language)
        self.speaker = Speaker(language, self.catalogue, NAMES)

    def one(self, text: str, /, **args: object) -> str:
        return self.catalogue.gettext(text).format_map(args)

    def many(self, one: str, many: str, n: int, /, **args: object) -> str:
        return self.catalogue.ngettext(one, many, n).format_map({"n": n, **args})


def url_for(endpoint: str, **values: object) -> str:
    query = "&".join(f"{key}={value}" for key, value in values.items())
    return "/" + endpoint.replace(".", "/") + (f"?{query}" if query else "")


@cache
def environment() -> Environment:
    env = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined)
    env.globals.update(HELPERS, **LAYOUT, remembered=lambda macro, *values: macro(*values), everybodys=Markup)
    env.trim_blocks = env.lstrip_blocks = True
    return env


def context(page: str, words: Words, theme: str) -> dict[str, Any]:
    """What every page is given."""
    return {
        "page": page, "lang": tag(words.language), "direction": words.direction, "theme": theme,
        "csrf": "csrf-token", "url_for": url_for, "root": "",
        "say": words.speaker.say, "short": words.speaker.short, "name": words.speaker.name,
        "roster": tuple(words.speaker.name(seat) for seat in range(1, 9)),
        "languages": tuple((code, tag(code), own_name(code)) for code in LANGUAGES),
        "_": words.one, "_n": words.many, "my_seat": 2 if page in ("seat", "log", "join") else None,
        "table_setup": TableSetupView(), "at_stake": None, "asked_of_all": AskedOfAll(), "live_page": page != "sheet",
        "pin_ways": PinWays(panel=True, screen=True, command="sudo companion pin", chosen=True, card=True).words,
        "host": True, "hosting": False, "simulated": True, "previews": {}, "given": {}, "address": "table.local:8000",
        "address_ip": "10.42.0.1:8000", "qr": qr(), "wifi": None, "wifi_qr": None, "clock_now": 130.0,
        "safe_mode": None, "setup_mistakes": (), "sharers": (), "handed": None, "secure": False, "takes_cards": True,
        **({"chart": None} if page == "score" else {"gain": None} if page in ("table", "sim") else {}),
        "choices": {name: values[0] for name, values in CHOICES.items()},
    }  # fmt: skip


def qr() -> Markup:
    return Markup(segno.make("http://table.local:8000/").svg_inline(scale=1, border=1, omitsize=True))


def samples() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(name, template, what the template is given beyond ``context``)."""
    asked = {name: dialogue(question) for name, question in questions().items()}
    first = pick()
    deep = dialogue(first, deep=True)
    vote = dialogue(questions()["confirm"], service="undo")
    few = (time_track(), hand(secret=True), meter(4))
    yield (
        "seat-turn",
        "seat.html",
        {
            "view": seat(deep, vote, widgets=few),
            "previews": {deep.digest: preview()},
            "given": {deep.digest: "attack-1"},
        },
    )
    yield "seat-everything", "seat.html", {"view": seat()}
    kept = tuple(replace(note, secret=True) for note in notes())
    yield "seat-secrets", "seat.html", {"view": seat(widgets=(*few, *kept))}
    yield "seat-over", "seat.html", {"view": seat(phase="over", widgets=few)}
    beside = (asked["count"], dialogue(first, seat=0))
    yield "seat-aside", "seat.html", {"view": replace(seat(*beside, vote, widgets=few), table_may=True)}
    begun = (asked["count"], dialogue(first, seat=0, deep=True))
    yield "seat-aside-begun", "seat.html", {"view": replace(seat(*begun, widgets=few), table_may=True)}
    alone = (dialogue(first, seat=0),)
    yield "seat-aside-alone", "seat.html", {"view": replace(seat(*alone, widgets=few), table_may=True)}
    for name, view in (("laying", laying()), ("laying-done", laying(done=True)), ("laying-late", laying(begun=True))):
        yield f"seat-{name}", "seat.html", {"view": replace(seat(widgets=few), setting_up=view), "host": True}
    yield "seat-beside", "seat.html", {"view": seat(*beside, widgets=few)}
    for name, each in asked.items():
        kinds: dict[str, AnyWidget] = {
            "place-rondel": rondel(),
            "place-track": long_track(),
            "place-words": word_track(),
            "place-grid": grid(),
            "fit": city(),
            "fit-secret": city(secret=True),
        }
        shown = (kinds[name],) if name in kinds else few
        yield f"ask-{name}", "seat.html", {"view": seat(each, widgets=shown)}
    for name, shown in large().items():
        yield f"large-{name}", "seat.html", {"view": seat(widgets=(shown,))}
        yield f"table-large-{name}", "table.html", {"view": table(widgets=(replace(shown, big=True),))}
    everything = tuple(large()[name] for name in ("time", "rondel", "ledger"))
    yield "table-large-all", "table.html", {"view": table(widgets=everything)}
    yield "table-rondel", "table.html", {"view": table(widgets=(rondel(), meter()))}
    yield "table-ledger", "table.html", {"view": table(widgets=(time_track(), ledger()))}
    yield (
        "table-address-shown",
        "table.html",
        {"view": replace(table(widgets=(time_track(), ledger())), address_shown=True)},
    )
    yield "table-full", "table.html", {"view": table(widgets=(long_track(), rondel(), ledger(), *notes()))}
    yield "table-map", "table.html", {"view": table(widgets=(grid(), hand(secret=False), stores()))}
    yield "table-laying", "table.html", {"view": replace(table(), setting_up=laying())}
    yield "table-gathering", "table.html", {"view": table("gathering", taken=5)}
    yield "table-over", "table.html", {"view": table("over"), "gain": Gain(12, WORDS("Templos"))}
    yield from evening_samples()
    offered = tuple(SeatInfo(each.seat, each.name, taken=each.taken and each.seat != 4) for each in seats(5))
    yield (
        "join",
        "join.html",
        {
            "view": {
                "version": "v",
                "seats": offered,
                "title": table().title,
                "phase": "gathering",
                "mine": (2,),
                "suggested": None,
                "wanted": None,
                "own_name": "",
                "waits": ((4, None, False),),
                "moved": None,
                "wired": True,
                "proposal": None,
            },
            "notices": (Notice(say("That seat was just taken."), "warning"),),
        },
    )
    free = tuple(SeatInfo(each.seat, each.name, taken=each.taken) for each in seats(2))
    choice = {
        "version": "v",
        "seats": free,
        "title": table().title,
        "phase": "gathering",
        "mine": (),
        "wanted": None,
        "waits": (),
        "moved": None,
        "wired": True,
        "proposal": COUNTING,
    }
    given = {"view": {**choice, "suggested": 3, "own_name": "Ana María"}, "notices": (), "my_seat": None}
    yield "join-suggested", "join.html", given
    yield "scribe", "scribe.html", {"view": scribe(asked)}
    for phase in ("gathering", "playing"):
        view = table(phase, taken=5)
        given = {"view": view, "version": "v-one", "notices": (), "host": False, "my_seat": None}
        yield f"one-device-{phase}", "scribe.html", given
    yield "log", "log.html", {"lines": log(), "version": "v-log", "live": True, "seats": seats()}
    earlier = tuple(replace(line, number=line.number + 40) for line in log())
    given = {"lines": earlier, "version": "v-log-earlier", "live": False, "seats": seats()}
    yield "log-earlier", "log.html", given
    for final in (False, True):
        yield (
            "score-final" if final else "score-now",
            "score.html",
            {
                "score": score(final=final),
                "title": WORDS("Antike"),
                "version": "v-score",
                "live": True,
                "seats": seats(),
                "view": replace(table("over"), play="p1" if final else ""),
                "chart": chart(course()) if final else None,
            },
        )
    for name, won in (("score-condition", WORDS("San Nicolò: condición cumplida")), ("score-nobody", None)):
        given = {
            "score": by_condition(won),
            "title": WORDS("Antiquity"),
            "version": "v-score",
            "live": True,
            "seats": seats(),
            "view": table("over"),
        }
        yield name, "score.html", given
    yield "history", "history.html", {"plays": history(), "may_import": True, "may_go_on": True}
    yield from history_samples()
    yield from audit_samples(table(), seat(widgets=few))
    yield from presence_samples(table(), seat())
    yield from help_samples(table(), seat(widgets=few))
    yield from codes_samples(table("gathering", taken=5), table())
    yield "hardware", "hardware.html", {"view": table(), "version": "v-hardware", **hardware()}
    yield "hardware-idle", "hardware.html", {"view": table(), "version": "v-hardware", **hardware(testing=False)}
    for name, teaching in (("tags", True), ("tags-idle", False)):
        yield name, "tags.html", {"view": table("gathering"), "version": f"v-{name}", **tags(teaching=teaching)}
    yield "sim", "sim.html", {"view": table(widgets=(rondel(), meter())), "devices": devices(), "version": "v-sim"}
    marble = [tracked(f"marble-{owner}", "Mármol", 3, "marble", (owner,) if owner else ()) for owner in (2, 1, 0)]
    held = tracked("city", "Ciudad en Atenas", 2, seats=())
    held.meanings, held.high = tuple(map(WORDS, ("nadie", "Grecia", "Persia"))), 2
    secret = tracked("fate", "Prestigio oculto", 7, seats=(2,))
    counts: list[tuple[list[Made], bool]] = [(marble, False), ([secret], True), *[([held], False)] * 10]
    things = [
        CountedThing(f"thing-{place}", counted[0].label, counted[0].icon, tuple(counted), hidden)
        for place, (counted, hidden) in enumerate(counts)
    ]
    values = (PrintedView("track", say("Time Track"), 0, 7, now=True), PrintedView("wonder", say("Wonder"), 10, 10))
    yield (
        "printed",
        "printed.html",
        {"setup": replace(laying(), printed=values), "minutes": minutes, "seat_hosts": True},
    )
    yield "printed-grid", "printed_grid.html", printed_grid()
    yield "numbers", "numbers.html", {"things": things, "printed": True}
    copied = IdentityView(contested=True, twin=True, broker=True, wifi="table-7", certificate=True, flashed=True)
    renewed = replace(copied, renewed=True, club=True, wifi_password="five-words")
    for name, identity in {"identity": copied, "identity-renewed": renewed}.items():
        yield name, "identity.html", {"view": table(), "version": "v-identity", "notices": (), "identity": identity}
    yield "error", "error.html", {"code": 404, "heading": say("Nothing here"), "text": say("This page does not exist.")}
    yield from host_samples()
    yield from box_samples()
    yield from keeping_samples(table())
    yield from rescue_samples()
    yield from safe_mode_samples(table("gathering", taken=3))
    yield from network_samples(table("gathering", taken=2))


def printed_grid() -> dict[str, Any]:
    """A grid with a number, a choice and a list, of which one is known and one row was wrong."""
    colours = (("red", say("red")), ("blue", say("blue")))
    fields = (
        BoxField("points", say("Points"), 0, 9),
        BoxField("colour", say("Colour"), choices=colours),
        BoxField("bonus", say("Bonuses"), choices=(("A", say("red")), ("B", say("blue"))), many=True),
    )
    kind = BoxKind("city", say("Cities"), fields, (("a", say("Athens")), ("b", say("Sparta"))))
    rows = (PrintedRow("a", say("Athens"), {"points": 3}), PrintedRow("b", say("Sparta"), {}))
    english = speaker("en", {})
    texts = CellTexts(english.say, english.short)
    return {
        "grid": PrintedTable(kind, fields, rows, none=True), "text": texts.text, "cell_type": cell_type,
        "choice": texts.choice, "typed": {"b.points": "44"}, "wrong": {"b": say("There is no such component.")},
    }  # fmt: skip


def laying(*, done: bool = False, begun: bool = False) -> SetupView:
    """A set-up with a picture of rows, things by their places, and a step that is done."""
    who, lies = say("Each of you"), ((say("Row {n}", n=1), say("Wonders")), (say("Row {n}", n=2), say("Settlers")))
    owe = () if done else (1, 2)
    tasks = (
        SetupTask(1, "board", say("Board"), say("Bank"), who, (1,), (), ticked=(1,)),
        SetupTask(2, "row-1", say("Wonders"), say("Bank"), who, (1, 2), owe, lies, "", "tiles", "red"),
        SetupTask(3, "row-2", say("Wonders"), say("Bank"), who, (1, 2), owe, lies, "", "tiles", "blue"),
        SetupTask(4, "goods", say("Bank"), say("Bank"), who, (1, 2, 3, 4), () if done else (1, 2, 3, 4), lies),
        SetupTask(5, "coins", say("Stones"), say("Bank"), who, (1, 3), owe),
    )
    return SetupView(tasks, begun, again=not begun)


HOSTS = HostingView(1, say("{who} hosts.", who=SeatName(1)))
COUNTING = ProposalView(
    "begin", 1, say("{who} begins {game}", who=SeatName(1), game=WORDS("Olympos")), WORDS("Olympos"), 8.0, (2, 4), (3,)
)
LOBBY = LobbyView(
    "olympos", WORDS("Olympos"), (WORDS("The board"), WORDS("5 settlers each")), ((WORDS("Dice"), WORDS("we")),)
)


def evening_samples() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Who chooses the game, and what is about to begin, on the screens of everybody."""
    words = say("Who chooses the game?")
    told = say("{who} says wait: {game} does not begin yet.", who=SeatName(3), game=WORDS("Olympos"))
    stages: dict[str, dict[str, Any]] = {
        "nobody": {},
        "last": {"last": PutAwayPlay("p", WORDS("Olympos"))},
        "chooses": {"hosting": HOSTS},
        "chosen": {"hosting": HOSTS, "lobby": LOBBY},
        "counting": {"hosting": HOSTS, "lobby": LOBBY, "proposal": COUNTING},
        "stopped": {"hosting": HOSTS, "lobby": LOBBY, "told": told},
    }
    for stage, given in stages.items():
        view = replace(table("gathering", taken=5), sentence=words, missing=words, **given)
        yield f"table-host-{stage}", "table.html", {"view": view}
        lobby = replace(
            seat(widgets=()), table=view, sentence=words, log=(), strip=(), score=None, undo=None, redo=None
        )
        for own in (1, 2):
            yield f"lobby-{stage}-{own}", "seat.html", {"view": replace(lobby, seat=own), "host": False, "my_seat": own}
        yield f"watch-{stage}", "watch.html", {"view": view, "my_seat": None}
    away = replace(
        COUNTING, kind="put-away", words=say("{who} puts {game} away", who=SeatName(1), game=WORDS("Olympos"))
    )
    for own in (1, 2):
        playing = replace(seat(), seat=own, table=replace(table(), proposal=away))
        yield f"seat-put-away-{own}", "seat.html", {"view": playing, "host": False, "my_seat": own}
    yield "table-put-away", "table.html", {"view": replace(table(), proposal=away)}
    yield "over-again", "seat.html", {"view": replace(seat(), table=table("over")), "host": False}


def host_samples() -> Iterator[tuple[str, str, dict[str, Any]]]:
    sheets = [Made(key="own", title=WORDS("Cascadia"), own=True), Made(key="farm", title=WORDS("Agrícola"), own=False)]
    shared: dict[str, Any] = {
        "version": "v-host", "notices": (Notice(say("The table goes on."), "good"),), "wait": 0, "games": games(),
        "pictured": (), "counting": None, "helping": None,
        "chosen": None, "choice": Gathering(""), "guided": True, "to_ask": (), "corrections": (), "sheets": sheets,
        "host": True,
        "table_language": "en",
        "outside": OUTSIDE, "left_out": LEFT_OUT,
        "screens": 1,
        "complaints": [complaint(wire) for wire in WIRES if wire.fault],
        "arrivals": arrivals(),
        "keeping": GOOD,
    }  # fmt: skip
    gathering = table("gathering", taken=5)
    numbers = [tracked("marble", "Mármol", 3, "marble"), tracked("fate", "Prestigio oculto", None)]
    yield "sheet-new", "sheet.html", sheet(sheet_builder.from_values(NEW, sheet_form.describe()), checked=False)
    yield "sheet-wrong", "sheet.html", sheet(sheet_builder.read_form(WRONG.items()))
    yield "sheet-whole", "sheet.html", sheet(whole_sheet())
    usual = {"title": WORDS("Cascadia"), "about": WORDS("<b>Wild</b>"), "problem": None, "qr": None, "back": ""}
    coded = {"qr": qr_svg("http://table.local/S/A"), "file": "/host/sheet/sheet:own/file", "back": "/game"}
    yield "sheet-shared", "sheet_share.html", {**usual, **coded, "may_keep": True}
    long = {"problem": WORDS("Too long"), "file": "/S/A/file", "may_keep": False}
    yield "sheet-long", "sheet_share.html", {**usual, **long}
    reader = say("a line that can be read; the reader says: {why}", why="?")
    unread = SheetDraft(None, "id = ", (SheetProblem(1, "TOML", reader),))
    yield "sheet-unread", "sheet.html", {**sheet(whole_sheet()), "draft": unread, "shown": ()}
    corrections = [(0, [tracked("round", "Ronda", 9, seats=())]), *((n, numbers) for n in (1,))]
    yield "host-pin", "host.html", {**shared, "view": gathering, "host": False, "wait": 12}
    for stage, own in (("open", False), ("asked", False), ("asked", True), ("contested", False)):
        setup = TableSetupView(cast("SetupStage", stage), own)
        name = f"host-setup-{stage}{'-own' if own else ''}"
        yield name, "host.html", {**shared, "view": gathering, "host": False, "table_setup": setup}
    yield "host-pin-seated", "host.html", {**shared, "view": gathering, "host": False, "my_seat": 2}
    yield "host-games", "host.html", {**shared, "view": gathering}
    yield "host-over-games", "host.html", {**shared, "view": table("over")}
    evening = {**shared, "view": table("gathering", taken=8), "host": False, "hosting": True, "my_seat": 2}
    yield "game-list", "game.html", evening
    last = replace(evening["view"], last=PutAwayPlay("p", WORDS("Olympos")))
    yield "game-list-last", "game.html", {**evening, "view": last, "hosting": False}
    yield "game-over", "game.html", {**evening, "view": table("over")}
    chosen = replace(evening["view"], lobby=LOBBY)
    yield "game-options", "game.html", {**evening, "view": chosen, "chosen": games()[0], "to_ask": (WORDS("Prices"),)}
    counting = replace(chosen, proposal=COUNTING)
    yield "game-counting", "game.html", {**evening, "view": counting, "chosen": games()[0]}
    yield "game-playing", "game.html", {**evening, "view": table()}
    yield (
        "host-options",
        "host.html",
        {**shared, "view": gathering, "chosen": games()[0]},
    )
    yield "host-play", "host.html", {**shared, "view": table(), "corrections": corrections}


WRONG = {
    "name": "<Bosque>", "seats.low": "2", "seats.high": "x",
    "rounds.how": "range", "rounds.low": "3", "rounds.high": "",
    "category.0.key": "new-1", "category.0.form": "per-unit", "category.0.name": "", "category.0.points": "dos",
    "category.1.key": "new-2", "category.1.form": "set", "category.1.name:en": "Sets", "category.1.name:es": "Series",
    "category.1.kinds.0.key": "new-3", "category.1.kinds.0.name": "Oak", "category.1.points": "1, 4, x",
    "ladder.0.category": "new-9", "sudden.0.points": "-1",
}  # fmt: skip
"""The fields of a sheet with much that is wrong."""


def whole_sheet() -> sheet_builder.SheetTable:
    values = sheet_form.values_of(score_sheet.parse(score_sheet.shipped_texts()["harbour-market.toml"], "sheet"))
    return sheet_builder.from_values(values, sheet_form.describe())


def sheet(part: sheet_builder.SheetTable, *, checked: bool = True) -> dict[str, Any]:
    """What the page of a sheet is given."""
    made = sheet_builder.values(part, sheet_form.describe())
    text = sheet_form.write_values(made)
    found = score_sheet.check(text) if checked else ()
    problems = found
    draft = SheetDraft(part, text, problems, checked=checked, tried=True)
    for problem in problems:
        draft.where.setdefault(sheet_builder.field_of(problem, made), []).append(problem)
    shown = () if problems or not checked else (ledger(3),)
    form = sheet_form.describe()
    more = {"main_and_more": sheet_builder.main_and_more, "home": "/game", "sheets": ()}
    return {"draft": draft, "form": form, "shown": shown, **more}


def scribe(asked: dict[str, Dialogue]) -> ScribeView:
    shown = (
        dialogue(asked["pick"].question, 1),
        dialogue(asked["count"].question, 4, deep=True),
        dialogue(asked["dice"].question, 0),
    )
    return ScribeView(
        version="v-scribe",
        table=table(widgets=(time_track(), ledger())),
        dialogues=shown,
        closed=(1, 7),
        undo=UndoOffer(say("the last step of {who}", who=SeatName(3)), "vote"),
        notices=(Notice(say("Written for {who}.", who=SeatName(1)), "good"),),
    )


def history() -> list[Made]:
    people = [Made(seat=n, name=NAMES[n], points=40 - n, winner=n == 1) for n in range(1, 6)]
    unknown = [Made(seat=n, name=NAMES[n], points=None, winner=False) for n in range(1, 9)]
    return [
        Made(
            id="p1",
            title=WORDS("Olympos"),
            day="",
            imported=False,
            seats=unknown,
            finished=False,
            damaged=True,
            gone=False,
            unread=False,
        ),
        Made(
            id="p2",
            title=WORDS("Antike"),
            day="2026-11-01",
            imported=False,
            seats=people,
            finished=True,
            damaged=False,
            gone=False,
            unread=False,
        ),
        *(
            Made(
                id=f"p{number}",
                title=WORDS("night-market"),
                day="",
                imported=False,
                seats=people,
                finished=False,
                damaged=False,
                gone=not unread,
                unread=unread,
            )
            for number, unread in enumerate((False, True), 3)
        ),
        Made(
            id="",
            title=WORDS("Catan"),
            day="2024-03-01",
            imported=True,
            seats=[Made(seat=0, name="Ana", points=9.5, winner=True), Made(seat=0, name="", points=None, winner=False)],
        ),
    ]


class DrawnPages(Mapping[str, str]):
    """Sample pages as HTML, by name; each is drawn when somebody looks at it."""

    def __init__(self, words: Words, theme: str = "") -> None:
        self._words = words
        self._theme = theme
        self._env = environment()
        self._samples = {name: (template, given) for name, template, given in samples()}
        self._drawn: dict[str, str] = {}

    def __getitem__(self, name: str) -> str:
        if name not in self._drawn:
            template, given = self._samples[name]
            shared = context(template.removesuffix(".html"), self._words, self._theme)
            self._drawn[name] = self._env.get_template(template).render({**shared, **given})
        return self._drawn[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._samples)

    def __len__(self) -> int:
        return len(self._samples)


PAGES = [name for name, _, _ in samples()]


@cache
def drawn(language: str = "en") -> DrawnPages:
    """Every sample page, in one language, for all tests of a process."""
    return DrawnPages(Words(language))


def write(folder: Path, words: Words | None = None, theme: str = "", suffix: str = "") -> None:
    for name, html in DrawnPages(words or Words(), theme).items():
        (folder / f"{name}{suffix}.html").write_text(html, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
