"""The options for ambiguous rules with their defaults, the kinds of chance, and the levels of detail."""

from __future__ import annotations

from companion.core.setup import ChanceKind, GameOption
from companion.core.wording import say

YES_NO = ((False, say("no")), (True, say("yes")))

OPTIONS: tuple[GameOption, ...] = (
    GameOption(
        "store-price",
        say("A store costs 1 wood"),
        "store",
        (("store", say("whatever its size")), ("tile", say("for each tile"))),
        "12.5",
    ),
    GameOption("in-turn", say("Anybody may ask to play a phase one after another"), True, YES_NO, "3"),
    GameOption(
        "famine-rise",
        say("Famine rises"),
        "after",
        (("after", say("after the graves")), ("before", say("before the graves"))),
        "12.5",
    ),
    GameOption(
        "forced-labour",
        say("Forced labour drives"),
        "all",
        (("all", say("every site")), ("choice", say("the sites its owner chooses"))),
        "12.5",
    ),
    GameOption("goods-limit", say("No more than 48 of each good"), False, YES_NO, "12.5"),
    GameOption(
        "stocks",
        say("Goods owned"),
        "open",
        (("open", say("open outside city building")), ("hidden", say("always behind the screen"))),
        "12.5",
    ),
    GameOption("piece-limits", say("Shared pieces run out"), True, YES_NO, "5.1, 12.5"),
    GameOption(
        "shortage",
        say("When too few shared pieces are left"),
        "order",
        (("order", say("the first in turn order gets them")), ("all", say("everybody may build once more"))),
        "13.9",
    ),
    GameOption("polluted-fishery", say("A fishery may stand on polluted land"), True, YES_NO, "12.5"),
    GameOption("fishery-harbour", say("A fishery needs a working harbour"), False, YES_NO, "7"),
)

CHANCE = (
    ChanceKind("order", say("The men drawn for the turn order")),
    ChanceKind("marker", say("Exploration markers"), "cardboard"),
)

LEVELS = (
    ("grids", say("City maps on the screens")),
    ("counters", say("City maps on cardboard, counted here")),
)
