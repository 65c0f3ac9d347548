"""A golden playthrough at a table, and what of it is published, step by step."""

from __future__ import annotations

from pathlib import Path

from companion.locale import speaker
from companion.mqtt.published.public_state import ClockTimes, PublicState, public_state
from tests.golden.test_playthroughs import FOLDER
from tests.web.golden_evening import GoldenEvening


class ToldEvening(GoldenEvening):
    """``states``: each that differs from the one before."""

    def __init__(self, folder: Path, every: int = 1) -> None:
        super().__init__(folder, every)
        self.states: list[PublicState] = []
        self._times = ClockTimes(self.room.clock)

    def looks(self) -> None:
        state = public_state(self.room.moment, speaker("es", {}), self._times)
        if [state] != self.states[-1:]:
            self.states.append(state)


def told(folder: Path, name: str, every: int = 1) -> list[PublicState]:
    evening = ToldEvening(folder, every)
    evening.runs(FOLDER / f"{name}.txt")
    evening.room.close()
    return evening.states
