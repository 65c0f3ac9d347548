"""Assaults, sieges and blockades, and the sack of a city. Section 7."""

from __future__ import annotations

from msgspec import structs

from companion.core.forms import together
from companion.core.options import Amount, Option
from companion.core.questions import Asking, Pick, PickMany
from companion.core.step import Step
from companion.core.wording import N_, Arg, Message, say, say_n
from companion.games.athens_sparta import battlefield, moves, queries, replacements, tables
from companion.games.athens_sparta.battlefield import GONE, current_battle, land_blocks, possible_assaulters
from companion.games.athens_sparta.changing_hands import end_lifted_siege
from companion.games.athens_sparta.combat import BLOCKADES, enemy_ship_reason, restart_round
from companion.games.athens_sparta.hits import WALLS_REMINDER, unit_option
from companion.games.athens_sparta.moves import Move
from companion.games.athens_sparta.muster import reveal_garrison
from companion.games.athens_sparta.pieces import instruct_besieging
from companion.games.athens_sparta.places import REGROUP_REMINDER
from companion.games.athens_sparta.queries import body_of, is_ship, units_at
from companion.games.athens_sparta.replacements import step_price
from companion.games.athens_sparta.seats import owed_by_side, seat_of
from companion.games.athens_sparta.state import Assaulting, Battle, Besieging, Sacking, State, Unit
from companion.games.athens_sparta.tables import REVOLT_KINDS, SIDE_NAMES, SIEGE_RATING, Side, other
from companion.games.athens_sparta.words import place_name, unit_name

# -- assault (section 7.3) -------------------------------------------------------------------------------------------


def assaulters_reason(state: State, battle: Battle, handles: list[str]) -> Message | None:
    """Why these blocks cannot assault together, or None: the walls have a limit, for which revolt blocks do not count.
    Section 10.
    """
    able = {unit.handle: unit for unit in possible_assaulters(state, battle)}
    if len(set(handles)) != len(handles) or not set(handles) <= set(able):
        return say("Those blocks cannot storm the walls.")
    counted = [able[handle] for handle in handles if not queries.is_revolt_block(state, able[handle])]
    most = queries.inside_limit(state, battle.place)
    if len(counted) > most or len(land_blocks(state, counted)) > queries.inside_land_limit(state, battle.place):
        return say_n(
            "No more than {n} block may storm these walls.",
            "No more than {n} blocks may storm these walls.",
            most,
            short=N_("Too many"),
        )
    return None


def assault(step: Step[State], move: moves.Assault) -> None:
    """Start an assault with these blocks; the round restarts."""
    state = step.state
    owed_by_side(step, Assaulting)
    battle = current_battle(state)
    step.require(assaulters_reason(state, battle, move.handles))
    state.agenda.pop()
    if not move.handles:
        step.tell(
            say("{side} does not storm the walls.", short=N_("No assault"), side=SIDE_NAMES[battle.attacker]),
            seat_of(state, battle.attacker),
        )
        return
    battle.assault = battle.fought = True
    for unit in queries.units_left(state, move.handles):
        unit.assaulting = True
    restart_round(state, battle)
    step.tell(
        say_n(
            "{side} storms the walls with {n} block.",
            "{side} storms the walls with {n} blocks.",
            len(move.handles),
            short=N_("Assault!"),
            side=SIDE_NAMES[battle.attacker],
        ),
        seat_of(state, battle.attacker),
    )
    if not queries.double_defence_lost(state):
        step.tell(WALLS_REMINDER, seat_of(state, other(battle.attacker)))
    reveal_garrison(step, battle.place, other(battle.attacker), "inside")


def assault_hint(state: State, place: str) -> Message:
    """The hint how many blocks may assault these walls, and with which ratings (sections 7.1 and 7.2)."""
    (cavalry, cavalry_rate), (ship, ship_rate) = SIEGE_RATING["cavalry"], SIEGE_RATING["ship"]
    most, land = queries.inside_limit(state, place), queries.inside_land_limit(state, place)
    words: dict[str, Arg] = {"n": most, "cavalry": f"{cavalry}{cavalry_rate}", "ship": f"{ship}{ship_rate}"}
    if land < most:
        return say(
            "At most {n}, {land} of them by land. Cavalry: {cavalry}, ships: {ship}.",
            short=N_("At most {n}"),
            land=land,
            **words,
        )
    return say("At most {n}. Cavalry: {cavalry}, ships: {ship}.", short=N_("At most {n}"), **words)


