"""The names and keys that a table makes by itself, which a copied card has twice."""

from __future__ import annotations

from collections.abc import Callable

from companion.config import Config
from companion.first_contact.system_identity import leave_request
from companion.mqtt.mqtt_settings import TABLE
from companion.network.own_wifi.network_thread import NetworkThread
from companion.network.own_wifi.wifi import kept_wifi, renewed_wifi
from companion.plays.storage.stores import Settings

FORM_KEY = "key"
"""The setting: the key that signs forms."""


def form_key(settings: Settings, secret: Callable[[int], bytes]) -> bytes:
    """The key that signs forms; made once, and stored with the plays."""
    kept = settings.get(FORM_KEY)
    if kept is None:
        kept = secret(32).hex()
        settings.put(FORM_KEY, kept)
    return bytes.fromhex(str(kept))


class TableKeys:
    """See ``OwnKeys``. ``watch`` is the thread of the network, where there is one; ``secret(n)`` returns n random
    bytes. ``flashed``: the whole system was made for this table.
    """

    def __init__(
        self,
        config: Config,
        settings: Settings,
        secret: Callable[[int], bytes],
        watch: NetworkThread | None,
        *,
        flashed: bool = False,
    ) -> None:
        self._config = config
        self._settings = settings
        self._secret = secret
        self._watch = watch
        self.flashed = flashed

    @property
    def wifi(self) -> tuple[str, str]:
        """Name and password of the own Wi-Fi, as it opens next; empty where the table opens none."""
        kept = kept_wifi(self._settings) if self._watch is not None else None
        return (kept.ssid, kept.password) if kept is not None else ("", "")

    @property
    def certificate(self) -> bool:
        """Whether pages also come over HTTPS, with a key from a file."""
        return bool(self._config.certificate)

    @property
    def has_twin(self) -> bool:
        """Whether another table is near whose own Wi-Fi has the same name."""
        return self._watch is not None and self._watch.network.twin

    def renew(self) -> None:
        """Make them again. The key of forms changes at the next start: until then pages that are open go on; the keys
        of a flashed system do so at the next power-on.
        """
        if self.flashed:
            leave_request(self._config.folder)
        self._settings.put(FORM_KEY, None)
        if not self._config.mqtt.host:  # else the publisher takes another one
            self._settings.put(TABLE, None)
        if self._watch is not None:
            self._watch.take_wifi(renewed_wifi(self._settings, self._secret, self._config.hotspot_password))
