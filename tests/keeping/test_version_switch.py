"""Going over to another version and back: nothing interrupts it, and whatever fails the table comes up again."""

from __future__ import annotations

import signal
import threading
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.wording import Message
from companion.keeping.versions import version_switch
from companion.keeping.versions.releases import STUCK, TRYING, RollbackPoint
from companion.keeping.versions.update_host import InstallSource, UpdateError
from companion.keeping.versions.version_switch import recover
from companion.keeping.versions.version_update import update
from companion.plays.log.log_file import open_log
from companion.plays.maintenance.backup import check
from companion.plays.storage.log_errors import full
from tests.keeping.update_machine import ENGLISH, NOW, Machine, copied, raising
from tests.plays.counter import Add, resume


@pytest.mark.parametrize(
    ("fault", "words"), [(full("/log"), "The disk with /log is full."), (OSError("no card"), "no card. ")]
)
def test_when_the_disk_fails_on_going_over_the_old_version_goes_on_and_it_says_why(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, fault: Exception, words: str
) -> None:
    monkeypatch.setattr(machine.releases, "set_rollback_point", raising(fault))
    with pytest.raises(UpdateError) as error:
        machine.update()
    said = ENGLISH.say(error.value.message)
    assert said.startswith(words)
    assert said.endswith("The old version goes on.")
    assert machine.present == "1.0"
    assert machine.done[-2:] == ["stop 1.0", "start 1.0"]


def test_a_version_that_does_not_come_up_is_taken_back(machine: Machine) -> None:
    machine.able.remove("2.0")
    with pytest.raises(UpdateError, match="The one before is back"):
        machine.update()
    assert machine.said[-1] == "It does not come up. Going back."
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


