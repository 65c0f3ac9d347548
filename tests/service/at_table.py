"""A table for tests: own clock, own chance, everything decided and drawn in the thread of the test.

``Room`` opens a real table (log, rooms, keyboard, simulated devices); only the two threads of the service are left out,
so that a test sees the outcome of what it did as soon as the call returns. ``threads=True`` has them too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self, TypeVar
from unittest.mock import patch

from companion.core.chance import ChanceSource
from companion.core.game import AnyGame
from companion.core.questions import Answer
from companion.core.setup import OptionValue
from companion.core.wording import Speaker
from companion.first_contact.setup_record import SetupMistake
from companion.games import score_sheet, shipped
from companion.keeping.copier import Copier
from companion.library import Library
from companion.locale import speaker
from companion.outside.installed import OutsideGames
from companion.plays.log.log import Log
from companion.plays.log.log_file import open_log
from companion.plays.time_source import Clock
from companion.service.agreement.votes import VOTE, YES_COUNTS
from companion.service.asking.requests import Reply
from companion.service.assembly import AdminAccess, TableParts, open_table
from companion.service.device_view import DeviceView
from companion.service.loop import Job, Loop
from companion.service.panel.displays import DisplayThreads, Numbered
from companion.service.panel.joining import Joining, OwnWifi
from companion.service.panel.key_answers import OK_KEYS
from companion.service.panel.place_states import PANEL, TOO_SOON
from companion.service.play.answers import AnswerQuestion
from companion.service.play.play_views import Dialogue
from companion.service.screens.moment import Moment
from companion.service.screens.view_builders import seat_view
from companion.service.screens.views import SeatView
from companion.service.seats.seating import BecomeHost, TakeSeat
from companion.service.session.sending import MakePublisher, MakeReporter
from companion.service.session.session import BeginPlay, ChooseGame
from companion.service.session.table_identity import OwnKeys
from companion.service.session.table_settings import TableLanguage
from companion.service.session.wifi_joining import HomeNetworks
from companion.service.table import RunningTable, Table
from hardware.ports import Devices, Picture, Voice
from hardware.profile_files import read_shipped
from hardware.sim.sim_table import SimTable
from tests.core.torture import Torture

R = TypeVar("R")

PIN = "2718"
"""The host's, of the settings."""
NAMES = {1: "Ana", 2: "Berta", 3: "Carla", 4: "Dora", 5: "Eva", 6: "Fe", 7: "Gala", 8: "Hilda"}


class HandClock:
    """Time that stands still until somebody moves it."""

    def __init__(self, mono: float = 1000.0, wall: float | None = 1_700_000_000.0) -> None:
        self.now = mono
        self.since = wall

    def mono(self) -> float:
        return self.now

    def wall(self) -> float | None:
        return self.since


class HandLoop(Loop):
    """Decides in the thread that asks."""

    def start(self) -> None:
        pass

    def close(self) -> None:
        pass

    def post(self, decide: Callable[[], object]) -> None:
        self._guarded(Job(decide))

    def ask(self, decide: Callable[[], R], timeout: float = 10.0) -> R:
        reply: Future[R] = Future()
        self._guarded(Job(decide, reply))
        return reply.result(0)

    def pass_time(self) -> None:
        self._guarded(Job(self.work.idle))


class HandDisplays(DisplayThreads):
    """Draws at once, or when ``hurry`` is called while ``slow``."""

    slow = False

    def start(self) -> None:
        pass

    def close(self) -> None:
        pass

    def put(self, place: int, numbered: Numbered) -> None:
        super().put(place, numbered)
        if not self.slow:
            self.hurry()

    def again(self, place: int) -> None:
        super().again(place)
        self.hurry()

    def hurry(self) -> None:
        while self._waiting:
            self._send(*self._waiting.popitem(last=False))


class BlindDisplays(HandDisplays):
    """Displays that nobody looks at: nothing is drawn, which is most of the time a table takes."""

    def _send(self, place: int, numbered: Numbered) -> None:
        self._shown[place] = numbered.number


NO_PACKAGES = OutsideGames()
parse_once = cache(score_sheet.parse)
shipped_once = cache(shipped)


def anew(room: Room) -> None:
    """What is computed from the state of the play is computed again."""
    part = room.opened.rooms.running.part
    part.put(replace(part.now, play=part.now.play and replace(part.now.play)))


def over(room: Room) -> None:
    """The play is over, whatever stands on the table."""
    part = room.opened.rooms.running.part
    part.put(replace(part.now, phase="over"))


