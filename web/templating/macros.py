"""Files of macros are bound to a page once, not again for every fragment of it.

A template that imports macros "with context" has the whole file of them made anew whenever it is drawn, which took a
third of the time of a fragment. All that macros take from the context is what a ``Kit`` holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2 import Template
from jinja2.environment import TemplateModule

KIT = "kit"
"""The name under which a template is given its kit."""


class Kit:
    """What macros may take from the context, and the files of macros bound to it. For one thread at a time."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = dict(given)
        self._bound: dict[str, TemplateModule] = {}

    def bind(self, template: KitTemplate) -> TemplateModule:
        """The macros of ``template``, bound now or earlier."""
        name = str(template.name)
        if name not in self._bound:
            self._bound[name] = template.bound_to({**self.given, KIT: self})
        return self._bound[name]


class KitTemplate(Template):
    """A template whose macros are bound to the kit of whoever imports them, if there is one."""

    def make_module(
        self,
        vars: dict[str, Any] | None = None,  # noqa: A002  (the name is Jinja's)
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,  # noqa: A002
    ) -> TemplateModule:
        kit = (vars or {}).get(KIT)
        return kit.bind(self) if isinstance(kit, Kit) else super().make_module(vars, shared, locals)

    def bound_to(self, given: dict[str, Any]) -> TemplateModule:
        """The macros with ``given`` as their context."""
        return super().make_module(given)
