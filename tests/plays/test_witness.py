"""The witness beside a log: what is told when steps are gone, what it survives itself, and that it costs no table."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.core.boxes import Learned
from companion.locale import speaker
from companion.plays.log.log import Log
from companion.plays.log.log_file import checkpoint, open_log
from companion.plays.maintenance.backup import back_up, restore
from companion.plays.maintenance.row_repair import RepairResult, repair
from companion.plays.storage.log_errors import CurrentPlayError, LogError
from companion.plays.storage.witness import SIZE, SLOT, FileBeside, Steps, Witness, witness_path
from tests.plays.counter import SETUP, Add, End, begin, nonces, resume
from tests.plays.row_rewriting import damage

ENGLISH = speaker("en", {})
FRAME = 24 + 4096


def played(path: Path, moves: int) -> str:
    """A log with a play of so many moves; returns the play's id."""
    with closing(open_log(path)) as log:
        play = begin(log)
        for nonce, _ in zip(nonces(), range(moves), strict=False):
            play.submit(1, "", Add(1), nonce=nonce)
    return play.id


def killed(path: Path, folder: Path, moves: int) -> Path:
    """The files as kill -9 leaves them, after so many moves that are in the write-ahead log."""
    play = played(path, 3)
    with closing(open_log(path)) as log:
        again = resume(log, play)
        for n in range(moves):
            again.submit(1, "", Add(1), nonce=f"after {n}")
        folder.mkdir()
        for end in ("", "-wal", ".witness"):
            shutil.copy(f"{path}{end}", folder / f"{path.name}{end}")
    return folder / path.name


def told(path: Path) -> LogError:
    with pytest.raises(LogError) as fault:
        open_log(path)
    return fault.value


def announced(path: Path, *, confirmed: bool = False) -> None:
    """One more entry is announced, as just before its commit, and with ``confirmed`` just after it."""
    witness = Witness(FileBeside(path))
    assert witness.last is not None
    last = witness.last.steps
    witness.announce(Steps(last.play, last.number, last.digest, last.number + 1, b"x" * 32))
    if confirmed:
        witness.confirm()
    witness.close()


def test_a_play_from_before_the_witness_opens_and_gets_one(path: Path) -> None:
    played(path, 3)
    witness_path(path).unlink()
    open_log(path).close()
    witness = Witness(FileBeside(path))
    assert witness.whole
    assert witness.last is not None
    assert witness.last.steps.number == 4
    assert witness_path(path).stat().st_size == SIZE
    assert witness_path(path).stat().st_mode & 0o777 == 0o600


def test_what_was_announced_and_never_committed_is_no_damage(path: Path) -> None:
    play = played(path, 3)
    announced(path)
    with closing(open_log(path)) as log:
        assert log.count(play) == 4
        resume(log, play).submit(1, "", Add(1), nonce="other")
    open_log(path).close()


def test_what_was_committed_and_is_gone_is_told(path: Path) -> None:
    played(path, 3)
    announced(path, confirmed=True)
    fault = told(path)
    assert fault.code == "play-shortened"
    assert ENGLISH.say(fault.located) == f"The last step of a play was kept in {path} before, and is gone."
    assert told(path).code == "play-shortened", "it is told until somebody has decided"
    open_log(path, anew=True).close()
    open_log(path).close()


def test_a_write_ahead_log_in_which_a_bit_flips_is_told_with_the_number(path: Path, tmp_path: Path) -> None:
    left = killed(path, tmp_path / "killed", 8)
    wal, witness = Path(f"{left}-wal"), witness_path(left)
    whole, database, seen = wal.read_bytes(), left.read_bytes(), witness.read_bytes()
    numbers = []
    for frame in range(len(whole) // FRAME):
        left.write_bytes(database)
        place = 32 + FRAME * frame + 100
        wal.write_bytes(whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1 :])
        fault = told(left)
        assert fault.code == "play-shortened"
        assert witness.read_bytes() == seen, "whoever looks again is told again"
        said = {ENGLISH.say(words).replace(str(left), "") for words in (fault.message, fault.located)}
        [number] = [number for words in said for number in re.findall("last (step|[0-9]+ steps)", words)]
        numbers.append(1 if number == "step" else int(number.split()[0]))
    assert numbers == sorted(numbers, reverse=True)
    assert set(numbers) == set(range(1, 9))


