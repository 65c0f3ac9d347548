"""Forms of several questions on a phone: filled, changed, kept over an update, sent once, with and without script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.core.forms import together
from companion.core.questions import Asking
from companion.core.wording import say
from companion.service.seats.seating import Rename
from tests.browser.conftest import Companion, Crowd
from tests.browser.fast_play import Quick, token
from tests.core.torture import Torture
from tests.core.torture.agenda import Turn
from tests.core.torture.moves import Move
from tests.core.torture.state import State


class Bracketed(Torture):
    """A turn is sailing, asked on a form."""

    def questions(self, state: State, seat: int) -> Asking[Move]:
        asking = super().questions(state, seat)
        return together("turn", say("Your turn"), sailing(asking)) if isinstance(state.agenda[-1], Turn) else asking


def sailing(asking: Asking[Move]) -> Asking[Move]:
    """The questions of a turn without the first one."""
    next(asking)
    try:
        asking.send((yield asking.send("sail")))
    except StopIteration as stop:
        move: Move = stop.value
        return move
    raise AssertionError("sailing is one question")


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Companion]:
    """A table with the torture game among its games."""
    made = Companion(tmp_path / "data", (Bracketed(),))
    yield made
    made.app.close()


@pytest.fixture
def begun(crowd: Crowd) -> Quick:
    return crowd.begun_play("torture", "Marco", "Lucía")


def test_a_form_is_filled_by_taps_and_sent_once(crowd: Crowd, begun: Quick) -> None:
    lucia = crowd.phone(2, language="es-ES")
    form = lucia.page.locator("form[data-form]")
    expect(form.locator("fieldset")).to_have_count(2)
    lucia.picture("form-usual-es")
    form.locator("label.choice-tile", has_text="Lucía").click()
    form.locator("[data-step='1']").click()
    expect(form.locator("[data-ready]")).to_be_enabled()
    expect(form.locator("input[name='one.gold']")).to_have_value("3")
    lucia.picture("form-changed-es")
    form.locator("[data-ready]").dblclick()
    expect(lucia.page.locator(".log")).to_contain_text("Lucía")
    expect(lucia.page.locator(".log li", has_text="Lucía begins")).to_have_count(1)


def test_only_fields_that_change_are_sent_anew(crowd: Crowd, begun: Quick) -> None:
    marco = crowd.phone(1)
    form = marco.page.locator("form[data-form]")
    replies: list[str] = []
    for times, gold in ((1, "3"), (2, "4")):
        with marco.page.expect_response("**/seat/form/fill") as filled:
            form.locator("[data-step='1']").click()
        replies.append(filled.value.text())
        expect(form.locator("input[name='one.gold']")).to_have_value(gold)
        expect(form.locator("[data-ready]")).to_be_enabled()
        expect(form.locator("fieldset[data-drawn]")).to_have_count(2)
        assert len(replies) == times
    assert [reply.count("<fieldset") for reply in replies] == [2, 1]
    # a field that somebody has changed is sent also where the table has drawn it so before
    form.locator("label.choice-tile", has_text="Lucía").click()
    expect(form.locator("[data-ready]")).to_be_enabled()
    with marco.page.expect_response("**/seat/form/fill") as filled:
        form.locator("label.choice-tile", has_text="Marco").click()
    assert "one.first" in filled.value.text()
    expect(form.locator("input[name='one.first']:checked")).to_have_count(1)
    form.locator("[data-ready]").click()
    expect(marco.page.locator(".log li", has_text="Marco begins")).to_have_count(1)


@pytest.mark.long
def test_what_was_entered_stays_when_the_table_changes(crowd: Crowd, begun: Quick) -> None:
    marco, lucia = crowd.phone(1), crowd.phone(2)
    form = marco.page.locator("form[data-form]")
    form.locator("[data-step='1']").click()
    marco.opens_tab("all")
    expect(form.locator("input[name='one.gold']")).to_have_value("3")
    lucia.opens("/seat")
    lucia.page.locator("form[data-form] label.choice-tile", has_text="Lucía").click()
    begun.table.ask(token(2), Rename("Lu"))
    expect(marco.page.get_by_role("rowheader", name="Lu", exact=True)).to_contain_text("Lu")
    expect(form.locator("input[name='one.gold']")).to_have_value("3")
    expect(form.locator("[data-ready]")).to_be_enabled()
    form.locator("[data-ready]").click()
    expect(marco.page.locator("form[data-form]")).not_to_contain_text("gold")
    expect(marco.page.locator(".log")).to_contain_text("Marco begins")


def test_a_number_beyond_its_bounds_is_marked_at_its_field(crowd: Crowd, begun: Quick) -> None:
    marco = crowd.phone(1, language="es-ES")
    form = marco.page.locator("form[data-form]")
    form.locator("input[name='one.gold']").fill("9")
    expect(form.locator(".form-wrong")).to_be_visible()
    expect(form.locator("[data-ready]")).to_be_disabled()
    marco.picture("form-wrong-es")
    form.locator("input[name='one.gold']").fill("4")
    expect(form.locator(".form-wrong")).to_have_count(0)
    expect(form.locator("[data-ready]")).to_be_enabled()


def test_a_secret_form_lies_under_its_cover_while_it_is_filled(crowd: Crowd, begun: Quick) -> None:
    begun.answers(0, "1")
    begun.answers(0, 2)
    marco = crowd.phone(1, language="es-ES")
    expect(marco.page.locator("form[data-form]")).not_to_be_visible()
    marco.page.locator(".asking [data-keep-open]").first.click()
    form = marco.page.locator("form[data-form]")
    expect(form).to_be_visible()
    expect(form.locator("[data-ready]")).to_be_disabled()
    form.locator("label.choice-tile", has_text="Add an order").click()
    expect(form.locator("fieldset")).to_have_count(2)
    expect(form).to_be_visible()
    marco.picture("form-secret-es")


def test_without_script_a_form_is_sent_all_the_same(crowd: Crowd, begun: Quick) -> None:
    marco = crowd.phone(1, language="es-ES", script=False)
    marco.opens("/seat")
    marco.picture("form-plain-es", whole=True)
    marco.page.locator("form[data-form] label.choice-tile", has_text="Lucía").click()
    marco.page.locator("form[data-form] [data-ready]").click()
    expect(marco.page.locator(".log")).to_contain_text("Lucía")


@pytest.mark.long
def test_a_tap_in_the_picture_answers_a_field(crowd: Crowd, begun: Quick) -> None:
    for seat, answer in ((0, "1"), (0, 2), (1, "ready"), (2, "ready")):
        begun.answers(seat, answer)
    marco = crowd.phone(1, language="es-ES")
    marco.picture("form-turn-es", whole=True)
    form = marco.page.locator("form[data-form]")
    space = marco.page.locator("g.sector.pressable").nth(1)
    space.click()
    expect(space).to_have_class(re.compile("picked"))
    expect(form.locator("[data-ready]")).to_be_enabled()
    marco.picture("form-place-es", whole=True)
    form.locator("[data-ready]").click()
    expect(marco.page.locator(".log")).to_contain_text("sails")
