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
from companion.games.ancient_world import actions, attack, city, moves, round_end, scoring
from companion.games.ancient_world.box import PRACTICE, SHIPPED, Entry
from companion.games.ancient_world.moves import Move
from companion.games.ancient_world.state import (
    IDLE,
    IN_BOX,
    ON_CARD,
    READY,
    WENT_HUNGRY,
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
    where_on,
)
from companion.games.ancient_world.tables import TRIBES
from tests.games.ancient_world.ancient_world_play import BOX, ENGLISH, GAME, Play

# -- the end of a round: all at once ---------------------------------------------------------------------------------


def two_threatened() -> Play:
    play = Play(3)
    for player, titan in zip(play.state.players, ("crab", "shark", ""), strict=True):
        player.ambrosia = 2
        player.threat = None
        if titan:
            play.threaten(player.seat, titan)
    return play.all_pass()


def test_all_who_are_threatened_are_awaited_at_once() -> None:
    awaited = GAME.awaits(two_threatened().state)
    assert (awaited.must, awaited.secret, awaited.then) == ((1, 2), False, 0)


def test_whoever_answers_first_changes_nothing_for_the_others() -> None:
    rolled, appeased = moves.Confront(titan="crab", how="roll"), moves.Confront(titan="shark", how="appease")
    one = two_threatened().does(1, rolled, "titan", "blank").does(1, moves.Damage(cards=(1,))).does(2, appeased)
    other = two_threatened().does(2, appeased).does(1, rolled, "titan", "blank").does(1, moves.Damage(cards=(1,)))
    assert GAME.encode_state(one.state) == GAME.encode_state(other.state)


def test_a_seat_goes_on_with_what_it_owes_while_others_still_decide() -> None:
    play = two_threatened().does(2, moves.Confront(titan="shark", how="roll"), "titan")
    assert GAME.awaits(play.state).must == (2, 1)
    assert play.question(2).key == "cards"
    assert play.question(1).key == "how"
    play.does(1, moves.Confront(titan="crab", how="appease"))
    assert GAME.awaits(play.state).must == (2,)


def test_who_has_no_choice_is_not_awaited() -> None:
    play = Play(3).turn(1)
    play.state.stage = "feed"
    play.state.agenda = [Feeding(3), Feeding(2), Feeding(1)]
    for seat, (ambrosia, citizens) in {1: (2, 4), 2: (0, 3), 3: (0, 5)}.items():
        player = play.player(seat)
        player.ambrosia = ambrosia
        player.citizens = [READY] * citizens + [IN_BOX] * (5 - citizens)
    assert GAME.awaits(play.state).must == (1, 3)
    play.does(3, moves.Feed(ambrosia=0, hungry=(1, 2)))
    assert GAME.awaits(play.state).must == (1,)


def test_turns_are_still_taken_one_after_the_other() -> None:
    play = Play()
    assert GAME.awaits(play.state).must == (1,)
    assert play.refusal(2, moves.Pass())


# -- placing and actions ---------------------------------------------------------------------------------------------


def test_ambrosia_is_taken_at_once_even_when_the_action_is_declined() -> None:
    play = Play().does(1, moves.Place(space="learn", citizen="1"))
    assert (play.player(1).ambrosia, play.state.places["learn"].ambrosia) == (1, 0)
    assert play.due == Acting(1, "learn")
    play.does(1, moves.Decline())
    assert (play.due, play.player(1).knowledge) == (Turn(2), 0)


def test_ambrosia_taken_may_pay_for_the_same_action() -> None:
    play = Play()
    play.player(1).coins, play.player(1).ambrosia = 2, 1
    play.does(1, moves.Place(space="learn", citizen="1"))
    assert play.option(1, "both").reason
    play.does(1, moves.Spend(on="coin"))
    assert play.due == Acting(1, "learn"), "the action is still to be done"
    play.does(1, moves.BoardAction(pay="both"))
    assert (play.player(1).coins, play.player(1).knowledge) == (0, 1)


def test_bought_skill_spares_the_fee_and_holds_for_this_placement_only() -> None:
    play = Play()
    play.player(2).citizens[2] = where_on("labor")
    play.player(1).ambrosia = 2
    play.does(1, moves.Place(space="labor", citizen="1+2"))
    assert (play.player(1).coins, play.player(1).ambrosia) == (6, 0)
    assert play.player(1).citizens[0] == where_on("labor")


