"""Set-up of a war (sides, cities, blocks in their places, the siege of Potidaea) and of a single battle. Section 3."""

from __future__ import annotations

from companion.core.boxes import Box, Fact
from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Confirm, Count, Pick
from companion.core.secrecy import Sealed
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, named, say
from companion.games.athens_sparta import tables
from companion.games.athens_sparta.attack import begin_battle
from companion.games.athens_sparta.blocks import (
    STEPS_MEANING,
    add_block,
    add_to_garrison,
    ask_rating,
    reveal_block,
    sealed_for,
)
from companion.games.athens_sparta.box import city_key, is_set_aside, printed_body
from companion.games.athens_sparta.cities import WALLS_MEANING
from companion.games.athens_sparta.moves import Ground, Move, SetUp, SetUpBattle, TypedBlock
from companion.games.athens_sparta.pieces import note_first_olympiad
from companion.games.athens_sparta.queries import ARENA, owner_by_colour, role_in_siege
from companion.games.athens_sparta.seats import seat_of
from companion.games.athens_sparta.state import (
    OUT_OF_PLAY,
    POOL,
    Block,
    City,
    Dealing,
    LookedUpFact,
    PlanOrder,
    SettingUp,
    SettingUpBattle,
    State,
)
from companion.games.athens_sparta.tables import SIDE_NAMES, SIDES, BlockKind, Side, other


def seat_reason(state: State, seat: int) -> Message | None:
    return None if seat in state.chairs else say("Nobody sits there.")


def olympiad_reason(state: State, number: int) -> Message | None:
    first = int(state.options["olympiad"])
    if first <= number <= tables.LAST_OLYMPIAD:
        return None
    return say("The war lasts from Olympiad {first} to {last}.", first=first, last=tables.LAST_OLYMPIAD)


def siege_of_potidaea(box: Box) -> tuple[str, ...]:
    """The blocks that start at Potidaea; () if a field of one of them is missing. Section 3."""
    blocks = box.get("block", {})
    keys = tuple(key for key, facts in blocks.items() if city_key(box, str(facts.get("start", ""))) == "potidaea")
    known = (printed_body(box, key) and str(blocks[key].get("colour", "")) in tables.HOLDER_BY_COLOUR for key in keys)
    return keys if all(known) else ()


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
    note_first_olympiad(step, move.olympiad - state.olympiad)
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
    """Place every block of the box at full strength, except those that are set aside (section 3)."""
    state = step.state
    for key, facts in state.box.get("block", {}).items():
        owner, body = tables.HOLDER_BY_COLOUR.get(str(facts.get("colour", ""))), printed_body(state.box, key)
        if owner is None or body is None:
            continue
        if is_set_aside(owner, body):
            body.strength, body.at = 0, POOL if body.reserve else OUT_OF_PLAY
        state.blocks[key] = Block(owner, sealed_for(state, owner, body))


def _besiege_potidaea(step: Step[State], before: list[TypedBlock], inside: int) -> None:
    """Place ``inside`` Spartan blocks in Potidaea, and the Athenian blocks ``before`` it face up (section 3)."""
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


def ask_set_up(state: State, _: SettingUp) -> Asking[Move]:
    """Ask who plays Athens and, in a war, for the Olympiad and the siege of Potidaea (section 3)."""
    return together("set-up", say("How the war begins"), _ask_set_up(state), say("Begin the game"))


