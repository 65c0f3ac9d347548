"""A version of a package's game that cannot read or count what an older one stored, at a table with plays of both."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from companion.core.errors import Refused
from companion.core.game import AnyGame, Colour
from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.secrecy import Sealed, Viewer
from companion.core.wording import named, say, verbatim
from companion.outside.installed import OutsideGame, OutsideGames
from companion.plays.current_play import check_current_play, heads_of
from companion.plays.log.closing import conclude
from companion.plays.log.log_file import open_log
from companion.plays.maintenance.verify import verify
from companion.service.session.session import BeginPlay, ChooseGame, ResumePlay
from tests.plays.counter import SETUP, Add, Counter, End, Move, Roll, State, begin
from tests.service.at_table import HOST, Room, token
from tests.web.flask_site import Browser, Site, words_of


class Tally(Counter):
    """Everybody sees the points: each seat has the total, and seat 2 one more. This is the version that is played."""

    meta = replace(Counter.meta, key="tally", title=verbatim("Tally"), seats=(2, 8), rules_version=3)

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        sides = (
            SideScore(str(seat), (seat,), named(seat), (Line("all", state.total + (seat == 2), say("All")),))
            for seat in state.seats
        )
        return ScoreSheet(tuple(sides), final=state.over)

    def colours(self, state: State) -> Mapping[int, Colour]:
        return {1: "blue"}


class Neighbour(Tally):
    """Another game, which stays as it is."""

    meta = replace(Tally.meta, key="neighbour", title=verbatim("Neighbour"))


class OtherState(Struct):
    """A state with a field that was not there before."""

    seats: list[int]
    secrets: dict[int, Sealed[int]]
    lanterns: int
    total: int = 0
    over: bool = False


def changed(version: int = 3, **parts: Any) -> AnyGame:
    """The game with other ``parts``."""
    return type("Changed", (Tally,), {"meta": replace(Tally.meta, rules_version=version), **parts})()  # type: ignore[no-any-return]


def stumbles(*_: Any) -> Any:
    raise ZeroDivisionError("a bug")


def refuses(*_: Any) -> Any:
    raise Refused("no", say("No."))


def leaves(*_: Any) -> Any:
    raise SystemExit(1)


def unequal(_: Tally, state: State, viewer: Viewer) -> ScoreSheet:
    """Points that cannot be compared."""
    side = SideScore("1", (1,), named(1), (Line("all", "many", say("All")),))  # type: ignore[arg-type]
    return ScoreSheet((side,), final=True)


UNREAD = {
    "no upgrade": changed(4, state_type=OtherState),
    "an upgrade with a bug": changed(4, upgrade=stumbles),
    "an upgrade that refuses": changed(4, upgrade=refuses),
    "an upgrade that ends the program": changed(4, upgrade=leaves),
    "the same number for other rules": changed(state_type=OtherState),
    "older rules": changed(2),
    "no word of who is awaited": changed(is_over=stumbles, awaits=refuses),
}
"""Versions that cannot go on with a play of before."""
UNCOUNTED = {
    "a score with a bug": changed(score=stumbles),
    "a score that refuses": changed(score=refuses),
    "no score": changed(score=lambda *_: None),
    "points of no number": changed(score=unequal),
    "colours with a bug": changed(colours=stumbles),
    "no colours": changed(colours=lambda *_: None),
}
"""Versions that can be played, and cannot count the end of a play of before."""
AT_THE_END = {name: game for name, game in {**UNREAD, **UNCOUNTED}.items() if name != "no word of who is awaited"}


def at_table(path: Path, game: AnyGame) -> Room:
    return Room(path, Neighbour(), outside=OutsideGames((OutsideGame(game, "companion-tally", "1"),)))


def step(room: Room, *moves: Move) -> None:
    """Somebody at the table makes these moves."""
    running = room.opened.rooms.running
    for move in moves:
        running.entered(running.playing().submit(1, "seat:1", move, nonce=room.nonce()))


Pages = Mapping[str, str]


def pages_of(play: str) -> list[str]:
    exports = [f"/history/{play}/export?kind={kind}" for kind in ("text", "json", "log", "numbers")]
    return [f"/history/{play}", f"/history/{play}/chance", *exports]


def seen_at(browser: Browser, pages: Sequence[str]) -> Pages:
    """What the pages say; all of them must be there."""
    replies = {page: browser.get(page) for page in pages}
    assert {page: reply.status_code for page, reply in replies.items()} == dict.fromkeys(pages, 200)
    return {page: words_of(reply.text) for page, reply in replies.items()}


LISTS = ("/history", "/history/statistics")


class Evening:
    """Two plays that are over, each of another game: what everybody read when the version was the fitting one."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with at_table(path, Tally()) as room:
            other = begin(room.log, Neighbour(), SETUP)
            other.submit(1, "", Add(4), nonce="a")
            other.submit(1, "", End(), nonce="e")
            room.begin(2, "tally")
            step(room, Add(6), Roll(), End())
            self.play, self.other = room.moment.gathering.play_id, other.id
            conclude(room.log, self.play)
            self.before = {language: self.read(room, language) for language in ("en", "es")}

    def read(self, room: Room, language: str = "en") -> Pages:
        browser = Site(room).browser(7, language)
        calls = [
            "/plays",
            *(f"/plays/{play}/{what}" for play in (self.play, self.other) for what in ("export", "chance")),
        ]
        for call in calls:
            assert browser.call("GET", call).status_code == 200, call
        return seen_at(browser, (*LISTS, *pages_of(self.play), *pages_of(self.other)))


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path / "log.sqlite")


