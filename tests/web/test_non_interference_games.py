"""The five games in lockstep: at one of two tables the others hide something else and act in secret more often."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch
from zlib import crc32

import pytest
from msgspec.structs import replace as replace_struct

from companion.core.game import AnyGame
from companion.core.questions import Answer, Confirm, Count, Dice, Pick, PickMany, Question, Text
from companion.core.secrecy import PUBLIC, Viewer, seal, seen
from companion.core.step import LogText, Outcome
from companion.core.wording import say
from companion.game_tests.seals import with_other_secrets
from companion.games import shipped
from companion.games.score_sheet import LedgerGame, SheetGame
from companion.service.clock.turn_clock import ClockRule, SetClock
from companion.service.play.answers import StepBack
from companion.service.play.play_now import PlayNow, play_now
from companion.service.play.play_views import Dialogue
from companion.service.play.running_play import RunningPlay
from companion.service.screens.play_looks import PlayLooks
from companion.service.session.session import BeginPlay, ChooseGame, PlayAgain
from tests.core.colonies import Colonies
from tests.service.at_table import HOST, Room, token
from tests.web.asking_again import ask_again
from tests.web.flask_site import Site
from tests.web.paired_tables import Interference, PairedTables

OPEN = {"titans", "whose-turn"}
"""Games in which nothing is hidden."""
GAMES = [
    pytest.param(game, id=game.meta.key)
    for game in shipped()
    if not isinstance(game, SheetGame) and game.meta.key not in OPEN
]
EVERY_RUN = {"athens-sparta", "olympos"}
"""Games in which people hide most from each other: they are played in every run, the others in the long one."""
EVENING = 7200.0
"""Seconds of an evening at the table, by its own clock."""

CHANGES = 8
"""Changes of a form that are compared at most."""


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
        case Text(taken=taken):
            return f"word {len(taken)}"
    raise AssertionError(question)


class Lockstep:
    """An evening of hasty people at both tables."""

    def __init__(self, paired_tables: PairedTables, game: AnyGame, seed: int, most_forms: int) -> None:
        self.most_forms = most_forms
        self.paired_tables = paired_tables
        self.game = game
        self.chance = Random(seed)
        self.aside = Random(seed + 1)
        self.secret_acts = self.hesitations = self.hidden = self.taken = self.asked_again = 0
        self.forms: dict[str, int] = {}
        """How many changes were compared of each form that the viewer was asked."""

    @property
    def first(self) -> Room:
        return self.paired_tables.sites[0].room

    def step(self, seconds: float) -> None:
        """One answer of somebody who is waited for, with all that the second table does beside it."""
        self.look_at_forms()
        asked = [(seat, ask) for seat in self.seats for ask in self.first.asked(seat)]
        asker, ask = self.chance.choice(asked)
        if self.first.moment.awaited.secret:
            self.act_in_secret()
        self.hesitate(asker)
        self.ask_again()
        self.answer(asker, ask)
        self.paired_tables.do(lambda site, _: site.room.past(seconds))
        self.paired_tables.check()

    def go_on(self, steps: int) -> None:
        """So many steps of a second."""
        for _ in range(steps):
            self.step(1)

    @property
    def seats(self) -> tuple[int, ...]:
        return self.first.table.rooms.running.playing().setup.numbers

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
        running = room.table.rooms.running
        others = set(self.seats) - {self.paired_tables.viewer} - {seat for seat, _ in running.now.drafts}
        if not others:
            return
        seat = self.chance.choice(sorted(others))
        store(room, seat, seal(say("You think again."), seat))
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

    def ask_again(self) -> None:
        """At the second table a seat looks oftener at how its form would be with other answers."""
        others = [seat for seat in self.seats if seat != self.paired_tables.viewer]
        asked = [seat for seat in others if any(ask.form for ask in self.first.asked(seat))]
        if asked:
            self.asked_again += ask_again(self.paired_tables, self.aside.choice(asked), self.aside)
            self.paired_tables.check()

    def look_at_forms(self) -> None:
        """The viewer looks at each form that it was not asked before with other answers, while others hide something
        else at the second table.
        """
        asked = [ask.form for ask in self.paired_tables.asked() if ask.form is not None]
        new = [form.key for form in asked if form.key not in self.forms]
        if not new or len(self.forms) >= self.most_forms:
            return
        with self.other_secrets():
            compared = self.paired_tables.same_forms(CHANGES)
            self.paired_tables.same_form_keys()
            self.paired_tables.check()
        self.forms |= dict.fromkeys(new, compared)

    @contextmanager
    def other_secrets(self) -> Iterator[None]:
        """For a while the others hide something else at the second table."""
        play = self.paired_tables.sites[1].room.table.rooms.running.playing()
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
            running = site.room.table.rooms.running

            def anew(running: RunningPlay = running) -> None:
                running.part.put(replace(running.part.now, play=play_now(running.playing())))

            site.room.opened.loop.post(anew)

    def look_at_everything(self) -> None:
        with self.other_secrets():
            self.paired_tables.check()
            self.paired_tables.same_pages()
            self.paired_tables.same_previews()
        self.paired_tables.check()


def store(room: Room, seat: int, told: LogText) -> None:
    """An entry that changes nothing."""
    running = room.table.rooms.running
    play = running.playing()
    entry = play._put("move", seat, f"seat:{seat}", "{}", "", play._raw, Outcome(play.state, (told,)))
    room.opened.loop.post(lambda: running.entered(entry))


def evening(folder: Path, game: AnyGame, viewer: int, steps: int, whole: int, forms: int) -> Lockstep:
    """So many steps of two hours; everything is looked at ``whole`` times, and so many forms of the viewer."""
    seats = max(game.meta.seats[0], min(3, game.meta.seats[1]))
    with PairedTables(folder, viewer, game, sheets=True) as paired_tables:
        paired_tables.begin(seats, game.meta.key)
        paired_tables.do(lambda site, _: clocked(site))
        lockstep = Lockstep(paired_tables, game, viewer, forms)
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


@pytest.mark.parametrize("viewer", [3, pytest.param(0, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    "game",
    [pytest.param(*game.values, id=game.id, marks=[pytest.mark.long] * (game.id not in EVERY_RUN)) for game in GAMES],
)
def test_nobody_can_tell_what_others_hide_or_how_often_they_act(tmp_path: Path, game: AnyGame, viewer: int) -> None:
    found = evening(tmp_path, game, min(viewer, game.meta.seats[1]), steps=12, whole=1, forms=2)
    assert found.hidden if isinstance(game, LedgerGame) else found.forms
    assert found.asked_again or isinstance(game, LedgerGame), "a ledger asks one thing at a time, by no form"


@pytest.mark.parametrize("viewer", [pytest.param(1, marks=pytest.mark.long), 0])
def test_nobody_can_tell_by_forms_of_every_kind_of_question(tmp_path: Path, viewer: int) -> None:
    found = evening(tmp_path, Colonies(), viewer, steps=24, whole=2, forms=3)
    assert found.forms
    assert found.asked_again > 3


@pytest.mark.long
@pytest.mark.parametrize("viewer", [1, 0])
@pytest.mark.parametrize("game", GAMES)
def test_nobody_can_tell_in_two_hours(tmp_path: Path, game: AnyGame, viewer: int) -> None:
    found = evening(tmp_path, game, viewer, steps=160, whole=4, forms=40)
    assert found.hidden if isinstance(game, LedgerGame) else found.forms
    assert found.asked_again > 3 or isinstance(game, LedgerGame)


# -- the test itself -------------------------------------------------------------------------------------------------


def shipped_game(key: str) -> AnyGame:
    return next(game for game in shipped() if game.meta.key == key)


def test_there_is_something_to_tell(tmp_path: Path) -> None:
    found = evening(tmp_path, shipped_game("antiquity"), 2, steps=12, whole=1, forms=2)
    assert found.secret_acts > 3
    assert found.hidden
    assert found.taken > 8


def test_a_form_that_is_filled_with_what_others_hide_is_found(tmp_path: Path) -> None:
    whole = PlayNow.filled

    def filled(self: PlayNow, seat: int, viewer: Viewer, before: Sequence[Answer], given: Mapping[str, Answer]) -> Any:
        form = whole(self, seat, viewer, before, given)
        hidden = crc32(self.game.encode_state(self.state)) if given else 0
        return form and replace_struct(form, told=(*form.told, say("{n}", n=hidden)))

    with patch.object(PlayNow, "filled", filled), pytest.raises(Interference, match="form with"):
        evening(tmp_path, shipped_game("olympos"), 2, steps=12, whole=1, forms=2)


@pytest.mark.parametrize("viewer", [2, 0])
def test_a_look_at_a_form_that_leaves_a_trace_is_found(tmp_path: Path, viewer: int) -> None:
    olympos = shipped_game("olympos")
    whole = PlayLooks.fill_form

    def fill_form(self: PlayLooks, seat: int, given: Mapping[str, Answer]) -> Dialogue | None:
        room = next(site.room for site in paired_tables.sites if site.room.moment is self._broadcast.moment)
        store(room, self._device().own or 1, say("{n}", n=1))
        return whole(self, seat, given)

    patched = patch.object(PlayLooks, "fill_form", fill_form)
    with patched, PairedTables(tmp_path, viewer, olympos, sheets=True) as paired_tables:
        paired_tables.begin(3, olympos.meta.key)
        lockstep = Lockstep(paired_tables, olympos, viewer, 0)
        with pytest.raises(Interference):
            lockstep.go_on(6)
