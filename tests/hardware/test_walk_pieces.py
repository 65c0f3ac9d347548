"""The pure parts of the walk: traces of contacts, pins that are listened to, profiles as text, files of pods, words."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.toml_reading import read_toml
from companion.locale import LANGUAGES, speaker
from companion.render.draw import draw
from companion.render.faces import WalkFace
from companion.walk.answer_words import WORDS, AnswerWords, WalkAnswer
from companion.walk.instruction_displays import NEXT, THIS
from companion.walk.profile_text import profile_text
from companion.walk.steps import display_step, driven_pins, key_step, knob_step, output_steps
from companion.walk.walk_prompts import YES_NO
from companion.walk.walk_words import header_words
from companion.walk.walked_wiring import settled
from hardware.display_chips import CHIPS
from hardware.pods.flashing import boards, firmware
from hardware.ports import KEYS
from hardware.profile import (
    PARTS,
    RESTS,
    SIZES,
    EncoderPins,
    Oled,
    Profile,
    Rgb,
    SeatPlace,
    SpiOled,
    pictures_of,
    rotations_of,
)
from hardware.profile_files import load, read_shipped, shipped
from hardware.walk.contact_traces import bounces, moved_pins, quarters
from hardware.walk.listening_pins import listening_pins
from hardware.walk.pi_walk import PiWalk, serial_console
from hardware.walk.pod_board import PodFileError, board_text, read_board
from hardware.walk.walk_devices import PinEdge
from tests.hardware.fake_displays import Buses
from tests.hardware.headers import Header
from tests.render.written_texts import listening

# -- traces ----------------------------------------------------------------------------------------------------------


def trace(pin: int, *changes: tuple[float, bool]) -> list[PinEdge]:
    return [PinEdge(pin, closed, at) for at, closed in changes]


def test_bounces_that_debouncing_takes_are_none() -> None:
    assert bounces(trace(4, (0, True), (0.002, False), (0.004, True), (0.2, False))) == 0
    assert bounces(trace(4, (0, True), (0.02, False), (0.04, True), (0.2, False))) == 1
    assert bounces(trace(4, (0, True), (0.1, False), (0.3, True), (0.4, False))) == 0, "a finger pressed twice"


def cycle(count: int, a: int, b: int, *, back: bool = False) -> Iterator[PinEdge]:
    order = [(b, True), (a, True), (b, False), (a, False)] if back else [(a, True), (b, True), (a, False), (b, False)]
    for number in range(count):
        yield PinEdge(*order[number % 4], number / 100)


def test_quarters_are_counted_either_way_and_bounces_are_none() -> None:
    one = list(cycle(4, 5, 6))
    assert quarters(one, 5, 6, ()) == 4
    assert quarters(one, 6, 5, ()) == -4
    assert quarters(list(cycle(2, 5, 6)), 5, 6, ()) == 2
    assert quarters(one[2:], 5, 6, {5, 6}) == 2
    assert quarters(list(cycle(4, 5, 6, back=True)), 5, 6, ()) == -4
    bounced = [one[0], PinEdge(5, False, 0.001), PinEdge(5, True, 0.002), *one[1:], *trace(17, (1, True), (2, False))]
    assert quarters(bounced, 5, 6, ()) == 4


def test_a_pin_moves_when_it_changes_for_longer_than_a_spike() -> None:
    assert moved_pins(list(cycle(4, 5, 6)), ()) == (5, 6)
    assert moved_pins(trace(4, (0, True), (0.0002, False)), ()) == ()
    assert moved_pins(trace(4, (0, True), (0.0002, False), (0.1, True), (0.2, False)), ()) == (4,)
    assert moved_pins(trace(4, (0, False)), {4}) == (4,)
    assert moved_pins(trace(4, (0, False), (0.0001, True)), {4}) == ()


# -- pins ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in shipped() if read_shipped(name).kind == "pi" and name != "pods"])
def test_every_contact_of_a_shipped_profile_is_listened_to_and_no_bus(name: str) -> None:
    profile = read_shipped(name)
    for console in (False, True):
        pins = listening_pins(profile, console=console)
        contacts = {pin for place in profile.places() for _, pin in place.keys}
        contacts |= {pin for place in profile.places() if place.encoder for pin in (place.encoder.a, place.encoder.b)}
        assert contacts <= set(pins)
        assert not {0, 1, 2, 3} & set(pins)
    if name == "pi-5":
        assert not {7, 8, 9, 10, 11, 24, 25} & set(pins), "SPI, and the display's own pins"


def test_the_serial_line_is_left_alone_where_something_is_on_it() -> None:
    profile = read_shipped("pi-3-4")
    assert {14, 15} <= set(listening_pins(profile, console=False))
    assert not {14, 15} & set(listening_pins(profile, console=True))
    pod = SeatPlace(3, frozenset(PARTS), (), pod="/dev/ttyAMA0")
    assert not {14, 15} & set(listening_pins(replace(profile, seats=(pod,)), console=False))
    usb = replace(pod, pod="/dev/serial/by-path/usb")
    assert {14, 15} <= set(listening_pins(replace(profile, seats=(usb,)), console=False))
    bus = replace(pod, pod=None, oled=Oled(5, 0x3C, None, (128, 64), "ssd1306"))
    assert not {12, 13} & set(listening_pins(replace(profile, seats=(bus,)), console=False))


@given(st.permutations(range(6)), st.sets(st.integers(0, 5)))
def test_whatever_is_certain_no_pin_is_given_twice(wired: list[int], tried: set[int]) -> None:
    original = {number: number * 10 for number in range(6)}
    certain = {number: wired[number] * 10 for number in tried}
    found = settled(original, certain)
    assert sorted(found.values()) == sorted(original.values())
    assert {number: found[number] for number in tried} == certain


# -- profiles as text ------------------------------------------------------------------------------------------------


@st.composite
def profiles(draw: st.DrawFn) -> Profile:
    """Any profile that can be read."""
    kind = draw(st.sampled_from(["sim", "pi"]))
    numbers = sorted(draw(st.sets(st.integers(1, 8), max_size=4)))
    free = draw(st.permutations(range(4, 28)))
    with_panel = draw(st.booleans())
    places = [
        _simulated(draw, number) if kind == "sim" else _wired(draw, number, free)
        for number in ([0] if with_panel else []) + numbers
    ]
    panel = places.pop(0) if with_panel else None
    about = draw(st.text(max_size=20))
    chip = draw(st.none() | st.integers(0, 19)) if kind == "pi" else None
    pods = tuple(draw(st.lists(st.text(min_size=1, max_size=9), max_size=2))) if kind == "pi" else ()
    name = draw(st.text(min_size=1, max_size=9))
    return Profile(name, kind, about, tuple(places), panel, chip, pods)  # type: ignore[arg-type]


def _simulated(draw: st.DrawFn, number: int) -> SeatPlace:
    parts = frozenset(draw(st.sets(st.sampled_from(PARTS))))
    lines = (KEYS if "keys" in parts else ()) + (("push",) if "encoder" in parts else ())
    return SeatPlace(number, parts, lines, draw(st.sampled_from([*SIZES.values()])))


def _wired(draw: st.DrawFn, number: int, free: list[int]) -> SeatPlace:
    if draw(st.booleans()) and draw(st.booleans()):
        return SeatPlace(number, frozenset(PARTS), (*KEYS, "push"), pod=f"/dev/{number}")
    pins = iter([free.pop() for _ in range(min(len(free), 4))])
    keys = tuple((key, pin) for key, pin in zip(("ok", "peek"), pins, strict=False)) if draw(st.booleans()) else ()
    left = list(pins)
    encoder = light = None
    if len(left) >= 2 and draw(st.booleans()):
        encoder = EncoderPins(
            left.pop(),
            left.pop(),
            left.pop() if left else None,
            draw(st.booleans()),
            draw(st.sampled_from([None, *RESTS])),
        )
    if len(left) >= 3 and draw(st.booleans()):
        light = Rgb(left.pop(), left.pop(), left.pop())
    elif left and draw(st.booleans()):
        light = left.pop()
    buzzer = left.pop() if left and draw(st.booleans()) else None
    driver, size = draw(st.sampled_from([(name, size) for name in CHIPS for size in pictures_of(name)]))
    rotate = draw(st.sampled_from(rotations_of(driver, size)))
    oled: Oled | SpiOled | None = None
    if draw(st.booleans()):
        # eight channels for nine places: the panel and seat 8 differ by their addresses
        address = {0: 0x3C, 8: 0x3D}.get(number) or draw(st.sampled_from([0x3C, 0x3D]))
        oled = Oled(draw(st.sampled_from([1, 14])), address, number % 8, size, driver, rotate)
    has = {"keys": keys, "encoder": encoder, "oled": oled, "light": light, "buzzer": buzzer}
    return SeatPlace(
        number,
        frozenset(part for part, wiring in has.items() if wiring not in ((), None)),
        (*(key for key, _ in keys), *(("push",) if encoder and encoder.push is not None else ())),
        size=oled.size if oled else (128, 64),
        keys=keys,
        encoder=encoder,
        oled=oled,
        light=light,
        buzzer=buzzer,
    )


@settings(max_examples=80, deadline=None)
@given(profiles(), st.text(max_size=30))
def test_a_profile_that_is_written_reads_back_the_same(profile: Profile, head: str) -> None:
    comment = " ".join(head.split())
    assert load(profile_text(profile, comment), "it", read_toml) == profile


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_profile_is_written_with_remarks(name: str) -> None:
    profile = read_shipped(name)
    remarks = {(place.number, "keys"): "ok: moved\nback: dead" for place in profile.places()}
    text = profile_text(profile, "One line\n\nand another", remarks)
    assert text.startswith("# One line\n#\n# and another\n\nname = ")
    assert load(text, name, read_toml) == profile


# -- files of pods ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", boards())
def test_a_board_s_file_is_read_and_written_as_the_same_wiring(board: str) -> None:
    given = read_board((firmware() / "boards" / f"{board}.py").read_text(encoding="utf-8"), board)
    written = read_board(board_text(given, given.place, "as it was\nfound"), board)
    assert written == given
    lamp = {"pico": (), "pico_w": (18,), "rp2040_zero": (16,)}[board]
    assert not {4, 5, *lamp} & set(given.listening_pins)
    assert {pin for _, pin in given.place.keys} <= set(given.listening_pins)


PICO = (firmware() / "boards" / "pico.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"ok": 10', '"ok": 30', r"KEYS\.ok: expected a whole number from 0 to 29, found 30"),
        ('"ok": 10', '"yes": 10', r"KEYS\.yes: unknown key"),
        ('"ok": 10', '"ok": FIRST + 1', "malformed node"),
        ("BRIGHTEST = 128", "import os", r"line \d+: only NAME = value"),
        ("BRIGHTEST = 128", "", "BRIGHTEST: missing"),
        ('"chip": "ssd1306"', '"chip": "ssd1307"', r"DISPLAY\.chip: .*did you mean"),
        ('"kind": "rgb"', '"kind": "ws2812"', r"LIGHT\.pin: missing"),
        ('"a": 13', '"x": 13', r"ENCODER\.a: missing"),
        ("KEYS = ", "KEYS = (", "was never closed"),
        ('"back": 11', '"back": 10', r"KEYS\.back: GP10 is at KEYS\.ok already"),
        ('"a": 13', '"a": 4', r"ENCODER\.a: GP4 is at DISPLAY\.sda already"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(old: str, new: str, why: str) -> None:
    assert old in PICO
    with pytest.raises(PodFileError, match=why):
        read_board(PICO.replace(old, new), "pins.py")


@pytest.mark.parametrize("about", ['says """this"""', 'ends with "', "a \\\\N{no such sign} and \\\\"])
def test_what_a_file_says_of_itself_cannot_break_what_is_written(about: str) -> None:
    given = read_board(f"'''{about}'''" + PICO[PICO.index('"""', 3) + 3 :], "pins.py")
    assert given.about
    written = board_text(given, given.place, "found")
    assert read_board(written, "written").place == given.place
    assert f"# {given.about}\n# found\n" in written


