"""Entering which blocks are present: in a battle, in a siege that they join, or inside a city. Section 6.1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import structs

from companion.core.boxes import Component
from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Pick
from companion.core.step import Step
from companion.core.wording import N_, Arg, Message, Wording, listed, say, say_n
from companion.games.athens_sparta import battlefield, blocks, cities, queries, tables
from companion.games.athens_sparta.battlefield import room_reason
from companion.games.athens_sparta.blocks import ask_rating, ask_steps, ask_typed, likely_rating, usual_rating
from companion.games.athens_sparta.box import written
from companion.games.athens_sparta.cities import ask_keep
from companion.games.athens_sparta.moves import EndMuster, Move, Muster, TypedBlock
from companion.games.athens_sparta.pieces import instruct_hidden_inside, instruct_tipped
from companion.games.athens_sparta.places import FROM_ORACLE, muster_athens_reason, oracle_reason
from companion.games.athens_sparta.queries import body_of, holder, units_at
from companion.games.athens_sparta.revolts import revolt_kind
from companion.games.athens_sparta.seats import owed_by_side, seat_of
from companion.games.athens_sparta.state import Body, Mustering, Role, State
from companion.games.athens_sparta.tables import ICONS, KINDS, SIDE_NAMES, BlockKind, Side, other
from companion.games.athens_sparta.words import block_label, block_strength, place_name, unit_label, unit_strength

STACKING_WARNING = 4
"""Blocks in a hex above which the companion warns; the exact stacking limit is not known (section 18)."""

MOST_IN_HEX = 12
"""The most blocks of a side that are accepted in a hex. The warning of ``STACKING_WARNING`` comes earlier."""

MOUNTAIN_REMINDER = say("A mountain hex holds two blocks of a side.", short=N_("Mountains: 2 blocks"))

HEXSIDE_HINT = say(
    "Two blocks attack over a clear hexside, one over a pass or strait; ships come from a port within {n} hexes.",
    short=N_("Clear: 2, pass: 1"),
    n=tables.MOVE_HEXES["ship"],
)
"""How many blocks may cross a hexside. Sections 2.3 and 8.3."""


# -- why a block is not possible -------------------------------------------------------------------------------------


def stance_reason(state: State, due: Mustering, stance: str) -> Message | None:
    """Why a block cannot take this stance here, or None: fight, go inside, patrol or sally."""
    if stance != "inside" and len(units_at(state, due.place, due.side)) >= MOST_IN_HEX:
        return say("More blocks do not fit into a hex.", short=N_("No room"))
    match stance:
        case "fight":
            return say("It stands behind the walls.") if due.why == "describe" else None
        case "inside":
            return _inside_reason(state, due)
        case "patrol":
            if due.why != "defend" or holder(state, due.place) != due.side or not queries.is_port(state, due.place):
                return say("Only ships of the port may patrol.", short=N_("Not in a port"))
            if queries.naval_control(state, due.place) != due.side:
                return say("An enemy ship blockades the port.", short=N_("Blockaded"))
            return None
        case _:
            return (
                None
                if due.why == "sally" and queries.find_garrison(state, due.place, due.side)
                else say("Nobody is inside.")
            )


def _inside_reason(state: State, due: Mustering) -> Message | None:
    if due.why == "describe":
        return None
    if due.why != "defend" or holder(state, due.place) != due.side:
        return say("These walls are not yours.", short=N_("Not your walls"))
    if not queries.has_walls(state, due.place):
        return say("There are no walls.", short=N_("No walls"))
    # A block that goes inside unseen may be of any kind, so it must fit as a ship would.
    return room_reason(state, due.place, due.side, ship=True) or room_at_athens_reason(state, due, "inside", "ship")


def typed_reason(state: State, due: Mustering, stance: str, typed: TypedBlock | None) -> Message | None:
    """Why a typed block cannot take part, or None."""
    if typed is None:
        undescribed = stance == "inside" and due.why == "defend"
        return None if undescribed else say("Say what block it is.")
    if typed.kind not in (*tables.REGULAR_KINDS, *tables.REVOLT_KINDS):
        return say("That is no block.")
    return _kind_reason(state, due, stance, typed.kind)


ROW_FIELDS = ("kind", "letter", "rate")
"""Fields that a block of the box needs before it is revealed. Its current steps are always asked for."""


def box_blocks(state: State, side: Side) -> list[str]:
    """The keys of a side's blocks in the box."""
    rows = sorted(state.box.get("block", {}).items())
    return [key for key, facts in rows if facts.get("colour") == tables.SIDE_COLOURS[side]]


