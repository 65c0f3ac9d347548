"""Who sits where, and what will be played: the table before a play begins and between two plays."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from msgspec import Struct, structs

from companion.core.chance import ChanceSource
from companion.core.errors import Refused
from companion.core.legible import composed, is_legible, skeleton
from companion.core.setup import OptionValue, Seated, Setup
from companion.core.step import TABLE
from companion.core.wording import say
from companion.locale import LANGUAGES, speaker
from companion.service.table_state import without

SEATS = range(1, 9)
"""Places at a table, clockwise."""

LONGEST_NAME = 16


class Gathering(Struct, frozen=True):
    """The people at the table and the choice of the game. ``play_id`` is the play that begins (or has begun) here."""

    play_id: str
    names: dict[int, str] = {}
    game: str = ""
    options: dict[str, OptionValue] = {}
    chance: dict[str, ChanceSource] = {}

    def with_name(self, seat: int, name: str) -> Gathering:
        """Somebody sits down or changes the name. Raises ``Refused``."""
        if seat not in SEATS:
            raise Refused("unknown-seat", say("There is no seat {n}.", n=seat))
        return structs.replace(self, names={**self.names, seat: checked_name(name)})

    def without(self, seat: int) -> Gathering:
        """The seat is free again."""
        return structs.replace(self, names=without(self.names, seat))

    def setup(self) -> Setup:
        """What the game begins with: the taken seats, clockwise."""
        seats = tuple(Seated(seat, self.names[seat]) for seat in sorted(self.names))
        return Setup(seats, self.options, self.chance)


def checked_name(name: str) -> str:
    """A name as it is shown. Raises ``Refused`` when it is empty, too long, not to be seen, or a word of the table."""
    name = composed(name)
    if not name:
        raise Refused("no-name", say("Write a name."))
    if not is_legible(name):
        raise Refused("illegible-name", say("That name has signs that cannot be seen or read. Write it without them."))
    if len(name) > LONGEST_NAME:
        raise Refused("long-name", say("A name has at most {most} characters.", most=LONGEST_NAME))
    if skeleton(name) in _words_of_the_table():
        raise Refused("word-of-the-table", say("The table itself is called that. Write another name."))
    return name


def tell_apart(name: str, others: Iterable[str]) -> None:
    """Raises ``Refused`` when one of those who sit here is called ``name``, or has a name that looks like it."""
    for other in others:
        if other == name:
            raise Refused("same-name", say("{name} is sitting here already. Add a letter.", name=name))
        if skeleton(composed(other)) == skeleton(name):
            raise Refused("same-name", say("That looks like {name}, who sits here already. Add a letter.", name=other))


@cache
def _words_of_the_table() -> frozenset[str]:
    """What the table calls itself, its parts and its free seats, in every language: nobody may look like that."""
    words = (say("Host"), say("Table"), say("Panel"), say("Scribe"), say("Table companion"))
    speakers = [speaker(language, {}) for language in LANGUAGES]
    called = [each.say(word) for each in speakers for word in words]
    called += [each.name(seat) for each in speakers for seat in (TABLE, *SEATS)]
    return frozenset(skeleton(composed(word)) for word in called)
