"""A printed fact typed wrong is put right while the play is on: proposed, agreed, kept, with what rested on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest

from companion.core.boxes import Learned
from companion.service.agreement.ballots import FRESH
from companion.service.agreement.consent import LAPSE
from companion.service.agreement.votes import YES_COUNTS
from companion.service.audit.fact_corrections import AskWhichFact, ProposeFacts
from companion.service.play.answers import AnswerQuestion, StepBack
from companion.service.seats.seating import BecomeHost
from tests.service.asking_game import AskingGame
from tests.service.at_table import HOST, PIN, Room, token
from tests.service.boxed_game import Boxed
from tests.service.test_agreeing import for_bare, open_pages, with_bare

Rooms = Callable[..., Room]


class ClosedWifi:
    """A Wi-Fi of the table's own that could be opened."""

    can_open = True
    is_open = False

    def ask(self, *, on: bool) -> None:
        raise AssertionError("nobody asked for it")


def playing(room: Room, seats: int = 3, game: str = "torture") -> None:
    """The first seat has played the card it holds, worth 2, and the second is on turn."""
    room.log.boxes.put(game, [Learned("card", face, "worth", 2) for face in ("owl", "bull", "dolphin")])
    room.begin(seats, game)
    room.set_up()
    room.plans_ready(*range(1, seats + 1))
    open_pages(room, *range(1, seats + 1))
    room.answer(1, "card", room.state.side("1").hand[0].handle)


def face(room: Room) -> str:
    """The card that was played."""
    return str(room.state.side("1").played[0])


def propose(room: Room, seat: int = 2, worth: int = 5) -> None:
    reply = room.table.ask(token(seat), ProposeFacts((Learned("card", face(room), "worth", worth),), room.nonce()))
    assert reply.taken, room.words(reply)
    room.past(0.1)


def asked(room: Room, seat: int, service: str) -> Any:
    return next((ask for ask in room.asked(seat) if service in (ask.service, ask.question.key)), None)


def labels(room: Room, question: Any) -> list[str]:
    return [room.say(option.label) for option in question.options]


def give(room: Room, seat: int, service: str, answer: Any) -> None:
    reply = room.give(seat, asked(room, seat, service), answer)
    assert reply.taken, room.words(reply)


def glory(room: Room) -> int:
    return int(room.state.side("1").glory)


def worth(room: Room) -> int:
    return int(room.state.box["card"][face(room)]["worth"])


# -- proposed, agreed, kept ------------------------------------------------------------------------------------------


def test_the_table_agrees_and_what_rested_on_it_is_put_right_too(room: Room) -> None:
    playing(room)
    entries = room.entries
    propose(room)
    assert asked(room, 1, "fact-agree") is None, "first whoever asked says how far it goes"
    question = asked(room, 2, "fact-decide").question
    name = {"owl": "Owl", "bull": "Bull", "dolphin": "Dolphin"}[face(room)]
    assert room.say(question.prompt) == f"Set right what is printed? Card, {name}, Worth: not 2 but 5"
    assert labels(room, question) == [
        "Set it right, and 1 number",
        "Only what is printed",
        "Leave it as it is",
        "Glory (Ana): 2 becomes 5",
        f"It rested on this: Ana plays {name}.",
    ]
    give(room, 2, "fact-decide", "with")
    assert asked(room, 2, "fact-agree") is None, "whoever asked has said so already"
    assert labels(room, asked(room, 3, "fact-agree").question)[:3] == ["So it is", "No", "Glory (Ana): 2 becomes 5"]
    give(room, 1, "fact-agree", "so")
    assert (glory(room), worth(room), room.entries) == (2, 2, entries)
    give(room, 3, "fact-agree", "so")
    assert (glory(room), worth(room), room.entries) == (5, 5, entries + 1)
    assert room.log.boxes.owners("torture")["card"][face(room)]["worth"] == 5
    assert room.lines()[-2:] == [
        f"Berta corrects what is printed: Card, {name}, Worth: 2 becomes 5.",
        "Berta sets Glory (Ana) to 5; before: 2.",
    ]
    assert [ask for seat in (1, 2, 3) for ask in room.asks(seat) if ask.startswith("fact")] == []


