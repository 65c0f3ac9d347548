"""Forms: several questions at once, filled with usual and given answers, and moves that go together."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.dialogue import Done, walk
from companion.core.errors import Refused
from companion.core.forms import Filled, fill, held_up, together
from companion.core.questions import Answer, Asking, Count
from companion.core.secrecy import PUBLIC, BrokenSeal, Viewer, seen
from companion.core.step import TABLE, Step
from companion.core.wording import say
from tests.core.test_torture import GAME, begun, do, new, on_turn
from tests.core.torture import Torture
from tests.core.torture.agenda import Hits
from tests.core.torture.asking import ask_hit
from tests.core.torture.moves import Add, Lose, Move, Ready, SetUp
from tests.core.torture.state import State


def filled(state: Any, seat: int, before: tuple[Answer, ...] = (), **given: Answer) -> Filled:
    viewer = PUBLIC if seat == TABLE else Viewer(seat)
    form = fill(GAME, seen(state, viewer), seat, before, {key.replace("_", "-"): given[key] for key in given})
    assert form is not None
    return form


def answers(form: Filled) -> list[tuple[str, Answer | None, bool]]:
    return [(field.key, field.answer, field.given) for field in form.fields]


def test_a_form_shows_its_usual_answers_and_what_they_come_to() -> None:
    form = filled(new(1, 2), TABLE)
    assert answers(form) == [("first", 1, False), ("gold", 2, False)]
    assert form.moves == (SetUp(1, 2),)
    assert form.ready


def test_a_given_answer_replaces_the_usual_one() -> None:
    form = filled(new(1, 2), TABLE, first="2", gold=4)
    assert answers(form) == [("first", "2", True), ("gold", 4, True)]
    assert form.moves == (SetUp(2, 4),)


def test_an_answer_that_is_not_possible_is_refused_at_its_field_and_keeps_the_others() -> None:
    form = filled(new(1, 2), TABLE, first="9", gold=4)
    assert [field.refused is not None for field in form.fields] == [True, False]
    assert answers(form) == [("first", "9", True), ("gold", 4, True)]
    assert not form.ready


class Modest(Torture):
    """The rules know better than the questions what is possible."""

    def apply(self, step: Step[State], move: Move) -> None:
        if isinstance(move, SetUp) and (move.first, move.gold) != (1, 2):
            step.refuse("too-rich", say("That is too much for a beginner."))
        super().apply(step, move)


@pytest.mark.parametrize(
    ("given", "at"), [({"first": "2"}, "first"), ({"gold": 4}, "gold"), ({"first": "2", "gold": 4}, "gold")]
)
def test_what_only_the_rules_refuse_is_said_at_the_last_given_answer(given: dict[str, Answer], at: str) -> None:
    form = fill(Modest(), new(1, 2), TABLE, (), given)
    assert form is not None
    refused = {field.key: field.refused.text for field in form.fields if field.refused is not None}
    assert refused == {at: "That is too much for a beginner."}
    assert not form.ready


def test_answers_for_fields_that_are_not_there_do_not_count() -> None:
    assert filled(new(1, 2), TABLE, nothing=7) == filled(new(1, 2), TABLE)


def test_a_form_is_walked_question_by_question_all_the_same() -> None:
    walked = walk(GAME.ask(new(1, 2), TABLE), [2, 3])
    assert isinstance(walked, Done)
    assert walked.move == SetUp(2, 3)
    assert [question.key for question in walked.answered] == ["first", "gold"]


def test_a_form_goes_on_after_the_answers_before_it() -> None:
    form = filled(new(1, 2), TABLE, (2,))
    assert answers(form) == [("gold", 2, False)]
    assert form.moves == (SetUp(2, 2),)
    with pytest.raises(Refused):
        filled(new(1, 2), TABLE, (9,))


def test_without_a_usual_answer_a_form_waits() -> None:
    form = filled(begun(1, 2), 1)
    assert answers(form) == [("plan", None, False)]
    assert not form.ready
    assert filled(begun(1, 2), 1, plan="ready").moves == (Ready(),)


def test_a_later_question_follows_from_the_earlier_ones() -> None:
    form = filled(begun(1, 2), 1, plan="add")
    assert answers(form) == [("plan", "add", True), ("order", None, False)]
    order = str(form.fields[1].question.options[0].value)  # type: ignore[union-attr]
    chosen = filled(begun(1, 2), 1, plan="add", order=order)
    assert isinstance(chosen.moves[0], Add)
    assert len(chosen.moves) == 1, "after a secret decision no more is decided with it"


def test_a_secret_form_is_for_its_seat_alone() -> None:
    with pytest.raises(BrokenSeal):
        fill(GAME, seen(begun(1, 2), PUBLIC), 1, (), {})


def hit_twice() -> Any:
    state = on_turn(1, 2)
    state.side("1").fleets = 3
    state.agenda.append(Hits("1", 2))
    return state


def test_moves_that_go_together_are_one_form() -> None:
    form = filled(hit_twice(), 1)
    assert [key for key, _, _ in answers(form)] == ["hit", "hit-2"]
    assert len(form.moves) == 2
    assert all(isinstance(move, Lose) for move in form.moves)
    assert len(form.told) == 2
    after = hit_twice()
    for move in form.moves:
        after = do(after, 1, move).state
    assert not isinstance(after.agenda[-1], Hits)


def test_a_form_with_several_moves_is_not_sent_half_begun() -> None:
    form = filled(hit_twice(), 1, hit_2="nonsense")
    assert not form.ready
    assert [field.refused is not None for field in form.fields] == [False, True]


class AskedAnew(Torture):
    """Every loss is a form of its own, though all have the same key."""

    def ask(self, state: Any, seat: int) -> Asking[Any]:
        return together("hits", say("Losses"), ask_hit(state.side("1")), anew=True)


def test_what_is_asked_anew_does_not_continue_a_form() -> None:
    form = fill(AskedAnew(), seen(hit_twice(), Viewer(1)), 1, (), {})
    assert form is not None
    assert [key for key, _, _ in answers(form)] == ["hit"]
    assert len(form.moves) == 1


class AskedApart(Torture):
    """Each loss is followed by a question of another form."""

    def ask(self, state: Any, seat: int) -> Asking[Any]:
        def asking() -> Asking[Any]:
            lost = yield from super(AskedApart, self).ask(state, seat)
            yield from together("why", say("Why?"), iter(Count(key="n", prompt=say("How many?"), high=9, usual=1)))
            return lost

        return together("hits", say("Losses"), asking())


def test_a_bracket_within_a_bracket_is_another_form() -> None:
    known = seen(hit_twice(), Viewer(1))
    first = fill(AskedApart(), known, 1, (), {"hit": "fleet"})
    assert first is not None
    assert [key for key, _, _ in answers(first)] == ["hit"]
    assert (first.moves, first.draft) == ((), ("fleet",))
    second = fill(AskedApart(), known, 1, first.draft, {})
    assert second is not None
    assert (second.form.key, [key for key, _, _ in answers(second)]) == ("why", ["n"])


def test_a_form_changes_nothing_of_what_was_looked_at() -> None:
    state = hit_twice()
    before = GAME.encode_state(state)
    filled(state, 1)
    assert GAME.encode_state(state) == before


class Revealing(Torture):
    """The last piece that is lost reveals something."""

    def apply(self, step: Step[State], move: Move) -> None:
        super().apply(step, move)
        step.revealed = isinstance(move, Lose) and not any(isinstance(due, Hits) for due in step.state.agenda)


def test_a_form_ends_before_a_move_that_reveals() -> None:
    for given in ({}, {"hit-2": "fort"}):
        form = fill(Revealing(), seen(hit_twice(), Viewer(1)), 1, (), dict(given))
        assert form is not None
        assert [field.key for field in form.fields] == ["hit"]
        assert len(form.moves) == 1
        assert form.ready


class OnForms(Torture):
    """A turn begins on a form, and goes on with a secret question where a card is played."""

    def questions(self, state: State, seat: int) -> Any:
        return together("all", say("All"), super().questions(state, seat))


def test_a_form_that_leads_to_a_secret_is_ready_for_everybody_and_says_so() -> None:
    state = on_turn(1, 2)
    for viewer, sealed in ((Viewer(1), False), (PUBLIC, True)):
        form = fill(OnForms(), seen(state, viewer), 1, (), {"turn": "card"})
        assert form is not None
        assert answers(form) == [("turn", "card", True)]
        assert form.draft == ("card",)
        assert form.ready
        assert form.sealed is sealed


def test_a_form_that_is_refused_leads_to_no_secret() -> None:
    form = fill(OnForms(), seen(on_turn(1, 2), PUBLIC), 1, (), {"turn": "fly"})
    assert form is not None
    assert not form.ready
    assert held_up(form.fields).key == "turn"
