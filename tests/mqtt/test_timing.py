"""What goes over the link, and when, is the same to the microsecond however often somebody acts in secret.

The real publisher in the thread of the test, on a link whose waiting moves the clock, at two tables that differ only in
secret acts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import floor
from pathlib import Path
from unittest.mock import patch

import pytest

from companion.core.wording import Message
from companion.mqtt.bell import Bell
from companion.mqtt.broker_exchange import BETWEEN_BIRTHS, Conversation
from companion.mqtt.mqtt_settings import MqttSettings
from companion.mqtt.pending_messages import Outgoing
from companion.mqtt.published.publications import ONLINE
from companion.mqtt.publisher import TICK, Publisher
from companion.mqtt.retained_record import RetainedRecord
from companion.service.clock.turn_clock import ClockRule, SetClock
from companion.service.session.sending import PublishingRules, RoomPublisher, Watched
from tests.mqtt.publishing_room import FACTS, TOPICS
from tests.service.at_table import HOST, HandClock, Room

Act = Callable[[Room], object]
TAKES = 0.013
"""Seconds in which the broker answers a message."""
BEGUN, ENDS = 1000.0, 1100.0
BIRTHS = (1012.3, 1015.1, 1071.7)


class ScriptedLink:
    """``acts`` happen at the table at their times, while the publisher waits here."""

    def __init__(self, clock: HandClock, acts: Sequence[tuple[float, Callable[[], object]]]) -> None:
        self.heard: list[bytes] = []
        self.on_the_line: list[tuple[float, str, bytes, bool]] = []
        """What is sent, and looks at the link, which send signs of life."""
        self.welcomed = self.spoken_to = True
        self._clock = clock
        self._acts = sorted(acts, key=lambda act: act[0])
        self._answered_at = 0.0

    def connect(self) -> None:
        pass

    def subscribe(self) -> None:
        pass

    def send(self, message: Outgoing) -> None:
        self._note(message.topic, message.payload, message.retain)
        self._answered_at = self._clock.now + TAKES

    def answer(self) -> Message | bool:
        return self._clock.now >= self._answered_at

    def look_after(self) -> None:
        self._note("look", b"", False)

    def close(self, *, goodbye: bool) -> None:
        pass

    def step(self, seconds: float, bell: Bell | None = None) -> None:
        """Until something happens: the time is up, the broker answers, or the table rings ``bell``."""
        until = self._clock.now + seconds
        if self._answered_at > self._clock.now:
            until = min(until, self._answered_at)
        while self._acts and self._acts[0][0] <= until:
            at, act = self._acts.pop(0)
            self._clock.now = at
            act()
            if bell is not None and bell.quiet():
                bell.ring()
                return
        self._clock.now = until

    def _note(self, topic: str, payload: bytes, retain: bool) -> None:
        self.on_the_line.append((round(self._clock.now, 6), topic, payload, retain))


class PublisherByHand(Publisher):
    """Without a thread: ``published`` runs it."""

    def start(self) -> None:
        pass


def published(folder: Path, acts: Sequence[tuple[float, Act]]) -> ScriptedLink:
    """All that goes over the link from ``BEGUN`` to ``ENDS``."""
    clock = HandClock(mono=BEGUN)
    made: list[PublisherByHand] = []
    links: list[ScriptedLink] = []

    def make(watched: Watched) -> RoomPublisher:
        settings = MqttSettings(host="nowhere")
        record = RetainedRecord(folder)
        made.append(
            PublisherByHand(
                settings,
                TOPICS,
                record,
                watched,
                clock,
                lambda: True,
                lambda: FACTS,
                lambda: TOPICS,
                lambda *_: links[0],
            )
        )
        return made[0]

    session = patch("companion.mqtt.publisher.token_hex", lambda _: "5e551017")  # else each run has another one
    with session, Room(folder / "log.sqlite", publisher=make, clock=clock) as room:
        room.begin(3)
        room.table.ask(HOST, SetClock(ClockRule("fischer", 600, 0)))
        room.set_up()
        [publisher] = made

        def ends() -> None:
            publisher._over = True

        at_table = [(at, lambda act=act: act(room)) for at, act in acts]
        births = [(at, lambda: links[0].heard.append(ONLINE)) for at in BIRTHS]
        links.append(ScriptedLink(clock, [*at_table, *births, (ENDS, ends)]))
        publisher.follow(PublishingRules(on=True))
        publisher._round()
    return links[0]


def thinks_again(seat: int) -> Act:
    """Somebody plans something, and drops it, in secret."""

    def act(room: Room) -> None:
        for answers in (("add", f"tax-{seat}"), ("drop", f"tax-{seat}")):
            room.answer(seat, *answers)

    return act


PUBLIC: list[tuple[float, Act]] = [
    (1020.017, lambda room: room.plans_ready(2)),
    (1055.031, lambda room: room.plans_ready(1)),
]
SECRET: list[tuple[float, Act]] = [(BEGUN + 0.37 + 0.71 * n, thinks_again(3)) for n in range(139)] + [
    (1020.011, thinks_again(3)),
    (1055.029, thinks_again(3)),
]


@pytest.mark.parametrize("public", [PUBLIC, []], ids=["others act too", "nobody else acts"])
def test_secret_acts_move_nothing_on_the_line(tmp_path: Path, public: list[tuple[float, Act]]) -> None:
    quiet = published(tmp_path / "quiet", public)
    busy = published(tmp_path / "busy", [*public, *SECRET])
    assert busy.on_the_line == quiet.on_the_line
    topics = [topic for _, topic, *_ in quiet.on_the_line]
    assert topics.count("look") > 90
    announced = [at for at, topic, *_ in quiet.on_the_line if topic == TOPICS.device]
    assert len(announced) == 1 + len(BIRTHS)
    assert announced[2] - announced[1] >= BETWEEN_BIRTHS
    assert (topics.count(TOPICS.state) > 4) == bool(public)


def test_a_link_that_is_looked_after_at_every_wake_would_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the test above is known to see anything."""

    def at_once(self: Conversation) -> bool:
        self._link.look_after()
        self._looked = floor(self._mono())
        return True

    monkeypatch.setattr(Conversation, "_is_time_to_look", at_once)
    quiet = published(tmp_path / "quiet", PUBLIC)
    busy = published(tmp_path / "busy", [*PUBLIC, *SECRET])
    assert busy.on_the_line != quiet.on_the_line


def test_what_is_public_goes_out_within_a_tick(tmp_path: Path) -> None:
    link = published(tmp_path, PUBLIC)
    [(at, *_)] = [line for line in link.on_the_line if line[1] == TOPICS.event][:1]
    assert 1020.017 < at <= 1020.017 + TICK + 10 * TAKES
