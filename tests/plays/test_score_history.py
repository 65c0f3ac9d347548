"""How points went over time, how long it took, and the play as BG Stats wants it."""

from __future__ import annotations

import json
from itertools import pairwise
from urllib.parse import unquote

import pytest
from msgspec.structs import replace

from companion.core.scoring import Line, ScoreSheet, SideScore, TieBreak
from companion.core.secrecy import Viewer
from companion.core.setup import checked_setup
from companion.core.wording import named, say
from companion.plays.log.log import Log
from companion.plays.play import Play
from companion.plays.reports.export import OPEN, bg_stats
from companion.plays.reports.score_history import MOST, Gain, score_history
from tests.core.torture import Torture
from tests.core.torture.moves import Add as TortureAdd
from tests.core.torture.moves import Drop, Ready, SetUp
from tests.core.torture.state import Order
from tests.plays.counter import SEED, SETUP, Add, Counter, State, TestClock, begin
from tests.plays.row_rewriting import rewrite


def row_of(log: Log, play_id: str):  # type: ignore[no-untyped-def]
    row = log.play(play_id)
    assert row is not None
    return row


class Sum(Counter):
    """The total is everybody's, and everybody sees it."""

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        sides = super().score(state, viewer).sides
        lines = (Line("total", state.total, say("Total")),)
        return ScoreSheet(tuple(replace(side, lines=lines) for side in sides))


def test_what_was_taken_back_is_not_in_the_course(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Add(3), nonce="2")
    play.submit(1, "", Add(2), nonce="3")
    play.undo(2, 1, "", marked=False, nonce="4")
    play.submit(2, "", Add(4), nonce="5")
    found = score_history(log, Sum(), row_of(log, play.id))
    assert found.steps == 3
    assert found.curves[0].points == (0, 3, 7)
    assert all(len(curve.points) == 3 for curve in found.curves)


def test_a_course_is_not_shown_without_its_end(log: Log) -> None:
    """What the rules cannot count is left out; without the last points earlier ones would look like them."""

    class Small(Sum):
        def score(self, state: State, viewer: Viewer) -> ScoreSheet:
            if state.total == 5:
                raise KeyError(state.total)
            return super().score(state, viewer)

    play = begin(log)
    play.submit(1, "", Add(3), nonce="2")
    play.submit(1, "", Add(2), nonce="3")
    assert score_history(log, Small(), row_of(log, play.id)).curves == ()
    play.submit(1, "", Add(4), nonce="4")
    assert score_history(log, Small(), row_of(log, play.id)).curves[0].points == (0, 3, 9)


def test_a_long_course_is_thinned_evenly_with_both_ends(log: Log) -> None:
    play = begin(log)
    for number in range(300):
        play.submit(1, "", Add(1), nonce=str(number))
    found = score_history(log, Sum(), row_of(log, play.id))
    points = found.curves[0].points
    assert found.steps == len(points) == MOST
    assert (points[0], points[-1]) == (0, 300)
    assert {after - before for before, after in pairwise(points)} <= {3, 4}


def test_breaks_and_restarts_are_not_played_time(log: Log) -> None:
    play = begin(log)
    for number in range(4):
        play.submit(1, "", Add(1), nonce=str(number))
    for number, mono in zip(range(1, 6), (100, 160, 9000, 9060, 3), strict=True):
        rewrite(log, "UPDATE entries SET mono = ? WHERE play = ? AND number = ?", mono, play.id, number)
    assert score_history(log, Counter(), row_of(log, play.id)).minutes == 2


ORDER = Order("tax", "1")


@pytest.mark.parametrize("more", [1, 5])
def test_what_is_done_in_secret_gives_no_point_and_no_time(log: Log, more: int) -> None:
    """How often somebody plans is nobody's business while the play is on."""
    clock = TestClock()
    game = Torture()
    play = Play.begin(log, game, checked_setup(game.meta, SETUP), seed=SEED, clock=clock)
    play.submit(0, "", SetUp(1, 2), nonce="")
    found = score_history(log, game, row_of(log, play.id))
    for _ in range(more):
        clock.now += 700
        play.submit(1, "", TortureAdd(ORDER), nonce="")
        play.submit(1, "", Drop(ORDER), nonce="")
    assert not play.head.open
    assert score_history(log, game, row_of(log, play.id)) == found
    clock.now += 700
    play.submit(1, "", Ready(), nonce="")
    assert score_history(log, game, row_of(log, play.id)).steps == found.steps + play.head.open


