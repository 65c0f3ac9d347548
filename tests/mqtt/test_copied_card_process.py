"""Two real tables that run from two copies of one card, at a real broker."""

from __future__ import annotations

import re
import shutil
import signal
from collections.abc import Iterator
from contextlib import ExitStack, closing
from html import unescape
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from companion.mqtt.mqtt_settings import TABLE
from companion.own_keys import FORM_KEY
from companion.plays.log.log_file import open_log
from companion.service.session import sending
from tests.mqtt.mosquitto import Mosquitto, needs_mosquitto, retained_at, wait_until
from tests.supervision.service_process import PATIENCE, ServiceProcess
from tests.web.flask_site import words_of

pytestmark = needs_mosquitto
PIN = "27182818"
LOG = "companion.db"


class CardTable(ServiceProcess):
    """A table that runs from a card, and the phone of its admin."""

    def __init__(self, folder: Path, broker: Mosquitto) -> None:
        super().__init__(folder)
        self._config = (
            f'language = "en"\npin = "{PIN}"\n[mqtt]\nhost = "127.0.0.1"\nport = {broker.port}\n'
            '[club]\nurl = "http://127.0.0.1:1"\ntoken = "olive-0123456789abcdefghijklmnop"\n'
        )
        self._phone = build_opener(HTTPCookieProcessor(CookieJar()))
        self._phone.addheaders = [("Accept-Language", "en")]

    def run(self) -> None:
        self.start(self._config)
        self.until_ready()

    def ends(self) -> None:
        self.forget_what_was_said()
        code, said = self.end(signal.SIGTERM)
        assert code == 0, said

    def becomes_admin(self) -> None:
        self.sends("/host", "/host/pin", pin=PIN)

    def sees(self, path: str) -> str:
        return unescape(words_of(self._asks(path)))

    def sends(self, page: str, path: str, **form: str) -> None:
        found = re.search(r'name="csrf" value="([^"]+)"', self._asks(page))
        assert found is not None
        self._asks(path, urlencode({**form, "csrf": found[1]}).encode())

    def _asks(self, path: str, form: bytes | None = None) -> str:
        with self._phone.open(f"http://127.0.0.1:{self.port}{path}", form, timeout=PATIENCE) as page:
            return str(page.read().decode())

    def setting(self, name: str) -> object:
        with closing(open_log(self.folder / "state" / LOG)) as log:
            return log.settings.get(name)


def folder(path: Path) -> Path:
    path.mkdir()
    return path


@pytest.fixture
def tables(tmp_path: Path, broker: Mosquitto) -> Iterator[tuple[CardTable, CardTable]]:
    """Two tables of one card: the first has published, and its card was copied then."""
    with ExitStack() as stack:
        original, copy = (
            stack.enter_context(closing(CardTable(folder(tmp_path / name), broker))) for name in ("original", "copy")
        )
        state = original.folder / "state"
        state.mkdir()
        with closing(open_log(state / LOG)) as log:
            log.settings.put(sending.PUBLISHING, {"on": True, "names": False})
            log.settings.put(sending.REPORTING, True)
        original.run()
        wait_until(lambda: b"online" in retained_at(broker.port).values(), PATIENCE)
        original.ends()
        shutil.copytree(state, copy.folder / "state")
        yield original, copy


def test_two_tables_of_one_card_do_not_throw_each_other_out_and_become_two(
    tables: tuple[CardTable, CardTable], broker: Mosquitto
) -> None:
    for table in tables:
        table.run()
        table.becomes_admin()

    def stopped() -> list[CardTable]:
        return [table for table in tables if "Another table uses this identity: a copied card?" in table.sees("/room")]

    [one] = wait_until(stopped, PATIENCE)
    [other] = [table for table in tables if table is not one]
    wait_until(lambda: "The room follows the game." in other.sees("/room"), PATIENCE)
    assert stopped() == [one]
    one.sends("/identity", "/identity/new")
    wait_until(lambda: "The room follows the game." in one.sees("/room"), PATIENCE)
    assert stopped() == []
    there = [topic for topic, payload in retained_at(broker.port).items() if payload == b"online"]
    assert len(there) == 2
    wait_until(lambda: "the one of the table this card was copied from" in one.sees("/club"), PATIENCE)
    assert "the one of the table this card was copied from" not in other.sees("/club")
    for table in tables:
        table.ends()
    one.run()
    one.ends()
    for name in (TABLE, FORM_KEY):
        assert one.setting(name) != other.setting(name)
