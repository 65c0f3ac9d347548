"""Attrition and supply at the end of a Player Turn. Sections 7.7, 12 and 13."""

from __future__ import annotations

from companion.core.questions import Dice
from companion.core.secrecy import seal
from companion.core.step import Step
from companion.core.wording import N_, Message, say, say_n
from companion.games.athens_sparta.agenda import Hits, Looking, Sacking, Supplying, Wearing, Wounds
from companion.games.athens_sparta.moves import Supply, Wound
from companion.games.athens_sparta.owing import owed
from companion.games.athens_sparta.queries import seat_of
from companion.games.athens_sparta.queries_attrition import (
    besieged_threshold,
    groups,
    hellespont_cut,
    hellespont_unknown,
    open_threshold,
    reason_of,
    sicily_cut,
    whole_block,
)
from companion.games.athens_sparta.queries_blocks import at, garrison, shut_in
from companion.games.athens_sparta.queries_city import is_major, value
from companion.games.athens_sparta.queries_hits import worn
from companion.games.athens_sparta.reasons_attrition import wound_reason
from companion.games.athens_sparta.rules_blocks import drop
from companion.games.athens_sparta.rules_city import loosen, take
from companion.games.athens_sparta.rules_hits import allot
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import (
    SIDE_NAMES,
    SUPPLY,
    Side,
    other,
)
from companion.games.athens_sparta.words import described, place_name


def wear(step: Step[State]) -> None:
    """The active player rolls for his own blocks, group after group; in a cancelled Game Turn only for sieges."""
    state = step.state
    due = owed(step, Wearing)
    waiting = [one for one in groups(state, due.side) if "/".join(one) not in due.done]
    if due.cancelled:
        waiting = [one for one in waiting if one[1] != "patrol"]
    if not waiting:
        if not due.cancelled and due.side == "athens" and hellespont_unknown(state):
            state.agenda.append(Looking("abydos", ("colour",)))
            return
        state.agenda.pop()
        if not due.cancelled:
            _supply(step, due.side)
        return
    place, role = waiting[0]
    state.agenda[-1] = Wearing(due.side, [*due.done, f"{place}/{role}"], due.cancelled)
    _roll(step, due.side, place, role)


def _roll(step: Step[State], side: Side, place: str, role: str) -> None:
    state = step.state
    inside = role == "inside"
    units = at(state, place, side, role)
    number = shut_in(state, place, side) if inside else len(units)
    threshold = besieged_threshold(state, place) if inside else open_threshold(state, place, side, role)
    hits = _thrown(step, side, place, number, threshold, reason_of(state, place, side, role))
    if not hits:
        return
    if inside:
        state.agenda.append(Wounds(side, place, hits, "garrison"))
        return
    allot(step, Hits(side, hits, [unit.handle for unit in units], False))
    if state.agenda and isinstance(state.agenda[-1], Wearing):
        loosen(step, place)


def _thrown(step: Step[State], side: Side, place: str, number: int, threshold: int, why: Message) -> int:
    state = step.state
    prompt = say_n(
        "Attrition at {place}, {side}: {n} die, hits on {threshold} or more ({why}).",
        "Attrition at {place}, {side}: {n} dice, hits on {threshold} or more ({why}).",
        number,
        short=N_("{place}: {n} at {threshold}+"),
        place=place_name(state, place),
        side=SIDE_NAMES[side],
        threshold=threshold,
        why=why,
    )
    dice = step.chance(Dice(key="attrition", prompt=prompt, dice=number), by=seat_of(state, side))
    hits = worn(dice, threshold)
    step.tell(
        say_n(
            "Attrition at {place}, {side}, {threshold}+ ({why}): {dice}, {n} hit.",
            "Attrition at {place}, {side}, {threshold}+ ({why}): {dice}, {n} hits.",
            hits,
            short=N_("{place}: hits {n}"),
            place=place_name(state, place),
            side=SIDE_NAMES[side],
            threshold=threshold,
            why=why,
            dice=" ".join(map(str, dice)),
        )
    )
    return hits


# -- hidden blocks: the owner is always asked, so that asking tells nothing --------------------------------------------


def wound(step: Step[State], move: Wound) -> None:
    state = step.state
    due = owed(step, Wounds)
    step.require(wound_reason(state, due, move.block))
    state.agenda.pop()
    if move.block:
        _wound_known(step, due, move.block)
    else:
        _wound_unknown(step, due, move.gone)
    left = due.left - 1
    if state.agenda and isinstance(state.agenda[-1], Sacking):
        return
    if left and (due.why != "garrison" or shut_in(state, due.place, due.side)):
        state.agenda.append(Wounds(due.side, due.place, left, due.why))
    loosen(step, due.place)


def _wound_known(step: Step[State], due: Wounds, key: str) -> None:
    state = step.state
    held = state.blocks[key].body.value
    held.strength = 0 if whole_block(state, due) else max(0, held.strength - 1)
    told = say("{block} is down to {n}.", block=described(held), n=held.strength)
    step.tell(seal(told, seat_of(state, due.side)))
    if held.strength == 0:
        drop(state, key)
        _one_less(step, due, key)


def _wound_unknown(step: Step[State], due: Wounds, gone: bool) -> None:
    step.tell(seal(say("You turn a block."), seat_of(step.state, due.side)))
    if gone:
        _one_less(step, due, "")


def _one_less(step: Step[State], due: Wounds, key: str) -> None:
    """A block inside a city that is lost is seen to be lost."""
    state = step.state
    found = garrison(state, due.place, due.side)
    if found is None or (due.why != "garrison" and key not in found.blocks.value):
        return
    within = step.reveal(found.blocks, seat_of(state, due.side))
    if key in within:
        within.remove(key)
    found.count -= 1
    step.tell(say("A block in {place} is lost.", place=place_name(state, due.place)))
    if found.count <= 0:
        state.garrisons.remove(found)
        _starved_out(step, due)


def _starved_out(step: Step[State], due: Wounds) -> None:
    """Nobody is left inside: besiegers by land walk in."""
    state = step.state
    winners = at(state, due.place, other(due.side), "siege")
    if winners:
        _walk_in(step, due.place, other(due.side))


def _walk_in(step: Step[State], place: str, side: Side) -> None:
    """Captors of a city that starved, who may sack it (section 7.6)."""
    state = step.state
    step.tell(say("Nobody is left inside {place}.", place=place_name(state, place)))
    take(step, place, side)
    for unit in at(state, place, side, "siege"):
        unit.role = "inside"
    if is_major(state, place):
        state.agenda.append(Sacking(side, place, value(state, place)))


# -- supply (sections 12 and 13) ---------------------------------------------------------------------------------------


def _supply(step: Step[State], side: Side) -> None:
    state = step.state
    if side == "sparta" and sicily_cut(state):
        state.agenda.append(Supplying(side))
    if side == "athens" and hellespont_cut(state):
        step.tell(
            say("The grain of the Hellespont does not come: Athens loses in Athens.", short=N_("Hellespont closed"))
        )
        state.agenda.append(Wounds("athens", "athens", 1, "hellespont"))


def supply(step: Step[State], move: Supply) -> None:
    """One die at 5+ for each Spartan block in Corinth."""
    state = step.state
    due = owed(step, Supplying)
    state.agenda.pop()
    if not move.blocks:
        return
    hits = _thrown(step, due.side, "corinth", move.blocks, SUPPLY, say("cut off from Sicily"))
    if hits:
        state.agenda.append(Wounds(due.side, "corinth", hits, "corinth"))
