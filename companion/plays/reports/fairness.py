"""Account of a play's chance that anybody can verify: all draws, and the seed once the play is closed.

The seed's hash is public from the start. The rest stays hidden until then: it would reveal decks, and an end can be
undone.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import Struct

from companion.core.chance import Drawn, RandomStream, RecordedChance, commitment, draw
from companion.core.errors import RulesBug
from companion.core.game import AnyGame
from companion.core.questions import Answer, AnyQuestion, Confirm, Count, Dice, Pick, PickMany, Text
from companion.core.step import Step, run
from companion.plays.log.closing import is_concluded
from companion.plays.log.log import Log
from companion.plays.log.rule_calls import all_bugs_named, read_state
from companion.plays.storage.entry import Entry
from companion.plays.storage.log_errors import Gap, LogError
from companion.plays.storage.rows import PlayRow


class StreamBlock(Struct, frozen=True):
    """One block of the random stream at ``position``: the ``number`` below ``limit`` it gave; None if rejected to keep
    numbers uniform.
    """

    position: int
    limit: int
    number: int | None


class Draw(Struct, frozen=True):
    """One answer of chance in entry ``entry``, by ``seat`` (0: the table). Answers entered by people have no blocks."""

    entry: int
    seat: int
    question: AnyQuestion
    answer: Answer
    spins: tuple[StreamBlock, ...]


class Fairness(Struct, frozen=True):
    """Chance of a play. ``seed`` is hexadecimal, empty until the play is closed; ``whole`` is False if the installed
    rules cannot replay a part; ``gaps`` counts entries whose draws cannot be read.
    """

    commitment: str
    seed: str = ""
    draws: tuple[Draw, ...] = ()
    whole: bool = True
    gaps: int = 0


class AnswerCounts(Struct, frozen=True):
    """How often each answer of one kind came; ``expected`` is the uniform count."""

    question: AnyQuestion
    counts: tuple[tuple[str, int], ...]
    expected: float


def fairness(log: Log, game: AnyGame, row: PlayRow) -> Fairness:
    """Account of one play. Raises ``LogError``."""
    if row.damaged:
        return Fairness("", gaps=1)
    promise = commitment(row.seed)
    if row.status != "over" or not is_concluded(log, row.id):
        return Fairness(promise)
    draws: list[Draw] = []
    whole, gaps = True, 0
    for entry in log.each_entry(row.id):
        if entry.kind == "gap":
            gaps += 1
        if not entry.drawn:
            continue
        try:
            stored = log.state(row.id, entry.number)
            if stored.rules_version == game.meta.rules_version:
                draws += _redone(log, game, row, entry)
            else:
                whole = False
        except Gap:
            gaps += 1
        except RulesBug:
            whole = False
    return Fairness(promise, row.seed.hex(), tuple(draws), whole, gaps)


def distribution(draws: tuple[Draw, ...]) -> tuple[AnswerCounts, ...]:
    """Answers by kind, where each was equally likely every time (dice, numbers, yes or no); draws from a deck are left
    out.
    """
    kinds: dict[tuple[str, int, int], Counter[int]] = {}
    questions: dict[tuple[str, int, int], AnyQuestion] = {}
    for each in draws:
        bounds = _even(each.question)
        if bounds is None:
            continue
        key = (each.question.key, *bounds)
        questions.setdefault(key, each.question)
        if isinstance(each.question, Dice) and not isinstance(each.answer, list):
            continue  # people entered only the number of hits
        answers = each.answer if isinstance(each.answer, list) else [each.answer]
        kinds.setdefault(key, Counter()).update(int(answer) for answer in answers)
    return tuple(
        AnswerCounts(
            questions[key],
            tuple((str(face), counter[face]) for face in range(key[1], key[2] + 1)),
            counter.total() / (key[2] - key[1] + 1),
        )
        for key, counter in kinds.items()
    )


def _even(question: AnyQuestion) -> tuple[int, int] | None:
    """Lowest and highest answer, if all between are equally likely."""
    match question:
        case Dice(faces=faces):
            return 1, faces
        case Count(low=low, high=high):
            return low, high
        case Confirm():
            return 0, 1
        case Pick() | PickMany() | Text():
            return None


def _redone(log: Log, game: AnyGame, row: PlayRow, entry: Entry) -> list[Draw]:
    """Draws of one entry, replayed on its base state. Raises ``RulesBug`` if other rules made them."""
    chance = _RecordingChance(entry.drawn, _RecordingStream(row.seed, log.position(row.id, entry.number - 1)))
    with all_bugs_named(LogError):
        state = read_state(game, log.state(row.id, entry.base))
        move = game.decode_move(entry.move)

        def rules(step: Step[Any]) -> None:
            game.apply(step, move)

        run(state, entry.seat, chance, rules)
        for _, question, answer, _ in chance.noted:
            question.check(answer)
    return [Draw(entry.number, by, question, answer, spins) for by, question, answer, spins in chance.noted]


class _RecordingStream(RandomStream):
    """Stream that records every block it uses."""

    def __init__(self, seed: bytes, position: int) -> None:
        super().__init__(seed, position)
        self.spins: list[StreamBlock] = []

    def below(self, limit: int) -> int:
        first = self.position
        number = super().below(limit)
        self.spins += [StreamBlock(passed, limit, None) for passed in range(first, self.position - 1)]
        self.spins.append(StreamBlock(self.position - 1, limit, number))
        return number


class _RecordingChance(RecordedChance):
    """Recorded chance that records the blocks used by the companion's draws."""

    def __init__(self, recorded: tuple[Drawn, ...], stream: _RecordingStream) -> None:
        super().__init__(recorded)
        self._stream = stream
        self.noted: list[tuple[int, AnyQuestion, Answer, tuple[StreamBlock, ...]]] = []

    def answer(self, question: AnyQuestion, by: int) -> Answer:
        answer = super().answer(question, by)
        self._stream.spins = []
        if self.drawn[-1].by == "companion":
            draw(question, self._stream)
        self.noted.append((by, question, answer, tuple(self._stream.spins)))
        return answer
