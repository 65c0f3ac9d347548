"""Questions with one possible answer: screens do not ask them, they show the answer among those given.

Only screens skip: the walk, playthroughs and stored answers have them like all others.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.questions import Answer, Question, single_answer


def only_answer(question: Question) -> Answer | None:
    """The one answer ``question`` can be given, where a screen may skip it: None where there are several, where an
    option is listed as out of reach, for a secret question (how soon the next one comes would tell), and on a form.
    """
    if question.secret or question.form is not None:
        return None
    return single_answer(question)


def given_before(answered: Sequence[Question], answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """What is left of ``answers`` when the last one somebody gave is taken back, with all that was skipped since."""
    asked = [index for index, question in enumerate(answered) if only_answer(question) is None]
    return tuple(answers[: asked[-1]]) if len(asked) > 1 else ()
