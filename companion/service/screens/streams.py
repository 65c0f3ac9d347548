"""The streams of open pages: which place each takes, who is woken, who took over from whom, how many there may be.

A stream also tells who is there because of it, and who fell silent.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from threading import Lock
from typing import Literal

from msgspec import Struct

from companion.core.errors import Refused
from companion.core.wording import say
from companion.network.reachability.senders import sender_of
from companion.plays.storage.stores import Settings
from companion.plays.time_source import Clock
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import Handlers, Person, Sender, device_of, hashed
from companion.service.loop import Loop
from companion.service.screens.moment import Moment
from companion.service.seats.attendance import Attendance
from companion.service.seats.evening_host import EveningHost
from companion.service.seats.host_role import HostRoles
from companion.service.seats.seating import Seats


class OpenPage(Struct, frozen=True):
    """A page that wants to be told of changes, at the network address ``where``.

    ``screen``: it shows the table to everybody; ``here``: on the table's own machine; ``pictures``: it also follows
    what small displays show; ``watching``: without a seat it counts among those who look on.
    """

    where: str = ""
    screen: bool = False
    here: bool = False
    pictures: bool = False
    watching: bool = False


class StreamRoom(Struct, frozen=True):
    """Whether a page could have a stream now: ``free`` if so, ``own`` if its place is kept for it."""

    free: bool
    own: bool


class AnswerBeat(Request, frozen=True):
    """Somebody is there: the answer of a page to a beat of its stream."""

    may_ask = "anyone"


StreamKind = Literal["seat", "host", "screen", "here", "sender"]

MOST: dict[StreamKind, int] = {"seat": 3, "host": 4, "screen": 4, "here": 2, "sender": 8}
"""Streams at one place: of a seat, of all hosts without one, of paired table screens, of screens on the machine itself,
and of an address nobody of which is known.
"""
UNKNOWN_SENDERS = 16
"""Streams of all addresses together of which nobody is known."""
DIGITS = 6
PAIRING = 60.0
"""Seconds in which a screen is waited for whose number the host has typed."""


@dataclass(frozen=True)
class StreamSlot:
    """A place for streams. ``of`` is the seat or the sender it belongs to."""

    kind: StreamKind
    of: int | str = ""

    @property
    def most(self) -> int:
        return MOST[self.kind]

    @property
    def own(self) -> bool:
        """Whether it belongs to people of the table, so that nobody else can fill it: their newest streams have it."""
        return self.kind in ("seat", "host", "screen")


def place_for(seats: Collection[int], where: str, *, host: bool, screen: bool, here: bool) -> StreamSlot:
    """The place for the stream of a device that holds ``seats`` and is at the address ``where``."""
    if seats:
        return StreamSlot("seat", min(seats))
    if screen:
        return StreamSlot("screen")
    if host:
        return StreamSlot("host")
    return StreamSlot("here") if here else StreamSlot("sender", sender_of(where))


class PairedScreens:
    """The table screens with a place of their own, by the hash of their device. Any thread."""

    KEY = "screens"

    def __init__(self, settings: Settings, clock: Clock, changed: Callable[[], None]) -> None:
        self._settings = settings
        self._clock = clock
        self._changed = changed
        self._paired: tuple[str, ...] = tuple(settings.get(self.KEY) or ())
        self._awaited: tuple[str, float] = ("", 0.0)

    def __len__(self) -> int:
        return len(self._paired)

    def awaits(self, number: str) -> None:
        """Pair the next table screen that shows ``number``, which the admin has typed."""
        self._awaited = ("".join(number.split()), self._clock.mono() + PAIRING)

    def expects(self, device: str) -> bool:
        """Whether this device, which shows the table, has a place of its own, or will as soon as it has a stream."""
        number, until = self._awaited
        return hashed(device) in self._paired or (number == number_of(device) and self._clock.mono() < until)

    def take_in(self, device: str) -> bool:
        """Whether this device, which shows the table, has a place of its own; from now on if it is waited for."""
        if hashed(device) in self._paired:
            return True
        if not self.expects(device):
            return False
        self._awaited = ("", 0.0)
        # Where all are taken, the one paired first is the least likely to be in use.
        self._keep((*self._paired, hashed(device))[-MOST["screen"] :])
        return True

    def forget(self) -> None:
        """No screen is paired any more."""
        self._keep(())

    def _keep(self, paired: tuple[str, ...]) -> None:
        self._paired = paired
        self._settings.put(self.KEY, list(paired))
        self._changed()


def number_of(device: str) -> str:
    """What a screen shows of itself; it tells nothing of the device's secret."""
    return str(int.from_bytes(sha256(f"screen {device}".encode()).digest()[:8], "big") % 10**DIGITS).zfill(DIGITS)


