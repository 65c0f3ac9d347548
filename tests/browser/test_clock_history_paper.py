"""The clock, earlier evenings, paper and chance, as people meet them, in both languages, at a host name over HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.service.screens.view_builders import seat_view
from companion.service.session.session import BeginPlay, ChooseGame, PlayAgain
from tests.browser.conftest import Companion, Crowd
from tests.browser.fast_play import HOST, Quick, token
from tests.browser.people import Person
from tests.core.torture import Torture

pytestmark = pytest.mark.long

languages = pytest.mark.parametrize("language", ["en-GB", "es-ES"])


def host(crowd: Crowd, language: str, path: str) -> Person:
    person = crowd.person(language=language)
    person.holds(HOST)
    person.opens(path)
    return person


def shown(page: Page, at: int = 0) -> str:
    return page.locator("#clocks [data-clock]").nth(at).inner_text()


@languages
def test_the_turns_are_timed_on_every_screen(crowd: Crowd, language: str) -> None:
    tag = language[:2]
    play = crowd.begun_play("antike", "Marco", "Lucía", "Nuria")
    play.goes_on(3)
    chief = host(crowd, language, "/host")
    chief.page.locator("#clock-choice summary").click()
    chief.page.locator("label[for=clock-fischer]").click()
    chief.page.fill("#clock-bank", "0.25")
    chief.picture(f"clock-choice-{tag}", whole=True)
    chief.page.locator("#clock-form button.button").click()
    marco = crowd.phone(1, language=language)
    expect(marco.page.locator("#clocks li.running")).to_have_count(1)
    awaited = crowd.companion.moment.awaited.must[0]
    first = shown(marco.page, awaited - 1)
    expect(marco.page.locator("#clocks [data-clock]").nth(awaited - 1)).not_to_have_text(first)
    marco.picture(f"clock-{tag}")
    marco.page.locator("#clocks button").click()
    expect(marco.page.locator("#clocks li.admin.running")).to_have_count(1)
    stands = shown(marco.page, awaited - 1)
    marco.page.wait_for_timeout(1200)
    assert shown(marco.page, awaited - 1) == stands, "paused"
    expect(marco.page.locator("#clocks [data-clock]").nth(3)).not_to_have_text("0:00")  # that time is the table's
    marco.picture(f"clock-paused-{tag}")
    screen = crowd.person(size=(1920, 1080), scale=1)
    screen.opens("/table")
    screen.picture(f"clock-table-{tag}")
    marco.page.locator("#clocks button").click()
    expect(marco.page.locator("#clocks li.out")).to_have_count(1, timeout=20_000)
    marco.picture(f"clock-out-{tag}")


@languages
def test_earlier_evenings_are_looked_back_on_and_gone_on_with(crowd: Crowd, language: str) -> None:
    tag = language[:2]
    play = crowd.begun_play("sheet:harbour-market", "Marco", "Lucía", "Nuria")
    play.to_the_end()
    over = play.moment.gathering.play_id
    assert play.table.ask(HOST, ChooseGame("sheet:oh-hell", {}, {})).taken
    assert play.table.ask(HOST, BeginPlay()).taken
    play.goes_on(8)
    assert play.table.ask(HOST, PlayAgain()).taken
    chief = host(crowd, language, "/history")
    page = chief.page
    expect(page.locator(".play")).to_have_count(2)
    chief.picture(f"history-{tag}", whole=True)
    page.locator("a[href$='/statistics']").click()
    chief.picture(f"statistics-{tag}", whole=True)
    page.goto(f"{crowd.base}/history/{over}")
    expect(page.locator("svg.course polyline")).to_have_count(3)
    chief.picture(f"past-{tag}", whole=True)
    link = page.locator("a[href^='bgstats:']").get_attribute("href") or ""
    handed = json.loads(unquote(link.partition("data=")[2]))
    assert [player["name"] for player in handed["players"]] == ["Marco", "Lucía", "Nuria"]
    for kind, begins in (("text", ""), ("log", "number,time"), ("numbers", "key,label"), ("json", "{")):
        with page.expect_download() as waited:
            page.locator(f"a[href$='kind={kind}']").click()
        text = Path(waited.value.path()).read_text("utf-8-sig")
        assert text.startswith(begins)
        assert "Marco" in text or kind == "numbers"
    page.goto(f"{crowd.base}/history")
    page.locator("form[action$='/go-on'] button").click()
    page.wait_for_url("**/host")
    assert play.moment.phase == "playing"


@languages
def test_a_play_on_paper(crowd: Crowd, language: str) -> None:
    """Fit for black on white, and each seat's secrets on the part that is folded back."""
    tag = language[:2]
    play = crowd.begun_play("olympos", "Marco", "Lucía", "Nuria")
    play.goes_on(8)
    marco = crowd.phone(1, language=language)
    for path, name in (("/print", "public"), ("/seat/print", "own")):
        page = marco.opens(path)
        expect(page.locator("[data-print]")).to_be_visible()
        marco.picture(f"paper-{name}-{tag}", whole=True)
        page.emulate_media(media="print")
        expect(page.locator("[data-print]")).to_be_hidden()
        page.set_viewport_size({"width": 794, "height": 1123})
        marco.picture(f"paper-{name}-printed-{tag}", whole=True)
        page.emulate_media(media="screen")
        page.set_viewport_size({"width": 390, "height": 844})


@pytest.fixture
def strait(tmp_path: Path) -> Iterator[Companion]:
    made = Companion(tmp_path / "data", (Torture(),))
    yield made
    made.app.close()


@languages
def test_the_page_of_chance(strait: Companion, chromium: Browser, pictures: Path, language: str) -> None:
    tag = language[:2]
    play = Quick(strait, "torture", ("Ana", "Luis"))
    play.goes_on(300)
    crowd = Crowd(chromium, strait, pictures)
    who = crowd.person(language=language)
    who.holds(token(1))
    page = who.opens(f"/history/{strait.moment.gathering.play_id}/chance")
    who.picture(f"chance-closed-{tag}")
    page.locator("#conclude summary").click()
    page.locator("#conclude button").click()
    page.locator("[data-redo]").click()
    expect(page.locator("[data-verdict=right]")).to_be_visible()
    who.picture(f"chance-redone-{tag}", whole=True)
    assert seat_view(strait.moment, 1).undo is None
    crowd.leave()
    assert crowd.complaints == []
