"""What the names, attributes and results in a function stand for, read from its syntax tree."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator

from mypy.nodes import Node

CATCHES = {"Refused", "CompanionError", "Exception", "BaseException"}

PARTS = """
    args arguments base bodies body callee cond condlists decorators defs else_body else_expr expr finally_body
    from_expr func generator guards handlers if_expr index initializer items key left left_expr lvalue lvalues operands
    right rvalue sequences subject target value
"""
"""Where nodes of mypy have their own nodes; others are references to somewhere else."""


def of_self(*nodes: ast.AST) -> set[str]:
    """The attributes of ``self`` that stand in some code."""
    inner = [one for node in nodes for one in ast.walk(node) if isinstance(one, ast.Attribute)]
    return {one.attr for one in inner if isinstance(one.value, ast.Name) and one.value.id == "self"}


def named_in(*nodes: ast.AST) -> set[str]:
    return {one.id for node in nodes for one in ast.walk(node) if isinstance(one, ast.Name)}


def bound_in(function: ast.FunctionDef) -> dict[str, set[str]]:
    """The attributes of ``self`` that the names of a function may come from."""
    found: dict[str, set[str]] = defaultdict(set)
    for node in ast.walk(function):
        match node:
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                places = [target]
            case ast.Assign(targets=places, value=value):
                pass
            case _:
                continue
        for name in named_in(*places):
            found[name] |= of_self(value)
    return found


def made_in(function: ast.FunctionDef) -> dict[str, list[ast.Call]]:
    """The calls whose results the names of a function stand for."""
    found: dict[str, list[ast.Call]] = defaultdict(list)
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            for name in named_in(*node.targets):
                found[name].append(node.value)
    return found


def gives_back(handler: ast.ExceptHandler) -> bool:
    """Whether a handler returns the refusal that it catches."""
    returned = [one.value for one in ast.walk(handler) if isinstance(one, ast.Return)]
    caught = bool(names(handler.type) & CATCHES) and handler.name is not None
    return caught and any(isinstance(one, ast.Name) and one.id == handler.name for one in returned)


def kept_by(method: ast.FunctionDef) -> list[tuple[str, set[str]]]:
    """The parameters of a method but ``self``, and the attributes in which it keeps each."""
    kept: dict[str, set[str]] = defaultdict(set)
    for node in ast.walk(method):
        match node:
            case ast.Assign(targets=places, value=ast.expr() as value):
                pass
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                places = [target]
            case ast.Call(func=ast.Attribute() as callee, args=[value]):
                places = [callee]
            case _:
                continue
        for name in named_in(value):
            kept[name] |= of_self(*places)
    arguments = method.args
    return [(one.arg, kept[one.arg]) for one in (*arguments.posonlyargs, *arguments.args[1:], *arguments.kwonlyargs)]


def is_given(field: ast.AnnAssign) -> bool:
    """Whether a field of a class is an argument of its constructor."""
    keywords = field.value.keywords if isinstance(field.value, ast.Call) else []
    made = any(
        one.arg == "init" and isinstance(one.value, ast.Constant) and one.value.value is False for one in keywords
    )
    return isinstance(field.target, ast.Name) and not made and "ClassVar" not in named_in(field.annotation)


def nodes(tree: object) -> Iterator[Node]:
    """All nodes of a module."""
    ahead = [tree]
    while ahead:
        node = ahead.pop()
        if isinstance(node, list | tuple):
            ahead += node
        elif isinstance(node, Node):
            yield node
            ahead += [getattr(node, part, None) for part in PARTS.split()]


def names(node: ast.expr | None) -> set[str]:
    if isinstance(node, ast.Tuple):
        return set[str]().union(*map(names, node.elts))
    return {node.id} if isinstance(node, ast.Name) else set()


def raises_again(handler: ast.ExceptHandler) -> bool:
    return any(isinstance(one, ast.Raise) and one.exc is None for one in handler.body)
