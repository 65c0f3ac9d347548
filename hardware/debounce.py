"""Raw edges to key events, and those of an encoder to detents. Pure: time comes in with the edges and with `advance`.

Drivers deliver raw edges and only this module debounces, since the libraries disagree. A press counts once the contact
has stayed closed for `confirm` seconds, so a spike on a long wire is none; it is dated at its first edge. A pod waits
for that itself: its presses count at once, since a serial line does not keep such short times. A release counts once
the contact has been open for `settle` seconds, so bounces and dips make no second press. Each key gives Press, any
number of Holds, Release.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import Literal

from hardware.ports import Edge, Rest

REPEATING = frozenset({"up", "down"})


@dataclass(frozen=True, slots=True)
class Press:
    """A key went down at `at`; `picture` is that of its first edge."""

    device: str
    key: str
    at: float
    picture: int | None = None


@dataclass(frozen=True, slots=True)
class Hold:
    """A key is still down; `count` is 1 at first and increases while a repeating key is held."""

    device: str
    key: str
    at: float
    count: int


@dataclass(frozen=True, slots=True)
class Release:
    """A key came up at `at`, `held` seconds after its press."""

    device: str
    key: str
    at: float
    held: float


KeyEvent = Press | Hold | Release


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds until a release counts, until a hold, between repeats, and until a key is stuck. `confirm`: for which a
    contact must stay closed to be a press. `late`: that edges may be on their way, before no edge means no change.
    `bounce`: that a contact may bounce before it stays closed.
    """

    settle: float = 0.008
    hold: float = 0.6
    repeat: float = 0.15
    stuck: float = 30.0
    confirm: float = 0.0015
    late: float = 0.005
    bounce: float = 0.05

    def __post_init__(self) -> None:
        if not 0 < self.settle < self.hold < self.stuck < inf or not 0 < self.repeat < inf:
            raise ValueError("key times must be positive, with settle < hold < stuck")
        if not 0 < self.confirm < self.bounce < inf or not 0 <= self.late < inf:
            raise ValueError("key times must be positive, with confirm < bounce")


class _Line:
    """One contact. `closed` is the debounced contact, `level` the last raw level, `first` the first edge of what may
    become a press, `pressed_at` the time of the reported press. Closed without such a press is a stuck key, ignored
    until released. `told_at` is the time of the last event: late edges may be older, but events of one key never go
    back in time.
    """

    __slots__ = (
        "closed",
        "count",
        "device",
        "first",
        "hold_at",
        "key",
        "last",
        "level",
        "picture",
        "pressed_at",
        "repeats",
        "timing",
        "told_at",
    )

    def __init__(self, device: str, key: str, timing: Timing, repeats: bool) -> None:
        self.device = device
        self.key = key
        self.timing = timing
        self.repeats = repeats
        self.level = False
        self.closed = False
        self.first = -inf
        self.picture: int | None = None
        self.last = -inf
        self.told_at = -inf
        self.pressed_at: float | None = None
        self.hold_at = inf
        self.count = 0

    def due(self) -> float:
        """Time of the next event if no edge comes; inf for never."""
        if not self.closed:
            return self.last + self.timing.confirm + self.timing.late if self.level else inf
        settled = inf if self.level else self.last + self.timing.settle
        if self.pressed_at is None:
            return settled
        # A contact that is open at the moment does not count as held, even if it has not settled.
        hold_at = self.hold_at if self.level else inf
        return min(settled, hold_at, self.pressed_at + self.timing.stuck)

    def until(self, now: float) -> list[KeyEvent]:
        """Advance to `now`; earlier times change nothing."""
        told: list[KeyEvent] = []
        while (due := self.due()) <= now:
            if not self.closed:
                told.append(self._press())
            elif not self.level and due == self.last + self.timing.settle:
                self.closed = False
                told += self._release(self.last)
            elif self.pressed_at is not None and due == self.pressed_at + self.timing.stuck:
                told += self._release(due)
            else:
                told.append(self._hold(due, now))
        return told

    def edge(self, edge: Edge) -> list[KeyEvent]:
        """Process an edge; one older than the last is dropped."""
        level, at = edge.level, edge.at
        if at < self.last:
            return []
        told: list[KeyEvent] = []
        if self.level and not self.closed and at >= self.last + self.timing.confirm:
            told.append(self._press())
        told += self.until(at)
        quiet = at >= self.last + self.timing.settle
        if level and self.closed and quiet:
            # closes without having opened: the release was lost, so this is a new press
            told += self._release(at)
            self.closed = False
        if level and not self.closed and (quiet or at > self.first + self.timing.bounce):
            self.first, self.picture = at, edge.picture
        self.level = level
        self.last = at
        if level and not self.closed and edge.debounced:
            told.append(self._press())
        return told

    def drop(self, at: float) -> list[KeyEvent]:
        """Forget the contact; a held key is released."""
        at = max(at, self.last)
        told = self.until(at)
        told += self._release(at)
        self.level = self.closed = False
        self.last = at
        return told

    def _press(self) -> Press:
        at = self.told_at = max(self.first, self.told_at)
        self.closed = True
        self.pressed_at = at
        self.hold_at = at + self.timing.hold
        self.count = 0
        return Press(self.device, self.key, at, self.picture)

    def _hold(self, due: float, now: float) -> Hold:
        self.count += 1
        self.told_at = due
        self.hold_at = inf
        if self.repeats:
            # missed repeats are skipped: the cursor would run away
            on_time = due + self.timing.repeat
            self.hold_at = on_time if on_time > now else now + self.timing.repeat
        return Hold(self.device, self.key, due, self.count)

    def _release(self, at: float) -> list[KeyEvent]:
        if self.pressed_at is None:
            return []
        at = self.told_at = max(at, self.told_at)
        held = at - self.pressed_at
        self.pressed_at = None
        return [Release(self.device, self.key, at, held)]


