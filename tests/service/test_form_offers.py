"""What a form offers to fill in: the same for all, and as last time. Filling in sends nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from companion.core.form_offers import LAST, Offer
from companion.core.options import Option
from companion.core.questions import Answer, Asking, Confirm, Count, Form, Pick, Question
from companion.core.wording import say
from companion.plays.storage.log_errors import LogError
from companion.plays.storage.stores import Settings
from companion.service.play.answers import SubmitForm
from companion.service.play.play_views import FormView
from companion.service.session.session import BeginPlay, ChooseGame, PlayAgain
from tests.service.asking_game import Answered, State
from tests.service.at_table import HOST, Room, token
from tests.service.test_only_answers import SeveralQuestions

Rooms = Callable[..., Room]

FORM = Form("harvest", say("The harvest"))
FIELDS = ("Wheat", "Fish", "Wine")
WAYS = (Option("keep", say("Keep")), Option("sell", say("Sell")))


def count(key: str, high: int = 5, usual: int | None = 1, **more: Any) -> Question:
    return Count(key=key.lower(), prompt=say("{what}", what=say(key)), high=high, usual=usual, form=FORM, **more)


def pick(key: str, *options: Option[str], usual: str | None = "keep") -> Question:
    return Pick(key=key, prompt=say("What?"), options=options or WAYS, usual=usual, form=FORM)


HARVEST = (*map(count, FIELDS), count("Seed", 9))
NO = say("No")


class Shrinking(SeveralQuestions):
    """Every turn there is less to be had."""

    def questions(self, state: State, seat: int) -> Asking[Answered]:
        self.asked = tuple(count(key, 5 - len(state.said)) for key in FIELDS)
        return super().questions(state, seat)


def table(rooms: Rooms, game: SeveralQuestions) -> Room:
    room = rooms(game)
    room.begin(2, "asking")
    return room


def form(room: Room, seat: int, **given: Answer) -> FormView:
    found = room.table.view(token(seat)).play.fill_form(seat, given)
    assert found is not None
    assert found.form is not None
    return found.form


def sends(room: Room, seat: int, **given: Answer) -> None:
    assert room.table.ask(token(seat), SubmitForm(seat, form(room, seat, **given).digest, given, room.nonce())).taken


def written_for(room: Room, seat: int) -> FormView:
    """The form of a seat as the scribe is shown it."""
    found = next(ask.form for ask in room.table.view(HOST).screens.scribe().dialogues if ask.seat == seat)
    assert found is not None
    return found


def answers(shown: FormView) -> list[Answer | None]:
    return [field.answer for field in shown.fields]


def keys(shown: FormView) -> list[str]:
    return [offer.key for offer in shown.offers]


def last(shown: FormView) -> Offer:
    return next(offer for offer in shown.offers if offer.key == LAST)


# -- the same for all --------------------------------------------------------------------------------------------------


def test_the_first_answer_is_offered_for_all_fields_that_ask_alike(rooms: Rooms) -> None:
    room = table(rooms, SeveralQuestions(*HARVEST))
    assert form(room, 1).offers == ()
    (offer,) = form(room, 1, wheat=3, seed=7).offers
    assert (offer.key, offer.at) == ("same-wheat", "wheat")
    assert answers(form(room, 1, **offer.given)) == [3, 3, 3, 7]
    assert form(room, 1, **offer.given).offers == ()
    assert form(room, 1, wine=4).offers == (), "nobody chose the first one"
    assert form(room, 1, wheat=3, wine=4).offers == (), "they differ, and somebody wants it so"


@pytest.mark.parametrize(
    ("asked", "offered"),
    [
        (HARVEST[:2], []),
        ((*HARVEST[:2], count("Wine", 4)), []),
        ((*HARVEST[:2], structs.replace(HARVEST[2], low=1)), []),
        ((*HARVEST[:2], structs.replace(HARVEST[2], prompt=say("How much wine?"))), []),
        (tuple(pick(key) for key in ("wheat", "a", "b")), ["same-wheat"]),
        ((*(pick(key) for key in ("wheat", "a")), pick("b", *WAYS[::-1])), []),
        (
            tuple(
                Confirm(key=key, prompt=NO, yes=say("Yes"), no=NO, usual=False, form=FORM)
                for key in ("wheat", "a", "b")
            ),
            ["same-wheat"],
        ),
    ],
)
def test_only_three_of_the_same_words_and_range_are_alike(
    rooms: Rooms, asked: tuple[Question, ...], offered: list[str]
) -> None:
    room = table(rooms, SeveralQuestions(*asked))
    changed: Answer = {"count": 3, "pick": "sell", "confirm": True}[asked[0].kind]
    assert keys(form(room, 1, wheat=changed)) == offered


def test_what_is_not_possible_for_all_is_not_offered(rooms: Rooms) -> None:
    scarce = (WAYS[0], Option("sell", say("Sell"), reason=say("Nobody buys.")))
    room = table(rooms, SeveralQuestions(pick("wheat"), pick("fish", *scarce), pick("wine")))
    assert keys(form(room, 1, wheat="sell")) == []


def test_what_is_not_possible_itself_is_not_offered_for_all(rooms: Rooms) -> None:
    room = table(rooms, SeveralQuestions(*HARVEST))
    assert keys(form(room, 1, wheat=3)) == ["same-wheat"]
    assert keys(form(room, 1, wheat=6)) == []


# -- as last time ------------------------------------------------------------------------------------------------------


def test_what_a_seat_sent_last_is_offered_to_it_and_to_nobody_else(rooms: Rooms) -> None:
    room = table(rooms, SeveralQuestions(*HARVEST))
    sends(room, 1, fish=2, seed=8)
    assert form(room, 2).offers == ()
    sends(room, 2, fish=4)
    entries = room.entries
    offer = last(form(room, 1))
    assert (offer.given, offer.at) == ({"fish": 2, "seed": 8}, "")
    assert answers(form(room, 1, **offer.given)) == [1, 2, 1, 8]
    assert LAST not in keys(form(room, 1, **offer.given)), "it stands there already"
    assert last(form(room, 1, wheat=5)).given == offer.given
    assert room.entries == entries


def test_what_was_usual_the_last_time_is_not_offered(rooms: Rooms) -> None:
    room = table(rooms, SeveralQuestions(*HARVEST))
    sends(room, 1), sends(room, 2)
    assert form(room, 1).offers == ()
    assert last(form(room, 1, fish=3)).given == {}, "but it is where something else was entered"


def test_what_the_host_wrote_for_a_seat_is_its_last_time_too(rooms: Rooms) -> None:
    room = table(rooms, SeveralQuestions(*HARVEST))
    assert room.table.ask(HOST, SubmitForm(1, written_for(room, 1).digest, {"fish": 2}, "by the host")).taken
    sends(room, 2)
    assert last(form(room, 1)).given == {"fish": 2}


def test_what_is_not_possible_any_more_is_left_out(rooms: Rooms) -> None:
    room = table(rooms, Shrinking())
    sends(room, 1, wheat=5, wine=2), sends(room, 2)
    assert last(form(room, 1)).given == {"wine": 2}
    sends(room, 1, wheat=3), sends(room, 2)
    assert form(room, 1).offers == (), "nothing of it is left"


def test_what_was_entered_is_compared_with_the_last_time_without_filling_that_in_again(rooms: Rooms) -> None:
    class Counting(SeveralQuestions):
        """Knows how often it was asked."""

        times = 0

        def questions(self, state: State, seat: int) -> Asking[Answered]:
            self.times += 1
            return super().questions(state, seat)

    game = Counting(*HARVEST)
    room = table(rooms, game)

    def cost(**given: Answer) -> int:
        before = game.times
        form(room, 1, **given)
        return game.times - before

    cost(fish=3)
    plain = cost(fish=4)
    sends(room, 1, fish=2), sends(room, 2)
    cost(fish=3)
    assert cost(fish=4) == plain
    assert LAST in keys(form(room, 1, fish=4))


def test_in_another_play_nothing_is_offered(rooms: Rooms) -> None:
    room = table(rooms, SeveralQuestions(*HARVEST))
    sends(room, 1, fish=2), sends(room, 2)
    assert form(room, 1).offers
    for asked in (PlayAgain(), ChooseGame("asking", {}, {}), BeginPlay()):
        assert room.table.ask(HOST, asked).taken
    assert form(room, 1).offers == ()


def test_what_was_sent_last_is_offered_after_a_restart_too(rooms: Rooms) -> None:
    first = table(rooms, SeveralQuestions(*HARVEST))
    sends(first, 1, fish=2, seed=8), sends(first, 2, wine=4)
    sends(first, 1, fish=3)
    first.close()
    room = rooms(SeveralQuestions(*HARVEST))
    assert last(form(room, 2)).given == {"wine": 4}
    sends(room, 2)
    assert last(form(room, 1)).given == {"fish": 3}
    for asked in (PlayAgain(), ChooseGame("asking", {}, {}), BeginPlay()):
        assert room.table.ask(HOST, asked).taken
    assert form(room, 1).offers == (), "this is another play"


def test_what_is_offered_again_is_lost_before_a_move_is(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    room = table(rooms, SeveralQuestions(*HARVEST))

    put, tried = Settings.put, []

    def full(settings: Settings, key: str, value: Any) -> None:
        if not key.startswith("forms:"):
            return put(settings, key, value)
        tried.append(key)
        raise LogError("full", say("The disk is full."))

    monkeypatch.setattr(Settings, "put", full)
    sends(room, 1, fish=2)
    assert (len(room.state.said), tried) == (1, []), "the reply waits for nothing but the moves"
    room.past(1)
    room.close()
    assert len(tried) == 1


def test_what_was_answered_in_secret_is_not_offered_to_whoever_writes_for_the_seat(rooms: Rooms) -> None:
    class SecretAtFirst(SeveralQuestions):
        """The first harvest of each seat is secret, later ones are not."""

        def questions(self, state: State, seat: int) -> Asking[Answered]:
            self.asked = tuple(count(key, secret=len(state.said) < 2) for key in FIELDS)
            return super().questions(state, seat)

    room = table(rooms, SecretAtFirst())
    sends(room, 1, fish=2), sends(room, 2)
    assert written_for(room, 1).offers == ()
    room.close()
    assert written_for(rooms(SecretAtFirst()), 1).offers == ()
