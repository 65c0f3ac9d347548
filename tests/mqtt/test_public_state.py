"""What is published of a table: made of the public view, and without names."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.games import shipped
from companion.locale import speaker
from companion.mqtt.published.home_assistant import LONGEST_STATE
from companion.mqtt.published.public_state import ClockTimes, PublicState, public_state
from companion.mqtt.published.publications import events
from companion.service.clock.turn_clock import ClockRule, SetClock
from companion.service.session.session import ChooseGame
from tests.core.torture import Torture
from tests.mqtt.told_evening import told
from tests.service.at_table import HOST, NAMES, Room


def state_of(room: Room, names: dict[int, str] | None = None) -> PublicState:
    return public_state(room.moment, speaker("en", names or {}), ClockTimes(room.clock))


def test_seats_have_the_colour_of_their_lamp_and_public_points(tmp_path: Path) -> None:
    with Room(tmp_path / "log.sqlite", sheets=True) as room:
        room.begin(2, "sheet:yacht")
        first, second, *others = state_of(room).seats
        assert (first.points, first.points_complete, first.taken) == (0, True, True)
        assert first.rgb != second.rgb
        assert all(0 <= part <= 255 for part in first.rgb)
        assert [seat.points for seat in others] == [None] * 6


def test_clocks_are_told_with_the_time_they_stood_like_that(tmp_path: Path) -> None:
    with Room(tmp_path / "log.sqlite") as room:
        room.begin(2)
        assert state_of(room).table.clock is None
        times = ClockTimes(room.clock)
        room.table.ask(HOST, SetClock(ClockRule("fischer", 600, 0)))
        first = public_state(room.moment, speaker("en", {}), times)
        assert first.table.clock is not None
        assert first.table.clock.at == "2023-11-14T22:13:20+00:00"
        room.clock.now += 0.5
        assert room.clock.since is not None
        room.clock.since += 0.6  # the two clocks of a machine do not run alike
        assert public_state(room.moment, speaker("en", {}), times) == first
        room.clock.since = None
        unknown = public_state(room.moment, speaker("en", {}), ClockTimes(room.clock)).table.clock
        assert unknown is not None
        assert unknown.at is None


def test_since_when_somebody_is_waited_for(tmp_path: Path) -> None:
    with Room(tmp_path / "log.sqlite") as room:
        times = ClockTimes(room.clock)

        def since() -> int | None:
            return public_state(room.moment, speaker("en", {}), times).table.since

        assert since() is None
        room.begin(2)
        began = since()
        assert began == 1_700_000_000
        assert room.clock.since is not None
        room.clock.since += 60
        assert since() == began
        room.set_up()
        assert since() == began + 60
        room.clock.since += 60
        room.plans_ready(1)  # one of two is still waited for
        assert since() == began + 120


def test_what_was_not_known_when_waiting_began_stays_unknown(tmp_path: Path) -> None:
    """Known later, it would show by that that something was done in secret."""
    with Room(tmp_path / "log.sqlite") as room:
        times = ClockTimes(room.clock)
        room.clock.since, known = None, room.clock.since
        room.begin(2)
        assert public_state(room.moment, speaker("en", {}), times).table.since is None
        room.clock.since = known
        assert public_state(room.moment, speaker("en", {}), times).table.since is None
        room.set_up()
        assert public_state(room.moment, speaker("en", {}), times).table.since is not None


def test_free_chairs_of_the_game_that_people_sit_down_for(tmp_path: Path) -> None:
    with Room(tmp_path / "log.sqlite") as room:
        table = state_of(room).table
        assert (table.next_game, table.free) == ("", None)
        room.host()
        assert room.table.ask(HOST, ChooseGame("torture")).taken
        table = state_of(room).table
        most = Torture.meta.seats[1]
        assert (table.next_game, table.free, table.game) == (speaker("en", {}).say(Torture.meta.title), most, "")
        room.sit(1)
        assert state_of(room).table.free == most - 1
        room.begin(2)
        table = state_of(room).table
        assert (table.next_game, table.free) == ("", None)
        assert table.game


def test_what_was_before_the_first_look_is_no_event(tmp_path: Path) -> None:
    with Room(tmp_path / "log.sqlite") as room:
        room.begin(2)
        before = state_of(room)
        assert list(events(None, before)) == []
        assert list(events(before, before)) == []


@pytest.mark.parametrize(
    ("name", "ends", "reveals"),
    [
        ("ancient-world/every-move", True, True),
        ("antike/two-seats-2006", True, False),
        ("antiquity/whole", True, True),
        ("athens-sparta/amphipolis-rolled", False, True),
        ("olympos/five-mixed", True, True),
    ],
)
def test_what_happens_in_a_whole_evening_is_told(tmp_path: Path, name: str, ends: bool, reveals: bool) -> None:
    evening = told(tmp_path, name)
    happened = [json.loads(event)["event_type"] for before, now in pairwise(evening) for event in events(before, now)]
    assert happened.count("turn") > 3
    assert happened.count("end") == ends == (evening[-1].table.phase == "over")
    assert ("reveal" in happened) == reveals
    assert all(len(state.table.sentence) <= LONGEST_STATE for state in evening)
    # In Antiquity points decide nothing.
    assert any(seat.points for seat in evening[-1].seats) == (not name.startswith("antiquity"))


GAMES = {game.meta.key: game for game in shipped()}


@pytest.mark.parametrize("key", sorted(GAMES))
def test_no_name_is_in_it_and_every_game_can_be_told(tmp_path: Path, key: str) -> None:
    with Room(tmp_path / "log.sqlite", GAMES[key]) as room:
        room.begin(GAMES[key].meta.seats[0], key)
        told = str(state_of(room))
        assert not any(name in told for name in NAMES.values() if len(name) > 2)
        named: Any = state_of(room, NAMES)
        assert named.seats[0].name == "Ana"
