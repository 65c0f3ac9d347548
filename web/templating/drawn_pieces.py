"""The memory of drawn HTML: what everybody may see is drawn once for all phones, what is one viewer's for that one.

Pieces are found again by what drew them and their values: language, names, and all else that the HTML depends on.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from threading import Lock
from typing import Any

import msgspec
from jinja2.runtime import Macro

from web.templating.fragment_parts import DrawnFragment, Piece

PUBLIC_PIECES = 1200
"""Maximum public pieces; a table shows about 200 at a time, in two languages."""
OWN_PIECES = 200
"""Maximum pieces of a viewer."""
VIEWERS = 40
"""Devices whose own pieces are kept, after their pages too: a form's reply draws what the stream has just drawn."""

Key = tuple[str | bytes, ...]
"""Language and names, the macro, and each of its values, encoded."""


class RenderCache:
    """Least-recently-used cache of rendered HTML. Thread-safe."""

    def __init__(self, most: int = PUBLIC_PIECES) -> None:
        self._most = most
        self._drawn: OrderedDict[Key, Piece] = OrderedDict()
        self._lock = Lock()

    def known(self, key: Key) -> Piece | None:
        """What ``remembered`` keeps for ``key``, or None."""
        with self._lock:
            return self._drawn.get(key)

    def remembered(self, key: Key, draw: Callable[..., Any], values: Sequence[Any] = ()) -> Piece:
        """Return what ``draw`` has drawn of ``values``, now or earlier."""
        with self._lock:
            kept = self._drawn.get(key)
            if kept is not None:
                self._drawn.move_to_end(key)
                return kept
        drawn = Piece(draw(*values))
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


def encoded(value: Any) -> bytes:
    """A value (structs, JSON-like ones), so that equal ones are found again."""
    return msgspec.msgpack.encode(value)


class PublicValues:
    """What everybody sees at one moment: these very objects, as they were computed for the public. All pages of the
    moment share it, so that each of them is encoded once. Any thread.
    """

    def __init__(self, values: Iterable[Any]) -> None:
        self._values = {id(value): value for value in values}
        self._encoded: dict[int, bytes] = {}

    def has(self, value: Any) -> bool:
        """Whether it is one of these objects."""
        return id(value) in self._values

    def encoded(self, value: Any) -> bytes:
        """``value``, which may be one of these."""
        at = id(value)
        if at not in self._values:
            return encoded(value)
        if at not in self._encoded:
            self._encoded[at] = encoded(value)
        return self._encoded[at]


class PagePieces:
    """The pieces of one page. ``show`` says which values of its view are everybody's, and in which language and with
    which names it is drawn. Not thread-safe.
    """

    def __init__(self, own: RenderCache) -> None:
        self._own = own
        self._public = PublicValues(())
        self._words = b""
        self._within = self._within_public = False
        self._apart: dict[str, Piece] | None = None

    def show(self, public: PublicValues, words: bytes) -> None:
        """``words`` are language and names, ``encoded``."""
        self._public, self._words = public, words

    def draw_apart(self, draw: Callable[[], str]) -> DrawnFragment:
        """What ``draw`` draws, with its outermost pieces that are parts set apart."""
        pieces: dict[str, Piece] = {}
        self._apart = pieces
        try:
            return DrawnFragment(draw(), pieces)
        finally:
            self._apart = None

    def remembered(self, macro: Macro, *values: Any) -> Any:
        """What ``macro`` draws of ``values``, now or earlier. Of a public piece all others within it are public too."""
        within, public = self._within, self._within_public
        self._within, self._within_public = True, public or self._is_public(values)
        try:
            cache = PUBLIC if self._within_public else self._own
            piece = cache.remembered(self._key(macro.name, values), macro, values)
        finally:
            self._within, self._within_public = within, public
        if within or self._apart is None or not piece.key:
            return piece.html
        self._apart[piece.key] = piece
        return piece.mark

    def known_public(self, name: str, *values: Any) -> Piece | None:
        """What the macro of that name has drawn of public ``values``, or None."""
        return PUBLIC.known(self._key(name, values))

    def _key(self, name: str, values: tuple[Any, ...]) -> Key:
        return (self._words, name, *map(self._public.encoded, values))

    def _is_public(self, values: tuple[Any, ...]) -> bool:
        """Whether a piece is made of a public value, of words and numbers of the template, and of nothing else."""
        found = False
        for value in values:
            if self._public.has(value):
                found = True
            elif not _is_plain(value):
                return False
        return found


def _is_plain(value: Any) -> bool:
    """Whether a value is a number or word of a template, or an empty mapping: no places that can be pressed."""
    return isinstance(value, bool | int | str) or value == {}
