"""Link that hands a finished play to the BG Stats app, in its documented import format.

The link opens the app on the phone that taps it; nothing is sent to a server.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from urllib.parse import quote

import msgspec

from companion.core.scoring import ScoreSheet

SOURCE = "Table companion"
"""Part of the key by which BG Stats matches players and games: must not change."""

OPEN = "bgstats://app.bgstatsapp.com/createPlay.html?data="
"""URL scheme of the app; needs no internet."""


def bg_stats(
    play: str,
    game: str,
    title: str,
    sheet: ScoreSheet,
    names: Mapping[int, str],
    wall: float | None,
    minutes: int | None,
) -> str | None:
    """Link for one finished play; None if its date is unknown, which the app requires.

    ``wall`` is its start in seconds since 1970; ``names`` are the players by seat.
    """
    if wall is None or not sheet.final:
        return None
    places = {side.side: rank.place for rank in sheet.ranking() for side in rank.sides}
    winners = {side.side for side in sheet.winners()}
    players = [
        {
            "name": names.get(seat, str(seat)),
            "sourcePlayerId": sha256(names.get(seat, str(seat)).casefold().encode()).hexdigest()[:16],
            "score": str(side.total) if sheet.counted else "",
            "rank": places[side.side],
            # The Android app fails on a player without these two.
            "winner": side.side in winners,
            "startPlayer": False,
        }
        for side in sheet.sides
        for seat in side.seats
    ]
    content: dict[str, object] = {
        "sourceName": SOURCE,
        "sourcePlayId": play,
        "playDate": datetime.fromtimestamp(wall, UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "game": {"name": title, "sourceGameId": game, "highestWins": sheet.highest_wins, "noPoints": not sheet.counted},
        "players": players,
    }
    if minutes:
        content["durationMin"] = minutes
    return OPEN + quote(msgspec.json.encode(content).decode(), safe="")
