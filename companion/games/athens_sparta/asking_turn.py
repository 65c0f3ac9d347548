"""Questions of a Player Turn: moves, revolts, which battle next."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from companion.core.forms import together
from companion.core.options import Amount, Option
from companion.core.questions import Asking, Confirm, Count, Pick, Text
from companion.core.wording import N_, Message, say
from companion.games.athens_sparta import moves, reasons, tables, words
from companion.games.athens_sparta.agenda import ChoosingBattle, Moving
from companion.games.athens_sparta.asking_blocks import ask_cities, ask_place, ask_rating, city_option
from companion.games.athens_sparta.asking_map import NAME_PROMPT, NOTE_DOWN, ask_facts
from companion.games.athens_sparta.moves import Move
from companion.games.athens_sparta.queries_blocks import body_of, face_up_unit, free_blocks, hidden_inside, units_at
from companion.games.athens_sparta.queries_box import max_revolt_steps, revolt_kind, revolt_rating
from companion.games.athens_sparta.queries_city import (
    cities_besieged_by,
    holder,
    new_open_place_key,
    owner_unknown,
    unknown_facts,
)
from companion.games.athens_sparta.reasons_map import LOOK_FIRST, unless_look_up
from companion.games.athens_sparta.reminders import REGROUP_REMINDER, grain_hint
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import SIDE_NAMES, MoveKind, Side, other
from companion.games.athens_sparta.words import place_name

ONE_POINT = (Amount(1, "", say("MP")),)
MOVE_ONE = say("Move a block")
NOT_LISTED = "unlisted"
WHERE_TO = say("Where does it go?")

Reason = Callable[[State, Side, str], Message | None]
"""Why a city is out of reach, or None."""


def ask_moving(state: State, due: Moving) -> Asking[Move]:
    """Ask what the next move point is spent on (sections 5, 10 and 14); all points together are one form."""
    prompt = say("{side}: the moves", side=SIDE_NAMES[due.side])
    return together("moves", prompt, _ask_move(state, due.side), layout="rows")


def _ask_move(state: State, side: Side) -> Asking[Move]:
    single = state.level == "full"
    how = _move_kinds(state, side)
    sieges = _own_sieges(state, side)
    leavers = _units_in_sieges(state, side)
    revolts = _revolt_cities(state, side)
    join = say("Bring a block to a siege", short=N_("Join a siege"))
    leave = say("Take a block out of a siege", short=N_("Leave a siege"))
    persia = say("Take the help of Persia", short=N_("Help of Persia"))
    help_reason = reasons.persia_reason(state, side)
    accept = None if help_reason == LOOK_FIRST else persia
    last = say("Move blocks, then no more", short=N_("Move blocks, then end"))
    todo: tuple[Option[str], ...] = (
        Option("end", say("No more moves"), icon="check", act=say("End the moves")),
        *((Option("last", last, icon="play"),) * (not single and state.points > 0)),
        _point("march", MOVE_ONE, "play", how.blocked()),
        _point("bring", join, "tower", sieges.blocked(say("You besiege no city."))),
        _point("lift", leave, "back", leavers.blocked(say("None of your blocks besieges."))),
        _point("revolt", say("Raise a revolt"), "people", revolts.blocked(say("No enemy city can revolt."))),
        Option("persia", persia, icon="coin", reason=unless_look_up(help_reason), act=accept),
    )
    if side != "sparta":
        todo = todo[:-1]
    prompt = words.move_points_words(state, side)
    usual = "end" if how.blocked() else "march" if single else "last"
    hint = grain_hint(state, side)
    match (yield from Pick[str](key="move", prompt=prompt, hint=hint, options=todo, default="end", usual=usual)):
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
            return (yield from _ask_revolt(state, side, revolts))
        case "persia":
            if help_reason == LOOK_FIRST:
                return (yield from ask_facts(state, "miletus", unknown_facts(state, "miletus", tables.WORTH_FIELDS)))
            return moves.AcceptPersia()
    return moves.EndMoves()


def _point(key: str, label: Message, icon: str, reason: Message | None) -> Option[str]:
    """An option that costs a move point."""
    return Option(key, label, price=ONE_POINT, icon=icon, reason=reason)


def _cities(state: State, side: Side, prompt: Message, cities: list[str], reason: Reason) -> Pick[str]:
    return ask_cities(prompt, state, {city: reason(state, side, city) for city in cities})


def _move_kinds(state: State, side: Side) -> Pick[MoveKind]:
    uses = tuple(
        Option[MoveKind](
            use,
            label,
            price=ONE_POINT,
            hint=words.MOVE_KIND_HINTS[use],
            reason=unless_look_up(reason),
            act=NOTE_DOWN if reason == LOOK_FIRST else None,
        )
        for use, label in tables.MOVE_KINDS.items()
        for reason in (reasons.move_reason(state, side, use),)
    )
    prompt = say("What kind of move?")
    return Pick[MoveKind](key="use", prompt=prompt, hint=words.STRAIT_HINT, options=uses, usual="operational")


def _own_sieges(state: State, side: Side) -> Pick[str]:
    sieges = _cities(state, side, say("To which siege?"), cities_besieged_by(state, side), reasons.join_siege_reason)
    return structs.replace(sieges, hint=words.MOVE_KIND_HINTS["operational"], act=say("Bring the block"))


def _units_in_sieges(state: State, side: Side) -> Pick[str]:
    options = []
    for handle in reasons.blocks_in_sieges(state, side):
        unit = face_up_unit(state, handle)
        block, place = words.block_name(body_of(state, unit)), place_name(state, unit.place)
        label = say("{block}, {place}", block=block, place=place)
        options.append(Option(handle, label, reason=reasons.leave_siege_reason(state, side, handle)))
    act = say("Take the block out")
    return Pick[str](key="unit", prompt=say("Which block leaves?"), options=tuple(options), act=act)


def _ask_last_blocks(state: State, side: Side, how: Pick[MoveKind]) -> Asking[Move]:
    """Ask how many blocks move, a point each, before the moves end."""
    prompt = say("How many blocks move?")
    act = say("Move {answer} and end", short=N_("Move and end"))
    blocks = yield from Count(key="blocks", prompt=prompt, low=0, high=state.points, act=act, usual=state.points)
    several = tuple(option for option in how.options if option.value != "strait")
    use = yield from structs.replace(how, options=several)
    if reasons.move_reason(state, side, use) == LOOK_FIRST:
        return (yield from _ask_sicily_port(state))
    return moves.EndMoves(blocks, use)


def _ask_sicily_port(state: State) -> Asking[Move]:
    return (yield from ask_facts(state, reasons.unknown_sicily_port(state), ("colour",)))


def _ask_move_block(state: State, side: Side, how: Pick[MoveKind]) -> Asking[Move]:
    use = yield from structs.replace(how, act=MOVE_ONE)
    if reasons.move_reason(state, side, use) == LOOK_FIRST:
        return (yield from _ask_sicily_port(state))
    if state.level != "full":
        return moves.MoveBlock(use)
    block = yield from _ask_own(state, side, say("Which block moves?"), use=use)
    if not block:
        return moves.MoveBlock(use)
    if use == "strait":
        return moves.MoveBlock(use, block)
    to = yield from ask_place(
        state,
        WHERE_TO,
        lambda to: reasons.block_moves_reason(state, side, block, use, to),
        hint=words.MOVE_KIND_HINTS[use],
    )
    return moves.MoveBlock(use, block, to)


def _ask_leave_to(state: State, side: Side, handle: str) -> Asking[str]:
    """Ask where a block goes that leaves a siege; only where every block is followed."""
    if state.level != "full":
        return ""
    return (
        yield from ask_place(
            state,
            WHERE_TO,
            lambda to: reasons.leave_siege_to_reason(state, side, handle, to),
            hint=words.MOVE_KIND_HINTS["operational"],
        )
    )


def _ask_own(state: State, side: Side, prompt: Message, use: MoveKind | None = None) -> Asking[str]:
    """Ask for a free block of one's own, or none of those listed. ``use``: the kind of move it is for, if any."""
    options = [Option(NOT_LISTED, say("One that is not listed"))]
    for key, body in free_blocks(state, side).items():
        label = words.block_label(state, body)
        reason = reasons.own_block_reason(state, side, key) if use else None
        if use == "strait":
            reason = reasons.block_moves_reason(state, side, key, use, "")
        options.append(Option(key, label, reason=reason, hint=words.move_range(body.kind, use) if use else None))
    default = [option.value for option in options if option.reason is None][-1]
    chosen = yield from Pick[str](key="block", prompt=prompt, options=tuple(options), secret=True, default=default)
    return "" if chosen == NOT_LISTED else chosen


