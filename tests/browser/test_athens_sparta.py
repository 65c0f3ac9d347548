"""Athens & Sparta through the pages: two phones and the table screen, an Olympiad with a siege, to the score sheet."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from companion.core.questions import Answer
from companion.games.athens_sparta import moves
from companion.games.athens_sparta.queries import free_blocks, unknown_facts
from companion.games.athens_sparta.state import AssigningHits, CombatTurn, LookingUpCity, PlanningReplacements, State
from tests.browser.conftest import Crowd
from tests.browser.filled_form import FilledForm
from tests.browser.game_session import GameSession
from tests.browser.people import Person, taps
from web.templating.helpers import dialogue_id

ATHENS, SPARTA, TABLE = 1, 2, 0
STEPS = 300
"""More answers than these evenings need."""


class War(GameSession[State]):
    """Two phones, the host's tablet for what the table is asked, and the table screen."""

    def __init__(self, crowd: Crowd, level: str, **options: str) -> None:
        super().__init__(crowd, {ATHENS: "Marco", SPARTA: "Lucía"})
        self.begins("athens-sparta", level=level, options=options, picture=f"athens-{level}")
        self.forms: dict[int, FilledForm] = {}
        self.screen = crowd.person(size=(1920, 1080), scale=1)
        self.screen.opens("/table")

    @property
    def moves(self) -> set[str]:
        """The names of all kinds of moves in the log."""
        return {kind.__name__ for kind in self.made}

    def says(self, seat: int, *answers: Answer) -> None:
        """A seat answers on its page, one question after the other; dice are tapped as they lie."""
        for answer in answers:
            self.gives(self.people[seat], seat, answer)

    def gives(self, person: Person, seat: int, answer: Answer) -> None:
        asked = self.asks(seat)
        if asked.throws is not None and answer == asked.question.preset:
            return  # its dice are told with it
        form, digest = f"form#{dialogue_id(asked)}", asked.digest
        if asked.form is not None:
            person.opens_cover(form)
            if self.form_of(seat).answers(answer):
                del self.forms[seat]
            return
        shown = person.page.locator(f"{form}[data-digest='{digest}']")
        expect(shown).to_have_count(1)
        person.opens_cover(form)
        expect(shown).to_be_visible()
        kind = shown.get_attribute("data-kind")
        if asked.throws is not None and isinstance(answer, list):
            self.fills(shown, "dice", answer, "thrown")
        elif kind == "confirm":
            taps(shown, shown.locator(f"button.option[value={'yes' if answer else 'no'}]"))
        else:
            self.fills(shown, kind, answer)
        person.page.wait_for_function(
            "([form, before]) => document.querySelector(form)?.dataset.digest !== before", arg=[form, digest]
        )

    def sends(self, seat: int) -> None:
        """A seat sends its form as it is filled."""
        self.forms.pop(seat).sends()

    def form_of(self, seat: int) -> FilledForm:
        """The form on the page of a seat, as far as it is filled."""
        if seat not in self.forms:
            asked = self.asks(seat)
            self.forms[seat] = FilledForm(self.people[seat], f"form#{dialogue_id(asked)}")
            expect(self.forms[seat].form.locator(f"input[name=digest][value='{asked.form.digest}']")).to_have_count(1)
        return self.forms[seat]

    @staticmethod
    def fills(shown: Any, kind: str | None, answer: Answer, dice: str = "answer") -> None:
        if kind == "count":
            shown.locator("input[name=answer]").fill(str(answer))
        elif kind == "dice":
            assert isinstance(answer, list)
            folded = shown.locator(".throw-faces:not([open]) > summary")
            if folded.count():
                folded.click()
            for number, face in enumerate(answer, start=1):
                die = shown.locator(f"input[name={dice}-{number - 1}][value='{face}']")
                shown.locator(f"label[for='{die.get_attribute('id')}']").click()
                if number < len(answer):  # the last face sends them
                    expect(die).to_be_checked()
            return
        elif isinstance(answer, list):
            for value in answer:
                shown.locator(f"input[name=answer][value='{value}']").check(force=True)
        else:
            taps(shown, shown.locator(f"button.option[value='{answer}']"))
            return
        expect(shown.locator("button[data-act]")).to_be_enabled()
        shown.locator("button[data-act]").click()


