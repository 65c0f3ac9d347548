"""Boxes as files: everything wrong is said at once, with its line; what is written reads the same."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core import boxes
from companion.core.box_kinds import LONGEST_LIST, LONGEST_TEXT, OWN_KEY
from companion.core.boxes import Box, BoxError, BoxField, BoxKind, BoxProblem, Fact
from companion.core.toml_lines import duplicates
from companion.core.wording import say
from tests.core.torture import Torture

WORTH = BoxField("worth", say("Worth"), 0, 5)
NAME = BoxField("name", say("Name"))
COLOUR = BoxField("colour", say("Colour"), choices=(("blue", say("Blue")), ("red", say("Red"))))
GIVES = BoxField("gives", say("Gives"), choices=(("grain", say("Grain")), ("stone", say("Stone"))), many=True)
STEPS = BoxField("steps", say("Steps"), -2, 9, many=True)
NOTES = BoxField("notes", say("Notes"), many=True, optional=True)
CARDS = BoxKind("card", say("Card"), (WORTH,), (("owl", say("Owl")), ("bull", say("Bull"))))
BLOCKS = BoxKind("block", say("Block"), (NAME, COLOUR, WORTH, GIVES, STEPS, NOTES), (("fort", say("Fort")),), most=2)
KINDS = (CARDS, BLOCKS)

WHOLE = """\
game = "siege"
version = 1
edition = "the second printing"

[card.owl]
worth = 4

[card.bull]

[block.fort]
colour = "red"
gives = ["grain", "grain", "stone"]
steps = []

[block.old-guard]
name = "The \\"old\\" guard"
worth = 0
notes = ["starts face up"]
"""
BOX: Box = {
    "card": {"owl": {"worth": 4}, "bull": {}},
    "block": {
        "fort": {"colour": "red", "gives": ["grain", "grain", "stone"], "steps": []},
        "old-guard": {"name": 'The "old" guard', "worth": 0, "notes": ["starts face up"]},
    },
}


def problems(text: str, game: str = "") -> list[str]:
    """Everything wrong with ``text``, in English, without the name of the file."""
    with pytest.raises(BoxError) as caught:
        boxes.read_file(text, KINDS, "mine.toml", game)
    lines = str(caught.value).splitlines()
    assert all(line.startswith("mine.toml: Line ") for line in lines)
    return [line.removeprefix("mine.toml: ") for line in lines]


def wrong_in(text: str) -> tuple[BoxProblem, ...]:
    """The problems of ``text``; none when it is a box."""
    try:
        boxes.read(text, KINDS)
    except BoxError as error:
        return error.problems
    return ()


def test_a_file_becomes_a_box_with_its_head() -> None:
    assert boxes.read(WHOLE, KINDS) == BOX
    file = boxes.read_file(WHOLE, KINDS, game="siege")
    assert (file.game, file.edition) == ("siege", "the second printing")
    assert boxes.read("", KINDS) == {}


def test_everything_wrong_is_said_at_once_with_its_line() -> None:
    text = """\