def _revolt_cities(state: State, side: Side) -> Pick[str]:
    """Enemy cities, and cities whose owner nobody has entered yet."""
    cities = [city for city in state.cities if holder(state, city) == other(side) or owner_unknown(state, city)]
    return _cities(state, side, say("Which city revolts?"), cities, reasons.revolt_reason)


def _ask_revolt(state: State, side: Side, revolts: Pick[str]) -> Asking[Move]:
    city = yield from revolts
    if reasons.revolt_reason(state, side, city) == LOOK_FIRST:
        return (yield from ask_facts(state, city, unknown_facts(state, city, tables.WORTH_FIELDS)))
    kind = revolt_kind(side, city)
    most = max(1, min(state.points, max_revolt_steps(state, kind)))
    prompt = say("How many steps has the {kind}?", short=N_("{kind}: steps?"), kind=tables.KINDS[kind])
    act = say("Raise the revolt")
    steps = yield from Count(key="steps", prompt=prompt, low=1, high=most, start=1, act=act, usual=1)
    empty = False
    if not hidden_inside(state, city, other(side)) and not units_at(state, city, other(side)):
        prompt = say("Are enemy blocks in {place}?", short=N_("Enemy blocks there?"), place=place_name(state, city))
        empty = not (
            yield from Confirm(key="enemy", prompt=prompt, yes=say("Yes, a battle"), no=say("No, it is empty"))
        )
    rating = ""
    if not revolt_rating(state, kind):
        prompt = say("Which rating does the {kind} have?", short=N_("{kind}: rating?"), kind=tables.KINDS[kind])
        rating = yield from ask_rating("rating", prompt, "B2")
    return moves.Revolt(city, steps, empty, rating)


