"""A play: what a move leaves behind, what a refusal leaves alone, chance, corrections, resuming."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from companion.core.chance import CardboardNeeded, RandomStream
from companion.core.errors import CompanionError, Refused, RulesBug
from companion.core.secrecy import PUBLIC, Sealed, Viewer
from companion.core.setup import Setup, SetupError
from companion.core.wording import Message
from companion.plays.log.entry_sequence import RECENT
from companion.plays.log.log import Log
from companion.plays.play import Play
from companion.plays.reports.history import readable
from companion.plays.storage.entry import Entry
from companion.plays.undo import redo_offers
from tests.plays.counter import (
    SEED,
    SETUP,
    Add,
    Cast,
    Counter,
    End,
    Hush,
    Learn,
    Reveal,
    Roll,
    State,
    TestClock,
    Trip,
    Whisper,
    begin,
    cast_with,
    numbers,
    raw,
    resume,
)
from tests.plays.row_rewriting import rewrite


class Standing(Struct):
    """Everything about a play that a refusal must leave as it was."""

    state: bytes
    entries: list[Any]
    effective: list[int]
    accepted: int
    on_disk: list[Any]


def standing(play: Play, log: Log) -> Standing:
    rows = [log._database.query(f"SELECT * FROM {table}") for table in ("plays", "entries", "box_facts")]
    return Standing(raw(play), list(play.entries), list(play.effective.numbers), play.accepted(1), rows)


def test_a_play_begins_with_an_entry(log: Log) -> None:
    play = begin(log)
    assert len(play.id) == 32
    assert (play.head.number, play.head.kind, play.head.base, play.head.stands_for) == (1, "begin", 0, 1)
    assert list(play.effective) == list(play.entries) == [play.head]
    assert play.setup.chance == {"die": "companion", "card": "companion", "dice": "cardboard"}
    assert play.commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert not play.finished


def test_an_impossible_set_up_begins_nothing(log: Log) -> None:
    with pytest.raises(SetupError, match="unknown option"):
        begin(log, setup=msgspec.structs.replace(SETUP, options={"x": 1}))
    assert log.plays() == []


def test_a_move_changes_the_state_and_keeps_who_and_when(log: Log) -> None:
    play = begin(log)
    before = play.state
    entry = play.submit(2, "scribe tablet", Add(3), nonce="a")
    assert (entry.number, entry.seat, entry.actor, entry.kind) == (2, 2, "scribe tablet", "move")
    assert (entry.base, entry.stands_for, entry.move, entry.mono) == (1, 2, '{"type":"add","n":3}', 100.0)
    assert entry.wall == 1_700_000_000.0
    assert play.state.total == 3
    assert before.total == 0
    assert play.accepted(2) == 1
    assert play.accepted(1) == 0
    assert play.head is entry


def test_a_clock_that_is_not_trusted_leaves_no_time_of_day(log: Log) -> None:
    clock = TestClock()
    clock.day = None
    play = Play.begin(log, Counter(), SETUP, seed=SEED, clock=clock)
    assert play.submit(1, "", Add(1), nonce="a").wall is None
    assert resume(log, play).head.wall is None
    [row] = log.plays()
    assert row.created is None


@pytest.mark.parametrize(
    ("attempt", "error"),
    [
        (lambda play: play.submit(1, "", Add(0), nonce="x"), Refused),
        (lambda play: play.submit(1, "", Cast(), nonce="x"), CardboardNeeded),
        (lambda play: play.submit(1, "", Trip("raise"), nonce="x"), RulesBug),
        (lambda play: play.submit(1, "", Trip("unreadable"), nonce="x"), RulesBug),
        (lambda play: play.submit(1, "", Trip("unwritable"), nonce="x"), RulesBug),
        (lambda play: play.submit(1, "", Trip("after chance"), nonce="x"), RulesBug),
        (lambda play: play.correct("total", 10_000, "", nonce="x"), Refused),
        (lambda play: play.correct("nothing", 1, "", nonce="x"), Refused),
        (lambda play: play.undo(7, 1, "", marked=False, nonce="x"), Refused),
        (lambda play: play.undo(4, 1, "", marked=False, nonce="x"), Refused),
        (lambda play: play.undo(0, 1, "", marked=False, nonce="x"), Refused),
        (lambda play: play.redo(2, 1, "", nonce="x"), Refused),
        (lambda play: play.redo(4, 1, "", nonce="x"), Refused),
    ],
)
def test_what_does_not_go_through_changes_nothing(
    log: Log, attempt: Callable[[Play], Any], error: type[Exception]
) -> None:
    play = begin(log)
    play.submit(1, "", Add(3), nonce="a")
    play.submit(1, "", Roll(), nonce="b")
    play.submit(1, "", Learn(3), nonce="c")
    before = standing(play, log)
    with pytest.raises(error):
        attempt(play)
    assert standing(play, log) == before
    assert play.submit(1, "", Add(1), nonce="x").number == 5


def test_a_bug_of_the_rules_comes_with_its_cause(log: Log) -> None:
    play = begin(log)
    with pytest.raises(RulesBug, match="ZeroDivisionError: a bug") as bug:
        play.submit(1, "", Trip("raise"), nonce="a")
    assert isinstance(bug.value.__cause__, ZeroDivisionError)
    assert bug.value.__cause__.__traceback__ is not None


def test_a_state_that_no_restart_could_read_is_a_bug_before_it_is_stored(log: Log) -> None:
    play = begin(log)
    with pytest.raises(RulesBug) as bug:
        play.submit(1, "", Trip("unreadable"), nonce="a")
    assert isinstance(bug.value.__cause__, msgspec.ValidationError)


def test_a_repeated_nonce_returns_the_first_outcome_also_after_a_restart(log: Log) -> None:
    play = begin(log)
    first = play.submit(1, "", Add(3), nonce="a")
    play.submit(2, "", Add(1), nonce="b")
    assert play.submit(1, "", Add(3), nonce="a") == first
    undone = play.undo(2, 2, "", marked=False, nonce="u")
    assert play.undo(2, 2, "", marked=False, nonce="u") == undone
    redone = play.redo(3, 2, "", nonce="r")
    assert play.redo(3, 2, "", nonce="r") == redone
    corrected = play.correct("total", 9, "", nonce="k")
    again = resume(log, play)
    for same in (play, again):
        assert same.submit(1, "", Add(3), nonce="a") == first
        assert same.redo(3, 2, "", nonce="r") == redone
        assert same.correct("total", 4, "", nonce="k") == corrected
        assert same.state.total == 9
        assert len(same.entries) == 6


def test_a_nonce_belongs_to_one_play_and_an_empty_one_to_nobody(log: Log) -> None:
    play, other = begin(log), begin(log)
    play.submit(1, "", Add(3), nonce="a")
    assert other.submit(1, "", Add(4), nonce="a").number == 2
    play.submit(1, "", Add(3), nonce="")
    play.submit(1, "", Add(3), nonce="")
    assert play.state.total == 9


# -- chance ---------------------------------------------------------------------------------------------------------


def test_the_companion_draws_from_the_committed_stream(log: Log) -> None:
    play = begin(log)
    entries = [play.submit(1, "", Roll(), nonce=str(n)) for n in range(20)]
    stream = RandomStream(SEED)
    assert [entry.drawn[0].answer for entry in entries] == [stream.below(6) + 1 for _ in range(20)]


def test_what_was_drawn_and_undone_stays_spent(log: Log) -> None:
    def faces(play: Play, n: int) -> list[Any]:
        return [play.submit(1, "", Roll(), nonce=f"{play.head.number}").drawn[0].answer for _ in range(n)]

    straight = faces(begin(log), 16)
    play = begin(log)
    first = faces(play, 8)
    play.undo(1, 1, "", marked=True, nonce="u")
    play = resume(log, play)
    assert first + faces(play, 8) == straight


def test_after_cardboard_the_companion_draws_the_same(log: Log) -> None:
    play = begin(log)
    with pytest.raises(CardboardNeeded) as needed:
        play.submit(2, "", Cast(), nonce="a")
    assert (needed.value.question.key, needed.value.by) == ("dice", 2)
    entry = play.submit(2, "", Cast(), nonce="a", entered=[[3, 5]], before=needed.value.drawn)
    stream = RandomStream(SEED)
    card, tail = stream.below(1000) + 1, stream.below(1000) + 1
    assert [drawn.answer for drawn in entry.drawn] == [card, [3, 5], tail]
    assert [drawn.by for drawn in entry.drawn] == ["companion", "cardboard", "companion"]
    assert play.state.total == card + 8 + tail


def test_nothing_is_spent_by_a_move_that_waits_for_cardboard(log: Log) -> None:
    play = begin(log)
    with pytest.raises(CardboardNeeded):
        play.submit(2, "", Cast(), nonce="a")
    play = resume(log, play)
    assert play.submit(1, "", Roll(), nonce="b").drawn[0].answer == RandomStream(SEED).below(6) + 1


def test_a_move_overtaken_while_somebody_rolled_has_to_be_made_again(log: Log) -> None:
    play = begin(log)
    with pytest.raises(CardboardNeeded) as needed:
        play.submit(2, "", Cast(), nonce="a")
    play.submit(1, "", Roll(), nonce="b")
    with pytest.raises(Refused) as refused:
        play.submit(2, "", Cast(), nonce="a", entered=[[3, 5]], before=needed.value.drawn)
    assert refused.value.code == "overtaken"
    assert cast_with(play, 2, [3, 5], nonce="a").number == 3


def test_a_move_overtaken_by_one_without_chance_goes_on(log: Log) -> None:
    play = begin(log)
    with pytest.raises(CardboardNeeded) as needed:
        play.submit(2, "", Cast(), nonce="a")
    play.submit(1, "", Add(1), nonce="b")
    assert play.submit(2, "", Cast(), nonce="a", entered=[[3, 5]], before=needed.value.drawn).number == 3


def test_more_entered_than_needed_is_refused(log: Log) -> None:
    play = begin(log)
    with pytest.raises(Refused) as refused:
        play.submit(2, "", Cast(), nonce="a", entered=[[3, 5], [1, 1]])
    assert refused.value.code == "overtaken"
    with pytest.raises(Refused):
        play.submit(2, "", Add(1), nonce="a", entered=[[3, 5]])
    assert len(play.entries) == 1


def test_impossible_dice_are_refused(log: Log) -> None:
    play = begin(log)
    with pytest.raises(Refused) as refused:
        play.submit(2, "", Cast(), nonce="a", entered=[[3, 7]])
    assert refused.value.code == "out-of-bounds"


# -- corrections ----------------------------------------------------------------------------------------------------


def test_a_correction_says_who_what_old_and_new(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Add(3), nonce="a")
    entry = play.correct("total", 5, "host", nonce="k", seat=2)
    assert play.state.total == 5
    assert (entry.kind, entry.actor, entry.seat, entry.base) == ("correction", "host", 2, 2)
    assert msgspec.json.decode(entry.move) == {"key": "total", "old": 3, "new": 5}
    [told] = entry.told
    assert isinstance(told, Message)
    assert (told.args["old"], told.args["new"]) == (3, 5)


def test_of_a_secret_number_it_says_only_that(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Whisper(3), nonce="a")
    entry = play.correct("1.secret", 5, "host", nonce="k")
    assert play.state.secrets[1].value == 5
    for viewer, values in ((PUBLIC, None), (Viewer(2), None), (Viewer(1), (3, 5))):
        [told] = readable(entry, viewer)
        assert isinstance(told, Message)
        old, new = told.args["old"], told.args["new"]
        assert isinstance(old, Sealed)
        assert isinstance(new, Sealed)
        assert old.known == new.known == (values is not None)
        if values:
            assert (old.value, new.value) == values


def test_a_number_nobody_has_yet_cannot_be_corrected(log: Log) -> None:
    class Undrawn(Counter):
        def new(self, setup: Setup) -> State:
            return msgspec.structs.replace(super().new(setup), secrets={1: Sealed((1,))})

    play = begin(log, Undrawn())
    with pytest.raises(Refused) as refused:
        play.correct("1.secret", 5, "host", nonce="k")
    assert refused.value.code == "not-there"
    assert len(play.entries) == 1


def test_a_revealed_number_is_no_secret(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Reveal(), nonce="a")
    [told] = play.correct("1.secret", 5, "host", nonce="k").told
    assert isinstance(told, Message)
    assert told.args["new"] == 5


class Listless(Counter):
    """Its secret numbers are not even listed for those who may not know them."""

    def inventory(self, state: State) -> Any:
        return [tracked for tracked in super().inventory(state) if tracked.known]


def test_a_number_that_is_not_listed_for_all_has_no_name_for_all(log: Log) -> None:
    play = begin(log, Listless())
    [told] = play.correct("1.secret", 5, "host", nonce="k").told
    assert isinstance(told, Message)
    assert isinstance(told.args["what"], Message)
    assert told.args["what"].text == "a hidden number"
    assert isinstance(told.args["new"], Sealed)
    assert told.args["new"].to == (1,)


# -- the owners' box, the end ---------------------------------------------------------------------------------------


def test_what_was_learned_is_kept_for_other_evenings(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Learn(4), nonce="a")
    assert log.boxes.owners("counter") == {"card": {"harbour": {"points": 4}}}
    play.undo(1, 1, "", marked=False, nonce="u")
    assert log.boxes.owners("counter") == {"card": {"harbour": {"points": 4}}}


def test_the_end_is_on_record_and_undo_takes_it_back(log: Log) -> None:
    def status() -> list[str]:
        return [row.status for row in log.plays()]

    play = begin(log)
    play.submit(1, "", End(), nonce="a")
    assert play.finished
    assert status() == ["over"]
    assert resume(log, play).finished
    play.undo(1, 1, "", marked=False, nonce="u")
    assert not play.finished
    assert status() == ["playing"]
    play.redo(2, 1, "", nonce="r")
    assert play.finished
    assert status() == ["over"]


# -- resuming -------------------------------------------------------------------------------------------------------


def test_a_resumed_play_is_the_same_play(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Add(3), nonce="a")
    play.submit(2, "scribe", Hush(), nonce="b")
    play.submit(2, "", Whisper(4), nonce="c")
    play.undo(3, 1, "", marked=False, nonce="d")
    play.correct("1.secret", 8, "host", nonce="e")
    again = resume(log, play)
    assert raw(again) == raw(play)
    assert list(again.entries) == list(play.entries)
    assert list(again.effective) == list(play.effective)
    assert (again.head, again.present, again.setup, again.seed) == (play.head, play.present, play.setup, play.seed)
    assert [again.accepted(seat) for seat in range(4)] == [play.accepted(seat) for seat in range(4)]


def test_a_play_of_another_game_is_not_resumed(log: Log) -> None:
    class Other(Counter):
        meta = msgspec.structs.replace(Counter.meta, key="other")

    play = begin(log)
    with pytest.raises(LookupError, match="no play"):
        resume(log, play, Other())


class NewRules(Counter):
    """The total counts double since version 2."""

    meta = msgspec.structs.replace(Counter.meta, rules_version=2)

    def upgrade(self, version: int, raw: dict[str, Any]) -> State:
        state = super().upgrade(version, raw)
        state.total *= 2
        return state


def test_an_unfinished_play_survives_new_rules(log: Log) -> None:
    play = begin(log)
    play.submit(1, "", Add(3), nonce="a")
    play = resume(log, play, NewRules())
    assert play.state.total == 6
    play.submit(1, "", Add(1), nonce="b")
    play = resume(log, play, NewRules())
    assert play.state.total == 7
    play.undo(2, 1, "", marked=False, nonce="c")
    assert play.state.total == 6
    play.redo(3, 1, "", nonce="d")
    assert play.state.total == 7


def test_older_rules_do_not_touch_a_play_of_newer_ones(log: Log) -> None:
    play = begin(log, NewRules())
    with pytest.raises(CompanionError, match="newer rules"):
        resume(log, play, Counter())


def test_a_state_these_rules_cannot_read_is_their_bug(log: Log) -> None:
    play = begin(log)
    rewrite(log, "UPDATE entries SET state = replace(replace(state, 'total', 'sum_of_all'), '0', 'null')")
    with pytest.raises(RulesBug, match="ValidationError"):
        resume(log, play)


class Picky(Counter):
    def new(self, setup: Setup) -> State:
        raise SetupError("not on a Sunday")


def test_a_set_up_that_the_game_itself_refuses(log: Log) -> None:
    with pytest.raises(SetupError, match="not on a Sunday"):
        begin(log, Picky())


# -- long evenings --------------------------------------------------------------------------------------------------


def test_entries_older_than_memory_are_still_there(log: Log) -> None:
    play = begin(log)
    total = RECENT * 2 + 50
    for n in range(total):
        play.submit(1 + n % 3, "", Add(1), nonce=str(n))
    for same in (play, resume(log, play)):
        assert numbers(same.entries) == list(range(1, total + 2))
        assert numbers(same.effective) == list(range(1, total + 2))
        assert same.entries[0].kind == "begin"
        assert same.entries[-1] is same.head
        assert same.entries[-total] == same.entries[1]
        assert numbers(same.entries[5:9]) == [6, 7, 8, 9]
        assert numbers(same.entries.since(total - 3)) == [total - 2, total - 1, total, total + 1]
        assert numbers(reversed(same.effective))[0] == total + 1
        assert numbers(reversed(same.entries)) == list(range(total + 1, 0, -1))
        with pytest.raises(IndexError):
            same.entries[total + 1]
        with pytest.raises(IndexError):
            same.entries[-total - 2]


def test_steps_taken_back_and_put_back_all_evening_are_looked_through_in_portions(log: Log) -> None:
    """For all seats at once: whether there is something to put back lies before all of them."""
    play = begin(log)
    play.submit(1, "", Add(1), nonce="a")
    for n in range(RECENT * 2):
        play.undo(play.head.base, 1, "", marked=False, nonce=f"u{n}")
        play.redo(play.head.base, 1, "", nonce=f"r{n}")
    reads: list[tuple[int, int]] = []
    entries = log.entries

    def counting(play: str, first: int, last: int) -> list[Entry]:
        reads.append((first, last))
        return entries(play, first, last)

    log.entries = counting  # type: ignore[method-assign]  # only watched, not changed
    assert redo_offers(play.entries, play.setup.numbers) == dict.fromkeys(play.setup.numbers)
    assert 0 < len(reads) < 8


def test_a_move_asks_the_disk_no_more_after_a_thousand_entries_than_after_ten(log: Log) -> None:
    """Statements and rows, not seconds: what a move reads must not grow with the evening."""
    play = begin(log)
    rows: list[int] = []
    query = log._database.query

    def counting(sql: str, *params: Any) -> Any:
        found = query(sql, *params)
        rows[-1] += 1 + len(found)
        return found

    log._database.query = counting  # type: ignore[method-assign]  # only watched, not changed
    for n in range(400):
        rows.append(0)
        play.submit(1 + n % 3, "", Add(1), nonce=str(n))
        play.undo(play.head.base, 1, "", marked=False, nonce=f"u{n}")
        play.redo(play.head.base, 1, "", nonce=f"r{n}")
        play.history.tail(PUBLIC, 20)
    assert rows[399] == rows[10]
