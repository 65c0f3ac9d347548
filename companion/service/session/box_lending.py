"""Boxes that another table may fetch for a while, each under a code that the host shows."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from companion.core.wording import Wording
from companion.plays.time_source import Clock

LENT_FOR = 15 * 60.0
"""Seconds that a code is good."""

SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Signs of a code: none that looks like another."""

CODE_LENGTH = 8


class LentBox(Struct, frozen=True):
    """The box of a game as its owners lend it: the file, and of how many components it says something."""

    game: str
    title: Wording
    components: int
    text: str


class Loans:
    """Which boxes are lent now. ``secret(n)`` gives n random bytes."""

    def __init__(self, clock: Clock, secret: Callable[[int], bytes]) -> None:
        self._clock = clock
        self._secret = secret
        self._codes: dict[str, tuple[str, float]] = {}

    def lend(self, game: str) -> None:
        """Lend the box of a game for ``LENT_FOR`` seconds from now, under the code it has already if it has one."""
        code = self.code_of(game) or self._fresh_code()
        self._codes = {known: loan for known, loan in self._codes.items() if self._holds(loan)}
        self._codes[code] = (game, self._clock.mono() + LENT_FOR)

    def end(self, game: str) -> None:
        """Lend it no more."""
        self._codes = {code: loan for code, loan in self._codes.items() if loan[0] != game}

    def code_of(self, game: str) -> str:
        """The code of a lent box; empty if it is not lent."""
        return next((code for code, loan in self._codes.items() if loan[0] == game and self._holds(loan)), "")

    def game_of(self, code: str) -> str:
        """The game whose box is lent under a code; empty if there is none."""
        loan = self._codes.get(code.lower())
        return loan[0] if loan is not None and self._holds(loan) else ""

    def _holds(self, loan: tuple[str, float]) -> bool:
        return self._clock.mono() < loan[1]

    def _fresh_code(self) -> str:
        """Signs by rejection, so that each is as likely as any other."""
        found = ""
        while len(found) < CODE_LENGTH:
            number = self._secret(1)[0] & 31
            found += SIGNS[number] if number < len(SIGNS) else ""
        return found
