"""Products, numbers that others look up, ties that are broken by those who are tied, and options at the start."""

from __future__ import annotations

import pytest

from companion.core.errors import Refused
from companion.core.step import TABLE
from companion.games.score_sheet import check, parse
from companion.games.score_sheet.moves import Write
from companion.games.score_sheet.sheet_form import write
from tests.games.sheet_table import TIMES, SheetTable

STARS = """
id = "7-stars"
name = "Stars"
seats = [2, 4]
[[category]]
key = "popularity"
name = "Popularity"
form = "per-unit"
points = 1
high = 18
counts = false
[[category]]
key = "star-rate"
name = "Points a star"
form = "table"
uses = "popularity"
rows = [[0, 3], [7, 4], [13, 5]]
counts = false
[[category]]
key = "stars"
name = "Stars"
form = "per-unit"
points = 1
high = 6
counts = false
[[category]]
key = "star-points"
name = "Stars counted"
form = "product"
of = ["stars", "star-rate"]
[[category]]
key = "coins"
name = "Coins"
form = "per-unit"
points = 1
"""

LOST = """
id = "lost"
name = "Lost"
seats = [2, 2]
[[category]]
key = "sum"
name = "Sum"
form = "number"
counts = false
[[category]]
key = "start"
name = "Once begun"
form = "table"
uses = "sum"
rows = [[0, 0], [1, -20]]
counts = false
[[category]]
key = "rate"
name = "Wagers and one"
form = "number"
low = 1
high = 4
counts = false
[[category]]
key = "red"
name = "Red"
form = "product"
of = [["sum", "start"], "rate"]
"""

TIES = """
id = "ties"
name = "Ties"
seats = [2, 4]
[[category]]
key = "points"
name = "Points"
form = "number"
[[category]]
key = "workers"
name = "Workers"
form = "number"
only_if_tied = true
[[category]]
key = "mechs"
name = "Mechs"
form = "number"
only_if_tied = true
[[category]]
key = "power"
name = "Power"
form = "number"
only_if_tied = true
[[ladder]]
category = ["workers", "mechs"]
by = "number"
[[ladder]]
category = "power"
by = "number"
"""

PAIRS = """
id = "pairs-of-numbers"
name = "Pairs"
seats = [1, 3]
[[category]]
key = "regions"
name = "Region"
form = "pairs"
first = "squares"
second = "crowns"
high = 9
most = 2
[[ladder]]
category = "regions"
by = "largest"
[[ladder]]
category = "regions"
by = "number"
"""

OPTION = """
[[option]]
key = "x"
name = "Power breaks ties"
"""

OPTIONS = """
id = "options"
name = "Options"
seats = [2, 4]
[[category]]
key = "castle"
name = "Castle"
form = "number"
[[category]]
key = "harmony"
name = "Harmony"
form = "per-unit"
points = 5
high = 1
option = "harmony"
[[option]]
key = "harmony"
name = "Harmony counts"
"""


def test_a_product_multiplies_what_was_looked_up_by_another_category() -> None:
    table = SheetTable(STARS, 2)
    for answer in (9, 6, 12):
        table.answer(1, answer)
    table.answer(1, "done")
    assert table.points("1") == {"Stars counted": 24, "Coins": 12}
    assert table.whys("1")["Stars counted"] == f"6 {TIMES} 4 = 24"
    assert table.side("1").total == 36
    assert [row.cells[:3] for row in table.widgets()["ledger"].rows[:1]] == [(9, 6, 24)]  # type: ignore[union-attr]


def test_what_stands_in_one_part_of_a_product_is_added_first() -> None:
    table = SheetTable(LOST, 2)
    table.answer(1, 31)
    table.answer(1, 3)
    table.answer(2, 0)
    table.answer(2, 1)
    assert table.totals() == [(31 - 20) * 3, 0]


