"""Questions of a battle: assault, combat turns, hits, retreats, sieges, sack."""

from __future__ import annotations

from typing import Literal

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Pick, PickMany
from companion.core.wording import N_, Arg, Message, say, say_n
from companion.games.athens_sparta import agenda, moves, queries_battle, queries_blocks
from companion.games.athens_sparta.asking_blocks import ask_retreat
from companion.games.athens_sparta.moves import Move
from companion.games.athens_sparta.queries_battle import current_battle
from companion.games.athens_sparta.queries_blocks import body_of, units_at
from companion.games.athens_sparta.queries_city import has_walls, holder, inside_land_limit, inside_limit
from companion.games.athens_sparta.queries_hits import hit_candidates
from companion.games.athens_sparta.reasons import STRONGER_FIRST, besiege_reason
from companion.games.athens_sparta.reasons_battle import act_reason, sack_reason
from companion.games.athens_sparta.reminders import REGROUP_REMINDER, WALLS_REMINDER, assault_hint, retreat_hint
from companion.games.athens_sparta.state import State, Unit
from companion.games.athens_sparta.tables import ICONS, SIDE_NAMES, other
from companion.games.athens_sparta.words import place_name, unit_label, unit_name, unit_strength

CombatActionKind = Literal["fire", "retreat", "withdraw", "blockade", "shore", "wait"]


# -- rounds ------------------------------------------------------------------------------------------------------------


def ask_assault(state: State, due: agenda.Assaulting) -> Asking[Move]:
    """Ask which blocks assault (section 7.3): at once if any of them may go, else by land, by sea, of revolts."""
    battle = current_battle(state)
    place = battle.place
    able = queries_battle.possible_assaulters(state, battle)
    rebels = [unit for unit in able if queries_blocks.is_revolt_block(state, unit)]
    regular = [unit for unit in able if unit not in rebels]
    by_land, by_sea = queries_battle.land_blocks(state, regular), queries_battle.ship_blocks(state, regular)
    most, most_by_land = inside_limit(state, place), inside_land_limit(state, place)
    inside, _ = queries_battle.count_inside(state, place, other(due.side))
    words: dict[str, Arg] = {"side": SIDE_NAMES[due.side], "place": place_name(state, place), "n": inside}
    prompt = say("{side}: who storms {place}? {n} inside.", short=N_("{side}: who storms?"), **words)
    if len(by_land) <= most_by_land and (len(able) <= most or not rebels):
        return (yield from _ask_assaulters(state, prompt, able, most))
    if not rebels and not by_sea:
        return (yield from _ask_assaulters(state, prompt, able, most_by_land))
    groups = _ask_groups(state, prompt, (by_land, by_sea, rebels))
    return (yield from together("assault", prompt, groups, say("Decide the assault")))


def _ask_assaulters(state: State, prompt: Message, units: list[Unit], most: int) -> Asking[Move]:
    hint = assault_hint(state, current_battle(state).place)
    act = say("Storming: {answer}", short=N_("Storm"))
    options = tuple(_unit_option(state, unit) for unit in units)
    handles = yield from PickMany[str](
        key="assault",
        prompt=prompt,
        hint=hint,
        options=options,
        most=min(len(units), most),
        act=act,
        act_none=say("No assault"),
        default=[],
    )
    return moves.Assault(handles)


def _ask_groups(state: State, prompt: Message, groups: tuple[list[Unit], list[Unit], list[Unit]]) -> Asking[Move]:
    """Ask group by group: as many by land as fit, ships for the room that is left, and revolt blocks, which do not
    count (section 10).
    """
    place = current_battle(state).place
    handles: list[str] = []
    room = (inside_land_limit(state, place), inside_limit(state, place), len(groups[2]))
    prompts = (prompt, say("Which ships storm too?"), say("Which revolt blocks storm too?"))
    for key, units, most, words in zip(("assault", "ships", "rebels"), groups, room, prompts, strict=True):
        options = tuple(_unit_option(state, unit) for unit in units)
        left = min(len(units), most if key != "ships" else most - len(handles))
        if left:
            handles += yield from PickMany[str](key=key, prompt=words, options=options, most=left, default=[], usual=[])
    return moves.Assault(handles)


