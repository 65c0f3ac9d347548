"""What the other side may see of hidden blocks: nothing, and no thread to follow them by."""

from __future__ import annotations

import msgspec

from companion.core.secrecy import PUBLIC, Sealed, Viewer, seen
from tests.games.athens_sparta.table import ATHENS, GAME, SPARTA, War, knows

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
    war = War("full", owners).begin()
    war.cards("2", "5")
    knows(war, "amphipolis", points=2, island="no")
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
    war = War("full", {"block": {"a0": {**ROW, "colour": "blue", "home": "athens", "name": "Secret I"}}}).begin()
    war.cards("5", "2")
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
