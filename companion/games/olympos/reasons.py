"""Why an action is out of reach, or None: asked by the questions and by the rules alike."""

from __future__ import annotations

from companion.core.wording import N_, Message, SeatName, say, say_n
from companion.games.olympos import box, queries_prices
from companion.games.olympos.moves import Expand
from companion.games.olympos.state import Leaving, Side, State
from companion.games.olympos.tables import (
    BONUS_HOURGLASSES,
    CAVALRY_HOURGLASSES,
    CHEAPENING,
    DISCOVERIES,
    HOURGLASSES,
    RESOURCES,
    WONDERS,
    Bonus,
    Resource,
    Special,
    bonuses_at,
    row_of,
)

LEAST_FIGHT = 2
"""A land space and a fight with more swords: no attack is cheaper."""

MOST_SPACES = 40
"""More spaces of one kind than any way on the map has."""

NOBODY_THERE = say("There is nobody to fight.")
NO_SETTLER = say("No settler in your stock.", short=N_("No settler in stock"))
SIREN = say("The Siren keeps you from the sea.", short=N_("Siren: no sea"))


def too_far(over: int) -> Message:
    return say_n(
        "That goes {n} space beyond the Cross.",
        "That goes {n} spaces beyond the Cross.",
        over,
        N_("Beyond the Cross: {n}"),
    )


def cost_reason(state: State, side: Side, cost: int, hourglasses: int = 0) -> Message | None:
    """Section 9: no action may carry the token past the Cross."""
    over = cost - queries_prices.budget(state, side, hourglasses)
    return too_far(over) if over > 0 else None


# -- expansion ---------------------------------------------------------------------------------------------------


def targets(state: State, side: Side) -> list[str]:
    """Where a move may end. Section 4."""
    anywhere = ["own", "sea"] if state.options.end_anywhere else []
    return ["empty", "tribe", *(str(other.seat) for other in state.others(side)), *anywhere]


def source_reason(state: State, side: Side, source: Leaving) -> Message | None:
    """A settler must be there, and have somewhere to go."""
    if source == "new":
        missing = NO_SETTLER if side.stock == 0 else None
    elif source == "covered":
        missing = say("You have no covered settler.", short=N_("None is covered")) if side.covered == 0 else None
    else:
        missing = no_territory(side, source)
    if missing:
        return missing
    reasons = [target_reason(state, side, source, target) for target in targets(state, side)]
    return None if None in reasons else reasons[0]


def no_territory(side: Side, resource: Resource) -> Message | None:
    if side.tokens[resource]:
        return None
    return say("You control no {resource} territory.", short=N_("No {resource}"), resource=RESOURCES[resource])


def target_reason(state: State, side: Side, source: Leaving, target: str) -> Message | None:
    if target not in targets(state, side):
        return NOBODY_THERE
    return _nothing_there(state, side, source, target) or cost_reason(
        state, side, least_cost(state, side, source, target)
    )


def _nothing_there(state: State, side: Side, source: Leaving, target: str) -> Message | None:
    if target == "tribe" and state.tribes == 0:
        return say("No tribe is left.", short=N_("No tribe is left"))
    if target == "own":
        own = side.controlled - int(source in RESOURCES)
        return say("You have no other territory.", short=N_("No other territory")) if own <= 0 else None
    if target == "sea":
        return SIREN if side.marks["siren"] else None
    reasons = [resource_reason(state, source, target, resource) for resource in RESOURCES]
    return None if None in reasons else reasons[0]


def resource_reason(state: State, source: Leaving, target: str, resource: Resource) -> Message | None:
    """Section 4: a token of the territory's resource comes from the stock, or from whoever controlled it."""
    if not target.isdecimal():
        there = state.tokens[resource] > 0 or source == resource
        return (
            None
            if there
            else say("No {resource} token is left.", N_("No {resource} left"), resource=RESOURCES[resource])
        )
    if state.side(int(target)).tokens[resource]:
        return None
    return say(
        "{seat} controls no {resource} territory.",
        N_("No {resource} there"),
        seat=SeatName(int(target)),
        resource=RESOURCES[resource],
    )