def missing_fields(state: State, row: str) -> list[str]:
    """The fields of a block that the box lacks."""
    facts = state.box.get("block", {}).get(row, {})
    return [field for field in ROW_FIELDS if field not in facts]


def box_block_reason(state: State, due: Mustering, move: Muster) -> Message | None:
    """Why the typed block of a move contradicts the block of the box (``row``) that it stands for, or None."""
    if not move.row:
        return None
    own = state.level == "full" and due.why != "describe"
    typed = None if move.block or own else move.typed
    if typed is None or move.row not in box_blocks(state, due.side) or not missing_fields(state, move.row):
        return say("That is no block.")
    facts = state.box["block"][move.row]
    if any(getattr(typed, field) != facts.get(field, getattr(typed, field)) for field in ROW_FIELDS):
        return say("The list says otherwise.")
    return None


def own_muster_reason(state: State, due: Mustering, stance: str, key: str) -> Message | None:
    """Why the side's block with this key cannot take part, or None."""
    inside = queries.find_garrison(state, due.place, due.side)
    if stance == "sally":
        return None if inside and key in inside.blocks.value else say("It is not inside.")
    if key not in queries.free_blocks(state, due.side):
        return say("That block is not free.")
    if due.why in ("attack", "sally") and oracle_reason(state, state.blocks[key].body.value.at):
        return FROM_ORACLE
    return _kind_reason(state, due, stance, state.blocks[key].body.value.kind)


def room_at_athens_reason(state: State, due: Mustering, stance: str, kind: str) -> Message | None:
    """Why Athens has no room for one more block, or None. A block that is inside already needs no room."""
    if stance == "sally" or due.why == "describe":
        return None
    return muster_athens_reason(state, due.side, due.place, kind)


def join_by_ship_reason(state: State, due: Mustering, kind: str) -> Message | None:
    """Why a ship cannot come to a siege, or None: an event may keep ships in port."""
    return (
        queries.SHIPS_STAY
        if due.why == "join" and kind == "ship" and queries.ships_kept_in_port(state, due.side)
        else None
    )


def _kind_reason(state: State, due: Mustering, stance: str, kind: BlockKind) -> Message | None:
    """Why a block of this kind cannot do that here, or None."""
    if stance == "patrol" and kind != "ship":
        return say("Only ships patrol.")
    if stance != "inside" or due.why == "describe" or kind == "ship":
        return join_by_ship_reason(state, due, kind) or room_at_athens_reason(state, due, stance, kind)
    found, most = queries.find_garrison(state, due.place, due.side), queries.inside_land_limit(state, due.place)
    known = [state.blocks[key].body.value for key in found.blocks.value if key] if found else []
    if sum(body.kind != "ship" for body in known) >= most:
        return say_n("No more than {n} land block fits inside.", "No more than {n} land blocks fit inside.", most)
    return room_at_athens_reason(state, due, stance, kind)


# -- adding a block --------------------------------------------------------------------------------------------------


def muster(step: Step[State], move: Muster) -> None:
    """Add one more block to a muster."""
    state = step.state
    due = owed_by_side(step, Mustering)
    step.require(stance_reason(state, due, move.stance))
    if move.block:
        step.require(own_muster_reason(state, due, move.stance, move.block))
    else:
        step.require(typed_reason(state, due, move.stance, move.typed))
    step.require(box_block_reason(state, due, move))
    if move.row:
        _learn_box_block(step, move)
    if due.why == "describe":
        _describe(step, due, move)
    elif move.stance == "inside":
        _go_inside(step, due, move)
    else:
        _reveal(step, due, move)
    if due.why == "join" or (due.why == "describe" and not queries.hidden_inside(state, due.place, due.side)):
        state.agenda.pop()


def _block_key(state: State, due: Mustering, move: Muster) -> str:
    if move.block or move.typed is None:
        return move.block
    return blocks.add_block(state, due.side, move.typed, due.place)


def _learn_box_block(step: Step[State], move: Muster) -> None:
    """Record the missing fields of a block of the box."""
    for field in missing_fields(step.state, move.row):
        cities.record_fact(step, "block", move.row, field, getattr(move.typed, field), keep=move.keep)


