"""Pages of an event: what everybody sees, who may organise, and what is refused in words where it happened."""

from __future__ import annotations

import gzip
import re

import pytest

from companion.club.events.stored.organising import set_entry
from companion.club.events.stored.stored_events import EventState
from companion.club.storage.club_database import ClubDatabase
from companion.plays.log.card_codes import shown_card_code
from tests.club.pages.club_pages import ClubPages
from tests.club.pages.event_browser import EventBrowser, words
from tests.club.results.reports import played

FOUR = "Ana\nBen\nCleo\nDora"


class EventRoom:
    """An event with an organiser, and somebody who looks on."""

    def __init__(self, database: ClubDatabase) -> None:
        self.club = ClubPages(database)
        self.id, self.code = self.club.events.add("Autumn Cup")
        self.organiser = EventBrowser(self.club, self.id)
        self.organiser.becomes_organiser(self.code)
        self.public = EventBrowser(self.club, self.id)

    def seats(self, names: str = FOUR) -> None:
        if names:
            self.organiser.sends("enter", "/organise/people", names=names)
        self.organiser.sends("seat", "/organise")
        self.organiser.sends("take", "/organise")

    def card(self, name: str) -> tuple[str, str]:
        """Code and id of somebody with a card."""
        [code] = self.club.persons.make_cards(1)
        return code, self.club.persons.take_card(code, name).id


@pytest.fixture
def room(database: ClubDatabase) -> EventRoom:
    return EventRoom(database)


# -- what everybody sees --------------------------------------------------------------------------------------------


def test_events_are_listed_and_lead_to_their_pages(room: EventRoom) -> None:
    said = words(room.club.page("/events"))
    assert "Autumn Cup 0 people · not begun · open for entry" in said
    assert "Torneos" in room.club.page("/events", language="es")
    room.seats()
    assert "Autumn Cup 4 people · Round 1 · open for entry" in words(room.club.page("/events"))


def test_before_it_begins_the_page_says_who_takes_part(room: EventRoom) -> None:
    room.organiser.sends("enter", "/organise/people", names="Zoe <3\nAna")
    said = room.public.opens()
    assert "2 people take part Ana Zoe <3" in said
    assert "Zoe &lt;3" in room.public.page
    assert "Organise" not in said


def test_everybody_finds_the_own_seat(room: EventRoom) -> None:
    room.seats(FOUR + "\nEva\nFinn\nGus")
    said = room.public.opens()
    assert "Round 1: where do I sit?" in said
    assert "Standings" not in said
    for name in ("Ana", "Eva", "Gus"):
        assert f"{name} Table" in said


def test_the_standings_are_explained(room: EventRoom) -> None:
    room.seats()
    room.organiser.sends("enter", "/organise/1/1?order=0-1.2-3")
    said = room.public.opens()
    assert said.count("1 1/2") == 4, "at the table and in the standings"
    assert "Why this order" in said
    said = room.public.opens("/why")
    assert "5, 3, 2 and 1 points for the first four of a table" in said
    assert "Shares place 1 with" in said
    assert said.count("the same points (4)") == 2


def test_earlier_rounds_have_pages_of_their_own(room: EventRoom) -> None:
    room.seats()
    room.organiser.sends("enter", "/organise/1/1?order=0.1.2.3")
    room.organiser.sends("seat", "/organise")
    room.organiser.sends("take", "/organise")
    assert "Earlier rounds Round 1" in room.public.opens()
    assert "Rank 1." in room.public.opens("/round/1")
    assert re.search(r"\bRank\b", room.public.opens("/round/2")) is None
    for number in ("0", "3", "x"):
        assert room.public.gets(f"/round/{number}").status_code == 404
    assert "Enter the outcome" not in room.organiser.opens("/organise?round=1")
    assert "Enter the outcome" in room.organiser.opens("/organise?round=99")


