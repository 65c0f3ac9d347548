"""The few numbers a seat looks at all the time: wood, stone, food, idle men, and the famine it must feed."""

from __future__ import annotations

from companion.core.widgets import Figure
from companion.core.wording import N_, say
from companion.games.antiquity.agenda import SettingUp
from companion.games.antiquity.queries_city import food_of, owned
from companion.games.antiquity.showing import own_draft
from companion.games.antiquity.state import State


def strip(state: State, seat: int) -> list[Figure]:
    """While plans are made, what the own one would leave; that, and a hidden stock, is nobody else's to see."""
    realm = next((realm for realm in state.realms if realm.seat == seat), None)
    if realm is None or isinstance(state.due, SettingUp):
        return []
    draft = own_draft(state, seat)
    if draft is not None:
        realm = draft.realm
    planned = draft is not None
    hidden = planned or not realm.goods.revealed
    return [
        Figure(say("Wood"), owned(realm, "wood"), "wood", hidden),
        Figure(say("Stone"), owned(realm, "stone"), "stone", hidden),
        Figure(say("Food"), food_of(realm), "food", hidden),
        Figure(say("Idle men", short=N_("Idle")), realm.idle, "man", planned),
        Figure(say("Famine"), state.famine, "warning"),
    ]