def test_a_pod_on_spi_and_on_a_uart_keeps_those_pins_for_them() -> None:
    spi = '{"spi": 0, "sck": 2, "mosi": 3, "select": 6, "dc": 7, "chip": "sh1106"}'
    i2c = next(line for line in PICO.splitlines() if line.startswith("DISPLAY"))
    text = PICO.replace(i2c, f"DISPLAY = {spi}").replace('"usb"', '{"uart": 0, "tx": 0, "rx": 1}', 1)
    board = read_board(text, "pins.py")
    assert not {0, 1, 2, 3, 6, 7} & set(board.listening_pins)
    assert read_board(board_text(board, board.place), "pins.py").place == board.place


# -- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_can_be_typed_in_every_language(language: str) -> None:
    words = AnswerWords(speaker(language, {}))
    for answer, word in WORDS.items():
        assert words.read(f" {speaker(language, {}).say(word).upper()} ") is answer
    assert words.read("7") == 7
    assert words.read(" ") is None
    assert words.read("?!") is WalkAnswer.OTHER


# -- what displays show ----------------------------------------------------------------------------------------------

HEADER = header_words(read_shipped("pi-3-4").places())
ORDERS = (
    *(key_step.PRESS, key_step.OPEN_FIRST, key_step.STILL),
    *(knob_step.TURN, knob_step.BACK, knob_step.AGAIN, knob_step.NOT_ONE),
    *(key_step._not_this(4, HEADER, opened=opened, found=found) for opened in (True, False) for found in (True, False)),
)
QUESTIONS = (
    *(key_step.SILENT, output_steps.SHINES, output_steps.IS_DARK, output_steps.SOUNDS, output_steps.ONCE_MORE),
    *(display_step.FRAME, display_step.UPRIGHT, driven_pins.may_drive((23, 24), HEADER)),
)
SEVERAL = (
    (output_steps.WHICH, output_steps.SEEN.values()),
    (display_step.HOW, display_step.LOOKS),
    (display_step.WHICH_WAY, display_step.WAYS),
)


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_instruction_is_whole_on_a_display(language: str, size: tuple[int, int]) -> None:
    say = speaker(language, {}).short
    yes, no = map(say, YES_NO)
    key, lamp = say(HEADER.part(2, "push")), say(HEADER.part(2, "light"))
    faces = [WalkFace(seat=2, title=key, word=say(text)) for text in ORDERS]
    faces += [WalkFace(seat=2, title=lamp, word=say(text), yes=yes, no=no) for text in QUESTIONS]
    faces += [
        WalkFace(seat=2, title=say(question), word=say(word), yes=say(THIS), no=say(NEXT))
        for question, words in SEVERAL
        for word in words
    ]
    for face in faces:
        with listening() as heard:
            draw(face, size=size)
        written = " ".join(each.text for each in heard)
        assert "…" not in written, written
        assert face.word in written


