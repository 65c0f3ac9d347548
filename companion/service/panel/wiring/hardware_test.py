"""The hardware test: the host watches a page while somebody tries the devices on the table.

Meanwhile keys do not act on the play: presses are counted and shown, and every display names the key received. The test
ends by itself, so that nobody waits for a host who has left.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from companion.core.wording import Speaker, say
from companion.plays.time_source import Clock
from companion.render.faces import ProbeFace
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import Handlers, Sender
from companion.service.clock.quiet_hours import Hours, QuietHours
from companion.service.panel.timed_keys import TimedKeys
from companion.service.panel.wiring.pod_pairing import NO_PODS, NewPods, PodPairing
from companion.service.panel.wiring.wiring_status import called, place_named, trouble
from hardware.debounce import KeyEvent, Press
from hardware.ports import (
    DeviceGone,
    DevicePart,
    Devices,
    Edge,
    Event,
    RemotePress,
    Tag,
    Turn,
    Wire,
    device_name,
    place_of,
)


@dataclass(frozen=True)
class WireInput:
    """What one wire has received since the test began."""

    down: bool = False
    presses: int = 0
    detents: int = 0


@dataclass(frozen=True)
class WireRow:
    """A device on the table as the host sees it; ``on`` if it was switched on by hand."""

    wire: Wire
    heard: WireInput = WireInput()
    on: bool = False


@dataclass(frozen=True)
class HardwareView:
    """Everything on the table by place, the panel first. ``running``: the test runs, so keys do not act on the play.
    ``quiet`` are the quiet hours, ``arrivals`` the pods without a seat.
    """

    running: bool
    places: tuple[tuple[int, tuple[WireRow, ...]], ...]
    quiet: Hours | None = None
    arrivals: NewPods = NO_PODS


class BeginTest(Request, frozen=True):
    """Begin the test: from now on keys are only shown."""

    may_ask = "admin"


class EndTest(Request, frozen=True):
    """End the test: keys act on the play again."""

    may_ask = "admin"


class TestLamp(Request, frozen=True):
    """Switch the lamp of a place by hand, until the test ends."""

    __test__ = False
    may_ask = "admin"
    place: int
    on: bool


class TestBuzzer(Request, frozen=True):
    """Sound the buzzer of a place."""

    __test__ = False
    may_ask = "admin"
    place: int


class TestDisplay(Request, frozen=True):
    """Light every dot of the display of a place, or show its name again."""

    __test__ = False
    may_ask = "admin"
    place: int
    full: bool


class SetQuietHours(Request, frozen=True):
    """Set the quiet hours, from one time of the day to another, as ``HH:MM``."""

    may_ask = "admin"
    begin: str
    end: str


class ClearQuietHours(Request, frozen=True):
    """Remove the quiet hours."""

    may_ask = "admin"


class OfferPodSeat(Request, frozen=True):
    """Offer a seat to the new pod on which OK is pressed next; 0 withdraws the offer."""

    may_ask = "admin"
    place: int


class ReleasePod(Request, frozen=True):
    """Make the pod of a seat a new one again."""

    may_ask = "admin"
    place: int


QUIET = 180.0
"""Seconds without a key or a tap after which the test ends."""


class HardwareTest:
    """Runs the hardware test. Changed only by the deciding thread; may be read from any. ``changed`` is called when
    ``view`` has changed; ``post`` enqueues a call in the inbox.
    """

    def __init__(
        self,
        devices: Devices,
        clock: Clock,
        quiet: QuietHours,
        pairing: PodPairing,
        *,
        changed: Callable[[], None],
        post: Callable[[Callable[[], object]], None],
    ) -> None:
        self._listeners: list[Callable[[], None]] = []
        self._devices = devices
        self._clock = clock
        self._quiet = quiet
        self.pairing = pairing
        self._changed = changed
        self._keys = TimedKeys(post, self._count)
        self._heard: dict[tuple[str, str], WireInput] = {}
        self._last: dict[int, str] = {}
        self._on: frozenset[str] = frozenset()
        self._until = 0.0
        self._wires = {(place_of(wire.device), wire.line): wire for wire in devices.survey()}
        self.running = False

    def listen(self, began: Callable[[], None]) -> None:
        """Call ``began``, in the deciding thread, when a test begins."""
        self._listeners.append(began)

    # -- the host ----------------------------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        """The handlers of the requests about the hardware test."""
        return {
            BeginTest: lambda _sender, _request: self._begin(),
            EndTest: lambda _sender, _request: self.end(),
            TestLamp: self._light,
            TestBuzzer: self._sound,
            TestDisplay: self._display,
            SetQuietHours: self._set_quiet,
            ClearQuietHours: self._clear_quiet,
            OfferPodSeat: lambda _, request: self.pairing.offer(request.place),
            ReleasePod: lambda _, request: self.pairing.release(request.place),
        }

    def _begin(self) -> Reply:
        """Begin the test: keys are shown and answer nothing."""
        self._clear()
        for began in self._listeners:
            began()
        self.running = True
        self._touched()
        return Reply()

    def end(self) -> Reply:
        """End the test: keys answer again, and ``Signals`` sets the lamps again."""
        self._clear()
        self.running = False
        self._changed()
        return Reply()

    def _light(self, _: Sender, request: TestLamp) -> Reply:
        light = self._devices.lights.get(request.place)
        use = None if light is None else lambda: light.set(request.on)
        return self._try(request.place, "light", use, on=request.on)

    def _sound(self, _: Sender, request: TestBuzzer) -> Reply:
        buzzer = self._devices.buzzers.get(request.place)
        return self._try(request.place, "buzzer", None if buzzer is None else buzzer.beep, on=False)

    def _display(self, _: Sender, request: TestDisplay) -> Reply:
        there = request.place in self._devices.displays
        return self._try(request.place, "display", (lambda: None) if there else None, on=request.full)

    def _set_quiet(self, _: Sender, request: SetQuietHours) -> Reply:
        self._quiet.set(request.begin, request.end)
        self._changed()
        return Reply(notice=say("It is quiet from {begin} to {end}.", begin=request.begin, end=request.end))

    def _clear_quiet(self, _: Sender, __: ClearQuietHours) -> Reply:
        self._quiet.forget()
        self._changed()
        return Reply()

    def _try(self, place: int, part: DevicePart, use: Callable[[], None] | None, *, on: bool) -> Reply:
        if not self.running or use is None:
            return Reply("not-trying", say("Begin the hardware test first."))
        device = device_name(place, part)
        try:
            use()
        except DeviceGone:
            wire = next(wire for wire in self._devices.survey() if wire.device == device)
            return Reply("gone", trouble(wire))
        self._on = self._on | {device} if on else self._on - {device}
        self._touched()
        return Reply()

    def _touched(self) -> None:
        self._until = self._clock.mono() + QUIET
        self._changed()

    def _clear(self) -> None:
        self._keys.clear()
        self._heard, self._last, self._on = {}, {}, frozenset()

    # -- events ------------------------------------------------------------------------------------------------

    def take(self, event: Event) -> bool:
        """Handle an event during the test. False if no test runs, so that the event must be handled elsewhere."""
        if not self.running or not isinstance(event, Edge | Turn | RemotePress | Tag):
            return False
        if isinstance(event, RemotePress | Tag):
            line = event.line if isinstance(event, RemotePress) else "reader"
            heard = self._heard.get((event.device, line), WireInput())
            self._hear(event.device, line, replace(heard, presses=heard.presses + 1))
        elif isinstance(event, Turn):
            heard = self._heard.get((event.device, event.line), WireInput())
            self._hear(event.device, event.line, replace(heard, detents=heard.detents + event.steps))
        else:
            self._count(self._keys.feed(event))
            heard = self._heard.get((event.device, event.line), WireInput())
            self._heard = {**self._heard, (event.device, event.line): replace(heard, down=event.level)}
        self._touched()
        return True

    def _count(self, events: Iterable[KeyEvent]) -> None:
        """Count the presses among events of keys."""
        for event in events:
            if isinstance(event, Press):
                heard = self._heard.get((event.device, event.key), WireInput())
                self._hear(event.device, event.key, replace(heard, presses=heard.presses + 1))
                self._touched()

    def _hear(self, device: str, line: str, heard: WireInput) -> None:
        self._heard = {**self._heard, (device, line): heard}
        self._last = {**self._last, place_of(device): line}

    def idle(self) -> None:
        """Periodic work: end the test after ``QUIET``."""
        now = self._clock.mono()
        self.pairing.idle()
        if self.running:
            self._keys.idle(now)
            if now >= self._until:
                self.end()

    # -- views -------------------------------------------------------------------------------------------------

    def face(self, place: int, speaker: Speaker) -> ProbeFace | None:
        """What the display of a place shows during the test: whose it is, and the last input there. None without a
        test.
        """
        if not self.running:
            return None
        full = device_name(place, "display") in self._on
        last = self._wires.get((place, self._last.get(place, "")))
        word = speaker.short(called(last)) if last is not None else ""
        pins = " ".join(str(pin.number) for pin in last.pins) if last is not None else ""
        return ProbeFace(seat=place, title=speaker.short(place_named(place)), word=word, pins=pins, full=full)

    def view(self) -> HardwareView:
        """Everything wired to the table, and its state."""
        heard, on = self._heard, self._on
        places: dict[int, list[WireRow]] = defaultdict(list)
        for wire in self._devices.survey():
            row = WireRow(wire, heard.get((wire.device, wire.line), WireInput()), wire.device in on)
            places[place_of(wire.device)].append(row)
        by_place = tuple((place, tuple(rows)) for place, rows in places.items())
        return HardwareView(self.running, by_place, self._quiet.hours, self.pairing.view())
