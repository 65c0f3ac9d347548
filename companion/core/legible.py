"""Names that people type: normalise them, reject invisible text, and find names that look alike.

Every script is allowed. The look-alikes are those of Unicode's confusables (UTS #39) that a keyboard for Latin,
Cyrillic or Greek writes; accents distinguish two names, capitals do not.
"""

from __future__ import annotations

from itertools import pairwise
from unicodedata import category, combining, name, normalize

MAX_ACCENTS = 2
"""Combining marks allowed after one composed letter: Hebrew and Thai need two."""

SELECTORS = str.maketrans("", "", "\ufe0e\ufe0f")
"""A translation table that removes variation selectors, which only choose an emoji's text or colour form."""

_DIRECTION_MARKS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Marks that keyboards and clipboards put around a text; they are removed at its ends."""

_ENDS = f"{_DIRECTION_MARKS} \t\n\r\u00a0"
_JOINERS = "\u200c\u200d"
"""Zero-width non-joiner and joiner: part of the spelling of some scripts, and of emoji made of several."""

_JOINING_SCRIPTS = (
    *("ARABIC", "BENGALI", "DEVANAGARI", "GUJARATI", "GURMUKHI", "KANNADA", "KHMER", "MALAYALAM", "MONGOLIAN"),
    *("MYANMAR", "ORIYA", "SINHALA", "SYRIAC", "TAMIL", "TELUGU", "TIBETAN"),
)
"""Scripts whose words may have a joiner between two letters, by the first word of a letter's Unicode name."""

_VIRAMA = 9
"""The combining class of a virama, the sign that removes the vowel of a letter."""

_NO_JOINERS = str.maketrans("", "", _JOINERS)

HIDDEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Printable characters without a glyph. Other joiners and direction marks are not printable, so need no list."""

CYRILLIC = ("АВЕЅІЈКМНОРСТУХаеѕіјорсухһԁԛԝкѵ", "ABESIJKMHOPCTYXaesijopcyxhdqwkv")
GREEK = ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαοργνικυχ", "ABEZHIKMNOPTYXaopyvikux")
LATIN = ("I1|0\u0131", "lllOi")
"""Letters and the Latin letters they look like, by position."""

ALIKE = {ord(one): other for ones, others in (CYRILLIC, GREEK) for one, other in zip(ones, others, strict=True)}
STROKES = {ord(one): other for one, other in zip(*LATIN, strict=True)}
PAIRS = (("rn", "m"), ("vv", "w"))


def composed(text: str) -> str:
    """``text`` as stored: NFKC, without variation selectors and direction marks at its ends, single spaces."""
    return " ".join(normalize("NFKC", text).translate(SELECTORS).strip(_ENDS).split())


def is_legible(text: str) -> bool:
    """Whether every character of ``text`` is visible, on one line, with at most ``MAX_ACCENTS`` accents per letter."""
    text = text.translate(SELECTORS)
    if not _joins_letters(text):
        return False
    text = text.translate(_NO_JOINERS)
    if not text.strip() or not text.isprintable() or HIDDEN.intersection(text) or category(text.strip()[0])[0] == "M":
        return False
    accents = 0
    for letter in text:
        accents = accents + 1 if category(letter) in ("Mn", "Me") else 0
        if accents > MAX_ACCENTS:
            return False
    return True


def _joins_letters(text: str) -> bool:
    """Whether each joiner of ``text`` stands between two letters of one script that uses them, between two emoji, or
    after a letter with a virama.
    """
    around = zip(f" {text}", pairwise(f"{text} "), strict=False)
    return all(_may_join(before, after) for before, (sign, after) in around if sign in _JOINERS)


def _may_join(before: str, after: str) -> bool:
    script = name(before, "").partition(" ")[0]
    if script in _JOINING_SCRIPTS:
        if after == " ":
            return combining(before) == _VIRAMA  # a letter of Malayalam written without a vowel
        return name(after, "").partition(" ")[0] == script
    return category(before) in ("So", "Sk") and category(after) == "So"


def skeleton(text: str) -> str:
    """The skeleton (UTS #39) of a ``composed`` text; two texts that look alike have equal skeletons."""
    letters = (
        text.translate(_NO_JOINERS).translate(ALIKE).translate(STROKES).casefold().translate(STROKES).replace(" ", "")
    )
    for pair, one in PAIRS:
        letters = letters.replace(pair, one)
    return letters
