"""New Game: numbers, moves, state, the rule of a turn, what people see, and the contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Struct

from companion.core.game import Awaited, Game, Rules
from companion.core.inventory import Tracked
from companion.core.options import Option
from companion.core.questions import Asking, Pick
from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.secrecy import Viewer
from companion.core.setup import Meta, Setup
from companion.core.step import Step
from companion.core.widgets import AnyWidget, Bar, Column, Figure, Ledger, Meter, Row
from companion.core.wording import N_, Message, SeatName, named, say, say_n

# -- numbers, moves and state ----------------------------------------------------------------------------------------

COINS_A_SEAT = 7
"""Coins in the pot at the beginning, for each seat."""
MOST = 3
"""The most coins that a player may take in a turn."""


class Take(Struct, frozen=True, tag="take"):
    """Take coins from the pot."""

    coins: Annotated[int, msgspec.Meta(ge=1, le=MOST)]


Move = Take
""" Pass``.| Pass``."""


class Turn(Struct, frozen=True, tag="turn"):
    """The table waits for this seat to take coins."""

    seat: int


class Player(Struct):
    """What a seat has."""

    seat: int
    coins: int = 0


class State(Struct):
    """All that a saved play holds. ``agenda`` is a stack: the play waits for its last item."""

    players: list[Player]
    pot: int
    agenda: list[Turn]

    def player(self, seat: int) -> Player:
        return next(player for player in self.players if player.seat == seat)

    def after(self, seat: int) -> int:
        """The seat to the left of ``seat``."""
        seats = [player.seat for player in self.players]
        return seats[(seats.index(seat) + 1) % len(seats)]


# -- a turn: why not, its effect, its question -----------------------------------------------------------------------


def take_reason(state: State, coins: int) -> Message | None:
    """Why a player cannot take so many coins, or None."""
    if coins <= state.pot:
        return None
    return say_n("There is only {n} coin left.", "There are only {n} coins left.", state.pot)


def take(step: Step[State], move: Take) -> None:
    state, due = step.state, step.owed(Turn)
    step.require(take_reason(state, move.coins))
    state.pot -= move.coins
    state.player(due.seat).coins += move.coins
    step.tell(say_n("{who} takes {n} coin.", "{who} takes {n} coins.", move.coins, who=SeatName(due.seat)))
    state.agenda = [Turn(state.after(due.seat))]


def ask_turn(state: State) -> Asking[Move]:
    options = tuple(
        Option(coins, say_n("{n} coin", "{n} coins", coins), reason=take_reason(state, coins))
        for coins in range(1, MOST + 1)
    )
    coins = yield from Pick[int](
        key="coins",
        prompt=say("How many coins do you take?", short=N_("Take how many?")),
        meaning=say("They come out of the pot. Every coin is a point."),
        options=options,
        act=say("Take {answer}"),
    )
    return Take(coins)


RULES: Rules[State] = {Take: take}

# -- what people see -------------------------------------------------------------------------------------------------


def show_table(state: State) -> list[AnyWidget]:
    on_turn = state.agenda[-1].seat if state.pot else 0
    rows = tuple(
        Row((player.coins,), player.seat, named(player.seat), marked=player.seat == on_turn) for player in state.players
    )
    pot = Bar(state.pot, COINS_A_SEAT * len(state.players), label=say("Pot"), icon="coin")
    return [
        Meter(key="pot", title=say("Pot"), bars=(pot,)),
        Ledger(key="coins", title=say("Coins"), columns=(Column(say("Coins")),), rows=rows),
    ]


def score_lines(player: Player) -> tuple[Line, ...]:
    """A player's points, with a line for each reason."""
    return (Line("coins", player.coins, say("Coins"), say("1 for each")),)


def tracked_numbers(state: State) -> list[Tracked]:
    """Every number that people can count on the table, so that they can correct it."""
    most = COINS_A_SEAT * len(state.players)
    pot = Tracked("pot", say("Pot"), (state, "pot"), high=most, conserved="coins", icon="coin")
    return [*(number for player in state.players for number in tracked_of(player, most)), pot]


def tracked_of(player: Player, most: int) -> list[Tracked]:
    """The numbers of a player; there are ``most`` coins."""
    seat = player.seat
    return [
        Tracked(f"{seat}.coins", say("Coins"), (player, "coins"), seat, high=most, conserved="coins", icon="coin"),
    ]


# -- the contract ----------------------------------------------------------------------------------------------------


class NewGame(Game[State, Move]):
    """The game. Its attributes and methods are explained in ``companion.core.game.Game``."""

    meta = Meta(
        key="new-game",
        title=say("New Game"),
        summary=say("A pot of coins, and everybody takes from it."),
        seats=(2, 8),
        icon="coin",
        longest=100,
    )
    state_type = State
    move_type = Move
    rules = RULES

    def new(self, setup: Setup) -> State:
        players = [Player(seat) for seat in setup.numbers]
        return State(players, COINS_A_SEAT * len(players), [Turn(setup.numbers[0])])

    def is_over(self, state: State) -> bool:
        """Whether the pot is empty, also after people corrected it to 0."""
        return not state.pot

    def waits_for(self, state: State) -> Awaited:
        seat = state.agenda[-1].seat
        return Awaited((seat,), why=say("takes from the pot"))

    def questions(self, state: State, seat: int) -> Asking[Move]:
        del seat
        return ask_turn(state)

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        return show_table(state)

    def strip(self, state: State, seat: int) -> Sequence[Figure]:
        """The few numbers that a seat always sees."""
        return [Figure(say("Coins"), state.player(seat).coins, "coin"), Figure(say("Pot"), state.pot, "coin")]

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        del viewer
        sides = tuple(
            SideScore(str(player.seat), (player.seat,), named(player.seat), score_lines(player))
            for player in state.players
        )
        return ScoreSheet(sides, final=not state.pot)

    def inventory(self, state: State) -> Sequence[Tracked]:
        return tracked_numbers(state)
