"""The table of a kind in a real browser: typing, the pad of a phone, columns, pasting, wrong cells, no script."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from companion.core.boxes import Learned
from tests.browser.box_pages import cell, host_of, kept, owners
from tests.browser.conftest import Companion, Crowd
from tests.chromium import CALM, tap_once

LIGHT = ("olympos/space", "olympos/track", "olympos/time", "athens-sparta/block", "athens-sparta/city")


@pytest.mark.long
@pytest.mark.parametrize("language", [pytest.param("en-GB", marks=pytest.mark.long), "es-ES"])
@pytest.mark.parametrize("size", [pytest.param((390, 844), marks=pytest.mark.long), (360, 640), (1280, 800)])
def test_a_table_and_its_pad_fit_the_screen(crowd: Crowd, language: str, size: tuple[int, int]) -> None:
    host = host_of(crowd, f"/host/box-table/{LIGHT[0]}", language=language, size=size)
    for path in LIGHT:
        host.opens(f"/host/box-table/{path}")
        first = host.page.locator("input[data-field]:visible").first
        first.click()
        host.page.wait_for_timeout(300)
        host.picture(f"cells-{path.replace('/', '-')}-{language[:2]}-{size[0]}")
        assert host.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        pad = host.page.locator("[data-pad-bar]").bounding_box()
        here = first.bounding_box()
        assert pad is not None
        assert here is not None
        assert here["y"] + here["height"] <= pad["y"] + 1, path
        assert pad["y"] + pad["height"] <= size[1] + 1, path


def test_number_keys_and_tab_fill_a_table(crowd: Crowd) -> None:
    """As at a keyboard: a digit that is complete goes on by itself, Tab skips, digits choose, Enter goes on."""
    page = host_of(crowd, "/host/box-table/athens-sparta/block", size=(1280, 800)).page
    page.locator("tr[data-row='+0'] input[data-field='name']").click()
    page.keyboard.type("Bravo")
    page.keyboard.press("Tab")
    page.keyboard.type("1")  # blue
    page.keyboard.type("4")  # a ship
    page.keyboard.type("324")  # steps, letter B, rate
    page.keyboard.type("athens")
    page.keyboard.press("Enter")
    expect(page.locator("tr[data-row='+1'] input[data-field='name']")).to_be_focused()
    kept(page)
    assert owners(crowd, "athens-sparta") == {"block": {"bravo": {
        "name": "Bravo", "colour": "blue", "kind": "ship", "steps": 3, "letter": "B", "rate": 4, "home": "athens",
    }}}  # fmt: skip
    expect(cell(page, "bravo", "kind")).to_have_value("Ship")
    page.locator("[data-do=undo]").click()
    kept(page)
    assert "home" not in owners(crowd, "athens-sparta")["block"]["bravo"]


@pytest.mark.long
def test_on_a_phone_a_cell_that_is_tapped_is_above_the_pad(crowd: Crowd) -> None:
    """Also when the page stands somewhere else; and what is being filled in is said while it is kept."""
    page = host_of(crowd, "/host/box-table/olympos/space", language="es-ES", size=(360, 640)).page
    page.locator("[data-do=brush]").tap()
    page.locator("[data-keys]:visible button[data-key='2']").tap()
    cell(page, "r1c1", "grain").tap()
    kept(page, "es")
    expect(page.locator("[data-state]")).to_contain_text("Toca cada sitio que tenga: 2")
    expect(page.locator(".cells-kinds [aria-current] .num")).to_have_text("1/150")
    page.locator("[data-do=brush]").tap()
    expect(page.locator("[data-state]")).to_have_text("Todo está guardado.")
    for row, field in (("r1c1", "bonus"), ("r5c5", "grey"), ("r3c1", "grain")):
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        cell(page, row, field).tap()
        page.wait_for_timeout(300)
        here, pad = cell(page, row, field).bounding_box(), page.locator("[data-pad-bar]").bounding_box()
        head = page.locator(".cells-table thead").bounding_box()
        assert here is not None
        assert pad is not None
        assert head is not None
        assert max(0, head["y"] + head["height"] - 1) <= here["y"], (row, field)
        assert here["y"] + here["height"] <= pad["y"] + 1, (row, field)


@pytest.mark.long
def test_a_wrong_cell_is_marked_and_everything_else_is_kept(crowd: Crowd) -> None:
    page = host_of(crowd, "/host/box-table/olympos/wonder", language="es-ES").page
    cell(page, "lion-gate", "stars").fill("muchas")
    cell(page, "lion-gate", "points").fill("9")
    cell(page, "parthenon", "points").fill("7")
    cell(page, "parthenon", "stars").fill("6")
    cell(page, "parthenon", "stars").blur()
    expect(page.locator("[data-state]")).to_have_text("Una casilla está mal y no se ha guardado; está marcada.")
    wrong = page.locator("td.is-wrong")
    expect(wrong).to_have_count(2)
    expect(wrong.first).to_contain_text("un número entero de 1 a 12")
    expect(wrong.first.locator("input")).to_have_value("muchas")
    assert owners(crowd, "olympos")["wonder"] == {"lion-gate": {"points": 9}, "parthenon": {"stars": 6}}
    cell(page, "lion-gate", "stars").fill("4")
    cell(page, "parthenon", "points").fill("11")
    cell(page, "parthenon", "points").blur()
    kept(page, "es")
    expect(wrong).to_have_count(0)
    assert owners(crowd, "olympos")["wonder"]["parthenon"] == {"stars": 6, "points": 11}


@pytest.mark.long
def test_a_tap_that_the_page_moves_under_writes_into_no_other_cell(crowd: Crowd) -> None:
    """The page scrolls when the finger has gone up, before the browser says where it tapped."""
    page = host_of(crowd, "/host/box-table/olympos/destiny").page
    cell(page, "star", "copies").tap()
    page.wait_for_function(CALM)
    cell(page, "star", "copies").tap()
    page.evaluate("addEventListener('touchend', () => scrollBy(0, scrollY ? -60 : 60), { once: true })")
    page.locator("[data-keys]:visible button[data-key='3']").tap()
    kept(page)
    assert owners(crowd, "olympos")["destiny"] == {"star": {"copies": 3}}
    expect(cell(page, "grain", "copies")).to_be_focused()
    page.evaluate("""addEventListener('touchend', () => {
        document.querySelector("tr[data-row=star]").before(document.querySelector("tr[data-row=zeus]"));
    }, { once: true })""")
    assert tap_once(cell(page, "star", "copies")) != "taken"
    expect(cell(page, "grain", "copies")).to_be_focused()


@pytest.mark.long
def test_the_keys_of_the_pad_stay_where_they_are(crowd: Crowd) -> None:
    """While a cell is brought into view, and while warnings come with what is kept."""
    page = host_of(crowd, "/host/box-table/olympos/destiny").page
    key = page.locator("[data-keys] button[data-key='2']")
    cell(page, "cube-grain", "copies").tap()
    places = [key.bounding_box()]
    page.wait_for_function(CALM)
    for row in ("cube-grain", "zeus", "star"):
        cell(page, row, "copies").tap()
        places.append(key.bounding_box())
        key.tap()
        kept(page)
        places.append(key.bounding_box())
    assert places == [places[0]] * len(places)
    page.locator("#next-kind").scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    last, pad = page.locator("#paste summary").bounding_box(), page.locator("[data-pad-bar]").bounding_box()
    assert last is not None
    assert pad is not None
    assert last["y"] + last["height"] <= pad["y"]


@pytest.mark.long
def test_a_digit_begins_another_number_in_a_cell_that_is_tapped(crowd: Crowd) -> None:
    """Also where the cell had the focus already, and the finger is on its number."""
    page = host_of(crowd, "/host/box-table/olympos/destiny").page
    star, key = cell(page, "star", "copies"), page.locator("[data-keys]:visible button[data-key='1']")
    star.tap()
    page.locator("[data-keys]:visible button[data-key='2']").tap()
    kept(page)
    page.wait_for_timeout(600)  # no double tap, which selects a word
    star.tap(position={"x": 9, "y": 22})
    key.tap()
    kept(page)
    assert owners(crowd, "olympos")["destiny"] == {"star": {"copies": 1}}


CLICKS = """(keys) => keys.map((key) => {
    [...document.querySelectorAll(`[data-key="${key}"], [data-do="${key}"]`)].find((one) => one.offsetParent).click();
    return document.querySelector("[data-state]").textContent;
})"""
"""Keys of the pad as fast as can be; what the page says after each."""


@pytest.mark.long
def test_a_number_that_may_go_on_is_not_called_kept(crowd: Crowd) -> None:
    page = host_of(crowd, "/host/box-table/olympos/destiny").page
    cell(page, "star", "copies").tap()
    assert page.evaluate(CLICKS, ["1"]) == ["Keeping it …"]
    kept(page)
    assert page.evaluate(CLICKS, ["5"]) == ["Keeping it …"]
    kept(page)
    assert owners(crowd, "olympos")["destiny"] == {"star": {"copies": 15}}


@pytest.mark.long
def test_undo_takes_back_what_was_typed_last_and_goes_there(crowd: Crowd) -> None:
    page = host_of(crowd, "/host/box-table/olympos/destiny").page
    cell(page, "star", "copies").tap()
    page.locator("[data-keys]:visible button[data-key='3']").tap()
    kept(page)
    expect(cell(page, "grain", "copies")).to_be_focused()
    page.evaluate(CLICKS, ["1", "undo"])
    expect(cell(page, "grain", "copies")).to_have_value("")
    expect(cell(page, "star", "copies")).to_have_value("3")
    page.evaluate(CLICKS, ["undo"])
    expect(cell(page, "star", "copies")).to_be_focused()
    page.evaluate(CLICKS, ["4"])
    kept(page)
    assert owners(crowd, "olympos")["destiny"] == {"star": {"copies": 4}}


@pytest.mark.long
def test_the_pad_writes_into_no_cell_without_the_focus(crowd: Crowd) -> None:
    page = host_of(crowd, "/host/box-table/olympos/destiny").page
    cell(page, "star", "copies").tap()
    cell(page, "star", "copies").blur()
    page.evaluate(CLICKS, ["3", "down"])
    assert page.locator("input[data-field]").evaluate_all("cells => cells.map((cell) => cell.value).join('')") == ""


PASTE = """([selector, text]) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    const place = document.querySelector(selector);
    place.focus();
    place.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}"""


@pytest.mark.long
def test_a_spreadsheet_is_pasted_into_a_cell_and_taken_back(crowd: Crowd) -> None:
    page = host_of(crowd, "/host/box-table/athens-sparta/block").page
    text = "".join(f"Block {n}\tblue\tHoplite\t{n % 4 + 1}\tA\t1\n" for n in range(70))
    page.evaluate(PASTE, ["tr[data-row='+0'] input[data-field='name']", text])
    kept(page)
    blocks = owners(crowd, "athens-sparta")["block"]
    assert len(blocks) == 70
    assert blocks["block-69"] == {
        "name": "Block 69",
        "colour": "blue",
        "kind": "hoplite",
        "steps": 2,
        "letter": "A",
        "rate": 1,
    }
    page.locator("[data-do=undo]").click()
    kept(page)
    assert owners(crowd, "athens-sparta") == {}


@pytest.mark.long
def test_one_column_on_a_phone_is_copied_down_and_overruled(crowd: Crowd) -> None:
    host = host_of(crowd, "/host/box-table/athens-sparta/city", language="es-ES")
    page = host.page
    page.locator("label[for=col-3]").tap()
    expect(cell(page, "abydos", "colour")).to_be_hidden()
    host.picture("cells-column-es")
    cell(page, "abydos", "points").tap()
    page.locator("[data-keys]:visible button[data-key='1']").tap()
    expect(cell(page, "amphipolis", "points")).to_be_focused()
    cell(page, "abydos", "points").tap()
    page.locator("[data-do=down]").tap()
    kept(page, "es")
    cities = owners(crowd, "athens-sparta")["city"]
    assert cities["rhodes"]["points"] == 1
    assert "athens" not in cities
    expect(cell(page, "athens", "points")).to_have_value("4")


@pytest.mark.long
def test_what_is_changed_back_while_it_is_on_its_way_is_what_is_kept(crowd: Crowd) -> None:
    page = host_of(crowd, "/host/box-table/olympos/destiny").page
    copies = cell(page, "wood", "copies")
    copies.fill("1")
    copies.blur()
    kept(page)
    held: list[Route] = []
    page.route("**/host/box-table/olympos/destiny", lambda route: route.continue_() if held else held.append(route))
    copies.fill("2")
    copies.blur()
    expect(page.locator("[data-state]")).to_have_text("Keeping it …")
    copies.fill("1")
    copies.blur()
    held[0].continue_()
    kept(page)
    assert owners(crowd, "olympos") == {"destiny": {"wood": {"copies": 1}}}
    expect(copies).to_have_value("1")


@pytest.mark.long
@pytest.mark.long
def test_a_large_spreadsheet_goes_in_parts(crowd: Crowd) -> None:
    """All the blocks there may be, every column filled, with long names: more than one request may hold."""
    page = host_of(crowd, "/host/box-table/athens-sparta/block").page
    line = "blue\tShip\t4\tC\t5\tCorinth\tPotidaea\tyes\tChios"
    text = "".join(f"{'A long name of a block '}{n:03}{'x' * 30}\t{line}\n" for n in range(125))
    page.evaluate(PASTE, ["tr[data-row='+0'] input[data-field='name']", text])
    kept(page)
    blocks = owners(crowd, "athens-sparta")["block"]
    assert len(blocks) == 120
    assert all(len(facts) == 10 for facts in blocks.values())


def test_what_is_typed_while_the_table_is_away_is_kept_when_it_is_back(crowd: Crowd) -> None:
    page = host_of(crowd, "/host/box-table/olympos/wonder").page
    page.context.set_offline(True)
    cell(page, "lion-gate", "stars").fill("4")
    cell(page, "lion-gate", "points").fill("9")
    cell(page, "lion-gate", "points").blur()
    expect(page.locator("[data-state]")).to_have_text("That did not arrive. Trying again.")
    page.context.set_offline(False)
    kept(page)
    assert owners(crowd, "olympos") == {"wonder": {"lion-gate": {"stars": 4, "points": 9}}}
    crowd.forgive()


@pytest.mark.parametrize("language", [pytest.param("en-GB", marks=pytest.mark.long), "es-ES"])
def test_without_a_script_a_button_keeps_the_whole_table(crowd: Crowd, language: str) -> None:
    host = host_of(crowd, "/host/box-table/olympos/wonder", language=language, script=False)
    page = host.page
    cell(page, "lion-gate", "stars").fill("4")
    cell(page, "lion-gate", "points").fill("99")
    cell(page, "statue", "points").fill("12")
    page.locator(".cells-keep button").click()
    expect(page.locator("td.is-wrong")).to_have_count(1)
    expect(cell(page, "lion-gate", "points")).to_have_value("99")
    host.picture(f"cells-no-script-{language[:2]}", whole=True)
    assert owners(crowd, "olympos") == {"wonder": {"lion-gate": {"stars": 4}, "statue": {"points": 12}}}
    page.locator("#paste > summary").click()
    page.locator("#paste-text").fill("lion-gate\t5\t8\nparthenon\t6\t11\n")
    page.locator("#paste button").click()
    assert owners(crowd, "olympos")["wonder"]["parthenon"] == {"stars": 6, "points": 11}
    assert owners(crowd, "olympos")["wonder"]["lion-gate"] == {"stars": 5, "points": 8}


@pytest.mark.long
def test_a_box_goes_from_one_table_to_another(crowd: Crowd, chromium: Browser, tmp_path: Path, pictures: Path) -> None:
    """The host of one shows a code, a phone scans it, and the other table fetches the box from there."""
    other = Companion(tmp_path / "other")
    other.app.log.boxes.put(
        "olympos", [Learned("wonder", "statue", "points", 12), Learned("wonder", "statue", "stars", 7)]
    )
    try:
        lender = Crowd(chromium, other, pictures)
        showing = host_of(lender, "/host/box/olympos", language="es-ES")
        showing.page.get_by_role("button", name="Mostrar un código").click()
        code = showing.page.locator(".box-lent .box-address").inner_text().rpartition("/")[2]
        showing.page.locator("#to-another").scroll_into_view_if_needed()
        showing.picture("box-lent-es")
        guest = lender.person(language="es-ES")
        guest.opens(f"/box/{code}")
        guest.picture("box-guest-es")
        lender.leave()
        page = host_of(crowd, "/host/box/olympos").page
        page.fill("#box-address", f"127.0.0.1:{other.app.addresses.port}/box/{code}")
        page.get_by_role("button", name="Fetch it").click()
        expect(page.get_by_text("The other table's box is in this one.")).to_be_visible()
        assert owners(crowd, "olympos") == {"wonder": {"statue": {"points": 12, "stars": 7}}}
    finally:
        other.app.close()
