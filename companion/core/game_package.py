"""What a package of somebody else brings for a title, and the contract between it and the companion."""

from __future__ import annotations

from msgspec import Struct

from companion.core.game import AnyGame

CONTRACT = 1
"""The contract that this companion speaks: what a game may take from ``companion.core`` and what it must give.

It goes up when a game that was written before would no longer run. What is only added leaves it as it is.
"""

GROUP = "companion.games"
"""Group of the entry points of a package that name its games."""


class GamePackage(Struct, frozen=True):
    """One title of an installed package, as its entry point in the group ``GROUP`` names it.

    ``contract`` is the number of the contract it was written against, as a literal: a package that reads ``CONTRACT``
    says nothing. Beside the module lie its texts in other languages, in ``locale`` under the game's key, its
    ``playthroughs``, and a square ``picture.png`` that is shown where games are chosen.
    """

    game: AnyGame
    contract: int
