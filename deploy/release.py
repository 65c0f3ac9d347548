"""Everything that people download, in one folder, with a page that says which file is for whom.

    python -m deploy.release [FOLDER] [--without PART]... [--sign KEY]

The parts: ``python`` (wheel and sources), ``bundle``, ``image``, ``container``, ``firmware``, ``add-on``. One that
cannot be made here ends it, unless it is left out by name; the page then says that it is not there. ``--sign`` takes a
private key of SSH.
"""

from __future__ import annotations

import argparse
import hashlib
import html
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.parser import HeaderParser
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from deploy import bundle
from deploy.bundle import MACHINE
from deploy.image import emulation, needs, sbom
from deploy.wheels import ARCHITECTURES, EARLIEST, PRODUCT, ROOT

NAME = "table-companion"
SUMS, SIGNATURE, NOTES, PAGE = "SHA256SUMS", "SHA256SUMS.sig", "RELEASE-NOTES.md", "index.html"
CARD = "first-evening-card.html"
FIRMWARE = ("README.md", "PROTOCOL.md", "pod")
ADD_ON = "deploy/home-assistant"


class ReleaseError(Exception):
    """A part could not be made or is not whole; the text says why."""


@dataclass(frozen=True)
class Part:
    """Files that ``make`` puts into a folder; for whom each is, in English, Spanish and German, by how its
    name ends.

    ``lacking`` says what has to be done here before it can be made.
    """

    make: Callable[[Path], None]
    audience: Mapping[str, tuple[str, str, str]]
    lacking: Callable[[], Sequence[str]] = tuple


