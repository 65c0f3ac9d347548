"""The page of chance: a finished evening's draws redone by the browser itself, right ones and a wrong one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Companion, Crowd
from tests.browser.fast_play import Quick, token
from tests.core.torture import Torture
from web.pages.play import history


@pytest.fixture
def strait(tmp_path: Path) -> Iterator[Companion]:
    made = Companion(tmp_path / "data", (Torture(),))
    yield made
    made.app.close()


def meddled(given: str) -> str:
    """What the script is given, with another number in the first draw."""
    changed, times = re.subn(
        r'"draws":\[\[\[0,(\d+),(\d+)\]', lambda found: f'"draws":[[[0,{found[1]},{int(found[2]) + 1}]', given
    )
    assert times == 1
    return changed


def test_a_browser_redoes_what_chance_gave(
    strait: Companion, chromium: Browser, pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Quick(strait, "torture", ("Ana", "Luis"))
    crowd = Crowd(chromium, strait, pictures)
    who = crowd.person()
    play_id = strait.moment.gathering.play_id
    address = f"{crowd.base}/history/{play_id}/chance"
    page = who.page
    page.goto(address)
    expect(page.get_by_text("The seed is shown when the play is over")).to_be_visible()
    promise = page.locator(".fingerprint code").inner_text()
    play.goes_on(300)
    assert strait.moment.phase == "over"
    page.reload()
    expect(page.get_by_text("Anybody who has a seat can do that.")).to_be_visible()
    who.holds(token(1))
    page.reload()
    who.picture("chance-ended")
    page.locator("#conclude > summary").click()
    page.get_by_role("button", name="Close it and show the seed").click()
    assert page.locator(".fingerprint code").first.inner_text() == promise
    page.get_by_role("button", name="Redo every draw on this device").click()
    expect(page.locator("[data-verdict]").first).to_have_text("All of it is as promised.")
    assert page.locator("[data-draw=right]").count() > 3
    assert page.locator("[data-draw=wrong]").count() == 0
    who.picture("chance")

    honest = history.redo
    monkeypatch.setattr(history, "redo", lambda chance: meddled(honest(chance)))
    page.goto(address)
    page.get_by_role("button", name="Redo every draw on this device").click()
    expect(page.locator("p[data-verdict]")).to_contain_text("not as promised")
    assert page.locator("[data-draw=wrong]").count() == 1
    crowd.leave()
