"""The score pad: all categories on one screen, a keypad that stays, sums at once; alone and for everybody."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.service.seats.seating import BecomeHost, TakeSeat
from companion.service.session.session import BeginPlay, ChooseGame
from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST, token
from tests.browser.people import Person


def writes(person: Person, number: int) -> int:
    """Type a number and go on; how many taps it takes."""
    page = person.page
    before = page.locator("#pad").get_attribute("data-digest")
    for digit in str(number):
        page.locator(f"#pad-key-{'sign' if digit == '-' else digit}").tap()
    page.locator("#pad-act").tap()
    page.wait_for_function("was => document.getElementById('pad')?.dataset.digest !== was", arg=before)
    return len(str(number)) + 1


@pytest.mark.long
def test_a_seat_writes_all_its_points_on_one_screen(crowd: Crowd) -> None:
    crowd.begun_play("sheet:academy", "Ana", "Luis", "Eva")
    ana = crowd.phone(1)
    page = ana.page
    expect(page.locator("#pad-asked")).to_contain_text("stars")
    taps = sum(writes(ana, number) for number in (3, 1, 2, -1))
    page.locator("#pad-key-7").tap()
    expect(page.locator("#pad-bar-sum")).to_have_text("22")  # 9 + 1 + 4 and 7 of the trio, 1 off, 7 coins in threes
    expect(page.locator("#pad-note-5-0")).to_have_text("7 / 3")
    ana.picture("pad")
    page.locator("#pad-act").tap()
    expect(page.locator("#pad-asked")).to_contain_text("Buildings")
    taps += 2 + writes(ana, 24)
    page.locator("#pad-done").tap()
    expect(page.locator("#pad-done")).to_have_count(0)
    assert taps + 1 == 15
    assert crowd.companion.moment.play.state.done == ["1"]  # type: ignore[union-attr]


@pytest.mark.long
def test_what_is_written_is_changed_by_a_tap_on_it(crowd: Crowd) -> None:
    crowd.begun_play("sheet:academy", "Ana", "Luis")
    luis = crowd.phone(2, language="es-ES", size=(360, 640))
    page = luis.page
    for number in (0, 2, 1, 5, 9, 30):
        writes(luis, number)
    luis.picture("pad-written-small")
    page.locator("#pad-cell-4-0").tap()
    expect(page.locator("#pad-done")).to_be_hidden()
    luis.picture("pad-change-small")
    page.locator("#pad-key-6").tap()
    page.locator("#pad-act").tap()
    expect(page.locator("#pad-done")).to_be_visible()
    expect(page.locator("#pad-points-4-0")).to_have_text("6")
    expect(page.locator("#pad-sum-all")).to_have_text("44")  # 0 + 4 + 1, 6, 3, 30


@pytest.mark.long
def test_one_person_writes_for_all_sides(crowd: Crowd) -> None:
    crowd.begun_play("sheet:academy", "Ana", "Luis", "Eva", "Tom")
    scribe = crowd.person()
    scribe.holds(HOST)
    page = scribe.opens("/scribe")
    expect(page.locator("#pad-asked")).to_contain_text("stars, Ana")
    for _ in range(4):
        for number in (1, 2, 3):
            writes(scribe, number)
    expect(page.locator("#pad-asked")).to_contain_text("Army, Ana")
    page.locator("#pad-key-9").tap()
    expect(page.locator("#pad-sum-0")).to_have_text("30")
    scribe.picture("pad-scribe")
    page.locator("#pad-act").tap()
    expect(page.locator("#pad-asked")).to_contain_text("Army, Luis")
    for number in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11):
        writes(scribe, number)
    scribe.picture("pad-scribe-done")
    page.locator("#pad-done").tap()
    expect(page.locator("#pad")).to_have_count(0)
    assert crowd.companion.moment.phase == "over"


@pytest.mark.parametrize("language", ["en-GB", "es-ES"])
def test_nobody_sees_totals_that_the_table_keeps_hidden(crowd: Crowd, language: str) -> None:
    table = crowd.companion.table
    for seat, name in ((1, "Ana"), (2, "Luis")):
        assert table.ask(token(seat), TakeSeat(seat, name)).taken
    assert table.ask(HOST, BecomeHost("2718")).taken
    assert table.ask(HOST, ChooseGame("sheet:azul", {"totals_hidden": True}, {})).taken
    assert table.ask(HOST, BeginPlay()).taken
    ana = crowd.phone(1, language=language)
    writes(ana, 41)
    ana.page.locator("#pad-key-2").tap()
    ana.settles()
    expect(ana.page.locator("#pad-bar-sum")).to_be_hidden()
    expect(ana.page.locator("#pad tfoot")).to_be_hidden()
    expect(ana.page.locator(".strip")).not_to_contain_text("41")
    ana.picture(f"totals-hidden-{language[:2]}")
    screen = crowd.person(size=(1920, 1080), scale=1, language=language)
    screen.opens("/table")
    screen.settles()
    screen.picture(f"totals-hidden-tv-{language[:2]}")
    screen.opens("/score")
    expect(screen.page.locator(".rank-points")).to_have_count(0)
    for number in (2, 1, 1):
        writes(ana, number)
    ana.page.locator("#pad-done").tap()
    luis = crowd.phone(2, language=language)
    for number in (55, 1, 0, 0):
        writes(luis, number)
    luis.page.locator("#pad-done").tap()
    expect(luis.page.locator("#pad")).to_have_count(0)
    screen.opens("/score")
    expect(screen.page.locator(".rank-points").first).to_contain_text("62")


@pytest.mark.parametrize("sheet", ["7-wonders", "agricola"])
def test_the_table_screen_names_all_that_is_counted(crowd: Crowd, sheet: str) -> None:
    crowd.begun_play(f"sheet:{sheet}", "Ana", "Luis", "Eva")
    screen = crowd.person(size=(1920, 1080), scale=1)
    labels = screen.opens("/table").locator(".screen .column-label")
    expect(labels.last).to_be_visible()
    screen.settles()
    boxes = [label.bounding_box() for label in labels.all()]
    assert len(boxes) == {"7-wonders": 9, "agricola": 16}[sheet]
    assert all(box and box["width"] > 0 and box["x"] + box["width"] <= 1920 and box["height"] >= 30 for box in boxes)
    assert all(box and box["y"] + box["height"] <= 1080 for box in boxes)
    screen.picture(f"table-{sheet}")
