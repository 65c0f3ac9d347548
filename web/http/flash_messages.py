"""A word for the next page of a device: what a form without script is told. Never in an address: others may read it."""

from __future__ import annotations

from flask import current_app

from companion.service.screens.views import Notice

KEY = "companion-words"
KEPT = 64
"""Devices for which a word waits at most."""


def flash(device: str, word: Notice) -> None:
    """The next page this device opens shows ``word``."""
    words = _words()
    words.pop(device, None)
    words[device] = word
    while len(words) > KEPT:
        words.pop(next(iter(words)), None)


def has_flash(device: str) -> bool:
    """Whether a word waits for this device."""
    return device in _words()


def take_flash(device: str) -> Notice | None:
    """The word that waits for this device, once."""
    return _words().pop(device, None)


def _words() -> dict[str, Notice]:
    words: dict[str, Notice] = current_app.extensions.setdefault(KEY, {})
    return words
