"""Why an action, a card, a cube or a lost settler is out of reach, or None. Sections 4 to 7 and 9."""

from __future__ import annotations

from companion.core.options import branch_reason
from companion.core.wording import N_, Message, SeatName, say, say_n
from companion.games.olympos import box_facts, queries, queries_prices
from companion.games.olympos.moves import Leaving
from companion.games.olympos.state import Side, State
from companion.games.olympos.tables import DISCOVERIES, RESOURCES, WONDERS, Bonus, Resource
from companion.games.olympos.words import lacking_words


def cost_reason(state: State, side: Side, cost: int, hourglasses: int = 0) -> Message | None:
    """Section 9: no action may carry the token past the Cross."""
    over = cost - queries_prices.budget(state, side, hourglasses)
    if over <= 0:
        return None
    short = N_("Beyond the Cross: {n}")
    return say_n("That goes {n} space beyond the Cross.", "That goes {n} spaces beyond the Cross.", over, short)


# -- expansion: section 4 ----------------------------------------------------------------------------------------


NOBODY_THERE = say("There is nobody to fight.")
NONE_COVERED = say("You have no covered settler.", short=N_("None is covered"))
YOURS_ALREADY = say("You own this discovery.", short=N_("You own it"))


def source_reason(state: State, side: Side, source: Leaving) -> Message | None:
    """A settler must be there, and have somewhere to go."""
    if source == "new" and side.stock == 0:
        return say("No settler in your stock.", short=N_("No settler in stock"))
    if source == "covered" and side.covered == 0:
        return NONE_COVERED
    if source in RESOURCES and (missing := no_territory(side, source)):
        return missing
    return branch_reason(target_reason(state, side, source, target) for target in queries.targets(state, side))


def no_territory(side: Side, resource: Resource) -> Message | None:
    if side.tokens[resource]:
        return None
    return say("You control no {resource} territory.", short=N_("No {resource}"), resource=RESOURCES[resource])


def target_reason(state: State, side: Side, source: Leaving, target: str) -> Message | None:
    if target not in queries.targets(state, side):
        return NOBODY_THERE
    return _nothing_there(state, side, source, target) or cost_reason(
        state, side, queries.least_cost(state, side, source, target)
    )


def _nothing_there(state: State, side: Side, source: Leaving, target: str) -> Message | None:
    if target == "tribe" and state.tribes == 0:
        return say("No tribe is left.", short=N_("No tribe is left"))
    if target == "own":
        own = side.controlled - int(source in RESOURCES)
        return say("You have no other territory.", short=N_("No other territory")) if own <= 0 else None
    if target == "sea":
        return say("The Siren keeps you from the sea.", short=N_("Siren: no sea")) if side.marks["siren"] else None
    return branch_reason(resource_reason(state, source, target, resource) for resource in RESOURCES)


def resource_reason(state: State, source: Leaving, target: str, resource: Resource) -> Message | None:
    """Section 4: a token of the territory's resource comes from the stock, or from whoever controlled it."""
    if not target.isdecimal():
        return None if state.tokens[resource] > 0 or source == resource else no_token(resource)
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


def heir_reason(state: State, heir: int, what: str, taken: Resource | None) -> Message | None:
    """The token left goes to the heir: it is not there for the territory taken as well."""
    if heir and what in RESOURCES and what == taken and state.tokens[taken] == 0:
        return no_token(taken)
    return None


# -- development -------------------------------------------------------------------------------------------------


def printed_reason(state: State, side: Side, space: str) -> Message | None:
    """What stands in the way of a discovery whatever it costs. Section 5.1."""
    pile = state.piles.get(space)
    if pile is None:
        return say("There is no such space.")
    if side.has(pile.tile):
        return YOURS_ALREADY
    return say("No tile is left.", short=N_("No tile is left")) if pile.left == 0 else None


def discovery_reason(state: State, side: Side, space: str) -> Message | None:
    """Section 5.1: not owned, still there, payable, and not beyond the Cross."""
    if (reason := printed_reason(state, side, space)) or box_facts.unknown_for(state, space):
        return reason
    found = box_facts.pattern(state.box, space) or box_facts.Pattern({}, ())
    if not queries.payable(side.tokens, side.cubes, found):
        missing = queries.lacking(side.tokens, side.cubes, found)
        what = lacking_words(missing.explicit, missing.grey)
        return say("You lack {what}.", N_("Resources missing"), what=what)
    cost = queries_prices.total(queries_prices.discovery(side, set(found.explicit)))
    return cost_reason(state, side, cost, queries.most_won(state, space))


