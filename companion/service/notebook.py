"""Where the rooms of the table keep small things beside the play."""

from __future__ import annotations

from typing import Any, Protocol


class Notebook(Protocol):
    """Where small things are kept; the log's settings are one."""

    def get(self, key: str, default: Any = None) -> Any: ...

    def put(self, key: str, value: Any) -> None: ...
