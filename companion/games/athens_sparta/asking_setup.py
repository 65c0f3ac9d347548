"""Questions of set-up: who plays Athens, the siege of Potidaea, the place of a single battle."""

from __future__ import annotations

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Confirm, Count, Pick
from companion.core.wording import N_, named, say
from companion.games.athens_sparta import tables
from companion.games.athens_sparta.agenda import SettingUp, SettingUpBattle
from companion.games.athens_sparta.asking_blocks import ask_rating
from companion.games.athens_sparta.moves import Ground, Move, SetUp, SetUpBattle, TypedBlock
from companion.games.athens_sparta.queries_box import siege_of_potidaea
from companion.games.athens_sparta.reasons import seat_reason
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import SIDE_NAMES, SIDES, BlockKind, Side


def ask_set_up(state: State, _: SettingUp) -> Asking[Move]:
    """Ask who plays Athens and, in a war, for the Olympiad and the siege of Potidaea (section 3)."""
    return together("set-up", say("How the war begins"), _ask_set_up(state), say("Begin"))


def _ask_set_up(state: State) -> Asking[Move]:
    seats = tuple(Option(seat, named(seat), reason=seat_reason(state, seat), seat=seat) for seat in state.chairs)
    prompt = say("Who commands Athens?", short=N_("Athens is whose?"))
    athens = yield from Pick[int](key="athens", prompt=prompt, options=seats, default=state.chairs[0])
    first = int(state.options["olympiad"])
    if state.level == "battle":
        return SetUp(athens, first)
    prompt = say("With which Olympiad do you begin?", short=N_("First Olympiad?"))
    olympiad = yield from Count(
        key="olympiad", prompt=prompt, low=first, high=tables.LAST_OLYMPIAD, start=first, default=first, usual=first
    )
    if state.level == "full" and siege_of_potidaea(state.box):
        return SetUp(athens, olympiad)
    prompt = say("How many Spartan blocks hold Potidaea?", short=N_("Blocks in Potidaea?"))
    hint = say("0: there is no siege of Potidaea any more.", short=N_("0: no siege any more"))
    inside = yield from Count(key="inside", prompt=prompt, hint=hint, low=0, high=4, start=1, default=1, usual=1)
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
        key=f"{kind}-steps", prompt=prompt, low=1, high=tables.MOST_STEPS, start=3, default=3, usual=3
    )
    return TypedBlock.rated(kind, word, strength)


def ask_set_up_battle(state: State, _: SettingUpBattle) -> Asking[Move]:
    """Ask for a single battle: who attacks, and what is defended."""
    return together("set-up", say("A single battle"), _ask_set_up_battle(state), say("Begin the battle"))


def _ask_set_up_battle(state: State) -> Asking[Move]:
    sides = tuple(Option[Side](side, SIDE_NAMES[side], seat=state.seats[side]) for side in SIDES)
    prompt = say("Who attacks?")
    attacker = yield from Pick[Side](key="attacker", prompt=prompt, options=sides, default="athens")
    grounds = (
        Option[Ground]("open", say("In the open")),
        Option[Ground]("minor", say("At a minor city")),
        Option[Ground]("major", say("At a major city")),
    )
    prompt = say("Where do they fight?")
    ground = yield from Pick[Ground](key="ground", prompt=prompt, options=grounds, default="open")
    if ground == "open":
        return SetUpBattle(attacker, ground, False)
    prompt = say("Has the city walls?")
    walls = yield from Confirm(
        key="walls", prompt=prompt, yes=say("Walls"), no=say("No walls"), default=True, usual=True
    )
    return SetUpBattle(attacker, ground, walls)
