"""Continuing without a seat that sleeps: the consequences, and when it is possible."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from hashlib import blake2b

import msgspec
from msgspec import Struct

from companion.core.dialogue import Asked, Done
from companion.core.errors import Refused
from companion.core.questions import Answer, AnyQuestion
from companion.core.secrecy import PUBLIC, seen
from companion.core.step import try_out
from companion.core.wording import Message, SeatName, say
from companion.service.play.dialogues import PlayState, in_words
from companion.service.play.play_now import PlayNow, log_bug
from companion.service.play.play_views import final_words
from companion.service.seats.seats_state import ASLEEP, LONG_ASLEEP, Absence


class Sleeper(Struct, frozen=True):
    """A seat that the game waits for and that has been silent for a while. ``commits`` are the consequences of
    continuing without it, and ``stood`` is their digest. It is possible once ``ready``, after ``wait`` seconds of
    silence, unless ``why`` gives a reason against it. ``left``: the table may say that the person has left.
    """

    seat: int
    commits: tuple[Message, ...]
    stood: str
    wait: int
    ready: bool
    why: Message | None = None
    left: bool = False


def sleepers(state: PlayState, absent: Mapping[int, Absence], gone: Collection[int]) -> tuple[Sleeper, ...]:
    """The seats that the game waits for and that have been silent for a while. ``absent`` are the silent seats; without
    those in ``gone`` the table continues already.
    """
    awaited = {*state.awaited.must, *(move.by for move in state.pending)} & set(state.numbers)
    return tuple(sleeper(state, seat, absent[seat], gone) for seat in sorted(awaited) if seat in absent)


def sleeper(state: PlayState, seat: int, stage: Absence, gone: Collection[int]) -> Sleeper:
    """The ``Sleeper`` for ``seat``, which the game must be waiting for, in public words."""
    secret, why, commits = _committed(state, seat)
    entering = any(move.by == seat for move in state.pending) or state.owed_by(seat) is not None
    if why is None and not entering and _goes_on(state.on, seat):
        commits = (
            *commits,
            say("What else {who} is asked right then is answered in the same way.", who=SeatName(seat)),
        )
    ready = stage == "long" or (stage == "asleep" and not secret)
    shown = (state.play.id if state.play else "", seat, why, commits)
    stood = blake2b(msgspec.json.encode(shown), digest_size=10).hexdigest()
    wait = round(LONG_ASLEEP if secret else ASLEEP)
    left = stage == "long" and seat not in gone
    return Sleeper(seat, commits, stood, wait, ready=ready and why is None, why=why, left=left)


def _goes_on(play: PlayNow, seat: int) -> bool:
    """Whether it is public that ``seat`` will be asked something else right after its current questions."""
    try:
        state = play.game.copy(play.known(PUBLIC))
        state.agenda.pop()
        return seat in play.game.awaits(state).must
    except Exception:
        # no agenda, an empty one, or a state that no rule leaves: then nothing is known about what follows
        return False


def as_one(commits: tuple[Message, ...]) -> Message | None:
    """All consequences as one message, one sentence after the other; None for none."""
    if not commits:
        return None
    first, *others = commits
    for other in others:
        first = say("{first} {next}", first=first, next=other)
    return first


def _committed(state: PlayState, seat: int) -> tuple[bool, Message | None, tuple[Message, ...]]:
    """Whether it is a secret answer, why it cannot be (or None), and what would happen.

    Seen as everybody sees it, so that nothing of a hand is told; what only the seat may see has an answer that nobody
    is shown, and of that only so much is said.
    """
    waiting = next((move.question for move in state.pending if move.by == seat), state.owed_by(seat))
    if waiting is not None and not waiting.secret:
        what = waiting.prompt
        return False, None, (say("Somebody else enters what the cardboard shows: {what}", what=what),)
    answers: tuple[Answer, ...] = ()
    while True:
        walked = state.on.walked(seat, PUBLIC, answers)
        match walked:
            case Asked(question=question) if question.secret:
                break
            case Asked(question=question) if question.default is not None:
                answers = (*answers, question.default)
            case Asked(question=question):
                why = say("Somebody must answer for {who}: {what}", who=SeatName(seat), what=question.prompt)
                return False, why, ()
            case Done(move=move):
                return False, None, (*_said(walked.answered, answers), *_told(state.on, seat, move))
            case _:
                break
    hidden = say("{who} answers in secret with what the rules suggest. Nobody sees it.", who=SeatName(seat))
    return True, None, (hidden,)


def _said(questions: tuple[AnyQuestion, ...], answers: tuple[Answer, ...]) -> list[Message]:
    return [
        say("{question} {answer}", question=question.prompt, answer=in_words(question, answer))
        for question, answer in zip(questions, answers, strict=True)
    ]


def _told(play: PlayNow, seat: int, move: object) -> list[Message]:
    """The public log lines that a move would make."""
    try:
        copy = play.game.copy(play.known(PUBLIC))
        told, ahead = try_out(copy, seat, lambda step: play.game.apply(step, move))
    except Refused:
        return []
    except Exception as error:
        log_bug(error)
        return []
    lines = [line for line in (seen(line, PUBLIC) for line in told) if isinstance(line, Message)]
    final = play.final(ahead)
    return [*lines, final_words(final)] if final else lines
