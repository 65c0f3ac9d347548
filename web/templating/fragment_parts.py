"""The parts of drawn HTML, by which pages are brought up to date.

Templates mark a part with comments, ``<!--[ID-->`` before its one element and ``<!--]-->`` after it. Parts nest, and
the whole fragment is the outermost one. No mark is sent.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from functools import cached_property
from sys import getsizeof
from types import MappingProxyType
from typing import NamedTuple

from markupsafe import Markup

BOUNDS = re.compile(r"<!--(?:\[([\w-]+)--(><!--\]--)?|\]--)>")
MARK = re.compile(r"<!--(?:\[[\w-]+--|\]--)>")
EMPTY = re.compile(r"<!--\[([\w-]+)--><!--\]-->")

OPENING, CLOSING = len("<!--[-->"), len("<!--]-->")
"""Length of a mark without its id."""

VERSION = re.compile(r' data-version="([^"]*)"')
"""Attribute of the outermost part that differs in every version, left out of the comparison."""

NO_PIECES: Mapping[str, DrawnFragment] = {}

PART_BYTES = 400
"""Bytes of a part, but for its text: the tuple, its key, its place in a dictionary."""

WHOLE = "live"
"""Id of the outermost part, which is not marked: the element of the fragment itself."""


def unmarked(html: str) -> str:
    """``html`` as pages are sent it: a page finds its parts by their ids, and has no need of their marks."""
    return MARK.sub("", html)


class FragmentPart(NamedTuple):
    """A part of drawn HTML, ``html[start:end]``; ``own`` is a hash of it outside of the parts ``within`` and of the
    white space around these; they lie at ``spans`` of the same HTML. ``public``: made of nothing but what everybody
    may see, with all parts within it.
    """

    own: int
    html: str
    start: int
    end: int
    within: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    public: bool = False


class ShownParts:
    """What an open page shows: the parts of a ``version``, both put in at once; of none while nothing is known of it.
    Any thread.
    """

    def __init__(self, version: str = "", parts: Mapping[str, FragmentPart] = MappingProxyType({})) -> None:
        self.latest = version, parts


NOTHING = hash(("",))
"""Hash of a part that holds nothing."""


def split_parts(html: str, pieces: Container[str] = (), *, public: bool = False) -> dict[str, FragmentPart]:
    """Split HTML into its parts by id; all of it is ``WHOLE``. Empty parts that stand for ``pieces`` are left out."""
    found: dict[str, FragmentPart] = {}
    outside: list[tuple[str, int, list[str], list[str], list[tuple[int, int]]]] = []
    first, *rest = BOUNDS.split(html)
    key, start, own, within, spans, at = (
        WHOLE,
        0,
        [VERSION.sub("", first, 1).strip()],
        list[str](),
        list[tuple[int, int]](),
        len(first),
    )
    for mark, empty, text in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        if empty is not None:
            at += len(mark) + OPENING
            within.append(mark)
            spans.append((at, at))
            if mark not in pieces:
                found[mark] = FragmentPart(NOTHING, html, at, at, (), (), public)
            at += CLOSING
        elif mark is None:
            found[key] = FragmentPart(hash(tuple(own)), html, start, at, tuple(within), tuple(spans), public)
            span = start, at
            at += CLOSING
            key, start, own, within, spans = outside.pop()
            spans.append(span)
        else:
            within.append(mark)
            outside.append((key, start, own, within, spans))
            at += len(mark) + OPENING
            key, start, own, within, spans = mark, at, [], [], []
        own.append(text.strip())
        at += len(text)
    found[WHOLE] = FragmentPart(hash(tuple(own)), html, 0, at, tuple(within), tuple(spans), public)
    return found


def shown_in(page: str) -> ShownParts:
    """The parts of the live fragment in the HTML of a whole page."""
    start, end = page.find('<div class="live '), page.rfind("</main>")
    version = VERSION.search(page, max(start, 0))
    if start < 0 or end < start or version is None:
        return ShownParts()
    return ShownParts(version[1], split_parts(page[start:end]))


class DrawnFragment:
    """HTML that was drawn once and is kept. It never changes. In its ``frame`` an empty part stands for each of the
    ``pieces`` within it, by their id: they were drawn before, or are found again without it. If it is ``public``, they
    are too.
    """

    def __init__(self, frame: str, pieces: Mapping[str, DrawnFragment] = NO_PIECES, *, public: bool = False) -> None:
        self.frame = frame
        self.pieces = pieces
        self.public = public

    def __str__(self) -> str:
        return self.html

    @cached_property
    def held(self) -> int:
        """Bytes it holds at most, with its pieces, once everything has been asked of it."""
        within = sum(piece.held for piece in self.pieces.values())
        copies = 2 if self.pieces else 1
        return copies * getsizeof(self.frame) + PART_BYTES * (1 + self.frame.count("<!--[")) + within

    @cached_property
    def html(self) -> Markup:
        """All of it."""
        if not self.pieces:  # templates give Markup already: no need of a copy
            return self.frame if isinstance(self.frame, Markup) else Markup(self.frame)  # noqa: S704
        return Markup(EMPTY.sub(self._piece, self.frame))  # noqa: S704

    def _piece(self, mark: re.Match[str]) -> str:
        piece = self.pieces.get(mark[1])
        return mark[0] if piece is None else piece.html

    def public_pieces(self) -> Iterator[DrawnFragment]:
        """It itself if it is public, else the public pieces within it, without those within these."""
        if self.public:
            yield self
        else:
            for piece in self.pieces.values():
                yield from piece.public_pieces()

    @cached_property
    def key(self) -> str:
        """The id of the part that it is, empty if it is not one part with nothing around it."""
        whole = self.parts[WHOLE]
        if len(whole.within) != 1:
            return ""
        (key,), ((start, end),) = whole.within, whole.spans
        around = self.frame[: start - OPENING - len(key)] + self.frame[end + CLOSING :]
        return "" if around.strip() else key

    @cached_property
    def mark(self) -> Markup:
        """An empty part that stands for it."""
        return Markup(f"<!--[{self.key}--><!--]-->")  # noqa: S704  (an id of a template)

    @cached_property
    def parts(self) -> dict[str, FragmentPart]:
        """All parts by id, those of its pieces too. Those of a piece that was drawn before are the same objects as
        then.
        """
        found = split_parts(self.frame, self.pieces, public=self.public)
        whole = found[WHOLE]
        for piece in self.pieces.values():
            found |= piece.parts
        found[WHOLE] = whole
        return found
