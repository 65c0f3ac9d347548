"""What may be typed instead of an answer: commands, in English and in the language of the terminal."""

from __future__ import annotations

from typing import NamedTuple

from companion.core.wording import Speaker, say

COMMANDS = {
    "undo": say("undo"),
    "redo": say("redo"),
    "back": say("back"),
    "score": say("score"),
    "look": say("look"),
    "log": say("log"),
    "seat": say("seat"),
    "help": say("help"),
    "quit": say("quit"),
}


class Typed(NamedTuple):
    """A command and what stands after it."""

    command: str
    rest: str


class Words:
    """Reads commands for one speaker."""

    def __init__(self, speaker: Speaker) -> None:
        self._own = {speaker.say(message): key for key, message in COMMANDS.items()}
        self._speaker = speaker

    def read(self, typed: str) -> Typed | None:
        """The command that was typed, if it is one."""
        word, _, rest = typed.strip().partition(" ")
        word = word.lower()
        if word == "?":
            return Typed("help", "")
        command = self._own.get(word, word)
        return Typed(command, rest.strip()) if command in COMMANDS else None

    def listed(self) -> str:
        """All of them, with commas."""
        return ", ".join(self._own)