def block(seat: int, war: War, kind: str, rating: str, steps: int) -> None:
    war.says(seat, kind, rating, steps)


@pytest.mark.long
def test_a_single_battle_on_two_phones(crowd: Crowd) -> None:
    war = War(crowd, "battle")
    war.says(TABLE, "1", "sparta", "open")
    war.people[SPARTA].picture("athens-battle-kinds-es")
    block(SPARTA, war, "hoplite", "B4", 1)
    war.people[SPARTA].picture("athens-battle-again-es", whole=True)
    war.says(SPARTA, "again", "done")
    block(ATHENS, war, "peltast", "A1", 2)
    block(ATHENS, war, "hoplite", "B2", 3)
    war.says(ATHENS, "done", "fire", [1, 6])
    assert isinstance(war.state.agenda[-1], CombatTurn), "which of two blocks that are alike is hit is not asked"
    assert sum(unit.side == "sparta" for unit in war.state.units) == 1
    war.people[ATHENS].picture("athens-battle-fire")
    war.screen.picture("athens-battle-table")
    war.says(ATHENS, "fire", [1, 2, 3])
    assert war.crowd.companion.moment.phase == "over"
    expect(war.screen.page.locator("#final")).to_be_visible()
    war.screen.picture("athens-battle-table-over")
    war.people[SPARTA].opens("/score")
    expect(war.people[SPARTA].page.locator(".score-page .standing .winner")).to_contain_text("campo")
    war.people[SPARTA].picture("athens-battle-score-es", whole=True)
    assert war.moves == {"SetUp", "SetUpBattle", "Muster", "EndMuster", "CombatAction"}


@pytest.mark.long
def test_an_olympiad_with_every_block_on_its_owners_phone(crowd: Crowd) -> None:
    """Cards are dealt, blocks move and are placed in secret, the plan of replacements is made and changed."""
    war = War(crowd, "full", box="practice")
    war.says(TABLE, "1", 84)
    sparta = war.people[SPARTA]
    for seat in (ATHENS, SPARTA):
        war.says(seat, "keep")
    sparta.opens_cover(sparta.form())
    sparta.picture("athens-full-hand-es", whole=True)
    key = next(key for key, held in free_blocks(war.state, "sparta").items() if held.home == "sparta")
    while war.awaited != SPARTA or war.asks(SPARTA).question.key != "move":
        goes_on(war)
    before = war.screen.page.locator("main").inner_text()
    war.says(SPARTA, "march", "operational", key, "corinth")
    assert "Corinth" not in war.screen.page.locator("main").inner_text().replace(before, "")
    war.says(SPARTA, "end", "regroup", key, "thebes")
    sparta.picture("athens-full-battles-es", whole=True)
    for _ in range(STEPS):
        if isinstance(war.state.agenda[-1], PlanningReplacements):
            break
        goes_on(war)
    war.says(SPARTA, "add", key, "disband")
    war.says(SPARTA, "add", key, "in-sparta", 2)
    sparta.opens_cover(sparta.form())
    sparta.picture("athens-full-plan-es", whole=True)
    war.says(SPARTA, "drop", "1")
    war.says(SPARTA, "ready")
    war.says(ATHENS, "ready")
    assert war.state.olympiad == 85
    assert war.state.blocks[key].body.value.strength == 0
    assert war.moves >= {"KeepHand", "MoveBlock", "PlaceBlock", "AddOrder", "RemoveOrder", "ConfirmPlan"}


