"""A score sheet as values: what it counts, how that becomes points, and when the play ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from companion.core.wording import Verbatim

When = Literal["round", "end"]
"""When a category is written: every round, or once when the play ends."""

Rounding = Literal["down", "up"]

Rounds = int | Literal["once", "open"] | tuple[int, int]
"""So many; everything once at the end; until the table says stop; or chosen at the start from a lowest to a highest."""

Teams = tuple[int, ...] | int | None
"""The sizes of the teams, seats dealt out clockwise; or a number of teams, chosen at the start; or every seat alone."""


class Category(Struct, frozen=True, kw_only=True, tag_field="form"):
    """What all categories share. ``short`` stands for the name where only 21 characters fit.

    ``uses`` is the key of the category whose numbers this one counts in its own way: then nobody writes it, and what
    may be written, when and whether in secret is the other's.
    """

    key: str
    name: Verbatim
    short: Verbatim | None = None
    icon: str = ""
    help: Verbatim | None = None
    uses: str = ""
    sealed: bool = False
    when: When = "round"

    @property
    def source(self) -> str:
        """The key of the category in which its numbers are written."""
        return self.uses or self.key

    @property
    def brief(self) -> Verbatim:
        """The name for a small display."""
        return self.short or self.name


class Number(Category, frozen=True, kw_only=True, tag="number"):
    """The points themselves are written."""

    low: int = 0
    high: int = 999
    start: int = 0


class PerUnit(Category, frozen=True, kw_only=True, tag="per-unit"):
    """``points`` for every ``each`` units."""

    points: int
    each: int = 1
    rounding: Rounding = "down"
    high: int = 99
    start: int = 0


class Penalty(Category, frozen=True, kw_only=True, tag="penalty"):
    """``points`` off for every ``each`` units."""

    points: int = 1
    each: int = 1
    rounding: Rounding = "down"
    high: int = 99
    start: int = 0


class Table(Category, frozen=True, kw_only=True, tag="table"):
    """Rows of (number, points) as printed, smallest number first; a number between two rows takes the lower row.

    ``above`` the last row: the last row's points, never entered, or so many points for each further one.
    """

    rows: tuple[tuple[int, int], ...]
    above: Literal["last", "never"] | int = "last"
    high: int = 99
    start: int = 0


class Kind(Struct, frozen=True):
    """A kind of thing that sets are made of."""

    key: str
    name: Verbatim


class SetCollection(Category, frozen=True, kw_only=True, tag="set"):
    """Sets of ``different`` kinds or of the ``same`` kind; ``points[i]`` is what a set of i + 1 is worth."""

    kinds: tuple[Kind, ...]
    points: tuple[int, ...]
    of: Literal["different", "same"] = "different"
    high: int = 9


class Majority(Category, frozen=True, kw_only=True, tag="majority"):
    """``places`` are the points for most, second, third; nobody with fewer than ``least`` has a place."""

    places: tuple[int, ...]
    ties: Literal["share", "full", "none"] = "share"
    least: int = 1
    high: int = 99
    start: int = 0


class Bonus(Category, frozen=True, kw_only=True, tag="bonus"):
    """Points that exactly one side has, at most one, or whoever was first to earn them."""

    points: int
    who: Literal["one", "at-most-one", "first"] = "one"


AnyCategory = Number | PerUnit | Table | SetCollection | Majority | Bonus | Penalty


class LadderRung(Struct, frozen=True):
    """A tie-break: a category's points, or the numbers written in it."""

    category: str
    by: Literal["points", "number"] = "points"
    wins: Literal["highest", "lowest"] = "highest"


class Sudden(Struct, frozen=True):
    """How somebody wins outright: by reaching ``points``, or because the table says so."""

    points: int | None = None
    checked: Literal["round", "at-once"] = "round"
    declared: bool = False


class Sheet(Struct, frozen=True, kw_only=True):
    """A whole score sheet. Only the checker makes one from text, so that every sheet there is makes sense."""

    id: str
    name: Verbatim
    about: Verbatim | None = None
    seats: tuple[int, int]
    rounds: Rounds = "once"
    wins: Literal["highest", "lowest"] = "highest"
    ask: Literal["next", "pick"] = "next"
    teams: Teams = None
    ends_at: int | None = None
    category: tuple[AnyCategory, ...]
    ladder: tuple[LadderRung, ...] = ()
    sudden: Sudden | None = None

    def find(self, key: str) -> AnyCategory | None:
        """The category with this key."""
        return next((category for category in self.category if category.key == key), None)


def counted(category: AnyCategory, numbers: Sequence[int]) -> list[int]:
    """The numbers that ``category`` makes of those it uses: all of them for sets, else how many there are in all."""
    return list(numbers) if isinstance(category, SetCollection) else [sum(numbers)]


def highest(category: AnyCategory) -> int:
    """The largest number that may be written in ``category``."""
    match category:
        case Bonus():
            return 1
        case Table(above="never", rows=rows):
            return rows[-1][0]
        case _:
            return category.high


def lowest(category: AnyCategory) -> int:
    """The smallest number that may be written in ``category``."""
    return category.low if isinstance(category, Number) else 0


def is_yes_or_no(category: AnyCategory) -> bool:
    """Whether a number of ``category`` says only that something is so."""
    return (lowest(category), highest(category)) == (0, 1) and not isinstance(category, Majority | Number)
