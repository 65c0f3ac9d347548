"""A read-only root file system: chosen in the owner's file, for the next power-on, never where something is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.first_contact.read_only_root import lost_plays, with_choice
from companion.first_contact.setup_record import RECORD, SetupRecord
from companion.locale import speaker
from tests.first_contact.owners import AVAHI, COMMAND_LINE, READ_ONLY, Machine

CHOSEN = 'name = "olive"\npin = "27182818"\nread_only = true\n'
ENGLISH = speaker("en", {})


@pytest.fixture
def flashed(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def said(record: SetupRecord | None) -> list[str]:
    assert record is not None
    return [ENGLISH.say(words) for words in (*record.done, *(mistake.words for mistake in record.mistakes))]


def test_it_is_chosen_and_chosen_back(flashed: Machine) -> None:
    flashed.owner_writes("read_only = true\n")
    assert said(flashed.starts()) == ["From the next power-on, the system on the card is read-only."]
    assert flashed.command_line == READ_ONLY
    flashed.owner_writes("read_only = false\n")
    assert said(flashed.starts()) == ["From the next power-on, the system on the card is written to, as is usual."]
    assert flashed.command_line == COMMAND_LINE


@pytest.mark.parametrize("before", [COMMAND_LINE, READ_ONLY, COMMAND_LINE.replace(" rw ", " ")])
def test_a_choice_changes_its_own_words_only(before: str) -> None:
    assert with_choice(before, only_read=True) == READ_ONLY
    assert with_choice(before, only_read=False) == COMMAND_LINE


def test_what_would_not_last_is_put_off_by_one_power_on(flashed: Machine) -> None:
    flashed.owner_writes("read_only = true\n")
    flashed.starts()
    flashed.mounts("read-only", "plays")
    assert flashed.starts() is None, "a file that was taken over changes nothing"
    flashed.owner_writes(CHOSEN)
    (put_off,) = said(flashed.starts())
    assert put_off.startswith("table.toml, read_only: The system on the card is read-only now.")
    assert flashed.table_toml == CHOSEN, "nothing was taken over, so nothing is wiped"
    assert flashed.read("etc/avahi/avahi-daemon.conf") == AVAHI
    assert flashed.command_line == COMMAND_LINE
    flashed.mounts("system", "plays")
    assert len(said(flashed.starts())) == 3
    assert "host-name=olive" in flashed.read("etc/avahi/avahi-daemon.conf")
    assert "27182818" not in flashed.table_toml
    assert flashed.command_line == READ_ONLY


def test_without_a_partition_for_the_plays_it_is_refused_once(flashed: Machine) -> None:
    (flashed.root / "var/lib/table-companion-image/plays").unlink()
    flashed.mounts("system")
    flashed.owner_writes('name = "olive"\nread_only = true\n')
    done, refused = said(flashed.starts())
    assert done == "The table is called olive.local."
    assert refused.startswith("table.toml, read_only: The plays have no partition of their own here")
    assert flashed.command_line == COMMAND_LINE
    assert flashed.starts() is None


def test_a_system_that_was_not_flashed_says_that_it_has_no_such_line(flashed: Machine) -> None:
    (flashed.card / "cmdline.txt").write_text("console=tty1\n")
    flashed.owner_writes("read_only = true\n")
    (refused,) = said(flashed.starts())
    assert "there is no root=" in refused


def test_lost_plays_are_said_and_nothing_is_taken_over_meanwhile(flashed: Machine) -> None:
    flashed.mounts("system")
    assert lost_plays(flashed.card_root()) is not None
    flashed.owner_writes('wifi_name = "Casa"\nwifi_password = ""\n')
    lost = "The partition of the plays cannot be used. What is played now is kept beside the system on the card."
    assert said(flashed.starts()) == [lost]
    assert said(flashed.starts()) == [lost]
    assert not list(flashed.root.rglob("*.nmconnection")), "no open network of one whose password was wiped"
    flashed.mounts("read-only")
    assert "in memory, and gone" in said(flashed.starts())[-1]
    assert flashed.command_line == COMMAND_LINE, "written to again from the next power-on"


def test_a_card_that_cannot_be_written_keeps_the_choice_and_says_so(
    flashed: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(path: Path, text: str, mode: int) -> None:
        raise OSError(30, "Read-only file system")

    flashed.owner_writes("read_only = true\n")
    flashed.starts()
    flashed.mounts("read-only", "plays")
    flashed.owner_writes("read_only = false\n")
    monkeypatch.setattr("companion.first_contact.read_only_root.write_whole", fails)
    (why,) = said(flashed.starts())
    assert why == "The card cannot be written to: [Errno 30] Read-only file system"
    assert (flashed.plays / RECORD).exists()
    assert flashed.command_line == READ_ONLY
