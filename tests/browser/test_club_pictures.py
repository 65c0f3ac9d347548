"""The pictures of the guide to a club: its room, a ranking, an event on a phone, and the screen on the wall."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

import pytest
from PIL import Image
from playwright.sync_api import Browser

from companion.club.events.event_rounds import TableRanks
from companion.club.events.stored.organising import (
    enter_guest,
    enter_outcome,
    round_seen,
    seating_of,
    table_seen,
    take_seating,
)
from companion.club.live_room.room_views import RoomSeat, RoomTable
from tests.browser.test_club_room import StandingClub
from tests.club.conftest import shaped_file  # noqa: F401  (a fixture)
from tests.club.results.reports import played

GUIDE = Path(__file__).parents[2] / "docs" / "club.md"
NAMES = ("Ana", "Marco", "Lucía", "Nuria", "Pau", "Elif", "Iñaki", "Zoë")
PHONE, SCREEN = (390, 780), (1280, 720)
LARGEST = 150_000
"""Bytes of a picture in the repository."""
pytestmark = [pytest.mark.long]


def seats(awaited: int, *numbers: int) -> tuple[RoomSeat, ...]:
    return tuple(RoomSeat(seat, NAMES[seat - 1], seat == awaited) for seat in numbers)


@pytest.fixture
def club(tmp_path: Path, shaped_file: Path) -> Iterator[StandingClub]:  # noqa: F811
    with closing(StandingClub(tmp_path, shaped_file, "es")) as club:
        now = time.time()
        club.site.knows(**{f"p{number}": name for number, name in enumerate(NAMES)})
        chance = Random(3)
        for play in range(36):
            people = chance.sample(range(len(NAMES)), 4)
            points = {f"p{person}": 20 + person + chance.randrange(12) for person in people}
            club.site.reports(played(f"play{play}", points, game=chance.choice(("antike", "antike", "olympos"))))
        club.room.results = club.site.results.newest(count=12)
        club.room.becomes(
            RoomTable("window", "Ventana", "playing", "Antike", seats=seats(3, 1, 3, 4), since=now - 130),
            RoomTable("bar", "Barra", "gathering", "Olympos", seats=seats(0, 2, 5), free=3),
            RoomTable("round", "Redonda", "playing", "Antiquity", seats=seats(6, 6, 7), since=now - 700),
            RoomTable("garden", "Jardín", "over", "The Ancient World", seats=seats(0, 1, 2, 8)),
            RoomTable("corner", "Rincón", "playing", "Athens & Sparta", table_awaited=True, since=now - 40),
            RoomTable("stairs", "Escalera", "gathering"),
        )
        yield club


def event(club: StandingClub) -> str:
    """An event of eight people after its first round, in the middle of the second one."""
    events = club.site.events
    found, _ = events.add("Copa de otoño")
    for name in NAMES:
        events.change(found, partial(enter_guest, typed=name))
    for number in (1, 2):
        state = events.read(found)
        assert state is not None
        events.change(found, seating_of(state, Random(number), despite_open=False))
        events.change(found, lambda now: take_seating(now, round_seen(now)))
        for table in (1, 2)[: 3 - number]:
            ranks = TableRanks((1, 2, 3, 4))
            events.change(
                found,
                lambda now, number=number, table=table, ranks=ranks: enter_outcome(
                    now, number, table, ranks, table_seen(now, number, table)
                ),
            )
    return f"/event/{found}"


def test_pictures_of_a_club(club: StandingClub, chromium: Browser, pictures: Path) -> None:
    made = []
    for name, path, language, size in (
        ("club-room", "/room", "es-ES", PHONE),
        ("club-ranking", "/ranking/antike", "en-GB", PHONE),
        ("club-event", event(club), "es-ES", PHONE),
        ("club-wall", "/wall", "es-ES", SCREEN),
    ):
        context = chromium.new_context(locale=language, viewport={"width": size[0], "height": size[1]})
        page = context.new_page()
        page.goto(club.base + path)
        page.evaluate("document.fonts.ready")
        file = pictures / f"{name}.png"
        page.screenshot(path=file, animations="disabled")
        with Image.open(file) as taken:
            few = taken.convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        few.save(file, optimize=True)
        made.append(file)
        context.close()
    assert {path.name: path.stat().st_size for path in made if path.stat().st_size > LARGEST} == {}
    named = set(re.findall(r"pictures/([a-z-]+\.png)", GUIDE.read_text(encoding="utf-8")))
    assert named == {path.name for path in made}
