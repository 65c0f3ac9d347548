"""Names that people type: normalise them, reject invisible text, and find names that look alike.

Every script is allowed. The look-alikes are those of Unicode's confusables (UTS #39) that a keyboard for Latin,
Cyrillic or Greek writes; accents distinguish two names, capitals do not.
"""

from __future__ import annotations

from unicodedata import category, normalize

MAX_ACCENTS = 2
"""Combining marks allowed after one composed letter: Hebrew and Thai need two."""

SELECTORS = str.maketrans("", "", "\ufe0e\ufe0f")
"""Translation table that removes them: they only choose an emoji's text or colour form."""

HIDDEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Printable characters without a glyph. Joiners and direction marks are not printable, so need no list."""

CYRILLIC = ("АВЕЅІЈКМНОРСТУХаеѕіјорсухһԁԛԝкѵ", "ABESIJKMHOPCTYXaesijopcyxhdqwkv")
GREEK = ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαοργνικυχ", "ABEZHIKMNOPTYXaopyvikux")
LATIN = ("I1|0\u0131", "lllOi")
"""Letters and the Latin letters they look like, by position."""

ALIKE = {ord(one): other for ones, others in (CYRILLIC, GREEK) for one, other in zip(ones, others, strict=True)}
STROKES = {ord(one): other for one, other in zip(*LATIN, strict=True)}
PAIRS = (("rn", "m"), ("vv", "w"))


def composed(text: str) -> str:
    """``text`` as stored: NFKC, without variation selectors, single spaces."""
    return " ".join(normalize("NFKC", text).translate(SELECTORS).split())


def is_legible(text: str) -> bool:
    """Whether every character of ``text`` is visible, on one line, with at most ``MAX_ACCENTS`` accents a letter."""
    text = text.translate(SELECTORS)
    if not text.strip() or not text.isprintable() or HIDDEN.intersection(text) or category(text.strip()[0])[0] == "M":
        return False
    accents = 0
    for letter in text:
        accents = accents + 1 if category(letter) in ("Mn", "Me") else 0
        if accents > MAX_ACCENTS:
            return False
    return True


def skeleton(text: str) -> str:
    """Skeleton (UTS #39) of a ``composed`` text: equal for two texts that look alike."""
    letters = text.translate(ALIKE).translate(STROKES).casefold().translate(STROKES).replace(" ", "")
    for pair, one in PAIRS:
        letters = letters.replace(pair, one)
    return letters
