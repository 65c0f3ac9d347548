"""A tag at the reader of a seat that has nothing but a phone: what it answers is chosen on its page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from playwright.sync_api import Page, expect

from companion.core.questions import Question
from companion.service.panel.tags.tag_teaching import BeginTeaching, EndTeaching, TeachTag
from companion.service.seats.seating import BecomeHost
from tests.browser.conftest import Companion, Crowd
from tests.browser.fast_play import HOST
from tests.service.asking_game import AskingGame
from tests.service.test_form_keys import AMOUNT, COLOUR, KEEP, SEVERAL, SeveralFields

SEAT = 3
"""It has a reader, and no keys and no display."""


class Table:
    """A table whose seat 3 is asked, with tags for the words of its questions."""

    def __init__(self, companion: Companion, crowd: Crowd) -> None:
        self._companion = companion
        self._ask(BecomeHost("2718"))
        for code, word in (("aa", "Red"), ("bb", "Blue")):
            self._ask(BeginTeaching())
            self.read(code)
            self._ask(TeachTag("card", word, "asking"))
            self._ask(EndTeaching())
        crowd.begun_play("asking", "Nuria", "Pau", seats=(SEAT, 4))

    def read(self, code: str) -> None:
        """Hold a tag to the reader of the seat."""
        simulator = self._companion.app.opened.simulator
        assert simulator is not None
        simulator.tell(f"read {SEAT} {code}")

    @property
    def said(self) -> list[str]:
        playing: Any = self._companion.moment.play
        found: list[str] = playing.state.said
        return found

    def _ask(self, request: Any) -> None:
        reply = self._companion.table.ask(HOST, request)
        assert reply.taken, reply


def fields(*questions: Question, secret: bool = False) -> SeveralFields:
    return SeveralFields(*(structs.replace(question, secret=secret) for question in questions))


@pytest.fixture
def game(request: pytest.FixtureRequest) -> AskingGame:
    given: AskingGame = request.param
    return given


@pytest.fixture
def companion(tmp_path: Path, game: AskingGame) -> Iterator[Companion]:
    made = Companion(tmp_path / "data", (game,), profile="sim-tags")
    yield made
    made.app.close()


@pytest.fixture
def table(companion: Companion, crowd: Crowd) -> Table:
    return Table(companion, crowd)


def sends(page: Page) -> None:
    page.locator("[data-ready='yes']").click()


@pytest.mark.parametrize("game", [fields(AMOUNT, COLOUR, KEEP)], indirect=True)
def test_it_fills_in_the_form_on_the_phone_and_sends_nothing(crowd: Crowd, table: Table) -> None:
    nuria = crowd.phone(SEAT)
    page = nuria.page
    page.locator("[data-step='1']").click()
    expect(page.locator("input[name='one.amount']")).to_have_value("5")
    table.read("bb")
    expect(page.locator("input:not([type=hidden])[value=blue]")).to_be_checked()
    expect(page.locator("input[name='one.amount']")).to_have_value("5")
    expect(page.locator("#seat-news")).to_contain_text("Your tag has chosen it on the phone.")
    nuria.picture("tag-in-form")
    table.read("aa")
    expect(page.locator("input:not([type=hidden])[value=red]")).to_be_checked()
    assert table.said == []
    sends(page)
    expect(page.locator("form[data-form]")).to_have_count(0)
    assert table.said == ["[5, 'red', True]"]


@pytest.mark.parametrize("game", [fields(SEVERAL, KEEP)], indirect=True)
def test_of_several_each_tag_adds_one_or_takes_it_back(crowd: Crowd, table: Table) -> None:
    page = crowd.phone(SEAT).page
    for code, red, blue in (("aa", True, False), ("bb", True, True), ("bb", True, False)):
        table.read(code)
        expect(page.locator("input:not([type=hidden])[value=red]")).to_be_checked(checked=red)
        expect(page.locator("input:not([type=hidden])[value=blue]")).to_be_checked(checked=blue)
    sends(page)
    expect(page.locator("form[data-form]")).to_have_count(0)
    assert table.said == ["[['red'], True]"]


@pytest.mark.parametrize("game", [AskingGame("pick-many")], indirect=True)
def test_a_question_of_several_is_picked_on_the_phone(crowd: Crowd, table: Table) -> None:
    page = crowd.phone(SEAT).page
    table.read("bb")
    expect(page.locator("input:not([type=hidden])[value=blue]")).to_be_checked()
    expect(page.locator("[data-picked]")).to_contain_text("1/")


@pytest.mark.parametrize("game", [fields(SEVERAL, KEEP)], indirect=True)
def test_a_phone_that_was_asleep_picks_all_that_was_read_in_its_order(crowd: Crowd, table: Table) -> None:
    for code in ("aa", "bb"):
        table.read(code)
    page = crowd.phone(SEAT).page
    for value in ("red", "blue"):
        expect(page.locator(f"input:not([type=hidden])[value={value}]")).to_be_checked()
    sends(page)
    expect(page.locator("form[data-form]")).to_have_count(0)
    assert table.said == ["[['red', 'blue'], True]"]


@pytest.mark.parametrize("game", [fields(COLOUR, KEEP, secret=True)], indirect=True)
def test_a_secret_form_is_filled_in_under_its_cover(crowd: Crowd, table: Table) -> None:
    """Also on a phone that was asleep; what is under the cover comes into sight by the finger of its owner alone."""
    table.read("bb")
    nuria = crowd.phone(SEAT, language="es-ES")
    cover = nuria.page.locator("[data-cover]:has(form[data-form])")
    expect(cover.locator("input:not([type=hidden])[value=blue]")).to_be_checked()
    expect(cover.locator(".cover-inside")).to_be_hidden()
    expect(nuria.page.locator("#seat-news")).to_contain_text("Tu etiqueta lo ha elegido en el móvil.")
    nuria.picture("tag-under-cover-es")
    cover.locator("[data-keep-open]").click()
    expect(cover.locator(".cover-inside")).to_be_visible()
    expect(cover.locator("input:not([type=hidden])[value=blue]")).to_be_checked()
