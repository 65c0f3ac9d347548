"""The browsers of the phones, each started once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.browser.conftest import Companion
from tests.browser.every_phone.chromium_phone import ChromiumPhone
from tests.browser.every_phone.firefox_phone import FirefoxPhone, firefox
from tests.browser.every_phone.network import Network
from tests.browser.every_phone.old_chromium import OldChromiumPhone
from tests.browser.every_phone.phone import Phone
from tests.browser.every_phone.webkit_phone import WebKitPhone, screen

Maker = Callable[[Network, int], Phone]
BROWSERS = ("chromium", "chromium-79", "chromium-92", "firefox", "webkit")


@pytest.fixture(scope="session", params=BROWSERS)
def maker(request: pytest.FixtureRequest) -> Iterator[Maker]:
    """What makes phones with one of the browsers."""
    with ExitStack() as stack:
        if request.param == "chromium":
            chromium = request.getfixturevalue("chromium")
            yield lambda network, port: ChromiumPhone(chromium, network, port)
        elif request.param.startswith("chromium-"):
            version = request.param.removeprefix("chromium-")
            yield lambda network, port: OldChromiumPhone(version, network, port)
        elif request.param == "firefox":
            started = stack.enter_context(firefox())
            yield lambda network, port: FirefoxPhone(started, network, port)
        else:
            display = stack.enter_context(screen())
            yield lambda network, port: WebKitPhone(display, network, port)


@pytest.fixture
def maker_name(request: pytest.FixtureRequest, maker: Maker) -> str:
    """Which browser it is."""
    return str(request.node.callspec.params["maker"])


@pytest.fixture
def network() -> Iterator[Network]:
    made = Network()
    yield made
    made.close()


@pytest.fixture
def phone(maker: Maker, network: Network, companion: Companion) -> Iterator[Phone]:
    """A phone that has no seat yet. No page may have asked another host for anything, and every press came once."""
    made = maker(network, companion.app.addresses.port)
    yield made
    complaints = made.complaints()
    made.close()
    assert complaints == []
    assert network.elsewhere == []
