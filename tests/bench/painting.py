"""From a tap to the paint: ``python -m tests.bench.painting GAME`` tells what it found as a line of JSON.

``companion run`` as it is installed, at an evening of a real game, with four phones in a real Chromium; seats beyond
the fourth have phones that paint nothing, and where fewer sit, the other phones look on. What comes before the last tap
of a move is sent beside the page, the last tap's request by the page's own script.
"""

from __future__ import annotations

import argparse
import secrets
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.playthroughs.moves_made import MoveMade
from tests.bench.chromium_phones import ChromiumPhone, PaintedMove, chromium, paint, painted_figures
from tests.bench.evenings import moves_from, served_evening
from tests.bench.phones import PATIENCE, Sender, tell
from tests.bench.positions import EVENINGS, Evening, evening
from tests.bench.seat_phones import EveningPhones, ask, fits, looks, questions
from tests.bench.sending import Asked, Tap, look, send

PHONES = 4
SENDS = "([path, fields]) => bench.send(path, fields)"
LOOK = 0.05
"""Seconds between two looks at whether a page asks something."""


class PaintedEvening:
    """An evening whose phones paint: ``pages`` by seat, onlookers below 1; ``others`` are of the other seats."""

    def __init__(
        self, pages: Mapping[int, ChromiumPhone], senders: Mapping[int, Sender], others: EveningPhones
    ) -> None:
        self._pages, self._senders, self._others = pages, senders, others

    def move(self, together: Sequence[Tap]) -> PaintedMove | None:
        """Make a move. None where its last tap was made on a phone that does not paint."""
        made = None
        for tap in together:
            made = self._tap(tap, final=tap is together[-1])
        self._others.settle()
        return made

    def _tap(self, tap: Tap, *, final: bool) -> PaintedMove | None:
        found = self._find(tap)
        if found is None:
            self._others.make([tap])
            return None
        seat, asked = found
        looked = ask(self._senders[seat], look(tap, asked)) if looks(tap) else None
        sent = send(tap, asked, looked.digest if looked else "")
        mover = self._pages[seat]
        if not final:
            replied = ask(self._senders[seat], sent)
            assert replied.taken, (tap, replied)
            mover.shows(replied.shows)
            return None
        made = paint([*self._pages.values()], mover, SENDS, [sent.path, sent.fields])
        reply = mover.notes()["reply"]
        if not reply or not reply["taken"]:
            raise SystemExit(f"{tap} is refused: {reply}")
        return made

    def _find(self, tap: Tap) -> tuple[int, Asked] | None:
        """The seat on whose painted page this is asked, once it is; None if it is asked on another phone."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if self._others.find(tap):
                return None
            for seat in sorted(self._senders, key=lambda seat: seat != tap.seat):
                for asked in questions(self._pages[seat].html()):
                    if fits(tap, asked):
                        return seat, asked
            self._others.listen(LOOK)
        raise SystemExit(f"nobody is asked {tap}")


def measured(played: Evening, wanted: argparse.Namespace) -> dict[str, Any]:
    """What moves took on four phones, from a move in the middle on; those are counted that one of the four made."""
    made: list[PaintedMove] = []
    names: list[str] = []
    with served_evening(wanted.folder, played, wanted.before) as (server, devices), chromium() as browser:
        senders, pages = {}, {}
        seats = list(devices)[:PHONES]
        for number, seat in enumerate([*seats, *range(len(seats) - PHONES + 1, 1)]):
            cookies = {"device": devices.get(seat, secrets.token_urlsafe(16)), "language": ("en", "es")[number % 2]}
            page = "seat" if seat in devices else "watch"
            pages[seat] = ChromiumPhone(browser, f"http://127.0.0.1:{server.port}/{page}", cookies)
            if seat in devices:
                senders[seat] = Sender(server.port, devices[seat])
        others = {seat: device for seat, device in devices.items() if seat not in senders}
        with closing(EveningPhones(server.port, others)) as phones:
            evening_on = PaintedEvening(pages, senders, phones)
            for together, sent in zip(played.sent[wanted.before :], moves_from(played, wanted.before), strict=True):
                if move := evening_on.move(sent):
                    made.append(move)
                    names.append(_name(together))
                if len(made) > wanted.moves:
                    break
    return {**painted_figures(made[1:]), "names": names[1:]}


def _name(together: Sequence[MoveMade]) -> str:
    """What is called a move in a list: its kinds of moves, the line of the playthrough and the seat."""
    kinds = " + ".join(dict.fromkeys(type(made.move).__name__ for made in together))
    return f"{kinds} by seat {together[0].seat}, line {together[0].line}"


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.painting", description=__doc__)
    parser.add_argument("game", choices=sorted(EVENINGS))
    parser.add_argument("--before", type=int, default=60, help="moves made before the phones come")
    parser.add_argument("--moves", type=int, default=12, help="moves that are measured")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    wanted = parser.parse_args()
    tell(measured(evening(wanted.game), wanted))


if __name__ == "__main__":
    main()
