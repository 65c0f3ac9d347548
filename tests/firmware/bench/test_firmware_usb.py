"""The USB cable is MicroPython's console as well: bytes go through as they are, until tools ask for the console."""

from __future__ import annotations

import json

import pytest

from hardware.pods.messages import Ask, Hello, parse
from hardware.pods.protocol import FrameReader, encode
from tests.firmware.bench.bench import Board, Node
from tests.firmware.vectors import MESSAGES

pytestmark = pytest.mark.long
"""In real time on a real line: seconds of waiting each."""

USB = """
from binascii import hexlify, unhexlify

class Source:
    def __init__(self, data):
        self.data = data
    def readinto(self, buffer):
        assert len(buffer) == 1, "more would wait for bytes that may never come"
        buffer[0], self.data = self.data[0], self.data[1:]

class Poller:
    def __init__(self, source):
        self.source = source
    def register(self, source, what):
        assert source is self.source
    def poll(self, patience):
        assert patience == 0
        return [1] if self.source.data else []

class Sink:
    data = b""
    def write(self, data):
        Sink.data += bytes(data)

def usb(data):
    from pod.serial_lines import UsbLine
    source = Source(data)
    return UsbLine(source, Sink(), Poller(source)), source
"""

READ = """
import json
for data in json.loads(GIVEN):
    line, source = usb(unhexlify(data))
    taken = bytearray()
    while source.data and not line.asked:
        line.read(lambda byte: taken.append(byte))
    print(json.dumps([hexlify(taken).decode(), line.asked, hexlify(source.data).decode()]))
"""

MAIN = """
from pod import wiring
line, source = usb(unhexlify(GIVEN))
wiring.line = lambda given: line
import main
print(hexlify(Sink.data).decode())
"""

TOOL = b"\r\x03\r\x01"
"""How mpremote asks for the console."""


def read(node: Node, *data: bytes) -> list[tuple[bytes, bool, bytes]]:
    """For each: what came through, whether the console was asked for, what was left for it."""
    given = json.dumps([one.hex() for one in data])
    printed = node.script(f"GIVEN = {given!r}\n{USB}{READ}")
    found = [json.loads(line) for line in printed.splitlines()]
    return [(bytes.fromhex(taken), asked, bytes.fromhex(left)) for taken, asked, left in found]


def test_every_frame_goes_through_whole(node: Node) -> None:
    frames = [encode(message.pack()) for _, message in MESSAGES]
    every = b"".join(frames)
    assert read(node, *frames, every) == [(data, False, b"") for data in (*frames, every)]


@pytest.mark.parametrize("before", [b"", encode(Ask(1, 1).pack())])
def test_tools_are_given_the_console_and_what_they_said_after(node: Node, before: bytes) -> None:
    assert read(node, before + TOOL) == [(before + b"\r", True, b"\r\x01")]


def test_the_same_bytes_inside_a_frame_are_a_frame(node: Node) -> None:
    data = b"\0\x08" + TOOL
    assert read(node, data) == [(data, False, b"")]


def test_a_pod_that_is_asked_for_its_console_leaves_the_loop_and_stays_fed(node: Node) -> None:
    board = Board(node)
    board.main = f"GIVEN = {TOOL.hex()!r}\n{USB}{MAIN}"
    board.power()
    board.past(100)
    assert not board.on
    hello = parse(FrameReader().feed(bytes.fromhex(board.printed.strip()))[0])
    assert isinstance(hello, Hello)
    assert any(board.glass), "it says that it is in service"
