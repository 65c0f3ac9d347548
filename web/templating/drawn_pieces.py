"""The memory of drawn HTML: what everybody may see is drawn once for all phones, what is one viewer's for that one.

Pieces are found again by their values: language, names, and all else that the HTML depends on.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from threading import Lock
from typing import Any

import msgspec

from web.templating.fragment_parts import Drawn, Piece

PUBLIC_PIECES = 1200
"""Maximum public pieces; a table shows about 200 at a time, in two languages."""
OWN_PIECES = 200
"""Maximum pieces of a viewer."""
VIEWERS = 40
"""Devices whose own pieces are kept, after their pages too: a form's reply draws what the stream has just drawn."""


class RenderCache:
    """Least-recently-used cache of rendered HTML. Thread-safe."""

    def __init__(self, most: int = PUBLIC_PIECES) -> None:
        self._most = most
        self._drawn: OrderedDict[bytes, Piece] = OrderedDict()
        self._lock = Lock()

    def known(self, lang: str, roster: Sequence[str], *values: Any) -> Piece | None:
        """What ``remembered`` keeps for ``values``, or None."""
        with self._lock:
            return self._drawn.get(msgspec.msgpack.encode((lang, roster, values)))

    def remembered(self, lang: str, roster: Sequence[str], *values: Any, caller: Callable[[], Any]) -> Piece:
        """Return what ``caller`` has drawn for ``values`` (structs, JSON-like values), language and names."""
        key = msgspec.msgpack.encode((lang, roster, values))
        with self._lock:
            if key in self._drawn:
                self._drawn.move_to_end(key)
                return self._drawn[key]
        drawn = Piece(caller())
        with self._lock:
            self._drawn[key] = drawn
            while len(self._drawn) > self._most:
                self._drawn.popitem(last=False)
        return drawn


PUBLIC = RenderCache()
"""What was drawn from values that everybody at this table may see, for all phones."""


class OwnCaches:
    """The own pieces of each device. Thread-safe."""

    def __init__(self) -> None:
        self._caches: OrderedDict[str, RenderCache] = OrderedDict()
        self._lock = Lock()

    def of(self, device: str) -> RenderCache:
        """The cache of a device; a browser without a cookie has a new one for each page."""
        with self._lock:
            cache = self._caches.pop(device, None) if device else None
            if cache is None:
                cache = RenderCache(OWN_PIECES)
            if device:
                self._caches[device] = cache
                while len(self._caches) > VIEWERS:
                    self._caches.popitem(last=False)
            return cache


class PagePieces:
    """The pieces of one page. ``show`` says which values of its view are everybody's: these very objects, as they were
    computed for the public. Not thread-safe.
    """

    def __init__(self, own: RenderCache) -> None:
        self._own = own
        self._public: dict[int, Any] = {}
        self._within = self._within_public = False
        self._apart: dict[str, Piece] | None = None

    def show(self, public: Iterable[Any]) -> None:
        self._public = {id(value): value for value in public}

    def draw_apart(self, draw: Callable[[], str]) -> Drawn:
        """What ``draw`` draws, with its outermost pieces that are parts set apart."""
        pieces: dict[str, Piece] = {}
        self._apart = pieces
        try:
            return Drawn(draw(), pieces)
        finally:
            self._apart = None

    def remembered(self, lang: str, roster: Sequence[str], *values: Any, caller: Callable[[], Any]) -> Any:
        """As ``RenderCache.remembered``, as HTML. Of a public piece all others within it are public too."""
        public, around = self._within_public or self._is_public(values), (self._within, self._within_public)
        self._within, self._within_public = True, public
        try:
            piece = (PUBLIC if public else self._own).remembered(lang, roster, *values, caller=caller)
        finally:
            self._within, self._within_public = around
        if self._within or self._apart is None or not piece.key:
            return piece.html
        self._apart[piece.key] = piece
        return piece.mark

    def _is_public(self, values: tuple[Any, ...]) -> bool:
        """Whether a piece is made of a public value, of words and numbers of the template, and of nothing else."""
        plain = (value for value in values if id(value) not in self._public)
        return len(values) > 0 and self._public_in(values) and all(_is_plain(value) for value in plain)

    def _public_in(self, values: tuple[Any, ...]) -> bool:
        return any(id(value) in self._public for value in values)


def _is_plain(value: Any) -> bool:
    """Whether a value is a number or word of a template, or an empty mapping: no places that can be pressed."""
    return isinstance(value, bool | int | str) or value == {}
