"""What a question means: a sign beside its words, whose text comes when it is unfolded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar
from urllib.parse import urlsplit

import pytest
from msgspec import structs
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, Route, expect

from companion.core.forms import together
from companion.core.questions import Asking, Count, Pick
from companion.core.wording import Wording, say
from tests.chromium import CALM, NAME
from tests.service.asking_game import OPTIONS, Answered, AskingGame, State
from tests.service.at_table import Room
from tests.web import flask_site
from tests.web.fake_server import KINDS, STATIC
from tests.web.flask_site import Browser, Site

Rooms = Callable[..., Room]

SIGN = '<details class="meaning"'
WORDS = "Nobody sees it until the end."


class Explained(AskingGame):
    meanings: ClassVar[Mapping[str, Wording]] = {"pick": say(WORDS)}


class SelfExplained(AskingGame):
    """The question brings its explanation itself; the game has another one for its key."""

    meanings: ClassVar[Mapping[str, Wording]] = {"pick": say("Whichever you like.")}

    def questions(self, state: State, seat: int) -> Asking[Answered]:
        asking = super().questions(state, seat)
        answer = yield structs.replace(next(asking), meaning=say(WORDS))
        return Answered(f"{len(state.said)}:{answer}")


class Branching(AskingGame):
    """A form whose last field depends on the first."""

    meanings: ClassVar[Mapping[str, Wording]] = {
        "way": say("By land or by sea."),
        "land": say("Carts carry two."),
        "sea": say("Ships carry five."),
    }

    def __init__(self) -> None:
        super().__init__("branching")

    def questions(self, state: State, seat: int) -> Asking[Answered]:
        return together("way", say("Your way"), self._ask(state))

    def _ask(self, state: State) -> Asking[Answered]:
        ways = (structs.replace(OPTIONS[0], value="land"), structs.replace(OPTIONS[2], value="sea"))
        way = yield from Pick[str](key="way", prompt=say("Which way?"), options=ways, usual="land")
        n = yield from Count(key=way, prompt=say("How many?"), high=5, usual=1)
        return Answered(f"{len(state.said)}:{way} {n}")


def begun(rooms: Rooms, game: AskingGame) -> Site:
    room = rooms(game)
    room.begin(2, "asking")
    return Site(room)


def posted(browser: Browser, **form: str) -> str:
    return browser.post("/seat/meaning", {"seat": "1", **form}, page="seat").text


def digest(browser: Browser) -> str:
    return re.findall(r'data-digest="([^"]+)"', browser.get("/seat").text)[0]


@pytest.mark.parametrize("game", [Explained, SelfExplained])
def test_a_page_has_the_sign_and_not_the_words(rooms: Rooms, game: type[AskingGame]) -> None:
    site = begun(rooms, game("pick"))
    html = site.browser(1).get("/seat").text
    assert html.count(SIGN) == 1
    assert WORDS not in html
    assert WORDS in posted(site.browser(1), digest=digest(site.browser(1)))


def test_a_question_that_nothing_explains_has_no_sign(rooms: Rooms) -> None:
    site = begun(rooms, Explained("count"))
    assert SIGN not in site.browser(1).get("/seat").text
    assert site.browser(1).get("/seat/meaning").headers["Location"] == "/seat"


def test_without_script_the_words_have_a_page(rooms: Rooms) -> None:
    site = begun(rooms, Explained("pick"))
    assert 'href="/seat/meaning"' in site.browser(1).get("/seat").text
    page = site.browser(1).get("/seat/meaning").text
    assert WORDS in page
    assert 'href="/seat"' in page


def test_a_secret_question_is_explained_under_its_cover(rooms: Rooms) -> None:
    site = begun(rooms, Explained("pick", secret=True))
    for path, told in (("/seat", f'{SIGN} id="ask-1'), ("/seat/meaning", WORDS)):
        html = site.browser(1).get(path).text
        assert html.count(told) == 1
        assert html.index('class="cover-inside"') < html.index(told)


def test_the_words_of_a_form_are_those_of_the_fields_it_has_now(rooms: Rooms) -> None:
    browser = begun(rooms, Branching()).browser(1)
    usual = posted(browser)
    assert ["By land" in usual, "Carts" in usual, "Ships" in usual] == [True, True, False]
    changed = posted(browser, **{"one.way": "sea", "was.way": "land"})
    assert ["By land" in changed, "Carts" in changed, "Ships" in changed] == [True, False, True]
    assert changed.index("Which way?") < changed.index("By land") < changed.index("How many?")


def test_nobody_else_is_told(rooms: Rooms) -> None:
    site = begun(rooms, Explained("pick"))
    asked = digest(site.browser(1))
    assert posted(site.browser(2), digest=asked) == ""
    assert posted(site.browser("nobody"), digest=asked) == ""
    assert posted(site.browser(1), digest="stale") == ""
    assert posted(site.browser(1), seat="x") == ""


def test_whoever_writes_for_all_is_told_too(rooms: Rooms) -> None:
    site = begun(rooms, Explained("pick"))
    scribe = site.browser("host")
    assert SIGN in scribe.get("/scribe").text
    assert WORDS in scribe.get("/seat/meaning", headers={"Referer": f"http://{flask_site.NAME}/scribe"}).text
    assert WORDS in posted(scribe, digest=re.findall(r'data-digest="([^"]+)"', scribe.get("/scribe").text)[0])


# -- in a browser ---------------------------------------------------------------------------------------------------


@pytest.fixture
def phone(chromium: Chromium) -> Iterator[Page]:
    page = chromium.new_page(viewport={"width": 360, "height": 640})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    page.close()
    assert errors == []


def served(page: Page, browser: Browser) -> None:
    """The phone shows the seat's page of the site, for long enough to be tapped."""

    def answer(route: Route) -> None:
        path, sent = urlsplit(route.request.url).path, route.request
        if path.startswith("/static/"):
            file = STATIC / path.removeprefix("/static/")
            route.fulfill(body=file.read_bytes(), content_type=KINDS[file.suffix])
        elif path.startswith("/events"):
            route.fulfill(status=204)
        elif sent.method == "POST":
            kind = "application/x-www-form-urlencoded"
            given: dict[str, Any] = {"data": sent.post_data or "", "content_type": kind}
            headers = {"X-CSRF-Token": browser.csrf, "Accept": sent.headers.get("accept", "")}
            reply = browser._open(path, method="POST", headers=headers, **given)
            route.fulfill(body=reply.data, content_type=reply.content_type)
        else:
            route.fulfill(body=browser.get(path).data, content_type="text/html")

    page.route("**/*", lambda route: answer(route))
    page.goto(f"http://{NAME}/seat")
    page.wait_for_function(CALM)


@pytest.mark.browser
def test_the_sign_is_unfolded_by_key_or_finger_and_costs_no_height(rooms: Rooms, phone: Page) -> None:
    served(phone, begun(rooms, Explained("pick")).browser(1))
    sign, words = phone.locator(".meaning > summary"), phone.locator(".meaning-words")
    box = sign.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    before = phone.locator(".ask fieldset").bounding_box()
    phone.evaluate("document.querySelector('.meaning').style.display = 'none'")
    assert phone.locator(".ask fieldset").bounding_box() == before, "folded, it takes no room of its own"
    phone.evaluate("document.querySelector('.meaning').style.display = ''")
    sign.focus()
    phone.keyboard.press("Enter")
    expect(words).to_have_text(WORDS)
    sign.click()
    expect(words).to_be_hidden()


@pytest.mark.browser
def test_what_stands_open_follows_the_form(rooms: Rooms, phone: Page) -> None:
    served(phone, begun(rooms, Branching()).browser(1))
    phone.locator(".meaning > summary").click()
    expect(phone.locator(".meaning-words")).to_contain_text("Carts carry two.")
    phone.get_by_text("Blue").click()
    expect(phone.locator(".meaning-words")).to_contain_text("Ships carry five.")
