"""What the script of a page does, in a real browser at a plain host name: no server, every reply is given here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

from tests.web import specimen

pytestmark = pytest.mark.browser

STATIC = Path(__file__).parents[2] / "web" / "static"
HOST = "http://table.test"
KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2"}

SOURCE = """
window.sources = [];
window.EventSource = class extends EventTarget {
  static CLOSED = 2;
  constructor(url) { super(); this.url = url; this.readyState = 1; window.sources.push(this); }
  close() { this.readyState = 2; }
};
window.emit = (name, data) =>
  window.sources.at(-1).dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data ?? null) }));
"""
"""A stream that says what the test makes it say."""


class Table:
    """The replies of a table: pages by name, and what forms were sent."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sent: list[tuple[str, dict[str, list[str]]]] = []
        self.failing = 0
        self.reply: dict[str, str] = {}
        page.add_init_script(SOURCE)
        page.route("**/*", self._answer)

    def open(self, name: str) -> None:
        self.page.goto(f"{HOST}/{name}")

    def fragment(self, view: object) -> str:
        env = specimen.environment()
        given = {**specimen.context("seat", specimen.Words(), ""), "view": view}
        return env.get_template("seat_fragment.html").render(given)

    def show(self, view: object, version: str = "v-next") -> None:
        html = self.fragment(view).replace('data-version="v-seat"', f'data-version="{version}"')
        self.page.evaluate("([version, html]) => emit('view', {version, html})", [version, html])

    def _answer(self, route: Route) -> None:
        path = urlsplit(route.request.url).path
        if route.request.method == "POST":
            self._take(route, path)
        elif path.startswith("/static/"):
            file = STATIC / path.removeprefix("/static/")
            route.fulfill(body=file.read_bytes(), content_type=KINDS[file.suffix])
        elif path.removeprefix("/") in PAGES:
            route.fulfill(body=PAGES[path.removeprefix("/")], content_type="text/html")
        else:
            route.fulfill(status=404)

    def _take(self, route: Route, path: str) -> None:
        body = parse_qs(route.request.post_data or "", keep_blank_values=True)
        if path == "/seat/preview":
            picked = ", ".join(body.get("answer", []))
            route.fulfill(
                content_type="text/html", body=f'<button type="submit" class="act" data-act>{picked}</button>'
            )
            return
        self.sent.append((path, body))
        if self.failing:
            self.failing -= 1
            route.abort()
            return
        route.fulfill(content_type="application/json", body=json.dumps(self.reply))


PAGES = dict(specimen.pages())


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--headless", "--disable-gpu"]
        )
        yield browser
        browser.close()


@pytest.fixture
def table(browser: Browser) -> Iterator[Table]:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield Table(page)
    page.close()
    assert errors == []


def asking(question: object) -> object:
    few = (specimen.time_track(to="7"), specimen.hand(secret=True), specimen.meter(4))
    return specimen.seat(specimen.dialogue(question), widgets=few)  # type: ignore[arg-type]


def test_a_new_view_keeps_answers_and_covers_while_the_question_is_the_same(table: Table) -> None:
    table.open("ask-count")
    table.page.locator("#ask-2-count").fill("7")
    table.page.locator("#w-destiny-cover [data-keep-open]").click()
    table.page.locator("#ask-2-count").focus()
    table.show(asking(specimen.questions()["count"]))
    expect(table.page.locator("#live")).to_have_attribute("data-version", "v-next")
    expect(table.page.locator("#ask-2-count")).to_have_value("7")
    expect(table.page.locator("#ask-2-count")).to_be_focused()
    expect(table.page.get_by_text("Oráculo")).to_be_visible()


def test_a_new_view_drops_answers_when_the_question_has_changed(table: Table) -> None:
    table.open("ask-count")
    table.page.locator("#ask-2-count").fill("7")
    changed = specimen.replace(specimen.questions()["count"], key="another")
    table.show(asking(changed))
    expect(table.page.locator("#ask-2")).to_have_attribute("data-digest", "digest-another-2")
    expect(table.page.locator("#ask-2-count")).to_have_value("3")


def test_what_changed_is_washed_and_nothing_else(table: Table) -> None:
    table.open("ask-count")
    few = (specimen.time_track(), specimen.hand(secret=True), specimen.meter(3))
    bars = list(few[2].bars)
    bars[0] = specimen.replace(bars[0], value=8)
    view = specimen.seat(
        specimen.dialogue(specimen.questions()["count"]),
        widgets=(*few[:2], specimen.replace(few[2], bars=tuple(bars))),
    )
    table.show(view)
    washed = table.page.evaluate("[...document.querySelectorAll('.changed')].map((node) => node.id)")
    assert washed == ["w-kings-bar-1"]


def test_a_cover_opens_while_held_and_closes_when_the_page_loses_the_eye(table: Table) -> None:
    table.open("ask-count")
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


