"""What can be asked of the hardware test: lamps, buzzers, displays, quiet hours, pods."""

from __future__ import annotations

from companion.service.asking.requests import Request


class BeginTest(Request, frozen=True):
    """From now on keys are only heard."""

    may_ask = "host"


class EndTest(Request, frozen=True):
    """Keys play again."""

    may_ask = "host"


class TestLamp(Request, frozen=True):
    """Switch the lamp of a place by hand, until the test ends."""

    __test__ = False
    may_ask = "host"
    place: int
    on: bool


class TestBuzzer(Request, frozen=True):
    """Let the buzzer of a place be heard."""

    __test__ = False
    may_ask = "host"
    place: int


class TestDisplay(Request, frozen=True):
    """Light every dot of the display of a place, or show its name again."""

    __test__ = False
    may_ask = "host"
    place: int
    full: bool


class SetQuietHours(Request, frozen=True):
    """Nothing is to be heard from one time of the day, as ``HH:MM``, to another."""

    may_ask = "host"
    begin: str
    end: str


class ClearQuietHours(Request, frozen=True):
    """No quiet hours any more."""

    may_ask = "host"


class OfferPodSeat(Request, frozen=True):
    """Offer a seat to the new pod on which OK is pressed next; 0 takes the offer back."""

    may_ask = "host"
    place: int


class ReleasePod(Request, frozen=True):
    """The pod of a seat is a new one again."""

    may_ask = "host"
    place: int
