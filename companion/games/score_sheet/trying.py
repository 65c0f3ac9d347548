"""A play with invented numbers, so that the author of a sheet or ledger sees how it counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from zlib import crc32

from msgspec import Struct

from companion.core.chance import NoChance
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import PUBLIC, seen
from companion.core.setup import Seated, Setup
from companion.core.step import TABLE, run
from companion.core.widgets import AnyWidget
from companion.games.score_sheet import sheet as sheets
from companion.games.score_sheet.game import SheetGame
from companion.games.score_sheet.game_files import FileGame
from companion.games.score_sheet.ledger.game import LedgerGame
from companion.games.score_sheet.ledger.moves import Change, EndLedger
from companion.games.score_sheet.moves import ChooseRounds, ChooseTeams, Done, Finish, GiveBonus, Write
from companion.games.score_sheet.queries import is_done, ungiven_bonuses, unwritten
from companion.games.score_sheet.scoring import what_is_left
from companion.games.score_sheet.sheet import AnyCategory, Sheet, dealt, highest, lowest, wanted_sum
from companion.games.score_sheet.start import dealt_evenly
from companion.games.score_sheet.state import SheetState, Side
from companion.games.score_sheet.table_moves import finish_reason, may_be_nobody, may_have

ENOUGH = 60
"""Moves after which the table stops at the end of a round; after as many again no more numbers are invented."""
POINTS, COUNT, KIND = 20, 7, 3
"""The highest invented number of points, of things counted, and of one kind of a set."""


class Trial(Struct, frozen=True):
    """``widgets`` are what the table shows, ``score`` how it counts."""

    widgets: tuple[AnyWidget, ...]
    score: ScoreSheet


def tried(game: FileGame, people: int, seed: int) -> Trial:
    """A trial play with invented numbers, drawn by ``seed``, for ``people`` seats or the nearest number allowed."""
    least, most = game.meta.seats
    seats = range(1, min(max(people, least), most) + 1)
    play = _Play(game, game.new(Setup(tuple(Seated(seat, "") for seat in seats))), seed)
    widgets: tuple[AnyWidget, ...] = ()
    if isinstance(game, LedgerGame):
        play.move_stocks(game)
        widgets = play.shown
        play.move(TABLE, EndLedger())
        if game.counting is None:
            return Trial(widgets, game.score(seen(play.state, PUBLIC), PUBLIC))
        play.write(game.counting)
    else:
        play.write(game)
    return Trial(widgets or play.shown, game.score(seen(play.state, PUBLIC), PUBLIC))


class _Play:
    """A play with invented moves."""

    def __init__(self, game: FileGame, state: Any, seed: int) -> None:
        self.game, self.state, self.seed = game, state, seed
        self.moves = 0

    @property
    def shown(self) -> tuple[AnyWidget, ...]:
        return tuple(self.game.show(seen(self.state, PUBLIC), PUBLIC))

    def move(self, seat: int, move: Any) -> None:
        self.moves += 1
        self.state = run(self.state, seat, NoChance(), lambda step: self.game.apply(step, move)).state

    def invented(self, low: int, high: int, *what: object) -> int:
        """An invented number from ``low`` to ``high`` that depends only on ``what`` and the seed, so it stays the same
        while a sheet is edited.
        """
        return low + crc32("/".join(map(str, (self.seed, *what))).encode()) % (high - low + 1)

    # -- ledgers

    def move_stocks(self, game: LedgerGame) -> None:
        for seat in self.state.seats:
            for stock in game.ledger.stocks:
                high = max(stock.low, min(stock.high, max(stock.start, 0) + COUNT))
                number = self.invented(max(stock.low, min(0, high)), high, seat, stock.key)
                self.move(seat, Change(stock.key, number))

    # -- sheets

    def write(self, counting: SheetGame) -> None:
        """Make moves until the play is over or ``ENOUGH`` is reached."""
        while self.moves < 2 * ENOUGH and self.state.phase != "over" and self._goes_on(counting.sheet_of(self.state)):
            pass

    def _goes_on(self, sheet: Sheet) -> bool:
        """Make the moves of a stage. True if there were any."""
        before = self.moves
        if self.state.phase == "setup":
            self._set_up(sheet)
        elif sheet.together:
            self._write_together(sheet)
            return False
        elif self.moves > ENOUGH and finish_reason(self.state) is None and self.state.round > 1:
            self.move(TABLE, Finish())
        else:
            for seat, move in self._missing(sheet):
                self.move(seat, move)
        return self.moves > before

    def _set_up(self, sheet: Sheet) -> None:
        if not self.state.sides and isinstance(sheet.teams, int):
            self.move(TABLE, ChooseTeams(dealt_evenly(sheet.teams, self.state.seats)))
        elif isinstance(sheet.rounds, tuple):
            self.move(TABLE, ChooseRounds(sheet.rounds[0]))

    def _write_together(self, sheet: Sheet) -> None:
        """In a cooperative game, write numbers that do not end it, because the table chooses how it ends."""
        ends = {one.category: one.reaches for one in sheet.outcome if one.reaches is not None}
        side = self.state.sides[0]
        for category in unwritten(sheet, self.state, side):
            high = min(_most(category), ends.get(category.key, _most(category) + 1) - 1)
            number = self.invented(min(max(lowest(category), 0), high), high, category.key)
            self.move(side.seats[0], Write(category.key, self.state.round, (number,)))

    def _missing(self, sheet: Sheet) -> Iterator[tuple[int, Any]]:
        """What the sides and the table still have to write, computed again after each move."""
        now = self.state.round, self.state.stage
        for bonus in ungiven_bonuses(sheet, self.state):
            keys = [side.key for side in may_have(sheet, self.state, bonus)] + [""] * may_be_nobody(self.state, bonus)
            place = self.invented(0, len(keys) - 1, bonus.key, self.state.round)
            yield TABLE, GiveBonus(bonus.key, self.state.round, keys[place])
        for side in list(self.state.sides):
            for category in unwritten(sheet, self.state, side):
                yield side.seats[0], Write(category.key, self.state.round, self._numbers(sheet, side, category))
                if self.state.phase != "play":
                    return
            if (self.state.round, self.state.stage) == now and not is_done(sheet, self.state, side):
                yield side.seats[0], Done()
            if self.state.phase != "play" or (self.state.round, self.state.stage) != now:
                return

    def _numbers(self, sheet: Sheet, side: Side, category: AnyCategory) -> tuple[int, ...]:
        state: SheetState = self.state
        what = (side.key, category.key, state.round)
        match category:
            case sheets.SetCollection(kinds=kinds, high=high):
                return tuple(self.invented(0, min(high, KIND), *what, kind.key) for kind in kinds)
            case sheets.Pairs(high=high):
                return tuple(self.invented(1, min(high, KIND), *what, place) for place in range(4))
            case _:
                pass
        left = what_is_left(sheet, state, side, category, state.round)
        if left is not None:
            return (left,)
        high = min(_most(category), max(lowest(category), dealt(sheet, state.round) or _most(category)))
        if (wanted := wanted_sum(sheet, category, state.round)) is not None:
            high = min(high, max(lowest(category), wanted // len(state.sides)))
        return (self.invented(min(max(lowest(category), 0), high), high, *what),)


def _most(category: AnyCategory) -> int:
    usual = POINTS if isinstance(category, sheets.Number) else COUNT
    return min(highest(category), max(lowest(category), 0) + usual)
