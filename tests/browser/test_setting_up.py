"""A set-up with the companion: three phones and the table screen, until nothing is left to lay out."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from companion.service.seats.seating import BecomeHost, TakeSeat
from companion.service.session.session import BeginPlay, ChooseGame
from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST, token

ANA, BEN, CLEO = 1, 2, 3
NAMES = ("Ana", "Ben", "Cleo", "Dora", "Eva")


def begins(crowd: Crowd, game: str, seats: int) -> None:
    """The host begins a new play and wants to be guided."""
    table = crowd.companion.table
    for seat in range(1, seats + 1):
        assert table.ask(token(seat), TakeSeat(seat, NAMES[seat - 1])).taken
    for request in (BecomeHost("2718"), ChooseGame(game, {}, {}), BeginPlay(set_up=True)):
        assert table.ask(HOST, request).taken


def ticks(page: Page) -> str:
    """Tick the slip of this phone; what was on it."""
    slip = page.locator("#setting-up .slip")
    name, words = slip.get_attribute("id"), slip.inner_text()
    slip.get_by_role("button").tap()
    expect(page.locator(f"#{name}")).to_have_count(0)
    return words


def test_three_phones_and_the_table_screen_lay_olympos_out(crowd: Crowd) -> None:
    begins(crowd, "olympos", 3)
    phones = {seat: crowd.phone(seat, language="es-ES" if seat == CLEO else "en-GB") for seat in (ANA, BEN, CLEO)}
    pages = {seat: phone.page for seat, phone in phones.items()}
    screen = crowd.person(size=(1920, 1080), scale=1)
    tv = screen.opens("/table")
    expect(pages[BEN].locator("#sentence")).to_have_text("Your part, Ben")
    expect(pages[CLEO].locator("#sentence")).to_have_text("Tu parte, Cleo")
    expect(tv.locator("#table-sentence")).to_have_text("Set up the table")
    # Ben and Cleo lay tiles together: one of them ticks, both go on. Ana has another part meanwhile.
    assert "Both boards" in ticks(pages[ANA])
    assert "Sort the tiles" in ticks(pages[BEN])
    expect(pages[CLEO].locator("#setting-row-1")).to_be_visible()
    assert "Losetas: rojo" in ticks(pages[CLEO])
    grid = tv.locator("#setting-board .setting-row")
    expect(grid).to_have_count(6)
    expect(grid.nth(1)).to_have_attribute("aria-current", "step")
    colours = grid.evaluate_all("rows => rows.map(row => getComputedStyle(row.querySelector('li')).borderLeftColor)")
    assert len(set(colours)) == 6
    for seat, phone in phones.items():
        phone.picture(f"setup-{seat}", whole=True)
    screen.picture("setup-tv")
    box = tv.locator("#setting-board").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 1080
    # A tick is taken back.
    pages[BEN].locator("#setting-ticked summary").tap()
    pages[BEN].locator("#setting-ticked li").last.get_by_role("button").tap()
    expect(pages[BEN].locator("#setting-row-1")).to_be_visible()
    # Until the end, each on the own phone.
    for _ in range(60):
        seat = next((seat for seat, page in pages.items() if page.locator("#setting-up .slip").count()), None)
        if seat is None:
            break
        if pages[seat].locator("#setting-printed").count():
            values(crowd, pages[seat])
        else:
            ticks(pages[seat])
    for page in pages.values():
        expect(page.locator("#setting-up .slip")).to_have_count(0)
    expect(tv.locator("#setting-board")).to_have_count(0)
    expect(tv.locator("#table-sentence")).to_contain_text("turn")


def values(crowd: Crowd, page: Page) -> None:
    """Enter the numbers of the Time Track, and have the rest asked when it is needed."""
    page.locator("#setting-printed a").tap()
    page.wait_for_url("**/seat/printed")
    page.screenshot(path=crowd._pictures / "printed.png", full_page=True)
    page.locator("a[href$='/printed/track']").tap()
    page.wait_for_url("**/printed/track")
    for at, cell in zip((11, 23, 35, 47, 59, 71, 81), page.locator(".printed-cell input").all(), strict=True):
        cell.fill(str(at))
    page.screenshot(path=crowd._pictures / "printed-track.png", full_page=True)
    page.locator(".printed-form .act").tap()
    page.wait_for_url("**/seat/printed")
    assert crowd.companion.table.rooms.running.playing().state.box["track"]["track"]["cross"] == 81
    page.locator("a[href$='/printed/space']").tap()
    page.wait_for_url("**/printed/space")
    page.screenshot(path=crowd._pictures / "printed-space.png")
    page.go_back()
    page.locator("form[action$='printed-later'] button").tap()
    page.wait_for_url("**/seat")
    expect(page.locator("#setting-printed")).to_have_count(0)


def test_what_is_laid_out_first_stays_in_sight_when_the_game_asks_something_too(crowd: Crowd) -> None:
    table = crowd.companion.table
    for seat in (ANA, BEN):
        assert table.ask(token(seat), TakeSeat(seat, NAMES[seat - 1])).taken
    page = crowd.phone(ANA, language="en-GB", size=(360, 640)).page  # it waits in the lobby
    begins(crowd, "antiquity", 2)
    expect(page.locator("#setting-up > .stack .slip")).to_be_visible()
    expect(page.locator(".asking form").first).to_be_attached()
    expect(page.locator("#setting-up > .stack .slip")).to_be_in_viewport(ratio=0.5)
    assert page.evaluate("scrollY") == 0
