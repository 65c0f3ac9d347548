"""Keep how plays of packages' games came out, when they come to their end: the game may be gone when somebody looks."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from companion.core.secrecy import PUBLIC
from companion.library import Library
from companion.locale import LANGUAGES, speaker
from companion.plays.log.accounts import Account, EndBySeats, score_spelled_out, spelled_out
from companion.plays.log.log import Log
from companion.plays.log.rule_calls import bug_place, read_score
from companion.plays.play import Play
from companion.plays.reports.export import ReadablePlay, export_text
from companion.plays.storage.entry import Entry
from companion.service.play.running_play import RunningPlay

logger = logging.getLogger(__name__)


class KeptAccounts:
    """Follows the play. An end that changes (an undo, a correction) is kept anew."""

    def __init__(self, log: Log, library: Library, running: RunningPlay) -> None:
        self._log = log
        self._library = library
        self._running = running
        running.follow(self.follow)

    def follow(self, _: Entry) -> None:
        self.keep()

    def keep(self) -> None:
        """Keep the account of the play on the table, if it is over and its game is of a package. Neither a log that
        cannot be written to nor a game that fails to count ends anything.
        """
        play = self._running.play
        if play is None or self._running.now.phase != "over" or play.game.meta.key not in self._library.outside_keys:
            return
        try:
            account = self._account(play)
            if account is not None:
                self._log.accounts.put(play.id, account)
        except Exception as error:
            logger.error("the account of a play is not kept: %s", bug_place(error))

    def _account(self, play: Play) -> Account | None:
        row = self._log.play(play.id)
        if row is None:
            return None
        names = self._log.names(row)
        score = read_score(play.game, play.state, PUBLIC)
        readable = ReadablePlay(self._log, play.game, row)

        def end(names: Mapping[int, str]) -> EndBySeats:
            speakers = tuple(speaker(language, names) for language in LANGUAGES)
            texts = {each.language: export_text(readable, PUBLIC, each) for each in speakers}
            return EndBySeats(score_spelled_out(score, speakers), texts)

        named, title = end(names), spelled_out(play.game.meta.title, tuple(speaker(each, {}) for each in LANGUAGES))
        return Account(title, named.score, named.texts, end({}))
