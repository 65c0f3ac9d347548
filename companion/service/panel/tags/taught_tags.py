"""What each tag means: a card of a box, a person, or a seat. Tags are stored only by the digests of their numbers."""

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
"""The key of the setting that stores the meaning of each tag, by the digest of its number."""
MOST = 2000
"""The most tags that a table stores."""

TagKind = Literal["card", "person", "seat"]


class TagMeaning(Struct, frozen=True):
    """What a tag stands for: the component ``key`` of the kind ``part`` in the box of ``game``, or without ``part`` the
    option named ``key`` in its questions; the person named ``key``; or the seat whose number is ``key``.
    """

    kind: TagKind
    key: str
    game: str = ""
    part: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """The option values by which questions may know it."""
        if self.kind != "card":
            return ()
        return (self.key, f"{self.part}-{self.key}") if self.part else (self.key,)


class TaughtTags:
    """The meanings of all tags. Changed only by the deciding thread; may be read from any."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._known = _stored(settings.get(STORED))

    def meaning(self, code: str) -> TagMeaning | None:
        """The meaning of a tag; None if it was never taught."""
        return self._known.get(hashed(code))

    def counts(self) -> tuple[tuple[TagMeaning, int], ...]:
        """The number of tags for each meaning, in the order in which they were taught."""
        return tuple(Counter(self._known.values()).items())

    def teach(self, code: str, meaning: TagMeaning) -> None:
        """Give a tag a meaning. Raises ``Refused`` if there are too many tags."""
        known = {**self._known, hashed(code): meaning}
        if len(known) > MOST:
            raise Refused("too-many", say("The table can remember no more tags. Forget some first."))
        self._keep(known)

    def forget(self, meaning: TagMeaning) -> None:
        """Forget all tags with this meaning."""
        self._keep({code: known for code, known in self._known.items() if known != meaning})

    def _keep(self, known: dict[str, TagMeaning]) -> None:
        self._settings.put(STORED, known)
        self._known = known


def component_name(game: AnyGame | None, owners: Box, meaning: TagMeaning) -> Wording | None:
    """The name of a card or piece, from the game or as entered by its owners; None if it does not exist."""
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
    """The usable part of the stored setting."""
    found: dict[str, TagMeaning] = {}
    for code, meaning in kept.items() if isinstance(kept, dict) else ():
        try:
            found[str(code)] = convert(meaning, TagMeaning)
        except Unfit:
            continue
    return found
