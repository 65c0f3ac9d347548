"""Damage dice whose faces nobody has entered, and ambrosia spent at any time the rules allow. Sections 4.3 and 6."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.core.boxes import Learned, merged
from companion.core.questions import Count
from companion.games.ancient_world import box, moves
from companion.games.ancient_world.state import (
    Confronting,
    CountingPoints,
    Feeding,
    Preparing,
    Repairing,
    Rolling,
    Spending,
    TakingCoinEffect,
    TakingDamage,
    Turn,
)
from tests.games.ancient_world.ancient_world_play import BOX, ENGLISH, GAME, Play


def facing(titan: str = "thief", **options: Any) -> Play:
    """Seat 1 is to confront this titan."""
    play = Play(**options)
    play.threaten(1, titan)
    play.player(2).threat = None
    return play.all_pass()


def known_die(blank: int = 0, titan: int = 0, coin: int = 0, **more: int) -> Any:
    return merged(BOX, {"die": {"damage": {"blank": blank, "titan": titan, "coin": coin, **more}}})


# -- dice ------------------------------------------------------------------------------------------------------------


def test_nothing_is_rolled_by_odds_that_nobody_has_entered() -> None:
    assert "die" not in box.SHIPPED
    play = facing(rolls="companion").does(1, moves.Confront(titan="thief", how="roll"))
    assert play.due == Rolling(1, "thief")
    assert not any("rolls" in line for line in play.told)


@pytest.mark.parametrize("die", [{}, {"blank": 2}, {"blank": 2, "titan": 2}, {"blank": 0, "titan": 0, "coin": 0}])
def test_a_die_known_in_part_is_not_known(die: dict[str, int]) -> None:
    box = merged(BOX, {"die": {"damage": die}})  # type: ignore[dict-item]  # numbers are facts
    play = facing(rolls="companion", box=box).does(1, moves.Confront(titan="thief", how="roll"))
    assert play.due == Rolling(1, "thief")


def test_an_attack_asks_too_and_the_turn_goes_on_afterwards() -> None:
    play = Play(rolls="companion")
    play.threaten(2, "crab")
    play.player(1).capital["sword"] = 9
    play.does(1, moves.Attack(target="board-2", titan="crab", force="3"))
    assert play.due == Rolling(1, "crab")
    play.does(1, moves.Roll(how="hand", dice=("blank", "blank")))
    assert play.due == Turn(2)


def test_cardboard_needs_no_faces() -> None:
    play = facing().does(1, moves.Confront(titan="thief", how="roll"), "blank")
    assert play.due == Preparing()


@pytest.mark.parametrize(("faces", "down"), [((0, 6, 0), 1), ((6, 0, 0), 0), ((0, 0, 0), 2)])
def test_faces_are_entered_kept_and_rolled_by(faces: tuple[int, int, int], down: int) -> None:
    """A die of six titan symbols damages one card, one of blanks none, one of two symbols on every side two."""
    play = facing(rolls="companion").does(1, moves.Confront(titan="thief", how="roll"))
    play.says(1, "faces", *faces, True)
    if down == 1:
        assert play.due == TakingDamage(1, 1)
        play.does(1, moves.Damage(cards=(1,)))
    assert sum(card.down for card in play.player(1).cards) == down
    blank, titan, coin = faces
    learned = {"blank": blank, "titan": titan, "coin": coin, "two": 6 - sum(faces)}
    assert play.learned == [Learned("die", "damage", face, n) for face, n in learned.items()]
    assert box.die_faces(play.state) == learned
    play.threaten(1, "thief")
    play.state.stage, play.state.agenda = "confront", [Confronting(1)]
    play.does(1, moves.Confront(titan="thief", how="roll"))
    assert not isinstance(play.due, Rolling), "they are asked for once"


def test_faces_may_hold_just_this_once() -> None:
    play = facing(rolls="companion").does(1, moves.Confront(titan="thief", how="roll")).says(1, "faces", 6, 0, 0, False)
    assert play.learned == []
    assert box.die_faces(play.state) == {"blank": 6, "titan": 0, "coin": 0, "two": 0}


def test_no_more_than_six_faces_are_asked_for() -> None:
    play = facing(rolls="companion").does(1, moves.Confront(titan="thief", how="roll"))
    highest = [play.question(1, "faces", *answers).high for answers in ((), (2,), (2, 3))]
    assert highest == [6, 4, 1]
    assert isinstance(play.question(1, "faces", 2, 3), Count)
    assert "no such thing" in play.refusal(1, moves.Roll(how="faces", blank=4, titan=3)).lower()


def test_the_result_is_entered_instead() -> None:
    play = facing("crab", rolls="companion").does(1, moves.Confront(titan="crab", how="roll"))
    play.says(1, "hand", "titan", "blank")
    assert play.due == TakingDamage(1, 1)
    assert box.die_faces(play.state) is None
    assert play.learned == []


@pytest.mark.parametrize("dice", [(), ("blank",), ("blank",) * 3, ("blank", "star")])
def test_as_many_dice_as_banners_and_only_their_faces(dice: tuple[str, ...]) -> None:
    play = facing("crab", rolls="companion").does(1, moves.Confront(titan="crab", how="roll"))
    assert "no such thing" in play.refusal(1, moves.Roll(how="hand", dice=dice)).lower()


def test_each_edition_has_its_own_die() -> None:
    play = Play(rolls="companion", edition="first", box=known_die(blank=6))
    assert box.die_faces(play.state) is None
    play.state.box["first-die"] = {"damage": {"blank": 1, "titan": 4, "coin": 1}}
    assert box.die_faces(play.state) == {"blank": 1, "titan": 4, "coin": 1, "two": 0}


# -- ambrosia at any time ----------------------------------------------------------------------------------------------


def test_what_the_dice_damage_is_repaired_before_income() -> None:
    """A market gives a coin as income, unless it lies face down when income is collected."""
    coins = {}
    for mends in (True, False):
        play = facing()
        market = play.lay(1, "sword")[0]
        play.state.box["empire"]["sword"]["symbols"] = ["coin-income"]
        play.player(1).ambrosia, before = 2, play.player(1).coins
        play.does(1, moves.Confront(titan="thief", how="roll"), "titan").does(1, moves.Damage(cards=(market,)))
        assert play.due == Spending(1, "income")
        play.does(1, moves.Spend(on="repair", card=market) if mends else moves.StopSpending())
        coins[mends] = play.player(1).coins - before
        assert play.player(1).ambrosia == (0 if mends else 2)
    assert coins == {True: 6, False: 5}


def test_a_card_with_repair_income_is_repaired_before_that_is_counted() -> None:
    play = facing()
    smith, other = play.lay(1, "sword", "plain")
    play.state.box["empire"]["sword"]["symbols"] = ["repair-income"]
    for card in play.player(1).cards[2:]:
        card.down = 1
    play.player(1).ambrosia = 2
    play.does(1, moves.Confront(titan="thief", how="roll"), "blank")
    assert play.due == Spending(1, "repair")
    play.does(1, moves.Spend(on="repair", card=smith))
    assert [card.down for card in play.player(1).cards] == [0, 0, 0, 0], f"and {other} by repair income"
    assert play.due == Preparing()


def test_a_card_with_food_is_repaired_before_feeding() -> None:
    """The ambrosia came as income, so that it could not be spent before."""
    play = facing()
    farm = play.lay(1, "sword")[0]
    play.state.box["empire"]["sword"]["symbols"] = ["food"]
    player = play.player(1)
    player.capital.update({"food": 0, "ambrosia-income": 2})
    player.cards[-1].down = 1
    play.does(1, moves.Confront(titan="thief", how="roll"), "blank")
    assert play.due == Spending(1, "feeding")
    play.does(1, moves.Spend(on="repair", card=farm))
    assert (play.due, play.player(1).hungry) == (Preparing(), 0)


def test_feeding_itself_comes_after_the_last_word_on_repairs() -> None:
    play = facing()
    play.lay(1, "sword")
    play.state.box["empire"]["sword"]["symbols"] = ["food"]
    player = play.player(1)
    player.capital.update({"food": 0, "ambrosia-income": 2})
    player.cards[-1].down = 1
    play.does(1, moves.Confront(titan="thief", how="roll"), "blank").does(1, moves.StopSpending())
    assert play.due == Feeding(1)
    play.does(1, moves.Feed(ambrosia=0, hungry=(2,))).does(0, moves.Prepare(first=1))
    assert play.player(1).hungry == 1


def test_ambrosia_is_spent_before_a_titan_takes_it() -> None:
    """First what the titan symbols damage, then the chance to spend, then the coin symbol."""
    box = merged(BOX, {"titan": {"crab": {**BOX["titan"]["crab"], "effect": "lose-ambrosia", "amount": 5}}})
    play = facing("crab", box=box)
    play.player(1).ambrosia = 4
    play.does(1, moves.Confront(titan="crab", how="roll"), "titan", "coin").does(1, moves.Damage(cards=(1,)))
    assert play.due == Spending(1, "strike")
    play.does(1, moves.Spend(on="repair", card=1))
    assert play.due == Spending(1, "strike"), "two are left, enough for a coin"
    coins = play.player(1).coins
    play.says(1, "coin")
    assert (play.player(1).coins, play.player(1).ambrosia) == (coins + 1 + 5, 0), "the coin, and income"


def test_a_titan_that_takes_something_else_asks_for_no_ambrosia() -> None:
    play = facing("ox")
    play.player(1).ambrosia = 4
    play.does(1, moves.Confront(titan="ox", how="roll"), "coin")
    assert isinstance(play.due, TakingCoinEffect)


@pytest.mark.parametrize(("ambrosia", "down"), [(1, 1), (2, 0), (0, 1)])
def test_nobody_is_asked_who_cannot_repair(ambrosia: int, down: int) -> None:
    play = facing()
    play.player(1).ambrosia, play.player(1).cards[0].down = ambrosia, down
    play.player(1).capital["food"] = 9
    play.does(1, moves.Confront(titan="thief", how="roll"), "blank")
    assert play.due == Preparing()


def test_after_the_last_round_there_is_no_income_to_repair_for() -> None:
    play = facing()
    play.state.round = 6
    play.player(1).ambrosia, play.player(1).cards[0].down = 2, 1
    play.player(1).capital["food"] = 9
    play.does(1, moves.Confront(titan="thief", how="roll"), "blank")
    assert play.due == Spending(1, "scoring")


def test_repair_income_goes_first_where_no_damaged_card_gives_it() -> None:
    play = facing()
    play.player(1).capital["repair-income"] = 1
    play.lay(1, "plain")
    for card in play.player(1).cards[1:]:
        card.down = 1
    play.player(1).ambrosia = 2
    play.does(1, moves.Confront(titan="thief", how="roll"), "blank")
    assert play.due == Repairing(1, 1)
    play.does(1, moves.Repair(cards=(2,)))
    assert play.due == Spending(1, "income")


def test_ambrosia_repairs_before_the_action_on_which_a_citizen_stands() -> None:
    play = Play()
    play.player(1).ambrosia = 2
    assert "repair" not in [option.value for option in play.says(1, "place", "labor", "1").question(1).options]
    play.player(1).cards[1].down = 1
    play.says(1, "repair", 2)
    assert (play.player(1).ambrosia, play.player(1).cards[1].down) == (0, 0)
    play.player(1).cards[1].down = 1
    assert play.option(1, "repair").reason is not None, "no ambrosia is left"


def test_exploring_says_what_an_empty_deck_needs() -> None:
    play = Play()
    play.state.places["explore"].open = 1
    play.says(1, "place", "explore", "1")
    assert ENGLISH.say(play.question(1).hint) == "If deck A runs out, shuffle its discard pile."


# -- plays of before -------------------------------------------------------------------------------------------------


def test_a_play_of_before_goes_on_at_the_last_chance_to_repair() -> None:
    play = facing()
    play.state.round = 6
    play.player(1).ambrosia, play.player(1).cards[0].down = 2, 1
    play.lay(1, "epic")
    play.player(1).capital["food"] = 9
    play.does(1, moves.Confront(titan="thief", how="roll"), "blank")
    raw = dict(_raw(play))
    raw["agenda"] = [{"type": "closing", "seat": 1}]
    del raw["companion_rolls"]
    play.state = GAME.upgrade(1, raw)
    assert play.due == Spending(1, "scoring")
    assert play.state.companion_rolls, "who rolls was not noted: what is not known is asked for"
    play.does(1, moves.StopSpending())
    assert play.due == CountingPoints(1)


def _raw(play: Play) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(GAME.encode_state(play.state))
    return found
