"""Evenings played by screen reader: see ``ear``. Whoever the table comes to wait for is told so in words."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

import pytest

from companion.core.secrecy import PUBLIC
from companion.locale import speaker
from companion.playthroughs.lines import Correct
from companion.service.screens.view_builders import seat_view
from tests.browser.conftest import Crowd
from tests.browser.ear import Ear, Node, plain
from tests.browser.ear_answers import Answering
from tests.browser.evening import Evening, corrects
from tests.browser.fast_play import HOST, token
from tests.browser.test_whole_evenings import EVENINGS, PATIENCE, made_so_far


class Listeners:
    """Everybody at the table with a phone in front of them that they do not see."""

    def __init__(self, crowd: Crowd, names: dict[int, str]) -> None:
        self.crowd = crowd
        self.words = speaker("en", names)
        self.at = {seat: Answering(self._sits_down(seat, name), self.words) for seat, name in names.items()}

    def _sits_down(self, seat: int, name: str) -> Ear:
        person = self.crowd.person(scale=1)
        person.holds(token(seat))
        ear = Ear(person.page)
        person.opens("/")
        ear.chooses(ear.hears(named("radio", f"Seat {seat} "), "the seat"))
        ear.types(ear.hears(named("textbox", "Your name"), "the field for the name"), name)
        ear.activates(ear.hears(named("button", "Sit down"), "the button to sit down"))
        ear.hears(
            lambda root: named("link", "Sit somewhere else")(root) and name in root.text(), "the page of the seat"
        )
        return ear

    def awaited(self) -> set[int]:
        """The seats that the table waits for, as everybody may know."""
        return {each.seat for each in self.crowd.companion.table.view(HOST).screens.table().seats if each.awaited}

    def is_told(self, seat: int, since: int) -> None:
        """The phone of a seat has read out by itself what the table wants of it."""
        ear = self.at[seat].ear
        for _ in range(300):
            sentence = plain(self.words.say(seat_view(self.crowd.companion.moment, seat).sentence)).rstrip(".")
            ear.listens()
            if any(sentence in plain(words) for words in ear.heard[since:]):
                return
            ear.waits()
        raise AssertionError(f"seat {seat} was not told {sentence!r}, but {ear.heard[since:]}")

    def hears_who_has_won(self, seat: int) -> None:
        """The phone of a seat says who has won, and leads to every point explained."""
        self.is_told(seat, 0)
        ear, sheet = self.at[seat].ear, self.crowd.companion.moment.score(PUBLIC)
        ear.activates(ear.hears(named("link", "Every point explained"), "the way to the score"))
        sides = [(self.words.say(side.called), str(side.total)) for side in sheet.sides]

        def is_read(root: Node) -> bool:
            text = root.text()
            return root.name.startswith("Score") and all(
                name in text and (points in text.split() or not sheet.counted) for name, points in sides
            )

        ear.hears(is_read, f"the score: {sides}")


def named(role: str, name: str) -> Callable[[Node], Node | None]:
    """Finds the first control of a role whose name begins so."""
    return lambda root: next(
        (each for each in root.all() if each.role == role and f"{each.name} ".startswith(name)), None
    )


def plays(crowd: Crowd, evening: Evening, steps: int | None = None) -> None:
    """Make every move, or the first so many that a phone sends: each is that of the playthrough, as is the state after
    the last.
    """
    listeners = Listeners(crowd, evening.names())
    evening.is_put_up(crowd)
    for step in evening.steps()[:steps]:
        if isinstance(step, Correct):
            corrects(crowd, step)
            continue
        awaited = listeners.awaited()
        since = {seat: len(each.ear.heard) for seat, each in listeners.at.items()}
        must = crowd.companion.moment.awaited.must
        seat = step[0].seat or (must or (1,))[0] or 1
        ear, entries = listeners.at[seat].ear, made_so_far(crowd) + len(step)
        try:
            listeners.at[seat].makes(step)
            until = monotonic() + PATIENCE
            while made_so_far(crowd) < entries and monotonic() < until:
                ear.waits()
            assert made_so_far(crowd) == entries, ear.heard[-6:]
        except AssertionError as wrong:
            raise AssertionError(f"line {step[0].line}: {wrong}") from wrong
        playing = crowd.companion.table.rooms.running.playing()
        numbers = range(entries - len(step) + 1, entries + 1)
        made = [playing.game.decode_move(playing.entries.numbered(number).move) for number in numbers]
        assert made == [each.move for each in step], f"line {step[0].line}"
        for other in listeners.awaited() - awaited:
            listeners.is_told(other, since[other])
    if steps is None:
        playing = crowd.companion.table.rooms.running.playing()
        assert playing.game.encode_state(playing.state) == evening.final_state()
        for seat in listeners.at:
            listeners.hears_who_has_won(seat)


@pytest.mark.long
@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_is_played_by_screen_reader(crowd: Crowd, name: str) -> None:
    plays(crowd, Evening(name))


@pytest.mark.long
def test_the_first_turns_of_an_evening_by_screen_reader(crowd: Crowd) -> None:
    plays(crowd, Evening("antike/west-by-counters"), 2)
