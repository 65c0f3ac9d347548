"""Languages of the product: English, the language of the code, and those with a catalogue in this folder."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path
from typing import Literal

from companion.core.wording import N_, Speaker

DOMAIN = "companion"
FORMER = "former"
"""The catalogue of texts that no source has any more, but that stored logs may hold."""
LANGUAGES = ("en", *sorted(folder.parent.name for folder in Path(__file__).parent.glob("*/LC_MESSAGES")))
"""Codes of the languages: English, and every folder of a catalogue."""
OWN_NAME = N_("English")
"""What a language calls itself: its translation in the catalogue."""

Direction = Literal["ltr", "rtl"]
"""From left to right, from right to left."""

_added: dict[str, Path] = {}
"""Catalogues of installed games: folders by domain."""


@cache
def catalogue(language: str) -> NullTranslations:
    """The message catalogue of a language; that of English is empty, since its texts are the keys.

    A text that is not in it is looked for in those that were added, and then said in English. So are all where a
    catalogue was not compiled, which ``companion doctor`` tells.
    """
    if language not in LANGUAGES:
        raise ValueError(f"no catalogue for {language!r}; there are {', '.join(LANGUAGES)}")
    if language == "en":
        return NullTranslations()
    found = translation(DOMAIN, Path(__file__).parent, [language], fallback=True)
    found.add_fallback(translation(FORMER, Path(__file__).parent, [language], fallback=True))
    for domain, folder in _added.items():
        found.add_fallback(translation(domain, folder, [language], fallback=True))
    return found


def add_catalogues(folder: Path, domain: str) -> None:
    """Look for texts also in ``folder``, where a game's package has ``<language>/LC_MESSAGES/<domain>.mo``. The
    product's own words win, so that no package can change them. Raises ``OSError`` and ``ValueError`` where a file is
    no catalogue.
    """
    for language in LANGUAGES:
        translation(domain, folder, [language], fallback=True)
    _added[domain] = folder
    catalogue.cache_clear()


def supported(code: str) -> str:
    """The language of the product that ``code`` names, such as ``es_MX.UTF-8`` or ``pt-BR``; empty if there is none."""
    wanted = code.split(".")[0].split("@")[0].replace("-", "_").casefold()
    known = {language.casefold(): language for language in LANGUAGES}
    if wanted in known:
        return known[wanted]
    return next((language for name, language in known.items() if name.split("_")[0] == wanted.split("_")[0]), "")


def tag(language: str) -> str:
    """The BCP 47 tag of a language, for the attribute ``lang``: ``pt-BR`` where the catalogue is called ``pt_BR``."""
    return language.replace("_", "-")


def own_name(language: str) -> str:
    """What a language calls itself."""
    return catalogue(language).gettext(OWN_NAME)


def direction(language: str) -> Direction:
    """Which way the script of a language runs: that of the first letter of its own name."""
    return direction_of(own_name(language))


def direction_of(text: str) -> Direction:
    """Which way a text runs: as its first letter does."""
    strong = (unicodedata.bidirectional(letter) for letter in text)
    return "rtl" if next((kind for kind in strong if kind in ("L", "R", "AL")), "L") != "L" else "ltr"


def speaker(language: str, names: Mapping[int, str]) -> Speaker:
    """A speaker of a language, with the names of the seats by number. A person without a name gets the name of the
    seat in this language.
    """
    if any(name in names_of_seat(seat) for seat, name in names.items()):
        names = {seat: name for seat, name in names.items() if name not in names_of_seat(seat)}
    return Speaker(language, catalogue(language), names)


@cache
def names_of_seat(seat: int) -> frozenset[str]:
    """What a seat is called whose person gave no name, in every language."""
    return frozenset(Speaker(language, catalogue(language), {}).name(seat) for language in LANGUAGES)
