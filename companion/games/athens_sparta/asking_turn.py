"""Questions of a Player Turn: moves, revolts, which battle next, and what is printed at a city."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from companion.core.questions import Amount, Asking, Confirm, Count, Option, Pick, Text
from companion.core.wording import N_, Message, say
from companion.games.athens_sparta.agenda import Fighting, Moving
from companion.games.athens_sparta.asking_blocks import ask_place, ask_rating, city_option
from companion.games.athens_sparta.asking_hints import ORACLES, USE_HINTS, WATERS, reach
from companion.games.athens_sparta.asking_map import NAME, ask_facts
from companion.games.athens_sparta.moves import (
    Attack,
    Bring,
    EndBattles,
    EndMoves,
    Lift,
    March,
    Move,
    Persia,
    Regroup,
    Revolt,
)
from companion.games.athens_sparta.queries_blocks import at, free_blocks, shut_in, the_unit
from companion.games.athens_sparta.queries_city import holder, next_open_place, unknown_facts, whose_unknown
from companion.games.athens_sparta.queries_revolt import most_rebels, printed_rating, revolt_kind
from companion.games.athens_sparta.queries_siege import own_sieges
from companion.games.athens_sparta.reasons import (
    assault_reason,
    bring_reason,
    field_reason,
    lift_reason,
    liftable,
    march_reason,
    own_reason,
    persia_reason,
    revolt_reason,
    sally_reason,
    sicily_unknown,
)
from companion.games.athens_sparta.reasons_map import pickable
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import KINDS, REVOLTING, SIDE_NAMES, USES, WORTH, Side, Uses, other
from companion.games.athens_sparta.words import called, described, place_name

MP = (Amount(1, "", say("MP")),)
NOT_LISTED = "unlisted"

Why = Callable[[str], Message | None]
"""Why a city is out of reach, or None."""


def ask_moving(state: State, due: Moving) -> Asking[Move]:
    side = due.side
    uses = tuple(
        Option[Uses](use, label, price=MP, hint=USE_HINTS[use], reason=pickable(march_reason(state, side, use)))
        for use, label in USES.items()
    )
    how = Pick[Uses](key="use", prompt=say("What kind of move?"), hint=WATERS, options=uses)
    sieges = _cities(
        state, "city", say("To which siege?"), own_sieges(state, side), lambda city: bring_reason(state, side, city)
    )
    sieges = structs.replace(sieges, hint=USE_HINTS["operational"])
    lifting = _leavers(state, side)
    rising = _revolts(state, side)
    todo: tuple[Option[str], ...] = (
        Option("end", say("No more moves"), icon="check"),
        Option("march", say("Move a block"), price=MP, icon="play", reason=how.blocked()),
        Option(
            "bring",
            say("Bring a block to a siege", short=N_("Join a siege")),
            price=MP,
            icon="tower",
            reason=_none(sieges, say("You besiege no city.")),
        ),
        Option(
            "lift",
            say("Take a block out of a siege", short=N_("Leave a siege")),
            price=MP,
            icon="back",
            reason=_none(lifting, say("None of your blocks besieges.")),
        ),
        Option(
            "revolt",
            say("Raise a revolt"),
            price=MP,
            icon="people",
            reason=_none(rising, say("No enemy city can revolt.")),
        ),
        Option(
            "persia",
            say("Take the help of Persia", short=N_("Help of Persia")),
            icon="coin",
            reason=pickable(persia_reason(state, side)),
        ),
    )
    if side != "sparta":
        todo = todo[:-1]
    prompt = say("{side} moves: {n} MP left.", short=N_("{side}: {n} MP left"), side=SIDE_NAMES[side], n=state.points)
    match (yield from Pick[str](key="move", prompt=prompt, options=todo, default="end")):
        case "march":
            return (yield from _ask_march(state, side, how))
        case "bring":
            return Bring((yield from sieges))
        case "lift":
            handle = yield from lifting
            return Lift(handle, (yield from _ask_to(state)))
        case "revolt":
            return (yield from _ask_revolt(state, side, rising))
        case "persia":
            if whose_unknown(state, "miletus"):
                return (yield from ask_facts(state, "miletus", unknown_facts(state, "miletus", WORTH)))
            return Persia()
    return EndMoves()


def _none(pick: Pick[str], why: Message) -> Message | None:
    return pick.blocked() if pick.options else why


def _cities(state: State, key: str, prompt: Message, cities: list[str], reason: Why) -> Pick[str]:
    options = tuple(city_option(state, city, reason(city)) for city in cities)
    return Pick[str](key=key, prompt=prompt, options=options)


def _leavers(state: State, side: Side) -> Pick[str]:
    options = []
    for handle in liftable(state, side):
        unit = the_unit(state, handle)
        label = say("{block}, {place}", block=called(state, unit), place=place_name(state, unit.place))
        options.append(Option(handle, label, reason=lift_reason(state, side, handle)))
    return Pick[str](key="unit", prompt=say("Which block leaves?"), options=tuple(options))


def _ask_to(state: State) -> Asking[str]:
    """Where to, only where every block is followed."""
    if state.level != "full":
        return ""
    return (yield from ask_place(state, say("Where does it go?")))


def _ask_march(state: State, side: Side, how: Pick[Uses]) -> Asking[Move]:
    use = yield from how
    if use == "sicily" and march_reason(state, side, use):
        return (yield from ask_facts(state, sicily_unknown(state), ("colour",)))
    if state.level != "full":
        return March(use)
    block = yield from _ask_own(state, side, say("Which block moves?"), use=use)
    if not block:
        return March(use)
    return March(use, block, (yield from ask_place(state, say("Where does it go?"))))


def _ask_own(state: State, side: Side, prompt: Message, use: Uses | None = None) -> Asking[str]:
    """A free block of one's own, or none of those listed; to be moved by ``use``, or only to be named."""
    options = [Option(NOT_LISTED, say("One that is not listed"))]
    for key, held in free_blocks(state, side).items():
        label = say("{block} x {n}, {place}", block=described(held), n=held.strength, place=_where(state, held.at))
        reason = own_reason(state, side, key) if use else None
        options.append(Option(key, label, reason=reason, hint=reach(held.kind, use) if use else None))
    default = [option.value for option in options if option.reason is None][-1]
    chosen = yield from Pick[str](key="block", prompt=prompt, options=tuple(options), secret=True, default=default)
    return "" if chosen == NOT_LISTED else chosen