def _go_inside(step: Step[State], due: Mustering, move: Muster) -> None:
    """Put a hidden block inside the walls. That a block went inside is public, not which one."""
    blocks.add_to_garrison(step.state, due.place, due.side, move.block)
    instruct_hidden_inside(step, due.place, due.side)
    step.tell(
        say("{side}: a block goes inside.", short=N_("A block goes inside"), side=SIDE_NAMES[due.side]),
        seat_of(step.state, due.side),
    )


def _reveal(step: Step[State], due: Mustering, move: Muster) -> None:
    """Reveal a block that fights, patrols, sallies or besieges."""
    state = step.state
    key = _block_key(state, due, move)
    if move.stance == "sally":
        blocks.leave_garrison(state, due.place, due.side, move.block)
    role: Role = "patrol" if move.stance == "patrol" else "field"
    unit = blocks.reveal_block(step, due.side, key, due.place, role)
    unit.sallied = move.stance == "sally"
    if due.why == "join":
        unit.role = queries.role_in_siege(state, unit)
    elif battlefield.current_battle(state).kind == "revolt" and due.why == "attack":
        unit.screened = body_of(state, unit).kind not in tables.REVOLT_KINDS
    out_of = due.place if move.stance == "sally" else ""
    instruct_tipped(step, unit, out_of=out_of)
    step.tell(say("{block} comes forward.", block=unit_label(state, unit)), seat_of(state, unit.side))
    there = len(units_at(state, due.place, due.side))
    if there == tables.MOUNTAIN_BLOCKS + 1 and due.place in state.places:
        step.tell(MOUNTAIN_REMINDER, seat_of(state, due.side))
    if there == STACKING_WARNING + 1 and due.place != "athens":
        step.tell(
            say("More than {n} blocks: look at your stacking limit.", short=N_("Stacking limit?"), n=STACKING_WARNING),
            seat_of(state, due.side),
        )


def _describe(step: Step[State], due: Mustering, move: Muster) -> None:
    """Reveal a garrison block as its owner describes it now."""
    state = step.state
    if queries.find_garrison(state, due.place, due.side) is None:
        step.refuse("out-of-reach", battlefield.GONE)
    blocks.leave_garrison(state, due.place, due.side, "")
    unit = blocks.reveal_block(step, due.side, _block_key(state, due, move), due.place, "inside")
    instruct_tipped(step, unit, inside=True)
    step.tell(say("{block} is inside.", block=unit_label(state, unit)), seat_of(state, unit.side))


def end_muster(step: Step[State], _: EndMuster) -> None:
    """End a muster."""
    owed_by_side(step, Mustering)
    step.state.agenda.pop()


def reveal_garrison(step: Step[State], place: str, side: Side, role: Role) -> None:
    """Reveal a garrison; undescribed blocks are asked for."""
    state = step.state
    found = queries.find_garrison(state, place, side)
    if found is None:
        return
    known = [key for key in step.reveal(found.blocks) if key in state.blocks]
    unknown = found.count - len(known)
    state.garrisons.remove(found)
    for key in known:
        unit = blocks.reveal_block(step, side, key, place, role)
        instruct_tipped(step, unit, inside=True)
        step.tell(say("{block} is inside.", block=unit_label(state, unit)), seat_of(state, unit.side))
    if unknown > 0:
        for _ in range(unknown):
            blocks.add_to_garrison(state, place, side, "")
        state.agenda.append(Mustering(side, place, "describe"))


# -- the question ----------------------------------------------------------------------------------------------------

Stance = Literal["fight", "inside", "patrol", "sally"]

BOX_BLOCK = "box."
"""Prefix of option values that stand for a block of the box."""

DONE = Option("done", say("No more blocks"), icon="check", act=say("No more blocks"))


DEFEND_MEANING = say(
    "The defender decides for each block: it fights and is turned up, or goes inside a walled city unseen, and then "
    "the city is besieged. A ship may also patrol."
)
MEANINGS = {
    "attack": say(
        "The attacker turns up all blocks that fight there. Name each of them, the letter and number on it and its "
        "steps: it throws one die a step."
    ),
    "defend": DEFEND_MEANING,
    "join": say("The block that now stands with the besiegers, face up: its letter and number, and its steps."),
    "sally": say(
        "Besieged blocks may come out, and others come to their help. They are the attackers then, without the walls."
    ),
    "describe": say(
        "The blocks inside are named now, with the letter and number on them and their steps: they fight from here on."
    ),
}
"""The explanations of the question for a block, by ``Mustering.why``."""


