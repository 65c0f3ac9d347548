"""The pages of the room, and the stream that brings them up to date; drawn of values."""

from __future__ import annotations

import json
import re
from typing import Any

import flask
import pytest

from companion.club.live_room import room_streams
from companion.club.live_room.room_views import RoomSeat
from companion.club.storage.club_database import ClubDatabase
from tests.club.live_room.standing_room import WALL, StandingRoom, table
from tests.club.pages.club_pages import ClubPages
from tests.club.results.reports import played
from web.http.server_sent_events import EventFeed


@pytest.fixture
def room() -> StandingRoom:
    return StandingRoom()


@pytest.fixture
def club(database: ClubDatabase, room: StandingRoom) -> ClubPages:
    return ClubPages(database, room, "es")


def text(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page.partition("<main")[2]).split())


def test_without_a_broker_there_is_no_room(database: ClubDatabase) -> None:
    club = ClubPages(database)
    assert "No table has reported a play yet." in club.page("/")
    assert 'href="/room"' not in club.page("/")
    for address in ("/room", "/wall", "/room/events?page=room"):
        assert club.browser.get(address).status_code == 404


def test_with_one_the_room_is_the_first_page(club: ClubPages, room: StandingRoom) -> None:
    room.becomes(table(since=WALL))
    for address in ("/", "/room"):
        said = text(club.page(address))
        assert "1 table plays" in said
        assert re.search(r"Being played Olive Antike since 2027-01-15 \d\d:\d\d Seat 2", said)
    assert "No table has reported a play yet." in club.page("/results")
    assert 'aria-current="page"' in club.page("/room").partition('href="/room"')[2][:30]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"phase": "gathering", "free": 2, "game": "Olympos"}, "Here somebody can join Olive Olympos 2 free chairs"),
        ({"phase": "gathering", "free": 1}, "1 free chair"),
        ({"phase": "gathering", "free": 0}, "Being played Olive Antike All chairs are taken"),
        ({"phase": "gathering", "game": ""}, "They choose a game"),
        ({"phase": "gathering", "game": "", "seats": ()}, "Free tables Olive Free table"),
        ({"phase": "over"}, "The play is over"),
        ({"paused": True}, "They pause"),
        ({"seats": (), "table_awaited": True}, "All together"),
        ({"seats": (RoomSeat(1, "Ana", awaited=True), RoomSeat(2, "Ben", awaited=True))}, "Everybody"),
        ({"seats": tuple(RoomSeat(n, "", awaited=n > 1) for n in range(1, 8))}, "Seat 2 Seat 3 Seat 4 +3"),
        ({"away": WALL}, "Away Olive Antike away since 2027-01-15"),
        ({"away": WALL, "phase": None, "game": "", "seats": ()}, "Away Olive away since"),
        ({"sentence": "Choose <b>now</b>"}, "Choose &lt;b&gt;now&lt;/b&gt;"),
    ],
)
def test_a_table_is_told_in_words(club: ClubPages, room: StandingRoom, given: dict[str, Any], said: str) -> None:
    room.becomes(table(**given))
    assert said in text(club.page("/room"))


def test_that_the_broker_is_away_is_said(club: ClubPages, room: StandingRoom) -> None:
    room.becomes(cut=WALL)
    assert re.search(r"Nothing has been heard of the tables since 2027.*broker is away\.", text(club.page("/room")))
    room.becomes(table(), cut=WALL)
    page = club.page("/room")
    assert "What stands here is from before." in text(page)
    assert 'class="live club-room cut"' in page


def test_the_wall_speaks_the_language_of_the_club_and_shows_results(club: ClubPages, room: StandingRoom) -> None:
    club.knows(ana="Ana", ben="Ben")
    club.reports(played("p1", {"ana": 7, "ben": 9, "guest": 1}))
    room.results = club.results.newest(count=12)
    room.becomes(table())
    said = text(club.page("/wall", language="en"))
    assert "1 mesa jugando" in said
    assert re.search(r"Últimos resultados Antike Olive 1\. Ben 9 2\. Ana 7 3\. Invitado 1", said)
    assert 'data-theme="dark"' in club.page("/wall", language="en")


def test_many_tables_take_turns_also_without_script(club: ClubPages, room: StandingRoom) -> None:
    busy = [table(f"T{number}") for number in range(41)]
    idle = [table(f"F{number}", phase="gathering", game="", seats=()) for number in range(9)]
    room.becomes(*busy, *idle)
    page = club.page("/wall")
    assert page.count('class="room-table') == 41
    assert 'class="wall-grid of-16" data-each="14"' in page
    assert "9 mesas libres" in page
    assert 'content="12; url=/wall?page=0"' in page
    seen = [re.findall(r'id="t-(\w+)"', club.page(f"/wall?page={number}")) for number in range(3)]
    assert [len(tables) for tables in seen] == [14, 14, 13]
    assert len({name for tables in seen for name in tables}) == 41
    assert 'url=/wall?page=0"' in club.page("/wall?page=2")
    room.becomes(*busy[:3], *idle)
    assert club.page("/wall").count('class="room-table') == 12


