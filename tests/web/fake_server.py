"""Sample pages in a real browser, at a plain host name, with every reply given by the test instead of a server."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, Route

from tests.chromium import NAME
from tests.web import sample_pages

STATIC = Path(__file__).parents[2] / "web" / "static"
HOST = f"http://{NAME}"
KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".png": "image/png",
    ".mp4": "video/mp4",
}

SOURCE = """
window.sources = [];
window.EventSource = class extends EventTarget {
  static OPEN = 1;
  static CLOSED = 2;
  constructor(url) { super(); this.url = url; this.readyState = 1; window.sources.push(this); }
  close() { this.readyState = 2; }
};
window.emit = (name, data) =>
  window.sources.at(-1).dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data ?? null) }));
"""
"""A stream that says what the test makes it say."""

STAYS = {"code.js": b'import "./common.js";'}
"""The script of a page that goes on by itself: here it stays, to be looked at."""

ALL_TABS = """() => document.querySelectorAll(".tab-panel").forEach((panel) => (panel.style.display = "grid"))"""


class FakeServer:
    """The replies of a table: pages by name, in ``language`` or as given, and what forms were sent."""

    def __init__(self, page: Page, language: str = "en", pages: Mapping[str, str] | None = None) -> None:
        self.page = page
        self._pages = sample_pages.drawn(language) if pages is None else pages
        self.sent: list[tuple[str, dict[str, list[str]]]] = []
        self.failing = 0
        self.reply: dict[str, str] = {}
        page.add_init_script(SOURCE)
        page.route("**/*", self._answer)

    def open(self, name: str, *, tab: str = "") -> None:
        self.page.goto(f"{HOST}/{name}")
        if tab:
            self.page.locator(f"label[for=tab-{tab}]").click()

    def open_all_tabs(self) -> None:
        """Show the panels of all tabs below each other, to be looked at at once."""
        self.page.evaluate(ALL_TABS)

    def fragment(self, view: object) -> str:
        env = sample_pages.environment()
        given = {**sample_pages.context("seat", sample_pages.Words(), ""), "view": view}
        return env.get_template("seat_fragment.html").render(given)

    def show(self, view: object, version: str = "v-next") -> None:
        html = self.fragment(view).replace('data-version="v-seat"', f'data-version="{version}"')
        self.page.evaluate("([version, html]) => emit('view', {version, html})", [version, html])

    def _answer(self, route: Route) -> None:
        path = urlsplit(route.request.url).path
        if route.request.method == "POST":
            self._take(route, path)
        elif path.startswith("/static/"):
            file = STATIC / path.removeprefix("/static/")
            body = STAYS.get(file.name) or file.read_bytes()
            route.fulfill(body=body, content_type=KINDS[file.suffix])
        elif path.removeprefix("/") in self._pages:
            route.fulfill(body=self._pages[path.removeprefix("/")], content_type="text/html")
        else:
            route.fulfill(status=404)

    def _take(self, route: Route, path: str) -> None:
        body = parse_qs(route.request.post_data or "", keep_blank_values=True)
        if path == "/seat/preview":
            route.fulfill(content_type="text/html", body=_button(body))
            return
        self.sent.append((path, body))
        if path == "/seat/step" and not self.failing:
            reply = {"preview": _chosen(body) + _button(body), "digest": body["digest"][0]}
            route.fulfill(content_type="application/json", body=json.dumps(reply))
            return
        if self.failing:
            self.failing -= 1
            route.abort()
            return
        route.fulfill(content_type="application/json", body=json.dumps(self.reply))


def _picked(body: Mapping[str, list[str]]) -> str:
    return ", ".join(body.get("answer", ["nothing"]))


def _button(body: Mapping[str, list[str]]) -> str:
    return f'<button type="submit" class="act" name="do" value="answer" data-act>{_picked(body)}</button>'


def _chosen(body: Mapping[str, list[str]]) -> str:
    return f'<input type="hidden" name="answer" value="{_picked(body)}" data-chosen>'