def test_a_citizen_is_placed_again_for_four() -> None:
    play = Play()
    play.player(1).ambrosia = 4
    play.does(1, moves.Place(space="labor", citizen="1")).does(1, moves.BoardAction(pay="both")).does(2, moves.Pass())
    assert play.refusal(1, moves.PlaceAgain(space="labor", citizen="1")) == "The citizen stands there already."
    play.does(1, moves.PlaceAgain(space="learn", citizen="1"))
    assert play.player(1).ambrosia == 1, "and the one that lay there is taken"
    assert play.player(1).citizens[0] == where_on("learn")


def test_only_a_citizen_that_was_placed_is_placed_again() -> None:
    play = Play()
    play.player(1).ambrosia = 4
    assert play.refusal(1, moves.PlaceAgain(space="labor", citizen="1")) == "None of your citizens is placed."
    first = first_edition().turn(1)
    assert first.refusal(1, moves.PlaceAgain(space="labor", citizen="1")) == "The first edition has no ambrosia."


@pytest.mark.parametrize(("space", "round_"), [("explore", 2), ("grow", 3)])
def test_covered_actions_open_in_their_round(space: str, round_: int) -> None:
    play = Play()
    assert play.refusal(1, moves.Place(space=space, citizen="1")) == f"This action opens in round {round_}."
    while play.state.round < round_:
        play.state.stage, play.state.agenda = "prepare", [Preparing()]
        play.does(0, moves.Prepare(first=1))
    assert play.state.places[space].ambrosia == 1
    play.does(1, moves.Place(space=space, citizen="1"))


def test_the_order_is_what_the_board_says() -> None:
    """Missing facts are asked before anything is paid, and the answer is one move with the placing."""
    play = Play(box={kind: cards for kind, cards in BOX.items() if kind != "action"})
    before = GAME.encode_state(play.state)
    assert play.question(1, "place", "learn").key == "coins"
    assert play.question(1, "place", "learn").start == 3
    assert "first edition" in play.question(1, "place", "learn").hint.text
    assert GAME.encode_state(play.state) == before
    assert play.refusal(1, moves.Place(space="learn", citizen="1")) == "Enter first what your board says."
    play.says(1, "place", "learn", 2, 1, True, "1")
    assert play.state.box["action"]["learn"] == {"coins": 2, "amount": 1}
    assert [(learned.key, learned.field, learned.value) for learned in play.learned] == [
        ("learn", "coins", 2),
        ("learn", "amount", 1),
    ]
    assert "coins" not in SHIPPED["action"].get("learn", {}), "the shipped facts are untouched"


def test_a_card_action_is_used_once_a_round_and_only_undamaged() -> None:
    play = Play()
    (card,) = play.lay(1, "forum")
    play.does(1, moves.Place(space=f"card-{card}", citizen="2"))
    assert play.player(1).citizens[1] == ON_CARD
    for beyond in (moves.CardAction(coins=10, knowledge=0), moves.CardAction(coins=0, knowledge=-10)):
        assert play.refusal(1, beyond) == "There is no such thing here.", "no answer gives so much"
    play.does(1, moves.CardAction(coins=3, knowledge=-1)).does(2, moves.Pass())
    assert (play.player(1).coins, play.player(1).knowledge) == (9, 0), "what is not there is not taken"
    assert "already" in play.refusal(1, moves.Place(space=f"card-{card}", citizen="1"))
    play.player(1).on[1] = 0
    play.player(1).cards[-1].down = 1
    assert play.refusal(1, moves.Place(space=f"card-{card}", citizen="1")) == "A damaged card gives nothing."


def test_building_gives_its_gains_once() -> None:
    play = Play()
    play.player(1).knowledge = 2
    play.does(1, moves.Place(space="build", citizen="1")).does(1, moves.Build(card="school"))
    assert play.player(1).citizens[3] == IDLE, "a new citizen waits"
    assert (play.player(1).coins, play.player(1).knowledge) == (5, 0)
    play.turn(1).does(1, moves.Place(space="build", citizen="2")).does(1, moves.Build(card="forum"))
    assert isinstance(play.due, Upgrading)
    play.does(1, moves.Upgrade(citizen=1))
    assert play.player(1).citizens == [0, where_on("build"), READY, IDLE, where_on("build")]


