"""What the getty of the machine shows."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from msgspec import structs

from companion.app import build
from companion.config import Config
from companion.core.wording import say
from companion.first_contact.console import FILE, ConsoleNotice, ConsoleState, console_text
from companion.first_contact.setup_record import SetupMistake, SetupRecord, write_record
from companion.locale import speaker
from companion.network.own_wifi.wifi import Wifi
from tests.ports import free_port

ENGLISH = speaker("en", {})
HOME = ConsoleState("http://192.0.2.7/", "table.local", ssid="Casa")
OWN = ConsoleState("http://10.42.0.1/", "table.local", Wifi("Table-7K2M", "QX4F-9RTM-WW3H"))


def test_the_own_wifi_with_its_password_and_the_address_there() -> None:
    assert console_text(OWN, ENGLISH) == (
        "Wi-Fi of the table: Table-7K2M\n"
        "Password: QX4F-9RTM-WW3H\n"
        "Then open this in your browser: http://10.42.0.1/\n\n"
    )
    assert "Contraseña: QX4F-9RTM-WW3H" in console_text(OWN, speaker("es", {}))


def test_in_a_home_or_on_a_cable_the_addresses() -> None:
    assert console_text(HOME, ENGLISH) == (
        "The table is in the Wi-Fi Casa.\nOpen this in your browser: http://192.0.2.7/  (table.local)\n\n"
    )
    cable = structs.replace(HOME, ssid="")
    assert console_text(cable, ENGLISH) == "Open this in your browser: http://192.0.2.7/  (table.local)\n\n"


def test_mistakes_stand_below_with_what_to_do() -> None:
    wrong = SetupMistake(3, "pin", say("It has to be text in quotes: {form}", form='pin = "..."'))
    text = console_text(ConsoleState("", "", looking=True, mistakes=(wrong.words,)), ENGLISH)
    assert text.splitlines()[:2] == [
        "The table is looking for a network.",
        'table.toml, line 3, pin: It has to be text in quotes: pin = "..."',
    ]
    assert "switch the table on again" in text.splitlines()[2]


def test_nothing_in_it_is_a_command_for_the_getty_or_the_screen() -> None:
    state = structs.replace(OWN, wifi=Wifi("\\4\x1b[2J", "back\\slash"))
    text = console_text(state, ENGLISH)
    assert "Table: \\\\4[2J".replace("Table", "Wi-Fi of the table") in text
    assert "Password: back\\\\slash" in text
    assert "\x1b" not in text


def test_it_is_written_when_it_changes_and_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = [HOME]
    notice = ConsoleNotice(tmp_path, lambda: said[-1], lambda: ENGLISH)
    notice.refresh()
    first = (tmp_path / FILE).stat()
    notice.refresh()
    assert (tmp_path / FILE).stat().st_ino == first.st_ino
    said.append(OWN)
    notice.refresh()
    assert "Table-7K2M" in (tmp_path / FILE).read_text()
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_a_folder_that_is_gone_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    ConsoleNotice(tmp_path / "gone", lambda: OWN, lambda: ENGLISH).refresh()
    assert "the console could not be told" in caplog.text
    assert OWN.wifi is not None
    assert OWN.wifi.password not in caplog.text


def test_a_table_that_opens_tells_its_console_in_its_language(tmp_path: Path) -> None:
    """The real table: its address, and the mistakes of the record that lies beside its plays."""
    data, run = tmp_path / "data", tmp_path / "run"
    data.mkdir()
    run.mkdir()
    write_record(
        data, SetupRecord(mistakes=(SetupMistake(2, "name", say("This key stands twice; the first one counts.")),))
    )
    app = build(Config(port=free_port(), data=str(data), language="es"), bind="127.0.0.1", console=run)
    try:
        app.start()
        text = (run / FILE).read_text(encoding="utf-8")
    finally:
        app.close()
    assert f"Abre esto en tu navegador: {app.addresses.url}" in text
    assert "table.toml, línea 2, name: Esta clave está dos veces; vale la primera." in text
