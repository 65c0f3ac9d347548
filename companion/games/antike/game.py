"""Antike: the contract, filled in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.core.errors import Refused
from companion.core.game import Awaited, ChanceKind, Game, Meta, Setup, SetupError
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Viewer
from companion.core.step import TABLE, Step
from companion.core.widgets import AnyWidget
from companion.core.wording import N_, Message, say
from companion.games.antike import rules_action, rules_start, rules_turn, rules_war, showing, tracked
from companion.games.antike.asking import (
    ask_acting,
    ask_building,
    ask_extra,
    ask_going_on,
    ask_seas,
    ask_take,
    ask_turn,
)
from companion.games.antike.asking_start import ask_begin, ask_keep, ask_settle
from companion.games.antike.asking_war import ask_demand
from companion.games.antike.moves import (
    Arm,
    Battle,
    Begin,
    Build,
    Choose,
    Conquer,
    Done,
    Found,
    Go,
    Keep,
    Learn,
    Move,
    PlayOn,
    Sail,
    Settle,
    Survey,
    Take,
    Trade,
)
from companion.games.antike.options import LEVELS, OPTIONS, switches
from companion.games.antike.provinces import EAST, SHIPPED, WEST
from companion.games.antike.scoring import score_sheet
from companion.games.antike.sites import CITIES
from companion.games.antike.state import (
    Acting,
    Award,
    CoinDue,
    Due,
    Extra,
    Founding,
    GoingOn,
    Keeping,
    Naming,
    Next,
    Seas,
    SettingUp,
    State,
    Turn,
)
from companion.games.antike.tables import NATIONS, PAIRS, Side
from companion.games.antike.warfare import demanding

NOT_AWAITED = say("The table is not waiting for you.", short=N_("Not your turn"))

RULES: dict[type, Callable[[Step[State], Any], None]] = {
    Begin: rules_start.begin,
    Settle: rules_start.name_cities,
    Keep: rules_start.keep_city,
    Take: rules_turn.take_good,
    Go: rules_turn.go,
    Trade: rules_action.trade,
    Build: rules_action.build,
    Arm: rules_action.arm,
    Learn: rules_action.learn,
    Battle: rules_war.battle,
    Conquer: rules_war.conquer,
    Survey: rules_war.survey,
    Found: rules_action.found,
    Sail: rules_turn.say_seas,
    Choose: rules_turn.choose,
    Done: lambda step, _: rules_turn.finish_part(step),
    PlayOn: rules_turn.play_on,
}

WHY: dict[type, Message] = {
    Naming: say("{who} names its start cities.", short=N_("{who}: start")),
    Keeping: say("{who} keeps one start city.", short=N_("{who}: start")),
    CoinDue: say("{who} takes a good: no coin is left.", short=N_("{who}: no coin")),
    Turn: say("{who} moves on the rondel.", short=N_("{who}: rondel")),
    Acting: say("{who} acts.", short=N_("{who} acts")),
    Founding: say("{who} may found cities.", short=N_("{who}: found")),
    Seas: say("{who} counts its seas.", short=N_("{who}: seas")),
    Extra: say("{who} chooses a personality.", short=N_("{who}: card")),
}


class Antike(Game[State, Move]):
    """Nations of antiquity on a rondel; all information is open."""

    meta = Meta(
        key="antike",
        title=say("Antike"),
        seats=(2, 6),
        options=OPTIONS,
        chance=(ChanceKind("nation", say("Nations")),),
        box=(EAST, WEST),
        longest=3000,
        levels=LEVELS,
        summary=say("Nations of antiquity found cities, build temples and win personalities."),
    )
    state_type = State
    move_type = Move
    box = SHIPPED

    def new(self, setup: Setup) -> State:
        nations = rules_start.nations_for(len(setup.numbers))
        rules = switches(setup, nations)
        return State(
            seats=list(setup.numbers),
            sides=given_sides(setup),
            switches=rules,
            box=setup.box,
            agenda=[SettingUp()],
            bank_coins=rules.coins,
        )

    def awaits(self, state: State) -> Awaited:
        if not state.agenda:
            return Awaited(over=True, why=say("The play is over."))
        due = state.agenda[-1]
        if isinstance(due, SettingUp):
            return Awaited((TABLE,), why=say("Set the table up.", short=N_("Set the table up")))
        if isinstance(due, GoingOn):
            return Awaited((TABLE,), why=say("Does the table play on?", short=N_("Play on?")))
        nation = state.nation(due.nation)
        why = WHY[type(due)]
        also = tuple(seat for seat in state.seats if demanding(state, seat)) if isinstance(due, Acting) else ()
        return Awaited((nation.seat,), also, Message(why.text, {"who": nation.name}, why.short))

    def ask(self, state: State, seat: int) -> Asking[Move]:
        require_awaited(self.awaits(state), seat)
        due = state.agenda[-1]
        if isinstance(due, Acting) and state.nation(due.nation).seat != seat:
            return ask_demand(state, seat, state.nation(due.nation))
        return ask_due(state, due)

    def apply(self, step: Step[State], move: Move) -> None:
        require_awaited(self.awaits(step.state), step.seat)
        due = step.state.agenda[-1]
        if isinstance(due, Acting) and step.state.nation(due.nation).seat != step.seat and not isinstance(move, Battle):
            raise Refused("not-awaited", NOT_AWAITED)
        RULES[type(move)](step, move)
        rules_turn.proceed(step)

    def show(self, state: State, viewer: Viewer) -> Sequence[AnyWidget]:
        return list(showing.show(state, public=viewer.seat is None))

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        del viewer
        return score_sheet(state)

    def inventory(self, state: State) -> Sequence[Tracked]:
        return tracked.inventory(state)


def require_awaited(awaited: Awaited, seat: int) -> None:
    """Raises ``Refused`` for a seat that has nothing to say now."""
    if seat not in (*awaited.must, *awaited.may):
        raise Refused("not-awaited", NOT_AWAITED)


def ask_due(state: State, due: Due) -> Asking[Move]:
    """The questions that settle the top of the agenda."""
    match due:
        case SettingUp():
            return ask_begin(state)
        case GoingOn():
            return ask_going_on(state)
        case Naming(nation=key):
            return ask_settle(state, state.nation(key))
        case Keeping(nation=key):
            return ask_keep(state, state.nation(key))
        case CoinDue(nation=key):
            return ask_take(state, state.nation(key))
    return ask_in_turn(state, due)


def ask_in_turn(state: State, due: Due) -> Asking[Move]:
    """The questions of a turn."""
    match due:
        case Turn(nation=key):
            return ask_turn(state, state.nation(key))
        case Acting(nation=key):
            return ask_acting(state, state.nation(key), due)
        case Founding(nation=key):
            return ask_building(state, state.nation(key), CITIES)
        case Seas(nation=key):
            return ask_seas(state.nation(key))
        case Extra(nation=key):
            return ask_extra(state, state.nation(key))
        case Award() | Next():
            pass
    raise AssertionError(f"{due} settles itself")


def given_sides(setup: Setup) -> dict[int, list[str]]:
    """Who plays what, if the set-up says so; nations are dealt else. Raises ``SetupError``."""
    if not any(seated.sides for seated in setup.seats):
        return {}
    side: Side = "west" if setup.options["side"] == "west" else "east"
    given = {seated.seat: list(seated.sides) for seated in setup.seats}
    names = NATIONS[side][: rules_start.nations_for(len(given))]
    if sorted(key for keys in given.values() for key in keys) != sorted(names):
        raise SetupError(f"antike: the nations in play are {', '.join(names)}, one for every seat")
    pairs = [sorted(pair) for pair in PAIRS[side]]
    if any(sorted(keys) not in pairs if len(given) == 2 else len(keys) != 1 for keys in given.values()):
        raise SetupError(f"antike: two seats play the pairs {pairs}, more seats one nation each")
    return given
