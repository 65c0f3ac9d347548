"""Errors of the log file, with messages that say what to do."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath

import msgspec

from companion.core.errors import CompanionError
from companion.core.wording import ENGLISH, N_, Arg, Message, say, say_n

READ_ONLY, FULL, CANNOT_OPEN = 8, 13, 14
BUSY, LOCKED, BROKEN_DISK, DAMAGED, TOO_BIG, CONSTRAINT, FORMAT, NO_DATABASE = 5, 6, 10, 11, 18, 19, 24, 26
"""Primary result codes of SQLite."""


ROOM = 1_000_000
"""With fewer free bytes a fault is attributed to a full disk: SQLite needs room to open a log, and file systems report
some space as free that is reserved.
"""


class LogError(CompanionError):
    """The log cannot be read or written. ``code`` is stable; ``message`` says what to do, for anybody; ``located`` also
    says in which folder, which is for the admin, the console and commands. ``message`` is made from ``public`` if it is
    given, else from ``located``.
    """

    def __init__(self, code: str, located: Message, public: Message | None = None) -> None:
        super().__init__(ENGLISH.say(located))
        self.code = code
        self.located = located
        said = located if public is None else public
        self.message = msgspec.structs.replace(said, args={key: _name(arg) for key, arg in said.args.items()})


def _name(arg: Arg) -> Arg:
    """The last part of a path; anything else as it is."""
    return PurePath(arg).name if isinstance(arg, str) else arg


class Gap(LogError):
    """A stored row is damaged; the rest of the file is usable."""

    def __init__(self) -> None:
        super().__init__(
            "gap",
            say(
                "That step was stored, but is damaged and cannot be read. The admin can put it back from a copy.",
                short=N_("A damaged step"),
            ),
        )


def in_use(where: str) -> LogError:
    """Another companion has the file open."""
    return LogError("in-use", say("Another companion is using {file}. Stop that one first.", file=where))


def newer(where: str) -> LogError:
    """A later version wrote the file."""
    return LogError(
        "newer", say("{file} was written by a newer companion. Install that version, or use another file.", file=where)
    )


def foreign(where: str) -> LogError:
    """A database, but not a log."""
    return LogError("foreign", say("{file} belongs to another program. Choose another file.", file=where))


class CurrentPlayError(LogError):
    """The play ``play`` cannot be resumed as it was; the rest of the file is usable. ``secret``: the number of its
    steps tells how often somebody has acted in secret.
    """

    def __init__(
        self, code: str, located: Message, play: str, public: Message | None = None, *, secret: bool = False
    ) -> None:
        super().__init__(code, located, public)
        self.play = play
        self.secret = secret


def play_damaged(where: str, play: str) -> LogError:
    """Current state, last entry or the play's own row is damaged."""
    words = say("The play that is on is damaged in {file}. Put back what is damaged from a copy.", file=where)
    return CurrentPlayError("play-damaged", words, play)


def play_shortened(where: str, play: str, entries: int, *, secret: bool = False) -> LogError:
    """Last entries are missing. Their number is for the admin, and rounded up to tens where it is ``secret``."""
    public = say("Steps at the end of a play were kept in {file} before, and are gone.", file=where)
    if secret:
        up_to = -(-entries // 10) * 10
        exact = say(
            "Up to {n} steps at the end of a play were kept in {file} before, and are gone.", n=up_to, file=where
        )
    else:
        exact = say_n(
            "The last step of a play was kept in {file} before, and is gone.",
            "The last {n} steps of a play were kept in {file} before, and are gone.",
            entries,
            file=where,
        )
    return CurrentPlayError("play-shortened", exact, play, public, secret=secret)


def missing_log(where: str) -> LogError:
    """No log, or an empty one, where there was one."""
    return LogError(
        "missing",
        say("{file} is empty or gone, but something was kept in it. Go on from a copy, or begin anew.", file=where),
    )


def foreign_definitions(where: str) -> LogError:
    """A log with tables or triggers that do not belong to its schema."""
    return LogError(
        "strange",
        say(
            "{file} holds triggers, views or tables that no companion made; they could change what is stored. "
            "Choose another backup.",
            file=where,
        ),
    )


@contextmanager
def damaged_if_inconsistent(where: str) -> Iterator[None]:
    """Convert a violated constraint, which only a damaged file can cause, to ``LogError``."""
    try:
        yield
    except Exception as error:
        if _code(error) == CONSTRAINT:
            raise damaged(where) from error
        raise


def _code(error: Exception) -> int | None:
    """SQLite's primary result code; both sqlite3 and the tests' module carry it."""
    code = getattr(error, "sqlite_errorcode", None) or getattr(error, "result", None)
    return code & 0xFF if isinstance(code, int) else None


def log_error_of(error: Exception, where: str) -> LogError | None:
    """``LogError`` for a database error; None if it is a bug."""
    if isinstance(error, UnicodeDecodeError):
        return damaged(where)  # SQLite's message quotes a definition that is not valid text
    known = {
        READ_ONLY: read_only,
        FULL: full,
        CANNOT_OPEN: _cannot_open_or_full,
        BUSY: in_use,
        LOCKED: in_use,
        DAMAGED: damaged,
        TOO_BIG: damaged,  # a corrupt length in the file
        FORMAT: damaged,
        NO_DATABASE: no_database,
        BROKEN_DISK: _broken_or_full,
    }
    make = known.get(_code(error) or 0)
    return make(where) if make else None


def older(where: str) -> LogError:
    """An earlier version wrote the file; read-only."""
    return LogError(
        "older",
        say(
            "{file} was written by an older companion. Start the companion on it once, or name another folder with"
            " --data.",
            file=where,
        ),
    )


def read_only(where: str) -> LogError:
    """File, folder or card is not writable."""
    return LogError(
        "read-only",
        say(
            "{file} cannot be written. Check the rights of the file and its folder, and the lock of the card.",
            file=where,
        ),
    )


def full(where: str) -> LogError:
    """No space left."""
    return LogError(
        "disk-full",
        say("The disk with {file} is full. Make room and try again; nothing that was played is lost.", file=where),
    )


def _broken_or_full(where: str) -> LogError:
    """The error for a failing disk or a full one: SQLite reports both alike if its shared memory finds no room."""
    return full(where) if _without_room(where) else broken_disk(where)


def _cannot_open_or_full(where: str) -> LogError:
    return full(where) if _without_room(where) else cannot_open(where)


def _without_room(where: str) -> bool:
    try:
        found = os.statvfs(PurePath(where).parent)
    except OSError:
        return False
    return found.f_bavail * found.f_frsize < ROOM


def disk_fault(error: OSError, where: str) -> LogError:
    """``LogError`` for a file system error."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return full(where)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return read_only(where)
    return broken_disk(where) if error.errno == errno.EIO else cannot_open(where)


def cannot_open(where: str) -> LogError:
    """No such folder, or no permission."""
    return LogError(
        "cannot-open", say("{file} cannot be opened. Check that its folder exists and can be written.", file=where)
    )


def damaged(where: str) -> LogError:
    """The file is corrupt."""
    return LogError("damaged", say("{file} is damaged. Put the newest backup in its place.", file=where))


def no_database(where: str) -> LogError:
    return LogError(
        "no-database", say("{file} is no log of a companion. Choose another file, or restore a backup.", file=where)
    )


def broken_disk(where: str) -> LogError:
    return LogError("broken-disk", say("The disk with {file} fails. Make a backup to another disk now.", file=where))
