"""The game: what the companion is given of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.errors import Refused
from companion.core.game import Awaited, ChanceKind, Game, Meta, Setup
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Sealed, Viewer
from companion.core.step import TABLE, Step
from companion.core.widgets import AnyWidget
from companion.core.wording import N_, SeatName, say
from companion.games.antiquity import countryside, hunger, planning, planning_in_turn, saints, turn, upkeep
from companion.games.antiquity.asking import (
    ask_burying,
    ask_counting,
    ask_countryside,
    ask_driving,
    ask_exploring,
    ask_judging,
    ask_polluting,
    ask_set_up,
    ask_storing,
)
from companion.games.antiquity.asking_plan import ask_plan
from companion.games.antiquity.moves import (
    Again,
    Bury,
    Clear,
    Discard,
    Drive,
    Drop,
    Explore,
    Found,
    Give,
    Hexes,
    Inn,
    Insist,
    Judge,
    Move,
    Offer,
    Open,
    Pass,
    Pollute,
    Ready,
    Reply,
    SetUp,
)
from companion.games.antiquity.options import OPTIONS
from companion.games.antiquity.scoring import score_sheet
from companion.games.antiquity.showing import show_all
from companion.games.antiquity.state import (
    Burying,
    City,
    Counting,
    Countryside,
    Driving,
    Due,
    Exploring,
    Judging,
    Over,
    Planning,
    Polluting,
    Realm,
    SettingUp,
    State,
    Storing,
)
from companion.games.antiquity.tables import COUNTERS, FIRST_SIDE, FIRST_WOOD, GOODS, MARKERS, SUPPLY
from companion.games.antiquity.tracked import tracked_numbers

NOT_AWAITED = say("The table is not waiting for you.", short=N_("Not your turn"))

CARRIED_OUT: dict[type, tuple[type, Callable[[Step[State], Any], None]]] = {
    SetUp: (SettingUp, turn.set_up),
    Give: (Planning, planning.give),
    Drop: (Planning, planning.drop),
    Offer: (Planning, planning.offer),
    Reply: (Planning, planning.reply),
    Ready: (Planning, planning.get_ready),
    Again: (Planning, planning.think_again),
    Insist: (Planning, planning_in_turn.insist),
    Open: (Countryside, countryside.open_site),
    Inn: (Countryside, countryside.build_inn),
    Found: (Countryside, countryside.found_city),
    Clear: (Countryside, countryside.clear),
    Pass: (Countryside, countryside.stop),
    Discard: (Storing, upkeep.discard),
    Drive: (Driving, upkeep.drive),
    Explore: (Exploring, upkeep.explore),
    Bury: (Burying, hunger.bury),
    Pollute: (Polluting, hunger.pollute),
    Judge: (Judging, saints.judge),
    Hexes: (Counting, saints.count_hexes),
}
"""For every kind of move: the phase it belongs to, and the rule."""


class Antiquity(Game[State, Move]):
    """Four cities at most, a secret phase every turn, famine and pollution."""

    meta = Meta(
        key="antiquity",
        title=say("Antiquity"),
        seats=(2, 4),
        rules_version=2,
        options=OPTIONS,
        chance=(
            ChanceKind("order", say("The men drawn for the turn order")),
            ChanceKind("marker", say("Exploration markers"), "cardboard"),
        ),
        longest=1500,
        levels=(
            ("grids", say("City maps on the screens")),
            ("counters", say("City maps on cardboard, counted here")),
        ),
        summary=say("Cities on two levels, famine that rises, pollution that stays, and a patron saint to satisfy."),
    )
    state_type = State
    move_type = Move

    def new(self, setup: Setup) -> State:
        """Section 2: six wood, all men still in their houses."""
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

    def awaits(self, state: State) -> Awaited:
        due = state.due
        match due:
            case Over():
                return Awaited(over=True)
            case SettingUp():
                why = say("Lay the map, then say which turn begins.")
                return Awaited((TABLE,), why=why)
            case Judging():
                return Awaited((TABLE,), why=say("San Giorgio: look at the map."))
            case Planning():
                return _planners(state)
            case Countryside(left=left) | Exploring(left=left):
                return Awaited((left[0],), why=say("{phase}: {who}.", phase=PHASE[type(due)], who=SeatName(left[0])))
            case Driving(left=left) | Counting(left=left):
                return Awaited(tuple(left), why=PHASE[type(due)])
            case Storing(excess=owed) | Burying(graves=owed) | Polluting(counters=owed):
                return Awaited(tuple(sorted(owed)), why=PHASE[type(due)])

    def ask(self, state: State, seat: int) -> Asking[Move]:
        awaited = self.awaits(state)
        if seat not in (*awaited.must, *awaited.may):
            raise Refused("not-awaited", NOT_AWAITED)
        return ASKED[type(state.due)](state, seat)

    def apply(self, step: Step[State], move: Move) -> None:
        awaited = self.awaits(step.state)
        phase, rule = CARRIED_OUT[type(move)]
        if step.seat not in (*awaited.must, *awaited.may):
            step.refuse("not-awaited", NOT_AWAITED)
        if not isinstance(step.state.due, phase):
            step.refuse("not-now", say("That is not asked for now."))
        rule(step, move)
        turn.proceed(step)

    def show(self, state: State, viewer: Viewer) -> Sequence[AnyWidget]:
        return show_all(state, viewer)

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        del viewer
        return score_sheet(state)

    def inventory(self, state: State) -> Sequence[Tracked]:
        return tracked_numbers(state)

    def upgrade(self, version: int, raw: dict[str, Any]) -> State:
        """Version 1 knew no building in turn, and kept whoever lost the tie of hexes among the winners."""
        state = super().upgrade(version, raw)
        state.options.setdefault("in-turn", False)
        if isinstance(state.due, Over):
            state.winners = saints.ahead(state)
        return state


def _planners(state: State) -> Awaited:
    """All at once; or one after another, the others with an answer to an offer or a plan to prepare."""
    open_plans = tuple(seat for seat in state.alive if seat not in state.ready)
    turn = planning_in_turn.on_turn(state)
    if turn:
        why = say("City building: {who} plans.", short=N_("{who} plans"), who=SeatName(turn))
        return Awaited((turn,), tuple(sorted(seat for seat in open_plans if seat != turn)), why, secret=True)
    why = say("City building: all plan in secret.", short=N_("All plan in secret"))
    return Awaited(open_plans, tuple(sorted(state.ready)), why, secret=True)


PHASE: dict[type[Due], Any] = {
    Countryside: say("Countryside"),
    Storing: say("Storage: discard what does not fit.", short=N_("Storage")),
    Driving: say("Harvest: forced labour."),
    Exploring: say("Exploration"),
    Burying: say("Graves have to be placed."),
    Polluting: say("Pollution: lay the counters."),
    Counting: say("Several have won: count your hexes."),
}

ASKED: dict[type[Due], Callable[[State, int], Asking[Any]]] = {
    SettingUp: ask_set_up,
    Planning: ask_plan,
    Countryside: ask_countryside,
    Storing: ask_storing,
    Driving: ask_driving,
    Exploring: ask_exploring,
    Burying: ask_burying,
    Polluting: ask_polluting,
    Judging: ask_judging,
    Counting: ask_counting,
}
"""The questions of every phase."""
