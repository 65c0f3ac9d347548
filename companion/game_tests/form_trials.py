"""Trying a form: all that one change of its fields leads to, or two of them, or several, and what must be true then."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import NamedTuple, TypeVar

from companion.core.chance import ChanceAhead, NoChance
from companion.core.forms import Filled, fill
from companion.core.questions import Answer
from companion.core.step import Step
from companion.game_tests.form_changes import Change, changes, pairs, strange
from companion.game_tests.random_play import Dialogue, RandomPlay

T = TypeVar("T")


class Limits(NamedTuple):
    """How many changes of a form are tried at most: of one field, of two, and walks of several. A form with at most
    ``small`` of one and of two is tried with all of them.
    """

    singles: int
    pairs: int
    walks: int
    small: int


BRIEFLY = Limits(40, 10, 1, 40)
AT_LENGTH = Limits(1000, 150, 3, 600)
STEPS_OF_A_WALK = 5


def begins(dialogue: Dialogue) -> Iterator[tuple[Answer, ...]]:
    """The answers before each form of a dialogue; of one bracket, public and secret questions are two."""
    last = None
    for place, question in enumerate(dialogue.questions):
        begun = (question.form.key, question.secret) if question.form is not None else None
        if begun and begun != last:
            yield dialogue.answers[:place]
        last = begun


def form_at(random_play: RandomPlay, dialogue: Dialogue, before: tuple[Answer, ...], **given: Answer) -> Filled:
    filled = fill(random_play.game, random_play.known(dialogue.seat), dialogue.seat, before, given)
    assert filled is not None
    return filled


def taken(random_play: RandomPlay, seat: int, filled: Filled) -> None:
    """The moves of a form that may be sent are taken by the rules, one after the other, on the true state."""
    state = random_play.state
    for number, move in enumerate(filled.moves):
        copy = random_play.game.copy(state)
        step = Step(copy, seat, NO_CHANCE)
        try:
            random_play.game.apply(step, move)
        except ChanceAhead:
            assert filled.ahead is not None, "a chance that the form did not say"
            assert number == 0, "a chance within a form"
            return
        state = step.state


NO_CHANCE = NoChance()


def looked_at(random_play: RandomPlay, dialogue: Dialogue, before: tuple[Answer, ...], **given: Answer) -> Filled:
    """A form, of which everything that must be true of any form was found true."""
    filled = form_at(random_play, dialogue, before, **given)
    keys = [field.key for field in filled.fields]
    assert len(set(keys)) == len(keys), keys
    assert len({field.question.secret for field in filled.fields}) == 1, "public and secret questions on one form"
    for field in filled.fields:
        assert field.given == (field.key in given)
        if not field.given and field.answer is not None:
            field.question.check(field.answer)
    assert not filled.sealed, "a form that leads its own seat to a secret of others"
    if filled.ready:
        taken(random_play, dialogue.seat, filled)
    else:
        assert says_why(filled), "not ready, and nobody is told why"
    return filled


def says_why(filled: Filled) -> bool:
    """Whether a form says at a field what keeps it from being sent."""
    return any(field.refused is not None or field.answer is None for field in filled.fields)


def change_everything(
    random_play: RandomPlay, dialogue: Dialogue, before: tuple[Answer, ...], filled: Filled, limits: Limits
) -> None:
    def change(*made: Change) -> Filled:
        changed = looked_at(random_play, dialogue, before, **dict(made))
        stands_before(filled, changed, {key for key, _ in made})
        return changed

    singles = some_of(random_play, changes(filled), limits.singles)
    twice = [pair for single in singles for pair in pairs(filled, change(single), single)]
    few = len(singles) + len(twice) <= limits.small
    for first, second in some_of(random_play, twice, len(twice) if few else limits.pairs):
        change(first, second)
    for other in some_of(random_play, strange(filled), limits.singles):
        change(other)
    for _ in range(limits.walks):
        walked, given = filled, dict[str, Answer]()
        for _ in range(STEPS_OF_A_WALK):
            field = walked.fields[random_play.aside(len(walked.fields))]
            given[field.key] = random_play.answer(field.question)
            walked = looked_at(random_play, dialogue, before, **given)
            stands_before(filled, walked, set(given))


def stands_before(filled: Filled, changed: Filled, keys: AbstractSet[str]) -> None:
    """What stands before the first field that was changed does not depend on it, nor is anything newly refused there;
    nor does what is asked at that field. A move that comes to chance behind another one leaves the form, with the field
    that said so.
    """
    place = next((at for at, field in enumerate(filled.fields) if field.key in keys), len(filled.fields))
    assert changed.fields[:place] == filled.fields[: min(place, len(changed.fields))]
    if len(changed.fields) <= place:
        assert changed.moves, "a form that lost what was changed in it, and comes to nothing"
    elif place < len(filled.fields):
        assert changed.fields[place].question == filled.fields[place].question


def some_of(random_play: RandomPlay, things: list[T], most: int) -> list[T]:
    """All of them, or so many at random."""
    if len(things) <= most:
        return things
    left = list(things)
    return [left.pop(random_play.aside(len(left))) for _ in range(most)]
