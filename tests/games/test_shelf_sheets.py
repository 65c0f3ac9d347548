"""The sheets of well-known games: a worked end of each, with totals by hand."""

from __future__ import annotations

import pytest

from companion.core.questions import Answer
from companion.core.step import TABLE
from companion.games.score_sheet import shipped
from companion.games.score_sheet.scoring import standings
from companion.games.score_sheet.sheet import Majority, dealt, for_seats
from tests.games.sheet_table import TIMES, SheetTable, sheet_called

End = dict[str, list[int] | list[list[int]] | list[bool] | str]
"""What the seats write, by category: a number each, a yes or no, or a list for every seat where it is a set; who has a
bonus. What is written in one round only stands under ``category/round``."""

CHOSEN: dict[str, dict[str, bool | int]] = {
    "agricola": {"goods": True},
    "chinchon": {"limit": 70},
    "domino": {"limit": 100, "capicua": True},
    "escoba": {"limit": 15},
    "kingdomino": {"harmony": True},
    "wingspan": {"places": True},
}
"""What the table chooses before the worked end, where that is not the usual."""

PAIRS = ("canasta", "domino", "tute")
"""Played by four in two pairs; the lists have a number for every seat."""

COLOURS = ("yellow", "blue", "white", "green", "red")

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
    # 3 + 3 + 2 + 2 + 1 - 1 + 3 - 2 + 2 + 0 + 8 + 12 - 0 + 9 + 5 = 47;
    # 4 + 1 + 4 + 4 + 2 + 2 + 1 - 0 + 1 + 5 + 0 + 15 - 3 + 7 + 4 = 47; 6 building goods to 3
    "agricola": (
        {
            "fields": [4, 5],
            "pastures": [3, 1],
            "grain": [5, 8],
            "vegetables": [2, 4],
            "sheep": [1, 4],
            "boar": [0, 3],
            "cattle": [4, 1],
            "unused": [2, 0],
            "stables": [2, 1],
            "clay": [0, 5],
            "stone": [4, 0],
            "people": [4, 5],
            "begging": [0, 1],
            "cards": [9, 7],
            "bonus": [5, 4],
            "resources": [3, 6],
        },
        [47, 47],
        ["2"],
    ),
    # 85 - 64 = 21; 58 - 37 = 21; 90 - 94 = -4; five projects to three
    "ark-nova": (
        {"appeal": [85, 58, 90], "conservation": [64, 37, 94], "projects": [3, 5, 0]},
        [21, 21, -4],
        ["2"],
    ),
    # first hand 2 * (34 - 20) + 20 - 8 = 40, then 5 and 5; first hand 4 * 0 - 3 * 15 = -45, third 4 * 34 + 20 = 156
    "lost-cities": (
        {
            **{f"{colour}-{part}": [0, 0] for colour in COLOURS for part in ("sum", "rate", "cards")},
            "yellow-sum/1": [34, 0],
            "yellow-rate/1": [1, 0],
            "yellow-cards/1": [9, 0],
            "blue-sum/1": [12, 0],
            "blue-cards/1": [3, 0],
            "red-sum/1": [0, 20],
            "red-rate/1": [0, 3],
            "red-cards/1": [0, 7],
            "green-sum/1": [0, 5],
            "green-rate/1": [0, 2],
            "green-cards/1": [0, 4],
            "white-sum/2": [25, 0],
            "white-cards/2": [5, 0],
            "white-sum/3": [25, 0],
            "white-cards/3": [5, 0],
            "blue-sum/3": [0, 54],
            "blue-rate/3": [0, 3],
            "blue-cards/3": [0, 12],
        },
        [50, 111],
        ["2"],
    ),
    # 17 + 8 + 12 + 5 + 15 + 9 - 2 = 64; 20 + 6 + 9 + 3 + 10 + 17 - 1 = 64; neither at the temple: 20 of research to 17
    "lost-ruins-of-arnak": (
        {
            "research": [17, 20, 10],
            "temple": [8, 6, 0],
            "idols": [4, 3, 2],
            "slots": [5, 3, 2],
            "guardians": [3, 2, 1],
            "cards": [9, 17, 8],
            "fear": [2, 1, 0],
            "arrival": "nobody",
        },
        [64, 64, 31],
        ["2"],
    ),
    # 8 + 5 + 2 + 14 + 40 - 3 = 66; 6 + 9 + 0 + 18 + 30 + 3 = 66; both owe income, 35 of money to 20
    "brass-birmingham": (
        {
            "links/1": [8, 6],
            "tiles/1": [5, 9],
            "other/1": [2, 0],
            "links/2": [14, 18],
            "tiles/2": [40, 30],
            "other/2": [-3, 3],
            "income": [-3, -3],
            "money": [20, 35],
        },
        [66, 66],
        ["2"],
    ),
    # 152 + 2 + 3 + 5/2 + 20 = 179; 160 + 1 + 1 + 3/2 + 16 = 179; 170 + 9 = 179;
    # 4 empty spaces to 6, then the last in order
    "castles-of-burgundy": (
        {
            "track": [152, 160, 170],
            "goods": [2, 1, 0],
            "silver": [3, 1, 0],
            "workers": [5, 3, 0],
            "yellow": [20, 16, 9],
            "empty": [4, 6, 4],
            "behind": "3",
        },
        [179, 179, 179],
        ["3"],
    ),
    # 3 + 2 * 2 + 1 = 8; 2 + 3 * 2 + 2 + 0 = 10; 4 + 2 + 2 = 8
    "catan": (
        {"settlements": [3, 2, 4], "cities": [2, 3, 1], "road": "2", "army": "nobody", "cards": [1, 0, 2]},
        [8, 10, 8],
        ["2"],
    ),
    # ten each and two of spice each, 5 solari to 3
    "dune-imperium": (
        {"points": [10, 10, 8], "spice": [2, 2, 9], "solari": [3, 5, 9]},
        [10, 10, 8],
        ["2"],
    ),
    # 6 + 3 * 9 + 2 * 6 + 8 + 2 * 6 + 6 + 7 = 78; 12 + 2 * 7 + 3 * 7 + 2 * 10 + 4 + 7 = 78
    "concordia": (
        {
            "wealth": [67, 120],
            "houses": [9, 7],
            "provinces": [6, 7],
            "wares": [4, 5],
            "colonists": [3, 2],
            "vesta-cards": [1, 1],
            "jupiter-cards": [3, 2],
            "saturn-cards": [2, 3],
            "mercury-cards": [1, 2],
            "mars-cards": [2, 1],
            "minerva": [6, 7],
            "concordia": "1",
            "praefectus": "2",
        },
        [78, 78],
        ["2"],
    ),
    # 24 + 14 + 5 = 43; 30 + 9 + 6 + 11/3 + 30/4 = 55; 22 + 20 + 7 + 6 = 55; nine doubloons and goods to four
    "puerto-rico": (
        {
            "chips": [24, 30, 22],
            "buildings": [14, 9, 20],
            "guild": [0, 6, 0],
            "residence": [10, 0, 12],
            "fortress": [0, 11, 0],
            "hall": [0, 0, 6],
            "house": [False, True, False],
            "left": [0, 4, 9],
        },
        [43, 55, 55],
        ["3"],
    ),
    # 98 + 16 + 2 * 5 + 6 + 4 * 3 + 0 + 5 = 147; 101 + 9 + 1 + 3 + 2 * 4 + 3 * 5 + 8 + 2 = 147; 5 + 6 + 7 to 3 + 4 + 8
    "stone-age": (
        {
            "track": [98, 101],
            "green": [[1, 1, 1, 0, 0, 0, 0, 1], [2, 1, 1, 0, 0, 0, 0, 0]],
            "food": [5, 3],
            "tools": [6, 4],
            "huts": [3, 5],
            "people": [7, 8],
            "farmers": [2, 1],
            "makers": [1, 2],
            "builders": [4, 3],
            "shamans": [0, 1],
            "goods": [5, 2],
        },
        [147, 147],
        ["1"],
    ),
    # 40 + 35 = 75 is out above 70; then 20 + 10 - 10 + 31 = 51 and 5 + 60 + 2 + 12 = 79, out: the last one in wins
    "chinchon": (
        {"left/1": [40, 20, 5], "left/2": [35, 10, 60], "left/3": [0, -10, 2], "left/4": [0, 31, 12]},
        [75, 51, 79],
        ["2"],
    ),
    # 5 * 2 + 3 * 1 + 7 * 0 + 5 = 18; 6 * 3 = 18; the largest region 7 to 6
    "kingdomino": (
        {"regions": [[5, 2, 3, 1, 7, 0, 0], [6, 3, 0]], "harmony": [True, False]},
        [18, 18],
        ["1"],
    ),
    # own 20, 25, 19; the most 2 + 3 + 1 + 2 + 0, 2 + 0 + 3 + 0 + 3, 0 + 0 + 0 + 2 + 1:
    # 39 + 20 + 8 + 3 = 70; 38 + 25 + 8 + 2 = 73; 41 + 19 + 3 + 4 = 67
    "cascadia": (
        {
            "bear": [11, 6, 4],
            "elk": [9, 13, 5],
            "salmon": [8, 7, 12],
            "hawk": [5, 8, 11],
            "fox": [6, 4, 9],
            "mountains": [5, 5, 3],
            "forests": [7, 4, 4],
            "prairies": [3, 6, 2],
            "wetlands": [4, 2, 4],
            "rivers": [1, 8, 6],
            "tokens": [3, 2, 4],
        },
        [70, 73, 67],
        ["2"],
    ),
    # goals (4 + 1)/2 + 2 + (6 + 3 + 2)/3 + 0 = 7; 2 + 5 + 3 + (7 + 4)/2 = 15; 0 + 1 + 3 + 5 = 9;
    # 7 + 44 + 7 + 12 + 3 + 5 = 78; 15 + 38 + 10 + 9 + 4 + 2 = 78; 9 + 50 + 3 + 10 + 0 + 6 = 78; four of food to two
    "wingspan": (
        {
            "goal-places/1": [5, 5, 2],
            "goal-places/2": [3, 6, 1],
            "goal-places/3": [4, 4, 4],
            "goal-places/4": [0, 2, 2],
            "birds": [44, 38, 50],
            "bonus": [7, 10, 3],
            "eggs": [12, 9, 10],
            "food": [3, 4, 0],
            "tucked": [5, 2, 6],
            "unused": [2, 4, 1],
        },
        [78, 78, 78],
        ["2"],
    ),
    # 3 + 1 + 0 + 1 + 0 = 5; 1 + 0 + 0 + 0 + 1 = 2; then 5 + 1 and 2; then 4 + 1 + 1 + 1 and 6: 18 to 10, beyond 15
    "escoba": (
        {
            "sweeps/1": [3, 1],
            "cards/1": [22, 18],
            "coins/1": [5, 5],
            "sevens/1": [3, 1],
            "seven/1": "2",
            "sweeps/2": [5, 2],
            "cards/2": [20, 20],
            "coins/2": [5, 5],
            "sevens/2": [2, 2],
            "seven/2": "1",
            "sweeps/3": [4, 6],
            "cards/3": [25, 15],
            "coins/3": [7, 3],
            "sevens/3": [2, 2],
            "seven/3": "1",
        },
        [18, 10],
        ["1"],
    ),
    # 500 + 600 + 200 + 100 + 265 = 1665 and 2000 + 300 + 800 + 400 - 40 = 3460: 5125;
    # 300 - 100 + 120 - 85 = 235 and 500 + 600 + 100 + 100 + 310 = 1610: 1845
    "canasta": (
        {
            "natural/1": [1, 0, 1, 0],
            "mixed/1": [2, 1, 2, 1],
            "threes/1": [2, 0, 2, 0],
            "threes-off/1": [0, 1, 0, 1],
            "out/1": "a",
            "hidden/1": "nobody",
            "melds/1": [265, 120, 265, 120],
            "hand/1": [0, 85, 0, 85],
            "natural/2": [4, 1, 4, 1],
            "mixed/2": [1, 2, 1, 2],
            "threes/2": [4, 0, 4, 0],
            "threes-off/2": [0, 0, 0, 0],
            "out/2": "b",
            "hidden/2": "b",
            "melds/2": [400, 310, 400, 310],
            "hand/2": [40, 0, 40, 0],
        },
        [5125, 1845],
        ["a"],
    ),
    # 70 + 20 = 90 and 64 + 10 = 74: 164; 50 + 10 + 40 = 100 and 56 + 2 * 20 = 96: 196, both beyond 101
    "tute": (
        {
            "cards/1": [70, 50, 70, 50],
            "last/1": "b",
            "twenty/1": [1, 0, 1, 0],
            "forty/1": "b",
            "cards/2": [64, 56, 64, 56],
            "last/2": "a",
            "twenty/2": [0, 2, 0, 2],
            "forty/2": "nobody",
        },
        [164, 196],
        ["b"],
    ),
    # 48 + 25 + 0 + 35 = 108, beyond 100; 61
    "domino": (
        {
            "pips/1": [48, 0, 48, 0],
            "capicua/1": "a",
            "pips/2": [0, 61, 0, 61],
            "capicua/2": "nobody",
            "pips/3": [35, 0, 35, 0],
            "capicua/3": "nobody",
        },
        [108, 61],
        ["a"],
    ),
    # 0 + 25 + 60 - 10 + 30 + 0 + 45 = 150; 35 + 20 + 50 + 70 = 175; 20 + 40 + 15 + 55 + 10 + 90 = 230; the fewest wins
    "continental": (
        {
            "hand/1": [0, 35, 20],
            "hand/2": [25, 0, 40],
            "hand/3": [60, 20, 0],
            "hand/4": [-10, 50, 15],
            "hand/5": [30, 0, 55],
            "hand/6": [0, 70, 10],
            "hand/7": [45, 0, 90],
        },
        [150, 175, 230],
        ["1"],
    ),
}


