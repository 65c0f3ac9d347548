"""Votes of the table: put, answered, withdrawn, expired. Used only by the deciding thread.

Who must agree is in ``consent``; what a yes does is known to the ``Matter`` of its kind. Votes do not survive a
restart.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace

from msgspec import structs

from companion.core.errors import Refused
from companion.core.questions import Pick
from companion.core.wording import N_, Message, SeatName, listed, say
from companion.plays.storage.entry import Entry
from companion.plays.storage.log_errors import LogError
from companion.plays.time_source import Clock
from companion.service.agreement.agreement_requests import WithdrawVotes
from companion.service.agreement.consent import LAPSE, Needed, may_answer
from companion.service.agreement.votes import (
    SET_RIGHT,
    VOTE,
    WITHDRAW,
    YES_COUNTS,
    AgreementState,
    SoonYes,
    Vote,
    VoteKind,
)
from companion.service.asking.requests import Reply
from companion.service.asking.sender import Handlers, Person, Sender, not_yours
from companion.service.play.answers import AnswerQuestion, Moves
from companion.service.play.notices import Notices
from companion.service.play.play_views import Dialogue
from companion.service.play.running_play import RunningPlay
from companion.service.seats.attendance import Attendance, Departures
from companion.service.table_state import StateHolder

FRESH = 1.0
"""Seconds after a vote was put during which keys cannot answer it."""


class Matter(ABC):
    """The behaviour of a kind of vote."""

    @abstractmethod
    def carry_out(self, vote: Vote) -> Reply:
        """Do what the table has agreed to. Raises ``Refused`` and ``LogError``."""

    def needed(self, vote: Vote) -> Needed:
        """Who must agree now; computed again, since seats and phones come and go after a vote was asked."""
        # Voters are those from when it was asked: a seat that has gone silent has not agreed.
        return vote.needed

    def ready(self) -> bool:
        """Whether an agreed vote can be carried out now."""
        return True

    def is_over(self, vote: Vote, refused_by: int | None) -> None:
        """Called when the vote has failed: refused by a seat, withdrawn, or expired."""
        del vote, refused_by


@dataclass(eq=False)
class PlayMatter(Matter):
    """Base of votes about the running play."""

    _ballots: Ballots
    _running: RunningPlay
    _moves: Moves
    _attendance: Attendance
    _leaving: Departures
    _notices: Notices


class Ballots:
    """Holds the open votes of the table, and carries them out."""

    def __init__(
        self, state: StateHolder, clock: Clock, running: RunningPlay, leaving: Departures, notices: Notices
    ) -> None:
        self._part = state.part(AgreementState())
        self._clock = clock
        self._running = running
        self._leaving = leaving
        self._notices = notices
        self._matters: dict[VoteKind, Matter] = {}

    @property
    def now(self) -> AgreementState:
        return self._part.now

    def decide(self, kind: VoteKind, matter: Matter) -> None:
        """Register the ``Matter`` of votes of this kind."""
        self._matters[kind] = matter

    def handlers(self) -> Handlers:
        return {WithdrawVotes: self._withdraw_all}

    # -- asking ------------------------------------------------------------------------------------------------

    def put(self, vote: Vote) -> Reply:
        """Carry a vote out at once if nobody has to be asked, else ask. Raises ``Refused``."""
        if not vote.free:
            self._hear_noes(vote)
        if vote.free or self._can_be_carried_out(vote):
            return self._matters[vote.kind].carry_out(vote)
        vote = structs.replace(vote, until=self._clock.mono() + LAPSE)
        self._part.put(replace(self.now, votes=(*(other for other in self.now.votes if other.kind != vote.kind), vote)))
        return Reply(notice=say("The others are asked whether they agree.", N_("The others are asked")))

    def _hear_noes(self, vote: Vote) -> None:
        """Refuse a vote that a seat has said no to. That holds until the play moves on, or that seat asks for it
        itself.
        """
        noes = self.now.noes.get(vote.about, frozenset()) - {vote.asker.seat} - self._leaving.now.gone
        self._part.note(replace(self.now, noes={**self.now.noes, vote.about: noes}))
        if noes:
            who = listed([SeatName(seat) for seat in sorted(noes)])
            raise Refused("no-stands", say("{who} said no. That stands until the play moves on.", who=who))

    def _can_be_carried_out(self, vote: Vote) -> bool:
        return vote.agreed and self._matters[vote.kind].ready()

    def ask_seat(self, seat: int, nonce: str, name: str = "") -> None:
        """Ask a seat whether another phone may have it: one on which its code was typed, or that of a new person called
        ``name``.
        """
        vote = Vote(nonce, "swap", Person(), seat, say("another phone"), Needed(frozenset({seat})), name=name)
        self._part.put(replace(self.now, votes=(*(other for other in self.now.votes if not _wants(other, seat)), vote)))

    def ask_seat_no_more(self, seat: int) -> None:
        """End the votes on another phone for this seat: because that is decided."""
        self._part.put(replace(self.now, votes=tuple(vote for vote in self.now.votes if not _wants(vote, seat))))

    def ask_otherwise(self, kind: VoteKind, asks: Pick[str], *, anew: bool) -> None:
        """Update an open vote, because the correction has changed. ``anew``: those who have agreed are asked again."""
        for vote in [vote for vote in self.now.votes if vote.kind == kind]:
            now = structs.replace(vote, asks=asks)
            if anew:
                now = structs.replace(now, yes=frozenset(), answered=(), soon=(), until=self._clock.mono() + LAPSE)
            self._put_instead(vote, now)

    # -- answers -----------------------------------------------------------------------------------------------

    def vote(self, sender: Sender, request: AnswerQuestion) -> Reply:
        """A yes or no for a seat: a Yes counts after ``YES_COUNTS`` seconds, a No at once. Raises ``Refused``."""
        actor, seat, vote_id, answer = sender.actor, request.seat, request.digest, request.answer
        vote = next((vote for vote in self.now.votes if vote.id == vote_id and vote.open_for(seat)), None)
        if actor.seat != seat and not actor.writes_for_all:
            raise not_yours(seat)
        if vote is None:
            raise Refused("stale", say("That was already decided."))
        own = actor.seat == seat
        if vote.kind != "swap" and not own and not may_answer(vote.needed, vote.asker, seat, actor.who):
            raise self._somebody_else(vote, seat)
        vote.question().check(answer)
        if not vote.means_yes(answer):
            self._drop(vote)
            return self._no(vote, seat)
        by = None if own else actor.who.seat
        self._put_instead(vote, vote.with_yes(SoonYes(seat, self._clock.mono() + YES_COUNTS, by)))
        return Reply()

    def is_fresh(self, service: str) -> bool:
        """Whether the ballot of this service was put less than ``FRESH`` seconds ago, so that a key may have been
        pressed for something else.
        """
        vote = next((vote for vote in self.now.asked if service == VOTE + vote.id), None)
        return vote is not None and self._clock.mono() < vote.until - LAPSE + FRESH

    def _no(self, vote: Vote, seat: int) -> Reply:
        if vote.kind != "swap":
            noes = self.now.noes.get(vote.about, frozenset()) | {seat}
            self._part.note(replace(self.now, noes={**self.now.noes, vote.about: noes}))
            self._notices.tell([vote.asker.seat], say("{who} does not agree.", who=SeatName(seat)))
        self._matters[vote.kind].is_over(vote, seat)
        return Reply()

    def _somebody_else(self, vote: Vote, seat: int) -> Refused:
        if seat not in vote.needed.spoken_for:
            return not_yours(seat)
        return Refused("same-person", say("Whoever asks cannot answer for {who} too.", who=SeatName(seat)))

    def withdraw(self, sender: Sender, request: AnswerQuestion) -> Reply:
        """Withdraw the votes of the sender. Raises ``Refused``."""
        vote_id = request.service.removeprefix(WITHDRAW)
        vote = next((vote for vote in self.now.asked if vote.id == vote_id), None)
        if vote is None:
            raise Refused("stale", say("That was already decided."))
        if not _asked_by(vote, sender.actor.who):
            raise not_yours(vote.asker.seat)
        vote.waiting().check(request.answer)
        self._end(vote)
        return Reply(notice=say("Withdrawn: nothing was changed.", N_("Withdrawn")))

    def _withdraw_all(self, sender: Sender, _: WithdrawVotes) -> Reply:
        mine = [vote for vote in self.now.asked if _asked_by(vote, sender.actor.who)]
        for vote in mine:
            self._end(vote)
        return Reply(notice=say("Withdrawn: nothing was changed.", N_("Withdrawn"))) if mine else Reply()

    def waiting(self) -> dict[int, tuple[Dialogue, ...]]:
        """For each seat with open votes of its own (0: a host without a seat), the dialogues with which it can withdraw
        them.
        """
        found: dict[int, tuple[Dialogue, ...]] = {}
        for vote in self.now.asked:
            seat = vote.asker.seat
            ask = Dialogue(
                seat, vote.waiting(), f"{vote.id}{len(vote.yes)}-{len(vote.soon)}", service=WITHDRAW + vote.id
            )
            found[seat] = (*found.get(seat, ()), ask)
        return found

    def note_stuck(self, where: tuple[str, int, int]) -> None:
        """Remember that nobody can answer for a seat that has left, at this point of a play."""
        self._part.note(replace(self.now, stuck=self.now.stuck | {where}))

    # -- what changes meanwhile --------------------------------------------------------------------------------

    def forget(self) -> None:
        """Drop all votes and refusals, for another play."""
        self._part.put(replace(self.now, votes=(), noes={}))

    def follow(self, entry: Entry) -> None:
        """Drop votes about the state before the entry that was just made."""
        if not entry.known:
            # A vote that ended because of a secret step would reveal to everybody that there was one.
            return
        must = self._running.now.awaited.must
        keep = ("swap", "leave", "put-away", *SET_RIGHT)
        self._part.put(
            replace(
                self.now,
                votes=tuple(
                    vote
                    for vote in self.now.votes
                    if vote.kind in keep or (vote.kind == "skip" and vote.target in must)
                ),
                noes={} if entry.kind == "move" else self.now.noes,
            )
        )

    def is_there(self, seat: int) -> None:
        """Drop votes on going on without this seat, because it has reacted."""
        for vote in self.now.votes:
            if vote.kind in ("skip", "leave") and vote.target == seat:
                self._drop(vote)
                self._notices.tell([vote.asker.seat], say("{who} is there again.", who=SeatName(seat)))

    def drop(self, kind: VoteKind) -> None:
        """Drop all votes of a kind."""
        for vote in [vote for vote in self.now.votes if vote.kind == kind]:
            self._drop(vote)

    def settle(self) -> None:
        """Periodic work: count each Yes whose time has come, carry out agreed votes, and let votes expire."""
        now = self._clock.mono()
        for vote in self.now.votes:
            if not vote.soon and vote.kind != "swap" and now >= vote.until:
                self._notices.tell([vote.asker.seat], lapsed(vote.what))
                self._end(vote)
            else:
                self._ask_again(vote, vote.counted(now))

    def _ask_again(self, vote: Vote, now: Vote) -> None:
        needed = self._matters[vote.kind].needed(now)
        if needed != now.needed:
            now = structs.replace(now, needed=needed, marked=now.marked or bool(needed.unasked))
        if now != vote:
            self._put_instead(vote, now)
        if self._can_be_carried_out(now):
            self._drop(now)
            try:
                self._matters[now.kind].carry_out(now)
            except (Refused, LogError) as trouble:
                self._notices.tell([now.asker.seat], trouble.message)

    def _put_instead(self, vote: Vote, now: Vote) -> None:
        self._part.put(
            replace(self.now, votes=tuple(now if other.id == vote.id else other for other in self.now.votes))
        )

    def _end(self, vote: Vote) -> None:
        self._drop(vote)
        self._matters[vote.kind].is_over(vote, None)

    def _drop(self, vote: Vote) -> None:
        self._part.put(replace(self.now, votes=tuple(other for other in self.now.votes if other.id != vote.id)))


def _wants(vote: Vote, seat: int) -> bool:
    """Whether it is a vote by which another phone asks for ``seat``."""
    return vote.kind == "swap" and vote.target == seat


def _asked_by(vote: Vote, who: Person) -> bool:
    """Whether ``who`` may withdraw the vote; one asked at the panel may be withdrawn by a person at the panel."""
    return vote.asker.is_also(who) or vote.asker == who


def lapsed(what: Message) -> Message:
    """The message to the sender when a vote has expired, after two minutes."""
    return say("Nobody answered in time. Nothing was changed: {what}", what=what)
