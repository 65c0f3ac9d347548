"""What cannot be printed: on a component, or in a box as a whole. Section 12."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.core.boxes import Box, Fact, number
from companion.core.wording import N_, Message, say
from companion.games.olympos.agenda import Facts
from companion.games.olympos.box import TRACK
from companion.games.olympos.tables import DESTINIES, DESTINY_CARDS, PRESTIGE_TOKENS, bonuses_at, row_of


def deck_reason(copies: Mapping[str, Fact]) -> Message | None:
    """Why so many copies of each face are no Destiny deck, or None. Section 1."""
    cards = sum(n for n in copies.values() if isinstance(n, int))
    if cards == DESTINY_CARDS:
        return None
    return say(
        "Destiny cards, all together: {n}; the deck has {all}.", N_("Cards: {n}, not {all}"), n=cards, all=DESTINY_CARDS
    )


def box_warnings(box: Box) -> Iterator[Message]:
    """Sums that cannot be: of the Destiny deck once all faces are entered or there are too many, of prestige tokens."""
    copies = {face: number(box, "destiny", face, "copies") for face in DESTINIES}
    entered: dict[str, Fact] = {face: n for face, n in copies.items() if n is not None}
    warning = deck_reason(entered)
    if warning and (len(entered) == len(DESTINIES) or sum(n or 0 for n in copies.values()) > DESTINY_CARDS):
        yield warning
    values = box.get("prestige", {}).get("tokens", {}).get("values")
    if isinstance(values, list) and len(values) != PRESTIGE_TOKENS:
        yield say("Prestige tokens entered: {n}; there are {all}.", n=len(values), all=PRESTIGE_TOKENS)


def sensible(due: Facts, facts: dict[str, Fact]) -> bool:
    """What the bounds of single fields do not say."""
    match due.kind:
        case "track":
            spaces = [value for field in TRACK.fields if isinstance(value := facts[field.key], int)]
            zeus, cross = spaces[:-1], spaces[-1]
            return zeus == sorted(set(zeus)) and zeus[-1] <= cross
        case "space":
            return sensible_space(due.key, facts)
        case "tile":
            found = facts["resources"]
            return isinstance(found, list) and len(found) == len(set(found)) == 2
    return True


def sensible_space(key: str, facts: dict[str, Fact]) -> bool:
    """Every grey group needs a type of its own beside the explicit ones, and a row has its number of bonuses."""
    explicit = sum(bool(value) for value in facts.values() if isinstance(value, int))
    grey, bonuses = facts["grey"], facts["bonus"]
    if not isinstance(grey, list) or not isinstance(bonuses, list):
        return False
    return explicit + len(grey) <= 4 and len(bonuses) in (bonuses_at(row_of(key), 3), bonuses_at(row_of(key), 5))
