"""How an evening on a sheet goes: who is asked what, what may be changed, and how it ends."""

from __future__ import annotations

import pytest

from companion.core.chance import NoChance
from companion.core.dialogue import Asked
from companion.core.errors import Refused
from companion.core.questions import Answer, Confirm, Count, Pick, PickMany
from companion.core.secrecy import PUBLIC, seen
from companion.core.step import TABLE, run
from companion.games.score_sheet import shipped
from companion.games.score_sheet.moves import (
    ChooseRounds,
    ChooseTeams,
    Done,
    Finish,
    GiveBonus,
    Outright,
    SheetMove,
    Write,
)
from tests.games.sheet_table import SheetTable, sheet_called

TWO = """
id = "two"
name = "Two things"
seats = [2, 4]
rounds = 2
[[category]]
key = "roads"
name = "Roads"
form = "per-unit"
points = 4
high = 20
[[category]]
key = "rivers"
name = "Rivers"
form = "number"
low = -5
high = 30
start = 10
"""
CUP = """
[[category]]
key = "cup"
name = "Cup"
form = "bonus"
points = 3
who = "one"
"""
FIRST = """
[[category]]
key = "first"
name = "First"
form = "bonus"
points = 7
who = "first"
"""
END = """
[[category]]
key = "gold"
name = "Gold"
form = "per-unit"
points = 1
each = 3
when = "end"
"""
TEAMS = TWO.replace("rounds = 2", "rounds = [1, 9]\nteams = 2")
RACE = TWO + "[sudden]\npoints = 50\n"


def test_what_is_missing_is_asked_straight_away() -> None:
    table = SheetTable(TWO, 2)
    assert table.must() == (1, 2)
    assert table.says(1) == "Roads: how many?"
    table.answer(1, 3)
    assert table.log() == [f"Ana: Roads, 3 {chr(215)} 4 = 12"]
    assert table.says(1) == "Rivers: how many points?"
    rivers = table.question(1)
    assert (rivers.low, rivers.high, rivers.start, rivers.default) == (-5, 30, 10, 0)


def test_a_side_says_done_and_may_still_change_while_the_round_is_open() -> None:
    table = SheetTable(TWO, 2)
    table.answer(1, 3)
    table.answer(1, -2)
    menu = table.question(1)
    assert [option.value for option in menu.options] == ["done", "change"]
    assert menu.default == "done"
    table.answer(1, "done")
    assert table.must() == (2,)
    assert 1 in table.may()
    change = table.question(
        1,
    )
    assert [table.speaker.say(option.hint) for option in change.options] == [f"3 {chr(215)} 4 = 12", "-2 written"]
    assert table.question(1, "roads").start == 3
    table.answer(1, "roads", 5)
    assert table.totals()[0] == 18
    assert table.must() == (2,)  # it stays done
    table.answer(2, 1)
    table.answer(2, 1)
    table.answer(2, "done")
    assert "Round 1 is complete." in table.log()
    assert table.must() == (1, 2)
    assert table.says(1) == "Roads: how many?"


def test_done_is_out_of_reach_while_something_is_missing() -> None:
    table = SheetTable("yacht", 1)
    done = next(option for option in table.question(1).options if option.value == "done")
    assert done.reason is not None
    assert table.speaker.say(done.reason) == "12 entries are still missing."
    with pytest.raises(Refused) as caught:
        table.move(1, Done())
    assert caught.value.message == done.reason
    assert table.refusal(1, "done").message == done.reason


def test_one_thing_to_write_needs_no_done() -> None:
    table = SheetTable(TWO.replace('[[category]]\nkey = "rivers"', '[[category]]\nwhen = "end"\nkey = "rivers"'), 2)
    table.answer(1, 3)
    assert table.must() == (2,)
    table.answer(2, 3)
    table.each(1, 1)
    assert table.says(1) == "Rivers: how many points?"
    table.each(5, 6)
    assert table.over()
    assert table.totals() == [21, 22]


def test_a_yes_or_no_and_things_held_once_are_asked_like_that() -> None:
    assert isinstance(SheetTable("yacht", 1).question(1, "yacht"), Confirm)
    table = SheetTable("harbour-market", 2)
    for numbers in ((0, 0, 0, 0), (0, 0)):
        assert isinstance(table.question(1), Count)
        table.answer(1, *numbers)
    assert isinstance(table.question(1), PickMany)
    assert table.question(1).default == []
    table.answer(1, ["smiths"])
    assert table.state.entries["1/guilds/end"] == [0, 0, 1]


