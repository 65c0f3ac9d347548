"""Whether what is said of a territory that a settler leaves can be."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import say
from companion.games.olympos.reasons import heir_reason, heirs, own_specials
from companion.games.olympos.state import Left, Side, State
from companion.games.olympos.tables import Resource

NOT_LIKE_THAT = say("That territory cannot be like that.")


def check_left(step: Step[State], side: Side, left: Left, taken: Resource | None) -> None:
    """Refuse a territory with what its owner has not, or an heir who has no settler there."""
    if not set(left.special) <= set(own_specials(side, left.what)):
        step.refuse("not-there", NOT_LIKE_THAT)
    if left.heir not in heirs(step.state, left.what):
        step.refuse("not-there", NOT_LIKE_THAT)
    step.require(heir_reason(step.state, left.heir, left.what, taken))
