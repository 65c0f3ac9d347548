"""Development: taking a discovery, with one of its bonuses. Sections 5.1 and 8."""

from __future__ import annotations

from collections.abc import Generator
from itertools import permutations

from companion.core.forms import together
from companion.core.options import Amount, Option, branch_reason
from companion.core.questions import Answer, Asking, Count, Pick, Place, Question
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, in_a_row, listed, say
from companion.games.olympos import box, gains, tables, time_track, words
from companion.games.olympos.box import Pattern
from companion.games.olympos.facts import LOOK_UP_FIRST
from companion.games.olympos.moves import Discover, LookUp, Move, Record
from companion.games.olympos.pieces import cubes as cubes_of
from companion.games.olympos.pieces import instruct_bonus, instruct_tile
from companion.games.olympos.state import Cubes, Draw, Side, State
from companion.games.olympos.tables import Bonus, Resource
from companion.games.olympos.time_track import Part

# -- what it costs ------------------------------------------------------------------------------------------------


def price(side: Side, needed: set[Resource]) -> list[Part]:
    """Every part of the price of a discovery in action points. ``needed`` are the resources it names. Section 5.1."""
    parts = [
        Part(tables.DEVELOPMENT, say("development"), "hammer"),
        Part(-tables.REDUCTION * reductions(side, needed), say("Money and Agriculture"), "coin"),
        Part(time_track.erinyes(side), say("Erinyes"), "warning"),
    ]
    return [part for part in parts if part.points]


def reductions(side: Side, needed: set[Resource]) -> int:
    """How many of the seat's Money and Agriculture tiles show a resource that the price names. Section 5.1."""
    return sum(1 for key, n in side.cheaper.items() if n and _shown(key) in needed)


def _shown(key: str) -> str:
    """The resource that a tile of Money or Agriculture shows, from its key."""
    return key.split(".")[1]


def needs(explicit: dict[Resource, int], grey: tuple[int, ...]) -> list[dict[Resource, int]]:
    """Every way to pay: each grey group is paid with one type that no other part of the price uses. Section 5.1."""
    free = [resource for resource in tables.RESOURCES if resource not in explicit]
    return [{**explicit, **dict(zip(types, grey, strict=True))} for types in permutations(free, len(grey))]


def payable(tokens: dict[Resource, int], cubes: dict[Resource, int], printed: Pattern) -> bool:
    """Whether any payment is possible. The largest grey group takes the type the seat has most of. Section 5.1."""
    have = {resource: tokens[resource] + cubes[resource] for resource in tables.RESOURCES}
    if any(have[resource] < n for resource, n in printed.explicit.items()):
        return False
    free = sorted((n for resource, n in have.items() if resource not in printed.explicit), reverse=True)
    return len(printed.grey) <= len(free) and all(n <= most for n, most in zip(printed.grey, free, strict=False))


def lacking(tokens: dict[Resource, int], cubes: dict[Resource, int], printed: Pattern) -> Pattern:
    """What is missing for a payment, with grey groups paired with types as in ``payable``; empty if it can be paid."""
    have = {resource: tokens[resource] + cubes[resource] for resource in tables.RESOURCES}
    explicit = {resource: n - have[resource] for resource, n in printed.explicit.items() if n > have[resource]}
    free = sorted((n for resource, n in have.items() if resource not in printed.explicit), reverse=True)
    return Pattern(explicit, tuple(n - most for n, most in zip(printed.grey, free, strict=False) if n > most))


def payments(tokens: dict[Resource, int], cubes: dict[Resource, int], printed: Pattern) -> list[dict[Resource, int]]:
    """The cubes spent in each possible payment that spends the fewest; empty if it cannot be paid. Section 5.1."""
    found: list[dict[Resource, int]] = []
    for need in needs(printed.explicit, printed.grey):
        spent = {resource: n - tokens[resource] for resource, n in need.items() if n > tokens[resource]}
        if all(n <= cubes[resource] for resource, n in spent.items()) and spent not in found:
            found.append(spent)
    fewest = min((sum(spent.values()) for spent in found), default=0)
    return [spent for spent in found if sum(spent.values()) == fewest]


def free_bonuses(state: State, space: str) -> list[tuple[int, Bonus]]:
    """Bonuses under a discovery that are not taken yet: number and letter. Section 5.1."""
    letters = box.bonus_letters(state.box, space, len(state.sides))
    taken = state.piles[space].taken
    return [(n, letter) for n, letter in enumerate(letters) if n < len(taken) and not taken[n]]


