"""``companion run`` as systemd starts it: told by a socket, given another, and never without a page."""

from __future__ import annotations

import signal
import socket
import urllib.request
from ssl import create_default_context

import pytest

from companion.commands.machine.release_host import LocalReleaseHost
from companion.keeping.versions.update_host import UpdateError, Wanted
from companion.locale import speaker
from companion.network.certificate import make_certificate
from tests.ports import free_port
from tests.supervision.service_process import BACKLOG, PATIENCE, ServiceProcess

pytestmark = pytest.mark.long


def test_it_is_ready_lives_and_stops_without_telling_the_pin(service: ServiceProcess) -> None:
    service.start('pin = "47114711"\nprofile = "sim-2"\n')
    service.until_ready()
    assert "Where do you sit?" in service.page("/")
    assert [service.heard.recv(100) for _ in range(3)] == [b"WATCHDOG=1"] * 3
    code, said = service.end(signal.SIGTERM)
    assert code == 0
    assert "47114711" not in said


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ('profile = "/no/such.toml"\n', "/no/such.toml"),
        ("prot = 80\n", "unknown key prot"),
        ("port = \n", "Invalid value"),
    ],
)
def test_wrong_settings_open_the_table_without_its_hardware(service: ServiceProcess, config: str, words: str) -> None:
    service.start(config)
    service.until_ready()
    for path in ("/table", "/host"):
        page = service.page(path)
        assert "Safe mode" in page
        assert words in page


def test_killed_twice_it_is_careful_until_it_was_stopped_on_purpose(service: ServiceProcess) -> None:
    host = LocalReleaseHost(None, service.port, service.runtime)
    for _ in range(2):
        service.start('profile = "sim-2"\n')
        service.until_ready()
        assert "Safe mode" not in service.page("/table")
        assert not host.in_safe_mode()
        service.end(signal.SIGKILL)
    service.start('profile = "sim-2"\n')
    host.wait_until_up(PATIENCE)
    assert host.in_safe_mode()
    with pytest.raises(UpdateError, match="in safe mode only"):
        host.wait_until_up(PATIENCE, Wanted(full=True))
    service.until_ready()
    assert "It failed to start 2 times in a row." in service.page("/table")
    assert service.end(signal.SIGTERM)[0] == 0
    service.start('profile = "sim-2"\n')
    service.until_ready()
    assert "Safe mode" not in service.page("/table")
    host.wait_until_up(PATIENCE, Wanted(full=True))
    with pytest.raises(UpdateError) as error:
        host.wait_until_up(PATIENCE, Wanted(["salt-road"]))
    assert speaker("en", {}).say(error.value.message) == "The table comes up without salt-road."


def test_what_another_version_failed_at_is_no_reason_for_safe_mode(service: ServiceProcess) -> None:
    host = LocalReleaseHost(None, service.port, service.runtime)
    for _ in range(2):
        service.start('profile = "sim-2"\n')
        service.until_ready()
        service.end(signal.SIGKILL)
    host.forget_starts(service.folder / "state")
    service.start('profile = "sim-2"\n')
    host.wait_until_up(PATIENCE, Wanted(full=True))


def test_the_port_that_was_handed_over_answers_over_both_kinds_of_addresses_and_https_has_its_own(
    service: ServiceProcess,
) -> None:
    """Systemd opens port 80 for IPv4 and IPv6; nobody hands a port for HTTPS over."""
    service.door.close()
    service.door = socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True, backlog=BACKLOG)
    certificate, key = make_certificate(service.folder / "tls", ["127.0.0.1"])
    secure = free_port()
    service.start(f'certificate = "{certificate}"\nkey = "{key}"\nsecure_port = {secure}\n')
    service.until_ready()
    trusting = create_default_context(cafile=str(certificate))
    plain = (f"http://{host}:{service.port}/" for host in ("127.0.0.1", "[::1]"))
    for address in (*plain, f"https://127.0.0.1:{secure}/"):
        context = trusting if address.startswith("https") else None
        with urllib.request.urlopen(address, timeout=PATIENCE, context=context) as page:
            assert "Where do you sit?" in page.read().decode(), address
    assert service.end(signal.SIGTERM)[0] == 0
