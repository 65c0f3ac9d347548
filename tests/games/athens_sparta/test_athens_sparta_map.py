"""A fact that the box lacks is asked when it is first needed; cities that are not listed can be added. Section 17.1.

Also how numbers are called that may be set right, and the list of what to set up.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.core.dialogue import walk
from companion.core.errors import Refused
from companion.core.secrecy import PUBLIC, Sealed, Viewer, seal, seen
from companion.core.wording import verbatim
from companion.games.athens_sparta.cities import _ask_add_city
from companion.games.athens_sparta.moves import (
    AcceptPersia,
    AddCity,
    AddOrder,
    Attack,
    CorrectHolder,
    LookUpCity,
    MoveBlock,
    NamePlace,
    NeutralJoins,
    Revolt,
)
from companion.games.athens_sparta.queries import owner_unknown
from companion.games.athens_sparta.scoring import production_points
from companion.games.athens_sparta.state import (
    CheckingHands,
    ChoosingCards,
    Due,
    LookingUpCity,
    PlanningReplacements,
    PlanOrder,
    State,
)
from companion.games.athens_sparta.tables import Side
from companion.games.athens_sparta.words import place_name
from companion.locale import speaker
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

LOOK = "First look at what is printed there."


def learned(outcome: Any) -> dict[str, Any]:
    return {f"{fact.key}.{fact.field}": fact.value for fact in outcome.learned}


# -- revolts -----------------------------------------------------------------------------------------------------------


def test_the_points_of_a_city_are_asked_before_it_revolts() -> None:
    """Thebes: its points stand on the map only."""
    war = on_turn()
    assert refused(war, ATHENS, Revolt("thebes", 1, True, "B2")) == LOOK
    assert war.asked(ATHENS, "revolt", "thebes").key == "points"
    outcome = war.says(ATHENS, "revolt", "thebes", 2, True)
    assert learned(outcome) == {"thebes.points": 2}
    assert war.state.points == 5, "looking costs nothing"
    war.says(ATHENS, "revolt", "thebes", 2, False, "B2")
    assert war.state.cities["thebes"].holder == "athens"
    assert production_points(war.state, "athens") == 19 + 2


def test_a_city_that_turns_out_to_be_minor_cannot_revolt() -> None:
    war = on_turn()
    war.says(ATHENS, "revolt", "thebes", 0, False)
    reasons = {option.value: option.reason for option in war.asked(ATHENS, "revolt").options}
    assert reasons["thebes"].text == "Only a major city can revolt."
    assert refused(war, ATHENS, Revolt("thebes", 1, True, "B2")) == "Only a major city can revolt."


def test_a_city_whose_colour_nobody_has_said_is_listed_and_asked() -> None:
    war = on_turn()
    assert owner_unknown(war.state, "samos")
    assert refused(war, ATHENS, Revolt("samos", 1, True, "B2")) == LOOK
    war.says(ATHENS, "revolt", "samos", "red", 1, False)
    assert war.state.cities["samos"].holder == "sparta"
    war.says(ATHENS, "revolt", "samos", 1, False, "B2")
    assert war.state.cities["samos"].holder == "athens"


@pytest.mark.parametrize("colour", ["blue", "green", "orange"])
def test_a_city_that_is_no_enemys_is_not_listed_any_more(colour: str) -> None:
    war = on_turn()
    war.says(ATHENS, "revolt", "samos", colour, 1, False)
    assert "samos" not in {option.value for option in war.asked(ATHENS, "revolt").options}


def test_only_what_nobody_knows_may_be_looked_up() -> None:
    war = on_turn()
    assert refused(war, ATHENS, LookUpCity("thebes", False, colour="red", points=2)) == "Something else is asked."
    assert refused(war, ATHENS, LookUpCity("thebes", False)) == "Something else is asked."
    assert refused(war, ATHENS, LookUpCity("atlantis", False, points=2)) == "There is no such city."
    war.says(ATHENS, "end")
    assert refused(war, ATHENS, LookUpCity("thebes", False, points=2)) == "That is not asked for now."


# -- moves, events, supply ---------------------------------------------------------------------------------------------


def test_a_port_to_sicily_is_looked_up_before_none_is_open() -> None:
    war = on_turn(side=SPARTA)
    war.state.cities["leucas"].holder = "athens"
    assert refused(war, SPARTA, MoveBlock("sicily")) == LOOK
    war.says(SPARTA, "march", "sicily", "blue", False)
    assert war.state.cities["cyllene"].holder == "athens"
    assert war.asked(SPARTA, "march", "sicily").key == "colour", "the next one"
    war.says(SPARTA, "march", "sicily", "red", False)
    war.says(SPARTA, "march", "sicily")
    assert war.state.points == 4


def test_no_port_to_sicily_is_open_when_all_are_known() -> None:
    war = on_turn(side=SPARTA)
    for port in ("cyllene", "cephallenia", "leucas"):
        war.state.cities[port].holder = "athens"
        enter_city(war, port, colour="blue")
    assert refused(war, SPARTA, MoveBlock("sicily")) == "No port to Sicily is open."


def test_miletus_is_looked_up_before_persia_helps() -> None:
    war = on_turn(side=SPARTA)
    assert refused(war, SPARTA, AcceptPersia()) == LOOK
    assert war.asked(SPARTA, "persia").key == "colour"
    war.says(SPARTA, "persia", "orange", False)
    assert refused(war, SPARTA, AcceptPersia()) == "Sparta must hold Miletus."


def test_a_neutral_that_is_to_join_is_looked_up_first() -> None:
    war = War().begin()
    war.says(ATHENS, 5, "join")
    war.says(SPARTA, 2, "plain")
    assert refused(war, ATHENS, NeutralJoins("samos")) == LOOK
    war.says(ATHENS, "samos", "red", 1, False)
    assert "samos" not in {option.value for option in war.asked(ATHENS).options}
    war.says(ATHENS, "argos", "green", False)
    before = production_points(war.state, "athens")
    war.says(ATHENS, "argos")
    assert production_points(war.state, "athens") == before + 2
    assert war.asked(ATHENS).key == "move"


def test_a_neutral_that_is_not_listed_is_added_and_joins() -> None:
    """Four points of neutral cities stand on the map of which nobody has told the companion."""
    war = War().begin()
    war.says(ATHENS, 5, "join")
    war.says(SPARTA, 2, "plain")
    war.says(TABLE, "new", "name", "Larissa", "green", 2, False, False, False)
    war.says(ATHENS, "larissa")
    assert war.state.cities["larissa"].holder == "athens"


def test_a_city_that_is_looked_up_first_is_announced() -> None:
    war = on_turn()
    enter_city(war, "corinth", points=3)
    assert war.asked(ATHENS, "revolt").hint.text == "What is not known of a city yet is asked first."
    for city in war.state.cities:
        enter_city(war, city, colour="red", points=3)
    assert war.asked(ATHENS, "revolt").hint is None


def test_whose_abydos_is_is_asked_when_the_grain_comes_or_not() -> None:
    war = War(owners={"city": {"abydos": {"colour": "red"}}})
    del war.state.box["city"]["abydos"]["colour"]
    war.begin()
    war.cards("5", "2")
    war.says(ATHENS, "end")
    war.says(ATHENS, "end")
    assert war.state.agenda[-1] == LookingUpCity("abydos", ("colour",))
    war.says(TABLE, "red", False)
    assert war.asked(ATHENS).key == "wound", "the Hellespont is closed"


def test_athens_with_the_grain_of_sicily_need_not_know_whose_abydos_is() -> None:
    war = War()
    del war.state.box["city"]["abydos"]["colour"]
    war.begin()
    war.state.cities["syracuse"].holder = "athens"
    war.cards("5", "2")
    war.says(ATHENS, "end")
    war.says(ATHENS, "end")
    assert war.asked(SPARTA).key == "move"


def test_no_battle_at_a_city_that_turns_out_to_be_ones_own() -> None:
    war = on_turn(side=SPARTA)
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "samos")
    war.says(TABLE, "red", 1, True, True, True, False)
    assert war.state.battle is None
    assert "That city is yours." in war.words()
    assert war.asked(SPARTA).key == "battle"


# -- replacements: in secret -------------------------------------------------------------------------------------------


def replacing(level: str = "light", owners: Any = None) -> War:
    war = War(level, owners).begin()
    war.state.agenda = [PlanningReplacements()]
    return war


def test_what_may_be_spent_in_a_city_is_asked_in_secret() -> None:
    war = replacing()
    assert refused(war, SPARTA, AddOrder(PlanOrder("buy", "hoplite", "thebes", 1))) == LOOK
    question = war.asked(SPARTA, "add", "thebes")
    assert (question.key, question.secret) == ("points", True)
    outcome = war.says(SPARTA, "add", "thebes", 2, True)
    assert outcome.learned == (), "it would tell where Sparta means to spend"
    assert "points" not in war.state.box["city"]["thebes"]
    war.says(SPARTA, "add", "thebes", "hoplite", 4)
    assert refused(war, SPARTA, AddOrder(PlanOrder("buy", "hoplite", "thebes", 1))) == "Only {n} point may go there."
    assert refused(war, ATHENS, AddOrder(PlanOrder("buy", "hoplite", "thebes", 1))) == "That city is not yours."


def test_the_other_side_does_not_see_what_was_looked_up() -> None:
    one, two = replacing(), replacing()
    one.says(SPARTA, "add", "thebes", 2, True)
    two.says(SPARTA, "add", "samos", "red", 3, False)
    for viewer in (PUBLIC, Viewer(ATHENS)):
        looks = [msgspec.json.encode(list(GAME.show(seen(war.state, viewer), viewer))) for war in (one, two)]
        assert looks[0] == looks[1]
        assert all(isinstance(told, Sealed) for war in (one, two) for told in war.told)
        assert not seen(one.state, viewer).noted["sparta"].known


def test_what_was_looked_up_is_kept_for_other_evenings_once_the_war_is_over() -> None:
    war = replacing()
    war.says(SPARTA, "add", "thebes", 2, True)
    war.says(SPARTA, "add", "samos", "red", 1, False)
    war.says(SPARTA, "add", "thebes", "hoplite", 1)
    war.says(SPARTA, "add", "samos", "hoplite", 1)
    war.says(ATHENS, "ready")
    outcome = war.says(SPARTA, "ready")
    assert learned(outcome) == {}, "it would tell where Sparta has spent"
    assert "points" not in war.state.box["city"]["samos"]
    war.state.cities["athens"].holder = "sparta"
    war.says(ATHENS, 1, "cancel")
    outcome = war.says(SPARTA, 1, "plain")
    assert war.state.ended is not None
    assert learned(outcome) == {"thebes.points": 2}, "just this once for Samos"


def test_nobody_else_can_tell_two_plans_apart() -> None:
    """Twins: Sparta spends the same points for other blocks in other cities."""
    one, two = replacing(), replacing()
    for war, city, kind in ((one, "sparta", "hoplite"), (two, "thebes", "peltast")):
        war.says(SPARTA, "add", "thebes", 2, False)
        war.says(SPARTA, "add", city, kind, 2)
        war.says(ATHENS, "ready")
        war.says(SPARTA, "ready")
    for viewer in (PUBLIC, Viewer(ATHENS)):
        looks = [list(GAME.show(seen(war.state, viewer), viewer)) for war in (one, two)]
        assert msgspec.json.encode(looks[0]) == msgspec.json.encode(looks[1])
    open_lines = [[told for told in war.told if not isinstance(told, Sealed)] for war in (one, two)]
    assert open_lines[0] == open_lines[1]
    assert one.reads(ATHENS) == two.reads(ATHENS)
    assert "Sparta: Hoplite +2: turn it up, or take it from your pool." in one.reads(SPARTA)
    assert "Thebes: Peltast +2: turn it up, or take it from your pool." in two.reads(SPARTA)


def test_where_every_block_is_followed_it_stays_the_sides_own() -> None:
    row = box_block("red", "hoplite", "thebes")
    war = replacing("full", {"block": {"s": row}})
    war.state.blocks["s"].body.value.strength = 1
    war.says(SPARTA, "add", "s", "in-thebes", 2, True)
    war.says(SPARTA, "add", "s", "in-thebes", 2)
    war.says(ATHENS, "ready")
    outcome = war.says(SPARTA, "ready")
    assert outcome.learned == ()
    assert war.state.blocks["s"].body.value.strength == 3
    assert "points" not in war.state.box["city"]["thebes"]


def test_what_a_side_said_first_can_be_said_again() -> None:
    """Typed wrong: the later word counts."""
    war = replacing()
    assert "look" not in [option.value for option in war.asked(SPARTA).options], "nothing was looked up yet"
    war.says(SPARTA, "add", "thebes", 0, False)
    war.says(SPARTA, "look", "thebes", 3, False)
    war.says(SPARTA, "add", "thebes", "hoplite", 6)
    assert [one.value for one in war.state.noted["sparta"].value] == [3]


# -- cities that are not listed ----------------------------------------------------------------------------------------


def test_a_city_that_is_not_listed_can_be_added_by_keys_alone() -> None:
    war = on_turn()
    outcome = war.says(TABLE, "new", "number", "red", 1, True, False, True)
    assert place_name(war.state, "city-33").args == {"n": 33}
    facts = {"colour": "red", "points": 1, "walled": "yes", "port": "no"}
    assert war.state.box["city"]["city-33"] == facts
    assert learned(outcome) == {f"city-33.{field}": fact for field, fact in facts.items()}
    war.says(ATHENS, "revolt", "city-33", 1, False, "B2")
    assert war.state.cities["city-33"].holder == "athens"
    assert production_points(war.state, "athens") == 19 + 1


def test_a_city_is_added_by_its_name_and_besieged_like_any_other() -> None:
    war = on_turn(side=SPARTA)
    war.says(TABLE, "new", "name", "Larissa", "blue", 2, True, True, False)
    assert war.state.cities["larissa"].holder == "athens"
    assert place_name(war.state, "larissa") == verbatim("Larissa")
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "larissa")
    war.says(TABLE, False, False)
    war.musters(SPARTA, ["hoplite-B4-4"])
    war.musters(ATHENS, ["inside"])
    assert war.asked(SPARTA).key == "assault"


def test_a_name_in_other_letters_is_a_name() -> None:
    war = on_turn()
    war.says(TABLE, "new", "name", "Λάρισα", "blue", 2, True, True, False)
    assert place_name(war.state, "city-33") == verbatim("Λάρισα")
    assert refused(war, TABLE, found("Λάρισα")) == "That city is listed already."


def test_a_name_that_is_listed_is_refused_before_anything_else_is_asked() -> None:
    war = on_turn()
    war.says(TABLE, "new", "name", "Larissa", "blue", 2, True, True, False)
    for name in ("larissa", "Sparta", "sparta"):
        with pytest.raises(Refused) as refusal:
            walk(_ask_add_city(war.state), ["name", name])
        assert refusal.value.code == "name-taken"


def test_a_city_that_is_added_stands_where_a_stored_play_has_it() -> None:
    war = on_turn()
    war.make(TABLE, found("Larissa"))
    assert [*war.state.cities] == sorted(war.state.cities)


def found(name: str) -> AddCity:
    return AddCity(name, False, "red", 1, "no", "no")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Athens", "That city is listed already."),
        ("athens ", "That city is listed already."),
        ("a\nb", "Write something."),
        ("   ", "Write something."),
    ],
)
def test_no_city_is_listed_twice_or_without_words(name: str, reason: str) -> None:
    assert refused(on_turn(), TABLE, found(name)) == reason


def test_a_list_of_cities_has_an_end() -> None:
    war = on_turn()
    for _ in range(60 - 32):
        war.make(TABLE, found(""))
    assert refused(war, TABLE, found("")) == "No more than {n} cities can be listed."
    assert len(war.state.cities) == 60


def test_a_number_is_given_its_name_later_and_only_once() -> None:
    war = on_turn()
    war.make(TABLE, found(""))
    outcome = war.says(TABLE, "name", "city-33", "Larissa", True)
    assert learned(outcome) == {"city-33.name": "Larissa"}
    assert place_name(war.state, "city-33") == verbatim("Larissa")
    assert refused(war, TABLE, NamePlace("city-33", "Other", False)) == "That place has a name."
    assert refused(war, TABLE, NamePlace("athens", "Other", False)) == "That place has a name."
    assert war.asked(TABLE).options[-1].reason.text == "Every place has a name."


def test_a_city_is_added_and_a_place_named_in_a_battle() -> None:
    war = on_turn()
    war.says(ATHENS, "end")
    war.says(ATHENS, "battle", "open", "number")
    assert refused(war, ATHENS, found("Larissa")) == "That is not asked for now."
    assert refused(war, TABLE, NamePlace("field-1", " ", False)) == "Write something."
    outcome = war.says(TABLE, "name", "field-1", "A hill")
    assert learned(outcome) == {}, "it stands on no map"
    assert war.state.places == {"field-1": "A hill"}
    war.says(TABLE, "new", "name", "Larissa", "red", 2, True, False, False)
    assert war.state.cities["larissa"].holder == "sparta"
    war.musters(ATHENS, ["hoplite-B4-4"])
    war.musters(SPARTA, ["hoplite-B4-4"])
    war.says(TABLE, "new", "number", "blue", 1, False, True, False)
    assert war.state.cities["city-34"].holder == "athens"
    war.says(war.awaited()[0], "fire", battle=[6, 6, 6, 6])
    assert war.state.battle is not None, "the battle goes on"


@pytest.mark.parametrize("due", [CheckingHands(), ChoosingCards(), PlanningReplacements()], ids=lambda due: str(due))
def test_a_city_is_added_in_a_secret_wait_whoever_has_answered(due: Due) -> None:
    """What the table is asked, and that it is asked, is the same before and after each of the two has decided."""
    war = War().begin()
    war.state.agenda, war.state.hands = [due], {side: seal([], seat) for side, seat in war.state.seats.items()}
    question = war.asked(TABLE)
    sides: list[list[Side]] = [[], ["athens"], ["sparta"]]
    for answered in sides:
        war.state.answered = answered
        assert TABLE in GAME.awaits(war.seen(TABLE)).may
        assert war.asked(TABLE) == question
    war.says(TABLE, "new", "number", "blue", 1, False, True, False)
    assert war.state.answered == ["sparta"]
    assert war.state.agenda == [due]
    assert war.state.cities["city-33"].holder == "athens"


def test_a_city_that_is_added_while_replacements_are_planned_takes_points() -> None:
    war = War().begin()
    war.state.agenda, war.state.answered = [PlanningReplacements()], []
    war.says(SPARTA, "ready")
    war.says(TABLE, "new", "number", "red", 2, False, True, False)
    assert war.awaited() == (ATHENS,), "a plan that stands is not asked for again"
    war.state.answered = []
    war.says(SPARTA, "add", "city-33", "hoplite", 3)
    assert war.state.plans["sparta"].value == [PlanOrder("buy", "hoplite", "city-33", 3)]


def test_who_holds_a_city_is_set_right_between_moves_and_battles_only() -> None:
    """A battle rests on it, and so do plans that were made in secret."""
    war = on_turn()
    war.says(ATHENS, "end")
    war.says(ATHENS, "battle", "open", "number")
    reason = "That is set right between moves and battles."
    assert refused(war, TABLE, CorrectHolder("thebes", "athens")) == reason
    assert war.asked(TABLE).options[0].reason.text == reason
    war.says(ATHENS, "done")
    war.says(TABLE, "city", "samos", "sparta")
    assert war.state.cities["samos"].holder == "sparta"


def test_the_table_is_not_asked_where_nothing_is_left_to_set_right() -> None:
    war = on_turn()
    for _ in range(60 - 32):
        war.make(
            TABLE,
            found(
                "",
            ),
        )
    war.state.places = dict.fromkeys(war.state.places, "A place")
    for key in war.state.cities:
        enter_city(war, key, name=key)
    assert GAME.awaits(war.seen(TABLE)).may == (TABLE,), "who holds a city"
    war.state.agenda = [PlanningReplacements()]
    assert TABLE not in GAME.awaits(war.seen(TABLE)).may


def test_only_a_battle_in_the_open_needs_no_city() -> None:
    war = on_turn()
    war.says(ATHENS, "end")
    assert refused(war, ATHENS, Attack("", "assault")) == "There is no such city."
    assert refused(war, ATHENS, Attack("", "field", " ")) == "Write something."


# -- older plays -------------------------------------------------------------------------------------------------------


def test_a_play_that_older_rules_stored_goes_on() -> None:
    """Version 1 had no notes, looked everything up at once, and called places in the open by other keys."""
    war = War().begin()
    war.state.places["p7"] = "near Pleuron"
    war.state.agenda = [PlanningReplacements(), LookingUpCity("samos")]
    raw = msgspec.json.decode(GAME.encode_state(war.state))
    del raw["noted"]
    del raw["agenda"][1]["fields"]
    war.state = GAME.upgrade(1, raw)
    assert isinstance(war.state, State)
    assert {side: sealed.to for side, sealed in war.state.noted.items()} == {"athens": (ATHENS,), "sparta": (SPARTA,)}
    assert place_name(war.state, "p7") == verbatim("near Pleuron")
    war.says(TABLE, "red", 1, False, True, False, False)
    war.says(SPARTA, "add", "thebes", 2, False)
    assert len(war.state.noted["sparta"].value) == 1


# -- the list of numbers to set right ----------------------------------------------------------------------------------


def labels(war: War, viewer: Viewer) -> dict[str, str]:
    """What the numbers are called, in words."""
    speaking = speaker("en", {})
    return {tracked.key: speaking.say(tracked.label) for tracked in GAME.inventory(seen(war.state, viewer))}


def test_every_number_says_whose_it_is_in_words_people_know() -> None:
    row = {"colour": "red", "kind": "hoplite", "letter": "B", "rate": 3, "steps": 4, "home": "corinth", "name": "Ours"}
    war = War("full", {"block": {"s1": row, "s2": {**row, "name": "", "home": "thebes"}}}).begin()
    place_hidden(war, "athens", "rhodes", 2)
    place_face_up(war, "athens", "ship-C3-4", "corinth", "blockade")
    war.cards("5", "2")
    everybody, own = labels(war, PUBLIC), labels(war, Viewer(SPARTA))
    assert everybody["mp"] == "Athens: move points"
    owners = {tracked.key: tracked.owner for tracked in GAME.inventory(seen(war.state, PUBLIC))}
    assert owners == {
        "olympiad": None,
        "turn": None,
        "mp": ATHENS,
        "first": None,
        "persia": None,
        "helot": None,
        "athens.extra": ATHENS,
        "sparta.extra": SPARTA,
        "athens.inside.rhodes": ATHENS,
        "block.t1": ATHENS,
        "block.s1": SPARTA,
        "block.s2": SPARTA,
    }
    assert everybody["athens.extra"] == "Athens: points added or taken off"
    assert everybody["athens.inside.rhodes"] == "Athens: hidden blocks in Rhodes"
    assert everybody["block.t1"] == "Athens: steps of Ship C3, Corinth"
    assert everybody["block.s1"] == "Sparta: steps of Ours"
    assert everybody["block.s2"] == "Sparta: steps of hidden block s2"
    assert own["block.s1"] == "Sparta: steps of Ours B3, Corinth"
    assert own["block.s2"] == "Sparta: steps of Hoplite B3, Thebes"


def test_between_turns_the_move_points_are_nobodys() -> None:
    assert labels(War().begin(), PUBLIC)["mp"] == "Move points of this turn"


@pytest.mark.parametrize(("at", "words"), [("pool", "in the pool"), ("off", "aside"), ("field", "in the open")])
def test_a_number_says_where_its_block_is(at: str, words: str) -> None:
    row = {"colour": "red", "kind": "hoplite", "letter": "B", "rate": 3, "steps": 4, "home": "corinth"}
    war = War("full", {"block": {"s": row}}).begin()
    war.state.blocks["s"].body.value.at = at
    assert labels(war, Viewer(SPARTA))["block.s"] == f"Sparta: steps of Hoplite B3, {words}"


# -- the set-up list ---------------------------------------------------------------------------------------------------


def shown(war: War) -> dict[str, Any]:
    return {widget.key: widget for widget in GAME.show(seen(war.state, PUBLIC), PUBLIC)}


def test_what_to_set_up_is_listed_until_the_first_cards_are_shown() -> None:
    war = War(olympiad=83, deal=7)
    assert shown(war)["setup"].lines[3].args == {"n": 83, "m": 25, "k": 7}
    war = War()
    war.begin(85)
    assert shown(war)["setup"].lines[3].args == {"n": 85, "m": 25, "k": 6}
    war.cards("5", "2")
    assert "setup" not in shown(war)
    war.state.played.clear()
    war.state.turn = 2
    assert "setup" not in shown(war)
    war.state.turn, war.state.olympiad = 1, 86
    assert "setup" not in shown(war)


def test_nothing_is_set_up_for_a_single_battle() -> None:
    assert "setup" not in shown(War("battle"))


def test_a_single_battle_has_no_map_to_set_right() -> None:
    war = War("battle")
    war.says(TABLE, "1")
    war.says(TABLE, "athens", "open")
    assert GAME.awaits(war.seen(TABLE)).may == ()
    assert refused(war, TABLE, found("Larissa")) == "The table is not waiting for you."


def test_the_blocks_of_the_box_are_listed_where_they_begin() -> None:
    row = {"colour": "red", "kind": "hoplite", "letter": "B", "rate": 3, "steps": 4, "home": "corinth"}
    blocks = {
        "s1": row,
        "s2": {**row, "kind": "ship", "letter": "C", "steps": 1},
        "s3": {**row, "home": "thebes", "start": "potidaea"},
        "s4": {**row, "reserve": "yes"},
        "s5": {**row, "kind": "tyrant"},
        "s6": {**row, "kind": "ship", "twin": "rhodes"},
        "s7": {"colour": "red", "name": "Half known"},
        "a1": {**row, "colour": "blue", "home": "", "twin": "rhodes"},
        "n1": {**row, "colour": "green"},
    }
    for level in ("light", "full"):
        found = shown(War(level, {"block": blocks}))
        sparta = {card.key: [words(line) for line in card.lines] for card in found["setup-sparta"].cards}
        assert sparta == {
            "at-corinth": ["Hoplite B3, 4 steps", "Ship C3, 1 step"],
            "at-potidaea": ["Hoplite B3, 4 steps"],
            "at-aside": ["Hoplite B3, 4 steps", "Tyrant B3, 4 steps", "Ship B3, 4 steps"],
            "at-unknown": ["Half known"],
        }
        athens = found["setup-athens"].cards
        assert [(words(card.title), len(card.lines)) for card in athens] == [("in the open", 1)]
        assert [words(card.title) for card in found["setup-sparta"].cards][-2:] == ["aside", "not described yet"]


def words(wording: Any) -> str:
    return speaker("en", {}).say(wording)
