"""Becoming admin of a new table without a PIN: asked for by one tap, told on every page, counted half a minute later.

A second device that asks meanwhile ends it for both: which of them belongs to the table, nobody here can know.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import Literal

from msgspec import Struct

from companion.core.errors import Refused
from companion.core.wording import say
from companion.first_contact.setup_window import SetupWindow
from companion.plays.storage.log_errors import LogError
from companion.plays.time_source import Clock
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import Handlers, Sender
from companion.service.play.running_play import RunningPlay
from companion.service.seats.host_role import HostRoles
from companion.service.table_state import Part

logger = logging.getLogger(__name__)

UNTIL_IT_COUNTS = 30.0
"""Seconds in which another device may ask too."""

SetupStage = Literal["closed", "open", "asked", "contested"]


class SetUpTable(Request, frozen=True):
    """Become admin of a table that was just flashed, half a minute later, unless another device asks too."""

    may_ask = "anyone"


class TableSetupView(Struct, frozen=True):
    """Whether a device may ask, one has, or two have, which ends it. ``own``: this device has."""

    stage: SetupStage = "closed"
    own: bool = False


@dataclass(frozen=True)
class SetupState:
    """The ``token`` of the device that asked, since when by the monotonic clock."""

    stage: SetupStage = "closed"
    token: str = ""
    since: float = 0.0


@dataclass(eq=False, repr=False)
class TableSetup:
    """Set up a new table from a phone, without a PIN. Deciding thread only, but for ``view``. Without a ``window`` this
    is never offered.
    """

    part: Part[SetupState]
    running: RunningPlay
    roles: HostRoles
    clock: Clock
    window: SetupWindow | None
    played: bool
    """Whether a play was begun here before."""

    def handlers(self) -> Handlers:
        return {SetUpTable: self._ask}

    def view(self, token: str) -> TableSetupView:
        """How far this is, for the device with ``token``."""
        now = self.part.now
        return TableSetupView(now.stage, bool(now.token) and now.token == token)

    def _ask(self, sender: Sender, _: SetUpTable) -> Reply:
        if not sender.token:
            raise Refused("no-token", say("That did not come from a phone."))
        self.idle()
        now = self.part.now
        if now.stage == "asked" and now.token == sender.token:
            return Reply()
        if now.stage == "asked" and self.window is not None:
            self.window.contest()
            self.part.put(SetupState("contested"))
            return Reply()
        if now.stage != "open":
            raise Refused("no-setup", say("This table is set up with its PIN."))
        self.part.put(SetupState("asked", sender.token, self.clock.mono()))
        return Reply()

    def idle(self) -> None:
        """Time passes: the first minutes end, what was asked for counts, or somebody has come to it by another way."""
        stage = self._stage()
        if stage != self.part.now.stage:
            self.part.put(replace(self.part.now, stage=stage) if stage == "asked" else SetupState(stage))

    def _stage(self) -> SetupStage:
        now, window = self.part.now, self.window
        if window is None:
            return "closed"
        if self.played or not self.roles.nobody or self.running.now.phase != "gathering":
            window.close()
            return "closed"
        if now.stage == "asked":
            return self._count(now, window)
        if window.contested:
            return "contested" if window.lasts else "closed"
        return "open" if window.open else "closed"

    def _count(self, asked: SetupState, window: SetupWindow) -> SetupStage:
        if self.clock.mono() - asked.since < UNTIL_IT_COUNTS:
            return "asked"
        # First that nobody may do so again, whatever happens then.
        if window.close():
            try:
                self.roles.becomes(asked.token)
            except LogError as fault:
                logger.warning("who set this table up could not be written down: %s", fault.code)
        return "closed"
