"""Makes the report of a play from the log, at the time when it is sent: the last state is what counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.core.errors import RulesBug
from companion.core.game import AnyGame
from companion.core.scoring import ScoreSheet
from companion.core.secrecy import PUBLIC
from companion.core.setup import SetupError
from companion.core.wording import Verbatim
from companion.locale import LANGUAGES, speaker
from companion.plays.log.accounts import all_spelled_out, cut, spelled_out
from companion.plays.log.entry_sequence import Entries
from companion.plays.log.log import Log
from companion.plays.log.rule_calls import bug_place, read_score, read_state
from companion.plays.reports.score_history import minutes_played
from companion.plays.storage.log_errors import Gap
from companion.plays.storage.rows import PlayRow
from companion.reporting.play_report import LONGEST_TEXT, PlayReport, ReportedSeat


class NoReport(Exception):
    """A play cannot be reported, because it is damaged or its game is missing. The text names the play and the place in
    it, and no secret."""


def report_of(log: Log, games: Mapping[str, AnyGame], play: str, version: int) -> PlayReport:
    """The report of a play that has ended, or that goes on again. Texts call people by their seats.

    Raises ``NoReport`` where the play is damaged, or its game gone; and ``LogError``.
    """
    row = log.play(play)
    entries = Entries(log, play)
    if row is None or row.damaged or not entries or entries[-1].kind == "gap":
        raise NoReport(f"{play}: it is damaged")
    last = entries.numbered(entries[-1].stands_for)
    persons = _persons(log, play)
    title, score = _result(log, games.get(row.game), row, last.number)
    return PlayReport(
        play=play,
        version=version,
        game=row.game,
        title=Verbatim({language: cut(words, LONGEST_TEXT) for language, words in title.words.items()}),
        rules_version=row.rules_version,
        options=row.setup.options,
        seats=tuple(ReportedSeat(seat, persons.get(seat, "")) for seat in row.setup.numbers),
        score=score,
        began=entries[0].wall,
        ended=last.wall if row.status == "over" else None,
        minutes=minutes_played(entries),
    )


def _persons(log: Log, play: str) -> dict[int, str]:
    """Who played at which seat; a person at several seats at none, since nobody knows for which it counts."""
    persons = {seat: card.person for seat, card in log.seat_cards.of_play(play).items()}
    seats = Counter(persons.values())
    return {seat: person for seat, person in persons.items() if seats[person] == 1}


def _result(log: Log, game: AnyGame | None, row: PlayRow, number: int) -> tuple[Verbatim, ScoreSheet | None]:
    """Title and final score, in words of every language; no score where the play goes on.

    Where the rules that are here cannot count it, the account that was kept of it does.
    """
    try:
        if game is not None:
            title = spelled_out(game.meta.title, SPEAKERS)
            if row.status != "over":
                return title, None
            score = read_score(game, read_state(game, log.state(row.id, number)), PUBLIC)
            if not all(side.complete for side in score.sides):
                raise NoReport(f"{row.id}: {row.game} hides points at its end")
            return title, all_spelled_out(score, SPEAKERS, LONGEST_TEXT)
        why = f"there is no game {row.game}"
    except (RulesBug, SetupError) as error:
        why = bug_place(error)
    except (Gap, LookupError):
        why = "its last state is damaged"
    account = log.accounts.get(row.id)
    if account is None:
        raise NoReport(f"{row.id}: {why}")
    score = all_spelled_out(account.without_names.score, SPEAKERS, LONGEST_TEXT)
    return account.title, score if row.status == "over" else None


SPEAKERS = tuple(speaker(language, {}) for language in LANGUAGES)
"""They know no names: those stay at the table."""
