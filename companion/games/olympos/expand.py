"""Expansion: moving a settler and taking a territory. Section 4."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from msgspec.structs import replace

from companion.core.forms import together
from companion.core.options import Option, branch_reason
from companion.core.questions import Answer, Asking, Count, Pick, Question
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, say, say_n
from companion.games.olympos import box, gains, territories, time_track, words
from companion.games.olympos.moves import Expand, Leaving, Left, Move
from companion.games.olympos.pieces import instruct_settler, instruct_tribe
from companion.games.olympos.state import Side, State
from companion.games.olympos.tables import (
    ARES_SWORDS,
    ATLANTIS_POINTS,
    LAND,
    NEW_SETTLER,
    RESOURCE_ICONS,
    RESOURCES,
    SEA,
    Resource,
    Special,
)
from companion.games.olympos.time_track import Part

# -- what it costs ------------------------------------------------------------------------------------------------


def new_settler(side: Side) -> int:
    """Action points for a new settler. Section 4."""
    return NEW_SETTLER - 1 if side.has("medicine") else NEW_SETTLER


def sea_space(side: Side) -> int:
    """Action points for a sea space; Astronomy and Map-making each make it cheaper. Section 4."""
    return SEA - int(side.has("astronomy")) - int(side.has("map-making"))


def land_points(side: Side, land: int, runs: int) -> int:
    """Action points for land spaces; with Cavalry each unbroken run costs 1. Section 4."""
    return LAND * (min(runs, land) if side.has("cavalry") else land)


def tile_swords(state: State, side: Side) -> int:
    """Swords on discovery tiles. Section 4."""
    return sum(box.swords_on(state.box, tile) for tile, n in side.tiles.items() if n)


def swords(state: State, side: Side) -> int:
    """Swords on discovery tiles, and those of Ares until the next Olympos card. Section 4."""
    return tile_swords(state, side) + (ARES_SWORDS if side.marks["ares"] else 0)


def combat(attacker: int, defender: int, attacker_wins_ties: bool = False, defender_wins_ties: bool = False) -> int:
    """Action points for a fight. If both sides win ties, it is an ordinary tie. Section 4."""
    if attacker != defender:
        return 1 if attacker > defender else 3
    return 2 - int(attacker_wins_ties) + int(defender_wins_ties)


def combat_with(state: State, side: Side, target: str) -> int:
    """Action points for the fight over ``target``; 0 if there is none. Section 4."""
    if target == "tribe":
        return combat(swords(state, side), 0, side.has("democracy"))
    if not target.isdecimal():
        return 0
    other = state.side(int(target))
    defends = other.has("democracy") and state.options.democracy == "every-tie"
    return combat(swords(state, side), swords(state, other), side.has("democracy"), defends)


def price(state: State, side: Side, move: Expand) -> list[Part]:
    """Every part of the price of an expansion. Section 4."""
    if state.light:
        return time_track.entered(move.points)
    parts = [
        Part(new_settler(side) if move.source == "new" else 0, say("new settler"), "people"),
        Part(sea_space(side) * move.sea, say("sea"), "sea"),
        Part(land_points(side, move.land, move.runs), say("land"), "mountain"),
        Part(combat_with(state, side, move.target), say("combat"), "sword"),
        Part(time_track.erinyes(side), say("Erinyes"), "warning"),
    ]
    return [part for part in parts if part.points]


# -- why it is not possible ---------------------------------------------------------------------------------------

LEAST_FIGHT = 2
"""The price of the cheapest attack: one land space, and a fight with more swords."""


def targets(state: State, side: Side) -> list[str]:
    """The targets at which a move may end. Section 4."""
    anywhere = ["own", "sea"] if state.options.end_anywhere else []
    return ["empty", "tribe", *(str(other.seat) for other in state.others(side)), *anywhere]


def least_cost(state: State, side: Side, source: Leaving, target: str) -> int:
    """The least that an expansion from ``source`` to ``target`` can cost."""
    if state.light:
        return LEAST_FIGHT if target == "tribe" or target.isdecimal() else 1
    at_sea = target == "sea"
    least = Expand(source, target, sea=int(at_sea), land=int(not at_sea), runs=int(not at_sea))
    return time_track.total(price(state, side, least))


def least(state: State, side: Side) -> int | None:
    """The lowest price of any possible expansion; None if there is none."""
    sources: tuple[Leaving, ...] = ("new", *RESOURCES, "covered")
    ways = ((source, target) for source in sources for target in targets(state, side))
    return min(
        (
            least_cost(state, side, source, target)
            for source, target in ways
            if source_reason(state, side, source) is None and target_reason(state, side, source, target) is None
        ),
        default=None,
    )


def source_reason(state: State, side: Side, source: Leaving) -> Message | None:
    """Why no settler can move from ``source``, or None: one must be there, with a target in reach."""
    if source == "new" and side.stock == 0:
        return say("No settler in your stock.", short=N_("No settler in stock"))
    if source == "covered" and side.covered == 0:
        return territories.NONE_COVERED
    if source in RESOURCES and (missing := territories.no_territory(side, source)):
        return missing
    return branch_reason(target_reason(state, side, source, target) for target in targets(state, side))


def target_reason(state: State, side: Side, source: Leaving, target: str) -> Message | None:
    """Why a move from ``source`` cannot end at ``target``, or None. Section 4."""
    if target not in targets(state, side):
        return territories.NOBODY_THERE
    return _nothing_there(state, side, source, target) or time_track.cost_reason(
        state, side, least_cost(state, side, source, target)
    )


def _nothing_there(state: State, side: Side, source: Leaving, target: str) -> Message | None:
    """Why there is no such ``target`` for this seat, no matter what the move costs; else None."""
    if target == "tribe" and state.tribes == 0:
        return say("No tribe is left.", short=N_("No tribe is left"))
    if target == "own":
        own = side.controlled - int(source in RESOURCES)
        return say("You have no other territory.", short=N_("No other territory")) if own <= 0 else None
    if target == "sea":
        return say("The Siren keeps you from the sea.", short=N_("Siren: no sea")) if side.marks["siren"] else None
    return branch_reason(resource_reason(state, source, target, resource) for resource in RESOURCES)


def resource_reason(state: State, source: Leaving, target: str, resource: Resource) -> Message | None:
    """Why a territory with this resource cannot be taken, or None. Section 4.

    Its token comes from the stock, or from the seat that controls the territory.
    """
    if not target.isdecimal():
        return None if state.tokens[resource] > 0 or source == resource else territories.no_token(resource)
    if state.side(int(target)).tokens[resource]:
        return None
    return say(
        "{seat} controls no {resource} territory.",
        N_("No {resource} there"),
        seat=SeatName(int(target)),
        resource=RESOURCES[resource],
    )


def sea_bounds(state: State, side: Side, source: Leaving, target: str) -> tuple[int, int]:
    """Fewest and most sea spaces of the way. Section 4; section 7 for the Siren."""
    low = int(target == "sea")
    if side.marks["siren"]:
        return low, low
    each = sea_space(side)
    left = time_track.budget(state, side) - least_cost(state, side, source, target)
    return low, low + (min(time_track.MOST_SPACES, left // each) if each > 0 else time_track.MOST_SPACES)


def land_bounds(state: State, side: Side, move: Expand) -> tuple[int, int]:
    """Fewest and most land spaces of the way, after its sea spaces. The territory taken counts."""
    low = int(move.target != "sea")
    least = Expand(move.source, move.target, sea=move.sea, land=low, runs=low)
    left = time_track.budget(state, side) - time_track.total(price(state, side, least))
    if side.has("cavalry"):
        return low, time_track.MOST_SPACES if low or left >= LAND else 0
    return low, low + max(0, min(time_track.MOST_SPACES - low, left))


def run_bounds(state: State, side: Side, move: Expand) -> tuple[int, int]:
    """Fewest and most unbroken runs of land on the way: each sea space can divide them once."""
    low = int(move.land > 0)
    least = Expand(move.source, move.target, sea=move.sea, land=move.land, runs=low)
    left = time_track.budget(state, side) - time_track.total(price(state, side, least))
    return low, max(low, min(move.land, move.sea + 1, low + max(0, left)))


# -- its effect ---------------------------------------------------------------------------------------------------

THE_ONE_LEFT = say("the territory that you left")


def expand(step: Step[State], move: Expand) -> None:
    """Carry out an expansion and pay for it; its parts are checked in the order of the questions. Section 4."""
    state, side = step.state, time_track.on_turn(step)
    step.require(source_reason(state, side, move.source))
    step.require(target_reason(state, side, move.source, move.target))
    _check_place(step, move)
    _check_left(step, side, move)
    _check_way(step, side, move)
    parts = price(state, side, move)
    step.require(time_track.cost_reason(state, side, time_track.total(parts)))
    if move.source == "new":
        side.stock -= 1
    else:
        left = move.left or Left("covered")
        territories.leave(step, side, left, THE_ONE_LEFT)
        if move.target.isdecimal() and move.source == move.resource and not left.heir:
            step.part()  # one token was put back, and one may come from the loser
    _arrive(step, side, move)
    time_track.pay(step, side, parts)


def _check_place(step: Step[State], move: Expand) -> None:
    """Refuse a territory that cannot be there, or that cannot have its ``special`` features."""
    if move.target in ("own", "sea"):
        if move.resource is not None or move.special:
            step.refuse("not-there", territories.NOT_LIKE_THAT)
        return
    if move.resource is None:
        step.refuse("no-resource", say("Which resource does the territory give?"))
    step.require(resource_reason(step.state, move.source, move.target, move.resource))
    if not set(move.special) <= set(territories.specials(step.state, move.target, move.resource)):
        step.refuse("not-there", territories.NOT_LIKE_THAT)


def _check_left(step: Step[State], side: Side, move: Expand) -> None:
    """Refuse a move with missing or wrong details about the territory that the settler leaves."""
    from_territory = move.source in RESOURCES
    if (move.left is not None) != from_territory or (move.left is not None and move.left.what != move.source):
        step.refuse("not-there", territories.NOT_LIKE_THAT)
    if move.left is not None:
        taken = None if move.target.isdecimal() else move.resource
        territories.check_left(step, side, move.left, taken)


def _check_way(step: Step[State], side: Side, move: Expand) -> None:
    """Refuse a way that is too short or too expensive."""
    state = step.state
    if state.light:
        least = least_cost(state, side, move.source, move.target)
        time_track.check_bounds(step, move.points, time_track.light_bounds(state, side, least))
        return
    time_track.check_bounds(step, move.sea, sea_bounds(state, side, move.source, move.target))
    time_track.check_bounds(step, move.land, land_bounds(state, side, move))
    if side.has("cavalry"):
        time_track.check_bounds(step, move.runs, run_bounds(state, side, move))


def _arrive(step: Step[State], side: Side, move: Expand) -> None:
    """Put the settler on the place where the move ends. Section 4."""
    loser = step.state.side(int(move.target)) if move.target.isdecimal() else None
    instruct_settler(step, side, new=move.source == "new", loser=loser)
    if move.resource is None:
        side.covered += 1
        step.tell_first(say("{seat} moves a settler.", N_("{seat} moves"), seat=SeatName(side.seat)))
    elif loser is not None:
        conquer(step, side, loser, move.resource, set(move.special))
    else:
        settle(step, side, move.resource, set(move.special), tribe=move.target == "tribe")


def settle(step: Step[State], side: Side, resource: Resource, special: set[Special], *, tribe: bool) -> None:
    """Take an empty territory, or one of a tribe, whose token becomes a Star. Section 4."""
    state = step.state
    territories.take_over(state, side, resource, special)
    if tribe:
        step.part()
        state.tribes -= 1
        side.stars += 1
        instruct_tribe(step, side)
    step.tell_first(_takes(side, resource, tribe=tribe, star="star" in special))
    _tell_zeus(step, side, special)


def _takes(side: Side, resource: Resource, *, tribe: bool, star: bool) -> Message:
    short, who, what = N_("{seat}: {resource}"), SeatName(side.seat), RESOURCES[resource]
    if tribe:
        return say("{seat} defeats a tribe: {resource} territory and a Star.", short, seat=who, resource=what)
    if star:
        return say("{seat} takes a {resource} territory and its Star.", short, seat=who, resource=what)
    return say("{seat} takes a {resource} territory.", short, seat=who, resource=what)


def conquer(step: Step[State], side: Side, loser: Side, resource: Resource, special: set[Special]) -> None:
    """Take a territory from another seat, whose settler stays underneath and which gains an hourglass. Section 4."""
    state = step.state
    found = territories.give_up(state, loser, resource, special)
    territories.take_over(state, side, resource, found)
    loser.covered += 1
    text = say(
        "{seat} conquers a {resource} territory of {loser}.",
        N_("{seat} beats {loser}"),
        seat=SeatName(side.seat),
        resource=RESOURCES[resource],
        loser=SeatName(loser.seat),
    )
    step.announce(text)
    if "star" in found:
        step.tell(say("{seat} takes the Star token.", N_("{seat}: Star"), seat=SeatName(side.seat)))
    _tell_zeus(step, side, found)
    gains.hourglasses(step, loser, 1)


def _tell_zeus(step: Step[State], side: Side, special: set[Special]) -> None:
    if "olympos" in special and side.zeus:
        step.tell(say("{seat} takes the Zeus token.", N_("{seat}: Zeus token"), seat=SeatName(side.seat)))


# -- its question -------------------------------------------------------------------------------------------------


def ask_expansion(state: State, side: Side) -> Asking[Move]:
    """An expansion on one form: source, target, what is special, the way, the price. Section 4."""
    return together("expand", say("Expansion"), _ask_expansion(state, side), layout="open")


def _ask_expansion(state: State, side: Side) -> Asking[Move]:
    source = yield from which_settler(state, side)
    target = yield from which_target(state, side, source)
    resource: Resource | None = None
    if target not in ("own", "sea"):
        resource = yield from which_resource(state, source, target)
    prompt = say("Is anything special there?", N_("The one taken has..."))
    special = yield from territories.ask_special(
        "special",
        prompt,
        territories.specials(state, target, resource),
        known=territories.known_there(state, target, resource),
        meaning=say(
            "A Star helps to build wonders. Whoever holds Olympos has one Zeus symbol more. Atlantis counts {n} points "
            "at the end.",
            n=ATLANTIS_POINTS,
        ),
    )
    left: Left | None = None
    if source in RESOURCES:
        taken = None if target.isdecimal() else resource
        left = yield from territories.ask_left(state, side, source, taken)
    move = Expand(source, target, resource, special, left)
    move = yield from ask_points(state, side, move) if state.light else ask_way(state, side, move)
    parts = price(state, side, move)
    act = _act(move, time_track.total(parts))
    yield from time_track.ask_price(state, side, parts, act)
    return move


def _act(move: Expand, cost: int) -> Message:
    """The text of the button: what is taken, from whom, at what price."""
    if move.resource is None:
        return time_track.priced(say("Move a settler", N_("Move")), cost)
    short, what = N_("Expand"), RESOURCES[move.resource]
    if move.target == "tribe":
        return time_track.priced(say("Defeat a tribe for {resource} and a Star", short, resource=what), cost)
    if move.target.isdecimal():
        who = SeatName(int(move.target))
        return time_track.priced(say("Conquer {who}'s {resource}", short, who=who, resource=what), cost)
    return time_track.priced(say("Take a {resource} territory", short, resource=what), cost)


def which_settler(state: State, side: Side) -> Pick[Leaving]:
    """The question which settler moves: a new one, one that leaves a territory, a covered one."""
    new = Part(new_settler(side), say("new settler"), "clock")
    options: list[Option[Leaving]] = [
        Option(
            "new",
            say("New settler ({n} in stock)", N_("New settler ({n})"), n=side.stock),
            price=() if state.light else (new.amount(),),
            icon="people",
            hint=words.NOT_WHERE_COVERED if side.covered else words.ENTRANCE,
            reason=source_reason(state, side, "new"),
        )
    ]
    for resource in RESOURCES:
        reason = source_reason(state, side, resource)
        label = words.from_territory(resource)
        options.append(Option(resource, label, icon=RESOURCE_ICONS[resource], reason=reason))
    covered = words.covered_settler(side.covered)
    reason = source_reason(state, side, "covered")
    options.append(Option("covered", covered, icon="down", hint=words.NOT_WHERE_IT_LIES, reason=reason))
    prompt = say("Which settler moves?", N_("Which settler moves?"))
    if side.covered:
        prompt = say("Which settler moves?", N_("New: not from covered"))
    return Pick[Leaving](
        key="source",
        prompt=prompt,
        options=tuple(options),
        usual=_if_open("new", options),
        meaning=say(
            "A new settler costs {n} action points, one less with Medicine, and starts in the north or where you rule. "
            "A settler on the map gives up what it holds.",
            n=NEW_SETTLER,
        ),
    )


def which_target(state: State, side: Side, source: Leaving) -> Pick[str]:
    """Where the move ends, with the price of the fight."""
    own_swords = swords(state, side)
    labels = {
        "empty": (say("An empty territory", N_("Empty territory")), "plus"),
        "tribe": (say("A tribe: 0 swords", N_("A tribe: 0 swords")), "shield"),
        "own": (say("A territory of yours", N_("Own territory")), "home"),
        "sea": (say("The sea", N_("The sea")), "sea"),
    }
    options: list[Option[str]] = []
    for target in targets(state, side):
        reason = target_reason(state, side, source, target)
        fight = Part(combat_with(state, side, target), say("combat"), "clock")
        price = (fight.amount(),) if fight.points and not state.light else ()
        if target in labels:
            label, icon = labels[target]
            options.append(Option(target, label, price=price, icon=icon, reason=reason))
        else:
            other = state.side(int(target))
            label = say_n(
                "{seat}: {n} sword against your {own}",
                "{seat}: {n} swords against your {own}",
                swords(state, other),
                N_("{seat}: swords {n}"),
                seat=SeatName(other.seat),
                own=own_swords,
            )
            options.append(Option(target, label, price=price, seat=other.seat, reason=reason))
    prompt = say("Where does the move end?", N_("End: no crossed-out"))
    usual = _if_open("empty", options)
    return Pick[str](
        key="target",
        prompt=prompt,
        hint=words.CROSSED_OUT,
        options=tuple(options),
        usual=usual,
        meaning=say(
            "Where it stops, you take the territory. Against other settlers or a tribe the attacker always wins, for "
            "{more} action point with more swords, {same} with as many, {fewer} with fewer.",
            more=combat(1, 0),
            same=combat(0, 0),
            fewer=combat(0, 1),
        ),
    )


def _if_open(usual: str, options: Sequence[Option[Any]]) -> str | None:
    """``usual`` if that option can be chosen, else None."""
    return usual if any(option.value == usual and option.reason is None for option in options) else None


def which_resource(state: State, source: Leaving, target: str) -> Pick[Resource]:
    """Which resource the territory taken gives."""
    options = tuple(
        Option(
            resource,
            label,
            icon=RESOURCE_ICONS[resource],
            reason=resource_reason(state, source, target, resource),
        )
        for resource, label in RESOURCES.items()
    )
    prompt = say("Which resource does it give?", N_("Which resource?"))
    reach = [option.value for option in options if option.reason is None]
    usual = reach[0] if len(reach) == 1 else None
    return Pick[Resource](
        key="resource",
        prompt=prompt,
        options=options,
        usual=usual,
        meaning=say("You take a territory token of this resource. The tokens you hold pay for discoveries."),
    )


def ask_points(state: State, side: Side, move: Expand) -> Generator[Question, Answer, Expand]:
    """Light level: the price, as the players added it up."""
    least = least_cost(state, side, move.source, move.target)
    points = yield from time_track.ask_action_points(time_track.light_bounds(state, side, least), 3)
    return replace(move, points=points)


def ask_way(state: State, side: Side, move: Expand) -> Generator[Question, Answer, Expand]:
    """The way in spaces: first the sea, because the way may end on land; then the land and, with Cavalry, its runs."""
    low, high = sea_bounds(state, side, move.source, move.target)
    sea = Count(
        key="sea",
        prompt=say("Sea spaces", N_("How many sea spaces?")),
        low=low,
        high=high,
        icon="sea",
        meaning=say(
            "Each sea space costs {n} action points, one less with Astronomy and one less with Map-making.", n=SEA
        ),
    )
    move = replace(move, sea=(yield from _if_uncertain(sea)))
    low, high = land_bounds(state, side, move)
    land = Count(
        key="land",
        prompt=say("Land spaces", N_("How many land spaces?")),
        hint=say("The last one too", N_("The last one too")),
        low=low,
        high=high,
        icon="mountain",
        meaning=say("Each land space you enter costs one action point, the one where you stop, too."),
    )
    move = replace(move, land=(yield from _if_uncertain(land)))
    if not side.has("cavalry"):
        return move
    low, high = run_bounds(state, side, move)
    runs = Count(
        key="runs",
        prompt=say("Unbroken runs of land", N_("Runs of land?")),
        low=low,
        high=high,
        icon="horse",
        meaning=say(
            "With Cavalry land spaces in a row cost one action point together. The sea between them begins a new row."
        ),
    )
    return replace(move, runs=(yield from _if_uncertain(runs)))


def _if_uncertain(count: Count) -> Generator[Question, Answer, int]:
    """Ask ``count`` with the lowest number preselected; not asked if only one number is possible."""
    if count.low == count.high:
        return count.low
    return (yield from replace(count, start=count.low, usual=count.low))
