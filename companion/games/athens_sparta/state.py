"""Everything a saved play holds."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.core.boxes import Box, Fact
from companion.core.secrecy import Sealed
from companion.games.athens_sparta.agenda import Due
from companion.games.athens_sparta.tables import BlockKind, CityField, Holder, Letter, Level, Side

Role = Literal["field", "inside", "siege", "blockade", "patrol"]
"""Where a face-up block stands in its hex: outside the walls, inside, besieging, blockading, on patrol."""

OPEN_GROUND, POOL, OUT_OF_PLAY = "field", "pool", "off"
"""Places of a block that is in no city: somewhere on the map, in the pool, not in play."""


class Body(Struct):
    """What only the owner of a hidden block knows.

    ``most``: most steps, 0 while nobody has read it; ``strength``: steps now, 0 in the pool; ``at``: a city or one of
    the places above.
    """

    kind: BlockKind
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
    """A block of the box or a typed one. ``body`` is sealed for its owner."""

    side: Holder
    body: Sealed[Body]


class Unit(Struct):
    """A block that lies face up. ``handle`` is new each time it is revealed; ``block`` is its key.

    ``acted``: last round it acted in; ``waited``: no target since the round (re)started; ``half``: a hit that waits for
    a second (section 7.2); ``screened``: a friend of a revolt that has not fired (section 10).
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
    """Hidden blocks behind walls or shut in by a blockade. How many is public, which they are is not.

    ``blocks``: their keys, sorted so that the order tells nothing; an empty key is a block nobody has described.
    """

    place: str
    side: Side
    count: int
    blocks: Sealed[list[str]]


class City(Struct):
    """Its holder, its owner by colour, and the sides that raised a revolt there in this Olympiad.

    ``joined``: ``State.serial`` when it joined a side; blocks of a neutral city came forward later.
    """

    holder: Holder
    colour: Holder
    revolts: list[Side] = []
    joined: int = 0


class Battle(Struct):
    """The current battle. ``attacker`` attacks in it; a relief force may attack besiegers.

    ``asked``: the attacker was asked about an assault since something changed; ``captured``: the attacker is inside;
    ``pursuers``: handles that still have to fire.
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
    """A card's event, in force until the end of the Game Turn."""

    side: Side
    card: str


class PlanOrder(Struct, frozen=True):
    """An order of a replacement plan: steps for a block (or a kind of block) in a city, or a block disbanded."""

    what: Literal["steps", "build", "disband", "buy"]
    of: str
    city: str
    steps: int


class LookedUpFact(Struct, frozen=True):
    """A fact of a city that a side has looked up for its replacements; ``keep`` it for later plays."""

    city: str
    field: CityField
    value: Fact
    keep: bool


class Ended(Struct, frozen=True):
    """How the war ended. No winner: nobody was left alone on the field of a single battle."""

    how: Literal["sudden", "points", "last", "battle"]
    winner: Side | None = None


class State(Struct):
    """One play.

    ``agenda``: a stack; its last item is due, and it is empty at the end. ``seats``: the seat of each side; ``chairs``:
    all seats. ``places``: names of places in the open by key. ``serial``: last number given to a handle or a typed
    block.

    ``began``: first Olympiad; ``turn``: Game Turn; ``points``: move points left; ``first``: Player 1; ``helot``: the
    Helots have risen in this Olympiad. ``settled``: what each side decided about its hand; ``answered``: sides that
    have decided in secret; ``laid_in``: Olympiad in which cards were laid at Syracuse; ``extra``: points added by
    correction; ``noted``: facts looked up in secret.
    """

    chairs: Annotated[list[int], Meta(max_length=2)]
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
