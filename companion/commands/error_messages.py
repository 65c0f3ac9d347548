"""Error messages of the command line."""

from __future__ import annotations

from companion.core.errors import CompanionError
from companion.core.wording import Message, Speaker


class CommandError(CompanionError):
    """The command cannot be carried out. ``message`` is one sentence that says what to do instead."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.text)
        self.message = message


def in_words(error: Exception, speaker: Speaker) -> str:
    """Text of an error, in the person's language if it carries a message."""
    message = getattr(error, "message", None)
    return speaker.say(message) if isinstance(message, Message) else str(error)
