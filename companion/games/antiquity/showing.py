"""What there is to see."""

from __future__ import annotations

from companion.core.secrecy import Viewer
from companion.core.widgets import AnyWidget
from companion.games.antiquity.draft import Draft
from companion.games.antiquity.planning import draft_of
from companion.games.antiquity.showing_city import show_cities
from companion.games.antiquity.showing_plan import show_plan
from companion.games.antiquity.showing_realm import show_forecast, show_saints, show_works
from companion.games.antiquity.showing_table import show_table
from companion.games.antiquity.state import Planning, State


def drafted(state: State, viewer: Viewer) -> Draft | None:
    """The plan of the viewer, folded: what nobody else may see."""
    if not isinstance(state.due, Planning) or viewer.seat is None:
        return None
    plan = state.plans.get(viewer.seat)
    return draft_of(state, viewer.seat) if plan is not None and plan.known else None


def show_all(state: State, viewer: Viewer) -> list[AnyWidget]:
    """The table's pictures, then every realm; the viewer's own city as planned, under the cover."""
    draft = drafted(state, viewer)
    found = show_table(state)
    if draft is not None:
        found += show_plan(state, draft)
    for realm in state.realms:
        planned = draft is not None and realm.seat == viewer.seat
        found += show_cities(draft.realm if planned and draft else realm, state.grids, secret=planned)
    for realm in state.realms:
        found += show_works(realm)
    for realm in state.realms:
        found += show_saints(state, realm)
        found += show_forecast(state, realm)
    return found
