"""Attrition and supply at the end of a Player Turn. Sections 7.7, 12 and 13."""

from __future__ import annotations

from companion.core.questions import Dice
from companion.core.secrecy import seal
from companion.core.step import Step
from companion.core.wording import N_, Message, say, say_n
from companion.games.athens_sparta.agenda import Hits, Looking, Sacking, Supplying, Wearing, Wounds
from companion.games.athens_sparta.moves import Supply, Wound
from companion.games.athens_sparta.owing import owed
from companion.games.athens_sparta.queries import (
    arg_name,
    at,
    besieged_threshold,
    described,
    free_blocks,
    garrison,
    holder,
    is_cut,
    is_major,
    is_so,
    is_total,
    sea_control,
    seat_of,
    shut_in,
    value,
    whose_unknown,
)
from companion.games.athens_sparta.queries_hits import worn
from companion.games.athens_sparta.rules_blocks import drop, loosen, take
from companion.games.athens_sparta.rules_hits import allot
from companion.games.athens_sparta.state import Body, Role, State
from companion.games.athens_sparta.tables import (
    BESIEGING,
    PATROLLING,
    SIDE_NAMES,
    SUPPLY,
    TOTAL,
    Side,
    other,
)

ROLES: tuple[Role, ...] = ("siege", "blockade", "patrol", "field")


def open_threshold(state: State, place: str, side: Side, role: str) -> int:
    """For blocks that lie face up: 4+ before a city, 5+ on patrol, 3+ at Syracuse against its sea control."""
    if role == "patrol":
        return PATROLLING
    hungry = place == "syracuse" and holder(state, place) != side and sea_control(state, place) == holder(state, place)
    return TOTAL if hungry else BESIEGING


def reason_of(state: State, place: str, side: Side, role: str) -> Message:
    """Why a group rolls against its number."""
    if role == "patrol":
        return say("on patrol")
    if role != "inside":
        if open_threshold(state, place, side, role) == TOTAL:
            return say("without sea control")
        return say("blockading") if role == "blockade" else say("besieging")
    if not is_total(state, place):
        return say("partial siege")
    return say("total siege, an island") if is_so(state, place, "island") else say("total siege")


def groups(state: State, side: Side) -> list[tuple[str, str]]:
    """Place and role of every group of ``side`` that rolls now; ``inside`` for the hidden besieged."""
    found: list[tuple[str, str]] = []
    for place in dict.fromkeys([*(unit.place for unit in state.units), *(one.place for one in state.garrisons)]):
        for role in ROLES:
            fresh = role == "field" and (place != "syracuse" or holder(state, place) == side)
            if at(state, place, side, role) and not fresh:
                found.append((place, role))
        if shut_in(state, place, side) and is_cut(state, place):
            found.append((place, "inside"))
    return found


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
        place=arg_name(state, place),
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
            place=arg_name(state, place),
            side=SIDE_NAMES[side],
            threshold=threshold,
            why=why,
            dice=" ".join(map(str, dice)),
        )
    )
    return hits


# -- hidden blocks: the owner is always asked, so that asking tells nothing --------------------------------------------


def wounded(state: State, due: Wounds) -> dict[str, Body]:
    """The owner's hidden blocks that may take the hit, by key: for the owner and the rules only."""
    found = garrison(state, due.place, due.side)
    within = {key: state.blocks[key].body.value for key in found.blocks.value if key in state.blocks} if found else {}
    if due.why == "garrison":
        return within
    return within | {key: held for key, held in free_blocks(state, due.side).items() if held.at == due.place}


def undescribed(state: State, due: Wounds) -> bool:
    """Whether the group may hold blocks that nobody has described: for the owner and the rules only."""
    found = garrison(state, due.place, due.side) if due.why == "garrison" else None
    return found is None or len(wounded(state, due)) < found.count


def whole_block(state: State, due: Wounds) -> bool:
    """Whether all steps of a block go at once (section 12, by the option)."""
    return due.why == "hellespont" and state.options["hellespont"] == "block"


def wound_why(due: Wounds) -> Message:
    """What costs the step."""
    match due.why:
        case "hellespont":
            return say("The grain of the Hellespont does not come.")
        case "corinth":
            return say("Corinth is cut off from Sicily.")
    return say("The strongest is hit first.")


def wound_reason(state: State, due: Wounds, key: str) -> Message | None:
    """The strongest first; which of several is the owner's choice (section 7.7)."""
    held = wounded(state, due)
    if not key:
        return None if undescribed(state, due) else say("Every block is described here.")
    if key not in held:
        return say("That block is not there.")
    if due.why != "hellespont" and held[key].strength < max(one.strength for one in held.values()):
        return say("A stronger block takes the hit.", short=N_("A stronger one"))
    return None


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
    step.tell(say("A block in {place} is lost.", place=arg_name(state, due.place)))
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
    step.tell(say("Nobody is left inside {place}.", place=arg_name(state, place)))
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


def sicily_cut(state: State) -> bool:
    """Athens blockades or holds Syracuse (section 13)."""
    if "syracuse" not in state.cities:
        return False
    return holder(state, "syracuse") == "athens" or bool(at(state, "syracuse", "athens", "blockade"))


def hellespont_unknown(state: State) -> bool:
    """Whether it must be looked up whose Abydos is, so that Athens knows whether its grain comes."""
    return whose_unknown(state, "abydos") and not _sicilian_grain(state)


def hellespont_cut(state: State) -> bool:
    """Spartan naval control of Abydos, unless Athens holds Syracuse with naval control (section 12)."""
    if "abydos" not in state.cities or sea_control(state, "abydos") != "sparta":
        return False
    return not _sicilian_grain(state)


def _sicilian_grain(state: State) -> bool:
    """Athens holds Syracuse with naval control."""
    return holder(state, "syracuse") == "athens" and sea_control(state, "syracuse") == "athens"


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
