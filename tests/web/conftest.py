"""A site for every test, and no thread left behind; for tests of scripts a phone whose every reply the test gives."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.service.conftest import no_thread_left, rooms
from tests.web.fake_server import FakeServer

__all__ = ["no_thread_left", "rooms"]


@pytest.fixture
def fake_server(chromium: Browser) -> Iterator[FakeServer]:
    """No script of the page may fail."""
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield FakeServer(page)
    page.close()
    assert errors == []
