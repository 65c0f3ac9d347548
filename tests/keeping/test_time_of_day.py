"""A machine without a clock battery: the time is unknown until it is known, and may jump."""

from __future__ import annotations

from dataclasses import dataclass

from companion.keeping.time_of_day import EARLIEST, TableClock, plausible, set_at_start, synchronised

TODAY = EARLIEST + 86_400 * 30


@dataclass
class Machine:
    """A machine's clocks. ``server`` is whether a time server has set them."""

    time: float = TODAY
    since: float = 100.0
    server: bool | None = False
    set: bool = False
    asked: int = 0

    def clock(self) -> TableClock:
        return TableClock(at_start=lambda: self.set, asked=self._ask, wall=lambda: self.time, mono=lambda: self.since)

    def _ask(self) -> bool | None:
        self.asked += 1
        return self.server


def test_until_a_time_server_has_answered_the_time_is_unknown() -> None:
    machine = Machine()
    clock = machine.clock()
    clock.look()
    assert clock.wall() is None
    machine.server, machine.time = True, TODAY + 500
    assert clock.wall() is None, "nobody looked yet"
    clock.look()
    assert clock.wall() == TODAY + 500
    machine.server = False
    clock.look()
    assert clock.wall() == TODAY + 500
    assert machine.asked == 2, "once it is known nobody is asked any more"


def test_a_clock_that_shows_a_time_before_this_program_is_not_believed() -> None:
    machine = Machine(time=0.0, server=True, set=True)
    clock = machine.clock()
    clock.look()
    assert clock.wall() is None
    assert machine.asked == 0
    machine.time = TODAY
    clock.look()
    assert clock.wall() == TODAY


def test_a_clock_with_a_battery_is_right_from_the_start() -> None:
    assert Machine(set=True).clock().wall() == TODAY


def test_where_nobody_can_tell_a_plausible_time_is_taken() -> None:
    clock = Machine(server=None).clock()
    clock.look()
    assert clock.wall() == TODAY


def test_a_phone_may_say_what_time_it_is() -> None:
    machine = Machine(time=0.0)
    clock = machine.clock()
    assert not clock.tell(1.0)
    assert not clock.tell(float("nan"))
    assert clock.wall() is None
    assert clock.tell(TODAY)
    machine.since += 60
    assert clock.wall() == TODAY + 60
    machine.time, machine.server = TODAY + 59, True
    clock.look()
    assert clock.wall() == TODAY + 59, "the machine's own goes before"


def test_seconds_only_grow_whatever_the_time_does() -> None:
    machine = Machine(set=True)
    clock = machine.clock()
    machine.time -= 10_000
    machine.since += 1
    assert clock.mono() == 101.0


def test_this_machine_can_be_asked() -> None:
    assert set_at_start() in (True, False)
    assert synchronised() in (True, False, None)
    assert not plausible(0.0)
