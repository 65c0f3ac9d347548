"""Find a call into a game that does not come back, in whatever thread.

Pages and displays ask a game in threads of their own, while the thread of decisions goes on responding.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import NamedTuple

from companion.supervision.heartbeat import CodePlace, code_place


class GameCall(NamedTuple):
    """A call into ``game`` that is at ``place``, the innermost line of that game's code."""

    game: str
    place: CodePlace


class LongCalls:
    """Looks at all threads from time to time. ``game_with`` says which game a module belongs to; empty: none."""

    def __init__(self, game_with: Callable[[str], str]) -> None:
        self._game_with = game_with
        self._since: dict[FrameType, float] = {}
        """The outermost calls into games that were under way at the last look, and when each was first seen."""

    def longest(self, patience: float) -> GameCall | None:
        """Look; the call that has been under way for ``patience`` seconds or more, for the longest of them."""
        now = time.monotonic()
        calls = dict(self._calls())
        self._since = {outermost: self._since.get(outermost, now) for outermost in calls}
        first = min(self._since, key=self._since.__getitem__, default=None)
        if first is None or now - self._since[first] < patience:
            return None
        return calls[first]

    def _calls(self) -> Iterator[tuple[FrameType, GameCall]]:
        """Of each thread that is in a game: the outermost call into it, and where it is."""
        for innermost in sys._current_frames().values():
            frame: FrameType | None = innermost
            call, outermost = None, None
            while frame is not None:
                place = code_place(frame)
                if game := self._game_with(place.module):
                    call, outermost = call or GameCall(game, place), frame
                frame = frame.f_back
            if call is not None and outermost is not None:
                yield outermost, call
