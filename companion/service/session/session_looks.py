"""What a device may see of the games there are, and of the one that people sit here for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.game import AnyGame
from companion.library import Library
from companion.service.asking.looking import Looks, may_look
from companion.service.asking.sender import FromDevice
from companion.service.screens.streams import Broadcast
from companion.service.seats.seats_state import Gathering


@dataclass(frozen=True, eq=False, repr=False)
class SessionLooks(Looks):
    _library: Library
    _broadcast: Broadcast

    @may_look("anyone")
    def games(self, _: FromDevice) -> Mapping[str, AnyGame]:
        """All games there are, by key."""
        return self._library.games()

    @may_look("anyone")
    def chosen_game(self, _: FromDevice) -> Gathering:
        """The people at the table and the game they sit here for: the chosen one, or the one that is played. Options
        and chance are those that somebody chose; after a play, those it was begun with.
        """
        return self._broadcast.moment.gathering

    @may_look("anyone")
    def game_begun_last(self, _: FromDevice) -> str:
        """The key of the game that was begun last on this table; empty before the first."""
        return self._broadcast.moment.game_begun_last
