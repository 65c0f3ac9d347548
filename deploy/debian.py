"""Packages of Debian, of any release and processor, by apt; nothing of this machine's own apt is touched.

They come from the mirror that this machine uses and are checked by the keys of its ``debian-archive-keyring``.
"""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from collections.abc import Iterable, Sequence
from fnmatch import fnmatch
from pathlib import Path
from tempfile import mkdtemp

KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
MIRROR = "http://deb.debian.org/debian"
"""Where this machine's apt knows none."""


class DebianError(Exception):
    """A package could not be had; the text says why."""


class Archive:
    """The packages for one processor (``arm64``) that a ``sources.list`` offers.

    ``preferences`` are those of apt. ``folder`` holds apt's lists, which are fetched at the first use, and what
    ``fetch`` fetched; all methods raise ``DebianError``.
    """

    def __init__(self, folder: Path, architecture: str, sources: str, preferences: str = "") -> None:
        self._folder = folder
        self._architecture = architecture
        self._sources = sources
        self._preferences = preferences
        self._ready = False

    def download(self, names: Sequence[str], into: Path) -> list[Path]:
        """Fetch packages: ``name``, ``name=version`` or ``name/suite``. Returns their files, in no order."""
        into.mkdir(parents=True, exist_ok=True)
        fresh = Path(mkdtemp(prefix=".downloading-", dir=into))
        try:
            # apt-get names what it fetches by itself
            _run(["apt-get", *self._options(), "-q", "download", *names], fresh)
            fetched = list(fresh.iterdir())
            if len(fetched) != len(set(names)):
                raise DebianError(f"of {', '.join(names)} there came only {', '.join(file.name for file in fetched)}")
            return [Path(shutil.move(file, into / file.name)) for file in fetched]
        finally:
            shutil.rmtree(fresh)

    def version(self, name: str) -> str:
        """The version that ``download`` would fetch."""
        for line in self.show(name).splitlines():
            if line.startswith("Version: "):
                return line.removeprefix("Version: ")
        raise DebianError(f"{name} is no package of these sources:\n{self._sources}")

    def show(self, name: str) -> str:
        """What the archive says of a package, as ``apt-cache show`` prints it."""
        return _run(["apt-cache", *self._options(), "show", "--no-all-versions", name])

    def has_component(self, name: str) -> bool:
        """Whether the sources have any package of a component (``non-free-firmware``)."""
        asked = ["indextargets", "--format", "$(COMPONENT)", "Created-By: Packages"]
        return name in _run(["apt-get", *self._options(), *asked]).split()

    def needed(self, name: str) -> list[str]:
        """The names of a package and of all that it depends on, in no order."""
        left_out = [
            f"--no-{kind}" for kind in ("recommends", "suggests", "conflicts", "breaks", "replaces", "enhances")
        ]
        told = _run(["apt-cache", *self._options(), "depends", "--recurse", *left_out, name])
        return sorted({line for line in told.splitlines() if line and not line.startswith((" ", "<", "|"))})

    def fetch(self, packages: Iterable[str]) -> list[Path]:
        """Fetch packages and what they depend on, with all that is essential: the files, sorted by name."""
        words = ["apt-get", *self._options(), "-y", "-q", "install", "?essential", *packages]
        _run([*words, "--download-only"])
        return sorted(
            self._kept(line) for line in _run([*words, "--simulate"]).splitlines() if line.startswith("Inst ")
        )

    def _kept(self, line: str) -> Path:
        """Where apt keeps a package, by a line like ``Inst libc6 (2.41-12 Debian:13.1/stable [arm64])``."""
        name, version = line.split()[1], line.partition("(")[2].split()[0]
        for architecture in (self._architecture, "all"):
            file = self._folder / "cache/archives" / f"{name}_{version.replace(':', '%3a')}_{architecture}.deb"
            if file.exists():
                return file
        raise DebianError(f"apt did not fetch {name} {version}")

    def _options(self) -> list[str]:
        place = self._folder
        given = (
            f"APT::Architecture={self._architecture}", f"APT::Architectures::={self._architecture}",
            f"Dir::Etc::sourcelist={place}/sources.list", "Dir::Etc::sourceparts=-",
            f"Dir::Etc::preferences={place}/preferences", "Dir::Etc::preferencesparts=-",
            f"Dir::State::lists={place}/lists", f"Dir::Cache={place}/cache", "Dir::State::status=/dev/null",
            # Files of the folder need not be readable for apt's own user.
            "APT::Sandbox::User=root", "Acquire::Languages=none", "APT::Install-Recommends=false",
        )  # fmt: skip
        options = [word for option in given for word in ("-o", option)]
        if not self._ready:
            self._prepare(options)
            self._ready = True
        return options

    def _prepare(self, options: Sequence[str]) -> None:
        for program in ("apt-get", "dpkg-deb"):
            if shutil.which(program) is None:
                raise DebianError(f"{program} is needed, which Debian and its like have")
        if not KEYRING.exists():
            raise DebianError("the keys of Debian are needed: sudo apt install debian-archive-keyring")
        for folder in ("lists/partial", "cache/archives/partial"):
            (self._folder / folder).mkdir(parents=True, exist_ok=True)
        (self._folder / "sources.list").write_text(self._sources)
        (self._folder / "preferences").write_text(self._preferences)
        _run(["apt-get", *options, "-q", "update", "--error-on=any"])


def sources(mirror: str, suites: Iterable[str], components: Sequence[str] = ("main",)) -> str:
    """The lines of a ``sources.list``."""
    return "".join(f"deb [signed-by={KEYRING}] {mirror} {suite} {' '.join(components)}\n" for suite in suites)


def mirror() -> str:
    """The Debian mirror that this machine's own apt uses."""
    asked = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Label: Debian"]
    places = sorted(set(_run(asked).split()))
    return places[0] if places else MIRROR


def unpack(package: Path, into: Path, only: str = "") -> None:
    """Unpack the files of a package, or those that match the pattern ``only``; its scripts do not run.

    Raises ``DebianError``.
    """
    into.mkdir(parents=True, exist_ok=True)
    if not only:
        _run(["dpkg-deb", "-x", str(package), str(into)])
        return
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", str(package)], stdout=subprocess.PIPE) as reading:
        if reading.stdout is None:
            raise DebianError(f"{package} cannot be read")
        with tarfile.open(fileobj=reading.stdout, mode="r|") as tar:
            for entry in tar:
                if entry.isfile() and fnmatch(entry.name, only):
                    tar.extract(entry, into, filter="data")
    if reading.returncode:
        raise DebianError(f"{package} cannot be read")


def _run(command: Sequence[str], folder: Path | None = None) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise DebianError(f"{' '.join(command)}\n{(done.stderr or done.stdout).strip()[-2000:]}")
    return done.stdout
