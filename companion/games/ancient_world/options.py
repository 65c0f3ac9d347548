"""The options and the kinds of chance. Sections 12 and 13."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from companion.core.setup import ChanceKind, GameOption, OptionValue, Setup
from companion.core.wording import Wording, say
from companion.games.ancient_world.state import Switches
from companion.games.ancient_world.tables import START_COINS

DAMAGE = "damage"
"""The key of the kind of chance: one damage die."""

CHANCE = (ChanceKind(DAMAGE, say("Damage dice"), "cardboard"),)

YES_NO: tuple[tuple[OptionValue, Wording], ...] = ((True, say("yes")), (False, say("no")))


def _switch(key: str, label: Wording) -> GameOption:
    return GameOption(key, label, True, YES_NO, "13")


SECOND: tuple[str, OptionValue] = ("edition", "second")
"""The option and value with which the options about ambrosia apply: the first edition has no ambrosia."""

SWITCHES = (
    _switch("starting-cards-use-capacity", say("Starting empire cards use capacity")),
    _switch("damaged-cards-use-capacity", say("Damaged cards use capacity")),
    _switch("new-citizen-usable-next-round", say("A new citizen is usable next round")),
    _switch("hungry-rechecked", say("Hunger is checked anew each round")),
    _switch("final-repair-income", say("Repair income in the last round")),
    structs.replace(_switch("ambrosia-accumulates", say("Ambrosia accumulates on the board")), only=SECOND),
)
OPTIONS = (
    GameOption(
        "edition",
        say("Edition"),
        "second",
        (("second", say("Second (2019)")), ("first", say("First (2014)"))),
        "12",
        basic=True,
    ),
    GameOption(
        "box", say("Box"), "own", (("own", say("our own cards")), ("practice", say("practice, invented"))), basic=True
    ),
    GameOption(
        "start-coins",
        say("First edition: starting coins"),
        START_COINS,
        ((6, say("6")), (5, say("5"))),
        "12",
        only=("edition", "first"),
    ),
    *SWITCHES,
)


def switches_of(setup: Setup) -> Switches:
    """The options of a play in a struct; the starting coins are a switch of the first edition only."""
    options: dict[str, Any] = setup.options
    first = options["edition"] == "first"
    return Switches(
        edition="first" if first else "second",
        practice=options["box"] == "practice",
        start_coins=options["start-coins"] if first else START_COINS,
        **{switch.key.replace("-", "_"): options[switch.key] for switch in SWITCHES},
    )
