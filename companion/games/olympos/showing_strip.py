"""The few numbers a seat looks at all the time: where it stands, what it can use, and its points."""

from __future__ import annotations

from companion.core.widgets import Figure
from companion.core.wording import N_, say
from companion.games.olympos import scoring
from companion.games.olympos.state import State


def strip(state: State, seat: int) -> list[Figure]:
    """Space of the track, settlers in stock, hourglasses, Destiny cards, the points everybody sees, and the prestige
    that only its owner knows.
    """
    side = next((side for side in state.sides if side.seat == seat), None)
    if side is None:
        return []
    figures = [
        Figure(say("On space", short=N_("Space")), side.position, "clock"),
        Figure(say("Settlers"), side.stock, "settler"),
        Figure(say("Hourglasses", short=N_("Hourgl.")), side.hourglasses, "hourglass"),
        Figure(say("Destiny cards", short=N_("Cards")), len(side.hand), "cards"),
        Figure(say("Visible points", short=N_("Points")), scoring.visible_points(state, side), "point"),
    ]
    if not side.prestige.revealed:
        figures.append(Figure(say("Prestige"), side.prestige.value, "medal", secret=True))
    return figures
