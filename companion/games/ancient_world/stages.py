"""The stages of a round, and carrying out dues that leave no choice. Section 3."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.core.step import TABLE, Step
from companion.core.wording import N_, say
from companion.games.ancient_world import box, city, damage, goods, pieces, round_end, scoring, spending, turn
from companion.games.ancient_world.state import (
    Confronting,
    CountingPoints,
    Disbanding,
    Due,
    EmpireCard,
    EnteringFact,
    Feeding,
    Player,
    Preparing,
    Repairing,
    SeatDue,
    Spending,
    Stage,
    State,
    TakingCoinEffect,
    TakingDamage,
    Turn,
    Upgrading,
)
from companion.games.ancient_world.tables import FEED_ONE


def next_stage(step: Step[State]) -> None:
    """Enter the next stage and put its dues on the agenda, the first one on top."""
    state = step.state
    dues: list[Due] = []
    match state.stage:
        case "turns":
            player = turn.next_turn(state)
            if player is not None:
                dues = [Turn(player.seat)]
            else:
                state.stage = "confront"
                dues = [Confronting(player.seat) for player in state.order() if player.threat]
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


def _dues_before_repairs(state: State) -> list[Due]:
    """Dues to spend ambrosia on repairs before the repair income, because a repaired card may itself give repair
    income.
    """
    return [Spending(player.seat, "repair") for player in state.order()] if round_end.has_repair_income(state) else []


def _repair_dues(state: State, player: Player) -> Iterator[Due]:
    """The dues of a player at the repair stage: the repair income, then repairs for ambrosia before the income.
    Sections 3.3 and 4.3.
    """
    if (n := round_end.repair_income(state, player)) and city.damaged(player):
        yield Repairing(player.seat, n)
    if not round_end.is_last_round(state):
        yield Spending(player.seat, "income")


def _after_repair(step: Step[State]) -> list[Due]:
    """Carry out income and reset, except in the last round; return the dues of feeding. Section 3.3."""
    state = step.state
    if not round_end.is_last_round(state):
        round_end.gain_income(step)
        round_end.reset(step)
    for player in state.order():
        if not city.hunger(state, player):
            round_end.clear_hunger(step, player)
    hungry = [player.seat for player in state.order() if city.hunger(state, player)]
    return [due for seat in hungry for due in (Spending(seat, "feeding"), Feeding(seat))]


def _after_feeding(state: State) -> list[Due]:
    if not round_end.is_last_round(state):
        state.stage = "prepare"
        return [Preparing()]
    state.stage = "closing"
    return [Spending(player.seat, "scoring") for player in state.order()]


def _before_scoring(step: Step[State]) -> list[Due]:
    """The dues of the next of the stages before scoring: facts, then points to count. Section 9."""
    state = step.state
    if state.stage == "closing":
        state.stage = "reading"
        return list(scoring.facts_for_scoring(state))
    if state.stage == "reading":
        state.stage = "tallying"
        return [
            CountingPoints(player.seat) for player in state.order() if scoring.cards_with_text_points(state, player)
        ]
    if state.stage == "tallying":
        state.stage = "over"
        pieces.instruct_counting(step)
        step.tell(say("The play is over.", short=N_("The play is over")), TABLE)
        return []
    # A stage that waits for the table has its due on the agenda. If a correction removed it, put it back.
    return [Preparing()]


# -- who decides at the same time ----------------------------------------------------------------------------------

AT_ONCE: frozenset[Stage] = frozenset({"confront", "mend", "repair", "feed", "closing", "tallying"})
"""Stages in which seats decide independently, so all of them at the same time."""


def waiting_dues(state: State) -> tuple[Due, ...]:
    """All dues that wait for a decision now: the top of the agenda; in the stages of ``AT_ONCE`` also the first due
    with a choice of each other seat, in their order.
    """
    top = state.agenda[-1]
    if state.stage not in AT_ONCE or not isinstance(top, SeatDue):
        return (top,)
    found: dict[int, Due | None] = {top.seat: top}
    for due in reversed(state.agenda):
        if not isinstance(due, SeatDue) or due.seat in found:
            continue
        if has_choice(state, due):
            found[due.seat] = due
        elif isinstance(due, SETTLED_BY_RULES):
            found[due.seat] = None
    return tuple(due for due in found.values() if due is not None)


def bring_to_top(state: State, seat: int) -> None:
    """Put the due of a seat on top of the agenda, if the seat decides at the same time as others."""
    due = next((due for due in waiting_dues(state) if isinstance(due, SeatDue) and due.seat == seat), None)
    if due is None or due is state.agenda[-1]:
        return
    own = [each for each in state.agenda if isinstance(each, SeatDue) and each.seat == seat]
    others = [each for each in state.agenda if not (isinstance(each, SeatDue) and each.seat == seat)]
    while own[-1] is not due:
        own.pop()
    state.agenda = [*others, *own]


# -- dues without a choice ----------------------------------------------------------------------------------------


def settle(step: Step[State]) -> None:
    """Carry out dues from the top of the agenda until one needs a decision."""
    state = step.state
    _check_army_limits(state)
    while state.agenda and _settle_top(step, state.agenda[-1]):
        _check_army_limits(state)


def _check_army_limits(state: State) -> None:
    """Put a due on the agenda for each player with more armies than the limit, whatever lowered the limit. A repair
    that raises it again may come first. Sections 5.1 and 4.3.
    """
    for player in state.players:
        waiting = any(isinstance(due, Disbanding) and due.seat == player.seat for due in state.agenda)
        if city.armies_over_limit(state, player) and not waiting and state.stage != "set-up":
            state.agenda += [Disbanding(player.seat), Spending(player.seat, "disband")]


SETTLED_BY_RULES = (TakingDamage, TakingCoinEffect, Repairing, Feeding)
"""Dues that have an effect even if nobody has a choice."""


def has_choice(state: State, due: Due) -> bool:
    """Whether a due leaves a decision."""
    match due:
        case TakingDamage(seat=seat, left=left):
            return len(city.undamaged(state.player(seat))) > left
        case Repairing(seat=seat, left=left):
            return len(city.damaged(state.player(seat))) > left
        case TakingCoinEffect(seat=seat, key=key):
            return len(damage.effect_targets(state, state.player(seat), key)) > 1
        case Feeding(seat=seat):
            return _may_feed(state, state.player(seat))
        case _:
            return _is_needed(state, due)


def _may_feed(state: State, player: Player) -> bool:
    """Whether feeding leaves a choice: to spend ambrosia, or (not in the last round) which citizens go hungry."""
    left = city.hunger(state, player)
    rich = state.second and player.ambrosia >= FEED_ONE
    return bool(left) and (rich or (left < len(city.owned_citizens(player)) and not round_end.is_last_round(state)))


def _settle_top(step: Step[State], due: Due) -> bool:
    """Carry out a due without a choice. Return False, with no change, if it has one."""
    match due:
        case TakingDamage(seat=seat):
            return _settle_cards(step, due, city.undamaged(step.state.player(seat)), damage.damage_cards)
        case TakingCoinEffect():
            return _settle_coin_effect(step, due)
        case Repairing(seat=seat):
            return _settle_cards(step, due, city.damaged(step.state.player(seat)), goods.repair_cards)
        case Feeding():
            return _settle_feeding(step, due)
        case _:
            needed = _is_needed(step.state, due)
            if not needed:
                step.state.agenda.pop()
            return not needed


def _is_needed(state: State, due: Due) -> bool:
    """Whether a due still has anything to decide."""
    match due:
        case Disbanding(seat=seat):
            return city.armies_over_limit(state, state.player(seat)) > 0
        case Upgrading(seat=seat):
            player = state.player(seat)
            return any(city.lowest_free(player, number) for number in city.owned_citizens(player))
        case Confronting(seat=seat):
            return state.player(seat).threat is not None
        case Spending(seat=seat, before=before):
            return spending.worth_spending(state, state.player(seat), before)
        case CountingPoints(seat=seat):
            return bool(scoring.cards_with_text_points(state, state.player(seat)))
        case EnteringFact(kind=kind, key=key, field=field):
            return box.fact(state, kind, key, field) is None
        case _:
            return True


def _settle_cards(
    step: Step[State],
    due: TakingDamage | Repairing,
    cards: list[EmpireCard],
    turn: Callable[[Step[State], Player, tuple[int, ...]], None],
) -> bool:
    """Turn all ``cards`` over with ``turn``, unless the due takes fewer and so leaves a choice. Return whether it
    did.
    """
    if has_choice(step.state, due):
        return False
    step.state.agenda.pop()
    turn(step, step.state.player(due.seat), tuple(card.id for card in cards))
    return True


def _settle_coin_effect(step: Step[State], due: TakingCoinEffect) -> bool:
    player = step.state.player(due.seat)
    if has_choice(step.state, due):
        return False
    step.state.agenda.pop()
    damage.apply_coin_effect(step, player, due.key, 0)
    return True


def _settle_feeding(step: Step[State], due: Feeding) -> bool:
    """Carry out a feeding that leaves no choice: no hunger; or no ambrosia, and all go hungry or it is the last round.
    Return whether it did.
    """
    state, player = step.state, step.state.player(due.seat)
    left = city.hunger(state, player)
    if _may_feed(state, player):
        return False
    state.agenda.pop()
    round_end.apply_hunger(
        step, player, left, () if round_end.is_last_round(state) else tuple(city.owned_citizens(player)[:left])
    )
    return True
