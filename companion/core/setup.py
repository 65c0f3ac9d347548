"""What describes a game, which options a table has, and what a play begins with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

import msgspec
from msgspec import Struct

from companion.core import suggestions
from companion.core.boxes import Box, BoxKind
from companion.core.chance import ChanceSource
from companion.core.errors import CompanionError
from companion.core.wording import Wording

OptionValue = bool | int | str

MOST_SEATS = 8
SEATS = range(1, MOST_SEATS + 1)
"""Places at a table, numbered clockwise."""


class GameOption(Struct, frozen=True):
    """A switch of a game. ``values`` lists what it may be, each with its label. ``source`` names the sections of the
    rules it comes from, for who works on the game: no printed booklet has these numbers, so that nobody at a table is
    shown them. ``basic`` ones say what lies on the table (an edition, a board side, a box): every evening is asked for
    them. The others are house rules and doubtful points. ``only`` is the key of another option and the value with which
    this one counts; pages do not show it with any other.
    """

    key: str
    label: Wording
    default: OptionValue
    values: tuple[tuple[OptionValue, Wording], ...]
    source: str = ""
    basic: bool = False
    only: tuple[str, OptionValue] | None = None

    def counts(self, chosen: Mapping[str, OptionValue]) -> bool:
        """Whether it changes anything beside these other options."""
        return self.only is None or chosen.get(self.only[0]) == self.only[1]


class ChanceKind(Struct, frozen=True):
    """A kind of chance: the key of the question, and who does it unless the table says otherwise."""

    key: str
    label: Wording
    default: ChanceSource = "companion"


class Meta(Struct, frozen=True):
    """What a game is. ``rules_version`` changes whenever the same moves may give another state.

    ``longest`` is a number of moves after which any play in which people go on has ended. ``icon`` is the picture by
    which people find the game in a list, a name of the icon set. ``unpack`` says, line by line, what to put on the
    table before the game begins.
    ``minutes`` is how long it usually takes, as printed on the box.
    ``points_of`` is the key of the game whose points it counts, where it does nothing else: it is begun from that game.
    """

    key: str
    title: Wording
    seats: tuple[int, int]
    rules_version: int = 1
    options: tuple[GameOption, ...] = ()
    chance: tuple[ChanceKind, ...] = ()
    box: tuple[BoxKind, ...] = ()
    longest: int = 1000
    levels: tuple[tuple[str, Wording], ...] = ()
    summary: Wording | None = None
    icon: str = "amphora"
    unpack: tuple[Wording, ...] = ()
    points_of: str = ""
    minutes: tuple[int, int] | None = None


class Seated(Struct, frozen=True):
    """Somebody at the table. ``sides`` is what the seat plays, where a game lets it play more than one."""

    seat: int
    name: str
    sides: tuple[str, ...] = ()


class Setup(Struct, frozen=True):
    """What a play begins with. ``box`` is the play's own copy; ``chance`` says who does each kind of chance."""

    seats: tuple[Seated, ...]
    options: dict[str, OptionValue] = {}
    chance: dict[str, ChanceSource] = {}
    box: Box = {}
    level: str = ""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The seat numbers, clockwise."""
        return tuple(seated.seat for seated in self.seats)


class SetupError(CompanionError):
    """A play cannot begin like this. The text names the option or number and what was expected."""


def checked_setup(meta: Meta, setup: Setup) -> Setup:
    """``setup`` with defaults filled in. Raises ``SetupError`` with what is wrong and what was expected."""
    numbers = setup.numbers
    least, most = meta.seats
    if not least <= len(numbers) <= most:
        raise SetupError(f"{meta.key} is for {least} to {most} seats, not {len(numbers)}")
    if list(numbers) != sorted(set(numbers)) or not all(1 <= number <= MOST_SEATS for number in numbers):
        raise SetupError(f"seats are different numbers from 1 to {MOST_SEATS} in clockwise order, not {list(numbers)}")
    options = {option.key: option.default for option in meta.options}
    for key, value in setup.options.items():
        options[_known(key, list(options), "option")] = value
    for option in meta.options:
        allowed = [value for value, _ in option.values]
        if not any(options[option.key] == value and type(options[option.key]) is type(value) for value in allowed):
            raise SetupError(f"option {option.key} is {options[option.key]!r}; expected one of {allowed}")
    chance: dict[str, ChanceSource] = {kind.key: kind.default for kind in meta.chance}
    for key, by in setup.chance.items():
        if by not in get_args(ChanceSource):
            raise SetupError(f"chance {key} is {by!r}; expected one of {list(get_args(ChanceSource))}")
        chance[_known(key, list(chance), "chance")] = by
    if setup.level:
        _known(setup.level, [key for key, _ in meta.levels], "level")
    return msgspec.structs.replace(setup, options=options, chance=chance)


def _known(key: str, known: list[str], what: str) -> str:
    if key in known:
        return key
    raise SetupError(f"unknown {what} {key}{near_or_known(key, known)}")


def near_or_known(key: str, known: list[str]) -> str:
    """End of a sentence about an unknown key: the nearest known one, or all."""
    return suggestions.near_or_known(key, known)
