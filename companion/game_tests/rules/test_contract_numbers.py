"""Every tracked number: called by one name, kept by moves where it must be, and set right at any time."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.core.dialogue import Asked, walk
from companion.core.errors import Refused
from companion.core.game import AnyGame
from companion.core.inventory import Tracked, find, totals
from companion.core.secrecy import PUBLIC, seen
from companion.core.setup import SEATS
from companion.game_tests.exploring import explore
from companion.game_tests.random_play import RandomPlay
from companion.locale import LANGUAGES, speaker


def known(game: AnyGame, state: Any) -> list[Tracked]:
    return [tracked for tracked in game.inventory(state) if tracked.known]


def test_moves_conserve_what_is_conserved(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        for dialogue in random_play.moves():
            before = totals(known(game, random_play.state))
            random_play.make(dialogue)
            after = totals(known(game, random_play.state))
            assert {word: after.get(word) for word in before} == before

    explore(game, plays, check)


def test_every_number_has_a_name_of_its_own_and_lies_within_its_bounds(game: AnyGame, plays: int) -> None:
    """The same names for every viewer: even that a number is there must not depend on who looks."""

    def check(random_play: RandomPlay) -> None:
        for _ in random_play.moves():
            keys = [tracked.key for tracked in game.inventory(random_play.state)]
            assert len(set(keys)) == len(keys)
            assert all(len(key.split()) == 1 for key in keys)
            for tracked in known(game, random_play.state):
                assert tracked.low <= tracked.value <= tracked.high, tracked.key
                assert tracked.owner is None or tracked.owner in random_play.setup.numbers
            for viewer in random_play.viewers:
                looked = game.inventory(seen(random_play.state, viewer))
                assert [tracked.key for tracked in looked] == keys

    explore(game, plays, check)


CODED = re.compile(r"(?<!\d)(0|-1) (=|is|for)\b|\bis [0-9]\b|\([01][):]|: 0 ")
"""How a label would explain what a number stands for: there are words for each value instead."""


def test_a_number_that_stands_for_something_says_what(game: AnyGame, plays: int) -> None:
    """A number whose values have meanings has a word for each value, and its label has no code such as "0 = none"."""
    english = speaker("en", {})

    def check(random_play: RandomPlay) -> None:
        for _ in random_play.moves():
            for tracked in game.inventory(random_play.state):
                assert len(tracked.meanings) in (0, tracked.high - tracked.low + 1), tracked.key
                assert not CODED.search(english.say(tracked.label)), english.say(tracked.label)

    explore(game, plays, check)


def test_a_correction_says_which_number_and_whose(game: AnyGame, plays: int) -> None:
    """No two numbers are called alike, and what calls a number leaves it to the line to say whose it is."""
    spoken = [speaker(language, dict.fromkeys(SEATS, "¿?")) for language in LANGUAGES]

    def check(random_play: RandomPlay) -> None:
        for _ in random_play.moves():
            numbers = game.inventory(random_play.state)
            for one in spoken:
                labels = [one.say(tracked.label) for tracked in numbers]
                assert not [label for label in labels if "¿?" in label]
                called = [(label, tracked.seats) for label, tracked in zip(labels, numbers, strict=True)]
                assert sorted({str(name) for name in called if called.count(name) > 1}) == []

    explore(game, plays, check)


def test_any_number_can_be_set_right_within_its_bounds(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        for _ in random_play.moves():
            tracked = known(game, random_play.state)
            for _ in range(min(3, len(tracked))):
                one = tracked[random_play.aside(len(tracked))]
                middle = one.low + (one.high - one.low) // 2
                for value in {one.low, middle, one.high}:
                    corrected = game.copy(random_play.state)
                    find(game.inventory(corrected), one.key).put(value)
                    read = game.decode_state(game.encode_state(corrected))
                    assert find(game.inventory(read), one.key).value == value
                    others = {other.key: other.value for other in known(game, read) if other.key != one.key}
                    assert others == {other.key: other.value for other in tracked if other.key != one.key}

    explore(game, plays, check)


def test_a_number_out_of_bounds_is_refused(game: AnyGame, plays: int) -> None:
    def check(random_play: RandomPlay) -> None:
        for _ in random_play.moves():
            before = game.encode_state(random_play.state)
            for tracked in known(game, random_play.state):
                for value in (tracked.low - 1, tracked.high + 1):
                    with pytest.raises(Refused, match="out-of-bounds"):
                        tracked.put(value)
            assert game.encode_state(random_play.state) == before

    explore(game, plays, check)


def test_a_play_goes_on_after_any_correction(game: AnyGame, plays: int) -> None:
    """Whatever lies on the table is the truth: all can look, and whoever is awaited is asked."""

    def check(random_play: RandomPlay) -> None:
        for _ in random_play.moves():
            tracked = known(game, random_play.state)
            if tracked and random_play.aside(3) == 0:
                one = tracked[random_play.aside(len(tracked))]
                value = (one.low, one.high)[random_play.aside(2)]
                one.put(value)
                try:
                    go_on_after_a_correction(game, random_play)
                except Exception as error:
                    error.add_note(f"After {one.key} was corrected to {value}:")
                    raise
                return

    explore(game, plays, check)


def go_on_after_a_correction(game: AnyGame, random_play: RandomPlay) -> None:
    for viewer in random_play.viewers:
        looked = seen(random_play.state, viewer)
        game.show(looked, viewer)
        game.score(looked, viewer)
    return_to_the_table(random_play)
    for _ in random_play.moves():
        pass


def return_to_the_table(random_play: RandomPlay) -> None:
    """Everybody who must act is asked something that can be answered, also on the corrected state."""
    awaited = random_play.game.awaits(seen(random_play.state, PUBLIC))
    assert awaited.must or awaited.over
    for seat in awaited.must:
        assert isinstance(walk(random_play.game.ask(random_play.known(seat), seat), []), Asked)
        random_play.answered(seat, random_play.answer)