def test_a_number_that_tells_of_secret_acts_is_rounded_up(path: Path) -> None:
    play = played(path, 14)
    with closing(open_log(path)) as log:
        damage(log, "DELETE FROM entries WHERE number > 3")
        damage(log, "UPDATE entries SET closed = 1 WHERE number = 3")
    fault = told(path)
    assert isinstance(fault, CurrentPlayError)
    assert (fault.play, fault.secret) == (play, True)
    assert ENGLISH.say(fault.located).startswith("Up to 20 steps at the end")


def test_another_entry_in_the_place_of_the_one_that_was_seen_is_told(path: Path, tmp_path: Path) -> None:
    play = played(path, 3)
    other = tmp_path / "other.db"
    back_up(path, other)
    with closing(open_log(path)) as log:
        resume(log, play).submit(1, "", Add(1), nonce="seen")
    with closing(open_log(other)) as log:
        resume(log, play).submit(1, "", Add(2), nonce="another")
    shutil.copy(other, path)
    assert told(path).code == "play-shortened"


def test_a_log_that_is_ahead_of_its_witness_is_whole(path: Path) -> None:
    play = played(path, 3)
    before = witness_path(path).read_bytes()
    with closing(open_log(path)) as log:
        again = resume(log, play)
        for n in range(3):
            again.submit(1, "", Add(1), nonce=f"more {n}")
    witness_path(path).write_bytes(before)
    open_log(path).close()


def _zeros(content: bytes) -> bytes:
    return bytes(len(content))


def _first(content: bytes) -> bytes:
    return bytes(SLOT) + content[SLOT:]


def _second(content: bytes) -> bytes:
    return content[:SLOT] + bytes(SLOT)


def _half(content: bytes) -> bytes:
    return content[: SLOT + 60]


def _nothing(content: bytes) -> bytes:
    return content[:0]


@pytest.mark.parametrize("ruin", [_zeros, _first, _second, _half, _nothing])
@pytest.mark.parametrize("failed", [False, True])
def test_a_damaged_witness_alone_stops_no_table(path: Path, ruin: Callable[[bytes], bytes], failed: bool) -> None:
    """Also after an entry that was announced in vain, whose slot may be the one that is left."""
    play = played(path, 4)
    if failed:
        announced(path)
    with closing(open_log(path)) as log:
        resume(log, play).submit(1, "", Add(1), nonce="more")
    file = witness_path(path)
    file.write_bytes(ruin(file.read_bytes()))
    with closing(open_log(path)) as log:
        assert log.count(play) == 6
    assert Witness(FileBeside(path)).whole, "it is put in order"


def test_wherever_a_bit_of_the_witness_flips_the_table_opens(path: Path) -> None:
    chance, play = Random(4), played(path, 4)
    announced(path)
    whole = witness_path(path).read_bytes()
    for _ in range(200):
        content = bytearray(whole)
        place = chance.choice([place for place in range(SIZE) if whole[place]])
        content[place] ^= 1 << chance.randrange(8)
        witness_path(path).write_bytes(content)
        with closing(open_log(path)) as log:
            assert log.count(play) == 5


def test_a_link_in_its_place_leads_nowhere(path: Path, tmp_path: Path) -> None:
    play = played(path, 3)
    victim = tmp_path / "victim"
    victim.write_text("whole")
    witness_path(path).unlink()
    witness_path(path).symlink_to(victim)
    with closing(open_log(path)) as log:
        resume(log, play).submit(1, "", Add(1), nonce="more")
    assert victim.read_text() == "whole"


