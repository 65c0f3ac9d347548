"""A move that a line of a playthrough made, with what its seat was asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from companion.core.forms import Filled
from companion.core.game import AnyGame
from companion.core.questions import Answer
from companion.core.step import throw_ahead, try_out
from companion.playthroughs.answering import AnsweredQuestion

Fills = Callable[[Sequence[Answer], Mapping[str, Answer]], Filled | None]


class MoveMade(Struct, frozen=True):
    """A move that line number ``line`` made: the questions of its dialogue and what cardboard was asked for, each with
    its answer (a move in JSON has no dialogue). ``drawn`` counts what the companion drew for it; ``optional``: the seat
    could have let others go on; ``usual_first``: on its form in rows, usual answers make this move and go on to another
    one. ``revealed``: it showed what was secret, so that no form goes past it. ``interrupted``: an undo, a redo or a
    correction stands between it and the move before, so that no form holds both. ``fill`` fills a form of its dialogue,
    from the answers before it and those given by key, with what the seat knew. ``opens``: whether a trial of the move
    with that knowledge comes to a secret; ``opens_in_public``: with what everybody knew. ``throws``: whether it comes
    to dice that the seat throws itself, of which only the hits matter.
    """

    line: int
    seat: int
    move: Any
    dialogue: tuple[AnsweredQuestion, ...] = ()
    entered: tuple[AnsweredQuestion, ...] = ()
    drawn: int = 0
    optional: bool = False
    usual_first: bool = False
    revealed: bool = False
    interrupted: bool = False
    fill: Fills | None = None
    opens: Callable[[], bool] = lambda: False
    opens_in_public: Callable[[], bool] = lambda: False
    throws: Callable[[], bool] = lambda: False


def usual_is_first(dialogue: tuple[AnsweredQuestion, ...], fills: Fills) -> bool:
    """See ``MoveMade.usual_first``."""
    form = dialogue[0][0].form if dialogue else None
    if form is None or form.layout != "rows":
        return False
    filled = fills((), {})
    if filled is None or not filled.moves:
        return False
    return sum(field.question.key == filled.fields[0].question.key for field in filled.fields) > 1


def throws_dice(game: AnyGame, known: Any, seat: int, move: Any) -> bool:
    """Whether a trial of a move comes to dice that its seat throws, of which only the hits matter."""
    return throw_ahead(game.copy(known), seat, lambda step: game.apply(step, move)) is not None


def opens_a_secret(game: AnyGame, known: Any, seat: int, move: Any) -> bool:
    """Whether a move, tried on what its seat knows, stops at a secret of somebody else."""
    return try_out(game.copy(known), seat, lambda step: game.apply(step, move))[1] == ""
