"""The options of a play, the levels of tracking and the kinds of chance. Sections 12, 13, 17.1 and 18."""

from __future__ import annotations

from companion.core.setup import ChanceKind, GameOption
from companion.core.wording import say

OPTIONS = (
    GameOption(
        "box",
        say("Components"),
        "own",
        (("own", say("your own box")), ("practice", say("practice box, invented numbers"))),
        "17.1",
        basic=True,
    ),
    GameOption("deal", say("Cards dealt"), 6, ((6, say("six")), (7, say("seven, discard one"))), "18"),
    GameOption("olympiad", say("First Olympiad"), 84, ((84, say("84")), (83, say("83"))), "18"),
    GameOption(
        "hellespont",
        say("Hellespont closed: Athens loses"),
        "block",
        (("block", say("a block")), ("step", say("a step"))),
        "12",
    ),
    GameOption("syracuse", say("Hidden value of Syracuse"), False, ((False, say("no")), (True, say("yes"))), "13"),
)

CHANCE = (
    ChanceKind("deal", say("Cards")),
    ChanceKind("battle", say("Battle dice"), "cardboard"),
    ChanceKind("attrition", say("Attrition dice"), "cardboard"),
)

LEVELS = (
    ("light", say("Light: cards, battles, sieges, points")),
    ("full", say("Full: every block on its owner's phone")),
    ("battle", say("A single battle")),
)
