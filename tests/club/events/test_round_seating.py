"""Rounds seated from an event: everybody once, who sits out, late comers, open tables, seats, and the same chance."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.club.events.event_changes import with_entrant, with_leaving, with_outcome, with_round
from companion.club.events.event_points import ranks_by_points
from companion.club.events.event_rounds import ClubEvent, Entrant, StillOpen, TableRanks
from companion.club.events.event_rules import EventRules
from companion.club.events.event_standings import event_standings
from companion.club.events.seating.round_seating import seat_round
from companion.club.events.seating.seat_order import seat_order
from companion.club.events.table_sizes import SizeRule, table_sizes
from companion.core.errors import Refused
from tests.club.events.sample_events import event, numbered, rules, spoken, table


def played(of: ClubEvent, chance: Random) -> ClubEvent:
    """The event with the next round seated and played, by lot."""
    of = with_round(of, seat_round(of, chance).round)
    for each in of.rounds[-1].tables:
        points = tuple(chance.randint(0, 9) for _ in each.seats)
        of = with_outcome(of, len(of.rounds), each.number, TableRanks(ranks_by_points(points), points))
    return of


def meetings(of: ClubEvent) -> Counter[tuple[str, ...]]:
    return Counter(tuple(sorted(pair)) for each in of.tables() for pair in combinations(each.seats, 2))


@st.composite
def size_rules(draw: st.DrawFn) -> SizeRule:
    least = draw(st.integers(2, 5))
    most = draw(st.integers(least, 8))
    return SizeRule(least, most, draw(st.integers(least, most)))


@pytest.mark.long
@settings(max_examples=25)
@given(
    people=st.integers(2, 24),
    sizes=size_rules(),
    method=st.sampled_from(("swiss", "random")),
    rounds=st.integers(1, 3),
    chance=st.randoms(use_true_random=False),
)
def test_everybody_there_has_one_place_and_sitting_out_goes_around(
    people: int, sizes: SizeRule, method: str, rounds: int, chance: Random
) -> None:
    of = ClubEvent(
        rules(method=method, sizes=sizes, tie_breaks=("wins", "opponents", "direct", "share")), numbered(people)
    )
    division = table_sizes(people, sizes)
    if not division.sizes:
        with pytest.raises(Refused):
            seat_round(of, chance)
        return
    for number in range(1, rounds + 1):
        of = played(of, chance)
        seated = of.rounds[-1]
        assert sorted(seated.people) == sorted(entrant.person for entrant in of.entrants)
        assert sorted(len(each.seats) for each in seated.tables) == sorted(division.sizes)
        assert [each.number for each in seated.tables] == list(range(1, len(division.sizes) + 1))
        out = Counter(person for each in of.rounds for person in each.byes)
        times = [out[entrant.person] for entrant in of.entrants]
        assert max(times) - min(times) <= 1
        assert sum(times) == number * division.out


@pytest.mark.parametrize("method", ["swiss", "random"])
@pytest.mark.parametrize(("people", "size", "rounds"), [(24, 4, 4), (40, 4, 6), (120, 4, 8), (150, 6, 6)])
def test_nobody_meets_again_where_there_are_enough_people(method: str, people: int, size: int, rounds: int) -> None:
    of = ClubEvent(rules(method=method, sizes=SizeRule(size, size, size)), numbered(people))
    chance = Random(people)
    for _ in range(rounds):
        of = played(of, chance)
    assert set(meetings(of).values()) == {1}


def test_the_same_chance_gives_the_same_seating() -> None:
    of = played(ClubEvent(rules(), numbered(30)), Random(1))
    assert seat_round(of, Random(2)) == seat_round(of, Random(2))
    assert seat_round(of, Random(2)) != seat_round(of, Random(3))


def test_the_first_round_is_seated_at_random_in_swiss_too() -> None:
    of = ClubEvent(rules(), numbered(8))
    seen = {frozenset(seat_round(of, Random(seed)).round.tables[0].seats) for seed in range(20)}
    assert len(seen) > 10


def test_those_of_similar_standing_meet_and_the_best_sit_at_the_first_table() -> None:
    sixteen = event(
        rules(),
        16,
        (table(1, "AEIM"), table(2, "BFJN"), table(3, "CGKO"), table(4, "DHLP")),
    )
    for seed in range(5):
        tables = seat_round(sixteen, Random(seed)).round.tables
        assert ["".join(sorted(each.seats)) for each in tables] == ["ABCD", "EFGH", "IJKL", "MNOP"]


def test_a_meeting_is_avoided_before_the_standings_count() -> None:
    """A and B are far ahead, but have met."""
    eight = event(rules(least=2), 8, (table(1, "AB", "11"), table(2, "CDE"), table(3, "FGH")))
    eight = replace(eight, rules=replace(eight.rules, sizes=SizeRule(2, 2, 2)))
    for seed in range(5):
        tables = [set(each.seats) for each in seat_round(eight, Random(seed)).round.tables]
        assert {"A", "B"} not in tables
        assert not any(met <= each for met in ({"C", "D"}, {"D", "E"}, {"F", "G"}, {"G", "H"}) for each in tables)


def test_standings_do_not_count_by_lot() -> None:
    sixteen = event(
        rules(method="random"),
        16,
        (table(1, "AEIM"), table(2, "BFJN"), table(3, "CGKO"), table(4, "DHLP")),
    )
    seen = {"".join(sorted(seat_round(sixteen, Random(seed)).round.tables[0].seats)) for seed in range(5)}
    assert len(seen) > 1


def test_who_sat_out_least_sits_out_then_the_lowest() -> None:
    nine = event(rules(least=4), 9, (table(1, "ABCD"), table(2, "EFGH")), byes=("I",))
    assert {seat_round(nine, Random(seed)).round.byes for seed in range(12)} == {("D",), ("H",)}, (
        "I has none, but sat out"
    )
    paid = replace(nine, rules=replace(nine.rules, bye=1))
    assert "I" not in {seat_round(paid, Random(seed)).round.byes[0] for seed in range(12)}


def test_late_comers_are_seated_when_they_come_and_who_has_left_no_more() -> None:
    of = event(rules(), 8, (table(1, "ABCD"), table(2, "EFGH")))
    of = with_entrant(with_entrant(with_leaving(of, "A", after=1), Entrant("X", enters=2)), Entrant("Y", enters=3))
    assert sorted(seat_round(of, Random(1)).round.people) == sorted("BCDEFGHX")
    of = with_round(of, seat_round(of, Random(1)).round)
    assert sorted(seat_round(of, Random(1), despite_open=True).round.people) == sorted("BCDEFGHXY")


def test_late_comers_without_points_start_at_the_last_table() -> None:
    of = event(rules(sizes=SizeRule(2, 2, 2)), 4, (table(1, "AB"), table(2, "CD")))
    of = replace(of, entrants=(*of.entrants, Entrant("X", enters=2), Entrant("Y", enters=2)))
    tables = seat_round(of, Random(1)).round.tables
    assert [set(each.seats) for each in tables] == [{"A", "C"}, {"B", "D"}, {"X", "Y"}]


def test_a_round_waits_for_an_open_table_unless_it_is_wanted_without() -> None:
    of = event(rules(), 8, (table(1, "ABCD"), table(2, "EFGH", StillOpen())))
    with pytest.raises(Refused) as refusal:
        seat_round(of, Random(1), names={"E": "Eva"})
    assert refusal.value.code == "table-open"
    assert spoken(refusal.value.message) == (
        "Table 2 of round 1 is still open: Eva, F, G and H count as they stand. Enter the result, declare the table "
        "void, or seat the next round without waiting for it."
    )
    seated = seat_round(of, Random(1), despite_open=True, names={"E": "Eva"})
    assert spoken(seated.notes[0]) == "Table 2 of round 1 is still open: Eva, F, G and H count as they stand."
    assert sorted(seated.round.people) == sorted("ABCDEFGH")
    assert set(seated.round.tables[0].seats) > {"A", "B"}, "who has points is ahead of all of the open table"


def test_people_of_an_open_table_have_met() -> None:
    of = event(rules(least=2, sizes=SizeRule(2, 2, 2)), 4, (table(1, "AB", StillOpen()), table(2, "CD", StillOpen())))
    for seed in range(5):
        tables = [set(each.seats) for each in seat_round(of, Random(seed), despite_open=True).round.tables]
        assert {"A", "B"} not in tables


def test_meetings_that_had_to_be_repeated_are_told() -> None:
    eight = event(rules(), 8, (table(1, "ABCD"), table(2, "EFGH")))
    assert [spoken(note) for note in seat_round(eight, Random(1)).notes] == ["4 pairs meet again."]
    pair = event(rules(sizes=SizeRule(2, 2, 2)), 2, (table(1, "AB"),))
    assert [spoken(note) for note in seat_round(pair, Random(1)).notes] == ["1 pair meets again."]
    assert seat_round(event(rules(), 8), Random(1)).notes == ()


def test_too_few_people_are_refused_with_what_to_do() -> None:
    of = with_leaving(event(rules(), 3), "A", after=0)
    with pytest.raises(Refused) as refusal:
        seat_round(of, Random(1))
    assert (refusal.value.code, spoken(refusal.value.message)) == (
        "too-few-people",
        "People there for round 1: 2. A table needs 3. Enter more people, or set a smaller size.",
    )


def test_rules_without_points_are_refused_before_anybody_is_seated() -> None:
    of = ClubEvent(EventRules(sizes=SizeRule(3, 4, 4), points={4: (5, 3, 2, 1)}), numbered(8))
    with pytest.raises(Refused) as refusal:
        seat_round(of, Random(1))
    assert refusal.value.code == "no-points"


def test_seating_changes_nothing_of_the_event() -> None:
    of = played(ClubEvent(rules(), numbered(9)), Random(1))
    before = replace(of)
    seat_round(of, Random(1))
    assert of == before
    assert sum(tally.total for tally in event_standings(of).tallies.values()) == Fraction(30)


def test_who_began_least_often_begins() -> None:
    had = {"A": {0: 2}, "B": {0: 1, 2: 5}, "C": {0: 1}, "D": {1: 9}}
    for seed in range(5):
        assert seat_order("ABCD", had, Random(seed))[0] == "D"
    begins = {seat_order("ABC", had, Random(seed))[0] for seed in range(20)}
    assert begins == {"B", "C"}, "by lot between those who began once"


def test_the_others_sit_where_they_sat_less_often() -> None:
    had = {"A": {}, "B": {0: 1, 1: 2}, "C": {0: 1, 2: 2}, "D": {0: 1, 3: 2}}
    for seed in range(5):
        order = seat_order("ABCD", had, Random(seed))
        assert order[0] == "A"
        assert sum(had[person].get(seat, 0) for seat, person in enumerate(order)) == 0


@pytest.mark.long
def test_over_a_few_rounds_nobody_begins_much_more_often_than_others() -> None:
    of = ClubEvent(rules(least=4), numbered(40))
    chance = Random(2)
    for _ in range(8):
        of = played(of, chance)
    began = Counter(each.seats[0] for each in of.tables())
    assert {began[entrant.person] for entrant in of.entrants} <= {1, 2, 3}