def test_explored_cards_are_stored_and_built_without_a_citizen() -> None:
    play = Play()
    play.lay(1)
    play.state.places["explore"].open = 1
    play.player(1).capital["explore-bonus"] = 0
    assert actions.cards_to_explore(play.state, play.player(1)) == 5
    play.does(1, moves.Place(space="explore", citizen="1")).does(1, moves.Explore(card="plain")).does(2, moves.Pass())
    assert play.player(1).stored == ["plain"]
    play.does(1, moves.Build(card="plain"))
    assert play.player(1).stored == []
    assert play.player(1).cards[-1].key == "plain"
    assert play.player(1).coins == 4


def test_a_district_is_paid_one_way_or_the_other() -> None:
    play = Play()
    play.player(1).knowledge = 1
    play.does(1, moves.Place(space="expand", citizen="1"))
    assert play.refusal(1, moves.Expand(card="quarter", pay="both")) == "There is no such thing here."
    play.does(1, moves.Expand(card="quarter", pay="knowledge"))
    assert (play.player(1).coins, play.player(1).knowledge) == (6, 0)
    assert city.symbol_total(play.state, play.player(1), "capacity") == 7


def test_rebuilding_claims_the_first_player() -> None:
    play = Play()
    for card in play.player(2).cards:
        card.down = 1
    play.turn(2).does(2, moves.Place(space="rebuild", citizen="1"))
    assert city.symbol_total(play.state, play.player(2), "food") == 1
    play.does(2, moves.Rebuild(cards=(5, 6)))
    assert not any(card.down for card in play.player(2).cards)
    assert play.state.claimed == 2
    play.turn(1).does(1, moves.ClaimFirst(first=1))
    assert play.state.claimed == 1, "the table may say otherwise"


# -- armies ----------------------------------------------------------------------------------------------------------


def test_recruiting_over_an_army_retires_it_and_its_coins_go_back() -> None:
    play = Play()
    old = play.player(1).armies[0]
    old.coins = 3
    play.state.supply.coins -= 3
    supply = play.state.supply.coins
    play.does(1, moves.Place(space="recruit", citizen="1"))
    assert play.option(1, 0, "riders").reason.args == {"n": 2}
    play.does(1, moves.Recruit(card="riders", over=old.id))
    army = play.player(1).armies[0]
    assert (army.key, army.retired, army.coins) == ("riders", ["city-guard"], 0)
    assert play.state.supply.coins == supply + 3 + 4


def test_a_retired_card_keeps_its_small_bonus() -> None:
    play = Play()
    play.player(1).armies = []
    play.army(1, "city-guard").retired.append("riders")
    assert attack.total_attack(play.state, play.player(1)) == (2 + 3 + 1 + 1, 2 + 1)


def test_an_army_is_improved() -> None:
    play = Play()
    army = play.player(1).armies[0]
    army.coins = 3
    play.does(1, moves.Place(space="train", citizen="1")).does(
        1, moves.Train(pay="both", army=army.id, swords=1, arrows=0, off=2)
    )
    army = play.player(1).armies[0]
    assert (army.swords, army.coins, play.player(1).coins) == (1, 1, 5)


def test_losing_army_limit_discards_armies_at_once() -> None:
    play = Play()
    (card,) = play.lay(1, "barracks")
    third = play.army(1, "riders", coins=2)
    third.retired.append("city-guard")
    play.state.agenda.append(TakingDamage(1, 1))
    play.does(1, moves.Damage(cards=(card,)))
    assert play.due == Disbanding(1)
    supply = play.state.supply.coins
    play.does(1, moves.Disband(armies=(third.id,)))
    assert [army.key for army in play.player(1).armies] == ["city-guard", "militia"]
    assert play.state.supply.coins == supply + 2


def test_ambrosia_repairs_before_armies_are_discarded() -> None:
    """The limit is that of the cards that are not damaged when the surplus goes; ambrosia is spent at any time."""
    for mends in (True, False):
        play = Play()
        card, other = play.lay(1, "barracks", "plain")
        play.player(1).cards[-1].down = 1
        third = play.army(1, "riders")
        play.player(1).ambrosia = 3
        play.state.agenda.append(TakingDamage(1, 1))
        play.does(1, moves.Damage(cards=(card,)))
        assert play.due == Spending(1, "disband")
        assert play.option(1, str(card)).reason is None
        play.does(1, moves.Spend(on="repair", card=card) if mends else moves.StopSpending())
        if not mends:
            assert play.due == Disbanding(1)
            play.does(1, moves.Disband(armies=(third.id,)))
        assert len(play.player(1).armies) == (3 if mends else 2)
        assert play.player(1).ambrosia == (1 if mends else 3)
        assert isinstance(play.due, Turn), f"a repair of {other} would change nothing"


