"""The server at work, measured: ``python -m tests.bench.evenings GAME`` tells what it found as a line of JSON.

``companion run`` as it is installed, in a process of its own, at a whole evening of a real game with its most seats:
a phone for each seat, by turns in English and Spanish, the table screen, and a display at every seat. The phones send
what was sent that evening, over HTTP, as the page's script does. Some moves are measured one by one, the others sent
as fast as a page shows the next question.
"""

from __future__ import annotations

import argparse
import secrets
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct

from tests.bench.figures import MS, in_ms
from tests.bench.image_python import image_python
from tests.bench.phones import tell
from tests.bench.positions import EVENINGS, Evening, evening
from tests.bench.seat_phones import EveningPhones
from tests.bench.sending import Tap, taps
from tests.bench.server_process import ServerProcess, running_server


class MoveTimes(Struct, frozen=True):
    """A whole move. Nanoseconds of the server's processor time from the first request of its dialogue until nothing
    more came of it, and from the last tap's request until the last page had its update (0: it changed none); bytes for
    each seat's phone.
    """

    processor: int
    latency: int
    bytes: tuple[int, ...]


class PlayedEvening:
    """An evening on a running server. ``made`` counts its moves."""

    def __init__(self, server: ServerProcess, phones: EveningPhones, moves: Sequence[Sequence[Tap]]) -> None:
        self.server, self.phones = server, phones
        self.made = 0
        self._moves = moves

    @property
    def left(self) -> int:
        return len(self._moves) - self.made

    def next_move(self) -> Sequence[Tap]:
        """The taps of the next move, which the caller makes."""
        self.made += 1
        return self._moves[self.made - 1]

    def measure(self, moves: int) -> list[MoveTimes]:
        """Make so many moves, one after the other once every page has the one before."""
        return [self._measured(self.next_move()) for _ in range(min(moves, self.left))]

    def _measured(self, together: Sequence[Tap]) -> MoveTimes:
        seated = self.phones.by_seat.values()
        self.phones.find(together[0])
        before = [phone.bytes + phone.replies for phone in seated]
        spent = self.server.cpu()
        replied = self.phones.make(together)
        self.phones.settle()
        last = max(phone.at for phone in self.phones.all)
        came = [phone.bytes + phone.replies - had for phone, had in zip(seated, before, strict=True)]
        return MoveTimes(self.server.cpu() - spent, max(last - replied.began, 0), tuple(came))

    def hurry(self, until: int) -> dict[str, Any]:
        """Make moves up to the one with this number as fast as pages show what is asked next: moves a second, each on
        disk, and the longest that a phone was without an update, in milliseconds.
        """
        moves = min(until - self.made, self.left)
        for phone in self.phones.all:
            phone.mark()
        begun = time.monotonic()
        for _ in range(moves):
            self.phones.make(self.next_move())
        passed = time.monotonic() - begun
        waited = max(phone.waited() for phone in self.phones.all)
        self.phones.settle()
        return {"moves": moves, "rate": moves / passed, "longest_wait_ms": round(waited / MS, 1)} if moves > 0 else {}

    def memory(self) -> dict[str, int]:
        """Bytes of memory now, and after how many moves that is."""
        return {"moves": self.made, "pss": self.server.pss()}


def new_devices(seats: Sequence[int]) -> dict[int, str]:
    """What the phone of each seat says it is."""
    return {seat: secrets.token_urlsafe(16) for seat in seats}


@contextmanager
def served_evening(
    folder: Path, played: Evening, begin: int = 0, **stored: Any
) -> Iterator[tuple[ServerProcess, dict[int, str]]]:
    """A server of its own at the evening, before the move with the number ``begin``, and the device of each seat.
    ``stored`` is what the log holds besides (``Evening.store``).
    """
    devices = new_devices(played.seats)
    with tempfile.TemporaryDirectory(dir=folder) as place:
        played.store(Path(place), begin, devices.items(), **stored)
        with running_server(Path(place)) as server:
            yield server, devices


@contextmanager
def played_evening(folder: Path, played: Evening, begin: int = 0, **stored: Any) -> Iterator[PlayedEvening]:
    """As ``served_evening``, with the seats' phones and the table screen."""
    screens = [(secrets.token_urlsafe(16), "table")]
    with (
        served_evening(folder, played, begin, **stored) as (server, devices),
        closing(EveningPhones(server.port, devices, screens)) as phones,
    ):
        yield PlayedEvening(server, phones, moves_from(played, begin))


def moves_from(played: Evening, begin: int) -> list[list[Tap]]:
    """What phones send from a move on."""
    return [list(taps(together)) for together in played.sent[begin:]]


def figures(made: Sequence[MoveTimes]) -> dict[str, Any]:
    """What is printed of measured moves."""
    came = [count for each in made for count in each.bytes]
    return {
        "moves": len(made),
        "processor": in_ms([each.processor for each in made]),
        "last_stream": in_ms([each.latency for each in made if each.latency]),
        "bytes": {"mean": sum(came) // len(came), "most": max(came)},
    }


def measured(played: Evening, wanted: argparse.Namespace) -> dict[str, Any]:
    """All figures of an evening."""
    with played_evening(wanted.folder, played) as on:
        hurried = on.hurry(wanted.before)
        written = on.server.written()
        made = on.measure(wanted.moves // 2)
        halfway, idle = on.memory(), idle_percent(on, wanted.idle)
        made += on.measure(wanted.moves - len(made))
        written = on.server.written() - written
        return {
            "seats": len(played.seats),
            "python": image_python().name,
            **figures(made),
            "written": written // len(made),
            "halfway": halfway,
            "hurried": on.hurry(wanted.until) or hurried,
            "whole": on.memory(),
            "idle_percent": idle,
        }


def idle_percent(on: PlayedEvening, seconds: float) -> float:
    """Percent of a core that the server takes while nobody does anything."""
    spent, begun = on.server.cpu(), time.monotonic()
    while (left := seconds - (time.monotonic() - begun)) > 0:
        on.phones.listen(left)
    return round(100 * (on.server.cpu() - spent) / ((time.monotonic() - begun) * 1e9), 2)


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.evenings", description=__doc__)
    parser.add_argument("game", choices=sorted(EVENINGS))
    parser.add_argument("--before", type=int, default=85, help="moves made before the first that is measured")
    parser.add_argument("--moves", type=int, default=30, help="moves that are measured one by one")
    parser.add_argument("--until", type=int, default=200, help="moves at most, after which memory is measured again")
    parser.add_argument("--idle", type=float, default=4, help="seconds in which nobody does anything")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    wanted = parser.parse_args()
    tell(measured(evening(wanted.game), wanted))


if __name__ == "__main__":
    main()
