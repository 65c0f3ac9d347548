"""Who sits where, and what will be played: the table before a play begins and between two plays."""

from __future__ import annotations

from msgspec import Struct, structs

from companion.core.chance import By
from companion.core.errors import Refused
from companion.core.game import OptionValue, Seated, Setup
from companion.core.wording import say

SEATS = range(1, 9)
"""Places at a table, clockwise."""

LONGEST_NAME = 16


class Gathering(Struct, frozen=True):
    """The people at the table and the choice of the game. ``play_id`` is the play that begins (or has begun) here."""

    play_id: str
    names: dict[int, str] = {}
    game: str = ""
    options: dict[str, OptionValue] = {}
    chance: dict[str, By] = {}

    def with_name(self, seat: int, name: str) -> Gathering:
        """Somebody sits down or changes the name. Raises ``Refused``."""
        if seat not in SEATS:
            raise Refused("unknown-seat", say("There is no seat {n}.", n=seat))
        return structs.replace(self, names={**self.names, seat: checked_name(name)})

    def without(self, seat: int) -> Gathering:
        """The seat is free again."""
        return structs.replace(self, names={n: name for n, name in self.names.items() if n != seat})

    def setup(self) -> Setup:
        """What the game begins with: the taken seats, clockwise."""
        seats = tuple(Seated(seat, self.names[seat]) for seat in sorted(self.names))
        return Setup(seats, self.options, self.chance)


def checked_name(name: str) -> str:
    """A name as it is shown. Raises ``Refused`` when it is empty, too long or not printable."""
    name = " ".join(name.split())
    if not name or not name.isprintable():
        raise Refused("no-name", say("Write a name."))
    if len(name) > LONGEST_NAME:
        raise Refused("long-name", say("A name has at most {most} characters.", most=LONGEST_NAME))
    return name
