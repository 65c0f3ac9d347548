"""The sheets of well-known games: a worked end of each, with totals by hand."""

from __future__ import annotations

import pytest

from companion.core.questions import Answer
from companion.core.step import TABLE
from companion.games.score_sheet import shipped
from companion.games.score_sheet.scoring import standings
from companion.games.score_sheet.sheet import Majority
from tests.games.sheet_table import TIMES, SheetTable

End = dict[str, list[int] | list[list[int]]]
"""What the seats write, by category: a number each, or a list for every seat where it is a set."""

ENDS: dict[str, tuple[End, list[int], list[str]]] = {
    # 18 + 12/3 + 7 + 17 + (9 + 1 + 4) + 7 + 6 + 0 = 73; -3 + 1 + 10 + 21 + 16 + 0 + 0 + 9 = 54;
    # 5 + 4 + 3 + 30 + (1 + 1 + 1) + 7 + 8 + 13 = 73, and as many coins
    "7-wonders": (
        {
            "war": [18, -3, 5],
            "coins": [12, 5, 13],
            "wonder": [7, 10, 3],
            "blue": [17, 21, 30],
            "science": [[3, 1, 2], [0, 0, 4], [1, 1, 1]],
            "yellow": [6, 0, 8],
            "guilds": [0, 9, 13],
        },
        [73, 54, 73],
        ["3"],  # 13 coins to 12
    ),
    # 21 + 4 + 6 + 0 + 9 + 4 + 5 + 14/3 = 53; 15 + 7 + 6 + 6 + 12 + 7 + 0 + 2/3 = 53: 21 blue points to 15
    "7-wonders-duel": (
        {
            "blue": [21, 15],
            "green": [4, 7],
            "yellow": [6, 6],
            "guilds": [0, 6],
            "wonders": [9, 12],
            "progress": [4, 7],
            "war": [5, 0],
            "coins": [14, 2],
        },
        [53, 53],
        ["1"],
    ),
    # 41 + 2 * 2 + 7 + 10 = 62; 55 + 2 + 0 + 0 = 57
    "azul": ({"track": [41, 55], "lines": [2, 1], "columns": [1, 0], "colours": [1, 0]}, [62, 57], ["1"]),
    # 58 + 3 + 0 + 7 + 4 * 3 = 80; 61 + 0 + 5 + 0 + 3 = 69
    "carcassonne": (
        {"track": [58, 61], "roads": [3, 0], "cities": [0, 5], "cloisters": [7, 0], "farms": [4, 1]},
        [80, 69],
        ["1"],
    ),
    # 3 + 2 * 3 + 4 * 6 - 1 + 3 * (37/10 = 3) = 41; 1 + 0 + 6 * 6 - 2 + 1 * (29/10 = 2) + 4 = 41, in fewer turns
    "dominion": (
        {
            "estates": [3, 1],
            "duchies": [2, 0],
            "provinces": [4, 6],
            "curses": [1, 2],
            "gardens": [3, 1],
            "deck": [37, 29],
            "others": [0, 4],
            "turns": [19, 18],
        },
        [41, 41],
        ["2"],
    ),
    # 31 + 6 + 9 + 5 + 8 = 59; 36 + 2 + 12 + 3 + 6 = 59; two events each, 3 resources left to 1
    "everdell": (
        {
            "base": [31, 36],
            "tokens": [6, 2],
            "purple": [9, 12],
            "journey": [5, 3],
            "events": [8, 6],
            "event-count": [2, 2],
            "resources": [3, 1],
        },
        [59, 59],
        ["1"],
    ),
    # 14 cities each, 88 of money each, 16 cities of the network to 15
    "power-grid": (
        {"supplied": [14, 13, 14], "money": [88, 120, 88], "network": [15, 17, 16]},
        [14, 13, 14],
        ["3"],
    ),
    # 7 crosses 28, 5 crosses 15, 12 crosses 78, none 0, 2 misthrows 10: 111; 36 + 21 + 3 + 1 - 0 = 61
    "qwixx": (
        {"red": [7, 8], "yellow": [5, 6], "green": [12, 2], "blue": [0, 1], "misses": [2, 0]},
        [111, 61],
        ["1"],
    ),
    # popularity 14: 25 + 6 * 5 + 9 * 4 + (7/2 = 3) * 3 + 6 = 106; popularity 8: 40 + 4 * 4 + 7 * 3 + 5 * 2 + 2 = 89
    "scythe": (
        {
            "coins": [25, 40],
            "popularity": [14, 8],
            "stars": [6, 4],
            "land": [9, 7],
            "goods": [7, 10],
            "structures": [6, 2],
        },
        [106, 89],
        ["1"],
    ),
    # 9 + 2 * 3 = 15; 15 + 0 = 15; 12 cards bought to 14
    "splendor": ({"cards": [9, 15], "nobles": [2, 0], "bought": [14, 12]}, [15, 15], ["2"]),
    # 36 + 5 + 2 * 2 + 10 + 6 + 9 + 14 = 84; 31 + 10 + 0 + 5 + 4 + 5 - 2 = 53
    "terraforming-mars": (
        {
            "rating": [36, 31],
            "firsts": [1, 2],
            "seconds": [2, 0],
            "milestones": [2, 1],
            "greenery": [6, 4],
            "cities": [9, 5],
            "cards": [14, -2],
        },
        [84, 53],
        ["1"],
    ),
    # 2 * 1 + 3 * 2 + 4 * 4 + 7 + 10 + 2 * 15 + 34 - 8 + 10 = 107; 1 + 4 + 0 + 28 + 0 + 15 + 47 - 0 + 10 = 105
    "ticket-to-ride": (
        {
            "r1": [2, 1],
            "r2": [3, 2],
            "r3": [4, 0],
            "r4": [1, 4],
            "r5": [1, 0],
            "r6": [2, 1],
            "kept": [34, 47],
            "failed": [8, 0],
            "longest": [31, 31],
        },
        [107, 105],
        ["1"],
    ),
}


