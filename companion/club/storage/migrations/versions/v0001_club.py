"""All tables of the first clubs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "form_keys",
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_form_keys"),
        comment="The key that signs forms: one row.",
    )
    op.create_table(
        "club_tables",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("token", sa.LargeBinary, nullable=False),
        sa.Column("address", sa.Text),
        sa.Column("heard", sa.Float),
        sa.PrimaryKeyConstraint("id", name="pk_club_tables"),
        comment="The tables of the club, and how they show who they are.",
    )
    op.create_table(
        "persons",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_persons"),
        comment="The people of the club.",
    )
    op.create_table(
        "cards",
        sa.Column("code", sa.LargeBinary, nullable=False),
        sa.Column("person", sa.Text),
        sa.PrimaryKeyConstraint("code", name="pk_cards"),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_cards_person"),
        comment="The cards of the club.",
    )
    op.create_index("ix_cards_person", "cards", ["person"])
    op.create_table(
        "forgotten",
        sa.Column("number", NUMBER, nullable=False, autoincrement=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_forgotten"),
        comment="Ids of people who wanted to be forgotten, for tables that still know them.",
        sqlite_autoincrement=True,
    )
    op.create_table(
        "results",
        sa.Column("number", NUMBER, nullable=False, autoincrement=True),
        sa.Column("play", sa.Text, nullable=False),
        sa.Column("club_table", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
        sa.Column("received", sa.Float, nullable=False),
        sa.Column("report", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_results"),
        sa.UniqueConstraint("play", name="uq_results_play"),
        sa.ForeignKeyConstraint(["club_table"], ["club_tables.id"], name="fk_results_club_table"),
        comment="The newest report of every play. Their numbers are the club's own sequence: no table knows the time.",
        sqlite_autoincrement=True,
    )
    op.create_index("ix_results_game", "results", ["game", "withdrawn", "number"])
    op.create_table(
        "result_seats",
        sa.Column("result", NUMBER, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("result", "seat", name="pk_result_seats"),
        sa.ForeignKeyConstraint(["result"], ["results.number"], name="fk_result_seats_result"),
        comment="Who came where in a play that was not taken back.",
    )
    op.create_index("ix_result_seats_person", "result_seats", ["person", "result"])
    op.create_table(
        "ratings",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("result", NUMBER, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("game", "result", "person", name="pk_ratings"),
        sa.ForeignKeyConstraint(["result"], ["results.number"], name="fk_ratings_result"),
        comment="The rating of each person after each play that counted for it.",
    )
    op.create_index("ix_ratings_game", "ratings", ["game", "person", "result"])
    op.create_index("ix_ratings_person", "ratings", ["person", "game", "result"])
    op.create_table(
        "rated_games",
        sa.Column("game", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_rated_games"),
        comment="One row for each game, locked by whoever computes its ratings.",
    )
    op.create_table(
        "rating_jobs",
        sa.Column("number", NUMBER, nullable=False, autoincrement=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("result", NUMBER, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_rating_jobs"),
        sa.ForeignKeyConstraint(["game"], ["rated_games.game"], name="fk_rating_jobs_game"),
        comment="From which result on the ratings of a game are to be computed again. The smallest one counts.",
    )
    op.create_index("ix_rating_jobs_game", "rating_jobs", ["game", "result"])
    op.create_table(
        "events",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("organiser", sa.LargeBinary, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("added", sa.Float, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
        comment="The events of the club.",
    )
