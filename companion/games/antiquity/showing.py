"""What the screens show."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.core.secrecy import Sealed
from companion.core.widgets import AnyWidget
from companion.games.antiquity.agenda import Planning
from companion.games.antiquity.rules_orders import draft_of
from companion.games.antiquity.showing_plan import show_own, show_plan
from companion.games.antiquity.showing_realm import show_cities, show_forecast, show_saints, show_works
from companion.games.antiquity.showing_table import show_table
from companion.games.antiquity.state import Realm, State
from companion.games.antiquity.state_draft import Draft


def public_realm(realm: Realm) -> Realm:
    """A realm without a stock that is hidden from others."""
    if realm.goods.revealed:
        return realm
    return replace(realm, goods=Sealed(realm.goods.to))


def show(state: State) -> list[AnyWidget]:
    """The table's widgets, then every realm."""
    found = show_table(state, [public_realm(state.realm(seat)) for seat in state.order])
    realms = [public_realm(realm) for realm in state.realms]
    for realm in realms:
        found += show_cities(realm, state.grids, secret=False)
    for realm in realms:
        found += show_works(realm)
    for realm in realms:
        found += show_saints(state, realm)
        found += show_forecast(state, realm)
    return found


def own_first(state: State, seat: int, public: Sequence[AnyWidget]) -> list[AnyWidget]:
    """The own plan with the cities as they are planned, the table's widgets, then every realm, the own first.

    The track of phases is for large screens: a phone says the phase in its sentence.
    """
    found: list[AnyWidget] = []
    own = next((realm for realm in state.realms if realm.seat == seat), None)
    draft = own_draft(state, seat)
    if draft is not None:
        found += [*show_plan(state, draft), *show_cities(draft.realm, state.grids, secret=True)]
    elif own is not None and state.hidden_stocks:
        found += show_own(state, own)
    planned = {widget.key for widget in found}
    rest = [widget for widget in public if widget.key not in planned and widget.key != "phases"]
    return found + sorted(rest, key=lambda widget: _place(widget, seat))


def on_paper(state: State) -> list[str]:
    """The phase, men in turn order, ranges; of every realm its cities, running sites and saints. With a map on
    cardboard a city is the list of its buildings, as on screens.
    """
    realms = [
        widget.key
        for realm in state.realms
        for widget in (*show_cities(realm, state.grids, secret=False), *show_works(realm), *show_saints(state, realm))
    ]
    return ["phases", "men", "ranges", *realms]


GROUPS = {"city": 1, "sites": 2, "saints": 3, "forecast": 3}
"""The groups of a realm's widgets after those of the table, by the first word of their keys."""


def _place(widget: AnyWidget, seat: int) -> tuple[int, bool]:
    """The group of a widget, and whether it is somebody else's."""
    kind, _, rest = widget.key.partition("-")
    group = GROUPS.get(kind, 0)
    return group, group > 0 and rest.partition("-")[0] != str(seat)


def own_draft(state: State, seat: int) -> Draft | None:
    """The seat's own plan, applied, while plans are made."""
    plan = state.plans.get(seat) if isinstance(state.due, Planning) else None
    return draft_of(state, seat) if plan is not None and plan.known else None
