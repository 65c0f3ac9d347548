"""Consent, case by case: who must say yes, and who may say it for whom."""

from __future__ import annotations

import pytest

from companion.service.agreement.consent import LAPSE, Needed, may_answer, to_go_on_without, to_let_leave, to_take_back
from companion.service.asking.sender import Person
from companion.service.seats.seats_state import ASLEEP, LONG_ASLEEP, Sitting, absence

TABLET = Person(0, "tablet")
OTHER_TABLET = Person(0, "other")


def phone(seat: int) -> Person:
    return Person(seat, f"phone {seat}")


def sitting(seats: str, own: str = "", gone: str = "", lately: str = "", writers: tuple[Person, ...] = ()) -> Sitting:
    """Seats as digits: all that sit there, those with something of their own, those that left, those heard of."""
    return Sitting(places(seats), places(gone), places(own), places(lately), writers, writers)


def places(digits: str) -> frozenset[int]:
    return frozenset(map(int, digits))


def needed(voices: str = "", spoken_for: str = "", unasked: str = "", *, every: bool = True) -> Needed:
    return Needed(places(voices), places(spoken_for), every, places(unasked))


TAKING_BACK = [
    # who sits there, who asks, what is needed
    (sitting("1234", own="1234"), phone(1), needed("234")),
    (sitting("1234", own="1234", gone="3"), phone(1), needed("24")),
    (sitting("1234", own="1234", gone="234"), phone(1), needed()),
    (sitting("12", own="12"), phone(1), needed("2")),
    (sitting("12", own="12", gone="2"), phone(1), needed()),
    # somebody without a device: another person speaks for them, of two nobody
    (sitting("123", own="12", writers=(TABLET,)), phone(1), needed("2", "3")),
    (sitting("123", own="12"), phone(1), needed("2", "3")),
    (sitting("12", own="1", writers=(TABLET,)), phone(1), needed(unasked="2")),
    (sitting("123", own="1", gone="3", writers=(TABLET,)), phone(1), needed(unasked="2")),
    (sitting("12", own="1", writers=(TABLET,)), TABLET, needed("1", unasked="2")),
    (sitting("123", own="1", writers=(TABLET,)), TABLET, needed("1", "23")),
    # one for the whole table: alone until somebody else has something
    (sitting("123", writers=(TABLET,)), TABLET, needed(unasked="123")),
    (sitting("123", writers=(TABLET, OTHER_TABLET)), TABLET, needed(spoken_for="123")),
    (sitting("123", own="1", writers=(phone(1),)), phone(1), needed(unasked="23")),
    (sitting("123", own="1", writers=(phone(1), TABLET)), phone(1), needed(spoken_for="23")),
    (sitting("123", own="1", writers=(phone(1),)), Person(1), needed(unasked="23")),
]


@pytest.mark.parametrize(("at_table", "asker", "expected"), TAKING_BACK)
def test_taking_back_needs_everybody_else_who_plays(at_table: Sitting, asker: Person, expected: Needed) -> None:
    assert to_take_back(at_table, asker) == expected


def test_what_was_just_typed_in_needs_one_of_them() -> None:
    assert to_take_back(sitting("1234", own="1234"), phone(1), entered=True) == needed("234", every=False)


GOING_ON = [
    (sitting("1234", own="1234", lately="124"), phone(1), needed("24", every=False)),
    (sitting("1234", own="1234", lately="1"), phone(1), needed(every=False)),
    (sitting("12", own="12", lately="1"), phone(1), needed(every=False)),
    (sitting("123", own="13", lately="1", writers=(TABLET,)), phone(1), needed(spoken_for="2", every=False)),
    (sitting("123", own="13", lately="1"), phone(1), needed(every=False)),
    (sitting("1234", own="1234", lately="124", gone="4"), phone(1), needed("2", every=False)),
    (sitting("123", own="123", lately="12"), TABLET, needed("12", every=False)),
    (sitting("123", writers=(TABLET,)), TABLET, needed(every=False)),
]


@pytest.mark.parametrize(("at_table", "asker", "expected"), GOING_ON)
def test_going_on_without_seat_3_needs_one_who_is_there(at_table: Sitting, asker: Person, expected: Needed) -> None:
    sleeper = 3 if 3 in at_table.seats else 2
    assert to_go_on_without(at_table, asker, sleeper) == expected


