"""What every table does, done by pods at the ends of pseudo-terminals; and pods beside a simulated panel."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from hardware.colours import LAMPS
from hardware.pods.pod_parts import pages_of
from hardware.pods.pod_table import PodTable
from hardware.ports import Fault, Reconnected, merged
from hardware.profile import Profile
from hardware.profile_files import load
from hardware.sim.sim_table import SimTable
from tests.firmware.pty_pod import PtyPod, until
from tests.hardware.hands import Inbox
from tests.hardware.test_any_table import (
    test_after_closing_nothing_is_heard_and_the_pins_are_free as test_after_closing_nothing_is_heard,
)
from tests.hardware.test_any_table import (
    test_every_display_shows_its_own_picture,
    test_every_encoder_is_heard_both_ways,
    test_every_key_is_heard_once_down_and_once_up,
    test_every_lamp_goes_on_and_off_by_itself,
    test_everything_of_the_profile_is_in_the_survey,
)

__all__ = [
    "test_after_closing_nothing_is_heard",
    "test_every_display_shows_its_own_picture",
    "test_every_encoder_is_heard_both_ways",
    "test_every_key_is_heard_once_down_and_once_up",
    "test_every_lamp_goes_on_and_off_by_itself",
    "test_everything_of_the_profile_is_in_the_survey",
]


class PodHands:
    """Hands at pods."""

    def __init__(self, profile: Profile) -> None:
        self.inbox = Inbox(5)
        self.table = PodTable(profile, time.monotonic)
        self.devices = self.table.devices()
        self.pods = {place.number: PtyPod(Path(str(place.pod))) for place in profile.places()}

    def press(self, place: int, line: str) -> None:
        self.pods[place].tap(line)

    def turn(self, place: int, steps: int) -> None:
        with self.pods[place].lock:
            self.pods[place].model.turn(steps, time.monotonic())

    def sees(self, place: int, picture: Image.Image) -> bool:
        return self.pods[place].model.glass == b"".join(pages_of(picture))

    def lit(self, place: int) -> bool:
        wanted = self.table._pods[place].link._conversation._wanted.lamp
        until(lambda: self.pods[place].model.lamp == wanted)
        return self.pods[place].model.lamp[3] > 0

    def joined(self) -> None:
        for place in self.pods:
            self.inbox.until(lambda event, device=f"seat{place}.buzzer": event == Reconnected(device, event.at))


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    seats = "".join(f'[[seat]]\nnumber = {number}\npod = "{tmp_path}/pod-{number}"\n' for number in (1, 2, 5))
    return load(f'name = "pods"\nkind = "pi"\n{seats}', "pods.toml")


@pytest.fixture
def hands(profile: Profile) -> Iterator[PodHands]:
    made = PodHands(profile)
    made.devices.start(made.inbox.events.put)
    for pod in made.pods.values():
        pod.plug()
    until(lambda: not [wire for wire in made.devices.survey() if wire.fault is not None])
    yield made
    made.devices.close()
    for pod in made.pods.values():
        pod.unplug()


def test_a_lamp_shines_in_the_colour_of_its_seat(hands: PodHands) -> None:
    hands.devices.lights[5].set(True)
    assert hands.lit(5)
    assert hands.pods[5].model.lamp == (*(round(part * 255) for part in LAMPS[5]), 1)


def test_a_pod_is_looked_for_at_once_when_asked(profile: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.pods.link.RETRY_AFTER", 3600.0)
    hands = PodHands(profile)
    hands.devices.start(hands.inbox.events.put)
    until(lambda: {wire.fault.trouble for wire in hands.devices.survey() if wire.fault} == {"missing"})
    for pod in hands.pods.values():
        pod.plug()
    hands.devices.mend()
    until(lambda: not [wire for wire in hands.devices.survey() if wire.fault is not None])
    hands.devices.close()
    hands.devices.mend()
    for pod in hands.pods.values():
        pod.unplug()


def test_pods_stand_beside_other_places(profile: Profile, tmp_path: Path) -> None:
    panel = SimTable(load('name = "p"\nkind = "sim"\n[panel]\nparts = ["keys", "oled"]', "p.toml"), time.monotonic)
    released: list[str] = []
    wired = replace(panel.devices(), pins_by=lambda: "gpiod")
    podded = PodTable(profile, time.monotonic).devices()
    both = merged((wired, podded))
    assert (podded.pins_by(), both.pins_by()) == ("", "gpiod")
    object.__setattr__(wired, "release", lambda: released.append("wired"))
    object.__setattr__(podded, "release", lambda: released.append("podded"))
    assert (set(both.keys), set(both.displays), set(both.lights)) == ({0, 1, 2, 5}, {0, 1, 2, 5}, {1, 2, 5})
    survey = both.survey()
    assert [wire.device for wire in survey][:2] == ["panel.keys", "panel.keys"]
    assert {wire.fault for wire in survey} == {None, *(Fault("silent", f"{tmp_path}/pod-{n}") for n in (1, 2, 5))}
    both.close()
    assert released == ["wired", "podded"]
