"""The virtual machine: started, asked to do things, and killed as if somebody had pulled the plug."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.ports import free_port
from tests.vm.image import Image

GOODS = 512 * 2**20
"""Bytes of the disk on which the test brings things along; it is as large as it needs to be."""


KERNEL = "console=ttyS0 loglevel=5 systemd.show_status=1 mitigations=off audit=0 no_timer_check panic=-1"
TRIES = 3
"""How often it is switched on until it comes up."""


@dataclass(frozen=True)
class Done:
    """What shell words did."""

    code: int
    out: str
    err: str

    @property
    def told(self) -> str:
        return f"exit code {self.code}\n{self.out}\n{self.err}"


class Machine:
    """A machine with a disk of its own on top of an image. qemu emulates the processor: no KVM is needed.

    `goods` is a folder the machine finds as /goods; port 80 of the machine is `port` here. It reaches no network.
    """

    def __init__(self, image: Image, goods: Path, folder: Path) -> None:
        self.image = image
        self._folder = folder
        self.disk = folder / "disk.qcow2"
        self._goods = folder / "goods.ext4"
        self._qemu: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._monitor: socket.socket | None = None
        self._read = b""
        self.port = free_port()
        self.console = folder / "console.log"
        with self._goods.open("wb") as disk:
            disk.truncate(GOODS)
        _run("mkfs.ext4", "-q", "-L", "goods", "-d", str(goods), str(self._goods))
        self._make_disk()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, timeout: float = 240.0) -> float:
        """Switch it on; the seconds until it does what it is asked.

        A kernel that changes its own code while another emulated processor runs it may fall over, within its first
        seconds, which no real processor does: then it is switched on again.
        """
        for _ in range(TRIES - 1):
            try:
                return self._start(timeout)
            except TimeoutError:
                self.stop()
        return self._start(timeout)

    def _start(self, timeout: float) -> float:
        agent, monitor, serial = (self._folder / name for name in ("agent", "monitor", "serial"))
        for old in (agent, monitor, serial):
            old.unlink(missing_ok=True)
        began = time.monotonic()
        self._qemu = subprocess.Popen(self._command(agent, monitor, serial), stdin=subprocess.DEVNULL)
        self._line = _connected(agent, began + timeout)
        self._line.settimeout(1.0)
        self._read = b""
        self._wait_ready(began + timeout)
        return time.monotonic() - began

    def _make_disk(self) -> None:
        """The disk is what differs from the image, which is never written to."""
        _run("qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", str(self.image.disk), str(self.disk))

    def _command(self, agent: Path, monitor: Path, serial: Path) -> list[str]:
        """What starts qemu; the paths are those of its sockets."""
        return [
            "qemu-system-x86_64", "-M", "q35", "-accel", "tcg,thread=multi", "-cpu", "max,la57=off",
            "-smp", "2", "-m", "768", "-append", KERNEL, *self._board(agent, monitor, serial),
        ]  # fmt: skip

    def _board(self, agent: Path, monitor: Path, serial: Path) -> list[str]:
        """What is on the machine whatever its processor: disks, network, USB, and the wires to the test."""
        return [
            "-nodefaults", "-display", "none", "-no-reboot",
            "-kernel", str(self.image.kernel), "-initrd", str(self.image.initrd),
            "-drive", f"file={self.disk},format=qcow2,if=virtio,cache=writeback",
            "-drive", f"file={self._goods},format=raw,if=virtio,readonly=on",
            "-netdev", f"user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:{self.port}-:80",
            "-device", "virtio-net-pci,netdev=net,romfile=",
            "-device", "virtio-serial-pci", "-chardev", f"socket,id=agent,path={agent},server=on,wait=off",
            "-device", "virtserialport,chardev=agent,name=agent",
            "-device", "virtio-rng-pci",
            "-serial", f"file:{self.console}",
            "-chardev", f"socket,id=pod,path={serial},server=on,wait=off",
            "-device", "qemu-xhci,id=usb",
            "-chardev", f"socket,id=monitor,path={monitor},server=on,wait=off",
            "-mon", "chardev=monitor,mode=control",
        ]  # fmt: skip

    def run(self, words: str, timeout: float = 60.0) -> Done:
        """Have shell words done as root, and what came of it."""
        self._send({"run": words, "timeout": timeout})
        reply = self._receive(time.monotonic() + timeout + 20)
        return Done(reply["code"], reply["out"], reply["err"])

    def do(self, words: str, timeout: float = 60.0) -> str:
        """Have shell words done that must succeed; what they printed."""
        done = self.run(words, timeout)
        assert done.code == 0, f"{words}\n{done.told}"
        return done.out

    def pull_the_plug(self) -> None:
        """Power off, now. What the disk was not told to keep is gone: qemu holds on to the map of new clusters."""
        assert self._qemu is not None
        self._qemu.kill()
        self._qemu.wait()
        self._forget()

    def stop(self) -> None:
        """Switch off, somehow."""
        if self._qemu is not None and self._qemu.poll() is None:
            self._qemu.kill()
            self._qemu.wait()
        self._forget()

    def qmp(self, execute: str, **arguments: Any) -> None:
        """Tell qemu itself: plug something in, pull something out."""
        if self._monitor is None:
            self._monitor = _connected(self._folder / "monitor", time.monotonic() + 10)
            self._monitor.settimeout(10)
            self._monitor.recv(65536)
            self.qmp("qmp_capabilities")
        self._monitor.sendall(json.dumps({"execute": execute, "arguments": arguments}).encode() + b"\n")
        while True:
            for line in self._monitor.recv(65536).splitlines():
                reply = json.loads(line)
                assert "error" not in reply, reply
                if "return" in reply:
                    return

    def plug_in_pod(self) -> socket.socket:
        """A USB serial converter; the end of the wire at which a pod would be."""
        self.qmp("device_add", driver="usb-serial", id="pod0", chardev="pod", bus="usb.0")
        return _connected(self._folder / "serial", time.monotonic() + 10)

    def pull_out_pod(self) -> None:
        self.qmp("device_del", id="pod0")

    def plug_in_keyboard(self, serial: str) -> None:
        """A USB keyboard with a serial number. What is typed is typed on the one that was plugged in last."""
        self.qmp("device_add", driver="usb-kbd", id=f"keyboard-{serial}", serial=serial, bus="usb.0")

    def pull_out_keyboard(self, serial: str) -> None:
        self.qmp("device_del", id=f"keyboard-{serial}")

    def type(self, key: str) -> None:
        """Press a key, and let go of it; by the names of qemu."""
        self.qmp("send-key", keys=[{"type": "qcode", "data": key}])

    def cable(self, *, plugged: bool) -> None:
        """The network cable is plugged in, as at power-on, or pulled out."""
        self.qmp("set_link", name="net", up=plugged)

    def _forget(self) -> None:
        for end in (self._line, self._monitor):
            if end is not None:
                end.close()
        self._line = self._monitor = self._qemu = None

    def _send(self, asked: dict[str, Any]) -> None:
        assert self._line is not None
        self._line.sendall(json.dumps(asked).encode() + b"\n")

    def _wait_ready(self, until: float) -> None:
        while True:
            reply = self._receive(until)
            if reply.get("ready"):
                return

    def _receive(self, until: float) -> dict[str, Any]:
        assert self._line is not None
        assert self._qemu is not None
        while b"\n" not in self._read:
            if time.monotonic() > until or self._qemu.poll() is not None:
                tail = self.console.read_bytes()[-3000:].decode(errors="replace")
                raise TimeoutError(f"the machine does not answer; its console ends:\n{tail}")
            try:
                self._read += self._line.recv(65536)
            except TimeoutError:
                continue
        line, self._read = self._read.split(b"\n", 1)
        reply: dict[str, Any] = json.loads(line)
        return reply


def missing() -> list[str]:
    """Programs this machine would have to have."""
    needed = ("qemu-system-x86_64", "qemu-img", "mmdebstrap", "mkfs.ext4", "xz", "apt-get", "dpkg-deb")
    return [name for name in needed if shutil.which(name) is None]


def _run(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True)


def _connected(path: Path, until: float) -> socket.socket:
    while True:
        end = socket.socket(socket.AF_UNIX)
        try:
            end.connect(str(path))
        except OSError:
            end.close()
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
        else:
            return end
