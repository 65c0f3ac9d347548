"""A package takes from the companion its core only, and from Python nothing that reaches outside of a play."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from companion.core.game import AnyGame

PRODUCT = ("companion", "hardware", "web")
OUTSIDE_OF_A_PLAY = (
    *(
        "asyncio",
        "datetime",
        "glob",
        "io",
        "logging",
        "multiprocessing",
        "os",
        "pathlib",
        "random",
        "secrets",
        "shutil",
    ),
    *("socket", "sqlite3", "subprocess", "tempfile", "threading", "time", "urllib"),
)
"""Files, clocks, dice, threads, the network: with these a play is not the same when it is played again."""


def test_it_imports_the_core_and_itself(game: AnyGame, playthroughs: Path) -> None:
    package = playthroughs.parent
    wrong = [
        f"{path.relative_to(package)}: {name}"
        for path in sorted(package.rglob("*.py"))
        for name in _imported(ast.parse(path.read_text("utf-8")))
        if _reaches_outside(name)
    ]
    assert wrong == [], f"what a rule of {game.meta.key} needs is in companion.core"


def _imported(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            # "from companion import core" too
            yield from (f"{node.module}.{name.name}" for name in node.names)


def _reaches_outside(name: str) -> bool:
    top = name.partition(".")[0]
    return top in OUTSIDE_OF_A_PLAY or (top in PRODUCT and not name.startswith("companion.core."))
