"""A game of one number, with a move for everything a play must be able to keep: chance, secrets, reveals, bugs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from companion.core.chance import CardboardNeeded
from companion.core.game import Awaited, Game, Rules
from companion.core.inventory import Tracked
from companion.core.questions import Asking, Count, Dice
from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.secrecy import Sealed, Viewer, seal
from companion.core.setup import ChanceKind, Meta, Seated, Setup
from companion.core.step import TABLE, Step
from companion.core.widgets import AnyWidget
from companion.core.wording import SeatName, say
from companion.plays.log.log import Log
from companion.plays.play import Play


class State(Struct):
    """A total, a secret of each seat, and whether all decide in secret (those in ``ready`` have)."""

    seats: list[int]
    secrets: dict[int, Sealed[int]]
    total: int = 0
    hushed: bool = False
    ready: list[int] = []
    over: bool = False


class Add(Struct, frozen=True, tag="add"):
    n: int


class Whisper(Struct, frozen=True, tag="whisper"):
    n: int


class Peek(Struct, frozen=True, tag="peek"):
    """The companion draws a new secret for the seat."""


class Roll(Struct, frozen=True, tag="roll"):
    """The companion rolls a die."""


class Cast(Struct, frozen=True, tag="cast"):
    """The companion draws, the table rolls two dice, the companion draws again."""


class Reveal(Struct, frozen=True, tag="reveal"):
    pass


class Learn(Struct, frozen=True, tag="learn"):
    n: int


class Hush(Struct, frozen=True, tag="hush"):
    """From now on all whisper, until all are ready."""


class Ready(Struct, frozen=True, tag="ready"):
    pass


class Give(Struct, frozen=True, tag="give"):
    """One's secret goes to ``to``, who alone is told how much it is."""

    to: int


class End(Struct, frozen=True, tag="end"):
    pass


class Trip(Struct, frozen=True, tag="trip"):
    """The rules have a bug here. ``how`` chooses which."""

    how: str


Move = Add | Whisper | Peek | Roll | Cast | Reveal | Learn | Hush | Ready | Give | End | Trip


def add(step: Step[State], move: Add) -> None:
    if move.n < 1:
        step.refuse("too-few", say("At least one."))
    step.state.total += move.n
    step.tell(say("{who} adds {n}.", who=SeatName(step.seat), n=move.n))


def whisper(step: Step[State], move: Whisper) -> None:
    step.state.secrets[step.seat].value = move.n
    step.tell(seal(say("You whisper {n}.", n=move.n), step.seat))


def peek(step: Step[State], _: Peek) -> None:
    n = step.chance(Count(key="card", prompt=say("A card?"), low=1, high=9, secret=True))
    step.state.secrets[step.seat].value = n
    step.tell(seal(say("You see {n}.", n=n), step.seat))


def roll(step: Step[State], _: Roll) -> None:
    step.state.total += step.chance(Count(key="die", prompt=say("A die?"), low=1, high=6))
    step.tell(say("{who} rolls.", who=SeatName(step.seat)))


def cast(step: Step[State], _: Cast) -> None:
    card = step.chance(Count(key="card", prompt=say("A card?"), low=1, high=1000))
    dice = step.chance(Dice(key="dice", prompt=say("Two dice?"), dice=2), by=step.seat)
    tail = step.chance(Count(key="card", prompt=say("A card?"), low=1, high=1000))
    step.state.total += card + sum(dice) + tail
    step.tell(say("{who} casts.", who=SeatName(step.seat)))


def reveal(step: Step[State], _: Reveal) -> None:
    n = step.reveal(step.state.secrets[step.seat])
    step.tell(say("{who} had {n}.", who=SeatName(step.seat), n=n))


def learn(step: Step[State], move: Learn) -> None:
    step.learn("card", "harbour", "points", move.n)
    step.tell(say("The harbour is worth {n}.", n=move.n))


def hush(step: Step[State], _: Hush) -> None:
    step.state.hushed = True
    step.tell(say("Hush."))


def get_ready(step: Step[State], _: Ready) -> None:
    step.state.ready.append(step.seat)
    step.tell(say("{who} is ready.", who=SeatName(step.seat)))
    step.tell(seal(say("So you are."), step.seat))
    step.tell(say("{n} are.", n=len(step.state.ready)))
    if len(step.state.ready) == len(step.state.seats):
        step.state.hushed, step.state.ready = False, []
        for secret in step.state.secrets.values():
            step.reveal(secret)


