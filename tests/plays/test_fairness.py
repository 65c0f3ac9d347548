"""The account of chance: every draw redone from the seed, the seed only at the end, and how even it was."""

from __future__ import annotations

from collections import Counter as Tally

import pytest

from companion.core.chance import RandomStream, commitment
from companion.core.errors import Refused
from companion.core.questions import Count, Dice
from companion.core.wording import say
from companion.plays.log.closing import conclude
from companion.plays.log.log import PORTION, Log
from companion.plays.play import Play
from companion.plays.reports.fairness import Draw, StreamBlock, _RecordingStream, distribution, fairness
from tests.plays.counter import Add, Counter, End, Roll, begin, cast_with

GAME = Counter()
PROMPT = say("Roll")


def account_of(log: Log, play: Play, status: str = "over", *, closed: bool = True):  # type: ignore[no-untyped-def]
    with log._database.transaction():
        log._database.query("UPDATE plays SET status = ? WHERE id = ?", status, play.id)
    row = log.play(play.id)
    assert row is not None
    if closed:
        conclude(log, play.id)
    return fairness(log, GAME, row)


def test_before_it_is_closed_there_is_only_the_promise(log: Log) -> None:
    """Also when it is over: the end can be taken back, and then whoever knew the seed would know what comes."""
    play = begin(log)
    play.submit(1, "", Roll(), nonce="a")
    for status in ("playing", "over"):
        found = account_of(log, play, status, closed=False)
        assert found.commitment == play.commitment
        assert (found.seed, found.draws) == ("", ())


def test_a_play_whose_seed_is_open_stays_as_it_is(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Add(4), nonce="a")
    with pytest.raises(Refused, match="not-over"):
        play.conclude()
    play.submit(1, "", End(), nonce="b")
    assert play.finished
    play.conclude()
    entries = len(play.entries)
    for one in (play, Play.resume(log, GAME, play.id, clock=play._clock)):
        for change in (
            lambda one=one: one.undo(2, 1, "", marked=False, nonce="u"),
            lambda one=one: one.correct("total", 3, "", nonce="c"),
            lambda one=one: one.submit(1, "", Add(1), nonce="m"),
        ):
            with pytest.raises(Refused) as refusal:
                change()
            assert refusal.value.code in ("concluded", "not-awaited")
        assert len(one.entries) == entries
        assert one.finished


def test_every_draw_is_redone_from_the_seed_also_those_that_were_taken_back(log: Log) -> None:
    play = begin(log)
    for nonce in "abc":
        play.submit(1, "", Roll(), nonce=nonce)
    play.undo(2, 1, "", marked=True, nonce="u")
    play.submit(1, "", Roll(), nonce="d")
    cast_with(play, 2, [3, 4], nonce="e")
    found = account_of(log, play)
    assert commitment(bytes.fromhex(found.seed)) == found.commitment
    companion = [each for each in found.draws if each.spins]
    spins = [spin for each in companion for spin in each.spins]
    assert len(found.draws) == len(companion) + 1, "what the cardboard gave is listed, and was not drawn"
    assert [spin.position for spin in spins] == list(range(len(spins))), "no block is passed over in silence"
    for spin in spins:
        assert RandomStream(bytes.fromhex(found.seed), spin.position).below(spin.limit) == spin.number
    recorded = [drawn.answer for entry in play.entries for drawn in entry.drawn if drawn.by == "companion"]
    assert [each.answer for each in companion] == recorded


def test_a_block_that_is_passed_over_is_said_so() -> None:
    """Below 2**62 + 1 a quarter of all blocks is passed over."""
    stream = _RecordingStream(b"seed", 0)
    numbers = [stream.below((1 << 62) + 1) for _ in range(40)]
    assert [spin.number for spin in stream.spins if spin.number is not None] == numbers
    assert [spin.position for spin in stream.spins] == list(range(stream.position))
    assert 2 < Tally(spin.number is None for spin in stream.spins)[True] < 40


def test_how_often_each_face_came() -> None:
    dice = Dice(key="battle", prompt=PROMPT, dice=2)
    spin = (StreamBlock(0, 6, 1),)
    draws = (Draw(1, 1, dice, [2, 6], spin), Draw(2, 1, dice, [2, 2], spin))
    number = Draw(3, 1, Count(key="n", prompt=PROMPT, low=0, high=2), 1, spin)
    battle, count = distribution((*draws, number))
    assert dict(battle.counts) == {"1": 0, "2": 3, "3": 0, "4": 0, "5": 0, "6": 1}
    assert battle.expected == 4 / 6
    assert dict(count.counts) == {"0": 0, "1": 1, "2": 0}


def test_no_draw_of_an_entry_is_missing(log: Log) -> None:
    """Before and after the dice that people rolled; and a play longer than one portion that is read."""
    play = begin(log)
    cast_with(play, 2, [3, 4], nonce="cast")
    for number in range(PORTION):
        play.submit(1, "", Add(1), nonce=str(number))
    play.submit(1, "", Roll(), nonce="late")
    play.submit(1, "", End(), nonce="end")
    found = account_of(log, play)
    drawn = [drawn for entry in play.entries for drawn in entry.drawn]
    assert [draw.answer for draw in found.draws] == [each.answer for each in drawn]
    assert [draw.entry for draw in found.draws] == [2, 2, 2, PORTION + 3]
    assert [bool(draw.spins) for draw in found.draws] == [each.by == "companion" for each in drawn]
    assert [spin.position for draw in found.draws for spin in draw.spins] == list(range(3))
    assert (found.whole, found.gaps) == (True, 0)