HEARTBEAT = 5.0
"""Seconds between two signs of life on a stream, quiet or busy: a page that misses two says that the table is lost. It
answers one in about fifteen seconds."""
DEAD = 40.0
"""Seconds without an answer after which a page counts as gone: a radio that fell silent closes nothing."""


@dataclass(eq=False)
class Stream:
    """One open page of a device. ``device`` is the secret its browser holds; its newer stream ends this one. ``place``
    is the one it takes among all streams.

    ``seats`` are those of everybody who shares the device; without any it may be ``watching``. ``pictures`` streams are
    also woken when a small display shows something new; a ``screen`` shows the table to everybody. ``beat`` is when the
    last sign of life went out, ``sent`` the serial of the last moment of which everything was sent.
    """

    device: str
    seats: tuple[int, ...]
    place: StreamSlot
    heard: float
    pictures: bool = False
    watching: bool = False
    screen: bool = False
    ended: bool = False
    replaced: bool = False
    beat: float = 0.0
    sent: int = -1
    opened: int = field(default_factory=count().__next__)
    """Counts up from stream to stream."""


Position = tuple[int, int]
"""How far a stream has got: the serial of its moment, and the count of pictures (0 when it does not watch them)."""


class Broadcast:
    """Holds the latest moment and wakes the listeners. A slow phone only ever sees the latest."""

    def __init__(self, moment: Moment, clock: Clock) -> None:
        self._lock = Lock()
        self._moment = moment
        self._clock = clock
        self._streams: set[Stream] = set()
        self._pictures = 0
        self._listeners: list[Callable[[], None]] = []

    @property
    def moment(self) -> Moment:
        return self._moment

    def listen(self, wake: Callable[[], None]) -> None:
        """Call ``wake`` whenever a stream may have something new or has ended. It is called in any thread, also the
        deciding one, and must not wait.
        """
        self._listeners.append(wake)

    def publish(self, moment: Moment) -> None:
        """Publish a new moment to all streams."""
        with self._lock:
            self._moment = moment
        self._wake()

    def picture_changed(self) -> None:
        """Note that a small display shows something new."""
        with self._lock:
            self._pictures += 1
            watched = any(stream.pictures for stream in self._streams)
        # Phones do not watch pictures: waking all for each would cost them the time of their own news.
        if watched:
            self._wake()

    def open(
        self,
        device: str,
        seats: tuple[int, ...],
        place: StreamSlot,
        *,
        pictures: bool = False,
        watching: bool = False,
        screen: bool = False,
    ) -> Stream:
        """A stream for a page. Raises ``Refused`` where strangers have as many as the table can serve."""
        with self._lock:
            for other in self._streams:
                if other.device == device and not other.ended:
                    other.ended = other.replaced = True
            if place.own:
                self._make_room(place)
            elif not self._has_room(place):
                raise Refused("too-many", say("More people look on than the table can tell at once."))
            now = self._clock.mono()
            stream = Stream(device, seats, place, now, pictures, watching and not seats, screen, beat=now)
            self._streams.add(stream)
        self._wake()
        return stream

    def has_room(self, place: StreamSlot) -> bool:
        """Whether a stream of this place could be opened now."""
        with self._lock:
            return place.own or self._has_room(place)

    def _make_room(self, place: StreamSlot) -> None:
        """The oldest streams of a full place end."""
        there = sorted(self._at(place), key=lambda stream: stream.opened)
        for stream in there[: max(len(there) - place.most + 1, 0)]:
            stream.ended = stream.replaced = True

    def _has_room(self, place: StreamSlot) -> bool:
        if len(self._at(place)) >= place.most:
            return False
        unknown = sum(not stream.ended and stream.place.kind == "sender" for stream in self._streams)
        return place.kind != "sender" or unknown < UNKNOWN_SENDERS

    def _at(self, place: StreamSlot) -> list[Stream]:
        return [stream for stream in self._streams if not stream.ended and stream.place == place]

    def close(self, stream: Stream) -> None:
        """The page is gone."""
        with self._lock:
            stream.ended = True
            self._streams.discard(stream)

    def close_all(self) -> None:
        """End every stream: the program stops."""
        with self._lock:
            for stream in self._streams:
                stream.ended = True
        self._wake()

    def alive(self, device: str) -> None:
        """Note that the page of a device answered a heartbeat."""
        with self._lock:
            for stream in self._streams:
                if stream.device == device:
                    stream.heard = self._clock.mono()

    def end_silent(self) -> None:
        """End the streams whose pages have not answered for ``DEAD`` seconds."""
        now = self._clock.mono()
        with self._lock:
            dead = [stream for stream in self._streams if not stream.ended and now - stream.heard > DEAD]
            for stream in dead:
                stream.ended = True
        if dead:
            self._wake()

    def newer(self, stream: Stream, than: Position) -> Position | None:
        """The present position of ``stream``; None where it has seen all up to there."""
        with self._lock:
            position = self._moment.serial, self._pictures if stream.pictures else 0
            stream.sent = max(stream.sent, than[0])
        return position if position != than else None

    def until_beat(self, stream: Stream) -> float:
        """Seconds until the next sign of life is due, however busy the stream is: the page answers it."""
        return stream.beat + HEARTBEAT - self._clock.mono()

    def beats(self, stream: Stream) -> bool:
        """Whether a sign of life is due now; from then on the next one is waited for."""
        if self.until_beat(stream) > 0:
            return False
        stream.beat = self._clock.mono()
        return True

    def seats(self) -> frozenset[int]:
        """The seats that have a page open now."""
        with self._lock:
            return frozenset(seat for stream in self._streams if not stream.ended for seat in stream.seats)

    def sent_to(self, seat: int) -> int:
        """The serial of the last moment that a page of ``seat`` was sent; -1 without such a page."""
        with self._lock:
            return max(
                (stream.sent for stream in self._streams if seat in stream.seats and not stream.ended), default=-1
            )

    def devices(self) -> frozenset[str]:
        """The devices that have a page open now."""
        with self._lock:
            return frozenset(stream.device for stream in self._streams if not stream.ended)

    def watching(self) -> int:
        """How many phones without a seat look on."""
        with self._lock:
            return sum(stream.watching for stream in self._streams if not stream.ended)

    def _wake(self) -> None:
        for wake in self._listeners:
            wake()

    def __len__(self) -> int:
        with self._lock:
            return len(self._streams)


