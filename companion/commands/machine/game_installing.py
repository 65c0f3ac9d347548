"""Fetch wheels of games with pip, install them, and ask an environment which games it has. Nothing is built."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

import msgspec
from msgspec import Struct

from companion.commands.machine.other_programs import as_owner, run_program
from companion.core.wording import say
from companion.keeping.versions.environments import GAMES, normal_name, versions_in
from companion.keeping.versions.game_changes import GameSource
from companion.keeping.versions.game_wheels import GameWheel, read_wheel
from companion.keeping.versions.lost_games import InstalledGame
from companion.keeping.versions.version_update import PATIENCE, Misfits, UpdateError
from companion.keeping.versions.without_games import PIP, command_without_games

QUIET = ("--quiet", "--disable-pip-version-check")
WHEELS_ONLY = ("--only-binary", ":all:")


class Planned(Struct, frozen=True):
    """A wheel that pip would install: its package, where it comes from, and its SHA-256, if the index tells it."""

    package: str
    url: str
    digest: str


def fetch_wheels(python: Path, source: GameSource, folder: Path, installed: Mapping[str, str]) -> tuple[GameWheel, ...]:
    """Lay the wheel of ``source`` and those it needs into ``folder``; the game's is the first.

    ``installed`` are the versions that must stay as they are. What a wheel needs lies beside it, and nothing comes over
    the network then. Raises ``UpdateError``, ``GameWheelError``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    wheels = [_fetch(python, planned, folder) for planned in _plan(python, source, installed)]
    if source.wheel is not None:
        shutil.copyfile(source.wheel, folder / source.wheel.name)
        given = read_wheel(folder / source.wheel.name, str(source.wheel))
        wheels = [given, *(wheel for wheel in wheels if normal_name(wheel.package) != source.package)]
    first = [wheel for wheel in wheels if normal_name(wheel.package) == source.package]
    if not first:
        raise UpdateError(say("There is no newer version of {package} than the one here.", package=source.package))
    return (*first, *(wheel for wheel in wheels if wheel not in first))


def _plan(python: Path, source: GameSource, installed: Mapping[str, str]) -> list[Planned]:
    """What pip would install."""
    wanted = str(source.wheel) if source.wheel is not None else source.requirement
    offline = ("--no-index", "--find-links", str(source.wheel.parent)) if source.wheel is not None else ()
    others = {package: version for package, version in installed.items() if package != source.package}
    with TemporaryDirectory() as name:
        report = Path(name) / "report.json"
        words = ("--dry-run", "--upgrade", "--report", str(report), *_constrained(Path(name), others), *offline, wanted)
        failed = say("{package} does not go together with what is installed.", package=source.package)
        run_program(_pip(python, "install", *WHEELS_ONLY, *words), failed)
        return [_planned(item) for item in json.loads(report.read_bytes())["install"]]


def _planned(item: Mapping[str, Any]) -> Planned:
    archive = item["download_info"].get("archive_info", {})
    digest = archive.get("hashes", {}).get("sha256") or archive.get("hash", "").removeprefix("sha256=")
    return Planned(normal_name(item["metadata"]["name"]), item["download_info"]["url"], digest)


def _fetch(python: Path, planned: Planned, folder: Path) -> GameWheel:
    parts = urlsplit(planned.url)
    path = folder / Path(unquote(parts.path)).name
    failed = say("{package} could not be loaded.", package=planned.package)
    if parts.scheme == "file":
        shutil.copyfile(url2pathname(parts.path), path)
    else:
        words = ("--no-deps", "--dest", str(folder), planned.url)
        run_program(_pip(python, "download", *WHEELS_ONLY, *words), failed)
    if planned.digest and sha256(path.read_bytes()).hexdigest() != planned.digest:
        raise UpdateError(say("{what} It is not the file that the index names.", what=failed))
    # Not what stands before the address of an index that asks for a password.
    return read_wheel(path, parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl())


def install_wheels(python: Path, folder: Path, package: str, installed: Mapping[str, str]) -> None:
    """Install ``package`` from a folder of wheels, without network; ``installed`` stays. Raises ``UpdateError``."""
    wheel = next((each for each in folder.glob("*.whl") if normal_name(each.name.partition("-")[0]) == package), None)
    if wheel is None:
        raise UpdateError(say("Its wheel is not in {folder}.", folder=str(folder)))
    with TemporaryDirectory() as name:
        words = ("--no-index", "--find-links", str(folder), *_constrained(Path(name), installed), str(wheel))
        run_program(_pip(python, "install", *WHEELS_ONLY, *words), say("It cannot be installed there."))


def carry_over(target: Path, present: Path | None, without: str = "") -> Misfits:
    """Install the games that were added to ``present`` in ``target`` too; what does not go there is only kept."""
    misfits = {}
    kept = (present / GAMES).glob("*") if present is not None else ()
    for folder in sorted(kept):
        if folder.name == without:
            continue
        fresh = target / GAMES / folder.name
        shutil.copytree(folder, fresh)
        try:
            install_wheels(target / "bin" / "python", fresh, folder.name, versions_in(target))
        except UpdateError as error:
            misfits[folder.name] = error.message
    return misfits


def games_told(command: Sequence[str], folder: Path, **more: str) -> tuple[InstalledGame, ...]:
    """Games of packages that ``command``, some version's "companion", lists as the owner of ``folder``, with ``more``
    environment variables; none if it does not answer.
    """
    words = [*command, "games", "--json", "--data", str(folder)]
    given = as_owner(folder)
    given["env"] |= more
    try:
        done = subprocess.run(words, capture_output=True, check=True, timeout=PATIENCE, **given)  # noqa: S603
        listed = msgspec.json.decode(done.stdout, type=list[dict[str, Any]])
    except (OSError, subprocess.SubprocessError, msgspec.MsgspecError):
        return ()
    return tuple(
        InstalledGame(str(game["key"]), normal_name(game["package"]), game["title"], str(game.get("left_out", "")))
        for game in listed
        if game.get("package")
    )


def _pip(python: Path, command: str, *words: str) -> list[str]:
    return [*command_without_games(python, PIP), command, *QUIET, *words]


def _constrained(folder: Path, installed: Mapping[str, str]) -> tuple[str, str]:
    """Options that hold pip to the versions installed."""
    file = folder / "installed.txt"
    file.write_text("".join(f"{package}=={version}\n" for package, version in installed.items()), encoding="utf-8")
    return "--constraint", str(file)
