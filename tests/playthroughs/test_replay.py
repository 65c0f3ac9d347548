"""Running playthroughs of the torture game: what is said about the first line that differs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.playthroughs.grammar import parse, write
from companion.playthroughs.lines import PlaythroughError
from companion.playthroughs.replay import ReplayResult, replay
from tests.core.torture import Torture
from tests.core.torture.moves import Lose, Ready, SetUp

GAMES = {"torture": Torture()}
DOCS = Path(__file__).parents[2] / "docs" / "playthroughs.md"

HEAD = """\
game: torture
seat 1: Anna
seat 2: Ben
option rounds: 1
chance weather: cardboard
seed: 00112233
"""
PLANNED = "table: 1 | 2\n1: ready\n2: ready\n"
ATTACK = "1: attack | 1,0 ~ weather=calm@cardboard ~ battle=4 4@cardboard\n"


def run(body: str, head: str = HEAD) -> ReplayResult:
    return replay(parse(head + "\n" + body, "f.txt"), GAMES)


def difference(body: str) -> str:
    return str(run(body).difference)


def test_the_example_of_the_documentation_runs() -> None:
    (example,) = re.findall(r"```text\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    result = replay(parse(example, "example"), GAMES)
    assert result.difference is None, str(result.difference)
    assert result.actual is not None
    assert write(result.actual) == example.replace("game: torture\n", "game: torture\nrules: 1\n")
    assert Lose("fort") in [made.move for made in result.moves]


def test_every_header_line_and_form_is_documented() -> None:
    text = DOCS.read_text("utf-8")
    for word in ("game", "rules", "level", "seat", "sides", "option", "chance", "box", "seed"):
        assert f"| `{word}" in text
    for word in ("2:", "table:", "correct", "undo", "redo", "=", "!", "?", "score"):
        assert f"| `{word}" in text


def test_the_moves_are_made_through_the_questions() -> None:
    assert [made.move for made in run(PLANNED).moves] == [SetUp(1, 2), Ready(), Ready()]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("table: 1 | 9\n", "f.txt:8: expected that to be possible; found refused with out-of-bounds: 9 is not"),
        ("table: 1\n", "f.txt:8: expected an answer to gold; found none"),
        ("table: gold=2\n", "f.txt:8: expected an answer to first; found one to gold"),
        ("table: 1 | 2 | 3\n", "f.txt:8: expected that to be possible; found refused with too-many-answers"),
        ("table: 1 | 2\n! out-of-reach\n", "f.txt:9: expected a refusal with out-of-reach; found that it was possible"),
        ("2: ready\n! out-of-reach\n", "f.txt:9: expected out-of-reach; found refused with not-awaited"),
        (PLANNED + "1: attack | 1,0\n", "f.txt:11: expected weather=...@cardboard; found none"),
        (
            PLANNED + "1: attack | 1,0 ~ battle=4 4@cardboard\n",
            "f.txt:11: expected weather=...@cardboard; found battle=4 4@cardboard",
        ),
        (
            PLANNED + "1: attack | 1,0 ~ weather=calm@cardboard ~ battle=4@cardboard\n",
            "f.txt:11: expected that to be possible; found refused with wrong-number",
        ),
        (PLANNED + "1: sail | library ~ battle=4@cardboard\n", "f.txt:11: expected no more cardboard; found battle=4"),
        ("table: 1 | 2 ~ quest=3@companion\n", "f.txt:8: expected table: 1 | 2 ~ quest=3@companion; found table: 1"),
        (PLANNED + "= 1.gold 7\n", "f.txt:11: expected = 1.gold 7; found = 1.gold 2"),
        ("= 1.quest 7\n", "f.txt:8: expected = 1.quest 7; found = 1.quest ?"),
        ("= 1.gld 7\n", "f.txt:8: expected a number called 1.gld; found none; did you mean 1.gold?"),
        ("? 1 see\n", "f.txt:8: expected a widget called see; found none; did you mean sea?"),
        ("correct 1.gold 1000\n", "f.txt:8: expected that to be possible; found refused with out-of-bounds"),
        ("undo\n", "f.txt:8: expected that to be possible; found refused with no-undo"),
        (PLANNED + "undo 4 steps\n", "f.txt:11: expected that to be possible; found refused with no-undo"),
        ("redo\n", "f.txt:8: expected that to be possible; found refused with no-redo"),
        ('1: {"type": "dance"}\n', "f.txt:8: expected that to be possible; found refused with malformed"),
        (
            PLANNED + "? public fleets\n  meter fleets: Fleets (pips)\n    seat 1 [ship] Anna: 9 of 6\n",
            "f.txt:13: expected seat 1 [ship] Anna: 9 of 6; found seat 1 [ship] Anna: 2 of 6",
        ),
        (PLANNED + "score\n", "f.txt:12: expected nothing more; found provisional, highest wins"),
        (PLANNED + "score 1\n  final\n", "f.txt:12: expected final; found provisional, highest wins"),
    ],
)
def test_the_first_difference_is_named(body: str, said: str) -> None:
    assert difference(body).startswith(said)


def test_only_what_cannot_be_gone_on_with_ends_a_run() -> None:
    result = run(PLANNED + "= 1.gold 7\n= 2.gold 7\n1: dance\n! dancing\n" + ATTACK)
    assert result.difference is not None
    assert result.difference.line == 11
    assert result.actual is not None
    assert "= 1.gold 2\n= 2.gold 2\n1: dance\n! not-offered\n" in write(result.actual)
    assert run(PLANNED + "= 1.gold 7\n1: dance\n").actual is None


def test_what_is_taken_back_and_put_back_is_there_again() -> None:
    body = PLANNED + ATTACK + "2: fort\nundo 2 steps\n= 2.forts 1\nredo\n= 2.forts 0\n2: fleet\n= 2.fleets 1\n"
    assert run(body).difference is None


def test_the_companion_draws_by_the_seed_and_may_be_foretold() -> None:
    told = run("table: 1 | 2 ~ quest=0@companion\n").actual
    assert told is not None
    (line,) = [line for line in write(told).splitlines() if line.startswith("table")]
    assert line.count("@companion") == 4
    assert run(line + "\n").difference is None
    assert "@" not in write(run("table: 1 | 2\n").actual or told).split("seed")[1]
    other = replay(parse(HEAD.replace("00112233", "99") + line + "\n", "f.txt"), GAMES)
    assert other.difference is not None


def test_other_rules_are_reported_and_no_difference() -> None:
    result = run("", HEAD + "rules: 7\n")
    assert (result.other_rules, result.difference) == (True, None)
    assert result.actual is not None
    assert result.actual.header.rules == 1
    assert not run("", HEAD + "rules: 1\n").other_rules


@pytest.mark.parametrize(
    ("head", "problem"),
    [
        (HEAD.replace("torture", "tortur"), "f.txt:1: unknown game tortur; did you mean torture?"),
        (HEAD.replace("rounds: 1", "rounds: 3"), "f.txt:4: option rounds is 3; expected one of 1, 2"),
        (HEAD.replace("rounds", "round"), "f.txt:4: unknown option round; did you mean rounds?"),
        (HEAD.replace("weather", "wether"), "f.txt:5: unknown chance wether; did you mean weather?"),
        (HEAD.replace("seat 2: Ben\n", ""), "f.txt:1: torture is for 2 to 8 seats, not 1"),
        (HEAD.replace("seed: 00112233\n", ""), "f.txt:1: expected seed: HEXADECIMAL, because the companion draws"),
        (HEAD + "level: hard\n", "f.txt:7: unknown level hard"),
    ],
)
def test_a_set_up_that_cannot_be_is_answered_with_its_line(head: str, problem: str) -> None:
    with pytest.raises(PlaythroughError) as error:
        run("", head)
    assert str(error.value).startswith(problem)
