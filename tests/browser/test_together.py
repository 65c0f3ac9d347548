"""A game that all play together: anybody moves a track, any phone says how it ended."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Crowd
from tests.browser.test_score_pad import writes


@pytest.mark.parametrize(
    ("language", "cards", "won"),
    [
        ("en-GB", "Lost: No cards left", "Lost together: No cards left"),
        ("es-ES", "Derrota: Sin cartas", "Todos pierden: Sin cartas"),
    ],
)
def test_all_move_the_tracks_and_one_says_how_it_ended(crowd: Crowd, language: str, cards: str, won: str) -> None:
    tag = language[:2]
    crowd.begun_play("sheet:pandemic", "Ana", "Luis", "Eva")
    ana, luis = (crowd.phone(seat, language=language) for seat in (1, 2))
    writes(ana, 2)
    ana.picture(f"together-phone-{tag}")
    screen = crowd.person(size=(1920, 1080), scale=1, language=language)
    screen.opens("/table")
    expect(screen.page.locator("#w-track-outbreaks")).to_contain_text("2")
    screen.picture(f"together-tv-{tag}")
    luis.page.get_by_text(cards).first.click()
    luis.page.locator("form", has_text=cards).locator("button.act").last.click()
    expect(luis.page.locator("main")).to_contain_text(won)
    luis.picture(f"together-lost-{tag}")