def test_the_calculator_lists_every_set_with_the_swords_it_lacks() -> None:
    play = Play()
    play.player(1).ambrosia = 9
    found = {
        one.armies: (one.coins, one.bought, one.ambrosia)
        for one in attack.attacking_forces(play.state, play.player(1), "crab")
    }
    assert found == {(3,): (1, 0, 0), (3, 4): (2, 0, 0), (4,): (1, 3, 9)}
    play.does(1, moves.Attack(target="deck-1", titan="crab", force="4"), "blank", "blank")
    assert play.player(1).ambrosia == 0


def test_what_can_be_paid_to_the_last_coin_and_ambrosia_is_listed_first() -> None:
    play = Play()
    play.player(1).coins, play.player(1).ambrosia = 1, 9
    assert [one.armies for one in attack.attacking_forces(play.state, play.player(1), "crab")] == [(3,), (4,), (3, 4)]


def test_a_titan_nobody_can_beat_says_what_is_missing() -> None:
    play = Play(box={**BOX, "titan": {"wolf": {**BOX["titan"]["crab"], "defence": 9}}})
    play.threaten(2, "wolf")
    reason = play.option(1, "board-2", "attack").reason
    assert reason.args["n"] == 2
    assert reason.args["ambrosia"] == 6


def test_a_deck_titan_leaves_its_deck() -> None:
    play = Play()
    play.state.decks = [3, -1, -1]
    play.does(1, moves.Attack(target="deck-1", titan="shark", force="3"), "blank")
    assert play.state.decks == [2, -1, -1]
    assert play.refusal(2, moves.Attack(target="deck-1", titan="shark", force="7")) == "There is no such thing here."


def test_entering_for_an_attack_that_fails_pays_nothing() -> None:
    play = Play(box={})
    play.says(1, *_ENTERED, "later")
    assert play.due == Turn(1)
    assert play.player(1).coins == 6
    assert play.player(2).threat
    assert play.player(2).threat.key == "titan-1"
    assert play.state.box["military"]["militia"]["arrows"] == 1


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
    play = Play()
    player = play.player(1)
    player.ambrosia, player.stored, player.districts = 1, ["plain"], ["wall"]
    player.armies[0].retired.append("riders")
    play.threaten(1, titan)
    play.all_pass().does(1, moves.Confront(titan=titan, how="roll"), "coin")
    assert check(play.player(1))


def test_where_a_coin_symbol_leaves_a_choice_the_player_has_it() -> None:
    play = Play()
    play.threaten(1, "ox")
    play.all_pass().does(1, moves.Confront(titan="ox", how="roll"), "coin")
    assert isinstance(play.due, TakingCoinEffect)
    play.does(1, moves.CoinEffect(at=1))
    assert [army.coins for army in play.player(1).armies] == [0, 1]


def test_damage_is_chosen_and_never_more_than_there_is() -> None:
    play = Play()
    play.threaten(1, "thief")
    play.all_pass().does(1, moves.Confront(titan="thief", how="roll"), "titan")
    assert play.due == TakingDamage(1, 1)
    play.does(1, moves.Damage(cards=(2,)))
    assert [card.down for card in play.player(1).cards] == [0, 1]
    play.state.agenda = [Confronting(1)]
    play.does(1, moves.Confront(titan="thief", how="roll"), "two")
    assert [card.down for card in play.player(1).cards] == [1, 1]


# -- the end of a round ----------------------------------------------------------------------------------------------


def test_the_end_of_a_round_in_order() -> None:
    play = Play(3)
    play.player(1).capital.update({"knowledge-income": 1, "ambrosia-income": 2})
    play.player(1).armies[0].coins, play.player(1).armies[0].spent = 1, 2
    play.player(2).citizens[0] = where_on("labor")
    for seat, titan in ((1, "shark"), (2, "thief"), (3, "ox")):
        play.threaten(seat, titan)
    play.all_pass()
    for seat, titan in ((1, "shark"), (2, "thief"), (3, "ox")):
        play.does(seat, moves.Confront(titan=titan, how="roll"), "blank")
    player = play.player(1)
    assert (player.coins, player.knowledge, player.ambrosia) == (11, 1, 2)
    assert (player.armies[0].coins, player.armies[0].spent) == (3, 0)
    assert play.player(2).citizens[0] == READY
    assert play.state.places["labor"].ambrosia == 1, "one citizen stood there: 3 players refill it"
    assert play.due == Preparing()
    assert play.told[-1].endswith("turns the first-player token hand side down.")
    play.does(0, moves.Prepare(first=2))
    assert (play.state.round, play.due) == (2, Turn(2))


