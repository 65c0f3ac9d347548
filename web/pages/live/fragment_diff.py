"""What a page has not been told yet: of a fragment only the parts that changed travel, each with an id of its own.

Templates mark a part with comments, ``<!--[ID-->`` before its one element and ``<!--]-->`` after it. Parts may lie in
each other: where all that changed lies in smaller parts, only these travel. The whole fragment is the outermost part.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

MARK = re.compile(r"<!--(?:\[([\w-]+)--|\]--)>")

OPENING, CLOSING = len("<!--[-->"), len("<!--]-->")
"""The length of a mark, without the id."""

VERSION = re.compile(r' data-version="[^"]*"')
"""Stands on the outermost part in a template, but changes with every other."""

WHOLE = ""
"""The name of the outermost part."""


class Part(NamedTuple):
    """A part of a fragment, ``html[start:end]``. ``own`` is a digest of what is in it and not in a smaller part."""

    own: int
    start: int
    end: int
    within: tuple[str, ...]


class FragmentDiff:
    """What one open page has, part by part. For one thread at a time."""

    def __init__(self) -> None:
        self._version = ""
        self._parts: dict[str, Part] = {}

    @property
    def untold(self) -> bool:
        """Whether nothing is known of what the page has."""
        return not self._version

    def since(self, version: str, html: str) -> dict[str, Any]:
        """What makes the fragment ``version`` of what the page has, and from now on the page has it.

        Either all of it as ``html``, or ``parts`` by id to be put into the version called ``base``.
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
    """The largest parts within ``key`` outside of which nothing changed; ``key`` itself where that is all of it."""
    part, was = now[key], before.get(key)
    if was is None or (was.own, was.within) != (part.own, part.within):
        return [key]
    return [changed for inner in part.within for changed in _changed(inner, before, now)]


def split_parts(html: str) -> dict[str, Part]:
    """All parts of a fragment by id; the fragment itself is ``WHOLE``."""
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