@pytest.mark.long
def test_an_olympiad_with_a_siege(crowd: Crowd) -> None:
    war = War(crowd, "light")
    war.says(TABLE, "1", 89, 1, "B2", 3, "C3", 4)
    athens, sparta = war.people[ATHENS], war.people[SPARTA]
    athens.picture("athens-card")
    war.says(ATHENS, 2, "plain")
    war.says(SPARTA, 5, "plain")
    siege_of_amphipolis(war, athens, sparta)
    turn_of_the_besieged(war, athens)
    leaving_and_joining(war)
    for _ in range(STEPS):
        if war.crowd.companion.moment.awaited.over:
            break
        goes_on(war)
    assert war.state.ended is not None
    expect(war.screen.page.locator("#final")).to_be_visible()
    war.screen.picture("athens-table-over")
    sparta.opens("/score")
    expect(sparta.page.locator(".score-page .standing")).to_be_visible()
    sparta.picture("athens-score-es", whole=True)
    athens.opens("/log")
    athens.picture("athens-log")
    assert war.moves == BY_HAND


BY_HAND = {
    kind.__name__
    for kind in (
        moves.SetUp,
        moves.ChooseCard,
        moves.MoveBlock,
        moves.EndMoves,
        moves.Attack,
        moves.LookUpCity,
        moves.Muster,
        moves.EndMuster,
        moves.CombatAction,
        moves.TakeHit,
        moves.Assault,
        moves.Besiege,
        moves.EndBattles,
        moves.LoseHiddenStep,
        moves.JoinSiege,
        moves.LeaveSiege,
        moves.Revolt,
        moves.CorrectHolder,
    )
}
"""What this Olympiad has; hands, plans and hidden blocks have an Olympiad of their own, a single battle too. Sicily,
Persia and the sack of a city are among the recorded plays.
"""


def siege_of_amphipolis(war: War, athens: Person, sparta: Person) -> None:
    """Sparta moves, attacks, storms the walls after both defenders went in, and stays before them."""
    war.says(SPARTA, "march", "operational", "end")
    sparta.picture("athens-battles-es", whole=True)
    war.says(SPARTA, "battle", "amphipolis")
    war.says(TABLE, 2, False, False)
    block(SPARTA, war, "hoplite", "B4", 4)
    block(SPARTA, war, "peltast", "A1", 4)
    war.says(SPARTA, "done")
    block(ATHENS, war, "hoplite", "B2", 3)
    block(ATHENS, war, "peltast", "A1", 2)
    war.says(ATHENS, "done")
    athens.picture("athens-act", whole=True)
    war.screen.picture("athens-table-battle")
    war.says(ATHENS, "fire", [3, 6])
    war.says(SPARTA, "fire", [1, 2, 4, 6])
    war.says(ATHENS, "fire", [2, 5])
    assert isinstance(war.state.agenda[-1], AssigningHits)
    sparta.picture("athens-hit-es")
    war.says(SPARTA, peltast(war, "sparta"), "fire")
    sparta.picture("athens-dice-es")
    war.says(SPARTA, [1, 4, 5, 6])
    war.says(ATHENS, peltast(war, "athens"), "withdraw")
    war.says(SPARTA, "fire", [2, 3, 5])
    war.says(ATHENS, "withdraw")
    sparta.picture("athens-assault-es", whole=True)
    war.says(SPARTA, [hoplite(war, "sparta")], "fire", [2, 3, 5, 6])
    war.says(ATHENS, peltast(war, "athens"))
    war.says(SPARTA, [hoplite(war, "sparta"), peltast(war, "sparta")])
    sparta.picture("athens-siege-es", whole=True)
    war.says(SPARTA, "end")


def of_kind(war: War, side: str, kind: str) -> str:
    units = [unit for unit in war.state.units if unit.side == side and unit.place == "amphipolis"]
    return next(unit.handle for unit in units if war.state.blocks[unit.block].body.value.kind == kind)


def hoplite(war: War, side: str) -> str:
    return of_kind(war, side, "hoplite")


def peltast(war: War, side: str) -> str:
    return of_kind(war, side, "peltast")


