"""A table that tells the room around it, measured: ``python -m tests.bench.brokers`` tells what it found as a line of
JSON.

The same position of a real game as in the other figures, once without a broker and then with one that listens, is away,
takes nothing, refuses everything, or sends without end: one packet, or one after the other. The brokers are in this
process, the table in one of its own.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.mqtt.mqtt_settings import NO_BROKER, MqttSettings
from tests.bench.evenings import position
from tests.bench.phones import tell
from tests.bench.positions import Evening, evening
from tests.mqtt.fake_brokers import (
    Behaviour,
    acknowledges_all,
    broker_that,
    drowns_in_births,
    floods,
    never_acknowledges,
    refuses_all,
    takes_nothing,
)
from tests.ports import free_port

GAME, PART = "antiquity", "middle"
NONE, AWAY = "none", "away"
BROKERS: dict[str, Behaviour] = {
    "listens": acknowledges_all,
    "never answers": never_acknowledges,
    "reads nothing": takes_nothing,
    "refuses all": refuses_all,
    "floods": floods,
    "sends births": drowns_in_births,
}


@contextmanager
def _broker(name: str) -> Iterator[MqttSettings]:
    if name == NONE:
        yield NO_BROKER
    elif name == AWAY:
        yield MqttSettings(host="127.0.0.1", port=free_port())
    else:
        with broker_that(BROKERS[name]) as broker:
            yield MqttSettings(host="127.0.0.1", port=broker.port)


def measured(played: Evening, wanted: argparse.Namespace) -> dict[str, Any]:
    """The figures of the position, by the broker."""
    found: dict[str, Any] = {}
    for name in (NONE, AWAY, *BROKERS):
        with _broker(name) as settings:
            found[name] = position(played, PART, wanted, settings)
    return {"game": GAME, "part": PART, "brokers": found}


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.brokers", description=__doc__)
    parser.add_argument("--moves", type=int, default=30, help="moves behind the figures of each broker")
    parser.add_argument("--seconds", type=float, default=6, help="after so many, there are moves enough")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    wanted = parser.parse_args()
    tell(measured(evening(GAME), wanted))


if __name__ == "__main__":
    main()
