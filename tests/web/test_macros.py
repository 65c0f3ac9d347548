"""Macros are bound to a page once, and must not speak of what has changed since."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import Environment, meta

import web
from companion.service.seats.seating import Rename
from companion.service.session.table_settings import SetLanguage
from tests.service.at_table import Room, token
from tests.web.flask_site import NAME, Site
from web.page_request import PageRequest, page_request

Rooms = Callable[..., Room]
TEMPLATES = Path(web.__file__).parent / "templates"
IMPORTED = sorted(
    {
        name
        for page in TEMPLATES.glob("*.html")
        for name in re.findall(
            r'{% from "([a-z_]+\.html)" import [^%]+ with context %}', page.read_text(encoding="utf-8")
        )
    }
)


@pytest.fixture
def site(rooms: Rooms) -> Site:
    return Site(rooms())


def ask(app: Flask, seat: int, page: str = "seat", language: str = "en") -> PageRequest:
    """The browser of a seat."""
    with app.test_request_context(
        f"/{page}", base_url=f"http://{NAME}", headers={"Cookie": f"device={token(seat)}", "Accept-Language": language}
    ):
        return page_request(page)


def drawn(app: Flask, who: PageRequest) -> str:
    with app.test_request_context("/", base_url=f"http://{NAME}"):
        return who.draw_fragment(who.fragment())


@pytest.mark.parametrize("name", IMPORTED)
def test_macros_take_nothing_from_a_page_that_its_kit_does_not_hold(site: Site, name: str) -> None:
    site.room.begin(2)
    who = ask(site.app, 1)
    drawn(site.app, who)
    assert who._kept is not None
    _, macro_context, _ = who._kept
    source = (TEMPLATES / name).read_text(encoding="utf-8")
    free = meta.find_undeclared_variables(Environment(autoescape=True).parse(source))
    given_anyway = {"url_for"}
    local = set(re.findall(r"{%-? ?set (\w+)", source))
    assert free - local <= {*macro_context.given, *given_anyway}


def test_there_are_such_macros() -> None:
    assert {"parts.html", "questions.html", "widgets.html"} <= set(IMPORTED)


def test_a_new_name_is_on_the_next_fragment_of_an_open_page(site: Site) -> None:
    site.room.begin(2)
    who = ask(site.app, 1)
    assert "Berta" in drawn(site.app, who)
    assert site.room.table.ask(token(2), Rename("Zoe")).taken
    after = drawn(site.app, who)
    assert "Zoe" in after
    assert "Berta" not in after


def test_the_table_screen_follows_the_language_of_the_table(site: Site) -> None:
    site.room.begin(2)
    who = ask(site.app, 1, "table")
    before = drawn(site.app, who)
    assert site.room.table.ask(token("host"), SetLanguage("es")).taken
    after = drawn(site.app, who)
    assert "Empieza la partida" in after
    assert "Empieza la partida" not in before


def test_every_page_brings_its_own_form_token(site: Site) -> None:
    site.room.begin(2)
    pages = [drawn(site.app, ask(site.app, seat)) for seat in (1, 2)]
    tokens = [set(re.findall(r'name="csrf" value="([0-9a-f]+)"', page)) for page in pages]
    assert all(len(found) == 1 for found in tokens)
    assert tokens[0] != tokens[1]


def test_macros_are_bound_once_for_an_open_page(site: Site) -> None:
    site.room.begin(2)
    who = ask(site.app, 1)
    drawn(site.app, who)
    assert who._kept is not None
    first = dict(who._kept[1]._bound)
    assert "parts.html" in first
    drawn(site.app, who)
    assert all(who._kept[1]._bound[name] is module for name, module in first.items())
