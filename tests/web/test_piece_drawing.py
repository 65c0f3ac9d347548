"""A piece to be laid on a grid: what the page of the question carries, and what it keeps covered."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from msgspec.structs import replace

from companion.core.options import Option
from companion.core.questions import Fit, Place
from companion.core.widgets import Grid
from companion.core.wording import say
from tests.web import sample_pages
from web.templating.piece_drawing import barred_ways, board_of, boards, outline


def page(question: Fit | Place[str], grid: Grid) -> str:
    env = sample_pages.environment()
    view = sample_pages.seat(sample_pages.dialogue(question), widgets=(grid,))
    return env.get_template("seat_fragment.html").render(
        {**sample_pages.context("seat", sample_pages.Words(), ""), "view": view}
    )


def carried(html: str, name: str) -> object:
    found = re.search(rf"data-{name}='([^']*)'", html)
    assert found
    return json.loads(unescape(found[1]))


def test_the_board_is_the_grid_the_question_names() -> None:
    asked, others = sample_pages.dialogue(sample_pages.fit()), (sample_pages.grid(), sample_pages.ledger())
    assert board_of(asked, (*others, sample_pages.city())) == sample_pages.city()
    assert board_of(asked, others) is None
    assert board_of(sample_pages.dialogue(sample_pages.pick()), (sample_pages.city(),)) is None
    assert boards((asked,), (*others, sample_pages.city())) == {"city"}


def test_a_secret_grid_is_drawn_inside_the_question_that_points_at_it() -> None:
    """It lies under the same cover: nobody opens a second one to answer."""
    place = Place[str](
        key="at", prompt=say("Where?"), widget="city", options=(Option("1,1", say("Here")),), secret=True
    )
    asked, city = sample_pages.dialogue(place), sample_pages.city()
    assert board_of(asked, (replace(city, secret=True),)) == replace(city, secret=True)
    assert board_of(asked, (replace(city, secret=False),)) is None, "it stands above the question"
    html = page(place, replace(city, secret=True))
    assert html.index("data-keep-open") < html.index("data-pick") < html.index("place-how")
    assert html.count("data-pick") == 1


def test_ways_out_of_reach_share_their_reasons() -> None:
    barred = barred_ways(sample_pages.fit())
    assert len(barred.reasons) == 1
    assert set(barred.ways.values()) == {0}
    assert "0,0,0" in barred.ways
    assert "3,1,0" not in barred.ways


@pytest.mark.parametrize(
    ("squares", "sides"),
    [(((0, 0),), 4), (((0, 0), (1, 0)), 6), (((0, 0), (1, 0), (1, 1)), 8), (((0, 0), (-1, 1)), 8)],
)
def test_an_outline_goes_round_the_piece_alone(squares: tuple[tuple[int, int], ...], sides: int) -> None:
    assert outline(squares).count("M") == sides


def test_the_page_carries_every_way_and_works_out_none() -> None:
    question = sample_pages.fit()
    html = page(question, sample_pages.city())
    listed = set(re.findall(r'<option value="([^"]+)"', html))
    assert listed == {option.value for option in question.reachable()}
    barred = carried(html, "barred")
    assert isinstance(barred, dict)
    assert listed | set(barred) == {option.value for option in question.options}
    assert carried(html, "reasons") == ["Something stands there already."]
    assert carried(html, "turns") == [[list(at) for at in turn] for turn in question.turns]


def test_the_grid_stands_in_the_question_and_not_beside_it() -> None:
    html = page(sample_pages.fit(), sample_pages.city())
    assert 'id="w-city"' not in html
    assert html.count('class="grid"') == 1
    beside = sample_pages.environment().get_template("seat_fragment.html")
    view = sample_pages.seat(sample_pages.dialogue(sample_pages.pick()), widgets=(sample_pages.city(),))
    assert 'id="w-city"' in beside.render({**sample_pages.context("seat", sample_pages.Words(), ""), "view": view})


@pytest.mark.parametrize(("asked", "shown"), [(True, True), (True, False), (False, True)])
def test_a_secret_city_is_covered_whichever_of_the_two_is_secret(asked: bool, shown: bool) -> None:
    html = page(sample_pages.fit(secret=asked), sample_pages.city(secret=shown))
    open_, _, covered = html.partition('id="ask-2-cover"')
    assert "data-lay-board" not in open_
    assert "data-lay-board" in covered
    assert 'id="ask-2-cover"' not in page(sample_pages.fit(), sample_pages.city())


def test_what_was_chosen_is_chosen_again() -> None:
    env = sample_pages.environment()
    asked = sample_pages.dialogue(sample_pages.fit())
    given = {**sample_pages.context("seat", sample_pages.Words(), ""), "given": {asked.digest: "3,1,0"}}
    html = env.get_template("seat_fragment.html").render(
        {**given, "view": sample_pages.seat(asked, widgets=(sample_pages.city(),))}
    )
    assert '<option value="3,1,0" selected>' in html


def test_where_nothing_fits_the_page_says_why() -> None:
    whole = sample_pages.fit()
    full = replace(whole, options=tuple(option for option in whole.options if option.reason is not None))
    html = page(full, sample_pages.city())
    assert 'role="alert"' in html
    assert html.count("Something stands there already.") >= 2
