"""Hostile boxes, sheets, backups and reports: each is read or refused, within a second and 20 MB."""

from __future__ import annotations

import json
import random
import shutil
import tomllib
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from companion.club.results.rating_jobs import RatingJobs
from companion.club.storage.club_database import ClubDatabase
from companion.core import boxes
from companion.core.box_files import BoxError, read_file, write
from companion.core.errors import RulesBug
from companion.core.game import AnyGame
from companion.core.setup import Seated, Setup, SetupError, checked_setup
from companion.core.toml_writing import toml_key, toml_line
from companion.games import shipped
from companion.games.score_sheet import SheetGame, parse, shipped_texts
from companion.games.score_sheet.sheet_files import check
from companion.games.score_sheet.table_reading import SheetError
from companion.plays.log.log import Log
from companion.plays.log.log_file import open_log
from companion.plays.maintenance.backup import restore
from companion.plays.storage import chain
from companion.plays.storage.digests import DIGESTED
from companion.plays.storage.log_errors import LogError
from companion.reporting.play_report import ReportError, read_report
from tests.club.conftest import shaped_file
from tests.club.pages.club_pages import ClubPages
from tests.club.results.reports import played, rate_all
from tests.damage.stored_table import StoredTable, make, past_of, present_of
from tests.hostile.limits import fault
from tests.hostile.mutations import Mutation, mutations
from tests.hostile.test_positions import try_stored

__all__ = ["shaped_file"]

GAMES = {game.meta.key: game for game in shipped()}
WITH_BOX = sorted(key for key, game in GAMES.items() if game.meta.box)
FEW = 20
"""Mutations in every run of the tests, drawn by a seed; in the long one all."""

Place = tuple[str, int, str]
"""A table, the number of a row in it, and a column."""
Wrong = dict[tuple[object, str], str]


def as_toml(document: dict[str, Any]) -> str:
    """Parts of tables and of lists of tables have lines of their own, all else stands within its line."""
    lines, tables = list[str](), list[str]()
    for key, value in document.items():
        match value:
            case dict() if value and all(isinstance(part, dict) for part in value.values()):
                for name, part in value.items():
                    tables += [f"[{toml_key(key)}.{toml_key(name)}]", *_lines(part)]
            case [dict(), *_] if all(isinstance(part, dict) for part in value):
                for part in value:
                    tables += [f"[[{toml_key(key)}]]", *_lines(part)]
            case _:
                lines.append(toml_line(key, value))
    return "\n".join((*lines, *tables, ""))


def _lines(part: dict[str, Any]) -> list[str]:
    return [toml_line(key, value) for key, value in part.items()]


def drawn(name: str) -> random.Random:
    return random.Random(name)


def begins(game: AnyGame, box: boxes.Box) -> None:
    """A new play with these facts, as far as it is shown."""
    seats = tuple(Seated(seat, f"P{seat}") for seat in range(1, game.meta.seats[0] + 1))
    setup = checked_setup(game.meta, Setup(seats, box=box))
    try_stored(game, setup, game.encode_state(game.new(setup)))


# -- boxes and sheets -------------------------------------------------------------------------------------------------


def a_box(game: AnyGame) -> boxes.Box:
    """A value of each fact that a copy of the game may have."""
    box: boxes.Box = {}
    for kind in game.meta.box:
        for part in [key for key, _ in kind.components] or ["1"]:
            for field in kind.fields:
                single = field.choices[0][0] if field.choices else field.low if field.numeric else "a word"
                boxes.put(box, boxes.Learned(kind.key, part, field.key, [single] if field.many else single))
    return box


def faults_of_boxes(key: str, chance: random.Random | None) -> Wrong:
    game, wrong = GAMES[key], Wrong()
    facts = boxes.merged(a_box(game), game.box)
    document = {"game": key, "version": 1, **{kind: dict(list(parts.items())[:2]) for kind, parts in facts.items()}}
    read_file(as_toml(document), game.meta.box, "box", key)
    for one in mutations(document, chance, FEW):
        if not isinstance(one.document, dict):
            continue

        def reads(text: str = as_toml(one.document)) -> None:
            found = read_file(text, game.meta.box, "box", key)
            write(found.box, game.meta.box, key)
            begins(game, found.box)

        if found := fault(reads, BoxError, SetupError, RulesBug):
            wrong[one.path, one.put] = found
    return wrong


def faults_of_sheets(name: str, chance: random.Random | None) -> Wrong:
    wrong, document = Wrong(), tomllib.loads(shipped_texts()[name])
    begins(SheetGame(parse(as_toml(document), "test")), {})
    for one in mutations(document, chance, FEW):
        if not isinstance(one.document, dict):
            continue

        def reads(text: str = as_toml(one.document)) -> None:
            check(text)
            begins(SheetGame(parse(text, "test")), {})

        if found := fault(reads, SheetError, SetupError, RulesBug):
            wrong[one.path, one.put] = found
    return wrong


@pytest.mark.parametrize("key", WITH_BOX)
def test_some_hostile_boxes(key: str) -> None:
    assert faults_of_boxes(key, drawn(key)) == {}


@pytest.mark.long
@pytest.mark.parametrize("key", WITH_BOX)
def test_every_hostile_box(key: str) -> None:
    assert faults_of_boxes(key, None) == {}


@pytest.mark.parametrize("name", sorted(shipped_texts()))
def test_some_hostile_sheets(name: str) -> None:
    assert faults_of_sheets(name, drawn(name)) == {}


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(shipped_texts()))
def test_every_hostile_sheet(name: str) -> None:
    assert faults_of_sheets(name, None) == {}


