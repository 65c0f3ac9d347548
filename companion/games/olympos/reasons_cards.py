"""Why a card, a cube or a lost settler is out of reach, or None. Sections 6 and 7."""

from __future__ import annotations

from companion.core.wording import N_, Message, say
from companion.games.olympos.reasons_expand import NOBODY_THERE, no_territory
from companion.games.olympos.state import Side, State
from companion.games.olympos.tables import RESOURCES, Resource


def card_reason(state: State, side: Side) -> Message | None:
    """Whoever has said to keep the cards acts first."""
    if not side.hand:
        return say("You hold no Destiny card.", short=N_("No Destiny card"))
    return say("You keep your cards until you have acted.", short=N_("You keep them")) if state.kept else None


def face_reason(state: State, side: Side, face: str) -> Message | None:
    """Whether a Destiny card would do anything now. Section 6."""
    if face == "zeus":
        return say("Only after an Olympos card is revealed.", short=N_("After an Olympos card"))
    useless = say("It would bring nothing now.", short=N_("Nothing now"))
    match face:
        case "wood" | "grain" if side.tokens["wood" if face == "wood" else "grain"] == 0:
            return useless
        case "set" if not all(side.tokens.values()):
            return useless
        case "stone" if not most_stone(state, side):
            return useless
    return None


def most_stone(state: State, side: Side) -> bool:
    """Section 6, and section 12 for a tie."""
    mine, best = side.tokens["stone"], max(other.tokens["stone"] for other in state.others(side))
    if mine != best:
        return mine > best
    if state.options.stone_tie == "all":
        return mine > 0
    rivals = any(other.has("democracy") for other in state.others(side) if other.tokens["stone"] == mine)
    return state.options.stone_tie == "democracy" and mine > 0 and side.has("democracy") and not rivals


def lost_reason(state: State, side: Side, what: str) -> Message | None:
    """What Hades may take. Section 7, and section 12 for covered settlers."""
    if what == "covered":
        if side.covered == 0 and side.controlled:
            return say("You have no covered settler.", short=N_("None is covered"))
        allowed = state.options.hades_covered or side.controlled == 0
        return None if allowed else say("He takes none that is covered.", short=N_("Not a covered one"))
    return next((no_territory(side, resource) for resource in RESOURCES if resource == what), NOBODY_THERE)


def cube_reason(state: State, resource: Resource) -> Message | None:
    """A cube that the stock still has; when it has none at all, it does not matter which."""
    if state.cubes[resource] or not any(state.cubes.values()):
        return None
    return say("No {resource} cube is left.", N_("No {resource} left"), resource=RESOURCES[resource])


def zeus_reason(held: int, cards: int) -> Message | None:
    """Nobody adds more Zeus cards than the hand holds."""
    if cards <= held:
        return None
    return say("You hold no such card.", short=N_("You hold none")) if held == 0 else say("You hold fewer than that.")
