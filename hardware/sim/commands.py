"""What the simulated table can be told, each command with a one-line text form in both directions.

    press 2 ok          tap a key (add "bounce" for a worn contact)
    hold 2 peek         keep it down
    release 2 peek      let it go
    turn 2 -3           turn the encoder, clockwise positive
    unplug 2            pull the cable of a place
    plug 2              put it back
    read 2 04a1b2c3     hold a tag to the reader, by its number or text, and take it away
    silence 2           let the place hang: nothing arrives, nothing fails
    wake 2              let it go on
    bouncy on           every contact of the table bounces, or none (off)

A place is a seat number, or `panel`.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import ClassVar

from hardware.checking import did_you_mean
from hardware.errors import BadCommand
from hardware.ports import PANEL


@dataclass(frozen=True, slots=True)
class _AtPlace:
    """A command for one place: as text its verb, the place, and its other words."""

    verb: ClassVar[str]
    place: int

    def __str__(self) -> str:
        _, *others = astuple(self)
        return " ".join((self.verb, _place(self.place), *map(str, others)))


@dataclass(frozen=True, slots=True)
class HoldKey(_AtPlace):
    """Keep a key down."""

    verb = "hold"
    key: str


@dataclass(frozen=True, slots=True)
class ReleaseKey(_AtPlace):
    """Let a key go."""

    verb = "release"
    key: str


@dataclass(frozen=True, slots=True)
class PressKey(_AtPlace):
    """Tap a key."""

    verb = "press"
    key: str
    bounce: bool = False

    def __str__(self) -> str:
        return f"{self.verb} {_place(self.place)} {self.key}{' bounce' if self.bounce else ''}"


@dataclass(frozen=True, slots=True)
class TurnEncoder(_AtPlace):
    """Turn the encoder by detents, clockwise positive."""

    verb = "turn"
    steps: int


@dataclass(frozen=True, slots=True)
class ReadTag(_AtPlace):
    """Hold a tag to the reader of a place."""

    verb = "read"
    code: str


class Unplug(_AtPlace):
    """Pull the cable of a place."""

    verb = "unplug"


class Plug(_AtPlace):
    """Put the cable back."""

    verb = "plug"


class Silence(_AtPlace):
    """Let a place hang."""

    verb = "silence"


class Wake(_AtPlace):
    """End the silence of a place."""

    verb = "wake"


@dataclass(frozen=True, slots=True)
class Bouncy:
    """Let all contacts bounce, or none."""

    on: bool

    def __str__(self) -> str:
        return f"bouncy {'on' if self.on else 'off'}"


SimCommand = PressKey | HoldKey | ReleaseKey | TurnEncoder | ReadTag | Unplug | Plug | Silence | Wake | Bouncy

_KEYED: dict[str, type[HoldKey | ReleaseKey]] = {kind.verb: kind for kind in (HoldKey, ReleaseKey)}
_PLACED: dict[str, type[Unplug | Plug | Silence | Wake]] = {kind.verb: kind for kind in (Unplug, Plug, Silence, Wake)}
LONGEST_CODE = 128
_VERBS = ("press", *_KEYED, "turn", "read", *_PLACED, "bouncy")


def parse(line: str) -> SimCommand:
    """Read a command. Raises BadCommand, saying what was expected."""
    match line.split():
        case ["press", place, key]:
            return PressKey(_number(place), key)
        case ["press", place, key, "bounce"]:
            return PressKey(_number(place), key, bounce=True)
        case [("hold" | "release") as verb, place, key]:
            return _KEYED[verb](_number(place), key)
        case ["turn", place, steps]:
            return TurnEncoder(_number(place), _steps(steps))
        case ["read", place, code] if len(code) <= LONGEST_CODE:
            return ReadTag(_number(place), code)
        case [("unplug" | "plug" | "silence" | "wake") as verb, place]:
            return _PLACED[verb](_number(place))
        case ["bouncy", ("on" | "off") as word]:
            return Bouncy(word == "on")
        case [verb, *_] if verb in _VERBS:
            raise BadCommand(f'"{line.strip()}" has too few or too many words, or the wrong ones')
        case [verb, *_]:
            raise BadCommand(f'there is no command "{verb}"; {did_you_mean(verb, _VERBS)}')
        case _:
            raise BadCommand("an empty command")


def _place(place: int) -> str:
    return "panel" if place == PANEL else str(place)


def _number(word: str) -> int:
    if word == "panel":
        return PANEL
    if word.isascii() and word.isdecimal() and len(word) == 1 and word != "0":
        return int(word)
    raise BadCommand(f'expected a seat number or "panel", found "{word}"')


def _steps(word: str) -> int:
    digits = word.removeprefix("-")
    if digits.isascii() and digits.isdecimal() and len(digits) <= 4:
        return int(word)
    raise BadCommand(f'expected a number of detents, found "{word}"')
