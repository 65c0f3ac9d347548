"""The switches of the game, what chance does in it, and what a box holds."""

from __future__ import annotations

from companion.core.boxes import BoxField, BoxKind
from companion.core.setup import ChanceKind, GameOption, Setup
from companion.core.wording import Message, Wording, say
from companion.games.olympos.state import Options
from companion.games.olympos.tables import (
    BONUSES,
    CHEAPENING,
    DESTINIES,
    DISCOVERIES,
    RESOURCES,
    SPACES,
    WONDERS,
    ZEUS_SPACES,
    column_of,
    row_of,
)

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
    GameOption(
        "bonus-hourglasses",
        say("Hourglasses won pay for the same action"),
        True,
        NO_YES,
        "12",
    ),
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


def zeus_field(number: int) -> str:
    return f"zeus{number}"


def space_label(space: str) -> Message:
    return say("Row {row}, column {column}", row=row_of(space), column=column_of(space))


def _counts() -> tuple[BoxField, ...]:
    return tuple(BoxField(resource, label, 0, 9) for resource, label in RESOURCES.items())


TRACK = BoxKind(
    "track",
    say("Time Track"),
    (
        *(BoxField(zeus_field(n), say("Zeus space {n}", n=n), 1, 150) for n in range(1, ZEUS_SPACES + 1)),
        BoxField("cross", say("Cross space"), 1, 160),
    ),
    (("track", say("Time Track")),),
)
TIME = BoxKind("time", say("Points at the end of the Time Track"), (BoxField("points", say("Points"), 0, 5),), (), 60)
SPACE = BoxKind(
    "space",
    say("Development board"),
    (
        *_counts(),
        BoxField("grey", say("Grey groups"), 1, 9, (), many=True),
        BoxField("bonus", say("Bonuses"), 0, 0, tuple((key, label) for key, label in BONUSES.items()), many=True),
    ),
    tuple((space, space_label(space)) for space in SPACES),
)
WONDER = BoxKind(
    "wonder",
    say("Wonder"),
    (BoxField("stars", say("Stars"), 1, 12), BoxField("points", say("Points"), 8, 12)),
    tuple(WONDERS.items()),
)
TILE = BoxKind(
    "tile",
    say("Resources of Money and Agriculture"),
    (BoxField("resources", say("On its two tiles"), 0, 0, tuple(RESOURCES.items()), many=True),),
    tuple((key, DISCOVERIES[key].label) for key in CHEAPENING),
)
DESTINY = BoxKind(
    "destiny",
    say("Destiny card"),
    (BoxField("copies", say("How many"), 0, 22),),
    tuple((key, face.label) for key, face in DESTINIES.items()),
)
PRESTIGE = BoxKind(
    "prestige",
    say("Prestige tokens"),
    (BoxField("values", say("The values of the 28"), 1, 20, (), many=True),),
    (("tokens", say("Prestige tokens")),),
)
DISCOVERY = BoxKind(
    "discovery",
    say("Discovery"),
    (BoxField("row", say("Row"), 1, 5), BoxField("swords", say("Swords"), 0, 3), BoxField("zeus", say("Zeus"), 0, 3)),
    tuple((key, discovery.label) for key, discovery in DISCOVERIES.items()),
)
KINDS = (TRACK, TIME, SPACE, WONDER, TILE, DESTINY, PRESTIGE, DISCOVERY)


def chosen(setup: Setup) -> Options:
    """The switches of a set-up."""
    of = setup.options
    return Options(
        bonus_hourglasses=bool(of["bonus-hourglasses"]),
        democracy=str(of["democracy"]),
        two_zeus=str(of["two-zeus"]),
        zeus_cards=str(of["zeus-cards"]),
        end_anywhere=bool(of["end-anywhere"]),
        stone_tie=str(of["stone-tie"]),
        hourglass_limit=bool(of["hourglass-limit"]),
        hades_covered=bool(of["hades-covered"]),
        cross_always=bool(of["cross-always"]),
        prestige_open=bool(of["prestige-open"]),
    )
