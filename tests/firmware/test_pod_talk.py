"""The conversation with a pod: joining, keys at most once and in order, pictures by their differences, faults."""

from __future__ import annotations

from dataclasses import replace
from itertools import repeat
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.pods.conversation import BACKOFF, SILENT, KeyChange, PodConnected, PodConversation, PodLost
from hardware.pods.messages import Hello, Key, State
from hardware.pods.protocol import BUZZER, DISPLAY, LAMP, TOO_NEW, TOO_OLD, encode
from tests.firmware.on_a_line import STEP, OnALine, picture
from tests.firmware.pod_model import HELLO, PodModel

PICTURE_BYTES = 8 * 137 + 13
"""A whole picture on the line."""


@pytest.fixture
def line() -> OnALine:
    """A pod that has joined."""
    made = OnALine()
    made.plug()
    assert made.comings == ["joined"]
    return made


class Noise:
    """A line that loses, doubles, flips, cuts and joins, as often as told; the same every time."""

    def __init__(self, seed: int, often: float) -> None:
        self._random = Random(seed)
        self._often = often

    def __call__(self, data: bytes) -> bytes:
        out = bytearray()
        for byte in data:
            if self._random.random() >= self._often:
                out.append(byte)
                continue
            match self._random.randrange(4):
                case 0:
                    pass
                case 1:
                    out += bytes((byte, byte))
                case 2:
                    out.append(byte ^ 1 << self._random.randrange(8))
                case 3:
                    out += bytes((byte, self._random.randrange(256)))
        return bytes(out)


# -- joining and leaving -------------------------------------------------------------------------------------------


def test_a_pod_joins_and_is_told_its_seat(line: OnALine) -> None:
    joined = line.told[0]
    assert isinstance(joined, PodConnected)
    assert joined.hello == HELLO
    assert (line.pod.place, line.pod.session) == (2, 7)
    assert line.talk.connected


def test_a_pod_that_is_alone_is_asked_every_second() -> None:
    line = OnALine()
    line.pod = PodModel(replace(HELLO))
    line.to_pi = lambda _: b""
    line.plug(seconds=0)
    line.past(10.05)
    assert line.sent == 11 * len(encode(bytes((1, 1, 1))))
    assert line.comings == []
    line.to_pi = lambda data: data
    line.past(1.1)
    assert line.comings == ["joined"]


def test_a_pod_that_hangs_is_gone_after_three_seconds_and_comes_back(line: OnALine) -> None:
    line.pod.press("peek", line.now)
    line.past(0.1)
    line.to_pi = lambda _: b""
    line.past(SILENT - 0.2)
    assert line.comings == ["joined"]
    line.past(0.5)
    assert line.comings == ["joined", "silent"]
    line.to_pi = lambda data: data
    line.past(1.2)
    assert line.comings == ["joined", "silent", "joined"]
    assert line.pod.session == 8


def test_a_pod_that_hears_nothing_ends_its_session_and_covers_what_is_private(line: OnALine) -> None:
    line.pod.press("peek", line.now)
    line.past(0.1)
    line.talk.show(picture(9), 1, private=True)
    line.past(0.2)
    assert line.pod.glass == b"".join(picture(9))
    line.to_pod = lambda _: b""
    line.past(SILENT + 0.1)
    assert line.pod.session is None
    assert line.pod.glass == bytes(1024)


def test_a_pod_that_restarts_begins_anew(line: OnALine) -> None:
    line.talk.show(picture(1), 5, private=False)
    line.past(0.3)
    line.pod = PodModel(HELLO)
    line.pod.power_on()
    line.past(0.3)
    assert line.comings == ["joined", "restarted", "joined"]
    assert line.pod.glass == b"".join(picture(1))


def test_a_pod_that_restarts_all_the_time_joins_after_growing_pauses(line: OnALine) -> None:
    for _ in range(6000):
        if line.pod.session is not None:
            line.pod.power_on()
        line.past(STEP)
    assert 6 <= line.comings.count("joined") <= 15, "in a minute"


def test_a_hundred_times_unplugged_and_back(line: OnALine) -> None:
    for time in range(100):
        line.unplug()
        line.plug()
        line.pod.press("ok", line.now)
        line.pod.release("ok", line.now)
        line.past(0.05)
        assert line.keys[-2:] == [("ok", 1), ("ok", 0)], time
    assert line.comings == ["joined", *["unplugged", "joined"] * 100]
    assert len(line.keys) == 200


