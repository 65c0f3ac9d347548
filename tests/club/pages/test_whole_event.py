"""A whole event by its pages: 24 people at 6 tables over 3 rounds, a late comer, a leaver, a table that fails."""

from __future__ import annotations

import csv
import re
from io import StringIO

import pytest

from companion.club.events.event_standings import event_standings
from companion.club.events.stored.stored_events import EventState
from companion.club.storage.club_database import ClubDatabase
from tests.club.pages.club_pages import ClubPages
from tests.club.pages.event_browser import EventBrowser
from tests.club.results.reports import played

CARDS, GUESTS = 20, 4


class WholeEvent:
    """An organiser, and people of whom some have a card."""

    def __init__(self, database: ClubDatabase) -> None:
        self.club = ClubPages(database)
        self.id, code = self.club.events.add("Autumn Cup", "antike")
        self.organiser = EventBrowser(self.club, self.id)
        self.organiser.becomes_organiser(code)
        self.codes = self.club.persons.make_cards(CARDS + 1)
        self.people = [self.club.persons.take_card(card, f"Card {number:02}") for number, card in enumerate(self.codes)]
        self.plays = 0

    @property
    def state(self) -> EventState:
        found = self.club.events.read(self.id)
        assert found is not None
        return found

    def enters(self, number: int) -> None:
        """Somebody with a card takes part, on the page of the card."""
        phone = EventBrowser(self.club, self.id)
        phone.opens(f"/c/{self.codes[number]}")
        assert "You are in from round" in phone.sends_again("enter", event=self.id)

    def reports(self, round_number: int, table: int) -> None:
        """A table reports by itself, if at most one of its people is a guest: who sits first wins."""
        seats = self.state.event.rounds[round_number - 1].tables[table - 1].seats
        cards = self.state.names
        points = {person if person in cards else f"guest {person}": 40 - 5 * n for n, person in enumerate(seats)}
        self.plays += 1
        self.club.reports(played(f"play {self.plays}", points))

    def guests_at(self, round_number: int, table: int) -> int:
        seats = self.state.event.rounds[round_number - 1].tables[table - 1].seats
        return sum(person not in self.state.names for person in seats)

    def enters_by_hand(self, round_number: int, table: int) -> None:
        """By taps on the names in the order of the seats; the last one is known then."""
        size = len(self.state.event.rounds[round_number - 1].tables[table - 1].seats)
        page = f"/organise/{round_number}/{table}"
        self.organiser.opens(f"{page}?order=")
        for seat in range(size - 1):
            links = re.findall(r'class="event-person[^"]*" href="([^"#]*)#finish"', self.organiser.page)
            self.organiser.opens(links[seat].removeprefix(f"/event/{self.id}"))
        self.organiser.sends_again("enter")

    def plays_round(self, number: int, but: tuple[int, ...] = ()) -> None:
        for table in self.state.event.rounds[number - 1].tables:
            if table.number in but:
                continue
            if self.guests_at(number, table.number) > 1:
                self.enters_by_hand(number, table.number)
            else:
                self.reports(number, table.number)


def test_a_whole_event(database: ClubDatabase) -> None:
    whole = WholeEvent(database)
    organiser = whole.organiser
    for number in range(CARDS):
        whole.enters(number)
    said = organiser.sends("enter", "/organise/people", names="\n".join(f"Guest {n}" for n in range(GUESTS)))
    assert "24 people are there" in said

    # round 1: seated with nothing set, two people swapped, taken
    assert "Is round 1 good like this?" in organiser.sends("seat", "/organise")
    proposal = whole.state.document.proposal
    assert proposal is not None
    assert [len(table.seats) for table in proposal.tables] == [4] * 6
    one, other = proposal.tables[0].seats[0], proposal.tables[5].seats[3]
    assert "swaps. With whom? Tap the other one." in organiser.opens(f"/organise?one={one}")
    organiser.sends_again("other", other=other)
    assert whole.state.document.proposal.tables[0].seats[0] == other  # type: ignore[union-attr]
    assert "Round 1: 6 tables still play" in organiser.sends("take", "/organise")
    public = EventBrowser(whole.club, whole.id)
    assert re.search(r"Card 00 Table \d", public.opens())

    # table 6 fails in mid-round: the others go on, and it is declared void
    whole.plays_round(1, but=(6,))
    assert "Round 1: 1 table still plays" in organiser.opens("/organise")
    assert "is still open" in organiser.sends("seat", despite="")
    assert whole.state.document.proposal is None
    assert "Say in a few words why" in organiser.sends("void", "/organise/1/6", why=" ")
    assert "Void: Power cut" in organiser.sends("void", "/organise/1/6", why="Power cut")
    assert "Round 1 is complete" in organiser.opens("/organise")

    # somebody leaves, somebody comes late
    leaver = whole.people[0].id
    assert "has left" in organiser.sends("leave", "/organise/people", leave=leaver)
    whole.enters(CARDS)
    assert "from round 2" in organiser.opens("/organise/people")
    assert "Nobody meets anybody again." in organiser.sends("seat", "/organise")
    organiser.sends("take", "/organise")
    seated = whole.state.event.rounds[1].people
    assert leaver not in seated
    assert whole.people[CARDS].id in seated
    whole.plays_round(2)

    assert "Round 2 is complete" in organiser.opens("/organise")
    organiser.sends("seat", "/organise")
    organiser.sends("take", "/organise")
    whole.plays_round(3)
    assert "Round 3 is complete" in organiser.opens("/organise")

    state = whole.state
    tallies = event_standings(state.event).tallies
    assert sum(tally.total for tally in tallies.values()) == 3 * 6 * 11 - 11 + 4 * 3
    met = {frozenset((a, b)) for table in state.event.tables() for a in table.seats for b in table.seats if a != b}
    assert len(met) == 3 * 6 * 6, "nobody has met anybody twice"

    said = public.opens()
    assert "Standings" in said
    assert "Card 00 has left" in said
    assert "Void: Power cut" in public.opens("/round/1")
    table = public.gets("/standings.csv")
    assert table.mimetype == "text/csv"
    rows = list(csv.reader(StringIO(table.data.decode("utf-8-sig"))))
    assert rows[0] == ["Place", "Name", "Points", "Round 1", "Round 2", "Round 3", "Why this place"]
    assert len(rows) == 26
    assert rows[1][0] == "1"
    assert all(row[2].isdecimal() for row in rows[1:])
    assert "Standings after round 3" in public.opens("/wall")


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_a_round_is_taken_back_and_seated_anew(database: ClubDatabase) -> None:
    whole = WholeEvent(database)
    organiser = whole.organiser
    organiser.sends("enter", "/organise/people", names="Ana\nBen\nCleo\nDora")
    organiser.sends("seat", "/organise")
    organiser.sends("take", "/organise")
    whole.enters_by_hand(1, 1)
    assert "Open those tables again first." in organiser.opens("/organise")
    assert "back" not in re.findall(r'name="do" value="(\w+)"', organiser.page)
    organiser.sends("open", "/organise/1/1")
    assert "Who takes part? Then seat round 1." in organiser.sends("back", "/organise")
    assert whole.state.event.rounds == ()
