"""Sheets of games that all play together: won or lost, and why."""

from __future__ import annotations

import pytest

from companion.core.step import TABLE
from companion.core.widgets import Note
from companion.games.score_sheet import check, parse, shipped_texts
from companion.games.score_sheet.sheet_form import write
from tests.games.sheet_table import SheetTable

PANDEMIC = shipped_texts()["pandemic.toml"]


def test_all_win_together_when_the_last_cure_is_written() -> None:
    table = SheetTable("pandemic", 3, epidemics=5)
    assert (table.must(), table.may()) == ((TABLE,), (1, 2, 3))
    table.answer(1, "outbreaks", 2)
    pad = table.game.score_pad(table.state, 1)
    assert pad is not None
    assert pad.total is None, "outbreaks are no points"
    table.answer(3, "cures", 3)
    assert not table.over()
    table.answer(2, "cures", 4)
    assert table.over()
    account = table.score()
    assert (account.final, account.counted) == (True, False)
    assert [side.seats for side in account.winners()] == [(1, 2, 3)]
    assert table.speaker.say(account.winners()[0].won or "") == "Four cures"
    note = table.widgets()["ended"]
    assert isinstance(note, Note)
    assert [table.speaker.say(line) for line in note.lines] == ["Four cures", "Epidemic cards: 5"]


def test_a_number_may_end_it_lost() -> None:
    table = SheetTable("pandemic", 2)
    table.answer(1, "outbreaks", 7)
    assert not table.over()
    table.answer(2, "change", "outbreaks", 8)
    assert table.over()
    assert table.score().winners() == ()
    assert "Lost together: Eight outbreaks" in table.log()


def test_the_table_says_how_else_it_ended() -> None:
    table = SheetTable("pandemic", 4)
    assert [option.value for option in table.question(TABLE).options] == ["cured", "eight", "cubes", "cards"]
    table.answer(TABLE, "cards")
    assert table.over()
    assert table.score().winners() == ()
    assert table.speaker.say(table.score().lost or "") == "Lost together: No cards left"
    assert "Lost together: No cards left" in table.log()


def test_no_totals_are_kept_hidden_where_there_are_none() -> None:
    assert [option.key for option in SheetTable("pandemic", 2).game.meta.options] == ["epidemics"]
    assert "totals_hidden" in [option.key for option in SheetTable("qwixx", 2).game.meta.options]


def test_a_sheet_for_all_is_written_as_it_was_read() -> None:
    assert parse(write(parse(PANDEMIC, "a")), "b") == parse(PANDEMIC, "a")


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('ask = "pick"', 'ask = "pick"\nrounds = 3', "rounds"),
        ('ask = "pick"', 'ask = "pick"\nteams = 2', "teams"),
        ("won = true\n", "", "outcome"),
        ('category = "cures"', 'category = "cure"', "outcome.1.category"),
        ("reaches = 4", "reaches = 5", "outcome.1.reaches"),
        ("reaches = 8", "", "outcome.2.reaches"),
        ('key = "cubes"', 'key = "eight"', "outcome.3.key"),
        ('form = "number"', 'form = "penalty"', "category.outbreaks.form"),
    ],
)
def test_what_is_wrong_is_said(old: str, new: str, key: str) -> None:
    assert key in [each.key for each in check(PANDEMIC.replace(old, new, 1))]
