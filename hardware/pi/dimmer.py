"""Pulse width modulation by software: one thread switches every dimmed line.

The kernel's character device has no PWM. A thread for each lamp, or one that makes up for what it missed, costs more
processor time the busier the machine is; here the time is bounded (see `BUSIEST`), and a late beat is left out.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from math import inf
from threading import Condition, Thread

logger = logging.getLogger(__name__)

FREQUENCY = 100
"""Beats a second: the lowest at which no lamp is seen to flicker."""
STEPS = 20
"""Levels of brightness: a line is switched at so many moments of a beat, and at no others."""
BEAT = 1 / FREQUENCY
STEP = BEAT / STEPS
"""Seconds of a beat, and of one step of it."""
BUSIEST = 0.25
"""Share of a processor that the thread takes at most: on a slow machine beats become longer instead."""

Switch = Callable[[bool], None]
"""Set a line high or low. May raise OSError."""


def steps_of(share: float) -> int:
    """Steps of a beat for a share from 0 to 1; what is not quite dark has one."""
    return max(round(share * STEPS), 1) if share > 0 else 0


class Beats:
    """Schedule of dimmed lines: all go high when a beat begins, each goes low after its own steps. Pure; times are
    seconds of any clock. Who comes late makes the beat longer, and a dim line that was high for too long waits for the
    beat after the next.
    """

    def __init__(self) -> None:
        self._steps: dict[int, int] = {}
        self._high: set[int] = set()
        self._begun = -inf

    def __contains__(self, line: int) -> bool:
        return line in self._steps

    def __bool__(self) -> bool:
        """Whether any line is dimmed."""
        return bool(self._steps)

    def dim(self, line: int, steps: int) -> None:
        """Hold a line high for 1 to ``STEPS - 1`` steps of every beat from the next one on."""
        self._steps[line] = steps

    def leave(self, line: int) -> None:
        """Switch a line no more."""
        self._steps.pop(line, None)
        self._high.discard(line)

    def due(self, now: float) -> tuple[list[tuple[int, bool]], float]:
        """Lines to switch now, high or low, and when to ask again."""
        # half a step early is as good as half a step late, and saves waking twice
        gone = (now - self._begun) / STEP + 0.5
        if gone >= STEPS:
            self._begun = now
            # or else lamps that should be dim would glare on a busy machine
            waits = {line for line in self._high if self._steps[line] <= STEPS // 2}
            begins = self._steps.keys() - self._high
            self._high = self._steps.keys() - waits
            switched = [*((line, False) for line in waits), *((line, True) for line in begins)]
        else:
            switched = [(line, False) for line in self._high if self._steps[line] <= gone]
            self._high.difference_update(line for line, _ in switched)
        return switched, self._begun + min((STEP * self._steps[line] for line in self._high), default=BEAT)


class Dimmer:
    """The thread. It starts with the first dimmed line and sleeps while there is none."""

    def __init__(self) -> None:
        self._beats = Beats()
        self._switches: dict[int, Switch] = {}
        self._changed = Condition()
        self._thread: Thread | None = None
        self._closed = False

    def dim(self, line: int, share: float, switch: Switch) -> None:
        """Hold a line high for a share of the time, 0 to 1; fully low or high costs nothing. Raises what `switch`
        raises.
        """
        steps = steps_of(share)
        with self._changed:
            if self._closed or steps in (0, STEPS):
                self._beats.leave(line)
                switch(steps == STEPS)
                return
            if line not in self._beats:
                # before the first beat, in the caller's thread: whoever sets a broken line is told
                switch(False)
            self._switches[line] = switch
            self._beats.dim(line, steps)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="dims", daemon=True)
                self._thread.start()
            self._changed.notify()

    def leave(self, line: int) -> None:
        """Switch a line no more; afterwards its `switch` is not called again."""
        with self._changed:
            self._beats.leave(line)

    def close(self) -> None:
        """End the thread; lines stay as they are. Idempotent."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while (wait := self._beat()) is not None:
            time.sleep(wait)

    def _beat(self) -> float | None:
        """Switch what is due; seconds to sleep, None at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._beats or self._closed)
            if self._closed:
                return None
            begun = time.thread_time()
            switched, at = self._beats.due(time.monotonic())
            for line, high in switched:
                self._switch(line, high)
            worked = time.thread_time() - begun
            return max(at - time.monotonic(), worked * (1 / BUSIEST - 1))

    def _switch(self, line: int, high: bool) -> None:
        try:
            self._switches[line](high)
        except Exception:  # whatever it is, the other lamps go on, and who sets this one next is told
            logger.warning("line %s is no longer dimmed", line, exc_info=True)
            self._beats.leave(line)
