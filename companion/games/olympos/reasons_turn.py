"""Why a seat may not pass, or None. Section 9."""

from __future__ import annotations

from companion.core.wording import N_, Message, say
from companion.games.olympos import queries_prices
from companion.games.olympos.moves import Leaving
from companion.games.olympos.reasons_develop import discovery_reason, wonder_reason
from companion.games.olympos.reasons_expand import source_reason
from companion.games.olympos.state import Side, State


def any_action(state: State, side: Side) -> bool:
    """Whether anything but passing is open to the side."""
    if state.light:
        return queries_prices.budget(state, side) > 0
    sources: tuple[Leaving, ...] = ("new", "covered", "grain", "stone", "wood", "gold")
    return (
        any(source_reason(state, side, source) is None for source in sources)
        or any(discovery_reason(state, side, space) is None for space in state.piles)
        or any(wonder_reason(state, side, key) is None for key in state.wonders)
    )


def pass_reason(state: State, side: Side) -> Message | None:
    """Section 9: from the last Zeus space on; before it only who can do nothing else."""
    if queries_prices.last_phase(state, side) or not any_action(state, side):
        return None
    return say("Only from the last Zeus space on.", short=N_("Not before last Zeus"))
