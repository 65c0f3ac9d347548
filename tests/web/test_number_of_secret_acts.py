"""Nobody else can tell how often seat 1 has acted in secret: never, once or twenty times at one of two tables."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from click.testing import CliRunner
from night_market.game import NightMarket

from companion.cli import main
from companion.core.chance import ChanceAhead, NoChance
from companion.core.dialogue import Asked, walk
from companion.core.errors import Refused
from companion.core.game import AnyGame
from companion.core.questions import Answer
from companion.core.secrecy import PUBLIC, BrokenSeal, Sealed, Viewer, seen
from companion.core.step import run
from companion.games import shipped
from companion.games.score_sheet import SheetGame, parse
from companion.keeping.copier import Copier
from companion.keeping.copier_state import EVERY
from companion.plays.maintenance.backup import back_up
from companion.plays.time_source import Clock
from companion.service.play.answers import AnswerQuestions, AnswerStep, PreviewReply
from companion.service.play.play_views import Dialogue
from tests.core.omens import Omens
from tests.core.torture import Torture
from tests.service.at_table import Room, token
from tests.web.paired_tables import PairedTables
from tests.web.test_non_interference_games import an_answer

ACTS = (1, 20)
"""How often seat 1 acts at the second table; at the first one never."""
TRIES = 60
"""Answers that are tried until one is a secret act."""
STEPS = 400
"""Answers of random people until seat 1 has something to do in secret: in Olympos not before several hold cards."""
SHIPPED = {game.meta.key: game for game in shipped()}
PARTNERS = SheetGame(
    parse(
        """
