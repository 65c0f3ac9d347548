"""The live part of each page for one viewer: a version, and the HTML that goes with it.

A page and its stream render the same fragment. A fragment is only rendered when its version is new to whoever asks.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from flask import current_app, render_template, url_for
from markupsafe import Markup
from msgspec import structs

from companion.core.secrecy import PUBLIC, Viewer
from companion.core.wording import Speaker, Wording, verbatim
from companion.network.wifi import Wifi
from companion.service.clock.quiet_hours import written
from companion.service.panel.wiring_status import complaint
from companion.service.screens.view_builders import version_of
from companion.service.screens.views import Notice, ScribeView, SeatInfo, SeatView
from companion.service.seats.gathering import SEATS
from companion.service.table import Table
from hardware.ports import PlaceView, device_name
from web.audit_forms import audit_page
from web.bench_rows import bench_rows
from web.flash_messages import take_word, waits_word
from web.identity import csrf_token, language, light
from web.macros import KIT, Kit
from web.table_addresses import Doors, drawn
from web.template_helpers import HELPERS
from web.template_text import speech

LINES = 100
"""Lines on one page of the log; older ones are on pages of their own."""

SAFE_MODE = "companion-safe-mode"
"""Where an application keeps the message that says why the table runs without its hardware, if it does."""

DARK = "/static/icons/dark.svg"
"""What a display shows that shows nothing."""


@dataclass(frozen=True)
class Fragment:
    """The live part of a page: its template, its version, and what the template is given."""

    template: str
    version: str
    given: Mapping[str, Any]


class Asking:
    """One browser asking for one page: its device, its language, and how to draw for it."""

    def __init__(self, table: Table, doors: Doors, key: bytes, device: str, page: str) -> None:
        self.table = table
        self.device = device
        self.page = page
        self._doors = doors
        self.language = language()
        self._light = light()
        self._csrf = csrf_token(key)
        self._kept: tuple[tuple[str, ...], Kit] | None = None

    @property
    def seat(self) -> int | None:
        """The seat this device acts for; it may change while the page is open."""
        return self.table.seat_of(self.device)

    @property
    def sharers(self) -> tuple[int, ...]:
        """The seats of all who share this device; empty where it is one person's."""
        held = self.table.seats_of(self.device)
        return held if len(held) > 1 else ()

    @property
    def viewer(self) -> Viewer:
        """Through whose eyes this device looks."""
        return Viewer(self.seat) if self.seat is not None else PUBLIC

    @property
    def host(self) -> bool:
        return self.table.is_host(self.device)

    @property
    def where(self) -> tuple[str, str, Wifi | None]:
        """Where the table is found now: what the table screen says of that."""
        return self._doors.url, self._doors.readable, self._doors.wifi

    def draw(self, template: str, names: Mapping[int, str] | None = None, /, **given: Any) -> str:
        """A template with what every template is given, and its own. ``names`` are those of another evening."""
        kit = self._kit(self.table.speaker(self._spoken(), names))
        common = {
            "theme": self._light,
            "page": self.page,
            "my_seat": self.seat,
            "sharers": self.sharers,
            "host": self.host,
            "simulated": self.table.simulator is not None,
            "address": self._doors.readable,
            "address_ip": self._doors.by_number,
            "qr": _qr(self._doors.url),
            "wifi": self._doors.wifi,
            "wifi_qr": _qr(self._doors.wifi.code) if self._doors.wifi else None,
            "clock_now": self.table.clock_now(),
            "safe_mode": current_app.extensions.get(SAFE_MODE),
        }
        return render_template(template, **{**kit.given, **common, **given, KIT: kit})

    def _kit(self, speaker: Speaker) -> Kit:
        """The words of this page and the macros that speak them; the same until language or names change."""
        roster = (speaker.language, *map(speaker.name, SEATS))
        if self._kept is None or self._kept[0] != roster:
            words = {**HELPERS, **speech(speaker), "lang": speaker.language, "csrf": self._csrf}
            # Addresses do not change while a page is open, and working one out takes as long as drawing a button.
            self._kept = (roster, Kit({**words, "url_for": cache(url_for)}))
        return self._kept[1]

    def _spoken(self) -> str:
        """The table screen and the simulator speak the table's language, every other page the phone's."""
        return self.table.language if self.page == "table" else self.language

    @property
    def has_word(self) -> bool:
        """Whether a form of this device left a word for its next page."""
        return waits_word(self.device)

    def draw_page(self, template: str) -> str:
        """A whole page with its live part, and the word that a form without script left for it."""
        given = dict(self.fragment().given)
        word = take_word(self.device)
        if word is not None:
            _say_word(given, word)
        return self.draw(template, **given)

    def fragment(self) -> Fragment:
        """The live part of the page as it is now."""
        return FRAGMENTS[self.page](self)

    def draw_fragment(self, fragment: Fragment) -> str:
        return self.draw(fragment.template, **fragment.given)


