"""Which seats the play waits for, and why, by the top of the agenda."""

from __future__ import annotations

from companion.core.errors import RulesBug
from companion.core.game import Awaited
from companion.core.step import TABLE
from companion.core.wording import N_, Message, say, say_n
from companion.games.athens_sparta import agenda
from companion.games.athens_sparta.queries_blocks import find_unit
from companion.games.athens_sparta.reasons_map import map_correction_reason
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import SIDE_NAMES, SIDES
from companion.games.athens_sparta.words import combat_turn_words, move_points_words, place_name


def waits_for(state: State) -> Awaited:
    """The seats that must or may speak, and why, in a play that is not over."""
    due = state.agenda[-1]
    match due:
        case agenda.SettingUp():
            return Awaited((TABLE,), why=say("Set the table up."))
        case agenda.SettingUpBattle():
            return Awaited((TABLE,), why=say("Say what is fought for."))
        case agenda.LookingUpCity(city=city):
            why = say("Look {place} up on the map.", short=N_("Look up {place}"), place=place_name(state, city))
            return Awaited((TABLE,), why=why)
        case agenda.NamingGreenBlocks(city=city):
            why = say(
                "Say which blocks are those of {place}.", short=N_("Whose are they?"), place=place_name(state, city)
            )
            return Awaited((TABLE,), why=why)
        case agenda.CheckingHands():
            return _both(state, say("Both look at their hands.", short=N_("Look at your hand")))
        case agenda.ChoosingCards():
            return _both(state, say("Both choose a card in secret.", short=N_("Choose a card")))
        case agenda.PlanningReplacements():
            return _both(state, say("Both plan replacements in secret.", short=N_("Replacements")))
    if not isinstance(due, agenda.SideDue):
        raise RulesBug(f"{due} goes on by itself")
    return Awaited((state.seats[due.side],), _table_may(state), _why(state, due))


def _both(state: State, why: Message) -> Awaited:
    must = tuple(state.seats[side] for side in SIDES if side not in state.answered)
    may = tuple(state.seats[side] for side in SIDES if side in state.answered)
    return Awaited(must, (*may, *_table_may(state)), why, secret=True)


def _table_may(state: State) -> tuple[int, ...]:
    """The table, while sides decide, if anything of the map can be set right: that is the same whoever has answered."""
    return (TABLE,) if state.level != "battle" and map_correction_reason(state) is None else ()


def _why(state: State, due: agenda.SideDue) -> Message:
    side = SIDE_NAMES[due.side]
    if isinstance(due, agenda.CombatTurn) and len(due.handles) == 1 and (unit := find_unit(state, due.handles[0])):
        return combat_turn_words(state, unit)
    if isinstance(due, agenda.AssigningHits):
        short = N_("{side} takes hits")
        return say_n("{side} takes a hit.", "{side} takes {n} hits.", due.left, short=short, side=side)
    if isinstance(due, agenda.Besieging):
        place = place_name(state, due.place)
        short = N_("{side}: who stays?")
        return say("{side} says who stays at {place}.", short=short, side=side, place=place)
    if isinstance(due, agenda.Sacking):
        place = place_name(state, due.place)
        return say("{side} sacks {place}.", short=N_("{side}: sack"), side=side, place=place)
    reasons: dict[type[agenda.SideDue], Message] = {
        agenda.Moving: move_points_words(state, due.side),
        agenda.ChoosingBattle: say("{side} chooses a battle.", short=N_("{side}: battles"), side=side),
        agenda.Mustering: say("{side} says which blocks are there.", short=N_("{side}: which blocks"), side=side),
        agenda.Assaulting: say("{side} may storm the walls.", short=N_("{side}: assault?"), side=side),
        agenda.CombatTurn: say("A block of {side} acts.", short=N_("{side} acts"), side=side),
        agenda.HiddenLosses: say("{side} loses a step.", short=N_("{side} loses a step"), side=side),
        agenda.Retreating: say("{side} must retreat.", short=N_("{side} retreats"), side=side),
    }
    return reasons.get(type(due)) or say("{side} decides.", short=N_("{side} decides"), side=side)
