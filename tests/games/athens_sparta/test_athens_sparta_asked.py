"""What is owed now and nothing else, who rolls and draws on cardboard, and what a move tells. Sections 4, 6 and 17."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from companion.core.boxes import Fact
from companion.core.chance import CardboardNeeded, RandomStream, TableChance
from companion.core.secrecy import Sealed
from companion.core.step import run
from companion.games.athens_sparta.battlefield import targets
from companion.games.athens_sparta.game import RULES
from companion.games.athens_sparta.moves import (
    AcceptPersia,
    AddCity,
    AddOrder,
    Attack,
    ChooseCard,
    CombatAction,
    CorrectHolder,
    EndBattles,
    EndMoves,
    JoinSiege,
    LeaveSiege,
    LookUpCity,
    LoseHiddenStep,
    MoveBlock,
    Muster,
    NamePlace,
    PlaceBlock,
    RemoveOrder,
    Revolt,
    SetUp,
    SetUpBattle,
)
from companion.games.athens_sparta.state import (
    POOL,
    Assaulting,
    AssigningHits,
    Besieging,
    CheckingHands,
    ChoosingBattle,
    ChoosingCards,
    CombatTurn,
    Due,
    HiddenLosses,
    Moving,
    Mustering,
    NeutralJoining,
    PlanningReplacements,
    PlanOrder,
    Redealing,
    Retreating,
    Sacking,
    SettingUp,
    SupplyCheck,
)
from tests.games.athens_sparta.table import (
    ATHENS,
    GAME,
    SPARTA,
    TABLE,
    War,
    box_block,
    enter_city,
    on_turn,
    place_face_up,
    place_hidden,
    refused,
)

NOT_NOW = "That is not asked for now."
LINE = PlanOrder("buy", "hoplite", "athens", 1)
MOVE_PART = {MoveBlock, JoinSiege, LeaveSiege, Revolt, AcceptPersia, EndMoves}
COMBAT_PART = {Attack, PlaceBlock, EndBattles}
OF_THE_TABLE = {SetUp, SetUpBattle, LookUpCity, CorrectHolder, AddCity, NamePlace}
FIELDS: dict[str, Any] = {
    "redeal": False,
    "mine": True,
    "card": "3",
    "city": "thebes",
    "use": "strategic",
    "handle": "u1",
    "handles": [],
    "steps": 1,
    "empty": True,
    "place": "thebes",
    "kind": "field",
    "block": "",
    "to": "field",
    "stance": "fight",
    "what": "fire",
    "away": True,
    "gone": True,
    "blocks": 1,
    "order": LINE,
}
"""A value for every field of a side's moves."""


def sample(kind: type) -> Any:
    """A move of this kind."""
    return kind(**{field.name: FIELDS[field.name] for field in structs.fields(kind) if field.required})


OF_A_SIDE = sorted(set(RULES) - OF_THE_TABLE, key=str)


@pytest.mark.parametrize("kind", [kind for kind in OF_A_SIDE if kind not in MOVE_PART], ids=lambda kind: kind.__name__)
def test_in_the_move_part_nothing_else_is_taken(kind: type) -> None:
    assert refused(on_turn(), ATHENS, sample(kind)) == NOT_NOW


@pytest.mark.parametrize(
    "kind", [kind for kind in OF_A_SIDE if kind not in COMBAT_PART], ids=lambda kind: kind.__name__
)
def test_in_the_combat_part_nothing_else_is_taken(kind: type) -> None:
    war = on_turn()
    war.says(ATHENS, "end")
    assert refused(war, ATHENS, sample(kind)) == NOT_NOW


PARTS: dict[str, Due] = {
    "setting up": SettingUp(),
    "hands": CheckingHands(),
    "new hand": Redealing("athens"),
    "cards": ChoosingCards(),
    "joining": NeutralJoining("athens"),
    "moves": Moving("athens"),
    "combat": ChoosingBattle("athens"),
    "muster": Mustering("athens", "thebes", "attack"),
    "assault": Assaulting("athens"),
    "combat turn": CombatTurn("athens", ["u1"]),
    "hits": AssigningHits("athens", 1, ["u1"], False),
    "retreat": Retreating("athens", "u1"),
    "siege": Besieging("athens", "thebes"),
    "sack": Sacking("athens", "thebes", 1),
    "hidden losses": HiddenLosses("athens", "thebes", 1, "garrison"),
    "supply": SupplyCheck("sparta"),
    "replacements": PlanningReplacements(),
}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("kind", OF_A_SIDE, ids=lambda kind: kind.__name__)
def test_the_table_makes_no_move_of_a_side(kind: type, part: str) -> None:
    war = on_turn()
    war.state.agenda.append(PARTS[part])
    assert refused(war, TABLE, sample(kind)) == NOT_NOW


