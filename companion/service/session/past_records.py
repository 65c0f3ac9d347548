"""Statistics of all finished plays by person and by game, imported ones included."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import mean

from msgspec import Struct

from companion.core.wording import Wording
from companion.plays.log.imported_plays import PlayerResult


class EndedPlay(Struct, frozen=True):
    """A finished play. ``game`` is equal for all plays of one game; ``day`` is a date (ISO), empty if unknown;
    ``highest_wins`` is None if unknown.
    """

    game: str
    title: Wording
    day: str
    players: tuple[PlayerResult, ...]
    highest_wins: bool | None = None


class Tally(Struct, frozen=True):
    """Totals of some plays for one person. ``average`` and ``best`` are None if no points were counted; ``wins``
    includes shared ones.
    """

    plays: int
    wins: int
    average: float | None
    best: float | None
    last: str


class GameOfPerson(Struct, frozen=True):
    """One game of one person."""

    game: str
    title: Wording
    tally: Tally


class PersonOfGame(Struct, frozen=True):
    """One person at one game."""

    name: str
    tally: Tally


class GameRecord(Struct, frozen=True):
    """One game. ``best`` is the best number of points ever, with the person's name ("" if unknown)."""

    game: str
    title: Wording
    plays: int
    average: float | None
    best: float | None
    by: str
    last: str
    people: tuple[PersonOfGame, ...] = ()


class PersonRecord(Struct, frozen=True):
    """One person, with the name in its latest spelling."""

    name: str
    plays: int
    wins: int
    last: str
    games: tuple[GameOfPerson, ...] = ()


class Rival(Struct, frozen=True):
    """Who played with a person: how many plays, and how many of them only the one or only the other won."""

    name: str
    plays: int
    won: int
    lost: int


class PersonDetail(Struct, frozen=True):
    """All about one person: ``written`` are other names whose plays count for the person."""

    record: PersonRecord
    rivals: tuple[Rival, ...]
    written: tuple[str, ...]


class Statistics(Struct, frozen=True):
    """Games and people, the most played first; ``damaged`` plays are not counted."""

    games: tuple[GameRecord, ...] = ()
    people: tuple[PersonRecord, ...] = ()
    damaged: int = 0

    def game(self, key: str) -> GameRecord | None:
        return next((record for record in self.games if record.game == key), None)

    def person(self, name: str) -> PersonRecord | None:
        return next((record for record in self.people if record.name.casefold() == name.casefold()), None)


class Names:
    """Which names are one person: those that differ only in case, and those that people said are.

    ``same`` gives the name for which another name counts, by that other name in lower case.
    """

    def __init__(self, same: Mapping[str, str]) -> None:
        self._same = same
        self._shown: dict[str, str] = {}

    def of(self, name: str) -> str:
        """The name of the person, in the spelling first asked for; "" for an unknown person."""
        name = self._same.get(name.casefold(), name)
        return self._shown.setdefault(name.casefold(), name)

    def others(self, name: str) -> tuple[str, ...]:
        """The other names of a person, in lower case."""
        return tuple(sorted(one for one, main in self._same.items() if main.casefold() == name.casefold()))


class _Played(Struct):
    points: float | None
    won: bool
    day: str


def statistics(plays: Sequence[EndedPlay], names: Names, damaged: int = 0) -> Statistics:
    """The statistics of ``plays``, which must be ordered with the latest first."""
    by_game: dict[str, list[EndedPlay]] = {}
    by_person: dict[str, dict[str, list[_Played]]] = {}
    for play in plays:
        by_game.setdefault(play.game, []).append(play)
        for each in play.players:
            if each.name:
                rows = by_person.setdefault(names.of(each.name), {}).setdefault(play.game, [])
                rows.append(_Played(each.points, each.won, play.day))
    highest = {game: _highest_wins(played) for game, played in by_game.items()}
    titles = {game: played[0].title for game, played in by_game.items()}
    people = [_person(name, games, titles, highest) for name, games in by_person.items()]
    at_game: dict[str, list[PersonOfGame]] = {}
    for person in people:
        for each_game in person.games:
            at_game.setdefault(each_game.game, []).append(PersonOfGame(person.name, each_game.tally))
    games = [
        _game(game, played, highest[game], names, _most_first(at_game.get(game, ())))
        for game, played in by_game.items()
    ]
    return Statistics(
        tuple(sorted(games, key=lambda record: -record.plays)),
        tuple(sorted(people, key=lambda record: (-record.plays, -record.wins, record.name.casefold()))),
        damaged,
    )


def _most_first(people: Iterable[PersonOfGame]) -> tuple[PersonOfGame, ...]:
    return tuple(sorted(people, key=lambda one: (-one.tally.plays, -one.tally.wins, one.name.casefold())))


def _highest_wins(played: Iterable[EndedPlay]) -> bool:
    """Whether most points win: as the latest play that knows it says, else as most plays with a winner indicate."""
    balance = 0
    for play in played:
        if play.highest_wins is not None:
            return play.highest_wins
        points = [each.points for each in play.players if each.points is not None]
        won = [each.points for each in play.players if each.won and each.points is not None]
        if won and min(points) < max(points):
            balance += (max(won) == max(points)) - (min(won) == min(points))
    return balance >= 0


def _game(
    game: str, played: Sequence[EndedPlay], highest: bool, names: Names, people: tuple[PersonOfGame, ...]
) -> GameRecord:
    totals = [(each.points, each.name) for play in played for each in play.players if each.points is not None]
    best, by = (max if highest else min)(totals, key=lambda total: total[0]) if totals else (None, "")
    return GameRecord(
        game,
        played[0].title,
        len(played),
        round(mean(points for points, _ in totals), 1) if totals else None,
        best,
        names.of(by) if by else "",
        max(play.day for play in played),
        people,
    )


def _person(
    name: str, games: Mapping[str, Sequence[_Played]], titles: Mapping[str, Wording], highest: Mapping[str, bool]
) -> PersonRecord:
    rows = [GameOfPerson(game, titles[game], _tally(played, highest[game])) for game, played in games.items()]
    tallies = [row.tally for row in rows]
    return PersonRecord(
        name,
        sum(tally.plays for tally in tallies),
        sum(tally.wins for tally in tallies),
        max(tally.last for tally in tallies),
        tuple(sorted(rows, key=lambda row: -row.tally.plays)),
    )


def _tally(played: Sequence[_Played], highest: bool) -> Tally:
    points = [each.points for each in played if each.points is not None]
    return Tally(
        len(played),
        sum(each.won for each in played),
        round(mean(points), 1) if points else None,
        (max if highest else min)(points) if points else None,
        max(each.day for each in played),
    )


def rivals(plays: Iterable[EndedPlay], names: Names, person: str) -> tuple[Rival, ...]:
    """The records of a person against everybody it has played with, the most frequent first."""
    counts: dict[str, list[int]] = {}
    for play in plays:
        won = {names.of(each.name): each.won for each in play.players if each.name}
        if person not in won:
            continue
        for other, other_won in won.items():
            if other != person:
                count = counts.setdefault(other, [0, 0, 0])
                count[0] += 1
                count[1] += won[person] and not other_won
                count[2] += other_won and not won[person]
    found = [Rival(name, *count) for name, count in counts.items()]
    return tuple(sorted(found, key=lambda rival: (-rival.plays, rival.name.casefold())))
