"""Dice Game: numbers, moves, state, the rules of a turn, what people see, and the contract."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.core.game import Awaited, Game, Rules
from companion.core.inventory import Tracked
from companion.core.options import Option
from companion.core.questions import Asking, Dice, Pick
from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.secrecy import Viewer
from companion.core.setup import ChanceKind, Meta, Setup
from companion.core.step import Step
from companion.core.widgets import AnyWidget, Column, Figure, Ledger, Note, Row
from companion.core.wording import N_, Message, SeatName, listed, named, say, say_n

# -- numbers, moves and state ----------------------------------------------------------------------------------------

ROUNDS = 5
"""Turns of each player."""
DICE = 2
"""Dice in a roll."""
BAD = 1
"""A die with this face ends the turn, which then scores nothing."""


class Roll(Struct, frozen=True, tag="roll"):
    """Roll the dice, for the first time in the turn or once more."""


class Stop(Struct, frozen=True, tag="stop"):
    """Score the points of the turn, and end it."""


Move = Roll | Stop


class Turn(Struct, frozen=True, tag="turn"):
    """The table waits for this seat to roll or to stop."""

    seat: int


class Player(Struct):
    """What a seat has."""

    seat: int
    points: int = 0


class State(Struct):
    """All that a saved play holds. ``at_risk`` are the points of this turn. ``agenda`` is a stack: the play waits for
    its last item, and here holds all turns that are left.
    """

    players: list[Player]
    agenda: list[Turn]
    at_risk: int = 0

    def player(self, seat: int) -> Player:
        return next(player for player in self.players if player.seat == seat)


# -- a turn: why not, its effects, its question ----------------------------------------------------------------------


def stop_reason(state: State) -> Message | None:
    """Why a player cannot stop, or None."""
    return None if state.at_risk else say("Roll first.")


def roll(step: Step[State], move: Roll) -> None:
    del move
    state, due = step.state, step.owed(Turn)
    # the companion rolls, or people enter what their own dice show: the rule is the same for both
    dice = step.chance(Dice(key="dice", prompt=say("What do the dice show?"), dice=DICE), by=due.seat)
    step.tell_all(say("{who} rolls {dice}.", who=SeatName(due.seat), dice=listed(dice)))
    if BAD in dice:
        step.tell(say("{who} scores nothing this turn.", who=SeatName(due.seat)))
        end_turn(state)
    else:
        state.at_risk += sum(dice)


def stop(step: Step[State], move: Stop) -> None:
    del move
    state, due = step.state, step.owed(Turn)
    step.require(stop_reason(state))
    state.player(due.seat).points += state.at_risk
    step.tell(say_n("{who} scores {n} point.", "{who} scores {n} points.", state.at_risk, who=SeatName(due.seat)))
    end_turn(state)


def end_turn(state: State) -> None:
    state.agenda.pop()
    state.at_risk = 0


def ask_turn(state: State) -> Asking[Move]:
    reason = stop_reason(state)
    chosen = yield from Pick[str](
        key="turn",
        prompt=say_n("Roll, or stop with {n} point?", "Roll, or stop with {n} points?", state.at_risk),
        meaning=say("What you roll is added to your turn. If a die shows 1, the turn ends and scores nothing."),
        options=(Option("roll", say("Roll")), Option("stop", say("Stop"), reason=reason)),
        # the table's answer for a player who is away
        default="roll" if reason else "stop",
    )
    return Roll() if chosen == "roll" else Stop()


RULES: Rules[State] = {Roll: roll, Stop: stop}

# -- what people see -------------------------------------------------------------------------------------------------


def show_table(state: State) -> list[AnyWidget]:
    on_turn = state.agenda[-1].seat if state.agenda else 0
    rows = tuple(
        Row(
            (player.points, sum(turn.seat == player.seat for turn in state.agenda)),
            player.seat,
            named(player.seat),
            marked=player.seat == on_turn,
        )
        for player in state.players
    )
    columns = (Column(say("Points")), Column(say("Turns left", short=N_("Turns"))))
    at_risk = say_n("{n} point at risk", "{n} points at risk", state.at_risk)
    return [
        Note(key="at-risk", title=say("This turn"), lines=(at_risk,), icon="dice"),
        Ledger(key="points", title=say("Points"), columns=columns, rows=rows),
    ]


def tracked_numbers(state: State) -> list[Tracked]:
    """Every number that people can count on the table, so that they can correct it."""
    return [
        *(
            Tracked(f"{player.seat}.points", say("Points"), (player, "points"), player.seat, icon="medal")
            for player in state.players
        ),
        Tracked("at-risk", say("Points at risk"), (state, "at_risk"), icon="dice"),
    ]


# -- the contract ----------------------------------------------------------------------------------------------------


class DiceGame(Game[State, Move]):
    """The game. Its attributes and methods are explained in ``companion.core.game.Game``."""

    meta = Meta(
        key="dice-game",
        title=say("Dice Game"),
        summary=say("Roll as often as you dare: a 1 takes all that the turn brought."),
        seats=(2, 6),
        chance=(ChanceKind("dice", say("Dice")),),
        icon="dice",
        longest=400,
    )
    state_type = State
    move_type = Move
    rules = RULES

    def new(self, setup: Setup) -> State:
        turns = [Turn(seat) for _ in range(ROUNDS) for seat in setup.numbers]
        return State([Player(seat) for seat in setup.numbers], turns[::-1])

    def waits_for(self, state: State) -> Awaited:
        seat = state.agenda[-1].seat
        return Awaited((seat,), why=say("rolls or stops"))

    def questions(self, state: State, seat: int) -> Asking[Move]:
        del seat
        return ask_turn(state)

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        return show_table(state)

    def reveals(self, state: State) -> Sequence[str]:
        """The widget that the table screen shows beside a roll."""
        del state
        return ("at-risk",)

    def strip(self, state: State, seat: int) -> Sequence[Figure]:
        """The few numbers that a seat always sees."""
        return [
            Figure(say("Points"), state.player(seat).points, "medal"),
            Figure(say("At risk"), state.at_risk, "dice"),
        ]

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        del viewer
        sides = tuple(
            SideScore(
                str(player.seat),
                (player.seat,),
                named(player.seat),
                (Line("turns", player.points, say("Turns"), say("stopped in time")),),
            )
            for player in state.players
        )
        return ScoreSheet(sides, final=not state.agenda)

    def inventory(self, state: State) -> Sequence[Tracked]:
        return tracked_numbers(state)
