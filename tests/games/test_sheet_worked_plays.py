"""A worked evening on every shipped sheet. The totals were added up by hand from the numbers beside them."""

from __future__ import annotations

from companion.core.step import TABLE
from tests.games.sheet_table import TIMES, SheetTable


def hearts_round(table: SheetTable, hearts: list[int], queen: int, moon: str = "nobody") -> None:
    table.each(*hearts)
    table.answer(TABLE, str(queen))
    table.answer(TABLE, moon)


def test_hearts_ends_in_the_round_in_which_somebody_has_100() -> None:
    table = SheetTable("hearts", 4)
    hearts_round(table, [5, 3, 5, 0], queen=4)  # 5, 3, 5, 13
    assert table.totals() == [5, 3, 5, 13]
    hearts_round(table, [0, 0, 0, 13], queen=4, moon="4")  # 13 + 13 - 52 = -26
    assert table.totals() == [5, 3, 5, -13]
    for total in (30, 55, 80):  # 12 hearts and the queen: 25 a round
        hearts_round(table, [12, 1, 0, 0], queen=1)
        assert table.totals()[0] == total
        assert not table.over()
    hearts_round(table, [12, 1, 0, 0], queen=1)
    assert table.totals() == [105, 7, 5, -13]
    assert table.over()
    assert [side.side for side in table.score().winners()] == ["4"]
    assert table.points("4")["Shot the moon, round 2"] == -52
    assert table.whys("1")["Hearts, round 3"] == f"12 {TIMES} 1 = 12"
    assert table.log()[-1] == "Dora wins with -13."


def test_hearts_tie_goes_to_whoever_took_fewer_queens() -> None:
    table = SheetTable("hearts", 3)
    hearts_round(table, [13, 0, 0], queen=2)  # 13, 13, 0
    for hearts in ([1, 0, 12], [0, 1, 12], [1, 0, 12], [0, 1, 12]):
        hearts_round(table, hearts, queen=3)  # 25 a round for the third, one heart for another
    assert table.totals() == [15, 15, 100]
    assert table.over()
    first, second, third = table.score().ranking()
    assert [rank.sides[0].side for rank in (first, second, third)] == ["1", "2", "3"]
    assert second.settled_by is not None
    assert table.speaker.say(second.settled_by.label) == "lowest number in Queen of spades"
    assert third.settled_by is None


YACHT = {
    "ones": (3, 2),
    "twos": (2, 3),
    "threes": (4, 3),
    "fours": (3, 2),
    "fives": (3, 2),
    "sixes": (4, 3),
    "full-house": (19, 28),  # 3 3 3 5 5; 6 6 6 5 5
    "four-alike": (16, 24),  # 4 4 4 4; 6 6 6 6
    "little-straight": (True, False),
    "big-straight": (False, True),
    "choice": (23, 25),
    "yacht": (False, True),
}


def test_yacht_fills_twelve_boxes_in_any_order() -> None:
    table = SheetTable("yacht", 2)
    boxes = list(YACHT.items())
    for (mine, (first, _)), (theirs, (_, second)) in zip(boxes, reversed(boxes), strict=True):
        left = [option.value for option in table.question(1).options if option.reason is None]
        assert mine in left
        table.answer(1, mine, first)
        table.answer(2, theirs, second)
    # 3+4+12+12+15+24 = 70, 19, 16, 30, 0, 23, 0 = 158;  2+6+9+8+10+18 = 53, 28, 24, 0, 30, 25, 50 = 210
    assert table.totals() == [158, 210]
    assert not table.over()
    assert not table.score().final
    table.each("done", "done")
    assert table.over()
    assert table.score().final
    assert [side.side for side in table.score().winners()] == ["2"]
    assert table.whys("2")["Yacht"] == f"1 {TIMES} 50 = 50"


def test_harbour_market_is_settled_by_the_money() -> None:
    table = SheetTable("harbour-market", 3)
    table.answer(TABLE, "3")  # the lighthouse
    answers = {
        # wares; catch; guilds; ships; warehouses; debts
        1: ([3, 2, 1, 1], [4, 2], ["coopers", "smiths"], [4], [4], [0]),
        2: ([2, 2, 2, 0], [3, 3], ["coopers", "weavers", "smiths"], [3], [4], [0]),
        3: ([1, 0, 0, 0], [0, 1], [], [0], [2], [1]),
    }
    for seat, (wares, catch, guilds, ships, warehouses, debts) in answers.items():
        table.answer(seat, *wares)
        table.answer(seat, *catch)
        table.answer(seat, list(guilds))
        for numbers in (ships, warehouses, debts):
            table.answer(seat, *numbers)
        table.answer(seat, "done")
    table.each(18, 19, 40)
    # sets 16+4+1, catch 7+0+3, guilds 3, ships 10, warehouses (6+3)/2, coins 18/3
    assert table.points("1") == {
        "Sets of wares": 21, "Catch": 10, "Guilds": 3, "Ships": 10, "Most warehouses": 4,
        "First to the lighthouse on the far cape": 0, "Debts": 0, "Coins": 6,
    }  # fmt: skip
    # sets 9+9, catch 7+7, guilds 6, ships 6, warehouses 4, coins 19/3
    assert table.points("2") == {
        "Sets of wares": 18, "Catch": 14, "Guilds": 6, "Ships": 6, "Most warehouses": 4,
        "First to the lighthouse on the far cape": 0, "Debts": 0, "Coins": 6,
    }  # fmt: skip
    # one ware, one squid, no place with 2 warehouses, lighthouse 5, one coin owed is a step of 3, coins 40/3
    assert table.points("3") == {
        "Sets of wares": 1, "Catch": 0, "Guilds": 0, "Ships": 0, "Most warehouses": 0,
        "First to the lighthouse on the far cape": 5, "Debts": -3, "Coins": 13,
    }  # fmt: skip
    assert table.totals() == [54, 54, 16]
    assert table.over()
    first, second, _ = table.score().ranking()
    assert first.sides[0].side == "2"  # 19 coins against 18
    assert second.settled_by is not None
    assert table.speaker.say(second.settled_by.label) == "highest number in Coins"
    assert table.whys("1")["Most warehouses"] == "most: 4, shared with Berta"
    assert table.whys("1")["Sets of wares"] == "sets of 4, 2, 1: 16 + 4 + 1 = 21"
    assert table.whys("3")["Debts"] == f"1 in steps of 2: 1 {TIMES} -3 = -3"


