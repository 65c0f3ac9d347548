"""The forms: their fields, what is usual, the moves they make, and how many taps that takes."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.forms import Filled, fill
from companion.core.options import Amount
from companion.core.questions import Answer, Pick
from companion.core.secrecy import Viewer, seen
from companion.games.ancient_world import moves
from companion.games.ancient_world.state import Acting
from companion.games.ancient_world.tables import GOODS
from companion.pace.phone_taps import SEND, form_taps
from tests.games.ancient_world.ancient_world_play import BOX, GAME, Play


def filled(play: Play, *before: Answer, **given: Any) -> Filled:
    """The form of seat 1 after these answers, filled like this."""
    keyed = {key.replace("_", "-"): answer for key, answer in given.items()}
    form = fill(GAME, seen(play.state, Viewer(1)), 1, before, keyed)
    assert form is not None
    return form


def keys(form: Filled) -> list[str]:
    return [field.key for field in form.fields]


def usual(form: Filled) -> dict[str, Answer | None]:
    """What stands there without anybody's doing."""
    return {field.key: field.answer for field in form.fields if not field.given}


def taps(form: Filled) -> int:
    """Those of the fields that were touched, and the button."""
    begin = form.fields[0]
    return SEND + sum(
        form_taps(field.question, field.answer, first=field is begin)
        for field in form.fields
        if field.answer is not None
    )


def poor() -> Play:
    """A table where nobody has entered a card yet, nor what stands on the two armies."""
    play = Play(box={"action": BOX["action"]})
    play.threaten(1, "", stars=0)
    return play


def test_a_turn_waits_for_the_action_and_usually_places_a_citizen() -> None:
    form = filled(Play())
    assert usual(form) == {"turn": "place", "space": None}
    assert not form.ready


def test_a_known_action_is_two_taps() -> None:
    form = filled(Play(), space="labor")
    assert usual(form) == {"turn": "place", "citizen": "1", "do": "both"}
    assert form.moves == (moves.Place(space="labor", citizen="1"), moves.BoardAction(pay="both"))
    assert taps(form) == 2
    assert taps(filled(Play(), space="labor", citizen="2")) == 3


def test_the_lowest_citizen_that_pays_no_fee_is_usual() -> None:
    play = Play()
    play.says(1, "place", "labor", "2").says(1, "both").turn(1)
    assert usual(filled(play, space="labor"))["citizen"] == "3"
    play.player(1).citizens[2] = 0
    assert usual(filled(play, space="labor"))["citizen"] is None, "a fee is for whoever says so"


def test_which_goods_pay_is_usual_only_where_one_way_is_left() -> None:
    play = Play()
    play.player(1).knowledge = 1
    form = filled(play, space="expand", card="quarter")
    assert usual(form)["pay"] is None
    assert not form.ready
    play.player(1).knowledge = 0
    form = filled(play, space="expand", card="quarter")
    assert form.moves[1:] == (moves.Expand(card="quarter", pay="coins"),)
    assert taps(form) == 3


def test_repairs_are_usually_all_that_can_be_made() -> None:
    play = Play()
    one, two, three = play.lay(1, "plain", "sword", "epic")
    for card in play.player(1).cards:
        card.down = int(card.id in (one, two, three))
    assert filled(play, space="rebuild").moves[1:] == (moves.Rebuild(cards=(one, two)),)


def test_a_known_card_is_built_with_the_placing() -> None:
    form = filled(Play(), space="build", card="plain")
    assert form.moves == (moves.Place(space="build", citizen="1"), moves.Build(card="plain"))
    assert taps(form) == 3


def test_a_new_card_is_one_form_with_nothing_printed_on_it_until_it_is_tapped() -> None:
    play = poor()
    form = filled(play, space="build", card="new")
    assert usual(form) == {
        "turn": "place",
        "citizen": "1",
        "deck": "A",
        "symbols": None,
        "coins": None,
        "knowledge": None,
        "named": "number",
        "keep": True,
    }
    assert not filled(play, space="build", card="new", symbols=["purple"], coins=1).ready, "no cost of 0 without a word"
    assert not filled(play, space="build", card="new", coins=1, knowledge=0).ready, "no card without a banner either"
    form = filled(play, space="build", card="new", symbols=["purple", "army-limit"], coins=1, knowledge=0)
    assert keys(form)[4:7] == ["deck", "symbols", "more"]
    placed, built = form.moves
    assert placed == moves.Place(space="build", citizen="1")
    assert isinstance(built, moves.Build)
    assert (built.take, built.entry and built.entry.symbols) == ("take", ("purple", "army-limit"))
    assert taps(form) == 8, "the limit of armies is behind one more tap"


def test_what_comes_of_a_card_is_not_shown_before_it_is_known() -> None:
    play = poor()
    entered = {"card": "new", "symbols": ["purple"], "coins": 1}
    assert "take" not in keys(filled(play, space="build", **entered))
    (take,) = (field for field in filled(play, space="build", **entered, knowledge=0).fields if field.key == "take")
    assert isinstance(take.question, Pick)
    assert take.question.options[0].price == (Amount(1, "coin", GOODS["coins"]),)


def test_a_new_card_is_usual_where_none_is_known() -> None:
    assert usual(filled(poor(), space="build"))["card"] == "new"
    assert usual(filled(Play(), space="build"))["card"] is None


