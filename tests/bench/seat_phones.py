"""Phones of an evening that make the moves of a playthrough over HTTP, in the process that measures. They send what the
page's script would send, with the digests of the questions that they were shown.
"""

from __future__ import annotations

import json
import re
import selectors
import socket
import time
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from companion.core.setup import MOST_SEATS
from tests.bench.phones import PATIENCE, Phone, Sender, fetch, unpacked
from tests.bench.sending import Asked, Sent, Tap, look, send

QUIET = 0.12
"""Seconds without a byte after which every page has what came of a move."""
ASKING = re.compile(
    r'name="seat" value="(\d+)">\s*<input type="hidden" name="service" value="([^"]*)">'
    r'\s*<input type="hidden" name="digest" value="([^"]+)"'
)
FORM = re.compile(r'<form class="ask form.*?data-asked="([^"]+)".*?name="seat" value="(\d+)"', re.DOTALL)
DIGEST = re.compile(r'name="digest" value="([^"]+)"')


class Replied(Struct, frozen=True):
    """A reply to a form. ``shows`` is the version that the page is to show; ``began`` is when it was sent."""

    status: int
    code: str
    digest: str
    shows: str
    began: int

    @property
    def taken(self) -> bool:
        return self.status == 200 and not self.code


class _Reply(NamedTuple):
    """A reply that is on its way."""

    sending: socket.socket
    parts: list[bytes]


class SeatPhone(Phone):
    """A phone with its page open; ``asked`` are the newest questions on it, by service and seat."""

    def __init__(self, port: int, device: str, page: str = "seat", language: str = "en") -> None:
        self.asked: dict[tuple[str, int], Asked] = {}
        super().__init__(port, device, page, language)

    def shown(self, views: Iterable[bytes]) -> None:
        for view in views:
            told = json.loads(next(line for line in view.split(b"\n") if line.startswith(b"data:"))[5:])
            if "html" in told:
                self.asked.clear()
            for html in (told.get("html", ""), *told.get("parts", {}).values()):
                self.asked |= {(asked.service, asked.seat): asked for asked in questions(html)}


class QuietPhone(Sender):
    """The phone of a seat that has no page open: it loads one to see what is asked. Nothing is pushed to it."""

    version = ""

    def __init__(self, port: int, device: str) -> None:
        super().__init__(port, device)
        self.replies = self.bytes = 0

    @property
    def asked(self) -> dict[tuple[str, int], Asked]:
        html = fetch(self._port, "/seat", self._cookies)[1].decode()
        return {(asked.service, asked.seat): asked for asked in questions(html)}


def ask(sender: Sender, sent: Sent) -> Replied:
    """Send a form and wait for the reply."""
    began = time.monotonic_ns()
    with sender.send(sent.path, sent.fields) as sending:
        return _replied(b"".join(iter(lambda: sending.recv(1 << 18), b"")), began)


def _replied(got: bytes, began: int) -> Replied:
    status, body = unpacked(got)
    told: dict[str, Any] = json.loads(body) if body.startswith(b"{") else {}
    digest = DIGEST.search(body.decode()) if not told else None
    return Replied(status, told.get("code", ""), digest[1] if digest else "", told.get("shows", ""), began)


def fits(tap: Tap, asked: Asked) -> bool:
    """Whether a tap answers a question."""
    if tap.service:
        return asked.service.startswith(tap.service)
    return not asked.service and asked.seat == tap.seat


def looks(tap: Tap) -> bool:
    """Whether a page asks how it would be before it sends this."""
    return tap.form or (tap.last and not tap.service)


def questions(html: str) -> Iterable[Asked]:
    """What a page asks, one question at a time or by a form."""
    for seat, service, digest in ASKING.findall(html):
        yield Asked(int(seat), service, digest)
    for digest, seat in FORM.findall(html):
        yield Asked(int(seat), "", digest)


class EveningPhones:
    """The phones of people who sit, ``by_seat``, and ``all`` open pages. ``others`` are pages besides: device and page.
    Where ``streams`` is given, only so many seats have a page open.
    """

    def __init__(
        self,
        port: int,
        devices: Mapping[int, str],
        others: Iterable[tuple[str, str]] = (),
        streams: int = MOST_SEATS,
    ) -> None:
        self._waiting = selectors.DefaultSelector()
        open_pages = {
            seat: SeatPhone(port, device, "seat", ("en", "es")[number % 2])
            for number, (seat, device) in enumerate([*devices.items()][:streams])
        }
        quiet = {seat: QuietPhone(port, device) for seat, device in [*devices.items()][streams:]}
        self.by_seat: dict[int, SeatPhone | QuietPhone] = {**open_pages, **quiet}
        self.all = [*open_pages.values(), *(SeatPhone(port, device, page) for device, page in others)]
        for phone in self.all:
            self._waiting.register(phone.socket, selectors.EVENT_READ, phone)
        self.settle()

    def close(self) -> None:
        self._waiting.close()
        for phone in self.all:
            phone.socket.close()

    def listen(self, seconds: float) -> bool:
        """Take what comes for so long at most; whether something came."""
        ready = self._waiting.select(seconds)
        for key, _ in ready:
            if isinstance(key.data, SeatPhone):
                key.data.read()
                if key.data.ended:
                    raise SystemExit("a page's stream ended")
            elif got := key.data.sending.recv(1 << 18):
                key.data.parts.append(got)
            else:
                self._waiting.unregister(key.data.sending)
        return bool(ready)

    def settle(self) -> None:
        """Take what comes until nothing comes any more."""
        while self.listen(QUIET):
            pass

    def find(self, tap: Tap) -> tuple[SeatPhone | QuietPhone, Asked] | None:
        """The phone on which this is asked, that of the seat itself first, and the question."""
        for _, phone in sorted(self.by_seat.items(), key=lambda item: item[0] != tap.seat):
            for asked in phone.asked.values():
                if fits(tap, asked):
                    return phone, asked
        return None

    def make(self, together: Iterable[Tap]) -> Replied:
        """Make a move, a tap after the other; the last reply. A tap that the page's state has overtaken is sent again
        once the page has the news, as people do.
        """
        replied = None
        for tap in together:
            replied = self._tap(tap)
        assert replied is not None
        return replied

    def _tap(self, tap: Tap) -> Replied:
        deadline = time.monotonic() + PATIENCE
        while True:
            if found := self.find(tap):
                phone, asked = found
                looked = self.ask(phone, look(tap, asked)) if looks(tap) else None
                digest = looked.digest if looked else ""
                replied = self.ask(phone, send(tap, asked, digest)) if looked is None or looked.taken else looked
                if replied.taken:
                    self._bring(phone, replied.shows)
                    return replied
            if time.monotonic() > deadline:
                raise SystemExit(f"{tap} is refused or asked nowhere: {found and replied}")
            self.listen(QUIET)

    def ask(self, phone: SeatPhone | QuietPhone, sent: Sent) -> Replied:
        """Send a form as the page's script does."""
        began = time.monotonic_ns()
        with phone.send(sent.path, sent.fields) as sending:
            reply = _Reply(sending, [])
            self._waiting.register(sending, selectors.EVENT_READ, reply)
            while sending in self._waiting.get_map():
                self.listen(PATIENCE)
        got = b"".join(reply.parts)
        phone.replies += len(got)
        return _replied(got, began)

    def _bring(self, phone: SeatPhone | QuietPhone, shows: str) -> None:
        """Wait until the page shows the version it was told to, or has a later one."""
        deadline = time.monotonic() + QUIET
        while shows and isinstance(phone, SeatPhone) and phone.version != shows and time.monotonic() < deadline:
            self.listen(QUIET)
