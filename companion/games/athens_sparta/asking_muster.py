"""Questions of a muster: which block is there, and what it does. In secret where every block is followed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import structs

from companion.core.boxes import Component
from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Pick
from companion.core.wording import N_, Arg, Message, Wording, say, verbatim
from companion.games.athens_sparta.agenda import Mustering
from companion.games.athens_sparta.asking_blocks import ask_rating, ask_steps, ask_typed, likely_rating, usual_rating
from companion.games.athens_sparta.asking_map import ask_keep
from companion.games.athens_sparta.moves import EndMuster, Move, Muster, TypedBlock
from companion.games.athens_sparta.queries_blocks import body_of, find_garrison, free_blocks, units_at
from companion.games.athens_sparta.queries_city import ARENA
from companion.games.athens_sparta.reasons_battle import (
    box_blocks,
    join_by_ship_reason,
    missing_fields,
    own_muster_reason,
    room_at_athens_reason,
    stance_reason,
    typed_reason,
)
from companion.games.athens_sparta.state import Body, State
from companion.games.athens_sparta.tables import (
    ICONS,
    KINDS,
    LETTERS,
    MOST_STEPS,
    RATINGS,
    REGULAR_KINDS,
    SIDE_NAMES,
    BlockKind,
)
from companion.games.athens_sparta.words import HEXSIDE_HINT, block_label, block_strength, place_name

Stance = Literal["fight", "inside", "patrol", "sally"]

BOX_BLOCK = "box."
"""Prefix of option values that stand for a block of the box."""

DONE = Option("done", say("Those are all"), icon="check", act=say("Those are all"))


def ask_muster(state: State, due: Mustering) -> Asking[Move]:
    """Ask for one more block; in secret where every block is followed. All of them together are one form."""
    own = state.level == "full" and due.why != "describe"
    asking = _ask_own_muster(state, due) if own else _ask_block(state, due)
    return together(f"muster-{due.why}", _muster_prompt(state, due), asking, say("Add this block"), layout="rows")


def _ask_block(state: State, due: Mustering) -> Asking[Move]:
    stance: Stance = "inside" if due.why == "describe" else "fight"
    reason = stance_reason(state, due, stance)
    options = [_option(state, due, kind, KINDS[kind], kind, reason) for kind in REGULAR_KINDS]
    options += _box_block_options(state, due, reason)
    options += _stance_options(state, due)
    last = last_face_up(state, due)
    if last is not None:
        rating = {"letter": last.letter, "rate": last.rate, "n": last.strength}
        short = N_("Again: {letter}{rate} x {n}")
        label = say("One more {block}", short=short, block=block_strength(last), **rating)
        options.append(structs.replace(_option(state, due, "again", label, last.kind, reason), icon="plus"))
    default = None
    if due.why != "describe":
        options.append(DONE)
        default = DONE.value
    prompt, hint = _muster_prompt(state, due), _muster_hint(state, due)
    chosen = yield from Pick[str](
        key="block", prompt=prompt, hint=hint, options=tuple(options), default=default, usual=_usual_block(state, due)
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
    return (yield from _ask_kind_or_box_block(state, due, stance, chosen))


def _option(
    state: State,
    due: Mustering,
    value: str,
    label: Wording,
    kind: str,
    reason: Message | None,
    within: Sequence[str] = (),
) -> Option[str]:
    """An option for a block of this kind; ``reason``: why none of any kind may come, or None. ``within``: those inside,
    which need no room.
    """
    icon = ICONS.get(kind, "")  # type: ignore[call-overload]
    reason = reason or join_by_ship_reason(state, due, kind)
    if kind and value not in within:
        reason = reason or room_at_athens_reason(state, due, "fight", kind)
    return Option(value, label, reason=reason, icon=icon)


def _usual_block(state: State, due: Mustering) -> str | None:
    """Those are all, once there is one: nobody stays away from a battle by oversight. Who joins a siege or is described
    is asked for until the last of them.
    """
    return DONE.value if due.why not in ("join", "describe") and units_at(state, due.place, due.side) else None


def last_face_up(state: State, due: Mustering) -> Body | None:
    """The block of this side that was revealed last, offered for repeating."""
    shown = [body_of(state, unit) for unit in units_at(state, due.place, due.side)]
    return next((body for body in reversed(shown) if body.kind in REGULAR_KINDS), None)


def _muster_prompt(state: State, due: Mustering) -> Message:
    side: dict[str, Arg] = {"side": SIDE_NAMES[due.side]}
    both = side | {"place": place_name(state, due.place)}
    prompts = {
        "attack": say("{place}: with which block does {side} attack?", short=N_("{side} attacks with"), **both),
        "defend": say("{place}: with which block does {side} defend?", short=N_("{side} defends with"), **both),
        "join": say("{side}: which block joins at {place}?", short=N_("{side}: who joins?"), **both),
        "sally": say("{side} comes out or relieves {place}: who?", short=N_("{side} comes out"), **both),
        "describe": say("{side} shows who is inside {place}.", short=N_("{side}: who is in?"), **both),
    }
    if due.place == ARENA:
        prompts["attack"] = say("{side} attacks: with which block?", short=N_("{side} attacks with"), **side)
        prompts["defend"] = say("{side} defends: with which block?", short=N_("{side} defends with"), **side)
    return prompts[due.why]


def _muster_hint(state: State, due: Mustering) -> Message | None:
    """How many blocks attack over a hexside, at the first of them; nothing where there is no map."""
    first = due.why == "attack" and not units_at(state, due.place, due.side)
    return HEXSIDE_HINT if first and due.place != ARENA else None


def _box_block_options(state: State, due: Mustering, reason: Message | None) -> list[Option[str]]:
    """Options for blocks of the box, whose known fields need not be typed."""
    found = []
    for key in box_blocks(state, due.side):
        facts = state.box["block"][key]
        name = verbatim(str(facts.get("name") or key))
        label = say("{name}", name=name)
        if "letter" in facts and "rate" in facts:
            label = say("{name} {letter}{rate}", name=name, letter=str(facts["letter"]), rate=_int(facts["rate"]))
        found.append(_option(state, due, BOX_BLOCK + key, label, str(facts.get("kind", "")), reason))
    return found


def _ratings_left(facts: Component) -> list[tuple[str, int]]:
    """The ratings that agree with what the box says of a block."""
    if "rate" in facts:
        return [(letter, _int(facts["rate"])) for letter in LETTERS]
    return [rating for rating in RATINGS if facts.get("letter", rating[0]) == rating[0]]


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
        for kind in REGULAR_KINDS
    )
    return (yield from Pick[BlockKind](key="kind", prompt=say("What kind of block?"), options=options))


def _ask_kind_or_box_block(state: State, due: Mustering, stance: Stance, chosen: str) -> Asking[Move]:
    """Ask for the rest of a block of a chosen kind, or of the box: its steps and the fields that are missing."""
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
    typed = TypedBlock.rated(kind, rating, (yield from ask_steps(kind, _int(facts.get("steps", MOST_STEPS)))))
    if not missing_fields(state, row):
        return Muster(stance, typed=typed)
    return Muster(stance, typed=typed, row=row, keep=(yield from ask_keep(state)))


def _ask_own_muster(state: State, due: Mustering) -> Asking[Move]:
    """Ask the owner in secret for one of its own blocks."""
    inside = find_garrison(state, due.place, due.side) if due.why == "sally" else None
    within = [key for key in inside.blocks.value if key in state.blocks] if inside else []
    near = sorted(free_blocks(state, due.side).items(), key=lambda item: item[1].at != due.place)
    reason = stance_reason(state, due, "fight")
    own = [*((key, state.blocks[key].body.value) for key in within), *near]
    options = (
        DONE,
        *(_option(state, due, key, block_label(state, body), body.kind, reason, within) for key, body in own),
        *(_option(state, due, kind, _not_listed(kind), kind, reason) for kind in REGULAR_KINDS),
    )
    prompt, hint = _muster_prompt(state, due), _muster_hint(state, due)
    chosen = yield from Pick[str](
        key="block",
        prompt=prompt,
        hint=hint,
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
    if chosen in REGULAR_KINDS:
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
            key="stance", prompt=prompt, options=options, secret=True, default="fight", usual="fight"
        )
    )
