"""Every key of a score sheet: kind, bounds, default and wording, for the reader, the page and the documentation."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.core.wording import Message, say

FieldKind = Literal[
    "id", "words", "whole", "flag", "choice", "span", "rounds", "teams", "wholes", "rows", "above", "tables", "table"
]
"""id: a short key; words: a text, or texts by language; whole: a whole number; span: lowest and highest; wholes: a list
of numbers; rows: a list of pairs; tables and table: keys of their own, see ``Field.section``."""

Choice = tuple[str, Message]


class Field(Struct, frozen=True):
    """A key. A ``default`` of None means that it has no value if left out.

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
    """The keys of one kind of table; of a form of category, those it adds to the keys of all categories.

    ``example`` describes a form in a sentence.
    """

    key: str
    label: Message
    fields: tuple[Field, ...]
    example: Message | None = None

    def field(self, key: str) -> Field | None:
        """The field with this key, or None."""
        return next((field for field in self.fields if field.key == key), None)


_WINS: tuple[Choice, ...] = (("highest", say("The highest number wins")), ("lowest", say("The lowest number wins")))


def _whole(key: str, label: Message, default: int | None, low: int = -9999, high: int = 9999) -> Field:
    return Field(key, "whole", label, default=default, low=low, high=high)


def _choice(key: str, label: Message, *choices: Choice) -> Field:
    """One of several words, the first by default."""
    return Field(key, "choice", label, default=choices[0][0], choices=choices)


_HIGH = say("Largest number that may be written")
_START = say("Where the dial begins")
_COUNTED = (_whole("high", _HIGH, 99, low=1), _whole("start", _START, 0, low=0))
_IN_STEPS = (
    _whole("each", say("How many units make one step"), 1, low=1),
    _choice(
        "rounding", say("What happens to an incomplete step"), ("down", say("Rounded down")), ("up", say("Rounded up"))
    ),
    *_COUNTED,
)

SHEET = Section(
    "sheet",
    say("The sheet"),
    (
        Field("id", "id", say("Short key of the sheet, unlike any other sheet's"), required=True),
        Field("name", "words", say("Name of the game"), required=True, high=40),
        Field("about", "words", say("What kind of game it is, in a sentence or two"), high=400),
        Field("icon", "id", say("Name of an icon")),
        Field("seats", "span", say("Fewest and most seats"), required=True, low=1, high=8),
        Field(
            "rounds",
            "rounds",
            say("A number; once: all at the end; open: until the table stops; or lowest and highest to choose from"),
            default="once",
            low=1,
            high=99,
        ),
        _choice("wins", say("Who wins"), *_WINS),
        _choice(
            "ask",
            say("How a seat is asked for its numbers"),
            ("next", say("What is missing next is asked straight away")),
            ("pick", say("The seat picks what to write")),
        ),
        Field("teams", "teams", say("Sizes of the teams, or how many teams to choose"), low=1, high=8),
        _whole("ends_at", say("The play ends after the round in which somebody has this many points"), None, low=1),
        Field("category", "tables", say("What is counted"), required=True, section="category"),
        Field("ladder", "tables", say("Tie-breaks, the first one first"), section="ladder"),
        Field("sudden", "table", say("How somebody wins outright"), section="sudden"),
    ),
)

_FORM_SECTIONS = (
    Section(
        "number",
        say("Points as they are"),
        (
            _whole("low", say("Smallest number that may be written"), 0),
            _whole("high", _HIGH, 999),
            _whole("start", _START, 0),
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
            _choice(
                "of",
                say("What a set is made of"),
                ("different", say("Different kinds")),
                ("same", say("All of one kind")),
            ),
            _whole("high", say("Most a side may have of one kind"), 9, low=1),
        ),
        say("One of each kind makes a set: the larger, the more points."),
    ),
    Section(
        "majority",
        say("Most of something"),
        (
            Field("places", "wholes", say("Points for most, second, third"), required=True),
            _choice(
                "ties",
                say("What tied sides have"),
                ("share", say("They share the points of their places, rounded down")),
                ("full", say("All of them have the points of the place")),
                ("none", say("They have nothing")),
            ),
            _whole("least", say("How many it takes to have a place"), 1, low=0),
            *_COUNTED,
        ),
        say("Whoever has most has the points, second and third some."),
    ),
    Section(
        "bonus",
        say("One side has it"),
        (
            Field("points", "whole", say("Points for the side that has it"), required=True),
            _choice(
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
            _whole("points", say("Points off for every unit or step"), 1, low=0),
            *_IN_STEPS,
        ),
        say("Every unit costs: 3 debts at 2 points are 6 less."),
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
        Field("icon", "id", say("Name of an icon")),
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
    ),
)

WRITING = ("sealed", "when", "low", "high", "start", "kinds")
"""Keys about what may be written and when, which a category with ``uses`` must not have."""

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
        Field("category", "id", say("Key of the category that is compared"), required=True),
        _choice(
            "by", say("What is compared"), ("points", say("Its points")), ("number", say("The numbers written in it"))
        ),
        _choice("wins", say("Who is ahead"), *_WINS),
    ),
)

SUDDEN = Section(
    "sudden",
    say("A win outright"),
    (
        _whole("points", say("Whoever reaches this many points wins outright"), None, low=1),
        _choice(
            "checked",
            say("When the points are looked at"),
            ("round", say("After a round")),
            ("at-once", say("As soon as they are written")),
        ),
        Field("declared", "flag", say("The table may say that somebody has won outright"), default=False),
    ),
)
