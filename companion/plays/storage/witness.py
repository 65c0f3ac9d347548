"""The witness: a file of 4 kB beside the log that records the last entries before the log does.

If a bit flips in a write-ahead log, SQLite drops the rest of it without an error. So number and digest of coming
entries are written here and synced before they are committed, and compared when the log is opened. Two slots are
written in turn: a torn write or a flipped bit damages only one of them, and the other is enough.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Protocol

import msgspec
from msgspec import Struct

from companion.plays.storage import chain
from companion.plays.storage.database import Database
from companion.plays.storage.digests import SIZE as DIGEST
from companion.plays.storage.log_errors import disk_fault, missing_log, play_shortened
from companion.whole_files import sync_folder, write_whole

SUFFIX = ".witness"
"""After the log's name."""
SIZE = 4096
SLOT = SIZE // 2
MARK = SLOT // 2
"""The offset in a slot of the mark that its entries were committed; in a disk sector of its own."""


class Steps(Struct, frozen=True, array_like=True):
    """Entries of ``play`` that are committed together: those after ``before``, up to ``number``, with their digests.
    ``closed``: all decide in secret afterwards. ``number`` 0: no entry exists yet.
    """

    play: str = ""
    before: int = 0
    before_digest: bytes = b""
    number: int = 0
    digest: bytes = b""
    closed: bool = False


class Slot(Struct, frozen=True):
    """The content of an undamaged slot: its place in the order of writing, the entries, and whether they were
    committed.
    """

    sequence: int = 0
    steps: Steps = Steps()
    committed: bool = True

    @property
    def raw(self) -> bytes:
        content = _payload(self.sequence, self.steps)
        framed = len(content).to_bytes(4, "big") + content + sha256(content).digest()
        return framed.ljust(MARK, b"\0") + (_mark(content) if self.committed else bytes(DIGEST))


def _payload(sequence: int, steps: Steps) -> bytes:
    return msgspec.msgpack.encode((sequence, steps))


def _mark(content: bytes) -> bytes:
    return sha256(content + b"committed").digest()


def _slot(raw: bytes) -> Slot | None:
    """Decode a slot; None for a damaged one."""
    size = int.from_bytes(raw[:4], "big")
    content, digest = raw[4 : 4 + size], raw[4 + size : 4 + size + DIGEST]
    if size > MARK or sha256(content).digest() != digest:
        return None
    try:
        sequence, steps = msgspec.msgpack.decode(content, type=tuple[int, Steps])
    except msgspec.MsgspecError:
        return None
    return Slot(sequence, steps, raw[MARK : MARK + DIGEST] == _mark(content))


class WitnessFile(Protocol):
    """The storage of the witness. Every method may raise ``OSError``."""

    def read(self) -> bytes | None:
        """The whole content, empty if it cannot be read; None if there is no file."""

    def replace(self, content: bytes) -> None:
        """Replace the content atomically, synced."""

    def write(self, offset: int, data: bytes, *, sync: bool) -> None: ...

    def remove(self) -> None: ...

    def close(self) -> None: ...


