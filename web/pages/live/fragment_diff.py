"""Find the parts of a fragment that changed since a page was last updated.

Templates mark a part with comments, ``<!--[ID-->`` before its one element and ``<!--]-->`` after it. Parts nest: only
the innermost changed ones are sent. The whole fragment is the outermost part.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

MARK = re.compile(r"<!--(?:\[([\w-]+)--|\]--)>")

OPENING, CLOSING = len("<!--[-->"), len("<!--]-->")
"""Length of a mark without its id."""

VERSION = re.compile(r' data-version="[^"]*"')
"""Attribute of the outermost part that differs in every version, left out of the comparison."""

WHOLE = ""
"""Id of the outermost part."""


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

        It is either ``html``, the whole fragment, or ``parts`` by id that replace those of the version ``base``.
        """
        base, before, now = self._version, self._parts, split_parts(html)
        self._version, self._parts = version, now
        changed = _changed(WHOLE, before, now) if base else [WHOLE]
        if WHOLE in changed:
            return {"version": version, "html": html}
        return {
            "version": version,
            "base": base,
            "parts": {key: html[now[key].start : now[key].end].strip() for key in changed},
        }


def _changed(key: str, before: dict[str, Part], now: dict[str, Part]) -> list[str]:
    """Ids of the innermost parts within ``key`` that contain all changes."""
    part, was = now[key], before.get(key)
    if was is None or (was.own, was.within) != (part.own, part.within):
        return [key]
    return [changed for inner in part.within for changed in _changed(inner, before, now)]


def split_parts(html: str) -> dict[str, Part]:
    """Split a fragment into its parts by id; the fragment itself is ``WHOLE``."""
    found: dict[str, Part] = {}
    outside: list[tuple[str, int, list[str], list[str]]] = []
    first, *rest = MARK.split(html)
    key, start, own, within, at = WHOLE, 0, [first], list[str](), len(first)
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
    frame = VERSION.sub("", "".join(own))
    found[WHOLE] = Part(hash(frame), 0, at, tuple(within))
    return found
