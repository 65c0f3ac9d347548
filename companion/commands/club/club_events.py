"""``companion club event``: add events to the club, and give their organisers a way in."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import click

from companion.commands.common_options import Group, ask, tell
from companion.core.wording import say

if TYPE_CHECKING:
    from companion.club.events.stored.stored_events import StoredEvents


@click.group(cls=Group)
def event() -> None:
    """Add events (tournaments) to the club."""


@event.command("add")
@click.argument("title")
@click.option("--game", default="", help="Key of the game they play; without it every game counts.")
@click.option("--url", help="The address of the club for phones, without a slash at its end, where it is another one.")
@click.pass_context
def add_event(ctx: click.Context, title: str, game: str, url: str | None) -> None:
    """Add an event called TITLE and print the address for its organiser. It is shown only once.

    The device that opens this address organises the event.
    """
    with _events(ctx) as events:
        added, code = events.add(title, game)
        if game and not _is_known(game, events):
            tell(ctx, say("No table has played {game} yet, and it does not come along: is that the key?", game=game))
    _tell_address(ctx, added, code, url)


@event.command("renew")
@click.argument("event_id", metavar="EVENT")
@click.option("--url", help="The address of the club for phones, without a slash at its end, where it is another one.")
@click.pass_context
def renew_code(ctx: click.Context, event_id: str, url: str | None) -> None:
    """Give the organiser of EVENT a new address. The old address, and devices that opened it, stop working."""
    with _events(ctx) as events:
        code = events.renew_code(event_id)
    _tell_address(ctx, event_id, code, url)


@event.command("remove")
@click.argument("event_id", metavar="EVENT")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_context
def remove_event(ctx: click.Context, event_id: str, yes: bool) -> None:
    """Remove EVENT and everything entered in it. Results reported by tables stay."""
    if not yes and not ask(ctx, say("Take {name} away with everything entered in it?", name=event_id)):
        return
    with _events(ctx) as events:
        events.remove(event_id)
    tell(ctx, say("The event {name} is taken away.", name=event_id))


@event.command("list")
@click.pass_context
def list_events(ctx: click.Context) -> None:
    """List the events of the club, the newest first."""
    with _events(ctx) as events:
        found = events.all()
    if not found:
        tell(ctx, say("The club has no events yet. Add one: event add TITLE"))
    for each in found:
        click.echo(f"{each.id:<40}  {each.title}")


@contextmanager
def _events(ctx: click.Context) -> Iterator[StoredEvents]:
    from companion.club.events.stored.stored_events import StoredEvents  # noqa: PLC0415
    from companion.commands.club.club_process import open_database  # noqa: PLC0415

    with closing(open_database(ctx.obj)) as database:
        yield StoredEvents(database, time.time)


def _is_known(game: str, events: StoredEvents) -> bool:
    from companion.club.results.result_views import ResultViews  # noqa: PLC0415
    from companion.games import shipped  # noqa: PLC0415

    return any(game == each.meta.key for each in shipped()) or game in ResultViews(events.database).games()


def _tell_address(ctx: click.Context, event_id: str, code: str, url: str | None) -> None:
    from companion.commands.club.club_process import address_of  # noqa: PLC0415

    tell(ctx, say("The organiser of {name} opens this address; it is shown only now:", name=event_id))
    click.echo(f"\n{url or address_of(ctx.obj)}/event/{event_id}/organise/{code}")
