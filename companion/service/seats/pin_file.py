"""The PIN of ``companion pin``: from a terminal of this machine to the table that runs, by a file in the data folder.

Whoever may write there has everything anyway. The file holds a digest, is good for a minute and for one device, and is
gone when the table starts.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from tempfile import mkstemp
from typing import IO

import msgspec
from msgspec import Struct

from companion.plays.time_source import Clock
from companion.service.seats.host_role import VALID, ExternalPin, digits_of

FILE, LOCK = "pin", "pin.lock"
SALT = 16
"""Random bytes."""


class _Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """What the file holds. ``made`` is a time of the machine's monotonic clock, which all processes share."""

    made: float
    salt: str
    digest: str


def looked_for(folder: Path) -> bool:
    """Whether a table is open that keeps its plays in ``folder``."""
    try:
        with (folder / LOCK).open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def write_pin(folder: Path, now: float, secret: Callable[[int], bytes]) -> str:
    """Write a fresh PIN for the table that keeps its plays in ``folder``, and return it. Raises ``OSError``.

    The file is made anew beside its place, never written through: root may call this in a folder that is not root's.
    """
    pin, salt = digits_of(secret), secret(SALT).hex()
    number, made = mkstemp(dir=folder)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(msgspec.json.encode(_Kept(now, salt, _digest(salt, pin))))
            if os.geteuid() == 0:
                owner = folder.stat()
                os.fchown(file.fileno(), owner.st_uid, owner.st_gid)
        Path(made).replace(folder / FILE)
    except OSError:
        Path(made).unlink(missing_ok=True)
        raise
    return pin


class PinFile(ExternalPin):
    """The table's side of it, until ``close``. A PIN left from before is thrown away."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._file = folder / FILE
        self._clock = clock
        self._lock: IO[bytes] | None = None
        with suppress(OSError):
            self._lock = (folder / LOCK).open("wb")
            fcntl.flock(self._lock, fcntl.LOCK_SH)
            self._file.unlink(missing_ok=True)

    def close(self) -> None:
        """No table is open here any more."""
        if self._lock is not None:
            self._lock.close()

    def take(self, pin: str) -> bool:
        try:
            kept = msgspec.json.decode(self._file.read_bytes(), type=_Kept)
        except (OSError, msgspec.MsgspecError):
            return False
        good = 0 <= self._clock.mono() - kept.made < VALID and compare_digest(kept.digest, _digest(kept.salt, pin))
        if good:
            self._file.unlink(missing_ok=True)
        return good


def _digest(salt: str, pin: str) -> str:
    return sha256(f"{salt} {pin}".encode(errors="replace")).hexdigest()
