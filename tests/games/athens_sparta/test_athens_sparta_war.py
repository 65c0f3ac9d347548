"""Points, replacements, Persia, rebels, neutrals and the ends of the war. Sections 9 to 16."""

from __future__ import annotations

import pytest

from companion.core.secrecy import PUBLIC
from companion.games.athens_sparta.blocks import reveal_block
from companion.games.athens_sparta.changing_hands import neutral_city_joins, take_city
from companion.games.athens_sparta.moves import (
    AcceptPersia,
    AddOrder,
    CorrectHolder,
    LeaveSiege,
    MoveBlock,
    Muster,
    PlaceBlock,
    TypedBlock,
)
from companion.games.athens_sparta.replacements import PlanAccount, income
from companion.games.athens_sparta.scoring import production_points, victory_points
from companion.games.athens_sparta.state import OUT_OF_PLAY, PlanningReplacements, PlanOrder, TurnEnd
from companion.games.athens_sparta.turn import end_game_turn
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
    stepped,
)


def test_points_at_the_start() -> None:
    """Potidaea is besieged: 19 and 18."""
    war = War().begin()
    place_face_up(war, "athens", "hoplite-B2-3", "potidaea", "siege")
    assert (production_points(war.state, "athens"), production_points(war.state, "sparta")) == (19, 18)


def test_points_without_the_siege_of_potidaea() -> None:
    war = War().begin()
    assert (production_points(war.state, "athens"), production_points(war.state, "sparta")) == (19, 19)


def test_a_blockaded_city_counts_for_nobody() -> None:
    """Section 16: a blockaded city does not count."""
    war = War().begin()
    war.state.extra["sparta"] = 12
    assert victory_points(war.state, "sparta") == 31
    enter_city(war, "troezen", points=2)
    place_face_up(war, "athens", "ship-C3-4", "troezen", "blockade")
    assert victory_points(war.state, "sparta") == 29


def test_conquests_change_both_counts() -> None:
    war = War().begin()
    enter_city(war, "rhodes", points=2)
    war.state.cities["rhodes"].holder = "sparta"
    assert (production_points(war.state, "athens"), production_points(war.state, "sparta")) == (17, 21)


def at_the_end_of(war: War, olympiad: int = 84) -> War:
    """The last Game Turn of an Olympiad is over but for its end."""
    war.state.olympiad, war.state.turn = olympiad, 6
    war.state.agenda = [TurnEnd()]
    end_game_turn(stepped(war.state, ATHENS))
    return war


@pytest.mark.parametrize(
    ("side", "points", "winner"), [("athens", 11, "athens"), ("athens", 10, None), ("sparta", 11, "sparta")]
)
def test_thirty_points_win_after_an_olympiad(side: str, points: int, winner: str | None) -> None:
    war = War().begin()
    war.state.extra[side] = points  # type: ignore[index]
    at_the_end_of(war)
    ended = war.state.ended
    assert (ended and ended.winner) == winner
    if ended:
        assert ended.how == "points"
    else:
        assert isinstance(war.state.agenda[-1], PlanningReplacements)


def test_athens_wins_at_the_end_of_the_last_olympiad() -> None:
    """Section 16: Athens wins at the end of the last Olympiad."""
    war = War().begin()
    war.state.extra["sparta"] = 10
    assert victory_points(war.state, "sparta") == 29
    at_the_end_of(war, 89)
    assert war.state.ended is not None
    assert (war.state.ended.how, war.state.ended.winner) == ("last", "athens")


@pytest.mark.parametrize(("city", "winner"), [("athens", "sparta"), ("sparta", "athens")])
def test_whoever_holds_the_enemy_capital_wins_at_the_end_of_the_turn(city: str, winner: str) -> None:
    war = on_turn()
    other = SPARTA if winner == "athens" else ATHENS
    war.make(0, CorrectHolder(city, winner))  # type: ignore[arg-type]
    war.says(ATHENS, "end")
    war.says(ATHENS, "end")
    assert war.state.ended is None
    war.says(SPARTA, "end")
    war.says(SPARTA, "end")
    assert war.state.ended is not None
    assert (war.state.ended.how, war.state.ended.winner) == ("sudden", winner)
    sheet = GAME.score(war.state, PUBLIC)
    assert sheet.final
    assert [side.side for side in sheet.winners()] == [winner]
    assert GAME.awaits(war.state).over
    assert other in (ATHENS, SPARTA)


