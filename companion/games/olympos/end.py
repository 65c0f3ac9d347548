"""The end: passing for the rest of the game, and closing the game. Section 9."""

from __future__ import annotations

from companion.core.boxes import Learned
from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Message, SeatName, say, say_n
from companion.games.olympos import box, discover, expand, facts, time_track, wonders
from companion.games.olympos.moves import Close, Leaving, LookUp, Move, Pass
from companion.games.olympos.pieces import instruct_turned_over
from companion.games.olympos.state import Side, State
from companion.games.olympos.tables import MOST_TIME_POINTS, WONDERS

# -- passing ------------------------------------------------------------------------------------------------------


def pass_reason(state: State, side: Side) -> Message | None:
    """Why a seat cannot pass, or None. Before the last Zeus space only a seat with no other action may. Section 9."""
    if time_track.last_phase(state, side) or not any_action(state, side):
        return None
    return say("Only from the last Zeus space on.", short=N_("Not before last Zeus"))


def pass_hint(state: State, side: Side) -> Message | None:
    """The hint what the space on which the seat would end is worth; None if that is unknown or 0."""
    points = box.time_points(state.box, side.position)
    if not points:
        return None
    return say_n("Space {space}: +{n} point.", "Space {space}: +{n} points.", points, space=side.position)


def any_action(state: State, side: Side) -> bool:
    """Whether the seat can do anything except pass."""
    if state.light:
        return time_track.budget(state, side) > 0
    sources: tuple[Leaving, ...] = ("new", "covered", "grain", "stone", "wood", "gold")
    return (
        any(expand.source_reason(state, side, source) is None for source in sources)
        or any(discover.discovery_reason(state, side, space) is None for space in state.piles)
        or any(wonders.wonder_reason(state, side, key) is None for key in state.wonders)
    )


def pass_for_good(step: Step[State], _: Pass) -> None:
    """Pass: the seat takes no more actions. Section 9."""
    side = time_track.on_turn(step)
    step.require(pass_reason(step.state, side))
    side.done = 1
    step.state.kept = False
    step.state.sought = None
    step.state.actor = side.seat
    step.tell(say("{seat} passes for good.", N_("{seat} passes"), seat=SeatName(side.seat)))


# -- closing ------------------------------------------------------------------------------------------------------


def close(step: Step[State], move: Close) -> None:
    """Close the game: enter unknown points of the Time Track and reveal prestige tokens and hands. Section 9.1."""
    state = step.state
    if state.agenda or time_track.last(state) is not None:
        step.not_now()
    positions = box.unknown_times(state)
    if len(move.points) != len(positions) or box.unknown_wonders(state):
        step.refuse("not-printed", facts.NOT_PRINTED)
    for position, points in zip(positions, move.points, strict=True):
        facts.save_value(step, Learned("time", str(position), "points", points), keep=move.keep)
    state.over = True
    for side in state.sides:
        step.reveal(side.prestige)
        for card in side.hand:
            step.reveal(card.face)
    instruct_turned_over(step)
    step.tell(ended(), TABLE)


def ended() -> Message:
    return say("The game is over: prestige tokens and cards are turned over.", short=N_("The game is over"))


ALL_DONE = say("All are done.", N_("All are done"))


def ask_close(state: State) -> Asking[Move]:
    """Close the game: points of the Time Track that are unknown are asked first. Section 9.1.

    A wonder with unknown points is looked up before, on a form of its own.
    """
    for key in box.unknown_wonders(state):
        prompt = say("{what} is not known yet.", N_("Look it up"), what=WONDERS[key])
        options = (Option("look-up", say("Look it up", N_("Look it up")), icon="temple"),)
        yield from Pick[str](key="look-up", prompt=prompt, options=options, default="look-up")
        return LookUp("look-up", key)
    return (yield from together("close", ALL_DONE, _ask_end(state), say("Count the points", N_("Count the points"))))


def _ask_end(state: State) -> Asking[Move]:
    """Unknown points of the spaces where tokens stand, then the button that closes the game."""
    points: list[int] = []
    for position in box.unknown_times(state):
        prompt = say("Points on space {n}?", N_("Points on {n}?"), n=position)
        hint = say("As printed on the Time Track.", N_("On the Time Track"))
        ask = Count(key=f"time-{position}", prompt=prompt, hint=hint, high=MOST_TIME_POINTS, icon="point")
        points.append((yield from ask))
    kept = (yield from facts.ask_keep(state)) if points else False
    options = (Option("close", say("Turn over prestige tokens and cards", N_("Turn all over")), icon="score"),)
    act = say("Count the points", N_("Count the points"))
    hint = say("Prestige tokens and Destiny cards are turned over.", N_("All is turned over"))
    prompt = say("What is left to do?", N_("All are done"))
    yield from Pick[str](
        key="close",
        prompt=prompt,
        hint=hint,
        options=options,
        act=act,
        default="close",
        meaning=say("All have passed. Now everything that was hidden is shown and counted."),
    )
    return Close(tuple(points), kept)
