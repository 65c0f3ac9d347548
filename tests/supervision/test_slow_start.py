"""A start on a slow machine, under phones that ask, give up and ask again all the time."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

import pytest

from tests.supervision.processor_share import processor_share
from tests.supervision.service_process import ServiceProcess

pytestmark = pytest.mark.long

SHARE = 0.1
UNPREPARED = """from pathlib import Path
from web.templating.compiling import compiled_templates
compiled_templates.INSTALLED = Path("nowhere")
"""
"""As it starts from the sources, with the templates still to be compiled."""
START = 180.0
"""Seconds that the start may take: its processor time ten times over, on a machine that is slow by itself."""
KNOCKING, GIVES_UP = 12, 0.5
"""Phones that ask without patience, and seconds after which each of them gives up and asks anew: two or three times as
much as can be drawn at this speed.
"""
PHONES, APART, SOON = 8, 2.0, 20.0
"""Phones that wait, seconds from one to the next, and in which each has its page. If pages are drawn for those who have
given up, each waits longer than the one before: the third has nothing by then.
"""


@pytest.fixture
def slow_service(tmp_path: Path) -> Iterator[tuple[ServiceProcess, Path]]:
    """A service that is not started, and the group to start it in."""
    with processor_share(SHARE) as group:
        service = ServiceProcess(tmp_path)
        service.heard.settimeout(START)
        yield service, group
        service.close()


def ask(port: int, patience: float) -> bytes:
    """What was answered within ``patience`` seconds to somebody who asks for the first page."""
    ends, answer = time.monotonic() + patience, b""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), patience) as phone:
        phone.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        while (left := ends - time.monotonic()) > 0:
            phone.settimeout(left)
            part = phone.recv(65536)
            if not part:
                break
            answer += part
    return answer


@contextmanager
def knocked_at(port: int) -> Iterator[None]:
    """Phones ask and give up in here."""
    over = Event()

    def knock() -> None:
        while not over.is_set():
            asked = time.monotonic()
            ask(port, GIVES_UP)
            over.wait(max(0.0, asked + GIVES_UP - time.monotonic()))

    threads = [Thread(target=knock) for _ in range(KNOCKING)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


@pytest.mark.parametrize("before", [UNPREPARED, ""], ids=["from the sources", "installed"])
def test_it_is_ready_and_every_phone_gets_its_page(slow_service: tuple[ServiceProcess, Path], before: str) -> None:
    service, group = slow_service
    port = service.door.getsockname()[1]

    def waited_for(phone: int) -> bytes:
        time.sleep(APART * phone)
        return ask(port, SOON)

    with knocked_at(port):
        service.start('profile = "sim-2"\n', group, before)
        service.until_ready()
        with ThreadPoolExecutor(PHONES) as phones:
            pages = list(phones.map(waited_for, range(PHONES)))
    assert [b"Where do you sit?" in page for page in pages] == [True] * PHONES
