"""Joins a home Wi-Fi: does what a ``JoinAttempt`` decides with the network service."""

from __future__ import annotations

import logging
from collections.abc import Callable

from msgspec import Struct

from companion.core.wording import Message, say
from companion.network.home_wifi.join_attempt import JoinAction, JoinAttempt, JoinPhase
from companion.network.own_wifi.network_service import HomeNetwork, Link, NetworkFault, NetworkService, NetworkStatus
from companion.network.own_wifi.wifi import Wifi

logger = logging.getLogger(__name__)

NOT_KEPT = say("The table is in this Wi-Fi now, but could not save it: after the next start it has to be joined again.")


class JoinView(Struct, frozen=True):
    """An attempt to join ``ssid`` and how far it is. ``before`` is what the radio was in; ``trouble`` why it failed, if
    the system said so.
    """

    ssid: str
    phase: JoinPhase
    before: Link
    trouble: Message | None = None


class HomeJoining:
    """At most one attempt at a time. Thread of the network only; ``wifi`` is the table's own."""

    def __init__(self, networks: NetworkService, wifi: Wifi, now: Callable[[], float]) -> None:
        self._networks = networks
        self._wifi = wifi
        self._now = now
        self._attempt: JoinAttempt | None = None
        self._home = HomeNetwork("")
        self._before: Link = "none"
        self._handle = self._handle_before = ""
        self._trouble: Message | None = None

    @property
    def active(self) -> bool:
        """Whether an attempt has the radio."""
        return self._attempt is not None and not self._attempt.over

    @property
    def view(self) -> JoinView | None:
        """The attempt that goes on, else how the last one ended."""
        if self._attempt is None:
            return None
        return JoinView(self._home.ssid, self._attempt.phase, self._before, self._trouble)

    def begin(self, home: HomeNetwork, seen: NetworkStatus) -> None:
        """Begin to join ``home``. Raises ``NetworkFault`` where the service does not say what the radio is in."""
        handle = self._networks.present() if seen.link in ("joined", "joining") else ""
        self._attempt = JoinAttempt(self._now())
        self._home, self._handle, self._trouble = home, "", None
        # What it is still on its way to is not known to work; the system takes it up again by itself.
        self._before = "none" if seen.link == "joining" else seen.link
        self._handle_before = handle if seen.link == "joined" else ""
        logger.info("joining another Wi-Fi")

    def round(self, seen: NetworkStatus) -> None:
        """Do one round: look where the radio is, and act. Raises ``NetworkFault`` if the service does not answer."""
        attempt = self._attempt
        if attempt is None or attempt.over:
            return
        present = self._networks.present() if seen.link == "joined" else ""
        arrived = bool(self._handle) and present == self._handle
        action = attempt.step(
            self._now(), arrived=arrived, joining=seen.link == "joining", back=self._is_back(seen, present)
        )
        if action is not None:
            self._act(attempt, action)
        if not self.active:
            logger.info("joining another Wi-Fi: %s", attempt.phase)
            self._home = HomeNetwork(self._home.ssid)

    def _is_back(self, seen: NetworkStatus, present: str) -> bool:
        if self._before == "joined":
            return bool(present) and present == self._handle_before
        if self._before == "own":
            return seen.link == "own"
        # Another network that the system has joined by itself meanwhile is not taken away.
        return seen.link == "none" or (seen.link == "joined" and present != self._handle)

    def _act(self, attempt: JoinAttempt, action: JoinAction) -> None:
        try:
            if action == "join":
                self._handle = self._networks.join(self._home)
            elif action == "keep":
                self._networks.keep(self._handle, self._home.ssid)
            else:
                self._return()
        except NetworkFault as fault:
            logger.warning("network: %s", fault)
            if action == "keep":
                self._trouble = NOT_KEPT
            elif action == "join":
                self._trouble = fault.message
                attempt.refused(self._now())

    def _return(self) -> None:
        if self._before == "own":
            self._networks.open(self._wifi)
        elif self._before == "joined":
            self._networks.rejoin(self._handle_before)
        else:
            self._networks.leave()
