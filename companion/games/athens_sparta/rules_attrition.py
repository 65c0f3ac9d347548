"""Attrition and supply at the end of a Player Turn. Sections 7.7, 12 and 13."""

from __future__ import annotations

from companion.core.questions import Dice
from companion.core.secrecy import seal
from companion.core.step import Step
from companion.core.wording import N_, Arg, Message, listed, say, say_n
from companion.games.athens_sparta import agenda, moves, queries_attrition, queries_hits, reasons_battle, rules_blocks
from companion.games.athens_sparta.queries import seat_of
from companion.games.athens_sparta.queries_blocks import find_garrison, hidden_inside, units_at
from companion.games.athens_sparta.queries_city import city_points, is_major
from companion.games.athens_sparta.rules_city import end_lifted_siege, take_city
from companion.games.athens_sparta.rules_seats import owed_by_side
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import HIT_NO_SUPPLY, SIDE_NAMES, Side, other
from companion.games.athens_sparta.words import block_name, place_name


def roll_attrition(step: Step[State]) -> None:
    """Roll for the next group of the active side; in a cancelled Game Turn only for sieges."""
    state = step.state
    due = step.owed(agenda.Attrition)
    waiting = [one for one in queries_attrition.attrition_groups(state, due.side) if "/".join(one) not in due.done]
    if due.cancelled:
        waiting = [one for one in waiting if one[1] != "patrol"]
    if not waiting:
        if not due.cancelled and due.side == "athens" and queries_attrition.hellespont_unknown(state):
            state.agenda.append(agenda.LookingUpCity("abydos", ("colour",)))
            return
        state.agenda.pop()
        if not due.cancelled:
            _check_supply(step, due.side)
        return
    place, role = waiting[0]
    state.agenda[-1] = agenda.Attrition(due.side, [*due.done, f"{place}/{role}"], due.cancelled)
    _roll_group(step, due.side, place, role)


def _roll_group(step: Step[State], side: Side, place: str, role: str) -> None:
    state = step.state
    inside = role == "inside"
    units = units_at(state, place, side, role)
    number = hidden_inside(state, place, side) if inside else len(units)
    threshold = queries_attrition.hit_threshold(state, place, side, role)
    why = queries_attrition.threshold_reason(state, place, side, role)
    hits = _roll_dice(step, side, place, number, threshold, why)
    if hits and inside:
        state.agenda.append(agenda.HiddenLosses(side, place, hits, "garrison"))
    elif hits:
        rules_blocks.assign_hits(step, agenda.AssigningHits(side, hits, [unit.handle for unit in units], False))
        if state.agenda and isinstance(state.agenda[-1], agenda.Attrition):
            end_lifted_siege(step, place)


def _roll_dice(step: Step[State], side: Side, place: str, number: int, threshold: int, why: Message) -> int:
    state = step.state
    words: dict[str, Arg] = {
        "place": place_name(state, place),
        "side": SIDE_NAMES[side],
        "threshold": threshold,
        "why": why,
    }
    prompt = say_n(
        "Attrition at {place}, {side}: {n} die, hits on {threshold} or more ({why}).",
        "Attrition at {place}, {side}: {n} dice, hits on {threshold} or more ({why}).",
        number,
        short=N_("{place}: {n} at {threshold}+"),
        **words,
    )
    dice = step.chance(Dice(key="attrition", prompt=prompt, dice=number), by=seat_of(state, side))
    hits = queries_hits.count_attrition_hits(dice, threshold)
    # Without the reason, which the question and the list of sieges tell: a step is undone by these words.
    step.tell_all(
        say_n(
            "Attrition at {place}, {side}, {threshold}+: {dice}, {n} hit.",
            "Attrition at {place}, {side}, {threshold}+: {dice}, {n} hits.",
            hits,
            short=N_("{place}: hits {n}"),
            dice=listed(dice),
            **words,
        ),
        seat_of(state, side),
    )
    return hits


# -- hidden blocks: the owner is always asked, so that asking tells nothing --------------------------------------------


