"""Spending move points: moves of blocks, joining and leaving sieges, the help of Persia. Sections 5, 7.1, 13, 14."""

from __future__ import annotations

from msgspec import structs

from companion.core.forms import together
from companion.core.options import Amount, Option
from companion.core.questions import Asking, Count, Pick
from companion.core.secrecy import seal
from companion.core.step import Step
from companion.core.wording import N_, Message, say, say_n
from companion.games.athens_sparta import blocks, changing_hands, moves, queries, tables, words
from companion.games.athens_sparta.attrition import grain_hint
from companion.games.athens_sparta.cities import (
    LOOK_FIRST,
    NOTE_DOWN,
    ask_facts,
    ask_place,
    destination_reason,
    pick_city,
    unless_look_up,
)
from companion.games.athens_sparta.moves import EndMoves, Move
from companion.games.athens_sparta.pieces import instruct_step_of_unnamed, instruct_stood_up
from companion.games.athens_sparta.places import move_place_reason
from companion.games.athens_sparta.queries import body_of, holder, is_ship, units_at
from companion.games.athens_sparta.revolts import ask_revolt, revolt_cities
from companion.games.athens_sparta.seats import owed_by_side, seat_of
from companion.games.athens_sparta.state import OPEN_GROUND, Moving, Mustering, State
from companion.games.athens_sparta.tables import SIDE_NAMES, BlockKind, MoveKind, Side, other
from companion.games.athens_sparta.words import block_name, place_name, unit_name

# -- how far a move goes (section 5) ---------------------------------------------------------------------------------

MOVE_KIND_WORDS: dict[MoveKind, Message] = {
    "operational": say("operational move"),
    "strategic": say("strategic move"),
    "sicily": say("to or from Syracuse"),
    "strait": say("turned back at a strait"),
}
"""The names of ``MOVE_KINDS`` within a sentence."""

MOVE_KIND_HINTS: dict[MoveKind, Message] = {
    "operational": say(
        "Hexes: hoplite {hoplite}, peltast {peltast}, ship {ship}, cavalry {cavalry}. A mountain hex stops a block, "
        "and holds two.",
        short=N_("Ho{hoplite} Pe{peltast} Sh{ship} Ca{cavalry}"),
        **tables.MOVE_HEXES,
    ),
    "strategic": say(
        "A march is twice as long and ends in a friendly hex; by sea from friendly port to friendly port. No siege at "
        "either end, no neutral hex, no Persian border.",
        short=N_("Twice as far; ports"),
    ),
    "sicily": say(
        "By way of Corcyra, Leucas, Cyllene or Cephallenia: yours, and no enemy ship before it.",
        short=N_("By an own west port"),
    ),
    "strait": say(
        "A land block that meets an enemy ship where it crosses a strait loses a step and goes back.",
        short=N_("Loses a step"),
    ),
}
"""How far a move of each kind goes, and where it may end (sections 5.1 to 5.3, 5.5 and 13)."""

STRAIT_HINT = say(
    "Across a strait: one block a hexside; it stops there. The sea must be yours: an enemy ship costs it a step, and "
    "it goes back. Ships in Corinth: either coast (Diolkos).",
    short=N_("Strait: 1 a hexside"),
)
"""Sections 5.5 and 5.7."""


def move_range(kind: BlockKind, use: MoveKind) -> Message | None:
    """How far a block of this kind goes, or None if the kind has no fixed number of hexes."""
    hexes = tables.MOVE_HEXES.get(kind)
    if hexes is None or use in ("sicily", "strait"):
        return None
    if use == "operational":
        return say("Up to {n} hexes.", short=N_("Up to {n} hexes"), n=hexes)
    if kind == "ship":
        return say("From one friendly port to another.", short=N_("From port to port"))
    return say("Up to {n} hexes, or by sea from port to port.", short=N_("{n} hexes, or ports"), n=2 * hexes)


def move_points_words(state: State, side: Side) -> Message:
    """The words that say which side moves, and how many points it has left."""
    return say_n(
        "{side} moves: {n} move point left.",
        "{side} moves: {n} move points left.",
        state.points,
        short=N_("{side}: {n} MP left"),
        side=SIDE_NAMES[side],
    )


