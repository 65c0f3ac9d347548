"""Antike: the contract, filled in."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.game import Awaited, Game
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Viewer
from companion.core.setup import ChanceKind, Meta, Setup, SetupError
from companion.core.step import TABLE, Step
from companion.core.widgets import AnyWidget
from companion.core.wording import N_, Message, say
from companion.games.antike import rules, rules_start, showing, tracked
from companion.games.antike.asking import (
    ask_acting,
    ask_building,
    ask_extra,
    ask_going_on,
    ask_seas,
    ask_take,
    ask_turn,
)
from companion.games.antike.asking_sites import CITIES
from companion.games.antike.asking_start import ask_begin, ask_keep, ask_settle
from companion.games.antike.asking_war import ask_demand
from companion.games.antike.box import EAST, SHIPPED, WEST
from companion.games.antike.moves import Move
from companion.games.antike.options import LEVELS, OPTIONS, switches
from companion.games.antike.reasons_war import demanding
from companion.games.antike.scoring import score_sheet
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
    rules = rules.RULES
    box = SHIPPED

    def new(self, setup: Setup) -> State:
        nations = rules_start.nations_for(len(setup.numbers))
        chosen = switches(setup, nations)
        return State(
            seats=list(setup.numbers),
            sides=given_sides(setup),
            switches=chosen,
            box=setup.box,
            agenda=[SettingUp()],
            bank_coins=chosen.coins,
        )

    def waits_for(self, state: State) -> Awaited:
        due = state.agenda[-1]
        if isinstance(due, SettingUp):
            return Awaited((TABLE,), why=say("Set the table up.", short=N_("Set the table up")))
        if isinstance(due, GoingOn):
            return Awaited((TABLE,), why=say("Does the table play on?", short=N_("Play on?")))
        nation = state.nation(due.nation)
        why = WHY[type(due)]
        also = tuple(seat for seat in state.seats if demanding(state, seat)) if isinstance(due, Acting) else ()
        return Awaited((nation.seat,), also, Message(why.text, {"who": nation.name}, why.short))

    def questions(self, state: State, seat: int) -> Asking[Move]:
        due = state.agenda[-1]
        if isinstance(due, Acting) and state.nation(due.nation).seat != seat:
            return ask_demand(state, seat, state.nation(due.nation))
        return ask_due(state, due)

    def proceed(self, step: Step[State]) -> None:
        rules.proceed(step)

    def show(self, state: State, viewer: Viewer) -> Sequence[AnyWidget]:
        return list(showing.show(state, public=viewer.seat is None))

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        del viewer
        return score_sheet(state)

    def inventory(self, state: State) -> Sequence[Tracked]:
        return tracked.inventory(state)


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
