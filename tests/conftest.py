"""Options and fixtures of all tests."""

import gc

import pytest
from hypothesis import settings

from tests.chromium import chromium
from web.templating.compiling.__main__ import compile_installed

__all__ = ["chromium"]

# How long an example takes says nothing where other tests run beside it.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--screenshots", metavar="FOLDER", help="keep the pictures of the browser tests there")
    parser.addoption("--every", metavar="N", type=int, default=4, help="draw one position in N of long playthroughs")


def pytest_configure(config: pytest.Config) -> None:
    """Compile the pages' templates as an installation does, if need be: else every table of a test does it."""
    if not hasattr(config, "workerinput"):
        compile_installed()


def pytest_collection_finish() -> None:
    """Keep the collected tests out of the garbage collector's way: it would go through all of them again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def every(request: pytest.FixtureRequest) -> int:
    """Of how many positions of a long playthrough one is drawn in a browser."""
    return int(request.config.getoption("--every"))