def test_a_page_that_is_kept_is_drawn_anew_once_something_has_changed(room: EventRoom) -> None:
    code, person = room.card("Ana")
    room.seats(f"{code}\nBen\nCleo")
    before = room.public.opens()
    assert room.public.opens() == before
    room.club.persons.rename(code, "Anita")
    assert "Anita Table 1" in room.public.opens()
    room.club.reports(played("p1", {person: 9, "guest b": 5, "guest c": 1}))
    assert "Standings" not in room.public.opens(), "nobody knows who of the guests came where"
    room.organiser.sends("enter", "/organise/1/1?order=0.1.2")
    assert "Standings" in room.public.opens()
    room.club.persons.forget(code)
    assert "Anita" not in room.public.opens()
    assert "Organise" in room.organiser.opens()
    assert "Organise" not in room.public.opens()
    packed = room.public.browser.get(f"/event/{room.id}", headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.data) == room.public.gets().data


def test_a_page_of_an_event_that_was_taken_away_is_not_shown_for_a_new_one(room: EventRoom) -> None:
    room.seats()
    before = room.public.opens()
    assert "Ana Table 1" in before
    version = room.club.events.read(room.id).version  # type: ignore[union-attr]
    room.club.events.remove(room.id)
    assert room.club.events.add("Autumn Cup")[0] == room.id
    for _ in range(version - 1):
        room.club.events.change(room.id, lambda state: set_entry(state, is_open=True))
    assert room.club.events.read(room.id).version == version  # type: ignore[union-attr]
    assert "Ana" not in room.public.opens()


