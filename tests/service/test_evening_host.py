"""Who hosts the evening: by one tap, told to all, unless somebody objects; and nothing but the game goes with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import pytest

from companion.core.errors import Refused
from companion.core.setup import Meta
from companion.core.wording import Message, say
from companion.plays.storage.stores import Settings
from companion.service.asking.requests import Request, requests
from companion.service.asking.sender import FromKeys
from companion.service.audit.running_audit import StartAudit
from companion.service.play.answers import AnswerQuestion
from companion.service.screens.streams import OpenPage
from companion.service.screens.view_builders import missing
from companion.service.screens.views import TableView
from companion.service.seats.evening_host import OFFERS, SHOWN, UNTIL_IT_COUNTS, ObjectToHost, OfferToHost, StopHosting
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
from companion.service.session.session import BeginPlay, ChooseGame, PlayAgain, ResumePlay
from tests.core.colonies import Colonies
from tests.core.torture import Torture
from tests.service.at_table import HOST, PIN, Room, over, token
from tests.service.look_calls import every_look, role_of, seen_by

Rooms = Callable[..., Room]

GIVEN = {"ChooseGame", "BeginPlay", "BeginFromPrint", "prints.can_begin", "PlayAgain", "SetLanguage"}
"""All that whoever hosts the evening may ask beyond what everybody at a seat may."""


def offer(room: Room, seat: int) -> str:
    return room.table.ask(token(seat), OfferToHost()).code


def hosts(room: Room, seat: int) -> bool:
    return room.view(seat).seats.own_role().hosting


def becomes_host(room: Room, seat: int = 1) -> None:
    """Somebody offers, nobody objects, and their page stays open."""
    assert offer(room, seat) == ""
    room.past(UNTIL_IT_COUNTS)
    assert hosts(room, seat)


def seen(room: Room) -> TableView:
    return room.view().screens.table()


def sentence(room: Room, message: Message | None) -> str:
    return room.say(message) if message is not None else ""


# -- taking it -------------------------------------------------------------------------------------------------------


def test_somebody_who_sits_here_hosts_ten_seconds_later(room: Room) -> None:
    room.sit(1, 2, 3)
    assert seen(room).may_host
    assert offer(room, 2) == ""
    told = seen(room).hosting
    assert told is not None
    assert (told.seat, told.stage) == (2, "offered")
    assert room.say(told.words).startswith("Berta will host: game, options, begin. In 10 seconds")
    assert not seen(room).may_host
    assert not hosts(room, 2)
    assert room.table.ask(token(2), ChooseGame("torture")).code == "not-host"
    room.past(UNTIL_IT_COUNTS - 0.1)
    assert not hosts(room, 2)
    room.past(0.2)
    assert hosts(room, 2)
    assert [hosts(room, seat) for seat in (1, 3)] == [False, False]
    assert room.table.ask(token(2), ChooseGame("torture")).taken
    assert room.table.ask(token(2), BeginPlay()).taken
    assert room.moment.phase == "playing"


def test_who_has_no_seat_or_no_phone_does_not_host(rooms: Rooms) -> None:
    room = rooms(profile="simulated")
    room.sit(1)
    assert room.table.ask(token("stranger"), OfferToHost()).code == "no-seat"
    rooms_of = room.opened.rooms
    assert rooms_of.take(FromKeys(1), OfferToHost()).code == "no-token"
    assert rooms_of.take(FromKeys(0), OfferToHost()).code == "no-seat"
    for request in (ChooseGame("torture"), BeginPlay(), PlayAgain()):
        assert rooms_of.take(FromKeys(1), request).code == "not-host"


def test_keys_at_an_empty_place_object_to_nothing(rooms: Rooms) -> None:
    room = rooms(profile="simulated")
    room.sit(1)
    offer(room, 1)
    assert room.opened.rooms.take(FromKeys(2), ObjectToHost()).code == "no-seat"
    room.sit(2)
    assert room.opened.rooms.take(FromKeys(2), ObjectToHost()).taken


def test_one_after_the_other(room: Room) -> None:
    room.sit(1, 2)
    assert offer(room, 1) == ""
    assert offer(room, 1) == "", "a second tap does no harm"
    assert offer(room, 2) == "hosted"
    room.past(UNTIL_IT_COUNTS)
    assert hosts(room, 1), "and did not begin anew"
    assert offer(room, 2) == "hosted"


def test_nobody_fills_the_screens_with_offers(room: Room) -> None:
    room.sit(1, 2)
    for _ in range(OFFERS):
        assert offer(room, 1) == ""
        assert room.table.ask(token(1), StopHosting()).taken
    assert offer(room, 1) == "too-often"
    assert offer(room, 2) == ""


# -- objecting -------------------------------------------------------------------------------------------------------


def test_an_objection_ends_it_and_everybody_sees_whose_it_was(room: Room) -> None:
    room.sit(1, 2, 3)
    offer(room, 1)
    assert room.table.ask(token("stranger"), ObjectToHost()).code == "no-seat"
    room.past(UNTIL_IT_COUNTS - 1)
    assert room.table.ask(token(3), ObjectToHost()).taken
    told = seen(room).hosting
    assert told is not None
    assert (told.seat, told.stage, told.by) == (1, "refused", 3)
    assert room.say(told.words) == "Carla objects: Ana does not host."
    assert seen(room).may_host
    assert room.table.ask(token(2), ObjectToHost()).code == "no-offer"
    room.past(UNTIL_IT_COUNTS)
    assert not hosts(room, 1)
    room.past(SHOWN)
    assert seen(room).hosting is None


def test_after_an_objection_anybody_may_offer(room: Room) -> None:
    room.sit(1, 2, 3)
    offer(room, 1)
    room.table.ask(token(3), ObjectToHost())
    becomes_host(room, 2)
    assert room.table.ask(token(3), ObjectToHost()).code == "hosted", "it counts"


def test_who_offers_may_take_it_back_and_nobody_else(room: Room) -> None:
    room.sit(1, 2)
    assert room.table.ask(token(1), StopHosting()).code == "not-hosting"
    offer(room, 1)
    assert room.table.ask(token(2), StopHosting()).code == "not-hosting"
    assert room.table.ask(token(1), ObjectToHost()).taken, "to oneself: the same"
    assert seen(room).hosting is None
    becomes_host(room, 1)
    assert room.table.ask(token(1), StopHosting()).taken
    assert not hosts(room, 1)
    assert seen(room).may_host


# -- while somebody else decides -------------------------------------------------------------------------------------


def test_a_keeper_who_is_there_hosts(room: Room) -> None:
    room.host()
    room.sit(1, 2)
    assert offer(room, 1) == "", "the PIN lasts for ever, but no page of the admin is open"
    room.table.ask(token(1), StopHosting())
    page = room.table.stream(HOST, OpenPage("192.0.2.1"))
    room.past(1)
    assert offer(room, 1) == "hosted"
    assert sentence(room, seen(room).missing) == "The admin is choosing the game."
    page.close()
    room.past(1)
    assert offer(room, 1) == ""


def test_a_keeper_who_sits_here_is_named(room: Room) -> None:
    room.sit(1, 2)
    assert room.table.ask(token(2), BecomeHost(PIN)).taken
    room.table.stream(token(2), OpenPage("192.0.2.1"))
    room.past(1)
    assert sentence(room, seen(room).missing) == "Berta is choosing the game."
    assert not seen(room).may_host


def test_a_table_screen_that_once_had_the_pin_keeps_nobody_from_hosting(room: Room) -> None:
    room.host()
    room.sit(1)
    room.table.stream(HOST, OpenPage("192.0.2.1", screen=True))
    room.past(1)
    assert offer(room, 1) == ""


def test_the_keeper_keeps_every_right_beside_the_host(room: Room) -> None:
    room.host()
    room.sit(1, 2, 3)
    becomes_host(room, 1)
    assert room.table.ask(HOST, ChooseGame("torture")).taken
    assert room.table.ask(HOST, BeginPlay(frozenset({1, 2}))).taken


# -- what goes on ----------------------------------------------------------------------------------------------------


def test_nobody_becomes_host_in_a_play(room: Room) -> None:
    room.begin(2)
    assert offer(room, 1) == "playing"
    assert not seen(room).may_host
    assert seen(room).hosting is None


def test_a_play_that_begins_meanwhile_ends_the_offer(room: Room) -> None:
    room.host()
    room.sit(1, 2)
    offer(room, 1)
    room.table.ask(HOST, ChooseGame("torture"))
    assert room.table.ask(HOST, BeginPlay()).taken
    room.past(UNTIL_IT_COUNTS)
    assert not hosts(room, 1)


def test_a_play_that_was_put_away_counts_as_on(rooms: Rooms) -> None:
    room = rooms()
    room.begin(2)
    put_away = room.moment.gathering.play_id
    assert room.table.ask(HOST, PlayAgain()).taken
    assert room.moment.phase == "gathering"
    assert not seen(room).may_host
    assert offer(room, 1) == "put-away"
    assert "the admin goes on with it" in sentence(room, seen(room).missing)
    room.close()
    room = rooms()
    assert offer(room, 1) == "put-away", "after a restart too"
    assert room.table.ask(HOST, ResumePlay(put_away)).taken
    over(room)
    assert offer(room, 1) == "", "a play that is over is not on"


def test_the_newest_begun_play_decides(room: Room) -> None:
    """An older one that was never finished does not: else a table would need the PIN for ever."""
    room.begin(2)
    assert room.table.ask(HOST, PlayAgain()).taken
    assert room.table.ask(HOST, ChooseGame("torture")).taken
    assert room.table.ask(HOST, BeginPlay()).taken
    room.log._database.query("UPDATE plays SET status = 'over' WHERE id = ?", room.moment.gathering.play_id)
    over(room)
    becomes_host(room, 1)
    assert room.table.ask(token(1), PlayAgain()).taken
    assert hosts(room, 1)
    assert room.table.ask(token(1), ChooseGame("torture")).taken


def test_who_hosts_does_not_put_a_play_away(room: Room) -> None:
    room.host()
    room.sit(1, 2)
    becomes_host(room, 1)
    assert room.table.ask(token(1), PlayAgain()).code == "playing", "none was played"
    room.table.ask(token(1), ChooseGame("torture"))
    assert room.table.ask(token(1), BeginPlay()).taken
    play = room.moment.gathering.play_id
    assert room.table.ask(token(1), PlayAgain()).code == "playing"
    assert room.table.ask(token(1), ChooseGame("torture")).code == "playing"
    assert room.table.ask(token(1), BeginPlay()).code == "playing"
    assert room.moment.gathering.play_id == play
    assert room.table.ask(HOST, PlayAgain()).taken
    room.past(1)
    assert not hosts(room, 1), "the admin put it away, and decides how it goes on"
    assert room.table.ask(token(1), ChooseGame("torture")).code == "not-host"


def test_in_the_moment_a_play_is_put_away_the_right_ends(room: Room) -> None:
    room.host()
    room.sit(1, 2)
    becomes_host(room, 1)
    room.table.ask(token(1), ChooseGame("torture"))
    room.table.ask(token(1), BeginPlay())
    room.table.ask(HOST, PlayAgain())
    assert room.table.ask(token(1), ChooseGame("torture")).code == "not-host"


def test_whoever_hosts_begins_with_everybody(room: Room) -> None:
    room.sit(1, 2, 3)
    becomes_host(room, 1)
    room.table.ask(token(1), ChooseGame("torture"))
    assert room.table.ask(token(1), BeginPlay(frozenset({1, 2}))).code == "all-play"
    assert room.table.ask(token(1), BeginPlay(frozenset({1, 2, 3}))).taken
    assert all(room.seat_of(token(seat)) == seat for seat in (1, 2, 3))


# -- it lapses with the phone ----------------------------------------------------------------------------------------


def test_it_lapses_when_the_phone_is_silent(room: Room) -> None:
    room.sit(1, 2)
    page = room.table.stream(token(1), OpenPage("192.0.2.1"))
    becomes_host(room, 1)
    room.past(10 * ASLEEP)
    assert not hosts(room, 1), "a page that answers no beat is gone"
    page.close()
    becomes_host(room, 1)
    room.past(ASLEEP - 1)
    assert room.table.ask(token(1), ChooseGame("torture")).taken
    room.past(ASLEEP - 1)
    assert room.view(1).seats.own_role().hosting, "whoever asks is there, without a stream too"
    room.past(ASLEEP + 1)
    assert seen(room).hosting is None
    assert seen(room).may_host


def test_in_a_play_the_phone_may_go_dark(room: Room) -> None:
    room.sit(1, 2)
    becomes_host(room, 1)
    room.table.ask(token(1), ChooseGame("torture"))
    room.table.ask(token(1), BeginPlay())
    version = seen(room).version
    room.past(20 * ASLEEP)
    over(room)
    room.past(1)
    assert room.moment.seats.hosting is not None
    assert version
    room.past(ASLEEP + 1)
    assert room.moment.seats.hosting is None, "but then a game is to be chosen"


def test_it_lapses_with_the_seat(room: Room) -> None:
    room.host()
    room.sit(1, 2)
    for lose in (
        lambda: room.table.ask(token(1), LeaveSeat()),
        lambda: room.table.ask(HOST, FreeSeat(1)),
        lambda: room.table.ask(token(1), TakeSeat(5, "Ana")),
    ):
        becomes_host(room, 1)
        assert lose().taken
        assert not hosts(room, 1)
        assert room.table.ask(token(1), ChooseGame("torture")).code == "not-host"
        room.past(1)
        assert seen(room).hosting is None
        room.table.ask(token(1), LeaveSeat())
        room.sit(1)


def test_another_phone_at_the_same_seat_does_not_host(room: Room) -> None:
    room.sit(1, 2)
    becomes_host(room, 1)
    assert room.table.ask(token(1), LeaveSeat()).taken
    assert room.table.ask(token("other"), TakeSeat(1, "Ana")).taken
    assert not room.view("other").seats.own_role().hosting


def test_a_shared_phone_hosts_in_the_hands_of_its_host_only(room: Room) -> None:
    room.sit(1, 2)
    becomes_host(room, 1)
    assert room.table.ask(token(1), TakeSeat(3, "Carla", beside=True)).taken
    assert room.seat_of(token(1)) is None
    assert not hosts(room, 1)
    room.table.ask(token(1), UncoverPhone(3))
    assert not hosts(room, 1)
    assert room.table.ask(token(1), BeginPlay()).code == "not-host"
    room.table.ask(token(1), UncoverPhone(1))
    assert hosts(room, 1)


@pytest.mark.parametrize("stage", ["offered", "counts", "refused"])
def test_after_a_restart_somebody_offers_anew(rooms: Rooms, stage: str) -> None:
    room = rooms()
    room.sit(1, 2)
    offer(room, 1)
    if stage == "refused":
        room.table.ask(token(2), ObjectToHost())
    if stage == "counts":
        room.past(UNTIL_IT_COUNTS)
        room.table.ask(token(1), ChooseGame("torture"))
    room.close()
    again = rooms()
    assert seen(again).hosting is None
    assert not hosts(again, 1)
    assert again.moment.gathering.game == ("torture" if stage == "counts" else ""), "the choice is kept"
    assert again.seat_of(token(1)) == 1
    becomes_host(again, 2)


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
def test_every_request_of_an_admin_is_refused_to_the_host_of_the_evening(room: Room, name: str) -> None:
    room.sit(1, 2)
    becomes_host(room, 1)
    request: Request = made(requests()[name])
    assert room.table.ask(token(1), request).code == "not-host"


def test_every_look_of_an_admin_is_refused_too(room: Room) -> None:
    room.sit(1, 2)
    becomes_host(room, 1)
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
    becomes_host(room, 1)
    room.table.ask(token(1), ChooseGame("torture"))
    assert room.table.ask(token(1), BeginPlay()).taken
    assert hosts(room, 1)
    room.set_up()
    ask = room.asked(2)[0]
    for request, code in (
        (AnswerQuestion(2, ask.digest, "ready", "n1"), "not-yours"),
        (OfferSeat(2), "not-yours"),
        (AddPlayer(4, "Dora"), "not-host"),
    ):
        assert room.table.ask(token(1), request).code == code
    with pytest.raises(Exception, match="not-host"):
        room.table.view(token(1)).screens.scribe()
    assert room.table.ask(token(1), StartAudit("n2")).taken, "as every seat may"


# -- what is missing, and what was played last -----------------------------------------------------------------------


def game(least: int, most: int) -> Meta:
    return Meta("g", say("The Strait"), (least, most))


@pytest.mark.parametrize(
    ("seated", "chosen", "host", "put_away", "words"),
    [
        (0, None, None, False, ""),
        (1, None, None, False, "Nobody has chosen a game yet: anybody here may host."),
        (1, None, 1, False, "Ana is choosing the game."),
        (1, None, 0, False, "The admin is choosing the game."),
        (1, None, None, True, "The last play is not over: the admin goes on with it, or chooses another game."),
        (1, (2, 4), 1, False, "The Strait: 1 person more."),
        (1, (3, 4), None, False, "The Strait: 2 people more."),
        (3, (2, 2), 1, False, "The Strait: 1 person too many."),
        (4, (2, 2), 1, False, "The Strait: 2 people too many."),
        (2, (2, 4), 1, False, "The Strait: all here? Then Ana taps Begin."),
        (2, (2, 4), 0, False, "The Strait: all here? Then the admin taps Begin."),
        (2, (2, 4), None, True, "The Strait: all here? Then the admin taps Begin."),
        (2, (2, 4), None, False, "The Strait: all here? Anybody here may host, and begin."),
    ],
)
def test_what_is_missing(
    room: Room, seated: int, chosen: tuple[int, int] | None, host: int | None, put_away: bool, words: str
) -> None:
    room.sit(1)
    gathering = Gathering("p", {seat: f"P{seat}" for seat in range(1, seated + 1)})
    found = missing(gathering, game(*chosen) if chosen else None, host, put_away=put_away, set_aside=False)
    assert sentence(room, found) == words


def test_every_screen_says_it_first(room: Room) -> None:
    room.sit(1, 2)
    view = seen(room)
    assert view.sentence == view.missing == room.page(1).sentence
    offer(room, 1)
    told = seen(room)
    assert told.hosting is not None
    assert told.sentence == told.hosting.words == room.page(2).sentence
    becomes_host(room, 1)
    assert sentence(room, seen(room).missing) == "Ana is choosing the game."
    room.table.ask(token(1), ChooseGame("torture"))
    assert sentence(room, seen(room).sentence) == "The Strait: all here? Then Ana taps Begin."
    room.table.ask(token(1), BeginPlay())
    assert seen(room).missing is None


def test_the_game_begun_last_is_known_also_after_a_restart(rooms: Rooms) -> None:
    room = rooms(Torture(), Colonies())
    assert room.view().session.game_begun_last() == ""
    room.begin(2, "colonies")
    assert room.view().session.game_begun_last() == "colonies"
    room.table.ask(HOST, PlayAgain())
    room.table.ask(HOST, ChooseGame("torture"))
    assert room.view().session.game_begun_last() == "colonies", "chosen is not begun"
    room.close()
    assert rooms(Torture(), Colonies()).view().session.game_begun_last() == "colonies"


def test_nothing_of_it_is_written_down(rooms: Rooms, tmp_path: Path) -> None:
    room = rooms()
    room.sit(1, 2)
    becomes_host(room, 1)
    settings: Settings = room.log.settings
    assert not settings.get("hosts")
    assert not settings.get("hosting")
    assert token(1) not in repr(room.moment.seats)
