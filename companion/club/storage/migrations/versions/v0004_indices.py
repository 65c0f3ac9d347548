"""Indices that hold all that is counted for a page: no report is read for it."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("ix_results_game", "results")
    op.create_index("ix_results_game", "results", ["game", "withdrawn", "number"])
    op.drop_index("ix_result_seats_person", "result_seats")
    op.create_index("ix_result_seats_person", "result_seats", ["person", "result"])
    op.create_index("ix_ratings_game", "ratings", ["game", "person", "result"])
