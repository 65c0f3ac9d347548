"""The installer, as far as it can be tried without changing this machine; tests/vm tries the rest in a virtual one."""

from __future__ import annotations

import hashlib
import marshal
import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from companion.config import read_config
from companion.keeping.versions.environments import drives_pins, site_of
from companion.keeping.versions.releases import Releases
from tests.deploy.other_system import (
    ACCOUNTS,
    bundled_pip,
    needs_of_companion,
    write_companion,
    write_system,
    write_wheels,
)

DEPLOY = Path(__file__).parents[2] / "deploy"
CONFIG = "etc/table-companion/companion.toml"


def install(*words: object) -> subprocess.CompletedProcess[str]:
    """The installer, called as one calls it."""
    return subprocess.run(
        ["sh", str(DEPLOY / "install.sh"), *map(str, words)], capture_output=True, text=True, check=False, timeout=600
    )


@pytest.fixture(scope="module")
def pip() -> Path:
    return bundled_pip()


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory, pip: Path) -> Path:
    return write_wheels(tmp_path_factory.mktemp("wheels"), pip)


@pytest.fixture
def root(tmp_path: Path, wheels: Path) -> Path:
    """What Raspberry Pi OS has of what is touched; the environment is there already, which takes the time."""
    root = write_system(tmp_path)
    companion = next(wheels.glob("table_companion-*.whl"))
    environment = root / "opt/table-companion/versions/1.2.3"
    environment.mkdir(parents=True)
    (environment / ".wheel").write_text(f"{hashlib.sha256(companion.read_bytes()).hexdigest()}\n")
    return root


