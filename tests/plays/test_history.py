"""What people read of the log."""

from __future__ import annotations

from companion.core.secrecy import PUBLIC, Sealed, Viewer
from companion.core.wording import Message, Speaker
from companion.plays.log.log import Log
from companion.plays.play import Play
from companion.plays.reports.history import LATELY, LogLine, lines
from tests.plays.counter import Add, Give, Ready, Roll, Whisper, begin, resume
from tests.plays.english_catalogue import English


def spoken(play: Play, viewer: Viewer) -> list[str]:
    speaker = Speaker("en", English(), {1: "Ana", 2: "Ben", 3: "Eva"})
    return [speaker.say(told(line)) for line in play.history.lines(viewer)]


def told(line: LogLine) -> Message:
    return line.told.value if isinstance(line.told, Sealed) else line.told


def long_play(log: Log) -> Play:
    play = begin(log)
    play.submit(1, "", Add(1), nonce="a")
    play.submit(2, "scribe", Whisper(7), nonce="b")
    play.submit(2, "", Add(2), nonce="c")
    play.undo(3, 2, "", marked=False, nonce="d")
    play.correct("2.secret", 8, "host", nonce="e", seat=3)
    return play


def test_the_steps_of_a_seat_are_those_everybody_knows_of(log: Log) -> None:
    play = long_play(log)
    assert [play.history.steps(seat) for seat in (1, 2, 3)] == [1, 3, 1]
    play.submit(1, "", Add(1), nonce="f")
    assert play.history.steps(1) == 2
    assert resume(log, play).history.steps(1) == 2


def test_lines_are_numbered_for_each_viewer(log: Log) -> None:
    play = long_play(log)
    assert spoken(play, PUBLIC) == [
        "The play begins.",
        "Ana adds 1.",
        "Ben adds 2.",
        "Ben takes back: Ben adds 2.",
        "Eva corrects Secret (Ben): hidden becomes hidden.",
    ]
    assert spoken(play, Viewer(2)) == [
        "The play begins.",
        "Ana adds 1.",
        "You whisper 7.",
        "Ben adds 2.",
        "Ben takes back: Ben adds 2.",
        "Eva corrects Secret (Ben): 7 becomes 8.",
    ]
    for viewer in (PUBLIC, Viewer(1), Viewer(2)):
        lines = play.history.lines(viewer)
        assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert play.history.lines(Viewer(1)) == play.history.lines(PUBLIC)


def test_what_was_taken_back_is_struck_through_until_it_is_put_back(log: Log) -> None:
    def undone() -> list[int]:
        return [line.number for line in play.history.lines(Viewer(2)) if line.undone]

    play = begin(log)
    play.submit(2, "", Whisper(7), nonce="b")
    play.submit(2, "", Add(2), nonce="c")
    assert undone() == []
    play.undo(1, 2, "", marked=False, nonce="d")
    assert undone() == [2, 3]
    play.redo(3, 2, "", nonce="e")
    assert undone() == []


def test_marks_and_scribes(log: Log) -> None:
    play = begin(log)
    play.submit(1, "scribe tablet", Roll(), nonce="a")
    play.submit(1, "seat 1", Add(1), nonce="b")
    play.undo(1, 1, "", marked=True, nonce="c")
    lines = play.history.lines(PUBLIC)
    assert [line.scribe for line in lines] == [False, True, False, False]
    assert [line.marked for line in lines] == [False, False, False, True]
    assert [line.seat for line in lines] == [0, 1, 1, 1]
    assert [line.kind for line in lines] == ["begin", "move", "move", "undo"]
    assert {line.wall for line in lines} == {1_700_000_000.0}


def test_any_part_has_the_right_numbers_also_when_an_entry_tells_more_than_one_line(log: Log) -> None:
    play = begin(log)
    for seat in (1, 2, 3):
        play.submit(seat, "", Ready(), nonce=f"r{seat}")
        play.submit(seat, "", Whisper(seat), nonce=f"w{seat}")
    for viewer in (PUBLIC, Viewer(1)):
        whole = play.history.lines(viewer)
        for first in range(1, len(whole) + 1):
            for last in range(first, len(whole) + 1):
                assert play.history.lines(viewer, first, last) == whole[first - 1 : last]
        for n in range(len(whole) + 3):
            assert play.history.tail(viewer, n) == (whole[-n:] if n else [])
        assert play.history.count(viewer) == len(whole)
    assert resume(log, play).history.tail(Viewer(1), 2) == play.history.tail(Viewer(1), 2)


def test_a_line_bears_the_sign_of_whom_it_names_first(log: Log) -> None:
    play = begin(log)
    play.submit(3, "", Give(2), nonce="a")
    given = "{n} for {who}."
    assert [(line.seat, told(line).text) for line in play.history.lines(PUBLIC, 2)] == [
        (2, given),
        (0, "The others have nothing."),
        (3, "Well done."),
    ]
    assert [(line.seat, told(line).text) for line in play.history.lines(Viewer(2), 2)][:2] == [
        (3, "{who} gives you {n}."),
        (2, given),
    ]
    assert (3, "Yours is gone.") in [(line.seat, told(line).text) for line in play.history.lines(Viewer(3), 2)]


def test_a_step_begins_with_the_first_line_that_one_reads_of_it(log: Log) -> None:
    play = begin(log)
    play.submit(3, "", Give(2), nonce="a")
    play.submit(2, "", Add(1), nonce="b")
    play.submit(3, "", Give(1), nonce="c")
    for viewer, told_of_it in ((PUBLIC, 3), (Viewer(1), 3), (Viewer(2), 4), (Viewer(3), 4)):
        begins = [line.begins for line in play.history.lines(viewer)]
        assert begins[: told_of_it + 2] == [True, True, *[False] * (told_of_it - 1), True]
        assert sum(begins) == 4
    assert play.history.tail(PUBLIC, 1)[0].begins is False


def test_it_follows_the_play(log: Log) -> None:
    play = begin(log)
    assert play.history.count(PUBLIC) == 1
    play.submit(1, "", Add(1), nonce="a")
    assert play.history.count(PUBLIC) == 2
    play.submit(1, "", Whisper(1), nonce="b")
    assert play.history.count(PUBLIC) == 2
    assert play.history.count(Viewer(1)) == 3


def test_a_long_evening_reads_the_same_however_often(log: Log) -> None:
    play = begin(log)
    for number in range(3 * LATELY):
        play.submit(1 + number % 3, "", Add(1 + number % 2), nonce=f"n{number}")
        play.history.tail(PUBLIC, 3)
    for _ in range(2):
        assert play.history.lines(PUBLIC) == lines(list(play.entries), PUBLIC, list(play.effective))
