"""Reminders that the games give during their golden playthroughs, in both languages."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest

from companion.core.step import Step
from companion.core.wording import Message
from companion.locale import speaker
from companion.playthroughs.grammar import parse
from companion.playthroughs.replay import replay
from tests.contract.instructed import GAMES, PLAYTHROUGHS, playthroughs

GOLDEN = Path(__file__).parents[1] / "golden/reminders"
REMINDING = ("ancient-world", "antike", "antiquity", "athens-sparta", "olympos")
NAMES = dict(enumerate(("Ana", "Ben", "Cleo", "Dora", "Eva", "Fe"), 1))


def given(key: str) -> dict[str, Message]:
    """The reminders of all playthroughs of a game, each text once, with the arguments it had first."""
    found: dict[str, Message] = {}
    remind = Step.remind

    def noting(self: Step[object], seat: int, words: Message) -> None:
        found.setdefault(words.text, words)
        remind(self, seat, words)

    with patch.object(Step, "remind", noting):
        for name in playthroughs(key):
            text = (PLAYTHROUGHS / f"{name}.txt").read_text(encoding="utf-8")
            assert replay(parse(text, name), GAMES).difference is None
    return found


@pytest.mark.parametrize("key", REMINDING)
def test_the_reminders_of_a_game_are_as_written(key: str, update_golden: bool) -> None:
    english, spanish = (speaker(language, NAMES) for language in ("en", "es"))
    rows = [f"{english.say(words)}\n{spanish.say(words)}\n" for _, words in sorted(given(key).items())]
    assert all(len(set(row.split("\n")[:2])) == 2 for row in rows)
    found, path = "\n".join(rows), GOLDEN / f"{key}.txt"
    if update_golden:
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, "utf-8")
    assert path.read_text("utf-8") == found, "run pytest --update-golden and look at the difference"
