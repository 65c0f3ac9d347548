"""Somebody with a browser at the pages of an event, who sends the forms that stand there."""

from __future__ import annotations

import re
from html import unescape

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.club.pages.club_pages import ClubPages

FORM = re.compile(r'<form method="post" action="([^"]*)".*?</form>', re.S)
FIELD = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)">')


def words(page: str) -> str:
    """What a page says, without markup."""
    return unescape(re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", page.partition("<main")[2])))


class EventBrowser:
    """``browser`` of its own, with the cookies it gets; ``opens`` and ``sends`` return what the page says."""

    def __init__(self, club: ClubPages, event: str) -> None:
        self.event = event
        self.browser: FlaskClient = club.app.test_client()
        self.page = ""

    def gets(self, path: str = "") -> TestResponse:
        """``path`` is that after the event's."""
        found = self.browser.get(path if path.startswith("/c/") else f"/event/{self.event}{path}")
        self.page = found.get_data(as_text=True)
        return found

    def opens(self, path: str = "") -> str:
        assert self.gets(path).status_code == 200
        return words(self.page)

    def becomes_organiser(self, code: str) -> None:
        assert "You organise this event" in self.opens(f"/organise/{code}")

    def sends(self, do: str, path: str = "", **typed: str) -> str:
        """Open a page, send its form that does this, and follow where it leads."""
        if path:
            self.opens(path)
        return self.sends_again(do, **typed)

    def sends_again(self, do: str, **typed: str) -> str:
        """The same with the page that is open already, as it was then."""
        address, fields = self.form(do)
        answer = self.browser.post(address, data={**fields, **typed}, follow_redirects=True)
        assert answer.status_code == 200, (do, answer.status)
        self.page = answer.get_data(as_text=True)
        return words(self.page)

    def form(self, do: str) -> tuple[str, dict[str, str]]:
        """Address and hidden fields of the form that does this: a name of ``do``, or of a button."""
        for found in FORM.finditer(self.page):
            fields = {key: unescape(value) for key, value in FIELD.findall(found[0])}
            if fields.get("do") == do or ("do" not in fields and f'name="{do}"' in found[0]):
                return unescape(found[1]), fields
        raise AssertionError(f"no form that does {do}")
