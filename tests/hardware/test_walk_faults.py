"""The walk at a table on mock pins with luma's own drivers: every fault there is, found and put right or named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import DigitalOutputDevice

from companion.core.wording import say
from hardware.profile import EncoderPins, Oled, Rgb
from tests.hardware.fake_displays import Buses, Ssd1306
from tests.hardware.headers import TimedFactory
from tests.hardware.walked_table import TABLE, Misdriven, MisdrivenLow, WalkedTable, swapped

Walked = Callable[..., WalkedTable]


@pytest.fixture
def table(tmp_path: Path, mock: TimedFactory, buses: Buses) -> Iterator[Walked]:
    made: list[WalkedTable] = []

    def make(**given: Any) -> WalkedTable:
        made.append(WalkedTable(tmp_path, mock, buses, **given))
        return made[-1]

    yield make
    for one in made:
        one.devices.close()


@pytest.mark.parametrize("by_keys", [False, True])
def test_a_table_that_is_wired_right(table: Walked, by_keys: bool) -> None:
    walked = table()
    walked.by_keys = by_keys
    walked.walk()
    assert walked.verdicts == {}
    assert len(walked.session.findings) == 10
    assert walked.session.wired == walked.session.originals


# -- keys ------------------------------------------------------------------------------------------------------------


def test_two_keys_that_are_swapped(table: Walked) -> None:
    walked = table()
    swapped(walked.truth, [((0, "ok"), (0, "back"))])
    walked.walk()
    assert walked.verdicts == {"0 ok": "corrected", "0 back": "corrected"}
    assert "it is at pin 16, header 36, where Panel, Back should be." in walked.said("Panel, OK")
    assert "swapped with Panel, OK: it is at pin 26, header 37." in walked.said("Panel, Back")
    assert dict(walked.session.wired[0].keys) == {"ok": 16, "back": 26}


def test_a_key_that_is_one_hole_off(table: Walked) -> None:
    walked = table()
    walked.truth.pins[0, "ok"] = 19
    walked.walk()
    assert walked.verdicts == {"0 ok": "corrected"}
    assert "it is at pin 19, header 35, not at pin 26, header 37." in walked.said("Panel, OK")
    assert dict(walked.session.wired[0].keys)["ok"] == 19


def test_a_wrong_finger_changes_nothing(table: Walked) -> None:
    """Whoever presses another key than is asked for is asked once more."""
    walked = table()
    walked.begin()
    walked.press((2, "peek"))
    walked.wait()
    assert "that was heard at pin 22, header 15, where Seat 2, Peek should be" in walked.lines[-1]
    walked.press((0, "ok"))
    walked.wait()
    assert walked.said("Panel, OK").endswith("right.")
    assert walked.session.step is not None
    assert walked.session.step.line == "back"
    walked.press((0, "ok"))
    walked.wait()
    assert "at which another key was found before" in walked.lines[-1]


def test_a_spike_on_a_wire_is_no_key(table: Walked) -> None:
    """Many wires are listened to, and some are long."""
    walked = table()
    walked.begin()
    before = list(walked.lines)
    for pin in (26, 16, 5):
        walked.contact(pin, True)
        walked.now += 0.0002
        walked.contact(pin, False)
        walked.wait()
    assert walked.lines == before
    assert walked.session.step is not None
    assert walked.session.step.line == "ok"
    walked.press((0, "ok"))
    walked.wait()
    assert walked.said("Panel, OK").endswith("right.")


def test_a_key_in_the_hole_of_a_lamp_and_the_lamp_in_its(table: Walked) -> None:
    walked = table()
    swapped(walked.truth, [((2, "peek"), (2, "green"))])
    walked.walk()
    assert walked.verdicts == {"2 peek": "corrected", "2 light": "corrected"}
    seat = walked.session.wired[1]
    assert dict(seat.keys)["peek"] == 24
    assert seat.light == Rgb(23, 22, 25)


def test_a_dead_key(table: Walked) -> None:
    walked = table()
    walked.truth.dead.add((0, "back"))
    walked.walk()
    assert walked.verdicts == {"0 back": "faulty"}
    said = walked.said("Panel, Back")
    assert "nothing was heard: its wire is broken" in said
    assert "dead" in said
    assert "measure between pin 16, header 36 and ground" in said


def test_a_key_that_is_stuck(table: Walked) -> None:
    walked = table()
    walked.truth.stuck.add(16)
    walked.walk()
    assert walked.verdicts == {"0 back": "faulty"}
    assert "stuck: it is closed though nobody presses." in walked.said("Panel, Back")


def test_a_key_that_bounces_badly_is_found_and_does_not_answer(table: Walked) -> None:
    walked = table()
    walked.truth.bouncing.add((0, "ok"))
    walked.walk()
    assert walked.verdicts == {"0 ok": "faulty"}
    assert "it bounces badly." in walked.said("Panel, OK")


def test_a_pin_that_somebody_else_has(table: Walked, mock: TimedFactory) -> None:
    other = DigitalOutputDevice(26, pin_factory=mock)
    walked = table().walk()
    assert walked.verdicts == {"0 ok": "faulty"}
    assert "The pin is in use." in walked.said("Panel, OK")
    other.close()


# -- encoders --------------------------------------------------------------------------------------------------------


def test_an_encoder_that_turns_the_wrong_way(table: Walked) -> None:
    walked = table()
    swapped(walked.truth, [((2, "a"), (2, "b"))])
    walked.walk()
    assert walked.verdicts == {"2 encoder": "corrected"}
    assert "contacts A and B are swapped" in walked.said("Seat 2, Knob (")
    assert walked.session.wired[1].encoder == EncoderPins(6, 5, 17)


def at_the_knob(walked: WalkedTable, place: int = 2) -> None:
    """On to the knob of a place."""
    walked.begin()
    while walked.session.step is not None and (walked.session.step.place, walked.session.step.line) != (
        place,
        "encoder",
    ):
        walked.react()


def forth_and_back(walked: WalkedTable, *turns: int, place: int = 2) -> None:
    for clicks in turns:
        walked.turn(place, clicks)
        walked.wait()


def test_an_encoder_that_is_turned_the_other_way_by_mistake(table: Walked) -> None:
    walked = table()
    at_the_knob(walked)
    forth_and_back(walked, -1, 1)
    assert "not as it should be" in walked.lines[-1]
    forth_and_back(walked, 1, -1)
    assert walked.said("Seat 2, Knob (").endswith("right.")


@pytest.mark.parametrize("turns", [(1, 1), (2, -1), (1, -3)])
def test_an_encoder_that_is_not_turned_by_one_click_each_way_is_asked_again(
    table: Walked, turns: tuple[int, int]
) -> None:
    walked = table()
    at_the_knob(walked)
    forth_and_back(walked, *turns)
    assert "not one click clockwise and one back" in walked.lines[-1]
    forth_and_back(walked, 1, -1)
    assert walked.said("Seat 2, Knob (").endswith("right.")


@pytest.mark.parametrize(("rest", "said"), [(1, "a"), (2, "both"), (3, "b")])
@pytest.mark.parametrize("half", [False, True])
def test_an_encoder_that_rests_with_contacts_closed(table: Walked, rest: int, said: str, half: bool) -> None:
    walked = table(text=TABLE.replace("push = 17", f"push = 17, half = {str(half).lower()}"))
    walked.truth.rests[2] = rest
    if half:
        walked.truth.half.add(2)
        said = {"both": "none", "b": "a"}.get(said, said)
    walked.walk()
    encoder = walked.session.wired[1].encoder
    assert encoder is not None
    if said == "none":
        assert (walked.verdicts, encoder.rest) == ({}, None)
        return
    assert walked.verdicts == {"2 encoder": "corrected"}
    assert f'rest = "{said}"' in walked.said("Seat 2, Knob (")
    assert (encoder.half, encoder.rest) == (half, said)


def test_an_encoder_that_rests_as_the_profile_says(table: Walked) -> None:
    walked = table(text=TABLE.replace("push = 17", 'push = 17, rest = "both"'))
    walked.truth.rests[2] = 2
    walked.walk()
    assert walked.verdicts == {}
    assert walked.session.wired == walked.session.originals


def test_the_rest_of_an_encoder_whose_contacts_are_swapped(table: Walked) -> None:
    walked = table()
    walked.truth.rests[2] = 1
    swapped(walked.truth, [((2, "a"), (2, "b"))])
    walked.walk()
    assert walked.session.wired[1].encoder == EncoderPins(6, 5, 17, rest="a")


def test_a_spike_is_no_click(table: Walked) -> None:
    walked = table()
    at_the_knob(walked)
    before = list(walked.lines)
    for pin in (5, 27):
        walked.contact(pin, True)
        walked.now += 0.0002
        walked.contact(pin, False)
        walked.wait()
    assert walked.lines == before
    forth_and_back(walked, 1, -1)
    assert walked.said("Seat 2, Knob (").endswith("right.")


def test_an_encoder_of_half_cycles(table: Walked) -> None:
    walked = table()
    walked.truth.half.add(2)
    walked.walk()
    assert walked.verdicts == {"2 encoder": "corrected"}
    assert "half = true" in walked.said("Seat 2, Knob (")
    encoder = walked.session.wired[1].encoder
    assert encoder is not None
    assert encoder.half


def test_an_encoder_of_whole_cycles_that_was_taken_for_half_ones(table: Walked) -> None:
    walked = table(text=TABLE.replace("push = 17", "push = 17, half = true")).walk()
    assert "half = false" in walked.said("Seat 2, Knob (")
    assert walked.session.wired[1].encoder == EncoderPins(5, 6, 17)


@pytest.mark.parametrize(("end", "pin"), [("a", 5), ("b", 6)])
def test_one_contact_of_an_encoder_is_dead(table: Walked, end: str, pin: int) -> None:
    walked = table()
    walked.truth.dead.add((2, end))
    walked.walk()
    assert walked.verdicts == {"2 encoder": "faulty"}
    assert f"contact {end.upper()} is dead" in walked.said("Seat 2, Knob (")
    assert f"measure between pin {pin}," in walked.said("Seat 2, Knob (")


@pytest.mark.parametrize("wires", [{"a": 13}, {"b": 13}, {"a": 13, "b": 19}, {"a": 19, "b": 5}])
def test_wires_of_an_encoder_in_other_holes(table: Walked, wires: dict[str, int]) -> None:
    walked = table()
    walked.truth.pins |= {(2, end): pin for end, pin in wires.items()}
    walked.walk()
    assert walked.verdicts == {"2 encoder": "corrected"}
    assert walked.session.wired[1].encoder == EncoderPins(walked.truth.pins[2, "a"], walked.truth.pins[2, "b"], 17)


def test_a_dead_encoder(table: Walked) -> None:
    walked = table()
    walked.truth.dead |= {(2, "a"), (2, "b")}
    walked.walk()
    assert walked.verdicts == {"2 encoder": "faulty"}
    assert "neither of its contacts was heard" in walked.said("Seat 2, Knob (")


# -- lamps and buzzers -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by_keys", [False, True])
def test_red_and_green_that_are_swapped(table: Walked, by_keys: bool) -> None:
    walked = table()
    walked.by_keys = by_keys
    swapped(walked.truth, [((2, "red"), (2, "green"))])
    walked.walk()
    assert walked.verdicts == {"2 light": "corrected"}
    assert "red and green are swapped." in walked.said("Seat 2, Lamp")
    assert walked.session.wired[1].light == Rgb(24, 23, 25)


def at_the_lamp(walked: WalkedTable) -> None:
    """On to the lamp; the key whose wire is in one of its holes is skipped, by whoever pressed it once."""
    walked.begin()
    while walked.session.step is not None and walked.session.step.line != "light":
        if (walked.session.step.place, walked.session.step.line) == (2, "peek"):
            walked.press((2, "peek"))
            walked.type("s")
        else:
            walked.react()


def test_a_lamp_is_not_driven_where_a_contact_closed(table: Walked, mock: TimedFactory) -> None:
    walked = table()
    walked.truth.pins[2, "peek"] = 24
    at_the_lamp(walked)
    assert "a contact closed at pin 24, header 18 before" in walked.lines[-1]
    assert mock.pin(24).function == "input"
    walked.type("n")
    assert walked.session.over
    assert mock.pin(24).function == "input"
    assert walked.verdicts == {"2 peek": "skipped", "2 light": "faulty"}


def test_a_lamp_is_driven_where_a_contact_closed_if_somebody_says_so(table: Walked, mock: TimedFactory) -> None:
    walked = table()
    walked.truth.stuck.add(24)
    at_the_lamp(walked)
    walked.type("y")
    assert mock.pin(24).function == "output"
    assert "Do you see it?" in walked.lines[-1]


@pytest.mark.parametrize("word", ["s", "b", "q"])
def test_a_lamp_does_not_stay_on_when_it_is_left(table: Walked, mock: TimedFactory, word: str) -> None:
    walked = table()
    at_the_lamp(walked)
    assert mock.pin(23).state
    walked.type(word)
    assert not mock.pin(23).state


@pytest.mark.parametrize("by_keys", [False, True])
@pytest.mark.parametrize("light", ["24", "{ red = 23, green = 24, blue = 25 }"])
def test_lamps_of_two_seats_that_are_swapped(table: Walked, by_keys: bool, light: str) -> None:
    third = light.replace("24", "18").replace("23", "19").replace("25", "20")
    text = TABLE.replace("{ red = 23, green = 24, blue = 25 }", light)
    text = text.replace("keys = { back = 27", "keys = { ok = 13, back = 27")
    walked = table(text=text + f"[[seat]]\nnumber = 3\nkeys = {{ ok = 21 }}\nlight = {third}\n")
    walked.by_keys = by_keys
    lines = ("light",) if light == "24" else ("red", "green", "blue")
    swapped(walked.truth, [((2, line), (3, line)) for line in lines])
    walked.walk()
    assert walked.verdicts == {"2 light": "corrected", "3 light": "corrected"}
    seats = walked.session.wired[1:]
    assert [seat.light for seat in seats] == [place.light for place in reversed(walked.session.originals[1:])]


def test_a_lamp_whose_common_wire_is_not_at_ground(table: Walked) -> None:
    walked = table()
    walked.truth.common_anode = True
    walked.walk()
    assert walked.verdicts == {"2 light": "faulty"}
    assert "belongs to ground" in walked.said("Seat 2, Lamp")


@pytest.mark.parametrize(("dead", "said"), [("r", "red shows nothing at all"), ("rgb", "dead: it does not shine")])
def test_a_lamp_of_which_some_is_dark(table: Walked, dead: str, said: str) -> None:
    walked = table()
    walked.truth.dead |= {(2, name) for name in ("red", "green", "blue") if name[0] in dead}
    walked.walk()
    assert walked.verdicts == {"2 light": "faulty"}
    assert said in walked.said("Seat 2, Lamp")


@pytest.mark.parametrize(("fault", "said"), [("dead", "dead: it does not shine"), ("anode", "while it should be dark")])
def test_a_plain_lamp(table: Walked, fault: str, said: str) -> None:
    walked = table(text=TABLE.replace("{ red = 23, green = 24, blue = 25 }", "24"))
    walked.truth.common_anode = fault == "anode"
    if fault == "dead":
        walked.truth.dead.add((2, "light"))
    walked.walk()
    assert walked.verdicts == {"2 light": "faulty"}
    assert said in walked.said("Seat 2, Lamp")


def test_a_buzzer_that_nobody_hears(table: Walked) -> None:
    walked = table()
    walked.truth.deaf = True
    walked.walk()
    assert walked.verdicts == {"0 buzzer": "faulty"}
    assert "it sounds once more" in walked.said("Panel, Buzzer")
    assert "active buzzer" in walked.said("Panel, Buzzer")


# -- displays --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by_keys", [False, True])
def test_displays_that_are_swapped(table: Walked, by_keys: bool) -> None:
    walked = table()
    walked.by_keys = by_keys
    walked.truth.displays = {0: (1, 0x3D), 2: (1, 0x3C)}
    walked.walk()
    assert walked.verdicts == {"0 display": "corrected", "2 display": "corrected"}
    assert "swapped with Seat 2, Display." in walked.said("Panel, Display")
    assert [place.oled for place in walked.session.wired] == [
        Oled(1, 0x3D, None, (128, 64), "ssd1306"),
        Oled(1, 0x3C, None, (128, 64), "ssd1306"),
    ]
    assert not any(map(walked.lit, (0, 2))), "all are dark at the end"


def test_a_display_with_the_other_chip(table: Walked, buses: Buses) -> None:
    walked = table()
    buses.i2c[1, 0x3D] = Misdriven()
    walked.walk()
    assert walked.verdicts == {"2 display": "corrected"}
    assert "its chip is an SH1106." in walked.said("Seat 2, Display")
    assert walked.session.wired[1].oled == Oled(1, 0x3D, None, (128, 64), "sh1106")


def test_a_display_at_another_address(table: Walked, buses: Buses) -> None:
    walked = table(text=TABLE.replace("oled = { bus = 1, address = 0x3C }", ""))
    walked.truth.displays[2] = (1, 0x3C)
    buses.i2c[1, 0x3C] = buses.i2c.pop((1, 0x3D))
    walked.walk()
    assert walked.verdicts == {"2 display": "corrected"}
    assert "it is at address 0x3C." in walked.said("Seat 2, Display")
    assert walked.session.wired[1].oled == Oled(1, 0x3C, None, (128, 64), "ssd1306")


def test_a_display_that_is_not_there(table: Walked, buses: Buses) -> None:
    walked = table()
    del buses.i2c[1, 0x3D]
    walked.walk()
    assert walked.verdicts == {"2 display": "faulty"}
    said = walked.said("Seat 2, Display")
    assert "what answers on its bus is another place's: address 0x3C" in said
    assert "SDA and SCL" in said


def test_no_display_at_all(table: Walked, buses: Buses) -> None:
    walked = table()
    buses.i2c.clear()
    walked.walk()
    assert walked.verdicts == {"0 display": "faulty", "2 display": "faulty"}
    assert "nor does anything else on its bus" in walked.said("Panel, Display")


@pytest.mark.parametrize(
    ("mounted", "size", "rotate"), [(180, (128, 64), 180), (90, (64, 128), 270), (270, (64, 128), 90)]
)
def test_a_display_that_is_not_the_right_way_up(
    table: Walked, mounted: int, size: tuple[int, int], rotate: int
) -> None:
    walked = table()
    walked.truth.mounted[2] = mounted
    walked.walk()
    assert walked.verdicts == {"2 display": "corrected"}
    assert f"its picture is turned: rotate = {rotate}." in walked.said("Seat 2, Display")
    assert walked.session.wired[1].oled == Oled(1, 0x3D, None, size, "ssd1306", rotate)
    assert walked.session.wired[1].size == size


def test_a_low_display_that_lies_on_its_side_is_turned_by_hand(table: Walked, buses: Buses) -> None:
    walked = table()
    buses.i2c[1, 0x3D] = MisdrivenLow(32)
    walked.truth.mounted[2] = 90
    walked.walk()
    assert walked.verdicts == {"2 display": "faulty"}
    assert "turn the module round" in walked.said("Seat 2, Display")


def test_a_display_of_the_other_height(table: Walked, buses: Buses) -> None:
    walked = table()
    buses.i2c[1, 0x3D] = MisdrivenLow(32)
    walked.walk()
    assert walked.verdicts == {"2 display": "corrected"}
    assert "its size is 128x32." in walked.said("Seat 2, Display")
    assert walked.session.wired[1].oled == Oled(1, 0x3D, None, (128, 32), "ssd1306")
    assert walked.session.wired[1].size == (128, 32)


@pytest.fixture
def channels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A multiplexer on bus 1, as the kernel shows it: its channels are buses from 11 on."""
    devices = tmp_path / "sys" / "1-0070"
    devices.mkdir(parents=True)
    (tmp_path / "sys" / "i2c-1").mkdir()
    for channel in range(8):
        (tmp_path / f"i2c-{11 + channel}").mkdir()
        (devices / f"channel-{channel}").symlink_to(tmp_path / f"i2c-{11 + channel}")
    monkeypatch.setattr("hardware.pi.oled.bus_of_channel.__defaults__", (tmp_path / "sys",))
    return devices


