"""Taps of a phone for an answer: one pointer activation each, a typed digit or letter included, and a tap that the page
would ignore. The shortest way has none of these, however long the phone lay there before.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from companion.core.forms import usual_answer
from companion.core.questions import Answer, AnyQuestion, Confirm, Count, Dice, Fit, Form, Pick, PickMany, Text
from web.templating.form_rows import begins_folded, folds_explained, lines_of_numbers, near_and_far
from web.templating.helpers import has_face_keys, near_and_apart, quick_steps

SEND = 1
"""The button that sends the answer."""
UNFOLD = 1
"""The tap that opens what a form has folded: a row that others follow, a list, the higher ones of small numbers;
and that which opens the options that stand apart."""
LIST = 2
"""The list of ways to lay a piece, and the way."""


def taps(question: AnyQuestion, answer: Answer, *, last: bool = True) -> int:
    """Taps from the question as it appears to the answer sent, by the shortest way the page offers. ``last``: it ends
    the dialogue, or a service asks, so that an option is chosen first and then sent.
    """
    preset = question.preset
    ends = isinstance(question, Pick) and bool(question.done) and str(answer) == question.done
    at_once = isinstance(question, Pick) and question.large
    if ends or at_once or (preset is not None and question.format(preset) == question.format(answer)):
        return SEND
    match question:
        case Fit(turns=turns):
            # a square of the picture, and the key that turns the piece; or the list
            quarters = 0 if len(turns) == 1 else int(str(answer).rpartition(",")[2])
            return min(1 + quarters, LIST) + SEND
        case Pick(options=options):
            folded = question.option(answer) in near_and_apart(options)[1]
            return 1 + (SEND if last else 0) + (UNFOLD if folded else 0)
        case Confirm():
            return 1 + (SEND if last else 0)
        case PickMany():
            return _taps_to_picked(_texts(answer), _texts(preset)) + SEND
        case Count(low=low, high=high, start=start):
            shown = min(max(start, low), high) if preset is None else int(str(preset))
            return _taps_to_number(int(str(answer)), shown, low, high) + SEND
        case Dice(hits=hits) if hits:
            return UNFOLD + len(answer) if isinstance(answer, list) else 1  # what is tapped last sends it
        case Dice(faces=faces):
            shown_dice = _texts(preset) or [""] * len(_texts(answer))
            turned = [face for face, shown in zip(_texts(answer), shown_dice, strict=True) if face != shown]
            return sum(1 if has_face_keys(faces) else 1 + len(face) for face in turned) + SEND
        case Text(start=start):
            return (0 if answer == start else 1 + len(str(answer))) + SEND
    raise TypeError(question.kind)


def form_taps(question: AnyQuestion, answer: Answer, counts: int = 1, *, first: bool = False) -> int:
    """Taps from a field of a form as it appears to the answer; the button of the form is not among them. ``counts``:
    the numbers that its row asks for. ``first``: it is the first field of the form.
    """
    usual = usual_answer(question)
    if usual is not None and question.format(usual) == question.format(answer):
        return 0
    if question.form is not None and question.form.layout in ("dense", "open"):
        return _dense_taps(question, answer, usual, first=first)
    return _field_taps(question, answer, usual, counts) + (UNFOLD if folds_explained(question) else 0)


def _dense_taps(question: AnyQuestion, answer: Answer, usual: Answer | None, *, first: bool) -> int:
    near, _ = near_and_far(question)
    if near:
        return 1 if int(str(answer)) in near else UNFOLD + 1
    if isinstance(question, Pick) and question.set_of is not None:
        return _taps_to_set(question, answer, usual)
    if isinstance(question, PickMany) and (question.counted_by or question.counts):
        return _tallied_taps(question, answer)
    folded = usual is not None and begins_folded(question, first=first)
    return _field_taps(question, answer, usual, 1) + (UNFOLD if folded else 0)


def _taps_to_set(question: Pick[Any], answer: Answer, usual: Answer | None) -> int:
    """Each part that comes or goes; an answer that is no set is tapped at once."""
    if question.set_of is not None and str(answer) not in question.set_of.sums:
        return 1
    shown = set() if usual is None else set(str(usual).split("+"))
    return len(shown ^ set(str(answer).split("+")))


def _tallied_taps(question: PickMany[Any], answer: Answer) -> int:
    """A tap on a symbol, and one for each time that it is there again; what is seldom printed is unfolded."""
    picked = _texts(answer)
    if question.counts:
        return sum(int(one.rpartition("*")[2]) - 1 for one in picked)
    seldom = {str(option.value) for option in question.options[question.likely :]}
    return max(len(picked), 1) + (UNFOLD if seldom and (not picked or seldom & set(picked)) else 0)


def _field_taps(question: AnyQuestion, answer: Answer, usual: Answer | None, counts: int) -> int:
    match question:
        case Fit() | Confirm():
            return 1
        case Pick():
            return 1 + (UNFOLD if _lies_apart(question, answer) else 0)
        case PickMany():
            return _taps_to_picked(_texts(answer), _texts(usual))
        case Count(form=Form(layout="rows")) if lines_of_numbers(question, counts):
            return 1
        case Count(low=low, high=high):
            wanted = str(answer)
            typed = 1 + len(wanted) + (len(str(usual)) if usual is not None else 0)
            return (
                typed if usual is None else min(typed, _taps_to_number(int(wanted), int(str(usual)), low, high, (1,)))
            )
        case Dice() | Text():
            return taps(question, answer) - SEND


def _lies_apart(question: Pick[Any], answer: Answer) -> bool:
    """Whether a form folds this option with others that stand apart; it does not fold a single one."""
    _, apart = near_and_apart([option for option in question.options if option.reason is None])
    return len(apart) > 1 and question.option(answer) in apart


def _texts(answer: Answer | None) -> list[str]:
    return [str(part) for part in answer] if isinstance(answer, list) else []


def _taps_to_picked(wanted: list[str], shown: list[str]) -> int:
    """The order counts: what is picked already stays first as long as it is wanted first."""
    if wanted[: len(shown)] == shown:
        return len(wanted) - len(shown)
    return len(shown) + len(wanted)


def _taps_to_number(wanted: int, start: int, low: int, high: int, steps: tuple[int, ...] = ()) -> int:
    """Fewest taps from ``start``: on the buttons beside the number (by ``steps``, or those of a page of its own), or in
    its field (one to enter it, one for every digit deleted and typed).
    """
    typed = 1 + len(str(start)) + len(str(wanted))
    seen, queue = {start}, deque([(start, 0)])
    while queue:
        number, tapped = queue.popleft()
        if number == wanted:
            return tapped
        if tapped >= typed:
            return typed
        for step in steps or quick_steps(low, high):
            for reached in (max(number - step, low), min(number + step, high)):
                if reached not in seen:
                    seen.add(reached)
                    queue.append((reached, tapped + 1))
    return typed
