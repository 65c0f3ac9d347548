"""systemd as the companion finds it in its environment, and what it tells it."""

from __future__ import annotations

import os
import select
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.supervision.service_manager import ServiceManager, service_manager_of

US = str(os.getpid())


@pytest.fixture
def heard(tmp_path: Path) -> Iterator[socket.socket]:
    """Where systemd would listen."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(1)
        yield listening


def test_started_by_hand_there_is_nobody_to_tell() -> None:
    manager = service_manager_of({"HOME": "/root"})
    assert manager == ServiceManager()
    assert not manager.present
    manager.ready("open")
    manager.alive()
    manager.stopping()


def test_it_is_told_the_states_in_its_own_words(heard: socket.socket) -> None:
    manager = service_manager_of({"NOTIFY_SOCKET": heard.getsockname()})
    assert manager.present
    manager.ready("http://10.0.0.2/")
    manager.alive()
    manager.stopping()
    assert [heard.recv(200) for _ in range(3)] == [b"READY=1\nSTATUS=http://10.0.0.2/", b"WATCHDOG=1", b"STOPPING=1"]


def test_a_manager_that_does_not_read_holds_up_nobody(heard: socket.socket) -> None:
    """It is told that the table lives by the thread that decides."""
    manager = service_manager_of({"NOTIFY_SOCKET": heard.getsockname()})
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as filling:
        filling.setblocking(False)
        filling.connect(heard.getsockname())
        with suppress(BlockingIOError):
            while True:
                filling.send(b"full")
    telling = threading.Thread(target=manager.alive, daemon=True)
    telling.start()
    telling.join(5)
    assert not telling.is_alive()
    while select.select([heard], [], [], 0)[0]:
        assert heard.recv(200) == b"full"
    manager.alive()
    assert heard.recv(200) == b"WATCHDOG=1"


def test_a_name_without_a_file_is_found_too() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0companion-test-{US}")
        listening.settimeout(1)
        ServiceManager(f"@companion-test-{US}").alive()
        assert listening.recv(100) == b"WATCHDOG=1"


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [
        ({"WATCHDOG_USEC": "30000000"}, 30.0),
        ({"WATCHDOG_USEC": "500000", "WATCHDOG_PID": US}, 0.5),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_the_watchdog_is_ours_only_when_it_means_us(environment: dict[str, str], seconds: float | None) -> None:
    assert service_manager_of(environment).watchdog == seconds


def test_what_is_meant_for_this_process_does_not_reach_those_it_starts() -> None:
    environment = {"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "1", "WATCHDOG_PID": US, "LISTEN_PID": "1"}
    environment["LISTEN_FDS"] = "1"
    assert service_manager_of(environment).port is None
    assert set(environment) == {"LISTEN_FDS"}


def test_the_first_folder_is_taken() -> None:
    assert service_manager_of({"STATE_DIRECTORY": "/var/lib/a:/var/lib/b"}).state == Path("/var/lib/a")
