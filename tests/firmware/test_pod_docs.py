"""The page about the wire says what the Pi's side does: every message with its fields, every number."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import get_args

import pytest

from hardware.pods import conversation, protocol
from hardware.pods.messages import AnyMessage
from hardware.pods.protocol import LINES, VERSIONS
from tests.firmware import pod_model
from tests.firmware.vectors import FILE

PAGE = (FILE.parent / "PROTOCOL.md").read_text(encoding="utf-8")
ROWS = {
    found[2]: (int(found[1], 16), found[3]) for found in re.finditer(r"^\| `(\w\w)` \| (\w+) \| (.*?) \| ", PAGE, re.M)
}
KINDS = {kind.__name__: kind for kind in get_args(AnyMessage)}
LETTERS = {"B": "u8", "H": "u16", "b": "i8", "8s": "8 bytes"}


def test_the_page_lists_every_message_once() -> None:
    assert set(ROWS) == set(KINDS)
    assert sorted(code for code, _ in ROWS.values()) == sorted({kind.code for kind in KINDS.values()})


@pytest.mark.parametrize("name", sorted(KINDS))
def test_a_message_has_the_fields_of_its_row(name: str) -> None:
    code, row = ROWS[name]
    kind = KINDS[name]
    assert code == kind.code
    head = row.split(", then ")[0]
    written = re.findall(r"`(\w+)` (u8|u16|i8|8 bytes)", head)
    layout = re.findall(r"8s|[BHb]", kind.form.format)
    own = [field.name for field in fields(kind)][: len(layout)]
    assert written == [(field, LETTERS[letter]) for field, letter in zip(own, layout, strict=True)]
    assert (", then " in row) == kind.rest


def test_the_numbers_are_those_of_the_program() -> None:
    text = " ".join(PAGE.split())
    for said in (
        f"1 to {protocol.MOST} bytes",
        f"at most {protocol.LONGEST} bytes between two zeros",
        f"**{conversation.SILENT:.0f} seconds** counts the other as gone",
        f"a queue of at most {pod_model.QUEUE}",
        f"again every {pod_model.RESEND * 1000:.0f} ms",
        f"**{pod_model.PRIVATE_FOR:.0f} seconds** after it was shown",
        f"Version {VERSIONS[1]}.",
        "What is a **second** old is dropped",
        "The Pi pings every second",
    ):
        assert said in text, said
    assert (pod_model.KEEP, pod_model.SILENT, conversation.PING, conversation.ASK) == (
        1.0,
        conversation.SILENT,
        1.0,
        1.0,
    )
    names = ("up", "down", "OK", "back", "PEEK", "the encoder's switch", "the encoder")
    assert ", ".join(f"{number} {name}" for number, name in enumerate(names)) in text
    assert len(names) == len(LINES)