def test_besiegers_before_athens_do_not_hold_it() -> None:
    war = War().begin()
    place_face_up(war, "sparta", "hoplite-B4-4", "athens", "siege")
    place_hidden(war, "athens", "athens", 2)
    at_the_end_of(war, 84)
    assert war.state.ended is None


# -- Persia (section 14) -----------------------------------------------------------------------------------------------


def persian() -> War:
    war = War().begin()
    enter_city(war, "miletus", colour="blue")
    war.state.cities["miletus"].colour = "athens"
    war.state.cities["miletus"].holder = "sparta"
    war.cards("2", "5")
    return war


def test_persia_costs_the_points_of_miletus_but_not_its_income() -> None:
    war = persian()
    before = victory_points(war.state, "sparta")
    war.says(SPARTA, "persia")
    assert victory_points(war.state, "sparta") == before - 2
    assert income(war.state, "sparta") == before
    assert refused(war, SPARTA, AcceptPersia()) == "Persia makes no offer."


def test_persian_help_ends_for_good_when_athens_has_miletus_again() -> None:
    war = persian()
    war.says(SPARTA, "persia")
    war.says(SPARTA, "end")
    war.says(SPARTA, "end")
    enter_city(war, "miletus", walled="no", port="yes", island="no")
    war.attacks(ATHENS, "miletus", ["hoplite-B2-3"], [])
    assert war.state.persia == "ended"


# -- replacements (section 11) -----------------------------------------------------------------------------------------


def replacing(level: str = "light", box: object = None, **persia: str) -> War:
    war = War(level, box).begin()
    if persia:
        war.state.persia = "allied"
    war.state.agenda = [PlanningReplacements()]
    war.state.answered = []
    return war


def test_a_minor_city_may_be_given_one_point() -> None:
    """Section 11: a point for a minor city, so no ship without Persian help."""
    war = replacing()
    enter_city(war, "troezen", points=0)
    assert PlanAccount(war.state, "sparta").cap("troezen") == 1
    assert refused(war, SPARTA, AddOrder(PlanOrder("buy", "ship", "troezen", 1))) == "Only {n} point may go there."
    war.make(SPARTA, AddOrder(PlanOrder("buy", "hoplite", "troezen", 1)))
    assert refused(war, SPARTA, AddOrder(PlanOrder("buy", "hoplite", "troezen", 1))) == "Only {n} point may go there."


def test_with_persia_a_minor_city_may_have_a_ship_step() -> None:
    war = replacing(persia="allied")
    enter_city(war, "troezen", points=0)
    war.make(SPARTA, AddOrder(PlanOrder("buy", "ship", "troezen", 1)))
    assert len(war.state.plans["sparta"].value) == 1


def test_athens_takes_no_more_than_eight() -> None:
    war = replacing()
    war.make(ATHENS, AddOrder(PlanOrder("buy", "ship", "athens", 4)))
    assert refused(war, ATHENS, AddOrder(PlanOrder("buy", "hoplite", "athens", 1))) == "Only {n} point may go there."


def test_nothing_is_spent_in_a_besieged_city_or_beyond_the_income() -> None:
    war = replacing()
    place_face_up(war, "sparta", "ship-C2-3", "rhodes", "blockade")
    assert refused(war, ATHENS, AddOrder(PlanOrder("buy", "hoplite", "rhodes", 1))) == "It is besieged."
    assert refused(war, ATHENS, AddOrder(PlanOrder("buy", "hoplite", "corinth", 1))) == "That city is not yours."
    war.state.extra["athens"] = -18
    assert refused(war, ATHENS, AddOrder(PlanOrder("buy", "hoplite", "athens", 2))) == "That is more than is left."


