"""What libraries and drivers print while the doctor looks: held back until its report is there."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from typing import TextIO

MOST = 200
"""Lines that are told, each once."""


@contextmanager
def held_back() -> Iterator[list[str]]:
    """Hold back all that is printed, also by libraries in C and as log lines. The list has its lines afterwards, each
    once; after an error they are printed before it.
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
    """The outputs of the process itself, as C knows them."""
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