def moved_words(state: State, key: str) -> Message:
    """The words for where a block goes, for its owner."""
    body = state.blocks[key].body.value
    if body.at == OPEN_GROUND:
        return say("{block} goes into the open.", block=block_name(body))
    return say("{block} goes to {place}.", block=block_name(body), place=place_name(state, body.at))


# -- a block moves (section 5) ---------------------------------------------------------------------------------------

NO_SICILY_PORT = say("No port to Sicily is open.", short=N_("No port is open"))


def unknown_sicily_port(state: State) -> str:
    """The key of a port to Sicily whose owner is unknown; else ""."""
    return next((port for port in tables.SICILY_PORTS if queries.owner_unknown(state, port)), "")


def has_sicily_port(state: State, side: Side) -> bool:
    """Whether Corcyra, Leucas, Cyllene or Cephallenia is friendly and not blockaded (section 13)."""
    return any(
        holder(state, port) == side and not units_at(state, port, other(side), "blockade")
        for port in tables.SICILY_PORTS
        if port in state.cities
    )


def own_block_reason(state: State, side: Side, key: str) -> Message | None:
    """Why a side's block cannot move, or None. ``key`` is empty for a block that is not listed."""
    if state.level != "full":
        return None if not key else say("No single blocks are followed.")
    if not key:
        return None
    if key not in queries.free_blocks(state, side):
        return say("That block cannot move.")
    return (
        queries.SHIPS_STAY
        if queries.ships_kept_in_port(state, side) and state.blocks[key].body.value.kind == "ship"
        else None
    )


def move_reason(state: State, side: Side, use: MoveKind) -> Message | None:
    """Why a move point cannot be spent on a move, or None. To or from Syracuse needs an open port. Section 13."""
    if (reason := queries.points_reason(state)) or use != "sicily" or has_sicily_port(state, side):
        return reason
    return LOOK_FIRST if unknown_sicily_port(state) else NO_SICILY_PORT


def block_moves_reason(state: State, side: Side, key: str, use: MoveKind, to: str) -> Message | None:
    """Why a block of ``side`` cannot move in this way to this place, or None."""
    if (reason := own_block_reason(state, side, key)) or not key:
        return reason
    if use == "strait":
        ship = state.blocks[key].body.value.kind == "ship"
        return say("Only land blocks cross straits.", short=N_("Not a ship")) if ship else None
    return destination_reason(state, to) or move_place_reason(state, side, key, use, to)


def move_block(step: Step[State], move: moves.MoveBlock) -> None:
    """Move one block for one point. The players check distances and hexsides."""
    state = step.state
    side = owed_by_side(step, Moving).side
    step.require(move_reason(state, side, move.use))
    step.require(block_moves_reason(state, side, move.block, move.use, move.to))
    if move.use == "strait":
        _turn_back_at_strait(step, side, move.block)
    elif move.block:
        state.blocks[move.block].body.value.at = move.to
        step.tell(seal(moved_words(state, move.block), seat_of(state, side)))
    state.points -= 1
    step.tell(
        say("{side} moves a block ({use}).", side=SIDE_NAMES[side], use=MOVE_KIND_WORDS[move.use]), seat_of(state, side)
    )


def _turn_back_at_strait(step: Step[State], side: Side, key: str) -> None:
    """Turn a land block back that met an enemy ship in a strait hex: it loses a step (section 5.5)."""
    state, seat = step.state, seat_of(step.state, side)
    step.tell(say("{side}: an enemy ship at the strait takes a step.", side=SIDE_NAMES[side]), seat)
    if not key:
        instruct_step_of_unnamed(step, side)
        return
    body = state.blocks[key].body.value
    block, before, left = block_name(body), body.strength, max(0, body.strength - 1)
    if left:
        body.strength = left
    else:
        blocks.lose_hidden(step, key, side)
    step.tell(seal(blocks.down_words(block, before, left), seat))


ONE_POINT = (Amount(1, "", say("MP")),)
A_STEP = (Amount(1, "", say("MP a step")),)
MOVE_ONE = say("Move a block")
NOT_LISTED = "unlisted"
WHERE_TO = say("Where does it go?")
GO_THERE = say("Move the block: {answer}", short=N_("Move the block"))


