"""A language that nobody speaks, to see whether there is room for one: every text is two fifths longer, with accents,
and in longer ones a word stands that is read from right to left.
"""

from __future__ import annotations

import re
from gettext import NullTranslations
from math import ceil

from companion.locale import OWN_NAME

PLACE = re.compile(r"(\{[^{}]*\})")
WORD = re.compile(r"[^\W\d_]+")
ACCENTS = str.maketrans("aeiou", "áéíóú")
FROM_RIGHT = "שלום"
LONG = 24
"""Letters from which on a text has a word from right to left."""
MORE = 0.4


class PseudoCatalogue(NullTranslations):
    """The texts of the sources, said in that language; where it runs ``from_right``, its own name does too."""

    def __init__(self, *, from_right: bool = False) -> None:
        super().__init__()
        self._own_name = FROM_RIGHT if from_right else said(OWN_NAME)

    def gettext(self, message: str) -> str:
        return self._own_name if message == OWN_NAME else said(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return said(msgid1 if n == 1 else msgid2)


def said(text: str) -> str:
    """A text in that language. Places for arguments stay as they are."""
    parts = PLACE.split(text)
    letters = sum(len(part) for part in parts[::2])
    if letters < LONG:
        return "".join(part if at % 2 else WORD.sub(_longer, part) for at, part in enumerate(parts))
    extra = ceil(letters * MORE) - len(FROM_RIGHT) - 1
    longer = [part if at % 2 else part.translate(ACCENTS) for at, part in enumerate(parts)]
    longer[0] = f"{FROM_RIGHT} {longer[0]}"
    at = max(range(0, len(longer), 2), key=lambda place: len(longer[place]))
    words = longer[at].rstrip()
    longer[at] = f"{words} {words.strip()[: max(extra, 1)].strip()}{longer[at][len(words) :]}"
    return "".join(longer)


def _longer(word: re.Match[str]) -> str:
    letters = word[0].translate(ACCENTS)
    return letters + letters[-1] * ceil(len(letters) * MORE)
