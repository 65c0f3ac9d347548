"""What pages keep to be fast is bounded: the bytes it holds do not grow with the length of a play."""

from __future__ import annotations

import gc
from pathlib import Path
from sys import getsizeof
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from companion.plays.play import Play
from tests.golden.test_playthroughs import FOLDER
from tests.web.flask_site import Site, Stream
from tests.web.golden_evening import GoldenEvening
from web.http import compression
from web.http.bounded_cache import BoundedCache
from web.page_request import KEY
from web.templating import drawn_pieces

EARLY, LATE = 100, 250
"""Steps after which the bytes are counted."""
GROWTH = 1.1
"""What is held late, at most, for each byte that was held early: pages grow a little as a play goes on."""
MOST_HELD = 8_000_000
"""Bytes held for six phones in two languages and the table screen."""
SHARED = (ModuleType, FunctionType, BuiltinFunctionType, MethodType, type)


def held(*roots: object) -> int:
    """Bytes of everything that these objects hold, each counted once; code is not theirs."""
    met, ahead, found = set[int](), list[object](roots), 0
    while ahead:
        one = ahead.pop()
        if id(one) in met or isinstance(one, SHARED):
            continue
        met.add(id(one))
        found += getsizeof(one)
        ahead += gc.get_referents(one)
    return found


class LongEvening(GoldenEvening):
    """A phone for every seat, by turns in English and Spanish, and the table screen."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.steps = 0
        self.held: dict[int, int] = {}
        self._streams: list[Stream] = []

    def sits_down(self, play: Play, site: Site) -> None:
        languages = ("en", "es") * len(play.setup.seats)
        for seat, language in zip(play.setup.numbers, languages, strict=False):
            self._streams.append(Stream(site.browser(seat, language), "seat"))
        self._streams.append(Stream(site.browser("screen"), "table"))

    def looks(self) -> None:
        self.steps += 1
        for stream in self._streams:
            stream.drained()
        if self.steps in (EARLY, LATE):
            self.held[self.steps] = held(*self._kept())

    def ends(self) -> None:
        for stream in self._streams:
            stream.close()
        self.room.close()

    def _kept(self) -> list[Any]:
        assert self.site is not None
        caches = self.site.app.extensions[KEY].own_pieces._caches
        return [drawn_pieces.PUBLIC._drawn, caches._own, caches._strangers, compression.SEGMENTS_KEPT]


def test_pages_hold_no_more_after_many_moves(tmp_path: Path) -> None:
    evening = LongEvening(tmp_path)
    evening.runs(FOLDER / "antike" / "six-seats.txt")
    evening.ends()
    early, late = evening.held[EARLY], evening.held[LATE]
    assert 0 < late <= min(GROWTH * early, MOST_HELD), f"{early} bytes after {EARLY} steps, {late} after {LATE}"


def test_a_bounded_cache_lets_go_of_the_oldest_by_number_and_by_bytes() -> None:
    cache, made = BoundedCache[str, str](3, 10, lambda key, value: len(key) + len(value)), list[str]()

    def ask(key: str, value: str = "xx") -> None:
        assert cache.remembered(key, lambda: made.append(key) or value) == value  # type: ignore[func-returns-value]

    for key in ("a", "b", "c", "a", "d", "a", "b"):
        ask(key)
    assert made == ["a", "b", "c", "d", "b"]
    assert (len(cache), cache.bytes) == (3, 9)
    ask("e", "xxxxxx")
    assert (len(cache), cache.bytes) == (2, 10)
    ask("f", "x" * 20)
    assert (len(cache), cache.bytes) == (0, 0)
