"""What a preview says of where a seat will stand, and of who is next, comes true in every playthrough."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest

from companion.core.errors import Refused
from companion.core.secrecy import Viewer
from companion.core.step import TABLE, trial
from companion.playthroughs.grammar import parse
from companion.playthroughs.replay import _Run, replay
from companion.service.play.play_now import play_now
from companion.service.play.play_views import Outlook
from tests.golden.test_playthroughs import BY_KEY, FOLDER

SHORT = (
    "ancient-world/two-seats-by-number",
    "antike/two-seats-west",
    "antiquity/first-round",
    "athens-sparta/one-battle",
    "olympos/three-light",
)
"""Looked at in every run."""
NAMES = [path.relative_to(FOLDER).with_suffix("").as_posix() for path in sorted(FOLDER.glob("*/*.txt"))]
MARKED = [pytest.param(name, marks=[pytest.mark.long] * (name not in SHORT)) for name in NAMES]


def outlook_of(now: Any, seat: int, move: Any) -> Outlook:
    """What the seat is told before it sends this move."""
    known = now.game.copy(now.known(Viewer(seat)))
    try:
        tried = trial(known, seat, lambda step: now.game.apply(step, move))
    except Refused:
        return Outlook()
    outlook: Outlook = now.outlook(seat, Viewer(seat), tried.state)
    return outlook


@pytest.mark.parametrize("name", MARKED)
def test_a_seat_stands_where_it_was_told(name: str) -> None:
    told: list[Outlook] = []
    wrong: list[str] = []
    do = _Run._do

    def done(run: _Run, deed: Any) -> Any:
        before, made = play_now(run._play), len(run.moves)
        found = do(run, deed)
        if len(run.moves) == made + 1 and (seat := run.moves[-1].seat) != TABLE and not run.moves[-1].drawn:
            outlook, now = outlook_of(before, seat, run.moves[-1].move), play_now(run._play)
            told.append(outlook)
            stands = {repr(figure.label): figure.value for figure in now.strip(seat)}
            if any(stands[repr(one.label)] != one.new for one in outlook.figures):
                wrong.append(f"{deed}: {outlook.figures}, not {stands}")
            if outlook.then and outlook.then != now.awaited.must:
                wrong.append(f"{deed}: then {outlook.then}, not {now.awaited.must}")
        return found

    with patch.object(_Run, "_do", done):
        replay(parse((FOLDER / f"{name}.txt").read_text("utf-8"), name), BY_KEY)
    assert wrong == []
    if name in SHORT:
        assert any(one.figures for one in told)
        assert any(one.then for one in told) or name.startswith("antiquity")
