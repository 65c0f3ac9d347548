"""The thread that publishes. The table never waits for it: it is woken, and looks at the newest moment by itself."""

from __future__ import annotations

import logging
from collections.abc import Callable
from math import floor
from secrets import token_hex
from threading import Thread

from msgspec import structs

from companion.core.errors import raised_at
from companion.core.wording import ENGLISH, Message, say
from companion.mqtt.bell import Bell
from companion.mqtt.broker.broker_faults import BrokerFault, hangs_up_again_and_again, taken_over
from companion.mqtt.broker.broker_link import BrokerLink
from companion.mqtt.broker_exchange import Conversation, LinkToBroker
from companion.mqtt.mqtt_settings import MqttSettings
from companion.mqtt.news import News
from companion.mqtt.pending_messages import Outbox, Outgoing
from companion.mqtt.published.device_facts import DeviceFacts
from companion.mqtt.published.publications import OFFLINE, session_of
from companion.mqtt.published.topics import Topics
from companion.mqtt.retained_record import RetainedRecord
from companion.plays.time_source import Clock
from companion.service.session.sending import LinkState, PublishingRules, PublishingView, Watched

logger = logging.getLogger(__name__)

TICK = 0.2
"""Seconds: news goes out at whole multiples of it. So what is done in secret, which wakes this thread too, does not
move what is public in time; and the pages of the phones are mostly drawn by then.
"""
PAUSES = (1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
"""Seconds before the next attempt, by how many have failed in a row."""
STEADY = 30.0
"""Seconds that a link has to last before the next failure counts as the first again: two tables with one identity that
throw each other out, or a broker that restarts on and on, are slowed down.
"""
LOOKING = 3.0
"""Seconds in which a broker must have said what it keeps under a topic."""
SUSPICIOUS = 3
"""How many links in a row have to end soon, without a reason, before another table is suspected."""
LASTING_PAUSE = 60.0
"""The same where it helps only that somebody changes something."""
TIME_AWAITED = 5.0
"""Seconds between two looks at whether the time is known."""
UNASKED = 3600.0
"""Seconds between two looks while nothing is published."""
GOODBYE = 1.0
"""Seconds in which the broker is told that the table goes: what lights up for it goes out."""
CLEARING_STEP = 1.0
"""Seconds between two looks at whether clearing is still wanted."""

TIME_UNKNOWN = say("TLS waits until the time of day is known: it comes from the internet.")
BROKE = say("Publishing stumbled over something. The log names the place; the table plays on.")

MakeLink = Callable[[Outgoing | None, bool], LinkToBroker]
"""A link with this last will, of MQTT 5 or of 3.1.1. Raises ``BrokerFault``."""


class Publisher:
    """``time_known`` says whether the clock of this machine is right; it may take a while. ``read_facts`` looks up what
    holds of this device; it is called in the publishing thread, once for each link. ``new_topics`` are those of the
    table under a new identity. ``follow``, ``wake``, ``forget_elsewhere`` and ``renew_identity`` may be called in any
    thread, and do not wait.
    """

    def __init__(
        self,
        settings: MqttSettings,
        topics: Topics,
        record: RetainedRecord,
        table: Watched,
        clock: Clock,
        time_known: Callable[[], bool],
        read_facts: Callable[[], DeviceFacts],
        new_topics: Callable[[], Topics],
        make_link: MakeLink | None = None,
    ) -> None:
        self._broker = settings.broker
        record.keep_only(topics.table)
        self.view = PublishingView(self._broker, elsewhere=record.elsewhere(self._broker))
        self._settings = settings
        self._topics = topics
        self._record = record
        self._table = table
        self._clock = clock
        self._mono = clock.mono
        self._time_known = time_known
        self._read_facts = read_facts
        self._new_topics = new_topics
        self._session = token_hex(4)
        self._make_link = make_link or self._link
        self._rules = PublishingRules()
        self._bell = Bell()
        self._outbox = Outbox()
        self._news = News(self._outbox, topics, table.speakers, clock, read_facts, self._session)
        self._newest = True
        self._failed = self._short = 0
        self._linked_at = 0.0
        self._next_topics: Topics | None = None
        self._asked = self._over = self._forgets = self._stopped = False
        self._has_published = self._looks_first = False
        self._thread = Thread(target=self._run, name="publishes", daemon=True)

    # -- asked by others ---------------------------------------------------------------------------------------------

    def follow(self, rules: PublishingRules) -> None:
        """Publish by these rules from now on."""
        self._rules = rules
        self._asked = True
        self._bell.ring()

    def renew_identity(self) -> None:
        """Publish under new topics from now on. What stands under the old ones is left to the table that has them."""
        self._next_topics = self._new_topics()
        self._asked = True
        self._bell.ring()

    def forget_elsewhere(self) -> None:
        """Forget what is left at other brokers: it is not to be cleared any more."""
        self._forgets = self._asked = True
        self._bell.ring()

    def wake(self) -> None:
        """There may be something new."""
        if self._rules.on:
            self._bell.ring()

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Say goodbye to the broker, and end. What is retained stays, but says that the table is away."""
        self._over = True
        self._bell.ring()
        if self._thread.is_alive():
            self._thread.join(2 * GOODBYE)
        elif self._thread.ident is None:
            self._bell.close()

    # -- publishing --------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._over:
            try:
                pause = self._round()
            except BrokerFault as fault:
                pause = self._failure(fault)
            except OSError as error:  # the note of what is retained cannot be written
                pause = self._failure(BrokerFault(_not_noted(error)))
            except Exception as error:
                logger.error("publishing broke: %s at %s", type(error).__name__, raised_at(error))
                pause = self._failure(BrokerFault(BROKE, lasting=True))
            self._rest(pause)
        self._bell.close()

    def _rest(self, seconds: float) -> None:
        """Wait so long, whatever happens at the table, unless the rules change."""
        until = self._mono() + seconds
        while not self._over and not self._asked and (rest := until - self._mono()) > 0:
            self._bell.wait(rest)
            self._bell.quiet()

    def _round(self) -> float:
        """Publish, or clear, as long as it goes well; returns seconds until the next attempt."""
        asked, self._asked = self._asked, False
        self._bell.quiet()
        if self._next_topics is not None:
            self._become(self._next_topics)
        if self._stopped and not self._may_go_on(asked=asked):
            return UNASKED
        if self._forgets:
            self._forgets = False
            self._record.forget_elsewhere(self._broker)
        on = self._rules.on
        if not on and not self._record.at(self._broker):
            self._show("off")
            return UNASKED
        if self._settings.tls and not self._time_known():
            self._show("waiting", TIME_UNKNOWN)
            return TIME_AWAITED
        self._show("trying", self.view.trouble)
        if self._looks_first and on:
            self._look_for_another_table()
        held = self._record.at(self._broker)
        if on:
            # The last will is a retained message too: it is noted before the broker has it.
            self._record.add(self._broker, self._topics.retained)
        try:
            self._converse(on=on)
        except BrokerFault as fault:
            if fault.outside:
                self._record.put(self._broker, held)
            raise
        return 0.0

    def _look_for_another_table(self) -> None:
        """Read what was published under this identity last, without coming under it. Raises ``BrokerFault``, also where
        that was another table. Nothing is read where the broker does not let the table read.
        """
        sessions: list[str] = []
        link = BrokerLink(
            self._settings,
            f"{self._topics.device_id}_looks",
            None,
            self._topics.state,
            newest=self._newest,
            hears=lambda _topic, payload, _kept: sessions.append(session_of(payload)),
        )
        try:
            if Conversation(link, Outbox(), self._mono, lambda: self._over).greet():
                until = self._mono() + LOOKING
                while not sessions and self._mono() < until and self._goes_on:
                    link.step(LOOKING / 10)
        finally:
            link.close(goodbye=True)
        self._looks_first = False
        if sessions and sessions[0] not in ("", self._session):
            raise taken_over()

    def _become(self, topics: Topics) -> None:
        """Be the table with these topics, of which the broker knows nothing yet."""
        self._topics, self._next_topics = topics, None
        self._record.keep_only(topics.table)
        self._outbox = Outbox()
        self._news = News(self._outbox, topics, self._table.speakers, self._clock, self._read_facts, self._session)
        self._failed = self._short = 0
        self._stopped = self._has_published = self._looks_first = False

    def _may_go_on(self, *, asked: bool) -> bool:
        """Whether somebody has decided what is to become of an identity that another table uses: to try once more."""
        self._stopped = not (asked and self._rules.on)
        if not self._rules.on:
            # Nothing is taken back: what stands at the broker is the other table's.
            self._record.put(self._broker, ())
            self._show("off")
        return not self._stopped

    @property
    def _goes_on(self) -> bool:
        """Whether the link is of use as it is."""
        return not self._over and self._next_topics is None

    def _converse(self, *, on: bool) -> None:
        """Open a link, and publish or clear over it."""
        will = Outgoing(self._topics.availability, OFFLINE, retain=True) if on else None
        link, goodbye = self._make_link(will, self._newest), False
        try:
            conversation = Conversation(link, self._outbox, self._mono, lambda: self._over)
            if conversation.greet():
                self._linked_at = self._mono()
                goodbye = self._publish(conversation) if on else self._clear(conversation)
        finally:
            link.close(goodbye=goodbye)

    def _publish(self, conversation: Conversation) -> bool:
        """Publish until it is switched off, and say goodbye; returns whether the last will may be dropped."""
        self._news.begin()
        self._take_back_of_earlier(conversation)
        while self._rules.on and self._goes_on:
            self._news.take(self._table.moment(), names=self._rules.names)
            conversation.go_on(self._bell)
            if self._bell.quiet():
                self._until_the_tick(conversation)
            if conversation.all_told:
                self._has_published = True
                if self._mono() - self._linked_at >= STEADY:
                    self._failed = self._short = 0
                self._show("linked", conversation.refused or self._suspicion)
        self._outbox.want_only({self._topics.availability: OFFLINE})
        told = conversation.finish(GOODBYE) and conversation.refused is None
        return told or not self._over  # what is left is cleared over a link that has no will

    def _take_back_of_earlier(self, conversation: Conversation) -> None:
        """Clear what was published here under topics that are not used any more."""
        old = [topic for topic in self._record.at(self._broker) if topic not in self._topics.retained]
        if old:
            self._news.take_back(old)
            while not conversation.finish(CLEARING_STEP) and self._rules.on and self._goes_on:
                pass
            if self._outbox.done(self._mono()) and conversation.refused is None:
                self._record.put(self._broker, self._topics.retained)

    def _until_the_tick(self, conversation: Conversation) -> None:
        due = (floor(self._mono() / TICK) + 1) * TICK
        while (rest := due - self._mono()) > 0:
            conversation.go_on(seconds=rest)

    def _clear(self, conversation: Conversation) -> bool:
        """Take back all that is retained; returns True, since there is no last will."""
        self._show("clearing")
        self._news.take_back(self._record.at(self._broker))
        while not self._rules.on and self._goes_on:
            if conversation.finish(CLEARING_STEP):
                if conversation.refused is not None:
                    raise BrokerFault(conversation.refused, lasting=True)
                self._record.put(self._broker, ())
                break
        return True

    def _failure(self, fault: BrokerFault) -> float:
        """Show why it failed; returns seconds until the next attempt."""
        if fault.taken_over:
            logger.warning("publishing: %s", fault)
            self._stopped = True
            self._show("stopped", fault.message)
            return UNASKED
        if fault.other_version and self._newest:
            self._newest = False
            return 0.0
        self._newest = True
        self._looks_first = fault.without_reason and self._has_published
        soon = fault.without_reason and self._mono() - self._linked_at < STEADY
        self._short = self._short + 1 if soon else 0
        trouble = self._suspicion or fault.message
        if self.view.trouble != trouble:
            logger.warning("publishing: %s", ENGLISH.say(trouble))
        self._show("trying", trouble)
        pause = LASTING_PAUSE if fault.lasting else PAUSES[min(self._failed, len(PAUSES) - 1)]
        self._failed += 1
        return pause

    @property
    def _suspicion(self) -> Message | None:
        """That another table seems to use this identity, where the broker does not say so."""
        return hangs_up_again_and_again() if self._short >= SUSPICIOUS else None

    def _link(self, will: Outgoing | None, newest: bool) -> LinkToBroker:
        return BrokerLink(self._settings, self._topics.device_id, will, self._topics.birth, newest=newest)

    def _show(self, state: LinkState, trouble: Message | None = None) -> None:
        elsewhere = self._record.elsewhere(self._broker)
        contested = self._stopped or self._suspicion is not None
        view = structs.replace(self.view, state=state, trouble=trouble, elsewhere=elsewhere, contested=contested)
        if view != self.view:
            self.view = view
            self._table.changed()


def _not_noted(error: OSError) -> Message:
    return say("The note of what is published cannot be written: {why}.", why=error.strerror or type(error).__name__)
