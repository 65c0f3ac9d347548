"""The play on the table. Used only by the deciding thread.

Parts that must know of new entries (seats, agreement, clock, audit) follow the play, and are told in the order in which
they were added.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from companion.core.errors import CompanionError, Refused
from companion.core.step import TABLE
from companion.core.wording import Message, say
from companion.plays.play import Play
from companion.plays.storage.entry import Entry
from companion.plays.storage.stores import Settings
from companion.plays.undo import JUST_TYPED, is_typed_dice
from companion.service.play.dialogues import PlayState, SeatForm, SentBefore
from companion.service.play.notices import Notices
from companion.service.play.play_now import LatestPhoto, play_now
from companion.service.play.play_views import Phase
from companion.service.table_state import Part, StateHolder, without

DEFAULT = "default"
"""The actor of a step that was answered for a person who sleeps or has left."""


class RunningPlay:
    """Holds the play on the table, and informs others about its entries."""

    def __init__(self, state: StateHolder, notices: Notices, settings: Settings) -> None:
        self._part = state.part(PlayState())
        self._sent = SentBefore(settings)
        self._notices = notices
        self._play: Play | None = None
        self._followers: list[Callable[[Entry], None]] = []

    @property
    def part(self) -> Part[PlayState]:
        """The part of the state, for the modules of this room."""
        return self._part

    @property
    def now(self) -> PlayState:
        """The present state of the play, an immutable value."""
        return self._part.now

    @property
    def play(self) -> Play | None:
        """The play itself, with its log."""
        return self._play

    def playing(self) -> Play:
        """The running play. Raises ``Refused`` without one."""
        if self._play is None:
            raise Refused("no-play", say("No play is on."))
        return self._play

    def follow(self, follower: Callable[[Entry], None]) -> None:
        """Call ``follower`` with every new entry, after the followers added before."""
        self._followers.append(follower)

    def take_up(self, play: Play | None) -> None:
        """Put a play on the table, newly begun or resumed. None: people sit down for the next one."""
        self._play = play
        now = play_now(play) if play is not None else None
        phase: Phase = "gathering" if now is None else "over" if now.awaited.over else "playing"
        self._sent.take_up(play.id if play is not None else "")
        self._part.put(
            replace(
                self.now,
                phase=phase,
                play=now,
                drafts={},
                pending=(),
                last=self._sent.last,
                rules_broke=False,
                photo=None,
                reminders={},
            )
        )

    def remember(self, form: SeatForm) -> None:
        """Remember the answers of a form that was sent, to offer them the next time."""
        self._sent.put(form.kept_as, form.sent)
        self._part.put(replace(self.now, last=self._sent.last))

    def write_down(self) -> None:
        """Store the forms that were sent since the last call."""
        self._sent.write_down()

    def read_again(self) -> None:
        """Read the play again after damaged rows were put back from a copy. If it cannot be read, it stays as it
        is.
        """
        if self._play is not None:
            with suppress(CompanionError):
                self._play.read()
            self._part.put(replace(self.now, play=play_now(self._play)))

    def settle(self) -> None:
        """Periodic work: end the period in which entered dice can be undone at once."""
        play, now = self._play, self.now.play
        if play is None or now is None or play.age <= JUST_TYPED or not is_typed_dice(play.effective[-1]):
            return
        if any(offer.way == "free" for offer in now.undo.values()):
            self._part.put(replace(self.now, play=play_now(play)))

    def conclude(self) -> None:
        """Close the play for good: nothing can be taken back any more. Raises ``Refused``."""
        play = self.playing()
        play.conclude()
        self._part.put(replace(self.now, play=play_now(play)))

    def show_photo(self, photo: LatestPhoto | None) -> None:
        """Show another photo as the newest of the play."""
        self._part.put(replace(self.now, photo=photo))

    def note_rules_bug(self) -> None:
        """Tell everybody of a bug in the rules, until the next step goes well."""
        self._part.put(replace(self.now, rules_broke=True))

    def entered(self, *entries: Entry) -> None:
        """Take over entries of one seat that are on disk: drop its drafts and notices, and tell the followers."""
        now, seat = play_now(self.playing()), entries[-1].seat
        reminders = self._reminded(entries[-1])
        drafts = {key: draft for key, draft in self.now.drafts.items() if key[0] != seat}
        phase: Phase = "over" if now.awaited.over else "playing"
        self._part.put(replace(self.now, phase=phase, play=now, drafts=drafts, rules_broke=False, reminders=reminders))
        self._notices.forget(seat)
        self._drop_stale_drafts()
        for entry in entries:
            for follower in self._followers:
                follower(entry)

    def _reminded(self, entry: Entry) -> dict[int, tuple[Message, ...]]:
        """The reminders of every seat (0: of everybody) after an entry. One that not everybody knows of changes those
        of its own seat alone, or they would tell of it.
        """
        play = self.playing()
        known = {seat for seat in (TABLE, *play.setup.numbers) if entry.known or seat == entry.seat != TABLE}
        kept = {seat: words for seat, words in self.now.reminders.items() if seat not in known}
        new = {seat: tuple(each.words for each in play.reminders if each.seat == seat) for seat in known}
        return kept | {seat: words for seat, words in new.items() if words}

    def _drop_stale_drafts(self) -> None:
        state = self.now
        for key, draft in state.drafts.items():
            if state.draft_stands_on(key, draft.answers) != draft.stood_on:
                self._part.put(replace(self.now, drafts=without(self.now.drafts, key)))
                words = say("The table has changed while you were choosing. Look again.")
                self._notices.tell([key[0] if not key[1] else TABLE], words)
