"""Where the pages of a table are, and when it called."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("club_tables", sa.Column("address", sa.Text))
    op.add_column("club_tables", sa.Column("heard", sa.Float))
