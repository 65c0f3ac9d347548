"""The questions of a development: which discovery, with which cubes, which bonus; which wonder. Section 5."""

from __future__ import annotations

from collections.abc import Generator

from companion.core.forms import together
from companion.core.options import Amount, Option
from companion.core.questions import Answer, Asking, Count, Pick, Place, Question
from companion.core.wording import N_, say
from companion.games.olympos import asking_expand, asking_price, box_facts, queries, queries_prices, reasons
from companion.games.olympos.moves import Build, Discover, LookUp, Move, Record
from companion.games.olympos.state import Side, State
from companion.games.olympos.tables import (
    BONUS_ICONS,
    BONUSES,
    CHEAPENING,
    DEVELOPMENT,
    DISCOVERIES,
    RESOURCE_ICONS,
    RESOURCES,
    ROWS,
    WONDERS,
    Bonus,
    Resource,
    space_at,
    square,
)
from companion.games.olympos.words import GREY, bonus_label, number_of_points, number_of_stars, one_of_alike

SHOP = "shop"
"""The widget of the development board."""


def resources_price(found: box_facts.Pattern) -> tuple[Amount, ...]:
    """Explicit resources, then grey groups. Section 5.1."""
    explicit = tuple(Amount(n, RESOURCE_ICONS[each], RESOURCES[each]) for each, n in found.explicit.items())
    return (*explicit, *(Amount(n, "shuffle", GREY) for n in found.grey))


def sought(state: State, side: Side, through: str) -> str | None:
    """The square of a discovery, or the wonder, that this seat had looked up, if it can be taken."""
    found = state.sought
    if found is None or (found.seat, found.through) != (side.seat, through):
        return None
    if through == "build":
        return found.what if reasons.wonder_reason(state, side, found.what) is None else None
    return found.what if reasons.discovery_reason(state, side, space_at(found.what)) is None else None


def discovering(state: State, side: Side) -> Pick[str]:
    """Every space of the development board with its price; in the picture, unless one was looked up already."""
    options = tuple(_discovery(state, side, space) for space in state.piles)
    prompt = say("Which discovery?", N_("Which discovery?"))
    if usual := sought(state, side, "discover"):
        return Pick[str](key="space", prompt=prompt, options=options, usual=usual)
    return Place[str](key="space", prompt=prompt, options=options, widget=SHOP)


def _discovery(state: State, side: Side, space: str) -> Option[str]:
    tile, found = state.piles[space].tile, box_facts.pattern(state.box, space)
    reason = reasons.discovery_reason(state, side, space)
    if found is None:
        hint = say("Price not known yet", short=N_("Price not known yet"))
        return Option(square(space), DISCOVERIES[tile].label, hint=hint, reason=reason)
    cost = queries_prices.total(queries_prices.discovery(side, set(found.explicit)))
    price = (Amount(cost, "clock", say("action points")), *resources_price(found))
    return Option(square(space), DISCOVERIES[tile].label, price=price, hint=DISCOVERIES[tile].effect, reason=reason)


def ask_discovery(state: State, side: Side) -> Asking[Move]:
    at = yield from discovering(state, side)
    space = space_at(at)
    found = box_facts.pattern(state.box, space)
    if found is None or box_facts.unknown_for(state, space):
        return LookUp("discover", at)
    tile = state.piles[space].tile
    return (yield from together("discover", DISCOVERIES[tile].label, _ask_taking(state, side, at, found)))


def _ask_taking(state: State, side: Side, at: str, found: box_facts.Pattern) -> Asking[Move]:
    """Which of its tiles, which cubes, which bonus; then its price."""
    space = space_at(at)
    tile = state.piles[space].tile
    shows = (yield from which_tile(state, tile)) if tile in CHEAPENING else None
    cubes = yield from ask_payment(side, found)
    bonus, letter = yield from ask_bonus(state, side, space)
    parts = queries_prices.discovery(side, set(found.explicit))
    act = say("Take {what} for {n}", N_("Take it for {n}"), what=DISCOVERIES[tile].label, n=queries_prices.total(parts))
    yield from asking_price.ask_price(side, parts, act, queries.won(state, tile, letter))
    return Discover(at, shows, cubes, bonus)


def which_tile(state: State, tile: str) -> Pick[Resource]:
    """Money and Agriculture: each of the two tiles shows another resource."""
    options = tuple(
        Option(each, RESOURCES[each], icon=RESOURCE_ICONS[each], reason=reasons.shown_reason(state, tile, each))
        for each in box_facts.tile_resources(state.box, tile) or ()
    )
    return Pick[Resource](key="shows", prompt=say("Which of its tiles?", N_("Which of its tiles?")), options=options)


def payment_key(cubes: dict[Resource, int]) -> str:
    return "+".join(f"{each}-{n}" for each, n in cubes.items()) or "none"


def ask_payment(side: Side, found: box_facts.Pattern) -> Generator[Question, Answer, dict[Resource, int]]:
    """Which cubes go, where several ways spend equally few."""
    ways = queries.payments(side.tokens, side.cubes, found)
    if len(ways) < 2:
        return ways[0] if ways else {}
    options = tuple(
        Option(
            payment_key(cubes),
            say("Pay with these cubes", N_("These cubes")),
            price=tuple(Amount(n, RESOURCE_ICONS[each], RESOURCES[each]) for each, n in cubes.items()),
        )
        for cubes in ways
    )
    prompt = say("Which cubes do you pay with?", N_("Which cubes go?"))
    chosen = yield from Pick[str](key="cubes", prompt=prompt, options=options)
    return next(cubes for cubes in ways if payment_key(cubes) == chosen)


