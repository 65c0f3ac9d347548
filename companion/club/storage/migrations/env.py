"""What Alembic runs: over the connection that it is given."""

from __future__ import annotations

from alembic import context

from companion.club.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
