"""What seats hand to each other in the playthroughs: this and nothing else. Everything else goes by the supply."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.instructions import inside
from companion.locale import speaker
from tests.contract.instructed import committed, playthroughs
from tests.contract.test_cardboard_twin import WITH_THINGS

HANDED_OVER = Path(__file__).parents[1] / "golden/handed_over"


def handed_over(game: str) -> Iterator[str]:
    for name in playthroughs(game):
        for act in committed(name):
            person = speaker("en", {seat: one.name for seat, one in enumerate(act.play.setup.seats, 1)})
            for entry in act.entries:
                for one in map(inside, entry.instructions):
                    if one.verb == "give":
                        who, whom = person.name(one.seat), person.name(one.other)
                        yield f"{name} {entry.number} ({entry.kind}): {who} gives {whom} {person.say(one.things)}"


@pytest.mark.parametrize("game", WITH_THINGS)
def test_only_this_goes_from_seat_to_seat(game: str, update_golden: bool) -> None:
    path, now = HANDED_OVER / f"{game}.txt", "".join(f"{line}\n" for line in handed_over(game))
    if update_golden:
        path.write_text(now, encoding="utf-8")
    assert now == path.read_text(encoding="utf-8")
