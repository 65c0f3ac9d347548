"""Settings that the service stores beside the plays."""

from __future__ import annotations

from typing import Any, Protocol


class SettingsStore(Protocol):
    """Values by key that survive a restart; those of a log are one."""

    def get(self, key: str, default: Any = None) -> Any: ...

    def put(self, key: str, value: Any) -> None: ...
