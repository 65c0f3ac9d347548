"""Only what changed travels to a page, and with that the page is what it would be if all of it had."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.widgets import Grid
from tests.service.at_table import Room
from tests.web import sample_pages
from tests.web.flask_site import Site, Stream, element
from tests.web.sample_pages import PAGES, drawn
from tests.web.test_templates import Reader
from web.pages.live.fragment_diff import KEPT, FragmentDiff
from web.templating.fragment_parts import VERSION, WHOLE, DrawnFragment, split_parts, unmarked

Rooms = Callable[..., Room]

PAGE = (
    '<div id="live" data-version="v1"><!--[a--><p id="a">one</p><!--]-->between<!--[b--><p id="b">two</p><!--]--></div>'
)


def sent(diff: FragmentDiff, version: str, html: str) -> Any:
    """What a page gets to be brought to ``html``."""
    return json.loads(b"".join(text for text, _ in diff.since(version, DrawnFragment(html)).as_json()))


def test_a_page_of_which_nothing_is_known_gets_all_of_it() -> None:
    diff = FragmentDiff()
    assert diff.untold
    assert sent(diff, "v1", PAGE) == {"version": "v1", "html": unmarked(PAGE)}
    assert not diff.untold


def test_then_it_gets_the_parts_that_changed() -> None:
    diff = FragmentDiff()
    sent(diff, "v1", PAGE)
    changed = PAGE.replace("v1", "v2").replace("two", "three")
    assert sent(diff, "v2", changed) == {
        "version": "v2",
        "base": "v1",
        "parts": {"b": '<p id="b">three</p>'},
    }
    assert sent(diff, "v3", changed.replace("v2", "v3")) == {"version": "v3", "base": "v2", "parts": {}}


@pytest.mark.parametrize("asked", ["fit", "place-grid"])
def test_a_drawing_is_not_sent_again_when_something_is_to_be_laid_on_it(asked: str) -> None:
    def fragment(name: str) -> str:
        view = views[name]
        given = {**sample_pages.context("seat", sample_pages.Words(), ""), "view": view}
        return sample_pages.environment().get_template("seat_fragment.html").render(given)

    views = {name: given["view"] for name, _, given in sample_pages.samples() if name.startswith("ask-")}
    [drawing] = [widget for widget in views[f"ask-{asked}"].widgets if isinstance(widget, Grid)]
    views["before"] = replace(views["ask-count"], widgets=(drawing,))
    diff = FragmentDiff()
    assert sent(diff, "v1", fragment("before"))["html"].count('class="cell"') == len(drawing.cells)
    told = "".join(sent(diff, "v2", fragment(f"ask-{asked}"))["parts"].values())
    assert f'data-kept="w-{drawing.key}-cells"' in told
    assert 'class="cell"' not in told


MARK = re.compile(r"<!--(?:\[([\w-]+)--|\]--)>")
NAMED = re.compile(re.escape(KEPT).replace(r"\{\}", r"([\w-]+)"))
KEPT_A, KEPT_B, KEPT_C = (KEPT.format(key) for key in "abc")
NEW = '<!--[c--><p id="c">new</p><!--]-->'

LI_B, LI_C = (f'<!--[{key}--><li id="{key}">{key.upper()}</li><!--]-->' for key in "bc")
LIST = f'<ul id="a">A{LI_B}{LI_C}</ul>'
NESTED = f'<div data-version="v1"><!--[a-->{LIST}<!--]--></div>'


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("C", "X", {"c": '<li id="c">X</li>'}),
        ("B", "X", {"b": '<li id="b">X</li>'}),
        ("A", "X", {"a": LIST.replace("A", "X").replace(LI_B, KEPT_B).replace(LI_C, KEPT_C)}),
    ],
)
def test_of_parts_within_parts_the_smallest_travel(old: str, new: str, told: dict[str, str]) -> None:
    diff = FragmentDiff()
    sent(diff, "v1", NESTED)
    assert sent(diff, "v2", NESTED.replace(old, new))["parts"] == told


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (
            PAGE.replace("between", "elsewhere"),
            {"live": f'<div id="live" data-version="v2">{KEPT_A}elsewhere{KEPT_B}</div>'},
        ),
        (
            PAGE.replace('<!--[b--><p id="b">two</p><!--]-->', ""),
            {"live": f'<div id="live" data-version="v2">{KEPT_A}between</div>'},
        ),
        (
            PAGE.replace("one", "uno").replace("</div>", f"{NEW}</div>"),
            {
                "live": f'<div id="live" data-version="v2">{KEPT_A}between{KEPT_B}{unmarked(NEW)}</div>',
                "a": '<p id="a">uno</p>',
            },
        ),
    ],
)
def test_of_what_changed_around_parts_the_parts_are_only_named(other: str, told: dict[str, str]) -> None:
    diff = FragmentDiff()
    sent(diff, "v1", PAGE)
    other = other.replace("v1", "v2")
    found = sent(diff, "v2", other)
    assert found == {"version": "v2", "base": "v1", "parts": told}
    assert put_in(unmarked(PAGE), "v2", found["parts"]) == unmarked(other)


MOVED = f'<div data-version="v1"><!--[d--><ol id="d"></ol><!--]--><!--[a-->{LIST}<!--]--></div>'


def test_a_part_that_is_elsewhere_now_is_named_there() -> None:
    diff = FragmentDiff()
    sent(diff, "v1", MOVED)
    now = MOVED.replace(LI_B, "").replace('<ol id="d">', f'<ol id="d">{LI_B}').replace(">B<", ">X<")
    parts = sent(diff, "v2", now)["parts"]
    assert parts["d"] == f'<ol id="d">{KEPT_B}</ol>'
    assert parts["b"] == '<li id="b">X</li>'
    assert put_in(unmarked(MOVED), "v1", parts) == unmarked(now)


@pytest.mark.parametrize("name", PAGES)
def test_every_part_is_one_element_with_its_id(name: str) -> None:
    html = drawn()[name]
    parts = split_parts(html)
    assert len(MARK.findall(html)) == 2 * (len(parts) - 1), "a part is there twice"
    for key, part in parts.items():
        if key != WHOLE:
            reader = Reader()
            reader.feed(html[part.start : part.end])
            assert reader.open == []
            assert reader.elements[0][1]["id"] == key
            assert html[part.start] == "<"
            assert html[: part.end].rstrip().endswith(f"</{reader.elements[0][0]}>")


def put_in(html: str, version: str, parts: dict[str, str]) -> str:
    """What a page is after parts were put into it: each takes over what it names as it is on the page before."""
    before = html
    for key, fresh in parts.items():
        start, end = (0, len(html)) if key == WHOLE else element(html, key)
        html = html[:start] + NAMED.sub(lambda named: before[slice(*element(before, named[1]))], fresh) + html[end:]
    return VERSION.sub(f' data-version="{version}"', html)


MISSED = re.compile(r'<details class="far digest".*?</details>', re.DOTALL)
"""What happened since the last look: only a page that is opened says it."""


def tidy(html: str) -> str:
    return re.sub(r"\s+", " ", html).replace("> <", "><")


def evening(room: Room) -> Iterator[None]:
    """A few moves, one after the other."""
    yield
    room.set_up(gold=4)
    yield
    for seat in (1, 2):
        room.plans_ready(seat)
        yield
    for seat in (1, 2):
        room.answer(seat, "sail", "library")
        yield


@pytest.mark.parametrize(("page", "least"), [("seat", 5), ("table", 5)])
def test_all_parts_of_an_evening_make_the_page_as_it_is(rooms: Rooms, page: str, least: int) -> None:
    site = Site(rooms())
    room = site.room
    room.begin(2)
    browser = site.browser(1)
    stream = Stream(browser, page)
    html, parted = "", 0

    for _ in evening(room):
        for event in stream.drained():
            if not event.startswith("event: view"):
                continue
            data = json.loads(event.partition("data: ")[2])
            if "html" in data:
                html = data["html"]
            else:
                assert VERSION.search(html)[0] == f' data-version="{data["base"]}"'  # type: ignore[index]
                html = put_in(html, data["version"], data["parts"])
                parted += 1
        now = MISSED.sub("", browser.get(f"/{page}").text)
        assert tidy(html) in tidy(now)
    stream.close()
    assert parted >= least, "all of it travelled nearly every time"


def test_a_page_that_is_up_to_date_needs_no_whole_first(rooms: Rooms) -> None:
    site = Site(rooms())
    site.room.begin(2)
    site.room.set_up()
    browser = site.browser(2)
    first = Stream(browser, "seat")
    first.drained()
    version = re.search(r'data-version="([^"]+)"', browser.get("/seat").text)
    assert version
    stream = Stream(browser, "seat", version[1])
    assert first.drained()[-1] == "end"
    first.close()
    assert [event for event in stream.drained() if "view" in event] == []
    site.room.plans_ready(1)
    (event,) = stream.drained()
    data = json.loads(event.partition("data: ")[2])
    assert data["base"] == version[1]
    assert len(event) < len(browser.get("/seat").text) / 3
    stream.close()


def test_a_page_that_was_opened_before_something_changed_gets_what_changed(rooms: Rooms) -> None:
    site = Site(rooms())
    site.room.begin(2)
    site.room.set_up()
    browser = site.browser(2)
    page = unmarked(browser.get("/seat").text)
    site.room.plans_ready(1)
    stream = Stream(browser, "seat", version(page))
    [data] = told(stream)
    assert "live" not in data["parts"]
    assert tidy(shown_after(page, data)) in tidy(MISSED.sub("", browser.get("/seat").text))
    stream.close()


def test_a_page_that_follows_again_gets_what_changed_meanwhile(rooms: Rooms) -> None:
    site = Site(rooms())
    site.room.begin(2)
    browser = site.browser(2)
    html = browser.get("/seat").text
    first = Stream(browser, "seat", version(html))
    first.drained()
    site.room.set_up()
    [data] = told(first)
    first.close()
    site.room.plans_ready(1)
    again = Stream(browser, "seat", data["version"])
    [data] = told(again)
    assert "parts" in data
    again.close()
    for other, page in ((browser, "watch"), (site.browser(1), "seat")):
        stream = Stream(other, page, data["version"])
        assert all("html" in each for each in told(stream)), "nothing is known of what it shows"
        stream.close()


def version(html: str) -> str:
    found = VERSION.search(html)
    assert found
    return found[1]


def told(stream: Stream) -> list[Any]:
    return [json.loads(event.partition("data: ")[2]) for event in stream.drained() if event.startswith("event: view")]


def shown_after(page: str, data: Any) -> str:
    """The fragment of a page after an event, without what it says only when it is opened."""
    fragment = page[page.index('<div class="live ') : page.rindex("</main>")].strip()
    return MISSED.sub("", put_in(fragment, data["version"], data["parts"]))
