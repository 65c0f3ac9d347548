"""Forms: the moves of a turn at once, a muster at once; what they show, what they come to, and what they wait for."""

from __future__ import annotations

from pathlib import Path

from companion.core.forms import Filled, fill
from companion.core.questions import Answer, Pick
from companion.core.step import TABLE
from companion.core.wording import Message
from companion.games.athens_sparta.cities import LOOK_FIRST
from companion.games.athens_sparta.moves import (
    AddOrder,
    Assault,
    Attack,
    ConfirmPlan,
    EndMoves,
    EndMuster,
    ForcedRetreat,
    JoinSiege,
    LookUpCity,
    LoseHiddenStep,
    MoveBlock,
    Muster,
    Sack,
    SetUp,
    TakeHit,
    TypedBlock,
)
from companion.games.athens_sparta.state import (
    AssigningHits,
    HiddenLosses,
    Mustering,
    PlanningReplacements,
    PlanOrder,
    Retreating,
    Sacking,
)
from tests.games.athens_sparta.table import (
    ATHENS,
    ENGLISH,
    GAME,
    SPARTA,
    War,
    box_block,
    enter_city,
    on_turn,
    place_face_up,
    place_hidden,
    refused,
)
from tests.games.athens_sparta.test_athens_sparta_keys import Seats


def filled(war: War, seat: int, *before: Answer, **given: Answer) -> Filled:
    form = fill(GAME, war.seen(seat), seat, before, {key.replace("_", "-"): given[key] for key in given})
    assert form is not None
    return form


def answers(form: Filled) -> list[tuple[str, Answer | None]]:
    return [(field.key, field.answer) for field in form.fields]


# -- moves -------------------------------------------------------------------------------------------------------------


def test_no_move_ends_and_no_point_is_spent_before_somebody_says_so() -> None:
    war = on_turn()
    form = filled(war, ATHENS)
    assert (answers(form), form.ready) == ([("move", None)], False)
    form = filled(war, ATHENS, move="last")
    assert answers(form) == [("move", "last"), ("blocks", 5), ("use", "operational")]
    assert form.moves == (EndMoves(5, "operational"),)
    assert len(form.told) == 1
    assert form.ready
    war.says(ATHENS, "march", "operational")
    assert not filled(war, ATHENS).ready, "the next point is a question of its own"


def test_who_moves_less_says_the_number_and_loses_the_rest() -> None:
    war = on_turn()
    form = filled(war, ATHENS, move="last", use="strategic", blocks=2)
    assert form.moves == (EndMoves(2, "strategic"),)
    told, lost = form.told
    assert isinstance(told, Message)
    assert isinstance(lost, Message)
    assert (told.args["n"], lost.args["n"]) == (2, 3)
    assert filled(war, ATHENS, move="last", blocks=0).moves == (EndMoves(0, "operational"),)
    assert not filled(war, ATHENS, move="last", blocks=6).ready


def test_blocks_that_move_in_different_ways_are_rows_of_one_form() -> None:
    form = filled(on_turn(), ATHENS, move="march", use="strategic", move_2="last", blocks=4)
    assert form.moves == (MoveBlock("strategic"), EndMoves(4, "operational"))
    assert [key for key, _ in answers(form)] == ["move", "use", "move-2", "blocks", "use-2"]


def test_no_more_blocks_move_than_there_are_points_and_none_unnamed_where_all_are_followed() -> None:
    war = on_turn()
    assert refused(war, ATHENS, EndMoves(6, "operational")) == "There are no move points left."
    war.state.cities["corcyra"].holder = "sparta"
    assert refused(war, ATHENS, EndMoves(1, "sicily")) == LOOK_FIRST.text
    full = on_turn("full")
    assert "last" not in [option.value for option in full.asked(ATHENS).options]
    assert refused(full, ATHENS, EndMoves(1, "operational")) == "Every block is followed: move them one by one."