def test_what_else_an_address_has_draws_nothing_anew(room: EventRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    room.seats()
    drawn: list[str] = []
    whole = room.club.events.read

    def read(event: str) -> EventState | None:
        drawn.append(event)
        return whole(event)

    monkeypatch.setattr(room.club.events, "read", read)
    for path in ("", "/why", "/wall", "/round/1"):
        for more in ("", "?x=1", "?x=2", "?part=-1", "?part=x", f"?part={10**30}"):
            assert room.public.gets(path + more).status_code == 200
    assert len(drawn) == 4


def test_strange_addresses_of_an_organiser_show_the_page_as_it_is(room: EventRoom) -> None:
    room.seats()
    room.organiser.sends("enter", "/organise/1/1?order=0.1.2.3")
    room.organiser.sends("seat", "/organise")
    for value in ("-1", "x", "9" * 30, "%00", "0-0", "7.6"):
        assert "Round 1" in room.organiser.opens(f"/organise?round={value}&one={value}")
        assert "Ana" in room.organiser.opens(f"/organise/1/1?order={value}")
    assert room.organiser.gets(f"/organise/{'9' * 30}/{'9' * 30}").status_code == 404


def test_there_is_no_other_event(room: EventRoom) -> None:
    for path in (
        "",
        "/why",
        "/wall",
        "/round/1",
        "/standings.csv",
        "/organise",
        "/organise/people",
        "/organise/rules",
        "/organise/1/1",
    ):
        assert room.club.browser.get(f"/event/spring-cup{path}").status_code == 404
    assert room.organiser.gets("/organise/1/1").status_code == 404
    for name in ("%00", "a%00b", "é", "x" * 41, "autumn-cup%0A"):
        for path in ("", "/organise", "/organise/code"):
            assert room.club.browser.get(f"/event/{name}{path}").status_code == 404


def test_the_wall_shows_seats_then_standings_and_leads_on_by_itself(room: EventRoom) -> None:
    assert "0 people take part" in room.public.opens("/wall")
    room.seats("\n".join(f"Player {n:03}" for n in range(70)))
    said = room.public.opens("/wall")
    assert "your table 1/2" in said
    assert "wall?part=1" in room.public.page
    assert "Player 000" in said
    assert "Player 069" not in said
    assert "Player 069" in room.public.opens("/wall?part=1")
    assert "wall?part=0" in room.public.page
    assert "your table" in room.public.opens("/wall?part=99")


def test_a_spreadsheet_computes_no_name(room: EventRoom) -> None:
    room.seats("=1+1\n+Ana\n@Ben\n-Cleo")
    rows = room.public.gets("/standings.csv").data.decode("utf-8-sig").split("\r\n")
    assert {row.split(",")[1] for row in rows[1:-1]} == {"'=1+1", "'+Ana", "'@Ben", "'-Cleo"}
    assert rows[-1] == ""


# -- who may organise -----------------------------------------------------------------------------------------------


def test_only_who_has_opened_the_organisers_address_organises(room: EventRoom) -> None:
    for path in ("/organise", "/organise/people", "/organise/rules", "/organise/1/1"):
        answer = room.public.gets(path)
        assert answer.status_code == 403
        assert "This is for the organiser" in words(room.public.page)
    room.organiser.opens("/organise/people")
    address, fields = room.organiser.form("enter")
    code, _ = room.card("Ana")
    room.public.opens(f"/c/{code}")
    _, own = room.public.form("rename")
    answer = room.public.browser.post(address, data={**fields, "csrf": own["csrf"], "names": "Zelda"})
    assert answer.status_code == 403
    assert "This is for the organiser" in answer.get_data(as_text=True)
    assert "Zelda" not in room.public.opens()


def test_the_cookie_of_an_organiser_is_for_one_event_and_no_script(room: EventRoom) -> None:
    answer = EventBrowser(room.club, room.id).gets(f"/organise/{room.code}")
    cookie = next(value for key, value in answer.headers if key == "Set-Cookie" and value.startswith("organises"))
    for part in ("HttpOnly", "SameSite=Strict", f"Path=/event/{room.id}"):
        assert part in cookie
    assert room.code not in cookie
    other, _ = room.club.events.add("Spring Cup")
    value = cookie.partition("=")[2].partition(";")[0]
    stranger = EventBrowser(room.club, other)
    stranger.browser.set_cookie(f"organises-{other}", value)
    assert stranger.gets("/organise").status_code == 403


def test_another_code_ends_who_had_the_one_before(room: EventRoom) -> None:
    code = room.club.events.renew_code(room.id)
    assert room.organiser.gets("/organise").status_code == 403
    room.organiser.becomes_organiser(code)
    assert room.organiser.gets("/organise").status_code == 200


def test_codes_of_organisers_cannot_be_guessed_at(room: EventRoom) -> None:
    """The answer to a wrong one waits for its turn; the right one's does not."""
    for _ in range(30):
        assert room.public.gets("/organise/wrong").status_code == 403
        assert room.club.late == "127.0.0.1"
    assert room.public.gets("/organise").status_code == 403
    assert not room.club.late
    room.public.becomes_organiser(room.code)
    assert not room.club.late


def test_an_organiser_cannot_guess_at_cards_either(room: EventRoom) -> None:
    room.organiser.opens("/organise/people")
    address, fields = room.organiser.form("enter")
    for typed, late in (("0000000101", True), ("0000000102", False), ("Ana", False)):
        room.organiser.browser.post(address, data={**fields, "names": typed})
        assert bool(room.club.late) == late, typed


def test_a_forged_form_changes_nothing(room: EventRoom) -> None:
    for path in ("", "/people", "/rules", "/1/1"):
        answer = room.organiser.browser.post(f"/event/{room.id}/organise{path}", data={"do": "seat"})
        assert answer.status_code == 403


def test_what_no_button_does_is_not_there(room: EventRoom) -> None:
    room.organiser.opens("/organise/people")
    address, fields = room.organiser.form("enter")
    for path in (address, address.removesuffix("/people")):
        assert room.organiser.browser.post(path, data={**fields, "do": "dance"}).status_code == 404


# -- people ---------------------------------------------------------------------------------------------------------


def test_somebody_with_a_card_is_entered_by_its_code(room: EventRoom) -> None:
    code, _ = room.card("Ana")
    assert "Entered last: Ana." in room.organiser.sends("enter", "/organise/people", names=shown_card_code(code))
    again = room.organiser.sends("enter", "/organise/people", names=f"https://club.example/c/{code}")
    assert "Ana is in this event already" in again


def test_a_list_is_entered_as_a_whole_or_kept_for_mending(room: EventRoom) -> None:
    said = room.organiser.sends("enter", "/organise/people", names="Ana\n\nBen\nana")
    assert "There is somebody called ana here already." in said
    assert "Ana\n\nBen\nana</textarea>" in room.organiser.page.replace("\r", "")
    assert "0 people are there" in said
    assert "3 people are there" in room.organiser.sends("enter", "/organise/people", names="Ana\n\nBen\nana b")


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("0000000102", "one character of it is wrong or missing"),
        ("0000000101", "This is no card of this club"),
        (" ", "Type a name, or the code of a card."),
        ("x" * 31, "A name has 1 to 30 letters."),
    ],
)
def test_what_cannot_be_entered_is_said(room: EventRoom, typed: str, why: str) -> None:
    assert why in room.organiser.sends("enter", "/organise/people", names=typed)


