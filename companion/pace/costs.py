"""What each move of a playthrough costs, from the fresh question to the committed move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from companion.core.game import AnyGame
from companion.pace.key_presses import presses
from companion.pace.phone_taps import taps
from companion.playthroughs.answering import Answered
from companion.playthroughs.lines import Playthrough
from companion.playthroughs.replay import LineDifference, MoveMade, replay
from companion.service.play.only_answers import only_answer

COVER = 1
"""The tap that opens a cover, or PEEK held, for a dialogue with a secret question. A cover stays open from one secret
dialogue of a seat to its next; PEEK covers itself again.
"""
OPEN = 1
"""The OK that opens the question of a seat for which the table does not wait."""
SURE = 1
"""The OK on "Sure?", which small displays ask before chance."""


class MoveCost(Struct, frozen=True):
    """What the move of line ``line`` costs its ``seat`` (0: the table). ``presses`` is None where keys cannot give an
    answer, and a move in JSON costs nothing that could be counted.
    """

    line: int
    seat: int
    answers: int
    taps: int
    presses: int | None


def costs(playthrough: Playthrough, games: Mapping[str, AnyGame]) -> tuple[tuple[MoveCost, ...], LineDifference | None]:
    """The cost of every move, and the first line that differs, if any. Raises ``PlaythroughError``."""
    replayed = replay(playthrough, games)
    uncovered: dict[int, bool] = {}
    counted = []
    for made in replayed.moves:
        counted.append(cost(made, uncovered=uncovered.get(made.seat, False)))
        uncovered[made.seat] = is_secret(made)
    return tuple(counted), replayed.difference


def cost(made: MoveMade, *, uncovered: bool = False) -> MoveCost:
    """The cost of one move by a phone, on which the cover may be open already, and by keys."""
    inner = tuple(step for step in made.dialogue[:-1] if only_answer(step[0]) is None)
    last = made.dialogue[-1:] + made.entered
    tapped = sum(taps(question, answer, last=False) for question, answer in inner)
    tapped += sum(taps(question, answer) for question, answer in last)
    covered = COVER if is_secret(made) else 0
    return MoveCost(
        line=made.line,
        seat=made.seat,
        answers=len(inner + last),
        taps=tapped + (0 if uncovered else covered),
        presses=_presses(made, inner + last, covered),
    )


def is_secret(made: MoveMade) -> bool:
    """Whether any question of its dialogue is under a cover."""
    return any(question.secret for question, _ in made.dialogue)


def total(several: Iterable[MoveCost]) -> tuple[int, int | None]:
    """Taps and presses of several moves together."""
    counted = tuple(several)
    pressed = [one.presses for one in counted]
    whole = None if None in pressed else sum(one for one in pressed if one is not None)
    return sum(one.taps for one in counted), whole


def _presses(made: MoveMade, answered: tuple[Answered, ...], covered: int) -> int | None:
    pressed = 0
    for question, answer in answered:
        done = presses(question, answer)
        if done is None:
            return None
        pressed += len(done)
    if not answered:
        return 0
    chance = SURE if made.drawn or made.entered else 0
    return pressed + covered + chance + (OPEN if made.optional and not covered else 0)
