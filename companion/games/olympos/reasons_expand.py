"""Why an expansion is out of reach, or None. Section 4."""

from __future__ import annotations

from companion.core.questions import branch_reason
from companion.core.wording import N_, Message, SeatName, say
from companion.games.olympos.moves import Leaving
from companion.games.olympos.queries_expand import least_cost, targets
from companion.games.olympos.reasons import cost_reason
from companion.games.olympos.state import Side, State
from companion.games.olympos.tables import RESOURCES, Resource

NOBODY_THERE = say("There is nobody to fight.")
NO_SETTLER = say("No settler in your stock.", short=N_("No settler in stock"))
SIREN = say("The Siren keeps you from the sea.", short=N_("Siren: no sea"))


def source_reason(state: State, side: Side, source: Leaving) -> Message | None:
    """A settler must be there, and have somewhere to go."""
    if source == "new":
        missing = NO_SETTLER if side.stock == 0 else None
    elif source == "covered":
        missing = say("You have no covered settler.", short=N_("None is covered")) if side.covered == 0 else None
    else:
        missing = no_territory(side, source)
    if missing:
        return missing
    return branch_reason(target_reason(state, side, source, target) for target in targets(state, side))


def no_territory(side: Side, resource: Resource) -> Message | None:
    if side.tokens[resource]:
        return None
    return say("You control no {resource} territory.", short=N_("No {resource}"), resource=RESOURCES[resource])


def target_reason(state: State, side: Side, source: Leaving, target: str) -> Message | None:
    if target not in targets(state, side):
        return NOBODY_THERE
    return _nothing_there(state, side, source, target) or cost_reason(
        state, side, least_cost(state, side, source, target)
    )


def _nothing_there(state: State, side: Side, source: Leaving, target: str) -> Message | None:
    if target == "tribe" and state.tribes == 0:
        return say("No tribe is left.", short=N_("No tribe is left"))
    if target == "own":
        own = side.controlled - int(source in RESOURCES)
        return say("You have no other territory.", short=N_("No other territory")) if own <= 0 else None
    if target == "sea":
        return SIREN if side.marks["siren"] else None
    return branch_reason(resource_reason(state, source, target, resource) for resource in RESOURCES)


def resource_reason(state: State, source: Leaving, target: str, resource: Resource) -> Message | None:
    """Section 4: a token of the territory's resource comes from the stock, or from whoever controlled it."""
    if not target.isdecimal():
        there = state.tokens[resource] > 0 or source == resource
        return (
            None
            if there
            else say("No {resource} token is left.", N_("No {resource} left"), resource=RESOURCES[resource])
        )
    if state.side(int(target)).tokens[resource]:
        return None
    return say(
        "{seat} controls no {resource} territory.",
        N_("No {resource} there"),
        seat=SeatName(int(target)),
        resource=RESOURCES[resource],
    )


def no_token(resource: Resource) -> Message:
    return say("No {resource} token is left.", N_("No {resource} left"), resource=RESOURCES[resource])


def heir_reason(state: State, heir: int, what: str, taken: Resource | None) -> Message | None:
    """The token left goes to the heir: it is not there for the territory taken as well."""
    if heir and what in RESOURCES and what == taken and state.tokens[taken] == 0:
        return no_token(taken)
    return None
