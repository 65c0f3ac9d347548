"""One connection to a broker, driven step by step in the thread of the caller. The only file that knows paho."""

from __future__ import annotations

import select
import ssl
import struct
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

from msgspec import Struct
from paho.mqtt import MQTTException  # noqa: TID251
from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage  # noqa: TID251
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion  # noqa: TID251
from paho.mqtt.packettypes import PacketTypes  # noqa: TID251
from paho.mqtt.properties import Properties  # noqa: TID251
from paho.mqtt.reasoncodes import ReasonCode  # noqa: TID251

from companion.core.wording import Message
from companion.mqtt.bell import Bell
from companion.mqtt.broker.broker_faults import (
    BrokerFault,
    dismissed,
    hung_up,
    no_name,
    nonsense,
    not_let_in,
    not_reached,
    not_taken,
    silent,
    too_much,
)
from companion.mqtt.broker.broker_tls import tls_context
from companion.mqtt.mqtt_settings import BrokerSettings
from companion.mqtt.pending_messages import Outgoing

KEEP_ALIVE = 30
"""Seconds without a message after which a sign of life is asked for."""
GONE = 0x8D
"""Reason code of MQTT 5: no sign of life came."""
CONNECTING = 5.0
"""Seconds for each step of connecting."""
FOR_EACH = 256
"""Bytes a broker may send again for each message it gets, to acknowledge it."""
A_PART = 32
"""What a single byte counts for: paho reads two before every packet, and many small packets take long to read."""


class ReadingLimits(Struct, frozen=True):
    """Limits of what a broker may send: ``most`` bytes at once, and ``a_second`` bytes more each second. ``packet`` is
    the largest packet in bytes, announced to MQTT 5 brokers (0: no limit). A table is sent little but acknowledgements.
    """

    most: int = 64 * 1024
    a_second: int = 64
    packet: int = 0


LITTLE = ReadingLimits()
Hears = Callable[[str, bytes, bool], object]
"""Told what came: topic, payload, whether it was retained before."""

UNREADABLE = (ValueError, IndexError, KeyError, TypeError, AttributeError, struct.error, MQTTException)
"""What paho raises at packets that are none: it decodes some without a look at their length."""


class _BoundedClient(Client):
    """Reads no more than it may: a packet of MQTT may have 256 MB, and paho collects it whole."""

    limits = LITTLE
    read = 0
    flooded = False
    _left = 0.0
    _since = monotonic()

    def keep_to(self, limits: ReadingLimits) -> None:
        self.limits, self._left = limits, float(limits.most)

    def allow(self, more: int) -> None:
        """Allow the broker to send ``more`` bytes, and those that time has added since the last call."""
        now = monotonic()
        self._left = min(float(self.limits.most), self._left + more + (now - self._since) * self.limits.a_second)
        self._since = now

    def _sock_recv(self, bufsize: int) -> bytes:
        found = super()._sock_recv(min(bufsize, 16 * 1024))
        self.read += len(found)
        self._left -= max(len(found), A_PART)
        if self._left < 0:
            self.flooded = True
            raise ConnectionError("too much")
        return found


