"""A play of Antike for tests: nations as the test wants them, moves straight through the rules."""

from __future__ import annotations

from typing import Any

from companion.core.boxes import Box, Learned
from companion.core.chance import NoChance
from companion.core.dialogue import Asked, walk
from companion.core.errors import Refused
from companion.core.questions import Answer, Question
from companion.core.setup import Seated, Setup, checked_setup
from companion.core.step import Step, run
from companion.core.wording import Message
from companion.games.antike import Antike
from companion.games.antike.moves import Begin, Done, Go, Move, Split
from companion.games.antike.state import Acting, Founding, Nation, SettingUp, State, Turn
from companion.games.antike.tables import NATIONS, PAIRS, Side, Where

GAME = Antike()
NAMES = ("Ana", "Ben", "Cleo", "Dora", "Eva", "Fay")


def sides(count: int, side: Side) -> list[tuple[str, ...]]:
    """What the seats play, in order."""
    if count == 2:
        return list(PAIRS[side])
    return [(key,) for key in NATIONS[side][:count]]


class Bench:
    """A play after its set-up; ``us`` is the nation on turn. Seats have the numbers 1, 2, 3 ..."""

    def __init__(
        self, seats: int = 4, *, side: Side = "west", level: str = "counters", box: Box | None = None, **options: Any
    ) -> None:
        dealt = sides(seats, side)
        seated = tuple(Seated(n, NAMES[n - 1], keys) for n, keys in enumerate(dealt, 1))
        chosen = {key.replace("_", "-"): value for key, value in options.items()}
        self.setup = checked_setup(GAME.meta, Setup(seated, {"side": side, **chosen}, {}, box or {}, level))
        self.state = GAME.new(self.setup)
        self.told: list[Message] = []
        self.learned: list[Learned] = []
        keys = [key for pair in dealt for key in pair]
        self.do(Begin(tuple(keys) if seats == 2 else (keys[0],)), 0)

    @property
    def us(self) -> Nation:
        """The nation whose move it is."""
        due = self.state.agenda[-1]
        assert not isinstance(due, SettingUp)
        return self.state.nation(due.nation)  # type: ignore[union-attr]

    def them(self, place: int = 1) -> Nation:
        """Another nation: the one so many places later."""
        return self.state.nations[(self.state.number(self.us) - 1 + place) % len(self.state.nations)]

    def do(self, move: Move, seat: int | None = None) -> Bench:
        """A move of the seat that is awaited, or of another one. Raises ``Refused``."""
        seat = GAME.awaits(self.state).must[0] if seat is None else seat

        def rules(step: Step[State]) -> None:
            GAME.apply(step, move)

        outcome = run(GAME.copy(self.state), seat, NoChance(), rules)
        self.state = outcome.state
        self.told = list(outcome.told)  # type: ignore[arg-type]
        self.learned = list(outcome.learned)
        return self

    def refused(self, move: Move, seat: int | None = None) -> str:
        """The text a move is refused with."""
        try:
            self.do(move, seat)
        except Refused as refused:
            return refused.message.text
        raise AssertionError(f"{move} was accepted")

    def at(self, space: Where, *, where: Where | None = None) -> Bench:
        """The nation on turn carries out a space; ``where`` is where it stood before."""
        self.us.space = where or ""
        return self.do(Go(space, Split()))

    def founding(self) -> Bench:
        """The nation on turn may found cities now."""
        self.state.agenda.append(Founding(self.us.key))
        return self

    def ends(self, nation: Nation) -> Bench:
        """The turn of a nation is played to its end with nothing more."""
        for _ in range(9):
            top = self.state.agenda[-1] if self.state.agenda else None
            if isinstance(top, Acting | Founding) and top.nation == nation.key:
                self.do(Done())
            else:
                break
        return self

    def end_of_turn(self) -> Bench:
        """Straight to what is settled at the end of the turn: a production without any city yields nothing."""
        assert isinstance(self.state.agenda[-1], Turn)
        key = self.us.key
        self.at("gold")
        return self.ends(self.state.nation(key))

    def asked(self, *answers: Answer, seat: int | None = None) -> Question:
        """The question after these answers."""
        seat = GAME.awaits(self.state).must[0] if seat is None else seat
        walked = walk(GAME.ask(self.state, seat), list(answers))
        assert isinstance(walked, Asked), walked
        return walked.question

    def says(self, *answers: Answer, seat: int | None = None) -> Bench:
        """A whole dialogue, and the move it makes."""
        seat = GAME.awaits(self.state).must[0] if seat is None else seat
        walked = walk(GAME.ask(self.state, seat), list(answers))
        assert not isinstance(walked, Asked), walked
        return self.do(walked.move, seat)
