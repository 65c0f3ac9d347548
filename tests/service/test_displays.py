"""Pictures on their way: the latest wins, and one display does not stop another."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest
from PIL.Image import Image

from companion.render.faces import FlashFace
from companion.service.panel.displays import DisplayThreads, Numbered
from hardware.ports import DeviceGone


class Slow:
    """A display that shows a picture when it is let."""

    size = (128, 64)

    def __init__(self, bus: str = "i2c-1") -> None:
        self.bus = bus
        self.shown: list[tuple[bytes, bool]] = []
        self.busy = Event()
        self.go = Event()
        self.go.set()
        self.fails: Exception | None = None
        self.done = Event()

    def show(self, image: Image, *, private: bool = False) -> None:
        self.busy.set()
        self.go.wait(10)
        if self.fails is not None:
            self.done.set()
            raise self.fails
        self.shown.append((image.tobytes(), private))
        self.done.set()

    def blank(self) -> None: ...

    def close(self) -> None: ...


class Numbering(Slow):
    """A display that is told the number of what it shows."""

    def __init__(self) -> None:
        super().__init__()
        self.numbers: list[int] = []

    def show_as(self, number: int, image: Image, *, private: bool = False) -> None:
        self.show(image, private=private)
        self.numbers.append(number)


def test_a_display_that_numbers_its_pictures_is_told_their_numbers() -> None:
    display = Numbering()
    displays = DisplayThreads({1: display})
    displays.start()
    displays.put(1, Numbered(41, FlashFace(text="one", tone="good", private=True)))
    displays.close()
    assert display.numbers == [41]
    assert [private for _, private in display.shown] == [True]
    assert displays.shown(1) == 41


class Two:
    """The displays of seats 1 and 2."""

    def __init__(self) -> None:
        self.one, self.two = Slow(), Slow()
        self.displays = DisplayThreads({1: self.one, 2: self.two})
        self.displays.start()


@pytest.fixture
def two() -> Iterator[Two]:
    two = Two()
    yield two
    two.one.go.set()
    two.two.go.set()
    two.displays.close()


def face(text: str, **more: Any) -> FlashFace:
    return FlashFace(text=text, **more)


def test_of_many_pictures_only_the_latest_is_sent(two: Two) -> None:
    two.one.go.clear()
    two.displays.put(1, Numbered(1, face("a")))
    assert two.one.busy.wait(10)
    for n in range(2, 50):
        two.displays.put(1, Numbered(n, face(str(n))))
    assert two.displays.shown(1) == 0
    two.one.go.set()
    two.displays.close()
    assert len(two.one.shown) == 2
    assert two.displays.shown(1) == 49


def test_private_pictures_are_sent_as_private(two: Two) -> None:
    two.displays.put(1, Numbered(1, face("a", private=True)))
    two.displays.put(2, Numbered(1, face("a")))
    two.displays.close()
    assert [private for _, private in two.one.shown] == [True]
    assert [private for _, private in two.two.shown] == [False]


@pytest.mark.parametrize("error", [DeviceGone("seat1.display", "the cable is out"), ValueError("owl"), OSError("owl")])
def test_a_display_that_fails_does_not_stop_the_others(
    two: Two, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    two.one.fails = error
    two.displays.put(1, Numbered(1, face("a")))
    assert two.one.done.wait(10)
    two.displays.put(2, Numbered(1, face("b")))
    assert two.two.done.wait(10)
    two.one.fails = None
    two.one.done.clear()
    two.displays.again(1)
    assert two.one.done.wait(10)
    two.displays.close()
    assert len(two.one.shown) == len(two.two.shown) == 1
    assert two.displays.shown(1) == 1
    assert "owl" not in caplog.text
    assert caplog.records


def test_a_face_that_cannot_be_drawn_is_told_without_its_words(two: Two, caplog: pytest.LogCaptureFixture) -> None:
    two.displays.put(1, Numbered(1, "the hidden card is an owl"))  # type: ignore[arg-type]
    two.displays.put(2, Numbered(1, face("b")))
    assert two.two.done.wait(10)
    two.displays.close()
    assert "place 1 could not be drawn" in caplog.text
    assert "owl" not in caplog.text


def test_a_display_that_was_never_shown_anything_stays_dark(two: Two) -> None:
    two.displays.again(1)
    two.displays.put(2, Numbered(1, face("b")))
    two.displays.close()
    assert two.one.shown == []
    assert two.displays.shown(7) == 0


def test_a_display_that_is_gone_is_told_of_once(two: Two, caplog: pytest.LogCaptureFixture) -> None:
    two.one.fails = DeviceGone("seat1.display", "the cable is out")
    for n in range(1, 4):
        two.one.done.clear()
        two.displays.put(1, Numbered(n, face(str(n))))
        assert two.one.done.wait(10)
    two.displays.close()
    assert len(caplog.records) == 1


def test_a_picture_has_the_size_of_its_display(two: Two) -> None:
    two.one.size = (128, 32)
    two.displays.put(1, Numbered(1, face("a")))
    two.displays.put(2, Numbered(1, face("a")))
    two.displays.close()
    assert [len(picture) for picture, _ in (*two.one.shown, *two.two.shown)] == [128 * 32 // 8, 128 * 64 // 8]


def test_a_bus_does_not_wait_for_another() -> None:
    here, there = Slow("i2c-1"), Slow("spi-0")
    displays = DisplayThreads({1: here, 2: there})
    displays.start()
    here.go.clear()
    displays.put(1, Numbered(1, face("a")))
    assert here.busy.wait(10)
    displays.put(2, Numbered(1, face("b")))
    assert there.done.wait(10)
    assert displays.shown(2) == 1
    here.go.set()
    displays.close()
    assert displays.shown(1) == 1


def test_displays_of_one_bus_are_served_in_turn(two: Two) -> None:
    two.one.go.clear()
    two.displays.put(1, Numbered(1, face("a")))
    assert two.one.busy.wait(10)
    two.displays.put(2, Numbered(1, face("b")))
    assert not two.two.busy.wait(0.05)
    two.one.go.set()
    two.displays.close()
    assert len(two.two.shown) == 1
