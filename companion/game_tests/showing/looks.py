"""All that a viewer is given of a play, in plain values that can be compared."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

import msgspec

from companion.core.dialogue import Asked, digest, walk
from companion.core.errors import Refused
from companion.core.game import AnyGame, Awaited
from companion.core.secrecy import PUBLIC, BrokenSeal, Sealed, Viewer, seen
from companion.core.step import Outcome
from companion.core.widgets import ForecastLine
from companion.game_tests.seals import seals


def looks(game: AnyGame, state: Any, viewer: Viewer) -> list[Any]:
    """All that the viewer is given of a state, in plain values."""
    known = seen(state, viewer)
    numbers = [(tracked.key, tracked.label, tracked.value) for tracked in game.inventory(known) if tracked.known]
    awaited = game.awaits(seen(state, PUBLIC))
    asked = [question_of(game, known, seat, viewer) for seat in (*awaited.must, *awaited.may)]
    strip = list(game.strip(known, viewer.seat)) if viewer.seat is not None else []
    found = [
        list(game.show(known, viewer)),
        strip,
        forecast_of(game, known, viewer, awaited),
        game.score(known, viewer),
        awaited,
        numbers,
        asked,
    ]
    return [msgspec.to_builtins(one) for one in found]


def forecast_of(game: AnyGame, known: Any, viewer: Viewer, awaited: Awaited) -> list[ForecastLine]:
    """What a viewer at a seat is told of its next turn while it waits. Empty for others."""
    if viewer.seat is None or viewer.seat in awaited.must or awaited.over:
        return []
    return list(game.forecast(known, viewer.seat))


def question_of(game: AnyGame, known: Any, seat: int, viewer: Viewer) -> Any:
    """What the viewer is told of the question to ``seat``: a secret one is for that seat only."""
    try:
        walked = walk(game.ask(known, seat), [])
    except BrokenSeal:
        return "sealed"
    except Refused as refused:
        return (refused.code, refused.message)
    assert isinstance(walked, Asked)
    if walked.question.secret and viewer.seat != seat:
        return "secret"
    return (digest("play", seat, 0, [walked.question]), walked.question)


def told_to(outcome: Outcome[Any], viewer: Viewer) -> list[Any]:
    """The lines that reach a viewer."""
    lines = [seen(told, viewer) for told in outcome.told]
    return [msgspec.to_builtins(line) for line in lines if not isinstance(line, Sealed) or line.known]


def confidants(one: Any, two: Any) -> set[int]:
    """The seats that may know in what two states differ: the person who answered, and partners of theirs."""
    pairs = zip_longest((sealed for _, sealed in seals(one)), (sealed for _, sealed in seals(two)))
    return {seat for pair in pairs if pair[0] != pair[1] for sealed in pair if sealed is not None for seat in sealed.to}
