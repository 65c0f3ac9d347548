"""Flash messages: the reply to a form without script, kept for the device's next page and never put into a URL."""

from __future__ import annotations

from typing import cast

from flask import Flask, current_app

from companion.service.play.notices import Notice
from web.http.device_memory import DeviceMemory, OfTable

KEY = "companion-words"
KEPT = 64
"""Devices of the table with a waiting message, and strangers with one."""


def install_flash_messages(app: Flask, of_table: OfTable) -> None:
    """Keep the flash messages of ``app``."""
    app.extensions[KEY] = DeviceMemory[Notice](KEPT, of_table)


def flash(device: str, word: Notice) -> None:
    """Keep ``word`` for the next page of ``device``."""
    _words().put(device, word)


def has_flash(device: str) -> bool:
    """Whether a message waits for ``device``."""
    return _words().get(device) is not None


def take_flash(device: str) -> Notice | None:
    """Remove and return the message that waits for ``device``."""
    return _words().pop(device)


def _words() -> DeviceMemory[Notice]:
    return cast("DeviceMemory[Notice]", current_app.extensions[KEY])
