"""The torture game through the log: whole plays by random answers, with undo, restarts and a verified end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.core.chance import CardboardNeeded, RandomStream, draw
from companion.core.dialogue import Done, walk
from companion.core.questions import Answer, Confirm, Count, Dice, Pick, PickMany, Question
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.setup import Seated, Setup
from companion.plays.log.log import Log
from companion.plays.maintenance.verify import verify
from companion.plays.play import Play
from companion.plays.reports.history import lines
from companion.plays.undo import redo_offer, undo_offer
from tests.core.torture import Torture
from tests.plays.counter import SEED, TestClock, nonces, raw

SEATS = Setup(seats=(Seated(1, "Ana"), Seated(3, "Ben"), Seated(4, "Eva")), options={"two-sides": True})


def answered(question: Question, random: Random) -> Answer:
    match question:
        case Pick():
            return str(random.choice(question.reachable()).value)
        case PickMany(options=options, least=least):
            return [str(option.value) for option in options if option.reason is None][:least]
        case Count(low=low, high=high):
            return random.randint(low, high)
        case Dice(dice=dice, faces=faces):
            return [random.randint(1, faces) for _ in range(dice)]
        case Confirm():
            return random.random() < 0.5
    raise AssertionError(question)


def act(play: Play, random: Random, names: Iterator[str]) -> None:
    awaited = play.game.awaits(seen(play.state, PUBLIC))
    seat = random.choice((*awaited.must, *awaited.must, *awaited.may))
    answers: list[Answer] = []
    while not isinstance(found := walk(play.game.ask(seen(play.state, Viewer(seat)), seat), answers), Done):
        answers.append(answered(found.question, random))
    submit(play, seat, found.move, random, next(names))


def submit(play: Play, seat: int, move: Any, random: Random, nonce: str) -> None:
    entered: list[Answer] = []
    before: Any = ()
    while True:
        try:
            play.submit(seat, "", move, nonce=nonce, entered=entered, before=before)
        except CardboardNeeded as needed:
            entered.append(draw(needed.question, RandomStream(random.randbytes(32))))
            before = needed.drawn
        else:
            return


def go_back_and_forth(play: Play, random: Random, names: Iterator[str]) -> None:
    seat = random.choice((0, 1, 3, 4))
    if (redo := redo_offer(play.entries, seat)) and random.random() < 0.5:
        play.redo(redo.to, seat, "", nonce=next(names))
    elif undo := undo_offer(play.effective, seat):
        play.undo(undo.to, seat, "", marked=undo.marked, nonce=next(names))


@pytest.mark.parametrize("number", range(6))
def test_a_whole_play(log: Log, number: int) -> None:
    random, names = Random(number), nonces()
    play = Play.begin(log, Torture(), SEATS, seed=SEED, clock=TestClock())
    while not play.finished:
        if random.random() < 0.1:
            go_back_and_forth(play, random, names)
        else:
            act(play, random, names)
        if random.random() < 0.1:
            before, history = raw(play), play.history.lines(Viewer(1))
            play = Play.resume(log, Torture(), play.id, clock=TestClock())
            assert raw(play) == before
            assert play.history.lines(Viewer(1)) == history
    assert len(play.entries) > 20
    report = verify(log, {"torture": Torture()})
    assert report.clean, report.differences
    assert report.entries == len(play.entries)
    for seat in (None, 1, 3, 4):
        assert play.history.lines(Viewer(seat)) == lines(play.entries, Viewer(seat), play.effective)