@pytest.mark.parametrize(("low", "high", "reason"), [(0, 0, TOO_OLD), (2, 9, TOO_NEW)])
def test_a_partner_of_another_version_is_refused_until_it_speaks_ours(low: int, high: int, reason: int) -> None:
    line = OnALine(PodModel(replace(HELLO, low=low, high=high)))
    line.plug()
    assert (line.talk.refused, line.pod.refused, line.comings) == (reason, reason, [])
    assert not line.talk.connected
    line.pod = PodModel(replace(HELLO, low=0, high=9))
    line.past(1.2)
    assert (line.talk.refused, line.comings) == (0, ["joined"])


def test_a_lost_welcome_is_said_again() -> None:
    line = OnALine()
    lost: list[bytes] = []

    def lose_welcome(data: bytes) -> bytes:
        if data[2:3] == b"\x02" and not lost:
            lost.append(data)
            return b""
        return data

    line.to_pod = lose_welcome
    line.plug(seconds=5)
    assert lost
    assert line.comings == ["joined"]


# -- keys ----------------------------------------------------------------------------------------------------------


def test_keys_arrive_once_in_order_and_with_the_picture_they_were_pressed_on(line: OnALine) -> None:
    wire = line.talk.show(picture(1), 41, private=False)
    line.past(0.2)
    assert line.talk.settled(wire)
    line.pod.press("ok", line.now)
    line.pod.release("ok", line.now)
    line.talk.show(picture(2), 42, private=False)
    line.past(0.3)
    line.pod.turn(-3, line.now)
    line.past(0.1)
    assert [(told.line, told.change, told.picture) for told in line.moves] == [
        ("ok", 1, 41), ("ok", 0, 41), ("encoder", -3, 42),
    ]  # fmt: skip


def test_a_key_pressed_before_any_picture_carries_none(line: OnALine) -> None:
    line.pod.press("back", line.now)
    line.past(0.1)
    assert line.moves[0].picture == 0


def test_ten_presses_a_second_arrive_while_pictures_are_sent(line: OnALine) -> None:
    for number in range(30):
        line.talk.show(picture(number), number + 1, private=False)
        line.pod.press("down", line.now)
        line.past(0.05)
        line.pod.release("down", line.now)
        line.past(0.05)
    assert line.keys == [("down", 1), ("down", 0)] * 30
    assert line.pod.not_taken == 0


def test_a_key_whose_acknowledgement_is_lost_counts_once(line: OnALine) -> None:
    line.to_pod = lambda _: b""
    line.pod.press("ok", line.now)
    line.past(0.5)
    line.to_pod = lambda data: data
    line.past(0.5)
    assert line.keys == [("ok", 1)]
    assert line.pod.not_taken == 0


def test_a_key_is_told_when_it_was_pressed_not_when_it_came(line: OnALine) -> None:
    pressed = line.now
    line.to_pi = lambda _: b""
    line.pod.press("ok", line.now)
    line.past(0.5)
    line.to_pi = lambda data: data
    line.past(0.2)
    assert line.moves[0].at == pytest.approx(pressed, abs=0.05)


def test_after_a_second_a_key_is_dropped_and_never_comes(line: OnALine) -> None:
    line.to_pi = lambda _: b""
    line.pod.press("ok", line.now)
    line.pod.release("ok", line.now)
    line.past(1.1)
    assert line.pod.not_taken == 2
    line.to_pi = lambda data: data
    line.pod.press("up", line.now)
    line.past(0.5)
    assert line.keys == [("up", 1)]
    assert line.comings == ["joined"]


def test_a_release_that_was_dropped_is_seen_in_the_state(line: OnALine) -> None:
    line.pod.press("peek", line.now)
    line.past(0.1)
    line.pod.sends_keys = False
    line.pod.release("peek", line.now)
    line.past(2.5)
    assert line.keys == [("peek", 1), ("peek", 0)]


def test_a_key_of_another_session_is_none(line: OnALine) -> None:
    line.talk.receive(Key(6, 1, 0, 2, 1, 0).pack(), line.now)
    line.past(0.1)
    assert line.keys == []


def test_the_count_of_keys_goes_round(line: OnALine) -> None:
    line.talk._sequence = 0xFFFE
    line.pod._sequence = 0xFFFE
    for _ in range(2):
        line.pod.press("ok", line.now)
        line.pod.release("ok", line.now)
        line.past(0.1)
    assert line.keys == [("ok", 1), ("ok", 0)] * 2


# -- pictures, lamp, buzzer ----------------------------------------------------------------------------------------


