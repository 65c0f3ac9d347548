"""From scan to seated: the taps of one person, and of a whole table until a game has begun."""

from __future__ import annotations

import re
from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from os import cpu_count
from platform import machine
from time import monotonic

import pytest
from playwright.sync_api import Locator, expect

from companion.games import shipped
from companion.service.agreement.proposals import SayFine
from companion.service.seats.evening_host import HostTable
from companion.service.seats.seating import AddPlayer, BecomeHost, LeaveSeat, TakeSeat
from companion.service.session.session import BeginPlay, ChooseGame, PlayAgain
from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST, token
from tests.browser.people import PIN, Person
from tests.browser.test_first_look import box
from tests.browser.test_reconnecting import HIDE
from tests.browser.thumb import Thumb

NAME = "#sit-name"
SIT = "#join button[type=submit]"


def chosen(person: Person) -> int:
    """The seat that is chosen on the page."""
    return int(person.page.locator("#join input[name=seat]:checked").input_value())


def seated(person: Person) -> int:
    """Wait for the page of the seat; its number."""
    person.page.wait_for_url("**/seat")
    sign = person.page.locator(".top-sign").get_attribute("class") or ""
    return int(re.findall(r"seat-(\d)", sign)[0])


def test_one_person_sits_with_two_taps_and_a_name(crowd: Crowd) -> None:
    ana = crowd.person()
    thumb = Thumb(ana.opens("/"))
    thumb.tap(ana.page.locator(NAME))
    ana.page.keyboard.type("Ana")
    thumb.tap(ana.page.locator(SIT))
    assert seated(ana) == 1
    assert thumb.taps == 2


def test_the_name_has_the_focus_and_enter_seats(crowd: Crowd) -> None:
    ana = crowd.person()
    ana.opens("/")
    expect(ana.page.locator(NAME)).to_be_focused()
    ana.page.keyboard.type("Ana")
    ana.page.keyboard.press("Enter")
    assert seated(ana) == 1


@pytest.mark.long
def test_whoever_sits_moves_to_another_seat(crowd: Crowd) -> None:
    ana = crowd.person()
    ana.sits_down(1, "Ana")
    thumb = Thumb(ana.page)
    thumb.tap(ana.page.get_by_role("link", name="Sit somewhere else"))
    thumb.tap(ana.page.locator("label[for=sit-6]"))
    thumb.tap(ana.page.get_by_role("button", name="Move to this seat"))
    assert seated(ana) == 6
    expect(ana.page.locator(".top-name")).to_have_text("Ana")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_who_has_sat_here_before_needs_one_tap(crowd: Crowd, script: bool) -> None:
    ana = crowd.person(script=script)
    ana.sits_down(2, "Ana María")
    assert crowd.companion.table.ask(ana.secret, LeaveSeat()).taken
    thumb = Thumb(ana.opens("/"))
    expect(ana.page.locator(NAME)).to_have_value("Ana María")
    thumb.tap(ana.page.locator(SIT))
    assert seated(ana) == 1
    assert thumb.taps == 1


@pytest.mark.long
def test_another_seat_is_one_tap_more(crowd: Crowd) -> None:
    ana = crowd.person()
    thumb = Thumb(ana.opens("/"))
    thumb.tap(ana.page.locator("label[for=sit-5]"))
    thumb.tap(ana.page.locator(NAME))
    ana.page.keyboard.type("Ana")
    thumb.tap(ana.page.locator(SIT))
    assert seated(ana) == 5
    assert thumb.taps == 3


@pytest.mark.long
def test_the_suggestion_follows_who_sits_down(crowd: Crowd) -> None:
    ana, ben = crowd.person(), crowd.person()
    ana.opens("/")
    ben.opens("/")
    assert (chosen(ana), chosen(ben)) == (1, 1)
    ben.page.locator("label[for=sit-2]").tap()
    ana.page.fill(NAME, "An")
    assert crowd.companion.table.ask(token(1), TakeSeat(1, "Marco")).taken
    for phone in (ana, ben):
        expect(phone.page.locator("label[for=sit-1]")).to_contain_text("Marco", timeout=5000)
    assert (chosen(ana), chosen(ben)) == (2, 2)
    expect(ana.page.locator("#link")).to_be_hidden()
    expect(ana.page.locator(NAME)).to_have_value("An")
    assert crowd.companion.table.ask(token(2), TakeSeat(2, "Lucía")).taken
    for phone in (ana, ben):
        expect(phone.page.locator("label[for=sit-2]")).to_contain_text("Lucía")
    assert (chosen(ana), chosen(ben)) == (3, 3)
    expect(ben.page.locator("#link")).to_contain_text("Somebody was faster with that seat.")
    expect(ana.page.locator("#link")).to_be_hidden()