def test_only_what_is_printed(room: Room) -> None:
    playing(room, 2)
    propose(room)
    give(room, 2, "fact-decide", "only")
    assert labels(room, asked(room, 1, "fact-agree").question) == ["So it is", "No"]
    give(room, 1, "fact-agree", "so")
    assert (glory(room), worth(room)) == (2, 5)


def test_one_no_and_everything_stays(room: Room) -> None:
    playing(room)
    propose(room)
    give(room, 2, "fact-decide", "with")
    give(room, 1, "fact-agree", "not-so")
    assert (glory(room), worth(room)) == (2, 2)
    assert [room.say(note.text) for note in room.view(2).screens.seat().notices] == ["Ana does not agree."]
    assert asked(room, 3, "fact-agree") is None
    propose(room)


def test_a_seat_has_its_vote_however_dark_its_phone_is_and_silence_is_no_yes(room: Room) -> None:
    playing(room)
    propose(room)
    give(room, 2, "fact-decide", "with")
    give(room, 1, "fact-agree", "so")
    room.past(LAPSE - 1 - YES_COUNTS)
    assert asked(room, 3, "fact-agree") is not None
    assert (glory(room), worth(room)) == (2, 2)
    room.past(2)
    assert asked(room, 3, "fact-agree") is None
    assert (glory(room), worth(room)) == (2, 2)
    (word,) = [room.say(note.text) for note in room.view(2).screens.seat().notices]
    assert word.startswith("Nobody answered in time. Nothing was changed: Card, ")
    propose(room)


def test_a_fact_whose_proposer_does_not_decide_makes_room_for_another(room: Room) -> None:
    playing(room)
    propose(room, 3)
    room.past(LAPSE + 1)
    assert asked(room, 3, "fact-decide") is None
    propose(room, 2)


def test_a_no_stands_until_the_play_moves_on(room: Room) -> None:
    playing(room)
    propose(room)
    give(room, 2, "fact-decide", "with")
    give(room, 1, "fact-agree", "not-so")
    propose(room, 3)
    reply = room.give(3, asked(room, 3, "fact-decide"), "only")
    assert (reply.code, room.words(reply)) == ("no-stands", "Ana said no. That stands until the play moves on.")
    assert asked(room, 3, "fact-decide") is None, "nobody else's proposal has to wait for it"
    propose(room, 3, worth=4)
    give(room, 3, "fact-decide", "leave")
    for key, answer in (("turn", "sail"), ("space", "arsenal")):
        assert room.reply(2, answer, key).taken
    propose(room, 3)
    give(room, 3, "fact-decide", "only")
    for seat in (1, 2):
        give(room, seat, "fact-agree", "so")
    assert worth(room) == 5


def test_whoever_asked_withdraws_it(room: Room) -> None:
    playing(room)
    propose(room)
    give(room, 2, "fact-decide", "with")
    assert asked(room, 3, "withdraw") is None
    give(room, 2, "withdraw", "withdraw")
    assert asked(room, 1, "fact-agree") is None
    assert (glory(room), worth(room)) == (2, 2)
    propose(room, 3)


def test_everybody_sees_what_the_table_is_asked_and_who_is_waited_for(room: Room) -> None:
    playing(room)
    propose(room)
    assert room.view().screens.table().votes == ()
    give(room, 2, "fact-decide", "with")
    give(room, 1, "fact-agree", "so")
    (vote,) = room.view().screens.table().votes
    assert (vote.kind, vote.asker, vote.target, vote.waiting) == ("fact", 2, 0, (3,))
    assert room.say(vote.prompt).startswith("Set right what is printed? Card, ")


