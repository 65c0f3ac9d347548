"""Traces of `firmware/vectors.json` at a pod's pins, with its own firmware on its interpreter. The Pi's pins are tested
with the same in `tests/hardware/test_contact_vectors.py`.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from hardware.pods.conversation import KeyChange
from tests.firmware.bench.bench import FIRMWARE, UART, Board, Node
from tests.firmware.bench.on_bench import OnBench

VECTORS: dict[str, Any] = json.loads((FIRMWARE.parent / "vectors.json").read_text("utf-8"))


@pytest.fixture
def bench(node: Node, monkeypatch: pytest.MonkeyPatch) -> OnBench:
    """A pod on a line that is looked at every millisecond, so that times are exact."""
    monkeypatch.setattr("tests.firmware.bench.on_bench.STEP", 1)
    return OnBench(Board(node))


def changes(bench: OnBench, start: int) -> list[tuple[str, int, int]]:
    """(line, change, when) of what the Pi heard since."""
    heard = (told for told in bench.told if isinstance(told, KeyChange))
    return [(told.line, told.change, round(told.at * 1000) - start) for told in heard]


@pytest.mark.parametrize("vector", VECTORS["keys"], ids=lambda vector: vector["name"])
def test_a_trace_of_a_key(bench: OnBench, vector: dict[str, Any]) -> None:
    bench.plug()
    start, pin = bench.board.now, bench.board.pin("ok")
    bench.board.edges = [(start + at / 1000, pin, 0 if closed else 1) for at, closed in vector["edges"]]
    bench.past(vector["edges"][-1][0] // 1000 + 50)
    assert changes(bench, start) == [("ok", int(change == "down"), at) for change, at in vector["events"]]


@pytest.mark.parametrize("vector", VECTORS["encoders"], ids=lambda vector: vector["name"])
def test_a_trace_of_an_encoder(node: Node, vector: dict[str, Any]) -> None:
    board = Board(node, more=f'{UART}\nENCODER["half"] = {vector["half"]}\nENCODER["rest"] = {vector["rest"]!r}\n')
    for end, closed in zip("ab", vector["start"], strict=True):
        board.contact(end, closed)
    bench = OnBench(board)
    bench.plug()
    for number, (end, closed) in enumerate(vector["moves"], start=1):
        board.contact(end, closed, after=20 * number)
    bench.past(20 * len(vector["moves"]) + 50)
    assert [told.change for told in bench.told if isinstance(told, KeyChange)] == vector["clicks"]