@pytest.mark.parametrize("script", [True, pytest.param(False, marks=pytest.mark.long)], ids=["script", "no script"])
def test_whoever_was_slower_with_a_suggested_seat_gets_the_next_free_one(crowd: Crowd, script: bool) -> None:
    table = crowd.companion.table
    ana = crowd.person(script=script)
    ana.opens("/")
    assert chosen(ana) == 1
    if script:
        ana.page.evaluate(HIDE, True)
    assert table.ask(token(1), TakeSeat(1, "Marco")).taken
    assert table.ask(HOST, BecomeHost("2718")).taken
    assert table.ask(HOST, AddPlayer(2, "Pau")).taken
    ana.page.fill(NAME, "Ana")
    ana.page.locator(SIT).tap()
    assert seated(ana) == 3
    word = ana.page.locator("#link, .notice").filter(has_text="Somebody was faster with that seat")
    expect(word.first).to_be_visible()


def test_a_seat_that_was_chosen_and_is_taken_is_refused_and_the_name_stays(crowd: Crowd) -> None:
    ana = crowd.person(script=False)
    ana.opens("/")
    ana.page.locator("label[for=sit-4]").tap()
    ana.page.fill(NAME, "Ana")
    assert crowd.companion.table.ask(token(4), TakeSeat(4, "Marco")).taken
    ana.page.locator(SIT).tap()
    expect(ana.page.locator(".notice")).to_contain_text("That seat is taken.")
    expect(ana.page.locator(NAME)).to_have_value("Ana")
    assert chosen(ana) == 1


LANGUAGES = ["es-ES", pytest.param("en-GB", marks=pytest.mark.long)]


@pytest.mark.parametrize("size", [(360, 640), pytest.param((390, 844), marks=pytest.mark.long)], ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_seats_name_and_button_are_in_sight(crowd: Crowd, language: str, size: tuple[int, int]) -> None:
    table = crowd.companion.table
    for seat, name in ((1, "Maximiliano"), (2, "María del Carmen")):
        assert table.ask(token(seat), TakeSeat(seat, name)).taken
    phone = crowd.person(language=language, size=size)
    page = phone.opens("/")
    phone.settles()
    phone.picture(f"seated-join-{language[:2]}-{size[0]}")
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    name, seat, button = (box(page, selector) for selector in (NAME, ".join-seat:has(:checked)", SIT))
    assert 0 < name[0] < name[1] <= seat[0] < seat[1] <= button[0] < button[1] <= size[1]


IN_VIEW = """(selector) => {
  const found = document.querySelector(selector);
  const { top, bottom } = found.getBoundingClientRect();
  return 0 <= top && bottom <= innerHeight && document.elementFromPoint(innerWidth / 2, (top + bottom) / 2) !== null;
}"""


@pytest.mark.parametrize("script", [True, pytest.param(False, marks=pytest.mark.long)], ids=["script", "no script"])
def test_whoever_sits_chooses_by_one_tap_and_begins(crowd: Crowd, script: bool) -> None:
    ana = crowd.person(script=script)
    thumb = Thumb(ana.page)
    ana.sits_down(1, "Ana")
    expect(ana.page.locator(".lobby-seats")).to_contain_text("Ana")
    expect(ana.page.locator("#sentence")).to_have_text("Who chooses the game?")
    thumb.tap(ana.page.get_by_role("button", name="I'll choose"))
    ana.page.wait_for_url("**/game")
    expect(ana.page.locator("#sentence")).to_have_text("Choose the game, Ana")
    expect(ana.page.locator("#seats-title")).to_have_count(0)
    thumb.tap(ana.page.locator("button.game[value='sheet:yacht']"))
    expect(ana.page.locator("#begin input[name=seats]")).to_have_count(0)
    thumb.tap(ana.page.locator("#begin button.act"))
    ana.page.wait_for_url("**/seat")
    expect(ana.page.locator("form[data-ask], form[data-pad]").first).to_be_visible()
    expect(ana.page.locator("#lobby")).to_have_count(0)
    assert thumb.taps == 3


@pytest.mark.long
def test_whoever_has_the_pin_hosts_without_the_menu(crowd: Crowd) -> None:
    ana = crowd.person()
    thumb = Thumb(ana.page)
    ana.sits_down(1, "Ana")
    thumb.tap(ana.page.get_by_role("link", name="Settings (PIN)"))
    thumb.tap(ana.page.locator("#pin"))
    ana.page.keyboard.type(PIN)
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator("#seats-title")).to_be_visible()
    ana.opens("/seat")
    thumb.tap(ana.page.get_by_role("button", name="I'll choose"))
    thumb.tap(ana.page.locator("button.game[value='sheet:yacht']"))
    thumb.tap(ana.page.locator("#begin button.act"))
    ana.page.wait_for_url("**/seat")
    expect(ana.page.locator("form[data-ask], form[data-pad]").first).to_be_visible()


