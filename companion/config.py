"""Configuration file ``companion.toml``: read once at the start, refused as a whole if anything is wrong."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

import msgspec
import platformdirs
from msgspec import Struct

from companion.first_contact.owner_rules import PIN_LEAST, PIN_MOST, is_lasting_pin
from companion.keeping.copies import CopyTarget, copy_targets_for
from companion.locale import LANGUAGES, supported
from companion.mqtt.mqtt_settings import NO_BROKER, MqttSettings, settings_problem
from companion.network.addresses import plain_address
from companion.network.home_wifi.wifi_rules import LONGEST_PASSWORD, SHORTEST_PASSWORD, password_problem
from companion.network.own_wifi.hotspot_policy import Rule
from companion.reporting.club_settings import NO_CLUB, ClubSettings, club_problem
from companion.toml_settings import ConfigError, checked_port, read_settings

NAME = "table-companion"
FILE = "companion.toml"
TRIAL = "COMPANION_TRIAL"
"""Set in the environment of a table that is opened for a trial, on a copy of the plays."""
LOG_NAME = "companion.db"
"""File name of the log in the data folder."""


URL = re.compile(r"https?://(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9.-]+)(:\d{1,5})?(/[A-Za-z0-9._~-]+)*/?")
LONGEST_URL = 80
"""Characters; the QR code of a longer one has no room on a small display."""
MOST_PROXIES = 4
URL_GIVEN = "COMPANION_URL"
"""In the environment: the address that phones open, which a container cannot know by itself."""

TOLD = ("mqtt", "club")
"""Settings of those who are told something."""


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that can be set. ``PORT``, ``COMPANION_DATA`` and ``COMPANION_URL`` in the environment win over the
    file.

    ``profile`` is a shipped table (``simulated``, ``sim-2``, ``pi-zero-2w``, ``pi-3-4``, ``pi-5``, ``pi-panel``,
    ``pods``) or the path of one's own. ``address`` is where the server listens; ``names`` are the host names phones
    may use besides the machine's own. ``language`` is that of the table screen and the small displays until the host
    changes it; without it, the system decides, and where that names none (``C.UTF-8``) the first phone that sits down.
    ``pin`` is a PIN with which a device becomes host at any time, beside those that the panel and ``companion pin``
    show for a minute. ``data`` is the folder in which plays are kept.
    ``hotspot`` says when the table opens a Wi-Fi of its own: ``off``, ``key`` (when the panel is asked) or ``auto``
    (also when no known network is near); ``hotspot_password`` is its password, made at random without it.
    ``certificate`` and ``key`` are the files of a certificate, ``secure_port`` that of the same pages over HTTPS;
    without them everything works over HTTP.
    ``url`` is the address that phones open where a server in front of the table has another one; it may have a path.
    ``proxies`` is how many such servers each add who asks (X-Forwarded-For); those at ``proxy_addresses`` alone are
    believed, if any are named.
    ``copies`` is one on another disk to which they are copied; without it, a memory stick or a folder beside them.
    ``mqtt`` names the broker that may be told what everybody sees, ``club`` the club that may be told how plays end;
    without them, nobody is.
    """

    port: int = 8000
    address: str = "0.0.0.0"  # noqa: S104  (phones come over the local network)
    names: tuple[str, ...] = ()
    profile: str = "simulated"
    language: str = ""
    pin: str = ""
    data: str = ""
    copies: str = ""
    hotspot: Rule = "off"
    hotspot_password: str = ""
    certificate: str = ""
    key: str = ""
    secure_port: int = 8443
    url: str = ""
    proxies: int = 0
    proxy_addresses: tuple[str, ...] = ()
    mqtt: MqttSettings = NO_BROKER
    club: ClubSettings = NO_CLUB

    @property
    def folder(self) -> Path:
        """Data folder."""
        return Path(self.data).expanduser()

    @property
    def log(self) -> Path:
        """Path of the log in the data folder."""
        return self.folder / LOG_NAME

    @property
    def copy_targets(self) -> tuple[CopyTarget, ...]:
        """Folders for copies of the log, preferred first; memory sticks are looked for on each access."""
        return copy_targets_for(self.folder, self.copies)


