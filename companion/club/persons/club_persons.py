"""The people of a club: who has which card, what they want to be called, and that they can be forgotten."""

from __future__ import annotations

import secrets

from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, select, update

from companion.club.storage.club_database import ClubDatabase, insert_new
from companion.club.storage.schema import cards, forgotten, persons
from companion.club.storage.secret_digests import secret_digest
from companion.core.errors import CompanionError
from companion.core.wording import ENGLISH, Message, say
from companion.plays.log.card_codes import new_card_code

LONGEST_PSEUDONYM = 30
ID_BYTES = 9
MOST_CARDS = 1000
"""Cards made at once."""
FORGETTING = 7266012
"""The lock of PostgreSQL under which people are forgotten."""


class ClubPerson(Struct, frozen=True):
    """Somebody with a card. ``id`` is opaque, ``name`` what the person wants to be called here."""

    id: str
    name: str


class ClubPersonError(CompanionError):
    """Something about a person cannot be done; ``message`` says why and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(ENGLISH.say(message))
        self.message = message


class UnknownCard(ClubPersonError):
    """The club has made no such card."""

    def __init__(self) -> None:
        super().__init__(say("This is no card of this club, or it was given up. Look at the code again."))


class ClubPersons:
    """All people of the club. A code is always one that ``read_card_code`` has read. Methods may raise
    ``ClubDatabaseError``.
    """

    def __init__(self, database: ClubDatabase) -> None:
        self._database = database

    def make_cards(self, count: int) -> tuple[str, ...]:
        """The codes of new cards, which nobody has yet; they are nowhere else. Raises ``ClubPersonError``."""
        if not 1 <= count <= MOST_CARDS:
            raise ClubPersonError(say("Between 1 and {n} cards can be made at once.", n=MOST_CARDS))
        made: list[str] = []
        with self._database.writing() as connection:
            while len(made) < count:
                code = new_card_code(secrets.token_bytes)
                if insert_new(connection, cards, {"code": secret_digest(code), "person": None}):
                    made.append(code)
        return tuple(made)

    def person_of(self, code: str) -> ClubPerson | None:
        """Whose card it is; None while it is nobody's. Raises ``UnknownCard``."""
        with self._database.reading() as connection:
            return _person_of(connection, code)

    def take_card(self, code: str, name: str) -> ClubPerson:
        """Somebody takes a card that is nobody's. Raises ``ClubPersonError``."""
        person = ClubPerson(secrets.token_urlsafe(ID_BYTES), _checked(name))
        with self._database.writing() as connection:
            held = connection.execute(
                select(cards.c.person).where(cards.c.code == secret_digest(code)).with_for_update()
            ).first()
            if held is None:
                raise UnknownCard
            if held.person is not None:
                raise ClubPersonError(say("Somebody has taken this card already."))
            connection.execute(insert(persons).values(id=person.id, name=person.name))
            connection.execute(update(cards).where(cards.c.code == secret_digest(code)).values(person=person.id))
        return person

    def rename(self, code: str, name: str) -> None:
        """Give the person with this card another name. Raises ``ClubPersonError``."""
        with self._database.writing() as connection:
            person = _holder(connection, code)
            connection.execute(update(persons).where(persons.c.id == person).values(name=_checked(name)))

    def forget(self, code: str) -> None:
        """Forget the person with this card: name and cards go, and tables are told at their next contact. Results stay,
        of a guest. Raises ``ClubPersonError``.
        """
        with self._database.writing() as connection:
            if connection.dialect.name == "postgresql":
                # One after another: a table that was told of a number is not told of a smaller one committed later.
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({FORGETTING})")
            person = _holder(connection, code)
            connection.execute(delete(cards).where(cards.c.person == person))
            connection.execute(delete(persons).where(persons.c.id == person))
            connection.execute(insert(forgotten).values(person=person))
        self._database.wipe_deleted()

    def forgotten_since(self, number: int) -> tuple[int, tuple[str, ...]]:
        """Who was forgotten after so many others, and how many there are now: fewer, where those were of another
        database, or of a newer copy of this one.
        """
        with self._database.reading() as connection:
            rows = connection.execute(
                select(forgotten.c.number, forgotten.c.person)
                .where(forgotten.c.number > number)
                .order_by(forgotten.c.number)
            ).all()
            newest = connection.execute(select(func.max(forgotten.c.number))).scalar()
        return newest or 0, tuple(row.person for row in rows)


def _person_of(connection: Connection, code: str) -> ClubPerson | None:
    row = connection.execute(
        select(persons.c.id, persons.c.name)
        .select_from(cards.outerjoin(persons, persons.c.id == cards.c.person))
        .where(cards.c.code == secret_digest(code))
    ).first()
    if row is None:
        raise UnknownCard
    return ClubPerson(row.id, row.name) if row.id is not None else None


def _holder(connection: Connection, code: str) -> str:
    person = _person_of(connection, code)
    if person is None:
        raise ClubPersonError(say("Nobody has taken this card yet."))
    return person.id


def _checked(name: str) -> str:
    wanted = " ".join(name.split())
    if not wanted or len(wanted) > LONGEST_PSEUDONYM or not wanted.isprintable():
        raise ClubPersonError(say("A name has 1 to {n} letters.", n=LONGEST_PSEUDONYM))
    return wanted