# -- what puts the log in order ----------------------------------------------------------------------------------------


def shortened(path: Path, tmp_path: Path) -> Path:
    """A log of which four entries are gone, and a copy that has two of them."""
    play, copy = played(path, 3), tmp_path / "copy.db"
    back_up(path, copy)
    with closing(open_log(path)) as log:
        again = resume(log, play)
        for n in range(2):
            again.submit(1, "", Add(1), nonce=f"more {n}")
    with closing(open_log(path)) as log:
        damage(log, "DELETE FROM entries WHERE number > 2")
    assert "last 4 steps" in ENGLISH.say(told(path).located)
    return copy


def test_mending_says_what_stays_gone_and_is_not_asked_again(path: Path, tmp_path: Path) -> None:
    assert repair(path, [shortened(path, tmp_path)]) == RepairResult(2, 0, 2)
    with closing(open_log(path)) as log:
        assert log.size() == 4


def test_restoring_makes_the_copy_the_truth(path: Path, tmp_path: Path) -> None:
    restore(shortened(path, tmp_path), path)
    with closing(open_log(path)) as log:
        assert log.size() == 4


def test_a_restore_that_fails_leaves_the_witness_as_it_was(path: Path, tmp_path: Path) -> None:
    shortened(path, tmp_path)
    (tmp_path / "nonsense.db").write_bytes(b"nonsense" * 999)
    with pytest.raises(LogError):
        restore(tmp_path / "nonsense.db", path)
    assert told(path).code == "play-shortened"


# -- a log that is gone ------------------------------------------------------------------------------------------------


def test_a_new_table_at_which_nobody_has_played_has_none(path: Path) -> None:
    with closing(open_log(path)) as log:
        log.gather("counter", SETUP)
        log.settings.put("quiet", [22, 7])
    assert not witness_path(path).exists()
    open_log(path).close()
    assert not witness_path(path).exists()


def test_it_is_there_before_a_play_has_begun(path: Path) -> None:
    with closing(open_log(path)) as log:
        begin(log)
        assert witness_path(path).exists()


@pytest.mark.parametrize("what", ["box", "sheet", "past play"])
def test_it_is_there_when_people_gather_for_a_log_that_holds_something(path: Path, what: str) -> None:
    with closing(open_log(path)) as log:
        if what == "box":
            learn(log)
        elif what == "sheet":
            log.sheets.put("sheet:mine", "toml")
        else:
            begin(log).submit(1, "", End(), nonce="end")
            log._witness.remove()  # type: ignore[union-attr]
        assert not witness_path(path).exists()
        log.gather("counter", SETUP)
        assert witness_path(path).exists()


def learn(log: Log) -> None:
    log.boxes.put("counter", [Learned("card", "a", "points", 3)])


def test_a_box_that_is_gone_is_told_though_nobody_has_played(path: Path) -> None:
    with closing(open_log(path)) as log:
        learn(log)
        log.gather("counter", SETUP)
    for end in ("", "-wal"):
        Path(f"{path}{end}").unlink(missing_ok=True)
    assert told(path).code == "missing"
    open_log(path, anew=True).close()
    open_log(path).close()


# -- the write-ahead log -----------------------------------------------------------------------------------------------


def test_a_checkpoint_empties_the_write_ahead_log_beside_a_table_that_plays(path: Path) -> None:
    with closing(open_log(path)) as log:
        play = begin(log)
        wal = Path(f"{path}-wal")
        assert wal.stat().st_size
        assert checkpoint(path)
        assert not wal.stat().st_size
        play.submit(1, "", Add(1), nonce="a")
        with log._database.transaction():
            assert not checkpoint(path), "nobody waits for it, and it waits for nobody"
        assert checkpoint(path)
        assert log.check() == "ok"
        assert log.size() == 2
