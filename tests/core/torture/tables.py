"""The numbers printed on board and cards."""

from __future__ import annotations

from typing import Literal

from companion.core.boxes import Box, BoxField, BoxKind
from companion.core.wording import Message, say

Where = Literal["market", "library", "arsenal", "senate"]
What = Literal["tax", "arm"]
Piece = Literal["fleet", "fort"]
Face = Literal["owl", "bull", "dolphin"]

RONDEL: dict[Where, Message] = {
    "market": say("Market: 2 gold"),
    "library": say("Library: a card"),
    "arsenal": say("Arsenal: a fleet"),
    "senate": say("Senate: a vote"),
}
ORDERS: dict[What, Message] = {"tax": say("Tax: 1 gold more"), "arm": say("Arm: a fleet for 1 gold")}
PIECES: dict[Piece, Message] = {"fleet": say("a fleet"), "fort": say("a fort")}
FACES: dict[Face, Message] = {"owl": say("Owl"), "bull": say("Bull"), "dolphin": say("Dolphin")}
DECK: dict[Face, int] = {"owl": 8, "bull": 6, "dolphin": 4}
SHIPPED: Box = {"card": {"owl": {"worth": 1}, "bull": {}, "dolphin": {}}}
WORTH = BoxField("worth", say("Worth"), 0, 5)
CARDS = BoxKind("card", say("Card"), (WORTH,), tuple(FACES.items()))
ORDERS_A_PLAN = 2
HITS_FROM = 4
LAURELS_TO_WIN = 2
