"""What pages are given: versions, previews, the archive, the numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from companion.plays.undo import undo_offer_to
from companion.service.agreement.agreement_requests import Undo
from companion.service.agreement.proposals import COUNTS
from companion.service.agreement.undoing import _undoes
from companion.service.play.answers import StepBack
from companion.service.screens.view_builders import version_of
from companion.service.seats.attendance import AFTER_KEY
from companion.service.seats.evening_host import HostTable, StopHosting
from companion.service.seats.seating import TakeSeat
from companion.service.seats.seats_state import LONG_ASLEEP
from companion.service.session.session import BeginPlay, ChooseGame, PlayAgain, ResumePlay
from tests.core.torture import Torture
from tests.core.torture.state import State
from tests.service.at_table import HOST, Room, token

Rooms = Callable[..., Room]


def versions(room: Room) -> dict[str, str]:
    found = {str(seat): room.view(seat).screens.seat().version for seat in (1, 2, 3)}
    return {**found, "table": room.view().screens.table().version, "scribe": room.view("host").screens.scribe().version}


def changed(before: dict[str, str], after: dict[str, str]) -> set[str]:
    return {who for who in before if before[who] != after[who]}


def test_a_version_changes_only_for_whom_something_changed(room: Room) -> None:
    room.begin(3)
    room.set_up()
    before = versions(room)
    room.answer(1, "add")
    assert changed(before, versions(room)) == {"1"}
    before = versions(room)
    room.answer(1, "tax-1")
    assert changed(before, versions(room)) == {"1"}, "what is planned in secret is nobody else's news"
    before = versions(room)
    room.answer(2, "ready")
    assert changed(before, versions(room)) == {"1", "2", "3", "table", "scribe"}
    before = versions(room)
    room.opened.loop.post(room.table.rooms.state.touch)
    assert changed(before, versions(room)) == set(), "a new moment is no news"


def test_who_hosts_is_everybodys_news_before_a_play_and_nobodys_in_it(room: Room) -> None:
    room.host()
    room.sit(1, 2, 3)
    everybody = {"1", "2", "3", "table", "scribe"}
    before = versions(room)
    assert room.table.ask(token(1), HostTable()).taken
    assert changed(before, versions(room)) == everybody
    assert room.table.ask(token(1), ChooseGame("torture")).taken
    before = versions(room)
    assert room.table.ask(token(1), BeginPlay()).taken
    assert changed(before, versions(room)) == everybody
    room.past(COUNTS)
    before = versions(room)
    assert room.table.ask(token(1), StopHosting()).taken
    assert changed(before, versions(room)) == set(), "there is nothing to host"


class Counted(Torture):
    """Counts how often the questions of each seat are asked of it."""

    def __init__(self) -> None:
        super().__init__()
        self.walks: Counter[int] = Counter()

    def questions(self, state: State, seat: int) -> Any:
        self.walks[seat] += 1
        return super().questions(state, seat)


def test_a_dialogue_is_walked_once_for_the_same_play_and_draft(rooms: Rooms) -> None:
    """However often pages look at it, and whatever others answer meanwhile in dialogues of their own."""
    game = Counted()
    room = rooms(game)
    room.begin(3)
    room.set_up()

    def walked_to_look() -> set[int]:
        """The seats whose questions were asked of the rules while everybody looked."""
        before = game.walks.copy()
        versions(room)
        return {seat for seat in game.walks if game.walks[seat] > before[seat]}

    walked_to_look()
    assert walked_to_look() == set()
    room.opened.loop.post(room.table.rooms.state.touch)
    assert walked_to_look() == set()
    before = game.walks[1]
    room.answer(2, "add")
    versions(room)
    assert walked_to_look() == set()
    assert game.walks[1] == before, "the half of a move of another seat"
    room.answer(2, "tax-2")
    assert walked_to_look() == {1, 2, 3}, "the play has changed"
    assert walked_to_look() == set()


def test_what_was_undone_has_the_version_of_what_it_is(room: Room) -> None:
    room.begin(2)
    room.answer(1, "2")
    before = room.view(2).screens.seat().version
    room.table.ask(token(1), StepBack(0))
    assert room.view(2).screens.seat().version != before
    room.answer(1, "2")
    assert room.view(2).screens.seat().version == before


def test_versions_do_not_depend_on_the_order_of_a_mapping() -> None:
    assert version_of({"a": 1, "b": 2}) == version_of({"b": 2, "a": 1})
    assert version_of({"a": 1}) != version_of({"a": 2})


def test_a_preview_gives_nothing_away(room: Room) -> None:
    """The last vote reveals and decides; trying it out tells no more than that chance comes."""
    room.begin(2)
    room.set_up()
    room.plans_ready(1)
    ask = room.asked(2, of=2)[0]
    found = room.view(2).play.preview(2, ask.digest, ("ready",))
    assert found is not None
    assert found.final == "hidden", "the plans of others are a secret: the trial ends there"
    told = [room.say(line) for line in found.told]
    assert told == ["Berta is ready."]
    assert room.entries == 3
    assert room.asks(2) == ["plan"]


def test_a_preview_says_more_refused_or_gone(room: Room) -> None:
    room.begin(2)
    ask = room.asked(1)[0]
    found = room.view(1).play.preview(0, ask.digest, ("1",))
    assert found is not None
    assert (found.more, found.refused) == (True, None)
    assert room.say(found.act) == "Ana"
    found = room.view(1).play.preview(0, ask.digest, ("9",))
    assert found is not None
    assert found.refused is not None
    assert room.view(1).play.preview(0, "gone", ("1",)) is None
    room.answer(1, "1")
    gold = room.asked(1)[0]
    found = room.view(1).play.preview(0, gold.digest, (2,))
    assert found is not None
    assert found.final == "chance"
    assert found.told == ()
    assert room.say(found.act) == "Enter 2", "a number alone would look like a key of the dial"


def test_a_vote_has_no_preview_of_the_game(room: Room) -> None:
    room.begin(2)
    room.set_up()
    room.plans_ready(1, 2)
    room.table.stream(token(2))
    room.answer(1, "sail", "arsenal")
    room.answer(2, "sail", "arsenal")
    room.table.ask(token(1), Undo(1, room.nonce()))
    ballot = room.asked(2)[-1]
    found = room.view(2).play.preview(2, ballot.digest, (True,))
    assert found is not None
    assert (room.say(found.act), found.told) == ("Yes", ())


def test_an_open_vote_says_what_would_happen_and_who_has_answered(room: Room) -> None:
    room.begin(3)
    room.set_up()
    room.plans_ready(1, 2, 3)
    room.answer(1, "sail", "library")
    room.table.ask(token(1), Undo(1, room.nonce()))
    (vote,) = room.view().screens.table().votes
    assert room.say(vote.prompt) == "Ana wants to take back: Ana sails: Library: a card"
    assert [room.say(line) for line in vote.effects] == [
        "The play stands as before that step. Put the pieces on the table back, too.",
        "The take-back stays visible in the log: something was revealed or rolled.",
    ]
    assert (vote.asker, vote.agreed, vote.waiting, vote.every) == (1, (), (2, 3), True)
    room.reply(3, True, key="vote-undo")
    (vote,) = room.view().screens.table().votes
    assert (vote.agreed, vote.waiting) == ((3,), (2,))
    assert room.asked(2)[-1].service == f"vote-{vote.id}"


def test_the_sentence_is_about_the_game_while_the_table_votes(room: Room) -> None:
    room.begin(3)
    room.set_up()
    room.plans_ready(1, 2, 3)
    room.answer(1, "sail", "library")
    before = [room.view(seat).screens.seat().sentence for seat in (1, 2, 3)]
    room.table.ask(token(1), Undo(1, room.nonce()))
    assert [room.view(seat).screens.seat().sentence for seat in (1, 2, 3)] == before


def test_of_what_is_undone_in_secret_nothing_is_counted(room: Room) -> None:
    """However often somebody has planned in secret since, the vote says the same."""
    room.begin(2)
    room.set_up()

    def effects() -> list[str]:
        room.table.ask(token(1), Undo(1, room.nonce()))
        (vote,) = room.view().screens.table().votes
        found = [room.say(line) for line in vote.effects]
        room.reply(1, "withdraw", key="withdraw")
        return found

    before = effects()
    assert before[-2] == "Whatever was chosen in secret since then is chosen anew."
    for _ in range(2):
        room.answer(2, "add", "tax-2")
    assert effects() == before


def test_further_steps_that_are_undone_are_named(room: Room) -> None:
    room.begin(3)
    room.set_up()
    room.plans_ready(1, 2, 3)
    room.answer(1, "sail", "arsenal")
    room.answer(2, "sail", "arsenal")
    play = room.table.rooms.running.playing()
    offer = undo_offer_to(play.effective, 1, play.effective[-2].base)
    assert offer is not None
    lines = [room.say(line) for line in _undoes(play, offer)]
    assert lines == [
        "The play stands as before that step. Put the pieces on the table back, too.",
        "Undone with it: Berta sails: Arsenal: a fleet",
    ]


def test_everybody_learns_that_somebody_waits_for_a_seat(room: Room) -> None:
    """Whoever holds it may be away."""
    room.begin(3)
    room.set_up()
    room.past(LONG_ASLEEP + AFTER_KEY)
    assert room.table.ask(token("new"), TakeSeat(2, "Pau")).taken
    (vote,) = room.view().screens.table().votes
    assert room.say(vote.prompt) == "Pau wants the seat of Berta: Berta, or the admin, says yes."
    assert (vote.kind, vote.target, vote.waiting, vote.every) == ("swap", 2, (2,), True)
    assert [room.say(line) for line in vote.effects] == [
        "The other phone plays for that seat then, and sees all its secrets."
    ]
    ballot = room.asked(2)[-1]
    assert room.say(ballot.question.prompt) == "Pau wants your seat, with all its secrets."


def test_numbers_are_those_the_viewer_may_see(room: Room) -> None:
    assert room.view().play.public_numbers() == ()
    room.begin(2)
    room.set_up()
    keys = {number.key for number in room.view().play.public_numbers()}
    assert "1.gold" in keys
    assert "1.quest" not in keys
    assert {"1.quest"} == {number.key for number in room.view(1).play.numbers()} - keys


def test_the_whole_log_by_viewer(room: Room) -> None:
    assert room.view().play.log() == ()
    room.begin(2)
    room.set_up()
    public, mine = room.view().play.log(), room.view(1).play.log()
    assert len(mine) > len(public), "the own quest is told to its seat alone"
    assert [line.number for line in public] == list(range(1, len(public) + 1))


def test_the_archive_lists_what_began(rooms: Rooms) -> None:
    room = rooms()
    assert room.view().past.plays() == ()
    room.begin(2, options={"rounds": 1})
    first = room.moment.gathering.play_id
    room.table.ask(HOST, PlayAgain())
    assert [(play.id, play.status, play.score) for play in room.view().past.plays()] == [(first, "playing", None)]
    room.table.ask(HOST, ResumePlay(first))
    room.set_up()
    room.plans_ready(1, 2)
    room.answer(1, "sail", "library")
    room.answer(2, "sail", "library")
    (play,) = room.view().past.plays()
    assert play.status == "over"
    assert play.score is not None
    assert play.score.final
    assert play.names == {1: "Ana", 2: "Berta"}
    assert room.view().past.plays()[0].score is play.score, "a finished score is computed once"


def test_an_export_is_what_the_viewer_may_see(room: Room) -> None:
    room.begin(2)
    room.set_up()
    play = room.moment.gathering.play_id
    public = room.view().past.export(play, "en")
    mine = room.view(1).past.export(play, "en")
    assert public is not None
    assert mine is not None
    assert b"Your quest" in mine
    assert b"Your quest" not in public
    assert room.table.rooms.running.play.seed.hex().encode() not in mine
    assert room.view().past.export("none", "en") is None
    room.table.ask(HOST, PlayAgain())
    assert room.view().past.export(room.moment.gathering.play_id, "en") is None


def test_a_seat_exports_with_its_own_eyes_its_own_play_alone(room: Room) -> None:
    room.begin(2)
    room.set_up()
    play = room.moment.gathering.play_id
    assert b"Your quest" in (room.view(1).past.export(play, "en") or b"")
    room.table.ask(HOST, PlayAgain())
    assert room.seat_of(token(1)) == 1
    assert b"Your quest" not in (room.view(1).past.export(play, "en") or b"")


def test_a_game_that_is_gone_is_listed_without_a_score(rooms: Rooms) -> None:
    class Renamed(Torture):
        meta = Torture.meta.__class__(key="renamed", title=Torture.meta.title, seats=(2, 8))

    room = rooms()
    room.begin(2)
    room.close()
    room = rooms(Renamed())
    (play,) = room.view().past.plays()
    assert room.say(play.title) == "torture"
    assert play.score is None
    assert room.view().past.export(play.id, "en") is None
