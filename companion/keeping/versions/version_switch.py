"""Make another environment the present one, and go back if it does not come up. Nothing interrupts that, and whatever
fails the service is started again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from companion.core.wording import Message, say
from companion.keeping.versions.interruptions import uninterrupted
from companion.keeping.versions.owned_log import back_up, record_heads_again, restore
from companion.keeping.versions.releases import Releases, RollbackPoint
from companion.keeping.versions.update_host import PATIENCE, ReleaseHost, Report, UpdateError, Wanted, reason_of
from companion.plays.storage.log_errors import LogError

BEFORE, BEFORE_BACK = ".before-update", ".before-going-back"
"""Suffix of the log copy made while the service is down: before an update, and before an older copy is restored."""


def switch(
    host: ReleaseHost,
    releases: Releases,
    log: Path,
    target: Path,
    report: Report,
    *,
    games: Collection[str] = (),
    copy: Path | None = None,
) -> None:
    """Make ``target`` present, with ``copy`` as the log if given. Switch back if it does not come up, or without one of
    ``games``, or only in safe mode although the present one was not.

    The log is backed up while the service is down, so that nothing is lost either way. Raises ``UpdateError``.
    """
    present = releases.current
    before = RollbackPoint(present or target, log.with_name(log.name + (BEFORE if copy is None else BEFORE_BACK)))
    wanted = Wanted(games, full=not host.in_safe_mode())
    with uninterrupted():
        replaced = False
        try:
            host.stop()
            host.forget_starts(log.parent)
            if log.exists():
                back_up(log, before.log)
            releases.set_rollback_point(before)
            if copy is not None:
                restore(copy, log)
                replaced = True
                record_heads_again(log)
            releases.switch(target)
        except BaseException as error:
            try:
                _put_back(releases, log, before, with_log=replaced)
            finally:
                host.start()
            if not isinstance(error, UpdateError | LogError | OSError):
                raise
            raise UpdateError(say("{why} The old version goes on.", why=reason_of(error))) from error
        host.start()
        try:
            host.wait_until_up(PATIENCE, wanted)
        except UpdateError as error:
            _tell(report, say("{why} Going back.", why=error.message))
            _switch_back(host, releases, log, before)
            raise UpdateError(
                say(
                    "{why} The one before is back; nothing of your plays is lost. What the other one said: "
                    "journalctl -u table-companion -n 200",
                    why=error.message,
                )
            ) from error
        with suppress(OSError):  # the service takes it away too
            releases.clear_rollback_point()


def recover(host: ReleaseHost, releases: Releases, log: Path, report: Report) -> Path | None:
    """Roll back after an update that a power cut interrupted, if its version does not come up or only in safe mode.

    Returns the environment switched to; None if no update was under way. Raises ``UpdateError``.
    """
    before = releases.rollback_point
    if before is None or before.environment == releases.current:
        releases.clear_rollback_point()
        return None
    with uninterrupted():
        _tell(report, say("It does not come up: going back."))
        _switch_back(host, releases, log, before)
    return before.environment


def _switch_back(host: ReleaseHost, releases: Releases, log: Path, before: RollbackPoint) -> None:
    """Restore the previous version, and its log if it cannot read the present one. Raises ``UpdateError``."""
    with suppress(OSError):  # the service takes it away once it is up
        releases.set_rollback_point(before)
    try:
        host.stop()
        host.forget_starts(log.parent)
        replaced = before.log.name.endswith(BEFORE_BACK)
        with_log = before.log.exists() and (replaced or host.schema_of(log) > host.newest_schema(before.environment))
        _put_back(releases, log, before, with_log=with_log)
    except sqlite3.Error as error:
        raise _stuck(releases, error) from error
    finally:
        host.start()
    try:
        host.wait_until_up(PATIENCE)
    except UpdateError as error:
        neither = say("Neither version comes up. See what it says: journalctl -u table-companion -n 80")
        raise UpdateError(neither) from error


def _put_back(releases: Releases, log: Path, before: RollbackPoint, *, with_log: bool) -> None:
    """Undo what was done of a switch while the service is down. Raises ``UpdateError``."""
    try:
        if with_log:
            restore(before.log, log)
            record_heads_again(log)
        if releases.current != before.environment:
            releases.switch(before.environment)
        releases.clear_rollback_point()
    except (LogError, OSError) as error:
        raise _stuck(releases, error, before.log if with_log else None) from error


def _stuck(releases: Releases, error: Exception, kept: Path | None = None) -> UpdateError:
    """What to say, with a copy of the log if it is ``kept``; what is on trial stays so only until somebody asks."""
    with suppress(OSError):
        releases.leave_to_people()
    why = reason_of(error)
    if kept is None:
        return UpdateError(
            say(
                "{why} So the version before is not back. Put that right, and then: sudo companion update --recover",
                why=why,
            )
        )
    return UpdateError(
        say(
            "{why} So the version before is not back; what was played with it is in {file}. Put that right, and then: "
            "sudo companion update --recover",
            why=why,
            file=str(kept),
        )
    )


def _tell(report: Report, message: Message) -> None:
    """Report to a terminal that may have gone: then writing fails."""
    with suppress(OSError):
        report(message)
