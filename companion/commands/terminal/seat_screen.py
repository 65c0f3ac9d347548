"""What one terminal shows to people who take turns at it, and hides from the next person."""

from __future__ import annotations

import sys
from typing import Protocol

import click

from companion.commands.terminal.terminal_widgets import WidgetText
from companion.core.errors import Refused
from companion.core.secrecy import PUBLIC, Sealed, Viewer, seen, viewer_of
from companion.core.step import LogText
from companion.core.wording import Message, Speaker, say
from companion.plays.play import Play
from companion.plays.reports.history import pieces_of, readable
from companion.plays.storage.entry import Entry

CLEARED = "\x1b[2J\x1b[3J\x1b[H"
"""The control sequence that clears the screen and its scrollback, so that nobody can scroll back to secrets."""
LOG_LINES = 12
"""How many lines of the log are shown."""


class Screen(Protocol):
    """The interface of a terminal for playing."""

    def show(self, *lines: str) -> None: ...

    def ask(self, prompt: str) -> str | None:
        """A line of input, or None at its end."""

    def clear(self) -> None:
        """Clear everything that was shown."""


class Terminal:
    """Standard input and output."""

    def show(self, *lines: str) -> None:
        for line in lines:
            click.echo(line)

    def ask(self, prompt: str) -> str | None:
        try:
            return input(f"{prompt}> ")
        except (EOFError, KeyboardInterrupt):
            click.echo()
            return None

    def clear(self) -> None:
        if sys.stdout.isatty():
            click.echo(CLEARED, nl=False)


class Quit(Exception):
    """Raised when the person at the terminal quits."""


class SeatScreen:
    """The screen, with the seat in front of it. ``alone``: the only person present, from whom nothing must be
    hidden.
    """

    def __init__(self, play: Play, screen: Screen, speaker: Speaker, *, alone: bool) -> None:
        self.speaker = speaker
        self.sitting: int | None = None
        self._play = play
        self._screen = screen
        self._drawing = WidgetText(speaker)
        self._alone = alone
        self._covered_for: int | None = None
        """The seat whose secrets are on the screen; None without secrets."""
        self._unread: list[str] = []

    def show(self, *lines: str) -> None:
        """Show lines of text unchanged."""
        self._screen.show(*lines)

    def say(self, message: Message) -> None:
        """Show a message on a line."""
        self._screen.show(self._drawing.say(message))

    def ask(self, prompt: Message) -> str:
        """Ask for a line of input. Raises ``Quit`` at the end of the input."""
        typed = self._screen.ask(self.speaker.say(prompt))
        if typed is None:
            raise Quit
        return typed

    # -- sitting down and standing up --------------------------------------------------------------------------

    def sit_down(self, seat: int) -> None:
        """Let ``seat`` sit down: hide what the previous seat could see, and show what this one may see. Raises
        ``Quit``.
        """
        if seat == self.sitting:
            return
        self.leave()
        self.sitting = seat
        if self._is_secret(seat):
            self.cover(seat)
        self.look(seat)

    def cover(self, seat: int) -> None:
        """Prepare for something that only ``seat`` may see: remove what only another seat could see. Raises
        ``Quit``.
        """
        if self._alone or self._covered_for == seat:
            return
        self._uncover()
        self.ask(say("Press Enter when only {name} looks", name=self.speaker.name(seat)))
        self._covered_for = seat

    def give_back(self) -> None:
        """After a question to another seat in between: remove what only that seat could see, unless it sits here."""
        if self._covered_for != self.sitting:
            self._uncover()

    def leave(self) -> None:
        """Let the seat leave: remove what only it could see; public lines stay."""
        self._uncover()
        self._unread = []
        self.sitting = None

    def _uncover(self) -> None:
        if self._covered_for is not None:
            self._screen.clear()
            self._screen.show(*self._unread)
        self._covered_for = None

    def _is_secret(self, seat: int) -> bool:
        """Whether the seat is shown something that others must not see."""
        game, viewer = self._play.game, viewer_of(seat)
        known = seen(self._play.state, viewer)
        if any(widget.secret for widget in game.show(known, viewer)):
            return True
        try:
            return next(game.ask(known, seat)).secret
        except (Refused, StopIteration):
            return False

    # -- what there is to see ----------------------------------------------------------------------------------

    def look(self, seat: int) -> None:
        """Show everything that the seat may see of the game."""
        viewer = viewer_of(seat)
        widgets = self._play.game.show(seen(self._play.state, viewer), viewer)
        self._screen.show("", *self._drawing.widgets(widgets))

    def score(self, seat: int) -> None:
        """Show the score as the seat may know it."""
        viewer = viewer_of(seat)
        sheet = self._play.game.score(seen(self._play.state, viewer), viewer)
        self._screen.show(*self._drawing.account(sheet))

    def log(self, seat: int) -> None:
        """Show the last log lines that the seat may read."""
        lines = self._play.history.tail(viewer_of(seat), LOG_LINES)
        self._screen.show(*(f"{line.number}. {self._told(line.told)}" for line in lines))

    def happened(self, entry: Entry) -> None:
        """Show a stored entry: to the person at the terminal everything they may know, public lines later to all."""
        public = self._lines(entry, PUBLIC)
        if self._covered_for is not None and self._covered_for == self.sitting:
            own = self._lines(entry, viewer_of(self.sitting))
            self._unread += public
            self._screen.show(*own)
            if own != public:
                self.ask(say("Press Enter to go on"))
        else:
            self._screen.show(*public)

    def _lines(self, entry: Entry, viewer: Viewer) -> list[str]:
        """The log lines of an entry, then its table instructions."""
        pieces = pieces_of(entry, viewer)
        return [
            *(self._told(told) for told in readable(entry, viewer)),
            *(f"  {self.speaker.name(one.seat)}: {self.speaker.say(one.words)}" for one in pieces),
        ]

    def _told(self, told: LogText) -> str:
        return self._drawing.say(told.value if isinstance(told, Sealed) else told)