class Debouncer:
    """Turns edges of all devices into key events, each line independently.

    Edges of different lines may come in any order. On one line, an edge older than the last is dropped, so that a late
    message cannot leave a key stuck.
    """

    def __init__(self, timing: Timing = Timing(), repeating: Iterable[str] = REPEATING) -> None:
        self._timing = timing
        self._repeating = frozenset(repeating)
        self._lines: dict[tuple[str, str], _Line] = {}

    def feed(self, edge: Edge) -> list[KeyEvent]:
        """Process one edge; returns the resulting events in order, often none."""
        line = self._lines.get((edge.device, edge.line))
        if line is None:
            line = _Line(edge.device, edge.line, self._timing, edge.line in self._repeating)
            self._lines[edge.device, edge.line] = line
        return line.edge(edge)

    def advance(self, now: float) -> list[KeyEvent]:
        """Advance all keys; returns events sorted by time. A past time does nothing."""
        told = [event for line in self._lines.values() for event in line.until(now)]
        return sorted(told, key=lambda event: event.at)

    def due(self) -> float | None:
        """When to call `advance` next; None while no contact is closed."""
        soonest = min((line.due() for line in self._lines.values()), default=inf)
        return None if soonest == inf else soonest

    def drop(self, device: str, at: float) -> list[KeyEvent]:
        """A device is lost: release its held keys, so that nothing private stays visible."""
        lines = [line for line in self._lines.values() if line.device == device]
        return sorted((event for line in lines for event in line.drop(at)), key=lambda event: event.at)


# Quarter turns by (state before, state after), a state being A * 2 + B. A closes first when turned clockwise.
# Edges come one by one, so both contacts never change at once.
QUARTERS = (
    (0, -1, +1, 0),  # from both open
    (+1, 0, 0, -1),  # from B alone
    (-1, 0, 0, +1),  # from A alone
    (0, +1, -1, 0),  # from both closed
)
_STATES: dict[Rest, int] = {"none": 0, "b": 1, "a": 2, "both": 3}


class Quadrature:
    """One encoder, decoded without times. `half`: two detents per cycle. `rest`: which contacts are closed at a detent;
    without it, those that are closed when it begins.

    Between two detents the contacts pass four states in either order, or two where there are two detents per cycle. A
    bounce goes a quarter back and forth; only the sum at a detent counts, so bounces cancel out.
    """

    def __init__(self, *, half: bool = False, rest: Rest | None = None) -> None:
        self._half = half
        self._rest = rest
        self.begin(a=False, b=False)

    def begin(self, *, a: bool, b: bool) -> None:
        """Take over which contacts are closed now."""
        self._state = a * 2 + b
        self._quarters = 0
        rest = self._state if self._rest is None else _STATES[self._rest]
        self._rests = (rest, 3 - rest) if self._half else (rest,)

    def edge(self, line: Literal["a", "b"], level: bool) -> int:
        """Process an edge (True: closed); returns +1 for a detent clockwise, -1 for one back, mostly 0. A lost edge
        costs its detent, never reverses it, and is corrected at the next rest.
        """
        bit = 2 if line == "a" else 1
        state = self._state | bit if level else self._state & ~bit
        self._quarters += QUARTERS[self._state][state]
        self._state = state
        if state not in self._rests:
            return 0
        step = (self._quarters >= 2) - (self._quarters <= -2)
        self._quarters = 0
        return step
