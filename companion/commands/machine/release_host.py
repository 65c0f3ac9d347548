"""Install and switch versions on this machine: pip environments, smoke test on a private port, systemd service."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from companion.commands.machine.game_installing import (
    QUIET,
    carry_over,
    fetch_wheels,
    games_told,
    install_wheels,
)
from companion.commands.machine.other_programs import as_owner, last_words, run_program
from companion.commands.port_check import free_port
from companion.config import TRIAL
from companion.core.wording import Message, say
from companion.keeping.disk import free_bytes
from companion.keeping.game_packages.game_changes import GameSource
from companion.keeping.game_packages.game_wheels import GameWheel
from companion.keeping.versions.environments import (
    GAMES,
    PRODUCT,
    copy_packages,
    copy_pip,
    drives_pins,
    kept_wheels,
    package_of,
    packages_of_games,
    site_of,
    versions_in,
)
from companion.keeping.versions.lost_games import InstalledGame
from companion.keeping.versions.owned_log import acting_as_owner
from companion.keeping.versions.update_host import ANSWERS, PATIENCE, InstallSource, Misfits, UpdateError, Wanted
from companion.keeping.versions.without_games import command_without_games
from companion.plays.log.log_file import connect
from companion.supervision.open_table import read_open_table, remove_open_table
from companion.supervision.start_counter import FILE as STARTS

UNITS = (f"{PRODUCT}.socket", f"{PRODUCT}.service")
FIRST_PORT = 18000
PACES = 0.25
AT_ONCE = 5.0
"""Seconds within which a running table answers."""
ENDING = 20.0
RUNTIME = Path("/run/table-companion")
"""The runtime folder of the service."""
SHAPE = "from companion.plays.storage.migrations import shipped; print(shipped()[-1].number)"


class LocalReleaseHost:
    """``GameHost`` of this machine. ``config`` is the service's configuration file, ``port`` its port, ``runtime`` its
    runtime folder.
    """

    def __init__(self, config: Path | None, port: int, runtime: Path = RUNTIME) -> None:
        self._config = config
        self._port = port
        self._runtime = runtime

    def free(self, folder: Path) -> int:
        return free_bytes(folder)

    # -- environments --------------------------------------------------------------------------------------------

    def make(self, target: Path, source: InstallSource, present: Path | None) -> Misfits:
        python, failed = _new(target), say("The new version could not be installed.")
        # ensurepip is slow, and a single wheel may need nothing else
        others = {PRODUCT} | (packages_of_games(present) if present is not None else frozenset())
        has_pip = copy_packages(target, present, without=others) if source.wheel else copy_pip(target, present)
        if not has_pip:
            run_program([python, "-m", "ensurepip"], failed)
        extra = "[pi]" if drives_pins(present) else ""
        wanted = f"{source.wheel}{extra}" if source.wheel is not None else f"{PRODUCT}{extra}=={source.version}"
        offline = ["--no-index", "--find-links", str(source.folder)] if source.folder else ["--prefer-binary"]
        run_program([python, "-m", "pip", "install", *QUIET, *offline, wanted], failed)
        run_program([str(target / "bin" / "companion"), "--version"], say("The new version does not run."))
        if extra:
            self._prepare(target, "hardware/library_check.py", say("Libraries of devices are missing."))
        self._prepare(target, "web/templating/compiling/__main__.py", say("The pages could not be prepared."))
        return carry_over(target, present)

    def copy(self, target: Path, present: Path) -> None:
        python = _new(target)
        if not copy_packages(target, present, without=packages_of_games(present)):
            run_program([python, "-m", "ensurepip"], say("The environment could not be made."))
        run_program([str(target / "bin" / "companion"), "--version"], say("The new version does not run."))

    def fetch(self, target: Path, present: Path, source: GameSource) -> tuple[GameWheel, ...]:
        kept = [wheel for name, wheels in kept_wheels(present).items() if name != source.package for wheel in wheels]
        there, names = versions_in(present), set(map(package_of, kept))
        # also of other games: no installed package may change its version
        installed = versions_in(target) | {name: there[name] for name in names if name in there}
        folder = target / GAMES / source.package
        return fetch_wheels(target / "bin" / "python", source, folder, installed, kept)

    def carry_over(self, target: Path, present: Path, without: str) -> Misfits:
        return carry_over(target, present, without)

    def install(self, environment: Path, package: str) -> None:
        folder = environment / GAMES / package
        install_wheels(environment / "bin" / "python", folder, package, versions_in(environment))

    def games_in(self, environment: Path, folder: Path) -> tuple[InstalledGame, ...]:
        return games_told([str(environment / "bin" / "companion")], folder)

    def _prepare(self, environment: Path, module: str, failed: Message) -> None:
        """Run a module of the new version, if it has it."""
        site = site_of(environment)
        if site is not None and (site / module).exists():
            name = module.removesuffix(".py").removesuffix("/__main__").replace("/", ".")
            run_program([str(environment / "bin" / "python"), "-m", name], failed)

    def newest_schema(self, environment: Path) -> int:
        command = command_without_games(environment / "bin" / "python", SHAPE)
        return int(run_program(command, say("That version does not run.")).strip())

    def schema_of(self, log: Path) -> int:
        with acting_as_owner(log.parent), closing(connect(log, reading=True)) as file:
            return int(file.execute("SELECT max(number) FROM migrations").fetchone()[0])

    # -- smoke test --------------------------------------------------------------------------------------------------

    def smoke_test(self, environment: Path, present: Path | None, folder: Path) -> None:
        program = str(environment / "bin" / "companion")
        port = free_port("127.0.0.1", FIRST_PORT)
        config = ["--config", str(self._config)] if self._config is not None else []
        command = [program, *config, "run", "--profile", "simulated", "--data", str(folder), "--port", str(port)]
        with _running(command, folder) as (process, said):
            if not _answers(port, PATIENCE, process):
                why = _last_words(said)
                raise UpdateError(say("The new version does not open a table. Nothing was changed. {why}", why=why))
        worse = self._differences(environment, folder)
        if worse and (present is None or worse > self._differences(present, folder)):
            raise UpdateError(say("The new version replays plays differently. Nothing was changed."))

    def _differences(self, environment: Path, folder: Path) -> int:
        """Number of entries that differ when replayed by that version; 1 or more also if they cannot be read."""
        command = [str(environment / "bin" / "companion"), "verify", "--json", "--data", str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False,  # noqa: S603
                              stdin=subprocess.DEVNULL, **as_owner(folder))  # fmt: skip
        try:
            return len(json.loads(done.stdout)["differences"])
        except (ValueError, KeyError):
            return sys.maxsize

    # -- the service -------------------------------------------------------------------------------------------------

    def stop(self) -> None:
        run_program(["systemctl", "stop", *UNITS], say("The service could not be stopped."))

    def start(self) -> None:
        remove_open_table(self._runtime)  # an older version does not change it
        # not waited for here: wait_until_up() asks the table itself
        for command in (["reset-failed", *UNITS], ["start", "--no-block", *UNITS]):
            with suppress(UpdateError):
                run_program(["systemctl", *command], say("The service could not be started."))

    def forget_starts(self, folder: Path) -> None:
        with acting_as_owner(folder), suppress(OSError):
            (folder / STARTS).unlink(missing_ok=True)

    def in_safe_mode(self) -> bool:
        table = read_open_table(self._runtime) if _answers(self._port, AT_ONCE) else None
        return table is not None and table.safe_mode

    def wait_until_up(self, seconds: float, wanted: Wanted = ANSWERS) -> None:
        if not _answers(self._port, seconds):
            raise UpdateError(say("The table does not come up."))
        if lacks := self._lacks(wanted):
            raise UpdateError(lacks)

    def _lacks(self, wanted: Wanted) -> Message | None:
        """Which requirement of ``wanted`` the running table does not meet, by its own answer; None if it meets all."""
        table = read_open_table(self._runtime)
        if table is None:
            return None
        if wanted.full and table.safe_mode:
            return say("The table comes up in safe mode only.")
        missing = sorted(set(wanted.games) - set(table.games)) if not table.safe_mode else []
        return say("The table comes up without {key}.", key=", ".join(missing)) if missing else None


def _new(target: Path) -> str:
    """Make an environment without pip; the path of its Python."""
    target.parent.mkdir(parents=True, exist_ok=True)
    run_program([sys.executable, "-m", "venv", "--without-pip", str(target)], say("The environment could not be made."))
    return str(target / "bin" / "python")


def listening_port(configured: int) -> int:
    """Port of systemd's socket for the service, else ``configured``."""
    # a unit that is not installed has no port
    with suppress(UpdateError, ValueError, IndexError):
        said = run_program(["systemctl", "show", UNITS[0], "--property=Listen", "--value"], say("?"))
        return int(said.split(" ")[0].rsplit(":", 1)[1])
    return configured


@contextmanager
def _running(command: Sequence[str], folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], IO[bytes]]]:
    """Run a table for a trial until the end of the block; yields its process and its output file."""
    with TemporaryFile() as said:  # not in the folder, which belongs to the program
        given = as_owner(folder)
        given["env"] = {**given["env"], TRIAL: "1"}
        process = subprocess.Popen(command, stdout=said, stderr=said, stdin=subprocess.DEVNULL,  # noqa: S603
                                   **given)  # fmt: skip
        try:
            yield process, said
        finally:
            process.terminate()
            try:
                process.wait(ENDING)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _last_words(said: IO[bytes]) -> str:
    said.seek(0)
    return last_words(said.read().decode(errors="replace"))


def _answers(port: int, seconds: float, process: subprocess.Popen[bytes] | None = None) -> bool:
    """Whether a table serves pages at ``port`` within ``seconds``; False at once if ``process`` ends."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and (process is None or process.poll() is None):
        try:
            # systemd's socket accepts connections before the service is up
            left = max(until - time.monotonic(), PACES)
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/table", timeout=left) as page:
                return bool(page.status == 200)
        except (urllib.error.URLError, OSError, HTTPException):
            time.sleep(PACES)
    return False
