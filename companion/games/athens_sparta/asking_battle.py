"""Questions of a battle: who is there, who storms, what a block does, which is hit, who goes and who stays."""

from __future__ import annotations

from typing import Literal

from companion.core.questions import Asking, Option, Pick, PickMany
from companion.core.wording import N_, Message, say, say_n, verbatim
from companion.games.athens_sparta.aftermath import sack_reason, victors
from companion.games.athens_sparta.asking_blocks import ask_place, ask_steps, ask_typed
from companion.games.athens_sparta.fighting import defenders, rating, standing, stormers
from companion.games.athens_sparta.ground import (
    at,
    body,
    described,
    free_blocks,
    garrison,
    place_name,
    shut_in,
    the_unit,
    unit_named,
)
from companion.games.athens_sparta.moves import Act, Assault, Hit, Leave, Move, Muster, Mustered, Sack, Settle, Typed
from companion.games.athens_sparta.reasons import settle_reason
from companion.games.athens_sparta.reasons_battle import (
    act_reason,
    assault_limit,
    held_reason,
    stance_reason,
    storm_reason,
    typed_reason,
)
from companion.games.athens_sparta.rules_battle import fought, line_of
from companion.games.athens_sparta.stage import called
from companion.games.athens_sparta.state import (
    Acting,
    Assaulting,
    Hits,
    Leaving,
    Mustering,
    Sacking,
    Settling,
    State,
    Unit,
)
from companion.games.athens_sparta.tables import ICONS, KINDS, REGULAR, SIDE_NAMES, Kind, Letter, Side, other

Stance = Literal["fight", "inside", "patrol", "sally"]
What = Literal["fire", "retreat", "withdraw", "blockade", "shore", "wait"]
COLOUR_OF: dict[Side, str] = {"athens": "blue", "sparta": "red"}
ROSTER = "box."
"""Values of options that stand for a row of the owners' list of blocks."""


# -- musters -----------------------------------------------------------------------------------------------------------


def ask_muster(state: State, due: Mustering) -> Asking[Move]:
    """One block after the other; in secret where every block is followed."""
    if state.level == "full" and due.why != "describe":
        return (yield from _ask_own_muster(state, due))
    stance: Stance = "inside" if due.why == "describe" else "fight"
    reason = stance_reason(state, due, stance)
    options = [Option[str](kind, KINDS[kind], icon=ICONS[kind], reason=reason) for kind in REGULAR]
    options += _roster_options(state, due.side, reason)
    options += _hidden_options(state, due)
    if due.why != "describe":
        options.append(Option("done", say("Those are all"), icon="check"))
    prompt = _muster_prompt(state, due)
    chosen = yield from Pick[str](key="block", prompt=prompt, options=tuple(options), default=_usual(due))
    match chosen:
        case "done":
            return Mustered()
        case "goes-inside":
            return Muster("inside")
        case "patrol" | "sally":
            return (yield from _ask_kind(due, "patrol" if chosen == "patrol" else "sally"))
    typed = yield from _ask_described(state, due.side, chosen)
    return Muster(stance, typed=typed)


def _usual(due: Mustering) -> str | None:
    return "done" if due.why != "describe" else None


def _muster_prompt(state: State, due: Mustering) -> Message:
    place = place_name(state, due.place)
    side = SIDE_NAMES[due.side]
    match due.why:
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


def _roster_options(state: State, side: Side, reason: Message | None) -> list[Option[str]]:
    """Rows of the owners' list that are not on the table yet: rating and kind need not be typed."""
    found = []
    for key, facts in sorted(state.box.get("block", {}).items()):
        if facts.get("colour") != COLOUR_OF[side] or not isinstance(facts.get("rate"), int):
            continue
        name = verbatim(str(facts.get("name") or key))
        label = say(
            "{name} {letter}{rate}", name=name, letter=str(facts.get("letter", "B")), rate=_int(facts.get("rate"))
        )
        kind = str(facts.get("kind", "hoplite"))
        found.append(Option(ROSTER + key, label, reason=reason, icon=ICONS.get(kind, "")))  # type: ignore[call-overload]
    return found


def _int(fact: object) -> int:
    return fact if isinstance(fact, int) else 1


def _hidden_options(state: State, due: Mustering) -> list[Option[str]]:
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


def _ask_kind(due: Mustering, stance: Stance) -> Asking[Move]:
    if stance == "patrol":
        return Muster(stance, typed=(yield from ask_typed(due.side, "ship", secret=False)))
    options = tuple(Option[Kind](kind, KINDS[kind], icon=ICONS[kind]) for kind in REGULAR)
    kind = yield from Pick[Kind](key="kind", prompt=say("What kind of block?"), options=options)
    return Muster(stance, typed=(yield from ask_typed(due.side, kind, secret=False)))


