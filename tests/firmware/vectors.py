"""Writes `firmware/vectors.json`: frames of every message, damaged ones, and traces of contacts, for both sides to be
tested with.

``python -m tests.firmware.vectors`` writes the file anew; a test says when it is not what this would write.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hardware.pods.messages import (
    Ack,
    AnyMessage,
    Ask,
    Buzz,
    Bye,
    Hello,
    Key,
    Page,
    Ping,
    Refuse,
    SetLamp,
    Show,
    State,
    Welcome,
    named,
)
from hardware.pods.protocol import (
    BUZZER,
    COVERED,
    DISPLAY,
    LAMP,
    LINES,
    LONGEST,
    MOST,
    NO_SEAT,
    PRIVATE,
    TOO_NEW,
    TOO_OLD,
    encode,
)

FILE = Path(__file__).parents[2] / "firmware" / "vectors.json"
SESSION = 0x1D00
ALL = DISPLAY | LAMP | BUZZER

MESSAGES: tuple[tuple[str, AnyMessage], ...] = (
    ("who is there", Ask(1, 1)),
    ("welcome to seat 2", Welcome(1, SESSION, 2)),
    ("welcome without a seat", Welcome(1, 1, NO_SEAT)),
    ("the firmware is too old", Refuse(2, 3, TOO_OLD)),
    ("the firmware is too new", Refuse(1, 1, TOO_NEW)),
    ("ping", Ping(SESSION, 0)),
    ("ping, last count", Ping(0xFFFF, 255)),
    ("a key has arrived", Ack(SESSION, 0x0100)),
    ("a dark page", Page(SESSION, 0, bytes(128))),
    ("a lit page", Page(SESSION, 7, b"\xff" * 128)),
    ("a page with everything in it", Page(SESSION, 3, bytes(range(128)))),
    ("a narrow page", Page(SESSION, 1, b"\x81")),
    ("show a picture", Show(SESSION, 1, 0, 0x0000)),
    ("show a private picture", Show(SESSION, 0xFFFF, PRIVATE, 0x29B1)),
    ("the lamp shines orange", SetLamp(SESSION, 255, 90, 0, 1)),
    ("the lamp is off", SetLamp(SESSION, 0, 0, 0, 0)),
    ("be heard", Buzz(SESSION, 1, 1)),
    ("goodbye", Bye(SESSION)),
    ("hello of a pod with all", Hello(1, 1, bytes(range(8)), 1, 0, 9, 0, 0x7F, ALL, 128, 64, 1, "north")),
    ("hello of a pod without a display", Hello(1, 2, b"\xff" * 8, 2, 1, 0, 3, 0x0C, 0, 0, 0, 2)),
    ("hello with a name beyond ASCII", Hello(1, 1, bytes(8), 3, 1, 2, 3, 0x1F, DISPLAY, 128, 32, 3, "Í\u00f1igo 木")),
    ("the state after a welcome", State(SESSION, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, (0x1D0F,) * 8)),
    ("the state with a private picture", State(SESSION, 7, 12, PRIVATE, 255, 90, 0, 1, 3, 0x10, 0, tuple(range(8)))),
    ("the state with a covered picture", State(SESSION, 8, 12, PRIVATE | COVERED, 0, 0, 0, 0, 3, 0, 2, (0xFFFF,) * 4)),
    ("the state without a display", State(SESSION, 255, 0, 0, 0, 0, 0, 0, 0, 0x7F, 16)),
    ("OK goes down", Key(SESSION, 1, 1, LINES.index("ok"), 1, 0)),
    ("OK goes up, told late", Key(SESSION, 2, 1, LINES.index("ok"), 0, 950)),
    ("PEEK on a dark display", Key(SESSION, 0xFFFF, 0, LINES.index("peek"), 1, 3)),
    ("the encoder turns left", Key(SESSION, 3, 2, LINES.index("encoder"), -128, 0xFFFF)),
    ("the encoder turns right", Key(SESSION, 4, 2, LINES.index("encoder"), 127, 20)),
)  # fmt: skip

BAD: tuple[tuple[str, bytes], ...] = (
    ("an unknown message", bytes((0x7E, 1, 2, 3))),
    ("a message of the other table", bytes((0x00,))),
    ("a short ping", Ping(SESSION, 1).pack()[:-1]),
    ("a long ping", Ping(SESSION, 1).pack() + b"\0"),
    ("a page without columns", Page(SESSION, 0, b"x").pack()[:-1]),
    ("a seventeenth page", Page(SESSION, 16, bytes(128)).pack()),
    ("a page too wide", Page(SESSION, 0, bytes(129)).pack()),
    ("an eighth line", Key(SESSION, 1, 0, 7, 1, 0).pack()),
    ("a key that is neither up nor down", Key(SESSION, 1, 0, 0, 2, 0).pack()),
    ("a hello that speaks nothing", Hello(2, 1, bytes(8), 1, 0, 0, 0, 0, 0, 0, 0, 0).pack()),
    ("a hello with half a letter", Hello(1, 1, bytes(8), 1, 0, 0, 0, 0, 0, 0, 0, 0).pack() + b"\xc3"),
    ("a hello with a long name", Hello(1, 1, bytes(8), 1, 0, 0, 0, 0, 0, 0, 0, 0, "x" * 17).pack()),
    ("a display of no size", Hello(1, 1, bytes(8), 1, 0, 0, 0, 0, DISPLAY, 0, 64, 0).pack()),
    ("a state with half a check sum", State(SESSION, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, (1,)).pack()[:-1]),
    ("a state of seventeen pages", State(SESSION, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, (1,) * 17).pack()),
)
"""Whole frames with something in them that is no message of this version."""


def damaged() -> Iterator[tuple[str, bytes, list[bytes], int]]:
    """(what happened, the bytes of the line, the payloads that arrive, how many frames were damaged)."""
    one, two = Ping(SESSION, 1).pack(), Key(SESSION, 1, 1, 2, 1, 0).pack()
    first, second = encode(one), encode(two)
    yield "nothing happened", first + second, [one, two], 0
    yield "the zeros between two frames are one", first[:-1] + second, [one, two], 0
    yield "many zeros", b"\0" * 5 + first + b"\0" * 5, [one], 0
    yield "a frame came twice", first + first + second, [one, one, two], 0
    for at in (1, 2, len(first) // 2, len(first) - 2):
        flipped = bytearray(first)
        flipped[at] ^= 0x10
        yield f"a bit of byte {at} flipped", bytes(flipped) + second, [two], 1
    for at in (1, len(first) // 2, len(first) - 2):
        yield f"byte {at} is lost", first[:at] + first[at + 1 :] + second, [two], 1
        yield f"byte {at} is doubled", first[: at + 1] + first[at : at + 1] + first[at + 1 :] + second, [two], 1
    yield "a frame is cut at its end", first[:-3] + second, [two], 1
    yield "a frame is cut at its beginning", first[3:] + second, [two], 1
    yield "a zero stands in a frame", first[:3] + b"\0" + first[3:] + second, [two], 2
    yield "two frames are joined", first[:-1] + second[1:] + second, [two], 1
    yield "noise before the first frame", b"\x01\xfe\x37" + first, [one], 1
    yield "noise without end", b"\x55" * (LONGEST + 1) + first, [one], 1
    yield "as long as a frame may be", encode(bytes((0x7E,)) * MOST) + first, [bytes((0x7E,)) * MOST, one], 0
    yield "a frame without a payload", b"\0\x03\xff\xff\0" + first, [one], 1
    yield "a frame that has not ended", first + second[:-1], [one], 0


def clean(*changes: tuple[float, bool]) -> list[tuple[float, bool]]:
    """A trace as it stands: times in milliseconds, and whether the contact closes."""
    return list(changes)


def spikes(*times: float, microseconds: int) -> list[tuple[float, bool]]:
    """The contact closes for so long at each of these times."""
    return [change for at in times for change in ((at, True), (at + microseconds / 1000, False))]


PRESSED = [("down", 100), ("up", 200)]
"""Pressed for a tenth of a second."""

KEYS: tuple[tuple[str, list[tuple[float, bool]], list[tuple[str, int]]], ...] = (
    ("a clean press", clean((100, True), (200, False)), PRESSED),
    ("a spike of 1 microsecond", spikes(100, microseconds=1), []),
    ("a spike of 50 microseconds", spikes(100, microseconds=50), []),
    ("a spike of 200 microseconds", spikes(100, microseconds=200), []),
    ("a spike between two looks", spikes(100.3, microseconds=200), []),
    ("spikes one after the other", spikes(*(100 + 1.7 * n for n in range(30)), microseconds=200), []),
    ("a spike before a press", [*spikes(60, microseconds=50), (100, True), (200, False)], PRESSED),
    ("a spike just before a press", [*spikes(100, microseconds=50), (104, True), (200, False)], PRESSED),
    ("a spike after a press", [(100, True), (200, False), *spikes(240, microseconds=50)], PRESSED),
    ("a press that opens for a spike", clean((100, True), (150, False), (150.05, True), (200, False)), PRESSED),
    ("it bounces when it closes", clean((100, True), (101, False), (102, True), (103, False), (105, True),
     (200, False)), PRESSED),
    ("it bounces in microseconds", clean((100, True), (100.1, False), (100.4, True), (100.5, False), (100.9, True),
     (200, False)), PRESSED),
    ("it bounces when it opens", clean((100, True), (196, False), (198, True), (200, False)), PRESSED),
    ("a dip in the middle of a hold", clean((100, True), (150, False), (152, True), (200, False)), PRESSED),
    ("the shortest tap", clean((100, True), (104, False)), [("down", 100), ("up", 104)]),
    ("two presses", clean((100, True), (150, False), (170, True), (250, False)),
     [("down", 100), ("up", 150), ("down", 170), ("up", 250)]),
    ("it chatters", clean(*((100 + 4 * n, n % 2 == 0) for n in range(50))), [("down", 100), ("up", 296)]),
)  # fmt: skip
"""(name, trace, what becomes of it): pods look at a contact every millisecond, and a Pi is told its edges."""


CYCLE = ((False, False), (True, False), (True, True), (False, True))
"""The contacts A and B of an encoder, clockwise."""
STATES = ("none", "a", "both", "b")
"""Which are closed."""
ContactMoves = list[tuple[str, bool]]


def turned(start: int, *clicks: int, half: bool = False) -> ContactMoves:
    """The contacts of an encoder that rests at a state of `CYCLE` and is turned by clicks, clockwise positive."""
    at, moves = start, ContactMoves()
    for click in clicks:
        for _ in range(2 if half else 4):
            before, at = CYCLE[at % 4], at + click
            moves += [(end, now) for end, was, now in zip("ab", before, CYCLE[at % 4], strict=True) if was != now]
    return moves


def bounced(moves: ContactMoves) -> ContactMoves:
    """Every contact changes its mind once."""
    return [each for end, closed in moves for each in ((end, closed), (end, not closed), (end, closed))]


def encoders() -> Iterator[tuple[str, bool, str | None, int, ContactMoves, list[int]]]:
    """(name, whether it clicks twice a cycle, which contacts its file says are closed at rest, its state when it is
    opened, how its contacts move, the clicks).
    """
    for half in (False, True):
        kind = "half" if half else "full"
        for start, state in enumerate(STATES):
            yield (
                f"{kind}, closed at rest: {state}",
                half,
                None,
                start,
                turned(start, 1, -1, -1, 1, half=half),
                [*(1, -1, -1, 1)],
            )
            yield (
                f"{kind}, bounces, closed at rest: {state}",
                half,
                None,
                start,
                bounced(turned(start, 1, 1, -1, half=half)),
                [1, 1, -1],
            )
            yield f"{kind}, as its file says: {state}", half, state, start, turned(start, -1, 1, half=half), [-1, 1]
    yield "full, opened between two clicks", False, "both", 1, turned(2, 1)[-1:] + turned(2, 1, -1), [1, -1]
    yield "full, half a click and back", False, None, 0, turned(0, 1)[:2] + turned(2, -1)[:2], []
    yield "full, an edge is lost", False, None, 0, turned(0, 1)[1:] + turned(0, 1), [1]


def vectors() -> dict[str, Any]:
    """The whole file."""
    return {
        "about": "Frames between the Pi and a pod, and traces of contacts, see PROTOCOL.md. Bytes are hexadecimal.",
        "version": 1,
        "messages": [
            {
                "name": name,
                "message": type(message).__name__,
                "fields": named(message),
                "payload": message.pack().hex(),
                "frame": encode(message.pack()).hex(),
            }
            for name, message in MESSAGES
        ],
        "no_messages": [{"name": name, "payload": payload.hex()} for name, payload in BAD],
        "lines": [
            {"name": name, "bytes": line.hex(), "payloads": [payload.hex() for payload in found], "damaged": count}
            for name, line, found, count in damaged()
        ],
        "keys": [
            {"name": name, "edges": [[round(at * 1000), closed] for at, closed in trace], "events": events}
            for name, trace, events in KEYS
        ],
        "encoders": [
            {"name": name, "half": half, "rest": rest, "start": CYCLE[start], "moves": moves, "clicks": clicks}
            for name, half, rest, start, moves, clicks in encoders()
        ],
    }


def text() -> str:
    return json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