def hourglasses_won(state: State, tile: str, bonus: Bonus) -> int:
    """Hourglasses that a discovery brings, if they may be used to pay for it. Option ``bonus-hourglasses``."""
    if not state.options.bonus_hourglasses:
        return 0
    brought = (tables.BONUS_HOURGLASSES if bonus == "B" else 0) + (
        tables.CAVALRY_HOURGLASSES if tile == "cavalry" else 0
    )
    return min(brought, gains.hourglass_room(state))


def most_hourglasses_won(state: State, space: str) -> int:
    """The most hourglasses that any free bonus of this space, with its tile, brings."""
    tile = state.piles[space].tile
    return max(
        (hourglasses_won(state, tile, letter) for _, letter in free_bonuses(state, space)),
        default=hourglasses_won(state, tile, "none"),
    )


# -- why it is not possible ---------------------------------------------------------------------------------------

YOURS_ALREADY = say("You own this discovery.", short=N_("You own it"))


def printed_reason(state: State, side: Side, space: str) -> Message | None:
    """Why a seat cannot take a discovery no matter what it can pay, or None. Section 5.1."""
    pile = state.piles.get(space)
    if pile is None:
        return say("There is no such space.")
    if side.has(pile.tile):
        return YOURS_ALREADY
    return say("No tile is left.", short=N_("No tile is left")) if pile.left == 0 else None


def discovery_reason(state: State, side: Side, space: str) -> Message | None:
    """Why a discovery cannot be taken, or None; None also while its printed values are unknown. Section 5.1."""
    if (reason := printed_reason(state, side, space)) or box.unknown_for(state, space):
        return reason
    found = box.pattern(state.box, space) or Pattern({}, ())
    if not payable(side.tokens, side.cubes, found):
        missing = lacking(side.tokens, side.cubes, found)
        what = words.lacking_words(missing.explicit, missing.grey)
        return say("You lack {what}.", N_("Resources missing"), what=what)
    cost = time_track.total(price(side, set(found.explicit)))
    return time_track.cost_reason(state, side, cost, most_hourglasses_won(state, space))


NO_DISCOVERY = say("No discovery is left for you.", short=N_("None left for you"))


def discovering_reason(state: State, side: Side) -> Message | None:
    """Why no discovery can be taken, or None: the reason of the discovery for which least is missing."""
    if any(discovery_reason(state, side, space) is None for space in state.piles):
        return None
    left = [space for space in state.piles if printed_reason(state, side, space) is None]
    if not left:
        return NO_DISCOVERY
    return min((_distance(state, side, space) for space in left), key=lambda each: each[:2])[2]


NAMED = 2
"""How many possible discoveries are named before one is chosen."""


def in_reach(state: State, side: Side) -> Message | None:
    """The words for the discoveries that a seat can take, the first ``NAMED`` by name; None if their prices are
    unknown.
    """
    known = [space for space in state.piles if not box.unknown_for(state, space)]
    names = [
        tables.DISCOVERIES[state.piles[space].tile].label
        for space in known
        if discovery_reason(state, side, space) is None
    ]
    if not names:
        return None
    short = N_("{n} in reach")
    if len(names) <= NAMED:
        return say("In reach: {what}.", short, what=listed(names), n=len(names))
    more = len(names) - NAMED
    return say("In reach: {what} and {more} more.", short, what=in_a_row(names[:NAMED]), more=more, n=len(names))


def _distance(state: State, side: Side, space: str) -> tuple[int, int, Message | None]:
    """Sort key for a discovery: resources missing, action points missing; then the reason why it cannot be taken, which
    names it.
    """
    found = box.pattern(state.box, space) or Pattern({}, ())
    cost = time_track.total(price(side, set(found.explicit))) - most_hourglasses_won(state, space)
    if payable(side.tokens, side.cubes, found):
        return 0, cost, discovery_reason(state, side, space)
    missing = lacking(side.tokens, side.cubes, found)
    reason = say(
        "For {tile} you lack {what}.",
        N_("Resources missing"),
        tile=tables.DISCOVERIES[state.piles[space].tile].label,
        what=words.lacking_words(missing.explicit, missing.grey),
    )
    return sum(missing.explicit.values()) + sum(missing.grey), cost, reason