def test_a_card_that_is_nobodys_enters_nobody(room: EventRoom) -> None:
    [code] = room.club.persons.make_cards(1)
    assert "This card is nobody's yet" in room.organiser.sends("enter", "/organise/people", names=code)


def test_one_enters_and_leaves_on_the_page_of_the_card(room: EventRoom) -> None:
    code, person = room.card("Ana")
    phone = room.public
    assert "Take part : Autumn Cup" in phone.opens(f"/c/{code}")
    assert "You are in from round 1." in phone.sends_again("enter", event=room.id)
    assert "Ana" in room.organiser.opens("/organise/people")
    assert "Take part" in phone.sends("leave", f"/c/{code}", event=room.id)
    phone.sends_again("enter", event=room.id)
    room.seats("Ben\nCleo\nDora")
    assert "Round 1: you sit at table 1." in phone.opens(f"/c/{code}")
    assert "You have left." in phone.sends_again("leave", event=room.id)
    room.organiser.sends("close", "/organise/people")
    phone.opens(f"/c/{code}")
    assert "Take part" not in words(phone.page)
    address, fields = phone.form("rename")
    late = phone.browser.post(address, data={**fields, "do": "enter", "event": room.id}).get_data(as_text=True)
    assert "Ask its organiser." in words(late)
    room.organiser.sends("back", "/organise/people", back=person)
    assert "You have left." not in phone.opens(f"/c/{code}")


def test_somebody_is_called_otherwise(room: EventRoom) -> None:
    room.organiser.sends("enter", "/organise/people", names="Ana\nBen")
    assert "Anita" in room.organiser.sends("rename", "/organise/people", person="g1", name="Anita")
    assert "called ben here already" in room.organiser.sends("rename", "/organise/people", person="g1", name="ben")
    assert 'value="ben"' in room.organiser.page


# -- rounds and tables ----------------------------------------------------------------------------------------------


def test_too_few_people_are_refused_where_it_happened(room: EventRoom) -> None:
    room.organiser.sends("enter", "/organise/people", names="Ana\nBen")
    assert "A table needs 3. Enter more people, or set a smaller size." in room.organiser.sends("seat", "/organise")


def test_a_seating_that_was_changed_elsewhere_is_shown_as_it_is(room: EventRoom) -> None:
    room.organiser.sends("enter", "/organise/people", names=FOUR)
    room.organiser.sends("seat", "/organise")
    second = EventBrowser(room.club, room.id)
    second.becomes_organiser(room.code)
    second.opens("/organise?one=g1")
    room.organiser.sends("other", "/organise?one=g2", other="g3")
    assert "Somebody has changed this in the meantime." in second.sends_again("other", other="g4")
    assert "Is round 1 good like this?" in words(second.page)