def no_token(resource: Resource) -> Message:
    return say("No {resource} token is left.", N_("No {resource} left"), resource=RESOURCES[resource])


def specials(state: State, target: str, resource: Resource | None) -> list[Special]:
    """What the territory taken may have. A tribe's territory is a starred one anyway. Section 4."""
    stars, zeus, atlantis = state.open_stars, state.zeus_free, 1
    if target in ("own", "sea"):
        return []
    if target.isdecimal():
        other = state.side(int(target))
        stars, zeus, atlantis = other.stars, other.zeus, other.atlantis
    found: list[tuple[Special, bool]] = [
        ("star", stars > 0 and target != "tribe"),
        ("olympos", zeus > 0 and resource == "stone"),
        ("atlantis", atlantis > 0),
    ]
    return [special for special, there in found if there]


def own_specials(side: Side, resource: str) -> list[Special]:
    """What a territory that is left may have."""
    found: list[tuple[Special, bool]] = [
        ("star", side.stars > 0),
        ("olympos", side.zeus > 0 and resource == "stone"),
        ("atlantis", side.atlantis > 0),
    ]
    return [special for special, there in found if there and resource in RESOURCES]


def heirs(state: State, what: str) -> list[int]:
    """Whose settler may lie on top in a territory that is left: nobody's (0), or somebody's who was covered."""
    return [0, *(other.seat for other in state.sides if other.covered)] if what in RESOURCES else [0]


def heir_reason(state: State, heir: int, what: str, taken: Resource | None) -> Message | None:
    """The token left goes to the heir: it is not there for the territory taken as well."""
    if heir and what in RESOURCES and what == taken and state.tokens[taken] == 0:
        return no_token(taken)
    return None


def least_cost(state: State, side: Side, source: Leaving, target: str) -> int:
    """The least that an expansion from here to there may cost."""
    if state.light:
        return LEAST_FIGHT if target == "tribe" or target.isdecimal() else 1
    at_sea = target == "sea"
    least = Expand(source, target, sea=int(at_sea), land=int(not at_sea), runs=int(not at_sea))
    return queries_prices.total(queries_prices.expansion(state, side, least))