def ask_bonus(state: State, side: Side, space: str) -> Generator[Question, Answer, tuple[int, Bonus]]:
    """One of the bonuses that nobody has taken."""
    free = queries.free_bonuses(state, space)
    if not free:
        return -1, "none"
    letters = [letter for _, letter in free]
    options = tuple(
        Option(
            n,
            bonus_label(letter) if letters.count(letter) == 1 else one_of_alike(letter, n + 1),
            icon=BONUS_ICONS[letter],
            reason=reasons.bonus_reason(state, side, space, letter),
        )
        for n, letter in free
    )
    prompt = say("Which bonus?", N_("Which bonus?"))
    # Of bonuses that give the same it hardly matters which.
    first = next((option.value for option in options if option.reason is None), None)
    usual = first if len(set(letters)) == 1 else None
    chosen = yield from Pick[int](key="bonus", prompt=prompt, options=options, usual=usual)
    return chosen, dict(free)[chosen]


# -- a light play ------------------------------------------------------------------------------------------------


def recording(state: State, side: Side) -> Pick[str]:
    """Every discovery, whatever lies where."""
    options = tuple(
        Option(tile, each.label, hint=each.effect, icon="scroll", reason=reasons.record_reason(state, side, tile))
        for tile, each in DISCOVERIES.items()
    )
    return Pick[str](key="tile", prompt=say("Which discovery?", N_("Which discovery?")), options=options)


def ask_record(state: State, side: Side) -> Asking[Move]:
    tile = yield from recording(state, side)
    return (yield from together("record", DISCOVERIES[tile].label, _ask_recorded(state, side, tile)))


def _ask_recorded(state: State, side: Side, tile: str) -> Asking[Move]:
    """What the users read off the board."""
    points = yield from asking_expand.how_much(queries.light_bounds(state, side), DEVELOPMENT)
    cubes: dict[Resource, int] = {}
    for each, n in side.cubes.items():
        if n:
            prompt = say("How many {resource} cubes do you pay?", N_("{resource} cubes?"), resource=RESOURCES[each])
            cubes[each] = yield from Count(
                key=f"cubes-{each}", prompt=prompt, high=n, usual=0, icon=RESOURCE_ICONS[each]
            )
    letter: Bonus = "none"
    if DISCOVERIES[tile].row < ROWS:
        letters = tuple(Option[Bonus](each, bonus_label(each), icon=BONUS_ICONS[each]) for each in BONUSES)
        nothing = Option[str]("none", say("No bonus", N_("No bonus")))
        prompt = say("Which bonus?", N_("Which bonus?"))
        chosen = yield from Pick[str](key="bonus", prompt=prompt, options=(*letters, nothing))
        letter = next((each for each in BONUSES if each == chosen), "none")
    parts = queries_prices.entered(points)
    act = say("Take {what} for {n}", N_("Take it for {n}"), what=DISCOVERIES[tile].label, n=points)
    yield from asking_price.ask_price(side, parts, act, queries.won(state, tile, letter))
    return Record(tile, points, cubes, letter)


# -- wonders -----------------------------------------------------------------------------------------------------


def building(state: State, side: Side) -> Pick[str]:
    """The wonders, in the order of their columns. Section 5.2."""
    options = tuple(_wonder(state, side, key) for key in state.wonders or WONDERS)
    prompt = say("Which wonder?", N_("Which wonder?"))
    return Pick[str](key="wonder", prompt=prompt, options=options, usual=sought(state, side, "build"))


def _wonder(state: State, side: Side, key: str) -> Option[str]:
    reason = reasons.wonder_reason(state, side, key)
    facts = box_facts.wonder(state.box, key)
    if facts is None:
        hint = say("Stars not known yet", short=N_("Stars not known"))
        return Option(key, WONDERS[key], hint=hint, icon="temple", reason=reason)
    stars, points = facts
    if state.light:
        hint = say("Needs {stars}, worth {points}.", stars=number_of_stars(stars), points=number_of_points(points))
        return Option(key, WONDERS[key], hint=hint, icon="temple", reason=reason)
    own = queries.stars_here(state, side, key)
    hint = say(
        "You have {own} of {stars}; worth {points}.",
        own=own,
        stars=number_of_stars(stars),
        points=number_of_points(points),
    )
    cost = Amount(queries_prices.total(queries_prices.wonder(side)), "clock", say("action points"))
    return Option(key, WONDERS[key], price=(cost,), hint=hint, icon="temple", reason=reason)


def ask_build(state: State, side: Side) -> Asking[Move]:
    key = yield from building(state, side)
    if box_facts.wonder(state.box, key) is None:
        return LookUp("build", key)
    return (yield from together("build", WONDERS[key], _ask_building(state, side, key)))


def _ask_building(state: State, side: Side, key: str) -> Asking[Move]:
    points = (yield from asking_expand.how_much(queries.light_bounds(state, side), DEVELOPMENT)) if state.light else 0
    parts = queries_prices.entered(points) if state.light else queries_prices.wonder(side)
    act = say("Build {what} for {n}", N_("Build it for {n}"), what=WONDERS[key], n=queries_prices.total(parts))
    yield from asking_price.ask_price(side, parts, act)
    return Build(key, points)
