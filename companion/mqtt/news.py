"""From moments of the table to what is to be published. Pure but for the time of the day."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import structs

from companion.core.wording import Speaker
from companion.mqtt.pending_messages import Outbox
from companion.mqtt.published.device_facts import DeviceFacts
from companion.mqtt.published.home_assistant import discovery
from companion.mqtt.published.public_state import ClockTimes, PublicState, public_state
from companion.mqtt.published.publications import ONLINE, events, retained
from companion.mqtt.published.topics import Topics
from companion.plays.time_source import Clock
from companion.service.screens.moment import Moment

Speakers = Callable[[bool], Speaker]
"""Speaks the language of the table screen, with or without the names of people."""


class News:
    """Puts into ``outbox`` what changed for everybody, and nothing else: what somebody does in secret changes neither
    what is sent nor when. ``read_facts`` looks up what holds of this device now;
    ``session`` is that of this run of the program.
    """

    def __init__(
        self,
        outbox: Outbox,
        topics: Topics,
        speakers: Speakers,
        clock: Clock,
        read_facts: Callable[[], DeviceFacts],
        session: str,
    ) -> None:
        self._outbox = outbox
        self._topics = topics
        self._speakers = speakers
        self._clock = clock
        self._times = ClockTimes(clock)
        self._state: PublicState | None = None
        self._taken: tuple[Moment | None, bool] = (None, False)
        self._read_facts = read_facts
        self._session = session
        self._facts: DeviceFacts | None = None
        self._device: tuple[tuple[str, DeviceFacts], bytes] | None = None

    def begin(self) -> None:
        """Begin a link: nobody knows anything, and what has happened until now is no event any more."""
        self._state, self._taken = None, (None, False)
        # Read once for each link: looking them up takes time, and would move in time what goes over the link.
        self._facts = self._read_facts()

    def take(self, moment: Moment, *, names: bool) -> None:
        """Take over what is to be known of this moment. ``names``: also those of people."""
        before, named = self._taken
        if moment is before and names == named:
            return
        if named and not names:
            self._outbox.drop_events()
        state = public_state(moment, self._speakers(names), self._times)
        state = structs.replace(state, table=structs.replace(state.table, session=self._session))
        if state != self._state:
            happened = events(self._state, state)
            self._outbox.add_events(self._topics.event, happened, self._clock.mono())
        device = {self._topics.device: self._discovery(state)} if self._topics.device else {}
        self._outbox.want({**device, **retained(state, self._topics), self._topics.availability: ONLINE})
        self._state, self._taken = state, (moment, names)

    def take_back(self, topics: Iterable[str]) -> None:
        """Clear everything under these topics, and publish nothing else."""
        self._outbox.want_only(dict.fromkeys(topics, b""))
        self.begin()

    def _discovery(self, state: PublicState) -> bytes:
        """It rests on nothing but the language, the device, and which seats have been used."""
        facts = self._facts or self._read_facts()
        if state.table.phase != "gathering":
            taken = {seat.seat for seat in state.seats if seat.taken}
            facts = structs.replace(facts, used_seats=facts.used_seats | taken)
        self._facts, speaker = facts, self._speakers(False)
        told = (speaker.language, facts)
        if self._device is None or self._device[0] != told:
            self._device = (told, discovery(self._topics, speaker, facts))
        return self._device[1]
