"""Questions of set-up. Section 2."""

from __future__ import annotations

from companion.core.questions import Asking, Count, Option, Pick
from companion.core.wording import N_, named, say
from companion.games.antiquity.agenda import SettingUp
from companion.games.antiquity.moves import LATEST_TURN, MOST_FAMINE, Move, SetUp
from companion.games.antiquity.state import State


def ask_set_up(state: State, _due: SettingUp, _seat: int) -> Asking[Move]:
    """Ask which turn begins; for a later one famine and the order. Cities and sites follow in the plans."""
    prompt = say("Which turn begins?")
    hint = say(
        "A new play begins with turn 1; later ones are for a play begun without the companion.", short=N_("New play: 1")
    )
    turn = yield from Count(key="turn", prompt=prompt, hint=hint, low=1, high=LATEST_TURN, start=1, default=1)
    if turn == 1:
        return SetUp(1)
    usual = turn - 1
    prompt = say("Where does famine stand?")
    famine = yield from Count(key="famine", prompt=prompt, high=MOST_FAMINE, start=usual, icon="warning", default=usual)
    return SetUp(turn, famine, (yield from _ask_order(state)))


def _ask_order(state: State) -> Asking[tuple[int, ...]]:
    """Ask for the order track, place by place; the last follows."""
    left, found = list(state.order), list[int]()
    while len(left) > 1:
        options = tuple(Option(seat, named(seat), seat=seat) for seat in left)
        prompt = say("Whose man stands in place {n} of the order?", short=N_("Order: place {n}?"), n=len(found) + 1)
        seat = yield from Pick[int](key=f"order-{len(found) + 1}", prompt=prompt, options=options, default=left[0])
        left.remove(seat)
        found.append(seat)
    return (*found, *left)
