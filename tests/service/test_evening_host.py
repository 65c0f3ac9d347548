"""Whoever sits here hosts by one tap; what a host does for all counts down first; nothing but the game goes with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import pytest

from companion.core.errors import Refused
from companion.core.setup import Meta
from companion.core.wording import Message, say
from companion.games.athens_sparta import AthensSparta
from companion.plays.storage.stores import Settings
from companion.service.agreement.proposals import COUNTS, PROPOSALS, SHOWN, SayFine, SayWait
from companion.service.asking.requests import Request, requests
from companion.service.asking.sender import FromKeys
from companion.service.audit.running_audit import StartAudit
from companion.service.play.answers import AnswerQuestion
from companion.service.screens.streams import OpenPage
from companion.service.screens.view_builders import missing
from companion.service.screens.views import TableView
from companion.service.seats.evening_host import ADDRESS_SHOWN_FOR, OFFERS, HostTable, ShowAddress, StopHosting
from companion.service.seats.seating import (
    AddPlayer,
    BecomeHost,
    FreeSeat,
    LeaveSeat,
    OfferSeat,
    TakeSeat,
    UncoverPhone,
)
from companion.service.seats.seats_state import ASLEEP, Gathering
from companion.service.session.past_plays import PastLooks
from companion.service.session.session import BeginPlay, ChooseGame, PlayAgain, ResumePlay
from tests.core.colonies import Colonies
from tests.core.torture import Torture
from tests.service.at_table import HOST, PIN, Room, over, token
from tests.service.look_calls import every_look, role_of, seen_by

Rooms = Callable[..., Room]

GIVEN = {
    *("ChooseGame", "BeginPlay", "BeginFromPrint", "prints.can_begin", "PlayAgain", "ResumePlay"),
    *("SetLanguage", "SetClock", "DealAgain", "UseDemoNumbers"),
    *("KeepSheet", "KeepImported", "SamePerson"),
}
"""All that whoever sits here may ask for the whole table."""


def asks(room: Room, seat: int | str, request: Request) -> str:
    return room.table.ask(token(seat), request).code


def hosts(room: Room, seat: int) -> bool:
    return room.view(seat).seats.own_role().hosting


def seen(room: Room) -> TableView:
    return room.view().screens.table()


def sentence(room: Room, message: Message | None) -> str:
    return room.say(message) if message is not None else ""


def begins(room: Room, seat: int = 1) -> None:
    """This seat chooses and begins, and nobody minds."""
    assert asks(room, seat, ChooseGame("torture")) == ""
    assert asks(room, seat, BeginPlay()) == ""
    room.past(COUNTS)
    assert room.moment.phase == "playing"


def puts_away(room: Room, seat: int = 1) -> str:
    """This seat puts the play away, and nobody minds; the id of the play."""
    play = room.moment.gathering.play_id
    assert asks(room, seat, PlayAgain()) == ""
    room.past(COUNTS)
    assert room.moment.phase == "gathering"
    return play


# -- choosing --------------------------------------------------------------------------------------------------------


def test_whoever_taps_chooses_at_once_and_all_see_who(room: Room) -> None:
    room.sit(1, 2, 3)
    assert sentence(room, seen(room).sentence) == "Who chooses the game?"
    assert asks(room, 2, HostTable()) == ""
    assert hosts(room, 2)
    assert sentence(room, seen(room).sentence) == "Berta is choosing the game"
    assert asks(room, 3, HostTable()) == "", "others may choose too"
    assert (hosts(room, 2), hosts(room, 3)) == (False, True)
    assert asks(room, 1, ChooseGame("torture")) == "", "also without saying so before"
    assert hosts(room, 1)
    assert sentence(room, seen(room).sentence) == "All here? Then Ana taps Begin."


def test_the_list_is_for_who_has_a_seat_and_a_phone(rooms: Rooms) -> None:
    room = rooms(profile="simulated")
    room.sit(1)
    keys = room.opened.rooms
    assert asks(room, "stranger", HostTable()) == "no-seat"
    assert keys.take(FromKeys(1), HostTable()).code == "no-token"
    assert keys.take(FromKeys(0), HostTable()).code == "no-seat"
    for request in (ChooseGame("torture"), BeginPlay(), PlayAgain(), ResumePlay("x")):
        assert asks(room, "stranger", request) == "no-seat"
        assert keys.take(FromKeys(1), request).code == "not-host"


def test_nobody_makes_the_screens_flicker(room: Room) -> None:
    room.sit(1)
    for _ in range(OFFERS):
        assert asks(room, 1, HostTable()) == ""
        assert asks(room, 1, StopHosting()) == ""
    assert asks(room, 1, HostTable()) == "too-often"
    assert asks(room, 1, StopHosting()) == "not-hosting"


def test_a_phone_that_goes_dark_hosts_on_and_one_that_loses_its_seat_does_not(room: Room) -> None:
    room.host()
    room.sit(1, 2)
    for lose in (
        lambda: room.table.ask(token(1), LeaveSeat()),
        lambda: room.table.ask(HOST, FreeSeat(1)),
        lambda: room.table.ask(token(1), TakeSeat(5, "Ana")),
    ):
        assert asks(room, 1, HostTable()) == ""
        room.past(20 * ASLEEP)
        assert hosts(room, 1)
        assert lose().taken
        assert not hosts(room, 1)
        room.past(1)
        assert seen(room).hosting is None
        room.table.ask(token(1), LeaveSeat())
        room.sit(1)


def test_a_shared_phone_acts_for_whoever_holds_it_only(room: Room) -> None:
    room.sit(1, 2)
    assert asks(room, 1, HostTable()) == ""
    assert room.table.ask(token(1), TakeSeat(3, "Carla", beside=True)).taken
    assert not hosts(room, 1)
    assert asks(room, 1, ChooseGame("torture")) == "no-seat", "it is covered"
    room.table.ask(token(1), UncoverPhone(1))
    assert hosts(room, 1)


# -- counting down ---------------------------------------------------------------------------------------------------


def test_begin_counts_ten_seconds_on_every_screen(room: Room) -> None:
    room.sit(1, 2, 3)
    assert asks(room, 1, ChooseGame("torture")) == ""
    assert asks(room, 1, BeginPlay()) == ""
    told = seen(room).proposal
    assert told is not None
    assert (told.kind, told.by, told.silent, told.fine) == ("begin", 1, (2, 3), ())
    assert told.until - room.clock.mono() == COUNTS
    assert sentence(room, seen(room).sentence) == sentence(room, room.page(2).sentence) == "Ana begins The Strait"
    room.past(COUNTS - 0.1)
    assert room.moment.phase == "gathering"
    room.past(0.2)
    assert room.moment.phase == "playing"
    assert seen(room).proposal is None


def test_fine_by_all_ends_the_waiting(room: Room) -> None:
    room.sit(1, 2, 3)
    asks(room, 1, ChooseGame("torture"))
    asks(room, 1, BeginPlay())
    assert asks(room, 2, SayFine()) == ""
    told = seen(room).proposal
    assert told is not None
    assert (told.silent, told.fine) == ((3,), (2,))
    assert asks(room, 3, SayFine()) == ""
    assert room.moment.phase == "playing", "no time has passed"
    assert asks(room, 3, SayFine()) == "stale"


def test_wait_stops_it_and_says_who(room: Room) -> None:
    room.sit(1, 2, 3)
    asks(room, 1, ChooseGame("torture"))
    asks(room, 1, BeginPlay())
    assert asks(room, "stranger", SayWait()) == "no-seat"
    assert asks(room, 3, SayWait()) == ""
    assert seen(room).proposal is None
    words = "Carla says wait: The Strait does not begin yet."
    assert sentence(room, seen(room).told) == sentence(room, room.page(1).sentence) == words
    room.past(COUNTS)
    assert room.moment.phase == "gathering"
    room.past(SHOWN)
    assert seen(room).told is None
    assert asks(room, 2, BeginPlay()) == "", "and anybody may begin it anew"


def test_who_began_takes_it_back_without_a_word(room: Room) -> None:
    room.sit(1, 2)
    asks(room, 1, ChooseGame("torture"))
    asks(room, 1, BeginPlay())
    assert asks(room, 1, BeginPlay()) == "", "a second tap does no harm"
    assert asks(room, 2, BeginPlay()) == "counting"
    assert asks(room, 1, SayWait()) == ""
    assert (seen(room).proposal, seen(room).told) == (None, None)


def test_another_choice_stops_it(room: Room) -> None:
    room.sit(1, 2)
    asks(room, 1, ChooseGame("torture"))
    asks(room, 1, BeginPlay())
    assert asks(room, 2, ChooseGame("")) == ""
    assert seen(room).proposal is None
    room.past(COUNTS)
    assert room.moment.phase == "gathering"


def test_whoever_comes_meanwhile_is_asked_and_plays(room: Room) -> None:
    room.sit(1, 2)
    asks(room, 1, ChooseGame("torture"))
    asks(room, 1, BeginPlay())
    room.sit(3)
    room.past(1)
    told = seen(room).proposal
    assert told is not None
    assert told.silent == (2, 3)
    room.past(COUNTS)
    assert sorted(room.moment.gathering.names) == [1, 2, 3]
    assert room.moment.phase == "playing"


def test_what_cannot_begin_any_more_is_told(room: Room) -> None:
    room.sit(1, 2)
    asks(room, 1, ChooseGame("torture"))
    asks(room, 1, BeginPlay())
    room.table.ask(token(2), LeaveSeat())
    room.past(COUNTS)
    assert room.moment.phase == "gathering"
    assert "is seated" in sentence(room, seen(room).told)


def test_nobody_else_to_ask_means_no_waiting(room: Room) -> None:
    room.host()
    room.sit(1)
    assert room.table.ask(HOST, AddPlayer(2, "Berta")).taken, "without a phone nobody can answer"
    asks(room, 1, ChooseGame("torture"))
    assert asks(room, 1, BeginPlay()) == ""
    assert room.moment.phase == "playing"


def test_keys_answer_too(rooms: Rooms) -> None:
    room = rooms(profile="simulated")
    room.sit(1, 2)
    asks(room, 1, ChooseGame("torture"))
    asks(room, 1, BeginPlay())
    assert room.opened.rooms.take(FromKeys(3), SayFine()).code == "no-seat", "nobody sits there"
    assert room.opened.rooms.take(FromKeys(2), SayFine()).taken
    assert room.opened.rooms.moment.phase == "playing"


def test_nobody_fills_the_screens_with_proposals(room: Room) -> None:
    room.sit(1, 2)
    asks(room, 1, ChooseGame("torture"))
    for _ in range(PROPOSALS):
        assert asks(room, 1, BeginPlay()) == ""
        assert asks(room, 2, SayWait()) == ""
    assert asks(room, 1, BeginPlay()) == "too-often"
    assert asks(room, 2, BeginPlay()) == ""


def test_a_play_begins_with_everybody(room: Room) -> None:
    room.sit(1, 2, 3)
    asks(room, 1, ChooseGame("torture"))
    assert asks(room, 1, BeginPlay(frozenset({1, 2}))) == "all-play"
    assert asks(room, 1, BeginPlay(frozenset({1, 2, 3}))) == ""


def test_where_too_many_sit_whoever_chooses_says_who_plays_and_the_others_lose_their_seats(
    rooms: Rooms,
) -> None:
    room = rooms(AthensSparta())
    room.sit(1, 2, 3, 4)
    asks(room, 1, ChooseGame("athens-sparta"))
    assert asks(room, 1, BeginPlay()) == "wrong-seats"
    assert asks(room, 1, BeginPlay(frozenset({1, 2, 3}))) == "wrong-seats"
    assert asks(room, 1, BeginPlay(frozenset({1, 3}))) == ""
    proposal = seen(room).proposal
    assert proposal is not None
    assert sentence(room, proposal.words) == "Athens & Sparta begins with Ana and Carla; the others watch"
    for seat in (2, 3, 4):
        assert asks(room, seat, SayFine()) == ""
    assert room.moment.phase == "playing"
    assert set(room.moment.gathering.names) == {1, 3}


def test_an_admin_without_a_seat_begins_at_once_and_one_with_a_seat_counts(room: Room) -> None:
    room.host()
    room.sit(1, 2, 3)
    assert asks(room, 2, BecomeHost(PIN)) == ""
    asks(room, 2, ChooseGame("torture"))
    assert asks(room, 2, BeginPlay()) == ""
    assert room.moment.phase == "gathering"
    asks(room, 1, SayWait())
    assert room.table.ask(HOST, BeginPlay(frozenset({1, 2}))).taken
    assert room.moment.phase == "playing"


# -- putting away, and going on --------------------------------------------------------------------------------------


def test_to_end_is_to_put_away_and_shows_nothing_hidden(room: Room) -> None:
    room.sit(1, 2)
    begins(room)
    play = puts_away(room, 2)
    row = room.log.play(play)
    assert row is not None
    assert row.status == "playing"
    past: PastLooks = room.view(1).past
    chance = past.chance(play)
    assert chance is not None
    assert (chance.seed, chance.draws, chance.over) == ("", (), False)


def test_one_wait_makes_it_a_vote(room: Room) -> None:
    room.sit(1, 2, 3)
    begins(room)
    assert asks(room, 1, PlayAgain()) == ""
    assert asks(room, 2, SayFine()) == ""
    assert asks(room, 3, SayWait()) == ""
    assert seen(room).proposal is None
    vote = seen(room).votes[0]
    assert (vote.kind, vote.asker, vote.waiting, vote.agreed) == ("put-away", 1, (3,), (2,))
    assert sentence(room, vote.prompt) == "Put The Strait away?"
    room.past(COUNTS)
    assert room.moment.phase == "playing"
    room.reply(3, True, key="vote-put-away")
    assert room.moment.phase == "gathering"


def test_a_no_keeps_the_play_on_the_table(room: Room) -> None:
    room.sit(1, 2, 3)
    begins(room)
    asks(room, 1, PlayAgain())
    asks(room, 3, SayWait())
    room.reply(2, True, key="vote-put-away")
    room.reply(3, False, key="vote-put-away")
    assert room.moment.phase == "playing"
    assert not seen(room).votes


def test_put_away_restarted_and_resumed_without_a_pin(rooms: Rooms) -> None:
    room = rooms()
    room.sit(1, 2, 3)
    begins(room)
    play = puts_away(room)
    room.close()
    room = rooms()
    last = seen(room).last
    assert last is not None
    assert last.play == play
    assert sentence(room, seen(room).sentence) == "Go on with the last play, or choose another?"
    assert asks(room, 2, ResumePlay(play)) == ""
    told = seen(room).proposal
    assert told is not None
    assert sentence(room, told.words) == "Berta goes on with The Strait"
    assert [asks(room, seat, SayFine()) for seat in (1, 3)] == ["", ""]
    assert room.moment.phase == "playing"
    assert room.moment.gathering.play_id == play
    assert [room.seat_of(token(seat)) for seat in (1, 2, 3)] == [1, 2, 3]


def test_another_play_may_begin_instead(room: Room) -> None:
    room.sit(1, 2)
    begins(room)
    first = puts_away(room)
    begins(room, 2)
    assert room.moment.gathering.play_id != first
    second = puts_away(room)
    last, waiting = seen(room).last, seen(room).put_away
    assert last is not None
    assert (last.play, [each.play for each in waiting]) == (second, [first]), "each that was put away is offered"
    assert waiting[0].names == ("Ana", "Berta")
    assert asks(room, 1, ResumePlay("0" * 32)) == "no-play"
    assert asks(room, 1, ResumePlay(first)) == ""
    assert asks(room, 2, SayFine()) == ""
    assert room.moment.phase == "playing"
    assert room.moment.gathering.play_id == first
    puts_away(room)
    assert [each.play for each in (seen(room).last, *seen(room).put_away) if each] == [second, first]
    room.host()
    assert room.table.ask(HOST, ResumePlay(second)).taken
    assert room.moment.gathering.play_id == second


def test_a_name_alone_opens_no_hand(room: Room) -> None:
    """Whoever sits down at the place and under the name of somebody who is not here gets nothing that is hidden."""
    room.sit(1, 2, 3)
    begins(room)
    play = puts_away(room)
    assert asks(room, 3, LeaveSeat()) == ""
    assert room.table.ask(token("thief"), TakeSeat(3, "Carla")).taken
    assert asks(room, 1, ResumePlay(play)) == ""
    room.past(COUNTS)
    assert room.moment.phase == "playing"
    assert [room.seat_of(token(who)) for who in (1, 2, "thief")] == [1, 2, None]
    assert asks(room, "thief", TakeSeat(3, "Carla")) == "", "it must ask for the seat"
    assert room.seat_of(token("thief")) is None


def test_after_a_play_that_is_over_the_same_people_play_again(room: Room) -> None:
    room.sit(1, 2)
    begins(room)
    over(room)
    room.log._database.query("UPDATE plays SET status = 'over' WHERE id = ?", room.moment.gathering.play_id)
    before = room.moment.gathering
    assert asks(room, 2, PlayAgain()) == ""
    told = seen(room).proposal
    assert told is not None
    assert sentence(room, told.words) == "Berta plays The Strait again"
    assert room.moment.phase == "over", "the end stays on the screens until all find it fine"
    assert asks(room, 1, SayFine()) == ""
    now = room.moment.gathering
    assert room.moment.phase == "playing"
    assert (now.game, now.options, now.names) == ("torture", before.options, before.names)
    assert now.play_id != before.play_id


def test_without_a_play_there_is_nothing_to_put_away(room: Room) -> None:
    room.sit(1, 2)
    assert asks(room, 1, PlayAgain()) == "no-play"
    begins(room)
    assert asks(room, 1, ChooseGame("torture")) == "playing"
    assert asks(room, 1, BeginPlay()) == "playing"


def test_a_play_goes_on_while_it_may_be_put_away(room: Room) -> None:
    room.sit(1, 2)
    begins(room)
    asks(room, 1, PlayAgain())
    room.set_up()
    assert seen(room).proposal is not None
    asks(room, 1, SayWait())
    room.past(COUNTS)
    assert room.moment.phase == "playing"


# -- and nothing else ------------------------------------------------------------------------------------------------


def made(kind: type[Any]) -> Any:
    """A request or look of this kind, with something in every field that must have one."""
    given = {}
    for field in msgspec.structs.fields(kind):
        if field.required:
            given[field.name] = EXAMPLES.get(field.name, PLAIN.get(_base(get_type_hints(kind)[field.name]), "x"))
    return kind(**given)


EXAMPLES: dict[str, Any] = {"seat": 2, "place": 2, "number": 1, "play": "x", "page": OpenPage("192.0.2.1")}
PLAIN: dict[type, Any] = {int: 1, str: "x", bool: True, bytes: b"x", float: 1.0}


def _base(hint: Any) -> Any:
    return hint if isinstance(hint, type) else str


@pytest.mark.parametrize("name", sorted(name for name, kind in requests().items() if kind.may_ask == "admin"))
def test_every_request_of_an_admin_is_refused_to_a_host(room: Room, name: str) -> None:
    room.sit(1, 2)
    asks(room, 1, HostTable())
    request: Request = made(requests()[name])
    assert room.table.ask(token(1), request).code == "not-host"


def test_every_look_of_an_admin_is_refused_too(room: Room) -> None:
    room.sit(1, 2)
    asks(room, 1, HostTable())
    names = [name for name in every_look(room) if role_of(room, name) == "admin"]
    assert names
    for name in names:
        with pytest.raises(Refused, match="not-host"):
            seen_by(room, name, token(1))


def test_only_the_game_goes_with_it(room: Room) -> None:
    asked = {name for name, kind in requests().items() if kind.may_ask == "host"}
    assert asked | {name for name in every_look(room) if role_of(room, name) == "host"} == GIVEN


def test_whoever_hosts_writes_for_nobody(room: Room) -> None:
    """In a play it is a seat like any other: no other seat's question, code, swap or step is open to it."""
    room.sit(1, 2, 3)
    begins(room)
    assert hosts(room, 1)
    room.set_up()
    ask = room.asked(2)[0]
    for request, code in (
        (AnswerQuestion(2, ask.digest, "ready", "n1"), "not-yours"),
        (OfferSeat(2), "not-yours"),
        (AddPlayer(4, "Dora"), "not-host"),
    ):
        assert asks(room, 1, request) == code
    with pytest.raises(Exception, match="not-host"):
        room.table.view(token(1)).screens.scribe()
    assert room.table.ask(token(1), StartAudit("n2")).taken, "as every seat may"


