"""What a game's package says, and no catalogue translates; and what its catalogues say that nobody reads."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from gettext import NullTranslations, translation
from pathlib import Path

from companion import locale

SPOKEN = {"say", "say_n", "N_"}
"""Functions whose first argument is a text."""
PLACE = re.compile(r"\{[^{}]*\}")


class NothingSaid(NullTranslations):
    """Asked last of all catalogues."""

    def gettext(self, message: str) -> str:
        del message
        return ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        del msgid1, msgid2, n
        return ""


def untranslated(package: Path, domain: str) -> dict[str, tuple[str, ...]]:
    """The texts of a package in their order, by the code of the language; languages in which all is said are left out.

    ``domain`` is the name of its catalogues.
    """
    texts = tuple(dict.fromkeys(text for file in sorted(package.rglob("*.py")) for text in spoken_in(file)))
    found = {}
    for language in locale.LANGUAGES[1:]:
        catalogue = translation(locale.DOMAIN, Path(locale.__file__).parent, [language])
        catalogue.add_fallback(translation(domain, package / "locale", [language], fallback=True))
        catalogue.add_fallback(NothingSaid())
        if missing := tuple(
            text for text in texts if not (catalogue.gettext(text) or catalogue.ngettext(text, text, 1))
        ):
            found[language] = missing
    return found


def languages_not_spoken(package: Path) -> tuple[str, ...]:
    """Languages that a package has catalogues of and the companion does not speak: nobody reads these."""
    folders = (package / "locale").glob("*/LC_MESSAGES")
    return tuple(sorted({folder.parent.name for folder in folders} - set(locale.LANGUAGES)))


def spoken_in(file: Path) -> Iterator[str]:
    """The texts of a module that have words beside their places."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(text)), *_]) if name in SPOKEN:
                if any(map(str.isalpha, PLACE.sub("", text))):
                    yield text
