"""What tables report of an event: found among the results, corrected and withdrawn with them."""

from __future__ import annotations

import pytest

from companion.club.events.event_rounds import StillOpen, TableOutcome, TableRanks
from companion.club.events.stored.organising import (
    enter_outcome,
    reports_of_last,
    round_seen,
    table_seen,
    take_back,
    void_for,
)
from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.schema import persons
from companion.core.errors import Refused
from tests.club.events.stored.event_room import EventRoom

OPEN = StillOpen()
FOUR = ("ana", "ben", "cleo", "dora")


@pytest.fixture
def room(database: ClubDatabase) -> EventRoom:
    room = EventRoom(database)
    room.knows(*FOUR)
    return room


def test_a_table_reports_by_itself(room: EventRoom) -> None:
    room.seats("cleo ana dora ben")
    assert room.outcome(1, 1) == OPEN
    room.reports("p1", {"ana": 9, "ben": 7, "cleo": 7, "dora": 1})
    assert room.outcome(1, 1) == TableRanks((2, 1, 4, 2), (7, 9, 1, 7))
    assert room.state.document.event.rounds[0].tables[0].outcome == OPEN, "it follows from the results, and is not kept"


def test_corrections_and_withdrawals_follow(room: EventRoom) -> None:
    room.seats("ana ben cleo dora")
    room.reports("p1", {"ana": 9, "ben": 7, "cleo": 5, "dora": 1})
    room.reports("p1", {"ana": 0, "ben": 7, "cleo": 5, "dora": 1}, version=2)
    assert room.outcome(1, 1) == TableRanks((4, 1, 2, 3), (0, 7, 5, 1))
    room.reports("p1", {"ana": 0, "ben": 7, "cleo": 5, "dora": 1}, version=3, withdrawn=True)
    assert room.outcome(1, 1) == OPEN
    room.reports("p1", {"ana": 9, "ben": 7, "cleo": 5, "dora": 1}, version=4)
    assert room.outcome(1, 1) == TableRanks((1, 2, 3, 4), (9, 7, 5, 1))


def test_what_was_played_before_the_round_was_taken_does_not_count(room: EventRoom) -> None:
    room.reports("p1", {"ana": 9, "ben": 7, "cleo": 5, "dora": 1})
    room.seats("ana ben cleo dora")
    assert room.outcome(1, 1) == OPEN
    room.reports("p1", {"ana": 8, "ben": 7, "cleo": 5, "dora": 1}, version=2)
    assert room.outcome(1, 1) == OPEN, "a correction keeps its number"


def test_people_who_meet_again_have_a_result_for_each_round(room: EventRoom) -> None:
    room.seats("ana ben cleo dora")
    room.reports("p1", {"ana": 9, "ben": 7, "cleo": 5, "dora": 1})
    room.seats("dora cleo ben ana")
    assert room.outcome(2, 1) == OPEN
    room.reports("p2", {"ana": 1, "ben": 2, "cleo": 3, "dora": 4})
    assert room.outcome(1, 1) == TableRanks((1, 2, 3, 4), (9, 7, 5, 1))
    assert room.outcome(2, 1) == TableRanks((1, 2, 3, 4), (4, 3, 2, 1))


def test_a_table_that_was_away_reports_after_the_next_round_is_seated(room: EventRoom) -> None:
    room.knows("eva", "finn", "gus", "hal")
    room.seats("ana ben cleo dora", "eva finn gus hal")
    room.reports("p1", {"eva": 9, "finn": 7, "gus": 5, "hal": 1})
    room.seats("ana eva cleo gus", "ben finn dora hal")
    room.reports("p2", {"ana": 9, "ben": 7, "cleo": 5, "dora": 1})
    assert room.outcome(1, 1) == TableRanks((1, 2, 3, 4), (9, 7, 5, 1))
    assert room.outcome(2, 1) == room.outcome(2, 2) == OPEN


def enters(room: EventRoom, number: int, outcome: TableOutcome) -> None:
    room.events.change(room.id, lambda state: enter_outcome(state, number, 1, outcome, table_seen(state, number, 1)))


