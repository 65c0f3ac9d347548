"""The identity of a table towards others, which is duplicated by copying a card; and how a table gets a new one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from companion.core.wording import say
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import Handlers, Sender
from companion.service.session.sending import PublishingView


class IdentityView(Struct, frozen=True):
    """The identity of a table. ``contested``: another table publishes with this identity, or seems to; ``twin``: a
    table nearby has a Wi-Fi with the same name. ``broker``: the table is known to a broker; ``club``: it shows a token
    to a club. ``wifi`` and ``wifi_password``: its own Wi-Fi, empty where it has none. ``certificate``: its pages also
    come over HTTPS, with a key from a file. ``flashed``: the system of the machine was made for this table too.
    ``renewed``: it got an identity of its own since it was started.
    """

    contested: bool = False
    twin: bool = False
    broker: bool = False
    club: bool = False
    wifi: str = ""
    wifi_password: str = ""
    certificate: bool = False
    flashed: bool = False
    renewed: bool = False


class TakeNewIdentity(Request, frozen=True):
    """Give the table an identity different from that of the table its card was copied from."""

    may_ask = "admin"


class OwnKeys(Protocol):
    """Names and keys that the table makes by itself. ``renew`` may raise ``LogError`` and ``OSError``."""

    @property
    def wifi(self) -> tuple[str, str]:
        """Name and password of the own Wi-Fi, as it opens next; empty where there is none."""
        ...

    @property
    def has_twin(self) -> bool: ...

    @property
    def certificate(self) -> bool: ...

    @property
    def flashed(self) -> bool: ...

    def renew(self) -> None: ...


class NoKeys:
    """Keys of a table that makes none, for tests: no Wi-Fi, no certificate, nothing to renew."""

    wifi = ("", "")
    has_twin = certificate = flashed = False

    def renew(self) -> None:
        pass


class KnownToBroker(Protocol):
    """What publishes to the broker: it can show what it publishes, and begin anew under another identity."""

    @property
    def view(self) -> PublishingView: ...

    def renew_identity(self) -> None: ...


class KnownToClub(Protocol):
    """What reports to the club: it can drop the token that the club gave this table."""

    def leave_token(self) -> None: ...


class TableIdentity:
    """Shows and renews the identity. ``publisher`` and ``reporter`` are None if the settings name no broker or club;
    ``changed`` is called when the identity has changed.
    """

    def __init__(
        self,
        keys: OwnKeys,
        publisher: KnownToBroker | None,
        reporter: KnownToClub | None,
        changed: Callable[[], None],
    ) -> None:
        self._keys = keys
        self._publisher = publisher
        self._reporter = reporter
        self._changed = changed
        self._renewed = False

    def handlers(self) -> Handlers:
        return {TakeNewIdentity: self._take}

    def _take(self, _: Sender, __: TakeNewIdentity) -> Reply:
        if self._renewed:  # a phone asked twice
            return Reply()
        self._keys.renew()
        if self._publisher is not None:
            self._publisher.renew_identity()
        if self._reporter is not None:
            self._reporter.leave_token()
        self._renewed = True
        self._changed()
        return Reply(notice=say("This table has an identity of its own now."))

    def view(self) -> IdentityView:
        """The current identity."""
        wifi, password = self._keys.wifi
        return IdentityView(
            contested=self._publisher is not None and self._publisher.view.contested,
            twin=self._keys.has_twin,
            broker=self._publisher is not None,
            club=self._reporter is not None,
            wifi=wifi,
            wifi_password=password,
            certificate=self._keys.certificate,
            flashed=self._keys.flashed,
            renewed=self._renewed,
        )
