"""A game that does not come back is found by the watchdog's clock, named, and left out at the third start."""

from __future__ import annotations

import json
import signal
import time
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.cli.api_example import api_client
from tests.supervision.service_process import PATIENCE, ServiceProcess
from tests.working_copy import ROOT

pytestmark = pytest.mark.long

PIN = "47114711"
CONFIG = f'pin = "{PIN}"\nprofile = "sim-2"\n'
HANGS = "while True:\n        pass\n    "


def package(folder: Path, name: str, at: str) -> str:
    """Make it known that a package in ``folder`` brings the game ``name``, to be found ``at``; Python that does so for
    a process.
    """
    notes = folder / f"{name}-1.0.dist-info"
    notes.mkdir(parents=True)
    (notes / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (notes / "entry_points.txt").write_text(f"[companion.games]\n{name} = {at}\n")
    return f"import sys; sys.path.insert(0, {str(folder)!r}); "


def market_that_hangs(folder: Path, module: str, before: str) -> str:
    """Night Market, which does not come back in ``module`` where it would say ``before``; as ``package``."""
    source, code = ROOT / "examples" / "night_market" / "night_market", folder / "night_market"
    code.mkdir(parents=True)
    for file in source.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        if file.stem == module:
            assert text.count(before) == 1
            text = text.replace(before, HANGS + before)
        (code / file.name).write_text(text, encoding="utf-8")
    return package(folder, "night-market", "night_market:PACKAGE")


def seated(service: ServiceProcess) -> list[Any]:
    """Two people who have sat down to play the market; one of them hosts."""
    example, port = api_client(), service.door.getsockname()[1]
    ana, ben = (example.Seat(f"http://127.0.0.1:{port}", seat, name) for seat, name in ((3, "Ana"), (5, "Ben")))
    ana.call("POST", "/host", {"pin": PIN})
    ana.call("POST", "/choice", {"game": "night-market"})
    with suppress(OSError):  # it may hang already
        ana.call("POST", "/begin", {})
    return [ana, ben]


def play_on(seats: list[Any]) -> None:
    """Play as far as the market lets them."""
    with suppress(OSError):
        for _ in range(6):
            for seat in seats:
                seat.play(1)


def until_it_hangs_in(service: ServiceProcess, game: str, start: int) -> str:
    """Wait until the service has noted in which game it hangs, the how manieth start in a row it is. Where that is."""
    noted, until = service.folder / "state" / "starts.json", time.monotonic() + PATIENCE
    said: dict[str, object] = {}
    while (said.get("game"), said.get("count")) != (game, start):
        assert time.monotonic() < until, said
        service.forget_what_was_said()
        said = json.loads(noted.read_text()) if noted.exists() else {}
        time.sleep(0.1)
    return str(said["hung"])


def test_a_game_that_does_not_come_back_when_it_is_loaded_is_named_and_left_out(
    service: ServiceProcess, tmp_path: Path
) -> None:
    (tmp_path / "packages").mkdir()
    (tmp_path / "packages" / "sleepy.py").write_text("import time\ntime.sleep(3600)\n")
    before = package(tmp_path / "packages", "sleepy", "sleepy:PACKAGE")
    for start in (1, 2):
        service.start('profile = "sim-2"\n', before=before)
        until_it_hangs_in(service, "sleepy", start)
        service.end(signal.SIGKILL)
    service.start('profile = "sim-2"\n', before=before)
    service.until_ready()
    assert "The game sleepy hung at sleepy, and was ended." in service.page("/table")


@pytest.mark.parametrize(
    ("module", "line"),
    [
        pytest.param("bids", 'coins = yield from Count(\n        key="bid",', id="ask"),
        pytest.param("bids", "state.bids[step.seat] = seal(move.coins, step.seat)", id="apply"),
    ],
)
def test_a_game_that_does_not_come_back_in_a_play_is_named_and_left_out(
    service: ServiceProcess, tmp_path: Path, module: str, line: str
) -> None:
    before = market_that_hangs(tmp_path / "packages", module, line)
    seats: list[Any] = []
    for start in (1, 2):
        service.start(CONFIG, before=before)
        service.until_ready()
        seats = seats or seated(service)
        Thread(target=play_on, args=(seats,), daemon=True).start()
        assert until_it_hangs_in(service, "night-market", start).startswith(f"night_market.{module}:")
        service.end(signal.SIGKILL)
    service.start(CONFIG, before=before)
    service.until_ready()
    assert f"The game night-market hung at night_market.{module}:" in service.page("/table")