def all_files(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def into(root: Path, wheels: Path, *words: object) -> subprocess.CompletedProcess[str]:
    return install("--root", root, "--wheels", wheels, *words)


def test_a_second_run_changes_nothing(root: Path, wheels: Path) -> None:
    first = into(root, wheels)
    assert first.returncode == 0, first.stderr
    before = all_files(root)
    second = into(root, wheels)
    assert second.returncode == 0, second.stderr
    assert all_files(root) == before
    assert "wrote" in first.stdout
    assert "wrote" not in second.stdout
    assert "switched" not in second.stdout


def test_another_system_gets_all_that_a_table_needs(root: Path, wheels: Path) -> None:
    """Its user in the groups of devices, an environment for its own Python, what starts at power-on, who owns what."""
    said = into(root, wheels, "--profile", "pi-panel")
    assert said.returncode == 0, said.stderr
    users = {line.split(":")[0]: line.split(":") for line in (root / "etc/passwd").read_text().splitlines()}
    groups = {line.split(":")[0]: line.split(":") for line in (root / "etc/group").read_text().splitlines()}
    assert users["table-companion"][5:] == ["/var/lib/table-companion", "/usr/sbin/nologin"]
    assert {name for name, group in groups.items() if group[3] == "table-companion"} == {
        "gpio", "i2c", "spi", "dialout", "audio", "input",
    }  # fmt: skip
    assert groups["dialout"][2] == "20", "a group that is there stays"
    units = root / "etc/systemd/system"
    assert (units / "sockets.target.wants/table-companion.socket").is_symlink()
    for unit in ("table-companion-first-contact.service", "table-companion-console.path"):
        assert (units / "multi-user.target.wants" / unit).is_symlink()
    assert (units / "multi-user.target.wants/table-companion.service").is_symlink()
    service = (units / "table-companion.service").read_text()
    for unit in service.partition("\nOnFailure=")[2].partition("\n")[0].split():
        assert (units / unit).is_file(), "what systemd starts when it gives up on the table"
    assert (root / "var/lib/table-companion").stat().st_mode & 0o777 == 0o750
    assert (root / CONFIG).stat().st_mode & 0o777 == 0o640
    if os.geteuid() == 0:
        data, config = (root / "var/lib/table-companion").stat(), (root / CONFIG).stat()
        assert [str(data.st_uid), str(data.st_gid)] == users["table-companion"][2:4]
        assert [config.st_uid, str(config.st_gid)] == [0, groups["table-companion"][2]]
    else:
        assert "the owner of /etc/table-companion/companion.toml stays to be set" in said.stdout
    assert f"Done in {root}; nothing of this machine was changed." in said.stdout


def version_of(python: str) -> str:
    """Of a Python on the path that runs; nothing of one that does not."""
    asked = [python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    with suppress(OSError):
        return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    return ""


@pytest.mark.long
@pytest.mark.parametrize(
    ("python", "pins"),
    [("3.11", {"gpiod", "lgpio.py"}), ("3.13", {"gpiod"})],
)
def test_an_environment_is_made_for_another_processor(
    tmp_path: Path, wheels: Path, python: str, pins: set[str]
) -> None:
    """As its own Python would have made it, though nothing of it can be run here."""
    root = write_system(tmp_path, python)
    said = into(root, wheels)
    assert said.returncode == 0, said.stderr
    assert "not started here: this machine does not run programs of aarch64" in said.stdout
    installed = root / "opt/table-companion"
    environment = installed / "current"
    assert os.readlink(environment) == "versions/1.2.3"
    assert site_of(environment) == environment / f"lib/python{python}/site-packages"
    assert drives_pins(environment), "an update takes the extras for it"
    site = environment / f"lib/python{python}/site-packages"
    assert {path.name for path in site.glob("*gpi*") if not path.name.endswith(".dist-info")} == pins | {"gpiozero"}
    tag = f"cp{python.replace('.', '')}"
    assert (site / "spidev/__init__.py").read_text() == f"tag = '{tag}-{tag}'\n"
    assert os.readlink(environment / "bin/python3") == "/usr/bin/python3"
    assert os.readlink(environment / "bin/python") == os.readlink(environment / f"bin/python{python}") == "python3"
    assert "home = /usr/bin\n" in (environment / "pyvenv.cfg").read_text()
    program = environment / "bin/companion"
    assert program.read_text().startswith("#!/opt/table-companion/versions/1.2.3/bin/python3\n")
    ran = subprocess.run(
        [sys.executable, program, "--version"],
        env={**os.environ, "PYTHONPATH": str(site)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert ran.stdout == "table-companion 1.2.3\n"
    assert not (site / "bin").exists(), "programs that this machine's Python would start"
    (pip_record,) = site.glob("pip-*.dist-info/RECORD")
    assert "../../../bin/pip,,\n" in pip_record.read_text()
    if python in (version_of("python3"), version_of(f"python{python}")):
        # The service could not, at each start anew. Code of the same Python is the same on every processor.
        assert f"compiled its packages for Python {python}" in said.stdout
        (compiled,) = (site / "companion/__pycache__").glob(f"cli.{sys.implementation.cache_tag}.pyc")
        source = f"/opt/table-companion/versions/1.2.3/lib/python{python}/site-packages/companion/cli.py"
        assert marshal.loads(compiled.read_bytes()[16:]).co_filename == source


@pytest.mark.long
def test_another_version_is_put_beside_the_one_before(root: Path, wheels: Path, tmp_path_factory: Any) -> None:
    first = into(root, wheels)
    assert "version 1.2.3 is there already" in first.stdout, first.stderr
    newer = tmp_path_factory.mktemp("newer")
    for wheel in wheels.iterdir():
        (newer / wheel.name).symlink_to(wheel)
    write_companion(newer, "1.3.0", ("gpiozero; extra == 'pi'",))
    for name in ("spidev", "gpiozero", "luma_oled", "pyserial", "smbus2", "cobs", "jeepney", "gpiod"):
        assert list(newer.glob(f"{name}-*.whl"))
    said = into(root, newer)
    assert said.returncode == 1
    assert "libraries are missing among the wheels" in said.stderr, "this one asks for none of the others"
    assert "spidev: not in" in said.stderr
    assert os.readlink(root / "opt/table-companion/current") == "versions/1.2.3", "the one before stays"
    assert [path.name for path in (root / "opt/table-companion/versions").iterdir()] == ["1.2.3"]
    write_companion(newer, "1.3.0", needs_of_companion())
    assert into(root, newer).returncode == 0
    releases = Releases(root / "opt/table-companion")
    assert releases.current is not None
    assert releases.current.name == "1.3.0"
    assert releases.previous is not None
    assert releases.previous.name == "1.2.3"


@pytest.mark.long
def test_a_missing_library_is_an_error_of_the_installation(root: Path, pip: Path, tmp_path_factory: Any) -> None:
    said = into(root, write_wheels(tmp_path_factory.mktemp("fewer"), pip, without="jeepney"))
    assert said.returncode == 1
    assert "jeepney: not in" in said.stderr
    assert not (root / "opt/table-companion/current").exists()
    assert not list((root / "opt/table-companion/versions").glob("*.making"))


def test_a_folder_that_is_no_system_is_refused(tmp_path: Path, wheels: Path) -> None:
    said = into(tmp_path, wheels)
    assert said.returncode == 1
    assert f"there is no Python in {tmp_path}" in said.stderr
    assert not list(tmp_path.iterdir())
    write_system(tmp_path, "3.9")
    assert "Python 3.11 or newer is needed" in into(tmp_path, wheels).stderr


@pytest.mark.long
def test_a_system_with_other_wheels_than_its_own_is_left(tmp_path: Path, wheels: Path) -> None:
    root = write_system(tmp_path, machine="x86_64")
    before = all_files(root)
    said = into(root, wheels)
    assert said.returncode == 1
    assert "the wheels do not fit Python 3.13 on x86_64" in said.stderr
    assert all_files(root) == before, "not even the user was made"
    assert not list((root / "opt").glob("*"))


def test_buses_and_name_are_set_where_they_belong(root: Path, wheels: Path) -> None:
    into(root, wheels)
    added = (root / "boot/firmware/config.txt").read_text().splitlines()[3:]
    assert added[1:-1] == ["[all]", "dtparam=i2c_arm=on", "dtparam=spi=on"]
    assert (root / "etc/avahi/avahi-daemon.conf").read_text() == "[server]\nhost-name=table\nuse-ipv4=yes\n"


def test_a_name_of_ones_own_is_taken_and_kept(root: Path, wheels: Path) -> None:
    into(root, wheels, "--name", "oak")
    into(root, wheels)
    assert "host-name=oak\n" in (root / "etc/avahi/avahi-daemon.conf").read_text()


def test_new_settings_name_the_profile_and_can_be_read(root: Path, wheels: Path) -> None:
    into(root, wheels, "--profile", "pi-panel")
    assert read_config(root / CONFIG, {}).profile == "pi-panel"
    assert not (root / CONFIG).stat().st_mode & 0o007, "the PIN may stand in it"


def test_settings_are_never_overwritten(root: Path, wheels: Path) -> None:
    (root / CONFIG).parent.mkdir(parents=True)
    (root / CONFIG).write_text('pin = "4711"\n')
    said = into(root, wheels, "--profile", "pi-panel")
    assert said.returncode == 0
    assert (root / CONFIG).read_text() == 'pin = "4711"\n'
    assert 'profile = "pi-panel"' in said.stdout


def test_taking_it_away_leaves_settings_plays_and_what_others_wrote(root: Path, wheels: Path) -> None:
    before = {name for name in all_files(root) if not name.startswith("opt/")}
    into(root, wheels)
    plays = root / "var/lib/table-companion/companion.db"
    plays.write_text("plays")
    said = install("--root", root, "--uninstall")
    assert said.returncode == 0, said.stderr
    kept = {CONFIG, "var/lib/table-companion/companion.db", "etc/.pwd.lock", *(f"etc/{name}-" for name in ACCOUNTS)}
    assert set(all_files(root)) == before | kept, "and the user they belong to"
    assert "host-name=foo" in (root / "etc/avahi/avahi-daemon.conf").read_text()
    assert not [path for path in root.rglob("*") if path.is_symlink() and not path.exists()], "units stay enabled"
    assert install("--root", root, "--uninstall").returncode == 0


def test_a_dry_run_says_what_it_would_do_and_does_nothing(root: Path, wheels: Path) -> None:
    before = all_files(root)
    said = into(root, wheels, "--dry-run")
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
        (["--root", "/"], "--root / is this machine itself"),
        (["--root", "/no/such/folder"], "/no/such/folder is not a folder"),
        (["--name", "Oak Table"], "--name takes"),
        (["--name", "oak-"], "--name takes"),
        (["--profile", 'x"\npin="1'], "--profile takes"),
    ],
)
def test_what_is_said_wrongly_is_refused_before_anything_changes(
    root: Path, wheels: Path, words: list[str], said: str
) -> None:
    before = all_files(root)
    refused = into(root, wheels, *words)
    assert refused.returncode == 1
    assert said in refused.stderr
    assert all_files(root) == before


def test_all_that_is_in_the_way_is_said_at_once_and_before_anything_changes(
    root: Path, wheels: Path, tmp_path: Path
) -> None:
    """A broken copy of the installer, a mistyped profile and name, and no wheel of the companion."""
    copy = shutil.copytree(DEPLOY, tmp_path / "copy")
    (copy / "system/polkit.rules").unlink()
    sums = {
        path: hashlib.sha256(path.read_bytes()).hexdigest() for path in (copy / "companion.toml", copy / "README.md")
    }
    (copy / "SHA256SUMS").write_text("".join(f"{digest}  {path.name}\n" for path, digest in sums.items()))
    (copy / "companion.toml").write_text("half of i")
    few = tmp_path / "few"
    few.mkdir()
    before = all_files(root)
    words = ("--root", root, "--wheels", few, "--name", "Oak", "--profile", "/etc/my.toml")
    said = subprocess.run(["sh", copy / "install.sh", *words], capture_output=True, text=True, check=False, timeout=600)
    assert said.returncode == 1
    assert said.stderr.splitlines() == [
        "Error: nothing was changed, since this is in the way:",
        f"  - there is no table_companion-*.whl in {few}",
        "  - --name takes small letters, digits and hyphens",
        f"  - {copy}/system/polkit.rules is missing",
        "  - these files are not as they were packed, so copy the bundle anew: companion.toml",
        f"  - there is no profile /etc/my.toml in {root}",
    ]
    assert all_files(root) == before


def test_a_profile_is_one_of_the_shipped_ones_or_a_file(root: Path, wheels: Path, tmp_path: Path) -> None:
    """A wheel says which it ships; a name that the table does not know would open it without its devices."""
    own = tmp_path / "own"
    shutil.copytree(wheels, own, symlinks=True)
    write_companion(
        own, "1.4.0", needs_of_companion(), {"hardware/profiles/pi-panel.toml": "", "hardware/profiles/pods.toml": ""}
    )
    before = all_files(root)
    said = into(root, own, "--profile", "pi-pannel")
    assert said.returncode == 1
    assert "there is no profile pi-pannel; shipped are pi-panel pods" in said.stderr
    assert all_files(root) == before
    for right in ("pods", "/etc/mine.toml", "cherry"):
        (root / "etc/mine.toml").touch()
        (root / "var/lib/table-companion/profiles").mkdir(parents=True, exist_ok=True)
        (root / "var/lib/table-companion/profiles/cherry.toml").touch()
        assert "profile" not in into(root, own, "--profile", right, "--dry-run").stderr


@pytest.mark.skipif(Path("/run/systemd/system").is_dir(), reason="systemd runs here")
def test_what_this_machine_lacks_is_said_at_once(tmp_path: Path, wheels: Path) -> None:
    """Here it is systemd, at least; and some of the programs, if the path does not lead to them."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in (
        "sh",
        "dirname",
        "cat",
        "id",
        "grep",
        "df",
        "awk",
        "find",
        "sort",
        "tail",
        "sed",
        "tr",
        "sha256sum",
    ):
        (programs / name).symlink_to(shutil.which(name) or name)
    (programs / "python3").symlink_to(Path(sys.executable).resolve())
    said = subprocess.run(
        ["sh", DEPLOY / "install.sh", "--wheels", wheels, "--dry-run"],
        env={"PATH": str(programs)}, capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert said.returncode == 1
    problems = said.stderr.splitlines()
    assert problems[0] == "Error: nothing was changed, since this is in the way:"
    assert "  - systemd does not run here; the README says how to start the companion by hand" in problems
    (programs_line,) = [line for line in problems if line.startswith("  - these programs are missing:")]
    assert {"cmp", "install", "mktemp"} <= set(programs_line.rpartition(":")[2].split())


def test_help_names_every_option() -> None:
    text = (DEPLOY / "install.sh").read_text()
    told = install("--help").stdout
    for option in ("--wheels", "--profile", "--name", "--yes", "--no-start", "--dry-run", "--root", "--uninstall"):
        assert f"    {option})" in text
        assert f"  {option} " in told