# -- what is missing, and what was played last -----------------------------------------------------------------------


def game(least: int, most: int) -> Meta:
    return Meta("g", say("The Strait"), (least, most))


@pytest.mark.parametrize(
    ("seated", "chosen", "host", "put_away", "words"),
    [
        (0, None, 0, False, ""),
        (1, None, 0, False, "Who chooses the game?"),
        (1, None, 1, False, "Ana is choosing the game"),
        (1, None, 0, True, "Go on with the last play, or choose another?"),
        (1, (2, 4), 1, False, "1 person more."),
        (1, (3, 4), 0, False, "2 people more."),
        (3, (2, 2), 1, False, "Ana says which 2 of you 3 play"),
        (4, (2, 2), 0, False, "Which 2 of you 4 play?"),
        (2, (2, 4), 1, False, "All here? Then Ana taps Begin."),
        (2, (2, 4), 0, False, "All here? Then tap Begin."),
    ],
)
def test_what_is_missing(
    room: Room, seated: int, chosen: tuple[int, int] | None, host: int, put_away: bool, words: str
) -> None:
    room.sit(1)
    gathering = Gathering("p", {seat: f"P{seat}" for seat in range(1, seated + 1)})
    found = missing(gathering, game(*chosen) if chosen else None, host, put_away=put_away, set_aside=False)
    assert sentence(room, found) == words


