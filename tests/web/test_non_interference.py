"""What a viewer is given does not depend on what others hide: two plays in lockstep, compared to the byte."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from companion.core.chance import TableChance
from companion.core.game import AnyGame
from companion.core.questions import Answer, Question
from companion.core.secrecy import Viewer
from companion.plays.log.log import Log
from companion.plays.reports.score_history import ScoreHistory, score_history
from companion.plays.storage.rows import PlayRow
from companion.service.agreement.agreement_requests import Undo
from companion.service.audit.running_audit import CountPart, StartAudit
from companion.service.clock.turn_clock import ClockRule, SetClock
from companion.service.play.answers import CorrectNumber, StepBack
from tests.core.torture import Torture
from tests.service.at_table import HOST, token
from tests.web.flask_site import Site
from tests.web.paired_tables import ACTS, CALLS, FORMS, LOOKS, PUTS, REFUSED, Interference, PairedTables, do_everything

SEATS = (1, 2, 3)
VIEWERS = (1, *(pytest.param(viewer, marks=pytest.mark.long) for viewer in (2, 3, 0)))
"""A seat looks on in every run, everybody in the long one."""
BY_HAND = {"quest": "cardboard", "deck": "cardboard"}


def hidden(one: Any, another: Any) -> tuple[str, Any, Any]:
    """An answer that is another one at the second table, unless the viewer itself gives it."""
    return ("hide", one, another)


# -- the torture game ------------------------------------------------------------------------------------------------


def draw_by_hand(paired_tables: PairedTables) -> None:
    """Set up; everybody takes a quest and a card from the cardboard and enters it behind the hand."""
    paired_tables.answer(1, "1", 2)
    for seat in SEATS:
        paired_tables.answer(seat, hidden(1, 3), key="quest")
        paired_tables.check()
        paired_tables.answer(seat, hidden("owl", "dolphin"), key="deck")
    paired_tables.check(whole=True)


def plan(paired_tables: PairedTables) -> None:
    """Everybody plans something else, thinks again, and ends with the same plan, since it is revealed."""
    for seat in SEATS:
        paired_tables.answer(seat, "add")
        paired_tables.check()
        paired_tables.answer(seat, hidden(f"tax-{seat}", f"arm-{seat}"))
    paired_tables.check(whole=True)
    for seat in SEATS:
        paired_tables.answer(seat, "drop", hidden(f"tax-{seat}", f"arm-{seat}"), "add", f"tax-{seat}")
        paired_tables.check()
    paired_tables.answer(2, "ready")
    paired_tables.check(whole=True)
    paired_tables.answer(1, "ready")
    paired_tables.do(lambda site, _: site.room.table.ask(token(3), Undo(3, "ask-to-undo")))
    paired_tables.check(whole=True)
    paired_tables.answer(1, False, key="vote-undo")
    paired_tables.answer(3, "ready")
    paired_tables.check(whole=True)


def correct_in_secret(paired_tables: PairedTables) -> None:
    """A hidden number is mended by whoever may see it: everybody learns that, and not what."""
    for seat in SEATS:
        paired_tables.do(
            lambda site, hide, seat=seat: site.room.table.ask(
                token(seat), CorrectNumber(f"{seat}.quest", hide(seat, 0, 2), f"correct-{seat}")
            )
        )
        paired_tables.check()


def count_in_secret(paired_tables: PairedTables) -> None:
    """The table is counted; everybody finds another hidden number, and nobody learns which."""
    paired_tables.do(lambda site, _: site.room.table.ask(token(2), StartAudit("audit")))
    paired_tables.check()
    for seat in SEATS:
        paired_tables.do(lambda site, hide, seat=seat: _count(site, seat, {f"{seat}.quest": hide(seat, 1, 3)}))
        paired_tables.check()
    paired_tables.do(lambda site, _: _count(site, 2, {}, 0))
    paired_tables.check(whole=True)
    for seat in (2, 1, 3):
        paired_tables.answer(seat, "set", key="audit-agree")
        paired_tables.check()


def _count(site: Site, seat: int, numbers: dict[str, int], of: int | None = None) -> None:
    """A part is counted on the page of a seat: its own, or the table's."""
    table = site.room.table
    part = next(
        part for part in table.view(token(seat)).screens.seat().counting if part.seat == (seat if of is None else of)
    )
    reply = table.ask(token(seat), CountPart(part.seat, numbers, part.stood, f"count-{seat}-{of}"))
    assert reply.taken, reply.code


def sail(paired_tables: PairedTables) -> None:
    """Cards are drawn behind the hand, and the senate votes in secret until only the viewer's vote is missing."""
    paired_tables.answer(1, "sail", "library")
    paired_tables.check()
    paired_tables.answer(1, hidden("bull", "owl"), key="deck")
    paired_tables.check(whole=True)
    paired_tables.do(lambda site, _: site.room.table.ask(token(2), Undo(2, "undo-a-draw")))
    paired_tables.check()
    paired_tables.answer(1, False, key="vote-undo")
    paired_tables.answer(2, "card")
    paired_tables.check(whole=True)
    paired_tables.do(lambda site, _: site.room.table.ask(token(2), StepBack(2)))
    paired_tables.answer(2, "sail", "senate")
    for seat in SEATS:
        if seat != (paired_tables.viewer or 3):
            paired_tables.answer(seat, hidden("1", "2"), key="vote")
            paired_tables.check()
    paired_tables.check(whole=True)


