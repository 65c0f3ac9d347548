"""Questions of a muster: which block is there, and what it does. In secret where every block is followed."""

from __future__ import annotations

from typing import Literal

from companion.core.boxes import Component
from companion.core.questions import Asking, Option, Pick
from companion.core.wording import N_, Message, say, verbatim
from companion.games.athens_sparta import tables
from companion.games.athens_sparta.agenda import Mustering
from companion.games.athens_sparta.asking_blocks import ask_rating, ask_steps, ask_typed, usual_rating
from companion.games.athens_sparta.asking_map import ask_keep
from companion.games.athens_sparta.moves import EndMuster, Move, Muster, TypedBlock
from companion.games.athens_sparta.queries_blocks import body_of, find_garrison, free_blocks, units_at
from companion.games.athens_sparta.queries_city import ARENA
from companion.games.athens_sparta.reasons_battle import (
    box_blocks,
    join_by_ship_reason,
    missing_fields,
    own_muster_reason,
    stance_reason,
    typed_reason,
)
from companion.games.athens_sparta.state import Body, State
from companion.games.athens_sparta.tables import SIDE_NAMES, Kind, Letter
from companion.games.athens_sparta.words import HEXSIDE_HINT, block_label, block_name, place_name

Stance = Literal["fight", "inside", "patrol", "sally"]

BOX_BLOCK = "box."
"""Prefix of option values that stand for a block of the box."""


def ask_muster(state: State, due: Mustering) -> Asking[Move]:
    """Ask for one more block; in secret where every block is followed."""
    if state.level == "full" and due.why != "describe":
        return (yield from _ask_own_muster(state, due))
    stance: Stance = "inside" if due.why == "describe" else "fight"
    reason = stance_reason(state, due, stance)
    options = [
        Option[str](
            kind, tables.KINDS[kind], icon=tables.ICONS[kind], reason=reason or join_by_ship_reason(state, due, kind)
        )
        for kind in tables.REGULAR_KINDS
    ]
    options += _box_block_options(state, due, reason)
    options += _stance_options(state, due)
    last = last_face_up(state, due)
    if last is not None:
        words = say(
            "One more {block} x {n}",
            short=N_("Again: {letter}{rate} x {n}"),
            block=block_name(last),
            letter=last.letter,
            rate=last.rate,
            n=last.strength,
        )
        why = reason or join_by_ship_reason(state, due, last.kind)
        options.append(Option("again", words, reason=why, icon="plus"))
    if due.why != "describe":
        options.append(Option("done", say("Those are all"), icon="check"))
    prompt, hint = _muster_prompt(state, due), _muster_hint(due)
    chosen = yield from Pick[str](key="block", prompt=prompt, hint=hint, options=tuple(options), default=_default(due))
    match chosen:
        case "done":
            return EndMuster()
        case "again" if last is not None:
            return Muster(stance, typed=TypedBlock(last.kind, last.letter, last.rate, last.strength))
        case "goes-inside":
            return Muster("inside")
        case "patrol" | "sally":
            return (yield from _ask_typed_muster(state, due, "patrol" if chosen == "patrol" else "sally"))
    return (yield from _ask_kind_or_box_block(state, due, stance, chosen))


def last_face_up(state: State, due: Mustering) -> Body | None:
    """The block of this side that was revealed last, offered for repeating."""
    shown = [body_of(state, unit) for unit in units_at(state, due.place, due.side)]
    return next((body for body in reversed(shown) if body.kind in tables.REGULAR_KINDS), None)


def _default(due: Mustering) -> str | None:
    return "done" if due.why != "describe" else None


def _muster_prompt(state: State, due: Mustering) -> Message:
    place = place_name(state, due.place)
    side = SIDE_NAMES[due.side]
    match due.why if due.place != ARENA else f"{due.why} in the arena":
        case "attack in the arena":
            return say("{side} attacks: with which block?", short=N_("{side} attacks with"), side=side)
        case "defend in the arena":
            return say("{side} defends: with which block?", short=N_("{side} defends with"), side=side)
        case "attack":
            return say(
                "{side} attacks {place}: with which block?", short=N_("{side} attacks with"), side=side, place=place
            )
        case "defend":
            return say("{side} defends {place}: which block?", short=N_("{side} defends with"), side=side, place=place)
        case "join":
            return say("{side}: which block joins at {place}?", short=N_("{side}: who joins?"), side=side, place=place)
        case "sally":
            return say(
                "{side} comes out or relieves {place}: who?", short=N_("{side} comes out"), side=side, place=place
            )
    return say("{side} shows who is inside {place}.", short=N_("{side}: who is in?"), side=side, place=place)


def _muster_hint(due: Mustering) -> Message | None:
    """How many blocks attack over a hexside; nothing where there is no map."""
    return HEXSIDE_HINT if due.why == "attack" and due.place != ARENA else None


def _box_block_options(state: State, due: Mustering, reason: Message | None) -> list[Option[str]]:
    """Options for blocks of the box, whose known fields need not be typed."""
    found = []
    for key in box_blocks(state, due.side):
        facts = state.box["block"][key]
        name, kind = verbatim(str(facts.get("name") or key)), str(facts.get("kind", ""))
        label = say("{name}", name=name)
        if "letter" in facts and "rate" in facts:
            label = say("{name} {letter}{rate}", name=name, letter=str(facts["letter"]), rate=_int(facts["rate"]))
        why = reason or join_by_ship_reason(state, due, kind)
        found.append(Option(BOX_BLOCK + key, label, reason=why, icon=tables.ICONS.get(kind, "")))  # type: ignore[call-overload]
    return found


