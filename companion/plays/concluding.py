"""Closing a finished play for good. Its seed is shown only then: whoever knew it could take the end back and tell what
comes.
"""

from __future__ import annotations

from companion.core.errors import Refused
from companion.core.wording import N_, say
from companion.plays.log import Log

CONCLUDED = "concluded:"
"""Before the play in the settings."""


def is_concluded(log: Log, play: str) -> bool:
    """Whether this play is closed: its seed is open, and nothing is added to its log any more. That there is a word of
    it is enough, in case it is damaged: a seed once shown stays known.
    """
    return log.settings.holds(CONCLUDED + play)


def conclude(log: Log, play: str) -> None:
    """Close a play. Raises ``Refused`` unless it is over, ``LogError``."""
    row = log.play(play)
    if row is None or row.status != "over":
        raise Refused("not-over", say("That play is not over.", short=N_("Not over yet")))
    log.settings.put(CONCLUDED + play, True)


def closed_for_good() -> Refused:
    """The refusal of everything that would change a closed play."""
    why = say("This play is closed for good: the seed of its chance has been shown.", short=N_("Closed for good"))
    return Refused("concluded", why)
