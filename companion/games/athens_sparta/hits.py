"""Which block takes a hit, and what a hit does: the strongest first, half hits under double defence.

Sections 6.3 and 7.2.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, structs

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Pick
from companion.core.step import Step
from companion.core.wording import N_, Message, say
from companion.games.athens_sparta import moves, queries
from companion.games.athens_sparta.blocks import lose_step
from companion.games.athens_sparta.moves import Move, TakeHit
from companion.games.athens_sparta.queries import body_of
from companion.games.athens_sparta.seats import owed_by_side, seat_of
from companion.games.athens_sparta.state import AssigningHits, State, Unit
from companion.games.athens_sparta.tables import ICONS, SIDE_NAMES
from companion.games.athens_sparta.words import unit_name, unit_strength

WALLS_REMINDER = say(
    "Two hits take a step from those inside; a half hit heals after the assault.", short=N_("Two hits a step")
)

FACES = 6

STRONGER_FIRST = say("A stronger block takes the hit.", short=N_("A stronger one"))


class HitEffect(Struct, frozen=True):
    """The effect of one hit: ``lost`` steps (0 or 1), and the handle with a ``half`` hit afterwards (or empty)."""

    handle: str
    lost: int
    half: str


def strongest_targets(line: Mapping[str, int], half: str, double: bool) -> list[str]:
    """The handles of which one must take the next hit; empty if no block is left. ``line`` has the strength of each
    block by handle.

    Under double defence it is the block with a half hit, if there is one; else the strongest blocks.
    """
    standing = {handle: strength for handle, strength in line.items() if strength > 0}
    if double and half in standing:
        return [half]
    strongest = max(standing.values(), default=0)
    return [handle for handle, strength in standing.items() if strength == strongest]


def hit_effect(handle: str, half: str, double: bool) -> HitEffect:
    """One hit on ``handle``. Under double defence the first hit only marks it, the second takes the step."""
    if double and half != handle:
        return HitEffect(handle, 0, handle)
    return HitEffect(handle, 1, "" if double else half)


def battle_hits(rate: int) -> tuple[int, ...]:
    """The faces that are hits in battle: those no higher than the number of the rating."""
    return tuple(face for face in range(1, FACES + 1) if face <= rate)


def attrition_hits(threshold: int) -> tuple[int, ...]:
    """The faces that are hits in attrition: those no lower than the threshold (section 7.7)."""
    return tuple(face for face in range(1, FACES + 1) if face >= threshold)


def hit_candidates(state: State, due: AssigningHits, lost: Mapping[str, int] | None = None) -> tuple[list[str], str]:
    """The handles of which one must take the next hit, and the handle with a half hit. ``lost`` are steps that blocks
    have lost since, by handle.
    """
    gone = lost or {}
    line = {
        unit.handle: body_of(state, unit).strength - gone.get(unit.handle, 0)
        for unit in queries.units_left(state, due.among)
    }
    half = next((unit.handle for unit in queries.units_left(state, due.among) if unit.half), "")
    return strongest_targets(line, half, due.double), half


def are_indistinguishable(state: State, handles: list[str]) -> bool:
    """Whether these blocks, which have equally many steps left, are alike in every other way too, so that it does not
    matter which is hit.
    """
    units = queries.units_left(state, handles)
    unlike = [structs.replace(unit, handle="", block="") for unit in units]
    bodies = [structs.replace(body_of(state, unit), strength=0) for unit in units]
    return all(one == unlike[0] for one in unlike) and all(body == bodies[0] for body in bodies)


def assign_hits(step: Step[State], due: AssigningHits) -> None:
    """Apply hits that leave no choice; ask the owner where several blocks are equally strong."""
    _carry_out(step, due)


def _carry_out(step: Step[State], due: AssigningHits, chosen: str = "") -> None:
    """Apply hits, the first of them to the block that its owner has ``chosen``, as far as they leave no choice. What a
    block loses by them is told once, with its steps before and after.
    """
    state, left = step.state, due.left
    lost: dict[str, int] = {}
    while left:
        able, half = hit_candidates(state, due, lost)
        if not able or not (chosen or are_indistinguishable(state, able)):
            break
        handle = chosen or able[0]
        struck, chosen = hit_effect(handle, half, due.double), ""
        if due.double:
            queries.face_up_unit(state, handle).half = struck.half == handle
        lost[handle] = lost.get(handle, 0) + struck.lost
        left -= 1
    for handle, steps in lost.items():
        unit = queries.face_up_unit(state, handle)
        if steps:
            lose_step(step, unit, steps)
        if unit.half:
            step.tell(say("{block}: half a hit.", block=unit_name(state, unit)), seat_of(state, unit.side))
    if left and hit_candidates(state, due)[0]:
        state.agenda.append(AssigningHits(due.side, left, due.among, due.double))


def take_hit(step: Step[State], move: TakeHit) -> None:
    """Apply a hit to the block that its owner chose (section 6.3)."""
    state = step.state
    due = owed_by_side(step, AssigningHits)
    able, _ = hit_candidates(state, due)
    if able and move.handle not in able:
        step.refuse("out-of-reach", STRONGER_FIRST)
    state.agenda.pop()
    if able:
        _carry_out(step, due, move.handle)


def unit_option(state: State, unit: Unit, reason: Message | None = None) -> Option[str]:
    return Option(unit.handle, unit_strength(state, unit), reason=reason, icon=ICONS[body_of(state, unit).kind])


HIT_MEANING = say(
    "A hit falls on the block that is strongest now; its owner chooses among equals. Turn it by one step. A block "
    "without steps leaves the map."
)


def ask_hit(state: State, due: AssigningHits) -> Asking[Move]:
    """Ask which block takes the hit (section 6.3)."""
    prompt = say("{side} was hit: which block?", short=N_("{side}: who is hit?"), side=SIDE_NAMES[due.side])
    act = say("Take the hit") if due.left == 1 else say("Take the hits")
    return together("hits", prompt, _ask_hit(state, due, prompt), act, layout="rows", again=False)


def _hit_option(state: State, due: AssigningHits, unit: Unit, able: list[str]) -> Option[str]:
    """The option for a block: with its strength after the hit, or the reason why it cannot take the hit."""
    if unit.handle not in able:
        return unit_option(state, unit, STRONGER_FIRST)
    if due.double and not unit.half:
        return unit_option(state, unit)
    strength = body_of(state, unit).strength
    hint = say("{n} becomes {to}", n=strength, to=strength - 1)
    return structs.replace(unit_option(state, unit), hint=hint)


def _ask_hit(state: State, due: AssigningHits, prompt: Message) -> Asking[Move]:
    able, _ = hit_candidates(state, due)
    options: tuple[Option[str], ...] = (Option("none", say("Nobody is left")),)
    if able:
        units = queries.units_left(state, due.among)
        options = tuple(_hit_option(state, due, unit, able) for unit in units)
    # Of equally strong blocks, players usually want to keep the one that fires best, so the worst is preselected.
    units = queries.units_left(state, able)
    usual = min(units, key=lambda unit: body_of(state, unit).rate).handle if units else "none"
    hint = WALLS_REMINDER if due.double else None
    hit = yield from Pick[str](
        key="hit",
        prompt=prompt,
        hint=hint,
        meaning=HIT_MEANING,
        options=options,
        default=usual,
        usual=usual,
        sends=due.left == 1 and len(able) > 1,
    )
    return moves.TakeHit(hit)
