"""Chance of a move that is run again because something was taken from cardboard in its middle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.chance import By, Drawn, Stream, TableChance
from companion.core.errors import Refused
from companion.core.questions import Answer, Question
from companion.core.wording import N_, say


class Rerun(TableChance):
    """Chance at a table, drawn anew in every run, so that the stream stands where the whole move leaves it.

    As long as nobody else's move has drawn in between, that gives the same again. ``before`` is what the companion
    drew in the run before: when it comes out otherwise now, the entered answers may belong to another question, and
    the move is refused and has to be made again.
    """

    def __init__(
        self, stream: Stream, sources: Mapping[str, By], entered: Sequence[Answer], before: Sequence[Drawn]
    ) -> None:
        super().__init__(stream, sources, entered)
        self._count = len(entered)
        self._compared = list(before)

    def answer(self, question: Question, by: int) -> Answer:
        answer = super().answer(question, by)
        if self.drawn[-1].by == "companion" and self._compared and self._compared.pop(0) != self.drawn[-1]:
            raise _overtaken()
        return answer

    def finish(self) -> None:
        """Raise ``Refused`` when more was entered than the move needed."""
        if sum(drawn.by == "cardboard" for drawn in self.drawn) < self._count:
            raise _overtaken()


def _overtaken() -> Refused:
    return Refused(
        "overtaken",
        say(
            "Somebody else was faster, and things have changed. Please do that again.",
            short=N_("Please do that again"),
        ),
    )
