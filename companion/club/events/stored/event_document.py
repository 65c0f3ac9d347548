"""An event as the database keeps it: people, rounds, a seating that is not taken yet, names of guests."""

from __future__ import annotations

from hashlib import sha256

import msgspec
from msgspec import Struct

from companion.club.events.event_rounds import ClubEvent, Round

DIGEST = 16


class EventDocument(Struct, frozen=True, omit_defaults=True):
    """``guests`` are the names of people without a card, by their id in the event. ``after`` has, for each round, the
    number of the newest result when it was taken: what tables report of it comes later. ``proposal`` is a seating
    of the next round that the organiser looks at. ``entry``: people with a card enter by themselves.
    """

    event: ClubEvent
    guests: dict[str, str] = {}
    after: tuple[int, ...] = ()
    proposal: Round | None = None
    entry: bool = True


_documents = msgspec.json.Decoder(EventDocument)


def written_document(document: EventDocument) -> str:
    """The document as the database has it."""
    return msgspec.json.encode(document).decode()


def read_document(text: str) -> EventDocument:
    """A document from the database."""
    return _documents.decode(text)


def seen_digest(*parts: object) -> str:
    """What a form carries of what its page showed: another digest means that somebody has changed just that."""
    return sha256(msgspec.json.encode(parts)).hexdigest()[:DIGEST]
