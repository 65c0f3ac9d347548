"""Expected errors: their base class, the refusal of a request, and a bug in a game's rules."""

from __future__ import annotations

import traceback

from companion.core.wording import Message, say


class CompanionError(Exception):
    """Base class of all expected errors. The text is for people."""


class Refused(CompanionError):
    """A request that is not possible now; nothing has changed and nothing is logged.

    ``code`` is stable (tests, playthroughs and the API read it); ``message`` is shown to the person. ``field`` is the
    key of the question, or of the field of a form, whose answer is refused; empty if no single answer is the cause.
    ``detail`` is a more specific code if ``code`` stands for several reasons.
    """

    def __init__(self, code: str, message: Message, field: str = "", detail: str = "") -> None:
        super().__init__(f"{code}: {message.text}")
        self.code = code
        self.message = message
        self.field = field
        self.detail = detail


class RulesBug(CompanionError):
    """A game's rules broke the contract. Ends the step, never the play, and is shown to the host."""


def not_offered(answer: object) -> Refused:
    """Refusal of an answer that is none of the offered choices."""
    text = str(answer)
    if not text.strip():
        return Refused("not-offered", say("Choose one of them."))
    return Refused("not-offered", say("{answer} is not one of the choices.", answer=text))


def raised_at(error: BaseException) -> str:
    """File and line where an exception was raised; for logs, since its text may hold a secret."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "an unknown place"
