"""The way from a card of one's own to where it is played, in games that ask for it in their own ways."""

from __future__ import annotations

import pytest

from companion.core.card_plays import way_of_card
from companion.core.errors import Refused
from companion.core.secrecy import Viewer, seen
from companion.core.widgets import Card
from companion.core.wording import say
from companion.games.ancient_world import moves
from tests.games.ancient_world.ancient_world_play import ENGLISH, GAME, Play


def card_of(play: Play, key: str) -> Card:
    hands = GAME.seat_widgets(play.state, 1, GAME.public_widgets(play.state))
    return next(card for hand in hands for card in getattr(hand, "cards", ()) if card.key == key)


def way(play: Play, card: Card, *before: str) -> tuple[object, ...]:
    return way_of_card(GAME, seen(play.state, Viewer(1)), 1, before, card).answers


def why_not(play: Play, card: Card) -> str:
    with pytest.raises(Refused) as refused:
        way(play, card)
    return ENGLISH.say(refused.value.message)


def test_a_card_with_an_action_is_where_a_citizen_goes() -> None:
    play = Play()
    (forum,) = play.lay(1, "forum")
    assert way(play, card_of(play, f"card-{forum}")) == ("place", f"card-{forum}")
    assert way(play, card_of(play, f"card-{forum}"), "place") == ("place", f"card-{forum}")


def test_a_stored_card_is_built() -> None:
    play = Play()
    play.player(1).stored = ["plain"]
    assert way(play, card_of(play, "stored-0")) == ("build", "plain")


def test_why_a_card_cannot_be_played_is_what_its_question_says() -> None:
    play = Play()
    (forum,) = play.lay(1, "forum")
    play.player(1).cards[-1].down = 1
    assert why_not(play, card_of(play, f"card-{forum}")) == "A damaged card gives nothing."


def test_a_card_that_nobody_asks_for_cannot_be_played_now() -> None:
    play = Play()
    assert why_not(play, Card("x", say("Nothing"))) == "You cannot play this card now."
    play.does(1, moves.Place(space="learn", citizen="1"))
    (forum,) = play.lay(1, "forum")
    assert why_not(play, card_of(play, f"card-{forum}")) == "You cannot play this card now."