def answers_of(table: SheetTable, end: End, seat: int) -> list[Answer]:
    """What a seat, or the table, answers next."""
    question = table.question(seat)
    answers: list[Answer] = []
    if question.key == "entry":
        answers.append(question.options[0].value)
        if answers == ["done"]:
            return answers
        question = table.question(seat, *answers)
    category, _, kind = question.key.partition(".")
    written = end.get(f"{category}/{table.state.round}", end.get(category))
    if isinstance(written, str):
        return [*answers, written]
    assert written is not None, f"{category} is asked in round {table.state.round}"
    mine = written[seat - 1]
    if isinstance(mine, list) and not kind:
        raise AssertionError(f"{category} asks for one number")
    return [*answers, *(mine if isinstance(mine, list) else [mine])]


def to_the_end(table: SheetTable, end: End) -> None:
    while not table.over():
        seat = table.must()[0]
        table.answer(seat, *answers_of(table, end, seat))


@pytest.mark.parametrize("key", ENDS)
def test_a_worked_end_comes_to_the_totals_by_hand(key: str) -> None:
    end, totals, winners = ENDS[key]
    table = SheetTable(key, 4 if key in PAIRS else len(totals), **CHOSEN.get(key, {}))
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


def test_who_is_out_writes_no_more() -> None:
    table = SheetTable("chinchon", 3, limit=70)
    table.each(71, 70, 0)
    assert "Ana is out." in table.log()
    assert table.must() == (2, 3)
    assert [side.out for side in table.score().sides] == [True, False, False]
    assert [row.out for row in table.widgets()["ledger"].rows] == [True, False, False]  # type: ignore[union-attr]
    table.answer(2, 1)
    table.answer(3, 100)
    assert table.over(), "nobody is left"
    assert [side.side for side in table.score().winners()] == ["1", "2"], "all are out: the fewest"


