"""The events of a club: added, read with what tables have reported, and changed, one change at a time."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Callable, Hashable
from functools import cached_property
from hmac import compare_digest
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Row, delete, func, select, update

from companion.club.events.event_rounds import ClubEvent
from companion.club.events.stored.event_document import EventDocument, read_document, written_document
from companion.club.events.stored.table_reports import Reports, find_reports, with_reports
from companion.club.events.stored.usual_rules import USUAL
from companion.club.storage.club_database import ClubDatabase, insert_new
from companion.club.storage.schema import events, persons, results
from companion.club.storage.secret_digests import secret_digest
from companion.core.errors import Refused
from companion.core.wording import say

LONGEST_ID = 40
ID = re.compile(rf"[0-9a-z-]{{1,{LONGEST_ID}}}")
LONGEST_TITLE = 60
LONGEST_GAME = 60
CODE_BYTES = 15
KEPT_DOCUMENTS = 8
"""How many decoded events are cached."""


class EventState(Struct, frozen=True, dict=True, kw_only=True):
    """An event as it stands. ``names`` are those of the people with a card, ``reports`` what tables have reported, and
    ``newest`` is the number of the newest result of the club.
    """

    id: str
    title: str
    game: str
    version: int
    added: float
    organiser: bytes
    document: EventDocument
    names: dict[str, str]
    reports: Reports
    newest: int

    @cached_property
    def event(self) -> ClubEvent:
        """With what tables have reported."""
        return with_reports(self.document.event, self.reports)

    def names_for(self, guest: str) -> dict[str, str]:
        """What everybody in the event is called; ``guest`` stands for who has been forgotten."""
        known = {**self.names, **self.document.guests}
        return {entrant.person: known.get(entrant.person, guest) for entrant in self.event.entrants}


class StoredEvents:
    """All events of the club. ``now`` is its clock, in seconds since 1970. Methods may raise ``ClubDatabaseError``."""

    def __init__(self, database: ClubDatabase, now: Callable[[], float]) -> None:
        self.database = database
        self._now = now
        self._documents: dict[tuple[bytes, int], EventDocument] = {}

    def add(self, title: str, game: str = "") -> tuple[str, str]:
        """A new event, with the usual rules: its id, and its organiser's code, which is nowhere else. Raises
        ``Refused``.
        """
        title = checked_title(title)
        event = _id_of(title)
        if not event:
            raise Refused("event-title", say("The title of an event needs letters or digits."))
        code = secrets.token_urlsafe(CODE_BYTES)
        row = {
            "id": event,
            "title": title,
            "organiser": secret_digest(code),
            "game": checked_game(game),
            "version": 1,
            "added": self._now(),
            "document": written_document(EventDocument(ClubEvent(USUAL))),
        }
        with self.database.writing() as connection:
            if not insert_new(connection, events, row):
                raise Refused("event-twice", say("There is an event {name} already.", name=event))
        return event, code

    def renew_code(self, event: str) -> str:
        """Another code for the organiser; the one before is of no use any more. Raises ``Refused``."""
        code = secrets.token_urlsafe(CODE_BYTES)
        with self.database.writing() as connection:
            changed = connection.execute(
                update(events).where(events.c.id == event).values(organiser=secret_digest(code))
            )
        if not changed.rowcount:
            raise no_event(event)
        return code

    def remove(self, event: str) -> None:
        """Take an event away, with everything entered in it; results of tables stay. Raises ``Refused``."""
        with self.database.writing() as connection:
            removed = connection.execute(delete(events).where(events.c.id == event))
        if not removed.rowcount:
            raise no_event(event)
        self.database.wipe_deleted()

    def is_code(self, event: str, code: str) -> bool:
        """Whether this is the code of the organiser of ``event``."""
        with self.database.reading() as connection:
            row = _row(connection, event)
        return row is not None and compare_digest(row.organiser, secret_digest(code))

    def all(self) -> tuple[EventState, ...]:
        """Every event, the newest first; without what tables have reported."""
        with self.database.reading() as connection:
            rows = connection.execute(select(events).order_by(events.c.added.desc(), events.c.id)).all()
        return tuple(_state(row, read_document(row.document), {}, {}, 0) for row in rows)

    def read(self, event: str) -> EventState | None:
        """An event as it stands, with what tables have reported."""
        with self.database.reading() as connection:
            row = _row(connection, event)
            return None if row is None else _whole_state(connection, row)

    def mark(self, event: str) -> tuple[EventState, Hashable] | None:
        """An event without what tables have reported, and a mark that is another one once anything of it has changed:
        the event, a result, a name. Much faster than ``read`` where many people take part.
        """
        with self.database.reading() as connection:
            row = _row(connection, event)
            if row is None:
                return None
            # By the organiser's code and not by the id, which may have been that of an event that was taken away.
            kept_as = (row.organiser, row.version)
            document = self._documents.get(kept_as)
            if document is None:
                document = read_document(row.document)
                kept = list(self._documents.items())[-KEPT_DOCUMENTS:]
                self._documents = {**dict(kept), kept_as: document}
            names = _names(connection, document.event)
            after = document.after[0] if document.after else None
            counted = select(func.count(), func.max(results.c.number), func.sum(results.c.version))
            reported = (0, 0, 0)
            if after is not None:
                reported = tuple(connection.execute(counted.where(results.c.number > after)).one())
        state = _state(row, document, names, {}, 0)
        return state, (*kept_as, state.title, reported, tuple(names.items()))

    def change(self, event: str, act: Callable[[EventState], EventDocument]) -> None:
        """Do something to an event, before or after whatever anybody else does to it. Raises ``Refused`` as ``act``
        does, and then nothing has changed.
        """
        self._change(event, lambda state: {"document": written_document(act(state))})

    def rename(self, event: str, act: Callable[[EventState], tuple[str, str, EventDocument]]) -> None:
        """As ``change``, with title and game, which are given unchecked."""

        def acted(state: EventState) -> dict[str, str]:
            title, game, document = act(state)
            return {
                "title": checked_title(title),
                "game": checked_game(game),
                "document": written_document(document),
            }

        self._change(event, acted)

    def _change(self, event: str, act: Callable[[EventState], dict[str, str]]) -> None:
        with self.database.writing() as connection:
            row = _row(connection, event, lock=True)
            if row is None:
                raise no_event(event)
            values = act(_whole_state(connection, row))
            connection.execute(update(events).where(events.c.id == event).values(version=row.version + 1, **values))


def checked_title(title: str) -> str:
    """A title without spaces too many. Raises ``Refused``."""
    title = " ".join(title.split())
    if not title or len(title) > LONGEST_TITLE or not title.isprintable():
        raise Refused("event-title", say("An event needs a title of at most {n} letters.", n=LONGEST_TITLE), "title")
    return title


def checked_game(game: str) -> str:
    """The key of a game. Raises ``Refused``."""
    game = game.strip()
    if len(game) > LONGEST_GAME or not game.isprintable():
        raise Refused("event-game", say("The key of a game has at most {n} letters.", n=LONGEST_GAME), "game")
    return game


def no_event(event: str) -> Refused:
    """Refusal of an event that there is not."""
    return Refused("no-event", say("There is no event {name}.", name=event))


def _row(connection: Connection, event: str, *, lock: bool = False) -> Row[Any] | None:
    """The row of an event; nothing for an id that none can have, which PostgreSQL might not even read."""
    if not ID.fullmatch(event):
        return None
    wanted = select(events).where(events.c.id == event)
    return connection.execute(wanted.with_for_update() if lock else wanted).first()


def _whole_state(connection: Connection, row: Row[Any]) -> EventState:
    document = read_document(row.document)
    names = _names(connection, document.event)
    reports = find_reports(connection, document.event, document.after, row.game, names.keys())
    newest = connection.execute(select(func.max(results.c.number))).scalar() or 0
    return _state(row, document, names, reports, newest)


def _names(connection: Connection, event: ClubEvent) -> dict[str, str]:
    """The names of those who have a card, by id, in a settled order."""
    people = [entrant.person for entrant in event.entrants]
    wanted = select(persons.c.id, persons.c.name).where(persons.c.id.in_(people)).order_by(persons.c.id)
    return {row.id: row.name for row in connection.execute(wanted)}


def _state(row: Row[Any], document: EventDocument, names: dict[str, str], reports: Reports, newest: int) -> EventState:
    return EventState(
        id=row.id,
        title=row.title,
        game=row.game,
        version=row.version,
        added=row.added,
        organiser=row.organiser,
        document=document,
        names=names,
        reports=reports,
        newest=newest,
    )


def _id_of(title: str) -> str:
    """Words of a title with hyphens between them, without accents."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub("[^0-9a-z]+", "-", plain).strip("-")[:LONGEST_ID].strip("-")
