"""A broker that is away, slow, full, or none at all: the admin reads why, and the table goes on."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.mqtt import broker_exchange
from companion.mqtt.broker.broker_faults import BrokerFault
from companion.mqtt.broker.broker_link import BrokerLink
from companion.mqtt.mqtt_settings import MqttSettings
from companion.mqtt.pending_messages import Outgoing
from tests.documents import ROOT
from tests.mqtt import fake_brokers as brokers
from tests.mqtt.fake_brokers import Behaviour, broker_that
from tests.mqtt.mosquitto import wait_until
from tests.mqtt.publishing_room import publishing
from tests.ports import free_port

WILL = Outgoing("gone", b"offline", retain=True)


@pytest.mark.parametrize(
    ("behaves", "words"),
    [
        (brokers.hangs_up, "The broker hung up before it let the table in."),
        (brokers.says_nothing, "The broker does not answer."),
        (brokers.is_a_web_server, "What answers there does not speak MQTT."),
        (brokers.refusing(0x86), "The broker does not accept user name and password."),
        (brokers.refusing(0x87), "The broker does not let this table in."),
        (brokers.refusing(0x97), "The broker is full."),
        (brokers.refusing(0x88), "The broker has no time now."),
        (brokers.floods, "The broker sends far more than was asked for; the table hung up."),
        (
            brokers.refuses_all,
            "The broker does not let the table write to homeassistant/device/table_companion_1f2e3d4c/config: "
            "see its access list.",
        ),
    ],
)
def test_the_keeper_reads_why_nothing_arrives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, behaves: Behaviour, words: str
) -> None:
    monkeypatch.setattr(broker_exchange, "WELCOMED_IN", 0.5)
    with broker_that(behaves) as broker, publishing(tmp_path, broker.port) as room:
        wait_until(lambda: room.trouble() == words)


def test_nobody_listens_there(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    port = free_port()
    with publishing(tmp_path, port) as room:
        assert room.trouble() == f"No broker listens at 127.0.0.1, port {port}."
        assert room.publisher.view.state == "trying"
    assert f"publishing: No broker listens at 127.0.0.1, port {port}." in caplog.messages


def test_an_old_broker_is_spoken_to_in_its_own_version(tmp_path: Path) -> None:
    with broker_that(brokers.knows_3_only) as broker, publishing(tmp_path, broker.port) as room:
        room.linked()
        assert room.publisher.view.trouble is None


FLOODED = """
import resource, sys, tempfile
from pathlib import Path
from tests.mqtt.fake_brokers import acknowledges_all, broker_that, floods
from tests.mqtt.publishing_room import publishing

def peak(behaves, done):
    with tempfile.TemporaryDirectory() as folder, broker_that(behaves) as broker:
        with publishing(Path(folder), broker.port) as room:
            done(room)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

usual = peak(acknowledges_all, lambda room: room.linked())
print(peak(floods, lambda room: room.trouble()) - usual)
"""


def test_a_flood_takes_no_memory() -> None:
    """In a process of its own: what others have taken before is in its peak too."""
    ran = subprocess.run([sys.executable, "-c", FLOODED], cwd=ROOT, capture_output=True, text=True, check=True)
    assert int(ran.stdout) < 20 * 1024, "kB, of the 200 MB that came"


def test_births_without_end_are_answered_seldom(tmp_path: Path) -> None:
    announced = 0

    def counts(connection: object, greeting: bytes) -> None:
        nonlocal announced
        real = brokers.acknowledge

        def acknowledge(connection: object, sent: bytes, greeting: bytes, reason: int = 0) -> None:
            nonlocal announced
            announced += b"/config" in sent
            real(connection, sent, greeting, reason)  # type: ignore[arg-type]

        brokers.acknowledge = acknowledge
        try:
            brokers.drowns_in_births(connection, greeting)  # type: ignore[arg-type]
        finally:
            brokers.acknowledge = real

    with broker_that(counts) as broker, publishing(tmp_path, broker.port) as room:
        wait_until(lambda: announced)
        time.sleep(1.5)
        assert announced in (1, 2)
        assert broker.connections == 1 or "far more than was asked for" in room.trouble()


def test_a_broker_that_does_not_take_a_message_gets_no_other_and_the_table_goes_on(tmp_path: Path) -> None:
    with broker_that(brokers.never_acknowledges) as broker, publishing(tmp_path, broker.port) as room:
        wait_until(lambda: room.publisher._outbox.on_the_way is not None)  # type: ignore[attr-defined]
        room.begin(2)
        room.set_up()
        assert broker.connections == 1
        assert room.publisher.view.state == "trying", "nothing was taken yet"


@pytest.mark.parametrize("behaves", [brokers.says_nothing, brokers.takes_nothing, brokers.never_acknowledges])
def test_a_table_closes_at_once_whatever_the_broker_does(tmp_path: Path, behaves: Behaviour) -> None:
    with broker_that(behaves) as broker, publishing(tmp_path, broker.port):
        wait_until(lambda: broker.connections)
        began = time.monotonic()
    assert time.monotonic() - began < 4


@contextmanager
def greeted(broker: brokers.FakeBroker, *, newest: bool) -> Iterator[BrokerLink]:
    link = BrokerLink(MqttSettings(host="127.0.0.1", port=broker.port), "table", WILL, "status", newest=newest)
    try:
        link.connect()
        yield link
    finally:
        link.close(goodbye=True)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(answer=st.binary(min_size=1, max_size=200), newest=st.booleans(), let_in=st.booleans())
def test_any_bytes_end_in_a_fault_or_in_nothing(answer: bytes, newest: bool, let_in: bool) -> None:
    behaves = brokers.sending_once_let_in if let_in else brokers.sending
    with (
        broker_that(behaves(answer)) as broker,
        greeted(broker, newest=newest) as link,
        suppress(BrokerFault),
    ):
        link.subscribe()
        for _ in range(20):
            link.step(0.002)
