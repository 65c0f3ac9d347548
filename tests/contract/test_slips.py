"""Slips of seats, what the table screen shows of the last move, and digests, on plays of the golden playthroughs."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest

from companion.core.secrecy import PUBLIC, Viewer
from companion.core.wording import Message
from companion.locale import speaker
from companion.plays.log.read_marks import ReadMark
from companion.plays.play import Play
from companion.plays.reports.slips import (
    Digest,
    SeatSlips,
    digest,
    is_folded,
    open_slips,
    read_entries,
    table_slips,
)
from tests.contract.instructed import play_at

ANTIKE = "antike/east-by-provinces"
ANA, BEN, CLEO, DORA = 1, 2, 3, 4


def in_words(words: Iterable[Message], language: str = "en") -> list[str]:
    spoken = speaker(language, {1: "Ana", 2: "Ben", 3: "Cleo", 4: "Dora"})
    return [spoken.say(each) for each in words]


def slips(play: Play, seat: int, mark: ReadMark | None = None) -> SeatSlips:
    return open_slips(read_entries(play, Viewer(seat)), seat, mark or ReadMark())


def said(found: SeatSlips) -> list[list[str]]:
    return [in_words(line.words for line in slip.lines) for slip in found.open]


def line_of(play: Play, seat: int, entry: int) -> int:
    """The last line that a seat reads of an entry."""
    return next(each.line for each in read_entries(play, Viewer(seat)) if each.entry.number == entry)


def test_a_slip_stays_until_it_is_ticked() -> None:
    play = play_at(ANTIKE, 3)
    [_, slip] = slips(play, ANA).open
    assert in_words(line.words for line in slip.lines) == ["Put your marker on Iron.", "Take 1 iron."]
    assert said(slips(play, BEN))[-1] == ["Take 1 coin."]
    assert said(slips(play, ANA, ReadMark(ticked=(slip.line,)))) == [["Take 1 coin."]]


def test_a_slip_folds_after_three_turns() -> None:
    assert [is_folded(turns) for turns in range(5)] == [False, False, False, True, True]
    [*_, lost] = slips(play_at(ANTIKE, 69), DORA).open
    assert in_words(line.words for line in lost.lines)[0] == "Take your disc off Tyros."
    mark = ReadMark(lost.line - 1)
    plays = (play_at(ANTIKE, number) for number in range(70, 90))
    gone = next(play for play in plays if lost not in slips(play, DORA, mark).open)
    acting = [each.entry.seat for each in read_entries(gone, Viewer(DORA)) if each.line >= lost.line]
    assert sum(one != other for one, other in pairwise(acting)) == 3
    assert slips(gone, DORA, mark).folded >= 1
    old = tuple(slip.line for slip in slips(gone, DORA, mark).old)
    assert slips(gone, DORA, ReadMark(mark.line, old)).folded == 0, "once they are ticked"


def test_whoever_wakes_reads_what_ten_moves_come_to() -> None:
    """The tenth worked example of Antike: four lines of one seat, merged, then the latest moves of others."""
    play = play_at(ANTIKE, 46)
    found = digest(play, DORA, line_of(play, DORA, 36))
    assert in_words(line.words for line in found.slips) == ["Take 1 coin.", "Put a stone on Wheel.", "Put back 1 iron."]
    assert in_words((line.words for line in found.slips), "es") == [
        "Toma 1 moneda.",
        "Pon una ficha en Rueda.",
        "Devuelve 1 de hierro.",
    ]
    assert len(found.moves) == 2
    assert found.moves[-1].number <= found.line == play.history.count(Viewer(DORA))


@pytest.mark.parametrize("after", range(2, 46, 4))
def test_a_digest_has_at_most_five_lines_and_three_moves_of_others_in_order(after: int) -> None:
    play = play_at(ANTIKE, 46)
    for seat in play.setup.numbers:
        found = digest(play, seat, line_of_or_before(play, seat, after))
        assert len(found.slips) + len(found.moves) <= 5
        assert len(found.moves) <= 3
        numbers = [line.number for line in found.moves]
        assert numbers == sorted(numbers)
        assert all(play.history.entry_of(Viewer(seat), number).seat != seat for number in numbers)  # type: ignore[union-attr]


def line_of_or_before(play: Play, seat: int, entry: int) -> int:
    return max(line for line in range(1, play.history.count(Viewer(seat)) + 1) if before(play, seat, line, entry))


def before(play: Play, seat: int, line: int, entry: int) -> bool:
    found = play.history.entry_of(Viewer(seat), line)
    return found is not None and found.number <= entry


def test_nothing_happened_is_an_empty_digest() -> None:
    play = play_at(ANTIKE, 46)
    count = play.history.count(Viewer(DORA))
    assert digest(play, DORA, count) == Digest(count)


def test_a_slip_is_done_once_its_seat_says_that_the_pieces_are_laid() -> None:
    """The first pollution of a turn comes with entry 43; one seat says in entry 44 that it is placed."""
    pollution = "Put 3 pollution in your zone."

    def asks(entry: int, seat: int) -> bool:
        return any(pollution in slip for slip in said(slips(play_at("antiquity/whole", entry), seat)))

    assert [asks(43, ANA), asks(43, BEN)] == [True, True]
    assert [asks(44, ANA), asks(44, BEN)] == [False, True]
    assert [asks(45, ANA), asks(45, BEN)] == [False, False]


def test_the_table_screen_names_only_those_who_have_not_laid_their_pieces() -> None:
    pollution = "Put 3 pollution in your zone."

    def asked(entry: int) -> list[int]:
        play = play_at("antiquity/whole", entry)
        recent = {viewer: read_entries(play, viewer) for viewer in (PUBLIC, Viewer(ANA), Viewer(BEN))}
        steps = table_slips(recent, [ANA, BEN], {}, {ANA, BEN}).steps
        everybody = [each for step in steps if pollution in in_words(step.everybody) for each in (ANA, BEN)]
        return everybody + [
            seat for step in steps for row in step.rows if pollution in in_words(row.lines) for seat in row.seats
        ]

    assert [asked(entry) for entry in (43, 44, 45)] == [[ANA, BEN], [BEN], []]


def test_a_digest_tells_nobody_to_lay_what_was_said_to_be_laid() -> None:
    play = play_at("antiquity/whole", 44)
    for seat, told in ((ANA, False), (BEN, True)):
        found = digest(play, seat, line_of(play, seat, 42))
        assert ("Put 3 pollution in your zone." in in_words(line.words for line in found.slips)) is told


def test_a_starting_city_is_laid_once_its_seat_says_so_or_has_planned() -> None:
    """Ana says in entry 4 that her city lies; Cleo, who lays next, is ready with entry 7, and Bo with entry 8."""

    def asked(entry: int) -> list[int]:
        play = play_at("antiquity/starting-cities", entry)
        return [
            seat
            for seat in play.setup.numbers
            if any("starting city" in line for slip in said(slips(play, seat)) for line in slip)
        ]

    assert [asked(entry) for entry in (3, 4, 6, 7)] == [[ANA, BEN, CLEO], [BEN, CLEO], [BEN, CLEO], [BEN]]
