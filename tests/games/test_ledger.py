"""Ledgers: problems of their files, numbers that move, the end of a round, and what the sheet gets at the end."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.chance import NoChance
from companion.core.dialogue import Done, walk
from companion.core.errors import Refused
from companion.core.questions import Answer
from companion.core.score_pad import Pad
from companion.core.secrecy import PUBLIC, Sealed, seen, viewer_of
from companion.core.setup import Seated, Setup
from companion.core.step import TABLE, run
from companion.core.widgets import Ledger
from companion.core.wording import Speaker
from companion.games import score_sheet
from companion.games.score_sheet import LedgerGame, check_game, parse, parse_game, shipped
from companion.games.score_sheet.ledger.showing import income_words
from tests.games.sheet_table import NAMES, English

SHEETS = {sheet.id: sheet for sheet in shipped()}

MINE = """\
id = "mine"
kind = "ledger"
name = "Mine"
seats = [2, 3]
points = "gold"
round = "Shift"

[[stock]]
key = "gold"
name = "Gold"
start = 5
high = 20
income = {table = [[0, 1], [3, 4]], of = "carts"}

[[stock]]
key = "coal"
name = "Coal"
sealed = true
income = ["carts", "men"]

[[stock]]
key = "wood"
name = "Wood"
start = 9
becomes = "ash"
trades = [{pay = 4, moves = "shaft"}]

[[stock]]
key = "ash"
name = "Ash"

[[rate]]
key = "carts"
name = "Carts"

[[rate]]
key = "men"
name = "Men"
start = 2

[[goal]]
key = "shaft"
name = "Shaft"
high = 4
step = 2
gives = {men = 1}

