"""Edges to presses: what a clean key gives, what a bad one gives, and what holds for any edges at all."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.debounce import Debouncer, Hold, KeyEvent, Press, Release, Timing
from hardware.ports import Edge

DEVICE = "seat2.keys"
T = Timing()


def edge(level: bool, at: float, line: str = "ok", device: str = DEVICE) -> Edge:
    return Edge(device, line, level, at)


def run(edges: list[Edge], end: float = 1e6) -> list[KeyEvent]:
    debouncer = Debouncer()
    told = [event for one in edges for event in debouncer.feed(one)]
    return told + debouncer.advance(end)


LAST = T.confirm + T.late
"""Seconds after which a closed contact of which nothing more is heard is a press."""


def down(keys: Debouncer, at: float, line: str = "ok", device: str = DEVICE) -> list[KeyEvent]:
    """A contact closes and stays so until the press counts."""
    return keys.feed(edge(True, at, line, device)) + keys.advance(at + LAST)


def test_a_press_counts_once_the_contact_stayed_closed_and_is_dated_at_its_first_edge() -> None:
    keys = Debouncer()
    assert keys.feed(edge(True, 5.0)) == []
    assert keys.due() == 5.0 + LAST
    assert keys.advance(5.0 + T.confirm) == [], "its opening may be on its way"
    assert keys.advance(5.0 + LAST) == [Press(DEVICE, "ok", 5.0)]


def test_an_edge_that_comes_later_confirms_a_press_at_once() -> None:
    keys = Debouncer()
    keys.feed(edge(True, 5.0))
    assert keys.feed(edge(False, 5.0 + T.confirm)) == [Press(DEVICE, "ok", 5.0)]


@pytest.mark.parametrize("microseconds", [1, 20, 200, 1400])
def test_a_spike_is_no_press(microseconds: int) -> None:
    keys = Debouncer()
    told = keys.feed(edge(True, 5.0)) + keys.feed(edge(False, 5.0 + microseconds / 1e6))
    assert keys.due() is None
    assert told + keys.advance(6.0) == []
    assert down(keys, 7.0) == [Press(DEVICE, "ok", 7.0)]


def test_spikes_that_follow_each_other_are_no_press_however_many() -> None:
    edges = [edge(number % 2 == 0, 5.0 + number // 2 * 0.001 + number % 2 * 0.0002) for number in range(4000)]
    keys = Debouncer()
    assert [event for one in edges for event in keys.feed(one)] == []
    [pressed] = down(keys, 7.0)
    assert 7.0 - T.bounce - T.settle <= pressed.at <= 7.0, "not dated when the noise began"


def test_a_press_that_a_pod_has_debounced_counts_at_once() -> None:
    """Its release may come at the same moment: a line brings both together."""
    keys = Debouncer()
    assert keys.feed(Edge(DEVICE, "ok", True, 5.0, 3, debounced=True)) == [Press(DEVICE, "ok", 5.0, 3)]
    keys.feed(Edge(DEVICE, "ok", False, 5.0, 3, debounced=True))
    assert keys.advance(6.0) == [Release(DEVICE, "ok", 5.0, 0.0)]


def test_a_press_keeps_the_picture_of_its_first_edge() -> None:
    keys = Debouncer()
    for level, at, picture in ((True, 5.0, 7), (False, 5.001, 7), (True, 5.002, 8)):
        keys.feed(Edge(DEVICE, "ok", level, at, picture))
    assert keys.advance(6.0)[0] == Press(DEVICE, "ok", 5.0, 7)


def test_a_release_is_told_after_the_quiet_and_dated_when_the_contact_opened() -> None:
    keys = Debouncer()
    down(keys, 5.0)
    assert keys.feed(edge(False, 5.1)) == []
    assert keys.due() == pytest.approx(5.1 + T.settle)
    assert keys.advance(5.1 + T.settle / 2) == []
    assert keys.advance(5.1 + T.settle) == [Release(DEVICE, "ok", 5.1, pytest.approx(0.1))]
    assert keys.due() is None


def test_a_dip_in_the_middle_of_a_hold_is_not_a_second_press() -> None:
    told = run([edge(True, 1.0), edge(False, 1.3), edge(True, 1.302), edge(False, 1.5)], end=1.6)
    assert [type(event) for event in told] == [Press, Release]
    assert told[1] == Release(DEVICE, "ok", 1.5, 0.5)


def test_a_tap_shorter_than_its_own_bounces_still_is_a_press_and_a_release() -> None:
    assert [type(event) for event in run([edge(True, 1.0), edge(False, 1.002)])] == [Press, Release]


def test_a_hold_is_told_once_for_most_keys() -> None:
    keys = Debouncer()
    down(keys, 1.0, "peek")
    assert keys.due() == 1.0 + T.hold
    assert keys.advance(1.0 + T.hold) == [Hold(DEVICE, "peek", 1.0 + T.hold, 1)]
    assert keys.advance(5.0) == []


def test_a_held_up_key_repeats_on_time() -> None:
    keys = Debouncer()
    keys.feed(edge(True, 0.0, "up"))
    told = [event for tick in range(100) for event in keys.advance(tick / 100)]
    assert [(event.at, event.count) for event in told if isinstance(event, Hold)] == [
        (pytest.approx(T.hold), 1),
        (pytest.approx(T.hold + T.repeat), 2),
        (pytest.approx(T.hold + 2 * T.repeat), 3),
    ]


def test_repeats_that_were_slept_through_are_not_made_up_for() -> None:
    keys = Debouncer()
    down(keys, 0.0, "up")
    assert len(keys.advance(10.0)) == 1
    assert keys.due() == 10.0 + T.repeat


def test_a_hold_is_found_even_when_its_release_is_read_in_the_same_moment() -> None:
    told = run([edge(True, 1.0), edge(False, 3.0)])
    assert told == [Press(DEVICE, "ok", 1.0), Hold(DEVICE, "ok", 1.6, 1), Release(DEVICE, "ok", 3.0, 2.0)]


def test_a_contact_that_is_open_for_the_moment_does_not_count_as_held() -> None:
    opened = 1.0 + T.hold - 0.001
    keys = Debouncer()
    keys.feed(edge(True, 1.0))
    keys.feed(edge(False, opened))
    assert keys.advance(1.0 + T.hold) == []
    assert keys.advance(2.0) == [Release(DEVICE, "ok", opened, pytest.approx(T.hold - 0.001))]


def test_a_lost_release_is_told_when_the_key_goes_down_again() -> None:
    told = run([edge(True, 1.0), edge(True, 1.4), edge(False, 1.5)], end=1.6)
    assert told == [
        Press(DEVICE, "ok", 1.0),
        Release(DEVICE, "ok", 1.4, pytest.approx(0.4)),
        Press(DEVICE, "ok", 1.4),
        Release(DEVICE, "ok", 1.5, pytest.approx(0.1)),
    ]


def test_a_lost_press_is_not_made_up() -> None:
    assert run([edge(False, 1.0), edge(False, 1.5)]) == []


def test_a_stuck_key_is_released_once_and_mute_until_it_is_really_up() -> None:
    keys = Debouncer(repeating=())
    keys.feed(edge(True, 0.0))
    told = keys.advance(100.0)
    assert told[-1] == Release(DEVICE, "ok", T.stuck, T.stuck)
    assert keys.due() is None
    assert keys.feed(edge(False, 101.0)) == []
    assert keys.feed(edge(True, 101.002)) == [], "a stuck key that rattles is no press"
    assert keys.feed(edge(False, 101.004)) == []
    assert keys.advance(102.0) == []
    assert down(keys, 103.0) == [Press(DEVICE, "ok", 103.0)]


def test_a_contact_that_never_stops_chattering_is_one_press_until_it_counts_as_stuck() -> None:
    told = run([edge(step % 2 == 0, step * 0.004) for step in range(10_000)], end=39.996)
    assert [type(event) for event in told if not isinstance(event, Hold)] == [Press, Release]
    assert told[-1].at == T.stuck


def test_two_keys_at_once_do_not_mix() -> None:
    told = run(
        [edge(True, 1.0), edge(True, 1.001, "back"), edge(False, 1.2), edge(False, 1.3, "back")],
        end=1.5,
    )
    assert [(type(event), event.key) for event in told] == [
        (Press, "ok"),
        (Press, "back"),
        (Release, "ok"),
        (Release, "back"),
    ]


def test_the_same_key_of_two_seats_is_two_keys() -> None:
    told = run([edge(True, 1.0), edge(True, 1.0, device="seat3.keys")], end=1.1)
    assert [event.device for event in told] == [DEVICE, "seat3.keys"]


def test_an_edge_older_than_the_last_of_its_line_is_dropped() -> None:
    keys = Debouncer()
    keys.feed(edge(True, 1.0))
    keys.feed(edge(False, 1.2))
    assert keys.feed(edge(True, 1.1)) == []
    assert [type(event) for event in keys.advance(2.0)] == [Release]


def test_a_release_read_late_is_not_dated_before_the_hold_told_meanwhile() -> None:
    keys = Debouncer()
    down(keys, 1.0)
    assert keys.advance(2.0) == [Hold(DEVICE, "ok", 1.6, 1)]
    keys.feed(edge(False, 1.5))
    assert keys.advance(2.0) == [Release(DEVICE, "ok", 1.6, pytest.approx(0.6))]


def test_a_press_read_late_is_not_dated_before_the_release_told_meanwhile() -> None:
    keys = Debouncer()
    keys.feed(edge(True, 0.0))
    assert keys.advance(40.0)[-1].at == T.stuck
    keys.feed(edge(False, 10.0))
    assert down(keys, 20.0) == [Press(DEVICE, "ok", T.stuck)]


def test_a_device_gone_before_its_last_edge_does_not_release_before_its_press() -> None:
    keys = Debouncer()
    keys.feed(edge(True, 1.0))
    keys.feed(edge(False, 1.2))
    assert keys.drop(DEVICE, 0.5) == [Release(DEVICE, "ok", 1.2, pytest.approx(0.2))]
    assert keys.feed(edge(True, 1.1)) == []


def test_lines_may_be_out_of_order_among_themselves() -> None:
    keys = Debouncer()
    assert len(down(keys, 9.0)) == 1
    assert down(keys, 1.0, "back") == [Press(DEVICE, "back", 1.0)]


def test_time_does_not_run_back() -> None:
    keys = Debouncer()
    down(keys, 1.0)
    assert len(keys.advance(2.0)) == 1
    assert keys.advance(0.5) == []
    assert keys.advance(2.0) == []


def test_a_device_that_is_gone_releases_its_keys_and_no_others() -> None:
    keys = Debouncer()
    for line, device in (("peek", DEVICE), ("ok", DEVICE), ("ok", "seat3.keys")):
        down(keys, 1.0, line, device)
    told = keys.drop(DEVICE, 1.5)
    assert told == [Release(DEVICE, "peek", 1.5, 0.5), Release(DEVICE, "ok", 1.5, 0.5)]
    assert keys.feed(edge(True, 1.2, "peek")) == [], "an edge from before the loss is stale"
    assert [event.device for event in keys.advance(1.7)] == ["seat3.keys"]


def test_advance_tells_in_order_of_time() -> None:
    keys = Debouncer()
    down(keys, 1.1, "ok")
    down(keys, 1.05, "back")
    assert [event.key for event in keys.advance(2.0)] == ["back", "ok"]


@pytest.mark.parametrize(
    "times",
    [
        {"confirm": 0.0},
        {"late": -1.0},
        {"settle": 0.0},
        {"settle": 0.7},
        {"hold": 40.0},
        {"repeat": 0.0},
        {"stuck": float("inf")},
    ],
)
def test_times_that_make_no_sense_are_refused(times: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="key times"):
        Timing(**times)


@st.composite
def bounce(draw: st.DrawFn, level: bool, at: float) -> list[Edge]:
    """A change to `level` with up to six bounces, each shorter than the quiet that a release takes."""
    gaps = draw(st.lists(st.floats(0.00001, T.settle * 0.9), max_size=12))
    gaps = gaps if len(gaps) % 2 == 0 else gaps[:-1]
    scale = min(1.0, 0.03 / sum(gaps)) if gaps else 1.0
    edges = [edge(level, at)]
    for gap in gaps:
        last = edges[-1]
        edges.append(edge(not last.level, last.at + gap * scale))
    return edges


@st.composite
def typing_at_ten_a_second(draw: st.DrawFn) -> list[list[Edge]]:
    """Presses 100 ms apart, each down for 45 to 55 ms, every change bouncing for up to 30 ms."""
    presses = []
    for number in range(draw(st.integers(1, 10))):
        down = 7.0 + number * 0.1
        up = down + draw(st.floats(0.045, 0.055))
        presses.append(draw(bounce(True, down)) + draw(bounce(False, up)))
    return presses


@settings(max_examples=60, deadline=None)
@given(typing_at_ten_a_second())
def test_every_bouncing_press_at_ten_a_second_is_exactly_one(presses: list[list[Edge]]) -> None:
    told = run([one for press in presses for one in press])
    assert [type(event) for event in told] == [Press, Release] * len(presses)
    assert [event.at for event in told[::2]] == [press[0].at for press in presses]


any_edges = st.lists(
    st.tuples(st.sampled_from(["ok", "up"]), st.booleans(), st.floats(0, 100), st.booleans()),
    max_size=60,
)


@settings(max_examples=150, deadline=None)
@given(any_edges, st.booleans())
def test_any_edges_at_all_give_press_holds_release(edges: list[tuple[str, bool, float, bool]], in_order: bool) -> None:
    if in_order:
        edges = sorted(edges, key=lambda one: one[2])
    keys = Debouncer()
    told: list[KeyEvent] = []
    for line, level, at, passes in edges:
        told += keys.feed(edge(level, at, line))
        if passes:
            told += keys.advance(at + 0.3)
    told += keys.drop(DEVICE, 1000.0)
    for line in ("ok", "up"):
        pressed: Press | None = None
        last = 0.0
        for event in (event for event in told if event.key == line):
            assert event.at >= last
            last = event.at
            if isinstance(event, Press):
                assert pressed is None
                pressed = event
                continue
            assert pressed is not None
            if isinstance(event, Hold):
                assert event.at >= pressed.at + T.hold
            else:
                assert event.held == event.at - pressed.at >= 0
                pressed = None
        assert pressed is None
    assert keys.due() is None
