"""Standings, by hand: totals, each tie-break, shared places, who comes late or leaves, and corrections."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from companion.club.events.event_changes import with_leaving, with_outcome
from companion.club.events.event_rounds import ClubEvent, Entrant, StillOpen, TableRanks
from companion.club.events.event_standings import Settled, event_standings
from companion.club.events.tallies import points_by_round
from companion.club.events.tie_breaks import opposition
from tests.club.events.sample_events import POWER_CUT, event, rules, table


def places(of: ClubEvent) -> list[tuple[int, str]]:
    return [(place.place, "".join(place.people)) for place in event_standings(of).places]


def total(of: ClubEvent, person: str) -> Fraction:
    return event_standings(of).tallies[person].total


def settled(of: ClubEvent) -> list[Settled | None]:
    return [place.settled for place in event_standings(of).places]


TWO_TABLES = event(rules(), 8, (table(1, "ABCD"), table(2, "EFGH")))
"""A and E have 5, B and F 3, C and G 2, D and H 1."""


def test_points_of_all_rounds_are_summed_up() -> None:
    played = event(rules(), 4, (table(1, "ABCD"),), (table(1, "DCBA", "1224"),))
    assert [total(played, person) for person in "ABCD"] == [6, Fraction(11, 2), Fraction(9, 2), 6]
    assert places(played) == [(1, "AD"), (3, "B"), (4, "C")]


def test_who_is_equal_shares_the_place_and_the_next_is_left_out() -> None:
    assert places(TWO_TABLES) == [(1, "AE"), (3, "BF"), (5, "CG"), (7, "DH")]
    assert settled(TWO_TABLES) == [None] * 4


def test_more_wins_settle_a_tie_a_shared_first_rank_among_them() -> None:
    of = rules(least=2, points={2: (2, 1), 3: (3, 2, 1), 4: (4, 2, 2, 0)}, tie_breaks=("wins",))
    played = event(of, 4, (table(1, "ABCD"),), (table(1, "BCDA", "1134"),))
    assert [total(played, person) for person in "ABCD"] == [4, 5, 5, 2]
    assert places(played) == [(1, "BC"), (3, "A"), (4, "D")], "both won the second table"
    won_more = event(of, 4, (table(1, "ABCD"),), (table(1, "AB"), table(2, "CD")), (table(1, "BCDA"),))
    assert [total(won_more, person) for person in "ABCD"] == [6, 7, 6, 3]
    assert places(won_more) == [(1, "B"), (2, "A"), (3, "C"), (4, "D")]
    assert settled(won_more) == [None, Settled("wins", Fraction(2), Fraction(1)), None, None]


def test_stronger_opponents_settle_a_tie() -> None:
    played = event(
        rules(tie_breaks=("opponents",)), 8, (table(1, "ABCD"), table(2, "EFGH")), (table(1, "ABEF", "1342"),)
    )
    # A 10, B 5, C 2, D 1, E 6, F 6, G 2, H 1
    assert [total(played, person) for person in "ABCDEFGH"] == [10, 5, 2, 1, 6, 6, 2, 1]
    found = event_standings(played).tallies
    assert opposition(found["E"], found) == Fraction(6 + 2 + 1 + 10 + 5 + 6, 6)
    assert opposition(found["F"], found) == Fraction(6 + 2 + 1 + 10 + 5 + 6, 6)
    assert opposition(found["C"], found) == Fraction(10 + 5 + 1, 3)
    assert opposition(found["G"], found) == Fraction(6 + 6 + 1, 3)
    assert places(played) == [(1, "A"), (2, "EF"), (4, "B"), (5, "C"), (6, "G"), (7, "D"), (8, "H")]
    assert settled(played)[3] == Settled("opponents", Fraction(16, 3), Fraction(13, 3))


def test_tables_of_another_size_are_no_weaker_opposition() -> None:
    """The mean counts: three opponents with as many points each as two others are as strong."""
    of = rules(points={3: (3, 3, 3), 4: (3, 3, 3, 3)}, tie_breaks=("opponents",))
    assert places(event(of, 7, (table(1, "ABCD"), table(2, "EFG")))) == [(1, "ABCDEFG")]


DIRECT = rules(least=2, points={2: (2, 0), 3: (2, 1, 0), 4: (3, 2, 1, 0)}, tie_breaks=("direct",))


def test_who_finished_ahead_settles_a_tie_where_the_tied_have_met() -> None:
    played = event(DIRECT, 4, (table(1, "BA"), table(2, "CD")), (table(1, "AC"), table(2, "BD", "21")))
    assert [total(played, person) for person in "ABCD"] == [2, 2, 2, 2]
    assert places(played) == [(1, "ABCD")], "A and D have not met"
    assert settled(played) == [None]
    two = event(DIRECT, 3, (table(1, "BA"),), (table(1, "AC"),))
    assert places(two) == [(1, "B"), (2, "A"), (3, "C")]
    assert settled(two) == [Settled("direct", Fraction(1), Fraction(0)), None, None]


def test_all_of_the_tied_must_have_met_not_only_some() -> None:
    """A was ahead of B and of C, who have not met each other."""
    of = replace(DIRECT, points={2: (0, 0), 3: (0, 0, 0), 4: (0, 0, 0, 0)})
    assert places(event(of, 3, (table(1, "AB"),), (table(1, "AC"),))) == [(1, "ABC")]
    assert places(event(of, 3, (table(1, "AB"),), (table(1, "AC"),), (table(1, "BC"),))) == [
        (1, "A"),
        (2, "B"),
        (3, "C"),
    ]


def test_meetings_on_level_ranks_are_worth_half() -> None:
    played = event(DIRECT, 3, (table(1, "AB", "11"),), (table(1, "AB"),), (table(1, "BC"),))
    assert [total(played, person) for person in "AB"] == [3, 3]
    assert settled(played)[0] == Settled("direct", Fraction(3, 2), Fraction(1, 2))


def test_a_circle_among_the_tied_goes_on_to_the_next_tie_break() -> None:
    circle = ((table(1, "AB"),), (table(1, "BC"),), (table(1, "CA"),))
    assert places(event(DIRECT, 3, *circle)) == [(1, "ABC")]
    scored = ((table(1, "AB", points=(9, 1)),), (table(1, "BC", points=(6, 4)),), (table(1, "CA", points=(7, 3)),))
    shared = event(replace(DIRECT, tie_breaks=("direct", "share")), 3, *scored)
    assert places(shared) == [(1, "A"), (2, "C"), (3, "B")]
    # A 9/10 and 3/10, C 4/10 and 7/10, B 1/10 and 6/10
    assert settled(shared)[:2] == [
        Settled("share", Fraction(6, 10), Fraction(11, 20)),
        Settled("share", Fraction(11, 20), Fraction(7, 20)),
    ]


def test_those_still_tied_are_compared_again_among_themselves() -> None:
    """Where some of the tied are level in the comparison of all, their own games against each other decide."""
    of = rules(least=2, points={2: (0, 0), 3: (0, 0, 0), 4: (0, 0, 0, 0)}, tie_breaks=("direct",))
    pairs = ((table(1, "AB"), table(2, "DC")), (table(1, "AD"), table(2, "CB")), (table(1, "AC"), table(2, "BD")))
    played = event(of, 4, *pairs)
    # A beat B, D, C; D beat C; C beat B; B beat D: three with 1, a circle
    assert places(played) == [(1, "A"), (2, "BCD")]
    again = event(of, 4, *pairs, (table(1, "DC"), table(2, "BA")), (table(1, "AC"), table(2, "BD")))
    # A 4, B 3, D 2, C 1
    assert places(again) == [(1, "A"), (2, "B"), (3, "D"), (4, "C")]
    level = event(of, 4, *pairs, (table(1, "DC"),), (table(1, "CA"),))
    # A 3, C 2, D 2, B 1; of the two, D was ahead twice
    assert places(level) == [(1, "A"), (2, "D"), (3, "C"), (4, "B")]
    assert settled(level) == [
        Settled("direct", Fraction(3), Fraction(2)),
        Settled("direct", Fraction(2), Fraction(0)),
        Settled("direct", Fraction(2), Fraction(1)),
        None,
    ]


def test_the_share_of_the_points_counts_where_all_of_the_tied_have_played_for_points() -> None:
    of = rules(tie_breaks=("share",))
    first = table(1, "ABCD", points=(50, 30, 15, 5))
    assert places(event(of, 8, (first, table(2, "EFGH", points=(40, 40, 10, 10)))))[:3] == [
        (1, "A"),
        (2, "E"),
        (3, "F"),
    ]
    assert places(event(of, 8, (first, table(2, "EFGH"))))[0] == (1, "AE")
    nothing = table(2, "EFGH", points=(0, 0, 0, 0))
    assert places(event(of, 8, (first, nothing)))[0] == (1, "AE"), "of no points there is no share"


def test_the_share_is_the_mean_of_the_games_with_points() -> None:
    played = event(
        rules(),
        4,
        (table(1, "ABCD", points=(50, 30, 15, 5)),),
        (table(1, "ABCD"),),
        (table(1, "ABCD", points=(1, 1, 1, 1)),),
    )
    assert event_standings(played).tallies["A"].share == Fraction(3, 8)


def test_fewer_rounds_that_were_paid_without_a_game_settle_a_tie() -> None:
    of = rules(bye=3, tie_breaks=("byes",))
    played = event(of, 5, (table(1, "ABCD"),), byes=("E",))
    assert places(played) == [(1, "A"), (2, "B"), (3, "E"), (4, "C"), (5, "D")]
    assert settled(played)[1] == Settled("byes", Fraction(0), Fraction(-1))


def test_tie_breaks_count_in_their_order() -> None:
    # B 5 + 1 and C 3 + 3: B has won a table, C has the stronger opponents
    rounds = ((table(1, "BCAD"), table(2, "EFGH")), (table(1, "EFGC", "1342"), table(2, "ADHB", "1234")))
    by_wins = event(rules(tie_breaks=("wins", "opponents")), 8, *rounds)
    assert [total(by_wins, person) for person in "BCA"] == [6, 6, 7]
    assert places(by_wins)[:4] == [(1, "E"), (2, "A"), (3, "B"), (4, "C")]
    by_opponents = event(rules(tie_breaks=("opponents", "wins")), 8, *rounds)
    assert places(by_opponents)[:4] == [(1, "E"), (2, "A"), (3, "C"), (4, "B")]


def test_sitting_out_gives_what_is_set_and_counts_no_win() -> None:
    played = event(rules(bye=2), 5, (table(1, "ABCD"),), byes=("E",))
    tally = event_standings(played).tallies["E"]
    assert (tally.total, tally.wins, tally.unplayed, tally.share) == (2, 0, 1, None)


def test_a_void_table_gives_what_is_set_and_counts_for_no_tie_break() -> None:
    played = event(rules(void=5, tie_breaks=("wins", "direct")), 8, (table(1, "ABCD", POWER_CUT), table(2, "EFGH")))
    assert places(played)[:2] == [(1, "E"), (2, "ABCD")]
    assert event_standings(played).tallies["A"].games == []


def test_a_late_comer_has_nothing_or_as_many_points_as_for_sitting_out() -> None:
    late = event(rules(bye=2), 4, (table(1, "ABCD"),), (table(1, "ABCD"),))
    late = replace(late, entrants=(*late.entrants, Entrant("E", enters=3)))
    assert total(late, "E") == 0
    paid = replace(late, rules=replace(late.rules, missed="bye"))
    assert (total(paid, "E"), event_standings(paid).tallies["E"].unplayed) == (4, 2)
    assert event_standings(late).tallies["E"].unplayed == 0


def test_who_has_left_stays_in_the_standings_marked_as_gone() -> None:
    gone = with_leaving(TWO_TABLES, "A", after=1)
    standings = event_standings(gone)
    assert standings.gone == {"A"}
    assert places(gone) == places(TWO_TABLES)
    assert event_standings(with_leaving(TWO_TABLES, "A", after=2)).gone == frozenset(), "still there for round 2"
    never = replace(TWO_TABLES, entrants=(*TWO_TABLES.entrants, Entrant("I", left_after=0)))
    assert event_standings(never).gone == {"I"}


def test_rounds_after_leaving_give_nothing() -> None:
    two = event(rules(bye=2), 5, (table(1, "ABCD"),), (table(1, "ABCD"),), byes=("E", ""))
    assert total(with_leaving(two, "E", after=1), "E") == 2


def test_a_correction_of_an_earlier_round_gives_other_standings() -> None:
    played = event(rules(), 4, (table(1, "ABCD"),), (table(1, "ABCD"),))
    corrected = with_outcome(played, 1, 1, TableRanks((4, 1, 2, 3)))
    assert places(corrected) == [(1, "B"), (2, "A"), (3, "C"), (4, "D")]
    assert places(with_outcome(corrected, 1, 1, TableRanks((1, 2, 3, 4)))) == places(played)
    assert total(with_outcome(played, 1, 1, StillOpen()), "A") == 5


def test_before_the_first_round_all_share_the_first_place() -> None:
    assert places(event(rules(tie_breaks=("wins", "opponents", "direct", "share", "byes")), 3)) == [(1, "ABC")]


def test_points_by_round_tell_who_was_not_there() -> None:
    two = event(rules(bye=2), 5, (table(1, "ABCD"),), (table(1, "BCDE", StillOpen()),), byes=("E", "A"))
    late = replace(two, entrants=(*two.entrants, Entrant("F", enters=2)))
    assert points_by_round(late) == {
        "A": (5, 2),
        "B": (3, None),
        "C": (2, None),
        "D": (1, None),
        "E": (2, None),
        "F": (None, None),
    }
    assert points_by_round(replace(late, rules=replace(late.rules, missed="bye")))["F"] == (2, None)
    assert {person: sum(points or 0 for points in given) for person, given in points_by_round(late).items()} == {
        person: tally.total for person, tally in event_standings(late).tallies.items()
    }
