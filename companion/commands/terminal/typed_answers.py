"""What people type in a terminal: answers to questions, and commands instead of an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from companion.core.errors import not_offered
from companion.core.options import Option
from companion.core.questions import Answer, AnyQuestion, Confirm, Count, Dice, Fit, Pick, PickMany, Text
from companion.core.wording import Message, Speaker, say, say_n

FIRST, OTHER, NOTHING = "@", "#", "."
ROOM = 76
"""The most characters of a line of squares."""


def lines_of_ways(question: Fit, speaker: Speaker) -> list[str]:
    """Lines with a drawing of every rotation, and where its first square may lie, by column and row from 0."""
    lines = []
    for turn, squares in enumerate(question.turns):
        if len(question.turns) > 1:
            title = speaker.say(say("Turn {n}", n=turn))
            lines.append(f"  {title}")
        lines += [f"    {row}" for row in _drawn(squares)]
        reach = [option.value.rpartition(",") for option in question.reachable()]
        nowhere = speaker.say(say("nowhere"))
        lines += _wrapped([at for at, _, which in reach if int(which) == turn]) or [f"    {nowhere}"]
    return lines


def way_typed(question: Fit, typed: str) -> str:
    """The way that was typed: numbers separated by commas or spaces; the rotation may be left out if there is only
    one.
    """
    parts = re.split(r"[\s,]+", typed.strip())
    if len(parts) == 2 and len(question.turns) == 1:
        parts.append("0")
    return ",".join(parts)


def _drawn(squares: Sequence[tuple[int, int]]) -> Iterator[str]:
    """The rows of a drawing of a piece, its first square marked."""
    columns, rows = [x for x, _ in squares], [y for _, y in squares]
    for y in range(min(rows), max(rows) + 1):
        marks = (_mark(squares, (x, y)) for x in range(min(columns), max(columns) + 1))
        yield " ".join(marks)


def _mark(squares: Sequence[tuple[int, int]], at: tuple[int, int]) -> str:
    if at == squares[0]:
        return FIRST
    return OTHER if at in squares else NOTHING


def _wrapped(squares: Sequence[str]) -> list[str]:
    """The squares in lines that fit a terminal."""
    lines: list[str] = []
    for square in squares:
        if lines and len(lines[-1]) + len(square) < ROOM:
            lines[-1] += f" {square}"
        else:
            lines.append(f"    {square}")
    return lines


COMMANDS = {
    "undo": say("undo"),
    "redo": say("redo"),
    "back": say("back"),
    "score": say("score"),
    "look": say("look"),
    "log": say("log"),
    "seat": say("seat"),
    "help": say("help"),
    "quit": say("quit"),
}


def lines_of(question: AnyQuestion, speaker: Speaker) -> list[str]:
    """The lines of a question: prompt, hint, choices with price and reason."""
    lines = [speaker.say(question.prompt)]
    if question.hint:
        lines.append(speaker.say(question.hint))
    match question:
        case Fit() as fit:
            lines += lines_of_ways(fit, speaker)
        case Pick(options=options) | PickMany(options=options):
            names = _names(options)
            width = max((len(name) for name in names), default=0)
            lines += [
                f"  {name:>{width}}) {_option(option, speaker)}" for name, option in zip(names, options, strict=True)
            ]
        case Confirm(yes=yes, no=no):
            lines += [f"  1) {speaker.say(yes)}", f"  2) {speaker.say(no)}"]
        case Count() | Dice() | Text():
            pass
    if question.preset is not None:
        lines.append(speaker.say(say("Enter alone: {answer}", answer=_typed(question, question.preset))))
    return lines


def _typed(question: AnyQuestion, answer: Answer) -> str:
    match question:
        case Pick(options=options) | PickMany(options=options) if not isinstance(question, Fit):
            names = {str(option.value): name for option, name in zip(options, _names(options), strict=True)}
            chosen = answer if isinstance(answer, list) else [answer]
            return " ".join(names[str(value)] for value in chosen) or "-"
        case Confirm():
            return "1" if answer else "2"
        case Fit() | Count() | Dice() | Text():
            return question.format(answer)


def how_to_answer(question: AnyQuestion) -> Message:
    """What to type."""
    match question:
        case Fit(turns=turns):
            if len(turns) == 1:
                return say("The column and row of its @, as in 2,3")
            return say("The column and row of its @, and its turn, as in 2,3,0")
        case Pick():
            return say("Your choice")
        case PickMany(least=least, most=most):
            return say("From {least} to {most} choices with spaces between them, - for none", least=least, most=most)
        case Count(low=low, high=high):
            return say("A number from {low} to {high}", low=low, high=high)
        case Dice(dice=dice, hits=hits) if hits:
            return say_n(
                "What the die shows, or hits and their number, as in hits 1",
                "What the {n} dice show, or hits and their number, as in hits 1",
                dice,
            )
        case Dice(dice=dice, faces=faces):
            return say_n(
                "What the die shows, from 1 to {faces}",
                "What the {n} dice show, from 1 to {faces}, with spaces between them",
                dice,
                faces=faces,
            )
        case Text(longest=longest):
            return say("A text of at most {n} characters", n=longest)
        case Confirm():
            return say("Your choice")


def read(question: AnyQuestion, typed: str) -> Answer:
    """The answer that somebody typed: choices by their number, everything else in its text form.

    An empty input is the usual answer, if there is one. Raises ``Refused`` if the input has no valid form, or the
    answer is not possible.
    """
    if not typed.strip() and question.preset is not None:
        return question.preset
    answer = _read(question, typed.strip())
    question.check(answer)
    return answer


def is_value(question: AnyQuestion, typed: str) -> bool:
    """Whether the input is the value of a choice, so that it must not be read as a command."""
    match question:
        case Pick(options=options) | PickMany(options=options):
            return _by_value(options) and any(str(option.value) == typed for option in options)
        case Count() | Dice() | Text() | Confirm():
            return False


def _read(question: AnyQuestion, typed: str) -> Answer:
    match question:
        case Fit() as fit:
            return fit.option(way_typed(fit, typed)).value
        case Pick(options=options):
            return _value(options, typed)
        case PickMany(options=options):
            chosen = question.parse(typed.replace(",", " "))
            return [_value(options, str(one)) for one in chosen] if isinstance(chosen, list) else chosen
        case Confirm():
            return {"1": True, "2": False}[typed] if typed in ("1", "2") else question.parse(typed)
        case Text() if not typed.startswith('"'):
            return typed
    return question.parse(typed)


def _value(options: Sequence[Option[Any]], typed: str) -> str:
    for name, option in zip(_names(options), options, strict=True):
        if typed in (name, str(option.value)):
            return str(option.value)
    raise not_offered(typed)


def _names(options: Sequence[Option[Any]]) -> list[str]:
    """What to type for each choice: its place in the list, unless the values are numbers themselves."""
    if _by_value(options):
        return [str(option.value) for option in options]
    return [str(number) for number in range(1, len(options) + 1)]


def _by_value(options: Sequence[Option[Any]]) -> bool:
    return any(str(option.value).lstrip("-").isdecimal() for option in options)


def _option(option: Option[Any], speaker: Speaker) -> str:
    parts = [speaker.say(option.label)]
    if option.price:
        price = ", ".join(
            f"{amount.n} {speaker.say(amount.label) if amount.label else amount.icon}".strip()
            for amount in option.price
        )
        parts.append(f"[{price}]")
    if option.hint:
        parts.append(f"({speaker.say(option.hint)})")
    if option.reason:
        parts.append("- " + speaker.say(say("not now: {why}", why=option.reason)))
    return " ".join(parts)


class Typed(NamedTuple):
    """A typed command with its argument."""

    command: str
    rest: str


class Words:
    """Reads commands for one speaker."""

    def __init__(self, speaker: Speaker) -> None:
        self._own = {speaker.say(message): key for key, message in COMMANDS.items()}
        self._speaker = speaker

    def read(self, typed: str) -> Typed | None:
        """The command in the input, or None."""
        word, _, rest = typed.strip().partition(" ")
        word = word.lower()
        if word == "?":
            return Typed("help", "")
        command = self._own.get(word, word)
        return Typed(command, rest.strip()) if command in COMMANDS else None

    def listed(self) -> str:
        """All commands, separated by commas."""
        return ", ".join(self._own)
