"""What the agenda settles by itself: dues in which there is nothing to choose."""

from __future__ import annotations

from companion.core.step import Step
from companion.games.ancient_world.derived import damaged, hunger, lowest_free, owned_citizens, undamaged, with_text
from companion.games.ancient_world.facts import fact
from companion.games.ancient_world.reasons import worth_spending
from companion.games.ancient_world.rules_actions import repair_cards
from companion.games.ancient_world.rules_army import surplus
from companion.games.ancient_world.rules_close import final, starve
from companion.games.ancient_world.rules_damage import strikes, suffer, turn_down
from companion.games.ancient_world.state import (
    Confronting,
    Due,
    Feeding,
    Reading,
    Repairing,
    Spending,
    State,
    Struck,
    Surplus,
    Tallying,
    Upgrading,
    Wounded,
)
from companion.games.ancient_world.tables import FEED_ONE


def settle(step: Step[State]) -> None:
    """Work off the top of the agenda as long as nobody has a choice."""
    state = step.state
    _watch_limits(state)
    while state.agenda and _settles(step, state.agenda[-1]):
        _watch_limits(state)


def _watch_limits(state: State) -> None:
    """More armies than the limit are discarded at once, whatever took the limit away. Section 5.1."""
    for player in state.players:
        waiting = any(isinstance(due, Surplus) and due.seat == player.seat for due in state.agenda)
        if surplus(state, player) and not waiting and state.stage != "set-up":
            state.agenda.append(Surplus(player.seat))


def _settles(step: Step[State], due: Due) -> bool:
    """Settle a due without a choice; whether it was one."""
    match due:
        case Wounded():
            return _wound(step, due)
        case Struck():
            return _strike(step, due)
        case Repairing():
            return _repair(step, due)
        case Feeding():
            return _feed(step, due)
        case Surplus(seat=seat):
            return _dropped(step, surplus(step.state, step.state.player(seat)) > 0)
        case _:
            return _settles_late(step, due)


def _settles_late(step: Step[State], due: Due) -> bool:
    state = step.state
    match due:
        case Upgrading(seat=seat):
            player = state.player(seat)
            some = any(lowest_free(player, number) for number in owned_citizens(player))
            return _dropped(step, some)
        case Confronting(seat=seat):
            return _dropped(step, state.player(seat).threat is not None)
        case Spending(seat=seat, before=before):
            return _dropped(step, worth_spending(state, state.player(seat), before))
        case Tallying(seat=seat):
            return _dropped(step, bool(with_text(state, state.player(seat))))
        case Reading(kind=kind, key=key, field=field):
            return _dropped(step, fact(state, kind, key, field) is None)
    return False


def _dropped(step: Step[State], needed: bool) -> bool:
    if not needed:
        step.state.agenda.pop()
    return not needed


def _wound(step: Step[State], due: Wounded) -> bool:
    player = step.state.player(due.seat)
    up = undamaged(player)
    if len(up) > due.left:
        return False
    step.state.agenda.pop()
    turn_down(step, player, tuple(card.id for card in up))
    return True


def _strike(step: Step[State], due: Struck) -> bool:
    player = step.state.player(due.seat)
    if len(strikes(step.state, player, due.key)) > 1:
        return False
    step.state.agenda.pop()
    suffer(step, player, due.key, 0)
    return True


def _repair(step: Step[State], due: Repairing) -> bool:
    player = step.state.player(due.seat)
    down = damaged(player)
    if len(down) > due.left:
        return False
    step.state.agenda.pop()
    repair_cards(step, player, tuple(card.id for card in down))
    return True


def _feed(step: Step[State], due: Feeding) -> bool:
    """Nobody to choose: no hunger, or no ambrosia and either all or, at the end, any of them."""
    state, player = step.state, step.state.player(due.seat)
    left = hunger(state, player)
    rich = state.second and player.ambrosia >= FEED_ONE
    if left and (rich or (left < len(owned_citizens(player)) and not final(state))):
        return False
    state.agenda.pop()
    starve(step, player, left, () if final(state) else tuple(owned_citizens(player)[:left]))
    return True
