"""CSV files as spreadsheets open them."""

from __future__ import annotations

import csv
from io import StringIO

import pytest

from companion.plays.reports.csv_files import csv_text, safe_cell


@pytest.mark.parametrize(
    "sign", ["=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\t=", "\r=", " =", "\u3000="]
)
@pytest.mark.parametrize("before", ["", "a;", "a,", "a\t", "a\n", 'a";'])
def test_no_part_of_a_text_begins_a_formula(before: str, sign: str) -> None:
    """A spreadsheet with another separator splits inside a cell."""
    cell = safe_cell(f"{before}{sign}1+1")
    assert cell.startswith(f"{before}'")


@pytest.mark.parametrize("value", ["Ana", "a-b", "1 = 1", "Ana; Ben", "", -3, None, True])
def test_other_cells_stay_as_they_are(value: object) -> None:
    assert safe_cell(value) == value


@pytest.mark.parametrize(("language", "separator"), [("en", ","), ("es", ";"), ("pt-BR", ";"), ("en-GB", ",")])
def test_a_file_opens_by_a_double_click(language: str, separator: str) -> None:
    text = csv_text(["name", "why"], [["Zoë", "a;b,c"]], language)
    assert text.startswith("\ufeff")
    assert list(csv.reader(StringIO(text[1:]), delimiter=separator)) == [["name", "why"], ["Zoë", "a;b,c"]]
    assert text.endswith("\r\n")


def test_columns_are_cells_too() -> None:
    assert csv_text(["=1"], [], "en") == "\ufeff'=1\r\n"
