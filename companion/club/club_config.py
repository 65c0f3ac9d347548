"""The settings of a club, ``club.toml``: read once at the start, refused as a whole if anything is wrong."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

import msgspec
import platformdirs
from msgspec import Struct

from companion.locale import LANGUAGES
from companion.mqtt.mqtt_settings import BrokerSettings, settings_problem
from companion.toml_settings import ConfigError, checked_port, read_settings

NAME = "table-companion"
FILE = "club.toml"
LONGEST_TITLE = 60
MOST_PROXIES = 4
URL = re.compile(r"https?://[^\s/:@\[\]]+(:\d{1,5})?")


class RoomBroker(BrokerSettings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The broker to which the tables of the club publish: each under ``topic``, a slash and its id in the club."""

    topic: str = "club"


NO_ROOM = RoomBroker()


class ClubConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that can be set.

    ``title`` is what the club is called. ``address`` and ``port`` are where it listens, ``names`` the host names under
    which it is reached. ``certificate`` and ``key`` are the files of its certificate: without them it speaks HTTP, for
    a server in front of it. With a ``secure_port`` HTTPS is spoken there alone, for the tables, and phones are not
    warned at ``port`` that nobody vouches for the certificate. ``url`` is the address that phones open where a server
    in front has another one, and ``proxies`` how many such servers each add who asks (X-Forwarded-For). ``database`` is
    its address; without it, a file in the folder ``data``. ``language`` is that of the screen on the wall. ``broker``
    is where the tables publish what everybody may see; without it, there is no page of the room.
    """

    title: str = "Club"
    port: int = 8100
    address: str = "0.0.0.0"  # noqa: S104  (tables and phones come over the network)
    names: tuple[str, ...] = ()
    certificate: str = ""
    key: str = ""
    secure_port: int = 0
    url: str = ""
    proxies: int = 0
    database: str = ""
    data: str = ""
    language: str = "en"
    broker: RoomBroker = NO_ROOM

    @property
    def folder(self) -> Path:
        """Data folder."""
        return Path(self.data).expanduser()

    @property
    def database_url(self) -> str:
        """Address of the database."""
        return self.database or f"sqlite:///{self.folder / 'club.db'}"


def read_club_config(
    path: Path | None = None,
    environment: Mapping[str, str] = os.environ,
    *,
    port: int | None = None,
    data: Path | None = None,
) -> ClubConfig:
    """The settings from ``path`` (by default the user's own file, which need not exist) and the environment. ``port``
    and ``data`` were said on the command line and win over both. Raises ``ConfigError``.
    """
    wanted = path or Path(platformdirs.user_config_dir(NAME)) / FILE
    if path is not None and not wanted.exists():
        raise ConfigError(f"{wanted}: there is no such file; write one, or leave --config away")
    settings = read_settings(wanted, ClubConfig) if wanted.exists() else {}
    checked_port(settings.get("port", ClubConfig().port), f"{wanted}: port")
    if settings.get("secure_port"):
        checked_port(settings["secure_port"], f"{wanted}: secure_port")
    if from_outside := environment.get("PORT"):
        settings["port"] = checked_port(from_outside, "PORT in the environment")
    if port is not None:
        settings["port"] = checked_port(port, "--port")
    if from_outside := environment.get("CLUB_DATABASE"):
        settings["database"] = from_outside
    known = data or environment.get("CLUB_DATA") or environment.get("STATE_DIRECTORY") or settings.get("data")
    settings["data"] = str(known or Path(platformdirs.user_data_dir(NAME)) / "club")
    config = msgspec.convert(settings, ClubConfig)
    _check(config, wanted)
    return config


def _check(config: ClubConfig, wanted: Path) -> None:
    if bool(config.certificate) != bool(config.key):
        raise ConfigError(f"{wanted}: certificate and key go together; companion network certificate makes both")
    if config.secure_port and not config.certificate:
        raise ConfigError(f"{wanted}: secure_port needs certificate and key")
    if config.secure_port == config.port:
        raise ConfigError(f"{wanted}: secure_port is {config.port}, as port is: they are different ones")
    if config.url and URL.fullmatch(config.url) is None:
        raise ConfigError(f"{wanted}: url is {config.url!r}; expected https://club.example, without a path")
    if not 0 <= config.proxies <= MOST_PROXIES:
        raise ConfigError(f"{wanted}: proxies is {config.proxies}; expected 0 to {MOST_PROXIES}")
    if config.language not in LANGUAGES:
        raise ConfigError(f"{wanted}: language is {config.language!r}; expected one of {', '.join(LANGUAGES)}")
    if problem := settings_problem(config.broker):
        raise ConfigError(f"{wanted}: [broker]: {problem}")
    if not config.title.strip() or len(config.title) > LONGEST_TITLE or not config.title.isprintable():
        raise ConfigError(f"{wanted}: title must be 1 to {LONGEST_TITLE} letters, on one line")
