"""The installer, as far as it can be tried without changing this machine; tests/vm tries the rest in a virtual one."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from companion.config import read_config

DEPLOY = Path(__file__).parents[2] / "deploy"
CONFIG = "etc/table-companion/companion.toml"


def install(*words: object) -> subprocess.CompletedProcess[str]:
    """The installer, called as one calls it."""
    return subprocess.run(
        ["sh", str(DEPLOY / "install.sh"), *map(str, words)], capture_output=True, text=True, check=False, timeout=30
    )


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A card before anything was done to it: what Raspberry Pi OS has of what is touched."""
    (tmp_path / "boot" / "firmware").mkdir(parents=True)
    (tmp_path / "boot" / "firmware" / "config.txt").write_text("# Pi\ndtparam=audio=on\n#dtparam=spi=on\n")
    (tmp_path / "etc" / "avahi").mkdir(parents=True)
    (tmp_path / "etc" / "avahi" / "avahi-daemon.conf").write_text("[server]\n#host-name=foo\nuse-ipv4=yes\n")
    return tmp_path


def all_files(root: Path) -> dict[str, str]:
    return {str(path.relative_to(root)): path.read_text() for path in root.rglob("*") if path.is_file()}


def test_a_second_run_changes_nothing(root: Path) -> None:
    first = install("--root", root)
    assert first.returncode == 0, first.stderr
    before = all_files(root)
    second = install("--root", root)
    assert second.returncode == 0, second.stderr
    assert all_files(root) == before
    assert "wrote" in first.stdout
    assert "wrote" not in second.stdout
    assert "switched" not in second.stdout


def test_buses_and_name_are_set_where_they_belong(root: Path) -> None:
    install("--root", root)
    assert (root / "boot/firmware/config.txt").read_text().splitlines()[3:] == [
        "", "[all]", "dtparam=i2c_arm=on", "", "[all]", "dtparam=spi=on",
    ]  # fmt: skip
    assert (root / "etc/avahi/avahi-daemon.conf").read_text() == "[server]\nhost-name=table\nuse-ipv4=yes\n"


def test_a_name_of_ones_own_is_taken_and_kept(root: Path) -> None:
    install("--root", root, "--name", "oak")
    install("--root", root)
    assert "host-name=oak\n" in (root / "etc/avahi/avahi-daemon.conf").read_text()


def test_new_settings_name_the_profile_and_can_be_read(root: Path) -> None:
    install("--root", root, "--profile", "pi-panel")
    assert read_config(root / CONFIG, {}).profile == "pi-panel"
    assert not (root / CONFIG).stat().st_mode & 0o007, "the PIN may stand in it"


def test_settings_are_never_overwritten(root: Path) -> None:
    (root / CONFIG).parent.mkdir(parents=True)
    (root / CONFIG).write_text('pin = "4711"\n')
    said = install("--root", root, "--profile", "pi-panel")
    assert said.returncode == 0
    assert (root / CONFIG).read_text() == 'pin = "4711"\n'
    assert 'profile = "pi-panel"' in said.stdout


def test_taking_it_away_leaves_settings_plays_and_what_others_wrote(root: Path) -> None:
    before = set(all_files(root))
    install("--root", root)
    plays = root / "var/lib/table-companion/companion.db"
    plays.parent.mkdir(parents=True)
    plays.write_text("plays")
    said = install("--root", root, "--uninstall")
    assert said.returncode == 0, said.stderr
    assert set(all_files(root)) == before | {CONFIG, "var/lib/table-companion/companion.db"}
    assert "host-name=foo" in (root / "etc/avahi/avahi-daemon.conf").read_text()
    assert install("--root", root, "--uninstall").returncode == 0


def test_a_dry_run_says_what_it_would_do_and_does_nothing(root: Path) -> None:
    before = all_files(root)
    said = install("--root", root, "--dry-run")
    assert said.returncode == 0, said.stderr
    assert "would: " in said.stdout
    assert all_files(root) == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--wheel", "x"], "unknown option --wheel"),
        (["--wheels"], "--wheels needs a value"),
        (["--wheels", "/no/such/folder"], "is not a folder"),
        (["--wheels", "/"], "there is no table_companion-*.whl in /"),
        (["--name", "Oak Table"], "--name takes"),
        (["--name", "oak-"], "--name takes"),
        (["--profile", 'x"\npin="1'], "--profile takes"),
    ],
)
def test_what_is_said_wrongly_is_refused_before_anything_changes(root: Path, words: list[str], said: str) -> None:
    before = all_files(root)
    refused = install("--root", root, *words)
    assert refused.returncode == 1
    assert said in refused.stderr
    assert all_files(root) == before


def test_help_names_every_option() -> None:
    text = (DEPLOY / "install.sh").read_text()
    told = install("--help").stdout
    for option in ("--wheels", "--profile", "--name", "--yes", "--no-start", "--dry-run", "--root", "--uninstall"):
        assert f"    {option})" in text
        assert f"  {option} " in told
