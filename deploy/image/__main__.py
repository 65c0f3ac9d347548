"""Builds the image, as root: ``python -m deploy.image [FOLDER]``, into ``dist`` without a folder.

Packages that were fetched are kept under ``build/image`` for the next time, everything else there is made anew.
"""

from __future__ import annotations

import secrets
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from deploy.debian import MIRROR, Archive, DebianError, mirror
from deploy.image import boards, card_image, contents, emulation, needs, root, sbom, system
from deploy.image.native import NativeTools
from deploy.image.programs import ImageError, discard, run
from deploy.wheels import WheelError, gather

WORK = Path(__file__).parents[2] / "build/image"
MACHINE = "aarch64"
SITE = f"opt/table-companion/current/lib/python{contents.PYTHON}/site-packages"


class Steps:
    """Says what is done, and how long the step before took."""

    def __init__(self) -> None:
        self._began = time.monotonic()

    def __call__(self, words: str) -> None:
        now = time.monotonic()
        sys.stdout.write(f"{now - self._began:5.0f} s  {words}\n")
        sys.stdout.flush()


def build(folder: Path) -> Path:
    """Build the image in ``folder``; the compressed file. Raises ``ImageError``, ``DebianError`` and ``WheelError``."""
    step = Steps()
    system_root, wheels, tools = WORK / "root", WORK / "wheels", WORK / "tools"
    for old in (system_root, wheels, tools):
        discard(old)
        old.mkdir(parents=True)
    step("fetching the packages")
    sources = contents.sources(mirror())
    archive = Archive(WORK / "apt", contents.ARCHITECTURE, sources, contents.preferences())
    if not archive.has_component("non-free-firmware"):
        raise ImageError(
            f"{mirror()} does not have the component non-free-firmware, in which the start files of a Pi are"
        )
    packages = archive.fetch(contents.PACKAGES)
    own = Archive(WORK / "apt-native", run("dpkg", "--print-architecture").strip(), sources)
    native = NativeTools(own, tools)
    step("fetching the wheels")
    companion = gather(wheels, [contents.PYTHON], MACHINE)
    version = companion.name.split("-")[1]
    with emulation.running():
        step(f"unpacking {len(packages)} packages")
        root.lay_out(system_root)
        # The table asks Debian itself, whatever mirror this machine is near.
        system.prepare(system_root, contents.sources(MIRROR))
        root.unpack(packages, system_root)
        step("configuring them")
        root.configure(system_root)
        native.make_tables(system_root)
        step("compiling their Python")
        native.compile_python(system_root)
        step("installing the companion")
        sys.stdout.write(system.install_companion(system_root, wheels, native.python))
        step("making the initial RAM disk")
        root.make_initramfs(system_root)
        system.finish(system_root)
        root.leave(system_root)
    for line in boards.examine_boards(system_root):
        sys.stdout.write(f"            {line}\n")
    step("assembling the image")
    folder.mkdir(parents=True, exist_ok=True)
    image = folder / f"table-companion-{version}-{contents.ARCHITECTURE}.img"
    card_image.assemble(system_root, image, secrets.randbits(32))
    step("compressing it")
    packed = card_image.compress(image)
    _write_bill(system_root, packed, version)
    discard(system_root)
    step(f"{packed}: {packed.stat().st_size / 1e6:.0f} MB")
    return packed


def _write_bill(system_root: Path, packed: Path, version: str) -> None:
    status = (system_root / "var/lib/dpkg/status").read_text(encoding="utf-8")
    components = [*sbom.debian_packages(status), *sbom.wheels(system_root / SITE)]
    made = datetime.now(UTC).isoformat(timespec="seconds")
    text = sbom.bill("table-companion-image", version, made, components, card_image.sha256(packed))
    packed.with_name(packed.name.replace(".img.xz", ".cdx.json")).write_text(text, encoding="utf-8")


def main(folder: str = "dist") -> int:
    """Build the image; exit status."""
    lacking = needs.missing(WORK)
    if lacking:
        sys.stderr.write("The image cannot be built here:\n" + "".join(f"  {line}\n" for line in lacking))
        return 1
    root.alone()
    try:
        build(Path(folder))
    except (DebianError, ImageError, WheelError) as error:
        sys.stderr.write(f"Error: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