SHEET = ScoreSheet(
    tuple(
        SideScore(str(seat), (seat,), named(seat), (Line("all", points, say("All")),), (tie,))
        for seat, points, tie in ((1, 20, 1), (2, 31, 0), (3, 31, 2))
    ),
    final=True,
    ladder=(TieBreak(say("Cards")),),
)
NAMES = {1: "Ana", 2: "Luis", 3: "Íñigo"}


def handed(sheet: ScoreSheet = SHEET, wall: float | None = 0.0, minutes: int | None = 75) -> dict[str, object]:
    link = bg_stats("p1", "antike", "Antike", sheet, NAMES, wall, minutes)
    assert link is not None
    assert link.startswith(OPEN)
    assert "{" not in link
    found: dict[str, object] = json.loads(unquote(link.removeprefix(OPEN)))
    return found


def test_a_play_is_handed_to_bg_stats_in_its_format() -> None:
    found = handed()
    assert found["playDate"] == "1970-01-01 00:00:00"
    assert found["game"] == {"name": "Antike", "sourceGameId": "antike", "highestWins": True, "noPoints": False}
    assert found["durationMin"] == 75
    players = found["players"]
    assert isinstance(players, list)
    assert [(one["name"], one["score"], one["rank"], one["winner"]) for one in players] == [
        ("Ana", "20", 3, False),
        ("Luis", "31", 2, False),
        ("Íñigo", "31", 1, True),
    ]
    assert all(one["startPlayer"] is False for one in players)
    assert len({one["sourcePlayerId"] for one in players}) == 3


def test_a_game_without_points_is_handed_over_as_one() -> None:
    lines = (Line("houses", 20, say("Houses")),)
    sides = (
        SideScore("1", (1,), named(1), lines, won=say("the saint is satisfied")),
        SideScore("2", (2,), named(2), lines),
    )
    found = handed(ScoreSheet(sides, final=True, counted=False))
    assert found["game"] == {"name": "Antike", "sourceGameId": "antike", "highestWins": True, "noPoints": True}
    players = found["players"]
    assert isinstance(players, list)
    assert [(one["score"], one["rank"], one["winner"]) for one in players] == [("", 1, True), ("", 2, False)]


def test_a_day_that_nobody_knows_is_not_made_up() -> None:
    assert bg_stats("p1", "antike", "Antike", SHEET, NAMES, None, 75) is None
    provisional = ScoreSheet(SHEET.sides)
    assert bg_stats("p1", "antike", "Antike", provisional, NAMES, 0.0, 75) is None
    assert "durationMin" not in handed(minutes=None)


@pytest.mark.parametrize("name", ["ANA", "ana"])
def test_a_player_is_the_same_however_the_name_is_written(name: str) -> None:
    first, second = (
        json.loads(unquote((bg_stats("p", "g", "G", SHEET, {**NAMES, 1: written}, 0.0, 1) or "").removeprefix(OPEN)))
        for written in ("Ana", name)
    )
    assert first["players"][0]["sourcePlayerId"] == second["players"][0]["sourcePlayerId"]


class Wonders(Sum):
    """From 7 on there are five points for wonders too."""

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        wonders = Line("wonders", 5 if state.total >= 7 else 0, say("Wonders"))
        return ScoreSheet(
            tuple(replace(side, lines=(*side.lines, wonders)) for side in super().score(state, viewer).sides)
        )


def test_the_largest_gain_is_a_move_of_that_side_and_says_what_for(log: Log) -> None:
    play = begin(log)
    for n, (seat, points) in enumerate([(1, 2), (2, 4), (1, 1), (2, 1), (1, 4)], 2):
        play.submit(seat, "", Add(points), nonce=str(n))
    gains = [curve.gain for curve in score_history(log, Wonders(), row_of(log, play.id)).curves]
    assert gains == [Gain(6, say("Wonders")), Gain(4, say("Total")), None]
