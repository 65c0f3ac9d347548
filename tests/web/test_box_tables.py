"""The table of a kind: what a cell may say, the form without a script, what a script sends, a spreadsheet."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.core.boxes import BoxField, BoxKind, Component, Fact
from companion.games import shipped
from companion.locale import speaker
from companion.service.session.box_editor import MOST_CELLS, ImportBox
from tests.core.torture import Torture
from tests.service.at_table import HOST, Room
from tests.service.boxed_game import BLOCK, FILE, Boxed
from tests.web.flask_site import AWAY, NAME, Browser, Site, words_of
from tests.web.test_box_pages import well_formed
from tests.web.test_templates import Reader
from web.pages.editors.cell_text import CellTexts

TABLE = "/host/box-table/boxed"


@pytest.fixture
def site(rooms: Callable[..., Room]) -> Iterator[Site]:
    room = rooms(Boxed(), Torture(), sheets=True)
    room.host()
    return Site(room)


@pytest.fixture
def host(site: Site) -> Browser:
    return site.browser("host")


def owners(site: Site) -> dict[str, dict[str, Component]]:
    return site.room.log.boxes.owners("boxed")


def every_kind() -> Iterator[tuple[str, BoxKind]]:
    return ((game.meta.key, kind) for game in shipped() for kind in game.meta.box)


def field(key: str) -> BoxField:
    found = BLOCK.field(key)
    assert found is not None
    return found


# -- what a cell may say -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "text", "fact"),
    [
        ("steps", " 3 ", 3),
        ("steps", "many", "many"),
        ("steps", "", None),
        ("name", "7", "7"),
        ("colour", "RED", "red"),
        ("colour", "2", "red"),
        ("colour", "b", "blue"),
        ("colour", "3", "3"),
        ("colour", "pink", "pink"),
        ("home", "city-3", "city-3"),
        ("home", "City 3", "city-3"),
        ("home", "3", "city-3"),
        ("home", "city", "city"),
        ("costs", "grain, wine", ["grain", "wine"]),
        ("costs", "grain wine", ["grain", "wine"]),
        ("costs", "133", ["grain", "wine", "wine"]),
        ("costs", "g;g", ["grain", "grain"]),
        ("costs", "-", []),
        ("costs", "\u2013", []),
        ("costs", "nothing", []),
        ("costs", "grain, iron", ["grain", "iron"]),
        ("track", "-1 0,2", [-1, 0, 2]),
        ("track", "12", [12]),
        ("track", "x 1", ["x", 1]),
        ("notes", "from the attic; old", ["from the attic", "old"]),
    ],
)
def test_a_cell_is_read_generously(key: str, text: str, fact: Fact | None) -> None:
    speaks = speaker("en", {})
    assert CellTexts(speaks.say, speaks.short).fact(field(key), text) == fact


def test_small_numbers_of_a_list_need_nothing_between_them() -> None:
    speaks = speaker("en", {})
    grey = BoxField("grey", field("name").label, 1, 9, many=True)
    texts = CellTexts(speaks.say, speaks.short)
    assert [texts.fact(grey, text) for text in ("21", "2 1", "2,1", "0", "\u2013")] == [[2, 1], [2, 1], [2, 1], [], []]


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_choice_of_every_game_is_read_as_it_is_written(language: str) -> None:
    speaks = speaker(language, {})
    texts = CellTexts(speaks.say, speaks.short)
    for game, kind in every_kind():
        for one in kind.fields:
            for key, _ in one.choices:
                value: Fact = [key, key] if one.many else key
                assert texts.fact(one, texts.text(one, value)) == value, (game, kind.key, one.key, key)
            if one.many:
                assert texts.fact(one, texts.text(one, [])) == []


def test_a_column_has_a_rule_that_shows_it_alone() -> None:
    """The style sheet has rules for twelve columns."""
    for game, kind in every_kind():
        assert len(kind.fields) <= 12, (game, kind.key)


# -- the page and its form -----------------------------------------------------------------------------------------


def form_of(html: str) -> dict[str, list[str]]:
    """What the form of the table sends if nothing is typed."""
    well_formed(html)
    start = html.index('<form class="cells"')
    reader = Reader()
    reader.feed(html[start : html.index("</form>", start)])
    form: dict[str, list[str]] = {}
    for tag, attrs in reader.elements:
        if tag == "input" and attrs["name"] not in ("columns", "csrf"):
            form.setdefault(attrs["name"], []).append(attrs.get("value", ""))
    return form


def sends(host: Browser, kind: str, **typed: str) -> Any:
    """Fill in cells, named ROW.PLACE with the row as it stands in the table, and press the button."""
    form: dict[str, Any] = form_of(host.get(f"{TABLE}/{kind}").text)
    for place, text in typed.items():
        name = place.replace("_", ".")
        assert name in form, (name, sorted(form))
        form[name] = text
    return host.post(f"{TABLE}/{kind}", form, script=False)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("kind", ["card", "block", "space"])
def test_every_table_is_well_formed_in_both_languages(site: Site, kind: str, language: str) -> None:
    assert site.room.table.ask(HOST, ImportBox("boxed", FILE)).taken
    page = site.browser("host", language).get(f"{TABLE}/{kind}").text
    well_formed(page)
    assert not re.findall(r"\{[a-z_]+\}", words_of(page))


def test_only_what_was_changed_is_sent_and_kept(site: Site, host: Browser) -> None:
    assert sends(host, "card").status_code == 303
    assert "Nothing was changed." in words_of(host.get(f"{TABLE}/card").text)
    before = form_of(host.get(f"{TABLE}/card").text)
    site.room.log.boxes.replace("boxed", "card", "bull", {"worth": 5})
    names = before["row"]
    form: dict[str, Any] = {**before, f"c.{names.index('dolphin')}.0": "2"}
    assert host.post(f"{TABLE}/card", form, script=False).status_code == 303
    assert owners(site) == {"card": {"bull": {"worth": 5}, "dolphin": {"worth": 2}}}


def test_a_wrong_cell_is_marked_at_its_place_and_the_others_are_kept(site: Site, host: Browser) -> None:
    reply = sends(host, "block", c_0_2="9", c_0_1="red", c_1_0="<b>Ox</b>", c_1_2="many", c_1_1="blue")
    assert reply.status_code == 200
    page = words_of(reply.text)
    assert "2 cells are wrong; everything else is kept." in page
    assert page.count("Expected: a whole number from 1 to 4.") == 2
    assert 'value="many"' in reply.text
    assert 'value="9"' in reply.text
    assert owners(site) == {"block": {"guard": {"colour": "red"}, "b-ox-b": {"name": "<b>Ox</b>", "colour": "blue"}}}
    well_formed(reply.text)
    assert form_of(reply.text)["c.1.2"] == ["many"]


def test_what_finds_no_room_stays_in_its_row(site: Site, host: Browser) -> None:
    assert sends(host, "block", c_1_0="A", c_2_0="B", c_3_0="C").status_code == 303
    assert len(owners(site)["block"]) == 3
    assert "+" not in "".join(form_of(host.get(f"{TABLE}/block").text)["row"])
    reply = sends(host, "space", n_0="41", c_0_0="4")
    assert "Expected: a whole number from 1 to 40." in words_of(reply.text)
    assert 'value="41"' in reply.text
    assert form_of(reply.text)["c.0.0"] == ["4"]
    assert sends(host, "space", n_0="36", c_0_0="4").status_code == 303
    assert owners(site)["space"] == {"36": {"points": 4}}


def test_a_component_that_is_known_by_a_number_is_added_in_the_table(host: Browser) -> None:
    assert host.get("/host/box/boxed/space").location == f"{TABLE}/space"
    page = host.get("/host/box/boxed").text
    assert 'href="/host/box/boxed/space"' not in page
    assert f'href="{TABLE}/space"' in page
    assert f'class="act" href="{TABLE}/card"' in page


# -- what a script sends -------------------------------------------------------------------------------------------


def put(host: Browser, kind: str, *cells: tuple[str, str, str], number: int = 1, page: str = "p") -> Any:
    return puts(host, kind, json.dumps({"page": page, "number": number, "cells": cells}))


def puts(host: Browser, kind: str, body: str, csrf: str = "") -> Any:
    headers = {"Accept": "application/json", "X-CSRF-Token": csrf or host.csrf}
    return host.client.put(f"http://{NAME}{TABLE}/{kind}", data=body, headers=headers, environ_overrides=AWAY)


def test_a_script_sends_cells_and_learns_how_they_stand(site: Site, host: Browser) -> None:
    reply = put(host, "block", ("guard", "costs", "wine grain"), ("guard", "steps", "9"), ("+1", "colour", "2"))
    assert reply.json["taken"]
    assert reply.json["added"] == {"+1": "block"}
    assert reply.json["cells"] == [
        ["Wine; Grain", "yours", ""],
        ["", "missing", "Expected: a whole number from 1 to 4."],
        ["Red", "yours", ""],
    ]
    assert reply.json["count"] == "4/8"
    assert reply.json["known"] == "4 of 8 facts are known."
    assert owners(site) == {"block": {"guard": {"costs": ["wine", "grain"]}, "block": {"colour": "red"}}}
    reply = put(host, "block", ("guard", "costs", ""), number=2)
    assert reply.json["cells"] == [["Grain; Grain", "printed", ""]]
    late = put(host, "block", ("guard", "steps", "1"), number=1)
    assert late.json["cells"] == [["", "missing", ""]]


def test_a_script_hears_the_games_warnings(host: Browser) -> None:
    assert put(host, "block", ("guard", "steps", "4")).json["warnings"] == []
    assert put(host, "block", ("+1", "steps", "4"), number=2).json["warnings"] == ["8 steps in all."]


@pytest.mark.parametrize("body", ["", "[]", '{"page": 1}', '{"page":"","number":1,"cells":[["a","b"]]}', "\xff"])
def test_what_is_no_cell_is_refused(host: Browser, body: str) -> None:
    assert puts(host, "card", body).status_code == 400


def test_too_many_cells_are_refused_in_words(host: Browser) -> None:
    reply = put(host, "card", *[("owl", "worth", "1")] * (MOST_CELLS + 1))
    assert not reply.json["taken"]
    assert "at most 2000 cells" in reply.json["notice"]
    unknown = put(host, "card", ("owl", "wroth", "1"))
    assert unknown.json == {"taken": False, "notice": "There is no such field."}


# -- a spreadsheet -------------------------------------------------------------------------------------------------


def pastes(host: Browser, kind: str, text: str) -> Any:
    return host.post(f"/host/box-paste/boxed/{kind}", {"text": text}, script=False)


@pytest.mark.parametrize(
    "text",
    [
        "1\n2\n3\n",
        "Bull\t2\nDolphin\t3",
        "dolphin;3\r\nbull;2\r\n",
        "Worth\tCard\n2\tBull\n3\tDolphin",
        "key\tworth\ndolphin\t3\nbull\t2",
    ],
)
def test_lines_find_their_components(site: Site, host: Browser, text: str) -> None:
    assert pastes(host, "card", text).status_code == 303
    assert owners(site) == {"card": {"bull": {"worth": 2}, "dolphin": {"worth": 3}}}


def test_lines_become_new_components_and_the_same_lines_are_known_again(site: Site, host: Browser) -> None:
    text = "Name\tColour\tSteps\nArchers\tred\t2\nOx\tblue\t3\n"
    assert pastes(host, "block", text).status_code == 303
    assert pastes(host, "block", text.replace("3", "4")).status_code == 303
    assert owners(site)["block"] == {
        "archers": {"name": "Archers", "colour": "red", "steps": 2},
        "ox": {"name": "Ox", "colour": "blue", "steps": 4},
    }
    assert pastes(host, "space", "36\t5\n37\t4").status_code == 303
    assert owners(site)["space"] == {"36": {"points": 5}, "37": {"points": 4}}


def test_lines_that_belong_nowhere_come_back_and_the_others_are_kept(site: Site, host: Browser) -> None:
    reply = pastes(host, "card", "Card\tWorth\nBull\t2\nLion\t3\nDolphin\t9\nOwl\t1\t7\n")
    assert reply.status_code == 200
    well_formed(reply.text)
    page = words_of(reply.text)
    assert "2 lines belong nowhere" in page
    assert "Line 3: there is no Lion." in page
    assert "Line 5: more cells than columns." in page
    assert "1 cell is wrong; everything else is kept." in page
    area = re.search(r'<textarea id="paste-text".*?>(.*?)</textarea>', reply.text, re.DOTALL)
    assert area is not None
    assert area[1].strip("\n") == "Card\tWorth\nLion\t3\nOwl\t1\t7"
    assert owners(site) == {"card": {"bull": {"worth": 2}}}
    assert 'value="9"' in reply.text


def test_a_kind_without_room_says_so(site: Site, host: Browser) -> None:
    page = words_of(pastes(host, "card", "1\n1\n1\n1\n").text)
    assert "Line 4: no component is left for it." in page
    page = words_of(pastes(host, "space", "six\t4").text)
    assert "Line 1: there is no six." in page


# -- who may -------------------------------------------------------------------------------------------------------


def test_tables_are_the_hosts(site: Site) -> None:
    stranger = site.browser("stranger")
    assert stranger.get(f"{TABLE}/card").status_code == 403
    assert stranger.post(f"{TABLE}/card", {"row": "owl", "c.0.0": "3"}, script=False).status_code == 403
    assert stranger.post("/host/box-paste/boxed/card", {"text": "1"}, script=False).status_code == 403
    assert put(stranger, "card", ("owl", "worth", "3")).status_code == 403
    assert owners(site) == {}


def test_a_forged_table_is_refused(site: Site, host: Browser) -> None:
    body = json.dumps({"page": "p", "number": 1, "cells": [("owl", "worth", "3")]})
    assert puts(host, "card", body, csrf="forged").status_code == 403
    assert owners(site) == {}


@pytest.mark.parametrize("path", [f"{TABLE}/dice", "/host/box-table/none/card", "/host/box-table/boxed"])
def test_what_is_not_there_leads_nowhere(host: Browser, path: str) -> None:
    assert host.get(path).status_code == 404
