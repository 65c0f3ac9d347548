"""An emulated 64-bit ARM machine with the flashed card: a bare one (``virt``), or a Raspberry Pi 3 B."""

from __future__ import annotations

import base64
import subprocess
from pathlib import Path

from tests.arm.emulator import in_emulator
from tests.arm.flashed_card import from_fat
from tests.vm.image import Image
from tests.vm.machine import Machine

CARD = "4G"
"""Larger than the image, as a card is; a power of two, as emulated ones have to be."""
TREE = "bcm2837-rpi-3-b.dtb"
UNITS = {
    "goods.mount": """[Mount]
What=/dev/disk/by-label/goods
Where=/goods
Options=ro
""",
    "agent.service": """[Unit]
RequiresMountsFor=/goods
[Service]
ExecStart=/usr/bin/python3 /goods/guest/agent.py
Restart=always
RestartSec=2
""",
}
"""What does as the test asks, and what it finds."""
UNGUARDED = "nokaslr kpti=off mitigations=off audit=0"
"""No care against spies within one processor: an emulated one has no such leaks, and pays for it at every call."""
KERNEL = f"root=LABEL=companion rw rootwait net.ifnames=0 loglevel=5 systemd.show_status=1 {UNGUARDED}"
HEARD = f"console=ttyS1,115200 console=ttyAMA0,115200 loglevel=5 systemd.show_status=1 systemd.log_color=no {UNGUARDED}"
"""What comes to a Pi's command line, in the place of its screen: all is said on both serial lines."""
SCREEN = ("console=tty1", "quiet", "loglevel=4")
DEVICES_SOON = "systemd.default_device_timeout_sec=600"
"""An emulated card is found later than a card."""


class ArmMachine(Machine):
    """``virt`` with the memory of a Zero 2 W. What does as the test asks comes by the kernel's command line, as units
    in systemd's credentials: nothing is added to the image.
    """

    def _make_disk(self) -> None:
        words = [
            "qemu-img",
            "create",
            "-q",
            "-f",
            "qcow2",
            "-F",
            "raw",
            "-b",
            str(self.image.disk),
            str(self.disk),
            CARD,
        ]
        subprocess.run(in_emulator(self._shared(), words), check=True, capture_output=True)

    def _shared(self) -> list[Path]:
        return [self._folder, self.image.disk.parent]

    def _command(self, agent: Path, monitor: Path, serial: Path) -> list[str]:
        credentials = " ".join(
            f"systemd.set_credential_binary=systemd.extra-unit.{name}:{base64.b64encode(unit.encode()).decode()}"
            for name, unit in UNITS.items()
        )
        words = [
            "qemu-system-aarch64", "-M", "virt", "-accel", "tcg,thread=multi", "-cpu", "cortex-a72", "-smp", "2",
            "-m", "512", "-append", f"console=ttyAMA0 {KERNEL} {credentials} systemd.wants=agent.service",
            *self._board(agent, monitor, serial),
        ]  # fmt: skip
        return in_emulator(self._shared(), words)


class EmulatedPi:
    """A Raspberry Pi 3 B: its SD card, pin controller, I2C and USB are qemu's models of the Pi's own.

    Nothing in it does what a test asks; it has its console, and a network adapter on USB.
    """

    def __init__(self, image: Image, disk: Path, folder: Path, port: int) -> None:
        self._image = image
        self._disk = disk
        self._folder = folder
        self.port = port
        self.console = folder / "pi-console.log"
        self._qemu: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, command_line: str) -> None:
        """Switch it on, with what the card's ``cmdline.txt`` says; that it has started shows by its pages."""
        words = [word for word in command_line.split() if word not in SCREEN]
        line = " ".join((HEARD, *words, DEVICES_SOON))
        tree = self._folder / TREE
        tree.write_bytes(from_fat(self._image.disk, TREE))
        command = [
            "qemu-system-aarch64", "-M", "raspi3b", "-display", "none", "-no-reboot",
            "-kernel", str(self._image.kernel), "-initrd", str(self._image.initrd),
            "-dtb", str(tree), "-append", line,
            "-drive", f"file={self._disk},format=qcow2,if=sd,cache=writeback",
            "-netdev", f"user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:{self.port}-:80",
            "-device", "usb-net,netdev=net",
            "-serial", f"file:{self.console}", "-serial", f"file:{self.console}.second",
        ]  # fmt: skip
        shared = [self._folder, self._image.disk.parent, self._disk.parent]
        self._qemu = subprocess.Popen(in_emulator(shared, command), stdin=subprocess.DEVNULL)

    def said(self) -> str:
        """Both of its serial lines."""
        consoles = (self.console, self.console.with_name(f"{self.console.name}.second"))
        return "\n".join(path.read_text(errors="replace") for path in consoles if path.exists())

    def stop(self) -> None:
        if self._qemu is not None and self._qemu.poll() is None:
            self._qemu.kill()
            self._qemu.wait()
