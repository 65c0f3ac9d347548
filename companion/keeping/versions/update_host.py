"""What an update needs of the machine it runs on, and the error in which it says why it failed."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from companion.core.errors import CompanionError
from companion.core.wording import ENGLISH, Message, say
from companion.keeping.versions.lost_games import InstalledGame, LostGame
from companion.plays.storage.log_errors import LogError

PATIENCE = 90.0
"""Seconds within which a table must come up."""


class UpdateError(CompanionError):
    """The update failed; ``message`` says why. The old version keeps running."""

    def __init__(self, message: Message) -> None:
        super().__init__(ENGLISH.say(message))
        self.message = message


class InstallSource(Struct, frozen=True):
    """What to install: a wheel, a folder of wheels, or (with neither) ``version`` from the package index."""

    version: str
    wheel: Path | None = None
    folder: Path | None = None


class Wanted(Struct, frozen=True):
    """What makes a table count as up, besides that it answers: ``games`` that can be played, by their keys, and that it
    is not in safe mode if ``full``.
    """

    games: Collection[str] = ()
    full: bool = False


ANSWERS = Wanted()
"""It need only answer."""
Misfits = Mapping[str, Message]
"""Packages of games that could not be installed, and why."""


class ReleaseHost(Protocol):
    """Operations of the machine that an update needs; tests have a fake."""

    def free(self, folder: Path) -> int:
        """Free bytes there. Raises ``OSError``."""

    def make(self, target: Path, source: InstallSource, present: Path | None) -> Misfits:
        """Create an environment with the new version, the extras of ``present`` and its added games. Returns the games
        that could not be installed. Raises ``UpdateError``, ``OSError``.
        """

    def games_in(self, environment: Path, folder: Path) -> tuple[InstalledGame, ...]:
        """Games of packages, as the environment itself tells when it runs as the owner of ``folder``. Raises
        ``UpdateError`` if it does not tell.
        """

    def smoke_test(self, environment: Path, present: Path | None, folder: Path) -> None:
        """Start it on the log copy in ``folder`` and request a page. Raises ``UpdateError``."""

    def newest_schema(self, environment: Path) -> int:
        """Newest log schema number that it can read."""

    def schema_of(self, log: Path) -> int:
        """Schema number of a log."""

    def stop(self) -> None:
        """Stop the service and its socket. Raises ``UpdateError``."""

    def start(self) -> None:
        """Start the service."""

    def forget_starts(self, folder: Path) -> None:
        """Forget the failed starts that the service noted in ``folder``, so that the next one starts normally."""

    def in_safe_mode(self) -> bool:
        """Whether the table answers now, and is in safe mode."""

    def wait_until_up(self, seconds: float, wanted: Wanted = ANSWERS) -> None:
        """Raises ``UpdateError`` if the table does not answer within ``seconds``, or is not as ``wanted``."""


Report = Callable[[Message], None]
Agree = Callable[[tuple[LostGame, ...]], bool]
"""Asks whether to go on although games would be lost."""


@contextmanager
def nothing_changed() -> Iterator[None]:
    """Convert errors of the disk to an ``UpdateError`` that says so, while nothing has been changed yet."""
    try:
        yield
    except OSError as error:
        raise UpdateError(say("{why} Nothing was changed.", why=reason_of(error))) from error


def reason_of(error: Exception) -> Message:
    """Why something failed, for a person."""
    if isinstance(error, LogError):
        return error.located
    if isinstance(error, UpdateError):
        return error.message
    if isinstance(error, shutil.Error) and isinstance(error.args[0], list):  # one entry for each file not copied
        return say("{why}.", why=str(error.args[0][0][-1]))
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return say("The disk is full. Make room and try again.")
    return say("{why}.", why=str(error))