def test_another_person_answers_for_a_seat_without_a_device_and_the_log_says_so(rooms: Rooms) -> None:
    room = rooms()
    room.log.boxes.put("torture", [Learned("card", one, "worth", 2) for one in ("owl", "bull", "dolphin")])
    room = with_bare(rooms, 3, 1, 2, room=room)
    room.answer(1, "card", room.state.side("1").hand[0].handle)
    propose(room, 1)
    give(room, 1, "fact-decide", "with")
    give(room, 2, "fact-agree", "so")
    assert worth(room) == 2, "Carla has not been asked"
    assert room.table.ask(token(1), BecomeHost(PIN)).taken
    assert for_bare(room, token(1), 3, "so").code == "same-person"
    assert for_bare(room, HOST, 3, "so").taken
    assert (glory(room), worth(room)) == (5, 5)
    assert room.lines()[-1] == "The admin agreed for Carla."


def test_who_holds_the_only_device_asks_nobody_and_the_log_says_so(rooms: Rooms) -> None:
    room = rooms()
    room.log.boxes.put("torture", [Learned("card", one, "worth", 2) for one in ("owl", "bull", "dolphin")])
    room = with_bare(rooms, 3, room=room)
    fact = Learned("card", "owl", "worth", 5)
    assert room.table.ask(HOST, ProposeFacts([fact], room.nonce(), scribe=True)).taken
    room.past(0.1)
    decide = next(ask for ask in room.view("host").screens.scribe().dialogues if ask.service == "fact-decide")
    assert room.table.ask(HOST, AnswerQuestion(0, decide.digest, "only", room.nonce(), decide.service)).taken
    assert room.state.box["card"]["owl"]["worth"] == 5
    assert room.lines()[-1] == "Not asked, having neither phone nor keys: Ana, Berta and Carla."
    told = [room.say(note.text) for note in room.page(2).notices]
    assert told == ["Set right without asking you: Card, Owl, Worth: not 2 but 5"]


def test_a_yes_given_while_the_companion_looks_again_counts_when_it_has_looked(room: Room) -> None:
    playing(room)
    propose(room, 3)
    give(room, 3, "fact-decide", "with")
    give(room, 1, "fact-agree", "so")
    with patch.object(room.table.rooms.facts, "go_on"):
        for key, answer in (("turn", "sail"), ("space", "arsenal")):
            assert room.reply(2, answer, key).taken
        give(room, 2, "fact-agree", "so")
        assert worth(room) == 2
    room.past(0.1)
    assert (glory(room), worth(room)) == (5, 5)


def test_a_fact_nothing_rested_on_is_put_right_alone(room: Room) -> None:
    playing(room, 2)
    other = next(one for one in ("owl", "bull", "dolphin") if one != face(room))
    room.table.ask(token(2), ProposeFacts((Learned("card", other, "worth", 4),), room.nonce()))
    room.past(0.1)
    question = asked(room, 2, "fact-decide").question
    assert labels(room, question) == ["Set it right", "Leave it as it is"]
    assert room.say(question.hint) == "No earlier result rested on it."
    give(room, 2, "fact-decide", "leave")
    assert asked(room, 2, "fact-decide") is None


def test_what_cannot_be_is_refused_before_anybody_is_asked(room: Room) -> None:
    playing(room)
    for fact, code in (
        (Learned("card", face(room), "worth", 9), "unfit"),
        (Learned("card", "lion", "worth", 3), "no-component"),
        (Learned("card", face(room), "worth", 2), "nothing-to-correct"),
    ):
        assert room.table.ask(token(2), ProposeFacts((fact,), room.nonce())).code == code
    assert room.table.ask(token(7), ProposeFacts((Learned("card", "owl", "worth", 3),), room.nonce())).code == "no-seat"
    propose(room)
    late = room.table.ask(token(3), ProposeFacts((Learned("card", "owl", "worth", 3),), room.nonce()))
    assert late.code == "mending"
    assert room.give(3, asked(room, 2, "fact-decide"), "with").code == "not-yours"


