"""The start of a ledger, the end of a round with its income, the end of the ledger, and what it hands to the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from companion.core.options import Option
from companion.core.questions import Asking, Pick
from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.secrecy import seal
from companion.core.setup import Setup
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Message, SeatName, Wording, in_a_row, say, say_n
from companion.games.score_sheet import start
from companion.games.score_sheet.ledger.ledger import Ledger, Stock
from companion.games.score_sheet.ledger.moves import EndLedger, EndRound, LedgerMove
from companion.games.score_sheet.ledger.state import LedgerState, number_key
from companion.games.score_sheet.sheet import Sheet
from companion.games.score_sheet.state import Side, entry_key
from companion.games.score_sheet.words import label

MOST_ROUNDS = 60
"""The number of rounds after which a ledger without a limit ends."""


def begin(ledger: Ledger, sheet: Sheet | None, setup: Setup) -> LedgerState:
    """The state at the start: all stocks and goals at their start values."""
    if sheet is not None:
        begun: Mapping[str, Any] = structs.asdict(start.begin(sheet, setup))
    else:
        sides = [Side(str(seat), (seat,)) for seat in setup.numbers]
        begun = {"seats": setup.numbers, "phase": "play", "sides": sides, "rounds": 0}
    state = LedgerState(**begun, turn=1 if ledger.round else 0, goals={goal.key: goal.low for goal in ledger.goal})
    for seat in state.seats:
        for stock in ledger.stocks:
            state.put(seat, stock, stock.start)
    return state


def playing(state: LedgerState) -> tuple[int, ...]:
    """The seats that have not passed."""
    return tuple(seat for seat in state.seats if seat not in state.passed)


# -- the end of a round ----------------------------------------------------------------------------------------------


def settle(ledger: Ledger, step: Step[LedgerState]) -> bool:
    """If all have passed, end the round, and the ledger if it was the last one. True if the ledger ended."""
    state = step.state
    if playing(state):
        return False
    if ledger.round is None:
        end_ledger(ledger, step)
        return True
    _end_round(ledger, ledger.round, step)
    limit = ledger.end.rounds or MOST_ROUNDS
    if state.last or state.turn >= limit:
        end_ledger(ledger, step)
        return True
    state.turn, state.passed = state.turn + 1, []
    for stock in ledger.stock:
        for seat in state.seats if stock.resets else ():
            state.put(seat, stock, stock.start)
    step.tell(say("{round} {n} begins.", round=ledger.round, n=state.turn), TABLE)
    return False


def _end_round(ledger: Ledger, called: Wording, step: Step[LedgerState]) -> None:
    state = step.state
    step.announce(say("{round} {n} has ended.", round=called, n=state.turn), TABLE)
    for seat in state.seats:
        before = {stock.key: state.number(seat, stock) for stock in ledger.stocks}
        _become(ledger, state, seat)
        brought = {stock.key: incoming(ledger, state, seat, stock) for stock in ledger.stock if stock.income}
        for stock in ledger.stock:
            number = state.number(seat, stock) + brought.get(stock.key, 0)
            state.put(seat, stock, _within(stock, number))
        _tell_income(ledger, step, seat, before)


def _become(ledger: Ledger, state: LedgerState, seat: int) -> None:
    """Move the stocks of a seat that become others, all at the same time."""
    moving = [(stock, state.number(seat, stock)) for stock in ledger.stock if stock.becomes]
    for stock, _ in moving:
        state.put(seat, stock, max(stock.low, 0))
    for stock, number in moving:
        if (target := ledger.find(stock.becomes)) is not None:
            state.put(seat, target, _within(target, state.number(seat, target) + number))


def _within(stock: Stock, number: int) -> int:
    return min(max(number, stock.low), stock.high)


def incoming(ledger: Ledger, state: LedgerState, seat: int, stock: Stock) -> int:
    """What the end of a round adds to a stock, besides what other stocks become. Raises ``BrokenSeal`` where it is not
    known.
    """
    if stock.income is None:
        return 0
    numbers = [state.number(seat, other) for other in map(ledger.find, stock.income.of) if other is not None]
    return stock.income.brought_by(sum(numbers))


def _tell_income(ledger: Ledger, step: Step[LedgerState], seat: int, before: Mapping[str, int]) -> None:
    """Log what a seat got; numbers of sealed stocks only for the seat itself."""
    changed = [stock for stock in ledger.stock if step.state.number(seat, stock) != before[stock.key]]
    for stocks, sealed in (([s for s in changed if not s.sealed], False), ([s for s in changed if s.sealed], True)):
        if not stocks:
            continue
        parts = [_sum_words(stock, before[stock.key], step.state.number(seat, stock)) for stock in stocks]
        words = say("{who}: {sums}", who=SeatName(seat), sums=in_a_row(parts))
        step.tell(seal(words, seat) if sealed else words, seat)


def _sum_words(stock: Stock, before: int, now: int) -> Message:
    if now < before:
        return say("{stock} {before} - {less} = {now}", stock=stock.brief, before=before, less=before - now, now=now)
    return say("{stock} {before} + {more} = {now}", stock=stock.brief, before=before, more=now - before, now=now)


# -- what the table decides ------------------------------------------------------------------------------------------


def end_round(ledger: Ledger, step: Step[LedgerState], _: EndRound) -> None:
    """End the round for all who have not passed. ``settle`` then carries the end out."""
    state = step.state
    _for_the_table(step)
    if ledger.round is None:
        step.not_now()
    step.tell(say("The table ends the round."), TABLE)
    state.passed += playing(state)


def finish(ledger: Ledger, step: Step[LedgerState], _: EndLedger) -> None:
    """End the ledger here, without another income."""
    _for_the_table(step)
    step.tell(say("The table stops here."), TABLE)
    end_ledger(ledger, step)


def _for_the_table(step: Step[LedgerState]) -> None:
    if step.seat != TABLE:
        step.refuse("not-the-table", say("Only the table answers that."))


def ask_table(ledger: Ledger) -> Asking[LedgerMove]:
    """Ask the table whether the round ends, or the ledger."""
    options = []
    if ledger.round is not None:
        act = say("End the round: everybody has income", short=N_("End the round"))
        options.append(Option("end-round", say("End the round"), act=act))
    act = say("The game is over: count", short=N_("Count now"))
    options.append(Option("finish", say("The game is over: count", short=N_("Count now")), act=act, apart=True))
    menu = Pick[str](key="table", prompt=say("For the whole table", short=N_("The table")), options=tuple(options))
    return EndRound() if (yield from menu) == "end-round" else EndLedger()


# -- the end ---------------------------------------------------------------------------------------------------------


def end_ledger(ledger: Ledger, step: Step[LedgerState]) -> None:
    """End the ledger: hand its final numbers to the sheet, or find the winner by them."""
    state = step.state
    for stock in ledger.counting():
        for seat in state.seats if stock.sealed else ():
            number = step.reveal(state.hidden[number_key(seat, stock.key)])
            step.tell_all(say("{who}: {stock} {n}", who=SeatName(seat), stock=stock.name, n=number), seat)
    state.open = False
    if ledger.count is not None:
        state.entries = handed_over(ledger, state)
        step.tell(say("What is left to count is written now."), TABLE)
        return
    state.phase = "over"
    for winner in score(ledger, state).winners():
        words = say_n(
            "{who} wins with {points}.", "{who} win with {points}.", 1, who=winner.people, points=winner.total
        )
        step.tell(words)


def handed_over(ledger: Ledger, state: LedgerState) -> dict[str, list[int]]:
    """The entries of the sheet that get their numbers from the ledger, as far as the numbers are public."""
    entries: dict[str, list[int]] = {}
    for category, key in ledger.count.handed if ledger.count is not None else ():
        stock = ledger.find(key)
        for side in state.sides if stock is not None else ():
            number = state.shown(side.seats[0], stock) if stock is not None else None
            if number is not None:
                entries[entry_key(side, category, 0)] = [number]
    return entries


def score(ledger: Ledger, state: LedgerState) -> ScoreSheet:
    """The score by the stock that decides."""
    stock = ledger.find(ledger.points)
    sides = []
    for side in state.sides:
        number = state.shown(side.seats[0], stock) if stock is not None else 0
        lines = (Line(ledger.points, number, stock.name),) if stock is not None else ()
        sides.append(SideScore(side.key, side.seats, label(side), lines))
    return ScoreSheet(tuple(sides), final=state.phase == "over", highest_wins=ledger.wins == "highest")
