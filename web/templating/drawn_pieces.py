"""The memory of drawn HTML: what everybody may see is drawn once for all phones, what is one viewer's for that one.

Pieces are found again by what drew them and their values: language, names, and all else that the HTML depends on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from sys import getsizeof
from typing import Any

import msgspec
from jinja2.runtime import Macro

from web.http.bounded_cache import BoundedCache
from web.http.device_memory import DeviceMemory, OfTable
from web.templating.fragment_parts import DrawnFragment

PUBLIC_PIECES, PUBLIC_BYTES = 600, 6_000_000
"""Maximum public pieces, and bytes they hold; a table shows about 200 at a time, in two languages."""
OWN_PIECES, OWN_BYTES = 80, 600_000
"""The same of a viewer."""
VIEWERS = 24
"""Devices of the table whose own pieces are kept, after their pages too: a form's reply draws what the stream has just
drawn. As many strangers' are.
"""

EncodedValue = bytes | tuple[bytes, ...]
"""A public value, or several, encoded."""
PieceKey = tuple[bytes | str | int | EncodedValue, ...]
"""Language and names, the macro; the public ones among its values, each with its place; all others."""


class RenderCache:
    """Least-recently-used cache of rendered HTML. Thread-safe."""

    def __init__(self, most: int = PUBLIC_PIECES, most_bytes: int = PUBLIC_BYTES) -> None:
        self._drawn = BoundedCache[PieceKey, DrawnFragment](most, most_bytes, _held)

    @property
    def count(self) -> int:
        """How many pieces it holds."""
        return len(self._drawn)

    def remembered(
        self, key: PieceKey, draw: Callable[..., DrawnFragment], values: Sequence[Any] = ()
    ) -> DrawnFragment:
        """Return what ``draw`` has drawn of ``values``, now or earlier."""
        return self._drawn.remembered(key, lambda: draw(*values))


def _held(key: PieceKey, piece: DrawnFragment) -> int:
    return sum(map(getsizeof, key)) + piece.held


PUBLIC = RenderCache()
"""What was drawn from values that everybody at this table may see, for all phones."""


class OwnCaches:
    """The own pieces of each device. Thread-safe."""

    def __init__(self, of_table: OfTable) -> None:
        self._caches = DeviceMemory[RenderCache](VIEWERS, of_table)

    def of(self, device: str) -> RenderCache:
        """The cache of a device; a browser without a cookie has a new one for each page."""
        cache = (self._caches.get(device) if device else None) or RenderCache(OWN_PIECES, OWN_BYTES)
        if device:
            self._caches.put(device, cache)
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

    def known(self, value: Any) -> EncodedValue | None:
        """``value`` encoded if it is one of these objects, or consists of several of them."""
        at = id(value)
        if at in self._values:
            return self._encoded.get(at) or self._first(value)
        if type(value) is not tuple or not value or any(id(one) not in self._values for one in value):
            return None
        return tuple([self._encoded.get(id(one)) or self._first(one) for one in value])

    def _first(self, value: Any) -> bytes:
        found = self._encoded[id(value)] = encoded(value)
        return found


class PagePieces:
    """The pieces of one page. ``show`` says which values of its view are everybody's, and in which language and with
    which names it is drawn. Not thread-safe.
    """

    def __init__(self, own: RenderCache) -> None:
        self._own = own
        self._public = PublicValues(())
        self._words = b""
        self._public_around = False
        self._around: dict[str, DrawnFragment] | None = None
        self._shown: list[DrawnFragment] = []

    def show(self, public: PublicValues, words: bytes) -> None:
        """``words`` are language and names, ``encoded``."""
        self._public, self._words, self._shown = public, words, []

    def draw_apart(self, draw: Callable[..., str], *values: Any) -> DrawnFragment:
        """What ``draw`` draws of ``values``, with the pieces within it that are parts set apart."""
        around, self._around = self._around, {}
        try:
            return DrawnFragment(draw(*values), self._around, public=self._public_around)
        finally:
            self._around = around

    def remembered(self, macro: Macro, *values: Any) -> Any:
        """What ``macro`` draws of ``values``, now or earlier. Of a public piece all others within it are public too."""
        key, public = self._found(macro.name, values)
        around, self._public_around = self._public_around, self._public_around or public
        try:
            cache = PUBLIC if self._public_around else self._own
            piece = cache.remembered(key, self.draw_apart, (macro, *values))
        finally:
            self._public_around = around
        if self._around is None:
            self._shown.append(piece)
            return piece.html
        if not piece.key:
            return piece.html
        self._around[piece.key] = piece
        return piece.mark

    def public(self) -> Iterator[DrawnFragment]:
        """The public pieces of what was drawn, but not apart, since ``show``, without those within them."""
        return chain.from_iterable(piece.public_pieces() for piece in self._shown)

    def _found(self, name: str, values: Sequence[Any]) -> tuple[PieceKey, bool]:
        """The key of a piece; whether it is made of public values, of words and numbers of the template, and of nothing
        else.
        """
        key: list[bytes | str | int | EncodedValue] = [self._words, name]
        others: list[Any] = []
        for at, value in enumerate(values):
            known = self._public.known(value)
            if known is None:
                others.append(value)
            else:
                key += at, known
        public = len(others) < len(values) and all(map(_is_plain, others))
        return (*key, encoded(others)), public


def _is_plain(value: Any) -> bool:
    """Whether a value is a number or word of a template, or an empty mapping: no places that can be pressed."""
    return isinstance(value, bool | int | str) or value == {}
