"""The rules by examples. What must be true of every game is tested by ``pytest --companion-game night_market``."""

from __future__ import annotations

import pytest
from night_market.game import NightMarket
from night_market.state import Bid, Move, Open, State

from companion.core.chance import Drawn, RecordedChance
from companion.core.errors import Refused
from companion.core.secrecy import Viewer, seen
from companion.core.setup import Seated, Setup
from companion.core.step import TABLE, Step

GAME = NightMarket()


def played(state: State, seat: int, move: Move, *lots: int) -> State:
    """A move, and what is drawn after it."""
    step = Step(GAME.copy(state), seat, RecordedChance([Drawn("lot", lot, "companion") for lot in lots]))
    GAME.apply(step, move)
    return step.state


def begun(*lots: int) -> State:
    state = GAME.new(Setup((Seated(1, "Ana"), Seated(2, "Luis"), Seated(3, "Eva"))))
    return played(state, TABLE, Open(4), *lots)


def all_bid(state: State, bids: tuple[int, ...], *lots: int) -> State:
    *first, last = enumerate(bids, 1)
    for seat, coins in first:
        state = played(state, seat, Bid(coins))
    return played(state, last[0], Bid(last[1]), *lots)


def test_the_highest_bid_that_nobody_else_made_wins_and_is_paid() -> None:
    state = all_bid(begun(8), (5, 5, 2), 3)
    assert [(bidder.coins, bidder.points) for bidder in state.bidders] == [(12, 0), (12, 0), (10, 8)]
    assert state.till == 2


def test_nobody_wins_where_all_bid_the_same() -> None:
    assert [bidder.won for bidder in all_bid(begun(8), (5, 5, 5), 3).bidders] == [0, 0, 0]


def test_a_bid_is_seen_by_its_bidder_only() -> None:
    state = played(begun(8), 1, Bid(5))
    assert seen(state, Viewer(1)).bids[1].value == 5
    assert not seen(state, Viewer(2)).bids[1].known
    assert GAME.awaits(state).must == (2, 3)


def test_nobody_bids_more_than_there_is() -> None:
    with pytest.raises(Refused, match="out-of-reach"):
        played(begun(8), 1, Bid(13))
