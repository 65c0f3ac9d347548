"""What a phone says a seat can do on its turn: few short lines, which need no secret of anybody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.core.game import AnyGame
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.widgets import MOST_FORECAST_LINES, ForecastLine
from companion.game_tests.exploring import explore
from companion.game_tests.random_play import RandomPlay
from companion.game_tests.seals import with_other_secrets
from companion.game_tests.showing.looks import forecast_of
from companion.locale import LANGUAGES, speaker
from companion.render.canvas.glyphs import icon_names

NAMES = dict(enumerate(("Ana", "Bo", "Cé", "Íñigo", "Eva", "Fu", "Gil", "Hugo"), 1))
SPEAKERS = [speaker(language, NAMES) for language in LANGUAGES]
LONGEST = 130
"""Letters of a line: four lines of a narrow phone."""
LINES = msgspec.json.Decoder(list[ForecastLine])


def forecasts(game: AnyGame, state: Any, seats: tuple[int, ...]) -> Iterator[tuple[int, list[ForecastLine]]]:
    """Every seat with its lines: none while it is asked."""
    awaited = game.awaits(seen(state, PUBLIC))
    for viewer in map(Viewer, seats):
        yield viewer.seat, forecast_of(game, seen(state, viewer), viewer, awaited)


def test_a_forecast_is_a_few_short_lines(game: AnyGame, plays: int) -> None:
    known = set(icon_names())

    def check(random_play: RandomPlay) -> None:
        for _ in random_play.moves():
            for _, lines in forecasts(game, random_play.state, random_play.setup.numbers):
                assert len(lines) <= MOST_FORECAST_LINES
                assert LINES.decode(msgspec.json.encode(lines)) == lines
                for line in lines:
                    assert not line.icon or line.icon in known
                    for speaking in SPEAKERS:
                        assert 0 < len(speaking.say(line.text)) <= LONGEST, speaking.say(line.text)

    explore(game, plays, check)


def test_what_a_forecast_leaves_open_tells_no_secret_of_its_seat(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        for _ in random_play.moves():
            other, seats = game.copy(random_play.state), random_play.setup.numbers
            if with_other_secrets(other, PUBLIC, random_play.aside):
                here, there = (
                    {seat: [line for line in lines if not line.secret] for seat, lines in forecasts(game, state, seats)}
                    for state in (random_play.state, other)
                )
                assert here == there

    explore(game, plays, check)
