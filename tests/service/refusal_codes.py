"""The refusals that the code can answer a request with, read from the program itself: from the handler of the request
on, every function that may be called, with the literal codes in it.

What is only known while it runs is taken as possible: of a method all those that override it, and of a callable that
an object keeps in an attribute, all that objects of its class are given anywhere to keep there. What a vote does when
nobody has to be asked is known: a matter of votes that handles a request puts votes of its own kinds only.
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
from mypy.nodes import Decorator, Expression, TypeInfo
from mypy.options import Options
from mypy.types import CallableType, Instance, Overloaded, Type, TypeVarType, UnionType, get_proper_type

from tests.service.syntax import (
    CATCHES,
    bound_in,
    gives_back,
    is_given,
    kept_by,
    made_in,
    names,
    nodes,
    of_self,
    raises_again,
)

ANSWERS = ("companion.core.errors.Refused", "companion.service.asking.requests.Reply")
"""What says no, with its code as the first argument."""


GIVEN_BACK = "what is returned as a refusal by "
MATTER = "companion.service.agreement.ballots.Matter"
DOES = {"carry_out", "put_in"}
"""Methods of a matter that do what its votes are about."""

Position = tuple[int, int, int | None, int | None]


@cache
def refusals() -> dict[str, frozenset[str]]:
    """Codes by the name of the request, without those of the rules of games."""
    return {name: frozenset(program().codes_from(name)) for name in program().handlers}


@cache
def program() -> Program:
    """The program as it was read."""
    return Program()


class Program:
    """Who calls whom, by full names; ``handlers`` are the first functions by request, and their classes. ``put`` are
    the kinds of votes that a class names, ``decided`` the classes that carry a kind out.
    """

    def __init__(self) -> None:
        self.calls: dict[str, set[str]] = defaultdict(set)
        self.codes: dict[str, set[str]] = defaultdict(set)
        self.given: dict[str, set[str]] = defaultdict(set)
        self.handlers: dict[str, tuple[str, str]] = {}
        self.put: dict[str, set[str]] = defaultdict(set)
        self.decided: dict[str, set[str]] = defaultdict(set)
        self.bases: dict[str, tuple[str, ...]] = {}
        self._kept: dict[tuple[str, str], list[tuple[str, set[str]]]] = {}
        self._arguments: list[tuple[str, str, int | str, str]] = []
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
                tree = ast.parse(Path(module.path).read_text(encoding="utf-8"))
                self._know_what_is_kept(name, tree)
                _Reader(self, module, built.types).visit(tree)
        for receiver, method, place, given in self._arguments:
            for attribute in self._attributes(receiver, method, place):
                self.given[f"given to {receiver}.{attribute}"].add(given)
            self.given[f"given to {receiver}"].add(given)

    def _know_classes(self, module: State) -> None:
        for _, symbol, _ in module.tree.local_definitions() if module.tree else ():
            if isinstance(symbol.node, TypeInfo):
                info = symbol.node
                self.bases[info.fullname] = tuple(base.fullname for base in info.mro)
                for base in info.mro[1:]:
                    for name in info.names.keys() & base.names.keys():
                        self._overriding[f"{base.fullname}.{name}"].add(f"{info.fullname}.{name}")

    def _know_what_is_kept(self, module: str, tree: ast.Module) -> None:
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                name = f"{module}.{node.name}"
                fields = [
                    ast.unparse(one.target) for one in node.body if isinstance(one, ast.AnnAssign) and is_given(one)
                ]
                self._kept[name, "__init__"] = [(field, {field}) for field in fields]
                for method in node.body:
                    if isinstance(method, ast.FunctionDef):
                        self._kept[name, method.name] = kept_by(method)

    def give(self, receiver: str, method: str, place: int | str, given: str) -> None:
        """An object of the class ``receiver`` is given a callable, as argument of a method by place or keyword."""
        self._arguments.append((receiver, method, place, given))

    def _attributes(self, receiver: str, method: str, place: int | str) -> set[str]:
        """The attributes in which an argument is kept; ``*`` where that cannot be read."""
        parameters = enumerate(self._kept.get((receiver, method), ()))
        return next((kept for at, (name, kept) in parameters if place in (at, name) and kept), {"*"})

    def codes_from(self, request: str) -> Iterator[str]:
        start, own = self.handlers[request]
        seen, ahead = set[str](), [start]
        while ahead:
            name = ahead.pop()
            if name not in seen:
                seen.add(name)
                yield from self.codes[name]
                ahead += [*self.calls[name], *self._standing_for(name, own), *self.given.get(name, ())]

    def _standing_for(self, name: str, own: str) -> set[str]:
        """The methods that may be called as ``name`` for a request that the class ``own`` handles."""
        bases, (kind, _, method) = self.bases.get(own, ()), name.rpartition(".")
        if MATTER in bases and method in DOES and MATTER in self.bases.get(kind, ()):
            return {f"{base}.{method}" for base in bases} & self._overriding[name]
        return self._overriding[name]


class _Reader(ast.NodeVisitor):
    """Reads the calls, codes and handlers of a module."""

    def __init__(self, program: Program, module: State, known: Mapping[Expression, Type]) -> None:
        self._program = program
        self._types: dict[Position, Type] = {
            (node.line, node.column, node.end_line, node.end_column): known[node]
            for node in nodes(module.tree)
            if isinstance(node, Expression) and node in known
        }
        self._class = self._function = ""
        self._bound: dict[str, set[str]] = {}
        self._made: dict[str, list[ast.Call]] = {}
        self._module = module.id
        self._caught = 0

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        before, self._class = self._class, f"{self._module}.{node.name}"
        self.generic_visit(node)
        self._class = before

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        before = self._function, self._caught, self._bound, self._made
        self._function = self._function or f"{self._class or self._module}.{node.name}"
        self._caught = 0
        self._bound = self._bound | bound_in(node)
        self._made = self._made | made_in(node)
        self.generic_visit(node)
        self._function, self._caught, self._bound, self._made = before

    def visit_Try(self, node: ast.Try) -> None:
        caught = any(names(one.type) & CATCHES and not raises_again(one) for one in node.handlers)
        given_back = any(gives_back(one) for one in node.handlers)
        before, self._function = self._function, f"{GIVEN_BACK}{self._function}" if given_back else self._function
        self._caught += caught and not given_back
        for statement in node.body:
            self.visit(statement)
        self._caught -= caught and not given_back
        self._function = before
        for rest in (*node.handlers, *node.orelse, *node.finalbody):
            self.visit(rest)

    def visit_Raise(self, node: ast.Raise) -> None:
        self._program.calls[self._function] |= set(self._giving_back(node.exc))
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        self._program.calls[f"{GIVEN_BACK}{self._function}"] |= set(self._giving_back(node.value))
        self.generic_visit(node)

    def _giving_back(self, node: ast.expr | None) -> Iterator[str]:
        """What an expression may be as a refusal that a function has returned instead of raising it."""
        calls = self._made.get(node.id, []) if isinstance(node, ast.Name) else [node]
        for call in calls:
            if isinstance(call, ast.Call):
                yield from (f"{GIVEN_BACK}{function}" for function in self._functions(call.func))

    def visit_With(self, node: ast.With) -> None:
        called = [one.context_expr for one in node.items if isinstance(one.context_expr, ast.Call)]
        caught = any(
            names(call.func) == {"suppress"} and set[str]().union(*map(names, call.args)) & CATCHES for call in called
        )
        self._caught += caught
        self.generic_visit(node)
        self._caught -= caught

    def visit_Dict(self, node: ast.Dict) -> None:
        if self._class and self._function == f"{self._class}.handlers":
            for key, act in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Name):
                    self._program.handlers[key.id] = self._named(act, f"handler of {key.id}"), self._class
        else:
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        found = set(self._functions(node.func))
        if not self._caught:
            self._program.calls[self._function] |= found or self._kept(node.func)
            if found & {f"{one}.__init__" for one in ANSWERS} and node.args and isinstance(node.args[0], ast.Constant):
                self._program.codes[self._function] |= {str(node.args[0].value)} - {""}
        receivers = self._receivers(node.func)
        method = node.func.attr if isinstance(node.func, ast.Attribute) else "__init__"
        for place, argument in (
            *enumerate(node.args),
            *((keyword.arg or "", keyword.value) for keyword in node.keywords),
        ):
            if isinstance(argument, ast.Lambda) or set(self._functions(argument)):
                name = self._named(argument, f"{self._function}:{argument.lineno}:{argument.col_offset}")
                for receiver in receivers:
                    self._program.give(receiver, method, place, name)
        self._know_votes(node, found, method)
        self.generic_visit(node)

    def _know_votes(self, node: ast.Call, found: set[str], method: str) -> None:
        named = [*node.args, *(keyword.value for keyword in node.keywords if keyword.arg == "kind")]
        kinds = {one.value for one in named if isinstance(one, ast.Constant) and isinstance(one.value, str)}
        if "companion.service.agreement.votes.Vote.__init__" in found:
            self._program.put[self._class] |= kinds
        elif method == "decide" and len(node.args) == 2:
            for kind in kinds:
                self._program.decided[kind] |= {info.fullname for info in self._infos(node.args[1])}

    def _kept(self, callee: ast.expr) -> set[str]:
        """Where the object keeps what is called here: in attributes that can be read from the code, or anywhere."""
        names = {one.id for one in ast.walk(callee) if isinstance(one, ast.Name)} - {"self"}
        found = of_self(callee) or set[str]().union(*(self._bound.get(name, set()) for name in names))
        return {f"given to {self._class}.{one}" for one in (*found, "*")} if found else {f"given to {self._class}"}

    def visit_Assign(self, node: ast.Assign) -> None:
        self._know_own(node.value, *node.targets)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._know_own(node.value, node.target)
        self.generic_visit(node)

    def _know_own(self, value: ast.expr | None, *targets: ast.expr) -> None:
        """What an object puts into an attribute of its own by name."""
        for act in value.values if isinstance(value, ast.Dict) else [value]:
            if act is not None and not isinstance(act, ast.Call) and set(self._functions(act)):
                name = self._named(act, f"{self._function}:{act.lineno}:{act.col_offset}")
                for attribute in of_self(*targets):
                    self._program.given[f"given to {self._class}.{attribute}"].add(name)
                    self._program.given[f"given to {self._class}"].add(name)

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
