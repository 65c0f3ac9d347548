"""The pictures of the README: moments of an evening, small enough to keep beside it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Crowd
from tests.browser.quick import token

README = Path(__file__).parents[2] / "README.md"
LARGEST = 150_000
"""Bytes of a picture in the repository."""


@pytest.mark.long
def test_pictures_of_an_evening(crowd: Crowd) -> None:
    play = crowd.evening()
    play.goes_on(34)
    while play.asked(2).question.kind != "count":
        play.goes_on(1)
    for other in (1, 3, 4):
        crowd.phone(other)
    seat = crowd.phone(2)
    dial = seat.page.locator("[data-stepper] input")
    begun = int(dial.input_value())
    seat.page.get_by_role("button", name="1 more").first.click()
    expect(dial).to_have_value(str(begun + 1))
    expect(seat.page.locator("[data-act]")).to_contain_text(str(begun + 1))
    made = [seat.picture("seat", small=True)]
    screen = crowd.person(size=(1920, 1080), scale=1)
    screen.opens("/table")
    made.append(screen.picture("table", small=True))
    tab = crowd.person(size=(1240, 1390), scale=1)
    tab.opens("/sim").locator("#device-seat1 [data-key=ok]").click()
    expect(tab.page.locator(".sim-key.down")).to_have_count(0)
    tab.page.wait_for_timeout(300)
    made.append(tab.picture("sim", small=True))
    play.to_the_end()
    score = crowd.person(size=(820, 1180), scale=1)
    score.holds(token(2))
    score.opens("/score")
    made.append(score.picture("score", small=True))
    assert {path.name: path.stat().st_size for path in made if path.stat().st_size > LARGEST} == {}
    named = set(re.findall(r"docs/pictures/([a-z-]+\.png)", README.read_text(encoding="utf-8")))
    assert named == {path.name for path in made}
