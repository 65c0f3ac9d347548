"""Updating step by step on a ground of the test: what is done in which order, and what is undone when it goes wrong."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.keeping.versions import version_update
from companion.keeping.versions.releases import Releases
from companion.keeping.versions.version_update import ROOM, UpdateError, recover, roll_back
from companion.plays.log.log_file import open_log
from companion.plays.maintenance.backup import check
from companion.plays.storage.log_errors import full
from tests.keeping.update_machine import ENGLISH, NOW, Machine
from tests.plays.counter import Add, resume


def test_a_new_version_is_made_tried_out_and_gone_over_to(machine: Machine) -> None:
    (machine.log.parent / ".trial-cut-off").mkdir()
    assert machine.update().name == "2.0"
    assert machine.done == ["make 2.0 like 1.0", "try 2.0", "stop 1.0", "start 2.0"]
    assert (machine.present, machine.releases.previous) == ("2.0", machine.releases.root / "versions" / "1.0")
    assert check(machine.log.with_name("companion.db.before-update")).entries == 2
    assert (machine.releases.root / "current").readlink() == Path("versions/2.0")


@pytest.mark.parametrize(
    ("fault", "words"), [(full("/log"), "The disk with /log is full."), (OSError("no card"), "no card. ")]
)
def test_when_the_disk_fails_on_going_over_the_old_version_goes_on_and_it_says_why(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, fault: Exception, words: str
) -> None:
    monkeypatch.setattr(machine.releases, "set_rollback_point", _raising(fault))
    with pytest.raises(UpdateError) as error:
        machine.update()
    said = ENGLISH.say(error.value.message)
    assert said.startswith(words)
    assert said.endswith("The old version goes on.")
    assert machine.present == "1.0"
    assert machine.done[-2:] == ["stop 1.0", "start 1.0"]


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


def test_a_version_that_does_not_come_up_is_taken_back(machine: Machine) -> None:
    machine.able.remove("2.0")
    with pytest.raises(UpdateError, match="The one before is back"):
        machine.update()
    assert machine.said[-1] == "It does not come up: going back."
    assert machine.done[-4:] == ["stop 1.0", "start 2.0", "stop 2.0", "start 1.0"]
    assert (machine.present, machine.releases.previous) == ("1.0", None)
    assert machine.versions() == {"1.0", "0.9"}


def test_a_log_that_the_failed_version_has_changed_is_put_back_too(machine: Machine) -> None:
    machine.able.remove("2.0")
    machine.shapes["2.0"] = NOW + 6
    with pytest.raises(UpdateError):
        machine.update()
    assert machine.schema_of(machine.log) == NOW
    assert check(machine.log).entries == 2
    assert machine.schema_of(machine.log.with_name("companion.db.newer-1")) == NOW + 6, "kept for whoever wants to know"


def test_when_neither_comes_up_it_says_where_to_look(machine: Machine) -> None:
    machine.able = set()
    with pytest.raises(UpdateError, match="journalctl"):
        machine.update()
    assert machine.present == "1.0"


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
    assert roll_back(machine, machine.releases, machine.log, machine.told).name == "1.0"
    assert machine.present == "1.0"
    assert machine.releases.previous is not None
    assert machine.releases.previous.name == "2.0", "and forth again"


def test_going_back_past_a_change_of_the_log_needs_the_copy(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    # What the newer version wrote is copied by itself, which is the program that runs then.
    monkeypatch.setattr(version_update, "back_up", _copied)
    machine.shapes["2.0"] = NOW + 6
    machine.update()
    with pytest.raises(UpdateError, match="--with-copy"):
        roll_back(machine, machine.releases, machine.log, machine.told)
    assert machine.present == "2.0"
    roll_back(machine, machine.releases, machine.log, machine.told, with_copy=True)
    assert machine.present == "1.0"
    assert machine.schema_of(machine.log) == NOW
    with closing(open_log(machine.log)) as log:
        [row] = log.plays()
        assert resume(log, row).state.total == 1


def test_going_back_that_fails_is_taken_back_as_well(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    # The copy of the newer shape is put back by the program that wrote it.
    monkeypatch.setattr(version_update, "back_up", _copied)
    machine.shapes["2.0"] = NOW + 6
    machine.update()
    machine.able.remove("1.0")
    monkeypatch.setattr(version_update, "restore", _copied)
    with pytest.raises(UpdateError, match="The one before is back"):
        roll_back(machine, machine.releases, machine.log, machine.told, with_copy=True)
    assert machine.present == "2.0"
    assert machine.schema_of(machine.log) == NOW + 6


def cut_off(machine: Machine) -> None:
    """An update during whose last step the power goes: nobody sees whether the version comes up."""
    with pytest.raises(KeyboardInterrupt):
        machine.update()
    assert machine.present == "2.0"


def test_an_update_cut_off_by_the_power_goes_back_when_its_version_does_not_come_up(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.shapes["2.0"] = NOW + 6
    with monkeypatch.context() as power:
        power.setattr(machine, "comes_up", _gone)
        cut_off(machine)
    machine.able.remove("2.0")
    back_again = recover(machine, machine.releases, machine.log, machine.told)
    assert back_again is not None
    assert (back_again.name, machine.present) == ("1.0", "1.0")
    assert machine.schema_of(machine.log) == NOW, "nobody has played since"
    assert machine.done[-2:] == ["stop 2.0", "start 1.0"]
    assert recover(machine, machine.releases, machine.log, machine.told) is None, "that was all"


def test_what_was_played_before_the_way_back_stays_where_the_version_before_can_read_it(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as power:
        power.setattr(machine, "comes_up", _gone)
        cut_off(machine)
    with closing(open_log(machine.log)) as log:
        [row] = log.plays()
        resume(log, row.id).submit(1, "", Add(1), nonce="b")
    machine.able.remove("2.0")
    assert recover(machine, machine.releases, machine.log, machine.told) is not None
    assert machine.present == "1.0"
    assert check(machine.log).entries == 3


def test_a_version_that_has_come_up_is_not_gone_back_from(machine: Machine) -> None:
    machine.update()
    done = list(machine.done)
    assert recover(machine, machine.releases, machine.log, machine.told) is None
    assert (machine.present, machine.done) == ("2.0", done)


def test_a_power_cut_before_the_switch_leaves_nothing_to_go_back_from(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine.releases, "switch", _gone)
    with pytest.raises(KeyboardInterrupt):
        machine.update()
    assert machine.releases.rollback_point is not None
    assert recover(machine, machine.releases, machine.log, machine.told) is None
    assert machine.releases.rollback_point is None
    assert machine.present == "1.0"


def test_when_the_version_before_does_not_come_up_either_it_says_where_to_look(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as power:
        power.setattr(machine, "comes_up", _gone)
        cut_off(machine)
    machine.able = set()
    with pytest.raises(UpdateError, match="journalctl"):
        recover(machine, machine.releases, machine.log, machine.told)
    assert machine.present == "1.0"


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


def _gone(*_: object) -> None:
    raise KeyboardInterrupt


def _raising(fault: Exception) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise fault

    return fail


def _copied(source: Path, target: Path) -> None:
    target.write_bytes(source.read_bytes())


def test_without_an_earlier_version_there_is_no_way_back(machine: Machine) -> None:
    with pytest.raises(UpdateError, match="no earlier version"):
        roll_back(machine, machine.releases, machine.log, machine.told)


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
