"""The state of a game, and the agenda: what the game waits for."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from companion.core.boxes import Box
from companion.games.ancient_world.tables import CITIZENS, SPACES, Edition, Goods, Space

# -- what the game waits for --------------------------------------------------------------------------------------

Before = Literal["strike", "repair", "income", "feeding", "scoring", "disband"]
"""What a seat is about to do when it may spend ambrosia first."""


class SettingUp(Struct, frozen=True, tag="setting-up"):
    """The table says who begins, and in which round."""


class Preparing(Struct, frozen=True, tag="preparing"):
    """The table prepares the next round."""


class SeatDue(Struct, frozen=True):
    """Base of what one seat has to do."""

    seat: int


class Turn(SeatDue, frozen=True, tag="turn"):
    """A seat takes an action or passes."""


class Acting(SeatDue, frozen=True, tag="acting"):
    """A citizen was placed on ``space`` (an action, or ``card-N``); the seat does the action or skips it."""

    space: str


class Upgrading(SeatDue, frozen=True, tag="upgrading"):
    """A seat swaps a citizen for the next number."""


class Rolling(SeatDue, frozen=True, tag="rolling"):
    """A seat rolls for titan ``key`` while nobody has entered the faces of a die."""

    key: str


class TakingDamage(SeatDue, frozen=True, tag="wounded"):
    """A seat turns ``left`` empire cards face down."""

    left: int


class TakingCoinEffect(SeatDue, frozen=True, tag="struck"):
    """A coin symbol was rolled; a seat chooses what the effect of titan ``key`` hits."""

    key: str


class Disbanding(SeatDue, frozen=True, tag="surplus"):
    """A seat has more armies than its limit and discards the surplus."""


class Confronting(SeatDue, frozen=True, tag="confronting"):
    """A seat appeases its titan or rolls."""


class Repairing(SeatDue, frozen=True, tag="repairing"):
    """A seat turns up to ``left`` damaged cards up again: its repair income."""

    left: int


class Feeding(SeatDue, frozen=True, tag="feeding"):
    """A seat has more citizens than food."""


class Spending(SeatDue, frozen=True, tag="spending"):
    """A seat may spend ambrosia ``before`` something that comes before its next turn, since section 4.3 allows spending
    at any time.
    """

    before: Before


class EnteringFact(Struct, frozen=True, tag="reading"):
    """The table enters a fact that scoring needs."""

    kind: str
    key: str
    field: str


class CountingPoints(SeatDue, frozen=True, tag="tallying"):
    """A seat counts the points of its cards with a scoring text."""


TableDue = SettingUp | Preparing | EnteringFact
TurnDue = Turn | Acting | Upgrading | Rolling | TakingDamage | TakingCoinEffect | Disbanding
RoundEndDue = Confronting | Repairing | Feeding | Spending | CountingPoints
Due = TableDue | TurnDue | RoundEndDue


# -- what a saved game holds --------------------------------------------------------------------------------------

Stage = Literal[
    "set-up", "turns", "confront", "mend", "repair", "feed", "prepare", "closing", "reading", "tallying", "over"
]

MOST_PLAYERS = 4
OfCitizens = Annotated[list[int], Meta(min_length=CITIZENS, max_length=CITIZENS)]
"""A number for every citizen."""

IN_BOX, READY, IDLE, ON_CARD = 0, 1, 2, 3
FIRST_SPACE = 4
"""The numbers that say where a citizen is: in the box, ready, in the Hungry/New zone, on a card, and from 4 on the
actions in order.
"""


GAINED, HELD_BACK, WENT_HUNGRY = 1, 2, 3
"""Why a citizen is in the Hungry/New zone: gained this round; gained and held back one reset more; without food."""


_WHERE: dict[Space, int] = {space: FIRST_SPACE + place for place, space in enumerate(SPACES)}


def where_on(space: Space) -> int:
    """The number of an action of the board as a citizen's place."""
    return _WHERE[space]


def _zeros() -> list[int]:
    """A number for every citizen."""
    return [0] * CITIZENS


class EmpireCard(Struct):
    """An empire card in a city. ``down`` is 1 while it is damaged; ``id`` is unique in this play."""

    id: int
    key: str
    down: int = 0


