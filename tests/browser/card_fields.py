"""Fields of a dense form that are tapped part by part: symbols as often as they are printed, and sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from playwright.sync_api import Locator

from companion.core.forms import usual_answer
from companion.core.questions import Answer, Pick, PickMany, Question

Tap = Callable[[Locator], None]


def tapped_in_parts(form: Locator, key: str, question: Question, answer: Answer, tap: Tap) -> bool:
    """Tap such a field to its answer; False for any other one, of which nothing is tapped."""
    for tile in _tiles(form, key, question, answer):
        folded = tile.locator("xpath=ancestor::details[not(@open)]")
        if folded.count():
            tap(folded.first.locator("> summary"))
        tap(tile)
        form.page.wait_for_function("() => !document.querySelector('form[data-filling]')")
    return _is_set(question) or (isinstance(question, PickMany) and bool(question.counted_by or question.counts))


def _is_set(question: Question) -> bool:
    return isinstance(question, Pick) and question.set_of is not None


def _tiles(form: Locator, key: str, question: Question, answer: Answer) -> Iterator[Locator]:
    """What is tapped, in its order."""
    match question:
        case Pick(set_of=parts) if parts is not None:
            if str(answer) not in parts.sums:
                yield _label(form, f"instead.{key}", str(answer))
                return
            usual = usual_answer(question)
            shown = set() if usual is None else set(str(usual).split("+"))
            for part in sorted(shown ^ set(str(answer).split("+"))):
                yield _label(form, f"set.{key}", part)
        case PickMany(counted_by=by) if by:
            picked = answer if isinstance(answer, list) else []
            for value in picked:
                yield _label(form, f"many.{key}", str(value))
            if not picked:
                yield _label(form, f"none.{key}", "yes")
        case PickMany(counts=counts) if counts:
            for value in answer if isinstance(answer, list) else []:
                again = int(str(value).rpartition("*")[2]) - 1
                yield from [_label(form, f"many.{key}", str(value))] * again


def _label(form: Locator, name: str, value: str) -> Locator:
    return form.locator(f"label:has(input[name='{name}'][value='{value}'])")