@pytest.mark.parametrize("key", [sheet.id for sheet in shipped()])
def test_a_sleeping_seat_holds_nothing_up(key: str) -> None:
    """Every question to a seat has a default, and together they make a move; only the table has to speak up."""
    table = SheetTable(key, sheet_called(key).seats[0])
    for _ in range(200):
        if table.over():
            break
        if table.state.round > 3:
            table.move(TABLE, Finish())
            continue
        seat = table.must()[-1]
        answers: list[Answer] = []
        while isinstance(walked := table.walked(seat, *answers), Asked):
            default = walked.question.default
            if default is None:
                assert seat == TABLE
                assert isinstance(walked.question, Pick | Count)
                default = (
                    walked.question.options[0].value if isinstance(walked.question, Pick) else walked.question.start
                )
            answers.append(default)
        table.answer(seat, *answers)
    assert table.over()


# -- the table's part ----------------------------------------------------------------------------------------------


def test_a_bonus_is_given_by_the_table_and_may_go_to_another_while_the_round_is_open() -> None:
    table = SheetTable(TWO + CUP, 2)
    assert table.must() == (TABLE, 1, 2)
    assert table.question(TABLE).default is None
    assert [option.value for option in table.question(TABLE).options] == ["1", "2", "more"]
    table.answer(TABLE, "1")
    assert table.totals() == [3, 0]
    assert TABLE in table.may()
    table.answer(TABLE, "cup", "2")
    assert table.totals() == [0, 3]
    assert table.log() == ["Ana has Cup: 3", "Berta has Cup: 3"]


def test_first_is_given_once_for_the_whole_play() -> None:
    table = SheetTable(TWO + FIRST, 2)
    table.answer(TABLE, "first", "2")
    assert table.totals() == [0, 7]
    assert [option.value for option in table.question(TABLE).options] == ["finish"]
    assert [option.apart for option in table.question(TABLE).options] == [True], "it ends the play"
    with pytest.raises(Refused) as caught:
        table.move(TABLE, GiveBonus("first", 0, "1"))
    assert table.speaker.say(caught.value.message) == "First is already given."
    table.answer(TABLE, "finish")
    assert table.over()


def test_first_may_have_been_nobody_at_the_end_only() -> None:
    table = SheetTable(TWO + FIRST, 2)
    assert [option.value for option in table.question(TABLE, "first").options] == ["1", "2"]
    table.answer(TABLE, "finish")
    assert table.must() == (TABLE,)
    assert [option.value for option in table.question(TABLE).options] == ["1", "2", "nobody"]
    table.answer(TABLE, "nobody")
    assert table.over()
    assert "Nobody has First." in table.log()


def test_stopping_strikes_the_round_that_is_not_complete() -> None:
    table = SheetTable(TWO + END, 2)
    for seat in (1, 2):
        table.answer(seat, seat)
        table.answer(seat, 0)
        table.answer(seat, "done")
    table.answer(1, 20)
    assert table.totals() == [84, 8]
    table.answer(TABLE, "finish")
    assert table.totals() == [4, 8]
    assert "Round 2 is not complete and does not count." in table.log()
    assert "1/roads/r2" not in table.tracked()
    table.each(7, 3)
    assert table.over()
    assert table.totals() == [6, 9]


def test_stopping_strikes_sealed_entries_unseen() -> None:
    table = SheetTable("oh-hell", 3)
    table.answer(TABLE, 5)
    table.answer(1, 3)
    table.answer(TABLE, "finish")
    assert table.over()
    assert not table.revealed
    assert table.state.sealed == {}


def test_teams_and_rounds_are_chosen_at_the_start() -> None:
    table = SheetTable(TEAMS, 4)
    assert table.must() == (TABLE,)
    with pytest.raises(Refused):
        table.walked(1)
    teams = table.question(TABLE)
    assert (teams.least, teams.most) == (1, 3)
    table.answer(TABLE, ["4", "1"])
    assert table.log() == ["Ana and Dora play together.", "Berta and Carla play together."]
    assert (table.question(TABLE).low, table.question(TABLE).high) == (1, 9)
    table.answer(TABLE, 1)
    assert table.must() == (1, 4, 2, 3)
    table.answer(4, 3)
    assert table.says(1) == "Rivers: how many points?"
    table.answer(1, 3)
    table.answer(1, "done")
    assert table.must() == (2, 3)
    table.answer(2, 1)
    table.answer(2, 1)
    table.answer(3, "done")
    assert table.over()
    assert [side.seats for side in table.score().sides] == [(1, 4), (2, 3)]
    assert table.totals() == [15, 5]


