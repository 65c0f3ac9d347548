"""The room of a club on phones, and the screen on its wall: read from afar, brought up to date by itself."""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from companion.club.live_room import room_streams
from companion.club.live_room.room_views import RoomSeat, RoomTable
from companion.club.storage.club_database import ClubDatabase
from companion.club.tables.club_tables import ClubTables
from companion.commands.club.club_process import ClubProcess, open_database
from companion.serving.stream_thread import StreamThread
from tests.chromium import NAME
from tests.club.conftest import shaped_file  # noqa: F401  (a fixture)
from tests.club.live_room.club_broker import club_table, config_for, set_up
from tests.club.live_room.standing_room import StandingRoom
from tests.club.pages.club_pages import ClubPages
from tests.club.results.reports import played
from tests.mqtt.mosquitto import needs_mosquitto
from tests.serving.site_server import SiteServer
from web.club.room import room_drawing

GAMES = ("Antike", "Antiquity", "Athens & Sparta", "The Ancient World", "Olympos", "Puerto de los Mercaderes")
NAMES = ("Ana", "Marco", "Lucía", "Nuria", "Pau", "Maximiliano", "Iñaki", "")
SPOILT = """() => {
  const wrong = [];
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("wider than the screen");
  const seen = [...document.querySelectorAll(".room-table, .wall-result")].filter((card) => card.checkVisibility());
  const wall = document.querySelector(".wall-results > ul")?.getBoundingClientRect();
  for (const card of seen) {
    const box = card.getBoundingClientRect();
    if (card.matches(".wall-result") && box.left >= wall.right) continue; // one more than fits
    for (const part of card.querySelectorAll("h3, p, li")) {
      const inner = part.getBoundingClientRect();
      if (!part.checkVisibility() || part.matches(".sr")) continue;
      if (inner.top < box.top - 1 || inner.bottom > box.bottom + 1 || inner.right > box.right + 1)
        wrong.push(`cut off: ${part.textContent.trim()} of ${card.id}`);
      if (wall && parseFloat(getComputedStyle(part).fontSize) < innerHeight / 48)
        wrong.push(`too small: ${part.textContent.trim()}`);
    }
  }
  return wrong;
}"""
"""What is wrong with a page: cut off, or on a wall too small to be read from afar."""


def some_tables(count: int) -> list[RoomTable]:
    """What goes on at so many tables of a club, at all stages."""
    dice = random.Random(count)
    return [_some_table(dice, number) for number in range(1, count + 1)]


def _some_table(dice: random.Random, number: int) -> RoomTable:
    name = dice.choice(("Table {}", "Terrace {}", "By the large window {}")).format(number)
    given = {"id": f"t{number}", "name": name, "game": dice.choice(GAMES)}
    seats = sorted(dice.sample(range(1, 9), dice.randint(2, 6)))
    awaited = dice.sample(seats, dice.choice((1, 1, 2, len(seats))))
    people = tuple(RoomSeat(seat, dice.choice(NAMES), seat in awaited) for seat in seats)
    waited = dice.choice((10, 100, 400, 700, 1300, 4000))
    kind = dice.choices(("playing", "gathering", "over", "idle", "away", "paused", "all"), (9, 4, 1, 2, 1, 1, 1))[0]
    sentence = "The nation on turn moves on the rondel, and pays for every space beyond the third."
    match kind:
        case "gathering":
            return RoomTable(**given, phase="gathering", seats=people, free=dice.choice((0, 1, 2)))
        case "over":
            return RoomTable(**given, phase="over", seats=people)
        case "idle":
            return RoomTable(given["id"], name, "gathering")
        case "away":
            return RoomTable(**given, phase="playing", seats=people, away=time.time() - 100)
        case "all":
            return RoomTable(**given, phase="playing", table_awaited=True, since=time.time() - waited)
    return RoomTable(
        **given, phase="playing", seats=people, since=time.time() - waited, paused=kind == "paused", sentence=sentence
    )


class StandingClub:
    """A club whose room is made of values, served as it is."""

    def __init__(self, folder: Path, shaped: Path, language: str) -> None:
        shutil.copyfile(shaped, folder / "club.db")
        self._database = ClubDatabase(f"sqlite:///{folder / 'club.db'}")
        streams = StreamThread()
        self.room = StandingRoom(streams.wake)
        self.site = ClubPages(self._database, self.room, language)
        self._server = SiteServer(self.site.app, streams)
        self.base = self._server.base

    def ends_plays(self) -> None:
        """A dozen results, of people with long names too."""
        self.site.knows(**{f"p{number}": name for number, name in enumerate(NAMES) if name})
        for number in range(12):
            self.site.reports(
                played(f"play{number}", {f"p{number % 6}": 40 - number, "guest": 12, f"p{number % 5 + 1}": 7})
            )
        self.room.results = self.site.results.newest(count=12)

    def close(self) -> None:
        self._server.close()
        self._database.close()