def test_a_line_can_be_taken_out_and_plans_are_carried_out_together() -> None:
    war = replacing()
    war.says(ATHENS, "add", "athens", "hoplite", 2)
    war.says(ATHENS, "drop", "0")
    war.says(ATHENS, "add", "athens", "ship", 1)
    war.says(ATHENS, "ready")
    assert war.awaited() == (SPARTA,)
    war.says(SPARTA, "ready")
    assert war.state.olympiad == 85
    assert not war.state.plans["athens"].value


def army(**more: object) -> dict[str, object]:
    row = box_block("blue")
    return {"block": {"a0": row, "a1": {**row, "reserve": "yes"}, "a2": {**row, "kind": "demos"}, **more}}


def test_blocks_are_strengthened_where_they_stand_and_built_at_home() -> None:
    war = replacing("full", army())
    assert war.state.blocks["a1"].body.value.strength == 0
    war.state.blocks["a0"].body.value.strength = 1
    assert refused(war, ATHENS, AddOrder(PlanOrder("steps", "a0", "rhodes", 1))) == "It does not stand there."
    assert refused(war, ATHENS, AddOrder(PlanOrder("steps", "a0", "athens", 3))) == "A block has no more than {n} step."
    assert refused(war, ATHENS, AddOrder(PlanOrder("build", "a2", "athens", 1))) == "That block is bound."
    war.says(ATHENS, "add", "a0", "in-athens", 2)
    enter_city(war, "rhodes", points=2)
    war.says(ATHENS, "add", "a1", "in-rhodes", 1)
    war.says(ATHENS, "ready")
    war.says(SPARTA, "ready")
    assert war.state.blocks["a0"].body.value.strength == 3
    assert (war.state.blocks["a1"].body.value.strength, war.state.blocks["a1"].body.value.at) == (1, "rhodes")


def test_a_disbanded_block_is_rebuilt_at_once() -> None:
    war = replacing("full", army())
    war.says(ATHENS, "add", "a0", "disband")
    war.make(ATHENS, AddOrder(PlanOrder("build", "a0", "athens", 2)))
    war.says(ATHENS, "ready")
    war.says(SPARTA, "ready")
    assert war.state.blocks["a0"].body.value.strength == 2


# -- rebels and neutrals (sections 9 and 15) ---------------------------------------------------------------------------


def test_a_rebel_ship_goes_over_with_its_strength_and_comes_back() -> None:
    """Section 15: the ship moves there at the same strength."""
    row = {"kind": "ship", "letter": "C", "rate": 3, "home": "rhodes", "steps": 4, "twin": "rhodes"}
    war = War("full", {"block": {"a": {**row, "colour": "blue"}, "s": {**row, "colour": "red"}}}).begin()
    war.state.blocks["a"].body.value.strength = 3
    assert war.state.blocks["s"].body.value.strength == 0
    war.cards("2", "5")
    enter_city(war, "rhodes", points=2, walled="no", island="no")
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "rhodes")
    war.says(SPARTA, "hoplite", "B3", 3)
    war.says(SPARTA, "done")
    war.says(ATHENS, "done")
    ours, theirs = war.state.blocks["a"].body.value, war.state.blocks["s"].body.value
    assert (ours.strength, theirs.strength, theirs.at) == (0, 3, "rhodes")
    assert set(war.state.blocks["s"].body.to) == {SPARTA}


def test_green_blocks_stand_at_full_strength_for_whoever_was_joined() -> None:
    row = {"kind": "ship", "letter": "C", "rate": 2, "home": "syracuse", "steps": 2, "colour": "green"}
    war = War("full", {"block": {"n": row}}).begin()
    assert war.state.blocks["n"].side == "neutral"
    war.cards("2", "5")
    enter_city(war, "syracuse", island="no")
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "syracuse")
    war.says(SPARTA, "hoplite", "B3", 3)
    war.says(SPARTA, "done")
    block = war.state.blocks["n"]
    assert (block.side, block.body.value.strength, block.body.to) == ("athens", 2, (ATHENS,))


