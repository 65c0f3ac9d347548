"""One of every face and widget, in English and Spanish: what the golden pictures show."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.widgets import (
    AnyWidget,
    Bar,
    Card,
    Cell,
    Column,
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
from companion.core.wording import Speaker, Verbatim, verbatim
from companion.render.faces import (
    AnyFace,
    ConfirmFace,
    CountFace,
    DiceFace,
    FitFace,
    FlashFace,
    FormFace,
    FormLine,
    FormOffer,
    HomeFace,
    JoinFace,
    MenuFace,
    MenuItem,
    NumberFace,
    PinFace,
    ProbeFace,
    ScoreFace,
    ScoreRow,
    SealedFace,
    SlipFace,
    WalkFace,
    WifiFace,
)
from companion.render.widgets.widget_face import said_grid, spoken


class NoCatalogue:
    """Leaves every text as it is: the samples bring their own words."""

    def gettext(self, message: str) -> str:
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return msgid1 if n == 1 else msgid2


def both(en: str, es: str) -> Verbatim:
    return verbatim({"en": en, "es": es})


def telling_faces(es: bool) -> dict[str, AnyFace]:
    """The faces that tell, in Spanish or English."""
    return {
        "home": HomeFace(
            seat=2,
            name="Lucía",
            sentence="Marco piensa su expansión" if es else "Marco plans his expansion",
            points="27",
            hint="PEEK: 3 cartas" if es else "PEEK: 3 cards",
            lock=True,
        ),
        "home-awaited": HomeFace(
            seat=5,
            name="Nuria" if es else "Edith",
            sentence="Te toca: vas la última" if es else "Your turn: you come last",
            points="31",
            awaited=True,
            hint="OK: elegir" if es else "OK: choose",
        ),
        "home-long": HomeFace(
            seat=7,
            name="Maximiliano de Habsburgo",
            sentence="Se espera a Lucía, Marco y Nuria para revelar los planes secretos de la ciudad"
            if es
            else "Waiting for Lucía, Marco and Nuria to reveal the secret plans of their cities",
            points="104 PV" if es else "104 VP",
        ),
        "home-panel": HomeFace(
            seat=0, name="Olympos", sentence="Ronda 3 · juega Marco" if es else "Round 3 · Marco plays"
        ),
        "home-waiting": HomeFace(
            seat=4,
            name="Pablo",
            sentence="Le toca a Carmen" if es else "Carmen's turn",
            points="21",
            hint="Luis vence a Pablo" if es else "Luis beats Pablo",
            whose=(6,),
        ),
        "home-several": HomeFace(
            seat=4,
            name="Pablo",
            sentence="Todos planean" if es else "All plan in secret",
            hint="OK",
            whose=(1, 2, 6),
        ),
        "slip": SlipFace(
            seat=4,
            actor=2,
            title="Luis vence a Pablo" if es else "Luis beats Pablo",
            rows=("Luis: 1 Oro, estrella", "+1 reloj") if es else ("Luis: 1 Gold, star", "+1 hourglass"),
            ok="OK: hecho" if es else "OK: done",
        ),
        "slip-three": SlipFace(
            seat=4,
            actor=0,
            title="Ronda 6" if es else "Round 6",
            rows=("1234567890123456789012", "Madera -1, piedra -2", "+1 hombre")
            if es
            else ("Take all citizens back", "Wood -1, stone -2", "+1 man"),
            ok="OK: hecho" if es else "OK: done",
        ),
        "flash-good": FlashFace(text="Hecho" if es else "Taken", tone="good"),
        "flash-plain": FlashFace(text="Marco funda una ciudad en el Ática" if es else "Marco founds a city in Attica"),
        "flash-warning": FlashFace(
            text="El precio era 3, ahora es 5" if es else "The price was 3, now it is 5", tone="warning"
        ),
        "sealed": SealedFace(
            seat=3,
            private=True,
            title="Tu mano" if es else "Your hand",
            lines=(
                ("Oráculo de Delfos", "Sirena: nadie entra", "Hoplitas · fuerza 3", "Prestigio oculto: 4")
                if es
                else ("Oracle of Delphi", "Siren: nobody enters", "Hoplites · strength 3", "Hidden prestige: 4")
            ),
        ),
        "sealed-pages": SealedFace(
            title="Plan secreto" if es else "Secret plan",
            lines=(
                ("Construir el molino junto al río", "Enviar dos hombres a la cantera", "Guardar trigo")
                if es
                else ("Build the mill by the river", "Send two men to the quarry", "Keep the wheat")
            ),
            page=2,
            pages=3,
        ),
        "score-three": ScoreFace(
            title="Puntuación final" if es else "Final score",
            rows=(ScoreRow(1, 2, "Lucía", "48"), ScoreRow(2, 1, "Marco", "41"), ScoreRow(3, 6, "Nuria", "39")),
            own=1,
        ),
        "score-eight": ScoreFace(
            title="Puntuación final" if es else "Final score",
            rows=tuple(
                ScoreRow(place, seat, name, points)
                for place, seat, name, points in (
                    (1, 4, "Ana", "112"),
                    (2, 8, "Bernardo", "108"),
                    (2, 1, "Marco", "108"),
                    (4, 2, "Lucía", "97"),
                    (5, 3, "Íñigo", "88"),
                    (6, 5, "Zoë", "71"),
                    (7, 6, "Nuria", "70"),
                    (8, 7, "Maximiliano de Habsburgo", "9"),
                )
            ),
            own=4,
        ),
        "join": JoinFace(url="http://192.168.1.23:8000/", address="192.168.1.23:8000"),
        "join-long": JoinFace(url="http://companion.local:8000/?join=K7QX", address="companion.local:8000"),
        "wifi": WifiFace(
            title="Wifi" if es else "Wi-Fi",
            code="WIFI:T:WPA;S:Table-7K2M;P:QX4F-9RTM-WW3H;;",
            ssid="Table-7K2M",
            key="QX4F-9RTM-WW3H",
        ),
        "pin": PinFace(
            title="PIN de la mesa" if es else "Admin PIN",
            pin="204 417",
            word="Un minuto, un móvil" if es else "One minute, one phone",
        ),
        "pin-long": PinFace(title="PIN de la mesa", pin="20 4417 3198", word="Un minuto, un móvil"),
        "probe": ProbeFace(seat=3, title="Lucía"),
        "probe-heard": ProbeFace(title="Panel", word="Botón pulsado" if es else "Knob pressed", pins="17 18"),
        "probe-full": ProbeFace(seat=3, title="Lucía", full=True),
        "walk-key": WalkFace(
            seat=2,
            title="Sitio 2, Rueda pulsada" if es else "Seat 2, Knob pressed",
            word="Pulsa una vez" if es else "Press it once",
        ),
        "walk-question": WalkFace(
            title="Panel, Lámpara" if es else "Panel, Lamp",
            word="¿Se ve turquesa?" if es else "Is it turquoise?",
            yes="sí" if es else "yes",
            no="no",
        ),
        "walk-choice": WalkFace(
            seat=8,
            title="¿Qué falla?" if es else "What is wrong?",
            word="altura equivocada" if es else "wrong height",
            yes="esto" if es else "this",
            no="otra" if es else "next",
        ),
        "number": NumberFace(seat=8, title="Sitio 8" if es else "Seat 8", number=8),
        "number-panel": NumberFace(title="Panel", number=0),
    }


def form(es: bool, cursor: int, *, refused: bool = False) -> FormFace:
    """Four fields, one of them longer than a line and one without an answer."""
    why = ("Solo quedan dos" if es else "Only two are left") if refused else ""
    lines = (
        FormLine("¿De dónde?" if es else "Where from?", "Marco", seat=2),
        FormLine("¿Qué recurso ganas allí?" if es else "Which resource is there?", "Oro (2)" if es else "Gold (2)"),
        FormLine("Por mar" if es else "By sea", "3", icon="ship", reason=why),
        FormLine("Casilla" if es else "Space"),
    )
    act = "Fundar por 6" if es else "Found it for 6"
    return FormFace(prompt="Expansión" if es else "Expansion", lines=lines, cursor=cursor, act=act, ready=not refused)


def offered_form(es: bool, cursor: int) -> FormFace:
    """Three fields that ask alike, one of them answered, and what can be filled in."""
    lines = (
        FormOffer("Como la última vez" if es else "As last time"),
        FormOffer("Lo mismo para todos" if es else "The same for all"),
        FormLine("Trigo" if es else "Wheat", "3"),
        FormLine("Pescado" if es else "Fish", "1"),
        FormLine("Vino" if es else "Wine", "1"),
    )
    return FormFace(
        prompt="La cosecha" if es else "The harvest", lines=lines, cursor=cursor, act="Adelante" if es else "Go on"
    )


def explained_menu(es: bool, cursor: int, *, crowded: bool = False) -> MenuFace:
    """A question with a hint and options with hints of their own, in Spanish or English."""
    return MenuFace(
        seat=1,
        prompt="¿Qué movimiento?" if es else "What kind of move?",
        items=(
            MenuItem("Operativo" if es else "Operational", "1", hint="Ho3 Pe4 Ba4 Ca5" if es else "Ho3 Pe4 Sh4 Ca5"),
            MenuItem(
                "Estratégico" if es else "Strategic", "1", hint="El doble; puertos" if es else "Twice as far; ports"
            ),
            MenuItem("A Sicilia" if es else "To Sicily", "1", reason="Sin barcos" if es else "No ships"),
            *((MenuItem("Nada más" if es else "Nothing more"), MenuItem("Otro" if es else "Another")) * crowded),
        ),
        cursor=cursor,
        hint="Estrecho: 1 por lado" if es else "Strait: 1 a hexside",
        explanation=(
            "Estrecho: un bloque por lado de hexágono; ahí se detiene, y el mar debe ser tuyo. Los barcos que empiezan "
            "en Corinto salen por la costa que quieras (Diolkos)."
            if es
            else "Across a strait: one block for each hexside, it stops there, and the sea must be yours. Ships that "
            "begin in Corinth may sail out on either coast (Diolkos)."
        ),
    )


def asking_faces(es: bool) -> dict[str, AnyFace]:
    """The faces that ask, in Spanish or English."""
    siren = "La Sirena cierra el mar" if es else "The Siren closes the sea"
    return {
        "form": form(es, 1),
        "form-refused": form(es, 2, refused=True),
        "form-send": form(es, 4),
        "form-last-time": offered_form(es, 0),
        "form-same-for-all": offered_form(es, 2),
        "menu": MenuFace(
            seat=2,
            prompt="Expansión: ¿adónde?" if es else "Expansion: where to?",
            items=(
                MenuItem("Atacar a Marco" if es else "Attack Marco", "6", seat=1),
                MenuItem("Tribu del Ática" if es else "Tribe of Attica", "5", icon="shield"),
                MenuItem("Atacar a Nuria" if es else "Attack Nuria", "7", seat=3, reason=siren),
            ),
            cursor=0,
        ),
        "menu-out-of-reach": MenuFace(
            seat=2,
            prompt="Expansión: ¿adónde?" if es else "Expansion: where to?",
            items=(
                MenuItem("Atacar a Marco" if es else "Attack Marco", "6", seat=1),
                MenuItem("Tribu del Ática" if es else "Tribe of Attica", "5", icon="shield"),
                MenuItem("Atacar a Nuria" if es else "Attack Nuria", "7", seat=3, reason=siren),
                MenuItem("Fundar una ciudad" if es else "Found a city", "2", icon="city"),
            ),
            cursor=2,
        ),
        "menu-hint": explained_menu(es, 1),
        "menu-hint-crowded": explained_menu(es, 0, crowded=True),
        "menu-explanation": explained_menu(es, -1),
        "menu-scrolled": MenuFace(
            prompt="¿Qué construyes?" if es else "What do you build?",
            items=tuple(
                MenuItem(label, price, icon, reason="No te alcanza" if es and not price else "")
                for label, price, icon in (
                    ("Templo" if es else "Temple", "4", "temple"),
                    ("Barco" if es else "Ship", "2", "ship"),
                    ("Torre" if es else "Tower", "3", "tower"),
                    (
                        "Acueducto con sus fuentes y baños" if es else "Aqueduct with fountains and baths",
                        "5 + 2",
                        "column",
                    ),
                    ("Muralla" if es else "Wall", "6", "brick"),
                    ("Casa" if es else "House", "1", "home"),
                    ("Foro" if es else "Forum", "8", "people"),
                    ("Pasar" if es else "Pass", "", ""),
                )
            ),
            cursor=3,
        ),
        "menu-several": MenuFace(
            seat=8,
            prompt="Elige dos cartas" if es else "Choose two cards",
            items=(
                MenuItem("Oráculo" if es else "Oracle", marked=True, icon="scroll"),
                MenuItem("Titán" if es else "Titan", marked=False, icon="mountain"),
                MenuItem("Ambrosía" if es else "Ambrosia", marked=True, icon="amphora"),
                MenuItem("Navegante" if es else "Navigator", marked=False, icon="ship"),
                MenuItem("Listo: 2 de 2" if es else "Done: 2 of 2", icon="check"),
            ),
            cursor=1,
        ),
        "menu-private": MenuFace(
            seat=4,
            private=True,
            prompt="Tu plan secreto" if es else "Your secret plan",
            items=(
                MenuItem("Explorar" if es else "Explore", icon="eye"),
                MenuItem("Cosechar" if es else "Harvest", icon="wheat"),
                MenuItem("Construir" if es else "Build", icon="hammer"),
            ),
            cursor=1,
        ),
        "count": CountFace(
            seat=6,
            prompt="¿Cuántas legiones?" if es else "How many legions?",
            value=7,
            low=0,
            high=12,
            icon="sword",
            effect="Quedan 2 de hierro" if es else "Leaves 2 iron",
        ),
        "count-bound": CountFace(
            prompt="Puntos de esta ronda, también los de las cartas" if es else "Points this round, those of cards too",
            value=-15,
            low=-15,
            high=120,
        ),
        "dice": DiceFace(
            seat=1,
            prompt="Los dados de la batalla" if es else "The dice of the battle",
            dice=(6, 3, 1, 5),
            faces=6,
            cursor=1,
        ),
        "dice-many": DiceFace(
            prompt="Once dados" if es else "Eleven dice", dice=(1, 2, 3, 4, 5, 6, 6, 5, 4, 0, 0), faces=6, cursor=9
        ),
        "dice-twenty": DiceFace(prompt="Destino" if es else "Fate", dice=(17, 4), faces=20, cursor=0),
        "confirm": ConfirmFace(
            seat=2,
            prompt="Atacar a Marco" if es else "Attack Marco",
            lines=(
                ("Pagas 6 días", "Ganas el Ática y 2 puntos") if es else ("You pay 6 days", "You win Attica, 2 points")
            ),
            yes="Atacar" if es else "Attack",
            no="Volver" if es else "Back",
        ),
        "confirm-long": ConfirmFace(
            seat=2,
            prompt="¿Es así?" if es else "Is that so?",
            lines=("Marco pierde una ciudad",) if es else ("Marco loses a city",),
            yes="Atacar a Marco por 6" if es else "Attack Marco for 6",
            no="No, todavía no" if es else "No, not yet",
            cursor=1,
        ),
    }


def _rondel() -> AnyWidget:
    places = (
        ("iron", "Iron", "Hierro", "iron"),
        ("temple", "Temple", "Templo", "temple"),
        ("gold", "Gold", "Oro", "coin"),
        ("man1", "Maneuver", "Maniobra", "ship"),
        ("arms", "Arming", "Armarse", "sword"),
        ("marble", "Marble", "Mármol", "marble"),
        ("know", "Know-how", "Saber", "scroll"),
        ("man2", "Maneuver", "Maniobra", "ship"),
    )
    notes = {"arms": both("4 spaces: pay 1", "4 casillas: paga 1")}
    return Rondel(
        key="rondel",
        title=both("Rondel", "Rondel"),
        spaces=tuple(Space(key, label=both(en, es), icon=icon, note=notes.get(key)) for key, en, es, icon in places),
        tokens=(Token("temple", 1), Token("iron", 2), Token("temple", 3), Token("arms", 6), Token("know", 8)),
    )


def _time_track() -> AnyWidget:
    return Track(
        key="time",
        title=both("Days", "Días"),
        spaces=tuple(
            Space(str(day), label=both(f"Day {day}", f"Día {day}"), icon="sun" if day == 7 else "", marked=day == 9)
            for day in range(1, 12)
        ),
        tokens=(Token("2", 2, to="5"), Token("5", 3), Token("5", 1), Token("9", 6)),
    )


def _long_track() -> AnyWidget:
    return Track(
        key="points",
        title=both("Points", "Puntos"),
        spaces=tuple(Space(str(n), label=verbatim(str(n))) for n in range(51)),
        tokens=(Token("48", 1), Token("31", 2), Token("30", 4), Token("12", 5), Token("7", 7), Token("0", 8)),
    )


def _ledger() -> AnyWidget:
    return Ledger(
        key="goods",
        title=both("Holdings", "Posesiones"),
        columns=(
            Column(both("Coins", "Monedas"), "coin"),
            Column(both("Iron", "Hierro"), "iron"),
            Column(both("Marble", "Mármol"), "marble"),
            Column(both("Sum", "Suma")),
        ),
        rows=(
            Row((3, 12, 0, 15), seat=1, label=both("Marco", "Marco")),
            Row((10, None, 4, None), seat=2, label=both("Lucía", "Lucía"), marked=True),
            Row((0, 0, 0, 0), seat=3, label=both("Nuria", "Nuria"), out=True),
            Row((-2, 8, 1, 7), seat=5, label=both("Zoë", "Zoë")),
        ),
        total=True,
    )


def _one_row() -> AnyWidget:
    goods = (
        ("Wood", "Madera", "wood", 3),
        ("Stone", "Piedra", "stone", 1),
        ("Wheat", "Trigo", "wheat", 12),
        ("Grapes", "Uvas", "grape", 0),
        ("Gold", "Oro", "coin", 7),
        ("Ships", "Barcos", "ship", 2),
        ("Fish", "Pescado", "", 4),
        ("Pearls", "Perlas", "", 1),
    )
    return Ledger(
        key="own",
        title=both("Your stores", "Tus reservas"),
        columns=tuple(Column(both(en, es), icon) for en, es, icon, _ in goods),
        rows=(Row(tuple(n for *_, n in goods), seat=4),),
    )


def _hand() -> AnyWidget:
    return Hand(
        key="hand",
        title=both("Your cards", "Tus cartas"),
        secret=True,
        cards=(
            Card("a", both("Oracle of Delphi", "Oráculo de Delfos"), icon="scroll"),
            Card(
                "b",
                both("Siren", "Sirena"),
                icon="sea",
                lines=(
                    both("Nobody sails here", "Nadie navega aquí"),
                    both("2 points at the end", "2 puntos al final"),
                ),
            ),
            Card("c", both("Hoplites", "Hoplitas"), icon="spear", spent=True),
        ),
        seat=2,
    )


def _grid() -> AnyWidget:
    fills = ("", "w", "w", "s", "s", "h")
    cells = tuple(
        Cell(x, y, fill=fills[(x * 5 + y * 3) % 6])
        for x in range(7)
        for y in range(7)
        if (x * y + x) % 3 and (x, y) != (1, 1)
    )
    return Grid(
        key="city",
        title=both("City", "Ciudad"),
        width=7,
        height=7,
        cells=(*cells, Cell(3, 3, icon="temple"), Cell(0, 0, seat=2)),
        legend=(
            LegendEntry("w", both("Water", "Agua")),
            LegendEntry("s", both("Street", "Calle")),
            LegendEntry("h", both("House", "Casa"), icon="home"),
            LegendEntry("g", both("Garden", "Jardín")),
        ),
    )


def _wide_grid() -> AnyWidget:
    return Grid(
        key="map",
        title=both("The coast", "La costa"),
        width=18,
        height=8,
        cells=tuple(Cell(x, y, fill="sea" if y < 3 + x % 3 else "land") for x in range(18) for y in range(8)),
        legend=(LegendEntry("sea", both("Sea", "Mar")), LegendEntry("land", both("Land", "Tierra"))),
    )


def _meter() -> AnyWidget:
    return Meter(
        key="strength",
        title=both("Strength", "Fuerza"),
        bars=(
            Bar(7, 10, seat=1, label=verbatim("Marco")),
            Bar(10, 10, seat=2, label=verbatim("Lucía"), marked=True),
            Bar(None, 10, seat=3, label=verbatim("Nuria")),
            Bar(0, 10, seat=8, label=verbatim("Zoë")),
        ),
    )


def _pips() -> AnyWidget:
    return Meter(
        key="temples",
        title=both("Temples built", "Templos en pie"),
        pips=True,
        bars=(Bar(3, 5, seat=4, icon="temple"), Bar(1, 5, seat=6, icon="temple"), Bar(5, 5, seat=7, icon="temple")),
    )


def _note() -> AnyWidget:
    return Note(
        key="note",
        title=both("The gods", "Los dioses"),
        icon="moon",
        lines=(
            both("Zeus takes a coin of everybody.", "Zeus quita una moneda a cada cual."),
            both("The next feast is in round 5.", "La próxima fiesta es en la ronda 5."),
        ),
    )


def _warning() -> AnyWidget:
    return Note(
        key="famine",
        title=both("Famine", "Hambre"),
        tone="warning",
        lines=(both("3 graves this turn", "3 tumbas este turno"),),
    )


def _hidden() -> AnyWidget:
    return Hand(key="theirs", title=both("Marco's hand", "Mano de Marco"), hidden=7, seat=1)


def _crowded() -> AnyWidget:
    spaces = tuple(
        Space(f"s{n}", both(f"Space {n}", f"Casilla {n}"), icon) for n, icon in enumerate(("sun", "sea", "ship", "key"))
    )
    return Rondel(
        key="r", title=both("Rondel", "Rondel"), spaces=spaces, tokens=tuple(Token("s1", n) for n in range(1, 6))
    )


def _labelled() -> AnyWidget:
    names = (both("Armies", "Ejércitos"), both("Coins of the states", "Monedas de los Estados"))
    levels = tuple(Column(both(f"Level {n}", f"Nivel {n}")) for n in range(1, 7))
    rows = tuple(Row(tuple(n * 5 + k for k in range(6)), label=name) for n, name in enumerate(names))
    return Ledger(key="stock", title=both("Stock", "Reservas"), columns=levels, rows=rows)


def widget_faces(es: bool) -> dict[str, AnyFace]:
    """A face for every widget, in Spanish or English."""
    speaker = Speaker("es" if es else "en", NoCatalogue(), {1: "Marco", 2: "Lucía"})
    return {
        "rondel": spoken(_rondel(), speaker, seat=1),
        "rondel-choosing": spoken(_rondel(), speaker, seat=1, cursor="arms"),
        "rondel-crowded": spoken(_crowded(), speaker, seat=4),
        "ledger-labelled": spoken(_labelled(), speaker),
        "track": spoken(_time_track(), speaker, seat=2),
        "track-long": spoken(_long_track(), speaker, seat=2),
        "ledger": spoken(_ledger(), speaker),
        "ledger-one-row": spoken(_one_row(), speaker),
        "hand": spoken(_hand(), speaker, seat=2, cursor="b"),
        "hand-hidden": spoken(_hidden(), speaker),
        "grid": spoken(_grid(), speaker, seat=2, cursor="4,2"),
        "grid-wide": spoken(_wide_grid(), speaker),
        "meter": spoken(_meter(), speaker),
        "meter-pips": spoken(_pips(), speaker),
        "note": spoken(_note(), speaker),
        "note-warning": spoken(_warning(), speaker, seat=2),
    }


def _city() -> Grid:
    kinds = (LegendEntry("house", both("House", "Casa"), "home"), LegendEntry("grave", both("Grave", "Tumba")))
    cells = (Cell(0, 0, "house"), Cell(1, 0, "house"), Cell(3, 3, "grave"), Cell(4, 3, "grave"), Cell(5, 6, "house"))
    return Grid(key="city", title=both("Your city", "Tu ciudad"), width=7, height=7, cells=cells, legend=kinds)


def laying_faces(es: bool) -> dict[str, AnyFace]:
    """A piece in the hand, in Spanish or English."""
    speaker = Speaker("es" if es else "en", NoCatalogue(), {})
    prompt = "¿Dónde va el establo?" if es else "Where does the stable go?"
    city, piece = said_grid(_city(), speaker), ("1,4", "2,4", "2,5")
    word = "Columna 2, fila 5" if es else "Column 2, row 5"
    why = "Ahí ya hay algo" if es else "Something is there"
    forest = said_grid(
        Grid(key="wood", title=both("Wood", "Bosque"), width=20, height=16, cells=(Cell(11, 9, "", "wood"),)), speaker
    )
    return {
        "fit": FitFace(seat=2, prompt=prompt, grid=city, squares=piece, word=word, private=True, axis=0),
        "fit-row": FitFace(prompt=prompt, grid=city, squares=piece, word=word, axis=1),
        "fit-out-of-reach": FitFace(prompt=prompt, grid=city, squares=("3,3", "3,4"), word=why, out=True, axis=2),
        "fit-large": FitFace(seat=4, prompt=prompt, grid=forest, squares=("12,8", "12,9"), word=word, axis=2),
    }


def samples() -> Mapping[str, AnyFace]:
    """All of them, by the names of their golden pictures."""
    found: dict[str, AnyFace] = {}
    for language, es in (("en", False), ("es", True)):
        for group in (telling_faces(es), asking_faces(es), widget_faces(es), laying_faces(es)):
            found |= {f"{name}.{language}": face for name, face in group.items()}
    return found