def _ratings_left(facts: Component) -> list[tuple[str, int]]:
    """The ratings that agree with what the box says of a block."""
    if "rate" in facts:
        return [(letter, _int(facts["rate"])) for letter in tables.LETTERS]
    return [rating for rating in tables.RATINGS if facts.get("letter", rating[0]) == rating[0]]


def _int(fact: object) -> int:
    return fact if isinstance(fact, int) else 1


def _stance_options(state: State, due: Mustering) -> list[Option[str]]:
    found: list[Option[str]] = []
    if due.why == "defend":
        reason = stance_reason(state, due, "inside")
        found.append(
            Option(
                "goes-inside",
                say("A block goes inside, unseen", short=N_("A block goes inside")),
                reason=reason,
                icon="tower",
            )
        )
        found.append(Option("patrol", say("A ship patrols"), reason=stance_reason(state, due, "patrol"), icon="ship"))
    if due.why == "sally":
        found.append(
            Option("sally", say("A block from inside"), reason=stance_reason(state, due, "sally"), icon="tower")
        )
    return found


def _ask_typed_muster(state: State, due: Mustering, stance: Stance) -> Asking[Move]:
    if stance == "patrol":
        return Muster(stance, typed=(yield from ask_typed(due.side, "ship", secret=False)))
    kind = yield from _ask_kind(state, due)
    return Muster(stance, typed=(yield from ask_typed(due.side, kind, secret=False)))


def _ask_kind(state: State, due: Mustering) -> Asking[Kind]:
    options = tuple(
        Option[Kind](kind, tables.KINDS[kind], reason=join_by_ship_reason(state, due, kind), icon=tables.ICONS[kind])
        for kind in tables.REGULAR_KINDS
    )
    return (yield from Pick[Kind](key="kind", prompt=say("What kind of block?"), options=options))


def _ask_kind_or_box_block(state: State, due: Mustering, stance: Stance, chosen: str) -> Asking[Move]:
    """Ask for the rest of a block of a chosen kind, or of the box: its steps and the fields that are missing."""
    if not chosen.startswith(BOX_BLOCK):
        kind: Kind = chosen  # type: ignore[assignment]
        return Muster(stance, typed=(yield from ask_typed(due.side, kind, secret=False)))
    row = chosen.removeprefix(BOX_BLOCK)
    facts = state.box["block"][row]
    if "kind" in facts:
        kind = str(facts["kind"])  # type: ignore[assignment]
    else:
        kind = yield from _ask_kind(state, due)
    rating = f"{facts.get('letter', '')}{facts.get('rate', '')}"
    if len(rating) < len("B2"):
        prompt = say("{kind}: which rating?", short=N_("{kind}: rating?"), kind=tables.KINDS[kind])
        rating = yield from ask_rating("rating", prompt, usual_rating(due.side, kind), ratings=_ratings_left(facts))
    letter: Letter = rating[0]  # type: ignore[assignment]
    steps = yield from ask_steps(kind, _int(facts.get("steps", tables.MOST_STEPS)), secret=False)
    typed = TypedBlock(kind, letter, int(rating[1]), steps)
    if not missing_fields(state, row):
        return Muster(stance, typed=typed)
    return Muster(stance, typed=typed, row=row, keep=(yield from ask_keep(state)))


def _ask_own_muster(state: State, due: Mustering) -> Asking[Move]:
    """Ask the owner in secret for one of its own blocks."""
    inside = find_garrison(state, due.place, due.side) if due.why == "sally" else None
    within = [key for key in inside.blocks.value if key in state.blocks] if inside else []
    options = [Option("done", say("Those are all"), icon="check")]
    near = sorted(free_blocks(state, due.side).items(), key=lambda item: item[1].at != due.place)
    reason = stance_reason(state, due, "fight")
    for key, body in [*((key, state.blocks[key].body.value) for key in within), *near]:
        label = block_label(state, body)
        options.append(
            Option(
                key, label, reason=reason or join_by_ship_reason(state, due, body.kind), icon=tables.ICONS[body.kind]
            )
        )
    options += [
        Option(
            kind,
            say("Type: {kind}", kind=tables.KINDS[kind]),
            reason=reason or join_by_ship_reason(state, due, kind),
            icon=tables.ICONS[kind],
        )
        for kind in tables.REGULAR_KINDS
    ]
    prompt, hint = _muster_prompt(state, due), _muster_hint(due)
    chosen = yield from Pick[str](
        key="block", prompt=prompt, hint=hint, options=tuple(options), secret=True, default="done"
    )
    if chosen == "done":
        return EndMuster()
    if chosen in within:
        return Muster("sally", chosen)
    typed: TypedBlock | None = None
    key = chosen
    if chosen in tables.REGULAR_KINDS:
        typed, key = (yield from ask_typed(due.side, chosen, secret=True)), ""
    stance: Stance = "fight"
    if due.why == "defend":
        stance = yield from _ask_stance(state, due, key, typed)
    return Muster(stance, key, typed)


def _ask_stance(state: State, due: Mustering, key: str, typed: TypedBlock | None) -> Asking[Stance]:
    stances: tuple[tuple[Stance, Message], ...] = (
        ("fight", say("Fight")),
        ("inside", say("Withdraw inside")),
        ("patrol", say("Patrol")),
    )

    def reason(stance: Stance) -> Message | None:
        found = stance_reason(state, due, stance)
        if found is None:
            found = own_muster_reason(state, due, stance, key) if key else typed_reason(state, due, stance, typed)
        return found

    options = tuple(Option[Stance](stance, label, reason=reason(stance)) for stance, label in stances)
    prompt = say("What does it do?")
    return (yield from Pick[Stance](key="stance", prompt=prompt, options=options, secret=True, default="fight"))
