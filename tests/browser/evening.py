"""A whole playthrough on the table in a browser: what its lines say is tapped, but for what nobody taps."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import structs
from playwright.sync_api import Locator, Page, Position

from companion.pace.costs import submissions
from companion.plays.log.log_file import open_log
from companion.plays.play import Play
from companion.playthroughs.grammar import parse
from companion.playthroughs.header import setup_of
from companion.playthroughs.lines import Correct, Playthrough
from companion.playthroughs.moves_made import MoveMade
from companion.playthroughs.replay import FixedClock, replay_into
from companion.service.seats.seating import BecomeHost, TakeSeat
from companion.service.session.session import ResumePlay
from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST, token
from tests.browser.test_pace_by_taps import took
from tests.browser.thumb import Thumb
from tests.golden.test_playthroughs import BY_KEY, FOLDER, replayed

CALM, ACTS = 350, 150
"""Milliseconds of the page's own time: until what has appeared takes a tap, and after the tap."""
LOOKS = 10
"""Milliseconds until a page that waits for the table is looked at again."""
STANDS = """() => document.querySelector(".in-flight, form[data-filling]") ? "waits"
    : "fresh" in document.documentElement.dataset ? "fresh" : "" """
"""What a tap would come too early for."""


class HurriedThumb(Thumb):
    """A thumb on a page whose clock it moves on itself, so that no second of the evening is waited for."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        page.clock.install()

    def readies(self, what: Locator) -> None:
        what.wait_for()
        for _ in range(1000):
            stands = self.page.evaluate(STANDS)
            if not stands and what.is_enabled():
                break
            if stands == "fresh":
                self.passes(CALM)
            else:
                self.waits()

    def tap(self, what: Locator, at: Position | None = None) -> None:
        super().tap(what, at)
        self.passes(ACTS)

    def types(self, field: Locator, text: str) -> None:
        super().types(field, text)
        self.passes(ACTS)

    def puts_down(self) -> None:
        """The phone lies on the table: its covers close."""
        self.page.evaluate("window.dispatchEvent(new Event('blur'))")

    def touches(self) -> None:
        """The phone is in a hand: a cover that nobody touches closes after a while of the page's own time."""
        self.page.evaluate("window.dispatchEvent(new PointerEvent('pointermove'))")

    def waits(self) -> None:
        """For the table, no faster than it is."""
        self.touches()
        self.passes(LOOKS)
        self.page.wait_for_timeout(LOOKS)

    def passes(self, milliseconds: int) -> None:
        self.page.clock.run_for(milliseconds)


class Evening:
    """The playthrough ``name`` from its first line to its last."""

    def __init__(self, name: str) -> None:
        self.path = FOLDER / f"{name}.txt"
        self.playthrough: Playthrough = parse(self.path.read_text("utf-8"), name)
        self.moves = replayed(self.path).moves

    def steps(self) -> list[Correct | tuple[MoveMade, ...]]:
        """Corrections, and the moves that a phone sends together, in their order."""
        corrected = [line for line in self.playthrough.lines if isinstance(line, Correct)]
        steps: list[Correct | tuple[MoveMade, ...]] = [*corrected, *submissions(self.moves)]
        return sorted(steps, key=lambda step: step.line if isinstance(step, Correct) else step[0].line)

    def begins(self, crowd: Crowd, line: int = 0) -> None:
        """The play is on the table up to the line before ``line``, and everybody sits."""
        self.is_put_up(crowd, line)
        for seat, name in self.names().items():
            took(crowd.companion.table.ask(token(seat), TakeSeat(seat, name)))

    def names(self) -> dict[int, str]:
        """Who sits where."""
        setup, _ = setup_of(self.playthrough, BY_KEY[self.playthrough.header.game])
        return {seated.seat: seated.name or f"P{seated.seat}" for seated in setup.seats}

    def is_put_up(self, crowd: Crowd, line: int = 0) -> None:
        """The play is on the table up to the line before ``line``."""
        kept = structs.replace(
            self.playthrough, lines=tuple(each for each in self.playthrough.lines if each.line < line)
        )
        play = replay_into(crowd.companion.app.log, kept, BY_KEY).play
        table = crowd.companion.table
        took(table.ask(HOST, BecomeHost("2718")))
        took(table.ask(HOST, ResumePlay(play)))

    def final_state(self) -> bytes:
        """The state in which the playthrough ends, as a log stores it."""
        with TemporaryDirectory(prefix="evening-") as folder:
            log = open_log(Path(folder) / "play.db", synchronous="NORMAL")
            done = replay_into(log, self.playthrough, BY_KEY)
            game = BY_KEY[self.playthrough.header.game]
            state = game.encode_state(Play.resume(log, game, done.play, clock=FixedClock()).state)
            log.close()
        return state


def corrects(crowd: Crowd, line: Correct) -> None:
    """Numbers and facts are set right as the playthrough does it: that is no move, and nobody counts it."""
    running = crowd.companion.table.rooms.running

    def decide() -> None:
        entry = running.playing().set_right(dict(line.numbers), "table", nonce="", seat=line.seat, facts=line.facts)
        running.entered(entry)

    crowd.companion.opened.loop.ask(decide)
