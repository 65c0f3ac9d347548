"""The options of a table, and the values that a profile sets. Section 1."""

from __future__ import annotations

from companion.core.setup import ChanceKind, GameOption, OptionValue, Setup
from companion.core.wording import say, verbatim
from companion.games.antike import tables
from companion.games.antike.box import atlas
from companion.games.antike.state import Switches
from companion.games.antike.tables import Side

PROFILE = "profile"
"""The value of an option that follows the profile."""

AS_PROFILE = (PROFILE, say("as the profile says"))
YES_NO = ((True, say("yes")), (False, say("no")))

PROFILES: dict[int, dict[str, OptionValue]] = {
    2005: {
        "coin-timing": "turn",
        "maneuver-order": "mixed",
        "all8-trade": "one-for-one",
        "all8-bonus": "none",
        "score-marker": "cards",
    },
    2006: {
        "coin-timing": "round",
        "maneuver-order": "phases",
        "all8-trade": "two-for-one",
        "all8-bonus": "extra",
        "score-marker": "stone",
    },
}

OPTIONS = (
    GameOption(
        "profile",
        say("Rules"),
        2005,
        ((2005, say("booklet of 2005")), (2006, say("booklet of 2006"))),
        "1",
        basic=True,
    ),
    GameOption("side", say("Board side"), "east", (("east", say("East")), ("west", say("West"))), "2", basic=True),
    GameOption(
        "coin-timing",
        say("The coin"),
        PROFILE,
        (AS_PROFILE, ("turn", say("before each own turn")), ("round", say("all at the start of the round"))),
        "1",
    ),
    GameOption(
        "maneuver-order",
        say("Order of battles and conquests"),
        PROFILE,
        (AS_PROFILE, ("mixed", say("battles and conquests mixed")), ("phases", say("all battles first"))),
        "1",
    ),
    GameOption(
        "all8-trade",
        say("Trading right of all eight"),
        PROFILE,
        (AS_PROFILE, ("one-for-one", say("one for one")), ("two-for-one", say("two for one"))),
        "1, 13.12",
    ),
    GameOption(
        "all8-bonus",
        say("Personality for all eight"),
        PROFILE,
        (AS_PROFILE, ("none", say("none")), ("extra", say("one of the fullest stack"))),
        "1",
    ),
    GameOption(
        "target-3-nations",
        say("Three nations play to"),
        10,
        ((10, say("10 personalities")), (12, say("12 personalities"))),
        "8",
    ),
    GameOption(
        "arming-cap",
        say("Arming"),
        "province",
        (("province", say("capacity of each province")), ("pooled", say("all capacity in one pool"))),
        "13.7",
    ),
    GameOption(
        "same-space",
        say("The same rondel space again costs"),
        5,
        ((5, say("5, by the formula")), (8, say("8, as printed in 2005"))),
        "13.1",
    ),
    GameOption(
        "score-marker",
        say("Personalities are shown by"),
        PROFILE,
        (AS_PROFILE, ("cards", say("cards only")), ("stone", say("a stone on the score track"))),
        "1",
    ),
    GameOption(
        "generals-value", say("A general counts"), 1, ((1, say("one")), (2, say("two (military variation)"))), "1"
    ),
    GameOption(
        "start-cities",
        say("Start cities"),
        3,
        ((3, say("three")), (1, say("one of the three (longer game)"))),
        "1",
    ),
    GameOption(
        "start-places",
        say("Where start cities lie"),
        "printed",
        (("printed", say("as printed on the cards")), ("named", say("each nation names them"))),
        "3",
    ),
    GameOption("coins", say("Coins in the box"), 30, ((30, verbatim("30")), (32, verbatim("32"))), "13.11"),
    GameOption(
        "chips",
        say("Resource chips"),
        0,
        ((0, say("never run out")), (tables.CHIPS, say("{n} of each resource in all", n=tables.CHIPS))),
        "13.11",
    ),
    GameOption("empty-action", say("A space may be used without its goods"), True, YES_NO, "13.17"),
    GameOption("bare-bonus", say("Market and Currency without a city of the type"), True, YES_NO, "13.8"),
)

CHANCE = (ChanceKind("nation", say("Nations"), laid=True),)
LEVELS = (
    ("provinces", say("Cities by the names of their provinces")),
    ("counters", say("Counters only: no map")),
)


def switches(setup: Setup, nations: int) -> Switches:
    """The options of a table with this number of nations, with those that follow the profile filled in."""
    options = setup.options
    profile = PROFILES[int(options["profile"])]

    def value(key: str) -> OptionValue:
        return profile[key] if options[key] == PROFILE else options[key]

    side: Side = "west" if options["side"] == "west" else "east"
    named, known = setup.level != "counters", enough_provinces(setup, side, nations)
    return Switches(
        profile=int(options["profile"]),
        side=side,
        mapped=named and known,
        map_missing=named and not known,
        coins_each_round=value("coin-timing") == "round",
        phases=value("maneuver-order") == "phases",
        trade_rate=2 if value("all8-trade") == "two-for-one" else 1,
        extra_card=value("all8-bonus") == "extra",
        target=tables.TARGETS.get(nations, int(options["target-3-nations"])),
        pooled_arming=options["arming-cap"] == "pooled",
        same_space=tables.SAME_SPACE_2005 if options["same-space"] == tables.SAME_SPACE_2005 else 0,
        score_stone=value("score-marker") == "stone",
        general_points=int(options["generals-value"]),
        start_cities=int(options["start-cities"]),
        named_start=options["start-places"] == "named" or side == "west",
        coins=int(options["coins"]),
        chips=int(options["chips"]),
        empty_action=bool(options["empty-action"]),
        bare_bonus=bool(options["bare-bonus"]),
    )


def enough_provinces(setup: Setup, side: Side, nations: int) -> bool:
    """Whether enough provinces of each type are known for the start cities of all nations."""
    types = [province.good for province in atlas(side, setup.box).values()]
    return all(types.count(good) > nations for good in ("marble", "iron", "gold"))
