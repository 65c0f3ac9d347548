"""Find what changed in a fragment since a page was last updated.

A part is sent where it changed outside of the parts within it; those that the page has, there or elsewhere, are only
named in it by their id, and sent for themselves where they changed too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from msgspec import json

from web.http.compression import Segment, segments_of
from web.templating.fragment_parts import WHOLE, DrawnFragment, FragmentPart, ShownParts, unmarked

KEPT = '<template data-kept="{}"></template>'
"""Stands for a part that the page has, instead of its element."""


TextPart = tuple[str, str]
"""The id of a part and its HTML."""


@dataclass(frozen=True)
class FragmentUpdate:
    """What brings a page to a version: the ``whole`` fragment where nothing is known of the page; else parts that one
    after the other replace those of the version ``base``, the viewer's ``own`` and then the ``public`` ones, within
    which there are only public ones.
    """

    version: str
    whole: DrawnFragment | None = None
    base: str = ""
    own: tuple[TextPart, ...] = ()
    public: tuple[TextPart, ...] = ()

    def as_json(self) -> list[Segment]:
        """The object that is sent: ``version`` and ``html``, or ``version``, ``base`` and ``parts``. Public parts are
        side by side, since together they shrink to half of what each does by itself.
        """
        if self.whole is not None:
            body = json.encode({"version": self.version, "html": unmarked(self.whole.html)})
            return segments_of(body, [json.encode(unmarked(piece.html))[1:-1] for piece in self.whole.public_pieces()])
        head = json.encode({"version": self.version, "base": self.base})[:-1]
        own, public = _members(self.own), _members(self.public)
        between = b"," if own and public else b""
        return [Segment(head + b',"parts":{' + own + between), Segment(public, public=True), Segment(b"}}")]


def _members(parts: Iterable[TextPart]) -> bytes:
    """Parts as members of a JSON object."""
    return b",".join(json.encode(key) + b":" + json.encode(unmarked(text)) for key, text in parts)


class FragmentDiff:
    """Finds what one open page lacks of what it is to show. Not thread-safe, but for ``shown``."""

    def __init__(self, shown: ShownParts | None = None) -> None:
        self.shown = shown or ShownParts()

    @property
    def untold(self) -> bool:
        """Whether the page's parts are not known yet."""
        return not self.shown.latest[0]

    def since(self, version: str, drawn: DrawnFragment) -> FragmentUpdate:
        """Return the update to fragment ``version``, and remember that the page has it."""
        (base, before), now = self.shown.latest, drawn.parts
        self.shown.latest = version, now
        if not base:
            return FragmentUpdate(version, drawn)
        own, public = list[TextPart](), list[TextPart]()
        for key, text in dict(_changed(WHOLE, before, now)).items():
            (public if now[key].public else own).append((key, text))
        return FragmentUpdate(version, base=base, own=tuple(own), public=tuple(public))


def _changed(key: str, before: Mapping[str, FragmentPart], now: dict[str, FragmentPart]) -> Iterator[tuple[str, str]]:
    """What changed of a part that the page has and of the parts within it, the outer ones first."""
    part, was = now[key], before[key]
    if part is was:
        return
    if (was.own, was.within) != (part.own, part.within):
        yield key, "".join(_frame(part, before, now)).strip()
    for inner in _had(part, before, now):
        yield from _changed(inner, before, now)


def _had(part: FragmentPart, before: Mapping[str, FragmentPart], now: dict[str, FragmentPart]) -> Iterator[str]:
    """The outermost parts within ``part`` that the page has, wherever."""
    for inner in part.within:
        if inner in before:
            yield inner
        else:
            yield from _had(now[inner], before, now)


def _frame(part: FragmentPart, before: Mapping[str, FragmentPart], now: dict[str, FragmentPart]) -> Iterator[str]:
    """The HTML of a part, in which the inner parts that the page has are only named."""
    at = part.start
    for inner, (start, end) in zip(part.within, part.spans, strict=True):
        yield part.html[at:start]
        if inner in before:
            yield KEPT.format(inner)
        else:
            yield from _frame(now[inner], before, now)
        at = end
    yield part.html[at : part.end]
