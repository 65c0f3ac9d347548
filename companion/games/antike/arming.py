"""Arming: new legions and galleys. Section 6."""

from __future__ import annotations

from functools import partial

from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick
from companion.core.step import Step
from companion.core.wording import N_, Message, in_a_row, say
from companion.games.antike import queries, tables
from companion.games.antike.goods import (
    DONE,
    Price,
    ask_done,
    ask_with_coins,
    end_option,
    pay,
    price_reason,
    trade_option,
)
from companion.games.antike.moves import Arm, Done, Move
from companion.games.antike.pieces import instruct_armed
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import Unit
from companion.games.antike.turn_parts import acting
from companion.games.antike.words import split_words, units


def capacity(state: State, nation: Nation, unit: Unit | None = None) -> int:
    """How many units the provinces of a nation hold: 1 for a city, 3 for a city with temple. Of one kind of unit, only
    provinces where it can be count.
    """
    if state.switches.mapped:
        return sum(
            tables.TEMPLE_COUNTS if state.built.get(province.key) else 1
            for province in queries.own(state, nation)
            if unit is None or province.takes(unit)
        )
    return sum(nation.plain.values()) + tables.TEMPLE_COUNTS * sum(nation.temples.values())


def supply(nation: Nation, unit: Unit) -> int:
    """The pieces of a nation that are not on the board."""
    return tables.PIECES - (nation.legions if unit == "legion" else nation.galleys)


def arming_capacity(state: State, nation: Nation, unit: Unit | None = None) -> int:
    """How many new units may be armed, of one kind or in all. If capacity is pooled (section 13.7), all cities count
    as soon as one of them takes this kind.
    """
    fits = capacity(state, nation, unit)
    return capacity(state, nation) if fits and state.switches.pooled_arming else fits


def arming_most(state: State, nation: Nation, unit: Unit | None = None) -> int:
    """How many units the nation can arm now, by its cities, its iron and coins, and its pieces."""
    pieces = supply(nation, unit) if unit else sum(arming_most(state, nation, kind) for kind in tables.UNITS)
    return max(0, min(arming_capacity(state, nation, unit), nation.goods["iron"] + nation.coins, pieces))


def arm_reason(state: State, nation: Nation, legions: int, galleys: int) -> Message | None:
    """Why these units cannot be armed together, or None.

    They fit into the provinces if the legions fit into those that take legions, the galleys into those that take
    galleys, and both together into all.
    """
    if legions < 0 or galleys < 0 or legions + galleys == 0:
        return say("Arm at least one unit.", short=N_("At least one"))
    if legions > supply(nation, "legion") or galleys > supply(nation, "galley"):
        return say("There are not that many pieces left.", short=N_("No pieces left"))
    capacity = partial(arming_capacity, state, nation)
    if legions > capacity("legion") or galleys > capacity("galley") or legions + galleys > capacity():
        return say("Your cities cannot arm that many.", short=N_("Too many to arm"))
    return price_reason(nation, Price(iron=legions + galleys))


def add_units(nation: Nation, unit: Unit, n: int) -> None:
    """Change a nation's legions or galleys on the board by ``n``, which may be negative. Its stored seas stay at most
    its galleys.
    """
    if unit == "legion":
        nation.legions += n
    else:
        nation.galleys += n
        nation.seas = min(nation.seas, nation.galleys)


def arm(step: Step[State], move: Arm) -> None:
    """Put new units on the board for 1 iron each; this ends the action."""
    state = step.state
    nation = acting(step, "arming")
    step.require(arm_reason(state, nation, move.legions, move.galleys))
    pay(step, nation, Price(iron=move.legions + move.galleys), move.paid)
    add_units(nation, "legion", move.legions)
    add_units(nation, "galley", move.galleys)
    state.agenda.pop()
    new: dict[Unit, int] = {"legion": move.legions, "galley": move.galleys}
    instruct_armed(step, nation, new)
    armed, paid = in_a_row(units(unit, n) for unit, n in new.items() if n), split_words(move.paid)
    step.tell_first(say("{who}: +{units}, paid {what}", who=nation.name, units=armed, what=paid), nation.seat)


NOTHING = say("Arm no units")


def ask_arming(state: State, nation: Nation) -> Asking[Move]:
    """Ask how many legions and how many galleys; 0 of both ends the action.

    Nothing that costs iron is preselected: 0 legions if galleys are possible too, 0 galleys once legions were chosen,
    else no number. A nation that may trade is first asked whether it arms.
    """
    most = arming_most(state, nation)
    if nation.all_eight:
        todo = (
            Option("arm", say("Arm units"), icon="spear", act=say("Arm units")),
            end_option(state, nation, say("No units")),
            *trade_option(state, nation),
        )
        prompt = say("What do you do?")
        chosen = yield from Pick[str](
            key="arming",
            prompt=prompt,
            options=todo,
            default=DONE,
            usual="arm",
            meaning=say("Iron becomes units. Before that you may exchange resources with the bank for it."),
        )
        if chosen != "arm":
            return (yield from ask_done(state, nation, chosen))
    legions = galleys = 0
    if high := min(most, arming_most(state, nation, "legion")):
        prompt = say("How many legions?", short=N_("How many legions?"))
        legions = yield from Count(
            key="legions",
            prompt=prompt,
            high=high,
            default=0,
            usual=0 if arming_most(state, nation, "galley") else None,
            icon="spear",
            act=say("Arm: legions {answer}", short=N_("Arm {answer}L")),
            act_none=NOTHING,
            meaning=say(
                "Each costs an iron. Legions move over land and appear in your cities: one new unit in a city, {n} in "
                "one with a temple.",
                n=tables.TEMPLE_COUNTS,
            ),
        )
    if high := min(most - legions, arming_most(state, nation, "galley")):
        prompt = say("How many galleys?", short=N_("How many galleys?"))
        galleys = yield from Count(
            key="galleys",
            prompt=prompt,
            high=high,
            start=high,
            default=0,
            usual=0 if legions else None,
            icon="ship",
            act=say("Arm: legions {n}, galleys {answer}", short=N_("Arm {n}L, {answer}Gal"), n=legions)
            if legions
            else say("Arm: galleys {answer}", short=N_("Arm {answer}Gal")),
            act_none=None if legions else NOTHING,
            meaning=say(
                "Each costs an iron. Galleys move over sea and appear in your cities at the sea: one new unit in a "
                "city, {n} in one with a temple.",
                n=tables.TEMPLE_COUNTS,
            ),
        )
    if legions + galleys == 0:
        return Done()
    return Arm(legions, galleys, (yield from ask_with_coins(nation, Price(iron=legions + galleys))))
