"""The partition of the plays at every start: mounted, mended, and never in the way of the table."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.deploy.divided_card import GIB, FlashedCard

PLAYS = "var/lib/table-companion"


def is_mountable() -> bool:
    """Whether a file can be mounted here."""
    found = subprocess.run(["losetup", "--find"], capture_output=True, check=False) if os.geteuid() == 0 else None
    return found is not None and found.returncode == 0


pytestmark = pytest.mark.skipif(not is_mountable(), reason="mounts a file, for which it needs root and a loop device")


@pytest.fixture
def card(tmp_path: Path) -> FlashedCard:
    """A card after its first start."""
    made = FlashedCard(tmp_path, 4 * GIB)
    made.write(f"{PLAYS}/companion.db", "plays")
    assert made.starts().returncode == 0
    return made


def below(card: FlashedCard) -> list[str]:
    """What lies in the folder of the system."""
    return sorted(path.name for path in (card.root / PLAYS).iterdir())


def test_it_is_mounted_and_what_was_moved_to_it_is_not_there_twice(card: FlashedCard) -> None:
    done = card.mounts(f"ls -A {PLAYS}; stat -c %a {PLAYS}; echo more >>{PLAYS}/companion.db")
    assert (done.returncode, done.stdout.split()) == (0, ["companion.db", "750"]), done.stderr
    assert below(card) == []
    done = card.mounts(f"cat {PLAYS}/companion.db; echo psk >etc/NetworkManager/system-connections/home")
    assert done.stdout == "playsmore\n"
    assert card.on_plays("cat /connections/home") == "psk\n"
    assert "set-aside" not in card.on_plays("ls -p /plays")


def test_what_a_start_without_it_has_left_is_set_aside(card: FlashedCard) -> None:
    card.mounts(f"echo more >>{PLAYS}/companion.db")
    card.write(f"{PLAYS}/companion.db", "of another evening")
    done = card.mounts(f"cat {PLAYS}/companion.db {PLAYS}/set-aside-*/companion.db; ls {PLAYS}")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("playsmore\nof another evening")
    assert done.stdout.count("set-aside-") == 1
    assert below(card) == []


def test_a_damaged_one_is_mended(card: FlashedCard) -> None:
    with Path(f"{card.disk}.3").open("r+b") as partition:
        partition.write(b"\xff" * 8192)
    done = card.mounts(f"cat {PLAYS}/companion.db")
    assert (done.returncode, done.stdout) == (0, "plays"), done.stderr


def test_one_that_cannot_be_mounted_leaves_the_folders_of_the_system(card: FlashedCard) -> None:
    partition = Path(f"{card.disk}.3")
    size = partition.stat().st_size
    partition.write_bytes(b"")
    with partition.open("r+b") as file:
        file.truncate(size)
    done = card.mounts(f"ls {PLAYS}")
    assert done.returncode != 0
    assert done.stdout.split() == ["companion.db"]
    assert partition.stat().st_blocks == 0, "nothing was formatted"


def test_without_one_nothing_is_done(tmp_path: Path) -> None:
    small = FlashedCard(tmp_path, 2 * GIB)
    small.write(f"{PLAYS}/companion.db", "plays")
    small.starts()
    done = small.mounts(f"cat {PLAYS}/companion.db")
    assert (done.returncode, done.stdout) == (0, "plays")
