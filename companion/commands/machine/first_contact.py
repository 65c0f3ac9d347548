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
    help="Folder that holds table.toml.",
)
@click.option(
    "--root",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("/"),
    help="Change the files of the system in this folder and run none of its commands.",
)
@table_options
def first_contact(ctx: click.Context, card: Path, root: Path, data: Path | None) -> None:
    """Apply the table.toml on the card of a flashed table: name, country, Wi-Fi, passwords, PIN, SSH key, and whether
    its system is read-only.

    A service runs this at power-on. The file is applied once and then again only after you change it; its secrets are
    erased. The command prints what it did, but no secret. It also creates new keys and a new number for the system if
    the page for copied cards asked for that.
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
