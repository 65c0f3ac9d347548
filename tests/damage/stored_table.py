"""A stored table, with a finished and a running play and a copy, and everything the product's readers show of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from companion.core.secrecy import PUBLIC, Viewer
from companion.keeping.copier_state import CopierState, recorded_heads_of, write_state
from companion.keeping.copies import CopyTarget, name_of
from companion.plays.log.log import Log
from companion.plays.log.log_file import open_log
from companion.plays.maintenance.backup import back_up
from companion.plays.play import Play
from companion.plays.storage.log_errors import Gap, LogError
from companion.plays.storage.witness import witness_path
from companion.service.assembly import TableParts, open_table
from companion.service.panel.joining import Joining
from companion.service.play.play_now import log_lines
from companion.service.session.past_plays import EXPORTS, PastPlays
from companion.service.session.table_settings import TableLanguage
from hardware.ports import Devices
from tests.plays.counter import Add, Counter, End, Learn, Peek, Roll, Whisper, begin, cast_with, resume
from tests.service.at_table import HandClock, HandDisplays, HandLoop, library_of

SECRET = 98765
"""What somebody whispered: no message, log line or page of others may hold it."""


class CounterGames:
    """A library of one game, the counter."""

    def games(self) -> Mapping[str, Any]:
        return {"counter": COUNTER}


COUNTER = Counter()


@dataclass
class StoredTable:
    """The folder of a table that was switched off in the middle of a play, with the copy made some moves before."""

    folder: Path
    past: str = ""
    present: str = ""
    copied: int = 0
    truth: dict[str, Any] = field(default_factory=dict)
    """What is seen."""
    totals: dict[int, int] = field(default_factory=dict)
    """The total after each entry of that play, where it stored a state."""
    files: dict[str, bytes] = field(default_factory=dict)

    @property
    def log(self) -> Path:
        return self.folder / "companion.db"

    @property
    def places(self) -> tuple[CopyTarget, ...]:
        return (CopyTarget("beside", self.folder / "copies"),)

    def put_back(self) -> None:
        """Restore all files."""
        for file in self.folder.iterdir():
            if file.is_file() and file.name not in self.files:
                file.unlink()
        for name, content in self.files.items():
            (self.folder / name).write_bytes(content)


def make(folder: Path, *, wal: bool = False) -> StoredTable:
    """With ``wal`` the last moves are in the write-ahead log, as kill -9 leaves it."""
    made = StoredTable(folder)
    with closing(open_log(made.log, synchronous="OFF")) as log:
        log.boxes.put("counter", [])
        log.settings.put("quiet", [22, 7])
        log.sheets.put("sheet:none", "not a sheet")
        past = begin(log)
        list(act(past, "p"))
        past.submit(1, "", End(), nonce="end")
        past.conclude()
        log.photos.add(past.id, 3, 1.7e9, (4, 4), b"\xff\xd8 jpeg " * 200)
        play = begin(log)
        log.settings.put("present", play.id)
        list(act(play, "a"))
        made.past, made.present, made.copied = past.id, play.id, len(play.entries)
    copies = folder / "copies"
    copies.mkdir()
    back_up(made.log, copies / name_of(7, 1.7e9, play.id))
    write_state(
        folder, CopierState(7, play.id, made.copied, heads=recorded_heads_of(copies / name_of(7, 1.7e9, play.id)))
    )
    with closing(open_log(made.log, synchronous="OFF")) as log:
        if wal:
            log._database.query("PRAGMA wal_autocheckpoint=0")
        going_on = resume(log, play.id, COUNTER)
        list(act(going_on, "b"))
        made.truth = seen_of(log)
        for entry in going_on.entries:
            if entry.kind not in ("undo", "redo"):
                made.totals[entry.number] = COUNTER.decode_state(log.state(play.id, entry.number).raw).total
        for end in ("", "-wal"):
            file = Path(f"{made.log}{end}")
            made.files[file.name] = file.read_bytes() if file.exists() else b""
    if not wal:
        made.files = {made.log.name: made.log.read_bytes()}
    made.files[witness_path(made.log).name] = witness_path(made.log).read_bytes()
    made.files["keeping.json"] = (folder / "keeping.json").read_bytes()
    return made


def act(play: Play, prefix: str) -> Iterator[None]:
    """Some of everything, step by step: numbers, secrets, rolls, dice from cardboard, corrections, undo and redo."""
    for n in range(4):
        yield play.submit(1 + n % 3, "seat 1", Add(n + 1), nonce=f"{prefix}{n}")
    yield play.submit(2, "scribe", Whisper(SECRET), nonce=f"{prefix}w")
    yield play.submit(1, "", Roll(), nonce=f"{prefix}r")
    yield play.submit(3, "", Peek(), nonce=f"{prefix}p")
    yield cast_with(play, 2, [3, 4], nonce=f"{prefix}c")
    yield play.correct("total", 40, "seat 1", nonce=f"{prefix}t")
    to = play.present
    yield play.submit(1, "", Add(9), nonce=f"{prefix}x")
    yield play.undo(to, 1, "", marked=False, nonce=f"{prefix}u")
    yield play.redo(len(play.entries) - 1, 1, "", nonce=f"{prefix}v")
    yield play.submit(1, "", Learn(3), nonce=f"{prefix}l")
    play.expect(f"{prefix}z", "what was sent")
    yield play.submit(3, "", Add(2), nonce=f"{prefix}y")


# -- what there is to see ---------------------------------------------------------------------------------------------


def past_of(log: Log) -> dict[str, Any]:
    """Every page and file about every play, as values."""
    archive = PastPlays(log, CounterGames(), str)  # type: ignore[arg-type]  # its games are all that is needed
    plays = archive.plays()
    seen: dict[str, Any] = {"plays": [msgspec.to_builtins(play) for play in plays]}
    archive.statistics()
    for play in plays:
        found = seen[play.id] = {
            "course": msgspec.to_builtins(archive.course(play.id)),
            "names": play.names,
            "link": archive.bg_stats(play, "en"),
            "photos": len(log.photos.of(play.id)),
        }
        with suppress(Gap):  # of the whole play: the page says so
            found["chance"] = msgspec.to_builtins(archive.fairness(play.id))
            for viewer in (PUBLIC, Viewer(2)):
                for kind in EXPORTS:
                    given = archive.export(play.id, viewer, "en", kind)
                    found[f"{kind} for {viewer.seat}"] = given.decode() if given is not None else None
    return seen


def present_of(log: Log) -> dict[str, Any]:
    """The play on the table as everybody and seat 2 see it, and the same after the last step was taken back."""
    opened = open_table(
        TableParts(
            log=log,
            library=library_of(log, COUNTER),
            devices=Devices(),
            displays=HandDisplays({}),
            loop=HandLoop(),
            clock=HandClock(),
            language=TableLanguage(log.settings),
            joining=Joining,
        )
    )
    moment = opened.rooms.moment
    play = opened.rooms.running.play
    if play is None:
        return {"play": None}
    return {
        "play": play.id,
        "entries": len(play.entries),
        "names": dict(moment.gathering.names),
        "numbers": {tracked.key: tracked.value for tracked in play.game.inventory(play.state)},
        "lines": [msgspec.to_builtins(line) for line in log_lines(play, Viewer(2))],
        "score": msgspec.to_builtins(moment.score(PUBLIC)),
    }


def seen_of(log: Log) -> dict[str, Any]:
    """Everything there is to see."""
    return {"past": past_of(log), "present": present_of(log)}


def undone(log: Log, play: str) -> tuple[int, int | None]:
    """The last step taken back: the entry gone back to, and the total then; None where it is refused in words."""
    resumed = resume(log, play, COUNTER)
    to = resumed.effective[-2].number
    try:
        resumed.undo(to, 3, "", marked=False, nonce="back")
    except LogError:
        return to, None
    return to, resumed.state.total
