"""Suggestions: the known word most similar to an unknown one, and sentences with it."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from companion.core.wording import Message, say

CLOSE = 0.6
"""How alike two words are to be suggested, from 0 to 1."""


def nearest(word: object, known: Iterable[str], cutoff: float = CLOSE) -> str:
    """The known word that is most like ``word``; empty if none is, or ``word`` is no text."""
    found = get_close_matches(word, list(known), 1, cutoff) if isinstance(word, str) else []
    return found[0] if found else ""


def did_you_mean(word: object, known: Iterable[str]) -> Message | None:
    """Hint "Did you mean", with the nearest known word; None if none is near."""
    near = nearest(word, known)
    return say("Did you mean {key}?", key=near) if near else None


def near_or_known(word: str, known: Iterable[str]) -> str:
    """The end of an English sentence about an unknown word: names the nearest known word, or all."""
    words = list(known)
    near = nearest(word, words)
    return f"; did you mean {near}?" if near else f"; there are {', '.join(words) or 'none'}"