def play_torture(paired_tables: PairedTables) -> None:
    paired_tables.begin(3, "torture", chance=BY_HAND, options={"rounds": 2})
    draw_by_hand(paired_tables)
    plan(paired_tables)
    correct_in_secret(paired_tables)
    count_in_secret(paired_tables)
    sail(paired_tables)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_nobody_sees_what_others_hide_in_the_torture_game(tmp_path: Path, viewer: int) -> None:
    with PairedTables(tmp_path, viewer, Torture(), sheets=True) as paired_tables:
        play_torture(paired_tables)
        do_everything(paired_tables)
        assert paired_tables.seen > 20


class OtherCards:
    """The companion draws, and what it draws for others in secret differs between the tables."""

    def __init__(self, paired_tables: PairedTables) -> None:
        self._twins = paired_tables
        self._second = False
        self._drawn = TableChance.answer

    def used(self) -> Any:
        other = self

        def answer(self: TableChance, question: Question, by: int) -> Answer:
            given = other._drawn(self, question, by)
            if not question.secret or by == other._twins.viewer or not other._second:
                return given
            changed: Answer = {"quest": 3 - int(str(given)) if question.key == "quest" else 0}.get(
                question.key, {"owl": "bull", "bull": "dolphin", "dolphin": "owl"}.get(str(given), given)
            )
            self.drawn[-1] = type(self.drawn[-1])(question.key, changed, self.drawn[-1].by)
            return changed

        return patch.object(TableChance, "answer", answer)

    def do(self, act: Callable[[Site], object]) -> None:
        def here(site: Site, hide: Callable[[int, bool, bool], bool]) -> None:
            self._second = hide(-1, False, True)
            with self.used():
                act(site)

        self._twins.do(here)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_nobody_sees_what_the_companion_draws_for_others(tmp_path: Path, viewer: int) -> None:
    with PairedTables(tmp_path, viewer, Torture(), sheets=True) as paired_tables:
        cards = OtherCards(paired_tables)
        paired_tables.begin(3, "torture", options={"rounds": 2})
        cards.do(lambda site: site.room.set_up())
        paired_tables.check(whole=True)
        first, second = (site.room.state for site in paired_tables.sites)
        assert [side.quest for side in first.sides] != [side.quest for side in second.sides]
        paired_tables.answer(1, "ready")
        paired_tables.answer(2, "ready")
        paired_tables.answer(3, "ready")
        cards.do(lambda site: site.room.answer(1, "sail", "library"))
        paired_tables.check(whole=True)


# -- how often -------------------------------------------------------------------------------------------------------


def plan_something(site: Site, seat: int, what: str) -> None:
    for answer, key in ((what, "plan"), (f"tax-{seat}", "order")):
        reply = site.room.reply(seat, answer, key)
        assert reply.taken, reply.code


def think_again(paired_tables: PairedTables, times: int) -> None:
    """At the second table everybody but the viewer plans something, and takes it out of the plan, so often."""
    for seat, what in product(SEATS, ("add", "drop") * times):
        paired_tables.do(
            lambda site, hide, seat=seat, what=what: hide(seat, False, True) and plan_something(site, seat, what)
        )
        paired_tables.do(lambda site, _: site.room.past(5))
        paired_tables.check()


@pytest.mark.long
@pytest.mark.parametrize("viewer", [*SEATS, 0])
def test_nobody_sees_how_often_others_act_in_secret(tmp_path: Path, viewer: int) -> None:
    """Not while they do, nor by anything that counts entries afterwards: digests, votes, charts, clocks, exports."""
    with PairedTables(tmp_path, viewer, Torture(), sheets=True) as paired_tables:
        paired_tables.begin(3, "torture", chance=BY_HAND, options={"rounds": 2})
        paired_tables.answer(1, "1", 2)
        for seat in SEATS:
            paired_tables.answer(seat, 1, key="quest")
            paired_tables.answer(seat, "owl" if seat == 1 else "dolphin", key="deck")
        paired_tables.do(lambda site, _: site.room.table.ask(HOST, SetClock(ClockRule("fischer", 3600, 5))))
        paired_tables.check(whole=True)
        think_again(paired_tables, 2)
        paired_tables.check(whole=True)
        paired_tables.do(lambda site, _: site.room.table.ask(token(viewer or 3), Undo(viewer or 3, "ask")))
        paired_tables.check(whole=True)
        think_again(paired_tables, 1)
        paired_tables.check(whole=True)
        for seat in SEATS:
            paired_tables.answer(seat, "ready")
            paired_tables.check()
        entries = [site.room.entries for site in paired_tables.sites]
        assert entries[1] - entries[0] >= 8, "there was something to count"
        paired_tables.check(whole=True)
        paired_tables.answer(1, "sail", "library")
        paired_tables.answer(1, "owl", key="deck")
        paired_tables.do(lambda site, _: site.room.table.ask(token(viewer or 2), Undo(viewer or 2, "ask again")))
        paired_tables.check(whole=True)
        do_everything(paired_tables)