def _ask_described(state: State, side: Side, chosen: str) -> Asking[Typed]:
    """A chip of a kind, or a row of the list, of which only the steps are asked."""
    if not chosen.startswith(ROSTER):
        kind: Kind = chosen  # type: ignore[assignment]
        return (yield from ask_typed(side, kind, secret=False))
    facts = state.box["block"][chosen.removeprefix(ROSTER)]
    row: Kind = str(facts.get("kind", "hoplite"))  # type: ignore[assignment]
    letter: Letter = str(facts.get("letter", "B"))  # type: ignore[assignment]
    steps = yield from ask_steps(row, _int(facts.get("steps", 4)), secret=False)
    return Typed(row, letter, _int(facts.get("rate")), steps)


def _ask_own_muster(state: State, due: Mustering) -> Asking[Move]:
    """From the own blocks, which only the owner sees."""
    inside = garrison(state, due.place, due.side) if due.why == "sally" else None
    within = [key for key in inside.blocks.value if key in state.blocks] if inside else []
    options = [Option("done", say("Those are all"), icon="check")]
    near = sorted(free_blocks(state, due.side).items(), key=lambda item: item[1].at != due.place)
    reason = stance_reason(state, due, "fight")
    for key, held in [*((key, state.blocks[key].body.value) for key in within), *near]:
        label = say("{block} x {n}, {place}", block=described(held), n=held.strength, place=_where(state, held.at))
        options.append(Option(key, label, reason=reason, icon=ICONS[held.kind]))
    options += [
        Option(kind, say("Type: {kind}", kind=KINDS[kind]), reason=reason, icon=ICONS[kind]) for kind in REGULAR
    ]
    prompt = _muster_prompt(state, due)
    chosen = yield from Pick[str](key="block", prompt=prompt, options=tuple(options), secret=True, default="done")
    if chosen == "done":
        return Mustered()
    if chosen in within:
        return Muster("sally", chosen)
    typed: Typed | None = None
    key = chosen
    if chosen in REGULAR:
        typed, key = (yield from ask_typed(due.side, chosen, secret=True)), ""
    stance: Stance = "fight"
    if due.why == "defend":
        stance = yield from _ask_stance(state, due, key, typed)
    return Muster(stance, key, typed)


def _where(state: State, place: str) -> Message:
    return say("{place}", place=place_name(state, place)) if place in state.cities else say("in the open")


def _ask_stance(state: State, due: Mustering, key: str, typed: Typed | None) -> Asking[Stance]:
    stances: tuple[tuple[Stance, Message], ...] = (
        ("fight", say("Fight")),
        ("inside", say("Withdraw inside")),
        ("patrol", say("Patrol")),
    )

    def reason(stance: Stance) -> Message | None:
        found = stance_reason(state, due, stance)
        if found is None:
            found = held_reason(state, due, stance, key) if key else typed_reason(state, due, stance, typed)
        return found

    options = tuple(Option[Stance](stance, label, reason=reason(stance)) for stance, label in stances)
    prompt = say("What does it do?")
    return (yield from Pick[Stance](key="stance", prompt=prompt, options=options, secret=True, default="fight"))


# -- rounds ------------------------------------------------------------------------------------------------------------


def block_label(state: State, unit: Unit) -> Message:
    """A revealed block with its strength."""
    return say("{block} x {n}", block=called(state, unit), n=body(state, unit).strength)


def ask_assault(state: State, due: Assaulting) -> Asking[Move]:
    battle = fought(state)
    able = stormers(state, battle)
    options = tuple(
        Option(unit.handle, block_label(state, unit), reason=storm_reason(state, battle, [unit.handle]))
        for unit in able
    )
    number = shut_in(state, battle.place, other(due.side)) + len(defenders(state, battle, "inside"))
    prompt = say(
        "{side}: who storms {place}? {n} inside.",
        short=N_("{side}: who storms?"),
        side=SIDE_NAMES[due.side],
        place=place_name(state, battle.place),
        n=number,
    )
    most = min(len(able), _most_stormers(state, battle.place, able))
    handles = yield from PickMany[str](
        key="assault", prompt=prompt, hint=say("None: no assault."), options=options, most=most, default=[]
    )
    return Assault([str(handle) for handle in handles])


def _most_stormers(state: State, place: str, able: list[Unit]) -> int:
    """Never more than may go together, whichever are picked: at Athens six, but no more than four by land."""
    most, by_land = assault_limit(state, place)
    on_foot = sum(body(state, unit).kind != "ship" for unit in able)
    return most if on_foot <= by_land else by_land


