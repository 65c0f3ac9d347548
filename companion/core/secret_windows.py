"""Secret windows: several seats answer in secret, and all answers are revealed in one entry when the last has come.

``secret_window`` gives the ``Awaited`` meanwhile. If it would reveal something that a seat has answered, the state
keeps the answers with ``open_answers``, which looks the same to others however many have answered.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeVar

from companion.core.game import AnyGame, Awaited, questions_of
from companion.core.secrecy import Sealed, Viewer, seal, seen
from companion.core.step import TABLE, Step
from companion.core.wording import Wording

T = TypeVar("T")

Answers = dict[int, Sealed[T | None]]
"""The answers of a window by seat, each sealed to its seat; None inside the seal until that seat has answered."""


def secret_window(
    asked: Iterable[int],
    answered: Collection[int],
    why: Wording,
    *,
    also: Iterable[int] = (),
    progress: bool = True,
    secret: bool = True,
) -> Awaited:
    """The ``Awaited`` while the seats ``asked`` answer in secret; the seats ``also`` may act too.

    With ``progress`` everybody sees which of them have ``answered``; these may change their answers. Without it, the
    game waits for all until the window closes. ``secret`` is False if this stage of a game has nothing to hide.
    """
    asked = tuple(asked)
    if not progress:
        return Awaited(asked, tuple(also), why, secret=True, progress=False)
    done = tuple(seat for seat in asked if seat in answered)
    return Awaited(tuple(seat for seat in asked if seat not in done), (*done, *also), why, secret=secret)


def card_holders(cards: Mapping[int, int], drew: Collection[int] = ()) -> tuple[int, ...]:
    """The seats to ask whether they use a card: all with a public number of cards above 0 (``cards``, by seat), and
    those that have just drawn.
    """
    return tuple(seat for seat, held in cards.items() if held > 0 or seat in drew)


def open_answers(seats: Iterable[int]) -> Answers[Any]:
    """An empty set of answers for a window that opens."""
    return {seat: seal(None, seat) for seat in seats}


def given_answer(answers: Answers[T], seat: int) -> T | None:
    """The answer of ``seat`` in the open window; None if it has not answered, or for another viewer."""
    sealed = answers.get(seat)
    return sealed.value if sealed is not None and sealed.known else None


def put_answer(answers: Answers[T], seat: int, answer: T) -> bool:
    """Store a seat's answer in place of an earlier one. Returns whether all have answered."""
    answers[seat] = seal(answer, seat)
    return all(sealed.value is not None for sealed in answers.values())


def reveal_answers(step: Step[Any], answers: Answers[T]) -> dict[int, T]:
    """Reveal all answers at once. Returns them by seat."""
    found = {seat: step.reveal(sealed) for seat, sealed in answers.items()}
    return {seat: answer for seat, answer in found.items() if answer is not None}


def has_answered(game: AnyGame, state: Any, seat: int) -> bool:
    """Whether ``seat`` has answered already, and the game waits for it only to hide that. For programs that ask the
    seat itself; ``state`` is the whole state.
    """
    if seat == TABLE:
        return False
    question = next(questions_of(game, seen(state, Viewer(seat)), seat), None)
    return question is not None and question.given is not None