def test_repair_income_comes_before_income() -> None:
    play = Play()
    play.lay(1, "plain")
    play.player(1).capital["repair-income"] = 1
    for card in play.player(1).cards[1:]:
        card.down = 1
    play.player(1).threat = play.player(2).threat = None
    play.all_pass()
    assert play.due == Repairing(1, 1)
    play.does(1, moves.Repair(cards=(2,)))
    assert [card.down for card in play.player(1).cards] == [0, 0, 1]
    assert play.player(1).coins == 11


def test_hungry_citizens_cannot_be_used_next_round_and_come_back_then() -> None:
    play = Play()
    play.player(1).capital["food"] = 0
    play.player(1).threat = play.player(2).threat = None
    play.all_pass()
    assert play.due == Feeding(1)
    play.does(1, moves.Feed(ambrosia=0, hungry=(3,))).does(0, moves.Prepare(first=1, given=2))
    assert "not there" in play.refusal(1, moves.Place(space="labor", citizen="3"))
    assert play.player(1).zone[2] == WENT_HUNGRY
    play.player(1).capital["food"] = 1
    play.player(1).threat = play.player(2).threat = None
    play.all_pass()
    assert play.player(1).citizens[:3] == [READY] * 3
    assert play.player(1).hungry == 0


def test_ambrosia_repairs_before_scoring_and_texts_are_counted_last() -> None:
    play = Play()
    play.state.round = 6
    play.lay(1, "epic")
    play.player(1).cards[0].down, play.player(1).ambrosia = 1, 2
    play.player(1).capital["food"] = 9
    play.player(1).threat = play.player(2).threat = None
    play.all_pass()
    assert play.due == Spending(1, "scoring")
    play.does(1, moves.Spend(on="repair", card=1))
    assert play.due == CountingPoints(1), "nothing is left to repair"
    play.does(1, moves.CountPoints(points=6))
    sheet = GAME.score(play.state, PUBLIC)
    assert sheet.final
    assert sheet.sides[0].total == 6 + 1 + 4


def test_banners_of_starting_cards_are_asked_for_once_at_the_end() -> None:
    play = Play(box={})
    play.state.round = 6
    play.player(1).threat = play.player(2).threat = None
    play.all_pass()
    assert play.due == EnteringFact("empire", "fishing-dock", "banners")
    play.says(0, ["yellow"], [], True)
    play.says(0, [], True)
    assert [side.total for side in GAME.score(play.state, PUBLIC).sides] == [2, 2]
    assert [learned.value for learned in play.learned] == [["yellow"], []]


@pytest.mark.parametrize("banners", [[*TRIBES, *TRIBES], ["yellow"] * 5])
def test_no_card_shows_so_many_banners_again(banners: list[int | str]) -> None:
    play = Play(box={})
    play.state.round = 6
    play.player(1).threat = play.player(2).threat = None
    play.all_pass()
    assert play.refusal(0, moves.EnterFact(value=banners, keep=True)) == "There is no such thing here."


def test_a_play_may_begin_in_a_later_round() -> None:
    play = Play(begin=False).does(0, moves.Begin(first=2, round=4))
    assert play.due == Turn(2)
    assert "The play begins in round 4: set right what lies on the table." in play.told
    assert not any("set right" in line for line in Play().told)
    assert play.state.places["explore"].open
    assert play.state.places["grow"].ambrosia == 1
    assert play.player(1).threat
    assert play.player(1).threat.stars == 2
    added = moves.TakeCard(kind="empire", card="plain")
    play.does(2, added)
    assert play.due == Turn(2), "that is no turn"


def checklist(play: Play) -> list[str]:
    """What the table screen tells hands to do."""
    note = next(widget for widget in GAME.show(play.state, PUBLIC) if widget.key == "checklist")
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
    lines = checklist(Play(seats, begin=False, edition=edition))
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
    play = Play()
    play.state.round, play.state.stage, play.state.agenda = done, "prepare", [Preparing()]
    play.player(2).threat = None
    assert line in checklist(play)


