"""Builds the container image without a daemon: ``python -m deploy.container [PROCESSOR] [FOLDER]``, into ``dist``.

PROCESSOR is ``x86_64`` or ``aarch64``, without it this machine's. The packages of Debian are unpacked, their scripts do
not run; the environment is made as in a disk image, which for another processor takes qemu's user emulation.
"""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from deploy import target_environment
from deploy.bundle import made_at
from deploy.container.oci import Image, write_archive
from deploy.debian import Archive, DebianError, mirror, sources, unpack
from deploy.image import card_image, emulation, sbom
from deploy.target_environment import TargetError
from deploy.wheels import ARCHITECTURES, SUITES, WheelError, gather

PYTHON = "3.13"
NAME = "table-companion"
USER = 1000
DATA = "data"
SETTINGS = f"{DATA}/settings", f"{DATA}/settings/{NAME}"
"""Folders of the volume: a new one begins with what the image has there, so that a file can be copied into it."""
PROGRAMS = f"/opt/{NAME}/current/bin"
PACKAGES = ("base-files", "ca-certificates", "espeak-ng", "netbase", "python3", "tzdata")
"""Packages of Debian, with all that they depend on. Their scripts do not run: nothing here needs what they would do."""
NEEDLESS = ("usr/share/doc", "usr/share/man", "usr/share/locale", "usr/share/info", "usr/share/lintian", "var/cache")
STATUS = "var/lib/dpkg/status"
HEALTH = "import urllib.request as web; web.urlopen('http://127.0.0.1:8000/table', timeout=8)"
CONFIG = {
    "User": f"{USER}:{USER}",
    "Env": [
        f"PATH={PROGRAMS}:/usr/bin",
        f"COMPANION_DATA=/{DATA}",
        f"XDG_CONFIG_HOME=/{DATA}/settings",
        f"HOME=/{DATA}",
        "LANG=C.UTF-8",
        "MALLOC_ARENA_MAX=1",
        "COMPANION_PIN_COMMAND=docker compose exec table companion pin",
    ],
    "WorkingDir": f"/{DATA}",
    "Volumes": {f"/{DATA}": {}},
    "ExposedPorts": {"8000/tcp": {}},
    "StopSignal": "SIGTERM",
    "Entrypoint": [f"{PROGRAMS}/companion"],
    "Cmd": ["run", "--profile", "pods"],
    # Nanoseconds.
    "Healthcheck": {
        "Test": ["CMD", f"{PROGRAMS}/python3", "-c", HEALTH],
        "Interval": 30_000_000_000,
        "Timeout": 10_000_000_000,
        "StartPeriod": 60_000_000_000,
    },
}


def build(machine: str, folder: Path) -> Path:
    """The archive of the image for ``machine``, with the list of what is in it beside it.

    Raises ``DebianError``, ``TargetError`` and ``WheelError``.
    """
    architecture = ARCHITECTURES[machine]
    with TemporaryDirectory() as name:
        work = Path(name)
        root, wheels = work / "root", work / "wheels"
        archive = Archive(work / "apt", architecture, sources(mirror(), [SUITES[PYTHON]]))
        lay_out(root)
        packages = sorted(archive.download(needed(archive), work / "packages"))
        for package in packages:
            unpack(package, root)
        status = "\n".join(map(paragraph, packages))
        (root / STATUS).parent.mkdir(parents=True, exist_ok=True)
        (root / STATUS).write_text(status, "utf-8")
        companion = gather(wheels, [PYTHON], machine)
        version = companion.name.split("-")[1]
        system = target_environment.examine(root)
        place = PurePosixPath(f"/opt/{NAME}/versions/{version}")
        with runnable(machine):
            for told in target_environment.make(system, wheels, companion, place):
                sys.stderr.write(f"{told}\n")
        (root / f"opt/{NAME}/current").symlink_to(f"versions/{version}")
        for needless in NEEDLESS:
            shutil.rmtree(root / needless, ignore_errors=True)
        created = datetime.fromtimestamp(made_at(), UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        image = Image(NAME, version, architecture, created, CONFIG, dict.fromkeys((DATA, *SETTINGS), USER))
        folder.mkdir(parents=True, exist_ok=True)
        packed = folder / f"{NAME}-{version}-{architecture}.oci.tar"
        write_archive(root, image, packed, made_at())
        components = [*sbom.debian_packages(status), *sbom.wheels(system.site(root / str(place).lstrip("/")))]
    bill = sbom.bill(
        f"{NAME}-container", version, created, components, card_image.sha256(packed), "container", architecture
    )
    packed.with_name(packed.name.replace(".oci.tar", "-container.cdx.json")).write_text(bill, "utf-8")
    return packed


@contextmanager
def runnable(machine: str) -> Iterator[None]:
    """Inside, programs for ``machine`` run, where that can be had: the root of a container is never written, so what
    is not compiled now is compiled at every start. Raises ``TargetError``.
    """
    if machine == platform.machine() or machine != emulation.MACHINE:
        yield
    elif why := emulation.missing():
        raise TargetError(why)
    else:
        with emulation.running():
            yield


def paragraph(package: Path) -> str:
    """What dpkg would note of this package: what scanners for weaknesses read, as nothing here runs dpkg."""
    asked = ["dpkg-deb", "--field", str(package), "Package", "Version", "Architecture", "Maintainer", "Source"]
    told = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    return f"{told.rstrip()}\nStatus: install ok installed\n"


def needed(archive: Archive) -> list[str]:
    """The packages of the image by name, without those that only other scripts of packages want."""
    return sorted({name for package in PACKAGES for name in archive.needed(package)} - {"debconf", "dpkg", "perl-base"})


def lay_out(root: Path) -> None:
    """The folders that Debian's packages are unpacked over, and the user of the table."""
    for folder in ("usr/bin", "usr/sbin", "usr/lib", "usr/lib64", "etc", "tmp", "proc", "sys", "dev", *SETTINGS):
        (root / folder).mkdir(parents=True)
    for name in ("bin", "sbin", "lib", "lib64"):
        (root / name).symlink_to(f"usr/{name}")
    (root / "tmp").chmod(0o1777)
    (root / "etc/passwd").write_text(
        f"root:x:0:0:root:/root:/sbin/nologin\n{NAME}:x:{USER}:{USER}::/{DATA}:/sbin/nologin\n"
    )
    (root / "etc/group").write_text(f"root:x:0:\ndialout:x:20:{NAME}\n{NAME}:x:{USER}:\n")


def main(machine: str = "", folder: str = "dist") -> int:
    """Build the image; exit status."""
    machine = machine or platform.machine()
    if machine not in ARCHITECTURES:
        sys.stderr.write(f"Error: {machine} is none of {', '.join(ARCHITECTURES)}\n")
        return 1
    try:
        archive = build(machine, Path(folder))
    except (DebianError, TargetError, WheelError, subprocess.CalledProcessError) as error:
        sys.stderr.write(f"Error: {error}\n")
        return 1
    sys.stdout.write(f"{archive}: {archive.stat().st_size / 1e6:.0f} MB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
