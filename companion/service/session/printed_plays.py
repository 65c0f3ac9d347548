"""Plays that continue from paper: the codes for printed sheets, and reading them at a table without a play."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated, Protocol

from msgspec import Meta, Struct, structs

from companion.core.errors import CompanionError, Refused, RulesBug
from companion.core.setup import SetupError
from companion.core.wording import Message, Wording, say
from companion.library import Library
from companion.plays.log.log import Log
from companion.plays.log.rule_calls import read_state
from companion.plays.printed.collected import Collected
from companion.plays.printed.position import (
    PrintedPosition,
    UnreadablePosition,
    holds_secrets,
    packed,
    position_of,
    try_position,
)
from companion.plays.printed.sheet_codes import Code, Codes, codes_of, read_code
from companion.plays.printed.trial import ends_well
from companion.service.asking.looking import Looks, may_look
from companion.service.asking.requests import Reply, Request, refused
from companion.service.asking.sender import FromDevice, Handlers, Sender
from companion.service.play.running_play import RunningPlay
from companion.service.screens.moment import Moment
from companion.service.screens.streams import Broadcast
from companion.service.seats.host_role import HostRoles
from companion.service.seats.seating import Seats
from companion.service.session.session import Session
from companion.service.table_state import Part, without


class ReadPrint(Request, frozen=True):
    """Read a code of a printed sheet, as a whole address or only its end. It counts for the table if the device has a
    seat or is an admin's; for any other device, one print is kept separately until it sits down.
    """

    may_ask = "anyone"
    private = frozenset({"text"})
    text: Annotated[str, Meta(max_length=3000)]


class BeginFromPrint(Request, frozen=True):
    """Begin the play whose printed codes were all read."""

    may_ask = "host"


class PrintReading(Struct, frozen=True):
    """How far a printed position has been read. Of ``count`` codes of the public sheet, those in ``missing`` (from 1)
    were not read yet, and of the seats' own sheets those of ``sheets``; ``seats`` are all seats that have one. Once
    ``whole``, ``title`` is the game and ``people`` are (seat, name). ``apart``: these are only the codes of this
    device, which has no seat.
    """

    count: int = 0
    missing: tuple[int, ...] = ()
    seats: tuple[int, ...] = ()
    sheets: tuple[int, ...] = ()
    title: Wording | None = None
    people: tuple[tuple[int, str], ...] = ()
    problem: Message | None = None
    apart: bool = False

    @property
    def begun(self) -> bool:
        """Whether a code was read."""
        return bool(self.count or self.seats)

    @property
    def whole(self) -> bool:
        """Whether a play can begin from it."""
        return self.title is not None


class PrintedCodes(Struct, frozen=True):
    """The codes for the sheets of the position on the table: of the public sheet, and of the viewer's own sheet.
    ``seats`` are those whose own sheets are needed to read it. Empty without a running play.
    """

    public: tuple[str, ...] = ()
    own: str = ""
    seats: tuple[int, ...] = ()


NOTHING = Collected()
PRINTS, OF_A_DEVICE = 8, 2
"""The most prints that the table keeps, and how many of them one device may begin. More than one, so that an old sheet
among the new ones does not discard what was read; limited per device, so that nobody can push out what others have
read.
"""
STRANGERS = 64 * 1024
"""The most bytes kept for all devices without a seat together; each of them has one print of at most
``LARGEST_PRINT``.
"""
NO_CODES = Codes((), {})
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class BegunPrint:
    """A print of which the table has codes, and the token of the device that read the first of them."""

    by: str = field(repr=False)
    read: Collected


@dataclass(frozen=True)
class StrangersPrint:
    """The one print of a device without a seat."""

    mark: bytes
    read: Collected


@dataclass(frozen=True)
class PrintState:
    """The codes that the table's own devices have read since people sat down, by the marks of their prints, the latest
    last; which print the last code was of, and the position if that one is whole. ``strangers`` are the prints of
    devices without a seat, by their tokens, the latest last. Only the progress of a print is ever shown.
    """

    prints: Mapping[bytes, BegunPrint] = field(default_factory=dict)
    mark: bytes = b""
    position: PrintedPosition | None = None
    strangers: Mapping[str, StrangersPrint] = field(default_factory=dict, repr=False)

    @property
    def collected(self) -> Collected:
        """The codes that the table has read of the same print as the last code."""
        return self.prints[self.mark].read if self.mark in self.prints else NOTHING


@dataclass(eq=False, repr=False)
class PrintedPlays:
    """Makes the codes of a play for printing, and begins a play from such codes. Codes are collected by all devices
    that have a seat or are an admin's; see ``ReadPrint``.
    """

    part: Part[PrintState]
    running: RunningPlay
    session: Session
    library: Library
    log: Log
    broadcast: Broadcast
    seats: Seats
    roles: HostRoles
    _tried: PrintedPosition | None = field(default=None, init=False)
    """The position that has passed its trial."""

    def handlers(self) -> Handlers:
        return {ReadPrint: self._read, BeginFromPrint: self._begin}

    # -- printing ----------------------------------------------------------------------------------------------

    def codes(self, seat: int | None) -> PrintedCodes:
        """The codes to print, with those of the own sheet of ``seat``."""
        moment = self.broadcast.moment
        codes = moment.keep("printed codes", lambda: self._all_codes(moment))
        own = codes.own.get(seat) if seat is not None else None
        return PrintedCodes(tuple(map(str, codes.public)), str(own) if own is not None else "", tuple(codes.own))

    def _all_codes(self, moment: Moment) -> Codes:
        """The codes of the position after the last public step. Codes of the current position would change with each
        secret step, so that anybody who prints twice could count these.
        """
        play = moment.play
        row = self.log.play(play.id) if play is not None and moment.phase == "playing" else None
        if play is None or row is None:
            return NO_CODES
        try:
            stored = self.log.state(play.id, play.known_entry)
            closed = holds_secrets(read_state(play.game, stored))
        except CompanionError as error:
            logger.error("the position of play %s cannot be printed: %s", play.id, type(error).__name__)
            return NO_CODES
        plain = packed(position_of(play.game.meta.key, play.setup, moment.gathering.names, stored))
        return codes_of(plain, row.seed, play.setup.numbers, closed=closed)

    # -- reading -----------------------------------------------------------------------------------------------

    def _read(self, sender: Sender, request: ReadPrint) -> Reply:
        if self.running.now.phase != "gathering":
            raise Refused("playing", say("A play is on. End it first, or go on with it."))
        code = read_code(request.text)
        if not self._of_table(sender.token):
            return self._read_apart(sender.token, code)
        now = self.part.now
        begun = now.prints.get(code.mark)
        before = begun.read if begun is not None else NOTHING
        read = before.with_code(code)
        if read == before and code.mark == now.mark:
            return Reply(notice=say("That code is read already."))
        self._collect(code.mark, BegunPrint(begun.by if begun is not None else sender.token, read))
        if now.mark and code.mark != now.mark:
            return Reply(notice=say("That is another print. What was read of the one before is kept."))
        return Reply(notice=say("The code is read."))

    def _collect(self, mark: bytes, begun: BegunPrint) -> None:
        """Store these codes of the print with this mark for the table. Raises ``Refused`` if they are complete and no
        position.
        """
        now = self.part.now
        others = without(now.prints, mark)
        position = None
        if begun.read.whole:
            try:
                position = begun.read.position()
            except UnreadablePosition as error:
                self.part.put(replace(now, prints=others, mark=b"", position=None))
                raise Refused("no-position", UNREADABLE) from error
        prints = _bounded({**others, mark: begun})
        self.part.put(replace(now, prints=prints, mark=mark, position=position))

    def _read_apart(self, token: str, code: Code) -> Reply:
        """Read a code from a device without a seat. Its one print goes to the table when the device sits down; until
        then it has no effect on what others see.
        """
        now = self.part.now
        held = now.strangers.get(token)
        before = held.read if held is not None and held.mark == code.mark else NOTHING
        strangers = {**without(now.strangers, token), token: StrangersPrint(code.mark, before.with_code(code))}
        while sum(each.read.size for each in strangers.values()) > STRANGERS:
            del strangers[next(iter(strangers))]
        self.part.put(replace(now, strangers=strangers))
        return Reply(notice=say("The code is read. It counts for the table as soon as you take a seat."))

    def take_over(self) -> None:
        """Move the prints of devices that have sat down or become admin to the table. If the table has begun the same
        print, only missing codes are added. Used only by the deciding thread.
        """
        for token, held in self.part.now.strangers.items():
            if not self._of_table(token):
                continue
            now = self.part.now
            self.part.put(replace(now, strangers=without(now.strangers, token)))
            begun = now.prints.get(held.mark)
            read = held.read if begun is None else begun.read.with_missing(held.read)
            with suppress(Refused):  # it was no position, so nothing is moved
                self._collect(held.mark, BegunPrint(begun.by if begun is not None else token, read))

    def _of_table(self, token: str) -> bool:
        """Whether a device has a seat or is an admin's."""
        return bool(self.seats.seats_of(token)) or self.roles.is_host(token)

    def reading(self, token: str) -> PrintReading:
        """How far a printed position has been read, for the device with ``token``."""
        now = self.part.now
        held = now.strangers.get(token)
        apart = held is not None and not self._of_table(token)
        read = held.read if held is not None and apart else now.collected
        reading = PrintReading(
            read.count,
            tuple(index + 1 for index in read.missing_pieces),
            read.seats,
            read.missing_shares,
            apart=apart,
        )
        if apart or now.position is None:
            return reading
        meta = self.library.meta(now.position.game)
        if meta is None:
            return structs.replace(reading, problem=_no_game(now.position.game))
        people = tuple((seated.seat, seated.name) for seated in now.position.setup.seats)
        return structs.replace(reading, title=meta.title, people=people)

    def can_begin(self) -> bool:
        """Whether the position that was read passes its trial in a child process. The same position is not tried
        twice.
        """
        position = self.part.now.position
        game = self.library.games().get(position.game) if position is not None else None
        if position is None or game is None:
            return False
        if self._tried is not position and ends_well(lambda: try_position(game, position)):
            self._tried = position
        return self._tried is position

    def _begin(self, sender: Sender, _: BeginFromPrint) -> Reply:
        """Begin from a position that was tried: see ``begin_from_print``."""
        position = self.part.now.position
        if position is None:
            raise Refused("not-read", say("Read all codes of the printed sheets first."))
        meta = self.library.meta(position.game)
        if position is not self._tried and meta is not None:
            raise Refused("no-position", UNREADABLE)
        begin = partial(self._begin_now, position)
        if meta is not None and (sender.actor.seat or sender.actor.own):
            return self.session.rooms.proposals.put(sender, "print", meta.title, begin)
        begin()
        return Reply()

    def _begin_now(self, position: PrintedPosition) -> None:
        try:
            self.session.begin_at(position)
        except (SetupError, RulesBug) as error:
            raise Refused("no-position", UNREADABLE) from error
        self.part.put(PrintState())
        self._tried = None


