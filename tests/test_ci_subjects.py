"""The subjects of commits, as ``.ci/subjects`` checks them, in repositories made for it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

CHECK = Path(__file__).resolve().parent.parent / ".ci" / "subjects"
GIT = ("git", "-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "core.hooksPath=/dev/null")


def git(folder: Path, *words: str | Path) -> None:
    subprocess.run([*GIT, *words], cwd=folder, capture_output=True, check=True)


def commit(folder: Path, *subjects: str) -> None:
    for subject in subjects:
        git(folder, "commit", "--allow-empty", "-qm", subject)


def checked(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([folder / ".ci" / "subjects"], capture_output=True, text=True, check=False)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A repository whose last commit adds the check, after one that it would not let pass."""
    folder = tmp_path / "tree"
    (folder / ".ci").mkdir(parents=True)
    shutil.copy2(CHECK, folder / ".ci" / "subjects")
    git(folder, "init", "-q", "--initial-branch=main")
    commit(folder, "What came before the check")
    git(folder, "add", ".ci/subjects")
    commit(folder, "Add it")
    return folder


def test_what_came_before_the_check_passes(tree: Path) -> None:
    done = checked(tree)
    assert (done.returncode, done.stdout) == (0, "subjects of commits: 0 checked, 0 to be mended\n")


def test_good_subjects_pass(tree: Path) -> None:
    commit(tree, "seats: keep the first of two pods", "web/pages: show /var/lib/table-companion", f"a: b {'c' * 67}")
    done = checked(tree)
    assert (done.returncode, done.stdout) == (0, "subjects of commits: 3 checked, 0 to be mended\n")


@pytest.mark.parametrize(
    ("subject", "why"),
    [
        ("Seats: keep the first of two pods", 'not "area: verb object"'),
        ("The first of two pods keeps its seat", 'not "area: verb object"'),
        ("seats: mended", 'not "area: verb object"'),
        ("seats:keep the first", 'not "area: verb object"'),
        (f"a: b {'c' * 68}", "longer than 72 characters"),
        ("tests: read /tmp/log", "a path of a machine"),
        ("tests: read the log of /root", "a path of a machine"),
        ("Merge branch 'pods' of /home/ana/table into main", "a path of a machine"),
    ],
)
def test_a_bad_subject_is_named_wherever_it_is(tree: Path, subject: str, why: str) -> None:
    commit(tree, "seats: keep the first of two pods", subject, "seats: name the second one")
    done = checked(tree)
    assert done.returncode == 1
    assert [line.split(" ", 1)[1] for line in done.stdout.splitlines()[:-1]] == [f"{subject}: {why}"]
    assert done.stdout.endswith("subjects of commits: 3 checked, 1 to be mended\n")


def test_a_detached_and_a_shallow_clone_check_what_they_have(tree: Path, tmp_path: Path) -> None:
    commit(tree, "seats: keep the first of two pods", "Worse", "seats: name the second one")
    git(tree, "checkout", "-q", "--detach")
    git(tmp_path, "clone", "-q", tree.as_uri(), "whole")
    assert checked(tmp_path / "whole").stdout.endswith("3 checked, 1 to be mended\n")
    git(tmp_path, "clone", "-q", "--depth", "3", tree.as_uri(), "shallow")
    assert checked(tmp_path / "shallow").stdout.endswith("2 checked, 1 to be mended\n")
    git(tmp_path, "clone", "-q", "--depth", "1", tree.as_uri(), "shallowest")
    assert checked(tmp_path / "shallowest").stdout.endswith("0 checked, 0 to be mended\n")


def test_without_a_repository_it_says_so(tree: Path) -> None:
    shutil.rmtree(tree / ".git")
    done = checked(tree)
    assert (done.returncode, done.stdout) == (0, "subjects of commits: NOT CHECKED (no repository)\n")
