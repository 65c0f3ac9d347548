"""Why a battle or conquest is not possible, or None. Section 6."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.wording import N_, Message, say, say_n
from companion.games.antike.box import distances
from companion.games.antike.moves import Battle, Conquer, Survey
from companion.games.antike.queries import cities, discs_left, has_city, has_temple, on_board, tracked_provinces
from companion.games.antike.queries_war import defence, losses, maneuvering, may_battle, units_near
from companion.games.antike.reasons import A_UNIT, NO_SUCH_CITY, missing, unit_reason
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import UNITS, Unit

NO_NATION = say("There is no such nation.", short=N_("No such nation"))
NO_BATTLES_LEFT = say("Battles come before conquests.", short=N_("Battles came first"))
UNITS_WORD: dict[Unit, Message] = {"legion": say("legions"), "galley": say("galleys")}
THEIR_NONE: dict[Unit, Message] = {
    "legion": say("They have no legions.", short=N_("They have none")),
    "galley": say("They have no galleys.", short=N_("They have none")),
}
NOT_THAT_MANY = say("There are not that many units.", short=N_("Not that many"))


def battle_reason(state: State, seat: int, move: Battle) -> Message | None:
    """Why there can be no such battle, or None. The manoeuvring nation may demand it, and any other against it."""
    acting = maneuvering(state)
    keys = [nation.key for nation in state.nations]
    if acting is None or move.own not in keys or move.other not in keys or move.own == move.other:
        return NO_NATION
    if not may_battle(state):
        return NO_BATTLES_LEFT
    own, other = state.nation(move.own), state.nation(move.other)
    mover = state.nation(acting.nation)
    if own.seat != seat or mover not in (own, other) or (own is not mover and own.seat == mover.seat):
        return NO_NATION
    if own is mover and (reason := met_reason(state, own)):
        return reason
    if not on_board(own, move.unit):
        return missing(UNITS_WORD[move.unit])
    if not on_board(other, move.unit):
        return THEIR_NONE[move.unit]
    most = min(on_board(own, move.unit), on_board(other, move.unit))
    return None if 1 <= move.pairs <= most else NOT_THAT_MANY


def met_reason(state: State, nation: Nation) -> Message | None:
    """Why the manoeuvring nation can fight nobody at all, or None."""
    if nation.legions + nation.galleys == 0:
        return missing(A_UNIT)
    others = [one for one in state.nations if one is not nation]
    if any(on_board(nation, unit) and on_board(one, unit) for one in others for unit in UNITS):
        return None
    return say("No other nation has units of the same kind.", short=N_("No unit like yours"))


def city_reason(state: State, nation: Nation, target: Nation, city: str) -> Message | None:
    """Why a city cannot even be attacked, whatever defends it, or None."""
    if target is nation:
        return NO_NATION
    if not has_city(state, target, city):
        return NO_SUCH_CITY
    if cities(state, target) <= 1:
        return say("The last city of a nation cannot be conquered.", short=N_("Their last city"))
    needed = defence(target, temple=has_temple(state, city))
    return force_reason(state, nation, city, needed)


def force_reason(state: State, nation: Nation, city: str, needed: int) -> Message | None:
    """Why a nation cannot give up so many units at a city, or None."""
    short = needed - units_near(state, nation, city, "legion") - units_near(state, nation, city, "galley")
    if short <= 0:
        return None
    return say_n(
        "Missing: {n} unit for defence {sum}",
        "Missing: {n} units for defence {sum}",
        short,
        short=N_("Defence {sum}: -{n}"),
        sum=needed,
    )


def conquest_reason(state: State, nation: Nation, move: Conquer) -> Message | None:
    """Why a conquest is not possible, or None."""
    target = next((one for one in state.nations if one.key == move.nation), nation)
    if reason := city_reason(state, nation, target, move.city):
        return reason
    defenders: dict[Unit, int] = {"legion": move.legions, "galley": move.galleys}
    if any(not 0 <= n <= units_near(state, target, move.city, unit) for unit, n in defenders.items()):
        return NOT_THAT_MANY
    needed = defence(target, temple=has_temple(state, move.city), legions=move.legions, galleys=move.galleys)
    if reason := force_reason(state, nation, move.city, needed):
        return reason
    if move.lost_legions not in losses(state, nation, move.city, needed) or (
        move.lost_legions + move.lost_galleys != needed
    ):
        return say("The defence is {n}: give up that many units.", short=N_("Give up {n}"), n=needed)
    return swap_reason(state, nation, move.swap)


def swap_reason(state: State, nation: Nation, swap: str) -> Message | None:
    """A conqueror with all 25 discs out takes one off a city of its own; with fewer it may not."""
    if (discs_left(state, nation) <= 0) == bool(swap):
        return None if not swap or has_city(state, nation, swap) else NO_SUCH_CITY
    if swap:
        return say("There are city discs left.", short=N_("Discs are left"))
    return say("All 25 discs are out: take one off a city of yours.", short=N_("Take a disc off"))


def survey_reason(state: State, move: Survey, ways: Mapping[str, int] | None = None) -> Message | None:
    """Why there is no way for such a unit, or None. ``ways`` are the distances from the start, if they are known."""
    known = tracked_provinces(state)
    if move.start not in known or move.goal not in known:
        return say("There is no such province.", short=N_("No such province"))
    for city in (move.start, move.goal):
        if reason := unit_reason(state, city, move.unit):
            return reason
    if move.goal not in (distances(known, move.unit, move.start) if ways is None else ways):
        return say("There is no route.", short=N_("No route"))
    return None
