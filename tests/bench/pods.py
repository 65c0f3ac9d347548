"""A table with eight pods, measured: ``python -m tests.bench.pods`` tells what it found as a line of JSON.

From OK at a pod to the committed move, from there to the last byte of the picture at the pod, on a line without and
with the pace of 115,200 baud; and the processor time that eight idle pods take. The pods are models at
pseudo-terminals in another process: what a Pico itself needs for a picture is not in these figures.
"""

from __future__ import annotations

import argparse
import json
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from threading import Condition, Thread
from types import TracebackType
from typing import Any

from companion.app import App, build, stay_loaded
from companion.config import Config
from companion.service.seats.seating import BecomeHost, TakeSeat
from companion.service.session.session import BeginPlay, ChooseGame
from tests.bench.bench_table import NAMES, PROFILE
from tests.bench.figures import spread
from tests.bench.phone_process import PATIENCE
from tests.bench.phones import tell
from tests.bench.pod_cables import SEATS
from tests.bench.served_table import PIN
from tests.bench.tally import Tally
from tests.ports import free_port

PACE = 11_520
"""Bytes a second at 115,200 baud, with a start and a stop bit."""
WARM = 8


class Cables:
    """The process with the pods; ``at`` is when a thing last happened at a seat."""

    def __init__(self, folder: Path, pace: float) -> None:
        command = [sys.executable, "-m", "tests.bench.pod_cables", str(folder), str(pace)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self._told = Condition()
        self.at: dict[tuple[str, int], int] = {}
        self._thread = Thread(target=self._read, name="pods", daemon=True)
        self._thread.start()
        self.wait("ready", 0, 0)

    def press(self, seat: int) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"press {seat}\n")

    def wait(self, what: str, seat: int, after: int) -> int:
        """When it happened, later than ``after``."""
        with self._told:
            assert self._told.wait_for(lambda: self.at.get((what, seat), 0) > after, PATIENCE), (what, seat)
            return self.at[what, seat]

    def close(self) -> None:
        self._process.kill()
        self._process.wait(PATIENCE)
        self._thread.join(PATIENCE)
        for end in (self._process.stdin, self._process.stdout):
            assert end is not None
            end.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            what, seat, at = json.loads(line)
            with self._told:
                self.at[what, seat] = at
                self._told.notify_all()


class Podded:
    """Eight seats with a pod each, and a play on."""

    def __init__(self, folder: Path, pace: float) -> None:
        profile = folder / "table.toml"
        seats = "".join(f'[[seat]]\nnumber = {seat}\npod = "{folder}/pod-{seat}"\n' for seat in SEATS)
        profile.write_text(f'name = "bench"\nkind = "pi"\n{seats}', encoding="utf-8")
        self.cables = Cables(folder, pace)
        config = Config(port=free_port(), profile=str(profile), data=str(folder / "data"), pin=PIN)
        try:
            self.app: App = build(config, bind="127.0.0.1", games=(Tally(),))
        except BaseException:
            self.cables.close()
            raise
        self._committed = Condition()
        self._last = 0
        self._watch()
        try:
            begin(self.app)
            self.settle()
        except BaseException:
            self.__exit__(None, None, None)
            raise

    def __enter__(self) -> Podded:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.app.close()
        self.cables.close()

    def _watch(self) -> None:
        append = self.app.log.append

        def noting(play: Any, *records: Any) -> None:
            append(play, *records)
            with self._committed:
                self._last = time.monotonic_ns()
                self._committed.notify_all()

        self.app.log.append = noting  # type: ignore[method-assign]

    def press(self, seat: int) -> tuple[int, int]:
        """OK at a seat: nanoseconds to the committed move, and from there to the last byte of the picture."""
        before = self._last
        asked = time.monotonic_ns()
        self.cables.press(seat)
        pressed = self.cables.wait("pressed", seat, asked)
        with self._committed:
            assert self._committed.wait_for(lambda: self._last != before, PATIENCE), "no move came of it"
            committed = self._last
        shown = self.cables.wait("shown", seat, committed)
        self.settle()
        return committed - pressed, shown - committed

    def settle(self) -> None:
        """Wait until every pod shows its newest picture."""
        displays = self.app.opened.displays
        deadline = time.monotonic() + 3 * PATIENCE
        while True:
            self.app.opened.loop.ask(lambda: None)
            latest = dict(displays._latest)
            if len(latest) == len(SEATS) and all(displays.shown(seat) == latest[seat].number for seat in latest):
                return
            assert time.monotonic() < deadline, "a pod does not follow"
            time.sleep(0.002)


def begin(app: App) -> None:
    """Eight people sit down and play."""
    table, host = app.opened.table, secrets.token_urlsafe(16)
    assert table.ask(host, BecomeHost(PIN)).taken
    for seat in SEATS:
        assert table.ask(secrets.token_urlsafe(16), TakeSeat(seat, NAMES[seat - 1])).taken
    assert table.ask(host, ChooseGame("tally", {}, {})).taken
    assert table.ask(host, BeginPlay()).taken


def idle(seconds: float) -> float:
    """Processor time of this process in percent of a core, while nothing happens."""
    time.sleep(min(1, seconds))
    began, spent = time.monotonic(), time.process_time()
    time.sleep(seconds)
    return round(100 * (time.process_time() - spent) / (time.monotonic() - began), 2)


def measured(folder: Path, presses: int, seconds: float) -> dict[str, Any]:
    """All figures."""
    warm = min(WARM, presses)
    found: dict[str, Any] = {"presses": presses, "pods": len(SEATS)}
    for key, pace in (("free", 0.0), ("paced", float(PACE))):
        with tempfile.TemporaryDirectory(dir=folder) as place, Podded(Path(place), pace) as table:
            times = [table.press(SEATS[n % len(SEATS)]) for n in range(warm + presses)][warm:]
            found[key] = {
                "committed": spread([committed for committed, _ in times]),
                "shown": spread([shown for _, shown in times]),
            }
            if not pace:
                found["idle_percent"] = idle(seconds)
    with tempfile.TemporaryDirectory(dir=folder) as place:
        config = Config(port=free_port(), profile=str(PROFILE), data=place, pin=PIN)
        app = build(config, bind="127.0.0.1", games=(Tally(),))
        try:
            begin(app)
            found["idle_without_percent"] = idle(seconds)
        finally:
            app.close()
    return found


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.pods", description=__doc__)
    parser.add_argument("--presses", type=int, default=200)
    parser.add_argument("--idle", type=float, default=5.0, help="seconds that idle pods are looked at")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    wanted = parser.parse_args()
    stay_loaded()
    tell(measured(wanted.folder, wanted.presses, wanted.idle))


if __name__ == "__main__":
    main()
