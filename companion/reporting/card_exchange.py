"""Asks the club whose the cards are that were shown, and who wants to be forgotten."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from typing import Protocol

import msgspec
from msgspec import Struct

from companion.plays.log.log import Log
from companion.plays.log.seat_cards import PlayedCard
from companion.reporting.club_faults import TooManyCodes

CARDS_REST = 60.0
"""Seconds in which no card is asked about, after the club has had enough of wrong codes: reports do not wait for it."""
CALL_EVERY = 3600.0
"""Seconds after which the club is called though there is nothing to ask."""
KEPT = "club-forgotten"
"""The setting: how many people the club has forgotten, as far as this table was told, and in which database."""

NAMES = "club-forgotten-names"
"""The setting: the names of people whom the club has forgotten that are still to go."""


class NameToGo(Struct, frozen=True, array_like=True):
    """The name that somebody who is forgotten had at a seat. It goes once the play is over; not if somebody else sits
    there by then.
    """

    play: str
    seat: int
    name: str


class Forgotten(Struct, frozen=True):
    """``number`` people wanted to be forgotten so far, as the club's ``database`` counts; ``persons`` are the ids of
    those since the number asked for. An older club does not say which database that is.
    """

    number: int
    persons: tuple[str, ...]
    database: str = ""


class ToldSoFar(Struct, frozen=True):
    """The last that a club said of whom it has forgotten."""

    number: int = 0
    database: str = ""


class CardQuestions(Protocol):
    """What the club is asked. Methods raise ``ClubFault``, ``person_of`` also ``TooManyCodes``."""

    def person_of(self, code: str) -> str | None: ...

    def forgotten_since(self, number: int) -> Forgotten: ...


class CardExchange:
    """``changed`` is told when the club has answered about a card. For the reporting thread, but for ``waiting``."""

    def __init__(
        self,
        log: Log,
        club: CardQuestions,
        changed: Callable[[], object],
        mono: Callable[[], float] = time.monotonic,
    ) -> None:
        self._log = log
        self._club = club
        self._changed = changed
        self._mono = mono
        self._called: float | None = None
        self._cards_rest_until = -inf

    @property
    def waiting(self) -> bool:
        """Whether there is something to ask: also after a start, and every hour, since somebody may want to be
        forgotten, and the club shows which tables are on.
        """
        late = self._called is None or self._mono() - self._called >= CALL_EVERY
        return late or (self._mono() >= self._cards_rest_until and bool(self._log.seat_cards.asked()))

    @property
    def rest(self) -> float:
        """Seconds until cards are asked about of which the club had enough; infinite where there are none."""
        return max(0.0, self._cards_rest_until - self._mono()) if self._log.seat_cards.asked() else inf

    def exchange(self) -> None:
        """Ask about every card, and forget whom the club has forgotten. Raises ``ClubFault`` and ``LogError``."""
        try:
            for each in self._log.seat_cards.asked():
                self._ask(each)
        except TooManyCodes:
            self._cards_rest_until = self._mono() + CARDS_REST
        before = self._told_so_far()
        told = self._club.forgotten_since(before.number)
        if before.number and (told.database != before.database or told.number < before.number):
            # the club has another database now, or an older copy of the same: its numbers are of other people
            told = self._club.forgotten_since(0)
        for person in told.persons:
            self._forget(person)
        self._clear_names()
        if (now := ToldSoFar(told.number, told.database)) != before:
            self._log.settings.put(KEPT, now)
        self._called = self._mono()

    def _told_so_far(self) -> ToldSoFar:
        try:
            return msgspec.convert(self._log.settings.get(KEPT, {}), ToldSoFar)
        except msgspec.ValidationError:  # also a note of an older table, which holds for no database
            return ToldSoFar()

    def _ask(self, card: PlayedCard) -> None:
        person = self._club.person_of(card.card.code)
        self._log.seat_cards.answer(card, person or "")
        self._changed()

    def _forget(self, person: str) -> None:
        """Whoever it was is a guest everywhere. The name is noted before the card goes, which says whose it is."""
        for each in self._log.seat_cards.of_person(person):
            row = self._log.play(each.play)
            name = self._log.names(row).get(each.seat, "") if row is not None else ""
            noted, names = NameToGo(each.play, each.seat, name), self._names()
            if name and noted not in names:
                self._put_names((*names, noted))
            self._log.seat_cards.forget(each)

    def _clear_names(self) -> None:
        """A seat of a play that is over has no name where somebody forgotten sat."""
        names = self._names()
        left = tuple(noted for noted in names if not self._is_cleared(noted))
        if left != names:
            self._put_names(left)

    def _is_cleared(self, noted: NameToGo) -> bool:
        row = self._log.play(noted.play)
        if row is None or self._log.names(row).get(noted.seat) not in (noted.name, ""):
            return True
        if row.status == "over":
            self._log.rename(noted.play, noted.seat, "")
            self._log.accounts.remove_names(noted.play)
        return row.status == "over"

    def _names(self) -> tuple[NameToGo, ...]:
        try:
            return msgspec.convert(self._log.settings.get(NAMES, ()), tuple[NameToGo, ...])
        except msgspec.ValidationError:
            return ()

    def _put_names(self, names: tuple[NameToGo, ...]) -> None:
        self._log.settings.put(NAMES, names)
