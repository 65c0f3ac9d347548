"""The browser that requests a page, and the objects of the application.

A page and its event stream render the same fragment, and only when its version is new to the browser.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, TypeVar

from flask import current_app, request
from msgspec import Struct, structs

from companion.core.setup import SEATS
from companion.core.wording import Message, Speaker
from companion.library import Library
from companion.locale import speaker
from companion.network.own_wifi.wifi import Wifi
from companion.network.reachability.senders import RecentAddresses
from companion.service.play.notices import Notice
from companion.service.screens.view_builders import version_of
from companion.service.screens.views import AskedOfAll, ScribeView, SeatView, TableView
from companion.service.seats.seating import OwnRole
from companion.service.table import RunningTable, Table
from web.http.compression import mark_public
from web.http.device_memory import DeviceMemory
from web.http.flash_messages import has_flash, take_flash
from web.http.identity import choices, csrf_token, device, language, own_name, theme
from web.http.proxies import is_from_this_machine
from web.http.table_addresses import TableAddresses, qr_svg
from web.templating.compiling.macros import MACRO_CONTEXT, MacroContext
from web.templating.drawn_pieces import OwnCaches, PagePieces, PublicValues, encoded
from web.templating.fragment_parts import DrawnFragment, ShownParts, shown_in, unmarked
from web.templating.helpers import HELPERS
from web.templating.page_assets import page_script, page_styles
from web.templating.seat_layout import LAYOUT
from web.templating.translation import text_functions

V = TypeVar("V")

KEY = "companion"

SAFE_MODE = "companion-safe-mode"
"""Key in ``app.extensions`` of the message why the table runs without its hardware."""


@dataclass(frozen=True)
class Fragment:
    """The live part of a page: template, version (digest of what it shows), template variables."""

    template: str
    version: str
    given: Mapping[str, Any]


class PageRequest:
    """One browser with one page open: device, language, seat, rendering. Lives as long as the page's stream."""

    def __init__(self, table: Table, addresses: TableAddresses, key: bytes, device: str, page: str) -> None:
        self.table = table
        self.view = table.view(device)
        self.device = device
        self.page = page
        self._addresses = addresses
        self.language = language()
        self.own_name = own_name()
        self.wanted_seat = request.args.get("seat", 0, type=int)
        """The seat that the address names (0: none), as that of a sticker on the table does."""
        self.root = request.script_root
        """The path before those of all pages; empty but behind a server that shows the table below one."""
        self._theme = theme(screen=page in ("table", "sim"))
        self._choices = choices()
        self._secure = request.is_secure
        self._csrf = csrf_token(key)
        self._app = app_context()
        self._pieces = PagePieces(self._app.own_pieces.of(device))
        self._open = list[str]()
        self._kept: tuple[tuple[str, ...], MacroContext, bytes] | None = None

    @property
    def role(self) -> OwnRole:
        """Seats and rights of the device; they may change while the page is open."""
        return self.view.seats.own_role()

    @property
    def seat(self) -> int | None:
        """Seat of the device, 1 to 8."""
        return self.role.seat

    @property
    def host(self) -> bool:
        return self.role.host

    @property
    def where(self) -> tuple[str, str, Wifi | None]:
        """Present URL, readable address and own Wi-Fi of the table."""
        return self._addresses.url, self._addresses.readable, self._addresses.wifi

    def in_capitals(self, page: str) -> str:
        """URL of a page of the table, for a QR code with fewer modules."""
        return self._addresses.in_capitals(page)

    @property
    def url_by_name(self) -> str:
        """URL of the table with its name in it."""
        return self._addresses.url_by_name

    @property
    def speaker(self) -> Speaker:
        """Translates into the language of the page."""
        return self._speaker(self._spoken())

    def draw(self, template: str, names: Mapping[int, str] | None = None, /, **given: Any) -> str:
        """Render a template with the common variables and ``given``. ``names`` replace those of the seats."""
        return unmarked(self._draw(template, names, **given))

    def _draw(self, template: str, names: Mapping[int, str] | None = None, /, **given: Any) -> str:
        macro_context, words = self._macro_context(self._speaker(self._spoken(), names))
        self._pieces.show(self._app.public.of(given.get("view")), words)
        self._open.clear()
        role = self.role
        common = {
            "theme": self._theme,
            "choices": self._choices,
            "secure": self._secure,
            "page": self.page,
            "live_page": self.page in self._app.fragments,
            "my_seat": role.seat,
            "sharers": role.sharers,
            "handed": role.handed,
            "host": role.host,
            "hosting": role.hosting,
            "takes_cards": self.view.sending.cards_taken(),
            "simulated": self._app.opened.simulator is not None,
            "address": self._addresses.readable,
            "address_ip": self._addresses.by_number,
            "qr": qr_svg(self._addresses.url),
            "wifi": self._addresses.wifi,
            "wifi_qr": qr_svg(self._addresses.wifi.code) if self._addresses.wifi else None,
            "clock_now": self._app.opened.clock.mono(),
            "setup_mistakes": self.view.settings.setup_mistakes(),
            "table_setup": self.view.seats.table_setup(),
            "at_stake": self.view.screens.warning(),
            "asked_of_all": self.view.screens.asked_of_all(),
            "safe_mode": current_app.extensions.get(SAFE_MODE),
        }
        given = {**macro_context.given, **common, **given, MACRO_CONTEXT: macro_context}
        return current_app.jinja_env.get_template(template).render(given)

    def _everybodys(self, html: str) -> str:
        """Note, of what a template has drawn, all around the form's tokens as text that hides nothing."""
        self._open += html.split(self._csrf)
        return html

    def _macro_context(self, speaker: Speaker) -> tuple[MacroContext, bytes]:
        """Translated text functions and macros of the page, made again when language or names change, and these."""
        roster = (speaker.language, *map(speaker.name, SEATS))
        if self._kept is None or self._kept[0] != roster:
            words = {**HELPERS, **LAYOUT, **text_functions(speaker), "csrf": self._csrf}
            words |= {"remembered": self._pieces.remembered, "everybodys": self._everybodys}
            # URLs do not change while a page is open, and building one takes as long as rendering a button.
            words |= {"root": self.root, "page_script": partial(page_script, root=self.root)}
            words["page_styles"] = partial(page_styles, root=self.root)
            macro_context = MacroContext({**words, "url_for": cache(_paths(self.root))})
            self._kept = (roster, macro_context, encoded((self.root, *roster)))
        return self._kept[1:]

    def say(self, words: Message) -> str:
        """Translate ``words`` to the language of the browser."""
        return self._speaker(self.language).say(words)

    def _speaker(self, language: str, names: Mapping[int, str] | None = None) -> Speaker:
        return speaker(language, self.view.screens.names() if names is None else names)

    def _spoken(self) -> str:
        """Language of the page: the table's for the table screen, else the browser's."""
        return self.view.settings.language() if self.page == "table" else self.language

    @property
    def has_flash(self) -> bool:
        """Whether a flash message waits for this device."""
        return has_flash(self.device)

    def draw_page(self, template: str, **more: Any) -> str:
        """Render a page with its fragment, to which ``more`` is given, and, after a form without script, its flash
        message.
        """
        given = {**self.fragment().given, **more}
        word = take_flash(self.device)
        if word is not None:
            _say_word(given, word)
        return self.draw_whole(template, given, flashed=word)

    def draw_again(self, template: str, fragment: Fragment, words: Message) -> str:
        """Render a page with a fragment of it that holds what was entered, and why that was not taken."""
        given = dict(fragment.given)
        _say_word(given, Notice(words, "warning"))
        return self.draw_whole(template, given)

    def draw_whole(self, template: str, given: Mapping[str, Any], **more: Any) -> str:
        """Render a page, of which what everybody may see is compressed."""
        marked = self._draw(template, **given, **more)
        if self.device:
            self._app.shown.put(self.device, (self.page, shown_in(marked)))
        mark_public(map(unmarked, (*self._open, *(piece.html for piece in self._pieces.public()))))
        return unmarked(marked)

    def shown(self, version: str) -> ShownParts:
        """What the browser shows that has this ``version`` of the page, as far as that is known; from now on the stream
        keeps it.
        """
        page, kept = self._app.shown.get(self.device) or ("", ShownParts())
        latest = kept.latest if page == self.page else ShownParts().latest
        shown = ShownParts(*latest) if latest[0] == version else ShownParts()
        if self.device:
            self._app.shown.put(self.device, (self.page, shown))
        return shown

    def fragment(self) -> Fragment:
        """Build the present fragment of the page, with what every page says: of a table that is being set up, while
        the evening is at stake, and what everybody is asked.
        """
        made = self._app.fragments[self.page](self)
        setup, at_stake = self.view.seats.table_setup(), self.view.screens.warning()
        asked = self.view.screens.asked_of_all()
        if setup.stage == "closed" and at_stake is None and asked == AskedOfAll():
            return made
        return _with_version(made, version_of((made.version, setup, at_stake, asked)))

    def draw_fragment(self, fragment: Fragment) -> str:
        return self.draw(fragment.template, **fragment.given)

    def draw_apart(self, fragment: Fragment) -> DrawnFragment:
        """A fragment with its pieces apart, of which those are known again that did not change."""
        return self._pieces.draw_apart(lambda: self._draw(fragment.template, **fragment.given))


