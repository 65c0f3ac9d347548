"""The games: shipped ones, those of installed packages, and the owners' score sheets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import structs

from companion.core.boxes import Box
from companion.core.errors import Refused
from companion.core.game import AnyGame
from companion.core.secrecy import PUBLIC
from companion.core.setup import Meta, Seated, Setup
from companion.core.toml_reading import TomlError, read_toml
from companion.core.widgets import AnyWidget
from companion.core.wording import say, verbatim
from companion.games import score_sheet, shipped
from companion.games.score_sheet import FileGame, LedgerGame, Sheet, SheetGame, SheetProblem
from companion.games.score_sheet.trying import Trial, tried
from companion.outside.installed import LeftOut, OutsideGame, OutsideGames
from companion.plays.log.log import Log

PREFIX = "sheet:"


class Library:
    """All games by key; the owners' sheets are stored in the log. Thread-safe: a change replaces the mapping.

    ``more`` are games in addition to the shipped ones, ``outside`` those of installed packages.
    """

    def __init__(self, log: Log, more: Iterable[AnyGame] = (), outside: OutsideGames | None = None) -> None:
        self._log = log
        self._outside = outside or OutsideGames()
        added = (*more, *self._outside.games)
        counting = score_sheet.points_only(game for game in added if not score_sheet.check(game.points_sheet))
        self._shipped = {game.meta.key: game for game in (*counting, *shipped(), *added)}
        # a shipped sheet's file is named after its id
        self._texts = {
            PREFIX + name.removesuffix(".toml"): text
            for name, text in (score_sheet.shipped_texts() | score_sheet.ledger_texts()).items()
        }
        for game in self._shipped.values():
            if game.meta.points_of in self._shipped:
                self._texts[game.meta.key] = self._shipped[game.meta.points_of].points_sheet
        self._games: Mapping[str, AnyGame] = {}
        self._own: Mapping[str, str] = {}
        self._read()

    def games(self) -> Mapping[str, AnyGame]:
        return self._games

    def box(self, game: str) -> Box:
        """What the owners have entered of what is printed in their copy of a game."""
        return self._log.boxes.owners(game)

    def meta(self, key: str) -> Meta | None:
        """What the game with this key is; None where there is none."""
        game = self._games.get(key)
        return game.meta if game is not None else None

    @property
    def outside(self) -> tuple[OutsideGame, ...]:
        """The games of installed packages."""
        return self._outside.found

    @property
    def outside_keys(self) -> frozenset[str]:
        """The keys of these games, which may be gone one day."""
        return frozenset(each.game.meta.key for each in self._outside.found)

    @property
    def pictures(self) -> Mapping[str, bytes]:
        """The pictures of these games, as PNG, by key; not every game has one."""
        return {each.game.meta.key: each.picture for each in self._outside.found if each.picture}

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """Games of installed packages that cannot be played here, and why."""
        return self._outside.left_out

    def game_with(self, module: str) -> str:
        """The key of the game that a Python module belongs to; empty if it is of none, or of several: score sheets."""
        homes = {key: _home(game) for key, game in self._games.items()}
        found = [key for key, home in homes.items() if module == home or module.startswith(f"{home}.")]
        return found[0] if len(found) == 1 else ""

    def own(self) -> tuple[str, ...]:
        """The keys of the owners' own sheets."""
        return tuple(self._own)

    def sheet(self, key: str) -> str | None:
        """The text of a sheet, shipped or the owners', by its game's key."""
        return self._own.get(key) or self._texts.get(key)

    def keep(self, toml: str, replaces: str = "") -> str:
        """Store a sheet; ``replaces`` is the key of the one whose place it may take. Returns the key of its game.

        Raises ``Refused`` when it has problems, a sheet that it does not replace has that id, a shipped one, or one on
        which plays were written.
        """
        if problems := self.problems(toml):
            first = problems[0]
            raise Refused(
                "bad-sheet",
                say(
                    "Line {line}, {key}: expected {expected}.", line=first.line, key=first.key, expected=first.expected
                ),
            )
        key = self._parsed(toml, "sheet").meta.key
        if key in self._shipped:
            raise Refused("shipped", say("A sheet with this id comes with the companion. Give yours another id."))
        if self._own.get(key, toml) != toml:
            self._keep_plays_readable(key)
            if replaces != key:
                there = self._games[key].meta.title if key in self._games else verbatim(key)
                words = say(
                    "There is a sheet with this id already: {sheet}. Replace it, or give yours another id.", sheet=there
                )
                raise Refused("sheet-there", words)
        self._log.sheets.put(key, toml)
        self._read()
        return key

    def problems(self, toml: str) -> tuple[SheetProblem, ...]:
        """All problems of the text of a sheet or ledger, by line."""
        return score_sheet.check_game(toml, self._sheets())

    def drop(self, key: str) -> None:
        """Remove one of the owners' sheets. Raises ``Refused`` while there are plays of it, or a ledger needs it."""
        self._keep_plays_readable(key)
        self._keep_ledgers_readable(key)
        self._log.sheets.remove(key)
        self._read()

    def values(self, toml: str) -> Mapping[str, Any] | None:
        """A sheet's text as plain values, also of a wrong one; None when it cannot be read at all."""
        try:
            return read_toml(toml)
        except TomlError:
            return None

    def preview(self, toml: str) -> tuple[AnyWidget, ...]:
        """What the table would show of a sheet or ledger before anything is written; empty while it is wrong."""
        if self.problems(toml):
            return ()
        game = self._parsed(toml, "sheet")
        if not isinstance(game, SheetGame):
            seated = tuple(Seated(seat, "") for seat in range(1, game.meta.seats[0] + 1))
            return tuple(game.show(game.new(Setup(seated)), PUBLIC))
        sheet = game.sheet
        # What the table chooses at the start is chosen here, so that there is something to see.
        rounds = sheet.rounds[0] if isinstance(sheet.rounds, tuple) else sheet.rounds
        settled = structs.replace(sheet, rounds=rounds, teams=None if isinstance(sheet.teams, int) else sheet.teams)
        game = SheetGame(settled)
        seats = sum(settled.teams) if isinstance(settled.teams, tuple) else settled.seats[0]
        state = game.new(Setup(tuple(Seated(seat, "") for seat in range(1, seats + 1))))
        return tuple(game.show(state, PUBLIC))

    def tried(self, toml: str, people: int, seed: int) -> Trial | None:
        """A play of a sheet or ledger with invented numbers; None while it is wrong."""
        return None if self.problems(toml) else tried(self._parsed(toml, "sheet"), people, seed)

    def _keep_plays_readable(self, key: str) -> None:
        """Refuse to change a sheet that has plays: they would be scored by other rules."""
        if any(play.game == key and play.status != "gathering" for play in self._log.plays()):
            raise Refused(
                "sheet-in-use", say("Plays were written on this sheet. Keep the changed one under another id.")
            )

    def _keep_ledgers_readable(self, key: str) -> None:
        """Refuse to remove a sheet by which a ledger counts."""
        for game in self._games.values():
            if (
                isinstance(game, LedgerGame)
                and game.ledger.count is not None
                and PREFIX + game.ledger.count.sheet == key
            ):
                raise Refused("sheet-in-use", say("{ledger} counts by this sheet.", ledger=game.meta.title))

    def _parsed(self, text: str, where: str) -> FileGame:
        return score_sheet.parse_game(text, where, self._sheets())

    def _sheets(self) -> dict[str, Sheet]:
        """The sheets on the shelf, by id: those of the owners, and the shipped ones."""
        found = (game for game in (*self._games.values(), *self._shipped.values()) if isinstance(game, SheetGame))
        return {game.sheet.id: game.sheet for game in found}

    def _read(self) -> None:
        own = {key: self._log.sheets.get(key) or "" for key in self._log.sheets.names()}
        read: dict[str, AnyGame] = {}
        self._games = self._shipped
        # ledgers after the sheets by which they count
        for key, text in sorted(own.items(), key=lambda item: score_sheet.is_ledger(item[1])):
            if not score_sheet.check_game(text, self._sheets(), kept=True):
                read[key] = score_sheet.parse_game(text, key, self._sheets(), kept=True)
                self._games = {**self._shipped, **read}
        self._games = {**self._shipped, **{key: read[key] for key in own if key in read}}
        self._own = own


def _home(game: AnyGame) -> str:
    """The package that a game's class stands in, or its module where it stands in none."""
    module = type(game).__module__
    return module.rpartition(".")[0] or module
