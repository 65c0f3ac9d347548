"""A table for the tests of score sheets: everything goes through the questions, as on a screen."""

from __future__ import annotations

from typing import Any

from companion.core.chance import NoChance
from companion.core.dialogue import Asked, Done, walk
from companion.core.errors import Refused
from companion.core.inventory import Tracked, find
from companion.core.questions import Answer, Question
from companion.core.scoring import ScoreSheet, SideScore
from companion.core.secrecy import PUBLIC, Sealed, Viewer, seen
from companion.core.setup import Seated, Setup
from companion.core.step import TABLE, LogText, run
from companion.core.widgets import AnyWidget
from companion.core.wording import Speaker
from companion.games.score_sheet import Sheet, SheetGame, parse, shipped
from companion.games.score_sheet.moves import SheetMove

TIMES = "\N{MULTIPLICATION SIGN}"
NAMES = {1: "Ana", 2: "Berta", 3: "Carla", 4: "Dora", 5: "Eva", 6: "Flora"}


class English:
    def gettext(self, message: str) -> str:
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return msgid1 if n == 1 else msgid2


def sheet_called(key: str) -> Sheet:
    return next(sheet for sheet in shipped() if sheet.id == key)


class SheetTable:
    """One play of a sheet: the id of a shipped one, or the text of one."""

    def __init__(self, sheet: str, seats: int, *, kept: bool = False, **options: bool | int) -> None:
        self.game = SheetGame(parse(sheet, "test", kept=kept) if "\n" in sheet else sheet_called(sheet))
        self.state = self.game.new(Setup(tuple(Seated(seat, NAMES[seat]) for seat in range(1, seats + 1)), options))
        self.told: list[LogText] = []
        self.revealed = False
        self.speaker = Speaker("en", English(), NAMES)

    # -- doing

    def answer(self, seat: int, *answers: Answer) -> None:
        """Answer the questions of ``seat``; together they must make a move."""
        walked = self.walked(seat, *answers)
        assert isinstance(walked, Done), f"not a move yet, asked {walked.question.key}"
        self.move(seat, walked.move)

    def move(self, seat: int, move: SheetMove) -> None:
        move = self.game.decode_move(self.game.encode_move(move))
        outcome = run(self.game.copy(self.state), seat, NoChance(), lambda step: self.game.apply(step, move))
        self.state = outcome.state
        self.told += outcome.told
        self.revealed = outcome.revealed

    def each(self, *answers: Answer) -> None:
        """One answer of every seat, clockwise."""
        for seat, answer in zip(self.state.seats, answers, strict=True):
            self.answer(seat, answer)

    def correct(self, key: str, value: int) -> None:
        state = self.game.copy(self.state)
        find(self.game.inventory(state), key).put(value)
        self.state = state

    def refusal(self, seat: int, *answers: Answer) -> Refused:
        try:
            self.answer(seat, *answers)
        except Refused as refused:
            return refused
        raise AssertionError("it was not refused")

    # -- looking

    def walked(self, seat: int, *answers: Answer) -> Asked | Done[SheetMove]:
        return walk(self.game.ask(seen(self.state, self.viewer(seat)), seat), answers)

    def question(self, seat: int, *answers: Answer) -> Any:
        walked = self.walked(seat, *answers)
        assert isinstance(walked, Asked)
        return walked.question

    @staticmethod
    def viewer(seat: int) -> Viewer:
        return PUBLIC if seat == TABLE else Viewer(seat)

    def says(self, seat: int, *answers: Answer) -> str:
        question: Question = self.question(seat, *answers)
        return self.speaker.say(question.prompt)

    def must(self) -> tuple[int, ...]:
        return self.game.awaits(seen(self.state, PUBLIC)).must

    def may(self) -> tuple[int, ...]:
        return self.game.awaits(seen(self.state, PUBLIC)).may

    def over(self) -> bool:
        return self.game.awaits(seen(self.state, PUBLIC)).over

    def score(self, seat: int = TABLE) -> ScoreSheet:
        return self.game.score(seen(self.state, self.viewer(seat)), self.viewer(seat))

    def side(self, key: str, seat: int = TABLE) -> SideScore:
        return next(side for side in self.score(seat).sides if side.side == key)

    def totals(self, seat: int = TABLE) -> list[int]:
        return [side.total for side in self.score(seat).sides]

    def points(self, key: str, seat: int = TABLE) -> dict[str, int | None]:
        """A side's lines by what they are called."""
        return {self.speaker.say(line.label): line.points for line in self.side(key, seat).lines}

    def whys(self, key: str, seat: int = TABLE) -> dict[str, str]:
        return {self.speaker.say(line.label): self.speaker.say(line.why or "") for line in self.side(key, seat).lines}

    def log(self, seat: int = TABLE) -> list[str]:
        lines = seen(self.told, self.viewer(seat))
        known = [line.value if isinstance(line, Sealed) else line for line in lines if not _hidden(line)]
        return [self.speaker.say(line) for line in known]

    def tracked(self, seat: int = TABLE) -> dict[str, Tracked]:
        return {one.key: one for one in self.game.inventory(seen(self.state, self.viewer(seat)))}

    def widgets(self, seat: int = TABLE) -> dict[str, AnyWidget]:
        viewer = self.viewer(seat)
        return {widget.key: widget for widget in self.game.show(seen(self.state, viewer), viewer)}


def _hidden(told: LogText) -> bool:
    return isinstance(told, Sealed) and not told.known
