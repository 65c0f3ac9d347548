"""Export of a play as one viewer may see it: log, tracked numbers and score, as text, JSON and CSV; and
the link that hands a finished one to the BG Stats app.

Computed from that viewer's view only; true entry numbers are left out. Unreadable parts of a damaged play are left out
and marked, and counted in ``ReadablePlay``; so are parts that the installed rules cannot read or count.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any
from urllib.parse import quote

import msgspec

from companion.core.chance import commitment
from companion.core.errors import RulesBug
from companion.core.game import AnyGame
from companion.core.inventory import Tracked
from companion.core.scoring import Line, ScoreSheet
from companion.core.secrecy import Sealed, Viewer, seen
from companion.core.setup import SetupError
from companion.core.step import LogText
from companion.core.wording import Message, Speaker, say
from companion.plays.log.closing import is_concluded
from companion.plays.log.entry_sequence import EffectiveEntries, Entries
from companion.plays.log.log import Log
from companion.plays.log.rule_calls import all_bugs_named, read_score, read_state
from companion.plays.reports.csv_files import csv_text
from companion.plays.reports.history import History
from companion.plays.storage.log_errors import Gap, LogError
from companion.plays.storage.rows import PlayRow


class ReadablePlay:
    """``state`` is None if the last state cannot be read, ``unread`` if that is because of the installed rules;
    ``gaps`` counts damaged entries.
    """

    def __init__(self, log: Log, game: AnyGame, row: PlayRow) -> None:
        """Raises ``Gap`` if nothing of the play is known, and ``LogError``."""
        entries = Entries(log, row.id)
        if row.damaged or not entries:
            raise Gap
        self.id = row.id
        self.game = game
        self.setup = row.setup
        self.seed = row.seed
        self.commitment = commitment(row.seed)
        self.concluded = is_concluded(log, row.id)
        self.gaps = sum(entry.kind == "gap" for entry in entries)
        present = entries[-1].stands_for
        self.history = History(entries, EffectiveEntries(entries, entries.line(present)))
        self.unread = False
        self.state: Any = None
        if entries[-1].kind == "gap":
            return
        try:
            self.state = read_state(game, log.state(row.id, present))
        except (RulesBug, SetupError):
            self.unread = True
        except (LogError, LookupError):
            return


DAMAGED = say("Parts of this play are damaged and left out.")
UNREAD = say("The version of its game at this table cannot count this play: score and numbers are left out.")


def export_json(play: ReadablePlay, viewer: Viewer, speaker: Speaker) -> bytes:
    """Everything ``viewer`` may know of ``play``, in the speaker's language; the seed only once the play is closed."""
    content = {
        "game": play.game.meta.key,
        "title": speaker.say(play.game.meta.title),
        "language": speaker.language,
        "seats": [{"seat": seat, "name": speaker.name(seat)} for seat in play.setup.numbers],
        "options": play.setup.options,
        "chance": play.setup.chance,
        "commitment": play.commitment,
        "seed": play.seed.hex() if play.concluded else None,
        "gaps": play.gaps,
        "inventory": _numbers(play, viewer, speaker),
        "score": _score(play, viewer, speaker),
        "log": [dict(zip(LOG_COLUMNS, row, strict=True)) for row in _log_rows(play, viewer, speaker)],
    }
    return msgspec.json.format(msgspec.json.encode(content))


def export_text(play: ReadablePlay, viewer: Viewer, speaker: Speaker) -> str:
    """Readable summary: players, score with reasons, log."""
    lines = [speaker.say(play.game.meta.title), ", ".join(speaker.name(seat) for seat in play.setup.numbers), ""]
    sheet = _sheet(play, viewer)
    why = [DAMAGED] if play.gaps else []
    why += [_why_missing(play)] if sheet is None else []
    for words in dict.fromkeys(map(speaker.say, why)):
        lines += [words, ""]
    lines += _ranking(sheet, speaker) if sheet is not None else []
    lines.append("")
    lines += [f"{row[0]}. {row[3]}" for row in _log_rows(play, viewer, speaker) if not row[5]]
    return "\n".join(lines) + "\n"


def _ranking(sheet: ScoreSheet, speaker: Speaker) -> list[str]:
    lines = []
    for rank in sheet.ranking():
        for side in rank.sides:
            lines.append(f"{rank.place}. {speaker.say(side.called)}{f': {side.total}' if sheet.counted else ''}")
            if side.won is not None:
                lines.append(f"   {speaker.say(side.won)}")
            lines += [_reason(line, speaker) for line in side.lines]
    return lines


def _reason(line: Line, speaker: Speaker) -> str:
    points = "?" if line.points is None else line.points
    why = f" ({speaker.say(line.why)})" if line.why else ""
    return f"   {points} {speaker.say(line.label)}{why}"


INVENTORY_COLUMNS = ("key", "label", "owner", "value")
LOG_COLUMNS = ("number", "time", "seat", "text", "kind", "undone", "marked", "by_scribe", "pieces")