def test_the_habitats_of_two_count_otherwise() -> None:
    table = SheetTable("cascadia", 2)
    to_the_end(table, ENDS["cascadia"][0])
    # the most 1 + 2 + 0 + 2 + 0, level ones 1 each, no second: 39 + 20 + 5 + 3 and 38 + 25 + 1 + 0 + 2 + 0 + 2 + 2
    assert table.totals() == [67, 70]


def test_the_fewest_puddings_of_two_cost_nothing() -> None:
    for seats, points in ((2, 0), (3, -6)):
        fewest = for_seats(sheet_called("sushi-go"), seats).find("fewest")
        assert isinstance(fewest, Majority)
        assert standings(fewest, {"1": 0, "2": 3})["1"].points == points


def test_the_goals_of_wingspan_may_be_written_as_printed() -> None:
    table = SheetTable("wingspan", 2)
    for answers in ((4, 1), (2, 5), (6, 3), (4, 7)):
        table.each(*answers)
    assert table.totals() == [16, 16]


def test_a_worked_end_of_skull_king() -> None:
    table = SheetTable("skull-king", 3)
    rounds = [
        ((0, 1, 0), (0, 1, 0), (0, 30, 0)),  # a pirate taken by the king
        ((1, 0, 1), (0, 2, 0), (0, 0, 20)),
        ((2, 0, 1), (2, 0, 1), (20, 0, 0)),
    ]
    for bids, tricks, bonus in rounds:
        table.each(*bids)
        for seat in (1, 2, 3):
            table.answer(seat, "tricks", tricks[seat - 1])
            table.answer(seat, "bonus", bonus[seat - 1])
            table.answer(seat, "done")
    # 10 - 10 + 40 + 20; 20 + 30 - 20 + 30; 10 - 10 and no bonus + 20
    assert table.totals() == [60, 60, 20]
    whys = table.whys("2")
    assert whys == {
        "Points, round 1": "exactly 1: 20 + 30 = 50",
        "Points, round 2": "bid 0 of 2, took 2: -20",
        "Points, round 3": "bid 0 of 3, took 0: 30",
    }
    table.answer(TABLE, "finish")
    assert [side.side for side in table.score().winners()] == ["1", "2"]


def test_eight_are_dealt_fewer_cards_in_the_last_rounds() -> None:
    sheet = sheet_called("skull-king")
    assert [dealt(for_seats(sheet, seats), 10) for seats in (6, 8)] == [10, 8]


def test_numbers_that_break_no_tie_are_not_asked() -> None:
    """Of the sheets with such numbers these ends have no tie."""
    for key in ("scythe", "terraforming-mars", "ticket-to-ride"):
        end, totals, _winners = ENDS[key]
        assert len(set(totals)) == len(totals)
        sheet = next(sheet for sheet in shipped() if sheet.id == key)
        assert not {one.key for one in sheet.category if one.only_if_tied} & end.keys()
