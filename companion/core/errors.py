"""One root for everything the companion says no with, and the quiet refusal beside the loud bug."""

from __future__ import annotations

import traceback

from companion.core.wording import Message, say


class CompanionError(Exception):
    """Root of every error the product raises on purpose. Its text is for people."""


class Refused(CompanionError):
    """A person asked for something that is not possible now. Expected and quiet: nothing has changed.

    ``code`` is stable (tests, playthroughs and the API read it), ``message`` is what the person is told.
    """

    def __init__(self, code: str, message: Message) -> None:
        super().__init__(code)
        self.code = code
        self.message = message


class RulesBug(CompanionError):
    """The rules of a game broke the contract. Loud: it ends the step (never the play) and the host is shown it."""


def not_offered(answer: object) -> Refused:
    """The refusal of an answer that is not among what was offered."""
    return Refused("not-offered", say("{answer} is not one of the choices.", answer=str(answer)))


def place_of_bug(error: BaseException) -> str:
    """File and line where an exception was raised: enough to find it, where its text may hold a secret."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "an unknown place"