def test_what_a_card_gives_is_entered_before_it_is_used() -> None:
    play = Play()
    (card,) = play.lay(1, "forum")
    placed = filled(play, space=f"card-{card}")
    assert usual(placed)["do"] is None
    assert placed.moves == (moves.Place(space=f"card-{card}", citizen="1"),), "nobody uses a card by the button alone"
    form = filled(play, space=f"card-{card}", do="reward", coins=2)
    assert form.moves[1:] == (moves.CardAction(coins=2, knowledge=0),)


def test_a_card_that_cannot_be_paid_is_taken_by_nobody_without_a_word() -> None:
    play = poor()
    form = filled(play, space="build", card="new", symbols=["purple"], coins=9, knowledge=0)
    assert usual(form)["take"] is None
    assert not form.ready


def test_a_first_attack_is_one_form() -> None:
    play = poor()
    numbers = {"swords": 2, "arrows": 1, "swords_2": 1, "arrows_2": 2}
    form = filled(play, turn="attack", target="board-1", defence=4, symbols=["blue"], **numbers)
    guard, militia = (army.id for army in play.player(1).armies)
    assert usual(form) == {
        "titan": "new",
        "counts": "both",
        "more": [],
        "effect": "none",
        "named": "number",
        "keep": True,
        "keep-2": True,
        "keep-3": True,
        "force": f"{guard}+{militia}",
    }
    (attack,) = form.moves
    assert isinstance(attack, moves.Attack)
    assert form.ahead is not None, "a die follows"
    assert taps(form) == 2 + 1 + 1 + 4 + SEND


def test_armies_that_are_strong_enough_without_ambrosia_are_usual() -> None:
    play = Play()
    play.threaten(1, "shark")
    guard = play.player(1).armies[0].id
    assert usual(filled(play, turn="attack", target="board-1")) == {"force": str(guard)}
    play.threaten(1, "crab")
    play.player(1).armies[0].spent = 1
    play.army(1, "militia")
    play.player(1).ambrosia = 9
    form = filled(play, turn="attack", target="board-1")
    assert usual(form) == {"force": None}, "all of them would have to buy swords"


@pytest.mark.parametrize("turn", ["place", "gain"])
def test_a_turn_does_not_go_on_with_the_next_one(turn: str) -> None:
    """All others have passed, or what was done costs no turn."""
    play = Play()
    play.does(1, moves.GainGoods(goods="coins", n=1)).turn(1)
    play.state.agenda = [replace(play.due)]
    play.player(2).passed = 1
    given = {"space": "labor"} if turn == "place" else {"turn": "gain", "goods": "coins"}
    assert "turn-2" not in keys(filled(play, **given))


def test_passing_is_never_usual() -> None:
    play = Play()
    play.player(1).citizens = [0] * 5
    assert usual(filled(play)) == {"turn": None}
    assert filled(play, turn="pass").moves == (moves.Pass(),)


def test_ambrosia_spent_first_goes_on_with_the_action() -> None:
    play = Play()
    play.player(1).ambrosia = 2
    form = filled(play, space="labor", do="spend")
    assert keys(form) == ["turn", "space", "citizen", "do", "do-2"]
    assert form.moves[-1] == moves.BoardAction(pay="both")
    play.does(1, form.moves[0])
    assert isinstance(play.due, Acting)


def test_a_titan_that_was_just_entered_is_not_described_again() -> None:
    known = Play()
    known.threaten(1, "thief")
    for play in (known, new := poor()):
        play.player(2).threat = None
        play.all_pass()
    (described,) = (field for field in filled(known).fields if field.key == "how")
    assert described.question.hint is not None
    assert "how" not in keys(filled(new)), "what it does is not known yet"
    form = filled(new, defence=4, symbols=["red"])
    (entered,) = (field for field in form.fields if field.key == "how")
    assert "defence" in keys(form), "it stands on the form"
    assert entered.question.hint is None


def test_nobody_pays_for_an_army_that_gets_nothing() -> None:
    play = Play()
    army = play.player(1).armies[0]
    form = filled(play, space="train", do="both", army=army.id)
    assert usual(form)["arrows"] is None
    assert not any(isinstance(move, moves.Train) for move in form.moves)
    assert filled(play, space="train", do="both", army=army.id, swords=1).moves[1] == moves.Train(
        pay="both", army=army.id, swords=1, arrows=0
    )


def test_no_citizen_is_preset_where_its_action_cannot_be_done() -> None:
    play = Play()
    play.player(1).coins = 0
    form = filled(play, space="learn")
    assert usual(form)["citizen"] is None
    assert not form.ready
    [citizen] = [field.question for field in form.fields if field.key == "citizen"]
    assert isinstance(citizen, Pick)
    assert all(option.act and "without the action" in option.act.text for option in citizen.options)
    [space] = [field.question for field in form.fields if field.key == "space"]
    assert isinstance(space, Pick)
    assert "No action" in {option.value: option.hint for option in space.options}["learn"].text  # type: ignore[union-attr]


def test_what_a_card_says_stands_last_and_apart() -> None:
    [turn, *_] = filled(Play()).fields
    assert isinstance(turn.question, Pick)
    assert [option.value for option in turn.question.options if not option.apart] == [
        "place",
        "attack",
        "pass",
        "build",
    ]


def test_a_titan_is_asked_for_with_whose_it_is() -> None:
    play = Play()
    play.threaten(1, "", stars=0)
    form = filled(play, turn="attack", target="board-1", titan="new")
    [defence] = [field.question for field in form.fields if field.key == "defence"]
    assert defence.prompt.text == "Defence of {who}'s titan?"
