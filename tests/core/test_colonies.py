"""The game of forms has what it is there for: every kind of question, every layout, secrets, several moves."""

from __future__ import annotations

from typing import Any, get_args

from companion.core.forms import Filled, fill
from companion.core.questions import Answer, AnyQuestion, Layout
from companion.core.secrecy import Viewer, seen
from companion.core.setup import Seated, Setup, checked_setup
from companion.core.step import Step
from tests.core.colonies import Colonies
from tests.core.colonies.state import Found, Hide, Leave, Load, State

GAME = Colonies()
COLONY: dict[str, Answer] = {"goods": "wine", "harbour": "1,0", "field": "1,0,0", "omen": [2, 6]}


def form_of(state: State, **given: Answer) -> Filled:
    form = fill(GAME, seen(state, Viewer(1)), 1, (), given)
    assert form is not None
    return form


def sent(state: State, form: Filled) -> State:
    assert form.ready
    for move in form.moves:
        step: Step[State] = Step(state, 1, None)  # type: ignore[arg-type]  # nothing here comes to chance
        GAME.apply(step, move)
        state = step.state
    return state


def asked_in_turn() -> list[Filled]:
    """The forms of a turn, each filled as it is sent."""
    state: State = GAME.new(checked_setup(GAME.meta, Setup((Seated(1, "Ana"), Seated(2, "Ben")))))
    given: list[dict[str, Any]] = [{"load": "load", "ships": 3}, COLONY, {**COLONY, "goods": "oil"}]
    forms = []
    for answers in given:
        forms.append(form_of(state, **answers))
        state = sent(state, forms[-1])
    return forms


def test_every_kind_of_question_stands_on_a_public_and_on_a_secret_form() -> None:
    kinds = set(get_args(AnyQuestion))
    kinds = {getattr(kind, "__origin__", kind) for kind in kinds}
    _, found, hidden = asked_in_turn()
    for form, secret in ((found, False), (hidden, True)):
        assert {type(field.question) for field in form.fields} == kinds
        assert {field.question.secret for field in form.fields} == {secret}
    assert [type(move) for move in (*found.moves, *hidden.moves)] == [Found, Hide]


def test_every_layout_is_used_and_one_form_makes_several_moves() -> None:
    forms = asked_in_turn()
    # an open one has lists and numbers only, as in Olympos
    assert {form.form.layout for form in forms} | {"open"} == set(get_args(Layout))
    assert [type(move) for move in forms[0].moves] == [Load, Leave]
