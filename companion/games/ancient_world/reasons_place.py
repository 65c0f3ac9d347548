"""Why a citizen cannot be placed, or None. Section 4."""

from __future__ import annotations

from companion.core.questions import branch_reason
from companion.core.wording import N_, Message, say
from companion.games.ancient_world import queries
from companion.games.ancient_world.box import symbol_count
from companion.games.ancient_world.reasons import NO_SUCH_THING, ambrosia_reason, coins_reason
from companion.games.ancient_world.state import EmpireCard, Player, State, where_on
from companion.games.ancient_world.tables import OPENING_ROUND, PLACE_AGAIN, SPACES
from companion.games.ancient_world.words import card_of

# -- placing: section 4 ----------------------------------------------------------------------------------------------


def space_reason(state: State, player: Player, space: str, *, again: bool = False) -> Message | None:
    """Why no citizen can go to an action or to an own card."""
    if space in SPACES:
        return _open_reason(state, space) or citizens_reason(state, player, space, again=again)
    card = card_of(player, space)
    if card is None:
        return say("You have no such card.", short=N_("No such card"))
    return card_action_reason(state, player, card) or citizens_reason(state, player, space, again=again)


def _open_reason(state: State, space: str) -> Message | None:
    if state.places[space].open:
        return None
    opens = OPENING_ROUND.get(space, 1)  # type: ignore[call-overload]  # any text may come by the API
    return say("This action opens in round {n}.", short=N_("Opens in round {n}"), n=opens)


def card_action_reason(state: State, player: Player, card: EmpireCard) -> Message | None:
    """Why a card action cannot be used: undamaged, once a round. Section 4."""
    if card.down:
        return say("A damaged card gives nothing.", short=N_("Damaged"))
    if not symbol_count(state, "empire", card.key, "card-action"):
        return say("This card has no action.", short=N_("No card action"))
    if queries.citizen_on_card(player, card.id):
        return say("A citizen stands there already this round.", short=N_("Taken this round"))
    return None


def citizens_reason(state: State, player: Player, space: str, *, again: bool) -> Message | None:
    """Why none of the citizens can be placed there."""
    if again and (reason := again_reason(state, player)):
        return reason
    citizens = queries.placed_citizens(player) if again else queries.ready_citizens(player)
    if not citizens:
        return say("You have no citizen ready.", short=N_("No citizen ready"))
    return branch_reason(
        citizen_reason(state, player, space, number, boost, again=again)
        for number in citizens
        for boost in queries.skill_options(state, space, number)
    )


def again_reason(state: State, player: Player) -> Message | None:
    """Why no citizen can be placed again, for 4 ambrosia. Section 4.3."""
    if not state.second:
        return ambrosia_reason(state, player, PLACE_AGAIN)
    if not queries.placed_citizens(player):
        return say("None of your citizens is placed.", short=N_("No citizen placed"))
    return ambrosia_reason(state, player, PLACE_AGAIN)


def citizen_reason(state: State, player: Player, space: str, number: int, boost: int, *, again: bool) -> Message | None:
    """Why this citizen, with bought skill, cannot go there."""
    if number not in (queries.placed_citizens(player) if again else queries.ready_citizens(player)):
        return say("Citizen {n} is not there to be placed.", short=N_("Not there"), n=number)
    if again and _stands_on(player, space, number):
        return say("The citizen stands there already.", short=N_("Stands there already"))
    if boost not in queries.skill_options(state, space, number):
        return NO_SUCH_THING
    if not state.second:
        return _higher_reason(state, space, number)
    ambrosia = boost + (PLACE_AGAIN if again else 0)
    return ambrosia_reason(state, player, ambrosia) or coins_reason(
        player, queries.placing_fee(state, space, number + boost)
    )


def _stands_on(player: Player, space: str, number: int) -> bool:
    if space in SPACES:
        return player.citizens[number - 1] == where_on(space)
    return f"card-{player.on[number - 1]}" == space


def _higher_reason(state: State, space: str, number: int) -> Message | None:
    """First edition: only a higher number may join. Section 12."""
    if space not in SPACES or number > queries.highest_on(state, space):
        return None
    return say("Only a citizen with a higher number may join.", short=N_("Needs a higher number"))