def shown_reason(state: State, tile: str, resource: Resource) -> Message | None:
    """Why this tile of Money or Agriculture cannot be taken, or None: the two show different resources. Section 5.1."""
    key = tables.cheaper_key(tile, resource)
    if any(side.cheaper[key] for side in state.sides):
        return say("That tile is taken.", short=N_("That tile is taken"))
    return None


def bonus_reason(state: State, side: Side, space: str, bonus: Bonus) -> Message | None:
    """Why a bonus cannot be taken, or None: without its hourglasses the token would pass the Cross."""
    found = box.pattern(state.box, space)
    cost = time_track.total(price(side, set(found.explicit if found else ())))
    return time_track.cost_reason(state, side, cost, hourglasses_won(state, state.piles[space].tile, bonus))


def record_reason(state: State, side: Side, tile: str) -> Message | None:
    """Light level: why a discovery cannot be taken, or None, as far as is known without the board."""
    if tile not in tables.DISCOVERIES:
        return say("There is no such discovery.")
    if side.has(tile):
        return YOURS_ALREADY
    return time_track.cost_reason(state, side, 1)


def recording_reason(state: State, side: Side) -> Message | None:
    """Light level: why no discovery can be taken, or None."""
    left = (tile for tile in tables.DISCOVERIES if not side.has(tile))
    return branch_reason((record_reason(state, side, tile) for tile in left), NO_DISCOVERY)


# -- its effect ---------------------------------------------------------------------------------------------------

NOT_LIKE_THAT = say("That cannot be paid like that.")


def discover(step: Step[State], move: Discover) -> None:
    """Take a discovery: pay its resources, take tile and bonus, pay its action points. Section 5.1.

    The parts of the move are checked in the order of the questions.
    """
    state, side = step.state, time_track.on_turn(step)
    if state.light:
        step.not_now()
    space = tables.space_at(move.at)
    step.require(discovering_reason(state, side) or discovery_reason(state, side, space))
    pile = state.piles[space]
    found = box.pattern(state.box, space)
    if found is None or box.unknown_for(state, space):
        step.refuse("unknown", LOOK_UP_FIRST)
    _check_shown(step, pile.tile, move)
    cubes = {resource: n for resource, n in move.cubes.items() if n}
    if cubes not in payments(side.tokens, side.cubes, found):
        step.refuse("not-payable", NOT_LIKE_THAT)
    letter = _checked_bonus(step, side, space, move.bonus)
    parts = price(side, set(found.explicit))
    _spend(step, side, cubes)
    pile.left -= 1
    if move.shows:
        side.cheaper[tables.cheaper_key(pile.tile, move.shows)] = 1
    _take(step, side, pile.tile, space, move.shows)
    if letter != "none":
        pile.taken[move.bonus] = 1
        column = tables.column_of(space)
        side.bonus[column - 1] += 1
        _take_bonus(step, side, pile.tile, letter, column)
    _pay(step, side, pile.tile, letter, parts)


def _check_shown(step: Step[State], tile: str, move: Discover) -> None:
    """Refuse a tile of Money or Agriculture that is not one of the two, or is taken."""
    shown: tuple[Resource | None, ...] = (None,)
    if tile in tables.CHEAPENING:
        shown = box.tile_resources(step.state.box, tile) or ()
    if move.shows not in shown:
        step.refuse("not-there", NOT_LIKE_THAT)
    if move.shows:
        step.require(shown_reason(step.state, tile, move.shows))


def _checked_bonus(step: Step[State], side: Side, space: str, bonus: int) -> Bonus:
    """The letter of the bonus taken, or "none" if none is left; refuse any other."""
    free = dict(free_bonuses(step.state, space))
    if not free and bonus == -1:
        return "none"
    if bonus not in free:
        step.refuse("not-there", say("That bonus is not to be had."))
    letter = free[bonus]
    step.require(bonus_reason(step.state, side, space, letter))
    return letter


def record(step: Step[State], move: Record) -> None:
    """Light level: take a discovery with the cost and the bonus that the players read off the board."""
    state, side = step.state, time_track.on_turn(step)
    if not state.light:
        step.not_now()
    step.require(recording_reason(state, side) or record_reason(state, side, move.tile))
    time_track.check_bounds(step, move.points, time_track.light_bounds(state, side))
    if any(n > side.cubes[resource] for resource, n in move.cubes.items()):
        step.refuse("not-payable", NOT_LIKE_THAT)
    _spend(step, side, {resource: n for resource, n in move.cubes.items() if n})
    _take(step, side, move.tile)
    if move.bonus != "none":
        _take_bonus(step, side, move.tile, move.bonus)
    _pay(step, side, move.tile, move.bonus, time_track.entered(move.points))