def test_a_seating_that_fits_no_more_says_so(room: EventRoom) -> None:
    room.organiser.sends("enter", "/organise/people", names=FOUR + "\nEva")
    room.organiser.sends("seat", "/organise")
    room.organiser.sends("leave", "/organise/people", leave="g5")
    said = room.organiser.opens("/organise")
    assert "is not in this event. Enter them first. Or seat it anew." in said
    assert "Take it" not in said
    room.organiser.sends_again("seat")
    assert "Round 1: 1 table still plays" in room.organiser.sends("take", "/organise")


def test_who_comes_while_a_seating_is_looked_at_may_come_in_a_round_later(room: EventRoom) -> None:
    room.organiser.sends("enter", "/organise/people", names=FOUR)
    room.organiser.sends("seat", "/organise")
    code, person = room.card("Zoe")
    room.public.sends("enter", f"/c/{code}", event=room.id)
    assert "Came after this was seated: Zoe." in room.organiser.opens("/organise")
    assert "Round 1: 1 table still plays" in room.organiser.sends_again("take")
    assert "Zoe" not in room.public.opens().partition("Tables")[0]
    assert "You are in from round 2." in room.public.opens(f"/c/{code}")
    state = room.club.events.read(room.id)
    assert state is not None
    assert {entrant.person: entrant.enters for entrant in state.event.entrants}[person] == 2


def test_who_meets_again_is_named(room: EventRoom) -> None:
    room.seats()
    room.organiser.sends("enter", "/organise/1/1?order=0.1.2.3")
    assert "Meet again:" in room.organiser.sends("seat", "/organise")
    room.organiser.sends("drop", "/organise")
    assert "Round 1 is complete" in room.organiser.opens("/organise")


def test_the_next_round_is_seated_without_waiting_for_a_table(room: EventRoom) -> None:
    room.seats()
    assert "Table 1 of round 1 is still open" in room.organiser.opens("/organise")
    room.organiser.sends_again("seat")
    assert "Round 2: 1 table still plays" in room.organiser.sends("take", "/organise")
    assert "Enter the outcome" in room.organiser.opens("/organise?round=1")


def test_an_outcome_needs_everybody(room: EventRoom) -> None:
    room.seats()
    said = room.organiser.sends("enter", "/organise/1/1?order=0.1")
    assert "Tap everybody's name first" in said
    for order in ("0.1.2.2", "0.1.2.9", "zzz", "0.1.2.3.4"):
        assert "Tap everybody's name first" in room.organiser.sends("enter", "/organise/1/1", order=order)


def test_points_of_the_game_are_entered_for_all_or_nobody(room: EventRoom) -> None:
    room.seats()
    page = "/organise/1/1?order=0.1.2.3"
    said = room.organiser.sends("enter", page, **{"points-0": "12", "points-1": "x"})
    assert "a whole number of points for each, or none for all" in said
    assert 'name="points-1" value="x"' in room.organiser.page
    room.organiser.sends_again("enter", **{f"points-{seat}": str(9 - seat) for seat in range(4)})
    assert 'name="points-1" value="8"' in room.organiser.gets("/organise/1/1").get_data(as_text=True)


def test_what_the_table_reported_is_told_apart_from_what_was_entered(room: EventRoom) -> None:
    cards = [room.card(name) for name in ("Ana", "Ben", "Cleo")]
    room.organiser.sends("enter", "/organise/people", names="\n".join(code for code, _ in cards))
    people = [person for _, person in cards]
    room.seats("")
    room.club.reports(played("p1", dict(zip(people, (9, 5, 7), strict=True))))
    said = room.organiser.opens("/organise")
    assert "reported by the table" in said
    assert "The table has reported this. What you enter here counts instead." in room.organiser.opens("/organise/1/1")
    room.organiser.sends_again("enter", order="0-1-2")
    assert "The table has reported something other than what was entered." in words(room.organiser.page)
    assert "entered by hand" in words(room.organiser.page)
    assert "Count what the table has reported" in room.organiser.opens("/organise/1/1")
    room.organiser.sends_again("open")
    assert "reported by the table" in words(room.organiser.page)