@pytest.mark.parametrize(
    "move",
    [
        CorrectHolder("thebes", "athens"),
        AddCity("Delphi", False, "green", 1, "no", "no"),
        NamePlace("field-1", "Delium", False),
    ],
    ids=lambda move: type(move).__name__,
)
def test_a_side_makes_no_move_of_the_table(move: Any) -> None:
    war = on_turn()
    war.state.places["field-1"] = ""
    assert refused(war, ATHENS, move) == NOT_NOW


def test_the_table_looks_nothing_up_for_a_side() -> None:
    assert refused(on_turn(), TABLE, LookUpCity("thebes", False, points=2)) == NOT_NOW


@pytest.mark.parametrize(
    "move", [SetUp(1, 84), SetUpBattle("athens", "open", False)], ids=lambda move: type(move).__name__
)
def test_the_table_is_set_up_once(move: Any) -> None:
    assert refused(on_turn(), TABLE, move) == NOT_NOW


# -- who rolls and draws -----------------------------------------------------------------------------------------------


def rolls(war: War, seat: int, move: Any, *kinds: str) -> int:
    """The seat that enters what the cardboard shows."""
    chance = TableChance(RandomStream(b"seed"), dict.fromkeys(kinds, "cardboard"))
    with pytest.raises(CardboardNeeded) as needed:
        run(GAME.copy(war.state), seat, chance, lambda step: GAME.apply(step, move))
    return needed.value.by


def test_each_side_rolls_for_its_own_blocks() -> None:
    war = on_turn()
    enter_city(war, "thebes", points=2, walled="no", island="no")
    war.attacks(ATHENS, "thebes", ["hoplite-B2-3"], ["peltast-A1-2"])
    for seat, dice in ((SPARTA, [6, 6]), (ATHENS, [6, 6, 6])):
        assert isinstance(due := war.state.agenda[-1], CombatTurn)
        assert rolls(war, seat, CombatAction(due.handles[0], "fire"), "battle") == seat
        war.says(seat, "fire", battle=dice)


def test_each_side_rolls_for_its_own_hunger() -> None:
    war = on_turn()
    place_face_up(war, "athens", "hoplite-B2-3", "potidaea", "siege")
    war.says(ATHENS, "end")
    assert rolls(war, ATHENS, EndBattles(), "attrition") == ATHENS


def test_each_side_draws_its_own_hand() -> None:
    war = War(box="practice")
    assert rolls(war, TABLE, SetUp(ATHENS, 84), "deal") == ATHENS
    war = War(box="practice")
    assert rolls(war, TABLE, SetUp(SPARTA, 84), "deal") == SPARTA


# -- cards -------------------------------------------------------------------------------------------------------------


def test_with_hands_of_cardboard_nothing_is_laid_aside_but_in_sicily() -> None:
    """Seven are dealt, and one goes back: the companion knows neither."""
    war = War(deal=7, syracuse=True).begin()
    war.says(ATHENS, "keep", 2, "plain")
    war.says(SPARTA, "keep", 3, "plain")
    assert isinstance(war.state.agenda[-1], ChoosingCards)
    assert [war.state.syracuse[side].value for side in ("athens", "sparta")] == ["2", "3"]


def test_what_the_owners_wrote_of_an_event_is_said_when_it_comes() -> None:
    row: dict[str, Fact] = {"points": 2, "event": "Storm", "effect": "manual", "note": "No ship leaves port."}
    war = War(owners={"card": {"c1": row}}).begin()
    war.make(ATHENS, ChooseCard("2.manual.own.storm"))
    war.make(SPARTA, ChooseCard("3"))
    told = next(told for told in war.told if getattr(told, "text", "") == "{event}: {note}")
    assert [str(told.args[key]) for key in ("event", "note")] != ["", ""]
    assert "No ship leaves port." in repr(told.args["note"])


# -- battles -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ground", "walled", "inside"),
    [("open", False, ""), ("minor", True, ""), ("minor", False, "There are no walls."), ("major", True, "")],
)
def test_a_battle_by_itself_is_in_the_open_or_at_a_city_of_the_defenders(
    ground: Any, walled: bool, inside: str
) -> None:
    war = War("battle")
    war.make(TABLE, SetUp(ATHENS, 84))
    war.make(TABLE, SetUpBattle("athens", ground, walled))
    assert war.awaited() == (ATHENS,)
    war.musters(ATHENS, ["hoplite-B2-3"])
    if ground == "open":
        assert not war.state.cities
        assert refused(war, SPARTA, Muster("inside")) == "These walls are not yours."
        return
    assert [one.holder for one in war.state.cities.values()] == ["sparta"]
    if inside:
        assert refused(war, SPARTA, Muster("inside")) == inside
        return
    for _ in range(4 if ground == "major" else 2):
        war.make(SPARTA, Muster("inside"))
    assert refused(war, SPARTA, Muster("inside")) == "No more than {n} block fits inside."


