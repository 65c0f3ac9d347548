"""A line of the log bears the sign of somebody whom it names, for everybody who reads it, in every playthrough."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.core.secrecy import PUBLIC, Sealed, Viewer, seen
from companion.core.wording import Arg, Message, SeatName
from companion.plays.log.log_file import open_log
from companion.plays.play import Play
from companion.plays.reports.history import LogLine
from companion.playthroughs.grammar import parse
from companion.playthroughs.replay import FixedClock, replay_into
from tests.contract.table import GAMES

PLAYTHROUGHS = Path(__file__).parents[1] / "golden/playthroughs"
BY_KEY = {game.meta.key: game for game in GAMES}
Sides = Sequence[tuple[Message, tuple[int, ...]]]
"""The names of sides, with the seats that play them."""


def named(told: Arg, sides: Sides) -> Iterator[int]:
    """Every seat that a reader finds in a line, by the name of the person or of a side."""
    match told:
        case SeatName(seat=seat) if seat:
            yield seat
        case Sealed() if told.known:
            yield from named(told.value, sides)
        case Message():
            yield from next((seats for label, seats in sides if label == replace(told, seat=None)), ())
            # A place may be called like a side: Athens.
            yield from (seat for key, arg in told.args.items() if key != "place" for seat in named(arg, sides))


def right(line: LogLine, seats: set[int], listed: set[int]) -> bool:
    """Whether the line bears the sign of one of ``seats``; of the table only where it names several, or where it is
    part of a list, which names the seats ``listed`` in as many lines.
    """
    return line.seat in seats or not seats or (line.seat == 0 and len(seats | listed) > 1)


def playthroughs() -> Iterator[Any]:
    """All; the first of each game in every run."""
    for folder in sorted(PLAYTHROUGHS.iterdir()):
        for number, path in enumerate(sorted(folder.glob("*.txt"))):
            yield pytest.param(path, id=f"{folder.name}/{path.name}", marks=[pytest.mark.long] * (number > 0))


@pytest.mark.parametrize("path", list(playthroughs()))
def test_a_line_bears_the_sign_of_somebody_it_names(path: Path, tmp_path: Path) -> None:
    playthrough = parse(path.read_text("utf-8"), path.name)
    game = BY_KEY[playthrough.header.game]
    log = open_log(tmp_path / "play.db", synchronous="NORMAL")
    try:
        play = Play.resume(log, game, replay_into(log, playthrough, BY_KEY).play, clock=FixedClock())
        sheet = game.score(seen(play.state, PUBLIC), PUBLIC)
        sides = [(side.label, side.seats) for side in sheet.sides if isinstance(side.label, Message)]
        wrong: list[tuple[str, int, set[int]]] = []
        for viewer in (PUBLIC, *map(Viewer, play.setup.numbers)):
            lines = list[tuple[LogLine, str, set[int]]]()
            lists = defaultdict[str, set[int]](set)
            for line in play.history.lines(viewer):
                told = line.told.value if isinstance(line.told, Sealed) else line.told
                lines.append((line, told.text, set(named(told, sides))))
                if line.seat == 0:
                    lists[told.text] |= lines[-1][2]
            wrong += [(text, line.seat, seats) for line, text, seats in lines if not right(line, seats, lists[text])]
        assert wrong == []
    finally:
        log.close()
