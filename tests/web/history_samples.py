"""Sample pages of the pages about earlier evenings, beside the list of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.widgets import Card, Hand, Note
from companion.core.wording import named, say, verbatim
from companion.plays.log.imported_plays import ImportedFile, PlayerResult
from companion.plays.reports.export import bg_stats
from companion.plays.reports.fairness import StreamBlock
from companion.plays.reports.score_history import ScoreCurve, ScoreHistory
from companion.service.clock.turn_clock import ClockView, SeatTime
from companion.service.play.play_views import PhotoView
from companion.service.screens.views import SeatInfo, TableView, TrackedView
from companion.service.session.past_plays import PastChance, PastDraw, PastFaces, PastPlay
from companion.service.session.past_records import EndedPlay, Names, PersonDetail, Rival, statistics
from web.http.table_addresses import qr_svg
from web.pages.play.history import redo
from web.pages.play.points_chart import chart

NAMES = {1: "Marco", 2: "Lucía", 3: "Nuria"}
SHEET = ScoreSheet(
    tuple(SideScore(str(seat), (seat,), named(seat), (Line("all", 9 * seat, say("All")),)) for seat in NAMES),
    final=True,
)
PLAY = PastPlay("p1", "antike", verbatim("Antike"), NAMES, "over", 0.0, SHEET)
PHOTOS = (PhotoView("p1", 1, 0.0, 1600, 1200),)
ROLL, CARD = say("Roll for the battle."), say("Which card did you draw?")


def history_samples() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(name, template, what the template is given)."""
    playing = PastChance("p1", verbatim("Antike"), NAMES, "ab" * 32)
    ended = structs.replace(playing, over=True)
    for name, chance in (("chance", over()), ("chance-playing", playing), ("chance-ended", ended)):
        yield name, "chance.html", {"chance": chance, "redo": redo(chance)}

    yield "past", "past.html", evening()
    plays = (PLAY, structs.replace(PLAY, names={1: "Marco", 2: "Pau"}, game="olympos", title=verbatim("Olympos")))
    broken = structs.replace(PLAY, score=None, damaged=True)
    lost = {"play": broken, "score": None, "chart": None, "course": ScoreHistory(gaps=2)}
    yield "past-damaged", "past.html", {**evening(), **lost}
    yield "past-gone", "past.html", {**evening(), "play": structs.replace(PLAY, gone=True)}
    nothing = {"play": structs.replace(PLAY, score=None, gone=True), "score": None, "chart": None, "bg_stats": None}
    yield "past-gone-unfinished", "past.html", {**evening(), **nothing, "photos": (), "course": ScoreHistory()}
    unread = structs.replace(PLAY, score=None, unread=True)
    yield "past-unread", "past.html", {**evening(), "play": structs.replace(PLAY, unread=True)}
    yield "past-unread-unfinished", "past.html", {**evening(), **nothing, "play": unread}
    yield "chance-damaged", "chance.html", {"chance": structs.replace(over(), gaps=1), "redo": redo(over())}
    yield from record_samples(plays)
    yield "paper", "paper.html", on_paper()
    yield "table-clocks", "table.html", {"view": timed()}
    yield "statistics-none", "statistics.html", {"games": (), "people": (), "damaged": 0}


def record_samples(plays: tuple[PastPlay, ...]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The pages of people and games, and of bringing plays here."""
    players = tuple(PlayerResult(name, 9.5 * seat, won=seat == 3) for seat, name in NAMES.items())
    ended = [EndedPlay(play.game, play.title, "2026-11-28", players) for play in plays]
    nobody = EndedPlay("hearts", verbatim("Hearts"), "", (PlayerResult("", 3.0, won=True),))
    counted = statistics([*ended, nobody], Names({}), 1)
    given = structs.asdict(counted)
    yield "statistics", "statistics.html", given
    yield "game-record", "game_record.html", {"game": counted.games[0]}
    yield "game-record-of-nobody", "game_record.html", {"game": counted.game("hearts")}
    person = PersonDetail(counted.people[0], (Rival("Marco", 3, 2, 1),), ("núria",))
    detail = {"detail": person, "names": ["Marco", "Lucía"], "may": True, "notices": ()}
    yield "person", "person.html", detail
    yield "person-seen", "person.html", {**detail, "may": False}
    files = (ImportedFile("2", 355), ImportedFile("1", 1))
    bring = {"files": files, "may": True, "problems": (), "taken": (), "notices": ()}
    yield "import", "import_plays.html", bring
    yield "import-seen", "import_plays.html", {**bring, "may": False}
    yield "import-taken", "import_plays.html", {**bring, "taken": (say("All"),)}
    yield "import-wrong", "import_plays.html", {**bring, "problems": (say("All"), say("All"))}


def on_paper() -> dict[str, Any]:
    """A seat's own sheet."""
    numbers = [TrackedView(f"coins-{n}", verbatim("Monedas"), n, 0, 99, owner=1) for n in range(4)]
    card = Card("c1", verbatim("Oráculo"), (say("All"),))
    note = Note(key="plan", title=verbatim("Plan"), lines=(say("All"),), secret=True)
    hand = Hand(key="destiny", title=verbatim("Destino"), secret=True, cards=(card,))
    view = TableView("v", "playing", verbatim("Antike"), say("All"))
    given = {"view": view, "groups": [(1, numbers), (0, numbers[:1])], "own": numbers[:2], "me": 1}
    shown = Note(key="ranges", title=verbatim("Sierras"), lines=(say("All"),))
    codes = {
        "codes": (qr_svg("http://table.local/P/A"),) * 3,
        "code_seats": (1, 2),
        "own_code": qr_svg("http://table.local/P/B"),
    }
    return {**given, **codes, "shown": (shown,), "hands": (hand,), "things": (note,)}


def timed() -> TableView:
    """A table with clocks: one runs, one has run out, one stands."""
    times = (SeatTime(1, 754.0, running=True), SeatTime(2, -65.0, running=False), SeatTime(3, 3700.0, running=False))
    seats = tuple(SeatInfo(n, NAMES[n], taken=True, claimed=True, awake=True, awaited=n == 1) for n in NAMES)
    clocks = ClockView("fischer", True, False, 100.0, times)
    return TableView("v", "playing", verbatim("Antike"), say("All"), seats, clocks=clocks)


def evening() -> dict[str, Any]:
    """A finished evening of the past."""
    curves = tuple(
        ScoreCurve(str(seat), (seat,), named(seat), tuple(n * seat // 2 + (n % 3) for n in range(30))) for seat in NAMES
    )
    score_history = ScoreHistory(30, curves, 95)
    link = bg_stats("p1", "antike", "Antike", SHEET, NAMES, 0.0, 95)
    given = {"score": SHEET, "title": PLAY.title, "version": "p1", "live": False, "play": PLAY, "photos": PHOTOS}
    return {**given, "course": score_history, "chart": chart(score_history), "bg_stats": link}


def over() -> PastChance:
    """A finished evening."""
    draws = tuple(
        PastDraw(n, n % 4, ROLL if n % 3 else CARD, verbatim(f"{n} + 6"), (StreamBlock(n, 6, 1),) if n % 5 else ())
        for n in range(1, 20)
    )
    shares = (PastFaces(ROLL, tuple((str(face), face * 2) for face in range(1, 7)), 7.0),)
    title, promise, seed = verbatim("Antike"), "0123456789abcdef" * 4, "fedcba98" * 8
    return PastChance("p1", title, NAMES, promise, seed, draws, shares, whole=False)
