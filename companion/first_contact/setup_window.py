"""When a table of the disk image may be set up from a page, without a PIN: in its first minutes, until it was once.

A marker beside the plays says that somebody was admin, or that a play began: it outlasts the log, whatever becomes of
that. The minutes count from when the table first answered pages since power-on, by the monotonic clock, which all
processes share: a table that ends and is started again by its service manager gets no new ones.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.first_contact.read_only_root import ReadOnlyRoot
from companion.whole_files import write_whole

logger = logging.getLogger(__name__)

MINUTES = 600.0
"""Seconds in which a table may be set up so."""
MARKER = "was-set-up"
"""In the folder of the plays."""
NOTE = "setup-window.json"
"""In the runtime folder, which is empty at power-on."""


class _Note(Struct, frozen=True, forbid_unknown_fields=True):
    """Since when the table answers pages, and whether two devices asked, which ends it until the next power-on."""

    since: float
    contested: bool = False


class SetupWindow:
    """``plays`` is the folder of the plays, ``runtime`` that of the service manager, ``mono`` the monotonic clock.
    ``chosen``: there is a PIN in the settings. Deciding thread only, but for ``begin``.
    """

    def __init__(
        self, plays: Path, runtime: Path | None, card_root: ReadOnlyRoot, mono: Callable[[], float], *, chosen: bool
    ) -> None:
        self._marker = plays / MARKER
        self._note = runtime / NOTE if runtime is not None else None
        self._mono = mono
        self._noted: _Note | None = None
        # A marker that would be gone at the next power-on, or stands on a partition that cannot be read, says nothing.
        lasting = card_root.flashed and (card_root.plays == "partition" or _is_with_system(card_root))
        self._closed = chosen or not lasting or self._marker.exists()

    def begin(self) -> None:
        """Begin the window: the table answers pages from now on."""
        if self._closed:
            return
        noted = self._read()
        self._noted = noted if noted is not None and noted.since <= self._mono() else _Note(self._mono())
        self._write()

    @property
    def open(self) -> bool:
        """Whether a device may ask to set the table up."""
        return self.lasts and self._noted is not None and not self._noted.contested

    @property
    def lasts(self) -> bool:
        """Whether the first minutes are not over, and nobody has set the table up."""
        return not self._closed and self._noted is not None and self._mono() - self._noted.since < MINUTES

    @property
    def contested(self) -> bool:
        """Whether two devices asked since power-on."""
        return self._noted is not None and self._noted.contested

    def contest(self) -> None:
        """Two devices asked: nobody may until the next power-on."""
        if self._noted is not None:
            self._noted = _Note(self._noted.since, contested=True)
            self._write()

    def close(self) -> bool:
        """Nobody may ever again; False if that could not be written down."""
        if self._closed:
            return True
        self._closed = True
        try:
            write_whole(self._marker, b"")
        except OSError as error:
            logger.warning("that this table was set up could not be written down: %s", error.strerror)
            return False
        return True

    def _read(self) -> _Note | None:
        """What was noted since power-on; a note that cannot be read is taken for the end of the minutes."""
        if self._note is None or not self._note.exists():
            return None
        try:
            return msgspec.json.decode(self._note.read_bytes(), type=_Note)
        except (OSError, msgspec.MsgspecError):
            return _Note(self._mono(), contested=True)

    def _write(self) -> None:
        if self._note is not None:
            try:
                write_whole(self._note, msgspec.json.encode(self._noted), 0o640)
            except OSError as error:
                logger.warning("the first minutes of this table could not be written down: %s", error.strerror)
                self._closed = True


def _is_with_system(card_root: ReadOnlyRoot) -> bool:
    """Whether the plays lie on the card with the system, which is written to."""
    return card_root.plays == "system" and not card_root.only_read
