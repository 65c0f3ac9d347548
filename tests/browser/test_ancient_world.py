"""The Ancient World through the pages: two phones and the host's tablet play a file in which every move is made."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import pytest
from playwright.sync_api import Locator, expect

from companion.core.boxes import facts
from companion.games.ancient_world.moves import Move, Roll
from companion.games.ancient_world.state import State
from companion.playthroughs.grammar import parse
from companion.playthroughs.lines import Act
from tests.browser.conftest import Crowd
from tests.browser.game_session import GameSession
from tests.browser.people import Person, taps

FILES = Path(__file__).parents[1] / "golden" / "playthroughs" / "ancient-world"
PICTURES = {
    ("1", "turn"): "ancient-seat-turn",
    ("1", "symbols"): "ancient-seat-symbols",
    ("1", "space"): "ancient-seat-space",
    ("1", "force"): "ancient-seat-force",
    ("2", "how"): "ancient-seat-titan-es",
    ("0", "given"): "ancient-table-asks",
}
"""A picture of the first question of a seat with this key."""


class AncientWorld(GameSession[State]):
    """Who answers what: phones for the seats, the tablet for the table."""

    def __init__(self, crowd: Crowd, file: str) -> None:
        super().__init__(crowd, {1: "Ana", 2: "Ben"}, scheme="light")
        self.played = parse((FILES / file).read_text("utf-8"), file)
        crowd.companion.app.log.boxes.put("ancient-world", facts(self.played.header.box))
        self.begins("ancient-world", chance=self.played.header.chance, picture="ancient")
        self._pictures = dict(PICTURES)

    @property
    def acted(self) -> list[Act]:
        """The answers of the file, in order."""
        return [line for line in self.played.lines if isinstance(line, Act)]

    def acts(self, act: Act) -> None:
        """One line of the file: the answers, then what the dice show."""
        for number, answer in enumerate(act.answers):
            # screens do not ask what has one possible answer
            if len(self.asks(act.seat).answers) <= number:
                self._gives(act.seat, answer.partition("=")[2])
        for chance in act.chance:
            self._gives(act.seat, chance.answer)

    def _gives(self, seat: int, answer: str) -> None:
        person, ask = self.people[seat], self.asks(seat)
        shown = person.page.locator(f"form[data-digest='{ask.digest}']").first
        expect(shown).to_be_visible()
        if name := self._pictures.pop((str(seat), ask.question.key), None):
            person.picture(name, whole=True)
        if not _fill(shown, str(shown.get_attribute("data-kind")), answer):
            expect(shown.locator("button[data-act]")).to_be_enabled()
            shown.locator("button[data-act]").click()
        person.page.wait_for_function(
            "digest => !document.querySelector(`form[data-digest='${digest}']`)", arg=ask.digest
        )


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
        case "confirm":
            shown.locator(f"button[name=answer][value={answer}]").click()
            return True
        case _:
            taps(shown, shown.locator(f"button.option[value='{answer}']"))
            return True
    return False


@pytest.mark.long
def test_an_evening_of_the_ancient_world(crowd: Crowd) -> None:
    game_session = AncientWorld(crowd, "every-move.txt")
    screen: Person = crowd.person(size=(1920, 1080), scale=1)
    screen.opens("/table")
    for number, act in enumerate(game_session.acted):
        if number == len(game_session.acted) * 2 // 3:
            screen.picture("ancient-table")
            game_session.people[1].picture("ancient-seat-later", whole=True)
        game_session.acts(act)
    assert crowd.companion.moment.phase == "over"
    expect(screen.page.locator(".screen-score")).to_be_visible()
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
    game_session = AncientWorld(crowd, "unknown-die.txt")
    for act in game_session.acted[:6]:
        game_session.acts(act)
    assert Roll in game_session.made
    assert any(card.down for card in game_session.state.player(1).cards)


def test_no_column_of_a_table_is_cut_on_a_phone(crowd: Crowd) -> None:
    """The words of the columns are longer in Spanish."""
    play = crowd.begun_play("ancient-world", "Marco", "Lucía", "Nuria")
    play.goes_on(2)
    person = crowd.phone(1, language="es-ES")
    tables = person.page.locator(".ledger-region")
    assert tables.count() > 3
    person.picture("ancient-tables-es", whole=True)
    assert (
        tables.evaluate_all("all => all.filter(table => table.scrollWidth > table.clientWidth).map(t => t.innerText)")
        == []
    )
