"""What is still to be told: the latest of each topic, one message at a time, events soon or not at all."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.mqtt.pending_messages import EVENT_LASTS, EVENTS_KEPT, REFUSED_FOR, Outbox, Outgoing


def told(outbox: Outbox, now: float = 0.0) -> list[tuple[str, bytes]]:
    """All that a broker gets, one message after the other."""
    found = []
    while (message := outbox.next(now)) is not None:
        found.append((message.topic, message.payload))
        outbox.answered(now, taken=True)
    return found


def test_of_a_topic_only_the_latest_is_told() -> None:
    outbox = Outbox()
    outbox.want({"a": b"1", "b": b"1"})
    outbox.want({"a": b"2"})
    assert told(outbox) == [("a", b"2"), ("b", b"1")]
    assert outbox.done(0.0)
    outbox.want({"a": b"2"})
    assert told(outbox) == []


def test_one_message_is_on_its_way_at_a_time() -> None:
    outbox = Outbox()
    outbox.want({"a": b"1", "b": b"1"})
    assert outbox.next(0.0) == Outgoing("a", b"1", retain=True)
    assert outbox.next(0.0) is None
    outbox.want({"a": b"2"})
    outbox.answered(0.0, taken=True)
    assert told(outbox) == [("a", b"2"), ("b", b"1")]


def test_what_was_on_its_way_when_the_link_broke_is_told_again() -> None:
    outbox = Outbox()
    outbox.want({"a": b"1"})
    outbox.next(0.0)
    outbox.link_begins()
    assert told(outbox) == [("a", b"1")]
    outbox.say_anew()
    assert told(outbox) == [("a", b"1")]


def test_an_old_event_is_not_told_and_few_are_kept() -> None:
    outbox = Outbox()
    outbox.add_events("e", [b"old"], 0.0)
    outbox.add_events("e", [b"new"], EVENT_LASTS)
    assert told(outbox, EVENT_LASTS + 1) == [("e", b"new")]
    outbox.add_events("e", [str(n).encode() for n in range(100)], 0.0)
    assert [payload for _, payload in told(outbox)] == [str(n).encode() for n in range(100 - EVENTS_KEPT, 100)]


def test_what_was_refused_is_tried_again_after_a_while() -> None:
    outbox, clock = Outbox(), 100.0
    outbox.want({"a": b"1", "b": b"1"})
    outbox.next(clock)
    outbox.answered(clock, taken=False)
    assert told(outbox, clock + 1) == [("b", b"1")]
    assert outbox.done(clock + 1)
    assert told(outbox, clock + REFUSED_FOR) == [("a", b"1")]
    assert told(outbox, clock + 2 * REFUSED_FOR) == []


def test_what_is_wanted_alone_leaves_all_else_as_it_is() -> None:
    outbox = Outbox()
    outbox.want({"a": b"1", "b": b"1"})
    outbox.add_events("e", [b"x"], 0.0)
    outbox.want_only({"b": b""})
    assert told(outbox) == [("b", b"")]


def test_what_happened_before_a_link_is_no_news_on_it() -> None:
    outbox = Outbox()
    outbox.add_events("e", [b"x"], 0.0)
    outbox.link_begins()
    assert told(outbox) == []


@given(st.lists(st.tuples(st.sampled_from("abc"), st.binary(max_size=2), st.booleans())))
def test_a_broker_that_takes_everything_ends_with_what_is_wanted(steps: list[tuple[str, bytes, bool]]) -> None:
    outbox, holds, wanted = Outbox(), dict[str, bytes](), dict[str, bytes]()
    for topic, payload, breaks in steps:
        wanted[topic] = payload
        outbox.want({topic: payload})
        message = outbox.next(0.0)
        if message is not None and not breaks:
            holds[message.topic] = message.payload
            outbox.answered(0.0, taken=True)
        if breaks:
            outbox.link_begins()
    holds.update(told(outbox))
    assert holds == wanted
