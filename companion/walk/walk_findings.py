"""What the walk found out about one part: a verdict, words, what to do, and what it means for the wiring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.core.wording import Message
from hardware.ports import Rest
from hardware.profile import Oled, SpiOled

PartVerdict = Literal["right", "corrected", "faulty", "skipped"]
"""As the profile says; otherwise, and the profile can be corrected; a fault of the wiring that has to be mended by
hand; not tried.
"""
Slot = tuple[int, str]
"""A contact of a place: its number, and a key, ``push``, ``a``, ``b``, a colour of a lamp, ``light`` or ``buzzer``."""


@dataclass(frozen=True)
class WalkStep:
    """One part to be tried: ``line`` is a key, ``push``, ``encoder``, ``display``, ``light`` or ``buzzer``."""

    place: int
    line: str


@dataclass(frozen=True)
class PartFinding:
    """What was found out. ``pins`` are those at which contacts were found for certain, ``half`` whether an encoder
    clicks twice in a cycle, ``rest`` what its file is to say of its contacts at a detent, ``shown`` the displays that
    places were found to have.
    """

    verdict: PartVerdict
    what: tuple[Message, ...]
    advice: Message | None = None
    pins: Mapping[Slot, int] = field(default_factory=dict)
    half: bool | None = None
    rest: Rest | None = None
    shown: Mapping[int, Oled | SpiOled] = field(default_factory=dict)
