"""Who came where, and who of them counts for ratings."""

from __future__ import annotations

from msgspec import structs

from companion.club.results.placings import Placing, placings, rated_teams
from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.wording import verbatim
from tests.club.results.reports import played


def test_places_are_those_of_the_score_sheet() -> None:
    found = placings(played("p", {"ana": 7, "ben": 9, "guest": 7}))
    assert found == (
        Placing(1, "ana", "side 1", 2, 7, False),
        Placing(2, "ben", "side 2", 1, 9, True),
        Placing(3, "", "side 3", 2, 7, False),
    )


def test_a_play_that_was_taken_back_has_none() -> None:
    assert placings(played("p", {"ana": 7, "ben": 9}, withdrawn=True)) == ()


def test_a_seat_with_two_sides_has_the_better_place() -> None:
    report = played("p", {"ana": 1, "ben": 5})
    side = SideScore("second", (1,), verbatim("Second"), (Line("all", 9, verbatim("All")),))
    assert report.score is not None
    score = structs.replace(report.score, sides=(*report.score.sides, side))
    ana, ben = placings(structs.replace(report, score=score))
    assert (ana.place, ana.points, ana.won) == (1, 9, True)
    assert (ben.place, ben.won) == (2, False)


def test_where_points_decide_nothing_there_are_none() -> None:
    report = played("p", {"ana": 1, "ben": 5})
    assert report.score is not None
    won = tuple(
        structs.replace(side, won=verbatim("Mate") if side.seats == (1,) else None) for side in report.score.sides
    )
    ana, ben = placings(structs.replace(report, score=ScoreSheet(won, final=True, counted=False)))
    assert (ana.place, ana.points, ana.won) == (1, None, True)
    assert (ben.place, ben.points, ben.won) == (2, None, False)


def test_guests_do_not_count_for_ratings() -> None:
    assert rated_teams(placings(played("p", {"ana": 7, "guest": 9, "ben": 7, "cleo": 2}))) == (
        (2, ("ana",)),
        (2, ("ben",)),
        (4, ("cleo",)),
    )


def test_one_person_alone_is_not_rated() -> None:
    assert rated_teams(placings(played("p", {"ana": 7, "guest": 9}))) == ()


def test_who_plays_together_is_rated_together() -> None:
    found = placings(played("p", {"ana": 7, "ben": 0, "cleo": 9, "guest": 0}, together=2))
    assert rated_teams(found) == ((1, ("cleo",)), (2, ("ana", "ben")))


def test_a_person_on_two_seats_is_not_rated() -> None:
    report = played("p", {"ana": 7, "ben": 9, "cleo": 3})
    seats = (report.seats[0], structs.replace(report.seats[1], person="ana"), report.seats[2])
    assert rated_teams(placings(structs.replace(report, seats=seats))) == ()
