"""Results of finished plays for the statistics: stored with their last entry, so that plays need not be counted
again.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct, structs

from companion.core.errors import RulesBug
from companion.core.game import AnyGame
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import PUBLIC
from companion.plays.log.rule_calls import read_score
from companion.plays.storage.digests import RESULTS, UNREADABLE
from companion.plays.storage.rows import Result, id_of, json_text
from companion.plays.storage.stores import Store


class _Figures(Struct, frozen=True):
    """The part of a result that is stored as JSON."""

    names: tuple[tuple[int, str], ...]
    winners: tuple[int, ...]
    totals: tuple[tuple[int, int], ...]
    highest_wins: bool


_figures = msgspec.json.Decoder(_Figures)


def result_of(game: str, rules_version: int, score: ScoreSheet, names: Mapping[int, str]) -> Result:
    """The result from the public ``score`` of a finished play, with the key of its game and the rules version that
    counted it.
    """
    winners = tuple(sorted(seat for side in score.winners() for seat in side.seats))
    totals = tuple((side.total, seat) for side in score.sides if score.counted for seat in side.seats[:1])
    return Result(game, rules_version, dict(names), winners, totals, score.highest_wins)


def counted_result(game: AnyGame, state: Any) -> Result | None:
    """The result of a state in which a play is over, without names; None if the rules fail to count it, so that the
    move that ends a play is stored nevertheless.
    """
    try:
        return result_of(game.meta.key, game.meta.rules_version, read_score(game, state, PUBLIC), {})
    except RulesBug:
        return None


class Results(Store):
    """The results of all plays."""

    def kept(self) -> dict[str, Result]:
        """The undamaged results, by play."""
        return self._read("")

    def _read(self, tail: str, *params: str) -> dict[str, Result]:
        found: dict[str, Result] = {}
        for play, game, version, figures in RESULTS.rows(self._database, tail, *params):
            with suppress(*UNREADABLE):
                read = _figures.decode(figures)
                found[play] = Result(game, version, dict(read.names), read.winners, read.totals, read.highest_wins)
        return found

    def over(self) -> dict[str, float | None]:
        """When each finished play was begun, in seconds since 1970, by its id, the latest first."""
        rows = self._database.query("SELECT id, rowid, created FROM plays WHERE status = 'over' ORDER BY rowid DESC")
        return {id_of(*row): created if isinstance(created, float) else None for *row, created in rows}

    def put(self, play: str, result: Result) -> None:
        """Store the result of a play that was counted again."""
        with self._database.transaction():
            self.put_within(play, result)

    def put_within(self, play: str, result: Result | None) -> None:
        """Store the result of a play; None removes it. Within an open transaction."""
        if result is None:
            self._database.query("DELETE FROM results WHERE play = ?", play)
            return
        figures = _Figures(tuple(sorted(result.names.items())), result.winners, result.totals, result.highest_wins)
        RESULTS.put(self._database, play, result.game, result.rules_version, json_text(figures))

    def rename_within(self, play: str, seat: int, name: str) -> None:
        """Change a name in the result of a play, if it has one. Within an open transaction."""
        for kept in self._read("WHERE play = ?", play).values():
            self.put_within(play, structs.replace(kept, names=kept.names | {seat: name}))
