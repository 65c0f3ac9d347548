"""A table at which a test says what lies where and what people answer, by the keys of the questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.chance import Drawn, RandomStream, RecordedChance, TableChance
from companion.core.dialogue import Asked, walk
from companion.core.errors import Refused
from companion.core.inventory import find
from companion.core.questions import Answer, Pick, Question
from companion.core.secrecy import PUBLIC, Viewer, seal, seen
from companion.core.setup import Seated, Setup, checked_setup
from companion.core.step import TABLE, Outcome, run
from companion.games.olympos import Olympos, game
from companion.games.olympos.box import Pattern
from companion.games.olympos.state import HeldCard, Side, State
from companion.games.olympos.tables import RESOURCES, Resource
from companion.locale import speaker

GAME = Olympos()
ENGLISH = speaker("en", {1: "Anna", 2: "Ben", 3: "Cleo", 4: "Dora", 5: "Emil"})


class Table:
    """A play in memory, everything drawn by the companion unless ``chance`` says what comes."""

    def __init__(self, seats: int = 4, level: str = "full", box: str = "practice", **options: Any) -> None:
        given = {"box": box, **{key.replace("_", "-"): value for key, value in options.items()}}
        sources = {kind.key: "companion" for kind in GAME.meta.chance}
        seated = tuple(Seated(seat, "") for seat in range(1, seats + 1))
        self.setup = checked_setup(GAME.meta, Setup(seated, given, sources, {}, level))  # type: ignore[arg-type]
        self.state: State = GAME.new(self.setup)
        self.told: list[str] = []
        self.told_first: list[str] = []
        self._stream = RandomStream(b"olympos")

    def begun(self, stars: int = 0) -> Table:
        """After set-up."""
        self.answer(TABLE)
        self.answer(self.awaited[0], stars=stars)
        return self

    # -- looking -----------------------------------------------------------------------------------------------

    @property
    def awaited(self) -> tuple[int, ...]:
        return GAME.awaits(seen(self.state, PUBLIC)).must

    def side(self, seat: int) -> Side:
        return self.state.side(seat)

    def known(self, seat: int) -> State:
        return seen(self.state, Viewer(seat) if seat else PUBLIC)

    def number(self, key: str) -> int:
        return find(GAME.inventory(self.state), key).value

    def question(self, seat: int, **answers: Answer) -> Question:
        """The question that comes when these are answered; the others as they would be."""
        answered: list[Answer] = []
        while True:
            walked = walk(GAME.ask(self.known(seat), seat), answered)
            assert isinstance(walked, Asked), "the dialogue is over"
            if walked.question.key not in answers:
                return walked.question
            answered.append(answers[walked.question.key])

    def reason(self, seat: int, value: str, **answers: Answer) -> str | None:
        """Why an option of the next question is out of reach."""
        asked = self.question(seat, **answers)
        assert isinstance(asked, Pick)
        reason = asked.option(value).reason
        return ENGLISH.say(reason) if reason else None

    # -- doing -------------------------------------------------------------------------------------------------

    def give(self, seat: int, **numbers: int) -> None:
        """Set tracked numbers: ``grain_cubes=2``."""
        for key, value in numbers.items():
            find(GAME.inventory(self.state), f"{seat}.{key.replace('_', '-')}").put(value)

    def stand(self, **positions: int) -> None:
        """Put tokens on the track, the first named at the bottom of a stack: ``a=12, b=12``."""
        heights: dict[int, int] = {}
        for name, position in positions.items():
            side = self.side("abcde".index(name) + 1)
            side.position, side.height = position, heights.get(position, 0)
            heights[position] = side.height + 1

    def hold(self, seat: int, *faces: str) -> None:
        """Put Destiny cards into a hand."""
        for face in faces:
            self.state.drawn += 1
            self.side(seat).hand.append(HeldCard(f"d{self.state.drawn}", seal(face, seat)))

    def answer(self, seat: int, **answers: Answer) -> Outcome[State]:
        """Answer by key; what is not named gets its default, or the first answer there is."""
        given: list[Answer] = []
        while isinstance(walked := walk(GAME.ask(self.known(seat), seat), given), Asked):
            asked = walked.question
            given.append(answers[asked.key] if asked.key in answers else usual(asked))
        return self.move(seat, walked.move)

    def move(self, seat: int, move: Any, drawn: Mapping[str, Answer] | None = None) -> Outcome[State]:
        """A move past the questions; ``drawn`` says what chance gives, in order."""
        recorded = [Drawn(key, answer, "companion") for key, answer in (drawn or {}).items()]
        chance = RecordedChance(recorded) if drawn else TableChance(self._stream, {})
        outcome = run(GAME.copy(self.state), seat, chance, lambda step: GAME.apply(step, move))
        self.state = outcome.state
        self.told += [ENGLISH.say(line) for line in outcome.told if not hasattr(line, "inside")]
        self.told_first += [ENGLISH.say(line) for line in outcome.told if getattr(line, "first", False)]
        return outcome

    def refused(self, seat: int, move: Any) -> str:
        """The code with which the rules refuse a move."""
        try:
            self.move(seat, move)
        except Refused as refused:
            return refused.code
        raise AssertionError(f"{move} was accepted")

    def answer_arrival(self, seat: int) -> None:
        """Work off what is on top of the agenda without asking."""
        chance = TableChance(self._stream, {})
        self.state = run(GAME.copy(self.state), seat, chance, game.proceed).state

    def windows(self) -> None:
        """Everybody goes on until somebody is to act on the board again."""
        while self.state.agenda:
            self.answer(self.awaited[0])


def usual(asked: Question) -> Answer:
    if asked.default is not None:
        return asked.default
    if isinstance(asked, Pick):
        value: str | int = asked.reachable()[0].value
        return value
    low = getattr(asked, "low", None)
    return low if isinstance(low, int) else False


def four(**numbers: int) -> dict[Resource, int]:
    """A number of every resource, 0 where none is named."""
    return {resource: numbers.get(resource, 0) for resource in RESOURCES}


def cost(*grey: int, **explicit: int) -> Pattern:
    """A price: ``cost(3, 1)`` is grey 3 + grey 1."""
    return Pattern({resource: n for resource, n in four(**explicit).items() if n}, grey)
