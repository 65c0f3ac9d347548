"""Whose turn is it: what the pages say of the turns to come is what then happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.wording import Message
from companion.games.whose_turn.game import WhoseTurn, waits_for
from companion.games.whose_turn.rounds import coming, known_order
from companion.games.whose_turn.showing import place_words
from companion.games.whose_turn.state import State, Together, Turn
from tests.service.at_table import Room


def left(*order: int, on_turn: int, out: tuple[int, ...] = ()) -> State:
    """A lap that seat 1 began, in a play whose first player moves on to the left."""
    return State(
        seats=sorted([*order, *out]),
        order=list(order),
        round_end="lap",
        next_order="left",
        agenda=[Turn(on_turn)],
        out=list(out),
        began=1,
    )


def test_who_moves_to_the_end_of_the_next_round_waits_as_many_turns() -> None:
    """1, 2*, 3, 4 and then 2, 3, 4, 1: six turns from now."""
    state = left(1, 2, 3, 4, on_turn=2)
    assert coming(state) == [2, 3, 4, 1]
    words = place_words(state, 1)
    assert isinstance(words, Message)
    assert words.args["n"] == 6


def test_nobody_is_next_where_the_same_seat_begins_the_next_round() -> None:
    assert waits_for(left(1, 2, on_turn=2)).then == 0
    assert waits_for(left(1, 2, on_turn=1)).then == 2


@pytest.mark.parametrize(
    ("state", "order"),
    [
        (left(1, 2, 3, on_turn=2), [2, 3, 1]),
        (left(2, 3, on_turn=2, out=(1,)), [2, 3]),
        (left(1, 3, on_turn=3, out=(2,)), [3, 1]),
    ],
)
def test_the_next_to_the_left_begins_also_where_the_first_player_is_out(state: State, order: list[int]) -> None:
    assert known_order(state) == order


def test_where_everybody_plays_at_once_the_last_one_ends_the_round() -> None:
    state = State([1, 2, 4], [1, 2, 4], "all", "same", [Together()], passed=[2])
    assert waits_for(state).must == (1, 4)
    assert coming(state) == [], "nobody goes before another"
    assert [state.playing, [seat for seat in state.seats if place_words(state, seat) != place_words(state, 2)]] == [
        [1, 4],
        [1, 4],
    ]


def test_by_keys_everybody_says_done_at_once(tmp_path: Path) -> None:
    with Room(tmp_path / "log.sqlite", WhoseTurn(), profile="simulated", blind=True) as room:
        room.begin(3, "whose-turn", {"round": "all"})
        for seat in (3, 1):
            room.press(seat, "ok")
            room.past(2)
        assert room.state.passed == [3, 1]
        room.press(2, "ok")
        room.past(2)
        assert (room.state.round, room.state.playing) == (2, [1, 2, 3])