def inventory_csv(play: ReadablePlay, viewer: Viewer, speaker: Speaker) -> str:
    """Tracked numbers, one per row; the value is empty if hidden from ``viewer``. If they are damaged, or cannot be
    read, one row says so instead.
    """
    numbers = _numbers(play, viewer, speaker)
    if numbers is None:
        numbers = [{"key": "", "label": speaker.say(_why_missing(play)), "owner": None, "value": None}]
    rows = [[number[column] for column in INVENTORY_COLUMNS] for number in numbers]
    return csv_text(INVENTORY_COLUMNS, rows, speaker.language)


def log_csv(play: ReadablePlay, viewer: Viewer, speaker: Speaker) -> str:
    """The log as CSV: a row for each line."""
    return csv_text(LOG_COLUMNS, _log_rows(play, viewer, speaker), speaker.language)


def _number(tracked: Tracked, speaker: Speaker) -> dict[str, Any]:
    return {
        "key": tracked.key,
        "label": speaker.say(tracked.full_name if tracked.team else tracked.label),
        "owner": tracked.owner,
        "value": tracked.value if tracked.known else None,
    }


def _numbers(play: ReadablePlay, viewer: Viewer, speaker: Speaker) -> list[dict[str, Any]] | None:
    if play.state is None:
        return None
    try:
        with all_bugs_named():
            return [_number(tracked, speaker) for tracked in play.game.inventory(seen(play.state, viewer))]
    except RulesBug:
        return None


def _sheet(play: ReadablePlay, viewer: Viewer) -> ScoreSheet | None:
    if play.state is None:
        return None
    try:
        return read_score(play.game, play.state, viewer)
    except RulesBug:
        return None


def _why_missing(play: ReadablePlay) -> Message:
    """Why there is no score, or there are no numbers."""
    return DAMAGED if play.state is None and not play.unread else UNREAD


def _score(play: ReadablePlay, viewer: Viewer, speaker: Speaker) -> dict[str, Any] | None:
    sheet = _sheet(play, viewer)
    if sheet is None:
        return None
    sides = [
        {
            "side": speaker.say(side.label),
            "seats": side.seats,
            "total": side.total,
            "complete": side.complete,
            "won": speaker.say(side.won) if side.won is not None else "",
            "lines": [
                {
                    "label": speaker.say(line.label),
                    "points": line.points,
                    "why": speaker.say(line.why) if line.why else "",
                }
                for line in side.lines
            ],
        }
        for side in sheet.sides
    ]
    return {"final": sheet.final, "sides": sides}


def _log_rows(play: ReadablePlay, viewer: Viewer, speaker: Speaker) -> list[list[Any]]:
    return [
        [
            line.number,
            None if line.wall is None else datetime.fromtimestamp(line.wall, UTC).isoformat(timespec="seconds"),
            line.seat or None,
            _text(line.told, speaker),
            line.kind,
            line.undone,
            line.marked,
            line.scribe,
            " ".join(f"{speaker.name(one.seat)}: {speaker.say(one.words)}" for one in line.pieces),
        ]
        for line in play.history.lines(viewer)
    ]


def _text(told: LogText, speaker: Speaker) -> str:
    return speaker.say(told.value if isinstance(told, Sealed) else told)


SOURCE = "Table companion"
"""Part of the key by which BG Stats matches players and games. Must not change."""

OPEN = "bgstats://app.bgstatsapp.com/createPlay.html?data="
"""URL scheme of the app; needs no internet."""


def bg_stats(
    play: str,
    game: str,
    title: str,
    sheet: ScoreSheet,
    names: Mapping[int, str],
    wall: float | None,
    minutes: int | None,
) -> str | None:
    """Link for one finished play; None if its date is unknown, which the app requires.

    ``wall`` is its start in seconds since 1970; ``names`` are the players by seat.
    """
    if wall is None or not sheet.final:
        return None
    places = {side.side: rank.place for rank in sheet.ranking() for side in rank.sides}
    winners = {side.side for side in sheet.winners()}
    players = [
        {
            "name": names.get(seat, str(seat)),
            "sourcePlayerId": sha256(names.get(seat, str(seat)).casefold().encode()).hexdigest()[:16],
            "score": str(side.total) if sheet.counted else "",
            "rank": places[side.side],
            # The Android app fails on a player without these two.
            "winner": side.side in winners,
            "startPlayer": False,
        }
        for side in sheet.sides
        for seat in side.seats
    ]
    content: dict[str, object] = {
        "sourceName": SOURCE,
        "sourcePlayId": play,
        "playDate": datetime.fromtimestamp(wall, UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "game": {"name": title, "sourceGameId": game, "highestWins": sheet.highest_wins, "noPoints": not sheet.counted},
        "players": players,
    }
    if minutes:
        content["durationMin"] = minutes
    return OPEN + quote(msgspec.json.encode(content).decode(), safe="")
