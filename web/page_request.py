"""One browser asking for one page, and what the application was made with.

A page and its stream render the same fragment. A fragment is only rendered when its version is new to whoever asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from flask import current_app, render_template, url_for
from markupsafe import Markup
from msgspec import structs

from companion.core.secrecy import PUBLIC, Viewer
from companion.core.wording import Speaker
from companion.network.recent_addresses import RecentAddresses
from companion.network.wifi import Wifi
from companion.service.screens.views import Notice, ScribeView, SeatView
from companion.service.seats.gathering import SEATS
from companion.service.table import Table
from web.http.flash_messages import has_flash, take_flash
from web.http.identity import csrf_token, device, language, theme
from web.http.table_addresses import TableAddresses, qr_svg
from web.templating.helpers import HELPERS
from web.templating.macros import MACRO_CONTEXT, MacroContext
from web.templating.translation import text_functions

KEY = "companion"

SAFE_MODE = "companion-safe-mode"
"""Where an application keeps the message that says why the table runs without its hardware, if it does."""


@dataclass(frozen=True)
class Fragment:
    """The live part of a page: its template, its version, and what the template is given."""

    template: str
    version: str
    given: Mapping[str, Any]


class PageRequest:
    """One browser asking for one page: its device, its language, and how to draw for it."""

    def __init__(self, table: Table, addresses: TableAddresses, key: bytes, device: str, page: str) -> None:
        self.table = table
        self.device = device
        self.page = page
        self._addresses = addresses
        self.language = language()
        self._theme = theme()
        self._csrf = csrf_token(key)
        self._kept: tuple[tuple[str, ...], MacroContext] | None = None

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
        return self._addresses.url, self._addresses.readable, self._addresses.wifi

    def draw(self, template: str, names: Mapping[int, str] | None = None, /, **given: Any) -> str:
        """A template with what every template is given, and its own. ``names`` are those of another evening."""
        macro_context = self._macro_context(self.table.speaker(self._spoken(), names))
        common = {
            "theme": self._theme,
            "page": self.page,
            "my_seat": self.seat,
            "sharers": self.sharers,
            "host": self.host,
            "simulated": self.table.simulator is not None,
            "address": self._addresses.readable,
            "address_ip": self._addresses.by_number,
            "qr": _qr(self._addresses.url),
            "wifi": self._addresses.wifi,
            "wifi_qr": _qr(self._addresses.wifi.code) if self._addresses.wifi else None,
            "clock_now": self.table.clock_now(),
            "safe_mode": current_app.extensions.get(SAFE_MODE),
        }
        return render_template(template, **{**macro_context.given, **common, **given, MACRO_CONTEXT: macro_context})

    def _macro_context(self, speaker: Speaker) -> MacroContext:
        """The words of this page and the macros that speak them; the same until language or names change."""
        roster = (speaker.language, *map(speaker.name, SEATS))
        if self._kept is None or self._kept[0] != roster:
            words = {**HELPERS, **text_functions(speaker), "lang": speaker.language, "csrf": self._csrf}
            # Addresses do not change while a page is open, and working one out takes as long as drawing a button.
            self._kept = (roster, MacroContext({**words, "url_for": cache(url_for)}))
        return self._kept[1]

    def _spoken(self) -> str:
        """The table screen and the simulator speak the table's language, every other page the phone's."""
        return self.table.language if self.page == "table" else self.language

    @property
    def has_flash(self) -> bool:
        """Whether a form of this device left a word for its next page."""
        return has_flash(self.device)

    def draw_page(self, template: str) -> str:
        """A whole page with its live part, and the word that a form without script left for it."""
        given = dict(self.fragment().given)
        word = take_flash(self.device)
        if word is not None:
            _say_word(given, word)
        return self.draw(template, **given)

    def fragment(self) -> Fragment:
        """The live part of the page as it is now."""
        return app_context().fragments[self.page](self)

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
        kept[text] = qr_svg(text)
    return kept[text]


@dataclass(frozen=True)
class AppContext:
    """What an application was made with. ``fragments`` builds the live part of each page by its name."""

    table: Table
    addresses: TableAddresses
    key: bytes
    recent_addresses: RecentAddresses
    fragments: Mapping[str, Callable[[PageRequest], Fragment]]


def app_context() -> AppContext:
    """That of the application that is answering."""
    found: AppContext = current_app.extensions[KEY]
    return found


def table() -> Table:
    """The table of the application that is answering."""
    return app_context().table


def page_request(page: str) -> PageRequest:
    """The browser that is req, for ``page``."""
    made = app_context()
    return PageRequest(made.table, made.addresses, made.key, device(), page)
