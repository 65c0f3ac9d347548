"""The first evening of a flashed card: its owner sets it up from a phone; a neighbour on the same Wi-Fi does not."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.first_contact import setup_window
from companion.first_contact.setup_window import MINUTES
from companion.service.agreement.proposals import SayFine
from companion.service.asking.sender import FromDevice
from companion.service.seats.seating import AddPlayer, BecomeHost, TakeSeat
from companion.service.seats.table_setup import UNTIL_IT_COUNTS, SetUpTable
from companion.service.session.session import BeginPlay, ChooseGame
from tests.first_contact.flashed_table import FlashedTable, Partition
from tests.service.at_table import token

OWN_PIN = "27182818"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[FlashedTable]:
    made = FlashedTable(tmp_path)
    yield made
    made.off()


def test_one_device_asks_and_is_admin_half_a_minute_later(table: FlashedTable) -> None:
    table.on()
    assert table.sees().stage == "open"
    assert table.asks("owner").taken
    assert table.sees("owner").own
    assert (table.sees("other").stage, table.sees("other").own) == ("asked", False)
    table.wait(UNTIL_IT_COUNTS - 0.1)
    assert not table.is_admin("owner")
    assert not table.marked
    table.wait(0.1)
    assert table.is_admin("owner")
    assert table.marked
    assert table.sees().stage == "closed"
    table.on()
    assert table.is_admin("owner")
    assert table.asks("neighbour").code == "no-setup"


def test_a_second_device_ends_it_for_both_until_the_next_power_on(table: FlashedTable) -> None:
    table.on()
    table.asks("neighbour")
    table.wait(UNTIL_IT_COUNTS - 1)
    assert table.asks("owner").taken
    assert {table.sees(who).stage for who in ("neighbour", "owner", "nobody")} == {"contested"}
    table.wait(2 * UNTIL_IT_COUNTS)
    assert not table.is_admin("neighbour")
    assert not table.is_admin("owner")
    assert table.asks("neighbour").code == "no-setup"
    table.restart()
    assert table.sees().stage == "contested", "who makes the table restart asks in vain"
    assert table.asks("neighbour").code == "no-setup"
    table.wait(MINUTES)
    assert table.sees().stage == "closed"
    table.on()
    assert table.sees().stage == "open"


def test_asking_again_neither_ends_it_nor_begins_it_anew(table: FlashedTable) -> None:
    table.on()
    table.asks("owner")
    table.wait(UNTIL_IT_COUNTS - 1)
    assert table.asks("owner").taken
    table.wait(1)
    assert table.is_admin("owner")


def test_it_is_over_after_ten_minutes_until_the_next_power_on(table: FlashedTable) -> None:
    table.on()
    table.wait(MINUTES - 0.1)
    assert table.sees().stage == "open"
    table.wait(0.1)
    assert table.sees().stage == "closed"
    assert table.asks("neighbour").code == "no-setup"
    table.on()
    assert table.sees().stage == "open"


def test_a_table_that_is_made_to_restart_gets_no_further_minutes(table: FlashedTable) -> None:
    table.on()
    for _ in range(3):
        table.wait(MINUTES / 3)
        table.restart()
    assert table.asks("neighbour").code == "no-setup"


def test_what_was_asked_before_a_restart_does_not_count_after_it(table: FlashedTable) -> None:
    table.on()
    table.asks("neighbour")
    table.restart()
    table.wait(UNTIL_IT_COUNTS)
    assert not table.is_admin("neighbour")


def test_what_was_asked_in_the_last_second_counts(table: FlashedTable) -> None:
    table.on()
    table.wait(MINUTES - 1)
    table.asks("owner")
    table.wait(UNTIL_IT_COUNTS)
    assert table.is_admin("owner")


def test_the_time_of_day_has_no_part_in_it(table: FlashedTable) -> None:
    """A Pi has no clock battery: a time server sets it by years, and a neighbour may be that server."""
    table.on()
    table.asks("neighbour")
    table.clock.since = 4_000_000_000.0
    table.wait(1)
    assert not table.is_admin("neighbour")
    table.asks("owner")
    table.clock.since = 0.0
    table.wait(1)
    assert table.sees().stage == "contested"


@pytest.mark.parametrize(
    ("partition", "only_read", "stage"),
    [
        ("mounted", False, "open"),
        ("mounted", True, "open"),
        ("none", False, "open"),
        ("none", True, "closed"),
        ("lost", False, "closed"),
        ("lost", True, "closed"),
    ],
)
def test_only_where_a_marker_is_seen_and_would_last(
    table: FlashedTable, partition: Partition, only_read: bool, stage: str
) -> None:
    """A partition that cannot be mounted may hold a marker that nobody sees."""
    table.is_made(partition, only_read=only_read)
    table.on()
    assert table.sees().stage == stage


def test_not_on_a_table_that_was_installed_by_hand(table: FlashedTable) -> None:
    table.on(image=False)
    assert table.sees().stage == "closed"
    assert table.asks("neighbour").code == "no-setup"


def test_not_where_a_pin_is_set(table: FlashedTable) -> None:
    table.pin = OWN_PIN
    table.on()
    assert table.sees().stage == "closed"
    assert table.asks("neighbour").code == "no-setup"


def test_never_once_somebody_was_admin_whatever_becomes_of_the_log(table: FlashedTable) -> None:
    table.on()
    pin = table.opened.opened.roles.on_screen()
    assert table.opened.opened.table.ask(token("owner"), BecomeHost(pin)).taken
    table.wait(0)
    assert table.marked
    table.off()
    for file in table.plays.glob("companion.db*"):
        file.unlink()
    table.on()
    assert not table.is_admin("owner")
    assert table.asks("neighbour").code == "no-setup"


def test_never_once_a_play_began_whatever_becomes_of_the_marker(table: FlashedTable) -> None:
    table.pin = OWN_PIN  # nobody may set it up now; the play is an evening's without admin
    table.on()
    opened = table.opened.opened
    assert opened.table.ask(token("maker"), BecomeHost(OWN_PIN)).taken
    assert opened.table.ask(token("maker"), AddPlayer(1, "Ana")).taken
    assert opened.table.ask(token("maker"), AddPlayer(2, "Berta")).taken
    assert opened.table.ask(token("maker"), ChooseGame("sheet:yacht")).taken
    assert opened.table.ask(token("maker"), BeginPlay(frozenset((1, 2)))).taken
    table.opened.log.settings.put("hosts", [])
    table.pin = ""
    table.on()
    assert table.asks("neighbour").code == "no-setup"
    assert table.marked


def test_a_play_that_begins_meanwhile_ends_it(table: FlashedTable) -> None:
    """The host needs no PIN to begin a play."""
    table.on()
    table.asks("neighbour")
    opened = table.opened.opened
    for seat, who in ((1, "neighbour"), (2, "other")):
        assert opened.table.ask(token(who), TakeSeat(seat, who)).taken
    evening = FromDevice(token("neighbour"), 1, host=False, hosting=True)
    for request in (ChooseGame("sheet:yacht"), BeginPlay()):
        assert opened.loop.ask(lambda request=request: opened.rooms.take(evening, request)).taken  # type: ignore[misc]
    assert opened.table.ask(token("other"), SayFine()).taken
    table.wait(UNTIL_IT_COUNTS)
    assert not table.is_admin("neighbour")
    assert table.marked


def test_whoever_types_the_pin_meanwhile_ends_it(table: FlashedTable) -> None:
    table.on()
    table.asks("neighbour")
    pin = table.opened.opened.roles.on_screen()
    assert table.opened.opened.table.ask(token("owner"), BecomeHost(pin)).taken
    table.wait(UNTIL_IT_COUNTS)
    assert table.is_admin("owner")
    assert not table.is_admin("neighbour")


def test_nobody_is_admin_where_that_cannot_be_written_down(
    table: FlashedTable, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    table.on()
    table.asks("owner")

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(setup_window, "write_whole", full)
    table.wait(UNTIL_IT_COUNTS)
    assert not table.is_admin("owner")
    assert "could not be written down" in caplog.text
    assert token("owner") not in caplog.text


def test_keys_and_whoever_has_no_cookie_do_not_ask(table: FlashedTable) -> None:
    table.on()
    assert table.opened.opened.table.ask("", SetUpTable()).code == "no-token"
    assert table.sees().stage == "open"