def test_only_the_pages_that_differ_travel(line: OnALine) -> None:
    before = line.sent
    line.talk.show(picture(1), 1, private=False)
    line.past(0.3)
    assert line.pod.glass == b"".join(picture(1))
    assert PICTURE_BYTES <= line.sent - before <= PICTURE_BYTES + 40
    before = line.sent
    changed = (*picture(1)[:7], bytes(128))
    wire = line.talk.show(changed, 2, private=False)
    line.past(0.3)
    assert line.pod.glass == b"".join(changed)
    assert line.sent - before <= 137 + 60
    assert line.talk.settled(wire)
    before = line.sent
    line.talk.show(changed, 3, private=False)
    line.past(0.3)
    assert line.sent - before <= 60


def test_nothing_travels_while_nothing_changes(line: OnALine) -> None:
    line.talk.show(picture(1), 1, private=False)
    line.talk.lamp((1, 2, 3, 1))
    line.past(1)
    before = line.sent
    line.past(10)
    assert line.sent - before <= 11 * len(encode(bytes((4, 0, 7, 1))))


def test_of_many_pictures_the_latest_is_shown(line: OnALine) -> None:
    wires = [line.talk.show(picture(number), number, private=False) for number in range(1, 20)]
    line.past(0.5)
    assert line.pod.glass == b"".join(picture(19))
    assert all(line.talk.settled(wire) for wire in wires)


def test_a_damaged_page_is_sent_again_alone(line: OnALine) -> None:
    lost: list[int] = []

    def lose_a_page(data: bytes) -> bytes:
        at = data.find(encode(b"\x06\x00\x07\x03" + picture(5)[3]))
        if at < 0 or lost:
            return data
        lost.append(at)
        return data[:at] + data[at + 137 :]

    line.to_pod = lose_a_page
    before = line.sent
    line.talk.show(picture(5), 1, private=False)
    line.past(BACKOFF + 0.5)
    assert lost
    assert line.pod.glass == b"".join(picture(5))
    assert line.sent - before < PICTURE_BYTES + 137 + 13 + 100


def test_a_state_from_before_a_picture_was_sent_says_nothing_about_it(line: OnALine) -> None:
    line.past(0.3)
    line.talk.show(picture(4), 1, private=False)
    count, now = line.talk._count, line.now
    sent = []
    while (payload := line.talk.next_payload(now)) is not None:
        sent.append(payload)
    assert len(sent) == 8 + 1 + 1
    line.talk.receive(State(7, count, 0, 0, 0, 0, 0, 0, 0, 0, 0, (0,) * 8).pack(), now)
    assert line.talk.next_payload(now + 0.3) is None
    line.talk.receive(State(7, count + 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, (0,) * 8).pack(), now)
    assert line.talk.next_payload(now + 0.3) is not None


def test_a_private_picture_is_shown_while_peek_is_held_and_not_sent_again(line: OnALine) -> None:
    line.talk.show(picture(1), 1, private=False)
    line.past(0.2)
    line.pod.press("peek", line.now)
    line.past(0.1)
    wire = line.talk.show(picture(2), 2, private=True)
    line.past(0.2)
    assert line.pod.glass == b"".join(picture(2))
    line.pod.release("peek", line.now)
    assert line.pod.glass == bytes(1024)
    before = line.sent
    line.past(3)
    assert line.talk.settled(wire)
    assert line.sent - before < 200
    assert line.pod.glass == bytes(1024)
    line.talk.show(picture(1), 3, private=False)
    line.past(0.2)
    assert line.pod.glass == b"".join(picture(1))


def test_a_private_picture_that_comes_too_late_is_never_seen(line: OnALine) -> None:
    line.talk.show(picture(2), 2, private=True)
    line.past(0.3)
    assert line.pod.covered
    assert line.pod.glass == bytes(1024)
    line.pod.press("ok", line.now)
    line.past(0.1)
    assert line.moves[0].picture == 0


def test_a_private_picture_goes_after_ten_seconds(line: OnALine) -> None:
    line.pod.press("peek", line.now)
    line.past(0.1)
    line.talk.show(picture(2), 2, private=True)
    line.past(9.5)
    assert line.pod.glass == b"".join(picture(2))
    line.past(1)
    assert line.pod.glass == bytes(1024)


def test_the_lamp_is_as_wanted_also_after_a_new_beginning(line: OnALine) -> None:
    line.talk.lamp((255, 90, 0, 2))
    line.past(0.2)
    assert line.pod.lamp == (255, 90, 0, 2)
    line.unplug()
    line.plug()
    assert line.pod.lamp == (255, 90, 0, 2)


def test_a_buzz_is_heard_once_and_not_made_up_for(line: OnALine) -> None:
    line.talk.buzz()
    line.past(2)
    assert line.pod.heard_buzzes == 1
    line.unplug()
    line.plug()
    line.past(1)
    assert line.pod.heard_buzzes == 0


