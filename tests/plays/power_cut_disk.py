"""A disk in memory that remembers what was written but not yet synced, and what that leaves when the power goes.

``Disk`` is an apsw VFS that keeps a journal of everything asked of it. ``images`` walks through that journal and gives,
for every moment, the files as a power cut at that moment may leave them.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import apsw
from msgspec import Struct

SECTOR = 512
"""The smallest piece that survives whole."""


class Write(Struct, frozen=True):
    file: str
    offset: int
    data: bytes


class Truncate(Struct, frozen=True):
    file: str
    size: int


class Sync(Struct, frozen=True):
    """A file is on disk; with ``folder`` what was created and deleted there is, too."""

    file: str
    folder: bool


class Delete(Struct, frozen=True):
    file: str


class Mark(Struct, frozen=True):
    """Something the test wants to know to have happened by then."""

    what: int


Happened = Write | Truncate | Sync | Delete | Mark
Files = dict[str, bytearray]


class Disk(apsw.VFS):
    """Files in memory. ``full`` makes every write that needs room fail."""

    def __init__(self, name: str, files: Files | None = None) -> None:
        self.name = name
        self.files: Files = files if files is not None else {}
        self.journal: list[Happened] = []
        self.full = False
        super().__init__(name, "", maxpathname=512)

    def mark(self, what: int) -> None:
        self.journal.append(Mark(what))

    def xOpen(self, name: Any, flags: list[int]) -> Any:  # noqa: N802  (the names are SQLite's)
        path = name.filename() if isinstance(name, apsw.URIFilename) else name or f"temporary-{len(self.files)}"
        journal = bool(flags[0] & (apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_WAL))
        created = path not in self.files
        self.files.setdefault(path, bytearray())
        flags[1] = flags[0]
        return OpenFile(self, path, new_journal=created and journal)

    def xAccess(self, pathname: str, flags: int) -> bool:  # noqa: N802
        return pathname in self.files

    def xFullPathname(self, name: str) -> str:  # noqa: N802
        return name

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        del self.files[filename]
        self.journal.append(Delete(filename))


class OpenFile:
    """One open file; what SQLite asks of it."""

    def __init__(self, disk: Disk, path: str, *, new_journal: bool) -> None:
        self._disk = disk
        self._path = path
        self._new_journal = new_journal

    @property
    def _content(self) -> bytearray:
        return self._disk.files[self._path]

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        return bytes(self._content[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        if self._disk.full and offset + len(data) > len(self._content):
            raise apsw.exception_for(apsw.SQLITE_FULL)
        write(self._content, offset, data)
        self._disk.journal.append(Write(self._path, offset, bytes(data)))

    def xTruncate(self, size: int) -> None:  # noqa: N802
        del self._content[size:]
        self._disk.journal.append(Truncate(self._path, size))

    def xSync(self, flags: int) -> None:  # noqa: N802
        # As SQLite does it on Unix: the first sync of a new journal syncs its folder.
        self._disk.journal.append(Sync(self._path, self._new_journal))
        self._new_journal = False

    def xFileSize(self) -> int:  # noqa: N802
        return len(self._content)

    def xClose(self) -> None:  # noqa: N802
        """Closing says nothing about the disk."""

    def xLock(self, level: int) -> None:  # noqa: N802
        """Nobody else is there."""

    def xUnlock(self, level: int) -> None:  # noqa: N802
        """Nobody else is there."""

    def xCheckReservedLock(self) -> bool:  # noqa: N802
        return False

    def xFileControl(self, op: int, ptr: int) -> bool:  # noqa: N802
        return False

    def xSectorSize(self) -> int:  # noqa: N802
        return SECTOR

    def xDeviceCharacteristics(self) -> int:  # noqa: N802
        return 0


class WitnessOnDisk:
    """A log's witness on such a disk. Made anew it is not renamed into its place, which is worse than what is done."""

    def __init__(self, disk: Disk, name: str) -> None:
        self._disk = disk
        self._name = name

    def read(self) -> bytes | None:
        return bytes(self._disk.files[self._name]) if self._name in self._disk.files else None

    def replace(self, content: bytes) -> None:
        created = self._name not in self._disk.files
        self.write(0, content, sync=False)
        self._disk.journal.append(Sync(self._name, created))

    def write(self, offset: int, data: bytes, *, sync: bool) -> None:
        write(self._disk.files.setdefault(self._name, bytearray()), offset, data)
        self._disk.journal.append(Write(self._name, offset, data))
        if sync:
            self._disk.journal.append(Sync(self._name, folder=False))

    def remove(self) -> None:
        if self._name in self._disk.files:
            self._disk.xDelete(self._name, True)

    def close(self) -> None:
        """Closing says nothing about the disk."""


def write(content: bytearray, offset: int, data: bytes) -> None:
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


class Image(Struct, frozen=True):
    """The files after a cut before the journal's place ``at``; ``marks`` had happened by then."""

    at: int
    how: str
    files: Files
    marks: tuple[int, ...]


def images(journal: list[Happened], random: Random) -> Iterator[Image]:
    """What may be left by a cut before each thing that happened, and after the last: nothing unsynced survived, or
    any sectors of it did with the last write torn.
    """
    safe: Files = {}
    pending: list[Happened] = []
    marks: tuple[int, ...] = ()
    for at in range(len(journal) + 1):
        yield Image(at, "nothing unsynced survives", _copied(safe), marks)
        for _ in range(2 if pending else 0):
            yield Image(at, "some of it survives, the last write is torn", _torn(safe, pending, random), marks)
        if at == len(journal):
            return
        match journal[at]:
            case Mark(what=what):
                marks = (*marks, what)
            case Sync(file=file) as sync:
                done = [happened for happened in pending if _settled(happened, sync)]
                pending = [happened for happened in pending if not _settled(happened, sync)]
                for happened in done:
                    _happen(safe, happened)
                safe.setdefault(file, bytearray())
            case other:
                pending.append(other)


def _settled(happened: Happened, sync: Sync) -> bool:
    if isinstance(happened, Delete):
        return sync.folder
    return isinstance(happened, Write | Truncate) and happened.file == sync.file


def _copied(files: Files) -> Files:
    return {name: bytearray(content) for name, content in files.items()}


def _happen(files: Files, happened: Happened) -> None:
    match happened:
        case Write(file=file, offset=offset, data=data):
            write(files.setdefault(file, bytearray()), offset, data)
        case Truncate(file=file, size=size):
            del files.setdefault(file, bytearray())[size:]
        case Delete(file=file):
            files.pop(file, None)


def _torn(safe: Files, pending: list[Happened], random: Random) -> Files:
    files = _copied(safe)
    for place, happened in enumerate(pending):
        if not isinstance(happened, Write):
            if random.random() < 0.5:
                _happen(files, happened)
            continue
        pieces = [
            (happened.offset + start, happened.data[start : start + SECTOR])
            for start in range(0, len(happened.data), SECTOR)
        ]
        if place == len(pending) - 1:
            offset, last = pieces[-1]
            pieces[-1] = (offset, last[: random.randrange(len(last) + 1)])
        for offset, data in pieces:
            if random.random() < 0.6:
                write(files.setdefault(happened.file, bytearray()), offset, data)
    return files