class OpenStream:
    """The stream of one page, for the thread that draws and writes it."""

    def __init__(self, stream: Stream, broadcast: Broadcast, closed: Callable[[], None]) -> None:
        self._stream = stream
        self._broadcast = broadcast
        self._closed = closed

    @property
    def ended(self) -> bool:
        return self._stream.ended

    @property
    def replaced(self) -> bool:
        """Whether it ended because the device, or its place, has a newer one."""
        return self._stream.replaced

    def newer(self, than: Position) -> Position | None:
        """The present position, see ``Broadcast.newer``."""
        return self._broadcast.newer(self._stream, than)

    def beats(self) -> bool:
        """Whether a sign of life is due, see ``Broadcast.beats``."""
        return self._broadcast.beats(self._stream)

    def until_beat(self) -> float:
        """Seconds until the next sign of life is due."""
        return self._broadcast.until_beat(self._stream)

    def close(self) -> None:
        """The page is gone."""
        self._broadcast.close(self._stream)
        self._closed()


@dataclass(eq=False, repr=False)
class PageStreams:
    """Opens, counts and ends the streams of pages. Any thread, but for ``look_around``; ``settle`` then does the
    periodic work.
    """

    attendance: Attendance
    settle: Callable[[], None]
    seats: Seats
    roles: HostRoles
    loop: Loop
    broadcast: Broadcast
    screens: PairedScreens
    evening: EveningHost

    def handlers(self) -> Handlers:
        return {AnswerBeat: self._answer_beat}

    @property
    def paired_screens(self) -> int:
        """How many table screens have a place of their own."""
        return len(self.screens)

    def open(self, token: str, page: OpenPage) -> OpenStream:
        """A stream for a page of the device with ``token``. Raises ``Refused`` when there are too many."""
        seats = self.seats.seats_of(token)
        place = self._place(token, page, paired=page.screen and self.screens.take_in(token))
        device = token or secrets.token_hex(8)
        stream = self.broadcast.open(
            device, seats, place, pictures=page.pictures, watching=page.watching, screen=page.screen
        )
        self.loop.post(self.look_around)
        return OpenStream(stream, self.broadcast, lambda: self.loop.post(self.look_around))

    def look_around(self) -> None:
        """Find out who has a page open and who fell silent. For the deciding thread."""
        self.broadcast.end_silent()
        hosts = [token for token in self.broadcast.devices() if self.roles.is_host(token)]
        people = [Person(self.seats.seat_of(token) or 0, device_of(token)) for token in hosts]
        self.attendance.phones_are(self.broadcast.seats(), people)
        self.attendance.watched_by(self.broadcast.watching())
        self.evening.look_around()
        self.settle()

    def _answer_beat(self, sender: Sender, _: AnswerBeat) -> Reply:
        self.broadcast.alive(sender.token)
        return Reply()

    def room_for(self, token: str, page: OpenPage) -> StreamRoom:
        """Whether this page of the device with ``token`` could have a stream now."""
        place = self._place(token, page, paired=page.screen and self.screens.expects(token))
        return StreamRoom(self.broadcast.has_room(place), place.own)

    def _place(self, token: str, page: OpenPage, *, paired: bool) -> StreamSlot:
        host = self.roles.is_host(token)
        return place_for(self.seats.seats_of(token), page.where, host=host, screen=paired, here=page.here)
