"""An event of 24 people at six real tables, from the first seating to the standings; two lose their power."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import combinations
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import func, select

from companion.club.events.event_points import ranks_by_points
from companion.club.events.event_rounds import TableRanks
from companion.club.events.stored.stored_events import EventState, StoredEvents
from companion.club.persons.club_persons import ClubPersons
from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.schema import results
from tests.browser.club_tables import ClubTable, TablePerson
from tests.club.club_server import ClubServer

TABLES, SEATS, ROUNDS = 6, 4, 3
PEOPLE = (
    *("Ana", "Ben", "Cleo", "Dan", "Elif", "Finn", "Gala", "Hugo", "Íñigo", "Julia", "Karim", "Lucía"),
    *("Marco", "Nuria", "Olga", "Pau", "Quim", "Rosa", "Saúl", "Tara", "Unai", "Vera", "Wanda", "Zoë"),
)
CUT = {1: (2, 5), 2: (), 3: ()}
"""Which tables lose their power in which round."""
PATIENCE = 60_000


class EventEvening:
    """A club with an event, its tables, and people with cards of the club."""

    def __init__(self, folder: Path) -> None:
        self._stack = ExitStack()
        self.club = ClubServer(folder / "club", f"sqlite:///{folder / 'club.db'}")
        tokens = self.club.add_tables(*(f"Table {number}" for number in range(1, TABLES + 1)))
        self.database: ClubDatabase = self._stack.enter_context(closing(self.club.database()))
        self.events = StoredEvents(self.database, lambda: 1_800_000_000.0)
        self.event, self.code = self.events.add("Autumn Cup")
        persons = ClubPersons(self.database)
        self.cards = dict(zip(PEOPLE, persons.make_cards(len(PEOPLE)), strict=True))
        self.names = {persons.take_card(card, name).id: name for name, card in self.cards.items()}
        self.club.start()
        self._stack.callback(self.club.kill)
        self.tables: list[ClubTable] = []
        for number, token in enumerate(tokens.values(), 1):
            table = ClubTable(folder / f"table-{number}", self.club.url, token)
            self._stack.callback(table.pull_the_plug)
            table.open()
            self.tables.append(table)

    @property
    def url(self) -> str:
        return f"{self.club.url}/event/{self.event}"

    @property
    def state(self) -> EventState:
        found = self.events.read(self.event)
        assert found is not None
        return found

    def results(self) -> int:
        with self.database.reading() as connection:
            return connection.execute(select(func.count()).select_from(results)).scalar_one()

    def close(self) -> None:
        self._stack.close()


class EventTablePlay:
    """A table in one round: its people sit down, show their cards, and begin."""

    def __init__(self, evening: EventEvening, number: int, seats: tuple[str, ...], points: list[int]) -> None:
        self.table = evening.tables[number - 1]
        self._people = [TablePerson(self.table) for _ in seats]
        self.points = tuple(points)
        for seat, (person, phone) in enumerate(zip(seats, self._people, strict=True), 1):
            name = evening.names[person]
            phone.call("POST", f"/seats/{seat}", {"name": name})
            phone.form("/card", seat=seat, code=evening.cards[name])
        self.table.begin()

    def write(self, first: int, last: int) -> None:
        """These seats write what they have."""
        for seat in range(first, last + 1):
            self._people[seat - 1].writes(self.points[seat - 1])

    def stand_up(self) -> None:
        self.table.admin.call("POST", "/again")
        for phone in self._people:
            phone.call("DELETE", "/seat")


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[EventEvening]:
    with closing(EventEvening(tmp_path)) as evening:
        yield evening


def looks(page: Page, pictures: Path, name: str) -> None:
    page.screenshot(path=pictures / f"evening-{name}.png", full_page=True)
    found = Axe().run(page).response["violations"]
    assert [(fault["id"], [node["html"] for node in fault["nodes"]]) for fault in found] == [], name
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), name


@pytest.mark.long
def test_an_event_from_the_first_seating_to_the_standings(
    evening: EventEvening, chromium: Browser, pictures: Path
) -> None:
    expect.set_options(timeout=PATIENCE)
    phone = {"width": 390, "height": 844}
    organiser = chromium.new_context(locale="es-ES", viewport=phone).new_page()
    guest = chromium.new_context(locale="en-GB", viewport=phone).new_page()
    wall = chromium.new_context(locale="en-GB", viewport={"width": 1920, "height": 1080}).new_page()
    everybody_enters(evening, organiser, guest)
    wall.goto(f"{evening.url}/wall")

    chance = random.Random(11)
    for number in range(1, ROUNDS + 1):
        organiser.goto(f"{evening.url}/organise")
        organiser.locator("#next button.act").first.click()
        looks(organiser, pictures, f"{number}-seating")
        organiser.locator("#next button.act").first.click()
        expect(organiser.locator(".event-table.open")).to_have_count(TABLES)
        guest.goto(evening.url)
        looks(guest, pictures, f"{number}-seats")
        seated = evening.state.event.rounds[number - 1].tables
        plays = {
            table.number: EventTablePlay(evening, table.number, table.seats, chance.sample(range(40), SEATS))
            for table in seated
        }
        a_round_is_played(plays, CUT[number], organiser)
        expect(organiser.locator(".event-table.open")).to_have_count(0)
        expect(wall.locator("body")).to_contain_text(f"Standings after round {number}")
        wall.screenshot(path=pictures / f"evening-{number}-wall.png")
        outcomes = {table.number: table.outcome for table in evening.state.event.rounds[number - 1].tables}
        assert outcomes == {
            table: TableRanks(ranks_by_points(play.points), play.points) for table, play in plays.items()
        }
        for play in plays.values():
            play.stand_up()

    assert evening.results() == ROUNDS * TABLES
    met = [frozenset(pair) for table in evening.state.event.tables() for pair in combinations(table.seats, 2)]
    assert len(met) == len({*met}), "nobody has met anybody twice"
    guest.goto(evening.url)
    expect(guest.locator("#standings")).to_be_visible()
    expect(guest.locator("main")).to_contain_text("Ana")
    looks(guest, pictures, "standings")
    for page in (organiser, guest, wall):
        page.context.close()


def everybody_enters(evening: EventEvening, organiser: Page, guest: Page) -> None:
    """All but one by the organiser, with the codes of their cards; she by herself."""
    organiser.goto(f"{evening.url}/organise/{evening.code}")
    organiser.wait_for_url("**/organise")
    organiser.locator("#next a.act").click()
    organiser.fill("textarea", "\n".join(card for name, card in evening.cards.items() if name != "Ana"))
    organiser.locator("#enter button.act").click()
    expect(organiser.locator(".event-entrants li")).to_have_count(len(PEOPLE) - 1)
    guest.goto(f"{evening.club.url}/c/{evening.cards['Ana']}")
    guest.get_by_role("button", name="Take part").click()
    expect(guest.locator("body")).to_contain_text("You are in from round 1")


def a_round_is_played(plays: dict[int, EventTablePlay], cut: tuple[int, ...], organiser: Page) -> None:
    """Where the power goes, they are in the middle of it, and go on when the others have told their results."""
    for play in plays.values():
        play.write(1, 2)
    for table in cut:
        plays[table].table.pull_the_plug()
    for table, play in plays.items():
        if table not in cut:
            play.write(3, SEATS)
    expect(organiser.locator(".event-table.open")).to_have_count(len(cut))
    for table in cut:
        plays[table].table.start()
        plays[table].write(3, SEATS)