# -- switches --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "used"),
    [({}, 3), ({"starting_cards_use_capacity": False}, 1), ({"damaged_cards_use_capacity": False}, 2)],
)
def test_what_takes_capacity(option: dict[str, bool], used: int) -> None:
    play = Play(**option)
    play.lay(1, "plain")
    play.player(1).cards[0].down = 1
    assert city.capacity_used(play.state, play.player(1)) == used


@pytest.mark.parametrize(("usable", "where"), [(True, READY), (False, IDLE)])
def test_when_a_new_citizen_is_ready(usable: bool, where: int) -> None:
    play = Play(new_citizen_usable_next_round=usable)
    play.player(1).capital["food"] = 9
    play.player(1).knowledge = 2
    play.state.places["grow"].open = 1
    play.does(1, moves.Place(space="grow", citizen="1")).does(1, moves.BoardAction(pay="both"))
    assert play.player(1).citizens[3] == IDLE
    for number in (where, READY):
        play.player(1).threat = play.player(2).threat = None
        play.all_pass()
        assert play.player(1).citizens[3] == number
        play.does(0, moves.Prepare(first=1, given=2))


@pytest.mark.parametrize("all_fed", [True, False])
def test_who_was_put_right_to_be_at_work_is_not_called_back_by_food(*, all_fed: bool) -> None:
    play = Play()
    player = play.player(1)
    player.citizens[:3], player.zone[:3] = [where_on("labor"), IDLE, READY], [WENT_HUNGRY, WENT_HUNGRY, 0]
    step = Step(play.state, 1, NoChance())
    if all_fed:
        round_end.clear_hunger(step, player)
    else:
        round_end.apply_hunger(step, player, 1, (3,))
    assert player.citizens[:3] == [where_on("labor"), READY, READY if all_fed else IDLE]


def test_the_hungry_stay_hungry_first_where_they_are_not_checked_anew() -> None:
    play = Play(hungry_rechecked=False)
    play.player(1).citizens = [READY, READY, IDLE, 0, 0]
    play.player(1).zone = [0, 0, WENT_HUNGRY, 0, 0]
    play.player(1).capital["food"] = 0
    play.state.agenda, play.state.stage = [Feeding(1)], "feed"
    assert play.refusal(1, moves.Feed(ambrosia=0, hungry=(1,))) == "There is no such thing here."
    play.does(1, moves.Feed(ambrosia=0, hungry=(3,)))
    assert play.player(1).citizens[2] == IDLE


@pytest.mark.parametrize("now", [IN_BOX, READY])
def test_whose_hungry_citizen_was_set_right_to_be_elsewhere_chooses_anew(now: int) -> None:
    play = Play(hungry_rechecked=False)
    play.player(1).citizens = [READY, READY, now, READY, IN_BOX]
    play.player(1).zone = [0, 0, WENT_HUNGRY, 0, 0]
    play.player(1).capital["food"] = int(now == READY)
    play.player(1).ambrosia = 0
    play.state.agenda, play.state.stage = [Feeding(1)], "feed"
    play.says(1, ["1"])
    assert play.player(1).citizens == [IDLE, READY, now, READY, IN_BOX]


@pytest.mark.parametrize(("round_", "food", "hungry"), [(3, 9, 0), (6, 9, 0), (6, 0, 1)])
def test_who_has_nobody_to_feed_after_a_correction_goes_on_with_one_answer(round_: int, food: int, hungry: int) -> None:
    play = Play()
    play.player(1).citizens = [READY] * 3 + [IN_BOX] * 2
    play.player(1).capital["food"], play.player(1).ambrosia = food, 0
    play.state.agenda, play.state.stage, play.state.round = [Feeding(1)], "feed", round_
    play.says(1, "go")
    assert play.due != Feeding(1)
    assert (play.player(1).hungry, play.player(1).citizens[:3]) == (hungry, [READY] * 3)


@pytest.mark.parametrize(("accumulates", "lies"), [(True, 2), (False, 1)])
def test_ambrosia_may_pile_up(accumulates: bool, lies: int) -> None:
    play = Play(ambrosia_accumulates=accumulates)
    play.player(1).threat = play.player(2).threat = None
    play.all_pass()
    assert play.state.places["learn"].ambrosia == lies


