"""Bugs in the rules of a game: they end a step or leave something undrawn, never the play."""

from __future__ import annotations

import logging

from companion.core.errors import Refused, raised_at
from companion.core.wording import N_, say

logger = logging.getLogger(__name__)

STUMBLED = say("The rules stumbled over the last step; nothing was changed by it.")
NOT_SHOWN = say("The rules stumbled: something is missing here. The play goes on.")


def stumbled(error: BaseException) -> Refused:
    """The refusal of a step over which the rules stumbled."""
    log_bug(error)
    words = say("The rules stumbled over that; nothing was changed. The log names the place.", N_("The rules stumbled"))
    return Refused("bug", words)


def log_bug(error: BaseException) -> None:
    """Type and place are enough to mend it; the message of an exception may show a hidden hand."""
    cause = error.__cause__ or error
    logger.error("the rules stumbled: %s at %s", type(cause).__name__, raised_at(cause))
