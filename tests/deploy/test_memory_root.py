"""What the initial RAM disk of an image does for a read-only system, in a mount namespace of its own. The programs
in it are klibc's; here they are this machine's (``tests/arm`` starts the real one).
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.first_contact.read_only_root import ReadOnlyRoot, with_choice
from deploy.image.system import FILES

SCRIPT = FILES / "etc/initramfs-tools/scripts/local-bottom/table-companion"
USUAL = "console=tty1 root=LABEL=companion rw rootwait quiet\n"
INSIDE = """
set -eu
mount --bind {folder}/card {folder}/mounted
mount --bind {folder}/cmdline /proc/cmdline
mount -t tmpfs none /run
status=0
rootmnt={folder}/mounted sh {script} || status=$?
echo gone >{folder}/mounted/written
cp /proc/mounts {folder}/mounts
ls -l /run/systemd/system >{folder}/masked 2>&1 || true
ls /run/systemd/journald.conf.d >{folder}/named 2>&1 || true
cat /run/systemd/journald.conf.d/* >{folder}/journal 2>&1 || true
exit $status
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A card with a system on it, and where the initial RAM disk mounts it."""
    for name in ("card", "mounted", "programs"):
        (tmp_path / name).mkdir()
    (tmp_path / "card/kept").write_text("kept")
    program(tmp_path, "modprobe", "")
    return tmp_path


def program(folder: Path, name: str, text: str) -> None:
    (folder / "programs" / name).write_text(f"#!/bin/sh\n{text}")
    (folder / "programs" / name).chmod(0o755)


def start(folder: Path, line: str) -> int:
    (folder / "cmdline").write_text(line)
    alone = ["unshare", "--map-root-user", "--mount", "--propagation", "private", "sh", "-c"]
    done = subprocess.run(
        [*alone, INSIDE.format(folder=folder, script=SCRIPT)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PATH": f"{folder}/programs:{os.environ['PATH']}"},
    )
    if "unshare" in done.stderr:
        pytest.skip(f"no mount namespaces here: {done.stderr}")
    assert done.returncode in (0, 1), done.stderr
    return done.returncode


def only_read(folder: Path) -> bool:
    """As everybody looks, once the kernel has gone over to that root."""
    text = (folder / "mounts").read_text().replace(f"table-companion {folder}/mounted ", "table-companion / ")
    (folder / "mounts").write_text(text)
    return ReadOnlyRoot(folder, folder, folder / "mounts").only_read


def test_what_is_written_stays_in_memory(folder: Path) -> None:
    assert start(folder, with_choice(USUAL, only_read=True)) == 0
    assert only_read(folder)
    assert [path.name for path in (folder / "card").iterdir()] == ["kept"]
    masked = (folder / "masked").read_text()
    assert {"apt-daily-upgrade.timer", "systemd-remount-fs.service"} < {*masked.split()}
    assert masked.count("-> /dev/null") == len(masked.splitlines()) - 1
    assert "Storage=volatile" in (folder / "journal").read_text()
    # Of two of the same name, the one in /etc would count.
    hidden = (FILES / "etc/systemd/journald.conf.d").iterdir()
    assert not {path.name for path in hidden} & {*(folder / "named").read_text().split()}


def test_without_the_choice_nothing_is_done(folder: Path) -> None:
    assert start(folder, USUAL) == 0
    assert not only_read(folder)
    assert (folder / "card/written").exists()
    assert "Storage" not in (folder / "journal").read_text()


def test_where_memory_cannot_be_laid_over_it_the_card_is_written_to(folder: Path) -> None:
    program(folder, "mount", f'case "$*" in *overlay*) exit 32 ;; esac\nexec {shutil.which("mount")} "$@"\n')
    assert start(folder, with_choice(USUAL, only_read=True)) == 1
    assert not only_read(folder)
    assert (folder / "card/written").exists()
    assert "/dev/null" not in (folder / "masked").read_text()
