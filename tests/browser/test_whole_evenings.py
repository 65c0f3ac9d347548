"""Whole evenings, each move of a playthrough tapped on phones and pressed on keys, and counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Browser

from companion.core.questions import Answer
from companion.pace.costs import costs, is_secret, sent_forms
from companion.playthroughs.lines import Correct
from companion.playthroughs.moves_made import MoveMade
from companion.service.play.dialogues import FormKey
from companion.service.screens.view_builders import seat_view
from tests.browser.conftest import Companion, Crowd, gathered
from tests.browser.evening import Evening, HurriedThumb, corrects
from tests.browser.fast_play import token
from tests.browser.people import Person
from tests.browser.sim_keys import SimKeys
from tests.browser.test_pace_by_taps import makes
from tests.golden.test_playthroughs import BY_KEY
from tests.service.at_table import HandClock
from tests.service.key_hands import pressed_for

EVENINGS = (
    "antike/west-by-counters",
    "antiquity/whole",
    "athens-sparta/full-to-the-end",
    "olympos/three-all-pass",
    "ancient-world/two-seats-own-box",
)
BY_NUMBER = "ancient-world/two-seats-by-number"
"""As the last one, but nobody writes a name, so that every move is pressed."""
PATIENCE = 15.0
"""Seconds after which moves that were made have not come to the table."""


def made_so_far(crowd: Crowd) -> int:
    """How many entries the play on the table has."""
    return len(crowd.companion.table.rooms.running.playing().entries)


class Phones:
    """The phone of each seat, and the thumb on it. A cover stays open from one secret question of a seat to its next;
    after another one the phone is put down.
    """

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd
        self._thumbs: dict[int, tuple[HurriedThumb, Person]] = {}
        self._secret: dict[int, bool] = {}

    def makes(self, seat: int, together: tuple[MoveMade, ...]) -> int:
        """Tap what makes these moves, until the table has them; how many taps it took."""
        thumb, person = self._looks(seat)
        if not self._secret.get(together[0].seat):
            thumb.puts_down()
        self._secret[together[0].seat] = is_secret(together[-1])
        for held, _ in self._thumbs.values():
            held.touches()
        before, entries = thumb.taps, made_so_far(self._crowd) + len(together)
        makes(thumb, person.page, together)
        until = monotonic() + PATIENCE
        while made_so_far(self._crowd) < entries and monotonic() < until:
            thumb.waits()
        return thumb.taps - before

    def _of(self, seat: int) -> tuple[HurriedThumb, Person]:
        if seat not in self._thumbs:
            person = self._crowd.person(scale=1)
            person.holds(token(seat))
            thumb = HurriedThumb(person.page)
            person.opens("/seat")
            self._thumbs[seat] = (thumb, person)
        return self._thumbs[seat]

    def _looks(self, seat: int) -> tuple[HurriedThumb, Person]:
        """The phone of a seat once it shows what the table has come to."""
        thumb, person = self._of(seat)
        companion = self._crowd.companion
        companion.opened.loop.ask(lambda: None)  # what was decided last has been published
        for _ in range(1000):
            shown = person.page.locator("#live").get_attribute("data-version")
            if shown == seat_view(companion.moment, seat).version:
                break
            thumb.waits()
        return thumb, person


def to_the_end(
    crowd: Crowd, evening: Evening, make: Callable[[int, tuple[MoveMade, ...]], int], counted: dict[int, int]
) -> None:
    """Make every move; all cost what is counted for their lines, and the play ends in the state of the playthrough."""
    evening.begins(crowd)
    wrong = []
    for step in evening.steps():
        if isinstance(step, Correct):
            corrects(crowd, step)
            continue
        must = crowd.companion.moment.awaited.must
        before = made_so_far(crowd)
        taken = make(step[0].seat or (must or (1,))[0] or 1, step)
        playing = crowd.companion.table.rooms.running.playing()
        made = [
            playing.game.decode_move(playing.entries.numbered(number + 1).move)
            for number in range(before, made_so_far(crowd))
        ]
        assert made == [each.move for each in step], f"line {step[0].line}"
        expected = sum(counted[made.line] for made in step)
        if taken != expected:
            wrong.append((step[0].line, taken, expected))
    playing = crowd.companion.table.rooms.running.playing()
    assert playing.game.encode_state(playing.state) == evening.final_state()
    assert not wrong, f"line, taken, counted: {wrong}"


@pytest.mark.long
@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_by_phones_takes_as_many_taps_as_are_counted(crowd: Crowd, name: str) -> None:
    evening = Evening(name)
    counted = {one.line: one.taps for one in costs(evening.playthrough, BY_KEY)[0]}
    to_the_end(crowd, evening, Phones(crowd).makes, counted)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def still_crowd(chromium: Browser, clock: HandClock, pictures: Path, tmp_path: Path) -> Iterator[Crowd]:
    """People at a table whose clock the test moves on."""
    companion = Companion(tmp_path / "data", clock=clock)
    yield from gathered(chromium, companion, pictures)
    companion.app.close()


@pytest.mark.long
@pytest.mark.parametrize("name", [*EVENINGS, BY_NUMBER])
def test_an_evening_by_keys_takes_as_many_presses_as_are_counted(
    still_crowd: Crowd, clock: HandClock, name: str
) -> None:
    """What needs letters is typed on a phone, and counts no press."""
    evening = Evening(name)
    counted = {one.line: one.presses for one in costs(evening.playthrough, BY_KEY)[0]}
    phones, keys = Phones(still_crowd), SimKeys(still_crowd, clock)
    last: dict[FormKey, Mapping[str, Answer]] = {}

    def make(seat: int, together: tuple[MoveMade, ...]) -> int:
        nonlocal last
        before, last = last, last | sent_forms(together)
        if any(counted[made.line] is None for made in together):
            assert name != BY_NUMBER, f"line {together[0].line}"
            phones.makes(seat, together)
            return sum(counted[made.line] or 0 for made in together)
        return pressed_for(keys, seat, together, before)

    to_the_end(still_crowd, evening, make, {line: presses or 0 for line, presses in counted.items()})
