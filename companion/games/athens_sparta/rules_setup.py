"""Set-up: sides, cities and blocks in their places, the siege of Potidaea. Section 3."""

from __future__ import annotations

from companion.core.secrecy import Sealed
from companion.core.step import Step
from companion.core.wording import SeatName, say
from companion.games.athens_sparta.agenda import Dealing, SettingUp, SettingUpBattle
from companion.games.athens_sparta.moves import SetUp, TypedBlock
from companion.games.athens_sparta.queries import seat_of
from companion.games.athens_sparta.queries_blocks import role_in_siege
from companion.games.athens_sparta.queries_box import is_set_aside, printed_body, siege_of_potidaea
from companion.games.athens_sparta.queries_city import owner_by_colour
from companion.games.athens_sparta.reasons import olympiad_reason, seat_reason
from companion.games.athens_sparta.rules_blocks import add_block, add_to_garrison, reveal_block, sealed_for
from companion.games.athens_sparta.state import OUT_OF_PLAY, POOL, Block, City, LookedUpFact, PlanOrder, State
from companion.games.athens_sparta.tables import HOLDER_BY_COLOUR, SIDES


def set_up(step: Step[State], move: SetUp) -> None:
    """Set the war up, or a single battle."""
    state = step.state
    step.owed(SettingUp)
    step.require(seat_reason(state, move.athens))
    _assign_sides(state, move.athens)
    step.tell(say("{name} commands Athens.", name=SeatName(move.athens)))
    if state.level == "battle":
        state.agenda = [SettingUpBattle()]
        return
    step.require(olympiad_reason(state, move.olympiad))
    if len(move.before) > 2:
        step.refuse("out-of-reach", say("One hoplite and one ship besiege Potidaea."))
    state.olympiad = state.began = move.olympiad
    _place_cities(state)
    if state.level == "full":
        _place_blocks(step)
    _besiege_potidaea(step, move.before, move.inside)
    state.agenda = [Dealing(list(SIDES))]


def _assign_sides(state: State, athens: int) -> None:
    state.seats = {"athens": athens, "sparta": next(seat for seat in state.chairs if seat != athens)}
    state.extra = dict.fromkeys(SIDES, 0)
    for side in SIDES:
        seat = seat_of(state, side)
        state.plans[side] = Sealed[list[PlanOrder]]((seat,), [])
        state.noted[side] = Sealed[list[LookedUpFact]]((seat,), [])


def _place_cities(state: State) -> None:
    for key in sorted(state.box.get("city", {})):
        colour = owner_by_colour(state, key)
        state.cities[key] = City(colour, colour)
    if "potidaea" in state.cities:
        state.cities["potidaea"].holder = "sparta"


def _place_blocks(step: Step[State]) -> None:
    """Place every block of the box at full strength, but for those that are set aside (section 3)."""
    state = step.state
    for key, facts in state.box.get("block", {}).items():
        owner, body = HOLDER_BY_COLOUR.get(str(facts.get("colour", ""))), printed_body(state.box, key)
        if owner is None or body is None:
            continue
        if is_set_aside(owner, body):
            body.strength, body.at = 0, POOL if body.reserve else OUT_OF_PLAY
        state.blocks[key] = Block(owner, sealed_for(state, owner, body))


def _besiege_potidaea(step: Step[State], before: list[TypedBlock], inside: int) -> None:
    """Place Spartan blocks inside, an Athenian hoplite and ship before it, face up (section 3)."""
    state = step.state
    if "potidaea" not in state.cities:
        return
    for typed in before:
        _besiege(step, add_block(state, "athens", typed, "potidaea"))
    for _ in range(inside):
        add_to_garrison(state, "potidaea", "sparta", "")
    if state.level != "full" or before:
        return
    for key in siege_of_potidaea(state.box):
        if state.blocks[key].side == "athens":
            _besiege(step, key)
        elif state.blocks[key].side == "sparta":
            add_to_garrison(state, "potidaea", "sparta", key)


def _besiege(step: Step[State], key: str) -> None:
    unit = reveal_block(step, "athens", key, "potidaea", "siege")
    unit.role = role_in_siege(step.state, unit)
