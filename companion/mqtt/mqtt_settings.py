"""The part ``[mqtt]`` of the settings: which broker, how the table shows who it is, under which topics it publishes."""

from __future__ import annotations

import re

from msgspec import Struct

TABLE = "mqtt-table"
"""Where the id of the table in its topics is stored."""
PLAIN_PORT, TLS_PORT = 1883, 8883
"""The registered ports of MQTT."""
TOPIC = re.compile(r"[^\s/#+$\x00-\x1f\x7f][^\s/#+\x00-\x1f\x7f]*(/[^\s/#+\x00-\x1f\x7f]+)*")
LONGEST_TOPIC = 100


class BrokerSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Without a ``host`` there is no broker. ``port`` 0 is the registered one. ``ca`` is the file of the authority that
    vouches for the broker (empty: those of the system); ``certificate`` and ``key`` are files that say who one is,
    ``username`` and ``password`` do the same in words. All topics begin with ``topic``.
    """

    host: str = ""
    port: int = 0
    tls: bool = False
    ca: str = ""
    certificate: str = ""
    key: str = ""
    username: str = ""
    password: str = ""
    topic: str = ""

    @property
    def port_used(self) -> int:
        """The port as it was set, else the registered one."""
        return self.port or (TLS_PORT if self.tls else PLAIN_PORT)

    @property
    def broker(self) -> str:
        """The broker as people write it."""
        return f"{self.host}:{self.port_used}"


class MqttSettings(BrokerSettings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The broker to which a table publishes. ``discovery`` is the prefix under which Home Assistant looks for devices;
    empty: nothing is announced to it.
    """

    topic: str = "table-companion"
    discovery: str = "homeassistant"


NO_BROKER = MqttSettings()
"""Where the file of settings has no ``[mqtt]``."""


def settings_problem(settings: BrokerSettings) -> str:
    """What is wrong with settings, in English, beginning with the key; empty if nothing is."""
    if not settings.host:
        given = _changed(settings)
        return f"{given[0]} is set, but no host: name the broker's" if given else ""
    if not 0 <= settings.port <= 65535:
        return f"port is {settings.port}; expected a number from 1 to 65535"
    if any(sign.isspace() or sign in "/:@" for sign in settings.host) and not _is_ipv6(settings.host):
        return f"host is {settings.host!r}; expected a name or an address alone, with the port in port"
    if bool(settings.certificate) != bool(settings.key):
        return "certificate and key go together"
    if not settings.tls and (settings.ca or settings.certificate):
        return "ca, certificate and key need tls = true"
    if settings.password and not settings.username:
        return "password is set, but no username"
    topics = {"topic": settings.topic}
    if isinstance(settings, MqttSettings) and settings.discovery:
        topics["discovery"] = settings.discovery
    for name, topic in topics.items():
        if len(topic) > LONGEST_TOPIC or TOPIC.fullmatch(topic) is None:
            return f"{name} is {topic!r}; expected words with / between them, without spaces, # and +"
    return ""


def _changed(settings: BrokerSettings) -> list[str]:
    usual = type(settings)()
    return [name for name in settings.__struct_fields__ if getattr(settings, name) != getattr(usual, name)]


def _is_ipv6(host: str) -> bool:
    return host.count(":") > 1 and all(sign in "0123456789abcdefABCDEF:.%" or sign.isalnum() for sign in host)
