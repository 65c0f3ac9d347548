"""What a test types into a shell or gives to the companion's commands, read from its source."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORD = re.compile(r"[a-z][a-z.-]*|-{1,2}[a-z][a-z-]*|[0-9]+(?:\.[0-9]+)+")
"""A program, a subcommand, an option, a version, or a name that is always the same; not a path or a placeholder."""
VALUED = {"--profile", "--board", "--save", "--seconds"}
"""Options whose value may be another one in a test."""
COMMANDS = {"CliRunner", "command"}
"""Names of what runs the companion without its name being typed."""


def words_of(command: str) -> list[str]:
    """What somebody must have typed to have typed this command: its program, subcommands and options, in order."""
    given = [word.rsplit("/", 1)[-1] for word in command.split() if "=" not in word and word != "sudo"]
    fixed = [word for before, word in zip(["", *given], given, strict=False) if before not in VALUED]
    return [word.removesuffix(".service") for word in fixed if WORD.fullmatch(word)]


def is_typed(command: str, test: str) -> bool:
    """Whether the test, named ``path::function``, types the command: in one statement, of its own or of a helper's.

    The program, and the group of a subcommand, may also stand in a helper that the test gives the rest to.
    """
    path, name = test.split("::")
    statements = _reached(ROOT / path, name)
    everywhere = {word for statement in statements for word in statement}
    words = words_of(command)
    for borrowed in range(min(3, len(words))):
        if set(words[:borrowed]) <= everywhere and any(_in_order(words[borrowed:], said) for said in statements):
            return True
    return False


def _in_order(words: list[str], said: list[str]) -> bool:
    rest = iter(said)
    return all(word in rest for word in words)


def _reached(path: Path, name: str) -> list[list[str]]:
    """The words of every statement of a function and of those of the same test folder that it names, and they."""
    functions = {**_functions(path.with_name("conftest.py")), **_functions(path)}
    for module in (*_imported(path), *_imported(path.with_name("conftest.py"))):
        functions = {**_functions(module), **functions}
    found: list[list[str]] = []
    open_names, seen = [name], set()
    while open_names:
        if (now := open_names.pop()) in seen or now not in functions:
            continue
        seen.add(now)
        for statement in _statements(functions[now]):
            found.append(_words(statement))
            open_names += _names(statement)
    return found


def _names(node: ast.AST) -> list[str]:
    named = [each.id for each in ast.walk(node) if isinstance(each, ast.Name)]
    attributes = [each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)]
    return [*named, *attributes, *(each.arg for each in ast.walk(node) if isinstance(each, ast.arg))]


def _words(statement: ast.AST) -> list[str]:
    """The words of its strings, as they stand in the source, and ``companion`` where its commands are called."""
    texts = [each for each in ast.walk(statement) if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    texts.sort(key=lambda each: (each.lineno, each.col_offset))
    called = ["companion"] if COMMANDS & set(_names(statement)) else []
    split = [word.rsplit("/", 1)[-1] for each in texts for word in re.split(r"[\s;'\"]+", str(each.value))]
    return called + [word.removesuffix(".service") for word in split]


def _statements(node: ast.AST) -> list[ast.AST]:
    """Its simple statements, the heads of the others, its arguments (fixtures) and decorators."""
    found: list[ast.AST] = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ExceptHandler) or (isinstance(child, ast.stmt) and hasattr(child, "body")):
            found += _statements(child)
        elif not isinstance(child, ast.Expr) or not isinstance(child.value, ast.Constant):  # not a docstring
            found.append(child)
    return found


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8") if path.is_file() else "")


def _functions(path: Path) -> dict[str, ast.AST]:
    """Functions, methods and classes of a file by name, and its constants; of methods of one name the last."""
    found: dict[str, ast.AST] = {}
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node
    for node in _tree(path).body:
        if isinstance(node, ast.Assign):
            found |= {each.id: ast.Module([node], []) for each in node.targets if isinstance(each, ast.Name)}
    return found


def _imported(path: Path) -> list[Path]:
    modules = [node.module for node in ast.walk(_tree(path)) if isinstance(node, ast.ImportFrom) and node.module]
    return [ROOT / f"{module.replace('.', '/')}.py" for module in modules if module.startswith("tests.")]
