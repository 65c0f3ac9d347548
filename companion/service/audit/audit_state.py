"""The parts of the table's state that the audit has: the count under way, and printed facts to be set right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf

from companion.core.box_reading import FactKey
from companion.core.secrecy import PUBLIC, Viewer
from companion.core.step import TABLE
from companion.service.agreement.consent import LAPSE
from companion.service.agreement.votes import AgreementState
from companion.service.audit.audit import Audit, NumbersByPart, numbers_by_part
from companion.service.audit.audit_questions import scribe_dialogues, urgent_dialogues, waiting_dialogues
from companion.service.audit.facts.fact_proposal import Choosing, Proposal, choosing_dialogue, decide_dialogues
from companion.service.audit.facts.facts_used import used_by, uses_any
from companion.service.play.dialogues import PlayState, WalkedDialogue
from companion.service.play.play_now import PlayNow, log_bug
from companion.service.play.play_views import Dialogue
from companion.service.seats.seats_state import LONG_ASLEEP


@dataclass(frozen=True)
class AuditState:
    """``audit`` is the one under way; something was last counted at ``since``, by the table's clock."""

    audit: Audit | None = None
    since: float = -inf

    def goes_on(self, now: float) -> bool:
        """Whether somebody has counted something in the last two minutes."""
        return self.audit is not None and now - self.since < LAPSE

    def stands_still(self, now: float) -> bool:
        """Whether nobody has counted anything for so long that anybody may stop it, or go on without the others."""
        return self.audit is not None and now - self.since >= LONG_ASLEEP


@dataclass(frozen=True)
class FactState:
    """``choosing`` are those who say which fact is wrong, by place; ``proposal`` is what is before the table."""

    choosing: Mapping[int, Choosing] = field(default_factory=dict)
    proposal: Proposal | None = None

    def dialogues(self, state: PlayState, place: int) -> list[Dialogue]:
        """What is asked at the screens of ``place`` about printed facts that are wrong. Of a place that is still to say
        which, from what everybody may see: it stands on small displays too.
        """
        found: list[Dialogue] = []
        if state.play is None:
            return found
        game, public = state.play.game, state.play.known(PUBLIC)
        choosing = self.choosing.get(place)
        if choosing is not None and (asked := choosing_dialogue(game, public, place, choosing)) is not None:
            found.append(asked)
        if self.proposal is not None:
            found += decide_dialogues(self.proposal, game, public, place)
        return found


@dataclass(frozen=True)
class AuditAsking:
    """What an audit asks, and whom. ``proposing`` may put to the table what was counted otherwise: whoever asked for
    the audit, and all once it is ``open`` to anybody, as long as it is not before the table.
    """

    audit: Audit
    audited: NumbersByPart
    proposing: frozenset[int]
    open: bool

    @classmethod
    def of(
        cls, audit: Audit, state: PlayState, votes: AgreementState, gone: frozenset[int], *, anybody: bool
    ) -> AuditAsking:
        """The questions of ``audit``; ``anybody`` may lead it."""
        proposing = frozenset((*(state.numbers if anybody else ()), audit.asker)) - gone
        if any(vote.kind == "audit" for vote in votes.votes):
            proposing = frozenset()
        return cls(audit, audited_numbers(state.play), proposing, anybody)

    def urgent(self, place: int) -> list[Dialogue]:
        """What is asked at the screens of ``place`` before the game does."""
        return urgent_dialogues(self.audit, self.audited, place, self.proposing)

    def of_scribe(self) -> list[Dialogue]:
        """What a scribe may answer."""
        found = scribe_dialogues(self.audit, self.audited, self.proposing)
        return [*found, *waiting_dialogues(self.audit, TABLE, leads=True)]

    def waiting(self, place: int) -> list[Dialogue]:
        """What ``place`` may do while others are still counting."""
        leads = place in (TABLE, self.audit.asker) or self.open
        return waiting_dialogues(self.audit, place, leads=leads)


def audited_numbers(play: PlayNow | None) -> NumbersByPart:
    """Every tracked number by whose it is to count: for the deciding thread, and for views of an audit, which take of
    it what their viewer may know. Nothing where the rules cannot say.
    """
    if play is None:
        return {}
    return play.told("audited", lambda: numbers_by_part(play.game, play.known, play.setup.numbers), {})


def rests_on(state: PlayState, place: int) -> tuple[FactKey, ...]:
    """The facts that the question on the screens of ``place`` rests on, as far as everybody may see it."""
    standing = _in_public(state, place)
    return used_by(state.on.game, state.on.known(PUBLIC), state.on.box, standing) if standing is not None else ()


def rests_on_any(state: PlayState, seat: int) -> bool:
    """Whether the question on the page of ``seat`` rests on any fact that everybody may see.

    The page has asked the seat's own dialogue already. As long as nothing of it is secret, it is what everybody sees.
    """
    own = state.standing(seat, Viewer(seat))
    standing = own if own is not None and not own.secret else _in_public(state, seat)
    if standing is None:
        return False
    return state.on.keep_while(("rests-on-any", standing.seat), (standing,), lambda: _uses_any(state.on, standing))


def _uses_any(play: PlayNow, standing: WalkedDialogue) -> bool:
    try:
        return uses_any(play.game, play.known(PUBLIC), play.box, standing)
    except Exception as error:
        log_bug(error)
        return False


def _in_public(state: PlayState, place: int) -> WalkedDialogue | None:
    return state.standing(place, PUBLIC) or state.standing(TABLE, PUBLIC)
