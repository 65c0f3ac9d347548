"""Files of plays that other programs write: what is read, and what is said of what cannot be."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from companion.locale import speaker
from companion.plays.log.imported_plays import ImportedPlay, KnownPlays, PlayerResult
from companion.plays.reports.play_files import LARGEST, PlayFile, UnreadableFile, read_plays
from tests.plays.play_file_samples import ANA, BGG, LUIS, TABLE, bg_stats, bg_stats_play, evenings


def problems(content: bytes) -> list[str]:
    with pytest.raises(UnreadableFile) as refusal:
        read_plays(content)
    return [speaker("en", {}).say(words) for words in refusal.value.problems]


def test_an_export_of_bg_stats() -> None:
    read = read_plays(bg_stats(evenings()))
    first, second, third = read.plays
    assert (read.kind, read.left_out) == ("bg-stats", 1), "one is marked as not to be counted"
    assert first.players == (PlayerResult("Ana", 10, won=True), PlayerResult("Luis", 8))
    assert (first.game, first.day, first.minutes, first.highest_wins) == ("Catan", "2024-03-01", 75, True)
    assert first.ids == ("uuid:aaaaaaaa-0000-4000-8000-000000000001", "bgg:900")
    assert second.players[2] == PlayerResult("", 3), "nobody who is known"
    assert third.players[0] == PlayerResult("Ana", None, won=True), "no points, and yet won"
    assert third.highest_wins is False


def test_plays_of_boardgamegeek() -> None:
    read = read_plays(BGG.encode())
    first, second, again = read.plays
    assert (read.kind, read.left_out, read.elsewhere) == ("bgg", 1, 1), "incomplete; three of four are here"
    assert (read.odd_points, read.odd_line) == (1, 10), "DNF is no number"
    assert (first.game, first.day, first.minutes, first.ids) == ("Catan", "2024-03-01", 75, ("bgg:900",))
    assert (second.day, second.players) == ("", (PlayerResult("ana"),)), "no date, no win statistics"
    assert (again.ids, again.game) == (("bgg:901#2",), "Lost Cities"), "played twice"


@pytest.mark.parametrize(
    "encoded", [str.encode, lambda text: text.encode("cp1252"), lambda text: text.encode("utf-16")]
)
def test_a_table(encoded: Callable[[str], bytes]) -> None:
    read = read_plays(encoded(TABLE))
    assert [(play.game, play.ids, play.alike) for play in read.plays] == [
        ("Catan", ("bgg:900",), 0),
        ("Azul", (), 0),
        ("Azul", (), 1),
    ], "who comes again begins another play"
    assert read.plays[1].players == (PlayerResult("Ana", 61.5, won=True), PlayerResult("Marta", 58))


def test_a_play_is_known_again_in_the_file_of_another_program() -> None:
    known = KnownPlays(read_plays(bg_stats(evenings())).plays)
    both = read_plays(BGG.encode()).plays
    assert [play in known for play in both] == [True, False, False], "by its id at BoardGameGeek"
    assert [play in KnownPlays(both) for play in read_plays(TABLE.encode()).plays] == [True, False, False]
    without = read_plays(bg_stats([bg_stats_play(77, 1, "2024-03-01", {ANA: "10", LUIS: "8"}, ANA)])).plays
    assert without[0] in KnownPlays(both), "the same people, points and day, in a program that knows no other id"
    other = bg_stats_play(78, 1, "2024-03-01", {ANA: "10", LUIS: "8"}, ANA)
    assert read_plays(bg_stats([other])).plays[0] not in KnownPlays(without), "twice an evening"


WITH_UNKNOWN_GAME = bg_stats([evenings()[0], bg_stats_play(9, 5, "2024-03-01", {ANA: "1"})])
WITH_UNKNOWN_PERSON = bg_stats([evenings()[0], bg_stats_play(9, 1, "2024-03-01", {9: "1"})])
WRONG: tuple[tuple[bytes, str], ...] = (
    (b"", "The file is empty. Expected is an export of BG Stats (JSON)"),
    (b'{"plays": []}', "Line 1: the lists games, players and plays are not all there."),
    (bg_stats(evenings())[:-40], "the file ends in the middle. Expected is the whole export."),
    (bg_stats(evenings()).replace(b'"plays":', b'"plays"'), "this is no JSON."),
    (bg_stats(evenings()).replace(b"2024-03-08 20", b"08/03/2024 20"), "the date is \u201c08/03/2024 20:15:00\u201d."),
    (WITH_UNKNOWN_GAME, "game 5 is in no list."),
    (WITH_UNKNOWN_PERSON, "person 9 is in no list."),
    (
        bg_stats([bg_stats_play(1, 1, "2024-03-01", {ANA: "1"}, gameRefId="x")]),
        "\u201cgameRefId\u201d is missing or of",
    ),
    (bg_stats([]), "There is no play in the file."),
    (BGG.replace("<plays", "<items").replace("</plays", "</items").encode(), "the file begins with \u201citems\u201d."),
    (b"<message>Your request has been accepted</message>", "Line 1: BoardGameGeek has not got the plays ready yet."),
    (BGG.replace("</players>", "", 1).encode(), "Line 9: this is no XML of BoardGameGeek."),
    (BGG.replace("<plays", '<!DOCTYPE a [<!ENTITY b "c">]><plays', 1).encode(), "Line 2: this is no XML"),
    (BGG.replace('name="Catan"', 'name=""', 1).encode(), "Line 3: the play has no game."),
    (b"who;what\nAna;3\n", "Line 1: there is no column \u201cdate\u201d and \u201cgame\u201d."),
    (TABLE.replace("2024-06-01;Azul;Ana", "1/6/24;Azul;Ana", 1).encode(), "Line 4: the date is \u201c1/6/24\u201d."),
    (TABLE.replace("no\n", "quizá\n").encode(), "Line 3: \u201cwin\u201d is \u201cquizá\u201d."),
    (b" " * (LARGEST + 1), "The file is larger than 8 MB."),
    (b"date,game,quantity\n" + b"2024-03-01,Catan,1000\n" * 21, "There are more than 20000 plays in the file."),
)


@pytest.mark.parametrize(("content", "words"), WRONG)
def test_what_is_wrong_is_said(content: bytes, words: str) -> None:
    assert words in " ".join(problems(content))


def test_a_problem_is_said_with_its_line_what_was_expected_and_what_to_do() -> None:
    content = bg_stats(evenings()).replace(b"2024-03-08 20", b"08/03/2024 20")
    at = content[: content.index(b"08/03/2024")].count(b"\n")
    [told] = problems(content)
    line = int(told.split(":")[0].removeprefix("Line "))
    assert content.split(b"\n")[line - 1].strip() == b"{", "the play begins there"
    assert line < at < line + 10
    assert told.endswith(
        "Expected is year-month-day, as in 2026-11-30. Write the date that way and save the file again."
    )


def test_the_first_problems_are_told_at_once() -> None:
    wrong = [bg_stats_play(n, 1, "soon", {ANA: "1"}) for n in range(9)]
    assert len(problems(bg_stats(wrong))) == 5


def test_names_are_one_line_and_not_endless() -> None:
    play = bg_stats_play(1, 1, "2024-03-01", {ANA: "1"})
    whole = json.loads(bg_stats([play]))
    whole["players"][0]["name"] = "Ana\n\u202eMaría " + "x" * 100
    read: PlayFile = read_plays(json.dumps(whole).encode())
    assert read.plays[0].players[0].name.startswith("Ana María xxx")
    assert len(read.plays[0].players[0].name) == 80


def test_likeness_is_by_what_people_know() -> None:
    one = ImportedPlay(game="Catan", day="2024-03-01", players=(PlayerResult("Ana", 8), PlayerResult("Luis", 7)))
    turned = ImportedPlay(game="catan", day="2024-03-01", players=(PlayerResult("luis", 7.0), PlayerResult("Ana", 8)))
    assert turned in KnownPlays([one])


def test_a_play_that_a_file_has_twice_is_read_once() -> None:
    first = evenings()[0]
    assert len(read_plays(bg_stats([first, first])).plays) == 1


@pytest.mark.parametrize(
    "content",
    [
        b'<?xml version="1.0" encoding="foo"?><plays/>',
        b'<?xml version="1.0" encoding="shift_jis"?><plays/>',
        b'{"games": ' + 100_000 * b"[",
    ],
)
def test_a_file_that_no_program_writes_is_refused_with_its_line(content: bytes) -> None:
    assert "Line 1" in problems(content)[0] or "line 1" in problems(content)[0]


def test_a_score_that_may_be_of_thousands_is_no_number() -> None:
    read = read_plays(TABLE.replace("61,5", "1,234").encode())
    assert (read.odd_points, read.plays[1].players[0].points) == (2, None)


def test_a_score_may_be_written_as_a_number() -> None:
    content = bg_stats(evenings()).replace(b'"score": "10"', b'"score": 0')
    assert content != bg_stats(evenings())
    assert read_plays(content).plays[0].players[0].points == 0
