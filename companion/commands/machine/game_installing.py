"""Fetch wheels of games with pip, install them, and ask an environment which games it has. Nothing is built."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from hashlib import file_digest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

import msgspec
from msgspec import Struct

from companion.commands.machine.other_programs import as_owner, last_words, run_program
from companion.core.wording import Message, say
from companion.keeping.disk import free_bytes
from companion.keeping.game_packages.game_changes import GameSource
from companion.keeping.game_packages.game_wheels import GameWheel, read_wheel
from companion.keeping.versions.disk_room import check_room_for
from companion.keeping.versions.environments import GAMES, kept_wheels, normal_name, package_of, versions_in
from companion.keeping.versions.lost_games import InstalledGame
from companion.keeping.versions.update_host import PATIENCE, Misfits, UpdateError
from companion.keeping.versions.without_games import PIP, command_without_games

QUIET = ("--quiet", "--disable-pip-version-check")
WHEELS_ONLY = ("--only-binary", ":all:")


class Planned(Struct, frozen=True):
    """A wheel that pip would install: its package and version, where it comes from, and its SHA-256, if the index tells
    it.
    """

    package: str
    version: str
    url: str
    digest: str

    @property
    def local(self) -> Path | None:
        """The file, if it is on this machine."""
        parts = urlsplit(self.url)
        return Path(url2pathname(parts.path)) if parts.scheme == "file" else None


def fetch_wheels(
    python: Path, source: GameSource, folder: Path, installed: Mapping[str, str], kept: Sequence[Path] = ()
) -> tuple[GameWheel, ...]:
    """Put the wheel of ``source`` and those it needs into ``folder``; the game's is the first.

    ``installed`` are the versions that must stay unchanged; packages of these that ``python`` itself lacks are among
    the wheels ``kept`` for other games. If ``source`` is a file, the wheels it needs must be beside it, and nothing is
    downloaded. Raises ``UpdateError``, ``GameWheelError``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    plan = [_theirs(planned, kept) for planned in _plan(python, source, installed, kept)]
    if source.wheel is not None:
        plan = [each for each in plan if each.package != source.package]
    local = [each.local for each in plan if each.local is not None] + [source.wheel] * (source.wheel is not None)
    check_room_for([path for path in local if path is not None], free_bytes(folder))
    wheels = [_fetch(python, planned, folder) for planned in plan]
    if source.wheel is not None:
        shutil.copyfile(source.wheel, folder / source.wheel.name)
        return (read_wheel(folder / source.wheel.name, str(source.wheel)), *wheels)
    first = [wheel for wheel in wheels if normal_name(wheel.package) == source.package]
    if not first:
        raise UpdateError(say("There is no newer version of {package} than the one here.", package=source.package))
    return (*first, *(wheel for wheel in wheels if wheel not in first))


def _plan(python: Path, source: GameSource, installed: Mapping[str, str], kept: Iterable[Path]) -> list[Planned]:
    """What pip would install."""
    wanted = str(source.wheel) if source.wheel is not None else source.requirement
    offline = ("--no-index", "--find-links", str(source.wheel.parent)) if source.wheel is not None else ()
    others = [word for folder in {wheel.parent for wheel in kept} for word in ("--find-links", str(folder))]
    with TemporaryDirectory() as name:
        report = Path(name) / "report.json"
        words = ("--dry-run", "--upgrade", "--report", str(report), *_constrained(Path(name), installed))
        failed = say("{package} does not go together with what is installed.", package=source.package)
        run_program(_pip(python, "install", *WHEELS_ONLY, *words, *offline, *others, wanted), failed)
        return [_planned(item) for item in json.loads(report.read_bytes())["install"]]


def _planned(item: Mapping[str, Any]) -> Planned:
    archive = item["download_info"].get("archive_info", {})
    digest = archive.get("hashes", {}).get("sha256") or archive.get("hash", "").removeprefix("sha256=")
    metadata = item["metadata"]
    return Planned(normal_name(metadata["name"]), metadata["version"], item["download_info"]["url"], digest)


