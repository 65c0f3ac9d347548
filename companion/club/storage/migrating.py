"""Brings a database to its present shape, with Alembic."""

from __future__ import annotations

from importlib.resources import as_file, files

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError

from companion.club.storage.club_database import ClubDatabase, ClubDatabaseError


def migrate_club(database: ClubDatabase) -> None:
    """Apply what is missing, all or nothing. Several processes may do so at once.

    Raises ``ClubDatabaseError`` for a database of a newer club.
    """
    with as_file(files("companion.club.storage") / "migrations") as folder:
        config = Config()
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        with database.writing() as connection:
            if connection.dialect.name == "postgresql":
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7266011)")
            config.attributes["connection"] = connection
            present = MigrationContext.configure(connection).get_current_revision()
            try:
                if present is not None:
                    ScriptDirectory.from_config(config).get_revision(present)
                command.upgrade(config, "head")
            except CommandError as error:
                why = f"the database is of another version of the companion ({present}): update this one"
                raise ClubDatabaseError(why) from error
