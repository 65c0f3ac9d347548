"""The page on ledgers says what is there, and its examples work."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.core.setup import Seated, Setup
from companion.games.score_sheet import SheetError, ledger_texts, parse_game, shipped
from companion.games.score_sheet.ledger.ledger_fields import COUNT, END, GOAL, LEDGER, RATE, STOCK, TRADE
from companion.games.score_sheet.ledger.ledger_files import RESERVED

PAGE = (Path(__file__).parents[2] / "docs" / "ledgers.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
SHEETS = {sheet.id: sheet for sheet in shipped()}


@pytest.mark.parametrize("section", [LEDGER, STOCK, RATE, GOAL, END, COUNT], ids=lambda section: section.key)
def test_every_key_and_choice_stands_on_the_page(section: object) -> None:
    for field in section.fields:  # type: ignore[attr-defined]
        assert re.search(rf"`\[*{field.key}\]*( = [^`]*)?`", PAGE), field.key
        for name, _ in field.choices:
            assert f'"{name}"' in PAGE, (field.key, name)


def test_payments_and_reserved_keys_stand_on_the_page() -> None:
    assert all(f"{field.key} = " in PAGE for field in TRADE.fields)
    assert all(f"`{key}`" in PAGE for key in RESERVED)


@pytest.mark.parametrize("text", EXAMPLES)
def test_an_example_is_a_ledger_that_can_be_played(text: str) -> None:
    game = parse_game(text, "example", SHEETS)
    seats = tuple(Seated(seat, "") for seat in range(1, game.meta.seats[0] + 1))
    assert game.waits_for(game.new(Setup(seats))).must


def test_the_example_of_mistakes_is_what_is_said() -> None:
    broken = EXAMPLES[-1].replace('["trade", "fame"]', '["trad", "fame"]').replace("step = 2", "step = 3")
    with pytest.raises(SheetError) as caught:
        parse_game(broken, "two-planets.toml", SHEETS)
    assert str(caught.value) in PAGE


def test_every_shipped_ledger_is_named() -> None:
    for name in ledger_texts():
        assert f"| `{name.removesuffix('.toml')}` |" in PAGE
