"""The presses that docs/pace.md counts, pressed at a running table: from the fresh question to the same state."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs

from companion.pace.costs import submissions, total
from companion.pace.turns import TurnBudget
from companion.plays.log.log_file import open_log
from companion.plays.play import Play
from companion.playthroughs.grammar import parse
from companion.playthroughs.header import setup_of
from companion.playthroughs.lines import Playthrough
from companion.playthroughs.replay import FixedClock, replay_into
from companion.service.seats.seating import TakeSeat
from companion.service.session.session import ResumePlay
from tests.golden.test_playthroughs import BY_KEY, FOLDER, replayed
from tests.pace.test_pace_table import TURNS, moves_in
from tests.service.at_table import HOST, Room, token
from tests.service.key_hands import RoomHands, pressed_for

SHORT = (
    "Olympos: discovery, price unknown",
    "Antike: manoeuvre, then",
    "Athens & Sparta: muster",
    "The Ancient World: first attack",
    "Antiquity: first round",
)
"""One whole turn of every game; the others take their time."""


def until(playthrough: Playthrough, line: int) -> Playthrough:
    """What comes before a line."""
    return structs.replace(playthrough, lines=tuple(each for each in playthrough.lines if each.line < line))


def state_before(path: Path, playthrough: Playthrough, line: int) -> bytes:
    """The state of a play before a line, encoded."""
    log = open_log(path, synchronous="NORMAL")
    try:
        done = replay_into(log, until(playthrough, line), BY_KEY)
        game = BY_KEY[playthrough.header.game]
        return game.encode_state(Play.resume(log, game, done.play, clock=FixedClock()).state)
    finally:
        log.close()


@pytest.fixture
def table(tmp_path: Path, turn: TurnBudget) -> Iterator[Room]:
    """The playthrough of a turn on a table with keys, up to its first line; everybody sits."""
    playthrough = parse((FOLDER / f"{turn.playthrough}.txt").read_text("utf-8"), turn.playthrough)
    game = BY_KEY[playthrough.header.game]
    with Room(tmp_path / "table.sqlite", game, profile="simulated") as room:
        done = replay_into(room.log, until(playthrough, moves_in(turn)[0].line), BY_KEY)
        room.host()
        assert room.table.ask(HOST, ResumePlay(done.play)).taken
        for seated in setup_of(playthrough, game)[0].seats:
            assert room.table.ask(token(seated.seat), TakeSeat(seated.seat, seated.name or f"P{seated.seat}")).taken
        yield room


@pytest.mark.parametrize(
    "turn",
    [pytest.param(turn, id=turn.name, marks=() if turn.name.startswith(SHORT) else pytest.mark.long) for turn in TURNS],
)
def test_a_turn_takes_as_many_presses_as_are_counted(table: Room, turn: TurnBudget, tmp_path: Path) -> None:
    path = FOLDER / f"{turn.playthrough}.txt"
    counted = moves_in(turn)
    lines = {one.line for one in counted}
    moves = [made for made in replayed(path).moves if made.line in lines]
    pressed = sum(
        pressed_for(RoomHands(table), together[0].seat or table.moment.awaited.must[0] or 1, together)
        for together in submissions(moves)
    )
    assert pressed == total(counted)[1]
    playthrough = parse(path.read_text("utf-8"), turn.playthrough)
    game = BY_KEY[playthrough.header.game]
    after = state_before(tmp_path / "replayed.sqlite", playthrough, max(lines) + 1)
    assert game.encode_state(table.state) == after
