"""What everybody sees in an evening, as plain values for a program that draws the same tables."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.config import LOG_NAME
from companion.core.secrecy import PUBLIC, Sealed, seen
from companion.core.wording import ENGLISH, Message, SeatName, Verbatim
from companion.plays.log.log_file import open_log
from companion.plays.log.rule_calls import read_state
from companion.playthroughs.replay import replay_into
from tests.bench.positions import GAMES, Evening

Tables = list[dict[str, Any]]
Change = dict[str, Any]


def shown_tables(played: Evening, first: int, moves: int) -> list[Tables]:
    """The public tables before the entry with number ``first``, and after each of so many entries."""
    game = GAMES[played.playthrough.header.game]
    with tempfile.TemporaryDirectory() as place:
        log = open_log(Path(place) / LOG_NAME, synchronous="OFF")
        try:
            play = replay_into(log, played.playthrough, GAMES).play
            last = min(first + moves, log.count(play))
            states = [read_state(game, log.state(play, number)) for number in range(first, last + 1)]
        finally:
            log.close()
    return [[plain(widget) for widget in game.public_widgets(seen(state, PUBLIC))] for state in states]


def changes(tables: list[Tables]) -> Iterator[Change]:
    """For each step from one to the next, the order of all tables and those that changed."""
    for before, after in pairwise(tables):
        yield change(before, after)


def change(before: Tables, after: Tables) -> Change:
    """The keys of all tables in their order, and the tables that are not as before."""
    was = {table["key"]: table for table in before}
    return {
        "order": [table["key"] for table in after],
        "changed": [table for table in after if was.get(table["key"]) != table],
    }


def plain(value: Any) -> Any:
    """A widget, or a part of one, in values that JSON has; words in English."""
    match value:
        case Message() | SeatName() | Verbatim() | Sealed():
            return ENGLISH.say(value)  # type: ignore[arg-type]
        case Struct():
            kind = {"kind": value.__struct_config__.tag} if value.__struct_config__.tag else {}
            return kind | {field: plain(getattr(value, field)) for field in value.__struct_fields__}
        case tuple() | list():
            return [plain(one) for one in value]
    return value