def test_a_home_may_be_written_as_the_owners_call_the_city() -> None:
    row = {"colour": "green", "kind": "ship", "steps": 3, "letter": "C", "rate": 2}
    blocks = {"n": {**row, "home": "Argos"}, "m": {**row, "home": "Mégara"}}
    owners = {"block": blocks, "city": {"megara": {"name": "Mégara"}}}
    war = War("full", owners).begin()
    assert [war.state.blocks[key].body.value.home for key in ("n", "m")] == ["argos", "megara"]
    step = stepped(war.state, ATHENS)
    neutral_city_joins(step, "argos", "athens")
    assert war.state.blocks["n"].side == "athens"
    assert war.state.blocks["n"].body.value.strength == 3


def test_what_is_disbanded_can_be_built_again_at_once() -> None:
    row = box_block("red", "hoplite", "sparta")
    war = replacing("full", {"block": {"s": row}})
    war.state.blocks["s"].body.value.at = "corinth"
    war.says(SPARTA, "add", "s", "disband")
    assert "in the pool" in war.asked(SPARTA, "add").options[0].label.args["place"].text
    war.says(SPARTA, "add", "s", "in-sparta", 2)
    war.says(SPARTA, "add", "s", "in-sparta", 1)
    war.says(SPARTA, "ready")
    war.says(ATHENS, "ready")
    held = war.state.blocks["s"].body.value
    assert (held.strength, held.at) == (3, "sparta")


def test_the_hidden_cards_show_too_when_syracuse_joins_by_an_event() -> None:
    war = War(syracuse=True).begin()
    for seat, points in ((ATHENS, 2), (SPARTA, 5)):
        war.says(seat, "keep", points, "plain")
    war.says(ATHENS, 3, "join")
    war.says(SPARTA, 2, "plain")
    before = production_points(war.state, "athens")
    war.says(ATHENS, "syracuse")
    assert production_points(war.state, "athens") == before + 7


def test_an_event_may_keep_ships_from_moving() -> None:
    rows = {
        "h": box_block("blue"),
        "n": {"colour": "blue", "kind": "ship", "steps": 3, "letter": "C", "rate": 3, "home": "athens"},
    }
    war = War("full", {"block": rows}).begin()
    handle = place_face_up(war, "athens", "ship-C3-3", "potidaea", "blockade")
    war.says(ATHENS, 5, "plain")
    war.says(SPARTA, 2, "no-ships")
    war.says(SPARTA, "end")
    war.says(SPARTA, "end")
    assert war.awaited() == (ATHENS,)
    calm = "An event keeps ships in port."
    assert refused(war, ATHENS, MoveBlock("operational", "n", "chios")) == calm
    assert refused(war, ATHENS, LeaveSiege(handle, "athens")) == calm
    war.says(ATHENS, "bring", "potidaea")
    typed = TypedBlock("ship", "C", 3, 2)
    assert refused(war, ATHENS, Muster("fight", typed=typed)) == calm
    war.says(ATHENS, "hoplite", "B2", 2)
    war.make(ATHENS, MoveBlock("operational", "h", "chios"))
    assert war.state.blocks["h"].body.value.at == "chios"


def test_a_revolt_block_that_holds_a_city_may_be_taken_away() -> None:
    rows = {
        "d": {"colour": "blue", "kind": "demos", "steps": 3, "letter": "B", "rate": 2},
        "h": box_block("blue"),
    }
    war = War("full", {"block": rows}).begin()
    enter_city(war, "thebes", points=2)
    war.cards("5", "2")
    war.says(ATHENS, "revolt", "thebes", 2, False)
    assert war.state.blocks["d"].body.value.at == "thebes"
    war.says(ATHENS, "end")
    assert refused(war, ATHENS, PlaceBlock("h", OUT_OF_PLAY)) == "Only revolt blocks are taken away."
    war.says(ATHENS, "regroup", "d", "off")
    assert (war.state.blocks["d"].body.value.strength, war.state.blocks["d"].body.value.at) == (0, OUT_OF_PLAY)
    assert war.state.cities["thebes"].holder == "athens"


