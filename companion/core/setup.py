"""The description of a game, its options, and the set-up with which a play begins."""

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
    """An option of a game. ``values`` are its possible values with labels. ``source`` names sections of this project's
    rules description, for developers: the numbers are not those of the printed rule book, so players do not see them.
    ``basic`` options say what is on the table (an edition, a board side, a box) and are asked for every play; the
    others are house rules and ambiguous rules. ``only`` is the key of another option and the value with which this
    option applies; with any other value pages do not show it.
    """

    key: str
    label: Wording
    default: OptionValue
    values: tuple[tuple[OptionValue, Wording], ...]
    source: str = ""
    basic: bool = False
    only: tuple[str, OptionValue] | None = None

    def counts(self, chosen: Mapping[str, OptionValue]) -> bool:
        """Whether it applies with these values of other options."""
        return self.only is None or chosen.get(self.only[0]) == self.only[1]


class ChanceKind(Struct, frozen=True):
    """A kind of chance: the key of its question, and the default for who decides it, the companion or people. ``laid``:
    it decides what lies on the table before the first move, so that people who have laid everything out enter it.
    """

    key: str
    label: Wording
    default: ChanceSource = "companion"
    laid: bool = False


class Meta(Struct, frozen=True):
    """The description of a game. ``rules_version`` must change whenever the same moves may give another state.

    ``longest`` is an upper bound of the moves of a play. ``icon`` is the name of an icon, by which people find the game
    in a list. ``unpack`` says, line by line, what to put on the table before the game begins. ``minutes`` is how long
    it usually takes, as printed on the box. ``points_of`` is set for a sheet that only counts the points of another
    game, with that game's key; it is started from that game. ``helps`` is set for a game that does
    less of another one, with that game's key; it is started from that game, whose points sheet counts after it.
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
    helps: str = ""


class Seated(Struct, frozen=True):
    """A person at the table. ``sides`` are the sides that the seat plays, in games where it can play more than one."""

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
    """A play cannot begin with this set-up. The text names the option or number and what was expected."""


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
    """The end of a sentence about an unknown key: names the nearest known key, or all."""
    return suggestions.near_or_known(key, known)
