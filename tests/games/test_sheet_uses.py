"""A category that counts the numbers of another one: written once, worth something twice."""

from __future__ import annotations

import pytest

from companion.core.errors import Refused
from companion.games.score_sheet import SheetError, parse
from companion.games.score_sheet.moves import Write
from companion.games.score_sheet.sheet_form import values_of, write
from tests.games.sheet_table import SheetTable, sheet_called

HEAD = 'id = "x"\nname = "X"\nseats = [2, 4]\n'
SYMBOLS = (
    '[[category]]\nkey = "symbols"\nname = "Symbols"\nform = "set"\nof = "same"\npoints = [1, 4, 9]\nhigh = 5\n'
    'kinds = [{key = "star", name = "star"}, {key = "wheel", name = "wheel"}, {key = "word", name = "word"}]\n'
)
SHIPS = '[[category]]\nkey = "ships"\nname = "Ships"\nform = "per-unit"\npoints = 2\nhigh = 9\n'
FIRST = '[[category]]\nkey = "first"\nname = "First"\nform = "bonus"\npoints = 3\n'


def using(key: str, form: str, uses: str, *lines: str) -> str:
    return "\n".join(
        [
            "[[category]]",
            f'key = "{key}"',
            f'name = "{key.title()}"',
            f'form = "{form}"',
            f'uses = "{uses}"',
            *lines,
            "",
        ]
    )


TRIOS = using("trios", "set", "symbols", "points = [0, 0, 7]")


def problem(text: str) -> str:
    """The only problem."""
    with pytest.raises(SheetError) as caught:
        parse(HEAD + text, "x.toml")
    assert len(caught.value.problems) == 1, str(caught.value)
    return str(caught.value).removeprefix("x.toml, ")


def test_an_academy_is_asked_once_for_its_symbols() -> None:
    table = SheetTable("academy", 2)
    for seat, (symbols, rest) in {1: ((3, 1, 2), (5, 7, 4)), 2: ((0, 2, 0), (-1, 9, 6))}.items():
        assert table.question(seat).key == "symbols.stars"
        table.answer(seat, *symbols)
        for answer in rest:
            table.answer(seat, answer)
        table.answer(seat, "done")
    assert table.over()
    # 9 + 1 + 4, one trio 7, army 5, 7 coins 2, 4
    assert table.totals() == [14 + 7 + 5 + 2 + 4, 4 - 1 + 3 + 6]
    assert table.points("1")["Science, sets of three"] == 7
    assert table.whys("1")["Science, sets of three"] == "a set of 3: 7"
    assert table.points("2")["Science, sets of three"] == 0
    assert [key for key in table.tracked() if "trios" in key] == []


def test_correcting_the_numbers_corrects_both_categories() -> None:
    table = SheetTable(HEAD + SYMBOLS + TRIOS, 2)
    table.answer(1, 1, 1, 0)
    assert table.points("1") == {"Symbols": 2, "Trios": 0}
    table.correct("1/symbols.word/end", 1)
    assert table.points("1") == {"Symbols": 3, "Trios": 7}


def test_nobody_writes_it() -> None:
    table = SheetTable(HEAD + SYMBOLS + TRIOS, 2)
    with pytest.raises(Refused) as refused:
        table.move(1, Write("trios", 0, (1, 1, 1)))
    assert table.speaker.say(refused.value.message) == "Trios uses the numbers of Symbols."


def test_other_forms_count_how_many_there_are_in_all() -> None:
    text = HEAD + SYMBOLS + using("all", "per-unit", "symbols", "points = 2")
    text += using("most", "majority", "symbols", "places = [5, 1]", "for_seats = {2 = {places = [5, 1]}}") + using(
        "less", "penalty", "symbols"
    )
    text += '[[ladder]]\ncategory = "all"\nby = "number"\n'
    table = SheetTable(text, 2)
    table.answer(1, 2, 1, 0)
    assert table.points("1")["Most"] is None, "a majority counts once everybody has written"
    table.answer(2, 2, 2, 0)
    assert table.points("1") == {"Symbols": 5, "All": 6, "Most": 1, "Less": -3}
    assert table.points("2") == {"Symbols": 8, "All": 8, "Most": 5, "Less": -4}
    assert [side.ties for side in table.score().sides] == [(3,), (4,)]
    assert [bar.value for bar in getattr(table.widgets()["majority-most"], "bars")] == [3, 4]  # noqa: B009


