"""The languages people read the companion in: English, which the code is written in, and the catalogues beside it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path

from companion.core.wording import Speaker

LANGUAGES = ("en", "es")
DOMAIN = "companion"


@cache
def catalogue(language: str) -> NullTranslations:
    """The message catalogue of a language. English needs none: its texts are the keys."""
    if language not in LANGUAGES:
        raise ValueError(f"no catalogue for {language!r}; there are {', '.join(LANGUAGES)}")
    if language == "en":
        return NullTranslations()
    return translation(DOMAIN, Path(__file__).parent, [language])


def speaker(language: str, names: Mapping[int, str]) -> Speaker:
    """Whoever speaks this language at a table with these names by seat."""
    return Speaker(language, catalogue(language), names)
