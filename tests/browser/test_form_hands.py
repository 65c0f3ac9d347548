"""Safe hands with forms: whose hands a shared phone is in, and what touching a form must not send."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.core.game import Awaited
from companion.service.play.answers import SubmitForm
from companion.service.seats.seating import BecomeHost, CoverPhone
from companion.service.session.session import BeginPlay, ChooseGame
from tests.browser.conftest import Companion, Crowd
from tests.browser.fast_play import HOST, Quick, token
from tests.browser.people import Person
from tests.browser.test_steps import COLOURS, calm
from tests.browser.test_steps import pick as alone
from tests.service.asking_game import State
from tests.service.test_form_offers import HARVEST, pick
from tests.service.test_only_answers import SeveralQuestions

FORM = "form[data-form]"


SLOW = """() => {
    const { fetch } = window;
    window.fetch = async (url, ...more) => {
        const reply = await fetch(url, ...more);
        if (url.endsWith("/seat/form/fill")) await new Promise((done) => { window.arrives = done; });
        return reply;
    };
}"""
"""The form as it was filled anew is on its way until the page is told that it ``arrives``."""
PICKS = SeveralQuestions(pick("Wheat"), pick("Fish"))
STEP_FIRST = SeveralQuestions(alone("First"), *HARVEST)


class Twice(SeveralQuestions):
    """Every seat has two harvests in its turn: two moves of one form."""

    def waits_for(self, state: State) -> Awaited:
        return Awaited((state.seats[state.turn // 2 % len(state.seats)],))


@pytest.fixture
def companion(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Companion]:
    made = Companion(tmp_path / "data", (getattr(request, "param", SeveralQuestions(*HARVEST)),))
    yield made
    made.app.close()


def shared_phone(crowd: Crowd, *, script: bool) -> Person:
    """One phone of two people, at the cover of a play that has begun."""
    phone = crowd.person(script=script)
    phone.sits_down(1, "Marco")
    phone.opens("/?seats=1")
    phone.page.locator("label[for=sit-2]").click()
    phone.page.fill("#sit-name", "Lucía")
    phone.page.locator("button[formaction='/share']").click()
    for asked in (BecomeHost("2718"), ChooseGame("asking", {}, {}), BeginPlay()):
        assert crowd.companion.table.ask(HOST, asked).taken
    phone.opens("/seat")
    return phone


@pytest.mark.long
@pytest.mark.parametrize("script", [True, pytest.param(False, marks=pytest.mark.long)])
def test_a_shared_phone_keeps_nothing_of_the_seat_that_has_sent_a_form(crowd: Crowd, script: bool) -> None:
    phone = shared_phone(crowd, script=script)
    phone.page.get_by_role("button", name="I am Marco").click()
    expect(phone.page.locator(".top-name")).to_have_text("Marco")
    phone.page.locator("input[name='one.fish']").fill("3")
    phone.page.locator(f"{FORM} [data-ready]").click()
    lucia = phone.page.locator(".pass-page .act")
    expect(lucia).to_have_text("I am Lucía")
    expect(phone.page.locator(".top-name")).not_to_have_text("Marco")
    expect(phone.page.locator("#rename")).to_have_count(0)
    lucia.click()
    expect(phone.page.locator(".top-name")).to_have_text("Lucía")
    expect(phone.page.locator("input[name='one.fish']")).to_have_value("1")


@pytest.mark.long
def test_a_shared_phone_that_is_covered_from_elsewhere_keeps_nothing_of_the_seat_before(crowd: Crowd) -> None:
    phone = shared_phone(crowd, script=True)
    phone.page.get_by_role("button", name="I am Marco").click()
    expect(phone.page.locator(".top-name")).to_have_text("Marco")
    assert crowd.companion.table.ask(phone.secret, CoverPhone()).taken
    expect(phone.page.locator(".pass-page .act")).to_have_text("I am Marco")
    expect(phone.page.locator(".top-name")).not_to_have_text("Marco")
    expect(phone.page.locator("#rename")).to_have_count(0)


@pytest.fixture
def play(crowd: Crowd) -> Quick:
    return crowd.begun_play("asking", "Marco", "Lucía")


def said(play: Quick) -> list[str]:
    return list(play.moment.play.state.said)


def sent(crowd: Crowd) -> list[str]:
    """What was sent to be stored; filling a form in anew is a look."""
    return [url for url in crowd.requests if url.endswith(("/seat/form", "/seat/step", "/seat/answer"))]


@pytest.mark.parametrize("companion", [PICKS], indirect=True)
def test_arrows_and_focus_in_a_form_send_nothing_to_be_stored(crowd: Crowd, play: Quick) -> None:
    phone = crowd.phone(1)
    calm(phone.page)
    phone.page.locator("input[name='one.Wheat']:checked").focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowUp", "Tab", "ArrowDown", "Shift+Tab", "Tab", "Tab"):
        phone.page.keyboard.press(key)
    expect(phone.page.locator("input[name='one.Fish'][value=sell]")).to_be_checked()
    expect(phone.page.locator(f"{FORM}[data-filling]")).to_have_count(0)
    assert any(url.endswith("/seat/form/fill") for url in crowd.requests)
    assert sent(crowd) == said(play) == []


@pytest.mark.long
@pytest.mark.parametrize("companion", [STEP_FIRST], indirect=True)
@pytest.mark.parametrize("size", [pytest.param((390, 844), marks=pytest.mark.long), (360, 640)], ids=str)
def test_the_button_of_a_form_never_stands_where_the_option_stood_that_led_to_it(
    crowd: Crowd, play: Quick, size: tuple[int, int]
) -> None:
    phone = crowd.phone(1, size=size)
    for colour in (COLOURS[0], COLOURS[-2], COLOURS[-1]):
        chosen = phone.page.locator(f"button.option[value={colour.lower()}]")
        # as low on the screen as it can be tapped
        chosen.evaluate("""node => scrollBy(0, node.getBoundingClientRect().bottom
            - node.form.querySelector(".bar").getBoundingClientRect().top)""")
        calm(phone.page)
        bar, there = phone.page.locator("form.ask .bar").bounding_box(), chosen.bounding_box()
        assert bar is not None
        assert there is not None
        bottom = min(there["y"] + there["height"], bar["y"])
        phone.page.touchscreen.tap(there["x"] + 40, (there["y"] + bottom) / 2)
        ready = phone.page.locator(f"{FORM} [data-ready]")
        ready.wait_for()
        button = ready.bounding_box()
        assert button is not None
        assert button["y"] >= bottom or button["y"] + button["height"] <= there["y"], colour
        phone.page.locator(f"{FORM} button[value=back]").click()
        chosen.wait_for()
    assert said(play) == []


@pytest.mark.long
@pytest.mark.parametrize("companion", [SeveralQuestions(*HARVEST, *HARVEST, pick("Use", usual=None))], indirect=True)
def test_the_button_that_says_what_is_open_leads_there_and_sends_nothing(crowd: Crowd, play: Quick) -> None:
    phone = crowd.phone(1)
    phone.page.set_viewport_size({"width": 360, "height": 400})
    button, field = phone.page.locator(f"{FORM} [data-ready]"), phone.page.locator(f"{FORM} [data-field=Use]")
    expect(button).to_have_text("What?")
    expect(button).to_have_attribute("aria-disabled", "true")
    phone.page.evaluate("scrollTo(0, 0)")
    expect(field).not_to_be_in_viewport()
    sent: list[str] = []
    phone.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    button.tap(force=True)  # the driver waits for a button that is not enabled
    expect(field).to_be_in_viewport()
    expect(field).to_be_focused()
    assert (sent, said(play)) == ([], [])
    field.locator("label").first.tap()
    expect(button).not_to_have_attribute("aria-disabled", "true")
    button.tap()
    expect(phone.page.locator(FORM)).to_have_count(0)
    assert said(play) == ["[1, 1, 1, 1, 1, 1, 1, 1, 'keep']"]


@pytest.mark.parametrize("companion", [Twice(*HARVEST[:2])], indirect=True)
def test_moves_that_one_form_has_sent_are_taken_back_together(crowd: Crowd, play: Quick) -> None:
    phone = crowd.phone(1)
    phone.page.locator("input[name='one.fish']").fill("3")
    phone.page.locator("input[name='one.wheat-2']").fill("4")
    phone.page.locator(f"{FORM} [data-ready]").click()
    expect(phone.page.locator(FORM)).to_have_count(0)
    assert said(play) == ["[1, 3]", "[4, 1]"]
    phone.undoes()
    expect(phone.page.locator(f"{FORM} fieldset")).to_have_count(4)
    assert said(play) == []


@pytest.mark.parametrize("companion", [Twice(*HARVEST[:2])], indirect=True)
@pytest.mark.parametrize("script", [True, pytest.param(False, marks=pytest.mark.long)])
def test_a_scribe_fills_in_a_form_of_several_moves(crowd: Crowd, play: Quick, script: bool) -> None:
    tablet = crowd.person(size=(820, 1180), scale=1, script=script)
    tablet.holds(HOST)
    tablet.opens("/scribe")
    form = tablet.page.locator("form#ask-1")
    form.locator("input[name='one.fish']").fill("3")
    form.locator("input[name='one.wheat-2']").fill("4")
    form.locator("[data-ready]").click()
    expect(tablet.page.locator("form#ask-2")).to_have_count(1)
    expect(form).to_have_count(0)
    assert said(play) == ["[1, 3]", "[4, 1]"]


@pytest.mark.long
def test_a_look_that_comes_late_does_not_replace_what_is_asked_since(crowd: Crowd, play: Quick) -> None:
    phone = crowd.phone(1)
    phone.page.evaluate(SLOW)
    fish = phone.page.locator("input[name='one.fish']")
    fish.fill("3")
    phone.page.wait_for_function("() => window.arrives")
    for seat in (1, 2):
        form = play.asked(seat).form
        assert form is not None
        assert play.table.ask(token(seat), SubmitForm(seat, form.digest, {}, f"meanwhile-{seat}")).taken
        if seat == 1:
            expect(fish).to_have_count(0)
    expect(fish).to_have_value("1")
    phone.page.evaluate("window.arrives()")
    phone.page.wait_for_timeout(400)
    expect(fish).to_have_value("1")
    expect(phone.page.locator(f"{FORM} [data-ready]")).to_be_enabled()
    phone.page.locator(f"{FORM} [data-ready]").click()
    expect(phone.page.locator(FORM)).to_have_count(0)
    assert said(play)[2] == "[1, 1, 1, 1]"


FOLDED = """(words) => {
    const fold = (text) => `<fieldset class="form-field fold"><details class="form-fold"><summary>
        <span class="form-fold-label">Which?</span><b>${text}</b></summary></details></fieldset>`;
    document.querySelector("[data-form-body]").innerHTML = `<div class="form-fields">${words.map(fold).join("")}</div>`;
    const lines = (node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    };
    return [document.documentElement.scrollWidth, ...[...document.querySelectorAll(".form-fold b")].map(lines)];
}"""
"""The page's width with such folded answers side by side, and on how many lines each of them stands."""


@pytest.mark.long
def test_no_word_of_a_folded_answer_is_broken_on_a_narrow_phone(crowd: Crowd, play: Quick) -> None:
    page = crowd.phone(1, size=(360, 640)).page
    page.locator(FORM).wait_for()
    for word in ("Descubrimiento", "Aprovisionamiento"):
        assert page.evaluate(FOLDED, [word, word]) == [360, 1, 1], word
