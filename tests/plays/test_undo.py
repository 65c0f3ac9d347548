"""Who may undo what."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from companion.core.chance import ChanceSource, Drawn
from companion.core.errors import Refused
from companion.core.questions import Answer
from companion.core.secrecy import PUBLIC, Sealed, Viewer, seal
from companion.core.step import LogText
from companion.core.wording import Message, SeatName, say
from companion.plays.log.log import Log
from companion.plays.play import Play
from companion.plays.reports.history import readable
from companion.plays.storage.entry import PART, Entry
from companion.plays.undo import UndoStep, must_be_marked, redo_line, redo_offer, undo_line, undo_offer, undo_offer_to
from tests.plays.counter import Add, Hush, Peek, Ready, Reveal, Roll, Whisper, begin, cast_with, resume


def take_back(play: Play, seat: int, nonce: str) -> Entry:
    offer = undo_offer(play.effective, seat)
    assert offer
    return play.undo(offer.to, seat, "", marked=offer.marked, nonce=nonce)


def undo_of(play: Play, seat: int) -> tuple[int, str, bool, int] | None:
    return short(undo_offer(play.effective, seat))


def redo_of(play: Play, seat: int) -> tuple[int, str, bool, int] | None:
    return short(redo_offer(play.entries, seat))


def short(offer: UndoStep | None) -> tuple[int, str, bool, int] | None:
    return (offer.to, offer.way, offer.marked, offer.entry.number) if offer else None


def test_the_beginning_cannot_be_taken_back(log: Log) -> None:
    play = begin(log)
    assert undo_of(play, 1) is None
    assert undo_of(play, 0) is None


def test_the_own_last_step_is_free_until_someone_else_acts(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Add(1), nonce="a")
    play.submit(1, "", Add(2), nonce="b")
    assert undo_of(play, 1) == (2, "free", False, 3)
    assert undo_of(play, 2) == (2, "vote", False, 3)
    take_back(play, 1, "u")
    assert undo_of(play, 1) == (1, "free", False, 2)
    play.submit(2, "", Add(3), nonce="c")
    assert undo_of(play, 1) == (2, "vote", False, 5)
    assert undo_of(play, 2) == (2, "free", False, 5)


def test_the_table_itself_is_someone(log: Log) -> None:
    play = begin(log)
    play.submit(0, "", Add(1), nonce="a")
    assert undo_of(play, 0) == (1, "free", False, 2)
    assert undo_of(play, 1) == (1, "vote", False, 2)


def test_never_silently_past_what_came_out(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Roll(), nonce="a")
    assert undo_of(play, 1) == (1, "vote", True, 2)
    play.submit(1, "", Reveal(), nonce="b")
    assert undo_of(play, 1) == (2, "vote", True, 3)
    play.correct("total", 4, "", nonce="c", seat=1)
    assert undo_of(play, 1) == (3, "vote", True, 4)
    cast_with(play, 1, [1, 2], nonce="d")
    assert undo_of(play, 1) == (4, "vote", True, 5)


def test_a_roll_is_marked_also_when_whoever_asks_forgets_it(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Roll(), nonce="a")
    play.submit(1, "", Add(1), nonce="b")
    assert play.undo(1, 1, "", marked=False, nonce="u").marked


def test_further_back_in_one_go_is_for_the_table(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Add(1), nonce="a")
    play.submit(1, "", Roll(), nonce="b")
    play.submit(1, "", Add(1), nonce="c")
    play.submit(1, "", Add(1), nonce="d")
    line = play.effective
    assert short(undo_offer_to(line, 1, 4)) == (4, "free", False, 5)
    assert short(undo_offer_to(line, 1, 3)) == (3, "vote", False, 4)
    assert short(undo_offer_to(line, 1, 1)) == (1, "vote", True, 2)
    for to in (0, 5, 6, -1):
        assert undo_offer_to(line, 1, to) is None


def test_redo_puts_back_while_nothing_new_was_played(log: Log) -> None:
    play = begin(log)
    assert redo_of(play, 1) is None
    play.submit(1, "", Add(1), nonce="a")
    assert redo_of(play, 1) is None
    take_back(play, 1, "u")
    assert redo_of(play, 1) == (2, "free", False, 2)
    assert redo_of(play, 2) == (2, "vote", False, 2)
    play.submit(2, "", Add(1), nonce="b")
    assert redo_of(play, 1) is None


def test_redo_of_several_in_turn(log: Log) -> None:
    play = begin(log)
    for nonce in "abc":
        play.submit(1, "", Add(1), nonce=nonce)
    take_back(play, 1, "u1")
    take_back(play, 1, "u2")
    assert redo_of(play, 1) == (3, "free", False, 3)
    play.redo(3, 1, "", nonce="r1")
    assert redo_of(play, 1) == (4, "free", False, 4)
    play.redo(4, 1, "", nonce="r2")
    assert redo_of(play, 1) is None
    assert play.state.total == 3
    take_back(play, 1, "u3")
    assert redo_of(play, 1) == (4, "free", False, 4)


def test_only_what_was_taken_back_last_can_be_put_back(log: Log) -> None:
    play = begin(log)
    for nonce in "abc":
        play.submit(1, "", Add(1), nonce=nonce)
    take_back(play, 1, "u1")
    take_back(play, 1, "u2")
    for to in (1, 2, 4, 5, 6):
        with pytest.raises(Refused):
            play.redo(to, 1, "", nonce="r")
    assert play.redo(3, 1, "", nonce="r").stands_for == 3


def test_what_the_table_took_back_only_the_table_puts_back(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Add(1), nonce="a")
    play.submit(2, "", Add(1), nonce="b")
    play.undo(1, 1, "", marked=False, nonce="u")
    assert redo_of(play, 1) == (3, "vote", False, 2)
    play.redo(3, 1, "", nonce="r")
    assert play.state.total == 2
    play.submit(2, "", Roll(), nonce="c")
    take_back(play, 2, "v")
    assert redo_of(play, 2) == (6, "vote", True, 6)


def test_nothing_is_deleted(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Add(1), nonce="a")
    take_back(play, 1, "u")
    play.redo(2, 1, "", nonce="r")
    take_back(play, 1, "v")
    play.submit(2, "", Add(5), nonce="b")
    assert [entry.kind for entry in play.entries] == ["begin", "move", "undo", "redo", "undo", "move"]
    assert [entry.number for entry in play.effective] == [1, 6]
    assert [(entry.base, entry.stands_for) for entry in play.entries][2:] == [(2, 1), (1, 2), (2, 1), (1, 6)]


def open_lines(entry: Entry) -> int:
    return len(list(readable(entry, PUBLIC)))


def test_taking_back_what_few_were_told_is_told_to_few(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Whisper(3), nonce="a")
    undone = take_back(play, 1, "u")
    redone = play.redo(2, 1, "", nonce="r")
    for entry in (undone, redone):
        assert open_lines(entry) == 0
        assert len(list(readable(entry, Viewer(1)))) == 1
        assert not list(readable(entry, Viewer(2)))


def test_taking_back_several_steps_quotes_an_open_one(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Whisper(3), nonce="a")
    play.submit(2, "", Add(3), nonce="b")
    entry = play.undo(1, 3, "", marked=False, nonce="u")
    [told] = entry.told
    assert open_lines(entry) == 1
    assert "whisper" not in str(told)


def entry(number: int, seat: int, *told: LogText) -> Entry:
    return Entry(number=number, base=number - 1, stands_for=number, kind="move", seat=seat, actor="", told=told)


def test_several_secret_steps_are_quoted_to_nobody() -> None:
    told = undo_line(3, [entry(2, 1, seal(say("One."), 1)), entry(3, 2, seal(say("Two."), 2))])
    assert isinstance(told, Sealed)
    assert told.to == (1, 2)
    assert told.value.args == {"who": SeatName(3)}
    told = redo_line(3, [entry(2, 1, seal(say("One."), 1)), entry(3, 2, seal(say("Two."), 2))])
    assert isinstance(told, Sealed)
    assert told.value.args == {"who": SeatName(3)}


def test_a_step_that_told_nothing_is_known_to_its_seat() -> None:
    told = undo_line(1, [entry(2, 1)])
    assert isinstance(told, Sealed)
    assert told.to == (1,)
    assert isinstance(undo_line(0, [entry(2, 0)]), Message)


def test_a_sealed_line_that_was_opened_is_open() -> None:
    opened = Sealed((1,), say("One."), revealed=True)
    assert entry(2, 1, opened).open
    assert not entry(2, 1, seal(say("One."), 1)).open
    told = undo_line(1, [entry(2, 1, opened)])
    assert isinstance(told, Message)
    assert told.args["what"] == opened


def test_a_marked_step_that_is_put_back_stays_marked(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Roll(), nonce="a")
    assert take_back(play, 1, "u").marked
    assert play.redo(2, 1, "", nonce="r").marked
    assert not play.submit(1, "", Roll(), nonce="b").marked


# -- what was typed in, and what is put back later -----------------------------------------------------------------


ROLLED_ON = Entry(number=3, base=2, stands_for=3, kind="move", seat=1, actor="", told=(say("y"),))


def drawn(*by: ChanceSource, revealed: bool = False, closed: bool = False, answer: Answer | None = None) -> list[Entry]:
    first = Entry(number=1, base=0, stands_for=1, kind="begin", seat=0, actor="")
    chance = tuple(Drawn(key="die", answer=answer or [1], by=each) for each in by)
    move = Entry(
        number=2,
        base=1,
        stands_for=2,
        kind="move",
        seat=1,
        actor="",
        drawn=chance,
        revealed=revealed,
        closed=closed,
        told=(say("x"),),
    )
    return [first, move]


@pytest.mark.parametrize(
    ("line", "entered"),
    [
        (drawn("cardboard"), True),
        (drawn("cardboard", "cardboard"), True),
        (drawn("cardboard", "companion"), False),
        (drawn("companion"), False),
        (drawn("cardboard", revealed=True), False),
        (drawn(), False),
    ],
)
def test_all_that_came_out_must_be_of_cardboard(line: list[Entry], entered: bool) -> None:
    offer = undo_offer(line, 1)
    assert offer is not None
    assert offer.entered is entered


@pytest.mark.parametrize(
    ("line", "seat", "age", "way"),
    [
        pytest.param(drawn("cardboard"), 1, 10.0, "free", id="typed wrong, at once"),
        pytest.param(drawn("cardboard"), 1, 10.1, "vote", id="ten seconds later"),
        pytest.param(drawn("cardboard"), 2, 1.0, "vote", id="somebody else's"),
        pytest.param(drawn("companion"), 1, 1.0, "vote", id="the companion's own"),
        pytest.param(drawn("cardboard", answer="owl"), 1, 1.0, "vote", id="a card"),
        pytest.param(drawn("cardboard", revealed=True), 1, 1.0, "vote", id="something was revealed"),
        pytest.param(drawn("cardboard", closed=True), 1, 1.0, "vote", id="all decide in secret"),
        pytest.param([*drawn("cardboard"), ROLLED_ON], 1, 1.0, "free", id="the next step, which revealed nothing"),
    ],
)
def test_dice_typed_wrong_go_back_at_once(line: list[Entry], seat: int, age: float, way: str) -> None:
    offer = undo_offer(line, seat, age)
    assert offer is not None
    assert (offer.way, offer.entry) == (way, line[-1])
    to_dice = undo_offer_to(line, seat, 1)
    assert to_dice is not None
    assert to_dice.way == "vote", "going back to them later is no slip of the finger"


def test_a_draw_that_few_were_told_of_marks_only_where_it_is_known() -> None:
    """Within a secret phase the mark would tell that somebody has drawn."""
    sealed = structs.replace(drawn("companion")[1], told=(seal(say("x"), 1),))
    assert must_be_marked([sealed])
    closed = structs.replace(sealed, closed=True)
    assert not must_be_marked([closed])
    assert must_be_marked([closed, structs.replace(sealed, number=3, closed=True, told=(say("y"),))])


def test_only_the_last_step_was_just_typed_in() -> None:
    line = drawn("cardboard")
    line.append(Entry(number=3, base=2, stands_for=3, kind="move", seat=1, actor=""))
    offer = undo_offer_to(line, 1, 1)
    assert offer is not None
    assert not offer.entered


def test_how_the_table_agreed_stands_in_the_log(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Add(1), nonce="a")
    entry = play.undo(1, 2, "", marked=False, nonce="u", agreed=(say("Ana agreed for Berta."),))
    assert len(entry.told) == 2
    assert entry.told[1] == say("Ana agreed for Berta.")


def test_what_was_taken_back_can_come_back_whatever_was_played_since(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Add(1), nonce="a")
    play.submit(1, "", Add(2), nonce="b")
    play.undo(1, 1, "", marked=False, nonce="u")
    play.submit(1, "", Add(5), nonce="c")
    assert [play.can_come_back(number) for number in range(7)] == [False, False, True, True, False, False, False]
    entry = play.bring_back(3, 2, "seat:2", nonce="r")
    assert (entry.kind, entry.stands_for, entry.marked, entry.seat) == ("redo", 3, True, 2)
    assert play.state.total == 3
    assert [entry.number for entry in play.effective] == [1, 2, 3]
    assert play.bring_back(3, 2, "seat:2", nonce="r") == entry, "sent again"
    for to in (0, 1, 3, 4, 99):
        with pytest.raises(Refused):
            play.bring_back(to, 2, "", nonce=f"x{to}")
    assert play.can_come_back(5), "what was played since can come back too"
    play.bring_back(5, 1, "", nonce="s")
    assert play.state.total == 5
    assert [entry.number for entry in play.effective] == [1, 5]
    again = Play.resume(log, play.game, play.id, clock=play._clock)
    assert [entry.number for entry in again.effective] == [1, 5]
    assert again.state == play.state


# -- a secret phase -------------------------------------------------------------------------------------------------


def offers(play: Play) -> list[tuple[int, str, bool, int] | None]:
    return [offer for seat in range(4) for offer in (undo_of(play, seat), redo_of(play, seat))]


def test_within_a_secret_phase_undo_goes_to_before_it_by_agreement(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Add(1), nonce="a")
    play.submit(1, "", Hush(), nonce="b")
    assert play.head.closed
    assert undo_of(play, 1) == (2, "vote", False, 3)
    play.submit(2, "", Whisper(3), nonce="c")
    play.submit(3, "", Whisper(4), nonce="d")
    assert [undo_of(play, seat) for seat in range(4)] == [(2, "vote", False, 3)] * 4
    assert undo_offer_to(play.effective, 3, 4) is None
    assert undo_offer_to(play.effective, 3, 3) is None
    assert short(undo_offer_to(play.effective, 3, 2)) == (2, "vote", False, 3)
    assert short(undo_offer_to(play.effective, 3, 1)) == (1, "vote", False, 2)


def test_a_step_everybody_saw_within_a_secret_phase(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Hush(), nonce="b")
    play.submit(1, "", Ready(), nonce="c")
    assert undo_of(play, 1) == (2, "vote", False, 3)
    play.submit(2, "", Whisper(3), nonce="d")
    assert undo_of(play, 1) == (2, "vote", False, 3)


def test_within_a_secret_phase_nothing_is_put_back(log: Log) -> None:
    """That redo ends with the next move would tell that somebody made one."""
    play = begin(log)
    play.submit(1, "", Hush(), nonce="b")
    play.submit(1, "", Ready(), nonce="c")
    take_back(play, 1, "u")
    assert play.head.closed
    assert [redo_of(play, seat) for seat in range(4)] == [None] * 4
    with pytest.raises(Refused):
        play.redo(3, 1, "", nonce="r")
    play.submit(2, "", Whisper(3), nonce="d")
    assert [redo_of(play, seat) for seat in range(4)] == [None] * 4


def test_the_reveal_ends_the_phase_and_is_marked(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Hush(), nonce="b")
    for seat in (1, 2, 3):
        play.submit(seat, "", Ready(), nonce=f"c{seat}")
    assert not play.head.closed
    assert play.head.revealed
    assert undo_of(play, 3) == (4, "vote", True, 5)
    play.submit(1, "", Add(1), nonce="d")
    assert undo_of(play, 1) == (5, "free", False, 6)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from([None, 2, 3]), max_size=6), st.lists(st.sampled_from([1, 2, 3]), max_size=2))
def test_no_offer_tells_who_acted_in_secret(whispers: Sequence[int | None], ready: Sequence[int]) -> None:
    """Two plays in lockstep: in one of them some also whisper or draw. Seat 1 and the public are offered the same."""
    with closing(_memory()) as log:
        quiet, busy = begin(log), begin(log)
        for play in (quiet, busy):
            play.submit(1, "", Add(1), nonce="a")
            play.submit(1, "", Hush(), nonce="b")
        steps: list[int | None] = [*whispers, None]
        for at, seat in enumerate(steps):
            if seat:
                busy.submit(seat, "", Whisper(3) if at % 2 else Peek(), nonce=f"w{at}")
            if at < len(ready):
                for play in (quiet, busy):
                    play.submit(ready[at], "", Ready(), nonce=f"r{at}")
            if not quiet.head.closed:
                break
            assert _told(quiet) == _told(busy)
        for play in (quiet, busy):
            offer = undo_offer(play.effective, 1)
            assert offer
            play.undo(offer.to, 1, "", marked=offer.marked, nonce="u")
        assert _told(quiet) == _told(busy)


def _told(play: Play) -> list[object]:
    """What seat 1 is offered, without the true numbers of entries, which nobody is shown."""
    told: list[object] = []
    for seat in (0, 1):
        for offer in (undo_offer(play.effective, seat), redo_offer(play.entries, seat)):
            told.append((offer.way, offer.marked, offer.entry.told) if offer else None)
    return [*told, play.history.lines(Viewer(1)), play.history.lines(PUBLIC)]


def _memory() -> Log:
    return Log(lambda: sqlite3.connect(":memory:", isolation_level=None))


@pytest.mark.parametrize("n", [2, 6])
def test_offers_on_plain_lists(n: int) -> None:
    line = [
        Entry(number=i, base=i - 1, stands_for=i, kind="move" if i > 1 else "begin", seat=1, actor="")
        for i in range(1, n)
    ]
    assert undo_offer(line, 1) == (None if n == 2 else UndoStep(n - 2, "free", False, line[-1], line[-1]))
    assert redo_offer(line, 1) is None


def test_moves_of_one_form_are_taken_back_together(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Add(1), nonce="a")
    made = play.submit_all(1, "", [Add(2), Add(3), Add(4)], nonce="b")
    assert [(entry.number, entry.base) for entry in made] == [(3, 2), (4, 3), (5, 4)]
    assert len({entry.submission for entry in made}) == 1
    assert undo_of(play, 1) == (2, "free", False, 3)
    assert undo_of(play, 2) == (2, "vote", False, 3)
    take_back(play, 1, "u")
    assert redo_of(play, 1) == (5, "free", False, 3)
    play.redo(5, 1, "", nonce="r")
    assert play.present == 5
    assert undo_of(play, 1) == (2, "free", False, 3)


def test_moves_of_one_form_are_known_after_a_restart(log: Log) -> None:
    play = begin(log)
    made = play.submit_all(1, "", [Add(2), Add(3)], nonce="b")
    again = resume(log, play)
    assert again.submit_all(1, "", [Add(2), Add(3)], nonce="b") == made[:1]
    assert undo_of(again, 1) == (1, "free", False, 2)


def test_of_the_moves_of_a_form_all_are_taken_or_none(log: Log) -> None:
    play = begin(log)
    with pytest.raises(Refused):
        play.submit_all(1, "", [Add(2), Add(0)], nonce="b")
    assert play.present == 1
    assert log.count(play.id) == 1
    play.submit_all(1, "", [Add(2), Add(3)], nonce="b")
    assert log.count(play.id) == 3


def test_of_moves_made_together_the_one_that_matters_is_named() -> None:
    """A worker is placed, then a building is built: taken back is the building."""
    placed = say("{who}: citizen {n} on Build.", who=SeatName(1), n=2)
    spent, built = say("A card retires."), structs.replace(say("{who} builds the Wall.", who=SeatName(1)), first=True)
    moves: list[tuple[str, tuple[Message, ...]]] = [
        ("other", ()),
        (f"form{PART}1", (placed,)),
        (f"form{PART}2", (spent, built)),
    ]
    line = [Entry(number=1, base=0, stands_for=1, kind="begin", seat=0, actor="")]
    line += [
        Entry(number=n, base=n - 1, stands_for=n, kind="move", seat=1, actor="", nonce=made, told=told)
        for n, (made, told) in enumerate(moves, 2)
    ]
    offer = undo_offer(line, 1)
    assert offer is not None
    assert (offer.to, offer.entry, offer.main) == (2, line[2], line[3])
    quoted = undo_line(1, line[2:])
    assert isinstance(quoted, Message)
    assert quoted.args["what"] == built
