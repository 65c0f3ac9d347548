"""What a saved play holds, and what it can wait for (the agenda)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.core.boxes import Box, Fact
from companion.core.secrecy import Sealed
from companion.games.athens_sparta.tables import CITY_FIELDS, BlockKind, CityField, Holder, Letter, Level, Side

Role = Literal["field", "inside", "siege", "blockade", "patrol"]
"""Where a face-up block stands in its hex: outside the walls, inside, besieging, blockading, on patrol."""

OPEN_GROUND, POOL, OUT_OF_PLAY = "field", "pool", "off"
"""Places of a block that is in no city: on the map outside cities, in the pool, not in play."""


# -- what the play waits for -----------------------------------------------------------------------------------------


class SideDue(Struct, frozen=True):
    """Base of what one side has to decide."""

    side: Side


class SettingUp(Struct, frozen=True, tag="setting-up"):
    """The table enters who plays whom and how the war begins (section 3)."""


class SettingUpBattle(Struct, frozen=True, tag="arranging"):
    """The table enters the place of a single battle."""


class Dealing(Struct, frozen=True, tag="dealing"):
    """Deal the hands of an Olympiad. ``again``: the sides that get new cards."""

    again: list[Side]


class CheckingHands(Struct, frozen=True, tag="hands"):
    """Both sides, in secret: keep the hand or ask for a new one, and which cards to lay aside."""


class Redealing(SideDue, frozen=True, tag="redealing"):
    """``side`` keeps its hand or takes a new one, because the other side asked for one."""


class ChoosingCards(Struct, frozen=True, tag="choosing"):
    """Both sides choose a card in secret."""


class PlayerTurn(Struct, frozen=True, tag="player-turn"):
    """Begin the Player Turn of ``side``: event, moves, battles, attrition."""

    side: Side


class NeutralJoining(SideDue, frozen=True, tag="joining"):
    """An event brings a neutral city to ``side``."""


class Moving(SideDue, frozen=True, tag="moving"):
    """The move part of a Player Turn."""


class ChoosingBattle(SideDue, frozen=True, tag="fighting"):
    """The combat part of a Player Turn: which battle comes next, or none."""


class LookingUpCity(Struct, frozen=True, tag="looking"):
    """The table enters what is printed at a city: those of ``fields`` that the box lacks."""

    city: str
    fields: tuple[CityField, ...] = CITY_FIELDS


class NamingGreenBlocks(Struct, frozen=True, tag="naming-green"):
    """The table enters which face-up blocks belong to a neutral city that ``side`` has taken."""

    city: str
    side: Side


class NeutralAttack(Struct, frozen=True, tag="neutral-attack"):
    """Blocks of the neutral city ``city``, which went over to ``side``, attack the enemies they stand among."""

    city: str
    place: str
    side: Side


class Mustering(SideDue, frozen=True, tag="mustering"):
    """``side`` enters which of its blocks are there, one by one. ``why``: ``join`` a siege, ``describe`` hidden blocks
    that must show themselves, or the part in a battle.
    """

    place: str
    why: Literal["attack", "defend", "join", "sally", "describe"]


class BattleContinues(Struct, frozen=True, tag="clashing"):
    """The next part of the battle is due; ``State.battle`` says which."""


class Assaulting(SideDue, frozen=True, tag="assaulting"):
    """The attacker assaults or not, and with which blocks."""


class CombatTurn(SideDue, frozen=True, tag="acting"):
    """One of these blocks of ``side`` takes its combat turn; the side chooses which."""

    handles: list[str]


class AssigningHits(SideDue, frozen=True, tag="hits"):
    """The owner picks which of its strongest blocks takes a hit. ``left``: hits to assign; ``among``: handles of the
    targets; ``double``: double defence.
    """

    left: int
    among: list[str]
    double: bool


class Retreating(SideDue, frozen=True, tag="leaving"):
    """A block must retreat; if it cannot, it is lost."""

    handle: str


class Besieging(SideDue, frozen=True, tag="settling"):
    """The attacker picks the blocks that stay to besiege or blockade."""

    place: str


class Sacking(SideDue, frozen=True, tag="sacking"):
    """The victors spend the points of a captured major city on steps."""

    place: str
    points: int


class Attrition(Struct, frozen=True, tag="wearing"):
    """Attrition of ``side``. ``done``: groups that have rolled, as place/role; ``cancelled``: only sieges roll."""

    side: Side
    done: list[str]
    cancelled: bool = False


class HiddenLosses(SideDue, frozen=True, tag="wounds"):
    """The owner picks in secret which hidden block loses a step: of a garrison, or in a city out of supply."""

    place: str
    left: int
    why: Literal["garrison", "corinth", "hellespont"]


class SupplyCheck(SideDue, frozen=True, tag="supplying"):
    """Sparta enters how many blocks stand in Corinth, cut off from Sicily."""


class TurnEnd(Struct, frozen=True, tag="turn-end"):
    """The end of a Game Turn."""


class PlanningReplacements(Struct, frozen=True, tag="replacing"):
    """Both sides plan their replacements in secret."""


SecretDue = CheckingHands | ChoosingCards | PlanningReplacements
"""What both sides decide in secret, independently of each other."""

TableDue = SettingUp | SettingUpBattle | LookingUpCity | NamingGreenBlocks
"""What the table enters."""

AutomaticDue = Dealing | PlayerTurn | BattleContinues | NeutralAttack | Attrition | TurnEnd
"""What is carried out without a question."""

Due = (
    Redealing
    | NeutralJoining
    | Moving
    | ChoosingBattle
    | Mustering
    | Assaulting
    | CombatTurn
    | AssigningHits
    | Retreating
    | Besieging
    | Sacking
    | HiddenLosses
    | SupplyCheck
    | SecretDue
    | TableDue
    | AutomaticDue
)


# -- what a play holds -----------------------------------------------------------------------------------------------


class Body(Struct):
    """What only the owner of a hidden block knows.

    ``most``: most steps, 0 while unknown; ``strength``: steps now, 0 in the pool; ``at``: a city or one of the places
    above.
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
    """A block of the box, or one typed by a player. ``body`` is sealed for its owner."""

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
    """Hidden blocks behind walls or shut in by a blockade. ``count`` is public, which blocks they are is secret.

    ``blocks`` are their keys, sorted so that the order reveals nothing; an empty key is a block that nobody has
    described.
    """

    place: str
    side: Side
    count: int
    blocks: Sealed[list[str]]