@pytest.fixture
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def standing(tmp_path: Path, shaped_file: Path, language: str) -> Iterator[StandingClub]:  # noqa: F811
    with closing(StandingClub(tmp_path, shaped_file, language)) as club:
        club.ends_plays()
        yield club


@contextmanager
def looking(
    browser: Browser,
    size: tuple[int, int],
    language: str = "en",
    scheme: str = "dark",
    *,
    unanswered: bool = False,
    script: bool = True,
) -> Iterator[Page]:
    """A screen; nothing may be complained about, and nobody else be asked for anything. ``unanswered``: the club does
    not answer everything.
    """
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale=language,
        color_scheme="light" if scheme == "light" else "dark",
        reduced_motion="reduce",
        java_script_enabled=script,
    )
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    yield page
    base = page.url.split("/", 3)[:3]
    context.close()
    assert {url.split("/", 3)[2] for url in asked} == {base[2]}
    assert [each for each in complaints if not (unanswered and "Failed to load resource" in each)] == []


def faults(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{fault['id']}: {node['html']}" for fault in found for node in fault["nodes"]]


def kept(page: Page, pictures: Path, name: str) -> None:
    page.screenshot(path=pictures / f"{name}.png")


def _long(*case: object) -> pytest.MarkDecorator | tuple[()]:
    """All but one wall and one phone are for the long run."""
    return () if case in (("es", 20, (1920, 1080)), ("es", 320, "light")) else pytest.mark.long


SCREENS = [
    pytest.param(language, count, size, id=f"{language}-{count}-{size[1]}", marks=_long(language, count, size))
    for language in ("en", "es")
    for count in (0, 6, 20, 200)
    for size in ((1920, 1080), (1280, 720))
]
PHONES = [
    pytest.param(language, width, scheme, id=f"{language}-{width}-{scheme}", marks=_long(language, width, scheme))
    for language in ("en", "es")
    for width in (390, 320)
    for scheme in ("dark", "light")
]


@pytest.mark.parametrize(("language", "count", "size"), SCREENS, indirect=["language"])
def test_the_wall_shows_all_tables_and_cuts_nothing_off(
    chromium: Browser, standing: StandingClub, pictures: Path, language: str, count: int, size: tuple[int, int]
) -> None:
    standing.room.becomes(*some_tables(count))
    with looking(chromium, size) as wall:
        wall.clock.install()
        wall.goto(f"{standing.base}/wall")
        assert wall.locator("html").get_attribute("lang") == language
        ids: set[str] = set()
        pages = int(wall.locator(".wall-pages").inner_text().partition("/")[2] or 1)
        assert (pages > 1) == (count > 20)
        for turn in range(pages):
            wall.evaluate("document.fonts.ready.then(() => 0)")
            kept(wall, pictures, f"wall-{count}-{turn}-{size[1]}-{language}")
            assert wall.evaluate(SPOILT) == []
            shown = wall.locator(".wall-grid > li:visible").evaluate_all("(all) => all.map((one) => one.id)")
            assert len(shown) <= 20
            ids |= set(shown)
            wall.clock.fast_forward(12_500)
        busy = [table for table in standing.room.view.tables if count <= 20 or not table.idle]
        assert ids == {f"t-{table.id}" for table in busy}
        assert faults(wall) == []


@pytest.mark.parametrize(("language", "width", "scheme"), PHONES, indirect=["language"])
def test_the_room_on_a_phone(
    chromium: Browser, standing: StandingClub, pictures: Path, language: str, width: int, scheme: str
) -> None:
    standing.room.becomes(*some_tables(12), cut=time.time() - 600 if width == 320 else None)
    with looking(chromium, (width, 800), language, scheme) as phone:
        phone.context.add_cookies([{"name": "light", "value": scheme, "url": standing.base}])
        phone.goto(f"{standing.base}/")
        kept(phone, pictures, f"room-{width}-{scheme}-{language}")
        assert phone.locator("html").get_attribute("data-theme") == scheme
        assert phone.evaluate(SPOILT) == []
        assert faults(phone) == []
        taps = phone.locator("a:visible").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().height)")
        assert min(taps) >= 44


