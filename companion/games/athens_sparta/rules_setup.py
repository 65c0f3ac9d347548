"""Set-up: who commands whom, cities and blocks in their places, the siege of Potidaea. Section 3."""

from __future__ import annotations

from companion.core.secrecy import Sealed
from companion.core.step import Step
from companion.core.wording import SeatName, say
from companion.games.athens_sparta.agenda import Arranging, Dealing, SettingUp
from companion.games.athens_sparta.moves import SetUp, Typed
from companion.games.athens_sparta.owing import owed
from companion.games.athens_sparta.queries import seat_of
from companion.games.athens_sparta.queries_blocks import role_in_siege
from companion.games.athens_sparta.queries_city import city_named, colour_of
from companion.games.athens_sparta.queries_setup import body_of, comes_later
from companion.games.athens_sparta.reasons import (
    begin_reason,
    olympiad_reason,
)
from companion.games.athens_sparta.rules_blocks import add_block, enclose, reveal_block, sealed_for
from companion.games.athens_sparta.state import OFF, POOL, Block, City, Noted, Order, State
from companion.games.athens_sparta.tables import (
    HOLDERS,
    SIDES,
)


def set_up(step: Step[State], move: SetUp) -> None:
    state = step.state
    owed(step, SettingUp)
    step.require(begin_reason(state, move.athens))
    if state.level == "battle":
        _seat(state, move.athens)
        state.agenda = [Arranging()]
        step.tell(say("{name} commands Athens.", name=SeatName(move.athens)))
        return
    step.require(olympiad_reason(state, move.olympiad))
    if len(move.before) > 2:
        step.refuse("out-of-reach", say("One hoplite and one ship besiege Potidaea."))
    _seat(state, move.athens)
    state.olympiad = state.began = move.olympiad
    _found_cities(state)
    if state.level == "full":
        _stand_blocks(step)
    _besiege_potidaea(step, move.before, move.inside)
    state.agenda = [Dealing(list(SIDES))]
    step.tell(say("{name} commands Athens.", name=SeatName(move.athens)))


def _seat(state: State, athens: int) -> None:
    state.seats = {"athens": athens, "sparta": next(seat for seat in state.chairs if seat != athens)}
    state.extra = dict.fromkeys(SIDES, 0)
    for side in SIDES:
        seat = seat_of(state, side)
        state.plans[side] = Sealed[list[Order]]((seat,), [])
        state.noted[side] = Sealed[list[Noted]]((seat,), [])


def _found_cities(state: State) -> None:
    for key in sorted(state.box.get("city", {})):
        colour = colour_of(state, key)
        state.cities[key] = City(colour, colour)
    if "potidaea" in state.cities:
        state.cities["potidaea"].holder = "sparta"


def _stand_blocks(step: Step[State]) -> None:
    """Every block of the box in its home at full strength, but for those that come later (section 3)."""
    state = step.state
    for key, facts in state.box.get("block", {}).items():
        owner, held = HOLDERS.get(str(facts.get("colour", ""))), body_of(state.box, key)
        if owner is None or held is None:
            continue
        if comes_later(owner, held):
            held.strength = 0
            held.at = POOL if held.reserve else OFF
        state.blocks[key] = Block(owner, sealed_for(state, owner, held))


def _besiege_potidaea(step: Step[State], before: list[Typed], inside: int) -> None:
    """Spartan blocks inside, an Athenian hoplite and ship before it, face up (section 3)."""
    state = step.state
    if "potidaea" not in state.cities:
        return
    for typed in before:
        key = add_block(state, "athens", typed, "potidaea")
        unit = reveal_block(step, "athens", key, "potidaea", "siege")
        unit.role = role_in_siege(state, unit)
    for _ in range(inside):
        enclose(state, "potidaea", "sparta", "")
    if state.level != "full" or before:
        return
    for key, facts in state.box.get("block", {}).items():
        if city_named(state.box, str(facts.get("start", ""))) == "potidaea" and key in state.blocks:
            if state.blocks[key].side == "athens":
                unit = reveal_block(step, "athens", key, "potidaea", "siege")
                unit.role = role_in_siege(state, unit)
            elif state.blocks[key].side == "sparta":
                enclose(state, "potidaea", "sparta", key)
