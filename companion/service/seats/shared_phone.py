"""One phone for several people: whose hands it is in. Between two it shows a cover, and nothing of either.

Kept in memory only: after a restart every shared phone is covered. Any thread may look.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.service.seats.seats_state import SeatsState
from companion.service.table_state import Part, without

MOST = 64
"""Phones whose hands are remembered: more than seats, so that none at this table is forgotten."""


class SharedPhones:
    """The seat in front of each shared phone, by the phone's token."""

    def __init__(self, part: Part[SeatsState]) -> None:
        self._part = part

    def front(self, token: str, held: Sequence[int]) -> int | None:
        """Which of the seats that a phone holds it acts for now; None while it is covered, or holds none."""
        if len(held) < 2:
            return held[0] if held else None
        seat = self._part.now.in_front.get(token)
        return seat if seat in held else None

    def uncover(self, token: str, seat: int) -> None:
        """It is in the hands of whoever sits there."""
        latest = list({**self._part.now.in_front, token: seat}.items())[-MOST:]
        self._part.put(replace(self._part.now, in_front=dict(latest)))

    def cover(self, token: str) -> None:
        """It is handed on."""
        self._part.put(replace(self._part.now, in_front=without(self._part.now.in_front, token)))