def test_what_must_be_looked_at_before_goes_first_and_the_form_comes_back_with_the_rest() -> None:
    war = on_turn(side=SPARTA)
    war.state.cities["amphipolis"].holder = "athens"
    place_face_up(war, "sparta", "hoplite-B4-4", "amphipolis", "siege")
    form = filled(war, SPARTA, move="march", move_2="bring")
    assert form.moves == (MoveBlock("operational"), JoinSiege("amphipolis"))
    for move in form.moves:
        war.make(SPARTA, move)
    assert [key for key, _ in answers(filled(war, SPARTA))] == ["block"]
    war.says(SPARTA, "hoplite", "B4", 4)
    assert filled(war, SPARTA, move="last", blocks=3).moves == (EndMoves(3, "operational"),)


def test_with_every_block_followed_the_way_is_public_and_the_block_secret() -> None:
    war = on_turn("full", {"block": {"anna": box_block("blue")}})
    public = filled(war, ATHENS)
    assert answers(public) == [("move", "march"), ("use", "operational")]
    assert (public.moves, public.draft) == ((), ("march", "operational"))
    secret = filled(war, ATHENS, "march", "operational", block="anna")
    assert [(field.key, field.question.secret) for field in secret.fields] == [("block", True), ("to", True)]


def test_after_the_public_questions_the_screen_shows_the_secret_ones(tmp_path: Path) -> None:
    seats = Seats(tmp_path, "full", level="full")
    for seat, points in ((1, 2), (2, 5)):
        seats.by_phone(seat, points)
        seats.by_phone(seat, "plain")
    for answer in ("march", "operational"):
        seats.by_phone(2, answer)
    shown = seats.ask(2).form
    assert shown is not None
    assert [field.key for field in shown.fields] == ["block"]
    assert shown.before == ["march", "operational"]
    seats.room.close()


# -- musters -----------------------------------------------------------------------------------------------------------


def mustering(level: str = "light") -> War:
    """Sparta attacks Amphipolis."""
    war = on_turn(level, {"city": {"amphipolis": WALLED}}, side=SPARTA)
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "amphipolis")
    return war


WALLED = {"colour": "blue", "points": 2, "walled": "yes", "port": "yes", "island": "no"}


def test_a_muster_is_one_form_that_ends_by_itself() -> None:
    war = mustering()
    assert answers(filled(war, SPARTA)) == [("block", None)], "nobody stays away by oversight"
    form = filled(war, SPARTA, block="hoplite", rating="B4", block_2="peltast")
    assert answers(form) == [
        ("block", "hoplite"),
        ("rating", "B4"),
        ("steps", 4),
        ("block-2", "peltast"),
        ("rating-2", "A1"),
        ("steps-2", 4),
        ("block-3", "done"),
    ]
    assert form.moves == (
        Muster("fight", typed=TypedBlock("hoplite", "B", 4, 4)),
        Muster("fight", typed=TypedBlock("peltast", "A", 1, 4)),
        EndMuster(),
    )
    assert form.ready


def test_a_rating_that_differs_from_block_to_block_is_asked_until_one_was_seen() -> None:
    war = mustering()
    assert not filled(war, SPARTA, block="hoplite").ready
    war.says(SPARTA, "hoplite", "B4", 4)
    assert filled(war, SPARTA, block="hoplite").fields[1].answer == "B4"
    war.says(SPARTA, "done")
    assert filled(war, ATHENS, block="hoplite").fields[1].answer == "B2"
    assert not filled(war, ATHENS, block="cavalry").ready
    assert filled(war, ATHENS, block="ship").fields[1].answer == "C3"


def test_a_block_that_joins_a_siege_is_never_left_out_by_the_button() -> None:
    war = on_turn(side=SPARTA)
    place_face_up(war, "sparta", "hoplite-B4-4", "amphipolis", "siege")
    war.says(SPARTA, "bring", "amphipolis")
    assert answers(filled(war, SPARTA)) == [("block", None)]


