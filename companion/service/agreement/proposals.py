"""Proposals: actions of one person for the whole table, such as beginning a play or putting it away.

A proposal counts down on every screen. "Fine by me" from all ends the countdown early; "Wait" stops it and shows who
said it; a proposal to put a play away then becomes a vote. Proposals do not survive a restart. Used only by the
deciding thread.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct, structs

from companion.core.errors import Refused
from companion.core.setup import SetupError
from companion.core.wording import N_, Message, SeatName, Wording, listed, say
from companion.plays.storage.log_errors import LogError
from companion.plays.time_source import Clock
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import Handlers, Sender, no_seat
from companion.service.seats.rate_limit import RateLimits
from companion.service.seats.seats_state import SeatsState
from companion.service.table_state import Part, StateHolder


class SayFine(Request, frozen=True):
    """Say "Fine by me" to a proposal, so that it need not wait."""

    may_ask = "seat"


class SayWait(Request, frozen=True):
    """Stop the countdown. The seat that proposed it withdraws it with this."""

    may_ask = "seat"


COUNTS = 10.0
"""Seconds after which a proposal is carried out."""
SHOWN = 20.0
"""Seconds for which screens show that a proposal was stopped."""
PROPOSALS, WINDOW = 6, 60.0
"""How many proposals one device may make within how many seconds, so that nobody floods all screens."""

ProposalKind = Literal["begin", "print", "resume", "again", "put-away"]


class Proposal(Struct, frozen=True):
    """What the seat ``by`` is about to do with the game called ``title``: it is carried out at ``until`` (by the
    table's clock), or once all ``asked`` seats are in ``fine``. ``level`` is how much the companion does. ``players``
    are those who play if not all who sit here do.
    """

    kind: ProposalKind
    by: int
    title: Wording
    until: float
    asked: frozenset[int] = frozenset()
    fine: frozenset[int] = frozenset()
    level: str = ""
    players: tuple[int, ...] = ()

    @property
    def silent(self) -> tuple[int, ...]:
        """The seats that are asked and have said nothing yet, in order."""
        return tuple(sorted(self.asked - self.fine))

    @property
    def words(self) -> Message:
        """The public words for what is about to happen, shown beside the seconds."""
        who = SeatName(self.by)
        if self.kind == "put-away":
            return say("{who} puts {game} away", N_("{who}: put away?"), who=who, game=self.title)
        if self.kind == "again":
            return say("{who} plays {game} again", N_("{who} begins"), who=who, game=self.title)
        if self.players:
            names = listed([SeatName(seat) for seat in self.players])
            return say(
                "{game} begins with {names}; the others watch",
                N_("{who} begins"),
                who=who,
                game=self.title,
                names=names,
            )
        if self.kind == "begin":
            return say("{who} begins {game}", N_("{who} begins"), who=who, game=self.title)
        return say("{who} goes on with {game}", N_("{who} goes on"), who=who, game=self.title)


@dataclass(frozen=True)
class ProposalState:
    """The proposal that counts down, if any; and the message about the previous one: that it was stopped, or failed."""

    now: Proposal | None = None
    told: Message | None = None


@dataclass
class _Doing:
    """The functions that carry a proposal out, and that are called after "Wait"."""

    carry_out: Callable[[], object]
    stopped: Callable[[Proposal, int], object] | None


@dataclass(eq=False, repr=False)
class Proposals:
    """Runs the countdown of a proposal, and asks the other seats. ``seats_of`` gives the seats of a device."""

    state: StateHolder
    clock: Clock
    seats: Part[SeatsState]
    seats_of: Callable[[str], tuple[int, ...]] = field(default=lambda _token: (), init=False)
    _doing: _Doing | None = field(default=None, init=False)
    _own: frozenset[int] = field(default=frozenset(), init=False)
    _told_at: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        self._part = self.state.part(ProposalState())
        self._limits = RateLimits(self.clock, PROPOSALS, WINDOW)

    def handlers(self) -> Handlers:
        return {SayFine: self._fine, SayWait: self._wait}

    @property
    def now(self) -> Proposal | None:
        """The proposal that counts down, or None."""
        return self._part.now.now

    def put(
        self,
        sender: Sender,
        kind: ProposalKind,
        title: Wording,
        carry_out: Callable[[], object],
        *,
        level: str = "",
        players: tuple[int, ...] = (),
        stopped: Callable[[Proposal, int], object] | None = None,
    ) -> Reply:
        """Count a proposal down, or carry it out at once if no other person can be asked. ``stopped`` is called with
        the proposal and the seat that says "Wait". Raises ``Refused``, and what carrying it out raises.
        """
        by = sender.actor.seat or sender.actor.own
        if self.now is not None:
            if self.now.by == by and self.now.kind == kind:
                return Reply()
            raise Refused("counting", say("Something else is about to begin: {what}.", what=self.now.words))
        self._own = frozenset({by, *self.seats_of(sender.token)})
        proposal = Proposal(kind, by, title, self.clock.mono() + COUNTS, self._asked(), level=level, players=players)
        if not proposal.asked:
            self.forget()
            carry_out()
            return Reply()
        self._limits.take(sender.token or f"seat {by}")
        self._doing = _Doing(carry_out, stopped)
        self._part.put(ProposalState(proposal))
        return Reply()

    def _asked(self) -> frozenset[int]:
        """The seats that can answer: with a phone that is not the proposer's, or with keys."""
        now = self.seats.now
        return frozenset(now.gathering.names).intersection({*now.claimed, *now.keyed}) - self._own

    def _fine(self, sender: Sender, _: SayFine) -> Reply:
        proposal = self._counting(sender)
        if sender.actor.seat in proposal.asked:
            self._put(structs.replace(proposal, fine=proposal.fine | {sender.actor.seat}))
            self.settle()
        return Reply()

    def _wait(self, sender: Sender, _: SayWait) -> Reply:
        self._counting(sender)
        self.stop(sender.actor.seat)
        return Reply()

    def _counting(self, sender: Sender) -> Proposal:
        if sender.actor.seat not in self.seats.now.gathering.names:
            raise no_seat()
        if self.now is None:
            raise Refused("stale", say("That was already decided."))
        return self.now

    def stop(self, seat: int) -> None:
        """Stop the proposal that counts down, if any."""
        proposal, doing = self.now, self._doing
        if proposal is None:
            return
        self.forget()
        if seat == proposal.by:
            return
        if doing is not None and doing.stopped is not None:
            doing.stopped(proposal, seat)
            return
        self._tell(say("{who} says wait: {game} does not begin yet.", who=SeatName(seat), game=proposal.title))

    def tell(self, words: Message) -> None:
        """Show everybody a message for a while, unless a countdown is shown."""
        if self.now is None:
            self._tell(words)

    def forget(self) -> None:
        """Drop the proposal and the message about the previous one."""
        self._doing = None
        if self._part.now != ProposalState():
            self._part.put(ProposalState())

    def _tell(self, words: Message) -> None:
        self._told_at = self.clock.mono()
        self._part.put(ProposalState(None, words))

    def _put(self, proposal: Proposal) -> None:
        if proposal != self.now:
            self._part.put(ProposalState(proposal))

    def settle(self) -> None:
        """Periodic work: ask people who have arrived, and carry out a proposal whose time has come."""
        now, proposal, doing = self.clock.mono(), self.now, self._doing
        if proposal is None or doing is None:
            if self._part.now.told is not None and now - self._told_at >= SHOWN:
                self.forget()
            return
        if proposal.by not in self.seats.now.gathering.names:
            self.forget()
            return
        proposal = structs.replace(proposal, asked=self._asked())
        self._put(proposal)
        if proposal.silent and now < proposal.until:
            return
        self.forget()
        try:
            doing.carry_out()
        except (Refused, LogError) as trouble:
            self._tell(trouble.message)
        except SetupError as error:
            self._tell(say("The game cannot begin like this: {why}", why=str(error)))
