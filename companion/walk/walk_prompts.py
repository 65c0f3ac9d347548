"""What a step of the walk asks of a person and does to the parts, and what comes back, as values."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from companion.core.wording import Message, say
from companion.render.faces import AnyFace
from companion.walk.walk_findings import PartFinding
from hardware.profile import Oled, SeatPlace, SpiOled

YES, NO = 0, 1
YES_NO = (say("yes"), say("no"))
"""Choices of a question that OK and BACK answer."""


@dataclass(frozen=True)
class Prompt:
    """What a person is to do now, or to answer.

    ``text`` has a short form for displays; None leaves the text before on screen. Without ``choices`` the prompt waits
    for a contact to close. With ``choices`` it waits for one of them; other contacts are reported too, and it goes on
    waiting. ``places``: the question is where something is seen, answered by OK at a place or by its number.
    ``patience``: seconds after which ``Late`` comes; None to wait for ever.
    """

    text: Message | None = None
    choices: tuple[Message, ...] = ()
    places: bool = False
    patience: float | None = None


@dataclass(frozen=True)
class Chosen:
    """The choice that was taken, by its index; at a question of places, the place that was named, if any."""

    number: int
    place: int | None = None


@dataclass(frozen=True)
class Late:
    """Nothing came in time."""


@dataclass(frozen=True)
class ShineLamp:
    """The lamp of a place shines in these colours, or is dark. Gives a ``Fault`` or None."""

    place: SeatPlace
    colours: frozenset[str]


@dataclass(frozen=True)
class SoundBuzzer:
    """The buzzer of a place sounds. Gives a ``Fault`` or None."""

    place: SeatPlace


@dataclass(frozen=True)
class ShowFace:
    """Show a face on the display that is wired like this, and nothing on all others. Gives a ``Fault`` or None."""

    oled: Oled | SpiOled
    face: AnyFace


@dataclass(frozen=True)
class ScanBus:
    """Gives the ``DisplayAnswer``s on the bus of a display."""

    oled: Oled


Walker = Generator[Prompt | ShineLamp | SoundBuzzer | ShowFace | ScanBus, Any, PartFinding]
"""A step on its way: it is sent a ``PinEdge``, ``Chosen`` or ``Late`` for a prompt, and what an effect gives."""


def chosen(prompt: Prompt) -> Generator[Prompt, Any, int]:
    """The choice that is taken; contacts that move meanwhile say nothing."""
    heard = yield prompt
    while not isinstance(heard, Chosen):
        heard = yield prompt
    return heard.number