def _ask_set_up(state: State) -> Asking[Move]:
    seats = tuple(Option(seat, named(seat), reason=seat_reason(state, seat), seat=seat) for seat in state.chairs)
    prompt = say("Who commands Athens?", short=N_("Athens is whose?"))
    athens = yield from Pick[int](key="athens", prompt=prompt, options=seats, default=state.chairs[0])
    first = int(state.options["olympiad"])
    if state.level == "battle":
        return SetUp(athens, first)
    prompt = say("With which Olympiad do you begin?", short=N_("First Olympiad?"))
    olympiad = yield from Count(
        key="olympiad",
        prompt=prompt,
        meaning=say(
            "Six Olympiads are played, up to number {n}. Begin later only with a war that is on already.",
            n=tables.LAST_OLYMPIAD,
        ),
        low=first,
        high=tables.LAST_OLYMPIAD,
        start=first,
        default=first,
        usual=first,
    )
    if state.level == "full" and siege_of_potidaea(state.box):
        return SetUp(athens, olympiad)
    prompt = say("How many Spartan blocks hold Potidaea?", short=N_("Blocks in Potidaea?"))
    hint = say("0: there is no siege of Potidaea any more.", short=N_("0: no siege any more"))
    inside = yield from Count(
        key="inside",
        prompt=prompt,
        hint=hint,
        meaning=say("At the beginning Sparta holds Potidaea, which belongs to Athens, and Athens besieges it."),
        low=0,
        high=4,
        start=1,
        default=1,
        usual=1,
    )
    if not inside:
        return SetUp(athens, olympiad)
    hoplite = yield from _ask_besieger("hoplite", "B2")
    ship = yield from _ask_besieger("ship", tables.SHIP_RATING["athens"])
    return SetUp(athens, olympiad, [hoplite, ship], inside)


def _ask_besieger(kind: BlockKind, usual: str) -> Asking[TypedBlock]:
    prompt = say("{kind} before Potidaea: which rating?", short=N_("{kind}: rating?"), kind=tables.KINDS[kind])
    word = yield from ask_rating(f"{kind}-rating", prompt, usual, usual=usual)
    prompt = say("{kind} before Potidaea: how many steps?", short=N_("{kind}: steps?"), kind=tables.KINDS[kind])
    strength = yield from Count(
        key=f"{kind}-steps",
        prompt=prompt,
        meaning=STEPS_MEANING,
        low=1,
        high=tables.MOST_STEPS,
        start=3,
        default=3,
        usual=3,
    )
    return TypedBlock.rated(kind, word, strength)


# -- a single battle (section 17.1) ----------------------------------------------------------------------------------


def set_up_battle(step: Step[State], move: SetUpBattle) -> None:
    """Begin a single battle: in the open, or at a city that the defender holds."""
    state = step.state
    step.owed(SettingUpBattle)
    state.agenda.pop()
    if move.ground != "open":
        points = 1 if move.ground == "major" else 0
        walls = "yes" if move.walled else "no"
        facts: dict[str, Fact] = {"points": points, "walled": walls, "port": "yes", "island": "no", "colour": "blue"}
        state.box.setdefault("city", {})[ARENA] = facts
        state.cities[ARENA] = City(other(move.attacker), other(move.attacker))
    begin_battle(step, ARENA, move.attacker, "field")


def ask_set_up_battle(state: State, _: SettingUpBattle) -> Asking[Move]:
    """Ask for a single battle: who attacks, and what is defended."""
    return together("set-up", say("A single battle"), _ask_set_up_battle(state), say("Begin the battle"))


def _ask_set_up_battle(state: State) -> Asking[Move]:
    sides = tuple(Option[Side](side, SIDE_NAMES[side], seat=state.seats[side]) for side in SIDES)
    prompt = say("Who attacks?")
    attacker = yield from Pick[Side](
        key="attacker",
        prompt=prompt,
        meaning=say(
            "The attacker must leave after two rounds if defenders are still there. Of one letter, the defender's "
            "blocks act first."
        ),
        options=sides,
        default="athens",
    )
    grounds = (
        Option[Ground]("open", say("In the open")),
        Option[Ground]("minor", say("At a minor city")),
        Option[Ground]("major", say("At a major city")),
    )
    prompt = say("Where do they fight?")
    ground = yield from Pick[Ground](
        key="ground",
        prompt=prompt,
        meaning=say(
            "Behind the walls of a city defenders may go inside: {major} blocks in a major city, {minor} in a minor "
            "one.",
            major=tables.MAJOR_LIMIT,
            minor=tables.MINOR_LIMIT,
        ),
        options=grounds,
        default="open",
    )
    if ground == "open":
        return SetUpBattle(attacker, ground, False)
    prompt = say("Has the city walls?")
    walls = yield from Confirm(
        key="walls",
        prompt=prompt,
        meaning=WALLS_MEANING,
        yes=say("Walls"),
        no=say("No walls"),
        default=True,
        usual=True,
    )
    return SetUpBattle(attacker, ground, walls)
