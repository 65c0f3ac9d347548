"""Pages of a table that opened without its hardware."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.service.screens.views import TableView
from companion.supervision.safe_mode import after_failures, without_hardware
from companion.supervision.start_counter import FailedStarts


def safe_mode_samples(table: TableView) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(name, template, what the template is given beyond ``context``)."""
    hung = after_failures(FailedStarts(2, "watchdog"))
    bad = without_hardware("/etc/table-companion/profile.toml: seat 2: keys.ok is pin 99; expected 0 to 27")
    host = {"view": table, "notices": (), "version": "v-safe", "host": False, "wait": 0}
    yield "table-safe-mode", "table.html", {"view": table, "safe_mode": hung}
    yield "host-safe-mode", "host.html", {**host, "safe_mode": bad}
