"""The button that sends a move names the deed, in every playthrough: its words are complete with the rest covered."""

from __future__ import annotations

import re
from typing import Any
from unittest.mock import patch

import pytest

from companion.core.dialogue import Asked, walk
from companion.core.errors import Refused
from companion.core.forms import field_keys, fill, same_form
from companion.core.secrecy import seen, viewer_of
from companion.locale import speaker
from companion.playthroughs.answering import move_of
from companion.playthroughs.grammar import parse
from companion.playthroughs.lines import Act
from companion.playthroughs.replay import _Run, replay
from companion.service.play.dialogues import button, form_button
from tests.golden.test_playthroughs import BY_KEY, FOLDER

SHORT = ("ancient-world/every-move", "antike/two-seats-west", "antiquity/first-round", "olympos/three-light")
"""Looked at in every run."""
NAMES = [
    path.relative_to(FOLDER).with_suffix("").as_posix()
    for key in ("ancient-world", "antike", "antiquity", "athens-sparta", "olympos")
    for path in sorted(FOLDER.glob(f"{key}/*.txt"))
]
MARKED = [pytest.param(name, marks=[pytest.mark.long] * (name not in SHORT)) for name in NAMES]
NAMELESS = re.compile(
    r"^(Begin|Empezar|Go on|Seguir|Send|OK|Done|Yes|No|Enter it|Anotar|Enter \d+|Anotar \d+)$|\b(it|them)$"
)
"""What says nothing once the question is covered."""


def sent(run: _Run, act: Act) -> list[Any]:
    """The words of each button that sent a part of this move."""
    game, known = run._play.game, seen(run._play.state, viewer_of(act.seat))
    _, dialogue = move_of(game, run._play.state, act)
    questions, answers = [question for question, _ in dialogue], [answer for _, answer in dialogue]
    found, begin = [], 0
    while begin < len(answers):
        end = begin + 1
        walked = walk(game.ask(known, act.seat), answers[:begin])
        if isinstance(walked, Asked) and walked.question.form is not None:
            while end < len(answers) and same_form(questions[end - 1], questions[end]):
                end += 1
            given = dict(zip(field_keys(questions[begin:end]), answers[begin:end], strict=True))
            filled = fill(game, known, act.seat, answers[:begin], given)
            assert filled is not None
            if filled.ready:
                found.append(form_button(filled))
        else:
            found.append(button(questions[begin], answers[begin]))
        begin = end
    return found


@pytest.mark.parametrize("name", MARKED)
def test_a_button_is_complete_without_its_question(name: str) -> None:
    said: set[str] = set()
    moved: set[int] = set()
    do = _Run._do

    def done(run: _Run, deed: Any) -> Any:
        # of the table's own buttons those that set the game up
        if isinstance(deed, Act) and not deed.raw and (deed.seat or not moved):
            moved.update({deed.seat} - {0})
            names = {seated.seat: seated.name for seated in run._play.setup.seats}
            try:
                words = sent(run, deed)
            except Refused:
                words = []
            for language in ("en", "es"):
                said.update(speaker(language, names).say(one) for one in words)
        return do(run, deed)

    with patch.object(_Run, "_do", done):
        replay(parse((FOLDER / f"{name}.txt").read_text("utf-8"), name), BY_KEY)
    assert said
    assert {words for words in said if NAMELESS.search(words)} == set()