def test_begin_counts_on_every_screen_and_one_of_them_says_wait(crowd: Crowd) -> None:
    ana, ben, guest = crowd.person(), crowd.person(language="es-ES"), crowd.person()
    screen = crowd.person(size=(1280, 800), scale=1)
    ana.sits_down(1, "Ana")
    ben.sits_down(2, "Ben")
    guest.opens("/watch")
    screen.opens("/table")
    Thumb(ana.page).tap(ana.page.get_by_role("button", name="I'll choose"))
    expect(ben.page.locator("#sentence")).to_have_text("Ana elige el juego")
    Thumb(ana.page).tap(ana.page.locator("button.game[value='sheet:yacht']"))
    Thumb(ana.page).tap(ana.page.locator("#begin button.act"))
    ana.page.wait_for_url("**/seat")
    expect(ben.page.locator("#sentence")).to_have_text("¿Te parece bien, Ben?")
    seconds = [phone.page.locator("[data-seconds]").first for phone in (ana, ben, guest, screen)]
    for shown in seconds:
        before = int(shown.inner_text())
        assert 0 < before <= 10
        expect(shown).to_have_text(re.compile(f"^[0-{before - 1}]$"))
    for phone in (ana, ben, guest, screen):
        left = phone.page.locator("#counting-bar").evaluate("bar => bar.value / bar.max")
        assert 0 < left < 1
    expect(guest.page.get_by_role("button", name="Wait")).to_have_count(0)
    expect(ana.page.get_by_role("button", name="Cancel")).to_be_visible()
    Thumb(ben.page).tap(ben.page.get_by_role("button", name="Espera"))
    for words in (
        ana.page.locator("#sentence"),
        guest.page.locator("#counting"),
        screen.page.locator("#table-sentence"),
    ):
        expect(words).to_contain_text("Ben says wait: Yacht does not begin yet.")
    expect(ana.page.get_by_role("link", name="Begin: Yacht")).to_be_visible()


def test_a_phone_that_lost_its_seat_has_it_back_under_its_name(crowd: Crowd) -> None:
    ana, old, leo = crowd.person(), crowd.person(), crowd.person(language="es-ES")
    ana.sits_down(1, "Ana")
    old.sits_down(2, "Leo")
    leo.opens("/")
    expect(leo.page.locator("label[for=sit-2]")).to_contain_text("ocupado")
    old.page.close()
    expect(leo.page.locator("label[for=sit-2]")).to_contain_text("su móvil no está", timeout=60_000)
    leo.page.fill(NAME, "Leo")
    leo.page.locator(SIT).click()
    expect(leo.page.get_by_text("Leo ya está aquí. ¿Eres tú? Elige su sitio. Si no, añade una letra.")).to_be_visible()
    leo.picture("seated-lost-es")
    leo.page.locator("label[for=sit-2]").click()
    leo.page.fill(NAME, "Leo")
    leo.page.locator(SIT).click()
    assert seated(leo) == 2
    assert dict(crowd.companion.moment.gathering.names) == {1: "Ana", 2: "Leo"}


