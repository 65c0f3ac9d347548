"""Whether a table may show its token to the club: not where card and token were copied from another table."""

from __future__ import annotations

from hashlib import sha256

from companion.plays.storage.stores import Settings

LEFT = "club-token-left"
"""The setting: the digest of the token that is another table's."""


class ClubToken:
    """The ``token`` of the settings."""

    def __init__(self, token: str, settings: Settings) -> None:
        self._digest = sha256(token.encode()).hexdigest()
        self._settings = settings
        self._left = bool(settings.get(LEFT) == self._digest)

    @property
    def left(self) -> bool:
        """Whether this token is another table's. Any thread."""
        return self._left

    def leave(self) -> None:
        """Show this token no more: it is the one of the table that the card was copied from."""
        self._settings.put(LEFT, self._digest)
        self._left = True
