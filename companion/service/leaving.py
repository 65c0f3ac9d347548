"""Who has left the play, and which seats wait for somebody else. It survives a restart. Deciding thread only."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, convert, structs, to_builtins

from companion.service.timing import Notebook

KEPT = "comings:"
"""Before the play in the settings."""


class Comings(Struct, frozen=True):
    """``gone`` seats the table goes on without, by agreement, until somebody sits there again. ``open`` seats were left
    by those who held them: another phone may take them, with all they hide, without being asked.
    """

    gone: frozenset[int] = frozenset()
    open: frozenset[int] = frozenset()


class Leaving:
    """The comings and goings of the play on the table."""

    def __init__(self, notebook: Notebook | None = None) -> None:
        self._notebook = notebook
        self._play = ""
        self.now = Comings()

    def take_up(self, play: str) -> None:
        """A play is on the table; none with an empty id."""
        self._play = play
        kept = self._notebook.get(KEPT + play) if self._notebook is not None and play else None
        self.now = Comings() if kept is None else convert(kept, Comings)

    def leaves(self, seat: int) -> None:
        """The table goes on without this seat. Raises ``LogError``."""
        self._keep(structs.replace(self.now, gone=self.now.gone | {seat}))

    def opens(self, seats: Iterable[int]) -> None:
        """These seats were left: anybody may take them. Raises ``LogError``."""
        self._keep(structs.replace(self.now, open=self.now.open | set(seats)))

    def comes(self, seat: int) -> None:
        """Somebody is at this seat. Raises ``LogError``."""
        self._keep(Comings(self.now.gone - {seat}, self.now.open - {seat}))

    def _keep(self, comings: Comings) -> None:
        if comings == self.now:
            return
        if self._notebook is not None and self._play:
            self._notebook.put(KEPT + self._play, to_builtins(comings))
        self.now = comings
