"""Run one walk for a command, and summarise its results: in lines for the end, and as remarks for the profile."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from shutil import get_terminal_size
from textwrap import fill

import click

from companion.commands.doctor.walk_signals import WalkSignals
from companion.core.wording import Message, Speaker, say
from companion.walk.profile_text import Remarks
from companion.walk.walk_loop import TypedLines, WalkLoop
from companion.walk.walk_session import WalkSession
from companion.walk.walk_words import WalkWords
from hardware.errors import HardwareError
from hardware.ports import ENCODER, PUSH
from hardware.walk.walk_devices import WalkDevices

INDENT = 3
"""Spaces before the continuation of a wrapped line."""


class WalkRun:
    """One walk in a terminal. Ctrl-C or the end of the input ends it without losing results. ``lost``: the pod was
    unplugged meanwhile.
    """

    def __init__(self, session: WalkSession, devices: WalkDevices, signals: WalkSignals) -> None:
        self._session = session
        self._signals = signals
        self._input = TypedLines(terminal_input())
        self._loop = WalkLoop(session, devices, self._typed, time.monotonic)
        self.lost: HardwareError | None = None

    def begin(self) -> bool:
        """Begin. Returns whether any pin can be monitored."""
        try:
            return self._loop.begin()
        except HardwareError as error:
            self.lost = error
            return False

    def run(self) -> None:
        """Walk until the end, or until the person ends it."""
        if self.lost is None:
            self._until_ended()

    def ask(self, question: Message) -> bool:
        """Ask a yes-or-no question at the end; Ctrl-C and the end of the input mean no."""
        self._session.ask(question, time.monotonic())
        return self._until_ended() and bool(self._session.answer)

    def _typed(self) -> Iterator[str]:
        self._signals.obey()
        for line in self._input.take():
            yield line
            # input typed before the question must not answer it
            self._signals.obey()

    def _until_ended(self) -> bool:
        try:
            self._loop.run()
        except (KeyboardInterrupt, EOFError):
            click.echo()
            return False
        except HardwareError as error:
            # results so far are still reported
            self.lost = error
            return False
        return True


def tell_line(line: str) -> None:
    """Print a line, wrapped to the width of a terminal; unwrapped for a pipe."""
    click.echo(wrapped(line, get_terminal_size().columns) if sys.stdout.isatty() else line)


def wrapped(line: str, width: int) -> str:
    """A line wrapped between words; continuations are indented like the line plus ``INDENT``, and paths are not
    broken.
    """
    indent = " " * (len(line) - len(line.lstrip()) + INDENT)
    return fill(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def terminal_input() -> int:
    """Descriptor of the standard input; -1 if there is none."""
    try:
        return sys.stdin.fileno()
    except (OSError, ValueError, AttributeError):
        return -1


def summary(session: WalkSession, words: WalkWords, speaker: Speaker) -> Iterator[str]:
    """Lines about every part that is not right, with what to do, and the number of parts that are right."""
    yield speaker.say(say("{n} of {all} are right.", n=_right(session), all=len(session.steps)))
    untried = speaker.say(say("not tried."))
    for step in session.steps:
        finding = session.findings.get(step)
        part = speaker.say(words.part(step.place, step.line))
        if finding is None or finding.verdict == "skipped":
            yield f"{part}: {untried}"
        elif finding.verdict != "right":
            yield f"{part}: " + " ".join(map(speaker.say, finding.what))
            if finding.advice is not None:
                yield f"   -> {speaker.say(finding.advice)}"


def all_right(session: WalkSession) -> bool:
    """Whether every part was tried, and is as its file says."""
    return _right(session) == len(session.steps)


def _right(session: WalkSession) -> int:
    return sum(finding.verdict == "right" for finding in session.findings.values())


def remarks_of(session: WalkSession, speak: Callable[[Message], str]) -> Remarks:
    """The differences from the profile, by place and part."""
    parts = {ENCODER: "encoder", PUSH: "encoder", "display": "oled", "light": "light", "buzzer": "buzzer"}
    found: dict[tuple[int, str], str] = {}
    for step, finding in session.findings.items():
        if finding.verdict in ("corrected", "faulty"):
            key = (step.place, parts.get(step.line, "keys"))
            line = f"{step.line}: " + " ".join(map(speak, finding.what))
            found[key] = f"{found[key]}\n{line}" if key in found else line
    return found
