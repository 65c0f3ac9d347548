"""A site for every test, and no thread left behind; for tests of scripts a phone whose every reply the test gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.service.at_table import Room
from tests.service.conftest import no_thread_left, opening_rooms
from tests.web.fake_server import FakeServer

__all__ = ["no_thread_left"]


@pytest.fixture
def rooms(tmp_path: Path, no_thread_left: None) -> Iterator[Callable[..., Room]]:
    """Makes tables over one log file; the tests of pages that show displays ask for ``blind=False``."""

    def make(*games: Any, blind: bool = True, **settings: Any) -> Room:
        return opened(*games, blind=blind, **settings)

    with opening_rooms(tmp_path) as opened:
        yield make


@pytest.fixture
def fake_server(chromium: Browser) -> Iterator[FakeServer]:
    """No script of the page may fail."""
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield FakeServer(page)
    page.close()
    assert errors == []
