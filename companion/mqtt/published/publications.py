"""The public state as messages: what is retained by topic, and events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from companion.mqtt.published.public_state import PublicState
from companion.mqtt.published.topics import Topics

ONLINE, OFFLINE = b"online", b"offline"
TURN, REVEAL, END = "turn", "reveal", "end"
EVENTS = (TURN, REVEAL, END)
"""What happens at a table: others are to act, something was revealed, the play is over."""


def retained(state: PublicState, topics: Topics) -> Mapping[str, bytes]:
    """What is retained, by topic, in the order in which it is sent."""
    seats = {topics.seat(seat.seat): msgspec.json.encode(seat) for seat in state.seats}
    return {**seats, topics.state: msgspec.json.encode(state.table)}


def events(before: PublicState | None, now: PublicState) -> Iterator[bytes]:
    """What has happened from one state to the next. Nothing at the first one: what was before it is not known."""
    if before is None:
        return
    if now.revealed != before.revealed and now.table.revealing:
        yield _event(REVEAL, now)
    if now.table.phase == "over" and before.table.phase != "over":
        yield _event(END, now)
    if now.table.awaited and now.table.awaited != before.table.awaited:
        yield _event(TURN, now)


def _event(kind: str, now: PublicState) -> bytes:
    return msgspec.json.encode({"event_type": kind, "seats": now.table.awaited, "sentence": now.table.sentence})


class _Told(msgspec.Struct):
    session: str = ""


def session_of(payload: bytes) -> str:
    """The session in what is retained of a table; empty where there is none, or where that is no such thing."""
    try:
        return msgspec.json.decode(payload, type=_Told).session
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""
