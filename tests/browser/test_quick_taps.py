"""Taps at a quick pace, on every kind of question: none on a choice is lost, none answers what has hardly come."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.core.options import Option
from companion.core.questions import Confirm, Count, Dice, Pick, PickMany, Question
from companion.core.wording import say
from companion.service.agreement.agreement_requests import Undo
from tests.browser.conftest import Companion, Crowd
from tests.browser.evening import Evening
from tests.browser.fast_play import token
from tests.browser.late_replies import arrived, delays_replies
from tests.browser.people import Person
from tests.browser.test_steps import OPTIONS, middle, option, pick
from tests.chromium import CALM
from tests.core.colonies.game import Colonies
from tests.service.piece_game import LayingGame
from tests.service.test_only_answers import SeveralQuestions

PACES = (200, 400, 800)
"""Milliseconds from tap to tap."""
STOOD, ABOUT = 300, 50
"""Milliseconds that a question stands before it is answered; so much later than the page a test may see it come."""

WATCH = """() => {
    window.hits = [];
    window.acts = [];
    window.refused = 0;
    const came = new Map();
    const asks = (form) => (form ? `${form.id} ${form.dataset.digest ?? form.dataset.asked}` : "");
    let began = false;
    const look = () => {
        const seen = new Set();
        for (const form of document.querySelectorAll("form.ask")) {
            if (!form.getClientRects().length) continue;
            seen.add(asks(form));
            if (!came.has(asks(form))) came.set(asks(form), began ? performance.now() : -Infinity);
        }
        for (const known of [...came.keys()]) if (!seen.has(known)) came.delete(known);
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
    look();
    began = true;
    addEventListener("pointerdown", ({ target, timeStamp }) => {
        const form = target.closest("form.ask"), flying = Boolean(form?.querySelector(".in-flight"));
        if (form) hits.push({ asks: asks(form), stood: timeStamp - came.get(asks(form)), flying });
    }, true);
    const acted = (form, { value }) => acts.push({ value, asks: asks(form) });
    document.addEventListener("input", ({ target }) => acted(target.form, target));
    document.addEventListener("submit", ({ target, submitter }) => acted(target, submitter));
    document.addEventListener("held-back", () => { window.refused += 1; });
}"""
"""Notes what each tap hits and since when its question stands, and every change and sending that comes of it."""

LAND = (Option("plain", say("Plain")), Option("hill", say("Hill")), Option("coast", say("Coast")))
LAST: dict[str, Question] = {
    "pick": pick("Pick"),
    "confirm": Confirm(key="Confirm", prompt=say("Confirm?"), yes=say("Yes"), no=say("No"), default=False),
    "pick-many": PickMany(key="Many", prompt=say("Many?"), options=OPTIONS, most=7),
    "count": Count(key="Count", prompt=say("Count?"), low=0, high=30),
    "dice": Dice(key="Dice", prompt=say("Dice?"), dice=4),
}
"""The last question of a dialogue: its answer is chosen, and sent by the button."""
SAME_WORDS = tuple(Pick(key=f"Step {number}", prompt=say("Which one?"), options=OPTIONS) for number in range(8))


@pytest.fixture
def companion(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Companion]:
    asked: tuple[Question, ...] = getattr(request, "param", (pick("Only"),))
    made = Companion(tmp_path / "data", (SeveralQuestions(*asked), Colonies(), LayingGame("laying")))
    yield made
    made.app.close()


def every_pace(*kept: int) -> list[Any]:
    """All paces, of which these are tried each time."""
    return [pytest.param(pace, marks=() if pace in kept else pytest.mark.long) for pace in PACES]


def looks(phone: Person) -> Page:
    """The page has stood for a moment, and notes from now on what is tapped."""
    phone.page.wait_for_function(CALM)
    phone.page.evaluate(WATCH)
    return phone.page


def taps(page: Page, what: Locator, pace: int) -> None:
    """One tap in the middle of it, and a pause."""
    what.evaluate("""node => {
        const { top, bottom } = node.getBoundingClientRect();
        if (top < 80 || bottom > innerHeight - 200) node.scrollIntoView({ block: "center" });
    }""")
    page.touchscreen.tap(*middle(what))
    page.wait_for_timeout(pace)


LIFT = 60
"""Milliseconds after which the page has seen that a finger is lifted."""


def taps_once(page: Page, what: Locator) -> None:
    """A tap on a page whose clock stands."""
    page.touchscreen.tap(*middle(what))
    page.clock.run_for(LIFT)


def done(page: Page, acts: int) -> list[Any]:
    """The values that acted, in order, once there are so many."""
    page.wait_for_function("many => window.acts.length >= many", arg=acts)
    return [act["value"] for act in page.evaluate("() => window.acts")]


# -- choices of one question -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", every_pace(200))
@pytest.mark.parametrize("companion", [(LAST["pick"],), (LAST["confirm"],)], indirect=True, ids=("pick", "confirm"))
def test_every_tap_on_an_option_is_taken_in_its_turn(crowd: Crowd, pace: int) -> None:
    """Though each is a request, and the next tap may come before its reply."""
    crowd.begun_play("asking", "Marco", "Lucía")
    phone = crowd.phone(1)
    page = looks(phone)
    options = page.locator("form#ask-1 button.option")
    order = [index % options.count() for index in range(6)]
    values = [options.nth(index).get_attribute("value") for index in order]
    for index in order:
        taps(page, options.nth(index), pace)
    assert done(page, 6) == values
    assert page.evaluate("() => window.refused") == 0
    expect(page.locator("form#ask-1 [data-chosen]")).to_have_value(str(values[-1]))
    expect(page.locator("form#ask-1 [aria-current]")).to_have_attribute("value", str(values[-1]))


@pytest.mark.parametrize("pace", every_pace(200))
@pytest.mark.parametrize("companion", [(LAST["pick-many"],)], indirect=True)
def test_every_tick_counts_in_its_order(crowd: Crowd, pace: int) -> None:
    crowd.begun_play("asking", "Marco", "Lucía")
    page = looks(crowd.phone(1))
    values = [str(one.value) for one in reversed(OPTIONS)]
    for value in values:
        taps(page, page.locator(f"form#ask-1 label:has(input[value={value}])"), pace)
    assert done(page, len(values)) == values
    expect(page.locator("form#ask-1 input:checked")).to_have_count(len(values))


@pytest.mark.parametrize("pace", every_pace(200))
@pytest.mark.parametrize("companion", [(LAST["count"],)], indirect=True)
def test_every_step_of_a_number_counts(crowd: Crowd, pace: int) -> None:
    crowd.begun_play("asking", "Marco", "Lucía")
    page = looks(crowd.phone(1))
    for _ in range(8):
        taps(page, page.locator("form#ask-1 [data-step='1']"), pace)
    assert done(page, 8) == [str(number) for number in range(1, 9)]


@pytest.mark.parametrize("pace", every_pace(200))
@pytest.mark.parametrize("companion", [(LAST["dice"],)], indirect=True)
def test_every_face_counts(crowd: Crowd, pace: int) -> None:
    crowd.begun_play("asking", "Marco", "Lucía")
    page = looks(crowd.phone(1))
    faces = ["6", "2", "5", "1"]
    for die, face in enumerate(faces, start=1):
        taps(page, page.locator(f"form#ask-1 .dice > li:nth-child({die}) label:has(input[value='{face}'])"), pace)
    assert done(page, 4) == faces


@pytest.mark.parametrize("pace", every_pace(200))
def test_a_piece_follows_every_tap(crowd: Crowd, pace: int) -> None:
    play = crowd.begun_play("laying", "Marco", "Lucía")
    play.answers(1, "well")
    page = looks(crowd.phone(1))
    board = page.locator("[data-lay-board]")
    board.scroll_into_view_if_needed()
    page.wait_for_function(CALM)
    for x, y in ((0, 0), (6, 0), (0, 6), (3, 3), (5, 6)):
        box = board.bounding_box()
        assert box is not None
        side = box["width"] / 7
        page.touchscreen.tap(box["x"] + (x + 0.5) * side, box["y"] + (y + 0.5) * side)
        page.wait_for_timeout(pace)
        expect(page.locator("[data-lay-list]")).to_have_value(f"{x},{y},0")
    assert page.evaluate("() => window.refused") == 0


@pytest.fixture
def late(crowd: Crowd) -> Person:
    """A page whose clock stands, of somebody whose steps are answered when the test says so."""
    crowd.begun_play("asking", "Marco", "Lucía")
    phone = crowd.person()
    phone.holds(token(1))
    phone.page.clock.install()
    page = phone.opens("/seat")
    delays_replies(page, "/seat/step")
    page.wait_for_function(CALM)
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    return phone


def test_a_tap_waits_for_the_reply_to_the_one_before(late: Person) -> None:
    page = late.page
    for colour in ("red", "blue"):
        taps_once(page, option(late, colour))
    arrived(page, 1)
    page.clock.run_for(1_000)
    page.evaluate("() => window.replies[0]()")
    expect(page.locator("form#ask-1 [data-chosen]")).to_have_value("red")
    page.clock.run_for(100)
    arrived(page, 2)
    page.evaluate("() => window.replies[1]()")
    expect(page.locator("form#ask-1 [data-chosen]")).to_have_value("blue")
    assert not page.locator(".flashed").count()


def test_no_tap_waits_for_ever(late: Person) -> None:
    page = late.page
    for colour in ("red", "blue"):
        taps_once(page, option(late, colour))
    arrived(page, 1)
    page.clock.run_for(2_000)
    expect(page.locator("button.flashed")).to_have_attribute("value", "blue")
    page.evaluate("() => window.replies[0]()")
    expect(page.locator("form#ask-1 [data-chosen]")).to_have_value("red")
    page.clock.run_for(1_000)
    assert page.evaluate("() => window.replies.length") == 1


# -- forms -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", every_pace(200))
def test_a_form_takes_every_tap_on_its_choices(crowd: Crowd, pace: int) -> None:
    """Every kind of question on one form, of which each change fills it anew and moves what stands below."""
    play = crowd.begun_play("colonies", "Marco", "Lucía")
    play.answers(1, "leave")
    page = looks(crowd.phone(1, size=(360, 640)))
    form = page.locator("form[data-form]")
    wanted: list[str] = []

    def chooses(field: str, value: str, within: str = "") -> None:
        """A tap on the choice, and one before on the line into which its field is folded."""
        tile = form.locator(f"[data-field='{field}'] {within} label:has(input[value='{value}'])").first
        tile.wait_for(state="attached")
        if not tile.is_visible():
            taps(page, form.locator(f"[data-field='{field}'] summary").first, pace)
        taps(page, tile, pace)
        wanted.append(value)

    for goods in ("grain", "wine", "grain"):
        chooses("goods", goods)
    places = page.locator("[data-of='sea']")
    for place in range(3):
        wanted.append(str(places.nth(place).evaluate("it => document.getElementById(it.dataset.pick).value")))
        taps(page, places.nth(place), pace)
    chooses("field", "0,1,0")
    for die, face in enumerate(("6", "2"), start=1):
        chooses("omen", face, f".dice > li:nth-child({die})")
    chooses("walled", "yes")
    assert done(page, len(wanted)) == wanted
    assert page.evaluate("() => window.refused") == 0


@pytest.mark.parametrize("pace", [250, *every_pace()])
def test_four_taps_on_the_map_of_a_city_place_four_houses(crowd: Crowd, pace: int) -> None:
    """Each is where the map asks for the next house as soon as the form is filled; and the page stays where it is."""
    play = crowd.begun_play("antiquity", "Marco", "Lucía")
    play.answers(0, 1)
    phone = crowd.phone(1, size=(360, 640))
    phone.opens_cover("form[data-ask]")
    option(phone, "houses").click()
    page = phone.page
    squares = [page.locator(f".asking rect.pressable[x='{x * 40 + 1}'][y='1']") for x in range(4)]
    squares[0].wait_for()
    squares[0].scroll_into_view_if_needed()
    looks(phone)
    at, top = [middle(square) for square in squares], page.evaluate("scrollY")
    for spot in at:
        page.touchscreen.tap(*spot)
        page.wait_for_timeout(pace)
    houses = page.locator("form[data-form] .form-field input[type=radio]:checked")
    expect(houses).to_have_count(4)
    assert [house.get_attribute("value") for house in houses.all()] == ["0,0", "1,0", "2,0", "3,0"]
    assert page.evaluate("scrollY") == top
    assert [middle(square) for square in squares] == [pytest.approx(spot, abs=1) for spot in at]


# -- questions one after the other -----------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", [100, *every_pace(400)])
@pytest.mark.parametrize("companion", [SAME_WORDS], indirect=True)
def test_no_tap_answers_a_question_that_has_hardly_come(crowd: Crowd, pace: int) -> None:
    """Each question looks like the one before, and its options stand where they stood, but for the answers above."""
    play = crowd.begun_play("asking", "Marco", "Lucía")
    phone = crowd.phone(1)
    page = looks(phone)
    for _ in range(12):
        if len(play.asked(1).answers) == len(SAME_WORDS) - 1:
            break
        page.touchscreen.tap(*middle(option(phone, "red")))
        page.wait_for_timeout(pace)
    expect(page.locator(".in-flight")).to_have_count(0)
    page.wait_for_function(CALM)
    hits, acts = page.evaluate("() => [window.hits, window.acts]")
    own = [hit for hit in hits if not hit["flying"]]
    read = {hit["asks"] for hit in own if hit["stood"] >= STOOD - ABOUT}
    answered = [act["asks"] for act in acts]
    assert [asks for asks in answered if asks not in read] == [], "answered by a tap on what had hardly come"
    lost = [hit["asks"] for hit in own if hit["stood"] >= STOOD and hit["asks"] not in answered]
    assert lost == []
    assert len(play.asked(1).answers) <= len(answered)


@pytest.mark.parametrize("companion", [(pick("Only"), pick("Last"))], indirect=True)
def test_what_sends_takes_no_tap_before_it_has_stood_and_flashes(crowd: Crowd) -> None:
    play = crowd.begun_play("asking", "Marco", "Lucía")
    play.answers(1, "red")
    phone = crowd.person()
    phone.holds(token(1))
    phone.page.clock.install()
    page = phone.opens("/seat")
    page.wait_for_function(CALM)
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    before = play.asked(1).digest
    taps_once(page, option(phone, "red"))
    act = page.locator("form#ask-1 [data-act]")
    act.wait_for()
    page.clock.run_for(200)
    taps_once(page, act)
    expect(page.locator(".flashed")).to_have_count(1)
    page.clock.run_for(1_000)
    assert play.asked(1).digest == before, "it did not wait and send then"
    taps_once(page, act)
    expect(page.locator("form#ask-1")).to_have_count(0)


@pytest.mark.parametrize("companion", [(LAST["count"],)], indirect=True)
def test_a_button_that_waits_for_what_it_would_do_flashes(crowd: Crowd) -> None:
    play = crowd.begun_play("asking", "Marco", "Lucía")
    phone = crowd.phone(1)
    page, act = phone.page, phone.page.locator("form#ask-1 [data-act]")
    delays_replies(page, "/seat/preview")
    page.wait_for_function(CALM)
    arrived(page, 1)
    expect(act).to_be_disabled()
    before = play.asked(1).digest
    page.evaluate(
        "document.addEventListener('held-back', () => { window.refused = document.querySelector('.flashed'); })"
    )
    page.touchscreen.tap(*middle(act))
    page.wait_for_function("() => window.refused?.matches('[data-act]')")
    page.evaluate("() => window.replies[0]()")
    expect(act).to_be_enabled()
    assert play.asked(1).digest == before


@pytest.fixture
def voter(crowd: Crowd) -> Person:
    """A page whose clock stands, of somebody who is asked to vote by a band that has just come."""
    play = crowd.begun_play("asking", "Marco", "Lucía", "Nuria")
    for seat in (1, 2, 3):
        play.answers(seat, "red")
    phone = crowd.person()
    phone.holds(token(1))
    phone.page.clock.install()
    page = phone.opens("/seat")
    page.wait_for_function(CALM)
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    assert play.table.ask(token(2), Undo(2, "undo")).taken
    page.locator("#band-undo").wait_for()
    return phone


def test_a_vote_takes_no_tap_before_it_has_stood(voter: Person) -> None:
    page = voter.page
    yes = page.locator("#band-undo .vote-key[value=yes]")
    page.clock.run_for(200)
    taps_once(page, yes)
    expect(page.locator(".flashed")).to_have_count(1)
    page.clock.run_for(1_000)
    expect(page.locator("#band-undo .band-soon")).to_have_count(0)
    taps_once(page, yes)
    expect(page.locator("#band-undo .band-soon")).to_have_count(1)


def test_a_choice_that_has_just_moved_acts_once_it_has_stood(voter: Person) -> None:
    """The band has moved the question of the game, which is asked as before."""
    page, blue = voter.page, option(voter, "blue")
    blue.evaluate("it => it.scrollIntoView({ block: 'center' })")
    page.clock.run_for(100)
    taps_once(page, blue)
    assert page.locator("form#ask-1 [data-chosen]").count() == 0, "not before"
    page.clock.run_for(300)
    expect(page.locator("form#ask-1 [data-chosen]")).to_have_value("blue")
    assert not page.locator(".flashed").count()


LOWER = """() => changing(() => { document.querySelector(".seat-picture").style.marginTop = "72px"; })"""
"""What comes in above a picture."""


@pytest.fixture
def rondel(crowd: Crowd) -> Person:
    """A page whose clock stands, of somebody who is asked for a space on the rondel."""
    Evening("antike/turns").begins(crowd, 29)
    phone = crowd.person()
    phone.holds(token(1))
    phone.page.clock.install()
    page = phone.opens("/seat")
    page.locator(".rondel [data-pick]").first.wait_for()
    page.wait_for_function(CALM)
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    return phone


def space(page: Page, key: str) -> Locator:
    return page.locator(f"#w-rondel--{key}")


def at(page: Page, spot: tuple[float, float]) -> str:
    """The space of the rondel that is there."""
    found = page.evaluate("spot => document.elementFromPoint(...spot).closest('[data-pick]')?.id ?? ''", spot)
    return str(found)


def picked(page: Page) -> list[str]:
    return [f"w-rondel--{one.get_attribute('value')}" for one in page.locator("[name='one.rondel']:checked").all()]


def test_a_space_that_came_where_another_one_was_takes_no_tap(rondel: Person) -> None:
    page = rondel.page
    spot = middle(space(page, "gold").locator("text").first)
    assert at(page, spot) == "w-rondel--gold"
    page.evaluate(LOWER)
    hit = at(page, spot)
    assert hit == "w-rondel--temple"
    page.clock.run_for(100)
    page.touchscreen.tap(*spot)
    page.clock.run_for(LIFT)
    expect(page.locator(".flashed")).to_have_count(1)
    page.clock.run_for(1_000)
    assert picked(page) == []
    page.touchscreen.tap(*spot)
    page.clock.run_for(LIFT)
    assert picked(page) == [hit], "it has stood there since"


def test_a_space_that_has_moved_under_the_finger_by_less_than_itself_is_taken(rondel: Person) -> None:
    page = rondel.page
    page.evaluate(LOWER.replace("72px", "12px"))
    taps_once(page, space(page, "arming").locator("text").first)
    assert picked(page) == [], "not before it has stood"
    page.clock.run_for(1_000)
    assert picked(page) == ["w-rondel--arming"]


def test_a_picture_that_is_made_smaller_has_moved(rondel: Person) -> None:
    """As it is where the bar of a browser comes, or the phone is turned."""
    page = rondel.page
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator(".small-picture").wait_for()
    taps_once(page, space(page, "arming").locator("text").first)
    assert picked(page) == [], "not before it has stood"
    page.clock.run_for(1_000)


def test_a_picture_keeps_its_size_while_a_finger_is_on_it(rondel: Person) -> None:
    page = rondel.page
    page.set_viewport_size({"width": 390, "height": 700})
    page.clock.run_for(1_000)
    before = page.locator(".rondel").bounding_box()
    page.mouse.move(*middle(space(page, "iron").locator("text").first))
    page.mouse.down()
    page.set_viewport_size({"width": 390, "height": 560})
    page.clock.run_for(100)
    assert page.locator(".rondel").bounding_box() == before
    page.mouse.up()
    page.clock.run_for(1_000)
    assert page.locator(".rondel").bounding_box() != before
    assert picked(page) == ["w-rondel--iron"]


def test_a_cover_that_has_just_closed_takes_no_tap(crowd: Crowd) -> None:
    play = crowd.begun_play("sheet:oh-hell", "Marco", "Lucía", "Nuria")
    play.answers(0)
    phone = crowd.person()
    phone.holds(token(1))
    phone.page.clock.install()
    page = phone.opens("/seat")
    cover = page.locator("[data-cover]:has(form.ask)").first
    cover.locator("[data-keep-open]").click()
    expect(cover.locator("form")).to_be_visible()
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    while cover.locator("form").is_visible():
        page.clock.run_for(50)
    for _ in range(2):
        taps_once(page, cover.locator("[data-keep-open]"))
        expect(page.locator(".flashed")).to_have_count(1)
        page.clock.run_for(300 - LIFT)
        expect(page.locator(".flashed")).to_have_count(0)
        expect(cover.locator("form")).to_be_hidden()
    taps_once(page, cover.locator("[data-keep-open]"))
    expect(cover.locator("form")).to_be_visible()