@pytest.mark.parametrize("path", ["/score", "/log"])
def test_whoever_reads_another_page_is_asked_there_and_led_back(crowd: Crowd, path: str) -> None:
    ana, ben = crowd.person(), crowd.person(language="es-ES")
    ana.sits_down(1, "Ana")
    ben.sits_down(2, "Ben")
    ben.opens(path)
    Thumb(ana.page).tap(ana.page.get_by_role("button", name="I'll choose"))
    Thumb(ana.page).tap(ana.page.locator("button.game[value='sheet:yacht']"))
    Thumb(ana.page).tap(ana.page.locator("#begin button.act"))
    asked = ben.page.locator("#counting")
    expect(asked).to_be_in_viewport()
    expect(asked.get_by_role("button", name="Espera")).to_be_visible()
    Thumb(ben.page).tap(asked.get_by_role("button", name="Por mí, bien"))
    expect(ana.page.locator("form[data-ask], form[data-pad]").first).to_be_visible()
    expect(asked).to_have_count(0)
    if path == "/score":
        Thumb(ben.page).tap(ben.page.get_by_role("link", name="A mi sitio"))
    else:
        Thumb(ben.page).tap(ben.page.get_by_role("link", name="Mi sitio").first)
    ben.page.wait_for_url("**/seat")


@pytest.mark.parametrize("size", [(360, 640), pytest.param((390, 844), marks=pytest.mark.long)], ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_is_in_sight(crowd: Crowd, language: str, size: tuple[int, int]) -> None:
    """Also while a game is about to begin, and for whoever chooses it: the sentence, and the buttons."""
    table = crowd.companion.table
    for seat, name in enumerate(("Maximiliano", "María del Carmen", *NAMES[2:5]), 1):
        assert table.ask(token(seat), TakeSeat(seat, name)).taken
    tag = f"{language[:2]}-{size[0]}"

    def sees(who: int, what: str, *parts: str) -> None:
        phone.settles()
        phone.picture(f"seated-{what}-{tag}")
        for part in ("#sentence", *parts):
            top, bottom = box(phone.page, part)
            assert 0 < top < bottom <= size[1], (who, what, part)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= size[0]

    phone = crowd.phone(1, language=language, size=size)
    sees(1, "lobby", "#lobby .act")
    assert table.ask(token(2), HostTable()).taken
    expect(phone.page.locator("#sentence")).to_contain_text("María del Carmen")
    sees(1, "chooses", "#lobby .button")
    first, phone = phone, crowd.phone(2, language=language, size=size)
    expect(phone.page.locator("#lobby a.act")).to_be_visible()
    sees(2, "hosts", "#lobby .act")
    phone.opens("/game")
    phone.picture(f"seated-games-{tag}")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    phone.page.locator("button.game[value='olympos']").click()
    expect(phone.page.locator("#begin")).to_be_visible()
    sees(2, "options", "#begin .act")
    phone.page.locator("#begin .act").click()
    phone.page.wait_for_url("**/seat")
    sees(2, "counts", "#lobby .button")
    phone = first
    expect(phone.page.locator("#lobby .act")).to_be_visible()
    sees(1, "asked", "#lobby .act", "#lobby .button", "#counting-bar")


PARTS_OF_THE_LOBBY = """() => [...document.querySelectorAll(".gather :is(p, li, dd, svg, .gather-qr)")]
  .map((part) => part.getBoundingClientRect()).filter((box) => box.width)
  .map((box) => [box.left, box.top, box.right, box.bottom])"""


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 800), (1024, 600)], ids=str)
@pytest.mark.parametrize("people", [4, 8])
def test_the_table_screen_says_who_chooses_and_what_is_about_to_begin(
    crowd: Crowd, size: tuple[int, int], people: int
) -> None:
    table = crowd.companion.table
    game = "olympos" if people == 4 else "sheet:yacht"
    screen = crowd.person(size=size, scale=1, language="es-ES")

    def fits(what: str) -> None:
        screen.settles()
        screen.picture(f"seated-screen-{what}-{people}-{size[0]}")
        assert screen.page.evaluate("document.documentElement.scrollHeight") <= size[1], what
        assert screen.page.evaluate("document.documentElement.scrollWidth") <= size[0], what
        inside = screen.page.evaluate(PARTS_OF_THE_LOBBY)
        assert inside
        for left, top, right, bottom in inside:
            assert left >= 0, what
            assert right <= size[0], what
            assert top >= 0, what
            assert bottom <= size[1], what

    screen.opens("/table")
    fits("empty")
    for seat, name in enumerate(("Maximiliano", "María del Carmen", *NAMES[2:people]), 1):
        assert table.ask(token(seat), TakeSeat(seat, name, language="es")).taken
    expect(screen.page.locator("#gather-2")).to_be_visible()
    fits("seated")
    assert table.ask(token(2), HostTable()).taken
    expect(screen.page.locator("#table-sentence")).to_contain_text("María del Carmen")
    fits("chooses")
    assert table.ask(token(2), ChooseGame(game)).taken
    assert table.ask(token(2), BeginPlay()).taken
    expect(screen.page.locator("#counting-bar")).to_be_visible()
    assert table.ask(token(1), SayFine()).taken
    expect(screen.page.locator("#gather-1")).to_contain_text("le parece bien")
    fits("counts")


