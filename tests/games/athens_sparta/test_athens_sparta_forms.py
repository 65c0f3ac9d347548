"""Forms: the moves of a turn at once, a muster at once; what they show, what they come to, and what they wait for."""

from __future__ import annotations

from pathlib import Path

from companion.core.forms import Filled, fill
from companion.core.questions import Answer
from companion.core.step import TABLE
from companion.core.wording import Message
from companion.games.athens_sparta.agenda import HiddenLosses
from companion.games.athens_sparta.moves import (
    EndMoves,
    EndMuster,
    JoinSiege,
    LookUpCity,
    LoseHiddenStep,
    MoveBlock,
    Muster,
    SetUp,
    TypedBlock,
)
from tests.games.athens_sparta.table import ATHENS, GAME, SPARTA, War, box_block, on_turn, place_face_up, place_hidden
from tests.games.athens_sparta.test_athens_sparta_keys import Seats


def filled(war: War, seat: int, *before: Answer, **given: Answer) -> Filled:
    form = fill(GAME, war.seen(seat), seat, before, {key.replace("_", "-"): given[key] for key in given})
    assert form is not None
    return form


def answers(form: Filled) -> list[tuple[str, Answer | None]]:
    return [(field.key, field.answer) for field in form.fields]


# -- moves -------------------------------------------------------------------------------------------------------------


def test_all_move_points_are_spent_by_the_button_alone() -> None:
    form = filled(on_turn(), ATHENS)
    assert form.moves == (*(MoveBlock("operational"),) * 5, EndMoves())
    assert [key for key, _ in answers(form)][:4] == ["move", "use", "move-2", "use-2"]
    assert answers(form)[-1] == ("move-6", "end")
    assert len(form.told) == 5
    assert form.ready


def test_who_moves_less_ends_the_moves_at_that_row() -> None:
    form = filled(on_turn(), ATHENS, use="strategic", move_3="end")
    assert form.moves == (MoveBlock("strategic"), MoveBlock("operational"), EndMoves())
    assert isinstance(lost := form.told[-1], Message)
    assert lost.args["n"] == 3


def test_what_must_be_looked_at_before_goes_first_and_the_form_comes_back_with_the_rest() -> None:
    war = on_turn(side=SPARTA)
    war.state.cities["amphipolis"].holder = "athens"
    place_face_up(war, "sparta", "hoplite-B4-4", "amphipolis", "siege")
    form = filled(war, SPARTA, move_2="bring")
    assert form.moves == (MoveBlock("operational"), JoinSiege("amphipolis"))
    for move in form.moves:
        war.make(SPARTA, move)
    assert [key for key, _ in answers(filled(war, SPARTA))] == ["block"]
    war.says(SPARTA, "hoplite", "B4", 4)
    assert len(filled(war, SPARTA).moves) == 4, "three points are left, and the end"


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
    assert answers(form) == [("card", 2), ("card-event", "plain")]
    assert all(field.question.secret for field in form.fields)
    assert filled(war, ATHENS, card=5).moves == (war.move(ATHENS, 5, "plain"),)
    assert answers(filled(war, ATHENS, card_event="manual"))[-1] == ("card-scope", None)


def test_what_is_printed_at_a_city_is_one_form_kept_for_other_evenings() -> None:
    war = on_turn(side=SPARTA)
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "amphipolis")
    form = filled(war, TABLE, points=2)
    assert [key for key, _ in answers(form)] == ["points", "island", "keep"]
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
    assert form.chance


def test_one_block_alone_is_asked_on_no_form_and_fires_by_the_button() -> None:
    war = mustering()
    war.musters(SPARTA, ["hoplite-B4-4"])
    war.musters(ATHENS, ["peltast-A1-2"])
    asked = war.asked(ATHENS)
    assert (asked.form, asked.key, asked.usual) == (None, "act", "fire")


def test_a_hidden_loss_is_one_secret_form() -> None:
    war = on_turn(side=SPARTA)
    place_hidden(war, "sparta", "amphipolis", 1)
    war.state.agenda.append(HiddenLosses("sparta", "amphipolis", 1, "garrison"))
    form = filled(war, SPARTA)
    assert answers(form) == [("wound", "undescribed"), ("gone", False)]
    assert form.moves == (LoseHiddenStep("", False),)
    assert all(field.question.secret for field in form.fields)


def test_the_war_begins_with_one_form() -> None:
    war = War()
    assert answers(filled(war, TABLE))[0] == ("athens", None), "nobody commands Athens unasked"
    form = filled(war, TABLE, athens="1")
    assert form.moves == (SetUp(1, 84, [TypedBlock("hoplite", "B", 2, 3), TypedBlock("ship", "C", 3, 3)], 1),)