def ask_muster(state: State, due: Mustering) -> Asking[Move]:
    """Ask for one more block; in secret at the level ``full``. All blocks of a muster are on one form."""
    own = state.level == "full" and due.why != "describe"
    asking = _ask_own_muster(state, due) if own else _ask_block(state, due)
    prompt, act = _muster_prompt(state, due), say("Add this block")
    return together(f"muster-{due.why}", prompt, asking, act, layout="rows", again=False)


def _ask_block(state: State, due: Mustering) -> Asking[Move]:
    stance: Stance = "inside" if due.why == "describe" else "fight"
    reason = stance_reason(state, due, stance)
    options = [_option(state, due, kind, KINDS[kind], kind, reason) for kind in _kinds(state, due)]
    options += _box_block_options(state, due, reason)
    options += _stance_options(state, due)
    last = last_face_up(state, due)
    if last is not None:
        rating = {"letter": last.letter, "rate": last.rate, "n": last.strength}
        short = N_("Again: {letter}{rate} x {n}")
        label = say("One more {block}", short=short, block=block_strength(last), **rating)
        options.append(structs.replace(_option(state, due, "again", label, last.kind, reason), icon="plus"))
    default, usual = None, _usual_block(state, due)
    if due.why != "describe":
        # What is preselected comes first, so that players see it.
        options.insert(0 if usual else len(options), structs.replace(DONE, act=_end_words(state, due)))
        default = DONE.value
    prompt, hint = _muster_prompt(state, due), _muster_hint(state, due)
    chosen = yield from Pick[str](
        key="block",
        prompt=prompt,
        hint=hint,
        meaning=MEANINGS[due.why],
        options=tuple(options),
        default=default,
        usual=usual,
    )
    match chosen:
        case DONE.value:
            return EndMuster()
        case "again" if last is not None:
            return Muster(stance, typed=TypedBlock(last.kind, last.letter, last.rate, last.strength))
        case "goes-inside":
            return Muster("inside")
        case "patrol":
            return Muster("patrol", typed=(yield from ask_typed(state, due.side, "ship")))
        case "sally":
            return Muster("sally", typed=(yield from ask_typed(state, due.side, (yield from _ask_kind(state, due)))))
        case _:
            return (yield from _ask_kind_or_box_block(state, due, stance, chosen))


def _end_words(state: State, due: Mustering) -> Message:
    """The text of the button that ends the muster: it says how many blocks were entered, so that no player ends it by
    mistake.
    """
    n = len(units_at(state, due.place, due.side))
    side = SIDE_NAMES[due.side]
    if not n:
        return say("No block of {side}", N_("No block"), side=side)
    return say_n("No more: {side} has {n} block", "No more: {side} has {n} blocks", n, N_("No more: {n}"), side=side)


def _option(
    state: State,
    due: Mustering,
    value: str,
    label: Wording,
    kind: str,
    reason: Message | None,
    within: Sequence[str] = (),
) -> Option[str]:
    """An option for a block of this kind. ``reason`` says why no block of any kind may take part, or None. Blocks
    ``within`` are inside already and need no room.
    """
    icon = ICONS.get(kind, "")  # type: ignore[call-overload]
    reason = reason or join_by_ship_reason(state, due, kind)
    if kind and value not in within:
        reason = reason or room_at_athens_reason(state, due, "fight", kind)
    return Option(value, label, reason=reason, icon=icon)


def _usual_block(state: State, due: Mustering) -> str | None:
    """The preselected option: to end the muster, but only once a block was entered. Nothing is preselected while blocks
    join a siege or are described, since those are asked for to the last.
    """
    return DONE.value if due.why not in ("join", "describe") and units_at(state, due.place, due.side) else None


def last_face_up(state: State, due: Mustering) -> Body | None:
    """The block of this side that was revealed last, offered for one more of the same."""
    shown = [body_of(state, unit) for unit in units_at(state, due.place, due.side)]
    return next((body for body in reversed(shown) if body.kind in tables.REGULAR_KINDS), None)


