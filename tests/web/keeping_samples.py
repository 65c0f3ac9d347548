"""The page of safe keeping as it is on a good day and on a bad one, as sample pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import structs

from companion.core.wording import say
from companion.keeping.copies import Copy
from companion.keeping.keeping_views import KeepingView, TrialResult
from companion.keeping.log_checks import ACCEPTED
from companion.plays.maintenance.backup import Contents
from companion.plays.maintenance.row_repair import RepairResult
from companion.plays.storage.log_errors import damaged, missing_log, newer, play_damaged
from companion.service.asking.requests import Reply
from web.templating.helpers import gigabytes, megabytes

FOLDER = Path("/media/usb-stick/table-companion")
COPIES = (
    Copy(118, "2026-11-21 23:40", "5f3a9c1e", FOLDER / "one", 12_400_000),
    Copy(117, "", "5f3a9c1e", FOLDER / "two", 12_100_000),
    Copy(116, "2026-11-14 22:15", "table", FOLDER / "three", 400_000),
)
GOOD = KeepingView(free=21_300_000_000, kind="stick", folder=str(FOLDER), copies=COPIES, last_trial=TrialResult(118))
BAD = KeepingView(
    level="too-little",
    free=40_000_000,
    folder="/var/lib/table-companion/copies",
    trouble=say("The folder {folder} for copies cannot be made.", folder="/media/usb-stick/table-companion"),
    damage=say("{file} is damaged. Put the newest backup in its place.", file="/var/lib/table-companion/companion.db"),
    time_known=False,
)
GAPS = structs.replace(GOOD, gaps=3)
BUSY = structs.replace(GOOD, doing="copying")


def keeping_samples(view: Any) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """``view`` is the table's."""
    for name, keeping in (("keeping", GOOD), ("keeping-bad", BAD), ("keeping-busy", BUSY), ("keeping-gaps", GAPS)):
        given = {"view": view, "version": "v-keeping", "notices": (), "keeping": keeping}
        yield name, "keeping.html", {**given, "megabytes": megabytes, "gigabytes": gigabytes}


def rescue_samples() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """A log that cannot be opened, as a stranger and as the host sees it."""
    log = "/var/lib/table-companion/companion.db"
    found = (COPIES[0], Contents(1, 14, 3210))
    broken: dict[str, Any] = {"fault": damaged(log).message, "curable": True, "found": found, "host": False,
                              "reply": None, "done": False, "megabytes": megabytes,
                              "mended": None, "of_play": False, "missing": False,
                              "shortened": False, "full": False, "deletable": (), "numbers": False}  # fmt: skip
    yield "rescue", "rescue.html", broken
    yield "rescue-host", "rescue.html", {**broken, "host": True}
    yield "rescue-no-copy", "rescue.html", {**broken, "host": True, "found": None}
    yield "rescue-newer", "rescue.html", {**broken, "host": True, "curable": False, "fault": newer(log).message}
    of_play = {**broken, "fault": play_damaged(log, "p1").message, "of_play": True, "mended": RepairResult(2, 1)}
    yield "rescue-play", "rescue.html", of_play
    yield "rescue-play-host", "rescue.html", {**of_play, "host": True}
    yield "rescue-missing", "rescue.html", {**broken, "host": True, "fault": missing_log(log).message, "missing": True}
    yield "rescue-done", "rescue.html", {**broken, "host": True, "done": True, "reply": Reply(notice=ACCEPTED)}
