"""All that people download: which files, for whom, with sums and a signature; nothing of a part that failed."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager

from deploy import release
from deploy.image import sbom
from deploy.release import PARTS, Part, ReleaseError, bundled_wheels, main, make_release, newest_changes
from tests.deploy.other_system import write_companion, write_wheel
from tests.working_copy import ROOT, copied, typed

LINK = re.compile(r'<a href="([^"]+)">')
MADE = {
    "python": ("table_companion-1.2.3-py3-none-any.whl", "table_companion-1.2.3.tar.gz"),
    "bundle": ("table-companion-1.2.3-aarch64.tar.gz", "table-companion-1.2.3-aarch64.cdx.json"),
    "image": ("table-companion-1.2.3-arm64.img.xz", "table-companion-1.2.3-arm64.cdx.json"),
    "container": (
        "table-companion-1.2.3-amd64.oci.tar",
        "table-companion-1.2.3-amd64-container.cdx.json",
        "table-companion-1.2.3-arm64.oci.tar",
        "table-companion-1.2.3-arm64-container.cdx.json",
        "compose.yaml",
    ),
    "firmware": ("table-companion-pod-1.2.3.zip",),
    "add-on": ("table-companion-home-assistant-1.2.3.zip",),
}

MISSING = ("not in this release", "no está en esta versión", "nicht in dieser Version")


def leaves(*names: str) -> Callable[[Path], None]:
    """A part that is only these files."""

    def make(folder: Path) -> None:
        for name in names:
            (folder / name).write_text(name)

    return make


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every part is made at once, with the names that it has."""
    parts = {name: Part(leaves(*MADE[name]), part.audience) for name, part in PARTS.items()}
    monkeypatch.setattr(release, "PARTS", parts)


def test_the_page_leads_to_every_file_for_somebody_in_each_language(quick: None, tmp_path: Path) -> None:
    make_release(tmp_path)
    english, spanish, german = (tmp_path / "index.html").read_text().split("<section lang=")
    files = {name for names in MADE.values() for name in names if not name.endswith(".json")}
    for side, missing in zip((english, spanish, german), MISSING, strict=True):
        assert set(LINK.findall(side)) == {*files, "RELEASE-NOTES.md", "first-evening-card.html"}
        assert missing not in side
        assert "style=" not in side


