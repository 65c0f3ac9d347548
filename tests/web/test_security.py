"""What is let in and what goes out: forged forms, foreign hosts, sizes, headers, secrets in the wrong place."""

from __future__ import annotations

import json
import logging
import re
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from companion.app import App, build
from companion.config import Config
from companion.service.agreement.proposals import SayFine
from companion.service.loop import Loop
from companion.service.screens.view_builders import ScreenLooks
from companion.service.seats.evening_host import HostTable
from companion.service.seats.host_role import TRIES
from companion.service.seats.seating import AddPlayer, FreeSeat
from companion.service.session.session import BeginPlay, ChooseGame, PlayAgain
from companion.serving.connection import HEADERS
from tests.core.torture import Torture
from tests.ports import free_port
from tests.service.at_table import HOST, PIN, HandClock, Room, anew, drip, token
from tests.service.test_answers import Crashing
from tests.web.flask_site import AWAY, NAME, PAGES, Browser, Site, Stream, answered, templates_compiled_once
from tests.web.paired_tables import ACTS
from web.api.calls import CALLS
from web.api.openapi import ROOT
from web.http.guard import BODY, POLICY, answers_to
from web.http.table_addresses import TableAddresses

Rooms = Callable[..., Room]

SCRIPT = "/static/scripts/dom.js"
"""No browser runs it as a document of its own: it alone of what is asked for here needs no policy."""
POSTS = tuple(
    dict.fromkeys(
        (
            *(path.replace("{play}", "x") for path in ACTS.values()),
            *(ROOT + call.path.format(play="x", seat=4) for call in CALLS if call.method == "POST"),
        )
    )
)


@pytest.fixture
def site(rooms: Rooms) -> Iterator[Site]:
    room = rooms(Torture(), profile="simulated", sheets=True)
    room.begin(3)
    return Site(room)


# -- forged forms ----------------------------------------------------------------------------------------------------


def test_every_address_that_acts_is_tried(site: Site) -> None:
    adapter = site.app.url_map.bind(NAME)
    tried = {adapter.match(path, method="POST")[0] for path in POSTS}
    assert tried == {rule.endpoint for rule in site.app.url_map.iter_rules() if "POST" in (rule.methods or ())}


def test_a_forged_form_does_nothing(site: Site) -> None:
    browser, entries = site.browser("host"), site.room.entries
    form = {"seat": "1", "name": "x", "pin": PIN, "game": "torture"}
    for path, brought in product(POSTS, (None, "", "wrong", "ñ\u20ac", "x" * 5000)):
        sent = form if brought is None else {**form, "csrf": brought}
        response = browser.client.post(path, data=sent, base_url=f"http://{NAME}", environ_overrides=AWAY)
        assert response.status_code == 403, path
        assert "only for the admin" in response.text, path
        assert site.room.entries == entries, path
        assert site.room.view().screens.table().phase == "playing", path


def test_the_token_of_another_device_does_not_do(site: Site) -> None:
    mine, other = site.browser(1), site.browser(2)
    response = mine.client.post(
        "/rename", data={"csrf": other.csrf, "name": "Zoe"}, base_url=f"http://{NAME}", environ_overrides=AWAY
    )
    assert response.status_code == 403
    assert mine.post("/rename", {"name": "Zoe"}, headers={"X-CSRF-Token": other.csrf}).status_code in (200, 403)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE"])
def test_other_methods_are_not_known(site: Site, method: str) -> None:
    response = site.browser(1).client.open("/seat", method=method, base_url=f"http://{NAME}", environ_overrides=AWAY)
    assert response.status_code in (403, 405)


# -- hosts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host",
    ["evil.example", "table.local.evil.example", "xtable.local", "192.0.2.7.evil.example", "1.2.3", "[::1", "a b", "@"],
)
@pytest.mark.parametrize("path", ["/", "/seat", "/events?page=seat", "/static/scripts/dom.js", "/none"])
def test_a_foreign_name_is_not_answered(site: Site, host: str, path: str) -> None:
    """A name somebody else chose may have been pointed here: their script would read our pages."""
    response = site.browser(1).get(path, headers={"Host": host})
    assert response.status_code in (400, 421)
    assert "Ana" not in response.text
    assert site.browser(1).post("/rename", {"name": "Eve"}, headers={"Host": host}).status_code in (400, 421)


