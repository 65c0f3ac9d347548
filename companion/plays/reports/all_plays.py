"""All plays in one file, in the export format of BG Stats, for another table or that app."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import uuid5

import msgspec

from companion.plays.log.imported_plays import IDS, ImportedPlay, as_written
from companion.plays.reports.play_files import BGG_ID


class _Numbers:
    """Numbers names from 1 on."""

    def __init__(self) -> None:
        self._found: dict[str, int] = {}

    def of(self, name: str) -> int:
        return self._found.setdefault(name, len(self._found) + 1)

    def each(self, kind: str) -> Iterator[dict[str, Any]]:
        for name, number in self._found.items():
            yield {"id": number, "uuid": str(uuid5(IDS, f"{kind}:{name.casefold()}")), "name": name}


def export_all(plays: Iterable[ImportedPlay]) -> bytes:
    """The content of the file, as JSON."""
    games, people, lowest, rows = _Numbers(), _Numbers(), set[str](), []
    for play in plays:
        rows.append(_play(play, games, people))
        if play.highest_wins is False:
            lowest.add(play.game)
    content = {
        "games": [
            {**game, "bggId": 0, "highestWins": game["name"] not in lowest, "noPoints": False, "cooperative": False}
            for game in games.each("game")
        ],
        "players": [
            {**person, "isAnonymous": not person["name"], "bggUsername": ""} for person in people.each("person")
        ],
        "locations": [],
        "plays": rows,
    }
    return msgspec.json.format(msgspec.json.encode(content))


def _play(play: ImportedPlay, games: _Numbers, people: _Numbers) -> dict[str, Any]:
    known = [one.removeprefix("bgg:") for one in play.ids if one.startswith("bgg:")]
    players = [
        {
            "playerRefId": people.of(each.name),
            "score": as_written(each.points),
            "winner": each.won,
            "startPlayer": False,
            "newPlayer": False,
            "rank": 0,
            "seatOrder": place,
        }
        for place, each in enumerate(play.players, start=1)
    ]
    return {
        "uuid": play.uuid,
        "gameRefId": games.of(play.game),
        "playDate": f"{play.day} 12:00:00" if play.day else "",
        "durationMin": play.minutes,
        "ignored": False,
        "bggId": int(known[0]) if known and BGG_ID.fullmatch(known[0]) else 0,
        "playerScores": players,
    }