def _move_kinds(state: State, side: Side) -> Pick[MoveKind]:
    uses = tuple(
        Option[MoveKind](
            use,
            label,
            price=ONE_POINT,
            hint=MOVE_KIND_HINTS[use],
            reason=unless_look_up(reason),
            act=NOTE_DOWN if reason == LOOK_FIRST else None,
        )
        for use, label in tables.MOVE_KINDS.items()
        for reason in (move_reason(state, side, use),)
    )
    prompt = say("What kind of move?")
    return Pick[MoveKind](
        key="use",
        prompt=prompt,
        hint=STRAIT_HINT,
        meaning=say(
            "An operational move goes as far as the block may and can attack. A strategic move goes twice as far on "
            "land, or by sea from port to port, but must end in a friendly place."
        ),
        options=uses,
        usual="operational",
    )


def _ask_move_block(state: State, side: Side, how: Pick[MoveKind]) -> Asking[Move]:
    use = yield from structs.replace(how, act=MOVE_ONE)
    if move_reason(state, side, use) == LOOK_FIRST:
        return (yield from _ask_sicily_port(state))
    if state.level != "full":
        return moves.MoveBlock(use)
    block = yield from ask_own_block(
        state, side, say("Which block moves?"), say("Each block moves once a turn, for one move point (MP)."), use
    )
    if not block:
        return moves.MoveBlock(use)
    if use == "strait":
        return moves.MoveBlock(use, block)
    to = yield from ask_place(
        state,
        WHERE_TO,
        lambda to: block_moves_reason(state, side, block, use, to),
        hint=MOVE_KIND_HINTS[use],
        act=GO_THERE,
    )
    return moves.MoveBlock(use, block, to)


def _ask_sicily_port(state: State) -> Asking[Move]:
    return (yield from ask_facts(state, unknown_sicily_port(state), ("colour",)))


def ask_own_block(
    state: State, side: Side, prompt: Message, meaning: Message, use: MoveKind | None = None
) -> Asking[str]:
    """Ask for a free block of ``side``, or for one that is not listed. ``use`` is the kind of move it is for, if
    any.
    """
    options = [Option(NOT_LISTED, say("One that is not listed"))]
    for key, body in queries.free_blocks(state, side).items():
        label = words.block_label(state, body)
        reason = own_block_reason(state, side, key) if use else None
        if use == "strait":
            reason = block_moves_reason(state, side, key, use, "")
        options.append(Option(key, label, reason=reason, hint=move_range(body.kind, use) if use else None))
    default = [option.value for option in options if option.reason is None][-1]
    chosen = yield from Pick[str](
        key="block",
        prompt=prompt,
        meaning=meaning,
        options=tuple(options),
        secret=True,
        act=say("Move this block") if use else None,
        default=default,
    )
    return "" if chosen == NOT_LISTED else chosen


# -- to and from sieges (section 7.1) --------------------------------------------------------------------------------


def join_siege_reason(state: State, side: Side, place: str) -> Message | None:
    besieged = place in queries.cities_besieged_by(state, side)
    return queries.points_reason(state) or (None if besieged else say("You do not besiege that city."))


def blocks_in_sieges(state: State, side: Side) -> list[str]:
    """Handles of besiegers, blockaders and patrols, which may leave their siege."""
    kinds = ("siege", "blockade", "patrol")
    return [unit.handle for unit in state.units if unit.side == side and unit.role in kinds]


def leave_siege_reason(state: State, side: Side, handle: str) -> Message | None:
    if reason := queries.points_reason(state):
        return reason
    if handle not in blocks_in_sieges(state, side):
        return say("That block is in no siege.")
    unit = queries.find_unit(state, handle)
    return (
        queries.SHIPS_STAY
        if unit is not None and queries.ships_kept_in_port(state, side) and is_ship(state, unit)
        else None
    )


def leave_siege_to_reason(state: State, side: Side, handle: str, to: str) -> Message | None:
    """Why a block that leaves a siege cannot go there, or None: it moves operationally. Section 5.2."""
    unit = queries.face_up_unit(state, handle)
    return destination_reason(state, to) or move_place_reason(state, side, unit.block, "operational", to)


def join_siege(step: Step[State], move: moves.JoinSiege) -> None:
    """Bring a block to a siege of its side for one point (section 7.1)."""
    state = step.state
    side = owed_by_side(step, Moving).side
    step.require(join_siege_reason(state, side, move.city))
    state.points -= 1
    state.agenda.append(Mustering(side, move.city, "join"))


