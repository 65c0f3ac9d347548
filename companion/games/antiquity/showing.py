"""What the screens show."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.secrecy import Sealed, Viewer
from companion.core.widgets import AnyWidget
from companion.games.antiquity.agenda import Planning
from companion.games.antiquity.rules_orders import draft_of
from companion.games.antiquity.showing_plan import show_own, show_plan
from companion.games.antiquity.showing_realm import show_cities, show_forecast, show_saints, show_works
from companion.games.antiquity.showing_table import show_table
from companion.games.antiquity.state import Realm, State
from companion.games.antiquity.state_draft import Draft


def viewer_draft(state: State, viewer: Viewer) -> Draft | None:
    """The viewer's own plan, applied; None for anybody else."""
    if not isinstance(state.due, Planning) or viewer.seat is None:
        return None
    plan = state.plans.get(viewer.seat)
    return draft_of(state, viewer.seat) if plan is not None and plan.known else None


def public_realm(realm: Realm) -> Realm:
    """A realm without a stock that is hidden from others."""
    if realm.goods.revealed:
        return realm
    return replace(realm, goods=Sealed(realm.goods.to))


def show_all(state: State, viewer: Viewer) -> list[AnyWidget]:
    """The own plan, the table's widgets, then every realm, the own first."""
    draft = viewer_draft(state, viewer)
    own = next((realm for realm in state.realms if realm.seat == viewer.seat), None)
    found: list[AnyWidget] = []
    if draft is not None:
        found += [*show_plan(state, draft), *show_cities(draft.realm, state.grids, secret=True)]
    elif own is not None and state.hidden_stocks:
        found += show_own(state, own)
    in_order = [public_realm(state.realm(seat)) for seat in state.order]
    found += show_table(state, in_order, tracks=viewer.seat is None)
    realms = sorted(map(public_realm, state.realms), key=lambda realm: realm.seat != viewer.seat)
    for realm in realms:
        if draft is None or realm.seat != viewer.seat:
            found += show_cities(realm, state.grids, secret=False)
    for realm in realms:
        found += show_works(realm)
    for realm in realms:
        found += show_saints(state, realm)
        found += show_forecast(state, realm)
    return found
