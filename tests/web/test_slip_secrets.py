"""What a seat has to do with hidden pieces, has ticked and has read: nobody else can tell."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.service.agreement.agreement_requests import Undo
from companion.service.play.reading import MarkRead, TickSlip
from tests.core.purses import Purses
from tests.service.at_table import token
from tests.web.flask_site import Site
from tests.web.paired_tables import PairedTables
from tests.web.test_non_interference import VIEWERS, hidden

SEATS = (1, 2, 3)


def tick_all(site: Site, seat: int) -> int:
    """Tick all open slips of a seat, as its page does; returns how many there were."""
    room = site.room
    found = room.page(seat).slips.open
    for slip in found:
        assert room.table.ask(token(seat), TickSlip(slip.line)).taken
    return len(found)


def read_all(site: Site, seat: int) -> None:
    digest = site.room.view(seat).play.digest()
    assert digest is not None
    assert site.room.table.ask(token(seat), MarkRead(digest.line)).taken


@pytest.mark.parametrize("viewer", VIEWERS)
def test_nobody_sees_slips_ticks_and_read_marks_of_what_others_hide(tmp_path: Path, viewer: int) -> None:
    """At one table there is nothing to do, at the other there is, and it is ticked."""
    ticked: dict[int, list[int]] = {0: [], 1: []}
    with PairedTables(tmp_path, viewer, Purses()) as pair:

        def tick(site: Site, seat: int) -> None:
            ticked[pair.sites.index(site)].append(tick_all(site, seat))

        def do(act: Any) -> None:
            pair.do(lambda site, _hide: act(site))

        pair.begin(3, "purses")
        for seat in SEATS:
            pair.answer(seat, "hide", hidden(0, 3))
            pair.check()
            do(lambda site, seat=seat: tick(site, seat))
            pair.check()
            do(lambda site, seat=seat: read_all(site, seat))
        pair.check(whole=True)
        pair.answer(1, "rob", 2)
        do(lambda site: tick(site, 2))
        pair.answer(2, "hide", hidden(0, 2))
        do(lambda site: site.room.table.ask(token(2), Undo(2, "undo")))
        pair.check()
        do(lambda site: tick(site, 2))
        pair.check(whole=True)
    assert ticked[0] != ticked[1], "the tables must differ"
