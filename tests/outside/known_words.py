"""Catalogues are known to a whole process: what a test adds is taken back after it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from companion import locale


@contextmanager
def words_as_before() -> Iterator[None]:
    before = dict(locale._added)
    try:
        yield
    finally:
        locale._added.clear()
        locale._added.update(before)
        locale.catalogue.cache_clear()