def test_a_late_report_counts_for_no_later_round_of_the_same_people(room: EventRoom) -> None:
    room.seats("ana ben cleo dora")
    room.seats("dora cleo ben ana")
    room.reports("p1", {"ana": 9, "ben": 7, "cleo": 5, "dora": 1})
    assert room.outcome(1, 1) == room.outcome(2, 1) == OPEN
    assert {key: (each.ranks, each.rounds) for key, each in room.state.reports.items()} == {
        (1, 1): (None, (1, 2)),
        (2, 1): (None, (1, 2)),
    }
    room.reports("p2", {"ana": 1, "ben": 2, "cleo": 3, "dora": 4})
    assert room.outcome(1, 1) == room.outcome(2, 1) == OPEN
    assert [room.state.reports[number, 1].result for number in (1, 2)] == [1, 2]

    enters(room, 1, TableRanks((1, 2, 3, 4)))
    assert room.outcome(2, 1) == TableRanks((1, 2, 3, 4), (4, 3, 2, 1)), "the organiser has said of which one p1 is"
    assert room.state.reports[1, 1].ranks == TableRanks((1, 2, 3, 4), (9, 7, 5, 1))
    room.seats("ana ben cleo dora")
    room.reports("p3", {"ana": 2, "ben": 1, "cleo": 3, "dora": 4})
    assert room.outcome(3, 1) == TableRanks((3, 4, 2, 1), (2, 1, 3, 4))


def test_tables_of_one_card_and_guests_are_the_same_people_too(room: EventRoom) -> None:
    room.guests("Zoe", "Yan", "Xia", "Wim")
    room.seats("ana g1", "ben g2", "cleo g3", "dora g4")
    room.reports("p1", {"ben": 9, "guest": 7})
    room.seats("ana g2", "ben g1", "cleo g4", "dora g3")
    room.reports("p2", {"ana": 9, "guest": 7})
    room.reports("p3", {"ben": 1, "guest": 7})
    assert room.outcome(1, 1) == room.outcome(2, 1) == OPEN
    assert room.outcome(2, 2) == TableRanks((2, 1), (1, 7)), "its first round has a report"


def test_a_round_that_the_organiser_has_entered_may_still_report(room: EventRoom) -> None:
    room.seats("ana ben cleo dora")
    enters(room, 1, void_for("Power cut"))
    room.seats("ana ben cleo dora")
    room.reports("p1", {"ana": 9, "ben": 7, "cleo": 5, "dora": 1})
    assert room.outcome(2, 1) == OPEN
    enters(room, 2, TableRanks((4, 3, 2, 1)))
    room.seats("ana ben cleo dora")
    room.reports("p2", {"ana": 9, "ben": 7, "cleo": 5, "dora": 1})
    assert room.outcome(3, 1) == TableRanks((1, 2, 3, 4), (9, 7, 5, 1)), "once all are entered none is waited for"


def test_the_newest_play_counts_and_all_are_counted(room: EventRoom) -> None:
    room.seats("ana ben cleo dora")
    room.reports("p1", {"ana": 9, "ben": 7, "cleo": 5, "dora": 1})
    room.reports("p2", {"ana": 1, "ben": 7, "cleo": 5, "dora": 9})
    assert room.outcome(1, 1) == TableRanks((4, 2, 3, 1), (1, 7, 5, 9))
    assert room.state.reports[1, 1].plays == 2


def test_only_the_game_of_the_event_counts(database: ClubDatabase) -> None:
    room = EventRoom(database, game="olympos")
    room.knows(*FOUR)
    room.seats("ana ben cleo dora")
    room.reports("p1", {"ana": 9, "ben": 7, "cleo": 5, "dora": 1})
    assert room.outcome(1, 1) == OPEN
    room.reports("p2", {"ana": 9, "ben": 7, "cleo": 5, "dora": 1}, game="olympos")
    assert room.outcome(1, 1) == TableRanks((1, 2, 3, 4), (9, 7, 5, 1))


@pytest.mark.parametrize(
    "points",
    [
        {"ana": 9, "ben": 7, "cleo": 5},
        {"ana": 9, "ben": 7, "cleo": 5, "stranger": 1},
        {"ana": 9, "ben": 7, "cleo": 5, "dora": 1, "guest": 2},
        {"ana": 9, "guest 1": 7, "guest 2": 5, "guest 3": 1},
        {"guest 1": 9, "guest 2": 7, "guest 3": 5, "guest 4": 1},
    ],
)
def test_a_play_of_others_is_not_that_of_the_table(room: EventRoom, points: dict[str, int]) -> None:
    room.seats("ana ben cleo dora")
    room.reports("p1", points)
    assert room.state.reports == {}


