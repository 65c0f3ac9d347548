"""A score sheet as a data structure: categories, their points, and the end of the play."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal, Self, TypeVar

from msgspec import Struct, structs

from companion.core.wording import Verbatim

When = Literal["round", "end"]
"""When a category is written: every round, or once when the play ends."""

Rounding = Literal["down", "up"]

Rounds = int | Literal["once", "open"] | tuple[int, int]
"""How many rounds: a number; none, everything is written at the end; until the table stops; or chosen at the start
between two bounds.
"""

Varied = Mapping[int, Mapping[str, Any]] | None
"""Values of some keys that differ for a number of seats or in a round, by that number."""

Cards = tuple[int, ...] | Literal["round"] | None
"""The cards dealt in each round, the last number for all later ones; or as many as the number of the round."""

Teams = tuple[int, ...] | int | None
"""Sizes of the teams, seats assigned clockwise; or a number of teams to choose at the start; None without teams."""


class Category(Struct, frozen=True, kw_only=True, tag_field="form"):
    """Base of all categories. ``short`` is the name where only 21 characters fit.

    ``uses`` is the key of a category whose numbers this one counts: then it is not written itself, and has the other's
    kinds, time and secrecy. Without ``counts`` it has no points of its own: others use it. ``only_if_tied``: it breaks
    ties, and tied sides write it at the end. ``option``: it counts only if the table chose that option, ``unless``:
    only if it did not. The numbers of all sides must add up to ``adds_up_to``, or to the cards dealt. ``for_seats`` and
    ``for_rounds`` hold values that differ for a number of seats and in a round.
    """

    key: str
    name: Verbatim
    short: Verbatim | None = None
    icon: str = ""
    help: Verbatim | None = None
    uses: str = ""
    sealed: bool = False
    when: When = "round"
    counts: bool = True
    only_if_tied: bool = False
    option: str = ""
    unless: str = ""
    adds_up_to: int | Literal["cards"] | None = None
    for_seats: Varied = None
    for_rounds: Varied = None

    def in_round(self, number: int) -> Self:
        """The category as it is in round ``number``; 0 is the end."""
        return _varied(self, self.for_rounds, number)

    @property
    def is_written(self) -> bool:
        """Whether a side or the table writes it, and it does not follow from other categories."""
        return not self.uses

    @property
    def gives_points(self) -> bool:
        """Whether its points are in the total."""
        return self.counts and not self.only_if_tied

    @property
    def source(self) -> str:
        """The key of the category in which its numbers are written."""
        return self.uses or self.key

    @property
    def brief(self) -> Verbatim:
        """The name for a small display."""
        return self.short or self.name


class Number(Category, frozen=True, kw_only=True, tag="number"):
    """The written number is the points."""

    low: int = 0
    high: int = 999
    start: int = 0


class Counted(Category, frozen=True, kw_only=True):
    """Base of the categories for a count from 0 to ``high``; input begins at ``start``."""

    high: int = 99
    start: int = 0


class PerUnit(Counted, frozen=True, kw_only=True, tag="per-unit"):
    """``points`` for every ``each`` units."""

    points: int
    each: int = 1
    rounding: Rounding = "down"


class Penalty(Counted, frozen=True, kw_only=True, tag="penalty"):
    """``points`` off for every ``each`` units."""

    points: int = 1
    each: int = 1
    rounding: Rounding = "down"


class Table(Counted, frozen=True, kw_only=True, tag="table"):
    """Rows of (number, points) as printed, smallest number first; a number between two rows takes the lower row.

    ``above`` is the rule beyond the last row: the points of the last row, no such entries, or this many points for each
    further unit.
    """

    rows: tuple[tuple[int, int], ...]
    above: Literal["last", "never"] | int = "last"


class Kind(Struct, frozen=True):
    """A kind of thing that sets are made of."""

    key: str
    name: Verbatim


class SetCollection(Category, frozen=True, kw_only=True, tag="set"):
    """Sets of ``different`` kinds or of the ``same`` kind; ``points[i]`` are the points of a set of i + 1."""

    kinds: tuple[Kind, ...]
    points: tuple[int, ...]
    of: Literal["different", "same"] = "different"
    high: int = 9


class Pairs(Category, frozen=True, kw_only=True, tag="pairs"):
    """Up to ``most`` pairs: the numbers of each, ``first`` and ``second``, are multiplied, and the products added."""

    first: Verbatim
    second: Verbatim
    high: int = 99
    most: int = 12


class Majority(Counted, frozen=True, kw_only=True, tag="majority"):
    """``places`` are the points for most (or fewest), second, third; a place needs at least ``least``. Tied sides
    ``share`` the points of all places they take up, or ``split`` those of the first of them. ``all_level``: the points
    if all sides are tied.
    """

    places: tuple[int, ...]
    ties: Literal["share", "full", "none", "split"] = "share"
    least: int = 1
    most: Literal["most", "fewest"] = "most"
    all_level: Literal["tied", "none"] = "tied"


class Bonus(Category, frozen=True, kw_only=True, tag="bonus"):
    """Points of exactly one side, of at most one, or of the first to earn them."""

    points: int
    who: Literal["one", "at-most-one", "first"] = "one"


class Product(Category, frozen=True, kw_only=True, tag="product"):
    """The points of other categories multiplied; those in one part are added first. Nobody writes it."""

    of: tuple[tuple[str, ...], ...]

    @property
    def is_written(self) -> bool:
        return False

    @property
    def parts(self) -> tuple[str, ...]:
        """The keys of all categories it depends on."""
        return tuple(key for part in self.of for key in part)


class Bid(Category, frozen=True, kw_only=True, tag="bid"):
    """The points of a bid: the numbers of the categories ``bid`` and ``took`` compared. Nobody writes it.

    An exact bid gives ``hit``, ``hit_each`` for everything taken, and the number of the category ``extra``; any other
    ``miss_each`` for every unit of difference. With ``zero_card`` an exact bid of 0 gives this much for every card
    dealt, a failed one costs it.
    """

    bid: str
    took: str
    hit: int = 0
    hit_each: int = 0
    miss_each: int = 0
    zero_card: int = 0
    extra: str = ""

    @property
    def is_written(self) -> bool:
        return False

    @property
    def parts(self) -> tuple[str, ...]:
        """The keys of all categories it depends on."""
        return (self.bid, self.took, *((self.extra,) if self.extra else ()))


DERIVED = (Product, Bid)
"""The forms of category whose points follow from other categories."""

AnyCategory = Number | PerUnit | Table | SetCollection | Majority | Bonus | Penalty | Pairs | Product | Bid


class LadderRung(Struct, frozen=True):
    """A tie-break: the points of categories together, the numbers written in them, or the largest of these. Of pairs
    the numbers are the second ones, the largest is one of the first. ``option``: it counts only if the table chose that
    option, ``unless``: only if it did not.
    """

    category: tuple[str, ...]
    by: Literal["points", "number", "largest"] = "points"
    wins: Literal["highest", "lowest"] = "highest"
    option: str = ""
    unless: str = ""


class SheetOption(Struct, frozen=True):
    """A choice of the table at the start: whether the categories of this option count; ``start`` is the preset.

    With ``sets`` the table chooses which of ``values`` replaces the number at that place of the sheet, such as
    ``sudden.points``; the preset is the sheet's own number. Without ``sets`` a chosen number is only stored, such as a
    level.
    """

    key: str
    name: Verbatim
    start: bool = False
    sets: str = ""
    values: tuple[int, ...] = ()


class Outcome(Struct, frozen=True):
    """How a cooperative game ends, ``won`` or lost: when the table says so, or when the number in ``category`` reaches
    ``reaches``.
    """

    key: str
    name: Verbatim
    won: bool = False
    category: str = ""
    reaches: int | None = None


class Sudden(Struct, frozen=True):
    """Outright win: by reaching ``points``, or ``declared`` by the table."""

    points: int | None = None
    checked: Literal["round", "at-once"] = "round"
    declared: bool = False


class Sheet(Struct, frozen=True, kw_only=True):
    """A score sheet. ``sheet_files`` checks the consistency of every one it reads."""

    id: str
    name: Verbatim
    about: Verbatim | None = None
    icon: str | None = None
    seats: tuple[int, int]
    minutes: tuple[int, int] | None = None
    rounds: Rounds = "once"
    wins: Literal["highest", "lowest"] = "highest"
    ask: Literal["next", "pick"] = "next"
    teams: Teams = None
    teams_option: str = ""
    ends_at: int | None = None
    out_above: int | None = None
    back_in: str = ""
    cards: Cards = None
    for_seats: Varied = None
    category: tuple[AnyCategory, ...]
    ladder: tuple[LadderRung, ...] = ()
    sudden: Sudden | None = None
    option: tuple[SheetOption, ...] = ()
    outcome: tuple[Outcome, ...] = ()

    @property
    def together(self) -> bool:
        """Whether the game is cooperative: no side has points."""
        return bool(self.outcome)

    def find(self, key: str) -> AnyCategory | None:
        """The category with this key, or None."""
        return next((category for category in self.category if category.key == key), None)


S = TypeVar("S", bound=Struct)


def _varied(part: S, varied: Varied, number: int) -> S:
    return structs.replace(part, **varied[number]) if varied and number in varied else part


def for_seats(sheet: Sheet, seats: int) -> Sheet:
    """``sheet`` with the values for this number of seats."""
    category = tuple(_varied(one, one.for_seats, seats) for one in sheet.category)
    return _varied(structs.replace(sheet, category=category), sheet.for_seats, seats)


def dealt(sheet: Sheet, number: int) -> int:
    """The cards dealt in round ``number``; 0 if the sheet does not say."""
    if not sheet.cards or not number:
        return 0
    return number if sheet.cards == "round" else sheet.cards[min(number, len(sheet.cards)) - 1]


def wanted_sum(sheet: Sheet, category: Category, number: int) -> int | None:
    """The sum that the numbers of all sides must have; None if any sum is right."""
    return dealt(sheet, number) if category.adds_up_to == "cards" else category.adds_up_to


def places(sheet: Sheet) -> dict[str, int]:
    """The numbers of a sheet that the table may be asked to choose, by place: ``ends_at``, ``fish.points``."""
    found = {"ends_at": sheet.ends_at, "out_above": sheet.out_above}
    if sheet.sudden is not None:
        found["sudden.points"] = sheet.sudden.points
    for category in sheet.category:
        found |= {f"{category.key}.{key}": getattr(category, key, None) for key in ("points", "high", "hit")}
    return {place: number for place, number in found.items() if type(number) is int}


def with_numbers(sheet: Sheet, chosen: Mapping[str, int]) -> Sheet:
    """``sheet`` with the numbers in ``chosen`` (by option) at their places."""
    for option in sheet.option:
        if option.sets and option.key in chosen:
            sheet = _with_number(sheet, option.sets, chosen[option.key])
    return sheet


def _with_number(sheet: Sheet, place: str, number: int) -> Sheet:
    name, _, key = place.partition(".")
    if not key:
        return structs.replace(sheet, **{name: number})
    if name == "sudden" and sheet.sudden is not None:
        return structs.replace(sheet, sudden=structs.replace(sheet.sudden, **{key: number}))
    category = tuple(structs.replace(one, **{key: number}) if one.key == name else one for one in sheet.category)
    return structs.replace(sheet, category=category)


def with_options(sheet: Sheet, chosen: Collection[str]) -> Sheet:
    """``sheet`` without the categories, tie-breaks and teams of the options that are not ``chosen``."""
    if not sheet.option:
        return sheet
    if sheet.teams_option and sheet.teams_option not in chosen:
        sheet = structs.replace(sheet, teams=None)

    def is_there(part: Category | LadderRung) -> bool:
        return (not part.option or part.option in chosen) and part.unless not in chosen

    keys = {one.key for one in sheet.category if is_there(one)}
    ladder = tuple(rung for rung in sheet.ladder if is_there(rung) and keys.issuperset(rung.category))
    compared = {key for rung in ladder for key in rung.category}
    kept = tuple(one for one in sheet.category if one.key in keys and (not one.only_if_tied or one.key in compared))
    return structs.replace(sheet, category=kept, ladder=ladder)


def counted(category: AnyCategory, numbers: Sequence[int]) -> list[int]:
    """The numbers that ``category`` counts: for a set all of ``numbers``, else their sum."""
    return list(numbers) if isinstance(category, SetCollection) else [sum(numbers)]


def highest(category: AnyCategory) -> int:
    """The largest number that may be written in ``category``."""
    match category:
        case Bonus():
            return 1
        case Table(above="never", rows=rows):
            return rows[-1][0]
        case Product() | Bid():
            return 0
        case Number() | PerUnit() | Table() | SetCollection() | Majority() | Penalty() | Pairs():
            return category.high


def lowest(category: AnyCategory) -> int:
    """The smallest number that may be written in ``category``."""
    return category.low if isinstance(category, Number) else 0


def is_yes_or_no(category: AnyCategory) -> bool:
    """Whether the numbers of ``category`` are 0 and 1, asked as no and yes."""
    return (lowest(category), highest(category)) == (0, 1) and not isinstance(
        category, Majority | Number | Pairs | Product | Bid
    )
