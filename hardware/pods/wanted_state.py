"""The wanted state of a pod, display, lamp and buzzer, and the messages that bring it there. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.pods.messages import Buzz, Hello, Page, SetLamp, Show, State
from hardware.pods.protocol import BUZZER, DISPLAY, LAMP, PRIVATE, crc16

NUMBERS_KEPT = 16
"""Pictures whose numbers are kept for late key events."""

LampSetting = tuple[int, int, int, int]
"""Red, green, blue, and the pattern."""
OFF: LampSetting = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class WantedPicture:
    """A picture as pages; `wire` is its number in the protocol, `number` the caller's."""

    wire: int
    number: int
    pages: tuple[bytes, ...]
    private: bool

    @property
    def crc(self) -> int:
        return crc16(b"".join(self.pages))


class WantedState:
    """What the pod should show, light and sound. `picture` is None before the first."""

    def __init__(self) -> None:
        self.picture: WantedPicture | None = None
        self.lamp = OFF
        self._wire = 0
        self._numbers: dict[int, int] = {}
        self._buzzes = 0
        self._sound = 1

    def show(self, pages: tuple[bytes, ...], number: int, *, private: bool) -> int:
        """Want a picture; returns its protocol number."""
        self._wire = self._wire % 0xFFFF + 1
        self._numbers[self._wire] = number
        while len(self._numbers) > NUMBERS_KEPT:
            del self._numbers[next(iter(self._numbers))]
        self.picture = WantedPicture(self._wire, number, pages, private)
        return self._wire

    def number_of(self, wire: int) -> int:
        """The caller's number of a picture, by its protocol number; 0 if unknown."""
        return self._numbers.get(wire, 0)

    def buzz(self, sound: int) -> None:
        """Want the buzzer sounded once more."""
        self._buzzes = (self._buzzes + 1) % 256
        self._sound = sound

    def forget_buzzes(self) -> None:
        """Forget buzzes: in a new session the pod counts from 0, and lost ones are not repeated."""
        self._buzzes = 0

    def missing_picture(self, hello: Hello, state: State) -> WantedPicture | None:
        """The wanted picture, unless the pod shows it or has no display."""
        shown = self.picture is None or state.picture == self.picture.wire
        return None if shown or not hello.parts & DISPLAY else self.picture

    def differences(self, session: int, hello: Hello, state: State) -> list[bytes]:
        """Payloads for everything in which `state` differs, in the order to send them."""
        found: list[bytes] = []
        if picture := self.missing_picture(hello, state):
            found += _pages(session, picture, state.pages)
            found.append(Show(session, picture.wire, PRIVATE if picture.private else 0, picture.crc).pack())
        if hello.parts & LAMP and self.lamp != (state.red, state.green, state.blue, state.pattern):
            found.append(SetLamp(session, *self.lamp).pack())
        if hello.parts & BUZZER and self._buzzes != state.buzzes:
            found.append(Buzz(session, self._buzzes, self._sound).pack())
        return found


def _pages(session: int, picture: WantedPicture, known: tuple[int, ...]) -> list[bytes]:
    """Pages of a picture that the pod lacks; `known` are the CRCs of those it has."""
    has = dict(enumerate(known))
    return [
        Page(session, number, columns).pack()
        for number, columns in enumerate(picture.pages)
        if has.get(number) != crc16(columns)
    ]
