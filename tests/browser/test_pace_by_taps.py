"""The taps that docs/pace.md counts, tapped: each row on real pages, from the fresh question to the committed move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs
from playwright.sync_api import Locator, Page, expect

from companion.core.forms import same_form, usual_answer
from companion.core.questions import Answer, Confirm, Count, Dice, Fit, Pick, PickMany, Place, Question, Shortcut, Text
from companion.pace.costs import is_secret, sends_the_throw, shortcut_of, submissions, total
from companion.pace.turns import TurnBudget
from companion.playthroughs.answering import AnsweredQuestion
from companion.playthroughs.grammar import parse
from companion.playthroughs.header import setup_of
from companion.playthroughs.lines import Playthrough
from companion.playthroughs.moves_made import MoveMade
from companion.playthroughs.replay import replay_into
from companion.service.asking.requests import Reply
from companion.service.play.dialogues import only_answer
from companion.service.seats.seating import BecomeHost, TakeSeat
from companion.service.session.session import ResumePlay
from tests.browser.card_fields import tapped_in_parts
from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST, token
from tests.browser.people import Person
from tests.browser.thumb import CALM, Thumb, beside_the_piece, spots
from tests.golden.test_playthroughs import BY_KEY, FOLDER, replayed
from tests.pace.test_pace_table import TURNS, moves_in
from web.templating.helpers import slug

SHOWN = """() => ({
    covers: [...document.querySelectorAll("[data-cover]")].map(({ id, className }) => `${id}: ${className}`),
    forms: [...document.querySelectorAll("form.ask")].map((form) => [form.id, ...form.getAttributeNames()].join(" ")),
    fields: [...document.querySelectorAll("[data-field]")].map((field) =>
        `${field.dataset.field}: ${field.checkVisibility() ? "seen" : "hidden"}`),
    sentence: document.querySelector("#sentence")?.textContent.trim(),
    fresh: document.documentElement.dataset.fresh,
})"""
"""What stands on the page of a seat that does not show what it should."""
UNTOUCHED = 120_000
"""Milliseconds that a phone lay there before the turn for which its taps are counted."""

# -- one question at a time --------------------------------------------------------------------------------------------


def answers(thumb: Thumb, page: Page, question: Question, answer: Answer, *, last: bool) -> None:
    form = page.locator("form[data-ask]").first
    expect(form).to_have_attribute("data-kind", question.kind)
    if isinstance(question, Pick) and not isinstance(question, Fit) and question.done != str(answer):
        expect(form.locator(f"button.option[value='{answer}']")).to_be_attached()
    nothing = page.locator(".ask-nothing button").first  # hidden while the cover is open: there the list has it
    if (
        last
        and isinstance(question, Pick)
        and question.secret
        and question.lapse is not None
        and str(answer) == str(question.lapse)
        and nothing.is_visible()
    ):
        thumb.tap(nothing)
        return
    if form.locator("xpath=ancestor::*[@data-cover]").count():
        thumb.uncovers()
    match question:
        case Fit():
            lays(thumb, form, question, str(answer))
        case Dice(hits=hits) if hits:
            throws(thumb, form, question, answer, "hits")
            return
        case Pick() | Confirm() if not last or not _is_usual(question, answer):
            thumb.tap(form.locator(f"button.option[value='{question.format(answer)}']"))
            if not last or (isinstance(question, Pick) and question.large):
                return
        case _:
            enters(thumb, form, question, answer)
    thumb.tap(form.locator("[data-act]"))


def takes_shortcut(thumb: Thumb, page: Page, question: Question, short: Shortcut) -> None:
    """Tap what gives several answers at once."""
    assert isinstance(question, Pick)
    form = page.locator("form[data-ask]").first
    key = form.locator(f"button[name=take][value='{question.shortcuts.index(short)}']")
    expect(key).to_be_attached()
    thumb.uncovers()
    thumb.tap(key)


def throws(thumb: Thumb, form: Locator, question: Question, answer: Answer, named: str) -> None:
    """Tap how many dice hit; or each face, of which the last one sends them."""
    if not isinstance(answer, list):
        thumb.tap(form.locator(f"button[name={named}][value='{answer}']"))
        return
    if form.locator(".throw-faces[open]").count():
        thumb.taps += 1  # the dice before have left it open; counted is one throw by itself
    else:
        thumb.tap(form.locator(".throw-faces > summary"))
    enters(thumb, form.locator(".throw-faces"), question, answer)


def lays(thumb: Thumb, form: Locator, question: Fit, way: str) -> None:
    """Tap where the piece shall lie; one that can be turned is found in the list."""
    listed = form.locator("[data-lay-list]")
    if listed.input_value() == way:
        thumb.taps += 1  # it lies there already; counted is one that is laid
    elif len(question.turns) == 1 or way.endswith(",0"):
        board = form.locator("[data-lay-board]")
        board.scroll_into_view_if_needed()
        thumb.tap(board, beside_the_piece(board, spots(question, way)))
    else:
        thumb.tap(listed)
        listed.select_option(way)
        thumb.taps += 1  # the system's own list covers the page, and no script can tap it
    expect(listed).to_have_value(way)


def enters(thumb: Thumb, within: Locator, question: Question, answer: Answer) -> None:
    """A number, dice, several options or a text, on a page of their own or in a field."""
    match question:
        case PickMany():
            for value in picked(question, answer):
                thumb.tap(within.locator(f"label:has(input[value='{value}'])"))
        case Count() if within.locator("label.num").count():
            thumb.tap(within.locator(f"label.num:has(input[value='{answer}'])"))
        case Count():
            thumb.dials(within, int(str(answer)))
        case Dice():
            for die, face in enumerate(answer if isinstance(answer, list) else ()):
                thumb.tap(within.locator(f".dice > li:nth-child({die + 1}) label:has(input[value='{face}'])"))
        case Text():
            thumb.types(within.locator("input.text"), str(answer))


def picked(question: Question, answer: Answer) -> list[str]:
    """What is tapped to come from what is shown as chosen to ``answer``."""
    wanted = [str(value) for value in answer] if isinstance(answer, list) else []
    usual = usual_answer(question)
    shown = [str(value) for value in usual] if isinstance(usual, list) else []
    return wanted[len(shown) :] if wanted[: len(shown)] == shown else [*shown, *wanted]


def _is_usual(question: Question, answer: Answer) -> bool:
    usual = question.preset
    if isinstance(question, Pick) and question.done and question.done == str(answer):
        return True
    return usual is not None and question.format(usual) == question.format(answer)


# -- forms -------------------------------------------------------------------------------------------------------------


def fills(
    thumb: Thumb, page: Page, fields: list[tuple[str, Question, Answer]], thrown: AnsweredQuestion | None = None
) -> None:
    form = page.locator("form[data-form]").first
    expect(form).to_be_attached()
    thumb.uncovers()
    sender = None
    for key, question, answer in fields:
        usual = usual_answer(question)
        if isinstance(question, Pick) and question.sends:
            sender = form.locator(f"button[name='one.{key}'][value='{answer}']")
            continue
        if usual is not None and question.format(usual) == question.format(answer):
            continue  # also where it is not drawn: a field that leaves no choice, or one of a row that is folded
        if tapped_in_parts(form, key, question, answer, thumb.tap):
            continue
        field = form.locator(f"[data-field='{key}']")
        expect(field).to_be_attached()
        opens_row(thumb, form, field)
        unfolds(thumb, field, answer)
        match question:
            case Confirm():
                thumb.tap(field.locator(f"label:has(input[value={'yes' if answer else 'no'}])"))
            case Pick():
                space = page.locator(f"[data-pick$='-{slug(str(answer))}']")
                on_picture = isinstance(question, Place) and space.count() == 1
                thumb.tap(space if on_picture else field.locator(f"label:has(input[value='{answer}'])"))
            case _:
                enters(thumb, field, question, answer)
        page.wait_for_function("() => !document.querySelector('form[data-filling]')")
    if sender is not None:
        thumb.tap(sender)  # it may still stand there: what all choose in secret can be changed until the last one has
        return
    expect(form.locator("[data-ready=yes]")).to_be_enabled()
    if thrown is not None:
        throws(thumb, form, *thrown, "thrown")
        return
    thumb.tap(form.locator("[data-ready]"))


def opens_row(thumb: Thumb, form: Locator, field: Locator) -> None:
    """Open the row in which a field is folded. While the form is filled anew it may be neither there nor seen."""
    row = form.locator("details:not([open])").filter(has=field).locator("> summary")
    for _ in range(500):
        if field.is_visible():
            return
        if row.is_visible():
            thumb.tap(row)
        thumb.waits()
    raise AssertionError(f"never seen: {field}, on {field.page.url}: {field.page.evaluate(SHOWN)}")


def unfolds(thumb: Thumb, field: Locator, answer: Answer) -> None:
    """Open what a form has folded: a list, the numbers that are seldom needed, or what stands apart."""
    held = f":not([open]):has(input[value='{answer}'])"
    # the move before has left it open; counted is one move by itself
    thumb.taps += field.locator(f".apart[open]:has(input[value='{answer}'])").count()
    for folded in (".form-fold:not([open])", f".far-numbers{held}", f".apart{held}"):
        if field.locator(folded).count():
            thumb.tap(field.locator(f"{folded} > summary"))


def parts(together: tuple[MoveMade, ...]) -> Iterator[list[AnsweredQuestion]]:
    """The questions of moves sent together, those of one form in one list."""
    form: list[AnsweredQuestion] = []
    for made in together:
        for question, answer in made.dialogue:
            if form and not same_form(form[-1][0], question):
                yield form
                form = []
            if question.form is not None:
                form.append((question, answer))
            else:
                yield [(question, answer)]
    if form:
        yield form


def numbered(form: list[AnsweredQuestion]) -> list[tuple[str, Question, Answer]]:
    counted: dict[str, int] = {}
    fields = []
    for question, answer in form:
        counted[question.key] = again = counted.get(question.key, 0) + 1
        fields.append((question.key if again == 1 else f"{question.key}-{again}", question, answer))
    return fields


def makes(thumb: Thumb, page: Page, together: tuple[MoveMade, ...]) -> None:
    """Tap what makes these moves."""
    if together[0].optional and page.locator("#off-turn:not([open])").count():
        thumb.tap(page.locator("#off-turn > summary"))
    questions = [question for made in together for question, _ in made.dialogue]
    entered, at_once = list(together[-1].entered), sends_the_throw(together[-1])
    short = shortcut_of(together[0])
    left = len(short.answers) if short is not None else 0
    if short is not None:
        takes_shortcut(thumb, page, together[0].dialogue[0][0], short)
    for asked in parts(together):
        part, left = asked[left:], max(left - len(asked), 0)
        if not part:
            continue
        sends_dice = at_once and part[-1][0] is questions[-1]
        thrown = entered.pop(0) if sends_dice else None
        if part[0][0].form is not None:
            fills(thumb, page, numbered(part), thrown)
            continue
        ((question, answer),) = part
        last = question is questions[-1]
        if thrown is not None:
            form = page.locator("form[data-ask]").first
            expect(form).to_have_attribute("data-kind", question.kind)
            throws(thumb, form, *thrown, "thrown")
        elif last or only_answer(question) is None:
            answers(thumb, page, question, answer, last=last)
    for question, answer in entered:
        answers(thumb, page, question, answer, last=True)


# -- the rows ----------------------------------------------------------------------------------------------------------


def until(playthrough: Playthrough, line: int) -> Playthrough:
    """What comes before a line."""
    return structs.replace(playthrough, lines=tuple(each for each in playthrough.lines if each.line < line))


def took(reply: Reply) -> None:
    assert reply.taken, reply


def resumed(crowd: Crowd, turn: TurnBudget, line: int) -> None:
    """The playthrough of a turn, on the table up to its line; everybody sits."""
    playthrough = parse((FOLDER / f"{turn.playthrough}.txt").read_text("utf-8"), turn.playthrough)
    done = replay_into(crowd.companion.app.log, until(playthrough, line), BY_KEY)
    assert done.difference is None
    table = crowd.companion.table
    took(table.ask(HOST, BecomeHost("2718")))
    took(table.ask(HOST, ResumePlay(done.play)))
    setup, _ = setup_of(playthrough, BY_KEY[playthrough.header.game])
    for seated in setup.seats:
        took(table.ask(token(seated.seat), TakeSeat(seated.seat, seated.name or f"P{seated.seat}")))


def left_alone(crowd: Crowd, seat: int) -> Person:
    """The phone of a seat on which its question has stood for two minutes, untouched."""
    person = crowd.person()
    person.holds(token(seat))
    person.page.clock.install()
    person.opens("/seat")
    person.page.clock.fast_forward(UNTOUCHED)
    return person


@pytest.mark.long
@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: turn.name)
def test_a_turn_takes_as_many_taps_as_are_counted(crowd: Crowd, turn: TurnBudget) -> None:
    counted = moves_in(turn)
    moves = [
        made
        for made in replayed(FOLDER / f"{turn.playthrough}.txt").moves
        if made.line in {one.line for one in counted}
    ]
    resumed(crowd, turn, moves[0].line)
    thumbs: dict[int, tuple[Thumb, Any]] = {}
    for together in submissions(moves):
        seat = together[0].seat or crowd.companion.moment.awaited.must[0] or 1
        if seat not in thumbs:
            person = left_alone(crowd, seat)
            thumbs[seat] = (Thumb(person.page), person)
        thumb, person = thumbs[seat]
        makes(thumb, person.page, together)
        expect(person.page.locator(".in-flight")).to_have_count(0)
        person.page.wait_for_timeout(CALM)
        if not is_secret(together[-1]):
            # What was opened covers itself until the next secret: people take longer than these taps.
            person.page.locator(".band-cover").evaluate("button => button.click()")
    assert sum(thumb.taps for thumb, _ in thumbs.values()) == total(counted)[0]


class FirstHasty(Thumb):
    """A thumb that is too early for what has just appeared, once."""

    early = True

    def readies(self, what: Locator) -> None:
        what.wait_for()
        if not self.early:
            self.page.clock.run_for(CALM)
        self.early = False


def test_a_tap_that_the_page_ignores_counts_as_well(crowd: Crowd) -> None:
    crowd.begun_play("antike", "Marco", "Lucía")
    person = crowd.person()
    person.holds(token(1))
    person.page.clock.install(time=0)
    person.page.clock.pause_at(1)
    thumb = FirstHasty(person.page)
    person.opens("/seat")
    thumb.tap(person.page.locator("form[data-ask] button.option, form[data-form] label").first)
    assert thumb.taps == 2
