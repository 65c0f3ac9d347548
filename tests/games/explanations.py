"""The explanations of questions that a game holds: those of its questions and those of ``Game.meanings``."""

from __future__ import annotations

import ast
import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

from companion import games
from companion.core.game import AnyGame
from companion.core.wording import Message


def explanations(game: AnyGame) -> list[Message]:
    """All explanations in the package of a game, also of questions that no playthrough asks."""
    package = import_module(".".join(type(game).__module__.split(".")[: games.__name__.count(".") + 2]))
    modules = [import_module(found.name) for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    own = [words for module in modules for words in _in_module(module)]
    return [*(words for words in game.meanings.values() if isinstance(words, Message)), *own]


def _in_module(module: ModuleType) -> Iterator[Message]:
    """The values of ``meaning=`` in the source of a module, as far as they do not depend on local names."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.keyword) and node.arg == "meaning":
            yield from _texts(node.value, module)


def _texts(value: ast.expr, module: ModuleType) -> Iterator[Message]:
    for node in ast.walk(value):
        if isinstance(node, ast.Call | ast.Name):
            try:
                found = eval(compile(ast.Expression(node), module.__name__, "eval"), vars(module))
            except NameError:
                continue
            if isinstance(found, Message):
                yield found