def test_the_play_goes_on_meanwhile_and_what_rested_on_it_is_looked_for_again(room: Room) -> None:
    playing(room)
    propose(room, 3)
    give(room, 3, "fact-decide", "with")
    give(room, 1, "fact-agree", "so")
    for key, answer in (("turn", "sail"), ("space", "arsenal")):
        assert room.reply(2, answer, key).taken
    assert asked(room, 1, "fact-agree") is None, "nothing more rested on it: what was agreed stays"
    give(room, 2, "fact-agree", "so")
    room.past(0.1)
    assert (glory(room), worth(room)) == (5, 5)


def test_what_is_done_in_secret_meanwhile_shows_nowhere(room: Room) -> None:
    """The companion looks through the steps again after each: no screen may tell that there was one."""
    room.begin(3)
    room.set_up()
    open_pages(room, 1, 2, 3)
    fact = Learned("card", "owl", "worth", 5)
    assert room.table.ask(token(2), ProposeFacts((fact,), room.nonce())).taken
    room.past(0.1)
    give(room, 2, "fact-decide", "only")

    def versions() -> list[str]:
        return [room.view().screens.table().version, *(room.view(seat).screens.seat().version for seat in (2, 3))]

    before, entries = versions(), room.entries
    for key, answer in (("plan", "add"), ("order", "tax-1")):
        found = next(ask for ask in room.asked(1) if not ask.service)
        assert room.give(1, found, answer).taken, (key, found.question)
    assert room.entries == entries + 1
    assert versions() == before
    room.past(0.1)
    assert versions() == before


def test_an_undo_of_it_puts_back_the_box_and_the_numbers(room: Room) -> None:
    playing(room, 2)
    propose(room)
    give(room, 2, "fact-decide", "with")
    give(room, 1, "fact-agree", "so")
    play = room.table.rooms.running.play
    assert play is not None
    play.undo(play.head.base, 2, "seat:2", marked=True, nonce="back")
    assert room.log.boxes.owners("torture")["card"][face(room)]["worth"] == 2


# -- saying which ------------------------------------------------------------------------------------------------------


def test_whoever_asks_is_led_to_the_fact_by_questions(rooms: Rooms) -> None:
    room = rooms(Boxed())
    playing(room, 2, "boxed")
    assert room.table.ask(token(2), AskWhichFact(room.nonce())).taken
    assert room.asks(2)[0] == "fact-kind"
    give(room, 2, "fact-choose", "block")
    assert room.asks(2)[0] == "fact-field", "there is one block only"
    give(room, 2, "fact-choose", "costs")
    question = asked(room, 2, "fact-choose").question
    assert labels(room, question) == [
        "That is all: Grain and Grain",
        "Take out: Grain",
        "Add: Grain",
        "Add: Stone",
        "Add: Wine",
    ]
    give(room, 2, "fact-choose", "drop.grain")
    give(room, 2, "fact-choose", "add.wine")
    assert room.table.ask(token(2), StepBack(2)).taken
    give(room, 2, "fact-choose", "add.stone")
    give(room, 2, "fact-choose", "done")
    room.past(0.1)
    assert "not Grain and Grain but Grain and Stone" in room.say(asked(room, 2, "fact-decide").question.prompt)
    give(room, 2, "fact-decide", "only")
    give(room, 1, "fact-agree", "so")
    assert room.state.box["block"]["guard"]["costs"] == ["grain", "stone"]


def test_back_from_the_first_question_leaves_it(room: Room) -> None:
    playing(room, 2)
    room.table.ask(token(2), AskWhichFact(room.nonce()))
    assert room.asks(2)[0].startswith("fact-")
    room.table.ask(token(2), StepBack(2))
    assert room.asks(2)[0] == "turn"