# -- the stream ----------------------------------------------------------------------------------------------------


class Following:
    """A page that follows: what its stream brings."""

    def __init__(self, club: ClubPages, page: str = "room", seen: str = "") -> None:
        here = {"REMOTE_ADDR": "127.0.0.1"}
        with club.app.test_request_context(f"/room/events?page={page}&seen={seen}", environ_base=here):
            response = club.app.full_dispatch_request()
        feed = response.response
        assert isinstance(feed, EventFeed)
        self.feed = feed  # read when the request is over, as the server does
        assert next(feed).startswith(b"retry:")

    def view(self) -> dict[str, Any] | None:
        """The next update; None if there is nothing new."""
        piece = next(self.feed)
        if not piece:
            return None
        found: dict[str, Any] = json.loads(re.findall(rb"data: (.*)", piece)[0])
        return found


def test_a_stream_brings_the_whole_room_then_what_changed(club: ClubPages, room: StandingRoom) -> None:
    room.becomes(table(), table("Fig"))
    page = Following(club)
    whole = page.view()
    assert whole is not None
    assert 'id="t-fig"' in whole["html"]
    assert page.view() is None
    room.becomes(table(game="Olympos"), table("Fig"))
    change = page.view()
    assert change is not None
    assert (change["base"], list(change["parts"])) == (whole["version"], ["t-olive"])
    assert "Olympos" in change["parts"]["t-olive"]
    room.becomes(table(game="Olympos"), table("Fig", phase="over"), table("New"))
    later = page.view()
    assert later is not None
    assert set(later["parts"]) == {"live", "t-fig"}
    assert '<template data-kept="t-olive">' in later["parts"]["live"]
    room.streams.changed()
    assert page.view() is None


def test_a_page_that_has_the_newest_is_sent_nothing(club: ClubPages, room: StandingRoom) -> None:
    room.becomes(table())
    [version] = re.findall(r'data-version="(\w+)"', club.page("/room"))
    page = Following(club, seen=version)
    assert page.view() is None
    room.becomes(table(game="Olympos"))
    change = page.view()
    assert change is not None
    assert change["base"] == version


def test_a_new_result_comes_to_the_wall_alone(club: ClubPages, room: StandingRoom) -> None:
    room.becomes(table())
    wall, phone = Following(club, "wall"), Following(club)
    assert wall.view() is not None
    assert phone.view() is not None
    club.reports(played("p1", {"ana": 7, "ben": 9}))
    room.results = club.results.newest()
    room.streams.changed()
    change = wall.view()
    assert change is not None
    assert "r-1" in change["parts"]["live"]
    assert phone.view() is None


def test_streams_end_with_the_process_and_when_the_page_is_gone(club: ClubPages, room: StandingRoom) -> None:
    page, gone = Following(club), Following(club)
    gone.feed.close()
    page.view()
    room.streams.close_all()
    with pytest.raises(StopIteration):
        next(page.feed)


def test_there_is_an_end_to_how_many_follow(
    club: ClubPages, room: StandingRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_streams, "OF_ONE_SENDER", 2)
    pages = [Following(club), Following(club)]
    assert club.browser.get("/room/events?page=room").status_code == 503
    pages.pop().feed.close()
    Following(club)


def test_it_is_drawn_once_for_all(club: ClubPages, room: StandingRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    real = flask.render_template

    def draws(template: str, **given: Any) -> str:
        drawn.append(template)
        return real(template, **given)

    monkeypatch.setattr(flask, "render_template", draws)
    room.becomes(table())
    for page in [Following(club) for _ in range(20)]:
        assert page.view() is not None
    assert drawn == ["club/room_fragment.html"]


def test_whoever_is_forgotten_is_told_to_the_room(club: ClubPages) -> None:
    [code] = club.persons.make_cards(1)
    club.persons.take_card(code, "Ana")
    page = club.page(f"/c/{code}")
    [csrf] = set(re.findall(r'name="csrf" value="(\w+)"', page))
    assert club.browser.post(f"/c/{code}", data={"csrf": csrf, "do": "rename", "name": "Bea"}).status_code == 302
    assert club.forgotten == 0
    assert club.browser.post(f"/c/{code}", data={"csrf": csrf, "do": "forget"}).status_code == 200
    assert club.forgotten == 1
