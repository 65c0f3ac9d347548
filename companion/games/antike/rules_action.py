"""Temples, arming, know-how, trading and founding: moves into effect. Section 6."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import in_a_row, say
from companion.games.antike import reasons
from companion.games.antike.agenda import Acting, Founding, Turn
from companion.games.antike.moves import Arm, Build, Found, Learn, Trade
from companion.games.antike.queries import city_words
from companion.games.antike.queries_production import TEMPLE, Price, is_known, know_price
from companion.games.antike.rules_cities import add_units, consecrate, enter_province, pay, settle
from companion.games.antike.rules_turn import on_turn
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import KNOW, Unit
from companion.games.antike.words import KNOW_NAMES, split_words, units


def acting(step: Step[State], space: str) -> Nation:
    """The nation that carries out this space; it has now done something there."""
    nation, due = on_turn(step, Acting), step.owed(Acting)
    if due.space != space:
        step.not_now()
    step.state.agenda[-1] = Acting(due.nation, due.space, done=True, conquered=due.conquered)
    return nation


def build(step: Step[State], move: Build) -> None:
    """A temple: 5 marble, one a city. Section 6."""
    state = step.state
    nation = acting(step, "temple")
    step.require(reasons.temple_reason(state, nation, move.city))
    label = city_words(state, move.city)
    pay(step, nation, TEMPLE, move.paid)
    consecrate(state, nation, move.city)
    step.tell(
        say("{who}: temple in {city}, paid {what}", who=nation.name, city=label, what=split_words(move.paid)),
        nation.seat,
    )


def arm(step: Step[State], move: Arm) -> None:
    """New units, 1 iron each; the space is done with them. Section 6."""
    state = step.state
    nation = acting(step, "arming")
    step.require(reasons.arm_reason(state, nation, move.legions, move.galleys))
    pay(step, nation, Price(iron=move.legions + move.galleys), move.paid)
    add_units(nation, "legion", move.legions)
    add_units(nation, "galley", move.galleys)
    state.agenda.pop()
    new: dict[Unit, int] = {"legion": move.legions, "galley": move.galleys}
    armed, paid = in_a_row(units(unit, n) for unit, n in new.items() if n), split_words(move.paid)
    step.tell(say("{who}: +{units}, paid {what}", who=nation.name, units=armed, what=paid), nation.seat)


def learn(step: Step[State], move: Learn) -> None:
    """A know-how; a scholar for whoever has it first; with all eight an extra personality (2006). Section 6."""
    state = step.state
    nation = acting(step, "know-how")
    step.require(reasons.learn_reason(state, nation, move.know))
    pay(step, nation, know_price(state, move.know), move.paid)
    first = not is_known(state, move.know)
    column, level = KNOW[move.know]
    nation.know[column] = level
    name, paid = KNOW_NAMES[move.know], split_words(move.paid)
    if first:
        nation.scholars_due += 1
        state.firsts[move.know] = state.number(nation)
        step.tell(say("{who}: {know}, as the first, paid {what}", who=nation.name, know=name, what=paid), nation.seat)
    else:
        step.tell(say("{who}: {know}, paid {what}", who=nation.name, know=name, what=paid), nation.seat)
    if nation.all_eight and state.switches.extra_card:
        nation.extra_due = 1


def trade(step: Step[State], move: Trade) -> None:
    """Goods for goods, any time on the own turn, with all eight know-hows."""
    state = step.state
    nation = on_turn(step, Turn, Acting, Founding)
    step.require(reasons.trade_reason(state, nation, move.give, move.take))
    for good, n in move.give.goods.items():
        nation.goods[good] += move.take.goods[good] - n
    given, taken = split_words(move.give), split_words(move.take)
    step.tell(say("{who}: {given} for {taken}", who=nation.name, given=given, taken=taken), nation.seat)


def found(step: Step[State], move: Found) -> None:
    """A city: 1 marble, 1 iron, 1 gold. Section 6."""
    state = step.state
    nation = state.nation(step.owed(Founding).nation)
    if move.new is not None:
        enter_province(step, move.new)
    step.require(reasons.found_reason(state, nation, move.city))
    pay(step, nation, reasons.FOUNDING, move.paid)
    settle(state, nation, move.city)
    city, paid = city_words(state, move.city), split_words(move.paid)
    if state.switches.mapped:
        step.tell(say("{who}: new city in {city}, paid {what}", who=nation.name, city=city, what=paid), nation.seat)
    else:
        step.tell(say("{who}: founded {city}, paid {what}", who=nation.name, city=city, what=paid), nation.seat)
