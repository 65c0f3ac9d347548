"""Your turn is noticed: title, icon, vibration, tone, words for screen readers, a screen that stays on; and choices."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import groupby
from typing import Any
from uuid import uuid4

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from companion.core.widgets import Figure
from companion.core.wording import Wording, say, verbatim
from companion.plays.reports.history import LogLine
from companion.service.panel.wiring.hardware_test import ClearQuietHours, SetQuietHours
from companion.service.screens.views import OpenVote
from tests.core.torture import Torture
from tests.service.at_table import HOST, Room
from tests.web import sample_pages
from tests.web.fake_server import FakeServer
from tests.web.flask_site import Site
from web.http.identity import CHOICES

Rooms = Callable[..., Room]

browser = pytest.mark.browser

STUBS = """
window.done = [];
const note = (what) => (...given) => { window.done.push([what, ...given.flat()]); };
navigator.vibrate = note("vibrate");
const value = () => ({ setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} });
window.AudioContext = class {
  state = "running"; currentTime = 0;
  constructor() { note("context")(); }
  createOscillator() { return { frequency: {}, connect: (to) => to, start: note("tone"), stop() {} }; }
  createGain() { return { gain: value(), connect: (to) => to }; }
};
HTMLMediaElement.prototype.play = function () { note("play")(); return Promise.resolve(); };
HTMLMediaElement.prototype.pause = note("pause");
"""
"""What a phone can do besides showing a page, noted instead of done."""

WAKE_LOCK = """
navigator.wakeLock = { request: async (kind) => {
  window.done.push(["lock", kind]);
  return { release: () => window.done.push(["release"]) };
} };
"""

TOLD = "#told"
TURN = "\u25cf Your turn \u00b7 Antike"


@pytest.fixture
def table(fake_server: FakeServer) -> FakeServer:
    fake_server.page.add_init_script(STUBS)
    return fake_server


def seen(
    *questions: str,
    awaited: bool = True,
    sentence: Wording | None = None,
    strip: tuple[Figure, ...] | None = None,
    log: tuple[LogLine, ...] | None = None,
    quiet: tuple[int, int] | None = None,
) -> Any:
    """The page of seat 2, which the table waits for or not."""
    asked = [sample_pages.dialogue(sample_pages.questions()[name]) for name in questions]
    view = sample_pages.seat(*asked, widgets=(sample_pages.meter(4),))
    seats = tuple(replace(each, awaited=awaited and each.seat == 2) for each in view.table.seats)
    view = replace(view, table=replace(view.table, seats=seats, quiet=quiet), sentence=sentence or view.sentence)
    view = view if strip is None else replace(view, strip=strip)
    return view if log is None else replace(view, log=log)


def waits(table: FakeServer, **given: Any) -> None:
    """Nobody waits for this seat."""
    version = f"v-{uuid4().hex}"
    table.show(seen(awaited=False, sentence=say("Nuria thinks."), **given), version)
    expect(table.page.locator("#live")).to_have_attribute("data-version", version)
    table.page.evaluate("done.length = 0")


def done(table: FakeServer, *what: str) -> list[Any]:
    """What the phone did of these kinds since it was last waited for."""
    return [act for act in table.page.evaluate("done") if act[0] in what]


def opened(table: FakeServer, name: str = "ask-count", **chosen: str) -> None:
    """A page that was tapped, with what is chosen on the phone; nobody waits for its seat."""
    table.open(name)
    table.page.evaluate("chosen => Object.assign(document.body.dataset, chosen)", chosen)
    table.page.locator("#sentence").click()
    waits(table)


# -- title, icon, vibration, tone ------------------------------------------------------------------------------------


@browser
def test_a_page_that_opens_while_awaited_says_so_in_title_and_icon_and_does_not_call(table: FakeServer) -> None:
    table.open("ask-count")
    expect(table.page).to_have_title(TURN)
    expect(table.page.locator("link[rel=icon]")).to_have_attribute("href", "/static/icons/turn.svg")
    assert done(table, "vibrate", "tone") == []
    waits(table)
    expect(table.page).to_have_title("My seat \u00b7 Table companion")
    assert table.page.locator("link[rel=icon]").evaluate("icon => new URL(icon.href).pathname").endswith("favicon.svg")


@browser
def test_a_turn_that_comes_vibrates_once_and_is_in_title_and_icon(table: FakeServer) -> None:
    opened(table)
    table.show(seen("count"), "v-1")
    expect(table.page).to_have_title(TURN)
    table.show(seen("pick"), "v-2")
    expect(table.page.locator("#live")).to_have_attribute("data-version", "v-2")
    assert done(table, "vibrate", "context", "tone") == [["vibrate", 120, 80, 120]]
    waits(table)
    expect(table.page).to_have_title("My seat \u00b7 Table companion")
    table.show(seen("count"), "v-3")
    expect(table.page).to_have_title(TURN)
    assert len(done(table, "vibrate")) == 1


@browser
def test_who_chose_no_vibration_and_a_tone_gets_that(table: FakeServer) -> None:
    opened(table, sound="on", vibration="off")
    table.show(seen("count"), "v-1")
    expect(table.page).to_have_title(TURN)
    assert [act[0] for act in done(table, "vibrate", "tone")] == ["tone", "tone"]


@browser
@pytest.mark.parametrize(
    ("hour", "heard"),
    [
        ("23:10", False),
        pytest.param("06:59", False, marks=pytest.mark.long),
        ("07:00", True),
        pytest.param("21:00", True, marks=pytest.mark.long),
    ],
)
def test_in_quiet_hours_no_tone_is_heard(table: FakeServer, hour: str, heard: bool) -> None:
    table.page.clock.set_fixed_time(f"2026-03-04T{hour}:00")
    opened(table, sound="on")
    table.show(seen("count", quiet=(22 * 60 + 30, 7 * 60)), "v-1")
    expect(table.page).to_have_title(TURN)
    assert bool(done(table, "tone")) is heard
    assert done(table, "vibrate")


@browser
def test_a_shared_phone_names_who_is_to_take_it(table: FakeServer) -> None:
    table.open("pass")
    assert table.page.title() == "Hand the phone on \u00b7 Table companion"
    table.page.locator(".pass-sign").click()
    live = table.page.locator("#live").evaluate("live => live.outerHTML")
    called = live.replace('id="sentence"', 'id="sentence" data-awaited="1"').replace(
        'data-version="v"', 'data-version="v-1"'
    )
    table.page.evaluate("html => emit('view', {version: 'v-1', html})", called)
    expect(table.page).to_have_title("\u25cf Hand the phone to Marco \u00b7 Antike")
    assert done(table, "vibrate")
    expect(table.page.locator(TOLD)).to_have_text("Hand the phone to Marco.")
    table.page.evaluate("done.length = 0")
    other = called.replace('data-awaited="1"', 'data-awaited="3"').replace('"v-1"', '"v-2"')
    table.page.evaluate("html => emit('view', {version: 'v-2', html})", other.replace("Marco", "Nuria"))
    expect(table.page.locator(TOLD)).to_have_text("Hand the phone to Nuria.")
    assert done(table, "vibrate"), "it is somebody else's turn"


@browser
def test_whoever_writes_for_all_is_told_and_not_called(table: FakeServer) -> None:
    table.open("scribe")
    table.page.locator("#sentence").click()
    live = table.page.locator("#live").evaluate("live => live.outerHTML")
    fresh = live.replace("Round 9", "Round 10").replace('data-version="v-scribe"', 'data-version="v-1"')
    table.page.evaluate("html => emit('view', {version: 'v-1', html})", fresh)
    expect(table.page.locator(TOLD)).to_contain_text("Round 10")
    expect(table.page).to_have_title("Scribe \u00b7 Table companion")
    assert done(table, "vibrate", "tone") == []


@browser
def test_what_is_chosen_is_tried_out_and_sent(table: FakeServer) -> None:
    table.open("seat-turn")
    table.page.locator("#menu > summary").click()
    table.page.locator("#turn-choices summary").click()
    table.page.evaluate("done.length = 0")
    table.page.get_by_text("a soft tone").click()
    assert [act[0] for act in done(table, "context", "tone", "vibrate")] == ["context", "tone", "tone"]
    table.page.get_by_text("vibrate", exact=True).click()
    assert done(table, "vibrate") == [], "it was taken away"
    table.page.get_by_text("5 minutes").click()
    expect(table.page.locator("body")).to_have_attribute("data-covered", "300")
    expect(table.page.locator("body")).to_have_attribute("data-sound", "on")
    expect(table.page.locator("body")).to_have_attribute("data-vibration", "off")
    table.page.wait_for_function("() => document.body.dataset.covered === '300'")
    (*_, (path, body)) = table.sent
    assert path == "/look/change"
    assert (body["sound"], body["vibration"], body["covered"]) == (["off", "on"], ["off"], ["300"])


# -- words for screen readers ----------------------------------------------------------------------------------------


@pytest.mark.long
@browser
def test_a_turn_onto_whose_words_the_focus_moves_is_not_said_twice(table: FakeServer) -> None:
    opened(table)
    table.show(seen("count", sentence=say("How much marble?")), "v-1")
    expect(table.page.locator(".ask-prompt").first).to_be_focused()
    table.page.wait_for_timeout(300)
    expect(table.page.locator(TOLD)).to_have_text("")


@pytest.mark.long
@browser
def test_a_turn_is_said_where_the_focus_lies_on_the_sentence_already(table: FakeServer) -> None:
    opened(table)
    table.page.locator("#sentence").evaluate("words => { words.tabIndex = -1; words.focus(); }")
    table.show(seen("count", sentence=say("How much marble?")), "v-1")
    expect(table.page.locator(TOLD)).to_have_text("Your turn. How much marble?")


@pytest.mark.long
@browser
@pytest.mark.parametrize("busy", ["typing", "menu"])
def test_a_turn_is_said_to_who_types_or_has_the_menu_open(table: FakeServer, busy: str) -> None:
    opened(table)
    table.page.locator("#menu > summary").click()
    if busy == "typing":
        table.page.locator("#rename").focus()
    table.show(seen("count", sentence=say("How much marble?")), "v-1")
    expect(table.page.locator(TOLD)).to_have_text("Your turn. How much marble?")
    expect(table.page.locator(".ask-prompt").first).not_to_be_focused()
    assert done(table, "vibrate")


@pytest.mark.long
@browser
def test_the_same_words_are_said_anew(table: FakeServer) -> None:
    opened(table)
    table.page.locator("#menu > summary").click()
    table.page.evaluate(
        """() => {
          window.said = [];
          const told = document.querySelector("#told");
          new MutationObserver(() => said.push(told.textContent)).observe(told, { childList: true });
        }"""
    )
    for version in ("v-1", "v-2"):
        table.show(seen("count", sentence=say("How much marble?")), version)
        expect(table.page.locator(TOLD)).to_have_text("Your turn. How much marble?")
        waits(table)
    assert table.page.evaluate("said").count("Your turn. How much marble?") == 2
    assert "" in table.page.evaluate("said")


@pytest.mark.long
@browser
def test_own_figures_and_new_lines_are_said(table: FakeServer) -> None:
    opened(table)
    marble, points = Figure(verbatim("Mármol"), 12, "marble"), Figure(verbatim("Puntos"), 4, "medal")
    waits(table, strip=(marble, points))
    table.page.wait_for_timeout(300)
    line = LogLine(7, say("{who} founds a city in {where}", who=verbatim("Nuria"), where=verbatim("Roma")), 4, "move")
    log = (*sample_pages.log(), line)
    fresh = {"strip": (replace(marble, value=9), points), "log": log}
    table.show(seen(awaited=False, sentence=say("Nuria thinks."), **fresh), "v-1")
    expect(table.page.locator(TOLD)).to_have_text("Nuria founds a city in Roma. Mármol: 9.")
    fresh["log"] = (*log[:-1], replace(line, undone=True))
    table.show(seen(awaited=False, sentence=say("Nuria thinks."), **fresh), "v-2")
    expect(table.page.locator(TOLD)).to_have_text("taken back: Nuria founds a city in Roma.")


@browser
def test_new_lines_are_said_in_the_order_in_which_they_stand(table: FakeServer) -> None:
    """The newest step first, its lines as they happened."""
    opened(table)
    waits(table)
    table.page.wait_for_timeout(300)
    words = ("Nuria moves.", "Nuria fights.", "Nuria wins the fight.", "Pau rests.")
    new = (
        LogLine(7 + n, say("{words}", words=verbatim(said)), 4, "move", begins=n in (0, 3))
        for n, said in enumerate(words)
    )
    table.show(seen(awaited=False, sentence=say("Nuria thinks."), log=(*sample_pages.log(), *new)), "v-1")
    shown = table.page.locator("#recent .log-words > span:first-child").all_text_contents()[:4]
    assert shown == ["Pau rests.", "Nuria moves.", "Nuria fights.", "Nuria wins the fight."]
    expect(table.page.locator(TOLD)).to_have_text(" ".join(shown))


@browser
@pytest.mark.parametrize("cover", ["closed", "open"])
def test_a_change_under_a_cover_is_not_said(table: FakeServer, cover: str) -> None:
    """Nor a line that only this seat may read; and there is no vibration for it."""
    hidden = Figure(verbatim("Prestigio"), 31, "point", secret=True)
    opened(table)
    waits(table, strip=(hidden,))
    if cover == "open":
        table.page.locator("#strip-cover [data-keep-open]").click()
    table.page.wait_for_timeout(300)
    line = LogLine(7, sample_pages.seal(say("You draw {what}", what="Sirena"), 2), 2, "move")
    fresh = {"strip": (replace(hidden, value=32),), "log": (*sample_pages.log(), line)}
    table.show(seen(awaited=False, sentence=say("Nuria thinks."), **fresh), "v-1")
    expect(table.page.locator("#live")).to_have_attribute("data-version", "v-1")
    table.page.wait_for_timeout(400)
    expect(table.page.locator(TOLD)).to_have_text("")
    expect(table.page).to_have_title("My seat \u00b7 Table companion")
    assert done(table, "vibrate", "tone") == []


@pytest.mark.long
@browser
def test_the_words_of_a_secret_question_are_not_said(table: FakeServer) -> None:
    opened(table)
    table.page.locator("#menu > summary").click()
    table.show(seen("secret", sentence=say("Your turn, Lucía")), "v-1")
    expect(table.page.locator(TOLD)).to_have_text("Your turn, Lucía.")


@pytest.mark.long
@browser
def test_who_has_won_is_said_though_nobody_is_asked_any_more(table: FakeServer) -> None:
    opened(table)
    over = sample_pages.seat(phase="over")
    seats = tuple(replace(each, awaited=False) for each in over.table.seats)
    table.show(replace(over, table=replace(over.table, seats=seats), sentence=say("Nuria wins.")), "v-1")
    expect(table.page.locator(TOLD)).to_contain_text("Nuria wins.")


@browser
def test_a_vote_is_said_on_a_phone(table: FakeServer) -> None:
    """Its band stands in a live region that is there before it."""
    opened(table)
    expect(table.page.locator("#bands[aria-live=polite]")).to_be_hidden()
    vote = OpenVote("undo", 3, 0, sample_pages.questions()["confirm"].prompt, waiting=(2,), id="v1")
    before = seen()
    table.show(replace(before, table=replace(before.table, votes=(vote,)), notices=()), "v-1")
    said = table.page.locator("#bands[aria-live=polite] .band-words")
    expect(said).to_contain_text("María del Carmen asks to take back the last step")


# -- a screen that stays on ------------------------------------------------------------------------------------------


@browser
def test_with_a_wake_lock_the_screen_stays_on_while_the_seat_is_asked(table: FakeServer) -> None:
    table.page.add_init_script(WAKE_LOCK)
    opened(table)
    assert done(table, "play") == []
    table.show(seen("count"), "v-1")
    expect(table.page).to_have_title(TURN)
    assert done(table, "lock", "release") == [["lock", "screen"]]
    table.show(seen(awaited=False), "v-2")
    expect(table.page).not_to_have_title(TURN)
    table.page.wait_for_function("() => done.some(([what]) => what === 'release')")
    table.page.evaluate("done.length = 0; document.body.dataset.screen = 'always'")
    table.page.locator("#sentence").click()
    assert done(table, "lock") == [["lock", "screen"]]
    assert table.page.locator("video").count() == 0


@browser
def test_without_one_a_film_plays_while_the_seat_is_asked(table: FakeServer) -> None:
    table.open("ask-count")
    assert done(table, "play") == [], "nobody has tapped yet"
    table.page.locator("#sentence").click()
    assert done(table, "play")
    film = table.page.locator("video")
    expect(film).to_have_attribute("src", "/static/awake.mp4")
    table.page.evaluate("done.length = 0")
    table.show(seen(awaited=False), "v-1")
    expect(table.page).not_to_have_title(TURN)
    assert [act[0] for act in done(table, "play", "pause")] == ["pause"]
    table.show(seen("count"), "v-2")
    expect(table.page).to_have_title(TURN)
    # Further changes of the page may have it play on.
    assert [act for act, _ in groupby(act[0] for act in done(table, "play", "pause"))] == ["pause", "play"]


@browser
def test_a_screen_that_is_never_kept_on_has_no_film(table: FakeServer) -> None:
    table.open("ask-count")
    table.page.evaluate("document.body.dataset.screen = 'never'")
    table.page.locator("#sentence").click()
    table.show(seen("count"), "v-1")
    expect(table.page.locator("#live")).to_have_attribute("data-version", "v-1")
    assert table.page.locator("video").count() == 0


# -- how long covers stay open ---------------------------------------------------------------------------------------


@browser
@pytest.mark.parametrize(
    ("chosen", "seconds"),
    [("20", 20), pytest.param("60", 60, marks=pytest.mark.long), pytest.param("300", 300, marks=pytest.mark.long)],
)
def test_covers_close_after_the_time_that_was_chosen(table: FakeServer, chosen: str, seconds: int) -> None:
    table.page.clock.install()
    table.open("ask-count", tab="mine")
    table.page.evaluate("chosen => { document.body.dataset.covered = chosen; }", chosen)
    table.page.locator("#w-destiny-cover [data-keep-open]").click()
    table.page.clock.fast_forward((seconds - 3) * 1000)
    expect(table.page.get_by_text("Oráculo")).to_be_visible()
    table.page.clock.fast_forward(5_000)
    expect(table.page.get_by_text("Oráculo")).to_be_hidden()


@pytest.mark.long
@browser
@pytest.mark.parametrize("sign", ["focus", "selection"])
def test_a_screen_reader_that_reads_on_keeps_a_cover_open(table: FakeServer, sign: str) -> None:
    table.page.clock.install()
    table.open("ask-count", tab="mine")
    table.page.locator("#w-destiny-cover [data-keep-open]").click()
    table.page.clock.fast_forward(15_000)
    if sign == "focus":
        table.page.locator("#tab-table").focus()
    else:
        table.page.evaluate("getSelection().selectAllChildren(document.querySelector('#w-destiny'))")
        table.page.wait_for_timeout(100)
    table.page.clock.fast_forward(15_000)
    expect(table.page.get_by_text("Oráculo")).to_be_visible()
    table.page.clock.fast_forward(6_000)
    expect(table.page.get_by_text("Oráculo")).to_be_hidden()


@browser
def test_an_update_that_moves_the_focus_does_not_keep_a_cover_open(table: FakeServer) -> None:
    table.page.clock.install()
    table.page.set_viewport_size({"width": 1024, "height": 800})  # where the tabs lie beside the question
    table.open("ask-count", tab="mine")
    table.page.locator("#w-destiny-cover [data-keep-open]").click()
    table.page.clock.fast_forward(115_000)
    few = (sample_pages.time_track(), sample_pages.hand(secret=True), sample_pages.meter(4))
    table.show(replace(seen("pick"), widgets=few), "v-1")
    expect(table.page.locator(".ask-prompt").first).to_be_focused()
    table.page.clock.fast_forward(6_000)
    expect(table.page.get_by_text("Oráculo")).to_be_hidden()


# -- what is public, choices, manifest -------------------------------------------------------------------------------


@pytest.fixture
def site(rooms: Rooms) -> Site:
    room = rooms(Torture(), profile="simulated")
    room.begin(3)
    return Site(room)


def test_a_page_says_whether_its_seat_is_awaited_as_everybody_may_know(site: Site) -> None:
    assert 'data-awaited="0"' in site.browser("host").get("/scribe").text
    site.room.set_up()
    for seat in (1, 2, 3):
        (public,) = [each for each in site.room.view().screens.table().seats if each.seat == seat]
        assert (f'data-awaited="{seat}"' in site.browser(seat).get("/seat").text) is public.awaited
    site.room.plans_ready(1)
    assert "data-awaited" not in site.browser(1).get("/seat").text
    assert 'data-awaited="2"' in site.browser(2).get("/seat").text
    assert "data-awaited" not in site.browser("host").get("/scribe").text, "they plan in secret"


def test_quiet_hours_are_on_every_seats_page_at_once(site: Site) -> None:
    phone = site.browser(1)
    before = site.room.view().screens.table().version
    assert "data-quiet" not in phone.get("/seat").text
    assert site.room.table.ask(HOST, SetQuietHours("22:30", "7:00")).taken
    assert 'data-quiet="1350 420"' in phone.get("/seat").text
    assert site.room.view().screens.table().version != before
    assert site.room.table.ask(HOST, ClearQuietHours()).taken
    assert "data-quiet" not in phone.get("/seat").text


def test_choices_are_kept_in_cookies_and_shown(site: Site) -> None:
    phone = site.browser(1)
    page = phone.get("/seat").text
    assert all(f' data-{name}="{values[0]}"' in page for name, values in CHOICES.items())
    form = {"theme": "dark", "vibration": "off", "sound": ["off", "on"], "screen": "always", "covered": "x"}
    reply = phone.post("/look", {**form, "back": "seat"}, script=False)
    assert (reply.status_code, reply.location) == (303, "/seat")
    names = [cookie.partition("=")[0] for cookie in reply.headers.getlist("Set-Cookie")]
    assert sorted(names) == ["light", "screen", "sound", "vibration"]
    page = phone.get("/seat").text
    for name, value in (("vibration", "off"), ("sound", "on"), ("screen", "always"), ("covered", "120")):
        assert f' data-{name}="{value}"' in page
        assert page.count(f'name="{name}" value="{value}" checked') == (value != "off")
    phone.client.set_cookie("screen", "<b>", domain="table.local")
    assert 'data-screen="asked"' in phone.get("/seat").text


def test_a_phone_without_a_seat_has_nothing_to_choose_of_a_turn(site: Site) -> None:
    page = site.browser("stranger").get("/watch").text
    assert "data-sound" not in page
    assert "turn-choices" not in page


@pytest.mark.parametrize(("language", "name"), [("en", "Table companion"), ("es", "La Mesa")])
def test_a_page_can_be_installed_over_https_only(site: Site, language: str, name: str) -> None:
    phone = site.browser(1, language)
    plain = phone.get("/seat").text
    assert 'rel="manifest"' not in plain
    assert '<link rel="apple-touch-icon" href="/static/icons/icon-180.png">' in plain
    assert phone.get("/manifest.webmanifest").status_code == 404
    secure = {"base_url": "https://table.local"}
    assert f'<link rel="manifest" href="/manifest.webmanifest?lang={language}">' in phone.get("/seat", **secure).text
    reply = phone.get(f"/manifest.webmanifest?lang={language}", **secure)
    assert reply.mimetype == "application/manifest+json"
    manifest = json.loads(reply.text)
    assert (manifest["name"], manifest["lang"], manifest["display"]) == (name, language, "standalone")
    assert manifest["dir"] == "ltr"
    assert phone.get(manifest["start_url"], **secure).status_code == 200
    for icon in manifest["icons"]:
        found = phone.get(icon["src"], **secure)
        width = int.from_bytes(found.data[16:20], "big")
        assert (found.mimetype, icon["sizes"]) == ("image/png", f"{width}x{width}")
    assert phone.get("/manifest.webmanifest?lang=xx", **secure).json["lang"] == language


def test_the_film_is_served_in_parts_as_safari_asks(site: Site) -> None:
    reply = site.browser(1).get("/static/awake.mp4", headers={"Range": "bytes=0-1", "Accept-Encoding": "gzip"})
    assert (reply.status_code, reply.mimetype, len(reply.data)) == (206, "video/mp4", 2)
    assert len(site.browser(1).get("/static/awake.mp4").data) < 4096


@pytest.mark.parametrize(
    ("theme", "dark", "light"),
    [
        ("", "(prefers-color-scheme: dark)", "(prefers-color-scheme: light)"),
        ("dark", "all", "not all"),
        ("light", "not all", "all"),
    ],
)
def test_the_bar_of_the_browser_has_the_colour_of_the_light(site: Site, theme: str, dark: str, light: str) -> None:
    phone = site.browser(1)
    phone.client.set_cookie("light", theme or "device", domain="table.local")
    page = phone.get("/seat").text
    assert f'content="#17130f" data-theme="dark" media="{dark}"' in page
    assert f'content="#f6efe0" data-theme="light" media="{light}"' in page


def test_a_phone_has_the_light_of_the_device_until_one_is_chosen(site: Site) -> None:
    phone = site.browser(1)
    assert "<html lang" in phone.get("/seat").text
    assert "data-theme=" not in phone.get("/seat").text.partition(">\n<head>")[0]
    assert '<html lang="en" data-theme="dark"' in phone.get("/table").text, "a TV asks for light, set by nobody"
    phone.client.set_cookie("light", "light", domain="table.local")
    assert '<html lang="en" data-theme="light"' in phone.get("/seat").text
    assert '<html lang="en" data-theme="light"' in phone.get("/table").text


@browser
def test_the_bar_of_the_browser_follows_the_light_that_is_chosen(table: FakeServer) -> None:
    table.open("ask-count")
    table.page.locator("#menu > summary").click()
    for chosen, dark, light in (("light", "not all", "all"), ("dark", "all", "not all")):
        table.page.get_by_text(chosen, exact=True).click()
        expect(table.page.locator("meta[data-theme=dark]")).to_have_attribute("media", dark)
        expect(table.page.locator("meta[data-theme=light]")).to_have_attribute("media", light)
