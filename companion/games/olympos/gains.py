"""What a seat gains: hourglasses, cubes, prestige points and settlers."""

from __future__ import annotations

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Pick
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, say, say_n
from companion.games.olympos.moves import Move, TakeCube
from companion.games.olympos.pieces import instruct_more_settlers
from companion.games.olympos.state import Cubes, Side, State
from companion.games.olympos.tables import HOURGLASSES, RESOURCE_ICONS, RESOURCES, Resource


def hourglass_room(state: State) -> int:
    """Hourglasses left in the stock; a very high number unless an option limits them. Section 12."""
    if not state.options.hourglass_limit:
        return 1000
    return max(0, HOURGLASSES - sum(side.hourglasses for side in state.sides))


def hourglasses(step: Step[State], side: Side, number: int) -> None:
    """Give hourglasses, as many as are left. Section 3; section 12 for the limit."""
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


def prestige(step: Step[State], side: Side, points: int) -> None:
    """Give prestige points, face down: everybody sees how many tokens are taken, but not the total."""
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
    """Give settlers from the general stock to the stock of the seat."""
    side.stock += number
    instruct_more_settlers(step, side, number)
    line = say_n(
        "{seat} adds {n} settler to the stock.",
        "{seat} adds {n} settlers to the stock.",
        number,
        N_("Settlers: +{n}"),
        seat=SeatName(side.seat),
    )
    step.tell(line)


def cube(step: Step[State], side: Side, resource: Resource) -> None:
    """Give one cube if any of this resource is left."""
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


# -- a cube of choice: Artemis and Commerce, sections 7 and 8 -----------------------------------------------------


def cube_reason(state: State, resource: Resource) -> Message | None:
    """Why this cube cannot be chosen, or None. If no cube at all is left, any choice is accepted."""
    if state.cubes[resource] or not any(state.cubes.values()):
        return None
    return say("No {resource} cube is left.", N_("No {resource} left"), resource=RESOURCES[resource])


def take_cube(step: Step[State], move: TakeCube) -> None:
    """Take a cube of choice: Artemis (section 7) and Commerce (section 8)."""
    state, due = step.state, step.owed(Cubes)
    step.require(cube_reason(state, move.resource))
    state.agenda.pop()
    if due.left > 1:
        state.agenda.append(Cubes(due.seat, due.left - 1))
    cube(step, state.side(due.seat), move.resource)


def ask_cube(state: State, due: Cubes) -> Asking[Move]:
    """Which cubes of choice to take, all of a seat on one form."""
    act = say("Take this cube", N_("Take this cube"))
    if due.left > 1:
        act = say("Take these cubes", N_("Take these cubes"))
    return together("cubes", say("Cubes"), _ask_cube(state, due), act)


def _ask_cube(state: State, due: Cubes) -> Asking[Move]:
    options = tuple(
        Option(each, label, icon=RESOURCE_ICONS[each], reason=cube_reason(state, each), act=taken)
        for each, label in RESOURCES.items()
        for taken in (None if due.left > 1 else say("Take 1 {cube}", cube=label),)
    )
    first = next(option.value for option in options if option.reason is None)
    prompt = say("Which cube do you take?", N_("Which cube?"))
    if due.left > 1:
        prompt = say("Which cube do you take? ({n} to take)", N_("Which cube? ({n})"), n=due.left)
    resource = yield from Pick[Resource](
        key="cube",
        prompt=prompt,
        options=options,
        default=first,
        meaning=say("Cubes pay for discoveries and are then gone. Territory tokens stay, so take what you lack."),
    )
    return TakeCube(resource)