def lose_hidden_step(step: Step[State], move: moves.LoseHiddenStep) -> None:
    """Take a step from a hidden block (section 7.7)."""
    state = step.state
    due = owed_by_side(step, agenda.HiddenLosses)
    step.require(reasons_battle.loss_reason(state, due, move.block))
    state.agenda.pop()
    if move.block:
        _known_block_loses(step, due, move.block)
    else:
        step.tell(seal(say("You turn a block."), seat_of(state, due.side)))
        if move.gone:
            _remove_from_garrison(step, due, "")
    left = due.left - 1
    if state.agenda and isinstance(state.agenda[-1], agenda.Sacking):
        return
    if left and (due.why != "garrison" or hidden_inside(state, due.place, due.side)):
        state.agenda.append(agenda.HiddenLosses(due.side, due.place, left, due.why))
    end_lifted_siege(step, due.place)


def _known_block_loses(step: Step[State], due: agenda.HiddenLosses, key: str) -> None:
    state = step.state
    body = state.blocks[key].body.value
    body.strength = 0 if queries_attrition.loses_whole_block(state, due) else max(0, body.strength - 1)
    told = say("{block} is down to {n}.", block=block_name(body), n=body.strength)
    step.tell(seal(told, seat_of(state, due.side)))
    if body.strength == 0:
        rules_blocks.remove_block(state, key)
        _remove_from_garrison(step, due, key)


def _remove_from_garrison(step: Step[State], due: agenda.HiddenLosses, key: str) -> None:
    """Remove a lost block from a garrison, which everybody sees."""
    state = step.state
    found = find_garrison(state, due.place, due.side)
    if found is None or (due.why != "garrison" and key not in found.blocks.value):
        return
    step.reveal(found.blocks, seat_of(state, due.side))
    rules_blocks.leave_garrison(state, due.place, due.side, key)
    step.tell(say("A block in {place} is lost.", place=place_name(state, due.place)), seat_of(state, due.side))
    if found.count <= 0:
        _city_starved(step, due)


def _city_starved(step: Step[State], due: agenda.HiddenLosses) -> None:
    """When nobody is left inside, besiegers by land take the city, which may be sacked (section 7.6)."""
    state, place, side = step.state, due.place, other(due.side)
    if not units_at(state, place, side, "siege"):
        return
    step.tell(say("Nobody is left inside {place}.", place=place_name(state, place)), seat_of(state, due.side))
    take_city(step, place, side)
    for unit in units_at(state, place, side, "siege"):
        unit.role = "inside"
    if is_major(state, place):
        state.agenda.append(agenda.Sacking(side, place, city_points(state, place)))


# -- supply (sections 12 and 13) ---------------------------------------------------------------------------------------


def _check_supply(step: Step[State], side: Side) -> None:
    state = step.state
    if side == "sparta" and queries_attrition.sicily_cut_off(state):
        state.agenda.append(agenda.SupplyCheck(side))
    if side == "athens" and queries_attrition.hellespont_closed(state):
        loss = agenda.HiddenLosses("athens", "athens", 1, "hellespont")
        words = say("The grain of the Hellespont does not come: Athens loses a step.", short=N_("Hellespont closed"))
        if queries_attrition.loses_whole_block(state, loss):
            words = say(
                "The grain of the Hellespont does not come: Athens loses a block.", short=N_("Hellespont closed")
            )
        step.tell(words, seat_of(state, side))
        state.agenda.append(loss)


def supply(step: Step[State], move: moves.Supply) -> None:
    """Roll one die at 5+ for each Spartan block in Corinth (section 13)."""
    state = step.state
    due = owed_by_side(step, agenda.SupplyCheck)
    state.agenda.pop()
    if not move.blocks:
        return
    hits = _roll_dice(step, due.side, "corinth", move.blocks, HIT_NO_SUPPLY, say("cut off from Sicily"))
    if hits:
        state.agenda.append(agenda.HiddenLosses(due.side, "corinth", hits, "corinth"))