class City(Struct):
    """Its holder, its owner by colour, and the sides that raised a revolt there in this Olympiad.

    ``joined`` is ``State.serial`` when a neutral city joined a side; blocks with a later handle may belong to it.
    """

    holder: Holder
    colour: Holder
    revolts: list[Side] = []
    joined: int = 0


class Battle(Struct):
    """The current battle. ``attacker`` may also be a relief force that attacks besiegers.

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
    """An order of a replacement plan: steps for a block (or a kind of block) in a city, or a block to disband."""

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
    """How the war ended. ``winner`` is None if neither side was alone on the field of a single battle."""

    how: Literal["sudden", "points", "last", "battle"]
    winner: Side | None = None


class State(Struct):
    """One play.

    ``agenda``: a stack; its last item is due, and it is empty at the end. ``seats``: the seat of each side; ``chairs``:
    all seats. ``places``: names of places in the open by key. ``serial``: last number given to a handle or a typed
    block.

    ``began``: first Olympiad; ``turn``: Game Turn; ``points``: move points left; ``first``: Player 1; ``helot``: the
    Helots have risen in this Olympiad. ``real_hands``: the hands are cards of cardboard; ``settled``: what each side
    decided about its hand; ``answered``: sides that have decided in secret; ``laid_in``: Olympiad in which cards were
    laid at Syracuse; ``extra``: points added by correction; ``noted``: facts looked up in secret.
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
    real_hands: bool = False
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
