"""Nobody else can tell how often seat 1 has acted in secret: never, once or twenty times at one of two tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from night_market.game import NightMarket

from companion.core.chance import ChanceAhead, NoChance
from companion.core.dialogue import Asked, walk
from companion.core.errors import Refused
from companion.core.game import AnyGame
from companion.core.questions import Answer
from companion.core.secrecy import PUBLIC, BrokenSeal, Sealed, Viewer, seen
from companion.core.step import run
from companion.games import shipped
from companion.keeping.copier import Copier
from companion.keeping.copier_state import EVERY
from companion.plays.time_source import Clock
from companion.service.play.play_requests import AnswerQuestions
from tests.core.omens import Omens
from tests.core.torture import Torture
from tests.service.at_table import Room, token
from tests.web.paired_tables import PairedTables
from tests.web.test_non_interference_games import an_answer

ACTS = (1, 20)
"""How often seat 1 acts at the second table; at the first one never."""
TRIES = 60
"""Answers that are tried until one is a secret act, and steps until there is one."""
SHIPPED = {game.meta.key: game for game in shipped()}
EVERY_RUN: tuple[AnyGame, ...] = (Torture(), SHIPPED["athens-sparta"])
LONG: tuple[AnyGame, ...] = (SHIPPED["antiquity"], Omens(), NightMarket(), SHIPPED["sheet:oh-hell"])
"""All games in which a seat can do something in secret, of which others learn nothing, as often as it likes. In Olympos
an answer is final.
"""
GAMES = [
    *(pytest.param(game, id=game.meta.key) for game in EVERY_RUN),
    *(pytest.param(game, id=game.meta.key, marks=pytest.mark.long) for game in LONG),
]


class WithoutPin(PairedTables):
    """What a seat and somebody without a seat get of the two tables; neither has typed the PIN."""

    @property
    def names(self) -> tuple[str, ...]:
        return (str(self.viewer), "public")

    @property
    def eyes(self) -> dict[str, str | int]:
        return {"own": self.viewer, "stranger": "stranger"}

    def same_copies(self) -> None:
        """How copies of the log are called, and how many there are."""
        self.compare("names of copies", *(list(_copies(site.room)) for site in self.sites))


def _copies(room: Room) -> Iterator[str]:
    copier = room.opened.copier
    assert copier is not None
    yield from (copy.path.name for copy in copier.view.copies)


def copier_of(log: Path, clock: Clock) -> Copier:
    return Copier(log, clock, free=lambda _: 10**10)


def secret_act(room: Room, chance: Random) -> tuple[Answer, ...]:
    """Answers of seat 1 of which nobody else learns anything; none where nothing was found."""
    play = room.table._rooms.running.playing()
    game, state = play.game, play.state
    if not game.awaits(seen(state, PUBLIC)).secret or 1 not in game.awaits(seen(state, PUBLIC)).seats:
        return ()
    known, others = seen(state, Viewer(1)), [PUBLIC, *(Viewer(seat) for seat in play.setup.numbers if seat != 1)]
    before = [seen(state, viewer) for viewer in others]
    for _ in range(TRIES):
        answers: list[Answer] = []
        try:
            while isinstance(walked := walk(game.ask(known, 1), answers), Asked):
                answers.append(an_answer(walked.question, chance))
            done = run(game.copy(state), 1, NoChance(), lambda step, move=walked.move: game.apply(step, move))
        except (Refused, ChanceAhead, BrokenSeal):
            continue
        told = all(isinstance(line, Sealed) and line.to == (1,) and not line.revealed for line in done.told)
        changed = game.encode_state(done.state) != game.encode_state(state)
        if told and changed and not done.revealed and [seen(done.state, viewer) for viewer in others] == before:
            return tuple(answers)
    return ()


def act(room: Room, chance: Random, number: int) -> None:
    """Seat 1 does something in secret, by its device."""
    answers = secret_act(room, chance)
    assert answers
    (ask, *_) = (ask for ask in room.asked(1, of=1) if not ask.service)
    entries = room.entries
    given = answers[len(ask.answers) :]
    reply = room.table.ask(token(1), AnswerQuestions(1, ask.digest, given, f"secret-{number}"))
    assert reply.taken, (reply.code, room.words(reply))
    assert room.entries == entries + 1


def step(paired_tables: PairedTables, chance: Random, besides: int = 0) -> None:
    """One answer at both tables, of somebody who is asked; not of the seat ``besides``."""
    first = paired_tables.sites[0].room
    seats = [seat for seat in first.table._rooms.running.playing().setup.numbers if seat != besides]
    asked = [(seat, ask) for seat in seats for ask in first.asked(seat) if ask.seat in (0, seat)]
    if not asked:
        return
    seat, ask = chance.choice(asked)
    given = an_answer(ask.question, chance)
    nonce = f"step-{chance.random()}"[:20]
    codes = [site.room.reply(seat, given, ask.question.key, nonce).code for site in paired_tables.sites]
    assert codes[0] == codes[1]


def until_a_secret_is_due(paired_tables: PairedTables, chance: Random) -> None:
    for _ in range(TRIES):
        if secret_act(paired_tables.sites[1].room, Random(1)):
            return
        step(paired_tables, chance)
    raise AssertionError("seat 1 has nothing to do in secret")


def everybody_is_there(paired_tables: PairedTables) -> None:
    """At both tables: that somebody is there is for all to see, and whoever acts is."""

    def pressed(site: Any, _hide: Any) -> None:
        for seat in site.room.table._rooms.running.playing().setup.numbers:
            site.room.press(seat, "back")

    paired_tables.do(pressed)


def keep(paired_tables: PairedTables, seconds: float) -> None:
    """Time passes at both tables, and their logs are looked after."""

    def looked_after(site: Any, _hide: Any) -> None:
        site.room.past(seconds)
        site.room.opened.copier.run_once()

    paired_tables.do(looked_after)
    everybody_is_there(paired_tables)


def played(folder: Path, game: AnyGame, acts: int) -> None:
    chance = Random(7)
    with (
        patch.object(Copier, "_run", lambda _: None),
        WithoutPin(folder, 2, game, sheets=True, copier=copier_of) as paired_tables,
    ):
        paired_tables.begin(max(game.meta.seats[0], min(3, game.meta.seats[1])), game.meta.key)
        until_a_secret_is_due(paired_tables, chance)
        keep(paired_tables, EVERY)
        keep(paired_tables, 5)
        paired_tables.check()
        second = paired_tables.sites[1].room
        for number in range(acts):
            act(second, chance, number)
            everybody_is_there(paired_tables)
            paired_tables.check()
        paired_tables.check(whole=True)
        keep(paired_tables, EVERY)
        paired_tables.same_copies()
        paired_tables.check()
        while len(paired_tables.sites[0].room.moment.awaited.must) > 1 and paired_tables.seen < acts + 6:
            step(paired_tables, chance, besides=1)
            paired_tables.check()
        paired_tables.check(whole=True)


@pytest.mark.parametrize("acts", ACTS)
@pytest.mark.parametrize("game", GAMES)
def test_nobody_else_can_tell_how_often_a_seat_has_acted(tmp_path: Path, game: AnyGame, acts: int) -> None:
    played(tmp_path, game, acts)