def test_by_keys(sim: Room) -> None:
    """The menu of a seat's keys asks which; the others agree with their own keys."""
    sim.log.boxes.put("torture", [Learned("card", one, "worth", 2) for one in ("owl", "bull", "dolphin")])
    sim.begin(2)
    sim.set_up()
    sim.plans_ready(1, 2)
    for seat in (1, 2):
        sim.press(seat, "back", "back")
    sim.answer(1, "card", sim.state.side("1").hand[0].handle)
    row = ["owl", "bull", "dolphin"].index(face(sim))
    sim.press(2, "back")
    assert sim.face(2).prompt == "Ask the table"
    labels = [item.label for item in sim.face(2).items]
    sim.press(2, *["down"] * labels.index("Printed otherwise"), "ok")
    assert sim.face(2).prompt == "Which one?"
    sim.press(2, *["down"] * row, "ok")
    assert (sim.face(2).prompt, sim.face(2).value) == ("Worth?", 2)
    sim.press(2, "up", "up", "up", "ok")
    assert sim.face(2).prompt == "Printed otherwise?"
    assert sim.face(2).items[0].label == "Right, and 1 more"
    sim.press(2, "ok")
    assert sim.face(1).items[0].label == "So it is"
    sim.past(FRESH)
    sim.press(1, "up", "ok")
    sim.past(YES_COUNTS)
    assert (glory(sim), worth(sim)) == (5, 5)


def test_a_scribe_asks_for_the_table(room: Room) -> None:
    playing(room)
    fact = Learned("card", face(room), "worth", 5)
    assert room.table.ask(HOST, ProposeFacts((fact,), room.nonce(), scribe=True)).taken
    room.past(0.1)
    decide = next(ask for ask in room.view("host").screens.scribe().dialogues if ask.service == "fact-decide")
    assert room.table.ask(HOST, AnswerQuestion(0, decide.digest, "with", room.nonce(), decide.service)).taken
    for seat in (1, 2, 3):
        give(room, seat, "fact-agree", "so")
    assert (glory(room), worth(room)) == (5, 5)


def test_what_the_question_rests_on_is_offered_first(rooms: Rooms) -> None:
    class Naming(Boxed):
        """Whoever is on turn is asked for a card of the box, too."""

        def questions(self, state: Any, seat: int) -> Any:
            if state.agenda and state.agenda[-1].__class__.__name__ == "Turn":
                worth = state.box["card"]["owl"].get("worth")
                assert worth is not None
            return super().questions(state, seat)

    room = rooms(Naming())
    playing(room, 2, "boxed")
    room.table.ask(token(2), AskWhichFact(room.nonce()))
    question = asked(room, 2, "fact-choose").question
    assert (question.key, labels(room, question)) == (
        "fact-used",
        ["Card, Owl, Worth: 2", "Another one", "None: leave it"],
    )
    give(room, 2, "fact-choose", "other")
    assert room.asks(2)[0] == "fact-kind"


def test_a_component_of_another_kind_with_the_name_of_an_option_is_not_offered(rooms: Rooms) -> None:
    """Two editions have components of the same names: only those of the kinds that were looked up count."""

    class Namesake(Boxed):
        def questions(self, state: Any, seat: int) -> Any:
            if state.agenda and state.agenda[-1].__class__.__name__ == "Turn":
                assert state.box["card"]["owl"].get("worth") == 2
            return super().questions(state, seat)

    room = rooms(Namesake())
    room.log.boxes.put("boxed", [Learned("block", "sail", "steps", 3)])
    playing(room, 2, "boxed")
    room.table.ask(token(2), AskWhichFact(room.nonce()))
    assert labels(room, asked(room, 2, "fact-choose").question)[:-2] == ["Card, Owl, Worth: 2"]


def test_what_was_sent_to_set_a_fact_right_is_known_by_device_and_content(room: Room) -> None:
    playing(room)
    ask, fact = room.table.ask, (Learned("card", face(room), "worth", 5),)
    assert ask(token(2), AskWhichFact("n")).taken
    assert ask(token(2), ProposeFacts(fact, "n")).code == "nonce-reused"
    assert ask(token(3), AskWhichFact("n")).taken, "another device counts for itself"
    assert ask(token(3), ProposeFacts(fact, "m")).taken
    assert ask(token(3), AskWhichFact("m")).code == "nonce-reused"
    assert ask(token(3), ProposeFacts(fact, "m")).taken, "the same again changes nothing more"


