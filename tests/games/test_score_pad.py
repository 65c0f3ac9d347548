"""The score pad of a sheet: every cell that it says can be written is written by the answers it names."""

from __future__ import annotations

import pytest

from companion.core.dialogue import Done
from companion.core.errors import Refused
from companion.core.score_pad import Pad, PadRow, Typed
from companion.core.secrecy import PUBLIC, seen
from companion.core.step import TABLE
from companion.games.score_sheet import shipped
from companion.games.score_sheet.moves import Write
from companion.playthroughs.record import find_answers
from tests.games.sheet_table import SheetTable

SHEETS = [sheet.id for sheet in shipped()]

ROUNDS = """
id = "rounds"
name = "Rounds"
seats = [2, 3]
rounds = 5
[[category]]
key = "fish"
name = "Fish"
form = "per-unit"
points = 2
[[category]]
key = "boat"
name = "Boat"
form = "per-unit"
points = 5
high = 1
"""


def pad_of(table: SheetTable, seat: int, typed: Typed | None = None) -> Pad:
    pad = table.game.score_pad(seen(table.state, table.viewer(seat)), seat, typed)
    assert pad is not None
    return pad


def wanted(pad: Pad) -> list[tuple[PadRow, int]]:
    """The cells that are to be written and can be."""
    return [
        (row, column)
        for row in pad.rows
        for column, cell in enumerate(row.cells)
        if cell.wanted and cell.before is not None and not row.place
    ]


def writes(table: SheetTable, pad: Pad, row: PadRow, column: int) -> None:
    """Write a cell as the pad says, and look whether it is that cell that was written."""
    seat, cell = pad.columns[column].seats[0], row.cells[column]
    assert cell.before is not None
    question = table.question(seat, *cell.before)
    assert question.key == row.key
    answers = [*cell.before, *answers_of(table, pad, row, seat, cell.before)]
    walked = table.walked(seat, *answers)
    assert isinstance(walked, Done)
    assert isinstance(walked.move, Write)
    assert walked.move.category == row.key.partition(".")[0]
    table.move(seat, walked.move)


def answers_of(table: SheetTable, pad: Pad, row: PadRow, seat: int, before: tuple[object, ...]) -> list[object]:
    if row.kind == "yes":
        return [True]
    if row.kind == "other":
        question = table.question(seat, *before)  # type: ignore[arg-type]
        return [1 if question.kind == "count" else []]
    together = [other for other in pad.rows if other.key.partition(".")[0] == row.key.partition(".")[0]]
    return [max(1, other.low) for other in together]


def to_the_end(table: SheetTable, seats: tuple[int, ...]) -> int:
    """Write everything on the pads of ``seats``; how many cells were written."""
    written = 0
    while not table.over() and written < 400:
        if table.must() == (TABLE,) or TABLE in table.must():
            table.answer(TABLE, table.question(TABLE).options[0].value)
            continue
        for seat in seats:
            pad = pad_of(table, seat)
            cells = wanted(pad)
            if cells:
                writes(table, pad, *cells[0])
                written += 1
                break
            done = next((head for head in pad.columns if head.done is not None), None)
            if done is not None:
                table.answer(done.seats[0], *(done.done or ()))
                break
        else:
            return written
    return written


@pytest.mark.parametrize("key", ["harbour-market", "academy", "provinces"])
def test_every_cell_is_written_by_the_answers_it_names(key: str) -> None:
    table = SheetTable(key, 3)
    assert to_the_end(table, (1, 2, 3)) > 5
    assert table.over()


@pytest.mark.parametrize("key", ["academy", "hearts"])
def test_one_person_writes_for_all(key: str) -> None:
    table = SheetTable(key, 4)
    before = pad_of(table, TABLE)
    assert len(before.columns) == 4
    written = to_the_end(table, (TABLE,))
    assert written >= 4


def test_a_written_cell_is_changed_by_the_answers_it_names() -> None:
    table = SheetTable("academy", 2)
    to_the_end(table, (1,))
    pad = pad_of(table, 1)
    army = next(row for row in pad.rows if row.key == "army")
    assert army.cells[0].before == ("army",)  # it is done: what it may change is asked at once
    table.answer(1, *army.cells[0].before, 7)
    assert pad_of(table, 1).rows[4].cells[0].points == 7


