"""Settings that no file holds."""

from __future__ import annotations

from typing import Any

from companion.plays.storage.stores import Settings


class Notes(Settings):
    """Remembers what was ``written``, in order."""

    def __init__(self) -> None:
        self.written: list[tuple[str, Any]] = []

    def get(self, key: str, default: Any = None) -> Any:
        return dict(self.written).get(key, default)

    def put(self, key: str, value: Any) -> None:
        self.written.append((key, value))
