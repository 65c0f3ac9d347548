"""What the finished evenings add up to, for each game and each player. People are known by name."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import mean

from msgspec import Struct

from companion.core.wording import Wording
from companion.service.session.session_looks import PastPlay


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


def game_records(plays: Iterable[PastPlay]) -> tuple[GameRecord, ...]:
    """Every game with a finished play, the most played first."""
    by_game: dict[str, list[PastPlay]] = {}
    for play in plays:
        if play.score is not None:
            by_game.setdefault(play.game, []).append(play)
    return tuple(sorted(map(_game_record, by_game.values()), key=lambda record: -record.plays))


def _game_record(plays: list[PastPlay]) -> GameRecord:
    totals = [
        (side.total, play.names.get(seat, ""))
        for play in plays
        for side in (play.score.sides if play.score and play.score.counted else ())
        for seat in side.seats[:1]
    ]
    if not totals:
        return GameRecord(plays[0].title, len(plays), None, None, "")
    highest = all(play.score is None or play.score.highest_wins for play in plays)
    best, by = (max if highest else min)(totals, key=lambda total: total[0])
    return GameRecord(plays[0].title, len(plays), round(mean(total for total, _ in totals), 1), best, by)


def player_records(plays: Iterable[PastPlay]) -> tuple[PlayerRecord, ...]:
    """Every player of a finished play, who has played most first. Names that differ only in case are one."""
    found: dict[str, tuple[str, list[tuple[PastPlay, bool]]]] = {}
    for play in plays:
        if play.score is None:
            continue
        winners = {seat for side in play.score.winners() for seat in side.seats}
        for seat, name in play.names.items():
            _, played = found.setdefault(name.casefold(), (name, []))
            played.append((play, seat in winners))
    records = [
        PlayerRecord(name, len(played), sum(won for _, won in played), _games(played))
        for name, played in found.values()
    ]
    return tuple(sorted(records, key=lambda record: (-record.plays, -record.wins, record.name.casefold())))


def _games(played: list[tuple[PastPlay, bool]]) -> tuple[tuple[Wording, int, int], ...]:
    """(title, plays, wins) of each game."""
    found: dict[str, tuple[Wording, int, int]] = {}
    for play, won in played:
        title, plays, wins = found.get(play.game, (play.title, 0, 0))
        found[play.game] = (title, plays + 1, wins + won)
    return tuple(sorted(found.values(), key=lambda game: -game[1]))