def leave_siege(step: Step[State], move: moves.LeaveSiege) -> None:
    """Take a block out of a siege for one point. The siege ends when its last block leaves."""
    state = step.state
    side = owed_by_side(step, Moving).side
    step.require(leave_siege_reason(state, side, move.handle))
    step.require(leave_siege_to_reason(state, side, move.handle, move.to))
    unit = next(unit for unit in state.units if unit.handle == move.handle)
    state.points -= 1
    step.tell(
        say("{block} leaves {place}.", block=unit_name(state, unit), place=place_name(state, unit.place)),
        seat_of(state, unit.side),
    )
    instruct_stood_up(step, [unit], away=True)
    blocks.hide_block(state, unit, move.to or OPEN_GROUND)
    changing_hands.end_lifted_siege(step, unit.place)


def _own_sieges(state: State, side: Side) -> Pick[str]:
    sieges = pick_city(
        state,
        side,
        say("To which siege?"),
        queries.cities_besieged_by(state, side),
        join_siege_reason,
        say("The block joins your besiegers for one move point (MP). Only operational moves reach a siege."),
    )
    return structs.replace(sieges, hint=MOVE_KIND_HINTS["operational"], act=say("Bring the block"))


def _units_in_sieges(state: State, side: Side) -> Pick[str]:
    options = []
    for handle in blocks_in_sieges(state, side):
        unit = queries.face_up_unit(state, handle)
        block, place = words.block_name(body_of(state, unit)), place_name(state, unit.place)
        label = say("{block}, {place}", block=block, place=place)
        options.append(Option(handle, label, reason=leave_siege_reason(state, side, handle)))
    act = say("Take the block out")
    return Pick[str](
        key="unit",
        prompt=say("Which block leaves?"),
        meaning=say("A block that leaves a siege or blockade moves operationally, for one move point (MP)."),
        options=tuple(options),
        act=act,
    )


def _ask_leave_to(state: State, side: Side, handle: str) -> Asking[str]:
    """Ask where a block goes that leaves a siege; only at the level ``full``."""
    if state.level != "full":
        return ""
    return (
        yield from ask_place(
            state,
            WHERE_TO,
            lambda to: leave_siege_to_reason(state, side, handle, to),
            hint=MOVE_KIND_HINTS["operational"],
            act=GO_THERE,
        )
    )


# -- the help of Persia (section 14) ---------------------------------------------------------------------------------


def persia_reason(state: State, side: Side) -> Message | None:
    """Why Sparta cannot take the help of Persia, or None: it must hold Miletus, and must not have had help before.
    Section 14.
    """
    if side != "sparta" or state.persia != "none":
        return say("Persia makes no offer.")
    if queries.owner_unknown(state, "miletus"):
        return LOOK_FIRST
    return None if holder(state, "miletus") == "sparta" else say("Sparta must hold Miletus.")


def accept_persia(step: Step[State], _: moves.AcceptPersia) -> None:
    """Sparta accepts the help of Persia, once and for all (section 14)."""
    state = step.state
    side = owed_by_side(step, Moving).side
    step.require(persia_reason(state, side))
    state.persia = "allied"
    step.tell(
        say("Sparta takes the help of Persia: its ships cost 1 point a step.", short=N_("Persia helps Sparta")),
        seat_of(state, side),
    )


# -- the move part of a Player Turn ----------------------------------------------------------------------------------


def last_blocks_reason(state: State, side: Side, move: EndMoves) -> Message | None:
    """Why the last blocks cannot move together, or None. Only at the level ``light``."""
    if not move.blocks and move.use == "operational":
        return None
    if state.level == "full":
        return say("Every block is followed: move them one by one.")
    if move.use == "strait":
        return say("A block that is turned back moves by itself.", short=N_("By itself"))
    return move_reason(state, side, move.use) or queries.points_reason(state, move.blocks)


def end_moves(step: Step[State], move: moves.EndMoves) -> None:
    """Move the last blocks together and end the move part; unused points are lost."""
    state = step.state
    side = owed_by_side(step, Moving).side
    step.require(last_blocks_reason(state, side, move))
    state.agenda.pop()
    state.points -= move.blocks
    if move.blocks:
        moved = say_n(
            "{side} moves {n} block ({use}).",
            "{side} moves {n} blocks ({use}).",
            move.blocks,
            side=SIDE_NAMES[side],
            use=MOVE_KIND_WORDS[move.use],
        )
        step.tell(moved, seat_of(state, side))
    if state.points:
        lost = say_n(
            "{side} leaves {n} move point unused.",
            "{side} leaves {n} move points unused.",
            state.points,
            side=SIDE_NAMES[side],
        )
        step.tell(lost, seat_of(state, side))
    state.points = 0


