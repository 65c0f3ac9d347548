"""Stored plays as playthroughs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest

from companion.core.errors import RulesBug
from companion.core.forms import fill
from companion.core.secrecy import Viewer, seen
from companion.core.setup import Seated, Setup
from companion.plays.log.log import Log
from companion.plays.play import Play
from companion.plays.undo import redo_offer, undo_offer
from companion.playthroughs.grammar import parse, write
from companion.playthroughs.lines import PlaythroughError
from companion.playthroughs.record import find_answers, record
from companion.playthroughs.replay import FixedClock, replay, replay_into
from tests.core.torture import Torture
from tests.core.torture.moves import Add, Attack, Lose, Ready, Sail, SetUp, Vote
from tests.core.torture.state import Order

GAME = Torture()
SEATS = (Seated(1, "Anna"), Seated(2, "Ben  the\nelder"))


@pytest.fixture
def log() -> Iterator[Log]:
    log = Log(lambda: sqlite3.connect(":memory:", isolation_level=None))
    yield log
    log.close()


def test_answers_chance_corrections_and_taking_back_are_recorded(log: Log) -> None:
    setup = Setup(SEATS, {"rounds": 1}, {"weather": "cardboard"}, {"card": {"bull": {"worth": 2}}})
    play = Play.begin(log, GAME, setup, seed=b"\1\2", clock=FixedClock())

    def do(seat: int, move: object, *entered: str | list[int | str]) -> None:
        play.submit(seat, "Anna's phone", move, nonce="", entered=entered)

    do(0, SetUp(2, 3))
    do(1, Add(Order("tax", "1")))
    do(1, Ready())
    do(2, Ready())
    do(2, Attack("1"), "calm", ["5", "1"])
    play.correct("2.gold", 5, "Ben's phone", nonce="", seat=2)
    do(1, Lose("fort"))
    play.undo(play.entries[-3].number, 1, "Anna's phone", marked=False, nonce="")
    play.redo(play.entries[-1].base, 1, "Anna's phone", nonce="")
    do(1, Sail("market"))
    playthrough = record(log, GAME, play.id)
    text = write(playthrough)
    assert text.startswith("game: torture\nrules: 1\nseat 1: Anna\nseat 2: Ben the elder\noption ")
    assert "box card bull worth: 2\nseed: 0102\n" in text
    assert "\ntable: first=2 | gold=3 ~ quest=" in text
    assert (
        "\n1: plan=add | order=tax-1\n1: plan=ready\n2: plan=ready\n"
        "2: turn=attack | target=0,0 ~ weather=calm@cardboard ~ battle=5 1@cardboard\n"
        "correct 2.gold 5 bank 7 by 2\n1: hit=fort\nundo 2 steps by 1\nredo by 1\n1: turn=sail | space=market\n"
    ) in text
    assert "\n= 1.forts 0\n" in text
    assert "\n? public\n  rondel rondel" in text
    assert "\nscore\n  final" in text
    assert replay(playthrough, {"torture": GAME}).difference is None


def test_what_came_back_after_other_moves_is_recorded_by_its_entry(log: Log) -> None:
    play = Play.begin(log, GAME, Setup(SEATS, {"rounds": 1}), seed=b"\1\2", clock=FixedClock())
    for seat, move in ((0, SetUp(2, 3)), (1, Ready()), (2, Ready()), (2, Sail("market")), (1, Sail("market"))):
        play.submit(seat, "", move, nonce="")
    taken_back = play.present
    play.undo(5, 1, "", marked=False, nonce="")
    play.undo(4, 1, "", marked=False, nonce="")
    play.submit(2, "", Sail("arsenal"), nonce="")
    play.bring_back(taken_back, 1, "", nonce="")
    play.undo(5, 1, "", marked=False, nonce="")
    play.undo(4, 1, "", marked=False, nonce="")
    play.bring_back(taken_back, 2, "", nonce="")
    play.undo(5, 1, "", marked=False, nonce="")
    play.redo(taken_back, 1, "", nonce="")
    playthrough = record(log, GAME, play.id)
    assert (
        "undo by 1\nundo by 1\n2: turn=sail | space=arsenal\nredo of 6 by 1\n"
        "undo by 1\nundo by 1\nredo of 6 by 2\nundo by 1\nredo by 1\n"
    ) in write(playthrough)
    assert write(parse(write(playthrough))) == write(playthrough)
    assert replay(playthrough, {"torture": GAME}).difference is None


def test_a_form_taken_back_and_put_back_is_recorded_and_comes_to_the_same_state(log: Log) -> None:
    """Its moves were stored under one request and go back and forth together; of a playthrough they are lines."""
    play = Play.begin(log, GAME, Setup(SEATS, {"rounds": 1}, {"weather": "cardboard"}), seed=b"\1", clock=FixedClock())
    for seat, move in ((0, SetUp(2, 3)), (1, Ready()), (2, Ready())):
        play.submit(seat, "", move, nonce="")
    play.submit(2, "", Attack("1"), nonce="", entered=("calm", ["6", "6"]))
    form = fill(GAME, seen(play.state, Viewer(1)), 1, (), {"hit": "fort", "hit-2": "fleet"})
    assert form is not None
    assert form.moves == (Lose("fort"), Lose("fleet"))
    play.submit_all(1, "Anna's phone", form.moves, nonce="form")
    sent, last = play.state, play.present

    def take_back() -> None:
        offer = undo_offer(play.effective, 1)
        assert offer is not None
        play.undo(offer.to, 1, "Anna's phone", marked=offer.marked, nonce="")

    def put_back() -> None:
        offer = redo_offer(play.entries, 1)
        assert offer is not None
        play.redo(offer.to, 1, "Anna's phone", nonce="")

    take_back()
    assert play.present == last - 2
    put_back()
    assert play.state == sent
    take_back()
    play.submit_all(1, "Anna's phone", (Lose("fleet"), Lose("fort")), nonce="other form")
    play.bring_back(last, 1, "Anna's phone", nonce="")
    for step in (1, 2):
        play.undo(last - step, 1, "Anna's phone", marked=True, nonce="")
    put_back()
    put_back()
    playthrough = record(log, GAME, play.id)
    assert (
        "\n1: hit=fort\n1: hit=fleet\nundo 2 steps by 1\nredo by 1\nundo 2 steps by 1\n"
        "1: hit=fleet\n1: hit=fort\nredo of 7 by 1\nundo by 1\nundo by 1\nredo by 1\nredo by 1\n"
    ) in write(playthrough)
    replayed = replay_into(log, playthrough, {"torture": GAME})
    assert replayed.difference is None
    assert Play.resume(log, GAME, replayed.play, clock=FixedClock()).state == play.state == sent


def test_a_play_that_has_not_begun_is_no_playthrough(log: Log) -> None:
    gathering = log.gather("torture", Setup(SEATS))
    for play in (gathering, "nothing"):
        with pytest.raises(PlaythroughError, match="has begun"):
            record(log, GAME, play)


def test_a_move_that_no_answers_make_stands_there_itself() -> None:
    state = GAME.new(Setup(SEATS, {"rounds": 1, "two-sides": False}))
    assert find_answers(GAME, state, 0, SetUp(2, 4)) == ("first=2", "gold=4")
    assert find_answers(GAME, state, 0, SetUp(9, 4)) is None
    assert find_answers(GAME, state, 0, Vote("1")) is None
    assert find_answers(GAME, state, 2, SetUp(2, 4)) is None


@pytest.mark.parametrize("part", ["decode_state", "questions", "inventory", "public_widgets", "score"])
def test_rules_that_break_over_a_play_are_named(log: Log, monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    """Also where they show and count: no recording is begun that ends in the middle, and no replay of other files."""
    play = Play.begin(log, GAME, Setup(SEATS, chance={"weather": "cardboard"}), seed=b"\1", clock=FixedClock())
    play.submit(0, "", SetUp(2, 3), nonce="")
    recorded = record(log, GAME, play.id)

    def stumbles(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    broken = Torture()
    monkeypatch.setattr(broken, part, stumbles)
    with pytest.raises(RulesBug, match="ZeroDivisionError: a bug"):
        record(log, broken, play.id)
    if part != "decode_state":
        difference = replay(recorded, {"torture": broken}).difference
        assert difference is not None
        assert difference.found == "a bug of theirs: ZeroDivisionError: a bug"
