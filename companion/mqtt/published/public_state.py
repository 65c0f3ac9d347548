"""What everybody at the table may see, as it is published: made of the view that everybody gets, and public points."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from msgspec import Struct

from companion.core.scoring import ScoreSheet
from companion.core.secrecy import PUBLIC
from companion.core.setup import SEATS
from companion.core.wording import Message, Speaker
from companion.plays.time_source import Clock
from companion.service.clock.turn_clock import ClockView, SeatTime
from companion.service.play.play_views import Phase
from companion.service.screens.moment import Moment
from companion.service.screens.view_builders import table_view
from companion.service.screens.views import SeatInfo, TableView
from hardware.colours import LAMPS, SIDES, in_bytes

LampColour = tuple[int, int, int]


class PublishedClock(Struct, frozen=True):
    """How turns are timed. The seconds of the seats are those ``at`` that time (ISO 8601; None if it was not known)."""

    kind: str
    counts_down: bool
    paused: bool
    at: str | None


class PublishedTable(Struct, frozen=True):
    """What holds for the whole table. ``game`` is in words, ``awaited`` are seats (0: the table itself), ``revealing``:
    something was just revealed and stands on the table screen. ``since``: from when on those awaited are waited for
    (seconds since 1970; None if nobody is, or if the time of day was not known then). While people gather,
    ``next_game`` is what they sit down for (empty: not chosen yet) and ``free`` how many chairs of it are left; None
    otherwise. ``session`` tells apart the runs of the program, of one table or of two with the same identity.
    """

    phase: Phase
    game: str
    sentence: str
    awaited: tuple[int, ...]
    awaited_names: str
    revealing: bool
    clock: PublishedClock | None
    since: int | None = None
    next_game: str = ""
    free: int | None = None
    session: str = ""


class PublishedSeat(Struct, frozen=True):
    """What holds for one seat. ``name`` is a number in words unless names are allowed. ``points`` are the public ones:
    None without any; ``points_complete``: none are hidden. ``seconds`` are left, or used where the clock counts up.
    ``runs_out_at`` is when none are left (ISO 8601): None while the clock does not run down, or if the time of day was
    not known when it began to.
    """

    seat: int
    name: str
    taken: bool
    awaited: bool
    points: int | None
    points_complete: bool
    seconds: float | None
    clock_running: bool
    rgb: LampColour
    runs_out_at: str | None = None


class PublicState(Struct, frozen=True):
    """What is published at one moment. ``revealed`` tells reveals apart, and is not published."""

    table: PublishedTable
    seats: tuple[PublishedSeat, ...]
    revealed: tuple[int, tuple[Message, ...]] = (0, ())


AwaitedAfter = tuple[Phase, tuple[int, ...], int]
"""Who is waited for after which public line of the log, in which phase."""


class ClockTimes:
    """When clocks stood as they are shown, and when waiting began, by the time of the day. It is read once for each
    change: read again later it would be a few milliseconds off, or known at last, and show by that that something was
    done in secret.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._shown: ClockView | None = None
        self._stood: float | None = None
        self._waiting: AwaitedAfter | None = None
        self._since: int | None = None

    def stood(self, clocks: ClockView) -> float | None:
        """When these clocks stood like that, in seconds since 1970; None if the time of the day was not known then."""
        if clocks != self._shown:
            self._shown, self._stood = clocks, self._read(clocks)
        return self._stood

    def waiting_since(self, waiting: AwaitedAfter) -> int | None:
        """When it began that these are waited for; None if the time of the day was not known then."""
        if waiting != self._waiting:
            wall = self._clock.wall()
            self._waiting, self._since = waiting, None if wall is None else int(wall)
        return self._since

    def _read(self, clocks: ClockView) -> float | None:
        wall = self._clock.wall()
        return None if wall is None else wall - (self._clock.mono() - clocks.since)


def public_state(moment: Moment, speaker: Speaker, times: ClockTimes) -> PublicState:
    """What is published of a moment. ``speaker`` knows the names that may be published."""
    view = table_view(moment)
    points = _points(moment.score(PUBLIC)) if moment.play is not None else {}
    seats = {info.seat: info for info in view.seats}
    return PublicState(
        _table(moment, view, speaker, times),
        tuple(_seat(seat, seats.get(seat), view.clocks, points, speaker, times) for seat in SEATS),
        _revealed(view),
    )


def _table(moment: Moment, view: TableView, speaker: Speaker, times: ClockTimes) -> PublishedTable:
    clocks, awaited = view.clocks, tuple(sorted(moment.awaited_seats()))
    since = times.waiting_since((view.phase, awaited, view.log[-1].number if view.log else 0))
    chosen = moment.chosen if view.phase == "gathering" else None
    return PublishedTable(
        phase=view.phase,
        game=speaker.say(view.title) if view.phase != "gathering" else "",
        sentence=speaker.say(view.sentence),
        awaited=awaited,
        awaited_names=", ".join(map(speaker.name, awaited)),
        revealing=view.reveal is not None,
        clock=None if clocks is None else _clock(clocks, times),
        since=since if awaited else None,
        next_game=speaker.say(chosen.title) if chosen is not None else "",
        free=max(0, chosen.seats[1] - sum(info.taken for info in view.seats)) if chosen is not None else None,
    )


def _seat(
    seat: int,
    info: SeatInfo | None,
    clocks: ClockView | None,
    points: Mapping[int, tuple[int, bool]],
    speaker: Speaker,
    times: ClockTimes,
) -> PublishedSeat:
    total, complete = points.get(seat, (None, True))
    time = next((time for time in clocks.seats if time.seat == seat), None) if clocks is not None else None
    running = time is not None and clocks is not None and time.running and not clocks.paused
    return PublishedSeat(
        seat=seat,
        name=speaker.name(seat),
        taken=info is not None and info.taken,
        awaited=info is not None and info.awaited,
        points=total,
        points_complete=complete,
        seconds=time.seconds if time is not None else None,
        clock_running=running,
        rgb=_colour(seat, info.colour if info is not None else ""),
        runs_out_at=_runs_out(clocks, time, times) if running else None,
    )


def _clock(clocks: ClockView, times: ClockTimes) -> PublishedClock:
    stood = times.stood(clocks)
    return PublishedClock(clocks.kind, clocks.down, clocks.paused, None if stood is None else _iso(stood))


def _runs_out(clocks: ClockView | None, time: SeatTime | None, times: ClockTimes) -> str | None:
    """When the running clock of a seat has no time left; None where it counts up, or the time of day is not known."""
    if clocks is None or time is None or not clocks.down:
        return None
    stood = times.stood(clocks)
    return None if stood is None else _iso(stood + time.seconds)


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _points(sheet: ScoreSheet) -> dict[int, tuple[int, bool]]:
    """Points by seat, and whether none are hidden. None where points decide nothing."""
    if not sheet.counted:
        return {}
    return {seat: (side.total, side.complete) for side in sheet.sides for seat in side.seats}


def _colour(seat: int, side: str) -> LampColour:
    sides: Mapping[str, tuple[float, float, float]] = {str(name): shade for name, shade in SIDES.items()}
    return in_bytes(sides.get(side, LAMPS[seat]))


def _revealed(view: TableView) -> tuple[int, tuple[Message, ...]]:
    parts = view.reveal.parts if view.reveal is not None else ()
    lines = tuple(line for part in parts for line in part.lines)
    return (view.log[-1].number, lines) if view.reveal is not None and view.log else (0, ())
