"""Presses of the keys of a place for an answer: one press each, and one for a sweep of the knob, however far."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from companion.core.questions import Answer, AnyQuestion, Confirm, Count, Dice, Fit, Pick, PickMany, Place, Text
from companion.service.panel.dials import Dial, as_dialled, dial_for, pressed_ok, turned
from companion.service.play.play_views import Dialogue

KeyPress = Literal["ok", "hold", "back"] | int
"""OK, OK held, BACK, or a sweep of the knob by so many steps."""


def presses(question: AnyQuestion, answer: Answer) -> tuple[KeyPress, ...] | None:
    """What is pressed from the question as it appears to the answer given; None where keys cannot give it."""
    dialogue = Dialogue(seat=0, question=question, digest="")
    return dialled(dialogue, dial_for(dialogue, None), answer)


def dialled(dialogue: Dialogue, dial: Dial, answer: Answer) -> tuple[KeyPress, ...] | None:
    """What is pressed from where a dial stands."""
    question = as_dialled(dialogue.question)
    if isinstance(dialogue.question, Dice) and dialogue.question.hits:
        answer = dialogue.question.hits_of(answer)
    if isinstance(dialogue.question, PickMany) and isinstance(answer, list):
        certain = {option.value for option in dialogue.question.options if option.certain}
        answer = [value for value in answer if value not in certain]
    done = [press for press in _wanted(question, dial, answer) if press != 0]
    if isinstance(question, PickMany) and len(done) > 2 and done[-3] == "ok":
        # held on the last option, OK takes what is picked
        done[-3:] = ["hold"]
    return tuple(done) if _gives(question, dial, done, answer) else None


def _wanted(question: AnyQuestion, dial: Dial, answer: Answer) -> Iterator[KeyPress]:
    match question:
        case Count():
            yield int(str(answer)) - dial.value
            yield "ok"
        case Dice():
            for face, shown in zip(answer if isinstance(answer, list) else (), dial.dice, strict=False):
                yield int(face) - shown
                yield "ok"
        case Confirm():
            yield (0 if answer else 1) - dial.at
            yield "ok"
        case PickMany(options=options):
            at, wanted = dial.at, [str(value) for value in answer] if isinstance(answer, list) else []
            # what is picked already keeps its place in the order, as far as it is wanted first
            kept = dial.picked == tuple(wanted[: len(dial.picked)])
            for value in wanted[len(dial.picked) :] if kept else (*dial.picked, *wanted):
                there = [str(option.value) for option in options].index(value)
                yield there - at
                yield "ok"
                at = there
            yield len(options) - at
            yield "ok"
        case Fit():
            yield from _laid(question, dial, answer)
        case Pick(options=options):
            yield _steps_to(question, dial, str(answer))
            yield "ok"
        case Text():
            pass


def _steps_to(question: Pick[str], dial: Dial, value: str) -> int:
    options = question.options
    if isinstance(question, Place):
        # the cursor walks over positions in reach only
        options = tuple(option for option in options if option.reason is None)
    listed = [str(option.value) for option in options]
    here = str(question.options[dial.at].value)
    return listed.index(value) - listed.index(here) if value in listed and here in listed else 0


def _laid(question: Fit, dial: Dial, answer: Answer) -> Iterator[KeyPress]:
    """One sweep for each of turn, row and column that is dialled."""
    goal = tuple(reversed(str(answer).split(",")))
    while True:
        stage = dial.at
        for steps in sorted(range(-_MOST, _MOST + 1), key=abs):
            moved = turned(dial, question, steps)
            if tuple(reversed(question.options[moved.value].value.split(",")))[: stage + 1] == goal[: stage + 1]:
                yield steps
                dial = moved
                break
        yield "ok"
        pressed = pressed_ok(dial, question)
        if not isinstance(pressed, Dial):
            return
        dial = pressed


_MOST = 64
"""Steps of a sweep after which nothing new comes on any grid."""


def _gives(question: AnyQuestion, dial: Dial, done: list[KeyPress], answer: Answer) -> bool:
    """Whether these presses, on the dial that keys move, give this answer."""
    for number, press in enumerate(done):
        if isinstance(press, int):
            dial = turned(dial, question, press)
            continue
        result = pressed_ok(dial, question)
        if press == "hold" and isinstance(result, Dial):
            result = list(result.picked)
        if not isinstance(result, Dial):
            return number == len(done) - 1 and question.format(result) == question.format(answer)
        dial = result
    return False
