"""Work the agenda off: dues without a choice, and the stages of a round. Section 3."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.step import Step
from companion.core.wording import N_, say
from companion.games.ancient_world import rules_round_end
from companion.games.ancient_world.agenda import (
    Confronting,
    Due,
    Feeding,
    Preparing,
    Reading,
    Repairing,
    Spending,
    Struck,
    Surplus,
    Tallying,
    Turn,
    Upgrading,
    Wounded,
)
from companion.games.ancient_world.box import fact
from companion.games.ancient_world.queries import damaged, hunger, lowest_free, owned_citizens, surplus, undamaged
from companion.games.ancient_world.queries_damage import strikes
from companion.games.ancient_world.queries_round import final, next_turn, repair_income, repairs_by_income
from companion.games.ancient_world.queries_scoring import facts_for_scoring, with_text
from companion.games.ancient_world.reasons import worth_spending
from companion.games.ancient_world.rules_actions import repair_cards
from companion.games.ancient_world.rules_damage import suffer, turn_down
from companion.games.ancient_world.rules_round_end import starve
from companion.games.ancient_world.state import Player, State
from companion.games.ancient_world.tables import FEED_ONE


def next_stage(step: Step[State]) -> None:
    """The agenda of the next stage, the first of it on top."""
    state = step.state
    dues: list[Due] = []
    match state.stage:
        case "turns":
            player = next_turn(state)
            if player is not None:
                dues = [Turn(player.seat)]
            else:
                state.stage = "confront"
                dues = [Confronting(player.seat) for player in state.order() if player.threat]
                step.tell(say("All have passed: the titans strike.", short=N_("All have passed")))
        case "confront":
            state.stage = "mend"
            dues = _dues_before_repairs(state)
        case "mend":
            state.stage = "repair"
            dues = [due for player in state.order() for due in _repair_dues(state, player)]
        case "repair":
            state.stage = "feed"
            dues = _after_repair(step)
        case "feed":
            dues = _after_feeding(state)
        case _:
            dues = _towards_scoring(step)
    state.agenda.extend(reversed(dues))


def _dues_before_repairs(state: State) -> list[Due]:
    """A card repaired for ambrosia may itself give repair income."""
    return [Spending(player.seat, "repair") for player in state.order()] if repairs_by_income(state) else []


def _repair_dues(state: State, player: Player) -> Iterator[Due]:
    """Repair income, then what a seat repairs for ambrosia before income. Sections 3.3 and 4.3."""
    if (n := repair_income(state, player)) and damaged(player):
        yield Repairing(player.seat, n)
    if not final(state):
        yield Spending(player.seat, "income")


def _after_repair(step: Step[State]) -> list[Due]:
    """Income and reset, but not after the last round; then feeding. Section 3.3."""
    state = step.state
    if not final(state):
        rules_round_end.collect(step)
        rules_round_end.reset(step)
    for player in state.order():
        if not hunger(state, player):
            rules_round_end.starve_nobody(player)
    hungry = [player.seat for player in state.order() if hunger(state, player)]
    return [due for seat in hungry for due in (Spending(seat, "feeding"), Feeding(seat))]


def _after_feeding(state: State) -> list[Due]:
    if not final(state):
        state.stage = "prepare"
        return [Preparing()]
    state.stage = "closing"
    return [Spending(player.seat, "scoring") for player in state.order()]


def _towards_scoring(step: Step[State]) -> list[Due]:
    """What is still to be said before the points are counted. Section 9."""
    state = step.state
    if state.stage == "closing":
        state.stage = "reading"
        return list(facts_for_scoring(state))
    if state.stage == "reading":
        state.stage = "tallying"
        return [Tallying(player.seat) for player in state.order() if with_text(state, player)]
    if state.stage == "tallying":
        state.stage = "over"
        step.tell(say("The play is over.", short=N_("The play is over")))
        return []
    # A stage that waits for the table's move has it on the agenda; after a correction it is put there again.
    return [Preparing()]


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
            return _settle_damage(step, due)
        case Struck():
            return _settle_strike(step, due)
        case Repairing():
            return _settle_repairs(step, due)
        case Feeding():
            return _settle_feeding(step, due)
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


def _settle_damage(step: Step[State], due: Wounded) -> bool:
    player = step.state.player(due.seat)
    up = undamaged(player)
    if len(up) > due.left:
        return False
    step.state.agenda.pop()
    turn_down(step, player, tuple(card.id for card in up))
    return True


def _settle_strike(step: Step[State], due: Struck) -> bool:
    player = step.state.player(due.seat)
    if len(strikes(step.state, player, due.key)) > 1:
        return False
    step.state.agenda.pop()
    suffer(step, player, due.key, 0)
    return True


def _settle_repairs(step: Step[State], due: Repairing) -> bool:
    player = step.state.player(due.seat)
    down = damaged(player)
    if len(down) > due.left:
        return False
    step.state.agenda.pop()
    repair_cards(step, player, tuple(card.id for card in down))
    return True


def _settle_feeding(step: Step[State], due: Feeding) -> bool:
    """Nobody to choose: no hunger, or no ambrosia and either all or, at the end, any of them."""
    state, player = step.state, step.state.player(due.seat)
    left = hunger(state, player)
    rich = state.second and player.ambrosia >= FEED_ONE
    if left and (rich or (left < len(owned_citizens(player)) and not final(state))):
        return False
    state.agenda.pop()
    starve(step, player, left, () if final(state) else tuple(owned_citizens(player)[:left]))
    return True