# -- the pins of a Pi ------------------------------------------------------------------------------------------------


def test_every_free_pin_is_heard_and_parts_are_driven_on_either_library(
    header: Header, buses: Buses, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On gpiozero's mock pins, and through gpiod on a fake chip."""
    monkeypatch.setattr("hardware.walk.pi_walk.serial_console", lambda: False)
    profile = read_shipped("pi-3-4")
    occupied = header.occupy(12)
    devices = PiWalk(profile, tmp_path)
    heard: SimpleQueue[PinEdge] = SimpleQueue()
    levels = devices.listen(heard.put)
    assert set(levels) == {*range(4, 28)} - {12}
    assert not any(levels.values())
    fault = devices.fault(12)
    assert fault is not None
    assert (fault.trouble, devices.fault(4)) == ("busy", None)
    before = time.monotonic()
    header.close_contact(11)
    closed_by = time.monotonic()
    header.open_contact(11)
    closed, opened = heard.get(timeout=5), heard.get(timeout=5)
    assert (closed, opened) == (PinEdge(11, True, closed.at), PinEdge(11, False, opened.at))
    assert before <= closed.at <= closed_by <= opened.at <= time.monotonic(), "dated when it happened"
    first, second = profile.seats
    assert devices.shine(first, {"green"}) is None
    assert [bool(header.brightness(pin)) for pin in (5, 6, 13)] == [False, True, False]
    assert devices.shine(first, ()) is None
    assert not header.brightness(6)
    busy = devices.sound(second)
    assert busy is not None
    assert busy.trouble == "busy"
    occupied()
    assert devices.sound(second) is None
    assert any(header.history(12))
    assert first.oled is not None
    silent = devices.show(first.oled, None)
    assert silent is not None
    assert silent.trouble == "silent"
    devices.close()
    devices.close()


def test_the_serial_console_is_read_from_the_kernel_s_own_line(tmp_path: Path) -> None:
    line = tmp_path / "cmdline"
    assert not serial_console(line)
    for text, console in (("console=tty1 root=x", False), ("console=serial0,115200 console=tty1", True)):
        line.write_text(text, encoding="utf-8")
        assert serial_console(line) is console
