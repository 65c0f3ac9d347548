"""Install and switch versions on this machine: pip environments, smoke test on a private port, systemd service."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from companion.commands.port_check import free_port
from companion.core.wording import Message, say
from companion.keeping.disk import free_bytes
from companion.keeping.releases import copy_packages, drives_pins, site_of
from companion.keeping.version_update import PATIENCE, InstallSource, UpdateError
from companion.plays.log.log_file import connect

NAME = "table-companion"
UNITS = (f"{NAME}.socket", f"{NAME}.service")
FIRST_PORT = 18000
PACES = 0.25
ENDING = 20.0
TOLD_LINES = 8
"""Output lines quoted when a program fails."""
SHAPE = "from companion.plays.storage.migrations import shipped; print(shipped()[-1].number)"
FROM_OUTSIDE = ("NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_PID", "LISTEN_FDS", "STATE_DIRECTORY",
                "PORT", "COMPANION_DATA", "PYTHONPATH", "PYTHONHOME")  # fmt: skip
"""Environment variables hidden from a smoke test, which is no service and has its own data."""


class LocalReleaseHost:
    """``ReleaseHost`` of this machine. ``config`` is the service's configuration file, ``port`` its port."""

    def __init__(self, config: Path | None, port: int) -> None:
        self._config = config
        self._port = port

    def free(self, folder: Path) -> int:
        return free_bytes(folder)

    # -- environments --------------------------------------------------------------------------------------------

    def make(self, target: Path, source: InstallSource, present: Path | None) -> None:
        target.parent.mkdir(parents=True, exist_ok=True)
        python, failed = str(target / "bin" / "python"), say("The new version could not be installed.")
        _run([sys.executable, "-m", "venv", "--without-pip", str(target)], say("The environment could not be made."))
        # ensurepip is slow, and a single wheel may need nothing else
        if not copy_packages(target, present, whole=source.wheel is not None):
            _run([python, "-m", "ensurepip"], failed)
        extra = "[pi]" if drives_pins(present) else ""
        wanted = f"{source.wheel}{extra}" if source.wheel is not None else f"{NAME}{extra}=={source.version}"
        offline = ["--no-index", "--find-links", str(source.folder)] if source.folder else ["--prefer-binary"]
        _run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *offline, wanted], failed)
        _run([str(target / "bin" / "companion"), "--version"], say("The new version does not run."))
        if extra:
            self._prepare(target, "hardware/library_check.py", say("Libraries of devices are missing."))
        self._prepare(target, "web/templating/compiling/__main__.py", say("The pages could not be prepared."))

    def _prepare(self, environment: Path, module: str, failed: Message) -> None:
        """Run a module of the new version; an older one may not have it."""
        site = site_of(environment)
        if site is not None and (site / module).exists():
            name = module.removesuffix(".py").removesuffix("/__main__").replace("/", ".")
            # Not what lies in the folder where the keeper stands.
            _run([str(environment / "bin" / "python"), "-P", "-m", name], failed)

    def newest_schema(self, environment: Path) -> int:
        said = _run([str(environment / "bin" / "python"), "-c", SHAPE], say("That version does not run."))
        return int(said.strip())

    def schema_of(self, log: Path) -> int:
        with closing(connect(log, reading=True)) as file:
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
        """Entries that differ when replayed by that version; unreadable counts as many."""
        command = [str(environment / "bin" / "companion"), "verify", "--json", "--data", str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, **_as_owner(folder))  # noqa: S603
        try:
            return len(json.loads(done.stdout)["differences"])
        except (ValueError, KeyError):
            return sys.maxsize

    # -- the service -------------------------------------------------------------------------------------------------

    def stop(self) -> None:
        _run(["systemctl", "stop", *UNITS], say("The service could not be stopped."))

    def start(self) -> None:
        # not waited for: comes_up() asks the table itself
        for command in (["reset-failed", *UNITS], ["start", "--no-block", *UNITS]):
            with suppress(UpdateError):
                _run(["systemctl", *command], say("The service could not be started."))

    def comes_up(self, seconds: float) -> bool:
        return _answers(self._port, seconds)


def listening_port(configured: int) -> int:
    """Port of systemd's socket for the service, else ``configured``."""
    # a unit that is not installed listens at nothing
    with suppress(UpdateError, ValueError, IndexError):
        said = _run(["systemctl", "show", UNITS[0], "--property=Listen", "--value"], say("?"))
        return int(said.split(" ")[0].rsplit(":", 1)[1])
    return configured


def _run(command: Sequence[str], failed: Message) -> str:
    """Output of a command. Raises ``UpdateError`` with its last lines."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=_environment())  # noqa: S603
    except OSError as error:
        raise UpdateError(say("{what} {why}", what=failed, why=str(error))) from error
    if done.returncode:
        why = " ".join((done.stderr or done.stdout).strip().splitlines()[-TOLD_LINES:])
        raise UpdateError(say("{what} {why}", what=failed, why=why))
    return done.stdout


def _environment() -> dict[str, str]:
    return {key: value for key, value in os.environ.items() if key not in FROM_OUTSIDE}


def _as_owner(folder: Path) -> dict[str, Any]:
    """Arguments that run a program as the folder's owner instead of root."""
    given: dict[str, Any] = {"env": {**_environment(), "HOME": str(folder)}, "cwd": folder}
    owner = folder.stat()
    if os.geteuid() == 0 and owner.st_uid != 0:
        given |= {"user": owner.st_uid, "group": owner.st_gid, "extra_groups": []}
    return given


@contextmanager
def _running(command: Sequence[str], folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], IO[bytes]]]:
    """Run a program until the end of the block; yields it and its output file."""
    with (folder / "said").open("w+b") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, stdin=subprocess.DEVNULL,  # noqa: S603
                                   **_as_owner(folder))  # fmt: skip
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
    return " ".join(said.read().decode(errors="replace").splitlines()[-TOLD_LINES:])


def _answers(port: int, seconds: float, process: subprocess.Popen[bytes] | None = None) -> bool:
    """Whether a table serves pages at ``port`` within ``seconds``; False at once if ``process`` ends."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and (process is None or process.poll() is None):
        try:
            # systemd's socket accepts before the service is up
            left = max(until - time.monotonic(), PACES)
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/table", timeout=left) as page:
                return bool(page.status == 200)
        except (urllib.error.URLError, OSError):
            time.sleep(PACES)
    return False