class FileBeside:
    """The witness of the log at ``log``. Writes are synced only with ``durable``."""

    def __init__(self, log: Path, *, durable: bool = True) -> None:
        self._path = witness_path(log)
        self._durable = durable
        self._descriptor: int | None = None

    def read(self) -> bytes | None:
        try:
            with self._path.open("rb") as file:
                return file.read(SIZE)
        except FileNotFoundError:
            return None
        except OSError:
            return b""

    def replace(self, content: bytes) -> None:
        self.close()
        if self._durable:
            write_whole(self._path, content, 0o600)
        else:
            self._path.unlink(missing_ok=True)
            with open(os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(content)

    def write(self, offset: int, data: bytes, *, sync: bool) -> None:
        if self._descriptor is None:
            self._descriptor = os.open(self._path, os.O_RDWR | os.O_NOFOLLOW)
        os.pwrite(self._descriptor, data, offset)
        if sync and self._durable:
            os.fdatasync(self._descriptor)

    def remove(self) -> None:
        self.close()
        self._path.unlink(missing_ok=True)
        if self._durable:
            sync_folder(self._path.parent)

    def close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def witness_path(log: Path) -> Path:
    """The path of the witness of a log."""
    return log.with_name(log.name + SUFFIX)


class Witness:
    """Reads the witness on creation, and writes it. Thread-safe. Methods that write may raise ``OSError``.

    ``last`` is its newest sound slot, None if there is none; ``whole`` says whether both are sound.
    """

    def __init__(self, file: WitnessFile) -> None:
        self._file = file
        self._lock = Lock()
        content = file.read()
        self.exists = content is not None
        raw = content or b""
        slots = [slot for start in (0, SLOT) if (slot := _slot(raw[start : start + SLOT])) is not None]
        self.whole = len(slots) == 2
        self.last: Slot | None = max(slots, key=lambda slot: slot.sequence, default=None)

    def announce(self, steps: Steps) -> None:
        """Write and sync number and digests of the entries that are about to be committed."""
        with self._lock:
            known = () if self.last is None else (self.last,)
            slot = Slot(known[0].sequence + 1 if known else 1, steps, committed=False)
            written = False
            if self.exists and self.whole:
                with suppress(OSError):
                    self._file.write(_place(slot), slot.raw, sync=True)
                    written = True
            if not written:
                self._replace(*known, slot)
            self.last = slot

    def confirm(self) -> None:
        """Mark the last announcement as committed. Not synced, because a mark proves the commit, while a missing one
        proves nothing.
        """
        with self._lock:
            if self.last is not None and not self.last.committed:
                self.last = Slot(self.last.sequence, self.last.steps)
                with suppress(OSError):
                    self._file.write(_place(self.last) + MARK, self.last.raw[MARK:], sync=False)

    def renew(self, steps: Steps) -> None:
        """Replace everything recorded: these entries are the last of the log."""
        with self._lock:
            sequence = self.last.sequence if self.last is not None else 0
            self.last = Slot(sequence + 2, steps)
            self._replace(Slot(sequence + 1, steps), self.last)

    def _replace(self, *slots: Slot) -> None:
        content = bytearray(SIZE)
        for slot in slots:
            content[_place(slot) : _place(slot) + len(slot.raw)] = slot.raw
        self._file.replace(bytes(content))
        self.exists, self.whole = True, len(slots) == 2

    def remove(self) -> None:
        """Delete the witness, because the log holds nothing that could be lost."""
        with self._lock:
            self._file.remove()
            self.exists = self.whole = False
            self.last = None

    def close(self) -> None:
        self._file.close()


def _place(slot: Slot) -> int:
    return slot.sequence % 2 * SLOT


# -- the log and its witness -------------------------------------------------------------------------------------------


def take_up(database: Database, witness: Witness, *, anew: bool, rewritten: bool) -> None:
    """Compare a log with its witness on opening, then update the witness.

    ``anew`` accepts that entries are missing; ``rewritten``: a migration may have changed the digests. Raises
    ``LogError``, with the witness unchanged.
    """
    if not anew:
        _check(database, witness, rewritten=rewritten)
    steps, last = last_steps(database), witness.last
    if not holds_anything(database):
        if witness.exists:
            _write(database, witness.remove)
    elif not witness.whole or last is None or not last.committed or _heads(last.steps) != _heads(steps):
        _write(database, lambda: witness.renew(steps))


def be_there(database: Database, witness: Witness) -> None:
    """Create a witness if there is none and the log holds something that must not be lost. Raises ``LogError``."""
    if not witness.exists and holds_anything(database):
        _write(database, lambda: witness.renew(last_steps(database)))


def _write(database: Database, write: Callable[[], None]) -> None:
    try:
        write()
    except OSError as error:
        raise disk_fault(error, database.where) from error


def _heads(steps: Steps) -> tuple[str, int, bytes]:
    return steps.play, steps.number, steps.digest


def _check(database: Database, witness: Witness, *, rewritten: bool) -> None:
    last = witness.last
    if last is None:
        return
    lost = lost_steps(database, witness, rewritten=rewritten)
    if (lost or not last.steps.number) and not holds_anything(database):
        raise missing_log(database.where)
    if lost:
        raise play_shortened(
            database.where, last.steps.play, lost, secret=last.steps.closed or ends_closed(database, last.steps.play)
        )


def lost_steps(database: Database, witness: Witness, *, rewritten: bool = False) -> int:
    """Number of entries that the witness has recorded and the log has lost or replaced by others; 0 for none.

    Entries that were only announced may never have been committed, so a log without them is complete.
    """
    last = witness.last
    if last is None or not last.steps.number or _orphans(database):
        return 0  # entries of unknown plays are reported as damage elsewhere
    known = last.steps
    count = chain.numbers_of(database, known.play)
    # another attempt may have followed in the slot that is damaged
    doubtful = not last.committed and not witness.whole
    if count >= known.number:
        agrees = rewritten or doubtful or _agrees(database, known.play, known.number, known.digest)
        return 0 if agrees else count - known.number + 1
    if not last.committed and count >= known.before:
        agrees = rewritten or not known.before or _agrees(database, known.play, known.before, known.before_digest)
        if agrees:
            return 0
    return known.number - count


def _agrees(database: Database, play: str, number: int, digest: bytes) -> bool:
    """Whether an entry has this digest, or is damaged (which its readers detect)."""
    stored = next(chain.read(database, play, number, number), None)
    return stored is None or stored.digest == digest


def _orphans(database: Database) -> bool:
    return bool(database.query("SELECT 1 FROM entries WHERE play NOT IN (SELECT id FROM plays) LIMIT 1"))


def ends_closed(database: Database, play: str) -> bool:
    """Whether all decide in secret after the last stored entry of a play."""
    rows = database.query("SELECT closed FROM entries WHERE play = ? ORDER BY number DESC LIMIT 1", play)
    return bool(rows and rows[0][0])


def last_steps(database: Database) -> Steps:
    """The last stored entry of a log; with number 0 if there is none."""
    rows = database.query("SELECT play, number, previous, digest, closed FROM entries ORDER BY rowid DESC LIMIT 1")
    for play, number, previous, digest, closed in rows:
        with suppress(TypeError, ValueError):  # a damaged row cannot be recorded in the witness
            return Steps(str(play), int(number) - 1, bytes(previous), int(number), bytes(digest), bool(closed))
    return Steps()


def holds_anything(database: Database) -> bool:
    """Whether a log holds something that must not be lost: a step of a play, a fact of a box, a score sheet."""
    tables = ("entries", "box_facts", "sheets")
    return any(database.query(f"SELECT 1 FROM {table} LIMIT 1") for table in tables)  # noqa: S608  (constants)
