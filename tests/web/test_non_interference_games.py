"""The five games in lockstep: at one of two tables the others hide something else and act in secret more often."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.core.game import AnyGame
from companion.core.questions import Answer, Confirm, Count, Dice, Pick, PickMany, Question, Text
from companion.core.secrecy import PUBLIC, Viewer, seal, seen
from companion.core.step import Outcome
from companion.core.wording import say
from companion.games import shipped
from companion.games.score_sheet import SheetGame
from companion.service.clock.running_clock import SetClock
from companion.service.clock.turn_clock import ClockRule
from companion.service.play.play_requests import StepBack
from companion.service.play.play_snapshot import play_now
from companion.service.play.play_views import Dialogue
from companion.service.play.running_play import RunningPlay
from companion.service.session.session_requests import BeginPlay, ChooseGame, PlayAgain
from tests.contract.seals import with_other_secrets
from tests.service.at_table import HOST, Room, token
from tests.web.flask_site import Site
from tests.web.paired_tables import PairedTables

GAMES = [pytest.param(game, id=game.meta.key) for game in shipped() if not isinstance(game, SheetGame)]
EVENING = 7200.0
"""Seconds of an evening at the table, by its own clock."""


def an_answer(question: Question, chance: Random) -> Answer:
    """Something that may be answered."""
    match question:
        case Pick():
            return str(chance.choice(question.reachable()).value)
        case PickMany(options=options, least=least, most=most):
            left = [option.value for option in options if option.reason is None]
            return chance.sample(left, min(len(left), chance.randint(least, most)))
        case Count(low=low, high=high):
            return chance.choice((low, high, min(low + 1, high)))
        case Confirm():
            return chance.random() < 0.5
        case Dice(dice=dice, faces=faces):
            return [chance.randint(1, faces) for _ in range(dice)]
        case Text():
            return "a word"
    raise AssertionError(question)


class Lockstep:
    """An evening of hasty people at both tables."""

    def __init__(self, paired_tables: PairedTables, game: AnyGame, seed: int) -> None:
        self.paired_tables = paired_tables
        self.game = game
        self.chance = Random(seed)
        self.secret_acts = self.hesitations = self.hidden = self.taken = 0

    @property
    def first(self) -> Room:
        return self.paired_tables.sites[0].room

    def step(self, seconds: float) -> None:
        """One answer of somebody who is waited for, with all that the second table does beside it."""
        asked = [(seat, ask) for seat in self.seats for ask in self.first.asked(seat)]
        asker, ask = self.chance.choice(asked)
        if self.first.moment.awaited.secret:
            self.act_in_secret()
        self.hesitate(asker)
        self.answer(asker, ask)
        self.paired_tables.do(lambda site, _: site.room.past(seconds))
        self.paired_tables.check()

    @property
    def seats(self) -> tuple[int, ...]:
        return self.first.table._rooms.running.playing().setup.numbers

    def answer(self, asker: int, ask: Dialogue) -> None:
        """The same at both tables; what is refused there is refused here, and then one answer less stands."""
        given = an_answer(ask.question, self.chance)
        codes = []
        for site in self.paired_tables.sites:
            here = next(
                found
                for found in site.room.asked(asker)
                if (found.seat, found.question.key) == (ask.seat, ask.question.key)
            )
            codes.append(site.room.give(asker, here, given).code)
        assert codes[0] == codes[1], codes
        self.taken += not codes[0]
        if codes[0]:
            self.paired_tables.do(lambda site, _: site.room.table.ask(token(asker), StepBack(ask.seat)))

    def act_in_secret(self) -> None:
        """While all decide in secret, a seat at the second table does something that only it is told."""
        room = self.paired_tables.sites[1].room
        running = room.table._rooms.running
        play = running.playing()
        others = set(self.seats) - {self.paired_tables.viewer} - {seat for seat, _ in running.now.drafts}
        if not others:
            return
        seat = self.chance.choice(sorted(others))
        told = (seal(say("You think again."), seat),)
        entry = play._put("move", seat, f"seat:{seat}", "{}", "", play._raw, Outcome(play.state, told))
        room.opened.loop.post(lambda: running.entered(entry))
        self.secret_acts += 1

    def hesitate(self, seat: int) -> None:
        """At the second table a seat begins to answer behind its hand, and takes it back."""
        room = self.paired_tables.sites[1].room
        asked = [ask for ask in room.asked(seat) if ask.seat == seat and not ask.service]
        if seat == self.paired_tables.viewer or not asked or asked[0].answers or not asked[0].question.secret:
            return
        before = room.entries
        viewer = Viewer(seat)
        for _ in range(4):
            given = an_answer(asked[0].question, self.chance)
            walked = room.moment.playing.on.walked(seat, viewer, (given,))
            if type(walked).__name__ == "Asked":
                assert room.give(seat, asked[0], given).taken
                assert room.table.ask(token(seat), StepBack(seat)).taken
                self.hesitations += 1
                break
        assert room.entries == before

    @contextmanager
    def other_secrets(self) -> Iterator[None]:
        """For a while the others hide something else at the second table."""
        play = self.paired_tables.sites[1].room.table._rooms.running.playing()
        true, play.state = play.state, self.game.copy(play.state)
        self.hidden += with_other_secrets(play.state, Viewer(self.paired_tables.viewer or None), self.chance.randrange)
        assert self.game.awaits(seen(play.state, PUBLIC)) == self.game.awaits(seen(true, PUBLIC))
        self.look_again()
        try:
            yield
        finally:
            play.state = true
            self.look_again()

    def look_again(self) -> None:
        for site in self.paired_tables.sites:
            running = site.room.table._rooms.running

            def anew(running: RunningPlay = running) -> None:
                running.part.put(replace(running.part.now, play=play_now(running.playing())))

            site.room.opened.loop.post(anew)

    def look_at_everything(self) -> None:
        with self.other_secrets():
            self.paired_tables.check()
            self.paired_tables.same_pages()
            self.paired_tables.same_previews()
        self.paired_tables.check()


def evening(folder: Path, game: AnyGame, viewer: int, steps: int, whole: int) -> Lockstep:
    """So many steps of two hours; everything is looked at ``whole`` times."""
    seats = max(game.meta.seats[0], min(3, game.meta.seats[1]))
    with PairedTables(folder, viewer, game, sheets=True) as paired_tables:
        paired_tables.begin(seats, game.meta.key)
        paired_tables.do(lambda site, _: clocked(site))
        lockstep = Lockstep(paired_tables, game, viewer)
        for step in range(1, steps + 1):
            if lockstep.first.moment.awaited.over:
                paired_tables.do(lambda site, _: another(site, game))
            lockstep.step(EVENING / steps)
            if step % (steps // whole) == 0:
                lockstep.look_at_everything()
        assert lockstep.taken > steps // 3
        return lockstep


def another(site: Site, game: AnyGame) -> None:
    """Hasty people come to an end early: they play again."""
    table = site.room.table
    assert table.ask(HOST, PlayAgain()).taken
    assert table.ask(HOST, ChooseGame(game.meta.key, {}, {})).taken
    assert table.ask(HOST, BeginPlay()).taken


def clocked(site: Site) -> None:
    assert site.room.table.ask(HOST, SetClock(ClockRule("fischer", 3600, 5))).taken


@pytest.mark.parametrize("viewer", [2, 0])
@pytest.mark.parametrize("game", GAMES)
def test_nobody_can_tell_what_others_hide_or_how_often_they_act(tmp_path: Path, game: AnyGame, viewer: int) -> None:
    evening(tmp_path, game, viewer, 12, 1)


@pytest.mark.long
@pytest.mark.parametrize("viewer", [1, 0])
@pytest.mark.parametrize("game", GAMES)
def test_nobody_can_tell_in_two_hours(tmp_path: Path, game: AnyGame, viewer: int) -> None:
    evening(tmp_path, game, viewer, 160, 4)


def test_there_is_something_to_tell(tmp_path: Path) -> None:
    antiquity = next(game for game in shipped() if game.meta.key == "antiquity")
    found = evening(tmp_path, antiquity, 2, 12, 1)
    assert found.secret_acts > 3
    assert found.hidden
    assert found.taken > 8
