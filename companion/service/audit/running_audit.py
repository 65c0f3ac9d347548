"""The table audit as it goes on: who starts, counts, agrees and stops. Acts on the desk; deciding thread only.

It is kept beside the play, so that it goes on after a restart, and it never holds the play up: moves are taken
meanwhile, and what they change is counted again.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from math import inf
from typing import TYPE_CHECKING

import msgspec
from msgspec import structs

from companion.core.errors import Refused
from companion.core.questions import Answer
from companion.core.step import TABLE, Told
from companion.core.wording import Message, SeatName, say, say_n
from companion.plays.log_errors import LogError
from companion.plays.play import Play
from companion.plays.time_source import Clock
from companion.service.actor import Actor, not_yours
from companion.service.agreement.consent import LAPSE
from companion.service.audit.audit import Audit, Lies, Part, PartKey, counted, differences, followed, started
from companion.service.audit.audit_questions import (
    AGREE,
    GO_ON,
    LATER,
    NUMBER,
    RIGHT,
    SET,
    STOP,
    WAIT,
    agreeing,
    part_of,
)
from companion.service.audit.audit_requests import (
    AuditWithoutMissing,
    CountPart,
    PutInNumbers,
    SkipCount,
    StartAudit,
    StopAudit,
)
from companion.service.audit.audit_views import counted_part, whole_sheet
from companion.service.play.play_requests import AnswerQuestion
from companion.service.play.play_snapshot import public_lines
from companion.service.screens.views import Dialogue, Notice, Reply
from companion.service.seats.sitting import LONG_ASLEEP
from companion.service.sender import Handlers, Sender
from companion.service.settings_store import SettingsStore

if TYPE_CHECKING:
    from companion.service.desk import Desk

KEPT = "audit:"
"""Before the play in the settings."""

logger = logging.getLogger(__name__)


class Auditing:
    """See the module. ``audit`` is the one under way, or None."""

    def __init__(self, desk: Desk, clock: Clock, settings: SettingsStore | None) -> None:
        self._desk = desk
        self._clock = clock
        self._settings = settings
        self._play = ""
        self._since = -inf
        self._stood_still = False
        self.audit: Audit | None = None

    def take_up(self, play: Play | None) -> None:
        """A play is on the table: an audit of it that was under way goes on."""
        self._play = play.id if play is not None else ""
        self.audit = None
        kept = self._settings.get(KEPT + self._play) if self._settings is not None and self._play else None
        if kept is None:
            return
        try:
            self.audit = msgspec.convert(kept, Audit, str_keys=True)
            self._since = self._clock.mono()
        except msgspec.ValidationError:
            logger.warning("an audit that was kept cannot be read: it is over")

    @property
    def goes_on(self) -> bool:
        """Whether somebody has counted something in the last two minutes."""
        return self.audit is not None and self._clock.mono() - self._since < LAPSE

    @property
    def stands_still(self) -> bool:
        """Whether nobody has counted anything for so long that anybody may stop it, or go on without the others."""
        return self.audit is not None and self._clock.mono() - self._since >= LONG_ASLEEP

    def _leads(self, actor: Actor) -> bool:
        audit = self._on()
        return actor.seat == audit.asker or actor.writes_for_all or self.stands_still

    # -- starting and ending -----------------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        """What can be asked of a table audit."""
        return {
            StartAudit: self._start,
            StopAudit: lambda sender, _: self.stop(sender.actor),
            AuditWithoutMissing: lambda sender, _: self.without_missing(sender.actor),
            CountPart: self._count_part,
            SkipCount: lambda sender, request: self.leave(self._acting(sender, request.seat), request.seat),
            PutInNumbers: self._put_in,
        }

    def _acting(self, sender: Sender, seat: int) -> Actor:
        """As whom a device counts for ``seat``: a host as host, but for what its own seat may count itself."""
        actor = sender.actor
        mine = seat == actor.seat or (seat == TABLE and self.audit is not None and self.audit.asker == actor.seat)
        return Actor("host", device=actor.device, own=actor.seat) if sender.host and not mine else actor

    def _start(self, sender: Sender, _: StartAudit) -> Reply:
        actor, play = sender.actor, self._desk.playing()
        if self.audit is not None:
            raise Refused("audit-on", say("The table is being counted already."))
        lying = self._lies()
        if not lying:
            raise Refused("nothing-counted", say("Nothing is counted yet."))
        audit_id = blake2b(f"{play.id}:{public_lines(play)}:{sender.key}".encode(), digest_size=10).hexdigest()
        asker = TABLE if actor.writes_for_all else actor.seat
        self._keep(started(audit_id, asker, lying))
        return Reply(notice=say("Everybody is asked to count what lies before them."))

    def stop(self, actor: Actor) -> Reply:
        """End it for everybody: whoever asked, or the host; anybody, once it stands still. Nothing is corrected."""
        if not self._leads(actor):
            raise Refused("not-yours", say("Whoever asked for the audit, or the host, may stop it."))
        self._end(say("The audit was stopped; nothing was corrected."))
        return Reply()

    def _end(self, word: Message) -> None:
        self._keep(None)
        for seat in self._desk.playing().setup.numbers:
            self._desk.notices[seat] = (Notice(word),)
        self._desk.notices[TABLE] = (Notice(word),)

    # -- counting ----------------------------------------------------------------------------------------------

    def answer(self, sender: Sender, request: AnswerQuestion) -> Reply:
        """An answer to one of the audit's questions. Raises ``Refused``."""
        actor, seat, answer, service = sender.actor, request.seat, request.answer, request.service
        self._on()
        dialogue = self._asked(actor, seat, request.digest, service)
        dialogue.question.check(answer)
        if service == AGREE:
            return self._proposed(actor, seat, str(answer))
        if service == WAIT:
            return self._waited(actor, str(answer))
        key = part_of(service)
        part = self._part(key) if key is not None else None
        if part is None:
            raise _stale()
        return self._told(actor, part, answer)

    def _asked(self, actor: Actor, seat: int, digest: str, service: str) -> Dialogue:
        """The question that is answered. Raises ``Refused``."""
        shown = self._desk.moment.dialogues(actor.seat)
        if actor.writes_for_all:
            shown = (*shown, *self._desk.moment.public_dialogues()[0])
        found = [ask for ask in shown if ask.service == service and ask.seat == seat]
        if not found and seat not in (actor.seat, TABLE) and not actor.writes_for_all:
            raise not_yours(seat)
        for dialogue in found:
            if dialogue.digest == digest:
                return dialogue
        raise _stale()

    def _told(self, actor: Actor, part: Part, answer: Answer) -> Reply:
        if part.at:
            number = int(str(answer))
            lying = self._lies().get(part.key, ())
            changed = counted(part, lying, {part.at: number})
            self._keep_part(structs.replace(changed, done=False, stood={}))
        elif answer == RIGHT:
            self._count(actor, part, {})
        elif answer == LATER:
            self._leave(part.seat)
        else:
            self._keep_part(structs.replace(part, at=str(answer).removeprefix(NUMBER)))
        return Reply()

    def back(self, actor: Actor, seat: int) -> bool:
        """From a number that is being dialled back to the list; whether there was one."""
        part = next((part for part in self.audit.parts if part.at and part.seat == seat), None) if self.audit else None
        mine = self.audit is not None and (seat == actor.seat or (seat == TABLE and self.audit.asker == actor.seat))
        if part is None or not (mine or actor.writes_for_all):
            return False
        self._keep_part(structs.replace(part, at=""))
        return True

    def _count_part(self, sender: Sender, request: CountPart) -> Reply:
        """A whole part at once. Of a seat's own page also what only it may know."""
        seat, numbers, actor = request.seat, request.numbers, self._acting(sender, request.seat)
        audit, lying = self._on(), self._lies()
        own = actor.seat == seat and seat != TABLE
        if not (own or actor.writes_for_all or (seat == TABLE and actor.seat == audit.asker)):
            raise not_yours(seat)
        shown = counted_part(audit, lying, seat, own=own)
        if shown is None or shown.stood != request.stood:
            raise Refused("stale", say("The numbers have changed meanwhile. Look again."))
        self._check(numbers, {one.key: (one.low, one.high) for one in shown.numbers})
        for part in audit.parts:
            if part.seat == seat and (own or not part.secret):
                fresh = structs.replace(part, said={})
                self._count(actor, fresh, numbers)
        return Reply()

    def _check(self, numbers: Mapping[str, int], bounds: Mapping[str, tuple[int, int]]) -> None:
        for key, value in numbers.items():
            low, high = bounds.get(key, (value + 1, value))
            if not low <= value <= high:
                raise Refused("out-of-bounds", say("{n} is not between {low} and {high}.", n=value, low=low, high=high))

    def _count(self, actor: Actor, part: Part, numbers: Mapping[str, int]) -> None:
        """One part is confirmed; what only a sleeper could count is left out when somebody counts for it."""
        lying = self._lies()
        here = {one.key for one in lying.get(part.key, ())}
        mine = {key: value for key, value in numbers.items() if key in here}
        self._keep_part(counted(part, lying.get(part.key, ()), mine))
        hidden = self._part((part.seat, True))
        if hidden is not None and hidden.open and actor.seat != part.seat and part.seat not in self._desk.awake():
            self._keep_part(structs.replace(hidden, left=True, said={}))
        self._go_on()

    def leave(self, actor: Actor, seat: int) -> Reply:
        """Nobody counts this seat's part this time. Raises ``Refused``."""
        audit = self._on()
        if actor.seat != seat and not actor.writes_for_all and not (seat == TABLE and actor.seat == audit.asker):
            raise not_yours(seat)
        self._leave(seat)
        return Reply()

    def _leave(self, seat: int) -> None:
        audit = self._on()
        for part in audit.parts:
            if part.seat == seat and part.open:
                self._keep_part(structs.replace(part, left=True, at="", said={}))
        self._go_on()

    def _waited(self, actor: Actor, answer: str) -> Reply:
        if answer == STOP:
            return self.stop(actor)
        if answer == GO_ON:
            self.without_missing(actor)
        return Reply()

    def without_missing(self, actor: Actor) -> Reply:
        """Whoever has not counted is left out: the asker, or the host; anybody, once it stands still. Raises
        ``Refused``.
        """
        audit = self._on()
        if not self._leads(actor):
            raise Refused("not-yours", say("Whoever asked for the audit, or the host, may go on without the others."))
        self._keep(audit.without_missing())
        self._go_on()
        return Reply()

    # -- agreeing ----------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """When everything is counted: it is right, or the table is asked."""
        audit = self.audit
        if audit is None or audit.counting or differences(audit, self._lies()):
            return
        some = any(part.done for part in audit.parts)
        self._end(say("Counted: everything is right.") if some else say("Nothing was counted."))

    def _proposed(self, actor: Actor, seat: int, answer: str) -> Reply:
        """The correction is put to the table, or what differs is counted again, or nothing comes of it."""
        audit, lying = self._on(), self._lies()
        if answer == STOP:
            return self.stop(actor)
        if answer != SET:
            self.count_again(seat)
            return Reply()
        found = differences(audit, lying)
        what = say_n("{n} number set right", "{n} numbers set right", len(found))
        # Not the numbers that are hidden: who has the digest of a vote can find what it was made of.
        subject = ",".join(f"{each.lying.key}={'hidden' if each.secret else each.now}" for each in found)
        return self._desk.agreement.set_right(actor, "audit", subject, what, audit.id, agreeing(audit, lying))

    def count_again(self, seat: int) -> None:
        """A seat does not agree to the correction: what differs is counted again."""
        self._keep(self._on().again(seat))
        for other in self._desk.playing().setup.numbers:
            self._desk.notices[other] = (Notice(say("{who} wants to count again.", who=SeatName(seat))),)

    def carry_out(self, actor: str, agreed: Sequence[Told]) -> Reply:
        """Put the correction in: the table has agreed, as the lines ``agreed`` say. Raises ``LogError``."""
        audit = self._on()
        numbers = {each.lying.key: each.now for each in differences(audit, self._lies())}
        entry = self._desk.playing().set_right(numbers, actor, nonce=audit.id, seat=audit.asker, agreed=agreed)
        self._keep(None)
        self._desk.entered(entry)
        word = say_n("{n} number was set right.", "{n} numbers were set right.", len(numbers))
        for seat in self._desk.playing().setup.numbers:
            self._desk.notices[seat] = (Notice(word, "good"),)
        self._desk.changed()
        return Reply(notice=word)

    def settle(self) -> None:
        """What time brings: who may stop an audit that stands still."""
        if self.stands_still != self._stood_still:
            self._stood_still = self.stands_still
            self._desk.changed()

    def follow(self) -> None:
        """The play has gone on."""
        if self.audit is None:
            return
        audit = followed(self.audit, self._lies())
        if audit is not self.audit:
            self._keep(audit)
        self._go_on()

    # -- starting from what lies there -------------------------------------------------------------------------

    def _put_in(self, sender: Sender, request: PutInNumbers) -> Reply:
        """Take all these numbers over as they lie on the table, in one step; those that are so already stay out."""
        actor, play = sender.actor, self._desk.playing()
        allowed = {one.key for part in whole_sheet(self._lies(), actor.seat) for one in part.numbers}
        if not allowed.issuperset(request.numbers):
            raise Refused("not-tracked", say("That number is not counted here."))
        now = {one.key: one.value for part in self._lies().values() for one in part}
        changed = {key: value for key, value in request.numbers.items() if now.get(key) != value}
        if not changed:
            return Reply(notice=say("Everything is as it was."))
        changed = play.kept_together(changed)
        self._desk.entered(play.set_right(changed, str(actor), nonce=sender.key, seat=actor.seat))
        return Reply(notice=say_n("{n} number was set right.", "{n} numbers were set right.", len(changed)))

    # -- keeping -----------------------------------------------------------------------------------------------

    def _on(self) -> Audit:
        if self.audit is None:
            raise Refused("no-audit", say("Nobody is counting now."))
        return self.audit

    def _part(self, key: PartKey) -> Part | None:
        return self.audit.part(key) if self.audit is not None else None

    def _lies(self) -> Lies:
        return self._desk.moment.lying()

    def _keep_part(self, part: Part) -> None:
        self._keep(self._on().with_part(part))

    def _keep(self, audit: Audit | None) -> None:
        self.audit = audit
        self._since = self._clock.mono()
        # Whoever had agreed did so to something else.
        self._desk.agreement.drop("audit")
        self._desk.changed()
        if self._settings is None or not self._play:
            return
        # A full disk is said where a correction cannot be kept; until then the count goes on in memory.
        with suppress(LogError):
            kept = None if audit is None else msgspec.to_builtins(audit, str_keys=True)
            self._settings.put(KEPT + self._play, kept)


def _stale() -> Refused:
    return Refused("stale", say("That was already counted, or has changed meanwhile. Look again."))
