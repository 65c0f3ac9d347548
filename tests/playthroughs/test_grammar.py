"""Playthrough files as text: read, written, and what is said about mistakes."""

from __future__ import annotations

import pytest

from companion.playthroughs.grammar import parse, write
from companion.playthroughs.lines import (
    Act,
    Correct,
    Given,
    Look,
    Number,
    Pieces,
    PlaythroughError,
    Redo,
    Refusal,
    Remark,
    Score,
    Undo,
)

CORRECT = "correct [KIND.KEY.FIELD=JSON ...] [KEY NUMBER ...] [by SEAT]"
HEAD = "game: g\nseat 1: Anna\n"

WHOLE = """\
# What this shows.
game: sheet:hearts
rules: 3
level: easy
seat 1: Anna and Óscar
sides 1: red blue
seat 4:
option rounds: 2
option two-sides: yes
chance deck: cardboard
box card bull worth: 3
box card bull name: "el toro: bravo"
seed: 00ff

table: first=1 | gold=2
1:
1: "a | b ~ c" | - | x "y" ~ deck=bull@cardboard ~ dice=1 2@companion
2: word="a \\"| b" | 3
4: {"type": "say", "text": " ~ | }"} ~ deck="~ x"@cardboard
! out-of-reach
correct 1.gold -3 by 1
correct 1.gold 4 bank 7 by 2

undo
undo 3 steps by 8
redo
redo by 1
> 1: Put back 1 coin.
> table: Turn the card.
= 1.gold 4
= 1.quest ?
? public
? 3 hand-3 sea
  hand hand-3: Hand
    hidden: 2
# In between.
score
score 1
  final, highest wins
"""


def test_a_file_is_read_and_written_as_it_stood() -> None:
    assert write(parse(WHOLE)) == WHOLE


def test_every_line_becomes_what_it_says() -> None:
    playthrough = parse(WHOLE)
    header = playthrough.header
    assert (header.game, header.rules, header.level, header.seed) == ("sheet:hearts", 3, "easy", "00ff")
    assert [(seat.seat, seat.name, seat.sides) for seat in header.seats] == [
        (1, "Anna and Óscar", ("red", "blue")),
        (4, "", ()),
    ]
    assert header.box == {"card": {"bull": {"worth": 3, "name": "el toro: bravo"}}}
    assert header.at["option two-sides"] == 9
    chance = (Given("deck", "bull", "cardboard"), Given("dice", "1 2", "companion"))
    assert playthrough.lines[1:6] == (
        Act(15, 0, ("first=1", "gold=2")),
        Act(16, 1),
        Act(17, 1, ('"a | b ~ c"', "-", 'x "y"'), "", chance),
        Act(18, 2, ('word="a \\"| b"', "3")),
        Act(19, 4, (), '{"type": "say", "text": " ~ | }"}', (Given("deck", '"~ x"', "cardboard"),)),
    )
    assert playthrough.lines[6:] == (
        Refusal(20, "out-of-reach"),
        Correct(21, (("1.gold", -3),), 1),
        Correct(22, (("1.gold", 4), ("bank", 7)), 2),
        Remark(23, ""),
        Undo(24),
        Undo(25, 3, 8),
        Redo(26),
        Redo(27, 1),
        Pieces(28, ("1: Put back 1 coin.", "table: Turn the card.")),
        Number(30, "1.gold", 4),
        Number(31, "1.quest", None),
        Look(32, 0),
        Look(33, 3, ("hand-3", "sea"), ("hand hand-3: Hand", "  hidden: 2")),
        Remark(36, "# In between."),
        Score(37, 0),
        Score(38, 1, ("final, highest wins",)),
    )


def test_a_file_from_another_editor_is_read_too() -> None:
    text = "\ufeff" + HEAD.replace("\n", "\r\n") + "1: a \r\n\r\n"
    assert parse(text).lines == (Act(3, 1, ("a",)),)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("gmae: g\n", "f.txt:1: unknown header key gmae; did you mean game?"),
        ("game: g\nsaet 1: Anna\n", "f.txt:2: unknown header key saet; did you mean seat?"),
        ("zzz: g\n", "f.txt:1: unknown header key zzz; there are game, rules"),
        ("game: g\ngame: h\n", "f.txt:2: game stands already in line 1"),
        ("game g\n", "f.txt:1: 'game g' is no header line; expected game: KEY"),
        ("game: g\nseat nine: Anna\n", "f.txt:2: expected seat NUMBER: NAME, found 'seat nine: Anna'"),
        ("game: g\nseat 9: Anna\n", "f.txt:2: expected seat NUMBER: NAME"),
        ("game: g\nsides 1: a b\n", "f.txt:2: expected sides NUMBER: KEY KEY ..."),
        ("game: g\nseed: xyz\n", "f.txt:2: expected seed: HEXADECIMAL"),
        ("game: g\nchance deck: fate\n", "f.txt:2: expected chance KEY: companion (or cardboard)"),
        ("game: g\nbox card bull: 3\n", "f.txt:2: expected box KIND KEY FIELD: VALUE"),
        ("game: g\nbox card bull worth: [\n", "f.txt:2: expected box KIND KEY FIELD: VALUE"),
        ("seat 1: A\n1: x\n", "f.txt:2: the header names no game; expected game: KEY"),
        ("game: g\n1: x\n", "f.txt:2: the header names no seat; expected seat NUMBER: NAME"),
        (HEAD + "1: x\ncorect 1.gold 3\n", "f.txt:4: found 'corect 1.gold 3'; did you mean correct?"),
        (HEAD + "1: x\n9: x\n", "f.txt:4: found '9: x'; expected one of table: QUESTION=ANSWER"),
        (HEAD + "correct 1.gold lots\n", f"f.txt:3: expected {CORRECT}; found"),
        (HEAD + "correct\n", f"f.txt:3: expected {CORRECT}"),
        (HEAD + "correct card.owl.worth=three\n", "f.txt:3: three is no fact; expected JSON without blanks"),
        (HEAD + "undo 0 steps\n", "f.txt:3: expected undo [N steps] [by SEAT]; found"),
        (HEAD + "! code\n", "f.txt:3: ! stands right after the line that is refused"),
        (HEAD + "1: x\n= gold 1\n! code\n", "f.txt:5: ! stands right after the line that is refused"),
        (HEAD + "> 1: Take 1 coin.\n", "f.txt:3: > stands right after the line that is carried out"),
        (HEAD + "1: x\n> 9: Take 1 coin.\n", "f.txt:4: expected > SEAT (or table): WHAT"),
        (HEAD + "1: x\n  row\n", "f.txt:4: an indented row stands only right under ? or score"),
        (HEAD + "? 1\n\n  row\n", "f.txt:5: an indented row stands only right under ? or score"),
        (HEAD + '1: {"type" ~ x\n', "f.txt:3: expected a move as JSON; found"),
        (HEAD + '1: {"type": 1} more\n', "f.txt:3: expected nothing but chance after the JSON of a move; found 'more'"),
        (HEAD + "1: x ~ deck=bull\n", "f.txt:3: expected CHANCE=ANSWER@companion or @cardboard after ~; found"),
    ],
)
def test_a_mistake_is_answered_with_file_line_and_what_was_expected(text: str, problem: str) -> None:
    with pytest.raises(PlaythroughError) as error:
        parse(text, "f.txt")
    assert str(error.value).startswith(problem)
