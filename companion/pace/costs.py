"""What each move of a playthrough costs, from the fresh question to the committed move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from companion.core.forms import continues, same_form, usual_answer
from companion.core.game import AnyGame
from companion.core.questions import Answer, Count, Question
from companion.pace.key_presses import presses
from companion.pace.phone_taps import SEND, UNFOLD, form_taps, taps
from companion.playthroughs.answering import Answered
from companion.playthroughs.lines import Playthrough
from companion.playthroughs.replay import LineDifference, MoveMade, replay
from companion.service.play.drafts import only_answer

COVER = 1
"""The tap that opens a cover, or PEEK held, for a dialogue with a secret question. A cover stays open from one secret
dialogue of a seat to its next; PEEK covers itself again.
"""
OPEN = 1
"""The OK that opens the question of a seat for which the table does not wait."""
SURE = 1
"""The OK on "Sure?", which small displays ask before what the companion draws."""


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
    counted: list[MoveCost] = []
    for together in submissions(replayed.moves):
        seat = together[0].seat
        counted += cost_of_submission(together, uncovered=uncovered.get(seat, False))
        uncovered[seat] = is_secret(together[-1])
    return tuple(counted), replayed.difference


def submissions(moves: Sequence[MoveMade]) -> Iterator[tuple[MoveMade, ...]]:
    """The moves that a phone sends together: those of one form, else each alone."""
    together: list[MoveMade] = []
    for made in moves:
        if together and not _goes_on(together[-1], made):
            yield tuple(together)
            together = []
        together.append(made)
    if together:
        yield tuple(together)


def _goes_on(before: MoveMade, made: MoveMade) -> bool:
    """Whether a move continues the form of the move before."""
    if before.seat != made.seat or not before.dialogue or not made.dialogue:
        return False
    ended = any(move.drawn or move.entered or move.revealed for move in (before, made))
    return not ended and continues(before.dialogue[-1][0], made.dialogue[0][0])


def cost(made: MoveMade, *, uncovered: bool = False) -> MoveCost:
    """The cost of one move by a phone, on which the cover may be open already, and by keys."""
    return cost_of_submission((made,), uncovered=uncovered)[0]


def cost_of_submission(moves: Sequence[MoveMade], *, uncovered: bool = False) -> list[MoveCost]:
    """The cost of moves sent together. The first one bears the button, the cover and what else they have in common."""
    last_unusual = max((index for index, made in enumerate(moves) if not _all_usual(made.dialogue)), default=-1)
    counted = []
    for index, made in enumerate(moves):
        covered = COVER if is_secret(made) and index == 0 else 0
        rest_is_usual = index >= last_unusual
        held = index > last_unusual and index > 0 and (index > last_unusual + 1 or _ends_usual(moves[index - 1]))
        presses = 0 if held else _presses(made, covered, rest_is_usual=rest_is_usual)
        tapped = _taps(made, sends=index == 0)
        asked = [step for step in made.dialogue if only_answer(step[0]) is None]
        counted.append(
            MoveCost(
                line=made.line,
                seat=made.seat,
                answers=len(asked) + len(made.entered),
                taps=tapped + (0 if uncovered else covered),
                presses=presses,
            )
        )
    return counted


def _ends_usual(made: MoveMade) -> bool:
    """Whether OK was held in this move already."""
    return len(_dialled(made.dialogue)) < len(made.dialogue)


def _taps(made: MoveMade, *, sends: bool) -> int:
    counts = sum(isinstance(question, Count) for question, _ in made.dialogue)
    tapped = UNFOLD if made.usual_first and not _all_usual(made.dialogue) else 0
    for place, (question, answer) in enumerate(made.dialogue):
        before = made.dialogue[place - 1][0] if place else None
        last = place == len(made.dialogue) - 1
        if question.form is not None:
            begins = before is None or not same_form(before, question)
            opens = begins and (sends or before is not None)
            tapped += form_taps(question, answer, counts, first=opens) + (SEND if opens else 0)
        elif last or only_answer(question) is None:
            tapped += taps(question, answer, last=last)
    return tapped + sum(taps(question, answer) for question, answer in made.entered)


def _all_usual(dialogue: Sequence[Answered]) -> bool:
    return all(question.form is not None and _is_usual(question, answer) for question, answer in dialogue)


def _is_usual(question: Question, answer: Answer) -> bool:
    usual = usual_answer(question)
    return usual is not None and question.format(usual) == question.format(answer)


def is_secret(made: MoveMade) -> bool:
    """Whether anything that it was asked is under a cover."""
    return any(question.secret for question, _ in made.dialogue + made.entered)


def total(several: Iterable[MoveCost]) -> tuple[int, int | None]:
    """Taps and presses of several moves together."""
    counted = tuple(several)
    pressed = [one.presses for one in counted]
    whole = None if None in pressed else sum(one for one in pressed if one is not None)
    return sum(one.taps for one in counted), whole


def _presses(made: MoveMade, covered: int, *, rest_is_usual: bool) -> int | None:
    """``rest_is_usual``: OK held sends what is left of the form, of this move and of those that follow."""
    answered = _dialled(made.dialogue) if rest_is_usual and not made.drawn else made.dialogue
    pressed = 0
    for question, answer in (*answered, *made.entered):
        if only_answer(question) is not None and (question, answer) != made.dialogue[-1]:
            continue
        done = presses(question, answer)
        if done is None:
            return None
        pressed += len(done)
    if not made.dialogue and not made.entered:
        return 0
    return pressed + covered + (SURE if made.drawn else 0) + (OPEN if made.optional and not covered else 0)


def _dialled(dialogue: tuple[Answered, ...]) -> tuple[Answered, ...]:
    """The answers of a dialogue without those at its end that one OK, held, gives as usual. The OK that is held is that
    of an answer of the same form, the first of it if need be.
    """
    end = len(dialogue)
    while end > 1 and _is_usual(*dialogue[end - 1]) and same_form(dialogue[end - 2][0], dialogue[end - 1][0]):
        end -= 1
    return dialogue[:end]
