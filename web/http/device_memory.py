"""What the pages keep for devices, so that strangers push out nothing of the table's own people."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")

OfTable = Callable[[str], bool]
"""Whether a device has a seat, or is an admin's."""


class DeviceMemory(Generic[T]):
    """One value for each device, of at most ``most`` devices of the table and as many strangers; where one more comes,
    the oldest of its own kind goes. Any thread may call it.
    """

    def __init__(self, most: int, of_table: OfTable) -> None:
        self._most = most
        self._of_table = of_table
        self._own: OrderedDict[str, T] = OrderedDict()
        self._strangers: OrderedDict[str, T] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        with self._lock:
            return len(self._own) + len(self._strangers)

    def put(self, device: str, value: T) -> None:
        """Keep ``value`` for ``device``."""
        pool = self._own if self._of_table(device) else self._strangers
        with self._lock:
            self._pop(device)
            pool[device] = value
            if len(pool) > self._most:
                pool.popitem(last=False)

    def get(self, device: str) -> T | None:
        """What is kept for ``device``."""
        with self._lock:
            return self._own.get(device) or self._strangers.get(device)

    def pop(self, device: str) -> T | None:
        """Remove and return what is kept for ``device``."""
        with self._lock:
            return self._pop(device)

    def _pop(self, device: str) -> T | None:
        found = [value for pool in (self._own, self._strangers) if (value := pool.pop(device, None)) is not None]
        return found[0] if found else None