def test_hidden_blocks_that_must_be_described_are_asked_for_until_the_last_of_them() -> None:
    war = on_turn()
    place_hidden(war, "sparta", "sparta", 2)
    war.state.agenda.append(Mustering("sparta", "sparta", "describe"))
    form = filled(war, SPARTA, block="hoplite", rating="B4")
    assert answers(form)[3:] == [("block-2", None)], "nobody is left undescribed by the button"
    assert form.fields[3].question.usual is None, "what is usual is on the list"
    assert len(filled(war, SPARTA, block="hoplite", rating="B4", block_2="again").moves) == 2


def test_typed_blocks_are_open_and_taking_them_back_needs_nobody() -> None:
    war = mustering()
    assert not war.says(SPARTA, "hoplite", "B4", 4).revealed


def test_a_block_of_the_owners_is_revealed_one_by_one_in_secret() -> None:
    war = mustering("full")
    form = filled(war, SPARTA, block="hoplite", rating="B4")
    assert all(field.question.secret for field in form.fields)
    assert len(form.moves) == 1
    assert war.says(SPARTA, "hoplite", "B4", 4).revealed


# -- cards, cities, battles --------------------------------------------------------------------------------------------


def test_a_card_of_cardboard_is_played_with_its_event_at_once() -> None:
    war = War().begin()
    form = filled(war, ATHENS)
    assert (answers(form), form.ready) == ([("card", None)], False), "no card is chosen before it was read"
    form = filled(war, ATHENS, card=5)
    assert all(field.question.secret for field in form.fields)
    assert form.moves == (war.move(ATHENS, 5, "plain"),)
    assert answers(filled(war, ATHENS, card=5, card_event="manual"))[-1] == ("card-scope", None)


def test_what_is_printed_at_a_city_is_one_form_kept_for_other_evenings() -> None:
    war = on_turn(side=SPARTA)
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "amphipolis")
    assert answers(filled(war, TABLE)) == [("points", None)]
    assert answers(filled(war, TABLE, points=2)) == [("points", 2), ("island", None)]
    assert answers(filled(war, TABLE, points=2, island=False))[-1] == ("keep", None)
    form = filled(war, TABLE, points=2, island=False, keep=True)
    assert form.moves == (LookUpCity("amphipolis", True, points=2, island="no"),)


def test_two_blocks_alike_are_asked_in_one_form_and_fire() -> None:
    war = mustering()
    war.says(SPARTA, "hoplite", "B4", 4)
    war.says(SPARTA, "hoplite", "B3", 4)
    war.says(SPARTA, "done")
    war.musters(ATHENS, ["peltast-A1-2"])
    war.says(ATHENS, "wait" if war.asked(ATHENS).options[0].reason else "fire", battle=[6, 6])
    form = filled(war, SPARTA)
    assert answers(form) == [("unit", war.handle(SPARTA)), ("act", "fire")]
    assert form.ahead == "battle"


def test_one_block_alone_is_asked_on_no_form_and_fires_by_the_button() -> None:
    war = mustering()
    war.musters(SPARTA, ["hoplite-B4-4"])
    war.musters(ATHENS, ["peltast-A1-2"])
    asked = war.asked(ATHENS)
    assert (asked.form, asked.key, asked.usual) == (None, "act", "fire")


def test_the_button_of_a_combat_turn_names_the_block_and_repeats_no_choice() -> None:
    war = mustering()
    war.musters(SPARTA, ["hoplite-B4-4"])
    war.musters(ATHENS, ["peltast-A1-2"])
    asked = war.asked(ATHENS)
    assert isinstance(asked, Pick)
    words = {
        option.value: (ENGLISH.say(option.label), ENGLISH.say(option.act)) for option in asked.options if option.act
    }
    assert words["withdraw"] == ("Withdraw inside", "Peltast A1 goes behind the walls")
    assert [value for value, (label, act) in words.items() if label == act] == []


def test_the_next_battle_and_its_place_are_one_form() -> None:
    war = on_turn(side=SPARTA)
    war.says(SPARTA, "end")
    assert answers(filled(war, SPARTA)) == [("battle", None)], "no battle is left out by oversight"
    form = filled(war, SPARTA, battle="battle", place="amphipolis")
    assert form.moves == (Attack("amphipolis", "field"),)
    assert not filled(war, SPARTA, battle="battle").ready
    assert filled(war, SPARTA, battle="battle", place="open").moves == (Attack("", "field"),)


