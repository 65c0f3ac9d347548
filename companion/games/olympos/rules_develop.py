"""Discoveries and wonders into effect. Section 5."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, say
from companion.games.olympos import (
    box_facts,
    queries,
    queries_prices,
    reasons,
    rules_cards,
    rules_expand,
    rules_gains,
    tables,
)
from companion.games.olympos.agenda import Cubes, Draw
from companion.games.olympos.moves import Build, Discover, Record
from companion.games.olympos.rules_turn import finish, on_turn
from companion.games.olympos.state import Side, State

LOOK_UP_FIRST = say("That has to be looked up first.")
NOT_LIKE_THAT = say("That cannot be paid like that.")


def discover(step: Step[State], move: Discover) -> None:
    """Check it in the order in which it is asked, pay the resources, take tile and bonus, pay. Section 5.1."""
    state, side = step.state, on_turn(step)
    if state.light:
        step.not_now()
    space = tables.space_at(move.at)
    step.require(reasons.discovering_reason(state, side) or reasons.discovery_reason(state, side, space))
    pile = state.piles[space]
    found = box_facts.pattern(state.box, space)
    if found is None or box_facts.unknown_for(state, space):
        step.refuse("unknown", LOOK_UP_FIRST)
    _check_shown(step, pile.tile, move)
    cubes = {resource: n for resource, n in move.cubes.items() if n}
    if cubes not in queries.payments(side.tokens, side.cubes, found):
        step.refuse("not-payable", NOT_LIKE_THAT)
    letter = _checked_bonus(step, side, space, move.bonus)
    parts = queries_prices.discovery(side, set(found.explicit))
    _spend(state, side, cubes)
    pile.left -= 1
    if letter != "none":
        pile.taken[move.bonus] = 1
        side.bonus[tables.column_of(space) - 1] += 1
    if move.shows:
        side.cheaper[queries_prices.cheaper_key(pile.tile, move.shows)] = 1
    _take(step, side, pile.tile, letter, parts)


def _check_shown(step: Step[State], tile: str, move: Discover) -> None:
    """Money and Agriculture: the tile is one of the two, and not taken."""
    shown: tuple[tables.Resource | None, ...] = (None,)
    if tile in tables.CHEAPENING:
        shown = box_facts.tile_resources(step.state.box, tile) or ()
    if move.shows not in shown:
        step.refuse("not-there", NOT_LIKE_THAT)
    if move.shows:
        step.require(reasons.shown_reason(step.state, tile, move.shows))


def _checked_bonus(step: Step[State], side: Side, space: str, bonus: int) -> tables.Bonus:
    """The letter of the bonus taken; none where none is left."""
    free = dict(queries.free_bonuses(step.state, space))
    if not free and bonus == -1:
        return "none"
    if bonus not in free:
        step.refuse("not-there", say("That bonus is not to be had."))
    letter = free[bonus]
    step.require(reasons.bonus_reason(step.state, side, space, letter))
    return letter


def _spend(state: State, side: Side, cubes: dict[tables.Resource, int]) -> None:
    for resource, n in cubes.items():
        side.cubes[resource] -= n
        state.cubes[resource] += n


def record(step: Step[State], move: Record) -> None:
    """A light play: what the users read off the board."""
    state, side = step.state, on_turn(step)
    if not state.light:
        step.not_now()
    step.require(reasons.recording_reason(state, side) or reasons.record_reason(state, side, move.tile))
    rules_expand.within(step, move.points, queries.light_bounds(state, side))
    if any(n > side.cubes[resource] for resource, n in move.cubes.items()):
        step.refuse("not-payable", NOT_LIKE_THAT)
    _spend(state, side, move.cubes)
    _take(step, side, move.tile, move.bonus, queries_prices.entered(move.points))


def _take(step: Step[State], side: Side, tile: str, letter: tables.Bonus, parts: list[queries_prices.Part]) -> None:
    """Tile, bonus, what both bring, and the price: in this order, or with the hourglasses last. Section 12."""
    side.tiles[tile] = 1
    step.tell(_takes(side, tables.DISCOVERIES[tile].label))
    if step.state.options.bonus_hourglasses:
        _hourglasses(step, side, tile, letter)
        finish(step, side, parts)
    else:
        finish(step, side, parts)
        _hourglasses(step, side, tile, letter)
    _bonus(step, side, letter)
    _effect(step, side, tile)


def _takes(side: Side, what: Message) -> Message:
    return say("{seat} takes {what}.", N_("{seat}: {what}"), seat=SeatName(side.seat), what=what)


def _hourglasses(step: Step[State], side: Side, tile: str, letter: tables.Bonus) -> None:
    brought = (tables.BONUS_HOURGLASSES if letter == "B" else 0) + (
        tables.CAVALRY_HOURGLASSES if tile == "cavalry" else 0
    )
    if brought:
        rules_gains.hourglasses(step, side, brought)


def _bonus(step: Step[State], side: Side, letter: tables.Bonus) -> None:
    """Section 5.1."""
    match letter:
        case "A":
            rules_gains.settlers(step, side, 1)
        case "C":
            rules_gains.cube(step, side, "gold")
        case "D":
            rules_gains.prestige(step, side, tables.BONUS_PRESTIGE)


def _effect(step: Step[State], side: Side, tile: str) -> None:
    """What a discovery does when it is taken. Section 8."""
    match tile:
        case "phalanx" | "hellenism":
            step.state.agenda.append(Draw(side.seat))
        case "commerce":
            step.state.agenda.append(Cubes(side.seat, tables.COMMERCE_CUBES))
        case "surgery":
            rules_gains.settlers(step, side, tables.SURGERY_SETTLERS)


def build(step: Step[State], move: Build) -> None:
    """Each wonder once, by whoever has its stars; what served as a star only for this is gone. Section 5.2."""
    state, side = step.state, on_turn(step)
    step.require(reasons.building_reason(state, side) or reasons.wonder_reason(state, side, move.wonder))
    facts = box_facts.wonder(state.box, move.wonder)
    if facts is None:
        step.refuse("unknown", LOOK_UP_FIRST)
    parts = queries_prices.wonder(side)
    if state.light:
        rules_expand.within(step, move.points, queries.light_bounds(state, side))
        parts = queries_prices.entered(move.points)
    _use_up(state, side, facts[0] - queries.stars_here(state, side, move.wonder))
    side.wonders[move.wonder] = 1
    what = tables.WONDERS[move.wonder]
    step.tell(say("{seat} builds {what}.", N_("{seat}: {what}"), seat=SeatName(side.seat), what=what))
    finish(step, side, parts)


def _use_up(state: State, side: Side, missing: int) -> None:
    """Star cards and Athena's star are discarded as far as the wonder needs them. ``missing`` counts down from 0."""
    laid = side.marks["laid"]
    spare = -missing
    for mark in ("athena", "laid"):
        kept = min(side.marks[mark], max(0, spare))
        spare -= kept
        side.marks[mark] = kept
    rules_cards.put_on_discards(state, "star", laid - side.marks["laid"])
