"""Antike as a ``Game``: whom the play waits for, which question is asked, and which function makes a move."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import ClassVar, assert_never

from companion.core.game import Awaited, Game, Rules
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import Viewer
from companion.core.setup import Meta, Setup
from companion.core.step import TABLE, Step
from companion.core.table_setup import SetupStep
from companion.core.widgets import AnyWidget, Figure, ForecastLine
from companion.core.wording import N_, Arg, Message, say
from companion.games.antike import (
    arming,
    cities,
    goods,
    know_how,
    moves,
    personalities,
    showing,
    start,
    tables,
    tracked,
    turn,
    war,
)
from companion.games.antike.box import EAST, SHIPPED, WEST
from companion.games.antike.forecast import forecast
from companion.games.antike.moves import Move
from companion.games.antike.options import CHANCE, LEVELS, OPTIONS, switches
from companion.games.antike.reminders import remind
from companion.games.antike.setup_steps import setup_steps
from companion.games.antike.state import (
    MOST_NATIONS,
    Acting,
    Award,
    CoinDue,
    DueOfNation,
    Extra,
    Founding,
    GoingOn,
    Keeping,
    Naming,
    Nation,
    Next,
    OfNation,
    Seas,
    SettingUp,
    Starting,
    State,
    Turn,
)
from companion.games.antike.turn_parts import as_rest, as_turn, seas_matter
from companion.games.antike.victory import score_sheet
from companion.games.antike.words import SPACE_NAMES

# -- whom the play waits for, and the questions ----------------------------------------------------------------------

WHY: dict[type, Message] = {
    SettingUp: say("Set the table up.", short=N_("Set the table up")),
    Starting: say("Who begins?"),
    Naming: say("{nation}: name the start cities", short=N_("{nation}: start")),
    Keeping: say("{nation}: keep one start city", short=N_("{nation}: start")),
    CoinDue: say("{nation}: no coins left, take a good", short=N_("{nation}: no coin")),
    Turn: say("{nation}: on the rondel", short=N_("{nation}: rondel")),
    Acting: say("{nation}: {space}", short=N_("{nation}: action")),
    Founding: say("{nation}: found new cities", short=N_("{nation}: found")),
    Seas: say("{nation}: count the seas", short=N_("{nation}: seas")),
    Extra: say("{nation}: choose a personality", short=N_("{nation}: card")),
    GoingOn: say("Does the table play on?", short=N_("Play on?")),
}
"""Why the play waits, by what is due."""


def waits_for(state: State) -> Awaited:
    """The seats that must or may move, and why. Others than the one on turn may demand battles during a manoeuvre."""
    due = state.agenda[-1]
    why = WHY[type(due)]
    if not isinstance(due, OfNation):
        return Awaited((TABLE,), why=why)
    nation = state.nation(due.nation)
    also = tuple(seat for seat in state.seats if war.demanding(state, seat)) if isinstance(due, Acting) else ()
    words: dict[str, Arg] = {"nation": nation.name}
    if isinstance(due, Acting):
        words["space"] = SPACE_NAMES[state.switches.profile][due.space]
    following = state.nations[state.number(nation) % len(state.nations)]
    return Awaited((nation.seat,), also, Message(why.text, words, why.short), then=following.seat)


def ask(state: State, seat: int) -> Asking[Move]:
    """The questions of a seat that the play waits for."""
    due = state.agenda[-1]
    if isinstance(due, SettingUp):
        return start.ask_begin(state)
    if isinstance(due, Starting):
        return start.ask_first(state)
    if isinstance(due, GoingOn):
        return turn.ask_going_on(state)
    nation = state.nation(due.nation)
    if nation.seat != seat:
        return war.ask_demand(state, seat, nation)
    return ask_nation(state, nation, due)


def ask_nation(state: State, nation: Nation, due: DueOfNation) -> Asking[Move]:
    """The questions of a nation for what is due of it."""
    match due:
        case Naming():
            return start.ask_settle(state, nation)
        case Keeping():
            return start.ask_keep(state, nation)
        case CoinDue():
            return turn.ask_take(state, nation)
        case Turn():
            return as_turn(state, nation, turn.ask_turn(state, nation))
        case Acting():
            return turn.ask_acting(state, nation, due)
        case Founding(done=again):
            return as_rest(state, nation, cities.ask_founding(state, nation, again=again))
        case Seas():
            return as_rest(state, nation, personalities.ask_seas(nation))
        case Extra():
            return personalities.ask_extra(state, nation)
        case Award() | Next():
            raise AssertionError("proceed settles this without a question")
    assert_never(due)


# -- moves, and what goes on without a question ----------------------------------------------------------------------

RULES: Rules[State] = {
    moves.Begin: start.begin,
    moves.First: start.say_first,
    moves.Settle: start.name_cities,
    moves.Keep: start.keep_city,
    moves.Take: turn.take_good,
    moves.Go: turn.go,
    moves.Trade: goods.trade,
    moves.Build: cities.build,
    moves.Arm: arming.arm,
    moves.Learn: know_how.learn,
    moves.Battle: war.battle,
    moves.Conquer: war.conquer,
    moves.Survey: war.survey,
    moves.Found: cities.found,
    moves.Sail: personalities.say_seas,
    moves.Choose: personalities.choose,
    moves.Done: turn.finish_part,
    moves.PlayOn: turn.play_on,
}


def proceed(step: Step[State]) -> None:
    """Carry out what is due without a question, until somebody must decide or the play is over."""
    while step.state.agenda and not step.state.ending and settles(step):
        pass
    if step.state.ending:
        step.state.agenda.clear()


def settles(step: Step[State]) -> bool:
    """Carry out the last item of the agenda if nobody needs to be asked. True if it was carried out."""
    state = step.state
    match state.agenda[-1]:
        case CoinDue() if all(goods.chips_reason(state, good, 1) for good in tables.GOODS):
            state.agenda.pop()
        case Acting(nation=key, space=space) if not may_act(state, state.nation(key), space):
            state.agenda.pop()
        case Founding(nation=key) if idle(state, state.nation(key)):
            state.agenda.pop()
        case Seas(nation=key) if not seas_matter(state, state.nation(key)):
            state.agenda.pop()
        case Award(nation=key):
            state.agenda.pop()
            personalities.award(step, state.nation(key))
        case Next(nation=key):
            state.agenda.pop()
            turn.next_nation(step, state.nation(key))
        case _:
            return False
    return True


def may_act(state: State, nation: Nation, space: str) -> bool:
    """Whether a nation can still do anything on its space. A manoeuvre goes on until the nation ends it."""
    if space.startswith("maneuver") or goods.may_trade(state, nation) is None:
        return True
    return any(goal == space and turn.usable(state, nation, goal) for goal in tables.SPACES)


def idle(state: State, nation: Nation) -> bool:
    """Whether a nation can neither found a city nor trade."""
    return cities.any_found_reason(state, nation) is not None and goods.may_trade(state, nation) is not None


# -- the contract ----------------------------------------------------------------------------------------------------


class Antike(Game[State, Move]):
    """Nations of antiquity on a rondel. All information is open. See README.md."""

    meta = Meta(
        key="antike",
        title=say("Antike"),
        seats=(2, MOST_NATIONS),
        options=OPTIONS,
        chance=CHANCE,
        box=(EAST, WEST),
        longest=3000,
        levels=LEVELS,
        summary=say("Nations of antiquity found cities, build temples and win personalities."),
        icon="temple",
        unpack=(
            say("Board on the table, resources and coins beside it"),
            say("Each takes the pieces of one nation"),
        ),
    )
    points_sheet = files(__package__).joinpath("points.toml").read_text(encoding="utf-8")
    state_type = State
    move_type = Move
    rules = RULES
    box = SHIPPED
    from_the_start: ClassVar = {"first": start.DEAL}

    def new(self, setup: Setup) -> State:
        nations = start.nations_for(len(setup.numbers))
        chosen = switches(setup, nations)
        return State(
            seats=list(setup.numbers),
            sides=start.given_sides(setup),
            switches=chosen,
            box=setup.box,
            agenda=[SettingUp()],
            bank_coins=chosen.coins,
        )

    def waits_for(self, state: State) -> Awaited:
        return waits_for(state)

    def questions(self, state: State, seat: int) -> Asking[Move]:
        return ask(state, seat)

    def proceed(self, step: Step[State]) -> None:
        proceed(step)
        remind(step)

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        return list(showing.show(state))

    def seat_widgets(self, state: State, seat: int, public: Sequence[AnyWidget]) -> Sequence[AnyWidget]:
        return showing.with_own(state, seat, public)

    def on_paper(self, state: State) -> Sequence[str]:
        """The nations: which seat plays which, in turn order, and who is on turn."""
        del state
        return ("holdings",)

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
        return tracked.inventory(state)