def _say_word(given: dict[str, Any], word: Notice) -> None:
    """Put ``word`` where the page looks for it."""
    view = given.get("view")
    if isinstance(view, SeatView | ScribeView):
        given["view"] = structs.replace(view, notices=(word, *view.notices))
    else:
        given["notices"], given["problem"] = (word,), word.text


def _qr(text: str) -> Markup:
    kept: dict[str, Markup] = current_app.extensions.setdefault("companion-qr", {})
    if text not in kept:
        kept[text] = drawn(text)
    return kept[text]


def _seat(asking: Asking) -> Fragment:
    if asking.seat is None:
        return _pass(asking) if asking.sharers else _join(asking)
    view = asking.table.seat_view(asking.seat)
    return Fragment("seat_fragment.html", view.version, {"view": view, "previews": {}, "given": {}})


def _pass(asking: Asking) -> Fragment:
    """The cover of a phone that several share, while it is handed on: what everybody sees, and whose it may be."""
    table = asking.table.table_view()
    sharing = tuple(seat for seat in table.seats if seat.seat in asking.sharers)
    wanted = tuple(seat for seat in sharing if seat.awaited) or sharing
    version = version_of(("pass", sharing, table.title, table.sentence, table.log[-2:]))
    view = {
        "version": version,
        "title": table.title,
        "sentence": table.sentence,
        "log": table.log[-2:],
        "wanted": wanted,
        "others": tuple(seat for seat in sharing if seat not in wanted),
    }
    return Fragment("pass_fragment.html", version, {"view": view, "notices": ()})


def _watch(asking: Asking) -> Fragment:
    view = asking.table.table_view()
    return Fragment("watch_fragment.html", view.version, {"view": view})


def _table(asking: Asking) -> Fragment:
    view = asking.table.table_view()
    version = version_of((view.version, asking.table.language, *asking.where))
    return Fragment("table_fragment.html", version, {"view": structs.replace(view, version=version)})


def _join(asking: Asking) -> Fragment:
    table = asking.table.table_view()
    shown = {seat.seat: seat for seat in table.seats}
    joinable = SEATS if table.phase == "gathering" else tuple(shown)
    playing = table.phase == "playing"
    seats = tuple(_to_take(shown.get(seat, SeatInfo(seat)), playing=playing) for seat in joinable)
    mine = asking.table.seats_of(asking.device)
    version = version_of((seats, table.title, mine))
    view = {"version": version, "seats": seats, "title": table.title, "phase": table.phase, "mine": mine}
    return Fragment("join_fragment.html", version, {"view": view, "notices": ()})


def _to_take(seat: SeatInfo, *, playing: bool) -> SeatInfo:
    """A seat as the join page offers it. In a play nobody is there for some: those ``may`` be asked for, unless they
    are ``open``.
    """
    taken = seat.claimed and not (playing and (seat.gone or not seat.awake))
    return SeatInfo(
        seat.seat, seat.name, taken=taken, may=playing and not taken and not seat.open, gone=seat.gone, open=seat.open
    )


def _scribe(asking: Asking) -> Fragment:
    if not asking.host:
        return _host(asking)
    view = asking.table.scribe_view()
    return Fragment("scribe_fragment.html", view.version, {"view": view, "previews": {}, "given": {}})


def _log(asking: Asking) -> Fragment:
    return log_up_to(asking, None)


def log_up_to(asking: Asking, last: int | None) -> Fragment:
    """The page of the log that ends with line ``last``, or with the newest."""
    lines = asking.table.history(asking.viewer, last, LINES)
    version = version_of(lines)
    given = {"lines": lines, "version": version, "live": last is None, "seats": asking.table.table_view().seats}
    return Fragment("log_fragment.html", version, given)


def _score(asking: Asking) -> Fragment:
    moment = asking.table.moment
    sheet = moment.score(asking.viewer) if moment.play is not None else None
    version = version_of((sheet, sorted(moment.gathering.names.items())))
    view = asking.table.table_view()
    given = {"score": sheet, "title": view.title, "version": version, "view": view, "seats": view.seats, "live": True}
    return Fragment("score_fragment.html", version, given)


