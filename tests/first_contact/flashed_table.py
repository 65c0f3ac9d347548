"""A table of the disk image in the hand of a test: its card, its partition of plays, its power-ons, its clock."""

from __future__ import annotations

from pathlib import Path
from shutil import rmtree
from typing import Literal

from companion.app import App, build
from companion.config import Config
from companion.first_contact.read_only_root import MADE, PLAYS, ReadOnlyRoot
from companion.first_contact.setup_window import MARKER
from companion.service.asking.requests import Reply
from companion.service.seats.table_setup import SetUpTable, TableSetupView
from tests.chromium import NAME
from tests.ports import free_port
from tests.service.at_table import HandClock, token

Partition = Literal["mounted", "lost", "none"]


class FlashedTable:
    """``on`` switches it on, ``restart`` is what the service manager does; time stands still until ``wait``."""

    def __init__(self, folder: Path) -> None:
        self.clock = HandClock()
        self.plays = folder / "plays"
        self.run = folder / "run"
        self.pin = ""
        self.app: App | None = None
        self._root = folder / "root"
        self._mounts = folder / "mounts"
        self._port = free_port()
        self.is_made("mounted")

    def is_made(self, partition: Partition, *, only_read: bool = False) -> None:
        """How the card is divided, and whether the system on it is only read."""
        made = self._root / MADE
        made.parent.mkdir(parents=True, exist_ok=True)
        made.unlink(missing_ok=True)
        if partition != "none":
            made.touch()
        lines = ["table-companion / overlay rw 0 0" if only_read else "/dev/mmcblk0p2 / ext4 rw 0 0"]
        if partition == "mounted":
            lines.append(f"/dev/mmcblk0p3 {PLAYS} ext4 rw 0 0")
        self._mounts.write_text("\n".join(lines), encoding="utf-8")

    def on(self, *, image: bool = True) -> None:
        """Power on: what was in memory is gone, and the monotonic clock begins anew."""
        self.off()
        rmtree(self.run, ignore_errors=True)
        self.run.mkdir()
        self.clock.now = 30.0
        self._open(image=image)

    def restart(self) -> None:
        """The program ends, and is started again within the same power-on."""
        self.off()
        self._open(image=True)

    def _open(self, *, image: bool) -> None:
        card_root = ReadOnlyRoot(self._root, mounts=self._mounts)
        config = Config(port=self._port, data=str(self.plays), profile="sim-2", pin=self.pin, names=(NAME,))
        self.app = build(
            config, clock=self.clock, bind="127.0.0.1", console=self.run, card_root=card_root if image else None
        )
        assert self.app.window is not None or not image
        self.app.start()
        self.wait(0)

    def off(self) -> None:
        if self.app is not None:
            self.app.close()
            self.app = None

    @property
    def opened(self) -> App:
        assert self.app is not None
        return self.app

    def wait(self, seconds: float) -> None:
        """Time passes; then the table has looked at the clock."""
        self.clock.now += seconds
        loop = self.opened.opened.loop
        loop.ask(loop.work.idle)

    def asks(self, who: str) -> Reply:
        return self.opened.opened.table.ask(token(who), SetUpTable())

    def sees(self, who: str = "nobody") -> TableSetupView:
        return self.opened.opened.table.view(token(who)).seats.table_setup()

    def is_admin(self, who: str) -> bool:
        return self.opened.opened.table.view(token(who)).seats.own_role().host

    @property
    def marked(self) -> bool:
        return (self.plays / MARKER).exists()