def _spend(step: Step[State], side: Side, cubes: dict[Resource, int]) -> None:
    """Return cubes to the stock."""
    if not cubes:
        return
    for resource, n in cubes.items():
        side.cubes[resource] -= n
        step.state.cubes[resource] += n
    spent = listed([cubes_of(resource, n) for resource, n in cubes.items()])
    line = say(
        "{seat} spends {cubes}.", N_("Cubes: -{n}"), seat=SeatName(side.seat), cubes=spent, n=sum(cubes.values())
    )
    step.tell(line)


def _take(step: Step[State], side: Side, tile: str, space: str = "", shows: Resource | None = None) -> None:
    """Give the tile, of this space if it is known."""
    side.tiles[tile] = 1
    instruct_tile(step, side, tile, space, shows)
    step.tell_first(_takes(side, tables.DISCOVERIES[tile].label))


def _take_bonus(step: Step[State], side: Side, tile: str, letter: Bonus, column: int | None = None) -> None:
    """Log the settler on a bonus space, and instruct the players to place it."""
    instruct_bonus(step, side, tile, letter, column)
    line = say(
        "{seat} puts a settler on bonus {letter}.", N_("Bonus {letter}"), seat=SeatName(side.seat), letter=letter
    )
    step.tell(line)


def _pay(step: Step[State], side: Side, tile: str, letter: Bonus, parts: list[Part]) -> None:
    """Pay the price and give what tile and bonus bring. The option ``bonus-hourglasses`` decides whether hourglasses of
    the bonus come before the payment. Section 12.
    """
    if step.state.options.bonus_hourglasses:
        _hourglasses(step, side, tile, letter)
        time_track.pay(step, side, parts)
    else:
        time_track.pay(step, side, parts)
        _hourglasses(step, side, tile, letter)
    _bonus(step, side, letter)
    _effect(step, side, tile)


def _takes(side: Side, what: Message) -> Message:
    return say("{seat} takes {what}.", N_("{seat}: {what}"), seat=SeatName(side.seat), what=what)


def _hourglasses(step: Step[State], side: Side, tile: str, letter: Bonus) -> None:
    """Give the hourglasses of bonus B and of Cavalry."""
    brought = (tables.BONUS_HOURGLASSES if letter == "B" else 0) + (
        tables.CAVALRY_HOURGLASSES if tile == "cavalry" else 0
    )
    if brought:
        gains.hourglasses(step, side, brought)


def _bonus(step: Step[State], side: Side, letter: Bonus) -> None:
    """Give the settler, cube or prestige points of a bonus. Section 5.1."""
    match letter:
        case "A":
            gains.settlers(step, side, 1)
        case "C":
            gains.cube(step, side, "gold")
        case "D":
            gains.prestige(step, side, tables.BONUS_PRESTIGE)
        case "none" | "B":
            pass


def _effect(step: Step[State], side: Side, tile: str) -> None:
    """Apply the immediate effect of a discovery. Section 8."""
    match tile:
        case "phalanx" | "hellenism":
            step.state.agenda.append(Draw(side.seat))
        case "commerce":
            step.state.agenda.append(Cubes(side.seat, tables.COMMERCE_CUBES))
        case "surgery":
            gains.settlers(step, side, tables.SURGERY_SETTLERS)
        case _:
            pass


# -- its question -------------------------------------------------------------------------------------------------

SHOP = "shop"
"""The widget of the development board."""

WHAT_A_DISCOVERY_COSTS = say(
    "It costs {points} action points and the resources printed on its space. Your territory tokens count and stay "
    "with you; cubes are spent. Each discovery can be had once.",
    points=tables.DEVELOPMENT,
)
WHAT_A_BONUS_BRINGS = say(
    "A settler of the general stock takes the bonus space and you get what its letter says. It also counts as a "
    "star for the wonder of its column."
)


def ask_discovery(state: State, side: Side) -> Asking[Move]:
    """Which discovery, and how to take it; one with unknown printed values is looked up first."""
    at = yield from which_discovery(state, side)
    space = tables.space_at(at)
    found = box.pattern(state.box, space)
    if found is None or box.unknown_for(state, space):
        return LookUp("discover", at)
    tile = state.piles[space].tile
    asking = _ask_taking(state, side, at, found)
    return (yield from together("discover", tables.DISCOVERIES[tile].label, asking, layout="open"))


