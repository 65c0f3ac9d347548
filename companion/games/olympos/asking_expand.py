"""The cost builder of an expansion: where from, whereto, by which way, and every part of the price. Section 4."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Answer, Asking, Count, Pick, PickMany, Question
from companion.core.wording import N_, Message, SeatName, named, say, say_n
from companion.games.olympos import asking_price, queries, queries_prices, reasons, words
from companion.games.olympos.moves import Expand, Leaving, Left, Move
from companion.games.olympos.state import Side, State
from companion.games.olympos.tables import RESOURCE_ICONS, RESOURCES, Resource, Special

SPECIAL_ICONS: dict[Special, str] = {"star": "medal", "olympos": "mountain", "atlantis": "sea"}


def from_where(state: State, side: Side) -> Pick[Leaving]:
    """Every place a settler may come from."""
    new = queries_prices.Part(queries_prices.new_settler(side), say("new settler"), "clock")
    options: list[Option[Leaving]] = [
        Option(
            "new",
            say("New settler ({n} in stock)", N_("New settler ({n})"), n=side.stock),
            price=() if state.light else (new.amount(),),
            icon="people",
            hint=words.NOT_WHERE_COVERED if side.covered else words.ENTRANCE,
            reason=reasons.source_reason(state, side, "new"),
        )
    ]
    for resource in RESOURCES:
        reason = reasons.source_reason(state, side, resource)
        label = words.from_territory(resource)
        options.append(Option(resource, label, icon=RESOURCE_ICONS[resource], reason=reason))
    covered = words.covered_settler(side.covered)
    reason = reasons.source_reason(state, side, "covered")
    options.append(Option("covered", covered, icon="down", hint=words.NOT_WHERE_IT_LIES, reason=reason))
    prompt = say("Which settler moves?", N_("Which settler moves?"))
    if side.covered:
        prompt = say("Which settler moves?", N_("New: not from covered"))
    return Pick[Leaving](key="source", prompt=prompt, options=tuple(options), usual=_if_open("new", options))


def whereto(state: State, side: Side, source: Leaving) -> Pick[str]:
    """What is where the move ends, with the fight it takes."""
    swords = queries_prices.swords(state, side)
    labels = {
        "empty": (say("An empty territory", N_("Empty territory")), "plus"),
        "tribe": (say("A tribe: 0 swords", N_("A tribe: 0 swords")), "shield"),
        "own": (say("A territory of yours", N_("Own territory")), "home"),
        "sea": (say("The sea", N_("The sea")), "sea"),
    }
    options: list[Option[str]] = []
    for target in queries.targets(state, side):
        reason = reasons.target_reason(state, side, source, target)
        fight = queries_prices.Part(queries_prices.combat_with(state, side, target), say("combat"), "clock")
        price = (fight.amount(),) if fight.points and not state.light else ()
        if target in labels:
            label, icon = labels[target]
            options.append(Option(target, label, price=price, icon=icon, reason=reason))
        else:
            other = state.side(int(target))
            label = say_n(
                "{seat}: {n} sword against your {own}",
                "{seat}: {n} swords against your {own}",
                queries_prices.swords(state, other),
                N_("{seat}: swords {n}"),
                seat=SeatName(other.seat),
                own=swords,
            )
            options.append(Option(target, label, price=price, seat=other.seat, reason=reason))
    prompt = say("Where does the move end?", N_("End: no crossed-out"))
    usual = _if_open("empty", options)
    return Pick[str](key="target", prompt=prompt, hint=words.CROSSED_OUT, options=tuple(options), usual=usual)


def _if_open(usual: str, options: Sequence[Option[Any]]) -> str | None:
    """What is usual, where it is in reach."""
    return usual if any(option.value == usual and option.reason is None for option in options) else None


def which_resource(state: State, source: Leaving, target: str) -> Pick[Resource]:
    options = tuple(
        Option(
            resource,
            label,
            icon=RESOURCE_ICONS[resource],
            reason=reasons.resource_reason(state, source, target, resource),
        )
        for resource, label in RESOURCES.items()
    )
    prompt = say("Which resource does it give?", N_("Which resource?"))
    reach = [option.value for option in options if option.reason is None]
    usual = reach[0] if len(reach) == 1 else None
    return Pick[Resource](key="resource", prompt=prompt, options=options, usual=usual)


def ask_special(key: str, prompt: Message, possible: list[Special]) -> Generator[Question, Answer, tuple[Special, ...]]:
    """What is special about a territory, where anything can be."""
    if not possible:
        return ()
    options = tuple(Option(each, words.SPECIALS[each], icon=SPECIAL_ICONS[each]) for each in possible)
    found = yield from PickMany[Special](
        key=key, prompt=prompt, options=options, most=len(options), default=[], usual=[]
    )
    return tuple(each for each in possible if each in found)


def ask_left(
    state: State, side: Side, what: Literal["grain", "stone", "wood", "gold"], taken: Resource | None
) -> Generator[Question, Answer, Left]:
    """What becomes of the territory that is left. Section 4."""
    prompt = say("Is anything special where it leaves?", N_("The one left has..."))
    special = yield from ask_special("left", prompt, queries.own_specials(side, what))
    heirs = queries.heirs(state, what)
    heir = 0
    if len(heirs) > 1:
        options = tuple(
            Option(
                seat,
                named(seat) if seat else say("Nobody", N_("Nobody")),
                seat=seat or None,
                reason=reasons.heir_reason(state, seat, what, taken),
            )
            for seat in heirs
        )
        prompt = say("Whose settler is then on top where it leaves?", N_("On top there now?"))
        heir = yield from Pick[int](key="heir", prompt=prompt, options=options, default=0, usual=0)
    return Left(what, special, heir)


def ask_expansion(state: State, side: Side) -> Asking[Move]:
    return together("expand", say("Expansion"), _ask_expansion(state, side))


def _ask_expansion(state: State, side: Side) -> Asking[Move]:
    source = yield from from_where(state, side)
    target = yield from whereto(state, side, source)
    resource: Resource | None = None
    if target not in ("own", "sea"):
        resource = yield from which_resource(state, source, target)
    prompt = say("Is anything special there?", N_("The one taken has..."))
    special = yield from ask_special("special", prompt, queries.specials(state, target, resource))
    left: Left | None = None
    if source in RESOURCES:
        taken = None if target.isdecimal() else resource
        left = yield from ask_left(state, side, source, taken)
    move = Expand(source, target, resource, special, left)
    move = yield from ask_points(state, side, move) if state.light else ask_way(state, side, move)
    parts = queries_prices.expansion(state, side, move)
    act = say("Expand for {n}", N_("Expand for {n}"), n=queries_prices.total(parts))
    yield from asking_price.ask_price(side, parts, act)
    return move


def ask_points(state: State, side: Side, move: Expand) -> Generator[Question, Answer, Expand]:
    """A light play: the users have added it up."""
    least = queries.least_cost(state, side, move.source, move.target)
    points = yield from how_much(queries.light_bounds(state, side, least), 3)
    return replace(move, points=points)


def how_much(bounds: tuple[int, int], usual: int) -> Count:
    low, high = bounds
    usual = max(low, min(high, usual))
    return Count(
        key="points",
        prompt=say("How many action points does it cost?", N_("Action points?")),
        hint=say("Everything counted, hourglasses not yet.", N_("Before hourglasses")),
        low=low,
        high=high,
        start=usual,
        usual=usual,
        icon="clock",
    )


def ask_way(state: State, side: Side, move: Expand) -> Generator[Question, Answer, Expand]:
    """The spaces of the way, sea first, because land may end it."""
    move = replace(move, sea=(yield from _spaces("sea", queries.sea_bounds(state, side, move.source, move.target))))
    move = replace(move, land=(yield from _spaces("land", queries.land_bounds(state, side, move))))
    if not side.has("cavalry"):
        return move
    return replace(move, runs=(yield from _spaces("runs", queries.run_bounds(state, side, move))))


WAYS = {
    "sea": (say("Sea spaces", N_("How many sea spaces?")), None, "sea"),
    "land": (
        say("Land spaces", N_("How many land spaces?")),
        say("The last one too", N_("The last one too")),
        "mountain",
    ),
    "runs": (say("Unbroken runs of land", N_("Runs of land?")), None, "horse"),
}


def _spaces(key: str, bounds: tuple[int, int]) -> Generator[Question, Answer, int]:
    """A number, asked only where it is not certain."""
    low, high = bounds
    if low == high:
        return low
    prompt, hint, icon = WAYS[key]
    return (yield from Count(key=key, prompt=prompt, hint=hint, low=low, high=high, start=low, usual=low, icon=icon))