def test_a_pod_is_only_told_of_what_it_has() -> None:
    line = OnALine(PodModel(replace(HELLO, parts=0, width=0, height=0)))
    line.plug()
    line.talk.show(picture(1), 1, private=False)
    line.talk.lamp((1, 1, 1, 1))
    line.talk.buzz()
    before = line.sent
    line.past(3)
    assert line.sent - before < 100
    assert (line.pod.lamp, line.pod.heard_buzzes) == ((0, 0, 0, 0), 0)


def test_a_low_display_gets_four_pages() -> None:
    line = OnALine(PodModel(replace(HELLO, height=32)))
    line.plug()
    wire = line.talk.show(picture(3, pages=4), 1, private=False)
    line.past(0.3)
    assert line.pod.glass == b"".join(picture(3, pages=4))
    assert line.talk.settled(wire)


def test_a_pod_that_never_takes_a_picture_is_not_flooded(line: OnALine) -> None:
    line.talk.show(picture(1, pages=9), 1, private=False)
    before = line.sent
    line.past(10)
    assert line.sent - before < 10 / BACKOFF * (2 * 137 + 60)
    assert line.comings == ["joined"]


# -- bad lines -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_over_a_bad_line_keys_come_at_most_once_and_the_picture_comes_in_the_end(seed: int) -> None:
    line = OnALine(sessions=repeat(7))
    line.to_pod, line.to_pi = Noise(seed, 0.002), Noise(seed + 100, 0.002)
    line.plug(seconds=3)
    pressed = 0
    for number in range(40):
        line.talk.show(picture(number), number + 1, private=False)
        line.pod.press("ok", line.now)
        line.past(0.1)
        line.pod.release("ok", line.now)
        line.past(0.1)
        pressed += 1
    changes = [change for _, change in line.keys]
    assert len(changes) <= 2 * pressed
    assert sum(changes) >= pressed - line.pod.not_taken
    line.to_pod = line.to_pi = lambda data: data
    line.past(5)
    assert line.pod.glass == b"".join(picture(39))
    assert line.talk.connected


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.binary(max_size=60), st.integers(0, 30)), max_size=25))
def test_no_bytes_from_a_pod_break_the_conversation(noise: list[tuple[bytes, int]]) -> None:
    line = OnALine()
    line.plug()
    for data, steps in noise:
        said = data
        line.to_pi = lambda own, said=said: said + own  # type: ignore[misc]
        line.step()
        line.to_pi = lambda own: own
        line.past(steps * STEP)
    line.past(SILENT + 2)
    assert line.talk.connected
    line.pod.press("ok", line.now)
    line.past(0.2)
    assert line.keys[-1] == ("ok", 1)


messages = st.one_of(
    st.builds(Hello, *[st.integers(0, 3)] * 2, st.binary(min_size=8, max_size=8), *[st.integers(0, 255)] * 9),
    st.builds(State, st.sampled_from([7, 8]), *[st.integers(0, 255)] * 10,
              st.lists(st.integers(0, 9), max_size=8).map(tuple)),
    st.builds(Key, st.sampled_from([7, 8]), st.integers(0, 9), st.integers(0, 9), st.integers(0, 6), st.integers(0, 1),
              st.integers(0, 2000)),
)  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(messages, st.floats(0, 4)), max_size=30))
def test_no_messages_from_a_pod_break_the_conversation(said: list[tuple[Hello | State | Key, float]]) -> None:
    talk = PodConversation(1, lambda: 7)
    now = 0.0
    talk.line_opened(now)
    talk.show(picture(1), 1, private=True)
    talk.lamp((1, 1, 1, 1))
    comings = 0
    for message, pause in said:
        talk.receive(message.pack(), now)
        sent = 0
        while talk.next_payload(now) is not None:
            sent += 1
            assert sent < 60
        now += pause
        talk.tick(now)
        due = talk.due()
        assert due is not None
        while talk.events:
            told = talk.events.popleft()
            comings += isinstance(told, PodConnected) - isinstance(told, PodLost)
            assert comings in (0, 1)
            assert not isinstance(told, KeyChange) or (comings and told.at <= now)
    talk.line_closed(now, "unplugged")
    assert talk.due() is None
    assert not talk.connected


def test_time_is_only_asked_for_when_there_is_something_to_do(line: OnALine) -> None:
    line.talk.show(picture(1), 1, private=False)
    line.past(1)
    due = line.talk.due()
    assert due is not None
    assert line.now < due <= line.now + 1
    line.unplug()
    assert line.talk.due() is None
    assert line.talk.bye() is None


def test_the_parts_of_the_model_are_those_of_the_protocol() -> None:
    assert HELLO.parts == DISPLAY | LAMP | BUZZER
    assert HELLO.pages == 8
