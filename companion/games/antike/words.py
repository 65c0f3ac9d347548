"""Words for spaces, know-how, amounts and payments, and the notes about them."""

from __future__ import annotations

from companion.core.wording import N_, Message, Verbatim, Wording, in_a_row, say, say_n
from companion.games.antike import tables
from companion.games.antike.moves import Split
from companion.games.antike.tables import Good, Know, Unit, Where


def split_words(split: Split) -> Wording:
    """The words for a payment."""
    parts = [amount(good, n) for good, n in split.goods.items() if n]
    return in_a_row([*parts, coins(split.coins)] if split.coins else parts)


def sign(split: Split) -> str:
    """The icon of a payment of one kind only; else empty."""
    kinds = [*(good for good, n in split.goods.items() if n), *(["coin"] if split.coins else [])]
    return kinds[0] if len(kinds) == 1 else ""


# The English board of 2005 prints CAMPAIGN and SCIENCE, the booklet of 2006 says MANEUVER and KNOW-HOW.
# Not in the catalogue: "Science" is also a discovery of Olympos with another name in Spanish.
_SCIENCE = Verbatim({"": "Science", "es": "Conocimiento", "de": "Fortschritt"})
_SPACES: dict[Where, Wording] = {
    "iron": say("Iron"),
    "temple": say("Temple"),
    "gold": say("Gold"),
    "maneuver-a": say("Campaign"),
    "arming": say("Arming"),
    "marble": say("Marble"),
    "know-how": _SCIENCE,
    "maneuver-b": say("Campaign"),
}
SPACE_NAMES: dict[int, dict[Where, Wording]] = {
    2005: _SPACES,
    2006: _SPACES | {"maneuver-a": say("Maneuver"), "know-how": say("Know-how"), "maneuver-b": say("Maneuver")},
}

KNOW_NAMES: dict[Know, Message] = {
    "wheel": say("Wheel"),
    "roads": say("Roads"),
    "sailing": say("Sailing"),
    "navigation": say("Navigation"),
    "market": say("Market"),
    "currency": say("Currency"),
    "monarchy": say("Monarchy"),
    "democracy": say("Democracy"),
}
KNOW_EFFECTS: dict[Know, Message] = {
    "wheel": say("Each legion has 2 actions."),
    "roads": say("Each legion has 3 actions."),
    "sailing": say("Each galley has 2 actions."),
    "navigation": say("Each galley has 3 actions."),
    "market": say("Every production yields 1 more."),
    "currency": say("Every production yields 2 more."),
    "monarchy": say("Your cities defend with 1 more."),
    "democracy": say("Your cities defend with 2 more."),
}

DIGESTS: dict[Where, tuple[Message, ...]] = {
    "temple": (
        say("5 marble a temple, one a city; as many as you like."),
        say("A city with temple yields, arms and defends as three."),
    ),
    "arming": (say("1 iron a unit. A city arms 1, with temple 3."),),
    "know-how": (
        say(
            "The first to have one pays {first} or {first_advanced} gold and wins a scholar; all others pay {later} or "
            "{later_advanced}.",
            first=tables.FIRST_PRICE[1],
            first_advanced=tables.FIRST_PRICE[2],
            later=tables.LATER_PRICE[1],
            later_advanced=tables.LATER_PRICE[2],
        ),
        say("The advanced one needs the basic one."),
    ),
    "maneuver-a": (
        say("Moves need no word. A battle removes one for one, of the same kind."),
        say("A conquest costs as many units with an action left as the defence: 1 or 3, units there, know-how."),
    ),
}
"""What the page says about a space while it is carried out."""

WEST_PAIRS = say(
    "Two players, west side: the booklet of 2005 pairs Greeks with Persians, who by its own list only play with six "
    "nations. Here Greeks go with Germans.",
    short=N_("Greeks with Germans"),
)
"""The pairs of nations on the west side, which differ from the booklet of 2005. Sections 3 and 13.10."""

NEXT_TEMPLE_WINS = say("All personalities are gone: the next temple destroyed wins.", short=N_("Next temple wins"))


def amount(good: Good, n: int) -> Message:
    """The words for ``n`` of a good."""
    match good:
        case "marble":
            return say("{n} marble", short=N_("{n}M"), n=n)
        case "iron":
            return say("{n} iron", short=N_("{n}I"), n=n)
        case "gold":
            return say("{n} gold", short=N_("{n}G"), n=n)


def coins(n: int) -> Message:
    """The words for ``n`` coins."""
    return say_n("{n} coin", "{n} coins", n, short=N_("{n}C"))


def action_words(n: int) -> Message:
    """The words for ``n`` actions of a unit in a manoeuvre."""
    return say_n("{n} action", "{n} actions", n)


def units(unit: Unit, n: int) -> Message:
    """The words for ``n`` legions or galleys."""
    if unit == "legion":
        return say_n("{n} legion", "{n} legions", n, short=N_("{n}L"))
    return say_n("{n} galley", "{n} galleys", n, short=N_("{n}Gal"))
