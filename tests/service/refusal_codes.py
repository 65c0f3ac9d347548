"""The refusals that the code can answer a request with, read from the program itself: from the handler of the request
on, every function that may be called, with the literal codes in it.

What is only known while it runs is taken as possible: of a method all those that override it, and of a callable that
an object was given, all that objects of its class are given anywhere.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from mypy.build import State, build
from mypy.find_sources import create_source_list
from mypy.nodes import Decorator, Expression, Node, TypeInfo
from mypy.options import Options
from mypy.types import CallableType, Instance, Overloaded, Type, TypeVarType, UnionType, get_proper_type

ANSWERS = ("companion.core.errors.Refused", "companion.service.asking.requests.Reply")
"""What says no, with its code as the first argument."""
CATCHES = {"Refused", "CompanionError", "Exception", "BaseException"}

PARTS = """
    args arguments base bodies body callee cond condlists decorators defs else_body else_expr expr finally_body
    from_expr func generator guards handlers if_expr index initializer items key left left_expr lvalue lvalues operands
    right rvalue sequences subject target value
"""
"""Where nodes of mypy have their own nodes; others are references to somewhere else."""

Position = tuple[int, int, int | None, int | None]


@cache
def refusals() -> dict[str, frozenset[str]]:
    """Codes by the name of the request, without those of the rules of games."""
    program = Program()
    return {name: frozenset(program.codes_from(handler)) for name, handler in program.handlers.items()}


class Program:
    """Who calls whom, by full names; ``handlers`` are the first functions, by request."""

    def __init__(self) -> None:
        self.calls: dict[str, set[str]] = defaultdict(set)
        self.codes: dict[str, set[str]] = defaultdict(set)
        self.given: dict[str, set[str]] = defaultdict(set)
        self.handlers: dict[str, str] = {}
        self._overriding: dict[str, set[str]] = defaultdict(set)
        options = Options()
        options.export_types = options.preserve_asts = True
        options.incremental = False
        options.ignore_missing_imports = True
        options.python_version = sys.version_info[:2]
        built = build(create_source_list(["companion/service"], options), options)
        for name, module in built.graph.items():
            if name.startswith("companion.") and module.path:
                self._know_classes(module)
                _Reader(self, module, built.types).visit(ast.parse(Path(module.path).read_text(encoding="utf-8")))

    def _know_classes(self, module: State) -> None:
        for _, symbol, _ in module.tree.local_definitions() if module.tree else ():
            if isinstance(symbol.node, TypeInfo):
                info = symbol.node
                for base in info.mro[1:]:
                    for name in info.names.keys() & base.names.keys():
                        self._overriding[f"{base.fullname}.{name}"].add(f"{info.fullname}.{name}")

    def codes_from(self, start: str) -> Iterator[str]:
        seen, ahead = set[str](), [start]
        while ahead:
            name = ahead.pop()
            if name not in seen:
                seen.add(name)
                yield from self.codes[name]
                ahead += [*self.calls[name], *self._overriding[name], *self.given.get(name, ())]


class _Reader(ast.NodeVisitor):
    """Reads the calls, codes and handlers of a module."""

    def __init__(self, program: Program, module: State, known: Mapping[Expression, Type]) -> None:
        self._program = program
        self._types: dict[Position, Type] = {
            (node.line, node.column, node.end_line, node.end_column): known[node]
            for node in _nodes(module.tree)
            if isinstance(node, Expression) and node in known
        }
        self._class = self._function = ""
        self._module = module.id
        self._caught = 0

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        before, self._class = self._class, f"{self._module}.{node.name}"
        self.generic_visit(node)
        self._class = before

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        before = self._function, self._caught
        self._function = self._function or f"{self._class or self._module}.{node.name}"
        self._caught = 0
        self.generic_visit(node)
        self._function, self._caught = before

    def visit_Try(self, node: ast.Try) -> None:
        caught = any(_names(one.type) & CATCHES and not _raises_again(one) for one in node.handlers)
        self._caught += caught
        for statement in node.body:
            self.visit(statement)
        self._caught -= caught
        for rest in (*node.handlers, *node.orelse, *node.finalbody):
            self.visit(rest)

    def visit_With(self, node: ast.With) -> None:
        called = [one.context_expr for one in node.items if isinstance(one.context_expr, ast.Call)]
        caught = any(
            _names(call.func) == {"suppress"} and set[str]().union(*map(_names, call.args)) & CATCHES for call in called
        )
        self._caught += caught
        self.generic_visit(node)
        self._caught -= caught

    def visit_Dict(self, node: ast.Dict) -> None:
        if self._class and self._function == f"{self._class}.handlers":
            for key, act in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Name):
                    self._program.handlers[key.id] = self._named(act, f"handler of {key.id}")
        else:
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        found = set(self._functions(node.func))
        if not self._caught:
            self._program.calls[self._function] |= found or {f"given to {self._class}"}
            if found & {f"{one}.__init__" for one in ANSWERS} and node.args and isinstance(node.args[0], ast.Constant):
                self._program.codes[self._function] |= {str(node.args[0].value)} - {""}
        receivers = self._receivers(node.func)
        for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
            if isinstance(argument, ast.Lambda) or set(self._functions(argument)):
                name = self._named(argument, f"{self._function}:{argument.lineno}:{argument.col_offset}")
                for receiver in receivers:
                    self._program.given[f"given to {receiver}"].add(name)
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        for info in self._infos(node.value):
            found = info.get(node.attr)
            if not self._caught and found and isinstance(found.node, Decorator) and found.node.func.is_property:
                self._program.calls[self._function].add(found.node.fullname)
        self.generic_visit(node)

    def _named(self, act: ast.expr, name: str) -> str:
        """Give a name to a lambda or a reference to functions."""
        if isinstance(act, ast.Lambda):
            before, self._function = (self._function, self._caught), name
            self._caught = 0
            self.visit(act.body)
            self._function, self._caught = before
        else:
            self._program.calls[name] |= set(self._functions(act))
        return name

    def _functions(self, node: ast.expr) -> Iterator[str]:
        """The full names of the functions that an expression may stand for."""
        found = self._type(node)
        proper = get_proper_type(found) if found is not None else None
        for one in proper.items if isinstance(proper, UnionType | Overloaded) else [proper]:
            function = get_proper_type(one) if one is not None else None
            if isinstance(function, CallableType) and function.is_type_obj():
                yield f"{function.type_object().fullname}.__init__"
            elif isinstance(function, CallableType) and function.definition is not None:
                yield function.definition.fullname

    def _receivers(self, callee: ast.expr) -> list[str]:
        """The classes whose objects are given the arguments of a call."""
        made = [name.removesuffix(".__init__") for name in self._functions(callee) if name.endswith(".__init__")]
        return made or (
            [info.fullname for info in self._infos(callee.value)] if isinstance(callee, ast.Attribute) else []
        )

    def _infos(self, node: ast.expr) -> Iterator[TypeInfo]:
        found = self._type(node)
        proper = get_proper_type(found) if found is not None else None
        for one in proper.items if isinstance(proper, UnionType) else [proper]:
            instance = get_proper_type(one) if one is not None else None
            if isinstance(instance, TypeVarType):
                instance = get_proper_type(instance.upper_bound)
            if isinstance(instance, Instance):
                yield instance.type

    def _type(self, node: ast.expr) -> Type | None:
        return self._types.get((node.lineno, node.col_offset, node.end_lineno, node.end_col_offset))


def _nodes(tree: object) -> Iterator[Node]:
    """All nodes of a module."""
    ahead = [tree]
    while ahead:
        node = ahead.pop()
        if isinstance(node, list | tuple):
            ahead += node
        elif isinstance(node, Node):
            yield node
            ahead += [getattr(node, part, None) for part in PARTS.split()]


def _names(node: ast.expr | None) -> set[str]:
    if isinstance(node, ast.Tuple):
        return set[str]().union(*map(_names, node.elts))
    return {node.id} if isinstance(node, ast.Name) else set()


def _raises_again(handler: ast.ExceptHandler) -> bool:
    return any(isinstance(one, ast.Raise) and one.exc is None for one in handler.body)
