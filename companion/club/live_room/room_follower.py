"""The thread that follows the tables through a broker. What it knows comes from there at each connection."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Mapping
from threading import Event, Lock, Thread

from companion.club.club_config import RoomBroker
from companion.club.live_room.heard_tables import HeardTables, Now
from companion.club.live_room.room_views import LiveRoom
from companion.club.live_room.table_news import LARGEST
from companion.core.errors import raised_at
from companion.core.wording import ENGLISH, Message
from companion.mqtt.broker.broker_faults import BrokerFault
from companion.mqtt.broker.broker_link import BrokerLink, ReadingLimits
from companion.mqtt.broker_exchange import Conversation
from companion.mqtt.pending_messages import Outbox

logger = logging.getLogger(__name__)

ROOM_LIMITS = ReadingLimits(most=16 * 1024 * 1024, a_second=1024 * 1024, packet=LARGEST + 1024)
"""A thousand tables tell eleven topics each at once."""
PAUSES = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds before the next attempt, by how many have failed in a row."""
TOLD_WITHIN = 5.0
"""Seconds in which a broker tells all that it keeps."""
DRAWN_EVERY = 0.5
"""Seconds between two views of the room at least: many tables change at once."""
STEP = 0.2
"""Seconds that a step waits for the broker at most."""
GOODBYE = 5.0
"""Seconds that the thread is waited for at the end."""

Changed = Callable[[], object]


class RoomFollower:
    """``view`` is the room as it was last. ``changed`` is told in this thread when there is a new one. ``know`` and
    ``forget_people`` may be called in any thread.
    """

    def __init__(self, settings: RoomBroker, changed: Changed, now: Callable[[], Now] | None = None) -> None:
        self._settings = settings
        self._changed = changed
        self._now = now or (lambda: Now(time.time(), time.monotonic()))
        self._tables = HeardTables(settings.topic)
        self._lock = Lock()
        """Over the tables: they are known from other threads."""
        self._outbox = Outbox()
        self._client = f"club-{secrets.token_hex(6)}"
        self._failed, self._newest = 0, True
        self._said = ""
        self._clearing: tuple[str, ...] = ()
        self._cut: float | None = self._now().wall
        self._over, self._asks_anew = Event(), False
        self._drawn_at = 0.0
        self.view = LiveRoom(cut=self._cut)
        self._thread = Thread(target=self._run, name="follows", daemon=True)

    def know(self, names: Mapping[str, str]) -> None:
        """Set the tables of the club: their names by id, empty for those that are not shown."""
        with self._lock:
            if self._tables.know(names):
                self._asks_anew = True

    def forget_people(self) -> None:
        """Forget somebody: remove at once, also from the broker, what tables that are away have left."""
        with self._lock:
            self._tables.forget_people()

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join(GOODBYE)

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                self._follow()
            except BrokerFault as fault:
                if fault.other_version and self._newest:
                    self._newest = False
                    continue
                self._tell(fault.message)
            except Exception as error:
                logger.error("the room broke: %s at %s", type(error).__name__, raised_at(error))
            self._newest = True
            self._cut = self._cut or self._now().wall
            self._rest(PAUSES[min(self._failed, len(PAUSES) - 1)])
            self._failed += 1

    def _rest(self, seconds: float) -> None:
        """So long nothing is heard, but time passes for the tables that are away."""
        until = self._now().mono + seconds
        while not self._over.is_set() and (rest := until - self._now().mono) > 0:
            self._draw()
            self._over.wait(min(rest, DRAWN_EVERY))

    def _tell(self, trouble: Message) -> None:
        """Into the log, once as long as it stays the same."""
        words = ENGLISH.say(trouble)
        if words != self._said:
            logger.warning("the room: %s", words)
        self._said = words

    def _follow(self) -> None:
        """Follow the tables over one link, as long as it holds."""
        wanted = f"{self._settings.topic}/#"
        link = BrokerLink(
            self._settings, self._client, None, wanted, newest=self._newest, hears=self._hear, limits=ROOM_LIMITS
        )
        try:
            conversation = Conversation(link, self._outbox, lambda: self._now().mono, self._over.is_set)
            with self._lock:
                self._tables.link_begins()
                self._asks_anew = False
            self._clearing = ()
            self._outbox.want_only({})
            if conversation.greet():
                self._listen(link, conversation)
        finally:
            link.close(goodbye=True)

    def _listen(self, link: BrokerLink, conversation: Conversation) -> None:
        until = self._now().mono + TOLD_WITHIN
        while not self._over.is_set() and self._now().mono < until:
            self._hear_on(link, conversation)
        with self._lock:
            self._tables.all_told(self._now())
        while not self._over.is_set():
            if self._hear_on(link, conversation):
                self._clear()

    def _hear_on(self, link: BrokerLink, conversation: Conversation) -> bool:
        """One step, at the end of which the link is known to hold; returns what ``_draw`` does."""
        if self._asks_anew:
            self._asks_anew = False
            link.subscribe()
        conversation.go_on(seconds=STEP)
        self._cut, self._failed = None, 0
        if conversation.refused is not None:
            self._tell(conversation.refused)
        return self._draw()

    def _hear(self, topic: str, payload: bytes, kept: bool) -> None:
        with self._lock:
            self._tables.hear(topic, payload, self._now(), kept=kept)

    def _draw(self) -> bool:
        """Look at the room, unless that was done just now; returns whether it was time to."""
        now = self._now()
        if now.mono - self._drawn_at < DRAWN_EVERY:
            return False
        self._drawn_at = now.mono
        with self._lock:
            view = self._tables.room(now, self._cut)
        if view != self.view:
            self.view = view
            self._changed()
        return True

    def _clear(self) -> None:
        """Have cleared at the broker what is to be, one topic after the other."""
        with self._lock:
            topics = self._tables.to_clear(self._now())
        if topics != self._clearing:
            self._clearing = topics
            self._outbox.say_anew()
            self._outbox.want_only(dict.fromkeys(topics, b""))
