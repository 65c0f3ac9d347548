"""How cost grows: ``python -m tests.bench.growth WITH`` tells what it found as a line of JSON.

WITH is what there is more and more of: open pages, entries of the play, plays of before; or a game, along its evening.
"""

from __future__ import annotations

import argparse
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.bench.evenings import PlayedEvening, figures, moves_from, played_evening, served_evening
from tests.bench.phones import tell
from tests.bench.positions import EVENINGS, evening
from tests.bench.seat_phones import EveningPhones

GAME = "antike"
"""Where pages, entries and plays grow: it has the most seats."""
BEGIN = 60
"""The move with which these begin."""
WARM = 4
"""Moves made before the first that is measured."""
PAGES = {"2 phones": (2, 0, 0), "4 phones": (4, 0, 0), "8 phones": (6, 2, 0), "8 phones, 8 onlookers": (6, 2, 8)}
"""Seats with an open page, seats with a second phone, onlookers."""
SUBJECTS = ("pages", "entries", "plays")


def with_pages(wanted: argparse.Namespace) -> Iterator[tuple[str, dict[str, Any]]]:
    """Figures by how many pages are open; at a seat without an open page somebody loads it to answer."""
    played = evening(GAME)
    for words, (streams, doubled, onlookers) in PAGES.items():
        second = [(seat, secrets.token_urlsafe(16)) for seat in played.seats[:doubled]]
        others = [(device, "seat") for _, device in second]
        others += [(secrets.token_urlsafe(16), "watch") for _ in range(onlookers)]
        with (
            served_evening(wanted.folder, played, BEGIN, more_devices=second) as (server, devices),
            closing(EveningPhones(server.port, devices, others, streams)) as phones,
        ):
            yield words, _measured(PlayedEvening(server, phones, moves_from(played, BEGIN)), wanted.moves)


def with_entries(wanted: argparse.Namespace) -> Iterator[tuple[str, dict[str, Any]]]:
    """Figures by how many entries the play has."""
    for entries in wanted.entries:
        with played_evening(wanted.folder, evening(GAME), BEGIN, entries=entries) as on:
            yield f"{entries} entries", _measured(on, wanted.moves)


def with_plays(wanted: argparse.Namespace) -> Iterator[tuple[str, dict[str, Any]]]:
    """Figures by how many plays are over."""
    for plays in (0, wanted.plays):
        with played_evening(wanted.folder, evening(GAME), BEGIN, past_plays=plays) as on:
            yield f"{plays} past plays", _measured(on, wanted.moves)


def along(game: str, wanted: argparse.Namespace) -> Iterator[tuple[str, dict[str, Any]]]:
    """Figures of moves about the given ones of an evening, and memory after them."""
    with played_evening(wanted.folder, evening(game)) as on:
        last = on.made + on.left
        for number in wanted.at:
            begin = min(number, last) - wanted.moves // 2
            on.hurry(max(begin, on.made))
            yield f"{game}, about move {min(number, last)}", _measured(on, wanted.moves, warm=0)


def _measured(on: PlayedEvening, moves: int, warm: int = WARM) -> dict[str, Any]:
    on.measure(warm)
    return {**figures(on.measure(moves)), "pss": on.server.pss(), "ready_ms": on.server.ready_ms}


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.growth", description=__doc__)
    parser.add_argument("subject", choices=[*SUBJECTS, *EVENINGS], metavar="WITH")
    parser.add_argument("--moves", type=int, default=20, help="moves behind every figure")
    parser.add_argument("--entries", type=int, nargs="+", default=[100, 10_000])
    parser.add_argument("--plays", type=int, default=300, help="plays of before")
    parser.add_argument("--at", type=int, nargs="+", default=[10, 100, 200], help="moves about which is measured")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    wanted = parser.parse_args()
    found = {"pages": with_pages, "entries": with_entries, "plays": with_plays}
    subject: str = wanted.subject
    rows = found[subject](wanted) if subject in found else along(subject, wanted)
    tell(dict(rows))


if __name__ == "__main__":
    main()