def test_what_is_typed_counts_and_is_not_kept() -> None:
    table = SheetTable("academy", 2)
    before = table.game.encode_state(table.state)
    pad = pad_of(table, 1, Typed("symbols.letters", 0, (3, 1, 2)))
    assert pad.total == 21
    assert [row.cells[0].points for row in pad.rows][:4] == [None, None, 14, 7]
    assert table.game.encode_state(table.state) == before
    assert pad_of(table, 1, Typed("symbols.letters", 0, (3, 1, 99))).total == 0, "more than may be written"
    assert pad_of(table, 1, Typed("army", 3, (1,))).total == 0, "there is no such column"
    assert pad_of(table, 1, Typed("nothing", 0, (1,))).total == 0


def test_sealed_numbers_stand_on_no_pad() -> None:
    table = SheetTable("oh-hell", 3)
    table.answer(TABLE, 5)
    table.answer(1, 3)
    for seat in (TABLE, 1, 2):
        pad = pad_of(table, seat)
        bid = next(row for row in pad.rows if row.key == "bid")
        assert bid.kind == "other"
        assert not any(cell.numbers or isinstance(cell.points, int) for cell in bid.cells)
    everybody = table.game.score_pad(seen(table.state, PUBLIC), TABLE)
    assert everybody == pad_of(table, TABLE)


def test_the_last_rounds_of_a_side_stand_beside_each_other() -> None:
    table = SheetTable(ROUNDS, 2)
    for number in range(4):
        for seat in (1, 2):
            table.answer(seat, number)
            table.answer(seat, seat == 1)
            table.answer(seat, "done")
    pad = pad_of(table, 1)
    assert [table.speaker.say(head.label or "") for head in pad.columns] == ["Round 3", "Round 4", "Round 5"]
    assert [cell.points for cell in pad.rows[0].cells] == [4, 6, None]
    assert [row.kind for row in pad.rows] == ["number", "yes"]
    assert pad.total == 2 * (0 + 1 + 2 + 3) + 4 * 5, "rounds that are not shown count too"
    assert [cell.before for cell in pad.rows[0].cells] == [None, None, ()]


def test_there_is_no_pad_before_the_play_and_after_it() -> None:
    table = SheetTable("oh-hell", 3)
    assert table.game.score_pad(table.state, 1) is None
    table = SheetTable("academy", 2)
    to_the_end(table, (1, 2))
    assert table.over()
    assert table.game.score_pad(table.state, 1) is None


ONE_AFTER_THE_OTHER = """
id = "turns"
name = "Turns"
seats = [2, 2]
[[category]]
key = "road"
name = "Road"
form = "number"
high = 20
[[category]]
key = "boat"
name = "Boat"
form = "per-unit"
points = 5
high = 1
[[category]]
key = "fish"
name = "Fish"
form = "set"
points = [1, 4]
kinds = [{key = "cod", name = "cod"}, {key = "eel", name = "eel"}]
[[category]]
key = "city"
name = "City"
form = "number"
high = 20
"""


@pytest.mark.parametrize("written", [1, 2, 3])
def test_what_asks_one_after_the_other_leads_to_each_cell(written: int) -> None:
    """Whatever is asked now: a yes or no, the kinds of a set, a number."""
    table = SheetTable(ONE_AFTER_THE_OTHER, 2)
    for _ in range(written):
        writes(table, pad_of(table, 1), *wanted(pad_of(table, 1))[0])
    asked = table.question(1).key
    road = pad_of(table, 1).rows[0]
    assert road.cells[0].before == ("road",)
    writes(table, pad_of(table, 1), road, 0)
    assert table.question(1).key == asked, "what is missing is asked on"
    city = pad_of(table, 1).rows[-1]
    if written < 3:
        assert city.cells[0].before == ("city",)
        writes(table, pad_of(table, 1), city, 0)
        assert table.question(1).key == asked
    assert to_the_end(table, (1, 2)) > 0
    assert table.over()


def test_a_number_that_is_asked_leads_nowhere_else() -> None:
    table = SheetTable(ONE_AFTER_THE_OTHER, 2)
    for key in ("wood", "road", "done"):
        with pytest.raises(Refused):
            table.walked(1, key)


def test_a_cell_written_out_of_turn_is_recorded_as_it_was_answered() -> None:
    table = SheetTable(ONE_AFTER_THE_OTHER, 2)
    table.answer(1, 4)
    assert table.question(1).key == "boat"
    for answers, texts in (
        (("road", 9), ("boat=road", "road=9")),
        (("fish", 1, 2), ("boat=fish", "fish.cod=1", "fish.eel=2")),
    ):
        walked = table.walked(1, *answers)
        assert isinstance(walked, Done)
        assert find_answers(table.game, seen(table.state, table.viewer(1)), 1, walked.move) == texts