def looked_up(state: State, side: Side) -> str | None:
    """The square of the discovery that this seat just looked up, if it can take it now; else None."""
    found = state.sought
    if found is None or (found.seat, found.through) != (side.seat, "discover"):
        return None
    return found.what if discovery_reason(state, side, tables.space_at(found.what)) is None else None


def which_discovery(state: State, side: Side) -> Pick[str]:
    """Which discovery, with prices: picked on the board, or in a list if one was just looked up."""
    options = tuple(_discovery(state, side, space) for space in state.piles)
    prompt = say("Which discovery?", N_("Which discovery?"))
    if usual := looked_up(state, side):
        return Pick[str](key="space", prompt=prompt, options=options, usual=usual, meaning=WHAT_A_DISCOVERY_COSTS)
    return Place[str](key="space", prompt=prompt, options=options, widget=SHOP, meaning=WHAT_A_DISCOVERY_COSTS)


def _discovery(state: State, side: Side, space: str) -> Option[str]:
    tile, found = state.piles[space].tile, box.pattern(state.box, space)
    reason, colour = discovery_reason(state, side, space), words.ROW_COLOURS[tables.row_of(space)]
    if found is None:
        hint = say("Price not known yet", short=N_("Price not known yet"))
        return Option(tables.square(space), tables.DISCOVERIES[tile].label, hint=hint, reason=reason, colour=colour)
    cost = time_track.total(price(side, set(found.explicit)))
    amounts = (Amount(cost, "clock", say("action points")), *resources_price(found))
    return Option(
        tables.square(space),
        tables.DISCOVERIES[tile].label,
        price=amounts,
        hint=tables.DISCOVERIES[tile].effect,
        reason=reason,
        colour=colour,
    )


def resources_price(found: Pattern) -> tuple[Amount, ...]:
    """The resources of a price: those named, then grey groups. Section 5.1."""
    explicit = tuple(
        Amount(n, tables.RESOURCE_ICONS[each], tables.RESOURCES[each]) for each, n in found.explicit.items()
    )
    return (*explicit, *(Amount(n, "shuffle", words.ANOTHER_KIND) for n in found.grey))


def _ask_taking(state: State, side: Side, at: str, found: Pattern) -> Asking[Move]:
    """Which tile of Money or Agriculture, which cubes, which bonus; then the price."""
    space = tables.space_at(at)
    tile = state.piles[space].tile
    shows = (yield from which_tile(state, tile)) if tile in tables.CHEAPENING else None
    cubes = yield from ask_payment(side, found)
    parts = price(side, set(found.explicit))
    bonus, letter = yield from ask_bonus(state, side, space, time_track.total(parts))
    act = _act(tile, cubes, parts)
    yield from time_track.ask_price(state, side, parts, act, hourglasses_won(state, tile, letter))
    return Discover(at, shows, cubes, bonus)


def _act(tile: str, cubes: dict[Resource, int], parts: list[Part]) -> Message:
    """The text of the button: which discovery, and what it costs."""
    spent = [cubes_of(each, n) for each, n in cubes.items() if n]
    what = say("Discover {what}", N_("Discover"), what=tables.DISCOVERIES[tile].label)
    return time_track.priced(what, time_track.total(parts), listed(spent) if spent else None)


def which_tile(state: State, tile: str) -> Pick[Resource]:
    """Money and Agriculture: which of the two tiles, each of which shows another resource."""
    options = tuple(
        Option(each, tables.RESOURCES[each], icon=tables.RESOURCE_ICONS[each], reason=shown_reason(state, tile, each))
        for each in box.tile_resources(state.box, tile) or ()
    )
    return Pick[Resource](
        key="shows",
        prompt=say("Which of its tiles?", N_("Which of its tiles?")),
        options=options,
        meaning=say(
            "Discoveries that need this resource by name cost you {n} action points less from now on.",
            n=tables.REDUCTION,
        ),
    )


def ask_payment(side: Side, found: Pattern) -> Generator[Question, Answer, dict[Resource, int]]:
    """Which cubes to spend; asked only if several payments spend equally few."""
    ways = payments(side.tokens, side.cubes, found)
    if len(ways) < 2:
        return ways[0] if ways else {}
    options = tuple(
        Option(
            payment_key(cubes),
            say("Pay with these cubes", N_("These cubes")),
            price=tuple(Amount(n, tables.RESOURCE_ICONS[each], tables.RESOURCES[each]) for each, n in cubes.items()),
        )
        for cubes in ways
    )
    prompt = say("Which cubes do you pay with?", N_("Which cubes go?"))
    chosen = yield from Pick[str](
        key="cubes",
        prompt=prompt,
        options=options,
        meaning=say(
            "Grey symbols may be any resource, but each group another one. Your territory tokens pay as much as they "
            "can."
        ),
    )
    return next(cubes for cubes in ways if payment_key(cubes) == chosen)


