"""Forms of what a seat owes besides its turn, and of what the table is asked."""

from __future__ import annotations

from typing import Any

from companion.core.forms import Filled, fill
from companion.core.questions import Answer
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.step import TABLE
from companion.games.ancient_world import moves
from companion.games.ancient_world.state import EnteringFact, TakingDamage
from tests.games.ancient_world.ancient_world_play import GAME, Play


def filled(play: Play, seat: int = 1, **given: Any) -> Filled:
    """The form of a seat, filled like this."""
    keyed = {key.replace("_", "-"): answer for key, answer in given.items()}
    viewer = Viewer(seat) if seat else PUBLIC
    form = fill(GAME, seen(play.state, viewer), seat, (), keyed)
    assert form is not None
    return form


def usual(form: Filled) -> dict[str, Answer | None]:
    """What stands there without anybody's doing."""
    return {field.key: field.answer for field in form.fields if not field.given}


def end_of_round(ambrosia: int = 0) -> Play:
    """Seat 1 with a titan of two banners, two damaged cards, repair income for one, and two citizens without food."""
    play = Play()
    player = play.player(1)
    play.lay(1, "plain")
    for card in player.cards:
        card.down = int(card.key != "wheat-fields")
    player.capital["repair-income"] = 1
    player.citizens = [1] * 5
    player.ambrosia = ambrosia
    play.threaten(1, "crab")
    play.player(2).threat = None
    return play.all_pass()


def test_the_end_of_a_round_is_one_form_of_a_seat() -> None:
    play = end_of_round(ambrosia=6)
    dock = play.player(1).cards[0].id
    form = filled(play, how="appease")
    assert usual(form) == {"cards": [dock], "card": "close", "ambrosia": 0, "hungry": [1, 2]}
    assert form.moves == (
        moves.Confront(titan="crab", how="appease"),
        moves.Repair(cards=(dock,)),
        moves.StopSpending(),
        moves.Feed(ambrosia=0, hungry=(1, 2)),
    )
    form = filled(play, how="appease", ambrosia=1)
    assert form.moves[-1] == moves.Feed(ambrosia=1, hungry=(1,))


def test_the_titan_is_appeased_by_nobody_without_a_word() -> None:
    assert usual(filled(end_of_round(ambrosia=6))) == {"how": None}
    form = filled(end_of_round())
    assert usual(form) == {"how": "roll"}, "nothing else is in reach"
    assert form.moves == (moves.Confront(titan="crab", how="roll"),)
    assert form.ahead is not None, "it ends there"


def test_a_form_ends_before_what_another_seat_owes() -> None:
    play = Play()
    for seat in (1, 2):
        play.threaten(seat, "crab")
        play.player(seat).ambrosia = 2
    assert filled(play.all_pass(), how="appease").moves == (moves.Confront(titan="crab", how="appease"),)


def test_dice_rolled_by_hand_stand_on_one_form_with_the_damage() -> None:
    play = Play(rolls="companion")
    play.threaten(1, "crab")
    form = filled(play.all_pass(), die_1="titan", die_2="blank")
    assert usual(form) == {"how": "roll", "how-2": "hand", "cards": None}, "which card is lost is for people to say"
    dock = play.player(1).cards[0].id
    form = filled(play, die_1="titan", die_2="blank", cards=[dock])
    assert form.moves == (
        moves.Confront(titan="crab", how="roll"),
        moves.Roll(how="hand", dice=("titan", "blank")),
        moves.Damage(cards=(dock,)),
    )


def test_the_last_round_usually_feeds_as_many_as_ambrosia_can() -> None:
    play = end_of_round(ambrosia=6)
    play.state.round = 6
    assert usual(filled(play, how="appease"))["ambrosia"] == 2


def test_damage_in_a_turn_is_a_form_of_losses() -> None:
    play = Play()
    play.state.agenda.append(TakingDamage(1, 1))
    form = filled(play)
    assert (form.form.key, usual(form)) == ("owed", {"cards": None})
    assert not form.ready


def test_the_table_begins_in_the_first_round() -> None:
    play = Play(begin=False)
    assert usual(filled(play, TABLE)) == {"first": None}
    assert filled(play, TABLE, first=2).moves == (moves.Begin(first=2, round=1),)


def test_the_next_round_is_prepared_as_it_usually_is() -> None:
    play = Play()
    for seat in (1, 2):
        play.player(seat).threat = None
    play.all_pass()
    form = filled(play, TABLE)
    assert usual(form) == {"first": 1, "given": 2}
    assert form.moves == (moves.Prepare(first=1, given=2),)


def test_facts_for_scoring_are_entered_one_by_one() -> None:
    play = Play(box={})
    play.state.agenda = [EnteringFact("empire", key, "banners") for key in ("wheat-fields", "fishing-dock")]
    play.state.stage = "reading"
    form = filled(play, TABLE, symbols=["red"])
    assert form.moves == (moves.EnterFact(value=["red"], keep=True),), "nobody enters the second one unread"
