"""Ending a turn, or passing."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Asking, Pick, Shortcut
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, listed, say
from companion.games.whose_turn.moves import Done, Pass
from companion.games.whose_turn.rounds import end_round, following, go_on, known_order, own_turn
from companion.games.whose_turn.state import State, Together, Turn


def done(step: Step[State], _: Done) -> None:
    """End the turn. If all play at once, the last one to be done ends the round."""
    state = step.state
    if isinstance(step.owed(Turn, Together), Turn):
        seat = own_turn(step)
        step.tell(say("{who} is done.", who=SeatName(seat)))
        go_on(step, seat)
        return
    if step.seat not in state.playing:
        step.not_now()
    state.passed.append(step.seat)
    step.tell(say("{who} is done.", who=SeatName(step.seat)))
    if not state.playing:
        end_round(step)


def pass_round(step: Step[State], _: Pass) -> None:
    """Pass. The first pass of a play switches it to rounds that end when everybody has passed; all turns so far then
    count as the first round.
    """
    state, seat = step.state, own_turn(step)
    if state.round_end == "lap":
        state.round_end, state.round = "pass", 1
    state.passed.append(seat)
    step.tell(say("{who} passes.", who=SeatName(seat)))
    go_on(step, seat)


def after_words(state: State, seat: int) -> Message:
    """The words for what follows the turn of ``seat``."""
    follower = following(state, seat)
    if follower == seat:
        return say("then it is your turn again", short=N_("then you again"))
    if follower:
        return say("then it is {who}'s turn", short=N_("then {who}"), who=SeatName(follower))
    after = known_order(state)
    if after:
        return say("then round {n}, {who} begins", short=N_("then {who}"), n=state.round + 1, who=SeatName(after[0]))
    return say("then round {n}", n=state.round + 1)


def ask_done(state: State, seat: int) -> Asking[Done]:
    """Ask a seat whether it is done, while all play at once."""
    others = [SeatName(one) for one in state.playing if one != seat]
    yield from Pick[str](
        key="turn",
        prompt=say("Tap Done when you are done, {who}.", short=N_("Your turn, {who}"), who=SeatName(seat)),
        options=(Option("done", say("Done"), hint=_left_words(state, others), act=say("Done")),),
        done="done",
        large=True,
        default="done",
        meaning=say("Everybody plays at once. The next round begins when all are done."),
    )
    return Done()


def _left_words(state: State, others: list[SeatName]) -> Message:
    if others:
        return say("still playing: {who}", short=N_("{who}"), who=listed(others))
    return say("then round {n}", n=state.round + 1)


def ask_turn(state: State) -> Asking[Done | Pass]:
    """Ask the seat on turn: done or pass."""
    seat = state.on_turn
    way = yield from Pick[str](
        key="turn",
        prompt=say("Tap Done when your turn is over, {who}.", short=N_("Your turn, {who}"), who=SeatName(seat)),
        options=(
            Option("done", say("Done"), hint=after_words(state, seat), act=say("Done")),
            Option("pass", say("Pass this round", short=N_("Pass")), icon="next", act=say("Pass this round")),
        ),
        done="done",
        large=True,
        default="pass" if state.round_end == "pass" else "done",
        shortcuts=(Shortcut("go", say("Pass this round"), ("pass",), icon="next"),),
        meaning=say("Who passes has no more turns until the next round begins."),
    )
    return Pass() if way == "pass" else Done()
