"""The terminal as a screen that people take turns at."""

from __future__ import annotations

import sys
from typing import Protocol

import click

CLEARED = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and what was scrolled out of it: secrets must not be scrolled back to."""


class Screen(Protocol):
    """What playing needs of a terminal."""

    def show(self, *lines: str) -> None: ...

    def ask(self, prompt: str) -> str | None:
        """What somebody types, or None when nobody will type any more."""

    def clear(self) -> None:
        """Nothing that was shown can be read any more."""


class Terminal:
    """Standard input and output."""

    def show(self, *lines: str) -> None:
        for line in lines:
            click.echo(line)

    def ask(self, prompt: str) -> str | None:
        try:
            return input(f"{prompt}> ")
        except (EOFError, KeyboardInterrupt):
            click.echo()
            return None

    def clear(self) -> None:
        if sys.stdout.isatty():
            click.echo(CLEARED, nl=False)
