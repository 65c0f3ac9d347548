"""One bit of the file flipped, anywhere: the rescue page, a gap that is named, or the truth; nothing else."""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from random import Random
from unittest.mock import patch

import pytest

from companion.commands import log_check
from companion.keeping.copier_state import read_state
from companion.locale import speaker
from companion.plays.current_play import entry_counts
from companion.plays.log.log_file import open_log
from companion.plays.maintenance.verify import verify
from companion.plays.storage.log_errors import LogError
from tests.damage.judge import lies
from tests.damage.stored_table import SECRET, CounterGames, StoredTable, make, seen_of, undone

ENGLISH, SPANISH = speaker("en", {}), speaker("es", {})


@pytest.fixture(scope="module", params=["file", "wal"])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> StoredTable:
    return make(tmp_path_factory.mktemp("damage"), wal=request.param == "wal")


@pytest.fixture(autouse=True)
def only_counter_games() -> Iterator[None]:
    """The rules of the test's game, where the start asks for them."""
    with patch.object(log_check, "Library", lambda _: CounterGames()):
        yield


def flips(made: StoredTable, count: int, seed: int) -> Iterator[tuple[str, int, int]]:
    """(file, byte, bit): anywhere in the log, its write-ahead log and its witness, and as often in the pages of an
    index.
    """
    chance = Random(seed)
    names = [name for name in ("companion.db", "companion.db-wal", "companion.db.witness") if made.files.get(name)]
    for _ in range(count):
        [name] = chance.choices(names, (3, 6, 1) if len(names) == 3 else (9, 1))
        content = made.files[name]
        place = chance.randrange(len(content))
        if chance.random() < 0.4:
            # Where there is something: much of a page is empty.
            while content[place] == 0:
                place = chance.randrange(len(content))
        yield name, place, chance.randrange(8)


def flipped(made: StoredTable, name: str, place: int, bit: int) -> None:
    made.put_back()
    content = bytearray(made.files[name])
    content[place] ^= 1 << bit
    (made.folder / name).write_bytes(content)


def outcome(made: StoredTable) -> tuple[str, list[str]]:
    """What a start and every reader make of the folder as it is: how it ended, and what was wrongly shown."""
    try:
        log_check.check_log(made.log, made.places)
        with closing(open_log(made.log, synchronous="OFF")) as log:
            log.ends = entry_counts(read_state(made.folder).heads)
            seen = seen_of(log)
            wrong = list(lies(made.truth, seen))
            verify(log, CounterGames().games())
            to, total = undone(log, made.present)
            if total not in (None, made.totals[to]):
                wrong.append("another total after taking back")
            same = seen == made.truth
    except LogError as fault:
        told = [spoken.say(fault.message) for spoken in (ENGLISH, SPANISH)]
        return fault.code, ["a secret in the words"] if str(SECRET) in "".join(told) else []
    return "same" if same else "named", wrong


def campaign(made: StoredTable, count: int, seed: int, caplog: pytest.LogCaptureFixture) -> Counter[str]:
    ended: Counter[str] = Counter()
    caplog.set_level(logging.DEBUG)
    for name, place, bit in flips(made, count, seed):
        flipped(made, name, place, bit)
        how, wrong = outcome(made)
        assert not wrong, f"bit {bit} of byte {place} of {name}: {wrong}"
        assert str(SECRET) not in caplog.text
        ended[how] += 1
    return ended


def test_some_flips(made: StoredTable, caplog: pytest.LogCaptureFixture) -> None:
    ended = campaign(made, 120, 1, caplog)
    for seed in range(3, 20):
        # Where they hit differs with every file that is made, and of one of its kinds there are few.
        if ended["named"] and ended["damaged"] + ended["play-damaged"] + ended["play-shortened"]:
            break
        ended += campaign(made, 50, seed, caplog)
    assert ended["same"]
    assert ended["named"]
    assert ended["damaged"] + ended["play-damaged"] + ended["play-shortened"]


def keys_in(made: StoredTable) -> Iterator[int]:
    """Where the index of the entries says of what kind the number in a key is, for every key of both plays."""
    content = made.files["companion.db"]
    for play in (made.past, made.present):
        # A key of three parts: a text of 32 characters, and two integers of a byte each (or the constant 1).
        for found in re.finditer(rb"\x04M[\x01\x09][\x01\x09]" + play.encode(), content):
            yield found.start() + 2


def test_a_key_of_the_index_that_is_no_number_any_more_hides_no_entry_beside_it(made: StoredTable) -> None:
    """A search then misses sound entries too, among them one that says what is undone."""
    places = list(keys_in(made))
    assert len(places) > 25
    for place in places:
        flipped(made, "companion.db", place, 0)
        how, wrong = outcome(made)
        assert not wrong, f"byte {place}: {how}, {wrong}"


@pytest.mark.long
def test_ten_thousand_flips(made: StoredTable, caplog: pytest.LogCaptureFixture) -> None:
    """Half of them in a closed log and its witness, half in one as kill -9 leaves it, with its write-ahead log."""
    ended = campaign(made, 5_000, 2, caplog)
    assert ended.total() == 5_000
    assert ended["play-damaged"]
    assert ended["play-shortened"] or "companion.db-wal" not in made.files
