"""Choosing, beginning, the next play, and going on after the plug was pulled."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.core.errors import Refused
from companion.core.setup import SetupError
from companion.core.wording import say
from companion.locale import speaker
from companion.service.agreement.agreement_requests import Undo
from companion.service.play.answers import AnswerQuestion, CorrectNumber
from companion.service.seats.seating import FreeSeat, LeaveSeat, Rename, TakeSeat
from companion.service.session.session import (
    BeginPlay,
    ChooseGame,
    ConcludePlay,
    KeepSheet,
    PlayAgain,
    ResumePlay,
    wrong_seats,
)
from companion.service.session.table_settings import SetLanguage, TableLanguage
from tests.core.torture import Torture
from tests.service.at_table import HOST, NAMES, Room, token

Rooms = Callable[..., Room]


class NewerRules(Torture):
    """The same game, unable to read what is stored."""

    def decode_state(self, raw: bytes) -> Any:
        raise SetupError("stored by newer rules")


def test_only_who_sits_here_chooses_and_begins(room: Room) -> None:
    room.sit(1, 2)
    for request in (ChooseGame("torture", {}, {}), BeginPlay(), PlayAgain(), ResumePlay("x"), SetLanguage("es")):
        assert room.table.ask(token("stranger"), request).code == "no-seat"
    assert room.table.ask(token("stranger"), KeepSheet("")).code == "no-seat"
    assert room.table.ask(token(1), KeepSheet("")).code == "bad-sheet"


def test_a_play_begins_with_who_sits_there(room: Room) -> None:
    room.begin(3)
    view = room.view().screens.table()
    assert view.phase == "playing"
    assert [seat.seat for seat in view.seats] == [1, 2, 3]
    assert room.say(view.title) == "The Strait"
    assert room.lines() == ["The play begins."]


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        (0, "The Strait is for 2 to 8 people; 0 are seated."),
        (1, "The Strait is for 2 to 8 people; 1 is seated."),
    ],
)
def test_too_few_people_are_told_how_many(room: Room, seats: int, words: str) -> None:
    room.host()
    room.sit(*range(1, seats + 1))
    assert room.table.ask(HOST, ChooseGame("torture", {}, {})).taken
    reply = room.table.ask(HOST, BeginPlay())
    assert (reply.code, room.words(reply)) == ("wrong-seats", words)
    assert room.view().screens.table().phase == "gathering"


def test_a_game_for_one_number_of_people_names_it_once() -> None:
    spanish, words = speaker("es", {}), wrong_seats(say("Athens & Sparta"), 2, 2, 4)
    assert speaker("en", {}).say(words) == "Athens & Sparta is for 2 people; 4 are seated."
    assert spanish.say(words) == "Atenas y Esparta es para 2 personas; hay 4 en la mesa."


def test_beginning_needs_a_game_and_no_play(room: Room) -> None:
    room.host()
    room.sit(1, 2)
    assert room.table.ask(HOST, BeginPlay()).code == "no-game"
    assert room.table.ask(HOST, ChooseGame("chess", {}, {})).code == "no-game"
    assert room.table.ask(HOST, ChooseGame("torture", {}, {})).taken
    assert room.table.ask(HOST, BeginPlay()).taken
    assert room.table.ask(HOST, BeginPlay()).code == "playing"
    assert room.table.ask(HOST, ChooseGame("torture", {}, {})).code == "playing"


def test_a_choice_is_taken_back(room: Room) -> None:
    room.host()
    assert room.table.ask(HOST, ChooseGame("torture", {}, {})).taken
    assert room.moment.gathering.game == "torture"
    assert room.table.ask(HOST, ChooseGame("", {}, {})).taken
    assert room.moment.gathering.game == ""


@pytest.mark.parametrize(
    ("options", "chance"),
    [
        ({"round": 2}, {}),
        ({"rounds": 7}, {}),
        ({"rounds": True}, {}),
        ({"rounds": 10**30}, {}),
        ({}, {"battle": "magic"}),
        ({}, {"batle": "cardboard"}),
    ],
)
def test_what_the_game_does_not_know_is_not_stored(rooms: Rooms, options: Any, chance: Any) -> None:
    room = rooms()
    room.host()
    room.sit(1, 2)
    assert room.table.ask(HOST, ChooseGame("torture", options, chance)).code == "setup"
    room.close()
    assert rooms().moment.gathering.names == {1: "Ana", 2: "Berta"}


def test_an_unknown_level_is_said_and_nothing_begins(room: Room) -> None:
    room.host()
    room.sit(1, 2)
    room.table.ask(HOST, ChooseGame("torture", {}, {}))
    reply = room.table.ask(HOST, BeginPlay(None, "expert"))
    assert reply.code == "setup"
    assert "expert" in room.words(reply)
    assert room.view().screens.table().phase == "gathering"


def test_whoever_does_not_play_only_watches(room: Room) -> None:
    room.host()
    room.sit(1, 2, 5)
    room.table.ask(HOST, ChooseGame("torture", {}, {}))
    assert room.table.ask(HOST, BeginPlay(frozenset({1, 2}))).taken
    assert room.seat_of(token(5)) is None
    assert room.table.ask(token(5), Undo(5, room.nonce())).code == "no-seat"
    assert room.table.ask(token(5), TakeSeat(5, "Eva")).code == "unknown-seat"
    assert room.table.ask(HOST, PlayAgain()).taken
    assert room.moment.gathering.names == {1: "Ana", 2: "Berta"}
    assert room.table.ask(token(5), TakeSeat(5, "Eva")).taken


def test_again_keeps_people_and_phones_and_nothing_else(room: Room) -> None:
    room.begin(2)
    room.set_up()
    first = room.moment.gathering.play_id
    assert room.table.ask(HOST, PlayAgain()).taken
    assert room.view().screens.table().phase == "gathering"
    assert room.moment.gathering.play_id != first
    assert [room.seat_of(token(seat)) for seat in (1, 2, 3)] == [1, 2, None]
    assert room.moment.gathering.names == {1: "Ana", 2: "Berta"}
    assert room.moment.gathering.game == ""
    assert room.view().screens.table().log == ()


def test_a_device_of_the_play_before_does_not_act_in_this_one(room: Room) -> None:
    room.begin(3)
    first = room.moment.gathering.play_id
    room.table.ask(HOST, FreeSeat(2))
    assert room.table.ask(HOST, PlayAgain()).taken
    assert room.seat_of(token(2)) is None
    assert room.table.ask(token(2), AnswerQuestion(2, "", "x", room.nonce())).code == "no-seat"
    room.log.tokens.put(token("old"), first, 1)
    assert room.seat_of(token("old")) is None
    assert room.table.ask(token("old"), Undo(1, room.nonce())).code == "no-seat"


def test_an_unfinished_play_is_gone_on_with(room: Room) -> None:
    room.begin(3)
    room.set_up(first=2)
    first, quest = room.moment.gathering.play_id, room.state.sides[0].quest.value
    room.table.ask(HOST, PlayAgain())
    assert room.table.ask(HOST, ResumePlay(first)).taken
    assert room.moment.gathering.play_id == first
    assert room.state.sides[0].quest.value == quest
    assert [room.seat_of(token(seat)) for seat in (1, 2, 3)] == [1, 2, 3]
    assert room.asks(2) == ["plan"]


def test_nobody_gets_anothers_hand_when_an_old_play_comes_back(room: Room) -> None:
    room.begin(2)
    room.set_up()
    first = room.moment.gathering.play_id
    room.table.ask(HOST, PlayAgain())
    room.table.ask(token(1), LeaveSeat())
    room.table.ask(token("zoe"), TakeSeat(1, "Zoe"))
    room.table.ask(token("eva"), TakeSeat(5, "Eva"))
    assert room.table.ask(HOST, ResumePlay(first)).taken
    assert room.seat_of(token("zoe")) is None
    assert room.seat_of(token("eva")) is None
    assert room.seat_of(token(2)) == 2
    assert room.moment.gathering.names == {1: "Ana", 2: "Berta"}
    assert room.table.ask(token(1), TakeSeat(1, "")).taken


def test_what_is_not_an_unfinished_play_is_not_gone_on_with(room: Room) -> None:
    room.begin(2)
    first = room.moment.gathering.play_id
    assert room.table.ask(HOST, ResumePlay(first)).code == "playing"
    room.table.ask(HOST, PlayAgain())
    for play in ("", "nonsense", room.moment.gathering.play_id):
        reply = room.table.ask(HOST, ResumePlay(play))
        assert (reply.code, room.words(reply)) == ("no-play", "That play cannot be gone on with.")


def test_after_the_plug_everything_is_where_it_was(rooms: Rooms) -> None:
    room = rooms()
    room.begin(3)
    room.set_up()
    room.answer(1, "add", "tax-1")
    room.table.ask(token(2), Rename("Bea"))
    before = [room.view(seat).screens.seat() for seat in (1, 2, 3)]
    seed = room.table.rooms.running.play.seed
    room.close()
    room = rooms(seed="another")
    assert [room.seat_of(token(seat)) for seat in (1, 2, 3)] == [1, 2, 3]
    assert room.is_host(HOST)
    assert room.table.rooms.running.play.seed == seed
    for seat, was in enumerate(before, 1):
        now = room.view(seat).screens.seat()
        assert now.dialogues == was.dialogues
        assert (now.widgets, now.log, now.score, now.table.seats) == (was.widgets, was.log, was.score, was.table.seats)
        assert now.version == was.version
    assert room.speaker("en").name(2) == "Bea"


def test_people_who_were_sitting_down_go_on_sitting_down(rooms: Rooms) -> None:
    room = rooms()
    room.host()
    room.sit(1, 4)
    room.table.ask(HOST, ChooseGame("torture", {"rounds": 1}, {"weather": "cardboard"}))
    room.close()
    room = rooms()
    gathering = room.moment.gathering
    assert (gathering.names, gathering.game) == ({1: "Ana", 4: "Dora"}, "torture")
    assert (gathering.options, gathering.chance) == ({"rounds": 1}, {"weather": "cardboard"})
    assert room.seat_of(token(4)) == 4


def test_the_play_brought_back_is_the_one_a_restart_goes_on_with(rooms: Rooms) -> None:
    room = rooms()
    room.begin(2)
    first = room.moment.gathering.play_id
    room.table.ask(HOST, PlayAgain())
    room.table.ask(HOST, ResumePlay(first))
    room.close()
    assert rooms().moment.gathering.play_id == first


def test_a_play_no_program_can_read_does_not_keep_the_table_shut(rooms: Rooms, caplog: Any) -> None:
    room = rooms()
    room.begin(2)
    play = room.moment.gathering.play_id
    room.close()
    room = rooms(NewerRules())
    assert room.view().screens.table().phase == "gathering"
    assert room.moment.gathering.names == {1: "Ana", 2: "Berta"}
    assert room.table.ask(HOST, ResumePlay(play)).code == "no-play"
    assert "cannot be gone on with: SetupError" in caplog.text
    room.close()
    room = rooms()
    assert room.moment.gathering.play_id == play
    assert room.view().screens.table().phase == "playing"


def test_after_a_play_that_is_over_the_same_people_begin_the_same_game_again(room: Room) -> None:
    room.begin(2, options={"rounds": 1})
    play_to_the_end(room)
    assert room.table.ask(HOST, PlayAgain()).taken
    assert room.moment.gathering.game == "torture"
    assert room.moment.gathering.names == {1: "Ana", 2: "Berta"}
    assert room.table.ask(HOST, BeginPlay()).taken
    assert room.moment.play is not None
    assert room.moment.play.setup.options["rounds"] == 1


def test_when_a_play_is_over_the_next_is_chosen_at_once(room: Room) -> None:
    room.begin(2, options={"rounds": 1})
    play_to_the_end(room)
    over = room.moment.gathering.play_id
    assert room.view().screens.table().phase == "over"
    assert "wins" in (said := room.say(room.view().screens.table().sentence)) or "share the victory" in said
    assert room.table.ask(HOST, ChooseGame("torture", {}, {})).taken
    assert room.view().screens.table().phase == "gathering"
    assert room.moment.gathering.play_id != over
    assert room.moment.gathering.names == {1: NAMES[1], 2: NAMES[2]}
    assert room.table.ask(HOST, BeginPlay()).taken


def test_the_score_stands_after_a_restart(rooms: Rooms) -> None:
    room = rooms()
    room.begin(2, options={"rounds": 1})
    play_to_the_end(room)
    score = room.view().screens.table().score
    assert score is not None
    assert score.final
    room.close()
    room = rooms()
    assert room.view().screens.table().phase == "over"
    assert room.view().screens.table().score == score


def test_a_sheet_is_kept_by_the_host(rooms: Rooms) -> None:
    room = rooms(sheets=True)
    room.host()
    text = room.opened.library.sheet("sheet:hearts")
    assert text is not None
    reply = room.table.ask(HOST, KeepSheet(text))
    assert reply.code == "shipped"
    assert room.table.ask(HOST, KeepSheet(text.replace('id = "hearts"', 'id = "ours"'))).taken
    assert "sheet:ours" in room.view().session.games()
    assert room.table.ask(HOST, KeepSheet("id = 3")).code == "bad-sheet"


def test_the_language_of_the_table_is_kept(rooms: Rooms) -> None:
    room = rooms()
    room.host()
    assert room.table.ask(HOST, SetLanguage("es")).taken
    assert room.table.ask(HOST, SetLanguage("xx")).code == "no-language"
    room.close()
    assert rooms().view().settings.language() == "es"


@pytest.mark.parametrize(
    ("configured", "system", "phone", "spoken"),
    [
        ("", "", "", "en"),
        ("", "", "es-MX", "es"),
        ("", "de", "es", "de"),
        ("en", "de", "es", "en"),
        ("", "", "xx", "en"),
    ],
)
def test_the_system_decides_the_language_before_the_first_phone(
    room: Room, configured: str, system: str, phone: str, spoken: str
) -> None:
    language = TableLanguage(room.log.settings, configured, system)
    language.phone_sits_down(phone)
    language.phone_sits_down("fr")
    assert language.now == spoken
    language.choose("es")
    assert language.now == "es"


def test_a_view_of_a_play_is_not_there_before_it(room: Room) -> None:
    with pytest.raises(LookupError):
        room.moment.score(None)  # type: ignore[arg-type]
    with pytest.raises(Refused):
        room.view(1).play.question(1, "")


def play_to_the_end(room: Room) -> None:
    """Nobody plans anything, and everybody sails to the library."""
    room.set_up()
    room.plans_ready(1, 2)
    room.answer(1, "sail", "library")
    room.answer(2, "sail", "library")


def _seed(room: Room, play: str) -> str:
    chance = room.view().past.chance(play)
    assert chance is not None
    return chance.seed


def test_an_end_whose_seed_is_open_is_not_taken_back(rooms: Rooms) -> None:
    """Until then it may be; putting the play away closes it too."""
    room = rooms(Torture())
    room.begin(2, "torture", options={"rounds": 1})
    play = room.moment.gathering.play_id
    assert room.table.ask(token(1), ConcludePlay(play)).code == "not-over"
    play_to_the_end(room)
    assert _seed(room, play) == ""
    assert room.view(1).screens.seat().undo is not None
    assert room.table.ask(token("stranger"), ConcludePlay(play)).code == "no-seat"
    assert room.table.ask(token(1), ConcludePlay(play)).taken
    assert _seed(room, play)
    assert room.view(1).screens.seat().undo is None
    assert room.table.ask(HOST, Undo(0, room.nonce())).code == "concluded"
    assert room.table.ask(HOST, CorrectNumber("bank", 3, room.nonce())).code == "concluded"
    assert room.moment.phase == "over"


def test_putting_a_finished_play_away_closes_it(rooms: Rooms) -> None:
    room = rooms(Torture())
    room.begin(2, "torture", options={"rounds": 1})
    play = room.moment.gathering.play_id
    play_to_the_end(room)
    assert room.table.ask(HOST, PlayAgain()).taken
    assert _seed(room, play)
