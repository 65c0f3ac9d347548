"""Flash messages: the reply to a form without script, kept for the device's next page and never put into a URL."""

from __future__ import annotations

from flask import current_app

from companion.service.play.notices import Notice

KEY = "companion-words"
KEPT = 64
"""Maximum number of devices with a waiting message."""


def flash(device: str, word: Notice) -> None:
    """Keep ``word`` for the next page of ``device``."""
    words = _words()
    words.pop(device, None)
    words[device] = word
    while len(words) > KEPT:
        words.pop(next(iter(words)), None)


def has_flash(device: str) -> bool:
    """Whether a message waits for ``device``."""
    return device in _words()


def take_flash(device: str) -> Notice | None:
    """Remove and return the message that waits for ``device``."""
    return _words().pop(device, None)


def _words() -> dict[str, Notice]:
    words: dict[str, Notice] = current_app.extensions.setdefault(KEY, {})
    return words
