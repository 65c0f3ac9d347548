"""A call into a game that does not come back is found in any thread, and one that does is not."""

from __future__ import annotations

import time
from threading import Event, Thread
from types import ModuleType

import pytest

from companion.supervision.long_calls import LongCalls

CODE = """
def ask(wait, deeper=None):
    wait() if deeper is None else deeper(wait)
"""


def module(name: str) -> ModuleType:
    made = ModuleType(name)
    exec(CODE, made.__dict__)
    return made


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


class Call:
    """A thread that calls ``ask`` of a game and stays there until it is let go."""

    def __init__(self, *modules: ModuleType) -> None:
        self._inside, self._free = Event(), Event()

        def wait() -> None:
            self._inside.set()
            self._free.wait()

        asked, *deeper = [made.ask for made in modules]
        self._thread = Thread(target=asked, args=(wait, *deeper), daemon=True)
        self._thread.start()
        self._inside.wait()

    def end(self) -> None:
        self._free.set()
        self._thread.join()


def game_with(name: str) -> str:
    return {"market.rules": "market", "yacht": "yacht"}.get(name, "")


def test_a_call_that_lasts_is_named_once_the_patience_is_over(clock: list[float]) -> None:
    calls, call = LongCalls(game_with), Call(module("market.rules"))
    found = [calls.longest(15)]
    clock[0] += 14
    found.append(calls.longest(15))
    clock[0] += 1
    late = calls.longest(15)
    call.end()
    assert found == [None, None]
    assert late is not None
    assert (late.game, late.place.module, late.place.line) == ("market", "market.rules", 3)


def test_it_is_found_beneath_what_the_game_calls(clock: list[float]) -> None:
    """The innermost line of the game's own code is told, not the library's that it called."""
    calls, call = LongCalls(game_with), Call(module("yacht"), module("some.library"))
    calls.longest(15)
    clock[0] += 20
    late = calls.longest(15)
    call.end()
    assert late is not None
    assert late.place.module == "yacht"


def test_one_call_after_another_is_not_one_that_lasts(clock: list[float]) -> None:
    calls, market = LongCalls(game_with), module("market.rules")
    for _ in range(4):
        call = Call(market)
        assert calls.longest(15) is None
        clock[0] += 10
        call.end()


def test_the_longest_of_several_is_named_and_other_code_never(clock: list[float]) -> None:
    calls, other, first = LongCalls(game_with), Call(module("web.pages")), Call(module("yacht"))
    calls.longest(15)
    clock[0] += 5
    second = Call(module("market.rules"))
    calls.longest(15)
    clock[0] += 30
    late = calls.longest(15)
    first.end()
    later = calls.longest(15)
    second.end()
    assert late is not None
    assert later is not None
    assert (late.game, later.game) == ("yacht", "market")
    assert calls.longest(15) is None
    other.end()
