"""What a seat or the table may do."""

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
"""What was said after a card was entered; empty when it was known before."""

NEW, LATER = "new", "later"
"""Answers that are no card of the box."""


# -- set-up and preparing a round: sections 2 and 3.1 -------------------------------------------------------------


class Begin(Struct, frozen=True, kw_only=True, tag="begin"):
    """The table: which seat is first player, and in which round the play begins."""

    first: int
    round: int


class Prepare(Struct, frozen=True, kw_only=True, tag="prepare"):
    """The table: who is first player now; how many of the missing titans the round's deck still gives."""

    first: int
    given: int = 0


# -- placing a citizen, and the action: section 4 -----------------------------------------------------------------


class Place(Struct, frozen=True, kw_only=True, tag="place"):
    """Put a citizen on an action or a card of one's own. ``citizen`` is its number, ``2+1`` with 1 skill bought."""

    space: str
    entry: Entry | None = None
    citizen: str


class PlaceAgain(Place, frozen=True, kw_only=True, tag="again"):
    """Put a citizen that was placed before on another action, for 4 ambrosia."""


class Decline(Struct, frozen=True, tag="decline"):
    """Leave the action of the citizen just placed alone."""


class BoardAction(Struct, frozen=True, kw_only=True, tag="trade"):
    """Learn, take coins or grow, paid like this."""

    pay: Pay


class CardChoice(Struct, frozen=True, kw_only=True):
    """A card of the box, or one whose facts are entered now and that is taken or only kept."""

    card: str
    entry: Entry | None = None
    take: AfterEntry = ""


class Build(CardChoice, frozen=True, kw_only=True, tag="build"):
    """Buy an empire card from the row, or on one's turn build a stored one."""


class Explore(CardChoice, frozen=True, kw_only=True, tag="explore"):
    """Keep one of the cards looked at: it is stored."""

    pay: Pay = "both"


class Expand(CardChoice, frozen=True, kw_only=True, tag="expand"):
    """Gain a district."""

    pay: Pay = "both"


class Rebuild(Struct, frozen=True, kw_only=True, tag="rebuild"):
    """Turn these damaged cards up again."""

    cards: tuple[int, ...]


class CardAction(Struct, frozen=True, kw_only=True, tag="reward"):
    """What a card action gave (below 0: took)."""

    coins: int
    knowledge: int
    ambrosia: int = 0


class Upgrade(Struct, frozen=True, kw_only=True, tag="upgrade"):
    """Swap this citizen for the next number that is free; 0 lets it be."""

    citizen: int


# -- armies: section 5.1 ------------------------------------------------------------------------------------------


class Recruit(CardChoice, frozen=True, kw_only=True, tag="recruit"):
    """Buy a military card. ``over`` is the army whose active card retires under it, 0 for a new army."""

    over: int = 0


class Train(Struct, frozen=True, kw_only=True, tag="train"):
    """Improve an army as the board says: more symbols, fewer coins on it."""

    pay: Pay
    army: int
    swords: SmallNumber
    arrows: SmallNumber
    off: SmallNumber = 0


class Disband(Struct, frozen=True, kw_only=True, tag="disband"):
    """Discard these armies: there are more than the limit."""

    armies: tuple[int, ...]


# -- attacking: section 5 -----------------------------------------------------------------------------------------


class Attack(Struct, frozen=True, kw_only=True, tag="attack"):
    """Attack the titan on top of a deck (``deck-1``) or on a board (``board-4``) with armies (``3+5``).

    As many swords are bought with ambrosia as these armies lack. ``later`` only keeps what was entered.
    """

    target: str
    titan: str
    entries: tuple[Entry, ...] = ()
    force: str


# -- damage: section 6 --------------------------------------------------------------------------------------------


