"""What was heard of the tables, made into the room: who is waited for how long, who is away, what is cleared."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.club.live_room.heard_tables import LEAVES_AFTER, HeardTables, Now
from companion.club.live_room.room_views import RoomSeat, RoomTable
from companion.club.live_room.table_news import KINDS

WALL = 1_800_000_000.0
OLIVE, FIG = "olive/1f2e3d4c", "fig/00000002"


class Hearing:
    """The club hears; its clocks stand until they are set on."""

    def __init__(self, **names: str) -> None:
        self.tables = HeardTables("club")
        self.tables.know(names or {"olive": "Olive", "fig": "Fig"})
        self.now = Now(WALL, 1000.0)

    def later(self, seconds: float) -> None:
        self.now = Now(self.now.wall + seconds, self.now.mono + seconds)

    def hear(self, kind: str, payload: bytes, root: str = OLIVE, *, kept: bool = False) -> None:
        self.tables.hear(f"club/{root}/{kind}", payload, self.now, kept=kept)

    def state(self, root: str = OLIVE, *, kept: bool = False, **given: Any) -> None:
        told = {"phase": "playing", "game": "Antike", "awaited": [2], "since": None} | given
        self.hear("state", json.dumps(told).encode(), root, kept=kept)

    def seat(self, seat: int, name: str = "", *, taken: bool = True, root: str = OLIVE, kept: bool = False) -> None:
        told = {"seat": seat, "name": name or f"Seat {seat}", "taken": taken}
        self.hear(f"seat/{seat}", json.dumps(told).encode(), root, kept=kept)

    def plays(self, root: str = OLIVE) -> None:
        """A table that publishes all it has, as it does at each connection: the availability last."""
        for seat, name in ((1, "Ana"), (2, "Ben"), (3, "")):
            self.seat(seat, name, taken=bool(name), root=root)
        self.state(root)
        self.hear("availability", b"online", root)

    @property
    def room(self) -> tuple[RoomTable, ...]:
        return self.tables.room(self.now, None).tables

    @property
    def olive(self) -> RoomTable:
        return next(table for table in self.room if table.id == "olive")

    def to_clear(self) -> list[str]:
        return list(self.tables.to_clear(self.now))


@pytest.fixture
def club() -> Hearing:
    return Hearing()


def test_a_table_is_shown_as_it_says(club: Hearing) -> None:
    club.plays()
    assert club.room == (
        RoomTable(
            "olive",
            "Olive",
            "playing",
            "Antike",
            seats=(RoomSeat(1, "Ana", False), RoomSeat(2, "Ben", True)),
            since=WALL,
        ),
    )
    assert [seat.name for seat in club.olive.awaited] == ["Ben"]


def test_free_chairs_are_those_of_the_game_that_people_sit_down_for(club: Hearing) -> None:
    club.plays()
    club.state(phase="gathering", game="", next_game="Olympos", free=3, awaited=[])
    assert (club.olive.game, club.olive.free, club.olive.since, club.olive.idle) == ("Olympos", 3, None, False)
    club.state(phase="playing", game="Olympos", free=3)
    assert club.olive.free is None


def test_a_table_at_which_nobody_sits_is_idle(club: Hearing) -> None:
    club.state(phase="gathering", game="", awaited=[])
    club.hear("availability", b"online")
    assert club.olive.idle


def test_tables_the_club_does_not_know_are_not_heeded(club: Hearing) -> None:
    club.plays("pear/1f2e3d4c")
    assert club.room == ()
    assert club.tables.know({"olive": "Olive", "pear": "Pear"})
    assert not club.tables.know({"pear": "Pear"})
    club.plays("pear/1f2e3d4c")
    assert [table.name for table in club.room] == ["Pear"]
    club.tables.know({"pear": ""})
    assert club.room == ()


def test_tables_come_in_the_order_in_which_people_count_them() -> None:
    club = Hearing(t2="Table 10", t1="Table 2", t3="bar", t4="Bar 2")
    for table in ("t1", "t2", "t3", "t4"):
        club.plays(f"{table}/1f2e3d4c")
    assert [table.name for table in club.room] == ["bar", "Bar 2", "Table 2", "Table 10"]


# -- how long ------------------------------------------------------------------------------------------------------


def test_what_the_club_sees_begins_when_it_sees_it(club: Hearing) -> None:
    club.plays()
    club.later(60)
    club.state(awaited=[1], since=int(WALL) - 5000)  # the clock of that table is wrong
    assert club.olive.since == WALL + 60
    club.later(60)
    club.state(awaited=[1], since=int(WALL) - 5000, sentence="other")
    assert club.olive.since == WALL + 60


def test_what_began_before_the_club_listened_is_told_by_the_table(club: Hearing) -> None:
    club.state(kept=True, since=int(WALL) - 700)
    assert club.olive.since == WALL - 700


@pytest.mark.parametrize("told", [None, WALL + 4000, WALL - 2 * 86400, 0, -5])
def test_a_time_that_cannot_be_is_not_believed(club: Hearing, told: float | None) -> None:
    club.state(kept=True, since=None if told is None else int(told))
    assert club.olive.since == WALL


def test_nobody_is_waited_for(club: Hearing) -> None:
    club.state(awaited=[], since=int(WALL) - 10)
    assert club.olive.since is None


# -- away ----------------------------------------------------------------------------------------------------------


def test_a_table_that_went_is_away_and_leaves_the_room_after_a_while(club: Hearing) -> None:
    club.plays()
    club.later(30)
    club.hear("availability", b"offline")
    assert club.olive.away == WALL + 30
    club.later(LEAVES_AFTER - 1)
    assert club.room != ()
    assert club.to_clear() == []
    club.later(1)
    assert club.room == ()
    assert club.to_clear() == [f"club/{OLIVE}/{kind}" for kind in KINDS if kind[-1] not in "45678"]


def test_a_table_of_which_only_a_state_is_there_is_away(club: Hearing) -> None:
    club.state(kept=True)
    assert club.olive.away == WALL


def test_what_was_cleared_is_not_to_be_cleared_again(club: Hearing) -> None:
    club.plays()
    club.hear("availability", b"offline")
    club.later(LEAVES_AFTER)
    while topics := club.to_clear():
        club.hear(topics[0].removeprefix(f"club/{OLIVE}/"), b"")
    assert club.room == ()
    club.plays()
    assert club.olive.away is None
    assert club.olive.phase == "playing"


def test_a_table_that_comes_back_while_it_is_cleared_is_left_alone(club: Hearing) -> None:
    club.plays()
    club.hear("availability", b"offline")
    club.later(LEAVES_AFTER)
    club.hear("availability", b"")  # cleared, by this process or another one
    assert len(club.to_clear()) == 4
    club.seat(1, "Ana")
    assert club.to_clear() == []
    club.state()
    club.hear("availability", b"online")
    club.hear("seat/1", b"")  # was under way
    assert [seat.name for seat in club.olive.seats] == ["Ana", "Ben"]


def test_a_table_that_is_switched_off_is_gone_at_once(club: Hearing) -> None:
    club.plays()
    for kind in KINDS:
        club.hear(kind, b"")
        assert club.room == ()
    assert club.to_clear() == []


def test_another_root_of_the_same_table_counts_where_it_is_there(club: Hearing) -> None:
    club.plays()
    club.hear("availability", b"offline")
    club.later(5)
    club.plays("olive/22222222")
    club.state("olive/22222222", game="Olympos")
    assert [(table.game, table.away) for table in club.room] == [("Olympos", None)]
    for number in range(3, 9):
        club.later(1)
        club.hear("availability", b"offline", f"olive/{number}{number}{number}{number}{number}{number}{number}{number}")
    assert club.olive.game == "Olympos"


# -- people who are forgotten --------------------------------------------------------------------------------------


def test_when_somebody_is_forgotten_tables_that_are_away_lose_their_names_at_once(club: Hearing) -> None:
    club.plays()
    club.plays(FIG)
    club.hear("availability", b"offline")
    club.tables.forget_people()
    assert (club.olive.seats, club.olive.phase, club.olive.sentence) == ((), None, "")
    assert [table.id for table in club.room if table.seats] == ["fig"]
    assert club.to_clear() == [f"club/{OLIVE}/{kind}" for kind in KINDS[1:5]]
    club.tables.link_begins()
    club.seat(1, "Ana", kept=True)
    club.state(kept=True)
    assert club.olive.seats == ()
    assert f"club/{OLIVE}/seat/1" in club.to_clear()
    club.plays()
    assert len(club.olive.seats) == 2
    assert club.to_clear() == []


# -- the link ------------------------------------------------------------------------------------------------------


def test_what_the_broker_has_no_more_goes(club: Hearing) -> None:
    club.plays()
    club.plays(FIG)
    club.tables.link_begins()
    club.later(3)
    club.hear("availability", b"online", FIG, kept=True)
    club.state(FIG, kept=True)
    club.seat(1, "Ana", root=FIG, kept=True)
    club.tables.all_told(club.now)
    assert {table.id: table.away for table in club.room} == {"olive": WALL + 3, "fig": None}
    assert [seat.seat for seat in next(table for table in club.room if table.id == "fig").seats] == [1, 2]
    club.later(LEAVES_AFTER)
    assert [table.id for table in club.room] == ["fig"]
    assert club.to_clear() == []
