"""The pod's side of the wire, on MicroPython's interpreter: the vectors, and bytes that mean nothing."""

from __future__ import annotations

import json
import random
from typing import Any

from tests.firmware.bench.bench import Node
from tests.firmware.plain_codec import frame, payloads
from tests.firmware.vectors import FILE

VECTORS: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
FROM_POD = ("Hello", "State", "Key")

READ = """
import json
from binascii import hexlify, unhexlify
from pod import messages
from pod.frames import Reader, Writer

def put(payload):
    writer = Writer()
    writer.payload[:len(payload)] = payload
    size = writer.frame(len(payload))
    return hexlify(writer.buffer[:size]).decode()

def fields(payload):
    values = messages.fields(payload, len(payload))
    return None if values is None else list(values)

def find(line):
    reader, found = Reader(), []
    for byte in line:
        size = reader.take(byte)
        if size:
            found.append(hexlify(reader.payload[:size]).decode())
    return [found, reader.damaged]

for do, data in json.loads(GIVEN):
    print(json.dumps({"put": put, "fields": fields, "find": find}[do](unhexlify(data))))
"""

WRITE = """
import json
from binascii import hexlify, unhexlify
from pod import messages

out = bytearray(194)
for kind, f in json.loads(GIVEN):
    if kind == "Hello":
        size = messages.put_hello(out, (f["low"], f["high"]), unhexlify(f["pod"]), f["board"],
            (f["major"], f["minor"], f["patch"]), f["keys"], f["parts"], (f["width"], f["height"]), f["reset"],
            f["name"].encode())
    elif kind == "State":
        lamp = (f["red"], f["green"], f["blue"], f["pattern"])
        size = messages.put_state(out, f["session"], f["count"], f["picture"], f["flags"], lamp, f["buzzes"],
            f["held"], f["waiting"], f["pages"])
    else:
        size = messages.put_key(out, f["session"], f["sequence"], f["picture"], f["line"], f["change"], f["age"])
    print(json.dumps(hexlify(out[:size]).decode()))
"""


def run(node: Node, program: str, given: list[Any]) -> list[Any]:
    """Give a program something to work on; the answers, one for each."""
    printed = node.script(f"GIVEN = {json.dumps(given)!r}\n{program}")
    found = [json.loads(line) for line in printed.splitlines()]
    assert len(found) == len(given)
    return found


def test_every_payload_is_framed_as_the_vectors_say(node: Node) -> None:
    given = [("put", message["payload"]) for message in VECTORS["messages"]]
    assert run(node, READ, given) == [message["frame"] for message in VECTORS["messages"]]


def test_what_the_pi_says_is_read_as_the_vectors_say(node: Node) -> None:
    messages = [message for message in VECTORS["messages"] if message["message"] not in FROM_POD]
    for message, values in zip(
        messages, run(node, READ, [("fields", message["payload"]) for message in messages]), strict=True
    ):
        numbers = [value for name, value in message["fields"].items() if name != "columns"]
        assert values == [int(message["payload"][:2], 16), *numbers], message["name"]


def test_what_the_pod_says_is_written_as_the_vectors_say(node: Node) -> None:
    messages = [message for message in VECTORS["messages"] if message["message"] in FROM_POD]
    written = run(node, WRITE, [(message["message"], message["fields"]) for message in messages])
    assert written == [message["payload"] for message in messages]


def test_what_is_no_message_is_ignored(node: Node) -> None:
    given = [("fields", one["payload"]) for one in VECTORS["no_messages"]]
    assert run(node, READ, given) == [None] * len(given)


def test_a_pod_ignores_its_own_kind(node: Node) -> None:
    given = [("fields", message["payload"]) for message in VECTORS["messages"] if message["message"] in FROM_POD]
    assert run(node, READ, given) == [None] * len(given)


def test_damaged_lines_are_read_as_the_vectors_say(node: Node) -> None:
    found = run(node, READ, [("find", line["bytes"]) for line in VECTORS["lines"]])
    assert found == [[line["payloads"], line["damaged"]] for line in VECTORS["lines"]]


def some_line(chance: random.Random) -> bytes:
    """Frames and noise, with bytes lost and changed."""
    out = bytearray()
    for _ in range(chance.randrange(1, 6)):
        if chance.random() < 0.3:
            out += chance.randbytes(chance.randrange(260))
        else:
            size = chance.randrange(1, 193)
            out += frame(bytes(chance.choice((0, 1, 255, chance.randrange(256))) for _ in range(size)))
    for _ in range(chance.choice((0, 0, 1, 3))):
        at = chance.randrange(len(out)) if out else 0
        if chance.random() < 0.5:
            del out[at : at + 1]
        elif out:
            out[at] = chance.randrange(256)
    return bytes(out)


def test_any_line_at_all_is_read_as_by_the_plainest_reader(node: Node) -> None:
    chance = random.Random(7)
    lines = [some_line(chance) + b"\0" + frame(b"good") for _ in range(200)]
    for line, (found, damaged) in zip(lines, run(node, READ, [("find", line.hex()) for line in lines]), strict=True):
        expected, broken = payloads(line)
        assert found == [payload.hex() for payload in expected]
        assert damaged == broken
        assert found[-1] == b"good".hex()
