"""A game of purses: everybody takes coins of the bank, takes them from each other, and has gems behind a hand."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.core.game import Awaited, Game, Rules
from companion.core.inventory import Thing, Tracked
from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick
from companion.core.scoring import ScoreSheet, SideScore
from companion.core.secrecy import Sealed, Viewer, seal
from companion.core.setup import Meta, Setup
from companion.core.step import Step
from companion.core.widgets import AnyWidget
from companion.core.wording import SeatName, named, say, say_n

COIN = Thing("coin", lambda n: say_n("{n} coin", "{n} coins", n), lambda n: say("{sign}{n} coins", sign="", n=n))
GEM = Thing("gem", lambda n: say("gems: {n}", n=n), lambda n: say("{sign}{n} gems", sign="", n=n))


class State(Struct):
    purses: dict[int, int]
    gems: dict[int, Sealed[int]]
    turn: int = 1
    bank: int = 100


class Act(Struct, frozen=True, tag="act"):
    """``take`` coins of the bank, ``rob`` the next seat of coins, ``hide`` gems, give coins to ``all``, ``tax`` itself
    for the others, or ``wait``. With ``again`` the seat acts once more.
    """

    what: str
    n: int = 0
    again: bool = False


class Purses(Game[State, Act]):
    """The game of this module. Seats take turns."""

    meta = Meta(key="purses", title=say("Purses"), seats=(2, 6))
    state_type = State
    move_type = Act

    def __init__(self) -> None:
        self.rules: Rules[State] = {Act: self._act}

    def new(self, setup: Setup) -> State:
        seats = setup.numbers
        return State(dict.fromkeys(seats, 5), {seat: seal(0, seat) for seat in seats})

    def is_over(self, state: State) -> bool:
        return False

    def waits_for(self, state: State) -> Awaited:
        return Awaited((state.turn,))

    def questions(self, state: State, seat: int) -> Asking[Act]:
        kinds = ("take", "rob", "hide", "all", "wait")
        what = yield from Pick(key="what", prompt=say("What?"), options=tuple(Option(kind, say("x")) for kind in kinds))
        n = 0
        if what != "wait":
            n = yield from Count(key="n", prompt=say("How many?"), low=0, high=9, secret=what == "hide")
        return Act(what, n)

    def _act(self, step: Step[State], move: Act) -> None:
        state, seat = step.state, step.seat
        who, after = SeatName(seat), seat % len(state.purses) + 1
        match move.what:
            case "take":
                state.purses[seat] += move.n
                state.bank -= move.n
                step.tell(say("{who} takes {n}.", who=who, n=move.n))
            case "rob":
                state.purses[seat] += move.n
                state.purses[after] -= move.n
                step.announce(say("{who} robs {other} of {n}.", who=who, other=SeatName(after), n=move.n))
            case "hide":
                state.gems[seat].value += move.n
                step.tell(say("{who} looks into the hand.", who=who))
            case "all":
                for other in state.purses:
                    state.purses[other] += move.n
                    state.bank -= move.n
                step.tell(say("Everybody takes {n}.", n=move.n))
            case "tax":
                for other in state.purses:
                    change = -move.n if other == seat else move.n * other
                    state.purses[other] += change
                    state.bank -= change
                step.tell(say("{who} is taxed.", who=who))
            case _:
                step.tell(say("{who} waits.", who=who))
        state.turn = seat if move.again else after

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        return ()

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        return ScoreSheet(tuple(SideScore(str(seat), (seat,), named(seat), ()) for seat in state.purses))

    def inventory(self, state: State) -> Sequence[Tracked]:
        return [
            *(
                Tracked(f"{seat}.coins", say("Coins"), (state.purses, seat), seat, conserved="coins", thing=COIN)
                for seat in state.purses
            ),
            *(
                Tracked(f"{seat}.gems", say("Gems"), (gems, "value"), seat, thing=GEM)
                for seat, gems in state.gems.items()
            ),
            Tracked("bank", say("Bank"), (state, "bank"), conserved="coins", thing=COIN),
        ]