def _muster_prompt(state: State, due: Mustering) -> Message:
    side: dict[str, Arg] = {"side": SIDE_NAMES[due.side]}
    both = side | {"place": place_name(state, due.place)}
    if due.why in ("attack", "defend", "sally") and units_at(state, due.place, due.side):
        return say("{place}: another block of {side}?", short=N_("{side}: another?"), **both)
    prompts = {
        "attack": say("{place}: with which block does {side} attack?", short=N_("{side} attacks with"), **both),
        "defend": say("{place}: with which block does {side} defend?", short=N_("{side} defends with"), **both),
        "join": say("{side}: which block joins at {place}?", short=N_("{side}: who joins?"), **both),
        "sally": say("{side} comes out or relieves {place}: who?", short=N_("{side} comes out"), **both),
        "describe": say("{side} shows who is inside {place}.", short=N_("{side}: who is in?"), **both),
    }
    if due.place == queries.ARENA:
        prompts["attack"] = say("{side} attacks: with which block?", short=N_("{side} attacks with"), **side)
        prompts["defend"] = say("{side} defends: with which block?", short=N_("{side} defends with"), **side)
    return prompts[due.why]


def _muster_hint(state: State, due: Mustering) -> Message | None:
    """The hint before the first block: for the attacker how many may cross a hexside (unless the battle has no map),
    for the defender which blocks attack. Else None.
    """
    if units_at(state, due.place, due.side):
        return None
    if due.why == "defend":
        enemies = units_at(state, due.place, other(due.side))
        return say(
            "{side} attacks with {blocks}.",
            short=N_("{side}: blocks {n}"),
            n=len(enemies),
            side=SIDE_NAMES[other(due.side)],
            blocks=listed([unit_strength(state, unit) for unit in enemies]),
        )
    return HEXSIDE_HINT if due.why == "attack" and due.place != queries.ARENA else None


def _box_block_options(state: State, due: Mustering, reason: Message | None) -> list[Option[str]]:
    """Options for blocks of the box, whose known fields need not be typed."""
    found = []
    for key in box_blocks(state, due.side):
        facts = state.box["block"][key]
        name = written(str(facts.get("name") or key))
        label = say("{name}", name=name)
        if "letter" in facts and "rate" in facts:
            label = say("{name} {letter}{rate}", name=name, letter=str(facts["letter"]), rate=_int(facts["rate"]))
        found.append(_option(state, due, BOX_BLOCK + key, label, str(facts.get("kind", "")), reason))
    return found


def _may_have_revolted(state: State, due: Mustering) -> bool:
    """Whether a revolt may have won the city that a side defends (section 10): a major one, or one not known yet."""
    if due.why in ("attack", "join") or due.place not in state.cities or due.place in tables.NEVER_REVOLT:
        return False
    unknown = queries.unknown_facts(state, due.place, ("points",))
    return holder(state, due.place) == due.side and (bool(unknown) or queries.is_major(state, due.place))


def _kinds(state: State, due: Mustering) -> tuple[BlockKind, ...]:
    """The kinds of blocks that may be typed: the regular ones, and in a city that a revolt may have won its revolt
    block, if no list of blocks has it.
    """
    kind = revolt_kind(due.side, due.place)
    one = state.cities.get(due.place)
    listed_kinds = {state.box["block"][key].get("kind") for key in box_blocks(state, due.side)}
    if one is None or kind in listed_kinds or not _may_have_revolted(state, due):
        return tables.REGULAR_KINDS
    won = queries.owner_by_colour(state, due.place) != due.side or due.side in one.revolts
    return (*tables.REGULAR_KINDS, kind) if won else tables.REGULAR_KINDS


def _ratings_left(facts: Component) -> list[tuple[str, int]]:
    """The ratings that agree with the fields that the box has of a block."""
    if "rate" in facts:
        return [(letter, _int(facts["rate"])) for letter in tables.LETTERS]
    return [rating for rating in tables.RATINGS if facts.get("letter", rating[0]) == rating[0]]


def _int(fact: object) -> int:
    return fact if isinstance(fact, int) else 1


def _stance_options(state: State, due: Mustering) -> list[Option[str]]:
    if due.why == "defend":
        inside = say("A block goes inside, unseen", short=N_("A block goes inside"))
        return [
            Option("goes-inside", inside, reason=stance_reason(state, due, "inside"), icon="tower"),
            Option("patrol", say("A ship patrols"), reason=stance_reason(state, due, "patrol"), icon="ship"),
        ]
    if due.why == "sally":
        return [Option("sally", say("A block from inside"), reason=stance_reason(state, due, "sally"), icon="tower")]
    return []


