"""What a third-party package declares for a game, and the version of the contract between it and the companion."""

from __future__ import annotations

from msgspec import Struct

from companion.core.game import AnyGame

CONTRACT = 1
"""The version of the contract: what a game may use from ``companion.core`` and what it must provide.

It is raised when games written before would no longer run; mere additions do not raise it.
"""

GROUP = "companion.games"
"""The entry point group in which a package names its games."""


class GamePackage(Struct, frozen=True):
    """One game of an installed package, named by an entry point in ``GROUP``.

    ``contract`` is the version of the contract for which it was written, as a literal number (reading ``CONTRACT``
    would defeat the check). Beside the module lie its texts in other languages, in ``locale`` under the game's key, its
    ``playthroughs``, and a square ``picture.png`` that is shown where games are chosen.
    """

    game: AnyGame
    contract: int
