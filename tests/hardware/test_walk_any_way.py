"""Whatever is pressed, turned, typed or left alone: the walk goes on, and what it found is a profile to be read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from PIL.Image import Image

from companion.commands.doctor.walk_summary import remarks_of, summary
from companion.core.toml_reading import read_toml
from companion.locale import speaker
from companion.walk.profile_text import profile_text
from companion.walk.walk_session import WalkSession
from companion.walk.walk_words import header_words
from hardware.ports import Fault
from hardware.profile import Oled, SeatPlace, SpiOled
from hardware.profile_files import load, read_shipped
from hardware.walk.walk_devices import DisplayAnswer, PinEdge

PROFILE = read_shipped("pi-zero-2w")
PINS = range(4, 28)


class AnyDevices:
    """Parts that fail as they are told."""

    def __init__(self, failing: Collection[str], answers: tuple[DisplayAnswer, ...]) -> None:
        self.failing = failing
        self.answers = answers

    def _fault(self, part: str) -> Fault | None:
        return Fault("silent", "/dev/i2c-1") if part in self.failing else None

    def listen(self, post: Callable[[PinEdge], None]) -> Mapping[int, bool]:
        return dict.fromkeys(PINS, False)

    def fetch(self) -> None: ...

    def fault(self, pin: int) -> Fault | None:
        return None

    def shine(self, place: SeatPlace, colours: Collection[str]) -> Fault | None:
        return self._fault("light")

    def sound(self, place: SeatPlace) -> Fault | None:
        return self._fault("buzzer")

    def show(self, oled: Oled | SpiOled, image: Image | None) -> Fault | None:
        assert image is None or image.size == oled.size
        return self._fault("display")

    def scan(self, oled: Oled) -> tuple[DisplayAnswer, ...]:
        return self.answers

    def close(self) -> None: ...


presses = st.tuples(st.just("press"), st.sampled_from(PINS))
turns = st.tuples(st.just("turn"), st.tuples(st.sampled_from(PINS), st.sampled_from(PINS), st.booleans()))
edges = st.tuples(st.just("edge"), st.tuples(st.sampled_from(PINS), st.booleans()))
typed = st.tuples(st.just("type"), st.sampled_from(["y", "n", "s", "b", "r", "1", "2", "3", "0", "?", ""]))
waits = st.tuples(st.just("wait"), st.just(None))
answers = st.builds(DisplayAnswer, st.sampled_from([0x3C, 0x3D]), st.none() | st.integers(0, 7))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.one_of(presses, turns, edges, typed, waits, waits), max_size=80),
    st.sets(st.sampled_from(["light", "buzzer", "display"])),
    st.lists(answers, max_size=2).map(tuple),
)
def test_any_way_through(
    actions: list[tuple[str, object]], failing: set[str], answers: tuple[DisplayAnswer, ...]
) -> None:
    devices = AnyDevices(failing, answers)
    words, english = header_words(PROFILE.places()), speaker("en", {})
    lines: list[str] = []
    session = WalkSession(PROFILE.places(), devices, words, english, lines.append)
    now = 0.0
    session.begin(devices.listen(lambda _: None), now)

    def move(pin: int, closed: bool) -> None:
        nonlocal now
        now += 0.02
        session.edge(PinEdge(pin, closed, now), now)

    for kind, what in actions:
        match kind, what:
            case "press", int(pin):
                move(pin, True)
                move(pin, False)
            case "turn", (int(a), int(b), bool(twice)):
                for number in range(20 if twice else 40):
                    move(a if number % 2 == 0 else b, number % 4 < 2)
            case "edge", (int(pin), bool(closed)):
                move(pin, closed)
            case "type", str(line):
                session.typed(line, now)
            case _:
                now += 20.1
                session.tick(now)
        found = {place.number: place for place in session.wired}
        walked = replace(PROFILE, seats=(found[1],), panel=found[0])
        remarks = remarks_of(session, english.say)
        assert load(profile_text(walked, "", remarks), "it", read_toml) == walked
    assert list(summary(session, words, english))
    session.typed("q", now)
    assert session.over
