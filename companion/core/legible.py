"""Texts that people write and others read: whether all of it can be seen, and whether two look alike.

Nothing here is about who may use which script. Names of different scripts sit at one table; what is refused is what
the eye takes for another name or for nothing. The table of look-alikes is the part of Unicode's confusables (UTS #39)
that a keyboard for Latin, Cyrillic or Greek writes; accents tell names apart, capitals do not.
"""

from __future__ import annotations

from unicodedata import category, normalize

MARKS = 2
"""Accents one letter may carry beyond those that are part of it: Hebrew and Thai need two, a heap is higher."""

HINTS = str.maketrans("", "", "\ufe0e\ufe0f")
"""Say only whether a sign is drawn in colour, and stand behind every other emoji."""

BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Letters and marks that show nothing. Joiners, direction marks and the like are not printable, and need no list."""

CYRILLIC = ("АВЕЅІЈКМНОРСТУХаеѕіјорсухһԁԛԝкѵ", "ABESIJKMHOPCTYXaesijopcyxhdqwkv")
GREEK = ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαοργνικυχ", "ABEZHIKMNOPTYXaopyvikux")
LATIN = ("I1|0\u0131", "lllOi")
"""Letters by what they look like; of those of another script each looks like one of Latin."""

ALIKE = {ord(one): other for ones, others in (CYRILLIC, GREEK) for one, other in zip(ones, others, strict=True)}
STROKES = {ord(one): other for one, other in zip(*LATIN, strict=True)}
PAIRS = (("rn", "m"), ("vv", "w"))


def composed(text: str) -> str:
    """``text`` as it is kept: composed letters, plain forms, single blanks."""
    return " ".join(normalize("NFKC", text).translate(HINTS).split())


def is_legible(text: str) -> bool:
    """Whether all of ``text`` can be seen, on one line, and is not buried under its accents."""
    text = text.translate(HINTS)
    if not text.strip() or not text.isprintable() or BLANK.intersection(text) or category(text.strip()[0])[0] == "M":
        return False
    heap = 0
    for letter in text:
        heap = heap + 1 if category(letter) in ("Mn", "Me") else 0
        if heap > MARKS:
            return False
    return True


def look(text: str) -> str:
    """What ``text``, composed, looks like: the same of two that the eye takes for one."""
    letters = text.translate(ALIKE).translate(STROKES).casefold().translate(STROKES).replace(" ", "")
    for pair, one in PAIRS:
        letters = letters.replace(pair, one)
    return letters