def test_one_person_without_a_card_is_known_as_the_one_who_is_left(room: EventRoom) -> None:
    room.guests("Zoe")
    room.seats("ana g1 ben", "cleo dora")
    room.reports("p1", {"guest": 9, "ana": 3, "ben": 5})
    assert room.outcome(1, 1) == TableRanks((3, 1, 2), (3, 9, 5))
    room.reports("p2", {"guest": 9, "cleo": 3})
    assert room.outcome(1, 2) == OPEN, "of two people one card shows too little"


def test_of_several_without_a_card_it_is_not_known_who_came_where(room: EventRoom) -> None:
    room.guests("Zoe", "Yan")
    room.seats("ana g1 g2 ben", "cleo dora")
    room.reports("p1", {"guest 1": 9, "ana": 3, "ben": 5, "guest 2": 1})
    assert room.outcome(1, 1) == OPEN
    report = room.state.reports[1, 1]
    assert report.ranks is None
    assert [(place.person, place.place) for place in report.places] == [("", 1), ("ana", 3), ("ben", 2), ("", 4)]


def test_a_play_without_cards_changes_nothing_of_one_with_them(room: EventRoom) -> None:
    room.seats("ana ben cleo dora")
    room.reports("p1", {"ana": 9, "ben": 7, "cleo": 5, "dora": 1})
    room.reports("p2", {"ana": 1, "ben": 2, "guest 1": 5, "guest 2": 1})
    assert room.outcome(1, 1) == TableRanks((1, 2, 3, 4), (9, 7, 5, 1))


def test_sides_that_played_together_share_their_ranks(room: EventRoom) -> None:
    room.seats("ana ben cleo dora")
    room.reports("p1", {"ana": 9, "ben": 0, "cleo": 5, "dora": 0}, together=2)
    assert room.outcome(1, 1) == TableRanks((1, 1, 3, 3), (9, 9, 5, 5))


def test_somebody_who_is_forgotten_keeps_the_place(room: EventRoom) -> None:
    room.seats("ana ben cleo dora")
    room.reports("p1", {"ana": 9, "ben": 7, "cleo": 5, "dora": 1})
    with room.database.writing() as connection:
        connection.execute(persons.delete().where(persons.c.id == "ben"))
    assert room.outcome(1, 1) == TableRanks((1, 2, 3, 4), (9, 7, 5, 1))
    assert room.state.names_for("Guest")["ben"] == "Guest"
    room.reports("p1", {"ana": 1, "guest": 7, "cleo": 5, "dora": 9}, version=2)
    assert room.outcome(1, 1) == TableRanks((4, 2, 3, 1), (1, 7, 5, 9)), "the table knows them no more"


def test_what_the_organiser_enters_counts_before_it(room: EventRoom) -> None:
    room.seats("ana ben cleo dora")
    entered = TableRanks((4, 3, 2, 1))
    room.events.change(room.id, lambda state: enter_outcome(state, 1, 1, entered, table_seen(state, 1, 1)))
    room.reports("p1", {"ana": 9, "ben": 7, "cleo": 5, "dora": 1})
    assert room.outcome(1, 1) == entered
    room.events.change(room.id, lambda state: enter_outcome(state, 1, 1, void_for("Cut"), table_seen(state, 1, 1)))
    assert room.outcome(1, 1) == void_for("Cut")
    room.events.change(room.id, lambda state: enter_outcome(state, 1, 1, OPEN, table_seen(state, 1, 1)))
    assert room.outcome(1, 1) == TableRanks((1, 2, 3, 4), (9, 7, 5, 1))


def test_a_round_of_which_tables_have_reported_is_taken_back_by_who_knows_it(room: EventRoom) -> None:
    room.seats("ana ben cleo dora")
    room.reports("p1", {"ana": 9, "ben": 7, "cleo": 5, "dora": 1})
    assert reports_of_last(room.state) == 1
    with pytest.raises(Refused, match="reported"):
        room.events.change(room.id, lambda state: take_back(state, round_seen(state), 0))
    room.events.change(room.id, lambda state: take_back(state, round_seen(state), 1))
    room.seats("ben ana dora cleo")
    assert room.outcome(1, 1) == OPEN, "the play was not of this seating"
