"""Thread that reads the network status, applies the hotspot policy and publishes changes."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread
from typing import Literal

from msgspec import Struct, structs

from companion.core.wording import Message
from companion.network.home_wifi.near_networks import NearNetwork
from companion.network.own_wifi.home_joining import HomeJoining, JoinView
from companion.network.own_wifi.hotspot_policy import HotspotPolicy
from companion.network.own_wifi.network_service import HomeNetwork, Link, NetworkFault, NetworkService, NetworkStatus
from companion.network.own_wifi.wifi import Wifi

logger = logging.getLogger(__name__)

LOOK, LOOK_SELDOM = 3.0, 10.0
"""Seconds between two rounds without a network, and with one."""
CHOOSING = 60.0
"""Seconds after somebody looked for networks in which those in sight are read in every round."""

NetworkState = Literal["unknown", "none", "joined", "own"]


class TableNetwork(Struct, frozen=True):
    """The table's network. ``wifi`` is the own one while open; ``trouble`` why it is not, if requested.

    ``radio``: there is one, and it is on; ``near`` are the networks that were in sight when it could look last;
    ``join`` is the attempt to join one, or how the last one ended. ``twin``: another table's own Wi-Fi is in sight that
    has the name of this one's.
    """

    state: NetworkState = "unknown"
    ssid: str = ""
    wifi: Wifi | None = None
    trouble: Message | None = None
    radio: bool = False
    near: tuple[NearNetwork, ...] = ()
    join: JoinView | None = None
    twin: bool = False


class NetworkThread:
    """``guests`` counts the phones on the table's pages; ``requested`` takes a request left by a command."""

    def __init__(
        self,
        networks: NetworkService,
        policy: HotspotPolicy,
        wifi: Wifi,
        *,
        now: Callable[[], float],
        guests: Callable[[], int] = lambda: 0,
        requested: Callable[[], bool | None] = lambda: None,
    ) -> None:
        self.network = TableNetwork()
        self._networks = networks
        self._policy = policy
        self._wifi = wifi
        self._next_wifi: Wifi | None = None
        self._now = now
        self._guests = guests
        self._take_request = requested
        self._listeners: list[Callable[[], object]] = []
        self._asked: bool | None = None
        self._joining = HomeJoining(networks, wifi, now)
        self._home: HomeNetwork | None = None
        self._was_asked = False
        self._sought = self._twin = False
        self._choosing_until = -CHOOSING
        self._wake = Event()
        self._over = False
        self._thread: Thread | None = None

    def listen(self, changed: Callable[[], object]) -> None:
        """Call ``changed``, in this thread, after ``network`` has changed."""
        self._listeners.append(changed)

    # -- asked by others ---------------------------------------------------------------------------------------

    def ask(self, *, on: bool) -> None:
        """Request the own Wi-Fi open or closed. Any thread."""
        self._asked = on
        self._wake.set()

    def join(self, home: HomeNetwork) -> None:
        """Try to join a home Wi-Fi, and come back to what was before when that fails. Any thread."""
        self._home = home
        network = self.network
        before: Link = "own" if network.wifi is not None else "joined" if network.ssid else "none"
        # So that who asked sees at once that it was heard; the next round says how it goes.
        self.network = structs.replace(network, join=JoinView(home.ssid, "trying", before))
        self._wake.set()

    def seek(self) -> None:
        """Look for networks, where the radio can. Any thread."""
        self._sought = True
        self._wake.set()

    def take_wifi(self, wifi: Wifi) -> None:
        """Call the own Wi-Fi so from its next opening on: those who are in it now are not thrown out. Any thread."""
        self._next_wifi = wifi
        self._wake.set()

    @property
    def is_open(self) -> bool:
        """Whether phones can join the own Wi-Fi."""
        return self.network.wifi is not None

    @property
    def can_open(self) -> bool:
        """Whether requests for the own Wi-Fi are allowed."""
        return self._policy.rule != "off"

    def start(self) -> None:
        self._thread = Thread(target=self._run, name="network", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread. The own Wi-Fi stays up, so that a restart does not disconnect phones."""
        self._over = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join(2)
        self._networks.release()

    # -- looking -----------------------------------------------------------------------------------------------

    def run_once(self) -> None:
        """Do one round: read the status and act on it."""
        for word in (self._take_request(), self._asked):
            if word is not None:
                self._policy.ask(on=word)
        self._asked = None
        try:
            seen = self._networks.look()
            self._change_wifi(seen)
            self._begin_joining(seen)
            near = self._look_round(seen)
            self._publish(seen, self._act(seen), near)
        except NetworkFault as fault:
            self._put(structs.replace(self.network, state="unknown", ssid="", wifi=None, trouble=fault.message), fault)

    def _change_wifi(self, seen: NetworkStatus) -> None:
        wifi = self._next_wifi
        if wifi is not None and seen.link != "own" and not self._joining.active:
            self._wifi, self._next_wifi, self._twin = wifi, None, False
            self._joining = HomeJoining(self._networks, wifi, self._now)

    def _begin_joining(self, seen: NetworkStatus) -> None:
        home = self._home
        if home is not None and not self._joining.active:
            self._joining.begin(home, seen)
            self._was_asked = self._policy.asked
            self._policy.let_go()
        self._home = None

    def _join_on(self, seen: NetworkStatus) -> None:
        """Go on with an attempt; the own Wi-Fi that was asked for before stays asked for after it has failed."""
        self._joining.round(seen)
        view = self._joining.view
        if view is not None and view.phase == "failed" and view.before == "own" and self._was_asked:
            self._policy.ask(on=True)

    def _look_round(self, seen: NetworkStatus) -> tuple[NearNetwork, ...]:
        """The networks in sight; while the radio cannot look, those it saw before."""
        now = self._now()
        if self._sought:
            self._sought, self._choosing_until = False, now + CHOOSING
            if seen.radio and seen.link in ("none", "joined"):
                self._networks.scan()
        finds = seen.radio and seen.link != "own"
        if not finds or (seen.link == "joined" and now >= self._choosing_until):
            return self.network.near
        in_sight = self._networks.in_sight()
        self._twin = any(one.ssid == self._wifi.ssid for one in in_sight)
        found = tuple(one for one in in_sight if one.ssid != self._wifi.ssid)
        # right after it was an access point, the radio has found nothing yet
        return found or self.network.near

    def _act(self, seen: NetworkStatus) -> NetworkFault | None:
        if self._joining.active:
            self._join_on(seen)
            return None
        counted = structs.replace(seen, guests=self._guests())
        act = self._policy.step(self._now(), counted)
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
            self._policy.failed(self._now())
            return fault
        return None

    def _publish(self, seen: NetworkStatus, fault: NetworkFault | None, near: tuple[NearNetwork, ...]) -> None:
        trouble, join = fault.message if fault else None, self._joining.view
        if seen.link == "own":
            self._put(TableNetwork("own", "", self._wifi, trouble, True, near, join, self._twin), fault)
            return
        state: NetworkState = "joined" if seen.link == "joined" or seen.wired else "none"
        kept = None if state == "joined" else self.network.trouble
        trouble = trouble or kept
        self._put(TableNetwork(state, seen.ssid, None, trouble, bool(seen.radio), near, join, self._twin), fault)

    def _put(self, network: TableNetwork, fault: NetworkFault | None) -> None:
        if network == self.network:
            return
        if fault is not None:
            logger.warning("network: %s", fault)
        self.network = network
        for changed in self._listeners:
            changed()

    def _run(self) -> None:
        while not self._over:
            self._wake.clear()
            self.run_once()
            busy = self._joining.active or self._now() < self._choosing_until
            self._wake.wait(LOOK if busy or self.network.state in ("none", "unknown") else LOOK_SELDOM)
