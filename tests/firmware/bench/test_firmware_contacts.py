"""The pod's debouncing and its encoder, on the traces that the Pi's own are tried out with."""

from __future__ import annotations

import json
from types import ModuleType
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.debounce import Debouncer, Press, Release
from hardware.ports import Edge
from tests.firmware.bench.bench import FIRMWARE, Node
from tests.hardware.test_debounce import typing_at_ten_a_second
from tests.hardware.test_quadrature import BACK, CLOCKWISE, Contact

Trace = list[tuple[bool, int]]
"""The levels of a contact with their times, in milliseconds."""

RUN_CONTACTS = """
import json
from pod.debounce import Contact

for trace in json.loads(GIVEN):
    contact, told, level, edges = Contact(), [], False, list(trace)
    for now in range(trace[-1][1] + 20):
        while edges and edges[0][1] <= now:
            level = edges.pop(0)[0]
            what = contact.look(level, now)
            while what:
                told.append([what, contact.at])
                what = contact.look(level, now)
        what = contact.look(level, now)
        while what:
            told.append([what, contact.at])
            what = contact.look(level, now)
    print(json.dumps(told))
"""

RUN_WHEEL = """
import json
from pod.quadrature import Quadrature

for half, edges in json.loads(GIVEN):
    wheel, levels, told = Quadrature(half), {"a": 0, "b": 0}, []
    for line, level in edges:
        levels[line] = 1 if level else 0
        step = wheel.look(levels["a"], levels["b"])
        if step:
            told.append(step)
    print(json.dumps(told))
"""


def own(name: str) -> ModuleType:
    """A pure file of the firmware, in this interpreter."""
    module = ModuleType(name)
    exec((FIRMWARE / f"{name}.py").read_text(encoding="utf-8"), module.__dict__)
    return module


DEBOUNCE = own("debounce")


def by_pod(trace: Trace) -> list[list[int]]:
    """What the pod makes of a trace: [1 down or 2 up, when], looked at with every edge and every millisecond."""
    contact = DEBOUNCE.Contact()
    told: list[list[int]] = []

    def look(level: bool, now: int) -> None:
        while what := contact.look(level, now):
            told.append([what, contact.at])

    level, edges = False, list(trace)
    for now in range(trace[-1][1] + 20):
        while edges and edges[0][1] <= now:
            level = edges.pop(0)[0]
            look(level, now)
        look(level, now)
    return told


def by_pi(trace: Trace) -> list[list[int]]:
    """What the Pi makes of the same."""
    keys = Debouncer()
    events = [event for level, at in trace for event in keys.feed(Edge("seat1.keys", "ok", level, at / 1000))]
    events += keys.advance(trace[-1][1] / 1000 + 0.02)
    changes = [event for event in events if isinstance(event, Press | Release)]
    return [[1 if isinstance(event, Press) else 2, round(event.at * 1000)] for event in changes]


def in_milliseconds(edges: list[Edge]) -> Trace:
    """A trace as a pod can see it; it begins at 100."""
    first = edges[0].at
    return [(edge.level, 100 + round((edge.at - first) * 1000)) for edge in edges]


def ours(*changes: tuple[int, bool]) -> Trace:
    return [(level, at) for at, level in changes]


CASES = {
    "a clean press": ours((100, True), (200, False)),
    "a dip in the middle of a hold": ours((100, True), (400, False), (402, True), (600, False)),
    "a tap shorter than its bounces": ours((100, True), (101, False)),
    "it chatters": [(number % 2 == 0, 100 + 4 * number) for number in range(200)],
    "two presses, the second within 20 ms": ours((100, True), (150, False), (170, True), (250, False)),
}


def test_the_pod_debounces_as_the_pi_does() -> None:
    for name, trace in CASES.items():
        assert by_pod(trace) == by_pi(trace), name


@settings(max_examples=60, deadline=None)
@given(typing_at_ten_a_second())
def test_every_bouncing_press_at_ten_a_second_is_exactly_one_for_the_pod(presses: list[list[Edge]]) -> None:
    trace = in_milliseconds([edge for press in presses for edge in press])
    told = by_pod(trace)
    assert [what for what, _ in told] == [1, 2] * len(presses)
    firsts = in_milliseconds([edge for press in presses for edge in press][:1] + [press[0] for press in presses])[1:]
    assert [at for what, at in told if what == 1] == [at for _, at in firsts]


def test_the_interpreter_of_the_pod_debounces_alike(node: Node) -> None:
    traces = list(CASES.values())
    printed = node.script(f"GIVEN = {json.dumps(traces)!r}\n{RUN_CONTACTS}")
    assert [json.loads(line) for line in printed.splitlines()] == [by_pi(trace) for trace in traces]


def test_detents_on_the_interpreter_of_the_pod(node: Node) -> None:
    given: list[tuple[bool, list[Contact]]] = [
        (False, CLOCKWISE * 3 + BACK * 2),
        (True, CLOCKWISE + BACK),
        (False, [("a", True), ("b", True), ("b", False), ("a", False)]),
        (False, CLOCKWISE[1:] + CLOCKWISE),
    ]
    printed = node.script(f"GIVEN = {json.dumps(given)!r}\n{RUN_WHEEL}")
    assert [json.loads(line) for line in printed.splitlines()] == [[1, 1, 1, -1, -1], [1, 1, -1, -1], [], [1]]


@settings(max_examples=50, deadline=None)
@given(st.lists(st.booleans(), max_size=8), st.lists(st.integers(0, 4), min_size=32, max_size=32))
def test_bounces_never_add_or_lose_a_detent_at_the_pod(turns: list[bool], bounces: list[int]) -> None:
    wheel: Any = own("quadrature").Quadrature()
    levels = {"a": 0, "b": 0}
    told = []
    for turn, clockwise in enumerate(turns):
        for quarter, (line, level) in enumerate(CLOCKWISE if clockwise else BACK):
            for seen in [level, not level] * bounces[turn * 4 + quarter] + [level]:
                levels[line] = int(seen)
                told.append(wheel.look(levels["a"], levels["b"]))
    assert [step for step in told if step] == [1 if clockwise else -1 for clockwise in turns]
