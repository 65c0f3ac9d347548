"""Antiquity as a ``Game``: whom the play waits for, which question is asked, and which function makes a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.core.game import Awaited, Game, Rules
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Sealed, Viewer
from companion.core.secret_windows import secret_window
from companion.core.setup import Meta, Setup
from companion.core.step import TABLE, Step
from companion.core.table_setup import SetupStep
from companion.core.widgets import AnyWidget, Figure, ForecastLine
from companion.core.wording import N_, Message, say
from companion.games.antiquity import (
    countryside,
    exploration,
    famine,
    harvest,
    in_turn,
    moves,
    planning,
    pollution,
    showing,
    start,
    starting_cities,
    storage,
    trades,
    turn,
    victory,
)
from companion.games.antiquity.forecast import forecast
from companion.games.antiquity.in_turn import (
    PHASE_NAME,
    acting,
    ask_others,
    may_change_order,
    on_one_form,
    on_turn,
    phase_key,
)
from companion.games.antiquity.moves import Move
from companion.games.antiquity.options import CHANCE, LEVELS, OPTIONS
from companion.games.antiquity.reminders import remind
from companion.games.antiquity.scoring import score_sheet
from companion.games.antiquity.setup_steps import setup_steps
from companion.games.antiquity.showing import on_paper, own_first, show
from companion.games.antiquity.showing_realm import show_cities
from companion.games.antiquity.state import (
    MOST_SEATS,
    AllAtOnce,
    City,
    CountingHexes,
    Countryside,
    Due,
    Exploring,
    ForcingLabour,
    JudgingGiorgio,
    Over,
    PlacingGraves,
    Planning,
    Polluting,
    Realm,
    SettingUp,
    State,
    Storing,
)
from companion.games.antiquity.tables import COUNTERS, FIRST_SIDE, FIRST_WOOD, GOODS, MARKERS, SUPPLY
from companion.games.antiquity.tracked import tracked_numbers

RULES: Rules[State] = {
    moves.SetUp: start.set_up,
    moves.AddOrder: planning.add_order,
    moves.AddOrders: planning.add_orders,
    moves.DropOrder: planning.drop_order,
    moves.Offer: trades.offer,
    moves.AnswerOffer: trades.answer_offer,
    moves.Ready: planning.get_ready,
    moves.Reconsider: planning.reconsider,
    moves.PlanInTurn: in_turn.play_in_turn,
    moves.LayCity: starting_cities.lay_city,
    moves.OpenSite: countryside.open_site,
    moves.BuildInn: countryside.build_inn,
    moves.FoundCity: countryside.found_city,
    moves.ClearPollution: countryside.clear_pollution,
    moves.Pass: countryside.pass_countryside,
    moves.Discard: storage.discard,
    moves.ForceLabour: harvest.force_labour,
    moves.Explore: exploration.explore,
    moves.PlaceGraves: famine.place_graves,
    moves.Pollute: pollution.pollute,
    moves.JudgeGiorgio: victory.judge_giorgio,
    moves.CountHexes: victory.count_hexes,
}

PHASE: dict[type[Due], Message] = {
    Countryside: say("Countryside"),
    Storing: say("Storage: discard what does not fit.", short=N_("Storage")),
    ForcingLabour: say("Harvest: forced labour."),
    Exploring: say("Exploration"),
    PlacingGraves: say("Graves have to be placed."),
    Polluting: say("Pollution: lay the counters."),
    CountingHexes: say("Several have won: count your hexes."),
}


def waits_for(state: State) -> Awaited:
    """The seats that must or may move, and why. The play must not be over."""
    due = state.due
    match due:
        case SettingUp():
            return Awaited((TABLE,), why=say("Lay the map, then say which turn begins."))
        case JudgingGiorgio():
            return Awaited((TABLE,), why=say("San Giorgio: look at the map."))
        case Planning():
            return _planners(state)
        case Countryside(left=left) | Exploring(left=left):
            return Awaited((left[0],), why=PHASE[type(due)], then=left[1] if len(left) > 1 else 0)
        case _:
            return _actors(state)


def _planners(state: State) -> Awaited:
    """The seats that plan: all at once; or one seat, while others may answer its offers or prepare their plans."""
    if turn := on_turn(state):
        open_plans = [seat for seat in state.alive if seat not in state.ready]
        why = say("plans the city, in secret", short=N_("plans the city"))
        return secret_window((turn,), (), why, also=sorted(seat for seat in open_plans if seat != turn))
    why = say("All plan their cities in secret", short=N_("All plan in secret"))
    return secret_window(state.alive, state.ready, why)


def _actors(state: State) -> Awaited:
    """The seats that act in a phase of ``AllAtOnce`` (must), and those that may ask for turn order or withdraw it."""
    due, now = state.due, acting(state)
    may = tuple(seat for seat in sorted(state.alive) if seat not in now and may_change_order(state, seat))
    why = PHASE[type(due)]
    if isinstance(due, AllAtOnce) and due.insisted and now:
        why = PHASE_NAME[phase_key(due)]
    return Awaited(tuple(now), may, why=why)


QUESTIONS: dict[type[Due], Callable[[State, Any, int], Asking[Any]]] = {
    SettingUp: start.ask_set_up,
    Planning: planning.ask_plan,
    Countryside: countryside.ask_countryside,
    Storing: storage.ask_storing,
    ForcingLabour: harvest.ask_forced_labour,
    Exploring: exploration.ask_exploring,
    PlacingGraves: famine.ask_graves,
    Polluting: pollution.ask_polluting,
    JudgingGiorgio: victory.ask_giorgio,
    CountingHexes: victory.ask_hexes,
}


def ask(state: State, seat: int) -> Asking[Move]:
    """The questions of a seat for what is due. A seat that does not act now is asked whether it wants another order."""
    if isinstance(state.due, AllAtOnce) and seat not in acting(state):
        return ask_others(state)
    asking = QUESTIONS[type(state.due)](state, state.due, seat)
    if isinstance(state.due, ForcingLabour | Polluting | CountingHexes):
        return on_one_form(state, seat, asking)
    return asking


class Antiquity(Game[State, Move]):
    """Four cities at most, a secret phase every turn, famine and pollution."""

    meta = Meta(
        key="antiquity",
        title=say("Antiquity"),
        seats=(2, MOST_SEATS),
        rules_version=3,
        options=OPTIONS,
        chance=CHANCE,
        longest=1500,
        levels=LEVELS,
        summary=say("Cities on two levels, famine that rises, pollution that stays, and a patron saint to satisfy."),
        icon="wheat",
        unpack=(
            say("Goods, graves and pollution sorted on the table"),
            say("Each takes the men, cities, inns and buildings of one colour"),
        ),
    )
    points_sheet = files(__package__).joinpath("points.toml").read_text(encoding="utf-8")
    state_type = State
    move_type = Move
    rules = RULES
    from_the_start: ClassVar = {"turn": 1}

    def guided(self, move: Move) -> Move:
        """Mark a set-up in turn 1 as ``laid``: the guided steps placed the starting cities, so no plan asks for
        them.
        """
        return replace(move, laid=True) if isinstance(move, moves.SetUp) and move.turn == 1 else move

    def new(self, setup: Setup) -> State:
        """A new play: six wood each, all men in their houses. Section 2."""
        opened = setup.options["stocks"] == "open"
        bank = dict.fromkeys(GOODS, COUNTERS)
        bank["wood"] -= FIRST_WOOD * len(setup.numbers)
        return State(
            realms=[
                Realm(seat, Sealed((seat,), {"wood": FIRST_WOOD}, opened), [City(FIRST_SIDE)]) for seat in setup.numbers
            ],
            order=list(setup.numbers),
            options=dict(setup.options),
            grids=setup.level != "counters",
            due=SettingUp(),
            bank=bank,
            supply=dict(SUPPLY),
            markers=dict.fromkeys(MARKERS, 0),
        )

    def waits_for(self, state: State) -> Awaited:
        return waits_for(state)

    def questions(self, state: State, seat: int) -> Asking[Move]:
        return ask(state, seat)

    def proceed(self, step: Step[State]) -> None:
        turn.proceed(step)
        remind(step)

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        return show(state)

    def seat_widgets(self, state: State, seat: int, public: Sequence[AnyWidget]) -> Sequence[AnyWidget]:
        return own_first(state, seat, public)

    def reveals(self, state: State) -> Sequence[str]:
        return [widget.key for realm in state.realms for widget in show_cities(realm, state.grids, secret=False)]

    def on_paper(self, state: State) -> Sequence[str]:
        return on_paper(state)

    def setup_steps(self, state: State) -> Sequence[SetupStep]:
        return tuple(setup_steps(state))

    def strip(self, state: State, seat: int) -> Sequence[Figure]:
        return showing.strip(state, seat)

    def forecast(self, state: State, seat: int) -> Sequence[ForecastLine]:
        return forecast(state, seat)

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        del viewer
        return score_sheet(state)

    def inventory(self, state: State) -> Sequence[Tracked]:
        return tracked_numbers(state)

    def upgrade(self, version: int, raw: dict[str, Any]) -> State:
        """Read an older state. Version 1 had no planning in turn order, and listed the losers of the hex tie-break
        among the winners.
        """
        state = super().upgrade(version, raw)
        state.options.setdefault("in-turn", False)
        if isinstance(state.due, Over):
            state.winners = victory.tie_winners(state)
        return state
