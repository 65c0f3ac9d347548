"""The order of sides: points, the ladder rung by rung, sides that are out, a sudden victory, shared places."""

from __future__ import annotations

from gettext import NullTranslations

from companion.core.scoring import Line, ScoreSheet, SideScore, TieBreak
from companion.core.wording import SeatName, Speaker, Wording, say

MOST = TieBreak(say("Most coins"))
FEWEST = TieBreak(say("Fewest cards"), highest=False)


def side(name: str, points: int | None, *ties: int, out: bool = False, won: Wording | None = None) -> SideScore:
    lines = (Line("points", points, say("Points")), Line("bonus", 1, say("Bonus")))
    return SideScore(name, (1,), say("{name}", name=name), lines, ties, out, won)


def places(sheet: ScoreSheet) -> list[tuple[int, str, TieBreak | None]]:
    return [(rank.place, "".join(side.side for side in rank.sides), rank.settled_by) for rank in sheet.ranking()]


def test_most_points_win_unless_the_sheet_says_otherwise() -> None:
    sides = (side("a", 3), side("b", 5), side("c", 4))
    assert places(ScoreSheet(sides)) == [(1, "b", None), (2, "c", None), (3, "a", None)]
    assert places(ScoreSheet(sides, highest_wins=False)) == [(1, "a", None), (2, "c", None), (3, "b", None)]


def test_a_tie_goes_down_the_ladder_and_says_which_rung_settled_it() -> None:
    sides = (side("a", 5, 2, 4), side("b", 5, 3, 9), side("c", 5, 2, 1), side("d", 6, 0, 0))
    sheet = ScoreSheet(sides, ladder=(MOST, FEWEST))
    assert places(sheet) == [(1, "d", None), (2, "b", None), (3, "c", MOST), (4, "a", FEWEST)]


def test_what_nothing_separates_shares_a_place_and_the_next_place_is_left_out() -> None:
    sides = (side("a", 5, 1), side("b", 5, 1), side("c", 4, 9))
    sheet = ScoreSheet(sides, ladder=(MOST,))
    assert places(sheet) == [(1, "ab", None), (3, "c", None)]
    assert [winner.side for winner in sheet.winners()] == ["a", "b"]


def test_lowest_points_win_and_the_ladder_keeps_its_own_direction() -> None:
    sheet = ScoreSheet((side("a", 5, 1), side("b", 5, 2)), highest_wins=False, ladder=(MOST,))
    assert places(sheet) == [(1, "b", None), (2, "a", MOST)]


def test_sides_that_are_out_come_last_whatever_their_points() -> None:
    sides = (side("a", 9, out=True), side("b", 1), side("c", 2, out=True))
    assert places(ScoreSheet(sides)) == [(1, "b", None), (2, "a", None), (3, "c", None)]


def test_a_sudden_victory_stands_above_all_points() -> None:
    sheet = ScoreSheet((side("a", 1, out=True, won=say("The temple fell")), side("b", 9)))
    assert [winner.side for winner in sheet.winners()] == ["a"]


def test_where_points_decide_nothing_only_a_reason_makes_a_winner() -> None:
    sheet = ScoreSheet((side("a", 1), side("b", 9)), counted=False)
    assert places(sheet) == [(1, "ab", None)]
    assert sheet.winners() == ()
    reason = say("The temple fell")
    both = (side("a", 1, 3, won=reason), side("b", 9, 5, won=reason), side("c", 12, 9))
    sheet = ScoreSheet(both, counted=False, ladder=(MOST,))
    assert places(sheet) == [(1, "b", None), (2, "a", MOST), (3, "c", None)]
    assert [winner.side for winner in sheet.winners()] == ["b"]


def test_points_not_known_do_not_count_and_make_the_account_incomplete() -> None:
    unknown = side("a", None)
    assert (unknown.total, unknown.complete) == (1, False)
    assert (side("b", 2).total, side("b", 2).complete) == (3, True)


def test_a_sheet_without_sides_has_no_winner() -> None:
    assert ScoreSheet(()).winners() == ()


def called(label: Wording, *seats: int) -> str:
    score = SideScore("side", seats, label, ())
    return Speaker("en", NullTranslations(), {1: "Ana", 2: "Ben"}).say(score.called)


def test_a_side_is_called_by_its_people_and_its_own_name_where_that_tells_more() -> None:
    assert called(say("Athens"), 1) == "Ana (Athens)"
    assert called(say("Athens"), 1, 2) == "Ana and Ben (Athens)"
    assert called(say("{name}", name=SeatName(1)), 1) == "Ana"
    assert called(say("{first} and {last}", first=SeatName(1), last=SeatName(2)), 1, 2) == "Ana and Ben"
    assert (
        called(
            say("Nobody's"),
        )
        == "Nobody's"
    )