gme = "siege"
[card.owl]
worth = 6
[card.bul]
worth = 1
[crd.bull]
worth = 1
[card.bull]
wroth = 1
[block.fort]
colour = "rde"
gives = ["grain", "wine"]
steps = [1, true]
[block.fort]
colour = "red"
worth = 1
[block.Old]
worth = 2
[block.a]
name = ""
worth = "3"
worth = 3
[block.b]
gives = "grain"
[block.c]
worth = 1
"""
    assert problems(text) == [
        "Line 1, gme: there is no such kind of component; expected one of card, block. Did you mean game?",
        "Line 3, card.owl.worth: 6 is impossible; expected a whole number from 0 to 5.",
        "Line 4, card.bul: there is no such component; expected one of owl, bull. Did you mean bull?",
        "Line 6, crd: there is no such kind of component; expected one of card, block. Did you mean card?",
        "Line 9, card.bull.wroth: there is no such field; expected one of worth. Did you mean worth?",
        'Line 11, block.fort.colour: "rde" is impossible; expected one of blue, red. Did you mean red?',
        'Line 12, block.fort.gives: "wine" is impossible; expected one of grain, stone.',
        "Line 13, block.fort.steps: true is impossible; expected a whole number from -2 to 9.",
        "Line 14, block.fort: it stands on line 10 already; expected it only once.",
        "Line 17, block.Old: there is no such component; expected a short name of small letters, digits and hyphens.",
        'Line 20, block.a.name: "" is impossible; expected a text on one line, of 1 to 60 characters.',
        'Line 21, block.a.worth: "3" is impossible; expected a whole number from 0 to 5.',
        "Line 22, block.a.worth: it stands on line 21 already; expected it only once.",
        'Line 24, block.b.gives: "grain" is impossible; expected a list in square brackets.',
        "Line 25, block.c: that is one too many; expected at most 2 of your own.",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("card = 3", "Line 1, card: this is no table; expected a table such as [card.name]."),
        ("[card]\nowl = 3", "Line 2, card.owl: this is no table; expected a table such as [card.owl]."),
        ("version = 2", "Line 1, version: a newer companion wrote this file; expected version 1."),
        ("version = true", "Line 1, version: true is impossible; expected a whole number from 1 to 99."),
        ('\ngame = "chess"', "Line 2, game: this is the box of another game; expected the box of siege."),
        ("[card.owl]\nworth = 1.5", "Line 2, card.owl.worth: 1.5 is impossible; expected a whole number from 0 to 5."),
        ("[card.owl]\nworth = 2020-01-01", 'Line 2, card.owl.worth: "2020-01-01" is impossible; expected a whole number'
         " from 0 to 5."),
        ("[block.fort]\nname = 7", "Line 2, block.fort.name: 7 is impossible; expected a text on one line, of 1 to 60"
         " characters."),
        (f'[block.fort]\nname = "{"x" * 61}"', f'Line 2, block.fort.name: "{"x" * 36}... is impossible; expected a text'
         " on one line, of 1 to 60 characters."),
        (f"[block.fort]\nsteps = [{'1, ' * 41}]", "Line 2, block.fort.steps: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, ..."
         " is impossible; expected at most 40 things in a list."),
    ],
)  # fmt: skip
def test_each_thing_that_can_be_wrong_says_what_was_expected(text: str, expected: str) -> None:
    assert problems(text, "siege") == [expected]


def test_a_text_that_is_no_toml_is_said_with_the_line_of_the_reader() -> None:
    (said,) = problems("[card.owl]\nworth = \n")
    assert said.startswith("Line 2, TOML: the line cannot be read: Invalid value; expected a table such as")
    (deep,) = problems("steps = " + "[" * 5000)
    assert "TOML: the line cannot be read" in deep
    (long,) = problems("[card.owl]\nworth = " + "9" * 5000)
    assert "cannot be read" in long


def test_what_is_there_twice_does_not_hide_what_else_is_wrong() -> None:
    text = "[card.owl]\nworth = 1\n[card.owl]\nworth = 2\nworth = 3\n[card.bull]\nworth = 9\n[card.bull"
    assert [line.partition(":")[0] for line in problems(text)] == ["Line 3, card.owl", "Line 8, TOML"]
    assert [line.partition(":")[0] for line in problems(text.removesuffix("\n[card.bull"))] == [
        "Line 3, card.owl",
        "Line 7, card.bull.worth",
    ]


def test_problems_can_be_said_in_any_language() -> None:
    with pytest.raises(BoxError) as caught:
        boxes.read("[crd.owl]", KINDS)
    (problem,) = caught.value.problems
    assert problem == BoxProblem(1, "crd", problem.wrong, problem.expected, problem.hint)
    assert problem.message.args["wrong"] == say("there is no such kind of component")
    assert problem.message.args["hint"] == say("Did you mean {key}?", key="card")


def test_many_names_are_not_all_repeated() -> None:
    cities = BoxKind("city", say("City"), (WORTH,), tuple((f"city-{n}", say("City")) for n in range(48)))
    with pytest.raises(BoxError, match="city-11 and 36 more"):
        boxes.read("[city.x]", (cities,))
    with pytest.raises(BoxError, match="expected none at all"):
        boxes.read("[city.x]", ())


# -- writing -------------------------------------------------------------------------------------------------------


def test_a_box_is_written_in_a_stable_order() -> None:
    box: Box = {
        "block": {
            "m-10": {"worth": 1},
            "m-2": {"worth": 2, "name": "Two"},
            "fort": {"gives": ["stone"], "colour": "blue"},
        },
        "card": {"bull": {"worth": 3}, "owl": {}, "lion": {"worth": 3}},
        "dice": {"red": {"worth": 1}},
    }
    written = boxes.write(box, KINDS, "siege", "mine")
    assert written == (
        'game = "siege"\nversion = 1\nedition = "mine"\n\n'
        "[card.bull]\nworth = 3\n\n"
        '[block.fort]\ncolour = "blue"\ngives = ["stone"]\n\n'
        '[block.m-2]\nname = "Two"\nworth = 2\n\n[block.m-10]\nworth = 1\n'
    )
    assert boxes.read(written, KINDS)["block"] == box["block"]


def test_only_what_differs_from_the_shipped_box_is_the_owners() -> None:
    shipped: Box = {"card": {"owl": {"worth": 1}}, "block": {"fort": {"gives": ["grain"], "worth": 1}}}
    owners: Box = {
        "card": {"owl": {"worth": 1}, "bull": {"worth": 2}},
        "block": {"fort": {"gives": ["stone"], "worth": True}},
    }
    assert boxes.different(owners, shipped) == {
        "card": {"bull": {"worth": 2}},
        "block": {"fort": {"gives": ["stone"], "worth": True}},
    }
    assert boxes.write({}, KINDS) == "\n"


def test_a_game_reads_its_shipped_box_with_the_same_function() -> None:
    game = Torture()
    assert boxes.read("[card.owl]\nworth = 1\n[card.bull]\n[card.dolphin]", game.meta.box) == game.box


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=LONGEST_TEXT + 1)
values: st.SearchStrategy[Fact] = st.one_of(
    st.integers(-3, 10), texts, st.booleans(), st.lists(st.one_of(st.integers(-3, 10), texts), max_size=LONGEST_LIST)
)


@st.composite
def any_box(draw: st.DrawFn) -> Box:
    """A box of ``KINDS`` in which every fact fits."""
    box: Box = {}
    for kind in KINDS:
        own = draw(st.lists(st.from_regex(OWN_KEY, fullmatch=True), max_size=kind.most, unique=True))
        for key in [*(key for key, _ in kind.components), *own]:
            for field in kind.fields:
                value = draw(values)
                if boxes.fact_problem(field, value) is None:
                    box.setdefault(kind.key, {}).setdefault(key, {})[field.key] = value
    return box


@given(any_box(), texts)
def test_what_is_written_reads_the_same(box: Box, edition: str) -> None:
    kept = edition if boxes.fact_problem(NAME, edition) is None else ""
    file = boxes.read_file(boxes.write(box, KINDS, "siege", kept), KINDS, game="siege")
    assert (file.box, file.game, file.edition) == (box, "siege", kept)


@given(st.lists(st.sampled_from([*WHOLE.splitlines(), "[card.owl]", "x = '''", "'''", "worth = 9", "[[card]]", "]"])))
def test_nothing_that_can_be_typed_breaks_the_reader(lines: list[str]) -> None:
    text = "\n".join(lines)
    assert all(1 <= problem.line <= len(lines) + 1 for problem in wrong_in(text))
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    assert duplicates(text) == []


@given(st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    assert all(problem.line >= 1 for problem in wrong_in(text))
