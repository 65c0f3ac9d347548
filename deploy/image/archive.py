"""Fetches packages of Debian with apt, of any architecture and release; this machine's own apt is not touched."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from deploy.image.commands import ImageError, run

SECURITY = "http://deb.debian.org/debian-security"


class DebianArchive:
    """What a ``sources.list`` offers for one architecture, kept in ``place`` with the packages fetched so far."""

    def __init__(self, place: Path, architecture: str, sources: str, preferences: str = "") -> None:
        self._place = place
        self._architecture = architecture
        for folder in ("lists/partial", "cache/archives/partial", "none"):
            (place / folder).mkdir(parents=True, exist_ok=True)
        (place / "sources.list").write_text(sources)
        (place / "preferences").write_text(preferences)
        options = {
            "APT::Architecture": architecture,
            "APT::Architectures::": architecture,
            "APT::Install-Recommends": "false",
            "APT::Sandbox::User": "root",
            "Acquire::Languages": "none",
            "Dir::Etc::sourcelist": f"{place}/sources.list",
            "Dir::Etc::sourceparts": f"{place}/none",
            "Dir::Etc::preferences": f"{place}/preferences",
            "Dir::Etc::preferencesparts": f"{place}/none",
            "Dir::State::lists": f"{place}/lists",
            "Dir::State::status": "/dev/null",
            "Dir::Cache": f"{place}/cache",
        }
        self._options = [word for key, value in options.items() for word in ("-o", f"{key}={value}")]

    def update(self) -> None:
        """Fetch the lists. Raises ``ImageError`` when one is missing."""
        run("apt-get", *self._options, "--error-on=any", "update")

    def has_component(self, name: str) -> bool:
        """Whether the sources have any package of a component."""
        shown = run("apt-get", *self._options, "indextargets", "--format", "$(COMPONENT)", "Created-By: Packages")
        return name in shown.split()

    def fetch(self, packages: Iterable[str]) -> list[Path]:
        """Fetch packages and what they need, with all that is essential: the files, sorted by name."""
        words = ["apt-get", *self._options, "-y", "-q", "install", "?essential", *packages]
        run(*words, "--download-only")
        return sorted(self._file(line) for line in run(*words, "--simulate").splitlines() if line.startswith("Inst "))

    def _file(self, line: str) -> Path:
        """Where apt keeps a package, by a line like ``Inst libc6 (2.41-12 Debian:13.1/stable [arm64])``."""
        name, version = line.split()[1], line.partition("(")[2].split()[0]
        for architecture in (self._architecture, "all"):
            escaped = version.replace(":", "%3a")
            file = self._place / "cache/archives" / f"{name}_{escaped}_{architecture}.deb"
            if file.exists():
                return file
        raise ImageError(f"apt did not fetch {name} {version}")