# -- what follows when a city changes hands ----------------------------------------------------------------------------


def test_green_blocks_go_over_as_strong_as_they_are_when_their_home_is_taken() -> None:
    """Section 9: those of that city only, hidden from their new enemy, and also those that lie face up."""
    row = box_block("green", "hoplite", "argos")
    blocks = {"n1": row, "n2": {**row, "home": "syracuse"}, "n3": row, "a": {**row, "colour": "blue"}}
    war = War("full", {"block": blocks}).begin()
    for home in ("argos", "syracuse"):
        neutral_city_joins(stepped(war.state, ATHENS), home, "athens")
    war.state.cities["argos"].colour = "neutral"
    war.state.blocks["n1"].body.value.strength = 2
    reveal_block(stepped(war.state, ATHENS), "athens", "n3", "corinth", "siege")
    take_city(stepped(war.state, SPARTA), "argos", "sparta")
    assert {key: block.side for key, block in war.state.blocks.items()} == {
        "n1": "sparta",
        "n2": "athens",
        "n3": "sparta",
        "a": "athens",
    }
    gone_over = war.state.blocks["n1"].body
    assert (gone_over.value.strength, gone_over.to) == (2, (SPARTA,))


def test_by_light_tracking_the_players_are_told_to_swap_green_blocks() -> None:
    war = War().begin()
    enter_city(war, "argos", colour="green")
    war.state.cities["argos"].colour = "neutral"
    step = stepped(war.state, SPARTA)
    take_city(step, "argos", "sparta")
    assert "Its green blocks go over to {side}." in [told.text for told in step.told]


def test_only_the_ship_of_the_city_that_was_taken_changes_sides() -> None:
    row = {"kind": "ship", "letter": "C", "rate": 3, "steps": 4}
    blocks = {
        f"{colour[0]}-{city}": {**row, "colour": colour, "home": city, "twin": city}
        for colour in ("blue", "red")
        for city in ("chios", "rhodes", "mytilene")
    }
    half_known = {"colour": "red", "kind": "ship", "twin": "rhodes"}
    war = War("full", {"block": {**blocks, "r-unread": half_known}}).begin()
    take_city(stepped(war.state, SPARTA), "rhodes", "sparta")
    strengths = {key: block.body.value.strength for key, block in war.state.blocks.items()}
    blue, red = {"b-chios": 4, "b-rhodes": 0, "b-mytilene": 4}, {"r-chios": 0, "r-rhodes": 4, "r-mytilene": 0}
    assert strengths == {**blue, **red}


def test_a_city_set_right_frees_the_hidden_blocks_of_others_there_alone() -> None:
    war = War().begin()
    enter_city(war, "rhodes", points=2)
    war.cards("5", "2")
    for side, place in (("athens", "rhodes"), ("athens", "chios"), ("sparta", "corinth")):
        place_face_up(war, "sparta" if side == "athens" else "athens", "ship-C3-3", place, "blockade")
        place_hidden(war, side, place, 1)
    war.make(0, CorrectHolder("rhodes", "sparta"))
    assert sorted(one.place for one in war.state.garrisons) == ["chios", "corinth"]


def test_all_are_told_what_a_taken_city_means_for_the_end() -> None:
    war = on_turn(side=SPARTA)
    war.state.extra["sparta"] = 9
    enter_city(war, "amphipolis", points=2, walled="no", island="no")
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "amphipolis")
    war.says(SPARTA, "hoplite", "B3", 3)
    war.says(SPARTA, "done")
    war.says(ATHENS, "done")
    told = [ENGLISH.say(line) for line in war.told]
    assert told[-4:-1] == [
        "Nobody defends Amphipolis any more.",
        "Sparta takes Amphipolis.",
        "Sparta is at 30 of 30: at the end of an Olympiad that wins the war.",
    ]