def _with_version(fragment: Fragment, version: str) -> Fragment:
    """The same with another version, also where its template takes it from the view."""
    given, view = dict(fragment.given), fragment.given.get("view")
    if "version" in given:
        given["version"] = version
    if isinstance(view, dict):
        given["view"] = {**view, "version": version}
    elif isinstance(view, Struct) and hasattr(view, "version"):
        given["view"] = structs.replace(view, version=version)
    return Fragment(fragment.template, version, given)


def _say_word(given: dict[str, Any], word: Notice) -> None:
    """Add ``word`` to the notices of the page."""
    view = given.get("view")
    if isinstance(view, SeatView | ScribeView):
        given["view"] = structs.replace(view, notices=(word, *view.notices))
    else:
        given["notices"], given["problem"] = (word,), word.text


def _paths(root: str) -> Callable[..., str]:
    """Build paths of endpoints as Flask's ``url_for`` does, also after the request is over, as streams do."""
    adapter = current_app.url_map.bind("", root)
    return lambda endpoint, **values: adapter.build(endpoint, values)


class LatestPublic:
    """The public values of the moment that was drawn last, for all its pages. Any thread."""

    def __init__(self) -> None:
        self._latest: tuple[tuple[Any, ...], PublicValues] = (), PublicValues(())

    def of(self, view: object) -> PublicValues:
        """The values of a view that everybody sees: those of the table's own view, which every other is put around."""
        table = view.table if isinstance(view, SeatView | ScribeView) else view
        if not isinstance(table, TableView):
            return PublicValues(())
        parts, (kept, values) = (table.seats, table.widgets, table.log), self._latest
        if len(kept) != len(parts) or any(one is not other for one, other in zip(kept, parts, strict=True)):
            values = PublicValues((table.seats, *table.widgets, *table.log))
            self._latest = parts, values
        return values


