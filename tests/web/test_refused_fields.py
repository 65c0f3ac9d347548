"""What the rules refuse of a form stands at its field: over the API, and on a page without script, in every game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.playthroughs.grammar import parse
from companion.playthroughs.header import setup_of
from companion.playthroughs.replay import replay_into
from companion.service.seats.seating import TakeSeat
from companion.service.session.session import ResumePlay
from tests.golden.test_playthroughs import BY_KEY, FOLDER
from tests.pace.test_presses_at_table import until
from tests.service.at_table import HOST, Room, token
from tests.web.flask_site import Browser, Site
from web.api.openapi import document


class Tried(NamedTuple):
    """Where a form of a playthrough stands, before a line and after some answers of a seat, and what the rules do not
    take in it.
    """

    file: str
    line: int
    seat: int
    before: tuple[str, ...]
    field: str
    answer: str
    why: str


TRIED = {
    "olympos": Tried("olympos/five-mixed", 40, 1, (), "loss", "covered", "You have no covered settler."),
    "antike": Tried("antike/turns", 30, 1, (), "know", "roads", "Missing: Wheel"),
    "athens-sparta": Tried("athens-sparta/amphipolis", 12, 2, (), "move", "bring", "You besiege no city."),
    "ancient-world": Tried("ancient-world/every-move", 10, 1, (), "turn", "build", "You have no stored card."),
    "antiquity": Tried("antiquity/whole", 93, 1, ("farm",), "good", "grain", "You have none."),
}


@contextmanager
def table_before(path: Path, file: str, line: int) -> Iterator[Room]:
    """A playthrough up to a line, on a table where everybody sits."""
    playthrough = parse((FOLDER / f"{file}.txt").read_text("utf-8"), file)
    game = BY_KEY[playthrough.header.game]
    with Room(path / "table.sqlite", game) as room:
        done = replay_into(room.log, until(playthrough, line), BY_KEY)
        room.host()
        assert room.table.ask(HOST, ResumePlay(done.play)).taken
        for seated in setup_of(playthrough, game)[0].seats:
            assert room.table.ask(token(seated.seat), TakeSeat(seated.seat, seated.name or f"P{seated.seat}")).taken
        yield room


@pytest.fixture
def site(tmp_path: Path, tried: Tried) -> Iterator[Site]:
    with table_before(tmp_path, tried.file, tried.line) as room:
        for answer in tried.before:
            room.answer(tried.seat, answer)
        yield Site(room)


every_game = pytest.mark.parametrize("tried", [pytest.param(tried, id=game) for game, tried in TRIED.items()])


def filled(browser: Browser, tried: Tried) -> dict[str, Any]:
    """The form with what is not possible in it, as the API shows it."""
    shown = browser.call("POST", "/forms/filled", {"seat": tried.seat, "answers": {tried.field: tried.answer}})
    assert shown.status_code == 200, shown.json
    form: dict[str, Any] = shown.json["form"]
    return form


@every_game
def test_the_api_names_the_field_that_the_rules_refuse(site: Site, tried: Tried) -> None:
    robot, entries = site.browser(tried.seat), site.room.entries
    form = filled(robot, tried)
    sent = {"seat": tried.seat, "digest": form["digest"], "answers": {tried.field: tried.answer}, "nonce": "n"}
    reply = robot.call("POST", "/forms", sent)
    assert (reply.status_code, reply.json["code"], reply.json["field"]) == (409, "out-of-reach", tried.field)
    assert reply.json["text"].endswith(tried.why)
    assert site.room.entries == entries


@every_game
def test_without_script_the_words_of_the_rules_stand_at_the_field_where_the_page_begins(
    site: Site, tried: Tried
) -> None:
    browser = site.browser(tried.seat)
    form = filled(browser, tried)
    sent = {"seat": tried.seat, "digest": form["digest"], f"one.{tried.field}": tried.answer}
    html = browser.post("/seat/form", sent, script=False, page="seat").get_data(as_text=True)
    [(attributes, inside)] = re.findall(
        rf'<fieldset([^>]*data-field="{tried.field}"[^>]*)>(.*?)</fieldset>', html, re.DOTALL
    )
    assert " autofocus" in attributes
    assert html.count(" autofocus") == 1
    wrong = re.findall(r'<p class="form-wrong"[^>]*>(.*?)</p>', inside)
    assert [unescape(words) for words in wrong] == [tried.why]


@every_game
def test_a_page_with_script_is_told_the_field(site: Site, tried: Tried) -> None:
    browser = site.browser(tried.seat)
    form = filled(browser, tried)
    sent = {"seat": tried.seat, "digest": form["digest"], f"one.{tried.field}": tried.answer}
    reply = browser.post("/seat/form", sent, page="seat").get_json()
    assert (reply["taken"], reply["field"]) == (False, tried.field)


@pytest.mark.parametrize("tried", [TRIED["antiquity"]])
def test_an_answer_of_several_that_is_refused_names_its_question(site: Site, tried: Tried) -> None:
    robot = site.browser(tried.seat)
    question = robot.call("GET", "/questions").json[0]
    assert question["question"]["key"] == tried.field
    sent = {"seat": tried.seat, "digest": question["digest"], "answers": [tried.answer], "nonce": "n"}
    assert robot.call("POST", "/moves", sent).json["field"] == tried.field


def test_the_document_tells_of_the_field() -> None:
    assert b"whose answer was refused" in document()
