"""An evening on a disk that is really small, run in a mount namespace of its own: ``python -m`` it with the folder."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from unittest.mock import patch

from companion.keeping.copier import Copier
from companion.keeping.log_checks import quick_check
from companion.plays.maintenance.backup import check
from companion.service.session.session import BeginPlay, ChooseGame, PlayAgain
from tests.service.at_table import HOST, Room

MEGABYTE = 1_000_000


class Ballast:
    """A file that leaves so much room on the disk."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "ballast"
        self._folder = folder

    def leave(self, room: int) -> None:
        self._file.unlink(missing_ok=True)
        found = os.statvfs(self._folder)
        size, step = max(found.f_bavail * found.f_frsize - room, 0), 0
        with self._file.open("wb") as file:
            while True:
                try:
                    return os.posix_fallocate(file.fileno(), 0, max(size - step, 0))
                except OSError as error:  # a file system needs some room for its own tables
                    if error.errno != errno.ENOSPC:
                        raise
                    step += 4096


def evening(folder: Path) -> None:
    ballast, path = Ballast(folder), folder / "companion.db"
    with patch.object(Copier, "_run", lambda _: None), Room(path, copier=lambda clock: Copier(path, clock)) as room:
        copier = room.opened.copier
        assert copier is not None
        room.begin(3)
        room.set_up()
        copier.order("copying")
        copier.run_once()
        assert (copier.view.level, len(copier.view.copies)) == ("little", 1)
        ballast.leave(80 * MEGABYTE)
        copier.order("copying")
        copier.run_once()
        assert (copier.view.level, len(copier.view.copies)) == ("short", 1)
        assert copier.obstacle is None
        ballast.leave(40 * MEGABYTE)
        copier.run_once()
        assert copier.obstacle is not None
        ballast.leave(0)
        copier.run_once()
        before = room.entries
        while (reply := room.reply(room.moment.awaited.must[0], "ready")).taken:
            before = room.entries
        assert reply.code == "disk-full", reply
        ballast.leave(40 * MEGABYTE)
        assert room.reply(room.moment.awaited.must[0], "ready").taken
        assert room.entries == before + 1
        assert room.table.ask(HOST, PlayAgain()).taken
        copier.run_once()
        assert room.table.ask(HOST, ChooseGame("torture", {}, {})).taken
        assert room.table.ask(HOST, BeginPlay()).code == "obstacle"
        ballast.leave(110 * MEGABYTE)
        copier.run_once()
        assert room.table.ask(HOST, BeginPlay()).taken
    assert quick_check(path)
    assert check(path).plays == 2


if __name__ == "__main__":
    evening(Path(sys.argv[1]))
    sys.stdout.write("the evening is over\n")
