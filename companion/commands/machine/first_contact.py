"""``companion first-contact``: apply what the owner wrote on the card of a flashed table."""

from __future__ import annotations

import os
from pathlib import Path

import click

from companion.commands.common_options import Command, CommandError, config_of, table_options, tell
from companion.config import Config, language_of, usual_place
from companion.core.wording import Message, say
from companion.first_contact.applying import RunCommand, SystemSetup, run_command
from companion.first_contact.meeting import meet
from companion.first_contact.read_only_root import ReadOnlyRoot
from companion.first_contact.setup_record import SetupRecord
from companion.first_contact.system_identity import renew_system_identity
from companion.profiles import shipped_profiles
from companion.toml_settings import ConfigError

CARD = Path("/boot/firmware")
"""Where the FAT partition of the card is mounted."""
run_as_root: RunCommand = run_command


@click.command("first-contact", cls=Command)
@click.option(
    "--card",
    type=click.Path(file_okay=False, path_type=Path),
    default=CARD,
    show_default=True,
    help="The folder in which table.toml lies.",
)
@click.option(
    "--root",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("/"),
    help="Change the files of a system that lies here, and run none of its commands.",
)
@table_options
def first_contact(ctx: click.Context, card: Path, root: Path, data: Path | None) -> None:
    """Take over table.toml: name, country, Wi-Fi, passwords, PIN and SSH key of a table that was flashed, and
    whether its system is only read.

    The service does this at power-on. A file that was taken over is not read again until somebody changes it; its
    secrets are wiped. What was done is said, and no secret. It also makes keys and number of the system anew, where
    the page for copied cards asked for it.
    """
    here = root == Path("/")
    if here and os.geteuid() != 0:
        raise CommandError(say("This changes the system, so it has to be run as root."))
    settings = ctx.obj or usual_place()
    try:
        config = config_of(ctx, data=data)
    except ConfigError:
        # an unusable configuration opens a table, too, which says why
        config = Config(data=str(data or os.environ.get("COMPANION_DATA", ".")))
    card_root = ReadOnlyRoot(root, card) if here else ReadOnlyRoot(root, card, mounts=None)
    run: RunCommand = run_as_root if here else lambda _command: None
    system = SystemSetup(root, settings, card_root, run)
    try:
        config.folder.mkdir(parents=True, exist_ok=True)
        record = meet(card, config.folder, system, shipped_profiles(), config.language or language_of(os.environ))
    except OSError as error:
        raise CommandError(say("table.toml could not be taken over: {why}", why=str(error))) from error
    for message in _told(record):
        tell(ctx, message)
    try:
        renewed = renew_system_identity(config.folder, root, card_root, run)
    except OSError as error:
        raise CommandError(say("The keys of the system could not be made anew: {why}", why=str(error))) from error
    if renewed is not None:
        tell(ctx, renewed)


def _told(record: SetupRecord | None) -> tuple[Message, ...]:
    if record is None:
        return (say("There is no table.toml that was not taken over before."),)
    said = (*record.done, *(mistake.words for mistake in record.mistakes))
    return said or (say("Nothing is set in table.toml."),)