def give(step: Step[State], move: Give) -> None:
    secrets, n = step.state.secrets, step.state.secrets[step.seat].value
    secrets[move.to].value, secrets[step.seat].value = n, 0
    step.tell(seal(say("{who} gives you {n}.", n=n, who=SeatName(step.seat)), move.to))
    step.tell(say("{n} for {who}.", n=seal(n, move.to), who=SeatName(move.to)))
    step.tell(seal(say("Yours is gone."), step.seat), step.seat)
    step.tell(say("The others have nothing."), TABLE)
    step.tell(say("Well done."))


def end(step: Step[State], _: End) -> None:
    step.state.over = True
    step.tell(say("It is over."))


def trip(step: Step[State], move: Trip) -> None:
    step.state.total = -1
    step.tell(say("This was never told."))
    match move.how:
        case "raise":
            raise ZeroDivisionError("a bug")
        case "unreadable":
            step.state.total = "many"  # type: ignore[assignment]  # written as JSON, never to be read back
        case "unwritable":
            step.state.total = object()  # type: ignore[assignment]
        case "after chance":
            step.chance(Count(key="die", prompt=say("A die?"), low=1, high=6))
            step.refuse("late", say("Too late."))


RULES: Rules[State] = {
    Add: add,
    Whisper: whisper,
    Peek: peek,
    Roll: roll,
    Cast: cast,
    Reveal: reveal,
    Learn: learn,
    Hush: hush,
    Ready: get_ready,
    Give: give,
    End: end,
    Trip: trip,
}


class Counter(Game[State, Move]):
    meta = Meta(
        key="counter",
        title=say("Counter"),
        seats=(1, 8),
        chance=(
            ChanceKind("die", say("Die")),
            ChanceKind("card", say("Card")),
            ChanceKind("dice", say("Dice"), "cardboard"),
        ),
    )
    state_type = State
    move_type = Move
    rules = RULES

    def new(self, setup: Setup) -> State:
        return State(list(setup.numbers), {seat: seal(0, seat) for seat in setup.numbers})

    def is_over(self, state: State) -> bool:
        return state.over

    def waits_for(self, state: State) -> Awaited:
        return Awaited(must=tuple(state.seats), may=(TABLE,), secret=state.hushed)

    def questions(self, state: State, seat: int) -> Asking[Move]:
        if state.hushed:
            return Whisper((yield from Count(key="whisper", prompt=say("How many?"), high=9, secret=True, default=0)))
        return Add((yield from Count(key="add", prompt=say("How many?"), high=9)))

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        return ()

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        sides = (
            SideScore(
                str(seat),
                (seat,),
                say("{who}", who=SeatName(seat)),
                (Line("secret", secret.value if secret.known else None, say("Secret")),),
            )
            for seat, secret in state.secrets.items()
        )
        return ScoreSheet(tuple(sides), final=state.over)

    def inventory(self, state: State) -> Sequence[Tracked]:
        secrets = [
            Tracked(f"{seat}.secret", say("Secret"), (secret, "value"), seat) for seat, secret in state.secrets.items()
        ]
        return [Tracked("total", say("Total"), (state, "total"), high=9999), *secrets]


class TestClock:
    """Stands still until told."""

    __test__ = False

    def __init__(self) -> None:
        self.now = 100.0
        self.day: float | None = 1_700_000_000.0

    def mono(self) -> float:
        return self.now

    def wall(self) -> float | None:
        return self.day


SEED = bytes(range(32))
SETUP = Setup(seats=(Seated(1, "Ana"), Seated(2, "Ben"), Seated(3, "Eva")))


def begin(log: Log, game: Counter | None = None, setup: Setup = SETUP, *, play_id: str | None = None) -> Play:
    return Play.begin(log, game or Counter(), setup, seed=SEED, clock=TestClock(), play_id=play_id)


def resume(log: Log, play: Play | str, game: Counter | None = None) -> Play:
    return Play.resume(log, game or Counter(), play if isinstance(play, str) else play.id, clock=TestClock())


def cast_with(play: Play, seat: int, dice: list[int | str], *, nonce: str) -> Any:
    """The whole dialogue of a cast: the first run stops, the second has the dice."""
    try:
        return play.submit(seat, "", Cast(), nonce=nonce)
    except CardboardNeeded as needed:
        return play.submit(seat, "", Cast(), nonce=nonce, entered=[dice], before=needed.drawn)


def raw(play: Play) -> bytes:
    return play.game.encode_state(play.state)


def nonces(prefix: str = "n") -> Iterator[str]:
    number = 0
    while True:
        number += 1
        yield f"{prefix}{number}"


def numbers(entries: Iterable[Any]) -> list[int]:
    return [entry.number for entry in entries]
