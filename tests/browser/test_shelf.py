"""The list of games: found by a name in any language or by the number of people, those played lately first."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from companion.service.seats.seating import BecomeHost, TakeSeat
from companion.service.session.session import ChooseGame, PlayAgain
from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST, token


def games(shelf: Locator) -> list[str]:
    return [str(button.get_attribute("value")) for button in shelf.locator("button.game:visible").all()]


BURGUNDY = "Castles of Burgundy"


@pytest.mark.parametrize(("language", "shown", "other"), [("en-GB", BURGUNDY, "Los castillos de Borgoña"),
                                                          ("es-ES", "Los castillos de Borgoña", BURGUNDY)])  # fmt: skip
def test_a_game_is_found_by_its_names_and_by_how_many_play(crowd: Crowd, language: str, shown: str, other: str) -> None:
    table = crowd.companion.table
    for seat, name in ((1, "Ana"), (2, "Luis")):
        assert table.ask(token(seat), TakeSeat(seat, name)).taken
    assert table.ask(HOST, BecomeHost("2718")).taken
    host = crowd.person(language=language)
    host.holds(HOST)
    page = host.opens("/host")
    shelf, field = page.locator("#choose"), page.locator("#shelf-find")
    expect(field).to_be_visible()
    whole = len(games(shelf))
    host.picture(f"shelf-{language[:2]}")
    for words in ("castillos de borgona", "castles of BURG", "burgundy 4"):
        field.fill(words)
        assert games(shelf) == ["sheet:castles-of-burgundy"], words
    expect(shelf.locator(".game:visible .game-title")).to_have_text(shown)
    expect(shelf.locator(".game:visible")).to_contain_text(other)
    host.picture(f"shelf-found-{language[:2]}")
    # the page is drawn anew while somebody looks for a game
    assert table.ask(token(3), TakeSeat(3, "Eva")).taken
    expect(page.locator(".turn-reason").first).to_contain_text("Eva")
    expect(field).to_have_value("burgundy 4")
    assert games(shelf) == ["sheet:castles-of-burgundy"]
    field.fill("7")
    assert "sheet:7-wonders" in games(shelf)
    assert "sheet:azul" not in games(shelf), "for four at most"
    field.fill("zzz")
    assert games(shelf) == []
    expect(page.locator("#shelf-nothing")).to_be_visible()
    field.fill("")
    assert len(games(shelf)) == whole
    field.fill("wingsp")
    shelf.locator("button.game:visible").tap()
    expect(page.locator("h1.sentence")).to_have_text("Wingspan")


def test_games_played_lately_stand_first(crowd: Crowd) -> None:
    for game in ("sheet:splendor", "sheet:azul"):
        crowd.begun_play(game, "Ana", "Luis")
        assert crowd.companion.table.ask(HOST, PlayAgain()).taken
        assert crowd.companion.table.ask(HOST, ChooseGame("", {}, {})).taken
    host = crowd.person()
    host.holds(HOST)
    host.opens("/host")
    found = games(host.page.locator("#choose ul[aria-labelledby=shelf-sheets]"))
    assert found[:2] == ["sheet:azul", "sheet:splendor"]