def test_a_tablet_that_was_put_away_is_not_waited_for_to_go_on() -> None:
    """To take something back it is: that can wait."""
    put_away = Sitting(places("123"), own=places("13"), lately=places("1"), writers=(TABLET,))
    assert to_go_on_without(put_away, phone(1), 3) == needed(every=False)
    assert to_take_back(put_away, phone(1)) == needed("3", "2")
    assert to_let_leave(put_away, phone(1), 3) == needed(spoken_for="2", every=False)


LEAVING = [
    (sitting("1234", own="1234"), phone(1), needed("24", every=False)),
    (sitting("1234", own="1234", gone="4"), phone(1), needed("2", every=False)),
    (sitting("13", own="13"), phone(1), needed(every=False)),
    (sitting("123", own="123", gone="2"), phone(1), needed(every=False)),
    (sitting("123", own="123"), phone(3), needed(every=False)),
    (sitting("123", own="13", writers=(TABLET,)), phone(1), needed(spoken_for="2", every=False)),
    (sitting("123", own="13"), phone(1), needed(every=False)),
    (sitting("13", own="13"), TABLET, needed("1", every=False)),
    (sitting("13", own="3", writers=(TABLET,)), TABLET, needed(every=False)),
    (sitting("123", writers=(TABLET,)), TABLET, needed(every=False)),
]


@pytest.mark.parametrize(("at_table", "asker", "expected"), LEAVING)
def test_that_seat_3_has_left_two_others_say_or_the_only_other(
    at_table: Sitting, asker: Person, expected: Needed
) -> None:
    assert to_let_leave(at_table, asker, 3) == expected


@pytest.mark.parametrize(
    ("what", "yes", "met"),
    [
        (needed(), "", True),
        (needed("23"), "", False),
        (needed("23"), "2", False),
        (needed("23"), "23", True),
        (needed("2", "3"), "2", False),
        (needed("2", "3"), "23", True),
        (needed("23"), "14", False),
        (needed("23", every=False), "", False),
        (needed("23", every=False), "3", True),
        (needed("2", "3", every=False), "3", True),
        (needed("23", every=False), "14", False),
        (needed(every=False), "", True),
        (needed(unasked="23"), "", True),
    ],
)
def test_when_it_is_enough(what: Needed, yes: str, met: bool) -> None:
    assert what.met(places(yes)) is met


@pytest.mark.parametrize(
    ("seat", "who", "may"),
    [
        (2, phone(2), True),
        (2, Person(2), True),
        (2, phone(1), False),
        (2, TABLET, False),
        (3, TABLET, True),
        (3, phone(2), True),
        (3, Person(3), True),
        (3, phone(1), False),
        (3, Person(1), False),
        (3, Person(4, "phone 1"), False),
        (1, phone(1), False),
        (4, phone(4), False),
    ],
)
def test_who_may_answer_for_whom(seat: int, who: Person, may: bool) -> None:
    """Seat 1 asks; seat 2 has a phone, seat 3 nothing, seat 4 is not asked."""
    assert may_answer(needed("2", "3"), phone(1), seat, who) is may


def test_the_times_people_are_told() -> None:
    assert (LAPSE, ASLEEP, LONG_ASLEEP) == (2 * 60, 60, 3 * 60)


def test_two_are_one_person_by_seat_or_by_device() -> None:
    assert phone(1).is_also(Person(1))
    assert TABLET.is_also(Person(2, "tablet"))
    assert not TABLET.is_also(OTHER_TABLET)
    assert not Person().is_also(Person())
    assert not phone(1).is_also(phone(2))


@pytest.mark.parametrize(
    ("seconds", "stage"),
    [
        (0, "there"),
        (0.1, "away"),
        (ASLEEP - 0.1, "away"),
        (ASLEEP, "asleep"),
        (LONG_ASLEEP - 0.1, "asleep"),
        (LONG_ASLEEP, "long"),
        (float("inf"), "long"),
    ],
)
def test_how_long_somebody_is_away(seconds: float, stage: str) -> None:
    assert absence(seconds) == stage
