"""What there is to see of the owners' components."""

from __future__ import annotations

from companion.service.boxes.box_views import BoxView
from companion.service.looks import Look


class SeeBox(Look[BoxView], frozen=True):
    """The box of a game: every fact, who says so, and what nobody knows yet."""

    may_ask = "host"
    game: str


class ExportBox(Look[str], frozen=True):
    """What the owners entered, as a file (TOML)."""

    may_ask = "host"
    game: str