def ask_act(state: State, due: Acting) -> Asking[Move]:
    """Who of the group, then what. The prompt says how many dice and what hits."""
    units = [unit for handle in due.handles if (unit := unit_named(state, handle))]
    unit = units[0]
    if len(units) > 1:
        options = tuple(Option(one.handle, block_label(state, one), icon=ICONS[body(state, one).kind]) for one in units)
        prompt = say("{side}: which block acts first?", short=N_("{side}: who acts?"), side=SIDE_NAMES[due.side])
        handle = yield from Pick[str](key="unit", prompt=prompt, options=options, default=options[0].value)
        unit = next(one for one in units if one.handle == handle)
    what = yield from _ask_what(state, unit)
    to = ""
    if what == "retreat" and state.level == "full":
        to = yield from ask_place(state, say("Where does it retreat to?", short=N_("Retreat where?")))
    return Act(unit.handle, what, to)


def _ask_what(state: State, unit: Unit) -> Asking[What]:
    battle = fought(state)
    letter, rate = rating(state, unit)
    strength = body(state, unit).strength
    fire = say_n(
        "Fire: {n} die, hits on {rate} or less",
        "Fire: {n} dice, hits on {rate} or less",
        strength,
        short=N_("Fire {n} at {rate}-"),
        rate=rate,
    )
    labels: tuple[tuple[What, Message, str], ...] = (
        ("fire", fire, "dice"),
        ("wait", say("Wait"), "hourglass"),
        ("withdraw", say("Withdraw inside", short=N_("Go inside")), "tower"),
        ("retreat", say("Retreat"), "back"),
        ("shore", say("Fight from the sea", short=N_("Shore combat")), "ship"),
        ("blockade", say("Blockade the port", short=N_("Blockade")), "lock"),
    )
    options = tuple(
        Option[What](what, label, reason=act_reason(state, battle, unit, what), icon=icon)
        for what, label, icon in labels
    )
    prompt = say(
        "{block}: {letter}{rate} x {n}, round {round}.",
        short=N_("{letter}{rate} x {n}: what?"),
        block=called(state, unit),
        letter=letter,
        rate=rate,
        n=strength,
        round=battle.round,
    )
    usual: What = next(option.value for option in options if option.reason is None)
    hint = say("A retreat: two blocks for each open hexside and round, one for a pass or strait.")
    return (yield from Pick[What](key="act", prompt=prompt, hint=hint, options=options, default=usual))


def ask_hit(state: State, due: Hits) -> Asking[Move]:
    able, _ = line_of(state, due)
    stronger = say("A stronger block takes the hit.", short=N_("A stronger one"))
    options = tuple(
        Option(unit.handle, block_label(state, unit), reason=None if unit.handle in able else stronger)
        for unit in standing(state, due.among)
    )
    if not able:
        options = (Option("none", say("Nobody is left")),)
    prompt = say("{side} was hit: which block?", short=N_("{side}: who is hit?"), side=SIDE_NAMES[due.side])
    usual = able[0] if able else "none"
    return Hit((yield from Pick[str](key="hit", prompt=prompt, options=options, default=usual)))


# -- afterwards --------------------------------------------------------------------------------------------------------


def ask_leave(state: State, due: Leaving) -> Asking[Move]:
    unit = the_unit(state, due.handle)
    options = (Option("away", say("It retreats")), Option("lost", say("It cannot: it is lost")))
    prompt = say("{block} must retreat.", short=N_("It must retreat"), block=called(state, unit))
    hint = say("Back over the hexsides it came by; two blocks for an open one, one for a pass or strait.")
    chosen = yield from Pick[str](key="leave", prompt=prompt, hint=hint, options=options, default="away")
    to = ""
    if chosen == "away" and state.level == "full":
        to = yield from ask_place(state, say("Where does it retreat to?", short=N_("Retreat where?")))
    return Leave(due.handle, chosen == "away", to)


def ask_settle(state: State, due: Settling) -> Asking[Move]:
    units = at(state, due.place, due.side, "field")
    options = tuple(
        Option(unit.handle, block_label(state, unit), reason=settle_reason(state, due.side, due.place, unit.handle))
        for unit in units
    )
    prompt = say(
        "Who stays at {place} to besiege or blockade?", short=N_("Who stays?"), place=place_name(state, due.place)
    )
    able: list[int | str] = [option.value for option in options if option.reason is None]
    hint = say("The others regroup.")
    handles = yield from PickMany[str](
        key="settle", prompt=prompt, hint=hint, options=options, most=max(1, len(able)), default=able
    )
    return Settle([str(handle) for handle in handles])


def ask_sack(state: State, due: Sacking) -> Asking[Move]:
    options = [Option("done", say("No more"), icon="check")]
    options += [
        Option(unit.handle, block_label(state, unit), reason=sack_reason(state, due, unit.handle))
        for unit in victors(state, due)
    ]
    prompt = say("{n} PP for the victors: who gets a step?", short=N_("{n} PP: who grows?"), n=due.points)
    chosen = yield from Pick[str](key="sack", prompt=prompt, options=tuple(options), default="done")
    return Sack("" if chosen == "done" else chosen)