@dataclass(frozen=True)
class AppContext:
    """Objects of an application. ``fragments`` are the fragment builders of the live pages by page name; ``own_pieces``
    keeps what was drawn for one viewer only, ``shown`` what each browser shows of the live page that it opened last.
    """

    opened: RunningTable
    addresses: TableAddresses
    key: bytes
    recent_addresses: RecentAddresses
    fragments: Mapping[str, Callable[[PageRequest], Fragment]]
    own_pieces: OwnCaches
    shown: DeviceMemory[tuple[str, ShownParts]]
    public: LatestPublic = field(default_factory=LatestPublic)

    @property
    def table(self) -> Table:
        return self.opened.table


def app_context() -> AppContext:
    """Context of the current application."""
    found: AppContext = current_app.extensions[KEY]
    return found


def table() -> Table:
    """Table of the current application."""
    return app_context().table


def library() -> Library:
    """Library of the current application, for its score sheets."""
    return app_context().opened.library


def may_see_simulator() -> bool:
    """Whether this browser runs on the machine itself or is the host's: the simulated table has the keys of all."""
    return is_from_this_machine() or table().view(device()).seats.own_role().host


def page_request(page: str) -> PageRequest:
    """The current browser, for ``page``."""
    made = app_context()
    return PageRequest(made.table, made.addresses, made.key, device(), page)
