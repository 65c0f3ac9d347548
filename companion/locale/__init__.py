"""Languages of the product: English, the language of the code, and those with a catalogue in this folder."""

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
    """The message catalogue of a language; that of English is empty, since its texts are the keys."""
    if language not in LANGUAGES:
        raise ValueError(f"no catalogue for {language!r}; there are {', '.join(LANGUAGES)}")
    if language == "en":
        return NullTranslations()
    return translation(DOMAIN, Path(__file__).parent, [language])


def speaker(language: str, names: Mapping[int, str]) -> Speaker:
    """A speaker of a language, with the names of the seats by number."""
    return Speaker(language, catalogue(language), names)
