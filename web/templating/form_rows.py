"""How a form lies on a page: what is folded to a line, and which numbers are tapped at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeGuard

from msgspec import Struct, structs

from companion.core.forms import Field
from companion.core.options import Option
from companion.core.questions import AnyQuestion, Count, Fit, Pick, PickMany, Place, Sum, Text
from companion.core.step import LogText
from companion.core.wording import Arg, Message, Wording, listed, say
from companion.service.play.dialogues import in_words

ONE_LINE, TWO_LINES = 6, 10
"""Maximum numbers beside each other on a phone, in one line and in two."""
MANY, VERY_MANY = 8, 12
"""Choices beyond which short ones, or any, lie in a dense grid."""
BRIEF = 12
"""Maximum characters of a short choice."""

BESIDE = 24
"""Maximum letters of three or four choices that lie beside their question on a dense form."""
NARROW, THIRD, WORDY = 6, 8, 24
"""Maximum letters of a choice that takes a quarter of a line, of a word in one that takes a third (a dense form has
room for one more), of the latter.
"""

AT_ONCE, LIKELY = 4, 6
"""Numbers that a dense form shows beside each other, of those that are as likely as others, and of those among which
some are likely; the others are folded behind one more tap.
"""
MOST = 48
"""Numbers of which those that are folded still lie in a grid."""

PAIR, SHORT, LONG = 2, 4, 18
"""Most choices of a list that a dense form never folds, of one that it folds only when it was chosen from, and of one
that it folds before: a longer one has to be looked through.
"""


class FormRow(Struct, frozen=True):
    """The fields of one move among several alike. ``words`` are its answers, which a row shows that is ``folded``."""

    fields: tuple[Field, ...]
    words: tuple[Wording, ...]
    folded: bool

    @property
    def counts(self) -> int:
        """How many numbers it asks for."""
        return sum(isinstance(field.question, Count) for field in self.fields)


def rows(fields: Sequence[Field]) -> list[FormRow]:
    """The rows of a form: one begins wherever its first question comes again. Folded are rows that nobody has touched,
    except the last one, which offers to go on, and those that are done with, since a later one was begun.
    """
    begins = [at for at, field in enumerate(fields) if field.question.key == fields[0].question.key]
    parts = [tuple(fields[at:end]) for at, end in zip(begins, [*begins[1:], len(fields)], strict=True)]
    touched = [any(field.given for field in part) for part in parts]
    return [
        FormRow(part, _words(part), folded=_is_whole(part) and (any(touched[at + 1 :]) or not touched[at]))
        for at, part in enumerate(parts[:-1])
    ] + [FormRow(parts[-1], _words(parts[-1]), folded=False)]


def _is_whole(fields: Sequence[Field]) -> bool:
    """Whether every answer is there and possible."""
    return all(field.answer is not None and not field.refused for field in fields)


def _words(fields: Sequence[Field]) -> tuple[Wording, ...]:
    return tuple(
        in_words(field.question, field.answer) for field in fields if field.answer is not None and not field.refused
    )


def tallied(told: Sequence[LogText]) -> list[tuple[LogText, int]]:
    """What the rules would tell, each line with how often it comes in a row; a line with a secret stands alone."""
    lines: list[tuple[LogText, int]] = []
    for line in told:
        if lines and lines[-1][0] == line and isinstance(line, Message):
            lines[-1] = (line, lines[-1][1] + 1)
        else:
            lines.append((line, 1))
    return lines


def summed(told: Sequence[LogText]) -> list[tuple[LogText, int]]:
    """``tallied`` for short words: where these leave out whose line it is, and it is not the same for all, its name
    stands before them; lines with the same words for several stand as one, with all their names.
    """
    lines = tallied(told)
    nameless = [line.args["who"] for line, _ in lines if _is_nameless(line)]
    if all(who == nameless[0] for who in nameless):
        return lines
    alike: list[tuple[LogText, int, list[Arg]]] = []
    for line, times in lines:
        if not _is_nameless(line):
            alike.append((line, times, []))
            continue
        what = _without_who(line)
        names = next((names for same, often, names in alike if (same, often) == (what, times)), None)
        if names is None:
            alike.append((what, times, [line.args["who"]]))
        else:
            names.append(line.args["who"])
    return [
        (say("{who}: {what}", who=listed(names), what=what) if isinstance(what, Message) and names else what, times)
        for what, times, names in alike
    ]


def _is_nameless(line: LogText) -> TypeGuard[Message]:
    """Whether the short words of a line leave out whom it is about."""
    return isinstance(line, Message) and "who" in line.args and bool(line.short) and "{who}" not in line.short


def _without_who(line: Message) -> Message:
    """A line with no more than its short words say."""
    return structs.replace(line, args={key: arg for key, arg in line.args.items() if f"{{{key}}}" in line.short})


def folds_chosen(fields: Sequence[Field], field: Field) -> bool:
    """Whether a list among others is folded to its answer: it was chosen from, and is too long to be left open. Where
    there are many fields, a shorter one is. What a row need not say is folded from the beginning.
    """
    if not field.given and folds_explained(field.question):
        return True
    least = PAIR if len(fields) > MANY else SHORT
    return len(fields) > 1 and _is_chosen(field) and len(getattr(field.question, "options", ())) > least


def folds_explained(question: AnyQuestion) -> bool:
    """Whether a list that nobody has touched shows only its usual answer, and the rest unfolds by a tap.

    So it is where all other choices stand apart, and in a form of rows where each choice has an explanation: nobody
    reads these in every row.
    """
    if question.preset is not None and isinstance(question, Pick) and not isinstance(question, Place | Fit):
        near = [option.value for option in question.options if not option.apart]
        if len(question.options) > 1 and near == [question.preset]:
            return True
    in_rows = question.form is not None and question.form.layout == "rows"
    if not in_rows or question.preset is None or not _is_list(question):
        return False
    return any(option.hint for option in question.options)


def lines_of_numbers(question: AnyQuestion, counts: int) -> int:
    """In how many lines a row with so many counts shows the numbers of one, to be tapped at once; 0 for a stepper,
    where they are too many, or several counts stand below each other.
    """
    if not isinstance(question, Count) or counts > 1:
        return 0
    numbers = question.high - question.low + 1
    return 0 if numbers > TWO_LINES else 1 if numbers <= ONE_LINE else 2


def lie_densely(options: Collection[Option[Any]]) -> bool:
    """Whether choices lie in a dense grid: very many, or many that are a word each."""
    brief = all(isinstance(option.label, Message) and len(option.label.text) <= BRIEF for option in options)
    return len(options) > (MANY if brief else VERY_MANY)


def side_by_side(options: Sequence[Option[Any]], say: Callable[[Wording], str], close: bool) -> int:
    """In how many columns up to four choices lie, so that none of them is left over in a line of its own; 0 where they
    lie as wide as they are. ``close``: on a dense form, where few letters fit beside the question.
    """
    labels = [say(option.label) for option in options]
    if len(labels) == PAIR:
        if close and sum(map(len, labels)) > BESIDE and max(map(len, labels)) <= WORDY:
            return PAIR
        hints = [say(option.hint) for option in options if option.hint]
        return PAIR if hints and max(map(len, (*labels, *hints))) <= WORDY else 0
    bare = not any(option.hint or option.reason or option.price for option in options)
    if len(labels) not in (3, 4) or (close and sum(map(len, labels)) <= BESIDE):
        return 0
    if len(labels) == 4:
        return 4 if bare and max(map(len, labels)) <= NARROW else 2
    if not bare or max(map(len, labels)) > min(WORDY, 2 * THIRD):
        return 0
    return 3 if max(len(word) for label in labels for word in label.split()) <= THIRD + close else 0


def named_before(options: Sequence[Option[Any]]) -> set[Any]:
    """The values of options that are called and reasoned about as one before them in the list."""
    names: set[str] = set()
    again: set[Any] = set()
    for option in options:
        name = repr((option.label, option.reason))
        if name in names:
            again.add(option.value)
        names.add(name)
    return again


# -- dense forms -------------------------------------------------------------------------------------------------


def numbers_first(fields: Sequence[Field]) -> list[Field]:
    """The fields of a dense form as they lie: the numbers of a card before the many symbols that are printed on it."""
    many = next((at for at, field in enumerate(fields) if _is_many(field.question)), None)
    if many is None:
        return list(fields)
    end = many
    while end < len(fields) and isinstance(fields[end].question, PickMany | Count):
        end += 1
    card = fields[many:end]
    numbers = [field for field in card if isinstance(field.question, Count)]
    symbols = [field for field in card if not isinstance(field.question, Count)]
    return [*fields[:many], *numbers, *symbols, *fields[end:]]


ABOVE = 2
"""Fields above the symbols of a card that can be numbers of it."""


class Outline(Struct, frozen=True):
    """A card of which the facts are entered: the field that names it, and those of its numbers and of its symbols."""

    named: Field
    numbers: tuple[Field, ...]
    symbols: Field

    @property
    def begins(self) -> str:
        """The key of the field above which it is drawn."""
        return (*self.numbers, self.symbols)[0].key


def outlines(fields: Sequence[Field]) -> list[Outline]:
    """The cards whose facts are asked on a form, as far as they are drawn."""
    found = []
    for at, field in enumerate(fields):
        key = field.question.printed_on if isinstance(field.question, PickMany) else ""
        after = fields[at + 1 :]
        name = next((place for place, one in enumerate(after) if key and one.question.key == key), None)
        if name is None:
            continue
        near = [*fields[max(0, at - ABOVE) : at], *after[:name]]
        numbers = tuple(one for one in near if isinstance(one.question, Count) and one.question.icon)
        text = after[name + 1 : name + 2]
        named = text[0] if text and isinstance(text[0].question, Text) and text[0].answer else after[name]
        found.append(Outline(named, numbers, field))
    return found


def is_tallied(question: AnyQuestion) -> bool:
    """Whether each choice of several is tapped as often as it is there."""
    return isinstance(question, PickMany) and bool(question.counted_by)


def chosen_sum(field: Field) -> Sum | None:
    """What the set comes to that stands in a field, also one that is refused; of the empty one where there is none."""
    question = field.question
    if not isinstance(question, Pick) or question.set_of is None:
        return None
    parts = sorted(chosen_parts(field))
    sums = question.set_of.sums
    return next((one for value, one in sums.items() if sorted(filter(None, value.split("+"))) == parts), sums.get(""))


def chosen_parts(field: Field) -> list[str]:
    """The parts of the set that stands in a field."""
    return [part for part in str(field.answer or "").split("+") if part]


def asks_how_often(question: AnyQuestion) -> bool:
    """Whether it is asked with the choices of the field before it, by tapping these again."""
    return isinstance(question, PickMany) and bool(question.counts)


def times_of(fields: Sequence[Field], field: Field) -> Field | None:
    """The field that asks how often each choice of a tallied one is there; None as long as the form has none."""
    after = fields[fields.index(field) + 1 :][:1]
    return next((other for other in after if asks_how_often(other.question)), None)


def times_key(fields: Sequence[Field], field: Field) -> str:
    """The key of that field, also before the form has it."""
    key = getattr(field.question, "counted_by", "")
    before = sum(other.question.key == key for other in fields[: fields.index(field)])
    return f"{key}-{before + 1}" if before else key


def how_often(more: Field | None, value: object) -> int:
    """How often a choice is there, of which ``more`` says so."""
    picked = more.answer if more is not None and isinstance(more.answer, list) else []
    times = [str(one).rpartition("*") for one in picked]
    return max((int(n) for each, _, n in times if each == str(value) and n.isdecimal()), default=1)


def _is_many(question: AnyQuestion) -> bool:
    return isinstance(question, PickMany) and len(question.options) > LONG


def near_and_far(question: AnyQuestion) -> tuple[Sequence[int], Sequence[int]]:
    """The numbers of a small count, or the likely ones of any, that are tapped at once, and those that are folded;
    empty for a stepper.
    """
    if isinstance(question, Count) and question.likely:
        first = max(question.low, min(question.start, question.high + 1 - LIKELY))
        shown = range(first, min(first + LIKELY, question.high + 1))
        return shown, [n for n in range(question.low, question.high + 1) if n not in shown]
    if not isinstance(question, Count) or question.high - question.low >= (MOST if _is_open(question) else TWO_LINES):
        return range(0), range(0)
    numbers = range(question.low, question.high + 1)
    near = len(numbers) if len(numbers) <= AT_ONCE + 1 else AT_ONCE
    return numbers[:near], numbers[near:]


def _is_open(question: AnyQuestion) -> bool:
    return question.form is not None and question.form.layout == "open"


def begins_folded(question: AnyQuestion, *, first: bool) -> bool:
    """Whether a list is folded to its usual answer before anybody touched it. The first one of a form never is: what a
    move begins with is in sight.
    """
    return not first and not _is_open(question) and _is_list(question) and SHORT < len(question.options) <= LONG


def folded(fields: Sequence[Field], field: Field) -> bool:
    """Whether a list is folded to its answer: once it was chosen, and the first one once a later list was."""
    question = field.question
    if not _is_list(question) or field.answer is None or field.refused:
        return False
    if field is fields[0]:
        return any(_is_chosen(other) for other in fields)
    return _is_chosen(field) or (not field.given and begins_folded(question, first=False))


def in_blocks(fields: Sequence[Field]) -> tuple[Sequence[Field], list[FormRow]]:
    """The fields of a dense form before the list that comes again most often, and a row for each time it comes: several
    cards described one after the other. A row needs no numbers to be told apart. No rows where so little comes again
    that it lies folded anyway.
    """
    lists = [field.question.key for field in fields if _is_one_of_many(field.question)]
    often = max(lists, key=lists.count, default="")
    if lists.count(often) < PAIR:
        return fields, []
    first = [field.question.key for field in fields].index(often)
    laid = rows(fields[first:])
    if len(laid[0].fields) < AT_ONCE:
        return fields, []
    return fields[:first], [structs.replace(row, words=_names(row.fields)) for row in laid]


def _names(fields: Sequence[Field]) -> tuple[Wording, ...]:
    return _words([field for field in fields if isinstance(field.question, Text) or _is_one_of_many(field.question)])


def _is_one_of_many(question: AnyQuestion) -> bool:
    return isinstance(question, Pick) and not isinstance(question, Place | Fit)


def _is_list(question: AnyQuestion) -> TypeGuard[Pick[Any] | PickMany[Any]]:
    """Whether a question has a list of choices so long that it is folded."""
    if isinstance(question, Place | Fit) or not isinstance(question, Pick | PickMany):
        return False
    if isinstance(question, Pick) and question.set_of is not None:
        return False
    return len(question.options) > PAIR


def _is_chosen(field: Field) -> bool:
    """Whether the one choice of a list was made."""
    return field.given and field.refused is None and isinstance(field.question, Pick) and _is_list(field.question)
