"""Guided set-up of the games: every step has words in both languages, for every number of people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.commands.games import step_rows
from companion.core.game import AnyGame
from companion.core.secrecy import PUBLIC, seen
from companion.core.setup import OptionValue, Seated, Setup, checked_setup
from companion.core.table_setup import SetupStep
from companion.locale import speaker
from tests.contract.instructed import GAMES, committed, playthroughs

GOLDEN = Path(__file__).parents[1] / "golden/setup_steps"
GUIDED = ("ancient-world", "antike", "antiquity", "athens-sparta", "olympos")
NAMES = {1: "Ana", 2: "Ben", 3: "Cleo", 4: "Dora", 5: "Eva", 6: "Fe"}


def new_state(game: AnyGame, seats: int, level: str = "", options: dict[str, OptionValue] | None = None) -> Any:
    setup = Setup(tuple(Seated(seat, NAMES[seat]) for seat in range(1, seats + 1)), options or {}, level=level)
    return game.new(checked_setup(game.meta, setup))


def beginnings(game: AnyGame) -> Iterator[tuple[str, Any]]:
    """A new play for every number of people, at every level; and one after its set-up was asked."""
    least, most = game.meta.seats
    for level in [key for key, _ in game.meta.levels] or [""]:
        for seats in range(least, most + 1):
            yield f"{seats} people{f', {level}' if level else ''}", new_state(game, seats, level)
    name = next(name for name in playthroughs(game.meta.key) if len(steps(game, committed(name)[0].state)) > 1)
    yield f"begun: {name}", committed(name)[0].state


def steps(game: AnyGame, state: Any) -> Sequence[SetupStep]:
    return game.setup_steps(seen(state, PUBLIC))


def listed(game: AnyGame, state: Any, language: str) -> list[str]:
    spoken = speaker(language, NAMES)
    return [row for number, step in enumerate(steps(game, state), 1) for row in step_rows(number, step, spoken)]


@pytest.mark.parametrize("key", GUIDED)
def test_the_steps_of_a_game_are_as_written(key: str, update_golden: bool) -> None:
    game = GAMES[key]
    parts = [
        "\n".join([f"== {title}, {language}", *listed(game, state, language), ""])
        for title, state in beginnings(game)
        for language in ("en", "es")
    ]
    found, path = "\n".join(parts), GOLDEN / f"{key}.txt"
    if update_golden:
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, "utf-8")
    assert path.read_text("utf-8") == found, "run pytest --update-golden and look at the difference"


@pytest.mark.parametrize("key", GUIDED)
def test_every_option_has_steps_with_words_in_both_languages(key: str) -> None:
    game = GAMES[key]
    for option in game.meta.options:
        for value, _ in option.values:
            for seats in range(game.meta.seats[0], game.meta.seats[1] + 1):
                state = new_state(game, seats, options={option.key: value})
                english, spanish = (listed(game, state, language) for language in ("en", "es"))
                assert english, f"{option.key}={value}, {seats} people"
                assert len(english) == len(spanish)
                rows = zip(english, spanish, strict=True)
                assert all(one != other for one, other in rows if not one.startswith(" ")), "a name is one in both"


@pytest.mark.parametrize("key", GUIDED)
def test_keys_are_unique_and_pictures_are_there(key: str) -> None:
    game = GAMES[key]
    for title, state in beginnings(game):
        found = steps(game, state)
        keys = [step.key for step in found]
        assert len(set(keys)) == len(keys), title
        widgets = {widget.key for widget in game.public_widgets(seen(state, PUBLIC))}
        assert {step.widget for step in found if step.widget} <= widgets, title
        assert all(step.seats for step in found if step.who == "seats"), title
        assert all(step.seats for step in found if step.private), title
