"""What a seat may do."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from new_game.tables import MOST


class Take(Struct, frozen=True, tag="take"):
    """Take coins from the pot."""

    coins: Annotated[int, Meta(ge=1, le=MOST)]


Move = Take
