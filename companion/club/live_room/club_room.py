"""The room of the club as one process knows it: the tables, the newest results, and the pages that follow both."""

from __future__ import annotations

from collections.abc import Callable

from companion.club.club_config import RoomBroker
from companion.club.live_room.club_watch import ClubWatch
from companion.club.live_room.room_follower import RoomFollower
from companion.club.live_room.room_streams import RoomStreams
from companion.club.live_room.room_views import LiveRoom
from companion.club.persons.club_persons import ClubPersons
from companion.club.results.result_views import ResultView, ResultViews
from companion.club.tables.club_tables import ClubTables


class ClubRoom:
    """``wake_streams`` makes open pages be asked for what is new. Nothing runs before ``start``."""

    def __init__(
        self,
        settings: RoomBroker,
        tables: ClubTables,
        persons: ClubPersons,
        results: ResultViews,
        wake_streams: Callable[[], object],
    ) -> None:
        self.streams = RoomStreams(wake_streams)
        self._follower = RoomFollower(settings, self.streams.changed)
        self._watch = ClubWatch(tables, persons, results, self._follower, self.streams.changed)

    @property
    def view(self) -> LiveRoom:
        """The tables."""
        return self._follower.view

    @property
    def results(self) -> tuple[ResultView, ...]:
        """The newest results, the latest first."""
        return self._watch.results

    def look(self) -> None:
        """Look at the database soon: something was stored, or somebody was forgotten. Any thread; returns at once."""
        self._watch.wake()

    def start(self) -> None:
        self._watch.start()
        self._follower.start()

    def close(self) -> None:
        self.streams.close_all()
        self._watch.close()
        self._follower.close()
