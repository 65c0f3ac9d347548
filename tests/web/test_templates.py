"""The sample pages: well formed, under the strict policy, nothing missing, secrets covered."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import get_args, get_origin

from companion.core.questions import AnyQuestion
from companion.core.widgets import AnyWidget, Cell, Grid, LegendEntry
from companion.core.wording import say
from tests.web import sample_pages
from tests.web.sample_pages import PAGES, drawn
from web.templating.helpers import kind_of

STATIC = Path(__file__).parents[2] / "web" / "static"
VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Reader(HTMLParser):
    """Reads a page strictly: every element closed in order. Keeps elements, the text that has no cover, and where
    forms go that do not lie folded.
    """

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, dict[str, str]]] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.uncovered: list[str] = []
        self.scripts: list[str] = []
        self.near: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> says {names} twice"
        found = {name: value or "" for name, value in attrs}
        self.elements.append((tag, found))
        if "action" in found and not any("far" in attrs.get("class", "").split() for _, attrs in self.open):
            self.near.append(found["action"])
        if tag not in VOID:
            self.open.append((tag, found))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open[-1][0] == tag, f"</{tag}> closes {self.open[-1]}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if any(tag in ("script", "style") for tag, _ in self.open):
            self.scripts.append(data)
        if not any("cover-inside" in attrs.get("class", "") for _, attrs in self.open):
            self.uncovered.append(data)


@cache
def read(name: str) -> Reader:
    reader = Reader()
    reader.feed(drawn()[name])
    reader.close()
    return reader


def test_a_page_is_well_formed() -> None:
    for name in PAGES:
        reader = read(name)
        assert reader.open == [], name
        ids = [attrs["id"] for _, attrs in reader.elements if "id" in attrs]
        assert sorted(ids) == sorted(set(ids)), f"{name}: an id is there twice"
        for tag, attrs in reader.elements:
            for pointer in ("for", "form", "aria-labelledby", "aria-describedby", "data-pick"):
                for target in attrs.get(pointer, "").split():
                    assert target in ids, f"{name}: <{tag} {pointer}={target}> points nowhere"


def test_keys_of_a_number_say_of_which() -> None:
    """Somebody who hears the page hears more than "1 less" twice."""
    for name in PAGES:
        keys = [attrs for tag, attrs in read(name).elements if tag == "button" and "data-step" in attrs]
        for attrs in keys:
            named = attrs.get("aria-labelledby", "").split()
            assert named[1:] == [attrs.get("id")] or ": " in attrs["aria-label"], f"{name}: {attrs}"


ADDRESSES = ("href", "src", "action", "formaction", "data-events", "data-preview", "data-key-url")


def test_a_page_keeps_to_the_strict_policy() -> None:
    for name in PAGES:
        reader = read(name)
        assert not [text for text in reader.scripts if text.strip()], name
        for tag, attrs in reader.elements:
            assert tag != "style", name
            assert "style" not in attrs, f"{name}: <{tag}> has a style of its own"
            assert not [key for key in attrs if key.startswith("on")], f"{name}: <{tag}> has a handler of its own"
            far = [attrs[key] for key in ADDRESSES if key in attrs and not at_the_table(key, attrs[key])]
            assert far == [], f"{name}: <{tag}> leaves the table"


def at_the_table(key: str, address: str) -> bool:
    another_app = key == "href" and address.startswith("bgstats:")  # on the phone itself, when somebody taps it
    return address == "" or (address[0] in "/#" and not address.startswith("//")) or another_app


def test_every_icon_and_file_of_a_page_exists() -> None:
    sprite = set(re.findall(r'<symbol id="([^"]+)"', (STATIC / "icons" / "icons.svg").read_text(encoding="utf-8")))
    pointed = {
        (tag, attrs.get("href", attrs.get("src", "")).removeprefix("/static/"))
        for name in PAGES
        for tag, attrs in read(name).elements
        if attrs.get("href", attrs.get("src", "")).startswith("/static/")
    }
    assert pointed
    for tag, address in pointed:
        path, _, symbol = address.partition("#")
        assert (STATIC / path).is_file(), address
        assert tag != "use" or symbol in sprite, address


def test_the_tab_tells_nothing() -> None:
    for name in PAGES:
        title = re.search(r"<title>(.*?)</title>", drawn()[name], re.DOTALL)
        assert title, name
        assert not any(private in title[1] for private in (*sample_pages.NAMES.values(), "Sirena", "Antike")), name


def test_what_only_the_viewer_may_know_is_covered() -> None:
    for name in ("seat-everything", "seat-turn", "ask-secret", "log"):
        text = " ".join(read(name).uncovered)
        assert "Oráculo" not in text, name
        assert "You draw" not in text, name
        assert "hold to see" in text
    assert all("Oráculo" in drawn()[name] for name in ("seat-everything", "seat-turn"))
    assert "You draw Sirena" in drawn()["log"]
    assert "Atacar a Marco" not in " ".join(read("ask-secret").uncovered)
    assert "Atacar a Marco" in drawn()["ask-secret"]


def test_the_log_says_what_to_do_with_the_pieces() -> None:
    """Of what counts; what only the viewer may know is covered."""
    shown = " ".join(read("log").uncovered)
    assert "Put your disc on Tiro." in shown
    assert "Move your marker to Maniobra." not in drawn()["log"], "that was taken back"
    assert "Put Sirena back." in drawn()["log"]
    assert "Put Sirena back." not in shown


def test_secret_words_that_follow_each_other_lie_under_one_cover_that_names_them() -> None:
    covers = re.findall(r'data-cover id="([^"]*)"', drawn()["seat-secrets"].partition('id="panel-mine"')[2])
    assert covers[:3] == ["w-destiny-cover", "together-note-plain-cover", "log-4-cover"]
    assert "Recuerda, A tu favor, Cuidado" in "".join(read("seat-secrets").uncovered)
    assert "together-" not in drawn()["seat-everything"], "these are for all to read"


def test_every_kind_of_widget_and_question_is_drawn() -> None:
    widgets = {kind_of(widget) for widget in sample_pages.all_widgets()}
    questions = {kind_of(question) for question in sample_pages.questions().values()}
    assert widgets == {kind.__struct_config__.tag for kind in get_args(AnyWidget)}
    assert questions == {(get_origin(kind) or kind).__struct_config__.tag for kind in get_args(AnyQuestion)}
    for kind in widgets:
        assert f"widget-{kind}" in drawn()["seat-everything"]
    for kind in questions:
        assert any(f'data-kind="{kind}"' in html for html in drawn().values())


def test_every_live_page_says_that_a_new_table_is_being_set_up() -> None:
    fragments = {path.name: path.read_text(encoding="utf-8") for path in sample_pages.TEMPLATES.glob("*_fragment.html")}
    live = {name for name, text in fragments.items() if 'id="live"' in text}
    assert live
    assert {name for name in live if '{% include "setup_band.html" %}' not in fragments[name]} == set()


def test_every_page_template_has_a_sample() -> None:
    used = {template for _, template, _ in sample_pages.samples()}
    extending = {
        path.name for path in sample_pages.TEMPLATES.glob("*.html") if "{% extends" in path.read_text(encoding="utf-8")
    }
    assert used == extending


def test_every_class_of_the_style_sheets_is_on_some_page() -> None:
    """Or is set by a script; of a class with a changing end, as ``seat-{{ n }}``, the beginning is."""
    sheets = "".join(sheet.read_text() for sheet in STATIC.glob("*.css"))
    classes = set(re.findall(r"\.([a-z][\w-]*)", re.sub(r'/\*.*?\*/|\{[^{}]*\}|"[^"]*"', "", sheets, flags=re.DOTALL)))
    templates = "".join(page.read_text() for page in STATIC.parent.rglob("*.html"))
    scripts = "".join(script.read_text() for script in STATIC.rglob("*.js"))
    names = set(re.findall(r"[a-z][\w-]*", templates + scripts))
    begun = tuple(re.findall(r'class="[^"]*\b([a-z]+-)\{\{', templates) + re.findall(r'"([a-z]+-)" ~', templates))
    assert [name for name in classes - names if not name.startswith(begun)] == []


def test_out_of_reach_options_say_why_and_cannot_be_sent() -> None:
    html = drawn()["ask-pick"]
    barred = re.search(r'<button[^>]*value="attack-4"[^>]*>', html)
    assert barred
    assert 'type="button"' in barred[0]
    assert barred[0].endswith(" disabled>")
    assert "Nuria has the Siren: you may not enter the sea" in html


def test_reachable_places_are_pressable_in_the_picture_and_the_others_are_not() -> None:
    pressed = {attrs["data-pick"] for _, attrs in read("ask-place-rondel").elements if "data-pick" in attrs}
    assert pressed == {f"ask-2--r{n}" for n in (5, 6, 7, 0, 1, 2)}
    spaces = {attrs["data-pick"] for _, attrs in read("ask-place-track").elements if "data-pick" in attrs}
    assert spaces == {f"ask-2--{n}" for n in range(18, 24)}


def test_the_button_says_what_will_happen() -> None:
    act = re.search(r"<button[^>]*data-act[^>]*>([^<]*)", drawn()["seat-turn"])
    assert act
    assert act[1] == "Attack Marco for 6"
    assert "Marco loses a settler in Attica" in drawn()["seat-turn"]


def test_text_is_never_markup() -> None:
    env = sample_pages.environment()
    hostile = sample_pages.WORDS("<img src=x onerror=alert(1)>")
    view = sample_pages.seat(sample_pages.dialogue(sample_pages.pick()), widgets=())
    named = sample_pages.Words()
    named.speaker.say = lambda _wording: hostile.words[""]  # type: ignore[method-assign]
    html = env.get_template("seat.html").render({**sample_pages.context("seat", named, ""), "view": view})
    assert "<img" not in html
    assert "&lt;img" in html


def test_plain_forms_say_where_they_go_and_carry_the_token() -> None:
    for name in PAGES:
        elements = read(name).elements
        forms = [attrs for tag, attrs in elements if tag == "form"]
        assert all(form["method"] == "post" and form["action"].startswith("/") for form in forms), name
        tokens = [attrs for tag, attrs in elements if tag == "input" and attrs.get("name") == "csrf"]
        assert len(tokens) == len(forms), name


def folded(name: str) -> list[str]:
    """The folded questions of a sample page: "open", or nothing, for each."""
    return re.findall(r'<details class="far aside" id="ask-0-aside"( open)?>', drawn()[name])


def test_what_the_table_may_do_besides_lies_folded_below_the_question() -> None:
    assert folded("seat-aside") == [""]
    assert folded("seat-aside-begun") == [" open"]
    assert folded("seat-aside-alone") == [""]
    assert 'class="live seat-page asked"' not in drawn()["seat-aside-alone"]
    assert 'class="bar sticky" id="ask-0-bar"' not in drawn()["seat-aside-alone"]
    assert folded("seat-beside") == [], "the table is waited for"
    assert 'aside" id="ask-2' not in drawn()["seat-aside"]


def test_what_ends_a_play_lies_folded_below_the_other_options() -> None:
    html = drawn()["ask-pick-apart"]
    fold = html.index('<details class="far apart"')
    assert html.index('value="tribe"') < html.index('value="wait"') < fold < html.index('value="stop"')
    assert '<details class="far apart"' not in drawn()["ask-pick-all-apart"], (
        "there is nothing it could stand apart from"
    )
    assert 'value="stop"' in drawn()["ask-pick-all-apart"]


ENDS = {"/host/end", "/host/hand_over", "/history/conclude", "/join/stand", "/presence/gone"}
"""What ends a play, or gives a seat away."""


def test_no_single_tap_ends_a_play_or_gives_a_seat_away() -> None:
    assert {name: ENDS & set(read(name).near) for name in PAGES} == {name: set() for name in PAGES}


def test_the_next_game_is_near_unless_it_would_take_an_end_from_the_screens() -> None:
    assert "/host/choose" in read("host-games").near
    assert "/host/choose" not in read("host-over-games").near


def test_a_square_says_its_kind_once_to_whoever_does_not_see_it() -> None:
    kinds = (LegendEntry("grave", say("Grave")), LegendEntry("house", say("House")))
    cells = (Cell(0, 0, "grave", label=say("Grave")), Cell(1, 0, "house", label=say("5")), Cell(2, 0, "house"))
    grid = Grid(key="city", title=say("City"), width=3, height=1, cells=cells, legend=kinds)
    source = '{% from "widgets.html" import grid_words with context %}{{ grid_words(it, "w") }}'
    given = {**sample_pages.context("seat", sample_pages.Words(), ""), "it": grid}
    html = sample_pages.environment().from_string(source).render(given)
    said = [" ".join(item.split()) for item in re.findall(r"<li>(.*?)</li>", html)]
    assert said == ["column 1, row 1: Grave", "column 2, row 1: 5 House", "column 3, row 1: House"]


def test_a_vote_reads_aloud_what_each_key_does() -> None:
    keys = re.findall(r'class="vote-key".*?>(<b>.*?)</button>', drawn()["seat-votes"], re.DOTALL)
    assert [re.sub(r"<[^>]*>", "", key) for key in keys[:2]] == ["No: counts at once", "Yes: counts 5 s later"]
