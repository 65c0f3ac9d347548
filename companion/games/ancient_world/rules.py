"""Every move to its rule, and the agenda from one stage to the next. Section 3."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.step import Step
from companion.core.wording import N_, say
from companion.games.ancient_world import rules_actions as actions
from companion.games.ancient_world import rules_army as armies
from companion.games.ancient_world import rules_close as close
from companion.games.ancient_world import rules_round as rounds
from companion.games.ancient_world import rules_side as side
from companion.games.ancient_world.derived import damaged, hunger, with_text
from companion.games.ancient_world.effects import end_turn, mover, owed
from companion.games.ancient_world.moves import (
    Again,
    Attack,
    Begin,
    Build,
    Claim,
    Close,
    Confront,
    Decline,
    Disband,
    Expand,
    Explore,
    Feed,
    Gain,
    Lose,
    Move,
    Note,
    Pass,
    Place,
    Prepare,
    Read,
    Rebuild,
    Recruit,
    Repair,
    Reward,
    Roll,
    Spend,
    Strike,
    Take,
    Tally,
    Trade,
    Train,
    Upgrade,
    Wounds,
)
from companion.games.ancient_world.rules_attack import attack
from companion.games.ancient_world.rules_damage import roll_asked, strike, wounds
from companion.games.ancient_world.rules_place import place
from companion.games.ancient_world.settling import settle
from companion.games.ancient_world.state import (
    Confronting,
    Due,
    Feeding,
    Player,
    Preparing,
    Repairing,
    Spending,
    State,
    Tallying,
    Turn,
)
from companion.games.ancient_world.words import who


def apply(step: Step[State], move: Move) -> None:
    """Put a move into effect, then work the agenda off until somebody must decide again."""
    _carry_out(step, move)
    proceed(step)


def _carry_out(step: Step[State], move: Move) -> None:  # noqa: C901  (one line a move)
    match move:
        case Begin():
            rounds.begin(step, move)
        case Prepare():
            rounds.prepare(step, move)
        case Place() | Again():
            place(step, move)
        case Decline():
            actions.decline(step)
        case Trade():
            actions.trade(step, move)
        case Build():
            actions.build(step, move)
        case Explore():
            actions.explore(step, move)
        case Expand():
            actions.expand(step, move)
        case Rebuild():
            actions.rebuild(step, move)
        case Reward():
            actions.reward(step, move)
        case Recruit():
            armies.recruit(step, move)
        case Train():
            armies.train(step, move)
        case Disband():
            armies.disband(step, move)
        case Attack():
            attack(step, move)
        case Roll():
            roll_asked(step, move)
        case Wounds():
            wounds(step, move)
        case Strike():
            strike(step, move)
        case Pass():
            pass_turn(step)
        case _:
            _carry_out_more(step, move)


def _carry_out_more(step: Step[State], move: Move) -> None:  # noqa: C901  (one line a move)
    match move:
        case Spend():
            side.spend(step, move)
        case Gain():
            side.gain_by_card(step, move)
        case Claim():
            side.claim(step, move)
        case Note():
            side.note(step, move)
        case Take():
            side.take(step, move)
        case Lose():
            side.lose(step, move)
        case Upgrade():
            close.upgrade(step, move)
        case Confront():
            close.confront(step, move)
        case Repair():
            close.repair(step, move)
        case Feed():
            close.feed(step, move)
        case Close():
            owed(step, Spending)
            step.state.agenda.pop()
        case Read():
            close.read(step, move)
        case Tally():
            close.tally(step, move)


def pass_turn(step: Step[State]) -> None:
    """No more actions this round."""
    owed(step, Turn)
    player = mover(step)
    player.passed = 1
    end_turn(step)
    step.tell(say("{who} passes.", short=N_("{who} passes"), who=who(player)))


def proceed(step: Step[State]) -> None:
    """Settle what needs no choice, and go from stage to stage until somebody must decide or the play is over."""
    state = step.state
    settle(step)
    while not state.agenda and state.stage != "over":
        _advance(step)
        settle(step)


def next_turn(state: State) -> Player | None:
    """Clockwise from the latest turn, the next player who has not passed."""
    order = state.order()
    if state.last:
        start = next((place for place, player in enumerate(state.players) if player.seat == state.last), 0) + 1
        order = [*state.players[start:], *state.players[:start]]
    return next((player for player in order if not player.passed), None)


def _advance(step: Step[State]) -> None:
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
            dues = _before_repairs(state)
        case "mend":
            state.stage = "repair"
            dues = [due for player in state.order() for due in _repairs(state, player)]
        case "repair":
            state.stage = "feed"
            dues = _after_repair(step)
        case "feed":
            dues = _after_feeding(state)
        case _:
            dues = _towards_scoring(step)
    state.agenda.extend(reversed(dues))


def _before_repairs(state: State) -> list[Due]:
    """A card repaired for ambrosia may itself give repair income."""
    return [Spending(player.seat, "repair") for player in state.order()] if close.repairs_by_income(state) else []


def _repairs(state: State, player: Player) -> Iterator[Due]:
    """Repair income, then what a seat repairs for ambrosia before income. Sections 3.3 and 4.3."""
    if (n := close.repair_income(state, player)) and damaged(player):
        yield Repairing(player.seat, n)
    if not close.final(state):
        yield Spending(player.seat, "income")


def _after_repair(step: Step[State]) -> list[Due]:
    """Income and reset, but not after the last round; then feeding. Section 3.3."""
    state = step.state
    if not close.final(state):
        rounds.collect(step)
        rounds.reset(step)
    for player in state.order():
        if not hunger(state, player):
            close.starve_nobody(player)
    hungry = [player.seat for player in state.order() if hunger(state, player)]
    return [due for seat in hungry for due in (Spending(seat, "feeding"), Feeding(seat))]


def _after_feeding(state: State) -> list[Due]:
    if not close.final(state):
        state.stage = "prepare"
        return [Preparing()]
    state.stage = "closing"
    return [Spending(player.seat, "scoring") for player in state.order()]


def _towards_scoring(step: Step[State]) -> list[Due]:
    """What is still to be said before the points are counted. Section 9."""
    state = step.state
    if state.stage == "closing":
        state.stage = "reading"
        return list(close.facts_for_scoring(state))
    if state.stage == "reading":
        state.stage = "tallying"
        return [Tallying(player.seat) for player in state.order() if with_text(state, player)]
    if state.stage == "tallying":
        state.stage = "over"
        step.tell(say("The play is over.", short=N_("The play is over")))
        return []
    # A stage that waits for the table's move has it on the agenda; after a correction it is put there again.
    return [Preparing()]