def ask_assault(state: State, due: Assaulting) -> Asking[Move]:
    """Ask which blocks assault (section 7.3): in one question if all possible ones may go, else separately for land
    blocks, ships and revolt blocks.
    """
    battle = current_battle(state)
    place = battle.place
    able = battlefield.possible_assaulters(state, battle)
    rebels = [unit for unit in able if queries.is_revolt_block(state, unit)]
    regular = [unit for unit in able if unit not in rebels]
    by_land, by_sea = battlefield.land_blocks(state, regular), battlefield.ship_blocks(state, regular)
    most, most_by_land = queries.inside_limit(state, place), queries.inside_land_limit(state, place)
    inside, _ = battlefield.count_inside(state, place, other(due.side))
    words: dict[str, Arg] = {"side": SIDE_NAMES[due.side], "place": place_name(state, place), "n": inside}
    prompt = say("{side}: who storms {place}? {n} inside.", short=N_("{side}: who storms?"), **words)
    if len(by_land) <= most_by_land and (len(able) <= most or not rebels):
        return (yield from _ask_assaulters(state, prompt, able, most))
    if not rebels and not by_sea:
        return (yield from _ask_assaulters(state, prompt, able, most_by_land))
    groups = _ask_groups(state, prompt, (by_land, by_sea, rebels))
    return (yield from together("assault", prompt, groups, say("Decide the assault")))


ASSAULT_MEANING = say(
    "Up to {major} blocks storm a major city, {minor} a minor one, {athens} Athens, of which {land} on land. The "
    "others neither fire nor are hit.",
    major=tables.MAJOR_LIMIT,
    minor=tables.MINOR_LIMIT,
    athens=tables.ATHENS_LIMIT,
    land=tables.ATHENS_LAND_LIMIT,
)
SHIPS_MEANING = say(
    "Ships that blockade may storm, too, as {letter}{rate}. They count as blocks that storm.",
    letter=tables.SIEGE_RATING["ship"][0],
    rate=tables.SIEGE_RATING["ship"][1],
)


def _ask_assaulters(state: State, prompt: Message, units: list[Unit], most: int) -> Asking[Move]:
    hint = assault_hint(state, current_battle(state).place)
    act = say("Storming: {answer}", short=N_("Storm"))
    options = tuple(unit_option(state, unit) for unit in units)
    handles = yield from PickMany[str](
        key="assault",
        prompt=prompt,
        hint=hint,
        meaning=ASSAULT_MEANING,
        options=options,
        most=min(len(units), most),
        act=act,
        act_none=say("No assault"),
        default=[],
    )
    return moves.Assault(handles)


def _ask_groups(state: State, prompt: Message, groups: tuple[list[Unit], list[Unit], list[Unit]]) -> Asking[Move]:
    """Ask group by group: as many land blocks as may assault, ships for the room left, and revolt blocks, which do not
    count (section 10).
    """
    place = current_battle(state).place
    handles: list[str] = []
    room = (queries.inside_land_limit(state, place), queries.inside_limit(state, place), len(groups[2]))
    meanings = (ASSAULT_MEANING, SHIPS_MEANING, None)
    prompts = (prompt, say("Which ships storm too?"), say("Which revolt blocks storm too?"))
    for key, units, most, words, meaning in zip(
        ("assault", "ships", "rebels"), groups, room, prompts, meanings, strict=True
    ):
        options = tuple(unit_option(state, unit) for unit in units)
        left = min(len(units), most if key != "ships" else most - len(handles))
        if left:
            handles += yield from PickMany[str](
                key=key, prompt=words, meaning=meaning, options=options, most=left, default=[], usual=[]
            )
    return moves.Assault(handles)


# -- who stays to besiege or blockade (sections 6.5 and 7.1) ---------------------------------------------------------


def besiege_reason(state: State, side: Side, place: str, handle: str) -> Message | None:
    """Why a block cannot stay to besiege or blockade, or None: ships only at a port with no enemy ship outside. Section
    8.4.
    """
    unit = queries.find_unit(state, handle)
    if unit is not None and (unit.side, unit.place, unit.role) == (side, place, "blockade"):
        return BLOCKADES
    if unit is None or unit.side != side or unit.place != place or unit.role != "field":
        return say("That block is not free to stay.")
    if not is_ship(state, unit):
        return None
    if not queries.is_port(state, place):
        return say("There is no port to blockade.", short=N_("No port"))
    return enemy_ship_reason(state, place, side)


def besiege(step: Step[State], move: moves.Besiege) -> None:
    """Leave the chosen blocks before the city, face up; the others regroup (sections 6.5 and 7.1)."""
    state = step.state
    due = owed_by_side(step, Besieging)
    for handle in move.handles:
        step.require(besiege_reason(state, due.side, due.place, handle))
    if len(set(move.handles)) != len(move.handles):
        step.refuse("out-of-reach", GONE)
    state.agenda.pop()
    instruct_besieging(step, [queries.face_up_unit(state, handle) for handle in move.handles])
    for handle in move.handles:
        unit = queries.face_up_unit(state, handle)
        unit.role = queries.role_in_siege(state, unit)
        block, place = unit_name(state, unit), place_name(state, due.place)
        if unit.role == "siege":
            step.tell(say("{block} besieges {place}.", block=block, place=place), seat_of(state, unit.side))
        else:
            step.tell(say("{block} blockades {place}.", block=block, place=place), seat_of(state, unit.side))


