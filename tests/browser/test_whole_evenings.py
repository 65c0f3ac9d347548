"""Whole evenings, each move of a playthrough tapped on phones, and counted."""

from __future__ import annotations

from time import monotonic

import pytest

from companion.pace.costs import costs, is_secret, total
from companion.playthroughs.lines import Correct
from companion.service.screens.view_builders import seat_view
from tests.browser.conftest import Crowd
from tests.browser.evening import Evening, HurriedThumb, corrects
from tests.browser.fast_play import token
from tests.browser.people import Person
from tests.browser.test_pace_by_taps import makes
from tests.golden.test_playthroughs import BY_KEY

EVENINGS = ("antike/west-by-counters",)


class Phones:
    """The phone of each seat, and the thumb on it."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd
        self._thumbs: dict[int, tuple[HurriedThumb, Person]] = {}

    def of(self, seat: int) -> tuple[HurriedThumb, Person]:
        if seat not in self._thumbs:
            person = self._crowd.person()
            person.holds(token(seat))
            thumb = HurriedThumb(person.page)
            person.opens("/seat")
            self._thumbs[seat] = (thumb, person)
        return self._thumbs[seat]

    def looks(self, seat: int) -> tuple[HurriedThumb, Person]:
        """The phone of a seat once it shows what the table has come to."""
        thumb, person = self.of(seat)
        for _ in range(300):
            shown = person.page.locator("#live").get_attribute("data-version")
            if shown == seat_view(self._crowd.companion.moment, seat).version:
                break
            thumb.passes(10)
            person.page.wait_for_timeout(50)
        return thumb, person

    @property
    def taps(self) -> int:
        return sum(thumb.taps for thumb, _ in self._thumbs.values())


@pytest.mark.long
@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_by_phones_takes_as_many_taps_as_are_counted(crowd: Crowd, name: str) -> None:
    """A cover stays open from one secret question of a seat to its next; after another one the phone is put down."""
    evening = Evening(name)
    evening.begins(crowd)
    phones, running = Phones(crowd), crowd.companion.table._rooms.running
    counted = {one.line: one for one in costs(evening.playthrough, BY_KEY)[0]}
    wrong, secret = [], dict[int, bool]()
    for step in evening.steps():
        if isinstance(step, Correct):
            corrects(crowd, step)
            continue
        awaited = crowd.companion.moment.awaited
        thumb, person = phones.looks(step[0].seat or (awaited.must or (1,))[0] or 1)
        if not secret.get(step[0].seat):
            thumb.puts_down()
        secret[step[0].seat] = is_secret(step[-1])
        before, entries = phones.taps, len(running.playing().entries)
        makes(thumb, person.page, step)
        until = monotonic() + 15
        while len(running.playing().entries) < entries + len(step):
            assert monotonic() < until, step[0].line
            thumb.passes(10)
            person.page.wait_for_timeout(20)
        expected = sum(counted[made.line].taps for made in step)
        if phones.taps - before != expected:
            wrong.append((step[0].line, phones.taps - before, expected))
    whole = total(counted.values())[0]
    game = running.playing().game
    assert game.encode_state(running.playing().state) == evening.final_state()
    assert phones.taps == whole, wrong