@pytest.mark.parametrize("game", AT_THE_END.values(), ids=list(AT_THE_END))
def test_what_was_kept_is_shown_and_other_games_are_as_they_were(
    evening: Evening, game: AnyGame, caplog: pytest.LogCaptureFixture
) -> None:
    with at_table(evening.path, game) as room, caplog.at_level(logging.WARNING):
        for language, before in evening.before.items():
            now = evening.read(room, language)
            same = (*LISTS, f"/history/{evening.play}/export?kind=text", *pages_of(evening.other))
            assert {page: now[page] for page in same} == {page: before[page] for page in same}
            own = now[f"/history/{evening.play}"]
            assert ("this is what was kept when it ended" if language == "en" else "lo que se guardó") in own
            assert "Berta" in own
            assert "damaged" not in own
            assert "cannot be gone on with" not in words_of(Site(room).browser(7).get("/table").text), "it was over"
        assert f"play {evening.play} cannot be read or counted: " in caplog.text
        assert room.log.damaged_rows() == {}


@pytest.mark.parametrize("game", AT_THE_END.values(), ids=list(AT_THE_END))
def test_without_what_was_kept_there_is_what_happened(evening: Evening, game: AnyGame) -> None:
    with at_table(evening.path, game) as room:
        room.log._database.query("DELETE FROM accounts")
        room.log._database.query("DELETE FROM results")
        now = evening.read(room)
    own = now[f"/history/{evening.play}"]
    assert "The version of its game at this table cannot read this play. With one that can" in own
    assert "There is no score yet" not in own
    assert "cannot be read here" in now["/history"]
    assert "unfinished" not in now["/history"]
    told = now[f"/history/{evening.play}/export?kind=text"]
    assert "adds 6." in told
    assert "adds 6." in now[f"/history/{evening.play}/export?kind=log"]
    assert "damaged" not in told
    assert {page: now[page] for page in pages_of(evening.other)} == {
        page: evening.before["en"][page] for page in pages_of(evening.other)
    }
    assert "Tally" not in now["/history/statistics"]
    assert "Neighbour" in now["/history/statistics"]


def test_a_lost_result_is_counted_from_what_was_kept(evening: Evening) -> None:
    with at_table(evening.path, UNREAD["no upgrade"]) as room:
        room.log._database.query("DELETE FROM results")
        assert evening.read(room)["/history/statistics"] == evening.before["en"]["/history/statistics"]
        assert list(room.log.results.kept()) == [evening.other], "by other rules: it is no result of these"


def test_what_was_kept_stays_until_a_version_is_there_that_can_count(evening: Evening) -> None:
    for game in AT_THE_END.values():
        with at_table(evening.path, game) as room:
            room.log._database.query("DELETE FROM results")
            evening.read(room)
    with at_table(evening.path, Tally()) as room:
        assert evening.read(room) == evening.before["en"]


def test_numbers_that_cannot_be_listed_are_left_out(evening: Evening) -> None:
    with at_table(evening.path, changed(inventory=stumbles)) as room:
        now = evening.read(room)
    numbers = now[f"/history/{evening.play}/export?kind=numbers"]
    assert "The version of its game at this table cannot count this play" in numbers
    rest = {page: words for page, words in now.items() if "numbers" not in page and "json" not in page}
    assert rest == {page: evening.before["en"][page] for page in rest}


def test_rules_that_cannot_redo_what_chance_gave_list_the_rest(evening: Evening) -> None:
    with at_table(evening.path, changed(rules={**Tally.rules, Roll: stumbles})) as room:
        now = evening.read(room)
    assert "The rules that are here cannot redo a part" in now[f"/history/{evening.play}/chance"]
    assert "cannot redo" not in evening.before["en"][f"/history/{evening.play}/chance"]
    assert now["/history"] == evening.before["en"]["/history"]