NO_DISCOVERY = say("No discovery is left for you.", short=N_("None left for you"))


def discovering_reason(state: State, side: Side) -> Message | None:
    """Why no discovery can be taken: what is in the way of the one that comes nearest."""
    if any(discovery_reason(state, side, space) is None for space in state.piles):
        return None
    left = [space for space in state.piles if printed_reason(state, side, space) is None]
    if not left:
        return NO_DISCOVERY
    return min((_distance(state, side, space) for space in left), key=lambda each: each[:2])[2]


def _distance(state: State, side: Side, space: str) -> tuple[int, int, Message | None]:
    """The resources a discovery lacks, its action points, and the reason with its name."""
    found = box_facts.pattern(state.box, space) or box_facts.Pattern({}, ())
    cost = queries_prices.total(queries_prices.discovery(side, set(found.explicit))) - queries.most_won(state, space)
    if queries.payable(side.tokens, side.cubes, found):
        return 0, cost, discovery_reason(state, side, space)
    missing = queries.lacking(side.tokens, side.cubes, found)
    reason = say(
        "For {tile} you lack {what}.",
        N_("Resources missing"),
        tile=DISCOVERIES[state.piles[space].tile].label,
        what=lacking_words(missing.explicit, missing.grey),
    )
    return sum(missing.explicit.values()) + sum(missing.grey), cost, reason


def bonus_reason(state: State, side: Side, space: str, bonus: Bonus) -> Message | None:
    found = box_facts.pattern(state.box, space)
    cost = queries_prices.total(queries_prices.discovery(side, set(found.explicit if found else ())))
    return cost_reason(state, side, cost, queries.won(state, state.piles[space].tile, bonus))


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
        return YOURS_ALREADY
    return cost_reason(state, side, 1)


def recording_reason(state: State, side: Side) -> Message | None:
    """A light play: why no discovery can be taken."""
    left = (tile for tile in DISCOVERIES if not side.has(tile))
    return branch_reason((record_reason(state, side, tile) for tile in left), NO_DISCOVERY)


def wonder_reason(state: State, side: Side, key: str) -> Message | None:
    """Section 5.2: each exists once and needs its stars; what is not known yet is looked up first."""
    if key not in WONDERS or (not state.light and key not in state.wonders):
        return say("There is no such wonder.")
    if owner := next((other for other in state.sides if other.wonders[key]), None):
        return say("{seat} has built it.", N_("{seat} has it"), seat=SeatName(owner.seat))
    if state.light:
        return cost_reason(state, side, 1)
    if box_facts.wonder(state.box, key) is None:
        return None
    if missing := stars_lacking(state, side, key):
        return say_n("You lack {n} star.", "You lack {n} stars.", missing, N_("Stars missing: {n}"))
    return cost_reason(state, side, queries_prices.total(queries_prices.wonder(side)))


def stars_lacking(state: State, side: Side, key: str) -> int:
    """How many stars a seat is short of for a wonder; none where they are not known."""
    facts = box_facts.wonder(state.box, key)
    return 0 if facts is None else max(0, facts[0] - queries.stars_here(state, side, key))


def building_reason(state: State, side: Side) -> Message | None:
    """Why no wonder can be built: what is in the way of the one that comes nearest."""
    left = [key for key in state.wonders or WONDERS if not any(other.wonders[key] for other in state.sides)]
    if not left:
        return say("All wonders are built.", short=N_("All are built"))
    if any(wonder_reason(state, side, key) is None for key in left):
        return None
    near = min(left, key=lambda key: stars_lacking(state, side, key))
    missing = stars_lacking(state, side, near)
    if state.light or not missing:
        return wonder_reason(state, side, near)
    return say_n(
        "For {wonder} you lack {n} star.",
        "For {wonder} you lack {n} stars.",
        missing,
        N_("Stars missing: {n}"),
        wonder=WONDERS[near],
    )


# -- cards, cubes and lost settlers: sections 6 and 7 ------------------------------------------------------------


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
            return NONE_COVERED
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


# -- passing: section 9 ------------------------------------------------------------------------------------------


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
