"""A club in which a lot was played: people with names of all kinds, five games, score sheets with several lines."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
from sqlalchemy import Connection, insert, select

from companion.club.results.placings import placings
from companion.club.results.rating_jobs import RatingJobs
from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.schema import club_tables, persons, rated_games, rating_jobs, result_seats, results
from companion.core.scoring import Line, ScoreSheet, SideScore, TieBreak
from companion.core.wording import verbatim
from companion.reporting.play_report import PlayReport, ReportedSeat, report_document
from tests.club.results.reports import rate_all

GAMES = {
    "antike": "Antike",
    "antiquity": "Antiquity",
    "athens-sparta": "Athens & Sparta",
    "ancient-world": "The Ancient World",
    "olympos": "Olympos",
}
NAMES = (
    "Maximiliana Wolkenstein-Rodene",  # the longest there may be
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "عبد الرحمن بن محمد الأندلسي",
    "🦊 Zorro del Puerto 🎲",
    "Íñigo",
    "נועה",
    "Li",
    "Ana <b>&amp;</b>",
)
FIRST = ("Ana", "Marco", "Lucía", "Pau", "Nuria", "Ben", "Cleo", "Dora", "Emil", "Fátima", "Gil", "Hanna", "Iris")
TABLES = {"plum": "Plum", "window": "By the window, at the very back of the room", "fig": "Fig"}
BEGAN = 1_790_000_000.0


class BusyClub:
    """``people`` persons with ids ``p0``, ``p1``... and ``plays`` results, the same for the same ``seed``."""

    def __init__(self, people: int, plays: int, seed: int = 1) -> None:
        self.people = {f"p{n}": _name(n) for n in range(people)}
        self._plays = plays
        self._chance = random.Random(seed)
        self._skill = {person: self._chance.gauss(0, 4) for person in self.people}

    def fill(self, database: ClubDatabase) -> None:
        """Write everything in one transaction, and compute the ratings."""
        with database.writing() as connection:
            present = set(connection.execute(select(club_tables.c.id)).scalars())
            tables = [{"id": key, "name": name, "token": b""} for key, name in TABLES.items() if key not in present]
            if tables:
                connection.execute(insert(club_tables), tables)
            connection.execute(insert(persons), [{"id": key, "name": name} for key, name in self.people.items()])
            for number, report in enumerate(self.reports(), start=1):
                _store(connection, number, report, self._chance.choice(list(TABLES)))
            connection.execute(insert(rated_games), [{"game": game} for game in GAMES])
            connection.execute(insert(rating_jobs), [{"game": game, "result": 1} for game in GAMES])
        rate_all(RatingJobs(database))

    def reports(self) -> Iterator[PlayReport]:
        """Mostly of the first game; now and then a guest, a team, or a game that is won without points."""
        persons_ = list(self.people)
        for number in range(1, self._plays + 1):
            game = self._chance.choices(list(GAMES), [8, 4, 2, 2, 1])[0]
            seated: list[str] = self._chance.sample(persons_, min(self._chance.randint(2, 5), len(persons_)))
            if self._chance.random() < 0.2:
                seated[-1] = ""
            yield self._report(number, game, seated)

    def _report(self, number: int, game: str, seated: list[str]) -> PlayReport:
        sides = tuple(self._side(seat, person) for seat, person in enumerate(seated, start=1))
        ladder = (TieBreak(verbatim({"en": "Cities founded", "es": "Ciudades fundadas"})),)
        ended = BEGAN + number * 5_400
        return PlayReport(
            play=f"play-{number}",
            version=1,
            game=game,
            title=verbatim(GAMES[game]),
            rules_version=1,
            options={"map": "greece", "fast": number % 2 == 0, "rounds": 9} if game == "antike" else {},
            seats=tuple(ReportedSeat(seat, person) for seat, person in enumerate(seated, start=1)),
            score=ScoreSheet(sides, final=True, ladder=ladder),
            began=ended - 5_000 if number % 3 else None,
            ended=ended if number % 3 else None,
            minutes=self._chance.randint(25, 140),
        )

    def _side(self, seat: int, person: str) -> SideScore:
        drawn = max(0, round(20 + self._skill.get(person, -3) + self._chance.gauss(0, 5)))
        lines = (
            Line("cities", drawn // 2, verbatim({"en": "Cities", "es": "Ciudades"})),
            Line(
                "temples",
                drawn - drawn // 2,
                verbatim({"en": "Temples", "es": "Templos"}),
                verbatim({"en": "2 each, and 1 from Seat 1", "es": "2 por cada uno, y 1 de Sitio 1"}),
            ),
            Line("penalty", -1, verbatim({"en": "Famine", "es": "Hambruna"})),
        )
        return SideScore(f"seat-{seat}", (seat,), verbatim(f"Seat {seat}"), lines, (self._chance.randint(0, 3),))


def _name(number: int) -> str:
    if number < len(NAMES):
        return NAMES[number]
    return f"{FIRST[number % len(FIRST)]} {number}"


def _store(connection: Connection, number: int, report: PlayReport, table: str) -> None:
    row = {
        "number": number,
        "play": report.play,
        "club_table": table,
        "version": report.version,
        "digest": report_document(report)[1],
        "game": report.game,
        "withdrawn": False,
        "received": BEGAN + number * 5_400 + 60,
        "report": msgspec.json.encode(report).decode(),
    }
    connection.execute(insert(results).values(row))
    seats = [
        {
            "result": number,
            "seat": placing.seat,
            "person": placing.person,
            "place": placing.place,
            "points": placing.points,
            "won": placing.won,
        }
        for placing in placings(report)
    ]
    connection.execute(insert(result_seats), seats)
