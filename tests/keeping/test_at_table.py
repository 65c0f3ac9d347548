"""Safe keeping at a table: the host's page, what everybody is told, and that no play begins on a full disk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from companion.keeping.copier import Copier
from companion.keeping.disk import Limits
from companion.keeping.time_of_day import EARLIEST, TableClock
from companion.plays.time_source import Clock
from companion.render.faces import FlashFace, JoinFace
from companion.service.session.session import BeginPlay, ChooseGame, PlayAgain
from companion.service.session.table_settings import TellTime
from tests.keeping.kept import ROOMY
from tests.plays.row_rewriting import damage
from tests.service.at_table import HOST, HandClock, Room, over
from tests.web.flask_site import Site, words_of

LIMITS = Limits()


class Disk:
    """Every disk has this much room."""

    free = ROOMY


@pytest.fixture
def disk() -> Disk:
    return Disk()


@pytest.fixture
def site(tmp_path: Path, disk: Disk, request: pytest.FixtureRequest) -> Iterator[Site]:
    """A table with an admin that looks when the test says so; with the devices of a profile where a test names one."""

    def copier(clock: Clock) -> Copier:
        return Copier(tmp_path / "log.sqlite", clock, free=lambda _: disk.free)

    with (
        patch.object(Copier, "_run", lambda _: None),
        Room(tmp_path / "log.sqlite", profile=getattr(request, "param", ""), copier=copier) as room,
    ):
        room.host()
        yield Site(room)


def look(site: Site) -> None:
    assert site.room.opened.copier is not None
    site.room.opened.copier.run_once()


def words(site: Site, page: str = "/keeping") -> str:
    return words_of(site.browser("host").get(page).text)


def do(site: Site, what: str, **form: object) -> Any:
    return site.browser("host").post(f"/keeping/{what}", form, page="keeping").json


def test_only_the_host_sees_and_does_anything(site: Site) -> None:
    site.room.sit(1)
    for who in (1, "stranger"):
        assert site.browser(who).get("/keeping").status_code == 302
        for what in ("copy", "try-restore", "time"):
            reply = site.browser(who).post(f"/keeping/{what}", {"now": "1"}, page="keeping").json
            assert reply["code"] == "not-host"
    look(site)
    assert "There is no copy yet." in words(site)
    assert 'href="/keeping"' in site.browser("host").get("/host").text


def test_the_host_has_a_copy_made_and_restored(site: Site) -> None:
    site.room.begin(3)
    assert do(site, "copy")["taken"]
    look(site)
    assert "copy 1, 1 MB" in words(site)
    assert do(site, "try-restore")["taken"]
    look(site)
    assert "restored for a trial" in words(site)


def test_a_play_that_is_over_is_copied_without_being_asked(site: Site) -> None:
    site.room.begin(2)
    look(site)
    assert "There is no copy yet." in words(site)
    over(site.room)
    site.room.past(1)
    look(site)
    play = site.room.moment.gathering.play_id
    assert site.room.view("host").settings.keeping().copies[0].play == play[:8]


def test_what_was_put_back_is_read_again_at_the_table(tmp_path: Path) -> None:
    """Everybody sees the step that was damaged, and no number is missing from the log, without a new start."""

    def copier(clock: Clock) -> Copier:
        return Copier(tmp_path / "log.sqlite", clock, free=lambda _: ROOMY)

    with patch.object(Copier, "_run", lambda _: None):
        with Room(tmp_path / "log.sqlite", copier=copier) as room:
            room.host()
            room.begin(2)
            room.set_up()
            whole = room.lines()
            look(Site(room))
            assert do(Site(room), "copy")["taken"]
            look(Site(room))
            damage(room.log, "UPDATE entries SET mono = mono + 1 WHERE number = 1")
        with Room(tmp_path / "log.sqlite", copier=copier) as room:
            room.host()
            site = Site(room)
            assert room.lines() != whole
            over(room)
            room.past(1)
            assert do(site, "mend")["taken"]
            look(site)
            room.past(1)
            assert room.lines() == whole


@pytest.mark.parametrize("site", ["simulated"], indirect=True)
def test_on_a_full_disk_everybody_is_told_and_no_play_begins(site: Site, disk: Disk) -> None:
    room = site.room
    room.sit(1, 2)
    assert room.table.ask(HOST, ChooseGame("torture", {}, {})).taken
    assert isinstance(room.face(0), JoinFace)
    disk.free = LIMITS.least - 1
    look(site)
    face = room.face(0)
    assert isinstance(face, FlashFace)
    assert face.text == "Disk nearly full"
    assert "The disk is nearly full." in words_of(site.browser("stranger").get("/table").text)
    assert "no new play begins until there is room" in words(site, "/host")
    refused = room.table.ask(HOST, BeginPlay())
    assert refused.code == "obstacle"
    assert "too little room on the disk for a new play" in room.words(refused)
    disk.free = ROOMY
    look(site)
    assert "nearly full" not in words(site, "/table")
    assert room.table.ask(HOST, BeginPlay()).taken


def test_a_table_that_opens_on_a_full_disk_says_so_at_once(tmp_path: Path) -> None:
    def copier(clock: Clock) -> Copier:
        return Copier(tmp_path / "log.sqlite", clock, free=lambda _: 0)

    with patch.object(Copier, "_run", lambda _: None), Room(tmp_path / "log.sqlite", copier=copier) as room:
        room.past(1)
        assert "The disk is full" in words(Site(room), "/table")


def test_the_play_that_is_on_goes_on_whatever_the_disk_says(site: Site, disk: Disk) -> None:
    site.room.begin(3)
    disk.free = 0
    look(site)
    site.room.set_up()
    assert site.room.entries > 1


def test_a_phone_says_what_time_it_is(tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    room = site.room
    clock = TableClock(at_start=lambda: False, asked=lambda: False, mono=room.clock.mono)
    told: Any = room.opened.rooms._taking._handlers[TellTime]
    monkeypatch.setattr(told.__self__, "clock", clock)
    monkeypatch.setattr(room.opened.copier, "_clock", clock)
    look(site)
    assert "does not know what time it is" in words(site)
    for nonsense in ("", "soon", "nan", "-1"):
        assert do(site, "time", now=nonsense)["code"] == "no-time"
    assert do(site, "time", now=str(EARLIEST + 5))["taken"]
    look(site)
    assert "knows what time it is" in words(site)
    assert clock.wall() == EARLIEST + 5


def test_history_is_in_the_order_of_play_though_the_clock_jumps(tmp_path: Path) -> None:
    """The second evening is dated before the first, the third not at all."""
    clock = HandClock(wall=1_790_000_000.0)
    with Room(tmp_path / "log.sqlite", clock=clock, sheets=True) as room:
        room.host()
        room.sit(1, 2)
        walls: list[float | None] = [1_790_000_000.0, 5.0, None]
        for wall in walls:
            clock.since = wall
            assert room.table.ask(HOST, ChooseGame("sheet:yacht", {}, {})).taken
            assert room.table.ask(HOST, BeginPlay()).taken
            assert room.table.ask(HOST, PlayAgain()).taken
        assert [play.wall for play in room.view().past.plays()] == walls[::-1]
        browser = Site(room).browser("host")
        assert browser.get("/history").status_code == 200
        for play in room.view().past.plays():
            assert browser.get(f"/history/{play.id}").status_code == 200
            for kind in ("json", "text", "log", "numbers"):
                assert browser.get(f"/history/{play.id}/export?kind={kind}").status_code == 200
