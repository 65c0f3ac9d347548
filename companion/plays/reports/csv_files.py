"""CSV files for spreadsheets; all CSV files are written by this module."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Any

DECIMAL_COMMA = frozenset({"ca", "de", "es", "eu", "fr", "gl", "it", "nl", "pl", "pt"})
"""Languages in which a decimal number has a comma, whose spreadsheets separate cells by semicolons."""

MARK = "\ufeff"
"""Byte order mark: without it Excel does not read a file as UTF-8."""

PORTION = 500
"""Rows written at a time."""

FORMULA = re.compile(r"(^|[;,\t\r\n])(?=[ \u00a0\u3000]*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r])")
"""Matches the places in a text before the sign of a formula (``= + - @``, also in full width, a tab or a carriage
return), at its start or at the start of a part that a spreadsheet with another separator sees.
"""


def safe_cell(value: Any) -> Any:
    """``value``; a text gets an apostrophe wherever a spreadsheet could read a formula, so that it stays a text."""
    return FORMULA.sub(r"\1'", value) if isinstance(value, str) else value


def csv_portions(columns: Iterable[str], rows: Iterable[Iterable[Any]], language: str) -> Iterator[str]:
    """The text of a CSV file (RFC 4180), ``PORTION`` rows at a time, starting with a byte order mark.

    Cells are separated as spreadsheets in ``language`` expect: by semicolons where decimals have a comma.
    """
    out = StringIO(newline="")
    writer = csv.writer(out, delimiter=";" if language.partition("-")[0] in DECIMAL_COMMA else ",")
    out.write(MARK)
    writer.writerow([safe_cell(column) for column in columns])
    for number, row in enumerate(rows, start=1):
        writer.writerow([safe_cell(cell) for cell in row])
        if number % PORTION == 0:
            yield out.getvalue()
            out.seek(0)
            out.truncate()
    yield out.getvalue()


def csv_text(columns: Iterable[str], rows: Iterable[Iterable[Any]], language: str) -> str:
    """The whole text of a CSV file; see ``csv_portions``."""
    return "".join(csv_portions(columns, rows, language))
