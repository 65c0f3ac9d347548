"""What a seat or the table may do, in the order of the rule book.

The fields of a move are in the order of the questions and hold the answers unchanged, so a recorded game can be read as
answers.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Struct

from companion.core.boxes import Fact
from companion.games.ancient_world.box import Entry
from companion.games.ancient_world.tables import Goods, Pay

SmallNumber = Annotated[int, msgspec.Meta(ge=0, le=40)]
Face = Annotated[int, msgspec.Meta(ge=0, le=6)]

AfterEntry = Literal["", "take", "later"]
"""What was chosen after the facts of a card were entered; empty if it was known before."""

NEW, LATER = "new", "later"
"""Answers of card questions that are no card of the box."""


# -- set-up and preparing a round: sections 2 and 3.1 -------------------------------------------------------------


class Begin(Struct, frozen=True, kw_only=True, tag="begin"):
    """Begin the game, by the table: its first player, and the round in which it begins. Section 2."""

    first: int
    round: int


class Prepare(Struct, frozen=True, kw_only=True, tag="prepare"):
    """Prepare a round, by the table: its first player, and how many of the missing titans its deck still gives. Section
    3.1.
    """

    first: int
    given: int = 0


# -- placing a citizen, and the action: section 4 -----------------------------------------------------------------


class Place(Struct, frozen=True, kw_only=True, tag="place"):
    """Put a citizen on an action of the board or on a card of the seat. Section 4. ``citizen`` is its number; ``2+1``
    with 1 skill bought.
    """

    space: str
    entry: Entry | None = None
    citizen: str


class PlaceAgain(Place, frozen=True, kw_only=True, tag="again"):
    """Put a citizen that was placed before on another action, for 4 ambrosia. Section 4.3."""


class Decline(Struct, frozen=True, tag="decline"):
    """Do not do the action on which the citizen was placed. Section 4."""


class BoardAction(Struct, frozen=True, kw_only=True, tag="trade"):
    """Learn, labor or grow, paid in this way. Section 4.1."""

    pay: Pay


class CardChoice(Struct, frozen=True, kw_only=True):
    """A known card, or one whose facts are entered now. ``take`` says whether it is taken or only entered."""

    card: str
    entry: Entry | None = None
    take: AfterEntry = ""


class Build(CardChoice, frozen=True, kw_only=True, tag="build"):
    """Buy an empire card from the row, or build a stored one as the action of a turn. Section 4.1."""


class Explore(CardChoice, frozen=True, kw_only=True, tag="explore"):
    """Store one of the empire cards looked at. Section 4.1."""

    pay: Pay = "both"


class Expand(CardChoice, frozen=True, kw_only=True, tag="expand"):
    """Gain one of the districts looked at. Section 4.1."""

    pay: Pay = "both"


class Rebuild(Struct, frozen=True, kw_only=True, tag="rebuild"):
    """Repair these damaged cards. Section 4.1."""

    cards: tuple[int, ...]


class CardAction(Struct, frozen=True, kw_only=True, tag="reward"):
    """Enter what the action of a card gave; negative numbers for what it took. Section 4."""

    coins: int
    knowledge: int
    ambrosia: int = 0


class Upgrade(Struct, frozen=True, kw_only=True, tag="upgrade"):
    """Swap this citizen for the next number that is free; 0 for none. Section 4.2."""

    citizen: int


# -- armies: section 5.1 ------------------------------------------------------------------------------------------


class Recruit(CardChoice, frozen=True, kw_only=True, tag="recruit"):
    """Buy a military card. ``over`` is the army whose active card retires under it; 0 for a new army. Section 5.1."""

    over: int = 0


class Train(Struct, frozen=True, kw_only=True, tag="train"):
    """Improve an army: more symbols, fewer coins on it. Section 4.1."""

    pay: Pay
    army: int
    swords: SmallNumber
    arrows: SmallNumber
    off: SmallNumber = 0


class Disband(Struct, frozen=True, kw_only=True, tag="disband"):
    """Discard these armies, which are above the limit. Section 5.1."""

    armies: tuple[int, ...]


# -- attacking: section 5 -----------------------------------------------------------------------------------------


class Attack(Struct, frozen=True, kw_only=True, tag="attack"):
    """Attack the titan on a deck (``deck-1``) or a board (``board-4``) with armies (``3+5``). Section 5.

    Swords that these armies lack are bought with ambrosia. With ``later`` the facts are only entered.
    """

    target: str
    titan: str
    entries: tuple[Entry, ...] = ()
    force: str


# -- damage: section 6 --------------------------------------------------------------------------------------------


class Roll(Struct, frozen=True, kw_only=True, tag="roll", omit_defaults=True):
    """Answer how damage dice are rolled whose faces are unknown. Section 6.

    Either the ``dice`` as they fell, or how many of the six faces are ``blank`` and show a ``titan`` or a ``coin``; the
    others show two titans.
    """

    how: Literal["faces", "hand"]
    blank: Face = 0
    titan: Face = 0
    coin: Face = 0
    keep: bool = False
    dice: tuple[str, ...] = ()


class Damage(Struct, frozen=True, kw_only=True, tag="wounds"):
    """Turn these empire cards face down. Section 6."""

    cards: tuple[int, ...]


class CoinEffect(Struct, frozen=True, kw_only=True, tag="strike"):
    """Choose what a coin symbol hits: an army or a district, by its place. Section 6."""

    at: int


# -- passing, ambrosia, texts of cards: sections 3.2, 4.3 and 8 ---------------------------------------------------


class Pass(Struct, frozen=True, tag="pass"):
    """Pass: take no more actions this round. Section 3.2."""


class Spend(Struct, frozen=True, kw_only=True, tag="spend"):
    """Spend ambrosia on a coin, or on the repair of ``card``. Section 4.3."""

    on: Literal["coin", "repair"]
    card: int = 0


class StopSpending(Struct, frozen=True, tag="close"):
    """Spend no more ambrosia before the next due. Section 4.3."""


class GainGoods(Struct, frozen=True, kw_only=True, tag="gain"):
    """Enter that a card gives goods, or takes them (negative numbers), besides the action of a turn."""

    goods: Goods
    n: Annotated[int, msgspec.Meta(ge=-9, le=9)]


class ClaimFirst(Struct, frozen=True, kw_only=True, tag="claim"):
    """Enter who is first player of the next round. Section 8."""

    first: int


class NameTitan(Struct, frozen=True, kw_only=True, tag="note"):
    """Enter which titan is on the board of a seat."""

    board: int
    titan: str
    entry: Entry | None = None


class TakeCard(Struct, frozen=True, kw_only=True, tag="take"):
    """Enter that a seat gets a card without payment, by the text of another card or as a correction."""

    kind: Literal["empire", "military", "titan", "district"]
    card: str
    stars: int | None = None
    entry: Entry | None = None
    stored: bool = False


class LoseCard(Struct, frozen=True, kw_only=True, tag="lose"):
    """Enter that a seat loses a card without compensation. ``at`` is its place among the cards of that kind."""

    kind: Literal["empire", "military", "titan", "district", "stored"]
    at: int


# -- the end of a round: section 3.3 ------------------------------------------------------------------------------


class Confront(Struct, frozen=True, kw_only=True, tag="confront"):
    """Appease the titan on the seat's board, or roll. ``titan`` says which one it is. Section 3.3."""

    titan: str
    entry: Entry | None = None
    how: Literal["appease", "roll"]


