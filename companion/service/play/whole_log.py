"""The whole log of the play on the table, a page at a time."""

from __future__ import annotations

from companion.service.asking.sender import LookHandlers, Sender
from companion.service.loop import Loop
from companion.service.play.play_looks import SeeLog
from companion.service.play.play_snapshot import log_lines
from companion.service.play.play_views import LogLine
from companion.service.play.running_play import RunningPlay


class WholeLog:
    """See the module. A moment holds only its end, so the deciding thread is asked for the rest."""

    def __init__(self, running: RunningPlay, loop: Loop) -> None:
        self._running = running
        self._loop = loop

    def looks(self) -> LookHandlers:
        """What there is to see of the log."""
        return {SeeLog: self._lines}

    def _lines(self, sender: Sender, look: SeeLog) -> tuple[LogLine, ...]:
        play = self._running.play
        if play is None:
            return ()
        return self._loop.ask(lambda: log_lines(play, sender.viewer, look.n, look.last))
