"""What people play, measured: ``python -m tests.bench.evenings GAME`` tells what it found as a line of JSON.

A real game with its most seats, begun from stored positions of a golden playthrough; a phone for each seat, half of
them in Spanish, the table screen, and a display at every seat and on the panel. The phones send what was sent that
evening, over HTTP, as the page's script does. Each position has a process of its own, which knows nothing but what is
sent from there: its memory is that of a table.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.app import App, stay_loaded
from companion.mqtt.mqtt_settings import NO_BROKER, MqttSettings
from companion.service.play.play_views import Dialogue
from companion.service.screens.view_builders import seat_view
from companion.service.seats.seat_requests import BecomeHost
from companion.service.session.sending.room_publishing import SetPublishing
from tests.bench.bench_table import new_devices
from tests.bench.figures import MS, spread
from tests.bench.phone_process import OpenPage
from tests.bench.phones import tell
from tests.bench.positions import EVENINGS, PARTS, Evening, evening
from tests.bench.sending import Sent, Tap, look, send, taps
from tests.bench.served_table import PIN, ServedTable, resident

LANGUAGES = ("en", "es")
PROFILE = "simulated"
NEWS = 0.3
"""Seconds without news of the phones after which something sent changed no page."""
WARM = 4
"""Moves before counting begins."""
HURRIED = 30
"""Moves that are sent at the end of a position as fast as they are taken."""


class Measured(Struct, frozen=True):
    """Something that was sent: nanoseconds of processor time of the table's process, until the last page had it (0: it
    changed none), and of writing; bytes for each phone. ``kind``: a move, a step of a dialogue, or a look.
    """

    kind: str
    processor: int
    latency: int
    commit: int
    bytes: tuple[int, ...]


class EveningTable(ServedTable):
    """See the module."""

    def __init__(self, folder: Path, sitting: Mapping[int, str], mqtt: MqttSettings = NO_BROKER) -> None:
        pages = [(seat, OpenPage(device, "seat", LANGUAGES[seat % 2])) for seat, device in sitting.items()]
        super().__init__(folder, PROFILE, [*pages, (0, OpenPage(new_devices(1)[0], "table"))], _put_up, mqtt=mqtt)
        self.phone_of = {seat: number for number, (seat, _) in enumerate(pages)}

    def submit(self, together: Sequence[Tap], *, waiting: bool = True) -> Iterator[Measured]:
        """Send moves that are sent together, a request at a time; with ``waiting``, until every page has it."""
        for tap in together:
            phone, dialogue = self._asked(tap)
            digest = dialogue.digest
            if tap.form or (tap.last and not tap.service):
                looked, reply = self._measured("look", phone, look(tap, dialogue), waiting=False)
                digest = reply["digest"]
                yield looked
            kind = "move" if tap.form or tap.last else "step"
            sent, reply = self._measured(kind, phone, send(tap, dialogue, digest), waiting=waiting)
            if reply["status"] != 200 or reply["code"]:
                raise SystemExit(f"{tap} is refused: {reply}")
            yield sent

    def _asked(self, tap: Tap) -> tuple[int, Dialogue]:
        """The phone on which it is asked, and what."""
        moment = self.app.opened.broadcast.moment
        for seat, phone in sorted(self.phone_of.items(), key=lambda item: item[0] != tap.seat):
            for dialogue in seat_view(moment, seat).dialogues:
                mine = tap.service or dialogue.seat == tap.seat
                if mine and dialogue.service.startswith(tap.service) and bool(dialogue.service) == bool(tap.service):
                    return phone, dialogue
        raise SystemExit(f"nobody is asked {tap}")

    def _measured(self, kind: str, phone: int, sent: Sent, *, waiting: bool) -> tuple[Measured, dict[str, Any]]:
        before, commits = self.phones.latest, self.seen.commits
        spent = self._spent()
        reply = self.phones.tell({"send": sent.path, "fields": sent.fields, "phone": phone})
        if waiting:
            # Only the phones are waited for: anything asked of the table meanwhile would be measured too.
            self.phones.wait(NEWS)
            self.settle()
        after = self.phones.latest
        came = [new.bytes - old.bytes for new, old in zip(after, before, strict=True)][: len(self.phone_of)]
        came[phone] += reply["bytes"]
        last = max(arrival.at for arrival in after)
        written = self.seen.commit if self.seen.commits > commits else 0
        made = kind if written or kind != "move" else "step"
        latency = max(last - reply["sent"], 0)
        return Measured(made, self._spent() - spent, latency, written, tuple(came)), reply

    def _spent(self) -> int:
        """Nanoseconds of processor time of the table itself: without what measuring takes in this process."""
        return time.process_time_ns() - time.thread_time_ns() - self.phones.spent


def _put_up(app: App) -> None:
    """The play that the folder holds goes on; somebody is host, and lets the room follow where there is a broker."""
    host = new_devices(1)[0]
    assert app.opened.table.ask(host, BecomeHost(PIN)).taken
    assert app.opened.table.ask(host, SetPublishing(on=True, names=True)).code in ("", "no-broker")
    assert app.opened.broadcast.moment.phase == "playing"


def position(played: Evening, part: str, wanted: argparse.Namespace, mqtt: MqttSettings = NO_BROKER) -> dict[str, Any]:
    """All figures of one position, measured in a process of its own."""
    sitting = dict(zip(played.seats, new_devices(len(played.seats)), strict=True))
    ahead = [list(taps(together)) for together in played.ahead(part)]
    with (
        tempfile.TemporaryDirectory(dir=wanted.folder) as place,
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as own,
    ):
        played.store(Path(place), part, sitting)
        return own.submit(measured, Path(place), sitting, ahead, wanted.moves, wanted.seconds, mqtt).result()


def measured(
    folder: Path,
    sitting: Mapping[int, str],
    sent: Sequence[Sequence[Tap]],
    moves: int,
    seconds: float,
    mqtt: MqttSettings = NO_BROKER,
) -> dict[str, Any]:
    """All figures of the position in the folder, where ``sent`` is what phones send; no more than about so many seconds
    are spent on them.
    """
    stay_loaded()
    ahead = iter(sent)
    with EveningTable(folder, sitting, mqtt) as table:
        for _ in range(min(WARM, moves)):
            list(table.submit(next(ahead)))
        deadline = time.monotonic() + seconds
        made: list[Measured] = []
        for together in ahead:
            made += table.submit(together)
            if sum(each.kind == "move" for each in made) >= moves or time.monotonic() > deadline:
                break
        found = _figures(made)
        found["seats"] = len(sitting)
        found["first_page"] = max(sum(sizes.values()) for sizes in table.phones.first_pages[: len(sitting)])
        found |= _hurried(table, ahead, min(moves, HURRIED))
        found["resident"] = resident()
        return found


def _figures(made: Sequence[Measured]) -> dict[str, Any]:
    moves = [each for each in made if each.kind == "move"]
    came = sorted(count for each in moves for count in each.bytes)
    return {
        "moves": len(moves),
        "sent": dict(Counter(each.kind for each in made)),
        "processor": spread([each.processor for each in moves]),
        "looking": spread([each.processor for each in made if each.kind == "look"]),
        "last_phone": spread([each.latency for each in moves if each.latency]),
        "commit": spread([each.commit for each in moves]),
        "bytes": {"p50": came[len(came) // 2], "most": came[-1]} if came else {},
    }


def _hurried(table: EveningTable, ahead: Iterator[Sequence[Tap]], moves: int) -> dict[str, Any]:
    """Moves a second on disk that are sent as soon as the one before was taken, and the longest that a phone waited for
    an update meanwhile, in milliseconds; empty where the evening has no moves left.
    """
    table.settle()
    table.phones.tell({"mark": True})
    commits, begun = table.seen.commits, time.monotonic()
    for _, together in zip(range(moves), ahead, strict=False):
        list(table.submit(together, waiting=False))
    passed, made = time.monotonic() - begun, table.seen.commits - commits
    updates = table.phones.tell({"updates": True})["updates"]
    table.settle()
    if not made:
        return {}
    return {
        "rate": made / passed,
        "fewest_updates": min(count for count, _ in updates) / passed,
        "longest_wait_ms": round(max(waited for _, waited in updates) / MS, 1),
    }


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.evenings", description=__doc__)
    parser.add_argument("game", choices=sorted(EVENINGS))
    parser.add_argument("--moves", type=int, default=30, help="moves behind the figures of each position")
    parser.add_argument("--seconds", type=float, default=10, help="after so many, a position has enough moves")
    parser.add_argument("--parts", nargs="+", choices=tuple(PARTS), default=tuple(PARTS), help="where it is begun")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    wanted = parser.parse_args()
    played = evening(wanted.game)
    tell({part: position(played, part, wanted) for part in wanted.parts})


if __name__ == "__main__":
    main()
