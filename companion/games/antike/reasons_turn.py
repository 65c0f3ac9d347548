"""Why so many seas or this stack cannot be, or None. Section 7."""

from __future__ import annotations

from companion.core.wording import N_, Message, say
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import Kind

# -- the end of a turn ---------------------------------------------------------------------------------------------


def seas_reason(nation: Nation, seas: int) -> Message | None:
    """Why a nation cannot be in so many seas, or None."""
    if 0 <= seas <= nation.galleys:
        return None
    return say("More seas than galleys.", short=N_("More than galleys"))


def choose_reason(state: State, kind: Kind) -> Message | None:
    """Why a stack is none of the fullest, or None."""
    if state.stacks[kind] == max(state.stacks.values()):
        return None
    return say("Another stack is fuller.", short=N_("Not the fullest"))
