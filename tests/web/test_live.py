"""What the script of a page does, in a real browser at a plain host name: no server, every reply is given here."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web import sample_pages
from tests.web.fake_server import FakeServer
from tests.web.sample_pages import PAGES

pytestmark = pytest.mark.browser


NEVER_OPENS = """() => {
    const Opening = EventSource;
    EventSource = class extends Opening { constructor(url) { super(url); this.readyState = 0; } };
}"""


@pytest.fixture
def table(fake_server: FakeServer) -> FakeServer:
    return fake_server


def asking(question: object) -> object:
    few = (sample_pages.time_track(to="7"), sample_pages.hand(secret=True), sample_pages.meter(4))
    return sample_pages.seat(sample_pages.dialogue(question), widgets=few)  # type: ignore[arg-type]


@pytest.mark.long
def test_a_new_view_keeps_answers_and_covers_while_the_question_is_the_same(table: FakeServer) -> None:
    table.open("ask-count", tab="mine")
    table.page.locator("#ask-2-count").fill("7")
    table.page.locator("#w-destiny-cover [data-keep-open]").click()
    table.page.locator("#ask-2-count").focus()
    table.show(asking(sample_pages.questions()["count"]))
    expect(table.page.locator("#live")).to_have_attribute("data-version", "v-next")
    expect(table.page.locator("#ask-2-count")).to_have_value("7")
    expect(table.page.locator("#ask-2-count")).to_be_focused()
    expect(table.page.get_by_text("Oráculo")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("name", PAGES)
def test_no_sample_scrolls_sideways_on_a_small_phone(table: FakeServer, name: str) -> None:
    table.page.set_viewport_size({"width": 360, "height": 640})
    table.open(name)
    table.open_all_tabs()
    assert table.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_long_track_is_folded_on_a_phone_and_opens(table: FakeServer) -> None:
    table.open("large-time", tab="table")
    far, near = table.page.locator("#w-time--85"), table.page.locator("#w-time--41")
    expect(near).to_be_visible()
    expect(far).to_be_hidden()
    table.page.get_by_text("All 90 spaces").click()
    expect(far).to_be_visible()
    table.page.set_viewport_size({"width": 1024, "height": 800})
    expect(table.page.get_by_text("All 90 spaces")).to_be_hidden()
    expect(far).to_be_visible()


def test_the_first_of_a_stack_lies_on_top(table: FakeServer) -> None:
    table.open("large-time", tab="table")
    table.page.locator("#w-time--41").scroll_into_view_if_needed()
    order = table.page.evaluate(
        """() => [...document.querySelectorAll("#w-time--41 .shape")].map((shape) => {
          const { x, y, width, height } = shape.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height - 3)?.closest(".shape") === shape;
        })"""
    )
    assert order == [True] * 4


def test_many_columns_are_a_card_for_each_row_on_a_phone(table: FakeServer) -> None:
    table.open("large-ledger")
    table.open_all_tabs()
    marble = table.page.locator("#w-holdings--2-of-1")
    assert marble.evaluate("cell => getComputedStyle(cell, '::before').content.includes('Mármol')")
    card, total = table.page.locator("#w-holdings--of-1"), table.page.locator("#w-holdings--10-of-1")
    row, sum_ = card.bounding_box(), total.bounding_box()
    assert row is not None
    assert sum_ is not None
    assert row["x"] >= 0
    assert row["x"] + row["width"] <= 390
    assert sum_["y"] < row["y"] + 40, "the sum stands beside the name"
    expect(table.page.get_by_role("cell", name="Mármol").first).to_be_visible()


PARTS = """([version, base, parts]) => emit('view', {version, base, parts})"""


def test_parts_change_and_the_rest_is_left_alone(table: FakeServer) -> None:
    table.open("ask-count")
    table.page.locator("#ask-2-count").fill("7")
    table.page.evaluate("document.querySelector('#w-time').marked = true")
    head = '<div class="seat-head" id="seat-head"><h1 class="sentence" id="sentence" data-watch>Nuria thinks</h1></div>'
    table.page.evaluate(PARTS, ["v-2", "v-seat", {"seat-head": head}])
    expect(table.page.locator("#sentence")).to_have_text("Nuria thinks")
    expect(table.page.locator("#sentence")).to_have_class("sentence changed")
    expect(table.page.locator("#live")).to_have_attribute("data-version", "v-2")
    expect(table.page.locator("#ask-2-count")).to_have_value("7")
    assert table.page.evaluate("document.querySelector('#w-time').marked")
    table.page.evaluate(PARTS, ["v-3", "v-2", {}])
    expect(table.page.locator("#live")).to_have_attribute("data-version", "v-3")


FRAME = """() => {
  const frame = document.querySelector('#live').cloneNode(true);
  const name = (id) => `<template data-kept="${id}"></template>`;
  frame.querySelector('#w-time').remove();
  const mine = frame.querySelector('#ask-2-section').outerHTML;
  return frame.outerHTML.replace(mine, name('w-time') + '<p id="new">New</p>' + name('ask-2-section'));
}"""
"""The fragment with a widget moved to before the question, and both only named."""


def test_what_is_only_named_is_taken_over_wherever_it_is_now(table: FakeServer) -> None:
    table.open("ask-count")
    table.page.locator("#ask-2-count").fill("7")
    table.page.locator("#ask-2-count").focus()
    table.page.evaluate("document.querySelector('#ask-2-section').marked = true")
    time = table.page.locator("#w-time").inner_html()
    bar = "<li id='w-kings--bar-1'><span class='bar-who' id='who'>Nobody</span></li>"
    parts = {"live": table.page.evaluate(FRAME), "w-kings--bar-1": bar}
    table.page.evaluate(PARTS, ["v-2", "v-seat", parts])
    expect(table.page.locator("#live")).to_have_attribute("data-version", "v-2")
    expect(table.page.locator("#who")).to_have_text("Nobody")
    assert table.page.locator("#w-time").count() == 1
    assert table.page.locator("#w-time").inner_html() == time
    assert table.page.evaluate("document.querySelector('#w-time + #new + #ask-2-section') !== null")
    assert table.page.evaluate("document.querySelector('#ask-2-section').marked"), "it is the same element"
    expect(table.page.locator("#ask-2-count")).to_have_value("7")
    expect(table.page.locator("#ask-2-count")).to_be_focused()


def test_a_piece_of_a_drawing_is_drawn(table: FakeServer) -> None:
    table.open("large-rondel", tab="table")
    piece = table.page.locator("svg.rondel g").first
    key = piece.get_attribute("id")
    fresh = f'<g class="sector" id="{key}"><circle class="token-plain" id="piece" cx="0" cy="-140" r="7"></circle></g>'
    table.page.evaluate(PARTS, ["v-2", "v-seat", {key: fresh}])
    expect(table.page.locator("#piece")).to_have_count(1)
    assert table.page.evaluate("document.querySelector('#piece').getBoundingClientRect().width > 1")
    table.page.evaluate(PARTS, ["v-3", "v-2", {"w-no-such": f'<g><template data-kept="{key}"></template></g>'}])
    expect(table.page.locator("#live")).to_have_attribute("data-version", "v-2")


def test_a_named_part_that_the_page_lacks_brings_the_whole_page(table: FakeServer) -> None:
    table.open("ask-count")
    head = '<div id="seat-head"><template data-kept="no-such-part"></template></div>'
    table.page.evaluate(PARTS, ["v-2", "v-seat", {"seat-head": head}])
    assert table.page.evaluate("sources.at(-1).url") == "/events/stream?page=seat&seen="


@pytest.mark.parametrize(("base", "part"), [("v-other", "seat-head"), ("v-seat", "no-such-part")])
def test_parts_that_do_not_fit_bring_the_whole_page(table: FakeServer, base: str, part: str) -> None:
    table.open("ask-count")
    before = table.page.locator("#sentence").inner_text()
    table.page.evaluate(PARTS, ["v-2", base, {part: f'<div id="{part}">x</div>'}])
    assert table.page.evaluate("sources.length") == 2
    assert table.page.evaluate("sources.at(-1).url") == "/events/stream?page=seat&seen="
    assert table.page.evaluate("sources.at(-2).readyState") == 2
    expect(table.page.locator("#sentence")).to_have_text(before)
    expect(table.page.locator("#live")).to_have_attribute("data-version", "v-seat")


def test_a_new_view_drops_answers_when_the_question_has_changed(table: FakeServer) -> None:
    table.open("ask-count")
    table.page.locator("#ask-2-count").fill("7")
    changed = sample_pages.replace(sample_pages.questions()["count"], key="another")
    table.show(asking(changed))
    expect(table.page.locator("#ask-2")).to_have_attribute("data-digest", "digest-another-2")
    expect(table.page.locator("#ask-2-count")).to_have_value("3")


def test_what_changed_is_washed_and_nothing_else(table: FakeServer) -> None:
    table.open("ask-count")
    few = (sample_pages.time_track(), sample_pages.hand(secret=True), sample_pages.meter(3))
    bars = list(few[2].bars)
    bars[0] = sample_pages.replace(bars[0], value=8)
    view = sample_pages.seat(
        sample_pages.dialogue(sample_pages.questions()["count"]),
        widgets=(*few[:2], sample_pages.replace(few[2], bars=tuple(bars))),
    )
    table.show(view)
    washed = table.page.evaluate("[...document.querySelectorAll('.changed')].map((node) => node.id)")
    assert washed == ["w-kings--bar-1"]


def test_a_tab_stays_open_through_a_new_view_and_closes_by_a_second_tap(table: FakeServer) -> None:
    table.open("ask-count", tab="table")
    panel = table.page.locator("#panel-table")
    expect(panel).to_be_visible()
    table.show(asking(sample_pages.questions()["count"]))
    expect(table.page.locator("#live")).to_have_attribute("data-version", "v-next")
    expect(panel).to_be_visible()
    table.page.locator("label[for=tab-table]").click()
    expect(panel).to_be_hidden()
    table.show(sample_pages.seat(), "v-waits")
    expect(table.page.locator("#panel-mine")).to_be_visible()


def test_a_cover_opens_while_held_and_closes_when_the_page_loses_the_eye(table: FakeServer) -> None:
    table.open("ask-count", tab="mine")
    secret = table.page.get_by_text("Oráculo")
    expect(secret).to_be_hidden()
    table.page.locator("#w-destiny-cover [data-hold]").hover()
    table.page.mouse.down()
    expect(secret).to_be_visible()
    table.page.mouse.up()
    expect(secret).to_be_hidden()
    table.page.locator("#w-destiny-cover [data-hold]").focus()
    table.page.keyboard.down("Space")
    expect(secret).to_be_visible()
    table.page.keyboard.up("Space")
    expect(secret).to_be_hidden()
    for end in ("window.dispatchEvent(new Event('blur'))", "document.querySelector('[data-cover-all]').click()"):
        table.page.locator("#w-destiny-cover [data-keep-open]").click()
        expect(secret).to_be_visible()
        table.page.evaluate(end)
        expect(secret).to_be_hidden()


@pytest.mark.long
def test_a_kept_cover_closes_when_nobody_touches_the_page(table: FakeServer) -> None:
    table.page.clock.install()
    table.open("ask-count", tab="mine")
    table.page.locator("#w-destiny-cover [data-keep-open]").click()
    table.page.clock.fast_forward(10_000)
    expect(table.page.get_by_text("Oráculo")).to_be_visible()
    table.show(asking(sample_pages.questions()["count"]))
    expect(table.page.locator("#live")).to_have_attribute("data-version", "v-next")
    table.page.clock.fast_forward(11_000)
    expect(table.page.get_by_text("Oráculo")).to_be_hidden()


def test_a_form_goes_out_again_with_the_same_nonce_when_the_radio_dies(table: FakeServer) -> None:
    table.reply = {"notice": "Taken.", "tone": "good"}
    table.open("ask-pick")
    table.page.get_by_text("Atacar a Marco").click()
    act = table.page.locator("[data-act]")
    expect(act).to_have_text("attack-1")
    table.failing = 2
    act.click()
    expect(table.page.get_by_text("That did not arrive. Trying again.")).to_be_visible()
    expect(table.page.get_by_text("Taken.")).to_be_visible()
    answers = [body for path, body in table.sent if path == "/seat/answer"]
    assert len(answers) == 3
    assert len({body["nonce"][0] for body in answers}) == 1
    assert len(answers[0]["nonce"][0]) == 32
    assert answers[0]["answer"] == ["attack-1"]


@pytest.mark.parametrize("overtaken", [True, False])
def test_a_late_reply_does_not_undo_a_view_that_came_meanwhile(table: FakeServer, overtaken: bool) -> None:
    table.open("ask-text")
    asked = sample_pages.dialogue(sample_pages.questions()["text"])
    old, new = (
        table.fragment(sample_pages.seat(asked, widgets=(sample_pages.meter(n),))).replace("v-seat", f"v-{n}")
        for n in (3, 4)
    )
    table.reply = {"html": old, "notice": "Taken.", "tone": "good"}
    table.page.evaluate(
        """([overtaken, html]) => {
          const real = fetch;
          window.fetch = async (url, ...given) => {
            const reply = await real(url, ...given);
            if (overtaken && String(url).endsWith("/answer")) emit("view", { version: "v-4", html });
            return reply;
          };
        }""",
        [overtaken, new],
    )
    table.page.locator("[data-act]").click()
    expect(table.page.get_by_text("Taken.")).to_be_visible()
    expect(table.page.locator("#live")).to_have_attribute("data-version", "v-4" if overtaken else "v-3")


@pytest.mark.parametrize(("first", "shown"), [("reply", "v-4"), ("stream", "v-4"), ("stream", "v-5")])
def test_what_a_form_changed_comes_by_the_stream(table: FakeServer, first: str, shown: str) -> None:
    table.page.clock.install()
    table.page.add_init_script("EventSource.OPEN = 1")
    table.reply = {"shows": "v-4", "notice": "Taken.", "tone": "good"}
    table.open("ask-text")
    asked = sample_pages.dialogue(sample_pages.questions()["text"])
    view = sample_pages.seat(asked, widgets=(sample_pages.meter(4),))
    act = table.page.locator("[data-act]")
    if first == "stream":
        table.page.evaluate(
            """([version, html]) => {
              const real = fetch;
              window.fetch = async (url, ...given) => {
                const reply = await real(url, ...given);
                if (String(url).endsWith("/answer")) emit("view", { version, html });
                return reply;
              };
            }""",
            [shown, table.fragment(view).replace("v-seat", shown)],
        )
    act.click()
    expect(table.page.get_by_text("Taken.")).to_be_visible()
    if first == "reply":
        expect(act).to_be_disabled()
        table.show(view, shown)
    expect(table.page.locator("#live")).to_have_attribute("data-version", shown)
    expect(act).to_be_enabled()
    assert table.page.evaluate("sources.length") == 1
    with table.page.expect_request("**/seat/answer"):  # without waiting first
        act.click()


def test_what_the_stream_does_not_bring_is_fetched(table: FakeServer) -> None:
    table.page.add_init_script("EventSource.OPEN = 1")
    table.page.clock.install()
    table.reply = {"shows": "v-4", "notice": "Taken.", "tone": "good"}
    table.open("ask-text")
    table.page.locator("[data-act]").click()
    expect(table.page.get_by_text("Taken.")).to_be_visible()
    table.page.clock.fast_forward(2_500)
    expect(table.page.locator("[data-act]")).to_be_enabled()
    assert table.page.evaluate("sources.at(-1).url") == "/events/stream?page=seat&seen="


def test_a_double_tap_sends_once(table: FakeServer) -> None:
    table.open("ask-text")
    expect(table.page.locator("[data-act]")).to_have_text("Nueva Cartago")
    table.page.locator("[data-act]").dblclick()
    expect(table.page.locator("[data-act]")).to_be_enabled()
    assert len([path for path, _ in table.sent if path == "/seat/answer"]) == 1


@pytest.mark.long
def test_several_picks_go_out_in_the_order_they_were_made(table: FakeServer) -> None:
    table.open("ask-pick-many")
    for word in ("Trigo", "Hierro"):
        table.page.locator("#ask-2").get_by_text(word).click()
    expect(table.page.locator("[data-picked]")).to_have_text("2/3")
    expect(table.page.locator("[data-act]")).to_have_text("trigo, hierro")
    table.page.locator("[data-act]").click()
    expect(table.page.locator("[data-act]")).to_be_enabled()
    assert table.sent[-1][1]["answer"] == ["trigo", "hierro"]


@pytest.mark.parametrize(
    ("name", "space", "answer"),
    [("ask-place-rondel", "#w-rondel--r0", "r0"), ("ask-place-track", "#w-points--21", "21")],
)
def test_a_place_is_picked_in_the_picture(table: FakeServer, name: str, space: str, answer: str) -> None:
    table.open(name)
    table.page.locator(space).click()
    expect(table.page.locator(f"#ask-2--{answer}")).to_have_attribute("aria-current", "true")
    expect(table.page.locator(f"{space}.picked")).to_have_count(1)
    expect(table.page.locator("[data-act]")).to_have_text(answer)


@pytest.mark.long
def test_steps_stay_within_the_bounds(table: FakeServer) -> None:
    table.open("ask-count")
    more = table.page.locator("[data-step='1']")
    for _ in range(8):
        more.click()
    expect(table.page.locator("#ask-2-count")).to_have_value("9")
    expect(table.page.locator("[data-act]")).to_have_text("9")


def test_nothing_can_be_sent_before_something_is_chosen(table: FakeServer) -> None:
    table.open("ask-pick")
    expect(table.page.locator("[data-act]")).to_have_count(0)


def test_another_tab_takes_over_and_gives_back(table: FakeServer) -> None:
    table.open("ask-count")
    table.page.evaluate("emit('bye')")
    expect(table.page.locator("#taken-over")).to_be_visible()
    assert table.page.evaluate("sources.at(-1).readyState") == 2
    table.page.get_by_text("Go on here").click()
    expect(table.page.locator("#taken-over")).to_be_hidden()
    assert table.page.evaluate("sources.length") == 2
    assert table.page.evaluate("sources.at(-1).url") == "/events/stream?page=seat&seen=v-seat"


@pytest.mark.long
def test_a_lost_connection_is_said_after_three_seconds_and_so_is_its_return(table: FakeServer) -> None:
    table.page.clock.install()
    table.open("ask-count")
    table.page.evaluate("sources.at(-1).dispatchEvent(new Event('error'))")
    table.page.clock.fast_forward(1_000)
    expect(table.page.locator("#link")).to_be_hidden()
    table.page.clock.fast_forward(2_500)
    expect(table.page.get_by_text("Connection lost. Trying again.")).to_be_visible()
    table.page.evaluate("emit('beat')")
    expect(table.page.get_by_text("Connected again.")).to_be_visible()


def test_a_silent_stream_is_opened_anew_and_a_beat_is_answered(table: FakeServer) -> None:
    table.page.clock.install()
    table.open("ask-count")
    lost = table.page.get_by_text("Connection lost. Trying again.")
    for _ in range(5):
        table.page.clock.run_for(5_000)
        table.page.evaluate("emit('beat')")
    table.page.clock.run_for(10_000)
    assert table.page.evaluate("sources.length") == 1
    expect(lost).to_be_hidden()
    table.page.clock.run_for(5_000)
    assert table.page.evaluate("sources.length") == 2
    expect(lost).to_be_visible()
    assert [path for path, _ in table.sent].count("/events/alive") == 2, "one in three beats"


def test_a_stream_that_does_not_open_is_asked_for_again_and_again(table: FakeServer) -> None:
    """Each attempt may have been made by a connection that had died."""
    table.page.clock.install()
    table.open("ask-count")
    table.page.evaluate(NEVER_OPENS)
    table.page.clock.run_for(30_000)
    assert table.page.evaluate("sources.length") >= 3


def test_the_simulator_sends_down_and_up_in_order(table: FakeServer) -> None:
    table.open("sim")
    table.page.locator("#device-pod-2 .sim-peek button").hover()
    table.page.mouse.down()
    table.page.mouse.up()
    table.page.locator("#device-pod-2 [data-key=left]").click()
    table.page.wait_for_function("() => !document.querySelector('.sim-key.down')")
    expect(table.page.locator("#live")).to_be_visible()
    assert [(body["key"][0], body["edge"][0]) for path, body in table.sent if path == "/sim/key"] == [
        ("peek", "down"),
        ("peek", "up"),
        ("left", "turn"),
    ]


def test_the_theme_changes_at_once(table: FakeServer) -> None:
    table.open("ask-count")
    table.page.locator("#menu > summary").click()
    table.page.get_by_text("light", exact=True).click()
    expect(table.page.locator("html")).to_have_attribute("data-theme", "light")
    assert table.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(246, 239, 224)"
    assert table.page.evaluate("window.isSecureContext") is False
