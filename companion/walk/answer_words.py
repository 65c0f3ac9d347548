"""What may be typed in the walk: words of the language, as short as they can be told apart."""

from __future__ import annotations

import unicodedata
from enum import Enum

from companion.core.wording import Message, Speaker, say


class WalkAnswer(Enum):
    """What a typed word means; ``OTHER`` is none of them."""

    YES = "yes"
    NO = "no"
    SKIP = "skip"
    BACK = "back"
    REPEAT = "repeat"
    QUIT = "quit"
    OTHER = ""


WORDS: dict[WalkAnswer, Message] = {
    WalkAnswer.YES: say("yes"),
    WalkAnswer.NO: say("no"),
    WalkAnswer.SKIP: say("skip"),
    WalkAnswer.BACK: say("back"),
    WalkAnswer.REPEAT: say("repeat"),
    WalkAnswer.QUIT: say("quit"),
}


class AnswerWords:
    """The words in one language. Where two begin alike, the later one takes more letters."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self._words = {answer: _plain(speaker.say(word)) for answer, word in WORDS.items()}

    def read(self, line: str) -> WalkAnswer | int | None:
        """What a line means: an answer, a number, or None for an empty line."""
        typed = _plain(line)
        if not typed:
            return None
        if typed.isascii() and typed.isdecimal():
            return int(typed)
        return next((answer for answer, word in self._words.items() if word.startswith(typed)), WalkAnswer.OTHER)

    def help(self) -> str:
        """The words with the letters that are enough."""
        shortest = [f"{self._least(answer)} = {self._speaker.say(word)}" for answer, word in WORDS.items()]
        return self._speaker.say(
            say(
                "Answers: {answers}. OK and BACK do for yes and no, on keys that were found.",
                answers=", ".join(shortest),
            )
        )

    def _least(self, wanted: WalkAnswer) -> str:
        word = self._words[wanted]
        return next((word[:end] for end in range(1, len(word)) if self.read(word[:end]) is wanted), word)


def _plain(text: str) -> str:
    """Without capitals, accents and spaces around."""
    parts = unicodedata.normalize("NFD", text.strip().casefold())
    return "".join(sign for sign in parts if not unicodedata.combining(sign))