def ask_combat_action(state: State, due: agenda.CombatTurn) -> Asking[Move]:
    """Ask which block of the group acts, then what it does."""
    prompt = say("{side}: a combat turn", side=SIDE_NAMES[due.side])
    asking = _ask_combat_action(state, due)
    return together("combat", prompt, asking) if len(due.handles) > 1 else asking


def _ask_combat_action(state: State, due: agenda.CombatTurn) -> Asking[Move]:
    units = [unit for handle in due.handles if (unit := queries_blocks.find_unit(state, handle))]
    unit = units[0]
    if len(units) > 1:
        options = tuple(_unit_option(state, one) for one in units)
        prompt = say("{side}: which block acts first?", short=N_("{side}: who acts?"), side=SIDE_NAMES[due.side])
        first = options[0].value
        handle = yield from Pick[str](key="unit", prompt=prompt, options=options, default=first, usual=first)
        unit = next(one for one in units if one.handle == handle)
    what = yield from _ask_action(state, unit)
    to = (yield from ask_retreat(state, unit)) if what == "retreat" else ""
    return moves.CombatAction(unit.handle, what, to)


def _unit_option(state: State, unit: Unit, reason: Message | None = None) -> Option[str]:
    return Option(unit.handle, unit_strength(state, unit), reason=reason, icon=ICONS[body_of(state, unit).kind])


def _ask_action(state: State, unit: Unit) -> Asking[CombatActionKind]:
    """Only what is worth offering: nothing at sea for land blocks, no walls in the open, no waiting with a target."""
    battle = current_battle(state)
    letter, rate = queries_battle.combat_rating(state, unit)
    strength = body_of(state, unit).strength
    fire = say_n(
        "Fire: {n} die, hits on {rate} or less",
        "Fire: {n} dice, hits on {rate} or less",
        strength,
        short=N_("Fire {n} at {rate}-"),
        rate=rate,
    )
    # The button has one line for it.
    roll = say_n(
        "Fire {n} die at {rate} or less",
        "Fire {n} dice at {rate} or less",
        strength,
        short=N_("Fire {n} at {rate}-"),
        rate=rate,
    )
    idle = not queries_battle.targets(state, battle, unit)
    at_home = holder(state, battle.place) == unit.side and has_walls(state, battle.place)
    afloat = queries_blocks.is_ship(state, unit)
    actions: tuple[tuple[CombatActionKind, Message, str, bool], ...] = (
        ("fire", fire, "dice", True),
        ("wait", say("Wait"), "hourglass", idle),
        ("withdraw", say("Withdraw inside", short=N_("Go inside")), "tower", at_home),
        ("retreat", say("Retreat"), "back", True),
        ("shore", say("Fight from the sea", short=N_("Shore combat")), "ship", afloat),
        ("blockade", say("Blockade the port", short=N_("Blockade")), "lock", afloat),
    )
    options = tuple(
        Option[CombatActionKind](
            what, label, reason=act_reason(state, battle, unit, what), icon=icon, act=roll if what == "fire" else label
        )
        for what, label, icon, worth_offering in actions
        if worth_offering
    )
    words: dict[str, Arg] = {"block": unit_label(state, unit), "letter": letter, "rate": rate, "n": strength}
    short = N_("{letter}{rate} x {n}: what?")
    prompt = say("Round {round}, {block}. What does it do?", short=short, round=battle.round, **words)
    first: CombatActionKind = next(option.value for option in options if option.reason is None)
    usual = "fire" if first == "fire" else None
    hint: Message | None = retreat_hint(state, unit)
    if battle.phase == "pursuit":  # nobody may retreat
        prompt, hint = say("Pursuit, {block}. What does it do?", short=short, **words), None
    return (
        yield from Pick[CombatActionKind](
            key="act", prompt=prompt, hint=hint, options=options, default=first, usual=usual
        )
    )


def ask_hit(state: State, due: agenda.AssigningHits) -> Asking[Move]:
    """Ask which block takes the hit (section 6.3)."""
    prompt = say("{side} was hit: which block?", short=N_("{side}: who is hit?"), side=SIDE_NAMES[due.side])
    act = say("Take the hit") if due.left == 1 else say("Take the hits")
    return together("hits", prompt, _ask_hit(state, due, prompt), act, layout="rows")