def test_only_those_who_are_tied_write_what_breaks_the_tie() -> None:
    table = SheetTable(TIES, 3)
    table.each(20, 20, 9)
    assert not table.over()
    assert table.must() == (1, 2)
    assert "Ana and Berta are tied: what breaks the tie is written now." in table.log()
    assert table.says(1) == "Workers: how many points?"
    table.answer(1, 3)
    assert table.must() == (1, 2)
    table.answer(1, 4)
    table.answer(2, 5)
    table.answer(2, 2)
    assert table.must() == (1, 2), "seven each: the next number is asked"
    table.answer(2, 1)
    table.answer(1, 6)
    assert table.over()
    assert [side.side for side in table.score().winners()] == ["1"]
    assert table.totals() == [20, 20, 9], "what breaks ties gives no points"


def test_nobody_is_asked_what_breaks_a_tie_that_there_is_not() -> None:
    table = SheetTable(TIES, 3)
    table.each(20, 21, 9)
    assert table.over()
    table = SheetTable(TIES, 3)
    table.each(20, 9, 9)
    assert table.over(), "a tie behind the first is left"


def test_sides_that_nothing_tells_apart_share_the_first_place() -> None:
    table = SheetTable(TIES, 2)
    table.each(7, 7)
    for seat in (1, 2):
        for number in (1, 2):
            table.answer(seat, number)
    table.each(3, 3)
    assert table.over()
    assert [side.side for side in table.score().winners()] == ["1", "2"]


def test_a_correction_after_which_nobody_is_tied_ends_the_play() -> None:
    table = SheetTable(TIES, 2)
    table.each(7, 7)
    assert not table.over()
    table.correct("2/points/end", 6)
    assert table.over()
    assert table.score().final
    assert [side.side for side in table.score().winners()] == ["1"]


@pytest.mark.parametrize(("chosen", "asked"), [(True, ["castle", "harmony"]), (False, ["castle"])])
def test_the_table_chooses_an_option_before_the_play(chosen: bool, asked: list[str]) -> None:
    table = SheetTable(OPTIONS, 2, harmony=chosen)
    assert [(option.key, option.default) for option in table.game.meta.options if option.basic] == [("harmony", False)]
    keys = []
    for answer in (4, True)[: len(asked)]:
        keys.append(table.question(1).key)
        table.answer(1, answer)
    assert keys == asked
    assert table.side("1").total == (9 if chosen else 4)


@pytest.mark.parametrize("text", [STARS, LOST, TIES, OPTIONS, PAIRS], ids=["stars", "lost", "ties", "options", "pairs"])
def test_a_sheet_is_written_as_it_was_read(text: str) -> None:
    assert parse(write(parse(text, "a")), "b") == parse(text, "a")


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ('["stars", "star-rate"]', '["stars", "star-rat"]', ("category.star-points.of", "Did you mean star-rate?")),
        ('["stars", "star-rate"]', '"stars"', ("category.star-points.of", "")),
        ('["stars", "star-rate"]', '["stars", "star-points"]', ("category.star-points.of", "Did you mean stars?")),
        ('key = "stars"', 'icon = "swrod"\nkey = "stars"', ("category.stars.icon", "Did you mean sword?")),
        ('key = "stars"', 'only_if_tied = true\nkey = "stars"', ("category.stars.only_if_tied", "")),
        ('key = "stars"', 'option = "x"\nkey = "stars"', ("category.stars.option", "")),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(old: str, new: str, wrong: tuple[str, str]) -> None:
    problems = check(STARS.replace(old, new, 1))
    speaker = SheetTable(STARS, 2).speaker
    found = [(each.key, speaker.say(each.hint) if each.hint else "") for each in problems]
    assert wrong in found
    assert all(each.line > 1 for each in problems)


