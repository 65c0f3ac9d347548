"""The portal's sheet, and the table screen while the table has a Wi-Fi of its own, as sample pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from companion.core.wording import say
from companion.first_contact.setup_record import SetupMistake
from companion.mqtt.broker.broker_faults import not_let_in, not_taken, silent
from companion.mqtt.publisher import TIME_UNKNOWN
from companion.network.home_wifi.near_networks import NearNetwork
from companion.network.own_wifi.dbus_calls import REFUSED
from companion.network.own_wifi.home_joining import NOT_KEPT, JoinView
from companion.network.own_wifi.network_thread import TableNetwork
from companion.network.own_wifi.wifi import Wifi
from companion.reporting.club_faults import club_answered, club_not_reached
from companion.reporting.reporter import TIME_UNKNOWN as CLUB_WAITS
from companion.service.screens.views import TableView
from companion.service.session.sending import CardView, PublishingRules, PublishingView, ReportingView
from web.http.table_addresses import qr_svg

WIFI = Wifi("Table-7K2M", "QX4F-9RTM-WW3H")

NEAR = (
    NearNetwork("Casa Lucía", 4, "password"),
    NearNetwork("A_network_whose_name_is_as_long_", 3, "wpa3"),
    NearNetwork("Bar del Puerto", 2, "open"),
    NearNetwork("Office", 2, "other"),
    NearNetwork("casa lucía", 1, "password"),
)
OWN = TableNetwork("own", wifi=WIFI, radio=True, near=NEAR)
HOME = TableNetwork("joined", "Casa Lucía", radio=True, near=NEAR)
MISTAKES = (
    SetupMistake(4, "pin", say("It has to be text in quotes: {form}", form='pin = "..."')),
    SetupMistake(9, "", say("This line cannot be read. It has to look like this: {form}", form='name = "..."')),
)
WIFI_PAGES: dict[str, TableNetwork | None] = {
    "own": OWN,
    "home": HOME,
    "cable": TableNetwork("joined", radio=True, near=NEAR),
    "none": TableNetwork("none", radio=True),
    "no-radio": TableNetwork("joined"),
    "off": None,
    "trying": structs.replace(OWN, join=JoinView("Casa Lucía", "trying", "own")),
    "returning": structs.replace(OWN, join=JoinView("Casa Lucía", "returning", "own")),
    "failed": structs.replace(OWN, join=JoinView("Casa Lucía", "failed", "own")),
    "refused": structs.replace(OWN, join=JoinView("Casa Lucía", "failed", "own", REFUSED), trouble=REFUSED),
    "joined": structs.replace(HOME, join=JoinView("Casa Lucía", "joined", "own")),
    "not-kept": structs.replace(HOME, join=JoinView("Casa Lucía", "joined", "own", NOT_KEPT)),
}


def wifi_samples(gathering: TableView) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The admin's page for joining a Wi-Fi, in every state; and what was not taken over of the owner's file."""
    for name, network in WIFI_PAGES.items():
        given = {"view": gathering, "version": f"v-wifi-{name}", "notices": (), "network": network}
        yield f"wifi-{name}", "wifi.html", given
        if name == "own":
            yield "wifi-mistakes", "wifi.html", {**given, "setup_mistakes": MISTAKES}
    yield "table-mistakes", "table.html", {"view": gathering, "setup_mistakes": MISTAKES}


