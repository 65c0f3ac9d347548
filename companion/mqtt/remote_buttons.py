"""The driver ``mqtt``: buttons that tell a broker that they are pressed, as those of Zigbee2MQTT, Tasmota or Shelly do.

It only reads, the topics that the profile names and no others. What it posts are presses from afar, which count for
open questions alone (``companion.service.panel.remote_keys``).
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from secrets import token_hex
from threading import Event as Signal
from threading import Thread
from typing import Any

from companion.mqtt.bell import Bell
from companion.mqtt.broker.broker_faults import BrokerFault, silent
from companion.mqtt.broker.broker_link import BrokerLink, ReadingLimits
from companion.mqtt.mqtt_settings import MqttSettings
from hardware.driver_contract import DriverPackage, DriverSite, WantedPart
from hardware.ports import (
    Devices,
    Disconnected,
    Event,
    Fault,
    Keys,
    MonotonicClock,
    Post,
    Reconnected,
    RemotePress,
    Wire,
)

logger = logging.getLogger(__name__)

NAME = "mqtt"
KEYS = ("up", "down", "ok", "back")
"""Keys that may be pressed from afar."""
LONGEST_TOPIC = 200
READS = ReadingLimits(most=128 * 1024, a_second=4096, packet=8192)
LARGEST = 8192
"""Bytes of a message that are looked at."""
WELCOMED_IN = 10.0
PAUSES = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds until the broker is tried again, longer and longer."""
STEP = 0.5


@dataclass(frozen=True)
class Button:
    """A topic, and which key each thing said there is, of the seat of ``device``. ``field`` is where it stands in a
    JSON object, by names with dots; without it, it is the whole message. ``stamp``, ``count`` and ``asked`` are where
    the time of the press, its counter, and the digest of the picture it answers stand.
    """

    device: str
    topic: str
    presses: Mapping[str, str]
    field: str = ""
    stamp: str = ""
    count: str = ""
    asked: str = ""

    def press(self, payload: bytes, now: float, wall: float) -> RemotePress | None:
        """The press that a message tells; None if it tells none."""
        if len(payload) > LARGEST:
            return None
        told = _content(payload) if self.field else payload.decode("utf-8", "replace").strip()
        line = self.presses.get(str(_at(told, self.field)) if self.field else str(told))
        if line is None:
            return None
        count, asked = _at(told, self.count), _at(told, self.asked)
        if (self.count and not _is_count(count)) or (self.asked and not isinstance(asked, str)):
            return None
        late = _age(_at(told, self.stamp), wall) if self.stamp else 0.0
        if late is None:
            return None
        return RemotePress(
            self.device,
            line,
            now - late,
            asked=asked if self.asked else None,
            count=count if self.count else None,
            sender=self.topic,
        )