def test_one_setting_is_the_address_of_package_and_page(
    quick: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fork = tmp_path / "fork"
    (fork / "docs").mkdir(parents=True)
    shutil.copy2(ROOT / "docs/first-evening-card.html", fork / "docs")
    text = (ROOT / "pyproject.toml").read_text()
    assert text.count('\nhome = ""\n') == 1
    for name in ("hatch_build.py", "hatch_bundles.py", "README.md", "LICENSE", "THIRD-PARTY.md", "CHANGELOG.md"):
        shutil.copy2(ROOT / name, fork)
    monkeypatch.setattr(release, "ROOT", fork)
    for home, urls in (("", {}), ("https://games.example.org/table", {"Homepage": "https://games.example.org/table"})):
        (fork / "pyproject.toml").write_text(text.replace('home = ""', f'home = "{home}"'))
        assert ProjectMetadata(str(fork), PluginManager()).core.urls == urls
        make_release(tmp_path / "dist")
        assert f'<a href="{home}">' in (tmp_path / "dist/index.html").read_text() or not home


def test_what_is_left_out_is_said_to_be(quick: None, tmp_path: Path) -> None:
    for name, part in PARTS.items():
        folder = tmp_path / name
        make_release(folder, [name])
        page = (folder / "index.html").read_text()
        assert [page.count(missing) for missing in MISSING] == [len(part.audience)] * len(MISSING)
        assert not {path.name for path in folder.iterdir()} & set(MADE[name])


def test_the_sums_are_those_of_all_files(quick: None, tmp_path: Path) -> None:
    made = make_release(tmp_path)
    done = subprocess.run(
        ["sha256sum", "--strict", "-c", "SHA256SUMS"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    told = {line.removesuffix(": OK") for line in done.stdout.splitlines()}
    assert told | {"SHA256SUMS"} == {path.name for path in made} == {path.name for path in tmp_path.iterdir()}


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")
def test_a_key_signs_the_sums(quick: None, tmp_path: Path) -> None:
    key, folder = tmp_path / "key", tmp_path / "dist"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    make_release(folder, key=key)
    allowed = tmp_path / "allowed"
    allowed.write_text(f"owner {key.with_suffix('.pub').read_text()}")
    signer = ["-f", str(allowed), "-I", "owner", "-n", "table-companion"]
    verify = ["ssh-keygen", "-Y", "verify", *signer, "-s", str(folder / "SHA256SUMS.sig")]
    sums = (folder / "SHA256SUMS").read_bytes()
    assert subprocess.run(verify, input=sums, capture_output=True, check=False).returncode == 0
    assert subprocess.run(verify, input=sums + b"x", capture_output=True, check=False).returncode != 0


def test_a_part_that_fails_leaves_nothing(
    quick: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(folder: Path) -> None:
        (folder / "half").touch()
        raise ReleaseError("no loop device here")

    monkeypatch.setitem(release.PARTS, "image", Part(fails, PARTS["image"].audience))  # type: ignore[arg-type]
    monkeypatch.setattr(release, "check_texts", lambda: None)
    assert main(str(tmp_path / "dist")) == 1
    assert capsys.readouterr().err == "Error: no loop device here\n"
    assert not (tmp_path / "dist").exists()


def test_what_is_not_here_is_said_before_anything_is_made(
    quick: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(folder: Path) -> None:
        raise AssertionError

    nothing = tmp_path / "empty"
    nothing.mkdir()
    monkeypatch.setenv("PATH", str(nothing))
    monkeypatch.setitem(release.PARTS, "python", Part(fails, {}))  # type: ignore[arg-type]
    monkeypatch.setitem(release.PARTS, "image", Part(fails, {}, PARTS["image"].lacking))  # type: ignore[arg-type]
    with pytest.raises(
        ReleaseError,
        match=r"^this is not here:\n(?s:.*)  image: programs are missing: sudo apt install .* dosfstools .*",
    ):
        make_release(tmp_path / "dist")


IMAGE = """import os, sys, pathlib
if "AGAIN" not in os.environ:
    os.execve(sys.executable, [sys.executable, "-m", "deploy.image", *sys.argv[1:]], {**os.environ, "AGAIN": "yes"})
pathlib.Path(sys.argv[1], "table.img.xz").touch()
"""
"""What builds an image replaces its process, as the one for mounts of its own does."""

GO_ON = """import sys, pathlib
from deploy import release
folder = pathlib.Path(sys.argv[1])
release.ROOT = folder / "fork"
release.make_image(folder)
print("went on")
"""


def test_other_parts_are_made_after_the_image(tmp_path: Path) -> None:
    package = tmp_path / "fork/deploy/image"
    package.mkdir(parents=True)
    for folder in (package, package.parent):
        (folder / "__init__.py").touch()
    (package / "__main__.py").write_text(IMAGE)
    done = subprocess.run(
        [sys.executable, "-c", GO_ON, str(tmp_path)],
        cwd=ROOT, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == "went on\n", done.stderr
    assert (tmp_path / "table.img.xz").is_file()


@pytest.mark.long
def test_a_text_that_a_whole_language_lacks_stops_it(tmp_path: Path) -> None:
    tree = copied(tmp_path / "tree")
    catalogue = tree / "companion/locale/de/LC_MESSAGES/antike.po"
    whole = catalogue.read_text("utf-8")
    text, places = re.subn(r'^(msgid "Temple"\nmsgstr ")Tempel"$', r'\1"', whole, flags=re.MULTILINE)
    assert places == 1
    catalogue.write_text(text, "utf-8")
    for name in ("run.stamp", "test.stamp"):
        (tree / ".venv" / name).touch()
    done = typed('make release WITHOUT="image bundle container"', tree, seconds=300)
    assert done.returncode
    assert "Error: a language is not whole:\nde antike: 1 missing (due)\n    Temple\n" in done.stderr
    assert not (tree / "dist").exists()


def test_the_notes_are_those_of_the_version() -> None:
    text = "# Changes\n\n## Unreleased\n\n- c\n\n## 0.2.0 (2026-12-01)\n\n- b\n- B\n\n## [0.1.0]\n\n- a\n"
    assert newest_changes(text, "0.2.0") == "# Table companion 0.2.0\n\n- b\n- B\n"
    assert newest_changes(text, "0.1.0") == "# Table companion 0.1.0\n\n- a\n"
    assert newest_changes(text, "0.3.0") == "# Table companion 0.3.0\n\n- c\n"
    with pytest.raises(ReleaseError, match=r"no section 0\.3\.0 or Unreleased"):
        newest_changes(text.replace("Unreleased", "0.2.9"), "0.3.0")


def test_the_list_of_a_bundle_names_each_package_once(tmp_path: Path) -> None:
    write_companion(tmp_path, "1.2.3")
    for tag in ("cp311-cp311-any", "cp313-cp313-any"):
        carried = {"spidev.py": "", "spidev/_vendor/wheel-0.46.dist-info/METADATA": "Name: wheel\nVersion: 0.46\n"}
        write_wheel(tmp_path, "spidev", "3.6", carried, tag=tag)
    archive = tmp_path / "bundle.tar.gz"
    with tarfile.open(archive, "w:gz") as packed:
        for wheel in sorted(tmp_path.glob("*.whl")):
            packed.add(wheel, f"bundle/wheels/{wheel.name}")
        packed.addfile(tarfile.TarInfo("bundle/install.sh"), io.BytesIO())
    bill = json.loads(sbom.bill("x", "1.2.3", "", bundled_wheels(archive), "0" * 64, kind="application"))
    assert [each["purl"] for each in bill["components"]] == ["pkg:pypi/spidev@3.6", "pkg:pypi/table-companion@1.2.3"]
    assert bill["metadata"]["component"]["type"] == "application"


@pytest.mark.long
def test_one_command_makes_what_this_machine_can(tmp_path: Path) -> None:
    """Without what needs root, Debian's packages and an hour; tests/deploy and tests/arm make those two."""
    tree = copied(tmp_path / "tree")
    done = typed('make release WITHOUT="image bundle container"', tree, seconds=600)
    assert done.returncode == 0, done.stderr
    made = tree / "dist"
    (wheel,) = made.glob("*.whl")
    (firmware,), (add_on,) = made.glob("*-pod-*.zip"), made.glob("*-home-assistant-*.zip")
    with zipfile.ZipFile(firmware) as packed, zipfile.ZipFile(wheel) as ours:
        pod = {name.partition("/pod/")[2] for name in packed.namelist() if "/pod/" in name}
        assert pod == {
            name.removeprefix("hardware/pods/firmware/") for name in ours.namelist() if "/pods/firmware/" in name
        }
    with zipfile.ZipFile(add_on) as packed:
        assert packed.read(f"table_companion/{wheel.name}") == wheel.read_bytes()
        assert {"repository.yaml", "table_companion/config.yaml", "table_companion/start.py"} <= set(packed.namelist())
    for name in LINK.findall((made / "index.html").read_text()):
        assert (made / name).is_file()