@pytest.mark.parametrize("language", ["en"], indirect=True)
def test_a_change_is_shown_and_time_passes_by_itself(chromium: Browser, standing: StandingClub) -> None:
    seats = (RoomSeat(1, "Ana", awaited=True), RoomSeat(2, "Ben", awaited=False))
    olive = RoomTable("olive", "Olive", "playing", "Antike", seats=seats, since=time.time())
    standing.room.becomes(olive)
    with looking(chromium, (1920, 1080)) as wall, looking(chromium, (390, 800)) as phone:
        for page, path in ((wall, "/wall"), (phone, "/room")):
            page.clock.install()
            page.goto(standing.base + path)
            expect(page.locator("#t-olive .who")).to_have_text("Ana")
        card = wall.locator("#t-olive").element_handle()
        standing.room.becomes(olive, RoomTable("fig", "Fig", "gathering", "Olympos", free=3))
        for page in (wall, phone):
            expect(page.locator("#t-fig")).to_contain_text("3 free chairs")
        assert card.evaluate("(node) => node.isConnected"), "what did not change is left alone"
        for page in (wall, phone):
            expect(page.locator("#t-olive .wait")).to_be_hidden()
            page.clock.fast_forward(13 * 60_000)
            expect(page.locator("#t-olive .wait.long")).to_have_text("13 min")


@pytest.mark.parametrize("language", ["en"], indirect=True)
def test_without_script_the_pages_load_themselves_anew(chromium: Browser, standing: StandingClub) -> None:
    standing.room.becomes(*some_tables(30))
    with looking(chromium, (1920, 1080), script=False) as wall:
        wall.goto(f"{standing.base}/wall?page=1")
        assert 0 < wall.locator(".room-table:visible").count() <= 20
        assert 'http-equiv="refresh"' in wall.content()
        wall.goto(f"{standing.base}/room")
        assert wall.get_by_role("link", name="Look again").is_visible()


@needs_mosquitto
@pytest.mark.long
def test_a_wall_follows_a_table_and_finds_its_club_again(chromium: Browser, tmp_path: Path) -> None:
    """A real table, a real broker; the club is stopped and started again under the wall."""
    with set_up(tmp_path / "broker") as broker, looking(chromium, (1920, 1080), unanswered=True) as wall:
        config = config_for(tmp_path / "club", broker.port, names=(NAME,))
        with closing(open_database(config)) as database:
            ClubTables(database).add("By the window")
        with club_table(tmp_path / "table", broker.port) as table:
            with closing(ClubProcess(config)) as process:
                process.start()
                wall.goto(f"http://{NAME}:{config.port}/wall")
                expect(wall.locator("#t-bythewindow")).to_contain_text("Free table")
                table.begin(2)
                expect(wall.locator("#t-bythewindow")).to_contain_text("All together")
                table.set_up()
                expect(wall.locator("#t-bythewindow")).to_contain_text("Everybody")
                expect(wall.locator("#lost")).to_be_hidden()
            expect(wall.locator("#lost")).to_be_visible(timeout=15_000)
            table.plans_ready(1, 2)
            with closing(ClubProcess(config)) as process:
                process.start()
                expect(wall.locator("#t-bythewindow .who")).to_have_text("Ana", timeout=20_000)
                expect(wall.locator("#lost")).to_be_hidden()


@pytest.mark.long
@pytest.mark.parametrize("language", ["en"], indirect=True)
def test_where_too_many_follow_a_page_looks_again_by_itself(
    chromium: Browser, standing: StandingClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_streams, "MOST", 0)
    olive = RoomTable("olive", "Olive", "playing", "Antike")
    standing.room.becomes(olive)
    with looking(chromium, (1920, 1080), unanswered=True) as wall:
        wall.goto(f"{standing.base}/wall")
        expect(wall.locator("#t-olive")).to_contain_text("Antike")
        standing.room.becomes(olive, RoomTable("fig", "Fig", "playing", "Olympos"))
        expect(wall.locator("#t-fig")).to_contain_text("Olympos", timeout=10_000)
        expect(wall.locator("#lost")).to_be_hidden()
        monkeypatch.undo()
        wall.wait_for_timeout(20_000)  # until it has tried again
        standing.room.becomes(RoomTable("fig", "Fig", "over", "Olympos"))
        expect(wall.locator("#t-fig")).to_contain_text("The play is over", timeout=3_000)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en"], indirect=True)
def test_a_page_of_another_program_loads_itself_anew(
    chromium: Browser, standing: StandingClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    standing.room.becomes(RoomTable("olive", "Olive", "playing", "Antike"))
    with looking(chromium, (1920, 1080)) as wall:
        wall.goto(f"{standing.base}/wall")
        wall.evaluate("window.before = true")
        monkeypatch.setattr(room_drawing, "PROGRAM", "another")
        standing.room.becomes(RoomTable("olive", "Olive", "over", "Antike"))
        wall.wait_for_function("!window.before")
        expect(wall.locator("#t-olive")).to_contain_text("The play is over")
