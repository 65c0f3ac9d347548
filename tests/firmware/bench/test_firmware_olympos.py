"""A turn of Olympos from the pins of a pod to the committed move, and back to the bytes on the bus of its display."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from companion.app import App, build
from companion.config import Config
from companion.core.chance import ChanceSource
from companion.core.questions import Answer, Count, Pick, PickMany
from companion.games.olympos import Olympos
from companion.pace.form_presses import form_presses
from companion.render.draw import draw
from companion.service.play.answers import AnswerQuestion
from companion.service.play.play_views import FormView
from companion.service.screens.moment import Moment
from companion.service.screens.view_builders import seat_view
from companion.service.seats.seating import BecomeHost, TakeSeat
from companion.service.session.session import BeginPlay, ChooseGame
from hardware.pods.pod_parts import pages_of
from tests.firmware.bench.bench import Board, Node
from tests.firmware.bench.pty_board import PtyBoard, until
from tests.ports import free_port
from tests.service.at_table import PIN, token

pytestmark = pytest.mark.long
"""In real time on a real line: seconds of waiting each."""

GOLDEN = Path(__file__).with_name("golden")
MOMENT = 0.15
"""Seconds for which a picture has to stand."""
HELD = 1000
"""Milliseconds for which a key is held."""
NAMES = {1: "Ana", 2: "Berta", 3: "Carla"}
COMPANION: dict[str, ChanceSource] = {kind.key: "companion" for kind in Olympos().meta.chance}
TURN: dict[str, Answer] = {
    "turn": "expand",
    "source": "new",
    "target": "tribe",
    "resource": "wood",
    "special": ["atlantis"],
    "sea": 1,
    "land": 2,
    "pay": "pay",
}


class OlymposTable:
    """Three people; whoever is first has a pod, the others phones."""

    def __init__(self, folder: Path, nodes: list[Node]) -> None:
        self.cables = {
            seat: PtyBoard(folder / f"pod-{seat}", Board(node, name))
            for seat, (node, name) in enumerate(zip(nodes, ("pico", "pico_w", "rp2040_zero"), strict=True), start=1)
        }
        profile = folder / "pods.toml"
        seats = [f'[[seat]]\nnumber = {seat}\npod = "{cable.path}"\n' for seat, cable in self.cables.items()]
        profile.write_text('name = "pods"\nkind = "pi"\n' + "".join(seats), encoding="utf-8")
        for cable in self.cables.values():
            cable.plug()
        config = Config(
            pin=PIN,
            port=free_port(),
            address="127.0.0.1",
            profile=str(profile),
            data=str(folder / "data"),
        )
        self.app: App = build(config, synchronous="OFF", secret=random.Random(7).randbytes)
        self.app.start()
        self.table = self.app.opened.table
        self._nonces = 0

    def close(self) -> None:
        self.app.close()
        for cable in self.cables.values():
            cable.unplug()

    def begin(self) -> None:
        """Up to the first turn."""
        table = self.table
        assert table.ask(token("host"), BecomeHost(PIN)).taken
        for seat, name in NAMES.items():
            assert table.ask(token(seat), TakeSeat(seat, name)).taken
        assert table.ask(token("host"), ChooseGame("olympos", {"box": "practice"}, COMPANION)).taken
        assert table.ask(token("host"), BeginPlay()).taken
        self.answer(1, "beginning")
        self.answer(self.moment.awaited.must[0], 1)

    @property
    def moment(self) -> Moment:
        return self.app.opened.broadcast.moment

    def answer(self, seat: int, answer: Answer) -> None:
        asked = seat_view(self.moment, seat).dialogues[0]
        self._nonces += 1
        assert self.table.ask(token(seat), AnswerQuestion(asked.seat, asked.digest, answer, f"n-{self._nonces}")).taken

    def settled(self, seat: int) -> None:
        """The glass of a pod shows the picture that was last drawn for its seat, pixel by pixel."""
        displays = self.app.opened.displays

        def same() -> bool:
            latest = displays._latest[seat]
            if displays.shown(seat) != latest.number:
                return False
            drawn = draw(latest.face, size=(128, 64), shift=latest.shift)
            return self.cables[seat].glass == b"".join(pages_of(drawn))

        until(same)

    def press(self, seat: int, *keys: str) -> None:
        """Press keys one by one, each on the picture that the one before led to; or turn the encoder right or left."""
        for key in keys:
            before = self.quiet(seat)
            if key in ("left", "right"):
                self.cables[seat].turn(1 if key == "right" else -1)
            else:
                self.cables[seat].tap(key)
            until(lambda: self.entries(seat) != before, why=f"{key} at {self.asked(seat)}")  # noqa: B023

    def asked(self, seat: int) -> tuple[str, str] | None:
        """What a seat is asked: the key of the question, and the digest of all that was answered before it."""
        dialogues = seat_view(self.moment, seat).dialogues
        return (dialogues[0].question.key, dialogues[0].digest) if dialogues else None

    def quiet(self, seat: int) -> tuple[int, object]:
        """Wait as a person does who looks before the next press: until the picture has stood for a moment."""
        while True:
            self.settled(seat)
            before = self.entries(seat)
            time.sleep(MOMENT)
            if self.entries(seat) == before:
                return before

    def entries(self, seat: int) -> tuple[int, object]:
        """What changes with a key that was taken: the pictures of a seat, and the play."""
        return self.app.opened.displays._latest[seat].number, self.moment.play

    def by_keys(self, seat: int, answers: Mapping[str, Answer]) -> None:
        """Press what a person presses to give these answers on the own display: one, or those of a form."""
        dialogue = seat_view(self.moment, seat).dialogues[0]
        if dialogue.form is not None:
            self.fill_in(seat, answers)
            return
        question, answer = dialogue.question, answers[dialogue.question.key]
        match question, answer:
            case Count(start=start), int():
                self.press(seat, *["right" if answer > start else "left"] * abs(answer - start), "ok")
            case PickMany(options=options), list():
                for option in options:
                    self.press(seat, *(["ok"] if option.value in answer else []), "right")
                self.press(seat, "ok")
            case Pick(options=options), _:
                values = [option.value for option in options]
                first = next(place for place, option in enumerate(options) if option.reason is None)
                self.press(seat, *["right"] * (values.index(answer) - first), "ok")
            case _:
                raise AssertionError(question)

    def fill_in(self, seat: int, answers: Mapping[str, Answer]) -> None:
        """Press through the lines of a form; what ``answers`` does not name stays as it is proposed."""

        def refill(given: Mapping[str, Answer]) -> FormView | None:
            found = self.table.view(token(seat)).play.fill_form(seat, dict(given))
            return found.form if found is not None else None

        wanted: dict[str, Answer] = {}
        while left := [field for field in getattr(refill(wanted), "fields", ()) if field.key not in wanted]:
            proposed = answers.get(left[0].question.key, left[0].answer)
            assert proposed is not None, left[0].question
            wanted[left[0].key] = proposed
        found = form_presses(seat, refill, wanted)
        assert found is not None, wanted
        for _, press in found:
            if press == "hold":
                self.hold(seat)
            elif isinstance(press, int):
                self.press(seat, *["right" if press > 0 else "left"] * abs(press))
            else:
                self.press(seat, press)

    def hold(self, seat: int) -> None:
        """OK goes down and stays down, by the clock of the board."""
        self.quiet(seat)
        cable = self.cables[seat]
        cable.press("ok")
        end = cable.board.now + HELD
        until(lambda: cable.board.now >= end)
        cable.release("ok")


@pytest.fixture
def olympos_table(
    tmp_path: Path, more_nodes: Callable[[int], list[Node]], monkeypatch: pytest.MonkeyPatch
) -> Iterator[OlymposTable]:
    # Pictures that move by a pixel every minute are like no golden one.
    monkeypatch.setattr("companion.service.panel.displays.SHIFT", 1e9)
    made = OlymposTable(tmp_path, more_nodes(3))
    yield made
    made.close()


def decoded(glass: bytes) -> Image.Image:
    """A picture from a display's pages, dot by dot: a byte a column, its lowest bit on top."""
    image = Image.new("1", (128, 64))
    for at, column in enumerate(glass):
        page, x = divmod(at, 128)
        for row in range(8):
            image.putpixel((x, 8 * page + row), column >> row & 1)
    return image


def test_a_turn_of_olympos_from_pins_to_the_move_and_back_to_the_glass(
    olympos_table: OlymposTable, update_golden: bool
) -> None:
    olympos_table.begin()
    seat = olympos_table.moment.awaited.must[0]
    while (asked := olympos_table.asked(seat)) is not None and asked[0] in TURN:
        olympos_table.by_keys(seat, TURN)
        until(lambda: olympos_table.asked(seat) != asked)
    play = olympos_table.moment.play
    assert play is not None
    side = play.state.side(seat)
    assert (side.tokens["wood"], side.stars, side.atlantis, side.stock) == (1, 1, 1, 3)
    assert seat not in olympos_table.moment.awaited.must
    for each in NAMES:
        olympos_table.settled(each)
    assert len({cable.glass for cable in olympos_table.cables.values()}) > 1
    for each, cable in olympos_table.cables.items():
        golden, shown = GOLDEN / f"olympos-seat-{each}.png", decoded(cable.glass)
        if update_golden:
            GOLDEN.mkdir(exist_ok=True)
            shown.save(golden)
        different = ImageChops.difference(Image.open(golden).convert("L"), shown.convert("L")).getbbox()
        assert different is None, f"the glass of seat {each} differs within {different}"
