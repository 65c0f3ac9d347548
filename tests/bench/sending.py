"""What a phone sends for a move: the fields of its forms, step by step, as the page's script does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from secrets import token_hex
from typing import NamedTuple

from msgspec import Struct

from companion.core.forms import field_keys, same_form
from companion.core.questions import Answer, Confirm, Dice, PickMany, Question, Text
from companion.playthroughs.moves_made import MoveMade
from companion.service.play.dialogues import CHANCE, only_answer

Fields = list[tuple[str, str]]


class Tap(Struct, frozen=True):
    """A thing that is sent: one answer (``form`` is False), or the fields of a form. ``last``: it ends the dialogue."""

    seat: int
    answers: dict[str, tuple[Question, Answer]]
    form: bool = False
    last: bool = True
    service: str = ""

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.service}{' '.join(question.key for question, _ in self.answers.values())}"


class Asked(Struct, frozen=True):
    """A question on a page: whom it asks, by which service, and the digest that an answer carries."""

    seat: int
    service: str
    digest: str


class Sent(NamedTuple):
    """A request of a page: where to, and the fields. ``digest`` is put into it, once it is known, under that name."""

    path: str
    fields: Fields


def taps(moves: Sequence[MoveMade]) -> Iterator[Tap]:
    """What is sent, in order, for moves that are sent together."""
    asked = [(made, place, *step) for made in moves for place, step in enumerate(made.dialogue)]
    while asked:
        made, place, question, answer = asked[0]
        if question.form is None:
            last = place == len(made.dialogue) - 1
            if last or only_answer(question) is None:
                yield Tap(made.seat, {"": (question, answer)}, last=last)
            del asked[0]
            continue
        end = next((at for at, one in enumerate(asked) if not same_form(question, one[2])), len(asked))
        part, asked = asked[:end], asked[end:]
        keys = field_keys([one[2] for one in part])
        yield Tap(made.seat, {key: one[2:] for key, one in zip(keys, part, strict=True)}, form=True)
    for made in moves:
        for question, answer in made.entered:
            yield Tap(made.seat, {"": (question, answer)}, service=CHANCE)


def look(tap: Tap, asked: Asked) -> Sent:
    """What the page asks before the button that sends: how the form looks now, or what the answer would do."""
    if tap.form:
        return Sent("/seat/form/fill", [("seat", str(tap.seat)), *_form_fields(tap)])
    return Sent("/seat/step", _answer_fields(tap, asked))


def send(tap: Tap, asked: Asked, digest: str) -> Sent:
    """What the button sends; ``digest`` is that of the form as it looked last."""
    if tap.form:
        always = [("seat", str(tap.seat)), ("digest", digest), ("nonce", token_hex(8))]
        return Sent("/seat/form", [*always, *_form_fields(tap)])
    return Sent("/seat/answer" if tap.last else "/seat/step", _answer_fields(tap, asked))


def _form_fields(tap: Tap) -> Fields:
    return [field for key, (question, answer) in tap.answers.items() for field in _form_field(key, question, answer)]


def _form_field(key: str, question: Question, answer: Answer) -> Fields:
    match question:
        case PickMany():
            chosen = _texts(answer)
            return [(f"many.{key}", text) for text in chosen] or [(f"was-many.{key}", "something")]
        case Confirm():
            return [(f"yes.{key}", "yes" if answer else "no")]
        case Dice():
            return [(f"dice.{key}.{die}", face) for die, face in enumerate(_texts(answer))]
        case Text():
            return [(f"text.{key}", str(answer))]
    return [(f"one.{key}", str(answer))]


def _answer_fields(tap: Tap, asked: Asked) -> Fields:
    [(question, answer)] = tap.answers.values()
    always = [("seat", str(asked.seat)), ("digest", asked.digest), ("service", asked.service)]
    always += [("nonce", token_hex(8)), ("do", "answer")]
    match question:
        case PickMany():
            return [*always, *(("answer", text) for text in _texts(answer))]
        case Dice():
            return [*always, *((f"answer-{die}", face) for die, face in enumerate(_texts(answer)))]
        case Confirm():
            return [*always, ("answer", "yes" if answer else "no")]
    return [*always, ("answer", str(answer))]


def _texts(answer: Answer) -> list[str]:
    return [str(part) for part in answer] if isinstance(answer, list) else [str(answer)]
