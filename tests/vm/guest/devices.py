"""Runs in the virtual machine, as root: real GPIO lines and a real I2C bus, with a small display at its end.

The lines are gpio-sim's, under the label of a Pi's own, by which they are found beside other chips. The buses are the
kernel's own i2c-tiny-usb driver; its adapters are this program, plugged in over USB/IP. The display is on the second
bus: the first is somebody else's, as on a Pi. What the display is sent goes into a file, a line of hex for every write,
first the address byte's worth. The processor says that it is a Pi 4, which gpiozero wants to know before it takes a
pin. Standard library.

    devices.py lines       make the lines
    devices.py display     plug the adapters in, and be them until ended
"""

import os
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

SIM = Path("/sys/kernel/config/gpio-sim/header")
VHCI = Path("/sys/devices/platform/vhci_hcd.0/attach")
CPUINFO = Path("/run/cpuinfo")
SENT = Path("/run/oled")
LINES = 28
LABEL = "pinctrl-bcm2711"
OLED = 0x3C

HIGH_SPEED = 3
DEVICE = struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0200, 0xFF, 0, 0, 64, 0x0403, 0xC631, 0x0200, 0, 0, 0, 1)
INTERFACE = struct.pack("<BBBBBBBBB", 9, 4, 0, 0, 0, 0xFF, 0, 0, 0)
CONFIGURATION = struct.pack("<BBHBBBBB", 9, 2, 9 + len(INTERFACE), 1, 1, 0, 0x80, 50) + INTERFACE
QUALIFIER = struct.pack("<BBHBBBBBB", 10, 6, 0x0200, 0xFF, 0, 0, 64, 1, 0)
DESCRIPTORS = {1: DEVICE, 2: CONFIGURATION, 6: QUALIFIER}

SUBMIT, UNLINK, RET_SUBMIT, RET_UNLINK = 1, 2, 3, 4
STALL = -32
GET_FUNC, GET_STATUS, IO = 1, 3, 4
ACKED, NAKED = b"\1", b"\2"
I2C_AND_SMBUS = struct.pack("<I", 0x0EFF0001)


def lines() -> None:
    subprocess.run(["modprobe", "gpio-sim"], check=True)
    bank = SIM / "bank0"
    bank.mkdir(parents=True)
    (bank / "num_lines").write_text(f"{LINES}\n")
    (bank / "label").write_text(LABEL)
    (SIM / "live").write_text("1\n")
    about = Path("/proc/cpuinfo").read_text()
    CPUINFO.write_text(f"{about}\nHardware\t: BCM2835\nRevision\t: b03115\n")


class Adapter:
    """An adapter at the other end of a USB cable; `end` is that of a socket. With or without the display on its bus."""

    def __init__(self, end: socket.socket, there: bool) -> None:
        self._end = end
        self._there = there
        self._status = ACKED
        self._sent = SENT.open("a", buffering=1)

    def run(self) -> None:
        while True:
            head = self._read(48)
            kind, number, _, inward, _ = struct.unpack(">IIIII", head[:20])
            if kind == UNLINK:
                self._end.sendall(struct.pack(">IIIIIi24x", RET_UNLINK, number, 0, 0, 0, 0))
                continue
            length = struct.unpack(">i", head[24:28])[0]
            setup = struct.unpack("<BBHHH", head[40:48])
            out = b"" if inward or not length else self._read(length)
            status, back = self._control(setup, out)
            back = back[:length]
            done = len(back) if inward else len(out)
            self._end.sendall(struct.pack(">IIIIIiiiii8x", RET_SUBMIT, number, 0, 0, 0, status, done, 0, 0, 0) + back)

    def _read(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            more = self._end.recv(size - len(data))
            if not more:
                sys.exit("unplugged")
            data += more
        return data

    def _control(self, setup: tuple[int, ...], out: bytes) -> tuple[int, bytes]:
        about, request, value, index, length = setup
        if about & 0x60 == 0x40:
            return self._vendor(request, value, index, length, out)
        if request == 6:
            found = DESCRIPTORS.get(value >> 8)
            return (0, found) if found is not None else (STALL, b"")
        if request == 0:
            return 0, b"\0\0"
        return 0, b""

    def _vendor(self, request: int, flags: int, address: int, length: int, out: bytes) -> tuple[int, bytes]:
        if request == GET_FUNC:
            return 0, I2C_AND_SMBUS
        if request == GET_STATUS:
            return 0, self._status
        if request & IO:
            there = self._there and address == OLED and not Path("/run/oled-unplugged").exists()
            self._status = ACKED if there else NAKED
            reading = flags & 1
            if there and not reading:
                self._sent.write(out.hex() + "\n")
            return 0, bytes(length) if reading else b""
        return 0, b""


def display() -> None:
    for module in ("i2c-dev", "i2c-tiny-usb", "vhci-hcd"):
        subprocess.run(["modprobe", module], check=True)
    while not VHCI.exists():
        time.sleep(0.1)
    plugged = [plug_in(number) for number in range(2)]
    for each in plugged:
        each.join()


def plug_in(number: int) -> Thread:
    """The adapter of /dev/i2c-NUMBER, once the bus is there. The last one has the display."""
    end, kernels = socket.socketpair()
    VHCI.write_text(f"{number} {kernels.fileno()} {0x10002 + number} {HIGH_SPEED}\n")
    os.close(kernels.detach())
    being = Thread(target=Adapter(end, number == 1).run)
    being.start()
    while not Path(f"/dev/i2c-{number}").exists():
        time.sleep(0.1)
    return being


{"lines": lines, "display": display}[sys.argv[1]]()
