"""Events in the database: added, changed by several at once, and what their organisers may do."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace
from sqlalchemy import select

from companion.club.events.event_rounds import StillOpen, TableRanks
from companion.club.events.stored.organising import (
    drop_seating,
    enter_guest,
    enter_outcome,
    enter_person,
    leave,
    let_back,
    rename_guest,
    round_seen,
    rules_seen,
    seating_of,
    set_entry,
    set_rules,
    swap,
    table_seen,
    take_back,
    take_seating,
    void_for,
)
from companion.club.events.stored.usual_rules import KINDS, USUAL, kind_of
from companion.club.events.table_sizes import SizeRule
from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.schema import events, persons
from companion.core.errors import Refused
from tests.club.events.sample_events import spoken
from tests.club.events.stored.event_room import NOW, EventRoom

FOUR = ("Ana", "Ben", "Cleo", "Dora")


@pytest.fixture
def room(database: ClubDatabase) -> EventRoom:
    return EventRoom(database)


def refusal(room: EventRoom, act: object) -> str:
    with pytest.raises(Refused) as refused:
        room.events.change(room.id, act)  # type: ignore[arg-type]
    return spoken(refused.value.message)


def people(room: EventRoom) -> list[str]:
    names = room.state.names_for("Guest")
    return [names[entrant.person] for entrant in room.state.event.entrants]


def test_an_event_is_added_with_rules_that_can_be_played_by(room: EventRoom) -> None:
    state = room.state
    assert (state.id, state.title, state.added, state.version) == ("autumn-cup", "Autumn Cup", NOW, 1)
    assert state.document.event.rules == USUAL
    assert state.document.entry
    assert room.events.all()[0].title == "Autumn Cup"
    assert room.events.read("spring-cup") is None


def test_the_code_of_the_organiser_is_nowhere_and_another_one_ends_it(room: EventRoom, database: ClubDatabase) -> None:
    assert room.events.is_code(room.id, room.code)
    with database.reading() as connection:
        assert room.code not in str(connection.execute(select(events)).all())
    code = room.events.renew_code(room.id)
    assert room.events.is_code(room.id, code)
    assert not room.events.is_code(room.id, room.code)
    assert not room.events.is_code("spring-cup", code)


@pytest.mark.parametrize(
    ("title", "game", "why"),
    [
        ("autumn   CUP!", "", "There is an event autumn-cup already."),
        ("", "", "An event needs a title of at most 60 letters."),
        ("x" * 61, "", "An event needs a title"),
        ("***", "", "The title of an event needs letters or digits."),
        ("Cup", "x" * 61, "The key of a game has at most 60 letters."),
    ],
)
def test_such_an_event_is_not_added(room: EventRoom, title: str, game: str, why: str) -> None:
    with pytest.raises(Refused) as refused:
        room.events.add(title, game)
    assert why in spoken(refused.value.message)


def test_another_code_of_no_event_is_refused(room: EventRoom) -> None:
    with pytest.raises(Refused, match="no-event"):
        room.events.renew_code("spring-cup")
    with pytest.raises(Refused, match="no-event"):
        room.events.change("spring-cup", lambda state: state.document)


# -- people ---------------------------------------------------------------------------------------------------------


def test_people_enter_by_card_or_by_name(room: EventRoom) -> None:
    room.knows("ana")
    room.guests(" Zoe   Z ", "Ben")
    assert people(room) == ["Ana", "Zoe Z", "Ben"]
    assert [entrant.enters for entrant in room.state.event.entrants] == [1, 1, 1]
    assert room.state.document.guests == {"g1": "Zoe Z", "g2": "Ben"}


def test_who_is_forgotten_is_a_guest(room: EventRoom) -> None:
    room.knows("ana")
    with room.database.writing() as connection:
        connection.execute(persons.delete())
    assert people(room) == ["Guest"]


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("ana", "There is somebody called ana here already."),
        ("ZOE", "There is somebody called ZOE here already."),
        (" ", "A name has 1 to 30 letters."),
        ("x" * 31, "A name has 1 to 30 letters."),
    ],
)
def test_such_a_name_is_refused(room: EventRoom, typed: str, why: str) -> None:
    room.knows("ana")
    room.guests("Zoe")
    assert why in refusal(room, lambda state: enter_guest(state, typed))
    assert people(room) == ["Ana", "Zoe"]


def test_nobody_enters_twice(room: EventRoom) -> None:
    room.knows("ana")
    assert "Ana is in this event already" in refusal(room, lambda state: enter_person(state, "ana"))


def test_entry_by_oneself_can_be_closed(room: EventRoom) -> None:
    room.events.change(room.id, lambda state: set_entry(state, is_open=False))
    assert "Ask its organiser" in refusal(room, lambda state: enter_person(state, "ana", myself=True))
    room.knows("ana")
    assert people(room) == ["Ana"]


def test_a_guest_may_be_called_otherwise_and_nobody_else(room: EventRoom) -> None:
    room.knows("ana")
    room.guests("Zoe")
    room.events.change(room.id, lambda state: rename_guest(state, "g1", "zoe"))
    assert people(room) == ["Ana", "zoe"]
    assert "as on the card" in refusal(room, lambda state: rename_guest(state, "ana", "Anita"))
    assert "called Ana" in refusal(room, lambda state: rename_guest(state, "g1", "Ana"))


def test_who_was_in_no_round_is_taken_out_and_who_was_leaves_after_it(room: EventRoom) -> None:
    room.guests(*FOUR, "Zoe")
    room.events.change(room.id, lambda state: leave(state, "g5"))
    assert people(room) == list(FOUR)
    assert "g5" not in room.state.document.guests
    room.seats()
    room.events.change(room.id, lambda state: leave(state, "g1"))
    assert room.state.event.entrants[0].left_after == 1
    room.events.change(room.id, lambda state: let_back(state, "g1"))
    assert room.state.event.entrants[0].left_after is None
    room.guests("Zoe")
    assert room.state.event.entrants[-1].enters == 2
    room.events.change(room.id, lambda state: leave(state, "g1"))
    room.events.change(room.id, lambda state: enter_person(state, "g1"))
    assert room.state.event.entrants[0].left_after is None, "who enters again is let back in"


# -- rounds ---------------------------------------------------------------------------------------------------------


def proposed(room: EventRoom) -> None:
    room.events.change(room.id, seating_of(room.state, Random(1), despite_open=False))


def test_a_seating_is_looked_at_changed_and_taken(room: EventRoom) -> None:
    room.guests(*FOUR)
    proposed(room)
    seated = room.state.document.proposal
    assert seated is not None
    assert room.state.event.rounds == ()
    one, other = seated.tables[0].seats[:2]
    room.events.change(room.id, lambda state: swap(state, one, other, round_seen(state)))
    changed = room.state.document.proposal
    assert changed is not None
    assert changed.tables[0].seats[:2] == (other, one)
    room.events.change(room.id, lambda state: take_seating(state, round_seen(state)))
    assert room.state.event.rounds == (changed,)
    assert room.state.document.proposal is None
    assert room.state.document.after == (0,)


def test_a_seating_that_somebody_else_has_changed_is_not_taken(room: EventRoom) -> None:
    room.guests(*FOUR)
    proposed(room)
    seen = round_seen(room.state)
    seats = room.state.document.proposal.tables[0].seats  # type: ignore[union-attr]
    room.events.change(room.id, lambda state: swap(state, seats[0], seats[1], round_seen(state)))
    for act in (
        lambda state: take_seating(state, seen),
        lambda state: drop_seating(state, seen),
        lambda state: swap(state, seats[0], seats[1], seen),
        lambda state: take_back(state, seen, 0),
    ):
        assert "Somebody has changed this in the meantime" in refusal(room, act)
    room.events.change(room.id, lambda state: drop_seating(state, round_seen(state)))
    assert room.state.document.proposal is None


def test_a_seating_made_while_somebody_came_in_is_not_shown(room: EventRoom) -> None:
    room.guests(*FOUR)
    late = seating_of(room.state, Random(1), despite_open=False)
    room.guests("Zoe")
    assert "Somebody has changed this" in refusal(room, late)


def test_who_came_after_the_seating_was_made_stands_in_its_way(room: EventRoom) -> None:
    room.guests(*FOUR)
    proposed(room)
    room.guests("Zoe")
    assert "Zoe has no seat in round 1" in refusal(room, lambda state: take_seating(state, round_seen(state)))
    assert "Both have to be in this round" in refusal(room, lambda state: swap(state, "g1", "g5", round_seen(state)))
    room.events.change(room.id, lambda state: leave(state, "g1"))
    assert "Enter them first" in refusal(room, lambda state: take_seating(state, round_seen(state), later=True))
    room.events.change(room.id, lambda state: drop_seating(state, round_seen(state)))
    proposed(room)
    room.guests("Yan")
    room.events.change(room.id, lambda state: take_seating(state, round_seen(state), later=True))
    assert [entrant.enters for entrant in room.state.event.entrants] == [1, 1, 1, 1, 2]


def test_without_a_seating_there_is_nothing_to_take(room: EventRoom) -> None:
    assert "Seat the round first" in refusal(room, lambda state: take_seating(state, round_seen(state)))
    assert "Seat the round first" in refusal(room, lambda state: swap(state, "a", "b", round_seen(state)))


def test_an_outcome_is_entered_opened_again_and_the_round_taken_back(room: EventRoom) -> None:
    room.guests(*FOUR)
    room.seats()
    ranks = TableRanks((1, 2, 2, 4))
    room.events.change(room.id, lambda state: enter_outcome(state, 1, 1, ranks, table_seen(state, 1, 1)))
    assert room.outcome(1, 1) == ranks
    assert "Open its tables again" in refusal(room, lambda state: take_back(state, round_seen(state), 0))
    room.events.change(room.id, lambda state: enter_outcome(state, 1, 1, StillOpen(), table_seen(state, 1, 1)))
    room.events.change(room.id, lambda state: take_back(state, round_seen(state), 0))
    assert room.state.event.rounds == ()
    assert room.state.document.after == ()


def test_a_reason_is_said_for_what_is_void() -> None:
    assert void_for(" power   cut ").why.words == {"": "power cut"}  # type: ignore[union-attr]
    for reason in ("", "x" * 101):
        with pytest.raises(Refused, match="no-reason"):
            void_for(reason)


# -- rules ----------------------------------------------------------------------------------------------------------


def test_rules_are_checked_and_count_for_what_was_played(room: EventRoom) -> None:
    room.guests(*FOUR)
    room.seats()
    room.events.change(
        room.id, lambda state: enter_outcome(state, 1, 1, TableRanks((1, 2, 3, 4)), table_seen(state, 1, 1))
    )
    better = replace(USUAL, points=KINDS["behind"])
    room.events.change(room.id, lambda state: set_rules(state, better, rules_seen(state)))
    assert room.state.event.rules == better
    assert kind_of(better.points) == "behind"
    wrong = replace(USUAL, sizes=SizeRule(5, 4, 4))
    assert "A table has 2 to 8 people" in refusal(room, lambda state: set_rules(state, wrong, rules_seen(state)))
    few = replace(USUAL, sizes=SizeRule(2, 3, 3), points={2: (1, 0), 3: (2, 1, 0)})
    assert "No points are set for a table of 4" in refusal(room, lambda state: set_rules(state, few, rules_seen(state)))
    assert "Somebody has changed this" in refusal(room, lambda state: set_rules(state, better, "other"))
    assert room.state.event.rules == better


@pytest.mark.parametrize("taken", [True, False])
def test_rules_have_points_for_tables_that_have_no_outcome_yet(room: EventRoom, taken: bool) -> None:
    room.guests(*FOUR, "Eva")
    proposed(room)
    if taken:
        room.events.change(room.id, lambda state: take_seating(state, round_seen(state)))
    few = replace(USUAL, sizes=SizeRule(3, 4, 4), points={size: KINDS["podium"][size] for size in (3, 4)})
    assert "No points are set for a table of 5" in refusal(room, lambda state: set_rules(state, few, rules_seen(state)))
    assert room.state.event.rules == USUAL


def test_title_and_game_are_set_with_them(room: EventRoom) -> None:
    room.events.rename(room.id, lambda state: (" Winter  Cup ", "antike", state.document))
    assert (room.state.title, room.state.game, room.state.id) == ("Winter Cup", "antike", "autumn-cup")
    with pytest.raises(Refused, match="event-title"):
        room.events.rename(room.id, lambda state: ("", "", state.document))
