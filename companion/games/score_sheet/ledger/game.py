"""A ledger as a ``Game``: whom it waits for, which question is asked, which function makes a move; afterwards the sheet
that counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast, get_args

from msgspec import Struct, structs

from companion.core.bounds import BOUNDS, Bounds
from companion.core.game import Awaited, Game
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.score_pad import Pad, Typed
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import PUBLIC, Viewer
from companion.core.setup import Meta, Setup
from companion.core.step import TABLE, Step
from companion.core.widgets import AnyWidget, Figure
from companion.core.wording import N_, Message, say
from companion.games.score_sheet.game import KEY, SheetGame
from companion.games.score_sheet.ledger import changes, pad, rounds, showing, tracked
from companion.games.score_sheet.ledger.ledger import Ledger
from companion.games.score_sheet.ledger.moves import (
    Change,
    EndLedger,
    EndRound,
    LedgerMove,
    MoveGoal,
    OpenMove,
    Pass,
    Pay,
)
from companion.games.score_sheet.ledger.state import LedgerState
from companion.games.score_sheet.queries import by_sides, stage, totals_hidden, unwritten
from companion.games.score_sheet.sheet import Sheet
from companion.games.score_sheet.state import SheetState

ICON = "coin"
"""The icon of a ledger that names none."""

LedgerRule = Callable[[Ledger, Step[LedgerState], Any], None]

RULES: dict[type[Struct], LedgerRule] = {
    Change: changes.change,
    Pay: changes.pay,
    MoveGoal: changes.move_goal,
    Pass: changes.pass_on,
    EndRound: rounds.end_round,
    EndLedger: rounds.finish,
}


class LedgerGame(Game[LedgerState, LedgerMove]):
    """A game whose rules are a ledger, then the sheet that counts at its end, if there is one."""

    state_type = LedgerState
    move_type: Any = LedgerMove
    has_pieces = False

    def __init__(self, ledger: Ledger, sheet: Sheet | None = None) -> None:
        self.ledger = ledger
        self.counting = SheetGame(sheet) if sheet is not None else None
        self.rules = {kind: self._while_open(rule) for kind, rule in RULES.items()}
        if self.counting is None:
            self.move_type = OpenMove
        else:
            counting = {kind: rule for kind, rule in self.counting.rules.items() if kind in get_args(LedgerMove)}
            self.rules |= {kind: self._once_closed(rule) for kind, rule in counting.items()}
        self.bounds = _bounds(ledger, self.counting)
        self.meta = Meta(
            key=KEY + ledger.id,
            title=ledger.name,
            seats=ledger.seats,
            longest=_longest(ledger) + (self.counting.meta.longest if self.counting is not None else 0),
            summary=ledger.about,
            icon=ledger.icon or ICON,
            options=self.counting.meta.options if self.counting is not None else (),
        )

    def _while_open(self, rule: LedgerRule) -> Callable[[Step[LedgerState], Any], None]:
        def made(step: Step[LedgerState], move: Any) -> None:
            if not step.state.open:
                step.not_now()
            rule(self.ledger, step, move)

        return made

    def _once_closed(self, rule: Callable[[Step[SheetState], Any], None]) -> Callable[[Step[LedgerState], Any], None]:
        def made(step: Step[LedgerState], move: Any) -> None:
            if step.state.open:
                step.not_now()
            rule(_as_sheet(step), move)

        return made

    def new(self, setup: Setup) -> LedgerState:
        return rounds.begin(self.ledger, self.counting.sheet if self.counting is not None else None, setup)

    def is_over(self, state: LedgerState) -> bool:
        if self.counting is None or state.open:
            return state.phase == "over"
        return self.counting.is_over(state)

    def waits_for(self, state: LedgerState) -> Awaited:
        if self.counting is not None and not state.open:
            return self.counting.waits_for(state)
        return Awaited(rounds.playing(state), (*state.passed, TABLE), _why(self.ledger, state))

    def questions(self, state: LedgerState, seat: int) -> Asking[LedgerMove]:
        if self.counting is not None and not state.open:
            return cast("Asking[LedgerMove]", self.counting.questions(state, seat))
        if seat == TABLE:
            return rounds.ask_table(self.ledger)
        return changes.ask_seat(self.ledger, state, seat)

    def proceed(self, step: Step[LedgerState]) -> None:
        if step.state.open:
            rounds.settle(self.ledger, step)
        if self.counting is not None and not step.state.open:
            self._count(self.counting, step)

    def _count(self, counting: SheetGame, step: Step[LedgerState]) -> None:
        """Continue with the sheet. A side that got all its entries from the ledger need not say that it is done."""
        handed = {key for key, _ in self.ledger.count.handed} if self.ledger.count is not None else set()
        before = -1
        while (state := step.state).phase == "play" and state.stage != before:
            before, sheet = state.stage, counting.sheet_of(state)
            if all(category.key in handed for category in by_sides(stage(sheet, state))):
                state.done = [side.key for side in state.sides if not unwritten(sheet, state, side)]
            counting.proceed(_as_sheet(step))

    def public_widgets(self, state: LedgerState) -> list[AnyWidget]:
        if self.counting is not None and not state.open:
            return self.counting.public_widgets(state)
        return showing.show(self.ledger, state, self._totals(state))

    def seat_widgets(self, state: LedgerState, seat: int, public: Sequence[AnyWidget]) -> list[AnyWidget]:
        if self.counting is not None and not state.open:
            return self.counting.seat_widgets(state, seat, public)
        return showing.with_own(self.ledger, state, seat, public)

    def strip(self, state: LedgerState, seat: int) -> Sequence[Figure]:
        if self.counting is not None and not state.open:
            return self.counting.strip(state, seat)
        return showing.strip(self.ledger, state, seat)

    def score_pad(self, state: LedgerState, seat: int, typed: Typed | None = None) -> Pad | None:
        if not state.open:
            return self.counting.score_pad(state, seat, typed) if self.counting is not None else None
        return pad.ledger_pad(self.ledger, state, seat)

    def score(self, state: LedgerState, viewer: Viewer) -> ScoreSheet:
        if self.counting is None:
            return rounds.score(self.ledger, state)
        if not state.open:
            return self.counting.score(state, viewer)
        return self._so_far(self.counting, state, viewer)

    def _so_far(self, counting: SheetGame, state: LedgerState, viewer: Viewer) -> ScoreSheet:
        """The score as if the current numbers were handed to the sheet now."""
        handed = structs.replace(state, entries=rounds.handed_over(self.ledger, state))
        return structs.replace(counting.score(handed, viewer), final=False)

    def _totals(self, state: LedgerState) -> dict[str, int] | None:
        """The points so far by side; None if at most one category gets its numbers from the ledger, or if totals are
        hidden.
        """
        if self.counting is None or self.ledger.count is None:
            return None
        if totals_hidden(self.counting.sheet_of(state), state):
            return None
        handed = (self.counting.sheet.find(key) for key, _ in self.ledger.count.handed)
        if len([category for category in handed if category is not None and category.gives_points]) < 2:
            return None
        return {side.side: side.total for side in self._so_far(self.counting, state, PUBLIC).sides}

    def inventory(self, state: LedgerState) -> list[Tracked]:
        if self.counting is not None and not state.open:
            return self.counting.inventory(state)
        return list(tracked.inventory(self.ledger, state))


def _as_sheet(step: Step[LedgerState]) -> Step[SheetState]:
    """The step as the rules of the sheet need it: the state of a ledger extends that of a sheet."""
    return cast("Step[SheetState]", step)


def _why(ledger: Ledger, state: LedgerState) -> Message:
    if ledger.round is None:
        return say("Everybody moves their numbers", short=N_("All play"))
    return say("{round} {n}", round=ledger.round, n=state.turn)


def _longest(ledger: Ledger) -> int:
    """An upper bound of the number of moves, if all pass in the end."""
    return ledger.seats[1] * (1 if ledger.round is None else ledger.end.rounds or rounds.MOST_ROUNDS) + 10


def _bounds(ledger: Ledger, counting: SheetGame | None) -> Bounds:
    """The bounds of the state: those of the sheet, and the numbers of all."""
    numbers = ledger.seats[1] * len(ledger.stocks)
    base = counting.bounds if counting is not None else BOUNDS
    return structs.replace(
        base, members=base.members + numbers, parts=base.parts + 8 * numbers, size=base.size + 128 * numbers
    )
