"""The first start of a flashed card: its partitions, and the plays on one of their own. The card is a file here, and so
is each partition; that the kernel follows is seen on an emulated machine (``tests/arm``).
"""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from deploy.image import card_image
from deploy.image.system import FILES, GROW_MARK

SCRIPTS = FILES / "usr/local/lib/table-companion"
MIB = 2**20
GIB = 2**30
MADE = "var/lib/table-companion-image/plays"
# As the kernel: the partition is as long as the table says.
PARTX = """#!/bin/sh
size=$(sfdisk --dump "$4" | sed -n "s/^[^:]*[^0-9]$3 : .*size= *\\([0-9]*\\),.*/\\1/p")
truncate -s $((size * 512)) "$4.$3"
"""
CUT = """#!/bin/sh
left=$(cat {left})
[ "$left" -gt 0 ] || kill -9 0
echo $((left - 1)) >{left}
exec {program} "$@"
"""


@dataclass
class FlashedCard:
    """A card of so many bytes, flashed with an image, and the root of its system."""

    folder: Path
    size: int

    def __post_init__(self) -> None:
        self.root = self.folder / "root"
        self.disk = self.folder / "card.img"
        self.programs = self.folder / "programs"
        for path in ("var/lib/table-companion", "var/lib/table-companion-image", "etc/NetworkManager"):
            (self.root / path).mkdir(parents=True)
        (self.root / "var/lib/table-companion").chmod(0o750)
        (self.root / GROW_MARK).touch()
        with self.disk.open("wb") as disk:
            disk.truncate(self.size)
        self._run("sfdisk", "--quiet", self.disk, sent=card_image.layout_for(0).script(0x1234ABCD))
        self.programs.mkdir()
        self._program("partx", PARTX)
        # There is no file system to grow, and files of tests need not last.
        for name in ("resize2fs", "sync"):
            self._program(name, "#!/bin/sh\n")

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def cut_after(self, count: int, program: str) -> None:
        """Everything is killed as the program is called once more than so many times."""
        left, own, kept = self.folder / "left", self.programs / program, self.programs / "real"
        left.write_text(str(count))
        if own.exists():
            own.rename(kept)
        real = kept if kept.exists() else shutil.which(program, path=self._path)
        self._program(program, CUT.format(left=left, program=real))

    def starts(self) -> subprocess.CompletedProcess[str]:
        return self._script("grow-root")

    def partitions(self) -> list[tuple[int, int]]:
        """Where each begins, and how long it is, in bytes."""
        found = []
        for line in self._run("sfdisk", "--dump", self.disk).splitlines():
            if " : start=" in line:
                start, size = (int(part.split("=")[1]) * 512 for part in line.split(" : ")[1].split(",")[:2])
                found.append((start, size))
        return found

    def on_plays(self, words: str) -> str:
        """What debugfs says of the partition of the plays."""
        return self._run("debugfs", "-R", words, f"{self.disk}.3")

    def _script(self, name: str) -> subprocess.CompletedProcess[str]:
        given = {"SYSTEM": str(self.root), "DISK": str(self.disk), "PATH": f"{self.programs}:{self._path}"}
        return subprocess.run(
            ["sh", SCRIPTS / name],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, **given},
            start_new_session=True,
        )

    def _program(self, name: str, text: str) -> None:
        (self.programs / name).write_text(text)
        (self.programs / name).chmod(0o755)

    def _run(self, *words: str | Path, sent: str | None = None) -> str:
        done = subprocess.run(
            words, capture_output=True, text=True, check=True, input=sent, env={**os.environ, "PATH": self._path}
        )
        return done.stdout

    @property
    def _path(self) -> str:
        return f"{os.environ['PATH']}:/usr/sbin:/sbin"


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
    assert "label-id: 0x1234abcd" in card._run("sfdisk", "--dump", card.disk)
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
    card._run("sfdisk", "--quiet", "--append", card.disk, sent="size=200M, type=83\n")
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