BEHIND = TABLE.replace("address = 0x3D", "address = 0x3C, mux = 3").replace(
    "address = 0x3C }\nb", "address = 0x3D }\nb"
)


def test_a_display_on_another_channel(table: Walked, channels: Path, buses: Buses) -> None:
    walked = table(text=BEHIND)
    walked.truth.displays = {0: (1, 0x3D), 2: (16, 0x3C)}
    buses.i2c[16, 0x3C] = buses.i2c.pop((1, 0x3C))
    walked.walk()
    assert walked.verdicts == {"2 display": "corrected"}
    assert "it is at channel 5, address 0x3C." in walked.said("Seat 2, Display")
    assert walked.session.wired[1].oled == Oled(1, 0x3C, 5, (128, 64), "ssd1306")


def test_a_multiplexer_that_the_kernel_does_not_know(table: Walked, channels: Path, buses: Buses) -> None:
    for link in channels.iterdir():
        link.unlink()
    walked = table(text=BEHIND)
    walked.truth.displays = {0: (1, 0x3D)}
    del buses.i2c[1, 0x3C]
    walked.walk()
    assert walked.verdicts == {"2 display": "faulty"}
    assert "dtoverlay=i2c-mux" in walked.said("Seat 2, Display")


def test_a_display_on_spi_that_shows_nothing(table: Walked, buses: Buses, mock: TimedFactory) -> None:
    walked = table(text=TABLE.replace("bus = 1, address = 0x3D", "spi = 0, select = 0, dc = 13"))
    buses.spi[0, 0] = Ssd1306()
    buses.command_pins[0, 0] = mock.pin(13)
    walked.walk()
    assert walked.verdicts == {"2 display": "faulty"}
    assert "A display on SPI cannot answer" in walked.said("Seat 2, Display")


