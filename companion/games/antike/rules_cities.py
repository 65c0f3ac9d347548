"""Cities, temples and units put on the board and taken off, payments, provinces entered. Sections 4, 6 and 10.2."""

from __future__ import annotations

from companion.core.boxes import Learned, put
from companion.core.step import Step
from companion.games.antike.moves import NewProvince, Split
from companion.games.antike.queries import has_temple, type_of
from companion.games.antike.queries_production import Price
from companion.games.antike.reasons import new_reason, split_reason
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import Unit


def add_units(nation: Nation, unit: Unit, n: int) -> None:
    """Put pieces on the board, or take them off with a negative number."""
    if unit == "legion":
        nation.legions += n
    else:
        nation.galleys += n
        nation.seas = min(nation.seas, nation.galleys)


def settle(state: State, nation: Nation, city: str) -> None:
    """A disc of the nation on a province, or on one of a type."""
    if state.switches.mapped:
        state.owners[city] = state.number(nation)
    else:
        nation.plain[type_of(state, city)] += 1


def raze(state: State, nation: Nation, city: str) -> bool:
    """Take the nation's disc off a city, and its temple back to the bank; whether there was one."""
    temple = has_temple(state, city)
    if state.switches.mapped:
        state.owners[city] = 0
        state.built[city] = 0
    else:
        (nation.temples if temple else nation.plain)[type_of(state, city)] -= 1
    state.bank_temples += temple
    return temple


def consecrate(state: State, nation: Nation, city: str) -> None:
    """A temple of the bank in a city without one."""
    if state.switches.mapped:
        state.built[city] = 1
    else:
        good = type_of(state, city)
        nation.plain[good] -= 1
        nation.temples[good] += 1
    state.bank_temples -= 1


def enter_province(step: Step[State], new: NewProvince) -> None:
    """It is known from now on, and kept for other evenings if wished."""
    state = step.state
    step.require(new_reason(state, new))
    for field, value in (("name", new.name), ("type", new.good)):
        if new.keep:
            step.learn("west", new.key, field, value)
        put(state.box, Learned("west", new.key, field, value))
    state.owners[new.key] = state.built[new.key] = 0


def pay(step: Step[State], nation: Nation, price: Price, paid: Split) -> None:
    """Pay a price to the bank like this. Refuses a payment that does not fit it."""
    step.require(split_reason(nation, price, paid))
    for good, n in paid.goods.items():
        nation.goods[good] -= n
    nation.coins -= paid.coins
    step.state.bank_coins += paid.coins