[end]
when = "all-goals"
"""


class Table:
    """One play of a ledger."""

    def __init__(self, text: str, seats: int = 2) -> None:
        game = parse_game(text, "test", SHEETS)
        assert isinstance(game, LedgerGame)
        self.game = game
        self.state: Any = game.new(Setup(tuple(Seated(seat, NAMES[seat]) for seat in range(1, seats + 1))))
        self.told: list[Any] = []

    def known(self, seat: int) -> Any:
        return seen(self.state, viewer_of(seat))

    def does(self, seat: int, *answers: Answer) -> None:
        walked = walk(self.game.ask(self.known(seat), seat), answers)
        assert isinstance(walked, Done), walked
        move = self.game.decode_move(self.game.encode_move(walked.move))
        outcome = run(self.game.copy(self.state), seat, NoChance(), lambda step: self.game.apply(step, move))
        self.state = outcome.state
        self.told += outcome.told

    def refusal(self, seat: int, *answers: Answer) -> str:
        with pytest.raises(Refused) as refused:
            self.does(seat, *answers)
        return refused.value.code

    def number(self, seat: int, key: str) -> int:
        stock = self.game.ledger.find(key)
        assert stock is not None
        return self.state.number(seat, stock)  # type: ignore[no-any-return]

    def pad(self, seat: int) -> Pad:
        pad = self.game.score_pad(self.known(seat), seat)
        assert pad is not None
        return pad

    def log(self, seat: int = TABLE) -> list[str]:
        speaker = Speaker("en", English(), NAMES)
        lines = [line for line in seen(self.told, viewer_of(seat)) if not (isinstance(line, Sealed) and not line.known)]
        return [speaker.say(line.value if isinstance(line, Sealed) else line) for line in lines]


# -- files -----------------------------------------------------------------------------------------------------------

PROBLEMS = [
    ('points = "gold"', 'points = "glod"', "line 5: points: expected the key of a stock or rate. Did you mean gold?"),
    ('points = "gold"\n', "", "line 1: points: expected the key of the stock that decides who wins, or [count], sheet"),
    ('kind = "ledger"', 'kind = "legder"', "line 2: kind: expected one of sheet, ledger. Did you mean ledger?"),
    ("start = 5", "start = 25", "line 11: stock.gold.start: expected a number from 0 to 20."),
    ("high = 20", "high = 0", "line 12: stock.gold.high: expected a number above low, which is 0."),
    (
        'of = "carts"',
        'of = "cart"',
        "line 13: stock.gold.income: expected the keys of stocks or rates. Did you mean carts?",
    ),
    ('of = "carts"', 'off = "carts"', "line 13: stock.gold.income: expected keys such as"),
    ('becomes = "ash"', 'becomes = "wood"', "line 25: stock.wood.becomes: expected the key of another stock."),
    ("{pay = 4,", "{pay = 0,", "line 26: stock.wood.trades.1.pay: expected a whole number from 1 to 9999."),
    (
        'moves = "shaft"',
        'moves = "shafts"',
        "line 26: stock.wood.trades.1.moves: expected the key of a goal. Did you mean shaft?",
    ),
    ("step = 2", "step = 3", "line 45: goal.shaft.step: expected steps that end at high, which is 4."),
    (
        "gives = {men = 1}",
        'gives = {men = "1"}',
        "line 46: goal.shaft.gives: expected numbers by key such as {rating = 1}.",
    ),
    ('key = "men"', 'key = "gold"', "rate.gold.key: expected a key that no stock, rate or goal before it has."),
    ('key = "ash"', 'key = "pass"', "stock.pass.key: expected a key other than pass, finish, end-round."),
    (
        'name = "Ash"',
        'name = "Ash of the oven"',
        "stock.ash.name: expected at most 11 characters, or a key short beside it.",
    ),
    ('round = "Shift"\n', "", "stock.gold.income: expected nothing here without a key round"),
    ("sealed = true", "sealde = true", "line 18: stock.coal.sealde: expected one of the keys"),
    ('of = "carts"', 'of = "coal"', "stock.gold.income: expected numbers that everybody sees, and coal is sealed."),
    (
        "[end]",
        '[count]\nsheet = "carcasonne"\n[end]',
        "count.sheet: expected the id of a sheet that is on the shelf. Did you mean carcassonne?",
    ),
    ("[end]", '[count]\nsheet = "wizard"\n[end]', "count.sheet: expected a sheet that is written once"),
    ("[end]", '[count]\nsheet = "pandemic"\n[end]', "count.sheet: expected a sheet that is written once"),
    ("[end]", '[count]\nsheet = "catan"\n[end]', "line 4: seats: expected seats that Catan has too: 3 to 4."),
    (
        "[end]",
        '[count]\nsheet = "carcassonne"\nfrom = {trakc = "gold"}\n[end]',
        "count.from: expected categories of Carcassonne with one number each. Did you mean track?",
    ),
    (
        "high = 20",
        'high = 20\n[count]\nsheet = "carcassonne"\nfrom = {track = "gold"}\n[[stock]]\nkey = "x"\nname = "X"',
        "points: expected nothing here, as the sheet counts.",
    ),
]


@pytest.mark.parametrize(("right", "wrong", "said"), PROBLEMS, ids=[wrong or right for right, wrong, _ in PROBLEMS])
def test_a_wrong_file_says_line_and_what_was_expected(right: str, wrong: str, said: str) -> None:
    assert right in MINE
    with pytest.raises(score_sheet.SheetError) as error:
        parse_game(MINE.replace(right, wrong, 1), "mine.toml", SHEETS)
    assert any(said in line for line in str(error.value).splitlines()), str(error.value)


def test_a_stock_that_the_sheet_cannot_take_is_a_problem() -> None:
    text = score_sheet.ledger_texts()["carcassonne-track.toml"].replace("high = 400", "high = 500")
    [problem] = check_game(text, SHEETS)
    assert problem.key == "count.from"


NARROW = """
id = "narrow"
name = "Narrow"
seats = [2, 4]
[[category]]
key = "coins"
name = "Coins"
form = "number"
high = 400
"""


@pytest.mark.parametrize(
    "more",
    [
        "for_seats = {3 = {high = 40}}",
        '[[option]]\nkey = "board"\nname = "Board"\nsets = "coins.high"\nvalues = [40, 400]',
    ],
)
def test_a_stock_fits_the_sheet_for_every_number_of_seats_and_every_choice(more: str) -> None:
    ledger = (
        'id = "n"\nkind = "ledger"\nname = "N"\nseats = [2, 3]\n[[stock]]\nkey = "coins"\nname = "Coins"\nhigh = 300\n'
        '[count]\nsheet = "narrow"\nfrom = {coins = "coins"}\n'
    )
    assert check_game(ledger, {"narrow": parse(NARROW, "narrow")}) == ()
    [problem] = check_game(ledger, {"narrow": parse(NARROW + more, "narrow")})
    assert problem.key == "count.from"
    assert problem.expected.args["high"] == 40


def test_everything_wrong_is_said_at_once() -> None:
    text = (
        MINE.replace("start = 5", "start = 25")
        .replace("step = 2", "step = 3")
        .replace('kind = "ledger"', 'kind = "ledger"\nwin = "lowest"')
    )
    assert [problem.key for problem in check_game(text, SHEETS)] == ["win", "stock.gold.start", "goal.shaft.step"]


# -- in play ---------------------------------------------------------------------------------------------------------


def test_everybody_moves_their_own_numbers_at_any_time() -> None:
    table = Table(MINE)
    table.does(2, "gold", 8)
    table.does(1, "gold", 2)
    table.does(2, "pass")
    table.does(2, "gold", 9)
    assert (table.number(1, "gold"), table.number(2, "gold")) == (2, 9)
    assert table.log()[0] == "Berta: Gold +3, now 8."
    assert table.refusal(1, "gold", 21) == "out-of-bounds"


def test_the_end_of_a_round_brings_the_income() -> None:
    table = Table(MINE)
    table.does(1, "carts", 4)
    table.does(1, "coal", 7)
    table.does(1, "pass")
    table.does(2, "pass")
    # the row of 3 carts brings 4; 4 carts and 2 men; all wood is ash
    assert [table.number(1, key) for key in ("gold", "coal", "wood", "ash")] == [9, 13, 0, 9]
    assert [table.number(2, key) for key in ("gold", "coal")] == [6, 2]
    assert "Ana: Gold 5 + 4 = 9, Wood 9 - 9 = 0, Ash 0 + 9 = 9" in table.log()
    assert "Ana: Coal 7 + 6 = 13" not in table.log(2)
    assert "Ana: Coal 7 + 6 = 13" in table.log(1)
    assert table.state.turn == 2


def test_a_number_with_its_bracket_is_the_number_after_the_round() -> None:
    """Energy becomes heat before the income comes: 4 with a production of 1 are 1 afterwards, 3 fewer."""
    table = Table(score_sheet.ledger_texts()["terraforming-mars-ledger.toml"])
    ledger = table.game.ledger
    for key, number in (("energy", 4), ("energy-rate", 1), ("heat", 3), ("heat-rate", 2), ("steel", 6)):
        table.does(1, key, number)
    before = {stock.key: table.number(1, stock.key) for stock in ledger.stock}
    brackets = {stock.key: int(income_words(ledger, table.state, 1, stock) or 0) for stock in ledger.stock}
    assert (brackets["energy"], brackets["heat"], brackets["steel"]) == (-3, 6, 0)
    table.does(TABLE, "end-round")
    assert {key: number + brackets[key] for key, number in before.items()} == {
        stock.key: table.number(1, stock.key) for stock in ledger.stock
    }


def test_an_income_stops_at_the_bounds() -> None:
    table = Table(MINE)
    table.does(1, "gold", 19)
    table.does(1, "carts", 3)
    table.does(TABLE, "end-round")
    assert table.number(1, "gold") == 20


def test_a_goal_is_paid_for_and_gives() -> None:
    table = Table(MINE)
    table.does(1, "wood.1")
    assert (table.number(1, "wood"), table.number(1, "men"), table.state.goals["shaft"]) == (5, 3, 2)
    table.does(1, "wood", 3)
    assert table.refusal(1, "wood.1") == "out-of-reach"
    table.does(2, "shaft")
    assert table.refusal(2, "shaft") == "out-of-reach"
    assert "Every goal is reached: Shift 1 is the last." in table.log()
    table.does(TABLE, "end-round")
    assert table.game.is_over(table.state)


def test_a_sealed_stock_is_nobody_elses_business() -> None:
    table = Table(MINE)
    table.does(1, "coal", 7)
    assert "Ana changes Coal." in table.log()
    assert not [line for line in table.log(2) if "7" in line]
    widget = table.game.show(table.known(TABLE), PUBLIC)[0]
    assert isinstance(widget, Ledger)
    assert widget.rows[0].cells[1] is None
    assert table.pad(1).rows[1].cells[0].numbers == ()


def test_the_pad_leads_to_every_number_and_act() -> None:
    table = Table(MINE)
    pad = table.pad(TABLE)
    assert [column.seats for column in pad.columns] == [(1,), (2,)]
    for row in pad.rows:
        before = row.cells[1].before
        assert before is not None
        table.does(2, *before, 3)
        assert table.number(2, row.key) == 3
    acts = [act for act in table.pad(1).acts if act.reason is None]
    assert [act.answers for act in acts] == [("wood.1",), ("shaft",), ("pass",)]
    for act in acts:
        table.does(1, *act.answers)
    assert table.state.passed == [1]


def test_the_highest_number_wins_and_sealed_ones_are_revealed() -> None:
    table = Table(MINE.replace('points = "gold"', 'points = "coal"'))
    table.does(2, "coal", 4)
    assert [side.total for side in table.game.score(table.known(TABLE), PUBLIC).sides] == [0, 0]
    table.does(TABLE, "finish")
    score = table.game.score(table.known(TABLE), PUBLIC)
    assert score.final
    assert [side.side for side in score.winners()] == ["2"]
    assert "Berta wins with 4." in table.log()


def test_the_sheet_gets_the_last_numbers_and_asks_the_rest() -> None:
    table = Table(score_sheet.ledger_texts()["carcassonne-track.toml"])
    table.does(1, "points", 12)
    table.does(2, "points", 6)
    assert [side.total for side in table.game.score(table.known(TABLE), PUBLIC).sides] == [12, 6]
    table.does(1, "pass")
    table.does(2, "pass")
    assert not table.game.is_over(table.state)
    for seat in (1, 2):
        for category in ("roads", "cities", "cloisters", "farms"):
            table.does(seat, category, 1)
        table.does(seat, "done")
    assert table.game.is_over(table.state)
    # 12 + 1 + 1 + 1 + 3
    assert [side.total for side in table.game.score(table.known(TABLE), PUBLIC).sides] == [18, 12]


@pytest.mark.parametrize("hidden", [False, True])
def test_totals_that_are_hidden_stand_in_no_column(hidden: bool) -> None:
    game = parse_game(score_sheet.ledger_texts()["catan-ledger.toml"], "catan-ledger.toml", SHEETS)
    seats = tuple(Seated(seat, NAMES[seat]) for seat in (1, 2, 3))
    state = game.new(Setup(seats, options={"totals_hidden": hidden}))
    [shown] = [each for each in game.show(state, PUBLIC) if isinstance(each, Ledger)]
    assert (len(shown.columns) == 3) is not hidden