class Army(Struct):
    """An active military card with the retired ones under it. ``coins`` lie on its picture, ``spent`` on its name."""

    id: int
    key: str
    coins: int = 0
    spent: int = 0
    retired: list[str] = []
    swords: int = 0
    arrows: int = 0


class Threat(Struct):
    """The titan on a player board. ``key`` is empty if unknown."""

    stars: int
    key: str = ""
    ambrosia: int = 0


class Player(Struct):
    """One seat. ``citizens`` holds the place of each citizen by number, ``on`` the ``id`` of the card on which it
    stands.
    """

    seat: int
    coins: int = 0
    knowledge: int = 0
    ambrosia: int = 0
    capital: dict[str, int] = {}
    citizens: OfCitizens = field(default_factory=_zeros)
    on: OfCitizens = field(default_factory=_zeros)
    zone: OfCitizens = field(default_factory=_zeros)
    """Why a citizen is in the Hungry/New zone: see ``GAINED``."""
    cards: list[EmpireCard] = []
    stored: list[str] = []
    districts: list[str] = []
    titans: list[str] = []
    armies: list[Army] = []
    threat: Threat | None = None
    passed: int = 0
    hungry: int = 0
    special: int = 0

    def row(
        self, kind: Literal["empire", "military", "titan", "district", "stored"]
    ) -> list[EmpireCard] | list[Army] | list[str]:
        """The player's cards of a kind."""
        match kind:
            case "empire":
                return self.cards
            case "military":
                return self.armies
            case "titan":
                return self.titans
            case "district":
                return self.districts
            case "stored":
                return self.stored


class ActionSpace(Struct):
    """An action of the board."""

    ambrosia: int = 0
    open: int = 1


class Supply(Struct):
    """The change of the supply since the start; negative for goods given out."""

    coins: int = 0
    knowledge: int = 0
    ambrosia: int = 0


class Switches(Struct, frozen=True):
    """The options of the play. Section 13."""

    edition: Edition = "second"
    practice: bool = False
    start_coins: int = 6
    starting_cards_use_capacity: bool = True
    damaged_cards_use_capacity: bool = True
    new_citizen_usable_next_round: bool = True
    hungry_rechecked: bool = True
    final_repair_income: bool = True
    ambrosia_accumulates: bool = True


class State(Struct):
    """One play. ``agenda`` is a stack: its last item is what the game waits for."""

    switches: Switches
    players: Annotated[list[Player], Meta(max_length=MOST_PLAYERS)]
    box: Box
    places: dict[str, ActionSpace]
    supply: Supply
    agenda: list[Due]
    stage: Stage = "set-up"
    round: int = 1
    first: int = 1
    """The holder of the first-player token, as a place clockwise from the lowest seat."""
    claimed: int = 0
    """The first player of the next round, as a place like ``first``; 0 if that does not change."""
    last: int = 0
    """The seat with the latest turn of this round; 0 before the first turn."""
    ids: int = 0
    companion_rolls: bool = True
    """Whether the companion rolls the damage dice; for that it needs the faces of a die."""
    decks: Annotated[list[int], Meta(min_length=3, max_length=3)] = field(default_factory=lambda: [-1, -1, -1])
    """Titans left in each deck, the open one included; -1 if not counted."""

    @property
    def goods(self) -> tuple[Goods, ...]:
        """The goods of this edition. Section 12."""
        return ("coins", "knowledge", "ambrosia") if self.second else ("coins", "knowledge")

    def player(self, seat: int) -> Player:
        """The player at ``seat``."""
        return next(player for player in self.players if player.seat == seat)

    @property
    def second(self) -> bool:
        """Whether the second edition is played."""
        return self.switches.edition == "second"

    def order(self) -> list[Player]:
        """The players in turn order."""
        return self.clockwise((min(max(self.first, 1), len(self.players)) - 1) % len(self.players))

    def clockwise(self, start: int) -> list[Player]:
        """The players clockwise from place ``start``, an index of ``players``."""
        return [*self.players[start:], *self.players[:start]]

    def new_id(self) -> int:
        """The next number for a card of this play."""
        self.ids += 1
        return self.ids