def test_provinces_treats_ties_in_three_ways() -> None:
    table = SheetTable("provinces", 3)
    rounds = [
        # north, coast, south of the three seats
        ([5, 3, 3], [4, 4, 1], [3, 3, 2]),  # 8 3 3 (4+2 shared); 6 6 0 (both in full); 0 0 0 (tied, third)
        ([2, 2, 2], [1, 0, 2], [1, 4, 3]),  # 4 4 4 (14 shared); 3 0 6; 0 (below two) 5 2
        ([0, 6, 1], [5, 5, 5], [2, 0, 1]),  # 0 8 4; 6 6 6; 5 0 0
    ]
    for number, (north, coast, south) in enumerate(rounds):
        for seat in (1, 2, 3):
            for held in (north, coast, south):
                table.answer(seat, held[seat - 1])
            if number == 0 and seat == 3:
                table.answer(TABLE, "road", "2")
            table.answer(seat, "done")
        assert table.totals() == [[14, 13, 3], [21, 22, 15], [32, 36, 25]][number]
    table.each(5, 2, 6)  # towns: 7 (row of 4), 3, 12
    table.each(2, 2, -5)  # missions
    assert table.totals() == [41, 41, 32]
    assert table.over()
    first, second, _ = table.score().ranking()
    assert first.sides[0].side == "2"  # 15 points in the north against 12
    assert second.settled_by is not None
    assert table.speaker.say(second.settled_by.label) == "most points in North"
    assert table.whys("3")["South, round 1"] == "2: no place"
    assert table.whys("1")["Towns"] == "5 in the table: 7"


def mus_round(table: SheetTable, ours: list[int], theirs: list[int]) -> None:
    for stones in ours:
        table.answer(1, stones)
    table.answer(3, "done")
    for stones in theirs:
        table.answer(4, stones)
    table.answer(2, "done")


def test_mus_is_won_with_the_fortieth_stone() -> None:
    table = SheetTable("mus", 4)
    mus_round(table, [2, 0, 3, 2], [0, 1, 0, 0])
    assert table.totals() == [7, 1]
    mus_round(table, [1, 1, 0, 0], [5, 0, 6, 3])
    assert table.totals() == [9, 15]
    table.answer(2, 24)
    assert not table.over()
    table.answer(4, 1)  # 15 + 24 + 1 = 40
    assert table.over()
    assert table.totals() == [9, 40]
    score = table.score()
    won = [(side.side, table.speaker.say(side.won)) for side in score.sides if side.won]
    assert won == [("b", "reached 40 points")]
    assert table.speaker.say(score.winners()[0].label) == "Berta and Dora"
    assert table.log()[-1] == "Berta and Dora win outright."


def test_an_ordago_wins_from_behind() -> None:
    table = SheetTable("mus", 4)
    mus_round(table, [2, 0, 3, 2], [0, 1, 0, 0])
    table.answer(TABLE, "outright", "b")
    assert table.over()
    assert table.totals() == [7, 1]
    score = table.score()
    assert [side.side for side in score.winners()] == ["b"]
    assert [table.speaker.say(side.won) for side in score.sides if side.won] == ["won outright"]


def test_a_win_declared_before_all_have_written_compares_no_points() -> None:
    table = SheetTable("7-wonders-duel", 2)
    table.answer(1, "blue", 24)
    table.answer(TABLE, "outright", "2")
    assert table.over()
    assert table.score().counted is False, "24 to 0 is what nobody has scored"
    assert [side.side for side in table.score().winners()] == ["2"]


def test_oh_hell_bids_in_secret_and_counts_what_was_kept() -> None:
    table = SheetTable("oh-hell", 3)
    table.answer(TABLE, 5)
    rounds = [
        ([0, 1, 0], [0, 1, 0]),  # 10 11 10
        ([1, 1, 1], [2, 0, 0]),  # 2 0 0
        ([2, 0, 1], [2, 0, 1]),  # 12 10 11
        ([1, 2, 0], [1, 2, 1]),  # 11 12 1
        ([3, 1, 2], [3, 0, 2]),  # 13 0 12
    ]
    for bids, tricks in rounds:
        assert not table.over()
        table.each(*bids)
        assert table.revealed
        for seat, (bid, taken) in enumerate(zip(bids, tricks, strict=True), start=1):
            table.answer(seat, taken)
            table.answer(seat, bid == taken)
            table.answer(seat, "done")
    assert table.totals() == [48, 33, 34]
    assert table.over()
    assert table.points("1")["Bid, round 5"] == 0
    assert table.points("1")["Exactly as bid, round 5"] == 10
