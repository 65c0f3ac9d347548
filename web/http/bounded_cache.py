"""A cache that is bounded by the bytes it holds."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class BoundedCache(Generic[K, V]):
    """Least-recently-used values: at most ``most`` of them, and no more than ``most_bytes`` as ``size`` counts them,
    which is given key and value. Thread-safe.
    """

    def __init__(self, most: int, most_bytes: int, size: Callable[[K, V], int]) -> None:
        self.bytes = 0
        self._most, self._most_bytes, self._size = most, most_bytes, size
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def remembered(self, key: K, make: Callable[[], V]) -> V:
        """Return what ``make`` makes for ``key``, now or earlier. What is larger than the whole cache is not kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        with self._lock:
            if key not in self._kept:
                self._kept[key] = made
                self.bytes += self._size(key, made)
            while len(self._kept) > self._most or self.bytes > self._most_bytes:
                self.bytes -= self._size(*self._kept.popitem(last=False))
        return made
