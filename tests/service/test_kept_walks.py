"""Walks and filled forms of a play are kept for whoever comes to the same ones: the rules are asked once."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.secrecy import PUBLIC, Viewer
from companion.service.play.play_now import RECENT, Memoized, PlayNow
from tests.service.at_table import Room


@pytest.fixture
def play(room: Room) -> PlayNow:
    room.begin(2)
    play = room.moment.play
    assert play is not None
    return play


@pytest.fixture
def asked(play: PlayNow, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seats whose questions the rules were asked for."""
    seats: list[int] = []
    game = type(play.game)
    questions = game.questions

    def counted(self: Any, state: Any, seat: int) -> Any:
        seats.append(seat)
        return questions(self, state, seat)

    monkeypatch.setattr(game, "questions", counted)
    return seats


def test_the_same_answers_are_walked_once_for_each_viewer(play: PlayNow, asked: list[int]) -> None:
    (seat,) = play.awaited.seats
    first = play.walked(seat, PUBLIC, ())
    assert asked == [seat]
    assert play.walked(seat, PUBLIC, []) is first
    assert asked == [seat]
    play.walked(seat, Viewer(1), ())
    assert asked == [seat, seat], "what one viewer came to is not shown to another"


def test_a_form_is_filled_once_with_the_same_answers(play: PlayNow, asked: list[int]) -> None:
    (seat,) = play.awaited.seats
    filled = play.filled(seat, PUBLIC, (), {"gold": 3})
    before = len(asked)
    assert before > 0
    assert play.filled(seat, PUBLIC, (), {"gold": 3}) is filled
    assert len(asked) == before
    assert play.filled(seat, PUBLIC, (), {"gold": 4}) is not filled


def test_true_is_not_one() -> None:
    kept = Memoized()
    kept._kept = {}
    assert kept.keep_recent("walks", (1, True), lambda: "confirmed") == "confirmed"
    assert kept.keep_recent("walks", (1, 1), lambda: "counted") == "counted"
    assert kept.keep_recent("walks", (1, True), lambda: "anew") == "confirmed"


def test_only_the_last_ones_are_kept() -> None:
    kept = Memoized()
    kept._kept = {}
    for number in range(RECENT + 1):
        kept.keep_recent("walks", number, lambda: "first")
    assert kept.keep_recent("walks", RECENT, lambda: "anew") == "first"
    assert kept.keep_recent("walks", 0, lambda: "anew") == "anew"
