"""Attrition and supply at the end of a Player Turn. Sections 7.7, 12 and 13."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Confirm, Count, Dice, Pick
from companion.core.secrecy import seal
from companion.core.step import Step
from companion.core.wording import N_, Arg, Message, listed, say, say_n
from companion.games.athens_sparta import blocks, moves, queries, tables
from companion.games.athens_sparta.changing_hands import end_lifted_siege, take_city
from companion.games.athens_sparta.hits import HIT_MEANING, STRONGER_FIRST, assign_hits, attrition_hits
from companion.games.athens_sparta.moves import Move
from companion.games.athens_sparta.pieces import instruct_captured, instruct_unnamed_inside, note_no_longer_inside
from companion.games.athens_sparta.queries import body_of, holder, units_at
from companion.games.athens_sparta.seats import owed_by_side, seat_of
from companion.games.athens_sparta.state import (
    AssigningHits,
    Attrition,
    Body,
    HiddenLosses,
    LookingUpCity,
    Role,
    Sacking,
    State,
    SupplyCheck,
    Unit,
)
from companion.games.athens_sparta.tables import SIDE_NAMES, Side, other
from companion.games.athens_sparta.words import block_name, block_strength, place_name

FACE_UP_ROLES: tuple[Role, ...] = ("siege", "blockade", "patrol", "field")


def hit_threshold(state: State, place: str, side: Side, role: str) -> int:
    """The lowest die that hits the group: 4 besieging, 5 on patrol, 3 at Syracuse against its naval control; for blocks
    inside that of ``besieged_threshold``.
    """
    if role == "inside":
        return besieged_threshold(state, place)
    if role == "patrol":
        return tables.HIT_PATROL
    defender = holder(state, place)
    cut_off = place == "syracuse" and defender != side and queries.naval_control(state, place) == defender
    return tables.HIT_TOTAL_SIEGE if cut_off else tables.HIT_BESIEGERS


def threshold_reason(state: State, place: str, side: Side, role: str) -> Message:
    """The words that say why the group has this ``hit_threshold``."""
    if role == "patrol":
        return say("on patrol")
    if role != "inside":
        if hit_threshold(state, place, side, role) == tables.HIT_TOTAL_SIEGE:
            return say("without sea control")
        return say("blockading") if role == "blockade" else say("besieging")
    if not queries.is_total_siege(state, place):
        return say("partial siege")
    return say("total siege, an island") if queries.is_yes(state, place, "island") else say("total siege")


def besieged_threshold(state: State, place: str) -> int:
    """The lowest die that hits besieged blocks: lower in a total siege than in a partial one."""
    return tables.HIT_TOTAL_SIEGE if queries.is_total_siege(state, place) else tables.HIT_PARTIAL_SIEGE


def attrition_groups(state: State, side: Side) -> list[tuple[str, str]]:
    """Place and role of every group of ``side`` that rolls now; role ``inside`` for hidden besieged blocks."""
    found: list[tuple[str, str]] = []
    for place in dict.fromkeys([*(unit.place for unit in state.units), *(one.place for one in state.garrisons)]):
        for role in FACE_UP_ROLES:
            free = role == "field" and (place != "syracuse" or holder(state, place) == side)
            if units_at(state, place, side, role) and not free:
                found.append((place, role))
        if queries.hidden_inside(state, place, side) and queries.is_besieged(state, place):
            found.append((place, "inside"))
    return found


def roll_attrition(step: Step[State]) -> None:
    """Roll for the next group of the active side. In a cancelled Game Turn only sieges roll."""
    state = step.state
    due = step.owed(Attrition)
    waiting = [one for one in attrition_groups(state, due.side) if "/".join(one) not in due.done]
    if due.cancelled:
        waiting = [one for one in waiting if one[1] != "patrol"]
    if not waiting:
        if not due.cancelled and due.side == "athens" and hellespont_unknown(state):
            state.agenda.append(LookingUpCity("abydos", ("colour",)))
            return
        state.agenda.pop()
        if not due.cancelled:
            _check_supply(step, due.side)
        return
    place, role = waiting[0]
    state.agenda[-1] = Attrition(due.side, [*due.done, f"{place}/{role}"], due.cancelled)
    _roll_group(step, due.side, place, role)


def _roll_group(step: Step[State], side: Side, place: str, role: str) -> None:
    state = step.state
    inside = role == "inside"
    units = units_at(state, place, side, role)
    number = queries.hidden_inside(state, place, side) if inside else len(units)
    threshold = hit_threshold(state, place, side, role)
    why = threshold_reason(state, place, side, role)
    hits = _roll_dice(step, side, place, number, threshold, why, HIDDEN_COST if inside else _cost(state, units))
    if hits and inside:
        state.agenda.append(HiddenLosses(side, place, hits, "garrison"))
    elif hits:
        assign_hits(step, AssigningHits(side, hits, [unit.handle for unit in units], False))
        if state.agenda and isinstance(state.agenda[-1], Attrition):
            end_lifted_siege(step, place)


HIDDEN_COST = say("Each hit takes a step from the strongest of these blocks.", short=N_("A hit: a step"))


def _cost(state: State, units: Sequence[Unit]) -> Message:
    """What the first hit takes from these face-up blocks."""
    body = max((body_of(state, unit) for unit in units), key=lambda one: one.strength)
    if body.strength == 1:
        return say("A hit: {block} has its last step and is lost.", N_("{block}: lost"), block=block_name(body))
    return say(
        "The first hit: {block} goes from {before} to {n}.",
        N_("{block}: {before} to {n}"),
        block=block_name(body),
        before=body.strength,
        n=body.strength - 1,
    )


def _roll_dice(
    step: Step[State], side: Side, place: str, number: int, threshold: int, why: Message, cost: Message
) -> int:
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
        short=N_("{place}: dice {n}, {threshold}+"),
        **words,
    )
    dice = step.chance(
        Dice(
            key="attrition",
            prompt=prompt,
            hint=cost,
            meaning=say(
                "One die for each block. Each die that shows the number or more takes a step from the strongest of "
                "them. Walls do not help."
            ),
            dice=number,
            hits=attrition_hits(threshold),
        ),
        by=seat_of(state, side),
    )
    hits = dice.hits
    # The log line leaves the reason out: the question and the list of sieges give it, and an undo names the step by
    # this line.
    told = say_n(
        "Attrition at {place}, {side}: {n} hit ({threshold} or more hits).",
        "Attrition at {place}, {side}: {n} hits ({threshold} or more hits).",
        hits,
        short=N_("{place}: hits {n}"),
        **words,
    )
    if dice:
        told = say_n(
            "Attrition at {place}, {side}: {dice} rolled, {n} hit ({threshold} or more hits).",
            "Attrition at {place}, {side}: {dice} rolled, {n} hits ({threshold} or more hits).",
            hits,
            short=N_("{place}: hits {n}"),
            dice=listed(dice),
            **words,
        )
    step.tell_all(told, seat_of(state, side))
    return hits


# -- hidden blocks: the owner is always asked, so that a question reveals nothing ------------------------------------


def loss_candidates(state: State, due: HiddenLosses) -> dict[str, Body]:
    """The hidden blocks that may take the loss, by key. For the owner and the rules only."""
    found = queries.find_garrison(state, due.place, due.side)
    inside = {key: state.blocks[key].body.value for key in found.blocks.value if key in state.blocks} if found else {}
    if due.why == "garrison":
        return inside
    return inside | {key: body for key, body in queries.free_blocks(state, due.side).items() if body.at == due.place}


def has_undescribed(state: State, due: HiddenLosses) -> bool:
    """Whether the group may hold blocks whose kind nobody has entered. For the owner and the rules only."""
    found = queries.find_garrison(state, due.place, due.side) if due.why == "garrison" else None
    return found is None or len(loss_candidates(state, due)) < found.count


def loses_whole_block(state: State, due: HiddenLosses) -> bool:
    """Whether a whole block is lost instead of a step (option of section 12)."""
    return due.why == "hellespont" and state.options["hellespont"] == "block"


def loss_reason(state: State, due: HiddenLosses, key: str) -> Message | None:
    """Why a hidden block does not lose the step, or None: it must be one of the strongest, of which the owner chooses
    one.
    """
    losses = loss_candidates(state, due)
    if not key:
        return None if has_undescribed(state, due) else say("Every block is described here.")
    if key not in losses:
        return say("That block is not there.")
    if due.why != "hellespont" and losses[key].strength < max(one.strength for one in losses.values()):
        return STRONGER_FIRST
    return None


def lose_hidden_step(step: Step[State], move: moves.LoseHiddenStep) -> None:
    """Remove a step from a hidden block (section 7.7)."""
    state = step.state
    due = owed_by_side(step, HiddenLosses)
    step.require(loss_reason(state, due, move.block))
    state.agenda.pop()
    if move.block:
        _known_block_loses(step, due, move.block)
    else:
        if move.gone or not loses_whole_block(state, due):
            instruct_unnamed_inside(step, due.place, due.side, lost=move.gone)
        step.tell(seal(say("You turn a block."), seat_of(state, due.side)))
        if move.gone:
            _remove_from_garrison(step, due, "")
    left = due.left - 1
    if state.agenda and isinstance(state.agenda[-1], Sacking):
        return
    if left and (due.why != "garrison" or queries.hidden_inside(state, due.place, due.side)):
        state.agenda.append(HiddenLosses(due.side, due.place, left, due.why))
    end_lifted_siege(step, due.place)


def _known_block_loses(step: Step[State], due: HiddenLosses, key: str) -> None:
    state = step.state
    body = state.blocks[key].body.value
    left = 0 if loses_whole_block(state, due) else max(0, body.strength - 1)
    told = blocks.down_words(block_name(body), body.strength, left)
    if left:
        body.strength = left
    else:
        blocks.lose_hidden(step, key, due.side)
    step.tell(seal(told, seat_of(state, due.side)))
    if not left:
        _remove_from_garrison(step, due, key)


def _remove_from_garrison(step: Step[State], due: HiddenLosses, key: str) -> None:
    """Remove a lost block from a garrison, whose number of blocks is public."""
    state = step.state
    found = queries.find_garrison(state, due.place, due.side)
    if found is None or (due.why != "garrison" and key not in found.blocks.value):
        return
    step.reveal(found.blocks, seat_of(state, due.side))
    blocks.leave_garrison(state, due.place, due.side, key)
    note_no_longer_inside(step, found, 1)
    step.tell(say("A block in {place} is lost.", place=place_name(state, due.place)), seat_of(state, due.side))
    if found.count <= 0:
        _city_starved(step, due)


def _city_starved(step: Step[State], due: HiddenLosses) -> None:
    """If nobody is left inside, give the city to the besiegers by land, who may sack it (section 7.6)."""
    state, place, side = step.state, due.place, other(due.side)
    if not units_at(state, place, side, "siege"):
        return
    step.tell(say("Nobody is left inside {place}.", place=place_name(state, place)), seat_of(state, due.side))
    take_city(step, place, side)
    instruct_captured(step, units_at(state, place, side, "siege"))
    for unit in units_at(state, place, side, "siege"):
        unit.role = "inside"
    if queries.is_major(state, place):
        state.agenda.append(Sacking(side, place, queries.city_points(state, place)))


HIDDEN, NOBODY = "undescribed", "nobody"

LOSS_CAUSES = {
    "garrison": say("The strongest is hit first.", short=N_("The strongest first")),
    "corinth": say("Corinth is cut off from Sicily.", short=N_("Cut off from Sicily")),
    "hellespont": say("The grain of the Hellespont does not come.", short=N_("No grain comes")),
}


def ask_loss(state: State, due: HiddenLosses) -> Asking[Move]:
    """Ask which hidden block loses a step, even without a choice, because leaving the question out would reveal
    something.
    """
    act = say("Lose the step") if due.left == 1 else say("Lose the steps")
    if loses_whole_block(state, due):
        act = say("Lose the block")
    # The first question says how many steps are left.
    return together("loss", _loss_prompt(state, structs.replace(due, left=1)), _ask_loss(state, due), act)


def _ask_loss(state: State, due: HiddenLosses) -> Asking[Move]:
    options = [
        Option(key, block_strength(body), reason=loss_reason(state, due, key))
        for key, body in loss_candidates(state, due).items()
    ]
    if has_undescribed(state, due):
        label = say("A block that is not listed") if options else say("One of your blocks")
        options.append(Option(HIDDEN, label))
        if due.why == "hellespont":
            options.append(Option(NOBODY, say("No block is there")))
    default = _weakest_first(state, due, options)
    # Which of several blocks loses the step is the owner's choice.
    able = [option.value for option in options if option.reason is None]
    usual = default if len(able) == 1 and due.why != "hellespont" else None
    prompt, hint = _loss_prompt(state, due), LOSS_CAUSES[due.why]
    chosen = yield from Pick[str](
        key="wound",
        prompt=prompt,
        hint=hint,
        meaning=HIT_MEANING,
        options=tuple(options),
        secret=True,
        default=default,
        usual=usual,
    )
    if chosen != HIDDEN:
        return moves.LoseHiddenStep("" if chosen == NOBODY else chosen, False)
    if loses_whole_block(state, due):
        return moves.LoseHiddenStep("", True)
    place = place_name(state, due.place)
    prompt = say("{place}: was that its last step?", short=N_("Its last step?"), place=place)
    if due.left > 1:  # different words from the same question about the next step
        short = N_("Its last step?")
        prompt = say("{place}: was that its last step? Steps to lose: {n}.", short=short, place=place, n=due.left)
    yes, no = say("Yes, it is lost"), say("No")
    gone = yield from Confirm(
        key="gone",
        prompt=prompt,
        meaning=say("A block without steps leaves the map. Its steps can be bought again after the Olympiad."),
        yes=yes,
        no=no,
        secret=True,
        default=False,
        usual=False,
    )
    return moves.LoseHiddenStep("", gone)


def _weakest_first(state: State, due: HiddenLosses, options: list[Option[str]]) -> str:
    """The default if the owner does not answer: of the blocks that may lose a step, the one with the fewest steps."""
    losses = loss_candidates(state, due)
    able = [option.value for option in options if option.reason is None]
    return min(able, key=lambda key: losses[key].strength if key in losses else tables.MOST_STEPS)


def _loss_prompt(state: State, due: HiddenLosses) -> Message:
    side, place = SIDE_NAMES[due.side], place_name(state, due.place)
    words: dict[str, Arg] = {"side": side, "place": place}
    short = N_("{side}: a step lost")
    if state.level != "full" and due.why == "garrison":  # undescribed: the owner picks the strongest
        prompt = say("{side}, {place}: the strongest block loses a step.", short=short, **words)
        if due.left > 1:
            prompt = say(
                "{side}, {place}: the strongest block loses a step. Steps to lose: {n}.",
                short=short,
                n=due.left,
                **words,
            )
        return prompt
    if loses_whole_block(state, due):
        return say("{side}: which block in {place} is lost?", short=N_("{side}: a block lost"), side=side, place=place)
    if due.left > 1:
        return say("{side}, {place}: which block loses a step? Steps to lose: {n}.", short=short, n=due.left, **words)
    return say("{side}, {place}: which block loses a step?", short=short, **words)


# -- supply (sections 12 and 13) -------------------------------------------------------------------------------------


def sicily_cut_off(state: State) -> bool:
    """Whether Athens blockades or holds Syracuse (section 13)."""
    return holder(state, "syracuse") == "athens" or bool(units_at(state, "syracuse", "athens", "blockade"))


def hellespont_unknown(state: State) -> bool:
    """Whether the owner of Abydos must be looked up before the grain of Athens can be checked."""
    return queries.owner_unknown(state, "abydos") and not _has_sicilian_grain(state)


def hellespont_closed(state: State) -> bool:
    """Whether Sparta has naval control of Abydos and Athens does not hold Syracuse with naval control (section 12)."""
    return queries.naval_control(state, "abydos") == "sparta" and not _has_sicilian_grain(state)


def _has_sicilian_grain(state: State) -> bool:
    """Whether Athens holds Syracuse with naval control."""
    return holder(state, "syracuse") == "athens" and queries.naval_control(state, "syracuse") == "athens"


def grain_hint(state: State, side: Side) -> Message | None:
    """What Athens loses at the end of its turn while the Hellespont is closed, or None (section 12)."""
    if side != "athens" or not hellespont_closed(state):
        return None
    if state.options["hellespont"] == "block":
        return say("No grain comes: a block in Athens goes at the end of your turn.", short=N_("Athens loses a block"))
    return say("No grain comes: a step in Athens goes at the end of your turn.", short=N_("Athens loses a step"))


def _check_supply(step: Step[State], side: Side) -> None:
    state = step.state
    if side == "sparta" and sicily_cut_off(state):
        state.agenda.append(SupplyCheck(side))
    if side == "athens" and hellespont_closed(state):
        loss = HiddenLosses("athens", "athens", 1, "hellespont")
        words = say("The grain of the Hellespont does not come: Athens loses a step.", short=N_("Hellespont closed"))
        if loses_whole_block(state, loss):
            words = say(
                "The grain of the Hellespont does not come: Athens loses a block.", short=N_("Hellespont closed")
            )
        step.tell(words, seat_of(state, side))
        state.agenda.append(loss)


def supply(step: Step[State], move: moves.Supply) -> None:
    """Roll one die at 5+ for each Spartan block in Corinth (section 13)."""
    state = step.state
    due = owed_by_side(step, SupplyCheck)
    state.agenda.pop()
    if not move.blocks:
        return
    hits = _roll_dice(
        step, due.side, "corinth", move.blocks, tables.HIT_NO_SUPPLY, say("cut off from Sicily"), HIDDEN_COST
    )
    if hits:
        state.agenda.append(HiddenLosses(due.side, "corinth", hits, "corinth"))


def ask_supply(_state: State, _due: SupplyCheck) -> Asking[Move]:
    """Ask how many Spartan blocks are in Corinth, cut off from Sicily (section 13)."""
    prompt = say("How many Spartan blocks stand in Corinth?", short=N_("Blocks in Corinth?"))
    act = say("In Corinth: {answer}", short=N_("In Corinth"))
    return moves.Supply(
        (
            yield from Count(
                key="supply",
                prompt=prompt,
                meaning=say(
                    "While Athens holds or blockades Syracuse, each Spartan block in Corinth throws a die: {n} or "
                    "more takes a step.",
                    n=tables.HIT_NO_SUPPLY,
                ),
                low=0,
                high=20,
                start=0,
                act=act,
                default=0,
            )
        )
    )