@pytest.mark.parametrize(
    "game",
    [
        "antike",
        "olympos",
        *(pytest.param(game, marks=pytest.mark.long) for game in ("sheet:yacht", "antiquity", "ancient-world")),
    ],
)
def test_a_lobby_phone_has_the_question_in_view_when_the_game_begins(crowd: Crowd, game: str) -> None:
    """Scrolled away or not: whoever is asked has the question at the top, with the focus on its words."""
    table = crowd.companion.table
    for seat, name in enumerate(NAMES[:3], 1):
        assert table.ask(token(seat), TakeSeat(seat, name)).taken
    phones = [crowd.phone(seat, size=(360, 640)) for seat in (1, 2, 3)]
    for phone in phones:
        expect(phone.page.locator("#lobby")).to_be_visible()
        phone.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert table.ask(HOST, BecomeHost(PIN)).taken
    assert table.ask(HOST, ChooseGame(game)).taken
    assert table.ask(HOST, BeginPlay()).taken
    asked = crowd.companion.moment.awaited
    for seat, phone in enumerate(phones, 1):
        expect(phone.page.locator("#lobby")).to_have_count(0)
        assert phone.page.evaluate(IN_VIEW, "#sentence"), (seat, phone.page.evaluate("scrollY"))
        if seat in asked.must:
            expect(phone.page.locator("form[data-ask], form[data-pad]").first).to_be_visible()
            expect(phone.page.locator("#sentence")).to_be_focused()


@pytest.mark.long
def test_the_game_of_last_time_comes_first_and_misfits_are_marked(crowd: Crowd) -> None:
    table = crowd.companion.table
    crowd.begun_play("olympos", "Marco", "Lucía", "Nuria")
    assert table.ask(HOST, PlayAgain()).taken
    host = crowd.person(size=(360, 640))
    host.holds(HOST)
    games = host.opens("/host").locator("button.game")
    expect(games.first).to_have_attribute("value", "olympos")
    assert table.ask(HOST, AddPlayer(4, "Pau")).taken
    assert table.ask(HOST, AddPlayer(5, "Gil")).taken
    assert table.ask(HOST, AddPlayer(6, "Eva")).taken
    expect(host.page.locator("button.game[value=olympos]")).to_contain_text("for 3 to 5; you are 6")
    expect(host.page.locator("button.game[value=antike]")).not_to_contain_text("you are 6")
    host.page.locator("button.game[value=olympos]").tap()
    expect(host.page.locator(".wizard")).to_contain_text("for 3 to 5; you are 6")


# -- eight people and a game begun -------------------------------------------------------------------------------------

BETWEEN_TAPS, BETWEEN_SIGNS, AGAIN = 0.6, 0.2, 0.1
"""Seconds from one tap of a person to the next, from one letter or digit to the next, and until somebody who waits for
the page looks again.
"""
MOST = 45
"""Seconds. They took 14 on two cores on which six other processes worked all the time."""
NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fina", "Gael", "Hugo")

Steps = Iterator[float]
"""What somebody does, yielding the seconds until the next thing."""


