"""What is left at which broker is known across restarts."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.mqtt.retained_record import FILE, RetainedRecord

HERE, THERE = "here:1883", "there:1883"


def test_what_was_noted_is_known_after_a_restart_and_gone_once_it_is_cleared(tmp_path: Path) -> None:
    record = RetainedRecord(tmp_path)
    assert record.at(HERE) == ()
    record.add(HERE, ["a", "b"])
    record.add(HERE, ["b", "c"])
    again = RetainedRecord(tmp_path)
    assert again.at(HERE) == ("a", "b", "c")
    again.put(HERE, ["c"])
    assert RetainedRecord(tmp_path).at(HERE) == ("c",)
    again.put(HERE, [])
    assert RetainedRecord(tmp_path).at(HERE) == ()
    assert list(tmp_path.iterdir()) == []


def test_each_broker_has_its_own_and_others_can_be_forgotten(tmp_path: Path) -> None:
    record = RetainedRecord(tmp_path)
    record.add(HERE, ["a"])
    record.add(THERE, ["b"])
    assert (record.at(HERE), record.at(THERE)) == (("a",), ("b",))
    assert record.elsewhere(THERE) == (HERE,)
    record.forget_elsewhere(THERE)
    assert RetainedRecord(tmp_path).elsewhere(THERE) == ()
    assert RetainedRecord(tmp_path).at(THERE) == ("b",)


@pytest.mark.parametrize("spoilt", [b"", b"{", b'{"broker": 3}', b"\xff", b"[]"])
def test_a_note_that_cannot_be_read_is_none(tmp_path: Path, spoilt: bytes) -> None:
    (tmp_path / FILE).write_bytes(spoilt)
    assert RetainedRecord(tmp_path).at(HERE) == ()


def test_a_link_in_its_place_is_not_followed(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("mine")
    (tmp_path / f".{FILE}.new").symlink_to(other)
    RetainedRecord(tmp_path).add(HERE, ["a"])
    assert other.read_text() == "mine"
