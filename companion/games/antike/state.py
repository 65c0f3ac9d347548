"""Everything a saved play holds."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from companion.core.boxes import Box
from companion.core.wording import Message
from companion.games.antike import tables
from companion.games.antike.tables import Where

# -- what the play waits for -----------------------------------------------------------------------------------------


class OfNation(Struct, frozen=True):
    """What the play waits for a nation to do."""

    nation: str


class SettingUp(Struct, frozen=True, tag="setting-up"):
    """The table says who begins."""


class Naming(OfNation, frozen=True, tag="naming"):
    """A nation names its start cities, on a board side whose lists of start cities nobody knows."""


class Keeping(OfNation, frozen=True, tag="keeping"):
    """A nation keeps one of its three start cities (the longer game)."""


class CoinDue(OfNation, frozen=True, tag="coin"):
    """The bank is out of coins: the nation takes a good of its choice. Section 4.1."""


class Turn(OfNation, frozen=True, tag="turn"):
    """A nation moves on the rondel."""


class Acting(OfNation, frozen=True, tag="acting"):
    """A nation carries out its space. ``done``: something was bought, built or fought; ``conquered``: a city fell."""

    space: Where
    done: bool = False
    conquered: bool = False


class Founding(OfNation, frozen=True, tag="founding"):
    """A nation may found cities. Section 6."""


class Seas(OfNation, frozen=True, tag="seas"):
    """A nation says in how many provinces it has galleys, when that can win a navigator."""


class Award(OfNation, frozen=True, tag="award"):
    """A nation is paid its personalities. Settles itself."""


class Extra(OfNation, frozen=True, tag="extra"):
    """A nation with all eight know-hows chooses among the fullest stacks (2006)."""


class Next(OfNation, frozen=True, tag="next"):
    """The turn of a nation is over. Settles itself."""


class GoingOn(Struct, frozen=True, tag="going-on"):
    """After very many rounds the table says whether it plays on."""


Due = SettingUp | Naming | Keeping | CoinDue | Turn | Acting | Founding | Seas | Award | Extra | Next | GoingOn


# -- the play --------------------------------------------------------------------------------------------------------

MOST_NATIONS = 6
"""As many as seats; two people play two each."""

Ending = Literal["", "cards", "temple", "counted"]
"""How a play ended: enough personalities, a temple destroyed after the last card, or counted when the table stopped."""


class Switches(Struct, frozen=True):
    """The rules of this table, with what the profile says filled in. Section 1."""

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
    """The worth of all chips of a resource, where they may run out; 0 where they never do."""


class Nation(Struct):
    """A nation. ``place`` is its rondel space, clockwise from Iron as 1; ``plain`` and ``temples`` count its cities by
    type where provinces are not tracked; ``seas`` is what was last said; ``rewarded`` how many steps of each kind were
    paid already; the ``*_due`` fields are personalities earned in this turn.
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
        """Where it stands on the rondel; nowhere before its first move."""
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
    """One play. ``agenda`` is a stack: its last item is what the table waits for, and it is empty at the end.

    ``nations`` is the turn order. ``owners`` (1 for the first nation, 0 for nobody) and ``built`` (1 for a temple) hold
    the provinces where they are tracked; ``firsts`` the nation that had each know-how first; ``history`` the cards of
    all nations after each round. ``box`` is what the owners know over the shipped facts.
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
