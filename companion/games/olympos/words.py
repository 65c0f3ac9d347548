"""Names of spaces, discoveries, resources, prices and settlers in sentences, and hints about the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from companion.core.options import Colour
from companion.core.wording import N_, Message, Wording, in_a_row, say, say_n, verbatim
from companion.games.olympos.tables import (
    BONUSES,
    DISCOVERIES,
    GREY_BONUS,
    RESOURCES,
    Bonus,
    Resource,
    Special,
    column_of,
    row_of,
)

NONE = verbatim("-")
GREY = say("grey")
ANOTHER_KIND = say("of another kind")
SPECIALS: dict[Special, Message] = {
    "star": say("A Star", short=N_("A Star")),
    "olympos": say("It is Olympos", short=N_("It is Olympos")),
    "atlantis": say("It is in Atlantis", short=N_("It is in Atlantis")),
}
ROW_NAMES: dict[int, Message] = {
    1: say("Red row"),
    2: say("Yellow row"),
    3: say("Green row"),
    4: say("Blue row"),
    5: say("Purple row"),
    6: say("Wonders"),
}
ROW_COLOURS: dict[int, Colour] = {1: "red", 2: "yellow", 3: "green", 4: "blue", 5: "purple"}
"""The colour of each row, which the backs of its tiles have too."""

ROW_LABELS: dict[int, Message] = {
    1: say("Row 1"),
    2: say("Row 2"),
    3: say("Row 3"),
    4: say("Row 4"),
    5: say("Row 5"),
    6: say("Wonders"),
}
"""The names of the board's rows in stored pictures."""

SQUARE_LABEL: dict[str, Message] = {
    **{tile: replace(each.label, short=each.brief) for tile, each in DISCOVERIES.items()},
    "lion-gate": say("Lion Gate", short=N_("Lion")),
    "stadium": say("Stadium", short=N_("Stad")),
    "parthenon": say("Parthenon", short=N_("Parth")),
    "statue": say("Statue of Zeus", short=N_("Statue")),
    "colossus": say("Colossus", short=N_("Colos")),
}
"""Discoveries and wonders; the short form fits on a square of the development board."""


def space_label(space: str) -> Message:
    """A space of the development board by its place."""
    return say("{row}, column {column}", row=ROW_NAMES[row_of(space)], column=column_of(space))


def space_under(space: str, tile: str) -> Message:
    """A space of the development board, named by its discovery; in short form by its place alone."""
    return say(
        "{what}: {row}, column {column}",
        N_("{row}, column {column}"),
        what=DISCOVERIES[tile].label,
        row=ROW_NAMES[row_of(space)],
        column=column_of(space),
    )


def tile_of(space: str, tile: str) -> Message:
    """A tile that is taken, with its place on the development board."""
    what = DISCOVERIES[tile].label
    return say("{what}: row {row}, column {column}", what=what, row=row_of(space), column=column_of(space))


def discovery_at(space: str, tile: str) -> Message:
    """A discovery with its place on the board; in short form its name alone."""
    what = DISCOVERIES[tile].label
    return say("{what} ({row}/{column})", N_("{what}"), what=what, row=row_of(space), column=column_of(space))


def bonus_label(letter: Bonus) -> Message:
    """A bonus by its letter and what it gives."""
    return say("{letter}: {what}", N_("{letter}"), letter=letter, what=BONUSES[letter])


def one_of_alike(letter: Bonus, n: int) -> Message:
    """One of two equal bonuses under a discovery, with its number ``n``, counted from 1."""
    if n == GREY_BONUS:
        return say("{letter}: {what} (the grey bonus)", N_("{letter} (grey)"), letter=letter, what=BONUSES[letter])
    return say("{letter}: {what} (bonus {n})", N_("{letter} ({n})"), letter=letter, what=BONUSES[letter], n=n)


def price_words(explicit: Mapping[Resource, int], grey: Sequence[int]) -> Wording:
    """The resources of a price: ``2 Grain, 1 grey``. Section 5.1."""
    parts = [say("{n} {what}", n=n, what=RESOURCES[each]) for each, n in explicit.items()]
    return in_a_row([*parts, *(say("{n} {what}", n=n, what=GREY) for n in grey)], NONE)


def lacking_words(explicit: Mapping[Resource, int], grey: Sequence[int]) -> Wording:
    """The resources missing for a price: ``2 Grain, 1 of another kind``. The resources missing for all grey groups are
    one number.
    """
    parts = [say("{n} {what}", n=n, what=RESOURCES[each]) for each, n in explicit.items()]
    if len(grey) > 1:
        parts.append(say("{n} of other kinds", n=sum(grey)))
    elif grey:
        parts.append(say("{n} {what}", n=grey[0], what=ANOTHER_KIND))
    return in_a_row(parts, NONE)


def resources_words(tokens: int, cubes: int) -> int | Wording:
    """Territories of a resource plus its cubes: ``3+1``; only the territories if there are no cubes."""
    return say("{tokens}+{cubes}", tokens=tokens, cubes=cubes) if cubes else tokens


def from_territory(resource: Resource) -> Message:
    """A settler, named by the territory it stands on."""
    return say("From a {resource} territory", N_("From {resource}"), resource=RESOURCES[resource])


def covered_settler(n: int) -> Message:
    """A covered settler; with their number ``n`` if there are several."""
    if n < 2:
        return say("A covered settler", N_("Covered settler"))
    return say("A covered settler (you have {n})", N_("Covered settler ({n})"), n=n)


# -- hints: section 4 ---------------------------------------------------------------------------------------------

ENTRANCE = say("In the north, or on a territory you control.")
NOT_WHERE_COVERED = say("In the north, or on a territory you control; not where yours are only covered.")
NOT_WHERE_IT_LIES = say("It may leave and come straight back to fight; it cannot fight where it lies.")
CROSSED_OUT = say("Not on a crossed-out territory; the way may lead across any.", N_("It may cross them"))


def number_of_stars(n: int) -> Message:
    return say_n("{n} star", "{n} stars", n)


def number_of_points(n: int) -> Message:
    return say_n("{n} point", "{n} points", n)