@pytest.mark.parametrize("what", ["wait", "shore"])
def test_whoever_does_not_fire_can_be_hit_like_any_other(what: str) -> None:
    war = on_turn()
    enter_city(war, "thebes", points=2, walled="no", port="yes", island="no")
    war.attacks(ATHENS, "thebes", ["ship-A2-3", "hoplite-C2-3"], ["hoplite-B3-2"])
    war.says(ATHENS, what)
    battle = war.state.battle
    assert battle is not None
    battle.shore = True
    reached = targets(war.state, battle, war.state.units[2])
    assert [unit.handle for unit in reached] == [war.handle(ATHENS, 0), war.handle(ATHENS, 1)]


def test_a_block_that_a_correction_leaves_without_a_step_is_lost() -> None:
    row = box_block("blue")
    war = on_turn("full", {"block": {"a": row, "b": row, "s": {**row, "colour": "red", "home": "thebes"}}})
    enter_city(war, "thebes", points=2, walled="no", island="no")
    war.says(ATHENS, "end")
    war.says(ATHENS, "battle", "thebes")
    for key in ("a", "b", "done"):
        war.says(ATHENS, key)
    war.make(SPARTA, Muster("fight", "s"))
    war.says(SPARTA, "done")
    war.state.blocks["a"].body.value.strength = 0
    war.says(SPARTA, "fire", battle=[6, 6, 6])
    assert [unit.block for unit in war.state.units] == ["b", "s"]
    assert war.state.blocks["a"].body.value.at == POOL


def test_a_revolt_fails_also_where_those_behind_the_walls_are_not_seen() -> None:
    war = on_turn()
    enter_city(war, "corinth", points=3, walled="yes", island="no")
    place_face_up(war, "athens", "demos-B2-1", "corinth", "field")
    war.says(ATHENS, "end")
    war.says(ATHENS, "end")
    war.says(ATHENS, "done")
    war.musters(SPARTA, ["inside"])
    war.says(ATHENS, [])
    assert not war.state.units
    assert war.state.cities["corinth"].holder == "sparta"
    assert "{block} is taken away: the revolt fails." in war.words()


def test_who_stays_before_a_city_is_said_to_besiege_or_to_blockade_it() -> None:
    war = on_turn()
    enter_city(war, "troezen", points=2, walled="yes", island="no")
    war.attacks(ATHENS, "troezen", ["ship-C3-3", "hoplite-B2-3"], ["inside"])
    war.says(ATHENS, [])
    war.says(ATHENS, [war.handle(ATHENS, 0), war.handle(ATHENS, 1)])
    assert war.words()[:2] == ["{block} blockades {place}.", "{block} besieges {place}."]


def test_no_more_is_asked_of_a_city_than_it_has_blocks() -> None:
    """A correction may have taken a block away that was still to be hit."""
    for inside, asked in ((1, False), (2, True)):
        war = on_turn()
        place_face_up(war, "sparta", "ship-C2-3", "rhodes", "blockade")
        place_hidden(war, "athens", "rhodes", inside)
        war.state.agenda.append(HiddenLosses("athens", "rhodes", 2, "garrison"))
        war.make(ATHENS, LoseHiddenStep("", True))
        assert (war.state.agenda[-1] == HiddenLosses("athens", "rhodes", 1, "garrison")) == asked
        assert asked or isinstance(war.state.agenda[-1], Moving)


# -- plans and corrections ---------------------------------------------------------------------------------------------


def test_a_line_that_is_not_planned_cannot_be_taken_out() -> None:
    war = on_turn()
    war.state.agenda = [PlanningReplacements()]
    assert refused(war, ATHENS, RemoveOrder(LINE)) == "Your plan has no such line."


def test_only_the_planner_is_told_what_he_plans() -> None:
    row = box_block("blue")
    war = on_turn("full", {"block": {"a": {**row, "name": "Ours"}}})
    war.state.blocks["a"].body.value.strength = 1
    war.state.agenda = [PlanningReplacements()]
    lines = (PlanOrder("steps", "a", "athens", 1), PlanOrder("disband", "a", "", 0))
    for order, words in zip(lines, ("{place}: {block} +{n}", "disband {block}"), strict=True):
        for move, told_so in (
            (AddOrder(order), "You plan: {order}."),
            (RemoveOrder(order), "You plan no longer: {order}."),
        ):
            war.make(ATHENS, move)
            (told,) = war.told
            assert isinstance(told, Sealed)
            assert (told.to, told.value.text) == ((ATHENS,), told_so)
            assert told.value.args["order"].text == words
            assert told.value.args["order"].args["block"].args["name"] != ""


def test_a_city_is_not_given_to_whoever_holds_it() -> None:
    war = on_turn()
    assert refused(war, TABLE, CorrectHolder("rhodes", "athens")) == "So it is already."
    war.says(ATHENS, "end")
    assert isinstance(war.state.agenda[-1], ChoosingBattle)
    assert refused(war, TABLE, CorrectHolder("atlantis", "athens")) == "There is no such city."
