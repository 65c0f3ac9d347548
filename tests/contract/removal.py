"""Games with one table instruction removed from their source, or with one kind of piece that no number names any more.

As a pytest plug-in (``-p tests.contract.removal``) it removes what the environment names, before any game is imported.
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

from msgspec import structs

from companion.core.inventory import Tracked

GAMES = Path(__file__).parents[2] / "companion/games"
SITE, THING = "REMOVED_INSTRUCTION", "REMOVED_THING"
"""Variables of the environment: ``FILE:LINE`` of a call of ``Step.instruct``; the key of a ``Thing``."""


def calls_of_instruct(source: str) -> list[ast.Expr]:
    """The statements that are nothing but a call of ``Step.instruct``."""
    return [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Attribute)
        and node.value.func.attr == "instruct"
    ]


def sites(folder: str) -> Iterator[str]:
    """Every call of ``Step.instruct`` in the package of a game."""
    for path in sorted((GAMES / folder).glob("*.py")):
        for call in calls_of_instruct(path.read_text("utf-8")):
            yield f"{folder}/{path.name}:{call.lineno}"


class _Without(ast.NodeTransformer):
    def __init__(self, line: int) -> None:
        self._line = line

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        return ast.copy_location(ast.Pass(), node) if node.lineno == self._line else node


def without(path: Path, line: int) -> CodeType:
    """The code of a module without the statement that begins at a line."""
    tree = _Without(line).visit(ast.parse(path.read_text("utf-8")))
    return compile(ast.fix_missing_locations(tree), str(path), "exec")


def removing_site(site: str) -> Callable[[SourceFileLoader, str], CodeType | None]:
    """What loads modules as Python does, but for the one from which an instruction is removed."""
    name, _, line = site.rpartition(":")
    target, original = (GAMES / name).resolve(), SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> CodeType | None:
        return without(target, int(line)) if Path(self.path).resolve() == target else original(self, fullname)

    return get_code


def without_thing(numbers: Callable[..., Sequence[Tracked]], key: str) -> Callable[..., Sequence[Tracked]]:
    """Numbers of which none counts pieces of this kind any more."""

    def found(self: Any, state: Any) -> Sequence[Tracked]:
        lost = (
            structs.replace(one, thing=None) if one.thing and one.thing.key == key else one
            for one in numbers(self, state)
        )
        return list(lost)

    return found


def remove_thing(game: type, key: str) -> None:
    """Let no number of a game name this kind of piece."""
    for method in ("inventory", "physical_counts"):
        setattr(game, method, without_thing(getattr(game, method), key))


if site := os.environ.get(SITE):
    assert "companion.games" not in sys.modules, "the games were imported before"
    SourceFileLoader.get_code = removing_site(site)  # type: ignore[method-assign]
if thing := os.environ.get(THING):
    from companion.games import shipped

    folder, _, kind = thing.partition("/")
    remove_thing(next(type(game) for game in shipped() if game.meta.key == folder), kind)
