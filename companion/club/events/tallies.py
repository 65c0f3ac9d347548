"""What each person of an event has so far: points, and the games that count for tie-breaks."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from companion.club.events.event_points import NO_POINTS, table_points
from companion.club.events.event_rounds import ClubEvent, Entrant, Round, StillOpen, TableRanks
from companion.club.events.event_rules import EventRules


class RankedTable(Struct, frozen=True):
    """A table whose ranks are known: its people, their ranks, and the game's own points, empty where it has none."""

    people: tuple[str, ...]
    ranks: tuple[int, ...]
    points: tuple[int, ...]


class Tally(Struct):
    """The sum of one person's event. ``unplayed`` counts rounds that gave points without a game: sat out, or missed."""

    person: str
    total: Fraction = NO_POINTS
    unplayed: int = 0
    games: list[tuple[RankedTable, int]] = []
    """The games that count, each with the seat of this person there, from 0."""

    @property
    def wins(self) -> int:
        """Tables won, a shared first rank included."""
        return sum(game.ranks[seat] == 1 for game, seat in self.games)

    @property
    def share(self) -> Fraction | None:
        """The mean share of the game points at the table; None where no game had any to share."""
        shares = [Fraction(game.points[seat], sum(game.points)) for game, seat in self.games if sum(game.points) > 0]
        return Fraction(sum(shares), len(shares)) if shares else None


def tallies(event: ClubEvent) -> dict[str, Tally]:
    """The tally of each entrant, also of those who have left, in the order in which they were entered."""
    found = {entrant.person: Tally(entrant.person) for entrant in event.entrants}
    for played in event.rounds:
        _count_tables(event.rules, played, found)
        _count_unplayed(event.rules, played, event.entrants, found)
    return found


def points_by_round(event: ClubEvent) -> dict[str, tuple[Fraction | None, ...]]:
    """What each round has given to each entrant; None for who was not there, or still plays."""
    found: dict[str, list[Fraction | None]] = {entrant.person: [None] * len(event.rounds) for entrant in event.entrants}
    for played in event.rounds:
        given = dict.fromkeys(_paid(event.rules, played, event.entrants), Fraction(event.rules.bye))
        for table in played.tables:
            if not isinstance(table.outcome, StillOpen):
                given.update(zip(table.seats, table_points(event.rules, table), strict=True))
        for person, points in given.items():
            found[person][played.number - 1] = points
    return {person: tuple(points) for person, points in found.items()}


def _paid(rules: EventRules, played: Round, entrants: Sequence[Entrant]) -> set[str]:
    """Who gets points of a round without a game."""
    paid = set(played.byes)
    if rules.missed == "bye":
        paid.update(entrant.person for entrant in entrants if played.number < entrant.enters)
    return paid


def _count_tables(rules: EventRules, played: Round, found: dict[str, Tally]) -> None:
    for table in played.tables:
        outcome = table.outcome
        game = RankedTable(table.seats, outcome.ranks, outcome.points) if isinstance(outcome, TableRanks) else None
        for seat, (person, points) in enumerate(zip(table.seats, table_points(rules, table), strict=True)):
            found[person].total += points
            if game is not None:
                found[person].games.append((game, seat))


def _count_unplayed(rules: EventRules, played: Round, entrants: Sequence[Entrant], found: dict[str, Tally]) -> None:
    for person in _paid(rules, played, entrants):
        found[person].total += rules.bye
        found[person].unplayed += 1
