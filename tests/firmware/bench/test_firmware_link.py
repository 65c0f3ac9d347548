"""Boards at pseudo-terminals, and the product's own link with pyserial at the other end, in real time."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue

import pytest
from PIL import Image

from hardware.pods.pod_parts import Pod, pages_of
from hardware.ports import Disconnected, Edge, Event, Reconnected, Turn
from tests.firmware.bench.bench import Board, Node
from tests.firmware.bench.pty_board import PtyBoard, until

pytestmark = pytest.mark.long
"""In real time on a real line: seconds of waiting each."""

ORANGE = (255, 90, 0)
Many = Callable[[int], list[Node]]


class Table:
    """A board with its cable, the pod at a place as the product sees it, and everything that was told."""

    def __init__(self, folder: Path, node: Node, place: int) -> None:
        self.place = place
        self.cable = PtyBoard(folder / f"pod-{place}", Board(node, id=f"e66058388b4a2c2{place}"))
        self.inbox: SimpleQueue[Event] = SimpleQueue()
        self.events: list[Event] = []
        self.pod = Pod(place, str(self.cable.path), time.monotonic, ORANGE, (128, 64))
        self.pod.keys.start(self.inbox.put)

    def close(self) -> None:
        for part in (self.pod.keys, self.pod.display, self.pod.light, self.pod.buzzer):
            part.close()
        self.cable.unplug()

    def seen(self, *kinds: type[Event]) -> list[Event]:
        while not self.inbox.empty():
            self.events.append(self.inbox.get())
        return [one for one in self.events if isinstance(one, kinds) and one.device == f"seat{self.place}.keys"]

    @property
    def edges(self) -> list[tuple[str, bool]]:
        return [(event.line, event.level) for event in self.seen(Edge) if isinstance(event, Edge)]

    def joined(self, times: int = 1) -> None:
        until(lambda: len(self.seen(Reconnected)) == times)

    def show(self, seed: int, *, private: bool = False) -> bytes:
        """Show a picture; the answer is its bytes."""
        image = Image.new("1", (128, 64))
        image.putdata([(seed * 7 + at * at) % 5 == 0 for at in range(128 * 64)])
        self.pod.display.show_as(seed, image, private=private)
        return b"".join(pages_of(image))


@pytest.fixture
def tables(tmp_path: Path, more_nodes: Many) -> Iterator[Callable[[int], list[Table]]]:
    """Pods that are plugged in and take part."""
    with ExitStack() as stack:

        def wanted(count: int) -> list[Table]:
            made = [Table(tmp_path, node, place) for place, node in enumerate(more_nodes(count), start=1)]
            for table in made:
                stack.callback(table.close)
                table.cable.plug()
            for table in made:
                table.joined()
            return made

        yield wanted


def test_keys_turns_and_pictures_over_a_real_line(tables: Callable[[int], list[Table]]) -> None:
    (table,) = tables(1)
    shown = table.show(3)
    until(lambda: table.cable.glass == shown)
    table.cable.tap("ok")
    until(lambda: table.edges == [("ok", True), ("ok", False)])
    assert {event.picture for event in table.seen(Edge) if isinstance(event, Edge)} == {3}
    table.cable.turn(3)
    until(lambda: sum(event.steps for event in table.seen(Turn) if isinstance(event, Turn)) == 3)
    hello = table.pod.link.hello
    assert hello is not None
    assert hello.pod == bytes.fromhex(table.cable.board.id)
    table.pod.light.set(True)
    table.pod.buzzer.beep()
    red = table.cable.board.pins["LIGHT"]["red"]
    until(lambda: table.cable.board.levels[red] == 128 * 257)


def test_two_pods_at_once_do_not_mix(tables: Callable[[int], list[Table]]) -> None:
    first, second = tables(2)
    pictures = [table.show(number) for number, table in enumerate((first, second), start=1)]
    for _ in range(5):
        first.cable.tap("ok")
        second.cable.tap("back")
        time.sleep(0.1)
    until(lambda: len(first.edges) == len(second.edges) == 10)
    assert first.edges == [("ok", True), ("ok", False)] * 5
    assert second.edges == [("back", True), ("back", False)] * 5
    assert [first.cable.glass, second.cable.glass] == pictures
    first.cable.unplug()
    until(lambda: first.seen(Disconnected))
    assert second.show(7) == second.cable.glass
    assert not second.seen(Disconnected)


def test_a_pod_that_restarts_shows_its_picture_again(tables: Callable[[int], list[Table]]) -> None:
    (table,) = tables(1)
    shown = table.show(4)
    table.cable.press("peek")
    until(lambda: table.edges == [("peek", True)])
    table.cable.release("peek")
    table.cable.restart()
    table.joined(2)
    until(lambda: table.cable.glass == shown)


def test_old_firmware_is_a_fault_with_words_on_both_sides(tables: Callable[[int], list[Table]]) -> None:
    (table,) = tables(1)
    table.cable.unplug()
    table.cable.board.changed["pod/version.py"] = "FIRMWARE = (0, 1, 0)\nOLDEST, NEWEST = 0, 0\n"
    table.cable.plug()

    def refused() -> bool:
        fault = table.pod.link.fault
        return fault is not None and fault.trouble == "older"

    until(refused)
    until(lambda: any(table.cable.glass))
    assert len(table.seen(Reconnected)) == 1


def test_a_cable_pulled_while_peek_is_held(tables: Callable[[int], list[Table]]) -> None:
    (table,) = tables(1)
    public = table.show(1)
    table.cable.press("peek")
    until(lambda: table.edges == [("peek", True)])
    secret = table.show(2, private=True)
    assert table.cable.glass == secret
    table.cable.silent = True  # the data wires are off, the pod still has power
    until(lambda: table.cable.glass not in (secret, public))
    left = {bytes(row) for row in table.cable.board.chip.memory}
    assert not left & {secret[at : at + 128] for at in range(0, 1024, 128)}
    until(lambda: table.seen(Disconnected))
    table.cable.silent = False
    table.cable.release("peek")
    table.joined(2)


def test_damaged_bytes_lose_no_press(tables: Callable[[int], list[Table]]) -> None:
    (table,) = tables(1)
    chance = random.Random(11)

    def damage(data: bytes) -> bytes:
        out = bytearray(data)
        for at in range(len(out)):
            if chance.random() < 0.003:
                out[at] ^= 1 << chance.randrange(8)
        return bytes(out)

    table.cable.damage = damage
    for _ in range(15):
        table.cable.tap("ok")
        time.sleep(0.1)
    until(lambda: len(table.edges) == 30)
    assert table.edges == [("ok", True), ("ok", False)] * 15


@pytest.mark.long
def test_a_thousand_presses_at_ten_a_second(tables: Callable[[int], list[Table]]) -> None:
    (table,) = tables(1)
    for _ in range(1000):
        table.cable.tap("ok")
        time.sleep(0.1)
    until(lambda: len(table.edges) == 2000)
    assert table.edges == [("ok", True), ("ok", False)] * 1000


def pulled(table: Table, times: int) -> None:
    """Unplug and plug in again and again; every time the pod comes back and shows what it should."""
    shown = table.show(9)
    for number in range(times):
        table.cable.unplug()
        until(lambda: len(table.seen(Disconnected)) == number + 1)  # noqa: B023
        table.cable.plug()
        table.pod.link.mend()
        table.joined(number + 2)
    shown = table.show(10)
    assert table.cable.glass == shown


def test_a_pod_pulled_out_comes_back(tables: Callable[[int], list[Table]]) -> None:
    pulled(tables(1)[0], 2)


@pytest.mark.long
def test_a_pod_pulled_out_a_hundred_times(tables: Callable[[int], list[Table]]) -> None:
    pulled(tables(1)[0], 100)
