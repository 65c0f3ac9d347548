"""The state of a play: everything that is saved."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from companion.core.boxes import Box
from companion.core.wording import Message
from companion.games.antike import tables
from companion.games.antike.tables import Where

# -- what the play waits for -----------------------------------------------------------------------------------------


class OfNation(Struct, frozen=True):
    """Base of what the play waits for one nation to do."""

    nation: str


class SettingUp(Struct, frozen=True, tag="setting-up"):
    """The table says who begins. Section 3."""


class Starting(Struct, frozen=True, tag="starting"):
    """The nations are dealt; the table says who begins. Section 3."""


class Naming(OfNation, frozen=True, tag="naming"):
    """A nation names its start cities, where the companion does not know them. Section 3."""


class Keeping(OfNation, frozen=True, tag="keeping"):
    """A nation chooses which of its three start cities it keeps (the longer game). Section 1."""


class CoinDue(OfNation, frozen=True, tag="coin"):
    """The bank has no coin for the nation, so it takes a good of its choice. Section 4."""


class Turn(OfNation, frozen=True, tag="turn"):
    """A nation moves on the rondel. Sections 4 and 5."""


class Acting(OfNation, frozen=True, tag="acting"):
    """A nation carries out its space. Section 6.

    ``done`` says that it has bought, built or fought something there, ``conquered`` that it has conquered a city.
    """

    space: Where
    done: bool = False
    conquered: bool = False


class Founding(OfNation, frozen=True, tag="founding", omit_defaults=True):
    """A nation may found cities. Section 6. ``done`` says that it has founded one in this turn."""

    done: bool = False


class Seas(OfNation, frozen=True, tag="seas"):
    """A nation says in how many provinces it has galleys, if that can win a navigator. Section 7."""


class Award(OfNation, frozen=True, tag="award"):
    """A nation gets its personalities, without a question. Section 7."""


class Extra(OfNation, frozen=True, tag="extra"):
    """A nation that has all eight know-hows chooses one of the fullest stacks (2006). Section 1."""


class Next(OfNation, frozen=True, tag="next"):
    """The turn of a nation ends and the next one begins, without a question."""


class GoingOn(Struct, frozen=True, tag="going-on"):
    """After the limit of rounds the table says whether it plays on or counts."""


DueOfNation = Naming | Keeping | CoinDue | Turn | Acting | Founding | Seas | Award | Extra | Next
Due = SettingUp | Starting | DueOfNation | GoingOn


# -- the play --------------------------------------------------------------------------------------------------------

MOST_NATIONS = 6
"""One for each of at most six players; two players play two each."""

Ending = Literal["", "cards", "temple", "counted"]
"""How a play ended; empty while it goes on. Section 8.

``cards``: enough personalities. ``temple``: a temple destroyed after the last personality was won. ``counted``: the
table stopped and counted.
"""


class Switches(Struct, frozen=True):
    """The options of this table, with those that follow the profile filled in. Section 1.

    ``map_missing`` says that cities should be named and the provinces of the side are not known. ``trade_rate`` is how
    many goods are given for one. ``same_space`` is the price of the same rondel space again, 0 for the formula.
    ``chips`` is what the chips of each resource are worth in all, 0 where they never run out.
    """

    profile: int
    side: tables.Side
    mapped: bool
    map_missing: bool
    coins_each_round: bool
    phases: bool
    trade_rate: int
    extra_card: bool
    target: int
    pooled_arming: bool
    same_space: int
    score_stone: bool
    general_points: int
    start_cities: int
    named_start: bool
    coins: int
    empty_action: bool
    bare_bonus: bool
    chips: int = 0


class Nation(Struct):
    """A nation.

    ``plain`` and ``temples`` count its cities without and with temple by type, where provinces are not tracked.
    ``seas`` is the number it said last. ``know`` is its level in each column of know-how. ``place`` is its space on the
    rondel, clockwise from Iron as 1, and 0 before its first move. ``rewarded`` counts the thresholds of cities,
    temples and seas that were paid already. The ``*_due`` fields are personalities earned in this turn.
    """

    key: str
    seat: int
    goods: dict[tables.Good, int] = field(default_factory=lambda: dict(tables.START_GOODS))
    coins: int = 0
    plain: dict[tables.Good, int] = field(default_factory=lambda: dict.fromkeys(tables.GOODS, 0))
    temples: dict[tables.Good, int] = field(default_factory=lambda: dict.fromkeys(tables.GOODS, 0))
    legions: int = 0
    galleys: int = 0
    seas: int = 0
    know: dict[tables.Column, int] = field(default_factory=lambda: dict.fromkeys(tables.COLUMNS, 0))
    place: int = 0
    cards: dict[tables.Personality, int] = field(default_factory=lambda: dict.fromkeys(tables.STACKS, 0))
    rewarded: dict[tables.Personality, int] = field(default_factory=lambda: dict.fromkeys(tables.STEPS, 0))
    scholars_due: int = 0
    generals_due: int = 0
    extra_due: int = 0

    @property
    def space(self) -> tables.Where | Literal[""]:
        """Its space on the rondel; empty before its first move."""
        return tables.SPACES[self.place - 1] if self.place else ""

    @space.setter
    def space(self, space: tables.Where | Literal[""]) -> None:
        self.place = tables.SPACES.index(space) + 1 if space else 0

    @property
    def name(self) -> Message:
        return tables.NATION_NAMES[self.key]

    @property
    def all_eight(self) -> bool:
        """Whether it has every know-how."""
        return all(level == 2 for level in self.know.values())


class State(Struct):
    """One play.

    ``agenda`` is a stack: its last item is what the play waits for, and it is empty at the end. ``nations`` are in turn
    order. ``owners`` and ``built`` hold the tracked provinces: the number of the nation with a city there, 0 for none,
    and 1 for a temple. ``firsts`` holds the number of the nation that had each know-how first. ``history`` holds, for
    each round, its number and the personalities of all nations. ``box`` is what the owners entered beyond the shipped
    facts.
    """

    seats: Annotated[list[int], Meta(max_length=MOST_NATIONS)]
    sides: dict[int, list[str]]
    switches: Switches
    box: Box
    agenda: list[Due]
    nations: Annotated[list[Nation], Meta(max_length=MOST_NATIONS)] = []
    round: int = 0
    bank_coins: int = 0
    bank_temples: int = tables.TEMPLES
    stacks: dict[tables.Personality, int] = field(default_factory=lambda: dict(tables.STACKS))
    owners: dict[str, int] = {}
    built: dict[str, int] = {}
    firsts: dict[tables.Know, int] = field(default_factory=lambda: dict.fromkeys(tables.KNOW, 0))
    history: list[list[int]] = []
    ask_after: int = 0
    ending: Ending = ""
    winner: str = ""

    def nation(self, key: str) -> Nation:
        return next(nation for nation in self.nations if nation.key == key)

    def number(self, nation: Nation) -> int:
        """Its place in the turn order, from 1."""
        return next(number for number, one in enumerate(self.nations, 1) if one.key == nation.key)

    def of(self, seat: int) -> list[Nation]:
        return [nation for nation in self.nations if nation.seat == seat]