def test_all_hits_of_a_side_are_one_form_that_spares_who_fires_best() -> None:
    war = on_turn(side=SPARTA)
    blocks = [place_face_up(war, "athens", block, "amphipolis", "siege") for block in ("hoplite-B2-3", "peltast-A1-3")]
    war.state.agenda.append(AssigningHits("athens", 2, blocks, False))
    form = filled(war, ATHENS)
    assert answers(form) == [("hit", blocks[1])], "the second hit leaves no choice"
    war.state.agenda[-1] = AssigningHits("athens", 3, blocks, False)
    form = filled(war, ATHENS, hit=blocks[0])
    assert answers(form) == [("hit", blocks[0]), ("hit-2", blocks[1])]
    assert form.moves == (TakeHit(blocks[0]), TakeHit(blocks[1]))


def test_one_hit_is_taken_by_the_button_of_its_block() -> None:
    war = on_turn(side=SPARTA)
    blocks = [place_face_up(war, "athens", block, "amphipolis", "siege") for block in ("hoplite-B2-3", "peltast-A1-3")]
    war.state.agenda.append(AssigningHits("athens", 1, blocks, False))
    (field,) = filled(war, ATHENS).fields
    assert isinstance(field.question, Pick)
    assert field.question.sends
    assert [ENGLISH.say(option.hint or "") for option in field.question.options] == ["3 becomes 2", "3 becomes 2"]


def test_the_button_that_ends_a_muster_counts_the_blocks() -> None:
    form = filled(mustering(), SPARTA, block="hoplite", rating="B4", block_2="peltast")
    last = form.fields[-1].question
    assert isinstance(last, Pick)
    assert ENGLISH.say(last.option("done").act or "") == "No more: Sparta has 2 blocks"


def test_all_blocks_of_a_side_that_must_retreat_are_one_form() -> None:
    war = mustering()
    war.musters(SPARTA, ["hoplite-B4-4", "peltast-A1-4"])
    war.musters(ATHENS, ["hoplite-B2-4"])
    battle = war.state.battle
    assert battle is not None
    battle.phase = "leaving"
    war.state.agenda.pop()
    first, second = (war.handle(SPARTA, number) for number in (0, 1))
    war.state.agenda.append(Retreating("sparta", first))
    form = filled(war, SPARTA, leave_2="lost")
    assert answers(form) == [("leave", "away"), ("leave-2", "lost")]
    assert form.moves == (ForcedRetreat(first, True), ForcedRetreat(second, False))


def test_the_points_of_a_sack_are_spent_in_one_form() -> None:
    war = on_turn(side=SPARTA)
    enter_city(war, "amphipolis", **WALLED)
    blocks = [place_face_up(war, "sparta", block, "amphipolis", "inside") for block in ("hoplite-B4-3", "peltast-A1-3")]
    war.state.agenda.append(Sacking("sparta", "amphipolis", 2))
    form = filled(war, SPARTA)
    assert form.moves == (Sack(blocks[0]), Sack(blocks[1])), "who is at full strength is not usual"
    assert filled(war, SPARTA, sack=blocks[1]).moves == (Sack(blocks[1]), Sack(blocks[0]))
    assert filled(war, SPARTA, sack="done").moves == (Sack(""),)


def test_a_line_of_a_plan_is_one_secret_form_until_nothing_can_be_bought() -> None:
    war = planning()
    form = filled(war, SPARTA, city="sparta", kind="hoplite", steps=2)
    assert [key for key, _ in answers(form)] == ["plan", "city", "kind", "steps"]
    assert all(field.question.secret for field in form.fields)
    assert form.moves == (AddOrder(PlanOrder("buy", "hoplite", "sparta", 2)),)
    assert not filled(war, SPARTA).ready, "nothing is bought unasked"
    assert filled(war, SPARTA, plan="ready").moves == (ConfirmPlan(),)
    war.state.extra["sparta"] = -99
    assert not filled(war, SPARTA).ready, "a plan is not confirmed unasked either"


