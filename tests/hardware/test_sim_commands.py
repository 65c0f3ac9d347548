"""The text form of the simulator's commands, both ways, and what is refused."""

from __future__ import annotations

import pytest

from hardware.errors import BadCommand, HardwareError
from hardware.sim.commands import (
    Bouncy,
    HoldKey,
    Plug,
    PressKey,
    ReadTag,
    ReleaseKey,
    Silence,
    SimCommand,
    TurnEncoder,
    Unplug,
    Wake,
    parse,
)

FORMS: list[tuple[str, SimCommand]] = [
    ("press 2 ok", PressKey(2, "ok")),
    ("press panel back bounce", PressKey(0, "back", bounce=True)),
    ("hold 8 peek", HoldKey(8, "peek")),
    ("release 8 peek", ReleaseKey(8, "peek")),
    ("turn 1 3", TurnEncoder(1, 3)),
    ("turn 1 -3", TurnEncoder(1, -3)),
    ("read 2 04a1b2c3", ReadTag(2, "04a1b2c3")),
    ("read panel EAN-8", ReadTag(0, "EAN-8")),
    ("unplug 1", Unplug(1)),
    ("plug panel", Plug(0)),
    ("silence 3", Silence(3)),
    ("wake 3", Wake(3)),
    ("bouncy on", Bouncy(True)),
    ("bouncy off", Bouncy(False)),
]


@pytest.mark.parametrize(("line", "command"), FORMS)
def test_every_command_has_a_line_in_both_directions(line: str, command: SimCommand) -> None:
    assert parse(line) == command
    assert str(command) == line


def test_spaces_do_not_matter() -> None:
    assert parse("  press   2 ok\n") == PressKey(2, "ok")


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("", "an empty command"),
        ("pres 2 ok", 'no command "pres"; did you mean "press"'),
        ("press 2", "too few or too many words"),
        ("press 2 ok ok", "too few or too many words"),
        ("unplug", "too few or too many words"),
        ("bouncy maybe", "or the wrong ones"),
        ("press 0 ok", 'expected a seat number or "panel", found "0"'),
        ("press 10 ok", 'found "10"'),
        ("press ٣ ok", "expected a seat number"),
        ("press x ok", "expected a seat number"),
        ("read 2", "too few or too many words"),
        ("read 2 " + "x" * 129, "or the wrong ones"),
        ("turn 1 x", "expected a number of detents"),
        ("turn 1 --1", "expected a number of detents"),
        ("turn 1 99999", "expected a number of detents"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(line: str, what: str) -> None:
    with pytest.raises(BadCommand, match=what) as caught:
        parse(line)
    assert isinstance(caught.value, HardwareError)