def test_partners_sit_opposite_each_other() -> None:
    assert [side.seats for side in SheetTable("mus", 4).state.sides] == [(1, 3), (2, 4)]
    uneven = TWO.replace("seats = [2, 4]", "seats = [4, 4]\nteams = [1, 3]")
    assert [side.seats for side in SheetTable(uneven, 4).state.sides] == [(1,), (2, 3, 4)]


# -- the end -------------------------------------------------------------------------------------------------------


def write_round(table: SheetTable, *rivers: int) -> None:
    for seat, points in enumerate(rivers, start=1):
        table.answer(seat, 5)
        table.answer(seat, points)
        table.answer(seat, "done")


def test_a_tie_at_the_winning_post_is_played_on() -> None:
    table = SheetTable(RACE.replace("rounds = 2", 'rounds = "open"'), 2)
    write_round(table, 30, 30)
    assert table.totals() == [50, 50]
    assert not table.over()
    write_round(table, 1, 0)
    assert table.over()
    assert [side.side for side in table.score().sides if side.won is not None] == ["1"]


def test_points_are_looked_at_after_the_round() -> None:
    table = SheetTable(RACE, 2)
    table.answer(1, 20)
    assert table.totals()[0] == 80
    assert not table.over()


def test_an_open_play_ends_after_99_rounds() -> None:
    table = SheetTable(TWO.replace("rounds = 2", 'rounds = "open"'), 2)
    table.state.round = 99
    write_round(table, 1, 2)
    assert table.over()


def test_a_play_that_is_over_asks_nothing() -> None:
    table = SheetTable("mus", 4)
    table.answer(TABLE, "outright", "a")
    for seat in (TABLE, 1):
        with pytest.raises(Refused) as caught:
            table.walked(seat)
        assert caught.value.code == "not-awaited"


# -- corrections ---------------------------------------------------------------------------------------------------


def test_every_written_number_can_be_corrected_also_after_the_end() -> None:
    table = SheetTable(TWO + CUP, 2)
    table.answer(TABLE, "1")
    write_round(table, 0, 0)
    table.answer(TABLE, "1")
    write_round(table, 0, 0)
    assert table.over()
    assert table.totals() == [46, 40]
    tracked = table.tracked()
    assert set(tracked) == {
        f"{seat}/{key}/r{number}" for seat in (1, 2) for key in ("roads", "rivers", "cup") for number in (1, 2)
    }
    assert (tracked["2/rivers/r1"].low, tracked["2/rivers/r1"].high, tracked["2/rivers/r1"].owner) == (-5, 30, 2)
    assert (tracked["2/cup/r1"].low, tracked["2/cup/r1"].high) == (0, 1)
    assert [table.speaker.say(word) for word in tracked["2/cup/r1"].meanings] == ["no", "yes"]
    assert tracked["2/rivers/r1"].meanings == ()
    assert table.speaker.say(tracked["2/rivers/r1"].full_name) == "Rivers, round 1 (Berta)"
    table.correct("2/rivers/r1", 29)
    assert table.totals() == [46, 69]
    with pytest.raises(Refused):
        table.correct("2/rivers/r1", 31)


def test_a_number_of_a_set_is_corrected_by_its_kind() -> None:
    table = SheetTable("harbour-market", 2)
    table.answer(1, 1, 0, 0, 0)
    table.correct("1/wares.wine/end", 1)
    assert table.points("1")["Sets of wares"] == 4


# -- moves that no question makes ----------------------------------------------------------------------------------


def cup_table() -> SheetTable:
    return SheetTable(TWO + CUP + FIRST + END, 2)


