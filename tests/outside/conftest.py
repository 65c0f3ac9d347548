"""The example's catalogue is compiled as its build does it; a checkout has only the source."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALES = Path(__file__).parents[2] / "examples" / "night_market" / "night_market" / "locale"


@pytest.fixture(autouse=True, scope="session")
def _compiled_words() -> None:
    for source in LOCALES.glob("*/LC_MESSAGES/*.po"):
        target, written = source.with_suffix(".mo"), source.with_suffix(f".{os.getpid()}")
        with source.open("rb") as text, written.open("wb") as compiled:
            write_mo(compiled, read_po(text))
        # Whole at once: other workers read it.
        written.replace(target)
