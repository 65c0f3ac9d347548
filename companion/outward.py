"""What sends something away from the table, as the settings ask for it. Loaded only where they do: it takes memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.config import Config
from companion.core.game import AnyGame
from companion.plays.log.log import Log
from companion.plays.time_source import Clock
from companion.service.session.sending.club_reporting import MakeReporter
from companion.service.session.sending.room_publishing import MakePublisher


def publisher_of(
    config: Config, log: Log, clock: Clock, secret: Callable[[int], bytes], address: Callable[[], str]
) -> MakePublisher | None:
    """What tells the room around the table, and that it is at this ``address``; None where the settings name no
    broker.
    """
    if not config.mqtt.host:
        return None
    from companion.mqtt.publisher_setup import publisher_setup  # noqa: PLC0415

    return publisher_setup(config.mqtt, config.folder, log, clock, secret, address)


def reporter_of(
    config: Config, log: Log, games: Callable[[], Mapping[str, AnyGame]], clock: Clock, address: Callable[[], str]
) -> MakeReporter | None:
    """What tells the club how plays end and at which ``address`` the table is; None where the settings name no club."""
    if not config.club.url:
        return None
    from companion.reporting.reporter_setup import reporter_setup  # noqa: PLC0415

    return reporter_setup(config.club, log, games, clock, address)
