"""Sheets and ledgers tried with invented numbers, as the page that edits them shows them."""

from __future__ import annotations

import pytest

from companion.games import score_sheet
from companion.games.score_sheet import FileGame, SheetGame, parse_game, shipped
from companion.games.score_sheet.trying import tried

SHEETS = {sheet.id: sheet for sheet in shipped()}
FILES = {**score_sheet.shipped_texts(), **score_sheet.ledger_texts()}


def game_of(name: str) -> FileGame:
    return parse_game(FILES[name], name, SHEETS)


@pytest.mark.parametrize("name", list(FILES))
@pytest.mark.parametrize("people", [1, 3, 8])
def test_every_file_is_tried_to_its_end(name: str, people: int) -> None:
    game = game_of(name)
    least, most = game.meta.seats
    for seed in (1, 2, 3):
        found = tried(game, people, seed)
        seats = [seat for side in found.score.sides for seat in side.seats]
        assert len(seats) == min(max(people, least), most)
        assert found.widgets
        assert found.score.final or (isinstance(game, SheetGame) and game.sheet.together)
        assert all(side.complete for side in found.score.sides), "nothing stays sealed"


def test_a_number_stays_the_same_while_something_else_is_changed() -> None:
    text = FILES["carcassonne.toml"]
    more = text.replace("points = 3", "points = 30")
    assert more != text
    before, after = (tried(parse_game(one, "a", SHEETS), 2, 1).score.sides[0].lines for one in (text, more))
    assert [line.points for line in before][:4] == [line.points for line in after][:4]
    assert [line.points for line in before][4] * 10 == [line.points for line in after][4]
    assert tried(parse_game(text, "a", SHEETS), 2, 2).score.sides[0].lines != before


def test_numbers_that_must_add_up_do() -> None:
    found = tried(game_of("wizard.toml"), 4, 1)
    assert not [widget for widget in found.widgets if widget.key == "sums"]
