"""What the button says that sends an answer: exactly what happens."""

from __future__ import annotations

import pytest

from companion.core.options import Option
from companion.core.questions import Answer, Confirm, Count, Pick, PickMany, Question
from companion.core.wording import say
from companion.locale import speaker
from companion.service.play.dialogues import button

OPTIONS = (Option("ram", say("The ram")), Option("tower", say("The tower"), act=say("Roll the tower up")))
PICK = Pick(key="which", prompt=say("Which?"), options=OPTIONS)
MANY = PickMany(key="which", prompt=say("Which?"), options=OPTIONS, most=2)
STORM = PickMany(
    key="which",
    prompt=say("Who storms?"),
    options=OPTIONS,
    most=2,
    act=say("Storming: {answer}"),
    act_none=say("No assault"),
)


@pytest.mark.parametrize(
    ("question", "answer", "said"),
    [
        (PICK, None, "Choose an option"),
        (PICK, "ram", "The ram"),
        (PICK, "tower", "Roll the tower up"),
        (MANY, ["ram"], "The ram"),
        (STORM, None, "Choose an option"),
        (STORM, ["ram"], "Storming: The ram"),
        (STORM, [], "No assault"),
        (Count(key="gold", prompt=say("Gold?"), high=5), 3, "Enter 3"),
        (Count(key="gold", prompt=say("Gold?"), high=5), None, "A number is missing"),
        (Count(key="left", prompt=say("Left?"), high=5, act_none=say("All placed")), 0, "All placed"),
        (
            Count(key="left", prompt=say("Left?"), high=5, act=say("{answer} left"), act_none=say("All placed")),
            2,
            "2 left",
        ),
        (Confirm(key="sure", prompt=say("Sure?"), yes=say("Burn it"), no=say("Spare it")), False, "Spare it"),
    ],
)
def test_a_button_says_what_happens(question: Question, answer: Answer | None, said: str) -> None:
    assert speaker("en", {}).say(button(question, answer)) == said
