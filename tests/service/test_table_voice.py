"""The table speaks: once, in its own language, only what everybody may know, and only where the host wants it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec import structs

from companion.core.wording import Message, SeatName, say
from companion.plays.reports.history import LogLine
from companion.service.agreement.agreement_requests import Undo
from companion.service.panel.table_voice import STILL, SetVoice, VoiceView, _happened
from companion.service.panel.wiring.hardware_test import SetQuietHours
from companion.service.screens.view_builders import table_view
from companion.service.screens.views import TableView
from companion.service.session.table_settings import SetLanguage
from hardware.ports import Fault
from tests.core.purses import Purses
from tests.service.asking_game import AskingGame
from tests.service.at_table import HOST, Room, token

Rooms = Callable[..., Room]


class NotedVoice:
    """A voice that notes what it was told to say."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []
        self.hushed = 0
        self.fault: Fault | None = None
        self.changed: Callable[[], None] = lambda: None

    def start(self, changed: Callable[[], None]) -> None:
        self.changed = changed

    def say(self, words: str, language: str) -> None:
        self.said.append((words, language))

    def hush(self) -> None:
        self.hushed += 1

    def close(self) -> None:
        pass


@pytest.fixture
def voice() -> NotedVoice:
    return NotedVoice()


@pytest.fixture
def room(rooms: Rooms, voice: NotedVoice) -> Room:
    made = rooms(AskingGame("pick"), voice=voice)
    made.begin(3, "asking")
    return made


def switch(room: Room, on: bool) -> None:
    assert room.table.ask(HOST, SetVoice(on)).taken


def test_the_table_is_silent_until_the_host_lets_it_speak(room: Room, voice: NotedVoice) -> None:
    room.answer(1, "red")
    assert room.view("host").panel.voice() == VoiceView(on=False)
    assert voice.said == []
    assert not room.table.ask(token(1), SetVoice(True)).taken
    switch(room, True)
    assert voice.said == [("Berta, your turn.", "en")], "who switches it on hears at once whether it works"
    switch(room, False)
    assert voice.hushed == 1
    room.answer(2, "red")
    assert len(voice.said) == 1


def test_each_sentence_is_said_once(room: Room, voice: NotedVoice) -> None:
    switch(room, True)
    room.opened.loop.post(room.opened.rooms.state.touch)
    assert len(voice.said) == 1
    room.answer(1, "red")
    assert [words for words, _ in voice.said[1:]] == ["Berta, your turn."]


def test_the_language_is_that_of_the_table(room: Room, voice: NotedVoice) -> None:
    switch(room, True)
    assert room.table.ask(HOST, SetLanguage("es")).taken
    assert len(voice.said) == 1, "another language is no news"
    room.answer(1, "red")
    assert voice.said[-1] == ("Berta, te toca.", "es")


def test_in_quiet_hours_nothing_is_said(room: Room, voice: NotedVoice) -> None:
    assert room.table.ask(HOST, SetQuietHours("0:00", "23:59")).taken
    switch(room, True)
    room.answer(1, "red")
    assert voice.said == []


def test_a_vote_is_announced(room: Room, voice: NotedVoice) -> None:
    room.answer(1, "red")
    switch(room, True)
    assert room.table.ask(token(2), Undo(2, room.nonce())).taken
    (vote,) = table_view(room.moment).votes
    assert [words.startswith(room.say(vote.prompt)) for words, _ in voice.said[1:]] == [True]


def test_who_acted_is_named_first_also_where_the_log_names_a_side_alone(room: Room) -> None:
    def spoken(told: Message) -> str:
        line = LogLine(1, structs.replace(told, first=True), 2, "move")
        _, words = _happened(TableView("v", "playing", say("Game"), say("Now"), log=(line,)))
        assert words is not None
        return room.say(words)

    assert spoken(say("Arabia takes Tomis of {who}", who=SeatName(1))) == "Berta: Arabia takes Tomis of Ana"
    assert spoken(say("{one} robs {other}", one=SeatName(1), other=SeatName(2))) == "Ana robs Berta"


def test_it_outlives_a_restart(rooms: Rooms, voice: NotedVoice) -> None:
    first = rooms(voice=NotedVoice())
    first.host()
    switch(first, True)
    first.close()
    again = rooms(voice=voice)
    assert again.view("host").panel.voice() == VoiceView(on=True)
    assert voice.said == [(again.say(table_view(again.moment).sentence), "en")]


def test_a_voice_that_fails_says_what_to_do_as_long_as_it_is_wanted(room: Room, voice: NotedVoice) -> None:
    def trouble() -> str:
        view = room.view("host").panel.voice()
        assert view is not None
        return room.say(view.trouble) if view.trouble else ""

    switch(room, True)
    assert trouble() == ""
    before = room.moment.serial
    voice.fault = Fault("missing", "espeak-ng")
    voice.changed()
    assert trouble() == "espeak-ng is not installed: sudo apt install espeak-ng"
    assert room.moment.serial == before, "nobody but the page of the devices is drawn anew"
    voice.fault = Fault("silent")
    assert trouble().startswith("There is no sound.")
    voice.fault = Fault("broken", "no such voice")
    assert trouble() == "The voice does not work: no such voice."
    switch(room, False)
    assert trouble() == ""


def test_a_table_without_a_voice_has_nothing_to_switch(rooms: Rooms) -> None:
    room = rooms()
    room.host()
    assert room.view("host").panel.voice() is None
    assert room.table.ask(HOST, SetVoice(True)).notice == say("This table has no voice.")


@pytest.fixture
def purses(rooms: Rooms, voice: NotedVoice) -> Room:
    made = rooms(Purses(), voice=voice)
    made.begin(3, "purses")
    switch(made, True)
    voice.said.clear()
    return made


def test_what_somebody_lost_is_one_sentence_before_whose_turn_it_is(purses: Room, voice: NotedVoice) -> None:
    purses.answer(1, "rob", 2)
    assert voice.said == [("Ana robs Berta of 2. Berta, your turn.", "en")]
    purses.answer(2, "take", 1)
    assert len(voice.said) == 2
    assert "takes" not in voice.said[1][0], "what nobody lost is not said"
    purses.answer(3, "rob", 2)
    purses.answer(1, "rob", 2)
    assert voice.said[-1][0].startswith("Ana robs Berta of 2."), "the same may happen twice"


def test_whoever_is_awaited_for_three_minutes_is_called_once_more(purses: Room, voice: NotedVoice) -> None:
    purses.answer(1, "wait")
    voice.said.clear()
    purses.past(STILL - 10)
    assert voice.said == []
    purses.past(20)
    assert voice.said == [("Berta, still you.", "en")]
    purses.past(2 * STILL)
    assert len(voice.said) == 1, "once"
    purses.answer(2, "wait")
    purses.past(STILL + 10)
    assert len(voice.said) == 3
    assert "still you" in voice.said[-1][0]
