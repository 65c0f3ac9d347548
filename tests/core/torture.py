"""The torture game: every hard thing a board game asks of the companion, in the shape a real game should have.

A strait, some cities on it. Each round every seat plans up to two orders behind its hand; when the last is ready, all
are revealed and carried out. Then every side in turn sails round the rondel, attacks, or plays a card. Whoever is hit
chooses what to lose. The senate lets all seats vote in secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Struct

from companion.core.boxes import Box, BoxField, merged, number, put
from companion.core.errors import Refused
from companion.core.game import Awaited, ChanceKind, Game, GameOption, Meta, Setup
from companion.core.inventory import Tracked
from companion.core.questions import Amount, Asking, Confirm, Count, Dice, Option, Pick, Place
from companion.core.scoring import Line, Rung, ScoreSheet, SideScore
from companion.core.secrecy import Sealed, Viewer, seal
from companion.core.step import TABLE, Step
from companion.core.widgets import (
    AnyWidget,
    Bar,
    Card,
    Cell,
    Column,
    Grid,
    Hand,
    Kind,
    Ledger,
    Meter,
    Note,
    Rondel,
    Row,
    Space,
    Token,
    Track,
    position,
)
from companion.core.wording import Message, SeatName, say, say_n

# -- tables: the numbers printed on board and cards ----------------------------------------------------------------

Where = Literal["market", "library", "arsenal", "senate"]
What = Literal["tax", "arm"]
Piece = Literal["fleet", "fort"]
Face = Literal["owl", "bull", "dolphin"]

RONDEL: dict[Where, Message] = {
    "market": say("Market: 2 gold"),
    "library": say("Library: a card"),
    "arsenal": say("Arsenal: a fleet"),
    "senate": say("Senate: a vote"),
}
ORDERS: dict[What, Message] = {"tax": say("Tax: 1 gold more"), "arm": say("Arm: a fleet for 1 gold")}
PIECES: dict[Piece, Message] = {"fleet": say("a fleet"), "fort": say("a fort")}
FACES: dict[Face, Message] = {"owl": say("Owl"), "bull": say("Bull"), "dolphin": say("Dolphin")}
DECK: dict[Face, int] = {"owl": 8, "bull": 6, "dolphin": 4}
SHIPPED: Box = {"card": {"owl": {"worth": 1}, "bull": {}, "dolphin": {}}}
WORTH = BoxField("card", "worth", 0, 5)
ORDERS_A_PLAN = 2
HITS_FROM = 4
LAURELS_TO_WIN = 2

# -- state: everything a saved play holds -------------------------------------------------------------------------


class SettingUp(Struct, frozen=True, tag="setting-up"):
    """The table says how the play begins."""


class Planning(Struct, frozen=True, tag="planning"):
    """All seats plan in secret; the last to be ready reveals."""


class Turn(Struct, frozen=True, tag="turn"):
    """A side is on turn."""

    side: str


class Hits(Struct, frozen=True, tag="hits"):
    """The owner of a side that was attacked picks what it loses, ``left`` times."""

    side: str
    left: int


class Voting(Struct, frozen=True, tag="voting"):
    """The window: all seats vote in secret; the last vote reveals."""


class Valuing(Struct, frozen=True, tag="valuing"):
    """A card was played whose worth the box does not know yet; the table looks it up."""

    side: str
    face: Face


Due = SettingUp | Planning | Turn | Hits | Voting | Valuing
D = TypeVar("D", bound=Due)


class Order(Struct, frozen=True):
    """One line of a plan."""

    what: What
    side: str


class HeldCard(Struct):
    """A card in a hand. Its handle numbers the draws, so it says nothing about the face."""

    handle: str
    face: Sealed[Face]


class Side(Struct):
    """What a seat plays. ``quest`` is the number of fleets it wants to have at the end."""

    key: str
    seat: int
    gold: int = 0
    fleets: int = 2
    forts: int = 1
    laurels: int = 0
    glory: int = 0
    space: Where = "market"
    quest: Sealed[int] = msgspec.field(default_factory=lambda: Sealed[int](()))
    hand: list[HeldCard] = []
    played: list[Face] = []


class State(Struct):
    """One play. ``agenda`` is a stack: its last item is what the table waits for, and it is empty at the end."""

    seats: list[int]
    sides: list[Side]
    rounds: int
    bank: int
    yard: int
    box: Box
    deck: dict[Face, Sealed[int]]
    agenda: list[Due]
    round: int = 0
    first: int = 0
    quarry: int = 0
    drawn: int = 0
    voted: bool = False
    plans: dict[int, Sealed[list[Order]]] = {}
    ready: list[int] = []
    votes: dict[int, Sealed[str]] = {}

    def side(self, key: str) -> Side:
        return next(side for side in self.sides if side.key == key)

    def of(self, seat: int) -> list[Side]:
        return [side for side in self.sides if side.seat == seat]


# -- moves: what a seat may do, complete and typed -----------------------------------------------------------------


class SetUp(Struct, frozen=True, tag="set-up"):
    """The table: who begins, and how much gold each side has."""

    first: int
    gold: Annotated[int, msgspec.Meta(ge=1, le=4)]


class Add(Struct, frozen=True, tag="add"):
    """Put an order at the end of the own plan."""

    order: Order


class Drop(Struct, frozen=True, tag="drop"):
    """Take an order out of the own plan."""

    order: Order


class Ready(Struct, frozen=True, tag="ready"):
    """The own plan stands, unless the seat thinks again before all are ready."""


class Sail(Struct, frozen=True, tag="sail"):
    """Sail to a space of the rondel and do what it says."""

    to: Where


class Attack(Struct, frozen=True, tag="attack"):
    """Attack a side of another seat."""

    side: str


class Lose(Struct, frozen=True, tag="lose"):
    """Take a hit with this piece."""

    piece: Piece


class Vote(Struct, frozen=True, tag="vote"):
    """Vote for a side, or for nobody."""

    side: str


class Play(Struct, frozen=True, tag="play"):
    """Play the card with this handle."""

    handle: str


class Value(Struct, frozen=True, tag="value"):
    """The table: what is printed on the card, and whether to keep that for other evenings."""

    worth: Annotated[int, msgspec.Meta(ge=0, le=5)]
    keep: bool


Move = SetUp | Add | Drop | Ready | Sail | Attack | Lose | Vote | Play | Value

# -- reasons: why something is out of reach, or None; asked by the questions and by the rules alike -------------------

NOT_AWAITED = say("The table is not waiting for you.", short="Not your turn")
NOBODY = "nobody"


def first_reason(state: State, seat: int) -> Message | None:
    return None if seat in state.seats else say("Nobody sits there.")


def plan_reason(state: State, seat: int, orders: Sequence[Order]) -> Message | None:
    """Folds a whole plan over the state at the start of the phase, so that each order may rest on those before it."""
    if len(orders) > ORDERS_A_PLAN:
        return say("A plan has room for {n} orders.", n=ORDERS_A_PLAN)
    gold = {side.key: side.gold for side in state.of(seat)}
    for order in orders:
        if order.side not in gold:
            return say("That side is not yours.")
        gold[order.side] += 1 if order.what == "tax" else -1
        if gold[order.side] < 0:
            return say("The plan spends more gold than there is.")
    return None


def add_reason(state: State, seat: int, order: Order) -> Message | None:
    return plan_reason(state, seat, [*state.plans[seat].value, order])


def drop_reason(state: State, seat: int, order: Order) -> Message | None:
    rest = list(state.plans[seat].value)
    if order not in rest:
        return say("Your plan has no such order.")
    rest.remove(order)
    return plan_reason(state, seat, rest)


def ready_reason(state: State, seat: int) -> Message | None:
    return say("You are ready already.") if seat in state.ready else None


def sail_price(side: Side, to: Where) -> int:
    """The first step is free, every further one costs a gold; a whole circle has four."""
    spaces = list(RONDEL)
    return (spaces.index(to) - spaces.index(side.space) - 1) % len(spaces)


def sail_reason(side: Side, to: Where) -> Message | None:
    short_of = sail_price(side, to) - side.gold
    return say_n("You are {n} gold short.", "You are {n} gold short.", short_of) if short_of > 0 else None


def attack_reason(state: State, side: Side, target: str) -> Message | None:
    found = [other for other in state.sides if other.key == target]
    if not found or found[0].seat == side.seat:
        return say("There is no enemy.")
    if side.fleets == 0:
        return say("You have no fleet to attack with.")
    return say("Nothing is left there.") if found[0].fleets + found[0].forts == 0 else None


def lose_reason(side: Side, piece: Piece) -> Message | None:
    return None if (side.fleets if piece == "fleet" else side.forts) else say("There is none left.")


def vote_reason(state: State, choice: str) -> Message | None:
    return None if choice == NOBODY or any(choice == side.key for side in state.sides) else say("Nobody of that name.")


def play_reason(side: Side, handle: str) -> Message | None:
    return None if any(card.handle == handle for card in side.hand) else say("That card is not in your hand.")


# -- rules: moves into effect -------------------------------------------------------------------------------------


def owed(step: Step[State], kind: type[D]) -> D:
    """The top of the agenda, if it is what this move settles."""
    top = step.state.agenda[-1]
    if not isinstance(top, kind):
        step.refuse("not-now", say("That is not asked for now."))
    return top


def on_turn(step: Step[State]) -> Side:
    return step.state.side(owed(step, Turn).side)


def called(side: Side) -> Message:
    """A side by the name of whoever sits there, with its letter where a seat plays two."""
    if letter := side.key.lstrip("0123456789"):
        return say("{seat} {letter}", seat=SeatName(side.seat), letter=letter.upper())
    return say("{seat}", seat=SeatName(side.seat))


def pay(state: State, side: Side, gold: int) -> None:
    """From the bank to the side, or back with a negative number; the bank gives what it has."""
    gold = min(gold, state.bank)
    side.gold += gold
    state.bank -= gold


def build(state: State, side: Side) -> None:
    built = min(1, state.yard)
    side.fleets += built
    state.yard -= built


def set_up(step: Step[State], move: SetUp) -> None:
    state = step.state
    owed(step, SettingUp)
    step.require(first_reason(state, move.first))
    state.first = move.first
    for side in state.sides:
        pay(state, side, move.gold)
        quest = Count(key="quest", prompt=say("Which quest did you draw?"), low=0, high=3, secret=True)
        side.quest = seal(step.chance(quest, by=side.seat), side.seat)
        step.tell(seal(say("Your quest: end with {n} fleets.", n=side.quest.value), side.seat))
        draw_card(step, side)
    state.agenda.pop()
    step.tell(say("{seat} begins.", seat=SeatName(move.first)))


def add(step: Step[State], move: Add) -> None:
    owed(step, Planning)
    step.require(add_reason(step.state, step.seat, move.order))
    step.state.plans[step.seat].value.append(move.order)
    step.tell(seal(say("You plan: {order}.", order=ORDERS[move.order.what]), step.seat))


def drop(step: Step[State], move: Drop) -> None:
    owed(step, Planning)
    step.require(drop_reason(step.state, step.seat, move.order))
    step.state.plans[step.seat].value.remove(move.order)
    step.tell(seal(say("You plan no longer: {order}.", order=ORDERS[move.order.what]), step.seat))


def get_ready(step: Step[State]) -> None:
    state = step.state
    owed(step, Planning)
    step.require(ready_reason(state, step.seat))
    state.ready.append(step.seat)
    step.tell(say("{seat} is ready.", seat=SeatName(step.seat)))
    if len(state.ready) < len(state.seats):
        return
    state.agenda.pop()
    for seat in state.seats:
        for order in step.reveal(state.plans[seat]):
            carry_out(step, order)


def carry_out(step: Step[State], order: Order) -> None:
    state, side = step.state, step.state.side(order.side)
    step.tell(say("{who}: {order}", who=called(side), order=ORDERS[order.what]))
    if order.what == "tax":
        pay(state, side, 1)
    elif side.gold:
        pay(state, side, -1)
        build(state, side)


def sail(step: Step[State], move: Sail) -> None:
    state, side = step.state, on_turn(step)
    step.require(sail_reason(side, move.to))
    state.agenda.pop()
    pay(state, side, -sail_price(side, move.to))
    side.space = move.to
    step.tell(say("{who} sails: {space}", who=called(side), space=RONDEL[move.to]))
    match move.to:
        case "market":
            pay(state, side, 2)
        case "library":
            draw_card(step, side)
        case "arsenal":
            build(state, side)
        case "senate" if not state.voted:
            state.voted = True
            state.agenda.append(Voting())


def draw_card(step: Step[State], side: Side) -> None:
    """Every face is listed, also one that has run out: who draws from cardboard must not learn what others hold."""
    state = step.state
    if state.drawn == sum(DECK.values()):
        return
    faces = tuple(Option[Face](face, label, copies=state.deck[face].value) for face, label in FACES.items())
    prompt = say("Which card did you draw?")
    face = step.chance(Pick[Face](key="deck", prompt=prompt, options=faces, secret=True), by=side.seat)
    state.deck[face].value = max(0, state.deck[face].value - 1)
    state.drawn += 1
    side.hand.append(HeldCard(f"c{state.drawn}", seal(face, side.seat)))
    step.tell(say("{who} draws {card}.", who=called(side), card=seal(FACES[face], side.seat)))


def attack(step: Step[State], move: Attack) -> None:
    state, side = step.state, on_turn(step)
    step.require(attack_reason(state, side, move.side))
    state.agenda.pop()
    target = state.side(move.side)
    step.tell(say("{who} attacks {target}.", who=called(side), target=called(target)))
    weathers = (Option("calm", say("Calm"), copies=2), Option("storm", say("Storm")))
    weather = step.chance(Pick[str](key="weather", prompt=say("What is the weather?"), options=weathers))
    dice = Dice(key="battle", prompt=say("Roll for the battle."), dice=2 if weather == "calm" else 1)
    rolled = step.chance(dice, by=step.seat)
    hits = min(sum(face >= HITS_FROM for face in rolled), target.fleets + target.forts)
    step.tell(say_n("{n} hit.", "{n} hits.", hits))
    if hits:
        state.agenda.append(Hits(target.key, hits))


def lose(step: Step[State], move: Lose) -> None:
    state, due = step.state, owed(step, Hits)
    side = state.side(due.side)
    step.require(lose_reason(side, move.piece))
    state.agenda.pop()
    if move.piece == "fleet":
        side.fleets -= 1
        state.yard += 1
    else:
        side.forts -= 1
        state.quarry += 1
    if due.left > 1:
        state.agenda.append(Hits(due.side, due.left - 1))
    step.tell(say("{who} loses {piece}.", who=called(side), piece=PIECES[move.piece]))


def vote(step: Step[State], move: Vote) -> None:
    state = step.state
    owed(step, Voting)
    step.require(vote_reason(state, move.side))
    state.votes[step.seat] = seal(move.side, step.seat)
    if len(state.votes) < len(state.seats):
        return
    state.agenda.pop()
    votes = [step.reveal(state.votes[seat]) for seat in state.seats]
    state.votes.clear()
    ahead = sorted(state.sides, key=lambda side: votes.count(side.key), reverse=True)
    if votes.count(ahead[0].key) > votes.count(ahead[1].key):
        ahead[0].laurels += 1
        step.tell(say("The senate crowns {who}.", who=called(ahead[0])))
    else:
        step.tell(say("The senate crowns nobody."))


def play_card(step: Step[State], move: Play) -> None:
    state, side = step.state, on_turn(step)
    step.require(play_reason(side, move.handle))
    state.agenda.pop()
    card = next(card for card in side.hand if card.handle == move.handle)
    side.hand.remove(card)
    face = step.reveal(card.face)
    side.played.append(face)
    step.tell(say("{who} plays {card}.", who=called(side), card=FACES[face]))
    worth = number(state.box, "card", face, "worth")
    if worth is None:
        state.agenda.append(Valuing(side.key, face))
    else:
        side.glory += worth


def value(step: Step[State], move: Value) -> None:
    due = owed(step, Valuing)
    step.state.agenda.pop()
    step.state.side(due.side).glory += move.worth
    if move.keep:
        put(step.state.box, step.learn("card", due.face, "worth", move.worth))
    step.tell(say("{card} is worth {n}.", card=FACES[due.face], n=move.worth))


def proceed(step: Step[State]) -> None:
    """Begin the next round when the agenda is empty, or end the play: only then does it stay empty."""
    state = step.state
    if any(side.laurels == LAURELS_TO_WIN for side in state.sides):
        state.agenda.clear()
    elif not state.agenda and state.round < state.rounds:
        state.round += 1
        state.voted = False
        state.ready.clear()
        state.plans = {seat: seal([], seat) for seat in state.seats}
        turns = sorted(state.sides, key=lambda side: (side.seat < state.first, side.seat, side.key))
        state.agenda = [*(Turn(side.key) for side in reversed(turns)), Planning()]
    if not state.agenda:
        for side in state.sides:
            step.reveal(side.quest)
        step.tell(say("The play is over."))


# -- asking: the same reasons, as questions -----------------------------------------------------------------------


def ask_set_up(state: State) -> Asking[Move]:
    seats = tuple(Option(seat, say("{seat}", seat=SeatName(seat)), seat=seat) for seat in state.seats)
    first = yield from Pick[int](key="first", prompt=say("Who begins?"), options=seats, default=state.seats[0])
    gold = yield from Count(key="gold", prompt=say("How much gold each?"), low=1, high=4, start=2, default=2)
    return SetUp(first, gold)


def ask_plan(state: State, seat: int) -> Asking[Move]:
    """Secret from the first question on: whether there is something to take out tells what was put in."""
    orders = [Order(what, side.key) for side in state.of(seat) for what in ORDERS]
    plan = Pick[str](key="order", prompt=say("Which order?"), options=order_options(state, seat, orders), secret=True)
    own = order_options(state, seat, dict.fromkeys(state.plans[seat].value), dropping=True)
    taken_out = Pick[str](key="order", prompt=say("Take out which order?"), options=own, secret=True)
    todo = (
        Option("ready", say("My plan stands"), reason=ready_reason(state, seat)),
        Option("add", say("Add an order"), reason=plan.blocked()),
        Option("drop", say("Take an order out"), reason=taken_out.blocked()),
    )
    default = None if seat in state.ready else "ready"
    chosen = yield from Pick[str](key="plan", prompt=say("Your plan?"), options=todo, secret=True, default=default)
    if chosen == "ready":
        return Ready()
    what, key = (yield from plan if chosen == "add" else taken_out).split("-")
    order = next(order for order in orders if (order.what, order.side) == (what, key))
    return Add(order) if chosen == "add" else Drop(order)


def order_options(
    state: State, seat: int, orders: Sequence[Order] | dict[Order, None], *, dropping: bool = False
) -> tuple[Option[str], ...]:
    reason = drop_reason if dropping else add_reason
    return tuple(
        Option(
            f"{order.what}-{order.side}",
            say("{who}: {order}", who=called(state.side(order.side)), order=ORDERS[order.what]),
            reason=reason(state, seat, order),
        )
        for order in orders
    )


def ask_turn(state: State, side: Side) -> Asking[Move]:
    spaces = tuple(
        Option[Where](to, label, price=(Amount(sail_price(side, to), "coin"),), reason=sail_reason(side, to))
        for to, label in RONDEL.items()
    )
    sailing = Place[Where](key="space", prompt=say("Sail where?"), widget="rondel", options=spaces)
    targets = tuple(
        Option(position(x, 0), called(other), reason=attack_reason(state, side, other.key), seat=other.seat)
        for x, other in enumerate(state.sides)
    )
    attacking = Place[str](key="target", prompt=say("Attack whom?"), widget="sea", options=targets)
    todo = (
        Option("sail", say("Sail"), icon="ship"),
        Option("attack", say("Attack"), icon="sword", reason=attacking.blocked()),
        Option("card", say("Play a card"), icon="card", reason=None if side.hand else say("Your hand is empty.")),
    )
    chosen = yield from Pick[str](key="turn", prompt=say("{who}: what now?", who=called(side)), options=todo)
    if chosen == "sail":
        return Sail((yield from sailing))
    if chosen == "attack":
        at = yield from attacking
        return Attack(next(other.key for x, other in enumerate(state.sides) if position(x, 0) == at))
    cards = tuple(Option(card.handle, FACES[card.face.value]) for card in side.hand)
    first = cards[0].value
    return Play((yield from Pick(key="card", prompt=say("Which card?"), options=cards, secret=True, default=first)))


def ask_hit(side: Side) -> Asking[Move]:
    options = tuple(Option[Piece](piece, label, reason=lose_reason(side, piece)) for piece, label in PIECES.items())
    default = next(option.value for option in options if option.reason is None)
    prompt = say("{who} was hit. Lose what?", who=called(side))
    return Lose((yield from Pick[Piece](key="hit", prompt=prompt, options=options, default=default)))


def ask_vote(state: State) -> Asking[Move]:
    sides = (Option(side.key, called(side), seat=side.seat) for side in state.sides)
    options = (*sides, Option(NOBODY, say("Nobody")))
    prompt = say("Whom does the senate crown?")
    return Vote((yield from Pick(key="vote", prompt=prompt, options=options, secret=True, default=NOBODY)))


def ask_value(face: Face) -> Asking[Move]:
    prompt = say("What is {card} worth?", card=FACES[face])
    worth = yield from Count(key="worth", prompt=prompt, low=WORTH.low, high=WORTH.high, default=0)
    yes, no = say("Keep it"), say("Just this once")
    keep = yield from Confirm(key="keep", prompt=say("Keep that for other evenings?"), yes=yes, no=no, default=False)
    return Value(worth, keep)


# -- showing ------------------------------------------------------------------------------------------------------


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
            legend=(Kind("fort", say("A city with a fort"), "tower"),),
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


def show_secrets(state: State, viewer: Viewer) -> list[AnyWidget]:
    own = [side for side in state.sides if side.seat == viewer.seat and side.quest.known]
    quests = tuple(say("{who}: end with {n} fleets", who=called(side), n=side.quest.value) for side in own)
    orders = [
        order for seat, plan in state.plans.items() if seat == viewer.seat and plan.known for order in plan.value
    ]
    lines = tuple(ORDERS[order.what] for order in orders)
    return [
        Note(key=key, title=title, lines=shown, secret=True)
        for key, title, shown in (("quest", say("Your quest"), quests), ("plan", say("Your plan"), lines))
        if shown
    ]


# -- the contract -------------------------------------------------------------------------------------------------


class Torture(Game[State, Move]):
    """Every hard thing at once. See the top of this file."""

    meta = Meta(
        key="torture",
        title=say("The Strait"),
        seats=(2, 8),
        options=(
            GameOption("two-sides", say("Two sides a seat"), False, ((False, say("no")), (True, say("yes")))),
            GameOption("rounds", say("Rounds"), 2, ((1, say("one")), (2, say("two")))),
        ),
        chance=(
            ChanceKind("quest", say("Quests")),
            ChanceKind("deck", say("Cards")),
            ChanceKind("weather", say("Weather")),
            ChanceKind("battle", say("Battle dice"), "cardboard"),
        ),
        box=(WORTH,),
        longest=400,
    )
    state_type = State
    move_type = Move

    def new(self, setup: Setup) -> State:
        letters = ("a", "b") if setup.options["two-sides"] else ("",)
        sides = [Side(f"{seat}{letter}", seat) for seat in setup.numbers for letter in letters]
        return State(
            seats=list(setup.numbers),
            sides=sides,
            rounds=int(setup.options["rounds"]),
            bank=8 * len(sides),
            yard=3 * len(sides),
            box=merged(SHIPPED, setup.box),
            deck={face: seal(copies) for face, copies in DECK.items()},
            agenda=[SettingUp()],
        )

    def awaits(self, state: State) -> Awaited:
        match state.agenda:
            case []:
                return Awaited(over=True)
            case [*_, SettingUp()]:
                return Awaited((TABLE,), why=say("Set the table up."))
            case [*_, Valuing(face=face)]:
                return Awaited((TABLE,), why=say("Look up what {card} is worth.", card=FACES[face]))
            case [*_, Planning()]:
                planning = tuple(seat for seat in state.seats if seat not in state.ready)
                return Awaited(planning, tuple(state.ready), say("All plan in secret."), secret=True)
            case [*_, Voting()]:
                voting = tuple(seat for seat in state.seats if seat not in state.votes)
                return Awaited(voting, why=say("The senate votes in secret."), secret=True)
            case [*_, Turn(side=key) | Hits(side=key)]:
                side = state.side(key)
                return Awaited((side.seat,), why=say("{who} is to act.", who=called(side)))
        raise AssertionError("every kind of due is above")

    def ask(self, state: State, seat: int) -> Asking[Move]:
        awaited = self.awaits(state)
        if seat not in (*awaited.must, *awaited.may):
            raise Refused("not-awaited", NOT_AWAITED)
        match state.agenda[-1]:
            case SettingUp():
                return ask_set_up(state)
            case Planning():
                return ask_plan(state, seat)
            case Turn(side=key):
                return ask_turn(state, state.side(key))
            case Hits(side=key):
                return ask_hit(state.side(key))
            case Voting():
                return ask_vote(state)
            case Valuing(face=face):
                return ask_value(face)

    def apply(self, step: Step[State], move: Move) -> None:
        awaited = self.awaits(step.state)
        if step.seat not in (*awaited.must, *awaited.may):
            step.refuse("not-awaited", NOT_AWAITED)
        self._put_into_effect(step, move)
        proceed(step)

    def _put_into_effect(self, step: Step[State], move: Move) -> None:  # noqa: C901  (one line a move)
        match move:
            case SetUp():
                set_up(step, move)
            case Add():
                add(step, move)
            case Drop():
                drop(step, move)
            case Ready():
                get_ready(step)
            case Sail():
                sail(step, move)
            case Attack():
                attack(step, move)
            case Lose():
                lose(step, move)
            case Vote():
                vote(step, move)
            case Play():
                play_card(step, move)
            case Value():
                value(step, move)

    def show(self, state: State, viewer: Viewer) -> Sequence[AnyWidget]:
        return [*show_board(state), *map(show_hand, state.sides), *show_secrets(state, viewer)]

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        outright = next((side for side in state.sides if side.laurels == LAURELS_TO_WIN), None)
        return ScoreSheet(
            sides=tuple(map(side_score, state.sides)),
            final=not state.agenda,
            ladder=(Rung(say("Most laurels")), Rung(say("Fewest cards left in hand"), highest=False)),
            sudden=(outright.key, say("Crowned twice")) if outright else None,
        )

    def inventory(self, state: State) -> Sequence[Tracked]:
        yours = [tracked for side in state.sides for tracked in side_inventory(side)]
        return [
            *yours,
            Tracked("bank", say("Bank"), (state, "bank"), conserved="gold", icon="coin"),
            Tracked("yard", say("Yard"), (state, "yard"), conserved="fleets", icon="ship"),
            Tracked("quarry", say("Forts lost"), (state, "quarry"), conserved="forts", icon="tower"),
        ]


def side_score(side: Side) -> SideScore:
    quest = (3 if side.quest.value == side.fleets else 0) if side.quest.known else None
    return SideScore(
        side=side.key,
        seats=(side.seat,),
        label=called(side),
        lines=(
            Line("gold", side.gold, say("Gold")),
            Line("fleets", side.fleets, say("Fleets")),
            Line("laurels", 3 * side.laurels, say("Laurels"), say("3 each")),
            Line("glory", side.glory, say("Glory"), say("As the cards played say")),
            Line("quest", quest, say("Quest"), say("3 for the fleets on the secret card")),
        ),
        ties=(side.laurels, len(side.hand)),
        out=side.fleets + side.forts == 0,
    )


def side_inventory(side: Side) -> list[Tracked]:
    key, seat = side.key, side.seat
    return [
        Tracked(f"{key}.gold", say("Gold"), (side, "gold"), seat, conserved="gold", icon="coin"),
        Tracked(f"{key}.fleets", say("Fleets"), (side, "fleets"), seat, conserved="fleets", icon="ship"),
        Tracked(f"{key}.forts", say("Forts"), (side, "forts"), seat, high=1, conserved="forts", icon="tower"),
        Tracked(f"{key}.laurels", say("Laurels"), (side, "laurels"), seat, high=LAURELS_TO_WIN),
        Tracked(f"{key}.glory", say("Glory"), (side, "glory"), seat, high=60),
        Tracked(f"{key}.quest", say("Quest"), (side.quest, "value"), seat, high=3),
    ]
