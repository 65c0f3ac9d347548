"""A table at which a test says what people answer, by the keys of the questions."""

from __future__ import annotations

from typing import Any

from companion.core.chance import CardboardNeeded, RandomStream, TableChance
from companion.core.dialogue import Asked, walk
from companion.core.errors import Refused
from companion.core.inventory import find
from companion.core.questions import Answer, Pick, Question
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.setup import Seated, Setup, checked_setup
from companion.core.step import TABLE, Outcome, run
from companion.core.wording import Speaker
from companion.games.antiquity import Antiquity
from companion.games.antiquity.state import Realm, State
from companion.locale import speaker

GAME = Antiquity()
ENGLISH: Speaker = speaker("en", {1: "Ana", 2: "Bo", 3: "Cleo", 4: "Dan"})


class AntiquityPlay:
    """A play in memory. Questions that are not answered by name get their first possible answer."""

    def __init__(self, seats: int = 2, level: str = "grids", **options: Any) -> None:
        given = {key.replace("_", "-"): value for key, value in options.items()}
        setup = Setup(tuple(Seated(seat, "") for seat in range(1, seats + 1)), given, level=level)
        self.setup = checked_setup(GAME.meta, setup)
        self.state: State = GAME.new(self.setup)
        self.lines: list[str] = []
        self.told: list[str] = []
        self._stream = RandomStream(b"antiquity")

    def begun(self) -> AntiquityPlay:
        """After set-up: turn 1, everybody plans; the first seat leads the track."""
        self.act(TABLE)
        return self

    def realm(self, seat: int) -> Realm:
        return self.state.realm(seat)

    def asked(self, seat: int, *answers: Answer) -> Question:
        """The question after some answers."""
        walked = walk(GAME.ask(self.known(seat), seat), answers)
        assert isinstance(walked, Asked)
        return walked.question

    def known(self, seat: int) -> State:
        found: State = seen(self.state, PUBLIC if seat == TABLE else Viewer(seat))
        return found

    def act(self, seat: int, marker: str = "", **given: Answer) -> Outcome[State]:
        """Answer the dialogue of a seat. ``marker`` is what an exploration marker shows."""
        wanted = {key.replace("_", "-"): answer for key, answer in given.items()}
        answers: list[Answer] = []
        texts: list[str] = []
        known = self.known(seat)
        while isinstance(walked := walk(GAME.ask(known, seat), answers), Asked):
            question = walked.question
            answer = wanted.pop(question.key) if question.key in wanted else first_answer(question)
            answers.append(answer)
            texts.append(f"{question.key}={question.format(answer)}")
        assert not wanted, f"never asked: {wanted}"
        return self.move(seat, walked.move, marker, " | ".join(texts))

    def move(self, seat: int, move: Any, marker: str = "", words: str = "") -> Outcome[State]:
        """Put a move into effect. Raises ``Refused``."""
        entered: list[Answer] = []
        position = self._stream.position
        while True:
            self._stream.position = position
            chance = TableChance(self._stream, self.setup.chance, entered)
            try:
                outcome = run(GAME.copy(self.state), seat, chance, lambda step: GAME.apply(step, move), GAME.pieces)
                break
            except CardboardNeeded:
                entered.append(marker)
        self.state = outcome.state
        drawn = f" ~ marker={marker}@cardboard" if marker else ""
        self.lines.append(f"{seat or 'table'}: {words}{drawn}")
        for told in outcome.told:
            words = ENGLISH.say(told.value if hasattr(told, "to") else told)  # type: ignore[union-attr]
            self.told.append(words)
        return outcome

    def reason(self, seat: int, move: Any) -> str:
        """Why a move is refused; empty when it is not."""
        try:
            run(GAME.copy(self.state), seat, TableChance(RandomStream(b"x"), {}), lambda step: GAME.apply(step, move))
        except Refused as refused:
            return ENGLISH.say(refused.message)
        return ""

    def correct(self, key: str, value: int) -> None:
        find(GAME.inventory(self.state), key).put(value)
        self.lines.append(f"correct {key} {value}")

    def stock(self, seat: int, **goods: int) -> None:
        """Set some goods right."""
        for good, n in goods.items():
            self.correct(f"{seat}.{good}", n)

    def build(self, seat: int, building: str, **given: Answer) -> None:
        self.act(seat, plan="raise", building=building, **given)

    def house(self, seat: int, number: int, **given: Answer) -> None:
        self.act(seat, plan="house", house=number, **given)

    def ready(self, *seats: int) -> None:
        for seat in seats or self.state.alive:
            if seat not in self.state.ready:
                self.act(seat, plan="ready")

    def on(self, until: type) -> None:
        """Let whoever is awaited take the first or usual answer until something of this kind is due."""
        for _ in range(500):
            if isinstance(self.state.due, until):
                return
            awaited = GAME.awaits(self.state)
            assert awaited.must, "the play is over"
            self.act(awaited.must[0])
        raise AssertionError(f"{until} never came")


def first_answer(question: Question) -> Answer:
    """The usual answer, or the first possible one."""
    if question.default is not None:
        return question.default
    match question:
        case Pick():
            return question.reachable()[0].value  # type: ignore[no-any-return]
        case _ if hasattr(question, "low"):
            return int(question.low)
        case _ if hasattr(question, "least"):
            options = [option.value for option in question.options if option.reason is None]  # type: ignore[attr-defined]
            return options[: question.least]
    return False
