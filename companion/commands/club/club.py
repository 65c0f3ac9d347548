"""``companion club``: serve a club of many tables, and add tables to it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.commands.club.club_events import event
from companion.commands.common_options import CommandError, Group, echo_labelled, language_option, speaker_of, tell
from companion.commands.port_check import port_trouble_told
from companion.core.wording import say
from companion.supervision.service_manager import service_manager_of
from companion.whole_files import write_whole

if TYPE_CHECKING:
    from companion.club.club_config import ClubConfig
    from companion.club.tables.club_tables import ClubTables

STOPPING = {signal.SIGTERM, signal.SIGINT}
NEEDED = ("alembic", "openskill", "psycopg", "sqlalchemy")
"""The import names of the packages that the extra ``club`` installs."""


@click.group(cls=Group, invoke_without_command=True)
@click.option(
    "--config",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Read this club.toml instead of the one in your configuration folder.",
)
@click.option("--port", type=int, help="Port of the club (default 8100).")
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="Folder of the club's data.")
@language_option
@click.pass_context
def club(ctx: click.Context, file: Path | None, port: int | None, data: Path | None) -> None:
    """Run a club until you stop it: its tables report results, and its pages show them with a ranking.

    Ctrl-C or SIGTERM stops it; nothing is lost, and the tables keep results they could not report.
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise CommandError(
            say("A club needs more than a table: pip install 'table-companion[club]' ({names} is missing).",
                names=", ".join(missing))
        )  # fmt: skip
    from companion.club.club_config import read_club_config  # noqa: PLC0415

    ctx.obj = read_club_config(file, port=port, data=data)
    if ctx.invoked_subcommand is None:
        _serve(ctx, ctx.obj)


def _serve(ctx: click.Context, config: ClubConfig) -> None:
    from companion.commands.club.club_process import ClubProcess, address_of  # noqa: PLC0415

    manager = service_manager_of(os.environ)
    # blocked before any thread starts, so that no thread is interrupted and no signal is missed
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)
    with closing(ClubProcess(config)) as process:
        with port_trouble_told(config.address, config.port):
            process.start()
        manager.ready(f"{address_of(config)}/")
        echo_labelled(ctx, [(say("The club"), f"{address_of(config)}/")])
        tell(ctx, say("Ctrl-C stops the club; tables keep what they could not report."))
        signal.sigwait(STOPPING)
        manager.stopping()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)


@club.group(cls=Group)
def table() -> None:
    """Add tables to the club and remove them."""


@table.command("add")
@click.argument("name")
@click.pass_context
def add_table(ctx: click.Context, name: str) -> None:
    """Add a table called NAME and print the lines for its settings."""
    with _tables(ctx) as tables:
        added, token = tables.add(name)
    _tell_token(ctx, added.id, token)


@table.command("renew")
@click.argument("table_id", metavar="TABLE")
@click.pass_context
def renew_token(ctx: click.Context, table_id: str) -> None:
    """Give TABLE a new token. The old one stops working."""
    with _tables(ctx) as tables:
        token = tables.renew_token(table_id)
    _tell_token(ctx, table_id, token)


@table.command("lock-out")
@click.argument("table_id", metavar="TABLE")
@click.pass_context
def lock_out(ctx: click.Context, table_id: str) -> None:
    """Make the token of TABLE invalid. Its reported results stay."""
    with _tables(ctx) as tables:
        tables.lock_out(table_id)
    tell(ctx, say("The table {name} is not let in any more. Give it another token to let it in again.", name=table_id))


@table.command("list")
@click.pass_context
def list_tables(ctx: click.Context) -> None:
    """List the tables of the club."""
    with _tables(ctx) as tables:
        found = tables.all()
    if not found:
        tell(ctx, say("The club has no tables yet. Add one: table add NAME"))
    for each in found:
        click.echo(f"{each.id:<24}  {each.name}{'' if each.active else '  -'}")


@club.command("cards")
@click.argument("count", type=int)
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path))
@click.option("--url", help="The address of the club for phones, without a slash at its end, where it is another one.")
@click.pass_context
def make_cards(ctx: click.Context, count: int, file: Path, url: str | None) -> None:
    """Create COUNT cards and write them to FILE (-: standard output), a page to print and cut apart.

    A card belongs to the person who opens it first. Its code is stored nowhere else.
    """
    from companion.club.persons.club_persons import ClubPersons  # noqa: PLC0415
    from companion.commands.club.club_process import address_of, open_database  # noqa: PLC0415
    from web.club.card_sheet import card_sheet  # noqa: PLC0415

    with closing(open_database(ctx.obj)) as database:
        codes = ClubPersons(database).make_cards(count)
    page = card_sheet(ctx.obj.title, url or address_of(ctx.obj), codes, speaker_of(ctx))
    if str(file) == "-":
        click.echo(page)
        return
    write_whole(file, page, 0o600)
    tell(ctx, say("The cards are in {file}: open it in a browser and print it.", file=str(file)))


club.add_command(event)


@club.command("certificate")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.pass_context
def make_certificate_of_club(ctx: click.Context, folder: Path) -> None:
    """Create a certificate in FOLDER, for all names and addresses of the club.

    Tables recognise the club by it: copy a new one to each of them.
    """
    from companion.commands.club.club_process import addresses_of  # noqa: PLC0415
    from companion.network.addresses import interfaces, own_ip_address  # noqa: PLC0415
    from companion.network.certificate import make_certificate  # noqa: PLC0415

    addresses = addresses_of(ctx.obj)
    numbers = [*(one.address for one in interfaces()), own_ip_address()]
    made, key = make_certificate(folder, [addresses.name, *sorted(addresses.names - {"::1"}), *numbers])
    tell(ctx, say("Write this in club.toml and start the club anew:"))
    click.echo(f'certificate = "{made.absolute()}"\nkey = "{key.absolute()}"')


@contextmanager
def _tables(ctx: click.Context) -> Iterator[ClubTables]:
    from companion.club.tables.club_tables import ClubTables  # noqa: PLC0415
    from companion.commands.club.club_process import open_database  # noqa: PLC0415

    with closing(open_database(ctx.obj)) as database:
        yield ClubTables(database)


def _tell_token(ctx: click.Context, table_id: str, token: str) -> None:
    from companion.commands.club.club_process import address_for_tables  # noqa: PLC0415

    tell(ctx, say("Into the settings of the table {name}; the token is shown only now:", name=table_id))
    config: ClubConfig = ctx.obj
    click.echo(f'\n[club]\nurl = "{address_for_tables(config)}"\ntoken = "{token}"')
    if config.certificate:
        click.echo('ca = "/etc/table-companion/club.pem"')
        tell(ctx, say("Copy {file} there, so that the table knows the club.", file=config.certificate))
