"""Hold back what libraries and drivers print until the doctor's report is complete."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from typing import TextIO

MOST = 200
"""The most different lines that are kept."""


@contextmanager
def held_back() -> Iterator[list[str]]:
    """Hold back everything that is printed, also by C libraries and as log lines. Afterwards the list holds the lines,
    each once. After an error they are printed before it.
    """
    lines: list[str] = []
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as file:
        try:
            with _outputs_into(file.fileno()), redirect_stdout(file), redirect_stderr(file):
                yield lines
        except BaseException:
            sys.stderr.write("".join(f"{line}\n" for line in _lines(file)))
            raise
        lines += _lines(file)


@contextmanager
def _outputs_into(number: int) -> Iterator[None]:
    """Redirect the output descriptors of the process, which C libraries use, to descriptor ``number``."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    kept = [(output, os.dup(output)) for output in (1, 2)]
    for output, _ in kept:
        os.dup2(number, output)
    try:
        yield
    finally:
        for output, before in kept:
            os.dup2(before, output)
            os.close(before)


def _lines(file: TextIO) -> list[str]:
    file.flush()
    file.seek(0)
    return list(dict.fromkeys(line.rstrip() for line in file if line.strip()))[:MOST]