@dataclass(frozen=True, eq=False, repr=False)
class PrintLooks(Looks):
    """What a device may see of plays on printed sheets."""

    _prints: PrintedPlays

    @may_look("anyone")
    def codes(self, device: FromDevice) -> PrintedCodes:
        """The codes to print."""
        return self._prints.codes(device.own)

    @may_look("anyone")
    def reading(self, device: FromDevice) -> PrintReading:
        """How far a printed position has been read here."""
        return self._prints.reading(device.token)

    @may_look("host")
    def can_begin(self, _: FromDevice) -> bool:
        """Whether the printed position that was read can be resumed: tried in the calling thread, which may take
        seconds. False also if no position is complete.
        """
        return self._prints.can_begin()


class SeesPrints(Protocol):
    """The part of a view that has printed plays."""

    @property
    def prints(self) -> PrintLooks: ...


class PrintTable(Protocol):
    """What is needed of the table to begin from printed sheets."""

    def ask(self, token: str, request: Request) -> Reply: ...

    def view(self, token: str) -> SeesPrints: ...


def begin_from_print(table: PrintTable, token: str) -> Reply:
    """Begin from the printed position that was read, after trying it in the calling thread, since an untrusted position
    must not block the deciding thread.
    """
    try:
        table.view(token).prints.can_begin()
    except Refused as refusal:
        return refused(refusal)
    return table.ask(token, BeginFromPrint())


UNREADABLE = say(
    "What was printed cannot be gone on with here. It may come from a newer companion: update this one first."
)


def _bounded(prints: Mapping[bytes, BegunPrint]) -> dict[bytes, BegunPrint]:
    """The prints within the limits: removes the oldest of a device that has begun too many, then the oldest of the
    device that has begun most.
    """
    kept = dict(prints)
    while True:
        begun = Counter(each.by for each in kept.values())
        busiest, most = max(begun.items(), key=lambda each: each[1])
        if most <= OF_A_DEVICE and len(kept) <= PRINTS:
            return kept
        del kept[next(mark for mark, each in kept.items() if each.by == busiest)]


def _no_game(key: str) -> Message:
    return say("There is no game called {key} here.", key=key)