def test_the_games_begun_are_known_also_after_a_restart(rooms: Rooms) -> None:
    room = rooms(Torture(), Colonies())
    assert room.view().session.games_begun() == ()
    room.begin(2, "colonies")
    assert room.view().session.games_begun() == ("colonies",)
    room.table.ask(HOST, PlayAgain())
    room.table.ask(HOST, ChooseGame("torture"))
    assert room.view().session.games_begun() == ("colonies",), "chosen is not begun"
    room.begin(2, "torture")
    room.table.ask(HOST, PlayAgain())
    room.begin(2, "colonies")
    assert room.view().session.games_begun() == ("colonies", "torture"), "the latest first, each once"
    room.close()
    assert rooms(Torture(), Colonies()).view().session.games_begun() == ("colonies", "torture")


def test_no_token_is_shown_or_written_in_plain(rooms: Rooms, tmp_path: Path) -> None:
    room = rooms()
    room.sit(1, 2)
    begins(room)
    play = puts_away(room)
    settings: Settings = room.log.settings
    assert not settings.get("hosts")
    assert not settings.get("hosting")
    held = settings.get(f"held:{play}")
    assert sorted(held) == ["1", "2"]
    assert token(1) not in repr(held)
    assert token(1) not in repr(room.moment.seats)


def test_who_sits_here_has_the_address_shown_in_a_play_for_some_minutes(rooms: Rooms) -> None:
    room = rooms()
    room.begin(3)

    def shown() -> bool:
        return room.view().screens.table().address_shown

    assert asks(room, 2, ShowAddress(on=True)) == ""
    assert shown()
    assert asks(room, 3, ShowAddress(on=False)) == ""
    assert not shown()
    assert asks(room, 2, ShowAddress(on=True)) == ""
    room.past(ADDRESS_SHOWN_FOR - 1)
    assert shown()
    room.past(2)
    assert not shown(), "it goes by itself"
    assert room.table.ask(token("stranger"), ShowAddress(on=True)).code == "no-seat"
