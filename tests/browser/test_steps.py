"""One tap inside a dialogue, and safe hands: what a tap must not do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.core.options import Option
from companion.core.questions import Count, Dice, Pick, PickMany, Question, Text
from companion.core.wording import say
from companion.service.agreement.agreement_requests import Undo
from companion.service.seats.seating import BecomeHost
from companion.service.session.session import BeginPlay, ChooseGame
from tests.browser.conftest import Companion, Crowd
from tests.browser.fast_play import HOST, Quick, token
from tests.browser.people import Person
from tests.chromium import CALM
from tests.service.test_only_answers import SeveralQuestions

FORM = "form#ask-1"
COLOURS = ("Red", "Orange", "Yellow", "Green", "Blue", "Indigo", "Violet")
OPTIONS = tuple(Option(colour.lower(), say("{x}", x=colour), hint=say("A colour")) for colour in COLOURS)
OUT = Option("black", say("Black"), reason=say("Black has run out."))


def pick(key: str, *more: Option[str], **given: Any) -> Pick[str]:
    return Pick(key=key, prompt=say("{key}?", key=key), options=(*OPTIONS, *more), **given)


ASKED = (pick("First", OUT), pick("Second"), pick("Last"))


ONLY = OPTIONS[:1]
SKIPPED: tuple[Question, ...] = (
    pick("First"),
    Pick(key="Second", prompt=say("Second?"), options=ONLY),
    Pick(key="Third", prompt=say("Third?"), options=(*ONLY, OUT)),
    Pick(key="Fourth", prompt=say("Fourth?"), options=ONLY, secret=True, default="red"),
    Pick(key="Last", prompt=say("Last?"), options=ONLY),
)
"""Of those with one possible answer only the second is no choice to anybody."""

USUAL: tuple[Question, ...] = (
    pick("First", usual="green"),
    Count(key="Second", prompt=say("Second?"), high=9, usual=4),
    PickMany(key="Third", prompt=say("Third?"), options=OPTIONS, most=3, usual=["red", "blue"]),
    Dice(key="Fourth", prompt=say("Fourth?"), dice=2, usual=[6, 2]),
    Text(key="Fifth", prompt=say("Fifth?"), usual="Tyre"),
    pick("Last", usual="black"),
)


@pytest.fixture
def companion(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Companion]:
    made = Companion(tmp_path / "data", (SeveralQuestions(*getattr(request, "param", ASKED)),))
    yield made
    made.app.close()


@pytest.fixture
def play(crowd: Crowd) -> Quick:
    return crowd.begun_play("asking", "Marco", "Lucía")


def answers(play: Quick) -> list[Any]:
    """What the first seat has answered in its dialogue so far."""
    return list(play.asked(1).answers)


def option(phone: Person, colour: str) -> Locator:
    return phone.page.locator(f"{FORM} button.option[value={colour}]")


def middle(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def calm(page: Page) -> None:
    page.wait_for_function(CALM)


def posts(crowd: Crowd) -> list[str]:
    """What was sent to the table by a tap."""
    return [url for url in crowd.requests if url.endswith(("/seat/step", "/seat/answer"))]


# -- one tap ----------------------------------------------------------------------------------------------


@pytest.mark.long
def test_one_tap_answers_inside_a_dialogue_and_its_end_is_chosen_and_then_sent(crowd: Crowd, play: Quick) -> None:
    phone = crowd.phone(1)
    for number, colour in enumerate(("red", "blue")):
        option(phone, colour).click()
        expect(phone.page.locator(f"{FORM} .answered li")).to_have_count(number + 1)
    assert answers(play) == ["red", "blue"]
    option(phone, "green").click()
    act = phone.page.locator(f"{FORM} [data-act]")
    expect(act).to_have_text("Green")
    expect(option(phone, "green")).to_have_attribute("aria-current", "true")
    assert answers(play) == ["red", "blue"], "nothing was taken"
    option(phone, "violet").click()
    expect(act).to_have_text("Violet")
    expect(phone.page.locator(f"{FORM} [aria-current]")).to_have_count(1)
    act.click()
    expect(phone.page.locator(FORM)).to_have_count(0)
    assert play.moment.play.state.said == ["['red', 'blue', 'violet']"]


@pytest.mark.long
def test_what_is_out_of_reach_cannot_be_tapped_and_says_why(crowd: Crowd, play: Quick) -> None:
    phone = crowd.phone(1)
    black = option(phone, "black")
    expect(black).to_be_disabled()
    expect(black).to_contain_text("Black has run out.")
    calm(phone.page)
    black.scroll_into_view_if_needed()
    phone.page.mouse.click(*middle(black))
    phone.page.wait_for_timeout(300)
    assert posts(crowd) == []


@pytest.mark.long
def test_without_script_a_step_is_a_page(crowd: Crowd, play: Quick) -> None:
    phone = crowd.phone(1, script=False)
    option(phone, "red").click()
    expect(phone.page.locator(".ask-prompt").first).to_have_text("Second?")
    assert phone.page.url == f"{crowd.base}/seat"
    option(phone, "blue").click()
    option(phone, "green").click()
    assert "green" not in phone.page.url
    expect(option(phone, "green")).to_have_attribute("aria-current", "true")
    phone.page.locator(f"{FORM} button[value=back]").click()
    expect(phone.page.locator(".ask-prompt").first).to_have_text("Second?")
    option(phone, "indigo").click()
    option(phone, "green").click()
    phone.page.reload()
    phone.page.locator(f"{FORM} [data-act]").click()
    expect(phone.page.locator(FORM)).to_have_count(0)
    assert play.moment.play.state.said == ["['red', 'indigo', 'green']"]


@pytest.mark.parametrize("companion", [USUAL], indirect=True)
@pytest.mark.parametrize("script", [True, pytest.param(False, marks=pytest.mark.long)])
def test_what_is_usual_is_shown_chosen_and_accepted_with_its_button(crowd: Crowd, play: Quick, script: bool) -> None:
    phone = crowd.phone(1, script=script)
    act = phone.page.locator(f"{FORM} [data-act]")
    expect(option(phone, "green")).to_have_attribute("aria-current", "true")
    for words in ("Green", "Enter 4", "Red and Blue", "6 + 2", "Tyre"):
        expect(act).to_contain_text(words)
        act.click()
    expect(phone.page.locator(".ask-prompt").first).to_have_text("Last?")
    expect(act).to_have_count(0)
    expect(phone.page.locator(f"{FORM} [aria-current]")).to_have_count(0)
    option(phone, "red").click()
    act.click()
    expect(phone.page.locator(FORM)).to_have_count(0)
    assert play.moment.play.state.said == ["['green', 4, ['red', 'blue'], [6, 2], 'Tyre', 'red']"]


@pytest.mark.parametrize("companion", [USUAL], indirect=True)
def test_another_option_than_the_usual_one_is_one_tap(crowd: Crowd, play: Quick) -> None:
    phone = crowd.phone(1)
    option(phone, "blue").click()
    expect(phone.page.locator(".ask-prompt").first).to_have_text("Second?")
    assert answers(play) == ["blue"]


@pytest.mark.long
def test_a_new_step_comes_to_the_top_with_the_focus_on_its_words(crowd: Crowd, play: Quick) -> None:
    phone = crowd.phone(1, size=(360, 640))
    option(phone, "violet").scroll_into_view_if_needed()
    assert phone.page.evaluate("scrollY") > 0
    option(phone, "violet").click()
    words = phone.page.locator(".ask-prompt").first
    expect(words).to_have_text("Second?")
    expect(words).to_be_focused()
    expect(words).to_be_in_viewport(ratio=1)
    box, band = words.bounding_box(), phone.page.locator(".turn-band").bounding_box()
    assert box is not None
    assert band is not None
    assert 0 <= box["y"] - band["y"] - band["height"] < 40, "just below the band"


def test_a_question_that_comes_does_not_disturb_whoever_types(crowd: Crowd, play: Quick) -> None:
    play.answers(1, "red"), play.answers(1, "red"), play.answers(1, "red")
    phone = crowd.phone(1)
    phone.page.locator("#menu > summary").click()
    phone.page.locator("#rename").fill("Marc")
    for _ in range(3):
        play.answers(2, "blue")
    expect(phone.page.locator(FORM)).to_have_count(1)
    expect(phone.page.locator("#rename")).to_be_focused()
    expect(phone.page.locator("#rename")).to_have_value("Marc")


# -- safe hands ----------------------------------------------------------------------------------------------

MOMENT = 300
"""Milliseconds for which what has just come takes no tap."""
WAITED = """() => {
    window.waited = [];
    let came = null;
    document.addEventListener("changed", () => { came ??= performance.now(); });
    document.addEventListener("click", () => { if (came !== null) window.waited.push(performance.now() - came); });
}"""
"""From now on: how long after the first change each tap came that the page took. A busy machine taps at leisure."""


def test_a_double_tap_on_an_option_does_not_answer_the_next_question(crowd: Crowd, play: Quick) -> None:
    phone = crowd.phone(1)
    calm(phone.page)
    at = middle(option(phone, "orange"))
    phone.page.evaluate(WAITED)
    for _ in range(3):
        phone.page.touchscreen.tap(*at)
        phone.page.wait_for_timeout(100)
    phone.page.wait_for_timeout(300)
    at_leisure = phone.page.evaluate("() => window.waited")
    assert all(milliseconds >= MOMENT for milliseconds in at_leisure)
    assert len(answers(play)) == 1 + len(at_leisure)
    if not at_leisure:
        calm(phone.page)
        phone.page.touchscreen.tap(*middle(option(phone, "orange")))
    expect(phone.page.locator(".ask-prompt").first).to_have_text("Last?")


@pytest.fixture
def third_acted(crowd: Crowd) -> Quick:
    """All three have acted; when the second asks to undo, a ballot comes above the question of the first."""
    play = crowd.begun_play("asking", "Marco", "Lucía", "Nuria")
    for seat in (1, 2, 3):
        for _ in ASKED:
            play.answers(seat, "red")
    return play


@pytest.mark.long
def test_what_the_table_moves_under_a_finger_waits(crowd: Crowd, third_acted: Quick) -> None:
    play = third_acted
    phone = crowd.person()
    phone.holds(token(1))
    phone.page.clock.install()
    phone.opens("/seat")
    calm(phone.page)
    blue, vote = option(phone, "blue"), phone.page.locator("#band-undo")
    before = middle(blue)
    phone.page.mouse.move(*before)
    phone.page.mouse.down()
    assert play.table.ask(token(2), Undo(2, "undo")).taken
    phone.page.wait_for_timeout(700)
    phone.page.clock.fast_forward(8_000)
    phone.page.wait_for_timeout(200)
    expect(vote).to_have_count(0)
    assert middle(blue) == before
    phone.page.mouse.up()
    expect(vote).to_be_visible()
    expect(phone.page.locator(f"{FORM} .answered li")).to_have_count(1)
    assert answers(play) == ["blue"]


@pytest.mark.long
@pytest.mark.parametrize("size", [pytest.param((390, 844), marks=pytest.mark.long), (360, 640)], ids=str)
def test_the_final_button_never_stands_where_the_tapped_option_stood(
    crowd: Crowd, play: Quick, size: tuple[int, int]
) -> None:
    play.answers(1, "red"), play.answers(1, "red")
    phone = crowd.phone(1, size=size)
    for colour in (COLOURS[0], COLOURS[-2], COLOURS[-1]):
        # nothing is chosen yet, so that there is no button
        phone.opens("/seat")
        expect(phone.page.locator(f"{FORM} [data-act]")).to_have_count(0)
        chosen = option(phone, colour.lower())
        # as low on the screen as it can be tapped
        chosen.evaluate("""node => scrollBy(0, node.getBoundingClientRect().bottom
            - node.form.querySelector(".bar").getBoundingClientRect().top)""")
        calm(phone.page)
        bar, there = phone.page.locator(f"{FORM} .bar").bounding_box(), chosen.bounding_box()
        assert bar is not None
        assert there is not None
        bottom = min(there["y"] + there["height"], bar["y"])
        phone.page.touchscreen.tap(there["x"] + 40, (there["y"] + bottom) / 2)
        act = phone.page.locator(f"{FORM} [data-act]", has_text=colour)
        act.wait_for()
        button = act.bounding_box()
        assert button is not None
        assert button["y"] >= bottom, colour
    assert answers(play) == ["red", "red"]


@pytest.mark.long
def test_a_shared_phone_says_whose_turn_it_is_and_a_second_tap_does_not_uncover_it(crowd: Crowd) -> None:
    phone = crowd.person()
    phone.sits_down(1, "Marco")
    phone.opens("/?seats=1")
    phone.page.locator("label[for=sit-2]").click()
    phone.page.fill("#sit-name", "Lucía")
    phone.page.locator("button[formaction='/share']").click()
    table = crowd.companion.table
    for asked in (BecomeHost("2718"), ChooseGame("asking", {}, {}), BeginPlay()):
        assert table.ask(HOST, asked).taken
    lock = phone.page.locator(".pass-page .act")
    expect(lock).to_have_count(1)
    expect(lock).to_have_text("I am Marco")
    lock.click()
    for colour in ("red", "red", "blue"):
        option(phone, colour).click()
        phone.page.wait_for_timeout(200)
    act = phone.page.locator(f"{FORM} [data-act]")
    act.click()
    expect(lock).to_have_count(1)
    expect(lock).to_have_text("I am Lucía")
    phone.page.mouse.click(*middle(lock))
    phone.page.wait_for_timeout(300)
    expect(lock).to_be_visible()
    lock.click()
    expect(phone.page.locator(".top-name")).to_have_text("Lucía")
    expect(phone.page.locator("form#ask-2")).to_be_visible()


@pytest.mark.long
def test_arrows_and_focus_send_nothing(crowd: Crowd, play: Quick) -> None:
    phone = crowd.phone(1)
    calm(phone.page)
    option(phone, "red").focus()
    for key in ("ArrowDown", "ArrowUp", "ArrowRight", "Tab", "Tab", "Shift+Tab", "Home", "End"):
        phone.page.keyboard.press(key)
    phone.page.wait_for_timeout(300)
    assert posts(crowd) == []
    option(phone, "yellow").focus()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(f"{FORM} .answered li")).to_have_count(1)
    assert answers(play) == ["yellow"]


@pytest.mark.long
@pytest.mark.parametrize("companion", [SKIPPED], indirect=True)
def test_only_what_nobody_can_choose_is_skipped_and_stands_in_the_trail(crowd: Crowd, play: Quick) -> None:
    phone = crowd.phone(1)
    trail = phone.page.locator(f"{FORM} .answered li")
    option(phone, "blue").click()
    expect(phone.page.locator(".ask-prompt").first).to_have_text("Third?")
    expect(trail).to_have_text(["First? Blue", "Second? Red"])
    expect(option(phone, "black")).to_contain_text("Black has run out.")
    option(phone, "red").click()
    expect(trail).to_have_text(["First? Blue", "Second? Red", "Third? Red"])
    phone.opens_cover(FORM)
    assert play.asked(1).question.secret
    option(phone, "red").click()
    expect(trail).to_have_count(4)
    option(phone, "red").click()
    act = phone.page.locator(f"{FORM} [data-act]")
    expect(act).to_have_text("Red")
    assert play.moment.play.state.said == []
    act.click()
    expect(phone.page.locator(FORM)).to_have_count(0)
    assert play.moment.play.state.said == ["['blue', 'red', 'red', 'red', 'red']"]


@pytest.mark.long
def test_a_number_that_is_changed_sends_nothing(crowd: Crowd) -> None:
    crowd.begun_play("antiquity", "Marco", "Lucía")
    phone = crowd.phone(1)
    number = phone.page.locator("form[data-ask] input[type=number]").first
    number.focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowDown", "5", "Tab"):
        phone.page.keyboard.press(key)
    phone.page.locator("form[data-ask] [data-step='1']").first.click()
    phone.page.wait_for_timeout(300)
    assert posts(crowd) == []


@pytest.mark.long
def test_scrolling_does_not_tap(crowd: Crowd, play: Quick) -> None:
    phone = crowd.phone(1, size=(360, 640))
    calm(phone.page)
    x, y = middle(option(phone, "yellow"))
    touch = phone.context.new_cdp_session(phone.page)

    def move(kind: str, at: float | None) -> None:
        points = [] if at is None else [{"x": x, "y": at}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    move("touchStart", y)
    for step in range(1, 9):
        move("touchMove", y - 25 * step)
    move("touchEnd", None)
    phone.page.wait_for_function("scrollY > 50")
    phone.page.wait_for_timeout(300)
    assert posts(crowd) == []


@pytest.mark.parametrize("rest", [61_000, pytest.param(3_600_000, marks=pytest.mark.long)])
def test_the_first_tap_on_a_page_that_was_left_alone_counts(crowd: Crowd, play: Quick, rest: int) -> None:
    """Nothing on it is covered, so nothing of it sleeps."""
    phone = crowd.person()
    phone.holds(token(1))
    phone.page.clock.install()
    phone.opens("/seat")
    for colour, sentence in (("red", "Second?"), ("blue", "Last?")):
        phone.page.clock.fast_forward(rest)
        calm(phone.page)
        phone.page.mouse.click(*middle(option(phone, colour)))
        expect(phone.page.locator(".ask-prompt").first).to_have_text(sentence)
        expect(phone.page.locator("#link")).to_be_hidden()
    assert answers(play) == ["red", "blue"]


@pytest.mark.long
def test_the_first_tap_answers_what_was_asked_while_a_page_was_left_alone(crowd: Crowd, play: Quick) -> None:
    phone = crowd.person()
    phone.holds(token(2))
    phone.page.clock.install()
    phone.opens("/seat")
    phone.page.clock.fast_forward(61_000)
    for _ in ASKED:
        play.answers(1, "red")
    form = phone.page.locator("form#ask-2")
    red = form.locator("button.option[value=red]")
    red.wait_for()
    phone.page.clock.fast_forward(1_000)
    calm(phone.page)
    phone.page.mouse.click(*middle(red))
    expect(form.locator(".answered li")).to_have_count(1)


@pytest.fixture
def covered_phone(crowd: Crowd) -> Person:
    """The phone of somebody who is asked in secret, under a cover, whose page is not open yet."""
    play = crowd.begun_play("sheet:oh-hell", "Marco", "Lucía", "Nuria")
    play.answers(0)
    play.answers(1, 7)
    phone = crowd.person()
    phone.holds(token(2))
    phone.page.clock.install()
    return phone


@pytest.mark.long
def test_the_first_tap_on_a_page_whose_cover_closed_by_itself_counts(covered_phone: Person) -> None:
    phone = covered_phone
    phone.opens("/seat")
    phone.opens_cover(phone.form())
    expect(phone.page.locator(phone.form()).first).to_be_visible()
    phone.page.clock.fast_forward(121_000)
    expect(phone.page.locator(phone.form()).first).to_be_hidden()
    phone.page.clock.fast_forward(10_000)
    expect(phone.page.locator("#link")).to_be_hidden()  # it said that the page is connected again
    calm(phone.page)
    phone.page.mouse.click(*middle(phone.page.locator("label[for=tab-log]")))
    expect(phone.page.locator("#panel-log")).to_be_visible()


@pytest.mark.parametrize(
    "key", ["[data-keep-open]", *(pytest.param(key, marks=pytest.mark.long) for key in ("[data-hold]", ".cover-title"))]
)
@pytest.mark.parametrize("rested", ["covered", "still", "away"])
def test_one_tap_opens_a_cover_however_long_the_page_was_left_alone(
    covered_phone: Person, key: str, rested: str
) -> None:
    page = covered_phone.opens("/seat")
    cover = page.locator("[data-cover]:has(form.ask)").first
    if rested == "covered":
        cover.locator("[data-keep-open]").click()
        expect(cover.locator("form")).to_be_visible()
        page.clock.fast_forward(121_000)
    for hidden in ("true", "false") if rested == "away" else ():
        page.evaluate(f"Object.defineProperty(document, 'hidden', {{value: {hidden}, configurable: true}})")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.clock.fast_forward(61_000 if hidden == "true" else 1_000)
    if rested == "still":
        page.clock.fast_forward(61_000)
    expect(cover.locator("form")).to_be_hidden()
    page.clock.fast_forward(1_000)
    calm(page)
    page.mouse.move(*middle(cover.locator(key)))
    page.mouse.down()
    if key != "[data-hold]":
        page.mouse.up()
    expect(cover.locator("form")).to_be_visible()
    expect(page.locator("#link")).to_be_hidden()


def test_a_tab_opens_at_once_on_a_page_that_has_nothing_to_answer(crowd: Crowd, play: Quick) -> None:
    phone = crowd.person()
    phone.holds(token(2))
    phone.page.clock.install()
    phone.opens("/seat")
    phone.page.clock.fast_forward(61_000)
    calm(phone.page)
    phone.page.mouse.click(*middle(phone.page.locator("label[for=tab-log]")))
    expect(phone.page.locator("#panel-log")).to_be_visible()
