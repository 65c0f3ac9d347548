"""Only the points of a game: begun from its card, written by one person for all, explained at the end."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.service.seats.seating import BecomeHost, TakeSeat
from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST, token
from tests.browser.test_score_pad import writes


@pytest.mark.long
def test_the_points_of_antike_are_begun_from_its_card_and_counted(crowd: Crowd) -> None:
    table = crowd.companion.table
    for seat, name in ((1, "Ana"), (2, "Luis"), (3, "Eva")):
        assert table.ask(token(seat), TakeSeat(seat, name)).taken
    assert table.ask(HOST, BecomeHost("2718")).taken
    host = crowd.person()
    host.holds(HOST)
    page = host.opens("/host")
    expect(page.locator("button.game[value='sheet:antike-points']")).to_have_count(0)
    page.locator("button.game[value=antike]").click()
    host.picture("points-only-card")
    page.get_by_role("button", name="Points only: count at the end").click()
    expect(page.locator("h1.sentence")).to_have_text("Antike, points only")
    host.sets("option-military", "true")
    page.locator("#begin button.act").click()
    expect(page.locator("#host-sentence")).to_be_visible()
    page = host.opens("/scribe")
    expect(page.locator("#pad-asked")).to_contain_text("Kings, Ana")
    for number in (2, 1, 3, 1, 1, 0, 2, 0, 1):
        writes(host, number)
    host.picture("points-only-scribe")
    for number in (0, 1, 2, 1, 0, 0):
        writes(host, number)
    page.locator("#pad-done").tap()
    expect(page.locator("#pad")).to_have_count(0)
    assert crowd.companion.moment.phase == "over"
    winner = crowd.phone(1)
    winner.opens("/score")
    expect(winner.page.locator("main")).to_contain_text("Generals again")
    winner.picture("points-only-score")
    screen = crowd.person(size=(1920, 1080), scale=1)
    screen.opens("/table")
    screen.settles()
    screen.picture("points-only-tv")


@pytest.mark.long
def test_olympos_is_counted_on_a_phone(crowd: Crowd) -> None:
    crowd.begun_play("sheet:olympos-points", "Ana", "Luis", "Eva")
    luis = crowd.phone(2, language="es-ES", size=(360, 640))
    for number in (2, 6, 7, 2, 4):
        writes(luis, number)
    luis.picture("olympos-points-small")
    luis.page.locator("#pad-yes button[value=yes]").tap()
    expect(luis.page.locator("#pad-bar-sum")).to_have_text("30")  # 2, 6, 7, 4, 8 and 3 for poetry
    ana = crowd.phone(1)
    for number in (2, 6, 7, 2, 4):
        writes(ana, number)
    ana.picture("olympos-points")
