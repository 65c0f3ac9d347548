"""A play of one game through the pages: phones, the host's tablet as scribe, and the state of the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from playwright.sync_api import expect

from companion.service.play.answers import CorrectNumber
from companion.service.screens.view_builders import scribe_view, seat_view
from tests.browser.conftest import Crowd

S = TypeVar("S")

TABLET = (820, 1180)
"""The size of the host's tablet, which answers for the table: seat 0."""


class GameSession(Generic[S]):
    """``people`` by seat, 0 being the host's tablet; whoever sits at 2 reads Spanish. ``S`` is the game's state."""

    def __init__(self, crowd: Crowd, names: Mapping[int, str], **second: Any) -> None:
        self.crowd = crowd
        self.people = {0: crowd.person(size=TABLET, scale=1)}
        for seat, name in names.items():
            self.people[seat] = crowd.person(language="es-ES", **second) if seat == 2 else crowd.person()
            self.people[seat].sits_down(seat, name)

    def begins(
        self,
        game: str,
        *,
        level: str = "",
        options: Mapping[str, str] | None = None,
        chance: Mapping[str, str] | None = None,
        picture: str,
    ) -> None:
        """The host chooses the game by its key, its level, its switches and who draws, and writes for the table from
        then on.
        """
        host = self.people[0]
        host.becomes_host()
        host.page.locator(f"button.game[value='{game}']").click()
        if level:
            host.sets("level", level)
        host.picture(f"{picture}-options", whole=True)
        for key, value in (options or {}).items():
            host.sets(f"option-{key}", value)
        for key, by in (chance or {}).items():
            host.sets(f"chance-{key}", by)
        if host.page.locator("#set-up-choice").count():
            host.sets("set_up", "no")
        host.page.locator("#begin button.act").click()
        expect(host.page.locator("#host-sentence")).to_be_visible()
        host.opens("/scribe")

    @property
    def state(self) -> S:
        play = self.crowd.companion.moment.play
        assert play is not None
        state: S = play.state
        return state

    @property
    def entries(self) -> list[Any]:
        play = self.crowd.companion.table.rooms.running.play
        assert play is not None
        return list(play.entries)

    @property
    def awaited(self) -> int:
        """Whoever must answer now; whoever enters a card from cardboard first of all."""
        moment = self.crowd.companion.moment
        return moment.pending[0].by if moment.pending else moment.awaited.must[0]

    @property
    def made(self) -> set[type]:
        """All kinds of moves in the log."""
        play = self.crowd.companion.table.rooms.running.play
        assert play is not None
        return {type(play.game.decode_move(entry.move)) for entry in self.entries if entry.kind == "move"}

    def dialogues(self, seat: int) -> tuple[Any, ...]:
        """What the page of a seat asks; of seat 0 the scribe's."""
        moment = self.crowd.companion.moment
        return scribe_view(moment).dialogues if seat == 0 else seat_view(moment, seat).dialogues

    def asks(self, seat: int) -> Any:
        """The first question of a seat."""
        return next(ask for ask in self.dialogues(seat) if ask.seat == seat)

    def corrects(self, numbers: Mapping[str, int]) -> None:
        """Numbers are set right, as people do who find another truth on the table."""
        secret = self.people[0].secret
        for key, value in numbers.items():
            reply = self.crowd.companion.table.ask(secret, CorrectNumber(key, value, f"{len(self.entries)}-{key}"))
            assert reply.taken, reply.notice
