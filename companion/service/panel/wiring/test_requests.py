"""What can be asked of the hardware test, and what there is to see of it and of all that is wired to the table."""

from __future__ import annotations

from dataclasses import dataclass

from companion.service.asking.requests import Request
from companion.service.clock.quiet_hours import Hours
from companion.service.panel.wiring.pod_pairing import NO_PODS, NewPods
from hardware.ports import Wire


@dataclass(frozen=True)
class WireInput:
    """What came from one wire since the test began."""

    down: bool = False
    presses: int = 0
    detents: int = 0


@dataclass(frozen=True)
class WireRow:
    """A thing on the table as the host sees it; ``on`` for what was switched on by hand."""

    wire: Wire
    heard: WireInput = WireInput()
    on: bool = False


@dataclass(frozen=True)
class HardwareView:
    """Everything on the table by place, the panel first; ``running`` while keys do not play, ``quiet`` the hours in
    which nothing is to be heard, ``arrivals`` the pods without a seat.
    """

    running: bool
    places: tuple[tuple[int, tuple[WireRow, ...]], ...]
    quiet: Hours | None = None
    arrivals: NewPods = NO_PODS


class BeginTest(Request, frozen=True):
    """From now on keys are only heard."""

    may_ask = "admin"


class EndTest(Request, frozen=True):
    """Keys play again."""

    may_ask = "admin"


class TestLamp(Request, frozen=True):
    """Switch the lamp of a place by hand, until the test ends."""

    __test__ = False
    may_ask = "admin"
    place: int
    on: bool


class TestBuzzer(Request, frozen=True):
    """Let the buzzer of a place be heard."""

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
    """Nothing is to be heard from one time of the day, as ``HH:MM``, to another."""

    may_ask = "admin"
    begin: str
    end: str


class ClearQuietHours(Request, frozen=True):
    """No quiet hours any more."""

    may_ask = "admin"


class OfferPodSeat(Request, frozen=True):
    """Offer a seat to the new pod on which OK is pressed next; 0 takes the offer back."""

    may_ask = "admin"
    place: int


class ReleasePod(Request, frozen=True):
    """The pod of a seat is a new one again."""

    may_ask = "admin"
    place: int
