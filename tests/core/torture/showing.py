"""What there is to see."""

from __future__ import annotations

from companion.core.widgets import (
    AnyWidget,
    Bar,
    Card,
    Cell,
    Column,
    Figure,
    Grid,
    Hand,
    Ledger,
    LegendEntry,
    Meter,
    Note,
    Rondel,
    Row,
    Space,
    Token,
    Track,
)
from companion.core.wording import in_a_row, say
from tests.core.torture.agenda import Turn
from tests.core.torture.state import Side, State, called
from tests.core.torture.tables import FACES, LAURELS_TO_WIN, ORDERS, RONDEL


def show_board(state: State) -> list[AnyWidget]:
    by_space = tuple(Token(side.space, side.seat, "ship", called(side)) for side in state.sides)
    laurels = tuple(Token(str(side.laurels), side.seat, label=called(side)) for side in state.sides)
    cities = tuple(
        Cell(x, 0, "fort" if side.forts else "", "tower", say("{n}", n=side.fleets), side.seat)
        for x, side in enumerate(state.sides)
    )
    columns = tuple(Column(label) for label in (say("Gold"), say("Fleets"), say("Forts"), say("Laurels"), say("Glory")))
    top = state.agenda[-1] if state.agenda else None
    rows = tuple(
        Row(
            (side.gold, side.fleets, side.forts, side.laurels, side.glory),
            side.seat,
            called(side),
            marked=isinstance(top, Turn) and top.side == side.key,
        )
        for side in state.sides
    )
    fleets = tuple(Bar(side.fleets, 6, side.seat, called(side), "ship") for side in state.sides)
    return [
        Rondel(
            key="rondel",
            title=say("Rondel"),
            spaces=tuple(Space(key, label) for key, label in RONDEL.items()),
            tokens=by_space,
            centre=say("Round {n} of {rounds}", n=state.round, rounds=state.rounds),
            big=True,
        ),
        Track(
            key="laurels",
            title=say("Laurels"),
            spaces=tuple(Space(str(n)) for n in range(LAURELS_TO_WIN + 1)),
            tokens=laurels,
        ),
        Grid(
            key="sea",
            title=say("Strait"),
            width=len(state.sides),
            height=1,
            cells=cities,
            legend=(LegendEntry("fort", say("A city with a fort"), "tower"),),
        ),
        Ledger(key="holdings", title=say("Holdings"), columns=columns, rows=rows),
        Meter(key="fleets", title=say("Fleets"), bars=fleets, pips=True),
    ]


def show_hand(side: Side) -> Hand:
    """The type says what this viewer may see: nobody compares seats here."""
    known = tuple(Card(card.handle, FACES[card.face.value], icon="card") for card in side.hand if card.face.known)
    return Hand(
        key=f"hand-{side.key}",
        title=say("Hand of {who}", who=called(side)),
        cards=known,
        hidden=len(side.hand) - len(known),
        seat=side.seat,
        secret=bool(known),
    )


def show_secrets(state: State, seat: int) -> list[AnyWidget]:
    own = [side for side in state.sides if side.seat == seat and side.quest.known]
    quests = tuple(say("{who}: end with {n} fleets", who=called(side), n=side.quest.value) for side in own)
    orders = [order for owner, plan in state.plans.items() if owner == seat and plan.known for order in plan.value]
    lines = tuple(ORDERS[order.what] for order in orders)
    return [
        Note(key=key, title=title, lines=shown, secret=True)
        for key, title, shown in (("quest", say("Your quest"), quests), ("plan", say("Your plan"), lines))
        if shown
    ]


def show_strip(state: State, seat: int) -> list[Figure]:
    """Of a seat with two sides what they have together; the quests are for nobody else."""
    own = [side for side in state.sides if side.seat == seat]
    quests = [say("{n}", n=side.quest.value) for side in own if side.quest.known]
    return [
        Figure(say("Gold"), sum(side.gold for side in own), "gold"),
        Figure(say("Fleets"), sum(side.fleets for side in own), "ship"),
        Figure(say("Laurels"), sum(side.laurels for side in own), "medal"),
        *([Figure(say("Quest"), in_a_row(quests), "flag", secret=True)] if quests else []),
    ]
