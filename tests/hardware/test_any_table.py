"""What every table does: simulated, on a header without a Pi, or wired (`-m pi -s`, TABLE_PROFILE is its profile)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from hardware.pi.pins import Pins
from hardware.ports import Display
from hardware.profile import Profile
from hardware.profile_files import load, read_shipped, shipped
from tests.hardware.hands import BenchHands, Hands, HeaderHands, SimHands
from tests.hardware.headers import HEADERS, made_header

TWO_SEATS = """
name = "two"
kind = "pi"
[[seat]]
number = 1
keys = { up = 4, down = 17, ok = 27, back = 22, peek = 10 }
encoder = { a = 9, b = 11, push = 5 }
oled = { bus = 1, address = 0x3C }
light = 6
buzzer = 13
[[seat]]
number = 2
keys = { ok = 14 }
oled = { bus = 1, address = 0x3D, size = "128x32" }
light = { red = 16, green = 20, blue = 21 }
"""


def bench_profile() -> Profile:
    name = os.environ.get("TABLE_PROFILE", "pi-3-4")
    return read_shipped(name) if name in shipped() else load(Path(name).read_text(encoding="utf-8"), name)


@pytest.fixture(params=["simulated", *HEADERS, pytest.param("bench", marks=pytest.mark.pi)])
def profile(request: pytest.FixtureRequest) -> Profile:
    return bench_profile() if request.param == "bench" else load(TWO_SEATS, "two.toml")


@pytest.fixture
def hands(request: pytest.FixtureRequest, profile: Profile, tmp_path: Path) -> Iterator[Hands]:
    kind = request.node.callspec.params["profile"]
    made: Hands
    if kind in HEADERS:
        made = HeaderHands(profile, made_header(kind, request), request.getfixturevalue("buses"), tmp_path)
    else:
        made = SimHands(profile) if kind == "simulated" else BenchHands(profile, tmp_path)
    made.devices.start(made.inbox.events.put)
    ready(made)
    yield made
    made.devices.close()


def ready(hands: Hands) -> None:
    """Whoever watches over the parts has tried each of them."""
    if isinstance(hands, HeaderHands | BenchHands):
        hands.table.watch.look()
    assert not [wire for wire in hands.devices.survey() if wire.fault is not None]


def test_every_key_is_heard_once_down_and_once_up(hands: Hands, profile: Profile) -> None:
    for place in profile.places():
        for line in place.lines:
            hands.press(place.number, line)
            down = hands.inbox.edge(place.number, line, True)
            up = hands.inbox.edge(place.number, line, False)
            assert down.at <= up.at


def test_every_encoder_is_heard_both_ways(hands: Hands, profile: Profile) -> None:
    for place in profile.places():
        if place.encoder is not None:
            for steps in (3, -2):
                hands.turn(place.number, steps)
                hands.inbox.turns(place.number, steps)


def pattern(display: Display, number: int) -> Image.Image:
    picture = Image.new("1", display.size)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, picture.width - 1, picture.height - 1), outline=1)
    draw.rectangle((10, 4, 20 + 10 * number, 20), fill=1)
    return picture


def test_every_display_shows_its_own_picture(hands: Hands) -> None:
    pictures = {place: pattern(display, place) for place, display in hands.devices.displays.items()}
    for place, display in hands.devices.displays.items():
        display.show(pictures[place])
    assert all(hands.sees(place, picture) for place, picture in pictures.items())
    for display in hands.devices.displays.values():
        display.blank()
    for place, display in hands.devices.displays.items():
        assert hands.sees(place, Image.new("1", display.size))


def test_every_lamp_goes_on_and_off_by_itself(hands: Hands) -> None:
    for place, light in hands.devices.lights.items():
        light.set(True)
        assert [hands.lit(other) for other in hands.devices.lights] == [
            other == place for other in hands.devices.lights
        ]
        light.set(False)
        assert not hands.lit(place)


def test_everything_of_the_profile_is_in_the_survey(hands: Hands, profile: Profile) -> None:
    lines = [(wire.device.partition(".")[0], wire.line) for wire in hands.devices.survey()]
    assert len(lines) == len(set(lines))
    for place in profile.places():
        name = f"seat{place.number}" if place.number else "panel"
        extra = {"encoder": "encoder", "oled": "display", "light": "light", "buzzer": "buzzer"}
        wanted = {*place.lines, *(line for part, line in extra.items() if part in place.parts)}
        assert {line for owner, line in lines if owner == name} == wanted


def test_after_closing_nothing_is_heard_and_the_pins_are_free(hands: Hands, tmp_path: Path) -> None:
    hands.devices.close()
    if isinstance(hands, BenchHands):
        return
    while not hands.inbox.events.empty():
        hands.inbox.events.get()
    if isinstance(hands, SimHands):
        hands.press(1, "ok")
    assert hands.inbox.events.empty()
    if isinstance(hands, HeaderHands):
        assert not any(hands.lit(place) for place in hands.devices.lights)
        pins = Pins(None, tmp_path)
        for wire in hands.devices.survey():
            for pin in wire.pins:
                pins.contact(pin.number, lambda _: None).close()
        pins.close()
