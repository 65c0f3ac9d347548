"""Facts that were typed wrong, put right. Section 12."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.boxes import FactCorrection, number
from companion.core.step import Step
from companion.games.olympos.agenda import Facts
from companion.games.olympos.box import kind_of
from companion.games.olympos.box_warnings import deck_reason, sensible
from companion.games.olympos.rules_facts import NOT_PRINTED
from companion.games.olympos.state import State
from companion.games.olympos.tables import DESTINIES


def stay_sensible(step: Step[State], corrections: Sequence[FactCorrection]) -> None:
    """A component of which all is known must be one that can be printed, also after a correction in mid-play."""
    for correction in corrections:
        due = Facts(correction.kind, correction.key)
        found = step.state.box.get(due.kind, {}).get(due.key, {})
        complete = all(field.key in found for field in kind_of(due.kind).fields)
        if due.kind != "destiny" and complete and not sensible(due, found):
            step.refuse("not-printed", NOT_PRINTED)
    recount(step, [correction for correction in corrections if correction.kind == "destiny"])


def recount(step: Step[State], corrections: Sequence[FactCorrection]) -> None:
    """The Destiny deck that the companion draws from has as many more or fewer cards of a face as were corrected."""
    state = step.state
    copies = {face: number(state.box, "destiny", face, "copies") for face in DESTINIES}
    if corrections and None not in copies.values():
        step.require(deck_reason({face: n for face, n in copies.items() if n is not None}), "not-printed")
    for correction in corrections:
        if correction.key in state.deck and isinstance(correction.old, int) and isinstance(correction.new, int):
            left = state.deck[correction.key]
            left.value = max(0, left.value + correction.new - correction.old)
