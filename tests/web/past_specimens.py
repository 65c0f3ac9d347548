"""Specimens of the pages about earlier evenings, beside the list of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.wording import say, verbatim
from companion.plays.fairness import Spin
from companion.service.views import PastChance, PastDraw, PastFaces
from web.pages.views import redo

NAMES = {1: "Marco", 2: "Lucía", 3: "Nuria"}
ROLL, CARD = say("Roll for the battle."), say("Which card did you draw?")


def past_specimens() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """(specimen, template, what the template is given)."""
    playing = PastChance("p1", verbatim("Antike"), NAMES, "ab" * 32)
    for name, chance in (("chance", over()), ("chance-playing", playing)):
        yield name, "chance.html", {"chance": chance, "redo": redo(chance)}


def over() -> PastChance:
    """A finished evening."""
    draws = tuple(
        PastDraw(n, n % 4, ROLL if n % 3 else CARD, verbatim(f"{n} + 6"), (Spin(n, 6, 1),) if n % 5 else ())
        for n in range(1, 20)
    )
    shares = (PastFaces(ROLL, tuple((str(face), face * 2) for face in range(1, 7)), 7.0),)
    title, promise, seed = verbatim("Antike"), "0123456789abcdef" * 4, "fedcba98" * 8
    return PastChance("p1", title, NAMES, promise, seed, draws, shares, whole=False)