class Roll(Struct, frozen=True, kw_only=True, tag="roll", omit_defaults=True):
    """Damage dice whose faces nobody had entered: how many of a die's six are ``blank`` and show a ``titan`` or a
    ``coin`` (the others show two titans), or the ``dice`` as they fell.
    """

    how: Literal["faces", "hand"]
    blank: Face = 0
    titan: Face = 0
    coin: Face = 0
    keep: bool = False
    dice: tuple[str, ...] = ()


class Damage(Struct, frozen=True, kw_only=True, tag="wounds"):
    """Turn these cards face down."""

    cards: tuple[int, ...]


class CoinEffect(Struct, frozen=True, kw_only=True, tag="strike"):
    """The effect of a coin symbol. ``at`` is the army it loads or strips, or the district that goes."""

    at: int


# -- passing, ambrosia, texts of cards: sections 3.2, 4.3 and 8 ---------------------------------------------------


class Pass(Struct, frozen=True, tag="pass"):
    """No more actions this round."""


class Spend(Struct, frozen=True, kw_only=True, tag="spend"):
    """Ambrosia for a coin, or for repairing ``card``."""

    on: Literal["coin", "repair"]
    card: int = 0


class StopSpending(Struct, frozen=True, tag="close"):
    """No more ambrosia is spent."""


class GainGoods(Struct, frozen=True, kw_only=True, tag="gain"):
    """A card gives or takes something, beside the turn."""

    goods: Goods
    n: Annotated[int, msgspec.Meta(ge=-9, le=9)]


class ClaimFirst(Struct, frozen=True, kw_only=True, tag="claim"):
    """Who is to be first player next round."""

    first: int


class NameTitan(Struct, frozen=True, kw_only=True, tag="note"):
    """Say which titan is on the board of a seat."""

    board: int
    titan: str
    entry: Entry | None = None


class TakeCard(Struct, frozen=True, kw_only=True, tag="take"):
    """A card comes to the seat without payment: by the text of another card, or to set right what lies there."""

    kind: Literal["empire", "military", "titan", "district"]
    card: str
    stars: int | None = None
    entry: Entry | None = None
    stored: bool = False


class LoseCard(Struct, frozen=True, kw_only=True, tag="lose"):
    """A card leaves the seat without anything in return. ``at`` is its place in the seat's row of that kind."""

    kind: Literal["empire", "military", "titan", "district", "stored"]
    at: int


# -- the end of a round: section 3.3 ------------------------------------------------------------------------------


class Confront(Struct, frozen=True, kw_only=True, tag="confront"):
    """Appease the titan on the own board, or roll. ``titan`` says which one it is."""

    titan: str
    entry: Entry | None = None
    how: Literal["appease", "roll"]


class Repair(Struct, frozen=True, kw_only=True, tag="repair"):
    """The repair income."""

    cards: tuple[int, ...]


class Feed(Struct, frozen=True, kw_only=True, tag="feed"):
    """``ambrosia`` citizens are fed with ambrosia; ``hungry`` ones go to the Hungry/New zone."""

    ambrosia: SmallNumber
    hungry: tuple[int, ...]


# -- before scoring: section 9 ------------------------------------------------------------------------------------


class EnterFact(Struct, frozen=True, kw_only=True, tag="read"):
    """The table: a fact that scoring needs."""

    value: Fact
    keep: bool


class CountPoints(Struct, frozen=True, kw_only=True, tag="tally"):
    """The points of the cards with a scoring text."""

    points: Annotated[int, msgspec.Meta(ge=0, le=99)]


TurnMove = Place | PlaceAgain | Attack | Pass | Spend | GainGoods | ClaimFirst | NameTitan | TakeCard | LoseCard
ActionMove = Decline | BoardAction | Build | Explore | Expand | Recruit | Rebuild | Train | CardAction
DamageMove = Upgrade | Roll | Damage | CoinEffect | Disband
RoundMove = Begin | Prepare | Confront | Repair | Feed | StopSpending | EnterFact | CountPoints
Move = TurnMove | ActionMove | DamageMove | RoundMove
