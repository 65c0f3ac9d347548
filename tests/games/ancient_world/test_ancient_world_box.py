"""Cards of which only a part has been entered: nothing is made up for the rest."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.boxes import merged
from companion.core.errors import Refused
from companion.core.questions import Count
from companion.games.ancient_world import box, entries
from companion.games.ancient_world.box import Entry
from companion.games.ancient_world.moves import Attack, BoardAction, Expand, Explore, Place, Rebuild, TakeCard
from companion.games.ancient_world.state import Acting
from tests.games.ancient_world.ancient_world_play import BOX, ENGLISH, Play

UNREAD = "Enter first what stands on that card."

NAMED = merged(
    BOX,
    {
        "empire": {"dam": {"name": "Dam", "deck": "A", "coins": 2, "banners": ["red"]}},
        "military": {"slings": {"name": "Slings", "coins": 2, "arrows": 3}},
        "titan": {
            "wolf": {"name": "Wolf", "stars": 1, "defence": 2, "counts": "both", "banners": ["red"], "symbols": []},
            "wasp": BOX["titan"]["bee"] | {"amount": None},
        },
        "district": {"market": {"name": "Market"}},
    },
)
"""Cards with a part of what stands on them."""
del NAMED["titan"]["wasp"]["amount"]


@pytest.mark.parametrize(
    ("kind", "card"),
    [("empire", "dam"), ("military", "slings"), ("titan", "wolf"), ("titan", "wasp"), ("district", "market")],
)
def test_a_card_that_is_half_entered_does_not_come_before_the_rest_is_read(kind: Any, card: str) -> None:
    play = Play(box=NAMED).turn(1)
    assert not box.is_known(play.state, kind, card)
    assert play.refusal(1, TakeCard(kind=kind, card=card, stored=False)) == UNREAD
    offered = play.option(1, card, "take", kind)
    assert ENGLISH.say(offered.reason) == UNREAD


def test_a_district_without_its_symbols_is_not_gained() -> None:
    play = Play(box=NAMED)
    play.player(1).knowledge = 1
    play.does(1, Place(space="expand", citizen="1"))
    assert play.refusal(1, Expand(card="market", pay="knowledge")) == UNREAD
    assert ENGLISH.say(play.option(1, "market").reason) == UNREAD
    assert play.option(1, "quarter").reason is None


def test_an_empire_card_without_its_symbols_is_neither_stored_nor_built() -> None:
    play = Play(box=NAMED)
    play.state.places["explore"].open = 1
    play.does(1, Place(space="explore", citizen="1"))
    assert isinstance(play.due, Acting)
    assert play.refusal(1, Explore(card="dam")) == UNREAD
    assert ENGLISH.say(play.option(1, "dam").reason) == UNREAD


def test_starting_cards_come_back_before_their_banners_are_known() -> None:
    box = merged(BOX, {})
    del box["empire"]["fishing-dock"]["banners"]
    play = Play(box=box).turn(1).does(1, TakeCard(kind="empire", card="fishing-dock"))
    assert play.player(1).cards[-1].key == "fishing-dock"


def test_of_an_army_known_in_part_only_the_rest_is_asked() -> None:
    box = merged(BOX, {})
    del box["military"]["militia"]["arrows"]
    play = Play(box=box).turn(1)
    play.threaten(1, "shark")
    arrows = play.question(1, "attack", "board-1")
    assert isinstance(arrows, Count)
    assert arrows.key == "arrows"
    play.says(1, "attack", "board-1", 1, True, "3+4", dice=("blank",))
    assert play.state.box["military"]["militia"] == {"swords": 2, "arrows": 1}
    assert play.player(1).titans == ["shark"]


def test_what_repairs_cost_is_asked_before_they_are_paid() -> None:
    """No source says what they cost in the second edition, so nothing is assumed."""
    box = merged(BOX, {})
    del box["action"]["rebuild"]
    play = Play(box=box).turn(1)
    asked = [play.question(1, "place", "rebuild", *facts).key for facts in ((), (2,), (2, 1), (2, 1, 2))]
    assert asked == ["coins", "knowledge", "amount", "first"]
    box["action"]["rebuild"] = {"coins": 2, "knowledge": 1, "amount": 2, "first": "yes"}
    play = Play(box=box).turn(1)
    play.player(1).knowledge += 1
    play.state.supply.knowledge -= 1
    before = play.player(1).coins, play.player(1).knowledge
    play.does(1, Place(space="rebuild", citizen="1")).does(1, Rebuild(cards=()))
    assert (play.player(1).coins, play.player(1).knowledge) == (before[0] - 2, before[1] - 1)


def test_a_price_the_board_does_not_have_is_not_taken() -> None:
    play = Play(box=merged(BOX, {"action": {"labor": {"coins": 2, "knowledge": 1, "either": "yes"}}})).turn(1)
    before = play.player(1).coins, play.player(1).knowledge
    play.does(1, Place(space="labor", citizen="1")).does(1, BoardAction(pay="both"))
    assert (play.player(1).coins, play.player(1).knowledge) == (before[0] + 2, before[1])


def test_what_a_titan_takes_of_ambrosia_is_entered_with_it() -> None:
    entry = Entry(
        kind="titan",
        key="titan-13",
        defence=2,
        counts="both",
        symbols=("red",),
        effect="lose-ambrosia",
        stars="1",
        keep=False,
    )
    play = Play(box=NAMED).turn(1)
    assert play.refusal(1, Attack(target="deck-1", titan="new", entries=(entry,), force="later"))
    whole = replace(entry, amount=1)
    play.does(1, Attack(target="deck-1", titan="new", entries=(whole,), force="later"))
    assert play.state.box["titan"]["titan-13"]["amount"] == 1


def test_no_two_cards_of_a_kind_are_given_the_same_name() -> None:
    state = Play(box=NAMED).state
    printed = {"coins": 1, "knowledge": 0, "swords": 1, "arrows": 0, "old_swords": 0, "old_arrows": 0}
    key = box.next_card_key(state, "military")
    same, other = (
        Entry(kind="military", key=key, keep=False, named="write", name=name, **printed) for name in ("slings ", "Dam")
    )
    assert ENGLISH.say(entries.entry_reason(state, same)) == "There is something of that name already."
    assert entries.entry_reason(state, other) is None
    asking = entries.ask_card(state, "military")
    question = next(asking)
    while question.key != "name":
        question = asking.send("write" if question.key == "named" else 0)
    with pytest.raises(Refused, match="name-taken"):
        question.check("SLINGS")
