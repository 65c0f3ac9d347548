"""Axe-core finds no fault on any page of a real table: in a lobby, at a play of each kind, as admin, seat and guest."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import Crowd
from tests.browser.evening import Evening
from tests.browser.fast_play import HOST
from tests.browser.people import Person
from tests.web.test_axe import OPEN_ALL

pytestmark = pytest.mark.long

NO_PAGES = ("/api/", "/static/", "/events", "/manifest", "/table/qr")
"""Begin the paths of what is no page."""
OF_A_PLAY = ("/seat", "/scribe", "/score", "/table", "/watch", "/game", "/printed")
"""Begin the paths of pages that look otherwise in each kind of play."""
POSITIONS = [
    ("ancient-world/two-seats-own-box", 31),
    ("antike/turns", 29),
    ("antiquity/in-turn", 14),
    ("athens-sparta/amphipolis-on-forms", 12),
    ("olympos/three-all-pass", 28),
]
"""Playthroughs, and the line before which somebody is asked for a move, with slips and what happened on the pages."""
THEMES = [pytest.param("en-GB", "dark", id="en-dark"), pytest.param("es-ES", "light", id="es-light")]


def paths(crowd: Crowd) -> list[str]:
    """The addresses that take no argument and are answered with a page."""
    rules = crowd.companion.app.server.wsgi_app.url_map.iter_rules()
    found = {rule.rule for rule in rules if "GET" in (rule.methods or ()) and not rule.arguments}
    return sorted(path for path in found if not path.startswith(NO_PAGES) and "." not in path)


def faults(person: Person, path: str) -> list[Any]:
    """What axe finds on the page, with everything on it open."""
    answer = person.page.goto(person.base + path)
    if answer is None or not answer.text().lower().startswith("<!doctype html>"):
        return []  # a part of a page
    person.page.evaluate(OPEN_ALL)
    violations = Axe().run(person.page).response["violations"]
    return [(path, fault["id"], [node["html"][:300] for node in fault["nodes"]]) for fault in violations]


@pytest.mark.parametrize(("language", "theme"), THEMES)
def test_no_page_of_a_lobby_has_a_fault(crowd: Crowd, language: str, theme: str) -> None:
    guest, seated, admin = (crowd.person(language=language, scheme=theme) for _ in range(3))
    seated.sits_down(1, "Ana")
    admin.becomes_host()
    found = [fault for path in paths(crowd) for one in (guest, seated, admin) for fault in faults(one, path)]
    crowd.forgive()
    assert found == []


@pytest.mark.parametrize(("language", "theme"), THEMES)
@pytest.mark.parametrize("game", ["olympos", "sheet:academy", "sheet:power-grid-ledger", "whose-turn"])
def test_no_page_of_a_play_has_a_fault(crowd: Crowd, game: str, language: str, theme: str) -> None:
    crowd.begun_play(game, "Ana", "Luis", "Eva")
    admin = crowd.person(language=language, scheme=theme)
    admin.holds(HOST)
    people = [crowd.phone(seat, language=language, scheme=theme) for seat in (1, 2)]
    played = [path for path in paths(crowd) if path.startswith(OF_A_PLAY)]
    found = [fault for path in played for one in (*people, admin) for fault in faults(one, path)]
    crowd.forgive()
    assert found == []


@pytest.mark.parametrize(("language", "theme"), THEMES)
@pytest.mark.parametrize(("name", "line"), POSITIONS)
def test_no_page_of_a_seat_in_the_middle_has_a_fault(
    crowd: Crowd, name: str, line: int, language: str, theme: str
) -> None:
    Evening(name).begins(crowd, line)
    people = [crowd.phone(seat, language=language, scheme=theme) for seat in (1, 2)]
    found = [fault for path in ("/seat", "/seat/numbers", "/score") for one in people for fault in faults(one, path)]
    crowd.forgive()
    assert found == []
