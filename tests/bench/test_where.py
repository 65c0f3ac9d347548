"""The measured parts of a press exist: they are named by strings, which no type checker follows."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bench.where import PARTS


@pytest.mark.parametrize(("owner", "name"), [(owner, name) for _, owner, name in PARTS])
def test_a_measured_part_exists(owner: Any, name: str) -> None:
    assert hasattr(owner, name)
