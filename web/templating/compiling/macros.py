"""Cache imported Jinja macros for an open page.

Jinja builds a macro file imported "with context" again at every rendering, a third of the time of a fragment.
Macros may use only the variables in ``MacroContext``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2 import Template
from jinja2.environment import TemplateModule

MACRO_CONTEXT = "macro_context"
"""The name under which a template is given its macro_context."""


class MacroContext:
    """Variables of macros, and the macro files bound to them. Not thread-safe."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = dict(given)
        self._bound: dict[str, TemplateModule] = {}

    def bind(self, template: BoundTemplate) -> TemplateModule:
        """Macros of ``template``, from the cache."""
        name = str(template.name)
        if name not in self._bound:
            self._bound[name] = template.module_with({**self.given, MACRO_CONTEXT: self})
        return self._bound[name]


class BoundTemplate(Template):
    """A template whose macros are bound to the macro_context of whoever imports them, if there is one."""

    def make_module(
        self,
        vars: dict[str, Any] | None = None,  # noqa: A002  (the name is Jinja's)
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,  # noqa: A002
    ) -> TemplateModule:
        context = (vars or {}).get(MACRO_CONTEXT)
        return context.bind(self) if isinstance(context, MacroContext) else super().make_module(vars, shared, locals)

    def module_with(self, given: dict[str, Any]) -> TemplateModule:
        """Build the macros with ``given`` as their context."""
        return super().make_module(given)