# -- battles -----------------------------------------------------------------------------------------------------------


def ask_next_battle(state: State, due: ChoosingBattle) -> Asking[Move]:
    """Ask which battle comes next (section 6.1)."""
    prompt = say("{side}: which battle next?", short=N_("{side}: battles"), side=SIDE_NAMES[due.side])
    return together("battles", prompt, _ask_next_battle(state, due.side, prompt))


def _ask_next_battle(state: State, side: Side, prompt: Message) -> Asking[Move]:
    open_ground = Option("open", say("In the open"), icon="mountain")
    cities = tuple(city_option(state, city, reasons.battle_reason(state, side, city)) for city in state.cities)
    where = say("Where is the battle?")
    fields = Pick[str](key="place", prompt=where, hint=words.ORACLE_HINT, options=(open_ground, *cities))
    sieges = cities_besieged_by(state, side)
    storm = _cities(state, side, say("Which city do you storm?"), sieges, reasons.assault_reason)
    own = [city for city in state.cities if holder(state, city) == side and units_at(state, city, other(side))]
    sally = _cities(state, side, say("From which city?"), own, reasons.sally_reason)
    no_storm = storm.blocked(say("You besiege no city."))
    no_sally = sally.blocked(say("None of your cities is besieged."))
    come_out = say("Come out, or relieve a city", short=N_("Sally or relief"))
    todo = [
        Option("end", say("No more battles"), icon="check", act=say("No more battles")),
        Option("battle", say("A battle"), icon="sword", act=say("Begin the battle")),
        Option("assault", say("Storm a city"), icon="tower", reason=no_storm, act=say("Storm the city")),
        Option("sally", come_out, icon="shield", reason=no_sally, act=say("Come out to fight")),
    ]
    if state.level == "full":
        todo.append(Option("regroup", say("Say where a block stands", short=N_("Place a block")), icon="point"))
    match (yield from Pick[str](key="battle", prompt=prompt, options=tuple(todo), default="end", usual="end")):
        case "battle":
            return (yield from _ask_battle_place(state, fields))
        case "assault":
            return moves.Attack((yield from storm), "assault")
        case "sally":
            return moves.Attack((yield from sally), "sally")
        case "regroup":
            block = yield from _ask_own(state, side, say("Which block?"))
            rebel = bool(block) and state.blocks[block].body.value.kind in tables.REVOLT_KINDS
            to = yield from ask_place(
                state,
                say("Where does it stand?"),
                lambda to: reasons.place_block_reason(state, side, block, to),
                hint=REGROUP_REMINDER,
                rebel=rebel,
            )
            return moves.PlaceBlock(block, to)
    return moves.EndBattles()


def _ask_battle_place(state: State, fields: Pick[str]) -> Asking[Move]:
    place = yield from fields
    if place != "open":
        return moves.Attack(place, "field")
    how = (
        Option("number", place_name(state, new_open_place_key(state))),
        Option("name", say("By its name (on a phone)"), hint=say("A name can follow later, too.")),
    )
    prompt = say("What do you call the place?", short=N_("What name?"))
    called = yield from Pick[str](key="open", prompt=prompt, options=how, default="number", usual="number")
    name = (yield from Text(key="name", prompt=NAME_PROMPT)) if called == "name" else ""
    return moves.Attack("", "field", name)
