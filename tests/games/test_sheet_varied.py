"""What is otherwise for a number of seats or in a round, numbers that the table chooses, and sums."""

from __future__ import annotations

import pytest

from companion.core.errors import Refused
from companion.core.step import TABLE
from companion.core.widgets import Note
from companion.games.score_sheet import check, parse
from companion.games.score_sheet.moves import ComeBack
from companion.games.score_sheet.sheet_form import write
from companion.games.score_sheet.words import called
from tests.games.sheet_table import SheetTable

VARIED = """
id = "varied"
name = "Varied"
seats = [2, 4]
rounds = 3
cards = "round"
for_seats = {4 = {teams = [2, 2], rounds = 2, cards = [5, 4]}}
[[category]]
key = "most"
name = "Most"
form = "majority"
places = [5, 2]
for_seats = {2 = {places = [3]}, 4 = {places = [7]}}
for_rounds = {2 = {places = [9], help = "Twice as good"}}
[[category]]
key = "tricks"
name = "Tricks"
form = "per-unit"
points = 10
adds_up_to = "cards"
[sudden]
points = 90
[[option]]
key = "limit"
name = "Played to"
sets = "sudden.points"
values = [20, 90]
"""


def played(seats: int, *rounds: tuple[tuple[int, int], ...], **options: int) -> SheetTable:
    """The most and the tricks of every seat, round by round; of pairs, of seats 1 and 2."""
    table = SheetTable(VARIED, seats, **options)
    for numbers in rounds:
        for seat, (most, tricks) in enumerate(numbers, 1):
            for answer in (most, tricks, "done"):
                table.answer(seat, answer)
    return table


OUT = """
id = "out"
name = "Out"
seats = [3, 4]
rounds = "open"
wins = "lowest"
out_above = 6
[[category]]
key = "tricks"
name = "Tricks"
form = "number"
adds_up_to = 10
"""


def test_numbers_add_up_also_once_somebody_is_out() -> None:
    table = SheetTable(OUT, 3)
    table.each(7, 2, 1)
    assert table.state.out == ["1"]
    table.answer(2, 4)
    assert table.question(3).default == 6, "the last one in is offered what is left"
    table.answer(3, 5)
    note = table.widgets()["sums"]
    assert isinstance(note, Note)
    assert [table.speaker.say(line) for line in note.lines] == ["Tricks: 9 in all, and there are 10, round 2"]


def test_another_number_of_seats_counts_otherwise() -> None:
    assert played(2, ((4, 1), (3, 0))).totals() == [13, 0], "no second place for two"
    assert played(3, ((4, 1), (3, 0), (2, 0))).totals() == [15, 2, 0]
    four = played(4, ((4, 5), (3, 0)))
    assert [side.seats for side in four.state.sides] == [(1, 3), (2, 4)]
    assert four.totals() == [57, 0]
    assert four.state.rounds == 2


def test_another_round_counts_otherwise() -> None:
    table = played(3, ((4, 1), (3, 0), (2, 0)))
    question = table.question(1)
    assert table.speaker.say(question.hint) == "Twice as good"
    table = played(3, ((4, 1), (3, 0), (2, 0)), ((1, 0), (2, 2), (0, 0)))
    assert table.totals() == [15, 2 + 9 + 20, 0]
    assert table.question(1).hint != question.hint


def test_a_number_chosen_at_the_start_takes_the_place_of_the_usual_one() -> None:
    table = SheetTable(VARIED, 2)
    option = table.game.meta.options[0]
    assert (option.default, [value for value, _ in option.values]) == (90, [20, 90])
    game = ((4, 1), (3, 0)), ((4, 2), (3, 0))
    assert not played(2, *game).over()
    assert played(2, *game, limit=20).over()


def test_the_last_side_is_offered_what_is_left_of_a_sum() -> None:
    table = SheetTable(VARIED, 4)
    table.answer(1, 0)
    table.answer(1, 3)
    table.answer(2, 0)
    assert (table.question(2).start, table.question(2).default) == (2, 2)
    table.answer(2, 4)
    assert "Tricks: 7 in all, and there are 5" in table.log()
    note = table.widgets()["sums"]
    assert isinstance(note, Note)
    assert [table.speaker.say(line) for line in note.lines] == ["Tricks: 7 in all, and there are 5, round 1"]
    table.correct("b/tricks/r1", 2)
    assert "sums" not in table.widgets()
    assert table.must() != (TABLE,)


def test_a_varied_sheet_is_written_as_it_was_read() -> None:
    assert parse(write(parse(VARIED, "a")), "b") == parse(VARIED, "a")


