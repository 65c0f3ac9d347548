"""A terminal for tests: remembers what can be read on it, and types what it is told to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from random import Random

Typist = Callable[[str], str | None]
"""Given the prompt, what is typed; None when nobody types any more."""


class PaperTerminal:
    """``visible`` is what whoever looks now can read; ``all`` is everything that was ever there."""

    def __init__(self, typist: Typist) -> None:
        self.visible: list[str] = []
        self.all: list[str] = []
        self.prompts: list[str] = []
        self.read_at: list[list[str]] = []
        self._typist = typist

    def show(self, *lines: str) -> None:
        self.visible += lines
        self.all += lines

    def ask(self, prompt: str) -> str | None:
        self.prompts.append(prompt)
        self.read_at.append(list(self.visible))
        return self._typist(prompt)

    def clear(self) -> None:
        self.visible.clear()

    def seen_when(self, prompt: str) -> list[list[str]]:
        """What could be read each time when a prompt with these words came."""
        return [read for asked, read in zip(self.prompts, self.read_at, strict=True) if prompt in asked]


def typing(*answers: str) -> Typist:
    """Types these one after the other, then goes away."""
    left = list(answers)
    return lambda _prompt: left.pop(0) if left else None


def hammering(seed: int, *, stop_after: int = 20_000) -> Typist:
    """Types anything that might fit, as somebody does who only tries."""
    random = Random(seed)
    left = iter(range(stop_after))

    def typist(prompt: str) -> str | None:
        if next(left, None) is None:
            return None
        if "Press Enter" in prompt:
            return ""
        if "changes its line" in prompt:
            return "" if "Enter" in prompt and random.random() < 0.7 else str(random.randint(1, 3))
        if "agree" in prompt:
            return "yes"
        numbers = [int(number) for number in re.findall(r"[0-9]+", prompt)]
        if "dice show" in prompt or "die shows" in prompt:
            *dice, low, high = numbers
            return " ".join(str(random.randint(low, high)) for _ in range(dice[0] if dice else 1))
        if "of its @" in prompt:
            return ",".join(str(random.randint(0, 2)) for _ in range(3))
        if "A number from" in prompt:
            return str(random.randint(*numbers))
        return str(random.randint(1, 9))

    return typist


def text(lines: Iterable[str]) -> str:
    return "\n".join(lines)