def turn_of_the_besieged(war: War, athens: Person) -> None:
    """Sparta lost a step of the garrison of Potidaea before; now everybody in Amphipolis and before Potidaea rolls."""
    while war.awaited == SPARTA:
        goes_on(war)
    war.says(ATHENS, "end", "end")
    while war.state.turn == 1:
        if war.awaited == ATHENS and war.asks(ATHENS).question.key == "wound":
            athens.picture("athens-wound")
        goes_on(war)
    war.screen.picture("athens-table-sieges")


def leaving_and_joining(war: War) -> None:
    """A block comes to the siege, another leaves it; a city revolts; the table sets a city right."""
    war.says(ATHENS, 1, "plain")
    war.says(SPARTA, 5, "plain")
    war.says(SPARTA, "bring", "hoplite", "B3", 3)
    war.says(SPARTA, "lift", peltast(war, "sparta"))
    war.says(SPARTA, "revolt", "amphipolis", 1)
    war.says(SPARTA, "B3")
    sparta = war.people[SPARTA]
    sparta.picture("athens-moves-filled-es", whole=True)
    war.sends(SPARTA)
    war.says(TABLE, "city", "samos", "athens")
    while war.awaited in (SPARTA, TABLE) and war.state.turn == 2:
        goes_on(war)


def goes_on(war: War) -> None:
    """Whoever is awaited says the usual, on the page."""
    seat = war.awaited
    question = war.asks(seat).question
    due = war.state.agenda[-1]
    if isinstance(due, LookingUpCity):  # nothing of a city is chosen beforehand
        printed: dict[str, Answer] = {"colour": "blue", "points": 1}
        fields = unknown_facts(war.state, due.city, due.fields)
        war.says(seat, *(printed.get(field, False) for field in fields), False)
        return
    if seat in war.forms:
        war.sends(seat)
        return
    match question.kind:
        case "dice":
            war.says(seat, [1] * (question.dice - 1) + [6])
        case "confirm":
            war.says(seat, False)
        case _:
            usual = question.default
            war.says(seat, question.options[0].value if usual is None else usual)


def colours_of(person: Person) -> list[str]:
    """In which colours a page draws the shapes of both seats."""
    return [
        person.page.evaluate(
            """seat => { const shape = document.body.appendChild(document.createElement("span"));
            shape.className = `shape seat-${seat}`; const colour = getComputedStyle(shape).color;
            shape.remove(); return colour; }""",
            seat,
        )
        for seat in (1, 2)
    ]


BLUE, RED = "rgb(111, 155, 255)", "rgb(255, 106, 92)"


@pytest.mark.long
def test_seats_wear_the_colour_of_their_side_and_a_map_nobody_entered_is_asked(crowd: Crowd) -> None:
    """The second place commands Athens: it is blue from then on, on every page, without loading it anew."""
    war = War(crowd, "light")
    athens, sparta = war.people[2], war.people[1]
    athens.picture("athens-setup-es", whole=True)
    before = colours_of(athens)
    war.says(TABLE, "2", 84, 0)
    for person in (athens, sparta, war.screen):
        expect(person.page.locator("[data-colours~='2-blue']").first).to_be_attached()
        assert colours_of(person) == [RED, BLUE] != before
    for page in ("/log", "/score", "/seat"):
        sparta.opens(page)
        assert colours_of(sparta) == [RED, BLUE]
    war.says(1, 2, "plain")
    war.says(2, 5, "plain")
    war.says(2, "march")
    athens.picture("athens-move-es", whole=True)
    war.says(2, "operational", "revolt")
    athens.picture("athens-revolt-es", whole=True)
    war.says(2, "thebes")
    athens.picture("athens-look-es")
    war.says(2, 2, False, "end", "battle")
    athens.picture("athens-battles-es", whole=True)
    war.says(2, "open", "number")
    athens.picture("athens-muster-es", whole=True)
    assert war.state.places == {"field-1": ""}
    war.screen.picture("athens-open-table")