class BrokerButtons:
    """All buttons of a profile, over one connection. Nothing is opened before it is started, or ``mend``."""

    def __init__(self, settings: MqttSettings, clock: MonotonicClock, wall: Callable[[], float] = time.time) -> None:
        self._settings = settings
        self._clock = clock
        self._wall = wall
        self._buttons: dict[str, list[Button]] = {}
        self._lines: dict[str, tuple[str, set[str]]] = {}
        self._post: Post | None = None
        self._thread: Thread | None = None
        self._closed = Signal()
        self._bell = Bell()
        self._newest = True
        self._told: bool | None = None
        self._fault: Fault | None = _NO_BROKER if not settings.host else Fault("missing", settings.broker)

    def add(self, button: Button) -> None:
        """Listen to one more."""
        self._buttons.setdefault(button.topic, []).append(button)
        _, lines = self._lines.setdefault(button.device, (button.topic, set()))
        lines.update(button.presses.values())

    def start(self, post: Post) -> None:
        """Listen, in a thread. Only the first call counts."""
        if self._thread is None and not self._closed.is_set():
            self._post = post
            self._thread = Thread(target=self._run, name="driver mqtt", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop. Idempotent."""
        if not self._closed.is_set():
            self._closed.set()
            self._bell.ring()
            if self._thread is not None:
                self._thread.join()
            self._bell.close()

    def mend(self) -> None:
        """Try the broker once, if nothing listens there yet."""
        if self._thread is None and self._settings.host and not self._closed.is_set():
            try:
                self._greeted().close(goodbye=True)
            except BrokerFault:
                self._fault = Fault("missing", self._settings.broker)
            else:
                self._fault = None

    def survey(self) -> tuple[Wire, ...]:
        """Every key, with what is wrong with the broker: whether a button has a battery left nobody knows."""
        return tuple(
            Wire(device, line, node=topic, fault=self._fault)
            for device, (topic, lines) in self._lines.items()
            for line in KEYS
            if line in lines
        )

    def _run(self) -> None:
        tries = 0
        while not self._closed.is_set():
            if not self._settings.host:
                self._tell(works=False)
                self._closed.wait()
                return
            try:
                link = self._greeted()
            except BrokerFault as fault:
                if fault.other_version and self._newest:
                    self._newest = False
                    continue
                self._lost(fault)
            else:
                tries = 0
                self._listen(link)
            self._closed.wait(PAUSES[min(tries, len(PAUSES) - 1)])
            tries += 1

    def _greeted(self) -> BrokerLink:
        """A link that the broker has let in. Raises ``BrokerFault``."""
        link = BrokerLink(
            self._settings,
            f"table-keys-{token_hex(6)}",
            None,
            tuple(self._buttons),
            newest=self._newest,
            hears=self._hear,
            limits=READS,
        )
        try:
            link.connect()
            until = time.monotonic() + WELCOMED_IN
            while not link.welcomed:
                if time.monotonic() >= until:
                    raise silent()
                link.step(STEP)
        except BaseException:
            link.close(goodbye=False)
            raise
        return link

    def _listen(self, link: BrokerLink) -> None:
        """Listen until the link is lost, or this is closed."""
        try:
            link.subscribe()
            self._fault = None
            self._tell(works=True)
            while not self._closed.is_set():
                link.step(STEP, self._bell)
                link.look_after()
        except BrokerFault as fault:
            self._lost(fault)
        finally:
            link.close(goodbye=True)

    def _lost(self, fault: BrokerFault) -> None:
        if self._told is not False:
            logger.warning("buttons at the broker %s: %s", self._settings.broker, fault)
        self._fault = Fault("missing", self._settings.broker)
        self._tell(works=False)

    def _tell(self, *, works: bool) -> None:
        """Tell it when the broker is gone or back."""
        if self._told is works:
            return
        self._told = works
        now = self._clock()
        for device in self._lines:
            self._say(Reconnected(device, now) if works else Disconnected(device, "the broker is gone", now))

    def _hear(self, topic: str, payload: bytes, retained: bool) -> None:
        """A message came. One that the broker had kept is no press."""
        if retained:
            return
        for button in self._buttons.get(topic, ()):
            if (press := button.press(payload, self._clock(), self._wall())) is not None:
                self._say(press)

    def _say(self, event: Event) -> None:
        if self._post is not None and not self._closed.is_set():
            self._post(event)


_NO_BROKER = Fault("driver", f"{NAME}: companion.toml names no broker in [mqtt]")


def driver_for(settings: MqttSettings) -> DriverPackage:
    """The driver, for the broker of the settings."""

    def opened(parts: Sequence[WantedPart], site: DriverSite) -> Devices:
        table = BrokerButtons(settings, site.clock)
        used: dict[tuple[str, str, str], str] = {}
        for part in parts:
            for button in _buttons(part):
                for said in button.presses:
                    first = used.setdefault((button.topic, button.field, said), part.device)
                    if first != part.device:
                        part.settings.note(part.settings.path, f"{first} is pressed by the same button")
                table.add(button)
        keys: dict[int, Keys] = {part.place: table for part in parts}
        return Devices(keys=keys, survey=table.survey, mend=table.mend, release=table.close)

    return DriverPackage(contract=1, parts=frozenset({"keys"}), open=opened)


def _buttons(part: WantedPart) -> Iterator[Button]:
    settings = part.settings
    settings.only(("button",))
    settings.need("button")
    for table in settings.tables("button"):
        table.only(("topic", "field", "presses", "stamp", "count", "asked"))
        table.need("topic", "presses")
        topic, presses = table.text("topic") or "", table.table("presses")
        if len(topic) > LONGEST_TOPIC or any(sign in topic for sign in "#+\0"):
            table.note(table.at("topic"), "not the topic of one button", "without # and +")
        told = {said: presses.choice(said, KEYS) for said in presses.values} if presses is not None else {}
        where = {key: table.text(key) or "" for key in ("field", "stamp", "count", "asked")}
        if not where["field"] and any(where.values()):
            table.note(table.path, "a message that is no JSON object has no other fields", "say field")
        yield Button(part.device, topic, {said: line for said, line in told.items() if line is not None}, **where)


def _content(payload: bytes) -> Any:
    try:
        return json.loads(payload)
    except (ValueError, RecursionError):
        return None


def _at(told: Any, path: str) -> Any:
    """What stands in an object under names with dots; None if nothing does."""
    for name in path.split(".") if path else ():
        told = told.get(name) if isinstance(told, dict) else None
    return told if path else None


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**53


def _age(stamp: Any, wall: float) -> float | None:
    """Seconds since a time of the day, in ISO 8601, or in seconds or milliseconds since 1970; 0 for one to come, None
    for no time.
    """
    if isinstance(stamp, str):
        try:
            then = datetime.fromisoformat(stamp)
        except ValueError:
            return None
        seconds = (then if then.tzinfo is not None else then.replace(tzinfo=UTC)).timestamp()
    elif isinstance(stamp, int | float) and not isinstance(stamp, bool):
        seconds = stamp / 1000 if stamp > 1e11 else float(stamp)
    else:
        return None
    return max(wall - seconds, 0.0)