def library_of(log: Log, *games: AnyGame, outside: OutsideGames = NO_PACKAGES, sheets: bool = False) -> Library:
    """The games of the test, with ``sheets`` the product's too; its sheets are read once for all tables of a run."""
    with (
        patch("companion.library.shipped", shipped_once if sheets else tuple),
        patch("companion.library.score_sheet.shipped_texts", score_sheet.shipped_texts if sheets else dict),
        patch("companion.library.score_sheet.parse", parse_once),
    ):
        return Library(log, games, outside)


def drip(seed: str) -> Callable[[int], bytes]:
    """Bytes that look like chance and are the same every time."""
    count = 0

    def secret(n: int) -> bytes:
        nonlocal count
        count += 1
        return sha256(f"{seed}-{count}".encode()).digest()[:n]

    return secret


def token(who: int | str) -> str:
    """The secret of the device of a seat, or of somebody else; as long as a real one."""
    secret = f"device-{who}-".ljust(22, "x")
    assert len(secret) == 22, secret
    return secret


HOST = token("host")


@cache
def _empty_log() -> bytes:
    """A log file without a play, made once: every table makes it anew else, in three times the time of opening it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.sqlite"
        open_log(path, synchronous="NORMAL").close()
        return path.read_bytes()


class Room:
    """One table. Seats are played by ``token(seat)``; ``HOST`` is host after ``host()``. ``blind``: nobody looks at its
    displays.
    """

    def __init__(
        self,
        path: Path,
        *games: AnyGame,
        seed: str = "room",
        profile: str = "",
        threads: bool = False,
        sheets: bool = False,
        clock: HandClock | None = None,
        copier: Callable[[Clock], Copier] | None = None,
        wifi: OwnWifi | None = None,
        voice: Voice | None = None,
        networks: HomeNetworks | None = None,
        mistakes: Sequence[SetupMistake] = (),
        blind: bool = False,
        outside: OutsideGames = NO_PACKAGES,
        publisher: MakePublisher | None = None,
        reporter: Callable[[Log, Library], MakeReporter] | None = None,
        keys: OwnKeys | None = None,
        wired: Devices | None = None,
    ) -> None:
        self.joining = Joining("http://192.0.2.7/", "table.local")
        self.clock = clock or HandClock()
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(_empty_log())
        self.log = open_log(path, synchronous="NORMAL")
        self._stack = ExitStack()
        self._stack.callback(self.log.close)
        self.simulator = SimTable(read_shipped(profile), self.clock.mono) if profile else None
        devices = self.simulator.devices() if self.simulator else wired or Devices()
        kind = DisplayThreads if threads else BlindDisplays if blind else HandDisplays
        library = library_of(self.log, *games or (Torture(),), outside=outside, sheets=sheets)
        self.opened = open_table(
            TableParts(
                log=self.log,
                library=library,
                devices=replace(devices, voice=voice),
                displays=kind(devices.displays),
                loop=Loop() if threads else HandLoop(),
                clock=self.clock,
                language=TableLanguage(self.log.settings),
                access=AdminAccess(pin=PIN),
                joining=lambda: self.joining,
                simulator=self.simulator,
                secret=drip(seed),
                copier=copier(self.clock) if copier is not None else None,
                wifi=wifi,
                networks=networks,
                mistakes=mistakes,
                publisher=publisher,
                reporter=reporter(self.log, library) if reporter is not None else None,
                keys=keys,
            )
        )
        self._stack.callback(self.opened.close)
        self.table: Table = self.opened.table
        self._nonces = 0

    def close(self) -> None:
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- the evening -------------------------------------------------------------------------------------------

    def host(self) -> None:
        assert self.table.ask(HOST, BecomeHost(PIN)).taken

    def sit(self, *seats: int) -> None:
        for seat in seats:
            reply = self.table.ask(token(seat), TakeSeat(seat, NAMES[seat]))
            assert reply.taken, reply.code

    def begin(
        self,
        seats: int,
        game: str = "torture",
        options: Mapping[str, OptionValue] | None = None,
        chance: Mapping[str, ChanceSource] | None = None,
    ) -> None:
        """Everybody sits down and the game begins."""
        self.host()
        self.sit(*range(1, seats + 1))
        reply = self.table.ask(HOST, ChooseGame(game, options or {}, chance or {}))
        assert reply.taken, reply.code
        reply = self.table.ask(HOST, BeginPlay())
        assert reply.taken, reply.notice

    # -- asking and answering ----------------------------------------------------------------------------------

    def nonce(self) -> str:
        self._nonces += 1
        return f"nonce-{self._nonces}"

    def asked(self, seat: int, of: int | None = None) -> tuple[Dialogue, ...]:
        """What the page of ``seat`` asks; ``of`` keeps only what is asked for that seat."""
        found = self.page(seat).dialogues
        return tuple(ask for ask in found if of is None or ask.seat == of)

    def asks(self, seat: int, of: int | None = None) -> list[str]:
        """The keys of the questions."""
        return [ask.question.key for ask in self.asked(seat, of)]

    def reply(self, seat: int, answer: Answer, key: str = "", nonce: str | None = None) -> Reply:
        """The device of ``seat`` answers its first question, or the one with ``key``."""
        found = next(ask for ask in self.asked(seat) if ask.question.key == key or not key)
        return self.give(seat, found, answer, nonce)

    def give(self, seat: int, ask: Dialogue, answer: Answer, nonce: str | None = None) -> Reply:
        """The device of ``seat`` answers a question it was shown, perhaps long ago. What it votes counts afterwards."""
        nonce = self.nonce() if nonce is None else nonce
        reply = self.table.ask(token(seat), AnswerQuestion(ask.seat, ask.digest, answer, nonce, ask.service))
        if reply.taken and ask.service.startswith(VOTE):
            self.past(YES_COUNTS)
        return reply

    def answer(self, seat: int, *answers: Answer) -> None:
        """Answers that must be taken, one question after the other."""
        for answer in answers:
            reply = self.reply(seat, answer)
            assert reply.taken, (reply.code, reply.notice)

    def set_up(self, first: int = 1, gold: int = 2) -> None:
        """The torture game's set-up; the companion draws."""
        self.answer(first, str(first), gold)

    def plans_ready(self, *seats: int) -> None:
        for seat in seats:
            self.answer(seat, "ready")

    # -- looking -----------------------------------------------------------------------------------------------

    def view(self, who: int | str = "nobody") -> DeviceView:
        """What the device of a seat may see, or somebody else's."""
        return self.table.view(token(who))

    @property
    def moment(self) -> Moment:
        """What was published last."""
        return self.opened.broadcast.moment

    def seat_of(self, secret: str) -> int | None:
        """The seat that the device with this secret may act for."""
        return self.table.view(secret).seats.own_role().seat

    def seats_of(self, secret: str) -> tuple[int, ...]:
        return self.table.view(secret).seats.own_role().seats

    def is_host(self, secret: str) -> bool:
        return self.table.view(secret).seats.own_role().host

    def speaker(self, language: str) -> Speaker:
        return speaker(language, self.moment.gathering.names)

    def page(self, seat: int) -> SeatView:
        """What the screens of a seat show, whoever holds its device, and where it has none."""
        return seat_view(self.moment, seat)

    @property
    def state(self) -> Any:
        """The whole truth."""
        play = self.moment.play
        assert play is not None
        return play.state

    @property
    def entries(self) -> int:
        play = self.table.rooms.running.play
        assert play is not None
        return len(play.entries)

    def say(self, wording: Any) -> str:
        return self.speaker("en").say(wording)

    def words(self, reply: Reply) -> str:
        """What a reply says; empty without a word."""
        return self.say(reply.notice) if reply.notice is not None else ""

    def lines(self, seat: int | None = None) -> list[str]:
        """The end of the log, as the table screen or a seat has it."""
        view = self.view().screens.table() if seat is None else self.page(seat)
        return [self.say(_open(line.told)) for line in view.log]

    def past(self, seconds: float) -> None:
        """Time passes, and the table notices."""
        self.clock.now += seconds
        loop = self.opened.loop
        assert isinstance(loop, HandLoop)
        loop.pass_time()

    # -- keys --------------------------------------------------------------------------------------------------

    def press(self, place: int | str, *keys: str) -> None:
        """Tap keys one after the other, each long enough after the last."""
        for key in keys:
            if key in OK_KEYS and (early := too_soon(self.opened, PANEL if place == "panel" else int(place))) > 0:
                self.past(early)
            self.tell(f"press {place} {key}")
            self.past(0.2)

    def tell(self, line: str) -> None:
        assert self.simulator is not None
        self.simulator.tell(line)
        if line.startswith("hold"):
            # a press counts only once the contact stayed closed
            self.past(0.01)

    def picture(self, place: int) -> Picture:
        assert self.simulator is not None
        shown = next(view.picture for view in self.simulator.places() if view.place == place)
        assert shown is not None
        return shown

    @property
    def displays(self) -> HandDisplays:
        displays = self.opened.displays
        assert isinstance(displays, HandDisplays)
        return displays

    def face(self, place: int) -> Any:
        """The face a display shows or is about to show."""
        return self.displays._latest[place].face


def too_soon(opened: RunningTable, place: int) -> float:
    """Seconds until OK at a place counts again, after the last die or field."""
    filled = opened.wired.keyboard.states[place].filled_at
    return float(filled + TOO_SOON - opened.clock.mono())


def _open(told: Any) -> Any:
    return told.value if hasattr(told, "inside") else told


def in_turn(*seats: int) -> Iterator[int]:
    """The seats again and again."""
    while True:
        yield from seats