class Repair(Struct, frozen=True, kw_only=True, tag="repair"):
    """Repair these cards: the repair income. Section 3.3."""

    cards: tuple[int, ...]


class Feed(Struct, frozen=True, kw_only=True, tag="feed"):
    """Feed this number of citizens with ``ambrosia``; the ``hungry`` ones go to the Hungry/New zone. Section 3.3."""

    ambrosia: SmallNumber
    hungry: tuple[int, ...]


# -- before scoring: section 9 ------------------------------------------------------------------------------------


class EnterFact(Struct, frozen=True, kw_only=True, tag="read"):
    """Enter a fact that scoring needs, by the table. Section 9."""

    value: Fact
    keep: bool


class CountPoints(Struct, frozen=True, kw_only=True, tag="tally"):
    """Enter the points that the texts of cards give. Section 9."""

    points: Annotated[int, msgspec.Meta(ge=0, le=99)]


Move = (
    Begin
    | Prepare
    | Place
    | PlaceAgain
    | Decline
    | BoardAction
    | Build
    | Explore
    | Expand
    | Rebuild
    | CardAction
    | Upgrade
    | Recruit
    | Train
    | Disband
    | Attack
    | Roll
    | Damage
    | CoinEffect
    | Pass
    | Spend
    | StopSpending
    | GainGoods
    | ClaimFirst
    | NameTitan
    | TakeCard
    | LoseCard
    | Confront
    | Repair
    | Feed
    | EnterFact
    | CountPoints
)