BROKER = "homeassistant.local:1883"
LONG_NAME = "the-broker-in-the-cellar-beside-the-wine.home.arpa:8883"
ROOM_PAGES: dict[str, tuple[PublishingRules, PublishingView] | None] = {
    "none": None,
    "off": (PublishingRules(), PublishingView(BROKER)),
    "trying": (PublishingRules(on=True), PublishingView(BROKER, "trying")),
    "failed": (
        PublishingRules(on=True),
        PublishingView(BROKER, "trying", not_let_in(0x86, "Bad user name or password").message),
    ),
    "waiting": (PublishingRules(on=True), PublishingView(BROKER, "waiting", TIME_UNKNOWN)),
    "linked": (PublishingRules(on=True, names=True), PublishingView(BROKER, "linked")),
    "refused": (
        PublishingRules(on=True),
        PublishingView(BROKER, "linked", not_taken("homeassistant/device/table_companion_1f2e3d4c/config", 0x87, "")),
    ),
    "elsewhere": (PublishingRules(), PublishingView(BROKER, elsewhere=("192.168.1.20:1883", LONG_NAME))),
    "left": (PublishingRules(), PublishingView(LONG_NAME, "trying", silent().message)),
    "clearing": (PublishingRules(), PublishingView(BROKER, "clearing")),
}


def room_samples(gathering: TableView) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The admin's page for what the room is told, in every state."""
    for name, publishing in ROOM_PAGES.items():
        given = {"view": gathering, "version": f"v-room-{name}", "notices": (), "publishing": publishing}
        yield f"room-{name}", "room.html", given


CLUB = "club.example:8443"
CLUB_PAGES: dict[str, tuple[bool, ReportingView] | None] = {
    "none": None,
    "off": (False, ReportingView(CLUB)),
    "off-due": (False, ReportingView(CLUB, "off", 3)),
    "trying": (True, ReportingView(CLUB, "trying", 1)),
    "away": (True, ReportingView(CLUB, "trying", 12, club_not_reached(ConnectionRefusedError(), CLUB).message)),
    "unknown": (True, ReportingView(LONG_NAME, "trying", 1, club_answered(401, "").message)),
    "refused": (True, ReportingView(CLUB, "trying", 1, club_answered(422, LONG_NAME * 3).message)),
    "waiting": (True, ReportingView(CLUB, "waiting", 1, CLUB_WAITS)),
    "told": (True, ReportingView(CLUB, "told")),
}


def club_samples(gathering: TableView) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The admin's page for what the club is told, in every state."""
    for name, reporting in CLUB_PAGES.items():
        given = {"view": gathering, "version": f"v-club-{name}", "notices": (), "reporting": reporting}
        yield f"club-{name}", "club.html", given


CARD_PAGES: dict[str, tuple[CardView | None, str]] = {
    "off": (None, ""),
    "no-seat": (CardView(), ""),
    "no-seat-brought": (CardView(), "00R40-40M7G"),
    "none": (CardView(2), ""),
    "none-over": (CardView(2, over=True), ""),
    "brought": (CardView(2), "00R40-40M7G"),
    "asked": (CardView(2, "asked"), ""),
    "known": (CardView(2, "known"), ""),
    "known-over": (CardView(2, "known", over=True), ""),
    "known-brought": (CardView(2, "known"), "00R40-40M7G"),
    "unknown": (CardView(2, "unknown"), ""),
    "twice": (CardView(2, "twice"), ""),
    "left": (CardView(2, "left", over=True), ""),
}
"""How one's own card stands, and the code of the one that this phone has brought."""


def card_samples(gathering: TableView) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The page of one's own card of the club, in every state."""
    for name, (card, brought) in CARD_PAGES.items():
        seat = card.seat or None if card is not None else 2
        given = {"view": gathering, "version": f"v-card-{name}", "notices": (), "card": card, "brought": brought}
        yield f"card-{name}", "card.html", {**given, "my_seat": seat, "host": False}


def network_samples(gathering: TableView) -> Iterator[tuple[str, str, dict[str, Any]]]:
    yield "portal", "portal.html", {"stayed": False, "address": "table.local", "address_ip": "10.42.0.1"}
    yield "portal-stayed", "portal.html", {"stayed": True, "address": "table.local", "address_ip": "10.42.0.1"}
    yield from wifi_samples(gathering)
    yield from room_samples(gathering)
    yield from club_samples(gathering)
    yield from card_samples(gathering)
    yield "table-own-wifi", "table.html", {"view": gathering, "wifi": WIFI, "wifi_qr": qr_svg(WIFI.code)}