@pytest.mark.parametrize(
    ("seat", "move", "words"),
    [
        (1, Write("roads", 1, (21,)), "21 is not between 0 and 20."),
        (1, Write("roads", 1, (-1,)), "-1 is not between 0 and 20."),
        (1, Write("roads", 1, (1, 2)), "Enter 1 number."),
        (1, Write("roads", 1, ()), "Enter 1 number."),
        (1, Write("roads", 2, (1,)), "Roads of that round is not open."),
        (1, Write("gold", 0, (1,)), "Gold of that round is not open."),
        (1, Write("gold", 1, (1,)), "Gold is written later."),
        (1, Write("cup", 1, (1,)), "The table says who has Cup."),
        (1, Write("road", 1, (1,)), "road is not one of the choices."),
        (TABLE, Write("roads", 1, (1,)), "Only seats that play write numbers."),
        (3, Write("roads", 1, (1,)), "The table is not waiting for you."),
        (TABLE, Done(), "Only seats that play write numbers."),
        (1, Done(), "2 entries are still missing."),
        (1, GiveBonus("cup", 1, "1"), "Only the table answers that."),
        (1, Finish(), "Only the table answers that."),
        (TABLE, GiveBonus("cup", 1, "9"), "9 is not one of the choices."),
        (TABLE, GiveBonus("cup", 1, ""), "- is not one of the choices."),
        (TABLE, GiveBonus("cup", 2, "1"), "Cup of that round is not open."),
        (TABLE, GiveBonus("roads", 1, "1"), "Every side writes Roads for itself."),
        (TABLE, GiveBonus("first", 1, "1"), "First is for the whole play."),
        (TABLE, GiveBonus("first", 0, ""), "- is not one of the choices."),
        (TABLE, Outright("1"), "Nobody wins outright on this sheet."),
        (TABLE, ChooseTeams(((1,), (2,))), "The teams are settled."),
        (TABLE, ChooseRounds(3), "The number of rounds is settled."),
    ],
)
def test_a_move_that_is_not_possible_is_refused_in_words(seat: int, move: SheetMove, words: str) -> None:
    table = cup_table()
    before = table.game.encode_state(table.state)
    with pytest.raises(Refused) as caught:
        table.move(seat, move)
    assert table.speaker.say(caught.value.message) == words
    assert table.game.encode_state(table.state) == before


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (ChooseTeams(((1, 2, 3, 4),)), "There must be 2 teams."),
        (ChooseTeams(((1, 2, 3, 4), ())), "There must be 2 teams."),
        (ChooseTeams(((1, 2), (3,))), "Every seat must be in one team."),
        (ChooseTeams(((1, 2), (2, 3, 4))), "Every seat must be in one team."),
        (ChooseRounds(10), "10 is not between 1 and 9."),
        (Finish(), "There is no round to stop after."),
        (Write("roads", 0, (1,)), "Only seats that play write numbers."),
    ],
)
def test_set_up_is_refused_in_words(move: SheetMove, words: str) -> None:
    table = SheetTable(TEAMS, 4)
    with pytest.raises(Refused) as caught:
        table.move(TABLE, move)
    assert table.speaker.say(caught.value.message) == words


def test_changing_begins_with_what_is_written() -> None:
    table = SheetTable("harbour-market", 2)
    for answers in ((3, 1, 0, 2), (1, 1), (["smiths"],), (2,), (5,), (1,)):
        table.answer(1, *answers)
    assert [table.question(1, "change", "wares", *(0,) * place).start for place in range(4)] == [3, 1, 0, 2]
    assert table.question(1, "change", "wares", 0).default == 1
    assert table.question(1, "change", "guilds").default == ["smiths"]
    assert table.question(1, "change", "warehouses").start == 5


def test_what_was_revealed_or_comes_later_is_not_written() -> None:
    table = SheetTable("oh-hell", 3)
    table.answer(TABLE, 5)
    with pytest.raises(Refused) as caught:
        table.move(1, Write("tricks", 1, (1,)))
    assert table.speaker.say(caught.value.message) == "Tricks is written later."
    table.each(1, 1, 1)
    with pytest.raises(Refused) as caught:
        table.move(1, Write("bid", 1, (2,)))
    assert table.speaker.say(caught.value.message) == "Bid is already revealed."


def test_a_move_that_was_said_twice_is_refused() -> None:
    table = SheetTable(TWO, 2)
    for answer in (1, 1, "done"):
        table.answer(1, answer)
    with pytest.raises(Refused) as caught:
        table.move(1, Done())
    assert table.speaker.say(caught.value.message) == "Everything is already written."


def test_trying_out_on_what_one_seat_knows_reveals_nothing() -> None:
    """A page shows what an answer would do from the seat's own view, where others' seals are empty."""
    table = SheetTable(TWO, 2)
    state = table.game.copy(seen(table.state, PUBLIC))
    outcome = run(state, 1, NoChance(), lambda step: table.game.apply(step, Write("roads", 1, (2,))))
    assert [table.speaker.say(line) for line in outcome.told if not hasattr(line, "to")] == [
        f"Ana: Roads, 2 {chr(215)} 4 = 8"
    ]
