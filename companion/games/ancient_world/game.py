"""The Ancient World as a ``Game``: which rule takes which move, whom the game waits for, what it asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any, cast

from companion.core.boxes import Box, merged
from companion.core.game import Awaited, Game, Rules
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Viewer
from companion.core.setup import Meta, Setup
from companion.core.step import TABLE, Step
from companion.core.table_setup import SetupStep
from companion.core.widgets import AnyWidget, Figure, ForecastLine
from companion.core.wording import Message, say
from companion.games.ancient_world import (
    actions,
    armies,
    attack,
    damage,
    free_actions,
    goods,
    moves,
    options,
    pieces,
    place,
    round_end,
    scoring,
    showing,
    spending,
    stages,
    start,
    tracked,
    turn,
    words,
)
from companion.games.ancient_world.box import KINDS, PRACTICE, SHIPPED, box_warnings
from companion.games.ancient_world.forecast import forecast
from companion.games.ancient_world.moves import Move
from companion.games.ancient_world.reminders import remind
from companion.games.ancient_world.setup_steps import setup_steps
from companion.games.ancient_world.state import (
    MOST_PLAYERS,
    READY,
    Acting,
    ActionSpace,
    Army,
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
    Rolling,
    SeatDue,
    SettingUp,
    Spending,
    State,
    Supply,
    TakingCoinEffect,
    TakingDamage,
    Turn,
    Upgrading,
)
from companion.games.ancient_world.tables import (
    AMBROSIA_AT_START,
    CAPITAL,
    CITIZENS,
    OPENING_ROUND,
    SPACES,
    START_EMPIRE,
    START_MILITARY,
    STARTING_CITIZENS,
)
from companion.games.ancient_world.words import SEAT_DUES, TABLE_DUES

_RULES: Rules[State] = {
    moves.Begin: start.begin,
    moves.Prepare: start.prepare,
    moves.Place: place.place,
    moves.PlaceAgain: place.place,
    moves.Decline: actions.decline,
    moves.BoardAction: actions.board_action,
    moves.Build: actions.build,
    moves.Explore: actions.explore,
    moves.Expand: actions.expand,
    moves.Rebuild: actions.rebuild,
    moves.CardAction: actions.card_action,
    moves.Recruit: armies.recruit,
    moves.Train: armies.train,
    moves.Disband: armies.disband,
    moves.Attack: attack.attack,
    moves.Roll: damage.answer_roll,
    moves.Damage: damage.damage,
    moves.CoinEffect: damage.coin_effect,
    moves.Pass: turn.pass_turn,
    moves.Spend: spending.spend,
    moves.GainGoods: free_actions.gain_by_card,
    moves.ClaimFirst: free_actions.claim_first,
    moves.NameTitan: free_actions.name_titan,
    moves.TakeCard: free_actions.take_card,
    moves.LoseCard: free_actions.lose_card,
    moves.Upgrade: goods.upgrade,
    moves.Confront: round_end.confront,
    moves.Repair: round_end.repair,
    moves.Feed: round_end.feed,
    moves.StopSpending: spending.stop_spending,
    moves.EnterFact: scoring.enter_fact,
    moves.CountPoints: scoring.count_points,
}


def _own_due_first(rule: Callable[[Step[State], Any], None]) -> Callable[[Step[State], Any], None]:
    """Wrap a rule so that the moving seat's due is on top of the agenda, also when several seats decide at the same
    time.
    """

    def on_top(step: Step[State], move: Any) -> None:
        if step.state.agenda:
            stages.bring_to_top(step.state, step.seat)
        rule(step, move)

    return on_top


RULES: Rules[State] = {kind: _own_due_first(rule) for kind, rule in _RULES.items()}


def proceed(step: Step[State]) -> None:
    """Carry out dues without a choice, stage by stage, until somebody must decide or the play is over."""
    state = step.state
    stages.settle(step)
    while not state.agenda and state.stage != "over":
        stages.next_stage(step)
        stages.settle(step)


def waits_for(state: State) -> Awaited:
    """The seats that must move, and why. The play must not be over."""
    top, *others = stages.waiting_dues(state)
    if not isinstance(top, SeatDue):
        return Awaited((TABLE,), why=TABLE_DUES[type(top)])
    if not others:
        return Awaited((top.seat,), why=SEAT_DUES[type(top)], then=_then(state, top.seat))
    seats = tuple(due.seat for due in (top, *others) if isinstance(due, SeatDue))
    return Awaited(seats, why=words.TITANS_STRIKE if state.stage == "confront" else words.END_OF_ROUND)


def _then(state: State, seat: int) -> int:
    """The seat that acts after ``seat``: of those with something due, else the next one that has not passed; 0 if there
    is none.
    """
    for due in reversed(state.agenda):
        if isinstance(due, SeatDue) and due.seat != seat:
            return due.seat
    if state.stage != "turns":
        return 0
    players = state.clockwise(next(place for place, one in enumerate(state.players) if one.seat == seat) + 1)
    return next((player.seat for player in players if not player.passed and player.seat != seat), 0)


QUESTIONS: dict[type[Due], Callable[[State, Any], Asking[Move]]] = {
    SettingUp: start.ask_set_up,
    Preparing: start.ask_prepare,
    Turn: turn.ask_turn,
    Acting: turn.ask_acting,
    Upgrading: goods.ask_upgrade,
    Rolling: damage.ask_roll,
    TakingDamage: damage.ask_damaged_cards,
    TakingCoinEffect: damage.ask_coin_effect,
    Disbanding: armies.ask_disband,
    Confronting: round_end.ask_confront,
    Repairing: round_end.ask_repairs,
    Feeding: round_end.ask_feed,
    Spending: spending.ask_spending,
    EnteringFact: scoring.ask_fact,
    CountingPoints: scoring.ask_points,
}


def ask(state: State, seat: int) -> Asking[Move]:
    """The questions of a seat for its due; if it has none, for the first due."""
    dues = stages.waiting_dues(state)
    due = next((due for due in dues if isinstance(due, SeatDue) and due.seat == seat), dues[0])
    return QUESTIONS[type(due)](state, due)


class AncientWorld(Game[State, Move]):
    """The game; it has no hidden information, and the companion does the sums."""

    meta = Meta(
        key="ancient-world",
        title=say("The Ancient World"),
        seats=(2, MOST_PLAYERS),
        rules_version=2,
        options=options.OPTIONS,
        chance=options.CHANCE,
        box=KINDS,
        longest=800,
        summary=say("Six rounds of building a city between titans."),
        icon="tower",
        unpack=(
            say("Board on the table, the cards sorted beside it"),
            say("Each takes a player board, and the citizens and cubes of one colour"),
        ),
    )
    points_sheet = files(__package__).joinpath("points.toml").read_text(encoding="utf-8")
    state_type = State
    move_type = Move
    rules = RULES
    box = SHIPPED

    def new(self, setup: Setup) -> State:
        switches = options.switches_of(setup)
        laid = merged(SHIPPED, PRACTICE) if switches.practice else SHIPPED
        start = set(AMBROSIA_AT_START) if switches.edition == "second" else set()
        places = {space: ActionSpace(int(space in start), int(space not in OPENING_ROUND)) for space in SPACES}
        state = State(
            switches=switches,
            players=[],
            box=merged(laid, setup.box),
            places=cast("dict[str, ActionSpace]", places),
            supply=Supply(ambrosia=-len(start)),
            agenda=[SettingUp()],
            companion_rolls=setup.chance[options.DAMAGE] == "companion",
        )
        state.players = [_seated(state, seat) for seat in setup.numbers]
        return state

    def waits_for(self, state: State) -> Awaited:
        return waits_for(state)

    def questions(self, state: State, seat: int) -> Asking[Move]:
        return ask(state, seat)

    def proceed(self, step: Step[State]) -> None:
        proceed(step)
        remind(step)

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        return showing.show(state)

    def seat_widgets(self, state: State, seat: int, public: Sequence[AnyWidget]) -> Sequence[AnyWidget]:
        del state
        return showing.own_first(public, seat)

    def on_paper(self, state: State) -> Sequence[str]:
        """The keys of the widgets for a printed record: sums that take time to count again. All else is visible on the
        table.
        """
        del state
        return ("goods", "cities", "banners", "armies")

    def setup_steps(self, state: State) -> Sequence[SetupStep]:
        return tuple(setup_steps(state))

    def strip(self, state: State, seat: int) -> Sequence[Figure]:
        return showing.strip(state, seat)

    def forecast(self, state: State, seat: int) -> Sequence[ForecastLine]:
        return forecast(state, seat)

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        del viewer
        return scoring.score_sheet(state)

    def inventory(self, state: State) -> Sequence[Tracked]:
        return list(tracked.tracked_numbers(state))

    def physical_counts(self, state: State) -> Sequence[Tracked]:
        return list(pieces.cubes(state))

    def keeps(self, state: State) -> bool:
        return not state.switches.practice

    def upgrade(self, version: int, raw: dict[str, Any]) -> State:
        """Read an older state. Version 1 asked only for the last chance to repair, and did not store who rolls: unknown
        faces of a die are asked for then.
        """
        if version < 2:
            for due in raw["agenda"]:
                if due["type"] == "closing":
                    due.update(type="spending", before="scoring")
        return super().upgrade(version, raw)

    def box_warnings(self, box: Box) -> Sequence[Message]:
        return box_warnings(box)


def _seated(state: State, seat: int) -> Player:
    """A player board at the start. Section 2.2."""
    return Player(
        seat,
        capital={**dict.fromkeys(tracked.CAPITAL, 0), **CAPITAL},
        citizens=[READY if number in STARTING_CITIZENS else 0 for number in range(1, CITIZENS + 1)],
        cards=[EmpireCard(state.new_id(), key) for key in START_EMPIRE],
        armies=[Army(state.new_id(), key) for key in START_MILITARY],
    )
