"""A move on its way through the rules: what it may do, and that nothing is left of it when it is refused."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct, field

from companion.core.boxes import Learned
from companion.core.chance import Drawn, RandomStream, RecordedChance, TableChance
from companion.core.errors import Refused, RulesBug
from companion.core.instructions import inside, reversed_instructions
from companion.core.inventory import Thing, Tracked
from companion.core.options import Option
from companion.core.questions import Count, Dice, Pick
from companion.core.secrecy import PUBLIC, Sealed, Viewer, seal, seen
from companion.core.step import Step, run, try_out
from companion.core.wording import say

ROLL = Dice(key="roll", prompt=say("Roll."), dice=1)
NO = say("No.")


class Purse(Struct):
    gold: int = 3
    card: Sealed[str] = field(default_factory=lambda: seal("owl", 2))


def chance(*answers: Any) -> RecordedChance:
    return RecordedChance([Drawn("roll", answer, "cardboard") for answer in answers])


def test_a_move_that_goes_through_gives_everything_the_log_keeps() -> None:
    def rules(step: Step[Purse]) -> None:
        (face,) = step.chance(ROLL)
        step.state.gold += face
        step.tell(say("{n} gold found.", n=face))
        step.learn("card", "owl", "worth", 2)

    outcome = run(Purse(), 1, chance([4]), rules)
    assert outcome.state.gold == 7
    assert outcome.told == (say("{n} gold found.", n=4),)
    assert outcome.drawn == (Drawn("roll", [4], "cardboard"),)
    assert outcome.learned == (Learned("card", "owl", "worth", 2),)
    assert not outcome.revealed


GOLD = Thing("gold", lambda n: say("{n} gold", n=n), lambda n: say("{n} gold", n=n))


def purse(state: Purse) -> list[Tracked]:
    return [Tracked("1.gold", say("Gold"), (state, "gold"), 1, thing=GOLD)]


def test_a_part_ends_without_a_log_line_so_that_paid_and_won_are_both_said() -> None:
    def rules(step: Step[Purse]) -> None:
        step.state.gold -= 2
        step.part()
        step.state.gold += 2
        step.tell(say("Changed."))

    instructions = [inside(one) for one in run(Purse(), 1, chance(), rules, purse).instructions]
    assert [(one.verb, one.new - one.old) for one in instructions] == [("put-back", -2), ("take", 2)]


@pytest.mark.parametrize(("by", "people"), [("cardboard", True), ("companion", False)])
def test_the_rules_know_whether_people_drew(by: Any, people: bool) -> None:
    found: list[bool] = []

    def rules(step: Step[Purse]) -> None:
        found.append(step.from_cardboard)
        step.chance(ROLL)
        found.append(step.from_cardboard)

    run(Purse(), 1, RecordedChance([Drawn("roll", [4], by)]), rules)
    assert found == [False, people]


def test_a_sealed_instruction_may_have_no_words_but_its_reverse() -> None:
    def rules(step: Step[Purse]) -> None:
        step.instruct(2, Sealed((2,), None), back=say("Put the owl back."))

    [made] = run(Purse(), 1, chance(), rules, purse).instructions
    assert isinstance(made, Sealed)
    assert made.to == (2,)
    [back] = reversed_instructions([made])
    assert inside(back).words == say("Put the owl back.")


def test_a_refusal_carries_its_code_and_reason() -> None:
    for rules, code in ((lambda step: step.refuse("no", NO), "no"), (lambda step: step.require(NO), "out-of-reach")):
        with pytest.raises(Refused) as refused:
            run(Purse(), 1, chance(), rules)
        assert (refused.value.code, refused.value.message) == (code, NO)
    run(Purse(), 1, chance(), lambda step: step.require(None))


def test_refusing_after_a_chance_is_a_bug_because_the_dice_would_have_told() -> None:
    def rules(step: Step[Purse]) -> None:
        step.chance(ROLL)
        step.refuse("no", NO)

    with pytest.raises(RulesBug, match="after a chance"):
        run(Purse(), 1, chance([4]), rules)


def test_a_chance_becomes_what_its_question_says() -> None:
    step = Step(Purse(), 1, TableChance(RandomStream(b"seed"), {}))
    colours = (Option(7, say("red")), Option(8, say("blue")))
    colour = step.chance(Pick[int](key="colour", prompt=say("Which?"), options=colours))
    count = step.chance(Count(key="count", prompt=say("How many?"), low=3, high=3))
    assert colour in (7, 8)
    assert count == 3


def test_a_chance_recorded_out_of_bounds_is_not_taken() -> None:
    def rules(step: Step[Purse]) -> None:
        step.chance(ROLL)

    with pytest.raises(Refused):
        run(Purse(), 1, chance([7]), rules)


def test_only_questions_can_be_put_to_chance() -> None:
    step: Any = Step(Purse(), 1, chance())
    with pytest.raises(RulesBug):
        step.chance(6)


def test_a_seal_is_opened_to_some_or_to_all() -> None:
    step = Step(Purse(), 1, chance())
    assert step.reveal(step.state.card, 4) == "owl"
    assert [seen(step.state, Viewer(seat)).card.known for seat in (1, 2, 4)] == [False, True, True]
    assert not seen(step.state, PUBLIC).card.known
    assert step.revealed
    step.reveal(step.state.card)
    assert seen(step.state, PUBLIC).card.value == "owl"
    step.reveal(step.state.card, 5)
    assert seen(step.state, PUBLIC).card.known, "what is open to all stays open"


def test_revealing_is_noted_for_undo() -> None:
    def rules(step: Step[Purse]) -> None:
        step.reveal(step.state.card)

    assert run(Purse(), 1, chance(), rules).revealed


# -- trying out ----------------------------------------------------------------------------------------------------


def test_trying_out_ends_at_a_chance() -> None:
    def rules(step: Step[Purse]) -> None:
        step.tell(say("You roll."))
        step.chance(ROLL)
        step.tell(say("You rolled."))

    assert try_out(Purse(), 1, rules) == ((say("You roll."),), "roll")


def test_trying_out_ends_at_the_secret_of_somebody_else() -> None:
    def rules(step: Step[Purse]) -> None:
        step.tell(say("You look at a card."))
        step.tell(say("It is the {card}.", card=step.reveal(step.state.card)))

    first, second = say("You look at a card."), say("It is the {card}.", card="owl")
    assert try_out(seen(Purse(), Viewer(1)), 1, rules) == ((first,), "")
    assert try_out(seen(Purse(), Viewer(2)), 2, rules) == ((first, second), None)


def test_trying_out_refuses_like_the_move_itself() -> None:
    with pytest.raises(Refused):
        try_out(Purse(), 1, lambda step: step.refuse("no", NO))
