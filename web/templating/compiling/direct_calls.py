"""Compile templates so that macros and functions are called as Python calls them.

Jinja looks at every call whether the function wants its context, and lets every macro ask how it is to be escaped: half
of the time of drawing. No function that our templates are given wants a context, and all of them escape.

Of the processor time of a whole move (its rules, log, pages for every phone) that saves 5 % in Olympos, 6 % in Athens &
Sparta, 9 % in Antiquity, 18 % in The Ancient World and 21 % in Antike: the medians of 30 moves from the middle of a
recorded game with its most seats, made by turns on two tables compiled so and two compiled by Jinja, in one process. If
that falls below 5 %, take Jinja's own compiler: this one depends on private parts of Jinja 3.1.
"""

from __future__ import annotations

import re
from keyword import iskeyword
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.runtime import Macro, Undefined
from jinja2.utils import missing
from markupsafe import Markup, escape

PLAIN = re.compile("[^&<>'\"]*").fullmatch
"""Whether a text is the same as HTML, which is found out sooner than what it would be."""


class DirectCalls(CodeGenerator):
    """See the module. Compiled templates import ``DirectMacro`` and ``escaped`` from here."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802  (the name is Jinja's)
        self.writeline(f"from {__name__} import {DirectMacro.__name__}, {escaped.__name__}")
        super().visit_Template(node, frame)

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        self.visit(node.node, frame)
        self.write("(")
        for given in node.args:
            self.visit(given, frame)
            self.write(", ")
        for named in node.kwargs:
            # Written as a mapping: ``class=`` is a syntax error in Python.
            self.write(f"**{{{named.key!r}: " if iskeyword(named.key) else f"{named.key}=")
            self.visit(named.value, frame)
            self.write("}, " if iskeyword(named.key) else ", ")
        if node.dyn_args is not None:
            self.write("*")
            self.visit(node.dyn_args, frame)
            self.write(", ")
        if node.dyn_kwargs is not None:
            self.write("**")
            self.visit(node.dyn_kwargs, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        self.write("Direct")
        super().macro_def(macro_ref, frame)

    def _output_child_pre(self, *_: object) -> None:
        self.write("escaped(")


class DirectMacro(Macro):
    """A macro whose arguments, where they come in their order, go straight to its function."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        lacking = self._argument_count - len(args)
        if kwargs or lacking < 0 or self.caller or self.catch_kwargs or self.catch_varargs:
            return super().__call__(*args, **kwargs)
        return str.__new__(Markup, self._func(*args, *(missing,) * lacking) if lacking else self._func(*args))


def escaped(value: Any) -> str:
    """``value`` as HTML."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is str and PLAIN(value):
        return value  # type: ignore[no-any-return]
    if kind is Undefined:
        return ""
    return str(value) if kind is int or kind is float else escape(value)
