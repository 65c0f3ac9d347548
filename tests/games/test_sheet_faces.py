"""What a sheet shows, and that it fits."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.dialogue import Asked
from companion.core.options import Option
from companion.core.step import TABLE
from companion.core.widgets import Ledger, Meter, Note, Track
from companion.core.wording import Message, Speaker
from companion.games.score_sheet import shipped
from companion.render.canvas.layout import fits_line
from tests.games.sheet_table import NAMES, English, SheetTable
from tests.games.test_sheet_flow import CUP, TWO


def ledger(table: SheetTable, seat: int = TABLE) -> Ledger:
    found = table.widgets(seat)["ledger"]
    assert isinstance(found, Ledger)
    return found


def test_the_ledger_has_a_column_for_every_round_and_the_sum() -> None:
    table = SheetTable("hearts", 3)
    for hearts in ([5, 3, 5], [0, 0, 13]):
        table.each(*hearts)
        table.answer(TABLE, "2")
        table.answer(TABLE, "nobody")
    table.answer(1, 4)
    shown = ledger(table)
    assert shown.big
    assert shown.total
    assert [table.speaker.say(column.label) for column in shown.columns] == ["1", "2", "3", "Total"]
    assert [row.cells for row in shown.rows] == [(5, 0, 4, 9), (16, 13, None, 29), (5, 13, None, 18)]
    assert [row.marked for row in shown.rows] == [True, False, False]
    assert [row.seat for row in shown.rows] == [1, 2, 3]


def test_early_rounds_become_one_column() -> None:
    table = SheetTable("hearts", 3)
    for _ in range(8):
        table.each(1, 1, 0)
        table.answer(TABLE, "3")
        table.answer(TABLE, "nobody")
    shown = ledger(table)
    heads = [table.speaker.say(column.label) for column in shown.columns]
    assert heads == ["Before", "3", "4", "5", "6", "7", "8", "Total"]
    assert shown.rows[2].cells == (26, 13, 13, 13, 13, 13, 13, 104)


def test_a_sheet_without_rounds_has_a_column_for_every_category() -> None:
    table = SheetTable("yacht", 2)
    table.answer(1, "sixes", 4)
    shown = ledger(table)
    assert len(shown.columns) == 13
    assert shown.rows[0].cells[5] == 24
    assert shown.rows[0].cells[0] is None
    assert shown.rows[0].cells[-1] == 24


def test_a_team_stands_in_the_ledger_by_its_names() -> None:
    table = SheetTable("mus", 4)
    assert [table.speaker.say(row.label or "") for row in ledger(table).rows] == ["Ana and Carla", "Berta and Dora"]
    assert not any(row.marked for row in ledger(table).rows)


def test_the_way_to_the_points_that_end_the_play() -> None:
    table = SheetTable("mus", 4)
    table.answer(1, 22)
    way = table.widgets()["way"]
    assert isinstance(way, Track)
    assert [table.speaker.say(space.label or "") for space in way.spaces] == [str(n) for n in range(0, 41, 4)]
    assert [(token.at, token.seat) for token in way.tokens] == [("5", 1), ("0", 2)]
    assert "way" not in SheetTable("yacht", 2).widgets()


def test_points_below_nothing_stand_at_the_start() -> None:
    table = SheetTable("hearts", 3)
    table.answer(TABLE, "1")
    table.answer(TABLE, "1")  # 13 - 52
    way = table.widgets()["way"]
    assert isinstance(way, Track)
    assert way.tokens[0].at == "0"


def test_what_is_missing_is_told_to_everybody_by_number_and_to_the_seat_by_name() -> None:
    table = SheetTable(TWO + CUP, 2)
    table.answer(1, 3)

    def missing(seat: int) -> list[str]:
        note = table.widgets(seat)["missing"]
        assert isinstance(note, Note)
        return [table.speaker.say(line) for line in note.lines]

    assert missing(TABLE) == ["Who has Cup?", "Ana: 1 entry", "Berta: 2 entries"]
    assert missing(1) == ["Who has Cup?", "Rivers"]
    table.answer(1, 3)
    assert missing(TABLE)[1] == "Ana: looking it over"
    written = table.widgets()["written"]
    assert isinstance(written, Meter)
    assert [(bar.value, bar.top, bar.marked) for bar in written.bars] == [(2, 2, True), (0, 2, True)]


def test_majorities_stand_beside_each_other() -> None:
    table = SheetTable("provinces", 2)
    table.answer(1, 5)
    meter = table.widgets()["majority-north"]
    assert isinstance(meter, Meter)
    assert table.speaker.say(meter.title) == "North, round 1"
    assert [(bar.value, bar.top) for bar in meter.bars] == [(5, 5), (None, 5)]


# -- small displays ------------------------------------------------------------------------------------------------


def wordings(question: Any) -> list[Message]:
    options: tuple[Option[Any], ...] = getattr(question, "options", ())
    return [question.prompt, *(option.label for option in options if option.seat is None)]


@pytest.mark.parametrize("key", [sheet.id for sheet in shipped()])
@pytest.mark.parametrize("language", ["en", "es"])
def test_prompts_and_options_fit_a_line(key: str, language: str) -> None:
    """The sheet's own words; what the catalogue adds is checked with the catalogue."""
    table = SheetTable(key, next(sheet for sheet in shipped() if sheet.id == key).seats[0])
    speaker = Speaker(language, English(), NAMES)
    for _ in range(60):
        if table.over():
            break
        for seat in (*table.must(), *table.may()):
            answers: list[Any] = []
            while isinstance(walked := table.walked(seat, *answers), Asked):
                question = walked.question
                for wording in wordings(question):
                    assert fits_line(speaker.short(wording)), speaker.short(wording)
                answers.append(easy(question))
        seat = table.must()[0]
        answers = []
        while isinstance(walked := table.walked(seat, *answers), Asked):
            answers.append(easy(walked.question))
        table.answer(seat, *answers)


def easy(question: Any) -> Any:
    return question.default if question.default is not None else question.options[0].value
