"""Applies what a ``table.toml`` says to the system: files under a root, and a few commands."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from uuid import NAMESPACE_DNS, uuid5

from companion.core.wording import Message, say
from companion.first_contact.read_only_root import ReadOnlyRoot
from companion.first_contact.settings_file import with_setting
from companion.first_contact.setup_record import SetupMistake
from companion.first_contact.table_file import TableFile
from companion.whole_files import write_whole

AVAHI = "etc/avahi/avahi-daemon.conf"
HOME = "etc/NetworkManager/system-connections/table-companion-home.nmconnection"
COUNTRY = "etc/modprobe.d/table-companion-country.conf"
KEYS = "root/.ssh/authorized_keys"
SETTINGS = (("language", "language"), ("profile", "profile"), ("own_wifi_password", "hotspot_password"), ("pin", "pin"))
"""Keys of ``table.toml``, and the settings they are."""
SECONDS = 60.0
"""That a command may take."""

RunCommand = Callable[[Sequence[str]], None]


def run_command(command: Sequence[str]) -> None:
    """Run a command of the system. Raises ``OSError`` where it is missing or fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)  # noqa: S603
    except subprocess.TimeoutExpired as error:
        raise OSError(f"{command[0]} did not end") from error
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise OSError(f"{command[0]}: {said[-1] if said else done.returncode}")


class SystemSetup:
    """A system whose files lie under ``root``, with the companion's ``settings`` at that path. ``run`` runs a command
    and raises ``OSError`` where it fails. ``card_root`` says whether the card is read-only.
    """

    def __init__(self, root: Path, settings: Path, card_root: ReadOnlyRoot, run: RunCommand = run_command) -> None:
        self._root = root
        self._settings = settings
        self._run = run
        self.card_root = card_root

    def apply(self, read: TableFile, home: str) -> tuple[list[Message], list[SetupMistake]]:
        """Apply everything, each key for itself; what was done, and what could not be. ``home`` is the home Wi-Fi that
        was taken over before.
        """
        done: list[Message] = []
        failed: list[SetupMistake] = []
        for key, act in self._steps(read, home):
            if failed and key == "read_only" and read.values[key] == "true":
                # From then on nothing could be tried again.
                why = say("The system becomes read-only once everything else was taken over.")
                failed.append(SetupMistake(0, key, why))
                continue
            try:
                done.append(act(read.values[key]))
            except (OSError, ValueError) as error:
                why = say("It could not be taken over ({why}). It is tried again at the next start.", why=str(error))
                failed.append(SetupMistake(0, key, why))
        return done, failed

    def _steps(self, read: TableFile, home: str) -> Iterator[tuple[str, Callable[[str], Message]]]:
        values = read.values
        if "name" in values:
            yield "name", self._name
        if "country" in values:
            yield "country", self._country
        # A wiped password does not make an open network of one that was taken over with it.
        if "wifi_name" in values and ("wifi_password" in values or values["wifi_name"] != home):
            yield "wifi_name", lambda ssid: self._home(ssid, values.get("wifi_password", ""))
        for key, setting in SETTINGS:
            if key in values:
                yield key, lambda value, setting=setting: self._setting(setting, value)  # type: ignore[misc]
        if "ssh_key" in values:
            yield "ssh_key", self._ssh
        if "read_only" in values:
            yield "read_only", self._choose

    def _name(self, name: str) -> Message:
        path = self._root / AVAHI
        text = path.read_text(encoding="utf-8")
        bare = re.sub(r"(?m)^#?host-name=.*\n", "", text)
        made = re.sub(r"(?m)^\[server\]$", f"[server]\nhost-name={name}", bare, count=1)
        if made == bare:
            raise ValueError(f"{path}: there is no [server]")
        before = path.with_name(f"{path.name}.before-table-companion")
        if not before.exists():
            shutil.copy2(path, before)
        write_whole(path, made, 0o644)
        self._run(("systemctl", "try-restart", "--no-block", "avahi-daemon.service"))
        local = f"{name}.local"
        return say("The table is called {name}.", name=local)

    def _country(self, country: str) -> Message:
        path = self._root / COUNTRY
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, f"options cfg80211 ieee80211_regdom={country}\n", 0o644)
        # Both only hasten what the next start does anyway, and are missing on some systems.
        for command in (("iw", "reg", "set", country), ("rfkill", "unblock", "wifi")):
            with suppress(OSError):
                self._run(command)
        return say("The radio keeps to the rules of {country}.", country=country)

    def _home(self, ssid: str, password: str) -> Message:
        path = self._root / HOME
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, keyfile(ssid, password), 0o600)
        if password:
            return say("The table joins the Wi-Fi {ssid}.", ssid=ssid)
        return say("The table joins the Wi-Fi {ssid}, which has no password.", ssid=ssid)

    def _setting(self, key: str, value: str) -> Message:
        write_whole(self._settings, with_setting(self._settings.read_text(encoding="utf-8"), key, value), 0o640)
        return {
            "language": say("The language of the table was set."),
            "profile": say("What is wired to the table was set: {profile}.", profile=value),
            "hotspot_password": say("The own Wi-Fi has the password you chose."),
            "pin": say("The admin has the PIN you chose."),
        }[key]

    def _ssh(self, key: str) -> Message:
        path = self._root / KEYS
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        known = path.read_text(encoding="utf-8") if path.exists() else ""
        if key not in known.splitlines():
            write_whole(path, f"{known}{'' if known.endswith(chr(10)) or not known else chr(10)}{key}\n", 0o600)
        # An image has no host keys, or every table would have the same.
        self._run(("ssh-keygen", "-A"))
        self._run(("systemctl", "enable", "--quiet", "ssh.service"))
        self._run(("systemctl", "start", "--no-block", "ssh.service"))
        return say("SSH is on, for root with your key.")

    def _choose(self, read_only: str) -> Message:
        self.card_root.choose(read_only == "true")
        if read_only == "true":
            return say("From the next power-on, the system on the card is read-only.")
        return say("From the next power-on, the system on the card is written to, as is usual.")


def keyfile(ssid: str, password: str) -> str:
    """A home Wi-Fi as NetworkManager keeps it (nm-settings-keyfile). The name is written as bytes: a text would have
    to be escaped.
    """
    parts = [
        "[connection]",
        f"id={_escaped(ssid)}",
        f"uuid={uuid5(NAMESPACE_DNS, f'{ssid}.table-companion')}",
        "type=wifi",
        "",
        "[wifi]",
        "mode=infrastructure",
        "ssid=" + "".join(f"{byte};" for byte in ssid.encode()),
        "",
    ]
    if password:
        parts += ["[wifi-security]", "key-mgmt=wpa-psk", f"psk={_escaped(password)}", ""]
    return "\n".join([*parts, "[ipv4]", "method=auto", "", "[ipv6]", "method=auto", ""])


def _escaped(text: str) -> str:
    """A value of a key file; its spaces too, which readers take away at either end."""
    return text.replace("\\", "\\\\").replace(" ", "\\s")