@pytest.mark.parametrize("own_wifi", [False, True])
def test_the_menu_of_the_panel_asks_which_fact_is_wrong(rooms: Rooms, own_wifi: bool) -> None:
    """With a Wi-Fi of its own too, for which BACK is held."""
    sim = rooms(profile="simulated", wifi=ClosedWifi() if own_wifi else None)
    playing(sim)
    before = sim.face(0)
    sim.press("panel", "back")
    assert sim.face(0).prompt == "Ask the table"
    assert [item.label for item in sim.face(0).items] == ["Printed otherwise"]
    sim.press("panel", "back")
    assert sim.face(0) == before, "BACK again closes it"
    sim.press("panel", "back", "ok")
    assert sim.face(0).prompt == "Which one?"
    row = ["owl", "bull", "dolphin"].index(face(sim))
    sim.press("panel", *["down"] * row, "ok", "up", "up", "up", "ok")
    sim.past(0.1)
    assert sim.face(0).prompt == "Printed otherwise?"
    sim.press("panel", "ok")
    for seat in (1, 2, 3):
        give(sim, seat, "fact-agree", "so")
    assert (glory(sim), worth(sim)) == (5, 5)


def test_what_the_panel_has_asked_is_withdrawn_at_the_panel(sim: Room) -> None:
    playing(sim)
    row = ["owl", "bull", "dolphin"].index(face(sim))
    sim.press("panel", "back", "ok", *["down"] * row, "ok", "up", "ok")
    sim.past(0.1)
    sim.press("panel", "ok")
    assert asked(sim, 1, "fact-agree") is not None
    sim.past(2)
    sim.press("panel", "back")
    assert [item.label for item in sim.face(0).items] == ["Stop the vote"]
    sim.press("panel", "ok")
    assert asked(sim, 1, "fact-agree") is None
    assert worth(sim) == 2


def test_back_held_at_the_panel_asks_for_the_wifi_and_leaves_no_menu_behind(rooms: Rooms) -> None:
    sim = rooms(profile="simulated", wifi=ClosedWifi())
    playing(sim)
    before = sim.face(0)
    sim.tell("hold panel back")
    sim.past(1)
    sim.tell("release panel back")
    sim.past(0.2)
    assert sim.face(0).prompt == "Open own Wi-Fi?"
    sim.press("panel", "back")
    assert sim.face(0) == before


def test_the_panel_has_no_menu_before_a_play_nor_where_nothing_printed_is_known(rooms: Rooms) -> None:
    sim = rooms(AskingGame("pick"), profile="simulated")
    for begun in (False, True):
        if begun:
            sim.begin(2, "asking")
        before = sim.face(0)
        sim.press("panel", "back")
        assert sim.face(0) == before


def test_nobody_is_waited_for_while_the_companion_looks(room: Room) -> None:
    playing(room)
    fact = [Learned("card", face(room), "worth", 5)]
    assert room.table.ask(token(2), ProposeFacts(fact, room.nonce())).taken
    assert [ask for seat in (1, 2, 3) for ask in room.asks(seat) if ask.startswith("fact")] == []
    room.past(0.1)
    assert asked(room, 2, "fact-decide") is not None


def test_what_is_neither_yes_nor_no_is_refused_and_decides_nothing(room: Room) -> None:
    playing(room)
    propose(room)
    assert room.give(2, asked(room, 2, "fact-decide"), "maybe").code == "not-offered"
    give(room, 2, "fact-decide", "with")
    assert room.give(3, asked(room, 3, "fact-agree"), "maybe").code == "not-offered"
    for seat in (1, 3):
        give(room, seat, "fact-agree", "so")
    assert worth(room) == 5