id = "partners"
name = "Partners"
seats = [4, 4]
teams = [2, 2]
rounds = 5
[[category]]
key = "bid"
name = "Bid"
form = "per-unit"
points = 1
high = 13
when = "round"
sealed = true
""",
        "partners.toml",
    )
)
"""Two who sit opposite share each seal."""
EVERY_RUN: tuple[AnyGame, ...] = (Torture(), SHIPPED["athens-sparta"], PARTNERS)
LONG: tuple[AnyGame, ...] = (SHIPPED["antiquity"], Omens(), NightMarket(), SHIPPED["sheet:oh-hell"])
"""All games in which a seat can do something in secret, of which others learn nothing, as often as it likes. In Olympos
an answer is final: there it can be thought about.
"""
GAMES = [
    *(pytest.param(game, id=game.meta.key) for game in EVERY_RUN),
    *(pytest.param(game, id=game.meta.key, marks=pytest.mark.long) for game in LONG),
]


Act = Callable[[Room, Random, int], None]
"""What seat 1 does at the second table, for the so many-th time."""


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
    play = room.table.rooms.running.playing()
    game, state = play.game, play.state
    if not game.awaits(seen(state, PUBLIC)).secret or 1 not in game.awaits(seen(state, PUBLIC)).seats:
        return ()
    friends = friends_of(game, state)
    known, others = seen(state, Viewer(1)), [PUBLIC, *map(Viewer, sorted({*play.setup.numbers} - {*friends}))]
    before = [seen(state, viewer) for viewer in others]
    for _ in range(TRIES):
        answers: list[Answer] = []
        try:
            while isinstance(walked := walk(game.ask(known, 1), answers), Asked):
                answers.append(an_answer(walked.question, chance))
            done = run(game.copy(state), 1, NoChance(), lambda step, move=walked.move: game.apply(step, move))
        except (Refused, ChanceAhead, BrokenSeal):
            continue
        told = all(isinstance(line, Sealed) and line.to == friends and not line.revealed for line in done.told)
        changed = game.encode_state(done.state) != game.encode_state(state)
        if told and changed and not done.revealed and [seen(done.state, viewer) for viewer in others] == before:
            return tuple(answers)
    return ()


def a_secret_act(room: Room) -> tuple[Answer, ...]:
    """The same, with answers that are always those."""
    return secret_act(room, Random(1))


def friends_of(game: AnyGame, state: Any, seat: int = 1) -> tuple[int, ...]:
    """The seats that share every secret of a seat, itself among them."""
    sides = state.sides if isinstance(game, SheetGame) else ()
    return next((side.seats for side in sides if seat in side.seats), (seat,))


def reveal_is_next(room: Room) -> bool:
    """Whether no more than one side is still waited for: what it chooses reveals what all have chosen."""
    play = room.table.rooms.running.playing()
    return len({friends_of(play.game, play.state, seat) for seat in room.moment.awaited.must}) < 2


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


def secret_question(room: Room) -> Dialogue | None:
    """What seat 1 is asked in secret; None where it is asked no such thing."""
    return next((ask for ask in room.asked(1, of=1) if ask.question.secret and not ask.service), None)


def secret_question_of_several(room: Room) -> Dialogue | None:
    """The same, while the table waits for another seat too: the answers are not revealed yet."""
    return None if reveal_is_next(room) else secret_question(room)


def think(room: Room, chance: Random, number: int) -> None:
    """Seat 1 looks, by its device, at what a secret answer would do: sensible ones and such as it is not offered."""
    ask = secret_question(room)
    assert ask is not None
    entries = room.entries
    for answer in (an_answer(ask.question, chance), "no such answer"):
        reply = room.table.ask(token(1), AnswerStep(1, ask.digest, answer, f"think-{number}"))
        assert isinstance(reply, PreviewReply) or reply.code
    assert room.entries == entries


def step(paired_tables: PairedTables, chance: Random, besides: int = 0) -> None:
    """One answer at both tables, of somebody who is asked; not of the seat ``besides``."""
    first = paired_tables.sites[0].room
    seats = [seat for seat in first.table.rooms.running.playing().setup.numbers if seat != besides]
    asked = [(seat, ask) for seat in seats for ask in first.asked(seat) if ask.seat in (0, seat)]
    if not asked:
        return
    # The table's own question beside those of seats may end the play.
    seat, ask = chance.choice([(seat, ask) for seat, ask in asked if ask.seat] or asked)
    given = an_answer(ask.question, chance)
    nonce = f"step-{chance.random()}"[:20]
    codes = [site.room.reply(seat, given, ask.question.key, nonce).code for site in paired_tables.sites]
    assert codes[0] == codes[1]


def until_due(paired_tables: PairedTables, chance: Random, is_due: Callable[[Room], object]) -> None:
    for _ in range(STEPS):
        if is_due(paired_tables.sites[1].room):
            return
        step(paired_tables, chance)
    raise AssertionError("seat 1 has nothing to do in secret")


def everybody_is_there(paired_tables: PairedTables) -> None:
    """At both tables: that somebody is there is for all to see, and whoever acts is."""

    def pressed(site: Any, _hide: Any) -> None:
        for seat in site.room.table.rooms.running.playing().setup.numbers:
            site.room.press(seat, "back")

    paired_tables.do(pressed)


def keep(paired_tables: PairedTables, seconds: float) -> None:
    """Time passes at both tables, and their logs are looked after."""

    def looked_after(site: Any, _hide: Any) -> None:
        site.room.past(seconds)
        site.room.opened.copier.run_once()

    paired_tables.do(looked_after)
    everybody_is_there(paired_tables)


def doctors_words(folder: Path) -> list[object]:
    """What ``companion doctor`` says of the log in a folder and of its copies; not how fast and full the disk is."""
    back_up(folder / "log.sqlite", folder / "companion.db")
    said = CliRunner().invoke(main, ["doctor", "--json", "--data", str(folder)], catch_exceptions=False).stdout
    return [line for line in json.loads(said.replace(str(folder), "")) if line["key"] not in ("room", "speed")]


def played(folder: Path, game: AnyGame, acts: int, due: Callable[[Room], object] = a_secret_act, do: Act = act) -> None:
    chance = Random(7)
    with (
        patch.object(Copier, "_run", lambda _: None),
        WithoutPin(folder, 2, game, sheets=True, copier=copier_of) as paired_tables,
    ):
        paired_tables.begin(max(game.meta.seats[0], min(3, game.meta.seats[1])), game.meta.key)
        until_due(paired_tables, chance, due)
        keep(paired_tables, EVERY)
        keep(paired_tables, 5)
        paired_tables.check()
        second = paired_tables.sites[1].room
        for number in range(acts):
            do(second, chance, number)
            everybody_is_there(paired_tables)
            paired_tables.check()
        paired_tables.check(whole=True)
        keep(paired_tables, EVERY)
        paired_tables.same_copies()
        paired_tables.compare("what doctor says", *(doctors_words(folder / table) for table in ("first", "second")))
        paired_tables.check()
        while not reveal_is_next(paired_tables.sites[0].room) and paired_tables.seen < acts + 6:
            step(paired_tables, chance, besides=1)
            paired_tables.check()
        paired_tables.check(whole=True)


@pytest.mark.parametrize("acts", ACTS)
@pytest.mark.parametrize("game", GAMES)
def test_nobody_else_can_tell_how_often_a_seat_has_acted(tmp_path: Path, game: AnyGame, acts: int) -> None:
    played(tmp_path, game, acts)


@pytest.mark.parametrize("acts", ACTS)
def test_nobody_else_can_tell_how_often_a_seat_has_thought_about_a_final_answer(tmp_path: Path, acts: int) -> None:
    played(tmp_path, SHIPPED["olympos"], acts, secret_question_of_several, think)
