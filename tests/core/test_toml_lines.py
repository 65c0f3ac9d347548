"""Finding the line of a key in TOML."""

from __future__ import annotations

import tomllib

import pytest

from companion.core.toml_lines import Duplicate, Path, duplicates, key_lines, line_of, without_duplicates
from companion.games.score_sheet import shipped_texts

TEXT = '''\
id = "x"  # [opens nothing
name = {en = "One # two", es = "Uno"}
"quoted key" = 1
a.b = 2
rows = [
    [1, 2],  # ] a comment does not close
    [3, 4],
]
long = """
key = "not a key"
[not.a.table]
"""
after = 'it''s'

[[category]]
key = "first"
kinds = [
    {key = "k", name = "]"},
]

[[category]]
  key = "second"
[[category.kinds]]
key = "inner"
[[category.kinds]]
key = "inner2"

[sudden]
points = 3
[deep.er]
x = 1
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("id",), 1),
        (("name",), 2),
        (("name", "es"), 2),
        (("quoted key",), 3),
        (("a", "b"), 4),
        (("rows",), 5),
        (("rows", 1, 0), 5),
        (("long",), 9),
        (("after",), 13),
        (("category", 0), 15),
        (("category", 0, "key"), 16),
        (("category", 0, "kinds", 0, "key"), 17),
        (("category", 1), 21),
        (("category", 1, "key"), 22),
        (("category", 1, "kinds", 0, "key"), 24),
        (("category", 1, "kinds", 1, "key"), 26),
        (("category", 1, "missing"), 21),
        (("category", 7, "key"), 15),
        (("sudden", "points"), 29),
        (("deep", "er", "x"), 31),
        (("nowhere",), 1),
    ],
)
def test_every_key_has_its_line(path: Path, line: int) -> None:
    lines = key_lines(TEXT)
    found = line_of(lines, path)
    assert found == line


def test_what_stands_inside_a_long_text_is_no_key() -> None:
    assert ("key",) not in key_lines(TEXT)
    assert not any(path[0] == "not" for path in key_lines(TEXT))


@pytest.mark.parametrize("name", sorted(shipped_texts()))
def test_every_key_of_the_shipped_sheets_is_found_on_its_line(name: str) -> None:
    text = shipped_texts()[name]
    lines, rows = key_lines(text), text.splitlines()
    raw = tomllib.loads(text)
    for key, value in raw.items():
        tables = value if isinstance(value, list) and isinstance(value[0], dict) else []
        if not tables and not isinstance(value, dict):
            assert rows[lines[key,] - 1].startswith(f"{key} = ")
        for place, table in enumerate(tables):
            for field in table:
                assert rows[lines[key, place, field] - 1].startswith(f"{field} = ")


TWICE = """\
a = 1
b = [
  1,
]
b = [
  2,
]
[t]
a = 1
[[u]]
a = 1
[[u]]
a = 1
[t]
a = 2
a = 3
[v]
a.b = 1
a.b = 2
"""


def test_what_stands_there_twice_is_found_with_all_that_belongs_to_it() -> None:
    found = duplicates(TWICE)
    assert found == [Duplicate(("b",), 5, 2, 8), Duplicate(("t",), 14, 8, 17), Duplicate(("v", "a", "b"), 19, 18, 21)]
    rest = without_duplicates(TWICE, found)
    assert tomllib.loads(rest) == {"a": 1, "b": [1], "t": {"a": 1}, "u": [{"a": 1}, {"a": 1}], "v": {"a": {"b": 1}}}
    assert rest.count("\n") == TWICE.count("\n")
