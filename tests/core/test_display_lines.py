"""Table instructions on a small display: what shares a row, and where there are too many."""

from __future__ import annotations

import pytest
from msgspec import Struct

from companion.core.instructions import (
    Cutter,
    Instruction,
    Line,
    Row,
    display_lines,
    inside,
    lines_for,
    reversed_instructions,
)
from companion.core.inventory import Thing, Tracked
from companion.core.wording import say, say_n
from companion.locale import speaker

PERSON = speaker("en", {1: "Ana", 2: "Ben"})


def shown(*rows: str) -> list[str]:
    return list(display_lines([Line(say(row), (say(row),)) for row in rows], PERSON))


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        (["Settler", "+1 Grain", "To space 7"], ["Settler", "+1 Grain", "To space 7"]),
        (["Settler", "+1 Grain", "Star", "To space 7"], ["Settler, +1 Grain", "Star", "To space 7"]),
        (["Settler off Athena", "Wheel", "+1 Gold", "To 7"], ["Settler off Athena", "Wheel, +1 Gold", "To 7"]),
        (["+1 Wood", "+1 Gold", "+1 Iron", "+1 Clay", "To 7"], ["+1 Wood, +1 Gold", "+1 Iron, +1 Clay", "To 7"]),
        (["Settler off Athena"] * 4, ["Settler off Athena"] * 4),
    ],
)
def test_neighbouring_rows_share_one_only_where_there_are_too_many(rows: list[str], wanted: list[str]) -> None:
    assert shown(*rows) == wanted


def test_what_is_handed_over_together_names_the_other_once() -> None:
    given = [
        Instruction(1, "give", name, 1, 0, things=say(name), short=say(f"1 {name}"), other=2, brief=brief)
        for name, brief in (("Wood", say("Wood")), ("Coin", None))
    ]
    assert display_lines(lines_for(1, given), PERSON) == ("To Ben: Wood, 1 Coin",)
    assert display_lines(lines_for(1, given[:1]), PERSON) == ("To Ben: 1 Wood",)


def own_words(words: str, row: Row) -> Instruction:
    return Instruction(1, "words", words=say(words), row=row)


@pytest.mark.parametrize(
    ("words", "row", "wanted"),
    [
        ("slide coins", "same", ("+5 coins, slide coins",)),
        ("slide all coins", "same", ("+5 coins", "slide all coins")),
        ("Slide coins", "own", ("+5 coins", "Slide coins")),
        ("Your space stays empty", "none", ("+5 coins",)),
    ],
)
def test_words_go_on_in_the_row_before_or_are_not_shown(words: str, row: Row, wanted: tuple[str, ...]) -> None:
    income = Instruction(1, "take", "1.coins", 0, 5, things=say("5 coins"), short=say("{sign}5 coins"))
    assert display_lines(lines_for(1, [income, own_words(words, row)]), PERSON) == wanted


def test_undo_does_not_speak_of_what_asked_for_nothing() -> None:
    made = [own_words("The space stays empty.", "none"), own_words("Discard it.", "own")]
    back = [PERSON.say(line.words) for line in lines_for(1, map(inside, reversed_instructions(made)))]
    assert back == ["Undo by hand: Discard it."]


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        (["Fishing Dock"], ("Fishing Dock", "face down")),
        (["Academy"], ("Academy face down",)),
        (["Academy", "Wheat Fields"], ("Academy Wheat Fields", "face down")),
    ],
)
def test_what_is_turned_over_stands_in_one_row_where_it_fits(names: list[str], wanted: tuple[str, ...]) -> None:
    turned = [Instruction(1, "face-down", name, 1, 0, "side", things=say(name), short=say(name)) for name in names]
    assert display_lines(lines_for(1, turned), PERSON) == wanted


def test_of_a_block_that_is_turned_twice_only_the_last_side_is_said() -> None:
    def down(key: str, new: int) -> Instruction:
        return Instruction(1, "down", key, new + 1, new, "steps", things=say(key), short=say(key))

    made = [down("Ship", 3), down("Hoplite", 2), down("Ship", 2)]
    said = [PERSON.say(line.words) for line in lines_for(1, made)]
    assert said == ["Turn Hoplite down to 2.", "Turn Ship down to 2."]


def test_a_display_names_the_side_that_pays_several_things_once() -> None:
    paid = [
        Instruction(1, "put-back", side + name, 1, 0, things=say(name), short=say(f"-1 {name}"), side=say(side))
        for side, name in (("Arabia", "marble"), ("Arabia", "iron"), ("Arabia", "coin"), ("Greece", "coin"))
    ]
    shown = display_lines(lines_for(1, paid), PERSON)
    assert shown == ("Arabia -1 marble", "-1 iron -1 coin", "Greece -1 coin")


class Card(Struct):
    value: int


@pytest.mark.parametrize(("off", "wanted"), [(False, "face-up"), (True, "face-down")])
def test_more_of_a_side_is_face_up_or_down_as_its_thing_says(off: bool, wanted: str) -> None:
    card = Card(0)
    thing = Thing("card", lambda _: say("Academy"), lambda _: say("Academy"), "side", off=off)

    def numbers(state: Card) -> list[Tracked]:
        return [Tracked("card", say("Card"), (state, "value"), 1, thing=thing)]

    cutter = Cutter(card, 1, numbers)
    card.value = 1
    [made] = cutter.cut(card, (), ())
    assert inside(made).verb == wanted


def test_pieces_of_a_heap_that_are_put_back_twice_in_a_row_are_one_number() -> None:
    def paid(key: str, old: int, new: int) -> Instruction:
        coins = [say_n("{n} coin", "{n} coins", old - new), say_n("{sign}{n} coin", "{sign}{n} coins", old - new)]
        return Instruction(1, "put-back", key, old, new, things=coins[0], short=coins[1])

    lines = lines_for(1, [paid("1.coins", 3, 2), paid("1.gems", 5, 4), paid("1.coins", 2, 1)])
    assert [PERSON.say(line.words) for line in lines] == ["Put back 2 coins and 1 coin."]
    assert display_lines(lines, PERSON) == ("-2 coins -1 coin",)


def test_the_name_of_a_block_and_its_steps_share_a_row_only_where_they_fit() -> None:
    for name, rows in (
        ("Hoplite B2", ("Hoplite B2 down to 2",)),
        ("Practice VIII B2", ("Practice VIII B2", "down to 2")),
    ):
        turned = Instruction(1, "down", "block", 3, 2, "steps", things=say(name), short=say(name))
        assert display_lines(lines_for(1, [turned]), PERSON) == rows