def test_pairs_are_multiplied_and_asked_until_there_are_no_more() -> None:
    table = SheetTable(PAIRS, 3)
    assert table.says(1) == "Region 1: squares?"
    assert table.says(1, 5) == "Region 1: crowns?"
    assert table.says(1, 5, 2) == "Region 2: squares?"
    table.answer(1, 5, 2, 0)
    table.answer(2, 2, 2, 2, 3)
    assert table.whys("2") == {"Region": f"2 {TIMES} 2 + 2 {TIMES} 3 = 10"}
    table.answer(3, 0)
    assert table.over()
    assert table.totals() == [10, 10, 0]
    assert [side.side for side in table.score().winners()] == ["1"], "the largest is 5"
    assert list(table.tracked())[:2] == ["1/regions.first-1/end", "1/regions.second-1/end"]
    table.correct("1/regions.first-1/end", 2)
    table.correct("1/regions.second-1/end", 5)
    assert [side.side for side in table.score().winners()] == ["1", "2"], "two and five to two and five"


def test_half_a_pair_is_refused() -> None:
    table = SheetTable(PAIRS, 1)
    for numbers in ((5,), (1, 1, 1, 1, 1, 1)):
        with pytest.raises(Refused):
            table.move(1, Write("regions", 0, numbers))


def castles(**options: bool) -> SheetTable:
    table = SheetTable("castles-of-burgundy", 3, **options)
    for seat, track in ((1, 150), (2, 150), (3, 149)):
        while seat in table.must():
            question = table.question(seat)
            key = question.options[0].value
            table.answer(seat, *([key] if key == "done" else [key, track if key == "track" else 0]))
    return table


@pytest.mark.parametrize(("fewest", "first"), [(True, "1"), (False, "2")])
def test_a_tie_break_is_there_where_the_table_chose_it(fewest: bool, first: str) -> None:
    table = castles(fewest=fewest)
    assert table.must() == (1, 2)
    table.answer(1, "empty", 3)
    table.answer(2, "empty", 5)
    assert table.over()
    assert [side.side for side in table.score().winners()] == [first]


def test_numbers_of_a_tie_break_that_is_not_there_are_not_asked() -> None:
    table = SheetTable(TIES.replace('category = "power"\n', 'category = "power"\noption = "x"\n') + OPTION, 2)
    table.each(7, 7)
    for seat in (1, 2):
        for number in (1, 2):
            table.answer(seat, number)
    assert table.over()


def test_the_table_says_which_of_the_tied_has_what_breaks_the_tie() -> None:
    table = castles()
    table.answer(1, "empty", 4)
    table.answer(2, "empty", 4)
    assert table.must() == (TABLE,), "the same number of empty spaces"
    assert [option.value for option in table.question(TABLE).options] == ["1", "2"]
    table.answer(TABLE, "2")
    assert table.over()
    assert [side.side for side in table.score().winners()] == ["2"]
    assert table.totals() == [150, 150, 149]


def test_totals_are_kept_hidden_until_everything_is_written() -> None:
    open_, table = (SheetTable(TIES, 2, totals_hidden=hidden) for hidden in (False, True))
    for each in (open_, table):
        each.answer(1, 7)
    assert [open_.score().counted, table.score().counted] == [True, False]
    assert [figure.value for figure in open_.game.strip(open_.state, 1)][:1] == [7]
    assert [table.speaker.say(figure.label) for figure in table.game.strip(table.state, 1)] == ["Still missing"]
    for each, total in ((open_, 7), (table, None)):
        row = each.widgets()["ledger"].rows[0]  # type: ignore[union-attr]
        assert (row.cells[-1], row.marked) == (total, bool(total))
        pad = each.game.score_pad(each.state, 1)
        assert pad is not None
        assert pad.total == total
        whole = each.game.score_pad(each.state, TABLE)
        assert whole is not None
        assert [column.total for column in whole.columns] == [total, None if total is None else 0]
    table.answer(2, 7)
    assert table.score().counted, "what breaks ties is asked of those who are tied"
    assert table.game.strip(table.state, 1)[0].value == 7


def test_nobody_sees_the_way_to_the_end_where_totals_are_hidden() -> None:
    assert "way" in SheetTable("hearts", 4).widgets()
    assert "way" not in SheetTable("hearts", 4, totals_hidden=True).widgets()
