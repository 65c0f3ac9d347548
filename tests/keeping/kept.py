"""A folder with a log in it, a clock in the hand of the test, and an admin that looks when it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.keeping.copier import Copier
from companion.keeping.copier_state import PlayStatus
from companion.keeping.copies import Copy, CopyTarget, copies_in
from companion.plays.log.log import Log
from companion.plays.log.log_file import open_log
from companion.plays.play import Play
from tests.plays.counter import Add, begin
from tests.service.at_table import HandClock

ROOMY = 20_000_000_000


class Kept:
    """A table as the admin knows it. ``free`` are the bytes left on every disk; ``seen`` is what the table says."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "companion.db"
        self.log: Log = open_log(self.path, synchronous="OFF")
        self.clock = HandClock()
        self.free = ROOMY
        self.seen = PlayStatus()
        self.told = 0
        self.stick: Path | None = None
        self._keepers: list[Copier] = []
        self.copier = self.starts()

    def starts(self, **given: Any) -> Copier:
        """The admin as after a start of the program."""
        self.copier = Copier(self.path, self.clock, places=self.places, free=lambda _: self.free, **given)
        self._keepers.append(self.copier)
        self.copier._play_status = lambda: self.seen
        self.copier._on_change = self._tell
        return self.copier

    def _tell(self) -> None:
        self.told += 1

    def places(self) -> tuple[CopyTarget, ...]:
        beside = CopyTarget("beside", self.folder / "copies")
        return (CopyTarget("stick", self.stick), beside) if self.stick is not None else (beside,)

    def close(self) -> None:
        for copier in self._keepers:
            copier.close()
        self.log.close()

    # -- playing -------------------------------------------------------------------------------------------------

    def begin(self) -> Play:
        play = begin(self.log)
        self._sees(play)
        return play

    def add(self, play: Play, nonce: str) -> None:
        play.submit(1, "", Add(1), nonce=nonce)
        self._sees(play)

    def over(self, play: Play) -> None:
        self.seen = PlayStatus(play.id, len(play.entries), over=True)

    def _sees(self, play: Play) -> None:
        self.seen = PlayStatus(play.id, len(play.entries))

    # -- time and looks ------------------------------------------------------------------------------------------

    def after(self, seconds: float) -> None:
        """Time passes, and the admin looks."""
        self.clock.now += seconds
        self.copier.run_once()

    @property
    def copies(self) -> tuple[Copy, ...]:
        return copies_in(self.folder / "copies")


@contextmanager
def kept(folder: Path) -> Iterator[Kept]:
    made = Kept(folder)
    try:
        yield made
    finally:
        made.close()


def spoil(log: Path, wanted: Callable[[int], bool] = lambda page: page > 1) -> None:
    """Write nonsense over pages of a closed log."""
    size = log.stat().st_size
    with log.open("r+b") as file:
        for page in range(size // 4096):
            if wanted(page):
                file.seek(page * 4096)
                file.write(b"\xa5" * 4096)
