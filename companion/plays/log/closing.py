"""Close a finished play for good. Its seed is published only then, because whoever knows it could undo the end and
predict chance.
"""

from __future__ import annotations

from companion.core.errors import Refused
from companion.core.wording import N_, say
from companion.plays.log.log import Log

CONCLUDED = "concluded:"
"""Prefix of the play's id in the settings."""


def is_concluded(log: Log, play: str) -> bool:
    """Whether a play is closed: its seed is public and its log complete. A damaged row counts too, since a published
    seed stays known.
    """
    return log.settings.holds(CONCLUDED + play)


def conclude(log: Log, play: str) -> None:
    """Close a play. Raises ``Refused`` unless it is over, and ``LogError``."""
    row = log.play(play)
    if row is None or row.status != "over":
        raise Refused("not-over", say("That play is not over.", short=N_("Not over yet")))
    log.settings.put(CONCLUDED + play, True)


def play_closed() -> Refused:
    """Refusal of changes to a closed play."""
    why = say("This play is closed for good: the seed of its chance has been shown.", short=N_("Closed for good"))
    return Refused("concluded", why)
