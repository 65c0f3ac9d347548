"""One process of the interpreter for each test that wants one, and the mark of tests that need Node."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.firmware.bench.bench import Node


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "node: runs the pods' firmware on MicroPython's own interpreter, under Node")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents and "nodes" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.node)


@pytest.fixture
def nodes() -> Iterator[list[Node]]:
    """Interpreters that were started; they are ended with the test."""
    started: list[Node] = []
    yield started
    for one in started:
        one.close()


@pytest.fixture
def node(nodes: list[Node]) -> Node:
    """An interpreter."""
    nodes.append(Node())
    return nodes[0]
