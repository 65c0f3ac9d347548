"""The Ancient World through the pages: two phones and the host's tablet play a file in which every move is made."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import get_args

import pytest
from playwright.sync_api import Locator, expect

from companion.core.boxes import facts
from companion.core.forms import field_keys, usual_answer
from companion.core.questions import Answer, Count, Question
from companion.games.ancient_world.moves import Damage, Move, Roll
from companion.games.ancient_world.state import State
from companion.pace.costs import submissions
from companion.playthroughs.answering import AnsweredQuestion
from companion.playthroughs.grammar import parse
from companion.playthroughs.moves_made import MoveMade
from companion.playthroughs.replay import replay
from tests.browser.card_fields import tapped_in_parts
from tests.browser.conftest import Crowd
from tests.browser.evening import Evening
from tests.browser.game_session import GameSession
from tests.browser.people import Person, taps
from tests.golden.test_playthroughs import BY_KEY

FILES = Path(__file__).parents[1] / "golden" / "playthroughs" / "ancient-world"
PICTURES = {
    ("1", "turn"): "ancient-seat-turn",
    ("1", "owed"): "ancient-seat-damage",
    ("2", "owed"): "ancient-seat-titan-es",
    ("0", "prepare"): "ancient-table-asks",
}
"""A picture of the first question or form of a seat with this key."""


class AncientWorld(GameSession[State]):
    """Who answers what: phones for the seats, the tablet for the table."""

    def __init__(self, crowd: Crowd, file: str) -> None:
        super().__init__(crowd, {1: "Ana", 2: "Ben"}, scheme="light")
        self.played = parse((FILES / file).read_text("utf-8"), file)
        crowd.companion.app.log.boxes.put("ancient-world", facts(self.played.header.box))
        self.begins("ancient-world", chance=self.played.header.chance, picture="ancient")
        self._pictures = dict(PICTURES)

    @property
    def submitted(self) -> list[tuple[MoveMade, ...]]:
        """The moves of the file, those of one form together."""
        return list(submissions(replay(self.played, BY_KEY).moves))

    def submits(self, together: tuple[MoveMade, ...]) -> None:
        """The answers of these moves, a form at a time, then what the dice show."""
        seat = together[0].seat
        asked = [answered for made in together for answered in made.dialogue]
        for key, some in groupby(asked, key=lambda answered: answered[0].form and answered[0].form.key):
            answered = list(some)
            if key is not None:
                self._fills(seat, key, answered)
                continue
            for question, answer in answered:
                # screens do not ask what has one possible answer
                if self.asks(seat).question.key == question.key:
                    self._gives(seat, question.format(answer))
        for question, answer in together[-1].entered:
            self._gives(seat, question.format(answer))

    def _shows(self, seat: int, shown: Locator, key: str) -> None:
        expect(shown).to_be_visible()
        if name := self._pictures.pop((str(seat), key), None):
            self.people[seat].picture(name, whole=True)

    def _fills(self, seat: int, key: str, answered: list[AnsweredQuestion]) -> None:
        person = self.people[seat]
        shown = person.page.locator(f"form[data-form='{key}']").first
        form = self.asks(seat).form
        assert form is not None, self.asks(seat).question
        expect(shown.locator("input[name=digest]")).to_have_value(form.digest)
        self._shows(seat, shown, key)
        for field, (question, answer) in zip(field_keys([question for question, _ in answered]), answered, strict=True):
            _fill_field(shown, field, question, answer)
        digest = shown.locator("input[name=digest]").input_value()
        expect(shown.locator("[data-ready]")).to_be_enabled()
        shown.locator("[data-ready]").click()
        person.page.wait_for_function("old => document.querySelector('[name=digest]')?.value !== old", arg=digest)

    def _gives(self, seat: int, answer: str) -> None:
        person, ask = self.people[seat], self.asks(seat)
        shown = person.page.locator(f"form[data-digest='{ask.digest}']").first
        self._shows(seat, shown, ask.question.key)
        if not _fill(shown, str(shown.get_attribute("data-kind")), answer):
            expect(shown.locator("button[data-act]")).to_be_enabled()
            shown.locator("button[data-act]").click()
        person.page.wait_for_function(
            "digest => !document.querySelector(`form[data-digest='${digest}']`)", arg=ask.digest
        )


def _fill_field(shown: Locator, key: str, question: Question, answer: Answer) -> None:
    """Change a field of a form, unless it shows the answer already."""
    usual = usual_answer(question)
    if usual is not None and question.format(usual) == question.format(answer):
        return
    if tapped_in_parts(shown, key, question, answer, lambda tile: tile.click()):
        return
    typed = shown.locator(f".form-field input[name$='.{key}']:is([type=number], [type=text])")
    if typed.count():
        typed.fill(str(answer))
    else:
        field = shown.locator(f"[data-field='{key}']")
        folded = field.locator("details:not([open])")
        if isinstance(question, Count):
            folded = folded.filter(has=field.page.locator(f"input[value='{answer}']"))
        if folded.count():
            folded.first.locator("> summary").click()
        for value in answer if isinstance(answer, list) else [question.format(answer)]:
            shown.locator(f"input[name$='.{key}'][value='{value}']:not([type=hidden])").check(force=True)
    expect(shown).not_to_have_attribute("data-filling", "")


def _fill(shown: Locator, kind: str, answer: str) -> bool:
    """Put an answer into a form; whether that sent it already."""
    match kind:
        case "count":
            shown.locator("input[name=answer]").fill(answer)
        case "text":
            shown.locator("input[name=answer]").fill(json.loads(answer))
        case "pick-many":
            for value in answer.split() if answer != "-" else ():
                shown.locator(f"input[name=answer][value='{value}']").check(force=True)
        case _:
            taps(shown, shown.locator(f"button.option[value='{answer}']"))
            return True
    return False


@pytest.mark.long
def test_an_evening_of_the_ancient_world(crowd: Crowd) -> None:
    game_session = AncientWorld(crowd, "every-move.txt")
    screen: Person = crowd.person(size=(1920, 1080), scale=1)
    screen.opens("/table")
    submitted = game_session.submitted
    for number, together in enumerate(submitted):
        if number == len(submitted) * 2 // 3:
            screen.picture("ancient-table")
            game_session.people[1].picture("ancient-seat-later", whole=True)
        game_session.submits(together)
    assert crowd.companion.moment.phase == "over"
    expect(screen.page.locator("#final")).to_be_visible()
    screen.picture("ancient-table-over")
    game_session.people[2].opens("/score")
    expect(game_session.people[2].page.locator(".score-page .standing")).to_be_visible()
    game_session.people[2].picture("ancient-score-es", whole=True)
    game_session.people[1].opens("/log")
    game_session.people[1].picture("ancient-log")
    assert game_session.made == set(get_args(Move)) - {Roll}, (
        "dice whose faces nobody entered have an evening of their own"
    )


@pytest.mark.long
def test_dice_whose_faces_nobody_has_entered_are_rolled_by_hand(crowd: Crowd) -> None:
    """The dice stand on one form with the titan before and what they damage after; ambrosia repairs it at once."""
    game_session = AncientWorld(crowd, "unknown-die.txt")
    begins, *others = game_session.submitted
    game_session.submits(begins)
    game_session.corrects({"supply.ambrosia": -10, "1.ambrosia": 5, "2.ambrosia": 2})
    for together in others[:3]:
        game_session.submits(together)
    assert {Roll, Damage} <= game_session.made
    assert game_session.state.player(1).ambrosia == 0


def test_an_action_is_three_taps(crowd: Crowd) -> None:
    """Where to, another citizen than the usual one, and the button: what is printed, placing and action go together."""
    play = crowd.begun_play("ancient-world", "Marco", "Lucía", "Nuria")
    play.answers(0, "1")
    play.answers(0, 1)
    person = crowd.phone(1, language="es-ES")
    form = person.page.locator("form[data-form=turn]")
    expect(form.locator("[data-ready]")).to_be_disabled()
    for field, value in (("space", "labor"), ("citizen", "2")):
        form.locator(f"label.choice-tile:has(input[name='one.{field}'][value='{value}'])").click()
        expect(form).not_to_have_attribute("data-filling", "")
    person.picture("ancient-form-es", whole=True)
    form.locator("[data-ready]").click()
    expect(form).to_have_count(0)
    assert crowd.companion.moment.awaited.must == (2,)


NUMBERS = (("defence", "4"), ("swords", "2"), ("arrows", "1"), ("swords-2", "1"), ("arrows-2", "2"))
"""What is printed on the titan and on two armies."""


@pytest.mark.long
@pytest.mark.parametrize("language", ["en-GB", "es-ES"])
def test_a_first_attack_on_an_unknown_titan_is_hardly_more_than_two_screens(crowd: Crowd, language: str) -> None:
    """With both armies still to be entered: nothing on the form is longer in the whole game."""
    play = crowd.begun_play("ancient-world", "Marco", "Lucía")
    play.answers(0, "1")
    play.answers(0, 1)
    person = crowd.phone(1, language=language, size=(360, 640))
    form = person.page.locator("form[data-form=turn]")
    for field, value in (
        ("turn", "attack"),
        ("target", "board-1"),
        ("symbols", "blue"),
        ("symbols", "capacity"),
        *NUMBERS,
    ):
        form.locator(f"[data-field='{field}'] label:has(input[value='{value}'])").click()
        person.page.wait_for_function("() => !document.querySelector('form[data-filling], [data-fresh]')")
    expect(form.locator("[data-field='force']")).to_be_visible()
    expect(form.locator("[data-field='turn'] .form-fold:not([open])")).to_be_visible()
    assert form.evaluate("form => form.getBoundingClientRect().height") <= 2.2 * 640
    assert not person.page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_the_lobby_asks_nothing_of_the_edition_that_is_not_played(crowd: Crowd) -> None:
    game_session = GameSession[State](crowd, {1: "Ana", 2: "Ben"})
    host = game_session.people[0]
    host.becomes_host()
    host.page.locator("button.game[value='ancient-world']").click()
    host.page.locator("#house-rules [data-differing]").click()
    coins, ambrosia = (
        host.page.locator(f"#begin input[name={name}]").first
        for name in ("option-start-coins", "option-ambrosia-accumulates")
    )
    expect(ambrosia).to_be_visible()
    expect(coins).not_to_be_visible()
    host.picture("ancient-world-second-edition", whole=True)
    host.sets("option-edition", "first")
    expect(coins).to_be_visible()
    expect(ambrosia).not_to_be_visible()
    host.sets("option-start-coins", "5")
    expect(host.page.locator("#house-rules [data-differing]")).to_have_text("1 differs")
    host.sets("option-edition", "second")
    expect(host.page.locator("#house-rules [data-differing]")).to_have_text("as in the rule book")


@pytest.mark.long
def test_no_column_of_a_table_is_cut_on_a_phone(crowd: Crowd) -> None:
    """The words of the columns are longer in Spanish."""
    play = crowd.begun_play("ancient-world", "Marco", "Lucía", "Nuria")
    play.goes_on(2)
    person = crowd.phone(1, language="es-ES")
    person.opens_tab("all")
    tables = person.page.locator("#panel-all .ledger-region")
    assert tables.count() > 3
    person.picture("ancient-tables-es", whole=True)
    assert (
        tables.evaluate_all("all => all.filter(table => table.scrollWidth > table.clientWidth).map(t => t.innerText)")
        == []
    )


def test_a_hint_stands_below_the_folded_answer_that_it_explains(crowd: Crowd) -> None:
    Evening("ancient-world/every-move").begins(crowd, line=7)
    page = crowd.phone(1).page
    page.locator("[name='one.first'][value='1']").check(force=True)
    fold = page.locator("[data-field=round] details.form-fold")
    fold.wait_for()
    hint = page.locator("[data-field=round] .form-hint")
    assert page.evaluate("hint => hint.textContent", hint.element_handle())
    below, above = hint.bounding_box(), fold.bounding_box()
    assert below is not None
    assert above is not None
    assert below["y"] >= above["y"] + above["height"] - 1


def test_a_new_card_fills_while_it_is_entered(crowd: Crowd) -> None:
    game_session = AncientWorld(crowd, "two-seats-own-box.txt")
    crowd.companion.app.log.boxes.put("ancient-world", {})
    game_session.submits(game_session.submitted[0])
    ana = game_session.people[1]
    form = ana.page.locator("form[data-form='turn']").first
    expect(form).to_be_visible()

    def taps_tile(key: str, value: str) -> None:
        form.locator(f"[data-field='{key}'] input[value='{value}']:not([type=hidden], [data-times])").first.check(
            force=True
        )
        expect(form).not_to_have_attribute("data-filling", "")

    for key, value in (("space", "build"), ("card", "new")):
        if form.locator(f"[data-field='{key}'] input[value='{value}']:not([type=hidden])").first.is_checked():
            continue
        taps_tile(key, value)
    drawn = form.locator(".card-drawn")
    expect(drawn).to_contain_text("Empire card")
    expect(drawn.locator(".mark")).to_have_count(0)
    taps_tile("coins", "4")
    taps_tile("symbols", "yellow")
    taps_tile("symbols", "food")
    form.locator("label[data-tally]:has(input[value='food'])").click()
    expect(drawn.locator(".banner-yellow")).to_have_count(1)
    expect(drawn.locator(".mark", has_text="Food")).to_contain_text("2")
    expect(drawn.locator(".mark", has_text="Cost in coins?")).to_contain_text("4")
    ana.picture("ancient-new-card")
