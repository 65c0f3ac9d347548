"""Slips after undo and redo, forms of several moves, and what the table screen shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

import pytest

from companion.core.secrecy import PUBLIC, Viewer
from companion.core.setup import Seated, Setup
from companion.core.wording import ENGLISH, Message
from companion.plays.log.log import Log
from companion.plays.log.read_marks import ReadMark
from companion.plays.play import Play
from companion.plays.reports.slips import (
    SeatSlips,
    TableSlips,
    digest,
    open_slips,
    read_entries,
    table_pieces,
    table_slips,
    unseen_undos,
)
from tests.core.purses import Act, Purses
from tests.service.at_table import HandClock

ANA, BEN, CARLA = 1, 2, 3


@pytest.fixture
def play(log: Log) -> Play:
    setup = Setup(tuple(Seated(seat, "") for seat in (ANA, BEN, CARLA)))
    return Play.begin(log, Purses(), setup, seed=b"x" * 32, clock=HandClock())


def act(play: Play, seat: int, what: str, n: int = 0, *, actor: str = "") -> None:
    play.submit(seat, actor or f"seat:{seat}", Act(what, n), nonce="")


def undo(play: Play, to: int, seat: int = ANA) -> None:
    play.undo(to, seat, f"seat:{seat}", marked=False, nonce="")


def redo(play: Play, to: int, seat: int = ANA) -> None:
    play.redo(to, seat, f"seat:{seat}", nonce="")


def slips(play: Play, seat: int, mark: ReadMark | None = None) -> SeatSlips:
    return open_slips(read_entries(play, Viewer(seat)), seat, mark or ReadMark())


def said(words: Iterable[Message]) -> list[str]:
    return [ENGLISH.say(each) for each in words]


def reads(play: Play, seat: int, mark: ReadMark | None = None) -> list[list[str]]:
    found = slips(play, seat, mark).open
    return [[*(["back"] if slip.taken_back else []), *said(line.words for line in slip.lines)] for slip in found]


def end(play: Play, seat: int) -> ReadMark:
    """As of a page that shows the end of the log."""
    return ReadMark(play.history.count(Viewer(seat)))


def test_what_was_undone_before_it_was_seen_is_nothing_to_do(play: Play) -> None:
    act(play, ANA, "rob", 2)
    undo(play, 1)
    assert reads(play, BEN) == []
    assert reads(play, ANA) == [["back", "Give Seat 2 2 coins."]], "Ana acted herself: she saw it"


def test_what_was_seen_is_taken_back_by_hands(play: Play) -> None:
    act(play, ANA, "rob", 2)
    mark = end(play, BEN)
    undo(play, 1)
    assert reads(play, BEN, mark) == [["back", "Seat 1 gives you 2 coins."]]


def test_reading_past_an_undo_that_was_never_seen_leaves_nothing_to_do(play: Play) -> None:
    mark = end(play, BEN)
    act(play, ANA, "rob", 2)
    undo(play, 1)
    recent, last = read_entries(play, Viewer(BEN)), end(play, BEN).line
    undos = unseen_undos(recent, BEN, mark, last)
    assert undos == (last,)
    assert reads(play, BEN, ReadMark(last)) == [["back", "Seat 1 gives you 2 coins."]], "without the tick"
    assert reads(play, BEN, ReadMark(last, undos)) == []


def test_an_undo_and_its_redo_leave_the_first_slip(play: Play) -> None:
    act(play, ANA, "rob", 2)
    mark = end(play, BEN)
    undo(play, 1)
    redo(play, 2)
    assert reads(play, BEN, mark) == [["Give Seat 1 2 coins."]]


def test_a_redo_after_a_ticked_undo_is_done_again(play: Play) -> None:
    act(play, ANA, "rob", 2)
    mark = end(play, BEN)
    undo(play, 1)
    ticked = ReadMark(mark.line, (mark.line, end(play, BEN).line))
    redo(play, 2)
    assert reads(play, BEN, ticked) == [["Give Seat 1 2 coins."]]
    again = slips(play, BEN, ticked).open[-1].line
    assert reads(play, BEN, ReadMark(mark.line, (*ticked.ticked, again))) == []


def test_a_correction_is_no_slip_and_a_wait_neither(play: Play) -> None:
    act(play, ANA, "wait")
    assert reads(play, ANA) == []


def test_several_moves_of_a_form_are_one_slip(play: Play) -> None:
    play.submit_all(ANA, "seat:1", [Act("take", 3, again=True), Act("rob", 2)], nonce="form")
    assert reads(play, ANA) == [["Take 3 coins.", "Seat 2 gives you 2 coins."]]
    assert reads(play, BEN) == [["Give Seat 1 2 coins."]]
    found = table_pieces(read_entries(play, PUBLIC), play.setup.numbers)
    assert found is not None
    assert [row.seats for row in found.rows] == [(ANA,), (BEN,)]


def test_whoever_acts_has_read_what_was_before_but_not_what_a_scribe_wrote(play: Play) -> None:
    act(play, ANA, "rob", 2, actor="scribe:1")
    act(play, BEN, "wait", actor="scribe:2")
    assert said(line.words for line in digest(play, BEN, 0).slips) == ["Give Seat 1 2 coins."]
    for seat in (CARLA, ANA, BEN, CARLA):
        act(play, seat, "wait", actor=f"scribe:{seat}")
    found = slips(play, BEN)
    assert (found.open, found.folded) == ((), 1)
    act(play, ANA, "wait")
    act(play, BEN, "wait")
    assert said(line.words for slip in slips(play, BEN).old for line in slip.lines) == ["Give Seat 1 2 coins."]
    assert slips(play, BEN, ReadMark(0, (found.old[0].line,))) == SeatSlips()


def test_the_table_shows_what_all_do_once(play: Play) -> None:
    act(play, ANA, "all", 2)
    found = table_pieces(read_entries(play, PUBLIC), play.setup.numbers)
    assert found is not None
    assert (said(found.everybody), found.rows, found.table, found.taken_back) == (["Take 2 coins."], (), (), False)


def test_the_table_shows_a_row_a_person_the_mover_first(play: Play) -> None:
    act(play, ANA, "wait")
    act(play, BEN, "rob", 1)
    found = table_pieces(read_entries(play, PUBLIC), play.setup.numbers)
    assert found is not None
    rows = [(row.seats, said(row.lines)) for row in found.rows]
    assert rows == [((BEN,), ["Seat 3 gives you 1 coin."]), ((CARLA,), ["Give Seat 2 1 coin."])]


def test_the_table_shows_nothing_of_secrets_and_nothing_where_nothing_is_to_do(play: Play) -> None:
    act(play, ANA, "hide", 3)
    assert table_pieces(read_entries(play, PUBLIC), play.setup.numbers) is None
    [slip] = slips(play, ANA).open
    assert [(ENGLISH.say(line.words), line.secret) for line in slip.lines] == [("Take gems: 3.", True)]
    assert reads(play, BEN) == []


def test_the_table_says_that_something_was_taken_back(play: Play) -> None:
    act(play, ANA, "take", 2)
    undo(play, 1)
    found = table_pieces(read_entries(play, PUBLIC), play.setup.numbers)
    assert found is not None
    assert found.taken_back
    assert [said(row.lines) for row in found.rows] == [["Put back 2 coins."]]


def test_those_who_do_the_same_share_a_row_and_nobody_is_left_out(log: Log) -> None:
    seats = (1, 2, 3, 4, 5, 6)
    play = Play.begin(
        log, Purses(), Setup(tuple(Seated(seat, "") for seat in seats)), seed=b"x" * 32, clock=HandClock()
    )
    act(play, 1, "tax", 2)
    found = table_pieces(read_entries(play, PUBLIC), seats)
    assert found is not None
    assert sorted(seat for row in found.rows for seat in row.seats) == list(seats)
    assert all(one.lines != other.lines for one, other in combinations(found.rows, 2))
    assert said(found.rows[0].lines) == ["Put back 2 coins."]
    assert said(found.rows[1].lines) == ["Take 4 coins."]


def left(
    play: Play, marks: Mapping[int, ReadMark] | None = None, ticking: Iterable[int] = (ANA, BEN, CARLA)
) -> TableSlips:
    """What the table screen shows that nobody has ticked."""
    recent = {viewer: read_entries(play, viewer) for viewer in (PUBLIC, *map(Viewer, play.setup.numbers))}
    return table_slips(recent, play.setup.numbers, marks or {}, frozenset(ticking))


def shown(found: TableSlips) -> list[list[tuple[tuple[int, ...], list[str]]]]:
    return [[(row.seats, said(row.lines)) for row in step.rows] for step in found.steps]


GIVES, GETS = ((BEN,), ["Give Seat 1 2 coins."]), ((ANA,), ["Seat 2 gives you 2 coins."])


def test_the_table_shows_a_slip_until_it_is_ticked_or_three_turns_later_the_newest_first(play: Play) -> None:
    act(play, ANA, "rob", 2)
    assert shown(left(play)) == [[GETS, GIVES]]
    ticked = {ANA: ReadMark(0, (end(play, ANA).line,))}
    assert shown(left(play, ticked)) == [[GIVES]]
    act(play, BEN, "take", 1)
    assert shown(left(play, ticked)) == [[((BEN,), ["Take 1 coin."])], [GIVES]]
    act(play, CARLA, "wait")
    assert shown(left(play, ticked)) == [[((BEN,), ["Take 1 coin."])], [GIVES]]
    act(play, ANA, "wait")
    found = left(play, ticked)
    assert (shown(found), found.folded) == ([[((BEN,), ["Take 1 coin."])]], (BEN,))
    assert left(play, ticked | {BEN: ReadMark(0, tuple(range(1, end(play, BEN).line)))}) == TableSlips()


def test_the_table_waits_for_no_tick_of_whoever_cannot_give_one(play: Play) -> None:
    act(play, ANA, "rob", 2)
    assert shown(left(play, ticking=(ANA,))) == [[GETS, GIVES]]
    act(play, BEN, "wait")
    assert shown(left(play, ticking=(ANA,))) == [[GETS]]


def test_what_all_do_is_everybodys_until_somebody_has_ticked_it(play: Play) -> None:
    act(play, ANA, "all", 2)
    assert [said(step.everybody) for step in left(play).steps] == [["Take 2 coins."]]
    ticked = {BEN: ReadMark(0, (end(play, BEN).line,))}
    assert shown(left(play, ticked)) == [[((ANA, CARLA), ["Take 2 coins."])]]


def test_the_table_shows_what_was_taken_back_and_no_more_what_is_undone(play: Play) -> None:
    act(play, ANA, "rob", 2)
    undo(play, 1)
    assert [step.taken_back for step in left(play).steps] == [True]
    act(play, ANA, "wait")
    [step] = left(play).steps
    assert (step.taken_back, [row.seats for row in step.rows]) == (True, [(ANA,)]), "Ben had not seen it"


def test_the_table_shows_nothing_secret_that_is_not_ticked(play: Play) -> None:
    act(play, ANA, "hide", 3)
    act(play, BEN, "wait")
    assert left(play) == TableSlips()


def test_a_digest_takes_back_what_was_seen_and_nets_what_was_not(play: Play) -> None:
    act(play, ANA, "rob", 2)
    seen = end(play, BEN).line
    undo(play, 1)
    act(play, ANA, "rob", 3)
    found = digest(play, BEN, seen)
    assert said(line.words for line in found.slips) == ["Give Seat 1 1 coin."]
    assert len(found.moves) == 1


def test_a_digest_counts_what_it_leaves_out(play: Play) -> None:
    for _ in range(4):
        for seat in (ANA, BEN, CARLA):
            act(play, seat, "wait")
    found = digest(play, BEN, 1)
    assert (len(found.slips), len(found.moves), found.more) == (0, 3, 5)


def test_marks_are_stored_beside_the_log(play: Play, log: Log) -> None:
    head = log.head(play.id)
    play.put_read_mark(BEN, ReadMark(4, (2, 4)))
    play.put_read_mark(BEN, ReadMark(5, (4,)))
    assert play.read_marks() == {BEN: ReadMark(5, (4,))}
    assert log.head(play.id) == head


def test_a_damaged_mark_is_none(play: Play, log: Log) -> None:
    play.put_read_mark(BEN, ReadMark(4, (2,)))
    log._database.query("UPDATE read_marks SET line = 9")
    assert play.read_marks() == {}


def test_everybody_checks_the_pieces_after_a_step_that_nobody_can_read(play: Play, log: Log) -> None:
    act(play, ANA, "rob", 2)
    act(play, BEN, "wait")
    log._database.query("UPDATE entries SET told = 'x' WHERE number = 2")
    again = Play.resume(log, play.game, play.id, clock=HandClock())
    assert reads(again, CARLA) == [["Check the pieces against the numbers."]]
    recent = read_entries(again, PUBLIC)
    found = table_pieces([each for each in recent if each.entry.number <= 2], play.setup.numbers)
    assert found is not None
    assert said(found.table) == ["Check the pieces against the numbers."]


def test_everybody_checks_the_pieces_where_instructions_are_damaged(play: Play, log: Log) -> None:
    act(play, ANA, "rob", 2)
    log._database.query("UPDATE instructions SET content = '[]'")
    again = Play.resume(log, play.game, play.id, clock=HandClock())
    assert reads(again, BEN) == reads(again, CARLA) == [["Check the pieces against the numbers."]]
