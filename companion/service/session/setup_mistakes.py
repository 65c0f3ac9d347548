"""What was not taken over of the owner's file at the first start, until the admin has put it away."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.first_contact.setup_record import SetupMistake, mistakes_key
from companion.plays.storage.stores import Settings
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import Handlers, Sender

KEPT = "setup-mistakes"
"""The setting: which mistakes were put away."""


class PutAwayMistakes(Request, frozen=True):
    """Show the mistakes of the owner's file no more."""

    may_ask = "admin"


class SetupMistakes:
    """``found`` are those of the present file; ``changed`` is told when they are put away."""

    def __init__(self, found: Sequence[SetupMistake], settings: Settings, changed: Callable[[], None]) -> None:
        self._key = mistakes_key(found)
        self._settings = settings
        self._changed = changed
        self.shown = () if settings.get(KEPT) == self._key else tuple(found)

    def handlers(self) -> Handlers:
        return {PutAwayMistakes: self._put_away}

    def _put_away(self, _: Sender, __: PutAwayMistakes) -> Reply:
        self._settings.put(KEPT, self._key)
        self.shown = ()
        self._changed()
        return Reply()