@pytest.mark.parametrize(
    "host",
    [NAME, f"{NAME}:8000", "TABLE.local", f"{NAME}.", "localhost:1", "192.0.2.7", "10.0.0.9", "[::1]:80", "[fe80::1]"],
)
def test_own_names_and_bare_addresses_are_answered(host: str) -> None:
    assert answers_to(TableAddresses(8000, "192.0.2.7", NAME, frozenset({NAME, "localhost"})), host)


def test_a_page_at_the_address_by_number(site: Site) -> None:
    browser = site.browser("stranger")
    assert browser.get("/table", headers={"Host": "192.0.2.7:8000"}).status_code == 200


# -- what goes out ---------------------------------------------------------------------------------------------------


class Inline(HTMLParser):
    """Finds styles, scripts and handlers in the text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._in = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in = tag
        for name, value in attrs:
            if name == "style" or name.startswith("on") or (value or "").strip().lower().startswith("javascript:"):
                self.found.append(f"<{tag} {name}>")
        if tag == "style":
            self.found.append("<style>")

    def handle_data(self, data: str) -> None:
        if self._in == "script" and data.strip():
            self.found.append("script text")

    def handle_endtag(self, tag: str) -> None:
        self._in = ""


def inline(html: str) -> list[str]:
    parser = Inline()
    parser.feed(html)
    return parser.found


def test_inline_is_found() -> None:
    for html in ('<p style="x">', "<style>x</style>", "<script>x</script>", '<p onclick="">', '<a href="javascript:">'):
        assert inline(html)


@pytest.mark.parametrize("who", [1, "host", "stranger"])
def test_every_answer_carries_the_policy_and_nothing_inline(site: Site, who: int | str) -> None:
    site.room.set_up()
    browser = site.browser(who)
    answers = [browser.get("/" if page == "join" else f"/{page}") for page in PAGES]
    answers += [
        browser.get(path)
        for path in (
            "/none",
            SCRIPT,
            "/static/icons/icons.svg",
            "/static/none",
            "/qr.svg",
            "/events?page=x",
        )
    ]
    answers += [browser.post(path, {}) for path in POSTS]
    answers += [browser.get("/seat", headers={"Host": "evil.example"})]
    for answer in answers:
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        if answer.request.path != SCRIPT:
            assert answer.headers["Content-Security-Policy"] == POLICY
            assert answer.headers["Referrer-Policy"] == "same-origin"
        assert "Access-Control-Allow-Origin" not in answer.headers
        if not answer.request.path.startswith("/static/"):
            assert answer.headers["Cache-Control"] == "no-store"
        if answer.mimetype == "text/html":
            assert inline(answer.text) == []
    stream = Stream(browser, "table")
    assert stream.response.headers["Content-Security-Policy"] == POLICY
    for event in stream.drained():
        if event.startswith("event: view"):
            assert inline(json.loads(event.partition("data: ")[2])["html"]) == []
    stream.close()


def test_the_policy_allows_nothing_inline_and_nothing_foreign() -> None:
    rules = dict(part.strip().split(" ", 1) for part in POLICY.split(";"))
    assert rules["default-src"] == "'none'"
    assert "unsafe" not in POLICY
    assert "http" not in POLICY
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == rules["form-action"] == "'self'"
    assert rules["frame-ancestors"] == "'none'"


def test_cookies_are_for_this_site_alone(site: Site) -> None:
    client = site.app.test_client()
    cookie = client.get("/", base_url=f"http://{NAME}", environ_overrides=AWAY).headers["Set-Cookie"]
    assert re.match(r"device=[\w-]{22}; ", cookie)
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Domain" not in cookie
    looks = site.browser("stranger").post("/look", {"lang": "es", "theme": "dark"}, script=False)
    cookies = looks.headers.getlist("Set-Cookie")
    assert len(cookies) == 2
    assert all("HttpOnly" in one and "SameSite=Lax" in one for one in cookies)


def test_a_name_is_kept_in_the_browser_and_shown_to_it_alone(site: Site) -> None:
    newcomer = site.browser("new")
    reply = newcomer.post("/sit", {"seat": "1", "name": 'Zoë "Z"'}, script=False)
    (cookie,) = reply.headers.getlist("Set-Cookie")
    assert cookie.startswith("name=")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert 'value="Zoë &#34;Z&#34;"' in newcomer.get("/").text
    assert "Zoë" not in site.browser("stranger").get("/").text


@pytest.mark.parametrize("brought", ["", "short", "x" * 23, "é" * 22, "x" * 4000, "a b" * 8])
def test_a_cookie_nobody_was_given_is_replaced(site: Site, brought: str) -> None:
    client = site.app.test_client()
    client.set_cookie("device", brought, domain=NAME)
    response = client.get("/table", base_url=f"http://{NAME}", environ_overrides=AWAY)
    assert response.status_code == 200
    assert "device=" in response.headers["Set-Cookie"]


def test_devices_get_different_secrets_of_128_bits(site: Site) -> None:
    def secret() -> str:
        response = site.app.test_client().get("/", base_url=f"http://{NAME}", environ_overrides=AWAY)
        return response.headers["Set-Cookie"].partition("=")[2].partition(";")[0]

    assert len({secret() for _ in range(20)}) == 20
    assert len(secret()) >= 128 / 6


# -- sizes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/seat/answer", "/host/sheet-save", "/sit", "/events/alive", "/none"])
def test_a_body_over_the_limit_is_too_large(site: Site, path: str) -> None:
    response = site.browser("host").post(path, {"text": "x" * (BODY + 1)})
    assert response.status_code in ((413, 404) if path == "/none" else (413,)) or path == "/events/alive"
    response = site.browser("host").post(path, {"text": "x" * (BODY + 1)}, script=False)
    assert response.status_code == 413
    assert "Too large" in response.text


@contextmanager
def served(folder: Path) -> Iterator[App]:
    config = Config(port=free_port(), data=str(folder), pin=PIN)
    with templates_compiled_once():
        app = build(config, clock=HandClock(), secret=drip("served"), bind="127.0.0.1")
    app.start()
    try:
        yield app
    finally:
        app.close()


def said(port: int, text: bytes) -> bytes:
    """What the server answers to raw bytes."""
    with socket.create_connection(("127.0.0.1", port), 10) as wire:
        with suppress(OSError):  # it may have answered and closed before it had all
            wire.sendall(text)
            wire.shutdown(socket.SHUT_WR)
        answer = b""
        while part := wire.recv(65536):
            answer += part
    return answer


def test_a_table_that_is_busy_for_too_long_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program holds the log; meanwhile the thread that decides waits for it longer than a page does."""
    with served(tmp_path) as app:
        monkeypatch.setattr(Loop.ask, "__defaults__", (0.2,))
        asks = {"Host": "127.0.0.1", "Authorization": f"Bearer {token(1)}", "Content-Type": "application/json"}
        calls = [f"{name}: {value}\r\n" for name, value in asks.items()]
        head = "".join((f"POST {ROOT}/seats/1 HTTP/1.1\r\n", *calls, "Content-Length: 14\r\n\r\n"))
        with closing(sqlite3.connect(tmp_path / "companion.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            answers = [said(app.addresses.port, head.encode() + b'{"name":"Ada"}') for _ in range(2)]
            other.execute("ROLLBACK")
    for answer in answers:
        assert answer.startswith(b"HTTP/1.1 503 "), answer
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["text"].startswith("It does not answer")


def test_the_folder_of_the_log_is_the_admins_to_know(rooms: Rooms, tmp_path: Path) -> None:
    site = Site(rooms(Torture(), profile="simulated"))
    room = site.room
    room.begin(2)
    room.set_up()
    room.host()
    room.log._database.query("PRAGMA busy_timeout=10")
    with closing(sqlite3.connect(tmp_path / "log.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        told = {
            "seat": site.browser(1).post("/rename", {"name": "Zoe"}).text,
            "program": site.browser(1).call("POST", "/seat/name", {"name": "Zoe"}).text,
            "admin": site.browser("host").post("/host/end").text,
        }
        other.execute("ROLLBACK")
    assert all("log.sqlite. Stop that one first." in text for text in told.values()), told
    assert {who for who, text in told.items() if str(tmp_path) in text} == {"admin"}


def test_the_server_limits_heads_and_bodies(tmp_path: Path) -> None:
    with served(tmp_path) as app:
        port = app.addresses.port
        head = b"GET /table HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        assert said(port, head + b"\r\n").startswith(b"HTTP/1.1 200")
        assert b" 413 " in said(port, head + b"X: " + b"x" * HEADERS + b"\r\n\r\n").partition(b"\r\n")[0]
        post = b"POST /sit HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 99999999\r\n\r\n"
        assert b" 413 " in said(port, post).partition(b"\r\n")[0]
        assert b" 421 " in said(port, head.replace(b"localhost", b"evil.example") + b"\r\n").partition(b"\r\n")[0]


# -- guessing --------------------------------------------------------------------------------------------------------


def test_the_pin_cannot_be_guessed_fast(site: Site) -> None:
    browser = site.browser("guesser")
    for n in range(TRIES):
        reply = browser.post("/host/pin", {"pin": f"{n:04d}"}).json
        assert reply["code"] == "wrong-pin"
    reply = browser.post("/host/pin", {"pin": PIN}).json
    assert (reply["code"], reply["notice"]) == ("too-often", "Too many tries. Wait 61 seconds.")
    site.room.clock.now += 61
    assert browser.post("/host/pin", {"pin": f" {PIN} "}).json["taken"]
    assert browser.post("/host/pin", {"pin": PIN}).json["taken"], "the right PIN counts as no try"


@pytest.mark.parametrize("pin", ["", "ñ", "x" * 1000, "\x00", "2718 2718"])
def test_nonsense_is_no_pin(site: Site, pin: str) -> None:
    assert site.browser("guesser").post("/host/pin", {"pin": pin}).json["code"] == "wrong-pin"


# -- nonsense --------------------------------------------------------------------------------------------------------

NUMBERS = ("", "-", "--5", "1e3", "NaN", "9" * 5000, "-9999999999", "٣", "1_0", "0x1", " ", "\x00", "[]", "null")


@pytest.mark.parametrize("path", ["/sit", "/seat/answer", "/seat/undo", "/seat/skip", "/host/add", "/host/hand-over"])
def test_seats_that_do_not_exist(site: Site, path: str) -> None:
    for number, who in product(NUMBERS, (1, "host", "stranger")):
        response = site.browser(who).post(path, {"seat": number, "name": "x", "digest": "x", "answer": "x"})
        assert response.status_code == 200
        assert response.json["taken"] is False
        assert response.json["notice"]
        assert len(response.json["notice"]) < 200


@pytest.mark.parametrize("number", NUMBERS)
def test_numbers_that_are_none(site: Site, number: str) -> None:
    host = site.browser("host")
    assert not host.post("/host/correct", {"key": "bank", "value": number, "nonce": "n"}).json["taken"]
    site.room.table.ask(HOST, PlayAgain())
    form = {"game": "torture", "seats": ["1", number], "option-rounds": number}
    assert not host.post("/host/begin", form).json["taken"]


@pytest.mark.parametrize("value", ["[" * 6000, '{"a": 1}', "1e999", "9" * 5000, '"', "true false", "\ud800"[:0] + "x"])
def test_options_that_are_none(site: Site, value: str) -> None:
    site.room.table.ask(HOST, PlayAgain())
    reply = site.browser("host").post("/host/begin", {"game": "torture", "seats": ["1", "2"], "option-rounds": value})
    assert reply.status_code == 200
    assert reply.json["code"] == "setup"
    reply = site.browser("host").post("/host/begin", {"game": "torture", "seats": ["1", "2"], "chance-battle": value})
    assert reply.json["code"] == "setup"


@pytest.mark.parametrize("field", ["digest", "answer", "nonce", "service", "answers", "do", "answer-0"])
def test_nonsense_in_a_form_is_refused_or_ignored(site: Site, field: str) -> None:
    entries = site.room.entries
    for value in ("\x00", "x" * 20000, "ñ€😀", "[]", "{}", "vote-", "chance-", "chance-1", "null"):
        form = {**answered(site.room.asked(1)[0], "9"), field: value}
        response = site.browser(1).post("/seat/answer", form)
        assert response.status_code == 200
        assert site.room.entries == entries
        assert site.browser(1).post("/seat/preview", form).status_code == 200


def test_bytes_that_are_no_text(site: Site) -> None:
    browser = site.browser(1)
    response = browser.client.post(
        "/sit",
        data=b"seat=1&name=%ff%fe",
        content_type="application/x-www-form-urlencoded",
        headers={"X-CSRF-Token": browser.csrf, "Accept": "application/json"},
        base_url=f"http://{NAME}",
        environ_overrides=AWAY,
    )
    assert response.status_code == 200
    for path in ("/%ff", "/history/%ff", "/host/sheet/%00", "/static/../web/guard.py", "/static/%2e%2e/guard.py"):
        assert browser.get(path).status_code in (400, 403, 404)


def test_what_people_type_is_never_markup(rooms: Rooms) -> None:
    room = rooms()
    room.host()
    for seat, name in ((1, "<b>Ana</b>"), (2, "{{ csrf }}"), (3, '"><svg/onload=')):
        assert room.table.ask(HOST, AddPlayer(seat, name)).taken
    room.table.ask(HOST, ChooseGame("torture", {}, {}))
    assert room.table.ask(HOST, BeginPlay()).taken
    site = Site(room)
    for page in ("/table", "/log", "/score", "/host", "/history"):
        text = site.browser("host").get(page).text
        assert "<b>Ana" not in text
        assert "<svg/onload" not in text
        assert site.browser("host").csrf not in text.replace(f'value="{site.browser("host").csrf}"', "").replace(
            f'data-csrf="{site.browser("host").csrf}"', ""
        )


# -- devices ---------------------------------------------------------------------------------------------------------


def test_a_device_of_the_last_play_has_no_seat_in_the_next(site: Site) -> None:
    browser, room = site.browser(2), site.room
    assert browser.get("/seat").status_code == 200
    room.table.ask(HOST, FreeSeat(2))
    room.table.ask(HOST, PlayAgain())
    room.table.ask(HOST, ChooseGame("torture", {}, {}))
    assert browser.get("/seat").status_code == 302
    assert room.table.ask(HOST, BeginPlay()).taken
    assert browser.get("/seat").status_code == 302
    assert browser.post("/seat/undo", {"seat": "2"}).json["code"] == "no-seat"
    assert site.browser(1).get("/seat").status_code == 200, "carried over"


def test_only_hashes_of_devices_are_stored(rooms: Rooms, tmp_path: Path) -> None:
    room = rooms()
    room.begin(2)
    room.close()
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("log.sqlite*"))
    assert token(1).encode() not in stored
    assert HOST.encode() not in stored
    assert b"Berta" in stored


# -- secrets in the wrong place --------------------------------------------------------------------------------------


class Blurting(Crashing):
    """Rules that put what is hidden into the text of every exception."""

    def apply(self, step: Any, move: Any) -> None:
        if self.where == "apply":
            raise RuntimeError(f"SECRET {step.state.sides}")
        super().apply(step, move)

    def public_widgets(self, state: Any) -> Any:
        if self.where == "show":
            raise RuntimeError("SECRET in show")
        return super().public_widgets(state)

    def awaits(self, state: Any) -> Any:
        if self.where == "awaits":
            raise RuntimeError("SECRET in awaits")
        return super().awaits(state)

    def inventory(self, state: Any) -> Any:
        if self.where == "inventory":
            raise RuntimeError("SECRET in inventory")
        return super().inventory(state)


@pytest.mark.parametrize("where", ["apply", "ask", "show", "score", "awaits", "inventory"])
def test_no_secret_in_logs_or_error_pages(
    rooms: Rooms, where: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    game = Blurting()
    room = rooms(game, profile="simulated", sheets=True)
    room.begin(3)
    room.set_up()
    site = Site(room)
    ask = room.asked(1)[0]
    stream = Stream(site.browser(1), "seat")
    stream.drained()
    game.where = where
    room.opened.loop.post(lambda: anew(room))
    answers = [site.browser(1).post("/seat/answer", answered(ask, "ready")).text]
    for who in (1, "host", "stranger"):
        answers += [site.browser(who).get("/" if page == "join" else f"/{page}").text for page in PAGES]
    answers += stream.drained()
    stream.close()
    play = room.moment.gathering.play_id
    answers.append(site.browser(1).get(f"/history/{play}/export").text)
    heard = "".join([*answers, caplog.text, *capfd.readouterr()])
    assert "SECRET" not in heard
    assert "hidden card" not in heard
    assert "Traceback" not in heard
    assert "Error at " in caplog.text, "it is told where it broke"
    game.where = ""
    room.opened.loop.post(lambda: anew(room))
    assert site.browser(1).get("/seat").status_code == 200
    assert room.reply(2, "ready").taken


def test_a_stream_that_breaks_ends_without_its_reason(
    site: Site, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object) -> None:
        raise RuntimeError("SECRET")

    stream = Stream(site.browser(1), "seat")
    stream.drained()
    monkeypatch.setattr(ScreenLooks, "seat", breaks)
    site.room.opened.loop.post(site.room.table.rooms.state.touch)
    assert stream.drained() == ["end"]
    stream.close()
    assert "a stream broke: RuntimeError at " in caplog.text
    assert "SECRET" not in caplog.text


def test_a_play_leaves_no_secret_in_the_log_of_the_program(
    rooms: Rooms, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    room = rooms(Torture(), profile="simulated")
    room.begin(3)
    room.set_up()
    room.answer(1, "add", "tax-1")
    room.plans_ready(1, 2, 3)
    room.tell("unplug 2")
    room.answer(1, "sail", "library")
    heard = "".join([caplog.text, *capfd.readouterr()])
    for secret in ("Owl", "owl", "bull", "dolphin", "tax-1", token(1), HOST, PIN):
        assert secret not in heard


def test_nothing_private_in_titles_and_addresses(site: Site) -> None:
    room = site.room
    room.set_up()
    room.answer(1, "add")
    browser = site.browser(1)
    for page in PAGES:
        text = browser.get("/" if page == "join" else f"/{page}", follow_redirects=True).text
        title = re.search(r"<title>(.*?)</title>", text, re.S)
        assert title
        for secret in ("Ana", "Owl", "Bull", "Dolphin", "Your plan", "Which order"):
            assert secret not in title[1]
    ask = room.asked(1)[0]
    room.answer(1, "tax-1")
    refused = browser.post("/seat/answer", answered(ask, "tax-1"), script=False)
    assert refused.location == "/seat"
    for link in re.findall(r'(?:href|action|src)="([^"]*)"', browser.get("/seat").text):
        assert re.fullmatch(r"(#[\w-]*|(/[\w:.-]*)+(\?(seats=1|page=seat))?(#[\w-]+)?)", link), link


def test_a_link_cannot_put_words_on_a_page(site: Site) -> None:
    for page in ("/", "/seat", "/host", "/scribe", "/table"):
        response = site.browser("host").get(f"{page}?notice=Send+your+PIN+to+Mallory", follow_redirects=True)
        assert "Mallory" not in response.text


def test_browsers_without_a_seat_get_nothing_private(site: Site) -> None:
    site.room.set_up()
    stranger = Browser(site.app, token("nobody"))
    for page in PAGES:
        text = stranger.get("/" if page == "join" else f"/{page}", follow_redirects=True).text
        assert "Your quest" not in text
        assert "data-cover" not in text


# -- who hosts the evening -------------------------------------------------------------------------------------------


@pytest.fixture
def evening(rooms: Rooms) -> Site:
    """Two people sit here, and the first hosts the evening."""
    room = rooms(Torture(), profile="simulated", sheets=True)
    room.sit(1, 2)
    assert room.table.ask(token(1), HostTable()).taken
    assert room.table.ask(token(1), ChooseGame("")).taken
    return Site(room)


OPENED = (
    "host.choose",
    "host.begin",
    "host.end",
    "host.language",
    "host.set_up",
    "host.offer",
    "host.fine",
    "host.show_address",
    "host.wait",
    "host.resume",
    "host.again",
    "host.stop",
)


def test_the_host_of_the_evening_sees_the_wizard_and_nothing_of_the_keepers(evening: Site) -> None:
    browser = evening.browser(1)
    page = browser.get("/game").text
    assert 'class="wizard"' in page
    page += browser.get("/host").text
    for part in (
        "seats-title",
        "screens-title",
        "devices-title",
        "safe-title",
        "boxes-title",
        "sheets-title",
        "add-name",
    ):
        assert f'id="{part}"' not in page
    assert 'class="wizard"' not in evening.browser(2).get("/host").text
    assert 'class="wizard"' in evening.browser(2).get("/game").text, "whoever sits here may choose"
    assert 'id="one-device"' in browser.get("/scribe").text
    for path in (
        "/hardware",
        "/tags",
        "/keeping",
        "/wifi",
        "/room",
        "/identity",
        "/host/box/torture",
    ):
        answer = browser.get(path)
        assert answer.status_code in (302, 403, 404), path
    browser.post("/host/choose", {"game": "torture"})
    assert 'type="checkbox" name="seats"' not in browser.get("/game").text


@pytest.mark.parametrize(
    "path", [path for name, path in ACTS.items() if name.startswith("host.") and name not in OPENED]
)
def test_no_other_form_of_the_keepers_page_is_taken_from_the_host_of_the_evening(evening: Site, path: str) -> None:
    room = evening.room
    before = (room.moment.gathering, room.moment.seats.claimed)
    form = {"seat": "2", "name": "Eve", "number": "1", "key": "bank", "value": "3", "language": "es", "pin": "1"}
    reply = evening.browser(1).post(path, {**form, "agreed": "yes", "nonce": "n"}).json
    assert reply["code"] in ("not-host", "not-yours", "wrong-pin", "no-play"), reply
    assert (room.moment.gathering, room.moment.seats.claimed) == before


def test_the_host_of_the_evening_leaves_nobody_out(evening: Site) -> None:
    """Whatever the form says: the phone of somebody who is not ticked would lose its seat."""
    browser = evening.browser(1)
    form = {"game": "torture", "seats": ["1"], "option-rounds": "1", "chance-weather": "cardboard"}
    assert browser.post("/host/begin", form).json["code"] == "all-play"
    del form["seats"]
    assert browser.post("/host/begin", form).json["goto"] == "/seat"
    assert evening.room.table.ask(token(2), SayFine()).taken
    play = evening.room.moment.play
    assert play is not None
    assert play.setup.numbers == (1, 2)
    assert play.setup.options["rounds"] == 1
    assert play.setup.chance["weather"] == "cardboard"
    assert evening.browser(2).get("/seat").status_code == 200
    assert 'class="wizard"' not in browser.get("/game").text, "in a play there is nothing to choose"
    assert browser.post("/host/end", {"nonce": "e"}).json["taken"]
    assert evening.room.moment.phase == "playing", "the others are told first"


def test_a_stranger_neither_hosts_nor_says_wait(evening: Site) -> None:
    for path in ("/host/offer", "/host/fine", "/host/wait", "/host/stop", "/host/choose", "/host/begin", "/host/end"):
        assert evening.browser("stranger").post(path).json["code"] == "no-seat"
    assert evening.browser(2).post("/host/stop").json["code"] == "not-hosting"