# -- instructions on the displays, and ways through ------------------------------------------------------------------


def test_the_panel_shows_what_to_do(table: Walked) -> None:
    walked = table()
    walked.begin()
    assert walked.lit(0)
    assert not walked.lit(2), "nobody is asked there"
    walked.press((0, "ok"))
    walked.wait()
    walked.press((0, "back"))
    walked.wait()
    assert walked.lit(2), "and where one is asked, there too"


def test_back_repeat_skip_and_quit(table: Walked) -> None:
    walked = table()
    walked.begin()
    walked.type("b")
    walked.type("skip")
    assert walked.session.step is not None
    assert walked.session.step.line == "back"
    walked.type("b")
    assert walked.session.step.line == "ok"
    walked.press((0, "ok"))
    walked.wait()
    assert walked.verdicts == {}
    walked.type("hm")
    assert walked.lines[-1].strip().startswith("Answers: y = yes, n = no, s = skip, b = back, r = repeat, q = quit")
    walked.type("")
    walked.type("r")
    assert walked.lines[-1].strip() == "press it once."
    walked.type("q")
    assert walked.session.over
    assert not walked.lit(0)


def test_another_knob_that_was_found_before_is_no_new_one(table: Walked) -> None:
    second = "[[seat]]\nnumber = 3\nkeys = { ok = 13 }\nencoder = { a = 19, b = 20 }\n"
    walked = table(text=TABLE + second)
    at_the_knob(walked, 3)
    forth_and_back(walked, 1, -1)
    assert "that was Seat 2, Knob (contact A), which was found before." in walked.lines[-1]
    forth_and_back(walked, 1, -1, place=3)
    assert walked.said("Seat 3, Knob").endswith("right.")