@pytest.mark.parametrize("repairs", [True, False])
def test_repair_income_in_the_last_round(repairs: bool) -> None:
    play = Play(final_repair_income=repairs)
    play.state.round = 6
    play.player(1).capital.update({"repair-income": 1, "food": 9})
    play.player(1).cards[0].down = 1
    play.player(1).threat = play.player(2).threat = None
    play.all_pass()
    assert play.player(1).cards[0].down == int(not repairs)


# -- the first edition -----------------------------------------------------------------------------------------------


def first_edition(**options: Any) -> Play:
    return Play(box={}, edition="first", **options)


def test_the_first_edition_has_its_own_numbers_and_no_ambrosia() -> None:
    play = first_edition()
    assert not any(place.ambrosia for place in play.state.places.values())
    assert play.player(1).threat is None
    play.does(1, moves.Place(space="learn", citizen="2")).does(1, moves.BoardAction(pay="both"))
    assert (play.player(1).coins, play.player(1).knowledge) == (3, 1)
    assert play.refusal(2, moves.Place(space="learn", citizen="2")) == "Only a citizen with a higher number may join."
    play.does(2, moves.Place(space="learn", citizen="3"))
    assert play.player(2).coins == 7, "no fee"
    assert play.refusal(2, moves.Spend(on="coin")) == "The first edition has no ambrosia."
    keys = {option.value for option in play.turn(2).question(2).options}
    assert not keys & {"again", "spend", "note"}


def test_the_first_edition_may_begin_with_five_coins() -> None:
    assert [player.coins for player in first_edition(start_coins=5).state.players] == [5, 6]
    assert [player.coins for player in Play(start_coins=5).state.players] == [6, 7]


def test_the_first_editions_banners_are_entered() -> None:
    play = first_edition()
    assert [scoring.banner_points(play.state, n) for n in (0, 1, 2)] == [0, 1, 2]
    play.state.box["first-scale"]["points"]["n2"] = 3
    assert scoring.banner_points(play.state, 2) == 3


def test_editions_do_not_share_cards() -> None:
    play = Play(edition="first")
    assert "plain" not in {option.value for option in _build_options(play)}
    play.state.box["first-empire"]["plain"] = dict(BOX["empire"]["plain"])
    assert "plain" in {option.value for option in _build_options(play)}


def _build_options(play: Play) -> tuple[Any, ...]:
    play.turn(1)
    play.player(1).citizens[0] = READY
    play.does(1, moves.Place(space="build", citizen="1"))
    options: tuple[Any, ...] = play.question(1).options
    return options


# -- boxes -----------------------------------------------------------------------------------------------------------


def test_the_shipped_box_holds_nothing_of_the_practice_box() -> None:
    for kind, parts in PRACTICE.items():
        for key, facts in parts.items():
            shipped = SHIPPED.get(kind, {}).get(key, {})
            assert not set(facts) & set(shipped), (kind, key)


def test_a_practice_box_is_never_kept() -> None:
    play = _practice()
    play.says(1, "place", "build", "1")
    play.says(1, "new", "A", ["yellow"], [], 1, 0, "number", "take")
    assert play.learned == []
    assert any(widget.key == "practice" for widget in GAME.show(play.state, PUBLIC))


def _practice() -> Play:
    play = Play(box={})
    setup = play.setup
    options = {**setup.options, "box": "practice"}
    play.state = GAME.new(type(setup)(setup.seats, options, setup.chance, {}, setup.level))
    return play.does(0, moves.Begin(first=1, round=1))


FIVE = ("food", "capacity", "sword", "arrow", "army-limit")
TWICE = tuple(f"{symbol}*2" for symbol in FIVE)
"""Five symbols printed twice: no card shows more than four so."""


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        (Entry(kind="empire", key="empire-9", coins=99, symbols=(), keep=True), "coins cannot be that."),
        (Entry(kind="empire", key="empire-9", coins=1, symbols=("gold",), keep=True), "symbols cannot be that."),
        (
            Entry(kind="empire", key="empire-9", coins=1, symbols=FIVE, more=TWICE, keep=True),
            "more cannot be that.",
        ),
        (
            Entry(kind="empire", key="empire-9", coins=1, symbols=FIVE, more=("coin-income*2",), keep=True),
            "more cannot be that.",
        ),
        (
            Entry(kind="empire", key="empire-9", coins=1, symbols=FIVE[:1] * 2, keep=True),
            "The same choice is there twice.",
        ),
        (
            Entry(kind="empire", key="empire-9", coins=1, symbols=FIVE, more=TWICE[:1] * 2, keep=True),
            "The same choice is there twice.",
        ),
        (Entry(kind="empire", key="plain", coins=1, symbols=(), keep=True), "That has been entered already."),
        (Entry(kind="empire", key="far-off", symbols=(), keep=True), "There is no such thing here."),
    ],
)
def test_odd_entries_are_refused(entry: Entry, says: str) -> None:
    play = Play().does(1, moves.Place(space="build", citizen="1"))
    assert play.refusal(1, moves.Build(card="new", entry=entry, take="take")) == says


