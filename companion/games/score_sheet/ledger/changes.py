"""Moves of a seat: it changes its numbers, pays for a goal, moves a goal, or passes."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick
from companion.core.secrecy import seal
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, Wording, in_a_row, say
from companion.games.score_sheet.ledger.ledger import Goal, Ledger, Stock
from companion.games.score_sheet.ledger.moves import Change, LedgerMove, MoveGoal, Pass, Pay
from companion.games.score_sheet.ledger.state import LedgerState

# -- why not ---------------------------------------------------------------------------------------------------------


def goal_reason(state: LedgerState, goal: Goal) -> Message | None:
    """Why a goal cannot be moved, or None."""
    if state.goals[goal.key] + goal.step > goal.high:
        return say("{goal} is at its end.", short=N_("At its end"), goal=goal.name)
    return None


def pay_reason(ledger: Ledger, state: LedgerState, seat: int, stock: Stock, place: int) -> Message | None:
    """Why a seat cannot pay for a goal, or None."""
    trade = stock.trades[place]
    goal = ledger.find_goal(trade.moves)
    if goal is None:
        return say("There is no number called {key}.", key=trade.moves)
    if (reason := goal_reason(state, goal)) is not None:
        return reason
    if state.number(seat, stock) - trade.pay < stock.low:
        return say("{stock}: {n} is too few.", short=N_("Too few"), stock=stock.name, n=state.number(seat, stock))
    return None


def pass_reason(state: LedgerState, seat: int) -> Message | None:
    """Why a seat cannot pass, or None."""
    return say("You have passed.") if seat in state.passed else None


def _for_a_seat(step: Step[LedgerState]) -> None:
    """Refuse a move that the table makes instead of a seat."""
    if step.seat not in step.state.seats:
        step.refuse("no-side", say("Only seats that play write numbers."))


# -- effects ---------------------------------------------------------------------------------------------------------


def change(ledger: Ledger, step: Step[LedgerState], move: Change) -> None:
    """Set the number of a stock that a seat has."""
    _for_a_seat(step)
    stock = ledger.find(move.stock)
    if stock is None:
        step.refuse("not-offered", say("{answer} is not one of the choices.", answer=move.stock))
    if not stock.low <= move.number <= stock.high:
        words = say("{n} is not between {low} and {high}.", n=move.number, low=stock.low, high=stock.high)
        step.refuse("out-of-bounds", words)
    before = step.state.number(step.seat, stock)
    step.state.put(step.seat, stock, move.number)
    words = _changed(step.seat, stock, move.number - before, move.number)
    if stock.sealed:
        step.tell(say("{who} changes {stock}.", who=SeatName(step.seat), stock=stock.name))
        step.tell(seal(words, step.seat))
    else:
        step.tell(words)


def _changed(seat: int, stock: Stock, by: int, number: int) -> Message:
    who = SeatName(seat)
    if not by:
        return say("{who}: {stock} stays at {n}.", who=who, stock=stock.name, n=number)
    return say("{who}: {stock} {by}, now {n}.", who=who, stock=stock.name, by=signed(by), n=number)


def signed(number: int) -> str:
    """A number with its sign: +3, -3."""
    return f"{number:+d}"


def pay(ledger: Ledger, step: Step[LedgerState], move: Pay) -> None:
    """Take the price from a seat and move the goal."""
    _for_a_seat(step)
    stock = ledger.find(move.stock)
    if stock is None or not 0 <= move.trade < len(stock.trades):
        step.refuse("not-offered", say("{answer} is not one of the choices.", answer=move.stock))
    step.require(pay_reason(ledger, step.state, step.seat, stock, move.trade))
    trade = stock.trades[move.trade]
    number = step.state.number(step.seat, stock) - trade.pay
    step.state.put(step.seat, stock, number)
    goal = ledger.find_goal(trade.moves)
    if goal is not None:
        _advance(ledger, step, goal)
    step.tell(_changed(step.seat, stock, -trade.pay, number))


def move_goal(ledger: Ledger, step: Step[LedgerState], move: MoveGoal) -> None:
    """Move a goal by one step."""
    _for_a_seat(step)
    goal = ledger.find_goal(move.goal)
    if goal is None:
        step.refuse("not-offered", say("{answer} is not one of the choices.", answer=move.goal))
    step.require(goal_reason(step.state, goal))
    _advance(ledger, step, goal)


def _advance(ledger: Ledger, step: Step[LedgerState], goal: Goal) -> None:
    state, seat = step.state, step.seat
    state.goals[goal.key] += goal.step
    gains: list[Wording] = []
    for key, more in goal.gives:
        stock = ledger.find(key)
        if stock is not None:
            state.put(seat, stock, min(max(state.number(seat, stock) + more, stock.low), stock.high))
            gains.append(say("{stock} {by}", stock=stock.name, by=signed(more)))
    who, number = SeatName(seat), state.goals[goal.key]
    if gains:
        step.tell(say("{who}: {goal} is at {n}; {gains}.", who=who, goal=goal.name, n=number, gains=in_a_row(gains)))
    else:
        step.tell(say("{who}: {goal} is at {n}.", who=who, goal=goal.name, n=number))
    if ledger.end.when == "all-goals" and not state.last and all_reached(ledger, state) and ledger.round is not None:
        state.last = True
        step.announce(say("Every goal is reached: {round} {n} is the last.", round=ledger.round, n=state.turn), 0)


def all_reached(ledger: Ledger, state: LedgerState) -> bool:
    """Whether no goal can be moved any more."""
    return all(goal_reason(state, goal) is not None for goal in ledger.goal)


def pass_on(ledger: Ledger, step: Step[LedgerState], _: Pass) -> None:
    """Record that a seat does nothing more in this round, or until the end if there are no rounds."""
    _for_a_seat(step)
    step.require(pass_reason(step.state, step.seat))
    step.state.passed.append(step.seat)
    who = SeatName(step.seat)
    step.tell(say("{who} passes.", who=who) if ledger.round else say("{who} has finished.", who=who))


# -- the questions ---------------------------------------------------------------------------------------------------


def ask_seat(ledger: Ledger, state: LedgerState, seat: int) -> Asking[LedgerMove]:
    """Ask a seat for its move: a changed number, a goal, or passing."""
    options = [
        Option(
            stock.key,
            stock.name,
            hint=None if stock.sealed else say("{n}", n=state.number(seat, stock)),
            icon=stock.icon,
        )
        for stock in ledger.stocks
    ]
    options += [
        Option(goal.key, goal_words(goal), reason=goal_reason(state, goal), icon=goal.icon) for goal in ledger.goal
    ]
    payments = list(trades(ledger))
    for key, stock, place in payments:
        reason = pay_reason(ledger, state, seat, stock, place)
        options.append(Option(key, trade_words(ledger, stock, place), reason=reason, icon=stock.icon))
    passing = pass_reason(state, seat) is None
    if passing:
        options.append(Option("pass", pass_words(ledger), apart=True))
    key = yield from Pick[str](
        key="ledger",
        prompt=say("What changes?"),
        options=tuple(options),
        default="pass" if passing else ledger.stock[0].key,
    )
    if key == "pass":
        return Pass()
    if ledger.find_goal(key) is not None:
        return MoveGoal(key)
    for trade, stock, place in payments:
        if trade == key:
            return Pay(stock.key, place)
    return Change(key, (yield from _ask_number(state, seat, next(one for one in ledger.stocks if one.key == key))))


def _ask_number(state: LedgerState, seat: int, stock: Stock) -> Count:
    now = state.number(seat, stock)
    return Count(
        key=stock.key,
        prompt=say("{stock}: how many now?", short=N_("{brief}"), stock=stock.name, brief=stock.brief),
        hint=stock.help,
        act=say("{stock}: {answer}", short=N_("{answer}"), stock=stock.brief),
        low=stock.low,
        high=stock.high,
        start=now,
        icon=stock.icon,
        secret=stock.sealed,
        default=now,
    )


def trades(ledger: Ledger) -> Iterator[tuple[str, Stock, int]]:
    """Every payment for a goal with its key in the menu."""
    for stock in ledger.stocks:
        for place in range(len(stock.trades)):
            yield f"{stock.key}.{place + 1}", stock, place


def goal_words(goal: Goal) -> Message:
    """The label of the option that moves a goal."""
    return say("{goal} {by}", goal=goal.brief, by=signed(goal.step))


def trade_words(ledger: Ledger, stock: Stock, place: int) -> Message:
    """The label of the option that pays for a goal."""
    trade = stock.trades[place]
    goal = ledger.find_goal(trade.moves)
    paid = say("Pay {n} {stock}", n=trade.pay, stock=stock.brief)
    return say("{paid}: {goal}", short=N_("{goal}"), paid=paid, goal=goal_words(goal)) if goal else paid


def pass_words(ledger: Ledger) -> Message:
    """The label of the option that passes."""
    return say("Pass") if ledger.round else say("Finished: count", short=N_("Finished"))