def _theirs(planned: Planned, kept: Iterable[Path]) -> Planned:
    """The wheel of this package that is already kept for another game, if it has the same version; else ``planned``."""
    same = [
        wheel for wheel in kept if package_of(wheel) == planned.package and wheel.name.split("-")[1] == planned.version
    ]
    return Planned(planned.package, planned.version, same[0].as_uri(), "") if same else planned


def _fetch(python: Path, planned: Planned, folder: Path) -> GameWheel:
    parts = urlsplit(planned.url)
    path = folder / Path(unquote(parts.path)).name
    failed = say("{package} could not be loaded.", package=planned.package)
    if planned.local is not None:
        shutil.copyfile(planned.local, path)
    else:
        words = ("--no-deps", "--dest", str(folder), planned.url)
        run_program(_pip(python, "download", *WHEELS_ONLY, *words), failed)
    if planned.digest and _sha256(path) != planned.digest:
        raise UpdateError(say("{what} It is not the file that the index names.", what=failed))
    # not what precedes the address of an index that asks for a password
    return read_wheel(path, parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl())


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def install_wheels(python: Path, folder: Path, package: str, installed: Mapping[str, str]) -> None:
    """Install ``package`` from a folder of wheels, without network; ``installed`` stays. Raises ``UpdateError``."""
    wheel = next((each for each in folder.glob("*.whl") if package_of(each) == package), None)
    if wheel is None:
        raise UpdateError(say("Its wheel is not in {folder}.", folder=str(folder)))
    with TemporaryDirectory() as name:
        words = ("--no-index", "--find-links", str(folder), *_constrained(Path(name), installed), str(wheel))
        run_program(_pip(python, "install", *WHEELS_ONLY, *words), say("It cannot be installed there."))


def carry_over(target: Path, present: Path | None, without: str = "") -> Misfits:
    """Install the games added to ``present`` in ``target`` too. Packages that do not fit are only kept, and
    returned.
    """
    misfits = {}
    for name in kept_wheels(present) if present is not None else ():
        if present is None or name == without:
            continue
        fresh = target / GAMES / name
        shutil.copytree(present / GAMES / name, fresh)
        try:
            install_wheels(target / "bin" / "python", fresh, name, versions_in(target))
        except UpdateError as error:
            misfits[name] = error.message
    return misfits


def games_told(command: Sequence[str], folder: Path, **more: str) -> tuple[InstalledGame, ...]:
    """Games of packages that ``command``, some version's "companion", lists as the owner of ``folder``, with ``more``
    environment variables. Raises ``UpdateError`` if the command fails.
    """
    words = [*command, "games", "--json", "--data", str(folder)]
    given = as_owner(folder)
    given["env"] |= more
    try:
        done = subprocess.run(words, capture_output=True, check=False, timeout=PATIENCE,  # noqa: S603
                              stdin=subprocess.DEVNULL, **given)  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise _untold(say("It does not answer.")) from error
    except OSError as error:
        raise _untold(say("{why}.", why=str(error))) from error
    said = last_words((done.stderr or done.stdout).decode(errors="replace"))
    if done.returncode:
        raise _untold(say("It ended with {code}. {said}", code=done.returncode, said=said))
    try:
        listed = msgspec.json.decode(done.stdout, type=list[dict[str, Any]])
    except msgspec.MsgspecError as error:
        raise _untold(say("It said: {said}", said=said)) from error
    return tuple(
        InstalledGame(str(game["key"]), normal_name(game["package"]), game["title"], str(game.get("left_out", "")))
        for game in listed
        if game.get("package")
    )


def _untold(why: Message) -> UpdateError:
    return UpdateError(say("The games that are there could not be listed. {why}", why=why))


def _pip(python: Path, command: str, *words: str) -> list[str]:
    return [*command_without_games(python, PIP), command, *QUIET, *words]


def _constrained(folder: Path, installed: Mapping[str, str]) -> tuple[str, str]:
    """Options that hold pip to the versions installed."""
    file = folder / "installed.txt"
    file.write_text("".join(f"{package}=={version}\n" for package, version in installed.items()), encoding="utf-8")
    return "--constraint", str(file)
