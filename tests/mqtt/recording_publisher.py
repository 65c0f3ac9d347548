"""A publisher without a thread and a broker: it notes each message at once, and when it would be sent."""

from __future__ import annotations

from companion.mqtt.news import News
from companion.mqtt.pending_messages import Outbox
from companion.service.session.sending import PublishingRules, PublishingView, Watched
from tests.mqtt.publishing_room import FACTS, TOPICS
from tests.service.at_table import HandClock


class RecordingPublisher:
    """``sent``: its messages: topic, payload, whether retained; each with the ``step`` of the test at which it went.

    It is woken by every moment, as the thread is.
    """

    def __init__(self, clock: HandClock) -> None:
        self.view = PublishingView("nowhere:1883")
        self.sent: list[tuple[int, str, bytes, bool]] = []
        self.step = self.renewed = 0
        self._clock = clock
        self._rules = PublishingRules()
        self._outbox = Outbox()

    def watching(self, watched: Watched) -> RecordingPublisher:
        self._watched = watched
        self._news = News(self._outbox, TOPICS, watched.speakers, self._clock, lambda: FACTS, "5e55")
        return self

    def follow(self, rules: PublishingRules) -> None:
        self._rules = rules

    def forget_elsewhere(self) -> None:
        self.view = PublishingView(self.view.broker)

    def renew_identity(self) -> None:
        self.renewed += 1

    def start(self) -> None:
        pass

    def close(self) -> None:
        pass

    def wake(self) -> None:
        if not self._rules.on:
            return
        self._news.take(self._watched.moment(), names=self._rules.names)
        while (message := self._outbox.next(self._clock.mono())) is not None:
            self.sent.append((self.step, message.topic, message.payload, message.retain))
            self._outbox.answered(self._clock.mono(), taken=True)
