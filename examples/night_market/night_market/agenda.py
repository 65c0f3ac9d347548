"""What a play waits for."""

from __future__ import annotations

from msgspec import Struct


class Opening(Struct, frozen=True, tag="opening"):
    """The table says how many lots there are tonight."""


class Bidding(Struct, frozen=True, tag="bidding"):
    """All bid in secret for a lot; the last bid reveals them."""

    lot: int


Due = Opening | Bidding
