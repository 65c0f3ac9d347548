"""What finished evenings add up to, by player and by game."""

from __future__ import annotations

from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.wording import named, say, verbatim
from companion.service.session.past_plays import game_records, player_records
from companion.service.session.session_looks import PastPlay


def past(game: str, points: dict[int, int], names: dict[int, str], *, highest: bool = True) -> PastPlay:
    sides = tuple(SideScore(str(seat), (seat,), named(seat), (Line("a", n, say("All")),)) for seat, n in points.items())
    return PastPlay("p", game, verbatim(game.title()), names, "over", None, ScoreSheet(sides, True, highest))


PLAYS = (
    past("antike", {1: 9, 2: 7}, {1: "Ana", 2: "Luis"}),
    past("antike", {1: 3, 2: 8}, {1: "ana", 2: "Luis"}),
    past("hearts", {1: 40, 3: 12}, {1: "Ana", 3: "Marta"}, highest=False),
    PastPlay("q", "antike", verbatim("Antike"), {1: "Ana"}, "playing", None),
)


def test_games() -> None:
    antike, hearts = game_records(PLAYS)
    assert (antike.plays, antike.average, antike.best, antike.by) == (2, 6.8, 9, "Ana")
    assert (hearts.plays, hearts.best, hearts.by) == (1, 12, "Marta"), "fewest points win"


def test_players() -> None:
    ana, luis, marta = player_records(PLAYS)
    assert (ana.name, ana.plays, ana.wins) == ("Ana", 3, 1)
    assert [(plays, wins) for _, plays, wins in ana.games] == [(2, 1), (1, 0)]
    assert (luis.plays, luis.wins) == (2, 1)
    assert (marta.plays, marta.wins) == (1, 1)


def test_without_a_finished_evening_there_is_nothing() -> None:
    assert game_records(PLAYS[3:]) == ()
    assert player_records(PLAYS[3:]) == ()
