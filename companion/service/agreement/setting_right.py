"""Votes about corrections, which everybody else who plays must agree to. Used only by the deciding thread."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.core.errors import Refused
from companion.core.questions import Pick
from companion.core.step import TABLE, LogText
from companion.core.wording import Message, say
from companion.plays.storage.log_errors import LogError
from companion.plays.time_source import Clock
from companion.service.agreement.ballots import Ballots, Matter
from companion.service.agreement.consent import Needed, to_set_right
from companion.service.agreement.votes import Vote, VoteKind, how_agreed
from companion.service.asking.requests import Reply
from companion.service.asking.sender import Actor
from companion.service.play.notices import Notices
from companion.service.play.running_play import RunningPlay
from companion.service.seats.attendance import Attendance
from companion.service.table_state import StateHolder


@dataclass(eq=False, repr=False)
class SettingRight(Matter):
    """Base of corrections that need a vote: by an audit, or of a printed fact."""

    kind: ClassVar[VoteKind]
    _state: StateHolder
    _clock: Clock
    _running: RunningPlay
    _attendance: Attendance
    _ballots: Ballots
    _notices: Notices

    @abstractmethod
    def put_in(self, actor: str, agreed: Sequence[LogText]) -> Reply:
        """Apply the correction; ``agreed`` are log lines that say who agreed. Raises ``Refused`` and ``LogError``."""

    def ask_all(self, actor: Actor, subject: str, what: Message, nonce: str, asks: Pick[str]) -> Reply:
        """Put the correction ``subject`` to the vote, with the question ``asks``. Raises ``Refused``."""
        needed = to_set_right(self._attendance.sitting(), actor.who)
        vote = Vote(nonce, self.kind, actor.who, TABLE, what, needed, actor=str(actor), subject=subject, asks=asks)
        return self._ballots.put(vote)

    def needed(self, vote: Vote) -> Needed:
        return to_set_right(self._attendance.sitting(), vote.asker)

    def carry_out(self, vote: Vote) -> Reply:
        try:
            reply = self.put_in(vote.actor, how_agreed(vote))
        except (Refused, LogError):
            self.is_over(vote, None)
            raise
        self._notices.tell(vote.needed.unasked, say("Set right without asking you: {what}", what=vote.what))
        return reply