def make_python(folder: Path) -> None:
    """The sources, and the wheel made from them, so that nothing it needs is missing there."""
    _run([sys.executable, "-P", "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)])
    wheel = wheel_in(folder)
    with zipfile.ZipFile(wheel) as packed:
        if broken := packed.testzip():
            raise ReleaseError(f"{wheel.name}: {broken} is damaged")
    with TemporaryDirectory() as name:
        _run([sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", name, str(wheel)])
        said = _run([sys.executable, "-P", f"{name}/bin/companion", "--version"], PYTHONPATH=name)
    if version_of(folder) not in said:
        raise ReleaseError(f"{wheel.name} calls itself {said.strip()!r}")


def make_bundle(folder: Path) -> None:
    """The archive of the installer, and the list of what is in it."""
    if bundle.main(str(folder)):
        raise ReleaseError("the bundle could not be made")
    (archive,) = folder.glob(f"{NAME}-*-{MACHINE}.tar.gz")
    version = archive.name.removeprefix(f"{NAME}-").removesuffix(f"-{MACHINE}.tar.gz")
    made = datetime.fromtimestamp(bundle.made_at(), UTC).isoformat(timespec="seconds")
    text = sbom.bill(f"{NAME}-bundle", version, made, bundled_wheels(archive), _digest(archive), kind="application")
    archive.with_name(archive.name.replace(".tar.gz", ".cdx.json")).write_text(text, encoding="utf-8")


def bundled_wheels(archive: Path) -> Iterator[sbom.Component]:
    """What the wheels in the archive say of themselves, each once."""
    seen = set[tuple[str, str]]()
    with tarfile.open(archive) as packed:
        for member in packed:
            file = packed.extractfile(member) if member.name.endswith(".whl") else None
            if file is None:
                continue
            with zipfile.ZipFile(BytesIO(file.read())) as wheel:
                # Some carry others inside, with theirs.
                (place,) = (name for name in wheel.namelist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", name))
                fields = HeaderParser().parsestr(wheel.read(place).decode())
            if (fields["Name"], fields["Version"]) not in seen:
                seen.add((fields["Name"], fields["Version"]))
                yield sbom.wheel_component(fields)


def make_image(folder: Path) -> None:
    """The disk image, its checksum, and the list of what is in it."""
    # In a process of its own: it replaces itself to have mounts of its own, and nothing after it would be made.
    if subprocess.run([sys.executable, "-m", "deploy.image", str(folder.resolve())], cwd=ROOT, check=False).returncode:
        raise ReleaseError("the image could not be made")


def image_lacks() -> list[str]:
    """What the image needs and is not here."""
    return needs.missing(ROOT / "build/image")


def container_lacks() -> list[str]:
    """What the image for a Pi needs and is not here."""
    lacking = emulation.missing()
    return [] if lacking is None else [lacking]


def make_container(folder: Path) -> None:
    """The images for Docker and Podman with the lists of what is in them, and what starts them."""
    from deploy.container import __main__ as packing  # noqa: PLC0415  (as above)

    for machine in ARCHITECTURES:
        if packing.main(machine, str(folder)):
            raise ReleaseError(f"the container image for {machine} could not be made")
    shutil.copy(ROOT / "deploy/container/compose.yaml", folder)


def make_firmware(folder: Path) -> None:
    """The programs of a pod, for who copies them by hand."""
    version = version_of(folder)
    files = {f"{NAME}-pod-{version}/{name}": data for name, data in _files(ROOT / "firmware", FIRMWARE)}
    write_zip(folder / f"{NAME}-pod-{version}.zip", files)


def make_add_on(folder: Path) -> None:
    """The add-on of Home Assistant with the wheel that it installs."""
    wheel = wheel_in(folder)
    files = dict(_files(ROOT / ADD_ON, ["."])) | {f"table_companion/{wheel.name}": wheel.read_bytes()}
    write_zip(folder / f"{NAME}-home-assistant-{version_of(folder)}.zip", files)


PARTS: Mapping[str, Part] = {
    "image": Part(
        make_image,
        {
            ".img.xz": (
                "You have a Raspberry Pi 3, 4 or Zero 2 W and nothing on its card: write this to the card.",
                "Tienes una Raspberry Pi 3, 4 o Zero 2 W y la tarjeta vacía: graba esto en la tarjeta.",
                "Du hast einen Raspberry Pi 3, 4 oder Zero 2 W und nichts auf der Karte: Schreibe das auf die Karte.",
            ),
        },
        image_lacks,
    ),
    "bundle": Part(
        make_bundle,
        {
            f"{MACHINE}.tar.gz": (
                "You have a Pi with Raspberry Pi OS or Debian, also a Pi 5: unpack this there and start install.sh.",
                "Tienes una Pi con Raspberry Pi OS o Debian, también una Pi 5: descomprímelo allí y lanza install.sh.",
                "Du hast einen Pi (auch 5) mit Raspberry Pi OS oder Debian: Packe das dort aus und starte install.sh.",
            ),
        },
    ),
    "python": Part(
        make_python,
        {
            ".whl": (
                "You have a computer with Python 3.11 or newer: pip install this file, then type companion run.",
                "Tienes un ordenador con Python 3.11 o más nuevo: pip install este archivo, y companion run.",
                "Du hast einen Rechner mit Python 3.11 oder neuer: pip install mit dieser Datei, dann companion run.",
            ),
            ".tar.gz": (
                "You want to change it: these are the sources.",
                "Quieres cambiarlo: este es el código.",
                "Du willst etwas ändern: Das ist der Quelltext.",
            ),
        },
    ),
    "container": Part(
        make_container,
        {
            "amd64.oci.tar": (
                "You have Docker or Podman on a computer or a NAS: load this, and start compose.yaml.",
                "Tienes Docker o Podman en un ordenador o un NAS: carga esto y lanza compose.yaml.",
                "Du hast Docker oder Podman auf einem Rechner oder NAS: Lade das und starte compose.yaml.",
            ),
            "arm64.oci.tar": (
                "The same on a Pi, or a Mac with Apple's processor.",
                "Lo mismo en una Pi o en un Mac con procesador de Apple.",
                "Dasselbe auf einem Pi oder einem Mac mit Apples Prozessor.",
            ),
            "compose.yaml": (
                "It starts the container: put it into the same folder.",
                "Arranca el contenedor: ponlo en la misma carpeta.",
                "Startet den Container: Lege es in denselben Ordner.",
            ),
        },
        container_lacks,
    ),
    "firmware": Part(
        make_firmware,
        {
            "-pod-{version}.zip": (
                "You have built a seat pod and copy its programs by hand; the table does it by itself, too.",
                "Has montado un mando de asiento y copias sus programas a mano; la mesa también sabe hacerlo.",
                "Du hast ein Kästchen gebaut und kopierst seine Programme von Hand; der Tisch kann das auch selbst.",
            ),
        },
    ),
    "add-on": Part(
        make_add_on,
        {
            "-home-assistant-{version}.zip": (
                "You have Home Assistant: the table as an add-on there. Not yet tried in one that runs.",
                "Tienes Home Assistant: la mesa como complemento. Aún sin probar en uno en marcha.",
                "Du hast Home Assistant: der Tisch als Add-on dort. Noch in keinem laufenden probiert.",
            ),
        },
    ),
}
"""In the order of the page."""
ORDER = ("python", "bundle", "image", "container", "firmware", "add-on")
"""In which they are made: others take the wheel."""


def make_release(folder: Path, without: Iterable[str] = (), key: Path | None = None) -> list[Path]:
    """Make all parts but those ``without``, and check them. Returns the files. Raises ``ReleaseError``."""
    left_out = set(without)
    made = [part for part in ORDER if part not in left_out or part == "python"]
    if lacking := [f"{part}: {line}" for part in made for line in PARTS[part].lacking()]:
        raise ReleaseError("\n  ".join(["this is not here:", *lacking]))
    # Not where the system keeps what is temporary: that may be memory, and the image needs gigabytes.
    (ROOT / "build").mkdir(exist_ok=True)
    with TemporaryDirectory(dir=ROOT / "build") as name:
        work = Path(name)
        for part in made:
            began = time.monotonic()
            PARTS[part].make(work)
            sys.stdout.write(f"{part}: {time.monotonic() - began:.0f} s\n")
            sys.stdout.flush()
        version = version_of(work)
        if "python" in left_out:
            for file in work.glob(f"{PRODUCT}-*"):
                file.unlink()
        (work / NOTES).write_text(newest_changes((ROOT / "CHANGELOG.md").read_text("utf-8"), version), "utf-8")
        shutil.copy(ROOT / "docs" / CARD, work)
        (work / PAGE).write_text(page(work, version, left_out), "utf-8")
        names = sorted(path.name for path in work.iterdir())
        sums = "".join(f"{_digest(work / name)}  {name}\n" for name in names)
        (work / SUMS).write_text(sums, "ascii")
        if key is not None:
            _run(["ssh-keygen", "-q", "-Y", "sign", "-f", str(key), "-n", NAME, str(work / SUMS)])
            names.append(SIGNATURE)
        folder.mkdir(parents=True, exist_ok=True)
        return [Path(shutil.move(work / name, folder / name)) for name in (*names, SUMS)]


def check_texts() -> None:
    """Check that each language listed as complete has all texts. Raises ``ReleaseError`` with those it lacks."""
    words = [sys.executable, "-m", "tests.locale.completeness", "--release"]
    done = subprocess.run(words, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ReleaseError(f"a language is not whole:\n{(done.stdout or done.stderr).rstrip()}")


def newest_changes(text: str, version: str) -> str:
    """The section of this version in the changelog, or of what is not released; under its own title."""
    sections = text.split("\n## ")[1:]
    named = {section.partition("\n")[0].strip("[] ").split("]")[0].split(" ")[0]: section for section in sections}
    section = named.get(version) or named.get("Unreleased")
    if section is None:
        raise ReleaseError(f"CHANGELOG.md has no section {version} or Unreleased")
    return f"# Table companion {version}\n{section.partition(chr(10))[2].rstrip()}\n"


def page(folder: Path, version: str, left_out: Iterable[str]) -> str:
    """The page of the files in ``folder``, in English, Spanish and German."""
    sizes = {path.name: path.stat().st_size for path in folder.iterdir()}
    home = html.escape(home_address())
    return PAGE_FRAME.format(
        home=f'<p><a href="{home}">{home}</a></p>' if home else "",
        version=html.escape(version),
        en="\n".join(_rows(sizes, version, left_out, 0)),
        es="\n".join(_rows(sizes, version, left_out, 1)),
        de="\n".join(_rows(sizes, version, left_out, 2)),
    )


def home_address() -> str:
    """Where people find the project, by pyproject.toml; empty if nobody has said so."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return str(settings["tool"]["hatch"]["metadata"]["hooks"]["custom"]["home"])


def _rows(sizes: Mapping[str, int], version: str, left_out: Iterable[str], language: int) -> Iterator[str]:
    missing = ("not in this release", "no está en esta versión", "nicht in dieser Version")[language]
    for name, part in PARTS.items():
        for ending, words in part.audience.items():
            end = ending.format(version=version)
            # The sources end as the bundle does.
            found = [file for file in sizes if file.endswith(end) and (end != ".tar.gz" or file.startswith(PRODUCT))]
            if name in left_out or not found:
                yield f"<tr><td>{words[language]}</td><td>{missing}</td></tr>"
                continue
            (file,) = found
            linked = f'<a href="{html.escape(file)}">{html.escape(file)}</a>'
            yield f"<tr><td>{words[language]}</td><td>{linked}<br>{_size(sizes[file])}</td></tr>"


def _size(size: int) -> str:
    return f"{size / 1e6:.0f} MB" if size >= 1e6 else f"{max(1, size // 1000)} kB"


PAGE_FRAME = """<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Table companion {version}</title>
  <style>
    body {{ margin: 0 auto; padding: 1rem; max-width: 46rem; font: 1.05rem/1.5 Georgia, serif; }}
    body {{ color: #17130f; background: #f6efe0; }}
    table {{ border-collapse: collapse; width: 100%; }}
    td {{ padding: .6rem .4rem; border-top: 1px solid #8a5a2b; vertical-align: top; overflow-wrap: anywhere; }}
    code {{ font-family: monospace; overflow-wrap: anywhere; }}
  </style>
</head>
<body>
<section>
  <h1>Table companion {version}</h1>
  <p>Which file is for you? What to do with it, to the first game: <a href="first-evening-card.html">the card</a>.</p>
  <table>
{en}
  </table>
  <p>What is new: <a href="RELEASE-NOTES.md">RELEASE-NOTES.md</a>. Whether a file came whole:
  <code>sha256sum --ignore-missing -c SHA256SUMS</code> in the folder with both.</p>
</section>
<section lang="es">
  <h2>¿Qué archivo es el tuyo?</h2>
  <p>Qué hacer con él, hasta la primera partida: <a href="first-evening-card.html">la tarjeta</a>.</p>
  <table>
{es}
  </table>
  <p>Novedades (en inglés): <a href="RELEASE-NOTES.md">RELEASE-NOTES.md</a>. Para saber si un archivo llegó entero:
  <code>sha256sum --ignore-missing -c SHA256SUMS</code> en la carpeta con los dos.</p>
</section>
<section lang="de">
  <h2>Welche Datei ist für dich?</h2>
  <p>Was damit zu tun ist, bis zur ersten Partie: <a href="first-evening-card.html">die Karte</a>.</p>
  <table>
{de}
  </table>
  <p>Was neu ist (auf Englisch): <a href="RELEASE-NOTES.md">RELEASE-NOTES.md</a>. Ob eine Datei ganz angekommen ist:
  <code>sha256sum --ignore-missing -c SHA256SUMS</code> im Ordner mit beiden.</p>
</section>
{home}
</body>
</html>
"""


def wheel_in(folder: Path) -> Path:
    """The companion's wheel in ``folder``."""
    (wheel,) = folder.glob(f"{PRODUCT}-*.whl")
    return wheel


def version_of(folder: Path) -> str:
    """The version of the wheel in ``folder``."""
    return wheel_in(folder).name.split("-")[1]


def write_zip(file: Path, content: Mapping[str, bytes]) -> None:
    """Write a zip file with this content. Equal contents give files that are equal byte for byte."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in sorted(content.items()):
            entry = zipfile.ZipInfo(name, EARLIEST)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, data)


def _files(folder: Path, names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    for name in names:
        place = folder / name
        for path in sorted(place.rglob("*")) if place.is_dir() else (place,):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path.relative_to(folder).as_posix(), path.read_bytes()


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _run(words: list[str], **environment: str) -> str:
    """What a program says. Raises ``ReleaseError`` with its last lines if it fails."""
    given = {**os.environ, **environment}
    try:
        done = subprocess.run(words, env=given, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise ReleaseError(f"{words[0]} is not installed") from error
    if done.returncode:
        raise ReleaseError(f"{' '.join(words[:4])} failed:\n" + "\n".join(done.stderr.splitlines()[-8:]))
    return done.stdout


def main(*words: str) -> int:
    """Make the release; exit status."""
    parser = argparse.ArgumentParser(prog="python -m deploy.release", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path("dist"))
    parser.add_argument("--without", action="append", default=[], choices=sorted(PARTS), help="leave this part out")
    parser.add_argument("--sign", type=Path, metavar="KEY", help="sign the checksums with this private key of SSH")
    given = parser.parse_args(words)
    try:
        check_texts()
        files = make_release(given.folder, given.without, given.sign)
    except ReleaseError as error:
        sys.stderr.write(f"Error: {error}\n")
        return 1
    for file in files:
        sys.stdout.write(f"{file}: {_size(file.stat().st_size)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
