"""A piece laid on a grid: by a tap, by dragging, by keys, without script; on a small phone and in secret."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.core.secrecy import PUBLIC
from companion.service.screens.view_builders import seat_view
from tests.browser.conftest import Companion, Crowd
from tests.browser.fast_play import Quick, token
from tests.browser.people import Person
from tests.browser.test_reconnecting import HIDE
from tests.chromium import CALM
from tests.service.piece_game import SIZE, LayingGame, State

SMALL = (360, 640)
LEAST = 44
"""Pixels a square measures at least, to be met with a thumb."""

HIT = """([x, y]) => {
  const hit = document.elementFromPoint(x, y);
  return Boolean(hit && hit.closest("[data-lay-board]"));
}"""

SCROLL = {
    "upper": "it => it.scrollIntoView({ block: 'start' })",
    "lower": "it => it.scrollIntoView({ block: 'end' })",
}
"""How far a small phone is scrolled for each half of the grid: between band and button there is not room for all."""

CUT = """() => {
  const keys = [...document.querySelectorAll("form[data-kind=fit] :is([data-lay-turn], [data-act], [value=back])")];
  const isBeside = (key, frame) => {
    const own = key.getBoundingClientRect(), { left, right, top, bottom } = frame.getBoundingClientRect();
    return own.left < left - 1 || own.right > right + 1 || own.top < top - 1 || own.bottom > bottom + 1;
  };
  return keys.filter((key) => {
    for (let each = key.parentElement; each !== document.body; each = each.parentElement)
      if (getComputedStyle(each).overflowX !== "visible" && isBeside(key, each)) return true;
    return false;
  }).map((key) => key.innerText.trim());
}"""
"""Keys of a piece that do not lie whole inside what holds them."""


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Companion]:
    made = Companion(tmp_path / "data", (LayingGame("laying"), LayingGame("laying-secret", secret=True)))
    yield made
    made.app.close()


def built(crowd: Crowd, owner: int = 0) -> list[tuple[str, ...]]:
    """What stands in a city: the squares of each building."""
    play = crowd.companion.moment.play
    assert play is not None
    state: State = play.state
    return [laid.squares for laid in state.cities[owner].value]


def begun(crowd: Crowd, game: str = "laying", building: str = "stable", **phone: object) -> tuple[Quick, Person]:
    """Two people; the first has chosen what to build and holds it in the hand."""
    play = crowd.begun_play(game, "Marco", "Lucía")
    play.answers(1, building)
    return play, crowd.phone(1, **phone)


def board(page: Page) -> Locator:
    return page.locator("[data-lay-board]")


def square(page: Page, x: int, y: int) -> tuple[float, float]:
    """The middle of a square on the screen."""
    box = board(page).bounding_box()
    assert box is not None
    side = box["width"] / SIZE
    return box["x"] + (x + 0.5) * side, box["y"] + (y + 0.5) * side


def taps(page: Page, x: int, y: int) -> None:
    """A tap on a square that has stood for a moment."""
    page.wait_for_function(CALM)
    page.touchscreen.tap(*square(page, x, y))


def lies(page: Page, way: str) -> None:
    """The piece lies like this in the hand, and would be sent like this."""
    x, y, turn = map(int, way.split(","))
    piece = page.locator("[data-lay-piece]")
    expect(piece).to_have_attribute("transform", f"translate({x * 40} {y * 40})")
    expect(piece.locator(f"[data-turn='{turn}']")).to_be_visible()
    expect(piece.locator("[data-turn]:not([hidden])")).to_have_count(1)
    expect(page.locator("[data-lay-list]")).to_have_value(way)


def seen(page: Page) -> str:
    """The version of what a page shows."""
    return page.locator("#live").get_attribute("data-version") or ""


def sends(person: Person) -> None:
    act = person.page.locator("[data-act]").first
    expect(act).to_be_enabled()
    before = person.digest(person.form())
    act.click()
    person.page.wait_for_function(
        "before => document.querySelector('form[data-ask]')?.dataset.digest !== before", arg=before
    )


def test_a_tap_lays_the_piece_and_the_one_button_builds_it(crowd: Crowd) -> None:
    _, phone = begun(crowd, size=SMALL)
    board(phone.page).scroll_into_view_if_needed()
    phone.picture("fit-phone")
    taps(phone.page, 0, 0)
    lies(phone.page, "0,0,0")
    phone.page.evaluate("scrollBy(0, 90)")  # out from under the button
    taps(phone.page, 5, 4)
    covered = phone.page.locator("[data-lay-list]").input_value()
    expect(phone.page.locator("[data-act]")).to_have_text("Build the stable here")
    sends(phone)
    assert "5,4" in built(crowd)[0]
    x, y, turn = map(int, covered.split(","))
    assert f"{x},{y}" == built(crowd)[0][0]
    assert turn == 0


@pytest.mark.long
def test_every_square_of_a_small_phone_can_be_met_with_a_thumb(crowd: Crowd) -> None:
    _, phone = begun(crowd, size=SMALL, building="well")
    box = board(phone.page).bounding_box()
    assert box is not None
    assert box["width"] / SIZE >= LEAST
    assert box["height"] / SIZE >= LEAST
    every = {(x, y) for x in range(SIZE) for y in range(SIZE)}
    for rows in SCROLL:
        board(phone.page).evaluate(SCROLL[rows])
        every -= {at for at in every if phone.page.evaluate(HIT, square(phone.page, *at))}
    assert every == set(), "these lie under something else"
    for x, y in ((0, 0), (6, 0), (0, 6), (3, 3), (5, 6)):
        board(phone.page).evaluate(SCROLL["upper" if y < SIZE // 2 else "lower"])
        taps(phone.page, x, y)
        lies(phone.page, f"{x},{y},0")
    assert phone.page.evaluate("document.documentElement.scrollWidth") == SMALL[0]


@pytest.mark.long
def test_the_piece_is_dragged_and_the_page_stays(crowd: Crowd) -> None:
    _, phone = begun(crowd)
    page = phone.page
    taps(page, 1, 4)
    page.evaluate("scrollTo(0, 60)")
    before = page.locator("[data-lay-list]").input_value()
    fingers = phone.context.new_cdp_session(page)

    def touch(kind: str, *at: tuple[float, float]) -> None:
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in at]})

    start, end = square(page, 1, 4), square(page, 4, 2)
    scrolled = page.evaluate("scrollY")
    touch("touchStart", start)
    for step in range(1, 7):
        part = step / 6
        touch("touchMove", (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
    touch("touchEnd")
    x, y, turn = map(int, before.split(","))
    lies(page, f"{x + 3},{y - 2},{turn}")
    assert page.evaluate("scrollY") == scrolled
    sends(phone)
    assert built(crowd)[0][0] == f"{x + 3},{y - 2}"


@pytest.mark.long
def test_the_piece_is_laid_by_keys_alone(crowd: Crowd) -> None:
    _, person = begun(crowd, size=(1280, 800))
    page = person.page
    board(page).focus()
    for key in ("ArrowLeft",) * 6:
        page.keyboard.press(key)
    for key in ("ArrowDown",) * 6:
        page.keyboard.press(key)
    lies(page, "0,5,0")
    page.keyboard.press("r")
    assert page.locator("[data-lay-list]").input_value().endswith(",1")
    expect(page.locator("[data-lay-word]")).to_contain_text("Column 2, row 6")
    assert board(page).evaluate("it => getComputedStyle(it).outlineStyle") == "solid"
    expect(page.locator("[data-act]")).to_be_enabled()
    page.keyboard.press("Enter")
    expect(page.locator(".ask-prompt").first).to_have_text("What do you build?")
    assert built(crowd) == [("1,5", "1,6", "0,6")]


@pytest.mark.long
def test_the_large_button_turns_the_piece_where_it_lies(crowd: Crowd) -> None:
    _, phone = begun(crowd)
    taps(phone.page, 3, 3)
    turns = []
    for _ in range(4):
        turns.append(phone.page.locator("[data-lay-list]").input_value())
        phone.page.locator("[data-lay-turn]").click()
    assert [way[-1] for way in turns] == ["0", "1", "2", "3"]
    places = [tuple(map(int, way.split(",")[:2])) for way in turns]
    assert all(abs(x - places[0][0]) <= 1 and abs(y - places[0][1]) <= 1 for x, y in places)
    box = phone.page.locator("[data-lay-turn]").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= LEAST


@pytest.mark.long
def test_a_way_out_of_reach_says_why_and_cannot_be_sent(crowd: Crowd) -> None:
    _, phone = begun(crowd, building="well")
    expect(phone.page.locator("[data-lay-turn]")).to_be_hidden()
    taps(phone.page, 6, 6)
    expect(phone.page.locator("[data-lay-word]")).to_have_text("Nobody builds on a hill.")
    expect(phone.page.locator("[data-lay-piece]")).to_have_class("piece out")
    expect(phone.page.locator("[data-act]")).to_be_disabled()
    phone.picture("fit-out-of-reach")
    taps(phone.page, 6, 5)
    lies(phone.page, "6,5,0")
    expect(phone.page.locator("[data-lay-word]")).to_have_text("Column 7, row 6")
    expect(phone.page.locator("[data-act]")).to_be_enabled()


@pytest.mark.long
def test_where_somebody_built_meanwhile_the_table_wins_and_says_why(crowd: Crowd) -> None:
    play, phone = begun(crowd, building="well")
    taps(phone.page, 2, 2)
    expect(phone.page.locator("[data-act]")).to_be_enabled()
    phone.page.evaluate(HIDE, True)
    play.answers(2, "well")
    play.answers(2, "2,2,0")
    phone.page.locator("[data-act]").click()
    expect(phone.page.locator("#link")).to_be_visible()
    assert len(phone.page.locator("#link").inner_text()) > 10
    assert built(crowd) == [("2,2",)]
    taps(phone.page, 2, 2)
    expect(phone.page.locator("[data-lay-word]")).to_have_text("Something stands there already.")


@pytest.mark.parametrize(("game", "size"), [("laying", (240, 427)), ("laying-secret", (260, 563))])
def test_a_phone_enlarged_by_half_shows_every_key_of_a_piece_whole(
    crowd: Crowd, game: str, size: tuple[int, int]
) -> None:
    _, phone = begun(crowd, game, size=size, language="es")
    if game == "laying-secret":
        phone.opens_cover(phone.form())
    expect(phone.page.locator("[data-lay-turn]")).to_be_visible()
    expect(phone.page.locator("[data-act]")).to_be_enabled()
    phone.picture(f"fit-large-{game}")
    assert phone.page.evaluate(CUT) == []
    box = board(phone.page).bounding_box()
    assert box is not None
    assert box["x"] <= 1
    assert box["x"] + box["width"] >= size[0] - 1
    phone.page.locator("[data-lay-turn]").click()
    assert phone.page.locator("[data-lay-list]").input_value().endswith(",1")
    sends(phone)
    assert len(built(crowd, 1 if game == "laying-secret" else 0)) == 1


def test_a_secret_city_is_laid_under_its_cover_and_shows_nowhere_else(crowd: Crowd) -> None:
    _, phone = begun(crowd, "laying-secret", size=SMALL)
    screen = crowd.person(size=(1920, 1080))
    screen.opens("/table")
    others = (crowd.phone(2).page, screen.page)
    for page in others:
        expect(page.locator(".asleep")).to_have_count(0)
    companion = crowd.companion
    while companion.moment.seats.phones != {1, 2} or seen(others[0]) != seat_view(companion.moment, 2).version:
        others[0].wait_for_timeout(50)
    before = [seen(page) for page in others]
    expect(board(phone.page)).to_be_hidden()
    expect(phone.page.locator("#sentence")).to_have_text("Everybody chooses")
    assert "stable" not in phone.page.locator("body").inner_text().lower()
    phone.opens_cover(phone.form())
    phone.picture("fit-secret")
    board(phone.page).scroll_into_view_if_needed()
    taps(phone.page, 1, 1)
    sends(phone)
    assert "1,1" in built(crowd, 1)[0]
    assert [seen(page) for page in others] == before
    assert not crowd.companion.moment.widgets(PUBLIC)


@pytest.mark.long
def test_a_phone_that_died_finds_the_piece_again(crowd: Crowd) -> None:
    play = crowd.begun_play("laying", "Marco", "Lucía")
    phone = crowd.phone(1)
    page = phone.page
    page.locator("button.option", has_text="Stable").click()
    expect(board(page)).to_be_visible()
    phone.context.close()
    again = crowd.person()
    again.holds(token(1))
    again.opens("/seat")
    expect(board(again.page)).to_be_visible()
    expect(again.page.locator(".answered")).to_contain_text("Stable")
    assert play.asked(1).question.key == "where"
    again.page.locator("button[value=back]").click()
    expect(again.page.locator(".ask-prompt").first).to_have_text("What do you build?")


@pytest.mark.long
def test_without_script_the_ways_in_reach_are_a_list(crowd: Crowd) -> None:
    _, phone = begun(crowd, building="well", script=False)
    ways = phone.page.locator("[data-lay-list] option")
    assert ways.count() == 1 + SIZE * SIZE - 2
    expect(board(phone.page)).to_be_hidden()
    phone.page.locator("[data-lay-list]").select_option("4,5,0")
    phone.page.locator("[data-act]").click()
    expect(phone.page.locator(".ask-prompt").first).to_have_text("What do you build?")
    assert built(crowd) == [("4,5",)]