def test_a_report_that_may_be_of_two_rounds_says_so_at_both(room: EventRoom) -> None:
    cards = [room.card(name) for name in ("Ana", "Ben", "Cleo")]
    room.seats("\n".join(code for code, _ in cards))
    room.organiser.sends("seat", "/organise")
    room.organiser.sends("take", "/organise")
    points = {person: 9 - place for place, (_, person) in enumerate(cards)}
    room.club.reports(played("p1", points))
    for number in (1, 2):
        assert "The table has reported; say of which round" in room.organiser.opens(f"/organise?round={number}")
        said = room.organiser.opens(f"/organise/{number}/1")
        assert "any of these rounds, in which the same people met: 1, 2." in said
        assert "1. Ana 9 2. Ben 8 3. Cleo 7" in said
    assert "Standings" not in room.public.opens()


# -- rules ----------------------------------------------------------------------------------------------------------


def test_rules_are_set_and_stand_there(room: EventRoom) -> None:
    rules = {
        "preferred": "3",
        "least": "2",
        "most": "4",
        "method": "random",
        "points": "own",
        "ties": "higher",
        "points-2": "2 0",
        "points-3": "4, 2, 0",
        "points-4": "6 3 1 0",
        "bye": "2",
        "void": "1",
        "missed": "bye",
        "tie-break-1": "direct",
        "tie-break-2": "",
        "tie-break-3": "wins",
        "title": "Winter Cup",
        "game": "",
    }
    assert "These rules count." in room.organiser.sends("title", "/organise/rules", **rules)
    state = room.club.events.read(room.id)
    assert state is not None
    assert state.title == "Winter Cup"
    assert state.event.rules.points == {2: (2, 0), 3: (4, 2, 0), 4: (6, 3, 1, 0)}
    assert state.event.rules.tie_breaks == ("direct", "wins")
    assert (state.event.rules.method, state.event.rules.missed, state.event.rules.bye) == ("random", "bye", 2)
    said = room.organiser.sends("title", "/organise/rules", **{**rules, "points-3": "4 5 0", "bye": "7"})
    assert "a lower rank gets more than a higher one" in said
    assert 'name="points-3" value="4 5 0"' in room.organiser.page
    assert 'name="bye" value="7"' in room.organiser.page


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"least": "5", "most": "3"}, "A table has 2 to 8 people."),
        ({"preferred": "8"}, "The preferred size must be from 3 to 5"),
        ({"bye": "x"}, "x is not a number."),
        ({"void": "99999"}, "A number from -9999 to 9999."),
        ({"points": "own", "points-4": "5 3"}, "needs points for 4 ranks, not for 2"),
        ({"points": "own", "points-4": ""}, "No points are set for a table of 4 people."),
        ({"points": "own", "points-4": "five"}, "Points at a table of 4: whole numbers with spaces"),
        ({"tie-break-1": "wins", "tie-break-2": "wins"}, "Each tie-break counts once."),
        ({"method": "dance"}, "Choose one of them."),
        ({"title": " "}, "An event needs a title"),
        ({"seen": "other"}, "Somebody has changed this in the meantime."),
    ],
)
def test_rules_that_cannot_be_are_refused(room: EventRoom, changed: dict[str, str], why: str) -> None:
    usual = {
        "preferred": "4",
        "least": "3",
        "most": "5",
        "method": "swiss",
        "points": "podium",
        "ties": "mean",
        "bye": "3",
        "void": "3",
        "missed": "nothing",
        "title": "Autumn Cup",
        "game": "",
        **{f"points-{size}": " ".join(["1"] * size) for size in range(2, 9)},
    }
    assert why in room.organiser.sends("title", "/organise/rules", **{**usual, **changed})
    state = room.club.events.read(room.id)
    assert state is not None
    assert state.version == 1
