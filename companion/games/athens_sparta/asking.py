"""Who is to speak, what for, and with which questions: by the top of the agenda."""

from __future__ import annotations

from companion.core.errors import Refused, RulesBug
from companion.core.game import Awaited
from companion.core.questions import Asking
from companion.core.step import TABLE
from companion.core.wording import N_, Message, say
from companion.games.athens_sparta import (
    asking_attrition,
    asking_battle,
    asking_cards,
    asking_map,
    asking_muster,
    asking_turn,
)
from companion.games.athens_sparta.agenda import (
    Acting,
    Arranging,
    Assaulting,
    Choosing,
    Due,
    Fighting,
    Hands,
    Hits,
    Joining,
    Leaving,
    Looking,
    Moving,
    Mustering,
    Redealing,
    Replacing,
    Sacking,
    SettingUp,
    Settling,
    Supplying,
    Wounds,
)
from companion.games.athens_sparta.moves import Move
from companion.games.athens_sparta.queries import place_name, side_at, unit_named
from companion.games.athens_sparta.rules_blocks import acting_words
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import NOT_AWAITED, SIDE_NAMES, SIDES

Sided = (
    Redealing
    | Joining
    | Moving
    | Fighting
    | Mustering
    | Assaulting
    | Acting
    | Hits
    | Leaving
    | Settling
    | Sacking
    | Wounds
    | Supplying
)


def awaits(state: State) -> Awaited:
    if not state.agenda:
        return Awaited(over=True, why=say("The war is over.", short=N_("The war is over")))
    due = state.agenda[-1]
    match due:
        case SettingUp():
            return Awaited((TABLE,), why=say("Set the table up."))
        case Arranging():
            return Awaited((TABLE,), why=say("Say what is fought for."))
        case Looking(city=city):
            why = say("Look {place} up on the map.", short=N_("Look up {place}"), place=place_name(state, city))
            return Awaited((TABLE,), why=why)
        case Hands():
            return _both(state, say("Both look at their hands.", short=N_("Look at your hand")))
        case Choosing():
            return _both(state, say("Both choose a card in secret.", short=N_("Choose a card")))
        case Replacing():
            return _both(state, say("Both plan replacements in secret.", short=N_("Replacements")))
    if not isinstance(due, Sided):
        raise RulesBug(f"{due} goes on by itself")
    may = (TABLE,) if isinstance(due, Joining | Moving | Fighting) else ()
    return Awaited((state.seats[due.side],), may, _why(state, due))


def _both(state: State, why: Message) -> Awaited:
    must = tuple(state.seats[side] for side in SIDES if side not in state.answered)
    may = tuple(state.seats[side] for side in SIDES if side in state.answered)
    return Awaited(must, may, why, secret=True)


def _why(state: State, due: Sided) -> Message:
    side = SIDE_NAMES[due.side]
    match due:
        case Moving():
            n = state.points
            return say("{side} moves: {n} MP left.", short=N_("{side}: {n} MP left"), side=side, n=n)
        case Fighting():
            return say("{side} chooses a battle.", short=N_("{side}: battles"), side=side)
        case Mustering():
            return say("{side} says which blocks are there.", short=N_("{side}: which blocks"), side=side)
        case Assaulting():
            return say("{side} may storm the walls.", short=N_("{side}: assault?"), side=side)
        case Acting(handles=[handle]) if unit := unit_named(state, handle):
            return acting_words(state, unit)
        case Acting():
            return say("A block of {side} acts.", short=N_("{side} acts"), side=side)
        case Hits():
            return say("{side} takes a hit.", short=N_("{side} takes a hit"), side=side)
        case Wounds():
            return say("{side} loses a step.", short=N_("{side} loses a step"), side=side)
        case Leaving():
            return say("{side} must retreat.", short=N_("{side} retreats"), side=side)
    return say("{side} decides.", short=N_("{side} decides"), side=side)


def ask(state: State, seat: int) -> Asking[Move]:
    """The dialogue of a seat that is awaited."""
    due = state.agenda[-1]
    if isinstance(due, Joining | Moving | Fighting) and seat == TABLE:
        return asking_map.ask_table(state)
    match due:
        case SettingUp():
            return asking_cards.ask_set_up(state)
        case Arranging():
            return asking_cards.ask_arrange(state)
        case Looking():
            return asking_map.ask_look(state, due)
        case Hands() | Choosing() | Replacing():
            return _ask_in_secret(state, due, seat)
        case Moving():
            return asking_turn.ask_moving(state, due)
        case Fighting():
            return asking_turn.ask_fighting(state, due)
        case Redealing():
            return asking_cards.ask_redeal()
        case Joining():
            return asking_cards.ask_join(state, due)
    return _ask_in_battle(state, due)


def _ask_in_secret(state: State, due: Due, seat: int) -> Asking[Move]:
    side = side_at(state, seat)
    if side is None:
        raise Refused("not-awaited", NOT_AWAITED)
    if isinstance(due, Hands):
        return asking_cards.ask_keep(state, side)
    if isinstance(due, Choosing):
        return asking_cards.ask_choose(state, side)
    return asking_attrition.ask_replacing(state, side)


def _ask_in_battle(state: State, due: Due) -> Asking[Move]:
    match due:
        case Mustering():
            return asking_muster.ask_muster(state, due)
        case Assaulting():
            return asking_battle.ask_assault(state, due)
        case Acting():
            return asking_battle.ask_act(state, due)
        case Hits():
            return asking_battle.ask_hit(state, due)
        case Leaving():
            return asking_battle.ask_leave(state, due)
        case Settling():
            return asking_battle.ask_settle(state, due)
        case Sacking():
            return asking_battle.ask_sack(state, due)
        case Wounds():
            return asking_attrition.ask_wound(state, due)
        case Supplying():
            return asking_attrition.ask_supply()
    raise AssertionError("every kind of due is above")
