"""The contract's own parts: set-ups that are checked, states and moves that survive being written down."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.core.errors import Refused
from companion.core.secrecy import PUBLIC, seal, seen
from companion.core.setup import MOST_SEATS, Seated, Setup, SetupError, checked_setup
from tests.core.torture import Torture
from tests.core.torture.moves import Add, Attack, Drop, Lose, Move, Play, Ready, Sail, SetUp, Value, Vote
from tests.core.torture.state import Order, State

GAME = Torture()


def setup(*seats: int, **more: Any) -> Setup:
    return Setup(tuple(Seated(seat, f"Seat {seat}") for seat in seats), **more)


def test_defaults_are_filled_in() -> None:
    checked = checked_setup(GAME.meta, setup(1, 2, options={"rounds": 1}, chance={"deck": "cardboard"}))
    assert checked.options == {"two-sides": False, "rounds": 1}
    assert checked.chance == {"quest": "companion", "deck": "cardboard", "weather": "companion", "battle": "cardboard"}
    assert checked.numbers == (1, 2)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (setup(1), "for 2 to 8 seats, not 1"),
        (setup(*range(1, 10)), "for 2 to 8 seats, not 9"),
        (setup(2, 1), "clockwise"),
        (setup(1, 1), "different"),
        (setup(0, 1), "from 1 to 8"),
        (setup(1, MOST_SEATS + 1), "from 1 to 8"),
        (setup(1, 2, options={"two-side": True}), "unknown option two-side; did you mean two-sides?"),
        (setup(1, 2, options={"xyz": True}), "unknown option xyz; there are two-sides, rounds"),
        (setup(1, 2, options={"rounds": 3}), r"option rounds is 3; expected one of \[1, 2\]"),
        (setup(1, 2, options={"rounds": True}), "option rounds is True"),
        (setup(1, 2, options={"two-sides": 1}), "option two-sides is 1"),
        (setup(1, 2, chance={"batle": "companion"}), "unknown chance batle; did you mean battle?"),
        (setup(1, 2, chance={"battle": "dice"}), "chance battle is 'dice'; expected one of"),
        (setup(1, 2, level="hard"), "unknown level hard; there are none"),
    ],
)
def test_a_set_up_that_cannot_begin_says_what_was_expected(wrong: Setup, words: str) -> None:
    with pytest.raises(SetupError, match=words):
        checked_setup(GAME.meta, wrong)


# -- states and moves as JSON --------------------------------------------------------------------------------------

MOVES: list[Move] = [
    SetUp(1, 3),
    Add(Order("tax", "1")),
    Drop(Order("arm", "2b")),
    Ready(),
    Sail("senate"),
    Attack("2"),
    Lose("fort"),
    Vote("nobody"),
    Play("c1"),
    Value(3, keep=True),
]


@pytest.mark.parametrize("move", MOVES)
def test_a_move_survives_its_codec(move: Move) -> None:
    assert GAME.decode_move(GAME.encode_move(move)) == move


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"[]",
        b"\xff",
        b'{"type": "surrender"}',
        b'{"type": "sail"}',
        b'{"type": "sail", "to": "moon"}',
        b'{"type": "set-up", "first": 1, "gold": 99}',
        b'{"type": "ready", "more": ' + b"[" * 1_000_000 + b"]" * 1_000_000 + b"}",
        '{"type": "vote", "side": "\ud800"}',
    ],
)
def test_what_is_no_move_is_refused_before_a_rule_sees_it(raw: bytes | str) -> None:
    with pytest.raises(Refused) as refused:
        GAME.decode_move(raw)
    assert refused.value.code == "malformed"


def new() -> State:
    return GAME.new(checked_setup(GAME.meta, setup(1, 2, 8)))


def test_a_copy_is_equal_and_private() -> None:
    state = new()
    copy = GAME.copy(state)
    assert copy == state
    copy.sides[0].gold += 1
    copy.deck["owl"].value += 1
    copy.box["card"]["owl"]["worth"] = 5
    assert state == new()


def test_equal_states_are_equal_bytes_in_whatever_order_they_were_filled() -> None:
    one, other = new(), new()
    one.votes = {seat: seal("nobody", seat) for seat in (1, 8, 2)}
    other.votes = {seat: seal("nobody", seat) for seat in (8, 2, 1)}
    assert GAME.encode_state(one) == GAME.encode_state(other)
    assert list(GAME.copy(one).votes) == list(GAME.copy(other).votes)


def test_a_state_as_somebody_sees_it_can_be_copied_too() -> None:
    public = seen(new(), PUBLIC)
    assert GAME.copy(public) == public
    assert not GAME.copy(public).deck["owl"].known


def test_a_state_that_is_none_is_not_read() -> None:
    with pytest.raises(msgspec.ValidationError):
        GAME.decode_state(b'{"seats": "all"}')


def test_a_stored_state_is_read_again_by_the_rules_that_follow() -> None:
    state = new()
    state.votes = {8: seal("nobody", 8)}
    raw = msgspec.json.decode(GAME.encode_state(state))
    assert GAME.upgrade(GAME.meta.rules_version, raw) == state
    with pytest.raises(SetupError, match="newer rules"):
        GAME.upgrade(GAME.meta.rules_version + 1, raw)
