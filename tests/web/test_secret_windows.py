"""Two hands of equal number, one with a Zeus card: the same seats are asked, all others are given the same bytes, and
the window ends the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.core.questions import Answer, Count, Pick
from companion.games.olympos import Olympos
from companion.service.agreement.secret_time import SetSecretTime
from companion.service.play.play_views import Dialogue
from tests.service.at_table import HOST, Room
from tests.service.test_secret_windows import until_a_window
from tests.web.flask_site import Site, Stream
from tests.web.paired_tables import PairedTables

SEATS = (1, 2, 3)
MOST = 400
BY_HAND = {"destiny": "cardboard", "olympos": "cardboard"}


def anything(dialogue: Dialogue) -> Answer:
    """What somebody answers who wants to move on."""
    question = dialogue.question
    if question.key == "turn":
        return "expand"
    if question.preset is not None or question.default is not None:
        return question.default if question.preset is None else question.preset  # type: ignore[return-value]
    match question:
        case Pick():
            # Nemesis would show all hands.
            values = [str(option.value) for option in question.reachable() if option.value != "nemesis"]
            return values[-1]
        case Count(start=start):
            return start
    raise AssertionError(question)


class OlymposTwins:
    """The same evening at two tables. Whoever draws has a Wood card at the first and a Zeus card at the second, the
    viewer a Wood card at both.
    """

    def __init__(self, twins: PairedTables) -> None:
        self.twins = twins
        self.windows: list[tuple[int, ...]] = []

    @property
    def first(self) -> Site:
        return self.twins.sites[0]

    def asked(self) -> tuple[int, Dialogue]:
        """A seat that is awaited, and its question."""
        moment = self.first.room.moment
        waiting = [move.by for move in moment.pending] or list(moment.awaited.must)
        seat = next(seat for seat in waiting if not moment.playing.has_answered(seat)) or SEATS[0]
        return seat, self.first.room.asked(seat)[0]

    def step(self) -> None:
        """Somebody answers the same at both tables, but for what is hidden."""
        seat, dialogue = self.asked()
        key = dialogue.question.key
        answer = ("hide", "wood", "zeus") if key == "destiny" else anything(dialogue)
        self.twins.answer(seat, answer, key=key)
        self.twins.check()

    def until_a_window(self, asked: int) -> tuple[int, ...]:
        """Play on until so many seats are asked in a window."""
        for _ in range(MOST):
            here, there = (site.room.moment.awaited for site in self.twins.sites)
            assert here == there
            if not here.progress and len(here.must) >= asked:
                return here.must
            self.step()
        raise AssertionError("no window came")


@pytest.fixture(params=[1, pytest.param(0, marks=pytest.mark.long)])
def twins(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    with PairedTables(tmp_path, request.param, Olympos()) as paired:
        paired.begin(3, "olympos", options={"box": "practice"}, chance=BY_HAND)
        paired.do(lambda site, _: site.room.table.ask(HOST, SetSecretTime(60)))
        yield OlymposTwins(paired)


def test_a_zeus_card_changes_nothing_that_others_see_of_a_window(twins: OlymposTwins) -> None:
    asked = twins.until_a_window(2)
    hands = [[len(side.hand) for side in site.room.state.sides] for site in twins.twins.sites]
    assert hands[0] == hands[1]
    others = [seat for seat in asked if seat != twins.twins.viewer]
    faces = [
        {card.face.value for seat in others for card in site.room.state.side(seat).hand} for site in twins.twins.sites
    ]
    assert ("zeus" in faces[0], "zeus" in faces[1]) == (False, True)
    twins.twins.check(whole=True)
    for seat in asked:
        twins.twins.answer(seat, 0, key="zeus")
        twins.twins.check(whole=seat == asked[-1])
    assert [site.room.state.votes for site in twins.twins.sites] == [{}, {}], "all have answered"
    here, there = (site.room.moment.awaited for site in twins.twins.sites)
    assert here == there


def test_nobody_sees_who_has_answered(twins: OlymposTwins) -> None:
    """At the second table everybody but the viewer and one other has answered: nothing is sent, lit or counted."""
    asked = twins.until_a_window(2)
    early = next(seat for seat in asked if seat != twins.twins.viewer)
    twins.twins.do(lambda site, hide: hide(early, False, True) and site.room.answer(early, 0))
    assert [site.room.moment.playing.has_answered(early) for site in twins.twins.sites] == [False, True]
    twins.twins.do(lambda site, _: site.room.past(5))
    twins.twins.check(whole=True)


def test_the_pages_show_the_time_and_one_tap_ends_it(rooms: Callable[..., Room]) -> None:
    """Once every asked phone was sent the question: the seat's page and the table screen show the bar."""
    site = Site(room := rooms(Olympos()))
    room.begin(3, "olympos", options={"box": "practice"}, chance=BY_HAND)
    asked = until_a_window(room, 2)
    browser = site.browser(asked[0])
    assert room.table.ask(HOST, SetSecretTime(20)).taken
    room.past(1)
    assert 'id="secret-time"' not in browser.get("/seat").text
    pages = [Stream(site.browser(seat), "seat") for seat in asked]
    for page in pages:
        page.drained()
    room.past(0)
    shown = browser.get("/seat").text
    assert 'data-clock="20.0" data-step="-1"' in shown
    assert 'id="secret-time"' in site.browser("stranger").get("/table").text
    assert site.browser("host").get("/host").text.count('name="seconds"') == 3
    browser.post("/seat/more-time", {"seat": str(asked[0])})
    assert 'id="secret-time"' not in browser.get("/seat").text
    room.past(60)
    assert not room.moment.awaited.progress, "nothing was answered for anybody"
    for page in pages:
        page.close()


def test_adding_nothing_is_one_tap_outside_the_cover(rooms: Callable[..., Room]) -> None:
    """Whatever somebody holds, the same button stands in the open; with the last tap the window is over."""
    site = Site(room := rooms(Olympos()))
    room.begin(3, "olympos", options={"box": "practice"}, chance=BY_HAND)
    asked = until_a_window(room, 2)
    for seat in asked:
        browser = site.browser(seat)
        found = re.search(r'<form class="ask-nothing".*?</form>', browser.get("/seat").text, re.DOTALL)
        assert found is not None
        assert "No Zeus card" in found[0]
        sent = {name: value for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', found[0]) if name != "csrf"}
        assert browser.post("/seat/answer", sent).get_json()["taken"]
        if seat != asked[-1]:
            page = browser.get("/seat").text
            assert "You have answered. You may change it." in page
            assert 'class="act quiet" name="answer"' in page, "clay is for what is owed"
    assert room.state.votes == {}, "all have answered"