def payment_key(cubes: dict[Resource, int]) -> str:
    """The key of the option for a payment."""
    return "+".join(f"{each}-{n}" for each, n in cubes.items()) or "none"


def ask_bonus(state: State, side: Side, space: str, cost: int) -> Generator[Question, Answer, tuple[int, Bonus]]:
    """Which of the bonuses that are not taken: its number and its letter; (-1, "none") if all are taken. ``cost``: what
    the discovery costs, so that each option can say where the token goes.
    """
    free = free_bonuses(state, space)
    if not free:
        return -1, "none"
    letters = [letter for _, letter in free]
    tile = state.piles[space].tile
    options = tuple(
        Option(
            n,
            words.bonus_label(letter) if letters.count(letter) == 1 else words.one_of_alike(letter, n + 1),
            icon=tables.BONUS_ICONS[letter],
            price=(Amount(cost, "clock", say("action points")),),
            hint=time_track.goes_to(state, side, cost, hourglasses_won(state, tile, letter)),
            reason=bonus_reason(state, side, space, letter),
        )
        for n, letter in free
    )
    prompt = say("Which bonus?", N_("Which bonus?"))
    # If all bonuses give the same, the first possible one is preselected.
    first = next((option.value for option in options if option.reason is None), None)
    usual = first if len(set(letters)) == 1 else None
    chosen = yield from Pick[int](
        key="bonus", prompt=prompt, options=options, usual=usual, meaning=WHAT_A_BONUS_BRINGS, sends=usual is None
    )
    return chosen, dict(free)[chosen]


def ask_record(state: State, side: Side) -> Asking[Move]:
    """Light level: which discovery, and what it cost and brought."""
    tile = yield from which_recorded(state, side)
    return (yield from together("record", tables.DISCOVERIES[tile].label, _ask_recorded(state, side, tile)))


def which_recorded(state: State, side: Side) -> Pick[str]:
    """Light level: which discovery, of all there are."""
    options = tuple(
        Option(tile, each.label, hint=each.effect, icon="scroll", reason=record_reason(state, side, tile))
        for tile, each in tables.DISCOVERIES.items()
    )
    prompt = say("Which discovery?", N_("Which discovery?"))
    return Pick[str](key="tile", prompt=prompt, options=options, meaning=WHAT_A_DISCOVERY_COSTS)


def _ask_recorded(state: State, side: Side, tile: str) -> Asking[Move]:
    """Light level: action points, cubes and bonus, as the players read them off the board."""
    points = yield from time_track.ask_action_points(time_track.light_bounds(state, side), tables.DEVELOPMENT)
    cubes: dict[Resource, int] = {}
    for each, n in side.cubes.items():
        if n:
            prompt = say(
                "How many {resource} cubes do you pay?", N_("{resource} cubes?"), resource=tables.RESOURCES[each]
            )
            cubes[each] = yield from Count(
                key=f"cubes-{each}",
                prompt=prompt,
                high=n,
                usual=0,
                icon=tables.RESOURCE_ICONS[each],
                meaning=say("Only cubes that you give back. Territory tokens pay without being spent."),
            )
    letter: Bonus = "none"
    if tables.DISCOVERIES[tile].row < tables.ROWS:
        letters = tuple(
            Option[Bonus](each, words.bonus_label(each), icon=tables.BONUS_ICONS[each]) for each in tables.BONUSES
        )
        nothing = Option[str]("none", say("No bonus", N_("No bonus")))
        prompt = say("Which bonus?", N_("Which bonus?"))
        chosen = yield from Pick[str](
            key="bonus", prompt=prompt, options=(*letters, nothing), meaning=WHAT_A_BONUS_BRINGS
        )
        letter = next((each for each in tables.BONUSES if each == chosen), "none")
    parts = time_track.entered(points)
    act = _act(tile, cubes, parts)
    yield from time_track.ask_price(state, side, parts, act, hourglasses_won(state, tile, letter))
    return Record(tile, points, cubes, letter)
