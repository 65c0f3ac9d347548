"""Place a citizen, or pass. Section 4."""

from __future__ import annotations

import re

from companion.core.step import Step
from companion.core.wording import N_, say
from companion.games.ancient_world.agenda import Acting, Turn
from companion.games.ancient_world.box import unknown_fields
from companion.games.ancient_world.moves import Pass, Place, PlaceAgain
from companion.games.ancient_world.queries import placing_fee
from companion.games.ancient_world.reasons import NO_SUCH_THING, again_reason, citizen_reason, space_reason
from companion.games.ancient_world.rules_entries import enter_facts
from companion.games.ancient_world.rules_gains import acting_player, end_turn, pay
from companion.games.ancient_world.state import ON_CARD, Player, State, where_on
from companion.games.ancient_world.tables import PLACE_AGAIN, SPACES
from companion.games.ancient_world.words import space_name, who


def place(step: Step[State], move: Place | PlaceAgain) -> None:
    """Pay the fee and take the ambrosia; the action is due next."""
    state = step.state
    step.owed(Turn)
    player = acting_player(step)
    number, boost = _citizen(step, move.citizen)
    again = isinstance(move, PlaceAgain)
    enter_facts(step, move.entry)
    if again:
        step.require(again_reason(state, player))
    step.require(space_reason(state, player, move.space, again=again))
    step.require(citizen_reason(state, player, move.space, number, boost, again=again))
    if move.space in SPACES and unknown_fields(state, move.space):
        step.refuse("out-of-reach", say("Enter first what your board says.", short=N_("Enter the board first")))
    charge = placing_fee(state, move.space, number + boost)
    pay(state, player, coins=charge, ambrosia=boost + (PLACE_AGAIN if again else 0))
    step.tell(
        say(
            "{who}: citizen {n} on {space}.",
            short=N_("Citizen {n} placed"),
            who=who(player),
            n=number,
            space=space_name(state, player, move.space),
        )
    )
    if charge:
        step.tell(say("{who} pays {n} coin.", short=N_("Pay {n} coin"), who=who(player), n=charge))
    _move_citizen(player, move.space, number - 1)
    _take_ambrosia(step, player, move.space)
    end_turn(step)
    state.agenda.append(Acting(player.seat, move.space))


def _citizen(step: Step[State], text: str) -> tuple[int, int]:
    """The number of a citizen and the bought skill, from ``2`` or ``2+1``."""
    if not re.fullmatch(r"[1-5](\+[1-5])?", text):
        step.refuse("out-of-reach", NO_SUCH_THING)
    number, _, boost = text.partition("+")
    return int(number), int(boost or 0)


def _move_citizen(player: Player, space: str, index: int) -> None:
    player.zone[index] = 0
    if space in SPACES:
        player.citizens[index], player.on[index] = where_on(space), 0
    else:
        player.citizens[index], player.on[index] = ON_CARD, int(space.removeprefix("card-"))


def _take_ambrosia(step: Step[State], player: Player, space: str) -> None:
    """Take all ambrosia of an action, done or not. Section 4."""
    state = step.state
    found = state.places[space].ambrosia if space in SPACES else 0
    if found:
        state.places[space].ambrosia = 0
        player.ambrosia += found
        step.tell(say("{who} takes {n} ambrosia.", short=N_("Take {n} ambrosia"), who=who(player), n=found))


def action_of(step: Step[State], *spaces: str) -> str:
    """The action that is due, if it is one of these."""
    due = step.owed(Acting)
    if spaces and due.space not in spaces:
        step.not_now()
    return due.space


def stands_on_card(step: Step[State]) -> bool:
    """Whether the citizen stands on a card."""
    return step.owed(Acting).space not in SPACES


def pass_turn(step: Step[State], _: Pass) -> None:
    """Pass: no more actions this round."""
    step.owed(Turn)
    player = acting_player(step)
    player.passed = 1
    end_turn(step)
    step.tell(say("{who} passes.", short=N_("{who} passes"), who=who(player)))
