"""The plan on one page: what will be lost with its cure, orders removed by a tap, buildings and men in one tap."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.questions import Pick, Shortcut
from companion.games.antiquity import Antiquity
from companion.locale import speaker
from companion.service.session.session import BeginPlay, ChooseGame
from tests.service.at_table import HOST, Room
from tests.web.flask_site import Browser, Site

ENGLISH = speaker("en", {1: "Ann", 2: "Ben"})


class Planner:
    """Seat 1 plans on its page, with a map on the screen or on cardboard."""

    def __init__(self, folder: Path, level: str) -> None:
        self.room = Room(folder / "plan.sqlite", Antiquity(), blind=True, seed="antiquity")
        self.room.host()
        self.room.sit(1, 2)
        assert self.room.table.ask(HOST, ChooseGame("antiquity", {}, {})).taken
        assert self.room.table.ask(HOST, BeginPlay(None, level)).taken
        self.room.answer(1, 1)
        self.browser: Browser = Site(self.room).browser(1)

    @property
    def question(self) -> Pick[str]:
        question = self.room.asked(1, of=1)[0].question
        assert isinstance(question, Pick)
        return question

    def offers(self, kind: str) -> dict[str, Shortcut]:
        return {ENGLISH.say(one.label): one for one in self.question.shortcuts if one.kind == kind}

    def taps(self, short: Shortcut) -> None:
        """Tap a shortcut on the page."""
        ask = self.room.asked(1, of=1)[0]
        place = self.question.shortcuts.index(short)
        assert f'name="take" value="{place}"' in self.browser.get("/seat").text
        form = {"seat": "1", "digest": ask.digest, "take": str(place)}
        self.browser.post("/seat/shortcut", form)


@pytest.fixture(params=["grids", "counters"])
def planner(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Planner]:
    made = Planner(tmp_path, request.param)
    yield made
    made.room.close()


def test_goods_without_a_store_are_announced_with_their_cure(planner: Planner) -> None:
    planner.room.answer(1, "house", "1", *(("0,0,0",) if planner.room.state.grids else ()))
    (words, loss), *_ = planner.offers("cure").items()
    assert words == "You will lose 6 wood: no store"
    planner.taps(loss)
    assert planner.room.asked(1, of=1)[0].question.key == "size", "the store is being built"
    planner.room.answer(1, "2x2")
    if planner.room.state.grids:
        planner.room.answer(1, "0,3,0")
    (words, loss), *_ = planner.offers("cure").items()
    assert (words, loss.act and ENGLISH.say(loss.act)) == (
        "You will lose 5 wood: no store works, each needs a man and no grave",
        "+ Man in the store",
    )
    planner.taps(loss)
    (words, loss), *_ = planner.offers("cure").items()
    assert words == "You will lose 1 good: stores for 4"


def test_an_order_is_removed_by_a_tap(planner: Planner) -> None:
    planner.room.answer(1, "house", "1", *(("0,0,0",) if planner.room.state.grids else ()))
    assert list(planner.offers("drop")) == ["House 1"]
    planner.taps(planner.offers("drop")["House 1"])
    assert not planner.offers("drop")
    assert planner.room.state.realm(1).idle == 0


def test_a_building_is_begun_with_one_tap(planner: Planner) -> None:
    planner.taps(planner.offers("go")["Cart shop"])
    if planner.room.state.grids:
        assert planner.room.asked(1, of=1)[0].answers == ["raise", "cart"]
    else:
        assert list(planner.offers("drop")) == ["Cart shop"], "on cardboard nothing else is asked"


def test_houses_chosen_before_stand_in_the_picture_with_their_numbers(tmp_path: Path) -> None:
    made = Planner(tmp_path, "grids")
    made.room.answer(1, "houses")
    ask = made.room.asked(1, of=1)[0]
    form = {"seat": "1", "asked": ask.digest, "one.at-1": "0,0", "one.at-2": "1,0"}
    page = made.browser.post("/seat/form/fill", form).text
    made.room.close()
    assert re.findall(r'<text class="cell-label[^>]*>(\d)</text>', page) == ["1", "2"]


def test_a_shortcut_that_is_not_there_changes_nothing(planner: Planner) -> None:
    ask = planner.room.asked(1, of=1)[0]
    for place in ("99", "-1", "x"):
        planner.browser.post("/seat/shortcut", {"seat": "1", "digest": ask.digest, "take": place})
    assert planner.room.asked(1, of=1)[0] == ask


def test_ending_the_plan_is_the_one_button(planner: Planner) -> None:
    page = planner.browser.get("/seat").text
    assert planner.question.done == "ready"
    assert 'name="answer" value="ready" data-chosen' in page
    assert "I have finished my plan" in page
    assert 'class="option " id="ask-1-ready"' not in page