def ask_moving(state: State, due: Moving) -> Asking[Move]:
    """Ask what the next move point is spent on (sections 5, 10 and 14); all points of a turn are on one form."""
    prompt = say("{side}: the moves", side=SIDE_NAMES[due.side])
    return together("moves", prompt, _ask_move(state, due.side), layout="rows", again=False)


def _ask_move(state: State, side: Side) -> Asking[Move]:
    single = state.level == "full"
    how = _move_kinds(state, side)
    sieges = _own_sieges(state, side)
    leavers = _units_in_sieges(state, side)
    revolts = revolt_cities(state, side)
    join = say("Bring a block to a siege", short=N_("Join a siege"))
    leave = say("Take a block out of a siege", short=N_("Leave a siege"))
    persia = say("Take the help of Persia", short=N_("Help of Persia"))
    help_reason = persia_reason(state, side)
    accept = None if help_reason == LOOK_FIRST else persia
    last = say("Move blocks, then no more", short=N_("Move blocks, then end"))
    todo: tuple[Option[str], ...] = (
        Option("end", say("No more moves"), icon="check", act=say("End the moves")),
        *((Option("last", last, icon="play"),) * (not single and state.points > 0)),
        _point("march", MOVE_ONE, "play", how.blocked()),
        _point("bring", join, "tower", sieges.blocked(say("You besiege no city."))),
        _point("lift", leave, "back", leavers.blocked(say("None of your blocks besieges."))),
        _point("revolt", say("Raise a revolt"), "people", revolts.blocked(say("No enemy city can revolt.")), A_STEP),
        Option("persia", persia, icon="coin", reason=unless_look_up(help_reason), act=accept),
    )
    if side != "sparta":
        todo = todo[:-1]
    prompt = move_points_words(state, side)
    hint = grain_hint(state, side)
    match (
        yield from Pick[str](
            key="move",
            prompt=prompt,
            hint=hint,
            meaning=say(
                "Each move point (MP) moves one block, gives a revolt one step, or takes one block to or from "
                "Syracuse. Points that are left are lost."
            ),
            options=todo,
            default="end",
            # Ending is not preselected: one tap would waste the points that are left.
            usual="march" if single and not how.blocked() else None,
        )
    ):
        case "last":
            return (yield from _ask_last_blocks(state, side, how))
        case "march":
            return (yield from _ask_move_block(state, side, how))
        case "bring":
            return moves.JoinSiege((yield from sieges))
        case "lift":
            handle = yield from leavers
            return moves.LeaveSiege(handle, (yield from _ask_leave_to(state, side, handle)))
        case "revolt":
            return (yield from ask_revolt(state, side, revolts))
        case "persia":
            if help_reason == LOOK_FIRST:
                return (
                    yield from ask_facts(state, "miletus", queries.unknown_facts(state, "miletus", tables.WORTH_FIELDS))
                )
            return moves.AcceptPersia()
        case _:
            return moves.EndMoves()


def _point(
    key: str, label: Message, icon: str, reason: Message | None, price: tuple[Amount, ...] = ONE_POINT
) -> Option[str]:
    """An option that costs one move point, or ``price``."""
    return Option(key, label, price=price, icon=icon, reason=reason)


def _ask_last_blocks(state: State, side: Side, how: Pick[MoveKind]) -> Asking[Move]:
    """Ask how many blocks move, for one point each, before the move part ends."""
    prompt = say("How many blocks move?")
    act = say("Move {answer}, then no more", short=N_("Move, no more"))
    blocks = yield from Count(
        key="blocks",
        prompt=prompt,
        meaning=say(
            "One move point (MP) moves one block, and each block once. Move them on the map; here only their number "
            "counts."
        ),
        low=0,
        high=state.points,
        act=act,
        usual=state.points,
    )
    several = tuple(option for option in how.options if option.value != "strait")
    use = yield from structs.replace(how, options=several)
    if move_reason(state, side, use) == LOOK_FIRST:
        return (yield from _ask_sicily_port(state))
    return moves.EndMoves(blocks, use)
