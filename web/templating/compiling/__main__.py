"""Compile all templates into the installed package: ``python -m web.templating.compiling``, as its owner."""

from __future__ import annotations

import sys
from pathlib import Path

from flask import Flask

from web.templating.compiling.compiled_templates import (
    INSTALLED,
    CompiledTemplates,
    compile_as_pages,
    compile_missing,
)


def compile_installed(folder: Path = INSTALLED) -> int:
    """Compile what is missing in ``folder``; exit status."""
    # The application's own environment, which decides what is escaped.
    environment = Flask("web").jinja_env
    compile_as_pages(environment)
    environment.bytecode_cache = CompiledTemplates(folder, folder)
    compile_missing(environment)
    wanted, made = environment.list_templates(extensions=["html"]), len(list(folder.glob("*.compiled")))
    if made < len(wanted):
        sys.stderr.write(f"templates could not be written to {folder}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(compile_installed())
