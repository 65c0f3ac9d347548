"""Work the agenda off: dues without a choice, and the stages of a round. Section 3."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.core.step import TABLE, Step
from companion.core.wording import N_, say
from companion.games.ancient_world import agenda, box, queries, queries_attack, reasons, rules_actions, rules_round_end
from companion.games.ancient_world.queries_round import has_repair_income, is_last_round, next_turn, repair_income
from companion.games.ancient_world.rules_attack import apply_coin_effect, damage_cards
from companion.games.ancient_world.rules_round_end import apply_hunger
from companion.games.ancient_world.scoring import cards_with_text_points, facts_for_scoring
from companion.games.ancient_world.state import EmpireCard, Player, State
from companion.games.ancient_world.tables import FEED_ONE


def next_stage(step: Step[State]) -> None:
    """Put the dues of the next stage on the agenda, the first on top."""
    state = step.state
    dues: list[agenda.Due] = []
    match state.stage:
        case "turns":
            player = next_turn(state)
            if player is not None:
                dues = [agenda.Turn(player.seat)]
            else:
                state.stage = "confront"
                dues = [agenda.Confronting(player.seat) for player in state.order() if player.threat]
                step.tell(say("All have passed: the titans strike.", short=N_("All have passed")), TABLE)
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
            dues = _before_scoring(step)
    state.agenda.extend(reversed(dues))


def _dues_before_repairs(state: State) -> list[agenda.Due]:
    """A card repaired for ambrosia may itself give repair income."""
    return [agenda.Spending(player.seat, "repair") for player in state.order()] if has_repair_income(state) else []


def _repair_dues(state: State, player: Player) -> Iterator[agenda.Due]:
    """Repair income, then repairs for ambrosia before income. Sections 3.3 and 4.3."""
    if (n := repair_income(state, player)) and queries.damaged(player):
        yield agenda.Repairing(player.seat, n)
    if not is_last_round(state):
        yield agenda.Spending(player.seat, "income")


def _after_repair(step: Step[State]) -> list[agenda.Due]:
    """Income and reset, except in the last round; then feeding. Section 3.3."""
    state = step.state
    if not is_last_round(state):
        rules_round_end.gain_income(step)
        rules_round_end.reset(step)
    for player in state.order():
        if not queries.hunger(state, player):
            rules_round_end.clear_hunger(player)
    hungry = [player.seat for player in state.order() if queries.hunger(state, player)]
    return [due for seat in hungry for due in (agenda.Spending(seat, "feeding"), agenda.Feeding(seat))]


def _after_feeding(state: State) -> list[agenda.Due]:
    if not is_last_round(state):
        state.stage = "prepare"
        return [agenda.Preparing()]
    state.stage = "closing"
    return [agenda.Spending(player.seat, "scoring") for player in state.order()]


def _before_scoring(step: Step[State]) -> list[agenda.Due]:
    """Facts and counts that scoring needs. Section 9."""
    state = step.state
    if state.stage == "closing":
        state.stage = "reading"
        return list(facts_for_scoring(state))
    if state.stage == "reading":
        state.stage = "tallying"
        return [agenda.CountingPoints(player.seat) for player in state.order() if cards_with_text_points(state, player)]
    if state.stage == "tallying":
        state.stage = "over"
        step.tell(say("The play is over.", short=N_("The play is over")), TABLE)
        return []
    # A stage that waits for the table's move has it on the agenda; after a correction it is put there again.
    return [agenda.Preparing()]


def settle(step: Step[State]) -> None:
    """Settle the top of the agenda as long as nobody has a choice."""
    state = step.state
    _check_army_limits(state)
    while state.agenda and _settle_top(step, state.agenda[-1]):
        _check_army_limits(state)


def _check_army_limits(state: State) -> None:
    """Make seats with more armies than the limit discard, whatever lowered the limit; what raises it again may be
    repaired before. Sections 5.1 and 4.3.
    """
    for player in state.players:
        waiting = any(isinstance(due, agenda.Disbanding) and due.seat == player.seat for due in state.agenda)
        if queries.armies_over_limit(state, player) and not waiting and state.stage != "set-up":
            state.agenda += [agenda.Disbanding(player.seat), agenda.Spending(player.seat, "disband")]


def _settle_top(step: Step[State], due: agenda.Due) -> bool:
    """Settle a due without a choice; return whether it was one."""
    match due:
        case agenda.TakingDamage(seat=seat):
            return _settle_cards(step, due, queries.undamaged(step.state.player(seat)), damage_cards)
        case agenda.TakingCoinEffect():
            return _settle_coin_effect(step, due)
        case agenda.Repairing(seat=seat):
            return _settle_cards(step, due, queries.damaged(step.state.player(seat)), rules_actions.repair_cards)
        case agenda.Feeding():
            return _settle_feeding(step, due)
    needed = _is_needed(step.state, due)
    if not needed:
        step.state.agenda.pop()
    return not needed


def _is_needed(state: State, due: agenda.Due) -> bool:
    """Whether there still is something to decide."""
    match due:
        case agenda.Disbanding(seat=seat):
            return queries.armies_over_limit(state, state.player(seat)) > 0
        case agenda.Upgrading(seat=seat):
            player = state.player(seat)
            return any(queries.lowest_free(player, number) for number in queries.owned_citizens(player))
        case agenda.Confronting(seat=seat):
            return state.player(seat).threat is not None
        case agenda.Spending(seat=seat, before=before):
            return reasons.worth_spending(state, state.player(seat), before)
        case agenda.CountingPoints(seat=seat):
            return bool(cards_with_text_points(state, state.player(seat)))
        case agenda.EnteringFact(kind=kind, key=key, field=field):
            return box.fact(state, kind, key, field) is None
    return True


def _settle_cards(
    step: Step[State],
    due: agenda.TakingDamage | agenda.Repairing,
    cards: list[EmpireCard],
    turn: Callable[[Step[State], Player, tuple[int, ...]], None],
) -> bool:
    """Turn all of these cards over, if the due takes no fewer."""
    if len(cards) > due.left:
        return False
    step.state.agenda.pop()
    turn(step, step.state.player(due.seat), tuple(card.id for card in cards))
    return True


def _settle_coin_effect(step: Step[State], due: agenda.TakingCoinEffect) -> bool:
    player = step.state.player(due.seat)
    if len(queries_attack.effect_targets(step.state, player, due.key)) > 1:
        return False
    step.state.agenda.pop()
    apply_coin_effect(step, player, due.key, 0)
    return True


def _settle_feeding(step: Step[State], due: agenda.Feeding) -> bool:
    """Feed without a choice: no hunger, or no ambrosia and either all go hungry or it is the last round."""
    state, player = step.state, step.state.player(due.seat)
    left = queries.hunger(state, player)
    rich = state.second and player.ambrosia >= FEED_ONE
    if left and (rich or (left < len(queries.owned_citizens(player)) and not is_last_round(state))):
        return False
    state.agenda.pop()
    apply_hunger(step, player, left, () if is_last_round(state) else tuple(queries.owned_citizens(player)[:left]))
    return True
