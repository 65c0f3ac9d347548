"""What there is to see of everything that can be counted, and of the facts that are known."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.boxes import Learned
from companion.service.asking.requests import Look
from companion.service.audit.audit_views import Checked, CountedPart


class SeeWholeSheet(Look[tuple[CountedPart, ...]], frozen=True):
    """Every number this device may see, to be put in as it lies on the table."""


class CheckNumbers(Look[Checked], frozen=True):
    """What is wrong with these numbers, before they are put in."""

    private = frozenset({"numbers"})
    numbers: Mapping[str, int]


class SeeKnownFacts(Look[tuple[Learned, ...]], frozen=True):
    """All that the play on the table knows of the components; everybody may read them."""