# -- backups ----------------------------------------------------------------------------------------------------------


def rows_of(log: Path) -> dict[str, list[dict[str, Any]]]:
    """All rows of a log by table; texts that are JSON as what they say."""
    found: dict[str, list[dict[str, Any]]] = {}
    with closing(open_log(log)) as opened:
        for table in (*(digested.table for digested in DIGESTED), "entries", "seat_tokens"):
            columns = [row[1] for row in opened._database.query(f"PRAGMA table_info({table})")]
            rows = opened._database.query(f"SELECT {', '.join(columns)} FROM {table}")
            found[table] = [dict(zip(columns, map(_plain, row), strict=True)) for row in rows]
    return found


def hostile_rows(log: Path) -> Iterator[tuple[Place, Mutation]]:
    """What is put into which column of a row; of each table two rows."""
    for name, rows in rows_of(log).items():
        for number, row in enumerate(rows[:2]):
            for column in sorted(row.keys() - {"digest", "previous", "format"}):
                yield from (((name, number, column), one) for one in mutations(row[column]))


def _plain(value: Any) -> Any:
    try:
        return {"json": json.loads(value)} if isinstance(value, str) and value[:1] in "[{" else value
    except ValueError:
        return value


def _stored(value: Any) -> Any:
    match value:
        case {"json": content}:
            return json.dumps(content)
        case dict() | list():
            return json.dumps(value)
        case int() if value >= 2**63:
            return str(value)
    return value


def forged(table: StoredTable, where: Place, value: Any) -> None:
    """The log of ``table`` with another value in a column of a row, and with digests that match."""
    name, number, column = where
    table.put_back()
    with closing(open_log(table.log, synchronous="OFF")) as log:
        database = log._database
        (rowid,) = database.query(f"SELECT rowid FROM {name} ORDER BY rowid LIMIT 1 OFFSET {number}")[0]
        database.query("PRAGMA ignore_check_constraints=ON")
        database.query("PRAGMA foreign_keys=OFF")
        with database.transaction():
            zero = ", digest = zeroblob(32)" if name != "seat_tokens" else ""
            sql = f"UPDATE {name} SET {column} = ?{zero} WHERE rowid = ?"
            database.query(sql, _stored(value), rowid)
            for digested in DIGESTED:
                digested.renew(database)
            chain.renew(database)


def faults_of_backups(folder: Path, chance: random.Random | None) -> Wrong:
    table, wrong = make(folder), Wrong()
    tried = list(hostile_rows(table.log))
    if chance is not None:
        tried = chance.sample(tried, FEW)
    target = folder / "restored" / "companion.db"
    target.parent.mkdir()
    for where, one in tried:
        try:
            forged(table, where, one.document)
        except (LogError, OverflowError, RecursionError, TypeError, ValueError):
            continue  # such a value cannot stand there

        def shows(see: Callable[[Log], object]) -> None:
            with closing(open_log(target)) as log:
                see(log)

        reads = (partial(restore, table.log, target), partial(shows, past_of), partial(shows, present_of))
        if found := " and ".join(filter(None, (fault(read, LogError) for read in reads))):
            wrong[(where, one.path), one.put] = found
        for file in target.parent.iterdir():
            file.unlink()
    return wrong


def test_some_hostile_backups(tmp_path: Path) -> None:
    assert faults_of_backups(tmp_path, drawn("backup")) == {}


@pytest.mark.long
def test_every_hostile_backup(tmp_path: Path) -> None:
    assert faults_of_backups(tmp_path, None) == {}


# -- reports to a club ------------------------------------------------------------------------------------------------


def hostile_reports(chance: random.Random | None) -> Iterator[tuple[tuple[object, str], bytes]]:
    report = json.loads(msgspec.json.encode(played("play-1", {"ana": 7, "ben": 5, "guest": 3})))
    report |= {"options": {"map": "east"}, "began": 1.7e9, "ended": 1.7e9 + 3600}
    for one in mutations(report, chance, FEW):
        yield (one.path, one.put), json.dumps(one.document).encode()


def faults_of_reports(folder: Path, shaped: Path, chance: random.Random | None) -> Wrong:
    wrong, whole = Wrong(), []
    for place, raw in hostile_reports(chance):
        sent = b'{"report":%s,"digest":"%s"}' % (raw, sha256(raw).hexdigest().encode())
        taken = list[object]()
        if found := fault(lambda: taken.append(read_report(sent)), ReportError):  # noqa: B023
            wrong[place] = found
        elif taken:
            whole.append((place, sent))
    shutil.copyfile(shaped, folder / "club.db")
    with closing(ClubDatabase(f"sqlite:///{folder / 'club.db'}")) as database:
        club = ClubPages(database)
        club.knows(ana="Ana", ben="Ben")
        for place, sent in whole:
            play = str(json.loads(sent)["report"].get("play", "play-1"))

            def reads(play: str = play, sent: bytes = sent) -> None:
                answer = club.put(played("play-1", {"ana": 1}), play=quote(play, safe=""), document=sent)
                assert answer.status_code < 500, answer.status_code
                rate_all(RatingJobs(database))
                for page in ("/results", "/rankings", "/results.csv"):
                    assert club.browser.get(page).status_code < 500, page

            if found := fault(reads):
                wrong[place] = found
    return wrong


def test_some_hostile_reports(tmp_path: Path, shaped_file: Path) -> None:
    assert faults_of_reports(tmp_path, shaped_file, drawn("reports")) == {}


@pytest.mark.long
def test_every_hostile_report(tmp_path: Path, shaped_file: Path) -> None:
    assert faults_of_reports(tmp_path, shaped_file, None) == {}