def _ask_hit(state: State, due: agenda.AssigningHits, prompt: Message) -> Asking[Move]:
    able, _ = hit_candidates(state, due)
    options: tuple[Option[str], ...] = (Option("none", say("Nobody is left")),)
    if able:
        units = queries_battle.units_left(state, due.among)
        options = tuple(_unit_option(state, unit, None if unit.handle in able else STRONGER_FIRST) for unit in units)
    # Among blocks as strong as each other, people spare the one that fires best.
    units = queries_battle.units_left(state, able)
    usual = min(units, key=lambda unit: body_of(state, unit).rate).handle if units else "none"
    hint = WALLS_REMINDER if due.double else None
    hit = yield from Pick[str](key="hit", prompt=prompt, hint=hint, options=options, default=usual, usual=usual)
    return moves.TakeHit(hit)


# -- after the battle --------------------------------------------------------------------------------------------------


def ask_forced_retreat(state: State, due: agenda.Retreating) -> Asking[Move]:
    """Ask whether the block can retreat, and where to (sections 6.4 and 18); all that must, in one form."""
    prompt = say("{side} must retreat.", short=N_("{side} retreats"), side=SIDE_NAMES[due.side])
    return together("retreats", prompt, _ask_forced_retreat(state, due), say("Leave the field"), layout="rows")


def _ask_forced_retreat(state: State, due: agenda.Retreating) -> Asking[Move]:
    unit = queries_blocks.face_up_unit(state, due.handle)
    # A row that is folded shows its option alone, so this says which block it is.
    block = unit_name(state, unit)
    options = (
        Option("away", say("{block} retreats", short=N_("It retreats"), block=block)),
        Option("lost", say("{block} cannot: it is lost", short=N_("It cannot: it is lost"), block=block)),
    )
    prompt = say("{block} must retreat.", short=N_("It must retreat"), block=block)
    hint = retreat_hint(state, unit)
    chosen = yield from Pick[str](key="leave", prompt=prompt, hint=hint, options=options, default="away", usual="away")
    to = (yield from ask_retreat(state, unit)) if chosen == "away" else ""
    return moves.ForcedRetreat(due.handle, chosen == "away", to)


def ask_besiege(state: State, due: agenda.Besieging) -> Asking[Move]:
    """Ask which blocks stay to besiege or blockade (sections 6.5 and 7.1)."""
    units = units_at(state, due.place, due.side, "field")
    options = tuple(
        _unit_option(state, unit, besiege_reason(state, due.side, due.place, unit.handle)) for unit in units
    )
    place = place_name(state, due.place)
    prompt = say("Who stays at {place} to besiege or blockade?", short=N_("Who stays?"), place=place)
    able: list[int | str] = [option.value for option in options if option.reason is None]
    hint = say("The others regroup. {how}", short=N_("Others regroup"), how=REGROUP_REMINDER)
    handles = yield from PickMany[str](
        key="settle",
        prompt=prompt,
        hint=hint,
        options=options,
        most=max(1, len(able)),
        act=say("Staying: {answer}", short=N_("Stay")),
        act_none=say("Nobody stays"),
        default=able,
        usual=able,
    )
    return moves.Besiege(handles)


def ask_sack(state: State, due: agenda.Sacking) -> Asking[Move]:
    """Ask which victors get steps (section 7.6); all points are spent in one form."""
    prompt = say("{side} sacks {place}", side=SIDE_NAMES[due.side], place=place_name(state, due.place))
    act = say("Give the step") if due.points == 1 else say("Give the steps")
    return together("sack", prompt, _ask_sack(state, due), act, layout="rows")


def _ask_sack(state: State, due: agenda.Sacking) -> Asking[Move]:
    options = [Option("done", say("No more"), icon="check", act=say("End the sack"))]
    options += [
        _unit_option(state, unit, sack_reason(state, due, unit.handle))
        for unit in units_at(state, due.place, due.side, "inside")
    ]
    prompt = say_n(
        "{n} production point for the victors: who gets a step?",
        "{n} production points for the victors: who gets a step?",
        due.points,
        short=N_("{n} PP: who grows?"),
    )
    # A step costs nothing but these points, so one that can be had is usually taken.
    usual = next((option.value for option in options[1:] if option.reason is None), "done")
    chosen = yield from Pick[str](key="sack", prompt=prompt, options=tuple(options), default="done", usual=usual)
    return moves.Sack("" if chosen == "done" else chosen)
