"""Every code a refusal can have, read out of the sources: what is said with it, and the status the API gives it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from http import HTTPStatus
from pathlib import Path

from web.api.client import status_of
from web.application import MISDIRECTED, WORDS

ROOT = Path(__file__).parents[2]
SAYING = {"Refused": 0, "Reply": 0, "BoxReply": 0, "LogError": 0, "refuse": 0, "require": 1}
"""Calls that refuse, and which of their arguments is the code."""
BEGIN, END = "<!-- refusals: pytest --update-golden -->\n", "<!-- end of refusals -->\n"


class Unreadable(Exception):
    """A code that is worked out, and so in no list."""


@cache
def found() -> dict[str, list[str]]:
    """The codes, with the texts they come with, in the order of the files."""
    trees = {path: ast.parse(path.read_text("utf-8")) for path in sources()}
    texts = {name: text for tree in trees.values() for name, text in _constants(tree)}
    codes: dict[str, list[str]] = {}
    for path, tree in trees.items():
        for code, told in _refusals(tree, path, texts):
            kept = codes.setdefault(code, [])
            if told and told not in kept:
                kept.append(told)
    return codes


def sources() -> list[Path]:
    """What runs at a table: not the commands of a terminal, nor a club."""
    files = [*(ROOT / "companion").rglob("*.py"), *(ROOT / "web").rglob("*.py")]
    return sorted(path for path in files if not {"commands", "club"} & set(path.parts))


def table(codes: dict[str, list[str]]) -> str:
    """The list as it stands in docs/api.md: codes by status."""
    listed: dict[int, list[str]] = {}
    for code in sorted(codes):
        listed.setdefault(status_of(code).value, []).append(f"`{code}`")
    for code in sorted({*WORDS, MISDIRECTED}):
        listed.setdefault(code, []).append(f"`http-{code}`")
    rows = [f"| {status} | {', '.join(listed[status])} |" for status in sorted(listed)]
    return "\n".join(["| Status | Codes |", "|---|---|", *rows, ""])


def _constants(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and (text := _text(node.value, {})):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    yield target.id, text


def _refusals(tree: ast.Module, path: Path, texts: dict[str, str]) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (place := SAYING.get(_name(node.func))) is not None:
            yield from _refusal(node, place, path, texts)
        if isinstance(node, ast.FunctionDef):
            defaults = dict(zip(reversed(node.args.args), reversed(node.args.defaults), strict=False))
            for arg, default in defaults.items():
                if arg.arg == "code" and isinstance(default, ast.Constant) and default.value:
                    yield str(default.value), ""


def _refusal(node: ast.Call, place: int, path: Path, texts: dict[str, str]) -> Iterator[tuple[str, str]]:
    given = [*node.args[place : place + 1], *(word.value for word in node.keywords if word.arg == "code")]
    for code in given:
        if isinstance(code, ast.Constant) and isinstance(code.value, str):
            if code.value:
                told = [_text(other, texts) for other in node.args if other is not code]
                yield code.value, next(filter(None, told), "")
        elif _name(code) not in ("code", "key"):
            raise Unreadable(f"{path}:{node.lineno}")


def _text(node: ast.expr, texts: dict[str, str]) -> str:
    """What a ``say`` says, or the constant that does."""
    if isinstance(node, ast.Call) and _name(node.func) in ("say", "say_n") and node.args:
        first = node.args[-3 if len(node.args) > 3 else 0] if _name(node.func) == "say_n" else node.args[0]
        return str(first.value) if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""
    return texts.get(_name(node), "")


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def status_codes() -> set[HTTPStatus]:
    """Every status a refusal goes out with."""
    return {status_of(code) for code in found()}
