"""What owners write on the card of a table."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path

from companion.first_contact.applying import SystemSetup
from companion.first_contact.meeting import meet
from companion.first_contact.read_only_root import MADE, ReadOnlyRoot
from companion.first_contact.setup_record import SetupRecord

PROFILES = ("simulated", "pi-panel", "pods")
PUBLIC = "ssh-ed25519 " + b64encode(b"\0\0\0\x0bssh-ed25519\0\0\0\x20" + bytes(range(32))).decode() + " ana@laptop"
WHOLE = f"""\
# Our table, in the living room.
name = "Olive"        # typed by phones
language = "es"
country = "es"
profile = "pi-panel"

wifi_name = "Casa Lucía"
wifi_password = "correct horse"   # as on the router
own_wifi_password = 'olives and figs'
pin = "2718 2818"
ssh_key = "{PUBLIC}"
read_only = true
"""
SECRETS = ("correct horse", "olives and figs", "2718 2818", "27182818")
AVAHI = "# avahi's own\n[server]\n#host-name=foo\nuse-ipv4=yes\n\n[wide-area]\nenable-wide-area=yes\n"
SETTINGS = '# settings\n# language = "en"\nprofile = "simulated"\nhotspot = "auto"\n# pin = "11112222"\n'
COMMAND_LINE = "console=tty1 root=LABEL=companion rw rootwait quiet\n"
READ_ONLY = "console=tty1 root=LABEL=companion ro table-companion.root=read-only rootwait quiet\n"
MOUNTS = {
    "system": "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n",
    "read-only": "table-companion / overlay rw,lowerdir=/run/table-companion-root/card 0 0\n",
    "plays": "/dev/mmcblk0p3 /var/lib/table-companion ext4 rw,noatime 0 0\n",
}


class Machine:
    """A system under a folder, with the card of a table, and the commands that were run."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.card = folder / "card"
        self.plays = folder / "plays"
        for path in (self.card, self.plays, self.root / "etc/avahi", self.root / "etc/table-companion"):
            path.mkdir(parents=True)
        self.write("etc/avahi/avahi-daemon.conf", AVAHI)
        self.write("etc/table-companion/companion.toml", SETTINGS)
        (self.root / MADE).parent.mkdir(parents=True)
        self.write(MADE, "")
        (self.card / "cmdline.txt").write_text(COMMAND_LINE)
        self._mounts = folder / "mounts"
        self.mounts("system", "plays")
        self.commands: list[str] = []
        self.missing: set[str] = set()

    def write(self, path: str, text: str) -> None:
        (self.root / path).write_text(text, encoding="utf-8")

    def read(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    def mode(self, path: str) -> str:
        return oct((self.root / path).stat().st_mode & 0o777)

    @property
    def settings(self) -> str:
        return self.read("etc/table-companion/companion.toml")

    @property
    def table_toml(self) -> str:
        return (self.card / "table.toml").read_bytes().decode()

    @property
    def command_line(self) -> str:
        """With which the kernel starts at the next power-on."""
        return (self.card / "cmdline.txt").read_text()

    def mounts(self, *what: str) -> None:
        self._mounts.write_text("".join(MOUNTS[each] for each in what))

    def card_root(self) -> ReadOnlyRoot:
        return ReadOnlyRoot(self.root, self.card, self._mounts)

    def owner_writes(self, text: str, name: str = "table.toml", encoding: str = "utf-8") -> None:
        (self.card / name).write_bytes(text.encode(encoding))

    def starts(self) -> SetupRecord | None:
        system = SystemSetup(self.root, self.root / "etc/table-companion/companion.toml", self.card_root(), self._run)
        return meet(self.card, self.plays, system, PROFILES, "en")

    def _run(self, command: Sequence[str]) -> None:
        if command[0] in self.missing:
            raise FileNotFoundError(2, "No such file or directory", command[0])
        self.commands.append(" ".join(command))