@pytest.mark.parametrize(
    ("old", "new", "line", "key", "expected"),
    [
        ("for_seats = {2 = {places = [3]}, ", "for_seats = {", 12, "category.most.places",
         "what counts for 2 seats, where every side would have a place: for_seats = {2 = {places = [5]}} beside it, or "
         "other seats"),
        ("{2 = {places = [3]}", "{2 = {placs = [3]}", 13, "category.most.for_seats.2.placs", "one of the keys "),
        ("{2 = {places = [3]}", "{5 = {places = [3]}", 13, "category.most.for_seats.5", "a number of seats from 2 to"),
        ("{2 = {places = [3]}", "{2 = 3", 13, "category.most.for_seats", "tables by number, such as "),
        ("{2 = {places = [9]", "{4 = {places = [9]", 14, "category.most.for_rounds.4", "a round in which it is"),
        ("{2 = {places = [9]", "{x = {places = [9]", 14, "category.most.for_rounds.x", "a number from 1 to 99"),
        ("teams = [2, 2]", "teams = [2, 1]", 7, "for_seats.4.teams", "sizes that add up to 4"),
        ('cards = "round"', 'cards = "rounds"', 6, "cards", "round, or a list of whole numbers"),
        ('cards = "round"\n', "", 19, "category.tricks.adds_up_to", "cards on the sheet"),
        ('"cards"\n', '"card"\n', 20, "category.tricks.adds_up_to", "a whole number, or cards"),
        ("values = [20, 90]", "values = [20, 30]", 27, "option.1.values", "two numbers or more, with the one"),
        ('"sudden.points"', '"sudden.point"', 26, "option.1.sets", "one of sudden.points, most.high"),
        ('"sudden.points"', '"the points"', 26, "option.1.sets", "where the number stands"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, line: int, key: str, expected: str) -> None:
    speaker = SheetTable(VARIED, 2).speaker
    found = [(each.line, each.key, speaker.say(each.expected)) for each in check(VARIED.replace(old, new, 1))]
    assert any(at == line and where == key and said.startswith(expected) for at, where, said in found), found


def test_a_sheet_that_was_taken_before_is_still_taken() -> None:
    """A play may have been written on a sheet whose majority says nothing of two."""
    text = VARIED.replace("for_seats = {2 = {places = [3]}, 4", "for_seats = {4", 1)
    assert check(text)
    assert check(text, kept=True) == ()


@pytest.mark.parametrize("key", ["canasta", "domino", "tute"])
@pytest.mark.parametrize(
    ("pairs", "sides"), [(True, ["Ana and Carla", "Berta and Dora"]), (False, ["Ana", "Berta", "Carla", "Dora"])]
)
def test_four_play_in_pairs_where_the_table_chose_it(key: str, pairs: bool, sides: list[str]) -> None:
    table = SheetTable(key, 4, pairs=pairs)
    assert [table.speaker.say(called(side)) for side in table.state.sides] == sides
    assert SheetTable(key, 4).state.sides == SheetTable(key, 4, pairs=True).state.sides
    assert [side.seats for side in SheetTable(key, 3).state.sides] == [(1,), (2,), (3,)]


def test_an_option_of_teams_is_one_of_the_sheet() -> None:
    told = check(VARIED.replace('cards = "round"', 'cards = "round"\nteams_option = "limits"'))
    assert [(each.line, each.key) for each in told] == [(7, "teams_option")]
    assert told[0].hint is not None
    assert told[0].hint.args == {"key": "limit"}


def test_six_play_canasta_in_three_pairs() -> None:
    assert [side.seats for side in SheetTable("canasta", 6).state.sides] == [(1, 4), (2, 5), (3, 6)]
    assert len(SheetTable("canasta", 6, pairs=False).state.sides) == 6
    assert len(SheetTable("canasta", 5).state.sides) == 5


def chinchon(**options: bool | int) -> SheetTable:
    """Three people after two rounds: the first one is out."""
    table = SheetTable("chinchon", 3, limit=70, **options)
    table.each(40, 20, 5)
    table.each(35, 10, 40)
    assert table.state.out == ["1"]
    return table


def menu(table: SheetTable) -> list[str]:
    return [option.value for option in table.question(TABLE).options]


def test_who_is_out_comes_back_with_the_most_of_those_left() -> None:
    table = chinchon(back=True)
    assert menu(table) == ["back-in", "outright", "finish"]
    table.answer(TABLE, "back-in", "1")
    assert table.state.out == []
    assert table.totals() == [45, 30, 45]
    assert [line.points for line in table.side("1").lines] == [40, 35, -30]
    assert "back-in" not in menu(table)
    assert table.must() == (1, 2, 3), "who is back writes on"
    table.each(30, 30, 2)
    assert table.state.out == ["1"]
    table.answer(TABLE, "back-in", "1")
    assert table.totals() == [60, 60, 47]
    table.each(20, 1, 30)
    assert table.over()
    assert [side.side for side in table.score().winners()] == ["2"]


def test_nobody_comes_back_unless_the_table_chose_it() -> None:
    table = chinchon()
    assert menu(table) == ["outright", "finish"]
    with pytest.raises(Refused) as refused:
        table.move(TABLE, ComeBack("1"))
    assert refused.value.message.text == "Whoever is out stays out."
    table = chinchon(back=True)
    for side in ("2", "x"):
        with pytest.raises(Refused):
            table.move(TABLE, ComeBack(side))
    with pytest.raises(Refused):
        table.move(2, ComeBack("1"))


def test_coming_back_needs_those_who_are_out_and_an_option() -> None:
    told = check(VARIED.replace('cards = "round"', 'cards = "round"\nback_in = "limit"'))
    assert [(each.line, each.key) for each in told] == [(7, "back_in")]
    told = check(VARIED.replace('cards = "round"', 'cards = "round"\nout_above = 50\nback_in = "limits"'))
    assert (8, "back_in") in [(each.line, each.key) for each in told]
