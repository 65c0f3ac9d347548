"""Names that tell the pieces of a realm apart: numbered where several are alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeVar

from companion.core.wording import Message, say
from companion.games.antiquity.state import Building, Realm
from companion.games.antiquity.words import city_name
from companion.games.antiquity.words_realm import building_words

P = TypeVar("P")


def numbered(pieces: list[P], kind: Callable[[P], object]) -> Iterator[tuple[P, int]]:
    """Every piece with its number among those of its kind; 0 for the only one."""
    alike = Counter(map(kind, pieces))
    numbers: Counter[object] = Counter()
    for piece in pieces:
        numbers[kind(piece)] += 1
        yield piece, numbers[kind(piece)] if alike[kind(piece)] > 1 else 0


def with_number(words: Message, number: int) -> Message:
    """A name with its number, if it has one."""
    return say("{what} {n}", what=words, n=number) if number else words


def _numbered_name(building: Building, number: int) -> Message:
    words = building_words(building)
    if number and building.kind == "store":
        return say("{what} #{n}", what=words, n=number)  # the name ends in a number already
    return with_number(words, number)


def called(realm: Realm) -> Iterator[tuple[Building, Message, Message]]:
    """Every building but houses with a name of its own, and a short one: with its city where there are several,
    numbered where others are alike.
    """
    buildings = [building for building in realm.buildings if building.kind != "house"]
    for building, number in numbered(buildings, lambda one: (one.city, one.kind, one.size)):
        words = brief = _numbered_name(building, number)
        if len(realm.cities) > 1:
            words = say("{building}, {city}", building=brief, city=city_name(building.city + 1))
        yield building, words, brief
