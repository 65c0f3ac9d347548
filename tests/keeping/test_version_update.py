"""Updating step by step on a ground of the test: what is done in which order, and what is undone when it goes wrong."""

from __future__ import annotations

import errno
import os
import shutil
import signal
from contextlib import closing
from pathlib import Path

import pytest

from companion.keeping.versions import version_switch
from companion.keeping.versions.disk_room import ROOM
from companion.keeping.versions.releases import Releases
from companion.keeping.versions.update_host import UpdateError
from companion.plays.log.log_file import open_log
from companion.plays.maintenance.backup import check
from companion.plays.storage.witness import FileBeside, Steps, Witness
from tests.keeping.update_machine import ENGLISH, NOW, Machine, copied, raising
from tests.plays.counter import resume


def test_a_new_version_is_made_tried_out_and_gone_over_to(machine: Machine) -> None:
    (machine.log.parent / ".trial-cut-off").mkdir()
    assert machine.update().name == "2.0"
    assert machine.done == ["make 2.0 like 1.0", "try 2.0", "stop 1.0", "start 2.0"]
    assert (machine.present, machine.releases.previous) == ("2.0", machine.releases.root / "versions" / "1.0")
    assert check(machine.log.with_name("companion.db.before-update")).entries == 2
    assert (machine.releases.root / "current").readlink() == Path("versions/2.0")


@pytest.mark.parametrize("what", ["bad_install", "bad_trial"])
def test_a_version_that_cannot_be_installed_or_fails_its_trial_leaves_all_as_it_was(
    machine: Machine, what: str
) -> None:
    setattr(machine, what, True)
    before = machine.log.read_bytes()
    with pytest.raises(UpdateError):
        machine.update()
    assert machine.present == "1.0"
    assert machine.versions() == {"1.0", "0.9"}
    assert "stop 1.0" not in machine.done, "the evening goes on meanwhile"
    assert machine.log.read_bytes() == before


def test_without_room_nothing_begins(machine: Machine) -> None:
    machine.room = ROOM - 1
    with pytest.raises(UpdateError, match="too little room"):
        machine.update()
    assert machine.done == []


def test_the_version_before_is_the_last_other_one(tmp_path: Path) -> None:
    releases = Releases(tmp_path / "new")
    for name in ("1.0", "2.0"):
        (releases.root / "versions" / name).mkdir(parents=True)
    releases.switch(releases.root / "versions" / "1.0")
    assert releases.previous is None, "the first of all"
    for _ in range(2):
        releases.switch(releases.root / "versions" / "2.0")
        assert releases.previous == releases.root / "versions" / "1.0"


def test_one_can_go_back(machine: Machine) -> None:
    machine.update()
    assert machine.roll_back().name == "1.0"
    assert machine.present == "1.0"
    assert machine.releases.previous is not None
    assert machine.releases.previous.name == "2.0", "and forth again"


def test_going_back_past_a_change_of_the_log_needs_the_copy(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    # What the newer version wrote is copied by itself, which is the program that runs then.
    monkeypatch.setattr(version_switch, "back_up", copied)
    machine.shapes["2.0"] = NOW + 6
    machine.update()
    with pytest.raises(UpdateError, match="--with-copy"):
        machine.roll_back()
    assert machine.present == "2.0"
    witness = Witness(FileBeside(machine.log))
    witness.announce(Steps("played with the newer version", 0, b"", 1, b"x"))
    witness.confirm()
    witness.close()
    machine.roll_back(with_copy=True)
    assert machine.present == "1.0"
    assert machine.schema_of(machine.log) == NOW
    with closing(open_log(machine.log)) as log:
        [row] = log.plays()
        assert resume(log, row).state.total == 1


def test_a_note_that_makes_no_sense_is_no_note(machine: Machine) -> None:
    for words in ("", "1.0", "../1.0\n/x\n", "7.0\n/x\n"):
        (machine.releases.root / "trying").write_text(words)
        assert machine.releases.rollback_point is None
    (machine.releases.root / "trying").write_text("1.0\n/x\n")
    assert machine.releases.rollback_point is not None


def test_only_one_changes_versions(machine: Machine) -> None:
    with machine.releases.locked() as first, Releases(machine.releases.root).locked() as second:
        assert (first, second) == (True, False)
    with Releases(machine.releases.root).locked() as later:
        assert later


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP, signal.SIGTERM])
def test_a_signal_before_that_leaves_all_as_it_was(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    monkeypatch.setattr(machine, "smoke_test", lambda *_: os.kill(os.getpid(), number))
    at_a_terminal = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
    before = signal.signal(number, at_a_terminal)  # whoever runs the tests may ignore it, as nohup does
    try:
        with pytest.raises(KeyboardInterrupt):
            machine.update()
        assert signal.getsignal(number) is at_a_terminal
    finally:
        signal.signal(number, before)
    assert (machine.present, machine.versions()) == ("1.0", {"1.0", "0.9"})
    assert "stop 1.0" not in machine.done


def test_what_a_power_cut_left_unfinished_goes_with_the_next_change(machine: Machine) -> None:
    for name in ("2.0", "3.0"):
        (machine.releases.root / "versions" / name).mkdir()
    machine.releases.begin(machine.releases.root / "versions" / "2.0")
    assert machine.update().name == "2.0", "its place is free again"
    assert "3.0" in machine.versions(), "that one is whole"
    assert not (machine.releases.root / "unfinished").exists()
    machine.releases.begin(machine.releases.root / "versions" / "2.0")
    machine.releases.remove_unfinished()
    assert machine.present == "2.0", "never the present one"


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (
            OSError(errno.ENOSPC, "No space left on device"),
            "The disk is full. Make room and try again. Nothing was changed.",
        ),
        (shutil.Error([("a", "b", "Input/output error")]), "Input/output error. Nothing was changed."),
    ],
)
def test_a_disk_that_fails_before_the_switch_is_told_in_words(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, fault: OSError, words: str
) -> None:
    monkeypatch.setattr(machine, "make", raising(fault))
    with pytest.raises(UpdateError) as error:
        machine.update()
    assert ENGLISH.say(error.value.message) == words
    assert (machine.present, machine.versions()) == ("1.0", {"1.0", "0.9"})


def test_without_an_earlier_version_there_is_no_way_back(machine: Machine) -> None:
    with pytest.raises(UpdateError, match="no earlier version"):
        machine.roll_back()


def test_the_same_version_again_gets_a_place_of_its_own_and_old_ones_go(machine: Machine) -> None:
    machine.update()
    machine.shapes["2.0-2"] = machine.shapes["2.0-3"] = NOW
    machine.able |= {"2.0-2", "2.0-3"}
    assert machine.update().name == "2.0-2"
    assert machine.update().name == "2.0-3"
    assert {"2.0-3", "2.0-2"} < machine.versions()
    assert len(machine.versions()) == 3


def test_a_link_to_nowhere_is_no_installation(tmp_path: Path) -> None:
    assert not Releases(tmp_path).installed
    (tmp_path / "current").symlink_to("versions/9")
    assert not Releases(tmp_path).installed
    (tmp_path / "previous").write_text("../../etc\n")
    assert Releases(tmp_path).previous is None
