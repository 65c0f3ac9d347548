"""No tap is wasted: whatever can be tapped on the page of a seat changes the page or asks the server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.plays.play import Play
from companion.service.screens.views import SeatView
from tests.browser.golden_pages import GoldenPages, playthroughs
from tests.golden.test_playthroughs import FOLDER
from tests.web.flask_site import Site

WASTED = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const main = document.getElementById("main"), whole = main.innerHTML, wasted = [];
  const all = () => [...main.querySelectorAll("button, summary, label, [role=button], .pressable, .folded .hit")];
  const isOn = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !one.matches(":disabled, [aria-disabled=true]") && !(one.control && one.control.disabled);
  // a field takes letters, and what is chosen already stays so
  const isSettled = ({ control }) => control
    && (control.type === "radio" ? control.checked : control.type !== "checkbox");
  const asked = () => performance.getEntriesByType("resource").length;
  const state = () => [...document.querySelectorAll("input, select, textarea, details, dialog")]
    .map(({ checked, value, open }) => [checked, value, open].join()).join();
  const tapped = window.tapped ||= new Set();
  let sent = false;
  const send = (event) => { event.preventDefault(); sent = true; };
  document.addEventListener("submit", send);
  for (let number = 0; number < all().length; number++) {
    const one = all()[number], words = one.textContent.trim().slice(0, 40);
    const name = [one.tagName, one.getAttribute("class"), words].join(" ");
    if (tapped.has(name) || !isOn(one) || isSettled(one)) continue;
    tapped.add(name);
    const before = [state(), scrollY, asked()].join();
    let changes = 0;
    const seen = new MutationObserver((found) => { changes += found.length; });
    seen.observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
    one.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    one.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
    one.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    await frame();
    seen.disconnect();
    if (!changes && !sent && [state(), scrollY, asked()].join() === before) wasted.push(name);
    sent = false;
    document.querySelectorAll("dialog[open]").forEach((each) => each.close());
    changing(() => { main.innerHTML = whole; });
    const first = main.querySelector(".tab[checked]");
    if (first) first.click();
    await frame();
  }
  document.removeEventListener("submit", send);
  return [tapped.size, wasted];
}"""
"""How many different controls were tapped so far, and those of this page whose tap did nothing."""


class Tapped(GoldenPages):
    """``wasted`` are the taps that did nothing, with their page."""

    def __init__(self, folder: Path, page: Page, every: int = 1) -> None:
        super().__init__(folder, page, every)
        self.taps = 0
        self.wasted: list[str] = []
        self.has_size(390, 844)

    def sits_down(self, play: Play, site: Site) -> None:
        super().sits_down(play, site)
        # from now on a tap leads away from no page
        self.page.route("**/seat*", lambda route: route.fulfill(status=204))

    def sees(self, seat: int, view: SeatView, main: str) -> None:
        self.puts(main)
        found: Any = self.page.evaluate(WASTED)
        self.taps = found[0]
        after = view.log[-1].number if view.log else 0
        self.wasted += [f"seat {seat} after {after} lines, {one}" for one in found[1]]


SHORT = ("antike/sudden-end",)
"""Looked at in every run."""


@pytest.mark.parametrize("name", playthroughs(SHORT))
def test_no_tap_is_wasted(chromium: Browser, tmp_path: Path, every: int, name: str) -> None:
    page = chromium.new_page()
    pages = Tapped(tmp_path, page, every)
    pages.runs(FOLDER / f"{name}.txt")
    page.close()
    pages.room.close()
    assert pages.taps > 20
    assert pages.wasted == []
