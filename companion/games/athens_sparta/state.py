"""Everything a saved play holds."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.core.boxes import Box, Fact
from companion.core.secrecy import Sealed
from companion.games.athens_sparta.agenda import Due
from companion.games.athens_sparta.tables import CityField, Holder, Kind, Letter, Level, Side

Role = Literal["field", "inside", "siege", "blockade", "patrol"]
"""Where a revealed block stands in its hex: before the walls, behind them, besieging, blockading, patrolling."""

OPEN_GROUND, POOL, OUT_OF_PLAY = "field", "pool", "off"
"""Places of a block that stands in no city: somewhere on the map, out of play, not in play yet."""


class Body(Struct):
    """What only the owner of a hidden block knows. ``most`` 0: nobody has read how many steps it can have.
    ``strength`` 0 lies in the pool. ``at`` is a city or see above.
    """

    kind: Kind
    letter: Letter
    rate: int
    most: int
    strength: int
    name: str = ""
    home: str = ""
    at: str = OPEN_GROUND
    reserve: bool = False
    twin: str = ""


class Block(Struct):
    """A block of the box, or one that was typed. Its owner turns the seal's key."""

    side: Holder
    body: Sealed[Body]


class Unit(Struct):
    """A block that lies face up. Its handle is new each time it is revealed; ``block`` is its key.

    ``acted`` is the last round it acted in, ``waited`` that it had no target since the round (re)started, ``half`` a
    hit that waits for the second (section 7.2), ``screened`` a friend of rebels that has not fired (section 10).
    """

    handle: str
    side: Side
    place: str
    role: Role
    block: str
    acted: int = 0
    waited: bool = False
    assaulting: bool = False
    half: bool = False
    screened: bool = False
    sallied: bool = False


class Garrison(Struct):
    """Hidden blocks behind walls, or held fast by a blockade. How many is public, which they are is not.

    ``blocks`` holds their keys, in an order that tells nothing; an empty key is a block nobody has described.
    """

    place: str
    side: Side
    count: int
    blocks: Sealed[list[str]]


class City(Struct):
    """Who holds it, whose it was, and the rebellions of this Olympiad (by instigator)."""

    holder: Holder
    colour: Holder
    revolts: list[Side] = []


class Battle(Struct):
    """The battle that is being fought. ``attacker`` attacks in this one; a relief force may attack besiegers.

    ``asked`` says that the attacker was asked about an assault since something changed; ``captured`` that the attacker
    stands behind the walls now; ``pursuers`` still have to fire.
    """

    place: str
    attacker: Side
    kind: Literal["field", "assault", "sally", "revolt"]
    phase: Literal["attackers", "defenders", "open", "round", "pursuit", "leaving", "settling", "done"] = "attackers"
    round: int = 1
    assault: bool = False
    asked: bool = False
    shore: bool = False
    captured: bool = False
    pursuers: list[str] = []
    settled: list[str] = []
    fought: bool = False


class Event(Struct, frozen=True):
    """A card's event in force until the end of the Game Turn."""

    side: Side
    card: str


class PlanOrder(Struct, frozen=True):
    """A line of a replacement plan: steps for a block (or for a kind of block) in a city, or a block disbanded."""

    what: Literal["steps", "build", "disband", "buy"]
    of: str
    city: str
    steps: int


class LookedUpFact(Struct, frozen=True):
    """A fact of a city that a side has looked up for its replacements; ``keep`` it for other evenings."""

    city: str
    field: CityField
    value: Fact
    keep: bool


class Ended(Struct, frozen=True):
    """How the war ended. Without a winner nobody held the field of a single battle."""

    how: Literal["sudden", "points", "last", "battle"]
    winner: Side | None = None


class State(Struct):
    """One play. ``agenda`` is a stack: its last item is what the table waits for, and it is empty at the end.
    ``began`` is the first Olympiad.
    """

    chairs: list[int]
    level: Level
    practice: bool
    options: dict[str, int | str | bool]
    box: Box
    agenda: list[Due]
    seats: dict[Side, int] = {}
    cities: dict[str, City] = {}
    places: dict[str, str] = {}
    blocks: dict[str, Block] = {}
    units: list[Unit] = []
    garrisons: list[Garrison] = []
    serial: int = 0
    battle: Battle | None = None
    olympiad: int = 84
    began: int = 0
    turn: int = 0
    points: int = 0
    first: Side = "sparta"
    revolting: bool = False
    helot: bool = False
    hands: dict[Side, Sealed[list[str]]] = {}
    settled: dict[Side, Sealed[str]] = {}
    chosen: dict[Side, Sealed[str]] = {}
    played: dict[Side, str] = {}
    events: list[Event] = []
    answered: list[Side] = []
    syracuse: dict[Side, Sealed[str]] = {}
    hidden_value: bool = False
    laid_in: int = 0
    persia: Literal["none", "allied", "ended"] = "none"
    extra: dict[Side, int] = {}
    plans: dict[Side, Sealed[list[PlanOrder]]] = {}
    noted: dict[Side, Sealed[list[LookedUpFact]]] = {}
    ended: Ended | None = None