def test_it_is_secret_and_due_when_the_other_is() -> None:
    text = (
        HEAD + "rounds = 2\n" + SHIPS + "sealed = true\n" + using("fleet", "table", "ships", "rows = [[1, 1], [3, 6]]")
    )
    table = SheetTable(text, 2)
    assert {one.key: (one.sealed, one.when) for one in table.game.sheet.category} == {
        "ships": (True, "round"),
        "fleet": (True, "round"),
    }
    table.answer(1, 3)
    assert table.points("1") == {"Ships, round 1": None, "Fleet, round 1": None}
    assert table.points("1", seat=1) == {"Ships, round 1": 6, "Fleet, round 1": 6}
    table.answer(2, 1)
    assert table.points("1") == {"Ships, round 1": 6, "Fleet, round 1": 6}
    assert table.must() == (1, 2), "the next round, with nothing else to write in this one"


def test_it_may_stand_before_what_it_uses() -> None:
    table = SheetTable(HEAD + TRIOS + SYMBOLS, 2)
    table.answer(1, 1, 1, 1)
    assert table.points("1") == {"Trios": 7, "Symbols": 3}


def test_a_sheet_that_uses_numbers_is_written_as_it_was_read() -> None:
    for sheet in (parse(HEAD + SYMBOLS + TRIOS, "x"), sheet_called("academy")):
        assert parse(write(sheet), "y") == sheet
        [using_one] = [one for one in values_of(sheet)["category"] if one.get("uses")]
        assert sorted(using_one.keys() - {"short", "icon", "of"}) == ["form", "key", "name", "points", "uses"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SHIPS + using("a", "number", "shps"), "a.uses: expected the key of another category. Did you mean ships?"),
        (SHIPS + using("a", "number", "a"), "a.uses: expected the key of another category."),
        (
            SHIPS + FIRST + using("a", "number", "first"),
            "a.uses: expected a category that every side writes, not a bonus.",
        ),
        (
            SHIPS + using("a", "number", "ships") + using("b", "number", "a"),
            "b.uses: expected a category that is written itself. Did you mean ships?",
        ),
        (
            SHIPS + using("a", "bonus", "ships", "points = 2"),
            "a.uses: expected another form, as the table says who has a bonus.",
        ),
        (
            SHIPS + using("a", "set", "ships", "points = [1]"),
            "a.uses: expected a category of sets, whose kinds it uses.",
        ),
        (
            SHIPS + using("a", "table", "ships", "rows = [[1, 1], [8, 9]]", 'above = "never"'),
            "a.uses: expected a category in which no more than 8 can be written.",
        ),
        (
            SYMBOLS + using("a", "table", "symbols", "rows = [[1, 1], [14, 9]]", 'above = "never"'),
            "a.uses: expected a category in which no more than 14 can be written.",
        ),
        (
            SYMBOLS + using("a", "set", "symbols", "points = [0, 7]"),
            "a.points: expected as many numbers as there are kinds, 3.",
        ),
        (SHIPS + using("a", "number", "Ships"), "a.uses: expected a short key of small letters"),
        *(
            (
                SHIPS + using("a", "per-unit", "ships", "points = 1", line),
                f"a.{line.split(' ')[0]}: expected nothing here, as ships says what is written.",
            )
            for line in ("sealed = true", 'when = "end"', "high = 3", "start = 1")
        ),
    ],
)
def test_what_cannot_be_used_is_said(text: str, said: str) -> None:
    assert said in problem(text)


def test_a_table_may_go_as_far_as_what_it_uses() -> None:
    parse(HEAD + SHIPS + using("a", "table", "ships", "rows = [[1, 1], [9, 9]]", 'above = "never"'), "x")
    parse(HEAD + SYMBOLS + using("a", "table", "symbols", "rows = [[1, 1], [15, 9]]", 'above = "never"'), "x")
