"""The turns of Olympos on forms: what is usual, what an answer brings with it, what the button sends."""

from __future__ import annotations

from companion.core.forms import Filled, fill
from companion.core.questions import Answer
from companion.games.olympos.moves import Expand, Left
from companion.service.play.filled_forms import _button
from tests.games.olympos.olympos_table import ENGLISH, GAME, Table


def form(table: Table, seat: int, *before: Answer, **given: Answer) -> Filled:
    filled = fill(GAME, table.known(seat), seat, before, {key.replace("_", "-"): given[key] for key in given})
    assert filled is not None
    return filled


def answers(filled: Filled) -> dict[str, Answer | None]:
    return {field.key: field.answer for field in filled.fields}


def button(filled: Filled) -> str:
    return ENGLISH.say(_button(filled))


def begun() -> tuple[Table, int]:
    """A table after set-up, and who is on turn."""
    table = Table().begun()
    return table, table.awaited[0]


def test_an_expansion_asks_for_the_resource_and_has_the_rest_as_usual() -> None:
    table, seat = begun()
    filled = form(table, seat, "expand")
    assert answers(filled) == {"source": "new", "target": "empty", "resource": None}
    assert not filled.ready
    filled = form(table, seat, "expand", resource="gold")
    rest = {"special": [], "sea": 0, "land": 1, "pay": "pay"}
    assert answers(filled) == {"source": "new", "target": "empty", "resource": "gold", **rest}
    assert filled.moves == (Expand("new", "empty", "gold", land=1),)


def test_an_expansion_by_sea_and_land_changes_three_fields() -> None:
    table, seat = begun()
    filled = form(table, seat, "expand", resource="gold", sea=1, land=2)
    assert filled.moves == (Expand("new", "empty", "gold", sea=1, land=2),)
    assert button(filled) == "Expand, to space 6"
    assert ENGLISH.say(filled.fields[-1].question.hint or "") == (
        "2 new settler + 2 sea + 2 land = 6: from space 0 to 6."
    )


def test_an_expansion_against_a_tribe_changes_two_fields() -> None:
    table, seat = begun()
    filled = form(table, seat, "expand", target="tribe", resource="grain")
    assert filled.moves == (Expand("new", "tribe", "grain", land=1),)
    assert button(filled) == "Expand, to space 5"


def test_without_a_settler_in_stock_it_is_said_which_moves() -> None:
    table, seat = begun()
    table.give(seat, stock=0, grain=1)
    assert answers(form(table, seat, "expand")) == {"source": None}
    filled = form(table, seat, "expand", source="grain", resource="wood")
    assert filled.moves == (Expand("grain", "empty", "wood", left=Left("grain"), land=1),)


def test_a_light_expansion_begins_at_the_usual_price() -> None:
    table = Table(level="light").begun()
    filled = form(table, table.awaited[0], "expand", resource="wood")
    assert filled.moves == (Expand("new", "empty", "wood", points=3),)
