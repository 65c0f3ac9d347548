"""Rows of the printed table: words, the figure here, further columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

WIDE, COLUMN = 46, 15
NONE = "-"


def heading(title: str, *columns: str, here: str = "here") -> Iterator[str]:
    """The lines above a part of the table."""
    yield ""
    yield row(title, here, *columns) if len(title) < WIDE else f"{title}\n{row('', here, *columns)}"
    yield "-" * (WIDE + 8 * COLUMN)


def row(words: str, *columns: str) -> str:
    """One line."""
    return (f"{words:<{WIDE}}" + "".join(f"{column:>{COLUMN}}" for column in columns)).rstrip()


def both(spread: Mapping[str, float]) -> str:
    """Median and 99th percentile."""
    return f"{spread['p50']:.1f} / {spread['p99']:.1f}" if spread else NONE