class BrokerLink:
    """``client_id`` is the same in all connections of this table, so that a broker ends one that hangs. ``will`` is
    what it sends, retained, when the table is gone without a goodbye; ``reads`` what is read (empty: nothing): one
    topic, of which ``heard`` keeps the beginning of what comes; or filters of topics, where ``hears`` is told each
    message instead. With ``newest`` MQTT 5 is spoken, which says why something is refused, else 3.1.1.

    Every method raises ``BrokerFault``, after which the link is of no use.
    """

    def __init__(
        self,
        settings: BrokerSettings,
        client_id: str,
        will: Outgoing | None,
        reads: str | Sequence[str],
        *,
        newest: bool,
        hears: Hears | None = None,
        limits: ReadingLimits = LITTLE,
    ) -> None:
        self._settings = settings
        self._reads = reads
        self._hears = hears
        self._welcomed = False
        self._fault: BrokerFault | None = None
        self._sent: tuple[int, str] = (0, "")
        self._answer: Message | bool = False
        self.heard: list[bytes] = []
        """What came under ``reads`` and was not looked at yet."""
        version = MQTTProtocolVersion.MQTTv5 if newest else MQTTProtocolVersion.MQTTv311
        client = self._client = _BoundedClient(
            CallbackAPIVersion.VERSION2, client_id, protocol=version, reconnect_on_failure=False
        )
        client.connect_timeout = CONNECTING
        client.keep_to(limits)
        if settings.username:
            client.username_pw_set(settings.username, settings.password or None)
        if settings.tls:
            client.tls_set_context(tls_context(settings))
        if will is not None:
            client.will_set(will.topic, will.payload, qos=1, retain=True)
        self._connect_properties = _reading_at_most(limits.packet) if newest and limits.packet else None
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_publish = self._on_publish
        client.on_message = self._on_message

    def connect(self) -> None:
        """Open the connection and greet. Takes up to some ten seconds, and as long as the name has to be looked up."""
        try:
            self._client.connect(
                self._settings.host, self._settings.port_used, KEEP_ALIVE, properties=self._connect_properties
            )
        except OSError as error:
            raise not_reached(error, self._settings) from error
        except ValueError as error:  # as UnicodeError, where it cannot be a name
            raise no_name(self._settings) from error

    @property
    def welcomed(self) -> bool:
        """Whether the broker has let the table in."""
        return self._welcomed

    @property
    def spoken_to(self) -> bool:
        """Whether anything came from there at all."""
        return self._client.read > 0

    def subscribe(self) -> None:
        """Ask for what is read. Whether the broker allows it does not matter: then nothing comes."""
        if self._reads:
            # Without acknowledgements: Mosquitto lets twenty messages be on their way that wait for one, keeps a
            # thousand more, and drops the rest. A hundred tables that come back at once tell that many.
            filters = [self._reads] if isinstance(self._reads, str) else self._reads
            self._client.subscribe([(one, 0) for one in filters])

    def send(self, message: Outgoing) -> None:
        """Send a message, after the one before was answered."""
        self._client.allow(FOR_EACH)
        self._answer = False
        # The answer may come before the number of the message is known here.
        self._sent = (0, message.topic)
        told = self._client.publish(message.topic, message.payload, qos=1, retain=message.retain)
        self._sent = (told.mid, message.topic)

    def answer(self) -> Message | bool:
        """Whether the broker has taken the last message; or why not."""
        return self._answer

    def step(self, seconds: float, bell: Bell | None = None) -> None:
        """Send and receive what can be, waiting at most so long for something to come, or for ``bell`` to ring."""
        connection = self._client.socket()
        if connection is None:
            raise self._fault or hung_up(welcomed=self._welcomed)
        writes = self._client.want_write()
        # What TLS has decrypted already does not make the socket readable.
        unread = isinstance(connection, ssl.SSLSocket) and connection.pending() > 0
        happens = select.poll()
        happens.register(connection.fileno(), select.POLLIN | (select.POLLOUT if writes else 0))
        if bell is not None:
            happens.register(bell, select.POLLIN)
        happened = dict(happens.poll(0 if unread else seconds * 1000)).get(connection.fileno(), 0)
        try:
            if unread or happened & ~select.POLLOUT:
                self._check(self._client.loop_read())
            if writes and self._client.socket() is not None:
                self._check(self._client.loop_write())
        except UNREADABLE as error:
            raise nonsense() from error

    def look_after(self) -> None:
        """Ask for a sign of life where it is due. To be called every second or so."""
        self._client.allow(0)
        self._check(self._client.loop_misc())

    def close(self, *, goodbye: bool) -> None:
        """End the connection. With ``goodbye`` the broker drops the last will, else it sends it. Nothing is raised."""
        if goodbye:
            with suppress(OSError, *UNREADABLE):
                self._client.disconnect()
                self._client.loop_write()
        connection = self._client.socket()
        if connection is not None:
            connection.close()

    def _check(self, result: MQTTErrorCode) -> None:
        if self._client.flooded:
            raise too_much()
        if self._fault is not None:
            raise self._fault
        if result == MQTTErrorCode.MQTT_ERR_PROTOCOL:
            raise nonsense()
        if result == MQTTErrorCode.MQTT_ERR_KEEPALIVE:
            raise silent()
        if result != MQTTErrorCode.MQTT_ERR_SUCCESS:
            raise hung_up(welcomed=self._welcomed)

    # -- called by paho, within ``step`` -----------------------------------------------------------------------------

    def _on_connect(self, _: Client, __: Any, ___: ConnectFlags, reason: ReasonCode, ____: Properties | None) -> None:
        if reason.is_failure:
            self._fault = not_let_in(reason.value, str(reason))
        elif self._welcomed:
            self._fault = nonsense()
        else:
            self._welcomed = True

    def _on_disconnect(
        self, _: Client, __: Any, flags: DisconnectFlags, reason: ReasonCode, ____: Properties | None
    ) -> None:
        if self._fault is not None:
            return
        if flags.is_disconnect_packet_from_server:
            self._fault = dismissed(reason.value, str(reason))
        elif reason.value == GONE:
            self._fault = silent()

    def _on_publish(self, _: Client, __: Any, number: int, reason: ReasonCode, ___: Properties) -> None:
        awaited, topic = self._sent
        if number == awaited:
            self._answer = not_taken(topic, reason.value, str(reason)) if reason.is_failure else True

    def _on_message(self, _: Client, __: Any, message: MQTTMessage) -> None:
        if self._hears is not None:
            self._hears(message.topic, bytes(message.payload), message.retain)
        elif message.topic == self._reads:
            self.heard.append(bytes(message.payload[:16]))


def _reading_at_most(size: int) -> Properties:
    """So that a broker sends no larger packets."""
    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    properties.MaximumPacketSize = size
    return properties
