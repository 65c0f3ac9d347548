"""One process of the interpreter for each test that wants one, and the mark of tests that need Node."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.firmware.bench.bench import Node


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents and "nodes" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.node)


@pytest.fixture(scope="session")
def nodes() -> Iterator[list[Node]]:
    """Processes with the interpreter, started as tests need them: each of them costs a third of a second."""
    started: list[Node] = []
    yield started
    for one in started:
        one.close()


@pytest.fixture
def more_nodes(nodes: list[Node]) -> Callable[[int], list[Node]]:
    """As many as wanted, all without power."""

    def wanted(count: int) -> list[Node]:
        nodes[:] = [one for one in nodes if one.alive]
        nodes.extend(Node() for _ in range(count - len(nodes)))
        for one in nodes[:count]:
            one.ask({"off": True})
            one.ask({"clear": True})
        return nodes[:count]

    return wanted


@pytest.fixture
def node(more_nodes: Callable[[int], list[Node]]) -> Node:
    """A process with the interpreter, without power."""
    return more_nodes(1)[0]
