"""A game is asked for the same questions once, however many viewers who know the same look at them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from companion.core.forms import together
from companion.core.game import Awaited
from companion.core.inventory import Tracked
from companion.core.questions import Asking, Count
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import PUBLIC, Sealed, Viewer, seal
from companion.core.setup import Meta, Setup
from companion.core.widgets import AnyWidget
from companion.core.wording import say
from companion.service.play.answers import AnswerQuestions
from companion.service.play.play_now import RECENT, Memoized
from tests.service.asking_game import Answered, AskingGame, State
from tests.service.at_table import HOST, Room, token

Rooms = Callable[..., Room]
SEATS = 6


class SealedState(State, kw_only=True):
    """With a card of each seat, known to that seat only; and a deck that nobody knows."""

    cards: list[Sealed[int]]
    deck: list[Sealed[int]]


class EverybodyChooses(AskingGame):
    """Asks every seat once, all at the same time, two questions: on a form, or the first of them is skipped because it
    has one answer. Counts how often the questions of each seat were started. ``dealt``: every seat holds a secret card.
    """

    meta = Meta(key="everybody", title=say("Everybody chooses"), seats=(1, 8))
    state_type = SealedState

    def __init__(self, *, form: bool = False, dealt: bool = False) -> None:
        super().__init__("count")
        self.form = form
        self.dealt = dealt
        self.started: Counter[int] = Counter()

    def new(self, setup: Setup) -> SealedState:
        cards = [seal(seat, seat) for seat in setup.numbers] if self.dealt else []
        return SealedState(list(setup.numbers), cards=cards, deck=[seal(card) for card in range(20)])

    def waits_for(self, state: State) -> Awaited:
        return Awaited(tuple(seat for seat in state.seats if str(seat) not in state.said))

    def questions(self, state: State, seat: int) -> Asking[Answered]:
        self.started[seat] += 1
        asking = self._two_questions(seat)
        return together("both", say("Both"), asking) if self.form else asking

    def _two_questions(self, seat: int) -> Asking[Answered]:
        yield from Count(key="only", prompt=say("Only one"), low=1, high=1)
        yield from Count(key="free", prompt=say("How many?"), low=2, high=9, usual=3)
        return Answered(f":{seat}")

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        return []

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        return ScoreSheet(())

    def inventory(self, state: State) -> Sequence[Tracked]:
        return []


def everybody_looks(room: Room) -> None:
    """Open the pages of all seats, of the scribe, and of the table. The displays have drawn already."""
    for seat in range(1, SEATS + 1):
        assert room.page(seat).dialogues or str(seat) in room.state.said
    assert room.table.view(HOST).screens.scribe().dialogues
    assert room.view().screens.table().phase == "playing"


@pytest.mark.parametrize("form", [False, True])
def test_the_questions_of_a_seat_start_as_often_for_all_viewers_as_for_one(rooms: Rooms, *, form: bool) -> None:
    game = EverybodyChooses(form=form)
    room = rooms(game, profile="simulated")
    room.begin(SEATS, "everybody")
    everybody_looks(room)
    assert game.started == dict.fromkeys(range(1, SEATS + 1), 2), "two walks, or a walk and the form"
    ask = room.asked(1)[0]
    request = AnswerQuestions(1, ask.digest, (*((1,) if form else ()), 5), room.nonce())
    game.started.clear()
    assert room.table.ask(token(1), request).taken
    everybody_looks(room)
    assert game.started == {1: 1, **dict.fromkeys(range(2, SEATS + 1), 2)}, "seat 1 once, to make its move"


def test_a_form_that_is_looked_at_with_other_answers_is_filled_once(rooms: Rooms) -> None:
    game = EverybodyChooses(form=True)
    room = rooms(game)
    room.begin(SEATS, "everybody")
    everybody_looks(room)
    game.started.clear()
    for who in (token(1), token(1), HOST):
        dialogue = room.table.view(who).play.fill_form(1, {"free": 4})
        assert dialogue is not None
        assert dialogue.form is not None
        assert [field.answer for field in dialogue.form.fields] == [1, 4]
    assert game.started == {1: 1}


def test_a_seat_that_knows_more_than_everybody_has_walks_of_its_own(rooms: Rooms) -> None:
    game = EverybodyChooses(dealt=True)
    room = rooms(game, profile="simulated")
    room.begin(SEATS, "everybody")
    everybody_looks(room)
    assert game.started == dict.fromkeys(range(1, SEATS + 1), 4)


@pytest.mark.parametrize("dealt", [False, True])
def test_all_who_know_no_more_than_everybody_are_given_one_state(rooms: Rooms, *, dealt: bool) -> None:
    room = rooms(EverybodyChooses(dealt=dealt))
    room.begin(SEATS, "everybody")
    play = room.moment.playing.on
    public = play.known(PUBLIC)
    assert [play.known(Viewer(seat)) is public for seat in range(1, SEATS + 1)] == [not dealt] * SEATS
    assert play.known(Viewer(0)) is public
    if dealt:
        assert [[card.known for card in play.known(Viewer(seat)).cards].index(True) + 1 for seat in (1, 6)] == [1, 6]
    assert not any(card.known for card in [*public.cards, *public.deck])


def test_true_is_not_one() -> None:
    kept = Memoized()
    kept._kept = {}
    assert kept.keep_recent("walks", (1, True), lambda: "confirmed") == "confirmed"
    assert kept.keep_recent("walks", (1, 1), lambda: "counted") == "counted"
    assert kept.keep_recent("walks", (1, True), lambda: "anew") == "confirmed"


def test_only_the_last_ones_are_kept() -> None:
    kept = Memoized()
    kept._kept = {}
    for number in range(RECENT + 1):
        kept.keep_recent("walks", number, lambda: "first")
    assert kept.keep_recent("walks", RECENT, lambda: "anew") == "first"
    assert kept.keep_recent("walks", 0, lambda: "anew") == "anew"
