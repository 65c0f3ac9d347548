"""All that was heard of the tables, made into the room; and what is to be cleared at the broker. No I/O."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from companion.club.live_room.room_views import LiveRoom, RoomSeat, RoomTable, by_name
from companion.club.live_room.table_news import (
    AVAILABILITY,
    KINDS,
    STATE,
    ToldSeat,
    ToldState,
    TopicParts,
    read_seat,
    read_state,
    topic_parts,
)
from companion.mqtt.published.publications import OFFLINE, ONLINE

LEAVES_AFTER = 600.0
"""Seconds after which a table that is away is not in the room any more, and what it has retained is cleared."""
LONGEST_WAIT = 24 * 3600.0
"""Seconds of waiting that a table is believed."""
MOST_ROOTS = 3
"""Roots of topics of one table that are known at once: it gets another one with another memory card."""


class Now(NamedTuple):
    """Seconds since 1970, and on a clock that nobody sets."""

    wall: float
    mono: float


LONG_AGO = Now(0.0, -inf)


@dataclass
class _Heard:
    """What was heard under the topics of one root. ``away``: from when on the table was not there, ``heard``: when it
    last published. ``held``: the kinds of topic that hold something. ``fresh`` are those heard since the link began.
    """

    table: str
    away: Now | None
    heard: float
    state: ToldState | None = None
    since: float | None = None
    seats: dict[int, ToldSeat] = field(default_factory=dict)
    held: set[str] = field(default_factory=set)
    fresh: set[str] = field(default_factory=set)
    nameless: bool = False
    """Somebody was forgotten while the table is away: what it says may hold that name."""


class HeardTables:
    """``base`` begins all topics. Names by the ids of the club's tables are given with ``know``."""

    def __init__(self, base: str) -> None:
        self._base = base
        self._names: Mapping[str, str] = {}
        self._roots: dict[str, _Heard] = {}

    def know(self, names: Mapping[str, str]) -> bool:
        """These tables the club has; those without a name are not shown. Returns whether there are new ones, of which
        nothing was heeded until now.
        """
        new = not names.keys() <= self._names.keys()
        self._names = dict(names)
        for root in [root for root, heard in self._roots.items() if heard.table not in names]:
            del self._roots[root]
        return new

    def link_begins(self) -> None:
        """Begin a link: the broker will send all that it retains."""
        for heard in self._roots.values():
            heard.fresh.clear()

    def all_told(self, now: Now) -> None:
        """End the retained messages: drop what was not heard since the link began."""
        for root, heard in list(self._roots.items()):
            heard.held &= heard.fresh
            if AVAILABILITY not in heard.fresh:
                heard.away = heard.away or now
                continue
            if STATE not in heard.held:
                heard.state = None
            heard.seats = {seat: told for seat, told in heard.seats.items() if f"seat/{seat}" in heard.held}
            self._drop_if_nothing_is_left(root)

    def hear(self, topic: str, payload: bytes, now: Now, *, kept: bool) -> None:
        """Take in a message; ``kept``: the broker had it before. What no table of this club publishes is ignored."""
        parts = topic_parts(self._base, topic)
        if parts is None or parts.table not in self._names:
            return
        if not payload:
            self._cleared(parts)
            return
        heard = self._roots.get(parts.root) or self._new_root(parts, now)
        heard.held.add(parts.kind)
        heard.fresh.add(parts.kind)
        heard.heard = now.mono
        if not kept:
            heard.nameless = False  # the table is back, and has its people from the club
        if parts.kind == AVAILABILITY:
            _hear_availability(heard, payload, now)
        elif parts.seat:
            told = read_seat(payload, parts.seat)
            if told is not None and not heard.nameless:
                heard.seats[parts.seat] = told
        else:
            _hear_state(heard, payload, now, kept=kept)

    def forget_people(self) -> None:
        """Forget somebody: hide and clear what tables that are away have left, since it may hold the name."""
        for heard in self._roots.values():
            if heard.away is not None:
                heard.nameless, heard.state, heard.seats = True, None, {}

    def to_clear(self, now: Now) -> tuple[str, ...]:
        """The topics to be cleared at the broker now, in this order. A table that comes back publishes all again."""
        found = (f"{root}/{kind}" for root, heard in self._roots.items() for kind in _to_clear(heard, now))
        return tuple(found)

    def room(self, now: Now, cut: float | None) -> LiveRoom:
        """The room as it is now; ``cut``: since when the broker is away."""
        latest: dict[str, _Heard] = {}
        for heard in self._roots.values():
            if _has_left(heard, now) or not self._names[heard.table]:
                continue
            before = latest.get(heard.table)
            if before is None or _rank(heard) > _rank(before):
                latest[heard.table] = heard
        shown = (_table(heard, self._names[heard.table]) for heard in latest.values())
        return LiveRoom(tuple(sorted(shown, key=by_name)), cut)

    def _new_root(self, parts: TopicParts, now: Now) -> _Heard:
        others = [root for root, heard in self._roots.items() if heard.table == parts.table]
        if len(others) >= MOST_ROOTS:
            del self._roots[min(others, key=lambda root: _rank(self._roots[root]))]
        heard = self._roots[parts.root] = _Heard(parts.table, now, now.mono)
        return heard

    def _cleared(self, parts: TopicParts) -> None:
        """Nothing is left under this topic. A table that is there clears nothing but all, the availability first: then
        somebody has cleared what it had left, just as it came back, and it has published that again or will.
        """
        heard = self._roots.get(parts.root)
        if heard is None or (heard.away is None and parts.kind != AVAILABILITY):
            return
        heard.held.discard(parts.kind)
        if parts.kind == AVAILABILITY:
            heard.away = heard.away or LONG_AGO
        elif parts.kind == STATE:
            heard.state = None
        else:
            heard.seats.pop(parts.seat, None)
        self._drop_if_nothing_is_left(parts.root)

    def _drop_if_nothing_is_left(self, root: str) -> None:
        if not self._roots[root].held:
            del self._roots[root]


