"""Forms of several questions on a phone's page: with script, without, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path

import pytest
from msgspec import structs
from werkzeug.datastructures import MultiDict

from companion.core.game import Awaited
from companion.core.options import Option
from companion.core.questions import Pick, PickMany, Text
from companion.core.secrecy import seal
from companion.core.step import TABLE, Step
from companion.core.wording import SeatName, say
from tests.core.torture import Torture
from tests.golden.test_playthroughs import FOLDER
from tests.service.asking_game import Answered, write_down
from tests.service.asking_game import State as Asked
from tests.service.at_table import Room
from tests.service.test_form_offers import FORM, HARVEST, sends
from tests.service.test_only_answers import SeveralQuestions
from tests.web.flask_site import Browser, Site
from tests.web.golden_evening import GoldenEvening
from tests.web.test_refused_fields import table_before
from web.pages.seats.forms import given_answers

Rooms = Callable[..., Room]


@pytest.fixture
def site(rooms: Rooms) -> Iterator[Site]:
    room = rooms(Torture())
    room.begin(2)
    return Site(room)


def inputs(html: str) -> dict[str, str]:
    """What a browser would send of the form on a page, untouched."""
    body = html[html.index("data-form=") :]
    body = body[: body.index("</form>")]
    sent: dict[str, str] = {}
    for tag in re.findall(r"<input[^>]*>", body):
        found = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if found.get("type") in ("radio", "checkbox") and " checked" not in tag:
            continue
        if "name" in found:
            sent[found["name"]] = unescape(found.get("value", ""))
    return sent


def page(browser: Browser) -> str:
    return browser.get("/seat").get_data(as_text=True)


def test_a_form_shows_all_its_questions_with_their_usual_answers(site: Site) -> None:
    html = page(site.browser(1))
    sent = inputs(html)
    assert (sent["one.first"], sent["one.gold"]) == ("1", "2")
    assert "Who begins?" in html
    assert "How much gold each?" in html
    assert html.count("data-form=") == 1


def harvested(step: Step[Asked], move: Answered) -> None:
    """Told in four lines, of which one is a secret."""
    write_down(step, move)
    for _ in range(2):
        step.tell(say("{who} brings in grain.", short="Grain", who=SeatName(step.seat)))
    step.tell(seal(say("There is gold in it."), 2))
    step.tell(say("{who} brings in fish.", short="Fish", who=SeatName(step.seat)))


def test_a_dense_form_says_in_short_words_what_it_comes_to(rooms: Rooms) -> None:
    form = structs.replace(FORM, layout="dense")
    game = SeveralQuestions(*(structs.replace(field, form=form) for field in HARVEST[:2]))
    game.rules = {Answered: harvested}
    room = rooms(game)
    room.begin(2, "asking")
    html = page(Site(room).browser(1))
    (told,) = re.findall(r'<p class="form-sum form-told">(.*?)</p>', html)
    assert unescape(told) == "Grain \N{MULTIPLICATION SIGN} 2 · Fish"
    assert "There is gold" not in html


def shared_out(step: Step[Asked], move: Answered) -> None:
    """Told of everybody, in words that leave out who it is where they are short."""
    write_down(step, move)
    step.tell(say("The barn is empty.", short="Empty"))
    for seat, grain in enumerate((5, 5, 3), 1):
        step.tell(
            say("{who} gets {n} grain and {fish} fish.", short="Grain: {n}", who=SeatName(seat), n=grain, fish=seat)
        )


def test_the_sum_of_a_dense_form_says_whose_each_part_is(rooms: Rooms) -> None:
    form = structs.replace(FORM, layout="dense")
    game = SeveralQuestions(*(structs.replace(field, form=form) for field in HARVEST[:2]))
    game.rules = {Answered: shared_out}
    room = rooms(game)
    room.begin(3, "asking")
    html = page(Site(room).browser(1))
    (told,) = re.findall(r'<p class="form-sum form-told">(.*?)</p>', html)
    assert unescape(told) == "Empty · Ana and Berta: Grain: 5 · Carla: Grain: 3"


def test_what_is_certain_is_told_and_sent_and_cannot_be_ticked(rooms: Rooms) -> None:
    """A territory that must have a star has it, whatever is ticked."""
    options = (Option("star", say("A star"), certain=True), Option("sea", say("At sea")))
    field = PickMany[str](key="special", prompt=say("Special?"), options=options, most=2, usual=["star"], form=FORM)
    room = rooms(SeveralQuestions(field, HARVEST[0]))
    room.begin(2, "asking")
    html = page(Site(room).browser(1))
    ticks = re.findall(r'<input type="(\w+)" name="many.special" value="(\w+)"', html)
    assert ticks == [("hidden", "star"), ("checkbox", "sea")]


def test_a_hint_is_said_once_for_fields_one_after_the_other(rooms: Rooms) -> None:
    hint, other = say("Nobody counts the seed."), say("Look into the barn.")
    hinted = [structs.replace(field, hint=hint) for field in HARVEST[:3]]
    room = rooms(SeveralQuestions(*hinted, structs.replace(HARVEST[3], hint=other)))
    room.begin(2, "asking")
    html = page(Site(room).browser(1))
    assert html.count(hint.text) == 1
    assert html.count(other.text) == 1


def test_a_hint_is_said_once_for_a_question_that_comes_again(rooms: Rooms) -> None:
    hint, other = say("Nobody counts the seed."), say("Look into the barn.")
    first, between, again, last = HARVEST[:4]
    hinted = [structs.replace(field, hint=hint) for field in (first, again, last)]
    hinted[1] = structs.replace(hinted[1], prompt=first.prompt)
    room = rooms(SeveralQuestions(hinted[0], structs.replace(between, hint=other), *hinted[1:]))
    room.begin(2, "asking")
    html = page(Site(room).browser(1))
    assert html.count(hint.text) == 1
    assert html.count(other.text) == 1


def test_a_hint_that_comes_again_further_down_is_said_once(rooms: Rooms) -> None:
    hint, other = say("Nobody counts the seed."), say("Look into the barn.")
    given = zip(HARVEST[:3], (hint, other, hint), strict=True)
    room = rooms(SeveralQuestions(*(structs.replace(field, hint=said) for field, said in given)))
    room.begin(2, "asking")
    html = page(Site(room).browser(1))
    assert (html.count(hint.text), html.count(other.text)) == (1, 1)


def test_a_text_below_the_choice_that_asks_for_it_has_its_words_for_screen_readers_alone(rooms: Rooms) -> None:
    named, form = say("What is it called?"), HARVEST[0].form
    options = (Option("number", say("Number 7")), Option("write", say("Another name")))
    choice = Pick[str](key="named", prompt=named, options=options, usual="write", form=form)
    room = rooms(SeveralQuestions(choice, Text(key="name", prompt=named, form=form)))
    room.begin(2, "asking")
    html = page(Site(room).browser(1))
    assert re.findall(r'<legend class="form-label *(sr)? *"[^>]*>What is it called', html) == ["", "sr"]


class TableHarvests(SeveralQuestions):
    """After the first seat the whole table is asked, and the headline says so in the words of its form."""

    def waits_for(self, state: Asked) -> Awaited:
        return Awaited((TABLE,), why=FORM.prompt) if state.said else super().waits_for(state)


def test_whoever_writes_for_the_table_reads_the_heading_of_its_form_once(rooms: Rooms) -> None:
    room = rooms(TableHarvests(*HARVEST[:2]))
    room.begin(2, "asking")
    room.answer(1, 1, 1)
    room.host()
    html = Site(room).browser("host").get("/scribe").get_data(as_text=True)
    assert re.search(r'<h1 class="sentence"[^>]*>The harvest</h1>', html)
    assert re.search(r'<h2 class="ask-prompt sr"[^>]*>The harvest</h2>', html)


@pytest.mark.parametrize("script", [True, False])
def test_a_form_is_sent_as_it_stands(site: Site, script: bool) -> None:
    phone = site.browser(1)
    reply = phone.post("/seat/form", inputs(page(phone)), script=script, page="seat")
    assert reply.status_code == (200 if script else 303)
    assert site.room.lines()[-1] == "Ana begins."


def test_a_changed_answer_counts(site: Site) -> None:
    phone = site.browser(1)
    assert phone.post("/seat/form", inputs(page(phone)) | {"one.first": "2"}, page="seat").get_json()["taken"]
    assert site.room.lines()[-1] == "Berta begins."


def test_filling_shows_what_follows_and_stores_nothing(site: Site) -> None:
    phone = site.browser(1)
    before = site.room.entries
    html = phone.post("/seat/form/fill", inputs(page(phone)) | {"one.gold": "9"}, page="seat").get_data(as_text=True)
    assert "is not between 1 and 4" in html
    assert 'data-ready="no"' in html
    assert site.room.entries == before
    assert inputs(page(phone))["one.gold"] == "2"


def test_a_field_that_the_page_has_is_only_named_when_another_changes(site: Site) -> None:
    """By a digest of what was drawn of it."""
    phone = site.browser(1)
    entered = inputs(page(phone))

    def filled(**more: str) -> str:
        return phone.post("/seat/form/fill", entered | more, page="seat").get_data(as_text=True)

    whole = filled()
    drawn = dict(re.findall(r'<fieldset data-drawn="(\w+)"[^>]* data-field="([\w-]+)"', whole))
    assert sorted(drawn.values()) == ["first", "gold"]
    changed = filled(has=" ".join(drawn), **{"one.gold": "3"})
    [again] = re.findall(r'<fieldset data-drawn="(\w+)"[^>]* data-field="gold"', changed)
    kept = re.findall(r'<template data-kept="([\w-]+)" data-drawn="(\w+)"', changed)
    assert [drawn[digest] for _, digest in kept] == ["first"]
    assert kept[0][0].endswith("-of-first")
    assert again not in drawn
    assert filled(has="0123456789abcdef") == whole


@pytest.mark.parametrize("script", [True, False])
def test_what_was_entered_is_shown_again_when_it_is_refused(site: Site, script: bool) -> None:
    phone = site.browser(1)
    sent = inputs(page(phone)) | {"one.first": "2", "one.gold": "9"}
    reply = phone.post("/seat/form", sent, script=script, page="seat")
    html = reply.get_json()["html"] if script else reply.get_data(as_text=True)
    again = inputs(html)
    assert (again["one.first"], again["one.gold"]) == ("2", "9")
    assert "is not between 1 and 4" in html
    corrected = phone.post("/seat/form", again | {"one.gold": "3"}, script=script, page="seat")
    assert corrected.status_code == (200 if script else 303)
    assert site.room.lines()[-1] == "Berta begins."


def test_a_form_that_is_filled_brings_the_picture_that_it_points_at_now(tmp_path: Path) -> None:
    """A grave goes into one of two cities."""
    with table_before(tmp_path, "antiquity/whole", 116) as room:
        phone = Site(room).browser(1)
        html = page(phone)
        for city in ("1", "0"):
            sent = inputs(html) | {"one.city-1": city}
            filled = phone.post("/seat/form/fill", sent, page="seat").get_data(as_text=True)
            beside = filled[filled.index('id="seat-picture"') :]
            assert re.findall(r'<section[^>]*id="(w-city-[0-9-]+)"', beside) == [f"w-city-1-{int(city) + 1}"]
            assert f'data-of="city-1-{int(city) + 1}"' in beside


def test_a_page_of_a_seat_that_is_not_the_askers_brings_nothing(tmp_path: Path) -> None:
    """Whoever writes for all has a page of their own."""
    with table_before(tmp_path, "antiquity/whole", 116) as room:
        site = Site(room)
        sent = inputs(page(site.browser(1)))
        reply = site.browser("host").post("/seat/form/fill", sent, page="seat")
        assert (reply.status_code, reply.get_data(as_text=True)) == (200, "")


def test_without_script_a_form_grows_a_page_at_a_time(site: Site) -> None:
    phone = site.browser(1)
    phone.post("/seat/form", inputs(page(phone)), page="seat")
    entries = site.room.entries
    reply = phone.post("/seat/form", inputs(page(phone)) | {"one.plan": "add"}, script=False, page="seat")
    html = reply.get_data(as_text=True)
    assert reply.status_code == 200
    assert "Something here has changed meanwhile" in html
    assert "Which order?" in html
    assert site.room.entries == entries


@pytest.fixture
def harvest(rooms: Rooms) -> Site:
    """A table at which every turn is a harvest; both have had one."""
    room = rooms(SeveralQuestions(*HARVEST))
    room.begin(2, "asking")
    sends(room, 1, fish=2), sends(room, 2)
    return Site(room)


def test_without_script_what_is_offered_is_filled_in_and_not_sent(harvest: Site) -> None:
    phone, entries = harvest.browser(1), harvest.room.entries
    first = page(phone)
    assert "As last time" in first
    assert "The same for all" not in first
    sent = inputs(first) | {"one.wine": "4", "take": "last"}
    again = phone.post("/seat/form/filled", sent, script=False, page="seat").get_data(as_text=True)
    assert [inputs(again)[f"one.{key}"] for key in ("wheat", "fish", "wine")] == ["1", "2", "1"]
    assert "As last time" not in again
    sent = inputs(first) | {"one.wheat": "3", "take": "same-wheat"}
    alike = phone.post("/seat/form/filled", sent, script=False, page="seat").get_data(as_text=True)
    assert [inputs(alike)[f"one.{key}"] for key in ("wheat", "fish", "wine", "seed")] == ["3", "3", "3", "1"]
    assert harvest.room.entries == entries
    assert phone.post("/seat/form", inputs(alike), script=False, page="seat").status_code == 303
    assert harvest.room.entries == entries + 1


def test_where_nothing_is_to_choose_the_form_says_what_there_is(rooms: Rooms) -> None:
    only = Pick(key="what", prompt=say("What?"), options=(Option("red", say("Red")),), usual="red", form=FORM)
    room = rooms(SeveralQuestions(only))
    room.begin(2, "asking")
    html = page(Site(room).browser(1))
    assert '<span class="soft">What?</span> <b>Red</b>' in html
    assert 'data-ready="yes"' in html


def test_a_filled_page_that_is_loaded_again_is_the_page_of_the_seat(harvest: Site) -> None:
    phone = harvest.browser(1)
    assert phone.get("/seat/form/filled").location == "/seat"
    gone = phone.post("/seat/form/filled", {"seat": "2", "take": "last"}, script=False, page="seat")
    assert gone.location == "/seat"


def test_what_was_never_offered_is_not_filled_in(harvest: Site) -> None:
    phone = harvest.browser(1)
    html = phone.post("/seat/form/fill", inputs(page(phone)) | {"take": "same-wheat"}, page="seat").get_data(
        as_text=True
    )
    assert inputs(f"data-form={html}</form>")["one.fish"] == "1"


def test_a_secret_form_lies_under_a_cover_and_nobody_else_sees_it(site: Site) -> None:
    phone = site.browser(1)
    phone.post("/seat/form", inputs(page(phone)), page="seat")
    html = page(phone)
    assert html.index("data-cover") < html.index("data-form=")
    scribe = site.browser("host").get("/scribe").get_data(as_text=True)
    assert "data-form=" not in scribe


def test_a_form_of_another_seat_is_refused(site: Site) -> None:
    first, second = site.browser(1), site.browser(2)
    first.post("/seat/form", inputs(page(first)), page="seat")
    sent = inputs(page(first)) | {"one.plan": "ready"}
    assert second.post("/seat/form", sent, page="seat").get_json()["code"] == "not-yours"
    assert second.post("/seat/form/fill", sent, page="seat").get_data(as_text=True) == ""


@pytest.mark.parametrize("path", ["/seat/form", "/seat/form/filled"])
@pytest.mark.parametrize("page", ["", "log", "table"])
def test_a_form_that_comes_from_a_page_without_questions_breaks_nothing(site: Site, path: str, page: str) -> None:
    """Some browsers say of no request where it was made."""
    reply = site.browser("host").post(path, {"seat": "0", "digest": "stale", "one.gold": "9"}, script=False, page=page)
    assert (reply.status_code, reply.location) == (303 if path == "/seat/form" else 302, f"/{page or 'seat'}")


@pytest.mark.parametrize(
    ("sent", "given"),
    [
        ([("one.a", "3"), ("was.a", "2")], {"a": "3"}),
        ([("one.a", "2"), ("was.a", "2")], {}),
        ([("one.a", "")], {}),
        ([("yes.a", "no"), ("was.a", "yes")], {"a": False}),
        ([("many.a", "x"), ("many.a", "y"), ("was-many.a", "-")], {"a": ["x", "y"]}),
        ([("many.a", "x"), ("many.a", "y"), ("was-many.a", "y x"), ("was.a", "y x")], {}),
        ([("many.a", "x"), ("many.a", "y"), ("many.a", "z"), ("was-many.a", "z x")], {"a": ["z", "x", "y"]}),
        (
            [("many.a", "x"), ("many.a", "y"), ("was-many.a", "y x"), ("was.a", "y x"), ("ordered", "yes")],
            {"a": ["x", "y"]},
        ),
        ([("many.a", "y"), ("many.a", "x"), ("was-many.a", "y x"), ("was.a", "y x"), ("ordered", "yes")], {}),
        ([("was-many.a", "x")], {"a": []}),
        ([("was-many.a", "-")], {}),
        ([("dice.a.1", "5"), ("dice.a.0", "6")], {"a": ["6", "5"]}),
        ([("dice.a.1", "5")], {"a": ["0", "5"]}),
        ([("dice.a.x", "5"), ("dice.a", "5")], {}),
        ([("text.a", " Pylos "), ("other", "x"), ("one", "y")], {"a": "Pylos"}),
    ],
)
def test_only_what_differs_from_the_usual_is_given(sent: list[tuple[str, str]], given: dict[str, object]) -> None:
    assert given_answers(MultiDict(sent)) == given


def test_what_is_seldom_meant_lies_folded_below_the_rest(tmp_path: Path) -> None:
    class Turns(GoldenEvening):
        turns = 0

        def looks(self) -> None:
            awaited = self.room.moment.awaited.must
            if len(awaited) != 1 or not awaited[0] or self.site is None:
                return
            html = self.site.browser(awaited[0]).get("/seat").get_data(as_text=True)
            if 'value="claim"' in html:
                self.turns += 1
                folded = html.index("Ends and exceptions")
                assert html.index('value="pass"') < folded < html.index('value="claim"')

    evening = Turns(tmp_path, every=20)
    evening.runs(FOLDER / "ancient-world/every-move.txt")
    evening.room.close()
    assert evening.turns