class Guest:
    """Somebody with a phone and one thumb, who reads before every tap; taps and typed signs are counted apart."""

    def __init__(self, person: Person, name: str) -> None:
        self.person = person
        self.page = person.page
        self.name = name
        self.thumb = Thumb(self.page)
        self.typed = 0

    def tap(self, place: Locator) -> Steps:
        """Wait until the place is there and takes taps, read, and tap."""
        while not place.is_visible() or self.page.evaluate("'fresh' in document.documentElement.dataset"):
            yield AGAIN
        yield BETWEEN_TAPS
        self.thumb.tap(place)

    def types(self, text: str) -> Steps:
        for sign in text:
            yield BETWEEN_SIGNS
            self.page.keyboard.type(sign)
            self.typed += 1

    def sits(self) -> Steps:
        """Scan, name, seat."""
        self.person.opens("/")
        yield from self.tap(self.page.locator(NAME))
        yield from self.types(self.name)
        yield from self.tap(self.page.locator(SIT))
        while not self.page.locator(".seat-page").is_visible():
            yield AGAIN

    def sits_and_hosts(self, game: str, people: int) -> Steps:
        """Sit down, choose the game and begin it with everybody."""
        yield from self.sits()
        yield from self.tap(self.page.locator("#lobby button.act"))
        yield from self._begins(game, people)

    def sits_and_agrees(self) -> Steps:
        """Sit down, and say that it is fine once somebody begins."""
        yield from self.sits()
        yield from self.tap(self.page.locator("form[action='/host/fine'] button"))

    def sits_and_types_the_pin(self, game: str, people: int) -> Steps:
        """The same as the admin."""
        yield from self.sits()
        yield from self.tap(self.page.locator(".lobby-else a[href='/host']"))
        yield from self.tap(self.page.locator("#pin"))
        yield from self.types(PIN)
        yield from self.tap(self.page.locator("#pin-form button[type=submit]"))
        yield from self._begins(game, people)

    def _begins(self, game: str, people: int) -> Steps:
        yield from self.tap(self.page.locator(f"button.game[value='{game}']"))
        while f"for {people}:" not in self.page.locator(".turn-reason").inner_text():
            yield AGAIN
        yield from self.tap(self.page.locator("#begin button.act"))


def all_at_once(guests: list[Guest], each: list[Steps]) -> None:
    """Everybody does what they do at the same time."""
    due = [(0.0, number, steps) for number, steps in enumerate(each)]
    heapify(due)
    while due:
        at, number, steps = heappop(due)
        if (early := at - monotonic()) > 0:
            guests[number].page.wait_for_timeout(early * 1000)
        pause = next(steps, None)
        if pause is not None:
            heappush(due, (monotonic() + pause, number, steps))


def begins_in_time(crowd: Crowd, game: str, people: int, *, pin: bool, capsys: pytest.CaptureFixture[str]) -> None:
    guests = [Guest(crowd.person(), name) for name in NAMES[:people]]
    host, *others = guests
    started = monotonic()
    hosts = host.sits_and_types_the_pin(game, people) if pin else host.sits_and_hosts(game, people)
    all_at_once(guests, [hosts, *(guest.sits_and_agrees() for guest in others)])
    title = host.person.page.locator(".top-sub")
    expect(title).not_to_have_text("Table companion")
    for guest in guests:
        expect(guest.page.locator(".top-sub")).to_have_text(title.text_content() or "")
        expect(guest.page.locator(".top-name")).to_have_text(guest.name)
        guest.page.wait_for_url("**/seat")
    took = monotonic() - started
    moment = crowd.companion.moment
    assert moment.phase == "playing"
    assert sorted(moment.gathering.names.values()) == list(NAMES[:people])
    for guest in guests:
        assert guest.page.evaluate(IN_VIEW, "#sentence"), guest.name
    asked = [guest for guest in guests if seated(guest.person) in moment.awaited.must]
    for guest in asked:
        expect(guest.page.locator("form[data-ask], form[data-pad]").first).to_be_visible()
    assert asked or 0 in moment.awaited.must
    assert [guest.thumb.taps for guest in others] == [3] * len(others)
    assert host.thumb.taps == 2 + (5 if pin else 3)
    assert host.typed == len(host.name) + (len(PIN) if pin else 0)
    with capsys.disabled():
        how = "with a PIN" if pin else "without a PIN"
        print(f"\n{people} people seated and {game} begun {how}: {took:.1f} s on {cpu_count()} {machine()} cores")  # noqa: T201
    assert took <= MOST


@pytest.mark.long
@pytest.mark.parametrize("pin", [False, True], ids=["by one tap", "with the PIN"])
def test_eight_people_sit_down_and_begin_a_game(crowd: Crowd, capsys: pytest.CaptureFixture[str], pin: bool) -> None:
    begins_in_time(crowd, "sheet:yacht", len(NAMES), pin=pin, capsys=capsys)


@pytest.mark.long
def test_as_many_as_olympos_seats_sit_down_and_begin_it(crowd: Crowd, capsys: pytest.CaptureFixture[str]) -> None:
    most = shipped_seats("olympos")[1]
    begins_in_time(crowd, "olympos", most, pin=False, capsys=capsys)


def shipped_seats(key: str) -> tuple[int, int]:
    return next(game.meta.seats for game in shipped() if game.meta.key == key)
