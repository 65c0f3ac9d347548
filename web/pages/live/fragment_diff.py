"""Find what changed in a fragment since a page was last updated.

Templates mark a part with comments, ``<!--[ID-->`` before its one element and ``<!--]-->`` after it. Parts nest, and
the whole fragment is the outermost one. A part is sent where it changed outside of the parts within it; those that the
page has, there or elsewhere, are only named in it by their id, and sent for themselves where they changed too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

MARK = re.compile(r"<!--(?:\[([\w-]+)--|\]--)>")

OPENING, CLOSING = len("<!--[-->"), len("<!--]-->")
"""Length of a mark without its id."""

VERSION = re.compile(r' data-version="[^"]*"')
"""Attribute of the outermost part that differs in every version, left out of the comparison."""

WHOLE = "live"
"""Id of the outermost part, which is not marked: the element of the fragment itself."""

KEPT = '<template data-kept="{}"></template>'
"""Stands for a part that the page has, instead of its element."""


class Part(NamedTuple):
    """A part of a fragment, ``html[start:end]``; ``own`` is a hash of its HTML outside of inner parts."""

    own: int
    start: int
    end: int
    within: tuple[str, ...]


class FragmentDiff:
    """The parts that one open page has. Not thread-safe."""

    def __init__(self) -> None:
        self._version = ""
        self._parts: dict[str, Part] = {}

    @property
    def untold(self) -> bool:
        """Whether the page's parts are not known yet."""
        return not self._version

    def since(self, version: str, html: str) -> dict[str, Any]:
        """Return the update to fragment ``version``, and remember that the page has it.

        It is either ``html``, the whole fragment, or ``parts`` by id, which one after the other replace those of the
        version ``base``.
        """
        base, before, now = self._version, self._parts, split_parts(html)
        self._version, self._parts = version, now
        if not base:
            return {"version": version, "html": html}
        return {"version": version, "base": base, "parts": dict(_changed(html, WHOLE, before, now))}


def _changed(html: str, key: str, before: dict[str, Part], now: dict[str, Part]) -> Iterator[tuple[str, str]]:
    """What changed of a part that the page has and of the parts within it, the outer ones first."""
    part, was = now[key], before[key]
    if (was.own, was.within) != (part.own, part.within):
        yield key, "".join(_frame(html, part, before, now)).strip()
    for inner in _had(part, before, now):
        yield from _changed(html, inner, before, now)


def _had(part: Part, before: dict[str, Part], now: dict[str, Part]) -> Iterator[str]:
    """The outermost parts within ``part`` that the page has, wherever."""
    for inner in part.within:
        if inner in before:
            yield inner
        else:
            yield from _had(now[inner], before, now)


def _frame(html: str, part: Part, before: dict[str, Part], now: dict[str, Part]) -> Iterator[str]:
    """The HTML of a part, in which the inner parts that the page has are only named."""
    at = part.start
    for inner in part.within:
        yield html[at : now[inner].start]
        if inner in before:
            yield KEPT.format(inner)
        else:
            yield from _frame(html, now[inner], before, now)
        at = now[inner].end
    yield html[at : part.end]


def split_parts(html: str) -> dict[str, Part]:
    """Split a fragment into its parts by id; the fragment itself is ``WHOLE``."""
    found: dict[str, Part] = {}
    outside: list[tuple[str, int, list[str], list[str]]] = []
    first, *rest = MARK.split(html)
    key, start, own, within, at = WHOLE, 0, [VERSION.sub("", first, 1)], list[str](), len(first)
    for mark, text in zip(rest[::2], rest[1::2], strict=True):
        if mark is None:
            found[key] = Part(hash(tuple(own)), start, at, tuple(within))
            at += CLOSING
            key, start, own, within = outside.pop()
        else:
            within.append(mark)
            outside.append((key, start, own, within))
            at += len(mark) + OPENING
            key, start, own, within = mark, at, [], []
        own.append(text)
        at += len(text)
    found[WHOLE] = Part(hash(tuple(own)), 0, at, tuple(within))
    return found
