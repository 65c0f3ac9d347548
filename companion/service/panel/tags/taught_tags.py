"""What each tag is: a card of a box, a person, or a seat. Tags are known by the digests of their numbers alone."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from msgspec import Struct, convert
from msgspec import ValidationError as Unfit

from companion.core.boxes import Box, merged
from companion.core.errors import Refused
from companion.core.game import AnyGame
from companion.core.wording import Wording, say, verbatim
from companion.plays.storage.stores import Settings
from companion.service.asking.sender import hashed

STORED = "tags"
"""The setting: what each tag is, by the digest of its number."""
MOST = 2000
"""Tags that a table knows."""

TagKind = Literal["card", "person", "seat"]


class TagMeaning(Struct, frozen=True):
    """What a tag is: the component ``key`` of the kind ``part`` in the box of ``game``, or with no ``part`` what its
    questions call ``key``; the person named ``key``; or the seat whose number is ``key``.
    """

    kind: TagKind
    key: str
    game: str = ""
    part: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """By what questions may know it as an answer."""
        if self.kind != "card":
            return ()
        return (self.key, f"{self.part}-{self.key}") if self.part else (self.key,)


class TaughtTags:
    """What each tag is. Only the deciding thread changes it; any may look."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._known = _stored(settings.get(STORED))

    def meaning(self, code: str) -> TagMeaning | None:
        """What a tag is; None for one that nobody has taught."""
        return self._known.get(hashed(code))

    def counts(self) -> tuple[tuple[TagMeaning, int], ...]:
        """How many tags there are of each thing, in the order in which they were taught."""
        return tuple(Counter(self._known.values()).items())

    def teach(self, code: str, meaning: TagMeaning) -> None:
        """From now on a tag is that. Raises ``Refused`` when there are too many."""
        known = {**self._known, hashed(code): meaning}
        if len(known) > MOST:
            raise Refused("too-many", say("The table can remember no more tags. Forget some first."))
        self._keep(known)

    def forget(self, meaning: TagMeaning) -> None:
        """No tag is that any more."""
        self._keep({code: known for code, known in self._known.items() if known != meaning})

    def _keep(self, known: dict[str, TagMeaning]) -> None:
        self._settings.put(STORED, known)
        self._known = known


def component_name(game: AnyGame | None, owners: Box, meaning: TagMeaning) -> Wording | None:
    """What a card or piece is called, with what its owners entered; None where there is none."""
    if game is None:
        return None
    if not meaning.part:
        return verbatim(meaning.key) if meaning.key and meaning.key.isprintable() else None
    kind = next((kind for kind in game.meta.box if kind.key == meaning.part), None)
    if kind is None:
        return None
    facts = merged(game.box, owners).get(meaning.part, {}).get(meaning.key)
    if facts is None and meaning.key not in kind.listed:
        return None
    return kind.names(meaning.key, facts or {})


def _stored(kept: object) -> dict[str, TagMeaning]:
    """The usable part of what was stored."""
    found: dict[str, TagMeaning] = {}
    for code, meaning in kept.items() if isinstance(kept, dict) else ():
        try:
            found[str(code)] = convert(meaning, TagMeaning)
        except Unfit:
            continue
    return found