def test_going_back_that_fails_is_taken_back_as_well(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    # The copy of the newer shape is put back by the program that wrote it.
    monkeypatch.setattr(version_switch, "back_up", copied)
    machine.shapes["2.0"] = NOW + 6
    machine.update()
    machine.able.remove("1.0")
    monkeypatch.setattr(version_switch, "restore", copied)
    with pytest.raises(UpdateError, match="The one before is back"):
        machine.roll_back(with_copy=True)
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
        power.setattr(machine, "wait_until_up", _gone)
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
        power.setattr(machine, "wait_until_up", _gone)
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


def test_a_power_cut_before_the_switch_leaves_nothing_to_go_back_from(machine: Machine) -> None:
    present = machine.releases.current
    assert present is not None
    machine.releases.set_rollback_point(RollbackPoint(present, machine.log.with_name("companion.db.before-update")))
    assert recover(machine, machine.releases, machine.log, machine.told) is None
    assert machine.releases.rollback_point is None
    assert (machine.present, machine.done) == ("1.0", [])


def test_when_the_version_before_does_not_come_up_either_it_says_where_to_look(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as power:
        power.setattr(machine, "wait_until_up", _gone)
        cut_off(machine)
    machine.able = set()
    with pytest.raises(UpdateError, match="journalctl"):
        recover(machine, machine.releases, machine.log, machine.told)
    assert machine.present == "1.0"


def test_a_version_in_safe_mode_has_not_come_up(machine: Machine) -> None:
    machine.safe.add("2.0")
    with pytest.raises(UpdateError, match="The one before is back"):
        machine.update()
    assert machine.said[-1] == "It comes up in safe mode only. Going back."
    assert (machine.present, machine.versions()) == ("1.0", {"1.0", "0.9"})


def test_what_another_version_failed_at_is_not_counted(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither on the way there nor on the way back: it would open in safe mode for it."""
    counted, start = machine.log.parent / "starts.json", machine.start
    failed_before: list[tuple[str, bool]] = []

    def started() -> None:
        failed_before.append((machine.present, counted.exists()))
        start()
        counted.write_text("{}")

    monkeypatch.setattr(machine, "start", started)
    counted.write_text("{}")
    machine.able.remove("2.0")
    with pytest.raises(UpdateError):
        machine.update()
    assert failed_before == [("2.0", False), ("1.0", False)]


def test_where_the_table_was_in_safe_mode_another_version_may_be_too(machine: Machine) -> None:
    machine.safe |= {"1.0", "2.0"}
    assert machine.update().name == "2.0"
    assert machine.releases.rollback_point is None


def test_a_service_that_cannot_be_stopped_goes_on(machine: Machine) -> None:
    machine.stops = False
    with pytest.raises(UpdateError) as error:
        machine.update()
    assert ENGLISH.say(error.value.message) == "It cannot be stopped. The old version goes on."
    assert machine.done[-2:] == ["stop 1.0", "start 1.0"]
    assert (machine.present, machine.releases.rollback_point, machine.versions()) == ("1.0", None, {"1.0", "0.9"})


@pytest.mark.parametrize("step", ["back_up", "set_rollback_point", "switch"])
@pytest.mark.parametrize("fault", [MemoryError(), OSError("no card")])
def test_whatever_fails_while_the_service_is_down_it_starts_again(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, step: str, fault: Exception
) -> None:
    monkeypatch.setattr(version_switch if step == "back_up" else machine.releases, step, raising(fault))
    with pytest.raises((UpdateError, MemoryError)):
        machine.update()
    assert machine.done[-1] == "start 1.0"
    assert (machine.present, machine.releases.rollback_point) == ("1.0", None)


def test_a_switch_that_fails_half_way_puts_version_and_plays_back(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.update()
    with closing(open_log(machine.log)) as log:
        [row] = log.plays()
        resume(log, row.id).submit(1, "", Add(1), nonce="b")
    switch = machine.releases.switch

    def switched(to: Path) -> None:
        switch(to)
        if to.name == "1.0":
            raise OSError("no card")

    monkeypatch.setattr(machine.releases, "switch", switched)
    with pytest.raises(UpdateError, match="The old version goes on"):
        machine.roll_back(with_copy=True)
    assert machine.present == "2.0"
    assert machine.done[-1] == "start 2.0"
    assert check(machine.log).entries == 3, "what was played since the update"


def test_going_back_that_is_hindered_says_how_to_go_on_and_starts_the_service(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.able.remove("2.0")
    machine.shapes["2.0"] = NOW + 6
    with monkeypatch.context() as hindered:
        hindered.setattr(version_switch, "restore", raising(full("/log")))
        with pytest.raises(UpdateError) as error:
            machine.update()
    said = ENGLISH.say(error.value.message)
    assert "The disk with /log is full." in said
    assert "sudo companion update --recover" in said
    assert machine.done[-1] == "start 2.0"
    assert not (machine.releases.root / TRYING).exists(), "or each start in safe mode would go back again"
    assert recover(machine, machine.releases, machine.log, machine.told) is not None
    assert machine.present == "1.0"
    assert machine.schema_of(machine.log) == NOW


def test_a_way_back_by_itself_that_is_hindered_is_left_to_people(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as power:
        power.setattr(machine, "wait_until_up", _gone)
        cut_off(machine)
    for _ in range(2):
        with monkeypatch.context() as hindered:
            hindered.setattr(machine.releases, "switch", raising(full("/opt")))
            with pytest.raises(UpdateError, match="--recover"):
                recover(machine, machine.releases, machine.log, machine.told)
        assert (machine.releases.root / STUCK).exists()
        assert not (machine.releases.root / TRYING).exists(), "or each start in safe mode would go back again"
        assert machine.done[-1] == "start 2.0"
    assert recover(machine, machine.releases, machine.log, machine.told) is not None
    assert machine.present == "1.0"
    assert recover(machine, machine.releases, machine.log, machine.told) is None, "that was all"


def test_the_next_switch_forgets_what_could_not_be_gone_back_to(machine: Machine) -> None:
    (machine.releases.root / STUCK).write_text("0.9\n/x\n")
    machine.update()
    assert machine.releases.rollback_point is None


def test_who_has_gone_is_not_reported_to(machine: Machine) -> None:
    """A terminal that was hung up takes no more lines."""
    machine.able.remove("2.0")
    told = machine.told

    def tell(message: Message) -> None:
        if "stop 1.0" in machine.done:
            raise OSError("Input/output error")
        told(message)

    with pytest.raises(UpdateError, match="The one before is back"):
        update(machine, machine.releases, machine.log, InstallSource("2.0"), tell, machine.asked)
    assert machine.present == "1.0"
    assert machine.done[-1] == "start 1.0"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP, signal.SIGTERM])
def test_a_signal_while_the_service_is_down_waits_until_the_table_is_up(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    heard: list[str] = []
    stop = machine.stop

    def stopped() -> None:
        stop()
        signal.pthread_kill(threading.get_ident(), number)  # other threads may be there, of pytest

    monkeypatch.setattr(machine, "stop", stopped)
    before = signal.signal(number, lambda *_: heard.append(machine.done[-1]))
    try:
        assert machine.update().name == "2.0"
    finally:
        signal.signal(number, before)
    assert heard == ([] if number == signal.SIGINT else ["start 2.0"]), "Ctrl-C comes too late"


def _gone(*_: object) -> None:
    raise KeyboardInterrupt
