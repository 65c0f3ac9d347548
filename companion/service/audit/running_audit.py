"""The table audit as it goes on: started, led, agreed to, stopped. Deciding thread only.

It is kept beside the play, so that it goes on after a restart, and it never holds the play up: moves are taken
meanwhile, and what they change is counted again.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b

import msgspec

from companion.core.errors import Refused
from companion.core.step import TABLE, LogText
from companion.core.wording import Message, SeatName, say, say_n
from companion.plays.play import Play
from companion.plays.storage.entry import Entry
from companion.plays.storage.log_errors import LogError
from companion.plays.storage.stores import Settings
from companion.service.agreement.setting_right import SettingRight
from companion.service.agreement.votes import Vote
from companion.service.asking.requests import Reply
from companion.service.asking.sender import Actor, Handlers, Sender
from companion.service.audit.audit import Audit, NumbersByPart, PartCount, differences, followed, started
from companion.service.audit.audit_questions import agreeing
from companion.service.audit.audit_requests import AuditWithoutMissing, StartAudit, StopAudit
from companion.service.audit.audit_state import AuditState, audited_numbers
from companion.service.play.play_snapshot import public_lines
from companion.service.table_state import BesidePlay

logger = logging.getLogger(__name__)


@dataclass(eq=False, repr=False)
class RunningAudit(SettingRight):
    """See the module."""

    kind = "audit"
    _settings: Settings
    _stood_still: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self._part = self._state.part(AuditState())
        self._kept = BesidePlay(self._settings, "audit:", Audit)

    def take_up(self, play: Play | None) -> None:
        """A play is on the table: an audit of it that was under way goes on."""
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
        """End it for everybody: whoever asked, or the host; anybody, once it stands still. Nothing is corrected."""
        if not self._leads(actor):
            raise Refused("not-yours", say("Whoever asked for the audit, or the admin, may stop it."))
        self._end(say("The audit was stopped; nothing was corrected."))
        return Reply()

    def _end(self, word: Message) -> None:
        self._keep(None)
        self._notices.tell((TABLE, *self._running.now.numbers), word, "plain")

    def go_on_without_missing(self, actor: Actor) -> Reply:
        """Whoever has not counted is left out: the asker, or the host; anybody, once it stands still. Raises
        ``Refused``.
        """
        audit = self.on()
        if not self._leads(actor):
            raise Refused("not-yours", say("Whoever asked for the audit, or the admin, may go on without the others."))
        self._keep(audit.without_missing())
        self.end_if_right()
        return Reply()

    def end_if_right(self) -> None:
        """When everything is counted: it is right, or whoever asked may put what differs to the table."""
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
        """A seat does not agree to the correction: what differs is counted again. Raises ``Refused``."""
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
        """The play has gone on."""
        self.look_again()

    def look_again(self) -> None:
        """The numbers may be others than before: what changed is counted again."""
        if self.audit is None:
            return
        audit = followed(self.audit, self.audited())
        if audit is not self.audit:
            self._keep(audit)
        self.end_if_right()

    def keep_part(self, part: PartCount) -> None:
        """Somebody has counted, or is counting. Raises ``Refused``."""
        self._keep(self.on().with_part(part))

    def _keep(self, audit: Audit | None) -> None:
        self._part.put(AuditState(audit, self._clock.mono()))
        # Whoever had agreed did so to something else.
        self._ballots.drop("audit")
        # A full disk is reported when a correction cannot be kept; until then the count goes on in memory.
        with suppress(LogError):
            self._kept.keep(audit)
