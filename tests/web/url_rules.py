"""The addresses of the pages, compiled once for all sites of a test run: Werkzeug takes a tenth of a second for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from flask import Flask
from werkzeug.routing import Rule

MADE = ("_parts", "_trace", "_converters", "_build", "_build_unknown", "arguments")
"""What compiling a rule sets."""

_compiled: dict[tuple[Any, ...], dict[str, Any]] = {}


class RuleCompiledOnce(Rule):
    """A rule that takes over what was made of an equal one."""

    def compile(self) -> None:
        like = (self.rule, self.subdomain, self.merge_slashes, tuple((self.defaults or {}).items()))
        if like not in _compiled:
            super().compile()
            _compiled[like] = {name: getattr(self, name) for name in MADE}
        vars(self).update(_compiled[like])


@contextmanager
def rules_compiled_once() -> Iterator[None]:
    """Every application that is created meanwhile has its rules from here."""
    with patch.object(Flask, "url_rule_class", RuleCompiledOnce):
        yield
