"""Every key of a score sheet: kind, bounds, default and wording, and how its value is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal, TypeGuard

from msgspec import Struct

from companion.core.icon_names import ICON_NAMES
from companion.core.legible import is_legible
from companion.core.suggestions import did_you_mean
from companion.core.wording import Message, Verbatim, say, say_n, verbatim

# -- the keys --------------------------------------------------------------------------------------------------------

FieldKind = Literal[
    "id", "words", "whole", "flag", "choice", "span", "rounds", "teams", "wholes", "rows", "above", "tables", "table",
    "icon", "keys", "parts", "cards", "sum", "place", "varied",
    "income", "amounts", "pairs"
]  # fmt: skip
"""The kinds of values. id: a short key. words: a text, or texts by language. whole: a whole number. span: lowest and
highest. wholes: a list of numbers. rows: a list of pairs. tables, table: keys of their own, see ``Field.section``.
icon: a name of the icon set. keys: a key or several. parts: keys or lists of keys. cards: the cards dealt in each
round. sum: a number, or the number of cards. place: the place of a number in the sheet. varied: tables by number of
seats or round. Of ledgers: income, keys or a table; amounts, numbers by key; pairs, keys by key.
"""

Choice = tuple[str, Message]


class Field(Struct, frozen=True):
    """A key. With a ``default`` of None, a field left out has no value.

    ``low`` and ``high`` bound a number, each number of a list, or the length of a text. ``section`` is the key of the
    ``Section`` of a table.
    """

    key: str
    kind: FieldKind
    label: Message
    required: bool = False
    default: int | str | bool | None = None
    choices: tuple[Choice, ...] = ()
    low: int = -9999
    high: int = 9999
    section: str = ""


class Section(Struct, frozen=True):
    """The keys of one kind of table. For a form of category, the keys it adds to those of all categories, and an
    ``example`` that describes it in a sentence.
    """

    key: str
    label: Message
    fields: tuple[Field, ...]
    example: Message | None = None

    def field(self, key: str) -> Field | None:
        """The field with this key, or None."""
        return next((field for field in self.fields if field.key == key), None)


_WINS: tuple[Choice, ...] = (("highest", say("The highest number wins")), ("lowest", say("The lowest number wins")))


def _whole_number(key: str, label: Message, default: int | None, low: int = -9999, high: int = 9999) -> Field:
    return Field(key, "whole", label, default=default, low=low, high=high)


def _one_of(key: str, label: Message, *choices: Choice) -> Field:
    """One of several words, the first by default."""
    return Field(key, "choice", label, default=choices[0][0], choices=choices)


_TOTAL = 99_999
"""The highest total of points of a play."""
_HIGH = say("Largest number that may be written")
_START = say("Where the dial begins")
_COUNTED = (_whole_number("high", _HIGH, 99, low=1), _whole_number("start", _START, 0, low=0))
_IN_STEPS = (
    _whole_number("each", say("How many units make one step"), 1, low=1),
    _one_of(
        "rounding", say("What happens to an incomplete step"), ("down", say("Rounded down")), ("up", say("Rounded up"))
    ),
    *_COUNTED,
)

KIND = Field("kind", "choice", Message(""), choices=(("sheet", Message("")), ("ledger", Message(""))))
"""The key that says what a file is; no page asks for it."""

SHEET = Section(
    "sheet",
    say("The sheet"),
    (
        Field("id", "id", say("Short key of the sheet, unlike any other sheet's"), required=True),
        Field("name", "words", say("Name of the game"), required=True, high=40),
        Field("about", "words", say("What kind of game it is, in a sentence or two"), high=400),
        Field("icon", "icon", say("Name of an icon")),
        Field("seats", "span", say("Fewest and most seats"), required=True, low=1, high=8),
        Field("minutes", "span", say("Fewest and most minutes, as printed"), low=1, high=600),
        Field(
            "rounds",
            "rounds",
            say("A number; once: all at the end; open: until the table stops; or lowest and highest to choose from"),
            default="once",
            low=1,
            high=99,
        ),
        _one_of("wins", say("Who wins"), *_WINS),
        _one_of(
            "ask",
            say("How a seat is asked for its numbers"),
            ("next", say("What is missing next is asked straight away")),
            ("pick", say("The seat picks what to write")),
        ),
        Field("teams", "teams", say("Sizes of the teams, or how many teams to choose"), low=1, high=8),
        Field("teams_option", "id", say("Key of the option with which there are teams"), default=""),
        _whole_number(
            "ends_at",
            say("The play ends after the round in which somebody has this many points"),
            None,
            low=1,
            high=_TOTAL,
        ),
        _whole_number(
            "out_above", say("Whoever has more points after a round is out; the last one in wins"), None, low=1
        ),
        Field("back_in", "id", say("Key of the option with which those who are out may come back in"), default=""),
        Field("cards", "cards", say("Cards dealt in each round, or round: as many as its number"), low=1, high=99),
        Field("for_seats", "varied", say("What is otherwise for a number of seats"), low=1, high=8),
        Field("category", "tables", say("What is counted"), required=True, section="category"),
        Field("ladder", "tables", say("Tie-breaks, the first one first"), section="ladder"),
        Field("sudden", "table", say("How somebody wins outright"), section="sudden"),
        Field("option", "tables", say("What the table chooses at the start"), section="option"),
        Field("outcome", "tables", say("How it ends where all play together"), section="outcome"),
    ),
)

_FORM_SECTIONS = (
    Section(
        "number",
        say("Points as they are"),
        (
            _whole_number("low", say("Smallest number that may be written"), 0),
            _whole_number("high", _HIGH, 999),
            _whole_number("start", _START, 0),
        ),
        say("What is written counts: 12 is 12 points."),
    ),
    Section(
        "per-unit",
        say("Points for every unit"),
        (
            Field("points", "whole", say("Points for every unit or step"), required=True),
            *_IN_STEPS,
        ),
        say("So many points each: 4 ships at 3 points are 12."),
    ),
    Section(
        "table",
        say("Points from a printed table"),
        (
            Field("rows", "rows", say("Pairs of a number and its points, smallest number first"), required=True),
            Field(
                "above",
                "above",
                say("Above the last row: last, never, or points for each further one"),
                default="last",
                choices=(
                    ("last", say("The last row's points")),
                    ("never", say("There is nothing above the last row")),
                ),
            ),
            *_COUNTED,
        ),
        say("Looked up in rows: 1 fish 2 points, 2 fish 5 points."),
    ),
    Section(
        "set",
        say("Sets of things"),
        (
            Field("kinds", "tables", say("The kinds of things"), required=True, section="kinds"),
            Field("points", "wholes", say("Points for a set of 1, of 2, of 3"), required=True),
            _one_of(
                "of",
                say("What a set is made of"),
                ("different", say("Different kinds")),
                ("same", say("All of one kind")),
            ),
            _whole_number("high", say("Most a side may have of one kind"), 9, low=1),
        ),
        say("One of each kind makes a set: the larger, the more points."),
    ),
    Section(
        "pairs",
        say("Pairs of numbers, multiplied"),
        (
            Field("first", "words", say("Name of the first number of a pair"), required=True, high=21),
            Field("second", "words", say("Name of the second number of a pair"), required=True, high=21),
            _whole_number("high", _HIGH, 99, low=1),
            _whole_number("most", say("Most pairs of a side"), 12, low=1, high=20),
        ),
        say("Squares times crowns of every region: 5 x 2 and 3 x 1 are 13."),
    ),
    Section(
        "majority",
        say("Most of something"),
        (
            Field("places", "wholes", say("Points for most, second, third"), required=True),
            _one_of(
                "ties",
                say("What tied sides have"),
                ("share", say("They share the points of their places, rounded down")),
                ("full", say("All of them have the points of the place")),
                ("none", say("They have nothing")),
                ("split", say("They split the points of their own place")),
            ),
            _one_of(
                "most", say("Who is ahead"), ("most", say("Whoever has most")), ("fewest", say("Whoever has fewest"))
            ),
            _one_of(
                "all_level",
                say("Where all sides are tied"),
                ("tied", say("As with other ties")),
                ("none", say("Nobody has anything")),
            ),
            _whole_number("least", say("How many it takes to have a place"), 1, low=0),
            *_COUNTED,
        ),
        say("Whoever has most has the points, second and third some."),
    ),
    Section(
        "bonus",
        say("One side has it"),
        (
            Field("points", "whole", say("Points for the side that has it"), required=True),
            _one_of(
                "who",
                say("Who may have it"),
                ("one", say("Exactly one side")),
                ("at-most-one", say("One side or nobody")),
                ("first", say("The first to earn it, for the whole play")),
            ),
        ),
        say("The longest road, the first to arrive: one side has it."),
    ),
    Section(
        "penalty",
        say("Points off for every unit"),
        (
            _whole_number("points", say("Points off for every unit or step"), 1, low=0),
            *_IN_STEPS,
        ),
        say("Every unit costs: 3 debts at 2 points are 6 less."),
    ),
    Section(
        "product",
        say("Points multiplied"),
        (
            Field(
                "of",
                "parts",
                say("Keys of the categories that are multiplied; those in a list are added"),
                required=True,
            ),
        ),
        say("Stars times their rate: 6 stars at 4 points are 24."),
    ),
    Section(
        "bid",
        say("An exact bid"),
        (
            Field("bid", "id", say("Key of the category with the bid"), required=True),
            Field("took", "id", say("Key of the category with what was taken"), required=True),
            _whole_number("hit", say("Points for an exact bid"), 0),
            _whole_number("hit_each", say("Points for everything taken with an exact bid"), 0),
            _whole_number("miss_each", say("Points for every one that a bid is off"), 0),
            _whole_number("zero_card", say("Points that a bid of 0 gives or costs for every card dealt"), 0),
            Field("extra", "id", say("Key of the category that counts only with an exact bid"), default=""),
        ),
        say("Bid 3 and took 3: exact. Bid 3 and took 5: two off."),
    ),
)
FORMS: dict[str, Section] = {section.key: section for section in _FORM_SECTIONS}

CATEGORY = Section(
    "category",
    say("A category"),
    (
        Field("key", "id", say("Short key of the category"), required=True),
        Field("name", "words", say("Name of the category"), required=True, high=40),
        Field("short", "words", say("Name on small displays, at most 21 characters"), high=21),
        Field("icon", "icon", say("Name of an icon")),
        Field("help", "words", say("A reminder of the rule, shown with the question"), high=200),
        Field(
            "form",
            "choice",
            say("How numbers become points"),
            required=True,
            choices=tuple((one.key, one.label) for one in FORMS.values()),
        ),
        Field("uses", "id", say("Another category whose numbers it uses; then nobody writes it")),
        Field("sealed", "flag", say("Secret until every side has written it"), default=False),
        Field(
            "when",
            "choice",
            say("When it is written"),
            choices=(("round", say("Every round")), ("end", say("Once, when the play ends"))),
        ),
        Field("counts", "flag", say("It has points of its own"), default=True),
        Field("only_if_tied", "flag", say("It only breaks ties: asked of those who are tied"), default=False),
        Field("option", "id", say("Key of the option with which it is counted")),
        Field("unless", "id", say("Key of the option with which it is not counted")),
        Field("adds_up_to", "sum", say("What the numbers of all add up to; cards: to the cards dealt"), low=0),
        Field("for_seats", "varied", say("What is otherwise for a number of seats"), low=1, high=8),
        Field("for_rounds", "varied", say("What is otherwise in a round"), low=1, high=99),
    ),
)

WRITING = ("sealed", "when", "low", "high", "start", "kinds")
"""Keys that say what may be written and when; a category with ``uses`` must not have them."""

FIXED = (
    "key",
    "form",
    "uses",
    "sealed",
    "when",
    "counts",
    "only_if_tied",
    "option",
    "unless",
    "for_seats",
    "for_rounds",
)
"""Keys of a category that are the same for every number of seats and in every round."""

FIXED_KINDS = ("tables", "parts", "id")
"""Kinds of fields that are the same for every number of seats and in every round."""

SEATS_CHANGE = ("rounds", "teams", "ends_at", "cards")
"""Keys of the sheet that may have other values for a number of seats."""

KINDS = Section(
    "kinds",
    say("A kind of thing"),
    (
        Field("key", "id", say("Short key of the kind"), required=True),
        Field("name", "words", say("Name of the kind, at most 21 characters"), required=True, high=21),
    ),
)

LADDER = Section(
    "ladder",
    say("A tie-break"),
    (
        Field(
            "category", "keys", say("Key of the category that is compared, or several that are added"), required=True
        ),
        _one_of(
            "by",
            say("What is compared"),
            ("points", say("Its points")),
            ("number", say("The numbers written in it")),
            ("largest", say("The largest number written in it")),
        ),
        _one_of("wins", say("Who is ahead"), *_WINS),
        Field("option", "id", say("Key of the option with which it counts"), default=""),
        Field("unless", "id", say("Key of the option with which it does not count"), default=""),
    ),
)

OPTION = Section(
    "option",
    say("A choice at the start"),
    (
        Field("key", "id", say("Short key of the option"), required=True),
        Field("name", "words", say("Name of the option, as the table is asked"), required=True, high=40),
        Field("start", "flag", say("Usually chosen"), default=False),
        Field("sets", "place", say("The number that it sets, such as sudden.points")),
        Field("values", "wholes", say("The numbers to choose from")),
    ),
)

OUTCOME = Section(
    "outcome",
    say("An end of all together"),
    (
        Field("key", "id", say("Short key of the end"), required=True),
        Field("name", "words", say("What happened"), required=True, high=40),
        Field("won", "flag", say("Won"), default=False),
        Field("category", "id", say("Key of the category that brings it about"), default=""),
        _whole_number("reaches", say("The number at which it does"), None),
    ),
)

SUDDEN = Section(
    "sudden",
    say("A win outright"),
    (
        _whole_number("points", say("Whoever reaches this many points wins outright"), None, low=1, high=_TOTAL),
        _one_of(
            "checked",
            say("When the points are looked at"),
            ("round", say("After a round")),
            ("at-once", say("As soon as they are written")),
        ),
        Field("declared", "flag", say("The table may say that somebody has won outright"), default=False),
    ),
)


# -- reading a value -------------------------------------------------------------------------------------------------


class WrongValue(Exception):
    """Raised for a value that its field does not allow. Holds what was expected, and a hint or None."""

    def __init__(self, expected: Message, hint: Message | None = None) -> None:
        super().__init__(expected.text)
        self.expected = expected
        self.hint = hint


def read(field: Field, value: object) -> Any:
    """``value`` as the type of the field, which is not a table. Raises ``WrongValue``."""
    return _READERS[field.kind](field, value)


_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,29}")
_LANGUAGE = re.compile(r"[a-z]{2}")
_LONGEST_LIST = 40


def _id(_field: Field, value: object) -> str:
    if isinstance(value, str) and _ID.fullmatch(value):
        return value
    hint = None
    if isinstance(value, str):
        tidy = re.sub(r"[^a-z0-9]+", "-", value.lower()).strip("-")
        hint = say("Did you mean {key}?", key=tidy) if _ID.fullmatch(tidy) else None
    raise WrongValue(say("a short key of small letters, digits and hyphens that begins with a letter or digit"), hint)


def _icon(_field: Field, value: object) -> str:
    if isinstance(value, str) and value in ICON_NAMES:
        return value
    hint = did_you_mean(value, ICON_NAMES) if isinstance(value, str) else None
    raise WrongValue(say("a name of the icon set, as the page on score sheets lists them"), hint)


def _keys(field: Field, value: object) -> tuple[str, ...]:
    if isinstance(value, list) and value:
        return tuple(_id(field, key) for key in value)
    return (_id(field, value),)


def _parts(field: Field, value: object) -> tuple[tuple[str, ...], ...]:
    if isinstance(value, list) and 2 <= len(value) <= _LONGEST_LIST:
        return tuple(_keys(field, part) for part in value)
    example = '["stars", "star-rate"]'
    raise WrongValue(say("a list of two keys or more such as {example}", example=example))


def _cards(field: Field, value: object) -> tuple[int, ...] | str:
    if value == "round":
        return "round"
    if isinstance(value, list) and value:
        return _wholes(field, value)
    hint = did_you_mean(value, ["round"]) if isinstance(value, str) else None
    raise WrongValue(say("round, or a list of whole numbers such as {example}", example="[5, 4, 3]"), hint)


def _sum(field: Field, value: object) -> int | str:
    if value == "cards":
        return "cards"
    if _is_whole(value):
        return _read_whole(field, value)
    hint = did_you_mean(value, ["cards"]) if isinstance(value, str) else None
    raise WrongValue(say("a whole number, or cards"), hint)


_PLACE = re.compile(r"[a-z0-9][a-z0-9-]{0,29}\.[a-z]+|ends_at|out_above")


def _place(_field: Field, value: object) -> str:
    if isinstance(value, str) and _PLACE.fullmatch(value):
        return value
    raise WrongValue(say("where the number stands, such as {example}", example="sudden.points"))


def _words(field: Field, value: object) -> Verbatim:
    words = {"": value} if isinstance(value, str) else value
    if not isinstance(words, dict) or not words:
        example = '{en = "Roads", es = "Caminos"}'
        raise WrongValue(say("a text, or a text by language such as {example}", example=example))
    for language, text in words.items():
        if language and not _LANGUAGE.fullmatch(language):
            raise WrongValue(say("a language as two small letters, not {found}", found=language))
        if not isinstance(text, str) or not is_legible(text):
            raise WrongValue(say("a text on one line, not empty"))
        if len(text) > field.high:
            raise WrongValue(say_n("at most {n} character", "at most {n} characters", field.high))
    return verbatim(words)


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _read_whole(field: Field, value: object) -> int:
    if _is_whole(value) and field.low <= value <= field.high:
        return value
    raise WrongValue(say("a whole number from {low} to {high}", low=field.low, high=field.high))


def _flag(_field: Field, value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise WrongValue(say("true or false"))


def _read_choice(field: Field, value: object) -> str:
    names = [name for name, _ in field.choices]
    if isinstance(value, str) and value in names:
        return value
    hint = did_you_mean(value, names) if isinstance(value, str) else None
    raise WrongValue(say("one of {names}", names=", ".join(names)), hint)


def _span(field: Field, value: object) -> tuple[int, int]:
    low, high, example = field.low, field.high, "[2, 5]"
    if isinstance(value, list) and len(value) == 2 and all(_is_whole(number) for number in value):
        least, most = value
        if low <= least <= most <= high:
            return least, most
    raise WrongValue(
        say("lowest and highest, between {low} and {high}, such as {example}", low=low, high=high, example=example)
    )


def _rounds(field: Field, value: object) -> int | str | tuple[int, int]:
    if value in ("once", "open"):
        return str(value)
    expected = say(
        "a number from {low} to {high}, once, open, or lowest and highest such as {example}",
        low=field.low,
        high=field.high,
        example="[3, 10]",
    )
    if isinstance(value, str):
        raise WrongValue(expected, did_you_mean(value, ("once", "open")))
    try:
        return _span(field, value) if isinstance(value, list) else _read_whole(field, value)
    except WrongValue as error:
        raise WrongValue(expected) from error


def _teams(field: Field, value: object) -> tuple[int, ...] | int:
    if isinstance(value, list) and len(value) > 1 and all(_is_whole(one) and 1 <= one <= field.high for one in value):
        return tuple(value)
    if _is_whole(value) and 2 <= value <= field.high:
        return value
    raise WrongValue(say("the sizes of two teams or more such as {example}, or a number of teams", example="[2, 2]"))


def _wholes(field: Field, value: object) -> tuple[int, ...]:
    if isinstance(value, list) and 1 <= len(value) <= _LONGEST_LIST:
        return tuple(_read_whole(field, number) for number in value)
    raise WrongValue(say("a list of whole numbers such as {example}", example="[1, 4, 9]"))


def _rows(field: Field, value: object) -> tuple[tuple[int, int], ...]:
    expected = say("pairs of a number and its points such as {example}", example="[[1, 2], [2, 5]]")
    if not isinstance(value, list) or not 1 <= len(value) <= _LONGEST_LIST:
        raise WrongValue(expected)
    rows: list[tuple[int, int]] = []
    for row in value:
        if not isinstance(row, list) or len(row) != 2:
            raise WrongValue(expected)
        number, points = (_read_whole(field, part) for part in row)
        if number < 0 or (rows and number <= rows[-1][0]):
            raise WrongValue(say("numbers from 0 that rise from row to row, not {n} there", n=number))
        rows.append((number, points))
    return tuple(rows)


def _above(field: Field, value: object) -> str | int:
    names = [name for name, _ in field.choices]
    if isinstance(value, str) and value in names:
        return value
    if _is_whole(value):
        return _read_whole(field, value)
    hint = did_you_mean(value, names) if isinstance(value, str) else None
    raise WrongValue(say("one of {names}, or points for each further one", names=", ".join(names)), hint)


def _income(field: Field, value: object) -> tuple[tuple[str, ...], tuple[tuple[int, int], ...]]:
    """(keys whose numbers are added, table in which the sum is looked up)."""
    try:
        if isinstance(value, dict) and set(value) == {"table", "of"}:
            return _keys(field, value["of"]), _rows(field, value["table"])
        if not isinstance(value, dict):
            return _keys(field, value), ()
    except WrongValue as error:
        raise WrongValue(_INCOME, error.hint) from error
    raise WrongValue(_INCOME)


_INCOME = say(
    "keys such as {example}, or {table}",
    example='["rating", "money-rate"]',
    table='{table = [[0, 10], [1, 22]], of = "supplied"}',
)


def _amounts(field: Field, value: object) -> tuple[tuple[str, int], ...]:
    if isinstance(value, dict) and value and all(_is_whole(number) for number in value.values()):
        return tuple((_id(field, key), _read_whole(field, number)) for key, number in value.items())
    raise WrongValue(say("numbers by key such as {example}", example="{rating = 1}"))


def _pairs(field: Field, value: object) -> tuple[tuple[str, str], ...]:
    if isinstance(value, dict) and value:
        return tuple((_id(field, key), _id(field, named)) for key, named in value.items())
    raise WrongValue(say("keys by key such as {example}", example='{rating = "rating"}'))


_READERS: dict[FieldKind, Callable[[Field, object], Any]] = {
    "id": _id,
    "words": _words,
    "whole": _read_whole,
    "flag": _flag,
    "choice": _read_choice,
    "span": _span,
    "rounds": _rounds,
    "teams": _teams,
    "wholes": _wholes,
    "rows": _rows,
    "above": _above,
    "icon": _icon,
    "keys": _keys,
    "parts": _parts,
    "cards": _cards,
    "sum": _sum,
    "place": _place,
    "income": _income,
    "amounts": _amounts,
    "pairs": _pairs,
}