def planning() -> War:
    war = on_turn(side=SPARTA)
    enter_city(war, "sparta", points=4, colour="red")
    war.state.answered.clear()
    war.state.agenda.append(PlanningReplacements())
    return war


# -- assaults ----------------------------------------------------------------------------------------------------------


def storming(*blocks: str, place: str = "athens") -> War:
    """Sparta stands before walls with nobody outside them."""
    war = on_turn("light", {"city": {place: {**WALLED, "points": 4}}}, side=SPARTA)
    war.attacks(SPARTA, place, list(blocks), ["inside"])
    return war


def handles(war: War) -> list[str]:
    return [unit.handle for unit in war.state.units]


def test_who_storms_is_one_question_where_any_of_them_may() -> None:
    war = storming(*["hoplite-B2-1"] * 3, "ship-C2-1")
    asked = war.asked(SPARTA)
    assert (asked.key, asked.form, asked.most, len(asked.options)) == ("assault", None, 4, 4)
    war = storming(*["hoplite-B2-1"] * 5)
    assert (war.asked(SPARTA).form, war.asked(SPARTA).most) == (None, 4)


def test_at_athens_ships_storm_beside_as_many_by_land_as_may() -> None:
    war = storming(*["hoplite-B2-1"] * 5, "ship-C2-1")
    *land, ship = handles(war)
    form = filled(war, SPARTA, assault=land[:4], ships=[ship])
    assert answers(form) == [("assault", land[:4]), ("ships", [ship])]
    assert form.moves == (Assault([*land[:4], ship]),)
    assert not filled(war, SPARTA, assault=land).ready
    assert filled(war, SPARTA).moves == (Assault([]),)
    assert refused(war, SPARTA, Assault([*land, ship])) == "No more than {n} block may storm these walls."
    war.make(SPARTA, Assault([*land[:4], ship]))


def test_revolt_blocks_storm_beside_as_many_others_as_may() -> None:
    war = storming(*["hoplite-B2-1"] * 4, place="amphipolis")
    rebel = place_face_up(war, "sparta", "tyrant-B3-2", "amphipolis", "field")
    four = [handle for handle in handles(war) if handle != rebel]
    form = filled(war, SPARTA, assault=four, rebels=[rebel])
    assert [(key, field.question.most) for (key, _), field in zip(answers(form), form.fields, strict=True)] == [
        ("assault", 4),
        ("rebels", 1),
    ]
    assert form.moves == (Assault([*four, rebel]),)
    war.make(SPARTA, form.moves[0])


def test_a_hidden_loss_is_one_secret_form() -> None:
    war = on_turn(side=SPARTA)
    place_hidden(war, "sparta", "amphipolis", 1)
    war.state.agenda.append(HiddenLosses("sparta", "amphipolis", 1, "garrison"))
    form = filled(war, SPARTA)
    assert answers(form) == [("wound", "undescribed"), ("gone", False)]
    assert form.moves == (LoseHiddenStep("", False),)
    assert all(field.question.secret for field in form.fields)


def test_the_questions_about_two_hidden_losses_of_a_place_are_told_apart() -> None:
    war = on_turn(side=SPARTA)
    place_hidden(war, "sparta", "amphipolis", 2)
    war.state.agenda.append(HiddenLosses("sparta", "amphipolis", 2, "garrison"))
    asked = [repr(field.question.prompt) for field in filled(war, SPARTA).fields]
    assert [prompt.count("Steps to lose: {n}") for prompt in asked] == [1, 1, 0, 0]


def test_the_war_begins_with_one_form() -> None:
    war = War()
    assert answers(filled(war, TABLE))[0] == ("athens", None), "nobody commands Athens unasked"
    form = filled(war, TABLE, athens="1")
    assert form.moves == (SetUp(1, 84, [TypedBlock("hoplite", "B", 2, 3), TypedBlock("ship", "C", 3, 3)], 1),)
