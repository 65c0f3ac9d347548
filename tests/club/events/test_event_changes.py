"""People come and leave, rounds are taken, results entered and corrected; and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec
import pytest
from msgspec.structs import replace

from companion.club.events.event_changes import (
    with_entrant,
    with_leaving,
    with_outcome,
    with_round,
    with_swap,
    without_entrant,
    without_last_round,
)
from companion.club.events.event_rounds import ClubEvent, Entrant, EventTable, Round, StillOpen, TableRanks
from companion.core.errors import Refused
from tests.club.events.sample_events import POWER_CUT, event, rules, spoken, table

OPEN = StillOpen()
NINE = event(rules(), 9, (table(1, "ABCD"), table(2, "EFGH", OPEN)), byes=("I",))


def refused(change: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(Refused) as refusal:
        change()
    return refusal.value.code, spoken(refusal.value.message)


def round_two(*tables: EventTable, byes: str = "", number: int = 2) -> Round:
    return Round(number, tables, tuple(byes))


def test_a_late_comer_enters_the_next_round() -> None:
    assert with_entrant(NINE, Entrant("J", enters=2)).entrants[-1] == Entrant("J", enters=2)
    assert with_entrant(NINE, Entrant("J", enters=4)).entrants[-1].plays_in(3) is False
    assert refused(lambda: with_entrant(NINE, Entrant("J"), {"J": "Jo"})) == (
        "round-seated",
        "Round 1 is seated already. Jo can come in from round 2.",
    )
    assert refused(lambda: with_entrant(NINE, Entrant("A", enters=2)))[0] == "already-entered"


def test_who_leaves_is_there_until_then_and_can_be_let_back_in() -> None:
    left = with_leaving(NINE, "I", after=1)
    (entrant,) = (each for each in left.entrants if each.person == "I")
    assert [entrant.plays_in(number) for number in (0, 1, 2)] == [False, True, False]
    assert with_leaving(left, "I", after=None) == NINE
    assert [entrant.person for entrant in left.entrants] == [entrant.person for entrant in NINE.entrants]


def test_nobody_leaves_before_a_round_of_which_they_are_part() -> None:
    for person in ("A", "E", "I"):
        assert refused(partial(with_leaving, NINE, person, after=0)) == (
            "seated-later",
            f"{person} is seated in round 1 and can leave after that one at the earliest.",
        )
    assert refused(lambda: with_leaving(NINE, "Z", after=1))[0] == "unknown-person"
    assert with_leaving(event(rules(), 3), "A", after=0).entrants[0].plays_in(1) is False


def test_a_round_is_taken_as_it_was_changed_by_hand() -> None:
    taken = with_round(NINE, round_two(table(7, "AEI", OPEN), table(3, "BFGHC", OPEN), byes="D"))
    assert [each.number for each in taken.rounds] == [1, 2]
    assert taken.next_round == 3


@pytest.mark.parametrize(
    ("taken", "code", "words"),
    [
        (
            round_two(table(1, "ABCD"), table(2, "EFGH"), byes="I", number=3),
            "not-next-round",
            "The next round is 2, not 3.",
        ),
        (round_two(table(1, "ABCD"), table(1, "EFGH"), byes="I"), "table-twice", "Two tables have number 1."),
        (
            round_two(table(1, "ABCD"), table(2, "EFGA"), byes="HI"),
            "seated-twice",
            "A has more than one place in round 2.",
        ),
        (
            round_two(table(1, "ABCD"), table(2, "EFGH"), byes="IA"),
            "seated-twice",
            "A has more than one place in round 2.",
        ),
        (round_two(table(1, "ABCD"), table(2, "EFG"), byes="I"), "not-seated", "H has no seat in round 2."),
        (round_two(table(1, "ABCD"), table(2, "EFGX"), byes="HI"), "unknown-person", "X is not in this event."),
        (round_two(table(1, "ABCDEFGH"), table(2, "I")), "table-size", "At table 2 people: 1. A table has 2 to 8."),
        (round_two(table(1, "ABCDEFGHI")), "table-size", "At table 1 people: 9."),
        (round_two(table(1, "ABCD", "1223"), table(2, "EFGH"), byes="I"), "rank-gap", "Rank 3 does not fit"),
    ],
)
def test_a_round_that_cannot_be_is_refused(taken: Round, code: str, words: str) -> None:
    found = refused(lambda: with_round(NINE, taken))
    assert found[0] == code
    assert found[1].startswith(words)


def test_a_round_needs_points_for_its_tables_and_nobody_who_has_left() -> None:
    few = replace(NINE, rules=replace(NINE.rules, points={4: (5, 3, 2, 1), 3: (3, 2, 1)}))
    assert refused(lambda: with_round(few, round_two(table(1, "ABCDE"), table(2, "FGHI")))) == (
        "no-points",
        "No points are set for a table of 5 people. Set them first.",
    )
    gone = with_leaving(NINE, "A", after=1)
    assert refused(lambda: with_round(gone, round_two(table(1, "ABCD"), table(2, "EFGHI"))))[0] == "not-there"
    assert with_round(gone, round_two(table(1, "BCD"), table(2, "EFGHI"))).next_round == 3


def test_the_last_round_is_taken_back_while_nobody_has_entered_a_result() -> None:
    taken = with_round(NINE, round_two(table(1, "ABCD", OPEN), table(2, "EFGH", OPEN), byes="I"))
    assert without_last_round(taken) == NINE
    assert refused(lambda: without_last_round(NINE))[0] == "round-played"
    opened = with_outcome(NINE, 1, 1, OPEN)
    assert without_last_round(opened).rounds == ()
    assert refused(lambda: without_last_round(event(rules(), 4)))[0] == "no-round"


def test_a_table_that_failed_is_entered_by_hand_or_declared_void() -> None:
    by_hand = with_outcome(NINE, 1, 2, TableRanks((2, 1, 3, 3), (7, 9, 1, 1)))
    assert by_hand.rounds[0].tables[1].outcome == TableRanks((2, 1, 3, 3), (7, 9, 1, 1))
    assert by_hand.rounds[0].open_tables == ()
    assert with_outcome(by_hand, 1, 2, POWER_CUT).rounds[0].tables[1].outcome == POWER_CUT
    assert by_hand.rounds[0].tables[0] == NINE.rounds[0].tables[0]
    assert by_hand.rounds[0].byes == ("I",)


@pytest.mark.parametrize(
    ("number", "at", "outcome", "code"),
    [
        (2, 1, OPEN, "no-such-round"),
        (0, 1, OPEN, "no-such-round"),
        (1, 3, OPEN, "no-such-table"),
        (1, 2, TableRanks((1, 2, 3)), "ranks-count"),
    ],
)
def test_a_result_that_cannot_be_is_refused(number: int, at: int, outcome: TableRanks, code: str) -> None:
    assert refused(lambda: with_outcome(NINE, number, at, outcome))[0] == code


def test_an_event_survives_being_stored() -> None:
    stored = with_outcome(with_leaving(NINE, "A", after=1), 1, 2, POWER_CUT)
    assert msgspec.json.decode(msgspec.json.encode(stored), type=ClubEvent) == stored


def test_who_was_in_no_round_is_taken_out_and_who_was_is_not() -> None:
    late = with_entrant(NINE, Entrant("J", enters=2))
    assert without_entrant(late, "J") == NINE
    assert refused(lambda: without_entrant(NINE, "A", {"A": "Ana"})) == (
        "has-played",
        "Ana was in a round and can only leave.",
    )
    assert refused(lambda: without_entrant(NINE, "I"))[0] == "has-played", "who sat out was in it"
    assert refused(lambda: without_entrant(NINE, "X"))[0] == "unknown-person"


def test_two_people_swap_their_places_at_tables_and_sitting_out() -> None:
    seated = round_two(table(1, "ABCD", OPEN), table(2, "EFGH", OPEN), byes="I")
    assert with_swap(seated, "B", "G") == round_two(table(1, "AGCD", OPEN), table(2, "EFBH", OPEN), byes="I")
    assert with_swap(seated, "A", "I") == round_two(table(1, "IBCD", OPEN), table(2, "EFGH", OPEN), byes="A")
    assert with_swap(seated, "A", "B") == round_two(table(1, "BACD", OPEN), table(2, "EFGH", OPEN), byes="I")
    assert with_swap(with_swap(seated, "A", "H"), "H", "A") == seated
    assert refused(lambda: with_swap(seated, "A", "X"))[0] == "not-in-round"
