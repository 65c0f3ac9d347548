"""The thread that looks at the database for what the room needs: its tables, newest results, who was forgotten.

Any process of the club may have stored that, so every one looks by itself; ``wake`` makes it look at once, or after
its rest.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread

from companion.club.live_room.room_follower import RoomFollower
from companion.club.persons.club_persons import ClubPersons
from companion.club.results.result_views import ResultView, ResultViews
from companion.club.storage.club_database import ClubDatabaseError
from companion.club.tables.club_tables import ClubTables
from companion.core.errors import raised_at

logger = logging.getLogger(__name__)

EVERY = 2.0
"""Seconds between two looks."""
REST = 0.5
"""Seconds between them at least: results come in faster than a wall has to show them."""
NEWEST = 12
"""Results that are shown beside the room."""


class ClubWatch:
    """``results`` are the newest ones. ``changed`` is told in this thread when there are others. ``wake`` may be called
    in any thread, and does not wait.
    """

    def __init__(
        self,
        tables: ClubTables,
        persons: ClubPersons,
        results: ResultViews,
        follower: RoomFollower,
        changed: Callable[[], object],
    ) -> None:
        self._tables = tables
        self._persons = persons
        self._views = results
        self._follower = follower
        self._changed = changed
        self._forgotten: int | None = None
        self._said = ""
        self._bell = Event()
        self._over = Event()
        self.results: tuple[ResultView, ...] = ()
        self._thread = Thread(target=self._run, name="watches", daemon=True)

    def wake(self) -> None:
        self._bell.set()

    def start(self) -> None:
        """Look once, and go on in a thread."""
        self._look_safely()
        self._thread.start()

    def close(self) -> None:
        self._over.set()
        self._bell.set()
        if self._thread.is_alive():
            self._thread.join(EVERY)

    def _run(self) -> None:
        while not self._over.wait(REST):
            self._bell.wait(max(0.0, EVERY - REST))
            self._bell.clear()
            self._look_safely()

    def _look_safely(self) -> None:
        try:
            self.look()
            self._said = ""
        except ClubDatabaseError as error:
            if str(error) != self._said:
                logger.warning("the room waits for the database: %s", error)
            self._said = str(error)
        except Exception as error:
            logger.error("a look at the club broke: %s at %s", type(error).__name__, raised_at(error))

    def look(self) -> None:
        """Look at the database now. Raises ``ClubDatabaseError``."""
        self._follower.know({table.id: table.name if table.active else "" for table in self._tables.all()})
        before = self._forgotten
        self._forgotten, persons = self._persons.forgotten_since(before or 0)
        if persons and before is not None:
            self._follower.forget_people()
        results = self._views.newest(count=NEWEST)
        if results != self.results:
            self.results = results
            self._changed()
