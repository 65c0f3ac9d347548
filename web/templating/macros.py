"""Files of macros are bound to a page once, not again for every fragment of it.

A template that imports macros "with context" has the whole file of them made anew whenever it is drawn, which took a
third of the time of a fragment. All that macros take from the context is what a ``MacroContext`` holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2 import Template
from jinja2.environment import TemplateModule

MACRO_CONTEXT = "macro_context"
"""The name under which a template is given its macro_context."""


class MacroContext:
    """What macros may take from the context, and the files of macros bound to it. For one thread at a time."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = dict(given)
        self._bound: dict[str, TemplateModule] = {}

    def bind(self, template: BoundTemplate) -> TemplateModule:
        """The macros of ``template``, bound now or earlier."""
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
        """The macros with ``given`` as their context."""
        return super().make_module(given)