def _where(state: State, place: str) -> Message:
    if place in state.cities:
        return say("{place}", place=place_name(state, place))
    return say("in the open")


def _revolts(state: State, side: Side) -> Pick[str]:
    """Enemy cities, and those of which nobody has said whose they are."""
    cities = [city for city in state.cities if holder(state, city) == other(side) or whose_unknown(state, city)]
    return _cities(state, "city", say("Which city revolts?"), cities, lambda city: revolt_reason(state, side, city))


def _ask_revolt(state: State, side: Side, rising: Pick[str]) -> Asking[Move]:
    city = yield from rising
    if lacking := unknown_facts(state, city, WORTH):
        return (yield from ask_facts(state, city, lacking))
    kind = revolt_kind(side, city)
    most = max(1, min(state.points, most_rebels(state, kind)))
    prompt = say("How many steps has the {kind}?", short=N_("{kind}: steps?"), kind=KINDS[kind])
    steps = yield from Count(key="steps", prompt=prompt, low=1, high=most, start=1)
    empty = False
    if not shut_in(state, city, other(side)) and not at(state, city, other(side)):
        prompt = say("Are enemy blocks in {place}?", short=N_("Enemy blocks there?"), place=place_name(state, city))
        empty = not (
            yield from Confirm(key="enemy", prompt=prompt, yes=say("Yes, a battle"), no=say("No, it is empty"))
        )
    rating = ""
    if not printed_rating(state, kind):
        prompt = say("Which rating has the {kind}?", short=N_("{kind}: rating?"), kind=KINDS[kind])
        rating = yield from ask_rating("rating", prompt, "B2")
    return Revolt(city, steps, empty, rating)


# -- battles -----------------------------------------------------------------------------------------------------------


def ask_fighting(state: State, due: Fighting) -> Asking[Move]:
    side = due.side
    open_ground = Option("open", say("In the open"), icon="mountain")
    cities = tuple(city_option(state, city, field_reason(state, side, city)) for city in state.cities)
    prompt = say("Where is the battle?")
    fields = Pick[str](key="place", prompt=prompt, hint=ORACLES, options=(open_ground, *cities))
    sieges = own_sieges(state, side)
    storm = _cities(
        state, "city", say("Which city do you storm?"), sieges, lambda city: assault_reason(state, side, city)
    )
    own = [city for city in state.cities if holder(state, city) == side and at(state, city, other(side))]
    sally = _cities(state, "city", say("From which city?"), own, lambda city: sally_reason(state, side, city))
    todo = [
        Option("end", say("No more battles"), icon="check"),
        Option("battle", say("A battle"), icon="sword"),
        Option("assault", say("Storm a city"), icon="tower", reason=_none(storm, say("You besiege no city."))),
        Option(
            "sally",
            say("Come out, or relieve a city", short=N_("Sally or relief")),
            icon="shield",
            reason=_none(sally, say("None of your cities is besieged.")),
        ),
    ]
    if state.level == "full":
        todo.append(Option("regroup", say("Say where a block stands", short=N_("Place a block")), icon="point"))
    prompt = say("{side}: which battle next?", short=N_("{side}: battles"), side=SIDE_NAMES[side])
    match (yield from Pick[str](key="battle", prompt=prompt, options=tuple(todo), default="end")):
        case "battle":
            return (yield from _ask_field(state, fields))
        case "assault":
            return Attack((yield from storm), "assault")
        case "sally":
            return Attack((yield from sally), "sally")
        case "regroup":
            block = yield from _ask_own(state, side, say("Which block?"))
            rebel = bool(block) and state.blocks[block].body.value.kind in REVOLTING
            return Regroup(block, (yield from ask_place(state, say("Where does it stand?"), rebel=rebel)))
    return EndBattles()


def _ask_field(state: State, fields: Pick[str]) -> Asking[Move]:
    place = yield from fields
    if place != "open":
        return Attack(place, "field")
    how = (
        Option("number", place_name(state, next_open_place(state))),
        Option("name", say("By its name (on a phone)"), hint=say("A name can follow later, too.")),
    )
    prompt = say("How do you call the place?", short=N_("Called how?"))
    called = yield from Pick[str](key="open", prompt=prompt, options=how, default="number")
    name = (yield from Text(key="name", prompt=NAME)) if called == "name" else ""
    return Attack("", "field", name)
