"""The pictures of README and of two documents: moments of an evening, small enough for the repository."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Crowd
from tests.browser.evening import Evening
from tests.browser.fast_play import token
from web.http.table_addresses import HTTP

ROOT = Path(__file__).parents[2]
FIRST = ROOT / "docs/first-evening.md"
PAGES = (ROOT / "README.md", ROOT / "docs/evening.md")
SLOWLY = """() => {
    const at_once = fetch;
    window.fetch = (...call) => new Promise((done) => setTimeout(done, 500)).then(() => at_once(...call));
}"""
LARGEST = 150_000
"""Bytes of a picture in the repository."""


@pytest.fixture
def installed(crowd: Crowd) -> None:
    """The table says the addresses that an installed one says, whatever machine and port the test has."""
    addresses = crowd.companion.app.addresses
    addresses.port, addresses._name, addresses._address = HTTP, "table.local", "192.168.1.20"


def test_a_page_has_settled_when_it_says_what_was_dialled(crowd: Crowd) -> None:
    """Also where the table is slow to answer what would happen."""
    crowd.begun_play("sheet:oh-hell", "Marco", "Lucía", "Nuria")
    seat = crowd.phone(1)  # the number of rounds is asked of the whole table
    form = seat.page.locator("form[data-ask][data-kind=count]").first
    dial, act = form.locator("[data-stepper] input"), form.locator("[data-act]")
    seat.settles()
    seat.page.evaluate(SLOWLY)
    dialled = int(dial.input_value()) + 1
    form.get_by_role("button", name="1 more").click()
    seat.settles()
    assert dial.input_value() == str(dialled)
    assert str(dialled) in str(act.text_content())
    assert act.is_enabled()


@pytest.mark.long
def test_picture_of_a_move_on_one_form(crowd: Crowd) -> None:
    """A new settler of Olympos: where from and to is chosen, and how far by sea."""
    Evening("olympos/five-mixed").begins(crowd, line=34)
    for other in (1, 2, 4, 5):
        crowd.phone(other)
    phone = crowd.phone(3)
    phone.page.locator("button.option[value=expand]").click()
    form = phone.page.locator("form[data-form=expand]")
    form.locator("[data-field=resource] label:has(input[value=gold])").click()
    form.locator("[data-field=sea] [data-step='1']").click()
    expect(form.locator("[data-ready=yes]")).to_be_enabled()
    expect(form.locator("[data-field=sea] input")).to_have_value("1")
    phone.page.evaluate("scrollTo(0, 0)")
    assert phone.picture("seat", small=True).stat().st_size <= LARGEST


@pytest.mark.long
@pytest.mark.usefixtures("installed")
def test_pictures_of_an_evening(crowd: Crowd) -> None:
    play = crowd.begun_play()
    play.goes_on(34)
    while play.asked(2).question.kind != "count":
        play.goes_on(1)
    for awake in (1, 2, 3, 4):
        crowd.phone(awake)
    screen = crowd.person(size=(1920, 1080), scale=1)
    screen.opens("/table")
    expect(screen.page.locator("body")).to_contain_text("table.local")
    assert not re.search(r":[0-9]{4,5}\b", screen.page.locator("body").inner_text()), "a port of this run"
    made = [screen.picture("table", small=True)]
    tab = crowd.person(size=(1240, 1390), scale=1)
    place = tab.opens("/sim").locator("#device-seat1")
    shown = place.locator("img.oled").get_attribute("src") or ""
    place.locator("[data-key=ok]").click()
    expect(place.locator("img.oled")).not_to_have_attribute("src", shown)
    expect(tab.page.locator(".sim-key.down")).to_have_count(0)
    made.append(tab.picture("sim", small=True))
    play.to_the_end()
    score = crowd.person(size=(820, 1180), scale=1)
    score.holds(token(2))
    score.opens("/score")
    made.append(score.picture("score", small=True))
    assert {path.name: path.stat().st_size for path in made if path.stat().st_size > LARGEST} == {}
    named = {
        name for page in PAGES for name in re.findall(r"pictures/([a-z-]+\.png)", page.read_text(encoding="utf-8"))
    }
    assert named == {"seat.png", *(path.name for path in made)}


@pytest.mark.long
@pytest.mark.usefixtures("installed")
def test_pictures_of_a_first_evening(crowd: Crowd) -> None:
    """The three things that people do before they play, and what is on the table screen meanwhile."""
    screen = crowd.person(size=(1280, 720), scale=1)
    screen.opens("/table")
    expect(screen.page.locator("body")).to_contain_text("table.local")
    made = [screen.picture("first-screen", small=True)]
    ana, ben = crowd.person(size=(390, 700)), crowd.person()
    ben.sits_down(2, "Ben")
    ana.opens("/")
    ana.page.locator("label[for=sit-1]").click()
    ana.page.fill("#sit-name", "Ana")
    made.append(ana.picture("first-name", small=True))
    ana.page.click("#join button[type=submit]")
    ana.page.wait_for_url("**/seat")
    expect(ana.page.get_by_role("button", name="I'll choose")).to_be_visible()
    made.append(ana.picture("first-choice", small=True))
    assert {path.name: path.stat().st_size for path in made if path.stat().st_size > LARGEST} == {}
    assert {path.name for path in made} <= set(re.findall(r"pictures/([a-z-]+\.png)", FIRST.read_text("utf-8")))
