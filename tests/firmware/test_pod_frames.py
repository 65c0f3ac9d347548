"""Frames and messages of a pod: the vectors on both codecs, and that no bytes break a reader or stop the next frame."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import fields
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.pods.messages import AnyMessage, Bye, Page, Ping, Show, parse
from hardware.pods.protocol import LONGEST, MOST, BadMessage, FrameReader, crc16, encode
from tests.firmware import plain_codec, vectors
from tests.firmware.vectors import BAD, FILE, MESSAGES, damaged

KEPT: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
KINDS = {kind.__name__: kind for kind in get_args(AnyMessage)}


def named(vector: dict[str, Any]) -> str:
    return str(vector["name"])


def field_of(value: Any, kind: str) -> Any:
    """A field from its form in JSON."""
    if kind == "bytes":
        return bytes.fromhex(value)
    return tuple(value) if isinstance(value, list) else value


# -- the file ------------------------------------------------------------------------------------------------------


def test_the_file_is_what_the_program_writes() -> None:
    assert FILE.read_text(encoding="utf-8") == vectors.text()


def test_every_message_has_a_vector_and_every_name_is_its_own() -> None:
    assert {type(message).__name__ for _, message in MESSAGES} == set(KINDS)
    for listed in ("messages", "no_messages", "lines"):
        names = [named(vector) for vector in KEPT[listed]]
        assert len(names) == len(set(names))
    assert len(KEPT["lines"]) > 20


# -- the vectors, against a second program -------------------------------------------------------------------------


@pytest.mark.parametrize("vector", KEPT["messages"], ids=named)
def test_a_message_is_its_payload_and_its_frame(vector: dict[str, Any]) -> None:
    kind = KINDS[vector["message"]]
    message = kind(*(field_of(vector["fields"][field.name], str(field.type)) for field in fields(kind)))
    payload, frame = bytes.fromhex(vector["payload"]), bytes.fromhex(vector["frame"])
    assert message.pack() == payload
    assert parse(payload) == message
    assert encode(payload) == frame == plain_codec.frame(payload)
    assert FrameReader().feed(frame) == [payload]
    assert plain_codec.payloads(frame) == ([payload], 0)
    assert len(payload) <= MOST


@pytest.mark.parametrize("vector", KEPT["no_messages"], ids=named)
def test_what_is_no_message_is_refused(vector: dict[str, Any]) -> None:
    with pytest.raises(BadMessage):
        parse(bytes.fromhex(vector["payload"]))


@pytest.mark.parametrize("vector", KEPT["lines"], ids=named)
def test_what_arrives_over_a_damaged_line(vector: dict[str, Any]) -> None:
    line, expected = bytes.fromhex(vector["bytes"]), [bytes.fromhex(payload) for payload in vector["payloads"]]
    reader = FrameReader()
    assert reader.feed(line) == expected
    assert reader.damaged == vector["damaged"]
    assert plain_codec.payloads(line) == (expected, vector["damaged"])
    bytewise = FrameReader()
    assert [payload for byte in line for payload in bytewise.feed(bytes((byte,)))] == expected
    assert bytewise.damaged == vector["damaged"]


def test_the_check_sum_is_the_one_that_is_named() -> None:
    assert crc16(b"123456789") == plain_codec.crc16(b"123456789") == 0x29B1
    assert crc16(b"") == 0xFFFF


def test_frames_written_by_hand() -> None:
    """A goodbye in session 0 is 0A 00 00 with the check sum 0B 5D; a frame of one byte."""
    assert encode(Bye(0).pack()) == bytes.fromhex("00 02 0A 01 03 0B 5D 00")
    assert encode(b"\x04") == bytes.fromhex("00 04 04 A1 74 00")


@pytest.mark.parametrize("size", [0, MOST + 1])
def test_a_frame_has_a_size(size: int) -> None:
    with pytest.raises(ValueError, match="a frame holds 1 to 192 bytes"):
        encode(bytes(size))
    assert len(encode(bytes(MOST))) == LONGEST + 2


def test_a_whole_picture_takes_less_than_a_tenth_of_a_second_on_a_slow_line() -> None:
    pages = [Page(1, number, bytes(range(128))) for number in range(8)]
    whole = [*pages, Show(1, 1, 0, 0), Ping(1, 1)]
    size = sum(len(encode(message.pack())) for message in whole)
    assert size == 8 * 137 + 13 + 9
    assert size * 10 / 115_200 < 0.1


# -- any bytes -----------------------------------------------------------------------------------------------------

payload_bytes = st.binary(min_size=1, max_size=MOST)
chunks = st.lists(st.binary(max_size=300), max_size=20)


@given(payload_bytes)
def test_every_payload_arrives_and_both_programs_agree(payload: bytes) -> None:
    assert encode(payload) == plain_codec.frame(payload)
    assert 0 not in encode(payload)[1:-1]
    assert FrameReader().feed(encode(payload)) == [payload]


@given(chunks, payload_bytes, st.integers(0, 400))
def test_after_any_noise_the_next_good_frame_arrives(noise: list[bytes], payload: bytes, cut: int) -> None:
    reader = FrameReader()
    for chunk in noise:
        reader.feed(chunk)
        assert reader.waiting <= LONGEST
    frame = encode(payload)
    assert [*reader.feed(frame[:cut]), *reader.feed(frame[cut:])][-1:] == [payload]
    assert reader.waiting == 0


@pytest.mark.parametrize("size", [1, 100, 1000])
def test_a_frame_that_never_ends_is_not_kept(size: int) -> None:
    reader = FrameReader()
    for _ in range(2000 // size + 2):
        reader.feed(b"\x01" * size)
        assert reader.waiting <= LONGEST
    assert reader.feed(b"\0" + encode(b"x")) == [b"x"]
    assert reader.damaged == 1


@given(st.lists(st.one_of(payload_bytes, st.binary(max_size=30).map(lambda noise: b"\0" + noise + b"\0"))), st.data())
def test_it_does_not_matter_how_a_stream_is_cut(parts: list[bytes], data: st.DataObject) -> None:
    line = b"".join(part if part.startswith(b"\0") else encode(part) for part in parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(line)), max_size=12)))
    whole, cut = FrameReader(), FrameReader()
    pieces = [line[start:end] for start, end in zip([0, *cuts], [*cuts, len(line)], strict=True)]
    assert [payload for piece in pieces for payload in cut.feed(piece)] == whole.feed(line)
    assert cut.damaged == whole.damaged


@given(st.binary(max_size=300))
def test_no_payload_breaks_the_reader_of_messages(payload: bytes) -> None:
    try:
        message = parse(payload)
    except BadMessage:
        return
    assert message.pack() == payload


@given(st.sampled_from([message for _, message in MESSAGES]), st.integers(0, 200), st.integers(1, 255))
def test_a_changed_byte_is_another_message_or_none(message: AnyMessage, at: int, change: int) -> None:
    payload = bytearray(message.pack())
    payload[at % len(payload)] ^= change
    with suppress(BadMessage):
        assert parse(bytes(payload)) != message


@settings(derandomize=True)  # sixteen bits of check sum leave one flip of a length in 65,536 undiscovered
@given(st.sampled_from([message for _, message in MESSAGES]), st.integers(1, 1000), st.integers(1, 255))
def test_a_flipped_byte_never_arrives(message: AnyMessage, at: int, change: int) -> None:
    frame = bytearray(encode(message.pack()))
    frame[1 + at % (len(frame) - 2)] ^= change
    assert FrameReader().feed(bytes(frame)) == []


def test_the_list_of_damages_is_not_empty_of_any_kind() -> None:
    words = " ".join(name for name, *_ in damaged())
    for kind in ("lost", "doubled", "flipped", "cut", "joined", "noise", "twice"):
        assert kind in words
    assert len(BAD) >= 15
