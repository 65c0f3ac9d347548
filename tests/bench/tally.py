"""A game to measure with: as much to show and to keep as a real one, and every seat may always write a number."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.core.game import Awaited, Game, Rules
from companion.core.inventory import Tracked
from companion.core.questions import Asking, Count
from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.secrecy import Viewer
from companion.core.setup import Meta, Setup
from companion.core.step import Step
from companion.core.widgets import AnyWidget, Bar, Column, Ledger, Meter, Note, Row, Space, Token, Track
from companion.core.wording import N_, SeatName, named, say

GOODS = ("grain", "wine", "oil", "marble", "iron", "gold", "ships", "temples", "scholars", "walls")
SPACES = 24
REMEMBERED = 140
HIGH = 9


class State(Struct):
    """What every seat has of each of the goods, where its marker stands, and the writes of the last while."""

    goods: dict[int, dict[str, int]]
    at: dict[int, int]
    lately: list[tuple[int, str, int]]
    written: int = 0


class Write(Struct, frozen=True, tag="write"):
    n: int


def write(step: Step[State], move: Write) -> None:
    state = step.state
    if not 0 <= move.n <= HIGH:
        step.refuse("out-of-bounds", say("Not so much."))
    good = good_now(state)
    mine = state.goods[step.seat]
    mine[good] = (mine[good] + move.n) % 100
    state.at[step.seat] = (state.at[step.seat] + move.n) % SPACES
    state.lately = [*state.lately[1:], (step.seat, good, move.n)]
    state.written += 1
    step.tell(say("{who} writes {n} of {what}.", who=SeatName(step.seat), n=move.n, what=say(good.capitalize())))


class Tally(Game[State, Write]):
    """Without an end. Which of the goods is written goes round; the state is about 3 kB."""

    meta = Meta(key="tally", title=say("Tally"), seats=(1, 8), longest=1_000_000)
    state_type = State
    move_type = Write
    rules: Rules[State] = {Write: write}  # noqa: RUF012

    def new(self, setup: Setup) -> State:
        seats = setup.numbers
        lately = [(seats[count % len(seats)], GOODS[count % len(GOODS)], 1) for count in range(REMEMBERED)]
        return State({seat: dict.fromkeys(GOODS, 10) for seat in seats}, dict.fromkeys(seats, 0), lately)

    def is_over(self, state: State) -> bool:
        return False

    def waits_for(self, state: State) -> Awaited:
        return Awaited(must=tuple(state.goods))

    def questions(self, state: State, seat: int) -> Asking[Write]:
        what = say(good_now(state).capitalize())
        asked = Count(
            key="write",
            prompt=say("How much {what}?", short=N_("{what}"), what=what),
            hint=say("What lies before you now."),
            act=say("Write {answer}"),
            high=HIGH,
            start=1,
            default=0,
        )
        return Write((yield from asked))

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        return (stock(state), markers(state), strength(state), news(state))

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        return ScoreSheet(
            tuple(
                SideScore(
                    str(seat),
                    (seat,),
                    named(seat),
                    tuple(Line(good, goods[good], say(good.capitalize()), say("One each")) for good in GOODS),
                )
                for seat, goods in state.goods.items()
            )
        )

    def inventory(self, state: State) -> Sequence[Tracked]:
        return [
            Tracked(f"{seat}.{good}", say(good.capitalize()), (goods, good), seat, high=99)
            for seat, goods in state.goods.items()
            for good in GOODS
        ]


def good_now(state: State) -> str:
    """What is written next."""
    return GOODS[state.written % len(GOODS)]


def stock(state: State) -> Ledger:
    """Everything everybody has, and the sum."""
    columns = (*(Column(say(good.capitalize())) for good in GOODS), Column(say("Sum")))
    rows = tuple(
        Row((*goods.values(), sum(goods.values())), seat, marked=seat == state.lately[-1][0])
        for seat, goods in state.goods.items()
    )
    return Ledger(key="stock", title=say("Stock"), columns=columns, rows=rows, total=True, big=True)


def markers(state: State) -> Track:
    """Where everybody's marker stands."""
    spaces = tuple(Space(str(at), say("{n}", n=at)) for at in range(SPACES))
    tokens = tuple(Token(str(at), seat) for seat, at in state.at.items())
    return Track(key="markers", title=say("Markers"), spaces=spaces, tokens=tokens)


def strength(state: State) -> Meter:
    """How strong everybody is."""
    bars = tuple(Bar(goods["iron"] % 21, 20, seat) for seat, goods in state.goods.items())
    return Meter(key="strength", title=say("Strength"), bars=bars)


def news(state: State) -> Note:
    """The last writes in words."""
    lines = tuple(
        say("{who}: {n} of {what}", who=SeatName(seat), n=n, what=say(good.capitalize()))
        for seat, good, n in state.lately[-3:]
    )
    return Note(key="news", title=say("News"), lines=lines)
