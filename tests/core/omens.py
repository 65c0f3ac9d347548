"""A small game in which all choose in secret and then dice fall. The games at the end each ask for them too early."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from companion.core.game import Awaited, Game, Rules
from companion.core.inventory import Tracked
from companion.core.questions import Asking, Count, Dice
from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.secrecy import Sealed, Viewer, seal
from companion.core.setup import ChanceKind, Meta, Setup
from companion.core.step import Step
from companion.core.widgets import AnyWidget, Note
from companion.core.wording import SeatName, named, say, verbatim

MOST = 9


class OmenState(Struct):
    """``chosen`` are the numbers of this round; ``dice`` is how many are rolled for each pair of omens."""

    seats: list[int]
    rounds: int = 3
    chosen: dict[int, Sealed[int]] = {}
    shown: dict[int, int] = {}
    totals: dict[int, int] = {}
    dice: int = 2
    agenda: list[str] = field(default_factory=lambda: ["choose"])


class Choose(Struct, frozen=True, tag="choose"):
    """A number, in secret, as often as one likes until all have one."""

    number: int


def choose(step: Step[OmenState], move: Choose) -> None:
    if take(step, move):
        show(step)


def take(step: Step[OmenState], move: Choose) -> bool:
    """Seal a number; whether it was the last."""
    state = step.state
    if not 0 <= move.number <= MOST:
        step.refuse("out-of-bounds", say("At most {n}.", n=MOST))
    state.chosen[step.seat] = seal(move.number, step.seat)
    step.tell(seal(say("You choose {n}.", n=move.number), step.seat))
    if len(state.chosen) < len(state.seats):
        return False
    state.agenda = ["roll"]
    return True


def show(step: Step[OmenState]) -> None:
    state = step.state
    state.shown = {seat: step.reveal(state.chosen[seat]) for seat in sorted(state.chosen)}
    for seat, number in state.shown.items():
        state.totals[seat] = state.totals.get(seat, 0) + number
        step.tell_all(say("{who}: {n}", who=SeatName(seat), n=number))


def roll(step: Step[OmenState]) -> None:
    """Draw the day; the seat that chose the highest number rolls."""
    day = step.chance(Count(key="day", prompt=say("Which day?"), low=1, high=9))
    roll_on(step, day)


def roll_on(step: Step[OmenState], day: int) -> None:
    state = step.state
    most = max(state.shown, key=lambda seat: state.shown[seat])
    if state.dice:
        rolled = step.chance(Dice(key="omen", prompt=say("Roll the omens."), dice=state.dice), by=most)
        state.totals[most] = state.totals.get(most, 0) + sum(rolled)
        step.tell(say("Day {n}: {who} rolls {sum}.", n=day, who=SeatName(most), sum=sum(rolled)))
    state.chosen, state.rounds = {}, state.rounds - 1
    state.agenda = ["choose"] if state.rounds else []


CHOOSING: Rules[OmenState] = {Choose: choose}


class Omens(Game[OmenState, Choose]):
    """The game as it should be; those below ask too early."""

    meta = Meta(
        key="omens",
        title=verbatim("Omens"),
        seats=(2, 4),
        longest=120,
        chance=(ChanceKind("day", verbatim("Days")), ChanceKind("omen", verbatim("Omens"), "cardboard")),
    )
    state_type = OmenState
    move_type = Choose
    rules = CHOOSING

    def new(self, setup: Setup) -> OmenState:
        return OmenState(list(setup.numbers))

    def waits_for(self, state: OmenState) -> Awaited:
        if state.agenda != ["choose"]:
            raise LookupError(f"{state.agenda} goes on by itself")
        must = tuple(seat for seat in state.seats if seat not in state.chosen)
        may = tuple(seat for seat in state.seats if seat in state.chosen)
        return Awaited(must, may, say("All choose in secret."), secret=True)

    def questions(self, state: OmenState, seat: int) -> Asking[Choose]:
        number = yield from Count(key="number", prompt=say("Which number?"), high=MOST, secret=True, default=0)
        return Choose(number)

    def proceed(self, step: Step[OmenState]) -> None:
        if step.state.agenda == ["roll"]:
            roll(step)

    def public_widgets(self, state: OmenState) -> Sequence[AnyWidget]:
        lines = [say("{who} {n}", who=SeatName(seat), n=number) for seat, number in sorted(state.shown.items())]
        return [Note(key="shown", title=say("Shown"), lines=tuple(lines) or (say("Nothing yet."),))]

    def score(self, state: OmenState, viewer: Viewer) -> ScoreSheet:
        sides = (
            SideScore(str(seat), (seat,), named(seat), (Line("total", state.totals.get(seat, 0), say("Total")),))
            for seat in state.seats
        )
        return ScoreSheet(tuple(sides), final=not state.agenda)

    def inventory(self, state: OmenState) -> Sequence[Tracked]:
        return [Tracked("dice", say("Dice"), (state, "dice"), high=4)]


def choose_and_roll(step: Step[OmenState], move: Choose) -> None:
    choose(step, move)
    if step.state.agenda == ["roll"]:
        roll(step)


ROLLING: Rules[OmenState] = {Choose: choose_and_roll}


class RollsInTheRule(Omens):
    """The rule of the last choice rolls: the choice cannot be stored before."""

    meta = replace(Omens.meta, key="rolls-in-the-rule")
    rules = ROLLING


def choose_only(step: Step[OmenState], move: Choose) -> None:
    if take(step, move):
        step.state.shown = dict.fromkeys(step.state.seats, 0)


HIDING: Rules[OmenState] = {Choose: choose_only}


class ShowsTooLate(Omens):
    """What was chosen is shown together with the dice."""

    meta = replace(Omens.meta, key="shows-too-late")
    rules = HIDING

    def proceed(self, step: Step[OmenState]) -> None:
        if step.state.agenda == ["roll"]:
            roll(step)
            step.revealed = True


class AsksTheWinner(ShowsTooLate):
    """Who is asked for dice tells who chose most, which nobody has been shown."""

    meta = replace(Omens.meta, key="asks-the-winner")

    def proceed(self, step: Step[OmenState]) -> None:
        state = step.state
        if state.agenda == ["roll"]:
            state.shown = {seat: state.chosen[seat].value for seat in sorted(state.chosen)}
            roll_on(step, 1)
