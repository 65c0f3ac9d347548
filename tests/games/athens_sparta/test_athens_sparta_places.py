"""Where a block may stop, as far as a city says it, and what a strait and an oracle do. Sections 5 to 9 and 14."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.athens_sparta.blocks import reveal_block
from companion.games.athens_sparta.moves import (
    AddCity,
    AddOrder,
    Attack,
    CombatAction,
    EndMoves,
    ForcedRetreat,
    LeaveSiege,
    MoveBlock,
    Muster,
    NamePlace,
    PlaceBlock,
    TypedBlock,
)
from companion.games.athens_sparta.places import capacity_reason, is_oracle_name
from companion.games.athens_sparta.state import POOL, Battle, CombatTurn, PlanningReplacements, PlanOrder, Retreating
from tests.games.athens_sparta.table import (
    ATHENS,
    SPARTA,
    TABLE,
    War,
    box_block,
    enter_city,
    on_turn,
    place_face_up,
    place_hidden,
    refused,
    stepped,
)

SIEGE = "No strategic move goes to or from a siege or blockade."
NEUTRAL = "Nobody stops in a neutral hex but to attack."
UNFRIENDLY = "A strategic move ends in a friendly hex."
NO_PORT = "Ships end in a port."
BORDER = "Athens never crosses the Persian border."
UNALLIED = "Sparta crosses the Persian border only with the help of Persia."


def followed(side: int = ATHENS, **blocks: Any) -> War:
    """A hoplite and a ship of the side on turn. Argos is green, Ephesus Persian, the colour of Samos unknown."""
    colour, home = ("blue", "athens") if side == ATHENS else ("red", "corinth")
    rows = {"h": box_block(colour, "hoplite", home), "n": box_block(colour, "ship", home), **blocks}
    cities = {"argos": {"colour": "green"}, "ephesus": {"colour": "orange"}, "thebes": {"points": 2}}
    war = on_turn("full", {"block": rows, "city": cities}, side=side)
    if side == SPARTA:
        war.state.points = 5
    return war


def place(war: War, key: str, at: str) -> None:
    war.state.blocks[key].body.value.at = at


def why(war: War, seat: int, move: Any) -> str:
    """Why a move is refused, or nothing; it is not made."""
    before = war.state
    try:
        war.make(seat, move)
    except Exception as refusal:
        return str(refusal.message.text)  # type: ignore[attr-defined]
    war.state = before
    return ""


# -- strategic moves (section 5.3) -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "to", "reason"),
    [
        ("h", "rhodes", ""),
        ("h", "field", ""),
        ("h", "samos", ""),
        ("h", "corinth", UNFRIENDLY),
        ("h", "argos", NEUTRAL),
        ("h", "ephesus", BORDER),
        ("h", "amphipolis", SIEGE),
        ("h", "potidaea", SIEGE),
        ("n", "rhodes", ""),
        ("n", "amphipolis", SIEGE),
    ],
)
def test_a_strategic_move_ends_in_a_friendly_hex_and_in_no_siege(key: str, to: str, reason: str) -> None:
    """Amphipolis is besieged by Sparta, Potidaea by Athens."""
    war = followed()
    place_face_up(war, "sparta", "hoplite-B3-3", "amphipolis", "siege")
    place_face_up(war, "athens", "ship-C3-3", "potidaea", "blockade")
    assert why(war, ATHENS, MoveBlock("strategic", key, to)) == reason
    options = {option.value: option.reason for option in war.asked(ATHENS, "march", "strategic", key).options}
    assert (options[to].text if options[to] else "") == reason


def test_no_strategic_move_begins_in_a_siege() -> None:
    war = followed()
    place(war, "h", "amphipolis")
    place_face_up(war, "sparta", "ship-C2-3", "amphipolis", "blockade")
    assert refused(war, ATHENS, MoveBlock("strategic", "h", "rhodes")) == SIEGE
    war.make(ATHENS, MoveBlock("operational", "h", "rhodes"))


@pytest.mark.parametrize(
    ("key", "to", "reason"),
    [("h", "argos", ""), ("h", "corinth", ""), ("h", "ephesus", BORDER), ("n", "thebes", NO_PORT), ("n", "argos", "")],
)
def test_an_operational_move_may_attack_but_not_cross_the_border(key: str, to: str, reason: str) -> None:
    assert why(followed(), ATHENS, MoveBlock("operational", key, to)) == reason


@pytest.mark.parametrize(("persia", "reason"), [("none", UNALLIED), ("allied", ""), ("ended", UNALLIED)])
def test_sparta_crosses_the_border_only_while_persia_helps(persia: str, reason: str) -> None:
    war = followed(SPARTA)
    war.state.persia = persia  # type: ignore[assignment]
    assert why(war, SPARTA, MoveBlock("operational", "h", "ephesus")) == reason


def test_whoever_leaves_a_siege_moves_operationally() -> None:
    war = followed()
    ship = reveal_block(stepped(war.state, ATHENS), "athens", "n", "potidaea", "blockade").handle
    assert refused(war, ATHENS, LeaveSiege(ship, "thebes")) == NO_PORT
    assert refused(war, ATHENS, LeaveSiege(ship, "ephesus")) == BORDER
    assert why(war, ATHENS, LeaveSiege(ship, "rhodes")) == ""


# -- regroup and retreat (sections 6.4, 6.5 and 9) ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "to", "reason"),
    [
        ("h", "argos", NEUTRAL),
        ("h", "ephesus", BORDER),
        ("n", "thebes", NO_PORT),
        ("n", "rhodes", ""),
        ("h", "field", ""),
    ],
)
def test_nobody_regroups_into_a_neutral_hex_and_no_ship_away_from_a_port(key: str, to: str, reason: str) -> None:
    war = followed()
    war.says(ATHENS, "end")
    assert why(war, ATHENS, PlaceBlock(key, to)) == reason


@pytest.mark.parametrize(
    ("key", "to", "reason"),
    [
        ("n", "rhodes", ""),
        ("n", "field", ""),
        ("n", "samos", ""),
        ("n", "gytheum", ""),
        ("n", "corinth", "Ships retreat to a friendly port."),
        ("n", "chios", "Ships retreat to a friendly port."),
        ("n", "thebes", NO_PORT),
        ("n", "argos", NEUTRAL),
        ("h", "rhodes", ""),
        ("h", "potidaea", ""),
        ("h", "corinth", "Nobody retreats into an enemy hex."),
        ("h", "gytheum", "Nobody retreats into an enemy hex."),
        ("h", "argos", NEUTRAL),
        ("h", "ephesus", BORDER),
        ("h", "syracuse", "Nobody retreats to Sicily."),
    ],
)
def test_ships_retreat_to_friendly_ports_and_land_blocks_to_friendly_hexes(key: str, to: str, reason: str) -> None:
    """Athens blockades Gytheum and besieges Potidaea, Sparta blockades Chios; by an own act and when forced."""
    war = followed()
    place_face_up(war, "athens", "ship-C3-3", "gytheum", "blockade")
    place_face_up(war, "athens", "hoplite-B2-3", "potidaea", "siege")
    place_face_up(war, "sparta", "ship-C2-3", "chios", "blockade")
    place_face_up(war, "sparta", "ship-C2-3", "leucas", "field")
    handle = reveal_block(stepped(war.state, ATHENS), "athens", key, "leucas", "field").handle
    war.state.battle = Battle("leucas", "athens", "field", "round")
    war.state.agenda.append(CombatTurn("athens", [handle]))
    assert why(war, ATHENS, CombatAction(handle, "retreat", to)) == reason
    options = {option.value: option.reason for option in war.asked(ATHENS, "retreat").options}
    assert (options[to].text if options[to] else "") == reason
    war.state.agenda[-1] = Retreating("athens", handle)
    assert why(war, ATHENS, ForcedRetreat(handle, True, to)) == reason


# -- straits (section 5.5) ---------------------------------------------------------------------------------------------


def test_a_land_block_under_an_enemy_ship_at_a_strait_loses_a_step_and_goes_back() -> None:
    war = followed()
    war.says(ATHENS, "march", "strait", "h")
    body = war.state.blocks["h"].body.value
    assert (body.strength, body.at, war.state.points) == (2, "athens", 4)
    assert "{side}: an enemy ship at the strait takes a step." in war.words()
    assert not any(hasattr(told, "text") and "goes down from" in told.text for told in war.told), "which one is secret"
    for _ in range(2):
        war.make(ATHENS, MoveBlock("strait", "h"))
    assert (body.strength, war.state.blocks["h"].body.value.at) == (2, POOL)
    assert war.state.blocks["h"].body.value.strength == 0


def test_ships_are_not_turned_back_at_a_strait() -> None:
    war = followed()
    assert refused(war, ATHENS, MoveBlock("strait", "n")) == "Only land blocks cross straits."
    assert {option.value: bool(option.reason) for option in war.asked(ATHENS, "march", "strait").options}["n"]
    war.make(ATHENS, MoveBlock("strait"))
    assert war.state.points == 4


def test_in_light_play_the_point_is_spent_and_the_loss_is_told() -> None:
    war = on_turn()
    war.says(ATHENS, "march", "strait")
    assert war.state.points == 4
    assert "{side}: an enemy ship at the strait takes a step." in war.words()
    assert refused(war, ATHENS, EndMoves(1, "strait")) == "A block that is turned back moves by itself."
    assert "strait" not in {option.value for option in war.asked(ATHENS, "last", 1).options}


# -- Athens (sections 2.3 and 7.1) -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("blocks", "on_land", "kind", "reason"),
    [
        (5, 4, "ship", ""),
        (6, 4, "ship", "No more than {n} block stands in Athens."),
        (4, 4, "hoplite", "No more than {n} land block stands in Athens."),
        (5, 3, "cavalry", ""),
        (6, 0, "peltast", "No more than {n} block stands in Athens."),
        (6, 4, "demos", ""),
    ],
)
def test_athens_holds_six_four_of_them_on_land(blocks: int, on_land: int, kind: str, reason: str) -> None:
    found = capacity_reason(blocks, on_land, kind)
    assert (found.text if found else "") == reason


def full_athens(land: int, ships: int) -> War:
    rows = {f"h{n}": box_block("blue") for n in range(land)} | {
        f"n{n}": box_block("blue", "ship") for n in range(ships)
    }
    rows |= {"more": box_block("blue", "hoplite", "rhodes"), "sail": box_block("blue", "ship", "rhodes")}
    return on_turn("full", {"block": rows})


def test_nobody_moves_into_a_full_athens_before_another_has_left() -> None:
    war = full_athens(4, 1)
    land = "No more than {n} land block stands in Athens."
    assert refused(war, ATHENS, MoveBlock("operational", "more", "athens")) == land
    assert refused(war, ATHENS, MoveBlock("strategic", "more", "athens")) == land
    war.make(ATHENS, MoveBlock("strategic", "sail", "athens"))
    war.make(ATHENS, MoveBlock("strategic", "h0", "rhodes"))
    war.make(ATHENS, MoveBlock("strategic", "more", "athens"))
    war.says(ATHENS, "end")
    assert refused(war, ATHENS, PlaceBlock("h0", "athens")) == "No more than {n} block stands in Athens."


def test_nobody_is_built_in_a_full_athens() -> None:
    war = full_athens(4, 1)
    war.state.agenda = [PlanningReplacements()]
    row = war.state.blocks["more"].body.value
    row.strength, row.at, row.reserve = 0, POOL, True
    order = PlanOrder("build", "more", "athens", 1)
    assert refused(war, ATHENS, AddOrder(order)) == "No more than {n} land block stands in Athens."
    war.make(ATHENS, AddOrder(PlanOrder("disband", "h0", "", 0)))
    war.make(ATHENS, AddOrder(order))


def test_no_fifth_land_block_and_no_seventh_block_defends_athens_in_light_play() -> None:
    war = on_turn(side=SPARTA)
    enter_city(war, "athens", island="no")
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "athens")
    war.musters(SPARTA, ["hoplite-B3-3"])
    for _ in range(4):
        war.says(ATHENS, "hoplite", "B2", 3)
    options = {option.value: option.reason for option in war.asked(ATHENS).options}
    assert options["hoplite"].text == "No more than {n} land block stands in Athens."
    assert options["ship"] is None
    hoplite = TypedBlock("hoplite", "B", 2, 3)
    assert refused(war, ATHENS, Muster("fight", typed=hoplite)) == "No more than {n} land block stands in Athens."
    war.says(ATHENS, "ship", "C3", 3)
    war.says(ATHENS, "goes-inside")
    full = "No more than {n} block stands in Athens."
    assert refused(war, ATHENS, Muster("fight", typed=TypedBlock("ship", "C", 3, 3))) == full
    assert refused(war, ATHENS, Muster("inside")) == full
    assert refused(war, ATHENS, Muster("patrol", typed=TypedBlock("ship", "C", 3, 3))) == full


def test_whoever_comes_out_of_athens_needs_no_room() -> None:
    war = on_turn()
    place_face_up(war, "sparta", "hoplite-B3-3", "athens", "siege")
    place_hidden(war, "athens", "athens", 6)
    war.says(ATHENS, "end")
    war.says(ATHENS, "sally", "athens")
    war.make(ATHENS, Muster("sally", typed=TypedBlock("hoplite", "B", 2, 3)))


# -- oracles (section 5.8) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "oracle"),
    [
        ("Delos", True),
        ("delphi", True),
        ("Delfos", True),
        (" Oráculo de Delfos ", True),
        ("The oracle of Delphi", True),
        ("DÉLOS", True),
        ("near Delphi", False),
        ("Oracle", False),
        ("Megara", False),
        ("", False),
    ],
)
def test_an_oracle_goes_by_its_name(name: str, oracle: bool) -> None:
    assert is_oracle_name(name) == oracle


def test_no_battle_is_fought_at_an_oracle_whatever_it_is_entered_as() -> None:
    fight = "Nobody fights at an oracle."
    war = on_turn()
    war.says(TABLE, "new", "name", "Delos", "green", 1, False, True, False)
    war.says(TABLE, "new", "number", "red", 1, False, True, False)
    war.says(ATHENS, "end")
    assert refused(war, ATHENS, Attack("", "field", "Delphi")) == fight
    assert refused(war, ATHENS, Attack("delos", "field")) == fight
    places = {option.value: option.reason for option in war.asked(ATHENS, "battle").options}
    assert places["delos"].text == fight
    war.says(TABLE, "name", "city-34", "Delfos", False)
    assert refused(war, ATHENS, Attack("city-34", "field")) == fight
    war.says(ATHENS, "battle", "open", "number")
    assert refused(war, TABLE, NamePlace("field-1", "Delphi", False)) == fight


def test_a_block_that_begins_at_an_oracle_attacks_nobody() -> None:
    war = followed()
    war.make(TABLE, AddCity("Delphi", False, "green", 0, "no", "no"))
    place(war, "h", "delphi")
    reason = "A block at an oracle attacks nobody this turn."
    assert refused(war, ATHENS, MoveBlock("operational", "h", "corinth")) == reason
    assert refused(war, ATHENS, MoveBlock("operational", "h", "argos")) == reason
    war.says(ATHENS, "end")
    enter_city(war, "corinth", points=3)
    war.says(ATHENS, "battle", "corinth")
    assert refused(war, ATHENS, Muster("fight", "h")) == reason