# -- a score sheet ---------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("viewer", VIEWERS)
def test_nobody_sees_what_others_bid_on_a_score_sheet(tmp_path: Path, viewer: int) -> None:
    with PairedTables(tmp_path, viewer, sheets=True) as paired_tables:
        paired_tables.begin(3, "sheet:oh-hell")
        paired_tables.answer(1, 5, key="rounds")
        last = viewer or 3
        for seat in SEATS:
            if seat != last:
                paired_tables.answer(seat, hidden(3, 5), key="bid")
                paired_tables.check()
        paired_tables.check(whole=True)
        for seat in SEATS:
            if seat != last:
                # The one thing to change is not asked for: its question follows at once.
                paired_tables.answer(seat, hidden(4, 6), key="bid")
                paired_tables.check(whole=True)
        do_everything(paired_tables)


# -- the test itself -------------------------------------------------------------------------------------------------


def leaky(field: str) -> Any:
    """``seen`` as it would be if it forgot one field of the torture game."""
    from companion.core import secrecy

    whole = secrecy.seen

    def seen(value: Any, viewer: Viewer) -> Any:
        looked = whole(value, viewer)
        if type(value).__name__ != "State":
            return looked
        sides = [
            replace(side, **{field: getattr(true, field)}) for side, true in zip(looked.sides, value.sides, strict=True)
        ]
        return replace(looked, sides=sides)

    return seen


@pytest.mark.parametrize("field", ["quest", "hand"])
@pytest.mark.parametrize("viewer", [2, 0])
def test_a_field_that_is_not_sealed_is_found(tmp_path: Path, viewer: int, field: str) -> None:
    with (
        patch("companion.service.play.play_now.seen", leaky(field)),
        patch("companion.plays.reports.export.seen", leaky(field)),
        PairedTables(tmp_path, viewer, Torture(), sheets=True) as paired_tables,
    ):
        paired_tables.begin(3, "torture", chance=BY_HAND)
        with pytest.raises(Interference):
            draw_by_hand(paired_tables)


def test_a_leak_through_the_export_alone_is_found(tmp_path: Path) -> None:
    with (
        patch("companion.plays.reports.export.seen", leaky("quest")),
        PairedTables(tmp_path, 2, Torture(), sheets=True) as paired_tables,
    ):
        paired_tables.begin(3, "torture", chance=BY_HAND)
        with pytest.raises(Interference, match="export"):
            draw_by_hand(paired_tables)


def test_a_version_that_counts_what_others_do_is_found(tmp_path: Path) -> None:
    """Two tables at which the others act at different times must not look the same to the test."""
    with PairedTables(tmp_path, 2, Torture(), sheets=True) as paired_tables:
        paired_tables.begin(3, "torture")
        paired_tables.do(lambda site, _: site.room.set_up())
        paired_tables.do(lambda site, hide: hide(1, False, True) and site.room.answer(1, "ready"))
        with pytest.raises(Interference):
            paired_tables.check()


def test_a_chart_that_counts_what_is_done_in_secret_is_found(tmp_path: Path) -> None:
    def counting(log: Log, game: AnyGame, row: PlayRow) -> ScoreHistory:
        found = score_history(log, game, row)
        curves = tuple(replace(curve, points=curve.points[:1] * log.size()) for curve in found.curves)
        return replace(found, steps=log.size(), curves=curves)

    with PairedTables(tmp_path, 2, Torture(), sheets=True) as paired_tables:
        paired_tables.begin(3, "torture")
        paired_tables.do(lambda site, _: site.room.set_up())
        think_again(paired_tables, 1)
        paired_tables.same_pages()
        chart = patch("companion.service.session.past_plays.score_history", counting)
        with chart, pytest.raises(Interference, match="history"):
            paired_tables.same_pages()


def test_every_address_is_walked(tmp_path: Path) -> None:
    with PairedTables(tmp_path, 1, sheets=True) as paired_tables:
        rules = list(paired_tables.sites[0].app.url_map.iter_rules())
        known = {**LOOKS, **ACTS, **CALLS, **PUTS}
        assert {rule.endpoint for rule in rules} == set(known)
        acting = {rule.endpoint for rule in rules if {"POST", "DELETE"} & (rule.methods or set())}
        assert acting == {*ACTS, *CALLS}
        refused = {path for path, _ in REFUSED}
        steps = {"seat.preview", "seat.step", "scribe.step"}
        compared = steps | {"forms.fill", "forms.filled", "forms.submit"}  # by ``same_previews`` and ``same_forms``
        sent = {"photo.take", "sheet.upload"}  # by ``do_everything``, for the host
        assert set(ACTS) == set(FORMS) | compared | sent | {name for name, path in ACTS.items() if path in refused}
        paired_tables.sites[0].app.add_url_rule("/new", "new", lambda: "secret")
        with pytest.raises(AssertionError, match="new"):
            paired_tables.same_pages()
