"""Plays that were not played at this table: imported from a file of another program or another table."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from uuid import UUID, uuid5

import msgspec
from msgspec import Struct, structs

from companion.plays.storage.digests import IMPORTED_PLAYS, UNREADABLE
from companion.plays.storage.rows import json_text
from companion.plays.storage.stores import Store

IDS = UUID("5d3c5a8e-8f5e-5b53-9f0e-3f6b0f1f8a51")
"""UUID namespace for plays without an id of this kind from another program. Must not change."""


class PlayerResult(Struct, frozen=True):
    """The result of one person. An empty ``name`` is an unknown person. ``points`` is None if none were counted."""

    name: str
    points: float | None = None
    won: bool = False


class ImportedPlay(Struct, frozen=True, kw_only=True):
    """A finished play. ``day`` is its date (ISO), empty if unknown; ``highest_wins`` is None if unknown.

    ``ids`` are those that other programs gave it, such as ``bgg:123``; ``alike`` is how many earlier plays in the same
    file differ from it in their ids only.
    """

    ids: tuple[str, ...] = ()
    alike: int = 0
    game: str
    day: str = ""
    minutes: int = 0
    players: tuple[PlayerResult, ...] = ()
    highest_wins: bool | None = None

    @property
    def likeness(self) -> str:
        """A string that is equal for plays which differ only in ids and times."""
        players = sorted((each.name.casefold(), as_written(each.points), each.won) for each in self.players)
        told = msgspec.json.encode((self.day, self.game.casefold(), players, self.alike))
        return sha256(told).hexdigest()[:32]

    @property
    def uuid(self) -> str:
        """The id of this play in files that this table writes."""
        for one in self.ids:
            if one.startswith(UUID_ID):
                return one.removeprefix(UUID_ID)
        return str(uuid5(IDS, self.ids[0] if self.ids else self.likeness))


UUID_ID = "uuid:"


def as_written(points: float | None) -> str:
    """Points as written to a file."""
    return "" if points is None else str(int(points)) if points == int(points) else str(points)


def numbered(plays: Iterable[ImportedPlay]) -> tuple[ImportedPlay, ...]:
    """The plays of one file, with ``alike`` filled in."""
    seen: dict[str, int] = {}
    found = []
    for play in plays:
        likeness = play.likeness
        found.append(structs.replace(play, alike=seen.get(likeness, 0)))
        seen[likeness] = seen.get(likeness, 0) + 1
    return tuple(found)


class KnownPlays:
    """A set of known plays; ``in`` tells whether it contains a play."""

    def __init__(self, plays: Iterable[ImportedPlay]) -> None:
        self._ids: set[str] = set()
        self._alike: dict[str, list[frozenset[str]]] = {}
        for play in plays:
            self.add(play)

    def add(self, play: ImportedPlay) -> None:
        self._ids.update(_all_ids(play))
        self._alike.setdefault(play.likeness, []).append(_programs(play))

    def __contains__(self, play: ImportedPlay) -> bool:
        """Whether a play is known: by its ids. If no program gave ids to both, by everything else."""
        if not self._ids.isdisjoint(_all_ids(play)):
            return True
        programs = _programs(play)
        return any(programs.isdisjoint(others) for others in self._alike.get(play.likeness, ()))


def _all_ids(play: ImportedPlay) -> tuple[str, ...]:
    return (*play.ids, UUID_ID + play.uuid)


def _programs(play: ImportedPlay) -> frozenset[str]:
    return frozenset(one.partition(":")[0] for one in play.ids)


class ImportedFile(Struct, frozen=True):
    """One stored import: its ``number``, and how many plays it brought."""

    number: str
    plays: int


_content = msgspec.json.Decoder(ImportedPlay)


class ImportedPlays(Store):
    """All imported plays. ``changes`` counts the imports and removals since this program started."""

    changes = 0
    _latest: tuple[tuple[int, int], tuple[ImportedPlay, ...]] = ((-1, 0), ())

    def all(self) -> list[ImportedPlay]:
        """All undamaged plays, the latest day first."""
        found = []
        for _, _file, content in IMPORTED_PLAYS.rows(self._database, "ORDER BY CAST(file AS INTEGER) DESC, rowid"):
            with suppress(*UNREADABLE):
                found.append(_content.decode(content))
        return sorted(found, key=lambda play: play.day, reverse=True)

    def latest(self, most: int) -> tuple[ImportedPlay, ...]:
        """The ``most`` latest plays; cached until plays change."""
        wanted = self.changes, most
        read, found = self._latest
        if read != wanted:
            found = tuple(self.all()[:most])
            self._latest = wanted, found
        return found

    def put(self, plays: Iterable[ImportedPlay]) -> None:
        """Store the plays of one import, all or none."""
        with self._database.transaction():
            [(last,)] = self._database.query("SELECT coalesce(max(CAST(file AS INTEGER)), 0) FROM imported_plays")
            for place, play in enumerate(plays, start=1):
                IMPORTED_PLAYS.put(self._database, f"{last + 1}-{place}", str(last + 1), json_text(play))
        self.changes += 1

    def files(self) -> list[ImportedFile]:
        """The imports, the latest first."""
        rows = self._database.query(
            "SELECT file, count(*) FROM imported_plays GROUP BY file ORDER BY CAST(file AS INTEGER) DESC"
        )
        return [ImportedFile(str(file), plays) for file, plays in rows]

    def remove(self, file: str) -> int:
        """Remove what one import brought; returns how many plays."""
        with self._database.transaction():
            [(plays,)] = self._database.query("SELECT count(*) FROM imported_plays WHERE file = ?", file)
            self._database.query("DELETE FROM imported_plays WHERE file = ?", file)
        self.changes += 1
        return int(plays)
