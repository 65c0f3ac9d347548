"""The thread that looks after the network: it looks, lets the keeper decide, acts, and says when something changed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread
from typing import Literal

from msgspec import Struct, structs

from companion.core.wording import Message
from companion.network.hotspot_policy import Keeper
from companion.network.network_service import NetworkFault, Networks, Seen
from companion.network.wifi import Wifi

logger = logging.getLogger(__name__)

LOOK, LOOK_SELDOM = 3.0, 10.0
"""Seconds between two looks while there is no network, and while there is one."""

State = Literal["unknown", "none", "joined", "own"]


class Network(Struct, frozen=True):
    """How the table hangs on the network. ``wifi`` is the own one while it is open; ``trouble`` why it is not, where it
    was wanted.
    """

    state: State = "unknown"
    ssid: str = ""
    wifi: Wifi | None = None
    trouble: Message | None = None


class Watch:
    """See the module. ``guests`` counts the phones that are on the table's pages; ``wish`` takes a word left by a
    command; ``changed`` is called, in this thread, after ``network`` has become another.
    """

    def __init__(
        self,
        networks: Networks,
        keeper: Keeper,
        wifi: Wifi,
        *,
        now: Callable[[], float],
        guests: Callable[[], int] = lambda: 0,
        wish: Callable[[], bool | None] = lambda: None,
        changed: Callable[[], object] = lambda: None,
    ) -> None:
        self.network = Network()
        self._networks = networks
        self._keeper = keeper
        self._wifi = wifi
        self._now = now
        self._guests = guests
        self._wish = wish
        self._changed = changed
        self._asked: bool | None = None
        self._hurry = Event()
        self._over = False
        self._thread: Thread | None = None

    # -- asked by others ---------------------------------------------------------------------------------------

    def ask(self, *, on: bool) -> None:
        """Somebody wants the own Wi-Fi open, or closed. Any thread."""
        self._asked = on
        self._hurry.set()

    @property
    def is_open(self) -> bool:
        """Whether phones can join the own Wi-Fi."""
        return self.network.wifi is not None

    @property
    def can_open(self) -> bool:
        """Whether asking for the own Wi-Fi can be of use."""
        return self._keeper.rule != "off"

    def start(self) -> None:
        self._thread = Thread(target=self._run, name="network", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread. The own Wi-Fi stays: a restart of the table should not throw phones out."""
        self._over = True
        self._hurry.set()
        if self._thread is not None:
            self._thread.join(2)
        self._networks.release()

    # -- looking -----------------------------------------------------------------------------------------------

    def turn(self) -> None:
        """One look, and what follows from it."""
        for word in (self._wish(), self._asked):
            if word is not None:
                self._keeper.ask(on=word)
        self._asked = None
        try:
            seen = self._networks.look()
            self._publish(seen, self._act(seen))
        except NetworkFault as fault:
            self._put(Network(trouble=fault.message), fault)

    def _act(self, seen: Seen) -> NetworkFault | None:
        counted = structs.replace(seen, guests=self._guests())
        act = self._keeper.step(self._now(), counted)
        try:
            if act == "open":
                logger.info("opening the own Wi-Fi %s", self._wifi.ssid)
                self._networks.open(self._wifi)
            elif act == "close":
                logger.info("closing the own Wi-Fi")
                self._networks.close()
            elif act == "scan":
                self._networks.scan()
        except NetworkFault as fault:
            self._keeper.failed(self._now())
            return fault
        return None

    def _publish(self, seen: Seen, fault: NetworkFault | None) -> None:
        trouble = fault.message if fault else None
        if seen.link == "own":
            self._put(Network("own", wifi=self._wifi, trouble=trouble), fault)
            return
        state: State = "joined" if seen.link == "joined" or seen.wired else "none"
        kept = None if state == "joined" else self.network.trouble
        self._put(Network(state, seen.ssid, None, trouble or kept), fault)

    def _put(self, network: Network, fault: NetworkFault | None) -> None:
        if network == self.network:
            return
        if fault is not None:
            logger.warning("network: %s", fault)
        self.network = network
        self._changed()

    def _run(self) -> None:
        while not self._over:
            self._hurry.clear()
            self.turn()
            self._hurry.wait(LOOK if self.network.state in ("none", "unknown") else LOOK_SELDOM)
