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


_WINS: tuple[Choice, ...] = (
    ("highest", say("The highest number wins")),
    ("lowest", say("The lowest number wins")),
)
_ROUNDING: tuple[Choice, ...] = (("down", say("Rounded down")), ("up", say("Rounded up")))


def _whole(key: str, label: Message, default: int | None, low: int = -9999, high: int = 9999) -> Field:
    return Field(key, "whole", label, default=default, low=low, high=high)


_HIGH = say("Largest number that may be written")
_START = say("Where the dial begins")
_EACH = say("How many units make one step")
_ROUND = say("What happens to an incomplete step")

SHEET = Section(
    "sheet",
    say("The sheet"),
    (
        Field("id", "id", say("Short key of the sheet, unlike any other sheet's"), required=True),
        Field("name", "words", say("Name of the game"), required=True, high=40),
        Field("about", "words", say("What kind of game it is, in a sentence or two"), high=400),
        Field("seats", "span", say("Fewest and most seats"), required=True, low=1, high=8),
        Field(
            "rounds",
            "rounds",
            say("A number; once: all at the end; open: until the table stops; or lowest and highest to choose from"),
            default="once",
            low=1,
            high=99,
        ),
        Field("wins", "choice", say("Who wins"), default="highest", choices=_WINS),
        Field(
            "ask",
            "choice",
            say("How a seat is asked for its numbers"),
            default="next",
            choices=(
                ("next", say("What is missing next is asked straight away")),
                ("pick", say("The seat picks what to write")),
            ),
        ),
        Field("teams", "teams", say("Sizes of the teams, or how many teams to choose"), low=1, high=8),
        _whole("ends_at", say("The play ends after the round in which somebody has this many points"), None, low=1),
        Field("category", "tables", say("What is counted"), required=True, section="category"),
        Field("ladder", "tables", say("Tie-breaks, the first one first"), section="ladder"),
        Field("sudden", "table", say("How somebody wins outright"), section="sudden"),
    ),
)

_FORMS: tuple[Choice, ...] = (
    ("number", say("Points as they are")),
    ("per-unit", say("Points for every unit")),
    ("table", say("Points from a printed table")),
    ("set", say("Sets of things")),
    ("majority", say("Most of something")),
    ("bonus", say("One side has it")),
    ("penalty", say("Points off for every unit")),
)

CATEGORY = Section(
    "category",
    say("A category"),
    (
        Field("key", "id", say("Short key of the category"), required=True),
        Field("name", "words", say("Name of the category"), required=True, high=40),
        Field("short", "words", say("Name on small displays, at most 21 characters"), high=21),
        Field("icon", "id", say("Name of an icon")),
        Field("help", "words", say("A reminder of the rule, shown with the question"), high=200),
        Field("form", "choice", say("How numbers become points"), required=True, choices=_FORMS),
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

FORMS: dict[str, Section] = {
    "number": Section(
        "number",
        _FORMS[0][1],
        (
            _whole("low", say("Smallest number that may be written"), 0),
            _whole("high", _HIGH, 999),
            _whole("start", _START, 0),
        ),
        say("What is written counts: 12 is 12 points."),
    ),
    "per-unit": Section(
        "per-unit",
        _FORMS[1][1],
        (
            Field("points", "whole", say("Points for every unit or step"), required=True),
            _whole("each", _EACH, 1, low=1),
            Field("rounding", "choice", _ROUND, default="down", choices=_ROUNDING),
            _whole("high", _HIGH, 99, low=1),
            _whole("start", _START, 0, low=0),
        ),
        say("So many points each: 4 ships at 3 points are 12."),
    ),
    "table": Section(
        "table",
        _FORMS[2][1],
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
            _whole("high", _HIGH, 99, low=1),
            _whole("start", _START, 0, low=0),
        ),
        say("Looked up in rows: 1 fish 2 points, 2 fish 5 points."),
    ),
    "set": Section(
        "set",
        _FORMS[3][1],
        (
            Field("kinds", "tables", say("The kinds of things"), required=True, section="kinds"),
            Field("points", "wholes", say("Points for a set of 1, of 2, of 3"), required=True),
            Field(
                "of",
                "choice",
                say("What a set is made of"),
                default="different",
                choices=(("different", say("Different kinds")), ("same", say("All of one kind"))),
            ),
            _whole("high", say("Most a side may have of one kind"), 9, low=1),
        ),
        say("One of each kind makes a set: the larger, the more points."),
    ),
    "majority": Section(
        "majority",
        _FORMS[4][1],
        (
            Field("places", "wholes", say("Points for most, second, third"), required=True),
            Field(
                "ties",
                "choice",
                say("What tied sides have"),
                default="share",
                choices=(
                    ("share", say("They share the points of their places, rounded down")),
                    ("full", say("All of them have the points of the place")),
                    ("none", say("They have nothing")),
                ),
            ),
            _whole("least", say("How many it takes to have a place"), 1, low=0),
            _whole("high", _HIGH, 99, low=1),
            _whole("start", _START, 0, low=0),
        ),
        say("Whoever has most has the points, second and third some."),
    ),
    "bonus": Section(
        "bonus",
        _FORMS[5][1],
        (
            Field("points", "whole", say("Points for the side that has it"), required=True),
            Field(
                "who",
                "choice",
                say("Who may have it"),
                default="one",
                choices=(
                    ("one", say("Exactly one side")),
                    ("at-most-one", say("One side or nobody")),
                    ("first", say("The first to earn it, for the whole play")),
                ),
            ),
        ),
        say("The longest road, the first to arrive: one side has it."),
    ),
    "penalty": Section(
        "penalty",
        _FORMS[6][1],
        (
            _whole("points", say("Points off for every unit or step"), 1, low=0),
            _whole("each", _EACH, 1, low=1),
            Field("rounding", "choice", _ROUND, default="down", choices=_ROUNDING),
            _whole("high", _HIGH, 99, low=1),
            _whole("start", _START, 0, low=0),
        ),
        say("Every unit costs: 3 debts at 2 points are 6 less."),
    ),
}

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
        Field(
            "by",
            "choice",
            say("What is compared"),
            default="points",
            choices=(("points", say("Its points")), ("number", say("The numbers written in it"))),
        ),
        Field("wins", "choice", say("Who is ahead"), default="highest", choices=_WINS),
    ),
)

SUDDEN = Section(
    "sudden",
    say("A win outright"),
    (
        _whole("points", say("Whoever reaches this many points wins outright"), None, low=1),
        Field(
            "checked",
            "choice",
            say("When the points are looked at"),
            default="round",
            choices=(("round", say("After a round")), ("at-once", say("As soon as they are written"))),
        ),
        Field("declared", "flag", say("The table may say that somebody has won outright"), default=False),
    ),
)

SECTIONS: dict[str, Section] = {section.key: section for section in (SHEET, CATEGORY, KINDS, LADDER, SUDDEN)}