def _hear_availability(heard: _Heard, payload: bytes, now: Now) -> None:
    if payload == ONLINE:
        heard.away = None
    elif payload == OFFLINE:
        heard.away = heard.away or now


def _hear_state(heard: _Heard, payload: bytes, now: Now, *, kept: bool) -> None:
    told = read_state(payload)
    if told is None or heard.nameless:
        return
    before, heard.state = heard.state, told
    if before is None or (told.phase, told.awaited, told.since) != (before.phase, before.awaited, before.since):
        heard.since = _since(told, now, seen=before is not None and not kept)


def _since(told: ToldState, now: Now, *, seen: bool) -> float | None:
    """When it began that somebody is waited for. What was ``seen`` here began now, whatever time it is at the table."""
    if not told.awaited:
        return None
    believed = told.since is not None and now.wall - LONGEST_WAIT <= told.since <= now.wall
    return float(told.since) if told.since is not None and believed and not seen else now.wall


def _has_left(heard: _Heard, now: Now) -> bool:
    return heard.away is not None and now.mono - heard.away.mono >= LEAVES_AFTER


def _to_clear(heard: _Heard, now: Now) -> Iterator[str]:
    """The kinds of topic of a table that has left and was silent since, or that may hold names to be forgotten."""
    left = _has_left(heard, now) and now.mono - heard.heard >= LEAVES_AFTER
    for kind in KINDS:
        if kind in heard.held and (left or (heard.nameless and kind != AVAILABILITY)):
            yield kind


def _rank(heard: _Heard) -> tuple[bool, float]:
    return heard.away is None, heard.heard


def _table(heard: _Heard, name: str) -> RoomTable:
    away = None if heard.away is None else heard.away.wall
    told = heard.state
    if told is None:
        return RoomTable(heard.table, name, away=away)
    seats = [heard.seats.get(seat) or ToldSeat(seat) for seat in sorted({*heard.seats, *told.awaited} - {0})]
    return RoomTable(
        id=heard.table,
        name=name,
        phase=told.phase,
        game=told.next_game if told.phase == "gathering" else told.game,
        sentence=told.sentence,
        seats=tuple(
            RoomSeat(seat.seat, seat.name, seat.seat in told.awaited)
            for seat in seats
            if seat.taken or seat.seat in told.awaited
        ),
        table_awaited=0 in told.awaited,
        since=heard.since,
        free=told.free if told.phase == "gathering" else None,
        paused=told.clock is not None and told.clock.paused,
        away=away,
    )