def _host(asking: Asking) -> Fragment:
    view = asking.table.table_view()
    if not asking.host:
        return Fragment("host_fragment.html", "pin", {"view": view, "version": "pin", "notices": ()})
    table = asking.table
    moment = table.moment
    chosen = table.games().get(moment.gathering.game) if moment.phase == "gathering" else None
    numbers = table.tracked(PUBLIC)
    owners = dict.fromkeys(number.owner for number in numbers)
    sheets = [
        {"key": key, "title": game.meta.title, "own": key in table.shelf.own()}
        for key, game in table.games().items()
        if table.shelf.sheet(key) is not None
    ]
    complaints = [complaint(wire) for wire in table.wires() if wire.fault is not None]
    arrivals = table.bench().arrivals
    keeping, screens = table.keeping(), len(table.screens)
    given = {
        "view": view,
        "notices": (),
        "games": [game.meta for game in table.games().values()],
        "chosen": chosen.meta if chosen else None,
        "corrections": [(owner, [number for number in numbers if number.owner == owner]) for owner in owners],
        "sheets": sheets,
        "complaints": complaints,
        "arrivals": arrivals,
        "keeping": keeping,
        "screens": screens,
    }
    keys = [str(sheet["key"]) for sheet in sheets]
    choice = moment.gathering.game
    shown = (view.version, numbers, choice, keys, complaints, arrivals, keeping.complaints, screens)
    return Fragment("host_fragment.html", version_of(shown), {**given, "version": version_of(shown)})


def _hardware(asking: Asking) -> Fragment:
    if not asking.host:
        return _host(asking)
    bench = asking.table.bench()
    view = asking.table.table_view()
    version = version_of((bench, view.title, sorted(asking.table.moment.gathering.names.items())))
    given = {
        "view": view,
        "version": version,
        "notices": (),
        "trying": bench.trying,
        "places": bench_rows(bench),
        "arrivals": bench.arrivals,
        "quiet": [written(minute) for minute in bench.quiet] if bench.quiet else None,
    }
    return Fragment("hardware_fragment.html", version, given)


def _keeping(asking: Asking) -> Fragment:
    if not asking.host:
        return _host(asking)
    view, keeping = asking.table.table_view(), asking.table.keeping()
    copies = [(copy.number, copy.when, copy.size) for copy in keeping.copies]
    version = version_of((structs.replace(keeping, copies=()), copies, view.title, view.problem))
    given = {"view": view, "version": version, "notices": (), "keeping": keeping}
    return Fragment("keeping_fragment.html", version, {**given, "megabytes": megabytes, "gigabytes": gigabytes})


def megabytes(size: int) -> int:
    """Bytes as whole megabytes, at least one."""
    return max(round(size / 1_000_000), 1)


def gigabytes(size: int) -> float | None:
    """Bytes as gigabytes where there are that many."""
    return round(size / 1_000_000_000, 1) if size >= 1_000_000_000 else None


def _audit(asking: Asking) -> Fragment:
    version, given = audit_page(asking)
    return Fragment("audit_fragment.html", version, given)


def _sim(asking: Asking) -> Fragment:
    simulator = asking.table.simulator
    places = simulator.places() if simulator is not None else ()
    view = asking.table.table_view()
    pictures = [place.picture.number if place.picture else 0 for place in places]
    state = [(place.place, place.plugged, place.silent) for place in places]
    version = version_of((view.version, pictures, state))
    devices = [_device(place, asking.table.display_words(place.place)) for place in places]
    given = {"view": view, "version": version, "devices": devices}
    return Fragment("sim_fragment.html", version, given)


@dataclass(frozen=True)
class Device:
    """A place of the simulated table as its page draws it; ``seat`` 0 is the panel."""

    id: str
    seat: int
    keys: tuple[str, ...]
    picture: str
    width: int
    height: int
    cut: bool
    words: Wording


def _device(place: PlaceView, words: str) -> Device:
    width, height = place.size or (128, 64)
    png = place.picture.png if place.picture else b""
    return Device(
        id=device_name(place.place, "keys").split(".")[0],
        seat=place.place,
        keys=(*place.lines, *(("left", "right") if place.encoder else ())),
        picture="data:image/png;base64," + b64encode(png).decode() if png else DARK,
        width=width,
        height=height,
        cut=not place.plugged,
        words=verbatim(words),
    )


FRAGMENTS: Mapping[str, Callable[[Asking], Fragment]] = {
    "seat": _seat,
    "table": _table,
    "join": _join,
    "watch": _watch,
    "scribe": _scribe,
    "log": _log,
    "score": _score,
    "host": _host,
    "sim": _sim,
    "hardware": _hardware,
    "audit": _audit,
    "keeping": _keeping,
}
