"""The table and the doors of the application that is answering."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app

from companion.network.recent_addresses import RecentAddresses
from companion.service.table import Table
from web.fragments import Asking
from web.identity import device
from web.table_addresses import Doors


@dataclass(frozen=True)
class Parts:
    """What an application was made with."""

    table: Table
    doors: Doors
    key: bytes
    recent_addresses: RecentAddresses


KEY = "companion"


def parts() -> Parts:
    found: Parts = current_app.extensions[KEY]
    return found


def table() -> Table:
    return parts().table


def asking(page: str) -> Asking:
    """The browser that is asking, for ``page``."""
    made = parts()
    return Asking(made.table, made.doors, made.key, device(), page)