def answers_of(table: SheetTable, end: End, seat: int) -> list[Answer]:
    """What a seat answers next."""
    question = table.question(seat)
    answers: list[Answer] = []
    if question.key == "entry":
        answers.append(question.options[0].value)
        if answers == ["done"]:
            return answers
        question = table.question(seat, *answers)
    written = end[question.key.partition(".")[0]][seat - 1]
    return [*answers, *(written if isinstance(written, list) else [written])]


def to_the_end(table: SheetTable, end: End) -> None:
    while not table.over():
        seat = table.must()[0]
        table.answer(seat, *answers_of(table, end, seat))


@pytest.mark.parametrize("key", ENDS)
def test_a_worked_end_comes_to_the_totals_by_hand(key: str) -> None:
    end, totals, winners = ENDS[key]
    table = SheetTable(key, len(totals))
    to_the_end(table, end)
    assert table.totals() == totals
    assert [side.side for side in table.score().winners()] == winners


SUSHI: dict[str, list[int]] = {
    "maki": [5, 5, 2],  # 6 split by two: 3 each, and no second
    "tempura": [3, 2, 0],
    "sashimi": [3, 0, 4],
    "dumplings": [0, 3, 6],
    "egg": [1, 0, 0],
    "salmon": [0, 2, 0],
    "squid": [0, 0, 1],
    "egg-w": [0, 0, 0],
    "salmon-w": [1, 0, 0],
    "squid-w": [0, 0, 1],
}
"""The first round; there is nothing in the others."""


def test_a_worked_end_of_sushi_go() -> None:
    table = SheetTable("sushi-go", 3)
    for number in (1, 2, 3):
        for seat in (1, 2, 3):
            while seat in table.must() and table.state.round == number:
                question = table.question(seat)
                key = question.options[0].value if question.key == "entry" else question.key
                answer: Answer = key if key == "done" else SUSHI[key][seat - 1] if number == 1 else 0
                table.answer(seat, *([key] if question.key == "entry" and key != "done" else []), answer)
    # 3 + 5 + 10 + 1 + 6 = 25; 3 + 5 + 6 + 4 = 18; 10 + 15 + 3 + 9 = 37
    assert table.totals() == [25, 18, 37]
    table.each(4, 1, 1)
    # most puddings 6; the fewest split 6 off: 3 each
    assert table.totals() == [31, 15, 34]
    assert [side.side for side in table.score().winners()] == ["3"]


def test_puddings_that_are_all_level_give_nothing() -> None:
    sheet = next(sheet for sheet in shipped() if sheet.id == "sushi-go")
    for key in ("puddings", "fewest"):
        category = sheet.find(key)
        assert isinstance(category, Majority)
        assert [each.points for each in standings(category, {"1": 3, "2": 3, "3": 3}).values()] == [0, 0, 0]
    fewest = sheet.find("fewest")
    assert isinstance(fewest, Majority)
    four = standings(fewest, {"1": 0, "2": 0, "3": 0, "4": 0, "5": 9})
    assert [each.points for each in four.values()] == [-1, -1, -1, -1, 0], "what is left over is dropped"


def test_a_worked_end_of_wizard() -> None:
    table = SheetTable("wizard", 3)
    table.answer(TABLE, 10)
    table.each(1, 0, 2)
    assert table.totals() == [0, 0, 0], "a bid alone is no points"
    table.each(1, 0, 0)
    # 20 + 10; 20; two off
    assert table.totals() == [30, 20, -20]
    table.each(2, 1, 0)
    table.each(1, 2, 0)
    # one off; one off; 20
    assert table.totals() == [20, 10, 0]
    assert table.whys("1") == {
        "Points, round 1": "exactly 1: 30",
        "Points, round 2": f"bid 2, took 1: 1 {TIMES} -10 = -10",
    }
    table.answer(TABLE, "finish")
    assert table.over()
    assert [side.side for side in table.score().winners()] == ["1"]


def test_numbers_that_break_no_tie_are_not_asked() -> None:
    """Of the sheets with such numbers these ends have no tie."""
    for key in ("scythe", "terraforming-mars", "ticket-to-ride"):
        end, totals, _ = ENDS[key]
        assert len(set(totals)) == len(totals)
        sheet = next(sheet for sheet in shipped() if sheet.id == key)
        assert not {one.key for one in sheet.category if one.only_if_tied} & end.keys()