def _ask_kind(state: State, due: Mustering) -> Asking[BlockKind]:
    options = tuple(
        Option[BlockKind](kind, KINDS[kind], reason=join_by_ship_reason(state, due, kind), icon=ICONS[kind])
        for kind in _kinds(state, due)
    )
    return (yield from Pick[BlockKind](key="kind", prompt=say("What kind of block?"), options=options))


def _ask_kind_or_box_block(state: State, due: Mustering, stance: Stance, chosen: str) -> Asking[Move]:
    """Ask for the rest of a block of a chosen kind or of the box: its steps, and the fields that are missing."""
    if not chosen.startswith(BOX_BLOCK):
        kind: BlockKind = chosen  # type: ignore[assignment]
        return Muster(stance, typed=(yield from ask_typed(state, due.side, kind)))
    row = chosen.removeprefix(BOX_BLOCK)
    facts = state.box["block"][row]
    if "kind" in facts:
        kind = str(facts["kind"])  # type: ignore[assignment]
    else:
        kind = yield from _ask_kind(state, due)
    rating = f"{facts.get('letter', '')}{facts.get('rate', '')}"
    if len(rating) < len("B2"):
        prompt = say("{kind}: which rating?", short=N_("{kind}: rating?"), kind=KINDS[kind])
        first, usual = likely_rating(due.side, kind), usual_rating(state, due.side, kind)
        rating = yield from ask_rating("rating", prompt, first, usual=usual, ratings=_ratings_left(facts))
    typed = TypedBlock.rated(
        kind, rating, (yield from ask_steps(state, kind, _int(facts.get("steps", tables.MOST_STEPS))))
    )
    if not missing_fields(state, row):
        return Muster(stance, typed=typed)
    return Muster(stance, typed=typed, row=row, keep=(yield from ask_keep(state)))


def _ask_own_muster(state: State, due: Mustering) -> Asking[Move]:
    """Ask the owner in secret for one of its own blocks."""
    inside = queries.find_garrison(state, due.place, due.side) if due.why == "sally" else None
    within = [key for key in inside.blocks.value if key in state.blocks] if inside else []
    near = sorted(queries.free_blocks(state, due.side).items(), key=lambda item: item[1].at != due.place)
    reason = stance_reason(state, due, "fight")
    own = [*((key, state.blocks[key].body.value) for key in within), *near]
    options = (
        DONE,
        *(_option(state, due, key, block_label(state, body), body.kind, reason, within) for key, body in own),
        *(_option(state, due, kind, _not_listed(kind), kind, reason) for kind in tables.REGULAR_KINDS),
    )
    prompt, hint = _muster_prompt(state, due), _muster_hint(state, due)
    chosen = yield from Pick[str](
        key="block",
        prompt=prompt,
        hint=hint,
        meaning=MEANINGS[due.why],
        options=options,
        secret=True,
        default=DONE.value,
        usual=_usual_block(state, due),
    )
    if chosen == DONE.value:
        return EndMuster()
    if chosen in within:
        return Muster("sally", chosen)
    typed: TypedBlock | None = None
    key = chosen
    if chosen in tables.REGULAR_KINDS:
        typed, key = (yield from ask_typed(state, due.side, chosen, secret=True)), ""
    stance: Stance = "fight"
    if due.why == "defend":
        stance = yield from _ask_stance(state, due, key, typed)
    return Muster(stance, key, typed)


def _not_listed(kind: BlockKind) -> Message:
    return say("{kind}, not listed", short=N_("Other: {kind}"), kind=KINDS[kind])


def _ask_stance(state: State, due: Mustering, key: str, typed: TypedBlock | None) -> Asking[Stance]:
    stances: tuple[tuple[Stance, Message], ...] = (
        ("fight", say("Fight")),
        ("inside", say("Withdraw inside")),
        ("patrol", say("Patrol")),
    )

    def reason(stance: Stance) -> Message | None:
        if found := stance_reason(state, due, stance):
            return found
        return own_muster_reason(state, due, stance, key) if key else typed_reason(state, due, stance, typed)

    options = tuple(Option[Stance](stance, label, reason=reason(stance)) for stance, label in stances)
    prompt = say("What does it do?")
    return (
        yield from Pick[Stance](
            key="stance",
            prompt=prompt,
            meaning=DEFEND_MEANING,
            options=options,
            secret=True,
            default="fight",
            usual="fight" if all(option.reason is not None for option in options[1:]) else None,
        )
    )
