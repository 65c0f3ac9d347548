"""The power goes at any moment: whatever was acknowledged is there, nothing is half there. And the test can fail."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

import apsw
import pytest

from companion.plays.log.log import Log
from companion.plays.play import Play
from companion.plays.storage.database import Connection, Synchronous
from companion.plays.storage.witness import SUFFIX, Witness
from tests.plays.counter import Add, Learn, Roll, Whisper, begin, cast_with, raw, resume
from tests.plays.power_cut_disk import Disk, Files, Image, Sync, WitnessOnDisk, images

FILE = "log.sqlite"
WITNESS = FILE + SUFFIX
_names = (f"disk-{number}" for number in count())


def connecting(disk: Disk) -> Connection:
    connection = apsw.Connection(FILE, vfs=disk.name)
    # Shared memory is not what is tested; and a small journal brings checkpoints into the picture.
    for _ in connection.execute("PRAGMA locking_mode=EXCLUSIVE; PRAGMA wal_autocheckpoint=12"):
        pass
    return connection


def opened(disk: Disk, synchronous: Synchronous = "FULL", *, anew: bool = False) -> Log:
    witness = Witness(WitnessOnDisk(disk, WITNESS))
    return Log(lambda: connecting(disk), synchronous=synchronous, witness=witness, anew=anew)


class DiskPlay:
    """What was played on a disk: its journal, the play's id, and after each entry number the state."""

    def __init__(self, synchronous: Synchronous) -> None:
        self.disk = Disk(next(_names))
        log = opened(self.disk, synchronous)
        play = begin(log)
        self.play = play.id
        self.states: dict[int, bytes] = {}
        self._acknowledge(play)
        for _ in self._moves(play):
            self._acknowledge(play)
        log.close()

    def _moves(self, play: Play) -> Iterator[object]:
        for round_ in range(3):
            yield play.submit(1, "", Add(round_ + 1), nonce=f"a{round_}")
            yield play.submit(2, "", Whisper(round_), nonce=f"b{round_}")
            yield play.submit(3, "", Roll(), nonce=f"c{round_}")
            yield play.undo(play.effective[-2].number, 3, "", marked=True, nonce=f"d{round_}")
            yield play.redo(play.entries[-1].base, 3, "", nonce=f"e{round_}")
            yield play.correct("total", 7, "", nonce=f"f{round_}")
            yield play.submit(1, "", Learn(round_), nonce=f"g{round_}")
            yield cast_with(play, 2, [3, 4], nonce=f"h{round_}")

    def _acknowledge(self, play: Play) -> None:
        self.states[play.head.number] = raw(play)
        self.disk.mark(play.head.number)


def survivors(image: Image, play: str, *, anew: bool = False) -> Play | None:
    """The play as it is found after the cut, or None when it had not begun. The disk is checked on the way, and with
    ``anew`` the witness is not asked.
    """
    files: Files = image.files
    disk = Disk(next(_names), files)
    log = opened(disk, anew=anew)
    try:
        assert log.check() == "ok", image
        return resume(log, play) if log.play(play) else None
    finally:
        log.close()
        disk.unregister()


@pytest.fixture(scope="module")
def disk_play() -> DiskPlay:
    return DiskPlay("FULL")


def test_a_cut_at_any_moment_loses_nothing_that_was_acknowledged(disk_play: DiskPlay) -> None:
    cuts = set()
    for image in images(disk_play.disk.journal, Random(1)):
        play = survivors(image, disk_play.play)
        acknowledged = max(image.marks, default=0)
        found = play.head.number if play else 0
        assert found >= acknowledged, f"{image.how}, cut {image.at}: entry {acknowledged} is lost"
        assert found <= acknowledged + 1
        if play:
            assert raw(play) == disk_play.states[found]
            assert [entry.number for entry in play.entries] == list(range(1, found + 1))
        cuts.add(image.at)
    assert cuts == set(range(len(disk_play.disk.journal) + 1))


def test_the_evening_had_checkpoints_and_every_entry_its_sync(disk_play: DiskPlay) -> None:
    synced = [happened.file for happened in disk_play.disk.journal if isinstance(happened, Sync)]
    assert synced.count(FILE) > 3
    assert synced.count(f"{FILE}-wal") >= len(disk_play.states)


def test_the_witness_is_on_the_disk_before_the_entry(disk_play: DiskPlay) -> None:
    synced = [happened.file for happened in disk_play.disk.journal if isinstance(happened, Sync)]
    for place in (place for place, file in enumerate(synced) if file == WITNESS):
        assert synced[place + 1] == f"{FILE}-wal"
    assert synced.count(WITNESS) == len(disk_play.states)


@pytest.mark.long
def test_without_full_syncing_the_same_test_finds_an_acknowledged_entry_lost() -> None:
    disk_play = DiskPlay("NORMAL")
    lost = 0
    for image in images(disk_play.disk.journal, Random(1)):
        play = survivors(image, disk_play.play, anew=True)
        found = play.head.number if play else 0
        lost += found < max(image.marks, default=0)
    assert lost > 0


def test_what_was_played_after_a_cut_goes_on_where_it_stopped(disk_play: DiskPlay) -> None:
    for image in list(images(disk_play.disk.journal, Random(2)))[-40::7]:
        disk = Disk(next(_names), image.files)
        log = opened(disk)
        play = resume(log, disk_play.play)
        before = play.state.total
        play.submit(1, "", Add(5), nonce="after")
        log.close()
        log = opened(disk)
        assert resume(log, play).state.total == before + 5
        log.close()
        disk.unregister()