def test_a_kept_cover_closes_when_nobody_touches_the_page(table: Table) -> None:
    table.page.clock.install()
    table.open("ask-count")
    table.page.locator("#w-destiny-cover [data-keep-open]").click()
    table.page.clock.fast_forward(10_000)
    expect(table.page.get_by_text("Oráculo")).to_be_visible()
    table.page.clock.fast_forward(11_000)
    expect(table.page.get_by_text("Oráculo")).to_be_hidden()


def test_a_form_goes_out_again_with_the_same_nonce_when_the_radio_dies(table: Table) -> None:
    table.failing = 2
    table.reply = {"notice": "Taken.", "tone": "good"}
    table.open("ask-pick")
    table.page.get_by_text("Atacar a Marco").click()
    act = table.page.locator("[data-act]")
    expect(act).to_have_text("attack-1")
    act.click()
    expect(table.page.get_by_text("That did not arrive. Trying again.")).to_be_visible()
    expect(table.page.get_by_text("Taken.")).to_be_visible()
    answers = [body for path, body in table.sent if path == "/seat/answer"]
    assert len(answers) == 3
    assert len({body["nonce"][0] for body in answers}) == 1
    assert len(answers[0]["nonce"][0]) == 32
    assert answers[0]["answer"] == ["attack-1"]


def test_a_double_tap_sends_once(table: Table) -> None:
    table.open("ask-text")
    expect(table.page.locator("[data-act]")).to_have_text("Nueva Cartago")
    table.page.locator("[data-act]").dblclick()
    expect(table.page.locator("[data-act]")).to_be_enabled()
    assert len([path for path, _ in table.sent if path == "/seat/answer"]) == 1


def test_several_picks_go_out_in_the_order_they_were_made(table: Table) -> None:
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
    [("ask-place-rondel", "#w-rondel-r0", "r0"), ("ask-place-track", "#w-points-21", "21")],
)
def test_a_place_is_picked_in_the_picture(table: Table, name: str, space: str, answer: str) -> None:
    table.open(name)
    table.page.locator(space).click()
    expect(table.page.locator(f"#ask-2--{answer}")).to_be_checked()
    expect(table.page.locator(f"{space}.picked")).to_have_count(1)
    expect(table.page.locator("[data-act]")).to_have_text(answer)


def test_steps_stay_within_the_bounds(table: Table) -> None:
    table.open("ask-count")
    more = table.page.locator("[data-step='1']")
    for _ in range(8):
        more.click()
    expect(table.page.locator("#ask-2-count")).to_have_value("9")
    expect(table.page.locator("[data-act]")).to_have_text("9")


def test_nothing_can_be_sent_before_something_is_chosen(table: Table) -> None:
    table.open("ask-pick")
    expect(table.page.locator("[data-act]")).to_be_disabled()


def test_another_tab_takes_over_and_gives_back(table: Table) -> None:
    table.open("ask-count")
    table.page.evaluate("emit('bye')")
    expect(table.page.locator("#taken-over")).to_be_visible()
    assert table.page.evaluate("sources.at(-1).readyState") == 2
    table.page.get_by_text("Go on here").click()
    expect(table.page.locator("#taken-over")).to_be_hidden()
    assert table.page.evaluate("sources.length") == 2
    assert table.page.evaluate("sources.at(-1).url") == "/events/stream?page=seat&seen=v-seat"


def test_a_lost_connection_is_said_after_three_seconds_and_so_is_its_return(table: Table) -> None:
    table.page.clock.install()
    table.open("ask-count")
    table.page.evaluate("sources.at(-1).dispatchEvent(new Event('error'))")
    table.page.clock.fast_forward(1_000)
    expect(table.page.locator("#link")).to_be_hidden()
    table.page.clock.fast_forward(2_500)
    expect(table.page.get_by_text("Connection lost. Trying again.")).to_be_visible()
    table.page.evaluate("emit('beat')")
    expect(table.page.get_by_text("Connected again.")).to_be_visible()


def test_a_silent_stream_is_opened_anew_and_a_beat_is_answered(table: Table) -> None:
    table.page.clock.install()
    table.open("ask-count")
    table.page.clock.run_for(25_000)
    table.page.evaluate("emit('beat')")
    table.page.clock.run_for(25_000)
    assert table.page.evaluate("sources.length") == 1
    table.page.clock.run_for(25_000)
    assert table.page.evaluate("sources.length") == 2
    assert [path for path, _ in table.sent] == ["/events/alive"]


def test_the_simulator_sends_down_and_up_in_order(table: Table) -> None:
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


def test_the_theme_changes_at_once(table: Table) -> None:
    table.open("ask-count")
    table.page.locator("#menu summary").click()
    table.page.get_by_text("light", exact=True).click()
    expect(table.page.locator("html")).to_have_attribute("data-theme", "light")
    assert table.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(246, 239, 224)"
    assert table.page.evaluate("window.isSecureContext") is False
