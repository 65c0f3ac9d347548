"""Nobody can tell whether somebody else shows a card, which one, and whether the club knows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.plays.log.card_codes import new_card_code
from companion.reporting.card_exchange import CardExchange
from companion.service.session.sending import RemoveCard, ShowCard
from tests.core.torture import Torture
from tests.reporting.test_card_exchange import AskedClub
from tests.service.at_table import token
from tests.web.flask_site import Site
from tests.web.paired_tables import OWN_CARD, Interference, PairedTables

SEATS = (1, 2, 3)
VIEWERS = (1, pytest.param(0, marks=pytest.mark.long))
CARDS = {seat: new_card_code(lambda count, seat=seat: bytes([seat] * count)) for seat in SEATS}  # type: ignore[misc]


def shows(site: Site, seat: int) -> None:
    assert site.room.table.ask(token(seat), ShowCard(seat, CARDS[seat])).taken


def answers(site: Site, *known: int) -> None:
    """The club answers, and knows the cards of these seats."""
    club = AskedClub()
    club.knows = {CARDS[seat]: f"p-{seat}" for seat in known}
    CardExchange(site.room.log, club, lambda: None).exchange()
    site.room.opened.loop.post(site.room.table.rooms.state.touch)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_nobody_sees_the_card_of_somebody_else(tmp_path: Path, viewer: int) -> None:
    """At the second table the others show none, until the club has answered; then theirs is nobody's."""
    assert CARDS[1] == OWN_CARD
    with PairedTables(tmp_path, viewer, Torture()) as both:
        both.begin(3, "torture")
        both.do(lambda site, hide: [shows(site, seat) for seat in SEATS if hide(seat, "shown", "") == "shown"])
        both.check()
        both.do(lambda site, hide: answers(site, *(seat for seat in SEATS if hide(seat, "known", "") == "known")))
        both.check()
        both.same_pages()
        both.do(lambda site, hide: [shows(site, seat) for seat in SEATS if hide(seat, "", "shown") == "shown"])
        both.do(lambda site, _: answers(site))
        both.check()
        both.do(lambda site, _: [site.room.table.ask(token(seat), RemoveCard(seat)) for seat in (2, 3)])
        both.check()


def test_a_card_that_is_shown_to_others_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.service.session import sending

    monkeypatch.setattr(sending, "_state", lambda cards, _seat: "known" if 2 in cards else "none")
    with PairedTables(tmp_path, 1, Torture()) as both:
        both.begin(3, "torture")
        both.do(lambda site, hide: shows(site, 2) if hide(2, "shown", "") else None)
        assert both.sites[0].room.view(1).sending.own_card() != both.sites[1].room.view(1).sending.own_card()
        with pytest.raises(Interference):
            both.check(whole=True)
