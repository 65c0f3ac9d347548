"""What tables publish, read with care: nothing that is written there breaks the club or its pages."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.live_room.heard_tables import HeardTables, Now
from companion.club.live_room.table_news import (
    KINDS,
    LARGEST,
    LONGEST_GAME,
    ToldSeat,
    ToldState,
    TopicParts,
    plain,
    read_seat,
    read_state,
    topic_parts,
)
from companion.mqtt.published.public_state import PublishedSeat, PublishedTable
from companion.mqtt.published.topics import Topics

OLIVE = "club/olive/1f2e3d4c"


def test_every_topic_that_a_table_retains_is_known() -> None:
    topics = Topics("club/olive", "", "1f2e3d4c")
    assert [topic_parts("club", topic) for topic in topics.retained] == [
        TopicParts("olive", OLIVE, kind) for kind in KINDS
    ]


@pytest.mark.parametrize(
    "topic",
    [
        f"{OLIVE}/event",
        f"{OLIVE}/seat/9",
        f"{OLIVE}/seat/1/x",
        f"{OLIVE}",
        "club/olive/1f2e3d4/state",
        "club/Olive/1f2e3d4c/state",
        "club//1f2e3d4c/state",
        "club/olive//state",
        "clubs/olive/1f2e3d4c/state",
        "club",
        "",
    ],
)
def test_others_are_none(topic: str) -> None:
    assert topic_parts("club", topic) is None


def test_what_a_table_publishes_is_read() -> None:
    table = PublishedTable("playing", "Antike", "Ana moves", (2,), "Ana", False, None, 1_800_000_000)
    told = read_state(msgspec.json.encode(table))
    assert told is not None
    assert (told.phase, told.game, told.sentence, told.awaited, told.since) == (
        "playing",
        "Antike",
        "Ana moves",
        (2,),
        1_800_000_000,
    )
    seat = read_seat(msgspec.json.encode(PublishedSeat(2, "Ana", True, True, 3, True, None, False, (1, 2, 3))), 2)
    assert seat is not None
    assert (seat.name, seat.taken) == ("Ana", True)


@pytest.mark.parametrize("name", ["Seat 2", "Sitio 2"])
def test_a_seat_without_a_name_has_none_in_any_language(name: str) -> None:
    seat = read_seat(json.dumps({"seat": 2, "name": name, "taken": True}).encode(), 2)
    assert seat is not None
    assert seat.name == ""


def test_an_older_table_is_understood() -> None:
    told = read_state(b'{"phase": "gathering", "game": "", "sentence": "", "awaited": [], "clock": null}')
    assert told is not None
    assert (told.free, told.since, told.next_game) == (None, None, "")


HOSTILE = [
    b"",
    b"null",
    b"[]",
    b"{",
    b"\xff\xfe",
    b"offline",
    b'{"phase": "dancing"}',
    b'{"phase": "over", "awaited": "all"}',
    b'{"phase": "over", "game": 7}',
    b'{"phase": "over", "game": "' + b"a" * LARGEST + b'"}',
]


@pytest.mark.parametrize("payload", HOSTILE, ids=range(len(HOSTILE)))
def test_nonsense_is_not_read(payload: bytes) -> None:
    assert read_state(payload) is None
    assert read_seat(payload, 1) is None


def test_lists_in_lists_without_end_do_no_harm() -> None:
    # Whether an unknown key is skipped however deep it goes, or the whole is refused, depends on the Python.
    deep = f'"x": {"[" * 8000}{"]" * 8000}}}'.encode()
    assert read_state(b'{"phase": "over", ' + deep) in (None, ToldState("over"))
    assert read_seat(b'{"seat": 1, ' + deep, 1) in (None, ToldSeat(1))


def test_of_what_can_be_read_only_what_can_be_is_believed() -> None:
    told = read_state(
        json.dumps(
            {
                "phase": "playing",
                "game": "A\u202e\x00B" + "c" * 200,
                "awaited": [2, 99, -1, 2, 10**30],
                "free": 10**30,
                "since": 10**30,
            }
        ).encode()
    )
    assert told is not None
    assert told.awaited == (2,)
    assert told.free is None
    assert told.game.startswith("A Bccc")
    assert len(told.game) == LONGEST_GAME


def test_a_seat_says_nothing_of_another() -> None:
    assert read_seat(b'{"seat": 3, "name": "Ana", "taken": true}', 2) is None


@given(st.text(), st.integers(1, 60))
def test_a_text_is_short_and_on_one_line(text: str, longest: int) -> None:
    shown = plain(text, longest)
    assert len(shown) <= longest
    assert shown.isprintable()
    assert shown == shown.strip()


@given(st.lists(st.tuples(st.sampled_from(KINDS), st.binary() | st.sampled_from(HOSTILE) | st.just(b"online"))))
def test_whatever_is_heard_the_room_can_be_shown(heard: list[tuple[str, bytes]]) -> None:
    tables = HeardTables("club")
    tables.know({"olive": "Olive"})
    for number, (kind, payload) in enumerate(heard):
        now = Now(1_800_000_000.0 + number, float(number))
        tables.hear(f"{OLIVE}/{kind}", payload, now, kept=number % 2 == 0)
        assert len(tables.room(now, None).tables) <= 1
        tables.to_clear(now)
