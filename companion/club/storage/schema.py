"""The tables of the club's database, as they are now. How they came to be so stands in ``migrations``."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

RowNumber = BigInteger().with_variant(Integer, "sqlite")
"""SQLite numbers rows by itself only where the type is INTEGER."""

form_keys = Table(
    "form_keys",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("key", LargeBinary, nullable=False),
    comment="The key that signs forms: one row.",
)

club_tables = Table(
    "club_tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("token", LargeBinary, nullable=False),  # SHA-256 of its secret part; the token itself is nowhere
    Column("address", Text),  # where its pages are, as it said when it called last
    Column("heard", Float),  # when that was, in seconds since 1970 by the club's clock
    comment="The tables of the club, and how they show who they are.",
)

persons = Table(
    "persons",
    metadata,
    Column("id", Text, primary_key=True),  # opaque: random, and says nothing
    Column("name", Text, nullable=False),  # as the person wants to be called in the club
    comment="The people of the club.",
)

cards = Table(
    "cards",
    metadata,
    Column("code", LargeBinary, primary_key=True),  # SHA-256 of the code, which is on the card alone
    Column("person", Text, ForeignKey("persons.id")),  # NULL until somebody takes the card
    comment="The cards of the club.",
)
Index("ix_cards_person", cards.c.person)

forgotten = Table(
    "forgotten",
    metadata,
    Column("number", RowNumber, primary_key=True, autoincrement=True),
    Column("person", Text, nullable=False),
    comment="Ids of people who wanted to be forgotten, for tables that still know them.",
    sqlite_autoincrement=True,
)

results = Table(
    "results",
    metadata,
    Column("number", RowNumber, primary_key=True, autoincrement=True),
    Column("play", Text, nullable=False, unique=True),
    Column("club_table", Text, ForeignKey("club_tables.id"), nullable=False),
    Column("version", Integer, nullable=False),  # as the table counts
    Column("digest", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("withdrawn", Boolean, nullable=False),
    Column("received", Float, nullable=False),  # seconds since 1970 by the club's clock: when it first came
    Column("report", Text, nullable=False),  # JSON as the table sent it
    comment="The newest report of every play. Their numbers are the club's own sequence: no table knows the time.",
    sqlite_autoincrement=True,
)
Index("ix_results_game", results.c.game, results.c.withdrawn, results.c.number)

result_seats = Table(
    "result_seats",
    metadata,
    Column("result", RowNumber, ForeignKey("results.number"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", Text, nullable=False),  # opaque; empty for a guest
    Column("place", Integer, nullable=False),
    Column("points", Integer),  # NULL where points decide nothing
    Column("won", Boolean, nullable=False),
    comment="Who came where in a play that was not taken back.",
)
Index("ix_result_seats_person", result_seats.c.person, result_seats.c.result)

ratings = Table(
    "ratings",
    metadata,
    Column("game", Text, primary_key=True),
    Column("result", RowNumber, ForeignKey("results.number"), primary_key=True),
    Column("person", Text, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    comment="The rating of each person after each play that counted for it.",
)
Index("ix_ratings_person", ratings.c.person, ratings.c.game, ratings.c.result)
Index("ix_ratings_game", ratings.c.game, ratings.c.person, ratings.c.result)

rated_games = Table(
    "rated_games",
    metadata,
    Column("game", Text, primary_key=True),
    comment="One row for each game, locked by whoever computes its ratings.",
)

rating_jobs = Table(
    "rating_jobs",
    metadata,
    Column("number", RowNumber, primary_key=True, autoincrement=True),
    Column("game", Text, ForeignKey("rated_games.game"), nullable=False),
    Column("result", RowNumber, nullable=False),
    comment="From which result on the ratings of a game are to be computed again. The smallest one counts.",
)
Index("ix_rating_jobs_game", rating_jobs.c.game, rating_jobs.c.result)

events = Table(
    "events",
    metadata,
    Column("id", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("organiser", LargeBinary, nullable=False),  # SHA-256 of the organiser's code, which is nowhere
    Column("game", Text, nullable=False),  # empty where tables play what they like
    Column("version", Integer, nullable=False),  # grows with every change
    Column("added", Float, nullable=False),  # seconds since 1970 by the club's clock
    Column("document", Text, nullable=False),  # JSON: people, rounds, what was entered; standings follow from it
    comment="The events of the club.",
)
