"""Rounds, the agenda, damage, armies, ambrosia, and the two editions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core import widgets
from companion.core.chance import CardboardNeeded, NoChance
from companion.core.inventory import totals
from companion.core.questions import Confirm, Count, Pick, PickMany, Text
from companion.core.secrecy import PUBLIC
from companion.core.step import Step
from companion.games.ancient_world.agenda import (
    Acting,
    Confronting,
    CountingPoints,
    Disbanding,
    EnteringFact,
    Feeding,
    Preparing,
    Repairing,
    Spending,
    TakingCoinEffect,
    TakingDamage,
    Turn,
    Upgrading,
)
from companion.games.ancient_world.box import PRACTICE, SHIPPED
from companion.games.ancient_world.box_entries import Entry
from companion.games.ancient_world.moves import (
    Attack,
    Begin,
    BoardAction,
    Build,
    CardAction,
    ClaimFirst,
    CoinEffect,
    Confront,
    CountPoints,
    Damage,
    Decline,
    Disband,
    Expand,
    Explore,
    Feed,
    Move,
    NameTitan,
    Pass,
    Place,
    PlaceAgain,
    Prepare,
    Rebuild,
    Recruit,
    Repair,
    Spend,
    TakeCard,
    Train,
    Upgrade,
)
from companion.games.ancient_world.queries import capacity_used, cards_to_explore, symbol_total
from companion.games.ancient_world.queries_attack import attacking_forces, total_attack
from companion.games.ancient_world.queries_scoring import banner_points
from companion.games.ancient_world.rules_round_end import apply_hunger, clear_hunger
from companion.games.ancient_world.state import IDLE, ON_CARD, READY, WENT_HUNGRY, where_on
from tests.games.ancient_world.desk import BOX, ENGLISH, GAME, Desk

# -- placing and actions ---------------------------------------------------------------------------------------------


def test_ambrosia_is_taken_at_once_even_when_the_action_is_declined() -> None:
    desk = Desk().does(1, Place(space="learn", citizen="1"))
    assert (desk.player(1).ambrosia, desk.state.places["learn"].ambrosia) == (1, 0)
    assert desk.due == Acting(1, "learn")
    desk.does(1, Decline())
    assert (desk.due, desk.player(1).knowledge) == (Turn(2), 0)


def test_ambrosia_taken_may_pay_for_the_same_action() -> None:
    desk = Desk()
    desk.player(1).coins, desk.player(1).ambrosia = 2, 1
    desk.does(1, Place(space="learn", citizen="1"))
    assert desk.option(1, "both").reason
    desk.does(1, Spend(on="coin"))
    assert desk.due == Acting(1, "learn"), "the action is still to be done"
    desk.does(1, BoardAction(pay="both"))
    assert (desk.player(1).coins, desk.player(1).knowledge) == (0, 1)


def test_bought_skill_spares_the_fee_and_holds_for_this_placement_only() -> None:
    desk = Desk()
    desk.player(2).citizens[2] = where_on("labor")
    desk.player(1).ambrosia = 2
    desk.does(1, Place(space="labor", citizen="1+2"))
    assert (desk.player(1).coins, desk.player(1).ambrosia) == (6, 0)
    assert desk.player(1).citizens[0] == where_on("labor")


def test_a_citizen_is_placed_again_for_four() -> None:
    desk = Desk()
    desk.player(1).ambrosia = 4
    desk.does(1, Place(space="labor", citizen="1")).does(1, BoardAction(pay="both")).does(2, Pass())
    assert desk.refusal(1, PlaceAgain(space="labor", citizen="1")) == "The citizen stands there already."
    desk.does(1, PlaceAgain(space="learn", citizen="1"))
    assert desk.player(1).ambrosia == 1, "and the one that lay there is taken"
    assert desk.player(1).citizens[0] == where_on("learn")


def test_only_a_citizen_that_was_placed_is_placed_again() -> None:
    desk = Desk()
    desk.player(1).ambrosia = 4
    assert desk.refusal(1, PlaceAgain(space="labor", citizen="1")) == "None of your citizens is placed."
    first = first_edition().turn(1)
    assert first.refusal(1, PlaceAgain(space="labor", citizen="1")) == "The first edition has no ambrosia."


@pytest.mark.parametrize(("space", "round_"), [("explore", 2), ("grow", 3)])
def test_covered_actions_open_in_their_round(space: str, round_: int) -> None:
    desk = Desk()
    assert desk.refusal(1, Place(space=space, citizen="1")) == f"This action opens in round {round_}."
    while desk.state.round < round_:
        desk.state.stage, desk.state.agenda = "prepare", [Preparing()]
        desk.does(0, Prepare(first=1))
    assert desk.state.places[space].ambrosia == 1
    desk.does(1, Place(space=space, citizen="1"))


def test_the_order_is_what_the_board_says() -> None:
    """Missing facts are asked before anything is paid, and the answer is one move with the placing."""
    desk = Desk(box={kind: cards for kind, cards in BOX.items() if kind != "action"})
    before = GAME.encode_state(desk.state)
    assert desk.question(1, "place", "learn").key == "coins"
    assert desk.question(1, "place", "learn").start == 3
    assert "first edition" in desk.question(1, "place", "learn").hint.text
    assert GAME.encode_state(desk.state) == before
    assert desk.refusal(1, Place(space="learn", citizen="1")) == "Enter first what your board says."
    desk.says(1, "place", "learn", 2, 1, True, "1")
    assert desk.state.box["action"]["learn"] == {"coins": 2, "amount": 1}
    assert [(learned.key, learned.field, learned.value) for learned in desk.learned] == [
        ("learn", "coins", 2),
        ("learn", "amount", 1),
    ]
    assert "coins" not in SHIPPED["action"].get("learn", {}), "the shipped facts are untouched"


def test_a_card_action_is_used_once_a_round_and_only_undamaged() -> None:
    desk = Desk()
    (card,) = desk.lay(1, "forum")
    desk.does(1, Place(space=f"card-{card}", citizen="2"))
    assert desk.player(1).citizens[1] == ON_CARD
    desk.does(1, CardAction(coins=3, knowledge=-1)).does(2, Pass())
    assert (desk.player(1).coins, desk.player(1).knowledge) == (9, 0), "what is not there is not taken"
    assert "already" in desk.refusal(1, Place(space=f"card-{card}", citizen="1"))
    desk.player(1).on[1] = 0
    desk.player(1).cards[-1].down = 1
    assert desk.refusal(1, Place(space=f"card-{card}", citizen="1")) == "A damaged card gives nothing."


def test_building_gives_its_gains_once() -> None:
    desk = Desk()
    desk.player(1).knowledge = 2
    desk.does(1, Place(space="build", citizen="1")).does(1, Build(card="school"))
    assert desk.player(1).citizens[3] == IDLE, "a new citizen waits"
    assert (desk.player(1).coins, desk.player(1).knowledge) == (5, 0)
    desk.turn(1).does(1, Place(space="build", citizen="2")).does(1, Build(card="forum"))
    assert isinstance(desk.due, Upgrading)
    desk.does(1, Upgrade(citizen=1))
    assert desk.player(1).citizens == [0, where_on("build"), READY, IDLE, where_on("build")]


def test_explored_cards_are_stored_and_built_without_a_citizen() -> None:
    desk = Desk()
    desk.lay(1)
    desk.state.places["explore"].open = 1
    desk.player(1).capital["explore-bonus"] = 0
    assert cards_to_explore(desk.state, desk.player(1)) == 5
    desk.does(1, Place(space="explore", citizen="1")).does(1, Explore(card="plain")).does(2, Pass())
    assert desk.player(1).stored == ["plain"]
    desk.does(1, Build(card="plain"))
    assert desk.player(1).stored == []
    assert desk.player(1).cards[-1].key == "plain"
    assert desk.player(1).coins == 4


def test_a_district_is_paid_one_way_or_the_other() -> None:
    desk = Desk()
    desk.player(1).knowledge = 1
    desk.does(1, Place(space="expand", citizen="1"))
    assert desk.refusal(1, Expand(card="quarter", pay="both")) == "There is no such thing here."
    desk.does(1, Expand(card="quarter", pay="knowledge"))
    assert (desk.player(1).coins, desk.player(1).knowledge) == (6, 0)
    assert symbol_total(desk.state, desk.player(1), "capacity") == 7


def test_rebuilding_claims_the_first_player() -> None:
    desk = Desk()
    for card in desk.player(2).cards:
        card.down = 1
    desk.turn(2).does(2, Place(space="rebuild", citizen="1"))
    assert symbol_total(desk.state, desk.player(2), "food") == 1
    desk.does(2, Rebuild(cards=(5, 6)))
    assert not any(card.down for card in desk.player(2).cards)
    assert desk.state.claimed == 2
    desk.turn(1).does(1, ClaimFirst(first=1))
    assert desk.state.claimed == 1, "the table may say otherwise"


# -- armies ----------------------------------------------------------------------------------------------------------


def test_recruiting_over_an_army_retires_it_and_its_coins_go_back() -> None:
    desk = Desk()
    old = desk.player(1).armies[0]
    old.coins = 3
    desk.state.supply.coins -= 3
    supply = desk.state.supply.coins
    desk.does(1, Place(space="recruit", citizen="1"))
    assert desk.option(1, 0, "riders").reason.args == {"n": 2}
    desk.does(1, Recruit(card="riders", over=old.id))
    army = desk.player(1).armies[0]
    assert (army.key, army.retired, army.coins) == ("riders", ["city-guard"], 0)
    assert desk.state.supply.coins == supply + 3 + 4


def test_a_retired_card_keeps_its_small_bonus() -> None:
    desk = Desk()
    desk.player(1).armies = []
    desk.army(1, "city-guard").retired.append("riders")
    assert total_attack(desk.state, desk.player(1)) == (2 + 3 + 1 + 1, 2 + 1)


def test_an_army_is_improved() -> None:
    desk = Desk()
    army = desk.player(1).armies[0]
    army.coins = 3
    desk.does(1, Place(space="train", citizen="1")).does(1, Train(pay="both", army=army.id, swords=1, arrows=0, off=2))
    army = desk.player(1).armies[0]
    assert (army.swords, army.coins, desk.player(1).coins) == (1, 1, 5)


def test_losing_army_limit_discards_armies_at_once() -> None:
    desk = Desk()
    (card,) = desk.lay(1, "barracks")
    third = desk.army(1, "riders", coins=2)
    third.retired.append("city-guard")
    desk.state.agenda.append(TakingDamage(1, 1))
    desk.does(1, Damage(cards=(card,)))
    assert desk.due == Disbanding(1)
    supply = desk.state.supply.coins
    desk.does(1, Disband(armies=(third.id,)))
    assert [army.key for army in desk.player(1).armies] == ["city-guard", "militia"]
    assert desk.state.supply.coins == supply + 2


def test_the_calculator_lists_every_set_with_the_swords_it_lacks() -> None:
    desk = Desk()
    desk.player(1).ambrosia = 9
    found = {
        one.armies: (one.coins, one.bought, one.ambrosia)
        for one in attacking_forces(desk.state, desk.player(1), "crab")
    }
    assert found == {(3,): (1, 0, 0), (3, 4): (2, 0, 0), (4,): (1, 3, 9)}
    desk.does(1, Attack(target="deck-1", titan="crab", force="4"), "blank", "blank")
    assert desk.player(1).ambrosia == 0


def test_what_can_be_paid_to_the_last_coin_and_ambrosia_is_listed_first() -> None:
    desk = Desk()
    desk.player(1).coins, desk.player(1).ambrosia = 1, 9
    assert [one.armies for one in attacking_forces(desk.state, desk.player(1), "crab")] == [(3,), (4,), (3, 4)]


def test_a_titan_nobody_can_beat_says_what_is_missing() -> None:
    desk = Desk(box={**BOX, "titan": {"wolf": {**BOX["titan"]["crab"], "defence": 9}}})
    desk.threaten(2, "wolf")
    reason = desk.option(1, "board-2", "attack").reason
    assert reason.args["n"] == 2
    assert reason.args["ambrosia"] == 6


def test_a_deck_titan_leaves_its_deck() -> None:
    desk = Desk()
    desk.state.decks = [3, -1, -1]
    desk.does(1, Attack(target="deck-1", titan="shark", force="3"), "blank")
    assert desk.state.decks == [2, -1, -1]
    assert desk.refusal(2, Attack(target="deck-1", titan="shark", force="7")) == "There is no such thing here."


def test_entering_for_an_attack_that_fails_pays_nothing() -> None:
    desk = Desk(box={})
    desk.says(1, *_ENTERED, "later")
    assert desk.due == Turn(1)
    assert desk.player(1).coins == 6
    assert desk.player(2).threat
    assert desk.player(2).threat.key == "titan-1"
    assert desk.state.box["military"]["militia"]["arrows"] == 1


_ENTERED = (
    "attack",
    "board-2",
    "new",
    12,
    "swords",
    ["red"],
    ["red*2"],
    "none",
    "number",
    False,
    2,
    0,
    True,
    1,
    1,
    True,
)

# -- damage ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("titan", "check"),
    [
        ("thief", lambda player: player.coins == 5),
        ("bee", lambda player: player.ambrosia == 0),
        ("moth", lambda player: player.stored == []),
        ("flood", lambda player: player.districts == []),
        ("ghost", lambda player: player.armies[0].retired == []),
    ],
)
def test_coin_symbols(titan: str, check: Any) -> None:
    desk = Desk()
    player = desk.player(1)
    player.ambrosia, player.stored, player.districts = 1, ["plain"], ["wall"]
    player.armies[0].retired.append("riders")
    desk.threaten(1, titan)
    desk.all_pass().does(1, Confront(titan=titan, how="roll"), "coin")
    assert check(desk.player(1))


def test_where_a_coin_symbol_leaves_a_choice_the_player_has_it() -> None:
    desk = Desk()
    desk.threaten(1, "ox")
    desk.all_pass().does(1, Confront(titan="ox", how="roll"), "coin")
    assert isinstance(desk.due, TakingCoinEffect)
    desk.does(1, CoinEffect(at=1))
    assert [army.coins for army in desk.player(1).armies] == [0, 1]


def test_damage_is_chosen_and_never_more_than_there_is() -> None:
    desk = Desk()
    desk.threaten(1, "thief")
    desk.all_pass().does(1, Confront(titan="thief", how="roll"), "titan")
    assert desk.due == TakingDamage(1, 1)
    desk.does(1, Damage(cards=(2,)))
    assert [card.down for card in desk.player(1).cards] == [0, 1]
    desk.state.agenda = [Confronting(1)]
    desk.does(1, Confront(titan="thief", how="roll"), "two")
    assert [card.down for card in desk.player(1).cards] == [1, 1]


# -- the end of a round ----------------------------------------------------------------------------------------------


def test_the_end_of_a_round_in_order() -> None:
    desk = Desk(3)
    desk.player(1).capital.update({"knowledge-income": 1, "ambrosia-income": 2})
    desk.player(1).armies[0].coins, desk.player(1).armies[0].spent = 1, 2
    desk.player(2).citizens[0] = where_on("labor")
    for seat, titan in ((1, "shark"), (2, "thief"), (3, "ox")):
        desk.threaten(seat, titan)
    desk.all_pass()
    for seat, titan in ((1, "shark"), (2, "thief"), (3, "ox")):
        desk.does(seat, Confront(titan=titan, how="roll"), "blank")
    player = desk.player(1)
    assert (player.coins, player.knowledge, player.ambrosia) == (11, 1, 2)
    assert (player.armies[0].coins, player.armies[0].spent) == (3, 0)
    assert desk.player(2).citizens[0] == READY
    assert desk.state.places["labor"].ambrosia == 1, "one citizen stood there: 3 players refill it"
    assert desk.due == Preparing()
    assert desk.told[-1].endswith("turns the first-player token hand side down.")
    desk.does(0, Prepare(first=2))
    assert (desk.state.round, desk.due) == (2, Turn(2))


def test_repair_income_comes_before_income() -> None:
    desk = Desk()
    desk.lay(1, "plain")
    desk.player(1).capital["repair-income"] = 1
    for card in desk.player(1).cards[1:]:
        card.down = 1
    desk.player(1).threat = desk.player(2).threat = None
    desk.all_pass()
    assert desk.due == Repairing(1, 1)
    desk.does(1, Repair(cards=(2,)))
    assert [card.down for card in desk.player(1).cards] == [0, 0, 1]
    assert desk.player(1).coins == 11


def test_hungry_citizens_cannot_be_used_next_round_and_come_back_then() -> None:
    desk = Desk()
    desk.player(1).capital["food"] = 0
    desk.player(1).threat = desk.player(2).threat = None
    desk.all_pass()
    assert desk.due == Feeding(1)
    desk.does(1, Feed(ambrosia=0, hungry=(3,))).does(0, Prepare(first=1, given=2))
    assert "not there" in desk.refusal(1, Place(space="labor", citizen="3"))
    assert desk.player(1).zone[2] == WENT_HUNGRY
    desk.player(1).capital["food"] = 1
    desk.player(1).threat = desk.player(2).threat = None
    desk.all_pass()
    assert desk.player(1).citizens[:3] == [READY] * 3
    assert desk.player(1).hungry == 0


def test_ambrosia_repairs_before_scoring_and_texts_are_counted_last() -> None:
    desk = Desk()
    desk.state.round = 6
    desk.lay(1, "epic")
    desk.player(1).cards[0].down, desk.player(1).ambrosia = 1, 2
    desk.player(1).capital["food"] = 9
    desk.player(1).threat = desk.player(2).threat = None
    desk.all_pass()
    assert desk.due == Spending(1, "scoring")
    desk.does(1, Spend(on="repair", card=1))
    assert desk.due == CountingPoints(1), "nothing is left to repair"
    desk.does(1, CountPoints(points=6))
    sheet = GAME.score(desk.state, PUBLIC)
    assert sheet.final
    assert sheet.sides[0].total == 6 + 1 + 4


def test_banners_of_starting_cards_are_asked_for_once_at_the_end() -> None:
    desk = Desk(box={})
    desk.state.round = 6
    desk.player(1).threat = desk.player(2).threat = None
    desk.all_pass()
    assert desk.due == EnteringFact("empire", "fishing-dock", "banners")
    desk.says(0, ["yellow"], [], True)
    desk.says(0, [], True)
    assert [side.total for side in GAME.score(desk.state, PUBLIC).sides] == [2, 2]
    assert [learned.value for learned in desk.learned] == [["yellow"], []]


def test_a_play_may_begin_in_a_later_round() -> None:
    desk = Desk(begin=False).does(0, Begin(first=2, round=4))
    assert desk.due == Turn(2)
    assert "The play begins in round 4: set right what lies on the table." in desk.told
    assert not any("set right" in line for line in Desk().told)
    assert desk.state.places["explore"].open
    assert desk.state.places["grow"].ambrosia == 1
    assert desk.player(1).threat
    assert desk.player(1).threat.stars == 2
    added = TakeCard(kind="empire", card="plain")
    desk.does(2, added)
    assert desk.due == Turn(2), "that is no turn"


def checklist(desk: Desk) -> list[str]:
    """What the table screen tells hands to do."""
    note = next(widget for widget in GAME.show(desk.state, PUBLIC) if widget.key == "checklist")
    assert isinstance(note, widgets.Note)
    assert note.big, "it stands on the table screen"
    return [ENGLISH.say(line) for line in note.lines]


@pytest.mark.parametrize(
    ("seats", "edition", "line"),
    [
        (2, "second", "Coins in turn order: 6 and 7."),
        (4, "second", "Coins in turn order: 6, 7, 8 and 8."),
        (3, "second", "Deal 5 empire cards from deck A; set deck B aside until round 4."),
        (3, "second", "1 ambrosia each on Learn, Rebuild and Expand."),
        (3, "first", "Cover Explore and Grow."),
    ],
)
def test_the_table_screen_lists_the_set_up(seats: int, edition: str, line: str) -> None:
    lines = checklist(Desk(seats, begin=False, edition=edition))
    assert line in lines
    assert ("Each player: a starting titan on the board." in lines) == (edition == "second")


@pytest.mark.parametrize(
    ("done", "line"),
    [
        (1, "Uncover Explore, put 1 ambrosia on it."),
        (2, "Uncover Grow, put 1 ambrosia on it."),
        (2, "If deck A runs out, shuffle its discard pile."),
        (3, "From now on deck B."),
        (3, "If deck B runs out, shuffle its discard pile."),
        (1, "Seat2 draws a titan from the bottom of the deck with 1 star."),
    ],
)
def test_the_table_screen_lists_what_to_prepare(done: int, line: str) -> None:
    desk = Desk()
    desk.state.round, desk.state.stage, desk.state.agenda = done, "prepare", [Preparing()]
    desk.player(2).threat = None
    assert line in checklist(desk)


# -- switches --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "used"),
    [({}, 3), ({"starting_cards_use_capacity": False}, 1), ({"damaged_cards_use_capacity": False}, 2)],
)
def test_what_takes_capacity(option: dict[str, bool], used: int) -> None:
    desk = Desk(**option)
    desk.lay(1, "plain")
    desk.player(1).cards[0].down = 1
    assert capacity_used(desk.state, desk.player(1)) == used


@pytest.mark.parametrize(("usable", "where"), [(True, READY), (False, IDLE)])
def test_when_a_new_citizen_is_ready(usable: bool, where: int) -> None:
    desk = Desk(new_citizen_usable_next_round=usable)
    desk.player(1).capital["food"] = 9
    desk.player(1).knowledge = 2
    desk.state.places["grow"].open = 1
    desk.does(1, Place(space="grow", citizen="1")).does(1, BoardAction(pay="both"))
    assert desk.player(1).citizens[3] == IDLE
    for number in (where, READY):
        desk.player(1).threat = desk.player(2).threat = None
        desk.all_pass()
        assert desk.player(1).citizens[3] == number
        desk.does(0, Prepare(first=1, given=2))


@pytest.mark.parametrize("all_fed", [True, False])
def test_who_was_put_right_to_be_at_work_is_not_called_back_by_food(*, all_fed: bool) -> None:
    desk = Desk()
    player = desk.player(1)
    player.citizens[:3], player.zone[:3] = [where_on("labor"), IDLE, READY], [WENT_HUNGRY, WENT_HUNGRY, 0]
    if all_fed:
        clear_hunger(player)
    else:
        apply_hunger(Step(desk.state, 1, NoChance()), player, 1, (3,))
    assert player.citizens[:3] == [where_on("labor"), READY, READY if all_fed else IDLE]


def test_the_hungry_stay_hungry_first_where_they_are_not_checked_anew() -> None:
    desk = Desk(hungry_rechecked=False)
    desk.player(1).citizens = [READY, READY, IDLE, 0, 0]
    desk.player(1).zone = [0, 0, WENT_HUNGRY, 0, 0]
    desk.player(1).capital["food"] = 0
    desk.state.agenda, desk.state.stage = [Feeding(1)], "feed"
    assert desk.refusal(1, Feed(ambrosia=0, hungry=(1,))) == "There is no such thing here."
    desk.does(1, Feed(ambrosia=0, hungry=(3,)))
    assert desk.player(1).citizens[2] == IDLE


@pytest.mark.parametrize(("accumulates", "lies"), [(True, 2), (False, 1)])
def test_ambrosia_may_pile_up(accumulates: bool, lies: int) -> None:
    desk = Desk(ambrosia_accumulates=accumulates)
    desk.player(1).threat = desk.player(2).threat = None
    desk.all_pass()
    assert desk.state.places["learn"].ambrosia == lies


@pytest.mark.parametrize("repairs", [True, False])
def test_repair_income_in_the_last_round(repairs: bool) -> None:
    desk = Desk(final_repair_income=repairs)
    desk.state.round = 6
    desk.player(1).capital.update({"repair-income": 1, "food": 9})
    desk.player(1).cards[0].down = 1
    desk.player(1).threat = desk.player(2).threat = None
    desk.all_pass()
    assert desk.player(1).cards[0].down == int(not repairs)


# -- the first edition -----------------------------------------------------------------------------------------------


def first_edition(**options: Any) -> Desk:
    return Desk(box={}, edition="first", **options)


def test_the_first_edition_has_its_own_numbers_and_no_ambrosia() -> None:
    desk = first_edition()
    assert not any(place.ambrosia for place in desk.state.places.values())
    assert desk.player(1).threat is None
    desk.does(1, Place(space="learn", citizen="2")).does(1, BoardAction(pay="both"))
    assert (desk.player(1).coins, desk.player(1).knowledge) == (3, 1)
    assert desk.refusal(2, Place(space="learn", citizen="2")) == "Only a citizen with a higher number may join."
    desk.does(2, Place(space="learn", citizen="3"))
    assert desk.player(2).coins == 7, "no fee"
    assert desk.refusal(2, Spend(on="coin")) == "The first edition has no ambrosia."
    keys = {option.value for option in desk.turn(2).question(2).options}
    assert not keys & {"again", "spend", "note"}


def test_the_first_edition_may_begin_with_five_coins() -> None:
    assert [player.coins for player in first_edition(start_coins=5).state.players] == [5, 6]
    assert [player.coins for player in Desk(start_coins=5).state.players] == [6, 7]


def test_the_first_editions_banners_are_entered() -> None:
    desk = first_edition()
    assert [banner_points(desk.state, n) for n in (0, 1, 2)] == [0, 1, 2]
    desk.state.box["first-scale"]["points"]["n2"] = 3
    assert banner_points(desk.state, 2) == 3


def test_editions_do_not_share_cards() -> None:
    desk = Desk(edition="first")
    assert "plain" not in {option.value for option in _build_options(desk)}
    desk.state.box["first-empire"]["plain"] = dict(BOX["empire"]["plain"])
    assert "plain" in {option.value for option in _build_options(desk)}


def _build_options(desk: Desk) -> tuple[Any, ...]:
    desk.turn(1)
    desk.player(1).citizens[0] = READY
    desk.does(1, Place(space="build", citizen="1"))
    options: tuple[Any, ...] = desk.question(1).options
    return options


# -- boxes -----------------------------------------------------------------------------------------------------------


def test_the_shipped_box_holds_nothing_of_the_practice_box() -> None:
    for kind, parts in PRACTICE.items():
        for key, facts in parts.items():
            shipped = SHIPPED.get(kind, {}).get(key, {})
            assert not set(facts) & set(shipped), (kind, key)


def test_a_practice_box_is_never_kept() -> None:
    desk = _practice()
    desk.says(1, "place", "build", "1")
    desk.says(1, "new", "A", ["yellow"], [], 1, 0, "number", "take")
    assert desk.learned == []
    assert any(widget.key == "practice" for widget in GAME.show(desk.state, PUBLIC))


def _practice() -> Desk:
    desk = Desk(box={})
    setup = desk.setup
    options = {**setup.options, "box": "practice"}
    desk.state = GAME.new(type(setup)(setup.seats, options, setup.chance, {}, setup.level))
    return desk.does(0, Begin(first=1, round=1))


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        (Entry(kind="empire", key="empire-9", coins=99, symbols=(), keep=True), "coins cannot be that."),
        (Entry(kind="empire", key="empire-9", coins=1, symbols=("gold",), keep=True), "symbols cannot be that."),
        (Entry(kind="empire", key="plain", coins=1, symbols=(), keep=True), "That has been entered already."),
        (Entry(kind="empire", key="far-off", symbols=(), keep=True), "There is no such thing here."),
    ],
)
def test_odd_entries_are_refused(entry: Entry, says: str) -> None:
    desk = Desk().does(1, Place(space="build", citizen="1"))
    assert desk.refusal(1, Build(card="new", entry=entry, take="take")) == says


def test_a_card_that_is_entered_is_next_time_picked_by_name() -> None:
    desk = Desk().does(1, Place(space="build", citizen="1"))
    answers = ("new", "A", ["red", "food"], ["food*2"], 3, 1, "write", "Old Mill", True)
    assert desk.option(1, "take", *answers).reason, "no knowledge to pay it with"
    desk.says(1, *answers, "later")
    assert (desk.due, desk.player(1).coins) == (Acting(1, "build"), 6)
    desk.player(1).knowledge = 1
    option = desk.option(1, "empire-9")
    assert option.label.words == {"": "Old Mill"}
    assert [(price.n, price.icon) for price in option.price] == [(3, "coin"), (1, "scroll")]
    desk.does(1, Build(card="empire-9"))
    assert symbol_total(desk.state, desk.player(1), "food") == 5


@pytest.mark.parametrize(
    ("facts", "warning"),
    [
        ({"empire": {"x": {"name": "X", "banners": []}}}, "X has no banner"),
        ({"empire": {"x": {"name": "A"}, "y": {"name": "a"}}}, "2 are called a"),
        ({"military": {"x": {"name": "X", "swords": 0, "arrows": 0}}}, "neither swords nor arrows"),
        ({"titan": {"x": {"name": "X", "banners": ["red"] * 4}}}, "three dice"),
        ({"titan": {"x": {"name": "X", "banners": []}}}, "nothing would be rolled"),
        ({"titan": {"x": {"name": "X", "effect": "lose-ambrosia"}}}, "how much is missing"),
        ({"titan": {str(n): {"stars": 0} for n in range(5)}}, "5 starting titans"),
        ({"action": {"expand": {"coins": 0, "either": "yes"}}}, "costs nothing"),
        ({"action": {"learn": {"amount": 0}}}, "gives nothing"),
        ({"action": {"labor": {"coins": 2}}}, "no such price"),
        ({"die": {"damage": {"blank": 2, "titan": 2}}}, "has 4 faces"),
    ],
)
def test_box_warnings(facts: Any, warning: str) -> None:
    (found,) = GAME.box_warnings(facts)
    assert warning in ENGLISH.say(found)
    assert GAME.box_warnings(SHIPPED) == ()
    assert GAME.box_warnings(BOX) == ()


# -- conservation ----------------------------------------------------------------------------------------------------


def _answer(question: Any, random: Random) -> Any:
    match question:
        case Pick():
            return str(random.choice(question.reachable()).value)
        case PickMany(options=options, least=least, most=most):
            values = [option.value for option in options if option.reason is None]
            return random.sample(values, random.randint(least, min(most, len(values), max(least, 3))))
        case Count(low=low, high=high):
            return random.randint(low, min(high, low + 8))
        case Confirm():
            return random.random() < 0.5
        case Text():
            return "Tower"
    raise AssertionError(question)


def _make(desk: Desk, seat: int, move: Move, random: Random) -> None:
    """A move with as many dice as it asks for."""
    dice: list[str] = []
    while True:
        try:
            desk.does(seat, move, *dice)
        except CardboardNeeded:
            dice.append(random.choice(["blank", "titan", "coin", "two"]))
        else:
            return


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), seats=st.integers(2, 4), edition=st.sampled_from(["second", "first"]))
def test_nothing_is_made_or_lost(seed: int, seats: int, edition: str) -> None:
    """Coins, knowledge and ambrosia wander between supply, players, military cards, titans and the board."""
    desk, random = Desk(seats, edition=edition), Random(seed)
    citizens = 3 * seats
    before = totals(GAME.inventory(desk.state))
    for _ in range(40):
        awaited = GAME.awaits(desk.state)
        if awaited.over:
            break
        seat, answers = awaited.must[0], list[Any]()
        while not hasattr(walked := desk.walked(seat, *answers), "move"):
            answers.append(_answer(walked.question, random))
        move: Move = walked.move
        gained = isinstance(move, Build | BoardAction | TakeCard | Expand | Attack | NameTitan)
        _make(desk, seat, move, random)
        now = sum(where > 0 for player in desk.state.players for where in player.citizens)
        assert now == citizens or (gained and now > citizens)
        citizens = now
        assert totals(GAME.inventory(desk.state)) == before
        assert all(
            player.coins >= 0 and player.knowledge >= 0 and player.ambrosia >= 0 for player in desk.state.players
        )
