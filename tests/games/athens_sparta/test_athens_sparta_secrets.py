"""What the other side may see of hidden blocks: nothing, and no thread to follow them by."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core.chance import Drawn, RecordedChance
from companion.core.secrecy import PUBLIC, Sealed, Viewer, seen
from companion.core.step import run
from companion.games.athens_sparta.box import deck
from companion.games.athens_sparta.cards import deal, sets_a_syracuse_card, turns_in_olympiad
from companion.games.athens_sparta.queries import city_points
from companion.games.athens_sparta.state import Dealing
from tests.games.athens_sparta.table import ATHENS, GAME, SPARTA, War, enter_city, on_turn

ROW = {"letter": "B", "rate": 2, "steps": 3, "kind": "hoplite"}


def followed() -> War:
    """Two Athenian blocks in Amphipolis, a Spartan one that attacks them, every block followed."""
    owners = {
        "block": {
            "a0": {**ROW, "colour": "blue", "home": "amphipolis", "name": "Secret I"},
            "a1": {**ROW, "colour": "blue", "home": "amphipolis", "name": "Secret II", "kind": "peltast"},
            "s0": {**ROW, "colour": "red", "home": "sparta", "letter": "C"},
        }
    }
    war = on_turn("full", owners, side=SPARTA)
    enter_city(war, "amphipolis", points=2, island="no")
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "amphipolis")
    war.says(SPARTA, "s0")
    war.says(SPARTA, "done")
    return war


def looks(war: War, seat: int | None) -> str:
    viewer = Viewer(seat) if seat else PUBLIC
    known = seen(war.state, viewer)
    open_ones = {key: block.body.known for key, block in known.blocks.items()}
    shown = list(GAME.show(known, viewer))
    return msgspec.json.encode([shown, open_ones]).decode()


def test_a_hidden_block_shows_neither_name_nor_strength() -> None:
    war = followed()
    assert "Secret" not in looks(war, None)
    assert "Secret" not in looks(war, SPARTA)
    assert "Secret" in looks(war, ATHENS)
    known = seen(war.state, Viewer(SPARTA))
    assert not known.blocks["a0"].body.known
    assert known.blocks["s0"].body.known


def test_who_goes_inside_is_not_seen() -> None:
    one, two = followed(), followed()
    for war, key in ((one, "a0"), (two, "a1")):
        outcome = war.says(ATHENS, key, "inside")
        assert not any("Secret" in str(told) for told in outcome.told if not isinstance(told, Sealed))
    assert looks(one, SPARTA) == looks(two, SPARTA)
    assert looks(one, None) == looks(two, None)
    assert looks(one, ATHENS) != looks(two, ATHENS)


def test_a_block_that_hid_comes_back_under_another_handle() -> None:
    war = followed()
    war.says(ATHENS, "a0", "fight")
    handle = war.handle(ATHENS)
    assert "Secret I" in looks(war, SPARTA)
    war.says(ATHENS, "done")
    war.says(ATHENS, "retreat", "field")
    assert not war.state.blocks["a0"].body.revealed
    assert "Secret" not in looks(war, SPARTA)
    war.says(SPARTA, "done")
    war.says(SPARTA, "end")
    war.says(ATHENS, "end")
    war.says(ATHENS, "battle", "open", "name", "a hill")
    war.says(ATHENS, "a0")
    assert war.handle(ATHENS) != handle
    assert war.state.blocks["a0"].body.revealed


def test_where_a_block_goes_is_told_to_its_owner_alone() -> None:
    war = on_turn("full", {"block": {"a0": {**ROW, "colour": "blue", "home": "athens", "name": "Secret I"}}})
    outcome = war.says(ATHENS, "march", "strategic", "a0", "rhodes")
    public = [seen(told, PUBLIC) for told in outcome.told]
    words = str([told for told in public if not isinstance(told, Sealed)])
    assert "Secret" not in words
    assert "Rhodes" not in words
    assert war.state.blocks["a0"].body.value.at == "rhodes"
    assert "Secret" not in looks(war, SPARTA)


def test_plans_and_hands_are_their_owners() -> None:
    war = War().begin()
    war.says(ATHENS, 4, "plain")
    assert "4 MP" in looks(war, ATHENS).replace('{n} MP","args":{"n":4}', "4 MP")
    assert '"n":4}' not in looks(war, SPARTA)
    assert not seen(war.state, Viewer(SPARTA)).chosen["athens"].known


# -- blocks that come out, cards that lie in Sicily --------------------------------------------------------------------


def besieged() -> War:
    """Two Athenian blocks went into Amphipolis unseen, and Sparta besieges it; Athens is on turn."""
    war = followed()
    for key in ("a0", "a1"):
        war.says(ATHENS, key, "inside")
    war.says(ATHENS, "done")
    war.says(SPARTA, [])
    war.says(SPARTA, [war.handle(SPARTA)])
    war.says(SPARTA, "end", attrition=[1])
    war.says(ATHENS, "end")
    war.says(ATHENS, "sally", "amphipolis")
    return war


def test_a_block_that_comes_out_is_seen_and_only_that_one() -> None:
    war = besieged()
    assert "Secret" not in looks(war, SPARTA)
    outcome = war.says(ATHENS, "a0")
    assert outcome.revealed, "undo may not pass over it in silence"
    assert war.state.blocks["a0"].body.revealed
    assert not war.state.blocks["a1"].body.revealed
    assert war.state.garrisons[0].blocks.value == ["a1"]
    for viewer in (SPARTA, None):
        assert "Secret I" in looks(war, viewer)
        assert "Secret II" not in looks(war, viewer)


def test_a_block_that_came_out_is_hidden_again_behind_the_walls() -> None:
    war = besieged()
    war.says(ATHENS, "a0")
    war.says(ATHENS, "done")
    war.says(ATHENS, "withdraw")
    assert war.state.battle is None
    assert war.state.garrisons[0].blocks.value == ["a0", "a1"]
    assert war.state.blocks["a0"].body.to == (ATHENS,)
    assert not war.state.blocks["a0"].body.revealed
    assert "Secret" not in looks(war, SPARTA)


def laid(points: int) -> War:
    """Athens has laid a card of so many points down at Syracuse, Sparta one of four."""
    deal = ["1", "1", "2", "2", "3", "3", "2", "3", "3", "3", "3", "4"]
    war = War(box="practice", syracuse=True).begin(draws=deal)
    war.says(ATHENS, "keep", str(points))
    war.says(SPARTA, "keep", "4")
    return war


def test_the_card_at_syracuse_is_its_owners_secret_until_the_attack() -> None:
    one, two = laid(1), laid(3)
    for viewer in (SPARTA, None):
        assert looks(one, viewer) == looks(two, viewer)
    assert looks(one, ATHENS) != looks(two, ATHENS)
    for war, points in ((one, 1), (two, 3)):
        card = war.state.syracuse["athens"]
        assert (card.value, card.to, card.revealed) == (str(points), (ATHENS,), False)
        assert city_points(war.state, "syracuse") == 0, "nobody knows"
        shown = {widget.key: widget for widget in GAME.show(war.seen(ATHENS), Viewer(ATHENS))}
        assert shown["syracuse"].lines[0].args["card"].args == {"n": points}
        assert shown["syracuse"].secret
        assert "syracuse" not in {widget.key for widget in GAME.show(war.seen(0), PUBLIC)}


def test_the_card_at_syracuse_has_left_its_hand_and_the_deck() -> None:
    war = laid(3)
    assert war.state.hands["athens"].value == ["1", "1", "2", "2", "3"]
    assert war.state.hands["sparta"].value == ["2", "3", "3", "3", "3"]
    war.state.agenda = [Dealing(["athens", "sparta"])]
    before = deck(war.state.box)
    offered = []

    class Noting(RecordedChance):
        def answer(self, question: Any, by: int) -> Any:
            offered.append({option.value: option.copies for option in question.options})
            return super().answer(question, by)

    chance = Noting([Drawn("deal", card, "cardboard") for card in ["1"] * 3 + ["2"] * 9])
    run(GAME.copy(war.state), 0, chance, deal)
    assert offered[0]["3"] == before["3"] - 1
    assert offered[0]["4"] == before["4"] - 1
    assert offered[0]["2"] == before["2"]


def test_the_attack_shows_both_cards_and_what_they_are_worth() -> None:
    war = laid(1)
    war.says(ATHENS, "2")
    war.says(SPARTA, "3")
    war.says(SPARTA, "end")
    war.says(SPARTA, "battle", "syracuse")
    assert any("worth" in told.text and told.args == {"n": 5} for told in war.told if hasattr(told, "text"))
    assert all(card.revealed for card in war.state.syracuse.values())
    assert city_points(war.state, "syracuse") == 5
    assert "syracuse" not in {widget.key for widget in GAME.show(war.seen(ATHENS), Viewer(ATHENS))}


def test_the_second_olympiad_lays_no_card_down_any_more() -> None:
    war = laid(1)
    assert turns_in_olympiad(war.state) == 5
    war.state.olympiad += 1
    assert turns_in_olympiad(war.state) == 6
    assert not sets_a_syracuse_card(war.state)
