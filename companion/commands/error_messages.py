"""What goes wrong at the command line, in words that say what to do."""

from __future__ import annotations

from companion.core.errors import CompanionError
from companion.core.wording import Message, Speaker


class Trouble(CompanionError):
    """A command cannot do what was asked. ``message`` is one sentence that says what to do instead."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.text)
        self.message = message


def in_words(error: Exception, speaker: Speaker) -> str:
    """An error for the person who called the command: what carries a message is said in their language."""
    message = getattr(error, "message", None)
    return speaker.say(message) if isinstance(message, Message) else str(error)