def test_a_card_that_is_entered_is_next_time_picked_by_name() -> None:
    play = Play().does(1, moves.Place(space="build", citizen="1"))
    answers = ("new", "A", ["red", "food"], ["food*2"], 3, 1, "write", "Old Mill", True)
    assert play.option(1, "take", *answers).reason, "no knowledge to pay it with"
    play.says(1, *answers, "later")
    assert (play.due, play.player(1).coins) == (Acting(1, "build"), 6)
    play.player(1).knowledge = 1
    option = play.option(1, "empire-9")
    assert option.label.words == {"": "Old Mill"}
    assert [(price.n, price.icon) for price in option.price] == [(3, "coin"), (1, "scroll")]
    play.does(1, moves.Build(card="empire-9"))
    assert city.symbol_total(play.state, play.player(1), "food") == 5


@pytest.mark.parametrize(
    ("facts", "warning"),
    [
        ({"empire": {"x": {"name": "X", "banners": []}}}, "X has no banner"),
        ({"empire": {"x": {"name": "A"}, "y": {"name": "a"}}}, "2 are called a"),
        ({"military": {"x": {"name": "X", "swords": 0, "arrows": 0}}}, "neither swords nor arrows"),
        ({"titan": {"x": {"name": "X", "banners": ["red"] * 4}}}, "three dice"),
        ({"titan": {"x": {"name": "X", "banners": []}}}, "nothing would be rolled"),
        ({"titan": {"x": {"name": "X", "effect": "lose-ambrosia"}}}, "how much is missing"),
        ({"titan": {str(n): {"stars": 0} for n in range(5)}}, "Starting titans: 5;"),
        ({"action": {"expand": {"coins": 0, "either": "yes"}}}, "costs nothing"),
        ({"action": {"learn": {"amount": 0}}}, "gives nothing"),
        ({"action": {"labor": {"coins": 2}}}, "no such price"),
        ({"die": {"damage": {"blank": 2, "titan": 2}}}, "damage die here: 4;"),
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
        case Text(taken=taken):
            return f"Tower {len(taken)}"
    raise AssertionError(question)


def _make(play: Play, seat: int, move: Move, random: Random) -> None:
    """A move with as many dice as it asks for."""
    dice: list[str] = []
    while True:
        try:
            play.does(seat, move, *dice)
        except CardboardNeeded:
            dice.append(random.choice(["blank", "titan", "coin", "two"]))
        else:
            return


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), seats=st.integers(2, 4), edition=st.sampled_from(["second", "first"]))
def test_nothing_is_made_or_lost(seed: int, seats: int, edition: str) -> None:
    """Coins, knowledge and ambrosia wander between supply, players, military cards, titans and the board."""
    play, random = Play(seats, edition=edition), Random(seed)
    citizens = 3 * seats
    before = totals(GAME.inventory(play.state))
    for _ in range(40):
        awaited = GAME.awaits(play.state)
        if awaited.over:
            break
        seat, answers = awaited.must[0], list[Any]()
        while not hasattr(walked := play.walked(seat, *answers), "move"):
            answers.append(_answer(walked.question, random))
        move: Move = walked.move
        gained = isinstance(
            move, moves.Build | moves.BoardAction | moves.TakeCard | moves.Expand | moves.Attack | moves.NameTitan
        )
        _make(play, seat, move, random)
        now = sum(where > 0 for player in play.state.players for where in player.citizens)
        assert now == citizens or (gained and now > citizens)
        citizens = now
        assert totals(GAME.inventory(play.state)) == before
        assert all(
            player.coins >= 0 and player.knowledge >= 0 and player.ambrosia >= 0 for player in play.state.players
        )
