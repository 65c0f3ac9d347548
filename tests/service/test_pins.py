"""The PINs that make a device host: how long, how often, for whom, and that no stranger stands in the way."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.errors import Refused
from companion.service.seats.host_role import (
    DIGITS,
    FILE,
    GUESSES,
    LONG,
    TRIES,
    VALID,
    WINDOW,
    HostPins,
    PinFile,
    grouped,
    looked_for,
    write_pin,
)
from companion.service.seats.rate_limit import REMEMBERED, RateLimit, RateLimits
from tests.service.at_table import HandClock, drip


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def pins(clock: HandClock) -> HostPins:
    return HostPins(clock, drip("pins"), "2718281828")


@pytest.fixture
def written(tmp_path: Path, clock: HandClock) -> Iterator[PinFile]:
    with closing(PinFile(tmp_path, clock)) as written:
        yield written


def code(pins: HostPins, token: str, pin: str) -> str:
    try:
        pins.use(token, pin)
    except Refused as refusal:
        return refusal.code
    return ""


def other(pin: str) -> str:
    """A wrong PIN of the same length."""
    return f"{(int(pin) + 1) % 10 ** len(pin):0{len(pin)}d}"


# -- on the panel ----------------------------------------------------------------------------------------------------


def test_nothing_is_right_before_it_is_shown(pins: HostPins) -> None:
    assert (pins.shown, pins.until) == ("", None)
    assert code(pins, "a", "") == "wrong-pin"


def test_six_digits_for_a_minute_and_one_device(pins: HostPins, clock: HandClock) -> None:
    pins.show()
    pin = pins.shown
    assert len(pin) == 6
    assert pin.isdecimal()
    assert pins.until == clock.now + 60
    clock.now += 59.9
    assert code(pins, "a", f" {pin[:3]} {pin[3:]} ") == "", "as it is read out"
    assert (pins.shown, pins.until) == ("", None)
    assert code(pins, "b", pin) == "wrong-pin"


def test_a_minute_is_over(pins: HostPins, clock: HandClock) -> None:
    pins.show()
    pin = pins.shown
    clock.now += VALID
    assert code(pins, "a", pin) == "wrong-pin"
    assert pins.shown == ""


def test_what_was_put_away_is_good_no_more(pins: HostPins) -> None:
    pins.show()
    pin = pins.shown
    pins.put_away()
    assert (pins.shown, code(pins, "a", pin)) == ("", "wrong-pin")


def test_each_is_another(pins: HostPins) -> None:
    seen = set()
    for _ in range(20):
        pins.show()
        seen.add(pins.shown)
    assert len(seen) == 20


def test_five_tries_a_device_and_all_again_with_the_next(pins: HostPins, clock: HandClock) -> None:
    pins.show()
    wrong = other(pins.shown)
    assert [code(pins, "a", wrong) for _ in range(7)] == ["wrong-pin"] * 5 + ["too-often"] * 2
    assert code(pins, "a", pins.shown) == "too-often"
    pins.show()
    assert code(pins, "a", pins.shown) == ""


def test_wrong_pins_of_strangers_shut_nobody_out(pins: HostPins) -> None:
    pins.show()
    wrong = other(pins.shown)
    for n in range(5000):
        assert code(pins, f"stranger-{n}", wrong + "0000") == "wrong-pin"
    assert code(pins, "host", pins.shown) == ""


def test_a_pin_that_is_guessed_at_grows(pins: HostPins) -> None:
    pins.show()
    short = pins.shown
    for n in range(GUESSES - 1):
        code(pins, f"stranger-{n}", other(short))
    assert pins.shown == short
    code(pins, "one-more", other(short))
    assert len(pins.shown) == LONG
    assert pins.shown.startswith(short), "who has begun to type types on"
    assert code(pins, "late", short) == "wrong-pin", "and its beginning is worth nothing"
    pins.show()
    assert len(pins.shown) == DIGITS


def test_right_ones_do_not_make_it_grow(pins: HostPins) -> None:
    pins.show()
    for n in range(GUESSES + 1):
        assert code(pins, f"host-{n}", "2718281828") == ""
    assert len(pins.shown) == DIGITS


# -- of the settings -------------------------------------------------------------------------------------------------


def test_the_pin_of_the_settings_is_good_at_any_time_and_again(pins: HostPins) -> None:
    assert [code(pins, f"d{n}", "2718281828") for n in range(3)] == [""] * 3
    assert [code(pins, "same", "2718281828") for _ in range(TRIES + 1)] == [""] * (TRIES + 1), "right ones do not count"


def test_wrong_ones_are_forgotten_in_time(pins: HostPins, clock: HandClock) -> None:
    for _ in range(TRIES):
        assert code(pins, "a", "0" * 10) == "wrong-pin"
    clock.now += WINDOW
    assert code(pins, "a", "2718281828") == "too-often"
    clock.now += 0.1
    assert code(pins, "a", "2718281828") == ""


def test_without_one_in_the_settings_nothing_is_none(clock: HandClock) -> None:
    pins = HostPins(clock, drip("none"))
    for nothing in ("", " ", "0", "None"):
        assert code(pins, nothing, nothing) == "wrong-pin"


@pytest.mark.parametrize(
    ("pin", "read"), [("123456", "123 456"), ("1234567890", "12 3456 7890"), ("12345678", "1234 5678"), ("", "")]
)
def test_read_out(pin: str, read: str) -> None:
    assert grouped(pin) == read


# -- of the terminal -------------------------------------------------------------------------------------------------


def test_a_written_pin_is_good_once_and_for_a_minute(clock: HandClock, written: PinFile, tmp_path: Path) -> None:
    pins = HostPins(clock, drip("a"), written=written)
    assert code(pins, "a", "") == "wrong-pin"
    pin = write_pin(tmp_path, clock.now, drip("terminal"))
    assert len(pin) == LONG
    assert code(pins, "a", other(pin)) == "wrong-pin"
    clock.now += VALID - 0.1
    assert code(pins, "a", grouped(pin)) == ""
    assert code(pins, "b", pin) == "wrong-pin"
    pin = write_pin(tmp_path, clock.now, drip("another"))
    clock.now += VALID
    assert code(pins, "c", pin) == "wrong-pin"


def test_one_of_a_time_to_come_is_not_believed(clock: HandClock, written: PinFile, tmp_path: Path) -> None:
    """After a start of the machine its clock begins anew."""
    pins = HostPins(clock, drip("a"), written=written)
    pin = write_pin(tmp_path, clock.now + 1, drip("terminal"))
    assert code(pins, "a", pin) == "wrong-pin"


def test_one_from_before_the_start_is_thrown_away(clock: HandClock, tmp_path: Path) -> None:
    pin = write_pin(tmp_path, clock.now, drip("terminal"))
    with closing(PinFile(tmp_path, clock)) as written:
        assert code(HostPins(clock, drip("a"), written=written), "a", pin) == "wrong-pin"
    assert not (tmp_path / FILE).exists()


def test_the_file_tells_nobody_and_is_never_written_through(clock: HandClock, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("whole")
    (tmp_path / FILE).symlink_to(victim)
    pin = write_pin(tmp_path, clock.now, drip("terminal"))
    assert victim.read_text() == "whole"
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    assert pin not in (tmp_path / FILE).read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == [FILE, "victim"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_root_leaves_it_to_whom_the_plays_belong(clock: HandClock, tmp_path: Path) -> None:
    os.chown(tmp_path, 1234, 1235)
    write_pin(tmp_path, clock.now, drip("terminal"))
    found = (tmp_path / FILE).stat()
    assert (found.st_uid, found.st_gid) == (1234, 1235)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"made": "x"}', '{"made": 1, "salt": "", "digest": "é"}', "\udc80"])
def test_a_spoiled_file_is_no_pin(clock: HandClock, written: PinFile, tmp_path: Path, text: str) -> None:
    pins = HostPins(clock, drip("a"), written=written)
    (tmp_path / FILE).write_bytes(text.encode(errors="surrogateescape"))
    assert code(pins, "a", "1") == "wrong-pin"


def test_a_folder_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="none"):
        write_pin(tmp_path / "none", 0, drip("x"))
    (tmp_path / FILE).mkdir()
    (tmp_path / FILE / "in the way").touch()
    with pytest.raises(OSError, match="pin"):
        write_pin(tmp_path, 0, drip("x"))
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_whether_a_table_is_open_there(clock: HandClock, tmp_path: Path) -> None:
    assert not looked_for(tmp_path)
    with closing(PinFile(tmp_path, clock)), closing(PinFile(tmp_path, clock)):
        assert looked_for(tmp_path)
    assert not looked_for(tmp_path)


# -- how often -------------------------------------------------------------------------------------------------------


def test_a_limit_says_how_long_to_wait(clock: HandClock) -> None:
    limit = RateLimit(clock, 1, 10.0)
    limit.take()
    clock.now += 4
    with pytest.raises(Refused) as refusal:
        limit.take()
    assert refusal.value.message.args == {"n": 7}
    clock.now += 6.1
    limit.take()


def test_nobody_uses_up_the_tries_of_another(clock: HandClock) -> None:
    tries = RateLimits(clock, 1, 10.0)
    tries.take("a")
    tries.take("b")
    with pytest.raises(Refused):
        tries.take("a")
    tries.forgive("a")
    tries.take("a")
    tries.clear()
    tries.take("b")


def test_only_so_many_are_remembered(clock: HandClock) -> None:
    tries = RateLimits(clock, 1, 10.0)
    tries.take("mine")
    for n in range(REMEMBERED - 1):
        tries.take(n)
    with pytest.raises(Refused):
        tries.take("mine")
    for n in range(REMEMBERED):
        tries.forgive(n)
    tries.take("mine")
