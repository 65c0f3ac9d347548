"""What the finished plays of a table add up to, by game and by player, from their kept results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import mean

from msgspec import Struct

from companion.core.wording import Wording
from companion.plays.storage.rows import Result


class GameRecord(Struct, frozen=True):
    """One game at this table. ``best`` is the winning-most number of points ever, and whose it was; it and the average
    are None where points decide nothing.
    """

    title: Wording
    plays: int
    average: float | None
    best: int | None
    by: str


class PlayerRecord(Struct, frozen=True):
    """One player at this table, by the name as last written. ``wins`` counts shared ones too."""

    name: str
    plays: int
    wins: int
    games: tuple[tuple[Wording, int, int], ...]


class Statistics(Struct, frozen=True):
    """Games and players, the most played first; ``damaged`` plays are not counted."""

    games: tuple[GameRecord, ...] = ()
    players: tuple[PlayerRecord, ...] = ()
    damaged: int = 0


def statistics(results: Sequence[Result], titles: Mapping[str, Wording], damaged: int = 0) -> Statistics:
    """The statistics of results, the latest first; those of games without a title are left out."""
    known = [result for result in results if result.game in titles]
    return Statistics(_game_records(known, titles), _player_records(known, titles), damaged)


def _game_records(results: Iterable[Result], titles: Mapping[str, Wording]) -> tuple[GameRecord, ...]:
    by_game: dict[str, list[Result]] = {}
    for result in results:
        by_game.setdefault(result.game, []).append(result)
    records = [_game_record(titles[game], played) for game, played in by_game.items()]
    return tuple(sorted(records, key=lambda record: -record.plays))


def _game_record(title: Wording, played: Sequence[Result]) -> GameRecord:
    totals = [(points, result.names.get(seat, "")) for result in played for points, seat in result.totals]
    if not totals:
        return GameRecord(title, len(played), None, None, "")
    highest = all(result.highest_wins for result in played)
    best, by = (max if highest else min)(totals, key=lambda total: total[0])
    return GameRecord(title, len(played), round(mean(points for points, _ in totals), 1), best, by)


def _player_records(results: Iterable[Result], titles: Mapping[str, Wording]) -> tuple[PlayerRecord, ...]:
    """Names that differ only in case are one player."""
    found: dict[str, tuple[str, list[tuple[Result, bool]]]] = {}
    for result in results:
        for seat, name in result.names.items():
            _, played = found.setdefault(name.casefold(), (name, []))
            played.append((result, seat in result.winners))
    records = [
        PlayerRecord(name, len(played), sum(won for _, won in played), _games(played, titles))
        for name, played in found.values()
    ]
    return tuple(sorted(records, key=lambda record: (-record.plays, -record.wins, record.name.casefold())))


def _games(
    played: Iterable[tuple[Result, bool]], titles: Mapping[str, Wording]
) -> tuple[tuple[Wording, int, int], ...]:
    """(title, plays, wins) of each game."""
    found: dict[str, tuple[Wording, int, int]] = {}
    for result, won in played:
        title, plays, wins = found.get(result.game, (titles[result.game], 0, 0))
        found[result.game] = (title, plays + 1, wins + won)
    return tuple(sorted(found.values(), key=lambda game: -game[1]))