def sea_bounds(state: State, side: Side, source: Leaving, target: str) -> tuple[int, int]:
    """How many sea spaces the way may have. Section 4 and, for the Siren, section 7."""
    low = int(target == "sea")
    if side.marks["siren"]:
        return low, low
    each = queries_prices.sea_space(side)
    left = queries_prices.budget(state, side) - least_cost(state, side, source, target)
    return low, low + (min(MOST_SPACES, left // each) if each > 0 else MOST_SPACES)


def land_bounds(state: State, side: Side, move: Expand) -> tuple[int, int]:
    """How many land spaces the way may have once the sea is counted; the one taken is land itself."""
    low = int(move.target != "sea")
    if side.has("cavalry"):
        return low, MOST_SPACES
    least = Expand(move.source, move.target, sea=move.sea, land=low, runs=low)
    left = queries_prices.budget(state, side) - queries_prices.total(queries_prices.expansion(state, side, least))
    return low, low + max(0, min(MOST_SPACES - low, left))


def run_bounds(state: State, side: Side, move: Expand) -> tuple[int, int]:
    """In how many unbroken runs the land lies: the sea divides it."""
    low = int(move.land > 0)
    least = Expand(move.source, move.target, sea=move.sea, land=move.land, runs=low)
    left = queries_prices.budget(state, side) - queries_prices.total(queries_prices.expansion(state, side, least))
    return low, max(low, min(move.land, move.sea + 1, low + max(0, left)))


def light_bounds(state: State, side: Side, least: int = 1) -> tuple[int, int]:
    """What users may enter as the price of an action."""
    return least, max(least, min(MOST_SPACES, queries_prices.budget(state, side)))


# -- development -------------------------------------------------------------------------------------------------


def printed_reason(state: State, side: Side, space: str) -> Message | None:
    """What stands in the way of a discovery whatever it costs. Section 5.1."""
    pile = state.piles.get(space)
    if pile is None:
        return say("There is no such space.")
    if side.has(pile.tile):
        return say("You own this discovery.", short=N_("You own it"))
    return say("No tile is left.", short=N_("No tile is left")) if pile.left == 0 else None


def unknown_for(state: State, space: str) -> tuple[str, str] | None:
    """The kind and key of what is to be looked up before the discovery on ``space`` can be taken."""
    found = box.pattern(state.box, space)
    if found is None:
        return "space", space
    if len(found.bonuses) < bonuses_at(row_of(space), len(state.sides)):
        return "bonus", space
    tile = state.piles[space].tile
    return ("tile", tile) if tile in CHEAPENING and box.tile_resources(state.box, tile) is None else None


def discovery_reason(state: State, side: Side, space: str) -> Message | None:
    """Section 5.1: not owned, still there, payable, and not beyond the Cross."""
    if (reason := printed_reason(state, side, space)) or unknown_for(state, space):
        return reason
    found = box.pattern(state.box, space) or box.Pattern({}, ())
    if not box.payable(side.tokens, side.cubes, found):
        return say("You cannot pay the resources.", short=N_("Resources missing"))
    cost = queries_prices.total(queries_prices.discovery(side, set(found.explicit)))
    return cost_reason(state, side, cost, most_won(state, space))


def free_bonuses(state: State, space: str) -> list[tuple[int, Bonus]]:
    """The bonuses under a discovery that nobody has taken, with their numbers. Section 5.1."""
    letters = box.bonus_letters(state.box, space, len(state.sides))
    taken = state.piles[space].taken
    return [(n, letter) for n, letter in enumerate(letters) if n < len(taken) and not taken[n]]


def won(state: State, tile: str, bonus: Bonus) -> int:
    """Hourglasses that a discovery brings and that may pay for it. Option ``bonus-hourglasses``."""
    if not state.options.bonus_hourglasses:
        return 0
    brought = (BONUS_HOURGLASSES if bonus == "B" else 0) + (CAVALRY_HOURGLASSES if tile == "cavalry" else 0)
    return min(brought, hourglass_room(state))


def most_won(state: State, space: str) -> int:
    tile = state.piles[space].tile
    return max((won(state, tile, letter) for _, letter in free_bonuses(state, space)), default=won(state, tile, "none"))


def bonus_reason(state: State, side: Side, space: str, bonus: Bonus) -> Message | None:
    found = box.pattern(state.box, space)
    cost = queries_prices.total(queries_prices.discovery(side, set(found.explicit if found else ())))
    return cost_reason(state, side, cost, won(state, state.piles[space].tile, bonus))


def shown_reason(state: State, tile: str, resource: Resource) -> Message | None:
    """Section 5.1: each of the two tiles shows another resource; the first to take one chooses."""
    key = queries_prices.cheaper_key(tile, resource)
    if any(side.cheaper[key] for side in state.sides):
        return say("That tile is taken.", short=N_("That tile is taken"))
    return None


def record_reason(state: State, side: Side, tile: str) -> Message | None:
    """A light play: what can be known of a discovery without its board."""
    if tile not in DISCOVERIES:
        return say("There is no such discovery.")
    if side.has(tile):
        return say("You own this discovery.", short=N_("You own it"))
    return cost_reason(state, side, 1)


def wonder_reason(state: State, side: Side, key: str) -> Message | None:
    """Section 5.2: each exists once and needs its stars; what is not known yet is looked up first."""
    if key not in WONDERS or (not state.light and key not in state.wonders):
        return say("There is no such wonder.")
    if owner := next((other for other in state.sides if other.wonders[key]), None):
        return say("{seat} has built it.", N_("{seat} has it"), seat=SeatName(owner.seat))
    if state.light:
        return cost_reason(state, side, 1)
    facts = box.wonder(state.box, key)
    if facts is None:
        return None
    missing = facts[0] - stars_here(state, side, key)
    if missing > 0:
        return say_n("{n} star is missing.", "{n} stars are missing.", missing, N_("Stars missing: {n}"))
    return cost_reason(state, side, queries_prices.total(queries_prices.wonder(side)))


def stars_here(state: State, side: Side, key: str) -> int:
    """The stars of a side for a wonder; in a light play those of its column are not known."""
    return (
        queries_prices.stars_for(side, state.wonders.index(key) + 1)
        if key in state.wonders
        else queries_prices.own_stars(side)
    )


# -- the rest ----------------------------------------------------------------------------------------------------


def hourglass_room(state: State) -> int:
    """Hourglasses left in the stock, where the table plays with a limit."""
    if not state.options.hourglass_limit:
        return 1000
    return max(0, HOURGLASSES - sum(side.hourglasses for side in state.sides))


def any_action(state: State, side: Side) -> bool:
    """Whether anything but passing is open to the side."""
    if state.light:
        return queries_prices.budget(state, side) > 0
    sources: tuple[Leaving, ...] = ("new", "covered", "grain", "stone", "wood", "gold")
    return (
        any(source_reason(state, side, source) is None for source in sources)
        or any(discovery_reason(state, side, space) is None for space in state.piles)
        or any(wonder_reason(state, side, key) is None for key in state.wonders)
    )


def pass_reason(state: State, side: Side) -> Message | None:
    """Section 9: from the last Zeus space on; before it only who can do nothing else."""
    if queries_prices.last_phase(state, side) or not any_action(state, side):
        return None
    return say("Only from the last Zeus space on.", short=N_("Not before last Zeus"))


def card_reason(state: State, side: Side) -> Message | None:
    """Whoever has said to keep the cards acts first."""
    if not side.hand:
        return say("You hold no Destiny card.", short=N_("No Destiny card"))
    return say("You keep your cards until you have acted.", short=N_("You keep them")) if state.kept else None


def face_reason(state: State, side: Side, face: str) -> Message | None:
    """Whether a Destiny card would do anything now. Section 6."""
    if face == "zeus":
        return say("Only after an Olympos card is revealed.", short=N_("After an Olympos card"))
    useless = say("It would bring nothing now.", short=N_("Nothing now"))
    match face:
        case "wood" | "grain" if side.tokens["wood" if face == "wood" else "grain"] == 0:
            return useless
        case "set" if not all(side.tokens.values()):
            return useless
        case "stone" if not most_stone(state, side):
            return useless
    return None


def most_stone(state: State, side: Side) -> bool:
    """Section 6, and section 12 for a tie."""
    mine, best = side.tokens["stone"], max(other.tokens["stone"] for other in state.others(side))
    if mine != best:
        return mine > best
    if state.options.stone_tie == "all":
        return mine > 0
    rivals = any(other.has("democracy") for other in state.others(side) if other.tokens["stone"] == mine)
    return state.options.stone_tie == "democracy" and mine > 0 and side.has("democracy") and not rivals


def lost_reason(state: State, side: Side, what: str) -> Message | None:
    """What Hades may take. Section 7, and section 12 for covered settlers."""
    if what == "covered":
        if side.covered == 0 and side.controlled:
            return say("You have no covered settler.", short=N_("None is covered"))
        allowed = state.options.hades_covered or side.controlled == 0
        return None if allowed else say("He takes none that is covered.", short=N_("Not a covered one"))
    return next((no_territory(side, resource) for resource in RESOURCES if resource == what), NOBODY_THERE)


def cube_reason(state: State, resource: Resource) -> Message | None:
    """A cube that the stock still has; when it has none at all, it does not matter which."""
    if state.cubes[resource] or not any(state.cubes.values()):
        return None
    return say("No {resource} cube is left.", N_("No {resource} left"), resource=RESOURCES[resource])


def zeus_reason(held: int, cards: int) -> Message | None:
    """Nobody adds more Zeus cards than the hand holds."""
    if cards <= held:
        return None
    return say("You hold no such card.", short=N_("You hold none")) if held == 0 else say("You hold fewer than that.")
