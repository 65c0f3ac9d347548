"""The table audit as it goes on: started, counted number by number or a part at once, agreed to, stopped.

It is kept beside the play, so that it goes on after a restart, and it never holds the play up: moves are taken
meanwhile, and what they change is counted again. Deciding thread only.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b

import msgspec
from msgspec import structs

from companion.core.errors import Refused
from companion.core.questions import Answer
from companion.core.step import TABLE, LogText
from companion.core.wording import Message, SeatName, say, say_n
from companion.plays.play import Play
from companion.plays.storage.entry import Entry
from companion.plays.storage.log_errors import LogError
from companion.plays.storage.stores import Settings
from companion.service.agreement.ballots import Ballots
from companion.service.agreement.setting_right import SettingRight
from companion.service.agreement.votes import Vote
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import Actor, Handlers, Sender, not_yours
from companion.service.audit.audit import Audit, NumbersByPart, PartCount, counted, differences, followed, started
from companion.service.audit.audit_questions import (
    AGREE,
    GO_ON,
    LATER,
    NUMBER,
    RIGHT,
    SET,
    STOP,
    WAIT,
    AuditAsking,
    AuditState,
    agreeing,
    audited_numbers,
    part_of,
)
from companion.service.audit.audit_views import counted_part, whole_sheet
from companion.service.play.answers import AnswerQuestion
from companion.service.play.play_now import public_lines
from companion.service.play.play_views import Dialogue
from companion.service.play.running_play import RunningPlay
from companion.service.seats.attendance import Attendance, Departures
from companion.service.table_state import BesidePlay


class StartAudit(Request, frozen=True):
    """Ask the whole table to count."""

    may_ask = "seat or admin"
    nonce: str


class StopAudit(Request, frozen=True):
    """End the audit for everybody."""

    may_ask = "seat or admin"


class AuditWithoutMissing(Request, frozen=True):
    """Go on without those who have not counted."""

    may_ask = "seat or admin"


class CountPart(Request, frozen=True):
    """Confirm what lies before ``seat`` (0: the shared things), of which ``numbers`` differ. ``stood`` is the digest of
    what was on the page.
    """

    may_ask = "seat or admin"
    private = frozenset({"numbers", "stood"})
    seat: int
    numbers: Mapping[str, int]
    stood: str
    nonce: str


class SkipCount(Request, frozen=True):
    """This seat does not count this time."""

    may_ask = "seat or admin"
    seat: int


class PutInNumbers(Request, frozen=True):
    """Take over what lies on the table: numbers this device may see."""

    may_ask = "seat or admin"
    private = frozenset({"numbers"})
    numbers: Mapping[str, int]
    nonce: str


logger = logging.getLogger(__name__)


@dataclass(eq=False, repr=False)
class RunningAudit(SettingRight):
    """Starts, leads and ends the audit of the table; at most one goes on at a time."""

    kind = "audit"
    _settings: Settings
    _stood_still: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self._part = self._state.part(AuditState())
        self._kept = BesidePlay(self._settings, "audit:", Audit)

    def take_up(self, play: Play | None) -> None:
        """Take over the play on the table, and go on with its audit, if there is one."""
        try:
            audit = self._kept.take_up(play.id if play is not None else "")
        except msgspec.ValidationError:
            audit = None
            logger.warning("an audit that was kept cannot be read: it is over")
        self._part.put(AuditState(audit, self._clock.mono()))

    # -- where it stands ---------------------------------------------------------------------------------------

    @property
    def audit(self) -> Audit | None:
        """The one under way."""
        return self._part.now.audit

    @property
    def goes_on(self) -> bool:
        """Whether somebody has counted something in the last two minutes."""
        return self._part.now.goes_on(self._clock.mono())

    @property
    def stands_still(self) -> bool:
        """Whether nobody has counted anything for so long that anybody may lead it."""
        return self._part.now.stands_still(self._clock.mono())

    def on(self) -> Audit:
        """The one under way. Raises ``Refused``."""
        if self.audit is None:
            raise Refused("no-audit", say("Nobody is counting now."))
        return self.audit

    def audited(self) -> NumbersByPart:
        """Every tracked number as the companion has it."""
        return audited_numbers(self._running.now.play)

    def _leads(self, actor: Actor) -> bool:
        return actor.seat == self.on().asker or actor.writes_for_all or self.stands_still

    # -- starting and ending -----------------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        return {
            StartAudit: self._start,
            StopAudit: lambda sender, _: self.stop(sender.actor),
            AuditWithoutMissing: lambda sender, _: self.go_on_without_missing(sender.actor),
        }

    def _start(self, sender: Sender, _: StartAudit) -> Reply:
        actor, play = sender.actor, self._running.playing()
        if self.audit is not None:
            raise Refused("audit-on", say("The table is being counted already."))
        audited = self.audited()
        if not audited:
            raise Refused("nothing-counted", say("Nothing is counted yet."))
        audit_id = blake2b(f"{play.id}:{public_lines(play)}:{sender.key}".encode(), digest_size=10).hexdigest()
        asker = TABLE if actor.writes_for_all else actor.seat
        self._keep(started(audit_id, asker, audited))
        return Reply(notice=say("Everybody is asked to count what lies before them."))

    def stop(self, actor: Actor) -> Reply:
        """End it for everybody: the asker, or the host; anybody, once it stands still. Nothing is corrected."""
        if not self._leads(actor):
            raise Refused("not-yours", say("Whoever asked for the audit, or the admin, may stop it."))
        self._end(say("The audit was stopped; nothing was corrected."))
        return Reply()

    def _end(self, word: Message) -> None:
        self._keep(None)
        self._notices.tell((TABLE, *self._running.now.numbers), word, "plain")

    def go_on_without_missing(self, actor: Actor) -> Reply:
        """Go on without those who have not counted. The asker and the host may; anybody, once it stands still. Raises
        ``Refused``.
        """
        audit = self.on()
        if not self._leads(actor):
            raise Refused("not-yours", say("Whoever asked for the audit, or the admin, may go on without the others."))
        self._keep(audit.without_missing())
        self.end_if_right()
        return Reply()

    def end_if_right(self) -> None:
        """When everything is counted: it is right, or the asker may put what differs to the table."""
        audit = self.audit
        if audit is None or audit.counting or differences(audit, self.audited()):
            return
        some = any(part.done for part in audit.parts)
        self._end(say("Counted: everything is right.") if some else say("Nothing was counted."))

    # -- agreeing ----------------------------------------------------------------------------------------------

    def propose(self, actor: Actor) -> Reply:
        """Put the correction to the table. Raises ``Refused``."""
        audit, audited = self.on(), self.audited()
        found = differences(audit, audited)
        what = say_n("{n} number set right", "{n} numbers set right", len(found))
        # Not the numbers that are hidden: who has the digest of a vote can find what it was made of.
        subject = ",".join(f"{each.audited.key}={'hidden' if each.secret else each.now}" for each in found)
        return self.ask_all(actor, subject, what, audit.id, agreeing(audit, audited))

    def is_over(self, vote: Vote, refused_by: int | None) -> None:
        del vote
        if refused_by is not None:
            self.count_again(refused_by)

    def count_again(self, seat: int) -> None:
        """Have what differs counted again, because a seat does not agree to the correction. Raises ``Refused``."""
        self._keep(self.on().again(seat))
        words = say("{who} wants to count again.", who=SeatName(seat))
        self._notices.tell(self._running.now.numbers, words, "plain")

    def put_in(self, actor: str, agreed: Sequence[LogText]) -> Reply:
        audit, play = self.on(), self._running.playing()
        numbers = {each.audited.key: each.now for each in differences(audit, self.audited())}
        entry = play.set_right(numbers, actor, nonce=audit.id, seat=audit.asker, agreed=agreed)
        self._keep(None)
        self._running.entered(entry)
        word = say_n("{n} number was set right.", "{n} numbers were set right.", len(numbers))
        self._notices.tell(play.setup.numbers, word, "good")
        return Reply(notice=word)

    # -- what changes meanwhile --------------------------------------------------------------------------------

    def settle(self) -> None:
        """Periodic work: who may stop an audit that stands still."""
        if self.stands_still != self._stood_still:
            self._stood_still = self.stands_still
            self._state.touch()

    def follow(self, _: Entry) -> None:
        """Note that the play has gone on."""
        self.look_again()

    def look_again(self) -> None:
        """Have numbers that changed counted again."""
        if self.audit is None:
            return
        audit = followed(self.audit, self.audited())
        if audit is not self.audit:
            self._keep(audit)
        self.end_if_right()

    def keep_part(self, part: PartCount) -> None:
        """Store what somebody has counted so far. Raises ``Refused``."""
        self._keep(self.on().with_part(part))

    def _keep(self, audit: Audit | None) -> None:
        self._part.put(AuditState(audit, self._clock.mono()))
        # Whoever had agreed did so to something else.
        self._ballots.drop("audit")
        # A full disk is reported when a correction cannot be kept; until then the count goes on in memory.
        with suppress(LogError):
            self._kept.keep(audit)


@dataclass(eq=False, repr=False)
class Counting:
    """What seats count in the audit that goes on, and what they answer."""

    auditing: RunningAudit
    running: RunningPlay
    attendance: Attendance
    leaving: Departures
    ballots: Ballots

    def handlers(self) -> Handlers:
        return {
            CountPart: self._count_part,
            SkipCount: lambda sender, request: self._skip(self._acting(sender, request.seat), request.seat),
            PutInNumbers: self._put_in,
        }

    def _acting(self, sender: Sender, seat: int) -> Actor:
        """As whom a device counts for ``seat``: a host as host, but for what its own seat may count itself."""
        actor, audit = sender.actor, self.auditing.audit
        mine = seat == actor.seat or (seat == TABLE and audit is not None and audit.asker == actor.seat)
        return Actor("host", device=actor.device, own=actor.seat) if sender.host and not mine else actor

    # -- one question after the other --------------------------------------------------------------------------

    def answer(self, sender: Sender, request: AnswerQuestion) -> Reply:
        """An answer to one of the audit's questions. Raises ``Refused``."""
        actor, seat, answer, service = sender.actor, request.seat, request.answer, request.service
        self.auditing.on()
        dialogue = self._asked(actor, seat, request.digest, service)
        dialogue.question.check(answer)
        if service == AGREE:
            return self._proposed(actor, seat, str(answer))
        if service == WAIT:
            return self._waited(actor, str(answer))
        key = part_of(service)
        part = self.auditing.on().part(key) if key is not None else None
        if part is None:
            raise _stale()
        return self._told(actor, part, answer)

    def _asked(self, actor: Actor, seat: int, digest: str, service: str) -> Dialogue:
        """The question that is answered. Raises ``Refused``."""
        found = [ask for ask in self._shown(actor) if ask.service == service and ask.seat == seat]
        if not found and seat not in (actor.seat, TABLE) and not actor.writes_for_all:
            raise not_yours(seat)
        for dialogue in found:
            if dialogue.digest == digest:
                return dialogue
        raise _stale()

    def _shown(self, actor: Actor) -> list[Dialogue]:
        """What the audit asks on the screens of the person who answers."""
        asking = AuditAsking.of(
            self.auditing.on(),
            self.running.now,
            self.ballots.now,
            self.leaving.now.gone,
            anybody=self.auditing.stands_still,
        )
        own = [*asking.urgent(actor.seat), *asking.waiting(actor.seat)]
        return [*own, *asking.of_scribe()] if actor.writes_for_all else own

    def _told(self, actor: Actor, part: PartCount, answer: Answer) -> Reply:
        if part.at:
            audited = self.auditing.audited().get(part.key, ())
            changed = counted(part, audited, {part.at: int(str(answer))})
            self.auditing.keep_part(structs.replace(changed, done=False, stood={}))
        elif answer == RIGHT:
            self._count(actor, part, {})
        elif answer == LATER:
            self._leave_out(part.seat)
        else:
            self.auditing.keep_part(structs.replace(part, at=str(answer).removeprefix(NUMBER)))
        return Reply()

    def back(self, actor: Actor, seat: int) -> bool:
        """From a number that is being dialled back to the list; whether there was one."""
        audit = self.auditing.audit
        part = next((part for part in audit.parts if part.at and part.seat == seat), None) if audit else None
        mine = audit is not None and (seat == actor.seat or (seat == TABLE and audit.asker == actor.seat))
        if part is None or not (mine or actor.writes_for_all):
            return False
        self.auditing.keep_part(structs.replace(part, at=""))
        return True

    def _waited(self, actor: Actor, answer: str) -> Reply:
        if answer == STOP:
            return self.auditing.stop(actor)
        if answer == GO_ON:
            self.auditing.go_on_without_missing(actor)
        return Reply()

    def _proposed(self, actor: Actor, seat: int, answer: str) -> Reply:
        """The correction is put to the table, or what differs is counted again, or nothing comes of it."""
        if answer == STOP:
            return self.auditing.stop(actor)
        if answer == SET:
            return self.auditing.propose(actor)
        self.auditing.count_again(seat)
        return Reply()

    # -- a part at once ----------------------------------------------------------------------------------------

    def _count_part(self, sender: Sender, request: CountPart) -> Reply:
        """A whole part at once. Of a seat's own page also what only it may know."""
        seat, numbers, actor = request.seat, request.numbers, self._acting(sender, request.seat)
        audit, audited = self.auditing.on(), self.auditing.audited()
        own = actor.seat == seat and seat != TABLE
        if not (own or actor.writes_for_all or (seat == TABLE and actor.seat == audit.asker)):
            raise not_yours(seat)
        shown = counted_part(audit, audited, seat, own=own)
        if shown is None or shown.stood != request.stood:
            raise Refused("stale", say("The numbers have changed meanwhile. Look again."))
        _check(numbers, {one.key: (one.low, one.high) for one in shown.numbers})
        for part in audit.parts:
            if part.seat == seat and (own or not part.secret):
                self._count(actor, structs.replace(part, said={}), numbers)
        return Reply()

    def _count(self, actor: Actor, part: PartCount, numbers: Mapping[str, int]) -> None:
        """One part is confirmed; what only a sleeper could count is left out when somebody counts for it."""
        audited = self.auditing.audited().get(part.key, ())
        here = {one.key for one in audited}
        self.auditing.keep_part(counted(part, audited, {key: n for key, n in numbers.items() if key in here}))
        hidden = self.auditing.on().part((part.seat, True))
        if hidden is not None and hidden.open and actor.seat != part.seat and part.seat not in self.attendance.awake():
            self.auditing.keep_part(structs.replace(hidden, left=True, said={}))
        self.auditing.end_if_right()

    def _skip(self, actor: Actor, seat: int) -> Reply:
        """Nobody counts this seat's part this time. Raises ``Refused``."""
        audit = self.auditing.on()
        if actor.seat != seat and not actor.writes_for_all and not (seat == TABLE and actor.seat == audit.asker):
            raise not_yours(seat)
        self._leave_out(seat)
        return Reply()

    def _leave_out(self, seat: int) -> None:
        for part in self.auditing.on().parts:
            if part.seat == seat and part.open:
                self.auditing.keep_part(structs.replace(part, left=True, at="", said={}))
        self.auditing.end_if_right()

    # -- starting from what lies there -------------------------------------------------------------------------

    def _put_in(self, sender: Sender, request: PutInNumbers) -> Reply:
        """Take all these numbers over as they lie on the table, in one step; those that are so already stay out."""
        actor, play, audited = sender.actor, self.running.playing(), self.auditing.audited()
        allowed = {one.key for part in whole_sheet(audited, actor.seat) for one in part.numbers}
        if not allowed.issuperset(request.numbers):
            raise Refused("not-tracked", say("That number is not counted here."))
        now = {one.key: one.value for part in audited.values() for one in part}
        changed = {key: value for key, value in request.numbers.items() if now.get(key) != value}
        if not changed:
            return Reply(notice=say("Everything is as it was."))
        changed = play.kept_together(changed)
        self.running.entered(play.set_right(changed, str(actor), nonce=sender.key, seat=actor.seat))
        return Reply(notice=say_n("{n} number was set right.", "{n} numbers were set right.", len(changed)))


def _check(numbers: Mapping[str, int], bounds: Mapping[str, tuple[int, int]]) -> None:
    """Raises ``Refused`` for a number out of its bounds, or of another part."""
    for key, value in numbers.items():
        low, high = bounds.get(key, (value + 1, value))
        if not low <= value <= high:
            raise Refused("out-of-bounds", say("{n} is not between {low} and {high}.", n=value, low=low, high=high))


def _stale() -> Refused:
    return Refused("stale", say("That was already counted, or has changed meanwhile. Look again."))
