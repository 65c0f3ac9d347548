"""What a side gets and gives: hourglasses, cubes, prestige, settlers, territories."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import N_, SeatName, say, say_n
from companion.games.olympos.moves import Left
from companion.games.olympos.queries import heirs, own_specials
from companion.games.olympos.queries_prices import hourglass_room
from companion.games.olympos.reasons import heir_reason
from companion.games.olympos.state import Side, State
from companion.games.olympos.tables import RESOURCES, Resource, Special


def hourglasses(step: Step[State], side: Side, number: int) -> None:
    """Section 3; section 12 for the limit."""
    number = min(number, hourglass_room(step.state))
    side.hourglasses += number
    if number:
        line = say_n(
            "{seat} gains {n} hourglass.",
            "{seat} gains {n} hourglasses.",
            number,
            N_("Hourglasses: +{n}"),
            seat=SeatName(side.seat),
        )
        step.tell(line)


def cube(step: Step[State], side: Side, resource: Resource) -> None:
    """One cube, while the stock has one."""
    if step.state.cubes[resource] == 0:
        step.tell(say("No {resource} cube is left.", N_("No {resource} left"), resource=RESOURCES[resource]))
        return
    step.state.cubes[resource] -= 1
    side.cubes[resource] += 1
    step.tell(
        say(
            "{seat} takes a {resource} cube.",
            N_("{resource} cube"),
            seat=SeatName(side.seat),
            resource=RESOURCES[resource],
        )
    )


def prestige(step: Step[State], side: Side, points: int) -> None:
    """Tokens, face down: everybody sees that they are taken, not what they add up to."""
    side.prestige.value += points
    line = say_n(
        "{seat} gains {n} prestige point, face down.",
        "{seat} gains {n} prestige points, face down.",
        points,
        N_("Prestige: +{n}"),
        seat=SeatName(side.seat),
    )
    step.tell(line)


def settlers(step: Step[State], side: Side, number: int) -> None:
    """From the general into the personal stock."""
    side.stock += number
    line = say_n(
        "{seat} adds {n} settler to the stock.",
        "{seat} adds {n} settlers to the stock.",
        number,
        N_("Settlers: +{n}"),
        seat=SeatName(side.seat),
    )
    step.tell(line)


def bound_to_be(side: Side, resource: Resource) -> set[Special]:
    """What a territory of ``side`` with this resource has in any case, because no other one of the side could."""
    found: set[Special] = set()
    if side.stars >= side.controlled:
        found.add("star")
    if side.atlantis >= side.controlled:
        found.add("atlantis")
    if side.zeus and resource == "stone" and side.tokens["stone"] == 1:
        found.add("olympos")
    return found


def give_up(state: State, side: Side, resource: Resource, special: set[Special]) -> set[Special]:
    """The token back to the stock, Star and Zeus token back onto the map; what of it there really was. Section 4."""
    special = {each for each in special | bound_to_be(side, resource) if _has(side, each)}
    side.tokens[resource] -= 1
    state.tokens[resource] += 1
    if "star" in special:
        side.stars -= 1
        state.open_stars += 1
    if "olympos" in special:
        side.zeus = 0
        state.zeus_free = 1
    if "atlantis" in special:
        side.atlantis -= 1
    return special


def _has(side: Side, special: Special) -> bool:
    return {"star": side.stars, "olympos": side.zeus, "atlantis": side.atlantis}[special] > 0


def take_over(state: State, side: Side, resource: Resource, special: set[Special]) -> None:
    """The token from the stock, Star and Zeus token from the map. Section 4."""
    given = min(1, state.tokens[resource])
    state.tokens[resource] -= given
    side.tokens[resource] += given
    if "star" in special and state.open_stars:
        state.open_stars -= 1
        side.stars += 1
    if "olympos" in special and state.zeus_free:
        state.zeus_free = 0
        side.zeus = 1
    if "atlantis" in special:
        side.atlantis += 1


def leave(step: Step[State], side: Side, left: Left) -> None:
    """A settler leaves its place; whoever is on top there now gets what belongs to it. Section 4."""
    state = step.state
    if left.what == "covered":
        side.covered = max(0, side.covered - 1)
        return
    special = give_up(state, side, left.what, set(left.special))
    if not left.heir:
        return
    heir = state.side(left.heir)
    heir.covered = max(0, heir.covered - 1)
    take_over(state, heir, left.what, special)
    line = say(
        "{seat} is on top there now and gets the {resource} token.",
        N_("To {seat}: {resource}"),
        seat=SeatName(heir.seat),
        resource=RESOURCES[left.what],
    )
    step.tell(line)


NOT_LIKE_THAT = say("That territory cannot be like that.")


def check_left(step: Step[State], side: Side, left: Left, taken: Resource | None) -> None:
    """Refuse a territory with what its owner has not, or an heir who has no settler there."""
    if not set(left.special) <= set(own_specials(side, left.what)):
        step.refuse("not-there", NOT_LIKE_THAT)
    if left.heir not in heirs(step.state, left.what):
        step.refuse("not-there", NOT_LIKE_THAT)
    step.require(heir_reason(step.state, left.heir, left.what, taken))
