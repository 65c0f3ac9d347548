"""A seat that another phone asks for: its own keys or phone are asked, or the host decides. Deciding thread only."""

from __future__ import annotations

from companion.core.wording import SeatName, say
from companion.service.agreement.ballots import Ballots, Matter
from companion.service.agreement.votes import Vote
from companion.service.asking.requests import Reply
from companion.service.asking.sender import Handlers, Sender
from companion.service.seats.seat_requests import ConfirmSeat
from companion.service.seats.seat_transfer import SeatTransfers


class SeatMoves(Matter):
    """See the module."""

    def __init__(self, ballots: Ballots, moving: SeatTransfers) -> None:
        self._ballots = ballots
        self._moving = moving

    def handlers(self) -> Handlers:
        """What the host can decide."""
        return {ConfirmSeat: self._confirm}

    def _confirm(self, _: Sender, request: ConfirmSeat) -> Reply:
        self._ballots.ask_seat_no_more(request.seat)
        if request.agreed:
            return self._hand_over(request.seat)
        self._moving.turn_away(request.seat)
        return Reply()

    def carry_out(self, vote: Vote) -> Reply:
        return self._hand_over(vote.target)

    def is_over(self, vote: Vote, refused_by: int | None) -> None:
        del refused_by
        self._moving.turn_away(vote.target)

    def _hand_over(self, seat: int) -> Reply:
        self._moving.confirm(seat)
        return Reply(notice=say("{who} goes on with the new phone.", who=SeatName(seat)))

    def settle(self) -> None:
        """What time brings: nobody waits for the seat any more."""
        waiting = self._moving.waiting()
        for vote in self._ballots.now.votes:
            if vote.kind == "swap" and vote.target not in waiting:
                self._ballots.ask_seat_no_more(vote.target)