def read_config(
    path: Path | None = None,
    environment: Mapping[str, str] = os.environ,
    *,
    port: int | None = None,
    profile: str | None = None,
    data: Path | None = None,
) -> Config:
    """The configuration from ``path`` (by default the user's own, which need not exist) and the environment.

    ``port``, ``profile`` and ``data`` were said on the command line and win over both. A table opened for a trial
    (``COMPANION_TRIAL``) tells nobody anything: it would speak for the one that it is a copy of.

    Raises ``ConfigError``.
    """
    wanted = path or usual_place()
    if path is not None and not wanted.exists():
        raise ConfigError(f"{wanted}: there is no such file; write one, or leave --config away")
    settings = read_settings(wanted, Config) if wanted.exists() else {}
    checked_port(settings.get("port", Config().port), f"{wanted}: port")
    if from_outside := environment.get("PORT"):
        settings["port"] = checked_port(from_outside, "PORT in the environment")
    if port is not None:
        settings["port"] = checked_port(port, "--port")
    if profile:
        settings["profile"] = profile
    if url := environment.get(URL_GIVEN):
        settings["url"] = url
    settings["data"] = str(data or _data(environment) or settings.get("data") or platformdirs.user_data_dir(NAME))
    checked_port(settings.get("secure_port", Config().secure_port), f"{wanted}: secure_port")
    if environment.get(TRIAL):
        for told in TOLD:
            settings.pop(told, None)
    config = msgspec.convert(settings, Config)
    _check(config, wanted)
    return config


def _check(config: Config, wanted: Path) -> None:
    """Raise ``ConfigError`` for values that cannot be, or not together."""
    if bool(config.certificate) != bool(config.key):
        raise ConfigError(f"{wanted}: certificate and key go together; companion network certificate makes both")
    if config.language and config.language not in LANGUAGES:
        raise ConfigError(f"{wanted}: language is {config.language!r}; expected one of {', '.join(LANGUAGES)}")
    if config.pin and not is_lasting_pin(config.pin):
        least, most = PIN_LEAST, PIN_MOST
        raise ConfigError(
            f"{wanted}: pin must be {least} to {most} digits: a shorter one that never changes can be guessed"
        )
    for part, problem in (("mqtt", settings_problem(config.mqtt)), ("club", club_problem(config.club))):
        if problem:
            raise ConfigError(f"{wanted}: [{part}]: {problem}")
    _check_front(config, wanted)
    own = config.hotspot_password
    if own and (len(own) > LONGEST_PASSWORD or password_problem(own)):
        least, most = SHORTEST_PASSWORD, LONGEST_PASSWORD
        raise ConfigError(
            f"{wanted}: hotspot_password must be {least} to {most} letters without accents, digits and signs"
        )


def _check_front(config: Config, wanted: Path) -> None:
    """Raise ``ConfigError`` for servers in front of the table that cannot be."""
    if config.url and (URL.fullmatch(config.url) is None or len(config.url) > LONGEST_URL):
        raise ConfigError(f"{wanted}: url is {config.url!r}; expected an address like https://games.example.org/table")
    if not 0 <= config.proxies <= MOST_PROXIES:
        raise ConfigError(f"{wanted}: proxies is {config.proxies}; expected 0 to {MOST_PROXIES}")
    if wrong := [each for each in config.proxy_addresses if plain_address(each) is None]:
        raise ConfigError(f"{wanted}: proxy_addresses has {wrong[0]!r}; expected addresses by number")


def usual_place() -> Path:
    """Path of the user's configuration file."""
    return Path(platformdirs.user_config_dir(NAME)) / FILE


def language_of(environment: Mapping[str, str]) -> str:
    """Language from the locale variables; English if it is not supported."""
    return system_language(environment) or "en"


def system_language(environment: Mapping[str, str]) -> str:
    """Language that the locale variables name. Empty for none (``C.UTF-8``) and for one that is not supported."""
    named = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return supported(next(filter(None, named), ""))


def _data(environment: Mapping[str, str]) -> str | None:
    """Data folder from the environment: COMPANION_DATA, else systemd's state folder."""
    return environment.get("COMPANION_DATA") or environment.get("STATE_DIRECTORY")
