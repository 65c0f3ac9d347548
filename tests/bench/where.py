"""Where the time of a press goes: processor time of every part, in whichever thread it runs.

Processor time, because threads wait for one another: what a part takes by the clock includes what others did
meanwhile. A part inside another is taken out of it, so that the parts add up.
"""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import companion.plays.play as plays
import web.pages.live.event_stream as streams
from companion.plays.log.log import Log
from companion.service.loop import Loop
from companion.service.panel.displays import DisplayThreads, DisplayUpdates
from companion.service.panel.keyboard import Keyboard
from companion.service.play.dialogues import PlayState
from companion.service.play.play_now import PlayNow
from companion.service.rooms import Rooms
from companion.service.screens.moment import Moment
from companion.service.screens.moments import Moments
from tests.bench.bench_table import BenchTable
from tests.bench.figures import MS
from web.page_request import PageRequest

PARTS: tuple[tuple[str, Any, str], ...] = (
    ("debounce and keys", Keyboard, "event"),
    ("faces of all places", DisplayUpdates, "refresh"),
    ("what a request means", Rooms, "take"),
    ("dialogue and walk", PlayState, "dialogue"),
    ("dialogue and walk", Moment, "dialogues"),
    ("dialogue and walk", PlayNow, "walked"),
    ("play: who is awaited, reading back", plays.Play, "submit"),
    ("rules", plays, "run"),
    ("commit", Log, "append"),
    ("moment", Moments, "_made"),
    ("pictures for displays", DisplayThreads, "_send"),
    ("view of each phone", PageRequest, "fragment"),
    ("fragment of each phone", PageRequest, "draw_fragment"),
    ("event and digest of each phone", streams, "_data"),
    ("loop", Loop, "_guarded"),
)


class Where:
    """Measures from its making on."""

    def __init__(self, bench_table: BenchTable) -> None:
        self._spent: dict[str, int] = defaultdict(int)
        self._calls: dict[str, int] = defaultdict(int)
        self._clock: dict[str, int] = defaultdict(int)
        self._inside = threading.local()
        self._begun = time.process_time_ns()
        game = bench_table.play.game
        for part, owner, name in (*PARTS, ("encode and decode", type(game), "encode_state")):
            self._watch(part, owner, name)
        self._watch("encode and decode", type(game), "decode_state")

    def _watch(self, part: str, owner: Any, name: str) -> None:
        found = getattr(owner, name)
        if isinstance(found, property):
            assert found.fget is not None
            setattr(owner, name, property(self._timed(part, found.fget)))
        else:
            setattr(owner, name, self._timed(part, found))

    def _timed(self, part: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **kwargs: Any) -> Any:
            outer = getattr(self._inside, "spent", 0)
            self._inside.spent = 0
            began, began_clock = time.thread_time_ns(), time.monotonic_ns()
            try:
                return call(*args, **kwargs)
            finally:
                took = time.thread_time_ns() - began
                self._spent[part] += took - self._inside.spent
                self._clock[part] += time.monotonic_ns() - began_clock
                self._calls[part] += 1
                self._inside.spent = outer + took

        return timed

    def per_press(self, presses: int) -> list[dict[str, Any]]:
        """For each part: milliseconds of processor and of clock for a press, and how often it ran."""
        whole = time.process_time_ns() - self._begun
        parts = [
            {
                "part": part,
                "processor": round(spent / presses / MS, 3),
                "clock": round(self._clock[part] / presses / MS, 3),
                "calls": round(self._calls[part] / presses, 1),
            }
            for part, spent in sorted(self._spent.items(), key=lambda item: -item[1])
        ]
        rest = whole - sum(self._spent.values())
        return [*parts, {"part": "sockets, waking, measuring", "processor": round(rest / presses / MS, 3)}]
