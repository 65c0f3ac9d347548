"""The part of the table's state that the seats have: who sits where, who is there, who left, who waits for a seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from msgspec import Struct, structs

from companion.core.chance import ChanceSource
from companion.core.errors import Refused
from companion.core.legible import composed, is_legible, skeleton
from companion.core.setup import SEATS, OptionValue, Seated, Setup
from companion.core.step import TABLE
from companion.core.wording import say
from companion.locale import LANGUAGES, speaker
from companion.service.asking.sender import Person
from companion.service.table_state import without

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
        if name != self.names.get(seat):
            name = checked_name(name)
        return structs.replace(self, names={**self.names, seat: name})

    def without_name(self, seat: int, name: str) -> Gathering:
        """Somebody sits at ``seat`` who is called as the seat is: ``name`` is one of ``names_of_seat``."""
        return structs.replace(self, names={**self.names, seat: name})

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
    if is_word_of_the_table(name):
        raise Refused("word-of-the-table", say("The table itself is called that. Write another name."))
    return name


def tell_apart(name: str, others: Iterable[str]) -> None:
    """Raises ``Refused`` when one of those who sit here is called ``name``, or has a name that looks like it."""
    for other in others:
        if other == name:
            raise Refused("same-name", say("{name} is sitting here already. Add a letter.", name=name))
        if same_name(other, name):
            raise Refused("same-name", say("That looks like {name}, who sits here already. Add a letter.", name=other))


def same_name(one: str, other: str) -> bool:
    """Whether two names look alike."""
    return skeleton(composed(one)) == skeleton(composed(other))


def is_word_of_the_table(name: str) -> bool:
    """Whether the table calls itself, one of its parts or a free seat so, in any language."""
    return skeleton(name) in _words_of_the_table()


@cache
def _words_of_the_table() -> frozenset[str]:
    """What the table calls itself, its parts and its free seats, in every language: nobody may look like that."""
    words = (say("Host"), say("Admin"), say("Table"), say("Panel"), say("Scribe"), say("Table companion"))
    speakers = [speaker(language, {}) for language in LANGUAGES]
    called = [each.say(word) for each in speakers for word in words]
    called += [each.name(seat) for each in speakers for seat in (TABLE, *SEATS)]
    return frozenset(skeleton(composed(word)) for word in called)


ASLEEP = 60.0
"""Seconds of absence after which the table may go on without a seat that is awaited."""
LONG_ASLEEP = 180.0
"""The same where it is awaited in secret, and the absence after which it can be said to have left."""

Absence = Literal["there", "away", "asleep", "long"]
"""How long nothing was heard of a seat: not at all, less than ``ASLEEP``, less than ``LONG_ASLEEP``, longer."""


class Sitting(Struct, frozen=True):
    """Who is at the table. ``own`` seats had a phone or keys of their own this evening; of ``lately`` ones something
    was heard in the last three minutes. ``writers`` may write for others, as scribe or host: those of this evening,
    and of them those heard of lately.
    """

    seats: frozenset[int]
    gone: frozenset[int] = frozenset()
    own: frozenset[int] = frozenset()
    lately: frozenset[int] = frozenset()
    writers: tuple[Person, ...] = ()
    lately_writing: tuple[Person, ...] = ()

    @property
    def playing(self) -> frozenset[int]:
        return self.seats - self.gone


def absence(seconds: float) -> Absence:
    """The stage of an absence of so many seconds."""
    if seconds <= 0:
        return "there"
    if seconds < ASLEEP:
        return "away"
    return "asleep" if seconds < LONG_ASLEEP else "long"


class Missed(Struct, frozen=True):
    """What was done without a seat and waits for it, as numbers of entries (0: nothing): ``step`` is the first that was
    answered for it, ``undone`` the first taking back to which it was not asked.
    """

    step: int = 0
    undone: int = 0


class Hosting(Struct, frozen=True):
    """Who hosts: a seat, by the ``token`` of its phone. Kept in memory only: after a restart somebody chooses again."""

    seat: int
    token: str


class WaitingPlay(Struct, frozen=True):
    """A play that was put away: its id, its game, the names of those who play it, and when it began."""

    play: str
    game: str
    names: tuple[str, ...] = ()
    began: float | None = None


class LastPlay(Struct, frozen=True):
    """The play begun last before the one with the id ``before``: its id, its game, and whether it is ``unfinished``.
    ``games`` are all that were begun, the latest first; ``waiting`` the plays put away before it.
    """

    before: str = ""
    game: str = ""
    unfinished: bool = False
    play: str = ""
    games: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """Of those who played at this table before, the latest first."""
    waiting: tuple[WaitingPlay, ...] = ()


class DepartureRecord(Struct, frozen=True):
    """``gone`` seats the table goes on without, by agreement, until somebody sits there again. ``open`` seats were left
    by those who held them: another phone may take them, with all they hide, without being asked. ``missed`` is what was
    done without a seat.
    """

    gone: frozenset[int] = frozenset()
    open: frozenset[int] = frozenset()
    missed: dict[int, Missed] = {}


class SeatOffer(Struct, frozen=True):
    """A seat that wants to go to another phone; ``own``: the person who sits there said so, not the admin."""

    seat: int
    until: float
    own: bool = True


class SeatMoved(Struct, frozen=True):
    """A ``seat`` went to another phone, as everybody is told ``until`` then; ``by`` are those who said yes for it."""

    seat: int
    until: float
    by: tuple[int, ...] = ()


class Claim(Struct, frozen=True):
    """A phone that typed the code of a seat, or asks for it without one, and waits for the yes. ``name`` is that of
    somebody new.
    """

    token: str
    until: float
    name: str = ""


class HandedPage(Struct, frozen=True):
    """The scribe's device is handed to a seat that has none. ``taken``: the person who sits there has said so."""

    seat: int
    taken: bool = False


@dataclass(frozen=True)
class SeatsState:
    """``claimed`` seats have a device that may act for them, ``phones`` have a page open now; ``keys`` are those of
    people without a phone, who sat down with the keys there; ``keyed`` says when a key of a seat was last used, by the
    table's clock. ``watching`` phones have no seat. ``offers`` are by their code,
    ``claims`` by the seat that another phone waits for; ``moved`` is the seat that went to one last. ``in_front`` is
    whose hands a shared phone is in, ``handed``
    to which seat the scribe handed a device, by its token.
    ``hosting`` is who hosts. In a play the table screen shows the address until ``address_until``.
    """

    gathering: Gathering = field(default_factory=lambda: Gathering(""))
    claimed: frozenset[int] = frozenset()
    phones: frozenset[int] = frozenset()
    keys: frozenset[int] = frozenset()
    keyed: Mapping[int, float] = field(default_factory=dict)
    watching: int = 0
    comings: DepartureRecord = field(default_factory=DepartureRecord)
    offers: Mapping[str, SeatOffer] = field(default_factory=dict, repr=False)
    claims: Mapping[int, Claim] = field(default_factory=dict, repr=False)
    moved: SeatMoved | None = None
    in_front: Mapping[str, int] = field(default_factory=dict, repr=False)
    handed: Mapping[str, HandedPage] = field(default_factory=dict, repr=False)
    hosting: Hosting | None = field(default=None, repr=False)
    address_until: float | None = None
    last: LastPlay = field(default_factory=LastPlay)
