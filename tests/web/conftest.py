"""A site for every test, and no thread left behind."""

from tests.service.conftest import no_thread_left, rooms

__all__ = ["no_thread_left", "rooms"]
