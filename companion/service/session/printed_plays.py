"""Plays that go on from paper: the codes for the printed sheets, and reading them on an empty table."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from msgspec import structs

from companion.core.errors import CompanionError, Refused, RulesBug
from companion.core.setup import SetupError
from companion.core.wording import Message, say
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
from companion.plays.printed.sheet_codes import Codes, codes_of, read_code
from companion.plays.printed.trial import ends_well
from companion.service.asking.requests import Reply, refused
from companion.service.asking.sender import Handlers, LookHandlers, Sender
from companion.service.play.running_play import RunningPlay
from companion.service.screens.moment import Moment
from companion.service.session.photos import TableAccess
from companion.service.session.session import Session
from companion.service.session.session_looks import (
    PrintedCodes,
    PrintReading,
    SeePrintedCodes,
    SeePrintReading,
    SeePrintTrial,
)
from companion.service.session.session_requests import BeginFromPrint, ReadPrint
from companion.service.table_state import Part, without

NOTHING = Collected()
PRINTS = 4
"""Prints of which codes are kept: an old sheet among the new ones must not cost what was read."""
NO_CODES = Codes((), {})
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class PrintState:
    """The codes that were read since people sat down, by the marks of their prints; which print the last code was of,
    and the position if that one is whole. Nobody is shown any of it but how far that print is.
    """

    prints: Mapping[bytes, Collected] = field(default_factory=dict)
    mark: bytes = b""
    position: PrintedPosition | None = None

    @property
    def collected(self) -> Collected:
        """What was read of the print of the last code."""
        return self.prints.get(self.mark, NOTHING)


@dataclass(eq=False, repr=False)
class PrintedPlays:
    """See the module. ``moment`` is the table as it was published last."""

    _part: Part[PrintState]
    _running: RunningPlay
    _session: Session
    _library: Library
    _log: Log
    _moment: Callable[[], Moment]
    _tried: PrintedPosition | None = field(default=None, init=False)
    """The position whose trial has ended well."""

    def handlers(self) -> Handlers:
        return {ReadPrint: self._read, BeginFromPrint: self._begin}

    def looks(self) -> LookHandlers:
        return {
            SeePrintedCodes: self._codes,
            SeePrintReading: lambda _sender, _look: self._reading(),
            SeePrintTrial: lambda _sender, _look: self._holds(),
        }

    # -- printing ----------------------------------------------------------------------------------------------

    def _codes(self, sender: Sender, _: SeePrintedCodes) -> PrintedCodes:
        moment = self._moment()
        codes = moment.keep("printed codes", lambda: self._all_codes(moment))
        own = codes.own.get(sender.own) if sender.own is not None else None
        return PrintedCodes(tuple(map(str, codes.public)), str(own) if own is not None else "", tuple(codes.own))

    def _all_codes(self, moment: Moment) -> Codes:
        """The codes of the position after the last step everybody knows of: were they of the present one, they would
        be others after each secret step, and whoever prints twice could count those.
        """
        play = moment.play
        row = self._log.play(play.id) if play is not None and moment.phase == "playing" else None
        if play is None or row is None:
            return NO_CODES
        try:
            stored = self._log.state(play.id, play.known_entry)
            closed = holds_secrets(read_state(play.game, stored))
        except CompanionError as error:
            logger.error("the position of play %s cannot be printed: %s", play.id, type(error).__name__)
            return NO_CODES
        plain = packed(position_of(play.game.meta.key, play.setup, moment.gathering.names, stored))
        return codes_of(plain, row.seed, play.setup.numbers, closed=closed)

    # -- reading -----------------------------------------------------------------------------------------------

    def _read(self, _: Sender, request: ReadPrint) -> Reply:
        if self._running.now.phase != "gathering":
            raise Refused("playing", say("A play is on. End it first, or go on with it."))
        now, code = self._part.now, read_code(request.text)
        before = now.prints.get(code.mark, NOTHING)
        collected, others = before.with_code(code), without(now.prints, code.mark)
        if collected == before and code.mark == now.mark:
            return Reply(notice=say("That code is read already."))
        position = None
        if collected.whole:
            try:
                position = collected.position()
            except UnreadablePosition as error:
                self._part.put(PrintState(others))
                raise Refused("no-position", UNREADABLE) from error
        prints = dict([*others.items(), (code.mark, collected)][-PRINTS:])
        self._part.put(PrintState(prints, code.mark, position))
        if now.mark and code.mark != now.mark:
            return Reply(notice=say("That is another print. What was read of the one before is kept."))
        return Reply(notice=say("The code is read."))

    def _reading(self) -> PrintReading:
        now = self._part.now
        read = now.collected
        reading = PrintReading(
            read.count, tuple(index + 1 for index in read.missing_pieces), read.seats, read.missing_shares
        )
        if now.position is None:
            return reading
        meta = self._library.meta(now.position.game)
        if meta is None:
            return structs.replace(reading, problem=_no_game(now.position.game))
        people = tuple((seated.seat, seated.name) for seated in now.position.setup.seats)
        return structs.replace(reading, title=meta.title, people=people)

    def _holds(self) -> bool:
        """Whether the position that was read stands its trial, which a process of its own makes, and which is not made
        again of the same one.
        """
        position = self._part.now.position
        game = self._library.games().get(position.game) if position is not None else None
        if position is None or game is None:
            return False
        if self._tried is not position and ends_well(lambda: try_position(game, position)):
            self._tried = position
        return self._tried is position

    def _begin(self, _: Sender, _request: BeginFromPrint) -> Reply:
        """Begin from a position that was tried: see ``begin_from_print``."""
        position = self._part.now.position
        if position is None:
            raise Refused("not-read", say("Read all codes of the printed sheets first."))
        if position is not self._tried and self._library.meta(position.game) is not None:
            raise Refused("no-position", UNREADABLE)
        try:
            self._session.begin_at(position)
        except (SetupError, RulesBug) as error:
            raise Refused("no-position", UNREADABLE) from error
        self._part.put(PrintState())
        self._tried = None
        return Reply()


def begin_from_print(table: TableAccess, token: str) -> Reply:
    """Begin from the printed position that was read, after the thread that asks has tried it: a position of a stranger
    must not stop the thread that decides.
    """
    try:
        table.look(token, SeePrintTrial())
    except Refused as refusal:
        return refused(refusal)
    return table.ask(token, BeginFromPrint())


UNREADABLE = say(
    "What was printed cannot be gone on with here. It may come from a newer companion: update this one first."
)


def _no_game(key: str) -> Message:
    return say("There is no game called {key} here.", key=key)
