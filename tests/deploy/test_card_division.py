"""The first start of a flashed card: its partitions, and the plays on one of their own. That the kernel follows
is seen on an emulated machine (``tests/arm``).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from deploy.image.system import GROW_MARK
from tests.deploy.divided_card import GIB, MADE, MIB, FlashedCard


@pytest.fixture
def card(tmp_path: Path) -> FlashedCard:
    return FlashedCard(tmp_path, 4 * GIB)


def test_the_plays_get_a_partition_at_the_end_and_the_system_all_before_it(card: FlashedCard) -> None:
    before = card.partitions()
    card.write("var/lib/table-companion/companion.db", "plays")
    card.write("etc/NetworkManager/system-connections/home.nmconnection", "psk")
    done = card.starts()
    assert done.returncode == 0, done.stderr
    (boot, system, plays) = card.partitions()
    assert boot == before[0]
    assert system[0] == before[1][0]
    assert system[0] + system[1] == plays[0]
    assert sum(plays) == card.size
    assert plays[0] % (4 * MIB) == 0
    assert 640 * MIB < plays[1] < 700 * MIB
    assert "label-id: 0x1234abcd" in card.run("sfdisk", "--dump", card.disk)
    assert not (card.root / GROW_MARK).exists()
    assert sorted(path.name for path in (card.root / MADE).parent.iterdir()) == ["plays"]
    assert card.on_plays("cat /plays/companion.db") == "plays"
    assert card.on_plays("cat /connections/home.nmconnection") == "psk"
    assert f"User: {os.getuid():5} " in card.on_plays("stat /plays").replace("  Group", " Group")
    assert "Mode:  0750" in card.on_plays("stat /plays")
    assert "Mode:  0755" in card.on_plays("stat /time")


@pytest.mark.parametrize(
    ("size", "of_plays"), [(2 * GIB, None), (2560 * MIB, None), (3700 * MIB, 550), (8 * GIB, 2048), (64 * GIB, 4096)]
)
def test_a_third_of_the_room_is_for_the_plays_and_none_of_a_small_card(
    tmp_path: Path, size: int, of_plays: int | None
) -> None:
    card = FlashedCard(tmp_path, size)
    done = card.starts()
    assert done.returncode == 0, done.stderr
    assert not (card.root / GROW_MARK).exists()
    found = card.partitions()
    assert sum(found[-1]) == size
    assert len(found) == (2 if of_plays is None else 3)
    assert (card.root / MADE).exists() == (of_plays is not None)
    if of_plays is not None:
        assert abs(found[2][1] / MIB - of_plays) < 5


@pytest.mark.parametrize("program", ["partx", "mkfs.ext4", "sync", "touch", "rm"])
def test_cut_off_before_any_program_nothing_is_lost_and_the_next_start_does_it(tmp_path: Path, program: str) -> None:
    cut = 0
    while True:
        card = FlashedCard(tmp_path / str(cut), 4 * GIB)
        card.write("var/lib/table-companion/companion.db", "plays")
        card.cut_after(cut, program)
        if card.starts().returncode == 0:
            break
        cut += 1
        # Where the partition counts already, it is whole; else the folder of the system does, and is.
        if not (card.root / MADE).exists():
            assert (card.root / GROW_MARK).exists()
            card.write("var/lib/table-companion/companion.db", "played meanwhile")
        kept = (card.root / "var/lib/table-companion/companion.db").read_text()
        (card.folder / "left").write_text("1000")
        done = card.starts()
        assert done.returncode == 0, done.stderr
        assert card.on_plays("cat /plays/companion.db") == kept
        assert len(card.partitions()) == 3
        assert not (card.root / GROW_MARK).exists()
    assert cut > 0


def test_a_partition_of_somebody_else_is_not_formatted(card: FlashedCard) -> None:
    card.run("sfdisk", "--quiet", "--append", card.disk, sent="size=200M, type=83\n")
    theirs = Path(f"{card.disk}.3")
    theirs.write_bytes(b"theirs")
    done = card.starts()
    assert done.returncode == 0, done.stderr
    assert theirs.read_bytes() == b"theirs"
    assert not (card.root / MADE).exists()
    assert not (card.root / GROW_MARK).exists()


def test_a_partition_with_plays_is_not_formatted_again(card: FlashedCard) -> None:
    card.write("var/lib/table-companion/companion.db", "plays")
    card.starts()
    (card.root / GROW_MARK).touch()
    card.write("var/lib/table-companion/companion.db", "others")
    assert card.starts().returncode == 0
    assert card.on_plays("cat /plays/companion.db") == "plays"
