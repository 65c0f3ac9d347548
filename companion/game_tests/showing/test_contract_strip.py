"""What a phone always shows, and where it keeps the rest: few numbers, none of them a secret in the open."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core.game import AnyGame
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.widgets import MOST_FIGURES, Figure, tab_of
from companion.game_tests.exploring import FAST, explore
from companion.game_tests.random_play import RandomPlay
from companion.game_tests.seals import with_other_secrets
from companion.locale import LANGUAGES, speaker
from companion.render.canvas.glyphs import icon_names

SPEAKERS = [speaker(language, {}) for language in LANGUAGES]
LONGEST = 11
"""Letters of a figure's label: six of them stand side by side on a narrow phone."""
FIGURES = msgspec.json.Decoder(list[Figure])


def strips(game: AnyGame, state: Any, seats: tuple[int, ...]) -> dict[int, list[Figure]]:
    return {seat: list(game.strip(seen(state, Viewer(seat)), seat)) for seat in seats}


def uncovered(game: AnyGame, state: Any, seats: tuple[int, ...]) -> dict[int, list[Figure]]:
    found = strips(game, state, seats)
    return {seat: [figure for figure in figures if not figure.secret] for seat, figures in found.items()}


def test_a_strip_has_few_numbers_with_short_labels(game: AnyGame, plays: int) -> None:
    known = set(icon_names())

    def check(random_play: RandomPlay) -> None:
        for _ in random_play.moves():
            for figures in strips(game, random_play.state, random_play.setup.numbers).values():
                assert len(figures) <= MOST_FIGURES
                assert FIGURES.decode(msgspec.json.encode(figures)) == figures
                for figure in figures:
                    assert not figure.icon or figure.icon in known
                    for speaking in SPEAKERS:
                        assert 0 < len(speaking.short(figure.label)) <= LONGEST, figure.label
                        value = figure.value
                        assert value is None or isinstance(value, int) or "{" not in speaking.say(value)

    explore(game, plays, check)


def test_what_a_strip_leaves_open_tells_no_secret_of_its_seat(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        for _ in random_play.moves():
            other, seats = game.copy(random_play.state), random_play.setup.numbers
            if with_other_secrets(other, PUBLIC, random_play.aside):
                assert uncovered(game, other, seats) == uncovered(game, random_play.state, seats)

    explore(game, plays, check)


def test_whoever_has_things_of_its_own_has_numbers_too(game: AnyGame) -> None:
    numbers, things = seats_with_own(game)
    assert things <= numbers, "who has widgets of its own needs Game.strip: a few numbers that are always in sight"


def seats_with_own(game: AnyGame) -> tuple[set[int], set[int]]:
    """Seats that have numbers on their strip, and seats with things on the tab of their own, once they have any."""
    numbers, things = set[int](), set[int]()

    def check(random_play: RandomPlay) -> None:
        for _ in random_play.moves():
            state, seats = random_play.state, random_play.setup.numbers
            numbers.update(seat for seat, figures in strips(game, state, seats).items() if figures)
            for seat in seats:
                shown = game.show(seen(state, Viewer(seat)), Viewer(seat))
                things.update(seat for widget in shown if tab_of(widget, seat) == "mine")

    explore(game, FAST, check)
    return numbers, things