@pytest.mark.parametrize("by_keys", [False, True])
def test_a_question_at_the_end_knows_yes_and_no_only(table: Walked, by_keys: bool) -> None:
    walked = table()
    walked.by_keys = by_keys
    walked.walk()
    walked.session.ask(say("Write it?"), walked.now)
    assert walked.lit(0), "the panel shows it"
    for word in ("s", "b", "r", "7", ""):
        walked.type(word)
    assert not walked.session.over
    walked._say(True)
    assert (walked.session.over, walked.session.answer) == (True, True)
    assert not walked.lit(0)
    walked.session.ask(say("Write it?"), walked.now)
    walked.now += 1
    walked._say(False)
    assert (walked.session.over, walked.session.answer) == (True, False)
    walked.session.ask(say("Write it?"), walked.now)
    walked.type("q")
    assert (walked.session.over, walked.session.answer) == (True, None)


def test_spanish_has_letters_of_its_own(table: Walked) -> None:
    walked = table(language="es")
    walked.begin()
    assert walked.lines[0].startswith("Respuestas: s = sí, n = no, o = omitir, a = atrás, r = repetir, sa = salir")
    walked.type("O")
    assert walked.session.step is not None
    assert walked.session.step.line == "back"
    walked.type("sal")
    assert walked.session.over
