"""Profiles: what is accepted, and everything that is refused, with path, reason and hint."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.checking import ProfileProblem
from hardware.errors import HardwareError
from hardware.ports import KEYS
from hardware.profile import PARTS, POD_PARTS, EncoderPins, Oled, ProfileError, Rgb, SpiOled
from hardware.profile_files import load, read_shipped, shipped

PI = 'name = "t"\nkind = "pi"\n'
SIM = 'name = "t"\nkind = "sim"\n'


def problems(text: str) -> dict[str, ProfileProblem]:
    with pytest.raises(ProfileError) as caught:
        load(text, "t.toml")
    found = {problem.path: problem for problem in caught.value.problems}
    assert len(found) == len(caught.value.problems), "two complaints about one key"
    return found


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_profile_can_be_read_and_is_called_what_its_file_is(name: str) -> None:
    profile = read_shipped(name)
    assert profile.name == name
    assert profile.about
    assert profile.seats or profile.pods


def test_the_shipped_profiles() -> None:
    assert shipped() == ("pi-3-4", "pi-5", "pi-panel", "pi-zero-2w", "pods", "sim-2", "sim-tags", "simulated")
    everything = read_shipped("simulated")
    assert [seat.number for seat in everything.seats] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert all(place.parts == set(PARTS) for place in everything.places())
    assert [place.number for place in read_shipped("pi-panel").places()] == [0, 1, 2, 3, 4]


def test_a_profile_that_is_not_shipped() -> None:
    with pytest.raises(ProfileError) as caught:
        read_shipped("simulatd")
    assert caught.value.problems == (ProfileProblem("simulatd", "no such profile", 'did you mean "simulated"?'),)


def test_a_wired_seat() -> None:
    profile = load(
        PI
        + """
        [[seat]]
        number = 3
        keys = { peek = 5, back = 4 }
        encoder = { a = 6, b = 7, push = 8, half = true }
        oled = { bus = 1, address = 0x3D, mux = 7, size = "128x32", driver = "sh1106" }
        light = 9
        [[seat]]
        number = 1
        light = 10
        """,
        "t.toml",
    )
    first, third = profile.seats
    assert profile.panel is None
    assert (first.number, first.parts, first.lines, first.light) == (1, frozenset({"light"}), (), 10)
    assert third.parts == {"keys", "encoder", "oled", "light"}
    assert third.lines == ("back", "peek", "push")
    assert third.keys == (("back", 4), ("peek", 5))
    assert third.encoder == EncoderPins(6, 7, 8, half=True)
    assert third.oled == Oled(1, 0x3D, 7, (128, 32), "sh1106")
    assert third.size == (128, 32)


def test_a_wired_place_with_everything() -> None:
    profile = load(
        PI
        + """
        chip = 4
        [panel]
        oled = { spi = 0, select = 1, dc = 25, reset = 24, driver = "sh1106" }
        light = { red = 5, green = 6, blue = 13 }
        buzzer = 12
        """,
        "t.toml",
    )
    panel = profile.panel
    assert profile.chip == 4
    assert panel is not None
    assert panel.parts == {"oled", "light", "buzzer"}
    assert panel.oled == SpiOled(0, 1, 25, 24, (128, 64), "sh1106")
    assert (panel.light, panel.buzzer) == (Rgb(5, 6, 13), 12)


def test_an_oled_on_spi_needs_no_reset_line() -> None:
    profile = load(PI + "[panel]\noled = { spi = 1, select = 2, dc = 5 }\n", "t.toml")
    assert profile.panel is not None
    assert profile.panel.oled == SpiOled(1, 2, 5, None, (128, 64), "ssd1306")
    assert profile.chip is None


def test_an_oled_needs_only_its_bus_and_address() -> None:
    profile = load(PI + "[panel]\noled = { bus = 3, address = 0x3C }\n", "t.toml")
    assert profile.panel is not None
    assert profile.panel.oled == Oled(3, 0x3C, None, (128, 64), "ssd1306")


def test_a_seat_with_a_pod_has_whatever_the_pod_has() -> None:
    (seat,) = load(PI + '[[seat]]\nnumber = 2\npod = "/dev/ttyACM0"\n', "t.toml").seats
    assert seat.pod == "/dev/ttyACM0"
    assert seat.parts == set(POD_PARTS)
    assert seat.lines == (*KEYS, "push")


def test_pods_that_are_given_their_seats_later() -> None:
    profile = load(PI + 'pods = ["/dev/serial/by-path/*", "/dev/ttyAMA0"]\n' + seat("light = 4"), "t.toml")
    assert profile.pods == ("/dev/serial/by-path/*", "/dev/ttyAMA0")
    assert load(PI, "t.toml").pods == ()


def test_a_simulated_seat_lists_its_parts() -> None:
    (seat,) = load(SIM + '[[seat]]\nnumber = 2\nparts = ["encoder", "oled"]\nsize = "128x32"\n', "t.toml").seats
    assert (seat.parts, seat.lines, seat.size) == ({"encoder", "oled"}, ("push",), (128, 32))


def test_a_table_of_phones_only_needs_no_place() -> None:
    assert load(PI, "t.toml").places() == ()


def seat(lines: str, number: int = 1) -> str:
    return f"[[seat]]\nnumber = {number}\n{lines}\n"


OLED = "oled = { bus = 1, address = 0x3C }"

# What is written, the path complained of, and words of the complaint and its hint.
REFUSED = {
    "unknown key at the top": (PI + "colour = 1", "colour", "unknown key", "known here: name, kind"),
    "unknown key near a known one": (PI + seat("ligth = 4"), "seat[1].ligth", "unknown key", '"light"'),
    "unknown key deep inside": (
        PI + seat("") + seat("keys = { ok = 5, bak = 4 }", 2),
        "seat[2].keys.bak",
        "unknown key",
        '"back"',
    ),
    "unknown key of an encoder": (
        PI + seat("encoder = { a = 4, b = 5, pish = 6 }"),
        "seat[1].encoder.pish",
        "",
        "push",
    ),
    "unknown key of an oled": (
        PI + seat("oled = { bus = 1, address = 0x3C, adress = 1 }"),
        "seat[1].oled.adress",
        "unknown key",
        '"address"',
    ),
    "a panel has no number": (PI + "[panel]\nnumber = 1", "panel.number", "unknown key", ""),
    "no name": ('kind = "pi"', "name", "missing", ""),
    "no kind": ('name = "t"', "kind", "missing", ""),
    "empty name": ('name = ""\nkind = "pi"', "name", "a text that is not empty", ""),
    "unknown kind": ('name = "t"\nkind = "pie"', "kind", 'one of "sim", "pi", found "pie"', '"pi"'),
    "name of the wrong type": (
        'name = 3\nkind = "pi"',
        "name",
        "expected a text that is not empty, found a whole number",
        "",
    ),
    "about of the wrong type": (PI + "about = [1]", "about", "found a list", ""),
    "seat as a table": (
        PI + "[seat]\nnumber = 1",
        "seat",
        "expected tables headed [[seat]], found a table",
        "",
    ),
    "seat as a list of numbers": (PI + "seat = [1]", "seat[1]", "expected a table, found a whole number", ""),
    "panel as a number": (PI + "panel = 1.5", "panel", "expected a table, found a decimal number", ""),
    "seat without a number": (PI + "[[seat]]\nlight = 4", "seat[1].number", "missing", ""),
    "seat zero": (PI + seat("", 0), "seat[1].number", "a whole number from 1 to 8, found 0", ""),
    "seat nine": (PI + seat("", 9), "seat[1].number", "a whole number from 1 to 8, found 9", ""),
    "a seat doubled": (
        PI + seat("", 4) + seat("", 4),
        "seat[2].number",
        "seat 4 is there twice",
        "first at seat[1].number",
    ),
    "pin as a text": (
        PI + seat('light = "4"'),
        "seat[1].light",
        "a whole number from 0 to 27, found a text",
        "",
    ),
    "pin as true": (PI + seat("light = true"), "seat[1].light", "found true or false", ""),
    "pin as a date": (PI + seat("light = 2020-01-01"), "seat[1].light", "found a date or time", ""),
    "pin below": (PI + seat("light = -1"), "seat[1].light", "from 0 to 27, found -1", ""),
    "pin beyond": (PI + seat("light = 28"), "seat[1].light", "from 0 to 27, found 28", ""),
    "keys as a list": (PI + seat("keys = [1, 2]"), "seat[1].keys", "expected a table, found a list", ""),
    "keys without OK": (PI + seat("keys = { up = 4 }"), "seat[1].keys", "no way to say OK", "push"),
    "half as a number": (
        PI + seat("encoder = { a = 4, b = 5, half = 1 }"),
        "seat[1].encoder.half",
        "true or false",
        "",
    ),
    "half an encoder": (PI + seat("encoder = { a = 4 }"), "seat[1].encoder.b", "missing", ""),
    "oled without a bus": (PI + seat("oled = { address = 0x3C }"), "seat[1].oled.bus", "missing", ""),
    "oled at an odd address": (
        PI + seat("oled = { bus = 1, address = 0x40 }"),
        "seat[1].oled.address",
        "found 64",
        "",
    ),
    "oled behind channel 8": (
        PI + seat("oled = { bus = 1, address = 0x3C, mux = 8 }"),
        "seat[1].oled.mux",
        "from 0 to 7",
        "",
    ),
    "oled of another size": (
        PI + seat('oled = { bus = 1, address = 0x3C, size = "128x65" }'),
        "seat[1].oled.size",
        'one of "128x64", "128x32"',
        '"128x64"',
    ),
    "oled of another driver": (
        PI + seat('oled = { bus = 1, address = 0x3C, driver = "sh1106a" }'),
        "seat[1].oled.driver",
        'found "sh1106a"',
        '"sh1106"',
    ),
    "oled of a size that its chip does not have": (
        PI + seat('oled = { bus = 1, address = 0x3C, size = "128x32", driver = "ssd1309" }'),
        "seat[1].oled.size",
        "no ssd1309 has this size",
        "it has 128x64 or 64x128",
    ),
    "oled turned by no quarter": (
        PI + seat("oled = { bus = 1, address = 0x3C, rotate = 45 }"),
        "seat[1].oled.rotate",
        "expected 0, 90, 180 or 270, found 45",
        "",
    ),
    "oled turned so that its picture stands": (
        PI + seat("oled = { bus = 1, address = 0x3C, rotate = 90 }"),
        "seat[1].oled.rotate",
        "a picture of 128x64 is not turned by 90 on a ssd1306",
        "by 0 or 180; turned by 90 it is 64x128",
    ),
    "oled whose picture stands, not turned": (
        PI + seat('oled = { bus = 1, address = 0x3C, size = "64x128", rotate = 180 }'),
        "seat[1].oled.rotate",
        "is not turned by 180 on a ssd1306",
        "by 90 or 270",
    ),
    "a pin twice in one place": (
        PI + seat("keys = { ok = 5 }\nlight = 5"),
        "seat[1].light",
        "pin 5 is already used by seat[1].keys.ok",
        "another pin",
    ),
    "a pin twice in two places": (
        PI + "[panel]\nencoder = { a = 4, b = 5 }\n" + seat("keys = { ok = 5 }"),
        "seat[1].keys.ok",
        "pin 5 is already used by panel.encoder.b",
        "",
    ),
    "a pin of the ID chip": (PI + seat("light = 1"), "seat[1].light", "kept for the board's ID chip", ""),
    "a pin of the bus": (
        PI + "[panel]\nlight = 3\n" + seat(OLED),
        "panel.light",
        "pin 3 belongs to I2C bus 1, which seat[1].oled needs",
        "",
    ),
    "two displays at one address": (
        PI + seat(OLED, 1) + seat(OLED, 2),
        "seat[2].oled",
        "bus 1, address 0x3C is already used by seat[1].oled",
        "channel",
    ),
    "two displays on one channel": (
        PI
        + seat("oled = { bus = 1, address = 0x3C, mux = 2 }")
        + seat("oled = { bus = 1, address = 0x3C, mux = 2 }", 2),
        "seat[2].oled",
        "already used by seat[1].oled",
        "",
    ),
    "a display before the multiplexer and one behind": (
        PI + seat(OLED, 1) + seat("oled = { bus = 1, address = 0x3C, mux = 2 }", 2),
        "seat[2].oled",
        "already used by seat[1].oled",
        "",
    ),
    "a pod and wires": (
        PI + seat('pod = "/dev/ttyACM0"\nlight = 4'),
        "seat[1].light",
        "has its wires at the pod",
        "remove light or pod",
    ),
    "one pod for two": (
        PI + seat('pod = "/dev/ttyACM0"', 1) + seat('pod = "/dev/ttyACM0"', 2),
        "seat[2].pod",
        "/dev/ttyACM0 is used twice",
        "first at seat[1].pod",
    ),
    "a pod that is a number": (PI + seat("pod = 1"), "seat[1].pod", "expected a text", ""),
    "wires in a simulation": (SIM + seat("light = 4"), "seat[1].light", "unknown key", "no wires"),
    "parts on a Pi": (PI + seat('parts = ["keys"]'), "seat[1].parts", "unknown key", 'kind = "sim"'),
    "an unknown part": (
        SIM + seat('parts = ["keys", "oleds"]'),
        "seat[1].parts[2]",
        'unknown word "oleds"',
        '"oled"',
    ),
    "a part twice": (SIM + seat('parts = ["keys", "keys"]'), "seat[1].parts[2]", '"keys" is there twice', ""),
    "a part that is no word": (
        SIM + seat("parts = [1]"),
        "seat[1].parts[1]",
        "expected a text, found a whole number",
        "",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case: str) -> None:
    text, path, what, hint = REFUSED[case]
    found = problems(text)
    assert set(found) == {path}
    assert what in found[path].what
    assert hint in found[path].hint


SPI = "oled = { spi = 0, select = 0, dc = 25 }"
ON_SPI = {
    "a pin of the SPI bus": (
        PI + seat(SPI + "\nlight = 7"),
        "seat[1].light",
        "pin 7 belongs to SPI bus 0, which seat[1].oled needs",
        "another pin",
    ),
    "a select line for two": (
        PI + seat(SPI) + seat("oled = { spi = 0, select = 0, dc = 24 }", 2),
        "seat[2].oled",
        "SPI bus 0, select 0 is already used by seat[1].oled",
        "another select",
    ),
    "one pin for two, one of them beside a display": (
        PI + seat(SPI + "\nbuzzer = 25"),
        "seat[1].buzzer",
        "pin 25 is already used by seat[1].oled.dc",
        "another pin",
    ),
    "an address on SPI": (
        PI + seat("oled = { spi = 0, select = 0, dc = 25, address = 0x3C }"),
        "seat[1].oled.address",
        "unknown key",
        "known here",
    ),
    "a pin of SPI on I2C": (
        PI + seat("oled = { bus = 1, address = 0x3C, dc = 5 }"),
        "seat[1].oled.dc",
        "unknown key",
        "only on an SPI bus",
    ),
    "a select line that is not there": (
        PI + seat("oled = { spi = 0, select = 2, dc = 25 }"),
        "seat[1].oled.select",
        "from 0 to 1, found 2",
        "",
    ),
    "pods that are no list": (PI + 'pods = "/dev/ttyACM0"', "pods", "expected a list of texts, found a text", ""),
    "a pod without a path": (PI + 'pods = ["a", ""]', "pods[2]", "found an empty one", ""),
    "a pod that is a number": (PI + "pods = [3]", "pods[1]", "found", ""),
    "pods in a simulation": (SIM + 'pods = ["a"]', "pods", "no pods come to a simulated table", "only in a profile"),
    "a colour too few": (PI + seat("light = { red = 4, green = 5 }"), "seat[1].light.blue", "missing", ""),
    "a colour too many": (
        PI + seat("light = { red = 4, green = 5, blue = 6, white = 7 }"),
        "seat[1].light.white",
        "unknown key",
        "red, green, blue",
    ),
    "a chip in a simulation": ("chip = 0\n" + SIM, "chip", "a simulated table has no chip", 'kind = "pi"'),
    "a chip that is not there": (PI + "chip = 20\n", "chip", "from 0 to 19, found 20", ""),
}


@pytest.mark.parametrize("case", ON_SPI)
def test_refused_on_a_header(case: str) -> None:
    text, path, what, hint = ON_SPI[case]
    found = problems(text)
    assert set(found) == {path}
    assert what in found[path].what
    assert hint in found[path].hint


ACCEPTED = {
    "pins of the SPI bus that is not used": PI + seat("oled = { spi = 1, select = 0, dc = 25 }\nlight = 7"),
    "two displays on one SPI bus": PI + seat(SPI) + seat("oled = { spi = 0, select = 1, dc = 24 }", 2),
    "bus pins without a bus": PI + seat("keys = { ok = 2 }\nlight = 3"),
    "bus pins beside another bus": PI + seat("light = 3\noled = { bus = 3, address = 0x3C }"),
    "two addresses on one bus": PI + seat(OLED) + seat("oled = { bus = 1, address = 0x3D }", 2),
    "one address on two buses": PI + seat(OLED) + seat("oled = { bus = 3, address = 0x3C }", 2),
    "one address on two channels": PI
    + seat("oled = { bus = 1, address = 0x3C, mux = 0 }")
    + seat("oled = { bus = 1, address = 0x3C, mux = 1 }", 2),
    "OK by the encoder": PI + seat("keys = { back = 4 }\nencoder = { a = 5, b = 6, push = 7 }"),
    "the last pin and the first free one": PI + seat("keys = { ok = 27 }\nlight = 4"),
    "seats in any order": SIM + seat("", 8) + seat("", 1),
}


@pytest.mark.parametrize("case", ACCEPTED)
def test_accepted(case: str) -> None:
    assert load(ACCEPTED[case], "t.toml").seats


def test_everything_wrong_is_said_at_once() -> None:
    found = problems(
        'nmae = "t"\nkind = "pi"\n[panel]\nlight = "x"\n'
        + seat("keys = { ok = 4, up = 4, dwn = 5 }\noled = { bus = 1, address = 1 }", 12)
    )
    assert set(found) == {
        "nmae",
        "name",
        "panel.light",
        "seat[1].number",
        "seat[1].keys.ok",
        "seat[1].keys.dwn",
        "seat[1].oled.address",
    }


def test_what_cannot_be_read_as_toml_says_where() -> None:
    with pytest.raises(ProfileError, match=r"t\.toml.*\n.*not TOML: .*line 2"):
        load("a = 1\nb = \n", "t.toml")


def test_the_error_is_a_sentence_with_all_its_problems() -> None:
    with pytest.raises(HardwareError) as caught:
        load(PI + seat("ligth = 4\nlight = 1"), "my.toml")
    assert str(caught.value).splitlines() == [
        "The profile my.toml cannot be used:",
        '  seat[1].ligth: unknown key (did you mean "light"?)',
        "  seat[1].light: pin 1 is kept for the board's ID chip (take another pin)",
    ]


def test_every_key_that_a_profile_accepts_is_in_the_documentation() -> None:
    # A key like no other makes each table name the keys that it knows.
    odd = "zzz = 0"
    wired = seat(f"{odd}\nkeys = {{ ok = 4, {odd} }}\nencoder = {{ a = 5, b = 6, {odd} }}\n")
    oled = seat(f"oled = {{ bus = 1, address = 0x3C, {odd} }}", 2)
    oled += seat(f"oled = {{ spi = 0, select = 0, dc = 25, {odd} }}\nlight = {{ {odd} }}", 3)
    found = {**problems(f"{odd}\n{PI}{wired}{oled}"), **problems(SIM + f"[panel]\n{odd}")}
    hints = [problem.hint for path, problem in found.items() if path.endswith("zzz")]
    keys = {key for hint in hints for key in hint.removeprefix("known here: ").split(", ")}
    assert len(hints) == 8
    assert {"kind", "number", "peek", "half", "mux", "dc", "blue", "chip", "parts"} <= keys
    page = (Path(__file__).parents[2] / "hardware/docs/README.md").read_text(encoding="utf-8")
    assert not {key for key in keys if f"`{key}`" not in page}