def ask_besiege(state: State, due: Besieging) -> Asking[Move]:
    """Ask which blocks stay to besiege or blockade (sections 6.5 and 7.1)."""
    units = units_at(state, due.place, due.side, "field")
    options = tuple(unit_option(state, unit, besiege_reason(state, due.side, due.place, unit.handle)) for unit in units)
    place = place_name(state, due.place)
    prompt = say("Who stays at {place} to besiege or blockade?", short=N_("Who stays?"), place=place)
    able: list[int | str] = [option.value for option in options if option.reason is None]
    hint = say("The others regroup. {how}", short=N_("Others regroup"), how=REGROUP_REMINDER)
    handles = yield from PickMany[str](
        key="settle",
        prompt=prompt,
        hint=hint,
        meaning=say(
            "Who stays besieges the city, ships blockade it. They stand face up and throw for losses each turn: "
            "usually {n} or more takes a step.",
            n=tables.HIT_BESIEGERS,
        ),
        options=options,
        most=max(1, len(able)),
        act=say("Staying: {answer}", short=N_("Stay")),
        act_none=say("Nobody stays"),
        default=able,
        usual=able,
    )
    return moves.Besiege(handles)


# -- sack (section 7.6) ----------------------------------------------------------------------------------------------


def sack_reason(state: State, due: Sacking, handle: str) -> Message | None:
    """Why the victor with this handle gets no step, or None. Section 7.6."""
    unit = next((unit for unit in units_at(state, due.place, due.side, "inside") if unit.handle == handle), None)
    if unit is None:
        return GONE
    body = body_of(state, unit)
    if body.kind in REVOLT_KINDS:
        return say("Revolt blocks are not reinforced.", short=N_("Not a revolt block"))
    if body.strength >= queries.max_steps(body):
        return say("It is at full strength.", short=N_("At full strength"))
    if step_price(state, due.side, body.kind) > due.points:
        return say("That is more than is left.", short=N_("Too dear"))
    return None


def sack(step: Step[State], move: moves.Sack) -> None:
    """Add a step to one of the victors, for points of the captured city (section 7.6)."""
    state = step.state
    due = owed_by_side(step, Sacking)
    if not move.handle:
        state.agenda.pop()
        end_lifted_siege(step, due.place)
        return
    step.require(sack_reason(state, due, move.handle))
    unit = queries.face_up_unit(state, move.handle)
    body = body_of(state, unit)
    state.agenda.pop()
    body.strength += 1
    step.tell(say("{block} is up to {n}.", block=unit_name(state, unit), n=body.strength), seat_of(state, unit.side))
    if left := due.points - replacements.step_price(state, due.side, body.kind):
        state.agenda.append(Sacking(due.side, due.place, left))
    else:
        end_lifted_siege(step, due.place)


def ask_sack(state: State, due: Sacking) -> Asking[Move]:
    """Ask which victors get steps (section 7.6); all points are spent in one form."""
    prompt = say("{side} sacks {place}", side=SIDE_NAMES[due.side], place=place_name(state, due.place))
    act = say("Give the step") if due.points == 1 else say("Give the steps")
    return together("sack", prompt, _ask_sack(state, due), act, layout="rows", again=False)


def _ask_sack(state: State, due: Sacking) -> Asking[Move]:
    options = [Option("done", say("No more"), icon="check", act=say("End the sack"))]
    for unit in units_at(state, due.place, due.side, "inside"):
        kind, option = body_of(state, unit).kind, unit_option(state, unit, sack_reason(state, due, unit.handle))
        if kind not in REVOLT_KINDS:
            price = (Amount(step_price(state, due.side, kind), "", say("PP a step")),)
            option = structs.replace(option, price=price)
        options.append(option)
    prompt = say_n(
        "{n} production point for the victors: who gets a step?",
        "{n} production points for the victors: who gets a step?",
        due.points,
        short=N_("{n} PP: who grows?"),
    )
    # A step costs only these points, which are lost otherwise, so the first possible one is preselected.
    usual = next((option.value for option in options[1:] if option.reason is None), "done")
    chosen = yield from Pick[str](
        key="sack",
        prompt=prompt,
        meaning=say(
            "A major city that is taken gives its points at once, for steps of the blocks that took it and stay."
        ),
        options=tuple(options),
        default="done",
        usual=usual,
    )
    return moves.Sack("" if chosen == "done" else chosen)
