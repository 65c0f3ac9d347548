"""The options of the game, and its kinds of chance."""

from __future__ import annotations

from typing import Any

from companion.core.setup import ChanceKind, GameOption, Setup
from companion.core.wording import Wording, say
from companion.games.olympos.state import Options

NO_YES = ((False, say("no")), (True, say("yes")))
LEVELS: tuple[tuple[str, Wording], ...] = (
    ("full", say("Full: the companion works out every price")),
    ("light", say("Light: you enter what an action costs and brings")),
)
OPTIONS = (
    GameOption(
        "box",
        say("Box"),
        "own",
        (
            ("own", say("Our own box: what is printed is asked once")),
            ("practice", say("Practice box: invented numbers")),
        ),
        "12",
        basic=True,
    ),
    GameOption("bonus-hourglasses", say("Hourglasses won pay for the same action"), True, NO_YES, "12"),
    GameOption(
        "democracy",
        say("Democracy wins"),
        "every-tie",
        (
            ("every-tie", say("every tie, in defence and for the fewest too")),
            ("own-good", say("ties in attack and for the most only")),
        ),
        "4, 7, 12",
    ),
    GameOption(
        "two-zeus",
        say("Two Zeus spaces in one turn"),
        "one-by-one",
        (("one-by-one", say("one after the other")), ("draws-first", say("both Destiny cards first"))),
        "6, 12",
    ),
    GameOption(
        "zeus-cards",
        say("Zeus cards may be added by"),
        "all",
        (("all", say("everybody")), ("drawer", say("only whoever revealed"))),
        "12",
    ),
    GameOption("end-anywhere", say("A move may end on own territory or at sea"), False, NO_YES, "12"),
    GameOption(
        "stone-tie",
        say("Stone card on a tie"),
        "democracy",
        (
            ("democracy", say("nothing, but for Democracy")),
            ("nobody", say("nothing")),
            ("all", say("counts as most")),
        ),
        "12",
    ),
    GameOption("hourglass-limit", say("Only 12 hourglasses"), False, NO_YES, "12"),
    GameOption("hades-covered", say("Hades may take a covered settler"), True, NO_YES, "12"),
    GameOption("cross-always", say("The Cross stops every action"), True, NO_YES, "9"),
    GameOption("prestige-open", say("Everybody sees prestige totals"), False, NO_YES, "11"),
)
CHANCE = (
    ChanceKind("stack", say("Starting stack")),
    ChanceKind("start-cube", say("Starting cubes")),
    ChanceKind("layout", say("Discoveries and wonders on the board")),
    ChanceKind("destiny", say("Destiny cards"), "cardboard"),
    ChanceKind("olympos", say("Olympos cards"), "cardboard"),
)


def chosen(setup: Setup) -> Options:
    """The options chosen for a game."""
    of: dict[str, Any] = {option.key.replace("-", "_"): setup.options[option.key] for option in OPTIONS[1:]}
    return Options(**of)
