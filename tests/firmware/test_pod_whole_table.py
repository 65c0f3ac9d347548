"""The whole product with pods at pseudo-terminals: press OK on a pod, read the page of a phone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from companion.app import App, build
from companion.config import Config
from companion.service.play.answers import AnswerQuestion
from companion.service.screens.view_builders import seat_view
from companion.service.seats.seating import BecomeHost, TakeSeat
from companion.service.session.session import BeginPlay, ChooseGame
from hardware.pods.pod_parts import pages_of
from tests.firmware.pod_model import PodModel
from tests.firmware.pty_pod import PtyPod, until
from tests.ports import free_port
from tests.service.asking_game import AskingGame
from tests.service.at_table import PIN, token

pytestmark = pytest.mark.long
"""In real time on a real line: seconds of waiting each."""

NAMES = {1: "Ana", 2: "Berta", 3: "Carla"}
PODS = (1, 2)


class PodTablePlay:
    """Three people; two have pods, the third a phone only."""

    def __init__(self, folder: Path, game: AskingGame) -> None:
        profile = folder / "pods.toml"
        seats = [f'[[seat]]\nnumber = {seat}\npod = "{folder}/pod-{seat}"\n' for seat in PODS]
        profile.write_text('name = "pods"\nkind = "pi"\n' + "".join(seats), encoding="utf-8")
        self.pods = {seat: PtyPod(folder / f"pod-{seat}") for seat in PODS}
        for pod in self.pods.values():
            pod.plug()
        self.port = free_port()
        config = Config(port=self.port, address="127.0.0.1", profile=str(profile), data=str(folder / "data"), pin=PIN)
        self.app: App = build(config, games=(game,), synchronous="OFF")
        self.app.start()
        self._nonces = 0

    def close(self) -> None:
        self.app.close()
        for pod in self.pods.values():
            pod.unplug()

    def begin(self) -> None:
        table = self.app.opened.table
        assert table.ask(token("host"), BecomeHost(PIN)).taken
        for seat, name in NAMES.items():
            assert table.ask(token(seat), TakeSeat(seat, name)).taken
        assert table.ask(token("host"), ChooseGame("asking", {}, {})).taken
        assert table.ask(token("host"), BeginPlay()).taken
        for seat in PODS:
            self.settled(seat)

    def answer(self, seat: int, answer: Any) -> None:
        table = self.app.opened.table
        asked = seat_view(self.app.opened.broadcast.moment, seat).dialogues[0]
        self._nonces += 1
        assert table.ask(token(seat), AnswerQuestion(asked.seat, asked.digest, answer, f"n-{self._nonces}")).taken

    def settled(self, seat: int) -> None:
        """The pod shows what it should."""
        displays = self.app.opened.displays
        until(lambda: not displays._waiting and displays.shown(seat) == displays._latest[seat].number)

    def glass(self, seat: int) -> bytes:
        return self.pods[seat].model.glass

    def page(self, seat: int) -> str:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request("GET", "/seat", headers={"Cookie": f"device={token(seat)}", "Accept-Language": "en"})
        body = connection.getresponse().read().decode()
        connection.close()
        return body

    def asks(self, seat: int) -> str:
        """What the page of a seat asks that seat; not what it says of others who are asked too."""
        return " ".join(re.findall(r'<form class="ask".*?</form>', self.page(seat), re.DOTALL))

    @property
    def said(self) -> list[str]:
        play = self.app.opened.broadcast.moment.play
        assert play is not None
        said: list[str] = play.state.said
        return said


@pytest.fixture
def pod_table_play(tmp_path: Path) -> Iterator[Callable[..., PodTablePlay]]:
    with ExitStack() as stack:

        def make(kind: str = "pick", **given: Any) -> PodTablePlay:
            made = PodTablePlay(tmp_path, AskingGame(kind, **given))
            stack.callback(made.close)
            made.begin()
            return made

        yield make


def test_a_press_on_a_pod_is_read_on_a_phone_and_the_next_picture_on_the_pod(
    pod_table_play: Callable[..., PodTablePlay],
) -> None:
    table = pod_table_play()
    assert "Which one?" in table.asks(1)
    before = table.glass(1)
    assert any(before)
    table.pods[1].tap("down")
    until(lambda: table.glass(1) != before)
    table.settled(1)  # a press counts for a picture that the table knows to be shown
    after_one = table.glass(1)
    table.pods[1].tap("down")
    until(lambda: table.glass(1) != after_one)
    table.settled(1)
    table.pods[1].tap("ok")
    until(lambda: table.said == ["blue"])
    assert "Which one?" not in table.asks(1)
    assert "Which one?" in table.asks(2)
    table.settled(2)
    displays = table.app.opened.displays
    assert displays.shown(2) == displays._latest[2].number


def test_the_display_of_a_pod_is_the_picture_that_was_drawn(
    pod_table_play: Callable[..., PodTablePlay], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[bytes] = []

    def kept(image: Any) -> tuple[bytes, ...]:
        pages = pages_of(image)
        drawn.append(b"".join(pages))
        return pages

    monkeypatch.setattr("hardware.pods.pod_parts.pages_of", kept)
    table = pod_table_play()
    table.answer(1, "red")
    for seat in PODS:
        table.settled(seat)
        assert table.glass(seat) in drawn


def test_a_press_that_was_long_on_its_way_does_not_count_on_the_next_picture(
    pod_table_play: Callable[..., PodTablePlay],
) -> None:
    table = pod_table_play()
    pod = table.pods[1]
    with pod.lock:
        pod.model.sends_keys = False
    pod.tap("ok")
    table.answer(1, "blue")
    table.answer(2, "red")
    table.answer(3, "red")
    table.settled(1)
    assert "Which one?" in table.asks(1)
    old = table.glass(1)
    with pod.lock:
        pod.model.sends_keys = True
    until(lambda: not pod.model.waiting)
    until(lambda: table.glass(1) != old)  # it says to look again
    assert table.said == ["blue", "red", "red"]
    assert "Which one?" in table.asks(1)
    assert pod.model.not_taken == 0


def test_a_secret_is_on_the_pod_while_peek_is_held_and_not_a_moment_longer(
    pod_table_play: Callable[..., PodTablePlay],
) -> None:
    table = pod_table_play(secret=True)
    public = table.glass(1)
    table.pods[1].press("peek")
    until(lambda: table.glass(1) not in (public, bytes(1024)))
    secret = table.glass(1)
    table.pods[1].release("peek")
    assert table.glass(1) == bytes(1024)
    until(lambda: table.glass(1) == public)
    assert secret != public


def test_a_pod_is_pulled_out_and_everybody_plays_on(pod_table_play: Callable[..., PodTablePlay]) -> None:
    table = pod_table_play()
    shown = table.glass(1)
    table.pods[1].press("ok")
    until(lambda: table.said == ["red"])
    table.pods[1].unplug()
    table.answer(2, "red")
    table.answer(3, "blue")
    table.answer(1, "blue")
    table.settled(2)
    table.pods[2].tap("ok")
    until(lambda: len(table.said) == 5)
    table.pods[1].model = PodModel()
    table.pods[1].plug()
    until(lambda: any(table.glass(1)))
    table.settled(1)
    assert table.glass(1) != shown
    table.answer(3, "red")
    table.settled(1)
    table.pods[1].tap("ok")
    until(lambda: len(table.said) == 7)
    assert table.app.opened.broadcast.moment.problem is None