# -- a play that is on ------------------------------------------------------------------------------------------------


@pytest.fixture
def going_on(tmp_path: Path) -> tuple[Path, str]:
    """A play that is on when the table is switched off."""
    path = tmp_path / "log.sqlite"
    with at_table(path, Tally()) as room:
        room.begin(2, "tally")
        step(room, Add(6))
        return path, room.moment.gathering.play_id


@pytest.mark.parametrize("game", UNREAD.values(), ids=list(UNREAD))
def test_a_play_that_is_on_waits_and_the_table_says_so(going_on: tuple[Path, str], game: AnyGame) -> None:
    path, play = going_on
    with at_table(path, game) as room:
        site = Site(room)
        assert room.view().screens.table().phase == "gathering"
        assert room.moment.gathering.names == {1: "Ana", 2: "Berta"}
        why = "A play of Tally cannot be gone on with: the version of its game at this table cannot read it."
        for page in ("/table", "/host"):
            room.host()
            assert why in words_of(site.browser("host").get(page).text)
        assert "No se puede seguir con una partida de Tally" in words_of(site.browser("host", "es").get("/host").text)
        refused = room.table.ask(HOST, ResumePlay(play))
        assert (refused.code, room.words(refused).startswith(why)) == ("no-play", True)
        now = seen_at(site.browser("host"), (*LISTS, *pages_of(play)))
        assert "Tally" in now["/history"]
        assert "cannot be read here" in now["/history"]
        assert "Go on with it" not in now["/history"]
        assert "adds 6." in now[f"/history/{play}/export?kind=text"]
        assert room.table.ask(HOST, ChooseGame("neighbour", {}, {})).taken
        assert room.table.ask(HOST, BeginPlay()).taken
        assert why not in words_of(site.browser("host").get("/table").text)
    with at_table(path, Tally()) as room:
        room.host()
        assert "Go on with it" in words_of(Site(room).browser("host").get("/history").text)


@pytest.mark.parametrize("game", UNREAD.values(), ids=list(UNREAD))
def test_a_play_that_waits_is_no_damage(going_on: tuple[Path, str], game: AnyGame) -> None:
    path, play = going_on
    with closing(open_log(path)) as log:
        check_current_play(log, {"tally": game}, heads_of(log))
        report = verify(log, {"tally": game})
    assert report.damaged == {}
    assert {found.play for found in report.differences} | {found.play for found in report.skipped} == {play}


def test_with_a_fitting_version_it_goes_on_by_itself(going_on: tuple[Path, str]) -> None:
    """However often the table was started without one, as in safe mode; and everybody sits where they sat."""
    path, play = going_on
    for _ in range(2):
        with at_table(path, UNREAD["no upgrade"]) as room:
            assert "cannot be gone on with" in words_of(Site(room).browser("host").get("/table").text)
    with at_table(path, Tally()) as room:
        assert room.moment.gathering.play_id == play
        assert room.state.total == 6
        assert [room.table.seats.seat_of(token(seat)) for seat in (1, 2)] == [1, 2]


def test_once_people_have_sat_down_without_it_the_host_goes_on_with_it(going_on: tuple[Path, str]) -> None:
    path, play = going_on
    with at_table(path, UNREAD["no upgrade"]) as room:
        room.sit(1)
    with at_table(path, Tally()) as room:
        assert room.view().screens.table().phase == "gathering"
        room.host()
        assert room.table.ask(HOST, ResumePlay(play)).taken
        assert room.state.total == 6


@pytest.mark.parametrize("game", UNCOUNTED.values(), ids=list(UNCOUNTED))
def test_a_play_that_is_on_goes_on_where_only_the_count_breaks(going_on: tuple[Path, str], game: AnyGame) -> None:
    path, play = going_on
    with at_table(path, game) as room:
        assert room.view().screens.table().phase == "playing"
        seen_at(Site(room).browser(1), ("/table", "/seat", *LISTS, *pages_of(play)))


def test_a_play_whose_game_is_gone_is_named_too(going_on: tuple[Path, str]) -> None:
    path, _ = going_on
    with Room(path, Neighbour()) as room:
        said = words_of(Site(room).browser(7).get("/table").text)
    assert "A play of tally cannot be gone on with: its game is not at this table." in said
    assert "The last play waits: who chooses another game?" in said, "he cannot go on with it"
    assert "the admin goes on with it" not in said
